"""What the engines name by key, in words for a page. Every text is translated where it is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext, gettext_noop, pgettext

from scoring import figures
from scoring.errors import ScoringError
from scoring.game import OptionSpec
from scoring.options import write_value
from scoring.words import ENDS, listed, readable

__all__ = ["ENDS", "LINES", "choice_text", "error_text", "option_text", "worded"]

LINES: Mapping[str, str] = {
    "score": gettext_noop("score"),
    "rounding": gettext_noop("rounding"),
    "uma": gettext_noop("uma"),
    "oka": gettext_noop("oka"),
    "yakitori": gettext_noop("yakitori"),
    "bust-prize": gettext_noop("bust prize"),
    "chips": gettext_noop("chips"),
    "penalties": gettext_noop("penalties"),
    "penalty": gettext_noop("penalties"),
    "net-points": gettext_noop("net points"),
    "in-money": gettext_noop("in money"),
    "to-pay": gettext_noop("to pay"),
    "to-pay-capped": gettext_noop("to pay, at most the stake"),
    "share": gettext_noop("share of what is paid"),
    "lost-sticks": gettext_noop("sticks lost with the table"),
    "adjustment": gettext_noop("adjustments that do not add up"),
}
"""The working of a settlement, and why its sum is not zero."""


def worded(words: Mapping[str, str], key: str | None) -> str:
    """The words for a key; the key itself, readable, where a variety has one of its own."""
    if not key:
        return ""
    return gettext(words[key]) if key in words else readable(key)


def error_text(error: ScoringError, names: Sequence[str] = ()) -> str:
    """An engine's refusal in the reader's language, players by name where they are known."""
    return error.text(names, gettext)


def choice_text(choice: Any, option: str = "") -> str:
    """One of an option's choices: a figure, or its key made readable. ``option`` is the key of the
    option: a word may mean different things in two."""
    if isinstance(choice, bool):
        return gettext("yes") if choice else gettext("no")
    if isinstance(choice, int | Fraction):
        return figures.score(choice)
    return pgettext(option, readable(str(choice)))


def option_text(spec: OptionSpec, value: Any) -> str:
    """An option's value in words: ``hanchan``, ``12,000, 4,000, −4,000, −12,000``, ``none``."""
    if value is None or value in ([], (), {}, ""):
        return gettext("none")
    if isinstance(value, Mapping):
        return "; ".join(_noted(spec, *item) for item in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return listed((choice_text(item, spec.key) for item in value), gettext)
    if spec.kind == "amount":
        return str(write_value(value))
    return choice_text(value, spec.key)


def _noted(spec: OptionSpec, topic: str, said: Any) -> str:
    """One entry of a table of texts or lists: what was agreed on a topic, the uma of a count."""
    words = gettext(said) if isinstance(said, str) else option_text(spec, said)
    return gettext("{topic}: {text}").format(topic=gettext(topic), text=words)
