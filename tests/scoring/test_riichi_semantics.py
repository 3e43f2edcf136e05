"""``semantics.md``, lines 1 to 18: the number of the line is in the name of each test.

Line 18 (equal readings) needs tiles and is with the tests of hands.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.money import transfers
from scoring.riichi.settlement import round_score
from tests.scoring.riichi_table import (
    AGREED,
    SANMA,
    TWO,
    E,
    N,
    S,
    W,
    abort,
    adjust,
    after,
    chombo,
    draw,
    paid,
    played,
    referee,
    ron,
    rules,
    settled,
    step,
    tsumo,
    where,
    win,
)

AUTO = {"agari_yame": "auto", "tenpai_yame": "auto"}
CHOICE = {"agari_yame": "choice", "tenpai_yame": "choice"}
DEALER_WINS, DEALER_TENPAI = win(ron(N, S, "1 han 30 fu")), draw(N, E)


def at_s4(table: Any, outcome: dict[str, Any], scores: list[int], **more: Any) -> Any:
    return step(table, outcome, label="S4", scores=scores, **more)


# -- 1: the dealer's end -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("outcome", "reason"), [(DEALER_WINS, "agari-yame"), (DEALER_TENPAI, "tenpai-yame")]
)
def test_1_the_dealer_in_first_place_ends_the_game(outcome: dict[str, Any], reason: str) -> None:
    state = at_s4(rules(**AUTO), outcome, [20000, 20000, 20000, 40000]).after
    assert (state.finished, state.reason) == (True, reason)
    assert not at_s4(rules(**AUTO), outcome, [44000, 20000, 20000, 16000]).after.finished


@pytest.mark.parametrize("ties", ["seat", "share"])
def test_1_a_dealer_tied_for_first_plays_on(ties: str) -> None:
    tied = [31500, 17000, 21500, 30000]  # N wins 1500 off S
    state = at_s4(rules(**AUTO, ties=ties), DEALER_WINS, tied).after
    assert state.scores == (31500, 15500, 21500, 31500)
    assert not state.finished


@pytest.mark.parametrize(("ties", "ends"), [("seat", True), ("share", False)])
def test_1_a_tie_with_a_later_seat_is_first_place_by_seat_only(ties: str, ends: bool) -> None:
    table = rules("tenhou", ties=ties, target_points=30000)
    outcome = win(ron(E, S, "1 han 30 fu"))
    state = after(table, outcome, label="W1", scores=[30500, 18000, 19500, 32000])
    assert state.scores == (32000, 16500, 19500, 32000)
    assert state.finished == ends


def test_1_stop_is_legal_under_choice_alone() -> None:
    ahead = [20000, 20000, 20000, 40000]
    stopped = at_s4(rules(**CHOICE), {**DEALER_WINS, "stop": True}, ahead)
    assert (stopped.may_stop, stopped.after.reason) == (True, "agari-yame")
    stopped = at_s4(rules(**CHOICE), {**DEALER_TENPAI, "stop": True}, ahead)
    assert stopped.after.reason == "tenpai-yame"
    asked = at_s4(rules(**CHOICE), DEALER_WINS, ahead)
    assert asked.may_stop
    assert not asked.after.finished
    for table in (rules(), rules(**AUTO)):
        with pytest.raises(ScoringError) as error:
            at_s4(table, {**DEALER_WINS, "stop": True}, ahead)
        assert error.value.field == "rounds.0.stop"


@pytest.mark.parametrize(
    ("outcome", "label", "scores"),
    [
        (DEALER_WINS, "S3", [20000, 20000, 20000, 40000]),
        (win(ron(S, N)), "S4", [20000, 20000, 20000, 40000]),
        (draw(E), "S4", [20000, 20000, 20000, 40000]),
        (abort(), "S4", [20000, 20000, 20000, 40000]),
        (chombo(S), "S4", [20000, 20000, 20000, 40000]),
        (DEALER_WINS, "S4", [40000, 20000, 20000, 20000]),
    ],
    ids=["not the last hand", "a child wins", "noten", "abort", "chombo", "not first"],
)
def test_1_nothing_to_stop(outcome: dict[str, Any], label: str, scores: list[int]) -> None:
    assert not step(rules(**CHOICE), outcome, label=label, scores=scores).may_stop
    with pytest.raises(ScoringError):
        step(rules(**CHOICE), {**outcome, "stop": True}, label=label, scores=scores)


def test_1_with_an_extra_wind_the_dealer_needs_the_target() -> None:
    table = rules("tenhou", start_points=24000)
    low = [23000, 23500, 22500, 27000]
    assert not at_s4(table, DEALER_WINS, low).after.finished
    assert at_s4(table, win(ron(N, S, "3 han 30 fu")), low).after.reason == "agari-yame"
    without = rules("tenhou", start_points=24000, extension="none")
    assert at_s4(without, DEALER_WINS, low).after.reason == "agari-yame"


# -- 2: the order of the ends --------------------------------------------------------------------


def test_2_bust_comes_before_cold_game() -> None:
    table = rules(bust="below-zero", cold_game=50000)
    state = after(table, win(ron(S, W)), scores=[20000, 43000, 7000, 30000])
    assert state.reason == "bust"


def test_2_cold_game_comes_before_agari_yame() -> None:
    state = at_s4(rules(**AUTO, cold_game=41500), DEALER_WINS, [20000, 20000, 20000, 40000]).after
    assert state.reason == "cold-game"


def test_2_agari_yame_comes_before_time() -> None:
    timed = {**DEALER_WINS, "time_up": True}
    state = at_s4(rules(**AUTO), timed, [20000, 20000, 20000, 40000]).after
    assert state.reason == "agari-yame"


def test_2_the_last_hand_comes_before_time() -> None:
    state = after(rules(), {**draw(), "time_up": True}, label="S4")
    assert state.reason == "last-hand"


def test_2_cold_game_is_at_or_above_the_score() -> None:
    scores = [20000, 42000, 18000, 20000]
    assert after(rules(cold_game=50000), win(ron(S, W)), scores=scores).reason == "cold-game"
    assert not after(rules(cold_game=50100), win(ron(S, W)), scores=scores).finished


@pytest.mark.parametrize(
    ("outcome", "ends"),
    [
        (win(ron(E, S)), True),
        (win(ron(S, E)), True),
        (draw(E), True),
        (draw(), True),
        (abort(), False),
        (chombo(E), False),
        (adjust(1000, -1000, 0, 0), False),
    ],
    ids=["dealer wins", "child wins", "dealer tenpai", "noten", "abort", "chombo", "adjust"],
)
def test_2_a_single_hand_ends_with_a_win_or_an_exhaustive_draw(
    outcome: dict[str, Any], ends: bool
) -> None:
    state = after(rules(length="single", **AUTO), outcome)
    assert state.reason == ("last-hand" if ends else None)


# -- 3: bust -------------------------------------------------------------------------------------


def test_3_bust_is_tested_after_the_whole_hand_with_its_sticks() -> None:
    table = rules(bust="below-zero")
    # 1000 for riichi, 0 left; the win off them takes it below, their own win lifts them.
    scores = [25000, 1000, 37000, 37000]
    assert after(table, win(ron(W, S), riichi=(S,)), scores=scores).reason == "bust"
    assert not after(table, win(ron(S, W, "1 han 30 fu"), riichi=(S,)), scores=scores).finished
    state = after(table, abort(riichi=(S,)), scores=scores)
    assert (state.scores[S], state.finished) == (0, False)


def test_3_a_chombo_can_bust_an_adjustment_cannot() -> None:
    table = rules(bust="below-zero")
    scores = [25000, 8000, 33000, 34000]
    assert after(table, chombo(S), scores=scores).reason == "bust"
    assert not after(table, adjust(9000, -9000, 0, 0), scores=scores).finished
    # The next hand of the game finds them below zero.
    start = {"scores": scores}
    game = played(table, adjust(9000, -9000, 0, 0), draw(), start=start)
    assert game.state.reason == "bust"


@pytest.mark.parametrize(("leftover", "first"), [("first", 50000), ("lost", 48000)])
def test_3_sticks_left_by_a_bust_on_a_draw(leftover: str, first: int) -> None:
    table = rules(bust="below-zero", leftover_sticks=leftover)
    start = {"scores": [47000, 500, 27500, 23000], "sticks": 2}
    game = played(table, draw(E, W, N), start=start)
    assert game.state.reason == "bust"
    assert game.settlement is not None
    assert game.settlement.scores == (first, -2500, 28500, 24000)


def test_3_under_zero_riichi_needs_more_than_1000() -> None:
    scores = [25000, 1000, 37000, 37000]
    with pytest.raises(ScoringError) as error:
        after(rules(bust="zero"), draw(S, riichi=(S,)), scores=scores)
    assert error.value.field == "rounds.0.riichi"
    assert error.value.params == {"seat": S, "score": 1000}
    with pytest.raises(ScoringError):
        after(rules(), draw(S, riichi=(S,)), scores=[25000, 900, 37100, 37000])


# -- 4 and 5: penalties --------------------------------------------------------------------------


def test_4_a_chombo_gives_back_this_hands_deposits_alone() -> None:
    found = step(rules(), chombo(S, riichi=(E, W)), honba=2, sticks=3, label="E3")
    assert found.deltas == (3000, -9000, 3000, 3000)
    assert where(found.after) == ("E3", 2, 3)
    assert found.after.hands == 0


def test_4_a_chombo_after_the_game_touches_nothing_at_the_table() -> None:
    table = rules(chombo="after", chombo_points=20000)
    game = played(table, chombo(S), chombo(S), AGREED)
    assert game.state.scores == (25000,) * 4
    assert game.settlement is not None
    assert sum(game.settlement.total) == -40000
    assert ("penalties", (0, -40000, 0, 0)) in game.settlement.lines


@pytest.mark.parametrize(
    ("way", "child", "dealer"),
    [
        ("loss", (4000, -6000, 2000), (-8000, 4000, 4000)),
        ("north-split", (5000, -8000, 3000), (-12000, 6000, 6000)),
        ("no-loss", (5000, -8000, 3000), (-12000, 6000, 6000)),
        ("plus-1000", (5000, -8000, 3000), (-10000, 5000, 5000)),
    ],
)
def test_4_a_mangan_chombo_of_three_is_paid_as_their_self_draw(
    way: str, child: tuple[int, ...], dealer: tuple[int, ...]
) -> None:
    table = rules(**SANMA, chombo="mangan", sanma_tsumo=way)
    assert paid(table, chombo(S)) == child
    assert paid(table, chombo(E)) == dealer


def test_5_a_referee_takes_points_off_the_result() -> None:
    game = played(rules(), referee(W, 5000), AGREED)
    clean = played(rules(), AGREED)
    assert game.settlement is not None
    assert clean.settlement is not None
    assert game.state.scores == (25000,) * 4
    assert game.settlement.total[W] == clean.settlement.total[W] - 5000
    assert game.settlement.unbalanced == (("penalties", -5000),)


@pytest.mark.parametrize(
    ("penalty", "field"),
    [
        ({"reason": "false-win", "seat": S}, "reason"),
        ({"reason": None, "seat": S}, "reason"),
        ({"reason": "chombo"}, "seat"),
        ({"reason": "chombo", "seat": S, "points": 8000}, "points"),
        ({"reason": "referee", "seat": S}, "points"),
        ({"reason": "referee", "seat": S, "points": 0}, "points"),
    ],
)
def test_5_penalties_that_are_none(penalty: dict[str, Any], field: str) -> None:
    with pytest.raises(ScoringError) as error:
        step(rules(), {"type": "penalty", **penalty})
    assert error.value.field == f"rounds.0.{field}"


# -- 6 and 7: nagashi, head bump -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("earners", "expected", "state"),
    [
        ((S,), (-4200, 10600, -2200, -2200), ("E2", 0, 0)),
        ((E,), (14600, -4200, -4200, -4200), ("E1", 3, 0)),
        ((S, W), (-8200, 8600, 5800, -4200), ("E2", 0, 0)),
        ((E, N), (10600, -6200, -6200, 3800), ("E1", 3, 0)),
    ],
    ids=["a child", "the dealer", "the nearest of two", "the dealer and another"],
)
def test_6_nagashi_as_a_win(
    earners: tuple[int, ...], expected: tuple[int, ...], state: tuple[str, int, int]
) -> None:
    found = step(rules(nagashi="win"), draw(W, nagashi=earners), honba=2, sticks=2)
    assert found.deltas == expected
    assert where(found.after) == state


def test_6_nagashi_as_a_win_takes_this_hands_sticks_too() -> None:
    found = step(rules(nagashi="win"), draw(S, W, nagashi=(S,), riichi=(S, W)))
    assert found.deltas == (-4000, 9000, -3000, -2000)
    assert found.after.sticks == 0


@pytest.mark.parametrize(("tenpai", "state"), [((E, S), ("E1", 3, 1)), ((S,), ("E2", 3, 1))])
def test_6_nagashi_as_a_draw_leaves_the_deal_to_tenpai(
    tenpai: tuple[int, ...], state: tuple[str, int, int]
) -> None:
    found = step(rules(nagashi="draw"), draw(*tenpai, nagashi=(S,)), honba=2, sticks=1)
    assert found.deltas == (-4000, 8000, -2000, -2000)
    assert where(found.after) == state


def test_6_nagashi_is_refused_where_it_is_not_played() -> None:
    with pytest.raises(ScoringError) as error:
        step(rules(nagashi="none"), draw(nagashi=(S,)))
    assert error.value.field == "rounds.0.nagashi"


def test_7_head_bump_with_the_dealer_second_passes_the_deal() -> None:
    table = rules(multiple_ron="one")
    assert where(after(table, win(ron(N, S)), honba=2)) == ("E2", 0, 0)
    with pytest.raises(ScoringError) as error:
        after(table, win(ron(E, S), ron(N, S)), honba=2)
    assert error.value.params == {"winner": N}


# -- 8 to 10: payments ---------------------------------------------------------------------------


def test_8_points_are_what_the_payers_hand_over_without_honba() -> None:
    found = step(rules(**SANMA), win(tsumo(S, "2 han 40 fu"), riichi=(S,)), honba=3)
    assert found.wins[0].points == 2000
    found = step(rules(), win(tsumo(S, "2 han 40 fu")), honba=3, sticks=1)
    assert found.wins[0].points == 2700


ONE, TWO_YAKUMAN = "1 yakuman", "2 yakuman"


@pytest.mark.parametrize("pao_honba", ["liable", "discarder"])
@pytest.mark.parametrize(
    ("scope", "worth", "expected"),
    [
        ("yakuman", ONE, (0, 32600, -32600, 0)),
        ("yakuman", TWO_YAKUMAN, (-16000, 64600, -40600, -8000)),
        ("hand", TWO_YAKUMAN, (0, 64600, -64600, 0)),
    ],
)
def test_9_pao_on_a_self_draw_pays_all_honba(
    pao_honba: str, scope: str, worth: str, expected: tuple[int, ...]
) -> None:
    table = rules(pao_honba=pao_honba, pao_scope=scope)
    assert paid(table, win(tsumo(S, worth, liable=W)), honba=2) == expected


@pytest.mark.parametrize(
    ("pao_honba", "expected"),
    [("liable", (0, 32600, -16600, -16000)), ("discarder", (0, 32600, -16000, -16600))],
)
def test_9_pao_honba_decides_on_ron(pao_honba: str, expected: tuple[int, ...]) -> None:
    table = rules(pao_honba=pao_honba)
    assert paid(table, win(ron(S, N, ONE, liable=W)), honba=2) == expected


LISTED = {"pao": ["daisangen", "daisuushi", "suukantsu"], "pao_honba": "liable"}
DAISANGEN_W = {"suukantsu": N, "daisangen": W}


def test_9_two_liable_seats() -> None:
    table = rules(**LISTED)
    found = paid(table, win(ron(S, E, TWO_YAKUMAN, liable=DAISANGEN_W)), honba=1)
    assert found == (-32300, 64300, -16000, -16000)
    found = paid(table, win(tsumo(S, TWO_YAKUMAN, liable=DAISANGEN_W)), honba=1)
    assert found == (0, 64300, -32300, -32000)
    # With a third yakuman the whole-hand scope leaves the rest to the first of them.
    table = rules(**LISTED, pao_scope="hand")
    found = paid(table, win(tsumo(S, "3 yakuman", liable=DAISANGEN_W)), honba=1)
    assert found == (0, 96300, -64300, -32000)


def test_9_one_seat_liable_for_two_patterns() -> None:
    liable = {"daisangen": W, "suukantsu": W}
    found = paid(rules(**LISTED), win(ron(S, E, TWO_YAKUMAN, liable=liable)), honba=1)
    assert found == (-32000, 64300, -32300, 0)


@pytest.mark.parametrize(("winner", "total"), [(S, 24000), (E, 32000)])
def test_9_pao_of_three_players_under_loss(winner: int, total: int) -> None:
    found = paid(rules(**SANMA), win(tsumo(winner, ONE, liable=W)))
    assert found[W] == -total
    assert found[winner] == total


@pytest.mark.parametrize(
    ("way", "child", "dealer"),
    [
        ("loss", (-1300, 2000, -700), 2600),
        ("north-split", (-1600, 2600, -1000), 4000),
        ("no-loss", (-1600, 2600, -1000), 4000),
        ("plus-1000", (-2300, 4000, -1700), 4600),
    ],
)
def test_10_three_players_share_a_self_draw(way: str, child: tuple[int, ...], dealer: int) -> None:
    """40 fu 2 han, base 640: a child's ron is 2600, which does not divide by 300."""
    table = rules(**SANMA, sanma_tsumo=way)
    assert paid(table, win(tsumo(S, "2 han 40 fu"))) == child
    assert paid(table, win(tsumo(E, "2 han 40 fu"))) == (dealer, -dealer // 2, -dealer // 2)


def test_10_north_split_halves_the_unrounded_share() -> None:
    """20 fu 2 han, base 320: 320 + 160 is 500 and not 400 + 200; the dealer's 640 + 160 is 800."""
    table = rules(**SANMA, sanma_tsumo="north-split")
    assert paid(table, win(tsumo(S, "2 han 20 fu"))) == (-800, 1300, -500)


def test_10_no_loss_is_2_to_1_where_the_ron_price_divides() -> None:
    table = rules(**SANMA, sanma_tsumo="no-loss")
    assert paid(table, win(tsumo(S, "haneman"))) == (-8000, 12000, -4000)
    assert paid(table, win(tsumo(S, "3 han 30 fu"))) == (-2600, 3900, -1300)
    assert paid(table, win(tsumo(S, "mangan"))) == (-5000, 8000, -3000)


# -- 11 and 12: what may be entered --------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "outcome"),
    [
        ({}, ron(S, W, "2 han 20 fu")),
        ({"open_pinfu_fu": 20}, tsumo(S, "1 han 20 fu")),
        ({"pinfu_tsumo": False}, tsumo(S, "2 han 20 fu")),
        ({}, {"winner": S, "from": W, "value": {"limit": "yakuman"}}),
    ],
    ids=["20 fu ron", "20 fu 1 han", "no pinfu by self-draw", "counted yakuman"],
)
def test_11_values_that_are_refused(options: dict[str, Any], outcome: dict[str, Any]) -> None:
    with pytest.raises(ScoringError):
        step(rules(**options), win(outcome))


