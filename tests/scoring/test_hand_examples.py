"""The worked examples of the encyclopedia page (``seed003_examples.csv``), tiles put back.

Each name carries the row. Rows 4 to 6 are arithmetic without a hand.
"""

from __future__ import annotations

from typing import Any

import pytest

from scoring.riichi.explain import explain
from scoring.riichi.hand import Question
from tests.scoring.hand_table import context, han_fu, points, read, rows, rules, score, yaku

RIICHI = ("riichi",)
PAGE: dict[str, Any] = {"double_wind_fu": 4}


def payments(*hand: str, **more: Any) -> dict[str, int]:
    paid: dict[str, int] = score(*hand, **more)["payments"]
    return paid


def fu_of(*hand: str, seat: str = "S", tsumo: bool = False, **more: Any) -> dict[str, int]:
    """The reasons for fu, with the tiles they are for."""
    told = explain(Question(rules(**PAGE), read(*hand, **more), context(seat=seat, tsumo=tsumo)))
    return {item.reason.format(tiles=item.tiles): item.fu for item in told.fu_items}


def test_row_1_46_fu_become_50() -> None:
    hand = ("123m999s55z", "3m", "pon 111p", "kan 4444p")
    assert fu_of(*hand, tsumo=True, said=("last-tile",)) == {
        "for winning": 20,
        "concealed triplet of terminals or honors 999s": 8,
        "open triplet of terminals or honors 111p": 4,
        "open kan of simples 4444p": 8,
        "pair of dragons 55z": 2,
        "edge wait for 3m": 2,
        "self-draw": 2,
    }
    assert han_fu(*hand, tsumo=True, said=("last-tile",)) == (1, 50)


def test_row_2_an_open_pinfu_shape_is_700_or_1000() -> None:
    hand = ("456789m22p", "9m", "chi 123m", "chi 678p")
    assert yaku(*hand) == {"ittsu": 1}
    assert points(*hand, options={"open_pinfu_fu": 20}) == 700
    assert points(*hand) == 1000


def test_row_3_pinfu_by_self_draw_is_1500_at_least() -> None:
    hand = ("55m123456p123789s", "1s")
    assert yaku(*hand, tsumo=True) == {"menzen-tsumo": 1, "pinfu": 1}
    assert payments(*hand, tsumo=True) == {"dealer": 700, "others": 400}
    assert points(*hand, tsumo=True) == 1500


def test_row_7_40_fu_4_han_before_30_fu_3_han() -> None:
    hand = ("22334455m234p234s", "3m")
    assert (han_fu(*hand), points(*hand)) == ((4, 40), 8000)
    (other,) = explain(Question(rules(), read(*hand), context())).others
    assert (other.han, other.fu, other.points) == (3, 30, 3900)


def test_row_8_ryanpeikou_before_seven_pairs() -> None:
    hand = ("112233m445566p77s", "7s")
    assert han_fu(*hand) == (3, 40)
    others = explain(Question(rules(), read(*hand), context())).others
    assert [(other.han, other.fu) for other in others] == [(2, 25)]


def test_row_9_a_pair_wait_brings_2_fu() -> None:
    hand = ("34555m222678p999s", "5m")
    assert payments(*hand, tsumo=True) == {"dealer": 700, "others": 400}


def test_row_10_a_closed_wait_brings_32_fu_to_40() -> None:
    hand = ("122334m678p55s777z", "2m")
    assert han_fu(*hand, tsumo=True, said=RIICHI) == (3, 40)
    assert points(*hand, tsumo=True, said=RIICHI) == 5200
    other = explain(Question(rules(), read(*hand, said=RIICHI), context(tsumo=True))).others[0]
    assert (other.han, other.fu, other.points) == (3, 30, 4000)


