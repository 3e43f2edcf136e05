"""The published Zung Jung rulesets as complete data, and who made them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.game import Preset

CREDITS = (
    "Zung Jung (中庸麻雀) is the work of Alan Kwan (關兆豪). Edition 2.51 is scored here by its "
    "Japanese text, 中庸麻雀得点計算システム: author 関兆豪, Japanese translation 伊藤和夫 (Itō's "
    "translation of edition 2.21, updated and edited again by the author)."
)
"""Shown wherever the app presents the game: as the source of edition 2.51 names its makers."""

DEFAULT = "2.51"

_EDITION_251: Mapping[str, Any] = {
    "edition": "2.51",
    "payment": "each",
    "mixed_threshold": 30,
    "mixed_excess": "discarder",
    "irregular_counts_concealed": True,
    "minimum": 0,
    "length": 16,
    "dealer_repeats": (),
    "false_win": 30,
    "rate": None,
}

_PUBLISHED: tuple[Preset, ...] = (
    Preset(
        key="2.51",
        name="Zung Jung 2.51",
        edition="2.51",
        source="中庸麻雀得点計算システム（第２．５１版）, payment method 1, for home",
        options=_EDITION_251,
    ),
    Preset(
        key="2.51-mixed-30",
        name="Zung Jung 2.51, mixed payment",
        edition="2.51",
        source="中庸麻雀得点計算システム（第２．５１版）, payment method 4, for competition",
        options={**_EDITION_251, "payment": "mixed"},
    ),
    Preset(
        key="3.3",
        name="Zung Jung 3.3",
        edition="3.3",
        source="Zung Jung Mahjong Scoring System, version 3.3, Alan Kwan",
        options={
            **_EDITION_251,
            "edition": "3.3",
            "payment": "25-rule",
            "irregular_counts_concealed": False,
        },
    ),
)

PRESETS: Mapping[str, Preset] = {preset.key: preset for preset in _PUBLISHED}
