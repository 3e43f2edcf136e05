"""Random hands beside the `mahjong` package: the same points, han and fu, the same refusals.

5,000 here; ``bench/differential.py`` takes as many as one likes (50,000 and more: no disagreement).
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

import pytest
from mahjong.hand_calculating.hand_config import HandConstants, OptionalRules

from scoring.errors import ScoringError
from scoring.notation import parse_hand
from scoring.riichi import points
from scoring.riichi.context import Context
from scoring.riichi.hand import value
from scoring.riichi.rules import RiichiRules, read_rules
from tests.scoring.random_hands import (
    OPTIONS,
    PLAYED,
    RULES,
    Win,
    mahjong_form,
    mahjong_value,
    random_wins,
)


def ours(won: Win, rules: RiichiRules = RULES) -> tuple[Any, ...]:
    """(points, han, fu); ``("refused",)`` where there is no yaku."""
    hand, table = won
    try:
        best = value(rules, parse_hand(hand, "hand"), Context(**table, players=4))
    except ScoringError:
        return ("refused",)
    dealer = table["seat_wind"] == 0
    if table["tsumo"]:
        total = points.self_draw_total(rules, best.base, dealer)
    else:
        total = points.ron(best.base, dealer)
    return (total, "yakuman") if best.yakuman else (total, best.han, best.fu)


def theirs(won: Win, options: OptionalRules = OPTIONS) -> tuple[Any, ...]:
    result = mahjong_value(mahjong_form(won, options))
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


OTHERWISE: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "kiriage": ({"kiriage_mangan": True}, {"kiriage": True}),
    "no open tanyao": ({"open_tanyao": False}, {"has_open_tanyao": False}),
    "no double yakuman": ({"double_yakuman": []}, {"has_double_yakuman": False}),
    "13 han are sanbaiman": (
        {"thirteen_han": "sanbaiman"},
        {"kazoe_limit": HandConstants.KAZOE_SANBAIMAN},
    ),
    "no pinfu by self-draw": ({"pinfu_tsumo": False}, {"fu_for_pinfu_tsumo": True}),
    "open pinfu of 20 fu": ({"open_pinfu_fu": 20}, {"fu_for_open_pinfu": False}),
    "daisharin": (
        {"local_yaku": ["daisharin", "daisharin-all-suits"]},
        {"has_daisharin": True, "has_daisharin_other_suits": True},
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHERWISE)
def test_random_hands_agree_with_each_option_the_other_way(name: str) -> None:
    """One difference, and it is theirs: with an open pinfu of 20 fu they take the two fu of a
    self-draw away too, though the rule is of a ron."""
    asked, options = OTHERWISE[name]
    rules = read_rules(None, {**PLAYED, **asked})
    played = OptionalRules(
        **{"has_open_tanyao": True, "has_aka_dora": True, "has_double_yakuman": True, **options}
    )
    for won in islice(random_wins(seed=4242), 600):
        mine, other = ours(won, rules), theirs(won, played)
        if asked.get("open_pinfu_fu") and won[1]["tsumo"] and other[-1] == 20 != mine[-1]:
            assert mine[-1] == 30, won
        else:
            assert mine == other, won
