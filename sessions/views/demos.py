"""A game to play with, one tap from home, and how to be rid of it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.varieties import VARIETIES
from sessions.limits import spend
from sessions.services.demos import NoDemo, open_demo, throw_away
from sessions.views.access import opens_table, table, takes_posts
from sessions.views.table import show_board


@require_http_methods(["GET", "HEAD", "POST"])
def demo(request: HttpRequest) -> HttpResponse:
    """A demo of the variety that was posted; whoever only looks here is led home."""
    variety = request.POST.get("variety", "")
    if variety not in VARIETIES:
        return redirect("table:home")
    spend(request, "start")
    return redirect("table:board", open_demo(variety).write)


@takes_posts("table:board")
@opens_table
def thrown_away(request: HttpRequest, link: str) -> HttpResponse:
    """Throw a demo away and go home; a game that is none stays as it is."""
    seen = table(request, link, write=True)
    try:
        throw_away(seen.game)
    except NoDemo:
        return show_board(request, seen, notice=_("This is no demo: it stays."), status=409)
    return redirect("table:home")
