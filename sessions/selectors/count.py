"""The scores that were counted at the table against the record, and what would explain them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from scoring import figures
from scoring.game import Score, dump_outcome
from scoring.money import transfers
from scoring.preview import deposits
from scoring.slips import KINDS, Search, Slip
from sessions.selectors.board import position
from sessions.selectors.history import Story, sentence

Payments = tuple[tuple[str, str, Score], ...]


@dataclass(frozen=True, slots=True)
class Explained:
    """One slip in words. ``now`` and ``was``: the hand as it would be and as it is recorded."""

    slip: Slip
    mark: str
    words: str
    now: SafeString | str
    was: SafeString | str
    then: str
    """The round to be played then, where it is another."""
    besides: SafeString | str
    """Whose sticks are miscounted besides."""
    owed: Payments

    @property
    def outcome(self) -> str:
        """The round as it should be recorded (JSON), to be sent to the page that edits it."""
        return json.dumps(dump_outcome(self.slip.outcome)) if self.slip.outcome else ""


@dataclass(frozen=True, slots=True)
class Count:
    """What a count says. ``off``: what each has too much by it; all zero where it agrees."""

    off: tuple[Score, ...]
    explained: tuple[Explained, ...]
    together: tuple[tuple[Explained, ...], ...]
    """Where no single slip explains it: two that do together."""
    owed: Payments
    """Who would have to give what to whom so that the sticks agree with the record."""

    @property
    def agrees(self) -> bool:
        return not any(self.off)

    @property
    def too_much(self) -> Score:
        return sum(self.off)

    @property
    def too_little(self) -> Score:
        return -self.too_much

    @property
    def adjustment(self) -> str:
        """The query of the form that takes the count as it is."""
        deltas = {f"delta{seat}": figure for seat, figure in enumerate(self.off) if figure}
        return urlencode(deltas | {"reason": gettext("by the count")})


def recorded(told: Story) -> tuple[Score, ...]:
    """The scores as they should lie on the table: at the end with the sticks that were left over,
    else without those that lie on it."""
    if told.replay.settlement is not None:
        return told.replay.settlement.scores
    paid = deposits(position(told), told.game.declared)
    return tuple(s - paid.get(seat, 0) for seat, s in enumerate(told.replay.state.scores))


def count(told: Story, counted: Sequence[Score]) -> Count:
    """The count, compared and explained. No query."""
    off = tuple(a - b for a, b in zip(counted, recorded(told), strict=True))
    by_record = tuple(a + b for a, b in zip(told.replay.state.scores, off, strict=True))
    found, two = _search(told, by_record) if any(off) else ([], [])
    balanced = any(off) and not sum(off)
    return Count(
        off=off,
        explained=tuple(_explained(told, slip) for slip in found),
        together=tuple(tuple(_explained(told, slip) for slip in both) for both in two),
        owed=_payments(told, [-figure for figure in off]) if balanced else (),
    )


def _search(told: Story, counted: Sequence[Score]) -> tuple[list[Slip], list[tuple[Slip, Slip]]]:
    """Single slips; two together where none explains the count without a miscount."""
    search = Search(told.variety, told.replay)
    found = search.slips(counted)
    sure = any(slip.miscounted is None for slip in found)
    return found, [] if sure else search.pairs(counted)


def _payments(told: Story, owed: Sequence[Score]) -> Payments:
    names = told.seating.now
    return tuple((names[a], names[b], amount) for a, b, amount in transfers(owed))


def _explained(told: Story, slip: Slip) -> Explained:
    is_there = slip.change in ("replace", "delete", "pay")
    recorded_hand = told.sentence(slip.number) if is_there else ""
    return Explained(
        slip=slip,
        mark=_mark(told, slip),
        words=_words(slip),
        now=recorded_hand if slip.change == "pay" else _now(told, slip),
        was="" if slip.change == "pay" else recorded_hand,
        then=_then(told, slip),
        besides=_besides(told, slip),
        owed=_payments(told, slip.owed) if slip.owed and not sum(slip.owed) else (),
    )


def _words(slip: Slip) -> str:
    words = gettext(KINDS[slip.kind])
    return gettext("{slip}, and another value").format(slip=words) if slip.revalued else words


def _mark(told: Story, slip: Slip) -> str:
    return told.variety.round_mark(slip.step.before, gettext) if slip.step else ""


def _now(told: Story, slip: Slip) -> SafeString | str:
    if slip.outcome is None or slip.step is None:
        return ""
    return sentence(told.variety, slip.step, told.seating.at(slip.number))


def _then(told: Story, slip: Slip) -> str:
    rounds = [
        "" if state.finished else told.variety.round_text(state, gettext)
        for state in (told.replay.state, slip.after)
    ]
    return rounds[1] if rounds[0] != rounds[1] else ""


def _besides(told: Story, slip: Slip) -> SafeString | str:
    names = [format_html("<bdi>{}</bdi>", name) for name in told.seating.now]
    if slip.exchanged:
        text = gettext("{name} and {other}: each has the other’s score here")
        one, two = slip.exchanged
        return format_html(text, name=names[one], other=names[two])
    if slip.miscounted is None:
        return ""
    seat, amount = slip.miscounted
    text = (
        gettext("{name} was counted {n} too much")
        if amount > 0
        else gettext("{name} was counted {n} too little")
    )
    return format_html(text, name=names[seat], n=figures.score(max(amount, -amount)))
