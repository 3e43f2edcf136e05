"""Refusals for people: figures as they read them, players by name; for programs plain."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from scoring import figures
from scoring.errors import Changes, Figures, ScoringError, SeatNumber, Word
from scoring.game import replay
from scoring.record import read

NAMES = ["Aki", "Ben", "Chie", "Dan"]


@pytest.mark.parametrize(
    "value, plain, said",
    [
        (25000, "25000", "25,000"),
        (-1200, "-1200", "−1,200"),
        (Fraction(2401, 2), "1200.5", "1,200.5"),
        (Fraction(10000, 3), "10000/3", "3,333 1/3"),
        (Figures((32700, Fraction(1, 2), -1000)), "32700, 0.5, -1000", "32,700, 0.5, −1,000"),
        (Changes((8000, 0, Fraction(-3, 2))), "+8000, +0, -1.5", "+8,000, 0, −1.5"),
        (SeatNumber(1), "seat 1", "Ben"),
        (Word("mangan"), "mangan", "MANGAN"),
        ("123m0567p", "123m0567p", "123m0567p"),
    ],
)
def test_every_kind_of_thing_in_a_refusal_is_said_to_people_and_plain_to_programs(
    value: Any, plain: str, said: str
) -> None:
    error = ScoringError("field", "{it} is wrong", it=value)
    words = {"mangan": "MANGAN"}
    assert error.text(NAMES, lambda text: words.get(text, text)) == f"{said} is wrong"
    if not isinstance(value, Fraction):
        assert str(error) == f"{plain} is wrong"


def test_the_sign_is_the_readers() -> None:
    token = figures.negative.set(figures.TRIANGLE)
    try:
        assert ScoringError("", "{n}", n=-1200).text() == "▲1,200"
    finally:
        figures.negative.reset(token)


def riichi(**more: Any) -> dict[str, Any]:
    rules = {"variety": "riichi", "preset": "mleague", "options": {}}
    return {"format": "jantaku.game/1", "rules": rules, "players": NAMES, "rounds": [], **more}


@pytest.mark.parametrize(
    "data, said",
    [
        (
            riichi(start={"round": "E1", "scores": [25000, 25000, 25000, 24000]}),
            "the scores and the sticks on the table add up to 99,000, not 100,000",
        ),
        (riichi(chips=[1200, 0, 0, 0]), "the chips must add up to zero, not 1,200"),
        (
            riichi(rules={"variety": "riichi", "options": {"uma": [20000, 10000, 0, -10000]}}),
            "the uma must add up to zero, not 20,000",
        ),
        (
            riichi(rules={"variety": "riichi", "options": {"start_points": -1}}),
            "must be between 0 and 1,000,000,000",
        ),
    ],
)
def test_refusals_of_the_engines_write_figures_as_the_app_does(
    data: dict[str, Any], said: str
) -> None:
    with pytest.raises(ScoringError) as caught:
        read(data)
    assert caught.value.text(NAMES) == said
    assert str(caught.value) == re.sub(r"(?<=[0-9]),(?=[0-9])", "", said)


def test_too_few_points_are_written_as_the_app_does() -> None:
    rules = {"variety": "riichi", "preset": "mleague", "options": {"riichi_needs_1000": True}}
    start = {"round": "S4", "scores": [-1200, 35200, 33000, 33000]}
    hand = {"type": "draw", "tenpai": [0], "riichi": [0]}
    record = read(riichi(rules=rules, start=start, rounds=[hand]))
    with pytest.raises(ScoringError) as caught:
        replay(record.variety, record.rules, record.rounds, record.start)
    assert caught.value.text(NAMES) == "Aki has −1,200 points: too few for riichi"


# -- no refusal writes its figures itself ----------------------------------------------------------

SOURCES = [
    path
    for folder in ("scoring", "sessions")
    for path in sorted((Path(__file__).parents[2] / folder).rglob("*.py"))
]
TEXTS = {"allowed", "reason", "last", "counts", "what"}
"""Params that are words put together; the others are handed over as they are."""


def refusals(tree: ast.AST) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in ("ScoringError", "InTheWay"):
                yield node


def written(value: ast.expr) -> bool:
    """Whether it makes a text of something."""
    made = {"str", "join", "format"}
    return any(
        isinstance(node, ast.JoinedStr)
        or (
            isinstance(node, ast.Call)
            and getattr(node.func, "id", getattr(node.func, "attr", "")) in made
        )
        for node in ast.walk(value)
    )


def test_no_refusal_writes_its_figures_itself() -> None:
    found = [
        f"{path.name}:{call.lineno} {given.arg}"
        for path in SOURCES
        for call in refusals(ast.parse(path.read_text()))
        for given in call.keywords
        if given.arg not in TEXTS and written(given.value)
    ]
    assert found == []
