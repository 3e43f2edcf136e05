"""Fu: what a reading brings in small points, and the account of it.

20 for winning, 10 for a closed ron, 2 for a self-draw, and the sets, the pair and the wait.
"""

from __future__ import annotations

from typing import Final

from scoring.notation import EAST, ORPHAN_TILES, WHITE
from scoring.riichi.context import Context
from scoring.riichi.rules import RiichiRules
from scoring.shapes import KANCHAN, PENCHAN, RYANMEN, SHANPON, TANKI

BASE = 20
CLOSED_RON = 10
SELF_DRAW = 2
PINFU: Final = (BASE + CLOSED_RON, BASE)
"""Of pinfu: by ron, by self-draw (where the 2 fu are given up for it)."""

WAIT: Final = {RYANMEN: 0, SHANPON: 0, KANCHAN: 2, PENCHAN: 2, TANKI: 2}
"""2 where only one kind of tile would have done."""

SET_FU: Final = {
    ("triplet", False): 2,
    ("triplet", True): 4,
    ("kan", False): 8,
    ("kan", True): 16,
}
"""By kind and whether it is concealed, of simples; twice that for terminals and honors."""

MELD_SETS: Final = {
    "pon": ("triplet", False),
    "kan": ("kan", False),
    "kakan": ("kan", False),
    "ankan": ("kan", True),
}
"""What of ``SET_FU`` a meld is; a chi brings none."""
_IS_ORPHAN: Final = frozenset(ORPHAN_TILES)


def of_set(kind: str, concealed: bool, tile: int) -> int:
    """Of a triplet or kan."""
    return SET_FU[kind, concealed] * (2 if tile in _IS_ORPHAN else 1)


def of_pair(pair: int, context: Context, double_wind: int) -> int:
    """2 for a dragon, the round wind or the seat wind; ``double_wind`` where it is both."""
    if pair < EAST:
        return 0
    if pair >= WHITE:
        return 2
    round_wind, seat_wind = pair == EAST + context.round_wind, pair == EAST + context.seat_wind
    if round_wind and seat_wind:
        return double_wind
    return 2 if round_wind or seat_wind else 0


def is_pinfu(rules: RiichiRules, shape: int, is_open: bool, tsumo: bool) -> bool:
    """A closed hand whose shape brings no fu; on a self-draw where the table has it."""
    return not (shape or is_open) and (rules.pinfu_tsumo or not tsumo)


def total(rules: RiichiRules, shape: int, is_open: bool, tsumo: bool, after_kan: bool) -> int:
    """All fu of four sets and a pair, rounded up to ten; ``shape`` are those of the sets, the pair
    and the wait. Pinfu gives up the fu of a self-draw, and an open ron without any but the 20
    counts as the table says."""
    if is_pinfu(rules, shape, is_open, tsumo):
        return PINFU[tsumo]
    found = BASE + shape
    if tsumo:
        found += rules.rinshan_fu if after_kan else SELF_DRAW
    elif not is_open:
        found += CLOSED_RON
    elif found == BASE:
        return rules.open_pinfu_fu
    return -(-found // 10) * 10
