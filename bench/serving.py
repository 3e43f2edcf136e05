"""Recording a hand and polling a board beside the least a Django view can do, on one server.

    python bench/serving.py [--database URL] [--json bench/serving.json]

The bare views (bench/urls.py) run behind the same middleware: one answers two letters, one writes
one row. Targets: recording at most twice the one, polling at most one and a half times the other.
"""

from __future__ import annotations

import argparse
import itertools
import uuid
from typing import Any

from kit import NAMES, Client, Server, prepare, ratio, report, scratch, served


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json")
    parser.add_argument("--database")
    given = parser.parse_args()
    with scratch() as var:
        prepare(var, given.database)
        from sessions.services.games import create_game

        _, keys = create_game(variety="riichi", names=NAMES)
        with served() as server:
            figures = {**polls(server, keys.write), **records(server)}
            figures["memory_mb"] = round(server.memory() / 2**20)
    report("serving", figures, given.json)


def polls(server: Server, link: str) -> dict[str, Any]:
    phone = Client(server.port)
    phone.get("/bare/text/")

    def poll() -> None:
        assert phone.get(f"/g/{link}/poll/?pulse=0", **{"HX-Request": "true"})[0] == 204

    def text() -> None:
        assert phone.get("/bare/text/")[0] == 200

    return {"poll": ratio(poll, text, server, server)}


def records(server: Server) -> dict[str, Any]:
    phone = Client(server.port)
    phone.get("/bare/text/")
    tables = _tables()

    def record() -> None:
        link, version = next(tables)
        fields = {**hand(version), "version": version, "token": uuid.uuid4().hex}
        status, body = phone.post(f"/g/{link}/record/", fields, **{"HX-Request": "true"})
        assert status == 200, (status, body[:2000])

    def row() -> None:
        assert phone.post("/bare/row/", {"body": "x" * 200})[0] == 200

    return {"record": ratio(record, row, server, server, rounds=8, times=20)}


def hand(number: int) -> dict[str, Any]:
    """The dealer's win of 3 han 40 fu off each other in turn: the game goes on and on."""
    return {
        "kind": "win", "winner": 0, "source": 1 + number % 3, "seat0-han": 3, "seat0-fu": 40,
    }  # fmt: skip


def _tables() -> Any:
    """A game and the version its next hand is recorded at: eight hands each."""
    from sessions.services.games import create_game

    while True:
        _, keys = create_game(variety="riichi", names=NAMES)
        yield from itertools.islice(((keys.write, version) for version in itertools.count()), 8)


if __name__ == "__main__":
    main()
