"""Riichi wins dealt at random as they come up at a table: most in riichi or with a value honor or
tanyao, seldom a flush, hardly ever a yakuman; with dora, red fives and how it was won.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from scoring.dealing import ALWAYS, NEVER, OFTEN, SELDOM, Deal, Plan, deal
from scoring.notation import CODES, ONE, SUITS, Hand, count, parse_hand
from scoring.riichi.context import Context
from scoring.riichi.hand import (
    FIVES,
    Appraisal,
    Question,
    appraise,
    book_of,
    dearest,
    most_reds,
)
from scoring.riichi.rules import RiichiRules

CLOSED: Final = (
    Plan(30, called=NEVER, runs=0.88),
    Plan(14, pool="simples", called=NEVER, runs=0.85),
    Plan(7, motif="value", called=NEVER),
    Plan(4, motif="pairs", called=NEVER),
    Plan(3, motif="identical", called=NEVER),
)
OPEN: Final = (
    Plan(16, pool="simples", called=ALWAYS),
    Plan(24, motif="value", called=ALWAYS),
    Plan(4, runs=0, called=ALWAYS),
)
BIG: Final = (
    Plan(6, pool="half", runs=0.6, called=OFTEN),
    Plan(3, motif="similar", called=SELDOM),
    Plan(3, motif="straight", called=SELDOM),
    Plan(2, pool="ends", called=OFTEN),
    Plan(1, pool="pure", called=SELDOM),
    Plan(1, motif="dragons", called=OFTEN),
)
FLAT: Final = (
    Plan(2, called=NEVER, runs=1),
    Plan(1, motif="pairs", called=NEVER),
)
"""Pinfu, if the wait and the pair are right, and seven pairs."""
HEAVY: Final = (
    Plan(3, called=NEVER, runs=0.4, kans=0.3),
    Plan(2, motif="value", called=OFTEN, runs=0.4, kans=0.3),
    Plan(1, pool="simples", called=OFTEN, runs=0.4, kans=0.3),
)
"""With triplets and kans."""
ANY: Final = CLOSED + OPEN + BIG

TSUMO = 0.4
RIICHI = 0.7
IPPATSU = 0.15
SELDOM_SO = 0.01
AFTER_KAN = 0.3


@dataclass(frozen=True, slots=True)
class Won:
    """A win that has a value, with every reading of it."""

    rules: RiichiRules
    deal: Deal
    hand: Hand
    context: Context
    readings: tuple[Appraisal, ...]
    best: Appraisal
    """The dearest of them."""

    @property
    def question(self) -> Question:
        """What the account of a win is asked with."""
        return Question(self.rules, self.hand, self.context)

    @property
    def dealer(self) -> bool:
        return self.context.seat_wind == 0

    @property
    def is_clear(self) -> bool:
        """Whether han and fu are beyond doubt: no other reading is worth as much otherwise."""
        best = self.best
        return all(
            (other.han, other.fu) == (best.han, best.fu)
            for other in self.readings
            if other.base == best.base
        )


def won(
    rules: RiichiRules,
    dice: Random,
    plans: Sequence[Plan] = ANY,
    *,
    tsumo: float = TSUMO,
    seats: Sequence[int] = range(4),
    wanted: Callable[[Won], bool],
) -> Won:
    """A win as it is wanted, by one of the plans."""
    while True:
        dealt = at_table(rules, dice, deal(dice, plans, tsumo=tsumo, rounds=2, seats=seats))
        context = Context(dealt.round_wind, dealt.seat_wind, dealt.tsumo, rules.players)
        hand = parse_hand(dealt.record, "hand")
        readings = appraise(book_of(rules), hand, context)
        best = dearest(readings)
        found = Won(rules, dealt, hand, context, tuple(readings), best)
        if best.base and wanted(found):  # there is a yaku
            return found


def at_table(rules: RiichiRules, dice: Random, dealt: Deal) -> Deal:
    """The deal with red fives, what was said of the win, and the indicators."""
    dealt = _with_reds(rules, dice, dealt)
    said = tuple(_situation(rules, dice, dealt))
    unseen = dealt.unseen
    dice.shuffle(unseen)
    codes = [CODES[tile] for tile in unseen]
    dora = 1 + dealt.kans * rules.kan_dora
    ura = 1 + dealt.kans * rules.kan_ura if said[:1] == ("riichi",) and rules.ura_dora else 0
    return replace(
        dealt, situation=said, dora=tuple(codes[:dora]), ura=tuple(codes[dora : dora + ura])
    )


def _situation(rules: RiichiRules, dice: Random, dealt: Deal) -> list[str]:
    said = []
    if not dealt.is_open and dice.random() < RIICHI:
        said.append("riichi")
    drawn = dice.random()
    if drawn < SELDOM_SO:
        return [*said, "last-tile"]
    if dealt.tsumo and dealt.kans and drawn < AFTER_KAN:
        return [*said, "after-kan"]
    return [*said, "ippatsu"] if said and rules.ippatsu and drawn < IPPATSU else said


def _with_reds(rules: RiichiRules, dice: Random, dealt: Deal) -> Deal:
    """A five is the red one as often as there are red ones."""
    for five, most in zip(FIVES, most_reds(rules), strict=True):
        places = _fives(dealt, five)
        if most and dice.random() < len(places) / 4:
            place = dice.choice(places)
            if place is None:
                dealt = replace(dealt, reds=dealt.reds + ONE[five])
            else:
                melds = list(dealt.melds)
                melds[place] = melds[place].replace("5", "0", 1)
                dealt = replace(dealt, melds=tuple(melds))
    return dealt


def _fives(dealt: Deal, five: int) -> list[int | None]:
    """Where the fives of a suit lie: in hand (``None``) or in which meld."""
    in_melds = [
        place
        for place, meld in enumerate(dealt.melds)
        for digit in meld
        if digit == "5" and meld.endswith(SUITS[five // 9])
    ]
    return [None] * count(dealt.concealed, five) + in_melds
