"""What the page of an import shows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Case, Count, Q, QuerySet, Value, When
from django.utils.dateparse import parse_datetime
from django.utils.timezone import localdate
from django.utils.translation import gettext, pgettext

from scoring import figures
from scoring.errors import ScoringError
from scoring.varieties import VARIETIES
from scoring.words import headed
from sessions.models import Club, Job, JobItem, Player, Season
from sessions.selectors.alike import Near, meant
from sessions.services.amounts import exact
from sessions.services.import_people import Blank, Said, asked_about, good_items, said_of
from sessions.services.jobs import UNFINISHED, error_of
from sessions.services.people import find_players
from sessions.words import error_text, refusal, sentence

PAGE = 50
ASKED_AT_ONCE = 100
"""People asked about on one page; what is said on it is kept when the page is turned."""


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
    chosen: bool
    """Whether it is to come in."""
    error: str
    names: tuple[str, ...]
    file: str
    """What the file is called that it stands in."""

    @property
    def takes(self) -> bool:
        """Whether it can come in."""
        return not self.error and not self.known


@dataclass(frozen=True, slots=True)
class Overview:
    """What was found: how many games of each kind, and a page of them, the wrong ones first."""

    good: int
    known: int
    wrong: int
    page: Page[JobItem]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Past:
    """An import of a club: from which files, by whom, and what came in."""

    pk: int
    created: datetime
    user: str
    files: tuple[str, ...]
    """The first of them; ``""`` is a text that was pasted."""
    more: int
    """How many other files."""
    several: bool
    unfinished: bool
    waits: bool
    """It asks, and nobody has answered."""
    done: int
    total: int
    games: int | None
    """How many came in; ``None`` where none did."""
    left: int
    """How many were left out."""
    played: tuple[str, ...]
    """The season, and the rulesets."""


LISTED = 30
FEW_FILES, FEW_RULES = 2, 3


def past(club: Club, kinds: Iterable[str]) -> list[Past]:
    """The imports of a club, the newest first. Two queries."""
    return _told(club.jobs.filter(kind__in=kinds).order_by("-created")[:LISTED])


def told(job: Job) -> Past:
    """What is told of an import besides what became of its games. Two queries."""
    return _told(Job.objects.filter(pk=job.pk))[0]


FACTS = (
    "pk", "created", "state", "done", "total", "user__username", "given__files",
    "kept__games", "kept__left", "kept__season", "kept__rules",
)  # fmt: skip


def _told(jobs: QuerySet[Job]) -> list[Past]:
    rows = list(jobs.values(*FACTS))
    seasons = {row["kept__season"] for row in rows} - {None}
    names = dict(Season.objects.filter(pk__in=seasons).values_list("pk", "name"))
    return [_past(row, names) for row in rows]


def _past(row: Mapping[str, Any], seasons: Mapping[int, str]) -> Past:
    files = row["given__files"] or ()
    season = seasons.get(row["kept__season"])
    rules = [_ruleset(*one) for one in row["kept__rules"] or ()]
    return Past(
        pk=row["pk"],
        created=row["created"],
        user=row["user__username"] or "",
        files=tuple(files[:FEW_FILES]),
        more=len(files[FEW_FILES:]),
        several=len(files) > 1,
        unfinished=row["state"] in UNFINISHED,
        waits=row["state"] == Job.State.WAITING,
        done=row["done"],
        total=row["total"],
        games=row["kept__games"],
        left=row["kept__left"] or 0,
        played=(*([season] if season else ()), *rules[:FEW_RULES]),
    )


def _ruleset(variety: str, preset: str) -> str:
    kind = VARIETIES[variety]
    if preset not in kind.presets:
        return gettext(kind.name)
    return headed(gettext(kind.name), pgettext("ruleset", kind.presets[preset].name), gettext)


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
    names = tuple(map(str, kept.get("players", ())))
    return Line(
        number=item.number,
        when=parse_datetime(kept.get("when") or ""),
        hands=kept.get("hands", 0),
        seats=_seats(kept),
        finished=kept.get("finished", False),
        known="known" in kept,
        chosen="out" not in kept,
        error=_wrong(error_of(kept["error"]), names) if "error" in kept else "",
        names=names,
        file=kept.get("file", ""),
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


def _wrong(error: ScoringError, names: Sequence[str]) -> str:
    """What is wrong with a game, and where in it."""
    found = _PLACE.match(error.field)
    if found is None:
        return error_text(error, names)
    if found["hand"]:
        place = gettext("hand {n}").format(n=int(found["hand"]) + 1)
    elif found["option"] in OPTIONS:
        place = gettext(OPTIONS[found["option"]].label)
    else:
        return error_text(error, names)
    return sentence(gettext("{topic}: {text}").format(topic=place, text=refusal(error, names)))


_PLACE = re.compile(r"rounds\.(?P<hand>[0-9]{1,5})\b|(?:rules\.)?options\.(?P<option>\w+)")
OPTIONS = {spec.key: spec for kind in VARIETIES.values() for spec in kind.option_specs()}


@dataclass(frozen=True, slots=True)
class People:
    """Who is asked about: a page of the names in the file and of its seats without one."""

    names: Sequence[str]
    """All of them; on ``page`` they stand by their places here."""
    blanks: Sequence[Blank]
    found: Mapping[str, Player]
    """Whom of the club each name means."""
    near: Mapping[str, Near]
    """Whom a name that is new may have been meant for."""
    said: Said
    page: Page[Question]

    def page_of(self, number: int, name: str) -> int:
        """Where it is asked who sat there, in game ``number`` as ``name``."""
        sought = next(
            at for at, one in enumerate(self.blanks) if (one.number, one.name) == (number, name)
        )
        questions = self.page.paginator.object_list
        return list(questions).index(Question(at=sought, blank=True)) // ASKED_AT_ONCE + 1


class Question(NamedTuple):
    """A name, or a seat without one (``blank``), by its place in the list of them."""

    at: int
    blank: bool


def people(job: Job, page: str | None = None) -> People:
    """Whom to ask about. What an organiser has to look at comes first: names that are nearly a
    player's, other new ones, and seats without a name; then those the club knows. Five queries at
    most."""
    asked = asked_about(job)
    found = find_players(job.club, asked.names)
    near = meant(job.club, [n for n in asked.names if n not in found], found, asked.tables)
    rank = [(name in found) * 2 + (name not in near) for name in asked.names]
    order = sorted(range(len(rank)), key=lambda at: rank[at])
    known = sum(name in found for name in asked.names)
    new = len(order) - known
    questions = [
        *(Question(at, blank=False) for at in order[:new]),
        *(Question(at, blank=True) for at in range(len(asked.blanks))),
        *(Question(at, blank=False) for at in order[new:]),
    ]
    return People(
        names=asked.names,
        blanks=asked.blanks,
        found=found,
        near=near,
        said=said_of(job),
        page=Paginator(questions, ASKED_AT_ONCE).get_page(page),
    )


def open_seasons(club: Club) -> list[Season]:
    """Seasons that take games, the newest first, with their rules. Two queries."""
    return list(club.seasons.filter(locked=None, deleted=None).prefetch_related("editions"))


def likely_season(job: Job, seasons: Iterable[Season]) -> Season | None:
    """The newest that plays all these kinds of game and in whose days they were played. A game
    without a day is of today. One query."""
    games = list(good_items(job).values_list("kept__variety", "kept__when"))
    if not games:
        return None
    played = {variety for variety, _ in games}
    days = [_day(when) for _, when in games]
    for season in seasons:
        takes = {edition.variety_key for edition in season.editions.all()}
        begun = season.starts is None or season.starts <= min(days)
        if played <= takes and begun and (season.ends is None or max(days) <= season.ends):
            return season
    return None


def _day(when: str | None) -> date:
    moment = parse_datetime(when or "")
    return localdate() if moment is None else localdate(moment)


def player_names(club: Club) -> list[str]:
    """Everyone's name, to choose from."""
    here = club.players.filter(merged_into=None, anonymous=False, left=None).order_by("name")
    return list(here.values_list("name", flat=True)[:2000])
