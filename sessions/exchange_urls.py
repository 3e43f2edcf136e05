"""The addresses of what goes into a club and out of it; ``<job>`` is an import's number."""

from __future__ import annotations

from django.urls import URLPattern, path

from sessions.views.club import exchange

IMPORT = "c/<slug:slug>/import/<int:job>/"

urlpatterns: list[URLPattern] = [
    path("c/<slug:slug>/import/", exchange.begin, name="import"),
    path(IMPORT, exchange.show, name="import_job"),
    path(f"{IMPORT}on/", exchange.go_on, name="import_on"),
    path(f"{IMPORT}decide/", exchange.decide, name="import_decide"),
    path(f"{IMPORT}stop/", exchange.stop, name="import_stop"),
]
