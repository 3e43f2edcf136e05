"""What the engines name by key, in words for a page. Every text is translated where it is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_noop

from scoring.errors import ScoringError
from scoring.forms.words import choice_text, option_text
from scoring.words import ENDS, readable

__all__ = [
    "ENDS",
    "LINES",
    "choice_text",
    "error_text",
    "option_text",
    "refusal",
    "sentence",
    "worded",
]

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
    """An engine's refusal as a sentence in the reader's language, players by name where they are
    known."""
    return sentence(refusal(error, names), opens=not error.message.startswith("{"))


def refusal(error: ScoringError, names: Sequence[str] = ()) -> str:
    """What a refusal says, to stand within a sentence."""
    return error.text(names, gettext)


def sentence(said: str, *, opens: bool = True) -> str:
    """With a capital, where it begins with a word of ours and no name (``opens``), and an end, so
    that several can stand side by side."""
    if opens:
        said = capfirst(said)
    return said if said.endswith(ENDINGS) else gettext("{said}.").format(said=said)


ENDINGS = (".", "!", "?", "…", "。", "！", "？")
