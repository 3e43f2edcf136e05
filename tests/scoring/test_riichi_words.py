"""The sentence of a round and the announcement of a win."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.riichi import RIICHI
from tests.scoring.riichi_table import (
    AGREED,
    PLAIN,
    SANMA,
    TWO,
    E,
    N,
    S,
    W,
    abort,
    adjust,
    chombo,
    draw,
    referee,
    ron,
    rules,
    step,
    tsumo,
    win,
)

NAMES = ("Aki", "Ben", "Chie", "Dan")
CLUB = rules(**PLAIN)
NO_REASON = {"type": "adjust", "deltas": [1000, -1000, 0, 0]}
TIME = {"type": "end", "reason": "time"}


def sentence(outcome: dict[str, Any], table: Any = CLUB, **where: Any) -> str:
    return RIICHI.sentence(step(table, outcome, **where), NAMES[: table.players])


def call(outcome: dict[str, Any], table: Any = CLUB, **where: Any) -> str:
    return RIICHI.call(step(table, outcome, **where))


@pytest.mark.parametrize(
    ("outcome", "where", "expected"),
    [
        (win(ron(E, S, "3 han 40 fu")), {"honba": 1, "sticks": 1},
         "Aki ron off Ben, 3 han 40 fu, 7700 + 300, takes 1 stick"),
        (win(ron(S, W, "3 han 40 fu")), {}, "Ben ron off Chie, 3 han 40 fu, 5200"),
        (win(ron(S, W, "mangan"), riichi=(S, W)), {},
         "Ben ron off Chie, mangan, 8000, takes 2 sticks"),
        (win(tsumo(S, "3 han 40 fu")), {"honba": 1},
         "Ben tsumo, 3 han 40 fu, 1300-2600 + 100"),
        (win(tsumo(E, "6 han")), {}, "Aki tsumo, 6 han haneman, 6000 all"),
        (win(tsumo(E, "1 yakuman")), {"honba": 2}, "Aki tsumo, yakuman, 16000 all + 200"),
        (win(ron(S, W, "2 yakuman")), {}, "Ben ron off Chie, 2 yakuman, 64000"),
        (win(ron(S, W, "3 han 30 fu"), ron(N, W, "2 han 30 fu")), {"honba": 1},
         "Dan ron off Chie, 2 han 30 fu, 2000 + 300; Ben ron off Chie, 3 han 30 fu, 3900"),
        (win(ron(S, N, "1 yakuman", liable=W)), {"honba": 1},
         "Ben ron off Dan, yakuman, 32000 + 300, Chie pays 16000 by pao"),
        (win(tsumo(S, "1 yakuman", liable=W)), {"honba": 1},
         "Ben tsumo, yakuman, 32000 + 300, Chie pays 32000 by pao"),
        (draw(), {}, "Draw, nobody tenpai"),
        (draw(E, S, W, N), {}, "Draw, all tenpai"),
        (draw(E, W, riichi=(W,)), {}, "Draw, tenpai Aki, Chie, riichi Chie"),
        (draw(E, nagashi=(S,)), {}, "Draw, tenpai Aki, nagashi mangan Ben"),
        (abort(), {}, "Abortive draw: nine terminals"),
        (abort("four-riichi", riichi=(E, S, W, N)), {},
         "Abortive draw: four riichi, riichi Aki, Ben, Chie, Dan"),
        (abort("triple-ron"), {}, "Abortive draw: three rons"),
        (chombo(S), {}, "Chombo by Ben, 3000 to each"),
        (referee(W, 5000), {}, "Penalty for Chie, 5000 off the result"),
        (adjust(1000, -1000, 0, 0), {}, "Adjustment: Aki +1000, Ben -1000 (miscounted)"),
        (NO_REASON, {}, "Adjustment: Aki +1000, Ben -1000"),
        ({"type": "adjust", "deltas": [0, 0, 0, 0]}, {}, "Adjustment: 0"),
        (AGREED, {}, "Game ended by agreement"),
        (TIME, {}, "Game ended: time is up"),
    ],
)  # fmt: skip
def test_sentences(outcome: dict[str, Any], where: dict[str, Any], expected: str) -> None:
    assert sentence(outcome, **where) == expected


@pytest.mark.parametrize(
    ("options", "outcome", "expected"),
    [
        ({"chombo": "mangan"}, chombo(S), "Chombo by Ben, 2000-4000"),
        ({"chombo": "after"}, chombo(S), "Chombo by Ben"),
        ({"nagashi": "win"}, draw(E, nagashi=(S,), riichi=(E,)),
         "Draw, tenpai Aki, nagashi mangan Ben, takes 1 stick, riichi Aki"),
        ({"thirteen_han": "yakuman"}, win(ron(S, W, "13 han 40 fu")),
         "Ben ron off Chie, 13 han counted yakuman, 32000"),
        ({"thirteen_han": "yakuman"}, win(ron(S, W, "yakuman")),
         "Ben ron off Chie, counted yakuman, 32000"),
    ],
)  # fmt: skip
def test_sentences_under_other_rules(
    options: dict[str, Any], outcome: dict[str, Any], expected: str
) -> None:
    assert sentence(outcome, rules(**options)) == expected


def test_the_dealers_stop_is_said() -> None:
    table = rules(agari_yame="choice")
    said = sentence(
        win(ron(N, S, "1 han 30 fu"), stop=True),
        table,
        label="S4",
        scores=[20000, 20000, 20000, 40000],
    )
    assert said == "Dan ron off Ben, 1 han 30 fu, 1500, and ends the game"


@pytest.mark.parametrize(
    ("outcome", "honba", "expected"),
    [
        (win(ron(S, W, "3 han 30 fu")), 0, "3900"),
        (win(ron(S, W, "3 han 30 fu")), 1, "3900 は 4200"),
        (win(tsumo(S, "mangan")), 0, "2000, 4000"),
        (win(tsumo(S, "mangan")), 1, "2000, 4000 は 2100, 4100"),
        (win(tsumo(E, "3 han 40 fu")), 0, "2600 all"),
        (win(tsumo(E, "3 han 40 fu")), 2, "2600 all は 2800 all"),
        (win(ron(S, W, "haneman")), 2, "12000 は 12600"),
        (win(tsumo(S, "1 yakuman", liable=W)), 1, "32000 は 32300"),
        (win(ron(S, N, "1 yakuman", liable=W)), 1, "32000 は 32300"),
        (win(tsumo(S, "2 yakuman", liable={"daisangen": W, "daisuushi": N})), 0, "64000"),
        (win(ron(S, W), ron(N, W, "2 han 30 fu")), 1, "2000 は 2300 / 8000"),
        (draw(E), 1, ""),
        (chombo(E), 0, ""),
    ],
)
def test_calls(outcome: dict[str, Any], honba: int, expected: str) -> None:
    assert call(outcome, honba=honba) == expected


def test_calls_of_three_and_two_players() -> None:
    assert call(win(tsumo(S)), rules(**SANMA), honba=1) == "2000, 4000 は 2100, 4100"
    assert call(win(tsumo(E)), rules(**SANMA)) == "4000 all"
    assert call(win(tsumo(S)), rules(**TWO), honba=1) == "4000 は 4100"
    assert sentence(win(tsumo(E)), rules(**TWO)) == "Aki tsumo, mangan, 4000"


def reading(outcome: dict[str, Any], **where: Any) -> str:
    return RIICHI.call_reading(step(CLUB, outcome, **where))


def test_a_call_is_read_out_with_the_name_its_figure_goes_by() -> None:
    three_ninety = win(ron(S, W, "3 han 30 fu"))
    assert reading(three_ninety) == "サンゼンキュウヒャク・ザンク"
    assert reading(three_ninety, honba=1) == "サンゼンキュウヒャク は ヨンセンニヒャク・ザンク"
    assert reading(win(ron(E, W, "3 han 110 fu"))) == "イチマンニセン"
    assert reading(win(ron(E, S, "11 han"))) == "サンマンロクセン"
    both = reading(win(ron(S, W, "1 han 30 fu"), ron(N, W, "2 han 30 fu")))
    assert both == "ニセン・二千 / セン・千点"


def test_the_dealers_own_name_for_a_figure_is_no_childs() -> None:
    assert reading(win(ron(E, S, "8 han"))) == "ニマンヨンセン・ニィヨンマル"
    assert reading(win(ron(S, E, "11 han"))) == "ニマンヨンセン"


def test_nobody_says_anything_where_nobody_won() -> None:
    assert reading(draw()) == ""


def test_texts_pass_through_the_translator() -> None:
    seen: list[str] = []

    def upper(message: str) -> str:
        seen.append(message)
        return message.replace("ron off", "RON OFF")

    played = step(CLUB, win(ron(E, S, "mangan")), honba=1)
    assert RIICHI.sentence(played, NAMES, upper) == "Aki RON OFF Ben, mangan, 12000 + 300"
    assert "{winner} ron off {loser}" in seen


def test_round_names() -> None:
    before = step(CLUB, draw(), label="S2", honba=3).before
    assert RIICHI.round_name(before) == "South 2"
    assert RIICHI.round_mark(before) == "South 2-3"
    assert RIICHI.round_text(before) == "South 2, 3 honba"


@pytest.mark.parametrize(
    ("preset", "expected"),
    [
        ("club", "4 players, hanchan, 25,000, uma 12-4"),
        ("jpml-a", "4 players, hanchan, 30,000, floating uma"),
        ("tenhou-sanma", "3 players, hanchan, 35,000, uma 20"),
    ],
)
def test_summaries(preset: str, expected: str) -> None:
    assert RIICHI.summary(rules(preset)) == expected


def test_a_summary_without_uma() -> None:
    assert RIICHI.summary(rules(uma=[0, 0, 0, 0], length="east")) == (
        "4 players, East round, 25,000, no uma"
    )


def test_two_winners_are_parted_as_the_reader_s_language_does() -> None:
    both = step(CLUB, win(ron(S, W, "3 han 30 fu"), ron(N, W, "2 han 30 fu")))
    said = RIICHI.sentence(
        both, ("Aki", "Ben", "Chie", "Dan"), lambda text: {"; ": "；"}.get(text, text)
    )
    assert "；" in said
    assert "; " not in said
