"""The services never ask which game it is: all three are kept, changed, exported the same way."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from scoring.varieties import VARIETIES
from sessions.models import Club, Game
from sessions.services import changes
from sessions.services.changes import deleted, replaced, swapped
from sessions.services.exchange import export_game, import_game
from sessions.services.games import create_game

NAMES = ("Aki", "Ben", "Chie", "Dan")
VALUES = {"riichi": {"han": 2, "fu": 30}, "hongkong": {"faan": 3}, "zungjung": {"points": 45}}
RULES: list[tuple[str, dict[str, Any]]] = [
    ("riichi", {"rate": "1/3"}),
    ("hongkong", {}),
    ("hongkong", {"gun": "half", "stake": 1}),
    ("hongkong", {"base": "0.5", "settle": "plain"}),
    ("zungjung", {"rate": "0.25"}),
    ("zungjung", {"edition": "3.3", "payment": "25-rule", "irregular_counts_concealed": False}),
]


def win(variety: str, winner: int, source: int | None) -> dict[str, Any]:
    claim = {"winner": winner, "from": source, "value": VALUES[variety]}
    return {"type": "win", "wins": [claim]}


def test_every_variety_is_tried() -> None:
    assert {variety for variety, _ in RULES} == set(VARIETIES) == set(VALUES)


@pytest.mark.django_db
@pytest.mark.parametrize("variety, options", RULES)
def test_a_game_is_recorded_changed_settled_and_moved(
    assert_consistent: Callable[[Game], Any], variety: str, options: dict[str, Any]
) -> None:
    game, _ = create_game(variety=variety, names=NAMES, options=options)

    def change(edit: changes.Edit) -> None:
        changes.change(game, "edit", edit, version=game.version, token=None)
        assert_consistent(game)

    for outcome in (win(variety, 0, 2), win(variety, 1, None), win(variety, 2, 0)):
        changes.record(game, outcome, version=game.version, token=None)
        assert_consistent(game)
    change(replaced(1, win(variety, 3, 2)))
    change(swapped(1, 2, hands_follow=True))
    change(deleted(3))
    changes.undo(game, version=game.version, token=None)
    changes.close(game, reason="agreed", version=game.version, token=None)
    assert_consistent(game)
    assert game.results.count() == 4

    club = Club.objects.create(name="Elsewhere", slug="elsewhere")
    copy = import_game(club, json.loads(json.dumps(export_game(game)))).game
    assert_consistent(copy)
    figures = ("seat", "place", "score", "score_unit", "total", "unit", "money", "money_unit")
    assert list(copy.results.values(*figures)) == list(game.results.values(*figures))


@pytest.mark.django_db
def test_parts_of_money_are_kept_exactly() -> None:
    game, _ = create_game(variety="zungjung", names=NAMES, options={"rate": "1/7"})
    changes.record(game, win("zungjung", 0, 1), version=game.version, token=None)
    changes.close(game, reason="agreed", version=game.version, token=None)
    kept = [Fraction(row.money, row.money_unit) for row in game.results.all()]
    totals = [Fraction(row.total, row.unit) for row in game.results.all()]
    assert kept == [total / 7 for total in totals]
    assert {money.denominator for money in kept} == {7}


@pytest.mark.django_db
def test_half_points_are_kept_exactly(assert_consistent: Callable[[Game], Any]) -> None:
    options = {"base": "0.5", "settle": "plain", "gun": "half"}
    game, _ = create_game(variety="hongkong", names=NAMES, options=options)
    outcome = {"type": "win", "wins": [{"winner": 0, "from": 1, "value": {"faan": 1}}]}
    changes.record(game, outcome, version=game.version, token=None)
    assert game.scores == [2, -1, "-1/2", "-1/2"]
    assert_consistent(game)
    changes.close(game, reason="agreed", version=game.version, token=None)
    assert_consistent(game)
