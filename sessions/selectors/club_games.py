"""A club's games for its pages: the lists of a season and of all, one game without its keys."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from scoring import figures
from scoring.game import State
from sessions.models import Club, Game, Season

PAGE = 50
MOST_PLAYING = 200
_MARK = re.compile(r"([0-9]{1,17})-([0-9]{1,17})")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Listed:
    """A game in the list: who sat there, by place where it is over."""

    game: Game
    people: tuple[tuple[int | None, str], ...]
    """(place, name)"""
    round: str
    best: str


@dataclass(frozen=True, slots=True)
class GamesPage:
    playing: tuple[Listed, ...]
    over: tuple[Listed, ...]
    earlier: str
    """Where the next page begins; empty on the last."""
    first: bool


def games_page(of: Season | Club, before: str = "") -> GamesPage:
    """Those that play, and the latest that are over, voided ones too; those before a mark. At most
    ten queries, however many there are."""
    here = in_sight(of.games.all()) if isinstance(of, Club) else of.games.all()
    over = here.filter(played__isnull=False)
    at = _read(before)
    if at is not None:
        moment, pk = at
        over = over.filter(Q(played__lt=moment) | Q(played=moment, pk__lt=pk))
    games = list(_with_people(over.order_by("-played", "-pk"))[: PAGE + 1])
    playing: list[Game] = []
    if at is None:
        running = here.filter(played=None).order_by("-created", "-pk")
        playing = list(_with_people(running)[:MOST_PLAYING])
    more = games[PAGE - 1] if len(games) > PAGE else None
    return GamesPage(
        playing=tuple(map(_listed, playing)),
        over=tuple(map(_listed, games[:PAGE])),
        earlier=_mark(more) if more else "",
        first=at is None,
    )


MOST_ON_THE_FRONT = 8


def in_sight(games: QuerySet[Game]) -> QuerySet[Game]:
    """Without the games of seasons that were taken off the list."""
    return games.filter(Q(season=None) | Q(season__deleted=None))


def at_the_tables(club: Club, *, public_only: bool) -> list[Listed]:
    """The club's games that play, the newest first, a few of them. Three queries."""
    running = in_sight(Game.objects.filter(club=club, finished=False, voided=None))
    if public_only:
        running = running.filter(season__public=True)
    newest = _with_people(running.order_by("-created", "-pk"))[:MOST_ON_THE_FRONT]
    return [_listed(game) for game in newest]


def _with_people(games: QuerySet[Game]) -> QuerySet[Game]:
    return games.prefetch_related("seats__player", "results__player")


def _listed(game: Game) -> Listed:
    results = sorted(game.results.all(), key=lambda row: (row.place, row.seat))
    people: Iterable[tuple[int | None, str]] = (
        [(row.place, row.player.name) for row in results]
        if results
        else [(None, seat.player.name) for seat in game.seats.all()]
    )
    state = State(game.wind, game.hand_number, game.honba, game.sticks, tuple(game.scores))
    best = figures.score(results[0].score) if results and results[0].score_unit == 1 else ""
    return Listed(game, tuple(people), game.variety.round_mark(state, gettext), best)


def _mark(game: Game) -> str:
    assert game.played is not None  # noqa: S101 - a game that is over has been played
    return f"{(game.played - _EPOCH) // timedelta(microseconds=1)}-{game.pk}"


def _read(mark: str) -> tuple[datetime, int] | None:
    found = _MARK.fullmatch(mark)
    if found is None:
        return None
    try:
        return _EPOCH + timedelta(microseconds=int(found[1])), int(found[2])
    except OverflowError:
        return None
