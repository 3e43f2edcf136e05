"""From points to money: the page's settlements, its whole session, and its rules written again."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from math import floor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.game import Settlement, parse_outcome, replay
from scoring.hongkong import HONGKONG

END = {"type": "end", "reason": "agreed"}


def settle(scores: Sequence[Any], preset: str | None = None, **options: Any) -> Settlement:
    rules = HONGKONG.rules(preset, options)
    state = HONGKONG.start(rules, {"scores": list(scores)})
    return HONGKONG.settle(rules, state)


def money(scores: Sequence[Any], preset: str | None = None, **options: Any) -> Any:
    return settle(scores, preset, **options).money


# -- the rules page -----------------------------------------------------------------------------


def test_the_pages_worked_settlements() -> None:
    assert money([90, 30, -100, -20]) == (51, 17, -48, -20)
    assert money([100, 50, -97, -53]) == (64, 32, -48, -48)


def test_the_working_goes_from_points_to_money_to_cap_to_shares_to_transfers() -> None:
    settled = settle([100, 50, -97, -53], stake=24)
    half = Fraction(1, 2)
    assert settled.lines == (
        ("net-points", (100, 50, -97, -53)),
        ("in-money", (50, 25, -97 * half, -53 * half)),
        ("to-pay-capped", (0, 0, -24, -24)),
        ("share", (32, 16, 0, 0)),
    )
    assert settled.money == (32, 16, -24, -24)
    assert settled.transfers == ((2, 0, 24), (3, 1, 16), (3, 0, 8))
    assert settled.places == (1, 2, 4, 3)
    assert settled.points == settled.total == settled.scores
    assert settled.unit == 1


def test_money_is_rounded_half_up_for_losers() -> None:
    # S 50, L 48: 20 × 50 / 48 = 20.83 → 21.
    assert money([20, 0, 0, -20], stake=50) == (21, 0, 0, -21)
    assert money([12, 12, -12, -12], stake=50) == (13, 13, -13, -13)


def test_an_odd_unit_goes_to_the_largest_remainder_then_to_the_earlier_seat() -> None:
    assert money([-20, 10, 10, 0], stake=50) == (-21, 11, 10, 0)
    # 42 of 60 shared 31 : 19 : 10 = 21.7, 13.3, 7.0
    assert money([31, 19, 10, -60], stake=42) == (22, 13, 7, -42)


def test_a_single_hand_pays_at_once() -> None:
    rules = HONGKONG.rules(None, {"length": "single", "stake": 50})
    for source, expected in ((2, (33, 0, -33, 0)), (None, (51, -17, -17, -17))):
        win = {"winner": 0, "from": source, "value": {"faan": 3}}
        played = replay(HONGKONG, rules, [parse_outcome({"type": "win", "wins": [win]}, 4)])
        assert played.settlement is not None
        assert played.settlement.money == expected


def test_a_plain_table_pays_its_points() -> None:
    assert money([200, 204, 500, -904], "half-gun") == (200, 204, 500, -904)
    assert money([600, 0, 0, -600], "hkma") == (600, 0, 0, -600)
    assert money([100, 0, 0, -100], settle="plain") == (100, 0, 0, -100)


def test_quarters_are_rounded_only_in_money() -> None:
    assert money(["0.5", "0.25", "-0.5", "-0.25"], "half-gun") == (1, 0, -1, 0)


def test_a_whole_session_of_the_page() -> None:
    options = {"maximum": 6, "minimum": 0, "base": 2, "length": "open"}
    rules = HONGKONG.rules("half-gun", options)
    assert rules.curve == "half-spicy"

    def win(winner: int, source: int | None, faan: int, **more: Any) -> dict[str, Any]:
        value = {"faan": faan}
        return {
            "type": "win",
            "wins": [{"winner": winner, "from": source, "value": value, **more}],
        }

    rounds = [
        {"type": "draw"},
        {"type": "penalty", "reason": "false-win", "seat": 3},
        win(0, None, 1),
        win(1, 2, 2),
        win(2, 0, 6, liable=3),
        win(2, None, 6, liable=3),
        END,
    ]
    played = replay(HONGKONG, rules, [parse_outcome(data, 4) for data in rounds])
    assert [step.deltas for step in played.steps] == [
        (0, 0, 0, 0),
        (192, 192, 192, -576),
        (12, -4, -4, -4),
        (-4, 16, -8, -4),
        (0, 0, 128, -128),
        (0, 0, 192, -192),
        (0, 0, 0, 0),
    ]
    assert played.settlement is not None
    assert played.settlement.money == (200, 204, 500, -904)
    assert played.settlement.transfers == ((3, 2, 500), (3, 1, 204), (3, 0, 200))


def test_fan_may_add_up_and_be_turned_into_money_at_the_end() -> None:
    rules = HONGKONG.rules(None, {"accumulate": "fan", "length": "open"})
    wins = [
        {"winner": 0, "from": 2, "value": {"faan": 3}},
        {"winner": 1, "from": None, "value": {"faan": 2}},
    ]
    rounds = [*({"type": "win", "wins": [win]} for win in wins), END]
    played = replay(HONGKONG, rules, [parse_outcome(data, 4) for data in rounds])
    assert [step.deltas for step in played.steps[:2]] == [(6, 0, -6, 0), (-2, 6, -2, -2)]
    # Net 4, 6, −8, −2 × S / (2 × cap) = × 48 / 8.
    assert played.settlement is not None
    assert played.settlement.money == (24, 36, -48, -12)


def test_ties_share_a_place() -> None:
    assert settle([10, 10, -20, 0]).places == (1, 1, 4, 3)


@pytest.mark.parametrize(
    "deltas, paid",
    [
        ([10, 0, 0, -4], (4, 0, 0, -4)),
        ([0, 0, 0, -4], (0, 0, 0, 0)),
        ([4, 0, 0, 0], (0, 0, 0, 0)),
    ],
)
def test_what_an_adjustment_leaves_over_is_shown_and_the_money_still_balances(
    deltas: list[int], paid: tuple[int, ...]
) -> None:
    adjust = {"type": "adjust", "deltas": deltas, "reason": "miscounted"}
    rounds = [parse_outcome(data, 4) for data in (adjust, END)]
    settled = replay(HONGKONG, HONGKONG.rules(None, {}), rounds).settlement
    assert settled is not None
    assert settled.unbalanced == (("adjustment", sum(deltas)),)
    assert settled.money == paid


def test_chips_are_refused() -> None:
    rules = HONGKONG.rules(None, {})
    state = HONGKONG.start(rules)
    with pytest.raises(ScoringError, match="no chips") as caught:
        HONGKONG.settle(rules, state, [1, -1, 0, 0])
    assert caught.value.field == "chips"
    assert HONGKONG.settle(rules, state, [0, 0, 0, 0]).money == (0, 0, 0, 0)


# -- the money rules again, from the rules page -------------------------------------------------


def page_money(net: Sequence[int], stake: int, limit_price: int, capped: bool) -> list[int]:
    """1. scale by S / L. 2. no loser pays more than S. 3. half up. 4. the pool in proportion,
    largest remainder first, then seat order."""
    pays = []
    for points in net:
        owed = max(-points, 0) * Fraction(stake, limit_price)
        pays.append(floor((min(owed, stake) if capped else owed) + Fraction(1, 2)))
    winners = [max(points, 0) for points in net]
    exact = [Fraction(sum(pays) * points, sum(winners) or 1) for points in winners]
    got = [floor(share) for share in exact]
    order = sorted(range(4), key=lambda seat: (got[seat] - exact[seat], seat))
    for seat in order[: sum(pays) - sum(got)]:
        got[seat] += 1
    return [a - b for a, b in zip(got, pays, strict=True)]


NETS = st.tuples(*[st.integers(-300, 300)] * 3).map(lambda three: (*three, -sum(three)))


@given(NETS, st.integers(1, 500), st.sampled_from(["capped", "plain"]))
def test_settlements_are_those_of_the_page_written_again(
    net: tuple[int, ...], stake: int, how: str
) -> None:
    found = money(net, stake=stake, settle=how)
    assert list(found) == page_money(net, stake, 48, how == "capped")
    assert sum(found) == 0
    if how == "capped":
        assert min(found) >= -stake


@given(NETS, st.integers(1, 100))
def test_the_order_of_the_players_moves_at_most_the_odd_unit(
    net: tuple[int, ...], stake: int
) -> None:
    seated = money(net, stake=stake)
    for order in permutations(range(4)):
        moved = money([net[seat] for seat in order], stake=stake)
        for place, seat in enumerate(order):
            assert abs(moved[place] - seated[seat]) <= 1
            if net[seat] <= 0:
                assert moved[place] == seated[seat]
        if not _remainders_tie(net, seated):
            assert [moved[order.index(seat)] for seat in range(4)] == list(seated)


def _remainders_tie(net: Sequence[int], paid: Sequence[int]) -> bool:
    """Whether two winners' exact shares leave the same fraction of a unit: then seats decide."""
    pool, points = sum(max(amount, 0) for amount in paid), sum(max(score, 0) for score in net)
    remainders = [Fraction(pool * score, points) % 1 for score in net if score > 0]
    return len(set(remainders)) < len(remainders)


@given(NETS)
def test_who_has_more_points_never_gets_less_money(net: tuple[int, ...]) -> None:
    found = money(net)
    for worse, better in permutations(range(4), 2):
        if net[worse] < net[better]:
            assert found[worse] <= found[better]
