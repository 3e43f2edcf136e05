"""Starting games: a quick one, a rematch."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from scoring.errors import ScoringError
from scoring.varieties import variety as find_variety
from sessions.models import Game, Player, Seat
from sessions.services.document import Document, play_document, store
from sessions.services.links import Keys, Role, issue, new_phrase


@transaction.atomic
def create_game(
    *,
    variety: str,
    names: Sequence[str],
    preset: str | None = None,
    options: Mapping[str, Any] | None = None,
    title: str = "",
    random_seats: bool = False,
    start: Mapping[str, Any] | None = None,
    players: Sequence[Player] | None = None,
    rematch_of: Game | None = None,
) -> tuple[Game, Keys]:
    """Start a game: rules frozen, seats filled, links made.

    ``names`` by seat, first East first; ``players`` where the people are known already (a rematch).
    ``ScoringError`` with field ``preset``, ``options.…``, ``players`` or ``start.…``.
    """
    kind = find_variety(variety)
    rules = kind.rules(preset, options or {})
    seated = list(players) if players is not None else _people(names, kind.players(rules))
    if len(seated) != kind.players(rules):
        raise ScoringError("players", "this game needs {n} players", n=kind.players(rules))
    if random_seats:
        secrets.SystemRandom().shuffle(seated)
    for player in seated:
        if player.pk is None:
            player.save()
    chosen = kind.presets[preset or kind.default_preset]
    game = Game(
        title=title.strip(),
        variety_key=kind.key,
        preset=chosen.key,
        edition=chosen.edition,
        rules=kind.options(rules),
        started=timezone.now(),
        rematch_of=rematch_of,
    )
    links = issue(game, Role.WRITE, Role.WATCH)
    phrase = new_phrase(game)
    game.start = None if start is None else dict(start)
    kind.start(rules, game.start)
    game.save()
    Seat.objects.bulk_create(
        Seat(game=game, index=index, player=player) for index, player in enumerate(seated)
    )
    document = Document(players=tuple(player.pk for player in seated), start=game.start)
    store(game, document, document, play_document(game, document))
    return game, Keys(write=links[Role.WRITE], watch=links[Role.WATCH], phrase=phrase)


def _people(names: Sequence[str], count: int) -> list[Player]:
    """New players by name. Two of one name could not be told apart at the table."""
    clean = [" ".join(name.split()) for name in names]
    if len(clean) != count:
        raise ScoringError("players", "this game needs {n} players", n=count)
    for index, name in enumerate(clean):
        if not name:
            raise ScoringError(f"players.{index}", "this seat needs a name")
        if len(name) > 60:
            raise ScoringError(f"players.{index}", "a name has at most 60 characters")
        if name.casefold() in {other.casefold() for other in clean[:index]}:
            raise ScoringError(
                f"players.{index}", "{name} sits at the table already", name=name
            )
    return [Player(name=name) for name in clean]


def rematch(game: Game, *, seats: Sequence[int] | None = None) -> tuple[Game, Keys]:
    """The same people under the same rules again. ``seats``: who sits where, as old seat numbers;
    ``None`` draws them."""
    people = [seat.player for seat in game.seats.select_related("player")]
    if seats is not None:
        if sorted(seats) != list(range(len(people))):
            raise ScoringError("seats", "every player needs one seat")
        people = [people[i] for i in seats]
    return create_game(
        variety=game.variety_key,
        names=(),
        preset=game.preset or None,
        options=game.rules,
        title=game.title,
        random_seats=seats is None,
        players=people,
        rematch_of=game,
    )
