"""The options of a riichi table: every house rule that changes a score, a payment or the end.

The names are a contract (game record, ``rules.options``); points are in full (25000).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from scoring.errors import ScoringError
from scoring.game import OptionSpec, integer
from scoring.options import find_preset, read_options, remembered, write_value
from scoring.riichi.presets import PRESETS

DEFAULT_PRESET = "club"

ABORTS = ("nine-terminals", "four-winds", "four-riichi", "four-kans")
DOUBLE_YAKUMAN = ("suuankou-tanki", "kokushi-13", "junsei-chuuren", "daisuushi")
PAO_YAKUMAN = ("daisangen", "daisuushi", "suukantsu")
LOCAL_YAKU = (
    "open-riichi",
    "tsubame-gaeshi",
    "kanburi",
    "isshoku-sanjun",
    "sanrenkou",
    "uumensai",
    "daisharin",
    "daisharin-all-suits",
    "shiisanpuutaa",
    "paarenchan",
)
LENGTHS: Mapping[str, int] = {"single": 1, "east": 1, "hanchan": 2, "full": 4}
"""How many winds are played; ``single`` ends within its first."""


@dataclass(frozen=True, slots=True)
class Floating:
    """Uma that depends on how many end at ``return_points`` or more (floaters).

    ``lines[k]`` is the uma by place with ``k + 1`` floaters; nobody afloat counts as one, everybody
    as one fewer than the players.
    """

    lines: tuple[tuple[int, ...], ...]

    def line(self, floaters: int) -> tuple[int, ...]:
        return self.lines[min(max(floaters, 1), len(self.lines)) - 1]


@dataclass(frozen=True, slots=True)
class RiichiRules:
    """One table's rules, complete: read by ``read_rules``, which checks every value."""

    players: int
    length: str
    start_points: int
    return_points: int
    red_fives: int
    open_tanyao: bool
    ippatsu: bool
    ura_dora: bool
    kan_dora: bool
    kan_ura: bool
    kiriage_mangan: bool
    thirteen_han: str
    yakuman_stack: bool
    yakuman_max: int | None
    double_yakuman: tuple[str, ...]
    aotenjou: bool
    double_wind_fu: int
    rinshan_fu: int
    pinfu_tsumo: bool
    open_pinfu_fu: int
    chiitoitsu: str
    renhou: str
    local_yaku: tuple[str, ...]
    kokushi_robs_ankan: bool
    honba_ron: int
    honba_tsumo: int
    noten_pool: int
    renchan: str
    multiple_ron: str
    multiple_ron_honba: str
    multiple_ron_sticks: str
    double_ron_dealer: str
    aborts: tuple[str, ...]
    nagashi: str
    pao: tuple[str, ...]
    pao_honba: str
    pao_scope: str
    chombo: str
    chombo_points: int
    riichi_needs_1000: bool
    sanma_tsumo: str
    bust: str
    agari_yame: str
    tenpai_yame: str
    extension: str
    target_points: int
    cold_game: int | None
    time_limit: int | None
    time_up: str
    leftover_sticks: str
    uma: tuple[int, ...] | Floating
    oka: int | None
    ties: str
    rounding: str
    chips: bool
    chip_points: int
    bust_prize: int
    yakitori: int
    rate: Fraction | None
    table_notes: tuple[tuple[str, str], ...]

    @property
    def last_wind(self) -> int:
        """The last wind of the game proper, 0 = East."""
        return LENGTHS[self.length] - 1

    @property
    def extra_wind(self) -> int | None:
        """The wind played when nobody has reached the target, ``None`` where there is none.

        A single hand has no more to play, and after North there is no fifth wind.
        """
        if self.extension == "none" or self.length not in ("east", "hanchan"):
            return None
        return self.last_wind + 1

    @property
    def oka_points(self) -> int:
        """What first place gets, paid equally by all."""
        if self.oka is None:
            return (self.return_points - self.start_points) * self.players
        return self.oka

    def multiple(self, yakuman: str) -> int:
        """How many yakuman the pattern counts for."""
        return 2 if yakuman in self.double_yakuman else 1


