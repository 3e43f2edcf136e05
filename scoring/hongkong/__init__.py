"""Hong Kong mahjong (香港麻雀)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from scoring.errors import ScoringError
from scoring.game import (
    Claim,
    OptionSpec,
    Outcome,
    Replay,
    Score,
    Settlement,
    State,
    Step,
    Translate,
    Valued,
    Variety,
)
from scoring.hongkong import slips, statistics, words
from scoring.hongkong.faan import FIRST_TURN
from scoring.hongkong.flow import HongKongState, begin, play
from scoring.hongkong.payment import table_name
from scoring.hongkong.presets import PRESETS
from scoring.hongkong.rules import (
    DEFAULT_PRESET,
    OPTION_SPECS,
    PLAYERS,
    HongKongRules,
    read_rules,
    write_options,
)
from scoring.hongkong.settlement import settle
from scoring.hongkong.win import value_win
from scoring.money import number
from scoring.notation import parse_hand, parse_table
from scoring.slips import otherwise_dealt
from scoring.statistics import Feat, Statistics


class HongKong(Variety):
    """The variety: each answer is one of the modules' here."""

    key = "hongkong"
    name = "Hong Kong"
    native_name = "香港麻雀"
    default_preset = DEFAULT_PRESET
    presets = PRESETS

    def option_specs(self) -> tuple[OptionSpec, ...]:
        return OPTION_SPECS

    def rules(self, preset: str | None, options: Mapping[str, Any]) -> HongKongRules:
        return read_rules(preset, options)

    def options(self, rules: HongKongRules) -> dict[str, Any]:
        return write_options(rules)

    def players(self, rules: HongKongRules) -> int:
        return PLAYERS

    def deals(self, rules: HongKongRules) -> int:
        return rules.deals

    def start(self, rules: HongKongRules, start: Mapping[str, Any] | None = None) -> HongKongState:
        return begin(rules, start)

    def apply(self, rules: HongKongRules, state: State, outcome: Outcome) -> Step:
        return play(rules, _ours(state), outcome)

    def settle(
        self, rules: HongKongRules, state: State, chips: Sequence[int] | None = None
    ) -> Settlement:
        return settle(rules, _ours(state), chips)

    def counts(self, game: Replay, seat: int) -> Mapping[str, Score]:
        return statistics.counts(game, seat)

    def feats(self, game: Replay) -> Iterable[Feat]:
        return statistics.feats(game)

    def feat_text(
        self, kind: str, figure: int, data: Mapping[str, Any], gettext: Translate = str
    ) -> str:
        return statistics.feat_text(kind, figure, data, gettext)

    def statistics(self, counted: Mapping[str, Score], gettext: Translate = str) -> Statistics:
        return statistics.statistics(counted, gettext)

    def score(self, rules: HongKongRules, hand: Mapping[str, Any]) -> dict[str, Any]:
        """``{"faan", "limit", "patterns", "points", "payments"}``, payments by role: ``discarder``
        (who is not East, but for the blessing of earth), ``others``, and ``dealer`` where East pays
        another sum than they."""
        state, claim = _lone(hand)
        claimed = value_win(rules, state, claim, at="")
        win = claimed.win
        return {
            **win.data,
            "patterns": [list(entry) for entry in win.patterns or ()],
            "points": number(win.points),
            "payments": _by_role(claimed.costs, state, claim),
        }

    def figure(self, win: Valued) -> Mapping[str, Any]:
        return slips.figure(win)

    def values(self, rules: HongKongRules, self_draw: bool) -> Iterable[Mapping[str, Any]]:
        return slips.values(rules, self_draw)

    def steps_apart(self, one: Mapping[str, Any], other: Mapping[str, Any]) -> int:
        return slips.steps_apart(one, other)

    def otherwise(self, rules: HongKongRules, step: Step) -> Iterable[tuple[str, Outcome]]:
        return slips.otherwise(rules, step)

    def forgotten(self, rules: HongKongRules, state: State) -> Iterable[Outcome]:
        return slips.forgotten(rules, state)

    def mispaid(self, rules: HongKongRules, step: Step) -> Iterator[tuple[str, tuple[Score, ...]]]:
        return (("dealer", paid) for paid in otherwise_dealt(self, rules, step))

    def sentence(self, step: Step, names: Sequence[str], gettext: Translate = str) -> str:
        return words.sentence(step, names, gettext)

    def call(self, step: Step, gettext: Translate = str) -> str:
        return words.call(step, gettext)

    def summary(self, rules: HongKongRules, gettext: Translate = str) -> str:
        return words.summary(rules, gettext)

    def table_name(self, rules: HongKongRules, gettext: Translate = str) -> str:
        return table_name(rules, gettext)


HONGKONG = HongKong()

_TABLE_FIELDS = ("round", "seat", "tsumo", "honba", "sticks")


def _ours(state: State) -> HongKongState:
    assert isinstance(state, HongKongState)  # noqa: S101 - replay hands back what start made
    return state


def _lone(hand: Mapping[str, Any]) -> tuple[State, Claim]:
    """A lone hand as a win in a game: East is seat 0, the discarder someone else if possible."""
    if not isinstance(hand, Mapping):
        raise ScoringError("hand", "must be an object")
    table = parse_table(hand, "hand")
    for name in ("honba", "sticks"):
        if getattr(table, name):
            raise ScoringError(
                f"hand.{name}", "there are no {name} in Hong Kong mahjong", name=name
            )
    state = HongKongState(table.round_wind, 1, 0, 0, (0,) * PLAYERS)
    winner = table.seat_wind
    source = None
    tiles = {name: value for name, value in hand.items() if name not in _TABLE_FIELDS}
    if not table.tsumo:
        of_earth = winner != state.dealer and FIRST_TURN in parse_hand(tiles, "hand").situation
        source = state.dealer if of_earth else 1 + winner % (PLAYERS - 1)
    return state, Claim(winner=winner, source=source, hand=tiles)


def _by_role(costs: Mapping[int, Score], state: State, claim: Claim) -> dict[str, Any]:
    """What each role pays; East apart only where East pays another sum than the others."""
    found = {
        _role(seat, state, claim): number(costs.get(seat, 0))
        for seat in range(PLAYERS)
        if seat != claim.winner
    }
    if found.get("dealer") == found["others"]:
        found.pop("dealer", None)
    return {role: cost for role, cost in found.items() if cost}


def _role(seat: int, state: State, claim: Claim) -> str:
    if seat == claim.source:
        return "discarder"
    return "dealer" if seat == state.dealer else "others"
