"""The scores counted at the table against the record: the slip that was made is named."""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from scoring.game import Outcome, Replay, Variety, parse_outcome, play
from scoring.hongkong import HONGKONG
from scoring.record import read
from scoring.riichi import RIICHI
from scoring.slips import DEEP, KINDS, MOST, Search, Slip
from scoring.zungjung import ZUNGJUNG
from tests.scoring.riichi_table import SHARED
from tests.scoring.slip_cases import SLIPS, cases, random_games

FIRST_ONES = 4
WIN = {"han": 3, "fu": 30}


def ron(winner: int, source: int | None, value: Any = WIN, riichi: Any = (), **more: Any) -> Any:
    win = {"winner": winner, "from": source, "value": value, **more}
    return {"type": "win", "wins": [win], "riichi": list(riichi)}


def draw(*tenpai: int, riichi: Any = (), **more: Any) -> Any:
    return {"type": "draw", "tenpai": list(tenpai), "riichi": list(riichi), **more}


def game(*rounds: Any, variety: Variety = RIICHI, players: int = 4, **options: Any) -> Replay:
    rules = variety.rules(None, options)
    return play(variety, rules, [parse_outcome(item, players) for item in rounds])


def slips(variety: Variety, played: Replay, counted: Any, most: int = MOST) -> list[Slip]:
    return Search(variety, played).slips(counted, most)


def pairs(variety: Variety, played: Replay, counted: Any, most: int = 2) -> list[tuple[Slip, Slip]]:
    return Search(variety, played).pairs(counted, most)


def found(
    recorded: Replay, truth: Replay, variety: Variety = RIICHI, counted: Any = None
) -> list[Slip]:
    return slips(variety, recorded, counted or truth.state.scores)


def said(slip: Slip) -> tuple[str, str, int]:
    return slip.kind, slip.change, slip.number


# -- by the thousand -----------------------------------------------------------------------------


def rate(made: Iterator[Any], least: int) -> float:
    """How often the slip that was made is among the first ones."""
    places = [case.found_at() for case in made]
    assert len(places) >= least
    return sum(place is not None and place < FIRST_ONES for place in places) / len(places)


@pytest.mark.parametrize("variety", [RIICHI, HONGKONG, ZUNGJUNG], ids=lambda v: v.key)
def test_a_slip_in_a_made_up_game_is_among_the_first_ones(variety: Variety) -> None:
    games = random_games(variety, variety.rules(None, {}), 1 if variety is RIICHI else 4)
    made = [case for make in SLIPS.values() for case in cases(variety, games, make)]
    assert rate(iter(made), 4) >= 0.75


@pytest.mark.records
def test_a_slip_in_a_recorded_game_is_among_the_first_ones() -> None:
    path = SHARED / "records/club_sessions.jsonl.gz"
    if not path.exists():
        pytest.skip("the recorded games are not here")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        games = [_recorded(json.loads(line)) for line, _ in zip(lines, range(6), strict=False)]
    made = [case for make in SLIPS.values() for case in cases(RIICHI, games, make)]
    assert rate(iter(made), 30) >= 0.88


def _recorded(record: Mapping[str, Any]) -> tuple[Any, Any, Any]:
    game = read({key: item for key, item in record.items() if key not in ("source", "expected")})
    return game.rules, game.rounds, game.start


def test_a_long_game_is_searched_in_no_time() -> None:
    cheap = {"han": 1, "fu": 30}
    stays = [draw(0, 1), ron(0, 1, cheap), draw(0, 2, riichi=[2]), ron(0, None, cheap)]
    recorded = game(*stays * 6, *(ron((at + 1) % 4, at % 4, cheap) for at in range(6)))
    assert len(recorded.steps) == 30
    first, *others, last = recorded.state.scores
    start = time.process_time()
    assert slips(RIICHI, recorded, (first - 1300, *others, last + 1300))
    assert time.process_time() - start < 5  # measured: under a second, also where others work