@pytest.mark.parametrize(
    ("options", "outcome", "points"),
    [
        ({"open_pinfu_fu": 20}, ron(S, W, "2 han 20 fu"), 1300),
        ({}, tsumo(S, "2 han 20 fu"), 1500),
        (
            {"thirteen_han": "yakuman"},
            {"winner": S, "from": W, "value": {"limit": "yakuman"}},
            32000,
        ),
        ({}, ron(S, W, "1 yakuman"), 32000),
    ],
)
def test_11_values_that_are_allowed(
    options: dict[str, Any], outcome: dict[str, Any], points: int
) -> None:
    assert step(rules(**options), win(outcome)).wins[0].points == points


def test_11_a_counted_yakuman_is_no_yakuman() -> None:
    counted = {"winner": S, "from": W, "value": {"limit": "yakuman"}}
    found = step(rules(thirteen_han="yakuman"), win(counted)).wins[0].data
    assert found == {"han": None, "fu": None, "yakuman": 0, "limit": "yakuman"}
    found = step(rules(), win(ron(S, W, "1 yakuman"))).wins[0].data
    assert found == {"han": None, "fu": None, "yakuman": 1, "limit": "yakuman"}


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"uma": [10000, -10000]}, "options.uma"),
        ({"uma": [10000, 5000, -5000, -5000]}, "options.uma"),
        ({"uma": {"floating": {"1": [0, 0, 0, 0]}}}, "options.uma"),
        (
            {"uma": {"floating": {"1": [0] * 4, "2": [0] * 3, "3": [0] * 4}}},
            "options.uma.floating.2",
        ),
        ({"noten_pool": 1000}, "options.noten_pool"),
        ({"noten_pool": 2000}, "options.noten_pool"),
        ({**SANMA, "noten_pool": 1500}, "options.noten_pool"),
    ],
)
def test_12_uma_and_noten_pool_must_fit_the_table(options: dict[str, Any], field: str) -> None:
    with pytest.raises(ScoringError) as error:
        rules(**options)
    assert error.value.field == field


