"""``score < hands.jsonl``: the value and the payments of lone hands, one answer a line."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand

from scoring.answers import score_hand
from scoring.management.lines import run_lines


class Command(BaseCommand):
    help = "Score lone hands (JSON Lines) from standard input."
    requires_system_checks: list[str] = []  # it touches neither database nor pages

    def handle(self, *args: Any, **options: Any) -> None:
        if run_lines(score_hand, sys.stdin.buffer, self.stdout, "hands"):
            sys.exit(1)
