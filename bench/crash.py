"""The server is killed at random moments during a thousand posts; what it acknowledged must stay.

    python bench/crash.py [--posts 1000] [--kills 25] [--database URL] [--json FILE]

Phones go on as the page does: a post that got no answer is sent again with the same token. At the
end every hand is there once, in order, and replays to what is stored.
"""

from __future__ import annotations

import argparse
import random
import threading
import time
import uuid
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any

from kit import NAMES, Client, Server, free_port, prepare, report, scratch, start
from serving import hand

TABLES = 4
NOT_NOW = 503
"""Of a database in trouble: the phone keeps its hand and sends it again."""


@dataclass
class Told:
    """What a phone was told is stored: the token of each hand, in order."""

    link: str
    tokens: list[str] = field(default_factory=list)
    again: int = 0
    wrong: list[str] = field(default_factory=list)
    """Answers that are neither "stored" nor "not now"."""


def play(port: int, told: Told, posts: int, stop: threading.Event) -> None:
    phone = Client(port, timeout=5)
    while len(told.tokens) < posts and not stop.is_set():
        version, token = len(told.tokens), uuid.uuid4().hex
        while not stop.is_set():
            try:
                if "csrftoken" not in phone.cookies:
                    phone.get("/new/riichi/")
                fields = {**hand(version), "version": version, "token": token}
                status, body = phone.post(f"/g/{told.link}/record/", fields)
            except (OSError, HTTPException):
                told.again += 1
                time.sleep(0.05)
                continue
            if status == NOT_NOW:
                told.again += 1
                time.sleep(0.05)
                continue
            if status not in (200, 302):
                told.wrong.append(f"{status} {body[:500]!r}")
                return
            told.tokens.append(token)
            break


def run(posts: int, kills: int, port: int, links: list[str]) -> list[Told]:
    """Let the phones post while the server dies ``kills`` times; what they were told."""
    server = start(port)
    all_told, stop = [Told(link) for link in links], threading.Event()
    each = posts // len(links)
    phones = [
        threading.Thread(target=play, args=(port, told, each, stop), daemon=True)
        for told in all_told
    ]
    for phone in phones:
        phone.start()
    try:
        for number in range(kills):
            _until(all_told, (number + 1) * posts // (kills + 1), phones)
            time.sleep(random.random() * 0.05)
            server.kill()
            server = start(port)
        for phone in phones:
            phone.join(300)
    finally:
        stop.set()
        _end(server)
    return all_told


def _until(all_told: list[Told], hands: int, phones: list[threading.Thread]) -> None:
    while sum(len(told.tokens) for told in all_told) < hands:
        if not any(phone.is_alive() for phone in phones):
            return
        time.sleep(0.005)


def _end(server: Server) -> None:
    server.process.terminate()
    server.process.wait(timeout=90)


def check(all_told: list[Told]) -> dict[str, Any]:
    """Every acknowledged hand is there, once, in order; nothing else is; all of it replays."""
    from sessions.models import Change, Game
    from sessions.services.document import load, plain, play_document

    if wrong := [answer for told in all_told for answer in told.wrong]:
        raise SystemExit(f"refused: {wrong[0]}")
    lost = double = torn = hands = 0
    for told in all_told:
        game = Game.objects.get(code=told.link[:10])
        stored = list(
            Change.objects.filter(game=game, kind="record")
            .order_by("id")
            .values_list("token", flat=True)
        )
        lost += len(set(told.tokens) - set(stored))
        double += len(stored) - len(set(stored))
        document = load(game)
        played = play_document(game, document)
        hands += len(document.rounds)
        torn += len(document.rounds) != len(stored)
        torn += [plain(score) for score in played.state.scores] != game.scores
        torn += stored[: len(told.tokens)] != told.tokens
    return {"hands": hands, "lost": lost, "twice": double, "torn": torn, **intact()}


def intact() -> dict[str, Any]:
    from django.db import connection

    if connection.vendor != "sqlite":
        return {}
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check")
        return {"integrity": cursor.fetchone()[0]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--posts", type=int, default=1000)
    parser.add_argument("--kills", type=int, default=25)
    parser.add_argument("--database")
    parser.add_argument("--json")
    given = parser.parse_args()
    with scratch() as var:
        prepare(var, given.database)
        figures = measure(given.posts, given.kills)
    report("crash", figures, given.json)


def measure(posts: int, kills: int) -> dict[str, Any]:
    """The whole bench on the database that ``prepare`` made."""
    from sessions.services.games import create_game

    made = [create_game(variety="riichi", names=NAMES)[1] for _ in range(TABLES)]
    told = run(posts, kills, free_port(), [keys.write for keys in made])
    again = sum(one.again for one in told)
    return {"posts": posts, "kills": kills, "sent_again": again, **check(told)}


if __name__ == "__main__":
    main()
