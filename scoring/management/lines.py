"""Running a function over JSON Lines: one answer for every line, in order, whatever the lines."""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Protocol

from tqdm import tqdm

from scoring.errors import ScoringError
from scoring.strict_json import loads


class Out(Protocol):
    """Where lines are written: a text stream, or a command's ``stdout``."""

    def write(self, text: str, /) -> Any: ...


BATCH = 200
"""Lines that ``ahead`` is shown at a time."""


def run_lines(
    answer: Callable[[Any], Any],
    lines: Iterable[bytes],
    out: Out,
    what: str,
    ahead: Callable[[list[Any]], None] | None = None,
) -> int:
    """Write one line to ``out`` for each of ``lines``; a bad line gives ``{"error": …}`` with the
    field and the reason, and the rest still runs.

    Returns how many were bad. ``what`` names the lines for the progress bar, which is drawn on a
    terminal's standard error only. ``ahead`` is shown what many lines say before each of them is
    answered, to do together what is dear one by one.
    """
    bad = 0
    shown = tqdm(lines, unit=f" {what}", file=sys.stderr, disable=not sys.stderr.isatty())
    for said, wrong in _answers(answer, shown, ahead):
        out.write(json.dumps(said) + "\n")
        bad += wrong
    return bad


def _answers(
    answer: Callable[[Any], Any],
    lines: Iterable[bytes],
    ahead: Callable[[list[Any]], None] | None,
) -> Iterator[tuple[Any, bool]]:
    if ahead is None:
        for line in lines:
            yield _answer(answer, line)
        return
    coming = iter(lines)
    while batch := list(islice(coming, BATCH)):
        ahead([data for line in batch for data in _read(line)])
        for line in batch:
            yield _answer(answer, line)


def _answer(answer: Callable[[Any], Any], line: bytes) -> tuple[Any, bool]:
    """What is said to a line, and whether it was bad."""
    try:
        return answer(_parse(line)), False
    except ScoringError as error:
        return {"error": _message(error)}, True
    except RecursionError:  # read all the same, but nested too deep to be told
        return {"error": "not a line of JSON: nested too deep"}, True
    except Exception as error:
        # A fault of ours must not take the other lines with it; it is not passed over either.
        traceback.print_exc()
        return {"error": f"internal error: {error!r}"}, True


def _read(line: bytes) -> list[Any]:
    """What the line says, if anything."""
    try:
        return [_parse(line)]
    except ScoringError:
        return []


def _message(error: ScoringError) -> str:
    return f"{error.field}: {error}" if error.field else str(error)


def _parse(line: bytes) -> Any:
    try:
        text = line.decode("utf-8")
    except ValueError as error:
        raise ScoringError("", "not a line of JSON: {reason}", reason=str(error)) from None
    return loads(text)
