"""Words for what the engines name by key, shared by every page that shows one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce

from scoring.game import Step, Translate

ENDS: Mapping[str, str] = {
    "last-hand": "the last hand is played",
    "bust": "a player is bust",
    "agari-yame": "the dealer won in first place",
    "tenpai-yame": "the dealer was tenpai in first place",
    "target": "the target is reached",
    "extension-end": "the extra round is over",
    "cold-game": "the cold-game score is reached",
    "time": "time is up",
    "agreed": "agreed by the players",
    "hands-played": "all hands are played",
}
"""Why a game ended, by ``State.reason``: English msgids."""

PENALTIES: Mapping[str, str] = {
    "chombo": "chombo",
    "false-win": "false win",
    "referee": "penalty",
}
"""Penalties, by ``Outcome.reason``."""


def msgid(text: str) -> str:
    """The text as it is: marks one that is translated where it is shown, not where it stands."""
    return text


def readable(key: str) -> str:
    """A key as words: ``finish-hand`` → "finish hand"; figures keep their hyphens: ``4-7-10``."""
    return re.sub(r"(?<=[a-z])-", " ", key)


def changes_text(step: Step, names: Sequence[str], gettext: Translate = str) -> str:
    """An adjustment seat by seat: "Aki +500, Ben -500"."""
    deltas = zip(names, step.outcome.deltas, strict=True)
    return listed((f"{name} {delta:+}" for name, delta in deltas if delta), gettext) or "0"


def with_reason(said: str, reason: str | None, gettext: Translate = str) -> str:
    """With what somebody wrote down as the reason: "Adjustment: Aki +500 (a lost stick)"."""
    if not reason:
        return said
    return gettext("{said} ({reason})").format(said=said, reason=reason)


def headed(topic: str, text: object, gettext: Translate = str) -> str:
    """Something under its name: "Child, ron: 5200", 子のロン：5200."""
    return gettext("{topic}: {text}").format(topic=topic, text=text)


def listed(items: Iterable[str], gettext: Translate = str) -> str:
    """Names or figures side by side: "Aki, Ben", 亞紀、本."""
    return gettext(", ").join(items)


def clauses(parts: Iterable[str], gettext: Translate = str) -> str:
    """Parts of a sentence one after the other: "Aki tsumo, mangan, 4000 all"."""
    return reduce(lambda said, more: gettext("{said}, {more}").format(said=said, more=more), parts)
