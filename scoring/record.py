"""Reading and writing game records (``jantaku.game/1``), the project's interchange format.

Everything is checked on the way in, as the record may come from anywhere; ``write(read(data))``
says the same as ``data``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.errors import ScoringError
from scoring.game import Outcome, Variety, dump_outcome, integer, parse_outcome, seat
from scoring.varieties import variety

FORMAT = "jantaku.game/1"
MOST_ROUNDS = 5000
"""More than any game has: a line is answered within a second, whatever it holds."""

_RULES = ("variety", "preset", "options")
_TEXTS = ("club", "season", "table", "note", "id")
_TIMES = ("started", "ended")
_ANNOTATIONS = ("source", "expected")
"""Published records say where they come from and what they should give; neither is the game's."""
_FIELDS = frozenset(
    {"format", "rules", "players", "rounds", "chips", "start", "substitutes"}
    | set(_TEXTS)
    | set(_TIMES)
    | set(_ANNOTATIONS)
)
_SUBSTITUTE = ("seat", "player", "from_round", "counts")


@dataclass(frozen=True, slots=True)
class Substitute:
    """Who takes over ``seat`` from round ``from_round`` on (from 1), and whether the result counts
    for them rather than for the first player."""

    seat: int
    player: str
    from_round: int
    counts: bool = False


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game of the interchange format, read and checked. ``rules`` are the frozen rules that
    ``preset`` and ``options`` make; times are ISO 8601 texts as they were written."""

    variety: Variety
    preset: str | None
    options: Mapping[str, Any]
    rules: Any
    players: tuple[str, ...]
    rounds: tuple[Outcome, ...] = ()
    start: Mapping[str, Any] | None = None
    chips: tuple[int, ...] | None = None
    substitutes: tuple[Substitute, ...] = ()
    started: str | None = None
    ended: str | None = None
    club: str | None = None
    season: str | None = None
    table: str | None = None
    note: str | None = None
    id: str | None = None


# -- reading --------------------------------------------------------------------------------


def read(data: Any) -> GameRecord:
    """A game record from its JSON form.

    ``ScoringError`` with the path of what is wrong: ``rules.options.uma``, ``players``,
    ``rounds.4.wins.0.from``. Whether the rounds fit the rules shows when they are replayed.
    """
    if not isinstance(data, Mapping):
        raise ScoringError("", "a game must be an object")
    _only(data, _FIELDS, "")
    if data.get("format") != FORMAT:
        raise ScoringError("format", "must be {format}", format=FORMAT)
    kind, preset, options, rules = read_rules(data.get("rules"))
    players = _players(data.get("players"), kind.players(rules))
    rounds = _list(data.get("rounds"), "rounds")
    if len(rounds) > MOST_ROUNDS:
        raise ScoringError("rounds", "there are {most} at most", most=MOST_ROUNDS)
    start = data.get("start")
    if start is not None:
        kind.start(rules, _object(start, "start"))
    return GameRecord(
        variety=kind,
        preset=preset,
        options=options,
        rules=rules,
        players=players,
        rounds=tuple(_outcome(item, i, len(players)) for i, item in enumerate(rounds)),
        start=start,
        chips=_chips(data.get("chips"), len(players)),
        substitutes=_substitutes(data.get("substitutes"), len(players)),
        **_times(data),
        **{key: _text(data.get(key), key) for key in _TEXTS},
    )


def read_rules(data: Any) -> tuple[Variety, str | None, Mapping[str, Any], Any]:
    """(variety, preset, options as given, the frozen rules) of a record's ``rules``."""
    rules = _object(data, "rules")
    _only(rules, frozenset(_RULES), "rules.")
    preset = _text(rules.get("preset"), "rules.preset")
    given = rules.get("options")
    options = _object({} if given is None else given, "rules.options")
    try:
        kind = variety(rules.get("variety"))
        return kind, preset, options, kind.rules(preset, options)
    except ScoringError as error:
        raise error.at("rules") from None


