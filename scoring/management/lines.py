"""Running a function over JSON Lines: one answer for every line, in order, whatever the lines."""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from tqdm import tqdm

from scoring.errors import ScoringError
from scoring.strict_json import loads


class Out(Protocol):
    """Where lines are written: a text stream, or a command's ``stdout``."""

    def write(self, text: str, /) -> Any: ...


def run_lines(answer: Callable[[Any], Any], lines: Iterable[bytes], out: Out, what: str) -> int:
    """Write one line to ``out`` for each of ``lines``; a bad line gives ``{"error": …}`` with the
    field and the reason, and the rest still runs.

    Returns how many were bad. ``what`` names the lines for the progress bar, which is drawn on a
    terminal's standard error only.
    """
    bad = 0
    for line in tqdm(lines, unit=f" {what}", file=sys.stderr, disable=not sys.stderr.isatty()):
        try:
            said = answer(_parse(line))
        except ScoringError as error:
            said, bad = {"error": _message(error)}, bad + 1
        except RecursionError:  # read all the same, but nested too deep to be told
            said, bad = {"error": "not a line of JSON: nested too deep"}, bad + 1
        except Exception as error:
            # A fault of ours must not take the other lines with it; it is not passed over either.
            traceback.print_exc()
            said, bad = {"error": f"internal error: {error!r}"}, bad + 1
        out.write(json.dumps(said) + "\n")
    return bad


def _message(error: ScoringError) -> str:
    return f"{error.field}: {error}" if error.field else str(error)


def _parse(line: bytes) -> Any:
    try:
        text = line.decode("utf-8")
    except ValueError as error:
        raise ScoringError("", "not a line of JSON: {reason}", reason=str(error)) from None
    return loads(text)
