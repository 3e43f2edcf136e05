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
        "Makes the demo games where no game is kept yet, and prints the path of the one to play "
        "with. Run again, it prints the same path and changes nothing."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        if not Game.objects.exists():
            keep_link(make_games())
        if link := kept_link():
            self.stdout.write(reverse("table:board", args=[link]))


@transaction.atomic
def make_games() -> str:
    """All demo games, through the same door as real ones; the writing link of the last."""
    for number, demo in enumerate(DEMO_GAMES):
        game, keys = create_game(
            variety=demo["variety"],
            names=NAMES,
            options=demo["options"],
            title=demo["title"],
        )
        for version, outcome in enumerate(demo["rounds"]):
            record(game, outcome, version=version, token=f"demo-{number}-{version}")
    return keys.write


def link_file() -> Path:
    """The link is a secret of this installation; the database keeps only its hash."""
    return Path(settings.VAR_DIR) / "demo.json"


def keep_link(link: str) -> None:
    link_file().parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(link_file(), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        json.dump({"write": link}, file)


def kept_link() -> str | None:
    """The link while it still opens the game; a revoked or deleted demo stays gone."""
    try:
        link: str = json.loads(link_file().read_text())["write"]
        open_link(link)
    except (FileNotFoundError, LinkUnknown, LinkRevoked):
        return None
    return link
