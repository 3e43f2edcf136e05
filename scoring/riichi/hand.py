"""The value of a hand from its tiles: every reading is appraised and the dearest counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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
    MELD_PROFILES,
    ODD_COUNTS,
    Reading,
    Split,
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
        self.reds = _red_patterns(rules)
        self.kan_dora = rules.kan_dora
        self.shifts = _SHIFTS[rules.players == 3]
        self.known: dict[frozenset[str], dict[tuple[Any, ...], Told]] = {}
        """Readings worked out, by how they were won and what else decides them."""
        self.limits: dict[tuple[int, int], tuple[int, str | None]] = {}
        """Basic points and the limit's name by han and fu, as far as asked for."""

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
_MOST_BOOKS = 64


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


def appraise(book: Book, hand: Hand, context: Context) -> list[Appraisal]:
    """Every reading of the hand with its worth, those without a yaku too. Empty where the tiles are
    no winning shape."""
    bonus = bonus_tiles(book, hand)
    found = [
        _worth(book, _of_sets(book, hand, context, reading), bonus, SETS, reading)
        for reading in readings(hand.concealed, hand.win)
    ]
    return found + _of_other_shapes(book, hand, context, bonus, found)


def look_up(book: Book, hand: Hand, context: Context) -> list[Appraisal]:
    """What ``appraise`` answers, without the readings themselves: each is looked up by what decides
    it. That is how it was won and by whom, the sorts of tiles, the profile of the sets and the yaku
    that compare suits. A reading not met before is worked out, once for all hands that no rule can
    tell from this one.

    Local yaku ask for more: at a table that has some, every hand is appraised.
    """
    if book.local:
        return appraise(book, hand, context)
    bonus = bonus_tiles(book, hand)
    known = book.known.get(hand.situation) or book.known.setdefault(hand.situation, {})
    gates = yaku.nine_gates(hand) if hand.sorts in _ONE_SUIT else ""
    tsumo, round_wind, seat_wind = context.tsumo, context.round_wind, context.seat_wind
    melds = which = 0
    for meld in hand.melds:
        more, numbers = MELD_PROFILES[meld.kind, meld.tile]
        melds += more
        which |= numbers
    found = []
    for profile, numbers in profiles(hand.concealed, hand.win):
        across = yaku.across(numbers | which)
        key = (profile + melds, across, hand.sorts, gates, hand.open, tsumo, round_wind, seat_wind)
        told = known.get(key)
        if told is None:
            if len(known) >= MOST_KNOWN:
                known.clear()
            told = known[key] = _work_out(book, hand, context, profile, numbers)
        found.append(_worth(book, told, bonus, SETS, None))
    sets_alone = hand.melds or hand.concealed & ODD_COUNTS
    if found and sets_alone and "first-turn" not in hand.situation:
        return found
    return found + _of_other_shapes(book, hand, context, bonus, found)


MOST_KNOWN = 1 << 15
"""Readings a book keeps of each way to win."""
_ONE_SUIT: Final = frozenset(
    suit | other for suit in (HAS_M, HAS_P, HAS_S) for other in range(0, 1 << len(SORTS), 16)
)


def _work_out(book: Book, hand: Hand, context: Context, profile: int, numbers: int) -> Told:
    """The reading of this profile and these numbers."""
    reading = next(
        reading
        for reading in readings(hand.concealed, hand.win)
        if (reading.profile, reading.numbers) == (profile, numbers)
    )
    return _of_sets(book, hand, context, reading)


# -- four sets and a pair -----------------------------------------------------------------------


class Told(NamedTuple):
    """What a reading holds, before the bonus tiles."""

    patterns: tuple[Pattern, ...]
    han: int
    fu: int
    yakuman: tuple[Pattern, ...]
    """Those that count."""


def _of_sets(book: Book, hand: Hand, context: Context, reading: Reading) -> Told:
    """Their yaku, and the fu."""
    names = book.open_yaku if hand.open else CLOSED
    sets, numbers = _all_sets(hand, reading)
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


def _all_sets(hand: Hand, reading: Reading) -> tuple[Split, int]:
    """The sets with the called ones among them, and their numbers."""
    runs, triplets, pair = reading[:3]
    numbers = reading.numbers
    for meld in hand.melds:
        numbers |= MELD_PROFILES[meld.kind, meld.tile][1]
    return Split(runs + hand.called_runs, triplets + hand.called_triplets, pair), numbers


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


def _of_other_shapes(
    book: Book,
    hand: Hand,
    context: Context,
    bonus: tuple[Pattern, ...],
    sets: list[Appraisal],
) -> list[Appraisal]:
    """What a hand is besides the four ``sets`` and a pair it may be."""
    found = [] if hand.melds else _of_irregular(book, hand, context, bonus, bool(sets))
    if "first-turn" in hand.situation and not context.tsumo:
        found += _of_renhou(book, (sets + found)[:1])
    return found