def _only(data: Mapping[str, Any], known: frozenset[str], prefix: str) -> None:
    for key in data:
        if key not in known:
            raise ScoringError(
                f"{prefix}{key}",
                "unknown field; one of {allowed}",
                allowed=", ".join(sorted(known)),
            )


def _object(data: Any, at: str) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise ScoringError(at, "must be an object")
    return data


def _list(data: Any, at: str) -> list[Any]:
    if not isinstance(data, list):
        raise ScoringError(at, "must be a list")
    return data


def _text(data: Any, at: str) -> str | None:
    if data is not None and not isinstance(data, str):
        raise ScoringError(at, "must be text")
    return data


def _name(data: Any, at: str) -> str:
    if not isinstance(data, str) or not data.strip():
        raise ScoringError(at, "must be a name")
    return data


def _players(data: Any, count: int) -> tuple[str, ...]:
    names = _list(data, "players")
    if len(names) != count:
        raise ScoringError("players", "name {n} players, by starting wind", n=count)
    return tuple(_name(name, f"players.{i}") for i, name in enumerate(names))


def _outcome(data: Any, index: int, players: int) -> Outcome:
    try:
        return parse_outcome(data, players)
    except ScoringError as error:
        raise error.at(f"rounds.{index}") from None


def _chips(data: Any, players: int) -> tuple[int, ...] | None:
    if data is None:
        return None
    chips = tuple(integer(count, f"chips.{i}") for i, count in enumerate(_list(data, "chips")))
    if len(chips) != players:
        raise ScoringError("chips", "give one figure for each of the {n} players", n=players)
    if sum(chips):
        raise ScoringError("chips", "the chips must add up to zero, not {total}", total=sum(chips))
    return chips


def _substitutes(data: Any, players: int) -> tuple[Substitute, ...]:
    if data is None:
        return ()
    found = _list(data, "substitutes")
    return tuple(_substitute(item, f"substitutes.{i}", players) for i, item in enumerate(found))


def _substitute(data: Any, at: str, players: int) -> Substitute:
    item = _object(data, at)
    _only(item, frozenset(_SUBSTITUTE), f"{at}.")
    counts = item.get("counts", False)
    if not isinstance(counts, bool):
        raise ScoringError(f"{at}.counts", "must be true or false")
    return Substitute(
        seat=seat(item.get("seat"), f"{at}.seat", players),
        player=_name(item.get("player"), f"{at}.player"),
        from_round=integer(item.get("from_round"), f"{at}.from_round", 1),
        counts=counts,
    )


def _times(data: Mapping[str, Any]) -> dict[str, str | None]:
    """``started`` and ``ended``, kept as written; both with a zone, and in this order."""
    moments = {key: _moment(data[key], key) for key in _TIMES if data.get(key) is not None}
    if len(moments) == len(_TIMES) and moments["ended"] < moments["started"]:
        raise ScoringError("ended", "is before the start")
    return {key: data.get(key) for key in _TIMES}


def _moment(data: Any, at: str) -> datetime:
    try:
        moment = datetime.fromisoformat(data) if isinstance(data, str) else None
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise ScoringError(at, "must be a time with its zone, as 2026-11-30T19:00:00+09:00")
    return moment


# -- writing --------------------------------------------------------------------------------


def write(record: GameRecord) -> dict[str, Any]:
    """The record as JSON; what is not set is left out."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "rules": {
            "variety": record.variety.key,
            "preset": record.preset,
            "options": dict(record.options),
        },
        "players": list(record.players),
        "rounds": [dump_outcome(outcome) for outcome in record.rounds],
    }
    if record.start is not None:
        data["start"] = dict(record.start)
    if record.chips is not None:
        data["chips"] = list(record.chips)
    if record.substitutes:
        data["substitutes"] = [_write_substitute(item) for item in record.substitutes]
    for key in (*_TIMES, *_TEXTS):
        if getattr(record, key) is not None:
            data[key] = getattr(record, key)
    return data


def _write_substitute(item: Substitute) -> dict[str, Any]:
    data: dict[str, Any] = {
        "seat": item.seat,
        "player": item.player,
        "from_round": item.from_round,
    }
    return {**data, "counts": True} if item.counts else data
