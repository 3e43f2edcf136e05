"""The value of a hand from its tiles: every reading is appraised and the dearest counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Final, NamedTuple, NoReturn

from scoring.errors import ScoringError
from scoring.notation import (
    CODES,
    EAST,
    HAS_M,
    HAS_P,
    HAS_S,
    HONORS,
    KINDS,
    NORTH,
    ONE,
    ROBBING,
    SORTS,
    WHITE,
    Hand,
    Known,
    check_claim,
    count,
    kind,
    mask,
    parse_hand,
)
from scoring.riichi import fu, points, yaku
from scoring.riichi.context import Context, Worth
from scoring.riichi.rules import RiichiRules
from scoring.riichi.yaku import CLOSED, OPEN, OPEN_WITHOUT_TANYAO, Pattern
from scoring.shapes import (
    BELOW_NUMBERS,
    NUMBERS_AT,
    ODD_COUNTS,
    Reading,
    Split,
    meld_profile,
    profile_of,
    profiles,
    readings,
    seven_pairs,
)
from scoring.shapes import thirteen_orphans as read_orphans

SETS, PAIRS, ORPHANS, UNCONNECTED = "sets", "seven-pairs", "thirteen-orphans", "unconnected"
"""The shapes a hand can be read as. The last wins by the local yaku shiisanpuutaa alone."""

YAKUMAN_HAN = 13
"""What a yakuman counts for where there are no limits (aotenjou)."""
ORPHANS_FU = 30
"""Of the thirteen orphans, asked for under aotenjou only."""
RENHOU_HAN: Final = {"mangan": 5, "baiman": 8}
"""Where renhou is a limit hand it stands alone: no other yaku and no dora add to it."""
FIVES: Final = (4, 13, 22)
DECLARATIONS: Final = frozenset({"riichi", "double-riichi", "open-riichi"})


class Appraisal(NamedTuple):
    """One reading of a hand with its worth. The first four fields decide which is the dearest."""

    base: int
    """Basic points. Those of two readings never round to the same payments (they are multiples of
    80 where they are below mangan), so they order as points do. 0: no yaku."""
    yakuman: int
    han: int
    """0 for a yakuman, and where nothing but bonus tiles is there."""
    fu: int
    patterns: tuple[Pattern, ...]
    limit: str | None
    form: str
    reading: Reading | None
    """``None`` but for sets and a pair."""


class Book:
    """What of a table's rules decides the value of a hand, with what was looked up so far."""

    def __init__(self, rules: RiichiRules) -> None:
        self.rules = rules
        self.local = frozenset(rules.local_yaku)
        self.open_yaku = OPEN if rules.open_tanyao else OPEN_WITHOUT_TANYAO
        self.aotenjou = rules.aotenjou
        self.pairs: Pattern = ("chiitoitsu", 2 if rules.chiitoitsu == "25-2" else 1)
        self.pairs_fu = 25 if rules.chiitoitsu == "25-2" else 50
        self.reds = _red_numbers(rules)
        self.kan_dora = rules.kan_dora
        self.ura_dora, self.kan_ura = rules.ura_dora, rules.kan_ura
        self.shifts = _SHIFTS[rules.players == 3]
        self.ways: dict[tuple[frozenset[str], bool, Context], Way] = {}
        """Ways to win met so far, with the readings worked out."""
        self.known = 0
        """How many values these keep."""

    def make_room(self) -> None:
        """For one value more: with too many of them all are forgotten."""
        if self.known >= MOST_KNOWN:
            self.ways.clear()
            self.known = 0
        self.known += 1

    def counted_yakuman(self, names: list[str]) -> tuple[Pattern, ...]:
        """The yakuman that count and for how many: all of them or the dearest one, up to the most
        the rules count. Where the cap cuts, those somebody can be liable for stay."""
        parts = [(name, self.rules.multiple(name)) for name in sorted(names, key=yaku.place)]
        if not self.rules.yakuman_stack:
            parts = [max(parts, key=lambda part: part[1])]
        room = points.most_yakuman(self.rules)
        counted = []
        for name, number in parts:
            if room:
                counted.append((name, min(number, room)))
                room -= min(number, room)
        return tuple(counted)


