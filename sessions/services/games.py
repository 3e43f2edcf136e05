"""Starting games: a quick one, a rematch."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from scoring.errors import ScoringError
from scoring.game import seat as seat_number
from scoring.varieties import variety as find_variety
from sessions.models import Demo, Game, Player
from sessions.services.document import Document, create, play_document
from sessions.services.links import Keys, Role, issue, new_phrase
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
    random_seats: bool = False,
    start: Mapping[str, Any] | None = None,
) -> tuple[Game, Keys]:
    """Start a game: rules frozen, seats filled, links made. ``names`` by seat, first East first.

    ``ScoringError`` with field ``variety``, ``preset``, ``options.…``, ``title``, ``players`` or
    ``start.…``.
    """
    game = new_game(variety, preset, options or {}, title)
    seats = game.variety.players(game.frozen_rules())
    players = [Player(name=name) for name in seat_names(names, seats)]
    if random_seats:
        secrets.SystemRandom().shuffle(players)
    return sit_down(game, players, start)


def rematch(game: Game, *, seats: Sequence[int] | None = None) -> tuple[Game, Keys]:
    """The same people under the same rules again. ``seats``: who sits where, as old seat numbers;
    ``None`` draws them."""
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
    with transaction.atomic():
        seated, keys = sit_down(again, [people[seat] for seat in order], None)
        if game.is_demo:
            Demo.objects.create(game=seated, expires=game.demo.expires)
    return seated, keys


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


@transaction.atomic
def sit_down(
    game: Game, players: Sequence[Player], start: Mapping[str, Any] | None
) -> tuple[Game, Keys]:
    """Sit down: everything is saved, and the keys are handed out."""
    links = issue(game, Role.WRITE, Role.WATCH)
    phrase = new_phrase(game)
    game.started = timezone.now()
    save_new(players)
    document = Document(players=tuple(player.pk for player in players), start=start)
    create(game, document, play_document(game, document))
    return game, Keys(write=links[Role.WRITE], watch=links[Role.WATCH], phrase=phrase)


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
