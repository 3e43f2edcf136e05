"""What a file or a pasted text holds: game records, logs of either site, or neither."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from scoring.errors import ScoringError
from scoring.logs import mjlog, tenhou6
from scoring.logs.account import account
from scoring.logs.log import Log
from scoring.record import FORMAT
from scoring.strict_json import loads

MOST_BYTES = 32 * 1024 * 1024
"""Unpacked. A season of two thousand games by tiles has a third of it."""
MOST_LOG = 1024 * 1024
"""One game's log; the longest known has 60 KB."""

RECORD, MJLOG, TENHOU6 = "record", "mjlog", "tenhou6"
_GZIP = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class Found:
    """One game of a text, the ``number``-th from 1: a record to be read, or why there is none."""

    number: int
    kind: str | None
    """``record``, ``mjlog``, ``tenhou6``; ``None`` where it is nothing known."""
    record: Mapping[str, Any] | None
    errors: tuple[ScoringError, ...] = ()


def unpack(data: bytes, most: int = MOST_BYTES) -> str:
    """The text of a file, unpacked where it is gzip (as Tenhou's own logs are). ``ScoringError``
    where it is more than ``most`` bytes, not whole, or not UTF-8."""
    if data[:2] == _GZIP:
        data = _unzip(data, most)
    if len(data) > most:
        raise ScoringError("", "larger than {n} MB", n=most // 1024**2)
    try:
        return data.decode("utf-8-sig")
    except ValueError:
        raise ScoringError("", "not a text (UTF-8)") from None


def _unzip(data: bytes, most: int) -> bytes:
    """At most a byte more than allowed: a bomb is not unpacked to be measured."""
    unzip = zlib.decompressobj(wbits=31)
    try:
        text = unzip.decompress(data, most + 1)
    except zlib.error:
        raise ScoringError("", "the file is damaged") from None
    if not unzip.eof and len(text) <= most:
        raise ScoringError("", "the file is damaged")
    return text


def games(text: str) -> Iterator[Found]:
    """Every game of a text, in order: one XML log, one JSON value, a list of them, or one a line.

    An address of tenhou.net with the log in it counts as the log.
    """
    text = text.strip()
    if text.startswith("<"):
        yield _from_log(1, MJLOG, text)
        return
    if text.startswith("http") and "#json=" in text:
        text = unquote(text.partition("#json=")[2])
    for number, (value, error) in enumerate(_values(text), 1):
        yield Found(number, None, None, (error,)) if error else _game(number, value)


def _values(text: str) -> Iterator[tuple[Any, ScoringError | None]]:
    lines = [line for line in text.split("\n") if line.strip()]
    try:
        value = loads(text)
    except ScoringError as error:
        if len(lines) < 2:
            yield None, error
        else:
            yield from map(_value, lines)
        return
    yield from ((item, None) for item in (value if isinstance(value, list) else [value]))


def _value(line: str) -> tuple[Any, ScoringError | None]:
    try:
        return loads(line), None
    except ScoringError as error:
        return None, error


def _game(number: int, value: Any) -> Found:
    if isinstance(value, Mapping) and value.get("format") == FORMAT:
        return Found(number, RECORD, value)
    if isinstance(value, Mapping) and "log" in value:
        return _from_log(number, TENHOU6, value)
    error = ScoringError("", "neither a game record nor a log of Tenhou or Mahjong Soul")
    return Found(number, None, None, (error,))


def _from_log(number: int, kind: str, source: Any) -> Found:
    try:
        told = account(_log(kind, source))
    except ScoringError as error:
        return Found(number, kind, None, (error,))
    return Found(number, kind, told.record, told.differences)


def _log(kind: str, source: Any) -> Log:
    if kind == TENHOU6:
        return tenhou6.read(source)
    if len(source) > MOST_LOG:
        raise ScoringError("log", "larger than {n} MB", n=MOST_LOG // 1024**2)
    return mjlog.read(source)
