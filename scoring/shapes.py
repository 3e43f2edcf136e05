"""Every reading of a hand: four sets and a pair, seven pairs, thirteen orphans.

Shared by all three games; what a reading is worth is theirs to say. Counts are packed as in
``notation``. A reading keeps its runs and triplets in the same layout, so that a rule about shape
is one line of arithmetic: ``reading.runs == 0`` is all triplets, and three suits hold the same run
where ``runs & runs >> 36 & runs >> 72`` has a bit. ``reading.sets()`` spells them out one by one.

The readings of one suit come from a table computed once (every way to choose up to four sets and
at most a pair out of nine kinds); a hand is the product of its suits.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from scoring.notation import EAST, KINDS, ONE, ORPHAN_TILES, SUIT, Known, Meld, count, one_each

NO_TILE: Final = -1

# What the winning tile completed.
RYANMEN, KANCHAN, PENCHAN = "ryanmen", "kanchan", "penchan"
SHANPON, TANKI = "shanpon", "tanki"
WAITS: Final = (RYANMEN, KANCHAN, PENCHAN, SHANPON, TANKI)
"""Open-ended, closed and edge wait of a run; a triplet out of two pairs; a pair out of one tile."""


class Set(NamedTuple):
    """A set of the hand."""

    kind: str
    """``run``, ``triplet`` or ``kan``."""
    tile: int
    """The tile; of a run, the lowest."""
    concealed: bool
    """Not called, and not a triplet completed by a discard. (A run completed by a discard stays
    concealed: no rule asks.)"""
    won: bool = False
    """Whether the winning tile completed it."""


class Split(NamedTuple):
    """Concealed tiles split into sets and a pair, before asking where the winning tile goes."""

    runs: int
    """How many runs start at each tile, packed as counts."""
    triplets: int
    """1 at the tile of each triplet, packed as counts."""
    pair: int
    """The pair's tile; ``NO_TILE`` in a part of a hand that holds none."""


class Reading(NamedTuple):
    """A reading of the concealed tiles into sets and a pair, and where the winning tile went."""

    runs: int
    triplets: int
    pair: int
    wait: str
    """One of ``WAITS``."""
    won: int
    """The tile of the set or pair the winning tile completed (of a run, the lowest)."""

    def sets(self, melds: tuple[Meld, ...] = (), tsumo: bool = True) -> tuple[Set, ...]:
        """Concealed runs, concealed triplets, then ``melds`` as they lie. ``tsumo`` false: a
        triplet the winning tile completed is not concealed."""
        found = []
        left = self.won if self.wait in (RYANMEN, KANCHAN, PENCHAN) else NO_TILE
        for tile in tiles_in(self.runs):
            found.append(Set("run", tile, True, tile == left))
            left = NO_TILE if tile == left else left
        for tile in tiles_in(self.triplets):
            won = self.wait == SHANPON and tile == self.won
            found.append(Set("triplet", tile, tsumo or not won, won))
        return (*found, *map(meld_set, melds))


def meld_set(meld: Meld) -> Set:
    """The set a meld is."""
    if meld.kind == "chi":
        return Set("run", meld.tile, False)
    return Set("kan" if meld.is_kan else "triplet", meld.tile, not meld.open)


def tiles_in(packed: int) -> Iterator[int]:
    """Of packed runs or triplets, the tile of each."""
    while packed:
        tile = ((packed & -packed).bit_length() - 1) // 4
        yield tile
        packed -= ONE[tile]


# -- sets and a pair ----------------------------------------------------------------------------


@cache
def suit_table() -> dict[int, tuple[Split, ...]]:
    """Every way to split nine kinds of one suit, by their counts: up to four sets and at most a
    pair. As suit m; a tile of suit p is the same 36 bits higher. Computed on first use."""
    runs = [(ONE[t], 0, ONE[t] + ONE[t + 1] + ONE[t + 2]) for t in range(7)]
    triplets = [(0, ONE[t], 3 * ONE[t]) for t in range(9)]
    pairs = [(NO_TILE, 0), *((t, 2 * ONE[t]) for t in range(9))]
    table: dict[int, list[Split]] = defaultdict(list)

    def add(start: int, sets_left: int, run: int, triplet: int, counts: int) -> None:
        for pair, tiles in pairs:
            if not _over_four(counts + tiles):
                table[counts + tiles].append(Split(run, triplet, pair))
        if sets_left:
            for i in range(start, len(choices)):
                more_run, more_triplet, tiles = choices[i]
                if not _over_four(counts + tiles):
                    add(i, sets_left - 1, run + more_run, triplet + more_triplet, counts + tiles)

    choices = runs + triplets
    add(0, 4, 0, 0, 0)
    return {counts: tuple(splits) for counts, splits in table.items()}


_SUIT_THREES: Final = one_each(range(9)) * 3
_SUIT_EIGHTS: Final = one_each(range(9)) * 8


def _over_four(suit_counts: int) -> int:
    return suit_counts + _SUIT_THREES & _SUIT_EIGHTS


