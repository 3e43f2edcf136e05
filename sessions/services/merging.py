"""Two players of a club that are one person: made one, after a look at it, and made two again.

What hangs on the one that goes is moved to the one that stays, game by game, also in what can be
undone and redone of these games; so that an undo years later seats the person who is there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from django.db import transaction
from django.db.models import F, Model, Q, QuerySet
from django.utils import timezone

from scoring.errors import ScoringError
from sessions.models import (
    Alias,
    Bonus,
    Change,
    Claim,
    Club,
    Draw,
    Evening,
    Feat,
    Game,
    Guest,
    Invitation,
    Merge,
    Player,
    Rating,
    Result,
    Season,
    Seat,
    Substitution,
    TeamPlayer,
)
from sessions.services import ratings
from sessions.services.refusals import InTheWay
from sessions.services.standings import hold, rebuild
from sessions.services.text import folded
from sessions.services.trail import note

OF_GAMES: tuple[type[Model], ...] = (Seat, Substitution, Result, Feat, Rating)
"""Rows of a game that name a player."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What would move from the one that goes to the one that stays."""

    games: int
    seasons: int
    evenings: int
    aliases: tuple[str, ...]
    account: bool


def preview(kept: Player, gone: Player) -> Preview:
    """``ScoringError`` at ``gone`` where the two cannot be one."""
    games = _check(kept, gone)
    return Preview(
        games=len(games),
        seasons=Season.objects.filter(games__in=games).distinct().count(),
        evenings=gone.evenings.count(),
        aliases=(gone.name, *gone.aliases.values_list("name", flat=True)),
        account=gone.user_id is not None,
    )


def named_in_changes(club: Club | None, ids: Collection[int]) -> set[int]:
    """The games whose changes, done or undone, name one of these players."""
    changes = Change.objects.filter(game__club=club).filter(
        Q(patch__has_key="substitutions") | Q(patch__has_key="players")
    )
    rows = changes.values_list("game_id", "patch").iterator(chunk_size=2000)
    return {game for game, patch in rows if _named(patch) & set(ids)}


def _named(patch: Mapping[str, Any]) -> set[int]:
    lines = [item for side in patch.get("substitutions", ()) for item in side]
    return {item["player"] for item in lines} | {
        player for side in patch.get("players", ()) for player in side
    }


def _games_of(player: Player) -> set[int]:
    found = named_in_changes(player.club, {player.pk})
    for model in OF_GAMES:
        found |= set(model._default_manager.filter(player=player).values_list("game", flat=True))
    return found


def _check(kept: Player, gone: Player) -> set[int]:
    """The games of the one that goes."""
    if kept == gone or kept.club_id != gone.club_id:
        raise ScoringError("gone", "choose another player of the club")
    for player in (kept, gone):
        if player.merged_into_id is not None or player.anonymous:
            raise ScoringError("gone", "{name} is no longer there", name=player.name)
    if kept.user_id and gone.user_id:
        raise InTheWay("gone", "both belong to an account: take one back first", (kept, gone))
    games = _games_of(gone)
    both = games & _games_of(kept)
    if both:
        game = Game.objects.get(pk=min(both))
        raise InTheWay("gone", "both played in one game", (game,))
    _check_open(games, _ids(Bonus, gone), _ids(TeamPlayer, gone))
    if evening := _drawn_together(kept, gone):
        raise InTheWay("gone", "both were drawn in the same turn of a club night", (evening,))
    return games


def _check_open(games: Collection[int], bonuses: Collection[int], teams: Collection[int]) -> None:
    """``ScoringError`` where one of these is of a season that is finished."""
    theirs: tuple[QuerySet[Any, Any], ...] = (
        Game.objects.filter(pk__in=games).values("season"),
        Bonus.objects.filter(pk__in=bonuses).values("season"),
        TeamPlayer.objects.filter(pk__in=teams).values("season"),
    )
    finished = Season.objects.exclude(locked=None)
    for seasons in theirs:
        if season := finished.filter(pk__in=seasons).first():
            raise InTheWay(
                "gone", "{season} is locked: open it first", (season,), season=season.name
            )


def _drawn_together(kept: Player, gone: Player) -> Evening | None:
    both = (draw for draw, people in _draws_of(gone) if {kept.pk, gone.pk} <= people)
    return next((draw.evening for draw in both), None)


def _draws_of(player: Player) -> Iterator[tuple[Draw, set[int]]]:
    for draw in Draw.objects.filter(evening__club=player.club_id).select_related("evening"):
        people = {seat for table in draw.tables for seat in table} | set(draw.resting)
        if player.pk in people:
            yield draw, people


@transaction.atomic
def merge(user: Any, kept: Player, gone: Player) -> Merge:
    """``gone`` was ``kept`` all along. ``ScoringError`` at ``gone``."""
    games = _check(kept, gone)
    kept, gone = _held(games, kept, gone)
    if _check(kept, gone) != games:
        raise ScoringError("gone", "someone sat down meanwhile: look again")
    moved: dict[str, Any] = {
        "games": sorted(games),
        "bonuses": _ids(Bonus, gone),
        "teams": _join_teams(kept, gone),
        "guests": _join_evenings(kept, gone),
        "invitations": _ids(Invitation, gone),
        "draws": [draw.pk for draw, _ in _draws_of(gone)],
        "aliases": _ids(Alias, gone),
        "user": gone.user_id,
    }
    Claim.objects.filter(player=gone).delete()
    _hand_on(moved, gone, kept)
    alias = _old_name(kept, gone)
    Player.objects.filter(pk=gone.pk).update(merged_into=kept)
    done = Merge.objects.create(kept=kept, gone=gone, moved={**moved, "alias": alias})
    _sum_up(moved["games"], kept, gone)
    note(_club(kept), user, "player.merged", kept, {"name": gone.name}, {"name": kept.name})
    return done


