"""How a figure is seen at a glance: the scoring course's names, shortcuts and worthwhile scores."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from scoring import figures
from scoring.game import Translate
from scoring.riichi.account import PAYERS, limit_name
from scoring.riichi.calls import spoken
from scoring.riichi.dealt import Won
from scoring.riichi.hand import PAIRS
from scoring.riichi.lookup import amount
from scoring.riichi.points import basic_points, ron, up_to_100
from scoring.riichi.rules import RiichiRules
from scoring.trainer import Lesson
from scoring.words import headed, msgid

BY_HEART: Final = (
    (False, 3, 40, 5200, msgid("40 fu 3 han: three han in a closed hand are enough.")),
    (False, 4, 25, 6400, msgid("25 fu 4 han: seven pairs and two han more.")),
    (False, 4, 30, 7700, msgid("30 fu 4 han: riichi on a 3900. No riichi gains more.")),
    (True, 3, 30, 5800, msgid("30 fu 3 han: a value honor or tanyao with two dora, even open.")),
    (True, 3, 40, 7700, msgid("40 fu 3 han: riichi on a 3900.")),
    (True, 3, 50, 9600, msgid("50 fu 3 han, or seven pairs and two dora: above a child's mangan.")),
    (True, 6, 30, 18000, msgid("Haneman: not even a child's baiman wins it back at once.")),
)
"""(dealer, han, fu, ron, why): the scores the course finds worth aiming at."""


def by_heart(rules: RiichiRules) -> Iterator[tuple[bool, int, str]]:
    """Those this table pays: (dealer, points, why)."""
    for dealer, han, fu, points, why in BY_HEART:
        if ron(basic_points(rules, han, fu)[0], dealer) == points:
            yield dealer, points, why


def of_points(
    rules: RiichiRules,
    han: int,
    fu: int,
    dealer: bool,
    tsumo: bool,
    gettext: Translate,
    honba: int = 0,
) -> Lesson:
    """What is taught of a figure made by han and fu."""
    base, limit = basic_points(rules, han, fu)
    plain, raised = amount(rules, base, dealer, tsumo), amount(rules, base, dealer, tsumo, honba)
    call = spoken(plain, raised, dealer=dealer)
    known = {(who, points): why for who, points, why in by_heart(rules)}
    why = "" if tsumo else known.get((dealer, ron(base, dealer)), "")
    return Lesson(
        working=tuple(_working(han, fu, base, limit, dealer, tsumo, gettext)),
        quick=tuple(_quick(rules, han, fu, base, limit, dealer, tsumo, gettext)),
        by_heart=gettext(why) if why else "",
        said=(call.ja, call.reading, call.mnemonic or ""),
    )


_RAISED = str.maketrans("0123456789+", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺")


def _working(
    han: int, fu: int, base: int, limit: str | None, dealer: bool, tsumo: bool, gettext: Translate
) -> Iterator[str]:
    """The formula, and each payer's part of it."""
    if han >= FIRST_LIMIT and limit:
        yield headed(limit_name(limit, gettext), figures.score(base), gettext)
    else:
        power = f"{han}+2".translate(_RAISED)
        formula = f"{fu} × 2{power} = {figures.score(fu << han + 2)}"
        name = limit_name(limit, gettext) if limit else ""
        yield gettext("; ").join([formula, *[f"{name} {figures.score(base)}"] * bool(limit)])
    for who, times in _payers(dealer, tsumo):
        exact = times * base
        product = f"{figures.score(base)} × {times} = {figures.score(exact)}"
        if up_to_100(exact) != exact:
            rounded = figures.score(up_to_100(exact))
            product = gettext("{product}, rounded up to {points}").format(
                product=product, points=rounded
            )
        yield headed(gettext(PAYERS[who]), product, gettext)


LIMITS = msgid("Mangan is 8000; then 1.5, 2, 3 and 4 times that. The dealer half again.")
FIRST_LIMIT = 5
"""From so many han on fu do not matter."""


def _payers(dealer: bool, tsumo: bool) -> list[tuple[str, int]]:
    """Who pays how many times the basic points."""
    if not tsumo:
        return [("discarder", 6 if dealer else 4)]
    return [("others", 2)] if dealer else [("others", 1), ("dealer", 2)]


