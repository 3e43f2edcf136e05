"""The yaku of riichi: what each is worth, and which a hand holds.

Names are those of the records. Runs, triplets and tiles are packed as in ``scoring.notation``:
four bits a kind, a suit 36 bits wide, so that "the same run in three suits" is one expression.
"""

from __future__ import annotations

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
    HONORS,
    KINDS,
    NORTH,
    ONE,
    ORPHAN_TILES,
    RED,
    ROBBING,
    SIMPLES,
    SUIT,
    WHITE,
    WINDS_MASK,
    Hand,
    mask,
    one_each,
)
from scoring.riichi.context import Context
from scoring.shapes import LANE, RUN_BITS, SHANPON, TANKI, TRIPLETS_AT, Reading, Split

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

_TRIPLE_STARTS: Final = one_each(9 * suit + number for suit in range(3) for number in range(7))
_INNER_RUNS: Final = mask(9 * suit + number for suit in range(3) for number in range(1, 6))
_IS_ORPHAN: Final = tuple(tile in ORPHAN_TILES for tile in range(KINDS))
_VALUED: Final = ((WHITE, "yakuhai-haku"), (GREEN, "yakuhai-hatsu"), (RED, "yakuhai-chun"))


# -- how it was won -----------------------------------------------------------------------------


def of_situation(
    hand: Hand, context: Context, ippatsu: bool, local: frozenset[str]
) -> list[Pattern]:
    """The yaku of the declaration and of the winning tile. ``ippatsu``: the table counts it."""
    said, tsumo = hand.situation, context.tsumo
    found: list[str] = [name for name in ("double-riichi", "riichi") if name in said]
    if "open-riichi" in said:
        found.append("open-riichi")
    if "ippatsu" in said and ippatsu:
        found.append("ippatsu")
    if tsumo and not hand.open:
        found.append("menzen-tsumo")
    if "last-tile" in said:
        found.append("haitei" if tsumo else "houtei")
    if "after-kan" in said:
        found.append("rinshan")
    if not said.isdisjoint(ROBBING):
        found.append("chankan")
    found += [name for name in ("tsubame-gaeshi", "kanburi") if name in said and name in local]
    return [CLOSED[name] for name in found]


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


ACROSS: Final = ("", "sanshoku-doujun", "ittsu", "sanshoku-doukou")
"""The yaku that compare the suits and numbers of three sets; no hand has two of them."""


def across(numbers: int) -> int:
    """Which of ``ACROSS`` is there, by the numbers in the profile of all sets."""
    runs = (numbers | numbers >> 1 | numbers >> 2) & _RUN_STARTS
    if runs & runs >> LANE & runs >> 2 * LANE:
        return 1
    if runs & runs >> 3 * RUN_BITS & runs >> 6 * RUN_BITS & _STRAIGHT_STARTS:
        return 2
    triplets = numbers & _TRIPLETS
    return 3 if triplets & triplets >> LANE & triplets >> 2 * LANE else 0


_STRAIGHT_STARTS: Final = 1 | 1 << LANE | 1 << 2 * LANE
_RUN_STARTS: Final = _STRAIGHT_STARTS * sum(1 << RUN_BITS * number for number in range(7))
_TRIPLETS: Final = _STRAIGHT_STARTS * (0x1FF << TRIPLETS_AT)


def add_of_sets(
    patterns: list[Pattern], sets: Split, numbers: int, closed: bool, names: Names
) -> None:
    """The yaku of four sets and a pair, called sets included, wherever the winning tile went.

    Not here: pinfu and sanankou, which ask for the winning tile, and the yakuhai.
    """
    runs, triplets, pair = sets
    if name := ACROSS[across(numbers)]:
        patterns.append(names[name])
    if not runs:
        patterns.append(names["toitoi"])
        return
    if closed and (twice := identical_pairs(runs)):
        patterns.append(CLOSED["ryanpeikou" if twice == 2 else "iipeikou"])
    if _IS_ORPHAN[pair] and not (runs & _INNER_RUNS or triplets & SIMPLES):
        honors = triplets & HONORS or pair >= EAST
        patterns.append(names["chanta" if honors else "junchan"])


def identical_pairs(runs: int) -> int:
    """How many times two of the runs are the same: 1 for iipeikou, 2 for ryanpeikou."""
    return (runs & 2 * _ONES).bit_count() + 2 * (runs & 4 * _ONES).bit_count()


