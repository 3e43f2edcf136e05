"""A link is a key: whoever reads the logs must not be able to open a table."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator

import pytest
from django.test import Client

from config.logs import HideLinks
from sessions.models import Game
from sessions.services.links import Role, issue


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
