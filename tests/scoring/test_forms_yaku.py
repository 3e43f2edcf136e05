"""Ticking a riichi hand: what the pad offers, what it says, and the value that is recorded."""

from __future__ import annotations

from typing import Any, cast
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

from scoring.errors import ScoringError
from scoring.forms import draft, round_form
from scoring.forms.base import WinForm
from scoring.forms.riichi import RiichiWin
from scoring.forms.yaku import YakuPatterns
from scoring.preview import Position
from scoring.riichi import RIICHI
from scoring.riichi.rules import LOCAL_YAKU
from scoring.riichi.ticked import KEPT

NAMES = ("Aki", "Ben", "Chie", "Dan")


def form(*, typing: bool = True, options: dict[str, Any] | None = None, **fields: Any) -> WinForm:
    """Ben's win off Dan in East 1, its patterns ticked: ``form(tanyao="tanyao", dora=2)``."""
    rules = RIICHI.rules(None, options or {})
    players = RIICHI.players(rules)
    position = Position(RIICHI, rules, RIICHI.start(rules), NAMES[:players])
    how = {name: fields.pop(name) for name in ("winner", "source", "riichi") if name in fields}
    winner = how.setdefault("winner", 1)
    ticked = {f"seat{winner}-{name.replace('_', '-')}": value for name, value in fields.items()}
    sent = {"source": 2, **how, f"seat{winner}-way": "patterns", **ticked}
    found = round_form("riichi", "win")(position, QueryDict(urlencode(sent, True)), typing=typing)
    return cast(WinForm, found)


def way(**fields: Any) -> YakuPatterns:
    return cast(YakuPatterns, form(**fields).shown.way)


def rungs(shown: YakuPatterns) -> dict[str, Any]:
    series = [*shown.series, *shown.rare.series]
    return {
        f"{ladder.name.removeprefix(f'{shown.prefix}-')}={rung.value}": rung
        for line in series
        for ladder in line.ladders
        for rung in ladder.rungs
    }


def why(shown: WinForm, name: str) -> str:
    """What a tap on a pale key is answered with."""
    return draft(shown, f"seat1-{name}").refusal


def figure(win: dict[str, Any]) -> dict[str, Any]:
    """The value without the yaku kept beside it."""
    return {name: said for name, said in win["value"].items() if name not in KEPT}


# -- the record ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fields, value",
    [
        ({"riichi": 1, "pinfu": "pinfu"}, {"han": 2, "fu": 30}),
        ({"source": "self", "pinfu": "pinfu"}, {"han": 2, "fu": 20}),
        ({"source": "self"}, {"han": 1, "fu": 30}),
        ({"toitoi": "chiitoitsu", "dora": 2}, {"han": 4, "fu": 25}),
        ({"tanyao": "tanyao", "called": "on"}, {"han": 1, "fu": 30}),
        ({"tanyao": "tanyao", "called": "on", "fu": 50}, {"han": 1, "fu": 50}),
        ({"honitsu": "honitsu", "called": "on"}, {"han": 2, "fu": 30}),
        ({"honitsu": "honitsu"}, {"han": 3, "fu": 40}),
        ({"honitsu": "chinitsu"}, {"han": 6, "fu": 40}),
        ({"daisangen": "daisangen", "tsuuiisou": "tsuuiisou"}, {"yakuman": 2}),
    ],
)
def test_the_ticks_are_recorded_as_han_and_fu(fields: dict[str, Any], value: Any) -> None:
    for typing in (True, False):
        [win] = form(typing=typing, **fields).outcome()["wins"]
        assert figure(win) == value
        assert draft(form(typing=typing, **fields)).complete


def test_renhou_as_a_limit_is_recorded_as_one() -> None:
    options = {"renhou": "mangan"}
    [win] = form(options=options, renhou="renhou").outcome()["wins"]
    assert figure(win) == {"limit": "mangan"}
    shown = way(options=options, renhou="renhou")
    assert rungs(shown)["renhou=renhou"].worth == "mangan"
    assert (shown.tally.total, shown.tally.unit) == ("", "mangan")


def test_riichi_ticked_lays_the_stick() -> None:
    assert form(riichi=3, tanyao="tanyao").outcome()["riichi"] == [3]
    assert form(riichi=3, ippatsu="ippatsu").outcome()["riichi"] == [1, 3]
    sent = {"winner": "1", "source": "2", "seat1-way": "patterns", "seat1-riichi": "double-riichi"}
    typed = round_form("riichi", "win")(form().position, QueryDict(urlencode(sent)))
    assert typed.outcome()["riichi"] == [1]


