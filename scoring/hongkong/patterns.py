"""The patterns of Hong Kong mahjong as data: their fan, what they contain, what rules them out.

Source: the table of special hands (特殊役) and fan of the default preset; [O] rows of other tables
are worth nothing until an option switches them on. Names are those the commands print.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.hongkong.rules import LIMIT_HANDS, HongKongRules


@dataclass(frozen=True, slots=True)
class Pattern:
    """One pattern: ``label`` is its English name (a msgid), ``native`` the one on every table."""

    name: str
    native: str
    label: str
    group: str
    """Where a form shows it: ``limit``, ``hand``, ``honors``, ``win``, ``flowers``."""
    faan: int = 0
    """As the source has it; 0 for limit hands and for what an option sets (``worth`` says)."""


def _rows(group: str, rows: Iterable[tuple[str, str, str, int]]) -> list[Pattern]:
    return [Pattern(name, native, label, group, faan) for name, native, label, faan in rows]


_LIMIT = (
    ("four-concealed-triplets", "四暗刻", "Four concealed triplets"),
    ("four-kongs", "四槓子", "Four kongs"),
    ("small-winds", "小四喜", "Small winds"),
    ("big-winds", "大四喜", "Big winds"),
    ("all-honors", "字一色", "All honors"),
    ("all-terminals", "清么九", "All terminals"),
    ("nine-gates", "九連寶燈", "Nine gates"),
    ("thirteen-orphans", "十三么", "Thirteen orphans"),
    ("heaven", "天和", "Blessing of heaven"),
    ("earth", "地和", "Blessing of earth"),
)
_HAND = (
    ("all-sequences", "平糊", "All sequences", 1),
    ("all-triplets", "對對糊", "All triplets", 3),
    ("half-flush", "混一色", "Half flush", 3),
    ("full-flush", "清一色", "Full flush", 7),
    ("mixed-terminals", "花么九", "Terminals and honors", 1),
    ("concealed", "門前清", "Concealed hand", 0),
    ("seven-pairs", "七對子", "Seven pairs", 0),
    ("chicken", "無番和", "Chicken hand", 0),
)
_HONORS = (
    ("small-dragons", "小三元", "Small dragons", 5),
    ("big-dragons", "大三元", "Big dragons", 8),
    ("dragon-white", "白", "White dragons", 1),
    ("dragon-green", "發", "Green dragons", 1),
    ("dragon-red", "中", "Red dragons", 1),
    ("seat-wind", "自風", "Seat wind", 1),
    ("round-wind", "場風", "Round wind", 1),
)
_WIN = (
    ("self-draw", "自摸", "Self-draw", 1),
    ("last-tile", "海底撈月", "Last tile of the wall", 1),
    ("kong-replacement", "槓上開花", "Kong replacement", 1),
    ("robbing-kong", "搶槓", "Robbing a kong", 1),
)
_FLOWERS = (
    ("no-flowers", "無花", "No flowers", 1),
    ("own-flower", "自風花牌", "Own flower", 1),
    ("own-season", "自風季節牌", "Own season", 1),
    ("all-flowers", "四花", "All four flowers", 2),
    ("all-seasons", "四季", "All four seasons", 2),
    ("seven-flowers", "七花", "Seven flowers", 0),
    ("eight-flowers", "八花", "Eight flowers", 0),
)

PATTERNS: Mapping[str, Pattern] = {
    pattern.name: pattern
    for pattern in (
        *(Pattern(name, native, label, "limit") for name, native, label in _LIMIT),
        *_rows("hand", _HAND),
        *_rows("honors", _HONORS),
        *_rows("win", _WIN),
        *_rows("flowers", _FLOWERS),
    )
}
"""Every pattern in the order a form and an explanation show them."""

CHICKEN = "chicken"
DRAGON_SETS = ("dragon-white", "dragon-green", "dragon-red")
FLOWER_PATTERNS = tuple(name for name, pattern in PATTERNS.items() if pattern.group == "flowers")
_SINGLE_FLOWERS = ("own-flower", "own-season", "all-flowers", "all-seasons")

# -- what they are worth ------------------------------------------------------------------------


def is_limit(rules: HongKongRules, name: str) -> bool:
    """Whether the pattern makes a limit hand at this table."""
    return name in LIMIT_HANDS or _by_option(rules).get(name) == "limit"


def worth(rules: HongKongRules, name: str) -> int:
    """The pattern's fan at this table; 0 = not played here (and the chicken hand)."""
    if is_limit(rules, name):
        fixed = {} if isinstance(rules.limit_value, str) else dict(rules.limit_value)
        return fixed.get(name, rules.limit)
    if name in FLOWER_PATTERNS and not rules.flowers:
        return 0
    return int(_by_option(rules).get(name, PATTERNS[name].faan))


