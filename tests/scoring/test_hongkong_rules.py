"""The options of a Hong Kong table: complete presets, and every wrong value refused in words."""

from __future__ import annotations

from dataclasses import fields
from fractions import Fraction
from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.hongkong import HONGKONG
from scoring.hongkong.payment import table_name
from scoring.hongkong.presets import PRESETS
from scoring.hongkong.rules import LIMIT_HANDS, OPTION_SPECS, HongKongRules, read_rules

OPTION_NAMES = {field.name for field in fields(HongKongRules)}


@pytest.mark.parametrize("key", PRESETS)
def test_a_preset_names_every_option_its_edition_and_its_source(key: str) -> None:
    preset = PRESETS[key]
    assert set(preset.options) == OPTION_NAMES
    assert preset.edition
    assert preset.source


def test_the_default_preset_is_the_primary_sources_table() -> None:
    rules = HONGKONG.rules(None, {})
    assert rules == HONGKONG.rules("table-stakes", {})
    assert (rules.minimum, rules.maximum, rules.stake, rules.curve) == (1, 4, 48, "table-stakes")
    assert (rules.gun, rules.settle, rules.accumulate) == ("full", "capped", "points")
    assert rules.length == "hanchan"
    assert rules.dealer_repeats == ("win", "draw")
    assert HONGKONG.players(rules) == 4


PAGE = ("minimum", "maximum", "curve", "gun", "stake", "base", "settle", "flowers", "concealed_fan")


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("table-stakes", (1, 4, "table-stakes", "full", 48, None, "capped", True, 0)),
        ("old-style", (3, 10, "half-spicy", "full", 48, 1, "plain", True, 1)),
        ("half-gun", (3, 10, "half-spicy", "half", 48, Fraction(1, 2), "plain", True, 1)),
        ("hkma", (3, 10, "hkma", "full", 512, None, "plain", False, 1)),
    ],
)
def test_presets_are_those_of_the_rules_page(key: str, expected: tuple[Any, ...]) -> None:
    rules = read_rules(key, {})
    assert tuple(getattr(rules, name) for name in PAGE) == expected
    assert rules.limit_value == "cap"
    assert rules.length == "hanchan"


def test_liability_and_dealer_of_the_presets() -> None:
    old = ("nine-tiles", "twelve-tiles", "big-dragons", "big-winds", "four-kongs")
    assert read_rules("table-stakes", {}).liability == ()
    assert read_rules("old-style", {}).liability == old
    assert read_rules("half-gun", {}).liability == old
    assert read_rules("hkma", {}).liability == ("twelve-tiles", "big-dragons", "robbing-kong")
    assert read_rules("hkma", {}).dealer_repeats == ("win",)
    assert read_rules("old-style", {}).dealer_repeats == ("win", "draw")


def test_every_option_has_a_spec_with_group_and_label_and_the_presets_default() -> None:
    specs = HONGKONG.option_specs()
    assert specs is OPTION_SPECS
    assert {spec.key for spec in specs} == OPTION_NAMES
    for spec in specs:
        assert spec.group
        assert spec.label
        assert spec.default == PRESETS["table-stakes"].options[spec.key]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"base": 2, "gun": "half", "minimum_self_draw": 4, "length": "open"},
        {"base": "1.5"},
        {"curve": [1] * 31},
        {"curve": [1, 2, 4, 8], "maximum": None, "false_win": 300},
        {"limit_value": {"heaven": 8, "all-honors": 10}, "seven_pairs": "limit"},
    ],
)
def test_options_are_read_back_to_the_same_rules(preset: str, options: dict[str, Any]) -> None:
    rules = HONGKONG.rules(preset, options)
    written = HONGKONG.options(rules)
    assert set(written) == OPTION_NAMES
    assert HONGKONG.rules(None, written) == rules