def test_a_stick_on_the_table_ticks_riichi() -> None:
    shown = way(riichi=1)
    assert rungs(shown)["riichi=riichi"].checked
    assert shown.tally.items == ["Riichi 1"]
    assert not rungs(shown)["tenhou=chiihou"].live
    assert not rungs(way())["riichi=riichi"].checked


@pytest.mark.parametrize(
    "fields, kept",
    [
        (
            {"source": "self", "riichi": 1, "pinfu": "pinfu", "dora": 2, "ura_dora": 1},
            {
                "patterns": [
                    ["riichi", 1], ["menzen-tsumo", 1], ["pinfu", 1], ["dora", 2], ["ura-dora", 1]
                ]
            },
        ),
        ({"tanyao": "tanyao", "called": "on"}, {"patterns": [["tanyao", 1]], "called": True}),
        ({"shousangen": "shousangen"}, {"patterns": [["dragons", 2], ["shousangen", 2]]}),
        ({"kokushi": "kokushi", "dora": 3}, {"patterns": [["kokushi", 1]]}),
    ],
)  # fmt: skip
def test_what_was_ticked_is_kept_beside_its_figure(
    fields: dict[str, Any], kept: dict[str, Any]
) -> None:
    [win] = form(**fields).outcome()["wins"]
    assert {name: said for name, said in win["value"].items() if name in KEPT} == kept


@pytest.mark.parametrize(
    "fields",
    [
        {"source": "self", "riichi": 1, "pinfu": "pinfu", "dora": 2, "ura_dora": 1},
        {"riichi": [1, 2], "ippatsu": "ippatsu", "tanyao": "tanyao", "fu": 50},
        {"tanyao": "tanyao", "called": "on", "fu": 40},
        {"yakuhai_haku": "yakuhai-haku", "fu": 40},
        {"honitsu": "chinitsu", "called": "on", "dora": 8},
        {"source": "self"},
        {"shousangen": "shousangen"},
        {"toitoi": "chiitoitsu", "dora": 2},
        {"daisangen": "daisangen", "tsuuiisou": "tsuuiisou", "called": "on"},
        {"winner": 0, "source": "self", "tenhou": "tenhou"},
        {"winner": 0, "source": 1, "yakuhai_seat_wind": "yakuhai-seat-wind", "called": "on"},
        {"renhou": "renhou", "options": {"renhou": "mangan"}},
        {
            "source": "self", "tanyao": "tanyao", "north_dora": 2, "dora": 1,
            "options": {"players": 3, "uma": [10000, 0, -10000], "noten_pool": 2000},
        },
        {"tanyao": "tanyao", "red_dora": 3, "options": {"red_fives": 3}},
    ],
)  # fmt: skip
def test_a_hand_is_edited_by_the_ticks_it_was_recorded_with(fields: dict[str, Any]) -> None:
    sent = form(**fields)
    recorded = sent.outcome()
    back = QueryDict(mutable=True)
    for name, values in RiichiWin.typed(recorded, sent.position).items():
        back.setlist(name, values)
    again = round_form("riichi", "win")(sent.position, back, typing=False)
    assert cast(WinForm, again).shown.way.key == "patterns"
    assert again.outcome() == recorded
    assert sent.position.play(recorded).wins[0].patterns


def test_more_dora_than_there_are_keys_are_edited_as_a_figure() -> None:
    position = form().position
    for name, more in (("dora", 9), ("ura-dora", 5)):
        patterns = [["riichi", 1], [name, more]]
        win = {"winner": 1, "from": 2, "value": {"han": 1 + more, "patterns": patterns}}
        outcome = {"type": "win", "wins": [win], "riichi": [1]}
        assert position.play(outcome).wins[0].patterns == (("riichi", 1), (name, more))
        typed = RiichiWin.typed(outcome, position)
        assert (typed["seat1-way"], typed["seat1-han"]) == (["hanfu"], [str(1 + more)])


def test_a_record_need_not_say_from_nobody_nor_the_fu_of_a_limit() -> None:
    value = {"han": 7, "fu": None, "patterns": [["chinitsu", 6], ["menzen-tsumo", 1]]}
    position = form().position
    outcome = {"type": "win", "wins": [{"winner": 1, "value": value}]}
    assert position.play(outcome).wins[0].patterns == (("menzen-tsumo", 1), ("chinitsu", 6))
    assert YakuPatterns.typed(outcome["wins"][0], position) == {"honitsu": "chinitsu"}


