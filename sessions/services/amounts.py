"""Exact figures in a database that has none: whole numbers in pairs, fractions as text in JSON."""

from __future__ import annotations

from fractions import Fraction

from scoring.errors import ScoringError
from scoring.game import Score


def plain(figure: Score) -> int | str:
    """A score as JSON keeps it: a whole number, or an exact fraction as text."""
    return int(figure) if figure.denominator == 1 else str(figure)


def exact(figure: int | str) -> Score:
    """The score that ``plain`` wrote."""
    return figure if isinstance(figure, int) else Fraction(figure)


def whole(figure: Score, unit: int = 1) -> tuple[int, int]:
    """``figure / unit`` as a pair of whole numbers that a database holds. ``ScoringError`` where
    they would be larger: a limitless hand at a limitless rate."""
    number, parts = int(figure * figure.denominator), unit * figure.denominator
    if abs(number) >= 2**63 or parts >= 2**31:
        raise ScoringError("", "these figures are too large to keep")
    return number, parts
