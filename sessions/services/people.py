"""Names at a table, and the players who bear them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from scoring.errors import ScoringError
from sessions.models import Alias, Club, Game, Player
from sessions.services.text import clean_line, folded, seen

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
    new = [player for player in players if player.pk is None]
    for player in new:
        player.seen = folded(player.name)
    Player.objects.bulk_create(new)


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
    if game.club is not None:
        found = find_players(game.club, [clean]).get(clean)
        if found is not None:
            check_different(found.name, (p.name for p in seated.values()), "player")
            return found
    # Whom nobody of the club knows yet plays as a guest, until an organiser says otherwise.
    guest = Player(name=clean, club=game.club, guest=game.club is not None)
    save_new([guest])
    return guest


def find_players(club: Club, names: Iterable[str]) -> dict[str, Player]:
    """Whom of the club these (clean) names mean, by name: letter for letter, else without case,
    width and kind of kana, else by another name of theirs. Two queries."""
    wanted = {name: folded(name) for name in names}
    here = Player.objects.filter(club=club, merged_into=None, anonymous=False).order_by("-pk")
    listed = list(here.filter(seen__in=set(wanted.values())))
    others = Alias.objects.filter(
        player__club=club, player__merged_into=None, seen__in=set(wanted.values())
    )
    found = {alias.seen: alias.player for alias in others.select_related("player")}
    found |= {player.seen: player for player in listed}
    exact = {player.name: player for player in listed}
    both = {name: exact.get(name) or found.get(key) for name, key in wanted.items()}
    return {name: player for name, player in both.items() if player is not None}


def members(club: Club, names: Sequence[str], guests: Collection[str] = ()) -> dict[str, int]:
    """The club's players of these (clean) names, by name; whoever is not there yet is made, some of
    them ``guests``. ``ScoringError`` at ``players`` where two of them would be one player."""
    found = find_players(club, names)
    for name, player in [*found.items()]:
        if any(found[other] == player and seen(other) != seen(name) for other in found):
            if player.seen != folded(name):
                raise ScoringError(
                    "players", "{name} is another name of {player}", name=name, player=player.name
                )
            if seen(player.name) != seen(name):
                del found[name]  # さくら and サクラ at one table are two people
    new = {
        seen(name): Player(name=name, club=club, guest=name in guests)
        for name in names
        if name not in found
    }
    save_new(new.values())
    return {name: (found.get(name) or new[seen(name)]).pk for name in names}