_books: dict[int, Book] = {}
_MOST_BOOKS = 32


def book_of(rules: RiichiRules) -> Book:
    """The book of these rules: one for each rules object in use, as hashing sixty options for every
    hand would cost more than the hand."""
    book = _books.get(id(rules))
    if book is None or book.rules is not rules:
        if len(_books) >= _MOST_BOOKS:
            _books.clear()
        book = _books[id(rules)] = Book(rules)
    return book


# -- every reading appraised --------------------------------------------------------------------


class Way:
    """What hands share that are won the same way: what was said of the win, whether they are open,
    and what the game knows."""

    __slots__ = ("context", "declared", "first_turn", "plain", "told")

    def __init__(self, said: frozenset[str], is_open: bool, context: Context) -> None:
        self.context = context
        self.declared = not said.isdisjoint(DECLARATIONS)
        self.first_turn = "first-turn" in said
        self.plain = (
            context.players == 4
            and context.riichi in (None, self.declared)
            and said in (_PLAIN[:1] if is_open else _PLAIN)
        )
        """Nothing was said that the tiles could contradict."""
        self.told: dict[tuple[int, int, int], Told] = {}
        """Readings worked out, by what of them decides: see ``look_up``."""


_PLAIN: Final = (
    frozenset[str](),
    frozenset({"riichi"}),
    frozenset({"riichi", "ippatsu"}),
    frozenset({"double-riichi"}),
    frozenset({"double-riichi", "ippatsu"}),
)


def way_of(book: Book, hand: Hand, context: Context) -> Way:
    """How this hand was won."""
    key = (hand.situation, hand.open, context)
    way = book.ways.get(key)
    if way is None:
        if len(book.ways) >= MOST_WAYS:
            book.ways.clear()
        way = book.ways[key] = Way(*key)
    return way


MOST_WAYS = 1 << 11
"""Ways a book keeps."""
MOST_KNOWN = 1 << 13
"""Values a book keeps, less than a kilobyte each."""


def appraise(book: Book, hand: Hand, context: Context) -> list[Appraisal]:
    """Every reading of the hand with its worth, those without a yaku too. Empty where the tiles are
    no winning shape."""
    bonus, melds = spelled_bonus[bonus_tiles(book, hand)], meld_profile(hand.melds)
    found = []
    for reading in readings(hand.concealed, hand.win):
        told = _of_sets(book, hand, context, reading, profile_of(reading) + melds)
        found.append(_worth(book, told, bonus, SETS, reading))
    if form := _other_form(book, hand, context, bool(found)):
        found.append(_worth(book, _of_form(book, hand, context, form), bonus, form, None))
    return found + _of_renhou(book, hand, context, found)


def look_up(book: Book, hand: Hand, way: Way) -> list[Appraisal]:
    """What ``appraise`` answers, without the readings themselves: each is looked up by what decides
    it. That is the way it was won, what its sorts of tiles make, the profile of the sets and,
    instead of their numbers, the yaku that compare suits. A reading not met before is worked out,
    once for all hands that no rule can tell from this one, and so is what it is worth with each
    number of bonus tiles.

    Local yaku ask for more: at a table that has some, every hand is appraised.
    """
    if book.local:
        return appraise(book, hand, way.context)
    bonus, sorts, known = bonus_tiles(book, hand), hand.sorts, way.told
    alike = _ALIKE[sorts]
    gates = _GATES_PLACE[yaku.nine_gates(hand)] if sorts in _ONE_SUIT else 0
    found = []
    for profile in profiles(hand.suits, hand.win, hand.melds):
        key = (profile & BELOW_NUMBERS, gates + _across[profile >> NUMBERS_AT], alike)
        told = known.get(key)
        if told is None:
            reading = _reading(hand, profile)
            told = known[key] = _of_sets(book, hand, way.context, reading, profile)
        worth = told.worths.get(bonus)
        if worth is None:
            book.make_room()
            worth = told.worths[bonus] = _worth(book, told, spelled_bonus[bonus], SETS, None)
        found.append(worth)
    if found and (hand.melds or hand.concealed & ODD_COUNTS) and not way.first_turn:
        return found  # sets alone
    return found + _look_up_others(book, hand, way, bonus, found)


