"""Practising Zung Jung: the points of patterns, of whole hands, and who pays them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from scoring import figures
from scoring.dealing import ALWAYS, NEVER, OFTEN, SELDOM, Deal, Plan, deal, with_special_tile
from scoring.game import Translate
from scoring.notation import parse_hand
from scoring.trainer import (
    WAYS,
    Choice,
    Lesson,
    Level,
    Part,
    Task,
    Topic,
    Trainer,
    laid_out,
    neighbours,
    payer_text,
    seat_text,
    way_text,
)
from scoring.words import msgid
from scoring.zungjung.hand import Account, Win, account
from scoring.zungjung.patterns import BY_NUMBER, PATTERNS, Pattern, series
from scoring.zungjung.payment import CAP, CHICKEN, LEGAL_POINTS, shares
from scoring.zungjung.rules import Rules
from scoring.zungjung.words import pattern_name

_KINDS = (
    Topic("small", msgid("small hands")),
    Topic("suits", msgid("One suit")),
    Topic("triplets", msgid("triplets and honors")),
    Topic("sequences", msgid("sequences that match")),
)


class ZungJungTrainer(Trainer):
    """What Zung Jung asks."""

    def levels(self, rules: Rules) -> tuple[Level, ...]:
        groups = tuple(Topic(str(group.number), group.en) for group in series(rules))
        return (
            Level(
                1, msgid("Points of a pattern"), msgid("The 44 patterns, group by group."), groups
            ),
            Level(
                2,
                msgid("Points of a hand"),
                msgid("Of each series the highest, all series added."),
                _KINDS,
            ),
            Level(
                3,
                msgid("Points of a hand, typed"),
                msgid("Without keys to choose from."),
                _KINDS,
            ),
            Level(
                4,
                msgid("Points and payment"),
                msgid("A hand, its points, and who pays what."),
                WAYS,
            ),
        )

    def by_heart(self, rules: Rules, gettext: Translate = str) -> list[tuple[str, str]]:
        """The patterns of about 40 that a hand is built around."""
        reason = gettext("{points} points: within reach of an ordinary hand.")
        return [
            (pattern_name(number, gettext), reason.format(points=BY_NUMBER[number].worth(rules)))
            for number in _WITHIN_REACH
        ]


_WITHIN_REACH: Final = ("2.1.1", "4.1", "6.1", "7.1", "8.1.1")


# -- patterns -----------------------------------------------------------------------------------


def _keys(dice: Random, right: int, near: Sequence[int]) -> tuple[Choice, ...]:
    four = sorted(neighbours(dice, right, near))
    return tuple(Choice(str(points), figures.score(points)) for points in four)


def _pattern(rules: Rules, topic: str, dice: Random, gettext: Translate) -> Task:
    pattern = dice.choice([p for p in PATTERNS if str(p.group) == topic])
    right = pattern.worth(rules)
    worths = sorted({p.worth(rules) for p in PATTERNS}, key=lambda points: abs(points - right))
    label = gettext("points")
    return Task(
        ask=gettext(pattern.en),
        facts=(pattern.ja,) if gettext(pattern.en) == pattern.en else (),
        parts=(Part("points", label, str(right), _keys(dice, right, worths)),),
        teach=lambda: Lesson(quick=tuple(_pattern_lines(rules, pattern, gettext))),
    )


def _pattern_lines(rules: Rules, pattern: Pattern, gettext: Translate) -> Iterator[str]:
    """The series it stands in, and how it adds."""
    ladder = [p for p in PATTERNS if p.series == pattern.series]
    yield " · ".join(f"{gettext(p.en)} {p.worth(rules)}" for p in ladder)
    if len(ladder) > 1:
        yield gettext("Of one series only the highest counts.")
    if pattern.worth(rules) >= CAP:
        yield gettext("From 320 on a pattern counts alone.")


# -- hands --------------------------------------------------------------------------------------

_PLANS: Final = {
    "small": (
        Plan(4, called=SELDOM, runs=0.75),
        Plan(2, pool="simples", called=OFTEN),
        Plan(3, motif="value", called=OFTEN),
        Plan(1, motif="identical", called=SELDOM),
    ),
    "suits": (
        Plan(6, pool="half", runs=0.6, called=OFTEN),
        Plan(2, pool="pure", called=OFTEN),
        Plan(1, motif="value", pool="half", runs=0.4, called=OFTEN),
    ),
    "triplets": (
        Plan(4, runs=0, called=ALWAYS),
        Plan(2, motif="value", runs=0.2, called=OFTEN, kans=0.15),
        Plan(2, motif="dragons", runs=0.5, called=OFTEN),
        Plan(1, motif="pairs", called=NEVER),
    ),
    "sequences": (
        Plan(3, motif="similar", called=OFTEN),
        Plan(3, motif="straight", called=OFTEN),
        Plan(2, motif="identical", called=SELDOM),
        Plan(2, pool="ends", runs=0.9, called=OFTEN),
    ),
}
_ANY: Final = tuple(plan for plans in _PLANS.values() for plan in plans)
_SELF_DRAW = 0.35
_FEW_CHICKENS = 0.15
_SMALL = 40


@dataclass(frozen=True, slots=True)
class _Won:
    deal: Deal
    account: Account

    @property
    def points(self) -> int:
        return self.account.worth.points


def _won(
    rules: Rules,
    dice: Random,
    plans: Sequence[Plan],
    wanted: Callable[[_Won], bool],
    self_draw: float = _SELF_DRAW,
) -> _Won:
    """A win as it is wanted; chickens, which need no counting, are few."""
    while True:
        dealt = with_special_tile(dice, deal(dice, plans, tsumo=self_draw, rounds=4))
        win = Win(parse_hand(dealt.record, "hand"), dealt.tsumo, dealt.seat_wind)
        found = _Won(dealt, account(rules, win))
        if found.points == CHICKEN and dice.random() > _FEW_CHICKENS:
            continue
        if found.points < CAP and wanted(found):
            return found


def _is_about(found: _Won, topic: str) -> bool:
    groups = {number.partition(".")[0] for number, _ in found.account.worth.counted}
    if topic == "small":
        return found.points <= _SMALL
    return bool(groups & _ABOUT[topic])


_ABOUT: Final = {"suits": {"2"}, "triplets": {"3", "4", "10"}, "sequences": {"5", "6", "7", "8"}}


def _facts(found: _Won, gettext: Translate) -> Iterator[str]:
    dealt = found.deal
    yield way_text(dealt.tsumo, gettext)
    yield seat_text(dealt.seat_wind, gettext)
    last = "9.1.1" if dealt.tsumo else "9.1.2"
    for name in dealt.situation:
        yield pattern_name(last if name == "last-tile" else "9.2", gettext)


def _lines(found: _Won, gettext: Translate) -> Iterator[str]:
    counted = {number for number, _ in found.account.worth.counted}
    yield gettext("Group by group: of each series the highest, all series added.")
    if "4.2.3" in counted:
        yield gettext("Four concealed triplets always bring all triplets and the concealed hand.")
    if "3.2.1" in counted:
        yield gettext("Small three dragons bring two value honors: 60 in all.")
    if not found.deal.is_open:
        yield gettext("A concealed hand is 5, won either way.")


def _near(found: _Won) -> list[int]:
    """Totals that are got by a pattern forgotten, counted twice, or mistaken."""
    right = found.points
    counted = [points for _, points in found.account.worth.counted]
    steps = [*counted, 5, 10, 40]
    near = [right + sign * step for step in steps for sign in (-1, 1)]
    near += sorted(LEGAL_POINTS, key=lambda points: abs(points - right))
    return [points for points in near if points in LEGAL_POINTS]


def _hand_by_keys(rules: Rules, topic: str, dice: Random, gettext: Translate) -> Task:
    found = _won(rules, dice, _PLANS[topic], lambda one: _is_about(one, topic))
    keys = _keys(dice, found.points, _near(found))
    part = Part("points", gettext("points"), str(found.points), keys)
    return _of_hand(found, gettext("How many points?"), [part], gettext)


def _typed(found: _Won, gettext: Translate) -> Part:
    points = found.points
    return Part("points", gettext("points"), figures.score(points), figures=((points,),))


def _hand_typed(rules: Rules, topic: str, dice: Random, gettext: Translate) -> Task:
    found = _won(rules, dice, _PLANS[topic], lambda one: _is_about(one, topic))
    return _of_hand(found, gettext("How many points?"), [_typed(found, gettext)], gettext)


def _of_hand(found: _Won, ask: str, parts: Sequence[Part], gettext: Translate) -> Task:
    return Task(
        ask=ask,
        facts=tuple(_facts(found, gettext)),
        parts=tuple(parts),
        rows=tuple(laid_out(found.deal, gettext)),
        teach=lambda: Lesson(quick=tuple(_lines(found, gettext))),
        explanation=found.account,
    )


def _all_of_hand(rules: Rules, topic: str, dice: Random, gettext: Translate) -> Task:
    found = _won(rules, dice, _ANY, lambda one: True, float(topic == "self-draw"))
    share = shares(rules, found.points)
    pays = share.each if topic == "self-draw" else share.discarder
    label = payer_text(topic == "self-draw", gettext)
    part = Part("pays", label, figures.score(pays), figures=((pays,),))
    task = _of_hand(found, gettext("What is it worth?"), [_typed(found, gettext), part], gettext)
    return replace(task, teach=lambda: Lesson(quick=tuple(_payment_lines(found, rules, gettext))))


def _payment_lines(found: _Won, rules: Rules, gettext: Translate) -> Iterator[str]:
    yield from _lines(found, gettext)
    share = shares(rules, found.points)
    if share.discarder == share.each:
        yield gettext("All three pay {each}, whoever discarded.").format(each=share.each)
    else:
        yield gettext(
            "Discarder {discarder}, the others {others} each; by self-draw {each} each."
        ).format(discarder=share.discarder, others=share.others, each=share.each)
    text = gettext("The winner gets {winner}, whoever pays.")
    yield text.format(winner=3 * share.each)


ZUNGJUNG_TRAINER = ZungJungTrainer({1: _pattern, 2: _hand_by_keys, 3: _hand_typed, 4: _all_of_hand})
