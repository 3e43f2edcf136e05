"""Japanese riichi mahjong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from scoring.game import (
    OptionSpec,
    Outcome,
    Replay,
    Score,
    Settlement,
    State,
    Step,
    TimeUp,
    Translate,
    Valued,
    Variety,
)
from scoring.riichi import flow, panel, settlement, slips, statistics, words
from scoring.riichi.lone import score_hand
from scoring.riichi.points import entries
from scoring.riichi.presets import PRESETS
from scoring.riichi.rules import (
    DEFAULT_PRESET,
    OPTION_SPECS,
    RiichiRules,
    read_rules,
    write_options,
)
from scoring.slips import otherwise_dealt
from scoring.statistics import Feat, Statistics


class Riichi(Variety):
    """Riichi for four, three or two players; see the modules of this package for each rule."""

    key = "riichi"
    name = "Riichi"
    native_name = "リーチ麻雀"
    default_preset = DEFAULT_PRESET
    presets = PRESETS

    def option_specs(self) -> tuple[OptionSpec, ...]:
        return OPTION_SPECS

    def rules(self, preset: str | None, options: Mapping[str, Any]) -> RiichiRules:
        return read_rules(preset, options)

    def options(self, rules: RiichiRules) -> dict[str, Any]:
        return write_options(rules)

    def players(self, rules: RiichiRules) -> int:
        return rules.players

    def deals(self, rules: RiichiRules) -> int:
        return 1 if rules.length == "single" else (rules.last_wind + 1) * rules.players

    def uses_chips(self, rules: RiichiRules) -> bool:
        return rules.chips

    def start(self, rules: RiichiRules, start: Mapping[str, Any] | None = None) -> State:
        return flow.start(rules, start)

    def apply(self, rules: RiichiRules, state: State, outcome: Outcome) -> Step:
        return flow.apply(rules, state, outcome)

    def settle(
        self, rules: RiichiRules, state: State, chips: Sequence[int] | None = None
    ) -> Settlement:
        return settlement.settle(rules, state, chips)

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

    def score(self, rules: RiichiRules, hand: Mapping[str, Any]) -> dict[str, Any]:
        return score_hand(rules, hand)

    def sentence(self, step: Step, names: Sequence[str], gettext: Translate = str) -> str:
        return words.sentence(step, names, gettext)

    def call(self, step: Step, gettext: Translate = str) -> str:
        return words.call(step, gettext)

    def call_reading(self, step: Step) -> str:
        return words.call_reading(step)

    def summary(self, rules: RiichiRules, gettext: Translate = str) -> str:
        return words.summary(rules, gettext)

    def places(self, rules: RiichiRules, scores: Sequence[Score]) -> tuple[int, ...]:
        return settlement.places(rules, scores)

    answers_needs = True

    def needs(
        self,
        rules: RiichiRules,
        state: State,
        declared: Sequence[int],
        names: Sequence[str],
        gettext: Translate = str,
    ) -> panel.Panel | None:
        return panel.panel(rules, state, declared, names, gettext)

    def nears_end(self, rules: RiichiRules, state: State) -> bool:
        return panel.nears_end(rules, state)

    def time_limit(self, rules: RiichiRules) -> int | None:
        return rules.time_limit

    def time_up(self, rules: RiichiRules, state: State, gettext: Translate = str) -> TimeUp:
        return words.time_up(rules, state, gettext)

    def figure(self, win: Valued) -> Mapping[str, Any]:
        return slips.figure(win)

    def values(self, rules: RiichiRules, self_draw: bool) -> Iterator[Mapping[str, Any]]:
        return entries(rules, self_draw)

    def steps_apart(self, one: Mapping[str, Any], other: Mapping[str, Any]) -> int:
        return slips.steps_apart(one, other)

    def otherwise(self, rules: RiichiRules, step: Step) -> Iterable[tuple[str, Outcome]]:
        return slips.otherwise(rules, step)

    def forgotten(self, rules: RiichiRules, state: State) -> Iterable[Outcome]:
        return slips.forgotten(rules, state)

    def mispaid(self, rules: RiichiRules, step: Step) -> Iterator[tuple[str, tuple[Score, ...]]]:
        yield from slips.mispaid(rules, step)
        yield from (("dealer", paid) for paid in otherwise_dealt(self, rules, step))

    def round_text(self, state: State, gettext: Translate = str) -> str:
        name = self.round_name(state, gettext)
        return gettext("{round}, {honba} honba").format(round=name, honba=state.honba)

    def round_mark(self, state: State, gettext: Translate = str) -> str:
        name = self.round_name(state, gettext)
        return gettext("{round}-{honba}").format(round=name, honba=state.honba)


RIICHI = Riichi()
