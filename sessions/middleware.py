"""What a reader prefers, for the length of one request."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from scoring import figures
from sessions.services.trail import acting

GetResponse = Callable[[HttpRequest], HttpResponse]


def negative_figures(get_response: GetResponse) -> GetResponse:
    """Write minus as the phone's cookie ``minus`` asks: ``triangle`` for ▲, otherwise −."""

    def middleware(request: HttpRequest) -> HttpResponse:
        triangle = request.COOKIES.get("minus") == "triangle"
        token = figures.negative.set(figures.TRIANGLE if triangle else figures.MINUS)
        try:
            return get_response(request)
        finally:
            figures.negative.reset(token)

    return middleware


def who_acts(get_response: GetResponse) -> GetResponse:
    """Let the trail know whose request it is, where something is changed by a table's link. Nobody
    is looked up until then."""

    def middleware(request: HttpRequest) -> HttpResponse:
        token = acting.set(request.user)
        try:
            return get_response(request)
        finally:
            acting.reset(token)

    return middleware
