"""Rounding, shares and transfers: the arithmetic under every settlement."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.money import exact, half_up, shares, transfers


def test_whole_fractions_become_ints() -> None:
    assert exact(Fraction(4, 2)) == 2
    assert isinstance(exact(Fraction(4, 2)), int)
    assert exact(Fraction(1, 4)) == Fraction(1, 4)
    assert exact(7) == 7


@pytest.mark.parametrize(
    ("amount", "rounded"),
    [(Fraction(1, 2), 1), (Fraction(1, 4), 0), (Fraction(625, 30), 21), (3, 3), (0, 0)],
)
def test_halves_round_up(amount: int | Fraction, rounded: int) -> None:
    assert half_up(amount) == rounded


@pytest.mark.parametrize(
    ("pool", "weights", "expected"),
    [
        (68, (90, 30, 0, 0), (51, 17, 0, 0)),
        (96, (100, 50, 0, 0), (64, 32, 0, 0)),
        (1, (5, 5, 5, 0), (1, 0, 0, 0)),
        (2, (0, 5, 5, 5), (0, 1, 1, 0)),
        (10, (1, 2, 4, 0), (1, 3, 6, 0)),
        (10, (0, 0, 0, 0), (0, 0, 0, 0)),
        (5, (Fraction(1, 4), Fraction(3, 4)), (1, 4)),
    ],
)
def test_the_largest_remainder_takes_the_odd_unit_then_seat_order(
    pool: int, weights: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    assert shares(pool, weights) == expected


@given(
    st.integers(0, 10_000),
    st.lists(st.integers(0, 500), min_size=1, max_size=4).filter(any),
)
def test_shares_hand_out_the_pool_and_miss_nobody_by_a_unit(pool: int, weights: list[int]) -> None:
    found = shares(pool, weights)
    assert sum(found) == pool
    for share, weight in zip(found, weights, strict=True):
        assert abs(share - Fraction(pool * weight, sum(weights))) < 1


@pytest.mark.parametrize(
    ("amounts", "expected"),
    [
        ((0, 0, 0, 0), ()),
        ((51, 17, -48, -20), ((2, 0, 48), (3, 1, 17), (3, 0, 3))),
        ((10, 50, -10, -50), ((3, 1, 50), (2, 0, 10))),
        ((5, 5, -5, -5), ((2, 0, 5), (3, 1, 5))),
        ((-30, 10, 10, 10), ((0, 1, 10), (0, 2, 10), (0, 3, 10))),
        ((60, -20, -20, -20), ((1, 0, 20), (2, 0, 20), (3, 0, 20))),
        ((Fraction(1, 2), Fraction(-1, 2), 0), ((1, 0, Fraction(1, 2)),)),
    ],
)
def test_transfers_go_from_the_largest_debtor_to_the_largest_creditor(
    amounts: tuple[int, ...], expected: tuple[tuple[int, int, int], ...]
) -> None:
    assert transfers(amounts) == expected


def test_balancing_pairs_are_found_where_the_largest_would_not_meet() -> None:
    # Largest to largest alone would need three: 7 → 6, then the rest.
    assert len(transfers((6, 4, -6, -4))) == 2
    assert len(transfers((7, 3, 2, -7, -5))) == 3


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=3))
def test_transfers_settle_everyone_with_no_more_than_any_other_way(amounts: list[int]) -> None:
    amounts = [*amounts, -sum(amounts)]
    left = list(amounts)
    found = transfers(amounts)
    for payer, payee, amount in found:
        assert amount > 0
        left[payer] += amount
        left[payee] -= amount
    assert not any(left)
    assert len(found) == _fewest(amounts)


def _fewest(amounts: list[int]) -> int:
    """By trying every order: cut the line of seats wherever it balances so far."""
    seats = [amount for amount in amounts if amount]
    cuts = max(
        sum(1 for i in range(1, len(order) + 1) if sum(order[:i]) == 0)
        for order in permutations(seats)
    )
    return len(seats) - cuts


@given(st.lists(st.integers(-900, 900), min_size=8, max_size=60))
def test_a_whole_club_settles_with_one_transfer_less_than_people(amounts: list[int]) -> None:
    amounts = [*amounts, -sum(amounts)]
    left = list(amounts)
    found = transfers(amounts)
    for payer, payee, amount in found:
        assert amount > 0
        left[payer] += amount
        left[payee] -= amount
    assert not any(left)
    assert len(found) <= max(sum(map(bool, amounts)) - 1, 0)