OPTION_SPECS: tuple[OptionSpec, ...] = (
    OptionSpec("players", "choice", 4, (4, 3, 2), group="Table", label="Players"),
    OptionSpec(
        "length",
        "choice",
        "hanchan",
        ("single", "east", "hanchan", "full"),
        group="Table",
        label="Length",
        help="A single hand, the East round, East and South (hanchan), all four winds.",
    ),
    OptionSpec("start_points", "int", 25000, minimum=0, group="Table", label="Starting points"),
    OptionSpec(
        "return_points",
        "int",
        30000,
        minimum=0,
        group="Table",
        label="Return points",
        help="What a result is counted from (返し); the difference to the start makes the oka.",
    ),
    OptionSpec("red_fives", "int", 0, minimum=0, maximum=4, group="Value", label="Red fives"),
    OptionSpec("open_tanyao", "bool", True, group="Value", label="Open tanyao (kuitan)"),
    OptionSpec("ippatsu", "bool", True, group="Value", label="Ippatsu"),
    OptionSpec("ura_dora", "bool", True, group="Value", label="Ura-dora"),
    OptionSpec("kan_dora", "bool", True, group="Value", label="Kan-dora"),
    OptionSpec("kan_ura", "bool", True, group="Value", label="Kan-ura"),
    OptionSpec(
        "kiriage_mangan",
        "bool",
        True,
        group="Value",
        label="Kiriage mangan",
        help="30 fu 4 han and 60 fu 3 han count as mangan.",
    ),
    OptionSpec(
        "thirteen_han",
        "choice",
        "sanbaiman",
        ("yakuman", "sanbaiman"),
        group="Value",
        label="13 han and more",
        help="A counted yakuman (kazoe), or sanbaiman from 11 han up.",
    ),
    OptionSpec("yakuman_stack", "bool", True, group="Value", label="Several yakuman add up"),
    OptionSpec(
        "yakuman_max",
        "int",
        None,
        nullable=True,
        minimum=1,
        group="Value",
        label="Most yakuman counted",
        help="Empty: all of them.",
    ),
    OptionSpec("double_yakuman", "list", [], DOUBLE_YAKUMAN, group="Value", label="Double yakuman"),
    OptionSpec(
        "aotenjou",
        "bool",
        False,
        group="Value",
        label="Aotenjou",
        help="No limits: fu and han count on without end.",
    ),
    OptionSpec("double_wind_fu", "choice", 2, (2, 4), group="Value", label="Fu of a double wind"),
    OptionSpec(
        "rinshan_fu", "choice", 2, (0, 2), group="Value", label="Self-draw fu on a kan's tile"
    ),
    OptionSpec("pinfu_tsumo", "bool", True, group="Value", label="Pinfu by self-draw"),
    OptionSpec(
        "open_pinfu_fu", "choice", 30, (30, 20), group="Value", label="Fu of an open pinfu shape"
    ),
    OptionSpec(
        "chiitoitsu",
        "choice",
        "25-2",
        ("25-2", "50-1"),
        group="Value",
        label="Seven pairs",
        help="25 fu 2 han or 50 fu 1 han; they differ at the limits.",
    ),
    OptionSpec(
        "renhou",
        "choice",
        "none",
        ("none", "mangan", "baiman", "yakuman"),
        group="Value",
        label="Renhou",
    ),
    OptionSpec("local_yaku", "list", [], LOCAL_YAKU, group="Value", label="Local yaku"),
    OptionSpec(
        "kokushi_robs_ankan", "bool", True, group="Value", label="Kokushi robs a closed kan"
    ),
    OptionSpec(
        "honba_ron",
        "int",
        300,
        minimum=0,
        group="Payments",
        label="Honba on ron",
        help="Per honba, from the discarder.",
    ),
    OptionSpec(
        "honba_tsumo",
        "int",
        100,
        minimum=0,
        group="Payments",
        label="Honba on self-draw",
        help="Per honba, from each payer.",
    ),
    OptionSpec(
        "noten_pool",
        "int",
        3000,
        minimum=0,
        group="Payments",
        label="Noten penalty",
        help="In all: paid in by the noten players, shared out between the tenpai.",
    ),
    OptionSpec(
        "renchan",
        "choice",
        "tenpai",
        ("tenpai", "win", "never"),
        group="Flow",
        label="The dealer stays on",
        help="A win or tenpai, a win alone, or never (then a win clears honba, a draw adds one).",
    ),
    OptionSpec(
        "multiple_ron",
        "choice",
        "two",
        ("one", "two", "three"),
        group="Payments",
        label="Several rons",
        help="One: head bump. Two: double ron pays, three claims abort. Three: all pay.",
    ),
    OptionSpec(
        "multiple_ron_honba",
        "choice",
        "nearest",
        ("nearest", "each"),
        group="Payments",
        label="Honba on several rons",
    ),
    OptionSpec(
        "multiple_ron_sticks",
        "choice",
        "nearest",
        ("nearest", "own"),
        group="Payments",
        label="Sticks on several rons",
        help="All to the nearest winner, or each their own back and the rest to the nearest.",
    ),
    OptionSpec(
        "double_ron_dealer",
        "choice",
        "stays",
        ("stays", "first-winner"),
        group="Flow",
        label="Several rons with the dealer",
        help="Any winning dealer stays, or the nearest winner decides.",
    ),
    OptionSpec(
        "aborts",
        "list",
        list(ABORTS),
        ABORTS,
        group="Flow",
        label="Abortive draws",
        help="Three rons abort where two may win.",
    ),
    OptionSpec(
        "nagashi",
        "choice",
        "draw",
        ("none", "draw", "win"),
        group="Payments",
        label="Nagashi mangan",
        help="None, paid as a draw, or as a win with honba and sticks.",
    ),
    OptionSpec(
        "pao",
        "list",
        ["daisangen", "daisuushi"],
        (*PAO_YAKUMAN, "rinshan"),
        group="Payments",
        label="Pao",
        help="Who feeds the deciding set pays. Rinshan: a self-draw on the tile of a called kan.",
    ),
    OptionSpec(
        "pao_honba",
        "choice",
        "discarder",
        ("liable", "discarder"),
        group="Payments",
        label="Honba under pao",
        help="On ron; on a self-draw the liable player pays them in any case.",
    ),
    OptionSpec(
        "pao_scope",
        "choice",
        "yakuman",
        ("yakuman", "hand"),
        group="Payments",
        label="Pao covers",
        help="That yakuman only, or the whole hand.",
    ),
    OptionSpec(
        "chombo",
        "choice",
        "flat",
        ("mangan", "flat", "after"),
        group="Payments",
        label="Chombo",
        help="A mangan paid out, a fixed sum to each, or points off the result.",
    ),
    OptionSpec(
        "chombo_points",
        "int",
        3000,
        minimum=0,
        group="Payments",
        label="Chombo points",
        help="To each other player, or off the result.",
    ),
    OptionSpec("riichi_needs_1000", "bool", True, group="Flow", label="Riichi needs 1000 points"),
    OptionSpec(
        "sanma_tsumo",
        "choice",
        "loss",
        ("loss", "north-split", "no-loss", "plus-1000"),
        group="Payments",
        label="Three players: self-draw",
        help="North's share is lost, split in halves, not lost (2:1 where it divides), "
        "or replaced by 1000 from each.",
    ),
    OptionSpec(
        "bust",
        "choice",
        "none",
        ("none", "below-zero", "zero"),
        group="End",
        label="Game ends on a bust",
    ),
    OptionSpec(
        "agari_yame",
        "choice",
        "no",
        ("no", "auto", "choice"),
        group="End",
        label="Agari-yame",
        help="The dealer wins the last hand in first place: play on, end, or as the dealer says.",
    ),
    OptionSpec(
        "tenpai_yame",
        "choice",
        "no",
        ("no", "auto", "choice"),
        group="End",
        label="Tenpai-yame",
        help="The same for a dealer who stays by tenpai.",
    ),
    OptionSpec(
        "extension",
        "choice",
        "none",
        ("none", "sudden-death"),
        group="End",
        label="Extra round",
        help="Nobody at the target after the last hand: one more wind, until someone is.",
    ),
    OptionSpec("target_points", "int", 30000, minimum=0, group="End", label="Target points"),
    OptionSpec(
        "cold_game",
        "int",
        None,
        nullable=True,
        minimum=1,
        group="End",
        label="Cold game",
        help="A score at which the game ends.",
    ),
    OptionSpec(
        "time_limit",
        "int",
        None,
        nullable=True,
        minimum=1,
        maximum=1440,
        group="End",
        label="Time limit",
        help="In minutes.",
    ),
    OptionSpec(
        "time_up",
        "choice",
        "finish-hand",
        ("finish-hand", "one-more", "play-on"),
        group="End",
        label="When time is up",
        help="Finish the hand, finish it and play one more, or play on.",
    ),
    OptionSpec(
        "leftover_sticks",
        "choice",
        "first",
        ("first", "lost"),
        group="Settlement",
        label="Sticks left on the table",
    ),
    OptionSpec(
        "uma",
        "json",
        [12000, 4000, -4000, -12000],
        group="Settlement",
        label="Uma",
        help="In full points, by place; or by how many are at the return points: "
        '{"floating": {"1": […], "2": […], "3": […]}}.',
    ),
    OptionSpec(
        "oka",
        "int",
        None,
        nullable=True,
        minimum=0,
        group="Settlement",
        label="Oka",
        help="To first place, paid equally by all. Empty: (return − start) × players.",
    ),
    OptionSpec(
        "ties",
        "choice",
        "seat",
        ("seat", "share"),
        group="Settlement",
        label="Ties",
        help="The earlier starting seat is ahead, or uma and oka are shared.",
    ),
    OptionSpec(
        "rounding",
        "choice",
        "none",
        ("none", "half-up", "half-down", "up", "down"),
        group="Settlement",
        label="Rounding to 1000",
        help="Of every score but the first's, who takes the balance.",
    ),
    OptionSpec("chips", "bool", False, group="Settlement", label="Chips (shuugi)"),
    OptionSpec(
        "chip_points",
        "int",
        2000,
        minimum=0,
        group="Settlement",
        label="A chip is worth",
        help="In points.",
    ),
    OptionSpec(
        "bust_prize",
        "int",
        0,
        minimum=0,
        group="Settlement",
        label="Bust prize",
        help="Who goes bust pays it to the winner of that hand, the nearest of several.",
    ),
    OptionSpec(
        "yakitori",
        "int",
        0,
        minimum=0,
        group="Settlement",
        label="Yakitori",
        help="Who never won pays it, shared by those who did.",
    ),
    OptionSpec(
        "rate", "amount", None, nullable=True, group="Settlement", label="Money per 1000 points"
    ),
    OptionSpec(
        "table_notes",
        "json",
        {},
        group="Table",
        label="Notes",
        help="Rules agreed in words: shown, never computed.",
    ),
)


