"""A claimed win: what it is worth here, whether it may win, and who pays for it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.errors import ScoringError
from scoring.game import ABSENT, LIMIT, Claim, Score, State, Valued, integer
from scoring.hongkong.faan import FIRST_TURN, Count, Explanation, Seat, explain, from_patterns
from scoring.hongkong.payment import payments, too_few
from scoring.hongkong.rules import MOST_FAAN, HongKongRules
from scoring.money import exact
from scoring.notation import parse_hand
from scoring.words import msgid

Note = tuple[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class HongKongWin(Valued):
    """A win with its worth. ``points`` is the winner's whole receipt, in figures."""

    full: bool = False
    """The table's maximum is reached (爆棚)."""
    liable: int | None = None
    """The seat that pays for all, where that is not simply the discarder."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A win, what each payer hands over for it, in figures, and what the table should know."""

    win: HongKongWin
    costs: Mapping[int, Score]
    notes: tuple[Note, ...]


def value_win(rules: HongKongRules, state: State, claim: Claim, at: str = "wins.0.") -> Claimed:
    """What ``claim`` is worth and costs. ``ScoringError`` below ``at`` where it may not win."""
    if claim.responsible != ABSENT:
        raise ScoringError(
            f"{at}responsible", "in Hong Kong mahjong name who is liable, not who is responsible"
        )
    counted, explanation = _worth(rules, state, claim, at)
    known = None if explanation is None else counted
    _check_minimum(rules, counted, claim, at)
    liable = _liable(rules, claim, known, f"{at}liable")
    robbed = _robbed(rules, claim, known)
    if robbed and liable is None:
        liable = claim.source
    costs = payments(
        rules,
        counted.faan,
        claim.winner,
        None if robbed else claim.source,
        state.dealer,
        liable,
    )
    win = HongKongWin(
        winner=claim.winner,
        source=claim.source,
        points=exact(sum(costs.values())),
        patterns=None if known is None else known.patterns,
        data={"faan": counted.faan, "limit": counted.limit},
        explanation=explanation,
        full=counted.limit or counted.faan == rules.cap,
        liable=liable,
    )
    return Claimed(win, costs, _clipped(counted))


CLIPPED = "{total} fan count as {faan}, this table's maximum"


def _clipped(counted: Count) -> tuple[Note, ...]:
    """A fan above the maximum is counted as the maximum, and said."""
    if counted.total <= counted.faan:
        return ()
    return ((CLIPPED, {"total": counted.total, "faan": counted.faan}),)


# -- fan ----------------------------------------------------------------------------------------


def _worth(
    rules: HongKongRules, state: State, claim: Claim, at: str
) -> tuple[Count, Explanation | Count | None]:
    """The fan, and what is known of them: as entered, by the patterns that were ticked, or found in
    the tiles."""
    if claim.hand is None:
        value = claim.value or {}
        if "patterns" not in value:
            return entered(rules, value, f"{at}value"), None
        counted = _ticked(rules, state, claim, value, f"{at}value")
        return counted, counted
    hand = parse_hand(claim.hand, f"{at}hand")
    if FIRST_TURN in hand.situation and claim.source not in (None, state.dealer):
        raise ScoringError(
            f"{at}hand.situation", "the blessing of earth is a win on East's first discard"
        )
    seat = Seat(state.wind, state.seat_wind(claim.winner), claim.source is None)
    explanation = explain(rules, hand, seat, f"{at}hand")
    return explanation.count, explanation


def entered(rules: HongKongRules, value: Mapping[str, Any], at: str) -> Count:
    """``{"faan": 5}``, which is clipped, or ``{"limit": true}``, which is the cap."""
    for name in value:
        if name not in ("faan", "limit"):
            raise ScoringError(
                f"{at}.{name}",
                "a Hong Kong hand is worth fan or the limit; it has no {name}",
                name=name,
            )
    if "limit" in value:
        if value["limit"] is not True or "faan" in value:
            raise ScoringError(f"{at}.limit", "must be true and stand alone, or be left out")
        return Count(rules.limit, rules.limit, True, (), (), rules.limit)
    if value.get("faan") is None:
        raise ScoringError(f"{at}.faan", "say how many fan, or that it is a limit hand")
    most = MOST_FAAN if rules.cap is None else LIMIT
    faan = integer(value["faan"], f"{at}.faan", 0, most)
    return Count(rules.clip(faan), faan, False, (), (), faan)


