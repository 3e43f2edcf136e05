"""Hands per second: this engine beside two others, in one run on the same hands.

    python bench/scoring.py [--hands 2000] [--rounds 15] [--json bench/scoring.json]

`mahjong` is in requirements-dev.txt; `riichienv` (compiled) is optional: ``pip install riichienv``.
Two ways in: from notation (text to value, with all checks) and from each engine's own form of a
hand. Rounds of the engines alternate and the best of each counts, so that a busy machine slows all
alike. Every engine must find the same points for a hand, else the hand is named and left out.

These hands are met many times, and Jantaku keeps what it has worked out: the figures are those of
warm caches. Hands that are met for the first time, by a process that has scored ``--hands`` others,
are timed besides.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scoring.errors import ScoringError
from scoring.notation import parse_hand
from scoring.riichi import points
from scoring.riichi.context import Context
from scoring.riichi.hand import value
from scoring.riichi.lone import lone_context
from tests.scoring.random_hands import RULES, Win, mahjong_form, mahjong_value, random_wins

try:
    import riichienv
except ImportError:
    riichienv = None


def hands_with_a_yaku(number: int) -> list[Win]:
    """The first of the random wins that are worth something."""
    found: list[Win] = []
    for won in random_wins(seed=1):
        try:
            jantaku_text(won)
        except ScoringError:
            continue
        found.append(won)
        if len(found) == number:
            break
    return found


# -- the engines: from text, and from their own form --------------------------------------------

Job = tuple[Callable[[Any], Any], list[Any]]


def our_points(best: Any, table: dict[str, Any]) -> int:
    dealer = table["seat_wind"] == 0
    if table["tsumo"]:
        return points.self_draw_total(RULES, best.base, dealer)
    return points.ron(best.base, dealer)


def jantaku_text(job: Any) -> Any:
    hand, table = job
    where = lone_context(table["round_wind"], table["seat_wind"], table["tsumo"])
    return value(RULES, parse_hand(hand, "hand"), where)


def jantaku_own(job: Any) -> Any:
    return value(RULES, *job)


def mahjong_text(job: Any) -> Any:
    return mahjong_value(mahjong_form(job))


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
    said, tsumo = hand["situation"], table["tsumo"]
    return riichienv.Conditions(
        tsumo=tsumo,
        riichi="riichi" in said or "double-riichi" in said,
        double_riichi="double-riichi" in said,
        ippatsu="ippatsu" in said,
        haitei="last-tile" in said and tsumo,
        houtei="last-tile" in said and not tsumo,
        rinshan="after-kan" in said,
        chankan="robbing-kan" in said,
        tsumo_first_turn="first-turn" in said,
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


def jobs_from_text(made: list[Win]) -> dict[str, Job]:
    found: dict[str, Job] = {
        "jantaku, notation": (jantaku_text, list(made)),
        "mahjong, notation": (mahjong_text, list(made)),
    }
    if riichienv:
        texts = [(riichienv_text_of(hand), hand, table) for hand, table in made]
        found["riichienv, notation"] = (riichienv_text, texts)
    return found


def jobs(made: list[Win]) -> dict[str, Job]:
    """All ways in."""
    own = [(parse_hand(hand, "hand"), Context(**table, players=4)) for hand, table in made]
    found = jobs_from_text(made)
    found["jantaku, own form"] = (jantaku_own, own)
    found["mahjong, own form"] = (mahjong_value, [mahjong_form(job) for job in made])
    if riichienv:
        _, texts = found["riichienv, notation"]
        found["riichienv, own form"] = (riichienv_own, [riichienv_prepare(job) for job in texts])
    return found


def agreed(made: list[Win]) -> list[int]:
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
    """Microseconds a hand: the best of ``rounds`` for each slice of hands, the engines taking
    turns at it. Slices are short so that some fall between the other work of a busy machine: at 50
    hands those of `mahjong`, the longest, no longer do, and it looks slower than it is."""
    best = dict.fromkeys(work, 0.0)
    gc.collect()
    gc.freeze()
    gc.disable()
    size = len(next(iter(work.values()))[1])
    for start in range(0, size, SLICE):
        least = dict.fromkeys(work, float("inf"))
        for _ in range(rounds):
            for name, (run, all_jobs) in work.items():
                part = all_jobs[start : start + SLICE]
                for job in part:  # once before: the engine before has left its things in the caches
                    run(job)
                began = time.perf_counter()
                for job in part:
                    run(job)
                least[name] = min(least[name], time.perf_counter() - began)
        for name in work:
            best[name] += least[name]
    gc.enable()
    return {name: seconds / size * 1e6 for name, seconds in best.items()}


SLICE = 10


def measure_new(number: int, rounds: int) -> dict[str, float]:
    """Microseconds a hand, from notation, for hands that nobody has met. They are new once only, so
    that every round is a process of its own; of each slice the best counts, as above."""
    with get_context("spawn").Pool(1, maxtasksperchild=1) as processes:
        taken = processes.map(time_new, [number] * rounds, chunksize=1)
    return {
        name: sum(map(min, zip(*(one[name] for one in taken), strict=True))) / number * 1e6
        for name in taken[0]
    }


def time_new(number: int) -> dict[str, list[float]]:
    """Seconds of each slice, one engine after the other. `mahjong` chooses the hands, so that
    Jantaku has not seen them; it has scored as many others."""
    hands_with_a_yaku(number)
    fresh = (won for won in random_wins(seed=2) if mahjong_text(won).cost)
    work = jobs_from_text(list(islice(fresh, number)))
    gc.collect()
    gc.freeze()
    gc.disable()
    return {name: list(_slices(run, all_jobs)) for name, (run, all_jobs) in work.items()}


def _slices(run: Callable[[Any], Any], all_jobs: list[Any]) -> Iterator[float]:
    for start in range(0, len(all_jobs), SLICE):
        began = time.perf_counter()
        for job in all_jobs[start : start + SLICE]:
            run(job)
        yield time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    made = hands_with_a_yaku(args.hands)
    made = [made[place] for place in agreed(made)]
    print(
        f"{len(made)} of {args.hands} hands on which all agree; Python {platform.python_version()}"
    )
    taken = measure(jobs(made), args.rounds)
    for name, microseconds in measure_new(args.hands, args.rounds).items():
        taken[name.replace("notation", "new hands")] = microseconds
    print(f"load of the machine {os.getloadavg()[0]:.1f}; met before, but for the new hands:")
    for name, microseconds in taken.items():
        print(f"{name:22} {microseconds:8.2f} µs a hand {1e6 / microseconds:10,.0f} hands/s")
    ratios = {
        f"{other}, {way}": taken[f"{other}, {way}"] / taken[f"jantaku, {way}"]
        for other in ("mahjong", "riichienv")
        for way in ("notation", "own form", "new hands")
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
