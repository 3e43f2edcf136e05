"""A season's rules edition by edition, and what others would change, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext

from scoring.game import Preset, Variety
from scoring.varieties import variety
from sessions.models import Edition, Game, Player, Season
from sessions.selectors.rules import Rule, differing, preset_options
from sessions.selectors.standings import bonuses_of, figure_of, show
from sessions.selectors.trail import at_tables
from sessions.services.outlook import Outlook, Points, ranked_by
from sessions.words import error_text


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
    """Where a player stands by the games that were looked at, and would stand."""

    player: Player
    rank_now: int
    rank_then: int
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
    """An outlook with names, the first by the new rules first. Four queries."""
    tables = at_tables(item.game.pk for item in found.refused)
    now, then = _figures(season, found, found.now), _figures(season, found, found.then)
    players = Player.objects.in_bulk([pk for pk in then if pk in now])
    people = {pk: player for pk, player in players.items() if not player.guest}
    now, then = {pk: now[pk] for pk in people}, {pk: then[pk] for pk in people}
    ranks_now, ranks_then = _ranks(now), _ranks(then)
    lines = [
        Effect(
            player,
            ranks_now[pk],
            ranks_then[pk],
            show(season, now[pk]),
            show(season, then[pk]),
            now[pk] != then[pk],
        )
        for pk, player in people.items()
    ]
    return Effects(
        found,
        tuple(sorted(lines, key=lambda line: (line.rank_then, line.player.name))),
        tuple(
            (item.game, item.game.title or tables[item.game.pk], error_text(item.error))
            for item in found.refused
        ),
    )


def _figures(season: Season, found: Outlook, points: Points) -> dict[int, Fraction]:
    """As the standings have them: with points given and taken, unless games are missing, too."""
    figures = ranked_by(season, points)
    if not found.whole:
        return figures
    given = bonuses_of(season)
    return {
        pk: figure + figure_of(season, given[pk], len(points[pk])) for pk, figure in figures.items()
    }


def _ranks(points: Mapping[int, Fraction]) -> dict[int, int]:
    return {
        player: 1 + sum(other > figure for other in points.values())
        for player, figure in points.items()
    }