def _look_up_others(
    book: Book, hand: Hand, way: Way, bonus: int, sets: list[Appraisal]
) -> list[Appraisal]:
    """What the hand is besides the four ``sets`` and a pair it may be, and as renhou."""
    found = []
    if form := _other_form(book, hand, way.context, bool(sets)):
        key = (_FORM_PLACES[form], int(_is_thirteen_sided(hand)), _ALIKE[hand.sorts])
        told = way.told.get(key)
        if told is None:
            told = way.told[key] = _of_form(book, hand, way.context, form)
        found.append(_worth(book, told, spelled_bonus[bonus], form, None))
    return found + _of_renhou(book, hand, way.context, sets + found)


_FORM_PLACES: Final = {PAIRS: -1, ORPHANS: -2}
"""In the place of a profile, which is above 0."""


def _alike() -> tuple[int, ...]:
    """For all sorts of tiles the first that make the same yaku."""
    made: dict[tuple[Pattern | str, ...], int] = {}
    return tuple(
        made.setdefault((*yaku.of_tiles(sorts, CLOSED), *yaku.yakuman_of_tiles(sorts)), sorts)
        for sorts in range(1 << len(SORTS))
    )


_ALIKE: Final = _alike()
_across: Final = Known(yaku.across, 1 << 16)
_ONE_SUIT: Final = frozenset(
    suit | other for suit in (HAS_M, HAS_P, HAS_S) for other in range(0, 1 << len(SORTS), 16)
)
_GATES_PLACE: Final = {"": 0, "chuuren": len(yaku.ACROSS), "junsei-chuuren": 2 * len(yaku.ACROSS)}
"""Goes with the yaku that compare suits."""


def _reading(hand: Hand, profile: int) -> Reading:
    """A reading of this profile, which has the melds in it."""
    found = readings(hand.concealed, hand.win)
    if len(found) == 1:
        return found[0]
    concealed = profile - meld_profile(hand.melds)
    return next(reading for reading in found if profile_of(reading) == concealed)


# -- four sets and a pair -----------------------------------------------------------------------


@dataclass(slots=True)
class Told:
    """What a reading holds, before the bonus tiles."""

    patterns: tuple[Pattern, ...]
    han: int
    fu: int
    yakuman: tuple[Pattern, ...]
    """Those that count."""
    worths: dict[int, Appraisal] = field(default_factory=dict)
    """What it is worth, by the bonus tiles that came with it so far."""


def _of_sets(book: Book, hand: Hand, context: Context, reading: Reading, profile: int) -> Told:
    """Their yaku, and the fu. The profile has the melds in it."""
    names = book.open_yaku if hand.open else CLOSED
    sets = _all_sets(hand, reading)
    numbers = profile >> NUMBERS_AT
    honors = sets.triplets & HONORS
    patterns, yakuman = _of_win(book, hand, context)
    yaku.add_of_sets(patterns, sets, numbers, not hand.open, names)
    yaku.add_of_honors(patterns, honors, sets.pair, context, names)
    if hand.kans >= 3:
        patterns.append(names["sankantsu"])
    if hand.kans == 4:
        yakuman.append("suukantsu")
    ankans = sum(meld.kind == "ankan" for meld in hand.melds)
    yakuman += yaku.add_concealed(patterns, reading, ankans, context.tsumo)
    yakuman += yaku.yakuman_of_honors(honors, sets.pair)
    if book.local:
        yaku.add_local(patterns, sets, hand, book.local)
    if fu.is_pinfu(book.rules, hand, context, reading):
        patterns.append(CLOSED["pinfu"])
    total_fu = fu.total(book.rules, hand, context, reading)
    return _counted(book, context, patterns, yakuman, total_fu)


