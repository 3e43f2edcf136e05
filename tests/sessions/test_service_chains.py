"""Random chains of changes: after every step the rows are what a fresh replay gives, a refused
change leaves no trace, and undo restores exactly what was."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from scoring.errors import ScoringError
from sessions.models import Change, Club, Game, Player, Result, Round, Win
from sessions.services import changes
from sessions.services.changes import (
    Edit,
    NeedsConsent,
    NothingToDo,
    appended,
    deleted,
    inserted,
    replaced,
    swapped,
    with_chips,
    with_start,
)
from sessions.services.document import Document, load
from sessions.services.exchange import export_game, import_game

RULES = (
    {"options": {"length": "east"}},
    {"preset": "tenhou", "options": {"tenpai_yame": "no", "length": "east"}},
    {"options": {"bust": "zero", "chips": True, "rate": "0.3", "cold_game": 60000}},
    {"options": {"players": 3, "uma": [15000, 0, -15000], "chips": True, "length": "east"}},
    {"options": {"length": "single", "renchan": "never", "multiple_ron": "three", "ties": "share"}},
)


class Chance:
    """Random rounds and changes, most of them legal."""

    def __init__(self, seed: int, players: int) -> None:
        self.random = random.Random(seed)
        self.players = players

    def seat(self) -> int:
        return self.random.randrange(self.players)

    def some(self, odds: float) -> list[int]:
        return [seat for seat in range(self.players) if self.random.random() < odds]

    def outcome(self) -> dict[str, Any]:
        kind = self.random.choices(
            ("win", "draw", "abort", "penalty", "adjust", "end"), (60, 25, 4, 4, 4, 3)
        )[0]
        outcome: dict[str, Any] = {"type": kind}
        if kind == "win":
            source = self.random.choice([None, self.seat()])
            winners = self.some(0.1) if source is not None else []
            wins = [w for w in winners if w != source] or [self.seat()]
            outcome["wins"] = [{"winner": w, "from": source, "value": self.value()} for w in wins]
            outcome["riichi"] = self.some(0.2)
        elif kind == "draw":
            outcome["riichi"] = self.some(0.2)
            outcome["tenpai"] = sorted({*outcome["riichi"], *self.some(0.4)})
        elif kind == "abort":
            outcome["reason"] = "nine-terminals"
        elif kind == "penalty":
            outcome.update(reason="chombo", seat=self.seat())
        elif kind == "adjust":
            outcome.update(reason="slip", deltas=[0] * self.players)
            outcome["deltas"][self.seat()] += 1000
            outcome["deltas"][self.seat()] -= 1000
        else:
            outcome["reason"] = "agreed"
        return outcome

    def value(self) -> dict[str, Any]:
        return self.random.choice(
            [{"han": 1, "fu": 30}, {"han": 2, "fu": 40}, {"han": 3, "fu": 60},
             {"limit": "mangan"}, {"limit": "haneman"}, {"yakuman": 1}]
        )  # fmt: skip

    def edit(self, document: Document, guest: Player) -> tuple[str, Edit]:
        rounds = len(document.rounds)
        number = self.random.randint(1, rounds + 1)
        points = [25000] * self.players
        points[self.seat()] += 5000
        points[self.seat()] -= 5000
        chips = [0] * self.players
        chips[self.seat()] += 2
        chips[self.seat()] -= 2
        follow = self.random.random() < 0.5
        choices: list[tuple[str, Edit]] = [
            ("replace", replaced(number, self.outcome())),
            ("insert", inserted(number, self.outcome())),
            ("delete", deleted(number)),
            ("swap", swapped(self.seat(), self.seat(), hands_follow=follow)),
            ("start", with_start(self.random.choice([None, {"scores": points, "honba": 1}]))),
            ("chips", with_chips(chips)),
            ("substitute", changes.substituted(self.seat(), guest.pk, number, counts=follow)),
        ]
        return self.random.choice([("record", appended(self.outcome()))] * 6 + choices)


def snapshot(game: Game) -> tuple[Any, ...]:
    """All that is stored of a game but keys, counters and times."""
    of_game = {"game": game.pk}
    rounds = Round.objects.filter(**of_game).values(
        "number", "outcome", "edited", "wind", "hand_number", "dealer", "honba", "sticks",
        "deltas", "scores", "sticks_after",
    )  # fmt: skip
    wins = Win.objects.filter(round__game=game).order_by("round__number", "id")
    return (
        load(Game.objects.get(pk=game.pk)),
        list(rounds),
        list(wins.values("round__number", "winner", "source", "points", "value", "patterns")),
        list(Result.objects.filter(**of_game).values("seat", "player", "place", "score", "total",
                                                     "unit", "money", "money_unit")),
        Game.objects.filter(pk=game.pk).values(
            "start", "chips", "wind", "hand_number", "honba", "sticks", "scores", "hands",
            "finished", "reason").get(),
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(10))
def test_any_chain_of_changes_is_consistent_and_undone_exactly(
    new_game: Callable[..., Game], assert_consistent: Callable[[Game], Any], seed: int
) -> None:
    given = RULES[seed % len(RULES)]
    game = new_game(**given)
    chance = Chance(seed, len(game.scores))
    guest = Player.objects.create(name="Emi")
    done, undone = [snapshot(game)], []

    for _ in range(30):
        act = chance.random.random()
        version = game.version
        try:
            if act < 0.12:
                changes.undo(game, version=version, token=None)
                undone.append(done.pop())
            elif act < 0.2:
                changes.redo(game, version=version, token=None)
                done.append(undone.pop())
            else:
                kind, edit = chance.edit(done[-1][0], guest)
                _carry_out(game, kind, edit)
                done.append(snapshot(game))
                undone.clear()
        except (ScoringError, NothingToDo):
            assert game.version == Game.objects.get(pk=game.pk).version == version
        else:
            assert game.version == version + 1
        assert snapshot(game) == done[-1]
        assert_consistent(game)

    assert game.changes.count() >= 5, "the chain must have changed something"
    _check_export(game, assert_consistent)
    while len(done) > 1:
        changes.undo(game, version=game.version, token=None)
        done.pop()
        assert snapshot(game) == done[-1]
    with pytest.raises(NothingToDo):
        changes.undo(game, version=game.version, token=None)


def _carry_out(game: Game, kind: str, edit: Edit) -> None:
    """The change, with consent only after it was asked for; the plan says what it did."""
    before = snapshot(game)
    try:
        changes.change(game, kind, edit, version=game.version, token=None)
    except NeedsConsent as refusal:
        planned = refusal.plan
    else:
        return
    assert snapshot(game) == before
    assert changes.plan(game, edit) == planned
    changes.change(game, kind, edit, version=game.version, token=None, consent=True)
    assert game.finished
    assert game.rounds.count() == len(planned.document.rounds) - len(planned.surplus)


def _check_export(game: Game, assert_consistent: Callable[[Game], Any]) -> None:
    """Imported elsewhere it is the same game with the same result."""
    record = export_game(Game.objects.get(pk=game.pk))
    elsewhere = Club.objects.create(name="Elsewhere", slug="elsewhere")
    copy = import_game(elsewhere, json.loads(json.dumps(record))).game
    assert_consistent(copy)
    assert {**export_game(copy), "club": None} == {**record, "club": None}
    figures = ("seat", "player__name", "place", "score", "total", "unit", "money", "money_unit")
    assert list(copy.results.values(*figures)) == list(game.results.values(*figures))


def test_redo_after_a_chain_of_undos_gives_the_last_state_again(
    new_game: Callable[..., Game], assert_consistent: Callable[[Game], Any]
) -> None:
    game = new_game(options={"length": "full"})
    chance = Chance(99, 4)
    states = [snapshot(game)]
    while len(states) < 12:
        try:
            changes.record(game, chance.outcome(), version=game.version, token=None)
        except ScoringError:
            continue
        if game.finished:
            changes.undo(game, version=game.version, token=None)
            continue
        states.append(snapshot(game))
    for state in reversed(states[:-1]):
        changes.undo(game, version=game.version, token=None)
        assert snapshot(game) == state
    for state in states[1:]:
        changes.redo(game, version=game.version, token=None)
        assert snapshot(game) == state
    assert_consistent(game)
    kept = game.changes.filter(state=Change.State.DONE, kind="record").count()
    assert kept == game.rounds.count() == 11
