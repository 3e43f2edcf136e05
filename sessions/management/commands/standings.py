"""``python manage.py standings``: make everything anew that follows from results."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from sessions.models import Club
from sessions.services.standings import rebuild


class Command(BaseCommand):
    help = "Makes standings and statistics anew from the games' results, club by club."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "slug", nargs="?", help="the club's name in its address; else all clubs"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        clubs = Club.objects.order_by("slug")
        if options["slug"]:
            clubs = clubs.filter(slug=options["slug"])
            if not clubs.exists():
                raise CommandError(f"there is no club {options['slug']}")
        for club in clubs:
            rebuild(club)
            self.stdout.write(f"{club.slug}: done")
