"""The addresses of what goes into a club and out of it; ``<job>`` is an import's number."""

from __future__ import annotations

from django.urls import URLPattern, path

from sessions.views.club import exchange, exports

IMPORT = "c/<slug:slug>/import/<int:job>/"

urlpatterns: list[URLPattern] = [
    path("c/<slug:slug>/import/", exchange.begin, name="import"),
    path(IMPORT, exchange.show, name="import_job"),
    path(f"{IMPORT}on/", exchange.go_on, name="import_on"),
    path(f"{IMPORT}decide/", exchange.decide, name="import_decide"),
    path(f"{IMPORT}stop/", exchange.stop, name="import_stop"),
    path("c/<slug:slug>/export/", exports.export, name="export"),
    path("c/<slug:slug>/export/club.jsonl", exports.whole, name="export_club"),
    path("c/<slug:slug>/export/games.jsonl", exports.games, name="export_games"),
    path("c/<slug:slug>/export/results.csv", exports.results, name="export_results"),
    path("c/<slug:slug>/export/standings.csv", exports.table, name="export_standings"),
    path("c/<slug:slug>/export/players.csv", exports.players, name="export_players"),
    # keys for programs
    path("c/<slug:slug>/tokens/", exports.keys, name="tokens"),
    path("c/<slug:slug>/tokens/<int:key>/", exports.revoke, name="token_gone"),
]
