"""The account of a riichi win in words and figures."""

from __future__ import annotations

from typing import Any

from django.template.loader import render_to_string

from scoring.forms.words import option_text
from scoring.game import Valued
from scoring.notation import parse_hand
from scoring.riichi.account import Account, Group, Line, Mattered, Payer, account
from scoring.riichi.context import Context
from scoring.riichi.hand import Question
from scoring.templatetags.explained import faces, riichi_account
from tests.scoring.hand_table import THREE, record, rules


def question(
    *hand: str,
    options: dict[str, Any] | None = None,
    tsumo: bool = False,
    seat: str = "S",
    **more: Any,
) -> Question:
    played = rules(**options or {})
    seat_wind = "ESWN".index(seat)
    held = parse_hand(record(*hand, **more), "hand")
    return Question(played, held, Context(0, seat_wind, tsumo, played.players))


def told(*hand: str, gettext: Any = str, **more: Any) -> Account:
    return account(question(*hand, **more), option_text, gettext)


RED_DRAGON = ("24m666s99p3m", "3m", "pon 777z", "chi 340p")


def test_yaku_and_fu_line_by_line_with_their_sums() -> None:
    found = told(*RED_DRAGON, dora=("1m",), seat="E")
    assert found.yaku == (Line("Red dragon", "1"), Line("Dora", "1"), Line("Red five", "1"))
    assert found.total == Line("han", "3")
    assert found.fu == (
        Line("For winning", "20"),
        Line("Concealed triplet of simples 666s", "4"),
        Line("Open triplet of terminals or honors 777z", "4"),
        Line("Closed wait for 3m", "2"),
    )
    assert found.fu_total == Line("fu", "30")
    assert found.points == "5,800"
    assert found.payers == (Payer("the discarder", "960 × 6 = 5,760", "5,800"),)
    assert found.equal == "2 han 60 fu"
    assert found.limit == ""


def test_fu_that_are_rounded_up_say_from_what() -> None:
    found = told("123234m456p789s44z", "4z", said=("riichi",))
    assert found.fu_total == Line("fu, 32 rounded up", "40")


def test_a_self_draw_says_what_each_pays() -> None:
    hand = ("123234m456p789s44z", "4z")
    assert told(*hand, tsumo=True, said=("riichi",)).payers == (
        Payer("the dealer", "480 × 2 = 960", "1,000"),
        Payer("each of the others", "480", "500"),
    )
    assert told(*hand, tsumo=True, seat="E").payers == (
        Payer("each of the others", "240 × 2 = 480", "500"),
    )
    full = told("22m334455p667788s", "2m", tsumo=True, said=("riichi",), dora=("1m",))
    assert full.payers[0] == Payer("the dealer", "4,000 × 2", "8,000")
    assert (full.limit, full.total) == ("baiman", Line("han, baiman", "8"))


def test_with_three_players_a_share_may_have_no_working() -> None:
    shared = {**THREE, "sanma_tsumo": "north-split"}
    found = told("122334456p789s44z", "4z", tsumo=True, options=shared)
    assert {payer.working for payer in found.payers} == {""}


def test_a_yakuman_counts_alone() -> None:
    found = told("19m19p19s1234567z1m", "1m")
    assert found.yaku == (Line("Kokushi, 13 waits", "×1"),)
    assert (found.total, found.fu_total, found.formula) == (Line("yakuman", "1"), None, None)
    assert found.read.words == "thirteen orphans"
    assert (found.points, found.limit) == ("32,000", "")


def test_a_counted_yakuman_is_called_one() -> None:
    found = told("22334455667788m", "2m", said=("riichi",), dora=("1m", "1m"))
    assert found.total == Line("han, counted yakuman", found.total.figure)


def test_the_reading_shows_sets_calls_and_what_was_won() -> None:
    found = told(*RED_DRAGON)
    assert [group.how for group in found.read.groups] == ["", "", "pon", "chi", ""]
    assert [group.tiles for group in found.read.groups if group.won] == [("2m", "3m", "4m")]
    assert found.read.words == "closed wait"
    pairs = told("1122m3344p5566s77z", "7z")
    assert pairs.read.words == "seven pairs"
    assert len(pairs.read.groups) == 7


