"""Fu: what a reading brings in small points, and the account of it.

20 for winning, 10 for a closed ron, 2 for a self-draw, and the sets, the pair and the wait.
"""

from __future__ import annotations

from typing import Final

from scoring.notation import EAST, ORPHAN_TILES, ORPHANS, WHITE, Hand, Meld
from scoring.riichi.context import Context
from scoring.riichi.rules import RiichiRules
from scoring.shapes import KANCHAN, PENCHAN, RYANMEN, SHANPON, TANKI, Reading

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

_MELD_FU: Final = {
    "chi": 0,
    "pon": SET_FU["triplet", False],
    "kan": SET_FU["kan", False],
    "kakan": SET_FU["kan", False],
    "ankan": SET_FU["kan", True],
}
_IS_ORPHAN: Final = frozenset(ORPHAN_TILES)


def of_melds(melds: tuple[Meld, ...]) -> int:
    """Fu of the sets laid down."""
    return sum(_MELD_FU[meld.kind] * (2 if meld.tile in _IS_ORPHAN else 1) for meld in melds)


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


def of_triplets(reading: Reading, tsumo: bool) -> int:
    """Concealed triplets: 4, of terminals and honors 8; half for one completed by a discard."""
    triplets = reading.triplets
    fu = 4 * (triplets.bit_count() + (triplets & ORPHANS).bit_count())
    if reading.wait == SHANPON and not tsumo:
        fu -= 4 if reading.won in _IS_ORPHAN else 2
    return fu


def of_shape(rules: RiichiRules, hand: Hand, context: Context, reading: Reading) -> int:
    """Fu of the melds, the concealed triplets, the pair and the wait."""
    return (
        of_melds(hand.melds)
        + of_triplets(reading, context.tsumo)
        + of_pair(reading.pair, context, rules.double_wind_fu)
        + WAIT[reading.wait]
    )


def is_pinfu(rules: RiichiRules, hand: Hand, context: Context, reading: Reading) -> bool:
    """A closed hand whose shape brings no fu; on a self-draw where the table has it."""
    allowed = rules.pinfu_tsumo or not context.tsumo
    return allowed and not hand.open and not of_shape(rules, hand, context, reading)


def total(rules: RiichiRules, hand: Hand, context: Context, reading: Reading) -> int:
    """All fu of four sets and a pair, rounded up to ten. Pinfu gives up the fu of a self-draw, and
    an open ron without any but the 20 counts as the table says."""
    if is_pinfu(rules, hand, context, reading):
        return PINFU[context.tsumo]
    found = BASE + of_shape(rules, hand, context, reading)
    if context.tsumo:
        found += rules.rinshan_fu if "after-kan" in hand.situation else SELF_DRAW
    elif not hand.open:
        found += CLOSED_RON
    elif found == BASE:
        return rules.open_pinfu_fu
    return -(-found // 10) * 10