def test_only_the_last_hands_of_an_endless_game_are_looked_at() -> None:
    hands = [ron(1, 0, {"faan": 1}), {"type": "draw"}] * DEEP
    recorded = game(*hands, variety=HONGKONG, length="open")
    a, b, c, d = recorded.state.scores
    counted = (a + 4, b, c, d - 4)
    for slip in slips(HONGKONG, recorded, counted, most=500):
        assert slip.number > DEEP
    assert pairs(HONGKONG, recorded, counted) is not None


# -- one by one ----------------------------------------------------------------------------------

BEFORE = (ron(1, 0), ron(2, 3, {"han": 2, "fu": 40}))
AFTER = (draw(0, 3),)


@pytest.mark.parametrize(
    ("wrong", "right", "kind"),
    [
        (ron(1, 2), ron(1, 3), "payer"),
        (ron(1, 2, {"han": 4, "fu": 30}), ron(1, 2, {"han": 3, "fu": 30}), "value"),
        (ron(1, 2), ron(3, 2), "winner"),
        (ron(1, 2), ron(2, 1), "swapped"),
        (ron(1, 3), ron(1, None), "self-draw"),
        (ron(1, None), ron(1, 3), "discard"),
        (draw(1), draw(1, 2), "tenpai"),
        (draw(1, 2), draw(1, 2, riichi=[1]), "riichi"),
        (draw(1, 2, riichi=[1]), draw(1, 2), "no-riichi"),
        (draw(1), draw(1, 3, riichi=[3]), "riichi"),
        (ron(1, 3), ron(1, 3, riichi=[0]), "riichi"),
        ({"type": "penalty", "reason": "chombo", "seat": 1, "riichi": []},
         {"type": "penalty", "reason": "chombo", "seat": 2, "riichi": []}, "seat"),
        ({"type": "adjust", "deltas": [500, -500, 0, 0], "reason": None},
         {"type": "adjust", "deltas": [-500, 500, 0, 0], "reason": None}, "sign"),
        (ron(1, 2, {"yakuman": 1}), ron(1, 2, {"yakuman": 1}, liable=3), "liable"),
        (ron(1, 2, {"yakuman": 1}, liable=3), ron(1, 2, {"yakuman": 1}), "liable"),
    ],
)  # fmt: skip
def test_what_was_otherwise_is_named_first(wrong: Any, right: Any, kind: str) -> None:
    truth = game(*BEFORE, right)
    slip = found(game(*BEFORE, wrong), truth)[0]
    assert said(slip) == (kind, "replace", 3)
    assert slip.step
    assert slip.step.deltas == truth.steps[2].deltas
    assert slip.ends == slip.after.scores == truth.state.scores


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (draw(1), ron(1, None)),
        (ron(1, None), draw(1)),
        (draw(1, 2), {"type": "abort", "reason": "four-winds", "riichi": []}),
        ({"type": "abort", "reason": "four-winds", "riichi": []}, draw(0)),
        (draw(), draw(nagashi=[2])),
    ],
)
def test_another_kind_of_hand_is_named(wrong: Any, right: Any) -> None:
    truth = game(*BEFORE, right)
    answer = slips(RIICHI, game(*BEFORE, wrong), truth.state.scores, most=20)
    outcomes = [slip.step.outcome for slip in answer if slip.kind in OTHER and slip.step]
    assert any(outcome.kind == truth.steps[2].outcome.kind for outcome in outcomes)


OTHER = ("other", "nagashi")


def test_a_hand_recorded_twice_is_taken_out() -> None:
    truth = game(*BEFORE, *AFTER)
    slip = found(game(*BEFORE, BEFORE[1], *AFTER), truth)[0]
    assert said(slip) == ("repeated", "delete", 3)
    assert slip.after == truth.state


def test_a_hand_that_was_never_played_is_taken_out() -> None:
    slip = found(game(*BEFORE, ron(0, 1, {"limit": "baiman"})), game(*BEFORE))[0]
    assert said(slip) == ("surplus", "delete", 3)


def test_the_last_hand_may_be_forgotten() -> None:
    truth = game(*BEFORE, ron(3, 0, {"limit": "haneman"}))
    slip = found(game(*BEFORE), truth)[0]
    assert said(slip) == ("forgotten", "insert", 3)
    assert slip.outcome == truth.steps[2].outcome or slip.step
    assert slip.after.label == truth.state.label


