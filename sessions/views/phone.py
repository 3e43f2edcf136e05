"""What a phone keeps in cookies of how it sees a table, and what it has learnt."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from sessions.models import Game
from sessions.views.access import YEAR, Table

SEAT = "seat"
FACES = "faces"
LEARNT = "learnt"
LESSONS = ("seat", "score", "words")
"""What a first game explains until it has been used once: the two targets of every seat, and the
plate in the middle, whose words a tap explains."""


@dataclass(frozen=True, slots=True)
class Turn:
    """How the table lies: who is at the bottom, whether each name faces its reader, and what the
    switch does next."""

    bottom: int = 0
    faces: bool = False
    following: str = ""


def turns(players: int) -> list[str]:
    """Every way a table can lie, in the order of the switch."""
    return [*map(str, range(players)), FACES]


def turn(request: HttpRequest, players: int, wanted: str | None = None) -> Turn:
    """As this phone has turned this table: round by a seat at a time, then each name to its
    reader, for a phone that lies in the middle."""
    choices = turns(players)
    kept = wanted or request.COOKIES.get(SEAT, "")
    at = choices.index(kept) if kept in choices else 0
    return Turn(
        bottom=0 if choices[at] == FACES else at,
        faces=choices[at] == FACES,
        following=choices[(at + 1) % len(choices)],
    )


def lessons(request: HttpRequest) -> list[str]:
    """What this phone has still to learn."""
    learnt = request.COOKIES.get(LEARNT, "").split(".")
    return [lesson for lesson in LESSONS if lesson not in learnt]


def learn(request: HttpRequest, response: HttpResponse, lesson: str) -> None:
    left = lessons(request)
    if lesson in left:
        keep(
            response,
            LEARNT,
            ".".join(item for item in LESSONS if item not in left or item == lesson),
        )


def way_cookie(game: Game) -> str:
    """Where the way of giving a value that was used last is kept, for each variety."""
    return f"way-{game.variety_key}"


def keep(response: HttpResponse, name: str, value: str, at: Table | None = None) -> None:
    """A cookie for a year; ``at``: for this table alone."""
    response.set_cookie(
        name,
        value,
        max_age=YEAR,
        path=at.url if at else "/",
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
