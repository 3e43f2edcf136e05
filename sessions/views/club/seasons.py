"""A club's seasons: the list, the standings, what an organiser decides of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.errors import ScoringError
from sessions.forms.meanwhile import carried, meet
from sessions.forms.season import BonusForm, NewSeasonForm, SeasonForm, TeamForm
from sessions.models import Bonus, ClubRole, Player, Season, Team
from sessions.selectors import standings as selector
from sessions.selectors.people import players_of
from sessions.services import seasons as service
from sessions.services.season_games import OFF_THE_LIST
from sessions.services.standings import LOCKED
from sessions.views.club.access import View, Visit, for_anyone, for_role
from sessions.views.club.refusals import explained
from sessions.words import sentence

FORM = ["GET", "HEAD", "POST"]


def of_season(view: View) -> View:
    """Below ``for_role`` or ``for_anyone``: the view gets the season in place of its name in the
    address, where the visitor may know of it. One taken off the list is there for organisers
    alone."""

    @wraps(view)
    def wrapped(request: HttpRequest, visit: Visit, season: str, **kwargs: Any) -> HttpResponse:
        found = Season.objects.filter(club=visit.club, slug=season).first()
        if found is None or not may_see(visit, found):
            raise Http404
        found.club = visit.club
        return view(request, visit, found, **kwargs)

    return wrapped


def may_see(visit: Visit, season: Season) -> bool:
    """Members see what is there; anyone what is public."""
    if season.deleted is not None:
        return visit.organises
    return visit.role is not None or season.public


def while_open(view: View) -> View:
    """Below ``of_season``: the page asks for something that a finished season refuses, and one that
    is off the list. It says so instead."""

    @wraps(view)
    def wrapped(request: HttpRequest, visit: Visit, season: Season, **kwargs: Any) -> HttpResponse:
        why = LOCKED if season.locked else OFF_THE_LIST if season.deleted else ""
        if not why:
            return view(request, visit, season, **kwargs)
        context = {"visit": visit, "season": season, "why": sentence(_(why))}
        status = 422 if request.method == "POST" else 200
        return render(request, "club/season/finished.html", context, status=status)

    return wrapped


def season_posts(back: str = "club:season") -> Callable[[View], View]:
    """Below ``of_season``: the view answers to POST alone; a GET is led to the page of this name.
    A refusal is said there."""

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(
            request: HttpRequest, visit: Visit, season: Season, **kwargs: Any
        ) -> HttpResponse:
            if request.method not in FORM:
                return HttpResponseNotAllowed(["POST"])
            if request.method == "POST":
                try:
                    return view(request, visit, season, **kwargs)
                except ScoringError as error:
                    messages.error(request, explained(visit.club, error))
            return redirect(back, visit.club.slug, season.slug)

        return wrapped

    return decorate


def viewer(visit: Visit) -> int | None:
    """Which of the club's players is looking."""
    if not visit.user.is_authenticated:
        return None
    mine = Player.objects.filter(club=visit.club, user=visit.user)
    return mine.values_list("pk", flat=True).first()


# -- the list -------------------------------------------------------------------------------------


@require_safe
@for_anyone
def seasons(request: HttpRequest, visit: Visit) -> HttpResponse:
    """A club's seasons; for organisers also those taken off the list."""
    public_only = visit.role is None
    context = {
        "visit": visit,
        "seasons": selector.seasons_of(visit.club, public_only=public_only),
        "gone": selector.seasons_of(visit.club, public_only=False, deleted=True)
        if visit.organises
        else (),
    }
    return render(request, "club/season/list.html", context)


@require_http_methods(FORM)
@for_role(ClubRole.ORGANISER)
def new(request: HttpRequest, visit: Visit) -> HttpResponse:
    """A new season, with the rules it begins with."""
    form = NewSeasonForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            season = service.make_season(visit.club, visit.user, form.setup(), form.rules())
        except ScoringError as error:
            form.refuse(error, explained(visit.club, error))
        else:
            return redirect("club:season", visit.club.slug, season.slug)
    status = 422 if form.is_bound else 200
    return render(request, "club/season/new.html", {"visit": visit, "form": form}, status=status)


# -- one of them ----------------------------------------------------------------------------------


@require_safe
@for_anyone
@of_season
def standings(request: HttpRequest, visit: Visit, season: Season) -> HttpResponse:
    """Who stands where, and the way to everything else of the season."""
    table = selector.table(season)
    context = {
        "visit": visit,
        "season": season,
        "table": table,
        "me": viewer(visit),
        "since": selector.since_text(season),
        "ranked_by": selector.ranking_text(season),
        "varieties": selector.variety_names(selector.varieties_of(season)),
        "has_teams": season.teams.exists(),
    }
    return render(request, "club/season/standings.html", context)


@require_http_methods(FORM)
@for_role(ClubRole.ORGANISER)
@of_season
def edit(request: HttpRequest, visit: Visit, season: Season) -> HttpResponse:
    """What is said of a season; locking it, taking it off the list."""
    posted = request.POST if request.method == "POST" else None
    form = SeasonForm(posted, initial=SeasonForm.typed(season))
    if form.is_valid():
        try:
            seen = request.POST.get("seen")
            service.change_season(season, visit.user, form.setup(), seen)
        except ScoringError as error:
            season.refresh_from_db()
            form.refuse(error, explained(visit.club, error))
            meet(form, error, SeasonForm.typed(season))
        else:
            return redirect("club:season", visit.club.slug, season.slug)
    kept = carried(form, service.facts(season), SeasonForm.typed(season))
    context = {"visit": visit, "season": season, "form": form, "carried": kept}
    return render(request, "club/season/edit.html", context, status=422 if posted else 200)


