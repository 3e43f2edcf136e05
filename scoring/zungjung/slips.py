"""What a Zung Jung round may have been instead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from scoring.game import Outcome, State, Step, Valued
from scoring.slips import any_win, other_seats
from scoring.zungjung.payment import LEGAL_POINTS
from scoring.zungjung.rules import PLAYERS, Rules

USUAL: Mapping[str, Any] = {"points": 30}
_FAR = 6


def figure(win: Valued) -> Mapping[str, Any]:
    return {"points": int(win.points)}


def values(rules: Rules, self_draw: bool) -> Iterator[Mapping[str, Any]]:
    return ({"points": points} for points in LEGAL_POINTS if points >= rules.minimum)


def steps_apart(one: Mapping[str, Any], other: Mapping[str, Any]) -> int:
    """Points are typed: a figure that is missing or out of order is as near as the next sum."""
    mine, yours = one["points"], other["points"]
    if mine == yours:
        return 0
    short, long = sorted((str(mine), str(yours)), key=len)
    if sorted(short) == sorted(long) or long.startswith(short):
        return 1
    return min(abs(LEGAL_POINTS.index(mine) - LEGAL_POINTS.index(yours)), _FAR)


def otherwise(rules: Rules, step: Step) -> Iterator[tuple[str, Outcome]]:
    """Somebody else in it, another responsible player, a draw for a win."""
    yield from other_seats(step)
    outcome = step.outcome
    for win in outcome.wins:
        for seat in (None, *range(PLAYERS)) if rules.immunity and win.source is not None else ():
            if seat not in (win.responsible, win.winner):
                yield "liable", replace(outcome, wins=(replace(win, responsible=seat),))
        yield "other", Outcome("draw")
    if outcome.kind == "draw":
        for instead in any_win(PLAYERS, USUAL):
            yield "other", instead


def forgotten(rules: Rules, state: State) -> Iterator[Outcome]:
    """A win, a draw (for who deals), a false win."""
    yield from any_win(PLAYERS, USUAL)
    yield Outcome("draw")
    for seat in range(PLAYERS):
        yield Outcome("penalty", reason="false-win", seat=seat)
