"""The table's clock."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.errors import ScoringError
from scoring.figures import read
from sessions.selectors.clock import Clock, table_clock, this_moment
from sessions.selectors.history import story
from sessions.services.changes import Stale
from sessions.services.clocks import touch
from sessions.views.access import Table, opens_table, table, takes_posts
from sessions.words import error_text

MORE = (1, 5, 10)
"""Minutes that are one tap."""


@never_cache
@require_safe
@opens_table
def clock(request: HttpRequest, link: str) -> HttpResponse:
    """How long there still is; start, pause, extra time, the bell of this phone."""
    return _page(request, table(request, link))


@never_cache
@takes_posts("table:clock")
@opens_table
def clock_touch(request: HttpRequest, link: str) -> HttpResponse:
    """``do``: run, pause, add or put (``minutes``), away."""
    seen = table(request, link, write=True)
    typed = request.POST.get("minutes", "")
    try:
        touch(
            seen.game,
            request.POST.get("do", ""),
            minutes=_minutes(typed),
            seen=request.POST.get("seen", ""),
        )
    except ScoringError as error:
        return _page(request, seen, 422, error=error_text(error), typed=typed)
    except Stale:
        return _page(request, seen, 409, note=_("Another phone was faster."))
    return redirect("table:clock", link)


def _minutes(typed: str) -> int:
    try:
        return read(typed)
    except ValueError:
        return 0


def _page(request: HttpRequest, seen: Table, status: int = 200, **said: Any) -> HttpResponse:
    told = story(seen.game)
    shown = table_clock(seen.game)
    context = {
        "seen": seen,
        "clock": shown,
        "stamp": (shown or Clock(0, None, this_moment())).stamp,
        "time_up": told.variety.time_up(told.replay.rules, told.replay.state, _),
        "over": told.replay.state.finished,
        "more": MORE,
        **said,
    }
    return render(request, "pages/clock.html", context, status=status)
