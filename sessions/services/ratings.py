"""How strong players are, by how they place against each other: Weng and Lin's Bayesian rating for
games of more than two (the Plackett–Luce model of ``openskill``).

A rating follows from all games before it, in the order they were played. A game that ends is rated
at once; where an earlier one changes, ``Club.ratings_from`` says from where on all are to be worked
out again, which is done a slice at a time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import groupby

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from openskill.models import PlackettLuce

from sessions.models import Club, Game, Player, Rating, Result

MEAN, DEVIATION = 1500.0, 200.0
"""A newcomer's: nobody knows yet. The scale is that of chess, to read at a glance."""
MODEL = PlackettLuce(mu=MEAN, sigma=DEVIATION, beta=DEVIATION / 2, tau=DEVIATION / 100)
SLICE = 200
"""So many games at a time."""

Skill = tuple[int, float, float]
"""How many games, mean, deviation."""


def changed(game: Game, moment: datetime) -> None:
    """A club's game of this moment counts otherwise than it was rated. Where nothing waits and no
    game came after it, it is rated at once."""
    if game.club_id is None:
        return
    Rating.objects.filter(game=game).delete()
    wait(game.club_id, moment)
    later = _counted(game.club_id).filter(played__gt=moment)
    if Club.objects.filter(~Exists(later), pk=game.club_id, ratings_from=moment).exists():
        _advance(game.club_id, moment, 1)


def wait(club_id: int, moment: datetime) -> None:
    """All games from this moment on are to be rated anew."""
    waits = Q(ratings_from=None) | Q(ratings_from__gt=moment)
    Club.objects.filter(waits, pk=club_id).update(ratings_from=moment)


def start_over(club: Club) -> None:
    """All of a club's ratings wait from its first game on."""
    first = _counted(club.pk).order_by("played").values_list("played", flat=True).first()
    Club.objects.filter(pk=club.pk).update(ratings_from=first)


@transaction.atomic
def advance(club: Club, most: int = SLICE) -> bool:
    """Rate the next games that wait, about ``most`` at a time. Whether some are left."""
    held = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if held.ratings_from is not None:
        _advance(club.pk, held.ratings_from, most)
    club.refresh_from_db(fields=("ratings_from",))
    return club.ratings_from is not None


def _counted(club_id: int) -> QuerySet[Game]:
    return Game.objects.filter(club=club_id, voided=None, played__isnull=False)


def _advance(club_id: int, since: datetime, most: int) -> None:
    """Games of one moment are rated in one slice: what comes next is said by a moment."""
    counted = _counted(club_id).order_by("played", "pk")
    games = list(counted.filter(played__gte=since)[:most])
    if games:
        last = games[-1]
        games += counted.filter(played=last.played, pk__gt=last.pk)
        since = last.played or since
        Rating.objects.filter(game__in=games).delete()
    for variety, some in _by_variety(games).items():
        _rate(variety, some)
    rest = counted.filter(played__gt=since).values_list("played", flat=True).first()
    Club.objects.filter(pk=club_id).update(ratings_from=rest if games else None)


def _by_variety(games: Sequence[Game]) -> dict[str, list[Game]]:
    found: dict[str, list[Game]] = {}
    for game in games:
        found.setdefault(game.variety_key, []).append(game)
    return found


def _rate(variety: str, games: Sequence[Game]) -> None:
    """Rate games of one variety that follow all that are rated."""
    rows = Result.objects.filter(game__in=games).order_by("game__played", "game_id", "seat")
    results = list(rows)
    moments = {game.pk: game.played for game in games if game.played is not None}
    skills = _skills(variety, {row.player_id for row in results}, min(moments.values()))
    made = []
    for game_id, group in groupby(results, key=lambda row: row.game_id):
        table = list(group)
        for row, skill in zip(table, _after(skills, table), strict=True):
            skills[row.player_id] = skill
            number, mean, deviation = skill
            rated = Rating(player_id=row.player_id, game_id=game_id, variety_key=variety)
            rated.played, rated.number = moments[game_id], number
            rated.mean, rated.deviation = mean, deviation
            made.append(rated)
    Rating.objects.bulk_create(made, batch_size=500)


def _skills(variety: str, players: set[int], before: datetime) -> dict[int, Skill]:
    """How strong they were before this moment, in one query."""
    earlier = Rating.objects.filter(player=OuterRef("pk"), variety_key=variety, played__lt=before)
    latest = earlier.order_by("-played", "-number")
    rows = Player.objects.filter(pk__in=players).values_list(
        "pk",
        Subquery(latest.values("number")[:1]),
        Subquery(latest.values("mean")[:1]),
        Subquery(latest.values("deviation")[:1]),
    )
    return {
        pk: (number or 0, MEAN if mean is None else mean, deviation or DEVIATION)
        for pk, number, mean, deviation in rows
    }


def _after(skills: Mapping[int, Skill], table: Sequence[Result]) -> list[Skill]:
    """Everybody's skill after a game; equal places are a tie."""
    teams = [[MODEL.rating(*skills[row.player_id][1:])] for row in table]
    rated = MODEL.rate(teams, ranks=[float(row.place) for row in table])
    return [
        (skills[row.player_id][0] + 1, team[0].mu, team[0].sigma)
        for row, team in zip(table, rated, strict=True)
    ]
