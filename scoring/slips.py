"""Why the sticks on the table do not agree with the record: the likeliest slip.

Every way a round may have been recorded, or paid, one slip away from what it should have been is
tried, and those kept that end at the scores that were counted. What a round otherwise changes
reaches later hands only by who deals, honba and sticks, so the hands after it are played once for
each such position and not for each slip; a value that is wrong is not guessed but read off what is
missing. The few that are left are played through in full before they are named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice
from typing import Any

from scoring.errors import ScoringError
from scoring.game import Claim, Outcome, Replay, Score, State, Step, Variety, deltas_of

Scores = tuple[Score, ...]

KINDS: Mapping[str, str] = {
    "miscount": "miscounted",
    "exchanged": "two scores exchanged",
    "repeated": "recorded twice",
    "surplus": "was not played",
    "forgotten": "was not recorded",
    "value": "another value",
    "winner": "another winner",
    "second": "one more winner",
    "fewer": "one winner less",
    "payer": "off another player",
    "swapped": "winner and discarder exchanged",
    "self-draw": "self-draw, not off a discard",
    "discard": "off a discard, not self-drawn",
    "tenpai": "others were tenpai",
    "riichi": "a riichi was not noted",
    "no-riichi": "a riichi was noted that was none",
    "nagashi": "nagashi",
    "liable": "somebody else answers for it",
    "other": "it went otherwise",
    "seat": "another player’s penalty",
    "sign": "the signs were turned round",
    "honba": "honba was not handed over",
    "sticks": "sticks were not taken",
    "deposit": "a riichi stick was not laid",
    "dealer": "paid as if somebody else dealt",
    "rounded": "paid as if it were rounded otherwise",
}
"""What a slip is, by its kind: English msgids."""

_COSTS: Mapping[str, int] = {
    "miscount": 0, "repeated": 2, "value": 6, "payer": 12, "tenpai": 9, "riichi": 12, "sign": 8,
    "seat": 10, "honba": 11, "sticks": 12, "swapped": 14, "winner": 15, "no-riichi": 14,
    "deposit": 15, "self-draw": 15, "discard": 15, "rounded": 10, "dealer": 16, "liable": 18,
    "forgotten": 16, "fewer": 14, "second": 22, "surplus": 20, "other": 20, "nagashi": 24,
    "exchanged": 17,
}  # fmt: skip
"""How seldom a slip is: the dearer, the less likely."""
_EARLIER = 6
"""Hands ago that make a slip one step less likely: people count when something looks wrong."""
_AND_ANOTHER_VALUE = 4
_VALUE_IS_OPEN = ("forgotten", "second", "other")
_IN_THE_MIDDLE = 6
"""A hand forgotten before others is noticed by the next dealer; the last one is not."""
MOST = 6
DEEP = 60
"""Hands that are looked at: more than an evening has, and a limit to what a count can cost."""
PAIRS = 20
"""Pairs of slips that are played in full."""
_FEW_KEYS = 3
"""Of two slips, a value is one only where it lies no further from the right one."""


@dataclass(frozen=True, slots=True)
class Slip:
    """One slip that would explain the count."""

    kind: str
    number: int
    """The round it is about, from 1; a forgotten one comes before the round of this number."""
    change: str
    """What puts it right: ``replace``, ``insert`` or ``delete`` of a round; ``pay``: the record is
    right and sticks were handed over wrongly; ``count``: nothing but the count is wrong."""
    after: State
    """Where the game would stand then …"""
    ends: Scores
    """… and with which scores."""
    outcome: Outcome | None = None
    step: Step | None = None
    """The round as it would be."""
    owed: Scores = ()
    """``pay``: what each would still have to get."""
    revalued: bool = False
    """Besides, the value is another."""
    miscounted: tuple[int, Score] | None = None
    """Whose sticks were counted wrong besides, and by how much."""
    exchanged: tuple[int, ...] = ()
    """Two whose scores were typed for each other."""
    cost: int = 0


def off(played: Replay, counted: Sequence[Score]) -> Scores:
    """What each has too much (or, negative, too little) by the count."""
    return _difference(tuple(counted), played.state.scores)


def _targets(
    played: Replay, counted: Sequence[Score]
) -> Iterator[tuple[Scores, tuple[int, Score] | None]]:
    """The scores to look for: as counted; and where they do not add up, with each one's put
    right."""
    yield tuple(counted), None
    too_much = sum(off(played, counted))
    for seat in range(len(counted)) if too_much else ():
        right = tuple(score - too_much * (i == seat) for i, score in enumerate(counted))
        yield right, (seat, too_much)


@dataclass(frozen=True, slots=True)
class _Try:
    """A round that may have been, with the scores the game would end at."""

    kind: str
    change: str
    at: int
    step: Step
    ends: Scores
    last: State


def _says_patterns(claim: Claim) -> bool:
    return bool(claim.hand) or "patterns" in (claim.value or {})


class Search:
    """Looks through a game for what explains a count. ``counted`` has the sticks that were laid in
    the hand being played given back; it must not agree with the record."""

    def __init__(self, variety: Variety, played: Replay) -> None:
        self.variety, self.rules, self.played = variety, played.rules, played
        self.steps = [self._by_figures(step) for step in played.steps]
        self.tails: dict[tuple[int, State], tuple[Scores, State] | None] = {}
        self.prices: dict[tuple[int, int, int | None], dict[Scores, list[Mapping[str, Any]]]] = {}
        self.tries = list(self._tries())

    def slips(self, counted: Sequence[Score], most: int = MOST) -> list[Slip]:
        """The likeliest slips, those without a miscount first."""
        found: dict[Any, Slip] = {}
        for target, wrong in _targets(self.played, counted):
            for slip in self._explain(target, wrong):
                key = _effect(slip)
                found[key] = min(slip, found.get(key, slip), key=lambda one: one.cost)
        ranked = sorted(
            found.values(), key=lambda slip: (slip.miscounted is not None, slip.cost, -slip.number)
        )
        return list(islice(filter(None, map(self._checked, ranked)), most))

    def pairs(self, counted: Sequence[Score], most: int = 2) -> list[tuple[Slip, Slip]]:
        """Two slips that together explain the count, for where no single one does; a forgotten hand
        is not among them, for with it nearly anything could be explained."""
        alone, wanted = self._alone(), off(self.played, counted)
        found = [
            (one, alone[rest])
            for change, one in alone.items()
            if (rest := _difference(wanted, change)) in alone and change <= rest
        ]
        found.sort(key=lambda pair: (pair[0].cost + pair[1].cost, -pair[0].number))
        looked_at = (self._both(pair, wanted) for pair in found[:PAIRS])
        return list(islice(filter(None, looked_at), most))

    @property
    def end(self) -> Scores:
        return self.played.state.scores

    @property
    def nought(self) -> Scores:
        return (0,) * len(self.end)

    def _play(self, state: State, outcome: Outcome) -> Step | None:
        try:
            return self.variety.apply(self.rules, state, outcome)
        except ScoringError:
            return None

    def _by_figures(self, step: Step) -> Step:
        """The round with every hand of tiles, or of ticked patterns, as the figure it is worth: it
        is quicker to play, and is worth as much for another winner."""
        known = {claim.winner for claim in step.outcome.wins if _says_patterns(claim)}
        if not known:
            return step
        figure = {win.winner: self.variety.figure(win) for win in step.wins}
        wins = tuple(
            replace(claim, value=figure[claim.winner], hand=None)
            if claim.winner in known
            else claim
            for claim in step.outcome.wins
        )
        plain = self._play(step.before, replace(step.outcome, wins=wins))
        return plain if plain is not None and plain.deltas == step.deltas else step

    # -- what may have been --

    def _tries(self) -> Iterator[_Try]:
        for at, step in self._recent():
            if ends := self._ends(at + 1, step.before):
                kind = "repeated" if self._is_repeated(at) else "surplus"
                yield _Try(kind, "delete", at, step, *ends)
            yield _Try("value", "replace", at, step, self.end, self.played.state)
            for kind, outcome in self.variety.otherwise(self.rules, step):
                yield from self._try(kind, "replace", at, step.before, outcome, at + 1)
        places = [*self._recent(), (len(self.steps), None)]
        for at, there in places:
            before = self.played.state if there is None else there.before
            for outcome in self.variety.forgotten(self.rules, before):
                yield from self._try("forgotten", "insert", at, before, outcome, at)

    def _recent(self) -> list[tuple[int, Step]]:
        return list(enumerate(self.steps))[-DEEP:]

    def _is_repeated(self, at: int) -> bool:
        """Whether the hand before it, or the one before that, was the same."""
        same = self.steps[at].outcome
        return any(before.outcome == same for before in self.steps[max(0, at - 2) : at])

    def _try(
        self, kind: str, change: str, at: int, before: State, outcome: Outcome, rest: int
    ) -> Iterator[_Try]:
        step = self._play(before, outcome)
        ends = step and self._ends(rest, step.after)
        if step and ends:
            yield _Try(kind, change, at, step, *ends)

    def _ends(self, rest: int, state: State) -> tuple[Scores, State] | None:
        """The scores after all that follows, from round ``rest`` on; ``None`` where it could not
        follow."""
        tail = self._tail(rest, state)
        if tail is None:
            return None
        return _sum(state.scores, tail[0]), tail[1]

    def _tail(self, at: int, state: State) -> tuple[Scores, State] | None:
        """What the rounds from ``at`` on pay together, begun at ``state``, and where they lead.
        They are played with the scores they were recorded at: those hardly matter."""
        path: list[tuple[tuple[int, State], Scores]] = []
        found: tuple[Scores, State] | None
        while True:
            if at == len(self.steps):
                found = self.nought, state
                break
            state = replace(state, scores=self.steps[at].before.scores)
            key = at, state
            if key in self.tails:
                found = self.tails[key]
                break
            step = None if state.finished else self._play(state, self.steps[at].outcome)
            if step is None:
                found = self.tails[key] = None
                break
            path.append((key, step.deltas))
            at, state = at + 1, step.after
        for key, deltas in reversed(path):
            found = None if found is None else (_sum(deltas, found[0]), found[1])
            self.tails[key] = found
        return found

    # -- what explains a count --

    def _explain(self, target: Scores, wrong: tuple[int, Score] | None) -> Iterator[Slip]:
        if wrong and target == self.end:
            yield Slip("miscount", 0, "count", self.played.state, self.end, miscounted=wrong)
        yield from self._exchanged(target, wrong)
        for tried in self.tries:
            missing = _difference(target, tried.ends)
            if not any(missing):
                if tried.kind != "value":
                    yield self._slip(tried, tried.step.outcome, 0, target, wrong)
            elif tried.step.wins and tried.change != "delete":
                for outcome, apart in self._valued(tried, missing):
                    yield self._slip(tried, outcome, apart, target, wrong)
        if target != self.end:
            yield from self._mispaid(_difference(self.end, target), wrong)

    def _exchanged(self, target: Scores, wrong: tuple[int, Score] | None) -> Iterator[Slip]:
        """The count is right, but two scores stand in each other's line."""
        other = [seat for seat, gap in enumerate(_difference(target, self.end)) if gap]
        if wrong is None and len(other) == 2:
            one, two = other
            if (target[one], target[two]) == (self.end[two], self.end[one]):
                cost, state = _COSTS["exchanged"], self.played.state
                yield Slip(
                    "exchanged", 0, "count", state, self.end, exchanged=(one, two), cost=cost
                )

    def _valued(self, tried: _Try, missing: Scores) -> Iterator[tuple[Outcome, int]]:
        """The round with one win worth what makes up for all that is missing."""
        for index, claim in enumerate(tried.step.outcome.wins):
            needed = _sum(_paid_for(tried.step, claim), missing)
            if claim.value is None or claim.liable is not None or not _could_be_paid(needed, claim):
                continue
            known = self._priced(tried.step.before, claim).get(needed, ())
            if known:
                apart, value = self._nearest(claim, known)
                yield _with_value(tried.step.outcome, index, value), apart

    def _nearest(
        self, claim: Claim, values: Sequence[Mapping[str, Any]]
    ) -> tuple[int, Mapping[str, Any]]:
        """Of values that pay the same the one whose keys are next to those pressed, and how far
        they are."""
        pressed = claim.value or {}
        near = [(self.variety.steps_apart(pressed, value), value) for value in values]
        return min(near, key=lambda pair: pair[0])

    def _priced(self, state: State, claim: Claim) -> dict[Scores, list[Mapping[str, Any]]]:
        """Every value such a win may have, by what it pays."""
        key = state.dealer, claim.winner, claim.source
        if key not in self.prices:
            bare = replace(state, honba=0, sticks=0)
            found = self.prices[key] = {}
            for value in self.variety.values(self.rules, claim.source is None):
                win = Claim(claim.winner, claim.source, value)
                paid = self.variety.apply(self.rules, bare, Outcome("win", wins=(win,))).deltas
                found.setdefault(paid, []).append(value)
        return self.prices[key]

    def _mispaid(self, owed: Scores, wrong: tuple[int, Score] | None) -> Iterator[Slip]:
        """The record is right, but some sticks were not handed over, or too many."""
        for at, step in self._recent():
            for kind, paid in self.variety.mispaid(self.rules, step):
                if _difference(step.deltas, paid) == owed:
                    yield self._unpaid(kind, at, owed, wrong)

    def _unpaid(self, kind: str, at: int, owed: Scores, wrong: tuple[int, Score] | None) -> Slip:
        return Slip(
            kind=kind,
            number=at + 1,
            change="pay",
            after=self.played.state,
            ends=self.end,
            step=self.played.steps[at],
            owed=owed,
            miscounted=wrong,
            cost=self._cost(kind, at),
        )

    def _slip(
        self,
        tried: _Try,
        outcome: Outcome,
        apart: int,
        target: Scores,
        wrong: tuple[int, Score] | None,
    ) -> Slip:
        value_is_open = tried.kind in _VALUE_IS_OPEN
        revalued = bool(apart) and tried.kind != "value" and not value_is_open
        cost = self._cost(tried.kind, tried.at) + apart * (1 if value_is_open else 2)
        if revalued:
            cost += _AND_ANOTHER_VALUE
        if tried.change == "insert" and tried.at < len(self.steps):
            cost += _IN_THE_MIDDLE
        return Slip(
            kind=tried.kind,
            number=tried.at + 1,
            change=tried.change,
            after=tried.last,
            ends=target,
            outcome=None if tried.change == "delete" else outcome,
            step=tried.step,
            revalued=revalued,
            miscounted=wrong,
            cost=cost,
        )

    def _cost(self, kind: str, at: int) -> int:
        return _COSTS[kind] + (len(self.steps) - at) // _EARLIER

    # -- two at once --

    def _alone(self) -> dict[Scores, Slip]:
        """The likeliest slip for every change of the scores that one of them makes."""
        found: dict[Scores, Slip] = {}
        for slip in self._each_alone():
            change = _difference(slip.ends, self.end)
            if slip.change == "pay":
                change = tuple(-amount for amount in slip.owed)
            if any(change):
                found[change] = min(slip, found.get(change, slip), key=lambda one: one.cost)
        return found

    def _each_alone(self) -> Iterator[Slip]:
        for tried in self.tries:
            if tried.kind == "value":
                yield from self._other_values(tried)
            elif tried.change != "insert":
                yield self._slip(tried, tried.step.outcome, 0, tried.ends, None)
        for at, step in self._recent():
            for kind, paid in self.variety.mispaid(self.rules, step):
                yield self._unpaid(kind, at, _difference(step.deltas, paid), None)

    def _other_values(self, tried: _Try) -> Iterator[Slip]:
        """The round with a win worth something a few keys away."""
        for index, claim in enumerate(tried.step.outcome.wins):
            if claim.value is None or claim.liable is not None:
                continue
            paid = _paid_for(tried.step, claim)
            for other, values in self._priced(tried.step.before, claim).items():
                apart, value = self._nearest(claim, values)
                if 0 < apart <= _FEW_KEYS:
                    ends = _sum(tried.ends, _difference(other, paid))
                    outcome = _with_value(tried.step.outcome, index, value)
                    yield self._slip(tried, outcome, apart, ends, None)

    def _both(self, pair: tuple[Slip, Slip], wanted: Scores) -> tuple[Slip, Slip] | None:
        """The two, if the game can be played with both and ends as it was counted."""
        checked = filter(None, map(self._checked, pair))
        sure = sorted(checked, key=lambda slip: slip.number)
        edits = [slip for slip in reversed(sure) if slip.change != "pay"]
        if len(sure) < 2 or len({slip.number for slip in edits}) < len(edits):
            return None
        outcomes = [step.outcome for step in self.played.steps]
        for slip in edits:
            outcomes[slip.number - 1 : slip.number] = [] if slip.outcome is None else [slip.outcome]
        state = self.played.steps[0].before
        for outcome in outcomes:
            step = None if state.finished else self._play(state, outcome)
            if step is None:
                return None
            state = step.after
        unpaid = [slip.owed for slip in sure if slip.change == "pay"]
        ends = _difference(state.scores, tuple(map(sum, zip(*unpaid, strict=True))) or self.nought)
        return (sure[0], sure[1]) if _difference(ends, self.end) == wanted else None

    # -- making sure --

    def _checked(self, slip: Slip) -> Slip | None:
        """The slip, if the game comes out right when it is played with it in full."""
        if slip.change in ("pay", "count"):
            return slip
        for outcome in self._forms(slip):
            steps = self._replayed(slip.change, slip.number - 1, outcome)
            last = steps[-1].after if steps else self._before(slip.number - 1)
            if steps is not None and last.scores == slip.ends:
                step = slip.step if outcome is None else steps[0]
                return replace(slip, outcome=outcome, step=step, after=last)
        return None

    def _forms(self, slip: Slip) -> Iterator[Outcome | None]:
        """The round, with the tiles it was recorded by where it is still worth as much."""
        if slip.outcome is not None and slip.change == "replace":
            at = slip.number - 1
            recorded, plain = self.played.steps[at].outcome.wins, self.steps[at].outcome.wins
            wins = tuple(
                replace(claim, value=None, hand=old.hand)
                if old.hand is not None and claim.value == figured.value
                else claim
                for claim, old, figured in zip(slip.outcome.wins, recorded, plain, strict=False)
            )
            if wins != slip.outcome.wins and len(wins) == len(slip.outcome.wins):
                yield replace(slip.outcome, wins=wins)
        yield slip.outcome

    def _before(self, at: int) -> State:
        return self.played.steps[at].before if at < len(self.steps) else self.played.state

    def _replayed(self, change: str, at: int, outcome: Outcome | None) -> list[Step] | None:
        """The game from round ``at`` on with the change; ``None`` where it cannot go on so."""
        rest = [step.outcome for step in self.played.steps[at + (change != "insert") :]]
        state, steps = self._before(at), []
        for one in rest if outcome is None else [outcome, *rest]:
            step = None if state.finished else self._play(state, one)
            if step is None:
                return None
            steps.append(step)
            state = step.after
        return steps


