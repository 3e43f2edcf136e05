"""The way in: what a phone knows, joining, the cookies it keeps, the look."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from sessions.models import Change
from sessions.services.changes import close
from sessions.services.links import Role, revoke

DRAW = {"type": "draw", "tenpai": [], "riichi": []}


# -- going on ------------------------------------------------------------------------------------


def test_a_phone_that_has_opened_nothing_is_welcomed(client: Client, db: None) -> None:
    page = client.get("/").content.decode()
    assert "Going on" not in page
    assert "How to record a hand" in page


def test_a_table_that_was_opened_is_listed_with_where_it_stands(
    client: Client, opened: Any
) -> None:
    opened.record(DRAW)
    client.get(opened.at("board"))
    [game] = client.get("/").context["going_on"]
    assert (game.title, game.round, game.names) == (
        "Thursday table",
        "East 2-1",
        ("Aki", "Ben", "Chie", "Dan"),
    )
    assert (game.state, game.link) == ("live", opened.keys.write)


def test_a_table_where_nothing_happens_is_paused(client: Client, opened: Any) -> None:
    opened.record(DRAW)
    Change.objects.update(created=timezone.now() - timedelta(hours=3))
    client.get(opened.at("board"))
    [game] = client.get("/").context["going_on"]
    assert game.state == "paused"
    assert "paused" in client.get("/").content.decode()


def test_a_finished_table_is_listed_apart(client: Client, opened: Any) -> None:
    close(opened.game, reason="agreed", version=0, token=None)
    client.get(opened.at("board"))
    context = client.get("/").context
    assert [game.title for game in context["over"]] == ["Thursday table"]
    assert not context["going_on"]


def test_the_newest_comes_first_and_twelve_are_kept(
    client: Client, open_game: Callable[..., Any]
) -> None:
    games = [open_game(title=f"Table {number}") for number in range(14)]
    for game in games:
        client.get(game.at("hands"))
    listed = [game.title for game in client.get("/").context["going_on"]]
    assert listed == [f"Table {number}" for number in range(13, 1, -1)]
    assert len(client.cookies["tables"].value) < 2000


def test_a_table_whose_link_was_replaced_is_not_listed_any_more(
    client: Client, opened: Any
) -> None:
    client.get(opened.at("board"))
    revoke(opened.game, Role.WRITE)
    assert not client.get("/").context["going_on"]
    assert opened.keys.write not in client.cookies["tables"].value


def test_a_writer_who_watches_stays_a_writer(client: Client, opened: Any) -> None:
    client.get(opened.at("board"))
    client.get(opened.watch("board"))
    [game] = client.get("/").context["going_on"]
    assert game.link == opened.keys.write


@pytest.mark.parametrize(
    "value", ["", ".", "x" * 5000, "a.b.c:d:e", "\x00", "%ff", "é:x", "1:2:3:4:5:6"]
)
@pytest.mark.parametrize("name", ["tables", "watching", "phrase", "theme", "minus"])
def test_a_cookie_may_hold_anything(client: Client, opened: Any, name: str, value: str) -> None:
    client.cookies[name] = value
    for path in ("/", "/new/riichi/", "/look/", opened.at("keys"), opened.at("menu")):
        assert client.get(path).status_code == 200


def test_a_link_added_to_the_cookie_by_hand_is_not_believed(client: Client, opened: Any) -> None:
    client.get(opened.at("board"))
    kept = client.cookies["tables"].value
    client.cookies["tables"] = "forged." + kept
    assert not client.get("/").context["going_on"]


def test_home_asks_the_database_the_same_with_two_tables_and_with_twelve(
    client: Client, open_game: Callable[..., Any], django_assert_num_queries: Any
) -> None:
    def open_more(count: int) -> None:
        for _ in range(count):
            game = open_game()
            game.record(DRAW)
            client.get(game.at("hands"))

    open_more(2)
    with django_assert_num_queries(4):
        client.get("/")
    open_more(10)
    with django_assert_num_queries(4):
        client.get("/")


# -- joining -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "written", ["{link}", "https://jantaku.example/g/{link}/", " http://x/g/{link}/hands/?a=1 "]
)
def test_a_link_is_joined_however_it_was_copied(client: Client, opened: Any, written: str) -> None:
    response = client.post("/", {"where": written.format(link=opened.keys.watch)})
    assert (response.status_code, response["Location"]) == (302, opened.watch("board"))


def test_a_code_leads_to_the_phrase(client: Client, opened: Any) -> None:
    response = client.post("/", {"where": f" {opened.game.code.upper()} "})
    assert response["Location"] == f"/take-over/?code={opened.game.code}"
    assert opened.game.code in client.get(response["Location"]).content.decode()


@pytest.mark.parametrize(
    "where", ["", "hello", "https://example.org/", "/g/x/", "\x00", "a" * 9000]
)
def test_what_is_no_link_is_said_and_kept(client: Client, db: None, where: str) -> None:
    response = client.post("/", {"where": where})
    assert response.status_code == 422
    assert "No table has this link" in response.content.decode()
    assert response.context["where"] == where


def test_a_replaced_link_leads_to_the_page_that_says_so(client: Client, opened: Any) -> None:
    revoke(opened.game, Role.WRITE)
    response = client.post("/", {"where": opened.keys.write}, follow=True)
    assert response.status_code == 403
    assert "replaced" in response.content.decode()


@pytest.mark.parametrize("kind", ["riichi", "hongkong", "zungjung"])
def test_start_leads_to_the_chosen_game(client: Client, db: None, kind: str) -> None:
    assert client.get("/", {"variety": kind})["Location"] == f"/new/{kind}/"


def test_an_unknown_game_stays_at_home(client: Client, db: None) -> None:
    assert client.get("/", {"variety": "poker"}).status_code == 200


# -- the look ------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["light", "dark", "black"])
def test_a_theme_is_kept(client: Client, db: None, theme: str) -> None:
    response = client.post("/look/", {"theme": theme, "next": "/help/"})
    assert (response.status_code, response["Location"]) == (302, "/help/")
    assert f'data-theme="{theme}"' in client.get("/").content.decode()
    client.post("/look/", {"theme": ""})
    assert "data-theme" not in client.get("/").content.decode()


@pytest.mark.parametrize("theme", ["pink", '"><script>', "LIGHT"])
def test_what_is_no_theme_is_no_theme(client: Client, db: None, theme: str) -> None:
    client.cookies["theme"] = theme
    assert "data-theme" not in client.get("/").content.decode()
    client.post("/look/", {"theme": theme})
    assert "data-theme" not in client.get("/").content.decode()


def test_minus_is_written_as_this_phone_likes_it(client: Client, opened: Any) -> None:
    opened.record({"type": "draw", "tenpai": [0], "riichi": []})
    assert "−1,000" in client.get(opened.at("hand", 1)).content.decode()
    client.post("/look/", {"minus": "triangle"})
    assert "▲1,000" in client.get(opened.at("hand", 1)).content.decode()
    client.post("/look/", {"minus": ""})
    assert "▲" not in client.get(opened.at("hand", 1)).content.decode()


@pytest.mark.parametrize("way", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_the_way_back_never_leads_elsewhere(client: Client, db: None, way: str) -> None:
    assert client.post("/look/", {"theme": "dark", "next": way})["Location"] == "/"


def test_a_games_own_name_says_its_language(client: Client, db: None) -> None:
    page = client.get("/").content.decode()
    assert 'lang="ja">リーチ麻雀' in page
    assert 'lang="zh-Hant">中庸麻雀' in page


def test_help_leads_to_the_words(client: Client, db: None) -> None:
    assert 'href="/words/"' in client.get("/help/").content.decode()
