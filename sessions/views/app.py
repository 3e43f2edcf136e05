"""The app as a phone keeps it: its worker, its manifest, and the page for when the network is
gone. The rest is in ``static/js/`` and told in docs/offline.md."""

from __future__ import annotations

import json

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from config.static import hashed, version

PAPER, FELT = "#f6f3ea", "#dfe7dc"
SCRIPTS = ("js/queue.js", "js/worker.js")
ICONS = (("icons/192.png", "192x192", "any"), ("icons/512.png", "512x512", "any"),
         ("icons/mask.png", "512x512", "maskable"))  # fmt: skip


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker: a few lines that name the version of the static files, so that a phone
    takes up a new one, and load the scripts it is made of. Here, at the root, it may serve all
    pages."""
    home = reverse("table:home")
    settled = {
        "version": version(),
        "static": settings.STATIC_URL,
        "hashed": hashed(),
        "tables": reverse("table:board", args=("-",)).removesuffix("-/"),
        "pages": [home, reverse("table:offline")],
    }
    scripts = ", ".join(json.dumps(static(name)) for name in SCRIPTS)
    text = f'"use strict";\nconst KIT = {json.dumps(settled)};\nimportScripts({scripts});\n'
    response = HttpResponse(text, content_type="text/javascript; charset=utf-8")
    response["Service-Worker-Allowed"] = home
    return response


@require_safe
@cache_control(max_age=3600)
def manifest(request: HttpRequest) -> JsonResponse:
    """The web-app manifest: what the home screen shows."""
    home = reverse("table:home")
    icons = [
        {"src": static(name), "sizes": sizes, "type": "image/png", "purpose": purpose}
        for name, sizes, purpose in ICONS
    ]
    described = {
        "id": home,
        "name": "Jantaku 雀卓",
        "short_name": "Jantaku",
        "description": _("Keeps score of mahjong at a real table."),
        "lang": get_language(),
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": icons,
    }
    response = JsonResponse(described, json_dumps_params={"ensure_ascii": False})
    response["Content-Type"] = "application/manifest+json"
    return response


@require_safe
@cache_control(no_cache=True)
def offline(request: HttpRequest) -> HttpResponse:
    """What the worker shows in place of a page that it has not kept."""
    return render(request, "pages/offline.html")
