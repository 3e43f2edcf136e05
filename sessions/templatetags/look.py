"""How things look: marks, and what a phone has chosen in its cookies. ``{% load look %}``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from django import template
from django.conf import settings
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext

from scoring.words import headed, listed
from sessions.plots import LinePlot

register = template.Library()

THEMES = ("light", "dark", "black")
MINUSES = ("triangle",)
VOICES = ("on",)


@register.filter
def mark(text: str) -> SafeString:
    """A hand's number, "East 2-1": breaks between its words, never within one."""
    return format_html_join(" ", '<span class="nb">{}</span>', ((word,) for word in text.split()))


@register.filter
def day(moment: datetime) -> str:
    """A date without its year: Mon 30 Nov, 11月30日(月)."""
    return date_format(localtime(moment), gettext("D j M"))


@register.filter
def moment(when: datetime) -> str:
    """A day and the time: Mon 30 Nov 2026, 14:05."""
    return date_format(localtime(when), gettext("D j M Y, H:i"))


@register.filter
def own_name(code: str) -> str:
    """A language as its readers call it."""
    return dict(settings.LANGUAGES)[code]


@register.filter
def theme(kept: Any) -> str:
    """The theme in the cookie, or nothing: the system's. A cookie may hold anything."""
    return kept if kept in THEMES else ""


@register.filter
def of(kept: Mapping[str, Any], key: str) -> Any:
    """What is kept under a key."""
    return kept.get(key, ())


@register.filter
def cells(places: Sequence[int]) -> SafeString:
    """The last places in small boxes, firsts filled."""
    if not places:
        return SafeString("")
    label = headed(gettext("last places"), listed(map(str, places), gettext), gettext)
    boxes = _boxes(tuple(places))
    return format_html('<span class="cells" role="img" aria-label="{}">{}</span>', label, boxes)


@lru_cache(maxsize=4096)
def _boxes(places: tuple[int, ...]) -> SafeString:
    return format_html_join(
        "", '<i class="p{}" aria-hidden="true">{}</i>', ((place, place) for place in places)
    )


DOT = (
    '<a href="{0}" tabindex="-1" aria-label="{1}">'
    '<circle class="hit-dot" cx="{2}" cy="{3}" r="12"/>'
    '<circle class="on" cx="{2}" cy="{3}" r="2"/></a>'
)


@register.filter
def dots(plot: LinePlot) -> SafeString:
    """The points of a line, to be tapped; its last one is drawn by the template."""
    before = plot.dots[:-1]
    return format_html_join("", DOT, ((dot.href, dot.label, dot.x, dot.y) for dot in before))