@transaction.atomic
def undo_merge(user: Any, merge: Merge) -> None:
    """They were two after all: what was moved goes back. ``ScoringError`` at ``merge``."""
    kept, gone = _held(merge.moved["games"], merge.kept, merge.gone)
    if merge.undone is not None or gone.merged_into_id != kept.pk:
        raise ScoringError("merge", "they are two already")
    if kept.merged_into_id is not None or kept.anonymous:
        raise ScoringError("merge", "{name} is no longer there", name=kept.name)
    moved = merge.moved
    _check_open(moved["games"], moved["bonuses"], moved["teams"])
    if moved["user"] is not None and kept.user_id != moved["user"]:
        moved = {**moved, "user": None}  # given back, or claimed by somebody else since
    Alias.objects.filter(pk=moved["alias"]).delete()
    Player.objects.filter(pk=gone.pk).update(merged_into=None)
    _hand_on(moved, kept, gone)
    _part(moved, kept, gone)
    Merge.objects.filter(pk=merge.pk).update(undone=timezone.now())
    _sum_up(moved["games"], kept, gone)
    note(_club(kept), user, "player.unmerged", kept, {"name": kept.name}, {"name": gone.name})


def _sum_up(games: Collection[int], kept: Player, gone: Player) -> None:
    """What follows from the results, anew; ratings from the first game that moved."""
    rebuild(_club(kept), players=[kept.pk, gone.pk])
    played = Game.objects.filter(pk__in=games, finished=True, voided=None, played__isnull=False)
    first = played.order_by("played", "pk").first()
    if first is not None and first.played is not None:
        ratings.changed(first, first.played)


def _held(games: Collection[int], kept: Player, gone: Player) -> tuple[Player, Player]:
    """Everything that is moved is held until the transaction ends: the games first, then the club,
    as whoever records a hand takes them, or the two would wait for each other. A phone that is
    writing one of the games has to look again."""
    Game.objects.filter(pk__in=games).update(version=F("version") + 1, pulse=F("pulse") + 1)
    hold(cast(int, kept.club_id))
    rows = Player.objects.select_for_update(no_key=True).order_by("pk")
    found = {player.pk: player for player in rows.filter(pk__in=(kept.pk, gone.pk))}
    return found[kept.pk], found.get(gone.pk, found[kept.pk])


def _club(player: Player) -> Club:
    return cast(Club, player.club)


def _ids(model: type[Model], player: Player) -> list[int]:
    return list(model._default_manager.filter(player=player).values_list("pk", flat=True))


def _hand_on(moved: Mapping[str, Any], old: Player, new: Player) -> None:
    """What was ``old``'s in these rows is ``new``'s."""
    for model in OF_GAMES:
        rows = model._default_manager.filter(player=old, game__in=moved["games"])
        rows.update(player=new)
    _rewrite_changes(moved["games"], old.pk, new.pk)
    for draw in Draw.objects.filter(pk__in=moved["draws"]):
        draw.tables = _renamed(draw.tables, old.pk, new.pk)
        draw.resting = _renamed(draw.resting, old.pk, new.pk)
        draw.save(update_fields=("tables", "resting"))
    for model, key in ((Bonus, "bonuses"), (Invitation, "invitations"), (Alias, "aliases")):
        model._default_manager.filter(pk__in=moved[key]).update(player=new)
    if moved["user"] is not None:
        Player.objects.filter(pk=old.pk).update(user=None)
        Player.objects.filter(pk=new.pk).update(user=moved["user"])


def _rewrite_changes(games: Collection[int], old: int, new: int) -> None:
    changes = Change.objects.filter(game__in=games)
    for change in changes.filter(Q(patch__has_key="players") | Q(patch__has_key="substitutions")):
        if old not in _named(change.patch):
            continue
        for key in ("players", "substitutions"):
            if key in change.patch:
                change.patch[key] = _renamed(change.patch[key], old, new)
        change.save(update_fields=("patch",))


def _renamed(data: Any, old: int, new: int) -> Any:
    """Lists of ids, or of lines with a ``player``, with one id for another."""
    if isinstance(data, list):
        return [_renamed(item, old, new) for item in data]
    if isinstance(data, dict):
        return {**data, "player": _renamed(data["player"], old, new)}
    return new if data == old else data


def _join_teams(kept: Player, gone: Player) -> list[int]:
    """The teams ``gone`` brings along; in a season where both are in one, ``kept``'s counts."""
    seasons = TeamPlayer.objects.filter(player=kept).values("season")
    rows = TeamPlayer.objects.filter(player=gone).exclude(season__in=seasons)
    found = list(rows.values_list("pk", flat=True))
    TeamPlayer.objects.filter(pk__in=found).update(player=kept)
    return found


def _join_evenings(kept: Player, gone: Player) -> list[int]:
    """The club nights ``gone`` was at and ``kept`` was not."""
    evenings = Guest.objects.filter(player=kept).values("evening")
    rows = Guest.objects.filter(player=gone).exclude(evening__in=evenings)
    found = list(rows.values_list("pk", flat=True))
    Guest.objects.filter(pk__in=found).update(player=kept)
    return found


def _part(moved: Mapping[str, Any], kept: Player, gone: Player) -> None:
    for model, key in ((TeamPlayer, "teams"), (Guest, "guests")):
        model._default_manager.filter(pk__in=moved[key], player=kept).update(player=gone)


def _old_name(kept: Player, gone: Player) -> int | None:
    """The name that goes is one ``kept`` is found by from now on."""
    if folded(gone.name) == kept.seen or kept.aliases.filter(seen=folded(gone.name)).exists():
        return None
    return Alias.objects.create(player=kept, name=gone.name).pk
