"""From han and fu to money: basic points, limits, who pays what, and what may be entered at all.

base = fu × 2^(2 + han); a child's ron is 4 × base, a dealer's 6 ×; on a self-draw the dealer pays
2 × and a child 1 ×, a dealer's own win 2 × from each; every payment is rounded up to 100.
Sources: the scoring course (seed 001) and the encyclopedia page (seed 003).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.errors import ScoringError
from scoring.game import integer
from scoring.riichi.context import Worth
from scoring.riichi.rules import RiichiRules

LIMITS: Mapping[str, int] = {
    "mangan": 2000,
    "haneman": 3000,
    "baiman": 4000,
    "sanbaiman": 6000,
    "yakuman": 8000,
}
"""Basic points of each limit."""

_LIMIT_HAN = ((13, "yakuman"), (11, "sanbaiman"), (8, "baiman"), (6, "haneman"), (5, "mangan"))
KIRIAGE_BASE = 1920
"""30 fu 4 han and 60 fu 3 han: one step short of mangan."""

MOST_FU = 170
MOST_HAN = 50
MOST_YAKUMAN = 8
"""More than any hand holds; a larger number is a slip of the finger."""

FU = (20, 25, *range(30, 111, 10))
"""What a hand below the limits can have."""
_MANGAN_FU = range(120, MOST_FU + 1, 10)
_MANGAN_FU_HAN = 4
"""120 fu take three kans with concealed triplets: sankantsu and sanankou are in it."""
_COMMON_FU = (30, 40, 50, 25, 20, *range(60, MOST_FU + 1, 10))
"""The likelier hand first, where several are worth the same."""


def up_to_100(points: int) -> int:
    return -(-points // 100) * 100


# -- worth ----------------------------------------------------------------------------------


def basic_points(rules: RiichiRules, han: int, fu: int | None) -> tuple[int, str | None]:
    """Basic points and the limit's name (``None`` below mangan). ``fu`` may be unknown from 5 han.

    >>> from scoring.riichi.rules import read_rules
    >>> basic_points(read_rules(None, {}), 3, 40)
    (1280, None)
    """
    if rules.aotenjou:
        return _formula(han, fu), None
    for least, limit in _LIMIT_HAN:
        if han >= least:
            if limit == "yakuman" and rules.thirteen_han == "sanbaiman":
                limit = "sanbaiman"
            return LIMITS[limit], limit
    base = _formula(han, fu)
    if base >= (KIRIAGE_BASE if rules.kiriage_mangan else LIMITS["mangan"]):
        return LIMITS["mangan"], "mangan"
    return base, None


def _formula(han: int, fu: int | None) -> int:
    assert fu is not None  # noqa: S101 - only limits do without
    return fu << (2 + han)


def most_yakuman(rules: RiichiRules) -> int:
    """How many yakuman one hand can count for under these rules."""
    most = MOST_YAKUMAN if rules.yakuman_stack else 1 + bool(rules.double_yakuman)
    return most if rules.yakuman_max is None else min(most, rules.yakuman_max)


def worth(
    rules: RiichiRules,
    *,
    han: int | None = None,
    fu: int | None = None,
    yakuman: int = 0,
    limit: str | None = None,
    yakuman_parts: tuple[tuple[str, int], ...] = (),
    patterns: tuple[tuple[str, int], ...] | None = None,
    explanation: Any = None,
) -> Worth:
    """A hand's value, from ``yakuman`` (how many, cut to what the rules count), else from ``han``
    and ``fu``, else from the name of a ``limit`` (``yakuman`` = a counted one).
    """
    if yakuman:
        yakuman = min(yakuman, most_yakuman(rules))
        base, limit = yakuman * LIMITS["yakuman"], "yakuman"
        han = fu = None
    elif han is not None:
        base, limit = basic_points(rules, han, fu)
    else:
        assert limit is not None  # noqa: S101 - one of the three is always given
        base = LIMITS[limit]
    return Worth(
        han=han,
        fu=fu,
        yakuman=yakuman,
        limit=limit,
        counted=limit == "yakuman" and not yakuman,
        base=base,
        yakuman_parts=yakuman_parts,
        patterns=patterns,
        explanation=explanation,
    )


# -- payments -------------------------------------------------------------------------------


def ron(base: int, dealer: bool) -> int:
    """What the discarder pays, honba apart; ``dealer``: the dealer won."""
    return up_to_100(base * (6 if dealer else 4))


def self_draw(rules: RiichiRules, base: int, dealer: bool) -> tuple[int, int]:
    """(what the dealer pays, what each child pays), honba apart; a dealer's own win: (0, each).

    With three players North is missing: ``sanma_tsumo`` says what becomes of that share.
    """
    shares = _SANMA[rules.sanma_tsumo] if rules.players == 3 else _full_shares
    return shares(base, dealer)


def _full_shares(base: int, dealer: bool) -> tuple[int, int]:
    return (0, up_to_100(2 * base)) if dealer else (up_to_100(2 * base), up_to_100(base))


def _north_split(base: int, dealer: bool) -> tuple[int, int]:
    """Half of North's unrounded share on top of each payer's own."""
    if dealer:
        return 0, up_to_100(3 * base)
    return up_to_100(5 * base // 2), up_to_100(-(-3 * base // 2))


def _no_loss(base: int, dealer: bool) -> tuple[int, int]:
    """The ron price 2:1 where it divides so in hundreds, else as the north split."""
    price = ron(base, dealer)
    if dealer or price % 300:
        return _north_split(base, dealer)
    return price * 2 // 3, price // 3


def _plus_1000(base: int, dealer: bool) -> tuple[int, int]:
    from_dealer, from_child = _full_shares(base, dealer)
    return (from_dealer + 1000 if from_dealer else 0), from_child + 1000


_SANMA = {
    "loss": _full_shares,
    "north-split": _north_split,
    "no-loss": _no_loss,
    "plus-1000": _plus_1000,
}


def self_draw_total(rules: RiichiRules, base: int, dealer: bool) -> int:
    """What a self-draw brings in all, honba apart."""
    from_dealer, from_child = self_draw(rules, base, dealer)
    children = rules.players - (1 if dealer else 2)
    return from_dealer + children * from_child


# -- what may be entered --------------------------------------------------------------------


def is_legal(rules: RiichiRules, han: int, fu: int, tsumo: bool) -> bool:
    """Whether a hand of this han and fu can exist."""
    return _impossible(rules, han, fu, tsumo) is None


def legal(rules: RiichiRules, tsumo: bool, most_han: int = 4) -> dict[int, tuple[int, ...]]:
    """The fu that can go with each han, up to ``most_han``. From 5 han fu matter no more, but
    under aotenjou."""
    return {
        han: tuple(fu for fu in (*FU, *_MANGAN_FU) if is_legal(rules, han, fu, tsumo))
        for han in range(1, most_han + 1)
    }


def _impossible(rules: RiichiRules, han: int, fu: int, tsumo: bool) -> str | None:
    """Why no hand has this han and fu, ``None`` where one does."""
    if fu == 20:
        return _twenty_fu(rules, han, tsumo)
    if fu == 25:
        return _twenty_five_fu(rules, han, tsumo)
    if fu == 110 and han == 1 and tsumo:
        return "110 fu with 1 han can only be a ron"
    if fu in _MANGAN_FU and han < _MANGAN_FU_HAN:
        return "a hand of {fu} fu has at least 4 han"
    return None if fu in FU or fu in _MANGAN_FU else "fu are 20, 25, 30, 40 … 110"


def _twenty_fu(rules: RiichiRules, han: int, tsumo: bool) -> str | None:
    if not tsumo:
        return None if rules.open_pinfu_fu == 20 else "a ron has at least 25 fu: 30 with pinfu"
    if not rules.pinfu_tsumo:
        return "20 fu are pinfu by self-draw, which these rules do not have"
    return "20 fu are pinfu by self-draw: at least 2 han" if han < 2 else None


def _twenty_five_fu(rules: RiichiRules, han: int, tsumo: bool) -> str | None:
    if rules.chiitoitsu == "50-1":
        return "seven pairs are 50 fu here"
    least = 3 if tsumo else 2
    if han >= least:
        return None
    if tsumo:
        return "25 fu are seven pairs: a self-draw has at least 3 han"
    return "25 fu are seven pairs: at least 2 han"


def read_value(rules: RiichiRules, value: Mapping[str, Any], tsumo: bool, field: str) -> Worth:
    """The worth of a value entered without tiles: ``{"han", "fu"}`` (fu may be left out from 5
    han), ``{"limit"}`` or ``{"yakuman": n}``.

    ``ScoringError`` at ``field`` or below where no such hand exists under the rules.
    """
    keys = set(value)
    if "han" in keys and keys <= {"han", "fu"}:
        return _read_han(rules, value, tsumo, field)
    if keys == {"limit"}:
        return _read_limit(rules, value["limit"], f"{field}.limit")
    if keys == {"yakuman"}:
        if rules.aotenjou:
            raise ScoringError(field, "without limits the value is han and fu")
        return worth(rules, yakuman=integer(value["yakuman"], f"{field}.yakuman", 1, MOST_YAKUMAN))
    raise ScoringError(field, "give han and fu, a limit, or how many yakuman")


def _read_han(rules: RiichiRules, value: Mapping[str, Any], tsumo: bool, field: str) -> Worth:
    han = integer(value["han"], f"{field}.han", 1, MOST_HAN)
    if value.get("fu") is None:
        if han < 5 or rules.aotenjou:
            raise ScoringError(f"{field}.fu", "say how many fu")
        return worth(rules, han=han)
    fu = integer(value["fu"], f"{field}.fu", 20, MOST_FU)
    if reason := _impossible(rules, han, fu, tsumo):
        raise ScoringError(f"{field}.fu", reason, fu=fu)
    return worth(rules, han=han, fu=fu)


def _read_limit(rules: RiichiRules, limit: Any, field: str) -> Worth:
    if rules.aotenjou:
        raise ScoringError(field, "without limits the value is han and fu")
    if not isinstance(limit, str) or limit not in LIMITS:
        raise ScoringError(field, "must be one of {allowed}", allowed=", ".join(LIMITS))
    if limit == "yakuman" and rules.thirteen_han == "sanbaiman":
        raise ScoringError(
            field, "these rules count no yakuman by han; enter how many yakuman the hand is"
        )
    return worth(rules, limit=limit)


# -- entry by the amount that was said -----------------------------------------------------


@dataclass(frozen=True, slots=True)
class Said:
    """An amount as it is announced, and the values that make it, the likeliest first."""

    text: str
    """``"3900"``, ``"1300-2600"`` (child, dealer), ``"700 all"``."""
    total: int
    values: tuple[Mapping[str, Any], ...]
    """Each a ``value`` of the game record."""


def said(rules: RiichiRules, base: int, dealer: bool, tsumo: bool) -> str:
    """How an amount is announced, honba apart, the child's payment first."""
    if not tsumo:
        return str(ron(base, dealer))
    from_dealer, from_child = self_draw(rules, base, dealer)
    if rules.players == 2:
        return str(from_child if dealer else from_dealer)
    return f"{from_child} all" if dealer else f"{from_child}-{from_dealer}"


