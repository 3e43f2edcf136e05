"""Practising riichi: points from han and fu, the fu of parts, whole hands as at the table.

Levels and shortcuts follow the first source, the scoring course: learn the figures by their names,
column by column, then the fu, then count real hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Final

from scoring.game import Translate
from scoring.notation import CODES, EAST, KINDS, ONE, WHITE, parse_hand, tiles_text
from scoring.riichi import fu as fu_of
from scoring.riichi import shortcuts
from scoring.riichi.calls import ALL, RON, SPLIT, Amount, english
from scoring.riichi.context import Context
from scoring.riichi.dealt import ANY, BIG, CLOSED, FLAT, HEAVY, OPEN, Won, won
from scoring.riichi.explain import FuItem, fu_items
from scoring.riichi.hand import appraise, book_of, dearest
from scoring.riichi.lookup import amount
from scoring.riichi.names import yaku_name
from scoring.riichi.points import FU, basic_points, is_legal
from scoring.riichi.rules import RiichiRules
from scoring.trainer import (
    Choice,
    Lesson,
    Level,
    Part,
    Row,
    Task,
    Topic,
    Trainer,
    laid_out,
    neighbours,
    round_text,
    seat_text,
)
from scoring.words import clauses, headed, msgid

_COLUMNS = (
    Topic("30", msgid("30 fu")),
    Topic("40", msgid("40 fu")),
    Topic("25", msgid("25 and 50 fu")),
    Topic("20", msgid("20 fu")),
    Topic("limits", msgid("mangan and more")),
)
_SIDES = (
    Topic("child-ron", msgid("Child, ron")),
    Topic("child-tsumo", msgid("Child, self-draw")),
    Topic("dealer-ron", msgid("Dealer, ron")),
    Topic("dealer-tsumo", msgid("Dealer, self-draw")),
)

LEVELS: Final = (
    Level(
        1,
        msgid("Points from han and fu"),
        msgid("The columns of the table everybody meets, four keys each."),
        _COLUMNS,
    ),
    Level(
        2,
        msgid("The whole table"),
        msgid("Type the points. 60 fu and more too."),
        (*_COLUMNS, Topic("60", msgid("60 fu and more"))),
    ),
    Level(
        3,
        msgid("Fu, piece by piece"),
        msgid("What a set, the pair and the wait bring."),
        (
            Topic("triplets", msgid("triplets")),
            Topic("kans", msgid("kans")),
            Topic("pairs", msgid("the pair")),
            Topic("waits", msgid("the wait")),
            Topic("start", msgid("where fu begin")),
        ),
    ),
    Level(
        4,
        msgid("Fu of a hand"),
        msgid("All of them, rounded up."),
        (
            Topic("closed", msgid("closed hands by ron")),
            Topic("drawn", msgid("self-draws")),
            Topic("open", msgid("open hands by ron")),
            Topic("flat", msgid("pinfu and seven pairs")),
            Topic("heavy", msgid("triplets and kans in hand")),
        ),
    ),
    Level(
        5,
        msgid("Han of a hand"),
        msgid("Yaku and dora."),
        (
            Topic("closed", msgid("closed hands")),
            Topic("open", msgid("open hands")),
            Topic("big", msgid("flushes, straights and the like")),
            Topic("dora", msgid("much dora")),
        ),
    ),
    Level(6, msgid("Han, fu and points"), msgid("A hand below mangan, all of it."), _SIDES),
    Level(
        7,
        msgid("As at the table"),
        msgid("Any hand, with honba: what is said?"),
        (*_SIDES, Topic("limits", msgid("mangan and more"))),
    ),
)


class RiichiTrainer(Trainer):
    """What riichi asks."""

    def is_practised(self, rules: RiichiRules) -> bool:
        """Four players, limits, pinfu by self-draw and seven pairs of 25 fu: what the course
        teaches."""
        usual = rules.pinfu_tsumo and rules.chiitoitsu == "25-2"
        return usual and rules.players == 4 and not rules.aotenjou

    def levels(self, rules: RiichiRules) -> tuple[Level, ...]:
        return LEVELS

    def by_heart(self, rules: RiichiRules, gettext: Translate = str) -> list[tuple[str, str]]:
        found = shortcuts.by_heart(rules)
        return [
            (headed(_side(dealer, False, gettext), points, gettext), gettext(why))
            for dealer, points, why in found
        ]


def _side(dealer: bool, tsumo: bool, gettext: Translate) -> str:
    if dealer:
        return gettext("Dealer, self-draw") if tsumo else gettext("Dealer, ron")
    return gettext("Child, self-draw") if tsumo else gettext("Child, ron")


# -- points -------------------------------------------------------------------------------------

_FU_OF: Final = {"30": (30,), "40": (40,), "25": (25, 50), "20": (20,), "60": range(60, 111, 10)}
_MOST_HAN: Final = {"60": 3}
_LIMIT_HAN: Final = range(5, 14)
_ANY_FU = 30
"""Of a hand from 5 han on, where fu do not matter."""

Cell = tuple[int, int]
"""han, fu"""


def _cells(rules: RiichiRules, topic: str, tsumo: bool) -> list[Cell]:
    """The cells of a column that a hand can have."""
    if topic == "limits":
        return [(han, _ANY_FU) for han in _LIMIT_HAN]
    return [
        (han, fu)
        for fu in _FU_OF[topic]
        for han in range(1, _MOST_HAN.get(topic, 4) + 1)
        if is_legal(rules, han, fu, tsumo)
    ]


def _points_of(rules: RiichiRules, cell: Cell, dealer: bool, tsumo: bool) -> Amount:
    return amount(rules, basic_points(rules, *cell)[0], dealer, tsumo)


def _choice(said: Amount, gettext: Translate) -> Choice:
    return Choice("-".join(map(str, said.figures)), english(said, gettext))


_STEPS: Final = (
    *((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1), (0, 2), (1, 1), (2, 0)),
    *((-2, 0), (-1, -1), (-2, 1), (-1, -2), (0, -2)),
)


def _near(cell: Cell) -> Iterator[Cell]:
    """The cells around one: what is mistaken for it."""
    han, fu = cell
    if han in _LIMIT_HAN:
        steps = (1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, 7, 8)
        yield from ((han + step, fu) for step in steps if han + step in _LIMIT_HAN)
        return
    at = FU.index(fu)
    for more, step in _STEPS:
        if han + more > 0 and 0 <= at + step < len(FU):
            yield han + more, FU[at + step]


def _points_part(
    rules: RiichiRules, base: int, dealer: bool, tsumo: bool, gettext: Translate, honba: int = 0
) -> Part:
    """The points to be typed: with honba the raised figures, or the plain ones before them."""
    plain = amount(rules, base, dealer, tsumo).figures
    raised = amount(rules, base, dealer, tsumo, honba)
    labels = {RON: gettext("points"), ALL: gettext("each pays"), SPLIT: gettext("child, dealer")}
    return Part(
        "points",
        labels[raised.kind],
        english(raised, gettext),
        figures=(raised.figures, plain + raised.figures),
        example="1300-2600" if raised.kind == SPLIT else "3900",
    )


def _with_keys(
    part: Part, right: Amount, near: Sequence[Amount], dice: Random, gettext: Translate
) -> Part:
    """Four keys in the order of what they bring."""
    four = neighbours(dice, right, near)
    four.sort(key=lambda said: sum(said.figures))
    choices = tuple(_choice(said, gettext) for said in four)
    return replace(part, right=_choice(right, gettext).value, choices=choices, figures=())


def _figures(rules: RiichiRules, topic: str, dice: Random, gettext: Translate, keys: bool) -> Task:
    dealer, tsumo = dice.random() < 0.4, topic == "20" or dice.random() < 0.5
    cell = dice.choice(_cells(rules, topic, tsumo))
    han, fu = cell
    part = _points_part(rules, basic_points(rules, han, fu)[0], dealer, tsumo, gettext)
    if keys:
        cells = [*_near(cell), *_cells(rules, "30", tsumo), *_cells(rules, "limits", tsumo)]
        near = [
            _points_of(rules, other, dealer, tsumo)
            for other in cells
            if is_legal(rules, *other, tsumo)
        ]
        if not tsumo:  # a self-draw of the others would show by its form
            near.insert(2, _points_of(rules, cell, not dealer, tsumo))
        right = _points_of(rules, cell, dealer, tsumo)
        part = _with_keys(part, right, near, dice, gettext)
    text = gettext("{han} han") if han in _LIMIT_HAN else gettext("{han} han {fu} fu")
    return Task(
        ask=text.format(han=han, fu=fu),
        facts=(_side(dealer, tsumo, gettext),),
        parts=(part,),
        teach=lambda: shortcuts.of_points(rules, han, fu, dealer, tsumo, gettext),
    )


# -- fu, piece by piece -------------------------------------------------------------------------

_PIECE_KEYS: Final = tuple(Choice(str(fu), str(fu)) for fu in (0, 2, 4, 8, 16, 32))
_START_KEYS: Final = tuple(Choice(str(fu), str(fu)) for fu in (20, 22, 25, 30))


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of a hand, and the whole hand around it that the engine counts."""

    hand: Mapping[str, object]
    context: Context
    facts: tuple[str, ...]
    rows: tuple[Row, ...]
    hint: str