def test_only_a_ticked_yakuman_is_asked_for_pao() -> None:
    rows = [row.label for row in form(suuankou="suuankou-tanki").asks(draft(form()).shown)]
    assert not any("pao" in label for label in rows)
    fed = form(daisangen="daisangen", tsuuiisou="tsuuiisou", called="on")
    assert [row.label for row in fed.asks(draft(fed).shown)][-1:] == ["pao: daisangen"]


def test_the_form_of_another_value_is_no_ticks() -> None:
    assert YakuPatterns.typed({"value": {"han": 3, "fu": 40}}, form().position) is None


# -- what is still to be said -------------------------------------------------------------------


def test_a_yaku_is_asked_for() -> None:
    assert form().question == "Tick the yaku of the hand."
    assert form(dora=3).question == "Tick the yaku too: dora alone do not win."
    assert form(source="self").question == ""  # closed and self-drawn: that is one


def test_what_contradicts_is_refused_in_words() -> None:
    drafted = draft(form(pinfu="pinfu", toitoi="toitoi"))
    assert drafted.error is not None
    assert drafted.error.field == "wins.0.value"
    assert drafted.refusal == "Cannot be in one hand: Pinfu, Toitoi"
    assert drafted.spot == "value"
    assert drafted.tally is not None
    assert drafted.tally.total == "–"
    assert way(pinfu="pinfu", toitoi="toitoi").fu_keys == []


def test_while_typing_what_the_win_makes_impossible_is_left_out() -> None:
    fields = {"source": "self", "haitei": "houtei", "tanyao": "tanyao"}
    assert way(**fields).tally.items == ["Tsumo 1", "Tanyao 1"]
    with pytest.raises(ScoringError, match="Houtei: only off a discard"):
        form(typing=False, **fields).outcome()


# -- the pad ------------------------------------------------------------------------------------


def test_of_two_yaku_of_which_each_winner_can_have_one_that_one_is_shown() -> None:
    by_ron, drawn = rungs(way()), rungs(way(source="self"))
    assert "haitei=houtei" in by_ron
    assert "haitei=haitei" not in by_ron
    assert "haitei=haitei" in drawn
    assert "rinshan=rinshan" in drawn
    assert "tenhou=chiihou" in drawn
    assert "tenhou=tenhou" in rungs(way(winner=0))


def test_a_key_that_cannot_be_chosen_says_why() -> None:
    pinfu = form(pinfu="pinfu")
    assert not rungs(pinfu.shown.way)["toitoi=toitoi"].live  # type: ignore[arg-type]
    assert why(pinfu, "toitoi=toitoi") == "Toitoi: not with Pinfu"
    assert why(pinfu, "called=on") == "Called: Pinfu needs a closed hand"
    assert why(form(), "called=on") == ""
    assert why(form(), "ura-dora=1") == "Ura-dora: ura-dora are for a hand in riichi"
    assert why(form(), "tenhou=chiihou") == "Chiihou: only by self-draw"
    assert why(form(riichi=1), "tenhou=chiihou") == "Chiihou: not in riichi"
    assert why(form(riichi=1), "fu=30") == "These yaku are worth more than 30 fu"
    assert why(form(riichi=1), "fu=x") == ""
    assert why(form(), "nonsense=1") == "" == why(form(), "pinfu=toitoi")


def test_the_han_are_those_of_the_hand_as_it_is() -> None:
    closed, called = rungs(way()), rungs(way(called="on"))
    assert (closed["chanta=junchan"].worth, called["chanta=junchan"].worth) == ("3", "2")
    assert (called["pinfu=pinfu"].worth, called["pinfu=pinfu"].live) == ("1", False)
    assert rungs(way(options={"chiitoitsu": "50-1"}))["toitoi=chiitoitsu"].worth == "1"
    double = {"double_yakuman": ["daisuushi"]}
    assert rungs(way(options=double))["shousuushi=daisuushi"].worth == "×2"
    assert rungs(way(options={"aotenjou": True}))["daisangen=daisangen"].worth == "13"


