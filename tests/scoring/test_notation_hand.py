"""Hands of the game record: what is read, what is refused and where the error points."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.notation import (
    EAST,
    ONE,
    SITUATIONS,
    check_claim,
    count,
    hand_record,
    parse_hand,
    parse_table,
)
from tests.scoring.hand_table import read, record, recorded_hands

GOOD = record("123456789m11p55z", "5z", "chi 234s")
GOOD["tiles"] = "123456789m55z"


def field_of(**changes: Any) -> str:
    with pytest.raises(ScoringError) as refused:
        parse_hand(GOOD | changes, "wins.0.hand")
    assert refused.value.field.startswith("wins.0.hand.")
    return refused.value.field.removeprefix("wins.0.hand.")


def reason(**changes: Any) -> str:
    with pytest.raises(ScoringError) as refused:
        parse_hand(GOOD | changes, "wins.0.hand")
    return str(refused.value)


def test_a_hand_is_read_with_everything_in_it() -> None:
    hand = parse_hand(
        {
            "tiles": "340m",
            "melds": ["pon 111z", "ankan 0555p", "kakan 7777z"],
            "win_tile": "0m",
            "dora": ["0s", "1z"],
            "ura": ["9m"],
            "flowers": ["s3", "f1"],
            "situation": ["after-kan"],
            "north": 2,
        }
        | {"tiles": "33340m"},
        "hand",
    )
    assert hand.open
    assert hand.kans == 2
    assert (hand.win, hand.win_red) == (4, True)
    assert (hand.dora, hand.ura) == ((36, EAST), (8,))
    assert hand.flowers == ("f1", "s3")
    assert hand.situation == {"after-kan"}
    assert hand.north == 2
    assert count(hand.counts, 13) == 4
    assert hand.all_reds == ONE[4] + ONE[13]
    assert hand.called_triplets == ONE[EAST] + ONE[13] + ONE[33]
    assert hand.called_runs == 0


def test_a_concealed_kan_keeps_the_hand_closed() -> None:
    assert not read("123456789m55z", "5z", "ankan 1111p").open
    assert read("123456789m55z", "5z", "kan 1111p").open


def test_what_is_left_out_is_empty() -> None:
    hand = parse_hand({"tiles": "22z", "win_tile": "2z", "melds": ["chi 123m"] * 4}, "hand")
    assert (hand.dora, hand.ura, hand.flowers, hand.north) == ((), (), (), 0)
    assert not hand.situation


def test_null_is_the_same_as_left_out() -> None:
    hand = parse_hand(GOOD | {"dora": None, "ura": ["1p"], "situation": None}, "hand")
    assert (hand.dora, hand.ura) == ((), (9,))


def test_tuples_do_for_lists() -> None:
    lists = {"dora": ["4m"], "situation": ["last-tile"], "melds": ["chi 234s"]}
    tuples = {key: tuple(value) for key, value in lists.items()}
    assert parse_hand(GOOD | tuples, "hand") == parse_hand(GOOD | lists, "hand")


@pytest.mark.parametrize(
    "changes, field",
    [
        ({"tiles": None}, "tiles"),
        ({"tiles": "hello"}, "tiles"),
        ({"tiles": "123456789m5z"}, "tiles"),
        ({"tiles": "123456789m555z"}, "tiles"),
        ({"win_tile": None}, "win_tile"),
        ({"win_tile": "6z"}, "win_tile"),
        ({"win_tile": "0m"}, "win_tile"),
        ({"melds": "chi 234s"}, "melds"),
        ({"melds": ["chi 235s"]}, "melds.0"),
        ({"melds": ["chi 234s", ["pon"]]}, "melds.1"),
        ({"melds": ["chi 234s"] * 5}, "melds"),
        ({"melds": ["kan 5555z"]}, "melds"),
        ({"dora": "4m"}, "dora"),
        ({"dora": ["4m", "x"]}, "dora.1"),
        ({"dora": [["4m"]]}, "dora.0"),
        ({"dora": ["1p"] * 6}, "dora"),
        ({"dora": ["5z", "5z", "5z"]}, "dora"),
        ({"dora": ["5z", "5z"], "ura": ["5z"]}, "ura"),
        ({"dora": ["5p", "5p"], "ura": ["5p", "5p", "0p"]}, "ura"),
        ({"ura": {"1z": 1}}, "ura"),
        ({"situation": "riichi"}, "situation"),
        ({"situation": ["riichi", "rinshan"]}, "situation.1"),
        ({"situation": [{}]}, "situation.0"),
        ({"situation": ["riichi", "riichi"]}, "situation"),
        ({"flowers": "f1"}, "flowers"),
        ({"flowers": ["f5"]}, "flowers.0"),
        ({"flowers": ["f1", "f1"]}, "flowers"),
        ({"north": 5}, "north"),
        ({"north": -1}, "north"),
        ({"north": True}, "north"),
        ({"north": "1"}, "north"),
        ({"tsumo": True}, "tsumo"),
        ({"tile": "1m"}, "tile"),
    ],
)
def test_an_error_points_at_the_field(changes: dict[str, Any], field: str) -> None:
    assert field_of(**changes) == field


@pytest.mark.parametrize(
    "changes, words",
    [
        ({"tiles": "123456789m5z"}, "10 concealed tiles; they must be 11"),
        ({"win_tile": "6z"}, "the winning tile 6z is not among the concealed tiles"),
        ({"win_tile": "0m"}, "the winning tile 0m is not among the concealed tiles"),
        ({"melds": ["kan 5555z"]}, "five of 5z"),
        ({"dora": ["5z", "5z", "5z"]}, "the indicator 5z is a fifth copy"),
        ({"situation": ["rinshan"]}, "one of riichi, double-riichi"),
        ({"flowers": ["f9"]}, "one of f1, f2"),
        ({"seat": "E"}, "seat comes from the game"),
        ({"Tiles": "1m"}, "a hand has no field Tiles"),
    ],
)
def test_an_error_says_what_is_wrong(changes: dict[str, Any], words: str) -> None:
    assert words in reason(**changes)


def test_the_plain_five_is_not_in_a_hand_that_holds_the_red_one_alone() -> None:
    assert field_of(tiles="123406789m55z", win_tile="5m") == "win_tile"
    assert parse_hand(GOOD | {"tiles": "123406789m55z", "win_tile": "0m"}, "hand").win_red


@pytest.mark.parametrize(
    "hand",
    [
        GOOD,
        record(
            "055p678s22z",
            "0p",
            "ankan 1111m",
            "pon 333m",
            dora=("0m", "1z"),
            ura=("2s",),
            said=("riichi", "ippatsu"),
            flowers=["f2", "s1"],
            north=3,
        ),
    ],
)
def test_a_hand_is_written_as_it_was_read(hand: dict[str, Any]) -> None:
    parsed = parse_hand(hand, "hand")
    again = hand_record(parsed)
    assert parse_hand(again, "hand") == parsed
    assert again == {key: value for key, value in hand.items() if value or key in again}


@pytest.mark.records
def test_every_recorded_hand_is_written_as_it_was_read() -> None:
    for line in recorded_hands("hands.jsonl.gz", "generated.jsonl.gz"):
        parsed = parse_hand(line["hand"], "hand", lone=True)
        assert parse_hand(hand_record(parsed), "hand") == parsed, line["id"]
        assert hand_record(parsed)["tiles"] == line["hand"]["tiles"]
        assert hand_record(parsed)["melds"] == line["hand"]["melds"]


# -- a lone hand --------------------------------------------------------------------------------


def test_a_lone_hand_says_where_it_was_won() -> None:
    table = parse_table(
        {"round": "S", "seat": "W", "tsumo": True, "honba": 2, "sticks": 1, "wins_in_row": 8}, ""
    )
    assert table[:6] == (1, 2, True, 2, 1, 8)
    assert table.discarder_riichi is None


def test_a_lone_hand_is_of_east_in_the_east_round_unless_it_says() -> None:
    assert parse_table({"tsumo": False}, "")[:5] == (0, 0, False, 0, 0)


def test_a_lone_hand_may_carry_both() -> None:
    parse_hand(GOOD | {"tsumo": True, "round": "E", "discarder_riichi": False}, "hand", lone=True)


@pytest.mark.parametrize(
    "changes, field",
    [
        ({"tsumo": None}, "tsumo"),
        ({"tsumo": 1}, "tsumo"),
        ({"round": "X"}, "round"),
        ({"round": "ES"}, "round"),
        ({"round": ""}, "round"),
        ({"seat": 0}, "seat"),
        ({"honba": -1}, "honba"),
        ({"honba": 1.5}, "honba"),
        ({"sticks": "1"}, "sticks"),
        ({"wins_in_row": 1001}, "wins_in_row"),
        ({"discarder_riichi": 1}, "discarder_riichi"),
    ],
)
def test_an_error_of_a_lone_hand_points_at_the_field(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(ScoringError) as refused:
        parse_table({"tsumo": True} | changes, "hand")
    assert refused.value.field == f"hand.{field}"


def test_with_three_players_nobody_sits_north() -> None:
    assert parse_table({"tsumo": True, "seat": "W", "round": "N"}, "", players=3).seat_wind == 2
    with pytest.raises(ScoringError, match="E, S, W"):
        parse_table({"tsumo": True, "seat": "N"}, "", players=3)


# -- claims that contradict themselves ----------------------------------------------------------


def claim(tsumo: bool, *said: str, **more: Any) -> None:
    check_claim(read("123456789m55z", "1m", "ankan 1111p", said=said, **more), tsumo, "hand")


@pytest.mark.parametrize(
    "tsumo, said",
    [
        (False, ()),
        (True, ("after-kan",)),
        (False, ("robbing-kan",)),
        (False, ("robbing-ankan",)),
        (True, ("last-tile",)),
        (False, ("last-tile",)),
        (True, ("first-turn",)),
        (False, ("first-turn",)),
    ],
)
def test_what_can_be_said_of_a_win_is_accepted(tsumo: bool, said: tuple[str, ...]) -> None:
    claim(tsumo, *said)
    assert set(said) <= set(SITUATIONS)


@pytest.mark.parametrize(
    "tsumo, said, words",
    [
        (True, ("robbing-kan",), "not a self-draw"),
        (True, ("robbing-ankan",), "not a self-draw"),
        (False, ("after-kan",), "is a self-draw"),
        (True, ("first-turn", "last-tile"), "first turn"),
        (False, ("first-turn", "robbing-kan"), "first turn"),
    ],
)
def test_contradictions_are_refused(tsumo: bool, said: tuple[str, ...], words: str) -> None:
    with pytest.raises(ScoringError, match=words) as refused:
        claim(tsumo, *said)
    assert refused.value.field == "hand.situation"


@pytest.mark.parametrize("more", [{"dora": ("1m",)}, {"ura": ("1m",)}])
def test_a_robbed_kan_holds_all_other_copies(more: dict[str, Any]) -> None:
    with pytest.raises(ScoringError, match="another copy is in sight"):
        claim(False, "robbing-kan", **more)
    with pytest.raises(ScoringError, match="no kan of 5z"):
        check_claim(read("123456789m55z", "5z", "chi 123p", said=("robbing-kan",)), False, "hand")
