"""The score table of a ruleset: every fu and han, the limits, and how each amount is said."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.riichi.calls import ALL, RON, SPLIT, Amount, Call, spoken
from scoring.riichi.points import (
    FU,
    LIMITS,
    basic_points,
    is_legal,
    most_yakuman,
    ron,
    self_draw,
)
from scoring.riichi.rules import RiichiRules

MOST_HAN, MOST_HAN_WITHOUT_LIMITS = 4, 8
MOST_YAKUMAN_SHOWN = 3
MOST_HONBA = 3
"""Columns to look up; more are counted on."""


def amount(rules: RiichiRules, base: int, dealer: bool, tsumo: bool, honba: int = 0) -> Amount:
    """What a win of ``base`` basic points makes people pay, as it is said."""
    if not tsumo:
        return Amount(RON, (ron(base, dealer) + honba * rules.honba_ron,))
    from_dealer, from_child = self_draw(rules, base, dealer)
    more = honba * rules.honba_tsumo
    if rules.players == 2:
        return Amount(RON, ((from_child if dealer else from_dealer) + more,))
    if dealer:
        return Amount(ALL, (from_child + more,))
    return Amount(SPLIT, (from_child + more, from_dealer + more))


@dataclass(frozen=True, slots=True)
class Cell:
    """One amount of the table; ``amount`` has the honba in it."""

    amount: Amount
    call: Call
    limit: str | None = None

    @property
    def nickname(self) -> str:
        """The name of the figure, without the word that says everybody pays it."""
        return (self.call.mnemonic or "").removesuffix("オール")


@dataclass(frozen=True, slots=True)
class Row:
    """All han of one fu; ``None`` where no hand has them."""

    fu: int
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The table of the dealer's wins or of a child's, by ron or by self-draw."""

    dealer: bool
    tsumo: bool
    han: tuple[int, ...]
    rows: tuple[Row, ...]

    @property
    def calls(self) -> tuple[Call, ...]:
        """Every amount below the limits as it is said, the smallest first, each once."""
        cells = [cell for row in self.rows for cell in row.cells if cell and not cell.limit]
        cells.sort(key=lambda cell: cell.amount.figures)
        return tuple({cell.call.ja: cell.call for cell in cells}.values())


@dataclass(frozen=True, slots=True)
class Limit:
    """One limit for everyone. ``count`` is how many yakuman; 0 for a limit by han."""

    name: str
    count: int
    child: Cell
    child_drawn: Cell
    dealer: Cell
    dealer_drawn: Cell


def sheets(rules: RiichiRules, honba: int = 0) -> tuple[Sheet, ...]:
    """A child's ron and self-draw, then the dealer's."""
    most = MOST_HAN_WITHOUT_LIMITS if rules.aotenjou else MOST_HAN
    han = tuple(range(1, most + 1))
    return tuple(
        Sheet(dealer, tsumo, han, tuple(_rows(rules, dealer, tsumo, han, honba)))
        for dealer in (False, True)
        for tsumo in (False, True)
    )


def _rows(
    rules: RiichiRules, dealer: bool, tsumo: bool, han: tuple[int, ...], honba: int
) -> Iterator[Row]:
    for fu in FU:
        cells = tuple(
            _by_han(rules, number, fu, dealer, tsumo, honba)
            if is_legal(rules, number, fu, tsumo)
            else None
            for number in han
        )
        if any(cells):
            yield Row(fu, cells)


def _by_han(rules: RiichiRules, han: int, fu: int, dealer: bool, tsumo: bool, honba: int) -> Cell:
    base, limit = basic_points(rules, han, fu)
    return _cell(rules, base, limit, dealer, tsumo, honba)


def _cell(
    rules: RiichiRules, base: int, limit: str | None, dealer: bool, tsumo: bool, honba: int
) -> Cell:
    plain = amount(rules, base, dealer, tsumo)
    raised = amount(rules, base, dealer, tsumo, honba)
    return Cell(raised, spoken(plain, raised, dealer=dealer), limit)


def limits(rules: RiichiRules, honba: int = 0) -> tuple[Limit, ...]:
    """Mangan to yakuman, several yakuman as far as they count; none under aotenjou."""
    if rules.aotenjou:
        return ()
    named = [(name, 0, base) for name, base in LIMITS.items() if name != "yakuman"]
    if rules.thirteen_han == "yakuman":
        named.append(("counted yakuman", 0, LIMITS["yakuman"]))
    most = min(most_yakuman(rules), MOST_YAKUMAN_SHOWN)
    named += [("yakuman", count, count * LIMITS["yakuman"]) for count in range(1, most + 1)]
    return tuple(
        Limit(
            name,
            count,
            *(
                _cell(rules, base, name, dealer, tsumo, honba)
                for dealer in (False, True)
                for tsumo in (False, True)
            ),
        )
        for name, count, base in named
    )


def han_of(rules: RiichiRules, limit: str) -> tuple[int, int | None] | None:
    """The han a limit begins and ends with (``None``: no end); mangan begins by fu before 5 han."""
    found = [han for han in range(5, 14) if basic_points(rules, han, None)[1] == limit]
    if not found:
        return None
    return found[0], None if found[-1] == 13 else found[-1]


EQUAL_FU = tuple((fu, fu // 2) for fu in FU if fu // 2 in FU and fu % 2 == 0)
"""(2m) fu n han = m fu (n + 1) han: the fu that stand for one another, the larger first."""
