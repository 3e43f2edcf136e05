"""The turns of a club night: tables are drawn, put right by hand, and started together."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from django.db import transaction
from django.db.models import Count, F
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from sessions import draws
from sessions.draws import Custom, Past, Table, Turn
from sessions.models import Club, Draw, Evening, Game, Meeting, Player, Seat
from sessions.selectors.standings import table as standings
from sessions.services.document import Document, create, play_document
from sessions.services.evenings import new_table, seats, touch
from sessions.services.links import issue_derived
from sessions.services.night_clock import wind
from sessions.services.refusals import InTheWay, at_tables
from sessions.services.season_games import table_of
from sessions.services.trail import note

TONIGHT = 10_000
"""How much more a meeting of this evening weighs in a draw than one of the season."""

KEYS = ("key_number", "write_hash", "watch_hash", "recovery_hash")
"""What links are checked against."""


class Overtaken(Exception):
    """Someone else has drawn anew, or has started these tables."""


@transaction.atomic
def draw(
    evening: Evening, kind: Draw.Kind, *, custom: Custom = Custom.ORDER, seed: int | None = None
) -> Draw:
    """Draw the next turn from those who are free. It replaces one that was not started.

    ``ScoringError`` at ``kind`` where there are too few, or no game whose end says who goes out.
    """
    touch(evening)
    free = free_players(evening)
    count = seats(evening)
    seed = secrets.randbits(64) if seed is None else seed
    if kind is Draw.Kind.ROTATION:
        turn = _rotation(evening, custom, free)
    elif len(free) < count:
        raise ScoringError("kind", "{n} players are free; a table needs {needed}", n=len(free),
                           needed=count)  # fmt: skip
    else:
        turn = _drawn(evening, kind, free, count, seed)
    evening.draws.filter(started=None).delete()
    return Draw.objects.create(
        evening=evening,
        number=1 + evening.draws.count(),
        kind=kind,
        tables=[list(table) for table in turn.tables],
        resting=list(turn.resting),
    )


def _drawn(evening: Evening, kind: Draw.Kind, free: list[int], count: int, seed: int) -> Turn:
    by_lot = None if kind is Draw.Kind.CHOSEN else seed
    out = draws.resting(free, count, turns(evening), by_lot)
    people = [player for player in free if player not in out]
    if kind is Draw.Kind.RANDOM:
        return Turn(draws.at_random(people, count, seed), out)
    if kind is Draw.Kind.CHOSEN:
        return Turn(draws.in_order(people, count), out)
    past = _past(evening, people)
    if kind is Draw.Kind.BALANCED:
        return Turn(draws.balanced(people, count, past, seed), out)
    by = draws.by_snake if kind is Draw.Kind.SNAKE else draws.by_standing
    return Turn(by(_ranked(evening, people), count, past, seed), out)


def _rotation(evening: Evening, custom: Custom, free: list[int]) -> Turn:
    played = turns(evening)
    if not played:
        raise ScoringError("kind", "draw the first tables another way")
    games = evening.games.filter(draw=len(played), voided=None)
    if playing := at_tables(games.filter(status=Game.Status.OPEN)):
        raise InTheWay("kind", "the games of the last draw are not over yet", playing)
    sat = Seat.objects.filter(game__in=games, game__results__seat=F("index"))
    places = dict(sat.values_list("player", "game__results__place"))
    for table in played[-1].tables:
        for player in table:
            places.setdefault(player, len(table))
    try:
        return draws.rotated(played, custom, places, free)
    except ValueError:
        raise ScoringError("kind", "too few are left for these tables: draw another way") from None


def free_players(evening: Evening) -> list[int]:
    """The guests who are there and sit at no table that goes on, in the order they came."""
    playing = evening.games.filter(finished=False, status=Game.Status.OPEN, voided=None)
    busy = set(playing.values_list("seats__player", flat=True))
    busy |= set(playing.values_list("substitutions__player", flat=True))
    here = evening.guests.filter(went=None).order_by("pk").values_list("player", flat=True)
    return [player for player in here if player not in busy]


def free_tables(evening: Evening, count: int) -> list[int]:
    """The lowest numbers of tables at which nobody plays."""
    playing = evening.games.filter(finished=False, status=Game.Status.OPEN, voided=None)
    taken = set(playing.values_list("table_number", flat=True))
    return [number for number in range(1, count + len(taken) + 1) if number not in taken][:count]


def turns(evening: Evening) -> list[Turn]:
    """The evening so far."""
    rows = evening.draws.filter(started__isnull=False).order_by("number")
    return [
        Turn(tuple(tuple(table) for table in tables), tuple(resting))
        for tables, resting in rows.values_list("tables", "resting")
    ]


def _past(evening: Evening, people: Sequence[int]) -> Past:
    """What these have played with each other: this evening, and, weighing less, in the season."""
    tonight = Past.of(turns(evening))
    met = Counter({both: times * TONIGHT for both, times in tonight.met.items()})
    meetings = Meeting.objects.filter(season=evening.season, player__in=people, other__in=people)
    for player, other, times in meetings.values_list("player", "other", "games"):
        if player < other:
            met[player, other] += times
    sat = Counter(dict(tonight.sat))
    if evening.season is not None:
        games = Game.objects.filter(season=evening.season, voided=None).exclude(evening=evening)
        begun = Seat.objects.filter(game__in=games, player__in=people).order_by()
        for player, seat, often in begun.values_list("player", "index").annotate(Count("pk")):
            sat[player, seat] += often
    return Past(met, sat)


def _ranked(evening: Evening, people: Sequence[int]) -> list[int]:
    """These people, first whoever stands first: in the season, else this evening so far."""
    if evening.season is not None:
        lines = standings(evening.season).lines
        order = {line.player.pk: number for number, line in enumerate(lines)}
        return sorted(people, key=lambda player: order.get(player, len(order)))
    figures: dict[int, Fraction] = {}
    rows = evening.games.filter(voided=None, results__player__in=people)
    for player, total, unit in rows.values_list(
        "results__player", "results__total", "results__unit"
    ):
        figures[player] = figures.get(player, Fraction(0)) + Fraction(total, unit)
    last = min(figures.values(), default=Fraction(0)) - 1
    return sorted(people, key=lambda player: -figures.get(player, last))


@transaction.atomic
def swap(drawn: Draw, one: int, other: int) -> None:
    """Two who were drawn change places, at tables or with one who sits out. ``Overtaken``;
    ``ScoringError`` at ``other``."""
    touch(drawn.evening)
    waiting = Draw.objects.filter(pk=drawn.pk, started=None).first()
    if waiting is None:
        raise Overtaken
    everybody = [*waiting.resting, *(player for table in waiting.tables for player in table)]
    if one == other or not {one, other} <= set(everybody):
        raise ScoringError("other", "choose two of those who were drawn")
    trade = {one: other, other: one}
    waiting.tables = [[trade.get(p, p) for p in table] for table in waiting.tables]
    waiting.resting = [trade.get(p, p) for p in waiting.resting]
    waiting.kind = Draw.Kind.CHOSEN
    waiting.save(update_fields=("tables", "resting", "kind"))


@transaction.atomic
def start(drawn: Draw, user: Any) -> list[Game]:
    """Open the tables of a draw, all or none. ``Overtaken`` where it was drawn anew or started;
    ``ScoringError`` at ``draw`` or ``season``."""
    evening = drawn.evening
    touch(evening)
    now = timezone.now()
    if not Draw.objects.filter(pk=drawn.pk, started=None).update(started=now):
        raise Overtaken
    drawn.refresh_from_db()
    needed = seats(evening)
    if any(len(table) != needed for table in drawn.tables):
        raise Overtaken
    free = set(free_players(evening))
    gone = [player for table in drawn.tables for player in table if player not in free]
    if gone:
        name = Player.objects.get(pk=gone[0]).name
        raise ScoringError("draw", "{name} has gone or sits elsewhere: draw anew", name=name)
    wind(evening)
    numbers = free_tables(evening, len(drawn.tables))
    games = [
        _start_table(evening, drawn.number, number, tuple(table))
        for number, table in zip(numbers, drawn.tables, strict=True)
    ]
    note(evening.club, user, "evening.tables", evening, after={"draw": drawn.number,
         "tables": drawn.tables})  # fmt: skip
    return games


def _start_table(evening: Evening, turn: int, number: int, table: Table) -> Game:
    game = (
        new_table(evening)
        if evening.season is None
        else table_of(evening.season, evening.variety_key)
    )
    game.club, game.evening = evening.club, evening
    game.draw, game.table_number = turn, number
    game.title = _("Table {n}").format(n=number)
    game.started, game.clock = timezone.now(), evening.clock
    issue_derived(game)
    document = Document(players=table)
    create(game, document, play_document(game, document))
    return game


@transaction.atomic
def renew_all_keys(club: Club, user: Any) -> int:
    """New links for every table of the club at which something can still be written, also one that
    is over: whoever holds old ones is out. How many there are."""
    games = Game.objects.filter(club=club, voided=None).exclude(season__locked__isnull=False)
    found = list(games.select_for_update(of=("self",)).order_by("pk"))
    for game in found:
        issue_derived(game)
    Game.objects.bulk_update(found, KEYS, batch_size=200)
    note(club, user, "club.keys", club)
    return len(found)


@transaction.atomic
def renew_keys(game: Game, user: Any) -> None:
    """New links for a table: whoever holds the old ones is out."""
    locked = Game.objects.select_for_update().get(pk=game.pk)
    issue_derived(locked)
    locked.save(update_fields=KEYS)
    if locked.club is not None:
        note(locked.club, user, "game.link", locked)