def test_12_pools_that_can_be_shared() -> None:
    assert rules(noten_pool=0).noten_pool == 0
    assert rules(noten_pool=6000).noten_pool == 6000
    assert rules(**SANMA).noten_pool == 2000
    assert rules(**TWO).noten_pool == 1000


# -- 13 to 16: settlement ------------------------------------------------------------------------


def test_13_the_working_adds_up_line_by_line() -> None:
    table = rules(
        uma=[20000, 10000, -10000, -20000],
        rounding="half-down",
        chips=True,
        chip_points=1000,
        yakitori=3000,
        bust="below-zero",
        bust_prize=10000,
        chombo="after",
        chombo_points=20000,
        rate=50,
    )
    game = played(
        table,
        chombo(N),
        win(ron(S, W, "3 han 30 fu")),
        win(ron(S, W, "haneman")),
        win(ron(S, W, "haneman")),
        chips=[0, 5, -3, -2],
    )
    found = game.settlement
    assert game.state.reason == "bust"
    assert found is not None
    assert dict(found.lines) == {
        "score": (-5000, 35200, -45200, -5000),
        "rounding": (0, -200, 200, 0),
        "uma": (10000, 20000, -20000, -10000),
        "oka": (0, 20000, 0, 0),
        "yakitori": (-3000, 9000, -3000, -3000),
        "bust-prize": (0, 10000, -10000, 0),
        "chips": (0, 5000, -3000, -2000),
        "penalties": (0, 0, 0, -20000),
    }
    assert [name for name, _ in found.lines] == [
        "score", "rounding", "uma", "oka", "yakitori", "bust-prize", "chips", "penalties",
    ]  # fmt: skip
    assert found.total == tuple(
        sum(column) for column in zip(*dict(found.lines).values(), strict=True)
    )
    assert found.unbalanced == (("penalties", -20000),)


