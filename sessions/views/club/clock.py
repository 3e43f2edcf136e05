"""The clock of all tables of a club night."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.errors import ScoringError
from scoring.figures import read
from sessions.models import ClubRole, Evening
from sessions.selectors.clock import read_clock
from sessions.selectors.evenings import title
from sessions.services.changes import Stale
from sessions.services.night_clock import limit, stamp, touch_all
from sessions.views.club.access import Visit, for_role
from sessions.views.club.night import of_night
from sessions.words import error_text

MORE = (1, 5, 10)
"""Minutes that are one tap."""


@require_http_methods(["GET", "HEAD", "POST"])
@for_role(ClubRole.SCOREKEEPER)
@of_night
def clock(request: HttpRequest, visit: Visit, evening: Evening) -> HttpResponse:
    """How long all tables still have; ``do``: run, pause, add or put (``minutes``), away."""
    if request.method != "POST":
        return _page(request, visit, evening)
    typed = request.POST.get("minutes", "")
    try:
        touch_all(
            evening,
            request.POST.get("do", ""),
            minutes=_minutes(typed),
            seen=request.POST.get("seen", ""),
        )
    except ScoringError as error:
        return _page(request, visit, evening, 422, error=error_text(error), typed=typed)
    except Stale:
        return _page(request, visit, evening, 409, note=_("Another phone was faster."))
    return redirect("club:night_clock", visit.club.slug, evening.pk)


def _minutes(typed: str) -> int:
    try:
        return read(typed)
    except ValueError:
        return 0


def _page(
    request: HttpRequest, visit: Visit, evening: Evening, status: int = 200, **said: Any
) -> HttpResponse:
    evening.refresh_from_db(fields=("clock",))
    context = {
        "visit": visit,
        "evening": evening,
        "title": title(evening),
        "clock": read_clock(evening.clock),
        "stamp": stamp(evening),
        "typed": limit(evening) or "",
        "more": MORE,
        **said,
    }
    return render(request, "club/night/clock.html", context, status=status)