def test_the_taken_tile_lies_and_a_closed_kan_shows_its_back() -> None:
    assert [(f.code, f.lying) for f in faces(Group(("5z", "5z", "5z"), "pon"))] == [
        ("5z", True), ("5z", False), ("5z", False),
    ]  # fmt: skip
    kan = faces(Group(("1m",) * 4, "ankan"))
    assert [face.back for face in kan] == [True, False, False, True]
    assert not any(face.lying for face in [*kan, *faces(Group(("1m", "2m", "3m")))])


def test_the_other_readings_say_why_they_lose() -> None:
    found = told("222333444m23p55z1p", "1p", said=("riichi",))
    assert [line.text for line in found.yaku] == ["Riichi", "Sanankou"]
    (loser,) = found.losers
    assert (loser.yaku, loser.worth) == ("Riichi 1, Iipeikou 1", "2 han 40 fu, 2,600")
    assert loser.reason == "fewer points"
    assert loser.read.groups[0].tiles == ("2m", "3m", "4m")
    pairs = told("22m334455p667788s", "2m").losers[0]
    assert (pairs.read.words, pairs.worth) == ("seven pairs", "3 han 25 fu, 3,200")


def test_a_reading_without_yaku_is_worth_nothing() -> None:
    found = told("222333444m99s", "9s", "chi 567p")
    assert {(loser.worth, loser.reason) for loser in found.losers} == {("", "no yaku")}


def test_two_yakuman_of_a_reading_are_said_as_such() -> None:
    tiles = ("111222333444z55m", "5m")
    found = told(*tiles, options={"renhou": "mangan"}, said=("first-turn",))
    assert found.total == Line("yakuman", "2")
    (loser,) = found.losers
    assert loser.yaku == "Renhou 5"
    once = told(*tiles, options={"yakuman_stack": False})
    (rule,) = once.mattered
    assert (rule.label, rule.setting, rule.plain) == ("Several yakuman add up", "no", "yes")
    assert rule.otherwise == "2 yakuman, 64,000"
    (rule,) = told(
        "111m222p333s44455z", "5z", options={"double_yakuman": ["suuankou-tanki"]}
    ).mattered
    assert rule.otherwise == "yakuman, 32,000"


def test_the_rules_of_the_table_that_mattered_are_named() -> None:
    hand = ("567m22567p345s", "5s", "chi 678s")
    assert told(*hand).mattered == ()
    (rule,) = told(*hand, options={"open_pinfu_fu": 20}).mattered
    assert rule == Mattered("Fu of an open pinfu shape", "20", "30", "1 han 30 fu, 1,000")
    local = {"local_yaku": ["isshoku-sanjun"]}
    (rule,) = told("112233m456p77z", "6p", "chi 123m", options=local).mattered
    assert rule == Mattered("Local yaku", "isshoku sanjun", "none", "no yaku")


def test_it_is_told_in_the_readers_language() -> None:
    words = {"Red dragon": "中", "han": "翻", "for winning": "副底", "the discarder": "放銃者"}
    found = told(*RED_DRAGON, gettext=lambda text: words.get(text, text))
    assert (found.yaku[0].text, found.total.text, found.fu[0].text) == ("中", "翻", "副底")
    assert found.payers[0].who == "放銃者"


def test_the_page_draws_the_account() -> None:
    asked = question(*RED_DRAGON, dora=("1m",))
    win = Valued(1, 0, 3900, (), {}, asked)
    page = render_to_string("table/riichi/_explain.html", {"win": win, "rules": asked.rules})
    assert "Concealed triplet of simples 666s" in page
    assert "30 × 2<sup>3+2</sup> = 960" in page
    assert page.count("<b>3,900</b>") == 2
    assert "2 han 60 fu is worth the same" in page


def test_a_value_that_was_only_entered_has_no_account() -> None:
    win = Valued(1, 0, 3900, None, {}, None)
    assert riichi_account(win) is None
    assert render_to_string("table/riichi/_explain.html", {"win": win}).strip() == ""
