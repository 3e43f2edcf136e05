"""``demo``: games to look at and to play with, in a database that has none."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import transaction
from django.urls import reverse

from sessions.demo import DEMO_GAMES, NAMES
from sessions.models import Game
from sessions.services.changes import record
from sessions.services.games import create_game
from sessions.services.links import LinkRevoked, LinkUnknown, open_link


class Command(BaseCommand):
    help = (
        "Makes the demo games where no game is kept yet, and prints the title and path of each. "
        "Run again, it prints the same and changes nothing."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        if not Game.objects.exists():
            keep_links(make_games())
        for link in kept_links():
            try:
                game, _ = open_link(link)
            except (LinkUnknown, LinkRevoked):
                continue  # deleted or locked on purpose: it stays gone
            page = "table:result" if game.finished else "table:board"
            self.stdout.write(f"{game.title}\t{reverse(page, args=[link])}")


@transaction.atomic
def make_games() -> list[str]:
    """All demo games, through the same door as real ones, and a link to each: one that writes
    while it is played, one that watches when it is over."""
    links = []
    for number, demo in enumerate(DEMO_GAMES):
        game, keys = create_game(
            variety=demo["variety"], names=NAMES, options=demo["options"], title=demo["title"]
        )
        for version, outcome in enumerate(demo["rounds"]):
            record(game, outcome, version=version, token=f"demo-{number}-{version}")
        links.append(keys.watch if game.finished else keys.write)
    return links


def link_file() -> Path:
    """Links are secrets of this installation; the database keeps only their hashes."""
    return Path(settings.VAR_DIR) / "demo.json"


def keep_links(links: list[str]) -> None:
    link_file().parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(link_file(), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        json.dump(links, file)


def kept_links() -> list[str]:
    links: list[str] = json.loads(link_file().read_text()) if link_file().exists() else []
    return links
