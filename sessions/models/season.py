from __future__ import annotations

from fractions import Fraction

from django.conf import settings
from django.db import models

from sessions.models.club import Club
from sessions.models.player import Player


class Season(models.Model):
    """A stretch of a club's games that are ranked together."""

    class Ranking(models.TextChoices):
        SUM = "sum"
        AVERAGE = "average"
        BEST = "best"
        STREAK = "streak"

    class Ties(models.TextChoices):
        SHARE = "share"
        FIRSTS = "firsts"
        FEWER = "fewer"

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(max_length=60)
    slug = models.SlugField(max_length=60)
    starts = models.DateField(null=True, blank=True)
    ends = models.DateField(null=True, blank=True)
    ranking = models.CharField(max_length=8, choices=Ranking, default=Ranking.SUM)
    ranking_n = models.PositiveSmallIntegerField(null=True, blank=True)
    """How many games count under ``best`` and ``streak``."""
    minimum_games = models.PositiveSmallIntegerField(default=0)
    ties = models.CharField(max_length=8, choices=Ties, default=Ties.SHARE)
    """Players of one ranking figure share a place, or stand by more firsts, or fewer games."""
    place_points = models.JSONField(null=True, blank=True)
    """Points by place, first to last, for each number of players (``{"4": [15, 5, -5, -15]}``),
    instead of the games' own totals: the way to rank games of several varieties together."""
    unit = models.PositiveIntegerField(default=1)
    """What a point is divided into so that all ``Result.points`` of the season are whole."""
    tables = models.PositiveIntegerField(default=0)
    """How many of its games count."""
    public = models.BooleanField(default=False)
    locked = models.DateTimeField(null=True, blank=True)
    """Finished: nothing in it changes until an organiser opens it again."""
    guests = models.JSONField(null=True, blank=True)
    """Who was a guest when it was finished, by key; ``None`` while it is open."""
    deleted = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-created",)
        constraints = (
            models.UniqueConstraint(fields=("club", "slug"), name="one_season_per_slug"),
        )

    def __str__(self) -> str:
        return self.name


class Edition(models.Model):
    """A season's rules for one variety, frozen. Changing them makes a new edition; games keep
    theirs."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="editions")
    variety_key = models.CharField(max_length=16)
    number = models.PositiveSmallIntegerField()
    preset = models.CharField(max_length=40, blank=True)
    rules = models.JSONField()
    note = models.CharField(max_length=200, blank=True)
    """Why the rules changed."""
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("variety_key", "-number")
        constraints = (
            models.UniqueConstraint(
                fields=("season", "variety_key", "number"), name="one_edition_per_number"
            ),
        )

    def __str__(self) -> str:
        return f"{self.season_id} {self.variety_key} {self.number}"


class Team(models.Model):
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="teams")
    name = models.CharField(max_length=60)

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(fields=("season", "name"), name="one_team_per_name"),
        )

    def __str__(self) -> str:
        return self.name


class TeamPlayer(models.Model):
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="+")
    """The team's, again: nobody is in two teams of a season."""
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="teams")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("season", "player"), name="one_team_per_player"),
        )

    def __str__(self) -> str:
        return f"{self.player_id} in {self.team_id}"


class Bonus(models.Model):
    """Points an organiser gives or takes, with the reason everyone can read. ``amount / unit``."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="bonuses")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="bonuses")
    amount = models.BigIntegerField()
    unit = models.PositiveIntegerField(default=1)
    reason = models.CharField(max_length=200)
    created = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    deleted = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created",)

    def __str__(self) -> str:
        return f"{self.player_id} {self.amount}/{self.unit}"

    @property
    def exact(self) -> Fraction:
        return Fraction(self.amount, self.unit)


class Standing(models.Model):
    """What a player has in a season, kept up to date as games come in, so that a page of standings
    costs the same after a hundred thousand games. ``total / unit`` is exact."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="standings")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="standings")
    games = models.PositiveIntegerField(default=0)
    places = models.JSONField(default=list)
    """How often first, second …"""
    total = models.BigIntegerField(default=0)
    unit = models.PositiveIntegerField(default=1)
    ranked = models.BigIntegerField(null=True, blank=True)
    ranked_unit = models.PositiveIntegerField(default=1)
    """The sum that the season ranks by: of all games, the best ones or the best run of them;
    ``None`` before there is a run."""
    best_score = models.BigIntegerField(null=True, blank=True)
    last_places = models.JSONField(default=list)
    """The last five places, newest last."""
    day = models.DateField(null=True, blank=True)
    """The last day of play. ``before…`` is how the player stood when it began, for the trend."""
    before = models.BigIntegerField(null=True, blank=True)
    before_unit = models.PositiveIntegerField(default=1)
    before_games = models.PositiveIntegerField(default=0)
    before_firsts = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("season", "player"), name="one_standing_per_player"),
        )

    def __str__(self) -> str:
        return f"{self.player_id} in {self.season_id}"