def test_row_11_the_basic_example() -> None:
    hand = ("22456m334455p678s", "5m")
    asked: dict[str, Any] = {"seat": "E", "tsumo": True, "said": RIICHI, "dora": ("1z",)}
    assert yaku(*hand, **asked) == {"riichi": 1, "menzen-tsumo": 1, "tanyao": 1, "iipeikou": 1}
    assert han_fu(*hand, **asked) == (4, 30)
    assert payments(*hand, **asked) == {"others": 3900}
    told = explain(Question(rules(), read(*hand, said=RIICHI), context("E", tsumo=True)))
    assert told.fu_sum == 24
    assert told.formula is not None
    assert told.formula.product == told.formula.base == 1920
    assert [(share.times, share.exact, share.points) for share in told.shares] == [(2, 3840, 3900)]


def test_row_12_pinfu_by_self_draw_with_ippatsu() -> None:
    hand = ("55m123456p123789s", "1s")
    asked: dict[str, Any] = {"tsumo": True, "said": ("riichi", "ippatsu")}
    assert han_fu(*hand, **asked) == (4, 20)
    assert payments(*hand, **asked) == {"dealer": 2600, "others": 1300}


def test_row_13_dora_and_ura_dora() -> None:
    hand = ("123m234567p789s33z", "2p")
    asked: dict[str, Any] = {"seat": "E", "said": RIICHI, "dora": ("1m",), "ura": ("2m",)}
    assert yaku(*hand, **asked) == {"riichi": 1, "pinfu": 1, "dora": 1, "ura-dora": 1}
    assert (han_fu(*hand, **asked), points(*hand, **asked)) == ((4, 30), 11600)


def test_row_14_an_open_hand_off_the_dealer() -> None:
    hand = ("456789p678s33z", "3z", "chi 123p")
    assert yaku(*hand, dora=("5s",)) == {"ittsu": 1, "dora": 1}
    assert (han_fu(*hand, dora=("5s",)), points(*hand, dora=("5s",))) == ((2, 30), 2000)


def test_row_15_seven_pairs_by_self_draw_of_the_dealer() -> None:
    hand = ("1188m2255p3366s77z", "7z")
    asked: dict[str, Any] = {"seat": "E", "round": "S", "tsumo": True}
    assert (han_fu(*hand, **asked), payments(*hand, **asked)) == ((3, 25), {"others": 1600})


def test_row_16_110_fu_1_han() -> None:
    """102 fu: two concealed kans of terminals, a triplet by ron, the pair of a double wind."""
    hand = ("234999m11z", "9m", "ankan 1111s", "ankan 9999p")
    asked: dict[str, Any] = {"seat": "E", "said": RIICHI}
    assert fu_of(*hand, **asked) == {
        "for winning": 20,
        "closed hand, won by ron": 10,
        "concealed kan of terminals or honors 1111s": 32,
        "concealed kan of terminals or honors 9999p": 32,
        "triplet completed by a discard, so open 999m": 4,
        "pair of the round and seat wind 11z": 4,
    }
    assert han_fu(*hand, **asked, options=PAGE) == (1, 110)
    assert points(*hand, **asked, options=PAGE) == 5300


def test_row_16_with_a_double_wind_of_2_fu_it_is_100() -> None:
    hand = ("234999m11z", "9m", "ankan 1111s", "ankan 9999p")
    asked: dict[str, Any] = {"seat": "E", "said": RIICHI, "options": {"double_wind_fu": 2}}
    assert (han_fu(*hand, **asked), points(*hand, **asked)) == ((1, 100), 4800)


def test_row_17_nine_han() -> None:
    """A triplet of 7z and three more, one by ron on a terminal: 50 fu, which do not matter."""
    hand = ("222m444p66999s777z", "9s")
    asked: dict[str, Any] = {"seat": "E", "round": "S", "said": RIICHI, "dora": ("1m",)}
    assert yaku(*hand, **asked) == {
        "riichi": 1,
        "yakuhai-chun": 1,
        "toitoi": 2,
        "sanankou": 2,
        "dora": 3,
    }
    assert (han_fu(*hand, **asked), points(*hand, **asked)) == ((9, 50), 24000)


