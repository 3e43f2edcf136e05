"""The players of a club: who there is, who is who, who was the same all along."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.errors import ScoringError
from sessions.forms.meanwhile import carried, meet
from sessions.forms.people import MergeForm, NameForm, PlayerForm
from sessions.models import Alias, ClubRole, Merge, Player
from sessions.selectors.people import claims_of, likely_same, person, players_of
from sessions.services import forgetting, membership, merging, roster
from sessions.views.club.access import Visit, for_anyone, for_role, takes_posts
from sessions.views.club.refusals import explained
from sessions.words import error_text

PAGE = 100
FORM = ["GET", "HEAD", "POST"]
LONGEST_SOUGHT = 60


def player_of(visit: Visit, pk: int, **more: Any) -> Player:
    """A player of this club who is there. ``Http404``."""
    return get_object_or_404(Player, pk=pk, club=visit.club, merged_into=None, **more)


@require_safe
@for_anyone
def players(request: HttpRequest, visit: Visit) -> HttpResponse:
    """All players, or those of a name."""
    return _players_page(request, visit, PlayerForm())


def _players_page(
    request: HttpRequest, visit: Visit, form: PlayerForm, status: int = 200
) -> HttpResponse:
    sought = request.GET.get("q", "")[:LONGEST_SOUGHT]
    left = "left" in request.GET
    found = players_of(visit.club, sought=sought, left=left)
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    context = {
        "visit": visit,
        "page": page,
        "sought": sought,
        "left": left,
        "form": form,
        "claims": claims_of(visit.club).count() if visit.organises else 0,
        "adds": form.is_bound or "add" in request.GET or not (page.paginator.count or sought),
    }
    return render(request, "club/players.html", context, status=status)


@for_role(ClubRole.SCOREKEEPER)
@takes_posts("club:players")
def add(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Someone new, member or guest."""
    form = PlayerForm(request.POST)
    if form.is_valid():
        try:
            roster.add_player(visit.club, visit.user, **form.cleaned_data)
        except ScoringError as error:
            form.add_error(error.field, explained(visit.club, error))
        else:
            return redirect(reverse("club:players", args=(visit.club.slug,), query={"add": 1}))
    return _players_page(request, visit, form, status=422)


# -- one of them ----------------------------------------------------------------------------------


@require_safe
@for_role(ClubRole.MEMBER)
def who(request: HttpRequest, visit: Visit, player: int) -> HttpResponse:
    """Who a player is: names, account, and what an organiser can put right."""
    return _who_page(request, visit, player_of(visit, player))


def _who_page(
    request: HttpRequest,
    visit: Visit,
    player: Player,
    *,
    error: str = "",
    refused: tuple[str, NameForm] | None = None,
) -> HttpResponse:
    """``refused``: a form as it was typed, and its name: ``rename`` or ``alias``."""
    typed = dict([refused] if refused else [])
    mine = Player.objects.filter(club=visit.club, user=visit.user).first()
    shown = person(player)
    rename = typed.get("rename") or NameForm(initial={"name": player.name})
    context = {
        "visit": visit,
        "person": shown,
        "asked": any(claim.user == visit.user for claim in shown.claims),
        "rename": rename,
        "alias": typed.get("alias") or NameForm(),
        "merge": MergeForm(club=visit.club),
        "mine": mine,
        "error": error,
        "carried": carried(rename, player.name, {"name": player.name}),
    }
    return render(request, "club/who.html", context, status=422 if error or typed else 200)


def _back(visit: Visit, player: Player) -> HttpResponse:
    return redirect("club:who", visit.club.slug, player.pk)


@for_role(ClubRole.ORGANISER)
@takes_posts("club:players")
def rename(request: HttpRequest, visit: Visit, player: int) -> HttpResponse:
    """A name put right."""
    seen = request.POST.get("seen")
    return _name(request, visit, player, "rename", partial(roster.rename_player, seen=seen))


@for_role(ClubRole.ORGANISER)
@takes_posts("club:players")
def alias(request: HttpRequest, visit: Visit, player: int) -> HttpResponse:
    """Another name someone goes by."""
    return _name(request, visit, player, "alias", roster.add_alias)


def _name(
    request: HttpRequest, visit: Visit, pk: int, what: str, do: Callable[..., Any]
) -> HttpResponse:
    player, form = player_of(visit, pk, anonymous=False), NameForm(request.POST)
    if form.is_valid():
        try:
            do(visit.club, visit.user, player, form.cleaned_data["name"])
        except ScoringError as error:
            form.add_error("name", explained(visit.club, error))
            player.refresh_from_db()
            meet(form, error, {"name": player.name})
        else:
            return _back(visit, player)
    player.refresh_from_db()
    return _who_page(request, visit, player, refused=(what, form))


@for_role(ClubRole.ORGANISER)
@takes_posts("club:players")
def alias_gone(request: HttpRequest, visit: Visit, alias: int) -> HttpResponse:
    """Not a name of theirs after all."""
    found = get_object_or_404(Alias, pk=alias, player__club=visit.club)
    roster.remove_alias(visit.club, visit.user, found)
    return _back(visit, found.player)


