"""Zung Jung in words: sentences, the call, the account of a hand, the line to choose by."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.game import Step, parse_outcome, replay
from scoring.notation import parse_hand
from scoring.zungjung import ZUNGJUNG
from scoring.zungjung.hand import Win, account
from scoring.zungjung.patterns import from_ticked
from scoring.zungjung.words import account_lines, form_text, pattern_name, spoken

NAMES = ("Aki", "Ben", "Chie", "Dan")


def step(outcome: dict[str, Any], preset: str = "3.3") -> Step:
    rules = ZUNGJUNG.rules(preset, {})
    return replay(ZUNGJUNG, rules, [parse_outcome(outcome, 4)]).steps[0]


def win(source: int | None, points: int = 85, **more: Any) -> dict[str, Any]:
    claim = {"winner": 0, "from": source, "value": {"points": points}, **more}
    return {"type": "win", "wins": [claim]}


@pytest.mark.parametrize(
    "outcome, sentence",
    [
        (win(1), "Aki wins off Ben, 85 points, receives 255"),
        (win(1, responsible=1), "Aki wins off Ben, 85 points, receives 255"),
        (win(1, responsible=3), "Aki wins off Ben, Dan responsible, 85 points, receives 255"),
        (win(1, responsible=None), "Aki wins off Ben, all pay alike, 85 points, receives 255"),
        (win(None), "Aki self-draws, 85 points, receives 255"),
        (win(2, 1), "Aki wins off Chie, 1 point (chicken hand), receives 3"),
        ({"type": "draw"}, "draw, nobody pays"),
        (
            {"type": "penalty", "reason": "false-win", "seat": 0},
            "false win by Aki, 30 to each",
        ),
        (
            {"type": "penalty", "reason": "referee", "seat": 3, "points": 20},
            "Dan: 20 off the result",
        ),
        (
            {"type": "adjust", "deltas": [10, 0, -10, 0], "reason": "miscounted"},
            "adjustment: Aki +10, Chie -10 (miscounted)",
        ),
        ({"type": "adjust", "deltas": [10, 0, -10, 0]}, "adjustment: Aki +10, Chie -10"),
        ({"type": "end"}, "the game ends as agreed"),
        ({"type": "end", "reason": "time"}, "time is up, the game ends"),
    ],
)
def test_a_round_is_one_plain_sentence(outcome: dict[str, Any], sentence: str) -> None:
    assert ZUNGJUNG.sentence(step(outcome), NAMES) == sentence


def test_a_sentence_is_translated_before_names_go_in() -> None:
    def japanese(text: str) -> str:
        return {
            "{winner} self-draws, {points}, receives {received}": "{winner} 自摸 {points}",
            "{points} points": "{points}点",
        }[text]

    assert ZUNGJUNG.sentence(step(win(None)), NAMES, japanese) == "Aki 自摸 85点"


def test_the_winner_calls_the_points() -> None:
    assert ZUNGJUNG.call(step(win(1))) == "85 points 八十五分"
    assert ZUNGJUNG.call(step(win(1, 1))) == "chicken, 1 point 雞糊 一分"
    assert ZUNGJUNG.call(step({"type": "draw"})) == ""


@pytest.mark.parametrize(
    "number, text",
    [
        (5, "五"),
        (10, "十"),
        (15, "十五"),
        (20, "二十"),
        (85, "八十五"),
        (100, "一百"),
        (105, "一百零五"),
        (110, "一百一十"),
        (115, "一百一十五"),
        (320, "三百二十"),
        (400, "四百"),
        (480, "四百八十"),
    ],
)
def test_numbers_are_spoken_as_in_chinese(number: int, text: str) -> None:
    assert spoken(number) == text


def test_a_round_is_marked_by_its_hand() -> None:
    rules = ZUNGJUNG.rules(None, {})
    state = ZUNGJUNG.start(rules, {"round": "S3"})
    assert ZUNGJUNG.round_mark(state) == ZUNGJUNG.round_text(state) == "Hand 7, South 3"


@pytest.mark.parametrize(
    "preset, options, line",
    [
        ("2.51", {}, "edition 2.51, everybody pays, 16 hands"),
        ("3.3", {"length": "open"}, "edition 3.3, 25-rule, open end"),
    ],
)
def test_the_rules_are_told_apart_by_one_line(
    preset: str, options: dict[str, Any], line: str
) -> None:
    assert ZUNGJUNG.summary(ZUNGJUNG.rules(preset, options)) == line


# -- the account of a hand ----------------------------------------------------------------------


def lines(preset: str, **hand: Any) -> list[tuple[str, str]]:
    win = Win(parse_hand(hand, "hand"), self_draw=False, seat_wind=0)
    return list(account_lines(account(ZUNGJUNG.rules(preset, {}), win)))


def test_a_hand_is_accounted_for_line_by_line() -> None:
    assert lines("2.51", tiles="111222333p99m", melds=["pon 777z"], win_tile="1p") == [
        ("reading", "123p 123p 123p 777z 99m"),
        ("counted", "Value Honor 10"),
        ("counted", "Three Identical Sequences 120"),
        ("counted", "Mixed Lesser Terminals 40"),
        ("total", "170 points"),
        ("excluded", "Two Identical Sequences: Three Identical Sequences counts instead, "
         "one of a series"),
        ("other", "read as 111p 222p 333p 777z 99m: 155 points"),
    ]  # fmt: skip


def test_kongs_and_irregular_hands_are_shown_as_what_they_are() -> None:
    kong = lines(
        "2.51", tiles="55m345s", win_tile="5m", melds=["kan 2222p", "ankan 4444z", "kan 9999m"]
    )
    assert kong[0] == ("reading", "345s 2222p 4444z 9999m 55m")
    pairs = lines("2.51", tiles="2233556688m11p11z", win_tile="1z")
    assert pairs[0] == ("reading", "Seven Pairs")


def test_a_chicken_hand_is_named() -> None:
    said = lines("2.51", tiles="33366789m789p", melds=["pon 555s"], win_tile="6m")
    assert ("counted", "Chicken Hand 1") in said
    assert ("total", "1 point (chicken hand)") in said


def test_a_cut_sum_is_explained() -> None:
    melds = ["pon 999m", "kan 1111z", "ankan 5555z", "ankan 6666z"]
    said = lines("2.51", tiles="11m", melds=melds, win_tile="1m")
    assert ("total", "320 points") in said
    assert ("cap", "the patterns add up to 335; 320 is the most") in said


def test_ticked_patterns_say_what_always_comes_with_them() -> None:
    worth = from_ticked(ZUNGJUNG.rules(None, {}), {"4.2.3": 1})
    assert account_lines(worth) == (
        ("counted", "Concealed Hand 5"),
        ("counted", "All Triplets 40"),
        ("counted", "Four Concealed Triplets 115"),
        ("total", "160 points"),
        ("implied", "Concealed Hand always comes with Four Concealed Triplets"),
        ("implied", "All Triplets always comes with Four Concealed Triplets"),
    )


def test_names_and_readings_are_translated() -> None:
    assert pattern_name("4.1", {"All Triplets": "対々和"}.get) == "対々和"
    hand = parse_hand({"tiles": "2233556688m11p11z", "win_tile": "1z"}, "hand")
    form = account(ZUNGJUNG.rules(None, {}), Win(hand, False, 0)).form
    assert form_text(form, {"Seven Pairs": "七対子"}.get) == "七対子"


def test_a_false_win_that_costs_nothing_is_still_told() -> None:
    rules = ZUNGJUNG.rules(None, {"false_win": 0})
    outcome = parse_outcome({"type": "penalty", "reason": "false-win", "seat": 1}, 4)
    (free,) = replay(ZUNGJUNG, rules, [outcome]).steps
    assert ZUNGJUNG.sentence(free, NAMES) == "false win by Ben, 0 to each"
