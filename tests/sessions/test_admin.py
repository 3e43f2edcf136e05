"""The admin: everything can be found and read; derived figures cannot be edited."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from sessions import models
from sessions.models import Change, Club, Entry, Game, Invitation, Membership, Player, Season
from sessions.services.membership import invite

DRAW = {"type": "draw", "tenpai": [0], "riichi": []}
# Read with what they belong to, or of no use to look up by themselves.
WITHIN = {
    "Alias", "Bonus", "Change", "Demo", "Draw", "Edition", "Guest", "JobItem", "Result", "Round",
    "Seat", "Substitution", "Team", "Win", "ClubRole",
}  # fmt: skip
HERE = [getattr(models, name) for name in models.__all__ if name not in WITHIN]
CHANGED_HERE = {
    Game: {"title", "note"},
    Player: {"name"},
    Club: {"name", "slug", "about", "public"},
}


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
    assert set(form.fields) == {"title", "note"}
    assert all(not inline.has_change_permission for inline in page.context["inline_admin_formsets"])
    assert "write_hash" not in page.content.decode()
    assert opened.game.recovery_hash not in page.content.decode()


def test_correcting_a_title_leaves_the_game_as_it_is(keeper: Client, opened: Any) -> None:
    opened.record(DRAW)
    page = keeper.get(address(Game, "change", opened.game.pk))
    data = {"title": "Friday", "note": "", "_save": "1"}
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
    assert [model.__name__ for model in HERE if not admin.site.is_registered(model)] == []


@pytest.fixture
def everything(house: Any, opened: Any) -> Any:
    """A row of most models."""
    Game.objects.update(club=house.club)
    Player.objects.update(club=house.club)
    opened.record(DRAW)
    invite(Membership.objects.filter(club=house.club, role="owner").get(), role="member")
    Season.objects.create(club=house.club, name="Autumn", slug="autumn")
    return opened


@pytest.mark.parametrize("model", HERE, ids=lambda model: model.__name__)
def test_only_names_and_notes_are_changed_here(keeper: Client, everything: Any, model: Any) -> None:
    row = model.objects.first()
    if row is None:
        return
    page = keeper.get(address(model, "change", row.pk))
    assert page.status_code == 200
    assert set(page.context["adminform"].form.fields) == CHANGED_HERE.get(model, set())
    assert keeper.get(address(model, "add")).status_code == (200 if model is Club else 403)


@pytest.mark.parametrize("count", [2, 30])
def test_other_lists_do_not_ask_row_by_row(
    keeper: Client, house: Any, count: int, django_assert_max_num_queries: Any
) -> None:
    owner = Membership.objects.get(club=house.club, role="owner")
    for number in range(count):
        invite(
            owner, role="member", player=Player.objects.create(club=house.club, name=str(number))
        )
    for model in (Invitation, Membership, Entry, Player, Club):
        with django_assert_max_num_queries(14):
            assert keeper.get(address(model, "changelist")).status_code == 200


def test_no_secret_is_shown(keeper: Client, everything: Any) -> None:
    invitation = Invitation.objects.get()
    page = keeper.get(address(Invitation, "change", invitation.pk)).content.decode()
    assert invitation.secret_hash not in page


def test_a_clubs_game_is_not_thrown_away_here(keeper: Client, everything: Any) -> None:
    game = everything.game
    assert keeper.post(address(Game, "delete", game.pk), {"post": "yes"}).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [game.pk], "post": "yes"}
    keeper.post(address(Game, "changelist"), chosen)
    assert Game.objects.filter(pk=game.pk).exists()
    assert Change.objects.filter(game=game).exists()


def test_a_club_without_owner_gets_one_here(keeper: Client, house: Any) -> None:
    page = keeper.get(address(Club, "change", house.club.pk))
    data = {"name": house.club.name, "slug": house.club.slug, "about": "", "_save": "1"}
    for inline in page.context["inline_admin_formsets"]:
        for form in [inline.formset.management_form, *inline.formset.initial_forms]:
            values = {form.add_prefix(name): form[name].value() for name in form.fields}
            data |= {name: value for name, value in values.items() if value is not None}
    row = next(key for key, value in data.items() if key.endswith("-role") and value == "member")
    assert (
        keeper.post(address(Club, "change", house.club.pk), data | {row: "owner"}).status_code
        == 302
    )
    assert Membership.objects.filter(club=house.club, role="owner").count() == 2


def test_a_player_is_found_by_another_name(keeper: Client, house: Any) -> None:
    player = Player.objects.create(club=house.club, name="さくら")
    player.aliases.create(name="Sakura")
    for sought in ("さくら", "Sakura"):
        page = keeper.get(address(Player, "changelist"), {"q": sought})
        assert list(page.context["cl"].result_list) == [player]


def test_the_trail_is_found_by_who_and_what(keeper: Client, house: Any) -> None:
    page = keeper.get(address(Entry, "changelist"), {"q": "owner"})
    assert page.context["cl"].result_list[0].kind == "club.made"
