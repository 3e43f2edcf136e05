"""A league of 100,000 games beside one of 100, on two servers in one run.

    python bench/league.py [--games 100000] [--small 100] [--players 200] [--json bench/league.json]
                           [--keep FOLDER]

Sixty games are played hand by hand through the services; the others are their rows again with
other players and days, copied inside the database (SQLite), and what follows from all of them is
made anew from the results, as the app makes it. Then the same is asked of both: standings, a
player's page, a hand recorded, a game ended, a hand of an old game edited. Target: at most one and
a half times the time, with the same queries.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from kit import ROOT, Client, prepare, ratio, report, scratch, served
from serving import hand

TEMPLATES = 60
LIVE = 240
"""Tables at which hands are recorded and games ended."""
CHUNK = 5000
RATED = 20
"""Slices of games that ratings are worked out for, to tell how fast."""
FIRST = datetime(2020, 1, 3, 19, tzinfo=UTC)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--small", type=int, default=100)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--json")
    parser.add_argument("--keep", type=Path, help="databases to fill, or to use again, are here")
    parser.add_argument("--make", type=Path, help="only fill a database in this folder")
    given = parser.parse_args()
    if given.make:
        print(json.dumps(make(given.make, given.games, given.players)))
        return
    with contextlib.nullcontext(given.keep) if given.keep else scratch() as folder:
        large = made(folder / "large", given.games, given.players)
        small = made(folder / "small", given.small, given.players)
        with (
            served(var=folder / "large") as one,
            served(var=folder / "small") as other,
        ):
            figures = {
                what: ratio(
                    act(one.port, large), act(other.port, small), one, other, rounds=6, times=10
                )
                for what, act in ACTS.items()
            }
            figures["memory_mb"] = round(one.memory() / 2**20)  # type: ignore[assignment]
    about = {
        name: large[name]
        for name in ("games", "hands", "filled_s", "summed_s", "rated_per_s", "file_mb")
    }
    report("league", {**about, "against_games": given.small, **figures}, given.json)


def made(var: Path, games: int, players: int) -> dict[str, Any]:
    """Fill a database in a process of its own: one Django has one database."""
    command = [sys.executable, __file__, "--make", str(var), "--games", str(games)]
    done = subprocess.run(
        [*command, "--players", str(players)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    if done.returncode:
        raise SystemExit(f"no league of {games} games")
    return dict(json.loads(done.stdout.splitlines()[-1]))


# -- what is asked ----------------------------------------------------------------------------


def page(name: str) -> Any:
    def act(port: int, league: dict[str, Any]) -> Any:
        phone = Client(port)

        def ask() -> None:
            status, body = phone.get(league[name])
            assert status == 200, (status, league[name], body[:500])

        return ask

    return act


def recording(port: int, league: dict[str, Any]) -> Any:
    phone, tables = signed(port), _hands(league["live"][: LIVE // 2])

    def ask() -> None:
        link, version = next(tables)
        fields = {**hand(version), "version": version, "token": uuid.uuid4().hex}
        status, body = phone.post(f"/g/{link}/record/", fields, **{"HX-Request": "true"})
        assert status == 200, (status, body[:500])

    return ask


def ending(port: int, league: dict[str, Any]) -> Any:
    """A game ends: its results count at once."""
    phone, tables = signed(port), iter(league["live"][LIVE // 2 :])

    def ask() -> None:
        link = next(tables)
        fields = {"version": 0, "token": uuid.uuid4().hex, "reason": "agreed"}
        status, body = phone.post(f"/g/{link}/finish/", fields)
        assert status == 302, (status, body[:2000])

    return ask


def editing(port: int, league: dict[str, Any]) -> Any:
    """A hand of a game of the first year turns out to have been otherwise, and back again."""
    phone, version, link = signed(port), league["old_version"], league["old"]
    outcomes = league["old_outcomes"]

    def ask() -> None:
        nonlocal version
        fields = {
            "outcome": json.dumps(outcomes[version % 2]), "version": version,
            "token": uuid.uuid4().hex, "confirm": "1", "consent": "1",
        }  # fmt: skip
        status, body = phone.post(f"/g/{link}/hands/1/edit/", fields)
        assert status == 302, (status, body[:2000])
        version += 1

    return ask


def signed(port: int) -> Client:
    phone = Client(port)
    phone.get("/new/riichi/")
    return phone


def _hands(links: list[str]) -> Iterator[tuple[str, int]]:
    for link in links:
        yield from ((link, version) for version in range(6))


ACTS = {
    "standings": page("standings"),
    "player": page("player"),
    "record": recording,
    "end": ending,
    "edit_old": editing,
}


# -- making a league --------------------------------------------------------------------------


def make(var: Path, games: int, players: int) -> dict[str, Any]:
    prepare(var)
    from sessions.models import Club

    about = var / "league.json"
    if not about.exists():
        about.write_text(json.dumps(fill(var, games, players)))
    club = Club.objects.get()
    return {**json.loads(about.read_text()), **doors(club)}


def fill(var: Path, games: int, players: int) -> dict[str, Any]:
    chance = random.Random(1)
    from django.db import transaction

    from sessions.models import Club, Player, Round
    from sessions.services import ratings, seasons, standings

    club = Club.objects.create(name="League", slug="league", public=True)
    people = Player.objects.bulk_create(
        Player(club=club, name=f"Player {n}", seen=f"player {n}") for n in range(players)
    )
    setup = seasons.Setup(name="Long", public=True)
    season = seasons.make_season(club, None, setup, [seasons.Rules("riichi")])
    begun = time.monotonic()
    templates = [played(season, people, chance) for _ in range(min(games, TEMPLATES))]
    clone(people, templates, games, chance)
    filled = time.monotonic() - begun
    told("summing up")
    begun = time.monotonic()
    with transaction.atomic():
        standings.rebuild(club)
    summed = time.monotonic() - begun
    told("rating some")
    rated, begun = 0, time.monotonic()
    ratings.start_over(club)
    while rated < RATED and ratings.advance(club):
        rated += 1
    rate = rated * ratings.SLICE / (time.monotonic() - begun)
    Club.objects.filter(pk=club.pk).update(ratings_from=None)
    return {
        "games": games,
        "hands": Round.objects.count(),
        "filled_s": round(filled),
        "summed_s": round(summed, 1),
        "rated_per_s": round(rate) if rated else None,
        "file_mb": round((var / "jantaku.sqlite3").stat().st_size / 2**20),
    }


def told(what: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {what}", file=sys.stderr, flush=True)


def played(season: Any, people: list[Any], chance: random.Random) -> Any:
    """A game played to its end by recording hands."""
    from sessions.services import changes
    from sessions.services.season_games import start_table
    from tests.sessions.league import random_hand

    game, _ = start_table(season, None, variety="riichi", players=chance.sample(people, 4))
    for _ in range(chance.randint(8, 12)):
        if game.finished:
            break
        try:
            changes.record(game, random_hand(chance), version=game.version, token=None)
        except changes.ScoringError:
            continue  # riichi without the points for it
    if not game.finished:
        changes.end(game, reason="agreed", version=game.version, token=None)
    game.seated = list(game.seats.values_list("player_id", flat=True))
    return game


def clone(people: list[Any], games: list[Any], wanted: int, chance: random.Random) -> None:
    """The rows of played games again and again, with other players and days, copied inside the
    database."""
    from django.db import connection, transaction

    from sessions.models import Change, Feat, Game, Result, Round, Seat

    first = games[-1].pk + 1 - len(games)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous=OFF")  # it is only a bench: a crash begins it anew
        cursor.execute("PRAGMA cache_size=-200000")
        for at in range(len(games), wanted, CHUNK):
            with transaction.atomic():
                draw(cursor, games, people, chance, range(at, min(wanted, at + CHUNK)), first)
                days = dict.fromkeys(("played", "started", "ended"), "copy.played")
                copy(cursor, Game, "id", {"id": "copy.game_id", "code": "copy.code", **days})
                own = {"game_id": "copy.game_id"}
                for model in (Seat, Result, Feat, Round):
                    copy(cursor, model, "game_id", own)
                copy(cursor, Change, "game_id", {**own, "token": "NULL"})
                copy_wins(cursor)
            told(f"{min(wanted, at + CHUNK)} games")


def draw(
    cursor: Any, games: list[Any], people: list[Any], chance: Any, numbers: range, first: int
) -> None:
    """Who plays the copied games, and when: in two tables of this connection."""
    for table in ("copy (game_id integer PRIMARY KEY, of_id, code, played)",
                  "sits (game_id, was_id, player_id, PRIMARY KEY (game_id, was_id))"):  # fmt: skip
        cursor.execute(f"CREATE TEMP TABLE IF NOT EXISTS {table}")
        cursor.execute(f"DELETE FROM temp.{table.partition(' ')[0]}")
    copies, seats = [], []
    for number in numbers:
        game, pk = games[number % len(games)], first + number
        when = FIRST + timedelta(minutes=number * 25)
        copies.append((pk, game.pk, f"{pk:010x}", f"{when:%Y-%m-%d %H:%M:%S}"))
        others = chance.sample(people, len(game.seated))
        seats += [(pk, was, now.pk) for was, now in zip(game.seated, others, strict=True)]
    cursor.executemany("INSERT INTO copy VALUES (%s, %s, %s, %s)", copies)
    cursor.executemany("INSERT INTO sits VALUES (%s, %s, %s)", seats)


def copy(cursor: Any, model: Any, of: str, changed: dict[str, str]) -> None:
    """The model's rows of the copied games; ``of``: the column that names the game."""
    columns = {f.column: f'one."{f.column}"' for f in model._meta.concrete_fields} | changed
    joined = ""
    if "id" not in changed:
        del columns["id"]
    if "player_id" in columns:
        joined = "JOIN sits ON sits.game_id = copy.game_id AND sits.was_id = one.player_id"
        columns["player_id"] = "sits.player_id"
        columns |= {"played": "copy.played"} if "played" in columns else {}
    cursor.execute(
        f"INSERT INTO {model._meta.db_table} ({quoted(columns)}) "
        f"SELECT {', '.join(columns.values())} FROM copy "
        f"JOIN {model._meta.db_table} one ON one.{of} = copy.of_id {joined}"
    )


