"""What a player has done: in one season, or in all of a club's together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.db.models import Q, QuerySet, Sum
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext

from scoring import figures
from scoring.game import Score
from scoring.statistics import DEALS, HAND, LIMIT, Rate, Statistics
from scoring.varieties import variety
from scoring.words import listed
from sessions import plots
from sessions.models import Club, Feat, Meeting, Player, Rating, Result, Season, Tally
from sessions.plots import Bar, LinePlot
from sessions.services.amounts import exact
from sessions.services.standings import SCORE

LATEST = 24
"""So many games the plots go back; the sums go back to the first."""
LISTED = 10
"""So many games and opponents are listed at first."""
BEST = 5
TOP = 10
MOST_LIMITS = 50
SEATS = 4


@dataclass(frozen=True, slots=True)
class Played:
    """A game in the list: when, with whom, what came of it, and what it all came to by then."""

    code: str
    when: datetime
    place: int
    score: Score
    worth: Fraction
    after: Fraction
    tenths: bool

    @property
    def shown(self) -> str:
        return shown(self.worth, self.tenths)


@dataclass(frozen=True, slots=True)
class Opponent:
    player: Player
    games: int
    ahead: int
    total: Fraction
    tenths: bool

    @property
    def shown(self) -> str:
        return shown(self.total, self.tenths)


@dataclass(frozen=True, slots=True)
class Fact:
    """A figure with what it is; how many it is made of, where that is worth knowing."""

    label: str
    value: str
    out_of: str = ""


@dataclass(frozen=True, slots=True)
class Memory:
    """A feat in words."""

    text: str
    code: str
    when: datetime | None
    player: Player
    round: int | None


@dataclass(frozen=True, slots=True)
class Career:
    """Everything on a player's page. ``total`` is of the games alone, bonuses apart."""

    player: Player
    season: Season | None
    variety_key: str
    varieties: tuple[tuple[str, str], ...]
    games: int
    total: Fraction
    places: tuple[Bar, ...]
    average_place: str
    by_seat: tuple[tuple[str, int, str, str], ...]
    facts: tuple[Fact, ...]
    charts: tuple[tuple[str, tuple[Bar, ...]], ...]
    latest: tuple[Played, ...]
    tables: Mapping[str, tuple[str, ...]]
    """Who else sat there, by the code of the game."""
    points_plot: LinePlot | None
    rating: int | None
    rating_plot: LinePlot | None
    opponents: tuple[Opponent, ...]
    more: bool
    """Whether not all opponents, or not all of the latest games, are listed."""
    best_hands: tuple[Memory, ...]
    deals: tuple[Memory, ...]
    limits: tuple[Memory, ...]

    tenths: bool
    """Whether points are written with a decimal, as these games' totals are."""

    @property
    def shown_total(self) -> str:
        return shown(self.total, self.tenths)


def career(
    club: Club,
    player: Player,
    season: Season | None,
    wanted: str = "",
    *,
    everything: bool = False,
) -> Career:
    """A player's page, in a fixed number of queries. ``wanted``: the variety to show statistics
    of; else the one played most. ``everything``: all opponents and all of the latest games."""
    tallies = _tallies(player, season)
    key = (
        wanted if wanted in tallies else max(tallies, key=lambda k: _games(tallies[k]), default="")
    )
    counted = tallies.get(key, Counter())
    results = _results(player, season, key)
    total = _total(player, season, key)
    tenths = any(row.unit != 1 for row in results) if season is None else season.unit != 1
    latest = _latest(results, season, total, tenths)
    rating, rating_plot = _rating(club, player, key)
    opponents = _opponents(player, season, tenths, None if everything else LISTED + 1)
    most = MOST_LIMITS if everything else BEST
    shown = variety(key).statistics(counted, gettext) if key else Statistics(())
    return Career(
        player=player,
        season=season,
        variety_key=key,
        varieties=tuple((k, gettext(variety(k).name)) for k in sorted(tallies)),
        games=_games(counted),
        total=total,
        places=tuple(_places(counted)),
        average_place=_average_place(counted),
        by_seat=tuple(_by_seat(counted, key)),
        facts=tuple(_facts(shown.rates)),
        charts=tuple(
            (chart.title, tuple(plots.bars(chart.bars, chart.whole)))
            for chart in shown.charts
            if chart.bars
        ),
        latest=latest[::-1] if everything else latest[: -LISTED - 1 : -1],
        tables=_tables(results if everything else results[-LISTED:], player),
        points_plot=_points_plot(club, latest),
        rating=rating,
        rating_plot=rating_plot,
        opponents=tuple(opponents if everything else opponents[:LISTED]),
        more=not everything and max(len(latest), len(opponents)) > LISTED,
        best_hands=tuple(memories(_feats(player, season, key, HAND)[:BEST])),
        deals=tuple(memories(_feats(player, season, key, DEALS)[:1])),
        limits=tuple(memories(_feats(player, season, key, LIMIT)[:most])),
        tenths=tenths,
    )


# -- sums ---------------------------------------------------------------------------------------


