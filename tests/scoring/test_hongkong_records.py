"""Lone hands: what ``score`` answers, and the recorded hands of a second scorer."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.hongkong import HONGKONG

RECORDS = Path(__file__).resolve().parents[2] / "../shared/records/hongkong_zungjung.jsonl.gz"
BASIC = {"tiles": "123456m789p55s", "melds": ["pon 777z"], "win_tile": "5s", "tsumo": False}


def score(hand: dict[str, Any], preset: str | None = None, **options: Any) -> dict[str, Any]:
    return HONGKONG.score(HONGKONG.rules(preset, options), hand)


def test_a_lone_hand_has_fan_patterns_points_and_payments() -> None:
    assert score({**BASIC, "round": "E", "seat": "S"}, maximum=10) == {
        "faan": 2,
        "limit": False,
        "patterns": [["dragon-red", 1], ["no-flowers", 1]],
        "points": 16,
        "payments": {"discarder": 16},
    }


def test_payments_by_role_under_half_gun_and_by_self_draw() -> None:
    half = {"minimum": 0, "concealed_fan": 0}
    assert score(BASIC, "half-gun", **half)["payments"] == {"discarder": 2, "others": 1}
    assert score({**BASIC, "tsumo": True}, "half-gun", **half)["payments"] == {"others": 4}
    none = {**BASIC, "melds": ["pon 222s"], "flowers": ["f2"], "seat": "E"}
    answer = score(none, "half-gun", **half)
    assert answer["payments"] == {"discarder": 0.5, "others": 0.25}
    assert answer["points"] == 1
    assert answer["patterns"] == [["chicken", 0]]


def test_east_is_named_where_east_pays_another_sum() -> None:
    double = {"dealer_double": True, "maximum": 10}
    drawn = {**BASIC, "tsumo": True, "seat": "S"}
    assert score(drawn, **double)["payments"] == {"dealer": 32, "others": 16}
    assert score({**drawn, "seat": "E"}, **double)["payments"] == {"others": 32}
    assert score({**BASIC, "seat": "S"}, **double)["payments"] == {"discarder": 16}
    half = score({**BASIC, "seat": "S"}, gun="half", **double)
    assert half["payments"] == {"discarder": 8, "dealer": 8, "others": 4}


def test_the_blessing_of_earth_is_paid_by_east() -> None:
    earth = {"tiles": "123456m789p55678s", "win_tile": "8s", "situation": ["first-turn"]}
    hand = {**earth, "tsumo": False, "seat": "W"}
    assert score(hand)["patterns"] == [["earth", 4]]
    assert score(hand, dealer_double=True)["payments"] == {"discarder": 96}


def test_robbing_a_kong_is_paid_as_a_self_draw_where_the_robbed_is_liable() -> None:
    robbing = {
        "tiles": "123m789m55m777z",
        "melds": ["pon 222m"],
        "win_tile": "1m",
        "situation": ["robbing-kan"],
        "tsumo": False,
    }
    assert score(robbing, "hkma")["payments"] == {"discarder": 144}
    assert score(robbing, "hkma", liability=[])["payments"] == {"discarder": 96}


@pytest.mark.parametrize(
    ("hand", "field", "words"),
    [
        ({**BASIC, "melds": ["pon 222s"], "flowers": ["f1"]}, "hand", "this table needs 1"),
        ({**BASIC, "honba": 1}, "hand.honba", "there are no honba"),
        ({**BASIC, "sticks": 1}, "hand.sticks", "there are no sticks"),
        ({**BASIC, "seat": "X"}, "hand.seat", "must be one of"),
        ({"tiles": "123m"}, "hand.tsumo", "self-draw"),
        ([], "hand", "must be an object"),
    ],
)
def test_a_lone_hand_that_cannot_be_is_refused(hand: Any, field: str, words: str) -> None:
    with pytest.raises(ScoringError) as caught:
        score({**hand, "seat": hand.get("seat", "S")} if isinstance(hand, dict) else hand)
    assert caught.value.field == field
    assert words in str(caught.value)


@pytest.mark.records
@pytest.mark.skipif(not RECORDS.exists(), reason="the recorded hands are not beside the project")
def test_every_recorded_hand_is_worth_what_a_second_scorer_says() -> None:
    seen = 0
    with gzip.open(RECORDS, "rt", encoding="utf-8") as lines:
        for record in map(json.loads, lines):
            if record["rules"]["variety"] != "hongkong":
                continue
            rules = HONGKONG.rules(record["rules"]["preset"], record["rules"]["options"])
            answer = HONGKONG.score(rules, record["hand"])
            expected = record["expected"]
            assert {name: answer[name] for name in expected} == expected, record["id"]
            seen += 1
    assert seen == 2849
