"""Real games, brought in through the services: what is stored is what the records say."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from sessions.models import Club, Game
from sessions.services import changes
from sessions.services.exchange import export_club, export_game, import_game
from sessions.services.games import create_game

RECORDS = Path(__file__).resolve().parents[2] / "../shared/records"
FILES = ("games.jsonl.gz", "club_sessions.jsonl.gz")

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.records,
    pytest.mark.skipif(not RECORDS.exists(), reason="the recorded games are not here"),
]


def games(name: str, every: int = 1) -> Iterator[dict[str, Any]]:
    """Recorded games, their wins by value as a table keys them in."""
    with gzip.open(RECORDS / name, "rt", encoding="utf-8") as lines:
        for line in islice(lines, 0, None, every):
            yield by_value(json.loads(line))


def by_value(game: dict[str, Any]) -> dict[str, Any]:
    for played, known in zip(game["rounds"], game["expected"]["rounds"], strict=True):
        values = {win["winner"]: win for win in known.get("wins", ())}
        for win in played.get("wins", ()):
            if win.pop("hand", None):
                win["value"] = value_of(values[win["winner"]])
    return game


def value_of(win: dict[str, Any]) -> dict[str, Any]:
    if win["yakuman"]:
        return {"yakuman": win["yakuman"]}
    return {"limit": win["limit"]} if win["fu"] is None else {"han": win["han"], "fu": win["fu"]}


def check_stored(game: Game, expected: dict[str, Any]) -> None:
    """The rows of a game (prefetched) against what its record says."""
    rows = list(game.rounds.all())
    assert len(rows) == len(expected["rounds"])
    for row, known in zip(rows, expected["rounds"], strict=True):
        stored = {
            "round": f"{'ESWN'[row.wind]}{row.hand_number}",
            "dealer": row.dealer,
            "honba": row.honba,
            "sticks": row.sticks,
            "deltas": row.deltas,
            "scores": row.scores,
            "sticks_after": row.sticks_after,
        }
        assert stored == {key: known[key] for key in stored}
        points = {win.winner: win.points for win in row.wins.all()}
        assert points == {win["winner"]: win["points"] for win in known.get("wins", ())}
    assert game.finished == expected["finished"]
    check_results(game, expected)


def check_results(game: Game, expected: dict[str, Any]) -> None:
    results, known = list(game.results.all()), expected["settlement"]
    assert [row.score for row in results] == expected["scores"]
    assert [row.place for row in results] == known["places"]
    for row, total in zip(results, known.get("total", ()), strict=False):
        assert abs(row.total / row.unit - total) < 0.051


@pytest.fixture
def club() -> Club:
    return Club.objects.create(name="Records", slug="records")


def bring_in_and_check(club: Club, records: Iterator[dict[str, Any]]) -> int:
    expected = {}
    for record in records:
        import_game(club, record)
        expected[record["id"]] = record["expected"]
    rows = ("rounds__wins", "results")
    stored = club.games.prefetch_related(*rows).order_by("pk").iterator(200)
    for game in stored:
        check_stored(game, expected.pop(game.record_id))
    assert not expected
    return club.games.count()


@pytest.mark.slow
@pytest.mark.parametrize(
    "name, every, count",
    [pytest.param(FILES[0], 10, 299, marks=pytest.mark.once), (FILES[1], 1, 123)],
)
def test_real_games_are_stored_as_recorded(club: Club, name: str, every: int, count: int) -> None:
    assert bring_in_and_check(club, games(name, every)) == count


def test_real_games_recorded_hand_by_hand_end_as_recorded(
    assert_consistent: Callable[[Game], Any],
) -> None:
    for record in games(FILES[0], 200):
        rules = record["rules"]
        game, _ = create_game(
            variety=rules["variety"],
            preset=rules["preset"],
            options=rules["options"],
            names=record["players"],
            start=record.get("start"),
        )
        for outcome in record["rounds"]:
            changes.record(game, outcome, version=game.version, token=None)
        check_stored(game, record["expected"])
        assert_consistent(game)


def test_real_games_exported_and_imported_elsewhere_are_the_same(club: Club) -> None:
    for record in games(FILES[0], 100):
        import_game(club, record)
    elsewhere = Club.objects.create(name="Elsewhere", slug="elsewhere")
    for record in export_club(club):
        copy = import_game(elsewhere, json.loads(json.dumps(record))).game
        assert {**export_game(copy), "club": "records"} == record
    standings = [
        list(
            place.games.order_by("record_id", "results__seat").values_list(
                "record_id", "results__player__name", "results__place", "results__total"
            )
        )
        for place in (club, elsewhere)
    ]
    assert standings[0] == standings[1]
    assert len(standings[0]) > 100
