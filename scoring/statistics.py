"""What a game adds to its players' statistics: counts that only ever add up, and feats to remember.

Counts are sums, so that a game that is changed takes its old ones out of a total and puts its new
ones in; averages and rates are made of them where they are shown. What does not add up, the best
hand or the longest run of deals, is a feat: kept by itself, looked up by its figure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scoring.game import Replay, Score, Step, Translate, Valued

HANDS = ("win", "draw", "abort")
"""The rounds that are hands; a penalty, a correction or the end is none."""

HAND, DEALS, LIMIT = "hand", "deals", "limit"
"""Kinds of feat: the best hand of a game, the longest run of deals, every limit hand."""


@dataclass(frozen=True, slots=True)
class Feat:
    """Something to remember: ``figure`` is what it is ranked by, ``data`` what names it. ``round``
    is the number, from 1, of the round it happened in."""

    kind: str
    seat: int
    round: int
    figure: int
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Rate:
    """A figure made of two counts: the share ``part`` has of ``whole``, or, where it is a
    ``mean``, how much of it comes on each. Nothing where ``whole`` is 0."""

    label: str
    part: Score
    whole: Score
    mean: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """Counts side by side, each bar a label and how many, out of ``whole``."""

    title: str
    bars: tuple[tuple[str, Score], ...]
    whole: Score


@dataclass(frozen=True, slots=True)
class Statistics:
    rates: tuple[Rate, ...]
    charts: tuple[Chart, ...] = ()


# -- counting -----------------------------------------------------------------------------------


def counts(game: Replay, seat: int) -> Counter[str]:
    """What every variety counts of a finished game, for one seat: ``hands``, ``dealer-hands``,
    ``stays`` (deals kept), ``wins``, ``self-draws``, ``won`` (what the wins were worth),
    ``deal-ins``, ``dealt`` (what they cost), ``known`` (wins whose patterns are known),
    ``pattern:<key>``, ``draws``, ``place:<n>`` and ``seat:<n>:place:<n>``.
    """
    found: Counter[str] = Counter()
    for step in game.steps:
        if step.outcome.kind in HANDS:
            _count_hand(found, step, seat)
    found["stays"] = sum(run - 1 for _, run in _runs(game, seat))
    if game.settlement is not None:
        place = game.settlement.places[seat]
        found[f"place:{place}"] = found[f"seat:{seat}:place:{place}"] = 1
    return +found


def _count_hand(found: Counter[str], step: Step, seat: int) -> None:
    found["hands"] += 1
    found["dealer-hands"] += step.before.dealer == seat
    found["draws"] += step.outcome.kind == "draw"
    for win in won_by(step, seat):
        found["wins"] += 1
        found["self-draws"] += win.source is None
        found["won"] += win.points  # type: ignore[assignment]  # a fraction under half gun
        if win.patterns is not None:
            found["known"] += 1
            found.update({f"pattern:{key}" for key, _ in win.patterns})
    if any(win.source == seat for win in step.wins):
        found["deal-ins"] += 1
        found["dealt"] += paid_off(step, seat)  # type: ignore[assignment]


def won_by(step: Step, seat: int) -> list[Valued]:
    """The wins of a seat in this round: one or none."""
    return [win for win in step.wins if win.winner == seat]


def paid_off(step: Step, seat: int) -> Score:
    """What the hands cost the one who discarded, honba and sticks apart."""
    return sum(
        transfer.amount
        for transfer in step.transfers
        if transfer.payer == seat and transfer.kind in ("hand", "pao")
    )


def _runs(game: Replay, seat: int) -> Iterator[tuple[int, int]]:
    """Every deal of a seat: the number of its last round, and how many hands in a row it was."""
    where, last, run = None, 0, 0
    for number, step in enumerate(game.steps, 1):
        if step.outcome.kind not in HANDS or step.before.dealer != seat:
            continue
        here = (step.before.wind, step.before.number)
        if run and here != where:
            yield last, run
            run = 0
        where, last, run = here, number, run + 1
    if run:
        yield last, run


# -- feats --------------------------------------------------------------------------------------


def feats(game: Replay) -> Iterator[Feat]:
    """Every seat's longest run of deals, where the deal was kept at all."""
    for seat in range(len(game.start.scores)):
        last, run = max(_runs(game, seat), key=lambda found: found[1], default=(0, 0))
        if run > 1:
            yield Feat(DEALS, seat, last, run, {})


def best_hands(
    game: Replay, figure: Callable[[Valued], int], limit: Callable[[Valued], bool]
) -> Iterator[Feat]:
    """Every seat's best hand by ``figure``, and every ``limit`` hand."""
    best: dict[int, Feat] = {}
    for number, step in enumerate(game.steps, 1):
        for win in step.wins:
            data = {**win.data, "patterns": [key for key, _ in win.patterns or ()]}
            feat = Feat(HAND, win.winner, number, figure(win), data)
            if limit(win):
                yield replace(feat, kind=LIMIT)
            if win.winner not in best or best[win.winner].figure < feat.figure:
                best[win.winner] = feat
    yield from best.values()


def deals_text(figure: int, gettext: Translate = str) -> str:
    return gettext("{n} deals in a row").format(n=figure)


# -- showing ------------------------------------------------------------------------------------


def common_rates(counted: Mapping[str, Score], gettext: Translate = str) -> list[Rate]:
    """The rates every variety has."""
    hands, wins = counted.get("hands", 0), counted.get("wins", 0)
    return [
        Rate(gettext("Hands won"), wins, hands),
        Rate(gettext("By self-draw, of those won"), counted.get("self-draws", 0), wins),
        Rate(gettext("Hands dealt in"), counted.get("deal-ins", 0), hands),
        Rate(gettext("Deals kept"), counted.get("stays", 0), counted.get("dealer-hands", 0)),
    ]


def mean_win(counted: Mapping[str, Score], gettext: Translate = str) -> tuple[Rate, Rate]:
    """What a win was worth and what dealing in cost, on average."""
    return (
        Rate(gettext("Average win"), counted.get("won", 0), counted.get("wins", 0), mean=True),
        Rate(
            gettext("Average deal-in"),
            counted.get("dealt", 0),
            counted.get("deal-ins", 0),
            mean=True,
        ),
    )


def pattern_chart(
    counted: Mapping[str, Score], name: Callable[[str], str], gettext: Translate = str
) -> Chart:
    """How often each pattern was in a hand whose patterns are known, the most frequent first."""
    found = _of(counted, "pattern:")
    bars = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    named = tuple((name(key), count) for key, count in bars)
    return Chart(gettext("Patterns"), named, counted.get("known", 0))


def ordered_chart(
    counted: Mapping[str, Score],
    prefix: str,
    title: str,
    label: Callable[[str], str],
    order: Callable[[str], int],
) -> Chart:
    """Wins by what they were worth, the smallest first."""
    found = _of(counted, prefix)
    bars = tuple((label(key), found[key]) for key in sorted(found, key=order))
    return Chart(title, bars, counted.get("wins", 0))


def _of(counted: Mapping[str, Score], prefix: str) -> dict[str, Score]:
    start = len(prefix)
    return {key[start:]: count for key, count in counted.items() if key.startswith(prefix)}
