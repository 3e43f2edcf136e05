"""What follows from a club's results: standings, tallies, meetings and feats.

A finished game's results are put down by ``put``; what they add up to changes by the difference
alone, in the same transaction, so that it costs the same after a hundred thousand games. What is no
sum (the best games, the best run of games, the last places) is looked up by an index. ``rebuild``
makes all of it anew from the results.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from datetime import date, datetime, time
from fractions import Fraction
from itertools import accumulate, groupby
from math import lcm
from typing import Any

from django.db import connection, transaction
from django.db.models import (
    Count,
    Exists,
    F,
    OuterRef,
    Q,
    QuerySet,
    RowRange,
    Sum,
    Window,
)
from django.utils import timezone

from scoring.errors import ScoringError
from scoring.game import Replay
from scoring.words import msgid
from sessions.models import Club, Feat, Game, Meeting, Result, Season, Standing, Tally
from sessions.services import ratings
from sessions.services.amounts import exact, plain, whole
from sessions.services.rows import update_many

SCORE = "score"
"""The kind of the feat that every result is: its score on the table."""
LAST = 5
BATCH = 500
LOCKED = msgid("the season is locked; an organiser can open it again")


# -- a game's results ---------------------------------------------------------------------------


def put(
    game: Game, results: Sequence[Result], played: Replay, sat: Sequence[Sequence[int]]
) -> None:
    """Store a finished game's ``results`` in place of those it had, and all that follows. ``sat``:
    who sat where, by round (the first is round 1). Nothing of a game that is no club's is summed
    up; none of one that is voided counts."""
    old, unit = _taken_out(game)
    if game.club_id is None:
        Result.objects.bulk_create(results)
        return
    count_up(game, results, played)
    _count(game, results)
    Result.objects.bulk_create(results)
    if game.voided is None:
        Feat.objects.bulk_create(feats(game, results, played, sat))
    _follow(game, old, results, unit)


def count_up(game: Game, results: Sequence[Result], played: Replay) -> None:
    """Say of each result what its seat did in the game."""
    for row in results:
        counted = game.variety.counts(played, row.seat)
        row.counts = {key: plain(count) for key, count in counted.items()}


def take_out(game: Game) -> None:
    """A game goes on: it has no results any more."""
    old, unit = _taken_out(game)
    if game.club_id is not None:
        _follow(game, old, (), unit)


def recount(game: Game) -> None:
    """The game was voided, or is of another day."""
    unit = _hold(game)
    old = list(game.results.all())
    rows = [copy(row) for row in old]
    _count(game, rows)
    Result.objects.bulk_update(rows, ("season", "played", "points"))
    if game.voided is not None:
        game.feats.all().delete()
    _follow(game, old, rows, unit)


def take_in(club: Club, games: Sequence[Game]) -> None:
    """Finished games that were stored as nobody's, counted up, count in the club from here on:
    many at once. Their ``club`` and ``season`` are set; the club is held."""
    rows: dict[int, list[Result]] = defaultdict(list)
    for at in range(0, len(games), BATCH):
        some = [game.pk for game in games[at : at + BATCH]]
        for row in Result.objects.filter(game__in=some).order_by("game_id", "seat"):
            rows[row.game_id].append(row)
    seasons = {game.season.pk: game.season for game in games if game.season is not None}
    for season in seasons.values():
        for table in (rows[game.pk] for game in games if game.season_id == season.pk):
            _refine(season, _parts(season, table, [points_of(season, r, table) for r in table]))
    sums = Sums()
    for game in games:
        game.season = seasons.get(game.season_id or 0)
        _count(game, rows[game.pk])
        if game.voided is None:
            sums.add(game.variety_key, rows[game.pk], game.season.unit if game.season else 1)
    changed = [row for table in rows.values() for row in table]
    update_many(changed, ("season", "played", "points"))
    _store(club.pk, sums)
    _count_tables(seasons.values())
    for season_id, players in _by_season(sums).items():
        _refresh(seasons[season_id], players, ())
    moments = [game.played for game in games if game.voided is None and game.played is not None]
    if moments:
        ratings.wait(club.pk, min(moments))


def _taken_out(game: Game) -> tuple[list[Result], int]:
    """The results it had, and the season's unit that their points are in."""
    old: list[Result] = []
    unit = 1
    if game.club_id is not None:
        unit = _hold(game)
        old = list(game.results.all())
    game.results.all().delete()
    if old:
        game.feats.all().delete()
    return old, unit


