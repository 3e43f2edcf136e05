"""What passes between the flow of a game and the value of a hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple


class Context(NamedTuple):
    """What the game knows about a winning hand that its tiles do not say.

    Winds are 0 = East … 3 = North. A winner with ``seat_wind`` 0 is the dealer.
    """

    round_wind: int
    seat_wind: int
    tsumo: bool
    players: int
    riichi: bool | None = None
    """Whether the round lists the winner's declaration; ``None`` for a lone hand."""
    wins_in_row: int = 0
    """The dealer's wins in a row in this deal-ship, this one included; 0 for anyone else."""
    discarder_riichi: bool | None = None
    """Whether the one who discards is in riichi; ``None`` on a self-draw or where not known."""


@dataclass(frozen=True, slots=True)
class Worth:
    """A hand's value before it is paid: han/fu entry and tiles alike end in this."""

    han: int | None
    """``None`` for yakuman, and where only a limit was entered."""
    fu: int | None
    yakuman: int
    """How many yakuman it counts for; 0 for a counted yakuman."""
    limit: str | None
    """``mangan`` … ``yakuman``, ``None`` below."""
    counted: bool
    """A yakuman by 13 han."""
    base: int
    """Basic points: a child's ron is four times this."""
    yakuman_parts: tuple[tuple[str, int], ...] = ()
    """Each yakuman pattern and how many it counts for (pao goes by pattern)."""
    patterns: tuple[tuple[str, int], ...] | None = None
    explanation: Any = None
