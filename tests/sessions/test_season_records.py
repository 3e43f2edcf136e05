"""Recorded games as a season: the standings are what an account of the records themselves gives.

A part of the records by default; JANTAKU_GAMES=2000 takes as many of the online games.
"""

from __future__ import annotations

import gzip
import json
import os
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from scoring.record import read
from sessions.models import Club, Game, Job, Meeting, Result, Season, Standing, Tally
from sessions.services import changes, imports, jobs
from sessions.services.imports import Choice
from sessions.services.seasons import Rules, Setup, make_season
from sessions.services.standings import rebuild
from tests.sessions.league import everything

RECORDS = Path(__file__).resolve().parents[3] / "shared" / "records"
ONLINE = int(os.environ.get("JANTAKU_GAMES", "40"))
NAMES = ("Aki", "Ben", "Chie", "Dan", "Emi", "Finn", "Gen", "Hana", "Ivo", "Jun")
FIRST = datetime(2026, 9, 1, 10, tzinfo=UTC)

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(not RECORDS.exists(), reason="the records are not beside the project"),
]


def lines(name: str, limit: int) -> Iterator[dict[str, Any]]:
    with gzip.open(RECORDS / name, "rt") as found:
        for line, _ in zip(found, range(limit), strict=False):
            yield json.loads(line)


def league(count: int) -> list[dict[str, Any]]:
    """The club's sessions and online games as one league: named anew, three a day."""
    games = [*lines("club_sessions.jsonl.gz", 123), *lines("games.jsonl.gz", count)]
    for number, game in enumerate(games):
        start = number * 7 % len(NAMES)
        seats = range(len(game["players"]))
        game["players"] = [NAMES[(start + seat * 3) % len(NAMES)] for seat in seats]
        when = FIRST + timedelta(hours=8 * number)
        game |= {"id": f"game-{number}", "started": when.isoformat()}
        game["ended"] = (when + timedelta(hours=1)).isoformat()
    return games


def bring_in(season: Season, games: list[dict[str, Any]]) -> None:
    records = [{k: v for k, v in g.items() if k not in ("source", "expected")} for g in games]
    job = imports.from_pieces(season.club, None, [{"record": record} for record in records])
    for _ in range(3000):
        job = jobs.go_on(imports.WORK, job)
        if job.state == Job.State.WAITING:
            job = imports.decide(job, None, Choice(season=season, other_rules=True))
        if job.state not in (Job.State.RUNNING, Job.State.WAITING):
            break
    assert job.state == Job.State.DONE, job.kept


def account(games: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Everybody's games, places, points and hands, from the records' own words."""
    found: dict[str, dict[str, Any]] = defaultdict(
        lambda: {"games": 0, "places": Counter(), "total": Fraction(0), "tally": Counter()}
    )
    for game in games:
        end, places = settled(game), game["expected"]["settlement"]["places"]
        for seat, name in enumerate(game["players"]):
            mine = found[name]
            mine["games"] += 1
            mine["places"][places[seat]] += 1
            mine["total"] += end[seat]
            mine["tally"].update(hands(game, seat))
    return dict(found)


def settled(game: dict[str, Any]) -> list[Fraction]:
    """The exact totals; the records round them to a tenth."""
    record = read({k: v for k, v in game.items() if k not in ("source", "expected")})
    kind, state = record.variety, record.variety.start(record.rules, record.start)
    for outcome in record.rounds:
        state = kind.apply(record.rules, state, outcome).after
    end = kind.settle(record.rules, state, record.chips)
    exact = [Fraction(total) / end.unit for total in end.total]
    told = game["expected"]["settlement"].get("total") or []
    assert all(abs(float(a) - b) < 0.051 for a, b in zip(exact, told, strict=False))
    return exact


def hands(game: dict[str, Any], seat: int) -> Counter[str]:
    counts: Counter[str] = Counter()
    for data, told in zip(game["rounds"], game["expected"]["rounds"], strict=True):
        if data["type"] not in ("win", "draw", "abort"):
            continue
        counts["hands"] += 1
        counts["riichi"] += seat in data.get("riichi", [])
        counts["deal-ins"] += any(win["from"] == seat for win in data.get("wins", []))
        for win in told.get("wins", []):
            counts["wins"] += win["winner"] == seat
            counts["won"] += win["points"] if win["winner"] == seat else 0
    return +counts


def check(season: Season, games: list[dict[str, Any]]) -> None:
    wanted = account(games)
    rows = {row.player.name: row for row in Standing.objects.select_related("player")}
    assert rows.keys() == wanted.keys()
    for name, row in rows.items():
        mine = wanted[name]
        assert row.games == mine["games"]
        assert Counter({i: n for i, n in enumerate(row.places, 1) if n}) == mine["places"]
        assert Fraction(row.total, row.unit) == mine["total"]
        counts = Tally.objects.get(player=row.player, season=season).counts
        assert {key: counts.get(key, 0) for key in mine["tally"]} == mine["tally"]


def test_recorded_games_give_their_own_standings_and_one_edit_changes_what_it_should() -> None:
    club = Club.objects.create(name="Harbour", slug="harbour")
    rules = [Rules("riichi", "mleague")]
    season = make_season(club, None, Setup(name="Records"), rules)
    games = league(ONLINE)
    bring_in(season, games)
    check(season, games)
    kept = everything(club)
    edited = _edit_an_old_game(club)
    touched = set(edited.results.values_list("player", flat=True))
    changed = [new for old, new in zip(kept, everything(club), strict=True) if old != new]
    assert changed
    for text in changed:
        assert any(f"'player_id': {pk}," in text for pk in touched)
    after = everything(club)
    rebuild(club)
    assert everything(club) == after
    changes.undo(edited, version=edited.version, token=None)
    assert everything(club) == kept


def _edit_an_old_game(club: Club) -> Game:
    """The last hand of an early game was worth more."""
    game = club.games.get(record_id="game-5")
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OPEN)
    game.refresh_from_db()
    number = game.rounds.filter(outcome__type="win").latest("number").number
    outcome = game.rounds.get(number=number).outcome
    outcome["wins"][0] |= {"value": {"limit": "baiman"}}
    edit = changes.replaced(number, outcome)
    changes.change(game, "edit", edit, version=game.version, token=None, consent=True)
    return game


def test_no_figure_of_points_is_a_float() -> None:
    fields = {
        Standing: ("total", "unit", "ranked", "ranked_unit", "before", "before_unit"),
        Meeting: ("total", "unit"),
        Result: ("total", "unit", "points", "run", "score"),
    }
    for model, names in fields.items():
        kinds = {model._meta.get_field(name).get_internal_type() for name in names}
        assert kinds <= {"BigIntegerField", "PositiveIntegerField"}
