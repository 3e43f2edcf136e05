"""The table's own screen: who has what, riichi sticks, undo and redo."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.errors import ScoringError
from scoring.forms import templates
from sessions.selectors.board import board
from sessions.selectors.clock import read_clock
from sessions.selectors.history import Story
from sessions.selectors.pulse import Pulse, pulse
from sessions.services import changes
from sessions.services.changes import Closed, NothingToDo, Repeated, Stale
from sessions.views import phone
from sessions.views.access import Table, opens_table, table, takes_posts
from sessions.views.kit import kit
from sessions.words import error_text


@never_cache
@require_safe
@vary_on_headers("HX-Request")
@opens_table
def show(request: HttpRequest, link: str) -> HttpResponse:
    """The table. ``?seat=2`` or ``?seat=faces`` turns it, for this phone."""
    seen = table(request, link)
    wanted = request.GET.get(phone.SEAT)
    if wanted is None or wanted not in phone.turns(len(seen.game.scores)):
        return show_board(request, seen)
    if request.headers.get("HX-Request"):
        response = show_board(request, seen, seat=wanted)
    else:
        response = redirect("table:board", link)
    phone.keep(response, phone.SEAT, wanted, seen)
    return response


@never_cache
@require_safe
@vary_on_headers("HX-Request")
@opens_table
def compare(request: HttpRequest, link: str, seat: int) -> HttpResponse:
    """The table, every score as its distance to one player's."""
    seen = table(request, link)
    if seat >= len(seen.game.scores):
        raise Http404
    response = show_board(request, seen, compared=seat)
    phone.learn(request, response, "score")
    return response


@never_cache
@require_safe
@opens_table
def poll(request: HttpRequest, link: str) -> HttpResponse:
    """204 while the table is as the phone saw it (``?pulse=``), else the table.

    A phone on which a hand is being entered asks by the ``version`` of its form, and is only told
    what was recorded meanwhile. A page beside the table (``?page=`` with its pulse) is told nothing
    but that it should be fetched anew.
    """
    now = pulse(link)
    if now is not None and _unchanged(request, now):
        return _told(HttpResponse(status=204), now.version, now.clock)
    seen = table(request, link)
    if "page" in request.GET:
        response = HttpResponse()
    elif "version" in request.GET:
        response = render(request, "table/_meanwhile.html", {"board": board(seen.game)})
    else:
        response = show_board(request, seen, compared=_compared(request, seen))
    return _told(response, seen.game.version, seen.game.clock)


def _unchanged(request: HttpRequest, now: Pulse) -> bool:
    if "version" in request.GET:
        return request.GET["version"] == str(now.version)
    known = request.GET.get("page") or request.GET.get("pulse")
    return known == str(now.pulse)


def _told(response: HttpResponse, number: int, kept: Any) -> HttpResponse:
    """What every answer to a poll tells: the version, and what is left on the clock."""
    if clock := read_clock(kept):
        response["Clock"] = str(clock.remaining)
    return at_version(response, number)


def _compared(request: HttpRequest, seen: Table) -> int | None:
    """The player whose distances this phone is looking at."""
    given = request.GET.get("compare", "")
    return int(given) if given in map(str, range(len(seen.game.scores))) else None


@takes_posts("table:board")
@vary_on_headers("HX-Request")
@opens_table
def riichi(request: HttpRequest, link: str, seat: int) -> HttpResponse:
    """Lay a riichi stick (``declared=on``) or take it back."""
    seen = table(request, link, write=True)
    if seat >= len(seen.game.scores):
        raise Http404
    try:
        changes.declare(
            seen.game, seat, declared="declared" in request.POST, version=version(request)
        )
    except Stale:
        return show_board(request, seen, notice=_("Another phone was faster."), status=409)
    except Closed:
        return show_board(request, seen, notice=_("The game is over."), status=409)
    except ScoringError as error:
        return show_board(request, seen, refused=error, status=422)
    return show_board(request, seen, laid=seat)


@takes_posts("table:board")
@vary_on_headers("HX-Request")
@opens_table
def undo(request: HttpRequest, link: str) -> HttpResponse:
    """Take back the last change."""
    return _step(request, table(request, link, write=True), changes.undo)


@takes_posts("table:board")
@vary_on_headers("HX-Request")
@opens_table
def redo(request: HttpRequest, link: str) -> HttpResponse:
    """Do again what was undone."""
    return _step(request, table(request, link, write=True), changes.redo)


def _step(request: HttpRequest, seen: Table, step: Callable[..., Any]) -> HttpResponse:
    try:
        step(seen.game, version=version(request), token=request.POST.get("token"))
    except Repeated:
        return show_board(request, seen)
    except Stale:
        return show_board(request, seen, notice=_("Another phone was faster."), status=409)
    except Closed:
        return show_board(request, seen, notice=_("The game is closed."), status=409)
    except NothingToDo:
        return show_board(request, seen, notice=_("Nothing is left to do here."), status=409)
    except ScoringError as error:
        return show_board(request, seen, notice=error_text(error), status=422)
    return show_board(request, seen)


# -- the answer ---------------------------------------------------------------------------------


def version(request: HttpRequest) -> int:
    """The version of the game the phone had before it; nonsense is no version at all."""
    given = request.POST.get("version", "")
    return int(given) if given.isascii() and given.isdecimal() and len(given) < 10 else -1


def at_version(response: HttpResponse, number: int) -> HttpResponse:
    """The version of the game after this answer, for the hands that wait on a phone for the
    network: each is sent as the one that follows the answer to the one before it."""
    response["Game-Version"] = str(number)
    return response


def show_board(
    request: HttpRequest,
    seen: Table,
    *,
    status: int = 200,
    seat: str | None = None,
    compared: int | None = None,
    refused: ScoringError | None = None,
    notice: str = "",
    laid: int | None = None,
    kept: str = "",
    tells_last: bool = False,
    told: Story | None = None,
) -> HttpResponse:
    """The table as it stands now: the screen alone for htmx; else the page, to which a plain POST
    that succeeded is sent on.

    ``notice`` (or ``refused``) stands in place of the last hand, or, where it ``tells_last``,
    before it; ``kept`` is the address at which an entry that came too late waits; ``told`` the game
    as it stands, where it is played already.
    """
    htmx = bool(request.headers.get("HX-Request"))
    if request.method == "POST" and status == 200 and not htmx:
        return redirect("table:board", seen.link)
    turned = phone.turn(request, len(seen.game.scores), seat)
    shown = board(seen.game, turned.bottom, compared, told)
    if refused:
        notice = refused.text([view.name for view in shown.seats], _)
    context = {
        "seen": seen,
        "board": shown,
        "turn": turned,
        "lessons": phone.lessons(request),
        "notice": notice,
        "laid": laid,
        "kept": kept,
        "tells_last": tells_last,
        "token": uuid4().hex,
        "playing": seen.may_write and seen.is_open and not shown.ends,
        "middle": templates(shown.key, "_middle.html"),
        "dock": templates(shown.key, "_dock.html"),
        "kit": None if htmx else kit(request, seen, [view.name for view in shown.seats]),
    }
    response = render(
        request, "table/_board_anew.html" if htmx else "table/board.html", context, status=status
    )
    if htmx and request.method == "POST":
        response["HX-Replace-Url"] = seen.url
    return at_version(response, seen.game.version)