EQUAL: Final = {20: (40, -1), 50: (25, 1), 60: (30, 1), 80: (40, 1), 100: (50, 1)}
"""(2m) fu n han = m fu (n + 1) han: the column to look a fu up in, and the han to add."""
SUMS: Final = {70: (30, 40), 90: (40, 50)}
"""Columns that are nearly two others together."""


def _quick(
    rules: RiichiRules,
    han: int,
    fu: int,
    base: int,
    limit: str | None,
    dealer: bool,
    tsumo: bool,
    gettext: Translate,
) -> Iterator[str]:
    if limit:
        yield _of_limit(han, fu, gettext)
    elif fu in EQUAL and han + EQUAL[fu][1]:
        other, more = EQUAL[fu]
        yield gettext("{fu} fu {han} han = {other} fu {more} han: half the fu, a han more.").format(
            fu=fu, han=han, other=other, more=han + more
        )
    if not limit and fu in (25, 50):
        yield gettext("25 fu 4 han is 6400, the dealer's 9600: halve or double for the others.")
    if not limit and fu in SUMS and not tsumo:
        small, large = (ron(basic_points(rules, han, part)[0], dealer) for part in SUMS[fu])
        yield gettext("{fu} fu is about {one} and {two} fu together: {small} + {large}.").format(
            fu=fu, one=SUMS[fu][0], two=SUMS[fu][1], small=small, large=large
        )
    if tsumo:
        yield _of_self_draw(base, dealer, gettext)
    elif dealer:
        text = gettext("The dealer gets half again what a child gets: {child}.")
        yield text.format(child=ron(base, False))


def _of_limit(han: int, fu: int, gettext: Translate) -> str:
    if han >= FIRST_LIMIT:
        return gettext(LIMITS)
    if fu << han + 2 < 2000:
        return gettext("One step short of mangan: this table rounds it up.")
    return gettext("Mangan from 40 fu 4 han and from 70 fu 3 han on.")


def _of_self_draw(base: int, dealer: bool, gettext: Translate) -> str:
    text = (
        gettext("A ron of {ron} by thirds.")
        if dealer
        else gettext("A ron of {ron}: half from the dealer, a quarter from each child.")
    )
    return text.format(ron=ron(base, dealer))


# -- of a hand ----------------------------------------------------------------------------------

SETS = msgid("A triplet brings 2, twice that closed, twice for terminals and honors, a kan × 4.")
PAIR = msgid("As a pair only dragons, the round wind and your own wind bring fu.")
WAIT = msgid("Only a closed, an edge or a pair wait brings 2.")
START = msgid("20 for winning; a closed ron 10 more, a self-draw 2.")


def of_fu(found: Won, gettext: Translate) -> Iterator[str]:
    """How the fu of a hand are seen."""
    names = {name for name, _ in found.best.patterns}
    reading = found.best.reading
    if found.best.form == PAIRS or reading is None:
        yield gettext("Seven pairs are 25 fu, always.")
        return
    if "pinfu" in names:
        yield gettext("Pinfu is 30 fu by ron and 20 by self-draw, always.")
        return
    heavy = bool(reading.triplets or found.hand.called_triplets)
    if not found.context.tsumo and not found.hand.open:
        yield gettext("A closed ron starts at 30: up to 10 more is 40, from 12 on 50.")
    elif not heavy and found.context.tsumo:
        yield gettext("All runs: a self-draw is 30 fu. For 40 it takes a triplet or a kan.")
    elif not heavy:
        yield gettext("All runs and open: a ron is 30 fu.")
    if heavy:
        yield gettext(SETS)


_LESS_OPEN: Final = frozenset(
    {"sanshoku-doujun", "ittsu", "chanta", "junchan", "honitsu", "chinitsu"}
)


def of_han(found: Won, gettext: Translate) -> Iterator[str]:
    """How the han of a hand are counted."""
    names = {name for name, _ in found.best.patterns}
    yield gettext("Count the suits first, then the sets, then how it was won, then the dora.")
    if found.hand.open and names & _LESS_OPEN:
        yield gettext("Flushes, straights, sanshoku and chanta lose a han in an open hand.")
    if names & {"dora", "red-dora", "ura-dora"}:
        yield gettext("Dora raise a hand; alone they do not win.")
    if found.best.han >= FIRST_LIMIT:
        yield gettext("From 5 han fu do not matter: 5 mangan, 6 haneman, 8 baiman, 11 sanbaiman.")