def _runs(suit: int, *starts: int) -> int:
    return sum(ONE[9 * suit + start + step] for start in starts for step in range(3))


def _around(dice: Random) -> tuple[int, int, int]:
    """Three suits: that of the piece, and two for what is around it."""
    first, second, third = dice.sample(range(3), 3)
    return first, second, third


def _tile(dice: Random, suit: int) -> int:
    """A number of the suit, one time in three an end of it, or an honor."""
    return dice.choice(
        (
            9 * suit + dice.randrange(1, 8),
            9 * suit + dice.randrange(1, 8),
            9 * suit + dice.choice((0, 8)),
            dice.randrange(EAST, KINDS),
        )
    )


def _triplet(rules: RiichiRules, dice: Random, gettext: Translate) -> _Piece:
    suit, near, far = _around(dice)
    tile = _tile(dice, suit)
    how = dice.choice(("closed", "pon", "ron", "self-draw"))
    text = tiles_text(3 * ONE[tile])
    rest = _runs(near, 1, 5) + _runs(far, 5) + 2 * ONE[9 * far + 1]
    called = how == "pon"
    words = {
        "closed": gettext("closed triplet"),
        "pon": gettext("pon"),
        "ron": gettext("completed by ron"),
        "self-draw": gettext("completed by self-draw"),
    }
    return _Piece(
        hand={
            "tiles": tiles_text(rest + (0 if called else 3 * ONE[tile])),
            "melds": [f"pon {text}"] if called else [],
            "win_tile": CODES[tile] if how in ("ron", "self-draw") else CODES[9 * far + 7],
        },
        context=Context(0, 1, how == "self-draw", rules.players),
        facts=(words[how],),
        rows=(Row("", (f"pon {text}" if called else text,)),),
        hint=shortcuts.SETS,
    )


