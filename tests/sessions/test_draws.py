"""Draws: everybody sits once, few meet again, turns to sit out are fair, and customs are kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessions.draws import (
    Custom,
    Past,
    Table,
    Turn,
    at_random,
    balanced,
    by_snake,
    by_standing,
    in_order,
    pair,
    resting,
    rotated,
    seated,
)

SEEDS = st.integers(0, 2**64 - 1)
NOTHING = Past({}, {})


@st.composite
def turns(draw: Any, people: int) -> list[Turn]:
    seats = draw(st.sampled_from([2, 3, 4]))
    return [
        Turn(at_random(range(people), seats, draw(SEEDS))) for _ in range(draw(st.integers(0, 4)))
    ]


def all_tables(people: Sequence[int], seats: int) -> Iterator[list[tuple[int, ...]]]:
    """Every way to put these people at tables, seats aside."""
    if not people:
        yield []
        return
    first, rest = people[0], people[1:]
    for others in combinations(rest, seats - 1):
        left = [player for player in rest if player not in others]
        for more in all_tables(left, seats):
            yield [(first, *others), *more]


def play(people: Sequence[int], seats: int, rounds: int) -> list[Turn]:
    """An evening of balanced draws."""
    played: list[Turn] = []
    for seed in range(rounds):
        out = resting(people, seats, played, seed)
        left = [player for player in people if player not in out]
        played.append(Turn(balanced(left, seats, Past.of(played), seed), out))
    return played


@given(tables=st.integers(1, 6), seats=st.sampled_from([2, 3, 4]), seed=SEEDS, data=st.data())
def test_every_draw_gives_everybody_one_seat(
    tables: int, seats: int, seed: int, data: st.DataObject
) -> None:
    people = list(range(100, 100 + tables * seats))
    past = Past.of(data.draw(turns(tables * seats)))
    for drawn in (
        at_random(people, seats, seed),
        balanced(people, seats, past, seed),
        by_standing(people, seats, past, seed),
        by_snake(people, seats, past, seed),
        in_order(people, seats),
    ):
        assert [len(table) for table in drawn] == [seats] * tables
        assert sorted(player for table in drawn for player in table) == people


@given(seed=SEEDS)
def test_the_same_lot_gives_the_same_draw(seed: int) -> None:
    people, past = range(12), Past.of([Turn(at_random(range(12), 4, 1))])
    assert at_random(people, 4, seed) == at_random(people, 4, seed)
    assert balanced(people, 4, past, seed) == balanced(people, 4, past, seed)
    assert resting(range(11), 4, [], seed) == resting(range(11), 4, [], seed)


def test_a_random_draw_puts_everybody_everywhere() -> None:
    sat = Counter(
        (player, number, seat)
        for seed in range(2000)
        for number, table in enumerate(at_random(range(8), 4, seed))
        for seat, player in enumerate(table)
    )
    assert len(sat) == 64
    assert min(sat.values()) > 180  # 250 each, give or take


# -- balanced -------------------------------------------------------------------------------------


@pytest.mark.parametrize("people, seats", [(8, 4), (9, 3), (12, 4)])
@given(data=st.data(), seed=SEEDS)
def test_a_balanced_draw_is_as_good_as_any(
    people: int, seats: int, data: st.DataObject, seed: int
) -> None:
    past = Past.of(data.draw(turns(people)))
    least = min(map(past.meetings, all_tables(list(range(people)), seats)))
    drawn = balanced(range(people), seats, past, seed)
    # The search is a local one: at three tables it is allowed one meeting more than the best.
    assert least <= past.meetings(drawn) <= least + (people > 9)


@given(seed=SEEDS, data=st.data())
def test_nobody_at_a_table_sits_where_another_order_would_repeat_less(
    seed: int, data: st.DataObject
) -> None:
    past = Past.of(data.draw(turns(8)))
    table = balanced(range(8), 4, past, seed)[0]
    assert past.repeats(table) == min(past.repeats(seated(table, past, n)) for n in range(5))
    for one, other in combinations(range(4), 2):
        order = list(table)
        order[one], order[other] = order[other], order[one]
        assert past.repeats(table) <= past.repeats(order)


def test_forty_people_meet_nobody_twice_in_four_turns() -> None:
    past = Past.of(play(range(40), 4, 4))
    assert max(past.met.values()) == 1
    assert max(past.sat.values()) <= 2


def test_eight_people_meet_as_evenly_as_can_be() -> None:
    past = Past.of(play(range(8), 4, 7))
    assert sum(past.met.values()) == 84
    assert {past.met.get(pair(a, b), 0) for a, b in combinations(range(8), 2)} <= {2, 3, 4}


# -- sitting out ----------------------------------------------------------------------------------


@given(people=st.integers(4, 23), seats=st.sampled_from([3, 4]), rounds=st.integers(1, 9))
def test_over_an_evening_nobody_sits_out_twice_more_than_another(
    people: int, seats: int, rounds: int
) -> None:
    played = play(range(people), seats, rounds)
    often = Counter(player for turn in played for player in turn.resting)
    counts = [often[player] for player in range(people)]
    assert max(counts) - min(counts) <= 1
    for turn in played:
        assert len(turn.resting) == people % seats


def test_who_came_late_has_played_least_and_plays() -> None:
    played = [Turn(((1, 2, 3, 4),)), Turn(((1, 2, 3, 4),))]
    for seed in range(20):
        assert resting((1, 2, 3, 4, 5), 4, played, seed) != (5,)


def test_of_those_who_have_played_alike_the_one_goes_out_who_did_so_longest_ago() -> None:
    played = [
        Turn(((2, 3, 4, 5),), (1,)),
        Turn(((1, 3, 4, 5),), (2,)),
        Turn(((1, 2, 4, 5),), (3,)),
        Turn(((1, 2, 3, 5),), (4,)),
        Turn(((1, 2, 3, 4),), (5,)),
    ]
    assert {resting((1, 2, 3, 4, 5), 4, played, seed) for seed in range(20)} == {(1,)}


# -- by standing ----------------------------------------------------------------------------------


def test_by_standing_like_meets_like_and_a_snake_makes_tables_alike() -> None:
    ranked = range(1, 17)
    assert [sorted(table) for table in by_standing(ranked, 4, NOTHING, 0)] == [
        [1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16],
    ]  # fmt: skip
    assert [sorted(table) for table in by_snake(ranked, 4, NOTHING, 0)] == [
        [1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13],
    ]  # fmt: skip


# -- five at one table ----------------------------------------------------------------------------

FIVE = (1, 2, 3, 4, 5)


def evening(custom: Custom, results: Sequence[Table]) -> list[Turn]:
    """An evening of five at one table; ``results`` are the players of each game by place."""
    played = [Turn(((1, 2, 3, 4),), (5,))]
    for result in results:
        places = {player: place for place, player in enumerate(result, start=1)}
        played.append(rotated(played, custom, places, FIVE))
    return played


@pytest.mark.parametrize(
    "custom, out",
    [(Custom.LAST, 1), (Custom.FIRST, 3), (Custom.SECOND, 2), (Custom.ORDER, 1)],
)
def test_the_newcomer_takes_the_seat_of_who_goes_out_by_the_custom(
    custom: Custom, out: int
) -> None:
    turn = evening(custom, [(3, 2, 4, 1)])[-1]
    assert turn.resting == (out,)
    assert turn.tables == (tuple(5 if player == out else player for player in (1, 2, 3, 4)),)


def test_in_order_everybody_sits_out_once_in_five() -> None:
    played: list[Turn] = [Turn(((1, 2, 3, 4),), (5,))]
    for _ in range(9):
        played.append(rotated(played, Custom.ORDER, {}, FIVE))
    assert [turn.resting for turn in played] == [(n,) for n in (5, 1, 2, 3, 4, 5, 1, 2, 3, 4)]


def test_seven_at_one_table_change_the_last_three() -> None:
    played = [Turn(((1, 2, 3, 4),), (5, 6, 7))]
    turn = rotated(played, Custom.LAST, {1: 4, 2: 1, 3: 2, 4: 3}, range(1, 8))
    assert turn == Turn(((5, 2, 7, 6),), (1, 4, 3))


def test_at_two_tables_the_last_of_each_goes_before_any_third() -> None:
    played = [Turn(((1, 2, 3, 4), (5, 6, 7, 8)), (9, 10))]
    places = {1: 1, 2: 2, 3: 3, 4: 4, 5: 4, 6: 1, 7: 2, 8: 3}
    turn = rotated(played, Custom.LAST, places, range(1, 11))
    assert turn == Turn(((1, 2, 3, 9), (10, 6, 7, 8)), (4, 5))


def test_the_seat_of_who_went_home_is_filled_first() -> None:
    played = [Turn(((1, 2, 3, 4),), (5, 6))]
    turn = rotated(played, Custom.LAST, {1: 4, 2: 1, 3: 2, 4: 3}, (1, 2, 4, 5, 6))
    assert turn == Turn(((6, 2, 5, 4),), (1,))
    with pytest.raises(ValueError, match="too few"):
        rotated(played, Custom.LAST, {}, (1, 2))


@given(custom=st.sampled_from(Custom), rounds=st.integers(1, 12), data=st.data())
def test_a_rotation_never_seats_one_twice_nor_forgets_one(
    custom: Custom, rounds: int, data: st.DataObject
) -> None:
    people = range(data.draw(st.integers(4, 7)))
    played = [Turn((tuple(people[:4]),), tuple(people[4:]))]
    for _ in range(rounds):
        order = data.draw(st.permutations(played[-1].tables[0]))
        places = {player: place for place, player in enumerate(order, start=1)}
        played.append(rotated(played, custom, places, people))
        turn = played[-1]
        assert sorted((*turn.tables[0], *turn.resting)) == list(people)
        assert not set(played[-2].resting) & set(turn.resting)
