"""Two who edit the same at once: a page says what it was filled from, and whoever saves second is
told instead of writing over the first unseen."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from scoring.errors import ScoringError
from scoring.words import msgid

TOLD = msgid("Somebody else has changed this meanwhile. Look at it, and save again if yours holds.")


class Meanwhile(ScoringError):
    """What is kept is no longer what the page showed."""

    def __init__(self) -> None:
        super().__init__("", TOLD)


def stamp(facts: Any) -> str:
    """Differs where the facts do."""
    text = json.dumps(facts, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def check_seen(seen: str | None, facts: Any) -> None:
    """``Meanwhile`` where ``seen``, the stamp a page carried, is of other facts. A page without one
    saw nothing that could be written over."""
    if seen and seen != stamp(facts):
        raise Meanwhile
