"""A league of 100,000 games beside one of 100, on two servers in one run.

    python bench/league.py [--games 100000] [--small 100] [--players 200] [--json bench/league.json]

Sixty games are played hand by hand through the services; the others are their rows again with
other players and days, and what follows from all of them is made anew from the results, as the app
makes it. Then the same is asked of both: standings, a player's page, a hand recorded, a game ended,
a hand of an old game edited. Target: at most one and a half times the time, with the same queries.
"""

from __future__ import annotations

import argparse
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
CHUNK = 500
FIRST = datetime(2020, 1, 3, 19, tzinfo=UTC)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--small", type=int, default=100)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--json")
    parser.add_argument("--make", type=Path, help="only fill a database in this folder")
    given = parser.parse_args()
    if given.make:
        print(json.dumps(make(given.make, given.games, given.players)))
        return
    with scratch() as folder:
        large = made(folder / "large", given.games, given.players)
        small = made(folder / "small", given.small, given.players)
        with (
            served(var=folder / "large") as one,
            served(var=folder / "small") as other,
        ):
            figures = {
                what: ratio(act(one.port, large), act(other.port, small), rounds=6, times=10)
                for what, act in ACTS.items()
            }
            figures["memory_mb"] = round(one.memory() / 2**20)  # type: ignore[assignment]
    about = {
        name: large[name] for name in ("games", "hands", "filled_s", "summed_s", "rated_per_s")
    }
    report("league", {**about, "against_games": given.small, **figures}, given.json)


def made(var: Path, games: int, players: int) -> dict[str, Any]:
    """Fill a database in a process of its own: one Django has one database."""
    command = [sys.executable, __file__, "--make", str(var), "--games", str(games)]
    done = subprocess.run(
        [*command, "--players", str(players)], cwd=ROOT, capture_output=True, text=True
    )
    if done.returncode:
        raise SystemExit(done.stderr)
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
    chance = random.Random(1)
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
    clone(season, people, templates, games, chance)
    filled = time.monotonic() - begun
    begun = time.monotonic()
    standings.rebuild(club)
    summed = time.monotonic() - begun
    rated, begun = 0, time.monotonic()
    club.refresh_from_db()
    while ratings.advance(club) and (rated := rated + 1) < 40:
        club.refresh_from_db()
    rate = rated * ratings.SLICE / (time.monotonic() - begun) if rated else None
    Club.objects.filter(pk=club.pk).update(ratings_from=None)
    return {
        "games": games,
        "hands": Round.objects.count(),
        "filled_s": round(filled),
        "summed_s": round(summed),
        "rated_per_s": rate and round(rate),
        **doors(club, season, people),
    }


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
    return game


def clone(season: Any, people: list[Any], games: list[Any], wanted: int, chance: Any) -> None:
    """The rows of played games again and again, with other players and days."""
    from sessions.models import Feat, Game, Result, Round, Seat, Win

    rows = {
        game.pk: {
            Seat: list(game.seats.all()),
            Round: list(game.rounds.all()),
            Result: list(game.results.all()),
            Feat: list(game.feats.all()),
            Win: list(Win.objects.filter(round__game=game)),
        }
        for game in games
    }
    keys = {model: model.objects.order_by("-pk")[0].pk + 1 for model in (Game, Round)}
    for at in range(len(games), wanted, CHUNK):
        new: dict[Any, list[Any]] = {m: [] for m in (Game, Seat, Round, Result, Feat, Win)}
        for number in range(at, min(wanted, at + CHUNK)):
            copy_game(games[number % len(games)], rows, new, keys, number, people, chance)
        for model, made in new.items():
            model.objects.bulk_create(made, batch_size=2000)


def copy_game(
    game: Any, rows: Any, new: Any, keys: Any, number: int, people: list[Any], chance: Any
) -> None:
    from sessions.models import Feat, Game, Result, Round, Seat, Win

    when = FIRST + timedelta(minutes=number * 25)
    own = rows[game.pk]
    was = [seat.player_id for seat in own[Seat]]
    others = dict(zip(was, (p.pk for p in chance.sample(people, 4)), strict=True))
    copied = copied_row(game, pk=keys[Game], code=f"{keys[Game]:010x}", played=when, started=when)
    copied.ended = when + timedelta(hours=1)
    new[Game].append(copied)
    numbers = {}
    for row in own[Round]:
        numbers[row.pk] = keys[Round]
        new[Round].append(copied_row(row, pk=keys[Round], game_id=copied.pk))
        keys[Round] += 1
    for row in own[Win]:
        new[Win].append(copied_row(row, pk=None, round_id=numbers[row.round_id]))
    for model in (Seat, Result, Feat):
        for row in own[model]:
            change: dict[str, Any] = {"pk": None, "game_id": copied.pk}
            if row.player_id is not None:
                change["player_id"] = others[row.player_id]
            if hasattr(row, "played"):
                change["played"] = when
            new[model].append(copied_row(row, **change))
    keys[Game] += 1


def copied_row(row: Any, **changed: Any) -> Any:
    names = [field.attname for field in row._meta.concrete_fields if not field.primary_key]
    values = {name: getattr(row, name) for name in names} | changed
    return type(row)(**values)


def doors(club: Any, season: Any, people: list[Any]) -> dict[str, Any]:
    """Addresses to ask at, and keys of tables to play at."""
    from django.urls import reverse

    from sessions.models import Game
    from sessions.services.links import issue_derived
    from sessions.services.season_games import start_table

    old = season.games.filter(finished=True).order_by("played", "pk")[0]
    keys = issue_derived(old)
    old.status = Game.Status.OPEN
    old.save()
    first = old.rounds.get(number=1).outcome
    other = {
        "type": "win",
        "riichi": [],
        "wins": [{"winner": 1, "from": 2, "value": {"han": 1, "fu": 40}}],
    }
    outcomes = [other, first] if old.version % 2 == 0 else [first, other]
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
