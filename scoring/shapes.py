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
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from scoring.notation import EAST, KINDS, ONE, ORPHAN_TILES, SUIT, Meld, Suit, count, one_each

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
        for tile in _tiles(self.runs):
            found.append(Set("run", tile, True, tile == left))
            left = NO_TILE if tile == left else left
        for tile in _tiles(self.triplets):
            won = self.wait == SHANPON and tile == self.won
            found.append(Set("triplet", tile, tsumo or not won, won))
        return (*found, *map(meld_set, melds))


def meld_set(meld: Meld) -> Set:
    """The set a meld is."""
    if meld.kind == "chi":
        return Set("run", meld.tile, False)
    return Set("kan" if meld.is_kan else "triplet", meld.tile, not meld.open)


def _tiles(packed: int) -> Iterator[int]:
    while packed:
        tile = ((packed & -packed).bit_length() - 1) // 4
        yield tile
        packed -= ONE[tile]


# -- profiles -----------------------------------------------------------------------------------

# A profile is one int that says of sets what rules ask of them: how many of which sort, the honors
# among them, the pair, the wait, and above that which numbers. Profiles of the parts of a hand add
# up. Two readings alike below the numbers differ in nothing but which suits and numbers their sets
# are of.
_COUNTED = 3
"""Bits of each count; none is above seven."""
(
    P_RUN,
    P_INSIDE,
    P_TRIPLET,
    P_ORPHAN_TRIPLET,
    P_PON,
    P_ORPHAN_PON,
    P_KAN,
    P_ORPHAN_KAN,
    P_ANKAN,
    P_ORPHAN_ANKAN,
    P_TWINS,
    P_PAIR,
    P_HONOR_PAIR,
    P_WAIT,
) = (1 << _COUNTED * place for place in range(14))
"""Runs; sets and pairs without terminal or honor; triplets and melds of simples, of terminals and
honors; identical runs by twos; pairs; the honor of the pair, 1-7; the wait, 1-5."""
P_WON_ORPHAN: Final = 1 << 42
"""The winning tile completed a triplet of terminals or honors."""
P_HONOR: Final = 1 << 43
"""Seven bits: a triplet or kan of each honor."""
_PAIRS_BITS: Final = 7 * P_PAIR

NUMBERS_AT: Final = 50
"""The numbers begin here: for each of m, p, s a lane of thirty bits, three that count the runs from
each of seven tiles, then one for the triplet or kan of each of nine."""
BELOW_NUMBERS: Final = (1 << NUMBERS_AT) - 1
LANE: Final = 30
RUN_BITS: Final = 3
TRIPLETS_AT: Final = 7 * RUN_BITS

_IS_ORPHAN: Final = frozenset(ORPHAN_TILES)
_ONES: Final = one_each(range(KINDS))
ODD_COUNTS: Final = _ONES
"""No bit of these is set in seven pairs."""


def _set_profile(run: bool, tile: int, simple: int, orphan: int) -> int:
    """Of one set; ``simple`` and ``orphan`` are what a triplet or kan counts as."""
    profile = _set_number(run, tile)
    if run:
        return profile + P_RUN + (0 if tile % 9 in (0, 6) else P_INSIDE)
    if tile not in _IS_ORPHAN:
        return profile + simple + P_INSIDE
    return profile + orphan + (P_HONOR << tile - EAST if tile >= EAST else 0)


