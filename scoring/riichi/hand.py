"""The value of a hand from its tiles: every reading is appraised and the dearest counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Any, Final, NamedTuple, NoReturn

from scoring.errors import ScoringError
from scoring.notation import (
    CODES,
    EAST,
    HAS_HONOR,
    HAS_M,
    HAS_P,
    HAS_S,
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
from scoring.riichi.profile import (
    ALL_CLASSES,
    FU_BY_TWOS,
    HONORS_AT,
    NUMBERS_AT,
    THREE_OF_A_CLASS,
    of_melds,
    of_reading,
    profiles,
)
from scoring.riichi.profile import HONORS as HONOR_BITS
from scoring.riichi.profile import SETS as SET_BITS
from scoring.riichi.rules import RiichiRules
from scoring.riichi.yaku import CLOSED, OPEN, OPEN_WITHOUT_TANYAO, UNUSUAL, Made, Pattern
from scoring.shapes import ODD_COUNTS, Reading, readings, seven_pairs
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
    """What of a table's rules decides the value of a hand, with the small tables it is looked up
    in. They are filled as hands ask."""

    def __init__(self, rules: RiichiRules) -> None:
        self.rules = rules
        self.local = frozenset(rules.local_yaku)
        self.aotenjou = rules.aotenjou
        self.pairs: Pattern = ("chiitoitsu", 2 if rules.chiitoitsu == "25-2" else 1)
        self.pairs_fu = 25 if rules.chiitoitsu == "25-2" else 50
        self.reds = _red_numbers(rules)
        self.kan_dora = rules.kan_dora
        self.ura_dora, self.kan_ura = rules.ura_dora, rules.kan_ura
        self.shifts = _SHIFTS[rules.players == 3]
        self.open_yaku = OPEN if rules.open_tanyao else OPEN_WITHOUT_TANYAO
        self.tiles = tuple(
            Known(partial(_of_tiles, names), 1 << len(SORTS)) for names in (CLOSED, self.open_yaku)
        )
        """Of closed hands and of open ones, by the sorts of their tiles."""
        self.sets = tuple(
            Known(partial(yaku.of_sets, closed=closed, local=self.local), _MOST_OF_A_TABLE)
            for closed in (True, False)
        )
        self.honors: dict[tuple[int, int], Known[int, OfHonors]] = {}
        """By the winds of the round and the seat."""
        self.fu: dict[tuple[bool, bool, bool], Known[int, OfFu]] = {}
        """By how it was won; in each, by the fu of the sets, the pair and the wait."""
        self.limits = Known[int, tuple[int, str | None]](
            lambda worth: points.basic_points(rules, worth >> _FU_BITS, worth & _FU_MASK),
            _MOST_OF_A_TABLE,
        )
        """Basic points and limit, by han and fu."""
        self.ways: dict[tuple[frozenset[str], bool, Context], Way] = {}
        """Ways to win met so far."""
        self.known: dict[Key, Appraisal] = {}
        """What hands met so far are worth."""

    def honors_of(self, context: Context) -> Known[int, OfHonors]:
        """What honors bring with these winds."""
        winds = context.round_wind, context.seat_wind
        if winds not in self.honors:
            self.honors[winds] = Known(
                partial(_of_honors, self.rules.double_wind_fu, context), _MOST_OF_A_TABLE
            )
        return self.honors[winds]

    def fu_of(self, is_open: bool, tsumo: bool, after_kan: bool) -> Known[int, OfFu]:
        """All fu of a hand won so."""
        won = is_open, tsumo, after_kan
        if won not in self.fu:
            self.fu[won] = Known(partial(_of_fu, self.rules, *won), _MOST_OF_A_TABLE)
        return self.fu[won]

    def keep(self, key: Key, worth: Appraisal) -> None:
        """What such a hand is worth; with too many of them all others are forgotten."""
        if len(self.known) >= MOST_KNOWN:
            self.known.clear()
        self.known[key] = worth

    def counted_yakuman(self, names: Iterable[str]) -> tuple[Pattern, ...]:
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


_MOST_OF_A_TABLE = 1 << 12
"""Hands ask for some hundred entries of each."""
_FU_BITS = 8
_FU_MASK = (1 << _FU_BITS) - 1

OfHonors = tuple[Made, int]
"""Their yaku, and the fu of the pair, halved as in a profile."""
OfFu = tuple[int, tuple[Pattern, ...]]
"""All fu, and pinfu where it is."""


def _of_tiles(names: yaku.Names, sorts: int) -> Made:
    """The yaku of tiles of these sorts."""
    found = yaku.made(yaku.of_tiles(sorts, names), yaku.yakuman_of_tiles(sorts))
    if sorts & (HAS_M | HAS_P | HAS_S | HAS_HONOR) in (HAS_M, HAS_P, HAS_S):
        return replace(found, han=UNUSUAL)  # which yakuman of one suit it is, the hand says
    return found


def _of_honors(double_wind_fu: int, context: Context, honors: int) -> OfHonors:
    pair = honors & 7
    pair_fu = fu.of_pair(EAST - 1 + pair, context, double_wind_fu) if pair else 0
    return yaku.of_honors(honors, context.round_wind, context.seat_wind), pair_fu // 2


def _of_fu(rules: RiichiRules, is_open: bool, tsumo: bool, after_kan: bool, by_twos: int) -> OfFu:
    total = fu.total(rules, 2 * by_twos, is_open, tsumo, after_kan)
    pinfu = fu.is_pinfu(rules, 2 * by_twos, is_open, tsumo)
    return total, (CLOSED["pinfu"],) if pinfu else ()


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

    __slots__ = (
        *("book", "declared", "eighth", "first_turn", "fu", "honors", "limits", "local"),
        *("plain", "said", "sets", "tiles", "tsumo"),
    )

    def __init__(self, book: Book, said: frozenset[str], is_open: bool, context: Context) -> None:
        self.book, self.tsumo, self.local = book, context.tsumo, bool(book.local)
        self.declared = not said.isdisjoint(DECLARATIONS)
        self.first_turn = "first-turn" in said
        self.plain = (
            context.players == 4
            and context.riichi in (None, self.declared)
            and said in (_PLAIN[:1] if is_open else _PLAIN)
        )
        """Nothing was said that the tiles could contradict."""
        self.eighth = yaku.eighth_win(context, book.local)
        self.said = yaku.of_situation(said, is_open, context, book.rules, book.local)
        if self.eighth or self.local:
            self.said = replace(self.said, han=UNUSUAL)
        self.tiles = book.tiles[is_open]
        self.sets, self.limits = book.sets[is_open], book.limits
        self.honors = book.honors_of(context)
        self.fu = book.fu_of(is_open, context.tsumo, "after-kan" in said)


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
        way = book.ways[key] = Way(book, *key)
    return way


Key = tuple[Way, int, int, int]
"""Of a value: how it was won, the profile, the sorts of the tiles, the bonus tiles."""
MOST_WAYS = 1 << 11
MOST_KNOWN = 1 << 13
"""Ways and values a book keeps."""


def appraise(book: Book, hand: Hand, context: Context) -> list[Appraisal]:
    """Every reading of the hand with its worth, those without a yaku too. Empty where the tiles are
    no winning shape."""
    way, melds = way_of(book, hand, context), of_melds(hand.melds)
    bonus = spelled_bonus[bonus_tiles(book, hand)]
    found = [
        _of_sets(way, hand, bonus, of_reading(reading, way.tsumo) + melds, reading)
        for reading in readings(hand.concealed, hand.win)
    ]
    return found + _others(way, hand, bonus, found)


def look_up(book: Book, hand: Hand, way: Way) -> list[Appraisal]:
    """What ``appraise`` answers, without the readings themselves: their profiles say all that rules
    ask. What was found of one is kept, unless the tiles were asked besides."""
    number, sorts, known = bonus_tiles(book, hand), hand.sorts, book.known
    found = []
    for profile in profiles(hand.suits, hand.win, way.tsumo, hand.melds):
        key = way, profile, sorts, number
        if (worth := known.get(key)) is None:
            worth = _of_sets(way, hand, spelled_bonus[number], profile, None)
            if way.said.han + way.tiles[sorts].han < UNUSUAL:
                book.keep(key, worth)
        found.append(worth)
    if found and (hand.melds or hand.concealed & ODD_COUNTS) and not way.first_turn:
        return found  # sets alone
    return found + _others(way, hand, spelled_bonus[number], found)


def _of_sets(
    way: Way, hand: Hand, bonus: Bonus, profile: int, reading: Reading | None
) -> Appraisal:
    """Four sets and a pair. The profile has the melds in it."""
    sets, honors = profile & SET_BITS, profile >> HONORS_AT & HONOR_BITS
    if honors:
        sets += yaku.ANY_HONOR
    if profile + ALL_CLASSES & THREE_OF_A_CLASS:
        sets += yaku.across(profile >> NUMBERS_AT)
    if way.local:
        sets += yaku.local_features(profile >> NUMBERS_AT, hand.counts)
    said, tiles, made, (values, pair_fu) = (
        way.said,
        way.tiles[hand.sorts],
        way.sets[sets],
        way.honors[honors],
    )
    total_fu, pinfu = way.fu[(profile & FU_BY_TWOS) + pair_fu]
    patterns = said.patterns + tiles.patterns + made.patterns + values.patterns + pinfu
    han = said.han + tiles.han + made.han + values.han + (1 if pinfu else 0)
    if 0 < han < UNUSUAL:  # nearly always
        han += bonus[1]
        base, limit = way.limits[han << _FU_BITS | total_fu]
        found = base, 0, han, total_fu, patterns + bonus[0], limit, SETS, reading
        return _appraisal(Appraisal, found)
    yakuman = _yakuman_of_win(way, hand) + made.yakuman + values.yakuman
    return _worth(way, patterns, yakuman, total_fu, bonus, SETS, reading)


_appraisal: Final = tuple.__new__
"""Makes an appraisal without its constructor's detour."""


