"""A database that fails: what was acknowledged stays, nothing is there twice or by half, and nobody
is shown a broken page."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, close_old_connections, connection, connections
from django.test import Client
from django.utils import timezone

from bench.cluster import programs
from sessions.models import Change, Game
from sessions.services import changes
from tests.sessions.conftest import Opened

ROOT = Path(__file__).parents[2]
ON_SQLITE = connection.vendor == "sqlite"
only_sqlite = pytest.mark.skipif(not ON_SQLITE, reason="about the file of SQLite")
only_postgresql = pytest.mark.skipif(ON_SQLITE, reason="about the server of PostgreSQL")
RON = {"kind": "win", "winner": 1, "source": 3, "seat1-han": 3, "seat1-fu": 40}
WIN = {"type": "win", "wins": [{"winner": 0, "from": 2, "value": {"han": 3, "fu": 40}}]}


@pytest.fixture
def phone() -> Client:
    """A browser: it is shown what a visitor is shown, also when the server broke."""
    return Client(raise_request_exception=False)


# -- the server killed ------------------------------------------------------------------------


@only_sqlite
@pytest.mark.slow
def test_a_server_killed_at_random_loses_nothing_it_acknowledged() -> None:
    """The short form of bench/crash.py."""
    command = [sys.executable, "bench/crash.py", "--posts", "80", "--kills", "3"]
    environment = {**os.environ}
    environment.pop("DATABASE_URL", None)
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    figures = json.loads(done.stdout)
    assert figures["hands"] >= 80
    wrong = {name: figures[name] for name in ("lost", "twice", "torn", "integrity")}
    assert wrong == {"lost": 0, "twice": 0, "torn": 0, "integrity": "ok"}


def bench(fault: str, *given: str) -> dict[str, Any]:
    """A fault in the short form of bench/faults.py, on a database of its own."""
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    command = [sys.executable, "bench/faults.py", fault, *given]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return dict(json.loads(done.stdout))


UNHARMED = {"lost": 0, "twice": 0, "torn": 0, "pages_broken": {}, "healthy": True}


def harm(figures: dict[str, Any]) -> dict[str, Any]:
    return {name: figures[name] for name in UNHARMED}


@pytest.mark.slow
@pytest.mark.skipif(programs() is None, reason="no PostgreSQL on this machine")
def test_a_database_server_restarted_under_load_loses_nothing() -> None:
    """Stopped with care and by force while hands are posted: nothing that was acknowledged is lost
    or there twice, and there is no answer but "stored" and "not now"."""
    figures = bench("restarted", "--posts", "40", "--times", "2")
    assert harm(figures) == UNHARMED
    assert figures["hands"] == 40
    assert figures["sent_again"] + figures["pages_not_now"] > 0, "nobody noticed: not a restart"


# -- no room ------------------------------------------------------------------------------------


@contextmanager
def full_disk() -> Iterator[None]:
    """SQLite may not grow by a single page, as on a full disk: its own error, from its own code."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA page_count")
        (pages,) = cursor.fetchone()
        cursor.execute(f"PRAGMA max_page_count = {pages}")
        try:
            yield
        finally:
            cursor.execute("PRAGMA max_page_count = 1073741823")


@only_sqlite
@pytest.mark.django_db(transaction=True)
def test_a_full_disk_is_said_and_nothing_is_half_saved(
    opened: Opened, phone: Client, assert_consistent: Callable[[Game], Any]
) -> None:
    opened.record(WIN)
    # What one page still takes is used up first.
    filler = "x" * 200_000
    Game.objects.filter(pk=opened.game.pk).update(note=filler)
    with full_disk():
        Game.objects.filter(pk=opened.game.pk).update(void_reason="")
        answers = []
        for _ in range(60):
            answers.append(phone.post(opened.at("record"), {**opened.form(**RON)}))
            if answers[-1].status_code == 503:
                break
    refused = answers[-1]
    assert refused.status_code == 503
    assert refused["Retry-After"]
    assert "Nothing was half-saved" in refused.content.decode()
    assert_consistent(opened.game)
    recorded = 1 + sum(answer.status_code in (200, 302) for answer in answers)
    assert opened.game.rounds.count() == recorded
    sent_again = phone.post(opened.at("record"), opened.form(**RON))
    assert sent_again.status_code in (200, 302), "there is room again"


