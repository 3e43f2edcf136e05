"""What players have done: in a season, in the club; a season's records; ratings worked out."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from sessions.models import ClubRole, Season
from sessions.selectors import standings as selector
from sessions.selectors.careers import career
from sessions.selectors.careers import records as records_of
from sessions.services import ratings as service
from sessions.views.club.access import Visit, for_anyone, for_role, takes_posts
from sessions.views.club.people import player_of
from sessions.views.club.seasons import of_season

LONGEST_KEY = 16


@require_safe
@for_anyone
@of_season
def in_season(request: HttpRequest, visit: Visit, season: Season, player: int) -> HttpResponse:
    """A player's page: this season."""
    found = player_of(visit, player)
    wanted = request.GET.get("game", "")[:LONGEST_KEY]
    context = {
        "visit": visit,
        "season": season,
        "career": career(visit.club, found, season, wanted, everything="all" in request.GET),
        "line": selector.table(season).of(found.pk),
    }
    return render(request, "club/season/player.html", context)


@require_safe
@for_role(ClubRole.MEMBER)
def in_club(request: HttpRequest, visit: Visit, player: int) -> HttpResponse:
    """A player's page: everything in the club."""
    found = player_of(visit, player)
    wanted = request.GET.get("game", "")[:LONGEST_KEY]
    context = {
        "visit": visit,
        "career": career(visit.club, found, None, wanted, everything="all" in request.GET),
        "seasons": selector.seasons_of(visit.club, public_only=False).filter(
            standings__player=found
        ),
    }
    return render(request, "club/season/player.html", context)


@require_safe
@for_anyone
@of_season
def records(request: HttpRequest, visit: Visit, season: Season) -> HttpResponse:
    """The biggest hands, the highest scores, the longest deals, every limit hand."""
    found = records_of(season, selector.varieties_of(season))
    context = {"visit": visit, "season": season, "records": found}
    return render(request, "club/season/records.html", context)


@for_role(ClubRole.MEMBER)
@takes_posts("club:seasons")
def ratings(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The next slice of the ratings that wait to be worked out, asked for by the page that shows
    them until none are left."""
    service.advance(visit.club)
    if request.headers.get("HX-Request"):
        return render(request, "club/season/_ratings.html", {"visit": visit})
    return redirect("club:seasons", visit.club.slug)
