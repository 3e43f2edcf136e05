"""What the rules of riichi ask of four sets and a pair, as one int: their profile.

It says how many fu they bring, how many of which sort they are, the honors among them, and above
that which numbers. The profiles of the parts of a hand add up, so that of a hand never met before
a few are looked up and added, and every rule reads its own bits of the sum.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from scoring.notation import EAST, KINDS, ONE, ORPHAN_TILES, Known, Meld, Suit
from scoring.riichi import fu
from scoring.shapes import (
    KANCHAN,
    NO_TILE,
    PENCHAN,
    RUN_WAITS,
    RYANMEN,
    SHANPON,
    TANKI,
    Reading,
    Split,
    honor_splits,
    suit_table,
)

FU_BY_TWOS: Final = (1 << 7) - 1
"""The fu of the sets and the wait, halved; those of the pair depend on the winds."""
_COUNTED = 3
"""Bits of each count; none is above seven."""
P_RUN, P_INSIDE, P_TWINS, P_CONCEALED, P_KAN, P_TANKI = (
    1 << 7 + _COUNTED * place for place in range(6)
)
"""Runs; sets and pairs without terminal or honor; identical runs by twos; concealed triplets and
kans; kans; the winning tile completed the pair."""
SETS: Final = (1 << 7 + 6 * _COUNTED) - 1 - FU_BY_TWOS
HONORS_AT: Final = 25
P_HONOR_PAIR: Final = 1 << HONORS_AT
"""Three bits: the honor of the pair, 1-7."""
P_HONOR: Final = P_HONOR_PAIR << 3
"""Seven bits: a triplet or kan of each honor."""
HONORS: Final = (1 << 10) - 1
P_PAIR: Final = P_HONOR << 7
_PAIRS_BITS: Final = 7 * P_PAIR
_CLASSES: Final = tuple(P_PAIR << _COUNTED * place for place in (1, 2, 3))
ALL_CLASSES: Final = sum(_CLASSES)
THREE_OF_A_CLASS: Final = 4 * ALL_CLASSES
"""Sets by their number, 147, 258 and 369 each counted together: only where there are three of a
class can three of the same number be among them, or a straight. One is added to each to ask."""

NUMBERS_AT: Final = 47
"""The numbers begin here: for each of m, p, s a lane of thirty bits, three that count the runs from
each of seven tiles, then one for the triplet or kan of each of nine."""
_BELOW_NUMBERS: Final = (1 << NUMBERS_AT) - 1
LANE: Final = 30
RUN_BITS: Final = 3
TRIPLETS_AT: Final = 7 * RUN_BITS

_IS_ORPHAN: Final = frozenset(ORPHAN_TILES)


def count(profile: int, counted: int) -> int:
    """How many of ``P_RUN`` … ``P_TANKI`` there are."""
    return profile // counted & (1 << _COUNTED) - 1


# -- of the parts -------------------------------------------------------------------------------


def _of_run(tile: int) -> int:
    place = NUMBERS_AT + LANE * (tile // 9) + RUN_BITS * (tile % 9)
    return (1 << place) + _CLASSES[tile % 3] + P_RUN + (0 if tile % 9 in (0, 6) else P_INSIDE)


def _of_alike(tile: int, kind: str, concealed: bool) -> int:
    """Of a triplet or kan."""
    profile = P_CONCEALED * concealed + P_KAN * (kind == "kan")
    profile += fu.of_set(kind, concealed, tile) // 2
    if tile >= EAST:
        return profile + (P_HONOR << tile - EAST)
    profile += _CLASSES[tile % 3]
    profile += 1 << NUMBERS_AT + LANE * (tile // 9) + TRIPLETS_AT + tile % 9
    return profile + P_INSIDE * (tile not in _IS_ORPHAN)


def _of_pair(tile: int) -> int:
    if tile >= EAST:
        return P_PAIR + P_HONOR_PAIR * (tile - EAST + 1)
    return P_PAIR + P_INSIDE * (tile not in _IS_ORPHAN)


_RUNS: Final = tuple(_of_run(tile) for tile in range(EAST))
_TRIPLETS: Final = tuple(_of_alike(tile, "triplet", True) for tile in range(KINDS))
_RUNS_BY_BIT: Final = {
    number * ONE[tile]: number * run + P_TWINS * (number // 2)
    for tile, run in enumerate(_RUNS)
    for number in (1, 2, 4)
}
_TRIPLETS_BY_BIT: Final = dict(zip(ONE, _TRIPLETS, strict=True))
_PAIRS: Final = {NO_TILE: 0, **{tile: _of_pair(tile) for tile in range(KINDS)}}
_MELDS: Final = {
    **{("chi", tile): _RUNS[tile] for tile in range(EAST)},
    **{
        (kind, tile): _of_alike(tile, *fu.MELD_SETS[kind])
        for kind in fu.MELD_SETS
        for tile in range(KINDS)
    },
}
_WAITS: Final = {
    wait: fu.WAIT[wait] // 2 + P_TANKI * (wait == TANKI)
    for wait in (RYANMEN, KANCHAN, PENCHAN, TANKI)
}
_RONS: Final = tuple(
    _of_alike(tile, "triplet", False) - _of_alike(tile, "triplet", True) for tile in range(KINDS)
)
"""What the triplet that a discard completed changes by: it is not concealed."""


def of_meld(meld: Meld) -> int:
    """Of a meld, kept with it: riichi is who has the room there."""
    profile = meld.memo = _MELDS[meld.kind, meld.tile]
    return profile


def of_melds(melds: tuple[Meld, ...]) -> int:
    """Of the melds together."""
    return sum(map(of_meld, melds))


def of_split(split: Split) -> int:
    """Of the concealed sets and the pair of a split, or of a part of one."""
    runs, triplets, pair = split
    profile = _PAIRS[pair]
    while runs:
        bit = runs & -runs
        profile += _RUNS_BY_BIT[bit]
        runs -= bit
    while triplets:
        bit = triplets & -triplets
        profile += _TRIPLETS_BY_BIT[bit]
        triplets -= bit
    return profile


def of_reading(reading: Reading, tsumo: bool) -> int:
    """Of a reading, melds apart. Won by a discard unless ``tsumo``."""
    runs, triplets, pair, wait, won = reading
    profile = of_split(Split(runs, triplets, pair))
    if wait == SHANPON:
        return profile if tsumo else profile + _RONS[won]
    return profile + _WAITS[wait]


# -- of a hand, looked up -----------------------------------------------------------------------


@cache
def _number_table() -> dict[int, tuple[tuple[Split, int], ...]]:
    """How the tiles of one suit split, with the profiles, by their counts, as suit m: it serves all
    three. Computed on first use."""
    return {
        counts: tuple((split, of_split(split)) for split in splits)
        for counts, splits in suit_table().items()
    }


class Part:
    """The tiles of one suit where they stand in a hand, with the profile of every split."""

    __slots__ = ("only", "placed", "profiles", "splits", "suit")

    def __init__(self, counts: int) -> None:
        self.suit = suit = ((counts & -counts).bit_length() - 1) // 36
        if suit == 3:
            splits = honor_splits(counts >> 36 * suit)
            found = [
                (split, of_split(Split(0, split.triplets << 36 * suit, _honor(split.pair))))
                for split in splits
            ]
        else:
            lane = LANE * suit
            found = [
                (split, profile & _BELOW_NUMBERS | (profile & ~_BELOW_NUMBERS) << lane)
                for split, profile in _number_table().get(counts >> 36 * suit, ())
            ]
        self.splits = found
        self.profiles = [profile for _, profile in found]
        self.only = self.profiles[0] if len(found) == 1 else None
        self.placed: dict[int, list[int]] = {}
        """Of each reading, by the winning tiles asked for so far (of a discard: ``~tile``)."""

    def place(self, win: int, tsumo: bool) -> list[int]:
        """Of each reading with this winning tile."""
        number = win % 9
        one = ONE[number]
        ron = 0 if tsumo else _RONS[win]
        found = self.placed[win if tsumo else ~win] = []
        for (runs, triplets, pair), profile in self.splits:
            for mask, _, wait in RUN_WAITS[number]:
                if runs & mask:
                    found.append(profile + _WAITS[wait])
            if triplets & one:
                found.append(profile + ron)
            if pair == number:
                found.append(profile + _WAITS[TANKI])
        return found


def _honor(pair: int) -> int:
    return pair if pair == NO_TILE else pair + EAST


_parts: Final = Known(Part, 1 << 14)


def profiles(
    suits: Iterable[Suit], win: int, tsumo: bool, melds: tuple[Meld, ...] = ()
) -> list[int]:
    """The profile of every reading with the melds, not spelled out: the parts of the hand are
    looked up and added, which is the quick way to what a hand is worth. ``win`` is one of the
    concealed tiles.

    How many pairs there are is for the sizes of the parts to say: it is the same in every reading.
    """
    placed_here: list[int] = []
    win_suit = win // 9
    profile = 0
    several: list[list[int]] = []
    for meld in melds:
        profile += meld.memo or of_meld(meld)
    for suit in suits:
        part: Part = suit.memo or _part_of(suit)
        if part.suit == win_suit:
            placed_here = part.placed.get(win if tsumo else ~win) or part.place(win, tsumo)
        elif only := part.only:
            profile += only
        else:
            several.append(part.profiles)
    if len(placed_here) == 1:  # nearly always
        found = [profile + placed_here[0]]
    else:
        found = [profile + more for more in placed_here]
    for choices in several:
        found = [one + more for one in found for more in choices]
    return found if found and found[0] & _PAIRS_BITS == P_PAIR else []


def _part_of(suit: Suit) -> Part:
    part = suit.memo = _parts[suit.counts]
    return part
