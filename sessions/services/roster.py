"""The players of a club: added, renamed, known by other names, gone, forgotten."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress
from typing import Any

from django.db import transaction
from django.db.models import F, ProtectedError
from django.utils import timezone

from scoring.errors import ScoringError
from sessions.models import Alias, Claim, Club, Entry, Game, Invitation, Player
from sessions.services.meanwhile import check_seen
from sessions.services.merging import named_in_changes
from sessions.services.people import LONGEST_NAME, find_players, save_new
from sessions.services.refusals import InTheWay
from sessions.services.text import clean_line, folded
from sessions.services.trail import note


def _clean(name: str, at: str = "name") -> str:
    clean = clean_line(name, at, LONGEST_NAME)
    if not clean:
        raise ScoringError(at, "a player needs a name")
    return clean


def _check_free(club: Club, name: str, mine: Player | None = None) -> None:
    """Two of a club whom no list can tell apart would get each other's games."""
    found = find_players(club, [name]).get(name)
    if found is None or found == mine:
        return
    if found.seen == folded(name):
        raise InTheWay("name", "{name} is in the club already", (found,), name=found.name)
    raise InTheWay(
        "name", "{name} is another name of {player}", (found,), name=name, player=found.name
    )


def _locked(club: Club) -> Club:
    """Two who add the same name at once must see each other."""
    return Club.objects.select_for_update(no_key=True).get(pk=club.pk)


@transaction.atomic
def add_player(club: Club, user: Any, name: str, *, guest: bool = False) -> Player:
    """``ScoringError`` at ``name``."""
    clean = _clean(name)
    _check_free(_locked(club), clean)
    player = Player(club=club, name=clean, guest=guest)
    save_new([player])
    note(club, user, "player.added", player, after={"name": clean, "guest": guest})
    return player


@transaction.atomic
def rename_player(
    club: Club, user: Any, player: Player, name: str, *, seen: str | None = None
) -> None:
    """The old name is dropped: add it to the others if it is to be found by it. ``seen``: the stamp
    of the name as the page showed it. ``ScoringError`` at ``name``, ``Meanwhile`` where somebody
    else was faster."""
    clean = _clean(name)
    if clean == player.name:
        return
    # Games before the club, as whoever records a hand takes them.
    Game.objects.filter(seats__player=player, status=Game.Status.OPEN).update(pulse=F("pulse") + 1)
    locked = _locked(club)
    player.refresh_from_db()
    check_seen(seen, player.name)
    _check_free(locked, clean, player)
    before, player.name = player.name, clean
    player.save(update_fields=("name", "seen"))
    player.aliases.filter(seen=player.seen).delete()
    note(club, user, "player.renamed", player, {"name": before}, {"name": clean})


@transaction.atomic
def set_guest(club: Club, user: Any, player: Player, guest: bool) -> None:
    """A guest plays, but stands in no standings."""
    if player.guest == guest:
        return
    player.guest = guest
    player.save(update_fields=("guest", "seen"))
    note(club, user, "player.guest", player, {"guest": not guest}, {"guest": guest})


@transaction.atomic
def set_left(club: Club, user: Any, player: Player, left: bool) -> None:
    """Someone no longer comes, or does again; results stay."""
    if (player.left is not None) == left:
        return
    player.left = timezone.now() if left else None
    player.save(update_fields=("left", "seen"))
    note(club, user, "player.left" if left else "player.back", player)


@transaction.atomic
def add_alias(club: Club, user: Any, player: Player, name: str) -> Alias:
    """Another name a player is found by. ``ScoringError`` at ``name``."""
    clean = _clean(name)
    _check_free(_locked(club), clean, player)
    if folded(clean) == player.seen or player.aliases.filter(seen=folded(clean)).exists():
        raise ScoringError("name", "{name} is found by this name already", name=player.name)
    alias = Alias.objects.create(player=player, name=clean)
    note(club, user, "player.alias", player, after={"alias": clean})
    return alias


@transaction.atomic
def remove_alias(club: Club, user: Any, alias: Alias) -> None:
    note(club, user, "player.alias", alias.player, {"alias": alias.name})
    alias.delete()


# -- forgetting -----------------------------------------------------------------------------------


@transaction.atomic
def forget(club: Club, user: Any, player: Player) -> set[str]:
    """A person asks to be forgotten. Who never played is gone; else the results stay, under a
    number, and no name of theirs is left: not among other names, not in the trail. What they were
    called."""
    everyone = [player, *_merged_into(player)]
    names = {person.name for person in everyone}
    names |= set(Alias.objects.filter(player__in=everyone).values_list("name", flat=True))
    names |= _former_names(club, everyone)
    Alias.objects.filter(player__in=everyone).delete()
    Claim.objects.filter(player__in=everyone).delete()
    Invitation.objects.filter(player__in=everyone, used=None).delete()
    Invitation.objects.filter(player__in=everyone).update(player=None)
    number = f"#{player.pk}"
    for person in everyone:
        person.name, person.user, person.anonymous = f"#{person.pk}", None, True
        person.left = person.left or timezone.now()
        person.save()
    blot_out(club, names, everyone, number)
    note(club, user, "player.forgotten", player)
    _delete_unplayed(club, everyone)
    return names


def _merged_into(player: Player) -> list[Player]:
    """Everyone who was merged into the player, and into those."""
    found: list[Player] = []
    layer = list(player.merged.all())
    while layer:
        found += layer
        layer = list(Player.objects.filter(merged_into__in=layer))
    return found


def _former_names(club: Club, people: Iterable[Player]) -> set[str]:
    """What they were ever called, as the trail has it."""
    ids = [person.pk for person in people]
    lines = Entry.objects.filter(club=club, subject="player", subject_id__in=ids)
    told = [data for pair in lines.values_list("before", "after") for data in pair if data]
    return {data[key] for data in told for key in ("name", "alias") if key in data}


def blot_out(club: Club, names: Collection[str], people: Iterable[Player], number: str) -> None:
    """Take names out of the trail. Only whole texts are names: words that hold one are not."""
    ids = {person.pk for person in people}
    for entry in Entry.objects.filter(club=club).iterator(chunk_size=2000):
        theirs = entry.subject == "player" and entry.subject_id in ids
        label = number if theirs or entry.label in names else entry.label
        before, after = (_without(names, data, number) for data in (entry.before, entry.after))
        if (label, before, after) != (entry.label, entry.before, entry.after):
            Entry.objects.filter(pk=entry.pk).update(label=label, before=before, after=after)


def _without(names: Collection[str], data: Any, number: str) -> Any:
    if isinstance(data, str):
        return number if data in names else data
    if isinstance(data, list):
        return [_without(names, item, number) for item in data]
    if isinstance(data, dict):
        return {key: _without(names, item, number) for key, item in data.items()}
    return data


def _delete_unplayed(club: Club, people: Iterable[Player]) -> None:
    """Those on whom nothing hangs, not even a change that could be done again."""
    for person in people:
        if not named_in_changes(club, {person.pk}):
            with suppress(ProtectedError), transaction.atomic():
                person.delete()
