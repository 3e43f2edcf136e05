"""A club's trail for its page: who did what, and how it was before and after, in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext

from scoring.words import listed
from sessions.club_words import DONE, SUBJECTS
from sessions.models import Club, Entry, Game, Player, Seat
from sessions.selectors.trail_words import DAY, People, are_people, both, day
from sessions.words import worded

PAGE = 50
CODE = re.compile(r"[0-9a-f]{10}")
"""What a table without a name is called in a line."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Which lines: of one ``kind`` of subject, one game, one player; those before line
    ``before``."""

    kind: str = ""
    game: int | None = None
    player: int | None = None
    before: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the trail. ``was`` and ``now`` are said in words, fact by fact."""

    id: int
    when: datetime
    by: str
    done: str
    label: str
    game: int | None
    was: tuple[str, ...]
    now: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """Newest first; ``next`` is where the following page begins, ``None`` on the last."""

    lines: tuple[Line, ...]
    next: int | None
    names: People = field(default_factory=dict)


def trail(club: Club, asked: Asked) -> Page:
    """Three queries, fewer where nobody is named; by however many lines there are."""
    found = Entry.objects.filter(club=club)
    if asked.kind in SUBJECTS:
        found = found.filter(subject=asked.kind)
    if asked.game is not None:
        found = found.filter(subject="game", subject_id=asked.game)
    if asked.player is not None:
        games = Seat.objects.filter(player=asked.player).values("game")
        their = Q(subject="player", subject_id=asked.player)
        found = found.filter(their | Q(subject="game", subject_id__in=games))
    if asked.before is not None:
        found = found.filter(pk__lt=asked.before)
    entries = list(found.order_by("-pk")[: PAGE + 1])
    shown, more = entries[:PAGE], len(entries) > PAGE
    names = _names(shown)
    tables = at_tables(entry.subject_id for entry in shown if CODE.fullmatch(entry.label))
    lines = tuple(_line(entry, names, tables) for entry in shown)
    return Page(lines, shown[-1].pk if more else None, names)


def entered(game: Game) -> Entry | None:
    """Who entered a result from paper, and when; of one that came in a file nobody is known."""
    found = Entry.objects.filter(club=game.club_id, subject="game", subject_id=game.pk)
    return found.filter(kind="game.entered").first()


def at_tables(games: Iterable[int]) -> dict[int, str]:
    """Who sits at these tables, to call them by."""
    ids = set(games)
    if not ids:
        return {}
    people: dict[int, list[str]] = {}
    seats = Seat.objects.filter(game__in=ids).order_by("game_id", "index")
    for game, name in seats.values_list("game_id", "player__name"):
        people.setdefault(game, []).append(name)
    return {game: listed(names, gettext) for game, names in people.items()}


def _line(entry: Entry, names: People, tables: People) -> Line:
    was, now = both(entry.kind, entry.label, entry.before or {}, entry.after or {}, names)
    return Line(
        id=entry.pk,
        when=entry.created,
        by=entry.by,
        done=worded(DONE, entry.kind),
        label=_label(entry, tables),
        game=entry.subject_id if entry.subject == "game" else None,
        was=was,
        now=now,
    )


def _label(entry: Entry, tables: People) -> str:
    """What the line is about: a table without a name by its people, an evening by its day."""
    if entry.subject == "game" and entry.subject_id in tables and CODE.fullmatch(entry.label):
        return tables[entry.subject_id]
    return day(entry.label) if DAY.fullmatch(entry.label) else entry.label


def _names(entries: list[Entry]) -> People:
    """Who the ids in these lines are now called."""
    ids = {pk for entry in entries for data in (entry.before, entry.after) for pk in _ids(data)}
    if not ids:
        return {}
    return dict(Player.objects.filter(pk__in=ids).values_list("pk", "name"))


def _ids(data: Any, named: bool = False) -> Iterator[int]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _ids(value, are_people(key, value))
    elif isinstance(data, list):
        for item in data:
            yield from _ids(item, named)
    elif named and isinstance(data, int):
        yield data
