"""A game record made of a log, held against every figure the log gives itself.

A record that would come to other points than the players saw is of no use to them: the round, the
sticks and honba, what each deal paid and the final result are compared, and a difference is told.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scoring.errors import Changes, Figures, ScoringError, Word
from scoring.game import Replay, Score, Settlement, Variety, play
from scoring.logs.log import Deal, Log
from scoring.record import FORMAT, read
from scoring.varieties import variety
from scoring.words import ENDS

UMA = ([20000, 10000], [10000, 5000], [15000, 5000], [30000, 10000], [0, 0])
UMA_OF_THREE = (20000, 15000, 10000, 0)
ROUNDINGS = ("none", "half-up", "half-down")
"""What the sites settle by: no log says it, but its own result shows it."""


@dataclass(frozen=True, slots=True)
class Account:
    """The record of a log, and where it does not come to what the log says."""

    record: dict[str, Any]
    differences: tuple[ScoringError, ...]


def account(log: Log) -> Account:
    """The log as a game record. ``ScoringError`` where it is no game under these rules at all."""
    record = _record(log, _options(log))
    played = _play_out(record)
    differences = list(_differences(log, played))
    if played.settlement is not None and not differences:
        settled = _settlement(log, record, played)
        record["rules"]["options"].update(settled)
        differences += _of_result(log, record, played)
    return Account(record, tuple(differences))


def _options(log: Log) -> dict[str, Any]:
    """The log's flags, and what its first deal and its end show besides."""
    options = {**log.options, "tenpai_yame": "choice"}
    first = log.deals[0]
    handed_out = sum(first.scores) + 1000 * first.sticks
    each, rest = divmod(handed_out, len(log.players))
    known = variety("riichi").rules(log.preset, {}).start_points
    if not rest and each != known:
        options["start_points"] = each
    return options


def _record(log: Log, options: dict[str, Any]) -> dict[str, Any]:
    record: dict[str, Any] = {
        "format": FORMAT,
        "rules": {"variety": "riichi", "preset": log.preset, "options": options},
        "players": names(log.players),
        "rounds": [dict(deal.outcome) for deal in log.deals],
        "id": fingerprint(log),
    }
    if log.started is not None:
        record["started"] = log.started
    first = log.deals[0]
    if (first.round, first.honba, first.sticks) != ("E1", 0, 0) or len(set(first.scores)) > 1:
        record["start"] = {
            "round": first.round,
            "honba": first.honba,
            "sticks": first.sticks,
            "scores": list(first.scores),
        }
    return record


def names(found: Sequence[str]) -> list[str]:
    """The players' names, one each: sites let everyone be called "NoName"."""
    given: list[str] = []
    for seat, name in enumerate(found):
        plain = " ".join(name.split())[:50] or f"Player {seat + 1}"
        again = 2
        unique = plain
        while unique in given:
            unique = f"{plain} ({again})"
            again += 1
        given.append(unique)
    return given


_PLACEHOLDER = re.compile(r"(?:player ?|p)[1-4]|noname(?: \([0-9]+\))?", re.IGNORECASE)


def is_placeholder(name: str) -> bool:
    """Whether it names nobody: "P1" and "Player 2", as converters write who is hidden, or the
    "NoName" of whoever plays without an account. In the next log it is somebody else."""
    return _PLACEHOLDER.fullmatch(name) is not None


def fingerprint(log: Log) -> str:
    """The same for the same game in whichever format it comes: who played, and every score."""
    told = [list(log.players), [[deal.round, *deal.scores, *deal.after] for deal in log.deals]]
    digest = hashlib.sha256(json.dumps(told).encode()).hexdigest()
    return f"log-{digest[:24]}"


def _play_out(record: dict[str, Any]) -> Replay:
    """The record played as far as the log goes: a hanchan where it goes on after the East round,
    whatever its flags say; stopped by the dealer where it ends though it might go on."""
    rounds, options = record["rounds"], record["rules"]["options"]
    played = _play(record)
    if len(played.steps) < len(rounds) and options["length"] == "east":
        options["length"] = "hanchan"
        played = _play(record)
    if len(played.steps) == len(rounds) and played.steps[-1].may_stop:
        rounds[-1] = {**rounds[-1], "stop": True}
        played = _play(record)
    return played


def _play(record: dict[str, Any]) -> Replay:
    game = read(record)
    return play(game.variety, game.rules, game.rounds, game.start)


# -- against the log's own figures --------------------------------------------------------------


def _differences(log: Log, played: Replay) -> Iterator[ScoringError]:
    for index, (deal, step) in enumerate(zip(log.deals, played.steps, strict=False)):
        found = _difference(deal, step.before, step.deltas)
        if found is not None:
            yield found.at(f"rounds.{index}")
    index = len(played.steps)
    if index < len(log.deals):
        yield ScoringError(
            f"rounds.{index}",
            "round {number} comes after the end of the game ({reason})",
            number=index + 1,
            reason=Word(ENDS[played.state.reason or ""]),
        )
    if not played.state.finished:
        yield ScoringError("rounds", "the log stops before the end of the game")


def _difference(deal: Deal, before: Any, deltas: Sequence[Score]) -> ScoringError | None:
    told = (deal.round, deal.honba, deal.sticks)
    found = (before.label, before.honba, before.sticks)
    if told != found:
        return ScoringError(
            "",
            "the log is at {told}, by these rules it is {found}",
            told=_table(*told),
            found=_table(*found),
        )
    change = tuple(after - score for after, score in zip(deal.after, deal.scores, strict=True))
    if change != tuple(deltas):
        return ScoringError(
            "",
            "{round}: the log pays {told}, these rules {found}",
            round=deal.round,
            told=Changes(change),
            found=Changes(deltas),
        )
    return None


def _table(label: str, honba: int, sticks: int) -> str:
    return f"{label}-{honba} ({sticks})"


# -- the result ---------------------------------------------------------------------------------


def _settlement(log: Log, record: dict[str, Any], played: Replay) -> dict[str, Any]:
    """The options by which the game comes to the totals the log tells; none where none do."""
    if log.totals is None:
        return {}
    for options in _ways(len(log.players)):
        if _totals(_settle(record, played, options)) == log.totals:
            return options
    return {}


def _ways(players: int) -> Iterator[dict[str, Any]]:
    """The preset's own way first, then what else is known of the sites."""
    for rounding in ROUNDINGS:
        yield {} if rounding == "none" else {"rounding": rounding}
    if players == 4:
        lines = [[first, second, -second, -first] for first, second in UMA]
    else:
        lines = [[first, 0, -first] for first in UMA_OF_THREE]
    for uma in lines:
        for rounding in ROUNDINGS:
            yield {"uma": uma, "rounding": rounding}


def _settle(record: dict[str, Any], played: Replay, options: dict[str, Any]) -> Settlement:
    kind: Variety = variety("riichi")
    rules = record["rules"]
    return kind.settle(
        kind.rules(rules["preset"], {**rules["options"], **options}), played.state, None
    )


def _totals(settled: Settlement) -> tuple[Any, ...]:

    return tuple(Fraction(total) / settled.unit for total in settled.total)


def _of_result(log: Log, record: dict[str, Any], played: Replay) -> Iterator[ScoringError]:
    settled = _settle(record, played, {})
    for told, found in ((log.scores, settled.scores), (log.totals, _totals(settled))):
        if told is not None and told != tuple(found):
            yield ScoringError(
                "rounds",
                "the log ends with {told}, these rules with {found}",
                told=Figures(told),
                found=Figures(found),
            )
