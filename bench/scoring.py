"""Hands per second: this engine beside two others, in one run on the same hands.

    python bench/scoring.py [--hands 2000] [--rounds 15] [--json bench/scoring.json]

`mahjong` is in requirements-dev.txt; `riichienv` (compiled) is optional: ``pip install riichienv``.
Two ways in: from notation (text to value, with all checks) and from each engine's own form of a
hand. Rounds of the engines alternate and the best of each counts, so that a busy machine slows all
alike. Every engine must find the same points for a hand, else the hand is named and left out.
"""

from __future__ import annotations

import argparse
import gc
import json
import platform
import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld
from mahjong.tile import TilesConverter

from scoring.errors import ScoringError
from scoring.notation import CODES, count, parse_hand, tiles_text
from scoring.riichi import points
from scoring.riichi.context import Context
from scoring.riichi.hand import value
from scoring.riichi.rules import read_rules

try:
    import riichienv
except ImportError:
    riichienv = None

RULES = read_rules(
    None,
    {
        "red_fives": 3,
        "kiriage_mangan": False,
        "thirteen_han": "yakuman",
        "double_wind_fu": 4,
        "double_yakuman": ["suuankou-tanki", "kokushi-13", "junsei-chuuren", "daisuushi"],
    },
)


# -- random winning hands -----------------------------------------------------------------------