def _tallies(player: Player, season: Season | None) -> dict[str, Counter[str]]:
    """Counts by variety; over all seasons that are there and games outside of any."""
    rows = Tally.objects.filter(_in(season), player=player).order_by("variety_key")
    found: dict[str, Counter[str]] = {}
    for key, counts in rows.values_list("variety_key", "counts"):
        tally = found.setdefault(key, Counter())
        for name, count in counts.items():
            tally[name] += exact(count)  # type: ignore[assignment]
    return found


def _in(season: Season | None) -> Q:
    """Rows of a season, or of all that are not taken off the list."""
    if season is not None:
        return Q(season=season)
    return Q(season=None) | Q(season__deleted=None)


def _games(counted: Mapping[str, Score]) -> int:
    return sum(_by_place(counted, "place:").values())


def _by_place(counted: Mapping[str, Score], prefix: str) -> dict[int, int]:
    """How often each place."""
    start = len(prefix)
    return {
        int(key[start:]): int(count) for key, count in counted.items() if key.startswith(prefix)
    }


def _places(counted: Mapping[str, Score]) -> Iterable[Bar]:
    places = _by_place(counted, "place:")
    last = max(places, default=0)
    found = [(place_name(n), places.get(n, 0)) for n in range(1, last + 1)]
    return plots.bars(found, sum(places.values()))


def place_name(place: int) -> str:
    """1st, 2nd, 3rd, 4th"""
    return (gettext("1st"), gettext("2nd"), gettext("3rd"), gettext("4th"))[place - 1]


def _average_place(counted: Mapping[str, Score], prefix: str = "place:") -> str:
    places = _by_place(counted, prefix)
    games = sum(places.values())
    if not games:
        return ""
    return figures.decimal(Fraction(sum(p * n for p, n in places.items()), games), 2)


def _by_seat(counted: Mapping[str, Score], key: str) -> Iterable[tuple[str, int, str, str]]:
    """Each starting seat: its wind, games, average place, share of firsts."""
    for seat in range(SEATS):
        places = _by_place(counted, f"seat:{seat}:place:")
        games = sum(places.values())
        if games:
            wind = variety(key).wind_name(seat, gettext)
            average = _average_place(counted, f"seat:{seat}:place:")
            yield wind, games, average, figures.share(places.get(1, 0), games)


def _facts(rates: Iterable[Rate]) -> Iterable[Fact]:
    for rate in rates:
        if not rate.whole:
            continue
        part, whole = figures.score(rate.part), figures.score(rate.whole)
        if rate.mean:
            value = figures.decimal(Fraction(rate.part) / Fraction(rate.whole), 0)
            if Fraction(rate.part) < 100 * Fraction(rate.whole):
                value = figures.decimal(Fraction(rate.part) / Fraction(rate.whole), 1)
            yield Fact(rate.label, value)
        else:
            out_of = gettext("{part} of {whole}").format(part=part, whole=whole)
            yield Fact(rate.label, figures.share(rate.part, rate.whole), out_of)


# -- games --------------------------------------------------------------------------------------


def _results(player: Player, season: Season | None, key: str) -> list[Result]:
    """The latest games that count, oldest first: of the season, or of the variety."""
    rows = Result.objects.filter(player=player, played__isnull=False)
    if season is not None:
        rows = rows.filter(season=season)
    else:
        rows = rows.filter(_in(None), game__variety_key=key)
    rows = rows.select_related("game").only(*OF_RESULT)
    return list(rows.order_by("-played", "-game_id")[:LATEST])[::-1]


OF_RESULT = (
    "place", "score", "score_unit", "total", "unit", "points", "played", "game__code",
    "game__created",
)  # fmt: skip


def _tables(results: Sequence[Result], player: Player) -> dict[str, tuple[str, ...]]:
    """Who else sat at these tables, by the games' codes."""
    rows = Result.objects.filter(game__in=[row.game_id for row in results]).exclude(player=player)
    found: dict[str, list[str]] = {}
    for code, name in rows.order_by("seat").values_list("game__code", "player__name"):
        found.setdefault(code, []).append(name)
    return {code: tuple(names) for code, names in found.items()}


def _total(player: Player, season: Season | None, key: str) -> Fraction:
    """What all games came to: in the season's points, or in those of the variety."""
    if season is not None:
        row = season.standings.filter(player=player).first()
        return Fraction(row.total, row.unit) if row else Fraction(0)
    rows = Result.objects.filter(_in(None), player=player, played__isnull=False)
    sums = rows.filter(game__variety_key=key).order_by().values("unit").annotate(sum=Sum("total"))
    return sum((Fraction(row["sum"], row["unit"]) for row in sums), Fraction(0))


def worth_of(result: Result, season: Season | None) -> Fraction:
    """A game's points: the season's, or its own total."""
    if season is None:
        return Fraction(result.total, result.unit)
    return Fraction(result.points or 0, season.unit)


def _latest(
    results: Sequence[Result], season: Season | None, total: Fraction, tenths: bool
) -> tuple[Played, ...]:
    after = total - sum((worth_of(row, season) for row in results), Fraction(0))
    found = []
    for row in results:
        worth = worth_of(row, season)
        after += worth
        score = Fraction(row.score, row.score_unit)
        when = row.played or row.game.created
        found.append(Played(row.game.code, when, row.place, score, worth, after, tenths))
    return tuple(found)