def _effect(slip: Slip) -> Any:
    """Equal for slips that are put right in the same way: of two equal hands either may go, and a
    forgotten one is looked for where it most likely was."""
    what = slip.step.outcome if slip.change == "delete" and slip.step else slip.outcome
    number = slip.number if slip.change in ("replace", "pay") else 0
    return slip.change, number, repr(what), slip.owed, slip.miscounted, slip.exchanged


def _sum(one: Scores, other: Scores) -> Scores:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def _difference(one: Scores, other: Scores) -> Scores:
    return tuple(a - b for a, b in zip(one, other, strict=True))


def _paid_for(step: Step, claim: Claim) -> Scores:
    """What each pays for a win, honba and sticks apart."""
    paid = (t for t in step.transfers if t.payee == claim.winner and t.kind in ("hand", "pao"))
    return deltas_of(paid, len(step.deltas))


def _with_value(outcome: Outcome, index: int, value: Mapping[str, Any]) -> Outcome:
    wins = list(outcome.wins)
    wins[index] = replace(wins[index], value=value)
    return replace(outcome, wins=tuple(wins))


def _could_be_paid(needed: Scores, claim: Claim) -> bool:
    """Whether this could be anybody's payment for a win at all."""
    return needed[claim.winner] > 0 and all(
        amount <= 0 for seat, amount in enumerate(needed) if seat != claim.winner
    )


