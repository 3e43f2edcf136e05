"""JSON from anywhere, read without guessing: no NaN, no key twice, no nesting without end."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from scoring.errors import ScoringError


def loads(text: str) -> Any:
    """What the text says. ``ScoringError`` where it is not JSON, or says something twice."""
    try:
        return json.loads(text, parse_constant=_refuse, object_pairs_hook=_object)
    except (ValueError, RecursionError) as error:
        raise ScoringError("", "not a line of JSON: {reason}", reason=str(error)) from None


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is not a number")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """What a line says twice it does not say: one of the two would be lost without a word."""
    found = dict(pairs)
    if len(found) < len(pairs):
        ((twice, _),) = Counter(name for name, _ in pairs).most_common(1)
        raise ValueError(f"{twice} is there twice")
    return found