def _kan(rules: RiichiRules, dice: Random, gettext: Translate) -> _Piece:
    suit, near, far = _around(dice)
    tile = _tile(dice, suit)
    how = dice.choice(("ankan", "kan"))
    meld = f"{how} {tiles_text(4 * ONE[tile])}"
    rest = _runs(near, 1, 5) + _runs(far, 5) + 2 * ONE[9 * far + 1]
    return _Piece(
        hand={"tiles": tiles_text(rest), "melds": [meld], "win_tile": CODES[9 * far + 7]},
        context=Context(0, 1, False, rules.players),
        facts=(gettext("closed kan") if how == "ankan" else gettext("called kan"),),
        rows=(Row("", (meld,)),),
        hint=shortcuts.SETS,
    )


def _pair(rules: RiichiRules, dice: Random, gettext: Translate) -> _Piece:
    suit, near, far = _around(dice)
    round_wind, seat_wind = dice.randrange(2), dice.randrange(4)
    tile = dice.choice(
        (
            dice.randrange(WHITE, KINDS),
            EAST + round_wind,
            EAST + seat_wind,
            dice.randrange(EAST, WHITE),
            _tile(dice, suit),
        )
    )
    text = tiles_text(2 * ONE[tile])
    rest = _runs(near, 1, 5) + _runs(far, 1, 5)
    return _Piece(
        hand={"tiles": tiles_text(rest + 2 * ONE[tile]), "win_tile": CODES[9 * far + 7]},
        context=Context(round_wind, seat_wind, False, rules.players),
        facts=(_seat(round_wind, seat_wind, gettext),),
        rows=(Row("", (text,)),),
        hint=shortcuts.PAIR,
    )