def random_hands(number: int, seed: int = 1) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Different winning hands with a yaku: ``hand`` of the game record, and round, seat, tsumo."""
    dice = random.Random(seed)
    seen = set()
    while len(seen) < number:
        made = _random_hand(dice)
        if made is None:
            continue
        hand, table = made
        text = json.dumps([hand, table])
        try:
            value(RULES, parse_hand(hand, "hand"), Context(**table, players=4))
        except ScoringError:
            continue
        if text not in seen:
            seen.add(text)
            yield hand, table


def _random_hand(dice: random.Random) -> tuple[dict[str, Any], dict[str, Any]] | None:
    left = [4] * 34
    called = dice.choice((0, 0, 0, 0, 0, 1, 1, 2, 2, 3))
    melds, concealed = [], []
    suit = dice.randrange(3) if dice.random() < 0.2 else None
    for place in range(4):
        tiles = _random_set(dice, left, suit)
        if tiles is None:
            return None
        if place < called:
            melds.append(_meld(dice, tiles, left))
        else:
            concealed += tiles
    pair = dice.choice([tile for tile in range(34) if left[tile] >= 2])
    if any(left[five] - 2 * (pair == five) == 0 for five in (4, 13, 22)):
        return None  # all four fives without the red one: the other notations cannot write it
    left[pair] -= 2
    concealed += [pair, pair]
    is_open = any(not text.startswith("ankan") for text in melds)
    win = dice.choice(concealed)
    riichi = not is_open and dice.random() < 0.6
    dora = [_draw(dice, left)]
    counts = sum(1 << 4 * tile for tile in concealed)
    reds = sum(
        1 << 4 * five
        for five in (4, 13, 22)
        if count(counts, five) and five != win and dice.random() < 0.3
    )
    hand = {
        "tiles": tiles_text(counts, reds),
        "melds": melds,
        "win_tile": CODES[win],
        "dora": [CODES[tile] for tile in dora],
        "situation": ["riichi"] if riichi else [],
    }
    if riichi:
        hand["ura"] = [CODES[_draw(dice, left)]]
    return hand, {
        "round_wind": dice.randrange(2),
        "seat_wind": dice.randrange(4),
        "tsumo": dice.random() < 0.4,
    }


def _random_set(dice: random.Random, left: list[int], suit: int | None) -> list[int] | None:
    if dice.random() < 0.7:
        start = 9 * (dice.randrange(3) if suit is None else suit) + dice.randrange(7)
        tiles = [start, start + 1, start + 2]
    else:
        tile = dice.randrange(34) if suit is None else dice.choice([9 * suit + 4, 27, 31, 32, 33])
        tiles = [tile] * 3
    if any(left[tile] < tiles.count(tile) for tile in tiles):
        return None
    for tile in tiles:
        left[tile] -= 1
    return tiles


def _meld(dice: random.Random, tiles: list[int], left: list[int]) -> str:
    tile = tiles[0]
    if tiles[1] != tile:
        return "chi " + tiles_text(sum(1 << 4 * t for t in tiles))
    if left[tile] and dice.random() < 0.2:
        left[tile] -= 1
        return f"{dice.choice(('kan', 'ankan', 'kakan'))} {tiles_text(4 << 4 * tile)}"
    return "pon " + tiles_text(3 << 4 * tile)


def _draw(dice: random.Random, left: list[int]) -> int:
    tile = dice.choice([tile for tile in range(34) if left[tile]])
    left[tile] -= 1
    return tile


# -- the engines: from text, and from their own form --------------------------------------------

Job = tuple[Callable[[Any], Any], list[Any]]


def our_points(best: Any, table: dict[str, Any]) -> int:
    dealer = table["seat_wind"] == 0
    if table["tsumo"]:
        return points.self_draw_total(RULES, best.base, dealer)
    return points.ron(best.base, dealer)


def jantaku_text(job: Any) -> Any:
    hand, table = job
    return value(RULES, parse_hand(hand, "hand"), Context(**table, players=4))


def jantaku_own(job: Any) -> Any:
    return value(RULES, *job)


MELDS = {
    "chi": Meld.CHI,
    "pon": Meld.PON,
    "kan": Meld.KAN,
    "ankan": Meld.KAN,
    "kakan": Meld.SHOUMINKAN,
}
OPTIONS = OptionalRules(has_open_tanyao=True, has_aka_dora=True, has_double_yakuman=True)
CALCULATOR = HandCalculator()


def mahjong_prepare(job: Any) -> Any:
    hand, table = job
    read = TilesConverter.one_line_string_to_136_array
    melds = []
    texts = [hand["tiles"]]
    for text in hand["melds"]:
        kind, tiles = text.split(" ")
        texts.append(tiles)
        melds.append(Meld(MELDS[kind], read(tiles, has_aka_dora=True), kind != "ankan"))
    said = hand["situation"]
    config = HandConfig(
        is_tsumo=table["tsumo"],
        is_riichi="riichi" in said,
        player_wind=27 + table["seat_wind"],
        round_wind=27 + table["round_wind"],
        options=OPTIONS,
    )
    return (
        _together(texts),
        read(hand["win_tile"], has_aka_dora=True)[0],
        melds,
        [read(tile, has_aka_dora=True)[0] for tile in hand["dora"]],
        [read(tile, has_aka_dora=True)[0] for tile in hand.get("ura", ())],
        config,
    )


def _together(texts: list[str]) -> list[int]:
    """All tiles of the hand as `mahjong` wants them: one text a suit."""
    digits = {"m": "", "p": "", "s": "", "z": ""}
    for text in texts:
        start = 0
        for end, letter in enumerate(text):
            if letter in digits:
                digits[letter] += text[start:end]
                start = end + 1
    return TilesConverter.string_to_136_array(
        man=digits["m"], pin=digits["p"], sou=digits["s"], honors=digits["z"], has_aka_dora=True
    )


def mahjong_own(job: Any) -> Any:
    tiles, win, melds, dora, ura, config = job
    return CALCULATOR.estimate_hand_value(tiles, win, melds, dora, config, ura_dora_indicators=ura)


def mahjong_text(job: Any) -> Any:
    return mahjong_own(mahjong_prepare(job))


RIICHIENV_MELDS = {"pon": "(p{}{}0)", "kan": "(k{}{}1)", "ankan": "(k{}{})", "kakan": "(s{}{}1)"}


def riichienv_text_of(hand: dict[str, Any]) -> tuple[str, str, str]:
    """The hand in its notation: the winning tile last, melds in brackets."""
    win = hand["win_tile"]
    text = ""
    start = 0
    tiles = hand["tiles"]
    for end, letter in enumerate(tiles):
        if letter in "mpsz":
            digits = tiles[start:end]
            if letter == win[1]:
                digits = digits.replace(win[0], "", 1)
            text += digits + letter if digits else ""
            start = end + 1
    for meld in hand["melds"]:
        kind, tiles = meld.split(" ")
        if kind == "chi":
            text += f"({tiles}0)"
        else:
            text += RIICHIENV_MELDS[kind].format(tiles[0], tiles[-1])
    return text + win, "".join(hand["dora"]), "".join(hand.get("ura", ()))


def riichienv_conditions(hand: dict[str, Any], table: dict[str, Any]) -> Any:
    return riichienv.Conditions(
        tsumo=table["tsumo"],
        riichi="riichi" in hand["situation"],
        player_wind=table["seat_wind"],
        round_wind=table["round_wind"],
    )


def riichienv_text(job: Any) -> Any:
    (text, dora, ura), hand, table = job
    return riichienv.HandEvaluator.calc_from_text(
        text, dora, riichienv_conditions(hand, table), ura
    )


def riichienv_prepare(job: Any) -> Any:
    (text, dora, ura), hand, table = job
    tiles, melds = riichienv.parse_hand(text)
    return (
        riichienv.HandEvaluator(sorted(tiles), melds),
        tiles[-1],
        list(riichienv.parse_hand(dora)[0]),
        riichienv_conditions(hand, table),
        list(riichienv.parse_hand(ura)[0]),
    )


def riichienv_own(job: Any) -> Any:
    evaluator, win, dora, conditions, ura = job
    return evaluator.calc(win, dora, conditions, ura)


def riichienv_points(result: Any, table: dict[str, Any]) -> int:
    if not table["tsumo"]:
        return int(result.ron_agari)
    if table["seat_wind"] == 0:
        return 3 * int(result.tsumo_agari_ko)
    return int(result.tsumo_agari_oya) + 2 * int(result.tsumo_agari_ko)


def mahjong_points(result: Any, table: dict[str, Any]) -> int:
    return int(result.cost["total"]) if result.cost else 0


# -- the run ------------------------------------------------------------------------------------


def jobs(made: list[tuple[dict[str, Any], dict[str, Any]]]) -> dict[str, Job]:
    own = [(parse_hand(hand, "hand"), Context(**table, players=4)) for hand, table in made]
    found: dict[str, Job] = {
        "jantaku, notation": (jantaku_text, list(made)),
        "jantaku, own form": (jantaku_own, own),
        "mahjong, notation": (mahjong_text, list(made)),
        "mahjong, own form": (mahjong_own, [mahjong_prepare(job) for job in made]),
    }
    if riichienv:
        texts = [(riichienv_text_of(hand), hand, table) for hand, table in made]
        found["riichienv, notation"] = (riichienv_text, texts)
        found["riichienv, own form"] = (riichienv_own, [riichienv_prepare(job) for job in texts])
    return found


def agreed(made: list[tuple[dict[str, Any], dict[str, Any]]]) -> list[int]:
    """The places of the hands on which all engines agree; the others are printed."""
    found = []
    for place, (hand, table) in enumerate(made):
        said = {
            "jantaku": our_points(jantaku_text((hand, table)), table),
            "mahjong": mahjong_points(mahjong_text((hand, table)), table),
        }
        if riichienv:
            job = (riichienv_text_of(hand), hand, table)
            said["riichienv"] = riichienv_points(riichienv_text(job), table)
        if len(set(said.values())) == 1:
            found.append(place)
        else:
            print("disagree", said, json.dumps(hand), table)
    return found


def measure(work: dict[str, Job], rounds: int) -> dict[str, float]:
    """Microseconds a hand, the best of ``rounds`` passes over slices of 500 hands."""
    best = dict.fromkeys(work, 0.0)
    gc.collect()
    gc.freeze()
    gc.disable()
    size = len(next(iter(work.values()))[1])
    for start in range(0, size, 500):
        least = dict.fromkeys(work, float("inf"))
        for _ in range(rounds):
            for name, (run, all_jobs) in work.items():
                part = all_jobs[start : start + 500]
                began = time.perf_counter()
                for job in part:
                    run(job)
                least[name] = min(least[name], time.perf_counter() - began)
        for name in work:
            best[name] += least[name]
    gc.enable()
    return {name: seconds / size * 1e6 for name, seconds in best.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    made = list(random_hands(args.hands))
    made = [made[place] for place in agreed(made)]
    print(
        f"{len(made)} of {args.hands} hands on which all agree; Python {platform.python_version()}"
    )
    taken = measure(jobs(made), args.rounds)
    for name, microseconds in taken.items():
        print(f"{name:22} {microseconds:8.2f} µs a hand {1e6 / microseconds:10,.0f} hands/s")
    ratios = {
        f"{other}, {way}": taken[f"{other}, {way}"] / taken[f"jantaku, {way}"]
        for other in ("mahjong", "riichienv")
        for way in ("notation", "own form")
        if f"{other}, {way}" in taken
    }
    for name, ratio in ratios.items():
        print(f"jantaku is {ratio:.2f} × as fast as {name}")
    if args.json:
        args.json.write_text(
            json.dumps({"hands": len(made), "microseconds": taken, "ratios": ratios}, indent=1)
            + "\n"
        )


if __name__ == "__main__":
    main()
