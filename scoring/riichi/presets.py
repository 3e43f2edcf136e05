"""Published riichi rulesets as data: every option of every one, and where it is written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.game import Preset

_CLUB: Mapping[str, Any] = {
    "players": 4,
    "length": "hanchan",
    "start_points": 25000,
    "return_points": 30000,
    "red_fives": 0,
    "open_tanyao": True,
    "ippatsu": True,
    "ura_dora": True,
    "kan_dora": True,
    "kan_ura": True,
    "kiriage_mangan": True,
    "thirteen_han": "sanbaiman",
    "yakuman_stack": True,
    "yakuman_max": None,
    "double_yakuman": [],
    "aotenjou": False,
    "double_wind_fu": 2,
    "rinshan_fu": 2,
    "pinfu_tsumo": True,
    "open_pinfu_fu": 30,
    "chiitoitsu": "25-2",
    "renhou": "none",
    "local_yaku": [],
    "kokushi_robs_ankan": True,
    "honba_ron": 300,
    "honba_tsumo": 100,
    "noten_pool": 3000,
    "renchan": "tenpai",
    "multiple_ron": "two",
    "multiple_ron_honba": "nearest",
    "multiple_ron_sticks": "nearest",
    "double_ron_dealer": "stays",
    "aborts": ["nine-terminals", "four-winds", "four-riichi", "four-kans"],
    "nagashi": "draw",
    "pao": ["daisangen", "daisuushi"],
    "pao_honba": "discarder",
    "pao_scope": "yakuman",
    "chombo": "flat",
    "chombo_points": 3000,
    "riichi_needs_1000": True,
    "sanma_tsumo": "loss",
    "bust": "none",
    "agari_yame": "no",
    "tenpai_yame": "no",
    "extension": "none",
    "target_points": 30000,
    "cold_game": None,
    "time_limit": None,
    "time_up": "finish-hand",
    "leftover_sticks": "first",
    "uma": [12000, 4000, -4000, -12000],
    "oka": None,
    "ties": "seat",
    "rounding": "none",
    "chips": False,
    "chip_points": 2000,
    "bust_prize": 0,
    "yakitori": 0,
    "rate": None,
    "table_notes": {},
}

PRESETS: Mapping[str, Preset] = {
    preset.key: preset
    for preset in (
        Preset(
            key="club",
            name="Club",
            edition="2026",
            source="this project's own defaults for an evening without money",
            options=_CLUB,
        ),
    )
}
