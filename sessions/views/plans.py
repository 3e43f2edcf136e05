"""Changing what was recorded: look first, then save. Shared by hands, players and the start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from sessions.selectors.history import Story, story
from sessions.selectors.plan import Subject, outlook
from sessions.selectors.seating import Seating
from sessions.services.changes import (
    Closed,
    Edit,
    Locked,
    NeedsConsent,
    NothingToDo,
    Plan,
    Repeated,
    Stale,
    change,
    plan,
    version_after,
)
from sessions.views.access import Table
from sessions.views.table import version
from sessions.words import error_text


@dataclass(frozen=True, slots=True)
class Change:
    """A change somebody asked for. ``fields`` are carried through the question to the answer."""

    kind: str
    edit: Edit
    title: str
    subject: Subject = field(default_factory=Subject)
    fields: Sequence[tuple[str, str]] = ()
    seated: Seating | None = None
    """Who sits where afterwards, where that is what changes."""
    ask: bool = False
    """Ask even where nothing else changes."""


def decide(request: HttpRequest, seen: Table, asked: Change, back: str) -> HttpResponse:
    """Save a change that touches nothing else, or show what it would do and ask first.

    ``back`` is the address to return to. A later hand that no longer fits is named, and nothing is
    saved. ``ScoringError`` where what was entered is itself wrong.
    """
    told = story(seen.game)
    try:
        if "confirm" not in request.POST:
            if _overtaken(request, seen):
                return _again(request, seen, asked, back)
            looked = _look(told, plan(seen.game, asked.edit), asked)
            if asked.ask or not looked["outlook"].quiet:
                return _ask(request, seen, asked, back, looked)
        change(
            seen.game,
            asked.kind,
            asked.edit,
            version=version(request),
            token=request.POST.get("token"),
            consent="consent" in request.POST,
        )
    except NeedsConsent as error:
        looked = _look(told, error.plan, asked)
        return _ask(request, seen, asked, back, looked, needs_consent=True, status=422)
    except Stale:
        return _again(request, seen, asked, back)
    except Closed:
        return refused(request, seen, _("This game is closed. Reopen it to change it."), back, 409)
    except Locked as error:
        return refused(request, seen, error_text(error), back, 422)
    except (Repeated, NothingToDo):
        pass
    except ScoringError as error:
        return _no_longer_fits(request, seen, told, asked, back, error)
    return redirect(back)


def _overtaken(request: HttpRequest, seen: Table) -> bool:
    """Whether others have written since this page was shown: hand 4 on it may be another by now."""
    token = request.POST.get("token")
    done = bool(token) and version_after(token) is not None
    return version(request) != seen.game.version and not done


def _look(told: Story, planned: Plan, asked: Change) -> dict[str, Any]:
    return {"outlook": outlook(told, planned, asked.subject, asked.seated)}


def _ask(
    request: HttpRequest,
    seen: Table,
    asked: Change,
    back: str,
    context: Mapping[str, Any],
    *,
    needs_consent: bool = False,
    stale: bool = False,
    status: int = 200,
) -> HttpResponse:
    shown = {
        **context,
        "seen": seen,
        "asked": asked,
        "back": back,
        "token": uuid4(),
        "needs_consent": needs_consent,
        "stale": stale,
    }
    return render(request, "pages/plan.html", shown, status=status)


def _again(request: HttpRequest, seen: Table, asked: Change, back: str) -> HttpResponse:
    """Somebody wrote meanwhile: look again, at the game as it is now."""
    told = story(seen.game)
    try:
        looked = _look(told, plan(seen.game, asked.edit), asked)
    except ScoringError as error:
        return _no_longer_fits(request, seen, told, asked, back, error)
    return _ask(request, seen, asked, back, looked, stale=True, status=409)


def _no_longer_fits(
    request: HttpRequest, seen: Table, told: Story, asked: Change, back: str, error: ScoringError
) -> HttpResponse:
    """A later hand contradicts the change; other errors are for the form that was filled in."""
    where, _dot, rest = error.field.partition(".")
    if where != "rounds" or not told.replay.steps:
        raise error
    new_number = int(rest.split(".")[0]) + 1
    number = asked.subject.old_number(new_number)
    number = min(max(number, 1), len(told.replay.steps))
    context = {
        "mark": told.mark(number),
        "sentence": told.sentence(number),
        "why": error_text(error, (asked.seated or told.seating).at(new_number)),
    }
    return refused(request, seen, _("A later hand no longer fits"), back, 422, context)


def refused(
    request: HttpRequest,
    seen: Table,
    message: str,
    back: str,
    status: int,
    context: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """A page that says why nothing was saved."""
    shown = {"seen": seen, "message": message, "back": back, **(context or {})}
    return render(request, "pages/refused.html", shown, status=status)
