"""A refusal that names what stands in its way, so that a page can lead there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Model, QuerySet

from scoring.errors import ScoringError
from sessions.models import Game

MOST_NAMED = 20


class InTheWay(ScoringError):
    """``things``: games, seasons, evenings or players that have to be dealt with first."""

    def __init__(self, field: str, message: str, things: Sequence[Model], **params: Any) -> None:
        super().__init__(field, message, **params)
        self.things = things


def at_tables(games: QuerySet[Game]) -> list[Game]:
    """Those of the games that go on, with who sits there: a few of them. Two queries."""
    playing = games.filter(finished=False, voided=None).order_by("table_number", "pk")
    return list(playing.prefetch_related("seats__player")[:MOST_NAMED])
