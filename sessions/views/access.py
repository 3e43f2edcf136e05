"""Who may see a table and who may write: the link says it.

A view is wrapped in ``opens_table`` and calls ``table``; it gets the game or the visitor gets a
clear page.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import Any

from django.conf import settings
from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from sessions.limits import spend
from sessions.models import Game
from sessions.selectors.clock import Clock, table_clock
from sessions.services.links import LinkRevoked, LinkUnknown, Role, open_link

View = Callable[..., HttpResponse]

COOKIE = "tables"
REMEMBERED = 12
YEAR = 365 * 24 * 3600
CODE = 10
"""A link begins with the game's code, which is this long; then comes the role's letter."""


class Forbidden(Exception):
    """The link shows the table but does not write."""

    def __init__(self, game: Game) -> None:
        self.game = game
        super().__init__(game.code)


@dataclass(frozen=True, slots=True)
class Table:
    """A game, seen through a link."""

    game: Game
    role: Role
    link: str

    @property
    def may_write(self) -> bool:
        return self.role is Role.WRITE

    @property
    def url(self) -> str:
        """Where the table is."""
        return address("board", self.link)

    @property
    def clock(self) -> Clock | None:
        """The table's clock, begun or not; none where it has none."""
        return table_clock(self.game)

    @property
    def is_open(self) -> bool:
        return self.game.status == Game.Status.OPEN


@lru_cache(maxsize=4096)
def address(page: str, link: str, *args: Any) -> str:
    """Where a page of the table is that this link opens. A table's screen leads to two dozen, the
    same ones each time."""
    return reverse(f"table:{page}", args=(link, *args))


def table(request: HttpRequest, link: str, *, write: bool = False) -> Table:
    """The table this link opens. ``LinkUnknown``, ``LinkRevoked``, or ``Forbidden`` where ``write``
    is asked of a watching link."""
    game, role = open_link(link)
    if write and role is not Role.WRITE:
        raise Forbidden(game)
    return Table(game=game, role=role, link=link)


def opens_table(view: View) -> View:
    """Turn a link that does not open into a page that says so, and remember one that does."""

    @wraps(view)
    def wrapped(request: HttpRequest, link: str, **kwargs: Any) -> HttpResponse:
        try:
            response = view(request, link, **kwargs)
        except LinkUnknown:
            spend(request, "link")
            return _closed_door(request, 404, _("No table has this link. Is it complete?"))
        except LinkRevoked as error:
            response = _closed_door(
                request, 403, _("This link was replaced by a new one."), game=error.game
            )
            forget(request, response, link)
            return response
        except Forbidden as error:
            return _closed_door(
                request, 403, _("This link only watches."), game=error.game, watch=link
            )
        remember(request, response, link)
        return response

    return wrapped


def _closed_door(
    request: HttpRequest,
    status: int,
    message: str,
    game: Game | None = None,
    watch: str | None = None,
) -> HttpResponse:
    """``403.html`` or ``404.html`` with ``message``; ``game`` when the visitor once held its key
    (take-over is offered), ``watch`` the link that still shows the table. A phone that asked for
    part of a page loads the whole page anew."""
    context = {"message": message, "game": game, "watch": watch}
    response = render(request, f"{status}.html", context, status=status)
    if request.headers.get("HX-Request"):
        response["HX-Refresh"] = "true"
    return response


def takes_posts(back: str | Callable[[HttpRequest, str], str]) -> Callable[[View], View]:
    """The view changes something: it answers to POST alone.

    A GET for its address is a page that was shown in answer to a POST and is asked for again (a
    phone brings back a tab, a link is passed on). It is led to the page of this name, where the
    form is; ``back`` may work out the address from the request and the link.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(request: HttpRequest, link: str, **kwargs: Any) -> HttpResponse:
            if request.method == "POST":
                return view(request, link, **kwargs)
            if request.method not in ("GET", "HEAD"):
                return HttpResponseNotAllowed(["POST"])
            address = reverse(back, args=(link,)) if isinstance(back, str) else back(request, link)
            return HttpResponseRedirect(address)

        return wrapped

    return decorate


# -- the tables this phone has opened ------------------------------------------------------------


def remembered(request: HttpRequest) -> list[str]:
    """Links of the tables this phone has opened, newest first, one for each game."""
    try:
        kept = request.get_signed_cookie(COOKIE, default="", salt=COOKIE)
    except BadSignature:
        return []
    return kept.split(".") if kept else []


def remember(request: HttpRequest, response: HttpResponse, link: str) -> None:
    """Put a link first. A writing link stays when the same table is only looked at."""
    kept = remembered(request)
    same = [other for other in kept if other[:CODE] == link[:CODE]]
    best = next((other for other in [link, *same] if other[CODE] == Role.WRITE), link)
    _keep(response, kept, [best, *(other for other in kept if other not in same)])


def forget(request: HttpRequest, response: HttpResponse, *links: str) -> None:
    """Drop links that open nothing any more."""
    kept = remembered(request)
    _keep(response, kept, [link for link in kept if link not in links])


def forget_all(response: HttpResponse) -> None:
    """Nothing of any table stays on this phone: no link, no page kept for the day without network.
    A browser clears what scripts have kept only where it is asked by HTTPS."""
    response.delete_cookie(COOKIE, samesite="Lax")
    response["Clear-Site-Data"] = '"cache", "storage"'


def _keep(response: HttpResponse, before: list[str], after: list[str]) -> None:
    after = after[:REMEMBERED]
    if after != before:
        response.set_signed_cookie(
            COOKIE,
            ".".join(after),
            salt=COOKIE,
            max_age=YEAR,
            httponly=True,
            samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )
