"""A ruleset's options in words."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from scoring.forms.words import choice_text, option_text
from scoring.game import OptionSpec
from scoring.varieties import VARIETIES


@pytest.mark.parametrize(
    "choice, text",
    [
        (True, "yes"),
        (False, "no"),
        (25000, "25,000"),
        (Fraction(1, 2), "0.5"),
        ("finish-hand", "finish hand"),
        ("25-2", "25-2"),
        ("4-7-10", "4-7-10"),
        ("kokushi-13", "kokushi 13"),
    ],
)
def test_a_choice_in_words(choice: Any, text: str) -> None:
    assert choice_text(choice) == text


@pytest.mark.parametrize(
    "kind, value, text",
    [
        ("int", None, "none"),
        ("list", [], "none"),
        ("list", ["win", "draw"], "win, draw"),
        ("json", [12000, 4000, -4000, -12000], "12,000, 4,000, −4,000, −12,000"),
        ("json", {"floating": {"1": [1, -1]}}, "floating: 1: 1, −1"),
        ("json", {}, "none"),
        ("json", "hkma", "hkma"),
        ("amount", "0.5", "0.5"),
        ("amount", Fraction(1, 3), "1/3"),
    ],
)
def test_an_option_in_words(kind: str, value: Any, text: str) -> None:
    assert option_text(OptionSpec("x", kind, None), value) == text


@pytest.mark.parametrize("kind", VARIETIES.values(), ids=lambda kind: kind.key)
def test_every_option_of_every_preset_has_words(kind: Any) -> None:
    for preset in kind.presets:
        options = kind.options(kind.rules(preset, {}))
        for spec in kind.option_specs():
            assert option_text(spec, options[spec.key])
            assert spec.label


@pytest.mark.parametrize("kind", VARIETIES.values(), ids=lambda kind: kind.key)
def test_only_riichi_speaks_of_hanchan(kind: Any) -> None:
    specs = (spec for spec in kind.option_specs() if spec.choices)
    said = [choice_text(choice, spec.key, spec.words) for spec in specs for choice in spec.choices]
    assert ("hanchan" in said) == (kind.key == "riichi")
