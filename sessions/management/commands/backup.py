"""A copy of the whole database, made while the app runs."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from sessions.services import copies


class Command(BaseCommand):
    help = (
        "Copy the database, whole and compressed, while the app runs. Keep var/secret_key as well, "
        "in another place: without it every link given out is void."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--to", type=Path, default=settings.VAR_DIR / "copies", metavar="DIR")
        parser.add_argument("--keep", type=int, metavar="N", help="throw away all but the newest N")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["keep"] is not None and options["keep"] < 1:
            raise CommandError("--keep: at least 1")
        try:
            path = copies.make(options["to"], options["keep"])
        except (copies.CopyRefused, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{path} ({path.stat().st_size:,} bytes)")
