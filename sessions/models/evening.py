from __future__ import annotations

from fractions import Fraction

from django.db import models

from sessions.models.club import Club
from sessions.models.player import Player
from sessions.models.season import Season


class Evening(models.Model):
    """A club night: who is there, which tables play, and one account of it at the end."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="evenings")
    season = models.ForeignKey(
        Season, null=True, blank=True, on_delete=models.SET_NULL, related_name="evenings"
    )
    name = models.CharField(max_length=60, blank=True)
    day = models.DateField()
    variety_key = models.CharField(max_length=16)
    preset = models.CharField(max_length=40, blank=True)
    options = models.JSONField(default=dict)
    """The rules of its tables where no season says them."""
    fee = models.PositiveIntegerField(default=0)
    fee_unit = models.PositiveIntegerField(default=1)
    """The table fee of one guest: ``fee / fee_unit``, exact, in the money the games are paid in."""
    rate = models.PositiveIntegerField(null=True, blank=True)
    rate_unit = models.PositiveIntegerField(default=1)
    """What one point of a result is worth where the rules of its table pay nothing; ``None``: such
    points are not paid."""
    clock = models.JSONField(null=True, blank=True)
    """The clock of all its tables, as ``Game.clock``."""
    pulse = models.PositiveIntegerField(default=0)
    """Counts what changes on the board beside the games: guests, draws, the clock."""
    closed = models.DateTimeField(null=True, blank=True)
    deleted = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-day", "-id")

    def __str__(self) -> str:
        return self.name or str(self.day)

    @property
    def fee_amount(self) -> Fraction:
        return Fraction(self.fee, self.fee_unit)

    @property
    def rate_amount(self) -> Fraction | None:
        return None if self.rate is None else Fraction(self.rate, self.rate_unit)


class Guest(models.Model):
    """Someone at a club night."""

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="guests")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="evenings")
    went = models.DateTimeField(null=True, blank=True)
    """Gone home: drawn no more."""
    paid = models.DateTimeField(null=True, blank=True)
    paid_amount = models.BigIntegerField(default=0)
    paid_unit = models.PositiveIntegerField(default=1)
    """Settled up, and with how much: a game put right later shows what is still open."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("evening", "player"), name="one_guest_per_evening"),
        )

    def __str__(self) -> str:
        return f"{self.player_id} at {self.evening_id}"


class Draw(models.Model):
    """Who plays where in one turn of a club night."""

    class Kind(models.TextChoices):
        RANDOM = "random"
        BALANCED = "balanced"
        STANDING = "standing"
        SNAKE = "snake"
        ROTATION = "rotation"
        CHOSEN = "chosen"

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="draws")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=Kind)
    tables = models.JSONField()
    """Player ids by table, by seat."""
    resting = models.JSONField(default=list)
    """Player ids of those who sit out (抜け番)."""
    started = models.DateTimeField(null=True, blank=True)
    """The tables were opened; until then it can be drawn anew and put right."""
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("evening", "number"), name="one_draw_per_number"),
        )

    def __str__(self) -> str:
        return f"{self.evening_id} draw {self.number}"
