"""What a Hong Kong game adds to its players' statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from scoring import statistics as shared
from scoring.game import Replay, Score, Translate, Valued
from scoring.hongkong.words import pattern_label
from scoring.statistics import Feat, Rate, Statistics
from scoring.words import clauses, listed


def counts(game: Replay, seat: int) -> Counter[str]:
    """Beside what all count: ``fan`` of all wins together, and wins by fan (``fan:<n>``)."""
    found = shared.counts(game, seat)
    for step in game.steps:
        for win in shared.won_by(step, seat):
            found["fan"] += _fan(win)
            found[f"fan:{_fan(win)}"] += 1
    return found


def _fan(win: Valued) -> int:
    return int(win.data["faan"])


def feats(game: Replay) -> Iterator[Feat]:
    """Hands are ranked by their fan, as the table's maximum lets them count."""
    yield from shared.feats(game)
    yield from shared.best_hands(game, _fan, lambda win: bool(win.data["limit"]))


def feat_text(kind: str, figure: int, data: Mapping[str, Any], gettext: Translate = str) -> str:
    """ "Thirteen orphans 十三幺, 10 fan", "8 fan", "4 deals in a row" """
    if kind == shared.DEALS:
        return shared.deals_text(figure, gettext)
    fan = gettext("{faan} fan").format(faan=figure)
    if not data["limit"]:
        return fan
    names = listed((pattern_label(key, gettext) for key in data["patterns"]), gettext)
    return clauses((names or gettext("limit hand"), fan), gettext)


def statistics(counted: Mapping[str, Score], gettext: Translate = str) -> Statistics:
    """The rates of play, the fan of the wins, and their patterns."""
    wins = counted.get("wins", 0)
    rates = (
        *shared.common_rates(counted, gettext),
        Rate(gettext("Average fan"), counted.get("fan", 0), wins, mean=True),
        *shared.mean_win(counted, gettext),
    )
    fan = shared.ordered_chart(
        counted,
        "fan:",
        gettext("Wins by fan"),
        lambda key: gettext("{faan} fan").format(faan=key),
        int,
    )
    patterns = shared.pattern_chart(counted, lambda key: pattern_label(key, gettext), gettext)
    return Statistics(rates, (fan, patterns))
