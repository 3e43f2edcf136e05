"""A club night as its pages show it: the list, the board of its tables, the draw."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet, Sum
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from scoring.game import Score, State
from scoring.words import listed
from sessions.models import Club, Draw, Evening, Game, Player
from sessions.selectors.clock import MINUTE, Clock, read_clock
from sessions.services.amounts import exact
from sessions.services.turns import free_tables


def evenings(club: Club, *, public_only: bool = False, deleted: bool = False) -> QuerySet[Evening]:
    """A club's evenings, newest first, with ``tables`` and ``people``: how many there were; or
    those that were taken off the list. One query."""
    found = Evening.objects.filter(club=club, deleted__isnull=not deleted).select_related("season")
    if public_only:
        found = found.filter(season__public=True, season__deleted=None)
    return found.annotate(
        tables=Count("games", filter=Q(games__voided=None), distinct=True),
        people=Count("guests", distinct=True),
    )


def title(evening: Evening) -> str:
    """What an evening is called: its name, else its day."""
    return evening.name or date_format(evening.day, gettext("D j M"))


def in_a_line(evening: Evening) -> str:
    """One of ``evenings`` in a line of the list: "November night" needs its day, a day does not."""
    facts = [date_format(evening.day, gettext("j F Y"))] if evening.name else []
    facts += [
        ngettext("{n} table", "{n} tables", evening.tables).format(n=evening.tables),  # type: ignore[attr-defined]
        ngettext("{n} guest", "{n} guests", evening.people).format(n=evening.people),  # type: ignore[attr-defined]
    ]
    if evening.season:
        facts.append(evening.season.name)
    return listed(facts, gettext)


def mark(evening: Evening) -> str:
    """Changes with whatever the board shows. One query."""
    found = evening.games.aggregate(pulse=Sum("pulse"), n=Count("pk"), void=Count("voided"))
    return f"{evening.pulse}-{found['n']}-{found['void']}-{found['pulse'] or 0}"


@dataclass(frozen=True, slots=True)
class Sitter:
    name: str
    wind: str
    dealer: bool
    score: Score
    place: int


@dataclass(frozen=True, slots=True)
class TableView:
    """One table of the board. ``state`` is ``playing``, ``over`` or ``void``."""

    game: Game
    turn: int
    number: int
    state: str
    round: str
    sitters: tuple[Sitter, ...]
    extra: int = 0
    """Minutes that its own clock has more, or less, than the evening's."""

    @property
    def waits(self) -> bool:
        """Nothing was recorded yet."""
        return self.state == "playing" and not self.game.hands


@dataclass(frozen=True, slots=True)
class DrawView:
    """A draw by names. ``tables``: by table its number, and by seat the wind, player and name."""

    draw: Draw
    tables: tuple[tuple[int, tuple[tuple[str, int, str], ...]], ...]
    resting: tuple[tuple[int, str], ...]

    def everybody(self) -> list[tuple[int, str]]:
        sit = [(player, name) for _, table in self.tables for _, player, name in table]
        return [*sit, *self.resting]


@dataclass(frozen=True, slots=True)
class NightBoard:
    """Everything on the board. ``now`` are the tables of the last turn and those of earlier ones
    that still go on; ``earlier`` the others."""

    evening: Evening
    title: str
    mark: str
    now: tuple[TableView, ...]
    earlier: tuple[TableView, ...]
    waiting: Draw | None
    """A draw whose tables are not started."""
    turn: int
    clock: Clock | None
    free: tuple[str, ...]
    """Who is there and sits at no table."""
    here: int

    @property
    def playing(self) -> int:
        return sum(table.state == "playing" for table in self.now)


def night_board(evening: Evening) -> NightBoard:
    """The board, in eight queries however many tables there are."""
    rows = ("seats__player", "substitutions__player", "results")
    games = list(evening.games.order_by("-draw", "table_number", "pk").prefetch_related(*rows))
    clock = read_clock(evening.clock)
    tables = [_table(game, clock) for game in games]
    turns = list(evening.draws.all())
    turn = max((draw.number for draw in turns if draw.started), default=0)
    now = [t for t in tables if t.state == "playing" or (t.turn == turn and t.state == "over")]
    guests = list(evening.guests.filter(went=None).order_by("pk").select_related("player"))
    busy = {player for game in games for player in _busy(game)}
    return NightBoard(
        evening=evening,
        title=title(evening),
        mark=mark(evening),
        now=tuple(sorted(now, key=lambda table: (table.number, -table.turn))),
        earlier=tuple(table for table in tables if table not in now),
        waiting=next((draw for draw in turns if not draw.started), None),
        turn=turn,
        clock=clock,
        free=tuple(guest.player.name for guest in guests if guest.player_id not in busy),
        here=len(guests),
    )


def _busy(game: Game) -> Iterable[int]:
    if game.finished or game.voided or game.status != Game.Status.OPEN:
        return ()
    sit = [row.player_id for row in game.seats.all()]
    return sit + [row.player_id for row in game.substitutions.all()]


def _table(game: Game, clock: Clock | None) -> TableView:
    variety, scores = game.variety, [exact(score) for score in game.scores]
    state = State(game.wind, game.hand_number, game.honba, game.sticks, tuple(scores), game.hands)
    over = game.finished or game.status == Game.Status.CLOSED
    places = {row.seat: row.place for row in game.results.all()}
    if not places:
        places = dict(enumerate(variety.places(game.frozen_rules(), scores)))
    names = {row.index: row.player.name for row in game.seats.all()}
    names |= {row.seat: row.player.name for row in game.substitutions.all()}
    return TableView(
        game=game,
        turn=game.draw or 0,
        number=game.table_number or 0,
        state="void" if game.voided else "over" if over else "playing",
        round="" if over else variety.round_mark(state, gettext),
        sitters=tuple(
            Sitter(
                name=names.get(seat, ""),
                wind=variety.wind_name(seat if over else state.seat_wind(seat), gettext),
                dealer=not over and seat == state.dealer,
                score=score,
                place=places[seat],
            )
            for seat, score in enumerate(scores)
        ),
        extra=0 if over else _extra(game, clock),
    )


def _extra(game: Game, clock: Clock | None) -> int:
    own = read_clock(game.clock)
    if own is None or clock is None:
        return 0
    return round((own.remaining - clock.remaining) / MINUTE)


def drawn(draw: Draw, game: Game) -> DrawView | None:
    """A draw with its names; ``game`` is a table as it will be started, and there is none where its
    rules by now want other tables. Two queries."""
    seats = winds(game)
    if any(len(table) != len(seats) for table in draw.tables):
        return None
    ids = [*draw.resting, *(player for table in draw.tables for player in table)]
    names = dict(Player.objects.filter(pk__in=ids).values_list("pk", "name"))
    numbers = free_tables(draw.evening, len(draw.tables))
    return DrawView(
        draw=draw,
        tables=tuple(
            (
                number,
                tuple(
                    (wind, player, names.get(player, "?"))
                    for wind, player in zip(seats, table, strict=True)
                ),
            )
            for number, table in zip(numbers, draw.tables, strict=True)
        ),
        resting=tuple((player, names.get(player, "?")) for player in draw.resting),
    )


def winds(game: Game) -> tuple[str, ...]:
    """The seats of a table by their winds."""
    variety = game.variety
    seats = variety.players(game.frozen_rules())
    return tuple(variety.wind_name(seat, gettext) for seat in range(seats))
