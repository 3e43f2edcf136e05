"""Options are read against their specs; an error names the key and what is allowed."""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.game import OptionSpec, Preset, Variety
from scoring.options import find_preset, read_options, read_value, remembered, write_value
from scoring.varieties import VARIETIES

SPECS = (
    OptionSpec("open", "bool", True),
    OptionSpec("bonus", "int", 300, minimum=0, maximum=1000),
    OptionSpec("cap", "int", None, nullable=True),
    OptionSpec("length", "choice", 16, choices=(1, 4, 16, "open")),
    OptionSpec("repeats", "list", [], choices=("win", "draw")),
    OptionSpec("rate", "amount", None, nullable=True),
    OptionSpec("notes", "json", {}),
)
PLAIN = Preset("plain", "Plain", "1", "here", {spec.key: spec.default for spec in SPECS})


def test_what_is_not_given_comes_from_the_preset() -> None:
    assert read_options(SPECS, PLAIN, {"bonus": 0}) == {
        "open": True,
        "bonus": 0,
        "cap": None,
        "length": 16,
        "repeats": (),
        "rate": None,
        "notes": {},
    }


def test_an_unknown_option_is_named_with_the_known_ones() -> None:
    with pytest.raises(ScoringError, match="one of open, bonus, cap") as caught:
        read_options(SPECS, PLAIN, {"uma": []})
    assert caught.value.field == "options.uma"


def test_no_preset_is_the_default_and_an_unknown_one_lists_the_known() -> None:
    assert find_preset({"plain": PLAIN}, None, "plain") is PLAIN
    with pytest.raises(ScoringError, match="one of plain") as caught:
        find_preset({"plain": PLAIN}, "fancy", "plain")
    assert caught.value.field == "preset"


@pytest.mark.parametrize(
    "key, value, read",
    [
        ("open", False, False),
        ("bonus", 1000, 1000),
        ("cap", -5, -5),
        ("cap", None, None),
        ("length", "open", "open"),
        ("length", 4, 4),
        ("repeats", ["draw", "win"], ("win", "draw")),
        ("repeats", ("win", "win"), ("win",)),
        ("rate", 2, Fraction(2)),
        ("rate", 0.5, Fraction(1, 2)),
        ("rate", "0.25", Fraction(1, 4)),
        ("rate", "1/3", Fraction(1, 3)),
        ("rate", Fraction(3, 2), Fraction(3, 2)),
        ("notes", {"kuikae": "not allowed"}, {"kuikae": "not allowed"}),
    ],
)
def test_a_good_value_is_read_and_written_back_to_the_same(
    key: str, value: object, read: object
) -> None:
    spec = next(spec for spec in SPECS if spec.key == key)
    assert read_value(spec, value) == read
    assert read_value(spec, write_value(read)) == read


@pytest.mark.parametrize(
    "key, value, message",
    [
        ("open", 1, "true or false"),
        ("open", None, "true or false"),
        ("bonus", True, "whole number"),
        ("bonus", 1001, "between 0 and 1000"),
        ("cap", 10**10, "between"),
        ("length", True, "one of 1, 4, 16, open"),
        ("length", 8, "one of 1, 4, 16, open"),
        ("repeats", "win", "list out of win, draw"),
        ("repeats", ["loss"], "list out of win, draw"),
        ("rate", True, "amount of money"),
        ("rate", -1, "amount of money"),
        ("rate", "1/0", "amount of money"),
        ("rate", "1e999999999", "amount of money"),
        ("rate", float("nan"), "amount of money"),
        ("rate", 10**11, "amount of money"),
    ],
)
def test_a_bad_value_is_refused_with_what_is_allowed(key: str, value: object, message: str) -> None:
    spec = next(spec for spec in SPECS if spec.key == key)
    with pytest.raises(ScoringError, match=message) as caught:
        read_value(spec, value)
    assert caught.value.field == f"options.{key}"


@pytest.mark.parametrize(
    "amount, written", [(Fraction(2), 2), (Fraction(1, 2), "0.5"), (Fraction(1, 3), "1/3")]
)
def test_an_amount_is_written_without_floats(amount: Fraction, written: object) -> None:
    assert write_value(amount) == written


@pytest.mark.parametrize("variety", VARIETIES.values(), ids=lambda variety: variety.key)
def test_the_same_options_are_the_same_rules(variety: Variety) -> None:
    """Thousands of records with the rules of one club are read as quickly as they can be."""
    key, given = variety.default_preset, {"length": "open" if variety.key != "riichi" else "east"}
    assert variety.rules(key, given) is variety.rules(key, dict(given))
    assert variety.rules(key, MappingProxyType(given)) == variety.rules(key, given)
    assert variety.rules(key, {}) != variety.rules(key, given)


def test_what_is_not_the_same_to_json_is_not_the_same() -> None:
    rules = VARIETIES["riichi"].rules
    rules(None, {"red_fives": 1, "ippatsu": True})
    for wrong in ({"red_fives": True}, {"red_fives": 1.0}, {"ippatsu": 1}):
        with pytest.raises(ScoringError):
            rules(None, {"red_fives": 1, "ippatsu": True, **wrong})


def test_few_rules_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.options.MOST_RULES", 2)
    made: list[object] = []

    @remembered
    def read(preset: str | None, options: Mapping[str, Any]) -> list[Any]:
        made.append(options)
        return [preset, options]

    for number in (1, 2, 2, 1, 3, 1):
        assert read("plain", {"bonus": number}) == ["plain", {"bonus": number}]
    assert made == [{"bonus": number} for number in (1, 2, 3, 1)]