def test_13_leftover_sticks_are_shared_in_hundreds_by_tied_firsts() -> None:
    table = rules(ties="share")
    assert settled(table, [33000, 33000, 33000, 0], sticks=1).scores == (33400, 33300, 33300, 0)
    assert settled(table, [39000, 10000, 39000, 10000], sticks=2).scores == (
        40000, 10000, 40000, 10000,
    )  # fmt: skip
    assert settled(rules(), [39000, 10000, 39000, 10000], sticks=2).scores[:3] == (
        41000, 10000, 39000,
    )  # fmt: skip


def test_13_places_are_those_of_the_table_scores() -> None:
    """The first gets the sticks for being first; they make nobody first."""
    found = settled(rules(ties="share"), [33000, 33000, 33000, 0], sticks=1)
    assert found.places == (1, 1, 1, 4)


def test_13_first_takes_what_rounding_leaves() -> None:
    table = rules(uma=[20000, 10000, -10000, -20000], rounding="half-up", ties="seat")
    found = settled(table, [38400, 27500, 22600, 11500])
    assert found.total == (47000, 8000, -17000, -38000)
    assert found.points == (7000, -2000, -7000, -18000)


def test_13_tied_firsts_split_the_balance_in_hundreds() -> None:
    table = rules(ties="share", rounding="half-up", uma=[20000, 10000, -10000, -20000])
    found = settled(table, [30050, 30050, 25500, 14400])
    # The others: 26000 − 30000 − 10000 and 14000 − 30000 − 20000; 50000 are left for two.
    assert found.total == (25000, 25000, -14000, -36000)
    found = settled(table, [29900, 29900, 29900, 10300])
    assert found.total == (13400, 13300, 13300, -40000)
    odd = settled(table, [34200, 34200, 21200, 10400])
    assert odd.total == (29500, 29500, -19000, -40000)


