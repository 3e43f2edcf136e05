"""Seats for which a record has no name (``P1``, ``NoName``): somebody says who sat there, or they
are guests."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.logs.account import is_placeholder
from scoring.record import GameRecord
from sessions.models import Club, Game, Player
from sessions.services.people import clean_name, find_players


@dataclass(frozen=True, slots=True)
class Unnamed:
    """Who sat at seats that a record does not name: by seat, ``""`` where nobody says it. The rest
    are guests, who stand in no standings."""

    names: Sequence[str] = ()


def named(club: Club, record: GameRecord, unnamed: Unnamed) -> tuple[GameRecord, Collection[str]]:
    """The record with names, and which of them are to be guests."""
    nobody = _nobody(club, record)
    told = {
        name: said
        for name, said in zip(record.players, unnamed.names, strict=False)
        if name in nobody and said
    }
    return _called(record, lambda name, _seat, _from: told.get(name, name)), nobody - set(told)


def _nobody(club: Club, record: GameRecord) -> set[str]:
    """The names in it that name nobody; of the club's players at most a guest made of such."""
    names = {name for _at, name in places(record) if is_placeholder(name)}
    found = find_players(club, names) if names else {}
    return {name for name in names if name not in found or found[name].guest}


def places(record: GameRecord) -> list[tuple[str, str]]:
    """Every name in a record, with the place where it stands."""
    return [
        *((f"players.{seat}", name) for seat, name in enumerate(record.players)),
        *((f"substitutes.{n}.player", one.player) for n, one in enumerate(record.substitutes)),
    ]


def _called(record: GameRecord, call: Callable[[str, int, int], str]) -> GameRecord:
    """The record with every name as ``call`` says it, by its seat and from which hand on."""
    players = tuple(call(name, seat, 0) for seat, name in enumerate(record.players))
    substitutes = tuple(
        replace(one, player=call(one.player, one.seat, one.from_round))
        for one in record.substitutes
    )
    return replace(record, players=players, substitutes=substitutes)


# -- a game that is here already ------------------------------------------------------------------


def as_here(record: GameRecord, game: Game, found: Mapping[str, Player]) -> GameRecord:
    """The record under the names its game has in the club. ``found``: whom its names mean."""
    sat = {(seat.index, 0): seat.player.name for seat in game.seats.all()}
    sat |= {(one.seat, one.from_round): one.player.name for one in game.substitutions.all()}
    return _called(
        record, lambda name, seat, start: called_here(name, sat.get((seat, start), name), found)
    )


def called_here(name: str, there: str, found: Mapping[str, Player]) -> str:
    """What a name in a file is in the club: people may go by other names here, and whoever the file
    does not name may be anybody, who sat ``there`` too."""
    if is_placeholder(name):
        return there
    clean = clean_name(name, "players")
    return found[clean].name if clean in found else clean
