"""How fast games come in: python bench/importing.py [--games 1000] [--values] [--json FILE]

The games are those of the published records beside the project (../shared/records); each is played
through from its tiles, or with --values from the value of each hand. Beside the import through the
pages (``services.imports``) stands what reading and replaying the same games costs the engine
alone: the rest is the database's, standings and statistics included.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from kit import ROOT, prepare, scratch

RECORDS = ROOT.parent / "shared" / "records" / "games.jsonl.gz"


def records(count: int, values: bool) -> Iterator[dict[str, Any]]:
    with gzip.open(RECORDS, "rt", encoding="utf-8") as lines:
        for line in islice(lines, count):
            game = json.loads(line)
            if values:
                _by_value(game)
            yield {key: part for key, part in game.items() if key not in ("source", "expected")}


def _by_value(game: dict[str, Any]) -> None:
    """Each hand's value, as the record has it, in place of its tiles."""
    for played, known in zip(game["rounds"], game["expected"]["rounds"], strict=True):
        worth = {won["winner"]: won for won in known.get("wins", ())}
        for win in played.get("wins", ()):
            if win.pop("hand", None) is not None:
                won = worth[win["winner"]]
                win["value"] = (
                    {"yakuman": won["yakuman"]}
                    if won["yakuman"]
                    else {"limit": won["limit"]}
                    if won["fu"] is None
                    else {"han": won["han"], "fu": won["fu"]}
                )


def seconds(work: Callable[[], Any]) -> float:
    """Of the processor: other work on the machine does not count."""
    began = time.process_time()
    work()
    return time.process_time() - began


def measure(games: list[dict[str, Any]]) -> dict[str, float]:
    from scoring.game import replay
    from scoring.record import read
    from sessions.models import Club, Job
    from sessions.services import jobs
    from sessions.services.exchange import import_many
    from sessions.services.imports import WORK, Choice, decide, from_pieces
    from sessions.services.seasons import Rules, Setup, make_season

    def engine() -> None:
        for game in map(read, games):
            replay(game.variety, game.rules, game.rounds, game.start, game.chips)

    def pages() -> None:
        club = Club.objects.create(name="Pages", slug="pages")
        season = make_season(club, None, Setup("Season"), [Rules("riichi")])
        job = from_pieces(club, None, [{"text": json.dumps(game)} for game in games])
        while job.state in (Job.State.RUNNING, Job.State.WAITING):
            if job.state == Job.State.WAITING:
                job = decide(job, None, Choice(season=season, other_rules=True, guests=True))
            job = jobs.go_on(WORK, job)
        assert job.state == Job.State.DONE, job.message

    def command() -> None:
        club = Club.objects.create(name="Command", slug="command")
        for at in range(0, len(games), 200):
            import_many(club, games[at : at + 200])

    return {"engine": seconds(engine), "pages": seconds(pages), "command": seconds(command)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--values", action="store_true")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    with scratch() as var:
        prepare(var)
        games = list(records(args.games, args.values))
        taken = measure(games)
    for name, spent in taken.items():
        speed, times = len(games) / spent, spent / taken["engine"]
        print(f"{name:8} {speed:7.0f} games a second of processor time, {times:4.1f} x the engine")
    if args.json:
        args.json.write_text(json.dumps({"games": len(games), "seconds": taken}))


if __name__ == "__main__":
    main()