def test_13_tied_firsts_keep_their_own_chips() -> None:
    table = rules(ties="share", chips=True, chip_points=1000)
    found = settled(table, [30000, 30000, 20000, 20000], chips=[4, 0, -4, 0])
    assert found.total == (22000, 18000, -22000, -18000)


def test_13_lost_sticks_stay_lost() -> None:
    table = rules(leftover_sticks="lost", rounding="half-up")
    found = settled(table, [40000, 30000, 20000, 8000], sticks=2)
    assert sum(found.total) == -2000


@pytest.mark.parametrize(
    ("mode", "score", "rounded"),
    [
        ("none", 28500, 28500),
        ("half-up", 28500, 29000),
        ("half-up", 28400, 28000),
        ("half-up", -1500, -2000),
        ("half-up", -1400, -1000),
        ("half-down", 28500, 28000),
        ("half-down", 28600, 29000),
        ("half-down", -1500, -1000),
        ("half-down", -1600, -2000),
        ("up", 28100, 29000),
        ("up", -1500, -2000),
        ("up", 28000, 28000),
        ("down", 28900, 28000),
        ("down", -1500, -1000),
        ("down", -900, 0),
        ("half-up", 0, 0),
    ],
)
def test_14_rounding_acts_on_the_size_of_the_score(mode: str, score: int, rounded: int) -> None:
    assert round_score(score, mode) == rounded


