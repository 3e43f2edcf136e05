"""A proxy, a container or a monitor asks whether this process can do its work."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client

from config import health


@pytest.fixture(autouse=True)
def asked_anew() -> Iterator[None]:
    health._migrated.cache_clear()
    yield
    health._migrated.cache_clear()


@pytest.mark.django_db
def test_all_is_well(client: Client) -> None:
    response = client.get("/health/")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})
    assert "no-store" in response["Cache-Control"]


@pytest.mark.django_db
def test_a_database_that_does_not_answer(client: Client, monkeypatch: Any) -> None:
    def refuse() -> None:
        raise OperationalError("password for jantaku is wrong")

    monkeypatch.setattr(connection, "ensure_connection", refuse)
    response = client.get("/health/")
    assert (response.status_code, response.json()) == (503, {"status": "database"})


@pytest.mark.django_db
def test_a_database_that_is_behind_this_version(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'table_sessions'")
    assert client.get("/health/").json() == {"status": "migrations"}
    assert client.get("/health/").status_code == 503, "asked again, not remembered"


@pytest.mark.django_db
def test_it_is_asked_without_https(client: Client, settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert client.get("/health/").status_code == 200
    assert client.get("/help/").status_code == 301


def test_nothing_is_changed_by_asking(client: Client) -> None:
    assert client.post("/health/").status_code == 405
