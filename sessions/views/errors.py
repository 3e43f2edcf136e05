"""What Django asks for when something is wrong."""

from __future__ import annotations

import sys
from urllib.parse import urlsplit

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from sessions.views.access import opens_table, table
from sessions.views.entry import anew
from sessions.views.table import show_board

ROUNDS = ("record", "hand_edit")
"""Where the form of a round is sent to."""
TABLE = ("record", "riichi", "undo", "redo")
"""What is tapped on the table's screen and answered in its place."""


RETRY = 5
"""Seconds after which a phone may ask a database in trouble again."""


def broken(request: HttpRequest) -> HttpResponse:
    """An error nobody foresaw: 500. A database that is full, locked or gone for a moment is none:
    503, and a phone keeps its hand and sends it again. Rendered without the request, for nothing
    may be read now."""
    if not isinstance(sys.exc_info()[1], OperationalError | InterfaceError):
        return HttpResponse(render_to_string("500.html"), status=500)
    page = render_to_string("503.html")
    return HttpResponse(page, status=503, headers={"Retry-After": RETRY})


def missing(request: HttpRequest, exception: Exception) -> HttpResponse:
    """There is no such page. Django's own looks at the form that was sent there, which may be one
    that cannot be read, and then breaks."""
    return render(request, "404.html", status=404)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form from a page that was open too long, or a browser that keeps no cookies. The form of a
    round is offered again as it was typed: it needs no more than another tap."""
    match = request.resolver_match
    name = match.url_name if match and match.namespaces == ["table"] else None
    link = match.kwargs.get("link", "") if match else ""
    typed = anew(request, link) if name in ROUNDS and "kind" in request.POST else ""
    if name in TABLE and request.headers.get("HX-Request"):
        return _board_again(request, link, typed=typed)
    came = urlsplit(request.headers.get("Referer", ""))
    here = came.netloc == request.get_host() and came.path
    back = f"{came.path}?{came.query}".rstrip("?") if here else request.path
    return render(request, "csrf.html", {"back": typed or back}, status=403)


@opens_table
def _board_again(request: HttpRequest, link: str, typed: str) -> HttpResponse:
    late = _("This page was open too long. Tap again; if that does not help, allow cookies.")
    return show_board(request, table(request, link), notice=late, kept=typed, status=403)