def _all_sets(hand: Hand, reading: Reading) -> Split:
    """The sets with the called ones among them."""
    runs, triplets, pair = reading[:3]
    if hand.melds:
        runs += hand.called_runs
        triplets += hand.called_triplets
    return Split(runs, triplets, pair)


def _of_win(book: Book, hand: Hand, context: Context) -> tuple[list[Pattern], list[str]]:
    """The yaku and the yakuman of how it was won and of the tiles, whatever the reading."""
    names = book.open_yaku if hand.open else CLOSED
    patterns = [
        *yaku.of_situation(hand, context, book.rules.ippatsu, book.local),
        *yaku.of_tiles(hand.sorts, names),
    ]
    yakuman = [
        *yaku.of_first_turn(hand, context, book.rules.renhou),
        *yaku.yakuman_of_tiles(hand.sorts),
        *yaku.local_yakuman(hand, context, book.local),
    ]
    if gates := yaku.nine_gates(hand):
        yakuman.append(gates)
    return patterns, yakuman


def _counted(
    book: Book, context: Context, patterns: list[Pattern], yakuman: list[str], total_fu: int
) -> Told:
    """What of it counts: the yakuman as the table counts them, or else the yaku; without limits
    both."""
    if patterns or yakuman:
        yakuman += yaku.eighth_win(context, book.local)
    parts = book.counted_yakuman(yakuman) if yakuman else ()
    if book.aotenjou:
        patterns += [(name, number * YAKUMAN_HAN) for name, number in parts]
        parts = ()
    return Told(tuple(patterns), sum(han for _, han in patterns), total_fu, parts)


# -- the other shapes ---------------------------------------------------------------------------


def _other_form(book: Book, hand: Hand, context: Context, sets: bool) -> str | None:
    """Which shape the hand is besides four sets and a pair (``sets``: it is that, too): seven
    pairs, and where there is nothing else thirteen orphans or (local) thirteen tiles without
    connection."""
    if hand.melds:
        return None
    if seven_pairs(hand.concealed) is not None:
        return PAIRS
    if sets:
        return None
    if read_orphans(hand.concealed) is not None:
        return ORPHANS
    return UNCONNECTED if _is_shiisanpuutaa(book, hand, context) else None


def _of_form(book: Book, hand: Hand, context: Context, form: str) -> Told:
    """The yaku and the fu of such a shape."""
    if form == UNCONNECTED:
        return _counted(book, context, [], ["shiisanpuutaa"], ORPHANS_FU)
    patterns, yakuman = _of_win(book, hand, context)
    if form == PAIRS:
        patterns.append(book.pairs)
        return _counted(book, context, patterns, yakuman, book.pairs_fu)
    patterns = [pattern for pattern in patterns if pattern[0] != "honroutou"]
    yakuman.append("kokushi-13" if _is_thirteen_sided(hand) else "kokushi")
    return _counted(book, context, patterns, yakuman, ORPHANS_FU)


def _is_thirteen_sided(hand: Hand) -> bool:
    """The winning tile of thirteen orphans is the one that is there twice."""
    return read_orphans(hand.concealed) == hand.win


def _is_shiisanpuutaa(book: Book, hand: Hand, context: Context) -> bool:
    return (
        "shiisanpuutaa" in book.local
        and context.tsumo
        and "first-turn" in hand.situation
        and yaku.is_unconnected(hand.concealed)
    )


def _of_renhou(book: Book, hand: Hand, context: Context, found: list[Appraisal]) -> list[Appraisal]:
    """Renhou as a limit hand: another way to count the same tiles."""
    limit = book.rules.renhou
    if "first-turn" not in hand.situation or context.tsumo or limit not in RENHOU_HAN:
        return []
    worth: dict[str, Any] = {"base": points.LIMITS[limit], "han": RENHOU_HAN[limit]}
    patterns = (("renhou", RENHOU_HAN[limit]),)
    return [one._replace(**worth, yakuman=0, patterns=patterns, limit=limit) for one in found[:1]]