@pytest.mark.parametrize(
    ("options", "field", "words"),
    [
        ({"stake": 0}, "options.stake", "must be between 1 and"),
        ({"stake": 4.5}, "options.stake", "must be a whole number"),
        ({"stake": True}, "options.stake", "must be a whole number"),
        ({"minimum": 5}, "options.minimum", "5 fan to win is above the maximum of 4"),
        ({"minimum": 11}, "options.minimum", "between 0 and 10"),
        (
            {"minimum_self_draw": 5},
            "options.minimum_self_draw",
            "5 fan to win is above the maximum of 4",
        ),
        ({"minimum_self_draw": 11, "maximum": 10}, "options.minimum_self_draw", "0 and 10"),
        ({"curve": [1] * 32}, "options.curve", "or a list of portions"),
        ({"maximum": 0}, "options.maximum", "between 1 and 30"),
        ({"curve": "spicy"}, "options.curve", "must be one of table-stakes, half-spicy"),
        ({"curve": []}, "options.curve", "or a list of portions"),
        ({"curve": [1, 0]}, "options.curve.1", "must be between 1"),
        ({"curve": [2, 1]}, "options.curve", "more fan must not be worth less"),
        ({"base": "0.3"}, "options.base", "multiple of 0.5"),
        ({"base": 0}, "options.base", "multiple of 0.5"),
        ({"base": -1}, "options.base", "amount of money"),
        ({"gun": "quarter"}, "options.gun", "must be one of full, half"),
        ({"liability": ["ten-tiles"]}, "options.liability", "nine-tiles"),
        ({"dealer_repeats": "win"}, "options.dealer_repeats", "must be a list out of win, draw"),
        ({"limit_value": 10}, "options.limit_value", 'must be "cap"'),
        ({"limit_value": {"half-flush": 10}}, "options.limit_value.half-flush", "half-flush is no"),
        ({"limit_value": {"heaven": 0}}, "options.limit_value.heaven", "between 1 and 30"),
        ({"false_win": -1}, "options.false_win", "must be between 0"),
        ({"false_win": "big"}, "options.false_win", "must be a whole number"),
        ({"seven_pairs": 5}, "options.seven_pairs", "must be one of 0, 3, 4, limit"),
        ({"flowers": 1}, "options.flowers", "must be true or false"),
        ({"honba": 300}, "options.honba", "unknown option"),
        (
            {"curve": "hkma", "minimum": 3, "maximum": 8, "minimum_self_draw": 2},
            "options.minimum_self_draw",
            "this payment table starts at 3 fan",
        ),
        ({"curve": "hkma"}, "options.minimum", "this payment table starts at 3 fan"),
    ],
)
def test_a_wrong_option_is_refused_at_its_key(
    options: dict[str, Any], field: str, words: str
) -> None:
    with pytest.raises(ScoringError) as caught:
        HONGKONG.rules(None, options)
    assert caught.value.field == field
    assert words in str(caught.value)


def test_an_unknown_preset_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ScoringError, match="table-stakes, old-style, half-gun, hkma") as caught:
        HONGKONG.rules("new-style", {})
    assert caught.value.field == "preset"


@pytest.mark.parametrize(
    ("options", "cap", "limit"),
    [
        ({"maximum": 4}, 4, 4),
        ({"maximum": 13}, 10, 10),
        ({"maximum": None}, 10, 10),
        ({"curve": "half-spicy", "maximum": 13}, 13, 13),
        ({"curve": "full-spicy", "maximum": None}, None, 13),
        ({"curve": "hkma", "minimum": 3, "maximum": 13}, 10, 10),
    ],
)
def test_the_cap_is_the_maximum_but_ten_at_table_stakes_and_a_limit_hand_scores_it(
    options: dict[str, Any], cap: int | None, limit: int
) -> None:
    rules = read_rules(None, options)
    assert rules.cap == cap
    assert rules.limit == limit
    assert rules.clip(25) == (cap or 25)


def test_fixed_limit_values_keep_the_order_of_the_limit_hands() -> None:
    given = {"earth": 10, "four-concealed-triplets": 8}
    rules = read_rules(None, {"limit_value": given})
    assert rules.limit_value == (("four-concealed-triplets", 8), ("earth", 10))
    assert HONGKONG.options(rules)["limit_value"] == given
    assert len(LIMIT_HANDS) == 10


@pytest.mark.parametrize(
    ("preset", "options", "name"),
    [
        (None, {}, "1-4 fan, stake 48"),
        (None, {"minimum": 3, "maximum": 13, "stake": 500}, "3-10 fan, stake 500"),
        ("old-style", {}, "3-10 fan, base 1 (五一)"),
        ("half-gun", {}, "3-10 fan, base 0.5 (二五雞)"),
        ("half-gun", {"base": "2.5"}, "3-10 fan, base 2.5"),
        ("old-style", {"maximum": None, "base": 2}, "3+ fan, base 2 (一二蚊)"),
        ("hkma", {}, "3-10 fan, stake 512"),
    ],
)
def test_a_table_is_named_by_its_fan_and_its_money(
    preset: str | None, options: dict[str, Any], name: str
) -> None:
    assert table_name(read_rules(preset, options)) == name


def test_a_base_makes_the_settlement_plain() -> None:
    assert read_rules(None, {}).capped
    assert not read_rules(None, {"base": 1}).capped
    assert not read_rules(None, {"settle": "plain"}).capped
