"""Every address of the table. ``<link>`` is the key to one game: it writes, or it only watches."""

from __future__ import annotations

from django.urls import URLPattern, path

from sessions.views import (
    app,
    clock,
    count,
    demos,
    entry,
    glossary,
    hands,
    home,
    keys,
    menu,
    needs,
    players,
    result,
    start,
    table,
)

app_name = "table"

urlpatterns: list[URLPattern] = [
    # the table's screen: first, for addresses are tried in turn and this is what phones ask for
    path("g/<str:link>/poll/", table.poll, name="poll"),
    path("g/<str:link>/", table.show, name="board"),
    path("g/<str:link>/compare/<int:seat>/", table.compare, name="compare"),
    path("g/<str:link>/needs/", needs.needs, name="needs"),
    path("g/<str:link>/riichi/<int:seat>/", table.riichi, name="riichi"),
    path("g/<str:link>/undo/", table.undo, name="undo"),
    path("g/<str:link>/redo/", table.redo, name="redo"),
    path("g/<str:link>/enter/<slug:kind>/", entry.enter, name="enter"),
    path("g/<str:link>/record/", entry.record, name="record"),
    path("", home.home, name="home"),
    path("help/", home.help_page, name="help"),
    path("words/", glossary.words, name="words"),
    path("look/", menu.look, name="look"),
    path("take-over/", keys.take_over_page, name="take_over"),
    path("new/<slug:variety>/", start.new, name="new"),
    path("demo/", demos.demo, name="demo"),
    # the app on a phone
    path("sw.js", app.worker, name="worker"),
    path("manifest.webmanifest", app.manifest, name="manifest"),
    path("offline/", app.offline, name="offline"),
    # hands
    path("g/<str:link>/hands/", hands.hands, name="hands"),
    path("g/<str:link>/hands/<int:number>/", hands.hand, name="hand"),
    path("g/<str:link>/hands/<int:number>/edit/", hands.hand_edit, name="hand_edit"),
    path("g/<str:link>/hands/<int:number>/delete/", hands.hand_delete, name="hand_delete"),
    path("g/<str:link>/sheet/", hands.sheet, name="sheet"),
    # the table's own affairs
    path("g/<str:link>/menu/", menu.menu, name="menu"),
    path("g/<str:link>/throw-away/", demos.thrown_away, name="throw_away"),
    path("g/<str:link>/clock/", clock.clock, name="clock"),
    path("g/<str:link>/clock/touch/", clock.clock_touch, name="clock_touch"),
    path("g/<str:link>/count/", count.count_page, name="count"),
    path("g/<str:link>/rules/", menu.rules, name="rules"),
    path("g/<str:link>/keys/", keys.keys, name="keys"),
    path("g/<str:link>/keys/renew/", keys.renew, name="keys_renew"),
    path("g/<str:link>/players/", players.players, name="players"),
    path("g/<str:link>/players/swap/", players.swap, name="swap"),
    path("g/<str:link>/players/substitute/", players.put_in, name="substitute"),
    path("g/<str:link>/players/rename/", players.call, name="rename"),
    path("g/<str:link>/players/begin/", players.begin, name="begin"),
    # the end
    path("g/<str:link>/result/", result.result, name="result"),
    path("g/<str:link>/result.txt", result.as_text, name="result_text"),
    path("g/<str:link>/result/chips/", result.chips, name="chips"),
    path("g/<str:link>/result/sign/<int:seat>/", result.agree, name="sign"),
    path("g/<str:link>/finish/", result.finish, name="finish"),
    path("g/<str:link>/reopen/", result.go_on, name="reopen"),
    path("g/<str:link>/rematch/", result.again, name="rematch"),
    path("g/<str:link>/rematch/seats/", result.again_drawn, name="rematch_seats"),
]