def _moved(split: Split, suit: int) -> Split:
    pair = NO_TILE if split.pair == NO_TILE else split.pair + 9 * suit
    return Split(split.runs << 36 * suit, split.triplets << 36 * suit, pair)


def _run_waits(tile: int) -> tuple[tuple[int, int, str], ...]:
    """For a winning tile: mask of the run's start, that start, and the wait it was."""
    if tile >= EAST:
        return ()
    number = tile % 9
    found = []
    if number <= 6:
        found.append((tile, PENCHAN if number == 6 else RYANMEN))
    if 1 <= number <= 7:
        found.append((tile - 1, KANCHAN))
    if number >= 2:
        found.append((tile - 2, PENCHAN if number == 2 else RYANMEN))
    return tuple((15 << 4 * start, start, wait) for start, wait in found)


RUN_WAITS: Final = tuple(_run_waits(tile) for tile in range(KINDS))
"""By the winning tile, the runs it may have completed: mask, first tile, wait."""


def placed(split: Split, win: int) -> list[Reading]:
    """Every place the winning tile can have in a split: equal sets count once."""
    runs, triplets, pair = split
    places = [(wait, start) for mask, start, wait in RUN_WAITS[win] if runs & mask]
    if triplets & ONE[win]:
        places.append((SHANPON, win))
    if pair == win:
        places.append((TANKI, win))
    return [Reading(runs, triplets, pair, wait, won) for wait, won in places]


def _read_part(counts: int) -> tuple[Split, ...]:
    suit = ((counts & -counts).bit_length() - 1) // 36
    found = number_splits(counts >> 36 * suit) if suit < 3 else honor_splits(counts >> 36 * suit)
    return tuple(_moved(split, suit) for split in found)


def number_splits(counts: int) -> tuple[Split, ...]:
    """Of the tiles of one suit, as suit m."""
    return suit_table().get(counts, ())


def honor_splits(counts: int) -> tuple[Split, ...]:
    """Of honors, as if they were suit m: none in runs."""
    return tuple(split for split in number_splits(counts) if not split.runs)


_parts: Final = Known(_read_part, 1 << 14)
"""The splits of the tiles of one suit where they stand in a hand."""


def splits(concealed: int) -> list[Split]:
    """Every way to split concealed tiles into sets and one pair; empty where there is none.

    ``concealed`` holds 2, 5, 8, 11 or 14 tiles, four of a kind at most.
    """
    parts = [counts for suit in SUIT if (counts := concealed & suit)]
    choices = [_parts[counts] for counts in parts]
    return [joined for chosen in product(*choices) if (joined := _join(chosen))]


def _join(chosen: tuple[Split, ...]) -> Split | None:
    """The parts as one; with a pair in two of them they are no hand."""
    runs = triplets = 0
    pair = NO_TILE
    for split in chosen:
        runs += split.runs
        triplets += split.triplets
        if split.pair != NO_TILE:
            if pair != NO_TILE:
                return None
            pair = split.pair
    return Split(runs, triplets, pair)


def readings(concealed: int, win: int) -> list[Reading]:
    """Every reading into sets and a pair, with every place of the winning tile. Empty where the
    tiles are no such hand."""
    return [reading for split in splits(concealed) for reading in placed(split, win)]


# -- the two irregular shapes -------------------------------------------------------------------

_ONES: Final = one_each(range(KINDS))
ODD_COUNTS: Final = _ONES
"""No bit of these is set in seven pairs."""
_PAIRS: Final = 2 * _ONES
_ORPHANS: Final = one_each(ORPHAN_TILES)
_ORPHAN_PAIRS: Final = {ONE[tile]: tile for tile in ORPHAN_TILES}


def seven_pairs(concealed: int, *, four_alike: bool = False) -> tuple[int, ...] | None:
    """The pairs' tiles, or ``None``. ``concealed`` must hold 14 tiles for there to be any.

    ``four_alike``: four of a kind may be two pairs (then the tile is named twice).
    """
    if concealed & _ONES:
        return None
    pairs = (concealed & _PAIRS).bit_count()
    fours = (concealed & _ONES * 4).bit_count()
    if pairs + 2 * fours != 7 or (fours and not four_alike):
        return None
    return tuple(tiles_in(concealed >> 1))


def thirteen_orphans(concealed: int) -> int | None:
    """The tile that is there twice, or ``None`` where the hand is not the thirteen orphans."""
    return _ORPHAN_PAIRS.get(concealed - _ORPHANS)


# -- waiting ------------------------------------------------------------------------------------


def is_complete(concealed: int) -> bool:
    """Whether the concealed tiles are a hand of any shape: sets and a pair, seven different pairs,
    or (with 14 tiles) the thirteen orphans."""
    return bool(
        splits(concealed)
        or seven_pairs(concealed) is not None
        or thirteen_orphans(concealed) is not None
    )


def waits(concealed: int) -> tuple[int, ...]:
    """The tiles that complete 13 (10, 7, 4, 1) concealed tiles. A tile already held four times
    completes nothing."""
    return tuple(
        tile
        for tile in range(KINDS)
        if count(concealed, tile) < 4 and is_complete(concealed + ONE[tile])
    )
