"""Copies of the database: made while the app runs, put back after the worst."""

from __future__ import annotations

import gzip
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from sessions.models import Game
from sessions.services import changes, copies
from sessions.services.exchange import export_game
from tests.sessions.conftest import Opened

pytestmark = pytest.mark.django_db(transaction=True)
ON_SQLITE = connection.vendor == "sqlite"
only_sqlite = pytest.mark.skipif(not ON_SQLITE, reason="about the file of SQLite")
WIN = {"type": "win", "wins": [{"winner": 0, "from": 2, "value": {"han": 3, "fu": 40}}]}

if not ON_SQLITE and not shutil.which("pg_dump"):
    pytest.skip("no pg_dump on this machine", allow_module_level=True)


@pytest.fixture
def played(open_game: Callable[..., Opened]) -> Opened:
    table = open_game()
    table.record(WIN, {"type": "draw", "tenpai": [1]})
    return table


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Where copies go; what a restore sets aside beside the database goes too."""
    yield tmp_path
    if ON_SQLITE:
        beside = Path(connection.settings_dict["NAME"]).parent
        shutil.rmtree(beside / "before-restore", ignore_errors=True)


def kept(table: Opened) -> dict[str, Any]:
    return export_game(Game.objects.get(code=table.game.code))


def destroy() -> None:
    """The worst that a database can suffer while its server still answers."""
    if ON_SQLITE:
        connection.close()
        path = Path(connection.settings_dict["NAME"])
        path.write_bytes(os.urandom(path.stat().st_size))
        for part in ("-wal", "-shm"):
            path.with_name(path.name + part).unlink(missing_ok=True)
        return
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE table_sessions_round CASCADE")
        cursor.execute("DELETE FROM table_sessions_result")


def test_what_was_copied_is_there_again_after_the_database_was_destroyed(
    played: Opened, folder: Path, assert_consistent: Callable[[Game], Any]
) -> None:
    before = kept(played)
    path = copies.make(folder)
    if not ON_SQLITE:
        played.record(WIN)  # what came later is gone again
    destroy()
    copies.put_back(path)
    assert kept(played) == before
    assert_consistent(Game.objects.get(code=played.game.code))
    played.record(WIN)
    assert Game.objects.get(code=played.game.code).rounds.count() == 3


def test_what_stood_there_is_copied_before_it_is_replaced(played: Opened, folder: Path) -> None:
    path = copies.make(folder)
    played.record(WIN)
    later = kept(played)
    aside = copies.put_back(path)
    assert kept(played) != later
    assert aside is not None
    copies.put_back(aside)
    assert kept(played) == later


def test_a_copy_is_one_moment_whole(played: Opened, folder: Path) -> None:
    """A change that is not committed yet is not in it, and does not keep it waiting."""
    with transaction.atomic():
        changes.record(
            Game.objects.get(pk=played.game.pk), WIN, version=played.game.version, token=None
        )
        path = copies.make(folder)
    assert Game.objects.get(pk=played.game.pk).rounds.count() == 3
    copies.put_back(path)
    assert Game.objects.get(code=played.game.code).rounds.count() == 2


def test_a_copy_holds_nobodys_sign_in(client: Any, folder: Path) -> None:
    client.force_login(get_user_model().objects.create_user("ben"))
    path = copies.make(folder)
    copies.put_back(path)
    with connection.cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM django_session")
        assert cursor.fetchone() == (0,)
        cursor.execute("SELECT COUNT(*) FROM auth_user")
        assert cursor.fetchone() == (1,)


def test_only_the_newest_copies_stay_and_nobody_else_reads_them(db: None, folder: Path) -> None:
    other = folder / "shopping list.txt"
    other.touch()
    made = [copies.make(folder, keep=2) for _ in range(3)]
    assert sorted(folder.iterdir()) == sorted([*made[1:], other])
    assert made[-1].stat().st_mode & 0o077 == 0


@only_sqlite
def test_a_damaged_copy_changes_nothing(played: Opened, folder: Path) -> None:
    before = kept(played)
    path = copies.make(folder)
    whole = path.read_bytes()
    for damaged in (whole[: len(whole) // 2], os.urandom(2000), gzip.compress(os.urandom(9000))):
        path.write_bytes(damaged)
        with pytest.raises(copies.CopyRefused, match="damaged"):
            copies.put_back(path)
        assert kept(played) == before


def test_a_copy_of_a_newer_version_is_refused(played: Opened, folder: Path) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied)"
            " VALUES ('table_sessions', '9999_from_the_future', CURRENT_TIMESTAMP)"
        )
        path = copies.make(folder)
        cursor.execute("DELETE FROM django_migrations WHERE name = '9999_from_the_future'")
    before = kept(played)
    with pytest.raises(copies.CopyRefused, match="9999_from_the_future"):
        copies.put_back(path)
    assert kept(played) == before


def test_a_file_of_another_kind_is_refused(db: None, tmp_path: Path) -> None:
    path = tmp_path / "holiday.jpg"
    path.touch()
    with pytest.raises(copies.CopyRefused, match="no copy of this kind"):
        copies.put_back(path)


@only_sqlite
def test_where_no_copy_can_be_made_no_half_file_is_left(
    db: None, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(copies.shutil, "copyfileobj", full)
    with pytest.raises(CommandError, match="No space left"):
        call_command("backup", to=folder)
    assert list(folder.iterdir()) == []


def test_the_commands_say_what_they_did(
    played: Opened, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("backup", to=folder)
    path = Path(capsys.readouterr().out.rpartition(" (")[0])
    assert path.parent == folder
    call_command("restore", path, yes=True)
    assert "Restored." in capsys.readouterr().out
    with pytest.raises(CommandError, match="there is no file"):
        call_command("restore", folder / "none", yes=True)
    with pytest.raises(CommandError, match="at least 1"):
        call_command("backup", to=folder, keep=0)


@only_sqlite
def test_a_restore_asks_first(
    played: Opened, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = copies.make(folder)
    before = kept(played)
    played.record(WIN)
    monkeypatch.setattr("builtins.input", lambda _: "n")
    with pytest.raises(CommandError, match="nothing was changed"):
        call_command("restore", path)
    assert kept(played) != before


@only_sqlite
def test_a_server_that_runs_on_reads_what_was_restored(played: Opened, folder: Path) -> None:
    path = copies.make(folder)
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as reader:
        count = "SELECT COUNT(*) FROM table_sessions_round"
        played.record(WIN)
        assert reader.execute(count).fetchone() == (3,)
        copies.put_back(path)
        assert reader.execute(count).fetchone() == (2,)
