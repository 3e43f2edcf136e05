"""The texts of the app in every language: what is missing, and new ones into the catalogs."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.catalog import PLURAL_FORMS, compile_changed, source
from config.texts import collect, problems, renew


class Command(BaseCommand):
    help = "Say what the translations lack. They are compiled by themselves when the app starts."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--extract",
            action="store_true",
            help="first bring the catalogs in line with the sources: new texts in, unused ones out",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        found = collect()
        if options["extract"]:
            for language in PLURAL_FORMS:
                source(language).parent.mkdir(parents=True, exist_ok=True)
                renew(language, found).save(str(source(language)))
        compile_changed()
        wrong = [f"{lang}: {line}" for lang in PLURAL_FORMS for line in problems(lang, found)]
        self.stdout.write("\n".join([*wrong, f"{len(found.places)} texts"]))
        if wrong:
            raise CommandError(f"{len(wrong)} to be done in {source('*')}")
