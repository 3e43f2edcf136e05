"""The games of the demo: one in the middle, to play with, and one that was settled."""

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
)
"""Each as ``create_game`` wants it, and the outcomes in the order they were recorded."""
