"""Random rules and random games: what must hold whatever happens at the table."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.game import Outcome, Replay, Step, dump_outcome, parse_outcome, replay
from scoring.record import FORMAT, read, write
from scoring.riichi import RIICHI
from scoring.riichi.flow import abortive_draws
from scoring.riichi.payment import STICK
from scoring.riichi.points import LIMITS, legal, most_yakuman
from scoring.riichi.rules import OPTION_SPECS, PAO_YAKUMAN, RiichiRules

LONGEST = 60

pytestmark = pytest.mark.slow

# -- random rules --------------------------------------------------------------------------------

OWN_WAY = {"players", "uma", "noten_pool", "oka", "rate", "table_notes", "aotenjou"}
FIGURES: dict[str, tuple[Any, ...]] = {
    "start_points": (0, 1000, 25000, 30000, 35000),
    "return_points": (0, 25000, 30000, 40000),
    "red_fives": (0, 3),
    "yakuman_max": (None, 1, 2, 4),
    "honba_ron": (0, 200, 300, 1500),
    "honba_tsumo": (0, 100, 500),
    "chombo_points": (0, 3000, 20000),
    "target_points": (26000, 30000, 40000),
    "cold_game": (None, 50000, 60000),
    "time_limit": (None, 90),
    "chip_points": (0, 2000),
    "bust_prize": (0, 10000),
    "yakitori": (0, 5000),
}


@st.composite
def options(draw: st.DrawFn) -> dict[str, Any]:
    players = draw(st.sampled_from((4, 4, 3, 2)))
    found: dict[str, Any] = {"players": players}
    for spec in OPTION_SPECS:
        if spec.key in FIGURES:
            found[spec.key] = draw(st.sampled_from(FIGURES[spec.key]))
        elif spec.kind == "bool" and spec.key not in OWN_WAY:
            found[spec.key] = draw(st.booleans())
        elif spec.kind == "choice" and spec.key not in OWN_WAY:
            found[spec.key] = draw(st.sampled_from(spec.choices))
        elif spec.kind == "list":
            found[spec.key] = draw(st.lists(st.sampled_from(spec.choices), unique=True))
    found["aotenjou"] = draw(st.integers(0, 9)) == 0
    found["noten_pool"] = 600 * players * draw(st.integers(0, 5))
    found["oka"] = draw(st.sampled_from((None, None, 0, 15000, 20000)))
    found["rate"] = draw(st.sampled_from((None, 50, 100, "0.5", "1/3")))
    lines = st.lists(st.integers(-300, 300), min_size=players - 1, max_size=players - 1)
    line = lines.map(lambda figures: [100 * figure for figure in (*figures, -sum(figures))])
    floating = st.fixed_dictionaries({str(count): line for count in range(1, players)})
    found["uma"] = draw(line | floating.map(lambda by_count: {"floating": by_count}))
    return found


# -- random games --------------------------------------------------------------------------------


class Table:
    """People who play by ``rules``, at random."""

    def __init__(self, rules: RiichiRules, random: Random) -> None:
        self.rules, self.random = rules, random
        self.seats = range(rules.players)
        self.pads = {
            tsumo: [
                {"han": han, "fu": fu}
                for han, columns in legal(rules, tsumo, 6).items()
                for fu in columns
            ]
            for tsumo in (False, True)
        }

    def some(self, seats: Any, share: float = 0.4) -> list[int]:
        return [seat for seat in seats if self.random.random() < share]

    def riichi(self, state: Any) -> list[int]:
        least = 1001 if self.rules.bust == "zero" else 1000
        able = self.seats
        if self.rules.riichi_needs_1000:
            able = [seat for seat in self.seats if state.scores[seat] >= least]
        return self.some(able, 0.3)

    def value(self, tsumo: bool) -> dict[str, Any]:
        if self.rules.aotenjou or self.random.random() < 0.6:
            return self.random.choice(self.pads[tsumo])
        if self.random.random() < 0.3:
            return {"yakuman": self.random.randint(1, 4)}
        limits = [
            name for name in LIMITS if name != "yakuman" or self.rules.thirteen_han == "yakuman"
        ]
        return {"limit": self.random.choice(limits)}

    def claim(self, winner: int, source: int | None) -> dict[str, Any]:
        found: dict[str, Any] = {
            "winner": winner,
            "from": source,
            "value": self.value(source is None),
        }
        others = [seat for seat in self.seats if seat != winner]
        if "yakuman" in found["value"] and self.random.random() < 0.5:
            patterns = [name for name in PAO_YAKUMAN if name in self.rules.pao]
            count = found["value"]["yakuman"]
            named = self.some(patterns, 0.7)[:1]
            if named and count >= self.rules.multiple(named[0]):
                found["liable"] = {named[0]: self.random.choice(others)}
            elif patterns:
                found["liable"] = self.random.choice(others)
        elif source is None and "rinshan" in self.rules.pao and self.random.random() < 0.2:
            found["liable"] = {"rinshan": self.random.choice(others)}
        return found

    def win(self, state: Any) -> dict[str, Any]:
        riichi = self.riichi(state)
        if self.random.random() < 0.4:
            wins = [self.claim(self.random.choice(self.seats), None)]
        else:
            source, *others = self.random.sample(self.seats, len(self.seats))
            most = {"one": 1, "two": 2, "three": 3}[self.rules.multiple_ron]
            count = min(most, len(others), self.random.choice((1, 1, 1, 2, 3)))
            wins = [self.claim(winner, source) for winner in others[:count]]
        return {"type": "win", "riichi": riichi, "wins": wins}

    def draw(self, state: Any) -> dict[str, Any]:
        riichi = self.riichi(state)
        nagashi = [] if self.rules.nagashi == "none" else self.some(self.seats, 0.05)
        tenpai = sorted({*riichi, *self.some(self.seats)})
        return {"type": "draw", "riichi": riichi, "tenpai": tenpai, "nagashi": nagashi}

    def other(self, state: Any) -> dict[str, Any]:
        aborts = [name for name in abortive_draws(self.rules) if name != "four-riichi"]
        kind = self.random.choice(["abort", "abort", "chombo", "referee", "adjust"])
        seat = self.random.choice(self.seats)
        if kind == "abort" and aborts:
            reason = self.random.choice(aborts)
            return {"type": "abort", "reason": reason, "riichi": self.riichi(state)}
        if kind == "referee":
            return {"type": "penalty", "reason": "referee", "seat": seat, "points": 1000}
        if kind == "adjust":
            deltas = [100 * self.random.randint(-9, 9) for _ in self.seats]
            return {"type": "adjust", "deltas": deltas, "reason": "miscounted"}
        return {"type": "penalty", "reason": "chombo", "seat": seat, "riichi": self.riichi(state)}

    def round(self, state: Any) -> Outcome:
        chance = self.random.random()
        make = self.win if chance < 0.65 else self.draw if chance < 0.88 else self.other
        data = make(state)
        if self.random.random() < 0.01:
            data["time_up"] = True
        return parse_outcome(data, self.rules.players)

    def play(self) -> list[Outcome]:
        """Rounds until the game ends, or someone has enough of it."""
        state, outcomes = RIICHI.start(self.rules), []
        while not state.finished:
            outcome = self.round(state)
            step = RIICHI.apply(self.rules, state, outcome)
            if step.may_stop and self.random.random() < 0.5:
                outcome = replace(outcome, stop=True)
                step = RIICHI.apply(self.rules, state, outcome)
            if len(outcomes) >= LONGEST:
                outcome = Outcome("end", reason="agreed")
                step = RIICHI.apply(self.rules, state, outcome)
            outcomes.append(outcome)
            state = step.after
        return outcomes


def game_of(
    given: dict[str, Any], seed: int
) -> tuple[RiichiRules, list[Outcome], list[int] | None]:
    rules = RIICHI.rules(None, given)
    random = Random(seed)
    chips = [random.randint(-5, 5) for _ in range(rules.players - 1)]
    return (
        rules,
        Table(rules, random).play(),
        [*chips, -sum(chips)] if rules.chips else None,
    )


games = st.builds(game_of, options(), st.integers(0, 2**32))
Game = tuple[RiichiRules, list[Outcome], list[int] | None]


def play(game: Game) -> Replay:
    rules, outcomes, chips = game
    return replay(RIICHI, rules, outcomes, chips=chips)


# -- what holds ----------------------------------------------------------------------------------


def worth_of_the_table(state: Any) -> int:
    return sum(state.scores) + STICK * state.sticks


def check_step(step: Step) -> None:
    """Every payment is from someone to someone; nothing is made or lost but by an adjustment."""
    before, after, outcome = step.before, step.after, step.outcome
    received = [0] * len(step.deltas)
    for transfer in step.transfers:
        assert transfer.amount > 0
        assert transfer.payer != transfer.payee
        if transfer.payer is not None:
            received[transfer.payer] -= transfer.amount
        if transfer.payee is not None:
            received[transfer.payee] += transfer.amount
    assert tuple(received) == step.deltas
    assert tuple(a + d for a, d in zip(before.scores, step.deltas, strict=True)) == after.scores
    made = sum(outcome.deltas)
    assert worth_of_the_table(after) == worth_of_the_table(before) + made
    assert bool(made) == any("does not sum to zero" in note for note, _ in step.notes)
    if outcome.kind in ("win", "draw", "abort"):
        paid_in = len(outcome.riichi)
        taken = sum(t.amount for t in step.transfers if t.kind == "sticks")
        assert after.sticks == before.sticks + paid_in - taken // STICK
    else:
        assert after.sticks == before.sticks
    for won in step.wins:
        paid = [t for t in step.transfers if t.payee == won.winner and t.kind in ("hand", "pao")]
        assert won.points == sum(t.amount for t in paid) > 0
    assert after.finished == (after.reason is not None)


@settings(max_examples=300)
@given(games)
def test_sums_hold_and_sticks_are_conserved(game: Game) -> None:
    played = play(game)
    for step in played.steps:
        check_step(step)
    assert played.state.finished


@settings(max_examples=200)
@given(games)
def test_a_settlement_adds_up(game: Game) -> None:
    played = play(game)
    settled = played.settlement
    assert settled is not None
    assert sum(settled.total) == sum(amount for _, amount in settled.unbalanced)
    columns = zip(*(line for _, line in settled.lines), strict=True)
    assert tuple(sum(column) for column in columns) == settled.total or not settled.lines
    for seat, score in enumerate(played.state.scores):
        for other, rival in enumerate(played.state.scores):
            assert (score > rival) <= (settled.places[seat] < settled.places[other])
    if settled.money is None:
        assert settled.transfers == ()
        return
    left = list(settled.money)
    assert sum(left) == 0
    for payer, payee, amount in settled.transfers:
        assert amount > 0
        left[payer] += amount
        left[payee] -= amount
    assert not any(left)


@settings(max_examples=150)
@given(games)
def test_a_game_exported_and_read_again_is_the_same_game(game: Game) -> None:
    rules, outcomes, chips = game
    record = {
        "format": FORMAT,
        "rules": {"variety": "riichi", "preset": None, "options": RIICHI.options(rules)},
        "players": list("ABCD")[: rules.players],
        "rounds": [dump_outcome(outcome) for outcome in outcomes],
        **({"chips": chips} if chips else {}),
    }
    found = read(json.loads(json.dumps(record)))
    assert found.rules == rules
    assert list(found.rounds) == outcomes
    assert write(found) == record
    assert replay(RIICHI, found.rules, found.rounds, found.start, found.chips) == play(game)


@settings(max_examples=150)
@given(games)
def test_undoing_the_last_round_is_the_state_before_it(game: Game) -> None:
    rules, outcomes, _ = game
    played = play(game)
    for count in range(0, len(outcomes), 7):
        assert replay(RIICHI, rules, outcomes[:count]).state == played.steps[count].before
    undone = replay(RIICHI, rules, outcomes[:-1])
    assert undone.state == played.steps[-1].before
    assert undone.settlement is None


@settings(max_examples=150)
@given(games, st.data())
def test_editing_a_hand_and_back_is_the_same_game(game: Game, data: st.DataObject) -> None:
    """The hands before the edited one stay as they were; those after follow from it, or no longer
    fit and say so."""
    rules, outcomes, _ = game
    played = play(game)
    at = data.draw(st.integers(0, len(outcomes) - 1))
    table = Table(rules, Random(data.draw(st.integers(0, 2**32))))
    edited = [*outcomes[:at], table.round(played.steps[at].before), *outcomes[at + 1 :]]
    try:
        other, refused = replay(RIICHI, rules, edited), None
    except ScoringError as error:
        other, refused = None, error
    if other is None:
        assert int(refused.field.split(".")[1]) > at
    else:
        assert other.steps[:at] == played.steps[:at]
        assert other.steps[at].before == played.steps[at].before
        for step in other.steps:
            check_step(step)
    edited[at] = outcomes[at]
    assert play((rules, edited, game[2])) == played


@settings(max_examples=100)
@given(games)
def test_nothing_is_played_after_the_end(game: Game) -> None:
    rules, outcomes, _ = game
    with pytest.raises(ScoringError) as error:
        replay(RIICHI, rules, [*outcomes, Outcome("draw")])
    assert error.value.field == f"rounds.{len(outcomes)}"


@settings(max_examples=100)
@given(games, st.data())
def test_a_game_taken_up_in_the_middle_goes_on_the_same(game: Game, data: st.DataObject) -> None:
    """Score by score and hand by hand; only what was not on the table is forgotten."""
    rules, outcomes, _ = game
    played = play(game)
    at = data.draw(st.integers(0, len(outcomes) - 1))
    before = played.steps[at].before
    if before.adjusted or before.hands_left is not None:
        return
    start = {
        "round": before.label,
        "honba": before.honba,
        "sticks": before.sticks,
        "scores": list(before.scores),
    }
    rest = replay(RIICHI, rules, outcomes[at:], start)
    assert [s.deltas for s in rest.steps] == [s.deltas for s in played.steps[at:]]
    assert rest.state.scores == played.state.scores
    assert rest.state.reason == played.state.reason


@settings(max_examples=200)
@given(options())
def test_rules_written_and_read_again_are_the_same_rules(given_options: dict[str, Any]) -> None:
    rules = RIICHI.rules(None, given_options)
    written = json.loads(json.dumps(RIICHI.options(rules)))
    assert RIICHI.rules(None, written) == rules
    assert RIICHI.rules("tenhou", written) == rules
    assert 1 <= most_yakuman(rules) <= 8


junk = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 40) | st.floats() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=8,
)


@settings(max_examples=400)
@given(games, st.data())
def test_whatever_is_entered_is_played_or_refused(game: Game, data: st.DataObject) -> None:
    """One value anywhere in a round replaced by junk: a refusal that names a field, or a round
    whose sums hold; nothing else."""
    rules, outcomes, _ = game
    round_ = dump_outcome(data.draw(st.sampled_from(outcomes)))
    inner: Any = round_
    while True:
        keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(inner[key], dict | list) or not inner[key] or data.draw(st.booleans()):
            inner[key] = data.draw(junk)
            break
        inner = inner[key]
    try:
        step = RIICHI.apply(rules, RIICHI.start(rules), parse_outcome(round_, rules.players))
    except ScoringError as error:
        refused = error
    else:
        check_step(step)
        return
    assert str(refused)
