"""Addresses at the table that is shown: ``{% load table %}``, then ``{% at "enter" "win" %}``."""

from __future__ import annotations

from typing import Any

from django import template

from sessions.views.access import address

register = template.Library()


@register.simple_tag(takes_context=True)
def at(context: template.Context, page: str, *args: Any) -> str:
    """The address of a page of this table, with the link that it was opened with."""
    return address(page, context["seen"].link, *args)
