"""A word that a tap explains in place: ``{% load glossary %}``, ``{% word "fu" %}``.

The explanation is put into the next ``class="word"`` of the page; without a script the link leads
to the page of words.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from scoring.glossary import TERMS, Term, called

register = template.Library()

_LINK = (
    '<a class="term" href="{at}" hx-get="{at}" hx-target="next .word" '
    'hx-swap="innerHTML show:bottom" hx-sync="this:drop" hx-disabled-elt="unset">{text}</a>'
)


@register.simple_tag
def word(keys: str, text: str = "") -> SafeString:
    """A link that explains the word of this key, or several in a row: ``"honba.stick"``. ``text``
    is what is shown; the word as the reader knows it where there is none."""
    shown = text or head(TERMS[keys])
    return _link(f"?{urlencode({'of': keys})}", shown)


@register.simple_tag
def pattern_words(game: str) -> SafeString:
    """A link that explains everything a hand of this game can be made of."""
    return _link(f"?{urlencode({'patterns': game})}", gettext("What the names mean"))


@register.filter
def explained(text: str, game: str) -> SafeString | str:
    """What a page calls something in the reader's language, as a link where it is a word."""
    term = _shown(game, get_language() or "en").get(str(text).casefold())
    return word(term.key, str(text)) if term else conditional_escape(text)


@register.filter
def head(term: Term) -> str:
    """The word as the reader knows it."""
    return term.head(get_language() or "en")


def _link(query: str, text: str) -> SafeString:
    return format_html(_LINK, at=f"{reverse('table:words')}{query}", text=text)


@cache
def _shown(game: str, language: str) -> Mapping[str, Term]:
    """Every name of this game's pages in the reader's ``language``, which is the active one."""
    labels = [label for term in TERMS.values() for label in term.labels]
    return {gettext(label).casefold(): term for label in labels if (term := called(game, label))}
