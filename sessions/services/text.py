"""Text that people and files bring in, made fit to keep."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

from scoring.errors import ScoringError


def clean_line(text: str, at: str, longest: int) -> str:
    """One line with single spaces, in one Unicode form. ``ScoringError`` at ``at`` where it is too
    long or cannot be kept."""
    clean = unicodedata.normalize("NFC", " ".join(text.split()))
    check_text(clean, at)
    if len(clean) > longest:
        raise ScoringError(at, "at most {n} characters", n=longest)
    return clean


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
