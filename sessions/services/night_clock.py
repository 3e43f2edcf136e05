"""The clock of all tables of a club night. Each table has its own, so that one may get extra time;
the evening's is what new tables begin with, and touching it touches every table that plays."""

from __future__ import annotations

from django.db import transaction

from scoring.errors import ScoringError
from sessions.models import Evening, Game
from sessions.selectors.clock import MINUTE, Clock, read_clock, this_moment
from sessions.services.changes import Stale
from sessions.services.clocks import TOUCHES, Kept, check
from sessions.services.evenings import new_table, touch


def stamp(evening: Evening) -> str:
    """Which touch the evening's clock has seen last."""
    return _clock(evening).stamp


def _clock(evening: Evening) -> Clock:
    return read_clock(evening.clock) or Clock(0, None, this_moment(), kept=False)


@transaction.atomic
def touch_all(evening: Evening, what: str, *, minutes: int = 0, seen: str) -> None:
    """Run, pause, add, put, away, as for a table, as it was ``seen``. Another time is put on every
    table; running, pausing and more time go to what each still has.

    ``ScoringError`` at ``minutes`` or ``do``; ``Stale`` where somebody else was faster.
    """
    check(what, minutes)
    touch(evening)
    evening.refresh_from_db()
    clock = _clock(evening)
    if seen != clock.stamp or (not clock.kept and what != "put"):
        raise Stale
    full = minutes * MINUTE if what == "put" else (evening.clock or {}).get("full")
    evening.clock = _touched(clock, what, minutes)
    if evening.clock is not None:
        evening.clock["full"] = full
    evening.save(update_fields=("clock",))
    playing = evening.games.filter(finished=False, status=Game.Status.OPEN, voided=None)
    games = list(playing.select_for_update().order_by("pk"))
    for game in games:
        own = read_clock(game.clock) or clock
        game.clock = _touched(clock if what == "put" else own, what, minutes)
        game.pulse += 1
    Game.objects.bulk_update(games, ("clock", "pulse"))


def _touched(clock: Clock, what: str, minutes: int) -> Kept | None:
    return None if what == "away" else TOUCHES[what](clock, minutes)


def wind(evening: Evening) -> None:
    """Put the evening's clock back to its beginning, not begun: so the tables of a new turn get
    it."""
    evening.refresh_from_db(fields=("clock",))
    if evening.clock:
        evening.clock |= {"left": evening.clock["full"], "since": None}
        evening.save(update_fields=("clock",))


def limit(evening: Evening) -> int | None:
    """The minutes that the rules of the tables give a game, where they do."""
    try:
        game = new_table(evening)
    except ScoringError:
        return None
    return game.variety.time_limit(game.frozen_rules())
