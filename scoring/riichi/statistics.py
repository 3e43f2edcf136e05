"""What a riichi game adds to its players' statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from scoring import figures
from scoring import statistics as shared
from scoring.game import Replay, Score, Step, Translate, Valued
from scoring.riichi.names import yaku_name
from scoring.riichi.points import LIMITS
from scoring.statistics import Feat, Rate, Statistics
from scoring.words import clauses, listed

YAKUMAN = "yakuman"


def counts(game: Replay, seat: int) -> Counter[str]:
    """Beside what all count: ``riichi`` declared, ``riichi-wins``, ``tenpai`` at the draws, and
    wins by limit (``limit:<name>``, ``limit:none`` below mangan)."""
    found = shared.counts(game, seat)
    for step in game.steps:
        _count_hand(found, step, seat)
    return +found


def _count_hand(found: Counter[str], step: Step, seat: int) -> None:
    outcome = step.outcome
    if outcome.kind not in shared.HANDS:
        return
    declared = seat in outcome.riichi
    found["riichi"] += declared
    if outcome.kind == "draw":
        found["tenpai"] += seat in outcome.tenpai
    for win in shared.won_by(step, seat):
        found["riichi-wins"] += declared
        found[f"limit:{_limit(win)}"] += 1


def _limit(win: Valued) -> str:
    return YAKUMAN if win.data["yakuman"] else win.data["limit"] or "none"


def feats(game: Replay) -> Iterator[Feat]:
    """Hands are ranked by their points, honba and sticks apart."""
    yield from shared.feats(game)
    yield from shared.best_hands(
        game, lambda win: int(win.points), lambda win: _limit(win) == YAKUMAN
    )


def feat_text(kind: str, figure: int, data: Mapping[str, Any], gettext: Translate = str) -> str:
    """ "Daisangen, 32,000", "3 han 40 fu, 5,200", "4 deals in a row" """
    if kind == shared.DEALS:
        return shared.deals_text(figure, gettext)
    return clauses((_worth(data, gettext), figures.score(figure)), gettext)


def _worth(data: Mapping[str, Any], gettext: Translate) -> str:
    han, fu, limit = data["han"], data["fu"], data["limit"]
    if data["yakuman"] or limit == YAKUMAN:
        names = [yaku_name(key, gettext) for key in data["patterns"] if data["yakuman"]]
        counted = gettext("yakuman") if data["yakuman"] else gettext("counted yakuman")
        return listed(names, gettext) or counted
    if limit:
        return gettext(limit)
    return gettext("{han} han {fu} fu").format(han=han, fu=fu)


def statistics(counted: Mapping[str, Score], gettext: Translate = str) -> Statistics:
    """The rates of play, how large the wins were, and their yaku."""
    hands, riichi = counted.get("hands", 0), counted.get("riichi", 0)
    rates = (
        *shared.common_rates(counted, gettext),
        Rate(gettext("Riichi declared"), riichi, hands),
        Rate(gettext("Riichi that won"), counted.get("riichi-wins", 0), riichi),
        Rate(gettext("Tenpai at a draw"), counted.get("tenpai", 0), counted.get("draws", 0)),
        *shared.mean_win(counted, gettext),
    )
    order = ["none", *LIMITS]
    limits = shared.ordered_chart(
        counted,
        "limit:",
        gettext("Wins by size"),
        lambda key: gettext("below mangan") if key == "none" else gettext(key),
        order.index,
    )
    yaku = shared.pattern_chart(counted, lambda key: yaku_name(key, gettext), gettext)
    return Statistics(rates, (limits, yaku))