# -- what every variety has in common -----------------------------------------------------------


def other_seats(step: Step) -> Iterator[tuple[str, Outcome]]:
    """The round with somebody else in a part of it."""
    outcome, players = step.outcome, range(len(step.deltas))
    if len(outcome.wins) == 1:
        yield from _other_win(outcome, outcome.wins[0], players)
    for index in range(len(outcome.wins) if len(outcome.wins) > 1 else 0):
        wins = outcome.wins[:index] + outcome.wins[index + 1 :]
        yield "fewer", replace(outcome, wins=wins)
    if outcome.seat is not None:
        for seat in players:
            if seat != outcome.seat:
                yield "seat", replace(outcome, seat=seat)
    if outcome.deltas:
        yield "sign", replace(outcome, deltas=tuple(-delta for delta in outcome.deltas))


def _other_win(outcome: Outcome, win: Claim, players: range) -> Iterator[tuple[str, Outcome]]:
    for winner in players:
        if winner not in (win.winner, win.source):
            yield "winner", replace(outcome, wins=(replace(win, winner=winner),))
    for source in (None, *players):
        if source not in (win.source, win.winner):
            kind = "self-draw" if source is None else "discard" if win.source is None else "payer"
            yield kind, replace(outcome, wins=(replace(win, source=source),))
    if win.source is not None:
        turned = replace(win, winner=win.source, source=win.winner)
        yield "swapped", replace(outcome, wins=(turned,))


def any_win(players: int, value: Mapping[str, Any], **shown: Any) -> Iterator[Outcome]:
    """A win of everybody, off everybody."""
    for winner in range(players):
        for source in (None, *range(players)):
            if source != winner:
                yield Outcome("win", wins=(Claim(winner, source, value),), **shown)


def subsets(seats: Sequence[int], most: int | None = None) -> Iterator[tuple[int, ...]]:
    """Every choice of these seats, the smallest first."""
    last = len(seats) if most is None else min(most, len(seats))
    for size in range(last + 1):
        yield from combinations(seats, size)


def otherwise_dealt(variety: Variety, rules: Any, step: Step) -> Iterator[Scores]:
    """What a win pays where it was forgotten who deals."""
    for number in range(1, len(step.deltas) + 1) if step.wins else ():
        try:
            paid = variety.apply(rules, replace(step.before, number=number), step.outcome).deltas
        except ScoringError:
            continue
        if paid != step.deltas:
            yield paid