def _yakuman_of_win(way: Way, hand: Hand) -> tuple[str, ...]:
    """Of how it was won and of the tiles, whatever the reading."""
    said, tiles = way.said.yakuman, way.tiles[hand.sorts].yakuman
    return said + tiles + yaku.of_one_suit(hand, way.book.local)


# -- the other shapes ---------------------------------------------------------------------------


def _others(way: Way, hand: Hand, bonus: Bonus, sets: list[Appraisal]) -> list[Appraisal]:
    """What the hand is besides the four ``sets`` and a pair it may be, and as renhou."""
    found = []
    if form := _other_form(way, hand, bool(sets)):
        patterns, yakuman, total_fu = _of_form(way, hand, form)
        found.append(_worth(way, patterns, yakuman, total_fu, bonus, form, None))
    return found + _of_renhou(way, sets + found)


def _other_form(way: Way, hand: Hand, sets: bool) -> str | None:
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
    return UNCONNECTED if _is_shiisanpuutaa(way, hand) else None


def _of_form(way: Way, hand: Hand, form: str) -> tuple[tuple[Pattern, ...], tuple[str, ...], int]:
    """The yaku, the yakuman and the fu of such a shape."""
    if form == UNCONNECTED:
        return (), ("shiisanpuutaa",), ORPHANS_FU
    patterns = way.said.patterns + way.tiles[hand.sorts].patterns
    yakuman = _yakuman_of_win(way, hand)
    if form == PAIRS:
        return (*patterns, way.book.pairs), yakuman, way.book.pairs_fu
    others = tuple(pattern for pattern in patterns if pattern[0] != "honroutou")
    name = "kokushi-13" if _is_thirteen_sided(hand) else "kokushi"
    return others, (*yakuman, name), ORPHANS_FU


