"""Winning hands as they come up at a table, dealt at random, for practice.

A hand follows a plan: what its sets are taken from, what it starts from, how many sets are called.
How often each plan is followed is for the games to say. What a hand is worth, and whether it may
win at all, is their answer too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from scoring.notation import CODES, EAST, KINDS, ONE, SUITS, WHITE, count, tiles_of, tiles_text

Tiles = tuple[int, ...]
Weights = Sequence[float]

NEVER: Weights = (1,)
SELDOM: Weights = (60, 22, 12, 6)
OFTEN: Weights = (20, 35, 28, 14, 3)
ALWAYS: Weights = (0, 40, 38, 18, 4)
"""How likely no set is called, one, two …"""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a hand goes for."""

    weight: int
    motif: str = ""
    """The sets it starts from: a key of ``MOTIFS``, or ``pairs`` for seven of them."""
    pool: str = "any"
    """What the other sets and the pair are taken from: a key of ``POOLS``."""
    runs: float = 0.8
    """How likely each of them is a run."""
    called: Weights = SELDOM
    kans: float = 0.05
    """How likely a triplet is a kan."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A win as it lies on the table. Winds: 0 = East … 3 = North."""

    concealed: int
    """Counts of the tiles in hand, the winning tile included."""
    win: int
    melds: tuple[str, ...]
    """As the game record writes them: ``"pon 777z"``."""
    round_wind: int
    seat_wind: int
    tsumo: bool
    reds: int = 0
    """Counts of the red fives among the tiles in hand."""
    dora: tuple[str, ...] = ()
    ura: tuple[str, ...] = ()
    flowers: tuple[str, ...] = ()
    situation: tuple[str, ...] = ()
    honba: int = 0

    @property
    def is_open(self) -> bool:
        return any(not meld.startswith("ankan") for meld in self.melds)

    @property
    def kans(self) -> int:
        return sum("kan" in meld for meld in self.melds)

    @property
    def win_code(self) -> str:
        """The winning tile; a red five where that is the only one it can be."""
        only = self.reds & ONE[self.win] and count(self.concealed, self.win) == 1
        return f"0{SUITS[self.win // 9]}" if only else CODES[self.win]

    @property
    def in_hand(self) -> str:
        """The concealed tiles without the winning one."""
        reds = 0 if self.win_code not in CODES[KINDS:] else ONE[self.win]
        return tiles_text(self.concealed - ONE[self.win], self.reds - reds)

    @property
    def unseen(self) -> list[int]:
        """Every tile that is not in the hand, as often as it is left."""
        counts = self.concealed + sum(_counts(_meld_tiles(meld)) for meld in self.melds)
        return [tile for tile in range(KINDS) for _ in range(4 - count(counts, tile))]

    @property
    def record(self) -> dict[str, Any]:
        """The ``hand`` of a game record."""
        hand: dict[str, Any] = {
            "tiles": tiles_text(self.concealed, self.reds),
            "melds": list(self.melds),
            "win_tile": self.win_code,
            "situation": list(self.situation),
        }
        for name in ("dora", "ura", "flowers"):
            if codes := getattr(self, name):
                hand[name] = list(codes)
        return hand


def pick(dice: Random, plans: Sequence[Plan]) -> Plan:
    """One of the plans, by their weights."""
    return dice.choices(plans, [plan.weight for plan in plans])[0]


def deal(
    dice: Random,
    plans: Sequence[Plan],
    *,
    tsumo: float,
    rounds: int,
    seats: Sequence[int] = range(4),
) -> Deal:
    """A win by one of the plans: ``tsumo`` is how likely it is self-drawn, ``rounds`` how many
    winds the game goes through, ``seats`` who may have won."""
    round_wind, seat_wind = dice.randrange(rounds), dice.choice(seats)
    self_drawn = dice.random() < tsumo
    while True:
        plan = pick(dice, plans)
        sets = _sets(dice, plan, (EAST + round_wind, EAST + seat_wind, *range(WHITE, KINDS)))
        counts = _counts(tile for tiles in sets for tile in tiles)
        if all(count(counts, tile) <= 4 for tile in tiles_of(counts)):
            break
    melds, held = _called(dice, plan, sets, counts)
    concealed = _counts(tile for tiles in held for tile in tiles)
    return Deal(concealed, _winning(dice, held), melds, round_wind, seat_wind, self_drawn)


SELDOM_SO = 0.03
AFTER_KAN = 0.3


def with_special_tile(dice: Random, dealt: Deal) -> Deal:
    """Now and then the last tile of the wall, or the one after a kan."""
    if dice.random() < SELDOM_SO:
        return replace(dealt, situation=("last-tile",))
    if dealt.tsumo and dealt.kans and dice.random() < AFTER_KAN:
        return replace(dealt, situation=("after-kan",))
    return dealt


# -- the sets -----------------------------------------------------------------------------------

