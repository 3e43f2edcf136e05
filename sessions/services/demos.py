"""Games to play with: made by a tap, nobody's, and thrown away a day later or by another tap."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from sessions.demo import NAMES, demo_of
from sessions.models import Demo, Game, Player
from sessions.services.changes import record
from sessions.services.games import create_game
from sessions.services.links import Keys

LASTS = timedelta(days=1)
AT_ONCE = 20
"""So many old ones go when a new one comes: more than are made, and never a long wait."""


class NoDemo(Exception):
    """A game that somebody keeps is not thrown away."""


@transaction.atomic
def open_demo(variety: str) -> Keys:
    """A game of this variety with a few hands played, to try everything on."""
    sweep()
    demo = demo_of(variety)
    game, keys = create_game(
        variety=variety, names=NAMES, options=demo["options"], title=gettext("Practice table")
    )
    for version, outcome in enumerate(demo["rounds"]):
        record(game, outcome, version=version, token=None)
    Demo.objects.create(game=game, expires=timezone.now() + LASTS)
    return keys


@transaction.atomic
def throw_away(game: Game) -> None:
    """Delete a demo and its people. ``NoDemo`` for any other game, and for one a club took in."""
    if game.club_id is not None or not Demo.objects.filter(game=game).exists():
        raise NoDemo
    _delete([game.pk])


@transaction.atomic
def sweep(at_most: int = AT_ONCE) -> int:
    """Delete demos whose time is over, the oldest first. How many went."""
    old = Demo.objects.filter(expires__lte=timezone.now(), game__club=None)
    games = list(old.order_by("expires").values_list("game", flat=True)[:at_most])
    _delete(games)
    return len(games)


def _delete(games: Sequence[int]) -> None:
    """The games, and whoever sat at no other."""
    seated = Player.objects.filter(seats__game__in=games, club=None)
    put_in = Player.objects.filter(substitutions__game__in=games, club=None)
    people = [*seated.values_list("pk", flat=True), *put_in.values_list("pk", flat=True)]
    Game.objects.filter(pk__in=games).delete()
    Player.objects.filter(pk__in=people, seats=None, substitutions=None, results=None).delete()
