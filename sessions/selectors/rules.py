"""A table's rules in words, and how they differ from a preset."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from scoring.game import OptionSpec, Variety
from sessions.models import Game
from sessions.words import option_text


@dataclass(frozen=True, slots=True)
class Rule:
    """One option in words. ``usual`` is what the preset says, where this table does otherwise."""

    label: str
    value: str
    help: str
    usual: str = ""


@dataclass(frozen=True, slots=True)
class Chapter:
    """The options of one group."""

    name: str
    rules: tuple[Rule, ...]


def differences(base: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that are not as in ``base``; both complete."""
    return {key: value for key, value in options.items() if key in base and value != base[key]}


def chapters(
    variety: Variety, options: Mapping[str, Any], base: Mapping[str, Any]
) -> list[Chapter]:
    """Every option in words, group by group, the ones that differ from ``base`` marked."""
    changed = differences(base, options)
    groups: dict[str, list[Rule]] = {}
    for spec in variety.option_specs():
        if spec.key in options:
            rule = _rule(spec, options[spec.key], base if spec.key in changed else None)
            groups.setdefault(spec.group, []).append(rule)
    return [Chapter(gettext(name), tuple(rules)) for name, rules in groups.items()]


def differing(variety: Variety, options: Mapping[str, Any], base: Mapping[str, Any]) -> list[Rule]:
    """Only the options that differ from ``base``."""
    changed = differences(base, options)
    return [
        _rule(spec, changed[spec.key], base)
        for spec in variety.option_specs()
        if spec.key in changed
    ]


def _rule(spec: OptionSpec, value: Any, base: Mapping[str, Any] | None) -> Rule:
    return Rule(
        label=gettext(spec.label),
        value=option_text(spec, value),
        help=gettext(spec.help) if spec.help else "",
        usual="" if base is None else option_text(spec, base[spec.key]),
    )


def preset_options(variety: Variety, key: str) -> dict[str, Any]:
    """A preset's complete options; nothing for a preset that is no more."""
    if key not in variety.presets:
        return {}
    return variety.options(variety.rules(key, {}))


def table_rules(game: Game) -> list[Chapter]:
    """The rules this game is played under, against its preset as it stands today."""
    return chapters(game.variety, game.rules, preset_options(game.variety, game.preset))
