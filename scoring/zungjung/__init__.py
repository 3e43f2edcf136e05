"""Zung Jung (中庸麻雀), editions 2.51 and 3.3: patterns that add up, no honba, no sticks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.errors import ScoringError
from scoring.game import (
    OptionSpec,
    Outcome,
    Preset,
    Replay,
    Score,
    Settlement,
    State,
    Step,
    Translate,
    Valued,
    Variety,
)
from scoring.notation import parse_hand, parse_table
from scoring.statistics import Feat, Statistics
from scoring.zungjung import flow, slips, statistics, words
from scoring.zungjung.hand import Win, account
from scoring.zungjung.payment import check_minimum, shares
from scoring.zungjung.presets import CREDITS, DEFAULT, PRESETS
from scoring.zungjung.rules import PLAYERS, SPECS, Rules, dump_rules, make_rules
from scoring.zungjung.settlement import settle
from scoring.zungjung.sheet import Row, sheet

__all__ = ["CREDITS", "ZUNGJUNG", "Rules", "ZungJung"]


class ZungJung(Variety):
    """What the app asks of the game; the rules themselves are in the modules beside."""

    key = "zungjung"
    name = "Zung Jung"
    native_name = "中庸麻雀"
    default_preset = DEFAULT
    presets: Mapping[str, Preset] = PRESETS
    credits = CREDITS

    def option_specs(self) -> tuple[OptionSpec, ...]:
        return SPECS

    def rules(self, preset: str | None, options: Mapping[str, Any]) -> Rules:
        return make_rules(preset, options)

    def options(self, rules: Rules) -> dict[str, Any]:
        return dump_rules(rules)

    def players(self, rules: Rules) -> int:
        return PLAYERS

    def deals(self, rules: Rules) -> int:
        return PLAYERS * PLAYERS if rules.length == "open" else int(rules.length)

    def start(self, rules: Rules, start: Mapping[str, Any] | None = None) -> State:
        return flow.begin(rules, start)

    def apply(self, rules: Rules, state: State, outcome: Outcome) -> Step:
        return flow.play(rules, _ours(state), outcome)

    def settle(self, rules: Rules, state: State, chips: Sequence[int] | None = None) -> Settlement:
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

    def score(self, rules: Rules, hand: Mapping[str, Any]) -> dict[str, Any]:
        """``{"points": …, "patterns": [[number, points], …], "payments": {…}}``; on a discard what
        the discarder and each other player pay, on a self-draw what each pays."""
        table = parse_table(hand, "hand")
        for name in ("honba", "sticks", "wins_in_row"):
            if getattr(table, name):
                raise ScoringError(f"hand.{name}", "there are no {name} in Zung Jung", name=name)
        win = Win(parse_hand(hand, "hand", lone=True), table.tsumo, table.seat_wind)
        worth = account(rules, win).worth
        check_minimum(rules, worth.points, "hand")
        share = shares(rules, worth.points)
        by_discard = {"discarder": share.discarder, "others": share.others}
        return {
            "points": worth.points,
            "patterns": [list(entry) for entry in worth.counted],
            "payments": {"others": share.each} if table.tsumo else by_discard,
        }

    def figure(self, win: Valued) -> Mapping[str, Any]:
        return slips.figure(win)

    def values(self, rules: Rules, self_draw: bool) -> Iterable[Mapping[str, Any]]:
        return slips.values(rules, self_draw)

    def steps_apart(self, one: Mapping[str, Any], other: Mapping[str, Any]) -> int:
        return slips.steps_apart(one, other)

    def otherwise(self, rules: Rules, step: Step) -> Iterable[tuple[str, Outcome]]:
        return slips.otherwise(rules, step)

    def forgotten(self, rules: Rules, state: State) -> Iterable[Outcome]:
        return slips.forgotten(rules, state)

    def sentence(self, step: Step, names: Sequence[str], gettext: Translate = str) -> str:
        return words.sentence(step, names, gettext)

    def call(self, step: Step, gettext: Translate = str) -> str:
        return words.call(step, gettext)

    def summary(self, rules: Rules, gettext: Translate = str) -> str:
        return words.summary(rules, gettext)

    def sheet(self, game: Replay) -> Sequence[Row]:
        return sheet(game)

    def round_text(self, state: State, gettext: Translate = str) -> str:
        """ "Hand 7, South 3": what a Zung Jung sheet numbers is the hand."""
        return gettext("Hand {number}, {round}").format(
            number=state.hands + 1, round=self.round_name(state, gettext)
        )

    def round_mark(self, state: State, gettext: Translate = str) -> str:
        return self.round_text(state, gettext)


ZUNGJUNG = ZungJung()


def _ours(state: State) -> flow.ZungJungState:
    assert isinstance(state, flow.ZungJungState)  # noqa: S101 - replay hands back what start made
    return state
