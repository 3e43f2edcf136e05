"""What a database of an earlier version needs besides other columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor

from sessions.models import Game
from sessions.services.document import SUMMARY, load, play_document, store_results, summarise

COUNTED_SINCE = "0007_seasons"
"""The migration from which on a finished game is summed up for its players."""


def after_migrations(
    sender: Any, using: str, plan: Sequence[tuple[Any, bool]] = (), **rest: Any
) -> None:
    """Once, when a database comes up to a version that sums games up: do so for those before.
    Emptying a database sends the same signal, without a plan."""
    came = {migration.name for migration, backwards in plan if not backwards}
    if COUNTED_SINCE in came and using == "default" and _all_applied():
        count_earlier_games()


def _all_applied() -> bool:
    """No column is missing that the models have."""
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes(Game._meta.app_label))


def count_earlier_games() -> int:
    """Sum up every finished game of a club that no version has summed up yet; how many."""
    waiting = Game.objects.filter(club__isnull=False, finished=True, results__counts={}).distinct()
    counted = 0
    for game in waiting.order_by("pk").iterator(200):
        with transaction.atomic():
            document = load(game)
            played = play_document(game, document)
            summarise(game, document, played)
            game.save(update_fields=SUMMARY)
            store_results(game, document, played)
        counted += 1
    return counted
