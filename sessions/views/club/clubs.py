"""An account's clubs; a club's own pages: the front, the menu, making one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from scoring.errors import ScoringError
from sessions.forms.club import ClubForm
from sessions.forms.meanwhile import carried, meet
from sessions.models import ClubRole
from sessions.selectors.club_games import at_the_tables
from sessions.selectors.clubs import clubs_of
from sessions.selectors.evenings import evenings
from sessions.selectors.people import claims_of
from sessions.selectors.standings import seasons_of
from sessions.services.clubs import change_club, create_club, facts
from sessions.views.club.access import Visit, for_account, for_anyone, for_role
from sessions.words import error_text

MOST_SHOWN = 3
"""So many seasons and club nights on the front; the others are behind their doors."""


@require_safe
@for_account
def home(request: HttpRequest) -> HttpResponse:
    """The clubs of whoever is signed in."""
    return render(request, "club/home.html", {"clubs": clubs_of(request.user)})


@require_http_methods(["GET", "HEAD", "POST"])
@for_account
def new(request: HttpRequest) -> HttpResponse:
    """A new club; whoever makes it owns it."""
    form = ClubForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            club = create_club(request.user, **form.cleaned_data)
        except ScoringError as error:
            form.add_error(error.field, error_text(error))
        else:
            return redirect("club:front", club.slug)
    status = 422 if form.is_bound else 200
    return render(request, "club/new.html", {"form": form}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@for_role(ClubRole.ORGANISER)
def change(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The club's name, what it says of itself, who sees it."""
    club = visit.club
    posted = request.POST if request.method == "POST" else None
    form = ClubForm(posted, initial=facts(club))
    if form.is_valid():
        try:
            seen = request.POST.get("seen")
            change_club(club, visit.user, **form.cleaned_data, seen=seen)
        except ScoringError as error:
            form.add_error(error.field or None, error_text(error))
            meet(form, error, facts(club))
        else:
            return redirect("club:front", club.slug)
    now = facts(club)
    context = {"visit": visit, "form": form, "carried": carried(form, now, now)}
    return render(request, "club/settings.html", context, status=422 if posted else 200)


@require_safe
@for_anyone
def front(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What goes on in a club, and the way to everything in it."""
    stranger = visit.role is None
    seasons = seasons_of(visit.club, public_only=stranger).filter(locked=None)
    nights = evenings(visit.club, public_only=stranger).filter(closed=None)
    context = {
        "visit": visit,
        "seasons": seasons[:MOST_SHOWN],
        "evenings": nights[:MOST_SHOWN],
        "playing": at_the_tables(visit.club, public_only=stranger),
        "claims": claims_of(visit.club).count() if visit.organises else 0,
    }
    return render(request, "club/front.html", context)


@require_safe
@for_anyone
def menu(request: HttpRequest, visit: Visit) -> HttpResponse:
    """All doors of a club that are open to this visitor."""
    return render(request, "club/menu.html", {"visit": visit})
