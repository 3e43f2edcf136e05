"""The games a phone knows: those it has opened, whose links it keeps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max, prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext

from scoring.game import State
from sessions.models import Game, Player
from sessions.services.links import Role, open_links

LIVE = timedelta(hours=2)
"""A table where nothing was written for longer than this is paused."""


@dataclass(frozen=True, slots=True)
class Known:
    """A game in the list at home."""

    link: str
    role: Role
    title: str
    variety: str
    round: str
    names: tuple[str, ...]
    touched: datetime
    state: str
    """``live``, ``paused``, ``over``, or ``demo`` for one to play with."""


def known_games(links: Sequence[str]) -> list[Known]:
    """The games these links still open, in their order, in three queries."""
    found = open_links(links)
    games = [game for game, _, _ in found]
    prefetch_related_objects(games, "seats__player")
    touched = dict(
        Game.objects.filter(pk__in=[game.pk for game in games])
        .order_by()
        .values_list("pk")
        .annotate(Max("changes__created"))
    )
    return [
        _known(game, role, link, touched[game.pk] or game.created) for game, role, link in found
    ]


def _known(game: Game, role: Role, link: str, touched: datetime) -> Known:
    variety = game.variety
    return Known(
        link=link,
        role=role,
        title=game.title or gettext("{variety} table").format(variety=gettext(variety.name)),
        variety=gettext(variety.name),
        round=variety.round_mark(_where(game), gettext),
        names=tuple(seat.player.name for seat in game.seats.all()),
        touched=touched,
        state=_state(game, touched),
    )


def _state(game: Game, touched: datetime) -> str:
    if game.is_demo:
        return "demo"
    if game.finished or game.status == Game.Status.CLOSED:
        return "over"
    return "live" if timezone.now() - touched < LIVE else "paused"


def _where(game: Game) -> State:
    scores = tuple(game.scores)
    return State(game.wind, game.hand_number, game.honba, game.sticks, scores, game.hands)


def known_names(links: Sequence[str]) -> list[str]:
    """Everybody who sat at these tables, to choose from."""
    games = [game.pk for game, _, _ in open_links(links) if not game.is_demo]
    names = Player.objects.filter(seats__game__in=games).values_list("name", flat=True)
    return sorted(set(names))


@dataclass(frozen=True, slots=True)
class LastTime:
    """What this phone entered last: a start form begins with it."""

    names: tuple[str, ...] = ()
    variety: str = ""
    preset: str = ""
    rules: dict[str, object] | None = None


def last_time(links: Sequence[str], variety: str) -> LastTime:
    """The people of the newest game, and the rules of the newest of this variety."""
    games = [game for game, _, _ in open_links(links) if not game.is_demo]
    if not games:
        return LastTime()
    prefetch_related_objects(games[:1], "seats__player")
    names = tuple(seat.player.name for seat in games[0].seats.all())
    same = next((game for game in games if game.variety_key == variety), None)
    if same is None:
        return LastTime(names)
    return LastTime(names, variety, same.preset, same.rules)
