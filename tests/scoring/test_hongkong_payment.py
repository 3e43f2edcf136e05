"""What a Hong Kong win costs whom: the source's table, the other curves, both guns, the keys."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.hongkong.payment import (
    Price,
    keys,
    largest_self_draw,
    payments,
    price,
    rate,
    table,
    too_few,
)
from scoring.hongkong.rules import HongKongRules, read_rules

SOURCE_ROWS = [4, 16, 32, 48, 64, 96, 128, 192, 256, 512, 1024]
HALF_SPICY = [1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384]


def prices(options: dict[str, Any], fans: range, preset: str | None = None) -> list[Any]:
    rules = read_rules(preset, options)
    return [price(rules, faan) for faan in fans]


# -- the tables ---------------------------------------------------------------------------------


def test_the_sources_table_is_read_from_the_minimum_up() -> None:
    assert prices({"minimum": 0, "maximum": 10}, range(11)) == SOURCE_ROWS
    assert prices({"minimum": 3, "maximum": 10}, range(3, 11)) == SOURCE_ROWS[:8]


def test_absolute_rows_are_fan_from_the_third_on() -> None:
    options = {"minimum": 3, "maximum": 10, "rows": "absolute"}
    assert prices(options, range(3, 11)) == [4, 16, *SOURCE_ROWS[5:]]
    from_zero = {"minimum": 0, "maximum": 10, "rows": "absolute"}
    assert prices(from_zero, range(11)) == SOURCE_ROWS


def test_a_self_draw_below_the_minimum_for_discards_pays_the_first_row() -> None:
    rules = read_rules(None, {"minimum": 3, "maximum": 6, "minimum_self_draw": 1})
    assert payments(rules, 1, 0, None, 0) == {1: 2, 2: 2, 3: 2}


@pytest.mark.parametrize(
    ("curve", "portions"),
    [
        ("half-spicy", HALF_SPICY),
        ("full-spicy", [2**faan for faan in range(14)]),
        ("4-7-10", [1, 2, 4, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64, 64]),
        ([1, 1, 3], [1, 1, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]),
    ],
)
def test_the_other_curves_are_portions_and_a_discard_costs_two(
    curve: Any, portions: list[int]
) -> None:
    options = {"curve": curve, "minimum": 0, "maximum": 13}
    assert prices(options, range(14)) == [2 * portion for portion in portions]
    assert prices({**options, "base": 2}, range(14)) == [4 * portion for portion in portions]


def test_the_half_spicy_table_stays_at_its_last_row() -> None:
    assert prices({"maximum": None, "curve": "half-spicy"}, range(13, 16)) == [768, 768, 768]


def test_the_associations_table_lists_discards_of_three_to_ten_fan() -> None:
    expected = [32, 64, 96, 128, 192, 256, 384, 512]
    assert prices({}, range(3, 11), "hkma") == expected


def test_where_fan_add_up_each_is_two_of_a_discard() -> None:
    assert prices({"accumulate": "fan"}, range(5)) == [0, 2, 4, 6, 8]


# -- who pays -----------------------------------------------------------------------------------

FULL = read_rules(None, {})
HALF = read_rules("half-gun", {"minimum": 0})


def test_full_gun_the_discarder_alone() -> None:
    assert payments(FULL, 3, 0, 2, 0) == {2: 32}


def test_half_gun_the_discarder_half_and_the_others_a_quarter() -> None:
    assert payments(HALF, 3, 0, 2, 0) == {1: 2, 2: 4, 3: 2}


def test_half_gun_at_nothing_costs_quarters_exactly() -> None:
    quarter = Fraction(1, 4)
    assert payments(HALF, 0, 1, 0, 0) == {0: Fraction(1, 2), 2: quarter, 3: quarter}


@pytest.mark.parametrize("rules", [FULL, HALF])
def test_a_self_draw_is_half_the_price_from_each_under_both_guns(rules: HongKongRules) -> None:
    each = Fraction(price(rules, 3)) / 2
    assert payments(rules, 3, 1, None, 0) == {0: each, 2: each, 3: each}


def test_the_liable_seat_pays_for_all() -> None:
    assert payments(FULL, 4, 0, 2, 0, 3) == {3: 48}
    assert payments(FULL, 4, 0, None, 0, 3) == {3: 72}
    assert payments(HALF, 4, 0, 2, 0, 2) == {2: 16}


def test_east_pays_and_gets_double() -> None:
    rules = read_rules(None, {"dealer_double": True})
    assert payments(rules, 4, 0, 1, 0) == {1: 96}
    assert payments(rules, 4, 0, None, 0) == {1: 48, 2: 48, 3: 48}
    assert payments(rules, 4, 1, None, 0) == {0: 48, 2: 24, 3: 24}
    assert payments(rules, 4, 1, 0, 0) == {0: 96}
    assert payments(rules, 4, 1, 2, 0) == {2: 48}


def test_nobody_pays_for_nothing() -> None:
    rules = read_rules(None, {"accumulate": "fan", "minimum": 0})
    assert payments(rules, 0, 0, 1, 0) == {}


def test_the_largest_self_draw_is_three_portions_at_the_limit() -> None:
    assert largest_self_draw(FULL) == 72
    half = {"maximum": 6, "base": 2, "minimum": 0}
    assert largest_self_draw(read_rules("half-gun", half)) == 192


# -- the keys and the table ---------------------------------------------------------------------


def test_the_keys_show_money_and_why_too_few_may_not_win() -> None:
    none, one, *_, four, limit = keys(FULL)
    assert (none.faan, none.allowed, none.discard, none.self_draw) == (0, False, None, None)
    assert none.why_no_discard is not None
    message, params = none.why_no_discard
    assert message.format(**params) == "0 fan, this table needs 1"
    assert one.allowed
    assert (one.discard, one.self_draw) == (Price(4, 0, 4), Price(0, 2, 6))
    assert (four.faan, four.limit, four.discard) == (4, False, Price(48, 0, 48))
    assert (limit.faan, limit.limit, limit.self_draw) == (4, True, Price(0, 24, 72))


def test_a_key_may_be_for_discards_only() -> None:
    rules = read_rules(None, {"minimum_self_draw": 2})
    one = keys(rules)[1]
    assert one.allowed
    assert one.discard is not None
    assert one.self_draw is None
    assert one.why_no_self_draw == too_few(rules, 1, True)
    assert one.why_no_discard is None


def test_the_keys_scale_figures_by_the_stake() -> None:
    rules = read_rules(None, {"stake": 100, "maximum": 3})
    assert rate(rules) == Fraction(100, 32)
    assert [key.discard.total for key in table(rules) if key.discard] == [Fraction(25, 2), 50, 100]
    assert keys(rules)[-1].discard == Price(100, 0, 100)
    figures = table(rules, money=False)
    assert [key.discard.total for key in figures if key.discard] == [4, 16, 32]


def test_the_table_has_the_rows_that_may_win_here() -> None:
    assert [row.faan for row in table(FULL)] == [1, 2, 3, 4]
    assert [row.faan for row in table(read_rules("hkma", {}))] == list(range(3, 11))
    half = table(read_rules("half-gun", {}))[0]
    assert half.discard == Price(4, 2, 8)
    assert [row.faan for row in table(read_rules("old-style", {"maximum": None}))][-1] == 13


# -- a second implementation, from the rules page -----------------------------------------------


def page_costs(
    minimum: int, faan: int, gun: str, winner: int, source: int | None, liable: int | None
) -> list[Fraction]:
    """Table stakes by the page: row = fan − minimum; discard S, half gun S/2, S/4, S/4, self-draw
    S/2 each; the liable pays for all."""
    stake = Fraction(SOURCE_ROWS[faan - minimum])
    parts = {
        (False, "full"): lambda seat: 1 if seat == source else 0,
        (False, "half"): lambda seat: Fraction(1, 2) if seat == source else Fraction(1, 4),
    }
    paid = [Fraction(0)] * 4
    for seat in {0, 1, 2, 3} - {winner}:
        part = Fraction(1, 2) if source is None else parts[False, gun](seat)
        paid[seat if liable is None else liable] += stake * part
    return paid


@given(
    minimum=st.integers(0, 4),
    above=st.integers(0, 6),
    gun=st.sampled_from(["full", "half"]),
    seats=st.permutations(range(4)),
    self_draw=st.booleans(),
    with_liable=st.booleans(),
)
def test_costs_are_those_of_the_page_written_again(
    minimum: int, above: int, gun: str, seats: list[int], self_draw: bool, with_liable: bool
) -> None:
    rules = read_rules(None, {"minimum": minimum, "maximum": 10, "gun": gun})
    winner, source, liable, _ = seats
    discarder = None if self_draw else source
    blamed = liable if with_liable else None
    costs = payments(rules, minimum + above, winner, discarder, 0, blamed)
    expected = page_costs(minimum, minimum + above, gun, winner, discarder, blamed)
    assert [costs.get(seat, 0) for seat in range(4)] == expected


@given(
    curve=st.sampled_from(["table-stakes", "half-spicy", "full-spicy", "4-7-10"]),
    gun=st.sampled_from(["full", "half"]),
    faan=st.integers(0, 10),
    self_draw=st.booleans(),
)
def test_more_fan_never_cost_less_and_the_winner_gets_two_or_three_portions(
    curve: str, gun: str, faan: int, self_draw: bool
) -> None:
    options = {"minimum": 0, "maximum": 10, "curve": curve, "gun": gun}
    rules = read_rules(None, options)
    got = sum(payments(rules, faan, 0, None if self_draw else 1, 0).values())
    assert got == Fraction(price(rules, faan)) / 2 * (3 if self_draw else 2)
    assert price(rules, faan) >= price(rules, max(faan - 1, 0))
