"""A change costs a fixed number of queries, whether it is the second hand or the sixtieth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from sessions.models import Game
from sessions.services import changes
from sessions.services.changes import replaced

WIN = {
    "type": "win",
    "riichi": [1],
    "wins": [{"winner": 0, "from": 1, "value": {"han": 1, "fu": 30}}],
}
AGAIN = {"type": "abort", "reason": "nine-terminals", "riichi": []}
"""The hand is played again: so a game has as many hands as one likes."""


def record(game: Game) -> None:
    changes.record(game, WIN, version=game.version, token=f"win-{game.version}")


def undo(game: Game) -> None:
    changes.undo(game, version=game.version, token=f"undo-{game.version}")


def redo(game: Game) -> None:
    changes.redo(game, version=game.version, token=f"redo-{game.version}")


def correct_the_first(game: Game) -> None:
    """Every later hand is written again."""
    edit = replaced(1, {"type": "draw", "tenpai": [game.version % 2]})
    changes.change(game, "edit", edit, version=game.version, token=None)


def declare(game: Game) -> None:
    changes.declare(game, 2, declared=True)


def queries(act: Callable[[Game], None], game: Game) -> list[str]:
    """The statements of an act, but for those that open and close transactions."""
    with CaptureQueriesContext(connection) as captured:
        act(game)
    return [query["sql"] for query in captured if " SAVEPOINT" not in f" {query['sql']}"]


@pytest.mark.parametrize(
    "act, expected",
    [(record, 9), (undo, 11), (redo, 10), (correct_the_first, 11), (declare, 5)],
)
def test_a_change_costs_the_same_at_hand_2_and_at_hand_60(
    game: Game, act: Callable[[Game], Any], expected: int
) -> None:
    def at_hand(number: int) -> int:
        while game.rounds.count() < number - 1:
            changes.record(game, AGAIN, version=game.version, token=None)
        if act is not record:
            record(game)
        if act is redo:
            undo(game)
        return len(queries(act, game))

    assert (at_hand(2), at_hand(60)) == (expected, expected)


def test_a_plan_costs_the_same_at_hand_2_and_at_hand_60(game: Game) -> None:
    def at_hand(number: int) -> int:
        while game.rounds.count() < number:
            changes.record(game, AGAIN, version=game.version, token=None)
        return len(queries(lambda game: changes.plan(game, replaced(1, WIN)) and None, game))

    assert (at_hand(2), at_hand(60)) == (3, 3)