def copy_wins(cursor: Any) -> None:
    from sessions.models import Round, Win

    columns = {f.column: f'one."{f.column}"' for f in Win._meta.concrete_fields}
    columns["round_id"] = "made.id"
    del columns["id"]
    rounds = Round._meta.db_table
    cursor.execute(
        f"INSERT INTO {Win._meta.db_table} ({quoted(columns)}) "
        f"SELECT {', '.join(columns.values())} FROM copy "
        f"JOIN {rounds} was ON was.game_id = copy.of_id "
        f"JOIN {rounds} made ON made.game_id = copy.game_id AND made.number = was.number "
        f"JOIN {Win._meta.db_table} one ON one.round_id = was.id"
    )


def quoted(names: Any) -> str:
    return ", ".join(f'"{name}"' for name in names)


def doors(club: Any) -> dict[str, Any]:
    """Addresses to ask at, and keys of tables to play at."""
    from django.urls import reverse

    from sessions.models import Game
    from sessions.services.links import issue_derived
    from sessions.services.season_games import start_table

    season, people = club.seasons.get(), list(club.players.all())
    old = season.games.filter(finished=True).order_by("played", "pk")[0]
    keys = issue_derived(old)
    old.status = Game.Status.OPEN
    old.save()
    now = old.rounds.get(number=1).outcome
    cheap = [
        {
            "type": "win",
            "riichi": [],
            "wins": [{"winner": 1, "from": 2, "value": {"han": 1, "fu": fu}}],
        }
        for fu in (30, 40)
    ]
    outcomes = cheap if (now == cheap[0]) == (old.version % 2 == 1) else cheap[::-1]
    live = []
    for _ in range(LIVE):
        _, table = start_table(season, None, variety="riichi", players=random.sample(people, 4))
        live.append(table.write)
    return {
        "standings": reverse("club:season", args=[club.slug, season.slug]),
        "player": reverse("club:season_player", args=[club.slug, season.slug, people[0].pk]),
        "old": keys.write,
        "old_version": old.version,
        "old_outcomes": outcomes,
        "live": live,
    }


if __name__ == "__main__":
    os.environ.setdefault("LOG_LEVEL", "ERROR")
    main()