def _worth(
    book: Book,
    told: Told,
    bonus: tuple[Pattern, ...],
    form: str,
    reading: Reading | None,
) -> Appraisal:
    """A reading's worth by the limits of the table, the bonus tiles with it."""
    if told.yakuman:
        number = sum(count for _, count in told.yakuman)
        base = number * points.LIMITS["yakuman"]
        return Appraisal(base, number, 0, told.fu, told.yakuman, "yakuman", form, reading)
    if not told.patterns:
        return Appraisal(0, 0, 0, told.fu, bonus, None, form, reading)
    han = told.han + sum(number for _, number in bonus)
    base, limit = points.basic_points(book.rules, han, told.fu)
    return Appraisal(base, 0, han, told.fu, told.patterns + bonus, limit, form, reading)


def dearest(appraisals: list[Appraisal]) -> Appraisal:
    """The one with the most points, then han, then fu; among equals the one with fewer patterns,
    then the one whose patterns come first in the list."""
    best = appraisals[0]
    for other in appraisals[1:]:
        if other[:4] > best[:4]:
            best = other
        elif other[:5] != best[:5] and other[:4] == best[:4]:
            best = min(best, other, key=_plainness)
    return best


def _plainness(appraisal: Appraisal) -> tuple[int, list[int]]:
    patterns = appraisal.patterns
    return len(patterns), sorted(yaku.place(name) for name, _ in patterns)


# -- dora ---------------------------------------------------------------------------------------


def _next(tile: int, sanma: bool) -> int:
    """The dora an indicator points at: the next of its suit, its winds, its dragons."""
    tile = kind(tile)
    if sanma and tile < 9:
        return 8 - tile
    start, size = next(
        (start, size)
        for start, size in ((WHITE, 3), (EAST, 4), (18, 9), (9, 9), (0, 9))
        if tile >= start
    )
    return start + (tile - start + 1) % size


_SHIFTS: Final = tuple(
    tuple(4 * _next(tile, sanma) for tile in range(KINDS + 3)) for sanma in (False, True)
)
"""Where the dora of each indicator stands in the counts, for four players and for three (who
have 1m and 9m alone)."""


_BONUS_BITS = 6
_BONUS_MASK = (1 << _BONUS_BITS) - 1


def bonus_tiles(book: Book, hand: Hand) -> int:
    """How many dora, red-dora, ura-dora and north-dora, six bits each. A North set aside is a dora
    besides when an indicator points at it."""
    counts, reds, dora, ura = hand.counts, hand.all_reds, hand.dora, hand.ura
    number = book.reds[reds] << _BONUS_BITS if reds else 0
    if hand.north:
        counts += hand.north * ONE[NORTH]
        number += hand.north << 3 * _BONUS_BITS
    for tile in dora if book.kan_dora else dora[:1]:
        number += counts >> book.shifts[tile] & 15
    if ura and book.ura_dora:
        for tile in ura if book.kan_ura else ura[:1]:
            number += (counts >> book.shifts[tile] & 15) << 2 * _BONUS_BITS
    return number


def _spell_bonus(bonus: int) -> tuple[Pattern, ...]:
    """Those of ``bonus_tiles`` that are there, by name."""
    numbers = [bonus >> place * _BONUS_BITS & _BONUS_MASK for place in range(len(yaku.BONUSES))]
    return tuple(
        (name, number) for name, number in zip(yaku.BONUSES, numbers, strict=True) if number
    )


spelled_bonus: Final = Known(_spell_bonus, 1 << 12)


# -- hands that cannot be -----------------------------------------------------------------------


def check(book: Book, hand: Hand, context: Context, field: str) -> None:
    """Refuse a hand that cannot occur at this table, with the reason."""
    said = hand.situation
    if said:
        _check_declaration(hand, field)
        if not said <= _BEFORE_THE_WIN:
            check_claim(hand, context.tsumo, field)
            _check_tile(book.rules, hand, context, field)
    if hand.all_reds not in book.reds:
        _refuse_reds(book.rules, hand, f"{field}.tiles")
    if context.players == 3:
        _check_sanma(hand, field)
    if hand.north or hand.flowers:
        _check_aside(hand, context, field)
    if hand.ura or context.riichi is not None:
        _check_listed(hand, context, field)


