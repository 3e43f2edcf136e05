"""Who pays what: the rules page's worked payments, and every method against a second reckoning."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.game import Claim, Outcome, deltas_of
from scoring.zungjung import ZUNGJUNG
from scoring.zungjung.payment import LEGAL_POINTS, check_points, pay_win, shares, table
from scoring.zungjung.rules import Rules, make_rules

METHODS = {
    "each": make_rules(None, {"payment": "each"}),
    "discarder": make_rules(None, {"payment": "discarder"}),
    "double": make_rules(None, {"payment": "double"}),
    "mixed-30-discarder": make_rules("2.51-mixed-30", {}),
    "mixed-30-double": make_rules("2.51-mixed-30", {"mixed_excess": "double"}),
    "25-rule": make_rules("3.3", {}),
}


def paid(rules: Rules, points: int, winner: int, source: int | None) -> list[int]:
    claim = Claim(winner, source, value={"points": points})
    step = ZUNGJUNG.apply(rules, ZUNGJUNG.start(rules), Outcome("win", wins=(claim,)))
    return list(step.deltas)


# -- the worked payments of the rules page ------------------------------------------------------


@pytest.mark.parametrize(
    "method, deltas",
    [
        ("each", [120, -40, -40, -40]),
        ("discarder", [120, -120, 0, 0]),
        ("double", [480, -240, -120, -120]),
        ("mixed-30-discarder", [120, -60, -30, -30]),
        ("mixed-30-double", [480, -180, -150, -150]),
    ],
)
def test_a_hand_of_40_off_the_second_player_is_paid_as_the_rules_page_says(
    method: str, deltas: list[int]
) -> None:
    assert paid(METHODS[method], 40, 0, 1) == deltas


def test_a_hand_of_85_by_the_25_rule() -> None:
    assert paid(METHODS["25-rule"], 85, 0, 1) == [255, -205, -25, -25]


@pytest.mark.parametrize("points", [1, 5, 20, 25])
def test_up_to_25_points_the_25_rule_lets_all_pay_alike(points: int) -> None:
    assert paid(METHODS["25-rule"], points, 2, 3) == [-points, -points, 3 * points, -points]


def test_at_30_points_the_25_rule_bites() -> None:
    assert paid(METHODS["25-rule"], 30, 0, 1) == [90, -40, -25, -25]


def test_a_chicken_hand_by_double_is_6_3_3_and_4_from_each_by_self_draw() -> None:
    assert paid(METHODS["double"], 1, 0, 1) == [12, -6, -3, -3]
    assert paid(METHODS["double"], 1, 0, None) == [12, -4, -4, -4]


def test_a_chicken_hand_by_mixed_is_shared_alike() -> None:
    assert paid(METHODS["mixed-30-discarder"], 1, 0, 1) == [3, -1, -1, -1]
    assert paid(METHODS["mixed-30-double"], 1, 0, 1) == [12, -4, -4, -4]


def test_at_threshold_0_mixed_meets_the_pure_methods() -> None:
    for excess in ("discarder", "double"):
        rules = make_rules("2.51-mixed-30", {"mixed_threshold": 0, "mixed_excess": excess})
        for points in LEGAL_POINTS:
            assert shares(rules, points) == shares(METHODS[excess], points)


def test_up_to_the_threshold_mixed_is_shared_alike() -> None:
    assert paid(METHODS["mixed-30-discarder"], 30, 0, 1) == [90, -30, -30, -30]
    assert paid(METHODS["mixed-30-discarder"], 35, 0, 1) == [105, -45, -30, -30]


# -- an independent second reckoning, from the table of the rules page --------------------------


def second_reckoning(rules: Rules, p: int, winner: int, source: int | None) -> list[int]:
    t = rules.mixed_threshold
    b, e = min(p, t), max(0, p - t)
    method = rules.payment if rules.payment != "mixed" else f"mixed {rules.mixed_excess}"
    discarder, other, drawn = {
        "each": (p, p, p),
        "discarder": (3 * p, 0, p),
        "double": (6 * p, 3 * p, 4 * p),
        "mixed discarder": (b + 3 * e, b, p),
        "mixed double": (4 * b + 6 * e, 4 * b + 3 * e, 4 * p),
        "25-rule": (p, p, p) if p <= 25 else (3 * p - 50, 25, p),
    }[method]
    owed = {seat: drawn if source is None else other for seat in range(4) if seat != winner}
    if source is not None:
        owed[source] = discarder
    return [sum(owed.values()) if seat == winner else -owed[seat] for seat in range(4)]


rulesets = st.builds(
    lambda payment, threshold, excess: make_rules(
        None, {"payment": payment, "mixed_threshold": threshold, "mixed_excess": excess}
    ),
    st.sampled_from(["each", "discarder", "double", "mixed", "25-rule"]),
    st.integers(0, 480),
    st.sampled_from(["discarder", "double"]),
)
seats = st.integers(0, 3)
points = st.sampled_from(LEGAL_POINTS)


@given(rulesets, points, seats, st.one_of(st.none(), st.integers(1, 3)))
def test_every_payment_agrees_with_the_second_reckoning(
    rules: Rules, p: int, winner: int, turn: int | None
) -> None:
    source = None if turn is None else (winner + turn) % 4
    assert paid(rules, p, winner, source) == second_reckoning(rules, p, winner, source)


@given(rulesets, points, seats, st.integers(1, 3))
def test_the_winner_gets_the_same_off_a_discard_by_self_draw_and_from_all_alike(
    rules: Rules, p: int, winner: int, turn: int
) -> None:
    by_discard = paid(rules, p, winner, (winner + turn) % 4)
    by_draw = paid(rules, p, winner, None)
    assert by_discard[winner] == by_draw[winner] > 0
    assert sum(by_discard) == sum(by_draw) == 0


@given(rulesets, points, seats, st.integers(1, 3))
def test_the_discarder_pays_no_less_than_the_others(
    rules: Rules, p: int, winner: int, turn: int
) -> None:
    source = (winner + turn) % 4
    deltas = paid(rules, p, winner, source)
    assert deltas[source] == min(deltas)
    assert all(delta <= 0 for seat, delta in enumerate(deltas) if seat != winner)


def test_payments_run_in_turn_from_the_winner_and_nobody_pays_nothing() -> None:
    transfers = pay_win(METHODS["discarder"], 40, winner=2, responsible=0)
    assert [(t.payer, t.payee, t.amount, t.kind) for t in transfers] == [(0, 2, 120, "hand")]
    drawn = pay_win(METHODS["discarder"], 40, winner=2, responsible=None)
    assert [t.payer for t in drawn] == [3, 0, 1]
    assert deltas_of(drawn, 4) == (-40, -40, 120, -40)


# -- the table of a page ------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_the_payment_table_has_every_legal_total_and_the_winner_s_sum(method: str) -> None:
    rows = table(METHODS[method])
    assert [row.points for row in rows] == list(LEGAL_POINTS)
    for row in rows:
        assert row.winner == row.shares.discarder + 2 * row.shares.others == 3 * row.shares.each


def test_where_five_points_are_needed_the_payment_table_starts_there() -> None:
    assert table(make_rules(None, {"minimum": 5}))[0].points == 5


# -- legal points -------------------------------------------------------------------------------


def test_legal_points_are_1_multiples_of_5_to_320_400_and_480() -> None:
    legal = [p for p in range(-5, 600) if p in LEGAL_POINTS]
    assert legal == [1, *range(5, 321, 5), 400, 480]


@pytest.mark.parametrize("figure", [0, 2, 12, 325, 390, 405, 485, -40])
def test_points_no_hand_can_have_are_refused_with_what_there_is(figure: int) -> None:
    with pytest.raises(ScoringError, match=r"1, multiples of 5 up to 320, 400 or 480") as caught:
        check_points(METHODS["each"], figure, "value.points")
    assert caught.value.field == "value.points"


@pytest.mark.parametrize("figure", [None, "40", 40.0, True])
def test_points_must_be_a_whole_number(figure: object) -> None:
    with pytest.raises(ScoringError, match="whole number"):
        check_points(METHODS["each"], figure, "value.points")


def test_one_point_is_too_little_where_the_table_needs_five() -> None:
    with pytest.raises(ScoringError, match="1 point, this table needs 5"):
        check_points(make_rules(None, {"minimum": 5}), 1, "value.points")
    assert check_points(make_rules(None, {"minimum": 5}), 5, "value.points") == 5
