"""Why a Hong Kong or Zung Jung hand is worth what it is: ``{% load accounts %}``, then
``{% with account=win|hongkong_account %}``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from django import template
from django.utils.translation import gettext

from scoring.forms.tiles import Face, spelled
from scoring.game import Valued
from scoring.hongkong import words as hongkong
from scoring.words import listed
from scoring.zungjung import words as zungjung

register = template.Library()

_SETS = re.compile(r"(?:[1-9]{2,4}[mpsz] ?)+")
"""Sets of a reading in mpsz, as the engines write them: "123m 555p 777z 99s"."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One way the tiles were read: the sets to draw, and what is said before and after them."""

    before: str
    sets: Sequence[Sequence[Face]] = ()
    after: str = ""


@dataclass(slots=True)
class Account:
    """What counts with its figures, what does not and why, and how the tiles were read."""

    counted: list[tuple[str, str]] = field(default_factory=list)
    total: str = ""
    whys: list[str] = field(default_factory=list)
    read: Reading | None = None
    others: list[Reading] = field(default_factory=list)


@register.filter
def hongkong_account(win: Valued) -> Account | None:
    """Nothing where only a figure was entered."""
    return _account(hongkong.account_lines(win.explanation, gettext)) if win.explanation else None


@register.filter
def zungjung_account(win: Valued) -> Account | None:
    """Nothing where only a figure was entered."""
    return _account(zungjung.account_lines(win.explanation, gettext)) if win.explanation else None


def _account(lines: Sequence[tuple[str, str]]) -> Account:
    found = Account()
    for kind, text in lines:
        if kind == "counted":  # it ends in its figure, which stands by itself
            words, _space, figure = text.rpartition(" ")
            found.counted.append((words, figure))
        elif kind == "total":
            found.total = text
        elif kind == "reading":
            found.read = _reading(text)
        elif kind == "other":
            found.others.append(_reading(text))
        else:
            found.whys.append(text)
    return found


def _reading(text: str) -> Reading:
    sets = _SETS.search(text)
    if sets is None:
        return Reading(text)
    groups = [[Face(code) for code in spelled(group)] for group in sets.group().split()]
    return Reading(text[: sets.start()], groups, text[sets.end() :].lstrip(":： "))


@register.filter
def zungjung_patterns(counted: Sequence[tuple[str, int]]) -> str:
    """ "Mixed One-Suit 40, Value Honor 10": as a score sheet notes them."""
    patterns = (f"{zungjung.pattern_name(number, gettext)} {n}" for number, n in counted)
    return listed(patterns, gettext)
