"""A season's standings: who stands where, by how much, and how that has moved."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Any

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext

from scoring import figures
from scoring.varieties import variety
from scoring.words import listed
from sessions.models import Bonus, Club, Player, Rating, Season, Standing, TeamPlayer


@dataclass(frozen=True, slots=True)
class Line:
    """One player's line. ``rank`` is ``None`` for who has too few games to be ranked; ``moved``
    is by how many places the last day of play changed it, upwards positive."""

    player: Player
    rank: int | None
    figure: Fraction | None
    shown: str
    games: int
    firsts: int
    average_place: str
    first_share: str
    best_score: int | None
    last: tuple[int, ...]
    rating: int | None
    bonus: Fraction
    moved: int | None = None

    @property
    def down(self) -> int:
        """By how many places it fell."""
        return max(-(self.moved or 0), 0)


@dataclass(frozen=True, slots=True)
class TeamLine:
    rank: int
    name: str
    pk: int
    members: tuple[str, ...]
    games: int
    figure: Fraction
    shown: str


@dataclass(frozen=True, slots=True)
class Table:
    """All lines in their order; first those with a rank."""

    lines: tuple[Line, ...]
    rated: bool
    """Whether there is one rating to show: the season is of one variety."""

    @property
    def starred(self) -> bool:
        """Whether somebody's points were given or taken."""
        return any(line.bonus for line in self.lines)

    def of(self, player_id: int) -> Line | None:
        return next((line for line in self.lines if line.player.pk == player_id), None)


@dataclass(frozen=True, slots=True)
class Stand:
    """How a player stands at some time; no ``figure``: not among the ranked."""

    figure: Fraction | None
    games: int
    firsts: int


def seasons_of(club: Club, *, public_only: bool, deleted: bool = False) -> QuerySet[Season]:
    """A club's seasons, the newest first; those taken off the list where ``deleted``."""
    found = club.seasons.filter(deleted__isnull=not deleted).order_by("-created", "-pk")
    return found.filter(public=True) if public_only else found


def varieties_of(season: Season) -> list[str]:
    """The keys of the varieties that are played in it."""
    keys = season.editions.order_by("pk").values_list("variety_key", flat=True)
    return list(dict.fromkeys(keys))


def ranking_text(season: Season) -> str:
    """What decides, in a sentence."""
    texts = {
        Season.Ranking.SUM: gettext("Ranked by the sum of all games."),
        Season.Ranking.AVERAGE: gettext("Ranked by the average of all games."),
        Season.Ranking.BEST: gettext("Ranked by the best {n} games."),
        Season.Ranking.STREAK: gettext("Ranked by the best {n} games in a row."),
    }
    return texts[Season.Ranking(season.ranking)].format(n=season.ranking_n)


def since_text(season: Season) -> str:
    """Its first day, or that of its first game; nothing before there is one."""
    if season.starts is not None:
        return date_format(season.starts, gettext("j F Y"))
    first = season.games.filter(played__isnull=False).order_by("played").first()
    if first is None or first.played is None:
        return ""
    return date_format(localtime(first.played), gettext("j F Y"))


def variety_names(keys: Iterable[str]) -> str:
    """Riichi, Hong Kong"""
    return listed((gettext(variety(key).name) for key in keys), gettext)


# -- the table ----------------------------------------------------------------------------------


def table(season: Season) -> Table:
    """Everybody who played, in three queries."""
    varieties = varieties_of(season)
    rated = len(varieties) == 1
    rows = list(_rows(season, varieties[0] if rated else None))
    bonuses = bonuses_of(season)
    last_day = max((row.day for row in rows if row.day), default=None)
    now = {row.pk: _now(season, row, bonuses[row.player_id]) for row in rows}
    then = {row.pk: _then(season, row, bonuses[row.player_id], last_day) for row in rows}
    ranks, ranks_before = ranked(season, now), ranked(season, then)
    lines = [_line(season, row, now[row.pk], ranks[row.pk], bonuses[row.player_id]) for row in rows]
    lines = [
        replace(line, moved=_moved(line.rank, ranks_before[row.pk]))
        for line, row in zip(lines, rows, strict=True)
    ]
    return Table(tuple(sorted(lines, key=_order)), rated)


def _rows(season: Season, rated_by: str | None) -> QuerySet[Standing]:
    latest = Rating.objects.filter(player=OuterRef("player"), variety_key=rated_by)
    rating = Subquery(latest.order_by("-played", "-number").values("mean")[:1])
    guests = Q(player__guest=True) if season.guests is None else Q(player__in=season.guests)
    found = season.standings.exclude(guests).select_related("player")
    return found.annotate(rating=rating).order_by("player__name", "player_id")


