"""What the commands print: a game replayed, a lone hand scored, as JSON-ready objects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from scoring.errors import ScoringError
from scoring.game import Replay, Score, Settlement, Step, Valued, replay
from scoring.money import number
from scoring.record import read, read_rules


def replay_game(data: Any) -> dict[str, Any]:
    """``replay``'s answer to one game record. ``ScoringError`` names what does not fit."""
    game = read(data)
    return replay_answer(replay(game.variety, game.rules, game.rounds, game.start, game.chips))


def replay_answer(played: Replay) -> dict[str, Any]:
    """Every round, the end and the settlement (``null`` until the game is finished)."""
    settled = played.settlement
    scores = played.state.scores if settled is None else settled.scores
    return {
        "rounds": [_round(step) for step in played.steps],
        "finished": played.state.finished,
        "reason": played.state.reason,
        "scores": _numbers(scores),
        "settlement": None if settled is None else _settlement(settled),
    }


def score_hand(data: Any) -> dict[str, Any]:
    """``score``'s answer to ``{"rules": …, "hand": …}``."""
    if not isinstance(data, Mapping) or set(data) != {"rules", "hand"}:
        raise ScoringError("", "a line must be an object with rules and hand")
    kind, _, _, rules = read_rules(data["rules"])
    if not isinstance(data["hand"], Mapping):
        raise ScoringError("hand", "must be an object")
    return kind.score(rules, data["hand"])


def _numbers(scores: Iterable[Score]) -> list[int | float]:
    return [number(score) for score in scores]


def _round(step: Step) -> dict[str, Any]:
    before, after = step.before, step.after
    answer: dict[str, Any] = {
        "round": before.label,
        "dealer": before.dealer,
        "honba": before.honba,
        "sticks": before.sticks,
        "deltas": _numbers(step.deltas),
        "scores": _numbers(after.scores),
        "sticks_after": after.sticks,
    }
    if step.wins:
        answer["wins"] = [_win(win) for win in step.wins]
    return answer


def _win(win: Valued) -> dict[str, Any]:
    patterns = None if win.patterns is None else [list(pattern) for pattern in win.patterns]
    return {
        "winner": win.winner,
        **win.data,
        "points": number(win.points),
        "patterns": patterns,
    }


def _settlement(settled: Settlement) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "places": list(settled.places),
        "points": _numbers(settled.points),
        "uma": None if settled.uma is None else _numbers(settled.uma),
        "oka": None if settled.oka is None else _numbers(settled.oka),
        "total": [number(Fraction(total) / settled.unit) for total in settled.total],
        "money": None if settled.money is None else _numbers(settled.money),
        "transfers": [[payer, payee, number(sum_)] for payer, payee, sum_ in settled.transfers],
    }
    if settled.unbalanced:
        answer["unbalanced"] = {name: number(sum_) for name, sum_ in settled.unbalanced}
    return answer
