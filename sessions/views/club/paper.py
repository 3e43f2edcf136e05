"""What the tables of a club night need on the table: their keys as QR codes, score sheets."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.errors import ScoringError
from scoring.game import State
from scoring.words import headed
from sessions.models import ClubRole, Evening, Game
from sessions.selectors.evenings import TableView, drawn, night_board, title, winds
from sessions.services.evenings import new_table
from sessions.services.links import derived
from sessions.services.turns import renew_keys
from sessions.views.access import remember
from sessions.views.club.access import Visit, for_role
from sessions.views.club.night import night_posts, of_night
from sessions.views.keys import qr
from sessions.words import error_text

MOST_BLANK = 40
LINES = 20
"""Hands that fit on a page; those a dealer stayed for come after the others."""


# -- keys -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class KeyCard:
    """A table and its writing link; no link where it was replaced at the table."""

    table: TableView
    url: str = ""
    qr: SafeString | str = ""


@require_safe
@for_role(ClubRole.SCOREKEEPER)
@of_night
def keys(request: HttpRequest, visit: Visit, evening: Evening) -> HttpResponse:
    """The writing links of the tables that play, as QR codes to scan or to print."""
    tables = [table for table in night_board(evening).now if table.state == "playing"]
    context = {
        "visit": visit,
        "evening": evening,
        "title": title(evening),
        "cards": [_card(request, table) for table in tables],
    }
    return render(request, "club/night/keys.html", context)


def _card(request: HttpRequest, table: TableView) -> KeyCard:
    link = derived(table.game).write
    if not link:
        return KeyCard(table)
    url = request.build_absolute_uri(reverse("table:board", args=[link]))
    return KeyCard(table, url, qr(url))


@for_role(ClubRole.SCOREKEEPER)
@of_night
@night_posts("club:night_keys")
def renew(request: HttpRequest, visit: Visit, evening: Evening, table: int) -> HttpResponse:
    """New links for a table: the old ones stop."""
    game = get_object_or_404(Game, evening=evening, pk=table)
    renew_keys(game, visit.user)
    messages.success(request, _("{table} has new keys.").format(table=game))
    return redirect("club:night_keys", visit.club.slug, evening.pk)


@require_safe
@for_role(ClubRole.MEMBER)
@of_night
def table(request: HttpRequest, visit: Visit, evening: Evening, table: int) -> HttpResponse:
    """To a table: with the writing link for who keeps score, else with the one that watches."""
    found = get_object_or_404(Game, evening=evening, pk=table)
    links = derived(found)
    link = (links.write if visit.keeps_score else "") or links.watch
    if not link:
        if visit.keeps_score:
            return redirect("club:night_keys", visit.club.slug, evening.pk)
        raise Http404
    response = redirect("table:board", link)
    remember(request, response, link)
    return response


# -- score sheets ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet to write on: ``rounds`` are its lines, empty where the dealer may have stayed."""

    heading: str
    rules: str
    seats: tuple[tuple[str, str], ...]
    """Wind and name; no name on an empty sheet."""
    rounds: tuple[str, ...]


@require_safe
@for_role(ClubRole.MEMBER)
@of_night
def sheets(request: HttpRequest, visit: Visit, evening: Evening) -> HttpResponse:
    """A sheet for each table that was drawn or plays, and ``?blank=`` empty ones."""
    board = night_board(evening)
    wrong, papers = "", []
    try:
        game = new_table(evening)
    except ScoringError as error:
        wrong = error_text(error)
    else:
        sits = [(table.number, _names(table)) for table in board.now if table.state == "playing"]
        seen = drawn(board.waiting, game) if board.waiting else None
        if seen:
            sits = [(number, tuple(name for *_, name in table)) for number, table in seen.tables]
        papers = [_paper(game, _("Table {n}").format(n=number), names) for number, names in sits]
        papers += [_paper(game, "", ())] * _blank(request, 0 if papers else 1)
    context = {
        "visit": visit,
        "evening": evening,
        "title": title(evening),
        "papers": papers,
        "wrong": wrong,
    }
    return render(request, "club/night/sheets.html", context)


def _blank(request: HttpRequest, least: int) -> int:
    given = request.GET.get("blank", "")
    count = int(given) if given.isascii() and given.isdecimal() and len(given) < 4 else 0
    return max(least, min(count, MOST_BLANK))


def _names(table: TableView) -> tuple[str, ...]:
    return tuple(seat.player.name for seat in table.game.seats.all())


def _paper(game: Game, heading: str, names: tuple[str, ...]) -> Paper:
    variety, rules = game.variety, game.frozen_rules()
    seats = winds(game)
    marks = [
        variety.round_name(State(n // len(seats), n % len(seats) + 1, 0, 0, ()), _)
        for n in range(variety.deals(rules))
    ]
    return Paper(
        heading=heading,
        rules=headed(_(variety.name), variety.summary(rules, _), _),
        seats=tuple(zip(seats, names or [""] * len(seats), strict=True)),
        rounds=(*marks, *[""] * max(4, LINES - len(marks))),
    )
