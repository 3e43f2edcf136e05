"""Who pays what for a Zung Jung hand.

Whatever the method, the winner receives the same for a hand by discard and by self-draw, as dealer
or not: the four methods of edition 2.51 (0.1 得点授受法) and the 25-rule of edition 3.3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scoring.errors import ScoringError
from scoring.game import Transfer, integer
from scoring.zungjung.rules import PLAYERS, Rules

CHICKEN = 1
"""A hand without any pattern."""
CAP = 320
"""満貫: sums stop here; more is only for a pattern listed at 320 or more, alone."""
PAR = 25
"""The 25-rule: up to here all pay alike."""

LEGAL_POINTS: tuple[int, ...] = (CHICKEN, *range(5, CAP + 1, 5), 400, 480)
"""Every total a hand can have."""


@dataclass(frozen=True, slots=True)
class Shares:
    """What each of the three pays for a hand."""

    discarder: int
    """Who is responsible for the winning tile; by the rules the discarder."""
    others: int
    """Each of the two others then."""
    each: int
    """Each of the three where nobody is responsible: a self-draw, or all pay alike."""


def _each(rules: Rules, p: int) -> Shares:
    return Shares(discarder=p, others=p, each=p)


def _discarder(rules: Rules, p: int) -> Shares:
    return Shares(discarder=3 * p, others=0, each=p)


def _double(rules: Rules, p: int) -> Shares:
    return Shares(discarder=6 * p, others=3 * p, each=4 * p)


def _mixed(rules: Rules, p: int) -> Shares:
    """Up to the threshold each alike, the excess by the other method; the double form in its own
    scale of four, so that it meets ``double`` at a threshold of 0."""
    base = min(p, rules.mixed_threshold)
    excess = p - base
    if rules.mixed_excess == "double":
        return Shares(discarder=4 * base + 6 * excess, others=4 * base + 3 * excess, each=4 * p)
    return Shares(discarder=base + 3 * excess, others=base, each=p)


def _par(rules: Rules, p: int) -> Shares:
    others = min(p, PAR)
    return Shares(discarder=3 * p - 2 * others, others=others, each=p)


_METHODS: Mapping[str, Callable[[Rules, int], Shares]] = {
    "each": _each,
    "discarder": _discarder,
    "double": _double,
    "mixed": _mixed,
    "25-rule": _par,
}


def shares(rules: Rules, points: int) -> Shares:
    """What a hand of ``points`` costs each payer under the table's method."""
    return _METHODS[rules.payment](rules, points)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the payment table."""

    points: int
    shares: Shares
    winner: int
    """What the winner gets, whoever pays."""


def table(rules: Rules) -> tuple[Row, ...]:
    """What every hand that may win at this table costs, by its points."""
    return tuple(
        Row(points, share, 3 * share.each)
        for points in LEGAL_POINTS
        if points >= rules.minimum
        for share in (shares(rules, points),)
    )


def pay_win(
    rules: Rules, points: int, winner: int, responsible: int | None
) -> tuple[Transfer, ...]:
    """The hand's transfers, in turn from the winner. ``responsible`` is the seat that answers for
    the winning tile, ``None`` = nobody: a self-draw, or all pay alike."""
    share = shares(rules, points)

    def owed(seat: int) -> int:
        if responsible is None:
            return share.each
        return share.discarder if seat == responsible else share.others

    payers = [(winner + turn) % PLAYERS for turn in range(1, PLAYERS)]
    return tuple(Transfer(seat, winner, owed(seat), "hand") for seat in payers if owed(seat))


def pay_false_win(rules: Rules, seat: int) -> tuple[Transfer, ...]:
    """詐和: who declared it pays each other player."""
    payees = [(seat + turn) % PLAYERS for turn in range(1, PLAYERS)]
    amount = rules.false_win
    return tuple(Transfer(seat, to, amount, "false-win") for to in payees if amount)


def check_points(rules: Rules, points: object, field: str) -> int:
    """A hand's total as it was keyed in, or a ``ScoringError`` that says which totals there are."""
    figure = integer(points, field)
    if figure not in LEGAL_POINTS:
        raise ScoringError(
            field,
            "no hand is worth {points} points: 1, multiples of 5 up to 320, 400 or 480",
            points=figure,
        )
    check_minimum(rules, figure, field)
    return figure


def check_minimum(rules: Rules, points: int, field: str) -> None:
    """Refuse a hand below what the table asks for."""
    if points < rules.minimum:
        raise ScoringError(
            field,
            "{points} point, this table needs {minimum}",
            points=points,
            minimum=rules.minimum,
        )
