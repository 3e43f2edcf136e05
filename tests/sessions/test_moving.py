"""One command carries everything to another database."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.contenttypes.models import ContentType
from django.core.management import CommandError, call_command
from django.db import connection

from sessions.models import Club, ClubRole, Game, Membership
from sessions.services import exchange, moving
from tests.sessions.conftest import Opened

pytestmark = pytest.mark.django_db(transaction=True)
WIN = {"type": "win", "wins": [{"winner": 0, "from": 2, "value": {"han": 3, "fu": 40}}]}


@pytest.fixture
def filled(open_game: Callable[..., Opened]) -> Opened:
    """A club of a member, a game with hands in it, and a finished one."""
    club = Club.objects.create(name="Harbour", slug="harbour")
    user = get_user_model().objects.create_user("ben", password="long enough")
    Membership.objects.create(club=club, user=user, role=ClubRole.OWNER)
    table = open_game()
    table.record(WIN, {"type": "end", "reason": "agreed"})
    Game.objects.update(club=club)
    open_game().record(WIN)
    return table


@pytest.fixture
def elsewhere(tmp_path: Path) -> str:
    """The address of an empty database: SQLite's, for every server has it."""
    return f"sqlite:///{tmp_path / 'elsewhere.sqlite3'}"


def address() -> str:
    """Of the database of this test, as another process names it."""
    given = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{given['NAME']}"
    return f"postgres://{given['USER']}@{given['HOST'].replace('/', '%2F')}/{given['NAME']}"


def manage(source: str, *command: str) -> str:
    """What a command of the app says that works on another database, or why it refused."""
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        env={**os.environ, "DATABASE_URL": source},
        capture_output=True,
        text=True,
    )
    return done.stdout if done.returncode == 0 else done.stderr.strip().splitlines()[-1]


READ = """
import json
from tests.sessions.test_moving import state
print(json.dumps(state()))
"""


def read_there(url: str) -> Any:
    """``state`` of another database."""
    return json.loads(manage(url, "shell", "--no-imports", "-c", READ))


def state() -> dict[str, Any]:
    """All that a club would miss: games with what changed them, people, who may do what."""
    users = get_user_model().objects.order_by("pk")
    return {
        "games": games(),
        "users": list(users.values_list("pk", "username", "password")),
        "members": list(Membership.objects.values_list("pk", "user_id", "club__slug", "role")),
        "types": list(ContentType.objects.order_by("pk").values_list("pk", "model")),
    }


def games() -> list[Any]:
    rows = ("seats__player", "substitutions__player", "rounds", "results", "changes")
    found = Game.objects.order_by("pk").prefetch_related(*rows)
    return [
        [exchange.export_game(game), str(game.created), game.write_hash, game.version,
         game.club_id, list(game.results.values_list("player_id", "place", "total", "unit")),
         [[c.patch, c.token, str(c.created)] for c in game.changes.all()]]
        for game in found
    ]  # fmt: skip


def as_json(data: Any) -> Any:
    return json.loads(json.dumps(data))


def test_everything_arrives_as_it_left(filled: Opened, elsewhere: str) -> None:
    before = as_json(state())
    assert "rows moved, and compared" in manage(address(), "move_to", elsewhere)
    assert read_there(elsewhere) == before
    assert as_json(state()) == before, "and is still here"
    refused = manage(address(), "move_to", elsewhere)
    assert "the other database is not empty" in refused, "one that has something is left alone"
    assert read_there(elsewhere) == before


def test_a_row_that_arrives_otherwise_is_noticed(filled: Opened) -> None:
    rows = list(Game.objects.all())
    there = list(Game.objects.all())
    assert moving._figures(Game, rows) == moving._figures(Game, there)
    there[0].honba += 1
    assert moving._figures(Game, rows) != moving._figures(Game, there)


@pytest.mark.parametrize("url", ["", "no address", "carrier://pigeon/loft"])
def test_an_address_that_is_none(db: None, url: str) -> None:
    with pytest.raises(CommandError, match="address"):
        call_command("move_to", url)


def test_a_database_that_cannot_be_opened(filled: Opened, tmp_path: Path) -> None:
    said = manage(address(), "move_to", f"sqlite:///{tmp_path}/no/such/folder.sqlite3")
    assert "the other database said" in said


@pytest.mark.skipif(connection.vendor != "postgresql", reason="there and back needs PostgreSQL")
def test_from_sqlite_to_postgresql(filled: Opened, elsewhere: str) -> None:
    """There and back: the way a club goes is the second one."""
    before = as_json(state())
    manage(address(), "move_to", elsewhere)
    name = f"{connection.settings_dict['NAME']}_moved"
    with connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{name}"')
        cursor.execute(f'CREATE DATABASE "{name}"')
    url = f"{address()}_moved"
    try:
        assert "rows moved, and compared" in manage(elsewhere, "move_to", url)
        assert read_there(url) == before
        added = manage(url, "shell", "--no-imports", "-c", NEXT)
        assert int(added) > Game.objects.order_by("-pk")[0].pk, "numbers go on after the last"
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{name}"')


NEXT = """
from sessions.services.games import create_game
print(create_game(variety="riichi", names=("Aki", "Ben", "Chie", "Dan"))[0].pk)
"""
