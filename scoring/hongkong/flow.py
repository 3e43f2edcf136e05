"""How a Hong Kong game goes: what a round may be, who deals next, when it is over.

Source: East stays after East's win and after a draw, otherwise the deal and the seat winds move on.
There are no honba, no sticks, and nobody pays on a draw.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from scoring.errors import ScoringError, SeatNumber, Word
from scoring.game import (
    LIMIT,
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
)
from scoring.hongkong.payment import largest_self_draw
from scoring.hongkong.rules import LENGTHS, PLAYERS, HongKongRules
from scoring.hongkong.win import value_win
from scoring.money import exact

WIND_NAMES = ("East", "South", "West", "North")


@dataclass(frozen=True, slots=True)
class HongKongState(State):
    """Where a game stands. ``penalties`` are the referee's, off each seat's result at the end."""

    penalties: tuple[int, ...] = (0,) * PLAYERS


# -- the start ----------------------------------------------------------------------------------

_START_FIELDS = ("round", "honba", "sticks", "scores")
_NEVER = ("honba", "sticks")


def begin(rules: HongKongRules, start: Mapping[str, Any] | None = None) -> HongKongState:
    """East 1 with nothing scored, or the middle of a game: ``{"round": "S2", "scores": [...]}``.

    ``ScoringError`` at ``start.…``.
    """
    given = start or {}
    for name in given:
        if name not in _START_FIELDS:
            raise ScoringError(f"start.{name}", "a start has no field {name}", name=name)
    for name in _NEVER:
        if integer(given.get(name, 0), f"start.{name}"):
            raise ScoringError(
                f"start.{name}", "there are no {name} in Hong Kong mahjong", name=name
            )
    wind, number = _round(rules, given.get("round", "E1"))
    scores = given.get("scores", [0] * PLAYERS)
    if not isinstance(scores, list | tuple) or len(scores) != PLAYERS:
        raise ScoringError("start.scores", "give one score for each of the {n} players", n=PLAYERS)
    return HongKongState(wind=wind, number=number, honba=0, sticks=0, scores=_scores(scores))


def _scores(scores: Sequence[Any]) -> tuple[Score, ...]:
    found = tuple(_score(score, f"start.scores.{i}") for i, score in enumerate(scores))
    if total := sum(found):
        raise ScoringError(
            "start.scores",
            "the scores add up to {sum}; what one wins the others lose",
            sum=total,
        )
    return found


def _round(rules: HongKongRules, label: Any) -> tuple[int, int]:
    """``"S2"`` → (1, 2), if the game gets that far."""
    winds = WINDS[: LENGTHS.get(rules.length, len(WINDS))]
    labels = {f"{wind}{n}": (winds.index(wind), n) for wind in winds for n in range(1, PLAYERS + 1)}
    if not isinstance(label, str) or label not in labels:
        raise ScoringError("start.round", "must be from E1 to {last}", last=f"{winds[-1]}{PLAYERS}")
    return labels[label]


_QUARTERS = re.compile(r"-?[0-9]{1,9}(\.(0|25|5|75)|/[24])?")


def _score(score: Any, at: str) -> Score:
    """A score on the table: whole, or, where half gun is played, in quarters (12.25, "49/4")."""
    if isinstance(score, float | str) and _QUARTERS.fullmatch(str(score)):
        return exact(Fraction(str(score)))
    return integer(score, at)


# -- a round ------------------------------------------------------------------------------------


def play(rules: HongKongRules, state: HongKongState, outcome: Outcome) -> Step:
    """One round. ``ScoringError`` where it cannot happen in Hong Kong mahjong."""
    _refuse_foreign(outcome)
    return _ROUNDS[outcome.kind](rules, state, outcome)


def _refuse_foreign(outcome: Outcome) -> None:
    """Say kindly what belongs to another game."""
    for name in ("riichi", "nagashi"):
        if getattr(outcome, name):
            raise ScoringError(name, "there is no {name} in Hong Kong mahjong", name=name)
    if outcome.tenpai:
        raise ScoringError("tenpai", "nobody pays on a draw in Hong Kong mahjong, ready or not")
    if outcome.stop:
        raise ScoringError("stop", "East cannot stop the game here; record that it ends as agreed")
    if outcome.time_up:
        raise ScoringError("time_up", "this table has no clock; record that the game ends on time")


def _win(rules: HongKongRules, state: HongKongState, outcome: Outcome) -> Step:
    if len(outcome.wins) > 1:
        _refuse_second_winner(state, outcome.wins)
    claim = outcome.wins[0]
    claimed = value_win(rules, state, claim)
    transfers = tuple(
        Transfer(payer, claim.winner, amount, "hand") for payer, amount in claimed.costs.items()
    )
    stays = claim.winner == state.dealer and "win" in rules.dealer_repeats
    after = _next_hand(rules, state, stays)
    return _step(state, outcome, after, transfers, wins=(claimed.win,), notes=claimed.notes)


def _refuse_second_winner(state: State, wins: Sequence[Claim]) -> None:
    """One winner only; of several claims the next in turn after the discarder has priority."""
    first = next_claim(wins, PLAYERS)
    raise ScoringError(
        "wins",
        "one player wins a hand: {wind} ({winner}) is next in turn after the discarder",
        wind=Word(WIND_NAMES[state.seat_wind(first)]),
        winner=SeatNumber(first),
    )


def _draw(rules: HongKongRules, state: HongKongState, outcome: Outcome) -> Step:
    return _step(state, outcome, _next_hand(rules, state, "draw" in rules.dealer_repeats))


def _abort(rules: HongKongRules, state: HongKongState, outcome: Outcome) -> Step:
    raise ScoringError("type", "no hand is aborted in Hong Kong mahjong; record a draw")


def _penalty(rules: HongKongRules, state: HongKongState, outcome: Outcome) -> Step:
    penalty, seat = _PENALTIES.get(outcome.reason or ""), outcome.seat
    if penalty is None:
        raise ScoringError(
            "reason",
            "a penalty in Hong Kong mahjong is one of {allowed}",
            allowed=", ".join(_PENALTIES),
        )
    if seat is None:
        raise ScoringError("seat", "say whose penalty it is")
    return penalty(rules, state, outcome, seat)


def _false_win(rules: HongKongRules, state: HongKongState, outcome: Outcome, seat: int) -> Step:
    """食詐糊: each other player is paid; the hand does not count."""
    if outcome.points is not None:
        raise ScoringError("points", "the rules of this table say what a false win costs")
    amount = rules.false_win if isinstance(rules.false_win, int) else largest_self_draw(rules)
    transfers = tuple(
        Transfer(seat, other, amount, "false-win")
        for other in range(PLAYERS)
        if other != seat and amount
    )
    passes = rules.false_win_ends_deal and seat == state.dealer
    return _step(state, outcome, _next_deal(rules, state) if passes else state, transfers)


def _referee(rules: HongKongRules, state: HongKongState, outcome: Outcome, seat: int) -> Step:
    """Off the result, not off the score on the table."""
    points = integer(outcome.points, "points", 1, LIMIT)
    penalties = list(state.penalties)
    penalties[seat] += points
    return _step(state, outcome, replace(state, penalties=tuple(penalties)))


def _adjust(rules: HongKongRules, state: HongKongState, outcome: Outcome) -> Step:
    off = sum(outcome.deltas)
    note = ("the adjustment does not add up: {difference}", {"difference": off})
    transfers = adjustment(outcome.deltas)
    return _step(state, outcome, state, transfers, notes=(note,) if off else ())


def _end(rules: HongKongRules, state: HongKongState, outcome: Outcome) -> Step:
    reason = "agreed" if outcome.reason is None else outcome.reason
    if reason not in _END_REASONS:
        raise ScoringError(
            "reason", "a game ends for one of {allowed}", allowed=", ".join(_END_REASONS)
        )
    return _step(state, outcome, replace(state, finished=True, reason=reason))


_END_REASONS = ("agreed", "time")
_PENALTIES: Mapping[str, Callable[[HongKongRules, HongKongState, Outcome, int], Step]] = {
    "false-win": _false_win,
    "referee": _referee,
}
_ROUNDS: Mapping[str, Callable[[HongKongRules, HongKongState, Outcome], Step]] = {
    "win": _win,
    "draw": _draw,
    "abort": _abort,
    "penalty": _penalty,
    "adjust": _adjust,
    "end": _end,
}

# -- what comes next ----------------------------------------------------------------------------


def _step(
    state: HongKongState,
    outcome: Outcome,
    after: HongKongState,
    transfers: tuple[Transfer, ...] = (),
    **shown: Any,
) -> Step:
    """The round with its transfers paid into the state that follows."""
    deltas = tuple(map(exact, deltas_of(transfers, PLAYERS)))
    scores = tuple(exact(a + b) for a, b in zip(state.scores, deltas, strict=True))
    return Step(state, outcome, replace(after, scores=scores), deltas, transfers, **shown)


def _next_hand(rules: HongKongRules, state: HongKongState, stays: bool) -> HongKongState:
    """A hand was played: it counts, and the deal stays or passes."""
    counted = replace(state, hands=state.hands + 1)
    stays = stays and rules.length != "single"
    return counted if stays else _next_deal(rules, counted)


def _next_deal(rules: HongKongRules, state: HongKongState) -> HongKongState:
    """The deal passes; after North's the next wind begins, or the game is over."""
    if state.number < PLAYERS and rules.length != "single":
        return replace(state, number=state.number + 1)
    if rules.length == "single" or state.wind + 1 == LENGTHS.get(rules.length):
        return replace(state, finished=True, reason="last-hand")
    return replace(state, wind=(state.wind + 1) % len(WINDS), number=1)