def _ticked(
    rules: HongKongRules, state: State, claim: Claim, value: Mapping[str, Any], at: str
) -> Count:
    """The patterns in ``value``, which must make the fan beside them. The self-draw is not among
    them: it is in how the hand was won."""
    names = value["patterns"]
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
        raise ScoringError(
            f"{at}.patterns", 'must be a list of pattern names, for example "half-flush"'
        )
    said = entered(rules, {name: value[name] for name in value if name != "patterns"}, at)
    try:
        counted = from_patterns(rules, names, claim.source is None)
    except ScoringError as error:
        raise error.at(at) from None
    if refused := first_turn_refused(names, claim.winner, claim.source, state.dealer):
        raise ScoringError(f"{at}.patterns", refused)
    full = counted.limit and counted.faan == rules.limit
    if not (full if said.limit else said.total == counted.total):
        raise ScoringError(
            f"{at}.faan",
            "the patterns make {right} fan, not {faan}",
            right=counted.total,
            faan=said.total,
        )
    return counted


def first_turn_refused(
    names: Collection[str], winner: int | None, source: int | None, dealer: int
) -> str:
    """Why these seats cannot win so in the first turn; ``None`` are not known yet."""
    if "heaven" in names and winner not in (None, dealer):
        return msgid("the blessing of heaven is East's dealt hand")
    if "earth" in names and (winner == dealer or source not in (None, dealer)):
        return msgid("the blessing of earth is a win on East's first discard")
    return ""


def _check_minimum(rules: HongKongRules, counted: Count, claim: Claim, at: str) -> None:
    """Below the table's minimum a hand may not win."""
    refused = too_few(rules, counted.to_minimum, claim.source is None)
    if refused is None:
        return
    message, params = refused
    if counted.to_minimum < counted.total:
        message = "{faan} fan without the flowers, this table needs {minimum}"
    raise ScoringError(f"{at}hand" if claim.value is None else f"{at}value.faan", message, **params)


# -- who pays for all ---------------------------------------------------------------------------

_ROBBING = "robbing-kong"
_SHOWN_BY_TILES = ("big-dragons", "big-winds", "four-kongs", _ROBBING)


def _liable(rules: HongKongRules, claim: Claim, known: Count | None, at: str) -> int | None:
    """The seat that pays for all under 包: one seat, or the seat named for each reason."""
    named = claim.liable
    if named is None:
        return None
    if not rules.liability:
        raise ScoringError(at, "nobody is liable (包) at this table")
    if isinstance(named, int):
        seats = {named}
    else:
        _check_reasons(rules, named, known, at)
        seats = set(named.values())
        if named.get(_ROBBING, claim.source) != claim.source:
            raise ScoringError(f"{at}.{_ROBBING}", "the one who was robbed of the kong is liable")
    if len(seats) != 1:
        raise ScoringError(at, "one player pays for all: name one seat")
    if claim.winner in seats:
        raise ScoringError(at, "the winner cannot be liable")
    return seats.pop()


def _check_reasons(
    rules: HongKongRules, named: Mapping[str, int], known: Count | None, at: str
) -> None:
    for reason in named:
        if reason not in rules.liability:
            raise ScoringError(
                f"{at}.{reason}",
                "{name} is no reason to be liable here; one of {allowed}",
                name=reason,
                allowed=", ".join(rules.liability),
            )
        if reason in _SHOWN_BY_TILES and known and not _shows(known, reason):
            raise ScoringError(f"{at}.{reason}", "there is no {name} in this hand", name=reason)


def _shows(counted: Count, pattern: str) -> bool:
    """Whether the hand shows the pattern, counted or not."""
    names = (name for name, _ in counted.patterns)
    return pattern in (*names, *(part.name for part in counted.excluded))


def _robbed(rules: HongKongRules, claim: Claim, known: Count | None) -> bool:
    """Whether the win robbed a kong where that costs a whole self-draw."""
    if _ROBBING not in rules.liability:
        return False
    if known is not None:
        return _shows(known, _ROBBING)
    return isinstance(claim.liable, Mapping) and _ROBBING in claim.liable