def hold(club_id: int) -> Club:
    """One at a time: whoever changes what follows from a club's results holds the club."""
    return Club.objects.select_for_update(no_key=True).get(pk=club_id)


def _hold(game: Game) -> int:
    """Hold the club until the transaction ends: games that end at once must not overwrite each
    other's sums. The unit of the season's points; ``ScoringError`` where it is locked."""
    club = hold(game.club_id or 0)
    if game.season_id is None:
        return 1
    game.season = club.seasons.get(pk=game.season_id)
    if game.season.locked is not None:
        raise ScoringError("", LOCKED)
    return game.season.unit


def _count(game: Game, rows: Sequence[Result]) -> None:
    """Say of each row whether and where it counts, and what it is worth there."""
    counts, season = game.voided is None, game.season
    for row in rows:
        row.season = season if counts else None
        row.played = game.played if counts else None
        row.points = row.run = None
    if counts and season is not None:
        worth = [points_of(season, row, rows) for row in rows]
        _refine(season, _parts(season, rows, worth))
        for row, points in zip(rows, worth, strict=True):
            row.points = int(points * season.unit)


def points_of(season: Season, row: Result, rows: Sequence[Result]) -> Fraction:
    """What a result is worth in the season: its total, or the points of its place; who share a
    place share the points of the places they take."""
    if season.place_points is None:
        return Fraction(row.total, row.unit)
    table = season.place_points.get(str(len(rows)))
    if table is None:
        raise ScoringError("season", "this season has no points for {n} players", n=len(rows))
    sharing = sum(other.place == row.place for other in rows)
    return Fraction(sum(table[row.place - 1 : row.place - 1 + sharing]), sharing)


def _parts(season: Season, rows: Iterable[Result], worth: Iterable[Fraction]) -> Iterator[int]:
    """Into how many parts a point is divided by these results: by the game's own unit, so that all
    are written alike, where its totals count."""
    if season.place_points is None:
        yield from (row.unit for row in rows)
    yield from (points.denominator for points in worth)


def _refine(season: Season, parts: Iterable[int]) -> None:
    """Let the season count in parts that hold all these; rarely are they finer than those of its
    first game."""
    unit = lcm(season.unit, *parts)
    if unit == season.unit:
        return
    times = unit // season.unit
    if unit >= 2**31:
        raise ScoringError("", "these figures are too large to keep")
    Result.objects.filter(season=season, points__isnull=False).update(
        points=F("points") * times, run=F("run") * times
    )
    season.unit = unit
    season.save(update_fields=("unit",))


def feats(
    game: Game, results: Sequence[Result], played: Replay, sat: Sequence[Sequence[int]]
) -> Iterator[Feat]:
    common = {"game": game, "club_id": game.club_id, "season_id": game.season_id}
    for row in results:
        score = Fraction(row.score, row.score_unit)
        yield Feat(
            **common,
            variety_key=game.variety_key,
            kind=SCORE,
            player_id=row.player_id,
            figure=score.numerator // score.denominator,
        )
    for feat in game.variety.feats(played):
        yield Feat(
            **common,
            variety_key=game.variety_key,
            kind=feat.kind,
            player_id=sat[feat.round - 1][feat.seat],
            round=feat.round,
            figure=feat.figure,
            data=dict(feat.data),
        )


# -- sums ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Record:
    """Games in a season: how many, how often each place, what they made."""

    games: int = 0
    places: Counter[int] = field(default_factory=Counter)
    total: Fraction = Fraction(0)


@dataclass(slots=True)
class _Against:
    games: int = 0
    ahead: int = 0
    total: Fraction = Fraction(0)


