"""A Hong Kong game in words."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.game import parse_outcome
from scoring.hongkong import HONGKONG
from scoring.hongkong.faan import (
    NOT_PLAYED,
    PART_OF,
    Excluded,
    Seat,
    explain,
    from_patterns,
)
from scoring.hongkong.patterns import PATTERNS
from scoring.hongkong.words import account_lines, numeral, pattern_label, why_excluded
from scoring.notation import parse_hand

NAMES = ("Aki", "Ben", "Chie", "Dan")


def said(
    data: dict[str, Any], preset: str | None = None, gettext: Any = str, **options: Any
) -> tuple[str, str]:
    rules = HONGKONG.rules(preset, options)
    state = HONGKONG.start(rules)
    step = HONGKONG.apply(rules, state, parse_outcome(data, 4))
    return HONGKONG.sentence(step, NAMES, gettext), HONGKONG.call(step, gettext)


def win(source: int | None, value: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "win", "wins": [{"winner": 0, "from": source, "value": value, **more}]}


@pytest.mark.parametrize(
    ("data", "options", "sentence", "call"),
    [
        (win(1, {"faan": 3}), {}, "Aki wins off Ben, 3 fan, 32", "3 fan 三番"),
        (win(1, {"faan": 4}), {}, "Aki wins off Ben, 4 fan, 48", "4 fan 爆棚"),
        (win(1, {"limit": True}), {}, "Aki wins off Ben, limit hand, 48", "limit hand 爆棚"),
        (win(None, {"faan": 2}), {}, "Aki self-draws, 2 fan, 8 from each", "2 fan 二番"),
        (win(1, {"faan": 0}), {"minimum": 0}, "Aki wins off Ben, 0 fan, 4", "chicken hand 雞糊"),
        ({"type": "draw"}, {}, "draw, nobody pays", ""),
        (
            {"type": "penalty", "reason": "false-win", "seat": 3},
            {},
            "false win by Dan, 72 to each",
            "",
        ),
        (
            {"type": "penalty", "reason": "false-win", "seat": 3},
            {"false_win": 0},
            "false win by Dan, 0 to each",
            "",
        ),
        (
            {"type": "penalty", "reason": "referee", "seat": 2, "points": 20},
            {},
            "Chie: 20 off the result",
            "",
        ),
        (
            {"type": "adjust", "deltas": [10, -10, 0, 0], "reason": "miscounted"},
            {},
            "adjustment: Aki +10, Ben -10 (miscounted)",
            "",
        ),
        (
            {"type": "adjust", "deltas": [0, 0, 4, -4]},
            {},
            "adjustment: Chie +4, Dan -4",
            "",
        ),
        ({"type": "end", "reason": "time"}, {}, "time is up, the game ends", ""),
        ({"type": "end"}, {}, "the game ends as agreed", ""),
    ],
)
def test_every_round_is_a_sentence_and_a_win_is_called(
    data: dict[str, Any], options: dict[str, Any], sentence: str, call: str
) -> None:
    assert said(data, **options) == (sentence, call)


def test_who_pays_for_all_is_said() -> None:
    data = win(None, {"faan": 5}, liable=2)
    assert said(data, "old-style")[0] == "Aki self-draws, 5 fan, 72 in all, Chie pays for all"
    data = win(1, {"faan": 5}, liable=2)
    assert said(data, "old-style")[0] == "Aki wins off Ben, 5 fan, 48, Chie pays for all"


def test_a_self_draw_that_costs_east_double_is_said_in_all() -> None:
    data = {"type": "win", "wins": [{"winner": 1, "from": None, "value": {"faan": 2}}]}
    assert said(data, dealer_double=True)[0] == "Ben self-draws, 2 fan, 32 in all"


def test_halves_are_written_as_decimals() -> None:
    data = win(None, {"faan": 0})
    assert said(data, "half-gun", minimum=0)[0] == "Aki self-draws, 0 fan, 0.5 from each"


def test_every_text_goes_through_the_translator() -> None:
    words = {
        "{winner} wins off {loser}, {fan}, {points}": "{loser}出銃，{winner}食糊{fan}，{points}",
        "{faan} fan": "{faan}番",
        "{faan} fan {numeral}番": "{numeral}番",
    }
    spoken = said(win(1, {"faan": 3}), gettext=lambda text: words.get(text, text))
    assert spoken == ("Ben出銃，Aki食糊3番，32", "三番")


@pytest.mark.parametrize(
    ("number", "written"),
    [(1, "一"), (9, "九"), (10, "十"), (13, "十三"), (20, "二十"), (31, "三十一")],
)
def test_numbers_are_written_in_chinese(number: int, written: str) -> None:
    assert numeral(number) == written


def test_patterns_and_reasons_have_words() -> None:
    assert pattern_label("all-sequences") == "All sequences 平糊"
    part = Excluded("dragon-red", PART_OF, "small-dragons")
    assert why_excluded(part) == "included in Small dragons 小三元"
    assert why_excluded(Excluded("concealed", NOT_PLAYED)) == "not counted at this table"
    assert len({pattern.label for pattern in PATTERNS.values()}) == len(PATTERNS)


@pytest.mark.parametrize(
    ("preset", "options", "line"),
    [
        (None, {}, "1 to 4 fan, stake 48, full gun"),
        ("half-gun", {}, "3 to 10 fan, base 0.5, half gun"),
        ("old-style", {"maximum": None}, "3 fan and more, base 1, full gun"),
    ],
)
def test_the_rules_in_a_line(preset: str | None, options: dict[str, Any], line: str) -> None:
    assert HONGKONG.summary(HONGKONG.rules(preset, options)) == line


# -- the account of a hand ----------------------------------------------------------------------


def lines(hand: dict[str, Any], **options: Any) -> list[tuple[str, str]]:
    seat = Seat(round_wind=0, seat_wind=1, self_draw=False)
    rules = HONGKONG.rules(None, options)
    return list(account_lines(explain(rules, parse_hand(hand, "hand"), seat, "hand")))


def test_the_account_says_what_counts_what_does_not_and_why() -> None:
    hand = {"tiles": "123m55z", "melds": ["pon 666z", "pon 777z", "pon 222s"], "win_tile": "1m"}
    assert lines(hand, maximum=8) == [
        ("reading", "123m 666z 777z 222s 55z"),
        ("counted", "Small dragons 小三元 5"),
        ("counted", "No flowers 無花 1"),
        ("total", "6 fan"),
        ("excluded", "Green dragons 發: included in Small dragons 小三元"),
        ("excluded", "Red dragons 中: included in Small dragons 小三元"),
    ]


def test_the_account_says_that_the_maximum_cuts() -> None:
    hand = {"tiles": "11122233355577m", "win_tile": "1m"}
    found = lines(hand, maximum=8)
    assert found[4:6] == [
        ("total", "8 fan"),
        ("cap", "11 fan count as 8, this table's maximum"),
    ]
    assert found[-1] == ("other", "read as 123m 123m 123m 555m 77m: 8 fan")


def test_the_account_of_a_limit_hand() -> None:
    orphans = {"tiles": "19m19p19s12345677z", "win_tile": "7z"}
    assert lines(orphans) == [
        ("reading", "Thirteen orphans 十三么"),
        ("counted", "Thirteen orphans 十三么 4"),
        ("total", "limit hand"),
        ("excluded", "Concealed hand 門前清: not counted at this table"),
        ("excluded", "No flowers 無花: a limit hand counts alone"),
    ]


def test_ticked_patterns_are_told_without_a_reading() -> None:
    ticked = from_patterns(HONGKONG.rules(None, {}), ["half-flush", "self-draw"])
    kinds = [kind for kind, _ in account_lines(ticked)]
    assert kinds == ["counted", "counted", "total"]
