"""The server as ./bin/serve runs it, and visitors that say nothing, half of what they want, or what
is no request at all."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    served = (ROOT / "bin" / "serve").read_text()
    options = re.search(r"exec gunicorn (.*?)\n\n|exec gunicorn (.*)\Z", served, re.S)
    assert options
    words = (options[1] or options[2]).replace("\\\n", " ").split()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        free = int(probe.getsockname()[1])
    given = {'"$host:$port"': f"127.0.0.1:{free}", '"${WORKERS:-2}"': "2"}
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    environment["JANTAKU_VAR"] = str(tmp_path_factory.mktemp("var"))
    command = [sys.executable, "-m", "gunicorn", *(given.get(word, word) for word in words)]
    server = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL)
    try:
        for _ in range(1200):
            assert server.poll() is None, "it did not start"
            with suppress(OSError):
                seconds(free)
                break
            time.sleep(0.1)
        yield free
    finally:
        server.terminate()
        server.wait(timeout=90)


def seconds(port: int, limit: float = 60) -> float:
    """Until somebody else is answered."""
    begun = time.monotonic()
    with closing(HTTPConnection("127.0.0.1", port, timeout=limit)) as link:
        link.request("GET", "/health/")
        link.getresponse().read()
    return time.monotonic() - begun


def connected(stack: ExitStack, port: int, count: int, said: bytes = b"") -> list[socket.socket]:
    found = [
        stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(count)
    ]
    for one in found:
        one.sendall(said)
    time.sleep(0.2)
    return found


def test_who_says_nothing_keeps_nobody_waiting(port: int) -> None:
    with ExitStack() as stack:
        connected(stack, port, 80)
        assert seconds(port) < 15, "spare connections cost threads, each for five seconds"


@pytest.mark.parametrize(
    "said",
    [
        b"GET / HTTP/1.1\r\nHost: localhost\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        b"Content-Length: 1000\r\n\r\na",
    ],
    ids=["half a head", "half a body"],
)
def test_who_does_not_end_a_request_is_not_waited_for_without_end(port: int, said: bytes) -> None:
    with ExitStack() as stack:
        slow = connected(stack, port, 8, said)
        assert seconds(port) < 30
        for one in slow:
            one.settimeout(60)
            while one.recv(65536):  # answered or not, and then hung up
                pass


HOST = b"Host: localhost\r\n"
CHUNKED = b"POST / HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n"
JUNK = (
    b"GET / HTTP/1.0\r\n\r\n",
    b"GET /\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"\0" * 100,
    b"\r\n" * 5000,
    b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    b"GET http://evil.example/ HTTP/1.1\r\n" + HOST + b"\r\n",
    b"OPTIONS * HTTP/1.1\r\n" + HOST + b"\r\n",
    b"GET /\xff\xfe HTTP/1.1\r\n" + HOST + b"\r\n",
    b"GET /..%2f..%2fetc/passwd HTTP/1.1\r\n" + HOST + b"\r\n",
    b"GET /g/x/ HTTP/1.1\r\n" + HOST + b"Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + HOST + b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
    b"HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + HOST + b"X: a\0b\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + HOST + b"X: " + b"y" * 20_000 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + HOST + b"SCRIPT_NAME: /x\r\nPATH_INFO: /y\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + HOST + b"Cookie: sessionid=\xff\xfe; csrftoken=\x80\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + HOST + b"X-Forwarded-For: \xff\r\nX-Forwarded-Proto: x\r\n\r\n",
    b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: 5, 6\r\n\r\nabcde",
    b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: 99999999999999999999\r\n\r\n",
    CHUNKED + b"\r\nffffffffffffffff\r\nabc",
    CHUNKED + b"\r\nzz\r\nabc\r\n0\r\n\r\n",
    CHUNKED + b"Content-Length: 5\r\n\r\n5\r\nabcde\r\n0\r\n\r\nGET /evil HTTP/1.1\r\n\r\n",
)


def test_what_is_no_request_is_refused_or_answered_and_never_breaks(port: int) -> None:
    for said in JUNK:
        with socket.create_connection(("127.0.0.1", port)) as link:
            link.settimeout(60)
            link.sendall(said)
            with suppress(OSError):
                link.shutdown(socket.SHUT_WR)
            told = b""
            with suppress(ConnectionResetError):
                while part := link.recv(65536):
                    told += part
        status = re.findall(rb"HTTP/1\.[01] (\d\d\d)", told)
        assert set(status[1:]) <= {b"400"}, (said[:80], "one request, two answers")
        assert not status or status[0] < b"500" or status[0] == b"503", (said[:80], told[:200])
    assert seconds(port) < 30
