"""Practising Hong Kong: the fan of patterns, the payment table, the fan of whole hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from scoring import figures
from scoring.dealing import ALWAYS, NEVER, OFTEN, SELDOM, Deal, Plan, deal, with_special_tile
from scoring.game import Score, Translate
from scoring.hongkong.faan import Count, Explanation, Seat, explain
from scoring.hongkong.patterns import CHICKEN, PATTERNS, is_limit, worth
from scoring.hongkong.payment import Key, table, too_few
from scoring.hongkong.rules import HongKongRules
from scoring.hongkong.words import pattern_label
from scoring.notation import FLOWERS, parse_hand
from scoring.trainer import (
    WAYS,
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
    payer_text,
    round_text,
    seat_text,
    way_text,
)
from scoring.words import msgid

_GROUPS = (
    Topic("hand", msgid("The hand")),
    Topic("honors", msgid("Dragons and winds")),
    Topic("win", msgid("How it was won")),
    Topic("limit", msgid("Limit hands")),
)
_FLOWERS = Topic("flowers", msgid("Flowers and seasons"))
_KINDS = (
    Topic("flush", msgid("flushes")),
    Topic("triplets", msgid("triplets")),
    Topic("sequences", msgid("sequences")),
    Topic("honors", msgid("Dragons and winds")),
)
LIMIT = "limit"


class HongKongTrainer(Trainer):
    """What Hong Kong asks."""

    def levels(self, rules: HongKongRules) -> tuple[Level, ...]:
        """Flowers only where the table has them."""
        flowers = (_FLOWERS,) if rules.flowers else ()
        return (
            Level(
                1,
                msgid("Fan of a pattern"),
                msgid("What each pattern counts at this table."),
                _GROUPS + flowers,
            ),
            Level(2, msgid("What fan pay"), msgid("The payment table, by fan."), WAYS),
            Level(
                3,
                msgid("Fan of a hand"),
                msgid("Count every pattern, up to the maximum."),
                _KINDS + flowers,
            ),
            Level(4, msgid("Fan and payment"), msgid("A hand, its fan, and who pays what."), WAYS),
        )

    def by_heart(self, rules: HongKongRules, gettext: Translate = str) -> list[tuple[str, str]]:
        """What wins by itself at a table that asks for more than a pattern or two."""
        enough = [name for name in _ENOUGH if worth(rules, name) >= rules.minimum > 1]
        reason = gettext("{faan} fan: enough to win by itself here.")
        return [
            (pattern_label(name, gettext), reason.format(faan=worth(rules, name)))
            for name in enough
        ]


_ENOUGH: Final = ("half-flush", "all-triplets", "small-dragons", "full-flush", "big-dragons")


# -- patterns -----------------------------------------------------------------------------------


def _pattern(rules: HongKongRules, topic: str, dice: Random, gettext: Translate) -> Task:
    names = [
        name
        for name, pattern in PATTERNS.items()
        if pattern.group == topic and (worth(rules, name) or name == CHICKEN)
    ]
    name = dice.choice(names)
    right = _worth_text(rules, name)
    others = sorted(
        {_worth_text(rules, other) for other in PATTERNS if worth(rules, other)} | {"0"},
        key=lambda text: (_far(text, right), text),  # in every process the same
    )
    choices = sorted(neighbours(dice, right, others), key=_order)
    label = pattern_label(name, gettext)
    return Task(
        ask=label,
        facts=(),
        parts=(
            Part("faan", gettext("fan"), right, tuple(_fan_choice(c, gettext) for c in choices)),
        ),
        teach=lambda: Lesson(quick=tuple(_pattern_lines(rules, name, gettext))),
    )


def _worth_text(rules: HongKongRules, name: str) -> str:
    fan = worth(rules, name)
    return LIMIT if is_limit(rules, name) and fan == rules.limit else str(fan)


def _order(text: str) -> int:
    return 100 if text == LIMIT else int(text)


def _far(text: str, right: str) -> int:
    return abs(min(_order(text), 12) - min(_order(right), 12))


def _fan_choice(text: str, gettext: Translate) -> Choice:
    return Choice(text, gettext("limit hand") if text == LIMIT else text)


def _pattern_lines(rules: HongKongRules, name: str, gettext: Translate) -> Iterator[str]:
    """Its neighbours in the table: patterns are learnt by the ladder they stand in."""
    if is_limit(rules, name):
        text = gettext("A limit hand counts the maximum, {faan} fan here, and nothing beside it.")
        yield text.format(faan=rules.limit)
        return
    ladder = next((ladder for ladder in _LADDERS if name in ladder), (name,))
    yield " · ".join(f"{pattern_label(rung, gettext)} {worth(rules, rung)}" for rung in ladder)
    if name in ("small-dragons", "big-dragons"):
        yield gettext("Its dragon triplets are counted in it.")


_LADDERS: Final = (
    ("all-sequences", "all-triplets"),
    ("half-flush", "full-flush"),
    ("dragon-white", "small-dragons", "big-dragons"),
    ("seat-wind", "round-wind"),
    ("own-flower", "all-flowers"),
    ("own-season", "all-seasons"),
)


# -- payment ------------------------------------------------------------------------------------


def _cost(key: Key, by: str) -> Score:
    """What one payer pays: the discarder, or each of three. Rows of the table win either way."""
    price = key.discard if by == "discard" else key.self_draw
    assert price is not None  # noqa: S101
    return price.discarder if by == "discard" else price.others


def _payment_part(
    rules: HongKongRules, faan: int, by: str, dice: Random, gettext: Translate
) -> Part:
    """Four keys, by the rows around this one."""
    rows = sorted(table(rules, money=False), key=lambda key: abs(key.faan - faan))
    right = _cost(rows[0], by)
    other = "self-draw" if by == "discard" else "discard"
    near = [_cost(key, by) for key in rows[1:]]
    near.insert(2, _cost(rows[0], other))
    near += [right * 2, right * 3]
    choices = tuple(
        Choice(str(cost), figures.score(cost)) for cost in sorted(neighbours(dice, right, near))
    )
    return Part("pays", payer_text(by == "self-draw", gettext), str(right), choices)


def _payment(rules: HongKongRules, topic: str, dice: Random, gettext: Translate) -> Task:
    key = dice.choice(table(rules, money=False))
    return Task(
        ask=gettext("{faan} fan").format(faan=key.faan),
        facts=(way_text(topic == "self-draw", gettext),),
        parts=(_payment_part(rules, key.faan, topic, dice, gettext),),
        teach=lambda: Lesson(quick=tuple(_payment_lines(rules, key, gettext))),
    )


def _payment_lines(rules: HongKongRules, key: Key, gettext: Translate) -> Iterator[str]:
    """The row, and the rhythm of the column."""
    each = _cost(key, "self-draw")
    yield gettext("{faan} fan: {whole} off a discard, {each} from each by self-draw.").format(
        faan=key.faan,
        whole=figures.score(2 * each),
        each=figures.score(each),
    )
    yield gettext("A self-draw is half of a discard's price from each: half again in all.")
    if rules.gun == "half":
        yield gettext("Half gun: the discarder pays half, the others a quarter each.")
    if rules.curve == "half-spicy":
        yield gettext("Double with every fan up to 4, from there with every second one.")


# -- hands --------------------------------------------------------------------------------------

_PLANS: Final = {
    "flush": (
        Plan(8, pool="half", runs=0.6, called=OFTEN),
        Plan(2, pool="pure", runs=0.8, called=OFTEN),
        Plan(2, pool="half", runs=0, called=OFTEN),
    ),
    "triplets": (
        Plan(6, runs=0, called=ALWAYS),
        Plan(2, motif="value", runs=0, called=OFTEN),
        Plan(2, pool="half", runs=0, called=ALWAYS),
    ),
    "sequences": (
        Plan(6, runs=1, called=SELDOM),
        Plan(2, pool="half", runs=1, called=OFTEN),
        Plan(1, pool="pure", runs=1, called=SELDOM),
    ),
    "honors": (
        Plan(6, motif="value", called=OFTEN),
        Plan(2, motif="dragons", called=OFTEN),
        Plan(4, motif="value", pool="half", runs=0.5, called=OFTEN),
    ),
}
_ANY: Final = (
    *(plan for plans in _PLANS.values() for plan in plans),
    Plan(6, called=NEVER),
    Plan(6, motif="value", called=SELDOM),
)
_FLOWER_WEIGHTS: Final = (12, 25, 28, 20, 10, 4, 1)
"""How likely no flower was drawn, one, two …"""
_SELF_DRAW = 0.35


@dataclass(frozen=True, slots=True)
class _Won:
    """A win that may win at this table."""

    deal: Deal
    explanation: Explanation

    @property
    def count(self) -> Count:
        return self.explanation.count


def _won(
    rules: HongKongRules,
    dice: Random,
    plans: Sequence[Plan],
    wanted: Callable[[_Won], bool],
    self_draw: float = _SELF_DRAW,
) -> _Won:
    """A win as it is wanted: no limit hand, and few beyond the maximum."""
    while True:
        dealt = with_special_tile(dice, deal(dice, plans, tsumo=self_draw, rounds=4))
        dealt = replace(dealt, flowers=_flowers(rules, dice))
        seat = Seat(dealt.round_wind, dealt.seat_wind, dealt.tsumo)
        found = _Won(dealt, explain(rules, parse_hand(dealt.record, "hand"), seat, "hand"))
        count = found.count
        if count.limit or too_few(rules, count.to_minimum, dealt.tsumo):
            continue
        if count.total > count.faan and dice.random() > _FEW_CLIPPED:
            continue
        if wanted(found):
            return found


_FEW_CLIPPED = 0.25


def _flowers(rules: HongKongRules, dice: Random) -> tuple[str, ...]:
    """Those laid aside, in order."""
    if not rules.flowers:
        return ()
    number = dice.choices(range(len(_FLOWER_WEIGHTS)), _FLOWER_WEIGHTS)[0]
    drawn = dice.sample(FLOWERS, number)
    return tuple(code for code in FLOWERS if code in drawn)


_SAID: Final = {"last-tile": "last-tile", "after-kan": "kong-replacement"}


def _facts(rules: HongKongRules, found: _Won, gettext: Translate) -> Iterator[str]:
    dealt = found.deal
    yield way_text(dealt.tsumo, gettext)
    yield round_text(dealt.round_wind, gettext)
    yield seat_text(dealt.seat_wind, gettext)
    for name in dealt.situation:
        yield pattern_label(_SAID[name], gettext)
    limits = gettext("{minimum} to {maximum} fan")
    yield limits.format(minimum=rules.minimum, maximum=rules.limit)


def _rows(found: _Won, gettext: Translate) -> Iterator[Row]:
    yield from laid_out(found.deal, gettext)
    if found.deal.flowers:
        yield Row(gettext("Flowers and seasons"), found.deal.flowers)


def _fan_part(rules: HongKongRules, found: _Won, gettext: Translate) -> Part:
    """A key for every fan that may win here."""
    fans = [key.faan for key in table(rules, money=False)]
    choices = tuple(Choice(str(faan), str(faan)) for faan in fans)
    return Part("faan", gettext("fan"), str(found.count.faan), choices)


def _hand_lines(rules: HongKongRules, found: _Won, gettext: Translate) -> Iterator[str]:
    yield gettext(
        "Suits first, then triplets or sequences, dragons and winds, how it was won, flowers last."
    )
    if rules.flowers:
        yield gettext("Of flowers count your own, a whole set, or none at all.")
    if found.deal.flowers:
        seat = found.deal.seat_wind
        own = gettext("{seat}: your own are flower {n} and season {n}.")
        yield own.format(seat=seat_text(seat, gettext), n=seat + 1)
    if rules.minimum > 1:
        yield gettext("A half flush or all triplets are 3 by themselves.")


_SEQUENCES = "all-sequences"


def _is_about(found: _Won, topic: str) -> bool:
    names = {name for name, _ in found.count.patterns}
    return bool(names & _ABOUT[topic])


_ABOUT: Final[Mapping[str, frozenset[str]]] = {
    "flush": frozenset({"half-flush", "full-flush"}),
    "triplets": frozenset({"all-triplets"}),
    "sequences": frozenset({_SEQUENCES}),
    "honors": frozenset(n for n, p in PATTERNS.items() if p.group == "honors"),
    "flowers": frozenset(n for n, p in PATTERNS.items() if p.group == "flowers"),
}


def _fan_of_hand(rules: HongKongRules, topic: str, dice: Random, gettext: Translate) -> Task:
    plans = _PLANS.get(topic, _ANY)
    found = _won(rules, dice, plans, lambda one: _is_about(one, topic))
    return _of_hand(
        rules, found, gettext("How many fan?"), [_fan_part(rules, found, gettext)], gettext
    )


def _of_hand(
    rules: HongKongRules, found: _Won, ask: str, parts: Sequence[Part], gettext: Translate
) -> Task:
    return Task(
        ask=ask,
        facts=tuple(_facts(rules, found, gettext)),
        parts=tuple(parts),
        rows=tuple(_rows(found, gettext)),
        teach=lambda: Lesson(quick=tuple(_hand_lines(rules, found, gettext))),
        explanation=found.explanation,
    )


def _is_free(found: _Won) -> bool:
    """Nobody can be liable for a hand that shows fewer than three sets."""
    return len(found.deal.melds) < 3


def _all_of_hand(rules: HongKongRules, topic: str, dice: Random, gettext: Translate) -> Task:
    found = _won(rules, dice, _ANY, _is_free, float(topic == "self-draw"))
    parts = [
        _fan_part(rules, found, gettext),
        _payment_part(rules, found.count.faan, topic, dice, gettext),
    ]
    task = _of_hand(rules, found, gettext("What is it worth?"), parts, gettext)
    return replace(task, teach=lambda: Lesson(quick=tuple(_all_lines(rules, found, gettext))))


def _all_lines(rules: HongKongRules, found: _Won, gettext: Translate) -> Iterator[str]:
    """How it is counted, and then what its row of the table costs."""
    yield from _hand_lines(rules, found, gettext)
    row = next(key for key in table(rules, money=False) if key.faan == found.count.faan)
    yield from _payment_lines(rules, row, gettext)


HONGKONG_TRAINER = HongKongTrainer({1: _pattern, 2: _payment, 3: _fan_of_hand, 4: _all_of_hand})
