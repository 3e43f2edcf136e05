"""What a Hong Kong round may have been instead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from scoring.game import Outcome, State, Step, Valued
from scoring.hongkong.rules import PLAYERS, HongKongRules
from scoring.slips import any_win, other_seats

_LIMIT: Mapping[str, Any] = {"limit": True}
_SELDOM = 3
"""Keys between a limit hand and any other: nobody mistakes it."""


def figure(win: Valued) -> Mapping[str, Any]:
    return _LIMIT if win.data["limit"] else {"faan": win.data["faan"]}


def values(rules: HongKongRules, self_draw: bool) -> Iterator[Mapping[str, Any]]:
    for faan in range(rules.needed(self_draw), rules.limit + 1):
        yield {"faan": faan}
    yield _LIMIT


def steps_apart(one: Mapping[str, Any], other: Mapping[str, Any]) -> int:
    if "faan" in one and "faan" in other:
        return abs(int(one["faan"]) - int(other["faan"]))
    return 0 if one == other else _SELDOM


def otherwise(rules: HongKongRules, step: Step) -> Iterator[tuple[str, Outcome]]:
    """Somebody else in it, liable or not, a draw for a win."""
    yield from other_seats(step)
    outcome = step.outcome
    for win in outcome.wins:
        for seat in (None, *range(PLAYERS)) if rules.liability else ():
            if seat not in (win.liable, win.winner):
                yield "liable", replace(outcome, wins=(replace(win, liable=seat),))
        yield "other", Outcome("draw")
    if outcome.kind == "draw":
        for instead in any_win(PLAYERS, {"faan": rules.minimum}):
            yield "other", instead


def forgotten(rules: HongKongRules, state: State) -> Iterator[Outcome]:
    """A win, a draw (for who deals), a false win."""
    yield from any_win(PLAYERS, {"faan": rules.needed(True)})
    yield Outcome("draw")
    for seat in range(PLAYERS):
        yield Outcome("penalty", reason="false-win", seat=seat)
