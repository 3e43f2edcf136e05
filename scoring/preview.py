"""A round before it is recorded: who would pay whom, the scores after, who deals next.

A preview needs no database. What it must know of the game is a ``Position``, which a form carries
along; the answer is a ``Preview``, ready to be drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from itertools import permutations
from typing import Any

from scoring import figures
from scoring.compass import PATHS as ARROWS
from scoring.compass import POT, Path, corner, edge, opposite
from scoring.errors import ScoringError, fill
from scoring.game import Outcome, Score, State, Step, Transfer, Translate, Variety, parse_outcome
from scoring.varieties import variety
from scoring.words import ENDS, PENALTIES, listed, msgid

# -- the position -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Position:
    """A table between two hands, as far as recording the next one needs it.

    ``viewer`` is the seat at the bottom of the screen, ``declared`` are the seats whose riichi
    stick lies on the table already.
    """

    variety: Variety
    rules: Any
    state: State
    names: tuple[str, ...]
    viewer: int = 0
    declared: tuple[int, ...] = ()
    timed: bool = False
    """A clock was set beside the table, whatever its rules say."""

    @property
    def players(self) -> int:
        return len(self.names)

    def edge(self, seat: int) -> str:
        return edge(seat, self.viewer, self.players)

    def play(self, outcome: Mapping[str, Any]) -> Step:
        """The round applied to this position. ``ScoringError`` where it does not fit."""
        parsed = parse_outcome(outcome, self.players)
        return self.variety.apply(self.rules, self.state, parsed)


def dump_position(position: Position) -> dict[str, Any]:
    """The position, JSON-ready and small: of the rules only what differs from the preset."""
    kind = position.variety
    standard = kind.options(kind.rules(None, {}))
    options = kind.options(position.rules)
    return {
        "variety": kind.key,
        "options": {key: value for key, value in options.items() if value != standard[key]},
        "state": {
            item.name: _plain(getattr(position.state, item.name)) for item in fields(position.state)
        },
        "names": list(position.names),
        "viewer": position.viewer,
        "declared": list(position.declared),
    }


def load_position(data: Mapping[str, Any]) -> Position:
    """What ``dump_position`` wrote. It comes back from our own signed forms, so its shape is not
    checked again; rules that have changed since are a ``ScoringError``."""
    kind = variety(data["variety"])
    rules = kind.rules(None, data["options"])
    state = {name: _exact(value) for name, value in data["state"].items()}
    return Position(
        variety=kind,
        rules=rules,
        state=replace(kind.start(rules), **state),
        names=tuple(data["names"]),
        viewer=data["viewer"],
        declared=tuple(data["declared"]),
    )


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, Fraction) else value


_FRACTION = re.compile(r"-?\d+/\d+")


def _exact(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_exact(item) for item in value)
    if isinstance(value, str) and _FRACTION.fullmatch(value):
        return Fraction(value)
    return value


def deposits(position: Position, seats: Sequence[int]) -> dict[int, Score]:
    """What the riichi sticks of these seats cost each of them, by the variety's own word."""
    if not seats:
        return {}
    trial = {"type": "draw", "riichi": list(seats), "tenpai": list(seats)}
    try:
        step = position.play(trial)
    except ScoringError:
        return {}
    return {t.payer: t.amount for t in step.transfers if t.kind == "riichi" and t.payer is not None}


# -- the preview --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tag:
    """What becomes of a seat: a word and what it gains or loses. ``kind``: ``won``, ``paid`` or
    ``""``; ``change`` is ``None`` where nothing moves."""

    kind: str
    word: str
    change: Score | None


@dataclass(frozen=True, slots=True)
class Place:
    """One seat of the compass: the score it will have, and its tag."""

    seat: int
    edge: str
    name: str
    score: Score
    tag: Tag | None = None
    riichi: bool = False


@dataclass(frozen=True, slots=True)
class Arrow:
    path: Path
    dotted: bool
    """Out of the pot, not from a player."""


@dataclass(frozen=True, slots=True)
class Label:
    """The figures at an arrow: ``cell`` is a corner (``nw`` …) or ``pot``."""

    cell: str
    main: str
    more: str = ""


