"""Figures and names in templates: ``{% load figures %}``, then ``{{ x|score }}``,
``{{ x|signed }}``, ``{{ total|points:unit }}``, ``{{ n|place }}``, ``{{ name|name }}``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.translation import get_language, gettext, gettext_noop

from scoring import figures
from scoring.game import Score
from scoring.kana import romaji
from scoring.templatetags.glossary import word

register = template.Library()


def _exact(figure: Any) -> Score:
    """A figure as it comes from an engine or, a fraction as text, from the database."""
    return Fraction(figure) if isinstance(figure, str) else figure


@register.filter
def score(figure: Any) -> str:
    """31,400; nothing for nothing."""
    return "" if figure is None else figures.score(_exact(figure))


@register.filter
def signed(figure: Any) -> str:
    """+7,200"""
    return "" if figure is None else figures.signed(_exact(figure))


@register.filter
def points(total: Any, unit: int = 1) -> str:
    """+40.2"""
    return "" if total is None else figures.points(_exact(total), unit)


@register.filter
def money(amount: Any) -> str:
    """24.50"""
    return "" if amount is None else figures.money(_exact(amount))


@register.filter
def signed_money(amount: Any) -> str:
    """+24.50"""
    return "" if amount is None else figures.signed_money(_exact(amount))


PLACES = (gettext_noop("1st"), gettext_noop("2nd"), gettext_noop("3rd"), gettext_noop("4th"))


@register.filter
def place(number: int) -> str:
    """1st, 2nd, 3rd, 4th"""
    return gettext(PLACES[number - 1])


@register.filter
def deal(label: str) -> str:
    """A hand by its wind and number, where there is little room: E1, 東1."""
    winds = {"E": gettext("E"), "S": gettext("S"), "W": gettext("W"), "N": gettext("N")}
    return winds[label[0]] + label[1:]


@register.filter
def name(person: Any) -> str:
    """A person's name, whatever script and direction it is in."""
    return format_html("<bdi>{}</bdi>", person)


LONG_WORD = 10
"""Letters that stand beside the plate in the usual size."""


@register.filter
def is_long(person: str) -> bool:
    """Whether a name has a word that is too long to stand beside the plate as others do."""
    words = re.split(r"[\s-]|(?<=[\u2e80-\uffff])", person)
    return any(len(word) > LONG_WORD for word in words)


@register.filter
def names(people: Iterable[str]) -> str:
    """Several people's names, one after the other."""
    return format_html_join(gettext(", "), "<bdi>{}</bdi>", ((person,) for person in people))


@register.filter
def unbroken(text: str) -> str:
    """With figures that stay on one line: no line ends after the 12- of "uma 12-4"."""
    return re.sub(r"(?<=\d)-(?=\d)", "\u2011", text)


@register.filter
def heard(reading: str) -> str:
    """How something sounds in Japanese: in letters for who reads English, else in kana."""
    if not (get_language() or "").startswith("en"):
        return reading
    return format_html('<span lang="ja-Latn">{}</span>', romaji(reading))


@register.filter
def called(call: str, explained: bool = False) -> str:
    """An announcement with its words set softer than its figures: 3900 は 4200. Where it is words
    alone, in the reader's own script, they are what is called: 三番. ``explained``: who reads
    English taps the word between the figures to read what it does there."""
    if not any(letter.isascii() and letter.isalnum() for letter in call):
        return call
    return format_html_join(" ", "{}", ((_softer(each, explained),) for each in call.split()))


BETWEEN = "は"
"""Between what a hand is worth and the sum with honba."""


def _softer(each: str, explained: bool) -> str:
    if any(letter.isascii() for letter in each):
        return each
    softer = format_html('<i lang="{}">{}</i>', tongue(each), each)
    linked = explained and each == BETWEEN and (get_language() or "").startswith("en")
    return word("honba-call", softer) if linked else softer


@register.filter
def native(label: str, name: str) -> str:
    """A pattern's name at the table, to stand beside its ``label`` in the reader's language; empty
    where that is written in East Asian script, too."""
    return name if gettext(label).isascii() else ""


@register.filter
def voice(name: str) -> str:
    """In which language a game's calls are read out: the reader's where they are in it, else that
    of the game, by its native ``name``; Chinese as in Hong Kong."""
    reader = (get_language() or "")[:2]
    spoken = reader if reader in ("ja", "zh") else tongue(name)[:2]
    return {"ja": "ja-JP", "zh": "zh-HK"}[spoken]


@register.filter
def tongue(text: str) -> str:
    """The language of a name in East Asian script, for its glyphs: kana are Japanese."""
    return "ja" if any("\u3040" <= letter <= "\u30ff" for letter in text) else "zh-Hant"
