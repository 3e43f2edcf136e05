"""Who plays with whom at a club night, and in which seat. Values in, values out.

People are numbers, a table is a tuple of them by seat, first East first. Chance comes from an int,
so that the same draw can be made again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, permutations
from random import Random

Table = tuple[int, ...]
Pair = tuple[int, int]

TRIES = 12
"""Starts of the search for tables; from each it goes down until no exchange of two helps."""


class Custom(StrEnum):
    """Who makes room for those who sat out (抜け番). All are played: houses differ."""

    ORDER = "order"
    """Everybody in turn: who has sat out least, longest ago, first on the list."""
    LAST = "last"
    """The last of the game (ラス抜け)."""
    FIRST = "first"
    """Its winner (トップ抜け)."""
    SECOND = "second"
    """The second, so that neither luck nor the lack of it lasts (二着抜け)."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One earlier turn of the evening: who sat where, who sat out."""

    tables: tuple[Table, ...]
    resting: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Past:
    """What a balanced draw weighs: how often two have met, how often someone began in a seat."""

    met: Mapping[Pair, int]
    sat: Mapping[tuple[int, int], int]

    @classmethod
    def of(cls, turns: Sequence[Turn]) -> Past:
        met: Counter[Pair] = Counter()
        sat: Counter[tuple[int, int]] = Counter()
        for turn in turns:
            for table in turn.tables:
                met.update(pair(a, b) for a, b in combinations(table, 2))
                sat.update((player, seat) for seat, player in enumerate(table))
        return cls(met, sat)

    def meetings(self, tables: Iterable[Sequence[int]]) -> int:
        """How often those at these tables have met before, all pairs together."""
        pairs = (pair(a, b) for table in tables for a, b in combinations(table, 2))
        return sum(self.met.get(both, 0) for both in pairs)

    def repeats(self, table: Sequence[int]) -> int:
        """How often those at this table have begun in these seats, many times for one weighing more
        than once for many."""
        return sum(self.sat.get((player, seat), 0) ** 2 for seat, player in enumerate(table))

    def weight(self, tables: Sequence[Table]) -> tuple[int, int]:
        """What a balanced draw keeps small: meetings first, then seats."""
        return self.meetings(tables), sum(map(self.repeats, tables))


def _lot(seed: int) -> Random:
    return Random(seed)  # noqa: S311  seats, not secrets; whoever calls draws the seed


def pair(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)


# -- who sits out ---------------------------------------------------------------------------------


def resting(
    people: Sequence[int], seats: int, turns: Sequence[Turn], seed: int | None
) -> tuple[int, ...]:
    """Those who are too many for whole tables: who has played most, sat out least and longest ago;
    among equals by lot, without a seed the last on the list. Whoever came late has played less, and
    plays."""
    played: Counter[int] = Counter(p for turn in turns for table in turn.tables for p in table)
    order = list(reversed(people))
    if seed is not None:
        _lot(seed).shuffle(order)
    waits = _waits(turns)
    order.sort(key=lambda player: (-played[player], *waits(player)))
    return tuple(order[: len(people) % seats])


def _waits(turns: Sequence[Turn]) -> Callable[[int], tuple[int, int]]:
    """Whose turn it is to sit out: by how often they have, and when last."""
    often: Counter[int] = Counter(player for turn in turns for player in turn.resting)
    last = {player: number for number, turn in enumerate(turns) for player in turn.resting}
    return lambda player: (often[player], last.get(player, -1))


# -- draws ----------------------------------------------------------------------------------------


def at_random(people: Sequence[int], seats: int, seed: int) -> tuple[Table, ...]:
    """By lot: tables and seats."""
    order = list(people)
    _lot(seed).shuffle(order)
    return _cut(order, seats)


def balanced(people: Sequence[int], seats: int, past: Past, seed: int) -> tuple[Table, ...]:
    """Tables of people who have met least, seats in which they have begun least.

    Two who have met n times and meet again add 2n + 1 to the squares of all meetings, so the least
    sum of earlier meetings is also the evenest spread. From several starts by lot, the two whose
    exchange saves most change tables until none saves anything; the best end is taken, by
    meetings and then by seats.
    """
    chance = _lot(seed)
    found: list[tuple[Table, ...]] = []
    for _ in range(TRIES):
        tables = [list(table) for table in at_random(people, seats, chance.getrandbits(64))]
        _improve(tables, past)
        found.append(tuple(seated(table, past, chance.getrandbits(64)) for table in tables))
    return min(found, key=past.weight)


