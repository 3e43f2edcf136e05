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

from scoring.varieties import VARIETIES
from sessions.demo import DEMO_GAMES, NAMES
from sessions.models import Game
from sessions.services.games import create_game
from sessions.services.links import Role, open_link, revoke

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def var(settings: Any, tmp_path: Path) -> Path:
    settings.VAR_DIR = tmp_path
    return tmp_path


def demo() -> list[tuple[str, str]]:
    """Title and path of every game the command names."""
    said = io.StringIO()
    call_command("demo", stdout=said)
    return [tuple(line.split("\t")) for line in said.getvalue().splitlines()]


def opened(path: str) -> tuple[Game, Role]:
    return open_link(resolve(path).kwargs["link"])


TITLES = ["Demo table", "Last week", "Hong Kong demo", "Zung Jung demo"]


def test_the_demo_has_a_running_game_of_every_variety_and_a_settled_one() -> None:
    demo()
    games = Game.objects.order_by("id")
    assert [(game.title, game.finished) for game in games] == [
        (title, title == "Last week") for title in TITLES
    ]
    assert {game.variety_key for game in games if not game.finished} == set(VARIETIES)
    for game, made in zip(games, DEMO_GAMES, strict=True):
        assert game.rounds.count() == len(made["rounds"])
        assert [seat.player.name for seat in game.seats.all()] == list(NAMES)
        assert game.results.count() == (4 if game.finished else 0)


def test_it_says_where_they_are_one_to_play_with_and_one_to_look_at(client: Client) -> None:
    named = demo()
    assert [title for title, _ in named] == TITLES
    assert [opened(path)[1] for _, path in named] == [
        Role.WATCH if title == "Last week" else Role.WRITE for title in TITLES
    ]
    assert [client.get(path).status_code for _, path in named] == [200] * 4


def test_run_again_it_says_the_same_and_changes_nothing() -> None:
    first = demo()
    games = list(Game.objects.values("id", "version"))
    assert demo() == first
    assert list(Game.objects.values("id", "version")) == games


def test_a_database_with_games_gets_no_demo() -> None:
    create_game(variety="riichi", names=NAMES)
    assert demo() == []
    assert Game.objects.count() == 1


def test_a_revoked_demo_is_not_pointed_to_any_more() -> None:
    (_, path), *others = demo()
    revoke(opened(path)[0], Role.WRITE)
    assert demo() == others


def test_the_keys_to_the_demo_are_readable_by_its_owner_only(var: Path) -> None:
    demo()
    [kept] = var.iterdir()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