class Tally(models.Model):
    """Counts of what a player did, of one variety in one season (or outside any): hands, wins,
    deal-ins … as ``services`` name them. Only sums, so that a changed game takes its old counts
    out and puts its new ones in."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tallies")
    season = models.ForeignKey(
        Season, null=True, blank=True, on_delete=models.CASCADE, related_name="tallies"
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tallies")
    variety_key = models.CharField(max_length=16)
    counts = models.JSONField(default=dict)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("player", "season", "variety_key"), name="one_tally_per_season"
            ),
            models.UniqueConstraint(
                fields=("player", "variety_key"),
                condition=models.Q(season=None),
                name="one_tally_outside",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player_id} {self.variety_key}"


class Meeting(models.Model):
    """Two players at one table, summed up as ``player`` sees it."""

    season = models.ForeignKey(
        Season, null=True, blank=True, on_delete=models.CASCADE, related_name="meetings"
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="meetings")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    games = models.PositiveIntegerField(default=0)
    ahead = models.PositiveIntegerField(default=0)
    """Games in which ``player`` placed before ``other``."""
    total = models.BigIntegerField(default=0)
    unit = models.PositiveIntegerField(default=1)
    """What ``player`` made in these games."""

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("player", "other", "season"), name="one_meeting_per_season"
            ),
            models.UniqueConstraint(
                fields=("player", "other"),
                condition=models.Q(season=None),
                name="one_meeting_outside",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player_id} and {self.other_id}"


BY_FIGURE = ("variety_key", "kind", "-figure")


class Feat(models.Model):
    """Something to remember of a game: a seat's score and best hand, its longest run of deals, a
    limit hand. Kept by its figure, since the greatest of many is no sum."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="feats")
    season = models.ForeignKey(
        Season, null=True, blank=True, on_delete=models.CASCADE, related_name="feats"
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="feats")
    """Who sat there in that round, a substitute too."""
    game = models.ForeignKey("table_sessions.Game", on_delete=models.CASCADE, related_name="feats")
    variety_key = models.CharField(max_length=16)
    kind = models.CharField(max_length=8)
    round = models.PositiveIntegerField(null=True, blank=True)
    figure = models.BigIntegerField()
    data = models.JSONField(default=dict)

    class Meta:
        indexes = (
            models.Index(fields=("club", *BY_FIGURE), name="feat_of_club"),
            models.Index(fields=("season", *BY_FIGURE), name="feat_of_season"),
            models.Index(fields=("player", *BY_FIGURE), name="feat_of_player"),
            models.Index(fields=("player", "season", *BY_FIGURE), name="feat_in_season"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.figure}"


class Rating(models.Model):
    """A player's skill at one variety after a game: a mean and how sure it is."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings")
    game = models.ForeignKey(
        "table_sessions.Game", on_delete=models.CASCADE, related_name="ratings"
    )
    variety_key = models.CharField(max_length=16)
    played = models.DateTimeField()
    """The game's."""
    number = models.PositiveIntegerField()
    """The player's how-manieth game of this variety."""
    mean = models.FloatField()
    deviation = models.FloatField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("game", "player"), name="one_rating_per_game"),
        )
        indexes = (models.Index(fields=("player", "variety_key", "played"), name="rating_by_time"),)

    def __str__(self) -> str:
        return f"{self.player_id} {self.mean:.1f}"
