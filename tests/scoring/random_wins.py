"""Winning hands of riichi put together at random, rich in what is rare, for tests that ask what can
stand together."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from scoring.errors import ScoringError
from scoring.notation import CODES, KINDS, ONE, Hand, parse_hand, tiles_text
from scoring.riichi.context import Context
from scoring.riichi.hand import Appraisal, appraise, book_of, value
from scoring.riichi.rules import RiichiRules

RUNS = [9 * suit + low for suit in range(3) for low in range(7)]
TRIPLETS = list(range(KINDS))
Pools = tuple[list[int], list[int], list[int]]


def readings(
    rules: RiichiRules, number: int, seed: int
) -> Iterator[tuple[Hand, Context, Appraisal]]:
    """Every reading that wins of ``number`` hands."""
    dice = random.Random(seed)
    book = book_of(rules)
    for _ in range(number):
        tsumo = dice.random() < 0.5
        hand = random_win(dice, tsumo)
        context = Context(
            round_wind=dice.randrange(2),
            seat_wind=dice.randrange(rules.players),
            tsumo=tsumo,
            players=rules.players,
            wins_in_row=dice.choice((0, 0, 0, 8)),
            discarder_riichi=None if tsumo else dice.random() < 0.5,
        )
        try:
            read = parse_hand(hand, "hand")
            value(rules, read, context)
        except ScoringError:
            continue
        for found in appraise(book, read, context):
            if found.base:
                yield read, context, found


def random_win(dice: random.Random, tsumo: bool) -> dict[str, Any]:
    """The ``hand`` of a game record: a winning shape, with what may be said of the win or not."""
    pools = _pools(dice)
    concealed, melds = _pairs(dice, pools) if dice.random() < 0.07 else _sets(dice, pools)
    win = dice.choice([tile for tile in TRIPLETS if concealed >> 4 * tile & 15])
    is_open = any(not meld.startswith("ankan") for meld in melds)
    return {
        "tiles": tiles_text(concealed),
        "melds": melds,
        "win_tile": CODES[win],
        "situation": _situation(dice, tsumo, is_open),
    }


def _pools(dice: random.Random) -> Pools:
    """The runs, triplets and pairs to choose from: those of a suit, of terminals, of simples …"""
    suit, low, number = dice.randrange(3), dice.randrange(7), dice.randrange(9)
    far = [tile for tile in TRIPLETS if tile >= 27 or tile % 9 in (0, 8)]
    near = [tile for tile in TRIPLETS if tile not in far]
    edges = [run for run in RUNS if run % 9 in (0, 6)]
    one_suit = [run for run in RUNS if run // 9 == suit]
    same = [9 * suit + low for suit in range(3)] * 3
    alike = [9 * suit + number for suit in range(3)] * 3
    dragons = [31, 32, 33]
    pools: list[Pools] = [
        (RUNS, TRIPLETS, TRIPLETS),
        (one_suit, *[[t for t in TRIPLETS if t // 9 in (suit, 3)]] * 2),
        (one_suit, *[[t for t in TRIPLETS if t // 9 == suit]] * 2),
        (edges, far, far),
        (edges, *[[t for t in far if t < 27]] * 2),
        ([run for run in RUNS if run not in edges], near, near),
        ([*same, dice.choice(RUNS)], [*alike, dice.choice(TRIPLETS)], TRIPLETS),
        (same, [*alike, *range(27, 34)], TRIPLETS),
        (RUNS, [*dragons * 2, dice.choice(TRIPLETS)], dragons),
        ([suit * 9 + low] * 6 + [dice.choice(RUNS)], TRIPLETS, TRIPLETS),
        ([9 * suit + start for start in (0, 3, 6)] * 2 + [dice.choice(RUNS)], TRIPLETS, TRIPLETS),
    ]
    return dice.choice(pools)


def _pairs(dice: random.Random, pools: Pools) -> tuple[int, list[str]]:
    kinds = sorted(set(pools[2]))
    chosen = dice.sample(kinds if len(kinds) > 6 else TRIPLETS, 7)
    return sum(2 * ONE[tile] for tile in chosen), []


def _sets(dice: random.Random, pools: Pools) -> tuple[int, list[str]]:
    runs, triplets, pairs = pools
    of_runs, of_calls = dice.choice((0, 0.25, 0.5, 0.75, 1)), dice.choice((0, 0, 0.3, 0.7))
    of_kans = dice.choice((0, 0, 0, 0.4, 0.9))
    concealed, melds = 2 * ONE[dice.choice(pairs)], []
    for _ in range(4):
        called = dice.random() < of_calls
        if dice.random() < of_runs:
            low = dice.choice(runs)
            number = low % 9 + 1
            if called:
                melds.append(f"chi {number}{number + 1}{number + 2}{'mps'[low // 9]}")
            else:
                concealed += ONE[low] + ONE[low + 1] + ONE[low + 2]
            continue
        code = CODES[dice.choice(triplets)]
        if dice.random() < of_kans:
            melds.append(f"{'kan' if called else 'ankan'} {code[0] * 4}{code[1]}")
        elif called:
            melds.append(f"pon {code[0] * 3}{code[1]}")
        else:
            concealed += 3 * ONE[CODES.index(code)]
    return (concealed, melds) if _is_real(concealed) else _sets(dice, pools)


def _is_real(concealed: int) -> bool:
    return all(concealed >> 4 * tile & 15 <= 4 for tile in TRIPLETS)


def _situation(dice: random.Random, tsumo: bool, is_open: bool) -> list[str]:
    said: list[str] = []
    if not is_open and dice.random() < 0.6:
        said.append(dice.choice(("riichi", "riichi", "double-riichi", "open-riichi")))
        if dice.random() < 0.5:
            said.append("ippatsu")
    if dice.random() < 0.5:
        discards = ("last-tile", "robbing-kan", "robbing-kan", "tsubame-gaeshi", "kanburi")
        said.append(dice.choice(("last-tile", "after-kan") if tsumo else discards))
        if not tsumo and dice.random() < 0.3 and "robbing-kan" not in said:
            said += [name for name in ("last-tile", "kanburi") if name not in said]
    if not said and dice.random() < 0.1:
        said.append("first-turn")
    return said
