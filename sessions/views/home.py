"""The way in: tables this phone knows, joining one, starting one."""

from __future__ import annotations

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.pages.tables import TABLES, address
from scoring.varieties import VARIETIES
from sessions.limits import spend
from sessions.selectors.clubs import clubs_of
from sessions.selectors.games import known_games
from sessions.services.links import CODE, LinkRevoked, LinkUnknown, open_link
from sessions.views.access import forget, remembered

PATH = re.compile(r"/g/([^/\s?#]+)")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def home(request: HttpRequest) -> HttpResponse:
    """What goes on, join, start. A post is what was typed to join."""
    if request.method == "POST":
        return _join(request, request.POST.get("where", "").strip())
    chosen = request.GET.get("variety", "")
    if chosen in VARIETIES:
        return redirect("table:new", chosen)
    return _page(request)


def _join(request: HttpRequest, where: str) -> HttpResponse:
    """Go where a link or a game's code leads; otherwise say what is wrong with it."""
    if CODE.fullmatch(where.lower()):
        response = redirect("table:take_over")
        response["Location"] += f"?code={where.lower()}"
        return response
    found = PATH.search(where)
    link = found.group(1) if found else where
    try:
        open_link(link)
    except LinkUnknown:
        spend(request, "link")
        error = _("No table has this link or code. Is it complete?")
        return _page(request, where=where, error=error, status=422)
    except LinkRevoked:
        pass  # its own page says so, and offers the way back in
    return redirect("table:board", link)


def _page(
    request: HttpRequest, where: str = "", error: str = "", status: int = 200
) -> HttpResponse:
    links = remembered(request)
    games = known_games(links)
    context = {
        "going_on": [game for game in games if game.state != "over"],
        "over": [game for game in games if game.state == "over"],
        "clubs": clubs_of(request.user) if request.user.is_authenticated else (),
        "varieties": VARIETIES.values(),
        "where": where,
        "error": error,
    }
    response = render(request, "pages/home.html", context, status=status)
    forget(request, response, *(set(links) - {game.link for game in games}))
    return response


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """How to record a hand, and where to look things up."""
    context = {
        "tables": [
            (kind, address(key, kind.default_preset, {}, request.path))
            for key, kind in VARIETIES.items()
            if key in TABLES
        ],
    }
    return render(request, "pages/help.html", context)
