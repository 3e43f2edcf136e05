from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models

from sessions.models.club import Club
from sessions.services.text import folded


class Player(models.Model):
    """A person at a table. A quick game makes its own; nobody needs an account to sit down.

    A club's player exists before any account: ``user`` is who claimed it. One that was merged into
    another is kept, empty, so that merging can be undone.
    """

    name = models.CharField(max_length=60)
    seen = models.CharField(max_length=120, blank=True)
    """The name as it is looked up: without case, width, kind of kana (``services.text.folded``)."""
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.PROTECT, related_name="players"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="players",
    )
    guest = models.BooleanField(default=False)
    """Comes now and then: plays, but stands in no standings."""
    left = models.DateTimeField(null=True, blank=True)
    """No longer comes: results stay, lists to choose from leave the name out."""
    anonymous = models.BooleanField(default=False)
    """Asked to be forgotten: ``name`` is a number, and nothing says whose it was."""
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="merged"
    )
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("club", "user"), name="one_player_per_account"),
        )
        indexes = (
            models.Index(fields=("club", "name"), name="player_by_name"),
            models.Index(fields=("club", "seen"), name="player_as_seen"),
        )

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep how the name is looked up beside it; ``bulk_create`` and ``update`` must do so
        themselves."""
        self.seen = folded(self.name)
        super().save(*args, **kwargs)


class Alias(models.Model):
    """Another name a club's player goes by: in kana, in an online log, misspelt on paper."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="aliases")
    name = models.CharField(max_length=60)
    seen = models.CharField(max_length=120, db_index=True)

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(fields=("player", "seen"), name="one_alias_per_name"),
        )

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.seen = folded(self.name)
        super().save(*args, **kwargs)


class Claim(models.Model):
    """A member says that a player of the club is they; it waits until an organiser agrees."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="claims")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="claims"
    )
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("created",)
        constraints = (
            models.UniqueConstraint(fields=("player", "user"), name="one_claim_of_a_player"),
        )

    def __str__(self) -> str:
        return f"{self.user_id} is {self.player_id}"


class Merge(models.Model):
    """Two players of a club that were one person, and what was moved, so that it can be undone."""

    kept = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="merges")
    gone = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="merges_away")
    moved = models.JSONField()
    """Ids of the rows that changed hands, by table."""
    created = models.DateTimeField(auto_now_add=True)
    undone = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created",)

    def __str__(self) -> str:
        return f"{self.gone_id} into {self.kept_id}"
