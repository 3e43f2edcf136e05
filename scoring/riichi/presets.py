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

_ALL_YAKUMAN_PAO = ["daisangen", "daisuushi", "suukantsu"]
_DOUBLES = ["suuankou-tanki", "kokushi-13", "junsei-chuuren", "daisuushi"]

_LEAGUE: Mapping[str, Any] = {
    **_CLUB,
    "multiple_ron": "one",
    "aborts": [],
    "nagashi": "none",
    "pao": _ALL_YAKUMAN_PAO,
    "chombo": "after",
    "chombo_points": 20000,
    "riichi_needs_1000": False,
    "kokushi_robs_ankan": False,
    "ties": "share",
    "table_notes": {
        "atozuke": "allowed",
        "kuikae": "not allowed",
        "dora of an open kan": "at once",
        "tenpai on one's own four tiles": "noten",
    },
}
"""What the leagues and federations of this list have in common: head bump, no abortive draws, no
nagashi, no bust, chombo off the result, shared ties."""

_MLEAGUE: Mapping[str, Any] = {
    **_LEAGUE,
    "red_fives": 3,
    "uma": [30000, 10000, -10000, -30000],
    "pao_honba": "liable",
    "table_notes": {
        **_LEAGUE["table_notes"],
        "riichi at the end of the wall": "allowed, not on the last tile drawn",
    },
}

_WRC: Mapping[str, Any] = {
    **_LEAGUE,
    "start_points": 30000,
    "thirteen_han": "yakuman",
    "renhou": "mangan",
    "chombo_points": 30000,
    "leftover_sticks": "lost",
    "uma": [15000, 5000, -5000, -15000],
    "table_notes": {
        **_LEAGUE["table_notes"],
        "riichi at the end of the wall": "allowed to the last tile",
        "renhou": "stands alone",
    },
}

_EMA: Mapping[str, Any] = {
    **_LEAGUE,
    "start_points": 30000,
    "yakuman_stack": False,
    "renhou": "mangan",
    "kokushi_robs_ankan": True,
    "multiple_ron": "three",
    "multiple_ron_honba": "each",
    "multiple_ron_sticks": "own",
    "pao": ["daisangen", "daisuushi"],
    "time_up": "one-more",
    "uma": [15000, 5000, -5000, -15000],
    "table_notes": {
        **_LEAGUE["table_notes"],
        "riichi at the end of the wall": "allowed while a tile is left to draw",
        "renhou": "stands alone",
    },
}

_JPML_A: Mapping[str, Any] = {
    **_LEAGUE,
    "start_points": 30000,
    "ippatsu": False,
    "ura_dora": False,
    "kan_dora": False,
    "kan_ura": False,
    "kiriage_mangan": False,
    "yakuman_max": 4,
    "renhou": "mangan",
    "leftover_sticks": "lost",
    "uma": {
        "floating": {
            "1": [12000, -1000, -3000, -8000],
            "2": [8000, 4000, -4000, -8000],
            "3": [8000, 3000, 1000, -12000],
        }
    },
    "table_notes": {
        "atozuke": "allowed",
        "kuikae": "not allowed",
        "dora": "the first indicator only",
        "riichi at the end of the wall": "allowed, not on the last discard",
        "tenpai on one's own four tiles": "noten",
    },
}

_JPML_WRC_R: Mapping[str, Any] = {
    **_WRC,
    "red_fives": 3,
    "table_notes": {
        **_LEAGUE["table_notes"],
        "riichi at the end of the wall": "allowed",
    },
}

_SAIKOUISEN: Mapping[str, Any] = {
    **_LEAGUE,
    "start_points": 30000,
    "yakuman_stack": False,
    "pao": [],
    "time_up": "one-more",
    "leftover_sticks": "lost",
    "uma": [30000, 10000, -10000, -30000],
    "table_notes": {
        **_LEAGUE["table_notes"],
        "riichi at the end of the wall": "allowed",
    },
}

_ONLINE: Mapping[str, Any] = {
    **_CLUB,
    "red_fives": 3,
    "kiriage_mangan": False,
    "thirteen_han": "yakuman",
    "double_wind_fu": 4,
    "pao_honba": "liable",
    "bust": "below-zero",
    "agari_yame": "auto",
    "tenpai_yame": "auto",
    "extension": "sudden-death",
    "table_notes": {
        "atozuke": "allowed",
        "kuikae": "not allowed",
        "riichi at the end of the wall": "four tiles must be left",
    },
}
"""What the two sites have in common."""