def _set_number(run: bool, tile: int) -> int:
    if tile >= EAST:
        return 0
    place = tile % 9 * RUN_BITS if run else TRIPLETS_AT + tile % 9
    return 1 << NUMBERS_AT + LANE * (tile // 9) + place


_MELD_SORTS: Final = {
    "chi": (0, 0),
    "pon": (P_PON, P_ORPHAN_PON),
    "kan": (P_KAN, P_ORPHAN_KAN),
    "kakan": (P_KAN, P_ORPHAN_KAN),
    "ankan": (P_ANKAN, P_ORPHAN_ANKAN),
}
MELD_PROFILES: Final = {
    (kind, tile): _set_profile(kind == "chi", tile, *sorts)
    for kind, sorts in _MELD_SORTS.items()
    for tile in range(KINDS)
}
"""By the kind and the tile of a meld."""


def meld_profile(melds: tuple[Meld, ...]) -> int:
    """Of the melds together."""
    return sum(MELD_PROFILES[meld.kind, meld.tile] for meld in melds)


def profile_of(reading: Reading) -> int:
    """Of a reading, its wait included, melds apart."""
    runs, triplets, pair, wait, won = reading
    return _split_profile(Split(runs, triplets, pair)) + _place_profile(wait, won)


def _split_profile(split: Split) -> int:
    """Of the concealed sets and the pair of a split, or of a part of one."""
    runs, triplets, pair = split
    profile = P_TWINS * ((runs & 2 * _ONES).bit_count() + 2 * (runs & 4 * _ONES).bit_count())
    for tile in _tiles(runs):
        profile += _RUN_PROFILES[tile]
    for tile in _tiles(triplets):
        profile += _TRIPLET_PROFILES[tile]
    if pair != NO_TILE:
        profile += P_PAIR
        if pair >= EAST:
            profile += P_HONOR_PAIR * (pair - EAST + 1)
        elif pair not in _IS_ORPHAN:
            profile += P_INSIDE
    return profile


_RUN_PROFILES: Final = tuple(_set_profile(True, tile, 0, 0) for tile in range(EAST))
_TRIPLET_PROFILES: Final = tuple(
    _set_profile(False, tile, P_TRIPLET, P_ORPHAN_TRIPLET) for tile in range(KINDS)
)


def _place_profile(wait: str, won: int) -> int:
    """Of the wait, and of the set the winning tile completed."""
    orphan = wait == SHANPON and won in _IS_ORPHAN
    return P_WAIT * (WAITS.index(wait) + 1) + P_WON_ORPHAN * orphan


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


_RUN_WAITS: Final = tuple(_run_waits(tile) for tile in range(KINDS))


def placed(split: Split, win: int) -> list[Reading]:
    """Every place the winning tile can have in a split: equal sets count once."""
    runs, triplets, pair = split
    places = [(wait, start) for mask, start, wait in _RUN_WAITS[win] if runs & mask]
    if triplets & ONE[win]:
        places.append((SHANPON, win))
    if pair == win:
        places.append((TANKI, win))
    return [Reading(runs, triplets, pair, wait, won) for wait, won in places]


class Part:
    """The tiles of one suit where they stand in a hand, with their splits."""

    __slots__ = ("only", "placed", "profiles", "splits", "suit")

    def __init__(self, counts: int) -> None:
        self.suit = suit = ((counts & -counts).bit_length() - 1) // 36
        found = suit_table().get(counts >> 36 * suit, ())
        if suit == 3:
            found = tuple(split for split in found if not split.runs)
        self.splits = tuple(_moved(split, suit) for split in found)
        self.profiles = tuple(map(_split_profile, self.splits))
        """Of each split."""
        self.only = self.profiles[0] if len(self.splits) == 1 else None
        self.placed: dict[int, tuple[int, ...]] = {}
        """Of each reading, by the winning tiles asked for so far."""

    def place(self, win: int) -> tuple[int, ...]:
        self.placed[win] = tuple(
            profile + _place_profile(reading.wait, reading.won)
            for split, profile in zip(self.splits, self.profiles, strict=True)
            for reading in placed(split, win)
        )
        return self.placed[win]


_parts: Final[dict[int, Part]] = {}
"""Parts by their counts, filled as hands ask; those that are a part of some hand only, so that it
grows to four times the table at most."""


def _part(counts: int) -> Part:
    part = Part(counts)
    if part.splits:
        _parts[counts] = part
    return part


def splits(concealed: int) -> list[Split]:
    """Every way to split concealed tiles into sets and one pair; empty where there is none.

    ``concealed`` holds 2, 5, 8, 11 or 14 tiles, four of a kind at most.
    """
    parts = [counts for suit in SUIT if (counts := concealed & suit)]
    choices = [(_parts.get(counts) or _part(counts)).splits for counts in parts]
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


def profiles(suits: Iterable[Suit], win: int, melds: tuple[Meld, ...] = ()) -> list[int]:
    """The profile of every reading with the melds, not spelled out: the parts of the hand are
    looked up and added, which is the quick way to what a hand is worth. ``win`` is one of the
    concealed tiles.

    How many pairs there are is for the sizes of the parts to say: it is the same in every reading.
    """
    placed_here: tuple[int, ...] = ()
    win_suit = win // 9
    profile = 0
    several: list[tuple[int, ...]] = []
    for meld in melds:
        profile += MELD_PROFILES[meld[0], meld[1]]
    for suit in suits:
        part = suit.part or _part_of(suit)
        if part.suit == win_suit:
            placed_here = part.placed.get(win) or part.place(win)
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
    suit.part = _parts.get(suit.counts) or _part(suit.counts)
    return suit.part


# -- the two irregular shapes -------------------------------------------------------------------

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
    return tuple(_tiles(concealed >> 1))


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
