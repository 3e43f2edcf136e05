"""Texts that stand in tables of the engines are all handed to the translators."""

from __future__ import annotations

import pytest

from scoring.game import Variety
from scoring.hongkong.patterns import PATTERNS as HONGKONG
from scoring.msgids import msgids_in_context, table_msgids
from scoring.riichi.names import NAMES
from scoring.varieties import VARIETIES
from scoring.words import ENDS, PENALTIES, readable
from scoring.zungjung.patterns import PATTERNS as ZUNGJUNG

FOUND = frozenset(table_msgids())
IN_CONTEXT = frozenset(msgids_in_context())


def test_patterns_ends_and_penalties_are_there() -> None:
    assert {name.en for name in NAMES.values()} <= FOUND
    assert {pattern.label for pattern in HONGKONG.values()} <= FOUND
    assert {pattern.en for pattern in ZUNGJUNG} <= FOUND
    assert {*ENDS.values(), *PENALTIES.values()} <= FOUND


@pytest.mark.parametrize("variety", VARIETIES.values(), ids=lambda variety: variety.key)
def test_all_that_a_page_of_rules_says_is_there(variety: Variety) -> None:
    assert variety.name in FOUND
    for preset in variety.presets.values():
        assert ("ruleset", preset.name) in IN_CONTEXT
        assert {preset.edition, preset.source} <= FOUND
        notes = preset.options.get("table_notes", {})
        assert {*notes, *notes.values()} <= FOUND
    for spec in variety.option_specs():
        assert {spec.group, spec.label, spec.help} <= FOUND
        words = {readable(choice) for choice in spec.choices if isinstance(choice, str)}
        assert {(spec.key, word) for word in words} <= IN_CONTEXT


def test_a_word_that_means_two_things_comes_with_each() -> None:
    assert {context for context, text in IN_CONTEXT if text == "full"} >= {"gun", "length"}
