"""Who may see and do what in a club. Every page of a club states the least role it wants; a test
walks all addresses and fails for one that has no rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache

from sessions.models import Club, ClubRole, Membership

View = Callable[..., HttpResponse]
LOGIN = "club:login"

ORDER = tuple(ClubRole)
"""From the one who may everything down."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A club, and who looks at it: ``role`` is ``None`` for someone who is not of it."""

    club: Club
    user: Any
    role: ClubRole | None
    membership: Membership | None = None

    def may(self, least: ClubRole) -> bool:
        return self.role is not None and ORDER.index(self.role) <= ORDER.index(least)

    @property
    def keeps_score(self) -> bool:
        return self.may(ClubRole.SCOREKEEPER)

    @property
    def organises(self) -> bool:
        return self.may(ClubRole.ORGANISER)

    @property
    def owns(self) -> bool:
        return self.may(ClubRole.OWNER)


def takes_files(most: int) -> Callable[[View], View]:
    """Above all else: the page takes forms of so many bytes (``sessions.middleware.Bounded``)."""

    def decorate(view: View) -> View:
        view.largest = most  # type: ignore[attr-defined]
        return view

    return decorate


def for_role(least: ClubRole) -> Callable[[View], View]:
    """The page is for accounts of this role or a higher one. The view gets a ``Visit`` in place of
    the club's slug. A stranger signs in first; whoever is not of the club finds nothing there."""

    def decorate(view: View) -> View:
        @never_cache
        @wraps(view)
        def wrapped(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path(), LOGIN)
            visit = _visit(request, slug)
            if visit.role is None:
                raise Http404
            if not visit.may(least):
                raise PermissionDenied
            return view(request, visit, **kwargs)

        wrapped.least = least  # type: ignore[attr-defined]
        return wrapped

    return decorate


def for_anyone(view: View) -> View:
    """The page is for anyone where the club is public, else for its members. What of it is not
    public, the view must leave out itself."""

    @never_cache
    @wraps(view)
    def wrapped(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
        visit = _visit(request, slug)
        if visit.role is None and not visit.club.public:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path(), LOGIN)
            raise Http404
        return view(request, visit, **kwargs)

    wrapped.least = None  # type: ignore[attr-defined]
    return wrapped


def for_account(view: View) -> View:
    """The page is for whoever is signed in, in a club or not."""

    @never_cache
    @wraps(view)
    def wrapped(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path(), LOGIN)
        return view(request, **kwargs)

    return wrapped


def takes_posts(back: str) -> Callable[[View], View]:
    """Below ``for_role``: the view changes something and answers to POST alone. A GET, as after
    signing in anew, is led to the club's page of this name, where the form is."""

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(request: HttpRequest, visit: Visit, **kwargs: Any) -> HttpResponse:
            if request.method == "POST":
                return view(request, visit, **kwargs)
            if request.method not in ("GET", "HEAD"):
                return HttpResponseNotAllowed(["POST"])
            return redirect(back, visit.club.slug)

        return wrapped

    return decorate


def _visit(request: HttpRequest, slug: str) -> Visit:
    """One query. A club that is not there is asked for like one that is closed to the visitor, so
    that nobody learns which names are taken."""
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        if request.user.is_authenticated:
            raise Http404
        club = Club(slug=slug)
    if not request.user.is_authenticated:
        return Visit(club, request.user, None)
    membership = Membership.objects.filter(club=club, user=request.user).first()
    if membership is None:
        return Visit(club, request.user, None)
    membership.club, membership.user = club, request.user
    return Visit(club, request.user, ClubRole(membership.role), membership)
