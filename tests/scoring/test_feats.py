"""Feats of every game in a few words, and what of a game is counted only where it is known."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.game import Replay, Variety, parse_outcome, replay
from scoring.hongkong import HONGKONG
from scoring.riichi import RIICHI
from scoring.statistics import DEALS, HAND, LIMIT
from scoring.zungjung import ZUNGJUNG
from tests.scoring.riichi_table import AGREED, E, N, S, W, draw, ron, tsumo, win


def game(variety: Variety, *rounds: dict[str, Any]) -> Replay:
    rules = variety.rules(None, {})
    return replay(variety, rules, [parse_outcome(one, 4) for one in (*rounds, AGREED)])


def won(winner: int, source: int | None, **value: Any) -> dict[str, Any]:
    return {"type": "win", "wins": [{"winner": winner, "from": source, "value": value}]}


ROUNDS = (
    win(ron(E, S, "3 han 40 fu"), riichi=(E,)),
    draw(E, S),
    win(tsumo(E, "mangan"), riichi=(S,)),
    win(ron(N, E, "1 yakuman"), riichi=(N,)),
)


@pytest.mark.parametrize(
    ("variety", "rounds", "texts"),
    [
        (RIICHI, ROUNDS, ["4 deals in a row", "yakuman, 32,000", "mangan, 12,000",
                          "yakuman, 32,000"]),
        (RIICHI, [win(ron(S, W, "3 han 40 fu"))], ["3 han 40 fu, 5,200"]),
        (HONGKONG, [won(0, 1, faan=3), won(0, 1, limit=True)],
         ["2 deals in a row", "limit hand, 4 fan", "limit hand, 4 fan"]),
        (HONGKONG, [won(1, 0, faan=2)], ["2 fan"]),
        (ZUNGJUNG, [won(1, 0, points=320)], ["320 points", "320 points"]),
    ],
)  # fmt: skip
def test_a_feat_is_said_in_a_few_words(variety: Variety, rounds: Any, texts: list[str]) -> None:
    feats = variety.feats(game(variety, *rounds))
    assert [variety.feat_text(feat.kind, feat.figure, feat.data) for feat in feats] == texts


def test_a_limit_hand_whose_tiles_are_known_goes_by_its_name() -> None:
    data = {"yakuman": 1, "limit": "yakuman", "han": None, "fu": None, "patterns": ["daisangen"]}
    assert RIICHI.feat_text(LIMIT, 32000, data) == "Daisangen, 32,000"
    counted = {**data, "yakuman": 0, "han": 13, "patterns": ["riichi"]}
    assert RIICHI.feat_text(LIMIT, 32000, counted) == "counted yakuman, 32,000"
    great = {"points": 320, "patterns": ["2.2"]}
    assert ZUNGJUNG.feat_text(LIMIT, 480, great) == "Nine Gates, 480 points"
    assert ZUNGJUNG.feat_text(HAND, 480, great) == "480 points"
    assert ZUNGJUNG.feat_text(DEALS, 3, {}) == "3 deals in a row"


def test_of_equal_hands_the_first_is_the_best() -> None:
    twice = game(RIICHI, win(ron(W, N)), win(ron(W, E)))
    assert [(feat.kind, feat.seat, feat.round) for feat in RIICHI.feats(twice)] == [(HAND, W, 1)]


def test_a_deal_that_comes_round_again_is_another() -> None:
    """Two in a row, and one when the deal is back: one was kept."""
    found = RIICHI.counts(game(RIICHI, win(ron(E, S)), *[draw()] * 4, win(ron(S, W))), E)
    assert (found["dealer-hands"], found["stays"]) == (3, 1)


def test_who_is_not_ranked_yet_has_no_place() -> None:
    fouled = parse_outcome({"type": "penalty", "reason": "false-win", "seat": 1}, 4)
    unfinished = replay(ZUNGJUNG, ZUNGJUNG.rules(None, {}), [fouled])
    assert ZUNGJUNG.counts(unfinished, 1) == {}
    assert list(ZUNGJUNG.feats(unfinished)) == []


def test_patterns_are_counted_where_they_are_known() -> None:
    tiles = {"tiles": "123456m789p55s", "melds": ["pon 777z"], "win_tile": "5s"}
    known = {"type": "win", "wins": [{"winner": 1, "from": 0, "hand": tiles}]}
    found = HONGKONG.counts(game(HONGKONG, known, won(1, None, faan=3)), 1)
    assert (found["wins"], found["known"], found["pattern:dragon-red"]) == (2, 1, 1)
    assert (found["fan"], found["fan:2"], found["fan:3"]) == (5, 1, 1)