FLOATING = {"1": [12000, -1000, -3000, -8000], "2": [8000, 4000, -4000, -8000],
            "3": [8000, 3000, 1000, -12000]}  # fmt: skip


@pytest.mark.parametrize(
    ("scores", "line"),
    [
        ([29999, 29999, 29999, 10003], "1"),
        ([52000, 28000, 10000, 10000], "1"),
        ([40000, 30000, 20000, 10000], "2"),
        ([30000, 30000, 30000, 10000], "3"),
        ([25000, 25000, 25000, 25000], "3"),
    ],
    ids=["none", "one", "two, one of them exactly", "three", "all four"],
)
def test_15_floating_uma(scores: list[int], line: str) -> None:
    to = 25000 if scores[0] == 25000 else 30000
    table = rules(uma={"floating": FLOATING}, return_points=to)
    assert list(settled(table, scores).uma or ()) == FLOATING[line]


def test_16_places_under_share() -> None:
    found = settled(rules(ties="share"), [35000, 20000, 35000, 10000])
    assert found.places == (1, 3, 1, 4)
    assert settled(rules(ties="seat"), [35000, 20000, 35000, 10000]).places == (1, 3, 2, 4)


def test_16_money_comes_before_penalties() -> None:
    table = rules(rate=100, chombo="after", chombo_points=20000)
    clean = played(table, AGREED).settlement
    fouled = played(table, chombo(S), AGREED).settlement
    assert clean is not None
    assert fouled is not None
    assert fouled.money == clean.money
    assert sum(fouled.money or ()) == 0
    assert fouled.total != clean.total


