"""The account of a value: why a hand is worth what it is, and what else it might have been.

Made on demand, apart from the value itself: a game is replayed by the value alone. Everything here
is frozen and of plain values, so that ``dataclasses.asdict`` makes JSON of it. Texts are English
msgids; ``tiles`` fill them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from scoring.errors import ScoringError
from scoring.notation import CODES, EAST, ONE, ORPHAN_TILES, WHITE, Hand, tiles_text
from scoring.riichi import fu, points
from scoring.riichi.context import Context
from scoring.riichi.hand import (
    PAIRS,
    SETS,
    Appraisal,
    Book,
    Question,
    appraise,
    book_of,
    dearest,
    value,
)
from scoring.riichi.rules import OPTION_SPECS, RiichiRules, read_rules
from scoring.riichi.yaku import Pattern
from scoring.shapes import KANCHAN, PENCHAN, TANKI, Reading, Set
from scoring.words import msgid


@dataclass(frozen=True, slots=True)
class FuItem:
    """One reason for fu. ``reason`` is a msgid with ``{tiles}`` in it, or without."""

    reason: str
    fu: int
    tiles: str = ""


@dataclass(frozen=True, slots=True)
class Shape:
    """A reading as it is shown."""

    form: str
    """``sets``, ``seven-pairs``, ``thirteen-orphans``, ``unconnected``."""
    sets: tuple[str, ...]
    """Each concealed set as tiles (``234m``), each meld as the record writes it (``pon 555z``);
    of seven pairs each pair; empty for the others."""
    pair: str | None
    wait: str | None
    """``ryanmen``, ``kanchan``, ``penchan``, ``shanpon``, ``tanki``."""
    won: str | None
    """The set or pair the winning tile completed."""


@dataclass(frozen=True, slots=True)
class Share:
    """What one payer pays: ``times`` the basic points, rounded up to 100.

    ``times`` is ``None`` where three players share out a self-draw by a rule of its own.
    """

    payer: str
    """``discarder``, ``dealer``, ``others`` (each of them)."""
    times: int | None
    exact: int | None
    points: int


@dataclass(frozen=True, slots=True)
class Formula:
    """fu × 2^(2 + han) with its numbers, and what the limit makes of it."""

    fu: int
    han: int
    product: int
    limit: str | None
    base: int
    """The basic points that count: ``product`` below mangan."""


@dataclass(frozen=True, slots=True)
class Other:
    """A reading that was not chosen, and why."""

    shape: Shape
    yaku: tuple[Pattern, ...]
    han: int
    fu: int
    yakuman: int
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a hand is worth what it is."""

    shape: Shape
    yaku: tuple[Pattern, ...]
    """Each with its han; of a yakuman, how many it counts for."""
    han: int | None
    fu: int | None
    yakuman: int
    limit: str | None
    fu_items: tuple[FuItem, ...]
    """Empty where fu do not matter: a yakuman, renhou as a limit."""
    fu_sum: int | None
    """Before rounding up to ten."""
    formula: Formula | None
    """``None`` for a yakuman and for renhou as a limit."""
    shares: tuple[Share, ...]
    points: int
    """What the payers hand over for the hand, honba apart."""
    equal_cells: tuple[tuple[int, int], ...]
    """(fu, han) worth the same: half the fu with a han more, twice the fu with a han less."""
    others: tuple[Other, ...]


@dataclass(frozen=True, slots=True)
class OptionEffect:
    """An option of the table without which the hand would be worth something else."""

    option: str
    setting: Any
    plain: Any
    """The value of the plain rules (the preset ``club``)."""
    points: int
    """What the hand would be worth with it; 0 where it would be no win."""
    han: int
    fu: int
    yakuman: int
    refused: str | None
    """Why it would be no win, ``None`` where it would be one."""


def explain(question: Question) -> Explanation:
    """The account of a hand that has a value (``hand.value`` refuses the others)."""
    rules, hand, context = question.rules, question.hand, question.context
    book = book_of(rules)
    found = appraise(book, hand, context)
    best = dearest(found)
    matters = not best.yakuman and not _is_renhou(best)
    items = tuple(fu_items(book, hand, context, best)) if matters else ()
    return Explanation(
        shape=shape_of(hand, best),
        yaku=best.patterns,
        han=None if best.yakuman else best.han,
        fu=best.fu if matters else None,
        yakuman=best.yakuman,
        limit=best.limit,
        fu_items=items,
        fu_sum=sum(item.fu for item in items) if matters else None,
        formula=_formula(best) if matters else None,
        shares=tuple(_shares(rules, best.base, context)),
        points=_points(rules, best.base, context),
        equal_cells=equal_cells(best.han, best.fu) if matters and not best.limit else (),
        others=tuple(_others(rules, hand, context, found, best)),
    )


# -- the reading --------------------------------------------------------------------------------