@dataclass(frozen=True, slots=True)
class Preview:
    """A round as it would be recorded, in the reader's language."""

    places: tuple[Place, ...]
    arrows: tuple[Arrow, ...] = ()
    labels: tuple[Label, ...] = ()
    call: str = ""
    reading: str = ""
    """How the call sounds, where the variety says so."""
    ends: str = ""
    """Why the game ends here; empty where it goes on …"""
    following: str = ""
    """… with this round, …"""
    dealer: str = ""
    """… dealt by this player."""
    notes: tuple[str, ...] = ()
    total: Score | None = None
    """What the winners are paid by the other players, sticks apart."""
    step: Step | None = None

    @property
    def may_stop(self) -> bool:
        return self.step is not None and self.step.may_stop


def still(position: Position, riichi: Sequence[int]) -> Preview:
    """The table as it stands, before anybody has said what happened."""
    paid = deposits(position, riichi)
    scores = [score - paid.get(seat, 0) for seat, score in enumerate(position.state.scores)]
    return Preview(places=_places(position, scores, [None] * position.players, riichi))


def preview(position: Position, outcome: Mapping[str, Any], gettext: Translate = str) -> Preview:
    """What recording ``outcome`` would do. ``ScoringError`` where it cannot be recorded."""
    step = position.play(outcome)
    moves = _moves(position, step.transfers)
    tags = [_tag(step, seat, gettext) for seat in range(position.players)]
    return Preview(
        places=_places(position, step.after.scores, tags, step.outcome.riichi),
        arrows=tuple(_arrows(moves)),
        labels=tuple(_labels(moves, step, gettext)),
        call=position.variety.call(step, gettext),
        reading=position.variety.call_reading(step),
        notes=tuple(fill(text, params, position.names, gettext) for text, params in step.notes),
        total=_total(step),
        step=step,
        **_next(position, step, gettext),
    )


def _places(
    position: Position,
    scores: Sequence[Score],
    tags: Sequence[Tag | None],
    riichi: Sequence[int],
) -> tuple[Place, ...]:
    return tuple(
        Place(seat, position.edge(seat), name, scores[seat], tags[seat], seat in riichi)
        for seat, name in enumerate(position.names)
    )


# -- tags ---------------------------------------------------------------------------------------


def _tag(step: Step, seat: int, gettext: Translate) -> Tag | None:
    """The seat's part in the round. The stick of this hand's riichi left its owner when it was
    declared; here it only comes back."""
    change = step.deltas[seat] + sum(
        t.amount for t in step.transfers if t.kind == "riichi" and t.payer == seat
    )
    kind, word = _role(step.outcome, seat, change)
    if not word:
        return None
    return Tag(kind, gettext(word), change or None)


def _role(outcome: Outcome, seat: int, change: Score) -> tuple[str, str]:
    if any(claim.winner == seat for claim in outcome.wins):
        return "won", msgid("wins")
    if any(claim.source == seat for claim in outcome.wins):
        return "paid", msgid("discards")
    if outcome.seat == seat and outcome.reason:
        return "paid", PENALTIES[outcome.reason]
    if seat in outcome.nagashi:
        return "won", msgid("nagashi")
    if seat in outcome.tenpai:
        return "paid" if change < 0 else "", msgid("tenpai")
    if change < 0:
        return "paid", msgid("pays")
    return "", msgid("gets") if change > 0 else ""


def _total(step: Step) -> Score | None:
    winners = {claim.winner for claim in step.outcome.wins}
    if not winners:
        return None
    return sum(t.amount for t in step.transfers if t.payee in winners and t.payer is not None)


# -- arrows and their labels --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Move:
    """All that passes from one edge (or the pot) to another: the hand's worth, and the honba."""

    payer: str
    payee: str
    amount: Score
    honba: Score = 0

    @property
    def through_the_middle(self) -> bool:
        return POT in (self.payer, self.payee) or opposite(self.payer, self.payee)


def _moves(position: Position, transfers: Iterable[Transfer]) -> list[_Move]:
    """What to draw: one net movement for each pair of seats, and what the pot gives."""
    pairs: dict[tuple[str, str], list[Score]] = {}
    for transfer in _side_by_side(position, list(transfers)):
        if transfer.payee is None:
            continue
        payer = POT if transfer.payer is None else position.edge(transfer.payer)
        payee = position.edge(transfer.payee)
        if (payee, payer) in pairs:
            pairs[payee, payer][0] -= transfer.amount
            continue
        pair = pairs.setdefault((payer, payee), [0, 0])
        pair[transfer.kind == "honba"] += transfer.amount
    return [_net(pair, *amounts) for pair, amounts in pairs.items() if any(amounts)]


