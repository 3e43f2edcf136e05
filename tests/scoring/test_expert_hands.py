"""Riichi hands a rules expert looks for first: the same run four times, a kan that nobody fed."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.riichi.ticks import Ticks, tally
from tests.scoring.hand_table import score, yaku
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


CALLED = {"tiles": "123m456p23s1s789s55m", "win_tile": "1s"}
"""Pinfu by the 1s; 55m and 234789s make it win by other tiles too."""


def two_rons(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    wins = [{"winner": S, "from": E, "hand": CALLED | first}]
    wins.append({"winner": N, "from": E, "hand": CALLED | second})
    return win(*wins)


@pytest.mark.parametrize(
    "second, field",
    [
        (
            {"win_tile": "4m", "tiles": "123m456p23s1s789s44m", "situation": ["last-tile"]},
            "win_tile",
        ),
        ({"win_tile": "9s"}, "win_tile"),
        ({"situation": ["last-tile"]}, "situation"),
        ({"situation": ["robbing-kan"]}, "situation"),
    ],
)
def test_two_rons_are_off_the_same_tile(second: dict[str, Any], field: str) -> None:
    """One discard, or one robbed kan: what is said of it cannot differ between those it pays."""
    with pytest.raises(ScoringError) as refused:
        paid(rules(), two_rons({}, second))
    assert refused.value.field == f"rounds.0.wins.1.hand.{field}"
    assert str(refused.value) == "all win off the same discard"


def test_two_rons_off_the_same_tile_are_paid() -> None:
    last = {"situation": ["last-tile"]}
    assert paid(rules(), two_rons({}, {"tiles": "234m567p23s1s789s55p"})) == (-2000, 1000, 0, 1000)
    assert paid(rules(), two_rons(last, last)) == (-4000, 2000, 0, 2000)
    robbed = {"situation": ["robbing-kan"]}
    assert paid(rules(), two_rons(robbed, robbed)) == (-4000, 2000, 0, 2000)


DRAGONS = ("pon 555z", "pon 666z", "pon 777z")


def daisangen(*melds: str, **more: Any) -> dict[str, Any]:
    """South's daisangen by self-draw, its dragons laid down or still in the hand."""
    held = "".join(dragon for dragon in ("555z", "666z", "777z") if dragon[0] not in str(melds))
    hand = {"tiles": f"{held}234m99p", "melds": list(melds), "win_tile": "9p"}
    return {"winner": S, "from": None, "hand": hand, **more}


@pytest.mark.parametrize("liable", [N, {"daisangen": N}])
@pytest.mark.parametrize("melds", [DRAGONS, ("ankan 5555z", "ankan 6666z", "pon 777z")])
def test_who_fed_the_third_dragon_pays_for_daisangen(melds: tuple[str, ...], liable: Any) -> None:
    assert paid(PAO, win(daisangen(*melds, liable=liable))) == (0, 32000, 0, -32000)


@pytest.mark.parametrize("liable", [N, {"daisangen": N}])
@pytest.mark.parametrize("melds", [(), DRAGONS[:2], ("ankan 5555z", "ankan 6666z", "ankan 7777z")])
def test_nobody_is_liable_for_dragons_that_were_not_called(
    melds: tuple[str, ...], liable: Any
) -> None:
    """Only the third dragon, seen by all beside two others that lie open, makes somebody liable."""
    with pytest.raises(ScoringError) as refused:
        paid(PAO, win(daisangen(*melds, liable=liable)))
    assert "wins.0.liable" in refused.value.field
    assert paid(PAO, win(daisangen(*melds)))[E] < 0


@pytest.mark.parametrize("kinds, fed", [(("ankan",) * 4, False), (("ankan",) * 3 + ("kan",), True)])
def test_who_is_liable_for_four_kans_fed_one_of_them(kinds: tuple[str, ...], fed: bool) -> None:
    table = rules(pao=["suukantsu"])
    kans = [f"{kind} {tile * 4}s" for kind, tile in zip(kinds, "2468", strict=True)]
    hand = {"tiles": "99p", "melds": kans, "win_tile": "9p"}
    claim = {"winner": S, "from": E, "hand": hand, "liable": {"suukantsu": N}}
    if fed:
        assert paid(table, win(claim)) == (-16000, 32000, 0, -16000)
    else:
        with pytest.raises(ScoringError):
            paid(table, win(claim))


def test_without_limits_pao_is_for_what_the_hand_holds_too() -> None:
    table = rules(aotenjou=True)
    hand = {"tiles": "234m99p234s", "melds": ["pon 555z", "pon 666z"], "win_tile": "9p"}
    claim = {"winner": S, "from": E, "hand": hand}
    for liable in (N, {"daisangen": N}):
        with pytest.raises(ScoringError):
            paid(table, win({**claim, "liable": liable}))
    assert paid(table, win(claim))[N] == 0
    assert paid(table, win(daisangen(*DRAGONS, liable=N)))[E] == 0


@pytest.mark.parametrize(
    "tiles, win, ticked",
    [
        ("111999m111999p11s", "1m", {"suuankou", "chinroutou"}),
        ("444555666z111m22z", "4z", {"suuankou", "honroutou"}),
        ("111222333z77766z", "1z", {"suuankou", "tsuuiisou", "yakuhai-chun"}),
    ],
)
def test_four_concealed_triplets_that_were_ticked_are_no_seven_pairs(
    tiles: str, win: str, ticked: set[str]
) -> None:
    """Without limits all yaku count on, those that a yakuman brings along too."""
    table = rules(aotenjou=True)
    held = yaku(tiles, win, tsumo=True, seat="W", round="N", options={"aotenjou": True})
    found = dict(tally(table, Ticks(frozenset(ticked), tsumo=True, dealer=False)).patterns)
    assert "chiitoitsu" not in found
    assert found.items() <= held.items()


@pytest.mark.parametrize(
    "tiles, melds, ticked",
    [
        ("9p9p", [f"ankan {tile * 4}s" for tile in "2468"], {"suukantsu"}),
        ("9p9p", [f"ankan {tile * 4}s" for tile in "2468"], {"suukantsu", "suuankou-tanki"}),
        ("222444666888s99p", [], {"suuankou-tanki"}),
    ],
)
def test_four_sets_that_wait_for_their_pair_are_all_concealed_on_ron_too(
    tiles: str, melds: list[str], ticked: set[str]
) -> None:
    """Without limits the fu matter: at least those of the cheapest such hand."""
    table = rules(aotenjou=True)
    found = tally(table, Ticks(frozenset(ticked), tsumo=False, dealer=False))
    assert found.fus[0] == score(tiles, "9p", *melds, options={"aotenjou": True})["fu"]


def test_daisharin_is_of_simples_alone() -> None:
    table = rules(aotenjou=True, local_yaku=["daisharin"])
    for other in ("honroutou", "chinroutou", "tsuuiisou", "honitsu"):
        ticks = Ticks(frozenset({"daisharin", other}), tsumo=False, dealer=False)
        with pytest.raises(ScoringError, match="cannot be in one hand"):
            tally(table, ticks)
