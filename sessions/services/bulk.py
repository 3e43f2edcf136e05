"""Many games at once: written out of sight, brought into a club all together.

A game that is no club's and whose keys nobody has is in no list. So the games of an import are
written, a slice at a time, as nobody's, by players who are nobody's; ``bring_in`` makes them the
club's in one transaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.game import Replay
from sessions.models import (
    Club,
    Feat,
    Game,
    Player,
    Result,
    Round,
    Seat,
    Substitution,
    Win,
)
from sessions.services import standings
from sessions.services.document import (
    Document,
    result_rows,
    round_rows,
    sitting,
    substitution_rows,
    summarise,
    win_rows,
)
from sessions.services.rows import update_many

BATCH = 200


@dataclass(frozen=True, slots=True)
class Ready:
    """A game that was played through, not written yet."""

    game: Game
    document: Document
    played: Replay


Feats = list[dict[str, Any]]


def write_hidden(ready: Sequence[Ready]) -> list[Feats]:
    """Write the games with all their rows, as nobody's; what is to be remembered of each of them
    is returned, for a feat is always a club's."""
    for one in ready:
        summarise(one.game, one.document, one.played)
    Game.objects.bulk_create((one.game for one in ready), batch_size=BATCH)
    Seat.objects.bulk_create(
        Seat(game=one.game, index=index, player_id=player)
        for one in ready
        for index, player in enumerate(one.document.players)
    )
    Substitution.objects.bulk_create(
        row for one in ready for row in substitution_rows(one.game, one.document)
    )
    rounds = [round_rows(one.game, one.document, one.played.steps) for one in ready]
    Round.objects.bulk_create((row for rows in rounds for row in rows), batch_size=BATCH)
    Win.objects.bulk_create(
        (
            row
            for one, rows in zip(ready, rounds, strict=True)
            for row in win_rows(rows, one.played.steps)
        ),
        batch_size=BATCH,
    )
    results = [_results(one) for one in ready]
    Result.objects.bulk_create((row for rows in results for row in rows), batch_size=BATCH)
    return [_feats(one, rows) for one, rows in zip(ready, results, strict=True)]


def _results(one: Ready) -> list[Result]:
    if one.played.settlement is None:
        return []
    rows = result_rows(one.game, one.document, one.played.settlement)
    standings.count_up(one.game, rows, one.played)
    return rows


def _feats(one: Ready, results: Sequence[Result]) -> Feats:
    sat = [sitting(one.document, number) for number in range(1, len(one.played.steps) + 1)]
    return [
        {
            "kind": feat.kind,
            "player": feat.player_id,
            "round": feat.round,
            "figure": feat.figure,
            "data": feat.data,
        }
        for feat in (standings.feats(one.game, results, one.played, sat) if results else ())
    ]


BROUGHT = ("club", "season", "edition_of")


def bring_in(
    club: Club, games: Sequence[Game], feats: Mapping[int, Feats], also: Sequence[str] = ()
) -> None:
    """Make hidden games the club's, within a transaction. Their ``season`` and ``edition_of`` are
    set, and the fields ``also`` to be saved. ``feats`` by the games' ids, as ``write_hidden`` told
    them."""
    standings.hold(club.pk)
    for game in games:
        game.club = club
    update_many(games, (*BROUGHT, *also))
    counted = [game for game in games if game.voided is None]
    Feat.objects.bulk_create(
        (_feat(game, feat) for game in counted for feat in feats[game.pk]), batch_size=BATCH
    )
    standings.take_in(club, [game for game in games if game.finished])


def _feat(game: Game, feat: Mapping[str, Any]) -> Feat:
    return Feat(
        club=game.club,
        season=game.season,
        game=game,
        variety_key=game.variety_key,
        kind=feat["kind"],
        player_id=feat["player"],
        round=feat["round"],
        figure=feat["figure"],
        data=feat["data"],
    )


def hidden(ids: Iterable[int]) -> list[Game]:
    """Those games that are still nobody's, in their order."""
    return [
        game
        for some in _chunks(sorted(ids))
        for game in Game.objects.filter(pk__in=some, club=None).order_by("pk")
    ]


def throw_away(games: Iterable[int], players: Iterable[int]) -> None:
    """Delete hidden games and hidden players; what is a club's by now stays."""
    for ids in _chunks(sorted(games)):
        here = list(Game.objects.filter(pk__in=ids, club=None).values_list("pk", flat=True))
        Win.objects.filter(round__game__in=here).delete()
        for model in (Round, Result, Substitution, Seat):
            model.objects.filter(game__in=here).delete()
        Game.objects.filter(pk__in=here).delete()
    for ids in _chunks(sorted(players)):
        Player.objects.filter(pk__in=ids, club=None).delete()


def _chunks(ids: Sequence[int], size: int = 500) -> Iterator[Sequence[int]]:
    """SQLite takes only so many parameters."""
    for at in range(0, len(ids), size):
        yield ids[at : at + size]
