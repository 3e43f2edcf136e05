"""The rules in one line, to choose a preset by."""

from __future__ import annotations

import pytest

from scoring.varieties import VARIETIES, variety


@pytest.mark.parametrize(
    "key, preset, options, line",
    [
        ("riichi", "club", {}, "4 players, hanchan, 25,000, uma 12-4"),
        ("riichi", "jpml-a", {}, "4 players, hanchan, 30,000, floating uma"),
        ("riichi", "club", {"uma": [0, 0, 0, 0]}, "4 players, hanchan, 25,000, no uma"),
        ("riichi", "club", {"uma": [1500, 0, 0, -1500]}, "4 players, hanchan, 25,000, uma 3/2"),
        ("hongkong", "table-stakes", {}, "1 to 4 fan, stake 48, full gun"),
        ("hongkong", "half-gun", {}, "3 to 10 fan, base 0.5, half gun"),
        (
            "hongkong",
            "old-style",
            {"maximum": None},
            "3 fan and more, base 1, full gun",
        ),
    ],
)
def test_summary(key: str, preset: str, options: dict[str, object], line: str) -> None:
    kind = variety(key)
    assert kind.summary(kind.rules(preset, options)) == line


@pytest.mark.parametrize("kind", VARIETIES.values(), ids=lambda kind: kind.key)
def test_every_preset_can_be_told_by_its_line(kind: object) -> None:
    for preset in kind.presets:  # type: ignore[attr-defined]
        assert kind.summary(kind.rules(preset, {}))  # type: ignore[attr-defined]


def test_chips_are_counted_where_the_rules_say_so() -> None:
    riichi = variety("riichi")
    assert not riichi.uses_chips(riichi.rules("club", {}))
    assert riichi.uses_chips(riichi.rules("club", {"chips": True}))