@dataclass(slots=True)
class Sums:
    """What games add up to, or, taken out again, what is to be subtracted. ``only``: the players
    it is wanted of; ``None`` = all."""

    only: Collection[int] | None = None
    tallies: dict[tuple[int | None, int, str], Counter[str]] = field(
        default_factory=lambda: defaultdict(Counter)
    )
    standings: dict[tuple[int, int], _Record] = field(default_factory=lambda: defaultdict(_Record))
    meetings: dict[tuple[int | None, int, int], _Against] = field(
        default_factory=lambda: defaultdict(_Against)
    )

    def add(self, variety: str, rows: Sequence[Result], unit: int, sign: int = 1) -> None:
        """One game's results that count. ``unit``: the season's."""
        for row in rows:
            season = row.season_id
            if season is None:
                worth = Fraction(row.total, row.unit)
            else:
                worth = Fraction(row.points or 0, unit)
            if self._wants(row.player_id):
                tally = self.tallies[season, row.player_id, variety]
                for key, count in row.counts.items():
                    tally[key] += sign * exact(count)  # type: ignore[assignment]
            if self._wants(row.player_id) and season is not None:
                record = self.standings[season, row.player_id]
                record.games += sign
                record.places[row.place] += sign
                record.total += sign * worth
            for other in rows:
                if other is not row and self._wants(row.player_id, other.player_id):
                    against = self.meetings[season, row.player_id, other.player_id]
                    against.games += sign
                    against.ahead += sign * (row.place < other.place)
                    against.total += sign * worth

    def _wants(self, *players: int) -> bool:
        return self.only is None or any(player in self.only for player in players)


def _follow(game: Game, old: Sequence[Result], new: Sequence[Result], unit: int) -> None:
    """Take out what counted before, its points in ``unit`` parts, and put in what counts now."""
    gone = [row for row in old if row.played is not None]
    come = [row for row in new if row.played is not None]
    if not gone and not come:
        return
    sums = Sums()
    if gone:
        sums.add(game.variety_key, gone, unit, -1)
    if come:
        sums.add(game.variety_key, come, game.season.unit if game.season is not None else 1)
    _store(game.club_id or 0, sums)
    if game.season_id is not None and bool(gone) != bool(come):
        Season.objects.filter(pk=game.season_id).update(tables=F("tables") + (1 if come else -1))
    moments = {row.played for row in (*gone, *come) if row.played is not None}
    for season_id, players in _by_season(sums).items():
        here = game.season if season_id == game.season_id else None
        _refresh(here or Season.objects.get(pk=season_id), players, moments)
    ratings.changed(game, min(moments))


def _by_season(sums: Sums) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for season_id, player_id in sums.standings:
        found.setdefault(season_id, []).append(player_id)
    return found


def _store(club_id: int, sums: Sums) -> None:
    """Add the sums to the rows there are; a row that comes to nothing goes."""
    _store_tallies(club_id, sums.tallies)
    _store_standings(sums.standings)
    _store_meetings(sums.meetings)


def _among(seasons: Iterable[int | None]) -> Q:
    """Rows of these seasons, or of none."""
    wanted = set(seasons)
    found = Q(season__in=wanted - {None})
    return found | Q(season=None) if None in wanted else found


def _store_tallies(
    club_id: int, tallies: Mapping[tuple[int | None, int, str], Counter[str]]
) -> None:
    rows = {
        (row.season_id, row.player_id, row.variety_key): row
        for row in Tally.objects.filter(
            _among(key[0] for key in tallies), player__in={key[1] for key in tallies}
        )
    }
    changed, made, emptied = [], [], []
    for key, counts in tallies.items():
        row = rows.get(key)
        before = {} if row is None else {name: exact(n) for name, n in row.counts.items()}
        after = {
            name: total
            for name in before.keys() | counts.keys()
            if (total := before.get(name, 0) + counts[name])
        }
        kept = {name: plain(total) for name, total in sorted(after.items())}
        if row is None:
            made.append(Tally(club_id=club_id, season_id=key[0], player_id=key[1],
                              variety_key=key[2], counts=kept))  # fmt: skip
        elif kept:
            row.counts = kept
            changed.append(row)
        else:
            emptied.append(row.pk)
    _write(Tally, changed, made, emptied, ("counts",))


def _store_standings(standings: Mapping[tuple[int, int], _Record]) -> None:
    rows = {
        (row.season_id, row.player_id): row
        for row in Standing.objects.filter(
            season__in={key[0] for key in standings}, player__in={key[1] for key in standings}
        )
    }
    changed, made, emptied = [], [], []
    for key, record in standings.items():
        row = rows.get(key) or Standing(season_id=key[0], player_id=key[1])
        row.games += record.games
        row.places = _with_places(row.places, record.places)
        row.total, row.unit = whole(Fraction(row.total, row.unit) + record.total)
        if row._state.adding:
            made.append(row)
        elif row.games:
            changed.append(row)
        else:
            emptied.append(row.pk)
    _write(Standing, changed, made, emptied, ("games", "places", "total", "unit"))


