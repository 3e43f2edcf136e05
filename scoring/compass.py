"""Where four people sit on a screen, and the arrows between them.

The viewer sits at the bottom, the next player in turn at the right. The drawing is a square of
100 × 100 that is stretched over nine cells (rows 33, 34, 33; columns 36, 28, 36): neighbours are
joined by a bend round their corner; opposites by a straight line, the upright one interrupted for
its label, the level one below it; and out of the pot in the middle a short dotted line leads to
each seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

POT = "pot"
_ROUND = "senw"
"""The edges in turn, from the viewer on: south, east, north, west."""

AROUND: Mapping[int, str] = {4: "senw", 3: "senw", 2: "sn"}
"""The edges by how many sit at the table: with three, one side of the table stays empty; two sit
opposite each other."""


def edge(seat: int, viewer: int, players: int) -> str:
    """The edge a seat is drawn at: ``s``, ``e``, ``n`` or ``w``."""
    edges = AROUND[players]
    return edges[(seat - viewer) % len(edges)]


@dataclass(frozen=True, slots=True)
class Path:
    """An arrow: its line and its head, as SVG path data."""

    line: str
    head: str


PATHS: Mapping[tuple[str, str], Path] = {
    # neighbours
    ("w", "s"): Path("M17 67C17 80 23 84 33 84", "M32.6 81.6L36 84L32.6 86.4Z"),
    ("w", "n"): Path("M17 33C17 20 23 16 33 16", "M32.6 13.6L36 16L32.6 18.4Z"),
    ("e", "s"): Path("M83 67C83 80 77 84 67 84", "M67.4 81.6L64 84L67.4 86.4Z"),
    ("e", "n"): Path("M83 33C83 20 77 16 67 16", "M67.4 13.6L64 16L67.4 18.4Z"),
    ("s", "e"): Path("M64 84C77 84 83 80 83 71", "M81.2 70.2L83 66L84.8 70.2Z"),
    ("s", "w"): Path("M36 84C23 84 17 80 17 71", "M15.2 70.2L17 66L18.8 70.2Z"),
    ("n", "e"): Path("M64 16C77 16 83 20 83 29", "M81.2 29.8L83 34L84.8 29.8Z"),
    ("n", "w"): Path("M36 16C23 16 17 20 17 29", "M15.2 29.8L17 34L18.8 29.8Z"),
    # opposites
    ("s", "n"): Path("M50 68V62M50 39V35", "M48.2 35.2L50 31L51.8 35.2Z"),
    ("n", "s"): Path("M50 32V38M50 61V65", "M48.2 64.8L50 69L51.8 64.8Z"),
    ("w", "e"): Path("M36 61H60.5", "M60.1 58.6L63.5 61L60.1 63.4Z"),
    ("e", "w"): Path("M64 61H39.5", "M39.9 58.6L36.5 61L39.9 63.4Z"),
    # out of the pot
    (POT, "s"): Path("M50 58.5V65", "M48.2 64.8L50 69L51.8 64.8Z"),
    (POT, "n"): Path("M50 41.5V35", "M48.2 35.2L50 31L51.8 35.2Z"),
    (POT, "e"): Path("M58 50H64", "M63.6 47.6L67 50L63.6 52.4Z"),
    (POT, "w"): Path("M42 50H36", "M36.4 47.6L33 50L36.4 52.4Z"),
}


def opposite(one: str, other: str) -> bool:
    """Whether two edges face each other."""
    return (_ROUND.index(one) - _ROUND.index(other)) % 4 == 2


def corner(one: str, other: str) -> str:
    """The cell for the label of what passes between two edges: a corner, or the pot."""
    if opposite(one, other):
        return POT
    return "".join(sorted((one, other), key="nsew".index))
