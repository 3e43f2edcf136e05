"""./bin/serve on an empty folder: the one command a club needs."""

from __future__ import annotations

import gzip
import json
import os
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from http.client import HTTPResponse
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from config.address import announcement, is_free, main, qr_code

ROOT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@dataclass
class Served:
    port: int
    var: Path
    said: str

    def get(self, path: str) -> HTTPResponse:
        """The answer to a browser that takes compressed bodies."""
        request = Request(
            f"http://127.0.0.1:{self.port}{path}", headers={"Accept-Encoding": "gzip, br"}
        )
        return urlopen(request, timeout=60)


def answers_in_time(served: Served, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 180
    while time.monotonic() < deadline:
        assert process.poll() is None, log.read_text()
        try:
            return served.get("/static/mark.svg").close()
        except OSError:  # refused, hung up, or not answered yet
            time.sleep(0.1)
    pytest.fail(f"no answer yet:\n{log.read_text()}")


def serve(var: Path) -> Iterator[Served]:
    """Run ./bin/serve for this computer alone until it answers; stop it afterwards."""
    port, log = free_port(), var.parent / "said"
    environ = {**os.environ, "JANTAKU_VAR": str(var), "HOST": "127.0.0.1", "PORT": str(port)}
    environ.pop("DATABASE_URL", None)
    with log.open("w") as output:
        process = subprocess.Popen(
            [ROOT / "bin/serve"], env=environ, stdout=output, stderr=subprocess.STDOUT
        )
    served = Served(port, var, "")
    try:
        answers_in_time(served, process, log)
        served.said = log.read_text()
        yield served
    finally:
        process.terminate()
        process.wait(timeout=90)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    if not (ROOT / ".venv/installed").exists():
        pytest.skip("no .venv made by ./bin/test")
    var = tmp_path_factory.mktemp("installation") / "var"
    for first in serve(var):
        first.get("/").close()
    os.utime(var / "static/staticfiles.json", (0, 0))  # as if a style had changed since
    yield from serve(var)  # and again, on what the first start left


pytestmark = pytest.mark.slow


def test_it_says_where_to_find_it(served: Served) -> None:
    assert f"http://localhost:{served.port}/" in served.said


def test_it_keeps_database_and_secret_in_one_folder(served: Served) -> None:
    assert {"jantaku.sqlite3", "secret_key", "static"} <= {
        path.name for path in served.var.iterdir()
    }


def test_files_that_changed_are_collected_anew(served: Served) -> None:
    assert (served.var / "static/staticfiles.json").stat().st_mtime > 0


def test_pages_and_styles_come_compressed_and_styles_for_ever(served: Served) -> None:
    with served.get("/admin/login/") as page:
        assert page.headers["Content-Encoding"] == "gzip"
    names = json.loads((served.var / "static/staticfiles.json").read_text())["paths"]
    hashed = names["css/jantaku.css"]
    assert re.fullmatch(r"css/jantaku\.[0-9a-f]{12}\.css", hashed)
    with served.get(f"/static/{hashed}") as style:
        assert style.headers["Content-Encoding"] == "br"
        assert "immutable" in style.headers["Cache-Control"]
        assert len(style.read()) < (ROOT / "static/css/jantaku.css").stat().st_size / 3


def test_a_page_names_its_styles_by_their_content(served: Served) -> None:
    with served.get("/") as page:
        html = gzip.decompress(page.read()).decode()
    assert re.search(r'href="/static/css/jantaku\.[0-9a-f]{12}\.css"', html)


def test_spare_connections_of_phones_do_not_hold_it(served: Served) -> None:
    idle = [socket.create_connection(("127.0.0.1", served.port)) for _ in range(6)]
    try:
        served.get("/static/mark.svg").close()
    finally:
        for connection in idle:
            connection.close()


def test_a_port_in_use_is_said_before_anything_fails(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        assert not is_free("127.0.0.1", port)
        assert main("127.0.0.1", port) == 1
    assert "PORT=" in capsys.readouterr().err
    assert main("127.0.0.1", port) == 0


def test_the_phone_gets_an_address_and_a_code_to_read() -> None:
    said = announcement(8000, "192.168.1.20", demo="Demo table\t/g/key/")
    assert "http://192.168.1.20:8000/" in said
    assert "http://192.168.1.20:8000/g/key/" in said
    assert qr_code("http://192.168.1.20:8000/", colours=False) in said


def test_without_a_network_no_phone_address_is_promised() -> None:
    said = announcement(8000, None, demo="Demo table\t/g/key/")
    assert "http://localhost:8000/g/key/" in said
    assert "█" not in said


def test_without_a_demo_none_is_promised() -> None:
    assert "Demo" not in announcement(8000, "192.168.1.20", demo="")


def test_on_a_terminal_the_code_is_dark_on_light_whatever_its_colours() -> None:
    lines = qr_code("http://192.168.1.20:8000/", colours=True).splitlines()
    assert all(line.startswith("\033[97;40m") and line.endswith("\033[0m") for line in lines)
