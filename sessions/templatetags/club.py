"""Words of a club: ``{% load club %}``, then ``{{ role|role }}``."""

from __future__ import annotations

from django import template

from sessions.club_words import ROLES
from sessions.words import worded

register = template.Library()


@register.filter
def role(key: str) -> str:
    """What someone is in a club."""
    return worded(ROLES, key)
