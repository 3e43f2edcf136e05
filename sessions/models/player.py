from __future__ import annotations

from django.db import models


class Club(models.Model):
    """People who play together and keep their games in one place."""

    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=60, unique=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """A person at a table. A quick game makes its own; nobody needs an account to sit down."""

    name = models.CharField(max_length=60)
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.PROTECT, related_name="players"
    )
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = (models.Index(fields=("club", "name"), name="player_by_name"),)

    def __str__(self) -> str:
        return self.name
