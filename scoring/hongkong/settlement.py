"""The end of a Hong Kong game: from points to money.

Source: the figures of a game add up; at its end they are turned into money by the payment table,
no loser pays more than the stake, and what is paid goes to the winners in proportion to their
points. A single hand is paid at once: the same with one winner, and without the cap.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from scoring.errors import ScoringError
from scoring.game import Score, Settlement
from scoring.hongkong.flow import HongKongState
from scoring.hongkong.payment import rate
from scoring.hongkong.rules import HongKongRules
from scoring.money import exact, half_up, shares, transfers


def settle(
    rules: HongKongRules, state: HongKongState, chips: Sequence[int] | None = None
) -> Settlement:
    """Places by points, ties sharing a place; money in whole units, zero in sum.

    ``lines`` show the working: ``net-points``, ``in-money`` (exact), ``to-pay`` (what each loser
    owes, halves up; ``to-pay-capped`` where that is at most the stake), ``share`` (each winner's
    exact share of it).
    """
    if chips and any(chips):
        raise ScoringError("chips", "there are no chips in Hong Kong mahjong")
    net = state.scores
    worth = tuple(exact(score * Fraction(rate(rules))) for score in net)
    owed = _owed(rules, worth)
    won = tuple(max(score, 0) for score in net)
    pool = sum(owed) if any(won) else 0
    paid = owed if pool else (0,) * len(net)
    money = tuple(a - b for a, b in zip(shares(pool, won), paid, strict=True))
    penalties = tuple(-points for points in state.penalties)
    lines = (
        ("net-points", net),
        ("in-money", worth),
        ("to-pay-capped" if rules.capped else "to-pay", tuple(-amount for amount in paid)),
        ("share", _exact_shares(pool, won)),
        ("penalty", penalties),
    )
    unbalanced = (("adjustment", exact(sum(net))), ("penalty", sum(penalties)))
    return Settlement(
        places=tuple(1 + sum(other > score for other in net) for score in net),
        scores=net,
        points=net,
        total=tuple(exact(a + b) for a, b in zip(net, penalties, strict=True)),
        money=money,
        transfers=transfers(money),
        lines=tuple((name, figures) for name, figures in lines if any(figures)),
        unbalanced=tuple((name, off) for name, off in unbalanced if off),
    )


def _owed(rules: HongKongRules, worth: Sequence[Score]) -> tuple[int, ...]:
    """What each loser pays in whole money; 0 for the others."""
    owed = (max(-amount, 0) for amount in worth)
    if rules.capped:
        return tuple(half_up(min(amount, rules.stake)) for amount in owed)
    return tuple(map(half_up, owed))


def _exact_shares(pool: int, won: Sequence[Score]) -> tuple[Score, ...]:
    """The shares of the pool before they are made whole."""
    total = sum(won)
    return tuple(exact(Fraction(pool) * score / total) if total else 0 for score in won)