@remembered
def read_rules(preset: str | None, options: Mapping[str, Any]) -> RiichiRules:
    """The rules of ``preset`` (``None`` = the club's) with ``options`` over them.

    ``ScoringError`` at ``preset`` or ``options.<key>``.
    """
    found = find_preset(PRESETS, preset, DEFAULT_PRESET)
    values = read_options(OPTION_SPECS, found, options)
    for key, read in _OWN_SHAPES.items():
        values[key] = read(values[key], f"options.{key}", values["players"])
    rules = RiichiRules(**values)
    _check(rules)
    return rules


def write_options(rules: RiichiRules) -> dict[str, Any]:
    """Every option as JSON; ``read_rules`` makes the same rules of it."""
    options = {field.name: write_value(getattr(rules, field.name)) for field in fields(rules)}
    if isinstance(rules.uma, Floating):
        lines = {str(i): list(line) for i, line in enumerate(rules.uma.lines, 1)}
        options["uma"] = {"floating": lines}
    options["table_notes"] = dict(rules.table_notes)
    return options


def _uma(value: Any, at: str, players: int) -> tuple[int, ...] | Floating:
    if not isinstance(value, Mapping):
        return _uma_line(value, at, players)
    counts = [str(count) for count in range(1, players)]
    lines = value.get("floating")
    if list(value) != ["floating"] or not isinstance(lines, Mapping) or set(lines) != set(counts):
        raise ScoringError(
            at,
            'floating uma is {{"floating": …}} with a list for each of {counts} floaters',
            counts=", ".join(counts),
        )
    at = f"{at}.floating"
    return Floating(tuple(_uma_line(lines[count], f"{at}.{count}", players) for count in counts))


