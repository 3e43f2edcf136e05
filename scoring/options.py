"""Reading the options of a ruleset against their specs, the same way for every variety.

``rules.options`` of a game record comes from forms, files and other people: every value is
checked here, and an error names the key and what is allowed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import wraps
from typing import Any, TypeVar

from scoring import figures
from scoring.errors import ScoringError
from scoring.game import LIMIT, OptionSpec, Preset, integer

R = TypeVar("R")
Reader = Callable[[str | None, Mapping[str, Any]], R]
"""Rules from a preset's key and the options given."""


def find_preset(presets: Mapping[str, Preset], key: str | None, default: str) -> Preset:
    """The preset named ``key``, the variety's ``default`` for ``None``; an error lists them."""
    found = presets.get(default if key is None else key)
    if found is None:
        raise ScoringError("preset", "unknown preset; one of {allowed}", allowed=", ".join(presets))
    return found


def remembered(read: Reader[R]) -> Reader[R]:
    """``read`` for the rules of a game: those of the same words are one object, which engines keep
    by it what they worked out. Thousands of records come with the same few rules."""
    known: dict[str, R] = {}

    @wraps(read)
    def again(preset: str | None, options: Mapping[str, Any]) -> R:
        if type(options) is not dict:
            return read(preset, options)
        words = repr((preset, options))  # tells true from 1 and 1 from 1.0, as ``read`` does
        found = known.get(words)
        if found is None:
            found = read(preset, options)
            if len(known) >= MOST_RULES:
                known.clear()
            known[words] = found
        return found

    return again


MOST_RULES = 64


def read_options(
    specs: Iterable[OptionSpec], preset: Preset, given: Mapping[str, Any]
) -> dict[str, Any]:
    """The complete options: those of ``preset``, overridden by ``given``, each checked.

    Lists become tuples, amounts of money exact numbers. ``ScoringError`` at ``options.<key>``.
    """
    by_key = {spec.key: spec for spec in specs}
    for key in given:
        if key not in by_key:
            raise ScoringError(
                f"options.{key}", "unknown option; one of {allowed}", allowed=", ".join(by_key)
            )
    values = {**preset.options, **given}
    return {key: read_value(spec, values[key]) for key, spec in by_key.items()}


def read_value(spec: OptionSpec, value: Any) -> Any:
    """One value, checked against its spec."""
    if value is None and spec.nullable:
        return None
    return _READERS[spec.kind](spec, value, f"options.{spec.key}")


def write_value(value: Any) -> Any:
    """An option's value as JSON: what ``read_value`` reads back to the same."""
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, Fraction):
        return _write_amount(value)
    return value


def _write_amount(amount: Fraction) -> int | str:
    """Whole money as a number, 1/2 as "0.5", 1/3 as "1/3": never a float."""
    return amount.numerator if amount.denominator == 1 else figures.plain(amount)


def _bool(spec: OptionSpec, value: Any, at: str) -> bool:
    if not isinstance(value, bool):
        raise ScoringError(at, "must be true or false")
    return value


def _int(spec: OptionSpec, value: Any, at: str) -> int:
    return integer(
        value,
        at,
        -LIMIT if spec.minimum is None else spec.minimum,
        LIMIT if spec.maximum is None else spec.maximum,
    )


def _one_of(spec: OptionSpec, value: Any) -> bool:
    """Type and all: JSON's ``true`` is not the number 1."""
    return any(type(value) is type(choice) and value == choice for choice in spec.choices)


def _allowed(spec: OptionSpec) -> str:
    return ", ".join(str(choice) for choice in spec.choices)


def _choice(spec: OptionSpec, value: Any, at: str) -> Any:
    if not _one_of(spec, value):
        raise ScoringError(at, "must be one of {allowed}", allowed=_allowed(spec))
    return value


def _list(spec: OptionSpec, value: Any, at: str) -> tuple[Any, ...]:
    """Several of the choices, kept in the order of the choices."""
    if not isinstance(value, list | tuple) or not all(_one_of(spec, item) for item in value):
        raise ScoringError(at, "must be a list out of {allowed}", allowed=_allowed(spec))
    return tuple(choice for choice in spec.choices if choice in value)


def _amount(spec: OptionSpec, value: Any, at: str) -> Fraction:
    return read_amount(value, at)


def read_amount(value: Any, at: str) -> Fraction:
    """Money: whole, decimal (0.5, "0.5") or a fraction ("1/3"), read exactly as written.
    ``ScoringError`` at ``at``."""
    written = str(value)
    amount = Fraction(written) if _AMOUNT.fullmatch(written) else None
    if amount is None or amount > LIMIT:
        raise ScoringError(at, "must be an amount of money, 0 or more")
    return amount


def _json(spec: OptionSpec, value: Any, at: str) -> Any:
    """A shape of its own: the variety reads it after all the others."""
    return value


_AMOUNT = re.compile(r"[0-9]{1,12}(\.[0-9]{1,12}|/[1-9][0-9]{0,11})?")


_READERS: Mapping[str, Callable[[OptionSpec, Any, str], Any]] = {
    "bool": _bool,
    "int": _int,
    "choice": _choice,
    "list": _list,
    "amount": _amount,
    "json": _json,
}