_WAITING: Final[Mapping[str, Callable[[Random], tuple[tuple[int, ...], int]]]] = {
    "ryanmen": lambda dice: _of_run(dice.randrange(1, 6), 0),
    "kanchan": lambda dice: _of_run(dice.randrange(7), 1),
    "penchan": lambda dice: dice.choice((_of_run(0, 2), _of_run(6, 0))),
    "tanki": lambda dice: ((low := dice.randrange(9),), low),
}
"""The numbers that wait, and the one that comes."""


def _of_run(low: int, missing: int) -> tuple[tuple[int, ...], int]:
    return tuple(low + step for step in range(3) if step != missing), low + missing


def _wait(rules: RiichiRules, dice: Random, gettext: Translate) -> _Piece:
    suit, near, far = _around(dice)
    how = dice.choice(tuple(_WAITING))
    held, won_on = _WAITING[how](dice)
    waiting = sum(ONE[9 * suit + number] for number in held)
    win = 9 * suit + won_on
    rest = _runs(near, 1, 5) + _runs(far, 5)
    rest += _runs(far, 1) if how == "tanki" else 2 * ONE[9 * far + 1]
    return _Piece(
        hand={"tiles": tiles_text(rest + waiting + ONE[win]), "win_tile": CODES[win]},
        context=Context(0, 1, dice.random() < 0.5, rules.players),
        facts=(gettext("the wait alone"),),
        rows=(
            Row(gettext("In hand"), (tiles_text(waiting),)),
            Row(gettext("Won on"), (CODES[win],)),
        ),
        hint=shortcuts.WAIT,
    )


_PIECES: Final = {"triplets": _triplet, "kans": _kan, "pairs": _pair, "waits": _wait}


def _fu_piece(rules: RiichiRules, topic: str, dice: Random, gettext: Translate) -> Task:
    if topic == "start":
        return _fu_start(rules, dice, gettext)
    piece = _PIECES[topic](rules, dice, gettext)
    items = [item for item in _counted(rules, piece) if item.tiles]
    right = sum(item.fu for item in items)
    return Task(
        ask=gettext("How many fu?"),
        facts=piece.facts,
        parts=(Part("fu", gettext("fu"), str(right), _PIECE_KEYS),),
        rows=piece.rows,
        teach=lambda: Lesson(
            working=tuple(_item_text(item, gettext) for item in items),
            quick=(gettext(piece.hint),),
        ),
    )


def _counted(rules: RiichiRules, piece: _Piece) -> list[FuItem]:
    """The fu of the whole hand, item by item; around the piece nothing brings any by its tiles."""
    book, hand = book_of(rules), parse_hand(piece.hand, "hand")
    best = dearest(appraise(book, hand, piece.context))
    return list(fu_items(book, hand, piece.context, best))


def _item_text(item: FuItem, gettext: Translate) -> str:
    text = gettext(item.reason).format(tiles=item.tiles)
    return headed(text[0].upper() + text[1:], item.fu, gettext)


