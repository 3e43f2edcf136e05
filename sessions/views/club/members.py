"""The members of a club: roles, leaving, and invitations."""

from __future__ import annotations

from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.errors import ScoringError
from sessions.forms.meanwhile import carried, meet
from sessions.forms.people import InvitationForm, PartForm, RoleForm
from sessions.limits import spend
from sessions.models import ClubRole, Invitation, Membership
from sessions.selectors.people import members_of, unclaimed, waiting_invitations
from sessions.services import membership as service
from sessions.services.accounts import way_back
from sessions.services.membership import Unusable
from sessions.services.turns import renew_all_keys
from sessions.views.club.access import LOGIN, Visit, for_role, takes_posts
from sessions.views.keys import qr
from sessions.words import error_text

LINK, WAY_BACK = "invitation", "way-back"
"""Cookies of an organiser's phone, for the one page that shows what is in them."""
LINK_SHOWN = 15 * 60
"""Seconds in which that page still shows a new link."""


def _mine(visit: Visit) -> Membership:
    """Whose page it is; ``for_role`` lets in nobody without one."""
    return cast(Membership, visit.membership)


@require_safe
@for_role(ClubRole.MEMBER)
def members(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Who is in the club, and as what."""
    context = {"visit": visit, "members": members_of(visit.club)}
    return render(request, "club/members.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_role(ClubRole.ORGANISER)
def member(request: HttpRequest, visit: Visit, member: int) -> HttpResponse:
    """One member: another role, a way back in, removal. A post is another role."""
    found = _member(visit, member)
    data = request.POST if request.method == "POST" else None
    form = RoleForm(data, giver=_mine(visit), role=found.role)
    if form.is_valid():
        try:
            seen = request.POST.get("seen")
            service.change_role(_mine(visit), found, form.cleaned_data["role"], seen)
        except ScoringError as error:
            form.add_error(error.field or None, error_text(error))
            meet(form, error, {"role": found.role})
        else:
            return redirect("club:members", visit.club.slug)
    return _member_page(request, visit, found, form=form)


def _member_page(
    request: HttpRequest,
    visit: Visit,
    found: Membership,
    *,
    form: RoleForm | None = None,
    error: str = "",
) -> HttpResponse:
    form = form or RoleForm(giver=_mine(visit), role=found.role)
    uid, _dot, token = _kept(request, WAY_BACK).partition(".")
    context = {
        "visit": visit,
        "member": found,
        "form": form,
        "error": error,
        "carried": carried(form, found.role, {"role": found.role}),
        "rules": service.rules_over(_mine(visit), found),
        "part": PartForm(),
        **(_shown(request, reverse("club:reset", args=(uid, token))) if token else {}),
    }
    return render(
        request, "club/member.html", context, status=422 if form.is_bound or error else 200
    )


def _member(visit: Visit, pk: int) -> Membership:
    return get_object_or_404(members_of(visit.club), pk=pk)


@for_role(ClubRole.ORGANISER)
@takes_posts("club:members")
def link(request: HttpRequest, visit: Visit, member: int) -> HttpResponse:
    """A way back in for who forgot the password: shown to the organiser for a quarter hour."""
    found = _member(visit, member)
    try:
        uid, token = way_back(_mine(visit), found)
    except ScoringError as error:
        return _member_page(request, visit, found, error=error_text(error))
    response = redirect("club:member", visit.club.slug, found.pk)
    _keep(response, WAY_BACK, f"{uid}.{token}", response["Location"])
    return response


@for_role(ClubRole.ORGANISER)
@takes_posts("club:members")
def remove(request: HttpRequest, visit: Visit, member: int) -> HttpResponse:
    """Out of the club; the player stays."""
    found = _member(visit, member)
    to = reverse("club:members", args=(visit.club.slug,))
    return _out(request, visit, found, to, keys="keys" in request.POST)


@for_role(ClubRole.MEMBER)
@takes_posts("club:members")
def leave(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Out of the club oneself."""
    return _out(request, visit, _mine(visit), to=reverse("club:home"))


@for_role(ClubRole.ORGANISER)
@takes_posts("club:members")
def new_keys(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Whoever has a link of a table from before is out."""
    _renew_all(request, visit)
    return redirect("club:members", visit.club.slug)


def _renew_all(request: HttpRequest, visit: Visit) -> None:
    count = renew_all_keys(visit.club, visit.user)
    said = ngettext("{n} table has new keys.", "{n} tables have new keys.", count)
    messages.success(request, said.format(n=count))


def _out(
    request: HttpRequest, visit: Visit, found: Membership, to: str, *, keys: bool = False
) -> HttpResponse:
    try:
        with transaction.atomic():
            service.remove_member(_mine(visit), found)
            if keys:
                _renew_all(request, visit)
    except ScoringError as error:
        context = {"visit": visit, "members": members_of(visit.club), "error": error_text(error)}
        return render(request, "club/members.html", context, status=422)
    return redirect(to)


# -- invitations ----------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@for_role(ClubRole.ORGANISER)
def invitations(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The links that wait, and a new one. It is shown for a quarter hour, to whoever made it."""
    data = request.POST if request.method == "POST" else None
    form = InvitationForm(data, giver=_mine(visit), players=unclaimed(visit.club))
    if form.is_valid():
        try:
            _invitation, secret = service.invite(_mine(visit), **form.cleaned_data)
        except ScoringError as error:
            form.add_error(error.field, error_text(error))
        else:
            response = redirect("club:invitations", visit.club.slug)
            _keep(response, LINK, secret, response["Location"])
            return response
    secret = _kept(request, LINK)
    context = {
        "visit": visit,
        "form": form,
        "waiting": waiting_invitations(visit.club),
        **(_shown(request, reverse("club:join", args=(secret,))) if secret else {}),
    }
    status = 422 if form.is_bound else 200
    return render(request, "club/invitations.html", context, status=status)


def _shown(request: HttpRequest, path: str) -> dict[str, Any]:
    url = request.build_absolute_uri(path)
    return {"url": url, "qr": qr(url)}


def _keep(response: HttpResponse, name: str, secret: str, path: str) -> None:
    """The page of this path shows the secret for a while: the database has only its hash. Signed,
    so that the page shows no link that somebody else put there."""
    response.set_signed_cookie(
        name,
        secret,
        salt=name,
        max_age=LINK_SHOWN,
        path=path,
        httponly=True,
        samesite="Strict",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def _kept(request: HttpRequest, name: str) -> str:
    return request.get_signed_cookie(name, default="", salt=name) or ""


@for_role(ClubRole.ORGANISER)
@takes_posts("club:invitations")
def revoke(request: HttpRequest, visit: Visit, invitation: int) -> HttpResponse:
    """The link lets nobody in any more."""
    found = get_object_or_404(Invitation, club=visit.club, pk=invitation)
    service.revoke(visit.user, found)
    response = redirect("club:invitations", visit.club.slug)
    path = reverse("club:invitations", args=(visit.club.slug,))
    response.delete_cookie(LINK, path=path, samesite="Strict")
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, secret: str) -> HttpResponse:
    """An invitation, opened: what it is for, and the key to take it."""
    try:
        invitation = service.open_invitation(secret)
        if request.method == "POST" and request.user.is_authenticated:
            service.accept(request.user, secret)
            return redirect("club:front", invitation.club.slug)
    except Unusable:
        spend(request, "link")
        message = _("This invitation was used, taken back, or is too old. Ask for a new one.")
        return render(request, "404.html", {"message": message}, status=404)
    except ScoringError as error:
        context = {"invitation": invitation, "error": error_text(error)}
        return render(request, "club/join.html", context, status=422)
    if request.method == "POST":
        return redirect(f"{reverse(LOGIN)}?next={request.path}")
    return render(request, "club/join.html", {"invitation": invitation, "error": ""})
