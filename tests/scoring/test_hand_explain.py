"""The account of a value: reading, fu, formula, who pays, the readings that lost, the options."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import pytest

from scoring.notation import parse_hand
from scoring.riichi.explain import (
    Explanation,
    OptionEffect,
    Share,
    equal_cells,
    explain,
    option_effects,
    why_it_loses,
)
from scoring.riichi.hand import Appraisal, Question, dearest, evaluate
from scoring.riichi.points import FU, basic_points
from scoring.riichi.rules import read_rules
from tests.scoring.hand_table import THREE, context, read, record, rules

RIICHI = ("riichi",)


def question(
    *hand: str,
    seat: str = "S",
    tsumo: bool = False,
    options: dict[str, Any] | None = None,
    **more: Any,
) -> Question:
    table = rules(**options or {})
    return Question(table, read(*hand, **more), context(seat, tsumo=tsumo, players=table.players))


def told(*hand: str, **more: Any) -> Explanation:
    return explain(question(*hand, **more))


KANCHAN = ("22334455m234p234s", "3m")


def test_a_game_keeps_the_question_with_the_worth_of_a_hand() -> None:
    table, where = rules(), context(riichi=False)
    worth = evaluate(table, record(*KANCHAN), where, "hand")
    assert worth.explanation == Question(table, parse_hand(record(*KANCHAN), "hand"), where)
    account = explain(worth.explanation)
    assert (account.han, account.fu, account.limit) == (worth.han, worth.fu, worth.limit)
    assert account.yaku == worth.patterns


def test_everything_is_told_of_a_hand() -> None:
    account = told("234m456p789s55z", "8s", "ankan 9999m", tsumo=True, said=RIICHI)
    assert asdict(account) == {
        "shape": {
            "form": "sets",
            "sets": ("234m", "456p", "789s", "ankan 9999m"),
            "pair": "55z",
            "wait": "kanchan",
            "won": "789s",
        },
        "yaku": (("riichi", 1), ("menzen-tsumo", 1)),
        "han": 2,
        "fu": 60,
        "yakuman": 0,
        "limit": None,
        "fu_items": (
            {"reason": "for winning", "fu": 20, "tiles": ""},
            {
                "reason": "concealed kan of terminals or honors {tiles}",
                "fu": 32,
                "tiles": "9999m",
            },
            {"reason": "pair of dragons {tiles}", "fu": 2, "tiles": "55z"},
            {"reason": "closed wait for {tiles}", "fu": 2, "tiles": "8s"},
            {"reason": "self-draw", "fu": 2, "tiles": ""},
        ),
        "fu_sum": 58,
        "formula": {"fu": 60, "han": 2, "product": 960, "limit": None, "base": 960},
        "shares": (
            {"payer": "dealer", "times": 2, "exact": 1920, "points": 2000},
            {"payer": "others", "times": 1, "exact": 960, "points": 1000},
        ),
        "points": 4000,
        "equal_cells": ((30, 3),),
        "others": (),
    }


def test_the_account_is_json() -> None:
    assert json.loads(json.dumps(asdict(told(*KANCHAN))))["points"] == 8000
    effects = option_effects(question(*KANCHAN, options={"open_tanyao": False}))
    assert json.dumps([asdict(effect) for effect in effects])


# -- the reading --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "win, wait, won",
    [
        ("2m", "ryanmen", "234m"),
        ("3m", "kanchan", "234m"),
        ("7s", "penchan", "789s"),
        ("5p", "shanpon", "555p"),
        ("6z", "tanki", "66z"),
    ],
)
def test_the_set_that_was_completed(win: str, wait: str, won: str) -> None:
    shape = told("234m555p789s66z", win, "pon 444z", said=("last-tile",)).shape
    assert (shape.wait, shape.won) == (wait, won)
    assert shape.sets == ("234m", "789s", "555p", "pon 444z")
    assert shape.pair == "66z"


def test_the_shape_of_seven_pairs_and_of_thirteen_orphans() -> None:
    shape = told("1188m2255p3366s77z", "7z").shape
    assert shape.form == "seven-pairs"
    assert shape.sets == ("11m", "88m", "22p", "55p", "33s", "66s", "77z")
    shape = told("119m19p19s1234567z", "9m").shape
    assert (shape.form, shape.sets, shape.pair) == ("thirteen-orphans", (), None)


# -- fu -----------------------------------------------------------------------------------------

REASONS = [
    ("triplet completed by a discard, so open 555p", 2, ("234m55599p789s", "5p", "pon 444z")),
    ("concealed triplet of simples 555p", 4, ("234m55599p789s", "2m", "pon 444z")),
    ("open triplet of simples 555p", 2, ("23499m234s", "2m", "pon 555p", "pon 666p")),
    ("open triplet of terminals or honors 444z", 4, ("234m55599p789s", "2m", "pon 444z")),
    ("open kan of simples 5555p", 8, ("23499m234s", "2m", "kan 5555p", "pon 666p")),
    ("open kan of terminals or honors 4444z", 16, ("234m55599p789s", "2m", "kakan 4444z")),
    ("concealed kan of simples 5555p", 16, ("23499m234s", "2m", "ankan 5555p", "pon 666p")),
    ("pair of the round wind 11z", 2, ("234m789s11z", "2m", "pon 555p", "pon 666p")),
    ("pair of the seat wind 22z", 2, ("234m789s22z", "2m", "pon 555p", "pon 666p")),
    ("pair wait for 6z", 2, ("234m789s66z", "6z", "pon 555p", "pon 666p")),
    ("edge wait for 3m", 2, ("12399m789s", "3m", "pon 555p", "pon 666p")),
    ("an open ron without other fu counts 30", 10, ("234m23499p", "2m", "chi 234s", "chi 789s")),
]


@pytest.mark.parametrize("reason, fu, hand", REASONS)
def test_a_reason_for_fu(reason: str, fu: int, hand: tuple[str, ...]) -> None:
    account = told(*hand, said=("last-tile",))
    found = {item.reason.format(tiles=item.tiles): item.fu for item in account.fu_items}
    assert found[reason] == fu


def test_a_self_draw_gives_its_fu_up_for_pinfu() -> None:
    account = told("123m234567p78999s", "2p", tsumo=True)
    assert [(item.reason, item.fu) for item in account.fu_items] == [
        ("for winning", 20),
        ("self-draw: no fu, for pinfu", 0),
    ]


@pytest.mark.parametrize("fu", [2, 0])
def test_a_self_draw_on_the_tile_of_a_kan(fu: int) -> None:
    account = told(
        "567m23499p888s",
        "7m",
        "kan 1111z",
        tsumo=True,
        said=("after-kan",),
        options={"rinshan_fu": fu},
    )
    assert account.fu_items[-1].reason == "self-draw on the tile of a kan"
    assert account.fu_items[-1].fu == fu


@pytest.mark.parametrize("counted, fu", [("25-2", 25), ("50-1", 50)])
def test_seven_pairs_have_one_reason(counted: str, fu: int) -> None:
    (item,) = told("1188m2255p3366s77z", "7z", options={"chiitoitsu": counted}).fu_items
    assert (item.reason, item.fu) == ("seven pairs, always the same", fu)


def test_no_fu_are_told_where_they_do_not_matter() -> None:
    yakuman = told("12399m555666777z", "1m")
    assert (yakuman.fu, yakuman.fu_items, yakuman.fu_sum, yakuman.formula) == (None, (), None, None)
    renhou = told("123m456p789s11222z", "1m", said=("first-turn",), options={"renhou": "mangan"})
    assert (renhou.han, renhou.fu, renhou.limit, renhou.formula) == (5, None, "mangan", None)
    assert renhou.others[0].yaku == (("yakuhai-seat-wind", 1),)


def test_without_limits_the_thirteen_orphans_have_fu() -> None:
    account = told("119m19p19s1234567z", "9m", options={"aotenjou": True})
    assert [(item.reason, item.fu) for item in account.fu_items] == [
        ("a hand without sets, always the same", 30)
    ]
    assert account.formula is not None
    assert account.formula.product == account.formula.base == 30 * 2**15


# -- the formula and who pays -------------------------------------------------------------------


def test_a_limit_takes_the_place_of_the_product() -> None:
    formula = told(*KANCHAN).formula
    assert formula is not None
    assert (formula.product, formula.limit, formula.base) == (2560, "mangan", 2000)


PINFU = ("123m234567p78999s", "2p")


@pytest.mark.parametrize(
    "asked, shares",
    [
        ({}, [Share("discarder", 4, 960, 1000)]),
        ({"seat": "E"}, [Share("discarder", 6, 1440, 1500)]),
        ({"tsumo": True}, [Share("dealer", 2, 640, 700), Share("others", 1, 320, 400)]),
        ({"tsumo": True, "seat": "E"}, [Share("others", 2, 640, 700)]),
    ],
)
def test_who_pays_what(asked: dict[str, Any], shares: list[Share]) -> None:
    """pinfu: 1 han 30 fu by ron, 2 han 20 fu by self-draw."""
    assert list(told(*PINFU, **asked).shares) == shares


def test_two_players_share_nothing() -> None:
    two = {"players": 2, "uma": [0, 0], "noten_pool": 1000}
    assert [share.payer for share in told(*PINFU, tsumo=True, options=two).shares] == ["dealer"]
    dealer = told(*PINFU, tsumo=True, seat="E", options=two)
    assert [share.payer for share in dealer.shares] == ["others"]


@pytest.mark.parametrize("way, times", [("loss", 2), ("north-split", None)])
def test_three_players_share_by_their_rule(way: str, times: int | None) -> None:
    hand = ("12356799p789s999m", "1p")
    account = told(*hand, tsumo=True, options={**THREE, "sanma_tsumo": way})
    assert account.shares[0].times == times
    assert account.points == sum(share.points for share in account.shares)


# -- the equal cell -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fu, han, cells",
    [
        (60, 2, ((30, 3),)),
        (30, 3, ((60, 2),)),
        (50, 2, ((25, 3), (100, 1))),
        (25, 2, ((50, 1),)),
        (40, 2, ((20, 3), (80, 1))),
        (20, 3, ((40, 2),)),
        (30, 1, ()),
        (70, 1, ()),
        (110, 1, ()),
    ],
)
def test_twice_the_fu_are_a_han(fu: int, han: int, cells: tuple[tuple[int, int], ...]) -> None:
    assert equal_cells(han, fu) == cells


def test_equal_cells_are_worth_the_same() -> None:
    table = rules()
    for fu in FU:
        for han in range(1, 4):
            for other_fu, other_han in equal_cells(han, fu):
                assert basic_points(table, han, fu) == basic_points(table, other_han, other_fu)


def test_a_limit_has_no_equal_cell() -> None:
    assert told(*KANCHAN).equal_cells == ()


# -- the readings that lost ---------------------------------------------------------------------


def losers(*hand: str, **more: Any) -> list[tuple[int, int, int, str]]:
    return [
        (other.han, other.fu, other.points, other.reason) for other in told(*hand, **more).others
    ]


def test_a_reading_loses_for_its_points() -> None:
    assert losers(*KANCHAN) == [(3, 30, 3900, "fewer points")]


def test_a_reading_loses_for_want_of_a_yaku() -> None:
    assert losers("233445789m567p44s", "4m") == [(0, 40, 0, "no yaku")]


def test_a_reading_loses_for_its_han() -> None:
    """A haneman either way: sanshoku on the closed wait, or pinfu on the open one."""
    found = losers(*KANCHAN, dora=("2m", "2p"))
    assert found == [(6, 30, 12000, "same points, fewer han")]


def test_a_reading_loses_for_its_fu() -> None:
    """A mangan either way: 32 fu on the closed wait are 40, 30 on the open one."""
    found = losers("122334m678p55s777z", "2m", tsumo=True, said=RIICHI, dora=("4s",))
    assert found == [(5, 30, 8000, "same points and han, less fu")]


def test_a_counted_yakuman_loses_to_a_yakuman() -> None:
    found = losers("11122233344455m", "5m", tsumo=True, dora=("9m", "1m", "2m", "3m", "4m"))
    assert "same points, but a yakuman counts first" in {reason for *_, reason in found}


def test_a_place_of_the_winning_tile_that_changes_nothing_is_worth_the_same() -> None:
    """The 5m can be the pair or the end of a run: 30 fu of a ron become 40 with either."""
    assert losers("34555m123678p999s", "5m", said=RIICHI) == [(1, 40, 1300, "worth the same")]


def appraisal(*patterns: tuple[str, int]) -> Appraisal:
    return Appraisal(2000, 0, 5, 40, patterns, "mangan", "sets", None)


def test_of_equal_readings_the_one_with_fewer_yaku_counts() -> None:
    many = appraisal(("sanankou", 2), ("toitoi", 2), ("yakuhai-haku", 1))
    few = appraisal(("honitsu", 3), ("sanankou", 2))
    assert dearest([many, few]) is dearest([few, many]) is few


def test_then_the_one_whose_yaku_come_first_in_the_list() -> None:
    first = appraisal(("junchan", 3), ("sanankou", 2))
    later = appraisal(("sanankou", 2), ("honitsu", 3))
    assert dearest([later, first]) is dearest([first, later]) is first


def test_and_an_equal_reading_is_told_so() -> None:
    best = appraisal(("honitsu", 3), ("sanankou", 2))
    other = appraisal(("sanankou", 2), ("toitoi", 2), ("yakuhai-haku", 1))
    assert why_it_loses(other, best) == "worth the same, by more yaku or later ones of the list"


# -- what the options did -----------------------------------------------------------------------


def effects(*hand: str, **more: Any) -> dict[str, OptionEffect]:
    plain = {"kiriage_mangan": True, "thirteen_han": "sanbaiman", "red_fives": 0}
    options = plain | more.pop("options", {})
    return {e.option: e for e in option_effects(question(*hand, **more, options=options))}


def test_a_plain_table_has_no_effects() -> None:
    assert effects(*KANCHAN) == {}


def test_an_option_that_changes_nothing_is_not_told() -> None:
    assert effects(*KANCHAN, options={"double_wind_fu": 4, "rinshan_fu": 0}) == {}


EFFECTS: list[tuple[str, Any, Any, tuple[str, ...], dict[str, Any], int]] = [
    ("kiriage_mangan", False, True, ("345m345p22345678s", "3m"), {}, 8000),
    ("thirteen_han", "yakuman", "sanbaiman", ("111999s55566677z", "9s"), {}, 24000),
    ("red_fives", 3, 0, ("123m234067p78999s", "2p"), {}, 1000),
    ("pinfu_tsumo", False, True, PINFU, {"tsumo": True}, 1500),
    ("open_pinfu_fu", 20, 30, ("345m22456p456s", "3m", "chi 678s"), {}, 1000),
    ("chiitoitsu", "50-1", "25-2", ("1188m2255p3366s77z", "7z"), {}, 1600),
    ("aotenjou", True, False, KANCHAN, {}, 8000),
    ("ippatsu", False, True, PINFU, {"said": ("riichi", "ippatsu")}, 3900),
    ("ura_dora", False, True, PINFU, {"said": RIICHI, "ura": ("1m",)}, 3900),
    ("double_yakuman", ("kokushi-13",), (), ("119m19p19s1234567z", "1m"), {}, 32000),
    ("yakuman_stack", False, True, ("11122555z", "2z", "pon 666z", "pon 777z"), {}, 64000),
    ("yakuman_max", 1, None, ("11122555z", "2z", "pon 666z", "pon 777z"), {}, 64000),
    ("renhou", "mangan", "none", ("123m456p789s11222z", "1m"), {"said": ("first-turn",)}, 1300),
    ("local_yaku", ("uumensai",), (), ("123m456p789s33555z", "1m"), {}, 1300),
]


@pytest.mark.parametrize("option, setting, plain, hand, more, worth", EFFECTS)
def test_the_effect_of_an_option(
    option: str, setting: Any, plain: Any, hand: Any, more: dict[str, Any], worth: int
) -> None:
    listed = list(setting) if isinstance(setting, tuple) else setting
    (effect,) = effects(*hand, **more, options={option: listed}).values()
    assert (effect.option, effect.setting, effect.plain) == (option, setting, plain)
    assert (effect.points, effect.refused) == (worth, None)


def test_an_option_without_which_there_would_be_no_win() -> None:
    effect = effects(
        "123m456p789s11333z", "1m", said=("first-turn",), options={"renhou": "baiman"}
    )["renhou"]
    assert effect.refused == "no yaku"
    assert (effect.points, effect.han, effect.fu, effect.yakuman) == (0, 0, 0, 0)


def test_each_option_is_put_back_by_itself() -> None:
    """At a table with reds and without kiriage the same hand is told both."""
    found = effects("340m345p22345678s", "3m", options={"kiriage_mangan": False, "red_fives": 3})
    assert set(found) == {"red_fives"}
    found = effects("345m345p22345678s", "3m", options={"kiriage_mangan": False, "red_fives": 3})
    assert set(found) == {"kiriage_mangan"}


def test_a_published_table_is_told_against_the_plain_rules() -> None:
    asked = Question(
        read_rules("tenhou", {}), read("406m123789s11z", "3s", "ankan 5555z"), context("E")
    )
    (effect,) = option_effects(asked)
    assert (effect.option, effect.han, effect.fu, effect.points) == ("red_fives", 1, 70, 3400)