@for_role(ClubRole.ORGANISER)
@takes_posts("club:players")
def state(request: HttpRequest, visit: Visit, player: int) -> HttpResponse:
    """A guest or not; no longer comes, or does again."""
    found = player_of(visit, player, anonymous=False)
    if "guest" in request.POST:
        roster.set_guest(visit.club, visit.user, found, request.POST["guest"] == "yes")
    if "left" in request.POST:
        roster.set_left(visit.club, visit.user, found, request.POST["left"] == "yes")
    return _back(visit, found)


@require_http_methods(FORM)
@for_role(ClubRole.ORGANISER)
def forget(request: HttpRequest, visit: Visit, player: int) -> HttpResponse:
    """Asked first: nothing brings a forgotten name back."""
    found = player_of(visit, player, anonymous=False)
    if request.method == "POST" and request.POST.get("sure") == "yes":
        forgetting.forget(visit.club, visit.user, found)
        messages.success(request, _("The name is forgotten."))
        return redirect("club:players", visit.club.slug)
    status = 422 if request.method == "POST" else 200
    context = {"visit": visit, "person": person(found)}
    return render(request, "club/forget.html", context, status=status)


# -- whose account --------------------------------------------------------------------------------


@for_role(ClubRole.MEMBER)
@takes_posts("club:players")
def claim(request: HttpRequest, visit: Visit, player: int) -> HttpResponse:
    """ "That is me." An organiser who says so is believed."""
    found = player_of(visit, player)
    try:
        asked = membership.claim(visit.user, found)
        if visit.organises:
            membership.grant(visit.user, asked)
    except ScoringError as error:
        return _who_page(request, visit, found, error=error_text(error))
    return _back(visit, found)


@for_role(ClubRole.MEMBER)
@takes_posts("club:players")
def unclaim(request: HttpRequest, visit: Visit, player: int) -> HttpResponse:
    """One's own player given back; or taken back, by an organiser."""
    found = player_of(visit, player)
    if found.user_id != visit.user.pk and not visit.organises:
        return _who_page(request, visit, found, error=_("Only an organiser can do that."))
    membership.unclaim(visit.user, found)
    return _back(visit, found)


@require_safe
@for_role(ClubRole.ORGANISER)
def claims(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Members who say which player they are."""
    context = {"visit": visit, "claims": claims_of(visit.club)}
    return render(request, "club/claims.html", context)


@for_role(ClubRole.ORGANISER)
@takes_posts("club:claims")
def answer(request: HttpRequest, visit: Visit, claim: int) -> HttpResponse:
    """Agree, or not."""
    asked = get_object_or_404(claims_of(visit.club), pk=claim)
    try:
        if request.POST.get("answer") == "yes":
            membership.grant(visit.user, asked)
        else:
            membership.refuse(visit.user, asked)
    except ScoringError as error:
        context = {"visit": visit, "claims": claims_of(visit.club), "error": error_text(error)}
        return render(request, "club/claims.html", context, status=422)
    return redirect("club:claims", visit.club.slug)


# -- two that are one -----------------------------------------------------------------------------


@require_safe
@for_role(ClubRole.ORGANISER)
def duplicates(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Players that may be one person."""
    context = {"visit": visit, "pairs": likely_same(visit.club)}
    return render(request, "club/duplicates.html", context)


@require_http_methods(FORM)
@for_role(ClubRole.ORGANISER)
def merge(request: HttpRequest, visit: Visit, player: int) -> HttpResponse:
    """What a merge would move; a post with ``sure`` does it. ``gone``, or ``name``: who this player
    also was."""
    kept = player_of(visit, player, anonymous=False)
    given = request.POST if request.method == "POST" else request.GET
    form = MergeForm(given, club=visit.club)
    gone = form.cleaned_data["gone"] if form.is_valid() else None
    context: dict[str, Any] = {"visit": visit, "kept": kept, "gone": gone, "form": form}
    if gone is not None:
        try:
            context["preview"] = merging.preview(kept, gone)
            if request.method == "POST" and request.POST.get("sure") == "yes":
                merging.merge(visit.user, kept, gone)
                return _back(visit, kept)
        except ScoringError as error:
            context["error"] = explained(visit.club, error)
    refused = gone is None or "error" in context
    status = 422 if refused and request.method == "POST" else 200
    return render(request, "club/merge.html", context, status=status)


@for_role(ClubRole.ORGANISER)
@takes_posts("club:players")
def unmerge(request: HttpRequest, visit: Visit, merge: int) -> HttpResponse:
    """They were two after all."""
    found = get_object_or_404(Merge.objects.select_related("kept", "gone"),
                              pk=merge, kept__club=visit.club)  # fmt: skip
    try:
        merging.undo_merge(visit.user, found)
    except ScoringError as error:
        return _who_page(request, visit, found.kept, error=explained(visit.club, error))
    return _back(visit, found.kept)
