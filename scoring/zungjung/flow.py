"""How a Zung Jung game goes: what a round may be, who deals next, when it is over.

Edition 2.51 is silent on the flow; edition 3.3 passes the deal after every hand, draws included.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.errors import ScoringError, SeatNumber, Word
from scoring.game import (
    WINDS,
    Claim,
    Outcome,
    Score,
    State,
    Step,
    Transfer,
    adjustment,
    deltas_of,
    integer,
    next_claim,
    with_scores,
)
from scoring.zungjung.claim import responsible_seat, valued
from scoring.zungjung.payment import pay_false_win, pay_win
from scoring.zungjung.rules import PLAYERS, Rules

_NOBODY: tuple[Score, ...] = (0,) * PLAYERS


@dataclass(frozen=True, slots=True)
class ZungJungState(State):
    """Where a game stands. ``penalties`` are the referee's, off each seat's result at the end."""

    penalties: tuple[Score, ...] = _NOBODY


# -- the start ----------------------------------------------------------------------------------

_START_FIELDS = ("round", "honba", "sticks", "scores")


def begin(rules: Rules, start: Mapping[str, Any] | None = None) -> ZungJungState:
    """East 1 with nothing scored, or the middle of a game: ``{"round": "S2", "scores": [...]}``.

    The hands before that round count as played, each deal once. ``ScoringError`` at ``start.…``.
    """
    given = {} if start is None else start
    for name in given:
        if name not in _START_FIELDS:
            raise ScoringError(f"start.{name}", "a start has no field {name}", name=name)
    for name in ("honba", "sticks"):
        if integer(given.get(name, 0), f"start.{name}"):
            raise ScoringError(f"start.{name}", "there are no {name} in Zung Jung", name=name)
    wind, number = _round(given.get("round", "E1"))
    hands = wind * PLAYERS + number - 1
    if rules.length != "open" and hands >= int(rules.length):
        raise ScoringError(
            "start.round", "a game of {length} hands is over before that", length=rules.length
        )
    return ZungJungState(
        wind=wind,
        number=number,
        honba=0,
        sticks=0,
        scores=_scores(given.get("scores", [0] * PLAYERS)),
        hands=hands,
    )


def _round(label: Any) -> tuple[int, int]:
    labels = {f"{w}{n}": (i, n) for i, w in enumerate(WINDS) for n in range(1, PLAYERS + 1)}
    if not isinstance(label, str) or label not in labels:
        raise ScoringError("start.round", "must be E1 to N4")
    return labels[label]


def _scores(scores: Any) -> tuple[Score, ...]:
    if not isinstance(scores, list | tuple) or len(scores) != PLAYERS:
        raise ScoringError("start.scores", "give one score for each of the {n} players", n=PLAYERS)
    found = tuple(integer(score, f"start.scores.{i}") for i, score in enumerate(scores))
    if sum(found):
        raise ScoringError(
            "start.scores",
            "the scores add up to {sum}; what one wins the others lose",
            sum=sum(found),
        )
    return found


# -- a round ------------------------------------------------------------------------------------


def play(rules: Rules, state: ZungJungState, outcome: Outcome) -> Step:
    """One round. ``ScoringError`` where it cannot happen in Zung Jung."""
    _refuse_foreign(outcome)
    return _ROUNDS[outcome.kind](rules, state, outcome)


def _refuse_foreign(outcome: Outcome) -> None:
    """Say kindly what belongs to another game."""
    for name, given in (("riichi", outcome.riichi), ("nagashi", outcome.nagashi)):
        if given:
            raise ScoringError(name, "there is no {name} in Zung Jung", name=name)
    if outcome.tenpai:
        raise ScoringError("tenpai", "nobody pays on a draw in Zung Jung, ready or not")
    if outcome.stop:
        raise ScoringError("stop", "no dealer can stop the game; it ends after its last hand")
    if outcome.time_up:
        raise ScoringError("time_up", "these rules have no clock; record the end of the game")


def _win(rules: Rules, state: ZungJungState, outcome: Outcome) -> Step:
    if len(outcome.wins) > 1:
        _refuse_second_winner(state, outcome.wins)
    claim = outcome.wins[0]
    responsible = responsible_seat(rules, claim)
    win, notes = valued(rules, state, claim)
    transfers = pay_win(rules, int(win.points), claim.winner, responsible)
    stays = claim.winner == state.dealer and "win" in rules.dealer_repeats
    return _finish(rules, state, outcome, transfers, stays, wins=(win,), notes=notes)


def _refuse_second_winner(state: State, wins: Sequence[Claim]) -> None:
    """One winner a hand; on several claims the next in turn after the discarder."""
    first = next_claim(wins, PLAYERS)
    raise ScoringError(
        "wins",
        "one player wins a hand: of those who claim it the next in turn after the discarder, "
        "here {wind} ({winner})",
        wind=Word(("East", "South", "West", "North")[state.seat_wind(first)]),
        winner=SeatNumber(first),
    )


def _draw(rules: Rules, state: ZungJungState, outcome: Outcome) -> Step:
    return _finish(rules, state, outcome, (), "draw" in rules.dealer_repeats)


def _finish(
    rules: Rules,
    state: ZungJungState,
    outcome: Outcome,
    transfers: tuple[Transfer, ...],
    dealer_stays: bool,
    **shown: Any,
) -> Step:
    """A hand is over: it counts, the deal passes unless the dealer stays, and the last hand ends
    the game."""
    deltas = deltas_of(transfers, PLAYERS)
    hands = state.hands + 1
    last = rules.length != "open" and hands >= int(rules.length)
    after = with_scores(
        state,
        deltas,
        hands=hands,
        finished=last,
        reason="hands-played" if last else None,
        **({} if dealer_stays else _next_deal(state)),
    )
    return Step(state, outcome, after, deltas, transfers, **shown)


def _next_deal(state: State) -> dict[str, int]:
    if state.number < PLAYERS:
        return {"number": state.number + 1}
    return {"wind": (state.wind + 1) % len(WINDS), "number": 1}


def _abort(rules: Rules, state: ZungJungState, outcome: Outcome) -> Step:
    raise ScoringError("type", "no hand is aborted in Zung Jung; a hand nobody wins is a draw")


def _penalty(rules: Rules, state: ZungJungState, outcome: Outcome) -> Step:
    if outcome.seat is None:
        raise ScoringError("seat", "say whose penalty it is")
    if outcome.reason == "false-win":
        return _false_win(rules, state, outcome, outcome.seat)
    if outcome.reason == "referee":
        return _referee(state, outcome, outcome.seat)
    raise ScoringError("reason", "a penalty is a false-win or the referee's")


def _false_win(rules: Rules, state: ZungJungState, outcome: Outcome, seat: int) -> Step:
    """The hand is played again: the deal stays and nothing counts as played."""
    if outcome.points is not None:
        raise ScoringError(
            "points", "these rules fix it: {points} to each other player", points=rules.false_win
        )
    transfers = pay_false_win(rules, seat)
    deltas = deltas_of(transfers, PLAYERS)
    return Step(state, outcome, with_scores(state, deltas), deltas, transfers)


def _referee(state: ZungJungState, outcome: Outcome, seat: int) -> Step:
    """Points off the result; the scores on the table stay."""
    points = integer(outcome.points, "points", 1)
    penalties = tuple(
        had + points if who == seat else had for who, had in enumerate(state.penalties)
    )
    return Step(state, outcome, replace(state, penalties=penalties), _NOBODY)


def _adjust(rules: Rules, state: ZungJungState, outcome: Outcome) -> Step:
    transfers = adjustment(outcome.deltas)
    deltas = deltas_of(transfers, PLAYERS)
    off = sum(deltas)
    notes = (("the adjustment does not add up to zero: {sum}", {"sum": off}),) if off else ()
    return Step(state, outcome, with_scores(state, deltas), deltas, transfers, notes=notes)


def _end(rules: Rules, state: ZungJungState, outcome: Outcome) -> Step:
    reason = "agreed" if outcome.reason is None else outcome.reason
    if reason not in ("agreed", "time"):
        raise ScoringError("reason", "a game ends as agreed or when time is up (time)")
    return Step(state, outcome, replace(state, finished=True, reason=reason), _NOBODY)


_ROUNDS: Mapping[str, Callable[[Rules, ZungJungState, Outcome], Step]] = {
    "win": _win,
    "draw": _draw,
    "abort": _abort,
    "penalty": _penalty,
    "adjust": _adjust,
    "end": _end,
}
