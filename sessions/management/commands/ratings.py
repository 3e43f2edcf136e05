"""``python manage.py ratings``: work out all ratings that wait, after old games were changed."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from sessions.models import Club
from sessions.services.ratings import advance, start_over


class Command(BaseCommand):
    help = "Works out the ratings that wait, club by club; with --all, every rating anew."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "slug", nargs="?", help="the club's name in its address; else all clubs"
        )
        parser.add_argument(
            "--all", action="store_true", help="every rating, from the first game on"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        clubs = Club.objects.order_by("slug")
        if options["slug"]:
            clubs = clubs.filter(slug=options["slug"])
            if not clubs.exists():
                raise CommandError(f"there is no club {options['slug']}")
        for club in clubs:
            if options["all"]:
                start_over(club)
            while advance(club):
                self.stdout.write(f"{club.slug}: from {club.ratings_from} on")
            self.stdout.write(f"{club.slug}: done")