def _check_aside(hand: Hand, context: Context, field: str) -> None:
    """What lies beside the hand and is no meld."""
    if hand.flowers:
        raise ScoringError(f"{field}.flowers", "riichi has no flowers")
    if context.players != 3:
        raise ScoringError(f"{field}.north", "Norths are set aside with three players only")


def _check_listed(hand: Hand, context: Context, field: str) -> None:
    """Riichi as the round lists it, and its ura-dora."""
    declared = not hand.situation.isdisjoint(DECLARATIONS)
    if hand.ura and not declared:
        raise ScoringError(f"{field}.ura", "ura-dora are for a hand in riichi")
    if context.riichi is not None and context.riichi != declared:
        if declared:
            raise ScoringError(f"{field}.situation", "the round does not list this riichi")
        raise ScoringError(f"{field}.situation", "the round lists a riichi that the hand does not")


_BEFORE_THE_WIN: Final = frozenset({"riichi", "double-riichi", "ippatsu"})
"""What says nothing of how the winning tile came."""


def _check_declaration(hand: Hand, field: str) -> None:
    """Riichi, and what goes with it."""
    said, at = hand.situation, f"{field}.situation"
    declared = said & DECLARATIONS
    if {"riichi"} < declared:
        raise ScoringError(at, "double-riichi and open-riichi stand without riichi")
    if declared and hand.open:
        raise ScoringError(at, "riichi needs a closed hand")
    if "ippatsu" in said:
        if not declared:
            raise ScoringError(at, "ippatsu without riichi")
        if "after-kan" in said:
            raise ScoringError(at, "a kan ends ippatsu: it does not go with after-kan")
        if "last-tile" in said and "double-riichi" in said:
            raise ScoringError(
                at, "ippatsu of a double riichi is in the second turn, far from the last tile"
            )
    if "first-turn" in said and (declared or hand.melds or hand.north):
        raise ScoringError(at, "in the first turn nothing was declared, called or set aside before")


def _check_tile(rules: RiichiRules, hand: Hand, context: Context, field: str) -> None:
    """How the winning tile came, and what only some tables play."""
    said, at = hand.situation, f"{field}.situation"
    robbing = not said.isdisjoint(ROBBING)
    if "after-kan" in said and not (hand.kans or hand.north):
        raise ScoringError(at, "after-kan without a kan in the hand")
    if "last-tile" in said:
        if "after-kan" in said:
            raise ScoringError(at, "the tile after a kan is not the last of the wall")
        if robbing:
            raise ScoringError(at, "no kan is declared on the last tile")
    if "first-turn" in said and not context.tsumo and context.seat_wind == 0:
        raise ScoringError(at, "the dealer has discarded before: no ron in the first turn")
    if "robbing-ankan" in said:
        _check_ankan(rules, hand, at)
    if "open-riichi" in said and "open-riichi" not in rules.local_yaku:
        raise ScoringError(at, "open riichi is not played at this table")
    for name in ("tsubame-gaeshi", "kanburi"):
        if name in said and (context.tsumo or robbing):
            raise ScoringError(at, "{name} is a ron on a discard", name=name)


def _check_ankan(rules: RiichiRules, hand: Hand, at: str) -> None:
    """A concealed kan is robbed by the thirteen orphans alone, where the table allows it."""
    if not rules.kokushi_robs_ankan:
        raise ScoringError(at, "no hand robs a closed kan at this table")
    if read_orphans(hand.concealed) is None:
        raise ScoringError(at, "only the thirteen orphans rob a closed kan")


def most_reds(rules: RiichiRules) -> tuple[int, int, int]:
    """How many red fives of m, p, s a hand can hold. With four of them two are 5p; with three
    players there is no 5m."""
    if rules.players == 3:
        most = min(rules.red_fives, 2 if rules.red_fives > 2 else 1)
        return 0, most, most
    one = min(rules.red_fives, 1)
    return one, 2 if rules.red_fives == 4 else one, one


