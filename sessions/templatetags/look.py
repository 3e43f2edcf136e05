"""How things look: marks, and what a phone has chosen in its cookies. ``{% load look %}``."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

register = template.Library()

THEMES = ("light", "dark", "black")
MINUSES = ("triangle",)


@register.filter
def mark(text: str) -> SafeString:
    """A hand's number, "East 2-1": breaks between its words, never within one."""
    return format_html_join(" ", '<span class="nb">{}</span>', ((word,) for word in text.split()))


@register.filter
def tongue(text: str) -> str:
    """The language of a name in East Asian script, for its glyphs: kana are Japanese."""
    return "ja" if any("\u3040" <= letter <= "\u30ff" for letter in text) else "zh-Hant"


@register.filter
def theme(kept: Any) -> str:
    """The theme in the cookie, or nothing: the system's. A cookie may hold anything."""
    return kept if kept in THEMES else ""
