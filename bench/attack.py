"""Memory of the served app under attack: python bench/attack.py [--rounds 3] [--json FILE]

Bodies and files made to be dear are sent by eight phones at once, by strangers and by somebody who
may import into a club of their own: ten megabytes where a name is asked for, packed files that hold
a thousand times as much, lists and lines and nesting without end, entities of entities, one figure
of a million digits. What each worker needed at most is compared with what it needs idle.
"""

from __future__ import annotations

import argparse
import contextlib
import re
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

from bombs import FILES, LONG
from kit import NAMES, Client, Server, _children, prepare, report, scratch, served

PHONES = 8
MB = 1024 * 1024


def multipart(parts: list[tuple[str, str, bytes]]) -> tuple[str, bytes]:
    """Content type and body of fields (no file name) and files."""
    boundary = uuid.uuid4().hex
    lines = []
    for name, file, data in parts:
        told = f'; filename="{file}"' if file else ""
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"{told}\r\n\r\n'
        lines += [head.encode(), data, b"\r\n"]
    body = b"".join([*lines, f"--{boundary}--\r\n".encode()])
    return f"multipart/form-data; boundary={boundary}", body


class Attacker(Client):
    """A phone that sends what no browser would."""

    def send(self, path: str, kind: str, body: bytes) -> int:
        """The status; 0 where the server hung up before it had read all of it."""
        jar = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"Cookie": jar, "Content-Type": kind, "X-CSRFToken": self.cookies["csrftoken"]}
        link = HTTPConnection("127.0.0.1", self.port, timeout=120)
        with contextlib.closing(link):
            with contextlib.suppress(OSError):  # hung up, perhaps with an answer
                link.request("POST", path, body, headers)
            with contextlib.suppress(OSError, HTTPException):
                return link.getresponse().status
        return 0


def organiser(port: int) -> tuple[Attacker, str]:
    """Somebody with a club of their own, as anybody may have one; the page to import on."""
    phone = Attacker(port)
    name = f"eve{uuid.uuid4().hex[:8]}"
    phone.get("/account/register/")
    password = "correct horse 42"
    fields = {"username": name, "password1": password, "password2": password}
    phone.post("/account/register/", fields)
    phone.get("/clubs/new/")
    phone.post("/clubs/new/", {"name": name})
    _, page = phone.get("/clubs/")
    found = re.search(rb'href="(/c/[^"/]+/)"', page)
    assert found, page[:2000]
    return phone, f"{found.group(1).decode()}import/"


def attacks(port: int, link: str) -> dict[str, Callable[[], int]]:
    """Each as something to do, and the status it was answered with."""
    stranger = Attacker(port)
    stranger.get("/account/login/")
    form = "application/x-www-form-urlencoded"
    places = ("/", "/new/riichi/", "/account/login/", "/account/register/", "/look/",
              f"/g/{link}/record/", f"/g/{link}/rename/", "/score/preview/")  # fmt: skip
    found: dict[str, Callable[[], int]] = {}
    for path in places:
        for kind, body in (
            (form, b"name0=" + LONG),
            multipart([("name0", "", LONG)]),
            multipart([("file", "a.txt", LONG)]),
            ("application/json", b"[" * (10 * MB)),
        ):
            found[f"{path.replace(link, '…')} {kind[:22]} {len(found)}"] = (
                lambda path=path, kind=kind, body=body: stranger.send(path, kind, body)
            )
    eve, page = organiser(port)
    for what, given in FILES.items():
        sent = [("upload", f"{number}.json.gz", data) for number, data in enumerate(given())]
        kind, body = multipart([("rules", "", b"own:riichi:club"), *sent])
        found[what] = lambda kind=kind, body=body: eve.send(page, kind, body)
    return found


def peaks(server: Server) -> list[int]:
    """The most that each worker has needed, in MB."""
    found = []
    for pid in _children(server.process.pid):
        text = Path(f"/proc/{pid}/status").read_text()
        found.append(int(re.search(r"VmHWM:\s+(\d+)", text).group(1)) // 1024)  # type: ignore[union-attr]
    return found


def attack(server: Server, link: str, rounds: int) -> dict[str, Any]:
    told, slowest = Counter[str](), Counter[str]()
    todo = [one for _ in range(rounds) for one in attacks(server.port, link).items()]
    lock = threading.Lock()

    def run() -> None:
        while True:
            with lock:
                if not todo:
                    return
                name, act = todo.pop()
            begun = time.monotonic()
            status = act()
            with lock:
                told[str(status)] += 1
                slowest[name] = max(slowest[name], round(time.monotonic() - begun, 1))
                if status >= 500 and status != 503:
                    told[f"{status}: {name}"] += 1

    phones = [threading.Thread(target=run) for _ in range(PHONES)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    return {"answers": told, "slowest": dict(slowest.most_common(5))}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json")
    given = parser.parse_args()
    with scratch() as var:
        prepare(var, static=False)
        from sessions.services.games import create_game

        _, keys = create_game(variety="riichi", names=NAMES)
        with served() as server:
            for _ in range(40):  # what pages keep once and for all
                Client(server.port).get(f"/g/{keys.write}/")
                Client(server.port).get("/clubs/")
            idle = peaks(server)
            figures = attack(server, keys.write, given.rounds)
            most = peaks(server)
            healthy = Client(server.port).get("/health/")[0] == 200
    grew = max(after - before for before, after in zip(idle, most, strict=True))
    report(
        "attack",
        {"idle_mb": idle, "most_mb": most, "grew_mb": grew, "healthy": healthy, **figures},
        given.json,
    )


if __name__ == "__main__":
    main()
