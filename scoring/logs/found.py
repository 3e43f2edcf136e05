"""What a file or a pasted text holds: game records, logs of either site, or neither."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import unquote

from scoring.errors import ScoringError
from scoring.logs import mjlog, tenhou6
from scoring.logs.account import account
from scoring.logs.log import played_at
from scoring.record import FORMAT
from scoring.strict_json import loads

MOST_BYTES = 32 * 1024 * 1024
"""Unpacked. A season of two thousand games by tiles has a third of it."""
MOST_LOG = 1024 * 1024
"""One game's log; the longest known has 60 KB."""

RECORD, MJLOG, TENHOU6 = "record", "mjlog", "tenhou6"
_GZIP = b"\x1f\x8b"
_WIDE = re.compile(rb"[\xf0-\xf4]")
"""A sign beyond the first 65,536, as an emoji: every letter of a text with one takes four bytes."""


@dataclass(frozen=True, slots=True)
class Found:
    """One game of a text, the ``number``-th from 1: a record to be read, or why there is none."""

    number: int
    kind: str | None
    """``record``, ``mjlog``, ``tenhou6``; ``None`` where it is nothing known."""
    record: Mapping[str, Any] | None
    errors: tuple[ScoringError, ...] = ()


def too_large(most: int, field: str = "") -> ScoringError:
    """What is refused for being more than ``most`` bytes or letters."""
    return ScoringError(field, "larger than {n} MB", n=most // 1024**2)


def unpack(data: bytes, most: int = MOST_BYTES) -> str:
    """The text of a file, unpacked where it is gzip (as Tenhou's own logs are). ``ScoringError``
    where it is more than ``most`` bytes, not whole, or not text in UTF-8."""
    if data[:2] == _GZIP:
        data = _unzip(data, most)
    if _WIDE.search(data):
        most //= 2
    if len(data) > most:
        raise too_large(most)
    try:
        text = data.decode("utf-8-sig")
    except ValueError:
        text = "\0"
    if "\0" in text:
        raise ScoringError("", "not a text (UTF-8)")
    return text


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
    """Every game of a text, in order."""
    for number, piece in enumerate(pieces(text), 1):
        yield read_piece(piece, number)


def pieces(text: str) -> Iterator[str]:
    """The text cut into games, to be read one by one: an XML log, a JSON value, a list of them, or
    one a line. An address of tenhou.net with the log in it is the log. One after the other, so
    that whoever asks may stop before there are too many; what is too long for a game is cut, and
    will be refused as it is read."""
    return (piece[: MOST_LOG + 1] for piece in _cut(text.strip()))


def _cut(text: str) -> Iterator[str]:
    if text.startswith("<"):
        yield text
    elif text.startswith("http") and "#json=" in text:
        yield unquote(text.partition("#json=")[2])
    elif isinstance(value := _whole(text), list):
        yield from map(json.dumps, value)
    elif value is not None:
        yield text
    else:
        yield from lines(text) if "\n" in text else [text]


def lines(text: str) -> Iterator[str]:
    """The lines with something in them, without a copy of all of them at once."""
    found = re.finditer(r"[^\n]+", text)
    return (line.group() for line in found if not line.group().isspace())


def _whole(text: str) -> Any:
    """The one JSON value that the text is, ``None`` where it is more, or none."""
    try:
        return loads(text) if len(text) <= MOST_LOG else None
    except ScoringError:
        return None


def read_piece(text: str, number: int = 1, name: str = "") -> Found:
    """One game, as ``pieces`` cut it out. ``name``: the file's, which may tell the hour."""
    if len(text) > MOST_LOG:
        return _none(number, too_large(MOST_LOG))
    if text.startswith("<"):
        return _from_log(number, MJLOG, text, name)
    if not text.lstrip().startswith("{"):
        return _none(number, _neither())
    try:
        value = loads(text)
    except ScoringError as error:
        return _none(number, error)
    if isinstance(value, Mapping) and value.get("format") == FORMAT:
        return Found(number, RECORD, value)
    if isinstance(value, Mapping) and "log" in value:
        return _from_log(number, TENHOU6, value, name)
    return _none(number, _neither())


def _neither() -> ScoringError:
    return ScoringError("", "neither a game record nor a log of Tenhou or Mahjong Soul")


def _none(number: int, error: ScoringError) -> Found:
    return Found(number, None, None, (error,))


def _from_log(number: int, kind: str, source: Any, name: str) -> Found:
    try:
        log = mjlog.read(source) if kind == MJLOG else tenhou6.read(source)
        told = account(replace(log, started=log.started or played_at(name)))
    except ScoringError as error:
        return Found(number, kind, None, (error,))
    return Found(number, kind, told.record, told.differences)
