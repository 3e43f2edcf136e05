"""What the engines name by key, in words for a page. Every text is translated where it is shown."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext, gettext_noop

from scoring import figures
from scoring.errors import ScoringError
from scoring.game import OptionSpec
from scoring.options import write_value
from scoring.words import ENDS

__all__ = ["ENDS", "LINES", "choice_text", "error_text", "option_text", "worded"]

LINES: Mapping[str, str] = {
    "score": gettext_noop("score − return"),
    "rounding": gettext_noop("rounding"),
    "uma": gettext_noop("uma"),
    "oka": gettext_noop("oka"),
    "yakitori": gettext_noop("yakitori"),
    "bust-prize": gettext_noop("bust prize"),
    "chips": gettext_noop("chips"),
    "penalties": gettext_noop("penalties"),
    "sticks": gettext_noop("sticks left over"),
    "lost-sticks": gettext_noop("sticks lost with the table"),
    "adjustment": gettext_noop("adjustments that do not add up"),
}
"""The working of a settlement, and why its sum is not zero."""


def worded(words: Mapping[str, str], key: str | None) -> str:
    """The words for a key; the key itself, readable, where a variety has one of its own."""
    if not key:
        return ""
    return gettext(words[key]) if key in words else gettext(key.replace("-", " "))


def error_text(error: ScoringError, names: Sequence[str] = ()) -> str:
    """An engine's refusal in the reader's language, players by name where they are known."""
    return error.text(names, gettext)


def choice_text(choice: Any) -> str:
    """One of an option's choices: a figure, or its key made readable."""
    if isinstance(choice, bool):
        return gettext("yes") if choice else gettext("no")
    if isinstance(choice, int | Fraction):
        return figures.score(choice)
    return gettext(re.sub(r"(?<=[a-z])-", " ", str(choice)))  # "finish hand", but 25-2, 4-7-10


def option_text(spec: OptionSpec, value: Any) -> str:
    """An option's value in words: ``hanchan``, ``12,000, 4,000, −4,000, −12,000``, ``none``."""
    if value is None or value in ([], (), {}, ""):
        return gettext("none")
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {option_text(spec, item)}" for key, item in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(choice_text(item) for item in value)
    if spec.kind in ("amount", "json"):
        return str(write_value(value))
    return choice_text(value)
