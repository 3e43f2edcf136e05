"""``replay`` and ``score``: one line out for every line in, whatever the lines."""

from __future__ import annotations

import io
import json
import sys
from typing import Any

import pytest
from django.core.management import call_command

from scoring.answers import number, replay_game
from scoring.management import lines
from scoring.management.lines import run_lines
from tests.scoring.riichi_table import AGREED, E, S, W, draw, referee, ron, tsumo, win

RULES = {"variety": "riichi", "preset": "club", "options": {"rate": 100}}


def game(*rounds: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "format": "jantaku.game/1",
        "rules": RULES,
        "players": ["Aki", "Ben", "Chie", "Dan"],
        "rounds": list(rounds),
        **more,
    }


HAND = {"tiles": "123m456p23s1s789s55m", "win_tile": "1s", "seat": "S", "tsumo": True, "honba": 1}


def run(command: str, text: str | bytes, monkeypatch: pytest.MonkeyPatch) -> tuple[list[Any], int]:
    """(the decoded answers, the exit code)"""
    data = text.encode() if isinstance(text, str) else text
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    out, code = io.StringIO(), 0
    try:
        call_command(command, stdout=out)
    except SystemExit as stop:
        code = int(stop.code or 0)
    return [json.loads(line) for line in out.getvalue().splitlines()], code


def test_a_replay_prints_rounds_end_and_settlement(monkeypatch: pytest.MonkeyPatch) -> None:
    played = game(
        win(ron(S, W, "3 han 30 fu"), riichi=(S,)), draw(E, riichi=(E,)), referee(W, 1000), AGREED
    )
    (answer,), code = run("replay", json.dumps(played) + "\n", monkeypatch)
    assert code == 0
    assert answer["rounds"][0] == {
        "round": "E1",
        "dealer": 0,
        "honba": 0,
        "sticks": 0,
        "deltas": [0, 3900, -3900, 0],
        "scores": [25000, 28900, 21100, 25000],
        "sticks_after": 0,
        "wins": [
            {
                "winner": 1,
                "han": 3,
                "fu": 30,
                "yakuman": 0,
                "limit": None,
                "points": 3900,
                "patterns": None,
            }
        ],
    }
    assert answer["rounds"][1]["round"] == "E2"
    assert answer["rounds"][1]["sticks_after"] == 1
    assert "wins" not in answer["rounds"][1]
    assert (answer["finished"], answer["reason"]) == (True, "agreed")
    assert answer["scores"] == [27000, 28900, 20100, 24000]
    settled = answer["settlement"]
    assert settled["places"] == [2, 1, 4, 3]
    assert settled["points"] == [-3000, -1100, -9900, -6000]
    assert settled["uma"] == [4000, 12000, -12000, -4000]
    assert settled["oka"] == [0, 20000, 0, 0]
    assert settled["total"] == [1, 30.9, -22.9, -10]
    assert settled["money"] == [100, 3090, -2190, -1000]
    assert settled["transfers"] == [[2, 1, 2190], [3, 1, 900], [3, 0, 100]]
    assert settled["unbalanced"] == {"penalties": -1000}


def test_an_unfinished_game_has_no_settlement() -> None:
    answer = replay_game(game(draw()))
    assert (answer["finished"], answer["reason"], answer["settlement"]) == (False, None, None)
    assert answer["scores"] == [25000] * 4


def test_a_round_after_the_end_is_an_error_that_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    text = json.dumps(game(AGREED, draw()))
    (answer,), code = run("replay", text, monkeypatch)
    assert code == 1
    assert answer == {"error": "rounds.1: round 2 comes after the end of the game (agreed)"}


BAD = [
    b"",
    b"not json",
    b"\xff\xfe{}",
    b"[" * 5000,
    b'{"format": NaN}',
    b"null",
    b'{"format": "jantaku.game/1", "rules": {"variety": "riichi", "options": {"uma": 3}}}',
    b"1" * 5000,
]


def test_a_bad_line_is_answered_in_its_place_and_the_rest_still_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    good = json.dumps(game(draw())).encode()
    answers, code = run("replay", b"\n".join([good, *BAD, good]) + b"\n", monkeypatch)
    assert code == 1
    assert len(answers) == len(BAD) + 2
    assert "rounds" in answers[0]
    assert "rounds" in answers[-1]
    for answer in answers[1:-1]:
        assert list(answer) == ["error"]
    assert "rules.options.uma" in answers[7]["error"]


