"""What one claimed win is worth, and who answers for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from scoring.errors import ScoringError, Word
from scoring.game import ABSENT, Claim, State, Valued
from scoring.notation import parse_hand
from scoring.zungjung.hand import Account, Win, account
from scoring.zungjung.patterns import (
    BY_NUMBER,
    CAPPED,
    DISCARD,
    SELF_DRAW,
    Worth,
    from_ticked,
)
from scoring.zungjung.payment import CAP, check_minimum, check_points
from scoring.zungjung.rules import Rules


def responsible_seat(rules: Rules, claim: Claim) -> int | None:
    """The seat that answers for the winning tile: the discarder, unless the win says otherwise
    (same-round immunity: the first to throw that tile since the winner's last discard; nobody if
    that was the winner)."""
    at = "wins.0.responsible"
    if claim.liable is not None:
        raise ScoringError(
            "wins.0.liable", "nobody is liable in Zung Jung; see the responsible player"
        )
    if claim.responsible == ABSENT:
        return claim.source
    if not rules.immunity:
        raise ScoringError(at, "same-round immunity is a rule of edition 3.3")
    if claim.responsible is None:
        return None
    responsible = int(claim.responsible)
    if claim.source is None:
        raise ScoringError(at, "nobody is responsible for a self-draw")
    if responsible == claim.winner:
        raise ScoringError(
            at, "if the winner threw that tile first, nobody is responsible and all pay alike"
        )
    return responsible


_Notes = tuple[tuple[str, Mapping[str, Any]], ...]


def valued(rules: Rules, state: State, claim: Claim) -> tuple[Valued, _Notes]:
    """The win's points: from its tiles, from ticked patterns, or as a plain figure.

    ``value`` is ``{"points": 160}``, with ``"patterns": ["1.2", "4.1", "4.2.3"]`` where they were
    ticked (3.1 once for each set): they must make the points.
    """
    if claim.hand is not None:
        found = _from_tiles(rules, state, claim, claim.hand)
        return _explained(claim, found.worth, found)
    value = claim.value or {}
    for name in value:
        if name not in ("points", "patterns"):
            raise ScoringError(
                f"wins.0.value.{name}",
                "a Zung Jung hand is worth points; it has no {name}",
                name=name,
            )
    at = "wins.0.value.points"
    points = check_points(rules, value.get("points"), at)
    if "patterns" not in value:
        return Valued(claim.winner, claim.source, points, None, {"points": points}), ()
    worth = _from_patterns(rules, state, claim, value["patterns"])
    if worth.points != points:
        raise ScoringError(
            at, "the patterns make {right}, not {points}", right=worth.points, points=points
        )
    return _explained(claim, worth, worth)


def _explained(claim: Claim, worth: Worth, explanation: Account | Worth) -> tuple[Valued, _Notes]:
    """The win with its patterns, and a note where the cap cut their sum."""
    points = worth.points
    win = Valued(claim.winner, claim.source, points, worth.counted, {"points": points}, explanation)
    if worth.total <= points:
        return win, ()
    return win, ((CAPPED, {"total": worth.total, "cap": CAP}),)


def _from_tiles(rules: Rules, state: State, claim: Claim, hand: Mapping[str, Any]) -> Account:
    at = "wins.0.hand"
    win = Win(parse_hand(hand, at), claim.source is None, state.seat_wind(claim.winner))
    found = account(rules, win, at)
    if "first-turn" in win.hand.situation:
        _check_earth(state, claim, f"{at}.situation")
    check_minimum(rules, found.worth.points, at)
    return found


def _check_earth(state: State, claim: Claim, at: str) -> None:
    if claim.source is not None and claim.source != state.dealer:
        raise ScoringError(at, "the blessing of earth is a win off East's first discard")


def _from_patterns(rules: Rules, state: State, claim: Claim, listed: Any) -> Worth:
    """Ticked patterns, checked against how the hand was won."""
    at = "wins.0.value.patterns"
    if not isinstance(listed, list | tuple) or not all(map(_is_number, listed)):
        raise ScoringError(at, 'must be a list of pattern numbers, for example "4.2.3"')
    by = SELF_DRAW if claim.source is None else DISCARD
    for number in listed:
        pattern = BY_NUMBER[number]
        if pattern.by not in (None, by):
            raise ScoringError(at, _ONLY[pattern.by], pattern=Word(pattern.en))
    if "9.4.1" in listed and claim.winner != state.dealer:
        raise ScoringError(at, "the blessing of heaven is East's alone")
    if "9.4.2" in listed:
        _check_earth(state, claim, at)
    return from_ticked(rules, Counter(listed), at)


_ONLY: Mapping[bool | None, str] = {
    SELF_DRAW: "{pattern} is won by self-draw",
    DISCARD: "{pattern} is won off another player",
}


def _is_number(number: Any) -> bool:
    return isinstance(number, str) and number in BY_NUMBER
