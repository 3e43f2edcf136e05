"""Recorded hands and the wins of recorded games, tiles only, against what the records say."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from json import dumps, loads
from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.riichi.lone import score_hand
from scoring.riichi.rules import RiichiRules, read_rules
from tests.scoring.hand_table import lines

pytestmark = pytest.mark.records


@cache
def _rules(preset: str, options: str) -> RiichiRules:
    return read_rules(preset, loads(options))


def answers(found: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Each line with what ``score`` says of it. Lines of one game share their rules."""
    known: dict[int, RiichiRules] = {}
    for line in found:
        asked = line["rules"]
        if id(asked) not in known:
            known[id(asked)] = _rules(asked["preset"], dumps(asked["options"]))
        try:
            yield line, score_hand(known[id(asked)], line["hand"])
        except ScoringError as error:
            yield line, {"error": str(error)}


def differences(got: dict[str, Any], want: dict[str, Any]) -> Iterator[str]:
    """What the record knows and the answer does not agree with: null is unknown, at a limit fu are
    not compared."""
    for key in ("points", "payments", "yakuman", "limit", "han", "fu"):
        known = key in want and (want[key] is not None or key == "limit")
        if key == "fu" and want.get("limit"):
            continue
        if known and got.get(key) != want[key]:
            yield f"{key} {got.get(key)} instead of {want[key]}"
    if "patterns" in want and sorted(got["patterns"]) != sorted(want["patterns"]):
        yield f"patterns {got['patterns']} instead of {want['patterns']}"


def wrong(found: list[dict[str, Any]]) -> list[str]:
    said = []
    for line, got in answers(found):
        if "error" in got:
            said.append(f"{line['id']} {got['error']}")
        else:
            said += [f"{line['id']} {what}" for what in differences(got, line["expected"])]
    return said


@pytest.mark.parametrize(
    "name, number",
    [("hands.jsonl.gz", 7848), ("generated.jsonl.gz", 3444), ("reported.jsonl.gz", 18)],
)
def test_every_recorded_hand_has_its_recorded_value(name: str, number: int) -> None:
    found = lines(name)
    assert len(found) == number
    assert wrong(found) == []


def wins(games: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every win with tiles as a lone hand, without honba."""
    for game in games:
        players = game["rules"]["options"]["players"]
        for played, known in zip(game["rounds"], game["expected"]["rounds"], strict=True):
            for win in played.get("wins", ()):
                if "hand" in win:
                    seat = "ESWN"[(win["winner"] - known["dealer"]) % players]
                    table = {"round": known["round"][0], "seat": seat, "tsumo": win["from"] is None}
                    expected = next(w for w in known["wins"] if w["winner"] == win["winner"])
                    yield {
                        "id": f"{game['id']} {known['round']}-{known['honba']}",
                        "rules": game["rules"],
                        "hand": win["hand"] | table,
                        "expected": expected,
                    }


def test_every_win_of_the_recorded_games_has_its_recorded_value() -> None:
    found = list(wins(lines("games.jsonl.gz")))
    assert len(found) == 22_768
    assert wrong(found) == []
