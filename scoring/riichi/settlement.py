"""The end of a game: places, uma and oka, rounding, what comes on top, and money.

In this order: table scores → places → leftover sticks → score − return → rounding of all but first
→ uma, oka → first takes the balance → yakitori, bust prize, chips → penalties → money.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from scoring.errors import ScoringError
from scoring.game import Score, Settlement, State, integer
from scoring.money import exact, transfers
from scoring.riichi.payment import STICK
from scoring.riichi.rules import Floating, RiichiRules
from scoring.riichi.state import RiichiState

UNIT = 1000
"""Totals are printed in thousands."""

Line = tuple[Score, ...]


def settle(rules: RiichiRules, state: State, chips: Sequence[int] | None = None) -> Settlement:
    """The result of a finished game; ``chips`` are what each seat won, one int per seat, sum 0.

    ``ScoringError`` at ``chips``.
    """
    assert isinstance(state, RiichiState)  # noqa: S101 - a game stays with its variety
    taken = places(rules, state.scores)
    firsts = [seat for seat, place in enumerate(taken) if place == 1]
    scores = _with_leftovers(rules, state, firsts)
    score = tuple(points - rules.return_points for points in scores)
    uma = _uma(rules, scores, taken)
    oka = _oka(rules, firsts)
    rounding = _rounding(rules, scores, firsts, _add(score, uma, oka))
    extras = {
        "yakitori": _yakitori(rules, state),
        "bust-prize": _bust_prize(rules, state),
        "chips": _chips(rules, chips),
    }
    before_penalties = _add(score, rounding, uma, oka, *extras.values())
    penalties = tuple(-points for points in state.penalties)
    lines: dict[str, Line] = {
        "score": score,
        "rounding": rounding,
        "uma": uma,
        "oka": oka,
        **extras,
        "penalties": penalties,
    }
    money, balance = _money(rules, before_penalties, firsts)
    return Settlement(
        places=taken,
        scores=scores,
        points=_add(score, rounding),
        total=_add(before_penalties, penalties),
        unit=UNIT,
        uma=uma,
        oka=oka,
        money=money,
        transfers=transfers(money) if money is not None else (),
        lines=tuple((name, line) for name, line in lines.items() if any(line)),
        unbalanced=_unbalanced(rules, state),
        money_balance=balance,
    )


def _add(*lines: Sequence[Score]) -> Line:
    return tuple(exact(sum(column)) for column in zip(*lines, strict=True))


def places(rules: RiichiRules, scores: Sequence[Score]) -> tuple[int, ...]:
    """1, 3, 1, 4 where ties are shared; else the earlier starting seat is ahead."""
    return tuple(
        1
        + sum(
            other > score or (other == score and rules.ties == "seat" and rival < seat)
            for rival, other in enumerate(scores)
        )
        for seat, score in enumerate(scores)
    )


def _with_leftovers(rules: RiichiRules, state: State, firsts: Sequence[int]) -> Line:
    """The scores with the sticks left on the table, where first place gets them."""
    if rules.leftover_sticks == "lost":
        return state.scores
    return _add(state.scores, _to(firsts, state.sticks * STICK, rules.players))


def split(amount: int, count: int, unit: int = 100) -> tuple[int, ...]:
    """``amount`` in ``count`` shares, whole units each, the rest to the earlier ones.

    >>> split(1000, 3)
    (400, 300, 300)
    """
    each, rest = divmod(amount, count * unit)
    return tuple(each * unit + min(max(rest - i * unit, 0), unit) for i in range(count))


def _to(seats: Sequence[int], amount: int, players: int) -> Line:
    """A line that shares ``amount`` in hundreds between ``seats``."""
    line = [0] * players
    for seat, share in zip(seats, split(amount, len(seats)), strict=True):
        line[seat] = share
    return tuple(line)


def _uma(rules: RiichiRules, scores: Sequence[Score], taken: Sequence[int]) -> Line:
    """By place; tied places share theirs in hundreds."""
    uma = rules.uma
    if isinstance(uma, Floating):
        uma = uma.line(sum(score >= rules.return_points for score in scores))
    lines = []
    for place in sorted(set(taken)):
        tied = [seat for seat, held in enumerate(taken) if held == place]
        lines.append(_to(tied, sum(uma[place - 1 : place - 1 + len(tied)]), rules.players))
    return _add(*lines)


def _oka(rules: RiichiRules, firsts: Sequence[int]) -> Line:
    """To first place. What each pays is in score − return already, as far as the oka is what
    start and return make it; the rest of it is paid here.
    """
    made = (rules.return_points - rules.start_points) * rules.players
    each = exact(Fraction(made - rules.oka_points, rules.players))
    return _add(_to(firsts, rules.oka_points, rules.players), (each,) * rules.players)


# -- rounding -------------------------------------------------------------------------------

_ROUND_UP: Mapping[str, Callable[[int], bool]] = {
    "half-up": lambda rest: rest >= 500,
    "half-down": lambda rest: rest > 500,
    "up": lambda rest: rest > 0,
    "down": lambda rest: False,
}
"""Whether what is over a full thousand makes one more."""


def round_score(score: Score, mode: str) -> Score:
    """A score to the thousand, by its size: half-up 28500 → 29000, −1500 → −2000.

    half-up is 四捨五入, half-down 五捨六入.
    """
    if mode == "none":
        return score
    size = score if score >= 0 else -score
    rest = int(size % UNIT)
    size += (UNIT if _ROUND_UP[mode](rest) else 0) - rest
    return size if score >= 0 else -size


def _rounding(rules: RiichiRules, scores: Line, firsts: Sequence[int], unrounded: Line) -> Line:
    """What rounding changes: the others go to the thousand, first place takes the balance.

    Tied firsts split the balance in hundreds, the earlier seat first.
    """
    line = [
        0 if seat in firsts else round_score(score, rules.rounding) - score
        for seat, score in enumerate(scores)
    ]
    balance = sum(unrounded[seat] for seat in firsts) - sum(line)
    for seat, share in zip(firsts, _split_exact(balance, len(firsts)), strict=True):
        line[seat] = exact(share - unrounded[seat])
    return tuple(line)


def _split_exact(amount: Score, count: int) -> tuple[Score, ...]:
    if count == 1:
        return (amount,)
    if isinstance(amount, int):
        return split(amount, count)
    return (Fraction(amount) / count,) * count


# -- on top ---------------------------------------------------------------------------------


def _yakitori(rules: RiichiRules, state: RiichiState) -> Line:
    """Who never won a hand pays; those who did share it. Nothing where all or none did."""
    winners = [seat for seat, won in enumerate(state.won) if won]
    if not winners:
        return (0,) * rules.players
    losers = rules.players - len(winners)
    paid = tuple(0 if won else -rules.yakitori for won in state.won)
    return _add(paid, _to(winners, losers * rules.yakitori, rules.players))


def _bust_prize(rules: RiichiRules, state: RiichiState) -> Line:
    line = [0] * rules.players
    for loser, winner in state.busted:
        line[loser] -= rules.bust_prize
        line[winner] += rules.bust_prize
    return tuple(line)


def _chips(rules: RiichiRules, chips: Sequence[int] | None) -> Line:
    if chips is None:
        return (0,) * rules.players
    if not rules.chips:
        raise ScoringError("chips", "these rules have no chips")
    if not isinstance(chips, list | tuple) or len(chips) != rules.players:
        raise ScoringError("chips", "give one figure for each of the {n} players", n=rules.players)
    counts = [integer(count, f"chips.{seat}") for seat, count in enumerate(chips)]
    if sum(counts):
        raise ScoringError("chips", "the chips must add up to zero, not {total}", total=sum(counts))
    return tuple(count * rules.chip_points for count in counts)


# -- money ----------------------------------------------------------------------------------


def _money(rules: RiichiRules, totals: Line, firsts: Sequence[int]) -> tuple[Line | None, Score]:
    """(money per seat, what first place takes so that it balances), from the totals before
    penalties. Lost sticks and uneven adjustments leave a balance.
    """
    if rules.rate is None:
        return None, 0
    money = [exact(total * rules.rate / UNIT) for total in totals]
    balance = exact(-sum(money, Fraction(0)))
    for seat, share in zip(firsts, _split_money(balance, len(firsts)), strict=True):
        money[seat] = exact(money[seat] + share)
    return tuple(money), balance


def _split_money(amount: Score, count: int) -> tuple[Score, ...]:
    if isinstance(amount, int):
        return split(amount, count, unit=1)
    return (amount / count,) * count


def _unbalanced(rules: RiichiRules, state: RiichiState) -> tuple[tuple[str, Score], ...]:
    lost = state.sticks * STICK if rules.leftover_sticks == "lost" else 0
    causes = (
        ("lost-sticks", -lost),
        ("adjustment", state.adjusted),
        ("penalties", -sum(state.penalties)),
    )
    return tuple((name, amount) for name, amount in causes if amount)