def test_a_draw_that_was_forgotten_shows_by_its_honba() -> None:
    truth = game(BEFORE[0], draw(), ron(2, 3))
    kinds = [said(slip) for slip in found(game(BEFORE[0], ron(2, 3)), truth)]
    assert ("forgotten", "insert", 2) in kinds


def test_one_of_two_winners_may_be_forgotten_or_too_much() -> None:
    wins = [{"winner": winner, "from": 0, "value": WIN} for winner in (1, 2)]
    two = {"type": "win", "riichi": [], "wins": wins}
    one, both = game(ron(1, 0)), game(two)
    answer = slips(RIICHI, one, both.state.scores, most=20)
    assert ("second", "replace", 1) in [said(slip) for slip in answer]
    assert said(found(both, one)[0]) == ("fewer", "replace", 1)


def test_a_win_of_tiles_keeps_its_tiles_where_only_a_seat_was_wrong() -> None:
    hand = {"tiles": "12311s", "melds": ["chi 234s", "pon 555z", "chi 567p"], "win_tile": "1s"}
    wins = [{"winner": 1, "from": 0, "hand": hand}]
    truth = game({"type": "win", "riichi": [], "wins": [{**wins[0], "from": 2}]})
    slip = found(game({"type": "win", "riichi": [], "wins": wins}), truth)[0]
    assert slip.kind == "payer"
    assert slip.outcome
    assert slip.outcome.wins[0].hand == hand


def test_a_win_of_tiles_that_is_worth_less_for_another_is_named_by_its_figure() -> None:
    """South's wind is no yaku of West."""
    hand = {"tiles": "12355m", "melds": ["chi 234s", "chi 678p", "pon 222z"], "win_tile": "1m"}
    recorded = game({"type": "win", "riichi": [], "wins": [{"winner": 1, "from": 0, "hand": hand}]})
    truth = game(ron(2, 0, RIICHI.figure(recorded.steps[0].wins[0])))
    slip = found(recorded, truth)[0]
    assert slip.kind == "winner"
    assert slip.outcome
    assert slip.outcome.wins[0].value


# -- paid otherwise ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rounds", "paid", "kind"),
    [
        ((draw(), ron(2, 3)), (0, 0, -300, 300), "honba"),
        ((draw(0, riichi=[0]), ron(2, 3)), (0, 0, -1000, 0), "sticks"),
        ((ron(2, 3, riichi=[1]),), (0, 1000, -1000, 0), "deposit"),
        ((draw(1, 2, riichi=[1]),), (0, 1000, 0, 0), "deposit"),
        ((ron(0, 3, {"han": 3, "fu": 40}),), (-2500, 0, 0, 2500), "dealer"),
        ((ron(2, 3, {"han": 4, "fu": 30}),), (0, 0, -300, 300), "rounded"),
    ],
)
def test_sticks_that_were_not_handed_over_are_named(rounds: Any, paid: Any, kind: str) -> None:
    recorded = game(*rounds)
    counted = tuple(a + b for a, b in zip(recorded.state.scores, paid, strict=True))
    slip = next(slip for slip in slips(RIICHI, recorded, counted) if slip.change == "pay")
    assert (slip.kind, slip.number) == (kind, len(rounds))
    assert slip.owed == tuple(-amount for amount in paid)
    assert slip.outcome is None


def test_without_limits_nothing_is_rounded_up_to_one() -> None:
    recorded = game(ron(2, 3, {"han": 4, "fu": 30}), aotenjou=True)
    scores = recorded.state.scores
    counted = (*scores[:2], scores[2] - 300, scores[3] + 300)
    assert "rounded" not in [slip.kind for slip in slips(RIICHI, recorded, counted)]


# -- a wrong count -------------------------------------------------------------------------------


