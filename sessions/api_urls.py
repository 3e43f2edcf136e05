"""The addresses of the interface for programs."""

from __future__ import annotations

from django.urls import URLPattern, path

from sessions.views import api

app_name = "api"

CLUB = "clubs/<slug:slug>/"
SEASON = f"{CLUB}seasons/<slug:season>/"

urlpatterns: list[URLPattern] = [
    path(CLUB, api.club, name="club"),
    path(f"{CLUB}seasons/", api.seasons, name="seasons"),
    path(SEASON, api.season, name="season"),
    path(f"{SEASON}standings/", api.standings, name="standings"),
    path(f"{SEASON}results/", api.season_results, name="season_results"),
    path(f"{CLUB}results/", api.results, name="results"),
    path(f"{CLUB}players/", api.players, name="players"),
    path(f"{CLUB}<path:rest>", api.nothing, name="nothing"),
    path("", api.nothing, name="root"),
]
