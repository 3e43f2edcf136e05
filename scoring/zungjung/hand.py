"""Which patterns a winning hand holds, and what it is worth by the best of its readings.

Tiles, runs and triplets are packed as in ``scoring.notation``: one line of arithmetic asks all
suits at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from scoring.errors import ScoringError
from scoring.notation import (
    DRAGONS,
    EAST,
    HONORS,
    KINDS,
    ONE,
    ORPHANS,
    SIMPLES,
    SUIT,
    TERMINALS,
    WINDS_MASK,
    Hand,
    check_claim,
    mask,
    one_each,
)
from scoring.shapes import NO_TILE, Reading, Set, readings, seven_pairs, thirteen_orphans
from scoring.zungjung.patterns import Worth, combine
from scoring.zungjung.rules import Rules

REGULAR, SEVEN_PAIRS, THIRTEEN = "regular", "seven-pairs", "thirteen-terminals"


@dataclass(frozen=True, slots=True)
class Win:
    """A winning hand at the table: the tiles, and what the patterns ask besides."""

    hand: Hand
    self_draw: bool
    seat_wind: int
    """0 = East … 3 = North."""


@dataclass(frozen=True, slots=True)
class Form:
    """One reading of the tiles: its sets (melds too, kongs among the triplets) and what of it is
    concealed. The irregular shapes have no sets."""

    shape: str
    runs: int = 0
    triplets: int = 0
    pair: int = NO_TILE
    concealed_triplets: int = 0
    sets: tuple[Set, ...] = ()
    """The same sets one by one, for showing."""
    pairs: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Account:
    """What a hand is worth and why: the reading that counts, and those it beats."""

    form: Form
    worth: Worth
    others: tuple[Account, ...] = ()


# -- what the patterns ask ----------------------------------------------------------------------

_ONES = one_each(range(KINDS))
_STARTS = {
    length: one_each(9 * suit + first for suit in range(3) for first in range(10 - length))
    for length in (3, 4)
}
"""Where so many consecutive triplets can start."""
_STRAIGHT = one_each((0, 9, 18))
_OUTER_RUNS = mask(9 * suit + first for suit in range(3) for first in (0, 6))
_GATES = one_each(range(9)) + 2 * (ONE[0] + ONE[8])
_NINE_GATES = tuple(_GATES << 36 * suit for suit in range(3))


def _there(packed: int) -> int:
    """One bit for each tile that is there at all (up to seven times)."""
    return (packed | packed >> 1 | packed >> 2) & _ONES


def _in_all_suits(packed: int) -> int:
    """One bit, in the first suit, for each number that all three suits have."""
    there = _there(packed)
    return there & there >> 36 & there >> 72 & SUIT[0]


def _suits(win: Win) -> int:
    return sum(bool(win.hand.counts & suit) for suit in SUIT[:3])


def _one_suit(win: Win, honors: bool) -> bool:
    return _suits(win) == 1 and bool(win.hand.counts & HONORS) == honors


def _nine_gates(win: Win) -> bool:
    """A nine-sided wait: 1112345678999 before the winning tile."""
    return win.hand.concealed - ONE[win.hand.win] in _NINE_GATES


def _value_honors(win: Win, form: Form) -> int:
    """Sets of dragons and of the seat wind; the round wind has no value."""
    return (form.triplets & (DRAGONS | mask([EAST + win.seat_wind]))).bit_count()


def _three_of(form: Form, kinds: int, sets: int, pair: bool) -> bool:
    """At least so many triplets of these kinds, and the pair one of them if asked."""
    enough = (form.triplets & kinds).bit_count() >= sets
    return enough and (not pair or bool(ONE[form.pair] & kinds))


def _alike(form: Form, number: int) -> bool:
    """So many identical runs."""
    return any(form.runs >> 4 * tile & 15 >= number for tile in range(27))


def _twice_alike(form: Form) -> bool:
    """Two times two identical runs; four identical ones are that too."""
    return sum((form.runs >> 4 * tile & 15) // 2 for tile in range(27)) == 2


def _small_three_similar(form: Form) -> bool:
    """Triplets of a number in two suits, the pair of it in the third."""
    if form.pair >= EAST:
        return False
    return bool(_in_all_suits(form.triplets | ONE[form.pair]) & ONE[form.pair % 9])


def _consecutive(form: Form, length: int) -> bool:
    """Triplets of so many consecutive numbers in one suit."""
    found = _STARTS[length]
    for step in range(length):
        found &= form.triplets >> 4 * step
    return bool(found)


def _straight(form: Form) -> bool:
    there = _there(form.runs)
    return bool(there & there >> 12 & there >> 24 & _STRAIGHT)


def _every_part(form: Form, kinds: int) -> bool:
    """Every set and the pair hold one of ``kinds``."""
    return not (form.runs & ~_OUTER_RUNS or form.triplets & ~kinds or not ONE[form.pair] & kinds)


Asks = Callable[[Win, Form], int]

TILES: Mapping[str, Asks] = {
    "1.3": lambda win, form: not win.hand.counts & ORPHANS,
    "2.1.1": lambda win, form: _one_suit(win, honors=True),
    "2.1.2": lambda win, form: _one_suit(win, honors=False),
    "3.4": lambda win, form: not win.hand.counts & ~HONORS,
    "8.1.3": lambda win, form: not win.hand.counts & SIMPLES,
    "8.1.4": lambda win, form: not win.hand.counts & ~TERMINALS,
}
"""Patterns that ask for no sets: seven pairs can hold them too."""

SETS: Mapping[str, Asks] = {
    "1.1": lambda win, form: not form.triplets,
    "1.2": lambda win, form: not win.hand.open,
    "2.2": lambda win, form: _nine_gates(win),
    "3.1": _value_honors,
    "3.2.1": lambda win, form: _three_of(form, DRAGONS, 2, pair=True),
    "3.2.2": lambda win, form: _three_of(form, DRAGONS, 3, pair=False),
    "3.3.1": lambda win, form: _three_of(form, WINDS_MASK, 2, pair=True),
    "3.3.2": lambda win, form: _three_of(form, WINDS_MASK, 3, pair=False),
    "3.3.3": lambda win, form: _three_of(form, WINDS_MASK, 3, pair=True),
    "3.3.4": lambda win, form: _three_of(form, WINDS_MASK, 4, pair=False),
    "4.1": lambda win, form: not form.runs,
    "4.2.1": lambda win, form: form.concealed_triplets >= 2,
    "4.2.2": lambda win, form: form.concealed_triplets >= 3,
    "4.2.3": lambda win, form: form.concealed_triplets == 4,
    "4.3.1": lambda win, form: win.hand.kans >= 1,
    "4.3.2": lambda win, form: win.hand.kans >= 2,
    "4.3.3": lambda win, form: win.hand.kans >= 3,
    "4.3.4": lambda win, form: win.hand.kans == 4,
    "5.1.1": lambda win, form: _alike(form, 2),
    "5.1.2": lambda win, form: _twice_alike(form),
    "5.1.3": lambda win, form: _alike(form, 3),
    "5.1.4": lambda win, form: _alike(form, 4),
    "6.1": lambda win, form: bool(_in_all_suits(form.runs)),
    "6.2.1": lambda win, form: _small_three_similar(form),
    "6.2.2": lambda win, form: bool(_in_all_suits(form.triplets)),
    "7.1": lambda win, form: _straight(form),
    "7.2.1": lambda win, form: _consecutive(form, 3),
    "7.2.2": lambda win, form: _consecutive(form, 4),
    "8.1.1": lambda win, form: _every_part(form, ORPHANS),
    "8.1.2": lambda win, form: _every_part(form, TERMINALS),
}
"""Patterns of four sets and a pair."""

INCIDENTAL: Mapping[str, tuple[str, bool]] = {
    "9.1.1": ("last-tile", True),
    "9.1.2": ("last-tile", False),
    "9.2": ("after-kan", True),
    "9.3": ("robbing-kan", False),
    "9.4.1": ("first-turn", True),
    "9.4.2": ("first-turn", False),
}
"""The situation that brings a pattern, and whether by self-draw."""

IRREGULAR: Mapping[str, str] = {SEVEN_PAIRS: "10.2", THIRTEEN: "10.1"}
"""The pattern that the shape itself is."""


def present(rules: Rules, win: Win, form: Form) -> dict[str, int]:
    """How often the form holds each pattern, lower ranks of a series included."""
    found = {number: int(asks(win, form)) for number, asks in _ASKED[form.shape].items()}
    for number, (situation, self_draw) in INCIDENTAL.items():
        found[number] = int(situation in win.hand.situation and self_draw == win.self_draw)
    if form.shape in IRREGULAR:
        found[IRREGULAR[form.shape]] = 1
        found["1.2"] = int(rules.irregular_counts_concealed)
    return {number: count for number, count in found.items() if count}


_ASKED: Mapping[str, Mapping[str, Asks]] = {
    REGULAR: {**TILES, **SETS},
    SEVEN_PAIRS: TILES,
    THIRTEEN: {},
}


# -- the best reading ---------------------------------------------------------------------------


def account(rules: Rules, win: Win, field: str = "hand") -> Account:
    """The hand's points by its best reading, with the readings that lose.

    Equal readings: the one with fewer patterns, then the first. ``ScoringError`` at ``field`` where
    the tiles are no winning hand or what is said of the win cannot be.
    """
    _check(win, field)
    forms = dict.fromkeys(_forms(win))
    if not forms:
        raise ScoringError(
            f"{field}.tiles", "no winning hand: not four sets and a pair, nor an irregular hand"
        )
    accounts = [Account(form, combine(rules, present(rules, win, form))) for form in forms]
    best, *others = sorted(accounts, key=lambda a: (-a.worth.points, len(a.worth.counted)))
    return replace(best, others=tuple(others))


def _forms(win: Win) -> Iterator[Form]:
    """Every reading as a form. Where the winning tile went only shows where it matters: in a
    triplet it leaves exposed."""
    for reading in readings(win.hand.concealed, win.hand.win):
        yield _regular(win, reading)
    pairs = seven_pairs(win.hand.concealed, four_alike=True)
    if pairs:
        yield Form(SEVEN_PAIRS, pairs=pairs)
    twice = thirteen_orphans(win.hand.concealed)
    if twice is not None:
        yield Form(THIRTEEN, pairs=(twice,))


def _regular(win: Win, reading: Reading) -> Form:
    sets = tuple(part._replace(won=False) for part in reading.sets(win.hand.melds, win.self_draw))
    return Form(
        REGULAR,
        runs=sum(ONE[part.tile] for part in sets if part.kind == "run"),
        triplets=sum(ONE[part.tile] for part in sets if part.kind != "run"),
        pair=reading.pair,
        concealed_triplets=sum(part.concealed and part.kind != "run" for part in sets),
        sets=sets,
        pairs=(reading.pair,),
    )


# -- what cannot be -----------------------------------------------------------------------------


_SAID = frozenset(situation for situation, _ in INCIDENTAL.values())


def _check(win: Win, field: str) -> None:
    """Refuse what does not exist in Zung Jung or contradicts itself."""
    hand, said = win.hand, win.hand.situation
    foreign = sorted(said - _SAID)
    if foreign:
        raise ScoringError(f"{field}.situation", "there is no {name} in Zung Jung", name=foreign[0])
    for name in ("dora", "ura", "flowers", "north"):
        if getattr(hand, name):
            raise ScoringError(f"{field}.{name}", "there is no {name} in Zung Jung", name=name)
    check_claim(hand, win.self_draw, field)
    for impossible, message in _IMPOSSIBLE:
        if impossible(win):
            raise ScoringError(f"{field}.situation", message)


def _first_turn(win: Win) -> bool:
    return "first-turn" in win.hand.situation


_IMPOSSIBLE: tuple[tuple[Callable[[Win], bool], str], ...] = (
    (
        lambda win: "after-kan" in win.hand.situation and not win.hand.kans,
        "a win on a kong's replacement tile needs a kong in the hand",
    ),
    (
        lambda win: {"robbing-kan", "last-tile"} <= win.hand.situation,
        "a robbed kong is no discard, so not the final discard",
    ),
    (
        lambda win: _first_turn(win) and bool(win.hand.melds),
        "the blessings of heaven and earth are void once a set is called or a kong declared",
    ),
    (
        lambda win: _first_turn(win) and win.self_draw and win.seat_wind != 0,
        "the blessing of heaven is East's alone",
    ),
    (
        lambda win: _first_turn(win) and not win.self_draw and win.seat_wind == 0,
        "the blessing of earth is a win off East's first discard; East cannot have it",
    ),
)
