"""What everybody needs in the hand being played."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.forms import templates
from sessions.selectors.history import story
from sessions.views.access import opens_table, table


@never_cache
@require_safe
@opens_table
def needs(request: HttpRequest, link: str) -> HttpResponse:
    """Per player and place the cheapest win, and what an exhaustive draw would do. A game that is
    over needs nothing: its table says so."""
    seen = table(request, link)
    told = story(seen.game)
    if not told.variety.answers_needs:
        raise Http404
    names = told.seating.at(len(told.replay.steps) + 1)
    declared = tuple(seen.game.declared)
    found = told.variety.needs(told.replay.rules, told.replay.state, declared, names, gettext)
    if found is None:
        return redirect("table:board", link)
    context = {
        "seen": seen,
        "round_text": told.variety.round_text(told.replay.state, gettext),
        "needs": found,
        "body": templates(told.variety.key, "_needs.html"),
    }
    return render(request, "pages/needs.html", context)
