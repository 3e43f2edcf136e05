"""Names at a table, and the players who bear them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scoring.errors import ScoringError
from sessions.models import Club, Game, Player
from sessions.services.text import clean_line, seen

LONGEST_NAME = 60


def seat_names(names: Sequence[str], count: int) -> list[str]:
    """The names of a table by seat, clean and all different.

    ``ScoringError`` at ``players`` or ``players.<seat>``.
    """
    if len(names) != count:
        raise ScoringError("players", "this game needs {n} players", n=count)
    clean = [clean_name(name, f"players.{seat}") for seat, name in enumerate(names)]
    for seat, name in enumerate(clean):
        check_different(name, clean[:seat], f"players.{seat}")
    return clean


def clean_name(name: str, at: str) -> str:
    """The name with single spaces. ``ScoringError`` at ``at`` where there is none."""
    clean = clean_line(name, at, LONGEST_NAME)
    if not clean:
        raise ScoringError(at, "this seat needs a name")
    return clean


def check_different(name: str, others: Iterable[str], at: str) -> None:
    """Two whose names look the same could not be told apart at a table."""
    if seen(name) in {seen(other) for other in others}:
        raise ScoringError(at, "{name} sits at the table already", name=name)


def save_new(players: Iterable[Player]) -> None:
    """Keep those players that are not kept yet, in one query."""
    Player.objects.bulk_create(player for player in players if player.pk is None)


def newcomer(game: Game, seat: int, name: str) -> Player:
    """Who takes over ``seat`` under this name: someone new, or whoever sat there before."""
    clean = clean_name(name, "player")
    seated = {s.index: s.player for s in game.seats.select_related("player")}
    check_different(clean, (p.name for index, p in seated.items() if index != seat), "player")
    known = [seated[seat]] if seat in seated else []
    known += [item.player for item in game.substitutions.select_related("player")]
    for player in known:
        if seen(player.name) == seen(clean):
            return player
    return Player.objects.create(name=clean, club=game.club)


def members(club: Club, names: Sequence[str]) -> dict[str, int]:
    """The club's players of these (clean) names, by name; whoever is not there yet is made."""
    found = dict(club.players.filter(name__in=names).order_by("-pk").values_list("name", "pk"))
    new = [Player(name=name, club=club) for name in dict.fromkeys(names) if name not in found]
    save_new(new)
    return {**found, **{player.name: player.pk for player in new}}
