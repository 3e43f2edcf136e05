"""Fu from tiles: every set, pair, wait and way to win.

The first figure is before rounding up to ten, added up by hand; the value and its account must both
have it. South's hand in the East round; 3z and 4z are guest winds.
"""

from __future__ import annotations

from typing import Any

import pytest

from scoring.riichi.explain import Explanation, explain
from scoring.riichi.hand import Question
from tests.scoring.hand_table import context, read, recorded_hands, rules

RIICHI = ("riichi",)
LAST = ("last-tile",)


def account(
    *hand: str, seat: str = "S", tsumo: bool = False, options: Any = None, **more: Any
) -> Explanation:
    asked = Question(rules(**options or {}), read(*hand, **more), context(seat=seat, tsumo=tsumo))
    return explain(asked)


def case(raw: int, *hand: str, **more: Any) -> Any:
    return pytest.param(raw, hand, more, id="-".join((str(raw), *hand)))


RUNS = "123m234567p78999s"
OPEN = "345m22456p456s"

RAW = [
    # 20 for winning, 10 for a closed ron, 2 for a self-draw; nothing for runs, a plain pair, an
    # open-ended wait
    case(30, RUNS, "2p"),
    case(20, RUNS, "2p", tsumo=True),
    case(22, OPEN, "3m", "chi 678s", tsumo=True),
    # the wait
    case(32, RUNS, "3p", said=RIICHI),
    case(24, RUNS, "3p", tsumo=True),
    case(32, RUNS, "7s", said=RIICHI),
    case(32, "123m23456799p789s", "9p", said=RIICHI),
    case(24, OPEN, "4m", "chi 678s", tsumo=True),
    case(22, OPEN, "2p", "chi 678s"),
    # an open ron with nothing else counts 30
    case(30, OPEN, "3m", "chi 678s"),
    # the pair
    case(30, "123m234567p789s33z", "2p"),
    case(32, "123m234567p789s55z", "2p", said=RIICHI),
    case(32, "123m234567p789s66z", "2p", said=RIICHI),
    case(32, "123m234567p789s77z", "2p", said=RIICHI),
    case(32, "123m234567p789s11z", "2p", said=RIICHI),
    case(32, "123m234567p789s22z", "2p", said=RIICHI),
    case(32, "123m234567p789s11z", "2p", seat="E", said=RIICHI),
    # concealed triplets, and those completed by the winning tile
    case(34, "222m234567p789s33z", "2p", said=RIICHI),
    case(38, "999m234567p789s33z", "2p", said=RIICHI),
    case(38, "22m234567p789s444z", "2p", said=RIICHI),
    case(32, "222m234567p789s33z", "2m", said=RIICHI),
    case(34, "999m234567p789s33z", "9m", said=RIICHI),
    case(34, "22m234567p789s444z", "4z", said=RIICHI),
    case(26, "222m234567p789s33z", "2m", tsumo=True),
    case(30, "999m234567p789s33z", "9m", tsumo=True),
    # called sets and kans
    case(22, OPEN, "3m", "pon 888m"),
    case(24, OPEN, "3m", "pon 999m", said=LAST),
    case(24, OPEN, "3m", "pon 444z", said=LAST),
    case(28, OPEN, "3m", "kan 8888m"),
    case(28, OPEN, "3m", "kakan 8888m"),
    case(36, OPEN, "3m", "kan 9999m", said=LAST),
    case(36, OPEN, "3m", "kakan 4444z", said=LAST),
    case(46, OPEN, "3m", "ankan 8888m"),
    case(62, OPEN, "3m", "ankan 9999m", said=RIICHI),
    case(62, OPEN, "3m", "ankan 4444z", said=RIICHI),
    case(36, "345m22456p", "3m", "chi 567s", "ankan 8888s"),
    case(54, "345m22456p", "3m", "ankan 8888s", "ankan 8888m", tsumo=True),
    case(30, OPEN, "3m", "kan 8888m", tsumo=True, said=("after-kan",)),
    # everything at once: 20 + 10 + 32 + 32 + 4 + 2 + 2
    case(
        102,
        "234999m11z",
        "9m",
        "ankan 1111s",
        "ankan 9999p",
        seat="E",
        said=RIICHI,
        options={"double_wind_fu": 4},
    ),
]


@pytest.mark.parametrize("raw, hand, more", RAW)
def test_fu_are_added_up_and_rounded(raw: int, hand: Any, more: dict[str, Any]) -> None:
    told = account(*hand, **more)
    assert told.fu_sum == raw
    assert told.fu == -(-raw // 10) * 10


@pytest.mark.parametrize("tsumo", [False, True])
def test_seven_pairs_are_25_fu_however_they_are_won(tsumo: bool) -> None:
    told = account("1188m2255p3366s77z", "7z", tsumo=tsumo)
    assert (told.fu_sum, told.fu) == (25, 25)


def test_more_than_110_fu_are_counted_without_a_ceiling() -> None:
    melds = ("ankan 1111s", "ankan 9999p", "ankan 9999m")
    told = account("234m55z", "3m", *melds, options={"aotenjou": True})
    assert (told.fu_sum, told.fu) == (20 + 10 + 96 + 2 + 2, 130)


@pytest.mark.records
def test_the_account_of_every_recorded_hand_adds_up_to_its_fu() -> None:
    checked = 0
    for line in recorded_hands("hands.jsonl.gz", "generated.jsonl.gz"):
        if line["expected"].get("fu") is None or line["rules"]["options"]["players"] != 4:
            continue
        options = {key: line["rules"]["options"][key] for key in ("double_wind_fu", "open_tanyao")}
        hand = {
            "said": tuple(line["hand"]["situation"]),
            "dora": tuple(line["hand"]["dora"]),
            "ura": tuple(line["hand"].get("ura", ())),
        }
        asked = Question(
            rules(**options),
            read(line["hand"]["tiles"], line["hand"]["win_tile"], *line["hand"]["melds"], **hand),
            context(line["hand"]["seat"], line["hand"]["round"], line["hand"]["tsumo"]),
        )
        told = explain(asked)
        assert told.fu == line["expected"]["fu"], line["id"]
        assert told.fu_sum is not None
        assert told.fu in (told.fu_sum, -(-told.fu_sum // 10) * 10), line["id"]
        checked += 1
    assert checked > 7000
