"""A link is a key: whoever reads the logs must not be able to open a table."""

from __future__ import annotations

import io
import json
import logging
import logging.config
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from config.logs import HideLinks
from config.urls import handler500  # noqa: F401
from config.urls import urlpatterns as addresses
from sessions.models import Game
from sessions.services.games import create_game
from sessions.services.links import Role, issue


def fail(request: HttpRequest, link: str) -> HttpResponse:
    raise (OperationalError if "locked" in request.GET else RuntimeError)("it is locked\n\tby us")


urlpatterns = [path("fail/<link>/", fail), *addresses]


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What the app's own handler writes, while the test runs."""
    [handler] = [
        handler
        for handler in logging.getLogger().handlers
        if isinstance(handler, logging.StreamHandler)
        and any(isinstance(item, HideLinks) for item in handler.filters)
    ]
    written = io.StringIO()
    usual = handler.setStream(written)
    yield written
    handler.setStream(usual)


@pytest.mark.django_db
@pytest.mark.parametrize("role", Role)
def test_a_refused_request_is_logged_without_its_key(
    client: Client, log: io.StringIO, role: Role
) -> None:
    game = Game()
    link = issue(game, role)[role]
    client.get(f"/no/{link}/page/")
    said = log.getvalue()
    assert f"Not Found: /no/{game.code}…/page/" in said
    assert link not in said
    assert link.partition("~")[2] not in said


def test_other_lines_are_left_as_they_are(log: io.StringIO) -> None:
    logging.getLogger("jantaku").warning("%s of %s ~ done", 3, "8")
    assert log.getvalue() == "3 of 8 ~ done\n"


@pytest.fixture
def as_json() -> Iterator[None]:
    """Logging as ``LOG_FORMAT=json LOG_ACCESS=1`` sets it up."""
    usual = settings.LOGGING
    chosen = {**usual, "handlers": {"console": {**usual["handlers"]["console"]}}}
    chosen["handlers"]["console"]["formatter"] = "json"
    chosen["loggers"] = {**usual["loggers"], "jantaku.access": {"level": "INFO"}}
    logging.config.dictConfig(chosen)
    yield
    logging.config.dictConfig(usual)


@pytest.mark.django_db
def test_lines_for_machines_tell_no_key_either(
    client: Client, as_json: None, log: io.StringIO
) -> None:
    game = Game()
    link = issue(game, Role.WRITE)[Role.WRITE]
    client.get(f"/no/{link}/page/")
    request, refusal = [json.loads(line) for line in log.getvalue().splitlines()]
    assert {"status": 404, "page": None, "method": "GET"}.items() <= request.items()
    assert refusal["levelname"] == "WARNING"
    assert refusal["message"] == f"Not Found: /no/{game.code}…/page/"
    assert link.partition("~")[2] not in log.getvalue()


@pytest.mark.django_db
def test_a_request_is_named_by_its_page(client: Client, as_json: None, log: io.StringIO) -> None:
    _game, keys = create_game(variety="riichi", names=("Aki", "Ben", "Chie", "Dan"))
    client.get(f"/g/{keys.write}/")
    [line] = [json.loads(line) for line in log.getvalue().splitlines()]
    assert line["message"].startswith("GET table:board 200 ")
    assert keys.write not in log.getvalue()


@pytest.mark.django_db
def test_requests_are_not_logged_unless_asked_for(client: Client, log: io.StringIO) -> None:
    client.get("/help/")
    assert log.getvalue() == ""


@pytest.mark.urls(__name__)
def test_a_database_that_is_busy_is_told_in_a_line_and_an_error_with_its_way(
    client: Client, log: io.StringIO
) -> None:
    client.raise_request_exception = False
    game = Game()
    link = issue(game, Role.WRITE)[Role.WRITE]
    assert client.get(f"/fail/{link}/?locked").status_code == 503
    assert log.getvalue() == f"Service Unavailable: /fail/{game.code}…/: it is locked by us\n"
    assert client.get(f"/fail/{link}/").status_code == 500
    assert "Traceback" in log.getvalue()
