"""The end of a Zung Jung game: places, totals, money. There is no uma and nothing to convert."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from scoring.errors import ScoringError
from scoring.game import Score, Settlement
from scoring.money import exact, transfers
from scoring.zungjung.flow import ZungJungState
from scoring.zungjung.rules import Rules


def settle(rules: Rules, state: ZungJungState, chips: Sequence[int] | None = None) -> Settlement:
    """Places by the scores on the table, ties sharing a place; totals less the referee's penalties;
    money by the rate, before penalties, as in every variety of this app."""
    if chips:
        raise ScoringError("chips", "there are no chips in Zung Jung")
    places = tuple(1 + sum(other > score for other in state.scores) for score in state.scores)
    penalties = tuple(-points for points in state.penalties)
    money, balance = _money(rules.rate, state.scores, places)
    lines = (("score", state.scores), ("penalty", penalties))
    unbalanced = (("adjustment", sum(state.scores)), ("penalty", sum(penalties)))
    return Settlement(
        places=places,
        scores=state.scores,
        points=state.scores,
        total=tuple(a + b for a, b in zip(state.scores, penalties, strict=True)),
        money=money,
        transfers=() if money is None else transfers(money),
        lines=tuple((name, figures) for name, figures in lines if any(figures)),
        unbalanced=tuple((name, off) for name, off in unbalanced if off),
        money_balance=balance,
    )


def _money(
    rate: Fraction | None, scores: Sequence[Score], places: Sequence[int]
) -> tuple[tuple[Score, ...] | None, Score]:
    """Score × rate, exact, and what first place (the earlier seat of a tie) took on top so that the
    payments meet where an adjustment left the scores unbalanced."""
    if rate is None:
        return None, 0
    money = [score * rate for score in scores]
    balance = -sum(money)
    money[places.index(1)] += balance
    return tuple(exact(amount) for amount in money), exact(balance)
