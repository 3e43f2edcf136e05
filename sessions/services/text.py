"""Text that people and files bring in, made fit to keep."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

from scoring.errors import ScoringError

TURNS = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)))
"""Marks that turn the direction of all that follows: left open, of the figures beside a name too.
Scripts that run from the right do without them."""
BLANK = "\u034f\u115f\u1160\u2800\ufe0e\ufe0f"
"""Letters and marks that are drawn as nothing, beside those whose category says so."""


def clean_line(text: str, at: str, longest: int) -> str:
    """One line with single spaces, in one Unicode form, empty where nothing of it can be seen.
    ``ScoringError`` at ``at`` where it is too long or cannot be kept."""
    clean = unicodedata.normalize("NFC", " ".join(text.translate(TURNS).split()))
    if not seen(clean):
        return ""
    check_text(clean, at)
    if len(clean) > longest:
        raise ScoringError(at, "at most {n} characters", n=longest)
    return clean


def seen(text: str) -> str:
    """What a reader tells texts apart by: neither case nor width, and no letter that is drawn as
    nothing."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return "".join(
        letter for letter in plain if letter not in BLANK and unicodedata.category(letter) != "Cf"
    )


KANA = {letter: letter - 0x60 for letter in (*range(0x30A1, 0x30F7), 0x30FD, 0x30FE)}
"""Katakana as hiragana."""
CONTROLS = dict.fromkeys((*range(0x20), *range(0x7F, 0xA0)))
"""No name has one, and PostgreSQL cannot look for a NUL."""
LONGEST_FOLDED = 120


def folded(name: str) -> str:
    """What a name is looked up by: as ``seen``, and neither kind of kana nor spaces count."""
    return "".join(seen(name).translate(KANA | CONTROLS).split())[:LONGEST_FOLDED]


def check_text(data: Any, at: str) -> None:
    """Refuse control characters and halves of characters, in a text or any text within ``data``:
    PostgreSQL keeps no NUL and no database a lone surrogate."""
    if isinstance(data, str):
        if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in data):
            raise ScoringError(at, "has a character that cannot be kept")
    elif isinstance(data, Mapping):
        for key, value in data.items():
            check_text(key, at)
            check_text(value, f"{at}.{key}" if at else str(key))
    elif isinstance(data, list | tuple):
        for index, value in enumerate(data):
            check_text(value, f"{at}.{index}" if at else str(index))
