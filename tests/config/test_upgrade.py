"""A database of the first release, with games of all three varieties in it, comes up to date."""

from __future__ import annotations

import gzip
import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
FIRST = Path(__file__).with_name("first_release.sql.gz")
"""As version 0.1.0 left it: its demo, a club of four players with three games, a quick game with a
hand that was edited and one that was undone."""

LOOK = """
import json
from sessions.models import *
from sessions.services import changes
from sessions.services.document import load, play_document, plain
from sessions.services.exchange import export_game

def state(game):
    played = play_document(game, load(game))
    assert [plain(score) for score in played.state.scores] == game.scores, game.code
    assert game.rounds.count() == len(played.steps)
    return [game.variety_key, game.scores, game.finished, len(played.steps)]

quick = Game.objects.get(title="Table 9")
def han():
    return quick.rounds.get(number=1).outcome["wins"][0]["value"]["han"]
before = han()
changes.undo(quick, version=quick.version, token=None)
results = Result.objects.filter(game__club__slug="harbour")
print(json.dumps({
    "games": [state(game) for game in Game.objects.exclude(pk=quick.pk).order_by("pk")],
    "edited": [before, han()],
    "names": dict(Player.objects.filter(club__slug="harbour").values_list("name", "seen")),
    "results": list(results.order_by("pk").values_list("place", flat=True)),
    "counted": [bool(counts) for counts in results.values_list("counts", flat=True)],
    "tallies": Tally.objects.filter(club__slug="harbour").count(),
}))
"""

PLACES = """
SELECT place FROM table_sessions_result JOIN table_sessions_game g ON g.id = game_id
WHERE club_id IS NOT NULL ORDER BY table_sessions_result.id
"""


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What is in the old database after this version's migrations."""
    var = tmp_path_factory.mktemp("var")
    with closing(sqlite3.connect(var / "jantaku.sqlite3")) as database:
        database.executescript(gzip.decompress(FIRST.read_bytes()).decode())
        places = [row[0] for row in database.execute(PLACES)]
    environment = {**os.environ, "JANTAKU_VAR": str(var)}
    environment.pop("DATABASE_URL", None)

    def manage(*command: str) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    manage("migrate", "--verbosity", "0")
    assert "[ ]" not in manage("showmigrations")
    return {**json.loads(manage("shell", "--no-imports", "-c", LOOK)), "places_then": places}


def test_every_game_plays_as_it_did(upgraded: dict[str, Any]) -> None:
    varieties = [game[0] for game in upgraded["games"]]
    assert {"riichi", "hongkong", "zungjung"} <= set(varieties)
    assert upgraded["results"] == upgraded["places_then"] != []


def test_what_was_edited_before_can_be_undone(upgraded: dict[str, Any]) -> None:
    assert upgraded["edited"] == [3, 2]


def test_names_kept_before_are_found_however_they_are_written(upgraded: dict[str, Any]) -> None:
    assert upgraded["names"]["Ａｋｉ"] == "aki"
    assert all(upgraded["names"].values())


def test_games_finished_before_count_in_statistics(upgraded: dict[str, Any]) -> None:
    assert all(upgraded["counted"])
    assert upgraded["tallies"] == 12
