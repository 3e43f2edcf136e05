"""Starting games: a quick one, a rematch."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from scoring.errors import ScoringError
from scoring.game import seat as seat_number
from scoring.varieties import variety as find_variety
from sessions.models import Change, Demo, Game, Player
from sessions.services.changes import Repeated, check_token, version_after
from sessions.services.document import Document, create, play_document
from sessions.services.links import HASHES, Keys, Role, issue, issue_derived, new_phrase
from sessions.services.people import check_different, clean_name, save_new, seat_names
from sessions.services.text import check_text, clean_line, folded

LONGEST_TITLE = 60


def create_game(
    *,
    variety: str,
    names: Sequence[str],
    preset: str | None = None,
    options: Mapping[str, Any] | None = None,
    title: str = "",
    start: Mapping[str, Any] | None = None,
    token: str | None = None,
) -> tuple[Game, Keys]:
    """Start a game: rules frozen, seats filled, links made. ``names`` by seat, first East first.

    ``Repeated`` where a request of this ``token`` has started one; ``ScoringError`` with field
    ``variety``, ``preset``, ``options.…``, ``title``, ``players`` or ``start.…``.
    """
    game = new_game(variety, preset, options or {}, title)
    seats = game.variety.players(game.frozen_rules())
    players = [Player(name=name) for name in seat_names(names, seats)]
    return _seat(game, players, start, token)


def rematch(
    game: Game, *, seats: Sequence[int] | None = None, token: str | None = None
) -> tuple[Game, Keys]:
    """The same people under the same rules again. ``seats``: who sits where, as old seat numbers;
    ``None`` draws them. ``Repeated`` as for ``create_game``."""
    people = [seat.player for seat in game.seats.select_related("player")]
    order = list(range(len(people)))
    if seats is None:
        secrets.SystemRandom().shuffle(order)
    elif sorted(seats) == order:
        order = list(seats)
    else:
        raise ScoringError("seats", "every player needs one seat")
    again = Game(
        club=game.club,
        title=game.title,
        variety_key=game.variety_key,
        preset=game.preset,
        edition=game.edition,
        rules=game.rules,
        rematch_of=game,
    )
    _stay(game, again)
    with transaction.atomic():
        seated, keys = _seat(again, [people[seat] for seat in order], None, token)
        if game.is_demo:
            Demo.objects.create(game=seated, expires=game.demo.expires)
    return seated, keys


def _stay(game: Game, again: Game) -> None:
    """A rematch belongs to the club night and the season the game was of, unless they are closed
    meanwhile."""
    evening, season = game.evening, game.season
    if evening is not None and not evening.closed and not evening.deleted:
        again.evening, again.table_number = evening, game.table_number
    if season is not None and not season.locked and not season.deleted:
        again.season, again.edition_of = season, game.edition_of


def new_game(variety: str, preset: str | None, options: Mapping[str, Any], title: str = "") -> Game:
    """A game with its rules frozen, not saved yet."""
    kind = find_variety(variety)
    rules = kind.rules(preset, options)
    frozen = kind.options(rules)
    check_text(frozen, "options")
    chosen = kind.presets[kind.default_preset if preset is None else preset]
    return Game(
        title=clean_line(title, "title", LONGEST_TITLE),
        variety_key=kind.key,
        preset=chosen.key,
        edition=chosen.edition,
        rules=frozen,
    )


def _seat(
    game: Game,
    players: Sequence[Player],
    start: Mapping[str, Any] | None,
    token: str | None,
) -> tuple[Game, Keys]:
    """Sit down: everything is saved, and the keys are handed out."""
    check_token(token)
    keys = _new_keys(game)
    game.started = timezone.now()
    try:
        with transaction.atomic():
            save_new(players)
            document = Document(players=tuple(player.pk for player in players), start=start)
            create(game, document, play_document(game, document))
            if token:
                noted = Change.State.NOTED
                game.changes.create(kind=STARTED, patch={}, token=token, version=0, state=noted)
    except IntegrityError:
        if version_after(token) is None:
            raise
        raise Repeated from None
    return game, keys


STARTED = "start"
"""The kind of change that keeps the token of the request that started a game."""
LOST_FOR = timedelta(minutes=10)
"""How long the keys of a table can be asked for again by the request that started it."""


def _new_keys(game: Game) -> Keys:
    if game.evening is not None:
        return issue_derived(game)  # whoever runs the evening can show them again
    links = issue(game, Role.WRITE, Role.WATCH)
    return Keys(write=links[Role.WRITE], watch=links[Role.WATCH], phrase=new_phrase(game))


@transaction.atomic
def keys_again(token: str | None) -> Keys | None:
    """New keys of the table that a request of this token has started: whoever sends it twice was
    not shown the first. ``None`` where the table was begun with already."""
    since = timezone.now() - LOST_FOR
    fresh = Game.objects.select_for_update(of=("self",)).filter(version=0, created__gte=since)
    game = fresh.filter(changes__token=token, changes__kind=STARTED).first() if token else None
    if game is None:
        return None
    keys = _new_keys(game)
    game.save(update_fields=(*HASHES.values(), "recovery_hash"))
    return keys


@transaction.atomic
def rename(game: Game, seat: int, name: str) -> None:
    """Correct a player's name, at this table and its rematches. ``ScoringError`` at ``seat`` or
    ``player``; a club's player is renamed by the club."""
    seat_number(seat, "seat", len(game.scores))
    people = [item.player for item in game.seats.select_related("player")]
    person = people[seat]
    people += [item.player for item in game.substitutions.select_related("player")]
    clean = clean_name(name, "player")
    check_different(clean, (other.name for other in people if other != person), "player")
    if person.club_id is not None:
        raise ScoringError("player", "{name} is a member of a club", name=person.name)
    Player.objects.filter(pk=person.pk).update(name=clean, seen=folded(clean))
    Game.objects.filter(pk=game.pk).update(pulse=F("pulse") + 1)