def _by_option(rules: HongKongRules) -> Mapping[str, int | str]:
    """The patterns an option sets the worth of."""
    return {
        "concealed": rules.concealed_fan,
        "seven-pairs": rules.seven_pairs,
        "seven-flowers": rules.seven_flowers,
        "eight-flowers": rules.eight_flowers,
    }


def contained(rules: HongKongRules) -> Mapping[str, tuple[str, ...]]:
    """Pattern → the smaller ones that are part of it and do not count beside it, larger first."""
    own_flowers = rules.set_replaces_own_flower
    return {
        "big-dragons": ("small-dragons", *DRAGON_SETS),
        "small-dragons": DRAGON_SETS,
        "full-flush": ("half-flush",),
        "all-flowers": ("own-flower",) if own_flowers else (),
        "all-seasons": ("own-season",) if own_flowers else (),
        "eight-flowers": ("seven-flowers", *_SINGLE_FLOWERS),
        "seven-flowers": _SINGLE_FLOWERS,
    }


# -- what cannot be in one hand -----------------------------------------------------------------

_WINDS = ("small-winds", "big-winds")
_DRAGONS = ("small-dragons", "big-dragons")
_HONOR_SETS = (*DRAGON_SETS, "seat-wind", "round-wind", *_WINDS, *_DRAGONS)
_TRIPLETS = ("all-triplets", "four-concealed-triplets", "four-kongs", "kong-replacement")
BY_SELF_DRAW = ("self-draw", "kong-replacement", "four-concealed-triplets", "heaven")
BY_DISCARD = ("robbing-kong", "earth")
"""What only a tile drawn, or only one discarded, can bring."""
_EXCLUSIVE: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    # Shapes: runs, triplets, pairs, orphans and gates are different hands.
    (
        ("all-sequences",),
        (*_TRIPLETS, "mixed-terminals", "all-honors", "all-terminals", *_HONOR_SETS),
    ),
    (
        ("seven-pairs", "thirteen-orphans", "nine-gates"),
        ("all-sequences", *_TRIPLETS, *_HONOR_SETS),
    ),
    (("seven-pairs",), ("thirteen-orphans", "nine-gates")),
    (("thirteen-orphans",), ("nine-gates", "half-flush", "full-flush", "mixed-terminals")),
    (("thirteen-orphans", "nine-gates"), ("all-honors", "all-terminals")),
    (("nine-gates",), ("half-flush", "mixed-terminals")),
    # Suits and honors.
    (("half-flush",), ("all-honors", "all-terminals")),
    (("full-flush", "all-terminals"), ("all-honors", *_HONOR_SETS)),
    (("full-flush",), ("all-terminals", "mixed-terminals")),
    # Four sets and a pair hold no more than this.
    (("small-winds",), ("big-winds", *_DRAGONS)),
    (("big-winds",), (*_DRAGONS, *DRAGON_SETS)),
    # How the winning tile came.
    (BY_SELF_DRAW, BY_DISCARD),
    (("heaven", "earth"), ("four-kongs", "kong-replacement", "robbing-kong", "last-tile")),
    # Flowers.
    (("no-flowers",), (*_SINGLE_FLOWERS, "seven-flowers", "eight-flowers")),
    # Nothing that has fan at every table.
    ((CHICKEN,), tuple(n for n, p in PATTERNS.items() if p.faan or p.group == "limit")),
)


def _conflicts() -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {name: set() for name in PATTERNS}
    for some, others in _EXCLUSIVE:
        for one in some:
            for other in others:
                found[one].add(other)
                found[other].add(one)
    return {name: frozenset(others) for name, others in found.items()}


CONFLICTS = _conflicts()
"""Pattern → those that cannot be in the same hand: what a form greys out. A smaller pattern beside
the one that contains it is no conflict; it does not count then."""