def _with_places(before: Sequence[int], counts: Mapping[int, int]) -> list[int]:
    longest = max([len(before), *counts])
    places = [
        (before[place] if place < len(before) else 0) + counts.get(place + 1, 0)
        for place in range(longest)
    ]
    while places and not places[-1]:
        places.pop()
    return places


def _store_meetings(meetings: Mapping[tuple[int | None, int, int], _Against]) -> None:
    rows = {
        (row.season_id, row.player_id, row.other_id): row
        for row in Meeting.objects.filter(
            _among(key[0] for key in meetings),
            player__in={key[1] for key in meetings},
            other__in={key[2] for key in meetings},
        )
    }
    changed, made, emptied = [], [], []
    for key, against in meetings.items():
        row = rows.get(key) or Meeting(season_id=key[0], player_id=key[1], other_id=key[2])
        row.games += against.games
        row.ahead += against.ahead
        row.total, row.unit = whole(Fraction(row.total, row.unit) + against.total)
        if row._state.adding:
            made.append(row)
        elif row.games:
            changed.append(row)
        else:
            emptied.append(row.pk)
    _write(Meeting, changed, made, emptied, ("games", "ahead", "total", "unit"))


def _write(
    model: Any, changed: list[Any], made: list[Any], emptied: list[int], fields: Sequence[str]
) -> None:
    if changed:
        model.objects.bulk_update(changed, fields, batch_size=BATCH)
    if made:
        model.objects.bulk_create(made, batch_size=BATCH)
    if emptied:
        model.objects.filter(pk__in=emptied).delete()


# -- what is looked up --------------------------------------------------------------------------


def _refresh(season: Season, players: Sequence[int], moments: Collection[datetime]) -> None:
    """Look up anew what is no sum, where games of these moments have changed; none: where any
    may have."""
    rows = list(Standing.objects.filter(season=season, player__in=players))
    varieties = set(season.editions.values_list("variety_key", flat=True))
    runs = season.ranking == Season.Ranking.STREAK
    if runs and rows and not moments:
        _sum_runs(season, players)
    for row in rows:
        if runs and moments:
            _store_runs(season, row.player_id, moments)
        _look_up(season, row)
        row.best_score = _best_score(season, row.player_id, varieties)
    Standing.objects.bulk_update(rows, LOOKED_UP, batch_size=BATCH)


LOOKED_UP = (
    "ranked", "ranked_unit", "best_score", "last_places", "day", "before", "before_unit",
    "before_games", "before_firsts",
)  # fmt: skip


def _lines(season: Season, player_id: int) -> Any:
    """A player's games that count, the newest first."""
    found = Result.objects.filter(season=season, player=player_id, played__isnull=False)
    return found.order_by("-played", "-game_id")


def _best_score(season: Season, player_id: int, varieties: Iterable[str]) -> int | None:
    """Variety by variety, for so the index has it."""
    feats = Feat.objects.filter(season=season, player=player_id, kind=SCORE).order_by("-figure")
    best = [feats.filter(variety_key=key).values_list("figure", flat=True)[:1] for key in varieties]
    return max((figure for found in best for figure in found), default=None)


def _look_up(season: Season, row: Standing) -> None:
    """Four queries at most."""
    latest = list(_lines(season, row.player_id).values_list("place", "played")[:LAST])
    row.last_places = [place for place, _ in latest[::-1]]
    row.day = timezone.localtime(latest[0][1]).date()
    today = _lines(season, row.player_id).filter(played__gte=_begins(row.day)).order_by()
    points = Sum("points")
    there = today.aggregate(n=Count("pk"), sum=points, firsts=Count("pk", filter=Q(place=1)))
    row.before_games = row.games - there["n"]
    row.before_firsts = (row.places or [0])[0] - there["firsts"]
    total = Fraction(row.total, row.unit)
    row.ranked, row.ranked_unit = _pair(_ranked(season, row.player_id, total))
    before = total - Fraction(there["sum"], season.unit)
    row.before, row.before_unit = _pair(
        _ranked(season, row.player_id, before, _begins(row.day)) if row.before_games else None
    )


def _begins(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time()))


def _pair(figure: Fraction | None) -> tuple[int | None, int]:
    return (None, 1) if figure is None else whole(figure)


