"""Random winning hands, and what the `mahjong` package says of them: for tests and ``bench/``."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld
from mahjong.tile import TilesConverter

from scoring.notation import CODES, tiles_text
from scoring.riichi.rules import read_rules

PLAYED: dict[str, Any] = {
    "red_fives": 3,
    "kiriage_mangan": False,
    "thirteen_han": "yakuman",
    "double_wind_fu": 4,
    "double_yakuman": ["suuankou-tanki", "kokushi-13", "junsei-chuuren", "daisuushi"],
}
RULES = read_rules(None, PLAYED)
"""The rules `mahjong` plays by with the options below."""

OPTIONS = OptionalRules(has_open_tanyao=True, has_aka_dora=True, has_double_yakuman=True)

Win = tuple[dict[str, Any], dict[str, Any]]
"""``hand`` of the game record; ``round_wind``, ``seat_wind``, ``tsumo``."""

FIVES = (4, 13, 22)


def random_wins(seed: int) -> Iterator[Win]:
    """Different tiles that are a winning shape, with or without a yaku, without end. About half are
    open, a fifth keep to one suit and honors, a few are seven pairs or the thirteen orphans."""
    dice = random.Random(seed)
    while True:
        if (made := _win(dice)) is not None:
            yield made


def _win(dice: random.Random) -> Win | None:
    left = [4] * 34
    concealed, melds = _tiles(dice, left)
    if any(not left[five] for five in FIVES) or concealed is None:
        return None  # four fives without the red one: `mahjong` cannot write it
    win = dice.choice(concealed)
    tsumo = dice.random() < 0.4
    said = _situation(dice, melds, tsumo, concealed.count(win) == 1 and left[win] == 3)
    reds = [five for five in FIVES if five in concealed and five != win and dice.random() < 0.3]
    hand: dict[str, Any] = {
        "tiles": tiles_text(_counts(concealed), _counts(reds)),
        "melds": melds,
        "win_tile": CODES[win],
        "dora": [CODES[_draw(dice, left, win, said)]],
        "situation": said,
    }
    if {"riichi", "double-riichi"} & set(said):
        hand["ura"] = [CODES[_draw(dice, left, win, said)]]
    table = {"round_wind": dice.randrange(2), "seat_wind": dice.randrange(4), "tsumo": tsumo}
    if "first-turn" in said:
        table["seat_wind"] = dice.randrange(4) if tsumo else dice.randrange(1, 4)
    return hand, table


def _counts(tiles: list[int]) -> int:
    return sum(1 << 4 * tile for tile in tiles)


def _tiles(dice: random.Random, left: list[int]) -> tuple[list[int] | None, list[str]]:
    """The concealed tiles and the melds; ``left`` loses what is taken."""
    shape = dice.random()
    if shape < 0.03:
        pairs = dice.sample(range(34) if shape < 0.02 else [*range(9), *range(27, 34)], 7)
        return _taken(left, [tile for pair in pairs for tile in (pair, pair)]), []
    if shape < 0.035:
        orphans = [0, 8, 9, 17, 18, 26, *range(27, 34)]
        return _taken(left, [*orphans, dice.choice(orphans)]), []
    called = dice.choice((0, 0, 0, 0, 0, 1, 1, 2, 2, 3))
    suit = dice.randrange(3) if dice.random() < 0.2 else None
    triplets = 0.3 if dice.random() < 0.85 else 0.9
    concealed: list[int] = []
    melds = []
    for place in range(4):
        tiles = _taken(left, _set(dice, suit, triplets))
        if tiles is None:
            return None, []
        if place < called:
            melds.append(_meld(dice, tiles, left))
        else:
            concealed += tiles
    pair = _taken(left, [dice.randrange(34)] * 2)
    return (None if pair is None else concealed + pair), melds


def _set(dice: random.Random, suit: int | None, triplets: float) -> list[int]:
    if dice.random() < triplets:
        own = range(34) if suit is None else [*range(9 * suit, 9 * suit + 9), *range(27, 34)]
        return [dice.choice(own)] * 3
    start = 9 * (dice.randrange(3) if suit is None else suit) + dice.randrange(7)
    return [start, start + 1, start + 2]


def _taken(left: list[int], tiles: list[int]) -> list[int] | None:
    if any(left[tile] < tiles.count(tile) for tile in tiles):
        return None
    for tile in tiles:
        left[tile] -= 1
    return tiles


def _meld(dice: random.Random, tiles: list[int], left: list[int]) -> str:
    tile = tiles[0]
    if tiles[1] != tile:
        return f"chi {tiles_text(_counts(tiles))}"
    if left[tile] and tile not in FIVES and dice.random() < 0.4:
        left[tile] -= 1
        return f"{dice.choice(('kan', 'ankan', 'kakan'))} {tiles_text(4 << 4 * tile)}"
    return f"pon {tiles_text(3 << 4 * tile)}"


def _situation(dice: random.Random, melds: list[str], tsumo: bool, alone: bool) -> list[str]:
    """What was special about the win; most often nothing or riichi. ``alone``: the winning tile may
    have been added to a pon, as no other copy is in sight."""
    kan = any("kan" in meld for meld in melds)
    if not melds and dice.random() < 0.004 and tsumo:
        return ["first-turn"]
    said = []
    if all(meld.startswith("ankan") for meld in melds) and dice.random() < 0.6:
        said.append("riichi" if dice.random() < 0.9 else "double-riichi")
    drawn = dice.random()
    if drawn < 0.04:
        return [*said, "last-tile"]
    if drawn < 0.2 and tsumo and kan:
        return [*said, "after-kan"]
    if drawn < 0.1 and not tsumo and alone:
        return [*said, "robbing-kan"]
    return [*said, "ippatsu"] if said and dice.random() < 0.2 else said


def _draw(dice: random.Random, left: list[int], win: int, said: list[str]) -> int:
    """An indicator: none of a kan that was robbed."""
    robbed = win if "robbing-kan" in said else None
    tile = dice.choice([tile for tile in range(34) if left[tile] and tile != robbed])
    left[tile] -= 1
    return tile


# -- `mahjong` ----------------------------------------------------------------------------------

MELDS = {
    "chi": Meld.CHI,
    "pon": Meld.PON,
    "kan": Meld.KAN,
    "ankan": Meld.KAN,
    "kakan": Meld.SHOUMINKAN,
}
_calculator = HandCalculator()


def mahjong_form(won: Win, options: OptionalRules = OPTIONS) -> tuple[Any, ...]:
    """The hand as `mahjong` takes it, from the same text."""
    hand, table = won
    melds = []
    texts = [hand["tiles"]]
    for text in hand["melds"]:
        kind, tiles = text.split(" ")
        texts.append(tiles)
        melds.append(Meld(MELDS[kind], _read(tiles), kind != "ankan"))
    said, tsumo, seat = hand["situation"], table["tsumo"], table["seat_wind"]
    first = "first-turn" in said
    config = HandConfig(
        is_tsumo=tsumo,
        is_riichi="riichi" in said or "double-riichi" in said,
        is_daburu_riichi="double-riichi" in said,
        is_ippatsu="ippatsu" in said,
        is_haitei="last-tile" in said and tsumo,
        is_houtei="last-tile" in said and not tsumo,
        is_rinshan="after-kan" in said,
        is_chankan="robbing-kan" in said,
        is_tenhou=first and seat == 0,
        is_chiihou=first and seat != 0,
        player_wind=27 + seat,
        round_wind=27 + table["round_wind"],
        options=options,
    )
    return (
        _together(texts),
        _read(hand["win_tile"])[0],
        melds,
        [_read(tile)[0] for tile in hand["dora"]],
        [_read(tile)[0] for tile in hand.get("ura", ())],
        config,
    )


def _read(text: str) -> list[int]:
    tiles: list[int] = TilesConverter.one_line_string_to_136_array(text, has_aka_dora=True)
    return tiles


def _together(texts: list[str]) -> list[int]:
    """All tiles of the hand as `mahjong` wants them: one text a suit."""
    digits = {"m": "", "p": "", "s": "", "z": ""}
    for text in texts:
        start = 0
        for end, letter in enumerate(text):
            if letter in digits:
                digits[letter] += text[start:end]
                start = end + 1
    tiles: list[int] = TilesConverter.string_to_136_array(
        man=digits["m"], pin=digits["p"], sou=digits["s"], honors=digits["z"], has_aka_dora=True
    )
    return tiles


def mahjong_value(form: tuple[Any, ...]) -> Any:
    tiles, win, melds, dora, ura, config = form
    return _calculator.estimate_hand_value(tiles, win, melds, dora, config, ura_dora_indicators=ura)
