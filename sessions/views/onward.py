"""Where a form that stands on many pages leads back to."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme


def onward(request: HttpRequest, otherwise: str) -> str:
    """The page the form came from (``next``) where it is an address of ours, else the page named
    ``otherwise``."""
    way = request.POST.get("next") or request.GET.get("next", "")
    ours = url_has_allowed_host_and_scheme(way, {request.get_host()}, request.is_secure())
    return way if ours and way.startswith("/") else reverse(otherwise)