def _red_numbers(rules: RiichiRules) -> dict[int, int]:
    """The number of every choice of red fives a hand can hold, by their counts."""
    choices = product(*(range(most + 1) for most in most_reds(rules)))
    return {
        sum(number * ONE[five] for number, five in zip(held, FIVES, strict=True)): sum(held)
        for held in choices
        if sum(held) <= rules.red_fives
    }


def _refuse_reds(rules: RiichiRules, hand: Hand, at: str) -> NoReturn:
    if not rules.red_fives:
        raise ScoringError(at, "this table plays without red fives")
    for five, most, suit in zip(FIVES, most_reds(rules), "mps", strict=True):
        number = count(hand.all_reds, five)
        if number > most:
            raise ScoringError(
                at, "{number} red 5{suit}; there are {most}", number=number, suit=suit, most=most
            )
    raise ScoringError(at, "this table has {number} red fives", number=rules.red_fives)


_NOT_IN_SANMA: Final = mask(range(1, 8))


def _check_sanma(hand: Hand, field: str) -> None:
    """Three players: no 2m-8m, no chi; Norths set aside are tiles too."""
    shown = mask(kind(tile) for tile in {*hand.dora, *hand.ura})
    if (hand.counts | shown) & _NOT_IN_SANMA:
        raise ScoringError(f"{field}.tiles", "2m to 8m are not played with three players")
    if hand.called_runs:
        raise ScoringError(f"{field}.melds", "there is no chi with three players")
    held = count(hand.counts, NORTH) + sum(tile == NORTH for tile in (*hand.dora, *hand.ura))
    if held + hand.north > 4:
        raise ScoringError(
            f"{field}.north", "five of {tile}; there are four of each", tile=CODES[NORTH]
        )


# -- answers ------------------------------------------------------------------------------------


def value(rules: RiichiRules, hand: Hand, context: Context, field: str = "hand") -> Appraisal:
    """The dearest reading. ``ScoringError`` where the hand cannot be, is no winning shape or has no
    yaku."""
    book = _books.get(id(rules))
    if book is None or book.rules is not rules:
        book = book_of(rules)
    way = book.ways.get((hand.situation, hand.open, context)) or way_of(book, hand, context)
    if (
        not way.plain
        or (hand.all_reds and hand.all_reds not in book.reds)
        or hand.flowers
        or hand.north
        or (hand.ura and not way.declared)
    ):
        check(book, hand, context, field)
    found = look_up(book, hand, way)
    if not found:
        raise ScoringError(f"{field}.tiles", _why_no_shape(hand))
    best = found[0] if len(found) == 1 else dearest(found)
    if not best.base:
        dora = best.patterns
        raise ScoringError(field, "no yaku: dora alone do not win" if dora else "no yaku")
    return best


def _why_no_shape(hand: Hand) -> str:
    if not hand.melds and seven_pairs(hand.concealed, four_alike=True):
        return "four of a tile are not two pairs: seven pairs must differ"
    return "not a winning hand: no four sets and a pair"


@dataclass(frozen=True, slots=True)
class Question:
    """What was valued, kept with the worth: ``explain`` answers why, when somebody asks."""

    rules: RiichiRules
    hand: Hand
    context: Context


def evaluate(
    rules: RiichiRules, hand: Mapping[str, Any], context: Context, field: str = "hand"
) -> Worth:
    """The worth of a game record's ``hand`` for the flow of a game. Errors name fields from
    ``field`` on."""
    parsed = parse_hand(hand, field)
    best = value(rules, parsed, context, field)
    yakuman = best.yakuman
    return Worth(
        han=None if yakuman else best.han,
        fu=None if yakuman else best.fu,
        yakuman=yakuman,
        limit=best.limit,
        counted=best.limit == "yakuman" and not yakuman,
        base=best.base,
        yakuman_parts=best.patterns if yakuman else (),
        patterns=best.patterns,
        explanation=Question(rules, parsed, context),
    )
