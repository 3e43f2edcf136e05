"""Random hands at tables of random options, against a second reckoning from the rules pages."""

from __future__ import annotations

import random
from collections import Counter
from itertools import chain
from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.notation import CODES, KINDS
from scoring.riichi.lone import score_hand
from scoring.riichi.points import ron, self_draw_total
from scoring.riichi.rules import (
    DOUBLE_YAKUMAN,
    LOCAL_YAKU,
    RiichiRules,
    read_rules,
    write_options,
)
from tests.scoring.random_wins import random_win
from tests.scoring.second_reckoning import Reckoning, Worth, read

CHOICES: dict[str, tuple[Any, ...]] = {
    "thirteen_han": ("yakuman", "sanbaiman"),
    "yakuman_max": (None, None, 1, 2),
    "double_wind_fu": (2, 4),
    "rinshan_fu": (0, 2),
    "open_pinfu_fu": (20, 30),
    "chiitoitsu": ("25-2", "50-1"),
    "renhou": ("none", "mangan", "baiman", "yakuman"),
    "aotenjou": (True, False, False, False),
} | dict.fromkeys(
    ("kiriage_mangan", "yakuman_stack", "pinfu_tsumo", "open_tanyao", "ippatsu", "ura_dora",
     "kan_dora", "kan_ura"),
    (True, False),
)  # fmt: skip
PLAYED = [name for name in LOCAL_YAKU if name != "shiisanpuutaa"]


def random_options(dice: random.Random) -> dict[str, Any]:
    options = {key: dice.choice(choices) for key, choices in CHOICES.items()}
    options["double_yakuman"] = [name for name in DOUBLE_YAKUMAN if dice.random() < 0.4]
    options["local_yaku"] = [name for name in PLAYED if dice.random() < 0.6]
    return options


def random_claim(dice: random.Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """The hand with its indicators, and what is asked besides."""
    tsumo = dice.random() < 0.5
    hand = random_win(dice, tsumo)
    held = Counter(
        chain(read(hand["tiles"]), *(read(meld.split(" ")[1]) for meld in hand["melds"]))
    )
    doubled = [wind for number, wind in ((1, "E"), (2, "S")) if held["z", number] == 2]
    winds = [dice.choice("ESWN"), dice.choice("ES")]
    seat, round_wind = [doubled[0]] * 2 if doubled and dice.random() < 0.5 else winds
    asked: dict[str, Any] = {"tsumo": tsumo, "seat": seat, "round": round_wind}
    asked["wins_in_row"] = dice.choice((0, 0, 8)) if seat == "E" else 0
    if not tsumo:
        asked["discarder_riichi"] = dice.random() < 0.5
    left = [code for code in CODES[:KINDS] if held[code[1], int(code[0])] < 4]
    shown = dice.sample(left, 4)
    hand["dora"] = shown[: dice.choice((1, 1, 2))]
    if {"riichi", "double-riichi", "open-riichi"} & {*hand["situation"]}:
        hand["ura"] = shown[2 : 2 + len(hand["dora"])]
    return hand, asked


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_any_hand_at_any_table_is_worth_what_the_pages_say(seed: int) -> None:
    dice = random.Random(seed)
    rules = read_rules(None, random_options(dice))
    options, checked = write_options(rules), 0
    for _ in range(150):
        hand, asked = random_claim(dice)
        expected = Reckoning(options, hand, asked).best()
        found = _scored(rules, hand, asked)
        if found is None:  # what cannot be at all is for other tests to say
            continue
        if found == {}:
            assert expected is None, (hand, asked)
            continue
        assert expected is not None, (hand, asked)
        dealer = asked["seat"] == "E"
        paid = self_draw_total(rules, expected.base, dealer)
        _compare(found, expected, paid if asked["tsumo"] else ron(expected.base, dealer))
        checked += 1
    assert checked > 30


def _scored(
    rules: RiichiRules, hand: dict[str, Any], asked: dict[str, Any]
) -> dict[str, Any] | None:
    """The engine's answer: empty where there is no yaku, ``None`` where the hand is refused."""
    try:
        return score_hand(rules, {**hand, **asked})
    except ScoringError as error:
        return {} if "no yaku" in str(error) else None


def _compare(found: dict[str, Any], expected: Worth, points: int) -> None:
    assert (found["points"], found["yakuman"]) == (points, expected.yakuman), found
    if expected.yakuman:
        return
    assert found["han"] == expected.han, (found, expected)
    if not found["limit"]:  # beyond a limit fu decide nothing
        assert found["fu"] == expected.fu, (found, expected)
    assert sum(han for _, han in found["patterns"]) == expected.han
