"""What a riichi game remembers between hands beyond the scoreboard."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.game import State


@dataclass(frozen=True, slots=True)
class RiichiState(State):
    """A game between two hands. Finished, it still names the hand that was played last."""

    won: tuple[bool, ...] = ()
    """Who has won a hand so far (yakitori)."""
    penalties: tuple[int, ...] = ()
    """Points that come off each result after the uma."""
    adjusted: int = 0
    """By how much corrections of the scores did not add up."""
    dealer_wins: int = 0
    """The dealer's wins in a row in this deal-ship."""
    busted: tuple[tuple[int, int], ...] = ()
    """Who went bust, each with the winner of that hand."""
    hands_left: int | None = None
    """Hands still to be finished since the clock ran out."""
