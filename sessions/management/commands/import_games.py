"""``import_games --club SLUG < games.jsonl``: game records into a club, one answer a line."""

from __future__ import annotations

import sys
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_slug

from scoring.management.lines import run_lines
from sessions.models import Club, Game
from sessions.services.exchange import Imported, import_game, import_many


class Command(BaseCommand):
    help = """Import game records (JSON Lines) from standard input into a club; the club is made
    where there is none of this name yet. A game that is there already is left as it is."""

    requires_system_checks: list[str] = []  # it touches no pages

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--club", required=True, metavar="SLUG")

    def handle(self, *args: Any, **options: Any) -> None:
        club = self._club(options["club"])
        brought: dict[str, Game] = {}

        def ahead(records: list[Any]) -> None:
            brought.update(import_many(club, records))

        def answer(data: Any) -> dict[str, Any]:
            game = brought.pop(str(data.get("id")), None) if isinstance(data, dict) else None
            done = import_game(club, data) if game is None else Imported(game, new=True)
            return {"id": done.game.record_id, "game": done.game.code, "new": done.new}

        if run_lines(answer, sys.stdin.buffer, self.stdout, "games", ahead):
            sys.exit(1)

    def _club(self, slug: str) -> Club:
        try:
            validate_slug(slug)
        except ValidationError as error:
            raise CommandError(f"--club: {error.messages[0]}") from None
        club, made = Club.objects.get_or_create(slug=slug, defaults={"name": slug})
        if made:
            self.stderr.write(f"New club: {slug}")
        return club
