"""Why a hand is worth what it is, line by line: ``{% load explained %}``, then
``{% for line in win|hongkong_lines %}``."""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.utils.translation import gettext

from scoring.game import Valued
from scoring.hongkong import words as hongkong
from scoring.zungjung import words as zungjung

register = template.Library()

Line = tuple[str, str, str]
"""Its kind, its words and, of what counts, its figure."""


@register.filter
def hongkong_lines(win: Valued) -> Sequence[Line]:
    return _lines(hongkong.account_lines(win.explanation, gettext)) if win.explanation else ()


@register.filter
def zungjung_lines(win: Valued) -> Sequence[Line]:
    return _lines(zungjung.account_lines(win.explanation, gettext)) if win.explanation else ()


def _lines(account: Sequence[tuple[str, str]]) -> Sequence[Line]:
    """What counts ends in its figure, which stands by itself at the end of the line."""
    found = []
    for kind, text in account:
        words, _space, figure = text.rpartition(" ") if kind == "counted" else (text, "", "")
        found.append((kind, words, figure))
    return found


@register.filter
def zungjung_patterns(counted: Sequence[tuple[str, int]]) -> str:
    """ "Mixed One-Suit 40, Value Honor 10": as a score sheet notes them."""
    return ", ".join(f"{zungjung.pattern_name(number, gettext)} {n}" for number, n in counted)