def _ranked(
    season: Season, player_id: int, total: Fraction, until: datetime | None = None
) -> Fraction | None:
    """The sum a player is ranked by: of all games, the best ones, or the best run."""
    if season.ranking not in (Season.Ranking.BEST, Season.Ranking.STREAK):
        return total
    lines = Result.objects.filter(season=season, player=player_id, played__isnull=False)
    if until is not None:
        lines = lines.filter(played__lt=until)
    if season.ranking == Season.Ranking.STREAK:
        runs = lines.filter(run__isnull=False).order_by("-run")
        run = runs.values_list("run", flat=True).first()
        return None if run is None else Fraction(run, season.unit)
    best = lines.order_by("-points").values_list("points", flat=True)[: season.ranking_n or 1]
    return Fraction(sum(points or 0 for points in best), season.unit)


def _store_runs(season: Season, player_id: int, moments: Collection[datetime]) -> None:
    """Work out the runs that games of these moments are part of."""
    lines = _lines(season, player_id).only("played", "points", "run")
    before = (season.ranking_n or 1) - 1
    for moment in moments:
        earlier = list(lines.filter(played__lt=moment)[:before])[::-1]
        there = list(lines.filter(played=moment))[::-1]
        later = list(lines.filter(played__gt=moment).reverse()[:before])
        _store_runs_of(season, [*earlier, *there, *later], len(earlier))


def _store_runs_of(season: Season, rows: Sequence[Result], first: int) -> None:
    """The runs that end with the rows from ``first`` on."""
    length, changed = season.ranking_n or 1, []
    sums = [0, *accumulate(row.points or 0 for row in rows)]
    for end in range(first + 1, len(rows) + 1):
        row, run = rows[end - 1], sums[end] - sums[end - length] if end >= length else None
        if row.run != run:
            row.run = run
            changed.append(row)
    update_many(changed, ("run",))


