"""What a Zung Jung game adds to its players' statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from scoring import statistics as shared
from scoring.game import Replay, Score, Translate
from scoring.statistics import Feat, Statistics
from scoring.words import clauses, listed
from scoring.zungjung.payment import CAP
from scoring.zungjung.words import pattern_name, worth_text

BINS = (1, 5, 30, 60, 100, 160, 240, CAP)
"""Where each column of the distribution begins: a chicken hand by itself, 5 to 25, 30 to 55 …"""


def counts(game: Replay, seat: int) -> Counter[str]:
    """Beside what all count: wins by points (``points:<least of its column>``)."""
    found = shared.counts(game, seat)
    for step in game.steps:
        for win in shared.won_by(step, seat):
            column = max(least for least in BINS if least <= win.points)
            found[f"points:{column}"] += 1
    return found


def feats(game: Replay) -> Iterator[Feat]:
    """Hands are ranked by their points; one that reaches the cap is a limit hand."""
    yield from shared.feats(game)
    yield from shared.best_hands(game, lambda win: int(win.points), lambda win: win.points >= CAP)


def feat_text(kind: str, figure: int, data: Mapping[str, Any], gettext: Translate = str) -> str:
    """ "Big Three Dragons, 130 points", "4 deals in a row" """
    if kind == shared.DEALS:
        return shared.deals_text(figure, gettext)
    names = listed((pattern_name(key, gettext) for key in data["patterns"]), gettext)
    points = worth_text(figure, gettext)
    return clauses((names, points), gettext) if kind == shared.LIMIT and names else points


def statistics(counted: Mapping[str, Score], gettext: Translate = str) -> Statistics:
    """The rates of play, the points of the wins, and their patterns."""
    rates = (*shared.common_rates(counted, gettext), *shared.mean_win(counted, gettext))
    points = shared.ordered_chart(counted, "points:", gettext("Wins by points"), _column, int)
    patterns = shared.pattern_chart(counted, lambda key: pattern_name(key, gettext), gettext)
    return Statistics(rates, (points, patterns))


def _column(key: str) -> str:
    """ "30–59", "320+", "1" """
    place = BINS.index(int(key))
    if place + 1 == len(BINS):
        return f"{key}+"
    last = BINS[place + 1] - 1
    return key if last <= int(key) or place == 0 else f"{key}–{last}"
