"""The demo: made once, in an empty database only, through the same door as real games."""

from __future__ import annotations

import io
import stat
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import resolve

from sessions.demo import DEMO_GAMES, NAMES
from sessions.models import Game
from sessions.services.games import create_game
from sessions.services.links import Role, open_link, revoke

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def var(settings: Any, tmp_path: Path) -> Path:
    settings.VAR_DIR = tmp_path
    return tmp_path


def demo() -> str:
    said = io.StringIO()
    call_command("demo", stdout=said)
    return said.getvalue().strip()


def test_the_demo_has_a_running_game_and_a_settled_one() -> None:
    demo()
    assert list(Game.objects.order_by("id").values_list("title", "finished")) == [
        ("Last week", True),
        ("Demo table", False),
    ]
    for game, made in zip(Game.objects.order_by("id"), DEMO_GAMES, strict=True):
        assert game.rounds.count() == len(made["rounds"])
        assert [seat.player.name for seat in game.seats.all()] == list(NAMES)
        assert game.results.count() == (4 if game.finished else 0)


def test_it_says_where_the_running_game_is_and_that_it_can_be_played(client: Client) -> None:
    path = demo()
    assert client.get(path).status_code == 200
    game, role = open_link(resolve(path).kwargs["link"])
    assert (game.title, role) == ("Demo table", Role.WRITE)


def test_run_again_it_says_the_same_and_changes_nothing() -> None:
    first = demo()
    games = list(Game.objects.values("id", "version"))
    assert demo() == first
    assert list(Game.objects.values("id", "version")) == games


def test_a_database_with_games_gets_no_demo() -> None:
    create_game(variety="riichi", names=NAMES)
    assert demo() == ""
    assert Game.objects.count() == 1


def test_a_revoked_demo_is_not_pointed_to_any_more() -> None:
    game, _ = open_link(resolve(demo()).kwargs["link"])
    revoke(game, Role.WRITE)
    assert demo() == ""


def test_the_key_to_the_demo_is_readable_by_its_owner_only(var: Path) -> None:
    demo()
    [kept] = var.iterdir()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
