"""The trail of a club: every change, who made it, how it was and is."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from sessions.club_words import SUBJECTS
from sessions.models import ClubRole, Game, Player
from sessions.selectors.trail import Asked, at_tables, trail
from sessions.views.club.access import Visit, for_role

LONGEST_NUMBER = 15


@require_safe
@for_role(ClubRole.MEMBER)
def show(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The newest lines, or those asked for: ``kind``, ``game``, ``player``, ``before``."""
    asked = Asked(
        kind=request.GET.get("kind", ""),
        game=_number(request, "game"),
        player=_number(request, "player"),
        before=_number(request, "before"),
    )
    games, players = Game.objects.filter(club=visit.club), Player.objects.filter(club=visit.club)
    game = games.filter(pk=asked.game).first() if asked.game else None
    player = players.filter(pk=asked.player).first() if asked.player else None
    context = {
        "visit": visit,
        "page": trail(visit.club, asked),
        "asked": asked,
        "about": player or (game and (game.title or at_tables([game.pk]).get(game.pk, ""))),
        "game": game,
        "kinds": [(key, gettext(words)) for key, words in SUBJECTS.items()],
    }
    return render(request, "club/trail.html", context)


def _number(request: HttpRequest, name: str) -> int | None:
    given = request.GET.get(name, "")
    short = given.isascii() and given.isdecimal() and len(given) <= LONGEST_NUMBER
    return int(given) if short else None
