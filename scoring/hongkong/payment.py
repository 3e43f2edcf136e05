"""What a Hong Kong win costs whom: the payment tables, full and half gun, liability.

Everything here is in *figures*: what the table's own payment table says. With a ``base`` they are
money already, otherwise the settlement scales them by the stake. Exact: a half-gun win of 0 fan at
a base of 0.5 costs a quarter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from scoring.game import Score, Translate
from scoring.hongkong.rules import PLAYERS, HongKongRules
from scoring.money import exact
from scoring.options import write_value

# -- the payment tables -------------------------------------------------------------------------

TABLE_STAKES = (4, 16, 32, 48, 64, 96, 128, 192, 256, 512, 1024)
"""Discard prices by row: the minimum, the minimum + 1, 2 … 10."""
HKMA = (32, 64, 96, 128, 192, 256, 384, 512)
"""Discard prices of 3 to 10 fan."""
HKMA_FIRST = 3
PORTIONS: Mapping[str, tuple[int, ...]] = {
    "half-spicy": (1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384),
    "4-7-10": (1, 2, 4, 8, 16, 16, 16, 32, 32, 32, 64),
}
"""What each pays for a self-draw, by fan; the last holds for any more. A discard is two."""


def price(rules: HongKongRules, faan: int) -> Score:
    """What a discard into ``faan`` (clipped) costs in all.

    A self-draw costs each of three half of it. Where fan themselves add up, 2 for each.
    """
    return exact(_listed_price(rules, faan) * (1 if rules.base is None else rules.base))


def _listed_price(rules: HongKongRules, faan: int) -> int:
    if rules.accumulate == "fan":
        return 2 * faan
    if rules.curve == "table-stakes":
        return TABLE_STAKES[row(rules, faan)]
    if rules.curve == "hkma":
        return HKMA[faan - HKMA_FIRST]
    if rules.curve == "full-spicy":
        return int(2 * 2**faan)
    portions = PORTIONS[rules.curve] if isinstance(rules.curve, str) else rules.curve
    return 2 * portions[min(faan, len(portions) - 1)]


def row(rules: HongKongRules, faan: int) -> int:
    """The row of the table-stakes list. The source's first two rows are the minimum and one more;
    its rows 2 … 10 count from the minimum too, or, where ``rows`` is ``absolute``, are fan."""
    above = max(faan - rules.minimum, 0)
    return above if rules.rows == "above-minimum" or above < 2 else faan


def largest_self_draw(rules: HongKongRules) -> Score:
    """What the largest self-draw brings its winner in all: three portions at the limit."""
    return exact(Fraction(3, 2) * price(rules, rules.limit))


# -- who pays -----------------------------------------------------------------------------------


def payments(
    rules: HongKongRules,
    faan: int,
    winner: int,
    source: int | None,
    dealer: int,
    liable: int | None = None,
) -> dict[int, Score]:
    """What each payer hands to ``winner``, in figures; who pays nothing is left out.

    ``source`` discarded the tile, ``None`` = self-draw. ``liable`` pays for all.
    """
    whole = price(rules, faan)
    costs = {}
    for seat in range(PLAYERS):
        cost = whole * _part(rules, seat, winner, source)
        if rules.dealer_double and dealer in (seat, winner):
            cost *= 2
        costs[seat] = exact(cost)
    if liable is not None:
        costs = {liable: exact(sum(costs.values()))}
    return {seat: cost for seat, cost in costs.items() if cost}


def _part(rules: HongKongRules, seat: int, winner: int, source: int | None) -> Fraction:
    """The part of the discard price that ``seat`` pays."""
    if seat == winner:
        return Fraction(0)
    if source is None:
        return Fraction(1, 2)
    if rules.gun == "half":
        return Fraction(1, 2) if seat == source else Fraction(1, 4)
    return Fraction(1 if seat == source else 0)


# -- the table as its players see it ------------------------------------------------------------

Refusal = tuple[str, Mapping[str, int]]
"""An English template and what fills it."""


def too_few(rules: HongKongRules, faan: int, self_draw: bool) -> Refusal | None:
    """Why ``faan`` may not win here; ``None`` if it may."""
    needed = rules.needed(self_draw)
    if faan >= needed:
        return None
    return "{faan} fan, this table needs {minimum}", {"faan": faan, "minimum": needed}


@dataclass(frozen=True, slots=True)
class Price:
    """What a win costs. Exact."""

    discarder: Score
    """0 on a self-draw."""
    others: Score
    """Each of the others pays; 0 for a discard under full gun."""
    total: Score
    """What the winner gets."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key of the fan grid, or one row of the payment table."""

    faan: int
    limit: bool
    """The key of a limit hand, which counts the cap."""
    discard: Price | None
    """``None`` where so few fan may not win; ``why_no_discard`` says so."""
    self_draw: Price | None
    why_no_discard: Refusal | None
    why_no_self_draw: Refusal | None

    @property
    def allowed(self) -> bool:
        """Whether some win may have this many fan."""
        return self.discard is not None or self.self_draw is not None


def keys(rules: HongKongRules, money: bool = True) -> tuple[Key, ...]:
    """Every number of fan from 0 to the cap, then the limit hand: the keys of a fan grid.

    In money, or (``money`` false) in the figures that add up over a game. East's double is not in
    it, nor is a liability.
    """
    scale = rate(rules) if money else 1
    plain = (_key(rules, faan, scale) for faan in range(rules.limit + 1))
    return (*plain, _key(rules, rules.limit, scale, limit=True))


def table(rules: HongKongRules, money: bool = True) -> tuple[Key, ...]:
    """The rows of the payment table: the fan that may win here, up to the cap."""
    return tuple(key for key in keys(rules, money) if key.allowed and not key.limit)


def _key(rules: HongKongRules, faan: int, scale: Score, *, limit: bool = False) -> Key:
    no_discard, no_self_draw = too_few(rules, faan, False), too_few(rules, faan, True)
    return Key(
        faan,
        limit,
        None if no_discard else _price(rules, faan, scale, self_draw=False),
        None if no_self_draw else _price(rules, faan, scale, self_draw=True),
        no_discard,
        no_self_draw,
    )


def _price(rules: HongKongRules, faan: int, scale: Score, *, self_draw: bool) -> Price:
    whole = Fraction(price(rules, faan)) * scale
    if self_draw:
        return Price(0, exact(whole / 2), exact(whole * 3 / 2))
    if rules.gun == "half":
        return Price(exact(whole / 2), exact(whole / 4), exact(whole))
    return Price(exact(whole), 0, exact(whole))


def rate(rules: HongKongRules) -> Score:
    """Money for one figure: stake / the discard price of a limit hand; 1 where there is a base."""
    if rules.base is not None:
        return 1
    return exact(rules.stake / Fraction(price(rules, rules.limit)))


_BASES = {Fraction(1, 2): "二五雞", Fraction(1): "五一", Fraction(2): "一二蚊"}


def table_name(rules: HongKongRules, gettext: Translate = str) -> str:
    """What a table is called: "1-4 fan, stake 48", "3-10 fan, base 0.5 (二五雞)", "3+ fan …"."""
    fan = f"{rules.minimum}+" if rules.cap is None else f"{rules.minimum}-{rules.cap}"
    if rules.base is None:
        return gettext("{fan} fan, stake {stake}").format(fan=fan, stake=rules.stake)
    base = str(write_value(rules.base))
    if rules.base in _BASES:
        base = f"{base} ({_BASES[rules.base]})"
    return gettext("{fan} fan, base {base}").format(fan=fan, base=base)
