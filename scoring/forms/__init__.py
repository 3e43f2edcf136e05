"""How the rounds of each variety are entered: the one list of forms.

A page asks ``round_form`` for the form of a kind of round and shows it with
``templates("_win.html")`` of its variety. A new variety is one more line in ``FORMS`` and its
templates under ``table/<key>/``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core import signing
from django.http import Http404

from scoring.errors import ScoringError
from scoring.forms.base import AdjustForm, Choice, Draft, EndForm, RoundForm, draft
from scoring.forms.hongkong import HongKongWin
from scoring.forms.penalty import FalseWin
from scoring.forms.riichi import RiichiAbort, RiichiDraw, RiichiPenalty, RiichiWin
from scoring.forms.single import PlainDraw
from scoring.forms.zungjung import ZungJungWin
from scoring.preview import Position, dump_position, load_position

__all__ = [
    "FORMS",
    "Draft",
    "RoundForm",
    "draft",
    "kinds",
    "round_form",
    "seal",
    "seldom",
    "templates",
    "unseal",
]

FORMS: Mapping[str, tuple[type[RoundForm], ...]] = {
    "riichi": (RiichiWin, RiichiDraw, RiichiAbort, RiichiPenalty, AdjustForm, EndForm),
    "hongkong": (HongKongWin, PlainDraw, FalseWin, AdjustForm, EndForm),
    "zungjung": (ZungJungWin, PlainDraw, FalseWin, AdjustForm, EndForm),
}


def round_form(variety: str, kind: str) -> type[RoundForm]:
    """The form for a kind of round; ``Http404`` where the variety has none."""
    for form in FORMS.get(variety, ()):
        if form.kind == kind:
            return form
    raise Http404


def kinds(variety: str) -> list[str]:
    """Every kind of round that can be entered."""
    return [form.kind for form in FORMS[variety]]


def seldom(variety: str, rules: Any) -> list[tuple[str, Choice]]:
    """What may happen beside what has a key of its own: kinds of rounds, as they are offered."""
    return [(form.kind, choice) for form in FORMS[variety] for choice in form.choices(rules)]


def templates(variety: str, name: str) -> list[str]:
    """Where to look for a part of the screen: the variety's own first."""
    return [f"table/{variety}/{name}", f"table/{name}"]


SALT = "jantaku.position"


def seal(position: Position) -> str:
    """The position as a form carries it: signed, so that what comes back is one of ours."""
    return signing.dumps(dump_position(position), salt=SALT, compress=True)


def unseal(text: str) -> Position:
    """The position a form carried. ``ScoringError`` where it is not one of ours, or its rules have
    changed since."""
    try:
        return load_position(signing.loads(text, salt=SALT))
    except signing.BadSignature:
        raise ScoringError(
            "position", "this page is out of date: go back to the table and open it again"
        ) from None
