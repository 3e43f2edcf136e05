"""Options, presets and the credits."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.zungjung import CREDITS, ZUNGJUNG
from scoring.zungjung.rules import SPECS

DEFAULTS = {
    "edition": "2.51",
    "payment": "each",
    "mixed_threshold": 30,
    "mixed_excess": "discarder",
    "irregular_counts_concealed": True,
    "minimum": 0,
    "length": 16,
    "dealer_repeats": [],
    "false_win": 30,
    "rate": None,
}


def test_the_default_is_251_with_every_option_as_published() -> None:
    assert ZUNGJUNG.options(ZUNGJUNG.rules(None, {})) == DEFAULTS
    assert ZUNGJUNG.options(ZUNGJUNG.rules("2.51", {})) == DEFAULTS
    assert ZUNGJUNG.players(ZUNGJUNG.rules(None, {})) == 4


def test_the_other_presets_differ_only_in_what_they_are_named_for() -> None:
    assert ZUNGJUNG.options(ZUNGJUNG.rules("2.51-mixed-30", {})) == DEFAULTS | {"payment": "mixed"}
    assert ZUNGJUNG.options(ZUNGJUNG.rules("3.3", {})) == DEFAULTS | {
        "edition": "3.3",
        "payment": "25-rule",
        "irregular_counts_concealed": False,
    }


def test_every_preset_is_complete_and_says_where_it_is_written() -> None:
    assert list(ZUNGJUNG.presets) == ["2.51", "2.51-mixed-30", "3.3"]
    for key, preset in ZUNGJUNG.presets.items():
        assert preset.key == key
        assert preset.options.keys() == DEFAULTS.keys()
        assert preset.name
        assert preset.source
        assert preset.edition in key


def test_every_option_has_a_spec_with_its_words() -> None:
    assert {spec.key for spec in ZUNGJUNG.option_specs()} == DEFAULTS.keys()
    assert all(spec.group and spec.label and spec.help for spec in SPECS)
    assert {
        spec.key: list(spec.default) if spec.kind == "list" else spec.default for spec in SPECS
    } == (DEFAULTS)


@pytest.mark.parametrize(
    "given",
    [
        {"edition": "3.3", "payment": "25-rule"},
        {"payment": "mixed", "mixed_threshold": 0, "mixed_excess": "double"},
        {"irregular_counts_concealed": False, "minimum": 5},
        {"length": "open", "dealer_repeats": ["win", "draw"]},
        {"length": 4, "false_win": 0, "rate": "0.5"},
        {"length": 8, "rate": 2},
    ],
)
def test_options_override_the_preset_and_come_back_the_same(given: dict[str, Any]) -> None:
    rules = ZUNGJUNG.rules(None, given)
    assert given.items() <= ZUNGJUNG.options(rules).items()
    assert ZUNGJUNG.rules(None, ZUNGJUNG.options(rules)) == rules


def test_a_rate_is_kept_exact() -> None:
    assert ZUNGJUNG.rules(None, {"rate": 0.1}).rate == Fraction(1, 10)


@pytest.mark.parametrize(
    "key, value, message",
    [
        ("edition", "2.2", "one of 2.51, 3.3"),
        ("payment", "loser", "one of each, discarder, double, mixed, 25-rule"),
        ("mixed_threshold", -1, "between 0 and 480"),
        ("mixed_excess", "each", "one of discarder, double"),
        ("irregular_counts_concealed", 1, "true or false"),
        ("minimum", 3, "one of 0, 5"),
        ("length", 12, "one of 4, 8, 16, open"),
        ("dealer_repeats", ["loss"], "out of win, draw"),
        ("false_win", 481, "between 0 and 480"),
        ("rate", "much", "amount of money"),
        ("honba", 300, "unknown option"),
    ],
)
def test_a_bad_option_is_refused_with_what_is_allowed(
    key: str, value: object, message: str
) -> None:
    with pytest.raises(ScoringError, match=message) as caught:
        ZUNGJUNG.rules(None, {key: value})
    assert caught.value.field == f"options.{key}"


def test_an_unknown_preset_lists_the_known_ones() -> None:
    with pytest.raises(ScoringError, match=r"2\.51, 2\.51-mixed-30, 3\.3"):
        ZUNGJUNG.rules("4.0", {})


@pytest.mark.parametrize("name", ["Alan Kwan", "關兆豪", "関兆豪", "伊藤和夫", "translation"])
def test_the_author_and_the_translator_are_credited(name: str) -> None:
    assert name in CREDITS