_TENHOU: Mapping[str, Any] = {
    **_ONLINE,
    "pao_scope": "hand",
    "uma": [20000, 10000, -10000, -20000],
    "table_notes": {
        **_ONLINE["table_notes"],
        "dora of an open kan": "after the discard",
        "tenpai on one's own four tiles": "tenpai if a meld holds some of them",
    },
}

_SANMA: Mapping[str, Any] = {
    "players": 3,
    "start_points": 35000,
    "red_fives": 2,
    "honba_ron": 200,
    "noten_pool": 2000,
    "aborts": ["nine-terminals", "four-kans"],
    "sanma_tsumo": "loss",
    "target_points": 40000,
}
_SANMA_NOTES: Mapping[str, str] = {
    "tiles": "no 2m to 8m",
    "chi": "not allowed",
    "north": "set aside, a dora each; a guest wind in the hand",
    "win on the tile after a North": "counts as rinshan",
    "ron on a North set aside": "allowed, without chankan",
}

_TENHOU_SANMA: Mapping[str, Any] = {
    **_TENHOU,
    **_SANMA,
    "return_points": 40000,
    "uma": [20000, 0, -20000],
    "table_notes": {**_TENHOU["table_notes"], **_SANMA_NOTES},
}

_MAHJONGSOUL: Mapping[str, Any] = {
    **_ONLINE,
    "return_points": 25000,
    "double_yakuman": _DOUBLES,
    "multiple_ron": "three",
    "uma": [15000, 5000, -5000, -15000],
    "table_notes": {
        **_ONLINE["table_notes"],
        "dora of an open kan": "after the discard",
        "tenpai on one's own four tiles": "tenpai",
    },
}

_MAHJONGSOUL_SANMA: Mapping[str, Any] = {
    **_MAHJONGSOUL,
    **_SANMA,
    "return_points": 35000,
    "uma": [15000, 0, -15000],
    "table_notes": {**_MAHJONGSOUL["table_notes"], **_SANMA_NOTES},
}

_PARLOUR: Mapping[str, Any] = {
    **_CLUB,
    "red_fives": 3,
    "thirteen_han": "yakuman",
    "chombo": "mangan",
    "bust": "below-zero",
    "agari_yame": "choice",
    "cold_game": 55000,
    "uma": [10000, 5000, -5000, -10000],
    "rounding": "half-down",
    "chips": True,
    "table_notes": {
        "atozuke": "allowed",
        "kuikae": "not allowed",
        "dora of an open kan": "varies",
        "chips": "one each for ippatsu, ura-dora and red fives; a yakuman 10 on ron, 5 from all",
        "riichi at the end of the wall": "allowed, not on the last tile drawn",
    },
}

_COURSE: Mapping[str, Any] = {
    **_CLUB,
    "kiriage_mangan": False,
    "thirteen_han": "yakuman",
    "double_wind_fu": 4,
}

_ENCYCLOPEDIA: Mapping[str, Any] = {
    **_CLUB,
    "kiriage_mangan": False,
    "thirteen_han": "yakuman",
    "double_wind_fu": 4,
}

_TWO_PLAYERS: Mapping[str, Any] = {
    **_CLUB,
    "players": 2,
    "return_points": 25000,
    "honba_ron": 100,
    "noten_pool": 1000,
    "aborts": ["nine-terminals", "four-kans"],
    "uma": [10000, -10000],
}