def add_of_honors(
    patterns: list[Pattern], honors: int, pair: int, context: Context, names: Names
) -> None:
    """Each valued triplet among ``honors``; two dragons with a pair of the third make shousangen
    besides."""
    dragons = [names[name] for tile, name in _VALUED if honors & ONE[tile]]
    patterns += dragons
    if len(dragons) == 2 and pair >= WHITE:
        patterns.append(names["shousangen"])
    if honors & ONE[EAST + context.round_wind]:
        patterns.append(names["yakuhai-round-wind"])
    if honors & ONE[EAST + context.seat_wind]:
        patterns.append(names["yakuhai-seat-wind"])


def add_concealed(patterns: list[Pattern], reading: Reading, ankans: int, tsumo: bool) -> list[str]:
    """sanankou; the answer is suuankou, the yakuman of four concealed triplets, if it is there. A
    triplet completed by a discard is not concealed."""
    concealed = ankans + reading.triplets.bit_count()
    if reading.wait == SHANPON and not tsumo:
        concealed -= 1
    if concealed >= 3:
        patterns.append(CLOSED["sanankou"])
    if concealed < 4:
        return []
    return ["suuankou-tanki" if reading.wait == TANKI else "suuankou"]


# -- yakuman ------------------------------------------------------------------------------------


def yakuman_of_honors(honors: int, pair: int) -> list[str]:
    """daisangen, daisuushi, shousuushi, by the triplets of honors and the pair."""
    if (honors & DRAGONS).bit_count() == 3:
        return ["daisangen"]
    winds = (honors & WINDS_MASK).bit_count()
    if winds == 4:
        return ["daisuushi"]
    return ["shousuushi"] if winds == 3 and EAST <= pair <= NORTH else []


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


def of_first_turn(hand: Hand, context: Context, renhou: str) -> list[str]:
    """tenhou of the dealer, chiihou of the others; renhou where it is a yakuman."""
    if "first-turn" not in hand.situation:
        return []
    if context.tsumo:
        return ["chiihou" if context.seat_wind else "tenhou"]
    return ["renhou"] if renhou == "yakuman" else []


# -- local yaku ---------------------------------------------------------------------------------


def add_local(patterns: list[Pattern], sets: Split, hand: Hand, local: frozenset[str]) -> None:
    """isshoku-sanjun, sanrenkou and uumensai, where the table plays them. The same run three times
    takes the place of iipeikou; four times closed is ryanpeikou."""
    names = OPEN if hand.open else CLOSED
    runs, triplets, _ = sets
    if "isshoku-sanjun" in local and _three_alike(runs) and CLOSED["ryanpeikou"] not in patterns:
        patterns[:] = [pattern for pattern in patterns if pattern[0] != "iipeikou"]
        patterns.append(names["isshoku-sanjun"])
    if "sanrenkou" in local and triplets & triplets >> 4 & triplets >> 8 & _TRIPLE_STARTS:
        patterns.append(names["sanrenkou"])
    if "uumensai" in local and all(hand.counts & part for part in _FIVE_KINDS):
        patterns.append(names["uumensai"])


def _three_alike(runs: int) -> int:
    """Runs that are there three times or four."""
    return (runs & runs >> 1 | runs >> 2) & _ONES


_FIVE_KINDS: Final = (*SUIT[:3], WINDS_MASK, DRAGONS)


def local_yakuman(hand: Hand, context: Context, local: frozenset[str]) -> list[str]:
    """daisharin: 2-8 of p twice each, closed (with the key ``daisharin-all-suits`` of any suit);
    open-riichi: a ron off a player who is not in riichi."""
    found = []
    wheels = _WHEELS if "daisharin-all-suits" in local else _WHEELS[1:2]
    if "daisharin" in local and hand.concealed in wheels:
        found.append("daisharin")
    if "open-riichi" in hand.situation and context.discarder_riichi is False:
        found.append("open-riichi")
    return found


def eighth_win(context: Context, local: frozenset[str]) -> list[str]:
    """paarenchan: the dealer's eighth win in a row in one deal-ship, and every one after it."""
    dealer = context.seat_wind == 0
    return ["paarenchan"] if "paarenchan" in local and dealer and context.wins_in_row >= 8 else []


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
_HAS_NEXT_BUT_ONE: Final = _TRIPLE_STARTS
