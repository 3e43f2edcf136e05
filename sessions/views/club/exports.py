"""What goes out of a club: records, tables, all of it; and the keys by which programs read it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from scoring.errors import ScoringError
from sessions.forms.exchange import TokenForm
from sessions.models import ApiToken, ClubRole, Season
from sessions.selectors import standings
from sessions.services import sheets, tokens
from sessions.services.exchange import export_club
from sessions.services.parcel import pack
from sessions.services.sheets import Row
from sessions.views.club.access import Visit, for_role, takes_posts
from sessions.views.club.exchange import FORM
from sessions.words import error_text


@require_safe
@for_role(ClubRole.MEMBER)
def export(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Everything that can be taken along."""
    seasons = standings.seasons_of(visit.club, public_only=False)
    return render(request, "club/exchange/export.html", {"visit": visit, "seasons": seasons})


def _file(lines: Iterable[str], name: str, kind: str) -> HttpResponse:
    response = StreamingHttpResponse(lines, content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["X-Content-Type-Options"] = "nosniff"
    return cast(HttpResponse, response)  # as far as any view or wrapper asks


def _lines(records: Iterable[Any]) -> Iterator[str]:
    for record in records:
        yield json.dumps(record, ensure_ascii=False) + "\n"


@require_safe
@for_role(ClubRole.MEMBER)
def games(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Every game as a record, one a line."""
    records = _lines(export_club(visit.club))
    return _file(records, f"{visit.club.slug}-games.jsonl", "application/x-ndjson")


@require_safe
@for_role(ClubRole.OWNER)
def whole(request: HttpRequest, visit: Visit) -> HttpResponse:
    """All of the club, for another installation. In ASCII: a text of wide signs may not be as long
    (``scoring.logs.found``), and nobody reads this one."""
    lines = (json.dumps(record) + "\n" for record in pack(visit.club))
    return _file(lines, f"{visit.club.slug}.club.jsonl", "application/x-ndjson")


@require_safe
@for_role(ClubRole.MEMBER)
def results(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Results as a table, one row a seat: of the club, or of one season."""
    season = _season(visit, request.GET["season"]) if "season" in request.GET else None
    name = f"{visit.club.slug}-results.csv" if season is None else f"{season.slug}-results.csv"
    return _file(sheets.written(sheets.results(visit.club, season)), name, "text/csv")


@require_safe
@for_role(ClubRole.MEMBER)
def table(request: HttpRequest, visit: Visit) -> HttpResponse:
    """A season's standings as a table; without a season the page to choose it."""
    if "season" not in request.GET:
        return redirect("club:export", visit.club.slug)
    season = _season(visit, request.GET["season"])
    rows = sheets.written(_standings(season))
    return _file(rows, f"{season.slug}-standings.csv", "text/csv")


STANDINGS = ("rank", "player", "games", "figure", "bonus", "firsts", "average place", "best score")


def _standings(season: Season) -> Iterator[Row]:
    yield STANDINGS
    for line in standings.table(season).lines:
        yield (
            line.rank,
            line.player.name,
            line.games,
            line.figure,
            line.bonus,
            line.firsts,
            line.average_place,
            line.best_score,
        )


@require_safe
@for_role(ClubRole.MEMBER)
def players(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The club's players as a table."""
    rows = sheets.written(sheets.players(visit.club))
    return _file(rows, f"{visit.club.slug}-players.csv", "text/csv")


def _season(visit: Visit, slug: str) -> Season:
    here = standings.seasons_of(visit.club, public_only=False)
    # PostgreSQL cannot look for a NUL.
    found = here.filter(slug=slug).first() if slug.isprintable() else None
    if found is None:
        raise Http404
    return found


# -- keys for programs ----------------------------------------------------------------------------


@require_http_methods(FORM)
@for_role(ClubRole.ORGANISER)
def keys(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The keys there are; a new one is shown once."""
    form = TokenForm(request.POST if request.method == "POST" else None)
    secret = ""
    if form.is_valid():
        try:
            _, secret = tokens.make(visit.club, visit.user, form.cleaned_data["name"])
        except ScoringError as error:
            form.add_error("name", error_text(error))
        else:
            form = TokenForm()
    context = {
        "visit": visit,
        "form": form,
        "secret": secret,
        "tokens": visit.club.tokens.filter(revoked=None),
        "address": request.build_absolute_uri(f"/api/v1/clubs/{visit.club.slug}/"),
    }
    status = 422 if form.is_bound and not secret else 200
    return render(request, "club/exchange/keys.html", context, status=status)


@for_role(ClubRole.ORGANISER)
@takes_posts("club:tokens")
def revoke(request: HttpRequest, visit: Visit, key: int) -> HttpResponse:
    """A key opens nothing any more."""
    tokens.revoke(get_object_or_404(ApiToken, pk=key, club=visit.club), visit.user)
    return redirect("club:tokens", visit.club.slug)
