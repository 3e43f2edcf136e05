"""A large club's evening: 500 phones watch, 50 tables record, on this machine's cores.

    python bench/evening.py [--watch 500] [--tables 50] [--seconds 60] [--database URL]

Every watching phone asks whether its table changed as often as the page does (1.2 seconds after
the last answer) and takes the whole board when it did. Every table records a hand each ``--pause``
seconds, far oftener than people play. Server and phones share the cores, so what is measured is
worse than what a server of its own gives. Target: 99 of 100 answers under half a second, no error.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import time
import uuid
from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from kit import NAMES, percentile, prepare, report, scratch, served
from serving import hand

POLL = 1.2


@dataclass
class Seen:
    """What the phones met with."""

    polls: list[float] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)
    records: list[float] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)
    wrong: Counter[str] = field(default_factory=Counter)


class Phone:
    """A connection that is kept, as a browser keeps it."""

    def __init__(self, port: int) -> None:
        self.port, self.cookies, self.streams = port, {}, None

    async def ask(self, method: str, path: str, fields: dict[str, Any] | None = None) -> Any:
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        body = b""
        if fields is not None:
            token = self.cookies.get("csrftoken", "")
            body = urlencode({**fields, "csrfmiddlewaretoken": token}).encode()
        jar = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nHX-Request: true\r\n"
            f"Accept-Encoding: gzip\r\nCookie: {jar}\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        status = int(head[9:12])
        length = re.search(r"(?i)^content-length: (\d+)", head, re.M)
        if length:
            await reader.readexactly(int(length.group(1)))
        for name, value in re.findall(r"(?im)^set-cookie: ([^=]+)=([^;\r]*)", head):
            self.cookies[name] = value
        if re.search(r"(?im)^connection: close", head):
            writer.close()
            self.streams = None
        version = re.search(r"(?im)^game-version: (\d+)", head)
        return status, int(version.group(1)) if version else None


@dataclass
class Table:
    write: str
    watch: str
    version: int = 0
    recorded: dict[int, float] = field(default_factory=dict)


async def watch(port: int, table: Table, seen: Seen, end: float) -> None:
    """A phone that follows a table. The pulse it knows is the version: nobody declares riichi."""
    phone, known = Phone(port), 0
    await asyncio.sleep(random.random() * POLL)
    while time.monotonic() < end:
        begun = time.monotonic()
        try:
            status, version = await phone.ask("GET", f"/g/{table.watch}/poll/?pulse={known}")
        except (OSError, asyncio.IncompleteReadError) as error:
            seen.wrong[type(error).__name__] += 1
            phone.streams = None
            await asyncio.sleep(POLL)
            continue
        now = time.monotonic()
        (seen.polls if status == 204 else seen.boards).append(now - begun)
        if status not in (200, 204):
            seen.wrong[f"poll {status}"] += 1
        elif status == 200 and version is not None:
            if version in table.recorded:
                seen.delays.append(now - table.recorded[version])
            known = version
        await asyncio.sleep(POLL)


async def play(port: int, table: Table, seen: Seen, end: float, pause: float) -> None:
    phone = Phone(port)
    await phone.ask("GET", "/bare/text/")
    await asyncio.sleep(random.random() * pause)
    while time.monotonic() < end:
        fields = {**hand(table.version), "version": table.version, "token": uuid.uuid4().hex}
        begun = time.monotonic()
        status, version = await phone.ask("POST", f"/g/{table.write}/record/", fields)
        now = time.monotonic()
        seen.records.append(now - begun)
        if status == 200 and version == table.version + 1:
            table.version = version
            table.recorded[version] = now
        else:
            seen.wrong[f"record {status}"] += 1
        await asyncio.sleep(pause)


async def evening(port: int, tables: list[Table], given: argparse.Namespace) -> Seen:
    seen, end = Seen(), time.monotonic() + given.seconds
    phones = [watch(port, tables[n % len(tables)], seen, end) for n in range(given.watch)]
    async with asyncio.TaskGroup() as group:
        for table in tables:
            group.create_task(play(port, table, seen, end, given.pause))
        for phone in phones:
            group.create_task(phone)
    return seen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--watch", type=int, default=500)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause", type=float, default=15)
    parser.add_argument("--database")
    parser.add_argument("--json")
    given = parser.parse_args()
    with scratch() as var:
        prepare(var, given.database)
        from sessions.services.games import create_game

        made = [create_game(variety="riichi", names=NAMES) for _ in range(given.tables)]
        tables = [Table(keys.write, keys.watch) for _, keys in made]
        with served() as server:
            seen = asyncio.run(evening(server.port, tables, given))
            memory = server.memory()
    report("evening", {**summary(seen, given), "memory_mb": round(memory / 2**20)}, given.json)


def summary(seen: Seen, given: argparse.Namespace) -> dict[str, Any]:
    def figures(took: list[float]) -> dict[str, Any]:
        if not took:
            return {"answers": 0}
        shares = {"p50_ms": 0.5, "p99_ms": 0.99}
        found = {name: round(percentile(took, share) * 1000) for name, share in shares.items()}
        return {"answers": len(took), **found, "max_ms": round(max(took) * 1000)}

    everything = seen.polls + seen.boards + seen.records
    return {
        "watching": given.watch,
        "recording": given.tables,
        "per_second": round(len(everything) / given.seconds, 1),
        "all": figures(everything),
        "polls": figures(seen.polls),
        "boards": figures(seen.boards),
        "records": figures(seen.records),
        "seen_after": figures(seen.delays),
        "errors": dict(seen.wrong),
    }


if __name__ == "__main__":
    main()
