"""What holds of every Zung Jung game and every hand, and which patterns no hand counts together."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.game import Outcome, Replay, dump_outcome, parse_outcome, replay
from scoring.notation import parse_hand, parse_table, tiles_text
from scoring.zungjung import ZUNGJUNG
from scoring.zungjung.hand import Win, account
from scoring.zungjung.patterns import BY_NUMBER, PATTERNS, contradicts, from_ticked
from scoring.zungjung.payment import LEGAL_POINTS
from scoring.zungjung.rules import Rules, make_rules

RECORDS = Path(__file__).resolve().parents[3] / "shared/records/hongkong_zungjung.jsonl.gz"

# -- games --------------------------------------------------------------------------------------

rulesets = st.builds(
    make_rules,
    st.sampled_from(["2.51", "2.51-mixed-30", "3.3"]),
    st.fixed_dictionaries(
        {
            "length": st.just("open"),
            "dealer_repeats": st.sampled_from([[], ["win"], ["draw"], ["win", "draw"]]),
            "false_win": st.integers(0, 480),
            "rate": st.sampled_from([None, 1, "0.3"]),
        }
    ),
)
wins = st.builds(
    lambda winner, turn, points: {
        "type": "win",
        "wins": [
            {
                "winner": winner,
                "from": None if turn == 0 else (winner + turn) % 4,
                "value": {"points": points},
            }
        ],
    },
    st.integers(0, 3),
    st.integers(0, 3),
    st.sampled_from(LEGAL_POINTS),
)
false_wins = st.builds(
    lambda seat: {"type": "penalty", "reason": "false-win", "seat": seat}, st.integers(0, 3)
)
rounds = st.one_of(wins, wins, st.just({"type": "draw"}), false_wins)
games = st.lists(rounds, max_size=20)


def played(rules: Rules, game: list[dict[str, Any]]) -> Replay:
    return replay(ZUNGJUNG, rules, [parse_outcome(one, 4) for one in game])


@given(rulesets, games)
def test_every_round_sums_to_zero_and_the_scores_are_what_the_rounds_add_up_to(
    rules: Rules, game: list[dict[str, Any]]
) -> None:
    replayed = played(rules, game)
    for step in replayed.steps:
        assert sum(step.deltas) == 0
        moved = zip(step.before.scores, step.deltas, strict=True)
        assert step.after.scores == tuple(had + delta for had, delta in moved)


@given(rulesets, games)
def test_the_settlement_balances_in_points_and_in_money(
    rules: Rules, game: list[dict[str, Any]]
) -> None:
    settlement = played(rules, [*game, {"type": "end"}]).settlement
    assert settlement is not None
    assert sum(settlement.total) == 0
    if settlement.money is not None:
        moved = list(settlement.money)
        for payer, payee, amount in settlement.transfers:
            assert amount > 0
            moved[payer] += amount
            moved[payee] -= amount
        assert moved == [0, 0, 0, 0]
        assert len(settlement.transfers) <= 3


@given(rulesets, games)
def test_undoing_the_last_round_is_the_game_without_it(
    rules: Rules, game: list[dict[str, Any]]
) -> None:
    whole = played(rules, game)
    for length in range(len(game)):
        assert played(rules, game[:length]).steps == whole.steps[:length]


@given(rulesets, games, rounds, st.data())
def test_an_edited_round_leaves_the_rounds_before_it_and_editing_back_restores_all(
    rules: Rules, game: list[dict[str, Any]], other: dict[str, Any], data: st.DataObject
) -> None:
    if not game:
        return
    at = data.draw(st.integers(0, len(game) - 1))
    edited = [*game[:at], other, *game[at + 1 :]]
    before, after = played(rules, game), played(rules, edited)
    assert after.steps[:at] == before.steps[:at]
    assert played(rules, [*edited[:at], game[at], *edited[at + 1 :]]).steps == before.steps


@given(games)
def test_a_round_is_written_and_read_back_to_the_same(game: list[dict[str, Any]]) -> None:
    outcomes: list[Outcome] = [parse_outcome(one, 4) for one in game]
    assert [parse_outcome(dump_outcome(one), 4) for one in outcomes] == outcomes


@given(rulesets, games, st.integers(1, 3))
def test_turning_everybody_round_the_table_turns_the_scores(
    rules: Rules, game: list[dict[str, Any]], turn: int
) -> None:
    def turned(seat: int | None) -> int | None:
        return None if seat is None else (seat + turn) % 4

    moved = []
    for one in game:
        if one["type"] == "win":
            (claim,) = one["wins"]
            new = {**claim, "winner": turned(claim["winner"]), "from": turned(claim["from"])}
            moved.append({**one, "wins": [new]})
        else:
            moved.append({**one, "seat": turned(one["seat"])} if "seat" in one else one)
    scores = played(rules, game).state.scores
    assert played(rules, moved).state.scores == (*scores[-turn:], *scores[:-turn])


# -- hands --------------------------------------------------------------------------------------


@st.composite
def lone_hands(draw: st.DrawFn) -> Win:
    """Four random sets and a pair, some laid down, some kongs."""
    left = Counter(dict.fromkeys(range(34), 4))
    concealed: list[int] = []
    melds: list[str] = []
    for _ in range(4):
        runs = [t for t in range(27) if t % 9 < 7 and all(left[t + i] for i in range(3))]
        triplets = [t for t in range(34) if left[t] >= 3]
        near = draw(st.booleans())
        first = draw(st.sampled_from(triplets if near else runs))
        kong = near and left[first] == 4 and draw(st.integers(0, 3)) == 0
        tiles = [first] * (4 if kong else 3) if near else [first, first + 1, first + 2]
        left.subtract(tiles)
        if kong:
            melds.append(f"{draw(st.sampled_from(['kan', 'ankan', 'kakan']))} {text(tiles)}")
        elif draw(st.integers(0, 2)) == 0:
            melds.append(f"{'pon' if near else 'chi'} {text(tiles)}")
        else:
            concealed += tiles
    pair = draw(st.sampled_from([t for t in range(34) if left[t] >= 2]))
    concealed += [pair, pair]
    hand = {
        "tiles": text(concealed),
        "melds": melds,
        "win_tile": text([draw(st.sampled_from(concealed))]),
    }
    return Win(parse_hand(hand, "hand"), draw(st.booleans()), draw(st.integers(0, 3)))


def text(tiles: list[int]) -> str:
    return tiles_text(sum(1 << 4 * tile for tile in tiles))


editions = st.sampled_from([make_rules("2.51", {}), make_rules("3.3", {})])


@given(editions, lone_hands())
def test_every_hand_has_a_legal_total_by_its_best_reading(rules: Rules, win: Win) -> None:
    found = account(rules, win)
    assert found.worth.points in LEGAL_POINTS
    assert all(other.worth.points <= found.worth.points for other in found.others)


@given(editions, lone_hands())
def test_ticking_what_a_hand_counts_makes_its_points(rules: Rules, win: Win) -> None:
    worth = account(rules, win).worth
    ticked = Counter(number for number, _ in worth.counted if number in BY_NUMBER)
    assert from_ticked(rules, ticked).points == worth.points


@given(lone_hands())
def test_a_self_draw_is_worth_no_less_than_the_same_tile_by_discard(win: Win) -> None:
    rules = make_rules("2.51", {})
    drawn, claimed = (account(rules, Win(win.hand, how, win.seat_wind)) for how in (True, False))
    assert drawn.worth.points >= claimed.worth.points


# -- the recorded hands -------------------------------------------------------------------------


def recorded() -> Iterator[dict[str, Any]]:
    with gzip.open(RECORDS, "rt", encoding="utf-8") as lines:
        yield from (r for r in map(json.loads, lines) if r["rules"]["variety"] == "zungjung")


@pytest.mark.records
@pytest.mark.skipif(not RECORDS.exists(), reason="the records are not beside this checkout")
def test_every_recorded_hand_has_the_recorded_points_and_can_be_ticked() -> None:
    wrong, seen = [], 0
    for record in recorded():
        seen += 1
        rules = make_rules(record["rules"]["preset"], record["rules"]["options"])
        answer = ZUNGJUNG.score(rules, record["hand"])
        table = parse_table(record["hand"], "hand")
        hand = parse_hand(record["hand"], "hand", lone=True)
        worth = account(rules, Win(hand, table.tsumo, table.seat_wind)).worth
        ticked = Counter(number for number, _ in worth.counted if number in BY_NUMBER)
        points = (answer["points"], from_ticked(rules, ticked).points)
        if points != (record["expected"]["points"],) * 2:
            wrong.append((record["id"], points, record["expected"]))
    assert wrong == []
    assert seen == 5982


# -- what no hand counts together: every form there is ------------------------------------------
#
# A second reckoning of the patterns, set by set, over every four sets and a pair there are (suits,
# dragons and the other seats' winds in one order only: they are alike to every pattern). It finds
# which pairs of patterns occur, and so which the form must grey.

Part = tuple[str, int, int]
"""``run`` or ``triplet``, the suit (3 = winds, East first and the player's own; 4 = dragons), the
number from 1."""

_PARTS: list[Part] = [
    *(("run", suit, first) for suit in range(3) for first in range(1, 8)),
    *(("triplet", suit, number) for suit in range(3) for number in range(1, 10)),
    *(("triplet", 3, wind) for wind in range(1, 5)),
    *(("triplet", 4, dragon) for dragon in range(1, 4)),
]


def _tiles(part: Part) -> list[tuple[int, int]]:
    kind, suit, number = part
    return [(suit, number + step if kind == "run" else number) for step in range(3)]


def _in_order(parts: tuple[Part, ...]) -> bool:
    suits = [[p for p in parts if p[1] == suit] for suit in range(3)]
    keys = [sorted((kind, number) for kind, _, number in suit) for suit in suits]
    winds = [p[2] for p in parts if p[1] == 3 and p[2] > 1]
    dragons = [p[2] for p in parts if p[1] == 4]
    return (
        keys[0] >= keys[1] >= keys[2]
        and winds == list(range(2, 2 + len(winds)))
        and dragons == list(range(1, 1 + len(dragons)))
    )


def _of_the_sets(parts: tuple[Part, ...]) -> set[str]:
    runs = Counter((suit, n) for kind, suit, n in parts if kind == "run")
    triplets = {(suit, n) for kind, suit, n in parts if kind == "triplet"}
    twins = sum(count // 2 for count in runs.values())
    most = max(runs.values(), default=0)
    suits = range(3)
    found = {
        "1.1": not triplets,
        "3.1": any(suit == 4 or (suit, n) == (3, 1) for suit, n in triplets),
        "3.2.2": sum(suit == 4 for suit, _ in triplets) == 3,
        "3.3.2": sum(suit == 3 for suit, _ in triplets) == 3,
        "3.3.4": sum(suit == 3 for suit, _ in triplets) == 4,
        "4.1": not runs,
        "5.1.1": twins == 1 and most == 2,
        "5.1.2": twins == 2 and most == 2,
        "5.1.3": most == 3,
        "5.1.4": most == 4,
        "6.1": any(all((suit, n) in runs for suit in suits) for n in range(1, 8)),
        "6.2.2": any(all((suit, n) in triplets for suit in suits) for n in range(1, 10)),
        "7.1": any(all((suit, n) in runs for n in (1, 4, 7)) for suit in suits),
    }
    longest = 0
    for suit, n in triplets:
        if suit < 3:
            longest = max(longest, next(k for k in range(1, 6) if (suit, n + k) not in triplets))
    found |= {"7.2.1": longest == 3, "7.2.2": longest == 4}
    return {number for number, holds in found.items() if holds}


Tile = tuple[int, int]


def _is_end(tile: Tile) -> bool:
    return tile[0] > 2 or tile[1] in (1, 9)


class _Sets:
    """Four sets, and what the patterns ask of them whichever pair is beside."""

    def __init__(self, parts: tuple[Part, ...]) -> None:
        tiles = [_tiles(part) for part in parts]
        self.count = Counter(tile for part in tiles for tile in part)
        self.found = frozenset(_of_the_sets(parts))
        self.triplets = {(suit, n) for kind, suit, n in parts if kind == "triplet"}
        self.number_suits = {suit for _, suit, _ in parts if suit < 3}
        self.winds = sum(suit == 3 for suit, _ in self.triplets)
        self.dragons = sum(suit == 4 for suit, _ in self.triplets)
        self.all_ends = all(_is_end(tile) for part in tiles for tile in part)
        self.some_ends = all(any(map(_is_end, part)) for part in tiles)
        self.no_ends = not any(_is_end(tile) for part in tiles for tile in part)
        self.kongs = sum(self.count[tile] == 3 for tile in self.triplets)
        self.lone = {
            tile
            for part, of_it in zip(parts, tiles, strict=True)
            for tile in of_it
            if part[0] == "run" and self.count[tile] == 1
        }

    def with_pair(self, pair: Tile) -> frozenset[str]:
        """The patterns of the whole form, of each series the highest."""
        suit, n = pair
        honors = bool(self.winds or self.dragons or suit > 2)
        suits = self.number_suits | ({suit} - {3, 4})
        others = [(other, n) for other in range(3) if other != suit]
        found = {
            "1.3": self.no_ends and not _is_end(pair),
            "2.1.1": len(suits) == 1 and honors,
            "2.1.2": len(suits) == 1 and not honors,
            "3.2.1": self.dragons == 2 and suit == 4,
            "3.3.1": self.winds == 2 and suit == 3,
            "3.3.3": self.winds == 3 and suit == 3,
            "3.4": not suits,
            "6.2.1": suit < 3 and self.triplets.issuperset(others) and "6.2.2" not in self.found,
        }
        if self.all_ends and _is_end(pair):
            found["8.1.3" if honors else "8.1.4"] = True
        elif self.some_ends and _is_end(pair):
            found["8.1.1" if honors else "8.1.2"] = True
        replaced = {"3.3.2"} if found["3.3.3"] else set()
        return self.found - replaced | {number for number, holds in found.items() if holds}


def _ways(triplets: int, can_be_kongs: int, lone_in_run: bool) -> Iterator[set[str]]:
    """What concealment, kongs and the way of winning can add to a form."""
    concealed = [set()] + [{f"4.2.{n - 1}"} for n in range(2, triplets + 1)]
    kongs = [set()] + [{f"4.3.{n}"} for n in range(1, can_be_kongs + 1)]
    for hidden in concealed:
        for kong in kongs:
            yield hidden | kong | {"1.2", "9.1.1"} | ({"9.2"} if kong else set())
            yield hidden | kong | {"1.2", "9.1.2"}
            if lone_in_run:  # a robbed kong leaves no second copy of its tile
                yield hidden | kong | {"1.2", "9.3"}
            if not kong:
                yield hidden | {"1.2", "9.4.1"}
                yield hidden | {"1.2", "9.4.2"}


_IRREGULAR = [
    ("2.2", "1.2 2.1.2 4.2.1 7.1 9.1.1 9.1.2 9.4.1 9.4.2"),
    ("10.1", "1.2 9.1.1 9.1.2 9.3 9.4.1 9.4.2"),
    ("10.2", "1.2 1.3 2.1.1 2.1.2 3.4 8.1.3 8.1.4 9.1.1 9.1.2 9.4.1 9.4.2"),
]
"""Nine gates and the irregular hands, by the words of the rules page."""

_PAIRS: list[Tile] = [
    *((suit, n) for suit in range(3) for n in range(1, 10)),
    *((3, wind) for wind in range(1, 5)),
    *((4, dragon) for dragon in range(1, 4)),
]


@pytest.mark.slow
def test_exactly_the_patterns_that_no_form_counts_together_contradict() -> None:
    forms = {
        (sets.with_pair(pair), len(sets.triplets), sets.kongs, bool(sets.lone - {pair}))
        for sets in map(_Sets, filter(_in_order, combinations_with_replacement(_PARTS, 4)))
        if max(sets.count.values()) <= 4
        for pair in _PAIRS
        if sets.count[pair] <= 2
    }
    together = {
        frozenset(two)
        for found, *more in forms
        for way in _ways(*more)
        for two in combinations(sorted(found | way), 2)
    }
    for number, others in _IRREGULAR:
        together = {two for two in together if number not in two}
        together |= {frozenset({number, other}) for other in others.split()}
    rules = make_rules("2.51", {})
    for a, b in combinations([pattern.number for pattern in PATTERNS], 2):
        if BY_NUMBER[a].series != BY_NUMBER[b].series:
            assert contradicts(rules, a, b) == (frozenset({a, b}) not in together), (a, b)
