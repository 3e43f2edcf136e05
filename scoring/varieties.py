"""The varieties this project knows. A fourth is one more line here and one more folder."""

from __future__ import annotations

from scoring.errors import ScoringError
from scoring.game import Variety
from scoring.hongkong import HONGKONG
from scoring.riichi import RIICHI
from scoring.zungjung import ZUNGJUNG

VARIETIES: dict[str, Variety] = {variety.key: variety for variety in (RIICHI, HONGKONG, ZUNGJUNG)}


def variety(key: object) -> Variety:
    """The variety named ``key``, or a ``ScoringError`` that lists the known ones."""
    found = VARIETIES.get(key) if isinstance(key, str) else None
    if found is None:
        raise ScoringError(
            "variety", "unknown variety; one of {allowed}", allowed=", ".join(VARIETIES)
        )
    return found
