"""How many hands a game has where no dealer stays: what a paper sheet has lines for."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.varieties import VARIETIES


@pytest.mark.parametrize(
    "variety, options, deals",
    [
        ("riichi", {}, 8),
        ("riichi", {"length": "east"}, 4),
        ("riichi", {"length": "single"}, 1),
        ("riichi", {"length": "full"}, 16),
        ("hongkong", {"length": "hanchan"}, 8),
        ("hongkong", {"length": "full"}, 16),
        ("hongkong", {"length": "single"}, 1),
        ("hongkong", {"length": "open"}, 16),
        ("zungjung", {"length": 16}, 16),
        ("zungjung", {"length": "open"}, 16),
    ],
)
def test_a_game_has_so_many_deals(variety: str, options: dict[str, Any], deals: int) -> None:
    kind = VARIETIES[variety]
    assert kind.deals(kind.rules(None, options)) == deals


def test_three_players_have_three_deals_a_wind() -> None:
    kind = VARIETIES["riichi"]
    assert kind.deals(kind.rules("tenhou-sanma", {})) == 6
