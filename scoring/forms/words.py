"""A ruleset's options in words, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext, pgettext

from scoring import figures
from scoring.game import OptionSpec
from scoring.options import write_value
from scoring.words import listed, readable


def choice_text(choice: Any, option: str = "", words: Mapping[str, str] | None = None) -> str:
    """One of an option's choices: a figure, its word, or its key made readable. ``option`` is the
    key of the option: a word may mean different things in two."""
    if isinstance(choice, bool):
        return gettext("yes") if choice else gettext("no")
    if isinstance(choice, int | Fraction):
        return figures.score(choice)
    return pgettext(option, (words or {}).get(choice) or readable(str(choice)))


def option_text(spec: OptionSpec, value: Any) -> str:
    """An option's value in words: ``hanchan``, ``12,000, 4,000, −4,000, −12,000``, ``none``."""
    if value is None or value in ([], (), {}, ""):
        return gettext("none")
    if isinstance(value, Mapping):
        return "; ".join(_noted(spec, *item) for item in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return listed((choice_text(item, spec.key, spec.words) for item in value), gettext)
    if spec.kind == "amount":
        return str(write_value(value))
    return choice_text(value, spec.key, spec.words)


def _noted(spec: OptionSpec, topic: str, said: Any) -> str:
    """One entry of a table of texts or lists: what was agreed on a topic, the uma of a count."""
    words = gettext(said) if isinstance(said, str) else option_text(spec, said)
    return gettext("{topic}: {text}").format(topic=gettext(topic), text=words)
