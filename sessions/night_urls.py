"""The addresses of club nights; ``<night>`` is an evening's number."""

from __future__ import annotations

from django.urls import URLPattern, path

from sessions.views.club import clock, night, paper, settle, turns

NIGHT = "c/<slug:slug>/night/<int:night>/"

urlpatterns: list[URLPattern] = [
    path("c/<slug:slug>/night/", night.nights, name="nights"),
    path("c/<slug:slug>/night/new/", night.new, name="night_new"),
    path(NIGHT, night.board, name="night"),
    path(f"{NIGHT}poll/", night.poll, name="night_poll"),
    path(f"{NIGHT}wall/", night.wall, name="night_wall"),
    path(f"{NIGHT}setup/", night.setup, name="night_setup"),
    path(f"{NIGHT}rules/", night.rules, name="night_rules"),
    path(f"{NIGHT}close/", night.close, name="night_close"),
    path(f"{NIGHT}delete/", night.delete, name="night_delete"),
    path(f"{NIGHT}restore/", night.restore, name="night_restore"),
    path(f"{NIGHT}guests/", night.guests, name="night_guests"),
    path(f"{NIGHT}guests/<int:player>/goodbye/", night.goodbye, name="night_goodbye"),
    # turns
    path(f"{NIGHT}draw/", turns.draw, name="night_draw"),
    path(f"{NIGHT}draw/<int:draw>/swap/", turns.swap, name="night_swap"),
    path(f"{NIGHT}draw/<int:draw>/start/", turns.start, name="night_start"),
    path(f"{NIGHT}clock/", clock.clock, name="night_clock"),
    # what lies on the tables
    path(f"{NIGHT}keys/", paper.keys, name="night_keys"),
    path(f"{NIGHT}keys/<int:table>/", paper.renew, name="night_renew"),
    path(f"{NIGHT}table/<int:table>/", paper.table, name="night_table"),
    path(f"{NIGHT}sheets/", paper.sheets, name="night_sheets"),
    # the end
    path(f"{NIGHT}account/", settle.show, name="night_account"),
    path(f"{NIGHT}account.txt", settle.as_text, name="night_text"),
    path(f"{NIGHT}account/<int:player>/", settle.tick, name="night_tick"),
]
