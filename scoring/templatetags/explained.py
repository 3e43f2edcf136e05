"""Why a riichi hand is worth what it is: ``{% load explained %}``, then
``{% with account=win|riichi_account %}``."""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.utils.translation import gettext

from scoring.forms.tiles import Face
from scoring.forms.words import option_text
from scoring.game import Step, Valued
from scoring.riichi import words as riichi
from scoring.riichi.account import Account, Group, account, ticked_account
from scoring.riichi.calls import Call
from scoring.riichi.hand import Question
from scoring.riichi.ticks import Tally

register = template.Library()


@register.filter
def riichi_account(win: Valued) -> Account | None:
    """Why the tiles, or the ticked yaku, are worth it; nothing where only a figure was entered."""
    if isinstance(win.explanation, Question):
        return account(win.explanation, option_text, gettext)
    return ticked_account(win, gettext) if isinstance(win.explanation, Tally) else None


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