_RUNS = [start for start in range(EAST) if start % 9 < 7]
_ENDS = [tile for tile in range(KINDS) if tile >= EAST or tile % 9 in (0, 8)]
_SIMPLE = [tile for tile in range(EAST) if tile not in _ENDS]


def _of_suit(dice: Random, honors: Sequence[int]) -> tuple[list[int], list[int]]:
    suit = dice.randrange(3)
    runs = [start for start in _RUNS if start // 9 == suit]
    return runs, [*range(9 * suit, 9 * suit + 9), *honors]


POOLS: Mapping[str, Callable[[Random], tuple[Sequence[int], Sequence[int]]]] = {
    "any": lambda dice: (_RUNS, range(KINDS)),
    "simples": lambda dice: ([start for start in _RUNS if 0 < start % 9 < 6], _SIMPLE),
    "ends": lambda dice: ([start for start in _RUNS if start % 9 in (0, 6)], _ENDS),
    "half": lambda dice: _of_suit(dice, [*range(EAST, KINDS)] * 2),
    "pure": lambda dice: _of_suit(dice, ()),
}
"""Where runs start, and the tiles of triplets and pairs."""


def _run(start: int) -> Tiles:
    return (start, start + 1, start + 2)


def _value(dice: Random, values: Tiles) -> list[Tiles]:
    return [(dice.choice(values),) * 3]


def _straight(dice: Random, values: Tiles) -> list[Tiles]:
    suit = dice.randrange(3)
    return [_run(9 * suit + start) for start in (0, 3, 6)]


def _similar(dice: Random, values: Tiles) -> list[Tiles]:
    start = dice.randrange(7)
    return [_run(9 * suit + start) for suit in range(3)]


def _identical(dice: Random, values: Tiles) -> list[Tiles]:
    return [_run(dice.choice(_RUNS))] * 2


def _dragons(dice: Random, values: Tiles) -> list[Tiles]:
    return [(tile,) * 3 for tile in dice.sample(range(WHITE, KINDS), 2)]


def _nothing(dice: Random, values: Tiles) -> list[Tiles]:
    return []


MOTIFS: Mapping[str, Callable[[Random, Tiles], list[Tiles]]] = {
    "": _nothing,
    "value": _value,
    "straight": _straight,
    "similar": _similar,
    "identical": _identical,
    "dragons": _dragons,
}
"""The sets a hand starts from; ``values`` are the dragons and the winner's winds."""


def _sets(dice: Random, plan: Plan, values: Tiles) -> list[Tiles]:
    """Four sets and, last, the pair; or seven pairs. A tile may be in it too often."""
    runs, others = POOLS[plan.pool](dice)
    if plan.motif == "pairs":
        kinds = sorted(set(others))
        return [(tile, tile) for tile in dice.sample(kinds, 7)]
    sets = MOTIFS[plan.motif](dice, values)
    while len(sets) < 4:
        is_run = dice.random() < plan.runs
        sets.append(_run(dice.choice(runs)) if is_run else (dice.choice(others),) * 3)
    return [*sets, (dice.choice(others),) * 2]


def _called(
    dice: Random, plan: Plan, sets: list[Tiles], counts: int
) -> tuple[tuple[str, ...], list[Tiles]]:
    """The melds, and what stays in hand. Called first are triplets, as honors and the like are."""
    if plan.motif == "pairs":
        return (), sets
    *four, pair = sets
    dice.shuffle(four)
    four.sort(key=lambda tiles: tiles[0] != tiles[1] and dice.random() < 0.7)
    called = dice.choices(range(len(plan.called)), plan.called)[0]
    melds, held = [], []
    for place, tiles in enumerate(four):
        is_kan = tiles[0] == tiles[1] and count(counts, tiles[0]) == 3
        kan = is_kan and dice.random() < plan.kans
        if place < called:
            melds.append(_meld(dice, tiles, kan))
        elif kan:
            melds.append(f"ankan {tiles_text(4 * ONE[tiles[0]])}")
        else:
            held.append(tiles)
    return tuple(melds), [*held, pair]


def _meld(dice: Random, tiles: Tiles, kan: bool) -> str:
    if tiles[0] != tiles[1]:
        return f"chi {tiles_text(_counts(tiles))}"
    if kan:
        return f"{dice.choice(('kan', 'kakan'))} {tiles_text(4 * ONE[tiles[0]])}"
    return f"pon {tiles_text(3 * ONE[tiles[0]])}"


def _winning(dice: Random, held: list[Tiles]) -> int:
    """The winning tile: of a run more often an outer one, and seldom the pair."""
    weights = [5 if tiles[0] != tiles[1] else len(tiles) for tiles in held]
    tiles = dice.choices(held, weights)[0]
    return dice.choices(tiles, (3, 1, 3)[: len(tiles)])[0]


def _counts(tiles: Any) -> int:
    return sum(ONE[tile] for tile in tiles)


def _meld_tiles(meld: str) -> list[int]:
    digits = meld.split(" ")[1]
    return [CODES.index(f"{digit.replace('0', '5')}{digits[-1]}") for digit in digits[:-1]]