def amounts(rules: RiichiRules, dealer: bool, tsumo: bool) -> tuple[Said, ...]:
    """Every amount a legal hand can bring its winner, the smallest first."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    totals: dict[str, int] = {}
    for value, base in _values(rules, tsumo):
        text = said(rules, base, dealer, tsumo)
        found.setdefault(text, []).append(value)
        totals[text] = self_draw_total(rules, base, dealer) if tsumo else ron(base, dealer)
    made = (Said(text, totals[text], tuple(values)) for text, values in found.items())
    return tuple(sorted(made, key=lambda amount: amount.total))


def entries(rules: RiichiRules, tsumo: bool) -> Iterator[Mapping[str, Any]]:
    """Every value that may be entered."""
    return (value for value, _ in _values(rules, tsumo))


def _values(rules: RiichiRules, tsumo: bool) -> Iterator[tuple[Mapping[str, Any], int]]:
    """Every value that may be entered, with its basic points; limits before their han and fu."""
    if not rules.aotenjou:
        for limit, base in LIMITS.items():
            if limit != "yakuman":
                yield {"limit": limit}, base
        for count in range(1, most_yakuman(rules) + 1):
            yield {"yakuman": count}, count * LIMITS["yakuman"]
        if rules.thirteen_han == "yakuman":
            yield {"limit": "yakuman"}, LIMITS["yakuman"]
    for fu in _COMMON_FU:
        for han in range(1, (13 if rules.aotenjou else 4) + 1):
            if is_legal(rules, han, fu, tsumo):
                yield {"han": han, "fu": fu}, basic_points(rules, han, fu)[0]


_SAID = re.compile(
    r"(\d+)(?:\s*(?:[-–/,、]|\s)\s*(\d+)|\s*(all|オール))?", re.ASCII | re.IGNORECASE
)


def find_said(
    rules: RiichiRules, dealer: bool, tsumo: bool, text: str, field: str = "said"
) -> Said:
    """The amount that was said: ``"3900"``, ``"1300-2600"`` (or the other way round, as some say
    it; ``/`` and ``,`` do as well), ``"700 all"``.

    ``ScoringError`` at ``field`` where no legal hand makes it.
    """
    heard = _SAID.fullmatch(text.strip())
    if heard:
        figures = sorted(int(figure) for figure in heard.group(1, 2) if figure)
        wanted = "-".join(map(str, figures))
        if heard.group(3) or (dealer and tsumo and rules.players > 2):
            wanted += " all"
        for amount in amounts(rules, dealer, tsumo):
            if amount.text == wanted:
                return amount
    raise ScoringError(field, "no hand makes {said}", said=text.strip())
