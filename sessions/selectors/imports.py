"""What the page of an import shows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Case, Count, Q, QuerySet, Value, When
from django.utils.dateparse import parse_datetime

from scoring import figures
from sessions.models import Club, Job, JobItem, Player, Season
from sessions.services.amounts import exact
from sessions.services.imports import names_in
from sessions.services.jobs import UNFINISHED, error_of
from sessions.services.people import find_players
from sessions.words import error_text

PAGE = 50
MOST_NAMES = 100
"""Of a file with more players than that the rest go by the names they have there."""


@dataclass(frozen=True, slots=True)
class Seat:
    name: str
    score: str
    total: str
    place: int | None


@dataclass(frozen=True, slots=True)
class Line:
    """One game of the file."""

    number: int
    when: Any
    hands: int
    seats: tuple[Seat, ...]
    finished: bool
    known: bool
    error: str
    at: str
    """Where in the record the error is."""
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """What was found: how many games of each kind, and a page of them, the wrong ones first."""

    good: int
    known: int
    wrong: int
    page: Page[JobItem]
    lines: tuple[Line, ...]


def unfinished(club: Club, kinds: Iterable[str]) -> QuerySet[Job]:
    """Imports that were begun and wait for somebody."""
    return club.jobs.filter(kind__in=kinds, state__in=UNFINISHED).order_by("-created")


def overview(job: Job, page: str | None) -> Overview:
    """Three queries."""
    good, known = Q(error="", kept__known__isnull=True), Q(kept__known__isnull=False)
    counted = job.items.aggregate(
        good=Count("pk", filter=good),
        known=Count("pk", filter=known),
        wrong=Count("pk", filter=~Q(error="")),
    )
    rank = Case(When(~Q(error=""), then=Value(0)), When(good, then=Value(1)), default=Value(2))
    found = Paginator(job.items.order_by(rank, "number").defer("given"), PAGE).get_page(page)
    return Overview(
        good=counted["good"],
        known=counted["known"],
        wrong=counted["wrong"],
        page=found,
        lines=tuple(_line(item) for item in found),
    )


def undated(job: Job) -> bool:
    """Whether games may come in of which the file does not say when they were played."""
    return job.items.filter(error="", kept__known__isnull=True, kept__when=None).exists()


def _line(item: JobItem) -> Line:
    kept = item.kept
    return Line(
        number=item.number,
        when=parse_datetime(kept.get("when") or ""),
        hands=kept.get("hands", 0),
        seats=_seats(kept),
        finished=kept.get("finished", False),
        known="known" in kept,
        error=error_text(error_of(kept["error"])) if "error" in kept else "",
        at=kept["error"]["field"] if "error" in kept else "",
        names=tuple(map(str, kept.get("players", ()))),
    )


def _seats(kept: dict[str, Any]) -> tuple[Seat, ...]:
    if "scores" not in kept:
        return ()
    count = len(kept["players"])
    totals: Sequence[Any] = kept.get("totals") or [None] * count
    places: Sequence[Any] = kept.get("places") or [None] * count
    return tuple(
        Seat(
            name=name,
            score=figures.score(exact(score)),
            total="" if total is None else figures.points(exact(total), kept["unit"]),
            place=place,
        )
        for name, score, total, place in zip(
            kept["players"], kept["scores"], totals, places, strict=True
        )
    )


def people(job: Job) -> tuple[list[str], dict[str, Player]]:
    """The names to be asked about, and whom of the club each means."""
    names = names_in(job)[:MOST_NAMES]
    return names, find_players(job.club, names)


def open_seasons(club: Club) -> list[Season]:
    """Seasons that take games, the newest first."""
    return list(club.seasons.filter(locked=None, deleted=None))


def player_names(club: Club) -> list[str]:
    """Everyone's name, to choose from."""
    here = club.players.filter(merged_into=None, anonymous=False, left=None).order_by("name")
    return list(here.values_list("name", flat=True)[:2000])