def _sum_runs(season: Season, players: Collection[int]) -> None:
    """Work out all runs of these players in one statement: the database adds up along the games of
    each, and writes what differs."""
    length = season.ranking_n or 1
    along: dict[str, Any] = {
        "partition_by": F("player"),
        "order_by": (F("played").asc(), F("game").asc()),
        "frame": RowRange(start=1 - length, end=0),
    }
    games = Result.objects.filter(season=season, player__in=players, played__isnull=False)
    n, total = Window(Count("pk"), **along), Window(Sum("points"), **along)
    sums = games.order_by().annotate(result=F("pk"), n=n, sum=total).values("result", "n", "sum")
    found, given = sums.query.sql_with_params()
    table = connection.ops.quote_name(Result._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(RUNS.format(table=table, found=found), (length, *given, length, length))


RUNS = """
    UPDATE {table} SET run = CASE WHEN found.n = %s THEN found.sum END FROM ({found}) found
    WHERE {table}.id = found.result AND CASE
        WHEN {table}.run IS NULL THEN found.n = %s ELSE found.n < %s OR {table}.run <> found.sum
    END
"""
"""Only a run of so many games is one; a shorter one at the beginning is none."""


# -- from scratch -------------------------------------------------------------------------------


@transaction.atomic
def rebuild(
    club: Club, *, season: Season | None = None, players: Collection[int] | None = None
) -> None:
    """Make standings, tallies and meetings anew from the results: of one season, or of some
    players (after two were merged), or of everything."""
    hold(club.pk)
    rows = Result.objects.filter(game__club=club, played__isnull=False)
    if season is not None:
        rows = rows.filter(season=season)
    if players is not None:
        rows = rows.filter(game__results__player__in=players).distinct()
    _clear(club, season, players)
    units = dict(club.seasons.values_list("pk", "unit"))
    sums = Sums(only=players)
    in_order = rows.order_by("game_id", "seat").select_related("game").only(*SUMMED)
    for _, group in groupby(in_order.iterator(2000), key=lambda row: row.game_id):
        game = list(group)
        sums.add(game[0].game.variety_key, game, units.get(game[0].season_id or 0, 1))
    _store(club.pk, sums)
    found = {item.pk: item for item in club.seasons.all()}
    if players is None:
        _count_tables([season] if season is not None else found.values())
    for season_id, people in _by_season(sums).items():
        _refresh(found[season_id], people, ())


SUMMED = (
    "season_id", "player_id", "place", "total", "unit", "points", "played", "counts",
    "game__variety_key",
)  # fmt: skip
"""What of a result is summed up: a game's rules and more would be read with each of its rows."""


def _count_tables(seasons: Iterable[Season]) -> None:
    for season in seasons:
        season.tables = season.games.filter(finished=True, voided=None).count()
        Season.objects.filter(pk=season.pk).update(tables=season.tables)


def _clear(club: Club, season: Season | None, players: Collection[int] | None) -> None:
    tallies = Tally.objects.filter(club=club)
    standings = Standing.objects.filter(season__club=club)
    meetings = Meeting.objects.filter(player__club=club)
    if season is not None:
        tallies, standings = tallies.filter(season=season), standings.filter(season=season)
        meetings = meetings.filter(season=season)
    if players is not None:
        tallies, standings = (
            tallies.filter(player__in=players),
            standings.filter(player__in=players),
        )
        meetings = meetings.filter(Q(player__in=players) | Q(other__in=players))
    for rows in (tallies, standings, meetings):
        rows.delete()


@transaction.atomic
def revalue(season: Season) -> None:
    """The season counts by other points: say anew what every game in it is worth, then all that
    follows. Few statements do it, for they change every result."""
    counted = season.results.filter(played__isnull=False)
    season.unit = 1
    if season.place_points is None:
        _count_totals(season, counted)
    else:
        _count_places(season, counted, season.place_points)
    season.save(update_fields=("unit",))
    _sum_anew(season, counted)
    rerank(season)


@transaction.atomic
def rerank(season: Season) -> None:
    """The season ranks by something else, by the same points."""
    if season.ranking != Season.Ranking.STREAK:
        season.results.filter(run__isnull=False).update(run=None)
    _refresh(season, list(season.standings.values_list("player", flat=True)), ())


def _count_totals(season: Season, counted: QuerySet[Result]) -> None:
    units = set(counted.order_by().values_list("unit", flat=True).distinct())
    season.unit = lcm(1, *units)
    for unit in units:
        counted.filter(unit=unit).update(points=F("total") * (season.unit // unit))


def _count_places(
    season: Season, counted: QuerySet[Result], tables: Mapping[str, Sequence[int]]
) -> None:
    """By place and number of players; then, one by one, the games in which a place is shared."""
    counted.update(points=None)
    for count, table in tables.items():
        more = Result.objects.filter(game=OuterRef("game"), seat__gte=int(count))
        last = Result.objects.filter(game=OuterRef("game"), seat=int(count) - 1)
        of_size = counted.filter(Exists(last), ~Exists(more))
        for place, points in enumerate(table, 1):
            of_size.filter(place=place).update(points=points)
    other = counted.filter(points=None).first()
    if other is not None:
        points_of(season, other, list(other.game.results.all()))
    places = counted.order_by().values("game", "place").annotate(n=Count("pk"))
    shared = set(places.filter(n__gt=1).values_list("game", flat=True))
    for at in range(0, len(shared), BATCH):
        _count_shared(season, sorted(shared)[at : at + BATCH])


def _count_shared(season: Season, games: Sequence[int]) -> None:
    rows = list(season.results.filter(game__in=games).order_by("game_id", "seat"))
    worth: list[Fraction] = []
    for _, group in groupby(rows, key=lambda row: row.game_id):
        table = list(group)
        worth += [points_of(season, row, table) for row in table]
    _refine(season, (points.denominator for points in worth))
    for row, points in zip(rows, worth, strict=True):
        row.points = int(points * season.unit)
    Result.objects.bulk_update(rows, ("points",), batch_size=BATCH)


def _sum_anew(season: Season, counted: QuerySet[Result]) -> None:
    """Totals of players, and of each against each other, from the points."""
    totals = dict(counted.order_by().values_list("player").annotate(Sum("points")))
    standings = list(season.standings.all())
    for row in standings:
        row.total, row.unit = whole(Fraction(totals[row.player_id] or 0, season.unit))
    Standing.objects.bulk_update(standings, ("total", "unit"), batch_size=BATCH)
    pairs = counted.order_by().values_list("player", "game__results__player")
    against = {(one, two): points for one, two, points in pairs.annotate(Sum("points"))}
    meetings = list(season.meetings.all())
    for meeting in meetings:
        points = against[meeting.player_id, meeting.other_id]
        meeting.total, meeting.unit = whole(Fraction(points or 0, season.unit))
    Meeting.objects.bulk_update(meetings, ("total", "unit"), batch_size=BATCH)
