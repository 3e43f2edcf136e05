"""What the benches of the served app share: a server of its own on loopback, a client, figures."""

from __future__ import annotations

import contextlib
import json
import os
import platform
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

NAMES = ("Aki", "Ben", "Chie", "Dan")
SERVER = {"DJANGO_SETTINGS_MODULE": "bench.settings", "LOG_LEVEL": "ERROR"}


def prepare(var: Path, database: str | None = None, static: bool = True) -> None:
    """Make this process a Django one on a fresh database (in ``var``, or at ``database``), with
    files collected as ./bin/serve does where speed is measured."""
    os.environ.update(SERVER, JANTAKU_VAR=str(var))
    if database:
        os.environ["DATABASE_URL"] = database
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    if static:
        call_command("collectstatic", interactive=False, verbosity=0)
    key = "integer PRIMARY KEY" if connection.vendor == "sqlite" else "bigserial PRIMARY KEY"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TABLE IF NOT EXISTS bench_row (id {key}, body text)")


@contextlib.contextmanager
def scratch() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="jantaku-bench.") as folder:
        yield Path(folder)


@dataclass
class Server:
    """The app as ``./bin/serve`` runs it, on a free port."""

    port: int
    process: subprocess.Popen[bytes]

    def memory(self) -> int:
        """Bytes in use by the server and its workers, pages they share counted once."""
        total = 0
        for pid in [self.process.pid, *_children(self.process.pid)]:
            with contextlib.suppress(OSError):
                rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
                total += int(re.search(r"^Pss:\s+(\d+)", rollup, re.M).group(1)) * 1024  # type: ignore[union-attr]
        return total

    def worked(self) -> float:
        """Seconds the processors have spent on the server and its workers (Linux)."""
        return (
            sum(
                int(task.read_text().split()[0])
                for pid in [self.process.pid, *_children(self.process.pid)]
                for task in Path(f"/proc/{pid}/task").glob("*/schedstat")
            )
            / 1e9
        )

    def kill(self) -> None:
        """As a power cut ends it."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def _children(pid: int) -> list[int]:
    with contextlib.suppress(OSError):
        return [int(p) for p in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start(
    port: int | None = None,
    workers: int = 2,
    threads: int = 4,
    var: Path | None = None,
    app: str = "config.wsgi",
) -> Server:
    """Start the server on what ``prepare`` made (in this process, or in ``var``), and wait until it
    answers."""
    port = port or free_port()
    process = subprocess.Popen(
        [
            sys.executable, "-m", "gunicorn", app, "--bind", f"127.0.0.1:{port}",
            "--workers", str(workers), "--threads", str(threads), "--no-control-socket",
            "--worker-class", "config.server.Worker", "--forwarder-headers", "NONE",
            "--log-level", "warning", "--backlog", "2048", "--keep-alive", "75",
        ],
        cwd=ROOT,
        env={**os.environ, **SERVER, **({"JANTAKU_VAR": str(var)} if var else {})},
        start_new_session=True,
    )  # fmt: skip
    for _ in range(1200):
        with contextlib.suppress(OSError):
            if Client(port).get("/health/")[0] == 200:
                return Server(port, process)
        time.sleep(0.1)
    process.kill()
    raise SystemExit("the server did not start")


@contextlib.contextmanager
def served(**given: Any) -> Iterator[Server]:
    server = start(**given)
    try:
        yield server
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(server.process.pid, signal.SIGTERM)
        server.process.wait(timeout=90)


@dataclass
class Client:
    """One phone: a connection that is kept, and its cookies."""

    port: int
    timeout: float = 60
    cookies: dict[str, str] = field(default_factory=dict)
    connection: HTTPConnection | None = None

    def get(self, path: str, **headers: str) -> tuple[int, bytes]:
        return self._ask("GET", path, None, headers)

    def post(self, path: str, fields: dict[str, Any], **headers: str) -> tuple[int, bytes]:
        body = urlencode({**fields, "csrfmiddlewaretoken": self.cookies.get("csrftoken", "")})
        headers = {"Content-Type": "application/x-www-form-urlencoded", **headers}
        return self._ask("POST", path, body, headers)

    def _ask(
        self, method: str, path: str, body: str | None, headers: dict[str, str]
    ) -> tuple[int, bytes]:
        if self.connection is None:
            self.connection = HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
        jar = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        try:
            self.connection.request(method, path, body, {"Cookie": jar, **headers})
            answer = self.connection.getresponse()
            content = answer.read()
        except Exception:
            self.connection.close()
            self.connection = None
            raise
        for line in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name.strip()] = value
        return answer.status, content


def timed(act: Any, times: int) -> list[float]:
    """Seconds each call took."""
    took = []
    for _ in range(times):
        begun = time.perf_counter()
        act()
        took.append(time.perf_counter() - begun)
    return took


def ratio(
    act: Any, bare: Any, on: Server, bare_on: Server, rounds: int = 10, times: int = 30
) -> dict[str, float]:
    """Milliseconds, measured in turns so that a busy machine slows both alike: medians of what the
    phone waited, and what the processors spent on a request. Where others use the machine, the
    longer of two is interrupted more often, and only the second tells how they compare."""
    waited: tuple[list[float], list[float]] = ([], [])
    spent = [0.0, 0.0]
    for ask in (act, bare):
        timed(ask, 5)
    for _ in range(rounds):
        for which, (ask, server) in enumerate(((act, on), (bare, bare_on))):
            before = server.worked()
            waited[which].extend(timed(ask, times))
            spent[which] += server.worked() - before
    one, other = (median(took) * 1000 for took in waited)
    cpu, bare_cpu = (took * 1000 / rounds / times for took in spent)
    return {
        "ms": round(one, 2),
        "bare_ms": round(other, 2),
        "ratio": round(one / other, 2),
        "cpu_ms": round(cpu, 2),
        "bare_cpu_ms": round(bare_cpu, 2),
        "cpu_ratio": round(cpu / bare_cpu, 2),
    }


def percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def report(name: str, figures: dict[str, Any], path: str | None) -> None:
    """Print them, and write them as JSON where asked."""
    about = {
        "bench": name,
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "load_before": round(os.getloadavg()[1], 2),
    }
    text = json.dumps({**about, **figures}, indent=1, ensure_ascii=False)
    print(text)
    if path:
        Path(path).write_text(text + "\n")