PRESETS: Mapping[str, Preset] = {
    preset.key: preset
    for preset in (
        Preset(
            key="club",
            name="Club",
            edition="2026",
            source="The defaults of this project, for an evening without money (健康麻雀 rules).",
            options=_CLUB,
        ),
        Preset(
            key="mleague",
            name="M.League",
            edition="2022",
            source="M.LEAGUE 公式ルール; ties: mahjong.to, mj-king. The self-draw fu on a kan's "
            "tile (2) and honba under pao (the liable player) are the first reading of doubtful "
            "sources.",
            options=_MLEAGUE,
        ),
        Preset(
            key="wrc",
            name="World Riichi (WRC)",
            edition="2025, v20250526",
            source="WRC Rules 2025. 13 han as a yakuman is the 2025 text (2022: sanbaiman at "
            "most); the lower chombo of 20000 is an option there. Doubtful: noten on one's own "
            "four tiles. Set the time limit of your event.",
            options=_WRC,
        ),
        Preset(
            key="ema",
            name="European (EMA)",
            edition="2025",
            source="EMA Riichi Rules 2025. Kiriage mangan is the 2025 text (2016: no), double "
            "wind 2 fu likewise (2016 is read as 4). Doubtful: rinshan 2 fu; who pays honba under "
            "pao is not said, the club's is kept.",
            options=_EMA,
        ),
        Preset(
            key="tenhou",
            name="Tenhou",
            edition="ranked, red fives",
            source="天鳳 manual (ranked games). Kokushi on a closed kan: sources disagree, "
            "allowed here. Results to 0.1 (the older manual rounds to 1000). Chombo cannot happen "
            "on the site: the club's is kept.",
            options=_TENHOU,
        ),
        Preset(
            key="tenhou-sanma",
            name="Tenhou, three players",
            edition="ranked, red fives",
            source="天鳳 manual (三人打). The uma of +20/0/−20 is that of a clone of the site.",
            options=_TENHOU_SANMA,
        ),
        Preset(
            key="mahjongsoul",
            name="Mahjong Soul",
            edition="2022",
            source="雀魂 (ja.wikipedia, 2022-06-17), RiichiEnv rules. Kiriage mangan: no (one "
            "source of four says yes). Rinshan 2 fu is doubtful. Chombo cannot happen on the "
            "site: the club's is kept.",
            options=_MAHJONGSOUL,
        ),
        Preset(
            key="mahjongsoul-sanma",
            name="Mahjong Soul, three players",
            edition="2022",
            source="雀魂 三人麻雀, RiichiEnv rules.",
            options=_MAHJONGSOUL_SANMA,
        ),
        Preset(
            key="jpml-a",
            name="JPML A rules",
            edition="2024",
            source="日本プロ麻雀連盟 公式ルール (pixiv 2024). First readings taken: 13 han is "
            "sanbaiman (a 2026 reader of the site: yakuman), at most four yakuman (2012: they do "
            "not add up), double wind 2 fu (2022: 4), rinshan 2 fu (2022: 0), no abortive draws, "
            "no nagashi, riichi below 1000 allowed.",
            options=_JPML_A,
        ),
        Preset(
            key="jpml-wrc-r",
            name="JPML WRC-R",
            edition="2024",
            source="日本プロ麻雀連盟 B rules after WRC, with the three red fives of WRC-R (plain "
            "WRC: none). First reading taken: uma 15-5 (one app: 10-30).",
            options=_JPML_WRC_R,
        ),
        Preset(
            key="saikouisen",
            name="Saikouisen",
            edition="2015, chombo 2023",
            source="最高位戦日本プロ麻雀協会 規定. First readings taken: yakuman do not add up (a "
            "newer tool: at most 4), no pao (2015 sheet), rinshan 2 fu, riichi below 1000 "
            "allowed; a small chombo of 10000 (2023) is entered as a referee's penalty. Classic "
            "differs: no ippatsu or ura, no noten payments, renchan on wins alone.",
            options=_SAIKOUISEN,
        ),
        Preset(
            key="parlour",
            name="Parlour (フリー雀荘)",
            edition="typical",
            source="Rule sheets of free parlours (Marchao, Majantenho, Apollo). First readings "
            "taken: oka 20000 to first (some share 15000), uma 5-10 (or 10-20, 10-30), double "
            "wind 2 fu (or 4), double ron pays and three abort, honba to the nearest (some: "
            "both), all abortive draws (Marchao: none), nagashi as a draw (Marchao: as a win), "
            "any winning dealer stays, renchan on tenpai (Marchao: wins only), chombo a mangan "
            "(or 3000 all), cold game at 55000 (or 60000), pao honba by the discarder (Apollo), "
            "no tenpai-yame. What varies without a first answer is the club's, and so is the "
            "worth of a chip.",
            options=_PARLOUR,
        ),
        Preset(
            key="course",
            name="K_Co.'s course",
            edition="2014-01-30",
            source="K_Co. 麻雀点数計算講座: counted yakuman, no kiriage, double wind 4 fu. What "
            "the course does not say is the club's.",
            options=_COURSE,
        ),
        Preset(
            key="encyclopedia",
            name="Encyclopedia (維基百科)",
            edition="oldid 72838310",
            source="維基百科 日本麻將計分方法: counted yakuman, plain yakuman only. First "
            "readings taken: double wind 4 fu (or 2), honba 300 (or 1500), no kiriage "
            "(sometimes). What the page does not say is the club's.",
            options=_ENCYCLOPEDIA,
        ),
        Preset(
            key="two-players",
            name="Two players",
            edition="2026",
            source="This project's own: honba 100 from the payer, noten pool 1000, a self-draw is "
            "paid as that one payer's share.",
            options=_TWO_PLAYERS,
        ),
    )
}
