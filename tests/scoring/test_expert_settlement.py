"""The end of a game, where a rules expert looks first: a single hand is paid at once, without the
cap of a whole game."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.game import parse_outcome, replay
from scoring.hongkong import HONGKONG

LIMIT = {"limit": True}


def paid_at_once(*rounds: dict[str, Any], **options: Any) -> tuple[Any, ...]:
    """The money of a single hand of Hong Kong at the source's table, 1-4 fan, stake 48."""
    rules = HONGKONG.rules(None, {"length": "single", **options})
    played = replay(HONGKONG, rules, [parse_outcome(data, 4) for data in rounds])
    assert played.settlement is not None
    assert played.settlement.money is not None
    return played.settlement.money


def won(source: int | None, **more: Any) -> dict[str, Any]:
    return {"type": "win", "wins": [{"winner": 0, "from": source, "value": LIMIT, **more}]}


FALSE_WIN = {"type": "penalty", "reason": "false-win", "seat": 1}


@pytest.mark.parametrize(
    "rounds, options, money",
    [
        ([won(2)], {}, (48, 0, -48, 0)),
        ([won(None)], {}, (72, -24, -24, -24)),
        ([won(None, liable=3)], {"liability": ["nine-tiles"]}, (72, 0, 0, -72)),
        ([won(2)], {"dealer_double": True}, (96, 0, -96, 0)),
        ([FALSE_WIN, {"type": "draw"}], {}, (72, -216, 72, 72)),
    ],
)
def test_in_a_single_hand_everybody_pays_what_the_table_says(
    rounds: list[dict[str, Any]], options: dict[str, Any], money: tuple[int, ...]
) -> None:
    """Money = stake × figure / L at once; that nobody loses more than the stake is for games of
    several hands, whose figures add up."""
    assert paid_at_once(*rounds, **options) == money


def test_in_a_longer_game_nobody_loses_more_than_the_stake() -> None:
    money = paid_at_once(won(2), won(2), {"type": "end", "reason": "agreed"}, length="east")
    assert money == (48, 0, -48, 0)