def test_fu_are_asked_for_only_where_they_matter() -> None:
    asked = way(tanyao="tanyao")
    live = {key.value for key in asked.fu_keys if key.live}
    assert live == {"40", "50", "60", "70", "80", "90", "100"}
    assert [key.value for key in asked.fu_keys if key.checked] == ["40"]
    assert way(pinfu="pinfu").fu_keys == []
    assert way(honitsu="chinitsu").fu_keys == []
    assert way().fu_keys == []
    assert len(way(options={"aotenjou": True}, tanyao="tanyao").fu_keys) > 11


def test_a_fu_that_no_longer_fits_is_put_right_while_typing_and_refused_later() -> None:
    fields = {"tanyao": "tanyao", "fu": 30}
    [win] = form(**fields).outcome()["wins"]
    assert figure(win) == {"han": 1, "fu": 40}
    with pytest.raises(ScoringError) as refused:
        form(typing=False, **fields).outcome()
    assert refused.value.field == "wins.0.value.fu"


@pytest.mark.parametrize(
    "fields, items, total, unit",
    [
        ({"riichi": 1, "ura_dora": 1, "dora": 2}, ["Riichi 1", "Dora 2", "Ura-dora 1"], "4",
         "han, mangan"),
        ({"tanyao": "tanyao"}, ["Tanyao 1"], "1", "han 40 fu"),
        ({"dora": 1}, ["Dora 1"], "1", "han"),
        ({"shousangen": "shousangen"}, ["Dragons 2", "Shousangen 2"], "4", "han, mangan"),
        ({"daisangen": "daisangen"}, ["Daisangen"], "1", "yakuman"),
        ({"honitsu": "chinitsu", "dora": 8, "options": {"thirteen_han": "yakuman"}},
         ["Chinitsu 6", "Dora 8"], "14", "han, counted yakuman"),
    ],
)  # fmt: skip
def test_the_dock_says_what_it_comes_to(
    fields: dict[str, Any], items: list[str], total: str, unit: str
) -> None:
    tally = way(**fields).tally
    assert (list(tally.items), tally.total, tally.unit) == (items, total, unit)


def test_the_table_decides_which_keys_there_are() -> None:
    plain = rungs(way())
    assert "red-dora=1" not in plain
    assert "dora=8" in plain
    parlour = rungs(way(options={"red_fives": 3, "ura_dora": False}))
    assert "red-dora=3" in parlour
    assert "ura-dora=1" not in parlour
    three = {"players": 3, "uma": [10000, 0, -10000], "noten_pool": 2000}
    assert "north-dora=4" in rungs(way(options=three))
    assert "isshoku-sanjun" not in str(plain)
    assert "uumensai=uumensai" in rungs(way(options={"local_yaku": list(LOCAL_YAKU)}))


def test_a_hand_shown_in_riichi_is_a_yakuman_off_who_is_not() -> None:
    options: dict[str, Any] = {"local_yaku": ["open-riichi"]}
    ticked = {"winner": "1", "source": "2", "seat1-way": "patterns", "seat1-riichi": "open-riichi"}
    for riichi, value, aotenjou in (
        ([], {"yakuman": 1}, False),
        (["2"], {"han": 2, "fu": 40}, False),
        ([], {"han": 15, "fu": 40}, True),
    ):
        options["aotenjou"] = aotenjou
        data = QueryDict(urlencode({**ticked, "riichi": riichi}, True))
        found = round_form("riichi", "win")(form(options=options).position, data)
        [win] = found.outcome()["wins"]
        assert figure(win) == value
        assert found.position.play(found.outcome()).wins[0].patterns
        back = YakuPatterns.typed(win, found.position)
        assert (back or {})["riichi"] == "open-riichi"


def test_the_pad_is_drawn_with_every_key() -> None:
    shown = form(pinfu="pinfu", dora=2)
    page = render_to_string(shown.way_templates, {"form": shown, "way": shown.shown.way})
    assert page.count('class="rung"') + page.count('class="rung no"') == len(
        rungs(way(pinfu="pinfu"))
    )
    assert 'id="seat1-pinfu-pinfu" name="seat1-pinfu" value="pinfu" checked' in page
    assert 'name="why" value="seat1-toitoi=toitoi"' in page


def test_patterns_can_be_ticked_before_anyone_has_won() -> None:
    shown = round_form("riichi", "win")(form().position, QueryDict("way=patterns&any-pinfu=pinfu"))
    early = cast(WinForm, shown)
    page = render_to_string(early.way_templates, {"form": early, "way": early.shown.way})
    assert 'name="any-pinfu" value="pinfu" checked' in page
    assert early.question == "Who won?"