def _net(pair: tuple[str, str], amount: Score, honba: Score) -> _Move:
    if amount < 0:
        return _Move(pair[1], pair[0], -amount - honba)
    return _Move(*pair, amount, honba)


def _side_by_side(position: Position, transfers: list[Transfer]) -> list[Transfer]:
    """Equal payments of two players to two others (noten to tenpai) may be paired either way; they
    are drawn between neighbours, so that no two arrows cross."""
    equal = [t for t in transfers if t.kind == "tenpai"]
    if len(equal) != 2 or equal[0].amount != equal[1].amount:
        return transfers
    payers = [t.payer for t in equal]
    for payees in permutations([t.payee for t in equal]):
        pairs = list(zip(payers, payees, strict=True))
        if not any(_faces(position, *pair) for pair in pairs):
            rest = [t for t in transfers if t.kind != "tenpai"]
            return rest + [Transfer(a, b, equal[0].amount, "tenpai") for a, b in pairs]
    return transfers


def _faces(position: Position, one: int | None, other: int | None) -> bool:
    return (
        one is not None and other is not None and opposite(position.edge(one), position.edge(other))
    )


def _arrows(moves: Sequence[_Move]) -> Iterable[Arrow]:
    """The pot's arrow gives way to one that passes through the middle."""
    crossed = any(move.through_the_middle and move.payer != POT for move in moves)
    for move in moves:
        if move.payer != POT or not crossed:
            yield Arrow(ARROWS[move.payer, move.payee], dotted=move.payer == POT)


def _labels(moves: Sequence[_Move], step: Step, gettext: Translate) -> Iterable[Label]:
    in_the_middle = [move for move in moves if move.through_the_middle]
    at_corners = [move for move in moves if not move.through_the_middle]
    for move in at_corners:
        yield _label(corner(move.payer, move.payee), move, gettext, short=len(at_corners) > 1)
    taken = _sticks_taken(moves, step, gettext)
    crossing = [move for move in in_the_middle if move.payer != POT]
    if len(crossing) > 1:
        first, second = (f"{_SIGNS[move.payee]} {_sum(move)}" for move in crossing)
        yield Label(POT, first, second)
    elif crossing and taken:
        yield Label(
            POT, _sum(crossing[0]), gettext("and {sticks}").format(sticks=listed(taken, gettext))
        )
    elif crossing:
        yield _label(POT, crossing[0], gettext)
    elif taken:
        yield Label(POT, *taken)
    elif step.after.sticks:
        stays = gettext("stays") if step.after.sticks == 1 else gettext("stay")
        yield Label(POT, _count(step.after.sticks, gettext), stays)


_SIGNS = {"n": "↑", "s": "↓", "e": "→", "w": "←"}


def _label(cell: str, move: _Move, gettext: Translate, short: bool = False) -> Label:
    """``short``: where there are several, the word honba is left out."""
    honba = figures.score(move.honba)
    if not move.amount:
        return Label(cell, honba, gettext("honba"))
    more = f"+ {honba}" if short else gettext("+ {honba} honba").format(honba=honba)
    return Label(cell, figures.score(move.amount), more if move.honba else "")


def _sum(move: _Move) -> str:
    parts = [part for part in (move.amount, move.honba) if part]
    return " + ".join(figures.score(part) for part in parts)


def _sticks_taken(moves: Sequence[_Move], step: Step, gettext: Translate) -> list[str]:
    """What the pot gives out, as a figure and as sticks."""
    amount = sum(move.amount for move in moves if move.payer == POT)
    if not amount:
        return []
    laid = sum(t.kind == "riichi" for t in step.transfers)
    sticks = step.before.sticks + laid - step.after.sticks
    return [figures.score(amount), *([_count(sticks, gettext)] if sticks > 0 else [])]


def _count(sticks: int, gettext: Translate) -> str:
    if sticks == 1:
        return gettext("1 stick")
    return gettext("{n} sticks").format(n=sticks)


def _next(position: Position, step: Step, gettext: Translate) -> dict[str, str]:
    after = step.after
    if after.finished:
        reason = after.reason or ""
        return {"ends": gettext(ENDS[reason]) if reason in ENDS else reason}
    return {
        "following": position.variety.round_text(after, gettext),
        "dealer": position.names[after.dealer],
    }
