"""The games of the demo: of each variety one in the middle, to play with, and one settled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

NAMES = ("Aki", "Ben", "Chie", "Dan")


def ron(winner: int, source: int, riichi: Sequence[int] = (), **value: Any) -> dict[str, Any]:
    claim = {"winner": winner, "from": source, "value": value}
    return {"type": "win", "wins": [claim], "riichi": list(riichi)}


def tsumo(winner: int, riichi: Sequence[int] = (), **value: Any) -> dict[str, Any]:
    claim = {"winner": winner, "from": None, "value": value}
    return {"type": "win", "wins": [claim], "riichi": list(riichi)}


def won(winner: int, source: int | None, **claim: Any) -> dict[str, Any]:
    """A win by its ``value`` or its ``hand``."""
    return {"type": "win", "riichi": [], "wins": [{"winner": winner, "from": source, **claim}]}


def draw(*tenpai: int, riichi: Sequence[int] = ()) -> dict[str, Any]:
    return {"type": "draw", "tenpai": list(tenpai), "riichi": list(riichi)}


DEMO_GAMES: tuple[Mapping[str, Any], ...] = (
    {
        "title": "Demo table",
        "variety": "riichi",
        "options": {},
        "rounds": [
            ron(1, 3, riichi=[1], han=3, fu=30),
            tsumo(1, han=2, fu=40),
            draw(1, 2, riichi=[2]),
            ron(0, 2, riichi=[0], han=3, fu=40),
            tsumo(3, limit="mangan"),
            draw(),
            ron(0, 2, han=2, fu=40),
            ron(2, 0, riichi=[2, 3], han=4, fu=30),
            draw(1, 3, riichi=[3]),
        ],
    },
    {
        "title": "Last week",
        "variety": "riichi",
        "options": {"length": "east"},
        "rounds": [
            ron(2, 0, han=2, fu=30),
            tsumo(1, riichi=[1], han=3, fu=30),
            draw(1, 3, riichi=[3]),
            ron(0, 3, riichi=[0], limit="mangan"),
            tsumo(3, han=2, fu=40),
            ron(2, 1, han=1, fu=40),
        ],
    },
    {
        "title": "Hong Kong demo",
        "variety": "hongkong",
        "options": {},
        "rounds": [
            won(1, 3, value={"faan": 3}),
            won(2, None, value={"faan": 1}),
            draw(),
            won(0, None, value={"faan": 2}),
            won(3, 1, hand={"tiles": "123456m789p55s", "melds": ["pon 777z"], "win_tile": "5s"}),
        ],
    },
    {
        "title": "Zung Jung demo",
        "variety": "zungjung",
        "options": {},
        "rounds": [
            won(2, 0, value={"points": 40}),
            won(0, None, value={"points": 15}),
            draw(),
            won(1, 3, hand={"tiles": "123456789m789p99s", "win_tile": "9m"}),
        ],
    },
)
"""Each as ``create_game`` wants it, and the outcomes in the order they were recorded."""


def demo_of(variety: str) -> Mapping[str, Any]:
    """The game of this variety that goes on. ``KeyError`` where there is none."""
    found: Mapping[str, Any] = {demo["variety"]: demo for demo in reversed(DEMO_GAMES)}[variety]
    return found
