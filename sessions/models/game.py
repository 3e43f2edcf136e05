from __future__ import annotations

import secrets
from typing import Any

from django.db import models

from scoring.game import Variety
from scoring.varieties import variety
from sessions.models.club import Club
from sessions.models.evening import Evening
from sessions.models.player import Player
from sessions.models.season import Edition, Season


def new_code() -> str:
    """A short public name for a game: unguessable enough to list, no secret by itself."""
    return secrets.token_hex(5)


class Game(models.Model):
    """One game: its frozen rules, who may write, and where it stands now.

    ``version`` counts what was recorded and guards against two phones writing at once; ``pulse``
    also counts what only shows on the board (a riichi stick laid down), so that a poll can ask one
    number.
    """

    class Status(models.TextChoices):
        OPEN = "open"
        CLOSED = "closed"

    code = models.CharField(max_length=16, unique=True, default=new_code)
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.PROTECT, related_name="games"
    )
    season = models.ForeignKey(
        Season, null=True, blank=True, on_delete=models.PROTECT, related_name="games"
    )
    edition_of = models.ForeignKey(
        Edition, null=True, blank=True, on_delete=models.PROTECT, related_name="games"
    )
    """The season's edition of the rules it was started under; ``rules`` are these, frozen."""
    evening = models.ForeignKey(
        Evening, null=True, blank=True, on_delete=models.SET_NULL, related_name="games"
    )
    draw = models.PositiveSmallIntegerField(null=True, blank=True)
    """The turn of the club night it belongs to, and at which table."""
    table_number = models.PositiveSmallIntegerField(null=True, blank=True)
    record_id = models.CharField(max_length=100, null=True, blank=True)  # noqa: DJ001
    """The ``id`` this game had in the record it was imported from."""
    title = models.CharField(max_length=60, blank=True)
    """The table's name, "Table 3"."""
    note = models.TextField(blank=True)
    variety_key = models.CharField(max_length=16)
    preset = models.CharField(max_length=40, blank=True)
    edition = models.CharField(max_length=200, blank=True)
    rules = models.JSONField()
    start = models.JSONField(null=True, blank=True)
    chips = models.JSONField(null=True, blank=True)
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    version = models.PositiveIntegerField(default=0)
    pulse = models.PositiveIntegerField(default=0)
    voided = models.DateTimeField(null=True, blank=True)
    """Counts for nothing until it is restored."""
    void_reason = models.CharField(max_length=200, blank=True)
    clock = models.JSONField(null=True, blank=True)
    """The table's own clock."""
    declared = models.JSONField(default=list, blank=True)
    """Seats whose riichi stick lies on the table in the hand being played."""

    key_number = models.PositiveSmallIntegerField(null=True, blank=True)
    """Which of its keys stand, for a table of a club night: they follow from the server's secret
    and this, so that they can be shown again. ``None``: they were made by chance."""
    write_hash = models.CharField(max_length=64)
    watch_hash = models.CharField(max_length=64)
    recovery_hash = models.CharField(max_length=128)
    recovery_failures = models.PositiveIntegerField(default=0)
    recovery_failed = models.DateTimeField(null=True, blank=True)

    # Derived by replay, kept for lists.
    wind = models.PositiveSmallIntegerField(default=0)
    hand_number = models.PositiveSmallIntegerField(default=1)
    honba = models.PositiveIntegerField(default=0)
    sticks = models.PositiveIntegerField(default=0)
    scores = models.JSONField(default=list)
    hands = models.PositiveIntegerField(default=0)
    finished = models.BooleanField(default=False)
    reason = models.CharField(max_length=20, blank=True)
    played = models.DateTimeField(null=True, blank=True)
    """When it was over, or the next best that is known of it: its place among other games. ``None``
    while it goes on; to ask for this, not for ``finished``, lets a database use its index."""

    rematch_of = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematches"
    )
    created = models.DateTimeField(auto_now_add=True)
    started = models.DateTimeField(null=True, blank=True)
    ended = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created",)
        constraints = (
            models.UniqueConstraint(fields=("club", "record_id"), name="one_game_per_record"),
        )
        indexes = (
            models.Index(fields=("club", "played"), name="game_of_club"),
            models.Index(fields=("season", "played"), name="game_of_season"),
        )

    def __str__(self) -> str:
        return self.title or self.code

    @property
    def variety(self) -> Variety:
        return variety(self.variety_key)

    @property
    def is_demo(self) -> bool:
        """Whether it is a game to play with, thrown away soon."""
        return hasattr(self, "demo")

    def frozen_rules(self) -> Any:
        """The rules this game was started under, whatever its preset says today."""
        return self.variety.rules(None, self.rules)


