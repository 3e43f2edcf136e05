"""From a table back to the club whose table it is."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from sessions.models import Club, Game, Membership
from sessions.selectors.evenings import title


class Home(NamedTuple):
    """Where a door leads, what it says, and whose it is."""

    address: str
    name: str
    club: str


def home_of(request: HttpRequest, game: Game) -> Home | None:
    """The evening, the season or the club of a table, for whoever is of the club; ``None`` for all
    others, who would stand before a closed door."""
    if game.club_id is None or not request.user.is_authenticated:
        return None
    if not Membership.objects.filter(club=game.club_id, user=request.user.pk).exists():
        return None
    club = Club.objects.get(pk=game.club_id)
    if game.evening and game.evening.deleted is None:
        at = reverse("club:night", args=(club.slug, game.evening.pk))
        return Home(at, title(game.evening), club.name)
    if game.season and game.season.deleted is None:
        at = reverse("club:season", args=(club.slug, game.season.slug))
        return Home(at, _("Standings of {name}").format(name=game.season.name), club.name)
    return Home(reverse("club:front", args=(club.slug,)), club.name, _("the club of this table"))
