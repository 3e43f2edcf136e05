"""Every yaku of the standard list: when it is there, when it is not, closed and open han.

South's hand in the East round, by ron, unless it says so; 3z and 4z are guest winds.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.scoring.hand_table import yaku


def case(name: str, number: int, *hand: str, **more: Any) -> Any:
    return pytest.param(name, number, hand, more, id="-".join((name, str(number), *hand)))


RIICHI = ("riichi",)
PLAIN = ("123m456p789s11222z", "1m")

THERE = [
    # how it was won
    case("riichi", 1, *PLAIN, said=RIICHI),
    case("double-riichi", 2, *PLAIN, said=("double-riichi",)),
    case("ippatsu", 1, *PLAIN, said=("riichi", "ippatsu")),
    case("ippatsu", 1, *PLAIN, said=("double-riichi", "ippatsu")),
    case("menzen-tsumo", 1, *PLAIN, tsumo=True),
    case("menzen-tsumo", 1, "123m456p22299s", "1m", "ankan 1111z", tsumo=True),
    case("haitei", 1, "123m456p789s22z", "1m", "pon 444z", tsumo=True, said=("last-tile",)),
    case("houtei", 1, "123m456p789s22z", "1m", "pon 444z", said=("last-tile",)),
    case("rinshan", 1, "123m456p789s22z", "1m", "kan 4444z", tsumo=True, said=("after-kan",)),
    case("chankan", 1, "123m456p789s22z", "1m", "pon 444z", said=("robbing-kan",)),
    # one han
    case("pinfu", 1, "123m234567p78999s", "2p"),
    case("pinfu", 1, "123m234567p78999s", "7p"),
    case("pinfu", 1, "123m234567p78999s", "2p", tsumo=True),
    case("pinfu", 1, "123m234567p789s33z", "2p"),
    case("tanyao", 1, "234m456p33367888s", "2m"),
    case("tanyao", 1, "234m456p33388s", "2m", "chi 678s"),
    case("tanyao", 1, "2288m2255p3366s88p", "8p"),
    case("iipeikou", 1, "112233m456p99s", "1m", "ankan 5555z"),
    case("yakuhai-haku", 1, "123m456p789s33555z", "1m"),
    case("yakuhai-hatsu", 1, "123m456p789s33666z", "1m"),
    case("yakuhai-chun", 1, "123m456p789s33z", "1m", "kakan 7777z"),
    case("yakuhai-round-wind", 1, "123m456p789s11133z", "1m"),
    case("yakuhai-round-wind", 1, "123m456p789s33z", "1m", "pon 444z", round="N"),
    case("yakuhai-seat-wind", 1, "123m456p789s22233z", "1m"),
    case("yakuhai-seat-wind", 1, "123m456p789s22z", "1m", "ankan 3333z", seat="W"),
    # two han
    case("chiitoitsu", 2, "1188m2255p3366s77z", "7z"),
    case("toitoi", 2, "11m222p", "1m", "pon 333s", "pon 777m", "pon 444z"),
    case("sanankou", 2, "11145699m222p333s", "9m"),
    case("sanankou", 2, "45699m222p333s", "6m", "ankan 1111m"),
    case("sanankou", 2, "99m222p333s", "9m", "ankan 1111m", "chi 456m"),
    case("sankantsu", 2, "456m99p", "4m", "kan 1111m", "ankan 2222p", "kakan 3333s"),
    case("sanshoku-doukou", 2, "333m333p45699s", "4s", "pon 333s"),
    case("shousangen", 2, "123m456p55566677z", "1m"),
    case("shousangen", 2, "123m456p77z", "1m", "pon 555z", "kan 6666z"),
    case("honroutou", 2, "111m999p111s33z", "3z", "pon 999m"),
    case("honroutou", 2, "1199m1199p1199s11z", "1z"),
    case("sanshoku-doujun", 2, "345m345999p34588s", "3m"),
    case("sanshoku-doujun", 1, "345m345p99s111z", "3m", "chi 345s"),
    case("ittsu", 2, "123456789m123p99s", "1m"),
    case("ittsu", 1, "123456m12399p", "1m", "chi 789m"),
    case("chanta", 2, "123789m111789p44z", "1m"),
    case("chanta", 1, "123m789p11144z", "1m", "chi 789s"),
    # three and six
    case("ryanpeikou", 3, "112233m445566p77s", "1m"),
    case("ryanpeikou", 3, "11112222333344m", "4m"),
    case("junchan", 3, "123789m12399p789s", "1m"),
    case("junchan", 2, "123789m99p789s", "1m", "chi 123p"),
    case("honitsu", 3, "12345699m111333z", "1m"),
    case("honitsu", 2, "123456m11133z", "1m", "pon 999m"),
    case("honitsu", 3, "1122334455m1133z", "3z"),
    case("chinitsu", 6, "12223345678999m", "1m"),
    case("chinitsu", 5, "12345678999m", "1m", "chi 234m"),
]


@pytest.mark.parametrize("name, number, hand, more", THERE)
def test_a_yaku_and_its_han(name: str, number: int, hand: Any, more: dict[str, Any]) -> None:
    assert yaku(*hand, **more).get(name) == number


NOT_THERE = [
    case("menzen-tsumo", 0, *PLAIN),
    case("menzen-tsumo", 0, "123m456p789s22z", "1m", "pon 555z", tsumo=True),
    case("pinfu", 0, "123m234567p78999s", "2m", said=RIICHI),
    case("pinfu", 0, "123m234567p78999s", "7s", said=RIICHI),
    case("pinfu", 0, "123m234567p789s33z", "3z", said=RIICHI),
    case("pinfu", 0, "123m234567p789s11z", "2p", said=RIICHI),
    case("pinfu", 0, "123m234567p789s22z", "2p", said=RIICHI),
    case("pinfu", 0, "123m234567p789s66z", "2p", said=RIICHI),
    case("pinfu", 0, "123m234567p33999s", "2p", said=RIICHI),
    case("pinfu", 0, "234m234567p88s", "2p", "chi 678s"),
    case("tanyao", 0, "123m456p33367888s", "2m", said=RIICHI),
    case("tanyao", 0, "234m456p888s33344z", "2m", said=RIICHI),
    case("iipeikou", 0, "112233m45699p", "1m", "pon 555z"),
    case("iipeikou", 0, "112233m445566p77s", "1m"),
    case("yakuhai-round-wind", 0, "123m456p789s11222z", "1m"),
    case("yakuhai-seat-wind", 0, "123m456p789s11133z", "1m"),
    case("chiitoitsu", 0, "112233m445566p77s", "1m"),
    case("sanankou", 0, "11199m456p222333s", "1m", said=RIICHI),
    case("sankantsu", 0, "456m22299p", "4m", "kan 1111m", "ankan 3333s", said=("last-tile",)),
    case("sanshoku-doukou", 0, "333m444p45699s", "4s", "pon 333s", said=("last-tile",)),
    case("sanshoku-doujun", 0, "345m345999p45688s", "3m", said=RIICHI),
    case("ittsu", 0, "123456m789p12399s", "1m", said=RIICHI),
    case("ittsu", 0, "123m456m78999p123s", "1m", said=RIICHI),
    case("chanta", 0, "123789m12399p789s", "1m"),
    case("chanta", 0, "111m999p111s33z", "3z", "pon 999m"),
    case("chanta", 0, "123789m111456p44z", "1m", said=RIICHI),
    case("chanta", 0, "123789m222789p44z", "1m", said=RIICHI),
    case("chanta", 0, "123789m111789p55s", "1m", said=RIICHI),
    case("junchan", 0, "123789m111789p44z", "1m"),
    case("honroutou", 0, "123789m111789p44z", "1m"),
    case("honitsu", 0, "12223345678999m", "1m"),
    case("honitsu", 0, "123456m789p11133z", "1m"),
    case("chinitsu", 0, "12345699m111333z", "1m"),
    case("shousangen", 0, "123m456p55566633z", "1m"),
    case("shousangen", 0, "123m456p789s55577z", "1m"),
]


@pytest.mark.parametrize("name, number, hand, more", NOT_THERE)
def test_a_yaku_that_is_not_there(name: str, number: int, hand: Any, more: dict[str, Any]) -> None:
    assert yaku(*hand, **more).get(name, 0) == number


def test_a_double_wind_counts_as_both() -> None:
    found = yaku("123m456p789s11133z", "1m", seat="E")
    assert found == {"yakuhai-round-wind": 1, "yakuhai-seat-wind": 1}


def test_ippatsu_and_chankan_go_together() -> None:
    """A kan is robbed before it is made: the turn is not interrupted."""
    found = yaku("234m567p34567899s", "5s", said=("riichi", "ippatsu", "robbing-kan"))
    assert found == {"riichi": 1, "ippatsu": 1, "chankan": 1, "pinfu": 1}


def test_a_triplet_won_by_ron_is_open_one_won_by_self_draw_is_not() -> None:
    hand = ("222444m777p23455s", "2m")
    assert "sanankou" not in yaku(*hand, said=RIICHI)
    assert yaku(*hand, tsumo=True)["sanankou"] == 2


def test_the_ron_tile_goes_to_the_run_where_that_keeps_three_concealed_triplets() -> None:
    assert yaku("222m77799p234444s", "4s")["sanankou"] == 2
