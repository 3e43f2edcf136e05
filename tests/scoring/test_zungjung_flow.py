"""How a Zung Jung game goes, hand by hand, to its end."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.game import Replay, Step, parse_outcome, replay
from scoring.zungjung import ZUNGJUNG
from scoring.zungjung.sheet import sheet

DRAW = {"type": "draw", "tenpai": []}


def win(winner: int, source: int | None, points: int = 40, **more: Any) -> dict[str, Any]:
    return {
        "type": "win",
        "wins": [{"winner": winner, "from": source, "value": {"points": points}, **more}],
    }


def game(
    *rounds: dict[str, Any],
    preset: str | None = None,
    start: dict[str, Any] | None = None,
    **options: Any,
) -> Replay:
    rules = ZUNGJUNG.rules(preset, options)
    return replay(ZUNGJUNG, rules, [parse_outcome(one, 4) for one in rounds], start)


def last(*rounds: dict[str, Any], **options: Any) -> Step:
    return game(*rounds, **options).steps[-1]


def refused(*rounds: dict[str, Any], **options: Any) -> tuple[str, str]:
    with pytest.raises(ScoringError) as caught:
        game(*rounds, **options)
    return caught.value.field, str(caught.value)


# -- the deal -----------------------------------------------------------------------------------


def test_the_deal_passes_after_every_hand_draws_included() -> None:
    played = game(win(0, 1), DRAW, win(3, None), win(1, 3), DRAW)
    assert [step.before.label for step in played.steps] == ["E1", "E2", "E3", "E4", "S1"]
    assert [step.before.dealer for step in played.steps] == [0, 1, 2, 3, 0]


def test_the_dealer_stays_on_a_win_where_the_option_says_so() -> None:
    played = game(win(0, 1), win(0, None), win(2, 0), DRAW, dealer_repeats=["win"])
    assert [step.before.label for step in played.steps] == ["E1", "E1", "E1", "E2"]
    assert played.state.label == "E3"


def test_the_dealer_stays_on_a_draw_where_the_option_says_so() -> None:
    played = game(DRAW, DRAW, win(0, 1), dealer_repeats=["draw"])
    assert [step.before.label for step in played.steps] == ["E1", "E1", "E1"]
    assert played.state.label == "E2"


def test_on_a_draw_nobody_pays() -> None:
    assert last(DRAW).deltas == (0, 0, 0, 0)
    assert last(DRAW).transfers == ()


def test_there_are_no_honba_and_no_sticks() -> None:
    played = game(DRAW, DRAW, win(1, 0), dealer_repeats=["win", "draw"])
    assert all((step.after.honba, step.after.sticks) == (0, 0) for step in played.steps)


def test_scores_start_at_0_and_add_up() -> None:
    played = game(win(0, 1), win(2, None, 5))
    assert played.start.scores == (0, 0, 0, 0)
    assert played.state.scores == (120 - 5, -40 - 5, -40 + 15, -40 - 5)


# -- the end ------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [4, 8, 16])
def test_a_game_ends_after_its_last_hand(length: int) -> None:
    played = game(*[DRAW] * length, length=length)
    assert (played.state.finished, played.state.reason) == (True, "hands-played")
    assert not played.steps[-2].after.finished
    assert refused(*[DRAW] * (length + 1), length=length)[0] == f"rounds.{length}"


def test_repeated_deals_count_as_hands() -> None:
    played = game(*[win(0, 1)] * 4, length=4, dealer_repeats=["win"])
    assert [step.before.label for step in played.steps] == ["E1"] * 4
    assert played.state.finished


def test_an_open_game_goes_round_the_winds_until_the_table_ends_it() -> None:
    played = game(*[DRAW] * 17, length="open")
    assert played.state.label == "E2"
    assert not played.state.finished
    ended = game(*[DRAW] * 17, {"type": "end", "reason": "agreed"}, length="open")
    assert (ended.state.finished, ended.state.reason) == (True, "agreed")
    assert ended.settlement is not None


@pytest.mark.parametrize("reason, ends", [("time", "time"), ("agreed", "agreed"), (None, "agreed")])
def test_any_game_can_end_as_agreed_or_on_time(reason: str | None, ends: str) -> None:
    played = game(win(0, 1), {"type": "end", "reason": reason})
    assert (played.state.finished, played.state.reason) == (True, ends)
    assert played.state.hands == 1


def test_another_end_is_refused() -> None:
    assert refused({"type": "end", "reason": "bust"})[0] == "rounds.0.reason"


# -- a game taken up in the middle --------------------------------------------------------------


def test_a_game_taken_up_in_the_middle_counts_the_hands_before() -> None:
    start = {"round": "S2", "honba": 0, "sticks": 0, "scores": [30, -10, -10, -10]}
    played = game(*[DRAW] * 11, start=start)
    assert (played.start.label, played.start.hands) == ("S2", 5)
    assert played.start.scores == (30, -10, -10, -10)
    assert played.state.finished


@pytest.mark.parametrize(
    "start, field, message",
    [
        ({"round": "X9"}, "start.round", "must be E1 to N4"),
        ({"round": 3}, "start.round", "must be E1 to N4"),
        ({"round": "S1"}, "start.round", "a game of 4 hands is over"),
        ({"honba": 1}, "start.honba", "no honba"),
        ({"sticks": 2}, "start.sticks", "no sticks"),
        ({"scores": [1, 2, 3]}, "start.scores", "each of the 4 players"),
        ({"scores": [1, 2, 3, 4]}, "start.scores", "add up to 10"),
        ({"scores": [1, -1, 0, "0"]}, "start.scores.3", "whole number"),
        ({"dealer": 1}, "start.dealer", "no field dealer"),
    ],
)
def test_a_start_that_cannot_be_is_refused(start: dict[str, Any], field: str, message: str) -> None:
    with pytest.raises(ScoringError, match=message) as caught:
        ZUNGJUNG.start(ZUNGJUNG.rules(None, {"length": 4}), start)
    assert caught.value.field == field


def test_an_open_game_may_start_anywhere() -> None:
    assert ZUNGJUNG.start(ZUNGJUNG.rules(None, {"length": "open"}), {"round": "N4"}).label == "N4"


# -- one winner ---------------------------------------------------------------------------------


def claims(*pairs: tuple[int, int | None]) -> dict[str, Any]:
    return {
        "type": "win",
        "wins": [{"winner": w, "from": s, "value": {"points": 5}} for w, s in pairs],
    }


def test_of_two_claims_the_next_in_turn_after_the_discarder_is_named() -> None:
    with pytest.raises(ScoringError, match="here South") as caught:
        game(claims((3, 0), (2, 0), (1, 0)))
    assert caught.value.field == "rounds.0.wins"
    assert caught.value.params["winner"] == 1


def test_the_turn_order_runs_past_the_last_seat() -> None:
    assert "here East" in refused(claims((1, 3), (0, 3)))[1]


def test_the_winner_s_wind_is_that_of_the_hand() -> None:
    assert "here East" in refused(DRAW, claims((3, 0), (1, 0)))[1]


@pytest.mark.parametrize("pairs", [((0, 1), (2, 3)), ((0, None), (2, None))])
def test_claims_on_different_tiles_are_refused(pairs: tuple[tuple[int, int | None], ...]) -> None:
    assert "who drew or claimed" in refused(claims(*pairs))[1]


# -- the responsible player (same-round immunity, 3.3) ------------------------------------------


def test_without_a_word_the_discarder_is_responsible() -> None:
    assert last(win(0, 1, 85), preset="3.3").deltas == (255, -205, -25, -25)
    assert last(win(0, 1, 85, responsible=1), preset="3.3").deltas == (255, -205, -25, -25)


def test_who_threw_the_tile_first_is_responsible_instead_of_the_discarder() -> None:
    assert last(win(0, 1, 85, responsible=3), preset="3.3").deltas == (255, -25, -25, -205)


def test_if_nobody_is_responsible_all_pay_alike() -> None:
    assert last(win(0, 1, 85, responsible=None), preset="3.3").deltas == (255, -85, -85, -85)


def test_on_a_self_draw_nobody_is_responsible() -> None:
    assert last(win(0, None, 85), preset="3.3").deltas == (255, -85, -85, -85)
    assert last(win(0, None, 85, responsible=None), preset="3.3").deltas == (255, -85, -85, -85)
    assert "self-draw" in refused(win(0, None, 85, responsible=2), preset="3.3")[1]


def test_immunity_goes_with_the_25_rule_or_the_edition() -> None:
    assert last(win(0, 1, 85, responsible=3), payment="25-rule").deltas == (255, -25, -25, -205)
    assert last(win(0, 1, 40, responsible=3), preset="3.3", payment="discarder").deltas == (
        120,
        0,
        0,
        -120,
    )
    field, message = refused(win(0, 1, 40, responsible=3))
    assert (field, message) == (
        "rounds.0.wins.0.responsible",
        "same-round immunity is a rule of edition 3.3",
    )


def test_the_winner_cannot_be_responsible() -> None:
    field, message = refused(win(0, 1, 40, responsible=0), preset="3.3")
    assert field == "rounds.0.wins.0.responsible"
    assert "all pay alike" in message


def test_nobody_is_liable() -> None:
    assert refused(win(0, 1, 40, liable=2))[0] == "rounds.0.wins.0.liable"


# -- what a win is worth ------------------------------------------------------------------------


def by_hand(winner: int, source: int | None, text: str, **more: Any) -> dict[str, Any]:
    tiles, win_tile = text.split(" @")
    hand = {"tiles": tiles, "win_tile": win_tile, **more}
    return {"type": "win", "wins": [{"winner": winner, "from": source, "hand": hand}]}


def test_the_tiles_of_a_win_make_its_points_and_patterns() -> None:
    step = last(by_hand(0, 1, "45656788m444z @8m", melds=["pon 333m"]))
    assert step.deltas == (120, -40, -40, -40)
    assert step.wins[0].patterns == (("2.1.1", 40),)
    assert step.wins[0].data == {"points": 40}
    assert step.wins[0].explanation.worth.points == 40


def test_the_seat_wind_comes_from_the_game() -> None:
    hand = by_hand(2, 1, "33366m789p @6m", melds=["pon 333z", "pon 555s"])
    assert last(hand).wins[0].patterns == (("3.1", 10),)  # seat 2 is West in East 1
    assert last(DRAW, hand).wins[0].patterns == (("chicken", 1),)  # and South in East 2


def test_a_plain_figure_has_no_patterns() -> None:
    step = last(win(0, 1, 40))
    assert step.wins[0].patterns is None
    assert step.wins[0].explanation is None


def test_ticked_patterns_are_kept_with_the_points() -> None:
    step = last(ticked(0, None, 160, "1.2", "4.1", "4.2.3"))
    assert step.wins[0].patterns == (("1.2", 5), ("4.1", 40), ("4.2.3", 115))
    assert step.wins[0].points == 160


def ticked(winner: int, source: int | None, points: int, *numbers: Any) -> dict[str, Any]:
    value = {"points": points, "patterns": list(numbers)}
    return {"type": "win", "wins": [{"winner": winner, "from": source, "value": value}]}


def test_nothing_ticked_is_a_chicken_hand() -> None:
    assert last(ticked(0, 1, 1)).wins[0].patterns == (("chicken", 1),)


def test_a_sum_over_the_cap_is_noted() -> None:
    step = last(ticked(0, None, 320, "2.1.1", "3.1", "3.1", "3.1", "3.2.2", "4.1", "4.3.3"))
    assert step.wins[0].points == 320
    ((message, params),) = step.notes
    assert message.format(**params) == "the patterns add up to 360; 320 is the most"


@pytest.mark.parametrize(
    "outcome, field, message",
    [
        (win(0, 1, 12), "value.points", "no hand is worth 12 points"),
        (win(0, 1, 325), "value.points", "no hand is worth 325 points"),
        (ticked(0, 1, 100, "2.1.1"), "value.points", "the patterns make 40, not 100"),
        (ticked(0, 1, 40, "11.1"), "value.patterns", "list of pattern numbers"),
        (ticked(0, 1, 10, 3.1), "value.patterns", "list of pattern numbers"),
        (ticked(0, 1, 5, "1.1", "4.1"), "value.patterns", "cannot be in one hand"),
        (ticked(0, 1, 80, "2.1.1", "2.1.1"), "value.patterns", "counts once"),
        (ticked(0, 1, 10, "9.1.1"), "value.patterns", "Final Draw is won by self-draw"),
        (ticked(0, None, 10, "9.1.2"), "value.patterns", "Final Discard is won off another"),
        (ticked(1, None, 320, "9.4.1"), "value.patterns", "East's alone"),
        (ticked(1, 2, 320, "9.4.2"), "value.patterns", "East's first discard"),
    ],
)
def test_a_value_that_cannot_be_is_refused(
    outcome: dict[str, Any], field: str, message: str
) -> None:
    where, said = refused(outcome)
    assert where == f"rounds.0.wins.0.{field}"
    assert message in said


@pytest.mark.parametrize(
    "value, field",
    [({"han": 3, "fu": 40}, "value.han"), ({"faan": 5}, "value.faan"), ({}, "value.points")],
)
def test_a_value_of_another_game_is_refused(value: dict[str, Any], field: str) -> None:
    outcome = {"type": "win", "wins": [{"winner": 0, "from": 1, "value": value}]}
    assert refused(outcome)[0] == f"rounds.0.wins.0.{field}"


def test_patterns_must_be_a_list() -> None:
    outcome = {
        "type": "win",
        "wins": [{"winner": 0, "from": 1, "value": {"points": 5, "patterns": "1.1"}}],
    }
    assert refused(outcome)[0] == "rounds.0.wins.0.value.patterns"


def test_the_blessings_are_east_s_and_off_east() -> None:
    hand = {"text": "123567m22p345s444z @6m", "situation": ["first-turn"]}
    heaven = by_hand(0, None, **hand)
    earth = by_hand(1, 0, **hand)
    assert last(heaven).wins[0].patterns == (("9.4.1", 320),)
    assert last(earth).wins[0].patterns == (("9.4.2", 320),)
    assert last(ticked(0, None, 320, "9.4.1")).wins[0].points == 320
    assert last(ticked(1, 0, 320, "9.4.2")).wins[0].points == 320
    assert refused(by_hand(1, 2, **hand))[0] == "rounds.0.wins.0.hand.situation"
    assert refused(by_hand(1, None, **hand))[0] == "rounds.0.wins.0.hand.situation"


def test_below_five_points_no_win_where_the_table_needs_five() -> None:
    chicken = by_hand(0, 1, "33366789m789p @6m", melds=["pon 555s"])
    for outcome in (chicken, win(0, 1, 1)):
        assert "1 point, this table needs 5" in refused(outcome, minimum=5)[1]
        assert last(outcome).deltas == (3, -1, -1, -1)


# -- penalties and corrections ------------------------------------------------------------------


def penalty(reason: str | None, seat: int | None, **more: Any) -> dict[str, Any]:
    return {"type": "penalty", "reason": reason, "seat": seat, **more}


def test_a_false_win_costs_30_to_each_and_the_hand_is_played_again() -> None:
    step = last(DRAW, penalty("false-win", 2))
    assert step.deltas == (30, 30, -90, 30)
    assert step.after.label == "E2"
    assert step.after.hands == 1
    assert {transfer.kind for transfer in step.transfers} == {"false-win"}


def test_a_false_win_costs_what_the_option_says() -> None:
    assert last(penalty("false-win", 0), false_win=100).deltas == (-300, 100, 100, 100)
    assert last(penalty("false-win", 0), false_win=0).transfers == ()


def test_the_referee_takes_points_off_the_result_not_off_the_table() -> None:
    played = game(penalty("referee", 1, points=20), penalty("referee", 1, points=5), *[DRAW] * 16)
    assert played.state.scores == (0, 0, 0, 0)
    assert played.settlement is not None
    assert played.settlement.total == (0, -25, 0, 0)
    assert played.settlement.unbalanced == (("penalty", -25),)


@pytest.mark.parametrize(
    "outcome, field, message",
    [
        (penalty("chombo", 0), "reason", "false-win or the referee's"),
        (penalty(None, 0), "reason", "false-win or the referee's"),
        (penalty("false-win", None), "seat", "whose penalty"),
        (penalty("false-win", 0, points=10), "points", "30 to each other player"),
        (penalty("referee", 0), "points", "whole number"),
        (penalty("referee", 0, points=0), "points", "between 1"),
    ],
)
def test_a_penalty_that_cannot_be_is_refused(
    outcome: dict[str, Any], field: str, message: str
) -> None:
    where, said = refused(outcome)
    assert where == f"rounds.0.{field}"
    assert message in said


def test_a_correction_changes_the_scores_and_counts_as_no_hand() -> None:
    step = last(win(0, 1), {"type": "adjust", "deltas": [-10, 10, 0, 0], "reason": "miscounted"})
    assert step.after.scores == (110, -30, -40, -40)
    assert (step.after.hands, step.after.label) == (1, "E2")
    assert step.notes == ()


def test_a_correction_that_does_not_balance_is_noted() -> None:
    step = last({"type": "adjust", "deltas": [5, 0, 0, 0], "reason": None})
    ((message, params),) = step.notes
    assert message.format(**params) == "the adjustment does not add up to zero: 5"


@pytest.mark.parametrize(
    "outcome, field, message",
    [
        ({"type": "draw", "riichi": [0]}, "riichi", "no riichi in Zung Jung"),
        ({**win(0, 1), "riichi": [0]}, "riichi", "no riichi in Zung Jung"),
        ({"type": "draw", "tenpai": [0]}, "tenpai", "nobody pays on a draw"),
        ({"type": "draw", "nagashi": [0]}, "nagashi", "no nagashi in Zung Jung"),
        ({"type": "abort", "reason": "four-kans"}, "type", "is a draw"),
        ({**win(0, 1), "stop": True}, "stop", "no dealer can stop"),
        ({**win(0, 1), "time_up": True}, "time_up", "no clock"),
    ],
)
def test_what_belongs_to_riichi_is_refused_kindly(
    outcome: dict[str, Any], field: str, message: str
) -> None:
    where, said = refused(outcome)
    assert where == f"rounds.0.{field}"
    assert message in said


# -- the settlement -----------------------------------------------------------------------------


def settled(*rounds: dict[str, Any], **options: Any) -> Any:
    played = game(*rounds, {"type": "end"}, **options)
    assert played.settlement is not None
    return played.settlement


def test_the_result_is_the_score_and_ties_share_a_place() -> None:
    result = settled(win(0, 1, 40))
    assert result.places == (1, 2, 2, 2)
    assert result.total == result.scores == result.points == (120, -40, -40, -40)
    assert (result.unit, result.uma, result.oka) == (1, None, None)
    assert result.lines == (("score", (120, -40, -40, -40)),)
    assert result.unbalanced == ()


def test_all_level_is_first_for_all() -> None:
    assert settled(DRAW).places == (1, 1, 1, 1)
    assert settled(DRAW).lines == ()


def test_without_a_rate_no_money_changes_hands() -> None:
    result = settled(win(0, 1, 40))
    assert (result.money, result.transfers) == (None, ())


def test_money_is_the_score_by_the_rate_exactly() -> None:
    result = settled(win(0, 1, 40), win(2, None, 5), rate="0.5")
    assert [str(amount) for amount in result.money] == ["115/2", "-45/2", "-25/2", "-45/2"]
    assert sum(result.money) == 0
    assert {payee for _, payee, _ in result.transfers} == {0}
    whole = settled(win(0, 1, 40), rate=2)
    assert whole.money == (240, -80, -80, -80)
    assert whole.transfers == ((1, 0, 80), (2, 0, 80), (3, 0, 80))


def test_what_a_correction_leaves_over_goes_to_first_and_is_shown() -> None:
    result = settled(win(0, 1, 40), {"type": "adjust", "deltas": [0, 0, -9, 0]}, rate=1)
    assert result.money == (129, -40, -49, -40)
    assert result.money_balance == 9
    assert result.unbalanced == (("adjustment", -9),)


def test_a_referee_s_penalty_is_a_line_of_its_own_and_moves_no_money() -> None:
    result = settled(win(0, 1, 40), penalty("referee", 0, points=100), rate=1)
    assert result.lines == (("score", (120, -40, -40, -40)), ("penalty", (-100, 0, 0, 0)))
    assert result.total == (20, -40, -40, -40)
    assert result.money == (120, -40, -40, -40)
    assert result.places[0] == 1


def test_there_are_no_chips() -> None:
    rules = ZUNGJUNG.rules(None, {})
    assert not ZUNGJUNG.uses_chips(rules)
    with pytest.raises(ScoringError, match="no chips in Zung Jung") as caught:
        ZUNGJUNG.settle(rules, ZUNGJUNG.start(rules), [1, -1, 0, 0])
    assert caught.value.field == "chips"


# -- the score sheet ----------------------------------------------------------------------------


def test_the_score_sheet_has_a_row_for_each_hand_with_changes_and_totals() -> None:
    rows = sheet(
        game(
            by_hand(0, 1, "45656788m444z @8m", melds=["pon 333m"]),
            DRAW,
            penalty("false-win", 2),
            win(2, None, 5),
            {"type": "end"},
        )
    )
    assert [(row.hand, row.label, row.kind) for row in rows] == [
        (1, "E1", "win"),
        (2, "E2", "draw"),
        (None, "E3", "penalty"),
        (3, "E3", "win"),
        (None, "E4", "end"),
    ]
    assert (rows[0].winner, rows[0].source, rows[0].points) == (0, 1, 40)
    assert rows[0].patterns == (("2.1.1", 40),)
    assert (rows[3].winner, rows[3].source, rows[3].points, rows[3].patterns) == (2, None, 5, ())
    assert (rows[1].winner, rows[1].points, rows[1].changes) == (None, None, (0, 0, 0, 0))
    assert rows[0].by_seat == ((120, 120), (-40, -40), (-40, -40), (-40, -40))
    assert rows[3].totals == (120 + 30 - 5, -40 + 30 - 5, -40 - 90 + 15, -40 + 30 - 5)