def _of_irregular(
    book: Book, hand: Hand, context: Context, bonus: tuple[Pattern, ...], sets: bool
) -> list[Appraisal]:
    """Seven pairs, thirteen orphans, and (local) thirteen tiles without connection, which win where
    there is nothing else; ``sets``: there are four sets and a pair."""
    if seven_pairs(hand.concealed) is not None:
        patterns, yakuman = _of_win(book, hand, context)
        patterns.append(book.pairs)
        told = _counted(book, context, patterns, yakuman, book.pairs_fu)
        return [_worth(book, told, bonus, PAIRS, None)]
    if sets:
        return []
    pair = read_orphans(hand.concealed)
    if pair is not None:
        patterns, yakuman = _of_win(book, hand, context)
        patterns = [pattern for pattern in patterns if pattern[0] != "honroutou"]
        yakuman.append("kokushi-13" if pair == hand.win else "kokushi")
        told = _counted(book, context, patterns, yakuman, ORPHANS_FU)
        return [_worth(book, told, bonus, ORPHANS, None)]
    if _is_shiisanpuutaa(book, hand, context):
        told = _counted(book, context, [], ["shiisanpuutaa"], ORPHANS_FU)
        return [_worth(book, told, bonus, UNCONNECTED, None)]
    return []


def _is_shiisanpuutaa(book: Book, hand: Hand, context: Context) -> bool:
    return (
        "shiisanpuutaa" in book.local
        and context.tsumo
        and "first-turn" in hand.situation
        and yaku.is_unconnected(hand.concealed)
    )


def _of_renhou(book: Book, found: list[Appraisal]) -> list[Appraisal]:
    """Renhou as a limit hand: another way to count the same tiles."""
    limit = book.rules.renhou
    if limit not in RENHOU_HAN:
        return []
    worth: dict[str, Any] = {"base": points.LIMITS[limit], "han": RENHOU_HAN[limit]}
    patterns = (("renhou", RENHOU_HAN[limit]),)
    return [one._replace(**worth, yakuman=0, patterns=patterns, limit=limit) for one in found]


def _worth(
    book: Book,
    told: Told,
    bonus: tuple[Pattern, ...],
    form: str,
    reading: Reading | None,
) -> Appraisal:
    """A reading's worth by the limits of the table, the bonus tiles with it."""
    patterns, han, total_fu, yakuman = told
    if yakuman:
        number = sum(count for _, count in yakuman)
        base = number * points.LIMITS["yakuman"]
        return Appraisal(base, number, 0, total_fu, yakuman, "yakuman", form, reading)
    if not patterns:
        return Appraisal(0, 0, 0, total_fu, bonus, None, form, reading)
    for _, number in bonus:
        han += number
    limits = book.limits.get((han, total_fu))
    if limits is None:
        limits = points.basic_points(book.rules, han, total_fu)
        book.limits[han, total_fu] = limits
    base, limit = limits
    return _new(Appraisal, (base, 0, han, total_fu, patterns + bonus, limit, form, reading))


_new: Final = tuple.__new__
"""Makes a named tuple of a tuple without its constructor's detour, where one is made a hand."""


def dearest(appraisals: list[Appraisal]) -> Appraisal:
    """The one with the most points, then han, then fu; among equals the one with fewer patterns,
    then the one whose patterns come first in the list."""
    most = max(appraisal[:4] for appraisal in appraisals)
    best = [appraisal for appraisal in appraisals if appraisal[:4] == most]
    return best[0] if len(best) == 1 else min(best, key=_plainness)


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


def bonus_tiles(book: Book, hand: Hand) -> tuple[Pattern, ...]:
    """dora, red-dora, ura-dora and north-dora with their number, where there are any. A North set
    aside is a dora besides when an indicator points at it."""
    counts, found = hand.counts, book.reds[hand.all_reds]
    if hand.north:
        counts += hand.north * ONE[NORTH]
    number = 0
    for tile in hand.dora if book.kan_dora else hand.dora[:1]:
        number += counts >> book.shifts[tile] & 15
    if number:
        found = (("dora", number), *found)
    if hand.ura and book.rules.ura_dora:
        number = 0
        for tile in hand.ura if book.rules.kan_ura else hand.ura[:1]:
            number += counts >> book.shifts[tile] & 15
        if number:
            found += (("ura-dora", number),)
    if hand.north:
        found += (("north-dora", hand.north),)
    return found


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


def _red_patterns(rules: RiichiRules) -> dict[int, tuple[Pattern, ...]]:
    """The red-dora of every choice of red fives a hand can hold, by their counts."""
    choices = product(*(range(most + 1) for most in most_reds(rules)))
    return {
        sum(number * ONE[five] for number, five in zip(held, FIVES, strict=True)): (
            (("red-dora", sum(held)),) if any(held) else ()
        )
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
    book = book_of(rules)
    check(book, hand, context, field)
    found = look_up(book, hand, context)
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