def _uma_line(value: Any, at: str, players: int) -> tuple[int, ...]:
    if not isinstance(value, list | tuple) or len(value) != players:
        raise ScoringError(at, "give one figure for each of the {n} places", n=players)
    line = tuple(integer(figure, f"{at}.{i}") for i, figure in enumerate(value))
    if sum(line):
        raise ScoringError(at, "the uma must add up to zero, not {total}", total=sum(line))
    return line


def _table_notes(value: Any, at: str, players: int) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, Mapping):
        raise ScoringError(at, "must be an object of texts by topic")
    for topic, text in value.items():
        if not isinstance(topic, str) or not isinstance(text, str):
            raise ScoringError(f"{at}.{topic}", "must be text")
    return tuple(value.items())


_OWN_SHAPES: Mapping[str, Callable[[Any, str, int], Any]] = {
    "uma": _uma,
    "table_notes": _table_notes,
}


def _check(rules: RiichiRules) -> None:
    """What no option says alone: that the payments can be made in the table's hundreds."""
    for key in ("start_points", "return_points", "honba_ron", "honba_tsumo", "chombo_points"):
        if getattr(rules, key) % 100:
            raise ScoringError(f"options.{key}", "must be in hundreds")
    for payers in range(1, rules.players):
        if rules.noten_pool % (100 * payers):
            raise ScoringError(
                "options.noten_pool",
                "{pool} cannot be shared in hundreds by {n} players",
                pool=rules.noten_pool,
                n=payers,
            )
