"""Published Hong Kong tables as data: every option of every one, and where it is written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.game import Preset

_PLAIN_EXTRAS: Mapping[str, Any] = {
    "minimum_self_draw": None,
    "rows": "above-minimum",
    "accumulate": "points",
    "set_replaces_own_flower": False,
    "flowers_count_to_minimum": True,
    "seven_pairs": 0,
    "nine_gates_nine_sided": False,
    "seven_flowers": 0,
    "eight_flowers": 0,
    "limit_value": "cap",
    "dealer_double": False,
    "false_win": "largest-self-draw",
    "false_win_ends_deal": False,
}
"""What the four tables have in common."""

_TABLE_STAKES: Mapping[str, Any] = {
    **_PLAIN_EXTRAS,
    "length": "hanchan",
    "minimum": 1,
    "maximum": 4,
    "curve": "table-stakes",
    "gun": "full",
    "stake": 48,
    "base": None,
    "settle": "capped",
    "flowers": True,
    "concealed_fan": 0,
    "dealer_repeats": ["win", "draw"],
    "liability": [],
}

_OLD_STYLE: Mapping[str, Any] = {
    **_TABLE_STAKES,
    "minimum": 3,
    "maximum": 10,
    "curve": "half-spicy",
    "base": 1,
    "settle": "plain",
    "concealed_fan": 1,
    "liability": ["nine-tiles", "twelve-tiles", "big-dragons", "big-winds", "four-kongs"],
}

_HALF_GUN: Mapping[str, Any] = {**_OLD_STYLE, "gun": "half", "base": "0.5"}

_HKMA: Mapping[str, Any] = {
    **_OLD_STYLE,
    "curve": "hkma",
    "stake": 512,
    "base": None,
    "flowers": False,
    "dealer_repeats": ["win"],
    "liability": ["twelve-tiles", "big-dragons", "robbing-kong"],
}

PRESETS: Mapping[str, Preset] = {
    preset.key: preset
    for preset in (
        Preset(
            key="table-stakes",
            name="Table stakes",
            edition="1-4 fan, stake 48",
            source="香港麻雀: 基本ルール, 特殊役, 得点",
            options=_TABLE_STAKES,
        ),
        Preset(
            key="old-style",
            name="Old style 半辣上",
            edition="3 fan to win, 10 fan at most, full gun",
            source="Common Hong Kong play; portions as in yawnoc/mahjong-scorer, README (MIT-0)",
            options=_OLD_STYLE,
        ),
        Preset(
            key="half-gun",
            name="Half gun 半銃 二五雞",
            edition="3 fan to win, 10 fan at most, half gun, 0.5 a portion",
            source="Common Hong Kong play; portions as in yawnoc/mahjong-scorer, README (MIT-0)",
            options=_HALF_GUN,
        ),
        Preset(
            key="hkma",
            name="HKMA",
            edition="3 to 10 fan, 32 to 512 on a discard",
            source="HKMA table: 32, 64, 96, 128, 192, 256, 384, 512 on a discard of 3 to 10 fan",
            options=_HKMA,
        ),
    )
}
