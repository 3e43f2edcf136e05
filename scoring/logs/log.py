"""What every log tells, whatever its format."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from fractions import Fraction
from typing import Any

from scoring.errors import ScoringError
from scoring.game import WINDS
from scoring.words import msgid

JAPAN = timezone(timedelta(hours=9))
MOST_DEALS = 200
"""A full game with long repeats has some forty."""

UNREADABLE = msgid("{what} cannot be read")


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal: the table before it, what happened, and the scores it left."""

    round: str
    """``E1`` …"""
    honba: int
    sticks: int
    scores: tuple[int, ...]
    outcome: Mapping[str, Any]
    """The round as a game record writes it."""
    after: tuple[int, ...]
    """As the log has it: what the record's own replay must come to."""


@dataclass(frozen=True, slots=True)
class Log:
    """A whole game as a site recorded it. ``scores`` and ``totals`` (in thousands) are its own
    result, where it tells one."""

    preset: str
    options: Mapping[str, Any]
    """What the log's own flags say otherwise than the preset."""
    players: tuple[str, ...]
    deals: tuple[Deal, ...]
    scores: tuple[int, ...] | None = None
    totals: tuple[Fraction, ...] | None = None
    started: str | None = None
    """ISO 8601, where the log tells it."""


def round_label(number: int, players: int, at: str) -> str:
    """``E1`` of a log's 0: both sites count four deals to a wind, for three players too."""
    wind, deal = divmod(number, 4)
    if not 0 <= wind < len(WINDS) or deal >= players:
        raise ScoringError(at, UNREADABLE, what=f"round {number}")
    return f"{WINDS[wind]}{deal + 1}"


_STAMP = re.compile(r"(20[0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})gm-")


def played_at(name: str) -> str | None:
    """When a game of Tenhou was played, by its name: ``2010091009gm-…`` is the hour, in Japan."""
    found = _STAMP.search(name)
    if found is None:
        return None
    year, month, day, hour = map(int, found.groups())
    try:
        return datetime(year, month, day, hour, tzinfo=JAPAN).isoformat()
    except ValueError:
        return None


def refuse(at: str, what: str) -> ScoringError:
    """The error of a log that is not what it should be: ``raise refuse("log.0", "…")``."""
    return ScoringError(at, UNREADABLE, what=what[:100])


def in_order(codes: Iterable[str]) -> str:
    """Tiles as text, suits and numbers in order, a red five before the plain ones: ``340m``."""
    known = sorted(codes, key=lambda code: "1234056789".index(code[0]))
    suits = {suit: "".join(code[0] for code in known if code[1] == suit) for suit in "mpsz"}
    return "".join(digits + suit for suit, digits in suits.items() if digits)