@for_role(ClubRole.ORGANISER)
@of_season
@season_posts("club:season_edit")
def lock(request: HttpRequest, visit: Visit, season: Season) -> HttpResponse:
    """Finish a season, or open it again (``open``)."""
    (service.unlock if "open" in request.POST else service.lock)(season, visit.user)
    return redirect("club:season", visit.club.slug, season.slug)


@for_role(ClubRole.ORGANISER)
@of_season
@season_posts("club:season_edit")
def delete(request: HttpRequest, visit: Visit, season: Season) -> HttpResponse:
    """Take a season off the list, or put it back (``restore``)."""
    if "restore" in request.POST:
        service.undelete(season, visit.user)
        return redirect("club:season", visit.club.slug, season.slug)
    service.delete(season, visit.user)
    messages.success(request, _("The season is off the list; nothing of it is lost."))
    return redirect("club:seasons", visit.club.slug)


# -- teams ----------------------------------------------------------------------------------------


@require_safe
@for_anyone
@of_season
def teams(request: HttpRequest, visit: Visit, season: Season) -> HttpResponse:
    """Teams by what their players have together."""
    found = selector.teams(season, selector.table(season))
    context = {"visit": visit, "season": season, "teams": found}
    return render(request, "club/season/teams.html", context)


@require_http_methods(FORM)
@for_role(ClubRole.ORGANISER)
@of_season
@while_open
def team(
    request: HttpRequest, visit: Visit, season: Season, team: int | None = None
) -> HttpResponse:
    """A team's name and players; taking it away (``remove``)."""
    found = None if team is None else get_object_or_404(Team, season=season, pk=team)
    posted = request.POST if request.method == "POST" else None
    form = TeamForm(posted, players=list(players_of(visit.club)), initial=_team_now(found))
    seen = request.POST.get("seen")
    try:
        if found is not None and posted is not None and "remove" in posted:
            service.remove_team(found, visit.user, seen)
        elif form.is_valid():
            name, players = form.cleaned_data["name"], form.chosen()
            service.set_team(season, visit.user, name, players, found, seen)
        else:
            return _team_page(request, visit, season, form, found)
    except ScoringError as error:
        form.refuse(error)
        meet(form, error, _team_now(found))
        return _team_page(request, visit, season, form, found)
    return redirect("club:season_teams", visit.club.slug, season.slug)


def _team_now(team: Team | None) -> dict[str, Any]:
    """A team as its form shows it."""
    if team is None:
        return {"name": "", "players": []}
    facts = service.team_facts(team)
    return {"name": facts["team"], "players": facts["players"]}


def _team_page(
    request: HttpRequest, visit: Visit, season: Season, form: TeamForm, team: Team | None
) -> HttpResponse:
    kept: SafeString | str = ""
    if team is not None and team.pk is not None:
        kept = carried(form, service.team_facts(team), _team_now(team))
    context = {"visit": visit, "season": season, "form": form, "team": team, "carried": kept}
    status = 422 if form.is_bound else 200
    return render(request, "club/season/team.html", context, status=status)


# -- bonuses --------------------------------------------------------------------------------------


@require_safe
@for_anyone
@of_season
def bonuses(request: HttpRequest, visit: Visit, season: Season) -> HttpResponse:
    """Points given and taken, with the reason everybody can read; organisers give more."""
    form = BonusForm(None, players=list(players_of(visit.club))) if visit.organises else None
    return _bonuses_page(request, visit, season, form)


@for_role(ClubRole.ORGANISER)
@of_season
@season_posts("club:season_bonuses")
def give(request: HttpRequest, visit: Visit, season: Season) -> HttpResponse:
    """Points for a player, or off them."""
    form = BonusForm(request.POST, players=list(players_of(visit.club)))
    if form.is_valid():
        data = form.cleaned_data
        try:
            service.give(season, visit.user, form.chosen(), data["amount"], data["reason"])
        except ScoringError as error:
            form.refuse(error)
        else:
            return redirect("club:season_bonuses", visit.club.slug, season.slug)
    return _bonuses_page(request, visit, season, form)


def _bonuses_page(
    request: HttpRequest, visit: Visit, season: Season, form: BonusForm | None
) -> HttpResponse:
    given = Bonus.objects.filter(season=season, deleted=None).select_related("player")
    context = {"visit": visit, "season": season, "bonuses": given, "form": form}
    status = 422 if form is not None and form.is_bound else 200
    return render(request, "club/season/bonuses.html", context, status=status)


@for_role(ClubRole.ORGANISER)
@of_season
@season_posts("club:season_bonuses")
def bonus_gone(request: HttpRequest, visit: Visit, season: Season, bonus: int) -> HttpResponse:
    """Points were given by mistake."""
    found = get_object_or_404(Bonus, season=season, pk=bonus, deleted=None)
    service.take_back(found, visit.user)
    return redirect("club:season_bonuses", visit.club.slug, season.slug)
