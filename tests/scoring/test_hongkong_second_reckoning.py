"""Random hands at tables of random options, against a second reckoning from the rules page."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

import pytest

from scoring.hongkong import HONGKONG
from tests.scoring.random_wins import random_win
from tests.scoring.second_reckoning import GATES, ORPHANS, Tile, read, split

FAN = {
    "all-sequences": 1, "all-triplets": 3, "half-flush": 3, "small-dragons": 5, "full-flush": 7,
    "big-dragons": 8, "dragon-white": 1, "dragon-green": 1, "dragon-red": 1, "seat-wind": 1,
    "round-wind": 1, "no-flowers": 1, "self-draw": 1, "last-tile": 1, "kong-replacement": 1,
    "robbing-kong": 1, "own-flower": 1, "own-season": 1, "mixed-terminals": 1, "all-flowers": 2,
    "all-seasons": 2, "concealed": 1, "chicken": 0,
}  # fmt: skip
LIMITS = {
    "four-concealed-triplets", "four-kongs", "small-winds", "big-winds", "all-honors",
    "all-terminals", "nine-gates", "thirteen-orphans", "heaven", "earth",
}  # fmt: skip
DRAGONS = {5: "dragon-white", 6: "dragon-green", 7: "dragon-red"}
FLOWERS = [f"{letter}{number}" for letter in "fs" for number in range(1, 5)]
SAID = {"last-tile": "last-tile", "after-kan": "kong-replacement", "robbing-kan": "robbing-kong"}
FIGURES = (4, 16, 32, 48, 64, 96, 128, 192, 256, 512, 1024)


def readings(hand: dict[str, Any], options: dict[str, Any]) -> Iterator[set[str]]:
    """The patterns of every reading, how it was won and flowers apart."""
    concealed = read(hand["tiles"])
    melds = [meld.split(" ") for meld in hand["melds"]]
    tiles = concealed + [tile for _, text in melds for tile in read(text)]
    closed = all(kind == "ankan" for kind, _ in melds)
    suits, honors = {suit for suit, _ in tiles} - {"z"}, any(suit == "z" for suit, _ in tiles)
    always = {"concealed"} if closed else set()
    if len(suits) < 2:
        always.add(("half-flush" if honors else "full-flush") if suits else "all-honors")
    if {*tiles} <= ORPHANS:
        always |= {"mixed-terminals"} | (set() if honors else {"all-terminals"})
    if len(suits) == 1 and not honors and not melds and _is_gates(hand, concealed, options):
        always.add("nine-gates")
    for pair in {tile for tile in concealed if concealed.count(tile) > 1}:
        rest = sorted(concealed)
        rest.remove(pair)
        rest.remove(pair)
        for sets in split(tuple(rest)):
            triplets = [one.tile for one in sets if one.kind == "t"]
            triplets += [read(text)[0] for kind, text in melds if kind != "chi"]
            yield always | {*_of_sets(triplets, pair, hand, melds)}
    pairs = len(concealed) == 14 and not any(n % 2 for n in Counter(concealed).values())
    if options["seven_pairs"] and pairs:
        yield always | {"seven-pairs"}


def _is_gates(hand: dict[str, Any], concealed: list[Tile], options: dict[str, Any]) -> bool:
    held, (win,) = Counter(number for _, number in concealed), read(hand["win_tile"])
    nine = held - Counter([win[1]]) == GATES
    return nine if options["nine_gates_nine_sided"] else held >= GATES


def _of_sets(
    triplets: list[Tile], pair: Tile, hand: dict[str, Any], melds: list[list[str]]
) -> Iterator[str]:
    if not triplets:
        yield "all-sequences"
    if len(triplets) == 4:
        yield "all-triplets"
        if hand["tsumo"] and all(kind == "ankan" for kind, _ in melds):
            yield "four-concealed-triplets"
    if sum(kind.endswith("kan") for kind, _ in melds) == 4:
        yield "four-kongs"
    yield from (name for number, name in DRAGONS.items() if ("z", number) in triplets)
    for name, wind in (("seat-wind", hand["seat"]), ("round-wind", hand["round"])):
        if ("z", "ESWN".index(wind) + 1) in triplets:
            yield name
    for kinds, small, big in (
        ({("z", n) for n in range(1, 5)}, "small-winds", "big-winds"),
        ({("z", n) for n in DRAGONS}, "small-dragons", "big-dragons"),
    ):
        missing = kinds - {*triplets}
        if missing <= {pair}:
            yield small if missing else big


def won(hand: dict[str, Any], options: dict[str, Any]) -> Iterator[str]:
    """How the hand was won, and the flowers."""
    if hand["tsumo"]:
        yield "self-draw"
    yield from (SAID[name] for name in hand["situation"] if name in SAID)
    if "first-turn" in hand["situation"]:
        yield "heaven" if hand["tsumo"] else "earth"
    if not options["flowers"]:
        return
    drawn, own = {*hand["flowers"]}, "ESWN".index(hand["seat"]) + 1
    if not drawn:
        yield "no-flowers"
    for letter, name, series in (
        ("f", "own-flower", "all-flowers"),
        ("s", "own-season", "all-seasons"),
    ):
        if f"{letter}{own}" in drawn:
            yield name
        if sum(code[0] == letter for code in drawn) == 4:
            yield series


def count(names: set[str], options: dict[str, Any], cap: int) -> tuple[int, set[str]]:
    """Fan, clipped, and what counts."""
    seven = options["seven_pairs"]
    limits = {
        name for name in names if name in LIMITS or (name == "seven-pairs" and seven == "limit")
    }
    if limits:
        return cap, limits
    counted = {*names} - (set() if options["concealed_fan"] else {"concealed"})
    if "big-dragons" in counted or "small-dragons" in counted:
        counted -= {*DRAGONS.values()}
    if options["set_replaces_own_flower"]:
        counted -= {"own-flower"} if "all-flowers" in counted else set()
        counted -= {"own-season"} if "all-seasons" in counted else set()
    fan = sum(seven if name == "seven-pairs" else FAN[name] for name in counted)
    return min(fan, cap), counted or {"chicken"}


def random_table(dice: random.Random) -> dict[str, Any]:
    return {
        "minimum": 0,
        "maximum": dice.choice((4, 8, 10, 13)),
        "flowers": dice.random() < 0.8,
        "concealed_fan": dice.randrange(2),
        "seven_pairs": dice.choice((0, 3, 4, "limit")),
        "nine_gates_nine_sided": dice.random() < 0.5,
        "set_replaces_own_flower": dice.random() < 0.5,
        "gun": dice.choice(("full", "half")),
    }


def random_claim(dice: random.Random, options: dict[str, Any]) -> dict[str, Any]:
    tsumo = dice.random() < 0.5
    hand = random_win(dice, tsumo)
    if dice.random() < 0.08:  # what sets drawn at random hardly ever make
        suit = dice.choice("mps")
        gates = [(suit, number) for number in GATES.elements()]
        whole = dice.choice((sorted(ORPHANS), gates))
        tiles = [f"{number}{suit}" for suit, number in [*whole, dice.choice(whole)]]
        win = dice.choice(tiles)
        hand = {"tiles": "".join(tiles), "melds": [], "win_tile": win, "situation": []}
    said = [name for name in hand["situation"] if name in SAID][:1]
    if "first-turn" in hand["situation"] and not hand["melds"]:
        said = ["first-turn"]
    kongs = any("kan" in meld for meld in hand["melds"])
    held = Counter(
        chain(read(hand["tiles"]), *(read(meld.split(" ")[1]) for meld in hand["melds"]))
    )
    if ("after-kan" in said and not kongs) or (
        "robbing-kan" in said and held[read(hand["win_tile"])[0]] > 1
    ):
        said = []
    seat = ("E" if tsumo else dice.choice("SWN")) if "first-turn" in said else dice.choice("ESWN")
    flowers = dice.sample(FLOWERS, dice.choice((0, 0, 1, 2, 4, 6))) if options["flowers"] else []
    if options["flowers"] and dice.random() < 0.2:
        flowers = [*dice.choice((FLOWERS[:4], FLOWERS[4:])), *flowers[:1]]
    return {
        **hand,
        "situation": said,
        "flowers": sorted({*flowers}),
        "tsumo": tsumo,
        "seat": seat,
        "round": dice.choice("ESWN"),
    }


def expected(hand: dict[str, Any], options: dict[str, Any], cap: int) -> list[tuple[int, set[str]]]:
    """The readings with the most fan; those that make as many are alike."""
    also = {*won(hand, options)}
    found = [count(names | also, options, cap) for names in readings(hand, options)]
    if {*read(hand["tiles"])} == ORPHANS:
        found.append(count({"thirteen-orphans"} | also, options, cap))
    most = max((fan for fan, _ in found), default=0)
    return [reading for reading in found if reading[0] == most]


def patterns(answer: dict[str, Any]) -> set[str]:
    return {name for name, _ in answer["patterns"]}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30))
def test_any_hand_at_any_table_is_worth_what_the_page_says(seed: int) -> None:
    dice = random.Random(seed)
    options = random_table(dice)
    rules = HONGKONG.rules(None, options)
    cap, checked = min(options["maximum"], 10), 0
    for _ in range(150):
        hand = random_claim(dice, options)
        wanted = expected(hand, options, cap)
        if not _is_real(hand) or not wanted:
            continue
        answer = HONGKONG.score(rules, hand)
        fan, _ = wanted[0]
        assert answer["faan"] == fan, (hand, wanted)
        assert any(names == patterns(answer) for _, names in wanted), (hand, wanted, answer)
        whole = FIGURES[fan]
        assert answer["points"] == (whole * 3 / 2 if hand["tsumo"] else whole), hand
        checked += 1
    assert checked > 100


def _is_real(hand: dict[str, Any]) -> bool:
    """No fifth tile: melds are drawn without looking at the hand."""
    texts: Sequence[str] = [hand["tiles"], *(meld.split(" ")[1] for meld in hand["melds"])]
    return max(Counter(chain(*map(read, texts))).values()) <= 4
