"""Yaku kept beside han and fu: they must make them, and never change what is paid."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

from scoring.answers import replay_game
from scoring.errors import ScoringError
from scoring.game import Replay, parse_outcome, replay
from scoring.riichi import RIICHI
from scoring.riichi.account import ticked_account
from scoring.slips import Search
from scoring.templatetags.explained import riichi_account
from tests.scoring.hand_table import RECORDS
from tests.scoring.riichi_table import SANMA

TANYAO = ["tanyao", 1]
RIICHI_1 = ["riichi", 1]


def played(
    value: dict[str, Any],
    *,
    winner: int = 1,
    source: int | None = 2,
    riichi: tuple[int, ...] = (),
    liable: Any = None,
    **options: Any,
) -> Replay:
    win = {"winner": winner, "from": source, "value": value, "liable": liable}
    rules = RIICHI.rules(None, options)
    outcome = {"type": "win", "wins": [win], "riichi": list(riichi)}
    return replay(RIICHI, rules, [parse_outcome(outcome, RIICHI.players(rules))])


def refused(value: dict[str, Any], **how: Any) -> tuple[str, str]:
    with pytest.raises(ScoringError) as caught:
        played(value, **how)
    return caught.value.field.removeprefix("rounds.0.wins.0.value"), caught.value.text()


def ticked(*patterns: list[Any], **figure: Any) -> dict[str, Any]:
    return {**figure, "patterns": list(patterns)}


WELL: list[tuple[dict[str, Any], dict[str, Any]]] = [
    (ticked(RIICHI_1, ["pinfu", 1], ["dora", 1], han=3, fu=30), {"riichi": (1,)}),
    (ticked(["menzen-tsumo", 1], ["pinfu", 1], han=2, fu=20), {"source": None}),
    (ticked(["sanshoku-doujun", 1], ["dora", 1], han=2, fu=30), {}),
    (ticked(TANYAO, han=1, fu=30), {}),
    ({**ticked(TANYAO, han=1, fu=40), "called": True}, {}),
    (ticked(["chinitsu", 6], han=6), {}),
    (ticked(["chinitsu", 6], limit="haneman"), {}),
    (
        ticked(["chinitsu", 6], ["ryanpeikou", 3], TANYAO, ["dora", 3], limit="yakuman"),
        {"thirteen_han": "yakuman"},
    ),
    (ticked(["kokushi-13", 2], yakuman=2), {"double_yakuman": ["kokushi-13"]}),
    (ticked(["daisangen", 1], yakuman=1), {"liable": 3}),
    (ticked(["daisuushi", 2], yakuman=2), {"liable": 3, "double_yakuman": ["daisuushi"]}),
    (ticked(["daisangen", 1], yakuman=1), {"liable": {"daisangen": 3}}),
    (ticked(["renhou", 5], limit="mangan"), {"renhou": "mangan", "riichi": (2,)}),
    (ticked(["renhou", 5], han=5), {"renhou": "mangan"}),
    (ticked(["kokushi", 1], yakuman=1), {"riichi": (1,)}),
    (ticked(TANYAO, ["north-dora", 2], han=3, fu=40), SANMA),
    (ticked(RIICHI_1, ["red-dora", 1], han=2, fu=40), {"riichi": (1,), "red_fives": 3}),
    (ticked(["yakuhai-seat-wind", 1], han=1, fu=40), {"winner": 0}),
    (
        ticked(["yakuhai-round-wind", 1], ["yakuhai-seat-wind", 1], han=2, fu=40),
        {"winner": 0},
    ),
]


@pytest.mark.parametrize(("value", "how"), WELL)
def test_yaku_that_make_the_figure_are_known_and_change_no_payment(
    value: dict[str, Any], how: dict[str, Any]
) -> None:
    figure = {name: said for name, said in value.items() if name not in ("patterns", "called")}
    known, plain = played(value, **how), played(figure, **how)
    [win] = known.steps[0].wins
    assert sorted(map(list, win.patterns or ())) == sorted(value["patterns"])
    assert plain.steps[0].wins[0].patterns is None
    assert known.steps[0].transfers == plain.steps[0].transfers
    assert known.state == plain.state
    assert win.data == plain.steps[0].wins[0].data


@pytest.mark.parametrize(
    ("value", "how", "field", "words"),
    [
        (ticked(TANYAO, han=2, fu=30), {}, ".han", "the patterns add up to 1, not 2"),
        (
            ticked(TANYAO, TANYAO, han=1, fu=40),
            {},
            ".patterns",
            "these patterns count so: tanyao 1",
        ),
        (
            ticked(["renhou", 5], han=6),
            {"renhou": "mangan"},
            ".han",
            "the patterns add up to 5, not 6",
        ),
        (ticked(["pinfu", 1], han=1, fu=40), {}, ".fu", "these yaku do not come to 40 fu"),
        (
            {**ticked(["pinfu", 1], han=1, fu=30), "called": True},
            {},
            ".patterns",
            "Pinfu: only with a closed hand",
        ),
        (ticked(["kokushi", 1], yakuman=2), {}, "", "the patterns do not make this value"),
        (ticked(["kokushi", 1], han=13), {}, "", "the patterns do not make this value"),
        (ticked(TANYAO, yakuman=1), {}, "", "the patterns do not make this value"),
        (ticked(["chinitsu", 6], limit="baiman"), {}, "", "the patterns do not make this value"),
        (ticked(["kokushi", 1], limit="mangan"), {}, "", "the patterns do not make this value"),
        (
            ticked(["riichi", 2], han=1, fu=40),
            {"riichi": (1,)},
            ".patterns",
            "these patterns count so: riichi 1",
        ),
        (
            ticked(["pinfu", 1], han=2, fu=20),
            {"source": None},
            ".patterns",
            "these patterns count so: menzen-tsumo 1, pinfu 1",
        ),
        (
            ticked(["pinfu", 1], ["toitoi", 2], han=3, fu=30),
            {},
            ".patterns",
            "cannot be in one hand: Pinfu, Toitoi",
        ),
        (ticked(["dora", 2], han=2, fu=30), {}, ".patterns", "no yaku"),
        (ticked(RIICHI_1, han=1, fu=40), {}, ".patterns", "the round does not list this riichi"),
        (
            ticked(TANYAO, han=1, fu=40),
            {"riichi": (1,)},
            ".patterns",
            "the round lists a riichi that the hand does not",
        ),
        (ticked(["houtei", 1], ["uumensai", 2], han=3, fu=40), {}, ".patterns", "uumensai"),
        (ticked(TANYAO, ["red-dora", 1], han=2, fu=40), {}, ".patterns", "red-dora"),
        (ticked(TANYAO, ["ura-dora", 1], han=2, fu=40), {}, ".patterns", "ura-dora"),
        (ticked(TANYAO, ["north-dora", 1], han=2, fu=40), {}, ".patterns", "north-dora"),
        ({**ticked(TANYAO, han=1, fu=40), "called": 1}, {}, ".called", "must be true or false"),
        ({"han": 1, "fu": 40, "called": True}, {}, "", "give han and fu"),
        ({"patterns": [TANYAO]}, {}, "", "give han and fu"),
        *(
            ({"han": 1, "fu": 40, "patterns": wrong}, {}, ".patterns", "must be a list of patterns")
            for wrong in (
                "tanyao",
                ["tanyao"],
                [["tanyao"]],
                [["tanyao", "1"]],
                [["tanyao", True]],
                [["tanyao", 0]],
                [["no-such", 1]],
                [[["tanyao"], 1]],
                None,
            )
        ),
    ],
)
def test_yaku_that_contradict_the_figure_are_refused_with_the_reason(
    value: dict[str, Any], how: dict[str, Any], field: str, words: str
) -> None:
    where, text = refused(value, **how)
    assert where == field
    assert words in text


def test_nobody_is_liable_for_what_the_hand_has_not() -> None:
    value = ticked(["kokushi", 1], yakuman=1)
    for liable in (3, {"daisangen": 3}):
        with pytest.raises(ScoringError) as caught:
            played(value, liable=liable)
        assert caught.value.field.startswith("rounds.0.wins.0.liable")


def test_the_replay_says_the_yaku_only_where_they_were_said() -> None:
    players = ["Aki", "Ben", "Chie", "Dan"]
    for value, patterns in (({"han": 1, "fu": 30}, None), (ticked(TANYAO, han=1, fu=30), [TANYAO])):
        win = {"winner": 1, "from": 2, "value": value}
        game = {
            "format": "jantaku.game/1",
            "rules": {"variety": "riichi"},
            "players": players,
            "rounds": [{"type": "win", "wins": [win]}],
        }
        assert replay_game(game)["rounds"][0]["wins"][0]["patterns"] == patterns


def test_ticked_yaku_are_counted_and_remembered_like_those_of_tiles() -> None:
    value = ticked(["daisangen", 1], yakuman=1)
    game = played(value, length="single")
    found = RIICHI.counts(game, 1)
    assert (found["known"], found["pattern:daisangen"]) == (1, 1)
    texts = {feat.kind: RIICHI.feat_text(feat.kind, feat.figure, feat.data)
             for feat in RIICHI.feats(game)}  # fmt: skip
    assert texts == {"limit": "Daisangen, 32,000", "hand": "Daisangen, 32,000"}


@pytest.mark.parametrize(
    ("value", "how", "yaku", "total", "formula", "limit"),
    [
        (WELL[3][0], {}, [("Tanyao", "1")], ("han", "1"), (30, 1, 240, None, 240), ""),
        (ticked(["chinitsu", 6], han=6), {}, [("Chinitsu", "6")], ("han, haneman", "6"), None,
         "haneman"),
        (ticked(["chinitsu", 6], han=6, fu=40), {}, [("Chinitsu", "6")], ("han, haneman", "6"),
         (40, 6, 10240, "haneman", 3000), "haneman"),
        (ticked(["chinitsu", 6], limit="haneman"), {}, [("Chinitsu", "6")], ("han, haneman", "6"),
         None, "haneman"),
        (ticked(["kokushi", 1], yakuman=1), {}, [("Kokushi", "×1")], ("yakuman", "1"), None, ""),
    ],
)  # fmt: skip
def test_the_account_of_ticked_yaku(
    value: dict[str, Any],
    how: dict[str, Any],
    yaku: list[tuple[str, str]],
    total: tuple[str, str],
    formula: Any,
    limit: str,
) -> None:
    [win] = played(value, **how).steps[0].wins
    shown = riichi_account(win)
    assert shown == ticked_account(win)
    assert [(line.text, line.figure) for line in shown.yaku] == yaku
    assert (shown.total.text, shown.total.figure) == total
    found = shown.formula
    assert formula == (found and (found.fu, found.han, found.product, found.limit, found.base))
    assert shown.limit == limit
    assert (shown.payers, shown.fu, shown.losers) == ((), (), ())


def test_another_winner_of_a_ticked_hand_is_found_though_the_yaku_were_not_theirs() -> None:
    value = ticked(RIICHI_1, TANYAO, han=2, fu=40)
    counted = played({"han": 2, "fu": 40}, winner=3, riichi=(1,)).state.scores
    kinds = [slip.kind for slip in Search(RIICHI, played(value, riichi=(1,))).slips(counted)]
    assert "winner" in kinds


@pytest.mark.records
@pytest.mark.parametrize("every", [9])
def test_the_yaku_of_recorded_games_can_be_kept_beside_their_figures(every: int) -> None:
    if not (RECORDS / "games.jsonl.gz").exists():
        pytest.skip("the recorded games are not here")
    kept = 0
    with gzip.open(RECORDS / "games.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in list(lines)[::every]:
            game = json.loads(line)
            expected = game.pop("expected")
            game.pop("source")
            for told, known in zip(game["rounds"], expected["rounds"], strict=True):
                for win in told.get("wins", ()):
                    worth = next(w for w in known["wins"] if w["winner"] == win["winner"])
                    if "hand" in win and worth.get("patterns"):
                        win["value"] = _value(worth, win.pop("hand"))
                        kept += 1
            answer = replay_game(game)
            assert [r["deltas"] for r in answer["rounds"]] == [
                r["deltas"] for r in expected["rounds"]
            ], game["players"]
    assert kept > 1000


def _value(worth: dict[str, Any], hand: dict[str, Any]) -> dict[str, Any]:
    figure = {"yakuman": worth["yakuman"]}
    if not worth["yakuman"]:
        figure = {"han": worth["han"], "fu": worth["fu"]}
        if worth["fu"] is None:
            figure = {"limit": worth["limit"]}
    return {**figure, "patterns": worth["patterns"]}
