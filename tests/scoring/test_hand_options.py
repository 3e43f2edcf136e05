"""Every option of a table that moves the value of a hand, both ways."""

from __future__ import annotations

from typing import Any

import pytest

from tests.scoring.hand_table import THREE, han_fu, points, refusal, score, yaku

RIICHI = ("riichi",)
LAST = ("last-tile",)
PINFU = ("123m234567p78999s", "2p")
OPEN_RUNS = ("345m22456p456s", "3m", "chi 678s")


def both(option: str, one: Any, other: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    return {option: one}, {option: other}


# -- yaku ---------------------------------------------------------------------------------------


def test_open_tanyao() -> None:
    on, off = both("open_tanyao", True, False)
    assert yaku(*OPEN_RUNS, options=on) == {"tanyao": 1}
    assert refusal(*OPEN_RUNS, options=off) == ("hand", "no yaku")
    closed = ("345m22456678p456s", "3m")
    assert yaku(*closed, options=off) == yaku(*closed, options=on) == {"tanyao": 1, "pinfu": 1}


def test_ippatsu() -> None:
    on, off = both("ippatsu", True, False)
    said = ("riichi", "ippatsu")
    assert yaku(*PINFU, said=said, options=on) == {"riichi": 1, "ippatsu": 1, "pinfu": 1}
    assert yaku(*PINFU, said=said, options=off) == {"riichi": 1, "pinfu": 1}


def test_pinfu_by_self_draw() -> None:
    on, off = both("pinfu_tsumo", True, False)
    assert yaku(*PINFU, tsumo=True, options=on) == {"menzen-tsumo": 1, "pinfu": 1}
    assert han_fu(*PINFU, tsumo=True, options=on) == (2, 20)
    assert yaku(*PINFU, tsumo=True, options=off) == {"menzen-tsumo": 1}
    assert han_fu(*PINFU, tsumo=True, options=off) == (1, 30)
    assert yaku(*PINFU, options=off) == {"pinfu": 1}


def test_seven_pairs_as_25_fu_2_han_or_50_fu_1_han() -> None:
    """The same below the limits, and a step apart where han alone counts."""
    two, one = both("chiitoitsu", "25-2", "50-1")
    pairs = ("1188m2255p3366s77z", "7z")
    assert han_fu(*pairs, options=two) == (2, 25)
    assert han_fu(*pairs, options=one) == (1, 50)
    assert points(*pairs, options=two) == points(*pairs, options=one) == 1600
    more = {"said": ("riichi", "ippatsu"), "dora": ("6z",)}
    assert points(*pairs, **more, options=two) == 12000
    assert points(*pairs, **more, options=one) == 8000


# -- fu -----------------------------------------------------------------------------------------


def test_double_wind_pair() -> None:
    four, two = both("double_wind_fu", 4, 2)
    hand = ("555m123p456789s11z", "5s")
    asked: dict[str, Any] = {"seat": "E", "tsumo": True, "said": RIICHI}
    assert han_fu(*hand, **asked, options=four) == (2, 40)
    assert han_fu(*hand, **asked, options=two) == (2, 30)
    asked["seat"] = "S"
    assert han_fu(*hand, **asked, options=four) == (2, 30)


def test_self_draw_on_the_tile_of_a_kan() -> None:
    two, none = both("rinshan_fu", 2, 0)
    hand = ("567m23499p888s", "7m", "kan 1111z")
    asked: dict[str, Any] = {"seat": "E", "tsumo": True, "said": ("after-kan",)}
    assert han_fu(*hand, **asked, options=two) == (3, 50)
    assert han_fu(*hand, **asked, options=none) == (3, 40)


def test_open_pinfu_shape_won_by_ron() -> None:
    thirty, twenty = both("open_pinfu_fu", 30, 20)
    assert han_fu(*OPEN_RUNS, options=thirty) == (1, 30)
    assert han_fu(*OPEN_RUNS, options=twenty) == (1, 20)
    assert points(*OPEN_RUNS, options=thirty) == 1000
    assert points(*OPEN_RUNS, options=twenty) == 700
    assert han_fu(*OPEN_RUNS, tsumo=True, options=twenty) == (1, 30)


# -- dora ---------------------------------------------------------------------------------------

TWO = {"dora": ("1m", "9s"), "ura": ("2m", "3p"), "said": RIICHI}
"""Dora 2m and, of a kan, 1s; ura-dora 3m and, of a kan, 4p."""
DORA = ("123m234567p11789s", "2p")


def test_kan_dora() -> None:
    on, off = both("kan_dora", True, False)
    assert yaku(*DORA, **TWO, options=on)["dora"] == 3
    assert yaku(*DORA, **TWO, options=off)["dora"] == 1


def test_ura_dora() -> None:
    on, off = both("ura_dora", True, False)
    assert yaku(*DORA, **TWO, options=on)["ura-dora"] == 2
    assert "ura-dora" not in yaku(*DORA, **TWO, options=off)


def test_kan_ura() -> None:
    on, off = both("kan_ura", True, False)
    assert yaku(*DORA, **TWO, options=on)["ura-dora"] == 2
    assert yaku(*DORA, **TWO, options=off)["ura-dora"] == 1


@pytest.mark.parametrize(
    "indicator, dora",
    [
        ("1m", "2m"),
        ("9m", "1m"),
        ("9p", "1p"),
        ("8s", "9s"),
        ("9s", "1s"),
        ("1z", "2z"),
        ("4z", "1z"),
        ("6z", "7z"),
        ("7z", "5z"),
        ("0m", "6m"),
    ],
)
def test_the_dora_is_the_next_tile_of_its_suit(indicator: str, dora: str) -> None:
    pairs = "33m5577p3355s66z" + dora[0] * 2 + dora[1]
    assert yaku(pairs, "6z", dora=(indicator,))["dora"] == 2


def test_a_kan_of_dora_counts_four_and_two_indicators_count_twice() -> None:
    kan = ("123m23499p888s", "2m", "ankan 5555z")
    assert yaku(*kan, dora=("7z",))["dora"] == 4
    assert yaku(*DORA, said=RIICHI, dora=("9s", "9s"))["dora"] == 4


def test_an_indicator_that_points_nowhere_is_no_pattern() -> None:
    assert yaku(*PINFU, dora=("5z",)) == {"pinfu": 1}


# -- red fives ----------------------------------------------------------------------------------

RED = ("123m234067p78999s", "2p")


def test_red_fives_are_dora_where_the_table_has_them() -> None:
    assert yaku(*RED, options={"red_fives": 3})["red-dora"] == 1
    refused = refusal(*RED, options={"red_fives": 0})
    assert refused == ("hand.tiles", "this table plays without red fives")


ONE_M, ONE_P = "406m123789p12399s", "123m406789p12399s"
ONE_OF_EACH = "406m406789p12399s"
TWO_M, TWO_P = "00m123789p123789s", "123789m00p123789s"
THREE_IN_ALL = "406789m00p123789s"


@pytest.mark.parametrize(
    "number, allowed, refused",
    [
        (1, (ONE_M, ONE_P), (ONE_OF_EACH, TWO_P)),
        (2, (ONE_M, ONE_OF_EACH), (TWO_M, TWO_P)),
        (3, (ONE_OF_EACH,), (TWO_M, TWO_P)),
        (4, (ONE_OF_EACH, TWO_P, THREE_IN_ALL), (TWO_M,)),
    ],
)
def test_how_many_red_fives_a_hand_can_hold(
    number: int, allowed: tuple[str, ...], refused: tuple[str, ...]
) -> None:
    """One of a suit; of four, two are 5p."""
    table: dict[str, Any] = {"said": RIICHI, "options": {"red_fives": number}}
    for tiles in allowed:
        assert yaku(tiles, "1s", **table)["red-dora"] == tiles.count("0")
    for tiles in refused:
        assert refusal(tiles, "1s", **table)[0] == "hand.tiles"


def test_a_red_five_in_a_meld_counts() -> None:
    assert yaku("345m22456p456s", "3m", "chi 067s")["red-dora"] == 1


# -- limits -------------------------------------------------------------------------------------

FOUR_HAN = ("345m345p22345678s", "3m")
"""pinfu, tanyao and sanshoku: 4 han 30 fu."""


def test_kiriage_mangan() -> None:
    on, off = both("kiriage_mangan", True, False)
    answer = score(*FOUR_HAN, options=on)
    assert (answer["han"], answer["fu"], answer["limit"]) == (4, 30, "mangan")
    assert answer["points"] == 8000
    answer = score(*FOUR_HAN, options=off)
    assert (answer["han"], answer["fu"], answer["limit"]) == (4, 30, None)
    assert answer["points"] == 7700


def test_thirteen_han() -> None:
    counted, capped = both("thirteen_han", "yakuman", "sanbaiman")
    hand: dict[str, Any] = {"said": ("riichi", "ippatsu"), "dora": ("7z",), "ura": ("9m",)}
    tiles = ("11223344556677m", "1m")
    answer = score(*tiles, **hand, options=counted)
    assert (answer["han"], answer["yakuman"], answer["limit"]) == (14, 0, "yakuman")
    assert answer["points"] == 32000
    answer = score(*tiles, **hand, options=capped)
    assert (answer["han"], answer["yakuman"], answer["limit"]) == (14, 0, "sanbaiman")
    assert answer["points"] == 24000


@pytest.mark.parametrize(
    "han, limit, worth",
    [
        (5, "mangan", 8000),
        (6, "haneman", 12000),
        (7, "haneman", 12000),
        (8, "baiman", 16000),
        (10, "baiman", 16000),
        (11, "sanbaiman", 24000),
        (12, "sanbaiman", 24000),
    ],
)
def test_limits_by_han(han: int, limit: str, worth: int) -> None:
    """pinfu and ittsu, 3 han, with dora: 1m, 2m … each once."""
    indicators = ("9m", "1m", "2m", "3m", "4m")
    dora = han - 3
    asked: dict[str, Any] = {"dora": indicators[: min(dora, 5)]}
    if dora > 5:
        asked |= {"said": RIICHI, "ura": ("5m", "6m", "7m", "4s")[: dora - 6]}
    answer = score("123456789m12355s", "1m", **asked)
    assert (answer["han"], answer["limit"], answer["points"]) == (han, limit, worth)


# -- no limits ----------------------------------------------------------------------------------

AOTENJOU = {"aotenjou": True}


def test_aotenjou_counts_on() -> None:
    assert points(*FOUR_HAN, dora=("2m",)) == 8000
    answer = score(*FOUR_HAN, dora=("2m",), options=AOTENJOU)
    assert (answer["han"], answer["fu"], answer["limit"]) == (5, 30, None)
    assert answer["points"] == 15400


def test_aotenjou_makes_a_yakuman_13_han_and_all_else_counts_too() -> None:
    hand = ("12399m555666777z", "1m")
    answer = score(*hand, dora=("4m", "8m"), said=RIICHI, options=AOTENJOU)
    assert dict(answer["patterns"]) == {
        "daisangen": 13,
        "riichi": 1,
        "honitsu": 3,
        "chanta": 2,
        "yakuhai-haku": 1,
        "yakuhai-hatsu": 1,
        "yakuhai-chun": 1,
        "sanankou": 2,
        "dora": 2,
    }
    assert (answer["han"], answer["fu"], answer["yakuman"]) == (26, 60, 0)
    assert answer["points"] == 64424509500


def test_aotenjou_doubles_count_26_han() -> None:
    doubles = {**AOTENJOU, "double_yakuman": ["junsei-chuuren"]}
    assert yaku("11123455678999m", "5m", options=AOTENJOU)["junsei-chuuren"] == 13
    assert yaku("11123455678999m", "5m", options=doubles)["junsei-chuuren"] == 26


def test_aotenjou_gives_kokushi_30_fu_and_nine_gates_their_dearest_reading() -> None:
    answer = score("119m19p19s1234567z", "9m", tsumo=True, options=AOTENJOU)
    assert answer["patterns"] == [["menzen-tsumo", 1], ["kokushi", 13]]
    assert (answer["han"], answer["fu"]) == (14, 30)
    gates = score("11123455678999m", "5m", options=AOTENJOU)
    assert dict(gates["patterns"]) == {"chinitsu": 6, "junsei-chuuren": 13}
    assert (gates["han"], gates["fu"]) == (19, 50)


def test_aotenjou_needs_a_yaku_like_any_table() -> None:
    assert refusal("123m456p789s11333z", "1m", dora=("9m",), options=AOTENJOU) == (
        "hand",
        "no yaku: dora alone do not win",
    )


# -- three players ------------------------------------------------------------------------------

SANMA: dict[str, Any] = {"options": THREE}
HAND = ("12356799p789s999m", "1p")


def test_the_manzu_of_three_players_are_two_dora_point_from_one_to_the_other() -> None:
    assert yaku(*HAND, **SANMA, said=RIICHI, dora=("1m",))["dora"] == 3
    assert "dora" not in yaku(*HAND, **SANMA, said=RIICHI, dora=("9m",))
    assert yaku("12356799p789s111m", "1p", **SANMA, said=RIICHI, dora=("9m",))["dora"] == 3


def test_norths_set_aside_are_dora_and_more_where_an_indicator_points_at_them() -> None:
    assert yaku(*HAND, **SANMA, said=RIICHI, north=2) == {"riichi": 1, "north-dora": 2}
    found = yaku(*HAND, **SANMA, said=RIICHI, north=2, dora=("3z",), ura=("3z",))
    assert found == {"riichi": 1, "dora": 2, "ura-dora": 2, "north-dora": 2}
    assert refusal(*HAND, **SANMA, north=2) == ("hand", "no yaku: dora alone do not win")


def test_edge_case_130_the_replacement_of_a_north_is_a_kans_tile() -> None:
    found = yaku(*HAND, **SANMA, tsumo=True, north=1, said=("after-kan",))
    assert found == {"menzen-tsumo": 1, "rinshan": 1, "north-dora": 1}
    assert yaku(*HAND, **SANMA, said=RIICHI, dora=("5z",)) == {"riichi": 1}


@pytest.mark.parametrize("seat", ["E", "S", "W"])
def test_north_is_a_guest_wind_of_three_players(seat: str) -> None:
    found = yaku("123567p789s11m444z", "1p", **SANMA, seat=seat, said=RIICHI)
    assert found == {"riichi": 1}


@pytest.mark.parametrize(
    "number, tiles, allowed",
    [
        (0, "12340699p789s999m", False),
        (1, "12340699p789s999m", True),
        (1, "12399p406789s999m", True),
        (1, "12340699p406s999m", False),
        (2, "12340699p406s999m", True),
        (2, "12300p789789s999m", False),
        (4, "12300p789789s999m", True),
    ],
)
def test_the_red_fives_of_three_players(number: int, tiles: str, allowed: bool) -> None:
    table: dict[str, Any] = {"options": {**THREE, "red_fives": number}, "said": RIICHI}
    if allowed:
        assert yaku(tiles, "1p", **table)["red-dora"] == tiles.count("0")
    else:
        assert refusal(tiles, "1p", **table)[0] == "hand.tiles"


# -- two players --------------------------------------------------------------------------------

TWO_PLAYERS: dict[str, Any] = {"players": 2, "uma": [0, 0], "noten_pool": 1000, "honba_ron": 100}


@pytest.mark.parametrize(
    "asked, payments, total",
    [
        ({}, {"discarder": 1000}, 1000),
        ({"tsumo": True}, {"dealer": 700}, 700),
        ({"tsumo": True, "seat": "E"}, {"others": 700}, 700),
    ],
)
def test_two_players_pay_their_one_share(
    asked: dict[str, Any], payments: dict[str, int], total: int
) -> None:
    answer = score(*PINFU, **asked, options=TWO_PLAYERS)
    assert (answer["payments"], answer["points"]) == (payments, total)


def test_honba_are_in_the_payments_and_not_in_the_points() -> None:
    drawn = score(*PINFU, tsumo=True, honba=2)
    assert (drawn["payments"], drawn["points"]) == ({"dealer": 900, "others": 600}, 1500)
    assert score(*PINFU, honba=2)["payments"] == {"discarder": 1600}
