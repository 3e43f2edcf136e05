"""Hong Kong and Zung Jung through the commands: replayed, brought in, sent out, and again."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command

PLAYERS = ["Aki", "Ben", "Chie", "Dan"]
TILES = {"tiles": "111999m333s77z", "melds": ["pon 555z"], "win_tile": "7z",
         "flowers": ["f2"], "situation": []}  # fmt: skip


def win(winner: int, source: int | None, **said: Any) -> dict[str, Any]:
    return {"type": "win", "wins": [{"winner": winner, "from": source, **said}]}


def fan(count: int) -> dict[str, Any]:
    return {"value": {"faan": count}}


def points(*patterns: str, worth: int) -> dict[str, Any]:
    value = {"points": worth}
    return {"value": {**value, "patterns": list(patterns)} if patterns else value}


HONGKONG = {
    "format": "jantaku.game/1",
    "rules": {
        "variety": "hongkong",
        "preset": "half-gun",
        "options": {"length": "east", "minimum": 0},
    },
    "players": PLAYERS,
    "rounds": [
        win(1, 3, **fan(0)),  # 1 in all: 0.5, 0.25, 0.25; the deal passes
        {"type": "penalty", "reason": "false-win", "seat": 2},  # 192 to each
        {"type": "draw", "tenpai": []},  # Ben stays
        win(2, None, **fan(3), liable=0),  # 4 from each: 12 from the one who is liable
        win(3, 0, hand=TILES),  # three triplets, white dragons, the own flower: 5 fan
        win(0, 1, value={"limit": True}),
    ],
}
"""Half gun, base 0.5: an East round. The figures are the test's own."""

ZUNGJUNG = {
    "format": "jantaku.game/1",
    "rules": {"variety": "zungjung", "preset": "3.3", "options": {"length": 4, "rate": "0.1"}},
    "players": PLAYERS,
    "rounds": [
        win(3, 1, **points("2.1.2", worth=80)),  # 190 from Ben, 25 from the others
        win(0, 1, **points(worth=40), responsible=2),  # 70 from Chie, 25 each
        {"type": "penalty", "reason": "false-win", "seat": 3},  # 30 to each, dealt again
        win(1, 2, **points("3.1", "3.1", worth=20), responsible=None),  # all pay 20
        {"type": "draw", "tenpai": []},
    ],
}

EXPECTED = {
    "hongkong": [295.75, 123, -602.25, 183.5],
    "zungjung": [105, -125, -85, 105],
}


class Stdin:
    def __init__(self, lines: list[Any]) -> None:
        self.buffer = io.BytesIO("".join(json.dumps(line) + "\n" for line in lines).encode())


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[dict[str, Any]]]:
    def run(command: str, lines: list[Any], **options: Any) -> list[dict[str, Any]]:
        monkeypatch.setattr("sys.stdin", Stdin(lines))
        out = io.StringIO()
        call_command(command, stdout=out, stderr=io.StringIO(), **options)
        return [json.loads(line) for line in out.getvalue().splitlines()]

    return run


def ends(played: list[dict[str, Any]]) -> dict[str, list[float]]:
    return dict(zip(("hongkong", "zungjung"), (game["scores"] for game in played), strict=True))


def test_a_game_of_either_is_replayed_to_the_end(run: Callable[..., Any]) -> None:
    hongkong, zungjung = played = run("replay", [HONGKONG, ZUNGJUNG])
    assert (hongkong["reason"], zungjung["reason"]) == ("last-hand", "hands-played")
    assert hongkong["rounds"][0]["deltas"] == [-0.25, 1, -0.25, -0.5]
    assert hongkong["rounds"][1]["deltas"] == [192, 192, -576, 192]
    assert hongkong["rounds"][3]["deltas"] == [-12, 0, 12, 0]
    assert hongkong["rounds"][4]["wins"][0]["faan"] == 5
    assert [round_["deltas"] for round_ in zungjung["rounds"]] == [
        [-25, -190, -25, 240],
        [120, -25, -70, -25],
        [30, 30, 30, -90],
        [-20, 60, -20, -20],
        [0, 0, 0, 0],
    ]
    assert ends(played) == EXPECTED
    for game in played:
        assert sum(game["settlement"]["money"]) == 0
        assert sum(game["scores"]) == 0


@pytest.mark.django_db
def test_what_is_brought_in_is_sent_out_and_plays_the_same(run: Callable[..., Any]) -> None:
    games = [HONGKONG, ZUNGJUNG]
    assert [answer["new"] for answer in run("import_games", games, club="here")] == [True, True]
    out = run("export_games", [], club="here")
    for sent, given in zip(out, games, strict=True):
        assert sent["players"] == given["players"]
        assert sent["rules"]["options"].items() >= given["rules"]["options"].items()
        assert _without_defaults(sent["rounds"]) == _without_defaults(given["rounds"])
    assert run("replay", out) == run("replay", games)
    assert [answer["new"] for answer in run("import_games", out, club="there")] == [True, True]
    assert run("replay", run("export_games", [], club="there")) == run("replay", games)


def _without_defaults(rounds: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rounds as they were written: an export writes lists that are empty too."""
    return [{name: value for name, value in each.items() if value != []} for each in rounds]
