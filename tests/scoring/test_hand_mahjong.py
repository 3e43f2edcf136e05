"""Random hands beside the `mahjong` package: the same points, han and fu, the same refusals.

5,000 here; ``bench/differential.py`` takes as many as one likes (50,000 and more: no disagreement).
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.notation import parse_hand
from scoring.riichi import points
from scoring.riichi.context import Context
from scoring.riichi.hand import value
from tests.scoring.random_hands import RULES, Win, mahjong_form, mahjong_value, random_wins


def ours(won: Win) -> tuple[Any, ...]:
    """(points, han, fu); ``("refused",)`` where there is no yaku."""
    hand, table = won
    try:
        best = value(RULES, parse_hand(hand, "hand"), Context(**table, players=4))
    except ScoringError:
        return ("refused",)
    dealer = table["seat_wind"] == 0
    if table["tsumo"]:
        total = points.self_draw_total(RULES, best.base, dealer)
    else:
        total = points.ron(best.base, dealer)
    return (total, "yakuman") if best.yakuman else (total, best.han, best.fu)


def theirs(won: Win) -> tuple[Any, ...]:
    result = mahjong_value(mahjong_form(won))
    if result.error:
        assert result.error == "no_yaku"
        return ("refused",)
    total = result.cost["total"]
    if any(yaku.is_yakuman for yaku in result.yaku):
        return (total, "yakuman")
    return (total, result.han, result.fu)


@pytest.mark.slow
def test_random_hands_are_worth_what_mahjong_says() -> None:
    kinds: Counter[Any] = Counter()
    for won in islice(random_wins(seed=2026), 5000):
        mine = ours(won)
        assert mine == theirs(won), won
        kinds[mine[1] if len(mine) > 1 else "refused"] += 1
    assert kinds["refused"] > 500
    assert kinds["yakuman"] > 50
    assert all(kinds[han] > 50 for han in (1, 2, 3, 4, 5, 6))
