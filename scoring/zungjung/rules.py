"""The options of a Zung Jung table, as frozen values.

Names and defaults are those of ``rules-options.md``; the published rulesets are in ``presets``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from scoring.game import OptionSpec
from scoring.options import find_preset, read_options, remembered, write_value
from scoring.zungjung.presets import DEFAULT, PRESETS

PLAYERS = 4


@dataclass(frozen=True, slots=True)
class Rules:
    """One table's rules. Points are the hand's own; money is ``rate`` per point."""

    edition: str
    payment: str
    mixed_threshold: int
    mixed_excess: str
    irregular_counts_concealed: bool
    minimum: int
    length: int | str
    dealer_repeats: tuple[str, ...]
    false_win: int
    rate: Fraction | None

    @property
    def immunity(self) -> bool:
        """Whether somebody else than the discarder may be responsible (same-round immunity)."""
        return self.edition == "3.3" or self.payment == "25-rule"


SPECS: tuple[OptionSpec, ...] = (
    OptionSpec(
        key="edition",
        kind="choice",
        default="2.51",
        choices=("2.51", "3.3"),
        group="Patterns",
        label="Edition",
        help="Which published list of patterns and points counts. 3.3 is the one played today.",
    ),
    OptionSpec(
        key="irregular_counts_concealed",
        kind="bool",
        default=True,
        group="Patterns",
        label="Seven pairs is a concealed hand",
        help="Seven pairs and thirteen terminals also count Concealed Hand (1.2).",
    ),
    OptionSpec(
        key="minimum",
        kind="choice",
        default=0,
        choices=(0, 5),
        group="Patterns",
        label="Points needed to win",
        help="With 5 a chicken hand (1 point) cannot win.",
    ),
    OptionSpec(
        key="payment",
        kind="choice",
        default="each",
        choices=("each", "discarder", "double", "mixed", "25-rule"),
        group="Payment",
        label="Who pays",
        help="Each player alike; the discarder for all; the discarder double; each alike up to a "
        "threshold and the discarder beyond it; or each alike up to 25 points, the discarder the "
        "rest.",
    ),
    OptionSpec(
        key="mixed_threshold",
        kind="int",
        default=30,
        minimum=0,
        maximum=480,
        group="Payment",
        label="Mixed payment: shared up to",
        help="Points that every player pays alike; the discarder answers for what is beyond.",
    ),
    OptionSpec(
        key="mixed_excess",
        kind="choice",
        default="discarder",
        choices=("discarder", "double"),
        group="Payment",
        label="Mixed payment: beyond that",
        help="The discarder pays for all three, or pays double while the others pay once.",
    ),
    OptionSpec(
        key="false_win",
        kind="int",
        default=30,
        minimum=0,
        maximum=480,
        group="Payment",
        label="False win",
        help="What who declared it pays to each other player. The hand is played again.",
    ),
    OptionSpec(
        key="length",
        kind="choice",
        default=16,
        choices=(4, 8, 16, "open"),
        group="Game",
        label="Hands in a game",
        help="Draws and repeated deals count as hands. An open game ends when the table says so.",
    ),
    OptionSpec(
        key="dealer_repeats",
        kind="list",
        default=(),
        choices=("win", "draw"),
        group="Game",
        label="The dealer stays after",
        help="The deal passes after every hand unless the dealer's own win or a draw keeps it.",
    ),
    OptionSpec(
        key="rate",
        kind="amount",
        default=None,
        nullable=True,
        group="Money",
        label="Money per point",
        help="Empty: the game is not played for money.",
    ),
)


@remembered
def make_rules(preset: str | None, options: Mapping[str, Any]) -> Rules:
    """The preset's rules (``None`` = 2.51) with ``options`` on top.

    ``ScoringError`` with field ``preset`` or ``options.<key>``.
    """
    return Rules(**read_options(SPECS, find_preset(PRESETS, preset, DEFAULT), options))


def dump_rules(rules: Rules) -> dict[str, Any]:
    """Every option, JSON-ready: ``make_rules(None, dump_rules(rules)) == rules``."""
    return {key: write_value(value) for key, value in asdict(rules).items()}
