"""Who the people in the games of an import are: by name, and where a log names nobody, by seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import zip_longest

from django.db.models import QuerySet

from scoring.errors import ScoringError
from scoring.logs.account import is_placeholder
from sessions.models import Job, JobItem, Season
from sessions.services.people import clean_name, find_players


@dataclass(frozen=True, slots=True)
class Choice:
    """What an organiser says to the games found. ``called``: by which name each name in the file
    goes in the club; one that is left out goes by itself. Whoever nobody there is called is new."""

    season: Season | None = None
    other_rules: bool = False
    """Games may have been played under other rules than the season's."""
    called: Mapping[str, str] = field(default_factory=dict)
    sat: Mapping[str, str] = field(default_factory=dict)
    """Who sat where the file has no name: by the seat (``Blank.key``)."""
    guests: bool = False
    """Guests are made for whoever has no name and was not said to be anybody."""
    when: datetime | None = None
    """When games were played whose file does not say."""
    only_good: bool = False


def good_items(job: Job) -> QuerySet[JobItem]:
    """The games that may come in: nothing is wrong with them, and the club does not have them."""
    return job.items.filter(error="", kept__known__isnull=True)


@dataclass(frozen=True, slots=True)
class Blank:
    """A seat of game ``number`` for which the file has no name but ``name``, which is nobody's."""

    number: int
    name: str
    score: int | str | None
    """``None`` for one who came in for somebody."""

    @property
    def key(self) -> str:
        return f"{self.number}:{self.name}"


@dataclass(frozen=True, slots=True)
class Asked:
    """Who is asked about: every name in the games that may come in, in their order, and the seats
    that have none."""

    names: Sequence[str]
    blanks: Sequence[Blank]
    tables: Sequence[Sequence[str]]
    """The names of each game."""


def asked_about(job: Job) -> Asked:
    kept = list(
        good_items(job).order_by("number").values_list("number", "kept__names", "kept__scores")
    )
    names = list(dict.fromkeys(name for _, some, _ in kept for name in some))
    hidden_names = {name for name in names if is_placeholder(name)}
    hidden_names -= set(find_players(job.club, hidden_names) if hidden_names else ())
    blanks = [
        Blank(number, name, score)
        for number, some, scores in kept
        for name, score in zip_longest(some, scores)
        if name in hidden_names
    ]
    named = [name for name in names if name not in hidden_names]
    return Asked(named, blanks, [some for _, some, _ in kept])


@dataclass(frozen=True, slots=True)
class Said:
    """What was said of some of the people so far, before the games come in: by the name in the
    file, and by the seat (``Blank.key``) where it has none."""

    called: Mapping[str, str] = field(default_factory=dict)
    sat: Mapping[str, str] = field(default_factory=dict)


def said_of(job: Job) -> Said:
    kept = job.kept.get("said", {})
    return Said(kept.get("called", {}), kept.get("sat", {}))


def keep_said(job: Job, said: Said) -> None:
    """Remember what was said, beside what was said before."""
    before = said_of(job)
    job.kept["said"] = {
        "called": {**before.called, **said.called},
        "sat": {**before.sat, **said.sat},
    }


@dataclass(frozen=True, slots=True)
class Who:
    """Who the people in the games are, by name. ``called`` by the name in the file; ``sat`` by the
    seat (``Blank.key``) where it has none; ``guests``: which of these names are to be guests."""

    called: Mapping[str, str]
    sat: Mapping[str, str]
    guests: Sequence[str] = ()

    def at(self, number: int, name: str) -> str:
        """Who it is that game ``number`` calls so."""
        seat = f"{number}:{name}"
        return self.sat[seat] if seat in self.sat else self.called[name]

    def everybody(self) -> list[str]:
        return list(dict.fromkeys([*self.called.values(), *self.sat.values()]))


def who_is_who(job: Job, choice: Choice, games: Mapping[int, Sequence[str]]) -> Who:
    """What was said of the people of these games, their names by number. ``ScoringError`` at
    ``guests`` where nobody said who sat there."""
    here = {name for names in games.values() for name in names}
    asked = asked_about(job)
    sat, guests = {}, set()
    for seat in (seat for seat in asked.blanks if seat.number in games):
        said = choice.sat.get(seat.key, "").strip()
        if not said and not choice.guests:
            raise ScoringError(
                "guests",
                "game {n} does not say who {name} is: choose a player, let a guest be made, or "
                "take the tick from the game",
                n=seat.number,
                name=seat.name,
            )
        sat[seat.key] = clean_name(said or seat.name, "people")
        if not said:
            guests.add(seat.name)
    called = {
        name: clean_name(choice.called.get(name, name), "people")
        for name in asked.names
        if name in here
    }
    return Who(called, sat, sorted(guests))


def who_of(job: Job) -> Who:
    """What was decided, of a job that goes on."""
    return Who(job.kept["called"], job.kept["sat"], job.kept["guests"])
