"""The yaku of riichi: what each is worth, and which a hand holds.

Names are those of the records. Each function here answers for all hands that are alike in what it
asks: how the hand was won, the sorts of its tiles, its sets, its honors. There are some hundred
answers of each, which ``hand`` keeps and puts together.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from scoring.notation import (
    DRAGONS,
    EAST,
    GREEN,
    HAS_HONOR,
    HAS_M,
    HAS_NOT_GREEN,
    HAS_P,
    HAS_S,
    HAS_SIMPLE,
    HAS_TERMINAL,
    KINDS,
    NORTH,
    ONE,
    RED,
    ROBBING,
    SUIT,
    WHITE,
    WINDS_MASK,
    Hand,
    one_each,
)
from scoring.riichi.context import Context
from scoring.riichi.profile import (
    LANE,
    P_CONCEALED,
    P_INSIDE,
    P_KAN,
    P_RUN,
    P_TANKI,
    P_TWINS,
    RUN_BITS,
    TRIPLETS_AT,
    count,
)
from scoring.riichi.rules import RiichiRules

Pattern = tuple[str, int]
"""A yaku and its han; of a yakuman, how many it counts for."""

# Name, han of a closed hand, han of an open one (0 = closed only).
_HAN: Final = (
    ("double-riichi", 2, 0),
    ("riichi", 1, 0),
    ("open-riichi", 2, 0),
    ("ippatsu", 1, 0),
    ("menzen-tsumo", 1, 0),
    ("haitei", 1, 1),
    ("houtei", 1, 1),
    ("rinshan", 1, 1),
    ("chankan", 1, 1),
    ("tsubame-gaeshi", 1, 1),
    ("kanburi", 1, 1),
    ("pinfu", 1, 0),
    ("tanyao", 1, 1),
    ("iipeikou", 1, 0),
    ("yakuhai-haku", 1, 1),
    ("yakuhai-hatsu", 1, 1),
    ("yakuhai-chun", 1, 1),
    ("yakuhai-round-wind", 1, 1),
    ("yakuhai-seat-wind", 1, 1),
    ("chiitoitsu", 2, 0),
    ("sanshoku-doujun", 2, 1),
    ("ittsu", 2, 1),
    ("chanta", 2, 1),
    ("toitoi", 2, 2),
    ("sanankou", 2, 2),
    ("sankantsu", 2, 2),
    ("sanshoku-doukou", 2, 2),
    ("shousangen", 2, 2),
    ("honroutou", 2, 2),
    ("sanrenkou", 2, 2),
    ("uumensai", 2, 2),
    ("ryanpeikou", 3, 0),
    ("isshoku-sanjun", 3, 2),
    ("junchan", 3, 2),
    ("honitsu", 3, 2),
    ("chinitsu", 6, 5),
)
YAKUMAN: Final = (
    "daisangen",
    "daisuushi",
    "suukantsu",
    "tenhou",
    "chiihou",
    "renhou",
    "kokushi",
    "kokushi-13",
    "suuankou",
    "suuankou-tanki",
    "shousuushi",
    "tsuuiisou",
    "ryuuiisou",
    "chinroutou",
    "chuuren",
    "junsei-chuuren",
    "open-riichi",
    "daisharin",
    "shiisanpuutaa",
    "paarenchan",
)
"""Every yakuman; those somebody can be liable for first, so that a cap on how many count keeps
them."""
BONUSES: Final = ("dora", "red-dora", "ura-dora", "north-dora")

_ORDER: Final = {
    name: place for place, name in enumerate((*(row[0] for row in _HAN), *YAKUMAN, *BONUSES))
}


def place(name: str) -> int:
    """Where a yaku stands in the list, which settles ties between readings."""
    return _ORDER[name]


CLOSED: Final[dict[str, Pattern]] = {name: (name, closed) for name, closed, _ in _HAN}
OPEN: Final[dict[str, Pattern]] = {name: (name, han) for name, _, han in _HAN if han}
OPEN_WITHOUT_TANYAO: Final = {name: row for name, row in OPEN.items() if name != "tanyao"}

Names = dict[str, Pattern]
"""Yaku by name with the han of a closed hand, or of an open one."""

_ONES: Final = one_each(range(KINDS))


@dataclass(frozen=True, slots=True)
class Made:
    """What one thing asked of a hand brings."""

    patterns: tuple[Pattern, ...]
    han: int
    """Of the patterns. ``UNUSUAL`` where there is a yakuman, or may be."""
    yakuman: tuple[str, ...] = ()


UNUSUAL = 1 << 16
"""More han than any hand has, so that it shows in a sum of them."""


def made(patterns: Iterable[Pattern], yakuman: Iterable[str] = ()) -> Made:
    """With the han."""
    found, others = tuple(patterns), tuple(yakuman)
    return Made(found, UNUSUAL if others else sum(han for _, han in found), others)


# -- how it was won -----------------------------------------------------------------------------


def of_situation(
    said: frozenset[str],
    is_open: bool,
    context: Context,
    rules: RiichiRules,
    local: frozenset[str],
) -> Made:
    """The yaku and the yakuman of the declaration and of the winning tile."""
    tsumo = context.tsumo
    found: list[str] = [name for name in ("double-riichi", "riichi") if name in said]
    if "open-riichi" in said:
        found.append("open-riichi")
    if "ippatsu" in said and rules.ippatsu:
        found.append("ippatsu")
    if tsumo and not is_open:
        found.append("menzen-tsumo")
    if "last-tile" in said:
        found.append("haitei" if tsumo else "houtei")
    if "after-kan" in said:
        found.append("rinshan")
    if not said.isdisjoint(ROBBING):
        found.append("chankan")
    found += [name for name in ("tsubame-gaeshi", "kanburi") if name in said and name in local]
    yakuman = of_first_turn(context, rules.renhou) if "first-turn" in said else []
    if "open-riichi" in said and context.discarder_riichi is False:
        yakuman.append("open-riichi")
    return made([CLOSED[name] for name in found], yakuman)


def of_first_turn(context: Context, renhou: str) -> list[str]:
    """tenhou of the dealer, chiihou of the others; renhou where it is a yakuman."""
    if context.tsumo:
        return ["chiihou" if context.seat_wind else "tenhou"]
    return ["renhou"] if renhou == "yakuman" else []


# -- what the tiles decide ----------------------------------------------------------------------


def of_tiles(sorts: int, names: Names) -> list[Pattern]:
    """tanyao (where ``names`` have it), honroutou, honitsu, chinitsu, by the sorts of tiles there
    are (``notation.SORTS``), whatever the reading."""
    found = []
    if not sorts & (HAS_TERMINAL | HAS_HONOR) and "tanyao" in names:
        found.append("tanyao")
    if not sorts & HAS_SIMPLE:
        found.append("honroutou")
    if sorts & (HAS_M | HAS_P | HAS_S) in (HAS_M, HAS_P, HAS_S):
        found.append("honitsu" if sorts & HAS_HONOR else "chinitsu")
    return [names[name] for name in found]


def yakuman_of_tiles(sorts: int) -> list[str]:
    """ryuuiisou, tsuuiisou or chinroutou, which exclude one another."""
    if not sorts & HAS_NOT_GREEN:
        return ["ryuuiisou"]
    if not sorts & (HAS_TERMINAL | HAS_SIMPLE):
        return ["tsuuiisou"]
    return [] if sorts & (HAS_HONOR | HAS_SIMPLE) else ["chinroutou"]


# -- what the sets decide -----------------------------------------------------------------------


# Beside what a profile says of the sets, in the place of their fu.
ACROSS: Final = ("", "sanshoku-doujun", "ittsu", "sanshoku-doukou")
"""The yaku that compare the suits and numbers of three sets; no hand has two of them."""
_ACROSS_BITS: Final = 3
ANY_HONOR, _THREE_ALIKE, _IN_A_ROW, _FIVE_PARTS = 4, 8, 16, 32
"""There are honors; three runs are the same; three triplets in a row; tiles of all five sorts."""


def across(numbers: int) -> int:
    """Which of ``ACROSS`` is there, by the numbers in the profile of all sets."""
    runs = (numbers | numbers >> 1 | numbers >> 2) & _RUN_STARTS
    if runs & runs >> LANE & runs >> 2 * LANE:
        return 1
    if runs & runs >> 3 * RUN_BITS & runs >> 6 * RUN_BITS & _STRAIGHT_STARTS:
        return 2
    return 3 if numbers & numbers >> LANE & numbers >> 2 * LANE & _TRIPLETS else 0


_STRAIGHT_STARTS: Final = 1 | 1 << LANE | 1 << 2 * LANE
_RUN_STARTS: Final = _STRAIGHT_STARTS * sum(1 << RUN_BITS * number for number in range(7))
_TRIPLETS: Final = 0x1FF << TRIPLETS_AT
_TRIPLE_STARTS: Final = _STRAIGHT_STARTS * (0x7F << TRIPLETS_AT)


def local_features(numbers: int, counts: int) -> int:
    """What local yaku ask besides, by the numbers in the profile and all tiles."""
    found = 0
    if (numbers & numbers >> 1 | numbers >> 2) & _RUN_STARTS:
        found += _THREE_ALIKE
    if numbers & numbers >> 1 & numbers >> 2 & _TRIPLE_STARTS:
        found += _IN_A_ROW
    return found + _FIVE_PARTS * all(counts & part for part in _FIVE_KINDS)


_FIVE_KINDS: Final = (*SUIT[:3], WINDS_MASK, DRAGONS)


def of_sets(sets: int, closed: bool, local: frozenset[str]) -> Made:
    """The yaku of four sets and a pair, called ones included: ``sets`` are the bits of their
    profile with the features above. Not here: pinfu, and what honors bring."""
    names = CLOSED if closed else OPEN
    concealed, kans = count(sets, P_CONCEALED), count(sets, P_KAN)
    found = [
        ACROSS[sets & _ACROSS_BITS],
        "toitoi" if not count(sets, P_RUN) else "",
        _of_runs(sets, closed, local),
        _of_outside(sets),
        "sankantsu" if kans >= 3 else "",
        "sanankou" if concealed >= 3 else "",
        "sanrenkou" if sets & _IN_A_ROW and "sanrenkou" in local else "",
        "uumensai" if sets & _FIVE_PARTS and "uumensai" in local else "",
    ]
    yakuman = ["suukantsu"] if kans == 4 else []
    if concealed == 4:
        yakuman.append("suuankou-tanki" if sets & P_TANKI else "suuankou")
    return made([names[name] for name in found if name], yakuman)


def _of_runs(sets: int, closed: bool, local: frozenset[str]) -> str:
    """Of identical runs. Three take the place of iipeikou where the table plays them; four times
    closed is ryanpeikou."""
    twins = count(sets, P_TWINS) if closed else 0
    if twins == 2:
        return "ryanpeikou"
    if sets & _THREE_ALIKE and "isshoku-sanjun" in local:
        return "isshoku-sanjun"
    return "iipeikou" if twins else ""


def _of_outside(sets: int) -> str:
    """Of terminals and honors in every set and the pair, with a run among them."""
    if count(sets, P_INSIDE) or not count(sets, P_RUN):
        return ""
    return "chanta" if sets & ANY_HONOR else "junchan"


def of_honors(honors: int, round_wind: int, seat_wind: int) -> Made:
    """Each valued triplet; two dragons with a pair of the third make shousangen besides. And the
    yakuman of honors. ``honors`` as in a profile: the pair, 1-7, and a bit for each triplet."""
    pair, triplets = EAST - 1 + (honors & 7), honors >> 3
    dragons = [name for name in _DRAGONS if triplets & _honor_bit(_DRAGONS[name])]
    found = [*dragons]
    if len(dragons) == 2 and pair >= WHITE:
        found.append("shousangen")
    if triplets & _honor_bit(EAST + round_wind):
        found.append("yakuhai-round-wind")
    if triplets & _honor_bit(EAST + seat_wind):
        found.append("yakuhai-seat-wind")
    winds = sum(bool(triplets & _honor_bit(wind)) for wind in range(EAST, WHITE))
    yakuman = []
    if len(dragons) == 3:
        yakuman.append("daisangen")
    if winds == 4:
        yakuman.append("daisuushi")
    if winds == 3 and EAST <= pair <= NORTH:
        yakuman.append("shousuushi")
    return made([CLOSED[name] for name in found], yakuman)


_DRAGONS: Final = {"yakuhai-haku": WHITE, "yakuhai-hatsu": GREEN, "yakuhai-chun": RED}


def _honor_bit(tile: int) -> int:
    return 1 << tile - EAST


# -- yakuman ------------------------------------------------------------------------------------


_NINE_GATES: Final = one_each((0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8))
_GATES: Final = {_NINE_GATES + ONE[number]: number for number in range(9)}


def nine_gates(hand: Hand) -> str:
    """chuuren: 1112345678999 of one suit and one more, closed and without a kan; junsei when the
    winning tile is that one more."""
    suit = hand.win // 9
    extra = _GATES.get(hand.concealed >> 36 * suit) if suit < 3 else None
    if extra is None or hand.concealed & ~SUIT[suit]:
        return ""
    return "junsei-chuuren" if hand.win % 9 == extra else "chuuren"


# -- local yaku ---------------------------------------------------------------------------------


def of_one_suit(hand: Hand, local: frozenset[str]) -> tuple[str, ...]:
    """The yakuman of tiles of one suit: chuuren, and where it is played daisharin, 2-8 of p twice
    each, closed (with the key ``daisharin-all-suits`` of any suit)."""
    gates = nine_gates(hand)
    wheels = _WHEELS if "daisharin-all-suits" in local else _WHEELS[1:2]
    if "daisharin" in local and hand.concealed in wheels:
        return ("daisharin",)
    return (gates,) if gates else ()


def eighth_win(context: Context, local: frozenset[str]) -> tuple[str, ...]:
    """paarenchan: the dealer's eighth win in a row in one deal-ship, and every one after it."""
    dealer = context.seat_wind == 0
    return ("paarenchan",) if "paarenchan" in local and dealer and context.wins_in_row >= 8 else ()


_WHEELS: Final = tuple(2 * one_each(range(9 * suit + 1, 9 * suit + 8)) for suit in range(3))


def is_unconnected(concealed: int) -> bool:
    """shiisanpuutaa's tiles: one pair, and otherwise no two tiles of a suit within two of each
    other."""
    pairs = concealed & 2 * _ONES
    single = concealed - pairs // 2
    if pairs.bit_count() != 1 or single & ~_ONES:
        return False
    near = single & (single >> 4 & _HAS_NEXT | single >> 8 & _HAS_NEXT_BUT_ONE)
    return not near


_HAS_NEXT: Final = one_each(9 * suit + number for suit in range(3) for number in range(8))
_HAS_NEXT_BUT_ONE: Final = one_each(9 * suit + number for suit in range(3) for number in range(7))
