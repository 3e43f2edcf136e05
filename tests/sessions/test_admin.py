"""The admin: everything can be found and read; derived figures cannot be edited."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from sessions.models import Club, Game, Player

DRAW = {"type": "draw", "tenpai": [0], "riichi": []}
HERE = [Game, Player, Club]


@pytest.fixture
def keeper(db: None) -> Client:
    client = Client()
    client.force_login(
        User.objects.create_superuser("keeper", password="long enough"),
        "django.contrib.auth.backends.ModelBackend",
    )
    return client


def address(model: Any, view: str, *args: Any) -> str:
    return reverse(f"admin:table_sessions_{model._meta.model_name}_{view}", args=args)


@pytest.mark.parametrize("model", HERE, ids=lambda model: model.__name__)
def test_lists_open_and_can_be_searched(keeper: Client, opened: Any, model: Any) -> None:
    for query in ({}, {"q": "Aki"}, {"q": "Thursday"}):
        assert keeper.get(address(model, "changelist"), query).status_code == 200


def test_a_game_is_found_by_the_name_of_a_player(keeper: Client, opened: Any) -> None:
    found = keeper.get(address(Game, "changelist"), {"q": "Chie"}).context["cl"].result_list
    assert [game.pk for game in found] == [opened.game.pk]
    assert "Aki, Ben, Chie, Dan" in keeper.get(address(Game, "changelist")).content.decode()


def test_a_game_shows_everything_and_lets_only_its_words_be_changed(
    keeper: Client, opened: Any
) -> None:
    opened.record(DRAW)
    page = keeper.get(address(Game, "change", opened.game.pk))
    assert page.status_code == 200
    form = page.context["adminform"].form
    assert set(form.fields) == {"title", "note", "club"}
    assert all(not inline.has_change_permission for inline in page.context["inline_admin_formsets"])
    assert "write_hash" not in page.content.decode()
    assert opened.game.recovery_hash not in page.content.decode()


def test_correcting_a_title_leaves_the_game_as_it_is(keeper: Client, opened: Any) -> None:
    opened.record(DRAW)
    page = keeper.get(address(Game, "change", opened.game.pk))
    data = {"title": "Friday", "note": "", "club": "", "_save": "1"}
    for inline in page.context["inline_admin_formsets"]:
        form = inline.formset.management_form
        data |= {form.add_prefix(name): form[name].value() for name in form.fields}
    assert keeper.post(address(Game, "change", opened.game.pk), data).status_code == 302
    opened.game.refresh_from_db()
    assert (opened.game.title, opened.game.rounds.count()) == ("Friday", 1)


def test_a_game_is_not_made_here(keeper: Client) -> None:
    assert keeper.get(address(Game, "add")).status_code == 403


def test_only_games_that_are_over_are_closed(keeper: Client, open_game: Any) -> None:
    running, over = open_game(), open_game(options={"length": "single"})
    over.record(DRAW)
    data = {"action": "close_games", "_selected_action": [running.game.pk, over.game.pk]}
    keeper.post(address(Game, "changelist"), data)
    assert list(Game.objects.filter(status="closed")) == [over.game]


def test_the_list_asks_the_database_the_same_however_many_games(
    keeper: Client, open_game: Any, django_assert_max_num_queries: Any
) -> None:
    for _ in range(12):
        open_game()
    with django_assert_max_num_queries(16):
        keeper.get(address(Game, "changelist"))


def test_every_model_that_a_keeper_looks_up_is_there() -> None:
    assert all(admin.site.is_registered(model) for model in HERE)
