"""Riichi hands a rules expert looks for first: the same run four times, a kan that nobody fed."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.errors import ScoringError
from tests.scoring.hand_table import yaku
from tests.scoring.riichi_table import E, N, S, paid, rules, win

SANJUN = {"local_yaku": ["isshoku-sanjun"]}


@pytest.mark.parametrize(
    "hand",
    [
        ("99p", "9p", "chi 123p", "chi 123p", "chi 123p", "chi 123p"),
        ("22m678678s", "2m", "chi 678s", "chi 678s"),
        ("22m678s", "2m", "chi 678s", "chi 678s", "chi 678s"),
    ],
)
def test_the_same_run_four_times_open_is_there_three_times(hand: Any) -> None:
    """isshoku-sanjun, open 2 han: the same run three times. Only a closed hand of four has
    ryanpeikou instead."""
    assert yaku(*hand, options=SANJUN)["isshoku-sanjun"] == 2


def test_the_same_run_four_times_closed_stays_ryanpeikou() -> None:
    found = yaku("678678678678s22m", "2m", options=SANJUN)
    assert found == {"ryanpeikou": 3, "tanyao": 1}


def rinshan(*melds: str, **more: Any) -> dict[str, Any]:
    """South's self-draw on the tile after a kan, mangan or more: riichi is not in it."""
    tiles = {1: "123m067p234s11s", 2: "123m067p11s"}[len(melds)]
    hand = {"tiles": tiles, "melds": list(melds), "win_tile": "1s", "situation": ["after-kan"]}
    return {"winner": S, "from": None, "hand": hand, **more}


PAO = rules(pao=["daisangen", "rinshan"], red_fives=3, kiriage_mangan=False)


@pytest.mark.parametrize("liable", [N, {"rinshan": N}])
def test_who_fed_the_kan_pays_for_the_win_on_its_tile(liable: Any) -> None:
    claim = rinshan("kan 7777z", liable=liable)  # rinshan, chun and a red five: 3 han 40 fu
    assert paid(PAO, win(claim), honba=1) == (0, 5500, 0, -5500)


@pytest.mark.parametrize("liable", [N, {"rinshan": N}])
@pytest.mark.parametrize("melds", [("ankan 7777z",), ("kakan 7777z",), ("ankan 7777z", "pon 222z")])
def test_nobody_fed_a_kan_that_was_not_called(melds: tuple[str, ...], liable: Any) -> None:
    """Pao on a kan's tile is for the tile of a called kan (daiminkan)."""
    with pytest.raises(ScoringError) as refused:
        paid(PAO, win(rinshan(*melds, liable=liable)))
    assert "wins.0.liable" in refused.value.field
    assert paid(PAO, win(rinshan(*melds)))[E] < 0
