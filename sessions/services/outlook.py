"""What a season would look like under other rules: its games played again, nothing stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from time import monotonic
from typing import NamedTuple

from scoring.errors import ScoringError
from scoring.game import Outcome, parse_outcome, replay
from sessions.models import Game, Result, Season
from sessions.services.games import new_game
from sessions.services.seasons import Rules
from sessions.services.standings import points_of

MOST_GAMES = 500
PATIENCE = 8.0
"""So many games are played again, or for so many seconds, while somebody waits for the page."""


class Worth(NamedTuple):
    """What a game was to a player."""

    points: Fraction
    place: int


Points = dict[int, list[Worth]]
"""What each player made, game by game."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A game that could not have been played so, and why."""

    game: Game
    error: ScoringError


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the latest ``games`` of ``of`` came to, and would have come to."""

    games: int
    of: int
    now: Points
    then: Points
    refused: tuple[Refused, ...]

    @property
    def whole(self) -> bool:
        return self.games == self.of


def outlook(season: Season, rules: Rules) -> Outlook:
    """Play the season's latest games again under these rules, in four queries. Games of another
    variety, and such as could not have been played so, stay as they are. ``ScoringError`` where
    the rules are none."""
    fresh = new_game(rules.variety, rules.preset, rules.options or {})
    counted = season.games.filter(played__isnull=False, voided=None).order_by("-played", "-pk")
    games = list(counted.prefetch_related("rounds", "results")[:MOST_GAMES])
    refused: list[Refused] = []
    both: list[tuple[list[Result], list[Result]]] = []
    until = monotonic() + PATIENCE
    for game in games:
        if both and monotonic() >= until:
            break
        before = after = list(game.results.all())
        if game.variety_key == fresh.variety_key:
            try:
                after = _again(game, fresh, before)
            except ScoringError as error:
                refused.append(Refused(game, error))
        both.append((before, after))
    now: Points = defaultdict(list)
    then: Points = defaultdict(list)
    for before, after in reversed(both):
        _add(season, now, before)
        _add(season, then, after)
    return Outlook(len(both), season.tables, now, then, tuple(refused))


def _add(season: Season, points: Points, rows: Sequence[Result]) -> None:
    for row in rows:
        points[row.player_id].append(Worth(points_of(season, row, rows), row.place))


def _again(game: Game, fresh: Game, rows: Sequence[Result]) -> list[Result]:
    """The results the game would have had, not stored."""
    count = len(rows)
    outcomes: list[Outcome] = [parse_outcome(row.outcome, count) for row in game.rounds.all()]
    played = replay(fresh.variety, fresh.frozen_rules(), outcomes, game.start, game.chips)
    end = played.settlement
    if end is None:
        raise ScoringError("", "the game would not be over")
    made = []
    for row in rows:
        total = Fraction(end.total[row.seat]) / end.unit
        made.append(
            Result(
                seat=row.seat,
                player_id=row.player_id,
                place=end.places[row.seat],
                total=total.numerator,
                unit=total.denominator,
            )
        )
    return made


def ranked_by(season: Season, worth: Sequence[Worth]) -> Fraction | None:
    """The sum that the season would rank a player of these games by, as ``Standing.ranked``; who
    has no run yet has nothing."""
    games = [game.points for game in worth]
    n = season.ranking_n or 1
    if season.ranking == Season.Ranking.BEST:
        return sum(sorted(games)[-n:], Fraction(0))
    if season.ranking == Season.Ranking.STREAK:
        runs = [sum(games[i : i + n], Fraction(0)) for i in range(len(games) - n + 1)]
        return max(runs, default=None)
    return sum(games, Fraction(0))