# -- somebody in the way --------------------------------------------------------------------------


@only_sqlite
@pytest.mark.django_db(transaction=True)
def test_a_long_reader_holds_nobody_up(opened: Opened, phone: Client) -> None:
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as reader:
        reader.execute("BEGIN")
        count = "SELECT COUNT(*) FROM table_sessions_round"
        assert reader.execute(count).fetchone() == (0,)
        assert phone.post(opened.at("record"), opened.form(**RON)).status_code in (200, 302)
        assert reader.execute(count).fetchone() == (0,), "it goes on reading its own moment"
    assert opened.game.rounds.count() == 1


@only_sqlite
@pytest.mark.django_db(transaction=True)
def test_a_database_held_by_a_long_writer_is_said(opened: Opened, phone: Client) -> None:
    form = opened.form(**RON)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 50")
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as writer:
        writer.execute("BEGIN IMMEDIATE")
        refused = phone.post(opened.at("record"), form)
        assert (refused.status_code, refused["Retry-After"]) == (503, "5")
        assert phone.get(opened.at("board")).status_code == 200, "reading goes on"
    connection.close()
    assert phone.post(opened.at("record"), form).status_code in (200, 302)
    assert opened.game.rounds.count() == 1


@only_postgresql
@pytest.mark.django_db(transaction=True)
def test_a_database_that_restarts_costs_one_answer(opened: Opened, phone: Client) -> None:
    """Its backend is ended under the connection, as a restart of the server does."""
    form = opened.form(**RON)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()
    ender = connections["default"].copy()
    try:
        with ender.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s)", [pid])
    finally:
        ender.close()
    answers = []
    for _ in range(2):
        close_old_connections()  # what a server does before every request, and this client does not
        answers.append(phone.post(opened.at("record"), form))
    assert [a.status_code for a in answers if a.status_code not in (200, 302)] in ([], [503])
    assert answers[-1].status_code in (200, 302)
    assert opened.game.rounds.count() == 1


@pytest.mark.django_db
def test_another_error_is_not_taken_for_a_busy_database(
    opened: Opened, phone: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(error: Exception) -> Any:
        def instead(*_: Any, **__: Any) -> None:
            raise error

        monkeypatch.setattr(changes, "record", instead)
        return phone.post(opened.at("record"), opened.form(**RON)).status_code

    assert fail(ImproperlyConfigured("a bug")) == 500
    assert fail(OperationalError("the server closed the connection")) == 503


# -- the clock ------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_clock_that_jumps_back_changes_neither_order_nor_what_undo_takes_back(
    opened: Opened, monkeypatch: pytest.MonkeyPatch, assert_consistent: Callable[[Game], Any]
) -> None:
    opened.record(WIN)
    earlier = timezone.now() - timezone.timedelta(days=400)
    monkeypatch.setattr(timezone, "now", lambda: earlier)
    opened.record({"type": "draw", "tenpai": [1]}, {"type": "end", "reason": "agreed"})
    assert_consistent(opened.game)
    kinds = list(opened.game.changes.order_by("id").values_list("kind", flat=True))
    assert kinds == ["record"] * 3
    changes.undo(opened.game, version=opened.game.version, token=uuid4().hex)
    changes.undo(opened.game, version=opened.game.version, token=uuid4().hex)
    opened.game.refresh_from_db()
    assert [row.outcome["type"] for row in opened.game.rounds.all()] == ["win"]


# -- many at once ---------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_of_many_that_record_one_hand_at_once_one_is_stored(opened: Opened) -> None:
    form = opened.form(**RON)
    answers: list[int] = []

    def post() -> None:
        client = Client(raise_request_exception=False)
        answers.append(client.post(opened.at("record"), {**form, "token": uuid4().hex}).status_code)
        connections.close_all()

    phones = [threading.Thread(target=post) for _ in range(6)]
    for one in phones:
        one.start()
    for one in phones:
        one.join()
    assert sorted(answers)[1:] == [409] * 5
    assert sorted(answers)[0] in (200, 302)
    assert Change.objects.filter(game=opened.game).count() == 1
