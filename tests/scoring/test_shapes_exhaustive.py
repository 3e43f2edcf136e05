"""Every hand of one suit and honors, against readings found here in another way.

The engine looks splits up in a table made by putting sets together. Here tiles are taken off one by
one, the lowest first, as one would do by hand; the two agree on every hand there is.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb

import pytest

from scoring.notation import ONE, one_each
from scoring.shapes import readings, seven_pairs, splits

Sets = tuple[tuple[str, int], ...]

pytestmark = pytest.mark.slow


def suit_tiles(kinds: int, most: int) -> Iterator[tuple[int, ...]]:
    """Every choice of up to ``most`` tiles of ``kinds`` kinds, four of each at most."""
    if kinds == 0:
        yield ()
        return
    for copies in range(min(4, most) + 1):
        for rest in suit_tiles(kinds - 1, most - copies):
            yield (copies, *rest)


def taken_apart(tiles: list[int], runs: bool) -> Iterator[Sets]:
    """Every way to take sets off, the lowest tile first; ``tiles`` is how many of each kind."""
    lowest = next((tile for tile, copies in enumerate(tiles) if copies), None)
    if lowest is None:
        yield ()
        return
    if tiles[lowest] >= 3:
        tiles[lowest] -= 3
        for rest in taken_apart(tiles, runs):
            yield (("triplet", lowest), *rest)
        tiles[lowest] += 3
    if runs and lowest + 2 < len(tiles) and tiles[lowest + 1] and tiles[lowest + 2]:
        for tile in (lowest, lowest + 1, lowest + 2):
            tiles[tile] -= 1
        for rest in taken_apart(tiles, runs):
            yield (("run", lowest), *rest)
        for tile in (lowest, lowest + 1, lowest + 2):
            tiles[tile] += 1


def with_pair(tiles: tuple[int, ...], runs: bool = True) -> set[Sets]:
    """Every way to split tiles into sets and, if their number asks for it, one pair."""
    left = list(tiles)
    if sum(tiles) % 3 == 0:
        return {tuple(sorted(sets)) for sets in taken_apart(left, runs)}
    found = set()
    for tile, copies in enumerate(tiles):
        if sum(tiles) % 3 == 2 and copies >= 2:
            left[tile] -= 2
            found |= {tuple(sorted((*sets, ("pair", tile)))) for sets in taken_apart(left, runs)}
            left[tile] += 2
    return found


def packed(tiles: tuple[int, ...], first: int = 0) -> int:
    return sum(copies * ONE[first + tile] for tile, copies in enumerate(tiles))


def spelled(split: tuple[int, int, int]) -> Sets:
    """A split of the engine, of tiles of suit m."""
    runs, triplets, pair = split
    found = [("run", tile) for tile in range(9) for _ in range(runs >> 4 * tile & 15)]
    found += [("triplet", tile) for tile in range(9) if triplets & ONE[tile]]
    return tuple(sorted([*found, ("pair", pair)]))


@cache
def suit_parts() -> dict[tuple[int, ...], set[Sets]]:
    """Every part of a hand in one suit, with its splits."""
    return {tiles: ways for tiles in suit_tiles(9, 14) if (ways := with_pair(tiles))}


@cache
def honor_parts() -> dict[tuple[int, ...], set[Sets]]:
    return {tiles: ways for tiles in suit_tiles(7, 14) if (ways := with_pair(tiles, runs=False))}


def test_every_split_of_one_suit_and_no_other() -> None:
    """All 405,350 choices of up to 14 tiles of a suit."""
    seen, parts = 0, suit_parts()
    for tiles in suit_tiles(9, 14):
        seen += 1
        if sum(tiles) % 3 == 2:
            found = splits(packed(tiles))
            assert {spelled(split) for split in found} == parts.get(tiles, set()), tiles
            assert len(found) == len(parts.get(tiles, ())), tiles
    assert seen == 405_350


def test_every_closed_winning_hand_of_one_suit_and_honors() -> None:
    """All of them, each with the number of its readings: a hand is a part in the suit and a part in
    the honors, one of them with the pair."""
    winning: Counter[int] = Counter()
    expected: Counter[int] = Counter()
    by_size: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for tiles, ways in honor_parts().items():
        by_size[sum(tiles)].append((packed(tiles, 27), len(ways)))
    for tiles, ways in suit_parts().items():
        counts = packed(tiles)
        for honors, honor_ways in by_size[14 - sum(tiles)]:
            pairs = (sum(tiles) % 3 == 2) + ((14 - sum(tiles)) % 3 == 2)
            expected[len(ways) * honor_ways * (pairs == 1)] += 1
            winning[len(splits(counts + honors))] += 1
    assert winning == expected
    assert (sum(winning.values()), winning[0]) == (127_240, 0)


def place_of(part: tuple[str, int], win: int) -> str | None:
    """The wait if the winning tile completed this set or pair."""
    kind, tile = part
    if kind != "run":
        return {"triplet": "shanpon", "pair": "tanki"}[kind] if tile == win else None
    if win == tile + 1:
        return "kanchan"
    if (win, tile) in ((2, 0), (6, 6)):
        return "penchan"
    return "ryanmen" if win in (tile, tile + 2) else None


def test_every_place_of_the_winning_tile_in_every_hand_of_one_suit() -> None:
    hands = 0
    for tiles, ways in suit_parts().items():
        if sum(tiles) != 14:
            continue
        hands += 1
        for win, copies in enumerate(tiles):
            expected = sorted(
                (wait, part[1])
                for sets in ways
                for part in set(sets)
                if copies and (wait := place_of(part, win))
            )
            found = readings(packed(tiles), win)
            assert sorted((reading.wait, reading.won) for reading in found) == expected
    assert hands == 13_259


def test_every_seven_pairs_of_one_suit_and_honors() -> None:
    kinds = (*range(9), *range(27, 34))
    chosen = list(combinations(kinds, 7))
    assert len(chosen) == comb(16, 7)
    for pairs in chosen:
        assert seven_pairs(2 * one_each(pairs)) == pairs
