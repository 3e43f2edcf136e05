"""Games out and in, as records (``jantaku.game/1``): backup, moving elsewhere, games played before.

What is written is what a game is: its rules in full and what happened. Everything else follows from
it again where it is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from scoring.errors import ScoringError
from scoring.game import dump_outcome, parse_outcome
from scoring.record import GameRecord, Substitute, read, write
from scoring.words import msgid
from sessions.models import Club, Game
from sessions.selectors.club_games import in_sight
from sessions.services.bulk import Ready, bring_in, write_hidden
from sessions.services.document import Document, create, play_document
from sessions.services.games import LONGEST_TITLE, new_game
from sessions.services.people import (
    check_different,
    clean_name,
    find_players,
    members,
    seat_names,
)
from sessions.services.standings import hold
from sessions.services.text import check_text, clean_line
from sessions.services.unnamed import Unnamed, as_here, named, places

LONGEST_ID = 100
LONGEST_NOTE = 5000
OTHER_GAME = msgid("another game of this club has the id {id}")
NOBODY = Unnamed()
CHUNK = 200
"""Games read at a time: their rows are fetched together."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of a record: its game, and whether it is new."""

    game: Game
    new: bool


# -- out ----------------------------------------------------------------------------------------


def export_club(club: Club) -> Iterator[dict[str, Any]]:
    """Every game of a club as a record, in the order they came in; none that is voided or of a
    season that was taken off the list."""
    games = in_sight(Game.objects.filter(club=club, voided=None)).order_by("pk")
    games = games.select_related("club", "season")
    rows = ("seats__player", "substitutions__player", "rounds")
    for game in games.prefetch_related(*rows).iterator(CHUNK):
        yield export_game(game)


def export_game(game: Game) -> dict[str, Any]:
    """One game as a record, in four queries (none where the rows are prefetched)."""
    return write(_record(game))


def _record(game: Game) -> GameRecord:
    players = tuple(seat.player.name for seat in game.seats.all())
    return GameRecord(
        variety=game.variety,
        preset=game.preset or None,
        options=game.rules,
        rules=game.frozen_rules(),
        players=players,
        rounds=tuple(parse_outcome(row.outcome, len(players)) for row in game.rounds.all()),
        start=game.start,
        chips=None if game.chips is None else tuple(game.chips),
        substitutes=tuple(
            Substitute(row.seat, row.player.name, row.from_round, row.counts)
            for row in game.substitutions.all()
        ),
        started=_moment(game.started),
        ended=_moment(game.ended),
        club=None if game.club is None else game.club.slug,
        season=None if game.season is None else game.season.slug,
        table=game.title or None,
        note=game.note or None,
        id=game.record_id or game.code,
    )


def _moment(when: datetime | None) -> str | None:
    return None if when is None else when.isoformat()


# -- in -----------------------------------------------------------------------------------------


@transaction.atomic
def import_game(club: Club, data: Any, unnamed: Unnamed = NOBODY) -> Imported:
    """Bring a record into a club: players found or made by name, the game replayed and stored;
    ``unnamed`` says who sat where the record has no name.

    A record that is here already (by its ``id``) is left as it is. ``ScoringError`` with the path
    of what is wrong, also where another game has this ``id``; nothing is stored then.
    """
    record = read_record(data)
    game = game_of(record)
    game.club = club
    # One import at a time: two of the same name or id must find each other.
    Club.objects.select_for_update().get(pk=club.pk)
    known = _known(club, game.record_id)
    if known is not None:
        names = [clean_name(name, at) for at, name in places(record)]
        check_same(known, as_here(record, known, find_players(club, names)))
        return Imported(known, new=False)
    ready = _played(club, game, record, unnamed)
    create(game, ready.document, ready.played)
    return Imported(game, new=True)


def import_many(club: Club, records: Sequence[Any], unnamed: Unnamed = NOBODY) -> dict[str, Game]:
    """Those of the records that are new and good, brought in together; by their ids. What has none,
    is known, comes twice or is wrong is left for ``import_game`` to answer, and all of it where
    they cannot be written together."""
    try:
        with transaction.atomic():
            hold(club.pk)
            ready = _ready(club, records, unnamed)
            games = [one.game for one in ready.values()]
            feats = write_hidden(list(ready.values()))
            of_game = {game.pk: of for game, of in zip(games, feats, strict=True)}
            bring_in(club, games, of_game)
    except ScoringError:
        return {}
    return {record_id: one.game for record_id, one in ready.items()}


