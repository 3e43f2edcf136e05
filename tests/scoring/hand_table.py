"""What the tests of hands share: a lone hand written short, and where the record files are."""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.notation import Hand, parse_hand
from scoring.riichi.context import Context
from scoring.riichi.lone import score_hand
from scoring.riichi.rules import RiichiRules, read_rules

SHARED = Path(__file__).resolve().parents[2] / ".." / "shared"
RECORDS = SHARED / "records"

PLAIN: dict[str, Any] = {"kiriage_mangan": False, "thirteen_han": "yakuman", "red_fives": 3}
"""Over the club's rules: every figure as the formula gives it, counted yakuman, red fives."""
THREE: dict[str, Any] = {
    "players": 3,
    "uma": [10000, 0, -10000],
    "red_fives": 2,
    "noten_pool": 2000,
    "honba_ron": 200,
}


def rules(**options: Any) -> RiichiRules:
    return read_rules(None, {**PLAIN, **options})


def record(
    tiles: str,
    win: str,
    *melds: str,
    said: tuple[str, ...] = (),
    dora: tuple[str, ...] = (),
    ura: tuple[str, ...] = (),
    **more: Any,
) -> dict[str, Any]:
    """The ``hand`` of a game record."""
    hand: dict[str, Any] = {"tiles": tiles, "melds": list(melds), "win_tile": win}
    hand |= {"situation": list(said), "dora": list(dora), "ura": list(ura)}
    return hand | more


def score(
    tiles: str,
    win: str,
    *melds: str,
    tsumo: bool = False,
    seat: str = "S",
    round: str = "E",
    options: dict[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """What ``score`` says of a lone hand: by ron of South in the East round unless told."""
    hand = record(tiles, win, *melds, **more)
    return score_hand(rules(**options or {}), hand | {"tsumo": tsumo, "seat": seat, "round": round})


def yaku(*hand: Any, **more: Any) -> dict[str, int]:
    """The patterns of a lone hand with their numbers."""
    return dict(score(*hand, **more)["patterns"])


def points(*hand: Any, **more: Any) -> int:
    return int(score(*hand, **more)["points"])


def han_fu(*hand: Any, **more: Any) -> tuple[int | None, int | None]:
    answer = score(*hand, **more)
    return answer["han"], answer["fu"]


def refusal(*hand: Any, **more: Any) -> tuple[str, str]:
    """The field and the reason a lone hand is refused for."""
    with pytest.raises(ScoringError) as refused:
        score(*hand, **more)
    return refused.value.field, str(refused.value)


def read(tiles: str, win: str, *melds: str, **more: Any) -> Hand:
    return parse_hand(record(tiles, win, *melds, **more), "hand")


def context(
    seat: str = "S", round: str = "E", tsumo: bool = False, players: int = 4, **more: Any
) -> Context:
    return Context("ESWN".index(round), "ESWN".index(seat), tsumo, players, **more)


def lines(name: str) -> list[dict[str, Any]]:
    """A file of the records; the test is skipped where there are none."""
    path = RECORDS / name
    if not path.exists():
        pytest.skip(f"{name} is not here")
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def rows(name: str) -> list[dict[str, str]]:
    """A csv file of the riichi rules; the test is skipped where it is not there."""
    path = SHARED / "rules" / "riichi" / name
    if not path.exists():
        pytest.skip(f"{name} is not here")
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def recorded_hands(*names: str) -> Iterator[dict[str, Any]]:
    for name in names:
        yield from lines(name)
