"""The paper score sheet of a game as plain data: one row for each hand."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.game import Replay, Score, Step


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the sheet. ``hand`` is ``None`` on lines that are no hand of the game: false
    wins, corrections, the end."""

    hand: int | None
    label: str
    """``"E1"``."""
    kind: str
    winner: int | None
    source: int | None
    """Who discarded; ``None`` = self-draw, or no win."""
    points: Score | None
    patterns: tuple[tuple[str, int], ...]
    """Empty where only the points were entered."""
    changes: tuple[Score, ...]
    totals: tuple[Score, ...]

    @property
    def by_seat(self) -> tuple[tuple[Score, Score], ...]:
        """Each seat's change and total."""
        return tuple(zip(self.changes, self.totals, strict=True))


def sheet(game: Replay) -> tuple[Row, ...]:
    """The sheet of a game as far as it is played; the first totals are the start's plus the first
    changes."""
    return tuple(_row(step) for step in game.steps)


def _row(step: Step) -> Row:
    win = step.wins[0] if step.wins else None
    is_hand = step.after.hands > step.before.hands
    return Row(
        hand=step.after.hands if is_hand else None,
        label=step.before.label,
        kind=step.outcome.kind,
        winner=win.winner if win else None,
        source=win.source if win else None,
        points=win.points if win else None,
        patterns=(win.patterns or ()) if win else (),
        changes=step.deltas,
        totals=step.after.scores,
    )
