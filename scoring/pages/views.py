"""What scoring answers by itself, without a game: the preview of a round."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from scoring.errors import ScoringError
from scoring.forms import FORMS, draft, round_form, templates, unseal
from scoring.pages import calculator
from scoring.pages.tables import TABLES
from scoring.pages.train import TRAINERS
from scoring.varieties import VARIETIES


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Calculator, score tables and trainer of every game."""
    doors = [
        (kind, kind.key in FORMS, kind.key in TABLES, kind.key in TRAINERS)
        for kind in VARIETIES.values()
    ]
    return render(request, "table/scores.html", {"doors": doors})


@csrf_exempt
@require_POST
def preview(request: HttpRequest) -> HttpResponse:
    """What recording this form would do, and its pads with what is possible now. Stores nothing:
    all it must know of the table comes with the form, and it needs no token of ours."""
    if "calculator" in request.POST:
        return calculator.answer(request)
    try:
        position = unseal(request.POST.get("position", ""))
    except ScoringError as error:
        return render(request, "table/_broken.html", {"message": error.text((), _)}, status=422)
    form_class = round_form(position.variety.key, request.POST.get("kind", ""))
    shown = draft(form_class(position, request.POST), request.POST.get("why", ""))
    context = {
        "draft": shown,
        "form": shown.form,
        "correcting": request.POST.get("place"),
        "body": templates(position.variety.key, f"_{form_class.kind}.html"),
        "preview": True,
    }
    return render(request, "table/_preview.html", context)
