"""What Django asks for when something is wrong."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form from a page that was open too long, or a browser that keeps no cookies."""
    came = urlsplit(request.headers.get("Referer", ""))
    back = came.path if came.netloc == request.get_host() and came.path else request.path
    return render(request, "csrf.html", {"back": back}, status=403)
