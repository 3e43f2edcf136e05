"""A season's rules edition by edition, and what others would change, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext

from scoring.game import Preset, Variety
from scoring.varieties import variety
from sessions.models import Edition, Game, Player, Season
from sessions.selectors.rules import Rule, differing, preset_options
from sessions.selectors.standings import bonuses_of, figure_of, ranked, show, stand
from sessions.selectors.trail import at_tables
from sessions.services.outlook import Outlook, Points, ranked_by
from sessions.words import error_text

ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class EditionView:
    """An edition: what it does otherwise than the one before, the first than its preset."""

    edition: Edition
    changed: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class VarietyRules:
    """One variety of a season, its newest edition first."""

    variety: Variety
    summary: str
    editions: tuple[EditionView, ...]


def editions(season: Season) -> list[VarietyRules]:
    """What is played and by which rules. One query."""
    by_variety: dict[str, list[Edition]] = {}
    for edition in season.editions.order_by("variety_key", "number"):
        by_variety.setdefault(edition.variety_key, []).append(edition)
    return [_rules(variety(key), found) for key, found in by_variety.items()]


def _rules(kind: Variety, found: list[Edition]) -> VarietyRules:
    shown = []
    before = preset_options(kind, found[0].preset)
    for edition in found:
        shown.append(EditionView(edition, tuple(differing(kind, edition.rules, before))))
        before = edition.rules
    summary = kind.summary(kind.rules(None, found[-1].rules), gettext)
    return VarietyRules(kind, summary, tuple(shown[::-1]))


def presets_of(kind: Variety) -> list[tuple[Preset, str]]:
    """The presets to choose from, each in a line."""
    return [
        (preset, kind.summary(kind.rules(preset.key, {}), gettext))
        for preset in kind.presets.values()
    ]


# -- a look at others ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Effect:
    """Where a player stands by the games that were looked at, and would stand. No rank: too few
    games for one."""

    player: Player
    rank_now: int | None
    rank_then: int | None
    now: str
    then: str
    changes: bool


@dataclass(frozen=True, slots=True)
class Effects:
    outlook: Outlook
    lines: tuple[Effect, ...]
    refused: tuple[tuple[Game, str, str], ...]
    """Games that could not have been played so, what they are called, and why."""

    @property
    def quiet(self) -> bool:
        return not any(line.changes for line in self.lines)


def effects(season: Season, found: Outlook) -> Effects:
    """An outlook as the standings would have it, with names, the first by the new rules first.
    Five queries."""
    tables = at_tables(item.game.pk for item in found.refused)
    people = {pk: player for pk, player in _people(found).items() if not player.guest}
    counted = dict(season.standings.values_list("player", "games"))
    given = bonuses_of(season) if found.whole else {}
    looks = [_look(season, people, points, given, counted) for points in (found.now, found.then)]
    (now, ranks_now), (then, ranks_then) = looks
    lines = [
        Effect(
            people[pk],
            ranks_now[pk],
            ranks_then[pk],
            show(season, now[pk]),
            show(season, then[pk]),
            (now[pk], ranks_now[pk]) != (then[pk], ranks_then[pk]),
        )
        for pk in sorted(then, key=lambda pk: (-then[pk], people[pk].name))
    ]
    return Effects(
        found,
        tuple(sorted(lines, key=lambda line: (line.rank_then is None, line.rank_then))),
        tuple(
            (item.game, item.game.title or tables[item.game.pk], error_text(item.error))
            for item in found.refused
        ),
    )


def _people(found: Outlook) -> dict[int, Player]:
    return Player.objects.in_bulk([pk for pk in found.then if pk in found.now])


def _look(
    season: Season,
    people: Iterable[int],
    points: Points,
    given: Mapping[int, Fraction],
    counted: Mapping[int, int],
) -> tuple[dict[int, Fraction], dict[int, int | None]]:
    """Figures and ranks as the standings have them, of everybody who has something to be ranked by:
    with points ``given`` and taken, and as many games as ``counted``, also where not all of them
    were looked at."""
    figures, stands = {}, {}
    for pk in people:
        total, games, bonus = ranked_by(season, points[pk]), len(points[pk]), given.get(pk, ZERO)
        if total is None:
            continue
        firsts = sum(game.place == 1 for game in points[pk])
        figures[pk] = figure_of(season, total + bonus, games)
        stands[pk] = stand(season, total, games, firsts, bonus, played=counted.get(pk))
    return figures, ranked(season, stands)
