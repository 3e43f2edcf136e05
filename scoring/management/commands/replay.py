"""``replay < games.jsonl``: every game played from its first round, one answer a line."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand

from scoring.answers import replay_game
from scoring.management.lines import run_lines


class Command(BaseCommand):
    help = "Replay game records (JSON Lines) from standard input: rounds, end and settlement."
    requires_system_checks: list[str] = []  # it touches neither database nor pages

    def handle(self, *args: Any, **options: Any) -> None:
        if run_lines(replay_game, sys.stdin.buffer, self.stdout, "games"):
            sys.exit(1)
