"""``export_games --club SLUG > games.jsonl``: every game of a club as a record, one a line."""

from __future__ import annotations

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from sessions.models import Club
from sessions.services.exchange import export_club


class Command(BaseCommand):
    help = "Export a club's games as game records (JSON Lines) to standard output."

    requires_system_checks: list[str] = []  # it touches no pages

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--club", required=True, metavar="SLUG")

    def handle(self, *args: Any, **options: Any) -> None:
        club = Club.objects.filter(slug=options["club"]).first()
        if club is None:
            known = ", ".join(Club.objects.values_list("slug", flat=True)) or "none yet"
            raise CommandError(f"--club: no club {options['club']}; there is {known}")
        hidden = not sys.stderr.isatty()
        games = tqdm(export_club(club), total=club.games.count(), unit=" games", disable=hidden)
        for record in games:
            self.stdout.write(json.dumps(record, ensure_ascii=False))
