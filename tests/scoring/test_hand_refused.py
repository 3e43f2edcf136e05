"""Hands that cannot be: each refused with the field and the reason."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.riichi.hand import evaluate
from scoring.riichi.lone import score_hand
from scoring.riichi.rules import read_rules
from tests.scoring.hand_table import (
    THREE,
    context,
    lines,
    record,
    refusal,
    rules,
    score,
)

CLOSED = ("123m456p789s11222z", "1m")
OPEN = ("123m456p789s22z", "1m", "pon 555z")
KAN = ("123m456p789s22z", "1m", "kan 5555z")


def case(field: str, words: str, *hand: str, **more: Any) -> Any:
    return pytest.param(f"hand{field}", words, hand, more, id=words)


IMPOSSIBLE = [
    case(".tiles", "five of 1m", "11111m456p789s222z", "1m"),
    case(".tiles", "they must be 14", "123m456p789s1122z", "1m"),
    case(".win_tile", "the winning tile 9m is not", "123m456p789s11222z", "9m"),
    case(".dora", "the indicator 1m is a fifth copy", "111123m456p78999s", "1m", dora=("1m",)),
    case(".tiles", "not a winning hand", "124m456p789s11222z", "1m"),
    case(".tiles", "seven pairs must differ", "222255m33p44s1177z", "7z"),
    case(".tiles", "2 red 5p; there are 1", "234m00p345678s222z", "8s"),
    # yaku
    case("", "no yaku", "123m456p789s11333z", "1m"),
    case("", "no yaku: dora alone do not win", "123m456p789s11333z", "1m", dora=("9m",)),
    # riichi
    case(".situation", "riichi needs a closed hand", *OPEN, said=("riichi",)),
    case(".situation", "riichi needs a closed hand", *OPEN, said=("double-riichi",)),
    case(".situation", "stand without riichi", *CLOSED, said=("riichi", "double-riichi")),
    case(".situation", "ippatsu without riichi", *CLOSED, said=("ippatsu",)),
    case(
        ".situation",
        "a kan ends ippatsu",
        "123m456p789s22z",
        "1m",
        "ankan 5555z",
        tsumo=True,
        said=("riichi", "ippatsu", "after-kan"),
    ),
    case(
        ".situation",
        "far from the last tile",
        *CLOSED,
        tsumo=True,
        said=("double-riichi", "ippatsu", "last-tile"),
    ),
    case(".ura", "ura-dora are for a hand in riichi", *CLOSED, ura=("1p",)),
    # kans and the last tile
    case(".situation", "after-kan without a kan", *CLOSED, tsumo=True, said=("after-kan",)),
    case(".situation", "is a self-draw, not a discard", *KAN, said=("after-kan",)),
    case(
        ".situation", "not the last of the wall", *KAN, tsumo=True, said=("after-kan", "last-tile")
    ),
    case(".situation", "not a self-draw", *OPEN, tsumo=True, said=("robbing-kan",)),
    case(".situation", "no kan is declared on the last", *OPEN, said=("robbing-kan", "last-tile")),
    case(
        ".situation",
        "there was no kan of 2z",
        "123m456p789s22z",
        "2z",
        "pon 555z",
        said=("robbing-kan",),
    ),
    # the first turn
    case(".situation", "in the first turn nothing", *OPEN, tsumo=True, said=("first-turn",)),
    case(".situation", "in the first turn nothing", *CLOSED, said=("first-turn", "riichi")),
    case(".situation", "the dealer has discarded before", *CLOSED, seat="E", said=("first-turn",)),
    case(".situation", "plain draw", *CLOSED, tsumo=True, said=("first-turn", "last-tile")),
    # local yaku
    case(".situation", "tsubame-gaeshi is a ron", *CLOSED, tsumo=True, said=("tsubame-gaeshi",)),
    case(".situation", "kanburi is a ron", *CLOSED, tsumo=True, said=("kanburi",)),
    case(".situation", "kanburi is a ron", *OPEN, said=("kanburi", "robbing-kan")),
    # other games
    case(".north", "with three players only", *CLOSED, north=1),
    case(".flowers", "riichi has no flowers", *CLOSED, flowers=["f1"]),
]


@pytest.mark.parametrize("field, words, hand, more", IMPOSSIBLE)
def test_a_hand_that_cannot_be(field: str, words: str, hand: Any, more: dict[str, Any]) -> None:
    where, reason = refusal(*hand, **more)
    assert where == field
    assert words in reason


SANMA = "12356799p789s999m"

THREE_PLAYERS = [
    case(".tiles", "2m to 8m are not played", "12356799p789s888m", "1p"),
    case(".tiles", "2m to 8m are not played", SANMA, "1p", dora=("5m",)),
    case(".tiles", "2m to 8m are not played", SANMA, "1p", dora=("0m",)),
    case(".melds", "there is no chi", "12356799p999m", "1p", "chi 789s"),
    case(".north", "five of 4z", "123567p789s11m444z", "1p", north=2),
    case(".north", "five of 4z", SANMA, "1p", north=4, dora=("4z",)),
    case(
        ".situation",
        "in the first turn nothing",
        SANMA,
        "1p",
        tsumo=True,
        north=1,
        said=("first-turn",),
    ),
    case(".flowers", "riichi has no flowers", SANMA, "1p", flowers=["s1"]),
    case(".seat", "must be one of E, S, W", SANMA, "1p", seat="N"),
]


@pytest.mark.parametrize("field, words, hand, more", THREE_PLAYERS)
def test_a_hand_that_cannot_be_with_three_players(
    field: str, words: str, hand: Any, more: dict[str, Any]
) -> None:
    where, reason = refusal(*hand, **more, options=THREE)
    assert where == field
    assert words in reason


def test_what_is_possible_in_spite_of_appearances() -> None:
    """Ippatsu on the last tile, a robbed kan in the ippatsu turn, a kan in a riichi hand."""
    assert score(*CLOSED, tsumo=True, said=("riichi", "ippatsu", "last-tile"))["han"] == 5
    assert score(*OPEN[:2], "ankan 5555z", tsumo=True, said=("riichi", "after-kan"))["han"] == 4
    assert score(*CLOSED, said=("riichi", "ippatsu", "robbing-kan"))["han"] == 4


# -- the round's list of riichi -----------------------------------------------------------------


@pytest.mark.parametrize(
    "listed, said, words",
    [
        (True, (), "the round lists a riichi that the hand does not"),
        (False, ("riichi",), "the round does not list this riichi"),
        (False, ("double-riichi",), "the round does not list this riichi"),
    ],
)
def test_the_round_and_the_hand_agree_on_riichi(
    listed: bool, said: tuple[str, ...], words: str
) -> None:
    with pytest.raises(ScoringError) as refused:
        evaluate(rules(), record(*CLOSED, said=said), context(riichi=listed), "wins.0.hand")
    assert refused.value.field == "wins.0.hand.situation"
    assert str(refused.value) == words


@pytest.mark.parametrize("listed, said", [(True, ("riichi",)), (False, ()), (None, ("riichi",))])
def test_a_hand_that_agrees_with_the_round_is_valued(
    listed: bool | None, said: tuple[str, ...]
) -> None:
    worth = evaluate(rules(), record(*CLOSED, said=said), context(riichi=listed), "hand")
    assert worth.han == 1 + len(said)


# -- the records --------------------------------------------------------------------------------

WORDS = {
    "no yaku": ("no yaku", "not a winning hand"),
    "dora indicator is a fifth copy": ("is a fifth copy",),
    "ippatsu without riichi": ("ippatsu without riichi",),
    "chankan though hand holds another copy of the tile": ("another copy is in sight",),
    "rinshan without any kan": ("after-kan without a kan",),
    "ippatsu plus rinshan": ("a kan ends ippatsu",),
    "two red 5p": ("2 red 5p",),
    "chiitoitsu with two identical pairs 2222m": ("seven pairs must differ",),
    "double riichi + ippatsu + haitei": ("far from the last tile",),
}


@pytest.mark.records
def test_every_recorded_impossible_hand_is_refused_for_its_reason() -> None:
    for line in lines("refused.jsonl.gz"):
        with pytest.raises(ScoringError) as refused:
            score_hand(read_rules(None, line["rules"]["options"]), line["hand"])
        expected = WORDS[line["expected"]["error"]]
        assert any(words in str(refused.value) for words in expected), line["id"]
