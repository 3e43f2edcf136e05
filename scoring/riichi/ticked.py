"""The yaku kept beside a value: read, held against it, and made ticks again.

``{"han": 3, "fu": 30, "patterns": [["riichi", 1], ["pinfu", 1], ["dora", 1]]}``: as a hand of tiles
has them. They say what the figure was made of, and never what is paid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from scoring.errors import ScoringError
from scoring.riichi import ticks as pad
from scoring.riichi.context import Context, Worth
from scoring.riichi.hand import RENHOU_HAN
from scoring.riichi.names import NAMES
from scoring.riichi.points import basic_points, read_value
from scoring.riichi.rules import RiichiRules
from scoring.riichi.ticks import DECLARATIONS, Tally, Ticks
from scoring.riichi.yaku import BONUSES, Pattern

KEPT: Final = frozenset({"patterns", "called"})
"""What of a value is not its figure. ``called``, true: the hand was open, which the yaku themselves
do not always say."""
_BY_THEMSELVES: Final = frozenset({"menzen-tsumo", "dragons", *BONUSES})
"""What no yaku is ticked for."""
_NORTHS: Final = 4

Said = tuple[Ticks, Tally]


def worth(rules: RiichiRules, value: Mapping[str, Any], context: Context, field: str) -> Worth:
    """The worth of a value that was ticked: what its figure is worth, with its yaku known."""
    figure = {name: said for name, said in value.items() if name not in KEPT}
    found = read_value(rules, figure, context.tsumo, field)
    ticks, tally = said(rules, value, context, field)
    _check_listed(ticks, tally, context, f"{field}.patterns")
    return replace(found, patterns=tally.patterns, explanation=tally)


def said(rules: RiichiRules, value: Mapping[str, Any], context: Context, field: str) -> Said:
    """What was ticked for a value with patterns, and what it comes to.

    ``ScoringError`` at ``field`` or below where the yaku cannot be those of one hand won so, or do
    not make the value.
    """
    patterns = _read(rules, value["patterns"], f"{field}.patterns")
    called: tuple[bool, ...] = (False, True)
    if "called" in value:
        if not isinstance(value["called"], bool):
            raise ScoringError(f"{field}.called", "must be true or false")
        called = (value["called"],)
    refused: list[ScoringError] = []
    for is_open in called:
        ticks = _ticks(patterns, is_open, context)
        try:
            return ticks, _checked(rules, ticks, patterns, value, field)
        except ScoringError as error:
            refused.append(error)
    raise refused[0]


def _read(rules: RiichiRules, patterns: Any, field: str) -> dict[str, int]:
    """The han of each yaku, the number of each bonus."""
    if not isinstance(patterns, list | tuple) or not all(map(_is_pattern, patterns)):
        raise ScoringError(field, "must be a list of patterns, each with its number")
    found = summed(patterns)
    for name in found:
        if not _is_played(rules, found, name):
            raise ScoringError(field, "no hand has this at this table: {name}", name=name)
    return found


def summed(patterns: Iterable[Pattern]) -> dict[str, int]:
    """The numbers by name: without limits an open riichi counts both ways."""
    found: Counter[str] = Counter()
    for name, number in patterns:
        found[name] += number
    return found


def _is_pattern(pattern: Any) -> bool:
    if not isinstance(pattern, list | tuple) or len(pattern) != 2:
        return False
    name, number = pattern
    known = isinstance(name, str) and name in NAMES
    return known and type(number) is int and number > 0


def _is_played(rules: RiichiRules, patterns: Mapping[str, int], name: str) -> bool:
    if name == "red-dora":
        return patterns[name] <= rules.red_fives
    if name == "ura-dora":
        return rules.ura_dora and not DECLARATIONS.isdisjoint(patterns)
    if name == "north-dora":
        return rules.players == 3 and patterns[name] <= _NORTHS
    return pad.is_played(rules, name)


def _ticks(patterns: Mapping[str, int], called: bool, context: Context) -> Ticks:
    both_winds = {"yakuhai-round-wind", "yakuhai-seat-wind"} <= patterns.keys()
    return Ticks(
        yaku=frozenset(patterns.keys() - _BY_THEMSELVES),
        called=called,
        tsumo=context.tsumo,
        dealer=context.seat_wind == 0,
        # Not held against one wind alone: an earlier hand that is corrected may move the deal.
        double_wind=both_winds and context.seat_wind == context.round_wind,
        discarder_riichi=context.discarder_riichi,
        bonus={name: number for name, number in patterns.items() if name in BONUSES},
    )


def _checked(
    rules: RiichiRules,
    ticks: Ticks,
    patterns: Mapping[str, int],
    value: Mapping[str, Any],
    field: str,
) -> Tally:
    try:
        found = pad.tally(rules, ticks)
    except ScoringError as error:
        raise ScoringError(f"{field}.patterns", error.message, **error.params) from None
    if not found.has_yaku:
        raise ScoringError(f"{field}.patterns", "no yaku")
    _check_figure(rules, found, value, field)
    if summed(found.patterns) != patterns:
        right = ", ".join(f"{name} {number}" for name, number in found.patterns)
        raise ScoringError(f"{field}.patterns", "these patterns count so: {right}", right=right)
    return found


def _check_figure(rules: RiichiRules, found: Tally, value: Mapping[str, Any], field: str) -> None:
    """The yaku make the figure beside them."""
    if found.yakuman or "yakuman" in value:
        fits = value.get("yakuman") == found.yakuman
    else:
        fits = "limit" not in value or value["limit"] in _limits(rules, found)
    if not fits:
        raise ScoringError(field, "the patterns do not make this value")
    if "han" not in value:
        return
    han, fu = RENHOU_HAN[found.limit] if found.limit else found.han, value.get("fu")
    if value["han"] != han:
        raise ScoringError(
            f"{field}.han",
            "the patterns add up to {right}, not {said}",
            right=han,
            said=value["han"],
        )
    if found.fus and fu is not None and fu not in found.fus:
        raise ScoringError(f"{field}.fu", pad.why_not_fu(found, fu), fu=fu)


def _limits(rules: RiichiRules, found: Tally) -> Iterable[str | None]:
    """The limits that a hand by han can be."""
    if found.limit:
        return [found.limit]
    return {basic_points(rules, found.han, fu)[1] for fu in found.fus} - {None}


def _check_listed(ticks: Ticks, tally: Tally, context: Context, field: str) -> None:
    """Riichi as the round lists it; beside a yakuman it need not be among the yaku."""
    declared = not ticks.yaku.isdisjoint(DECLARATIONS)
    if declared == context.riichi or tally.yakuman or tally.limit:
        return
    if declared:
        raise ScoringError(field, "the round does not list this riichi")
    raise ScoringError(field, "the round lists a riichi that the hand does not")


def kept(ticks: Ticks, patterns: Iterable[Pattern]) -> dict[str, Any]:
    """What is written beside a figure that was ticked."""
    found: dict[str, Any] = {"patterns": [list(pattern) for pattern in patterns]}
    return {**found, "called": True} if ticks.called else found