def test_a_lone_hand_is_scored(monkeypatch: pytest.MonkeyPatch) -> None:
    text = json.dumps({"rules": RULES, "hand": HAND})
    (answer,), code = run("score", text, monkeypatch)
    assert code == 0
    assert (answer["han"], answer["fu"], answer["yakuman"], answer["limit"]) == (2, 20, 0, None)
    assert sorted(answer["patterns"]) == [["menzen-tsumo", 1], ["pinfu", 1]]
    assert answer["points"] == 1500
    assert answer["payments"] == {"dealer": 800, "others": 500}


@pytest.mark.parametrize(
    ("players", "table", "points", "payments"),
    [
        (4, {"seat": "E"}, 2100, {"others": 800}),
        (4, {"seat": "W", "tsumo": False}, 1000, {"discarder": 1300}),
        (2, {"seat": "S"}, 700, {"dealer": 800}),
        (2, {"seat": "E"}, 700, {"others": 800}),
    ],
)
def test_payments_of_a_lone_hand(
    players: int,
    table: dict[str, Any],
    points: int,
    payments: dict[str, int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    options = {} if players == 4 else {"players": 2, "uma": [0, 0], "noten_pool": 1000}
    rules = {"variety": "riichi", "options": options}
    text = json.dumps({"rules": rules, "hand": {**HAND, **table}})
    (answer,), _ = run("score", text, monkeypatch)
    assert (answer["points"], answer["payments"]) == (points, payments)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ({}, "an object with rules and hand"),
        ([], "an object with rules and hand"),
        ({"rules": RULES, "hand": "123m"}, "hand: must be an object"),
        ({"rules": {"variety": "mcr"}, "hand": HAND}, "rules.variety: "),
        ({"rules": RULES, "hand": {**HAND, "tsumo": None}}, "hand.tsumo: "),
        ({"rules": RULES, "hand": {**HAND, "colour": "red"}}, "hand.colour: "),
    ],
)
def test_a_hand_that_cannot_be_scored(
    line: Any, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (answer,), code = run("score", json.dumps(line), monkeypatch)
    assert code == 1
    assert reason in answer["error"]


def test_figures_that_are_not_whole_are_printed_as_decimals() -> None:
    from fractions import Fraction

    assert number(Fraction(1, 4)) == 0.25
    assert isinstance(number(Fraction(4, 2)), int)


def test_a_fault_of_the_engine_is_reported_and_does_not_stop_the_rest(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def answer(data: Any) -> Any:
        return {"half": 1 / data}

    out = io.StringIO()
    assert run_lines(answer, [b"2", b"0", b"4"], out, "lines") == 1
    first, second, third = (json.loads(line) for line in out.getvalue().splitlines())
    assert (first, third) == ({"half": 0.5}, {"half": 0.25})
    assert second["error"].startswith("internal error: ZeroDivisionError")
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_many_lines_can_be_shown_before_each_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.management.lines.BATCH", 2)
    seen: list[Any] = []
    out = io.StringIO()
    lines = [b"1", b"no json", b"3"]
    assert run_lines(lambda data: [data, len(seen)], lines, out, "lines", seen.append) == 1
    assert seen == [[1], [3]]
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert answers[0] == [1, 1]
    assert "error" in answers[1]
    assert answers[2] == [3, 2]


@pytest.mark.parametrize("terminal", [True, False])
def test_the_progress_bar_is_for_a_terminal_only(
    terminal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: terminal, raising=False)
    monkeypatch.setattr(lines.sys, "stderr", stream)
    out = io.StringIO()
    run_lines(lambda data: data, iter([b"1", b"2"]), out, "games")
    assert out.getvalue() == "1\n2\n"
    assert ("2 games [" in stream.getvalue()) == terminal


def test_the_commands_touch_no_database(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the ``db`` fixture a query would be refused."""
    answers, code = run("replay", json.dumps(game(win(tsumo(E)))), monkeypatch)
    assert code == 0
    assert answers[0]["rounds"][0]["deltas"] == [12000, -4000, -4000, -4000]
