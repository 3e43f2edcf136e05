"""From SQLite to PostgreSQL, or back."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from sessions.services.moving import MoveRefused, move


class Command(BaseCommand):
    help = (
        "Copy everything into an empty database, postgres://user:password@host/name. Stop the app "
        "first; start it again with DATABASE_URL set to the new one. Keep var/secret_key."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("url")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            moved = move(options["url"], self._say)
        except MoveRefused as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{moved:,} rows moved, and compared.")

    def _say(self, table: str, rows: int) -> None:
        self.stderr.write(f"{table}: {rows:,}")
