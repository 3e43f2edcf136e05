"""The preview of a round: tags, arrows, labels, what follows, and the position a form carries."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from scoring.compass import PATHS, POT, corner, edge, opposite
from scoring.errors import ScoringError
from scoring.game import parse_outcome, play
from scoring.preview import (
    Arrow,
    Label,
    Position,
    Tag,
    deposits,
    dump_position,
    load_position,
    preview,
    still,
)
from scoring.riichi import RIICHI

NAMES = ("Aki", "Ben", "Chie", "Dan")


def table(
    *rounds: dict[str, Any],
    viewer: int = 0,
    declared: tuple[int, ...] = (),
    start: dict[str, Any] | None = None,
    **options: Any,
) -> Position:
    """A riichi table after these rounds."""
    rules = RIICHI.rules(None, options)
    players = RIICHI.players(rules)
    state = play(RIICHI, rules, [parse_outcome(r, players) for r in rounds], start).state
    return Position(RIICHI, rules, state, NAMES[:players], viewer, declared)


def ron(winner: int, source: int | None, han: int = 3, fu: int = 30, **more: Any) -> dict[str, Any]:
    win = {"winner": winner, "from": source, "value": {"han": han, "fu": fu}}
    return {"type": "win", "riichi": [], "wins": [win], **more}


def draw(*tenpai: int, riichi: tuple[int, ...] = ()) -> dict[str, Any]:
    return {"type": "draw", "tenpai": list(tenpai), "riichi": list(riichi)}


def arrows(position: Position, outcome: dict[str, Any]) -> set[tuple[str, str]]:
    """The pairs of edges an arrow leads between."""
    by_path = {path: pair for pair, path in PATHS.items()}
    return {by_path[arrow.path] for arrow in preview(position, outcome).arrows}


def labels(position: Position, outcome: dict[str, Any]) -> dict[str, tuple[str, str]]:
    return {label.cell: (label.main, label.more) for label in preview(position, outcome).labels}


def tags(position: Position, outcome: dict[str, Any]) -> list[tuple[str, str, Any] | None]:
    return [
        place.tag and (place.tag.kind, place.tag.word, place.tag.change)
        for place in preview(position, outcome).places
    ]


# -- the compass --------------------------------------------------------------------------------


def test_the_viewer_sits_at_the_bottom_and_the_next_in_turn_at_the_right() -> None:
    assert [edge(seat, 0, 4) for seat in range(4)] == ["s", "e", "n", "w"]
    assert [edge(seat, 3, 4) for seat in range(4)] == ["e", "n", "w", "s"]


def test_three_players_leave_one_side_of_the_table_empty() -> None:
    assert [edge(seat, 0, 3) for seat in range(3)] == ["s", "e", "n"]
    assert [edge(seat, 1, 3) for seat in range(3)] == ["w", "s", "e"]
    assert [edge(seat, 2, 3) for seat in range(3)] == ["n", "w", "s"]


def test_two_players_sit_opposite_each_other() -> None:
    assert [edge(seat, 0, 2) for seat in range(2)] == ["s", "n"]
    assert [edge(seat, 1, 2) for seat in range(2)] == ["n", "s"]


def test_every_pair_of_edges_and_every_way_out_of_the_pot_has_its_own_arrow() -> None:
    edges = "nesw"
    pairs = {(a, b) for a in edges for b in edges if a != b} | {(POT, b) for b in edges}
    assert set(PATHS) == pairs
    assert len(set(PATHS.values())) == 16


SIDE = {
    "n": lambda x, y: y <= 35,
    "s": lambda x, y: y >= 65,
    "w": lambda x, y: x <= 37,
    "e": lambda x, y: x >= 63,
    POT: lambda x, y: 40 <= x <= 60 and 40 <= y <= 60,
}


@pytest.mark.parametrize("pair", PATHS, ids="-".join)
def test_an_arrow_leads_from_the_payer_to_the_payee(pair: tuple[str, str]) -> None:
    path = PATHS[pair]
    numbers = [float(n) for n in re.findall(r"[\d.]+", path.line)]
    assert SIDE[pair[0]](*numbers[:2])
    corners = [float(n) for n in re.findall(r"[\d.]+", path.head)]
    assert SIDE[pair[1]](*corners[2:4]), "the tip is the head's middle corner"


def test_neighbours_meet_in_their_corner_and_opposites_in_the_middle() -> None:
    assert corner("w", "s") == corner("s", "w") == "sw"
    assert corner("e", "n") == "ne"
    assert opposite("n", "s")
    assert not opposite("n", "e")
    assert corner("w", "e") == POT


# -- tags and scores ----------------------------------------------------------------------------


def test_a_ron_names_winner_and_discarder_and_leaves_the_others_alone() -> None:
    shown = preview(table(), ron(1, 3))
    assert [place.tag for place in shown.places] == [
        None,
        Tag("won", "wins", 3900),
        None,
        Tag("paid", "discards", -3900),
    ]
    assert [place.score for place in shown.places] == [25000, 28900, 25000, 21100]


def test_a_declared_stick_is_gone_before_the_hand_ends() -> None:
    position = table(declared=(1, 3))
    assert [place.score for place in still(position, [1, 3]).places] == [25000, 24000, 25000, 24000]
    outcome = ron(1, 3, riichi=[1, 3])
    assert tags(position, outcome)[1] == ("won", "wins", 3900 + 2000)
    assert tags(position, outcome)[3] == ("paid", "discards", -3900)
    assert [place.riichi for place in preview(position, outcome).places] == [
        False, True, False, True,
    ]  # fmt: skip


def test_a_self_draw_is_paid_by_all() -> None:
    assert tags(table(), ron(2, None)) == [
        ("paid", "pays", -2000),
        ("paid", "pays", -1000),
        ("won", "wins", 4000),
        ("paid", "pays", -1000),
    ]


def test_a_draw_says_who_was_tenpai_also_where_nothing_is_paid() -> None:
    assert tags(table(), draw(0, 2)) == [
        ("", "tenpai", 1500),
        ("paid", "pays", -1500),
        ("", "tenpai", 1500),
        ("paid", "pays", -1500),
    ]
    assert tags(table(), draw(0, 1, 2, 3)) == [("", "tenpai", None)] * 4
    assert tags(table(), draw()) == [None] * 4


def test_who_was_tenpai_and_pays_for_nagashi_is_shown_as_paying() -> None:
    shown = preview(table(), {**draw(1), "nagashi": [2]})
    tags = {place.seat: place.tag for place in shown.places}
    assert (tags[1].kind, tags[1].word) == ("paid", "tenpai")
    assert tags[2].kind == "won"
    assert preview(table(), draw(1)).places[1].tag.kind == ""


def test_a_chombo_names_who_made_it_and_what_the_others_get() -> None:
    penalty = {"type": "penalty", "reason": "chombo", "seat": 1, "riichi": [2]}
    assert tags(table(), penalty)[1] == ("paid", "chombo", -9000)
    assert tags(table(), penalty)[2] == ("", "gets", 3000)


def test_record_names_what_the_players_pay_and_not_the_sticks() -> None:
    position = table(draw(), start={"sticks": 1, "scores": [24000, 25000, 25000, 25000]})
    assert preview(position, ron(2, 3)).total == 4200
    assert preview(position, ron(2, None)).total == 4300
    assert preview(position, draw()).total is None


# -- arrows and labels --------------------------------------------------------------------------


def test_neighbours_are_joined_round_their_corner_with_honba_below_the_hand() -> None:
    position = table(draw(1))  # East 2, 1 honba
    assert arrows(position, ron(2, 3)) == {("w", "n")}
    assert labels(position, ron(2, 3)) == {"nw": ("3,900", "+ 300 honba")}


def test_sticks_come_dotted_out_of_the_pot() -> None:
    shown = preview(table(declared=(2,)), ron(2, 3, riichi=[2]))
    assert [arrow for arrow in shown.arrows if arrow.dotted] == [
        Arrow(PATHS[POT, "n"], dotted=True)
    ]
    assert Label(POT, "1,000", "1 stick") in shown.labels


def test_between_opposites_the_sticks_join_the_label_in_the_middle() -> None:
    position = table(draw(1), declared=(2,))
    outcome = ron(2, 0, riichi=[2])
    assert arrows(position, outcome) == {("s", "n")}
    assert labels(position, outcome) == {POT: ("3,900 + 300", "and 1,000, 1 stick")}


def test_a_self_draw_with_honba_is_labelled_at_each_payer() -> None:
    position = table(draw(0))
    outcome = ron(0, None)
    assert arrows(position, outcome) == {("e", "s"), ("n", "s"), ("w", "s")}
    assert labels(position, outcome) == {
        "se": ("2,000", "+ 100"),
        "sw": ("2,000", "+ 100"),
        POT: ("2,000", "+ 100 honba"),
    }


@pytest.mark.parametrize("viewer", range(4))
@pytest.mark.parametrize("tenpai", [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)])
def test_two_tenpai_are_paid_by_their_neighbours_so_that_no_arrows_cross(
    viewer: int, tenpai: tuple[int, int]
) -> None:
    pairs = arrows(table(viewer=viewer), draw(*tenpai))
    assert len(pairs) == 2
    assert not any(opposite(*pair) for pair in pairs)


def test_sticks_that_stay_are_named_in_the_middle() -> None:
    assert labels(table(), draw(riichi=())) == {}
    stays = labels(table(), draw(0, 1, 2, 3, riichi=(1,)))
    assert stays == {POT: ("1 stick", "stays")}
    two = labels(table(), draw(0, 1, 2, 3, riichi=(1, 2)))
    assert two == {POT: ("2 sticks", "stay")}


def test_what_two_players_owe_each_other_is_drawn_as_the_difference() -> None:
    """Nagashi mangan of the dealer and of a child."""
    outcome = {**draw(), "nagashi": [0, 1]}
    pairs = arrows(table(), outcome)
    assert ("s", "e") not in pairs
    assert ("e", "s") not in pairs  # 4000 against 4000
    assert pairs == {("n", "s"), ("w", "s"), ("n", "e"), ("w", "e")}
    assert labels(table(), outcome)[POT] == ("↓ 4,000", "→ 2,000")


def test_double_ron_shows_both_payments() -> None:
    wins = [ron(0, 1)["wins"][0], ron(2, 1, 2)["wins"][0]]
    outcome = {"type": "win", "riichi": [], "wins": wins}
    assert arrows(table(), outcome) == {("e", "s"), ("e", "n")}
    assert labels(table(), outcome) == {"se": ("5,800", ""), "ne": ("2,000", "")}
    assert preview(table(), outcome).call == "2000 / 5800"


def test_three_players_are_drawn_as_they_sit() -> None:
    position = table(players=3, start_points=35000, aborts=[], uma=[15000, 0, -15000])
    assert arrows(position, ron(2, None)) == {("s", "n"), ("e", "n")}


def test_two_players_are_drawn_opposite() -> None:
    position = table(players=2, aborts=[], uma=[0, 0], noten_pool=1000)
    assert arrows(position, ron(1, 0)) == {("s", "n")}


# -- what follows -------------------------------------------------------------------------------


def test_it_says_who_deals_next() -> None:
    shown = preview(table(), ron(1, 3))
    assert (shown.following, shown.dealer, shown.ends) == ("East 2, 0 honba", "Ben", "")
    shown = preview(table(), ron(0, 3))
    assert (shown.following, shown.dealer) == ("East 1, 1 honba", "Aki")


def test_it_says_that_the_game_ends_and_why() -> None:
    shown = preview(table(length="single"), ron(1, 3))
    assert (shown.ends, shown.following) == ("the last hand is played", "")


def test_the_call_is_the_plain_figure_and_then_the_raised() -> None:
    said = preview(table(draw(1)), ron(2, 3))
    assert said.call == "3900 は 4200"
    assert said.reading == "サンゼンキュウヒャク は ヨンセンニヒャク・ザンク"


def test_the_dealer_may_stop_where_the_rules_leave_the_choice() -> None:
    position = table(start={"round": "S4", "scores": [20000, 20000, 20000, 40000]},
                     agari_yame="choice")  # fmt: skip
    assert preview(position, ron(3, 0)).may_stop
    assert not preview(position, ron(2, 0)).may_stop


def test_an_impossible_round_is_refused_by_field() -> None:
    with pytest.raises(ScoringError) as error:
        preview(table(), ron(1, 3, 1, 25))
    assert error.value.field == "wins.0.value.fu"


def test_an_uneven_adjustment_is_noted() -> None:
    adjust = {"type": "adjust", "deltas": [1000, 0, 0, 0]}
    assert preview(table(), adjust).notes == ("the adjustment does not sum to zero: 1,000",)
    assert arrows(table(), {"type": "adjust", "deltas": [1000, -1000, 0, 0]}) == {("e", "s")}


# -- the position -------------------------------------------------------------------------------


def test_a_position_comes_back_as_it_went_through_json() -> None:
    position = table(
        ron(1, None, 2, 40),
        draw(1, riichi=(1,)),
        {"type": "penalty", "reason": "referee", "seat": 2, "points": 5000},
        {"type": "adjust", "deltas": [500, 0, 0, 0]},
        viewer=2,
        declared=(3,),
        uma=[30000, 10000, -10000, -30000],
        time_limit=60,
    )
    carried = json.dumps(dump_position(position))
    assert load_position(json.loads(carried)) == position


def test_a_position_carries_only_the_rules_that_differ() -> None:
    dumped = dump_position(table(honba_ron=1500))
    assert dumped["options"] == {"honba_ron": 1500}


def test_exact_fractions_of_points_survive() -> None:
    position = table()
    scores = (Fraction(1, 3), Fraction(-7, 2), 4, 5)
    split = replace(position, state=replace(position.state, scores=scores))
    carried = json.loads(json.dumps(dump_position(split)))
    assert load_position(carried).state.scores == scores


def test_a_stick_costs_what_the_variety_says() -> None:
    assert deposits(table(), [0, 2]) == {0: 1000, 2: 1000}
    assert deposits(table(), []) == {}


# -- money between seats ------------------------------------------------------------------------


def test_equal_payments_that_cannot_go_between_neighbours_are_drawn_as_they_are() -> None:
    """Three players: two who are not tenpai and the one who is have no second way to pair."""
    three = table(players=3, uma=[10000, 0, -10000], red_fives=2, noten_pool=2000)
    assert arrows(three, draw(0)) == {("e", "s"), ("n", "s")}


def both_liable(first: int, second: int, **more: Any) -> dict[str, Any]:
    """Ben and Chie win off Aki, each liable for the other's yakuman."""
    wins = [
        {"winner": 1, "from": 0, "value": {"yakuman": first}, "liable": {"daisangen": 2}},
        {"winner": 2, "from": 0, "value": {"yakuman": second}, "liable": {"daisuushi": 1}},
    ]
    return {"type": "win", "riichi": [], "wins": wins, **more}


def test_what_two_winners_owe_each_other_is_one_arrow_for_the_difference() -> None:
    """Chie owes half of one yakuman, Ben half of two: Ben pays the rest."""
    position = table(yakuman_max=2, double_yakuman=["daisuushi"], multiple_ron="two")
    outcome = both_liable(1, 2)
    assert ("e", "n") in arrows(position, outcome)
    assert ("n", "e") not in arrows(position, outcome)
    assert labels(position, outcome)[corner("e", "n")] == ("16,000", "")


def test_where_only_honba_is_left_between_two_it_is_called_that() -> None:
    start = {"round": "E1", "honba": 2, "sticks": 0, "scores": [25000] * 4}
    position = table(multiple_ron="two", pao_honba="liable", start=start)
    outcome = both_liable(1, 1)
    assert labels(position, outcome)[corner("e", "n")] == ("600", "honba")
