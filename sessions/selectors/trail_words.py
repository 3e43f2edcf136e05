"""What a line of the trail says was and is, in words, fact by fact."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from fractions import Fraction
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, gettext, pgettext

from scoring import figures
from scoring.game import OptionSpec, Variety
from scoring.varieties import VARIETIES
from scoring.words import listed
from sessions.club_words import FACTS, MEANT
from sessions.selectors.rules import differences, preset_options
from sessions.services.amounts import exact
from sessions.services.game_trail import with_names
from sessions.words import option_text, worded

PEOPLE = ("player", "players", "tables")
"""Facts that are ids of players; ``players`` as a figure is how many."""

OF_RULES = ("season.rules", "evening.changed")
"""Lines whose facts are options of rules, by the option's key."""
PRESETS = {key: preset for kind in VARIETIES.values() for key, preset in kind.presets.items()}
IN_ORDER = {key: at for at, key in enumerate(FACTS)}
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
MOMENT = re.compile(DAY.pattern + r"[T ][0-9:.]+(?:[+-][0-9:]+|Z)")

People = Mapping[int, str]


def both(
    kind: str, label: str, before: Mapping[str, Any], after: Mapping[str, Any], names: People
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What was, and what is, as a line of this kind tells it."""
    if kind == "game.paper":  # no hand was played: the scores say it
        before, after = ({k: v for k, v in d.items() if k != "hands"} for d in (before, after))
    specs: Mapping[str, OptionSpec] = {}
    if kind in OF_RULES:
        variety = _variety({**before, **after})
        specs = {} if variety is None else {spec.key: spec for spec in variety.option_specs()}
        if variety is not None and kind == "season.rules" and not before:
            after = _by_preset(variety, after)
    if not before:  # something new: what its label says, and what it is not, is not said
        after = {k: v for k, v in after.items() if k in specs or v not in (False, 0, label)}
    return tuple(facts(before, after, names, specs)), tuple(facts(after, before, names, specs))


def _variety(options: Mapping[str, Any]) -> Variety | None:
    """Of whose rules these are options; ``None`` where they are of none."""
    named = VARIETIES.get(options.get("variety", ""))
    if named is not None:
        return named
    keys = {key for key in options if key not in FACTS}
    for kind in VARIETIES.values():
        if keys <= {spec.key for spec in kind.option_specs()}:
            return kind
    return None


def _by_preset(variety: Variety, options: Mapping[str, Any]) -> dict[str, Any]:
    """First rules as the ruleset they are nearest to, and what they do otherwise. What is none of
    an option is not in ``options``."""
    rules = {spec.key: options.get(spec.key) for spec in variety.option_specs()}
    away = {key: differences(preset_options(variety, key), rules) for key in variety.presets}
    nearest = min(away, key=lambda key: len(away[key]))
    return {"variety": variety.key, "preset": nearest, **away[nearest]}


def facts(
    data: Mapping[str, Any],
    other: Mapping[str, Any],
    names: People,
    specs: Mapping[str, OptionSpec] | None = None,
) -> Iterator[str]:
    """What ``data`` says that ``other`` does not, in the order of the table: a database may keep
    another one. ``specs``: the options of the rules that are told."""
    for key in sorted(data, key=lambda key: (IN_ORDER.get(key, len(IN_ORDER)), key)):
        value = data[key]
        if key in other and other[key] == value:
            continue
        if key == "hands" and isinstance(value, list):
            yield from (_hand(hand, names) for hand in value)
        elif specs and key in specs:
            fact, said = gettext(specs[key].label), option_text(specs[key], value)
            yield gettext("{fact}: {value}").format(fact=fact, value=said)
        elif value not in (None, "", [], {}):
            fact, said = worded(FACTS, key), _said(key, value, names)
            yield gettext("{fact}: {value}").format(fact=fact, value=said)


def are_people(key: str, value: Any) -> bool:
    """Whether a fact is ids of players."""
    return key in PEOPLE and (key == "player" or isinstance(value, list))


def _said(key: str, value: Any, names: People) -> str:
    if are_people(key, value):
        return _people(value, names)
    if key in TOLD:
        return TOLD[key](value, names)
    if isinstance(value, str):
        return _word(key, value)
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, list):
        return gettext("; ").join(_said("", item, names) for item in value)
    if isinstance(value, dict):
        return gettext(", ").join(facts(value, {}, names))
    return str(value)


def _word(key: str, value: str) -> str:
    """A key of something that has a name; anything else is what somebody wrote."""
    if key in MEANT:
        return worded(MEANT[key], value)
    if key == "variety" and value in VARIETIES:
        return gettext(VARIETIES[value].name)
    if key == "preset" and value in PRESETS:
        return pgettext("ruleset", PRESETS[value].name)
    if DAY.fullmatch(value):
        return day(value)
    if MOMENT.fullmatch(value) and (moment := parse_datetime(value)) is not None:
        return date_format(localtime(moment), gettext("D j M Y, H:i"))
    return value


def day(iso: str) -> str:
    """A day as pages write it. What is none stays as it is."""
    try:
        return date_format(date.fromisoformat(iso), gettext("j F Y"))
    except ValueError:
        return iso


def _figures(value: Any, _names: People) -> str:
    given = value if isinstance(value, list) else [value]
    return listed((figures.score(exact(item)) for item in given), gettext)


def _points(value: Any, _names: People) -> str:
    try:
        return figures.signed(Fraction(value))
    except (TypeError, ValueError):
        return str(value)


def _place_points(value: Any, _names: People) -> str:
    tables = (
        gettext("{topic}: {text}").format(
            topic=gettext("{n} players").format(n=count),
            text=listed((figures.signed(figure) for figure in points), gettext),
        )
        for count, points in sorted(value.items())
    )
    return gettext("; ").join(tables)


def _substitutions(value: Any, names: People) -> str:
    return gettext("; ").join(
        (
            gettext("{name} from hand {n}, own result")
            if item.get("counts")
            else gettext("{name} sat in from hand {n}")
        ).format(name=_people(item["player"], names), n=item["from_round"])
        for item in value
    )


ROUNDS = {"E": "East {number}", "S": "South {number}", "W": "West {number}", "N": "North {number}"}


def _start(value: Any, names: People) -> str:
    """A game that was taken up in the middle."""
    told = dict(value)
    label = str(told.pop("round", ""))
    begins = [gettext(ROUNDS[label[:1]]).format(number=label[1:])] if label[:1] in ROUNDS else []
    return listed([*begins, *facts(told, {}, names)], gettext)


TOLD = {
    "scores": _figures,
    "chips": _figures,
    "points": _points,
    "place_points": _place_points,
    "substitutions": _substitutions,
    "start": _start,
}
"""Facts that have a way of their own to be said."""


def _people(value: Any, names: People) -> str:
    if isinstance(value, list):
        nested = any(isinstance(item, list) for item in value)
        return gettext("; " if nested else ", ").join(_people(item, names) for item in value)
    return names.get(value, f"#{value}")


def _hand(hand: Mapping[str, Any], names: People) -> str:
    """Hand 3, East 2-1: Aki ron off Ben, 3 han 40 fu …"""
    words = hand["words"]
    mark, sentence = words.get(get_language() or "en") or words["en"]
    people = hand["players"]
    sentence = with_names(sentence, [_people(person, names) for person in people])
    return gettext("{number}. {mark}: {sentence}").format(
        number=hand["number"], mark=mark, sentence=sentence
    )
