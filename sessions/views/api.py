"""The interface for programs: read-only JSON about one club, by its key. See docs/api.md."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import wraps
from time import time
from typing import Any, cast

from django.core.cache import cache
from django.core.paginator import EmptyPage, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.cache import get_conditional_response
from django.utils.dateparse import parse_datetime

from sessions.models import Club, Season
from sessions.selectors import api
from sessions.services import tokens

VERSION = "jantaku.api/1"
PAGE, MOST_ON_A_PAGE = 50, 200
A_MINUTE = 120
"""Requests a minute of one key."""
FAILURES_A_MINUTE = 20
"""Wrong keys a minute from one address."""
LONGEST_SECRET = 200

Answer = Callable[..., dict[str, Any]]


class Refused(Exception):
    """The request is answered with an error."""

    def __init__(self, status: int, code: str, message: str, **headers: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.headers = status, code, message, headers


def answers(view: Answer) -> Callable[..., HttpResponse]:
    """What the view returns as JSON, to who has the club's key. The view gets the club in place of
    its slug."""

    @wraps(view)
    def wrapped(request: HttpRequest, slug: str = "", **kwargs: Any) -> HttpResponse:
        try:
            if request.method not in ("GET", "HEAD"):
                raise Refused(405, "method_not_allowed", "Only GET and HEAD.", Allow="GET, HEAD")
            club = _club(request, slug)
            return _json(request, {"format": VERSION, **view(request, club, **kwargs)})
        except Refused as refused:
            error = {"code": refused.code, "message": refused.message}
            response = HttpResponse(
                json.dumps({"error": error}), "application/json", refused.status
            )
            for name, value in refused.headers.items():
                response[name.replace("_", "-")] = value
            response["Cache-Control"] = "no-store"
            return response

    wrapped.csrf_exempt = True  # type: ignore[attr-defined]  # nothing is changed, no cookie read
    return wrapped


def _json(request: HttpRequest, data: dict[str, Any]) -> HttpResponse:
    """The data, or 304 where the asker has it already."""
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    response = HttpResponse(body, "application/json")
    response["ETag"] = etag = f'"{hashlib.sha256(body.encode()).hexdigest()[:32]}"'
    response["Cache-Control"] = "private, no-cache"
    response["Vary"] = "Authorization"
    found = get_conditional_response(request, etag=etag, response=response)
    return cast(HttpResponse, found)


# -- who asks -------------------------------------------------------------------------------------


def _club(request: HttpRequest, slug: str) -> Club:
    """The club whose key was sent. Another club is not there."""
    kind, _, secret = request.headers.get("Authorization", "").partition(" ")
    address = request.META.get("REMOTE_ADDR", "")
    if kind.lower() != "bearer" or not secret:
        raise _unknown("Send the key as “Authorization: Bearer …”.")
    if _count(f"api-failed:{address}", 0) >= FAILURES_A_MINUTE:
        raise _too_many()
    token = tokens.find(secret.strip()[:LONGEST_SECRET])
    if token is None:
        _count(f"api-failed:{address}")
        raise _unknown("This key is unknown or was revoked.")
    if _count(f"api:{token.pk}") > A_MINUTE:
        raise _too_many()
    if token.club.slug != slug:
        raise Refused(404, "not_found", "There is nothing here for this key.")
    tokens.was_used(token)
    return token.club


def _unknown(message: str) -> Refused:
    return Refused(401, "unauthorized", message, WWW_Authenticate='Bearer realm="jantaku"')


def _too_many() -> Refused:
    left = 60 - int(time()) % 60
    return Refused(429, "too_many_requests", "Too many requests.", Retry_After=str(left))


def _count(key: str, step: int = 1) -> int:
    """How often this happened in the running minute, this time included. Each process counts for
    itself."""
    key = f"{key}:{int(time()) // 60}"
    cache.add(key, 0, 120)
    try:
        return cache.incr(key, step)
    except ValueError:  # the cache was full and let it go meanwhile
        return step


# -- the answers ----------------------------------------------------------------------------------


@answers
def club(request: HttpRequest, club: Club) -> dict[str, Any]:
    return {"club": api.club(club)}


@answers
def seasons(request: HttpRequest, club: Club) -> dict[str, Any]:
    return _page(request, "seasons", api.seasons(club), api.season)


@answers
def season(request: HttpRequest, club: Club, season: str) -> dict[str, Any]:
    return {"season": api.season_with_rules(_season(club, season))}


@answers
def standings(request: HttpRequest, club: Club, season: str) -> dict[str, Any]:
    return api.standing(_season(club, season))


@answers
def season_results(request: HttpRequest, club: Club, season: str) -> dict[str, Any]:
    games = api.results(club).filter(season=_season(club, season))
    return _page(request, "results", _asked(request, games), api.game)


@answers
def results(request: HttpRequest, club: Club) -> dict[str, Any]:
    return _page(request, "results", _asked(request, api.results(club)), api.game)


@answers
def players(request: HttpRequest, club: Club) -> dict[str, Any]:
    return _page(request, "players", api.players(club), api.full_player)


@answers
def nothing(request: HttpRequest, club: Club, rest: str = "") -> dict[str, Any]:
    raise Refused(404, "not_found", "There is nothing here.")


def _season(club: Club, slug: str) -> Season:
    found = api.seasons(club).filter(slug=slug).first()
    if found is None:
        raise Refused(404, "not_found", "There is no such season.")
    return found


def _asked(request: HttpRequest, games: QuerySet[Any]) -> QuerySet[Any]:
    """Only games of a player, or since a moment, where that was asked."""
    if "player" in request.GET:
        games = games.filter(results__player=_figure(request.GET, "player", 0, 2**31))
    if "since" in request.GET:
        try:
            since = parse_datetime(request.GET["since"])
        except ValueError:
            since = None
        if since is None or since.tzinfo is None:
            raise _wrong("since must be a time with its zone, as 2026-11-30T19:00:00+09:00.")
        games = games.filter(played__gte=since)
    return games


def _page(
    request: HttpRequest, name: str, rows: QuerySet[Any], told: Callable[[Any], dict[str, Any]]
) -> dict[str, Any]:
    """A page of rows: ``page`` from 1, ``size`` of them."""
    size = _figure(request.GET, "size", 1, MOST_ON_A_PAGE, PAGE)
    number = _figure(request.GET, "page", 1, 1_000_000, 1)
    paginator = Paginator(rows, size)
    try:
        page = paginator.page(number)
    except EmptyPage:
        raise Refused(404, "not_found", "There is no such page.") from None
    asked = request.GET.copy()
    asked["page"] = str(number + 1)
    return {
        name: [told(row) for row in page],
        "page": number,
        "pages": paginator.num_pages,
        "count": paginator.count,
        "next": f"{request.path}?{asked.urlencode()}" if page.has_next() else None,
    }


def _figure(given: QueryDict, name: str, low: int, high: int, default: int = 0) -> int:
    text = given.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdecimal() and len(text) < 12 and low <= int(text) <= high):
        raise _wrong(f"{name} must be a whole number from {low} to {high}.")
    return int(text)


def _wrong(message: str) -> Refused:
    return Refused(400, "bad_request", message)
