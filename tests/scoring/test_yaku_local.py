"""The local yaku: each switched on and off, and where it stands beside the standard ones."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.riichi.hand import evaluate
from scoring.riichi.rules import LOCAL_YAKU
from tests.scoring.hand_table import context, points, record, refusal, rules, score, yaku

ON: dict[str, Any] = {"local_yaku": list(LOCAL_YAKU)}
PLAIN = ("123m456p789s11222z", "1m")


def only(name: str) -> dict[str, Any]:
    return {"local_yaku": [name]}


LAST = ("last-tile",)
"""Gives every hand below a yaku of its own."""

SWITCHED = [
    ("tsubame-gaeshi", 1, PLAIN, {"said": ("tsubame-gaeshi",)}),
    ("kanburi", 1, PLAIN, {"said": ("kanburi",)}),
    ("isshoku-sanjun", 3, ("123123123m456p22z", "1m"), {}),
    ("isshoku-sanjun", 2, ("123123m45699p", "1m", "chi 123m"), {"said": LAST}),
    ("sanrenkou", 2, ("222m99p222z", "2m", "pon 333m", "pon 444m"), {}),
    ("sanrenkou", 2, ("66677788899s123m", "9s"), {"said": LAST}),
    ("uumensai", 2, ("123m456p789s33555z", "1m"), {}),
    ("uumensai", 2, ("123m456p789s44z", "1m", "pon 555z"), {}),
    ("daisharin", 1, ("22334455667788p", "5p"), {}),
    ("paarenchan", 1, PLAIN, {"seat": "E", "wins_in_row": 8, "said": LAST}),
    ("paarenchan", 1, PLAIN, {"seat": "E", "wins_in_row": 9, "said": LAST}),
]


@pytest.mark.parametrize("name, number, hand, more", SWITCHED)
def test_a_local_yaku_counts_where_the_table_plays_it(
    name: str, number: int, hand: Any, more: dict[str, Any]
) -> None:
    assert yaku(*hand, **more, options=only(name))[name] == number
    others = [other for other in LOCAL_YAKU if other != name]
    assert name not in yaku(*hand, **more, options={"local_yaku": others})


NOT: list[Any] = [
    ("isshoku-sanjun", ("123123m456p78999s", "1m"), {}),
    ("sanrenkou", ("222m99p222z", "2m", "pon 333m", "pon 555m"), {}),
    ("sanrenkou", ("888m22p222z", "8m", "pon 999m", "pon 111p"), {}),
    ("uumensai", ("123m456p789s33444z", "1m"), {}),
    ("uumensai", ("123m456p789s55666z", "1m"), {}),
    ("uumensai", ("123m456p789m33555z", "1m"), {}),
    ("daisharin", ("22334455667788m", "5m"), {}),
    ("daisharin", ("22334455667799p", "5p"), {}),
    ("daisharin", ("22334455678p", "5p", "chi 678p"), {}),
    ("paarenchan", PLAIN, {"seat": "E", "wins_in_row": 7}),
    ("paarenchan", PLAIN, {"seat": "S", "wins_in_row": 8}),
]


@pytest.mark.parametrize("name, hand, more", NOT)
def test_what_is_no_such_local_yaku(name: str, hand: Any, more: dict[str, Any]) -> None:
    assert name not in yaku(*hand, **more, said=LAST, options=only(name))


# -- beside the standard yaku -------------------------------------------------------------------


def test_the_same_run_three_times_takes_the_place_of_iipeikou() -> None:
    hand = ("123123123m456p22z", "1m")
    assert "iipeikou" not in yaku(*hand, options=ON)
    assert yaku(*hand)["iipeikou"] == 1


def test_the_same_run_four_times_is_ryanpeikou() -> None:
    found = yaku("11112222333344m", "4m", options=only("isshoku-sanjun"))
    assert found["ryanpeikou"] == 3
    assert "isshoku-sanjun" not in found


def test_the_dearest_reading_changes_with_the_local_yaku() -> None:
    """111222333m: three concealed triplets are 2 han, the same run three times is 3, three triplets
    in a row 2 more."""
    hand = ("111222333m45677p", "7p")
    assert yaku(*hand) == {"sanankou": 2}
    assert yaku(*hand, options=only("isshoku-sanjun")) == {"isshoku-sanjun": 3}
    assert yaku(*hand, options=ON) == {"sanankou": 2, "sanrenkou": 2}


@pytest.mark.parametrize("suit", ["m", "p", "s"])
def test_daisharin_of_any_suit_has_its_own_key(suit: str) -> None:
    hand = (f"22334455667788{suit}", f"5{suit}")
    assert yaku(*hand, options={"local_yaku": ["daisharin", "daisharin-all-suits"]}) == {
        "daisharin": 1
    }


# -- open riichi --------------------------------------------------------------------------------

SHOWN = ("open-riichi",)


def test_open_riichi_is_two_han_and_a_riichi_in_all_else() -> None:
    found = yaku(*PLAIN, said=(*SHOWN, "ippatsu"), ura=("4s",), options=only("open-riichi"))
    assert found == {"open-riichi": 2, "ippatsu": 1, "yakuhai-seat-wind": 1}


def test_open_riichi_off_a_player_not_in_riichi_is_a_yakuman() -> None:
    played = only("open-riichi")
    off_riichi = yaku(*PLAIN, said=SHOWN, discarder_riichi=True, options=played)
    assert off_riichi["open-riichi"] == 2
    off_another = yaku(*PLAIN, said=SHOWN, discarder_riichi=False, options=played)
    assert off_another == {"open-riichi": 1}
    drawn = yaku(*PLAIN, said=SHOWN, tsumo=True, options=played)
    assert drawn["open-riichi"] == 2


def test_the_game_says_whether_the_discarder_is_in_riichi() -> None:
    table = rules(local_yaku=["open-riichi"])
    hand = record(*PLAIN, said=SHOWN)
    assert evaluate(table, hand, context(discarder_riichi=False), "hand").yakuman == 1
    assert evaluate(table, hand, context(discarder_riichi=True), "hand").yakuman == 0


def test_open_riichi_is_refused_where_it_is_not_played() -> None:
    assert refusal(*PLAIN, said=SHOWN) == (
        "hand.situation",
        "open riichi is not played at this table",
    )


# -- shiisanpuutaa ------------------------------------------------------------------------------

UNCONNECTED = ("147m258p369s11234z", "1z")
FIRST = ("first-turn",)


def test_thirteen_unconnected_tiles_at_the_first_draw() -> None:
    answer = score(*UNCONNECTED, tsumo=True, said=FIRST, options=only("shiisanpuutaa"))
    assert answer["patterns"] == [["shiisanpuutaa", 1]]
    assert answer["points"] == 32000


@pytest.mark.parametrize(
    "tiles, more",
    [
        ("147m258p369s11234z", {"options": {}}),
        ("147m258p369s11234z", {"tsumo": False}),
        ("147m258p369s11234z", {"said": ()}),
        ("147m258p369s11334z", {}),
        ("147m258p369s12345z", {}),
        ("147m258p369s11123z", {}),
        ("147m258p379s11234z", {}),
        ("147m258p389s11234z", {}),
        ("147m258p369s11112z", {}),
    ],
)
def test_what_is_not_thirteen_unconnected_tiles(tiles: str, more: dict[str, Any]) -> None:
    asked: dict[str, Any] = {"tsumo": True, "said": FIRST, "options": only("shiisanpuutaa")} | more
    field, reason = refusal(tiles, "1z", **asked)
    assert field == "hand.tiles"
    assert "not a winning hand" in reason


def test_kokushi_is_dearer_than_its_thirteen_unconnected_tiles() -> None:
    found = yaku("119m19p19s1234567z", "9m", tsumo=True, said=FIRST, options=ON)
    assert found == {"chiihou": 1, "kokushi": 1}


# -- paarenchan ---------------------------------------------------------------------------------


def test_paarenchan_needs_a_yaku() -> None:
    hand = ("123m456p789s33444z", "1m")
    assert refusal(*hand, seat="E", wins_in_row=8, options=ON) == ("hand", "no yaku")
    assert yaku(*hand, seat="E", wins_in_row=8, options=ON, said=("riichi",)) == {"paarenchan": 1}


def test_paarenchan_adds_to_the_yakuman_of_the_hand() -> None:
    found = yaku("12399m555666777z", "1m", seat="E", wins_in_row=8, options=ON)
    assert found == {"daisangen": 1, "paarenchan": 1}


def test_the_game_counts_the_wins() -> None:
    hand = record("123m456p789s33444z", "1m", said=("riichi",))
    table = rules(local_yaku=["paarenchan"])
    assert evaluate(table, hand, context("E", wins_in_row=8), "hand").yakuman == 1
    assert evaluate(table, hand, context("E", wins_in_row=7), "hand").yakuman == 0


def test_none_of_them_counts_at_a_plain_table() -> None:
    assert points("22334455667788p", "5p") == 24000
