"""The options of a Hong Kong table and what follows from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from scoring.errors import ScoringError
from scoring.game import OptionSpec, integer
from scoring.hongkong.presets import PRESETS
from scoring.options import find_preset, read_options, remembered, write_value

DEFAULT_PRESET = "table-stakes"
PLAYERS = 4
TABLE_LIMIT = 10
"""The source's own table never pays for more than 10 fan."""
OPEN_LIMIT = 13
"""What a limit hand counts where the table has no maximum."""
MOST_FAAN = 30
"""No hand holds more, whatever the table counts; a larger number is a slip of the finger."""

CURVES = ("table-stakes", "half-spicy", "full-spicy", "4-7-10", "hkma")
LENGTHS = {"east": 1, "hanchan": 2, "full": 4}
"""How many winds are played."""
LIMIT_HANDS = (
    "four-concealed-triplets",
    "four-kongs",
    "small-winds",
    "big-winds",
    "all-honors",
    "all-terminals",
    "nine-gates",
    "thirteen-orphans",
    "heaven",
    "earth",
)
LIABILITIES = (
    "nine-tiles",
    "twelve-tiles",
    "big-dragons",
    "big-winds",
    "four-kongs",
    "robbing-kong",
)


@dataclass(frozen=True, slots=True)
class HongKongRules:
    """One table's rules, complete: read by ``read_rules``, which checks every value."""

    length: str
    minimum: int
    minimum_self_draw: int | None
    maximum: int | None
    curve: str | tuple[int, ...]
    rows: str
    gun: str
    stake: int
    base: Fraction | None
    settle: str
    accumulate: str
    flowers: bool
    set_replaces_own_flower: bool
    flowers_count_to_minimum: bool
    concealed_fan: int
    seven_pairs: int | str
    nine_gates_nine_sided: bool
    seven_flowers: int
    eight_flowers: int | str
    limit_value: str | tuple[tuple[str, int], ...]
    dealer_repeats: tuple[str, ...]
    dealer_double: bool
    liability: tuple[str, ...]
    false_win: str | int
    false_win_ends_deal: bool

    @property
    def cap(self) -> int | None:
        """Fan above this count as this many; ``None`` where the table has no maximum.

        The source's table and the association's have no rows above 10.
        """
        if self.curve in ("table-stakes", "hkma"):
            return TABLE_LIMIT if self.maximum is None else min(self.maximum, TABLE_LIMIT)
        return self.maximum

    @property
    def limit(self) -> int:
        """The fan a limit hand counts."""
        return OPEN_LIMIT if self.cap is None else self.cap

    @property
    def capped(self) -> bool:
        """Whether no loser pays more than the stake: where the figures of several hands add up. A
        single hand is paid at once, and with a base the figures are money already."""
        return self.base is None and self.settle == "capped" and self.length != "single"

    @property
    def deals(self) -> int:
        """How many hands a game has in which no dealer stays; all winds where it has no end."""
        return 1 if self.length == "single" else LENGTHS.get(self.length, PLAYERS) * PLAYERS

    def clip(self, faan: int) -> int:
        """``faan`` as this table counts it."""
        return faan if self.cap is None else min(faan, self.cap)

    def needed(self, self_draw: bool) -> int:
        """The fan a hand must have to win here."""
        if self_draw and self.minimum_self_draw is not None:
            return self.minimum_self_draw
        return self.minimum


