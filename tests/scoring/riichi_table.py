"""A riichi table for the tests: rules, wins and rounds in short, and where the csv files are."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

from scoring.game import Replay, Settlement, State, Step, parse_outcome, replay
from scoring.riichi import RIICHI
from scoring.riichi.rules import RiichiRules

SHARED = Path(__file__).resolve().parents[2] / "../shared"
CSV = SHARED / "rules/riichi"

E, S, W, N = range(4)
PLAIN = {"kiriage_mangan": False}
SANMA = {"honba_ron": 200, "noten_pool": 2000, "uma": [20000, 0, -20000], "players": 3}
TWO = {"players": 2, "uma": [5000, -5000], "honba_ron": 100, "noten_pool": 1000}


def rules(preset: str | None = None, **options: Any) -> RiichiRules:
    return RIICHI.rules(preset, options)


def rows(name: str) -> list[dict[str, str]]:
    """A csv file of the rules pages; nothing where they are not there."""
    path = CSV / name
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def value(text: str) -> dict[str, Any]:
    """ "3 han 40 fu", "mangan", "2 yakuman" """
    if found := re.fullmatch(r"(\d+) han(?: (\d+) fu)?", text):
        han, fu = found.groups()
        return {"han": int(han), "fu": int(fu)} if fu else {"han": int(han)}
    if found := re.fullmatch(r"(\d+) yakuman", text):
        return {"yakuman": int(found.group(1))}
    return {"limit": text}


def ron(winner: int, source: int, worth: str = "mangan", **more: Any) -> dict[str, Any]:
    return {"winner": winner, "from": source, "value": value(worth), **more}


def tsumo(winner: int, worth: str = "mangan", **more: Any) -> dict[str, Any]:
    return {"winner": winner, "from": None, "value": value(worth), **more}


def win(*wins: dict[str, Any], riichi: tuple[int, ...] = (), **more: Any) -> dict[str, Any]:
    return {"type": "win", "wins": list(wins), "riichi": list(riichi), **more}


def draw(
    *tenpai: int, riichi: tuple[int, ...] = (), nagashi: tuple[int, ...] = (), **more: Any
) -> dict[str, Any]:
    return {
        "type": "draw",
        "tenpai": list(tenpai),
        "riichi": list(riichi),
        "nagashi": list(nagashi),
        **more,
    }


def abort(
    reason: str = "nine-terminals", riichi: tuple[int, ...] = (), **more: Any
) -> dict[str, Any]:
    return {"type": "abort", "reason": reason, "riichi": list(riichi), **more}


def chombo(seat: int, riichi: tuple[int, ...] = (), **more: Any) -> dict[str, Any]:
    return {"type": "penalty", "reason": "chombo", "seat": seat, "riichi": list(riichi), **more}


def referee(seat: int, points: int) -> dict[str, Any]:
    return {"type": "penalty", "reason": "referee", "seat": seat, "points": points}


def adjust(*deltas: int) -> dict[str, Any]:
    return {"type": "adjust", "deltas": list(deltas), "reason": "miscounted"}


AGREED = {"type": "end", "reason": "agreed"}


def played(
    table: RiichiRules,
    *rounds: dict[str, Any],
    start: dict[str, Any] | None = None,
    chips: list[int] | None = None,
) -> Replay:
    outcomes = [parse_outcome(data, table.players) for data in rounds]
    return replay(RIICHI, table, outcomes, start, chips)


def step(
    table: RiichiRules,
    outcome: dict[str, Any],
    *,
    honba: int = 0,
    sticks: int = 0,
    label: str = "E1",
    scores: list[int] | None = None,
) -> Step:
    """One round on its own: by default East 1, everyone with the starting points, those of the
    last seats less where sticks are on the table already."""
    if scores is None:
        scores = [table.start_points] * table.players
        scores[-1] -= 1000 * sticks
    start = {"round": label, "honba": honba, "sticks": sticks, "scores": scores}
    return played(table, outcome, start=start).steps[0]


def paid(table: RiichiRules, outcome: dict[str, Any], **where: Any) -> tuple[int, ...]:
    return step(table, outcome, **where).deltas  # type: ignore[return-value]


def after(table: RiichiRules, outcome: dict[str, Any], **where: Any) -> State:
    return step(table, outcome, **where).after


def where(state: State) -> tuple[str, int, int]:
    """(round, honba, sticks)"""
    return state.label, state.honba, state.sticks


def settled(
    table: RiichiRules, scores: list[int], sticks: int = 0, chips: list[int] | None = None
) -> Settlement:
    """The settlement of a game that stopped at ``scores``."""
    start = {"round": "S1", "sticks": sticks, "scores": scores}
    found = played(table, AGREED, start=start, chips=chips).settlement
    assert found is not None
    return found


def deltas(text: str) -> tuple[int, ...]:
    """ "E-500 S-300 W-300 N+1100" """
    found = {wind: int(figure) for wind, figure in re.findall(r"([ESWN]) ?([+-]?\d+)", text)}
    return tuple(found.get(wind, 0) for wind in "ESWN")