def shape_of(hand: Hand, best: Appraisal) -> Shape:
    """The reading as it is shown."""
    reading = best.reading
    if reading is None:
        pairs = range(len(ONE)) if best.form == PAIRS else ()
        shown = tuple(tiles_text(2 * ONE[tile]) for tile in pairs if hand.concealed & 2 * ONE[tile])
        return Shape(best.form, shown, None, TANKI if best.form == PAIRS else None, None)
    concealed = reading.sets()
    sets = tuple(_set_text(found) for found in concealed)
    pair = tiles_text(2 * ONE[reading.pair])
    won = next((_set_text(found) for found in concealed if found.won), pair)
    return Shape(SETS, sets + tuple(meld.text for meld in hand.melds), pair, reading.wait, won)


def _set_text(found: Set) -> str:
    tile = found.tile
    if found.kind == "run":
        return tiles_text(ONE[tile] + ONE[tile + 1] + ONE[tile + 2])
    return tiles_text(3 * ONE[tile])


# -- fu -----------------------------------------------------------------------------------------

_SET_REASONS: Final = {
    ("triplet", True, False): "concealed triplet of simples {tiles}",
    ("triplet", True, True): "concealed triplet of terminals or honors {tiles}",
    ("triplet", False, False): "open triplet of simples {tiles}",
    ("triplet", False, True): "open triplet of terminals or honors {tiles}",
    ("kan", True, False): "concealed kan of simples {tiles}",
    ("kan", True, True): "concealed kan of terminals or honors {tiles}",
    ("kan", False, False): "open kan of simples {tiles}",
    ("kan", False, True): "open kan of terminals or honors {tiles}",
}
_WON_BY_RON = "triplet completed by a discard, so open {tiles}"
_WAIT_REASONS: Final = {
    KANCHAN: "closed wait for {tiles}",
    PENCHAN: "edge wait for {tiles}",
    TANKI: "pair wait for {tiles}",
}


def fu_items(book: Book, hand: Hand, context: Context, best: Appraisal) -> Iterator[FuItem]:
    """Every reason for fu; they add up to the fu before rounding."""
    if best.form == PAIRS:
        yield FuItem("seven pairs, always the same", book.pairs_fu)
        return
    reading = best.reading
    if reading is None:
        yield FuItem("a hand without sets, always the same", best.fu)
        return
    yield FuItem("for winning", fu.BASE)
    if not (hand.open or context.tsumo):
        yield FuItem("closed hand, won by ron", fu.CLOSED_RON)
    shape = [
        *_set_items(hand, context, reading),
        *_pair_items(book, context, reading.pair),
        *_wait_items(hand, reading),
    ]
    yield from shape
    if context.tsumo:
        yield _self_draw_item(book, hand, best)
    elif hand.open and not shape and best.fu > fu.BASE:
        yield FuItem("an open ron without other fu counts 30", best.fu - fu.BASE)


def _set_items(hand: Hand, context: Context, reading: Reading) -> Iterator[FuItem]:
    for found in reading.sets(hand.melds, context.tsumo):
        if found.kind == "run":
            continue
        orphan = found.tile in ORPHAN_TILES
        copies = 4 if found.kind == "kan" else 3
        reason = _SET_REASONS[found.kind, found.concealed, orphan]
        if found.won and not context.tsumo:
            reason = _WON_BY_RON
        brought = fu.SET_FU[found.kind, found.concealed] * (2 if orphan else 1)
        yield FuItem(reason, brought, tiles_text(copies * ONE[found.tile]))


def _pair_items(book: Book, context: Context, pair: int) -> Iterator[FuItem]:
    brought = fu.of_pair(pair, context, book.rules.double_wind_fu)
    if not brought:
        return
    tiles = tiles_text(2 * ONE[pair])
    if pair >= WHITE:
        yield FuItem("pair of dragons {tiles}", brought, tiles)
    elif pair - EAST == context.round_wind == context.seat_wind:
        yield FuItem("pair of the round and seat wind {tiles}", brought, tiles)
    elif pair - EAST == context.round_wind:
        yield FuItem("pair of the round wind {tiles}", brought, tiles)
    else:
        yield FuItem("pair of the seat wind {tiles}", brought, tiles)


def _wait_items(hand: Hand, reading: Reading) -> Iterator[FuItem]:
    if brought := fu.WAIT[reading.wait]:
        yield FuItem(_WAIT_REASONS[reading.wait], brought, CODES[hand.win])


def _self_draw_item(book: Book, hand: Hand, best: Appraisal) -> FuItem:
    if ("pinfu", 1) in best.patterns:
        return FuItem("self-draw: no fu, for pinfu", 0)
    if "after-kan" in hand.situation:
        return FuItem("self-draw on the tile of a kan", book.rules.rinshan_fu)
    return FuItem("self-draw", fu.SELF_DRAW)


