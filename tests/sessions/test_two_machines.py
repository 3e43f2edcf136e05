"""Two machines behind a balancer: two servers that share the database and the secret key alone."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.conf import global_settings, settings
from django.db import connection

from sessions.models import Change
from tests.sessions.conftest import PASSWORD, Opened, new_user

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite is one machine's"),
    pytest.mark.slow,
]
ROOT = Path(__file__).parents[2]
RON = {"kind": "win", "winner": 1, "source": 3, "seat1-han": 3, "seat1-fu": 40}


class Browser:
    """Asks whichever machine it is told to, with one jar of cookies, as through a balancer."""

    def __init__(self) -> None:
        self.cookies: dict[str, str] = {}

    def ask(self, port: int, path: str, fields: dict[str, Any] | None = None) -> tuple[int, str]:
        jar = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"Cookie": jar, "Content-Type": "application/x-www-form-urlencoded"}
        body = None
        if fields is not None:
            body = urlencode({**fields, "csrfmiddlewaretoken": self.cookies.get("csrftoken", "")})
        link = HTTPConnection("127.0.0.1", port, timeout=60)
        link.request("GET" if body is None else "POST", path, body, headers)
        answer = link.getresponse()
        text = answer.read().decode()
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        link.close()
        return answer.status, text


@pytest.fixture
def machines(tmp_path: Path, unused_tcp_port_factory: Callable[[], int]) -> Iterator[list[int]]:
    """The ports of two servers, each with a folder of its own."""
    given = connection.settings_dict
    url = f"postgres://{given['USER']}@{given['HOST'].replace('/', '%2F')}/{given['NAME']}"
    servers, ports = [], []
    for number in range(2):
        port = unused_tcp_port_factory()
        environment = {
            **os.environ,
            "DATABASE_URL": url,
            "SECRET_KEY": settings.SECRET_KEY,
            "JANTAKU_VAR": str(tmp_path / str(number)),
            "LOG_LEVEL": "ERROR",
        }
        command = ["-m", "gunicorn", "config.wsgi", "--bind", f"127.0.0.1:{port}", "--threads", "2"]
        servers.append(
            subprocess.Popen([sys.executable, *command, "--no-control-socket", "--log-level",
                              "error"], cwd=ROOT, env=environment)
        )  # fmt: skip
        ports.append(port)
    try:
        for port in ports:
            _wait(port)
        yield ports
    finally:
        for server in servers:
            server.terminate()
        for server in servers:
            server.wait(timeout=90)


def _wait(port: int) -> None:
    for _ in range(1200):
        try:
            if Browser().ask(port, "/health/")[0] == 200:
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the server did not start")


@pytest.fixture
def unused_tcp_port_factory() -> Callable[[], int]:
    import socket

    def free() -> int:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            return int(probe.getsockname()[1])

    return free


def test_two_machines_are_one_app(machines: list[int], opened: Opened) -> None:
    one, other = machines
    phone = Browser()
    form, again = opened.form(**RON), opened.form(**RON)

    assert phone.ask(one, opened.at("board"))[0] == 200
    assert phone.ask(other, opened.at("record"), form)[0] == 302, "a form of one, sent to the other"
    assert phone.ask(one, opened.at("record"), form)[0] == 302, "sent again, stored once"
    assert Change.objects.filter(game=opened.game).count() == 1
    assert phone.ask(one, opened.at("record"), again)[0] == 409, "both know what was recorded"
    status, board = phone.ask(one, f"{opened.at('poll')}?pulse=0")
    assert status == 200
    assert re.search(r"30,200", board), "a watcher on the other machine sees it"


def test_who_signs_in_at_one_is_signed_in_at_the_other(machines: list[int], settings: Any) -> None:
    settings.PASSWORD_HASHERS = global_settings.PASSWORD_HASHERS  # as the servers have them
    new_user("ben")
    one, other = machines
    browser = Browser()
    browser.ask(one, "/account/login/")
    fields = {"username": "ben", "password": PASSWORD}
    assert browser.ask(one, "/account/login/", fields)[0] == 302
    assert browser.ask(other, "/account/")[0] == 200
    assert browser.ask(other, "/account/logout/", {"nothing": uuid4().hex})[0] == 302
    assert browser.ask(one, "/account/")[0] == 302, "and out at both"
