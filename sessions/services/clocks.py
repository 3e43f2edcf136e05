"""Touching a table's clock: run, pause, more time, another time, away."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.db import transaction

from scoring.errors import ScoringError
from sessions.models import Game
from sessions.selectors.clock import MINUTE, Clock, table_clock, this_moment
from sessions.services.changes import Stale

LONGEST = 600
"""Minutes; no round is longer."""
Kept = dict[str, int | None]


def run(clock: Clock, minutes: int) -> Kept:
    return {"left": clock.remaining, "since": clock.now}


def pause(clock: Clock, minutes: int) -> Kept:
    return {"left": clock.remaining, "since": None}


def add(clock: Clock, minutes: int) -> Kept:
    """More time; a clock that runs runs on, one that was up as well."""
    left = min(clock.remaining + minutes * MINUTE, LONGEST * MINUTE)
    return {"left": left, "since": clock.now if clock.runs else None}


def put(clock: Clock, minutes: int) -> Kept:
    """Another time, from its beginning, not begun."""
    return {"left": minutes * MINUTE, "since": None}


TOUCHES: Mapping[str, Callable[[Clock, int], Kept]] = {
    "run": run,
    "pause": pause,
    "add": add,
    "put": put,
}


def check(what: str, minutes: int) -> None:
    """``ScoringError`` at ``do`` for no such touch, at ``minutes`` where they are too many or
    none."""
    if what != "away" and what not in TOUCHES:
        raise ScoringError("do", "this page is broken; load it again")
    if what in ("add", "put") and not 1 <= minutes <= LONGEST:
        raise ScoringError(
            "minutes", "must be between {minimum} and {maximum}", minimum=1, maximum=LONGEST
        )


@transaction.atomic
def touch(game: Game, what: str, *, minutes: int = 0, seen: str) -> None:
    """Touch the clock as it was ``seen`` (its stamp); ``Stale`` where somebody else was faster or
    this request came twice. It shows on every phone but is no record: only the pulse moves.

    ``ScoringError`` as ``check``.
    """
    check(what, minutes)
    locked = Game.objects.select_for_update().get(pk=game.pk)
    clock = table_clock(locked) or Clock(0, None, this_moment(), kept=False)
    if seen != clock.stamp:
        raise Stale
    locked.clock = None if what == "away" else TOUCHES[what](clock, minutes)
    locked.pulse += 1
    locked.save(update_fields=("clock", "pulse"))
    game.clock, game.pulse = locked.clock, locked.pulse
