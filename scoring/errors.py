"""The one way an engine says no.

A message is an English template with named fields; it is the msgid of its translation, so that an
engine needs no translator and a page can still speak the reader's language: ``error.text(names,
gettext)``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from scoring import figures

SEAT = "seat {number}"


class SeatNumber(int):
    """A seat in a message: "seat 2", or its player's name where that is known."""

    def __format__(self, spec: str) -> str:
        return SEAT.format(number=int(self))


class Word(str):
    """A word in a message that is a msgid itself: the name of a pattern or a wind."""

    __slots__ = ()


class Figures(tuple[int | Fraction, ...]):
    """Several figures in a message: scores, side by side."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return ", ".join(map(figures.plain, self))

    def said(self) -> list[str]:
        """Each as people read it."""
        return [figures.score(figure) for figure in self]


class Changes(Figures):
    """Several changes of scores: "+8,000, −8,000"."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return ", ".join(("+" if one >= 0 else "") + figures.plain(one) for one in self)

    def said(self) -> list[str]:
        return [figures.signed(figure) for figure in self]


def fill(
    template: str,
    params: Mapping[str, Any],
    names: Sequence[str] = (),
    gettext: Callable[[str], str] = str,
) -> str:
    """A message in the reader's language, with players by name where ``names`` has them and figures
    as the reader writes them. (As a ``ScoringError`` of its own it is for programs.)"""
    said = {key: _said(value, names, gettext) for key, value in params.items()}
    return gettext(template).format(**said)


def _said(value: Any, names: Sequence[str], gettext: Callable[[str], str]) -> str:
    if isinstance(value, SeatNumber):
        return names[value] if value < len(names) else gettext(SEAT).format(number=int(value))
    if isinstance(value, int | Fraction):
        return figures.score(value)
    if isinstance(value, Figures):
        return gettext(", ").join(value.said())
    return gettext(value) if isinstance(value, Word) else str(value)


class ScoringError(ValueError):
    """Input that cannot be scored.

    ``field`` is the dotted path of the input that is wrong, as in a game record: ``"options.uma"``,
    ``"wins.0.from"``, ``"tenpai"``, ``"hand.tiles"``. ``message`` is an English template,
    ``params`` fill it.
    """

    def __init__(self, field: str, message: str, **params: Any) -> None:
        self.field = field
        self.message = message
        self.params = params
        super().__init__(message.format(**params))

    def text(self, names: Sequence[str] = (), gettext: Callable[[str], str] = str) -> str:
        """The message in the reader's language, with players by name where ``names`` has them."""
        return fill(self.message, self.params, names, gettext)

    def at(self, prefix: str) -> ScoringError:
        """The same error, its field seen from further out: ``at("rounds.3")``."""
        field = f"{prefix}.{self.field}" if self.field else prefix
        return ScoringError(field, self.message, **self.params)
