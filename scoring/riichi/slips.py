"""What a riichi round may have been instead: the sticks, who was tenpai, the han and fu beside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scoring.game import Claim, Outcome, Score, State, Step, Transfer, Valued, deltas_of
from scoring.riichi import flow
from scoring.riichi.payment import STICK
from scoring.riichi.points import MOST_FU
from scoring.riichi.rules import RiichiRules
from scoring.slips import any_win, other_seats, subsets

Scores = tuple[Score, ...]
Instead = Iterator[tuple[str, Outcome]]

USUAL: Mapping[str, int] = {"han": 2, "fu": 30}


def figure(win: Valued) -> Mapping[str, Any]:
    """Yakuman by number, else han and fu, else the limit."""
    han, fu = win.data["han"], win.data["fu"]
    if win.data["yakuman"]:
        return {"yakuman": win.data["yakuman"]}
    if han is None:
        return {"limit": win.data["limit"]}
    return {"han": han} if fu is None else {"han": han, "fu": fu}


def steps_apart(one: Mapping[str, Any], other: Mapping[str, Any]) -> int:
    """Keys of the pads between two values: limits follow on 4 han, below them fu matter too."""
    tiers = _tier(one), _tier(other)
    apart = abs(tiers[0] - tiers[1])
    if max(tiers) < _TIER_OF_HAN[5]:
        apart += abs(_ROWS.index(one["fu"]) - _ROWS.index(other["fu"]))
    return apart


_TIERS = ("mangan", "haneman", "baiman", "sanbaiman", "yakuman")
_TIER_OF_HAN = (0, 1, 2, 3, 4, 5, 6, 6, 7, 7, 7, 8, 8, 9)
_ROWS = (25, 20, *range(30, MOST_FU + 1, 10))
"""Fu as they lie side by side; 25 is taken for no other."""


def _tier(value: Mapping[str, Any]) -> int:
    if "yakuman" in value:
        return _TIER_OF_HAN[13] + int(value["yakuman"]) - 1
    if "limit" in value:
        return _TIER_OF_HAN[5] + _TIERS.index(value["limit"])
    return _TIER_OF_HAN[min(value["han"], 13)]


def otherwise(rules: RiichiRules, step: Step) -> Instead:
    """Somebody else in it, a riichi more or less, others tenpai, another kind of round."""
    yield from other_seats(step)
    yield from _KINDS.get(step.outcome.kind, _nothing)(rules, step)


def _nothing(rules: RiichiRules, step: Step) -> Instead:
    yield from ()


def _riichi(rules: RiichiRules, step: Step) -> Instead:
    outcome = step.outcome
    for seat in range(rules.players):
        if seat in outcome.riichi:
            rest = tuple(other for other in outcome.riichi if other != seat)
            yield "no-riichi", replace(outcome, riichi=rest)
        else:
            yield "riichi", replace(outcome, riichi=tuple(sorted((*outcome.riichi, seat))))


def _win(rules: RiichiRules, step: Step) -> Instead:
    outcome, players = step.outcome, range(rules.players)
    yield from _riichi(rules, step)
    first = outcome.wins[0]
    if first.source is not None and rules.multiple_ron != "one":
        winners = [claim.winner for claim in outcome.wins]
        for seat in players:
            if seat not in (first.source, *winners):
                more = Claim(seat, first.source, USUAL)
                yield "second", replace(outcome, wins=(*outcome.wins, more))
    for index, claim in enumerate(outcome.wins):
        for seat in (None, *players) if _may_be_fed(rules, claim) else ():
            if seat not in (claim.liable, claim.winner):
                wins = list(outcome.wins)
                wins[index] = replace(claim, liable=seat)
                yield "liable", replace(outcome, wins=tuple(wins))
    for tenpai in subsets(players):
        if set(outcome.riichi) <= set(tenpai):
            yield "other", Outcome("draw", riichi=outcome.riichi, tenpai=tenpai)


def _may_be_fed(rules: RiichiRules, claim: Claim) -> bool:
    return bool(rules.pao) and "yakuman" in (claim.value or {})


def _draw(rules: RiichiRules, step: Step) -> Instead:
    outcome, players = step.outcome, range(rules.players)
    for kind, other in _riichi(rules, step):
        yield kind, other
        declared = tuple(sorted({*other.tenpai, *other.riichi}))
        if declared != other.tenpai:
            yield kind, replace(other, tenpai=declared)
    for tenpai in subsets(players):
        if tenpai != outcome.tenpai:
            yield "tenpai", replace(outcome, tenpai=tenpai)
    for seat in players if rules.nagashi != "none" else ():
        earners = set(outcome.nagashi) ^ {seat}
        yield "nagashi", replace(outcome, nagashi=tuple(sorted(earners)))
    for reason in flow.abortive_draws(rules):
        yield "other", Outcome("abort", riichi=outcome.riichi, reason=reason)
    for win in any_win(rules.players, USUAL, riichi=outcome.riichi):
        yield "other", win


def _abort(rules: RiichiRules, step: Step) -> Instead:
    yield from _riichi(rules, step)
    for tenpai in subsets(range(rules.players)):
        yield "other", Outcome("draw", riichi=step.outcome.riichi, tenpai=tenpai)


_KINDS = {"win": _win, "draw": _draw, "abort": _abort}


def forgotten(rules: RiichiRules, state: State) -> Iterator[Outcome]:
    """A win with at most one riichi of somebody else (the winner's own stick comes back at once), a
    draw with at most one, a chombo."""
    players = range(rules.players)
    for riichi in subsets(players, 1):
        for win in any_win(rules.players, USUAL, riichi=riichi):
            if win.wins[0].winner not in riichi:
                yield win
        for tenpai in subsets(players):
            if set(riichi) <= set(tenpai):
                yield Outcome("draw", riichi=riichi, tenpai=tenpai)
    for seat in players:
        yield Outcome("penalty", reason="chombo", seat=seat)


# -- paid otherwise than it was recorded --------------------------------------------------------


def mispaid(rules: RiichiRules, step: Step) -> Iterator[tuple[str, Scores]]:
    """Honba or sticks forgotten, all or some of them; 7700 for 8000."""
    for kind, forgotten_part in (*_honba(step), *_sticks(step), *_deposits(step)):
        missing = deltas_of(forgotten_part, rules.players)
        yield kind, tuple(a - b for a, b in zip(step.deltas, missing, strict=True))
    if step.wins and not rules.aotenjou:
        rounded = replace(rules, kiriage_mangan=not rules.kiriage_mangan)
        yield "rounded", flow.apply(rounded, step.before, step.outcome).deltas


Part = tuple[str, Sequence[Transfer]]


def _honba(step: Step) -> Iterator[Part]:
    paid, count = [t for t in step.transfers if t.kind == "honba"], step.before.honba
    for some in range(1, count + 1) if paid else ():
        yield "honba", [replace(t, amount=t.amount * some // count) for t in paid]


def _sticks(step: Step) -> Iterator[Part]:
    """Sticks the winner left lying."""
    for taken in [t for t in step.transfers if t.kind == "sticks"]:
        for some in range(1, int(taken.amount) // STICK + 1):
            yield "sticks", [replace(taken, amount=some * STICK)]


def _deposits(step: Step) -> Iterator[Part]:
    """A stick that was never laid is not there for the winner either."""
    taken = [t for t in step.transfers if t.kind == "sticks"][:1]
    for laid in [t for t in step.transfers if t.kind == "riichi"]:
        yield "deposit", [laid, *(replace(t, amount=STICK) for t in taken)]