def by_standing(ranked: Sequence[int], seats: int, past: Past, seed: int) -> tuple[Table, ...]:
    """Like with like: the first four at table 1, the next four at table 2 …"""
    return tuple(seated(table, past, seed) for table in _cut(ranked, seats))


def by_snake(ranked: Sequence[int], seats: int, past: Past, seed: int) -> tuple[Table, ...]:
    """Tables of equal strength: dealt out down the standings, and back up: 1-8-9-16, 2-7-10-15."""
    rows = len(ranked) // seats
    layers = [ranked[start : start + rows] for start in range(0, len(ranked), rows)] if rows else []
    turned = [layer if number % 2 == 0 else layer[::-1] for number, layer in enumerate(layers)]
    return tuple(seated(table, past, seed) for table in zip(*turned, strict=True))


def in_order(people: Sequence[int], seats: int) -> tuple[Table, ...]:
    """As they are listed."""
    return _cut(people, seats)


def seated(table: Sequence[int], past: Past, seed: int) -> Table:
    """These people in the seats in which they have begun least; by lot among equals."""
    order = list(table)
    _lot(seed).shuffle(order)
    return min(permutations(order), key=past.repeats)


def _cut(people: Sequence[int], seats: int) -> tuple[Table, ...]:
    return tuple(
        tuple(people[start : start + seats]) for start in range(0, len(people) - seats + 1, seats)
    )


def _improve(tables: list[list[int]], past: Past) -> None:
    """Exchange the two whose exchange saves most, until none saves anything."""
    while True:
        saves, one, at, other, there = min(_exchanges(tables, past), default=(0, 0, 0, 0, 0))
        if saves >= 0:
            return
        tables[one][at], tables[other][there] = tables[other][there], tables[one][at]


def _exchanges(
    tables: Sequence[Sequence[int]], past: Past
) -> Iterator[tuple[int, int, int, int, int]]:
    """Every exchange between two tables, led by what it adds to the meetings."""
    met = past.met
    to = {
        (player, number): sum(met.get(pair(player, other), 0) for other in table if other != player)
        for number, table in enumerate(tables)
        for player in (p for t in tables for p in t)
    }
    for (one, a), (other, b) in combinations(enumerate(tables), 2):
        for at, p in enumerate(a):
            for there, q in enumerate(b):
                again = 2 * met.get(pair(p, q), 0)
                now = to[p, one] + to[q, other]
                yield to[p, other] + to[q, one] - again - now, one, at, other, there


# -- one turn after another at the same tables ----------------------------------------------------


def rotated(
    turns: Sequence[Turn], custom: Custom, places: Mapping[int, int], people: Sequence[int]
) -> Turn:
    """The next turn after the last of ``turns``: whoever sat out comes in, and takes the seat of
    one who goes out by the custom. ``places`` are those of the games just over; ``people`` is the
    list of those who are there, for a custom that goes by it and between equals.

    With several tables the last (the winner …) of each goes, before anyone else goes. The seat of
    whoever went home is taken first. ``ValueError`` where too many went to fill the tables.
    """
    tables = turns[-1].tables
    played = [player for table in tables for player in table]
    comes = [player for player in people if player not in played]
    gone = [player for player in played if player not in people]
    if len(gone) > len(comes):
        raise ValueError("too few are left for these tables")
    stays = [player for player in people if player in played]
    leaves = _leaving(stays, turns, custom, places)[: len(comes) - len(gone)]
    takes = dict(zip(gone + leaves, comes, strict=False))
    sits_out = (*leaves, *comes[len(gone) + len(leaves) :])
    return Turn(tuple(tuple(takes.get(p, p) for p in table) for table in tables), sits_out)


def _leaving(
    stays: Sequence[int], turns: Sequence[Turn], custom: Custom, places: Mapping[int, int]
) -> list[int]:
    """Those at the tables, first whoever goes out first."""
    if custom is Custom.ORDER:
        return sorted(stays, key=_waits(turns))
    rank = _GOES[custom]
    return sorted(stays, key=lambda player: rank(places[player]))


_GOES: Mapping[Custom, Callable[[int], tuple[int, int]]] = {
    Custom.LAST: lambda place: (-place, 0),
    Custom.FIRST: lambda place: (place, 0),
    Custom.SECOND: lambda place: (abs(place - 2), -place),
}