OPTION_SPECS: tuple[OptionSpec, ...] = (
    OptionSpec(
        "length",
        "choice",
        "hanchan",
        ("single", "east", "hanchan", "full", "open"),
        group="Game",
        label="Length",
        help="A single hand, the East round, two rounds, all four, or until you say so.",
        words={
            "single": "one hand",
            "east": "East round",
            "hanchan": "two rounds",
            "full": "four rounds",
            "open": "until you say so",
        },
    ),
    OptionSpec(
        "minimum",
        "int",
        1,
        minimum=0,
        maximum=10,
        group="Fan",
        label="Fan to win",
        help="A hand with fewer may not win.",
    ),
    OptionSpec(
        "minimum_self_draw",
        "int",
        None,
        nullable=True,
        minimum=0,
        maximum=10,
        group="Fan",
        label="Fan to win by self-draw",
        help="Empty: the same as on a discard. 2 is usual at table stakes.",
    ),
    OptionSpec(
        "maximum",
        "int",
        4,
        nullable=True,
        minimum=1,
        maximum=MOST_FAAN,
        group="Fan",
        label="Maximum fan",
        help="More fan count as this many (爆棚). Empty: no maximum; the table stakes and "
        "association tables end at 10 all the same.",
    ),
    OptionSpec(
        "curve",
        "json",
        "table-stakes",
        CURVES,
        group="Payment",
        label="Payment table",
        help="What each fan is worth: a known table, or your own portions from 0 fan up, "
        "such as [1, 2, 4, 8].",
    ),
    OptionSpec(
        "rows",
        "choice",
        "above-minimum",
        ("above-minimum", "absolute"),
        group="Payment",
        label="Rows of the table stakes",
        help="Count the rows 2 to 10 from the minimum, or read them as fan.",
    ),
    OptionSpec(
        "gun",
        "choice",
        "full",
        ("full", "half"),
        group="Payment",
        label="Who pays for a discard",
        help="Full gun 全銃: the discarder alone. Half gun 半銃: the discarder half, "
        "the other two a quarter each.",
    ),
    OptionSpec(
        "stake",
        "int",
        48,
        minimum=1,
        group="Money",
        label="Stake",
        help="What a discarder pays for a limit hand, in whole units of money.",
    ),
    OptionSpec(
        "base",
        "amount",
        None,
        nullable=True,
        group="Money",
        label="Base",
        help="Money for one portion: 0.5 (二五雞), 1 (五一), 2 (一二蚊). "
        "When set, the stake is not used.",
    ),
    OptionSpec(
        "settle",
        "choice",
        "capped",
        ("capped", "plain"),
        group="Money",
        label="Settlement",
        help="Capped: nobody loses more than the stake in a game. Plain: points are money.",
    ),
    OptionSpec(
        "accumulate",
        "choice",
        "points",
        ("points", "fan"),
        group="Money",
        label="What adds up over a game",
        help="The figures of the payment table, or plain fan turned into money at the end.",
    ),
    OptionSpec("flowers", "bool", True, group="Fan", label="Flowers and seasons"),
    OptionSpec(
        "set_replaces_own_flower",
        "bool",
        False,
        group="Fan",
        label="A full set replaces the own flower",
        help="All four flowers count 2 and not 2 + 1; seasons likewise.",
    ),
    OptionSpec(
        "flowers_count_to_minimum",
        "bool",
        True,
        group="Fan",
        label="Flower fan count towards the minimum",
    ),
    OptionSpec("concealed_fan", "choice", 0, (0, 1), group="Fan", label="Concealed hand 門前清"),
    OptionSpec("seven_pairs", "choice", 0, (0, 3, 4, "limit"), group="Fan", label="Seven pairs"),
    OptionSpec(
        "nine_gates_nine_sided",
        "bool",
        False,
        group="Fan",
        label="Nine gates only with nine waits",
    ),
    OptionSpec("seven_flowers", "choice", 0, (0, 3), group="Fan", label="Seven flowers"),
    OptionSpec("eight_flowers", "choice", 0, (0, 8, "limit"), group="Fan", label="Eight flowers"),
    OptionSpec(
        "limit_value",
        "json",
        "cap",
        ("cap",),
        group="Fan",
        label="Limit hands",
        help='Worth the maximum, or fixed fan for each, such as {"all-honors": 10}. '
        "Limit hands never add up.",
    ),
    OptionSpec(
        "dealer_repeats",
        "list",
        ["win", "draw"],
        ("win", "draw"),
        group="Game",
        label="East stays after",
        help="East's own win, a draw, both or neither.",
    ),
    OptionSpec("dealer_double", "bool", False, group="Payment", label="East pays and gets double"),
    OptionSpec(
        "liability",
        "list",
        [],
        LIABILITIES,
        group="Payment",
        label="Liability 包",
        help="When one player may have to pay for all.",
    ),
    OptionSpec(
        "false_win",
        "json",
        "largest-self-draw",
        ("largest-self-draw",),
        group="Payment",
        label="False win 食詐糊",
        help="Each other player gets what the largest self-draw brings its winner in all, "
        "or a fixed number of points.",
    ),
    OptionSpec(
        "false_win_ends_deal",
        "bool",
        False,
        group="Game",
        label="A false win by East passes the deal",
    ),
)


