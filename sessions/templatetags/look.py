"""What a phone has chosen about the look, read from its cookies: ``{% load look %}``."""

from __future__ import annotations

from typing import Any

from django import template

register = template.Library()

THEMES = ("light", "dark", "black")
MINUSES = ("triangle",)


@register.filter
def theme(kept: Any) -> str:
    """The theme in the cookie, or nothing: the system's. A cookie may hold anything."""
    return kept if kept in THEMES else ""
