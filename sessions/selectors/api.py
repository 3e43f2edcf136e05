"""What the interface for programs answers, as JSON-ready objects: see docs/api.md.

Figures are exact decimal texts, a third is "1/3": a float would be none of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from django.db.models import QuerySet

from sessions.models import Club, Game, Player, Result, Season
from sessions.selectors import standings
from sessions.selectors.club_games import in_sight
from sessions.services.sheets import number

Json = dict[str, Any]


def club(found: Club) -> Json:
    return {"slug": found.slug, "name": found.name, "about": found.about}


def seasons(found: Club) -> QuerySet[Season]:
    """All that are not taken off the list, the newest first."""
    rows = found.seasons.filter(deleted=None).order_by("-created", "-pk")
    return rows.prefetch_related("editions")


def season(row: Season) -> Json:
    return {
        "slug": row.slug,
        "name": row.name,
        "starts": row.starts and row.starts.isoformat(),
        "ends": row.ends and row.ends.isoformat(),
        "ranking": row.ranking,
        "ranking_n": row.ranking_n,
        "minimum_games": row.minimum_games,
        "ties": row.ties,
        "place_points": row.place_points,
        "locked": row.locked is not None,
    }


def season_with_rules(row: Season) -> Json:
    """The season with every edition of its rules, in full."""
    editions = sorted(row.editions.all(), key=lambda one: (one.variety_key, one.number))
    return {
        **season(row),
        "editions": [
            {
                "variety": one.variety_key,
                "number": one.number,
                "preset": one.preset or None,
                "rules": one.rules,
                "note": one.note,
                "from": one.created.isoformat(),
            }
            for one in editions
        ],
    }


def standing(row: Season) -> Json:
    """Everybody's line, and the teams'."""
    table = standings.table(row)
    return {
        "season": row.slug,
        "standings": [_line(line) for line in table.lines],
        "teams": [
            {
                "rank": team.rank,
                "name": team.name,
                "members": list(team.members),
                "games": team.games,
                "figure": number(team.figure),
            }
            for team in standings.teams(row, table)
        ],
    }


def _line(line: standings.Line) -> Json:
    return {
        "rank": line.rank,
        "player": player(line.player),
        "games": line.games,
        "figure": None if line.figure is None else number(line.figure),
        "bonus": number(line.bonus),
        "firsts": line.firsts,
        "average_place": line.average_place,
        "best_score": line.best_score,
        "last_places": list(line.last),
        "moved": line.moved,
        "rating": line.rating,
    }


def players(found: Club) -> QuerySet[Player]:
    return found.players.filter(merged_into=None).order_by("pk")


def player(row: Player) -> Json:
    return {"id": row.pk, "name": row.name}


def full_player(row: Player) -> Json:
    return {**player(row), "guest": row.guest, "left": row.left is not None}


def results(found: Club) -> QuerySet[Game]:
    """Finished games that count, the newest first; none of a season that was taken off the list."""
    games = in_sight(Game.objects.filter(club=found, played__isnull=False, voided=None))
    rows = games.select_related("season").prefetch_related("results__player")
    return rows.order_by("-played", "-pk")


def game(row: Game) -> Json:
    return {
        "id": row.code,
        "played": row.played and row.played.isoformat(),
        "season": row.season and row.season.slug,
        "table": row.title,
        "variety": row.variety_key,
        "preset": row.preset or None,
        "hands": row.hands,
        "reason": row.reason,
        "results": _results(row, row.results.all()),
    }


def _results(row: Game, results: Iterable[Result]) -> Sequence[Json]:
    unit = row.season.unit if row.season else 1
    return [
        {
            "seat": one.seat,
            "player": player(one.player),
            "place": one.place,
            "score": number(Fraction(one.score, one.score_unit)),
            "total": number(Fraction(one.total, one.unit)),
            "points": None if one.points is None else number(Fraction(one.points, unit)),
            "money": None if one.money is None else number(Fraction(one.money, one.money_unit)),
        }
        for one in results
    ]
