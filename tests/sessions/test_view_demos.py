"""Games to play with: one tap from home, nobody's, and gone when their time is over."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.varieties import VARIETIES
from sessions.models import Club, Demo, Game, Player
from sessions.services.demos import AT_ONCE, open_demo, sweep
from sessions.services.games import create_game, rematch
from sessions.services.links import open_link

pytestmark = pytest.mark.django_db

DRAW = {"type": "draw", "tenpai": [], "riichi": []}


def age(*games: Game) -> None:
    Demo.objects.filter(game__in=games).update(expires=timezone.now() - timedelta(seconds=1))


@pytest.mark.parametrize("variety", VARIETIES)
def test_a_demo_of_every_variety_is_one_tap_from_home(client: Client, variety: str) -> None:
    assert f'name="variety" value="{variety}"' in client.get("/").content.decode()
    response = client.post("/demo/", {"variety": variety}, follow=True)
    seen = response.context["seen"]
    assert (seen.game.variety_key, seen.may_write, seen.game.is_demo) == (variety, True, True)
    assert seen.game.hands > 2
    assert not seen.game.finished


def test_a_demo_is_marked_on_its_table_and_at_home(client: Client) -> None:
    board = client.post("/demo/", {"variety": "riichi"}, follow=True)
    assert '<span class="status">demo</span>' in board.content.decode()
    [game] = client.get("/").context["going_on"]
    assert game.state == "demo"


def test_a_demo_never_answers_for_what_was_played_last(client: Client) -> None:
    client.post("/demo/", {"variety": "riichi"}, follow=True)
    assert "Chie" not in client.get("/new/riichi/").content.decode()


def test_only_a_variety_there_is_has_a_demo(client: Client) -> None:
    for response in (client.post("/demo/", {"variety": "poker"}), client.get("/demo/")):
        assert response["Location"] == "/"
    assert not Game.objects.exists()


def test_it_is_thrown_away_by_a_tap_with_its_people(client: Client) -> None:
    link = open_demo("hongkong").write
    menu = client.get(f"/g/{link}/menu/").content.decode()
    assert "Throw this demo away" in menu
    assert client.post(f"/g/{link}/throw-away/")["Location"] == "/"
    assert not Game.objects.exists()
    assert not Player.objects.exists()
    assert not client.get("/").context["going_on"]


def test_a_real_game_is_never_thrown_away(client: Client, opened: Any) -> None:
    assert "Throw this demo" not in client.get(opened.at("menu")).content.decode()
    response = client.post(opened.at("throw_away"))
    assert response.status_code == 409
    assert "This is no demo: it stays." in response.content.decode()
    assert Game.objects.count() == 1


def test_whoever_only_watches_throws_nothing_away(client: Client) -> None:
    keys = open_demo("riichi")
    assert "Throw this demo" not in client.get(f"/g/{keys.watch}/menu/").content.decode()
    assert client.post(f"/g/{keys.watch}/throw-away/").status_code == 403
    assert Game.objects.count() == 1


def test_a_demo_is_gone_when_its_time_is_over_and_real_games_stay(opened: Any) -> None:
    old, _ = open_link(open_demo("riichi").write)
    young, _ = open_link(open_demo("zungjung").write)
    age(old)
    assert sweep() == 1
    assert set(Game.objects.all()) == {young, opened.game}
    assert Player.objects.count() == 8


def test_a_new_demo_takes_old_ones_away_but_never_many_at_once() -> None:
    made = [
        create_game(variety="riichi", names=["A", "B", "C", "D"])[0] for _ in range(AT_ONCE + 2)
    ]
    Demo.objects.bulk_create(Demo(game=game, expires=timezone.now()) for game in made)
    open_demo("riichi")
    assert Game.objects.count() == 3


def test_a_rematch_of_a_demo_is_one_too_and_its_people_go_with_the_last() -> None:
    first, _ = open_link(open_demo("riichi").write)
    again, _ = rematch(first)
    assert again.demo.expires == first.demo.expires
    age(first)
    sweep()
    assert Player.objects.count() == 4
    age(again)
    sweep()
    assert not Player.objects.exists()


def test_a_demo_that_a_club_took_in_is_the_clubs() -> None:
    game, _ = open_link(open_demo("riichi").write)
    Game.objects.filter(pk=game.pk).update(club=Club.objects.create(name="Club", slug="club"))
    age(game)
    assert sweep() == 0
    assert Game.objects.filter(pk=game.pk).exists()