# -- the formula --------------------------------------------------------------------------------


def _is_renhou(best: Appraisal) -> bool:
    return best.patterns[0][0] == "renhou"


def _formula(best: Appraisal) -> Formula:
    return Formula(best.fu, best.han, best.fu << (2 + best.han), best.limit, best.base)


def _points(rules: RiichiRules, base: int, context: Context) -> int:
    dealer = context.seat_wind == 0
    if context.tsumo:
        return points.self_draw_total(rules, base, dealer)
    return points.ron(base, dealer)


def _shares(rules: RiichiRules, base: int, context: Context) -> Iterator[Share]:
    """Each payer's part; a dealer's win is half again a child's."""
    dealer = context.seat_wind == 0
    if not context.tsumo:
        times = 6 if dealer else 4
        yield Share("discarder", times, times * base, points.ron(base, dealer))
        return
    from_dealer, from_child = points.self_draw(rules, base, dealer)
    if from_dealer:
        yield _share(rules, "dealer", 2, base, from_dealer)
    if dealer or rules.players > 2:
        yield _share(rules, "others", 2 if dealer else 1, base, from_child)


def _share(rules: RiichiRules, payer: str, times: int, base: int, paid: int) -> Share:
    if rules.players == 3 and rules.sanma_tsumo != "loss":
        return Share(payer, None, None, paid)
    return Share(payer, times, times * base, paid)


FU_CELLS: Final = frozenset(points.FU)


def equal_cells(han: int, fu: int) -> tuple[tuple[int, int], ...]:
    """(fu, han) of the same value: (2m) fu n han = m fu (n + 1) han.

    >>> equal_cells(2, 60)
    ((30, 3),)
    >>> equal_cells(2, 50)
    ((25, 3), (100, 1))
    """
    found = []
    if fu % 2 == 0 and fu // 2 in FU_CELLS:
        found.append((fu // 2, han + 1))
    if 2 * fu in FU_CELLS and han > 1:
        found.append((2 * fu, han - 1))
    return tuple(found)


# -- what it might have been --------------------------------------------------------------------


def _others(
    rules: RiichiRules, hand: Hand, context: Context, found: list[Appraisal], best: Appraisal
) -> Iterator[Other]:
    """The readings that lost, the dearest first."""
    rest = [appraisal for appraisal in found if appraisal is not best]
    for other in sorted(rest, key=lambda appraisal: appraisal[:4], reverse=True):
        yield Other(
            shape=shape_of(hand, other),
            yaku=other.patterns,
            han=other.han,
            fu=other.fu,
            yakuman=other.yakuman,
            points=_points(rules, other.base, context),
            reason=why_it_loses(other, best),
        )


def why_it_loses(other: Appraisal, best: Appraisal) -> str:
    """A msgid: what decided against ``other``, in the order of what decides."""
    if not other.base:
        return msgid("no yaku")
    if other.base != best.base:
        return msgid("fewer points")
    if other.yakuman != best.yakuman:
        return msgid("same points, but a yakuman counts first")
    if other.han != best.han:
        return msgid("same points, fewer han")
    if other.fu != best.fu:
        return msgid("same points and han, less fu")
    if other.patterns != best.patterns:
        return msgid("worth the same, by more yaku or later ones of the list")
    return msgid("worth the same")


def option_effects(question: Question) -> tuple[OptionEffect, ...]:
    """The options of this table that made the value what it is: each one that differs from the
    plain rules (the preset ``club``), put back by itself, where that changes the outcome."""
    rules, hand, context = question.rules, question.hand, question.context
    plain = read_rules(None, {})
    now = _outcome(rules, hand, context)
    found = []
    for spec in OPTION_SPECS:
        setting, default = getattr(rules, spec.key), getattr(plain, spec.key)
        if spec.group != "Value" or setting == default:
            continue
        without = replace(rules, **{spec.key: default})
        held = _with_plain_fives(hand) if spec.key == "red_fives" else hand
        other, refused = _outcome(without, held, context)
        if (other, refused) != now:
            found.append(
                OptionEffect(
                    option=spec.key,
                    setting=setting,
                    plain=default,
                    points=_points(without, other.base, context) if other else 0,
                    han=other.han if other else 0,
                    fu=other.fu if other else 0,
                    yakuman=other.yakuman if other else 0,
                    refused=refused,
                )
            )
    return tuple(found)


def _outcome(
    rules: RiichiRules, hand: Hand, context: Context
) -> tuple[Appraisal | None, str | None]:
    """The dearest reading, or why there is no win."""
    try:
        return value(rules, hand, context), None
    except ScoringError as error:
        return None, error.message


def _with_plain_fives(hand: Hand) -> Hand:
    return replace(hand, reds=0, all_reds=0, win_red=False)
