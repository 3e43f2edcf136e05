"""How a Hong Kong game goes: wins, draws, the deal, penalties, the end, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.game import Replay, Step, dump_outcome, parse_outcome, replay
from scoring.hongkong import HONGKONG
from scoring.hongkong.win import HongKongWin

ROUND = dict[str, Any]


def play(
    rounds: Sequence[ROUND],
    preset: str | None = None,
    start: dict[str, Any] | None = None,
    **options: Any,
) -> Replay:
    rules = HONGKONG.rules(preset, options)
    return replay(HONGKONG, rules, [parse_outcome(data, 4) for data in rounds], start)


def step(data: ROUND, preset: str | None = None, **options: Any) -> Step:
    return play([data], preset, **options).steps[-1]


def win(
    winner: int, source: int | None, faan: int | None = None, *, limit: bool = False, **more: Any
) -> ROUND:
    if "hand" not in more:
        more["value"] = {"limit": True} if limit else {"faan": faan}
    return {"type": "win", "wins": [{"winner": winner, "from": source, **more}]}


def hand(tiles: str, melds: Sequence[str] = (), **more: Any) -> ROUND:
    return {"tiles": tiles, "melds": list(melds), "win_tile": tiles[-2:], **more}


DRAW: ROUND = {"type": "draw"}
FALSE_WIN: ROUND = {"type": "penalty", "reason": "false-win", "seat": 3}


# -- wins ---------------------------------------------------------------------------------------


def test_three_fan_on_a_discard_at_one_to_four() -> None:
    assert step(win(0, 2, 3)).deltas == (32, 0, -32, 0)


def test_four_fan_or_a_limit_hand_on_a_discard_and_self_drawn() -> None:
    for given_value in ({"faan": 4}, {"limit": True}):
        played = step(win(1, 3, value=given_value, hand=None))
        assert played.deltas == (0, 48, 0, -48)
        assert step(win(1, None, value=given_value, hand=None)).deltas == (-24, 72, -24, -24)
    limit = step(win(1, None, limit=True)).wins[0]
    assert limit.data == {"faan": 4, "limit": True}
    assert limit.points == 72
    assert limit.patterns is None


def test_a_fan_above_the_maximum_is_clipped_and_said() -> None:
    played = step(win(0, 1, 7))
    assert played.wins[0].data == {"faan": 4, "limit": False}
    ((message, params),) = played.notes
    assert message.format(**params) == "7 fan count as 4, this table's maximum"
    assert isinstance(played.wins[0], HongKongWin)
    assert played.wins[0].full
    assert step(win(0, 1, 3)).notes == ()


def test_a_hand_of_tiles_is_valued_with_the_winds_of_the_game() -> None:
    tiles = hand("123456m789p55s", ["pon 111z"], flowers=["f1"])
    # East 2: seat 1 is East.
    played = play([win(1, 0, 3), win(1, 0, hand=tiles)], maximum=10).steps[-1]
    assert played.wins[0].patterns == (("seat-wind", 1), ("round-wind", 1), ("own-flower", 1))
    assert played.wins[0].explanation.best.shape.text == "123m 456m 789p 111z 55s"
    assert played.deltas == (-32, 32, 0, 0)


def test_below_the_minimum_a_hand_is_refused_with_the_count() -> None:
    with pytest.raises(ScoringError, match=r"^2 fan, this table needs 3$") as caught:
        step(win(0, 1, 2), "old-style")
    assert caught.value.field == "rounds.0.wins.0.value.faan"
    with pytest.raises(ScoringError, match=r"^0 fan, this table needs 1$") as caught:
        step(win(0, 1, hand=hand("111444p234m111s66p", flowers=["f2"])))
    assert caught.value.field == "rounds.0.wins.0.hand"


def test_a_self_draw_may_need_more_fan_than_a_discard() -> None:
    assert step(win(0, 1, 1), minimum_self_draw=2).deltas == (4, -4, 0, 0)
    with pytest.raises(ScoringError, match="1 fan, this table needs 2"):
        step(win(0, None, 1), minimum_self_draw=2)


def test_flower_fan_may_not_count_to_the_minimum() -> None:
    tiles = hand("123456m789p55s", ["pon 222m"], flowers=["f1"])
    options = {"minimum": 1, "flowers_count_to_minimum": False}
    with pytest.raises(ScoringError, match="0 fan without the flowers, this table needs 1"):
        step(win(0, 1, hand=tiles), **options)
    assert step(win(0, 1, hand=tiles)).wins[0].data["faan"] == 1
    enough = hand("123456m789p55s", ["pon 777z"], flowers=["f1"])
    assert step(win(0, 1, hand=enough), **options).wins[0].data["faan"] == 2
    # A plain number has no flowers to take off.
    assert step(win(0, 1, 1), **options).wins[0].data["faan"] == 1


def test_a_limit_hand_always_reaches_the_minimum() -> None:
    options = {"minimum": 4, "flowers_count_to_minimum": False}
    tiles = hand("19m19p19s12345677z")
    assert step(win(0, 1, hand=tiles), **options).wins[0].data == {"faan": 4, "limit": True}


def test_only_one_wins_and_the_next_in_turn_is_named() -> None:
    two = {"type": "win", "wins": [*win(1, 2, 3)["wins"], *win(3, 2, 3)["wins"]]}
    with pytest.raises(ScoringError) as caught:
        step(two)
    assert caught.value.field == "rounds.0.wins"
    assert caught.value.params["winner"] == 3
    assert "North (seat 3) is next in turn after the discarder" in str(caught.value)


@pytest.mark.parametrize("sources", [(None, 2), (2, 0), (None, None)])
def test_two_winners_of_different_tiles_are_no_claims(sources: tuple[int | None, ...]) -> None:
    wins = [*win(1, sources[0], 3)["wins"], *win(3, sources[1], 3)["wins"]]
    with pytest.raises(ScoringError, match="one player wins a hand: who drew or claimed"):
        step({"type": "win", "wins": wins})


@pytest.mark.parametrize(
    ("value", "field", "words"),
    [
        ({"han": 3}, "value.han", "has no han"),
        ({"limit": "mangan"}, "value.limit", "must be true and stand alone"),
        ({"limit": False}, "value.limit", "must be true and stand alone"),
        ({"limit": True, "faan": 3}, "value.limit", "must be true and stand alone"),
        ({"faan": -1}, "value.faan", "must be between 0"),
        ({"faan": 3.5}, "value.faan", "must be a whole number"),
        ({}, "value.faan", "say how many fan, or that it is a limit hand"),
    ],
)
def test_a_value_that_is_none_is_refused(value: ROUND, field: str, words: str) -> None:
    with pytest.raises(ScoringError) as caught:
        step(win(0, 1, value=value, hand=None))
    assert caught.value.field == f"rounds.0.wins.0.{field}"
    assert words in str(caught.value)


def test_without_a_maximum_a_slip_of_the_finger_is_refused() -> None:
    options = {"curve": "full-spicy", "maximum": None, "base": 1}
    assert step(win(0, 1, 15), **options).deltas[0] == 2 * 2**15
    assert step(win(0, 1, limit=True), **options).wins[0].data == {"faan": 13, "limit": True}
    with pytest.raises(ScoringError, match="must be between 0 and 30"):
        step(win(0, 1, 55), **options)


def test_the_blessing_of_earth_is_off_easts_discard() -> None:
    tiles = hand("123456m789p55678s", situation=["first-turn"], flowers=["f1"])
    assert step(win(2, 0, hand=tiles)).wins[0].patterns == (("earth", 4),)
    with pytest.raises(ScoringError, match="East's first discard"):
        step(win(2, 1, hand=tiles))


@pytest.mark.parametrize(
    ("name", "winner", "source", "words"),
    [("earth", 2, 1, "East's first discard"), ("heaven", 1, None, "East's dealt hand")],
)
def test_a_ticked_blessing_is_easts_too(
    name: str, winner: int, source: int | None, words: str
) -> None:
    ticked = {"limit": True, "patterns": [name]}
    with pytest.raises(ScoringError, match=words) as caught:
        step(win(winner, source, value=ticked, hand=None))
    assert caught.value.field == "rounds.0.wins.0.value.patterns"


# -- liability ----------------------------------------------------------------------------------


def test_a_plain_liable_seat_pays_for_all() -> None:
    played = step(win(0, None, 5, liable=2), "old-style")
    assert played.deltas == (72, 0, -72, 0)
    assert isinstance(played.wins[0], HongKongWin)
    assert played.wins[0].liable == 2


def test_a_reason_names_the_liable_seat() -> None:
    tiles = hand("555777z789m11s", ["pon 666z"], flowers=["f2"])
    played = step(win(0, 1, hand=tiles, liable={"big-dragons": 3}), "old-style")
    assert played.deltas == (128, 0, 0, -128)
    same = {"big-dragons": 3, "twelve-tiles": 3}
    assert step(win(0, 1, hand=tiles, liable=same), "old-style").deltas == played.deltas
    assert step(win(0, 1, 8, liable={"big-dragons": 3}), "old-style").deltas == played.deltas


def test_robbing_a_kong_costs_the_robbed_a_self_draw_where_that_is_played() -> None:
    tiles = hand("123m789m55m777z", ["pon 222m"], situation=["robbing-kan"], win_tile="1m")
    assert step(win(0, 1, hand=tiles), "hkma").deltas == (144, -144, 0, 0)
    assert step(win(0, 1, 5, liable={"robbing-kong": 1}), "hkma").deltas == (144, -144, 0, 0)
    assert step(win(0, 1, 5), "hkma").deltas == (96, -96, 0, 0)
    assert step(win(0, 1, hand=tiles), "old-style", flowers=False).deltas == (48, -48, 0, 0)
    # Who is liable for the hand itself pays that self-draw.
    assert step(win(0, 1, hand=tiles, liable=2), "hkma").deltas == (144, 0, -144, 0)


@pytest.mark.parametrize(
    ("preset", "more", "field", "words"),
    [
        (None, {"liable": 2}, "liable", "nobody is liable"),
        ("old-style", {"liable": 0}, "liable", "the winner cannot be liable"),
        ("old-style", {"liable": {}}, "liable", "name one seat"),
        (
            "old-style",
            {"liable": {"nine-tiles": 1, "big-winds": 2}},
            "liable",
            "one player pays for all",
        ),
        (
            "old-style",
            {"liable": {"robbing-kong": 1}},
            "liable.robbing-kong",
            "one of nine-tiles, twelve-tiles",
        ),
        (
            "hkma",
            {"liable": {"robbing-kong": 2}},
            "liable.robbing-kong",
            "the one who was robbed",
        ),
        ("old-style", {"responsible": 2}, "responsible", "name who is liable"),
    ],
)
def test_a_liability_that_cannot_be_is_refused(
    preset: str | None, more: ROUND, field: str, words: str
) -> None:
    with pytest.raises(ScoringError) as caught:
        step(win(0, 1, 4, **more), preset)
    assert caught.value.field == f"rounds.0.wins.0.{field}"
    assert words in str(caught.value)


def test_a_reason_the_tiles_do_not_show_is_refused() -> None:
    tiles = hand("111555s888s44z", ["pon 222p"], flowers=["f1"])
    with pytest.raises(ScoringError, match="there is no big-dragons in this hand"):
        step(win(0, 1, hand=tiles, liable={"big-dragons": 3}), "old-style")


# -- the deal -----------------------------------------------------------------------------------


def labels(rounds: Sequence[ROUND], **options: Any) -> list[str]:
    played = play(rounds, **options)
    return [step.before.label for step in played.steps] + [
        "end" if played.state.finished else played.state.label
    ]


def test_east_stays_after_its_win_and_after_a_draw() -> None:
    assert labels([win(0, 1, 1), DRAW, win(2, 1, 1), DRAW]) == ["E1", "E1", "E1", "E2", "E2"]


def test_east_may_pass_on_a_draw_or_always() -> None:
    assert labels([win(0, 1, 1), DRAW], dealer_repeats=["win"]) == ["E1", "E1", "E2"]
    assert labels([win(0, 1, 1), DRAW], dealer_repeats=[]) == ["E1", "E2", "E3"]


def test_seats_keep_their_number_and_winds_move_with_the_deal() -> None:
    state = play([win(2, 1, 1)]).state
    assert state.dealer == 1
    assert [state.seat_wind(seat) for seat in range(4)] == [3, 0, 1, 2]


@pytest.mark.parametrize(
    ("length", "hands", "last"),
    [("single", 1, "E1"), ("east", 4, "E4"), ("hanchan", 8, "S4"), ("full", 16, "N4")],
)
def test_a_game_ends_after_its_last_hand(length: str, hands: int, last: str) -> None:
    rounds = [win((number + 1) % 4, number % 4, 1) for number in range(hands)]
    played = play(rounds, length=length)
    assert played.steps[-1].before.label == last
    assert (played.state.finished, played.state.reason) == (True, "last-hand")
    assert played.state.hands == hands
    assert not played.steps[-2].after.finished if hands > 1 else True
    with pytest.raises(ScoringError, match="after the end of the game"):
        play([*rounds, DRAW], length=length)


def test_an_open_game_goes_round_the_winds_until_it_is_ended() -> None:
    rounds = [win((number + 1) % 4, number % 4, 1) for number in range(16)]
    played = play(rounds, length="open")
    assert (played.state.label, played.state.finished) == ("E1", False)
    ended = play([*rounds, {"type": "end", "reason": "time"}], length="open")
    assert (ended.state.finished, ended.state.reason) == (True, "time")
    assert play([{"type": "end"}]).state.reason == "agreed"


def test_a_single_hand_ends_with_a_draw_and_with_easts_win_too() -> None:
    assert play([DRAW], length="single").state.finished
    assert play([win(0, 1, 1)], length="single").state.finished


def test_nobody_pays_on_a_draw() -> None:
    assert step(DRAW).deltas == (0, 0, 0, 0)
    assert step(DRAW).after.hands == 1


# -- penalties, adjustments, the start ----------------------------------------------------------


def test_a_false_win_pays_each_what_the_largest_self_draw_brings() -> None:
    played = step(FALSE_WIN)
    assert played.deltas == (72, 72, 72, -216)
    assert (played.after.label, played.after.hands) == ("E1", 0)
    assert step(FALSE_WIN, false_win=10).deltas == (10, 10, 10, -30)
    assert step(FALSE_WIN, false_win=0).transfers == ()


def test_a_false_win_by_east_may_end_the_deal() -> None:
    east: ROUND = {**FALSE_WIN, "seat": 0}
    assert step(east).after.label == "E1"
    assert step(east, false_win_ends_deal=True).after.label == "E2"
    assert step(FALSE_WIN, false_win_ends_deal=True).after.label == "E1"
    assert step(east, false_win_ends_deal=True, length="single").after.finished


def test_a_referees_penalty_comes_off_the_result() -> None:
    penalty = {"type": "penalty", "reason": "referee", "seat": 1, "points": 20}
    played = play([penalty, penalty, {"type": "end"}])
    assert played.state.scores == (0, 0, 0, 0)
    assert played.settlement is not None
    assert played.settlement.total == (0, -40, 0, 0)
    assert played.settlement.unbalanced == (("penalty", -40),)
    assert played.settlement.money == (0, 0, 0, 0)


def test_an_adjustment_that_does_not_add_up_is_shown() -> None:
    played = step({"type": "adjust", "deltas": [10, -4, 0, 0], "reason": "miscounted"})
    assert played.deltas == (10, -4, 0, 0)
    ((message, params),) = played.notes
    assert message.format(**params) == "the adjustment does not add up: 6"
    assert step({"type": "adjust", "deltas": [4, -4, 0, 0]}).notes == ()


@pytest.mark.parametrize(
    ("data", "field", "words"),
    [
        ({"type": "abort", "reason": "four-winds"}, "type", "no hand is aborted"),
        ({"type": "penalty", "reason": "chombo", "seat": 0}, "reason", "false-win, referee"),
        ({"type": "penalty", "seat": 0}, "reason", "is one of false-win, referee"),
        ({"type": "penalty", "reason": "false-win"}, "seat", "say whose penalty it is"),
        ({**FALSE_WIN, "points": 30}, "points", "the rules of this table say"),
        ({"type": "penalty", "reason": "referee", "seat": 0}, "points", "whole number"),
        ({"type": "draw", "riichi": [0]}, "riichi", "there is no riichi in Hong Kong mahjong"),
        ({"type": "draw", "nagashi": [0]}, "nagashi", "there is no nagashi"),
        ({"type": "draw", "tenpai": [0]}, "tenpai", "nobody pays on a draw"),
        ({"type": "draw", "stop": True}, "stop", "East cannot stop the game"),
        ({"type": "draw", "time_up": True}, "time_up", "no clock"),
        ({"type": "end", "reason": "bust"}, "reason", "one of agreed, time"),
    ],
)
def test_what_belongs_to_riichi_is_refused_kindly(data: ROUND, field: str, words: str) -> None:
    with pytest.raises(ScoringError) as caught:
        step(data)
    assert caught.value.field == f"rounds.0.{field}"
    assert words in str(caught.value)


def test_a_game_is_taken_up_in_the_middle() -> None:
    start = {"round": "S4", "scores": [10, -4, -6, 0], "honba": 0, "sticks": 0}
    played = play([win(0, 1, 1)], start=start)
    assert played.steps[0].before.label == "S4"
    assert played.state.finished
    assert played.state.scores == (14, -8, -6, 0)


def test_a_half_gun_table_is_taken_up_in_quarters() -> None:
    start = {"scores": [12.25, "-49/4", "0.5", -0.5]}
    state = play([], "half-gun", start=start).state
    assert state.scores == (Fraction(49, 4), Fraction(-49, 4), Fraction(1, 2), Fraction(-1, 2))


@pytest.mark.parametrize(
    ("start", "field", "words"),
    [
        ({"round": "W1"}, "start.round", "must be from E1 to S4"),
        ({"round": "E5"}, "start.round", "must be from E1 to S4"),
        ({"round": 1}, "start.round", "must be from E1 to S4"),
        ({"honba": 1}, "start.honba", "there are no honba"),
        ({"sticks": 2}, "start.sticks", "there are no sticks"),
        ({"scores": [0, 0, 0]}, "start.scores", "one score for each of the 4 players"),
        ({"scores": 0}, "start.scores", "one score for each"),
        ({"scores": [0, 0, 0, 0.3]}, "start.scores.3", "whole number"),
        ({"scores": [0, 0, 0, "x"]}, "start.scores.3", "whole number"),
        ({"dealer": 1}, "start.dealer", "a start has no field dealer"),
    ],
)
def test_a_start_that_cannot_be_is_refused(start: ROUND, field: str, words: str) -> None:
    with pytest.raises(ScoringError) as caught:
        play([], start=start)
    assert caught.value.field == field
    assert words in str(caught.value)


# -- properties ---------------------------------------------------------------------------------

SEATS = st.integers(0, 3)


@st.composite
def wins(draw: st.DrawFn) -> ROUND:
    winner, other, liable, _ = draw(st.permutations(range(4)))
    more: ROUND = {"liable": liable} if draw(st.booleans()) else {}
    value = draw(st.one_of(st.integers(3, 14).map(lambda n: {"faan": n}), st.just({"limit": True})))
    return win(winner, draw(st.sampled_from([None, other])), value=value, hand=None, **more)


ROUNDS = st.lists(
    st.one_of(
        wins(),
        wins(),
        st.just(DRAW),
        SEATS.map(lambda seat: {**FALSE_WIN, "seat": seat}),
        SEATS.map(lambda seat: {"type": "penalty", "reason": "referee", "seat": seat, "points": 5}),
        st.permutations([7, -3, -4, 0]).map(lambda deltas: {"type": "adjust", "deltas": deltas}),
    ),
    max_size=12,
)
TABLES = st.fixed_dictionaries(
    {
        "length": st.just("open"),
        "gun": st.sampled_from(["full", "half"]),
        "curve": st.sampled_from(["table-stakes", "half-spicy", "full-spicy", "4-7-10", "hkma"]),
        "minimum": st.just(3),
        "maximum": st.integers(3, 13),
        "base": st.sampled_from([None, "0.5", 1, 2]),
        "stake": st.integers(1, 600),
        "settle": st.sampled_from(["capped", "plain"]),
        "accumulate": st.sampled_from(["points", "fan"]),
        "dealer_double": st.booleans(),
        "false_win_ends_deal": st.booleans(),
    }
)
END: ROUND = {"type": "end", "reason": "agreed"}


@given(ROUNDS, TABLES)
def test_every_round_and_every_settlement_sums_to_zero(rounds: list[ROUND], table: ROUND) -> None:
    played = play([*rounds, END], "old-style", **table)
    for each in played.steps:
        assert sum(each.deltas) == 0
    assert sum(played.state.scores) == 0
    settled = played.settlement
    assert settled is not None
    assert settled.money is not None
    assert sum(settled.money) == 0
    assert all(isinstance(amount, int) for amount in settled.money)
    if played.rules.capped:
        assert min(settled.money) >= -table["stake"]
    left = list(settled.money)
    for payer, payee, amount in settled.transfers:
        left[payer] += amount
        left[payee] -= amount
    assert not any(left)


@given(ROUNDS, TABLES, st.data())
def test_undo_and_edit_are_replays_of_a_changed_list(
    rounds: list[ROUND], table: ROUND, data: st.DataObject
) -> None:
    whole = play(rounds, "old-style", **table)
    at = data.draw(st.integers(0, len(rounds)))
    undone = play(rounds[:at], "old-style", **table)
    assert undone.steps == whole.steps[:at]
    redone = play([*rounds[:at], *rounds[at:]], "old-style", **table)
    assert redone == whole
    if at < len(rounds):
        edited = play([*rounds[:at], DRAW, *rounds[at + 1 :]], "old-style", **table)
        assert edited.steps[:at] == whole.steps[:at]
        back = [dump_outcome(step.outcome) for step in edited.steps]
        back[at] = rounds[at]
        assert play(back, "old-style", **table) == whole


@given(ROUNDS, TABLES)
def test_what_is_written_down_is_read_back_to_the_same_game(
    rounds: list[ROUND], table: ROUND
) -> None:
    played = play(rounds, "old-style", **table)
    written = [dump_outcome(step.outcome) for step in played.steps]
    assert play(written, None, **HONGKONG.options(played.rules)).steps == played.steps
