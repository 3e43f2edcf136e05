"""What goes wrong around the app while phones post: what was acknowledged must stay, once, and no
page may break.

    python bench/faults.py [killed|restarted|full|held|clock …] [--posts 400] [--times 10]
                           [--json FILE]

killed     the server is killed (bench/crash.py)
restarted  PostgreSQL is stopped, the careful way and the hard way in turn, and started again
full       the disk takes nothing more for a while (no file of the server may grow)
held       another program reads for minutes on end, and writes for seconds at a time
clock      the machine's clock is set back, and forward again

Each works on a database of its own and in a process of its own; --posts hands are recorded at four
tables, trouble comes --times times. While it lasts the server answers 503 and phones send their
hands again with the same token; two visitors look at pages meanwhile. Without a name: all of them.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import resource
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from http.client import HTTPException
from pathlib import Path
from typing import Any

import crash
from cluster import Cluster, cluster
from crash import TABLES, Told, check, play
from kit import NAMES, Client, Server, _children, prepare, report, scratch, served

FINE = {200, 204, 302, 304, crash.NOT_NOW}
Trouble = Callable[[Server], None]


def visit(port: int, paths: list[str], seen: Counter[int], stop: threading.Event) -> None:
    """Somebody who looks at pages, and tries again where the server is away."""
    browser = Client(port, timeout=30)
    while not stop.is_set():
        with contextlib.suppress(OSError, HTTPException):
            seen[browser.get(random.choice(paths))[0]] += 1
        time.sleep(0.05)


def under_load(trouble: Trouble, posts: int, times: int, **given: Any) -> dict[str, Any]:
    """Let phones post and visitors look while ``trouble`` comes ``times`` times."""
    from django.db import close_old_connections

    from sessions.services.games import create_game

    made = [create_game(variety="riichi", names=NAMES)[1] for _ in range(TABLES)]
    told = [Told(keys.write) for keys in made]
    paths = ["/", "/health/", "/score/", *(f"/g/{keys.watch}/" for keys in made)]
    seen, stop = Counter[int](), threading.Event()
    with served(**given) as server:
        visitors = [
            threading.Thread(target=visit, args=(server.port, paths, seen, stop)) for _ in range(2)
        ]
        phones = [
            threading.Thread(target=play, args=(server.port, one, posts // TABLES, stop))
            for one in told
        ]
        for thread in (*visitors, *phones):
            thread.start()
        took = _come(trouble, server, told, posts, times, phones)
        for phone in phones:
            phone.join(300)
        stop.set()
        for visitor in visitors:
            visitor.join()
        last, _ = Client(server.port).get("/health/")
    close_old_connections()
    broken = {status: count for status, count in seen.items() if status not in FINE}
    return {
        "posts": posts,
        "times": times,
        "sent_again": sum(one.again for one in told),
        "pages": seen.total(),
        "pages_not_now": seen[crash.NOT_NOW],
        "pages_broken": broken,
        "back_after_s": round(max(took, default=0.0), 2),
        "healthy": last == 200,
        **check(told),
    }


def _come(
    trouble: Trouble,
    server: Server,
    told: list[Told],
    posts: int,
    times: int,
    phones: list[threading.Thread],
) -> list[float]:
    """Trouble at even distances; how long after each the next hand was acknowledged."""
    took = []
    for number in range(times):
        crash._until(told, (number + 1) * posts // (times + 1), phones)
        trouble(server)
        over, stored = time.monotonic(), _stored(told)
        crash._until(told, min(stored + 1, posts), phones)
        took.append(time.monotonic() - over)
    return took


def _stored(told: list[Told]) -> int:
    return sum(len(one.tokens) for one in told)


# -- the faults -----------------------------------------------------------------------------------


def killed(posts: int, times: int, var: Path) -> dict[str, Any]:
    prepare(var, static=False)
    return crash.measure(posts, times)


def restarted(posts: int, times: int, var: Path) -> dict[str, Any]:
    with cluster(var) as server:
        prepare(var, server.url, static=False)
        how = _turns("fast", "immediate")
        return under_load(lambda _: _restart(server, next(how)), posts, times)


def _restart(server: Cluster, how: str) -> None:
    server.stop(how)
    time.sleep(random.uniform(0.2, 0.6))
    server.start()


def full(posts: int, times: int, var: Path) -> dict[str, Any]:
    prepare(var, static=False)
    return under_load(_no_room, posts, times)


def _no_room(server: Server) -> None:
    """No file may grow beyond some size, from nothing at all to that of the database."""
    database = Path(os.environ["JANTAKU_VAR"]) / "jantaku.sqlite3"
    most = random.choice((0, database.stat().st_size // 2, database.stat().st_size))
    pids = _children(server.process.pid)
    before = [resource.prlimit(pid, resource.RLIMIT_FSIZE) for pid in pids]
    for pid, (_, hard) in zip(pids, before, strict=True):
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, hard))
    time.sleep(random.uniform(0.3, 1.0))
    for pid, limits in zip(pids, before, strict=True):
        resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)


def held(posts: int, times: int, var: Path) -> dict[str, Any]:
    prepare(var, static=False)
    database = str(var / "jantaku.sqlite3")
    with contextlib.closing(sqlite3.connect(database)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT COUNT(*) FROM table_sessions_round").fetchone()
        return under_load(lambda _: _write_long(database), posts, times)


def _write_long(database: str) -> None:
    with contextlib.closing(sqlite3.connect(database, timeout=60)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        time.sleep(random.uniform(0.5, 3.0))
        writer.rollback()


def clock(posts: int, times: int, var: Path) -> dict[str, Any]:
    prepare(var, static=False)
    told = var / "skew"
    os.environ["SKEW"] = str(told)
    skews = _turns(-86_400.0, 0.0, -2 * 365 * 86_400.0, 3_600.0, -5.0)
    return under_load(lambda _: _set_clock(told, next(skews)), posts, times, app="bench.skewed")


def _set_clock(told: Path, seconds: float) -> None:
    draft = told.with_suffix(".new")
    draft.write_text(str(seconds))
    draft.replace(told)


def _turns(*values: Any) -> Iterator[Any]:
    while True:
        yield from values


FAULTS: dict[str, Callable[[int, int, Path], dict[str, Any]]] = {
    "killed": killed,
    "restarted": restarted,
    "full": full,
    "held": held,
    "clock": clock,
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("faults", nargs="*", type=_known, metavar="fault")
    parser.add_argument("--posts", type=int, default=400)
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--json")
    given = parser.parse_args()
    names = given.faults or list(FAULTS)
    if len(names) == 1:
        with scratch() as var:
            figures = FAULTS[names[0]](given.posts, given.times, var)
        report(f"faults: {names[0]}", figures, given.json)
    else:
        each = {name: _in_its_own_process(name, given.posts, given.times) for name in names}
        report("faults", each, given.json)


def _known(name: str) -> str:
    if name not in FAULTS:
        raise argparse.ArgumentTypeError(f"one of {', '.join(FAULTS)}")
    return name


def _in_its_own_process(name: str, posts: int, times: int) -> dict[str, Any]:
    command = [sys.executable, __file__, name, "--posts", str(posts), "--times", str(times)]
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
    return dict(json.loads(done.stdout))


if __name__ == "__main__":
    main()