class Seat(models.Model):
    """Who sits where: 0 = first East. The player may change by a swap, the seat does not."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    signed = models.DateTimeField(null=True, blank=True)
    """When the player agreed to the result; a later change of the game clears it."""

    class Meta:
        ordering = ("index",)
        constraints = (
            models.UniqueConstraint(fields=("game", "index"), name="one_player_per_seat"),
        )

    def __str__(self) -> str:
        return f"{self.game_id}:{self.index}"


class Substitution(models.Model):
    """Someone who took over a seat from a round on, and whether the result becomes theirs."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="substitutions")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="substitutions")
    from_round = models.PositiveIntegerField()
    counts = models.BooleanField(default=False)

    class Meta:
        ordering = ("from_round", "id")

    def __str__(self) -> str:
        return f"{self.game_id}:{self.seat} from {self.from_round}"


class Round(models.Model):
    """One recorded round: ``outcome`` is what happened, the rest is what replaying it gave."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    outcome = models.JSONField()
    wind = models.PositiveSmallIntegerField()
    hand_number = models.PositiveSmallIntegerField()
    dealer = models.PositiveSmallIntegerField()
    honba = models.PositiveIntegerField()
    sticks = models.PositiveIntegerField()
    deltas = models.JSONField()
    scores = models.JSONField()
    sticks_after = models.PositiveIntegerField()
    edited = models.BooleanField(default=False)
    """Changed after it was first recorded."""
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("game", "number"), name="one_round_per_number"),
        )

    def __str__(self) -> str:
        return f"{self.game_id} #{self.number}"


class Win(models.Model):
    """A win as it was valued, for statistics. ``points / points_unit`` is exact."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="wins")
    winner = models.PositiveSmallIntegerField()
    source = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.BigIntegerField()
    points_unit = models.PositiveIntegerField(default=1)
    value = models.JSONField()
    patterns = models.JSONField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.round_id}: {self.winner}"


class Result(models.Model):
    """A finished game's result, one row a seat.

    Figures are exact: ``total / unit`` is the printed total, and so for score and money, so that
    the database can add them up without a float.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="results")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="results")
    place = models.PositiveSmallIntegerField()
    score = models.BigIntegerField()
    score_unit = models.PositiveIntegerField(default=1)
    total = models.BigIntegerField()
    unit = models.PositiveIntegerField(default=1)
    money = models.BigIntegerField(null=True, blank=True)
    money_unit = models.PositiveIntegerField(default=1)
    counts = models.JSONField(default=dict, blank=True)
    """What this seat did in the game, in counts that add up: see ``Tally``."""
    season = models.ForeignKey(
        Season, null=True, blank=True, on_delete=models.SET_NULL, related_name="results"
    )
    """The game's, while the game counts …"""
    played = models.DateTimeField(null=True, blank=True)
    """… and so is this; ``None`` where it counts for nothing: a voided game, or no club's."""
    points = models.BigIntegerField(null=True, blank=True)
    """What it is worth in the season, in ``Season.unit`` parts of a point."""
    run = models.BigIntegerField(null=True, blank=True)
    """These points and those of the games before it, as many as a streak has."""

    class Meta:
        ordering = ("seat",)
        constraints = (
            models.UniqueConstraint(fields=("game", "seat"), name="one_result_per_seat"),
        )
        indexes = (
            models.Index(fields=("player", "season", "played"), name="result_in_season"),
            models.Index(fields=("player", "played"), name="result_of_player"),
            models.Index(fields=("player", "season", "points"), name="result_by_points"),
            models.Index(
                fields=("player", "season", "run"),
                condition=models.Q(run__isnull=False),
                name="result_by_run",
            ),
        )

    def __str__(self) -> str:
        return f"{self.game_id}:{self.seat} {self.place}"


class Change(models.Model):
    """One change of a game, with what undoes it. ``token`` is the request that made it.

    Undoing and closing are kept too, as ``NOTED``: they cannot be undone themselves, but their
    request must not be carried out twice either.
    """

    class State(models.TextChoices):
        DONE = "done"
        UNDONE = "undone"
        DROPPED = "dropped"
        NOTED = "noted"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="changes")
    kind = models.CharField(max_length=16)
    patch = models.JSONField()
    """``{"rounds": [at, old, new]}``, ``{"players": [old, new]}`` …: see services.document."""
    token = models.CharField(max_length=64, unique=True, null=True, blank=True)
    version = models.PositiveIntegerField()
    state = models.CharField(max_length=8, choices=State, default=State.DONE)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("id",)
        indexes = (models.Index(fields=("game", "state"), name="change_by_state"),)

    def __str__(self) -> str:
        return f"{self.game_id} {self.kind}"