def _is_thirteen_sided(hand: Hand) -> bool:
    """The winning tile of thirteen orphans is the one that is there twice."""
    return read_orphans(hand.concealed) == hand.win


def _is_shiisanpuutaa(way: Way, hand: Hand) -> bool:
    return (
        "shiisanpuutaa" in way.book.local
        and way.tsumo
        and way.first_turn
        and yaku.is_unconnected(hand.concealed)
    )


def _of_renhou(way: Way, found: list[Appraisal]) -> list[Appraisal]:
    """Renhou as a limit hand: another way to count the same tiles."""
    limit = way.book.rules.renhou
    if not way.first_turn or way.tsumo or limit not in RENHOU_HAN:
        return []
    worth: dict[str, Any] = {"base": points.LIMITS[limit], "han": RENHOU_HAN[limit]}
    patterns = (("renhou", RENHOU_HAN[limit]),)
    return [one._replace(**worth, yakuman=0, patterns=patterns, limit=limit) for one in found[:1]]


# -- what counts --------------------------------------------------------------------------------


def _worth(
    way: Way,
    patterns: tuple[Pattern, ...],
    yakuman: tuple[str, ...],
    total_fu: int,
    bonus: Bonus,
    form: str,
    reading: Reading | None,
) -> Appraisal:
    """A reading's worth by the limits of the table, the bonus tiles with it."""
    if patterns or yakuman:
        yakuman += way.eighth
    if yakuman:
        parts = way.book.counted_yakuman(yakuman)
        if not way.book.aotenjou:
            number = sum(count for _, count in parts)
            base = number * points.LIMITS["yakuman"]
            return Appraisal(base, number, 0, total_fu, parts, "yakuman", form, reading)
        patterns += tuple((name, number * YAKUMAN_HAN) for name, number in parts)
    if not patterns:
        return Appraisal(0, 0, 0, total_fu, bonus[0], None, form, reading)
    han = sum(number for _, number in patterns) + bonus[1]
    base, limit = way.limits[han << _FU_BITS | total_fu]
    return Appraisal(base, 0, han, total_fu, patterns + bonus[0], limit, form, reading)


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


Bonus = tuple[tuple[Pattern, ...], int]
"""Bonus tiles by name, and their han."""


def _spell_bonus(bonus: int) -> Bonus:
    """Those of ``bonus_tiles`` that are there."""
    numbers = [bonus >> place * _BONUS_BITS & _BONUS_MASK for place in range(len(yaku.BONUSES))]
    named = zip(yaku.BONUSES, numbers, strict=True)
    return tuple((name, number) for name, number in named if number), sum(numbers)


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