def test_a_count_that_does_not_add_up_is_one_players_first() -> None:
    recorded = game(*BEFORE)
    first, *rest = recorded.state.scores
    slip = slips(RIICHI, recorded, (first - 500, *rest))[0]
    assert said(slip) == ("miscount", "count", 0)
    assert slip.miscounted == (0, -500)


def test_two_scores_in_each_others_line_are_seen() -> None:
    recorded = game(*BEFORE)
    a, b, c, d = recorded.state.scores
    slip = slips(RIICHI, recorded, (b, a, c, d))[0]
    assert said(slip) == ("exchanged", "count", 0)
    assert slip.exchanged == (0, 1)
    assert "exchanged" not in [
        one.kind for one in slips(RIICHI, recorded, (a - 100, b + 100, c, d))
    ]


def test_a_slip_is_found_beside_a_miscount() -> None:
    truth = game(*BEFORE, ron(1, 3))
    first, *rest = truth.state.scores
    answer = slips(RIICHI, game(*BEFORE, ron(1, 2)), (first + 100, *rest))
    assert ("payer", "replace", 3) in [said(slip) for slip in answer]
    assert all(slip.miscounted and slip.miscounted[1] == 100 for slip in answer)


def test_a_stick_on_the_table_explains_a_thousand_that_are_missing() -> None:
    truth = game(*BEFORE, draw(1, 2, riichi=[1]))
    answer = found(game(*BEFORE, draw(1, 2)), truth)
    assert said(answer[0]) == ("riichi", "replace", 3)
    assert answer[0].miscounted is None


def test_nothing_is_made_up_where_no_slip_explains_it() -> None:
    recorded = game(ron(1, 0))
    a, b, c, d = recorded.state.scores
    assert slips(RIICHI, recorded, (a + 100, b + 300, c - 200, d - 200)) == []


def test_a_game_that_went_on_after_its_end_can_be_put_right() -> None:
    """Recorded as a bust, the game would be over; the table plays on."""
    bust = ron(1, 0, {"yakuman": 1})
    truth = game(ron(1, 2, {"yakuman": 1}), bust="none")
    recorded = game(bust, bust="below-zero")
    assert recorded.state.finished
    assert said(found(recorded, truth)[0]) == ("payer", "replace", 1)


def test_a_hand_without_which_the_rest_could_not_have_been_is_not_taken_out() -> None:
    """Without the win there would be no stick for riichi."""
    poor = {"bust": "none", "start_points": 900, "return_points": 900}
    recorded = game(ron(1, 0, {"han": 1, "fu": 30}), draw(1, riichi=[1]), **poor)
    first, second, *others = recorded.state.scores
    answer = slips(RIICHI, recorded, (first + 1000, second - 1000, *others), most=20)
    assert ("surplus", "delete", 1) not in [said(slip) for slip in answer]


def test_a_hand_before_the_dealers_stop_is_not_taken_out() -> None:
    """The dealer could not have ended the game in East 3."""
    rounds = [ron(1, 0), ron(2, 1), ron(3, 2), ron(3, 0) | {"stop": True}]
    recorded = game(*rounds, length="east", agari_yame="choice")
    without = game(*rounds[1:3], ron(3, 0), length="east", agari_yame="choice")
    answer = slips(RIICHI, recorded, without.state.scores, most=20)
    assert ("surplus", "delete", 1) not in [said(slip) for slip in answer]


def test_three_players_have_slips_too() -> None:
    wrong = [parse_outcome(ron(1, 0), 3)]
    right = [parse_outcome(ron(1, 2), 3)]
    made = RIICHI.rules("tenhou-sanma", {})
    answer = slips(RIICHI, play(RIICHI, made, wrong), play(RIICHI, made, right).state.scores)
    assert said(answer[0]) == ("payer", "replace", 1)