def _fu_start(rules: RiichiRules, dice: Random, gettext: Translate) -> Task:
    starts = (
        (gettext("a closed ron, before sets, pair and wait"), fu_of.BASE + fu_of.CLOSED_RON),
        (gettext("an open ron, before sets, pair and wait"), fu_of.BASE),
        (gettext("a self-draw, before sets, pair and wait"), fu_of.BASE + fu_of.SELF_DRAW),
        (gettext("seven pairs, in all"), book_of(rules).pairs_fu),
        (gettext("pinfu by self-draw, in all"), fu_of.PINFU[True]),
        (gettext("pinfu by ron, in all"), fu_of.PINFU[False]),
    )
    fact, right = dice.choice(starts)
    return Task(
        ask=gettext("How many fu?"),
        facts=(fact,),
        parts=(Part("fu", gettext("fu"), str(right), _START_KEYS),),
        teach=lambda: Lesson(quick=(gettext(shortcuts.START),)),
    )


# -- hands --------------------------------------------------------------------------------------


def _seat(round_wind: int, seat_wind: int, gettext: Translate) -> str:
    return clauses((round_text(round_wind, gettext), seat_text(seat_wind, gettext)), gettext)


def _said(found: Won, gettext: Translate) -> Iterator[str]:
    """What is known of the win beside the tiles."""
    deal = found.deal
    yield _side(found.dealer, deal.tsumo, gettext)
    yield _seat(deal.round_wind, deal.seat_wind, gettext)
    last = "haitei" if deal.tsumo else "houtei"
    names = {"last-tile": last, "after-kan": "rinshan"}
    for name in deal.situation:
        yield yaku_name(names.get(name, name), gettext)
    if deal.honba:
        yield gettext("{n} honba").format(n=deal.honba)


def _rows(found: Won, gettext: Translate) -> Iterator[Row]:
    deal = found.deal
    yield from laid_out(deal, gettext)
    yield Row(gettext("dora indicator"), deal.dora)
    if deal.ura:
        yield Row(gettext("ura indicator"), deal.ura)


_HAN_KEYS: Final = tuple(Choice(str(han), str(han)) for han in range(1, 13))
_FEW_HAN_KEYS: Final = _HAN_KEYS[:4]
_FU_KEYS: Final = tuple(Choice(str(fu), str(fu)) for fu in FU)


def _han_part(found: Won, keys: tuple[Choice, ...], gettext: Translate) -> Part:
    return Part("han", gettext("han"), str(found.best.han), keys)


def _fu_part(found: Won, gettext: Translate) -> Part:
    return Part("fu", gettext("fu"), str(found.best.fu), _FU_KEYS)


def _of_hand(
    found: Won, ask: str, parts: Sequence[Part], teach: Callable[[], Lesson], gettext: Translate
) -> Task:
    return Task(
        ask=ask,
        facts=tuple(_said(found, gettext)),
        parts=tuple(parts),
        rows=tuple(_rows(found, gettext)),
        teach=teach,
        explanation=found.question,
    )


def _is_plain(found: Won) -> bool:
    """Below the limits, and beyond doubt."""
    return not found.best.yakuman and found.best.han < shortcuts.FIRST_LIMIT and found.is_clear


_FU_PLANS: Final = {
    "closed": (CLOSED, 0.0),
    "drawn": (ANY, 1.0),
    "open": (OPEN + BIG, 0.0),
    "flat": (FLAT, 0.4),
    "heavy": (HEAVY, 0.4),
}
"""Of each topic, what hands go for and how likely they are self-drawn."""


def _is_about_fu(found: Won, topic: str) -> bool:
    best = found.best
    flat = best.reading is None or ("pinfu", 1) in best.patterns
    if topic == "flat":
        return flat
    if topic == "heavy":
        return bool(best.reading and (best.reading.triplets or found.hand.called_triplets))
    return not flat and (topic != "open" or found.hand.open)