def _ready(club: Club, records: Sequence[Any], unnamed: Unnamed) -> dict[str, Ready]:
    ids = [str(data.get("id")) for data in records if isinstance(data, Mapping)]
    known = set(club.games.filter(record_id__in=ids).values_list("record_id", flat=True))
    known |= set(club.games.filter(code__in=ids).values_list("code", flat=True))
    found: dict[str, Ready] = {}
    for data in records:
        with suppress(ScoringError):
            record = read_record(data)
            game = game_of(record)
            if record.id is None or record.id != game.record_id or record.id in known:
                continue
            known.add(record.id)
            found[record.id] = _played(club, game, record, unnamed)
    return found


def _played(club: Club, game: Game, record: GameRecord, unnamed: Unnamed) -> Ready:
    """The game played through, and only then who is new made."""
    record, guests = named(club, record, unnamed)
    names = names_of(record)
    played = play_document(game, document_of(record, dict.fromkeys(names, 0)), strict=True)
    if played.state.finished:
        game.status = Game.Status.CLOSED
    return Ready(game, document_of(record, members(club, names, guests)), played)


def read_record(data: Any) -> GameRecord:
    """The record, fit to be kept. ``ScoringError`` with the path of what is wrong."""
    record = read(data)
    check_text(data["rounds"], "rounds")
    return record


def game_of(record: GameRecord) -> Game:
    """The game without what happened in it, nobody's yet. Nobody has its links: it was played
    elsewhere."""
    try:
        game = new_game(record.variety.key, record.preset, record.options)
    except ScoringError as error:
        raise error.at("rules") from None
    if record.id is not None:
        game.record_id = clean_line(record.id, "id", LONGEST_ID) or None
    game.title = clean_line(record.table or "", "table", LONGEST_TITLE)
    game.note = _note(record.note or "")
    game.started = None if record.started is None else datetime.fromisoformat(record.started)
    game.ended = None if record.ended is None else datetime.fromisoformat(record.ended)
    return game


def _note(note: str) -> str:
    if len(note) > LONGEST_NOTE:
        raise ScoringError("note", "at most {n} characters", n=LONGEST_NOTE)
    for line in note.split():
        check_text(line, "note")
    return note


def _known(club: Club, record_id: str | None) -> Game | None:
    """The game that came from this record, or that the record was written from."""
    if record_id is None:
        return None
    return (
        club.games.filter(record_id=record_id).first()
        or club.games.filter(code=record_id, record_id=None).first()
    )


def check_same(known: Game, record: GameRecord) -> None:
    """A record may come again, but two games may not share an id. ``ScoringError`` at ``id``."""
    if _content(_record(known)) != _content(record):
        raise ScoringError("id", OTHER_GAME, id=record.id)


def _content(record: GameRecord) -> Mapping[str, Any]:
    """What makes two records the same game: not the preset's name, the notes or the times."""
    written = write(record)
    kept = {key: written.get(key) for key in ("rounds", "start", "chips")}
    names = [clean_name(name, "players") for name in record.players]
    subs = [
        (clean_name(item.player, "player"), item.seat, item.from_round, item.counts)
        for item in _in_order(record)
    ]
    options = record.variety.options(record.rules)
    return {**kept, "options": options, "players": names, "substitutes": subs}


def names_of(record: GameRecord) -> list[str]:
    """Who sits there, by seat, and after them who came in for someone: clean, and no two at the
    table that look the same. ``ScoringError`` at ``players`` or ``substitutes.<n>.…``."""
    names = seat_names(record.players, len(record.players))
    for index, item in enumerate(record.substitutes):
        _check_substitute(item, names, len(record.rounds), f"substitutes.{index}")
    return [*names, *(clean_name(item.player, "player") for item in _in_order(record))]


def document_of(record: GameRecord, people: Mapping[str, int]) -> Document:
    """What happened, played by these: players' ids by their names in the record."""
    names = names_of(record)
    substitutes = zip(_in_order(record), names[len(record.players) :], strict=True)
    return Document(
        players=tuple(people[name] for name in names[: len(record.players)]),
        start=record.start,
        chips=record.chips,
        rounds=tuple(dump_outcome(outcome) for outcome in record.rounds),
        substitutions=tuple(
            {
                "seat": item.seat,
                "player": people[name],
                "from_round": item.from_round,
                "counts": item.counts,
            }
            for item, name in substitutes
        ),
    )


def _check_substitute(item: Substitute, names: Sequence[str], rounds: int, at: str) -> None:
    others = [name for seat, name in enumerate(names) if seat != item.seat]
    check_different(clean_name(item.player, f"{at}.player"), others, f"{at}.player")
    if item.from_round > rounds + 1:
        raise ScoringError(f"{at}.from_round", "there is no such hand")


def _in_order(record: GameRecord) -> list[Substitute]:
    return sorted(record.substitutes, key=lambda item: item.from_round)