@remembered
def read_rules(preset: str | None, options: Mapping[str, Any]) -> HongKongRules:
    """The rules of ``preset`` (``None`` = table stakes) with ``options`` over them.

    ``ScoringError`` at ``preset`` or ``options.<key>``.
    """
    found = find_preset(PRESETS, preset, DEFAULT_PRESET)
    values = read_options(OPTION_SPECS, found, options)
    for key, read in _OWN_SHAPES.items():
        values[key] = read(values[key], f"options.{key}")
    rules = HongKongRules(**values)
    _check(rules)
    return rules


def write_options(rules: HongKongRules) -> dict[str, Any]:
    """Every option as JSON; ``read_rules`` makes the same rules of it."""
    options = {field.name: write_value(getattr(rules, field.name)) for field in fields(rules)}
    if rules.limit_value != "cap":
        options["limit_value"] = dict(options["limit_value"])
    return options


def _curve(value: Any, at: str) -> str | tuple[int, ...]:
    """A named table, or portions for 0 fan, 1 fan, 2 fan … that never fall."""
    if value in CURVES:
        return str(value)
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= MOST_FAAN + 1:
        raise ScoringError(
            at, "must be one of {allowed}, or a list of portions", allowed=", ".join(CURVES)
        )
    portions = tuple(integer(portion, f"{at}.{i}", 1) for i, portion in enumerate(value))
    if list(portions) != sorted(portions):
        raise ScoringError(at, "more fan must not be worth less")
    return portions


def _limit_value(value: Any, at: str) -> str | tuple[tuple[str, int], ...]:
    """``cap``, or the fan of some limit hands; the others stay at the cap."""
    if value == "cap":
        return "cap"
    if not isinstance(value, Mapping):
        raise ScoringError(at, 'must be "cap" or the fan of each limit hand')
    for name in value:
        if name not in LIMIT_HANDS:
            raise ScoringError(
                f"{at}.{name}",
                "{name} is no limit hand; one of {allowed}",
                name=name,
                allowed=", ".join(LIMIT_HANDS),
            )
    return tuple(
        (name, integer(value[name], f"{at}.{name}", 1, MOST_FAAN))
        for name in LIMIT_HANDS
        if name in value
    )


def _false_win(value: Any, at: str) -> str | int:
    return value if value == "largest-self-draw" else integer(value, at, 0)


_OWN_SHAPES: Mapping[str, Callable[[Any, str], Any]] = {
    "curve": _curve,
    "limit_value": _limit_value,
    "false_win": _false_win,
}


def _check(rules: HongKongRules) -> None:
    """What no option says alone: that the table can be played."""
    if rules.base is not None and (not rules.base or (2 * rules.base).denominator != 1):
        raise ScoringError("options.base", "the base must be a multiple of 0.5")
    least = 3 if rules.curve == "hkma" else 0
    for key in ("minimum", "minimum_self_draw"):
        fan = getattr(rules, key)
        if fan is None:
            continue
        if fan > rules.limit:
            raise ScoringError(
                f"options.{key}",
                "{minimum} fan to win is above the maximum of {maximum}",
                minimum=fan,
                maximum=rules.limit,
            )
        if fan < least:
            raise ScoringError(
                f"options.{key}", "this payment table starts at {least} fan", least=least
            )
