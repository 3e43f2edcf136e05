"""Why a hand is worth what it is, line by line: ``{% load explained %}``, then
``{% for line in win|hongkong_lines %}``."""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.utils.translation import gettext

from scoring.forms.tiles import Face
from scoring.forms.words import option_text
from scoring.game import Step, Valued
from scoring.hongkong import words as hongkong
from scoring.riichi import words as riichi
from scoring.riichi.account import Account, Group, account
from scoring.riichi.calls import Call
from scoring.riichi.hand import Question
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


@register.filter
def riichi_account(win: Valued) -> Account | None:
    """Why the tiles are worth it; nothing where only a figure was entered."""
    question = win.explanation
    return account(question, option_text, gettext) if isinstance(question, Question) else None


@register.filter
def riichi_calls(step: Step) -> Sequence[Call]:
    """How each win of the round is said."""
    return [riichi.spoken_call(step, win) for win in step.wins]


@register.filter
def faces(group: Group) -> list[Face]:
    """The tiles of a group to draw: of a called set the taken tile lies, a closed kan's ends are
    face down."""
    last = len(group.tiles) - 1
    return [
        Face(
            code,
            back=group.how == "ankan" and place in (0, last),
            lying=group.how not in ("", "ankan") and place == 0,
        )
        for place, code in enumerate(group.tiles)
    ]
