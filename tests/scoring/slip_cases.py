"""Recorded games with one slip made on purpose, for tests of the search for it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.errors import ScoringError
from scoring.game import Claim, Outcome, Replay, Score, Variety, play
from scoring.slips import Search, Slip

Made = tuple[list[Outcome], int, str] | None


@dataclass(frozen=True)
class Case:
    """``recorded`` is wrong in one place; ``counted`` is what lies on the table."""

    variety: Variety
    recorded: Replay
    counted: tuple[Score, ...]
    truth: Replay
    number: int
    change: str

    def found_at(self) -> int | None:
        """At what place of the answer (from 0) the slip is named."""
        for place, slip in enumerate(Search(self.variety, self.recorded).slips(self.counted)):
            if self._is_it(slip):
                return place
        return None

    def _is_it(self, slip: Slip) -> bool:
        if slip.change != self.change or slip.miscounted:
            return False
        if self.change == "delete":
            steps = self.recorded.steps
            wrong = steps[self.number - 1].outcome
            same = slip.number == self.number or steps[slip.number - 1].outcome == wrong
            return same and slip.ends == self.counted
        right = self.truth.steps[self.number - 1]
        return (
            slip.number == self.number
            and slip.step is not None
            and slip.step.deltas == right.deltas
            and slip.step.outcome.kind == right.outcome.kind
        )


def cases(
    variety: Variety,
    games: Sequence[tuple[Any, Sequence[Outcome], Any]],
    make: Callable[[random.Random, Sequence[Outcome], Variety, Any], Made],
    seed: int = 1,
) -> Iterator[Case]:
    """A slip in a hand of each game, where the game could still have been recorded so."""
    chance = random.Random(seed)
    for rules, outcomes, start in games:
        played = chance.randint(min(3, len(outcomes) - 1), len(outcomes) - 1)
        right = list(outcomes[:played])
        truth = play(variety, rules, right, start)
        if truth.state.finished:
            continue
        made = make(chance, right, variety, rules)
        if made is None:
            continue
        wrong, number, change = made
        try:
            recorded = play(variety, rules, wrong, start)
        except ScoringError:
            continue
        ends = truth.state.scores
        if len(recorded.steps) == len(wrong) and recorded.state.scores != ends:
            yield Case(variety, recorded, ends, truth, number, change)


def random_games(variety: Variety, rules: Any, count: int, seed: int = 7) -> list[Any]:
    """Games as they might be: mostly wins of common values, draws where there are any to pay."""
    chance = random.Random(seed)
    return [(rules, _random_game(chance, variety, rules), None) for _ in range(count)]


def _random_game(chance: random.Random, variety: Variety, rules: Any) -> list[Outcome]:
    state, rounds = variety.start(rules), []
    while not state.finished and len(rounds) < 16:
        outcome = chance.choice(list(variety.forgotten(rules, state)))
        if outcome.wins:
            claim = outcome.wins[0]
            values = list(variety.values(rules, claim.source is None))
            claim = replace(claim, value=chance.choice(values))
            outcome = replace(outcome, wins=(claim,))
        try:
            state = variety.apply(rules, state, outcome).after
        except ScoringError:
            continue
        rounds.append(outcome)
    return rounds


# -- the slips: what was recorded instead -------------------------------------------------------


def _pick(
    chance: random.Random, rounds: Sequence[Outcome], fits: Callable[[Outcome], bool]
) -> int | None:
    found = [at for at, outcome in enumerate(rounds) if fits(outcome)]
    return chance.choice(found) if found else None


def _one_win(outcome: Outcome) -> bool:
    return len(outcome.wins) == 1 and outcome.wins[0].liable is None


def _with(rounds: Sequence[Outcome], at: int, outcome: Outcome) -> Made:
    return [*rounds[:at], outcome, *rounds[at + 1 :]], at + 1, "replace"


def _another_win(change: Callable[[random.Random, Claim, int], Claim | None]) -> Any:
    def make(
        chance: random.Random, rounds: Sequence[Outcome], variety: Variety, rules: Any
    ) -> Made:
        at = _pick(chance, rounds, _one_win)
        if at is None:
            return None
        claim = change(chance, rounds[at].wins[0], variety.players(rules))
        return None if claim is None else _with(rounds, at, replace(rounds[at], wins=(claim,)))

    return make


def _payer(chance: random.Random, claim: Claim, players: int) -> Claim | None:
    if claim.source is None:
        return None
    others = [seat for seat in range(players) if seat not in (claim.winner, claim.source)]
    return replace(claim, source=chance.choice(others))


def _winner(chance: random.Random, claim: Claim, players: int) -> Claim | None:
    others = [seat for seat in range(players) if seat not in (claim.winner, claim.source)]
    return replace(claim, winner=chance.choice(others))


def _swapped(chance: random.Random, claim: Claim, players: int) -> Claim | None:
    if claim.source is None:
        return None
    return replace(claim, winner=claim.source, source=claim.winner)


def _drawn(chance: random.Random, claim: Claim, players: int) -> Claim | None:
    """Recorded as a self-draw, or, a self-draw, off somebody."""
    if claim.source is not None:
        return replace(claim, source=None)
    return replace(claim, source=chance.choice([s for s in range(players) if s != claim.winner]))


def _value(chance: random.Random, rounds: Sequence[Outcome], variety: Variety, rules: Any) -> Made:
    """A key beside the right one."""
    at = _pick(chance, rounds, _one_win)
    if at is None or rounds[at].wins[0].value is None:
        return None
    claim = rounds[at].wins[0]
    value = dict(claim.value or {})
    near = [
        other
        for other in variety.values(rules, claim.source is None)
        if variety.steps_apart(value, other) == 1
    ]
    if not near:
        return None
    wrong = replace(claim, value=chance.choice(near))
    return _with(rounds, at, replace(rounds[at], wins=(wrong,)))


def _twice(chance: random.Random, rounds: Sequence[Outcome], variety: Variety, rules: Any) -> Made:
    at = chance.randrange(len(rounds))
    return [*rounds[: at + 1], *rounds[at:]], at + 2, "delete"


def _forgotten_last(
    chance: random.Random, rounds: Sequence[Outcome], variety: Variety, rules: Any
) -> Made:
    return list(rounds[:-1]), len(rounds), "insert"


def _forgotten(
    chance: random.Random, rounds: Sequence[Outcome], variety: Variety, rules: Any
) -> Made:
    at = chance.randrange(len(rounds))
    return [*rounds[:at], *rounds[at + 1 :]], at + 1, "insert"


def _tenpai(chance: random.Random, rounds: Sequence[Outcome], variety: Variety, rules: Any) -> Made:
    at = _pick(chance, rounds, lambda outcome: outcome.kind == "draw" and not outcome.nagashi)
    if at is None:
        return None
    seat = chance.randrange(variety.players(rules))
    if seat in rounds[at].riichi:
        return None
    tenpai = tuple(sorted(set(rounds[at].tenpai) ^ {seat}))
    return _with(rounds, at, replace(rounds[at], tenpai=tenpai))


def _riichi(chance: random.Random, rounds: Sequence[Outcome], variety: Variety, rules: Any) -> Made:
    """One not noted, or one too many."""
    at = _pick(chance, rounds, lambda outcome: outcome.kind in ("win", "draw"))
    if at is None:
        return None
    seat = chance.randrange(variety.players(rules))
    riichi = tuple(sorted(set(rounds[at].riichi) ^ {seat}))
    return _with(rounds, at, replace(rounds[at], riichi=riichi))


def _seat(chance: random.Random, rounds: Sequence[Outcome], variety: Variety, rules: Any) -> Made:
    at = _pick(chance, rounds, lambda outcome: outcome.seat is not None)
    if at is None:
        return None
    seats = [seat for seat in range(variety.players(rules)) if seat != rounds[at].seat]
    return _with(rounds, at, replace(rounds[at], seat=chance.choice(seats)))


SLIPS = {
    "value": _value,
    "payer": _another_win(_payer),
    "winner": _another_win(_winner),
    "swapped": _another_win(_swapped),
    "drawn": _another_win(_drawn),
    "twice": _twice,
    "forgotten last": _forgotten_last,
    "forgotten": _forgotten,
    "tenpai": _tenpai,
    "riichi": _riichi,
    "seat": _seat,
}
