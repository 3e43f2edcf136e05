"""What do I need: the published figures, and brute force over every payment."""

from __future__ import annotations

import csv
import json
import random
import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from scoring.errors import ScoringError
from scoring.game import Claim, Outcome
from scoring.riichi import needs
from scoring.riichi.flow import apply, start
from scoring.riichi.points import FU, LIMITS
from scoring.riichi.rules import read_rules

RULES = Path(__file__).resolve().parents[2] / "../shared/rules/riichi"
SEATS = "ESWN"


def rows(name):
    if not RULES.exists():
        return []
    with (RULES / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def position(scores, *, dealer=0, honba=0, sticks=0, **options):
    rules = read_rules(
        "club",
        {"kiriage_mangan": False, "start_points": 25000, "return_points": 25000, **options},
    )
    state = start(rules)
    return rules, replace(
        state, wind=1, number=dealer + 1, honba=honba, sticks=sticks, scores=tuple(scores)
    )


def names(said):
    """The hands that make an amount, as the figures write them: ``haneman``, ``2han80fu|…``."""
    for value in said.values:
        if "limit" in value:
            return {value["limit"]}
    return {f"{value['han']}han{value['fu']}fu" for value in said.values}


@pytest.mark.parametrize("row", rows("allast_vectors.csv"), ids=lambda row: row["name"])
def test_cheapest_win_of_the_published_vectors(row):
    rules, state = position(
        json.loads(row["scores E,S,W,N"]),
        dealer=SEATS.index(row["dealer"]),
        honba=int(row["honba"]),
        sticks=int(row["sticks"]),
        ties="share" if row["tie"] == "split" else "seat",
        kiriage_mangan=row["opt"] == "kiriage",
    )
    me, target = SEATS.index(row["me"]), int(row["target rank"])
    listed = re.findall(
        r"(ron (\w)|tsumo): (\d+|\([\d, ]+\)) \(([^)]+)\)", row["minimal per method"]
    )
    assert len(listed) == row["minimal per method"].count(";") + 1
    for _, source, amount, hands in listed:
        seat = SEATS.index(source) if source else None
        need = needs.cheapest(rules, state, (), me, target, seat)
        figures = re.findall(r"\d+", amount)
        assert re.findall(r"\d+", need.cheapest.said.text) == figures
        assert names(need.cheapest.said) == set(hands.split("|"))
        assert need.cheapest.places[me] <= target


def swing_rows():
    """The file names two columns "total": the child's, then the dealer's."""
    if not RULES.exists():
        return []
    with (RULES / "allast_swings.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))[1:]


@pytest.mark.parametrize("row", swing_rows(), ids=lambda row: row[0])
def test_swings_of_a_self_draw(row):
    rules = read_rules("club", {"kiriage_mangan": False})
    found = {swing.child.text.replace("-", "/"): swing for swing in needs.swings(rules)}
    swing = found[row[0]]
    assert [
        str(swing.child.total),
        str(swing.against_child),
        str(swing.against_dealer),
        f"{swing.each} all",
        str(swing.dealer_total),
        str(swing.against_each),
    ] == row[2:]


def every_hand(rules):
    """Every value a scorer can enter, named here without the engine's own list."""
    yield from ({"han": han, "fu": fu} for han, fu in product(range(1, 5), FU))
    yield from ({"limit": limit} for limit in LIMITS if limit != "yakuman")
    yield from ({"yakuman": n} for n in range(1, 5))


def brute(rules, state, riichi, me, target, source):
    """The smallest receipt of any hand that is enough, trying them all on the real position."""
    best = None
    for value in every_hand(rules):
        claim = Claim(winner=me, source=source, value=value)
        try:
            step = apply(rules, state, Outcome("win", wins=(claim,), riichi=riichi))
        except ScoringError:
            continue
        scores = step.after.scores
        rank = 1 + sum(
            other > scores[me] or (other == scores[me] and rival < me and rules.ties == "seat")
            for rival, other in enumerate(scores)
        )
        if rank <= target and (best is None or step.wins[0].points < best):
            best = step.wins[0].points
    return best


@pytest.mark.slow
def test_cheapest_is_the_least_of_every_payment_on_random_positions():
    dice = random.Random(20261130)
    checked = 0
    for _ in range(120):
        cuts = sorted(dice.randrange(0, 1001) for _ in range(3))
        sticks = dice.randrange(3)
        scores = [100 * (b - a) for a, b in zip([0, *cuts], [*cuts, 1000], strict=True)]
        scores[0] -= 1000 * sticks
        rules, state = position(
            scores,
            dealer=dice.randrange(4),
            honba=dice.randrange(4),
            sticks=sticks,
            ties=dice.choice(["seat", "share"]),
            kiriage_mangan=dice.random() < 0.5,
            riichi_needs_1000=False,
        )
        riichi = tuple(seat for seat in range(4) if dice.random() < 0.2)
        me = dice.randrange(4)
        for need in needs.needs(rules, state, riichi, players=(me,)):
            best = brute(rules, state, riichi, me, need.target, need.source)
            found = need.cheapest
            assert (found and found.said.total) == best
            checked += 1
    assert checked > 400


def test_needs_name_every_player_and_every_better_place():
    rules, state = position([40000, 30000, 20000, 10000])
    found = {(need.player, need.target) for need in needs.needs(rules, state)}
    assert found == {(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3)}
    assert len(needs.needs(rules, state, players=(1,))) == 4


def test_a_finished_game_needs_nothing():
    rules, state = position([40000, 30000, 20000, 10000])
    ended = replace(state, finished=True, reason="last-hand")
    assert needs.needs(rules, ended) == ()
    assert needs.draws(rules, ended) == ()


def test_a_rare_hand_is_footnoted_and_the_usual_one_leads():
    rules, state = position([15000, 40900, 10200, 33900])
    need = needs.cheapest(rules, state, (), 3, 1, 0)
    assert need.cheapest.said.text == "7100"
    assert need.usual.said.text == "7700"


def test_no_hand_is_enough_where_the_gap_is_too_wide():
    rules, state = position([380000, -100000, -100000, -80000], yakuman_stack=False)
    need = needs.cheapest(rules, state, (), 3, 1, 1)
    assert need.cheapest is None
    assert need.usual is None


def test_a_win_that_ends_the_game_says_so():
    rules, state = position([20000, 25000, 25000, 30000], dealer=3)
    ends = needs.cheapest(rules, state, (), 0, 1, 3).cheapest
    assert ends.ends
    stays = needs.cheapest(rules, state, (), 3, 1, 0).cheapest
    assert not stays.ends


def test_a_declaration_nobody_can_pay_for_makes_no_win():
    rules, state = position([500, 45000, 30000, 24500], bust="below-zero")
    assert needs.cheapest(rules, state, (0,), 0, 1, 1).cheapest is None


def test_noten_swings_list_every_way_a_draw_can_come_out():
    rules, state = position([25000, 25000, 25000, 25000])
    found = {draw.tenpai: draw for draw in needs.draws(rules, state, (2,))}
    assert len(found) == 8
    assert found[(2,)].deltas == (-1000, -1000, 2000, -1000)
    assert found[(0, 2)].deltas == (1500, -1500, 500, -1500)
    assert found[(0, 1, 2, 3)].deltas == (0, 0, -1000, 0)
    assert found[(2,)].places[2] == 1
