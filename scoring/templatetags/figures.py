"""Figures and names in templates: ``{% load figures %}``, then ``{{ x|score }}``,
``{{ x|signed }}``, ``{{ total|points:unit }}``, ``{{ n|place }}``, ``{{ name|name }}``."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext

from scoring import figures
from scoring.game import Score

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
def place(number: int) -> str:
    """1st, 2nd, 3rd, 4th"""
    names = (gettext("1st"), gettext("2nd"), gettext("3rd"), gettext("4th"))
    return names[number - 1]


@register.filter
def name(person: Any) -> str:
    """A person's name, whatever script and direction it is in."""
    return format_html("<bdi>{}</bdi>", person)


@register.filter
def called(call: str) -> str:
    """An announcement with its words set softer than its figures: 3900 は 4200."""
    return format_html_join(
        " ",
        "{}",
        (
            (word if any(c.isascii() for c in word) else format_html("<i>{}</i>", word),)
            for word in call.split()
        ),
    )
