"""What a phone without the network knows of payments: the engine's figures, key by key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from django.http import QueryDict

from scoring.errors import ScoringError
from scoring.forms import draft, round_form
from scoring.forms.base import Charges
from scoring.preview import Position
from scoring.varieties import variety

COLUMNS = {(1, 2): 0, (0, 2): 1, (1, None): 2, (0, None): 3}
"""Winner and discarder with East at seat 0, and where a row says what that costs."""


def charges(key: str, options: Mapping[str, Any] | None = None) -> tuple[Charges, Position]:
    kind = variety(key)
    rules = kind.rules(None, options or {})
    found = round_form(key, "win").charges(rules)
    assert len(found) == 1
    position = Position(kind, rules, kind.start(rules), ("Aki", "Ben", "Chie", "Dan"))
    return next(iter(found.values())), position


def recorded(position: Position, key: str, fields: Mapping[str, str], seats: Any) -> Any:
    """The step that these keys give, or ``None`` where they are refused."""
    winner, source = seats
    typed = QueryDict(mutable=True)
    typed["winner"], typed["source"] = str(winner), "self" if source is None else str(source)
    for name, value in fields.items():
        typed[f"any-{name}"] = value
    typed["any-way"] = next(iter(round_form(key, "win").charges(position.rules)))
    form = round_form(key, "win")(position, typed, typing=False)
    try:
        return position.play(form.outcome())
    except ScoringError:
        return None


def paid(step: Any) -> list[int]:
    return sorted(t.amount for t in step.transfers if t.kind == "hand" and t.amount)


@pytest.mark.parametrize(
    "options", [{}, {"kiriage_mangan": True}, {"aotenjou": True}, {"players": 3}]
)
def test_every_han_and_fu_costs_what_the_engine_says(options: dict[str, Any]) -> None:
    if options.get("players") == 3:
        options = {**options, "start_points": 35000, "uma": [15000, 0, -15000]}
    found, position = charges("riichi", options)
    assert len(found.rows) > 40
    for name, row in list(found.rows.items())[:: 7 if position.rules.aotenjou else 1]:
        fields = dict(zip(found.fields, name.split("/"), strict=False))
        for seats, column in COLUMNS.items():
            step = recorded(position, "riichi", fields, seats)
            said = row[column]
            assert (step is None) == (said is None), (name, seats)
            if step and said:
                figures = [int(part) for part in said.removesuffix(" all").split("-")]
                assert set(figures) == set(paid(step)), (name, seats)


@pytest.mark.parametrize("options", [{}, {"gun": "half"}, {"base": "0.5", "maximum": 10}])
def test_every_fan_costs_what_the_engine_says(options: dict[str, Any]) -> None:
    found, position = charges("hongkong", options)
    for name, row in found.rows.items():
        for seats, column in COLUMNS.items():
            form = round_form("hongkong", "win")
            typed = QueryDict(mutable=True)
            typed["winner"], typed["any-fan"] = str(seats[0]), name
            typed["source"] = "self" if seats[1] is None else str(seats[1])
            shown = draft(form(position, typed))
            assert (row[column] is None) == (shown.error is not None), (name, seats)
            if row[column]:
                each = [key.small for key in shown.form.shown.way.fan_keys if key.value == name]
                assert row[column] in each


def test_where_east_counts_double_no_sum_is_promised() -> None:
    found, _ = charges("hongkong", {"dealer_double": True})
    assert {said for row in found.rows.values() for said in row} == {"", None}


@pytest.mark.parametrize("payment", ["each", "discarder", "double", "mixed", "25-rule"])
def test_every_total_costs_what_the_engine_says(payment: str) -> None:
    found, position = charges("zungjung", {"payment": payment})
    for total, row in list(found.rows.items())[::5]:
        n = int(total)
        fields = {"hundreds": n // 100 * 100, "tens": n % 100 // 10 * 10, "ones": n % 10}
        for seats, column in COLUMNS.items():
            step = recorded(position, "zungjung", {k: str(v) for k, v in fields.items()}, seats)
            said = row[column]
            assert (step is None) == (said is None), (total, seats)
            if step and said:
                amount, times, count = said.partition(" × ")
                parts = [amount] * int(count) if times else said.split(" + ")
                assert sorted(int(part.replace(",", "")) for part in parts) == paid(step)


def test_only_a_table_that_pays_several_rons_has_more_than_one_winner() -> None:
    def several(key: str, **options: Any) -> bool:
        return bool(round_form(key, "win").several(variety(key).rules(None, options)))

    assert several("riichi")
    assert not several("riichi", multiple_ron="one")
    assert not several("hongkong")
    assert not several("zungjung")
