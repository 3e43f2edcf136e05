"""The turns of a club night: draw, put right by hand, start."""

from __future__ import annotations

from contextlib import suppress

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.errors import ScoringError
from sessions.forms.night import DrawForm, SwapForm
from sessions.models import ClubRole, Draw, Evening
from sessions.selectors.evenings import DrawView, drawn, title
from sessions.services import turns as service
from sessions.services.evenings import new_table
from sessions.services.turns import Overtaken
from sessions.views.club.access import Visit, for_role
from sessions.views.club.night import night_posts, of_night
from sessions.views.club.refusals import explained
from sessions.words import error_text


@require_http_methods(["GET", "HEAD", "POST"])
@for_role(ClubRole.SCOREKEEPER)
@of_night
def draw(request: HttpRequest, visit: Visit, evening: Evening) -> HttpResponse:
    """Draw the next tables, and look at what was drawn."""
    if request.method != "POST":
        return _draw_page(request, visit, evening)
    form = DrawForm(request.POST, rotates=True)
    if form.is_valid():
        kind, custom = form.chosen()
        try:
            service.draw(evening, kind, custom=custom)
        except ScoringError as error:
            form.add_error("kind", explained(visit.club, error))
        else:
            return redirect("club:night_draw", visit.club.slug, evening.pk)
    return _draw_page(request, visit, evening, form=form, status=422)


@for_role(ClubRole.SCOREKEEPER)
@of_night
@night_posts("club:night_draw")
def swap(request: HttpRequest, visit: Visit, evening: Evening, draw: int) -> HttpResponse:
    """Two who were drawn change places."""
    seen = _waiting(evening)
    if seen is None or seen.draw.pk != draw:
        return _overtaken(request, visit, evening)
    form = SwapForm(request.POST, everybody=seen.everybody())
    if form.is_valid():
        try:
            service.swap(seen.draw, form.cleaned_data["one"], form.cleaned_data["other"])
        except ScoringError as error:
            form.add_error("other", error_text(error))
        except Overtaken:
            return _overtaken(request, visit, evening)
        else:
            return redirect("club:night_draw", visit.club.slug, evening.pk)
    return _draw_page(request, visit, evening, swap=form, status=422)


@for_role(ClubRole.SCOREKEEPER)
@of_night
@night_posts("club:night_draw")
def start(request: HttpRequest, visit: Visit, evening: Evening, draw: int) -> HttpResponse:
    """Open the tables that were drawn."""
    waiting = Draw.objects.filter(evening=evening, pk=draw).first()
    if waiting is None:
        return _overtaken(request, visit, evening)
    try:
        service.start(waiting, visit.user)
    except ScoringError as error:
        return _draw_page(request, visit, evening, wrong=error_text(error), status=422)
    except Overtaken:
        return _overtaken(request, visit, evening)
    return redirect("club:night_keys", visit.club.slug, evening.pk)


def _overtaken(request: HttpRequest, visit: Visit, evening: Evening) -> HttpResponse:
    """Someone else has drawn anew or started the tables: look again."""
    wrong = _("Someone else has drawn anew or started these tables.")
    return _draw_page(request, visit, evening, wrong=wrong, status=409)


def _waiting(evening: Evening) -> DrawView | None:
    """The draw that is not started, where it can be under the rules as they are."""
    waiting = evening.draws.filter(started=None).first()
    with suppress(ScoringError):
        return drawn(waiting, new_table(evening)) if waiting else None
    return None


def _draw_page(
    request: HttpRequest,
    visit: Visit,
    evening: Evening,
    *,
    form: DrawForm | None = None,
    swap: SwapForm | None = None,
    wrong: str = "",
    status: int = 200,
) -> HttpResponse:
    try:
        table = new_table(evening)
    except ScoringError as error:
        table, wrong = None, error_text(error)
    seen = _waiting(evening)
    here = service.free_players(evening)
    seats = table.variety.players(table.frozen_rules()) if table else 0
    rotates = evening.draws.filter(started__isnull=False).exists()
    context = {
        "visit": visit,
        "evening": evening,
        "title": title(evening),
        "seen": seen,
        "form": form or DrawForm(rotates=rotates),
        "swap": swap or (SwapForm(everybody=seen.everybody()) if seen else None),
        "wrong": wrong,
        "free": len(here),
        "seats": seats,
        "tables": len(here) // seats if seats else 0,
        "over": len(here) % seats if seats else 0,
    }
    return render(request, "club/night/draw.html", context, status=status)
