"""The rows of ``edge_cases.csv`` that need tiles, each under its number.

South's hand in the East round by ron unless it says so, no kiriage, counted yakuman.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.scoring.hand_table import han_fu, points, rows, score, yaku

RIICHI = ("riichi",)


def payments(*hand: str, **more: Any) -> dict[str, int]:
    paid: dict[str, int] = score(*hand, **more)["payments"]
    return paid


def test_edge_case_019_seven_pairs_of_terminals_and_honors() -> None:
    hand = ("1199m1199p1199s33z", "3z")
    assert han_fu(*hand) == (4, 25)
    assert points(*hand) == 6400


OPEN_ITTSU = ("456789m22p", "9m", "chi 123m", "chi 678p")


def test_edge_case_020_an_open_pinfu_shape_won_by_ron_counts_30_fu() -> None:
    assert han_fu(*OPEN_ITTSU) == (1, 30)
    assert points(*OPEN_ITTSU) == 1000


def test_edge_case_021_or_20_fu_where_the_table_says_so() -> None:
    assert points(*OPEN_ITTSU, options={"open_pinfu_fu": 20}) == 700


def test_edge_case_022_open_tanyao_with_two_dora() -> None:
    hand = ("345m22456p456s", "3m", "chi 678s")
    assert points(*hand, dora=("1p",)) == 3900
    assert points(*hand, dora=("1p",), options={"open_pinfu_fu": 20}) == 2600


def test_edge_case_023_an_open_pinfu_shape_by_self_draw() -> None:
    hand = ("345m22456p456s", "3m", "chi 678s")
    assert han_fu(*hand, tsumo=True) == (1, 30)
    assert payments(*hand, tsumo=True) == {"dealer": 500, "others": 300}


PINFU = ("123m234567p78999s", "2p")


def test_edge_case_024_no_pinfu_on_a_self_draw() -> None:
    no = {"pinfu_tsumo": False}
    assert yaku(*PINFU, tsumo=True, options=no) == {"menzen-tsumo": 1}
    assert payments(*PINFU, tsumo=True, options=no) == {"dealer": 500, "others": 300}


def test_edge_case_025_pinfu_stays_when_a_kan_is_robbed() -> None:
    assert yaku(*PINFU, said=("robbing-kan",)) == {"chankan": 1, "pinfu": 1}
    assert points(*PINFU, said=("robbing-kan",)) == 2000
    assert points(*PINFU, said=("riichi", "robbing-kan")) == 3900


RINSHAN = ("567m23499p888s", "7m", "kan 1111z")


def test_edge_case_026_a_self_draw_on_a_kans_tile_has_2_fu() -> None:
    asked: dict[str, Any] = {"seat": "E", "tsumo": True, "said": ("after-kan",)}
    assert yaku(*RINSHAN, **asked) == {
        "rinshan": 1,
        "yakuhai-round-wind": 1,
        "yakuhai-seat-wind": 1,
    }
    assert han_fu(*RINSHAN, **asked) == (3, 50)
    assert payments(*RINSHAN, **asked) == {"others": 3200}


def test_edge_case_027_or_none() -> None:
    asked: dict[str, Any] = {"seat": "E", "tsumo": True, "said": ("after-kan",)}
    assert payments(*RINSHAN, **asked, options={"rinshan_fu": 0}) == {"others": 2600}


@pytest.mark.parametrize(
    "fu, total, paid",
    [
        pytest.param(4, 40, 1300, id="edge_case_028"),
        pytest.param(2, 30, 1000, id="edge_case_029"),
    ],
)
def test_the_pair_of_a_double_wind(fu: int, total: int, paid: int) -> None:
    hand = ("555m123p456789s11z", "5s")
    asked: dict[str, Any] = {"seat": "E", "tsumo": True, "said": RIICHI}
    asked["options"] = {"double_wind_fu": fu}
    assert han_fu(*hand, **asked) == (2, total)
    assert payments(*hand, **asked) == {"others": paid}


TWO_PAIRS = ("222444m77789s555z", "5z")


def test_edge_case_030_a_triplet_won_by_ron_counts_open() -> None:
    assert yaku(*TWO_PAIRS, said=RIICHI) == {"riichi": 1, "yakuhai-haku": 1}
    assert han_fu(*TWO_PAIRS, said=RIICHI) == (2, 50)
    assert points(*TWO_PAIRS, said=RIICHI) == 3200


def test_edge_case_031_and_concealed_by_self_draw() -> None:
    assert yaku(*TWO_PAIRS, tsumo=True) == {"menzen-tsumo": 1, "yakuhai-haku": 1, "sanankou": 2}
    assert han_fu(*TWO_PAIRS, tsumo=True) == (4, 40)
    assert payments(*TWO_PAIRS, tsumo=True) == {"dealer": 4000, "others": 2000}


def test_edge_case_032_the_ron_tile_goes_to_the_run() -> None:
    hand = ("222m77799p234444s", "4s")
    assert yaku(*hand) == {"sanankou": 2}
    assert han_fu(*hand) == (2, 50)
    assert points(*hand) == 3200


FOUR_TRIPLETS = "22288m444999p666s"


def test_edge_case_033_four_triplets_one_by_ron_are_toitoi_and_sanankou() -> None:
    assert yaku(FOUR_TRIPLETS, "9p") == {"toitoi": 2, "sanankou": 2}
    assert han_fu(FOUR_TRIPLETS, "9p") == (4, 50)
    assert points(FOUR_TRIPLETS, "9p") == 8000


def test_edge_case_034_by_self_draw_they_are_suuankou() -> None:
    assert yaku(FOUR_TRIPLETS, "9p", tsumo=True) == {"suuankou": 1}
    assert payments(FOUR_TRIPLETS, "9p", tsumo=True) == {"dealer": 16000, "others": 8000}


@pytest.mark.parametrize(
    "name, hand",
    [
        pytest.param("suuankou-tanki", (FOUR_TRIPLETS, "8m"), id="edge_case_035"),
        pytest.param("kokushi-13", ("119m19p19s1234567z", "1m"), id="edge_case_036"),
        pytest.param("junsei-chuuren", ("11123455678999m", "5m"), id="edge_case_036"),
        pytest.param("daisuushi", ("99m111222z", "9m", "pon 333z", "pon 444z"), id="edge_case_036"),
        pytest.param("junsei-chuuren", ("11112345678999m", "1m"), id="edge_case_037"),
        pytest.param("junsei-chuuren", ("11123456789999m", "9m"), id="edge_case_037"),
    ],
)
def test_double_yakuman_off_and_on(name: str, hand: Any) -> None:
    assert yaku(*hand) == {name: 1}
    assert points(*hand) == 32000
    assert points(*hand, options={"double_yakuman": [name]}) == 64000


def test_edge_case_038_four_yakuman_in_one_hand() -> None:
    hand = ("55z", "5z", *(f"ankan {n}{n}{n}{n}z" for n in (1, 2, 3, 4)))
    assert points(*hand) == 128000
    doubles = ["suuankou-tanki", "kokushi-13", "junsei-chuuren", "daisuushi"]
    assert points(*hand, options={"double_yakuman": doubles}) == 192000


def test_edge_case_039_ryanpeikou_beats_seven_pairs() -> None:
    assert yaku("112233m445566p77s", "7s") == {"ryanpeikou": 3}
    assert han_fu("112233m445566p77s", "7s") == (3, 40)
    assert points("112233m445566p77s", "7s") == 5200


def test_edge_case_040_with_pinfu() -> None:
    hand = ("112233m445566p77s", "1m")
    assert yaku(*hand) == {"ryanpeikou": 3, "pinfu": 1}
    assert points(*hand) == 7700
    assert points(*hand, options={"kiriage_mangan": True}) == 8000


def test_edge_case_041_sanshoku_on_a_closed_wait_beats_pinfu() -> None:
    hand = ("22334455m234p234s", "3m")
    assert yaku(*hand) == {"tanyao": 1, "iipeikou": 1, "sanshoku-doujun": 2}
    assert han_fu(*hand) == (4, 40)
    assert points(*hand) == 8000


def test_edge_case_042_a_closed_wait_for_its_fu() -> None:
    hand = ("122334m678p55s777z", "2m")
    assert han_fu(*hand, tsumo=True, said=RIICHI) == (3, 40)
    assert payments(*hand, tsumo=True, said=RIICHI) == {"dealer": 2600, "others": 1300}


def test_edge_case_043_an_open_ended_wait_for_its_yaku() -> None:
    hand = ("233445789m567p44s", "4m")
    assert yaku(*hand) == {"pinfu": 1}
    assert points(*hand) == 1000


def test_edge_case_044_a_pair_wait_for_its_fu() -> None:
    hand = ("34555m123678p999s", "5m")
    assert han_fu(*hand, tsumo=True) == (1, 40)
    assert payments(*hand, tsumo=True) == {"dealer": 700, "others": 400}


def test_edge_case_045_three_triplets_beat_three_runs() -> None:
    hand = ("111222333m456p77s", "7s")
    assert yaku(*hand, tsumo=True) == {"menzen-tsumo": 1, "sanankou": 2}
    assert han_fu(*hand, tsumo=True) == (3, 40)
    assert payments(*hand, tsumo=True) == {"dealer": 2600, "others": 1300}


def test_edge_case_046_thirteen_han_counted_or_capped() -> None:
    hand = ("111999s55566677z", "9s")
    answer = score(*hand)
    assert (answer["han"], answer["limit"], answer["points"]) == (13, "yakuman", 32000)
    capped = score(*hand, options={"thirteen_han": "sanbaiman"})
    assert (capped["han"], capped["limit"], capped["points"]) == (13, "sanbaiman", 24000)


def test_edge_case_048_dora_never_add_to_a_yakuman() -> None:
    assert points("12399m555666777z", "1m", dora=("9m", "8m")) == 32000


def test_every_row_that_needs_tiles_is_here() -> None:
    """Rows 019-046 by name or id; 130 is with the options of three players."""
    text = Path(__file__).read_text(encoding="utf-8")
    for row in rows("edge_cases.csv"):
        if 19 <= int(row["id"]) <= 46:
            assert f"edge_case_{row['id']}" in text, row["situation"]