def _fu_of_hand(rules: RiichiRules, topic: str, dice: Random, gettext: Translate) -> Task:
    plans, tsumo = _FU_PLANS[topic]
    found = won(
        rules,
        dice,
        plans,
        tsumo=tsumo,
        wanted=lambda one: _is_about_fu(one, topic) and _is_plain(one),
    )
    return _of_hand(
        found,
        gettext("How many fu?"),
        [_fu_part(found, gettext)],
        lambda: Lesson(quick=tuple(shortcuts.of_fu(found, gettext))),
        gettext,
    )


_HAN_PLANS: Final = {"closed": CLOSED, "open": OPEN, "big": BIG, "dora": ANY}
_MUCH_DORA = 2


def _is_about_han(found: Won, topic: str) -> bool:
    if topic in ("closed", "open"):
        return found.hand.open == (topic == "open")
    if topic == "big":
        return True
    dora = {"dora", "red-dora", "ura-dora"}
    return sum(n for name, n in found.best.patterns if name in dora) >= _MUCH_DORA


def _han_of_hand(rules: RiichiRules, topic: str, dice: Random, gettext: Translate) -> Task:
    found = won(
        rules,
        dice,
        _HAN_PLANS[topic],
        wanted=lambda one: (
            _is_about_han(one, topic)
            and not one.best.yakuman
            and one.best.han <= len(_HAN_KEYS)
            and one.is_clear
        ),
    )
    return _of_hand(
        found,
        gettext("How many han?"),
        [_han_part(found, _HAN_KEYS, gettext)],
        lambda: Lesson(quick=tuple(shortcuts.of_han(found, gettext))),
        gettext,
    )


def _seats(topic: str) -> Sequence[int]:
    """Who may have won."""
    return (0,) if topic.startswith("dealer") else range(1, 4)


def _points_lesson(found: Won, gettext: Translate) -> Lesson:
    """The shortcuts of the fu and of the figure, which its account does not say."""
    best, deal = found.best, found.deal
    if best.yakuman:
        return Lesson(quick=(gettext(shortcuts.LIMITS),))
    lesson = shortcuts.of_points(
        found.rules, best.han, best.fu, found.dealer, deal.tsumo, gettext, deal.honba
    )
    seen = tuple(shortcuts.of_fu(found, gettext)) if best.han < shortcuts.FIRST_LIMIT else ()
    return replace(lesson, working=(), quick=seen + lesson.quick)


def _all_of_hand(rules: RiichiRules, topic: str, dice: Random, gettext: Translate) -> Task:
    found = won(
        rules,
        dice,
        tsumo=float(topic.endswith("tsumo")),
        seats=_seats(topic),
        wanted=_is_plain,
    )
    parts = [
        _han_part(found, _FEW_HAN_KEYS, gettext),
        _fu_part(found, gettext),
        _points_part(rules, found.best.base, found.dealer, found.deal.tsumo, gettext),
    ]
    lesson = lambda: _points_lesson(found, gettext)  # noqa: E731
    return _of_hand(found, gettext("What is it worth?"), parts, lesson, gettext)


_HONBA_WEIGHTS: Final = (30, 35, 20, 10, 5)


def _at_table(rules: RiichiRules, topic: str, dice: Random, gettext: Translate) -> Task:
    limits = topic == "limits"
    side = dice.choice(_SIDES).key if limits else topic
    found = won(
        rules,
        dice,
        tsumo=float(side.endswith("tsumo")),
        seats=_seats(side),
        wanted=lambda one: not limits or one.best.limit is not None,
    )
    honba = dice.choices(range(len(_HONBA_WEIGHTS)), _HONBA_WEIGHTS)[0]
    found = replace(found, deal=replace(found.deal, honba=honba))
    part = _points_part(rules, found.best.base, found.dealer, found.deal.tsumo, gettext, honba)
    lesson = lambda: _points_lesson(found, gettext)  # noqa: E731
    return _of_hand(found, gettext("What is said?"), [part], lesson, gettext)


RIICHI_TRAINER = RiichiTrainer(
    {
        1: partial(_figures, keys=True),
        2: partial(_figures, keys=False),
        3: _fu_piece,
        4: _fu_of_hand,
        5: _han_of_hand,
        6: _all_of_hand,
        7: _at_table,
    }
)
