"""Yakuman: each one, what it is not, doubles, several in a hand, and how many count."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.riichi.hand import evaluate
from tests.scoring.hand_table import context, points, record, refusal, rules, score, yaku

DOUBLES = ["suuankou-tanki", "kokushi-13", "junsei-chuuren", "daisuushi"]
FIRST = ("first-turn",)


def case(name: str, *hand: str, **more: Any) -> Any:
    return pytest.param(name, hand, more, id="-".join((name, *hand)))


ALL = [
    case("tenhou", "123m456p789s11222z", "1m", tsumo=True, seat="E", said=FIRST),
    case("chiihou", "123m456p789s11222z", "1m", tsumo=True, seat="W", said=FIRST),
    case("kokushi", "119m19p19s1234567z", "9m"),
    case("kokushi-13", "119m19p19s1234567z", "1m"),
    case("suuankou", "111999m333p88p444s", "4s", tsumo=True),
    case("suuankou", "999m33388p444s", "4s", "ankan 1111m", tsumo=True),
    case("suuankou-tanki", "111999m33388p444s", "8p"),
    case("suuankou-tanki", "444s11z", "1z", *(f"ankan {n}{n}{n}{n}p" for n in (1, 2, 3))),
    case("daisangen", "12399m555666777z", "1m"),
    case("daisangen", "12399m", "1m", "pon 555z", "kan 6666z", "ankan 7777z"),
    case("shousuushi", "123m11122233344z", "1m"),
    case("shousuushi", "123m44z", "1m", "pon 111z", "pon 222z", "pon 333z"),
    case("daisuushi", "99m111222333444z", "9m"),
    case("daisuushi", "99m", "9m", *(f"pon {n}{n}{n}z" for n in (1, 2, 3, 4))),
    case("tsuuiisou", "11122555z", "2z", "pon 333z", "pon 666z"),
    case("tsuuiisou", "11223344556677z", "7z"),
    case("ryuuiisou", "22334466688s666z", "2s"),
    case("ryuuiisou", "22334466688s", "2s", "chi 234s"),
    case("chinroutou", "11199m111p", "9m", "pon 999p", "pon 111s"),
    case("chuuren", "11123455678999m", "1m"),
    case("junsei-chuuren", "11123455678999m", "5m"),
    case("suukantsu", "99m", "9m", "kan 1111p", "ankan 2222p", "kakan 3333s", "kan 4444z"),
]


@pytest.mark.parametrize("name, hand, more", ALL)
def test_a_yakuman(name: str, hand: Any, more: dict[str, Any]) -> None:
    answer = score(*hand, **more)
    assert [name, 1] in answer["patterns"]
    assert answer["yakuman"] == sum(number for _, number in answer["patterns"])
    assert (answer["han"], answer["fu"], answer["limit"]) == (None, None, "yakuman")


NOT = [
    case("suuankou", "111999m33388p444s", "4s"),
    case("suuankou-tanki", "111999m33388p444s", "4s", tsumo=True),
    case("daisangen", "123m999p55566677z", "1m"),
    case("shousuushi", "123m99p111222333z", "1m"),
    case("tsuuiisou", "111999m33z", "3z", "pon 222z", "pon 555z"),
    case("ryuuiisou", "22334466688s555z", "2s"),
    case("chinroutou", "11199m111p", "9m", "pon 999p", "pon 111z"),
    case("chuuren", "11123456788s", "8s", "ankan 9999s"),
    case("chuuren", "12334455678999m", "5m"),
    case("suukantsu", "99m555p", "9m", "kan 1111p", "ankan 2222p", "kakan 3333s"),
]


@pytest.mark.parametrize("name, hand, more", NOT)
def test_what_is_no_such_yakuman(name: str, hand: Any, more: dict[str, Any]) -> None:
    assert name not in yaku(*hand, **more)


@pytest.mark.parametrize(
    "tiles, win", [("11112345678999m", "1m"), ("11123456789999m", "9m"), ("11123455678999m", "5m")]
)
def test_edge_case_037_nine_gates_are_pure_on_any_of_the_nine(tiles: str, win: str) -> None:
    assert yaku(tiles, win) == {"junsei-chuuren": 1}


def test_nothing_adds_to_a_yakuman() -> None:
    answer = score("12399m555666777z", "1m", said=("riichi", "ippatsu"), dora=("8m",), ura=("4z",))
    assert answer["patterns"] == [["daisangen", 1]]
    assert answer["points"] == 32000


# -- doubles ------------------------------------------------------------------------------------

DOUBLED = {
    "suuankou-tanki": ("111999m33388p444s", "8p"),
    "kokushi-13": ("119m19p19s1234567z", "1m"),
    "junsei-chuuren": ("11123455678999m", "5m"),
    "daisuushi": ("99m111222z", "9m", "pon 333z", "pon 444z"),
}


@pytest.mark.parametrize("name", DOUBLED)
def test_a_double_yakuman_counts_twice_where_the_table_lists_it(name: str) -> None:
    for listed, number in ((DOUBLES, 2), ([], 1), ([d for d in DOUBLES if d != name], 1)):
        answer = score(*DOUBLED[name], options={"double_yakuman": listed})
        assert answer["patterns"] == [[name, number]]
        assert answer["points"] == number * 32000


@pytest.mark.parametrize(
    "name, hand",
    [("kokushi", ("119m19p19s1234567z", "9m")), ("chuuren", ("11123455678999m", "1m"))],
)
def test_the_plain_form_never_counts_twice(name: str, hand: Any) -> None:
    assert yaku(*hand, options={"double_yakuman": DOUBLES}) == {name: 1}


# -- several in a hand --------------------------------------------------------------------------

FOUR = ("55z", "5z", *(f"ankan {n}{n}{n}{n}z" for n in (1, 2, 3, 4)))
"""tsuuiisou, suukantsu, suuankou-tanki and daisuushi."""


def test_yakuman_add_up() -> None:
    assert yaku(*FOUR) == {"daisuushi": 1, "suukantsu": 1, "suuankou-tanki": 1, "tsuuiisou": 1}
    assert points(*FOUR) == 128000
    assert points(*FOUR, options={"double_yakuman": DOUBLES}) == 192000


def test_where_they_do_not_add_up_the_dearest_counts() -> None:
    alone = {"yakuman_stack": False}
    assert yaku(*FOUR, options=alone) == {"daisuushi": 1}
    assert points(*FOUR, options=alone) == 32000
    doubles = {**alone, "double_yakuman": ["suuankou-tanki"]}
    assert yaku(*FOUR, options=doubles) == {"suuankou-tanki": 2}
    assert points(*FOUR, options=doubles) == 64000


@pytest.mark.parametrize("most, number", [(1, 1), (2, 2), (3, 3), (5, 4), (None, 4)])
def test_no_more_count_than_the_most(most: int | None, number: int) -> None:
    answer = score(*FOUR, options={"yakuman_max": most})
    assert answer["yakuman"] == number
    assert answer["points"] == number * 32000
    assert sum(count for _, count in answer["patterns"]) == number


def test_a_double_is_cut_to_what_is_left() -> None:
    options = {"yakuman_max": 3, "double_yakuman": ["daisuushi", "suuankou-tanki"]}
    assert yaku(*FOUR, options=options) == {"daisuushi": 2, "suukantsu": 1}
    assert yaku(*FOUR, options={**options, "yakuman_max": 1}) == {"daisuushi": 1}


def test_the_parts_go_to_the_flow_of_the_game() -> None:
    hand = record("11122z", "2z", "pon 555z", "pon 666z", "pon 777z")
    worth = evaluate(rules(), hand, context(), "hand")
    assert worth.yakuman == 2
    assert worth.yakuman_parts == worth.patterns == (("daisangen", 1), ("tsuuiisou", 1))
    assert (worth.base, worth.limit, worth.counted) == (16000, "yakuman", False)


def test_a_counted_yakuman_has_no_parts() -> None:
    worth = evaluate(
        rules(), record("11223344556677m", "1m", said=("riichi", "ippatsu")), context(), "hand"
    )
    assert (worth.han, worth.yakuman, worth.limit, worth.counted) == (12, 0, "sanbaiman", False)
    hand = record("11223344556677m", "1m", said=("riichi", "ippatsu"), dora=("7z",), ura=("9m",))
    worth = evaluate(rules(), hand, context(), "hand")
    assert (worth.han, worth.yakuman, worth.limit, worth.counted) == (14, 0, "yakuman", True)
    assert worth.yakuman_parts == ()


def test_a_yakuman_counts_before_a_counted_one() -> None:
    """Both are worth 32000: three concealed triplets and chinitsu with many dora, or suuankou."""
    hand = ("11122233344455m", "5m")
    found = yaku(*hand, tsumo=True, dora=("9m", "1m", "2m", "3m", "4m"))
    assert found == {"suuankou-tanki": 1}


# -- the first turn -----------------------------------------------------------------------------


def test_tenhou_adds_to_the_yakuman_of_the_hand() -> None:
    found = yaku("119m19p19s1234567z", "1m", tsumo=True, seat="E", said=FIRST)
    assert found == {"tenhou": 1, "kokushi-13": 1}


RENHOU = ("123m456p789s11222z", "1m")


def test_renhou_is_nothing_where_the_table_has_none() -> None:
    assert yaku(*RENHOU, said=FIRST) == {"yakuhai-seat-wind": 1}
    assert refusal("123m456p789s11333z", "1m", said=FIRST) == ("hand", "no yaku")


def test_renhou_as_a_yakuman_adds_up_with_others() -> None:
    assert yaku(*RENHOU, said=FIRST, options={"renhou": "yakuman"}) == {"renhou": 1}
    hand = ("12399m555666777z", "1m")
    assert yaku(*hand, said=FIRST, options={"renhou": "yakuman"}) == {"renhou": 1, "daisangen": 1}


@pytest.mark.parametrize("limit, han, worth", [("mangan", 5, 8000), ("baiman", 8, 16000)])
def test_renhou_as_a_limit_stands_alone(limit: str, han: int, worth: int) -> None:
    answer = score(*RENHOU, said=FIRST, dora=("1z",), options={"renhou": limit})
    assert answer["patterns"] == [["renhou", han]]
    assert (answer["han"], answer["limit"], answer["points"]) == (han, limit, worth)


def test_renhou_as_a_limit_wins_without_another_yaku() -> None:
    assert points("123m456p789s11333z", "1m", said=FIRST, options={"renhou": "mangan"}) == 8000


def test_the_dearer_of_renhou_and_the_hand_counts() -> None:
    haneman = ("12223345678999m", "1m")
    assert yaku(*haneman, said=FIRST, options={"renhou": "mangan"}) == {"chinitsu": 6}
    assert yaku(*haneman, said=FIRST, options={"renhou": "baiman"}) == {"renhou": 8}
    assert yaku("12399m555666777z", "1m", said=FIRST, options={"renhou": "baiman"}) == {
        "daisangen": 1
    }


def test_renhou_needs_a_winning_hand() -> None:
    field, reason = refusal("123m456p789s11223z", "1m", said=FIRST, options={"renhou": "mangan"})
    assert field == "hand.tiles"
    assert "not a winning hand" in reason


# -- robbing a concealed kan --------------------------------------------------------------------


def test_kokushi_robs_a_concealed_kan_where_the_table_allows_it() -> None:
    hand = ("119m19p19s1234567z", "9m")
    assert yaku(*hand, said=("robbing-ankan",)) == {"kokushi": 1}
    assert yaku(*hand, said=("robbing-kan",), options={"kokushi_robs_ankan": False}) == {
        "kokushi": 1
    }
    refused = refusal(*hand, said=("robbing-ankan",), options={"kokushi_robs_ankan": False})
    assert refused == ("hand.situation", "no hand robs a closed kan at this table")


def test_no_other_hand_robs_a_concealed_kan() -> None:
    refused = refusal("123m456p789s11222z", "1m", said=("robbing-ankan",))
    assert refused == ("hand.situation", "only the thirteen orphans rob a closed kan")