def _points_plot(club: Club, latest: Sequence[Played]) -> LinePlot | None:
    if len(latest) < 2:
        return None
    return plots.line(
        [latest[0].after - latest[0].worth, *(game.after for game in latest)],
        [_told(game) for game in latest],
        [game_url(club, game.code) for game in latest],
        (_day(latest[0].when), _day(latest[-1].when)),
        shown(latest[-1].after, latest[-1].tenths),
    )


def game_url(club: Club, code: str) -> str:
    return reverse("club:game", args=(club.slug, code))


def shown(points: Fraction, tenths: bool) -> str:
    """Points of a game or a total: +40.2; whole ones as they are where all are whole."""
    if tenths or points.denominator != 1:
        return figures.points(points * 1000, 1000)
    return figures.signed(points)


def _told(game: Played) -> str:
    """A point of the plot in words."""
    facts = [_day(game.when), place_name(game.place), game.shown]
    return listed([*facts, "= " + shown(game.after, game.tenths)], gettext)


def _day(when: datetime) -> str:
    return date_format(localtime(when), gettext("j M"))


# -- ratings ------------------------------------------------------------------------------------


def _rating(club: Club, player: Player, key: str) -> tuple[int | None, LinePlot | None]:
    rows = Rating.objects.filter(player=player, variety_key=key).order_by("-played", "-number")
    latest = list(rows.values_list("played", "mean", "game__code")[:LATEST])[::-1]
    if not latest:
        return None, None
    means = [round(mean) for _, mean, _ in latest]
    if len(latest) < 2:
        return means[-1], None
    days = [_day(played) for played, _, _ in latest]
    plot = plots.line(
        means,
        [listed([day, figures.score(n)], gettext) for day, n in zip(days, means, strict=True)],
        [game_url(club, code) for _, _, code in latest],
        (days[0], days[-1]),
        figures.score(means[-1]),
        from_zero=False,
    )
    return means[-1], plot


# -- others -------------------------------------------------------------------------------------


def _opponents(
    player: Player, season: Season | None, tenths: bool, most: int | None
) -> list[Opponent]:
    """Who was met at a table, the most often first: ``most`` of them, or all. In two queries."""
    meetings = Meeting.objects.filter(_in(season), player=player)
    met = meetings.values("other").annotate(times=Sum("games"))
    first = met.order_by("-times", "other__name", "other")[:most]
    found: dict[int, Opponent] = {}
    rows = meetings.filter(other__in=[one["other"] for one in first])
    for row in rows.select_related("other"):
        before = found.get(row.other_id) or Opponent(row.other, 0, 0, Fraction(0), tenths)
        found[row.other_id] = Opponent(
            row.other,
            before.games + row.games,
            before.ahead + row.ahead,
            before.total + Fraction(row.total, row.unit),
            tenths,
        )
    return sorted(found.values(), key=lambda other: (-other.games, other.player.name))


# -- feats --------------------------------------------------------------------------------------


def _feats(player: Player, season: Season | None, key: str, kind: str) -> QuerySet[Feat]:
    rows = Feat.objects.filter(_in(season), player=player, variety_key=key, kind=kind)
    return remembered(rows)


def remembered(feats: QuerySet[Feat]) -> QuerySet[Feat]:
    """The greatest first, with what ``memories`` tells of them."""
    rows = feats.select_related("game", "player").only(*OF_FEAT)
    return rows.order_by("-figure", "pk")


OF_FEAT = (
    "variety_key", "kind", "figure", "data", "round", "game__code", "game__played", "player__name",
)  # fmt: skip


def memories(feats: Iterable[Feat]) -> list[Memory]:
    """Feats in words; their game and player are fetched with them."""
    return [
        Memory(
            text=variety(feat.variety_key).feat_text(feat.kind, feat.figure, feat.data, gettext)
            if feat.kind != SCORE
            else figures.score(feat.figure),
            code=feat.game.code,
            when=feat.game.played,
            player=feat.player,
            round=feat.round,
        )
        for feat in feats
    ]


@dataclass(frozen=True, slots=True)
class Records:
    """The records of one variety."""

    key: str
    name: str
    hands: tuple[Memory, ...]
    scores: tuple[Memory, ...]
    deals: tuple[Memory, ...]
    limits: tuple[Memory, ...]


def records(season: Season, keys: Iterable[str]) -> list[Records]:
    """The biggest hands, the highest scores, the longest deals and the limit hands, in four queries
    a variety."""
    return [
        Records(
            key,
            gettext(variety(key).name),
            hands=_record(season, key, HAND, TOP),
            scores=_record(season, key, SCORE, BEST),
            deals=_record(season, key, DEALS, BEST),
            limits=_record(season, key, LIMIT, MOST_LIMITS),
        )
        for key in keys
    ]


def _record(season: Season, key: str, kind: str, most: int) -> tuple[Memory, ...]:
    rows = Feat.objects.filter(season=season, variety_key=key, kind=kind)
    return tuple(memories(remembered(rows)[:most]))