# -- two slips -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "right", "kinds"),
    [
        ((ron(1, 0), draw(1), ron(2, 3)), (ron(1, 2), draw(1, 2), ron(2, 3)), ("payer", "tenpai")),
        ((ron(1, 0), ron(1, 0), ron(2, 3, {"han": 4, "fu": 30})), (ron(1, 0), ron(2, 3)),
         ("repeated", "value")),
        ((ron(1, None), ron(2, 3), ron(3, 1)), (ron(1, 2), ron(2, 3), ron(3, 0)),
         ("discard", "payer")),
    ],
)  # fmt: skip
def test_two_slips_are_found_together_where_no_single_one_explains_it(
    wrong: Any, right: Any, kinds: tuple[str, str]
) -> None:
    recorded, truth = game(*wrong), game(*right)
    counted = truth.state.scores
    assert slips(RIICHI, recorded, counted) == []
    answer = pairs(RIICHI, recorded, counted)
    assert tuple(slip.kind for slip in answer[0]) == kinds
    assert answer[0][0].number < answer[0][1].number


def test_a_slip_and_honba_that_was_not_handed_over_are_found_together() -> None:
    recorded = game(ron(1, 0), draw(), ron(3, None))
    right = game(ron(1, 2), draw(), ron(3, None))
    a, b, c, d = right.state.scores
    answer = pairs(RIICHI, recorded, (a + 100, b + 100, c + 100, d - 300))
    assert ("payer", "honba") in [tuple(slip.kind for slip in both) for both in answer]


def test_two_changes_of_one_hand_are_not_two_slips() -> None:
    recorded = game(ron(1, 0))
    a, b, c, d = recorded.state.scores
    assert pairs(RIICHI, recorded, (a + 5800, b - 1900, c - 3900, d)) == []


def test_two_slips_after_which_the_rest_could_not_have_been_are_not_offered() -> None:
    """Without both wins there would be no stick for riichi; without one there is."""
    poor = {"bust": "none", "start_points": 900, "return_points": 900}
    wins = [ron(1, 0, {"han": 1, "fu": 30}), ron(1, 2, {"han": 1, "fu": 30})]
    fed = ron(3, 0, {"yakuman": 1}, liable=2)
    rounds = [*wins, draw(1, riichi=[1]), fed]
    recorded = game(*rounds, **poor)
    changes = [
        [
            a - b
            for a, b in zip(game(*rest, **poor).state.scores, recorded.state.scores, strict=True)
        ]
        for rest in ([rounds[1], *rounds[2:]], [rounds[0], *rounds[2:]])
    ]
    counted = [sum(figures) for figures in zip(recorded.state.scores, *changes, strict=True)]
    for both in pairs(RIICHI, recorded, counted, most=50):
        assert [said(slip) for slip in both] != [("surplus", "delete", 1), ("surplus", "delete", 2)]


# -- the other games -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variety", "options", "wrong", "right", "kind"),
    [
        (HONGKONG, {}, ron(1, 0, {"faan": 2}), ron(1, 0, {"faan": 3}), "value"),
        (HONGKONG, {}, ron(1, 0, {"faan": 3}), ron(1, 0, {"limit": True}), "value"),
        (HONGKONG, {"liability": ["nine-tiles"]}, ron(1, None, {"faan": 3}),
         ron(1, None, {"faan": 3}, liable=2), "liable"),
        (HONGKONG, {}, {"type": "draw"}, ron(1, 0, {"faan": 2}), "other"),
        (HONGKONG, {}, ron(1, 0, {"faan": 2}), {"type": "draw"}, "surplus"),
        (ZUNGJUNG, {"payment": "discarder"}, ron(1, 0, {"points": 30}),
         ron(1, 0, {"points": 35}), "value"),
        (ZUNGJUNG, {"payment": "discarder"}, ron(1, 0, {"points": 30}),
         ron(1, 0, {"points": 300}), "value"),
        (ZUNGJUNG, {"edition": "3.3", "payment": "25-rule"}, ron(1, 0, {"points": 80}),
         ron(1, 0, {"points": 80}, responsible=2), "payer"),
        (ZUNGJUNG, {}, {"type": "draw"}, ron(1, 0, {"points": 5}), "other"),
    ],
)  # fmt: skip
def test_the_other_games_have_their_own(
    variety: Variety, options: Any, wrong: Any, right: Any, kind: str
) -> None:
    truth = game(right, variety=variety, **options)
    answer = found(game(wrong, variety=variety, **options), truth, variety)
    assert kind in [slip.kind for slip in answer]


