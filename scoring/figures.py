"""Figures as people read them: 31,400, +7,200, −4,200, +40.2.

Figures are written here and not by the template engine: number localisation is the dearest thing a
template does, and a score is written the same way in every language of this app.
"""

from __future__ import annotations

import re
from contextvars import ContextVar
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.game import Score

MINUS = "−"
TRIANGLE = "▲"
"""Japanese score sheets write a negative figure ▲12,300."""

negative: ContextVar[str] = ContextVar("negative", default=MINUS)
"""The sign of a negative figure, by the reader's preference; the language is kept the same way."""


def score(figure: Score) -> str:
    """31,400 · −1,200 · 12.5 · 1/3"""
    sign = negative.get() if figure < 0 else ""
    return sign + _size(-figure if figure < 0 else figure)


SIGNS = str.maketrans("−–－▲△＋，", "-----+,")
"""Every way a sign is typed, as a machine reads it."""
_FIGURE = re.compile(r"[+-]?(?:[0-9]{1,10}|[0-9]{1,3}(?:[,'’ \u00a0\u202f][0-9]{3}){1,3})")


def read(text: str) -> int:
    """A whole number as people write it: 31,400 · −1200 · ▲500. ``ValueError`` for another text."""
    plain = text.strip().translate(SIGNS)
    if not _FIGURE.fullmatch(plain):
        raise ValueError(text)
    return int(re.sub(r"[^0-9+-]", "", plain))


def signed(figure: Score) -> str:
    """A change: +7,200 · −4,200 · 0"""
    return ("+" if figure > 0 else "") + score(figure)


def points(total: Score, unit: int = 1) -> str:
    """A total as the result prints it, one decimal where ``unit`` makes points of it: +40.2"""
    if unit == 1:
        return signed(total)
    exact = Fraction(total) / unit
    tenths = exact * 10
    shown = f"{abs(tenths.numerator) // 10:,}.{abs(tenths.numerator) % 10}"
    if tenths.denominator != 1:
        shown = _size(abs(exact))
    return ("+" if exact > 0 else negative.get() if exact < 0 else "") + shown


def decimal(figure: Score, digits: int) -> str:
    """Rounded to so many decimals, halves away from zero: 2.27 · −0.5"""
    scaled = abs(Fraction(figure)) * 10**digits
    rounded = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    whole, rest = divmod(rounded, 10**digits)
    sign = negative.get() if figure < 0 and rounded else ""
    return f"{sign}{whole:,}.{rest:0{digits}}" if digits else f"{sign}{whole:,}"


def share(part: Score, whole: Score) -> str:
    """A part in whole percents: 23 %"""
    return f"{decimal(Fraction(part) * 100 / Fraction(whole), 0)} %"


def money(amount: Score) -> str:
    """An amount of money: 24 · 24.50 · −0.10; what no two decimals hold, exactly."""
    hundredths = Fraction(amount) * 100
    if amount.denominator == 1 or hundredths.denominator != 1:
        return score(amount)
    whole, cents = divmod(abs(hundredths.numerator), 100)
    return f"{negative.get() if amount < 0 else ''}{whole:,}.{cents:02}"


def signed_money(amount: Score) -> str:
    """What somebody gets or owes: +24.50 · −5 · 0"""
    return ("+" if amount > 0 else "") + money(amount)


def plain(figure: Score) -> str:
    """As programs read it: 31400 · -12.5 · 1/3. Never a float."""
    if figure.denominator == 1:
        return str(int(figure))
    decimal = Decimal(figure.numerator) / figure.denominator
    return format(decimal, "f") if Fraction(decimal) == figure else str(figure)


def _size(figure: Score) -> str:
    if figure.denominator == 1:
        return f"{int(figure):,}"
    decimal = Decimal(figure.numerator) / figure.denominator
    if Fraction(decimal) == figure and int(decimal.as_tuple().exponent) >= -3:
        return f"{decimal:,f}"
    whole, rest = divmod(figure, 1)
    return f"{int(whole):,} {rest}" if whole else str(rest)
