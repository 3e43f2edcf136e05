"""What holds for the length of one request: what a reader prefers, who asks, how often."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from scoring import figures
from sessions.limits import TooMany
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


def behind_proxy(get_response: GetResponse) -> GetResponse:
    """The visitor's own address, where a proxy speaks HTTPS for us: what it wrote last. Anything
    before that is the visitor's word."""

    def middleware(request: HttpRequest) -> HttpResponse:
        told = request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip()
        if settings.HTTPS and _is_address(told):
            request.META["REMOTE_ADDR"] = told
        return get_response(request)

    return middleware


class Bounded:
    """Refuse a request that says it is larger than its page takes, before any of it is read."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], *_: Any
    ) -> HttpResponse | None:
        most = getattr(view, "largest", settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        if _length(request) <= most + FORM_ROUND_IT:
            return None
        page = render_to_string("413.html", {"n": max(1, most // 1024**2)})
        return HttpResponse(page, status=413)


FORM_ROUND_IT = 64 * 1024
"""What stands around the files of a form, and its other fields."""


def _length(request: HttpRequest) -> int:
    told = request.META.get("CONTENT_LENGTH") or "0"
    return int(told) if told.isascii() and told.isdecimal() and len(told) < 16 else 0


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


class TooManyRequests:
    """Say to an address that did something too often that it has to wait."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, TooMany):
            return None
        response = render(request, "429.html", status=429)
        response["Retry-After"] = "600"
        return response
