"""What does each player need? The cheapest win that reaches a place, by every way of winning.

Never the gap to the leader alone: every payment a legal hand can make is played on the real
position, with honba, the sticks on the table, the riichi declared in this hand, ties and who pays;
the whole vector of scores that comes out is ranked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from scoring.errors import ScoringError
from scoring.game import Claim, Outcome, Score
from scoring.riichi.flow import apply
from scoring.riichi.payment import STICK
from scoring.riichi.points import Said, amounts, read_value, self_draw, self_draw_total
from scoring.riichi.rules import RiichiRules
from scoring.riichi.settlement import places
from scoring.riichi.state import RiichiState

USUAL_FU = 60
"""Hands of more fu are rare: the panel leads with the cheapest up to here."""


@dataclass(frozen=True, slots=True)
class Enough:
    """An amount that is enough, and what follows from it."""

    said: Said
    scores: tuple[Score, ...]
    places: tuple[int, ...]
    ends: bool
    """Whether the game ends with this hand."""


Played = dict[tuple[int | None, str], Enough | None]
"""Wins of one player that have been played, by whom they are off and the amount."""


@dataclass(frozen=True, slots=True)
class Need:
    """What ``player`` needs to be in ``target`` place or better.

    ``source`` is the seat to ron, ``None`` for a self-draw. ``cheapest`` is over all legal hands,
    ``usual`` over those of at most 60 fu and the limits; both ``None`` where no hand is enough.
    """

    player: int
    target: int
    source: int | None
    cheapest: Enough | None
    usual: Enough | None


@dataclass(frozen=True, slots=True)
class Draw:
    """An exhaustive draw with these players tenpai: who gains what, and who is where after it."""

    tenpai: tuple[int, ...]
    deltas: tuple[Score, ...]
    places: tuple[int, ...]
    ends: bool


def standing(rules: RiichiRules, state: RiichiState, riichi: Sequence[int] = ()) -> tuple[int, ...]:
    """Places as the sticks lie on the table now, this hand's declarations paid."""
    return places(rules, [s - STICK * (i in riichi) for i, s in enumerate(state.scores)])


def needs(
    rules: RiichiRules, state: RiichiState, riichi: Sequence[int] = (), players: Sequence[int] = ()
) -> tuple[Need, ...]:
    """Every player's needs for every place above the present one, nearest place last.

    ``riichi``: seats whose declaration stands in this hand; ``players``: only these seats
    (default: all). Empty for a finished game.
    """
    if state.finished:
        return ()
    now = standing(rules, state, riichi)
    return tuple(
        need
        for player in players or range(rules.players)
        for need in _of_player(rules, state, riichi, player, now[player])
    )


def _of_player(
    rules: RiichiRules, state: RiichiState, riichi: Sequence[int], player: int, place: int
) -> Iterator[Need]:
    """What ``player`` needs for every place above ``place``. A win that was played for one place is
    not played again for the next."""
    sources: list[int | None] = [seat for seat in range(rules.players) if seat != player]
    played: Played = {}
    for target in range(1, place):
        for source in [*sources, None]:
            yield cheapest(rules, state, riichi, player, target, source, played)


def cheapest(
    rules: RiichiRules,
    state: RiichiState,
    riichi: Sequence[int],
    player: int,
    target: int,
    source: int | None,
    played: Played | None = None,
) -> Need:
    """The cheapest win of ``player`` off ``source`` that reaches ``target`` place or better.

    ``played`` keeps the wins of the same player in the same position.
    """
    played = {} if played is None else played
    first = usual = None
    for said in amounts(rules, player == state.dealer, source is None):
        key = (source, said.text)
        if key not in played:
            played[key] = _win(rules, state, riichi, player, source, said)
        enough = played[key]
        if enough is None or enough.places[player] > target:
            continue
        first = first or enough
        if _is_usual(said):
            usual = enough
            break
    return Need(player, target, source, first, usual)


def _is_usual(said: Said) -> bool:
    return any("fu" not in value or value["fu"] <= USUAL_FU for value in said.values)


def _win(
    rules: RiichiRules,
    state: RiichiState,
    riichi: Sequence[int],
    player: int,
    source: int | None,
    said: Said,
) -> Enough | None:
    """What the win leads to, ``None`` where it cannot be (a value the claim does not allow)."""
    claim = Claim(winner=player, source=source, value=said.values[0])
    try:
        step = apply(rules, state, Outcome("win", wins=(claim,), riichi=tuple(riichi)))
    except ScoringError:
        return None
    after = step.after
    return Enough(said, after.scores, places(rules, after.scores), after.finished)


def draws(rules: RiichiRules, state: RiichiState, riichi: Sequence[int] = ()) -> tuple[Draw, ...]:
    """Every exhaustive draw that can come out: the noten swings. Who is in riichi is tenpai."""
    if state.finished:
        return ()
    others = [seat for seat in range(rules.players) if seat not in riichi]
    found = []
    for count in range(len(others) + 1):
        for more in combinations(others, count):
            tenpai = tuple(sorted((*riichi, *more)))
            step = apply(rules, state, Outcome("draw", tenpai=tenpai, riichi=tuple(riichi)))
            after = places(rules, step.after.scores)
            found.append(Draw(tenpai, step.deltas, after, step.after.finished))
    return tuple(found)


# -- swings ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Swing:
    """By how much a self-draw moves a child against another child and against the dealer, and the
    same hand of the dealer against each."""

    child: Said
    against_child: int
    against_dealer: int
    each: int
    """What everyone pays when the dealer draws the same hand."""
    dealer_total: int
    against_each: int


def swings(rules: RiichiRules) -> tuple[Swing, ...]:
    """The swing of every self-draw a child can make, cheapest first (single yakuman the last)."""
    plain = replace(rules, yakuman_max=1)
    rows = []
    for said in amounts(plain, dealer=False, tsumo=True):
        base = read_value(plain, said.values[0], True, "value").base
        from_dealer, from_child = self_draw(plain, base, dealer=False)
        _, each = self_draw(plain, base, dealer=True)
        total = self_draw_total(plain, base, dealer=True)
        rows.append(
            Swing(
                child=said,
                against_child=said.total + from_child,
                against_dealer=said.total + from_dealer,
                each=each,
                dealer_total=total,
                against_each=total + each,
            )
        )
    return tuple(rows)
