"""``import_games --club SLUG < games.jsonl``: game records into a club, one answer a line."""

from __future__ import annotations

import sys
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_slug
from django.utils.timezone import now

from scoring.logs.account import is_placeholder
from scoring.management.lines import run_lines
from sessions.models import Club, Game
from sessions.services.exchange import Imported, import_game, import_many
from sessions.services.unnamed import Unnamed

MOST_SEATS = 4


class Command(BaseCommand):
    help = """Import game records (JSON Lines) from standard input into a club; the club is made
    where there is none of this name yet. A game that is there already is left as it is. Seats
    that nobody names (P1, NoName) are guests, unless --names says who sat there."""

    requires_system_checks: list[str] = []  # it touches no pages

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--club", required=True, metavar="SLUG")
        parser.add_argument(
            "--names",
            default="",
            metavar="A,B,C,D",
            help="who sat at the seats that the records do not name (P1, NoName), first East first",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        club = self._club(options["club"])
        names = [name.strip() for name in options["names"].split(",")]
        if len(names) > MOST_SEATS:
            raise CommandError(f"--names: at most {MOST_SEATS}, one a seat")
        unnamed, begun = Unnamed(names), now()
        brought: dict[str, Game] = {}

        def ahead(records: list[Any]) -> None:
            brought.update(import_many(club, records, unnamed))

        def answer(data: Any) -> dict[str, Any]:
            game = brought.pop(str(data.get("id")), None) if isinstance(data, dict) else None
            done = import_game(club, data, unnamed) if game is None else Imported(game, new=True)
            return {"id": done.game.record_id, "game": done.game.code, "new": done.new}

        bad = run_lines(answer, sys.stdin.buffer, self.stdout, "games", ahead)
        self._say_guests(club, begun)
        if bad:
            sys.exit(1)

    def _say_guests(self, club: Club, begun: datetime) -> None:
        """Nobody is to find P1 in a list and wonder who that is."""
        new = club.players.filter(guest=True, created__gte=begun).order_by("name")
        names = [name for name in new.values_list("name", flat=True) if is_placeholder(name)]
        if names:
            self.stderr.write(
                f"Seats that nobody names came in as guests: {', '.join(names)}. "
                "Say who sat there with --names, one a seat, first East first."
            )

    def _club(self, slug: str) -> Club:
        try:
            validate_slug(slug)
        except ValidationError as error:
            raise CommandError(f"--club: {error.messages[0]}") from None
        club, made = Club.objects.get_or_create(slug=slug, defaults={"name": slug})
        if made:
            self.stderr.write(f"New club: {slug}")
        return club
