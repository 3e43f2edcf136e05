"""Putting right who sits where: swap, rename, substitute, and where the game began."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.errors import ScoringError
from sessions.forms.fields import open_at_first_wrong
from sessions.forms.players import RenameForm, SubstituteForm, SwapForm
from sessions.forms.start import PositionForm
from sessions.selectors.history import Story, story
from sessions.services.changes import (
    Closed,
    Repeated,
    Stale,
    substitute,
    swapped,
    with_start,
)
from sessions.services.games import rename
from sessions.views.access import Table, opens_table, table, takes_posts
from sessions.views.plans import Change, decide, refused
from sessions.views.table import version
from sessions.words import error_text


@never_cache
@require_safe
@opens_table
def players(request: HttpRequest, link: str) -> HttpResponse:
    """Who sits where, and what can be put right."""
    seen = table(request, link, write=True)
    return _page(request, seen, story(seen.game))


@never_cache
@takes_posts("table:players")
@opens_table
def swap(request: HttpRequest, link: str) -> HttpResponse:
    """Two sat in each other's seats. What it does to the hands is shown before it is saved."""
    seen = table(request, link, write=True)
    told = story(seen.game)
    form = SwapForm(request.POST, names=told.seating.names)
    if not form.is_valid():
        return _page(request, seen, told, 422, swap=form)
    one, other = form.cleaned_data["one"], form.cleaned_data["other"]
    follow = form.cleaned_data["follow"] == "hands"
    asked = Change(
        kind="swap",
        edit=swapped(one, other, hands_follow=follow),
        title=_("{one} and {other} change places").format(
            one=told.seating.names[one], other=told.seating.names[other]
        ),
        fields=_fields(form),
        seated=told.seating.swapped(one, other),
        ask=True,
    )
    return decide(request, seen, asked, reverse("table:players", args=[link]))


@never_cache
@takes_posts("table:players")
@opens_table
def begin(request: HttpRequest, link: str) -> HttpResponse:
    """The game began elsewhere: another round, honba, sticks or scores."""
    seen = table(request, link, write=True)
    told = story(seen.game)
    form = _position(told, request.POST)
    if not form.is_valid():
        return _page(request, seen, told, 422, position=form)
    asked = Change(
        kind="start",
        edit=with_start(form.start()),
        title=_("The game begins elsewhere"),
        fields=_fields(form),
        ask=bool(told.replay.steps),
    )
    try:
        return decide(request, seen, asked, reverse("table:players", args=[link]))
    except ScoringError as error:
        if not form.refuse(error):
            form.add_error(None, error_text(error))
        return _page(request, seen, told, 422, position=form)


@never_cache
@takes_posts("table:players")
@opens_table
def put_in(request: HttpRequest, link: str) -> HttpResponse:
    """A substitute takes over a seat, from the next hand or from an earlier one."""
    seen = table(request, link, write=True)
    told = story(seen.game)
    form = _substitute(told, request.POST)
    if not form.is_valid():
        return _page(request, seen, told, 422, substitute=form)
    back = reverse("table:players", args=[link])
    try:
        substitute(
            seen.game,
            form.cleaned_data["seat"],
            form.cleaned_data["name"],
            from_round=form.cleaned_data["from_round"],
            counts=form.cleaned_data["counts"] == "sits",
            version=version(request),
            token=request.POST.get("token"),
        )
    except ScoringError as error:
        form.add_error("name" if error.field == "player" else None, error_text(error))
        return _page(request, seen, told, 422, substitute=form)
    except Stale:
        form.add_error(None, _("Someone recorded a hand meanwhile. Look again before you save."))
        return _page(request, seen, story(seen.game), 409, substitute=form)
    except Closed:
        return refused(request, seen, _("This game is closed. Reopen it to change it."), back, 409)
    except Repeated:
        pass
    return redirect(back)


@never_cache
@takes_posts("table:players")
@opens_table
def call(request: HttpRequest, link: str) -> HttpResponse:
    """Correct a name."""
    seen = table(request, link, write=True)
    told = story(seen.game)
    form = RenameForm(request.POST, names=told.seating.names)
    if not form.is_valid():
        return _page(request, seen, told, 422, rename=form)
    try:
        rename(seen.game, form.cleaned_data["seat"], form.cleaned_data["name"])
    except ScoringError as error:
        form.add_error("name", error_text(error))
        return _page(request, seen, told, 422, rename=form)
    return redirect("table:players", link)


# -- the page -------------------------------------------------------------------------------------


def _page(
    request: HttpRequest, seen: Table, told: Story, status: int = 200, **typed: Any
) -> HttpResponse:
    """The page, with the one form that was refused as it was typed."""
    open_at_first_wrong(*typed.values())
    names = told.seating.names
    renames = [RenameForm(None, names=names, seat=seat) for seat in range(len(names))]
    winds = [told.variety.wind_name(seat, _) for seat in range(len(names))]
    if wrong := typed.get("rename"):
        seat = wrong["seat"].value()
        if str(seat).isdecimal() and int(seat) < len(renames):
            renames[int(seat)] = wrong
    context = {
        "seen": seen,
        "told": told,
        "swap": typed.get("swap") or SwapForm(None, names=names),
        "substitute": typed.get("substitute") or _substitute(told),
        "renames": list(zip(winds, renames, strict=True)),
        "position": typed.get("position") or _position(told),
        "typed": next(iter(typed), ""),
        "token": uuid4(),
    }
    return render(request, "pages/players.html", context, status=status)


def _substitute(told: Story, data: Any = None) -> SubstituteForm:
    """The next hand first, then the earlier ones, newest first."""
    played = len(told.replay.steps)
    rounds = [(played + 1, _("the next hand"))]
    rounds += [
        (n, _("hand {n}, {round}").format(n=n, round=told.mark(n))) for n in range(played, 0, -1)
    ]
    return SubstituteForm(data, names=told.seating.now, rounds=rounds)


def _position(told: Story, data: Any = None) -> PositionForm:
    return PositionForm(
        data,
        variety=told.variety,
        rules=told.replay.rules,
        names=told.seating.names,
        start=told.game.start,
    )


def _fields(form: Any) -> list[tuple[str, str]]:
    """What was typed, to be carried through the question."""
    return [(form.add_prefix(name), form[name].value() or "") for name in form.fields]
