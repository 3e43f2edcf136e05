from __future__ import annotations

from django.db import models

from sessions.models.game import Game


class Demo(models.Model):
    """Marks a game to play with: nobody's, and thrown away when its time is over."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="demo")
    expires = models.DateTimeField(db_index=True)

    class Meta:
        ordering = ("expires",)

    def __str__(self) -> str:
        return f"{self.game_id} until {self.expires}"