def test_row_18_a_yakuman() -> None:
    """Two concealed triplets of dragons, one called, a run and a pair wait."""
    hand = ("12399m555666z", "9m", "pon 777z")
    assert yaku(*hand, dora=("9m", "8m")) == {"daisangen": 1}
    assert points(*hand, dora=("9m", "8m")) == 32000


def test_row_18_what_does_not_matter_beside_it() -> None:
    """Without limits all of it counts: honitsu 2, chanta 1, three dragons, three dora, 42 fu."""
    hand = ("12399m555666z", "9m", "pon 777z")
    answer = score(*hand, dora=("9m", "8m"), options={"aotenjou": True})
    assert dict(answer["patterns"]) == {
        "daisangen": 13,
        "honitsu": 2,
        "chanta": 1,
        "yakuhai-haku": 1,
        "yakuhai-hatsu": 1,
        "yakuhai-chun": 1,
        "dora": 3,
    }
    assert answer["fu"] == 50


@pytest.mark.parametrize(
    "win, tsumo, expected",
    [("9s", False, 13), ("7z", False, None), ("7z", True, None), ("9s", True, None)],
)
def test_row_19_a_counted_yakuman_by_ron_on_the_9s_alone(
    win: str, tsumo: bool, expected: int | None
) -> None:
    tiles = "111999s55566677z" if win == "9s" else "11199s555666777z"
    answer = score(tiles, win, tsumo=tsumo)
    assert answer["han"] == expected
    assert answer["points"] == 32000 * (answer["yakuman"] or 1)
    assert answer["yakuman"] == {("9s", False): 0, ("9s", True): 1, ("7z", False): 1}.get(
        (win, tsumo), 2
    )


def test_row_20_a_counted_yakuman_by_self_draw() -> None:
    answer = score("11223377889999s", "1s", tsumo=True)
    assert dict(answer["patterns"]) == {
        "menzen-tsumo": 1,
        "pinfu": 1,
        "ryanpeikou": 3,
        "junchan": 3,
        "chinitsu": 6,
    }
    assert (answer["han"], answer["limit"]) == (14, "yakuman")


def test_row_21_four_yakuman_and_with_the_eighth_win_five() -> None:
    hand = ("55z", "5z", *(f"ankan {n}{n}{n}{n}z" for n in (1, 2, 3, 4)))
    assert score(*hand)["yakuman"] == 4
    doubles = {"double_yakuman": ["suuankou-tanki", "daisuushi"]}
    assert score(*hand, options=doubles)["yakuman"] == 6
    eighth = {**doubles, "local_yaku": ["paarenchan"]}
    assert score(*hand, seat="E", wins_in_row=8, options=eighth)["yakuman"] == 7


@pytest.mark.parametrize(
    "hand, expected",
    [
        (("22777z234p", "7z", "ankan 3333z", "ankan 1111m"), (1, 110, 3600)),
        (("22z999p123s", "9p", "ankan 3333z", "ankan 1111m"), (2, 110, 7100)),
    ],
)
def test_the_most_fu_the_course_has_met(
    hand: tuple[str, ...], expected: tuple[int, int, int]
) -> None:
    """South in the South round, by ron of the dragon, then of the nine: 102 fu."""
    asked: dict[str, Any] = {"seat": "S", "round": "S", "options": PAGE}
    assert (*han_fu(*hand, **asked), points(*hand, **asked)) == expected


def test_seven_pairs_count_two_han_from_mangan_on() -> None:
    """The course: riichi, ippatsu and two dora make seven pairs haneman."""
    hand = ("1199m22p33s5566z77z", "7z")
    answer = score(*hand, said=("riichi", "ippatsu"), dora=("8m",))
    assert (answer["han"], answer["limit"], answer["points"]) == (6, "haneman", 12000)


def test_every_row_of_the_page_is_known() -> None:
    assert [row["#"] for row in rows("seed003_examples.csv")] == [str(n) for n in range(1, 22)]
