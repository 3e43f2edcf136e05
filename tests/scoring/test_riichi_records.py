"""Every recorded riichi game, replayed by value: each round, the end and the settlement agree.

By tiles they are replayed by the tests of hands.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from typing import Any

import pytest

from scoring.answers import replay_game
from tests.scoring.riichi_table import SHARED

pytestmark = pytest.mark.records

ROUND = ("round", "dealer", "honba", "sticks", "deltas", "scores", "sticks_after")
TOLERANCE = 0.05001
"""Records print totals to one place, some of them rounded."""


def records(name: str) -> Iterator[dict[str, Any]]:
    path = SHARED / "records" / name
    if not path.exists():
        pytest.skip("the recorded games are not here")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def value_of(won: dict[str, Any]) -> dict[str, Any]:
    if won["yakuman"]:
        return {"yakuman": won["yakuman"]}
    return {"limit": won["limit"]} if won["fu"] is None else {"han": won["han"], "fu": won["fu"]}


def by_value(record: dict[str, Any]) -> dict[str, Any]:
    """The game as it would have been keyed in: every hand's value in place of its tiles."""
    rounds = []
    for played, known in zip(record["rounds"], record["expected"]["rounds"], strict=True):
        worth = {won["winner"]: won for won in known.get("wins", ())}
        wins = [
            {
                **{key: value for key, value in won.items() if key != "hand"},
                "value": won["value"] if "value" in won else value_of(worth[won["winner"]]),
            }
            for won in played.get("wins", ())
        ]
        rounds.append({**played, "wins": wins} if wins else played)
    return {**record, "rounds": rounds}


@pytest.mark.parametrize(
    ("name", "games", "rounds"),
    [("games.jsonl.gz", 2990, 26877), ("club_sessions.jsonl.gz", 123, 1495)],
)
def test_every_recorded_game_replays_to_its_own_result(name: str, games: int, rounds: int) -> None:
    seen = [0, 0]
    for record in records(name):
        expected, found = record["expected"], replay_game(by_value(record))
        where = record["id"]
        for known, shown in zip(expected["rounds"], found["rounds"], strict=True):
            assert {key: shown[key] for key in ROUND} == {key: known[key] for key in ROUND}, where
            points = {won["winner"]: won["points"] for won in known.get("wins", ())}
            assert {won["winner"]: won["points"] for won in shown.get("wins", ())} == points, where
        assert (found["finished"], found["scores"]) == (expected["finished"], expected["scores"])
        settled = found["settlement"]
        assert settled["places"] == expected["settlement"]["places"], where
        for total, known in zip(
            settled["total"],
            expected["settlement"].get("total", settled["total"]),
            strict=True,
        ):
            assert abs(total - known) <= TOLERANCE, where
        seen = [seen[0] + 1, seen[1] + len(found["rounds"])]
    assert seen == [games, rounds]
