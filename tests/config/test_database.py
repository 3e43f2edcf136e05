"""SQLite is set up as measured; an option in the wrong place would be silent."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from django.conf import settings
from django.db import connection, transaction

pytestmark = pytest.mark.django_db(transaction=True)

only_sqlite = pytest.mark.skipif(
    settings.DATABASES["default"]["ENGINE"] != "django.db.backends.sqlite3",
    reason="about SQLite, and this run is not on it",
)


def pragma(name: str) -> object:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {name}")
        return cursor.fetchone()[0]


@only_sqlite
@pytest.mark.parametrize(
    "name, value",
    [
        ("journal_mode", "wal"),  # "memory" would tell that the test database is not a file
        ("synchronous", 1),  # NORMAL
        ("busy_timeout", 20000),
        ("foreign_keys", 1),
    ],
)
def test_sqlite_pragma(name: str, value: object) -> None:
    assert pragma(name) == value


@only_sqlite
def test_a_transaction_on_sqlite_takes_the_write_lock_at_its_start() -> None:
    with closing(sqlite3.connect(connection.settings_dict["NAME"], timeout=0)) as other:
        with transaction.atomic(), pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        other.execute("BEGIN IMMEDIATE")


def test_connections_are_kept_open() -> None:
    assert connection.settings_dict["CONN_MAX_AGE"] is None
