"""A finished game's result as people read it: a ruled table, the working, who pays whom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from unicodedata import bidirectional

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext

from scoring import figures
from scoring.game import Score, Settlement
from scoring.words import headed, listed
from sessions.selectors.history import Story
from sessions.words import ENDS, LINES, option_text, worded


@dataclass(frozen=True, slots=True)
class Row:
    """One player's line. ``bonus`` is uma and oka together, ``None`` where there are none."""

    seat: int
    place: int
    name: str
    score: Score
    bonus: Score | None
    total: Score
    money: Score | None
    signed: datetime | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Payment:
    payer: str
    payee: str
    amount: Score


@dataclass(frozen=True, slots=True)
class ResultSheet:
    """Everything the result page shows. ``rows`` by place; ``lines`` are the working, a name and
    a figure for each of ``rows``."""

    rows: tuple[Row, ...]
    unit: int
    score_sum: Score
    bonus_sum: Score | None
    total_sum: Score
    totals: bool
    """Whether a total is another figure than the score."""
    lines: tuple[tuple[str, tuple[Score, ...]], ...]
    unbalanced: tuple[tuple[str, Score], ...]
    payments: tuple[Payment, ...]
    adds_up: bool
    """Whether the lines of the working add up to the totals."""
    has_money: bool
    money_balance: Score
    stakes: tuple[str, ...]
    hands: int
    reason: str

    @property
    def columns(self) -> int:
        """How many columns a name may take in a line that has one figure."""
        return 1 + (self.totals or self.has_money) + (self.bonus_sum is not None)


def result_sheet(told: Story) -> ResultSheet | None:
    """The result, ``None`` while the game goes on. No query."""
    end = told.replay.settlement
    if end is None:
        return None
    rows = sorted(_rows(told, end), key=lambda row: (row.place, row.seat))
    order = [row.seat for row in rows]
    names = told.seating.owners
    bonuses = [row.bonus for row in rows if row.bonus is not None]
    return ResultSheet(
        rows=tuple(rows),
        unit=end.unit,
        score_sum=sum(end.scores),
        bonus_sum=sum(bonuses) if bonuses else None,
        total_sum=sum(end.total),
        totals=any(row.total != row.score * end.unit for row in rows),
        lines=tuple(
            (worded(LINES, name), tuple(line[seat] for seat in order)) for name, line in end.lines
        ),
        unbalanced=tuple((worded(LINES, name), amount) for name, amount in end.unbalanced),
        payments=tuple(Payment(names[a], names[b], amount) for a, b, amount in end.transfers),
        adds_up=_adds_up(end),
        has_money=end.money is not None,
        money_balance=end.money_balance,
        stakes=tuple(_stakes(told)),
        hands=told.replay.state.hands,
        reason=worded(ENDS, told.replay.state.reason),
    )


def _rows(told: Story, end: Settlement) -> Iterator[Row]:
    seating = told.seating
    for seat, name in enumerate(seating.owners):
        yield Row(
            seat=seat,
            place=end.places[seat],
            name=name,
            score=end.scores[seat],
            bonus=_bonus(end, seat),
            total=end.total[seat],
            money=None if end.money is None else end.money[seat],
            signed=seating.signed[seat],
            note=listed(_notes(told, seat), gettext),
        )


def _adds_up(end: Settlement) -> bool:
    columns = zip(*(line for _, line in end.lines), strict=True)
    return all(sum(column) == total for column, total in zip(columns, end.total, strict=False))


def _bonus(end: Settlement, seat: int) -> Score | None:
    given = [line[seat] for line in (end.uma, end.oka) if line is not None]
    return sum(given) if given else None


def _notes(told: Story, seat: int) -> Iterator[str]:
    """Who else sat there."""
    for item in told.seating.substitutes:
        if item.seat == seat:
            text = (
                gettext("{name} from hand {n}, own result")
                if item.counts
                else gettext("{name} sat in from hand {n}")
            )
            yield text.format(name=item.name, n=item.from_round)


def _stakes(told: Story) -> Iterator[str]:
    """What the points are worth, as the rules say it."""
    options = told.game.rules
    for spec in told.variety.option_specs():
        if spec.kind == "amount" and options.get(spec.key) is not None:
            text = gettext("{topic}: {text}")
            yield text.format(topic=gettext(spec.label), text=option_text(spec, options[spec.key]))


def heading(told: Story, sheet: ResultSheet) -> tuple[str, str]:
    """Whose result it is, for where it is read away from the table: a title, and a line that says
    when, what, how many hands and why it ended."""
    game = told.game
    title = game.title or gettext(told.variety.name)
    hands = ngettext("{n} hand", "{n} hands", sheet.hands).format(n=sheet.hands)
    facts = [gettext(told.variety.name), hands, sheet.reason]
    when = game.ended or game.started
    if when:
        facts.insert(0, date_format(localtime(when), gettext("j F Y")))
    return title, listed((fact for fact in facts if fact), gettext)


def result_text(told: Story, sheet: ResultSheet) -> str:
    """The result to send in a message: plain lines, no markup."""
    lines = [*heading(told, sheet), ""]
    lines += [_row_text(row, sheet.unit) for row in sheet.rows]
    lines += [
        headed(name, figures.points(amount, sheet.unit), gettext)
        for name, amount in sheet.unbalanced
    ]
    if sheet.payments:
        lines.append("")
        lines += [
            headed(f"{apart(pay.payer)} → {apart(pay.payee)}", figures.money(pay.amount), gettext)
            for pay in sheet.payments
        ]
    return "\n".join(lines) + "\n"


def _row_text(row: Row, unit: int) -> str:
    score = figures.score(row.score)
    total = figures.points(row.total, unit)
    shown = [f"{row.place}. {apart(row.name)}", score, *([total] if total != score else [])]
    return "  ".join(shown)


def apart(name: str) -> str:
    """A name in plain text. One that runs from the right is set apart, or the figures beside it
    would change places with it."""
    from_the_right = any(bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\u2068{name}\u2069" if from_the_right else name
