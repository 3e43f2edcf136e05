from __future__ import annotations

from django.db import models


class Player(models.Model):
    """A person at a table. A quick game makes its own; nobody needs an account to sit down."""

    name = models.CharField(max_length=60)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name