def bonuses_of(season: Season) -> Mapping[int, Fraction]:
    """What each was given or had taken in all; nothing for anybody else."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    rows = Bonus.objects.filter(season=season, deleted=None).order_by()
    for player, amount, unit in rows.values_list("player", "amount", "unit"):
        found[player] += Fraction(amount, unit)
    return found


def _now(season: Season, row: Standing, bonus: Fraction) -> Stand:
    total = None if row.ranked is None else Fraction(row.ranked, row.ranked_unit)
    return stand(season, total, row.games, (row.places or [0])[0], bonus)


def _then(season: Season, row: Standing, bonus: Fraction, last_day: date | None) -> Stand:
    """Before the season's last day of play; bonuses and penalties have no day."""
    if row.day != last_day:
        return _now(season, row, bonus)
    total = None if row.before is None else Fraction(row.before, row.before_unit)
    return stand(season, total, row.before_games, row.before_firsts, bonus)


def stand(
    season: Season,
    total: Fraction | None,
    games: int,
    firsts: int,
    bonus: Fraction,
    *,
    played: int | None = None,
) -> Stand:
    """``played``: how many games there are, where ``total`` is of some of them only."""
    if total is None or (games if played is None else played) < max(season.minimum_games, 1):
        return Stand(None, games, firsts)
    return Stand(figure_of(season, total + bonus, games), games, firsts)


def figure_of(season: Season, total: Fraction, games: int) -> Fraction:
    """What is compared: the average of a total where the season ranks by it, else the total."""
    return total / games if season.ranking == Season.Ranking.AVERAGE else total


def ranked(season: Season, stands: Mapping[int, Stand]) -> dict[int, int | None]:
    """Everybody's rank, by key; ``None`` without a figure."""
    keys = {key: _sort_key(season, stand) for key, stand in stands.items()}
    ranks: dict[tuple[Fraction, int], int] = {}
    counted = sorted((key for key in keys.values() if key is not None), reverse=True)
    for rank, key in enumerate(counted, 1):
        ranks.setdefault(key, rank)
    return {who: None if key is None else ranks[key] for who, key in keys.items()}


def _sort_key(season: Season, stand: Stand) -> tuple[Fraction, int] | None:
    if stand.figure is None:
        return None
    tie = {Season.Ties.FIRSTS: stand.firsts, Season.Ties.FEWER: -stand.games}
    return stand.figure, tie.get(Season.Ties(season.ties), 0)


def _moved(rank: int | None, before: int | None) -> int | None:
    return None if rank is None or before is None else before - rank


def _line(season: Season, row: Any, stand: Stand, rank: int | None, bonus: Fraction) -> Line:
    places = sum(place * count for place, count in enumerate(row.places, 1))
    shown = stand.figure
    if shown is None and row.ranked is not None:
        shown = figure_of(season, Fraction(row.ranked, row.ranked_unit) + bonus, row.games)
    return Line(
        player=row.player,
        rank=rank,
        figure=shown,
        shown="" if shown is None else show(season, shown),
        games=row.games,
        firsts=stand.firsts,
        average_place=figures.decimal(Fraction(places, row.games), 2),
        first_share=figures.share(stand.firsts, row.games),
        best_score=row.best_score,
        last=tuple(row.last_places),
        rating=None if row.rating is None else round(row.rating),
        bonus=bonus,
    )


def show(season: Season, figure: Fraction) -> str:
    """A figure of this season as its table writes it: +214.6, an average with two decimals."""
    if season.ranking == Season.Ranking.AVERAGE:
        return ("+" if figure > 0 else "") + figures.decimal(figure, 2)
    tenths = figure.denominator != 1 or season.unit != 1
    return figures.points(figure * 1000, 1000) if tenths else figures.signed(figure.numerator)


def _order(line: Line) -> tuple[Any, ...]:
    low = line.figure is None
    return (
        line.rank is None,
        line.rank or 0,
        low,
        0 if low else -(line.figure or 0),
        line.player.name,
    )


# -- teams --------------------------------------------------------------------------------------


def teams(season: Season, standings: Table) -> list[TeamLine]:
    """Teams by what their players have together, in two queries."""
    members: dict[int, list[Player]] = defaultdict(list)
    rows = TeamPlayer.objects.filter(season=season).select_related("player")
    for row in rows.order_by("player__name", "player_id"):
        members[row.team_id].append(row.player)
    lines = {line.player.pk: line for line in standings.lines}
    found = [
        _team(season, team.pk, team.name, members[team.pk], lines) for team in season.teams.all()
    ]
    return sorted(
        (
            replace(team, rank=1 + sum(other.figure > team.figure for other in found))
            for team in found
        ),
        key=lambda team: (team.rank, team.name),
    )


def _team(
    season: Season, pk: int, name: str, people: Sequence[Player], lines: Mapping[int, Line]
) -> TeamLine:
    played = [lines[player.pk] for player in people if player.pk in lines]
    games = sum(line.games for line in played)
    figure = sum((_total(season, line) for line in played), Fraction(0))
    if season.ranking == Season.Ranking.AVERAGE and games:
        figure /= games
    return TeamLine(
        rank=0,
        name=name,
        pk=pk,
        members=tuple(player.name for player in people),
        games=games,
        figure=figure,
        shown=show(season, figure),
    )


def _total(season: Season, line: Line) -> Fraction:
    figure = line.figure or Fraction(0)
    return figure * line.games if season.ranking == Season.Ranking.AVERAGE else figure