def test_16_what_does_not_balance_goes_to_first_and_is_shown() -> None:
    table = rules(leftover_sticks="lost", rate=100)
    found = settled(table, [40000, 30000, 20000, 9000], sticks=1)
    exact = [int(total) * 100 // 1000 for total in found.total]
    assert sum(exact) == -100
    assert found.money == (exact[0] + 100, *exact[1:])
    assert found.money_balance == 100
    shared = rules(leftover_sticks="lost", rate=100, ties="share")
    found = settled(shared, [35500, 35500, 20000, 8000], sticks=1)
    assert found.money_balance == 100
    assert sum(found.money or ()) == 0


def test_16_without_a_rate_there_is_no_money() -> None:
    found = settled(rules(rate=None), [40000, 30000, 20000, 10000])
    assert found.money is None
    assert found.transfers == ()


def test_16_money_is_exact() -> None:
    found = settled(rules(rate="0.5"), [40000, 30000, 20100, 9900])
    assert found.money == (21, 2, Fraction("-6.95"), Fraction("-16.05"))
    assert found.transfers == (
        (3, 0, Fraction("16.05")),
        (2, 0, Fraction("4.95")),
        (2, 1, 2),
    )
    # A balance that no whole money makes is split exactly between tied firsts.
    lost = rules(rate="0.5", leftover_sticks="lost", ties="share")
    found = settled(lost, [35500, 35500, 20000, 8000], sticks=1)
    assert found.money_balance == Fraction("0.5")
    assert (found.money or ())[:2] == (12, 12)  # 11.75 and half of the balance


def test_17_the_fewest_transfers() -> None:
    assert transfers([2400, -1500, 1500, -2400]) == ((3, 0, 2400), (1, 2, 1500))
    assert transfers([3000, -1000, -1000, -1000]) == ((1, 0, 1000), (2, 0, 1000), (3, 0, 1000))
    assert transfers([-10, -10, 10, 10]) == ((0, 2, 10), (1, 3, 10))
