"""A clock as a page shows it: how long it still has, and whether it runs.

The server's time alone counts. A page is told the seconds that are left and counts them down
itself, so that a phone whose own clock is wrong shows the right remainder.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from sessions.models import Game

MINUTE = 60


@dataclass(frozen=True, slots=True)
class Clock:
    """``left`` seconds when it was last touched, at ``since`` (a time stamp) where it runs from
    then on. ``now`` is the moment it is shown."""

    left: int
    since: int | None
    now: int
    kept: bool = True
    """It was set here; else it is the ruleset's, not begun yet."""

    @property
    def runs(self) -> bool:
        return self.since is not None

    @property
    def remaining(self) -> int:
        """Seconds; never less than none, nor, should the server's clock jump back, more than there
        were."""
        gone = 0 if self.since is None else max(0, self.now - self.since)
        return max(0, self.left - gone)

    @property
    def is_up(self) -> bool:
        return self.kept and not self.remaining

    @property
    def text(self) -> str:
        """ "42:05" """
        minutes, seconds = divmod(self.remaining, MINUTE)
        return f"{minutes}:{seconds:02}"

    @property
    def stamp(self) -> str:
        """Which touch it was: a form says what it has seen."""
        return f"{self.left}-{self.since or 0}"


def this_moment() -> int:
    return int(timezone.now().timestamp())


def read_clock(kept: Mapping[str, Any] | None) -> Clock | None:
    """A clock as it is stored (``{"left": 3600, "since": 1796040000}``), of a table or of an
    evening."""
    if not kept:
        return None
    return Clock(left=kept["left"], since=kept["since"], now=this_moment())


def table_clock(game: Game) -> Clock | None:
    """The table's clock; one that is not begun where only the rules set a limit; no query."""
    if clock := read_clock(game.clock):
        return clock
    limit = game.variety.time_limit(game.frozen_rules())
    if limit is None:
        return None
    return Clock(left=limit * MINUTE, since=None, now=this_moment(), kept=False)