def test_an_east_that_was_paid_double_by_mistake_is_named() -> None:
    recorded = game(ron(1, 2, {"faan": 2}), variety=HONGKONG, dealer_double=True)
    truth = game(ron(0, 2, {"faan": 2}), variety=HONGKONG, dealer_double=True)
    paid = truth.steps[0].deltas
    counted = (0, paid[0], paid[2], 0)
    answer = slips(HONGKONG, recorded, counted)
    assert "dealer" in [slip.kind for slip in answer]


def test_a_win_of_tiles_has_a_figure_in_every_game() -> None:
    tiles = {"tiles": "123456m789p55s", "melds": ["pon 777z"], "win_tile": "5s"}
    limit = {"tiles": "19m19p19s12345677z", "win_tile": "7z"}
    won = [{"winner": 1, "from": 0, "hand": hand} for hand in (tiles, limit)]
    figures = [
        [variety.figure(step.wins[0]) for step in _plays(variety, won)]
        for variety in (RIICHI, HONGKONG, ZUNGJUNG)
    ]
    assert figures == [
        [{"han": 1, "fu": 30}, {"yakuman": 1}],
        [{"faan": 2}, {"limit": True}],
        [{"points": 10}, {"points": 320}],
    ]
    (plain,) = _plays(RIICHI, [{"winner": 1, "from": 0, "value": {"limit": "mangan"}}])
    assert RIICHI.figure(plain.wins[0]) == {"limit": "mangan"}
    (high,) = _plays(RIICHI, [{"winner": 1, "from": 0, "value": {"han": 6}}])
    assert RIICHI.figure(high.wins[0]) == {"han": 6}


def _plays(variety: Variety, wins: Any) -> list[Any]:
    rules = variety.rules(None, {})
    rounds = [parse_outcome({"type": "win", "wins": [win]}, 4) for win in wins]
    return list(play(variety, rules, rounds).steps)


def test_where_the_dealer_ended_the_game_nobody_else_dealt() -> None:
    rules = RIICHI.rules(None, {"length": "east", "agari_yame": "choice"})
    last = RIICHI.start(rules, {"round": "E4"})
    won = parse_outcome(ron(3, 0) | {"stop": True}, 4)
    step = RIICHI.apply(rules, last, won)
    assert "dealer" not in [kind for kind, _ in RIICHI.mispaid(rules, step)]


def test_every_kind_has_words() -> None:
    for variety in (RIICHI, HONGKONG, ZUNGJUNG):
        rules = variety.rules(None, {})
        for outcome in (Outcome("draw"), *variety.forgotten(rules, variety.start(rules))):
            step = variety.apply(rules, variety.start(rules), outcome)
            assert {kind for kind, _ in variety.otherwise(rules, step)} <= set(KINDS)
            assert {kind for kind, _ in variety.mispaid(rules, step)} <= set(KINDS)


def test_values_are_as_far_apart_as_their_keys() -> None:
    def apart(one: Any, other: Any) -> int:
        return RIICHI.steps_apart(one, other)

    assert apart({"han": 3, "fu": 30}, {"han": 4, "fu": 30}) == 1
    assert apart({"han": 4, "fu": 30}, {"limit": "mangan"}) == 1
    assert apart({"limit": "mangan"}, {"han": 6}) == 1
    assert apart({"han": 13}, {"yakuman": 1}) == 0
    assert apart({"yakuman": 1}, {"yakuman": 2}) == 1
    assert apart({"han": 2, "fu": 30}, {"han": 2, "fu": 50}) == 2
    assert HONGKONG.steps_apart({"limit": True}, {"limit": True}) == 0
    assert HONGKONG.steps_apart({"limit": True}, {"faan": 3}) == 3
    assert ZUNGJUNG.steps_apart({"points": 45}, {"points": 45}) == 0
    assert ZUNGJUNG.steps_apart({"points": 15}, {"points": 150}) == 1
    assert ZUNGJUNG.steps_apart({"points": 5}, {"points": 480}) == 6
