"""Put a copy of the database back."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from sessions.services import copies


class Command(BaseCommand):
    help = (
        "Make the database what it was when this copy was made. A copy of what is there now is "
        "made first. Everyone signs in anew."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        if not path.is_file():
            raise CommandError(f"there is no file {path}")
        if not options["yes"] and input(f"Replace everything by {path.name}? [y/N] ") != "y":
            raise CommandError("nothing was changed")
        try:
            before = copies.put_back(path)
        except (copies.CopyRefused, OSError) as error:
            raise CommandError(str(error)) from error
        if before is not None:
            self.stdout.write(f"What was there is in {before}")
        self.stdout.write("Restored.")
