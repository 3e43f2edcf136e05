"""The hands of a game: read them, edit one, take one out, put a forgotten one in."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.errors import ScoringError
from scoring.forms import FORMS, RoundForm, templates
from scoring.game import Outcome
from sessions.selectors.history import history, score_sheet, story
from sessions.selectors.plan import Subject
from sessions.services.changes import deleted, inserted, replaced
from sessions.views.access import Table, opens_table, table, takes_posts
from sessions.views.entry import Place, anew, read_round, show_refused
from sessions.views.plans import Change, decide, refused
from sessions.words import error_text

KINDS = {
    "win": gettext_noop("Win"),
    "draw": gettext_noop("Draw"),
    "abort": gettext_noop("Broken off"),
    "penalty": gettext_noop("Penalty"),
    "adjust": gettext_noop("Correction"),
    "end": gettext_noop("End"),
}


@never_cache
@require_safe
@opens_table
def hands(request: HttpRequest, link: str) -> HttpResponse:
    """Every hand as a sentence, newest first."""
    seen = table(request, link)
    told = story(seen.game)
    return render(request, "pages/hands.html", {"seen": seen, "hands": history(told)})


@never_cache
@require_safe
@opens_table
def sheet(request: HttpRequest, link: str) -> HttpResponse:
    """Every hand in figures, as one would keep it on paper."""
    seen = table(request, link)
    told = story(seen.game)
    context = {
        "seen": seen,
        "names": told.seating.now,
        "lines": score_sheet(told),
        "rows": told.variety.sheet(told.replay),
        "body": templates(seen.game.variety_key, "_sheet.html"),
    }
    return render(request, "pages/sheet.html", context)


@never_cache
@require_safe
@opens_table
def hand(request: HttpRequest, link: str, number: int) -> HttpResponse:
    """One hand, what it paid, and what can be done about it."""
    seen = table(request, link)
    told = story(seen.game)
    if not 1 <= number <= len(told.replay.steps):
        raise Http404
    step = told.replay.steps[number - 1]
    names = told.seating.at(number)
    context = {
        "seen": seen,
        "number": number,
        "mark": told.mark(number),
        "sentence": told.sentence(number),
        "edited": number in told.edited,
        "kind": step.outcome.kind,
        "kinds": [
            (form.kind, _(KINDS[form.kind])) for form in FORMS.get(seen.game.variety_key, ())
        ],
        "winners": _winners(step.outcome, names),
        "wins": [(names[win.winner], win) for win in step.wins if win.explanation],
        "explained": templates(seen.game.variety_key, "_explain.html"),
        "rows": list(zip(names, step.deltas, step.after.scores, strict=True)),
        "token": uuid4(),
    }
    return render(request, "pages/hand.html", context)


def _winners(outcome: Outcome, names: Sequence[str]) -> list[tuple[int, str, bool]]:
    """Who may have won instead, where one player won: seat, name, and whether it was they."""
    if len(outcome.wins) != 1:
        return []
    return [(seat, name, seat == outcome.wins[0].winner) for seat, name in enumerate(names)]


@never_cache
@takes_posts(anew)
@opens_table
def hand_edit(request: HttpRequest, link: str, number: int) -> HttpResponse:
    """Hand ``number`` was otherwise, or one before it was forgotten (``insert``).

    First the entry form comes here; then, if something else changes by it (or somebody wants to
    ``look`` first), the answer to the question with the ``outcome`` as a round of the game record.
    """
    seen = table(request, link, write=True)
    place = Place(number, added="insert" in request.POST)
    if "outcome" in request.POST:
        return _edit(request, seen, place, _read(request.POST["outcome"]))
    form = read_round(request, story(seen.game), place)
    try:
        return _edit(request, seen, place, form.outcome(), form)
    except ScoringError as error:
        return show_refused(request, seen, form, error, place)


def _edit(
    request: HttpRequest,
    seen: Table,
    place: Place,
    outcome: Mapping[str, Any],
    form: RoundForm | None = None,
) -> HttpResponse:
    number = place.number or 0
    fields = [("outcome", json.dumps(outcome, ensure_ascii=False))]
    if place.added:
        kind, edit, title = "insert", inserted(number, outcome), _("A hand is put in")
        fields.append(("insert", "1"))
    else:
        kind, edit, title = "edit", replaced(number, outcome), _("A hand is edited")
    subject = Subject(number, int(place.added))
    back, counted = _came_from(request, seen)
    asked = Change(kind, edit, title, subject, fields + counted, ask="look" in request.POST)
    try:
        return decide(request, seen, asked, back)
    except ScoringError as error:
        if form is not None:
            raise
        return refused(request, seen, error_text(error), back, 422)


def _came_from(request: HttpRequest, seen: Table) -> tuple[str, list[tuple[str, str]]]:
    """Where to return to, and what is carried along for it: the hands, or the count of the sticks
    that has found the slip."""
    names = (f"score{seat}" for seat in range(len(seen.game.scores)))
    counted = [(name, request.POST[name]) for name in names if name in request.POST]
    if not counted:
        return reverse("table:hands", args=[seen.link]), []
    return f"{reverse('table:count', args=[seen.link])}?{urlencode(counted)}", counted


def _read(text: str) -> Mapping[str, Any]:
    """The round that the question carried along. Whatever it is, the engine checks it."""
    try:
        outcome = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return outcome if isinstance(outcome, dict) else {}


@never_cache
@takes_posts("table:hands")
@opens_table
def hand_delete(request: HttpRequest, link: str, number: int) -> HttpResponse:
    """Hand ``number`` was never played."""
    seen = table(request, link, write=True)
    back, counted = _came_from(request, seen)
    title, subject = _("A hand is taken out"), Subject(number, -1)
    asked = Change("delete", deleted(number), title, subject, counted, ask=True)
    try:
        return decide(request, seen, asked, back)
    except ScoringError as error:
        return refused(request, seen, error_text(error), back, 422)
