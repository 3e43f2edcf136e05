"""Where the marks of a plot are: figures in, coordinates out. Templates draw them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring import figures
from scoring.game import Score

WIDTH, HEIGHT = 358, 180
LEFT, RIGHT, TOP, BOTTOM = 34, 56, 12, 26
"""Margins: the scale, the last value, the dates."""
STEPS = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Dot:
    x: float
    y: float
    label: str
    href: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A hairline of the scale."""

    y: float
    label: str
    zero: bool


@dataclass(frozen=True, slots=True)
class LinePlot:
    """A line through ``dots``; ``last`` is written beside its end."""

    path: str
    dots: tuple[Dot, ...]
    marks: tuple[Mark, ...]
    last: str
    first_day: str
    last_day: str
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT


@dataclass(frozen=True, slots=True)
class Bar:
    label: str
    count: str
    share: str
    width: float
    """Out of 100."""


def line(
    values: Sequence[Score],
    labels: Sequence[str],
    hrefs: Sequence[str],
    days: tuple[str, str],
    last: str,
    *,
    from_zero: bool = True,
) -> LinePlot:
    """A line through values in order; each but the first, where it begins, can be tapped."""
    low, high = min(values), max(values)
    if from_zero:
        low, high = min(low, 0), max(high, 0)
    scale = _scale(low, high)
    low, high = min(low, *scale), max(high, *scale)
    spread = float(high - low) or 1.0
    steps = max(len(values) - 1, 1)

    def x(index: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * index / steps, 1)

    def y(value: Score) -> float:
        return round(TOP + float(high - value) / spread * (HEIGHT - TOP - BOTTOM), 1)

    path = "M" + "L".join(f"{x(i)} {y(value)}" for i, value in enumerate(values))
    dots = tuple(
        Dot(x(i), y(value), label, href)
        for i, (value, label, href) in enumerate(
            zip(values[-len(labels) :], labels, hrefs, strict=True), len(values) - len(labels)
        )
    )
    marks = tuple(Mark(y(value), _mark(value, from_zero), value == 0) for value in scale)
    return LinePlot(path, dots, marks, last, *days)


def _mark(value: int, signed: bool) -> str:
    return figures.signed(value) if signed else figures.score(value)


def _scale(low: Score, high: Score) -> list[int]:
    """Three round figures at most that lie between low and high, or the one below."""
    spread = high - low
    size = 1
    while True:
        for step in STEPS:
            width = step * size
            first = -(-low // width) * width
            marks = [int(first + i * width) for i in range(4) if first + i * width <= high]
            if spread < 3 * width and len(marks) <= 3:
                return marks or [int(low // width * width)]
        size *= 10


def bars(found: Sequence[tuple[str, Score]], whole: Score) -> list[Bar]:
    """Counts side by side: the longest fills the width, each says its share of ``whole``."""
    longest = max((count for _, count in found), default=0) or 1
    return [
        Bar(
            label=label,
            count=figures.score(count),
            share=figures.share(count, whole) if whole else "",
            width=round(float(Fraction(count) / Fraction(longest)) * 100, 1),
        )
        for label, count in found
    ]
