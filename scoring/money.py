"""Exact amounts: rounding, shares of a pool, and who hands what to whom at the end."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import floor

from scoring.game import Score


def exact(amount: Score) -> Score:
    """The same amount, as an int where it is whole."""
    if isinstance(amount, Fraction) and amount.denominator == 1:
        return amount.numerator
    return amount


def number(amount: Score) -> int | float:
    """The same amount for JSON: whole where it is."""
    whole = exact(amount)
    return float(whole) if isinstance(whole, Fraction) else whole


def half_up(amount: Score) -> int:
    """The nearest whole number to an amount that is not negative; halves go up."""
    return floor(amount + Fraction(1, 2))


def shares(pool: int, weights: Sequence[Score]) -> tuple[int, ...]:
    """``pool`` shared out in whole units in proportion to ``weights`` (none negative).

    Everyone gets the whole part of their share; what is left over goes one unit each to the largest
    remainders, earlier seats first among equals. All weights 0: nobody gets anything.
    """
    total = sum(weights)
    if not total:
        return (0,) * len(weights)
    parts = [Fraction(pool) * weight / total for weight in weights]
    found = [floor(part) for part in parts]
    by_remainder = sorted(range(len(parts)), key=lambda seat: found[seat] - parts[seat])
    for seat in by_remainder[: pool - sum(found)]:
        found[seat] += 1
    return tuple(found)


FEW = 8
"""So many can be split into groups in every way there is; of a whole club's evening nobody waits
for that."""


def transfers(amounts: Sequence[Score]) -> tuple[tuple[int, int, Score], ...]:
    """The fewest (payer, payee, amount) that give each seat its amount; amounts sum to zero.

    The seats fall into as many groups that balance among themselves as can be; then the largest
    debtor pays the largest creditor of the group until nothing is owed, earlier seats first among
    equals. More than ``FEW`` are one group, in which there is at most one transfer less than there
    are people.
    """
    left = list(amounts)
    owing = tuple(seat for seat, amount in enumerate(left) if amount)
    groups = _groups(owing, left) if len(owing) <= FEW else [owing]
    group_of = {seat: group for group in groups for seat in group}
    found: list[tuple[int, int, Score]] = []
    while any(left):
        payer = min(group_of, key=lambda seat: (left[seat], seat))
        payee = min(group_of[payer], key=lambda seat: (-left[seat], seat))
        amount = min(-left[payer], left[payee])
        left[payer] += amount
        left[payee] -= amount
        found.append((payer, payee, exact(amount)))
    return tuple(found)


def _groups(seats: tuple[int, ...], amounts: Sequence[Score]) -> list[tuple[int, ...]]:
    """``seats`` split into the most groups whose amounts sum to zero."""
    if not seats:
        return []
    best = [seats]
    for size in range(1, len(seats) - 1):
        for others in combinations(seats[1:], size):
            group = (seats[0], *others)
            if sum(amounts[seat] for seat in group) == 0:
                rest = tuple(seat for seat in seats if seat not in group)
                split = [group, *_groups(rest, amounts)]
                best = max(best, split, key=len)
    return best
