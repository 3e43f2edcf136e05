"""What a reader prefers, for the length of one request."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from scoring import figures

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
