"""The end of a game: settlement, chips, who agrees, what is sent round, the rematch."""

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
from sessions.forms.players import ChipsForm
from sessions.selectors.history import Story, story
from sessions.selectors.result import heading, result_sheet, result_text
from sessions.selectors.seating import seating
from sessions.services.changes import (
    Closed,
    NothingToDo,
    Repeated,
    Stale,
    change,
    close,
    end,
    reopen,
    sign,
    with_chips,
)
from sessions.services.games import keys_again, rematch
from sessions.services.seats import draw
from sessions.views.access import Table, opens_table, table, takes_posts
from sessions.views.homeward import home_of
from sessions.views.keys import hand_over
from sessions.views.seats import seat_map
from sessions.views.table import version
from sessions.words import error_text


@never_cache
@require_safe
@opens_table
def result(request: HttpRequest, link: str) -> HttpResponse:
    """The settlement; while the game goes on, how to end it."""
    seen = table(request, link)
    return _page(request, seen)


@never_cache
@require_safe
@opens_table
def as_text(request: HttpRequest, link: str) -> HttpResponse:
    """The result to send in a message."""
    told = story(table(request, link).game)
    sheet = result_sheet(told)
    text = result_text(told, sheet) if sheet else _("This game is not over.") + "\n"
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@never_cache
@takes_posts("table:result")
@opens_table
def finish(request: HttpRequest, link: str) -> HttpResponse:
    """End a game by agreement or by the clock (``reason``): it stays open, to be settled and
    signed. Or lock one that is over."""
    seen = table(request, link, write=True)
    reason, token = request.POST.get("reason"), request.POST.get("token")
    try:
        if reason:
            end(seen.game, reason=reason, version=version(request), token=token)
        else:
            close(seen.game, reason="agreed", version=version(request), token=token)
    except Stale:
        return _page(request, seen, 409, note=_meanwhile())
    except ScoringError as error:
        return _page(request, seen, 422, note=error_text(error))
    except (Closed, Repeated):
        pass
    return redirect("table:result", link)


@never_cache
@takes_posts("table:result")
@opens_table
def go_on(request: HttpRequest, link: str) -> HttpResponse:
    """Unlock a closed game."""
    seen = table(request, link, write=True)
    try:
        reopen(seen.game)
    except NothingToDo:
        pass
    except ScoringError as error:
        return _page(request, seen, 422, note=error_text(error))
    return redirect("table:result" if seen.game.finished else "table:board", link)


@never_cache
@takes_posts("table:result")
@opens_table
def agree(request: HttpRequest, link: str, seat: int) -> HttpResponse:
    """A player agrees to the result that is shown, or takes it back."""
    seen = table(request, link, write=True)
    try:
        sign(
            seen.game,
            seat,
            signed="agree" in request.POST,
            version=version(request),
        )
    except Stale:
        return _page(request, seen, 409, note=_meanwhile())
    except (NothingToDo, ScoringError) as error:
        note = error_text(error) if isinstance(error, ScoringError) else _("The game is not over.")
        return _page(request, seen, 422, note=note)
    return redirect(reverse("table:result", args=[link]) + "#agreed")


@never_cache
@takes_posts("table:result")
@opens_table
def chips(request: HttpRequest, link: str) -> HttpResponse:
    """The chips each ended with."""
    seen = table(request, link, write=True)
    told = story(seen.game)
    form = ChipsForm(request.POST, names=told.seating.owners, chips=None)
    if not form.is_valid():
        return _page(request, seen, 422, chips=form)
    try:
        change(
            seen.game,
            "chips",
            with_chips(form.chips()),
            version=version(request),
            token=request.POST.get("token"),
        )
    except ScoringError as error:
        form.add_error(None, error_text(error))
        return _page(request, seen, 422, chips=form)
    except Stale:
        return _page(request, seen, 409, chips=form, note=_meanwhile())
    except Closed:
        return _page(request, seen, 409, chips=form, note=_("Reopen the game to change its chips."))
    except (Repeated, NothingToDo):
        pass
    return redirect("table:result", link)


@never_cache
@takes_posts("table:result")
@opens_table
def again(request: HttpRequest, link: str) -> HttpResponse:
    """A rematch: the same people and rules, seats drawn, turned, as they were, or as chosen."""
    seen = table(request, link, write=True)
    token = request.POST.get("token")
    try:
        _game, made = rematch(seen.game, seats=_seats(request, len(seen.game.scores)), token=token)
    except ScoringError as error:
        return _page(request, seen, 422, seats=error_text(error))
    except Repeated:
        again = keys_again(token)
        if again is None:
            started = _("This table has been started already: it is among your tables.")
            return _page(request, seen, 409, note=started)
        made = again
    return hand_over(request, made)


@never_cache
@require_safe
@opens_table
def again_drawn(request: HttpRequest, link: str) -> HttpResponse:
    """New seats for a rematch, drawn to look at; with ``?dice=1`` the first dealer by dice."""
    seen = table(request, link, write=True)
    names = seating(seen.game).names
    drawn = draw(len(names), dice=request.GET.get("dice") == "1")
    seated = [(f"seat{place}", person) for place, person in enumerate(drawn.order)]
    context = {
        "map": seat_map(seen.game.variety, names, drawn),
        "fields": [("token", uuid4().hex), *seated],
        "chosen": "choose",
        "again": True,
        "action": reverse("table:rematch", args=[link]),
        "back": reverse("table:result", args=[link]),
    }
    return render(request, "pages/drawn.html", context)


def _seats(request: HttpRequest, count: int) -> list[int] | None:
    how = request.POST.get("seats", "draw")
    if how == "same":
        return list(range(count))
    if how == "turn":
        return [*range(1, count), 0]
    if how == "choose":
        given = [request.POST.get(f"seat{place}", "") for place in range(count)]
        return [int(seat) if seat in SEATS else -1 for seat in given]
    return None


SEATS = ("0", "1", "2", "3")


def _meanwhile() -> str:
    return _("Someone changed the game meanwhile. This is how it stands now.")


# -- the page -------------------------------------------------------------------------------------


def _page(request: HttpRequest, seen: Table, status: int = 200, **typed: Any) -> HttpResponse:
    told = story(seen.game)
    sheet = result_sheet(told)
    context = {
        "seen": seen,
        "home": home_of(request, seen.game) if sheet else None,
        "told": told,
        "sheet": sheet,
        "text": result_text(told, sheet) if sheet else "",
        "head": heading(told, sheet) if sheet else (),
        "chips": _chips(told, seen, typed.get("chips")),
        "winds": [told.variety.wind_name(seat, _) for seat in range(len(told.seating.names))],
        "note": typed.get("note", ""),
        "seats_error": typed.get("seats", ""),
        "token": uuid4(),
    }
    return render(request, "pages/result.html", context, status=status)


def _chips(told: Story, seen: Table, typed: ChipsForm | None) -> ChipsForm | None:
    """The chips to fill in, where the table plays with them and this phone may write."""
    if not told.variety.uses_chips(told.replay.rules) or not (seen.may_write and seen.is_open):
        return None
    if typed:
        open_at_first_wrong(typed)
    return typed or ChipsForm(None, names=told.seating.owners, chips=seen.game.chips)
