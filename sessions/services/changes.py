"""Changing a game: record, undo, redo, edit, delete, swap, substitute, chips, start, finish.

Every change is a function from document to document. ``change`` plays the result, refuses what does
not fit, and stores it in one transaction, guarded by the version the phone had seen and by the
request's own token.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from scoring.errors import ScoringError
from scoring.game import Replay, Step, dump_outcome, parse_outcome
from sessions.models import Change, Game, Seat
from sessions.services.document import (
    Document,
    difference,
    load,
    patched,
    play_document,
    store,
)

Edit = Callable[[Document], Document]


class Stale(Exception):
    """Someone else wrote first: the board this request was made from is no longer the newest."""


class Repeated(Exception):
    """This very request was carried out already; its answer is the board as it now stands."""


class Closed(Exception):
    """The game is closed; it must be reopened before it can change."""


class NothingToDo(Exception):
    """Nothing is left to undo or redo, or the change changes nothing."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A later round whose place, dealer, payments or worth change by an edit.

    ``number`` is its number after the change; ``before`` / ``after`` are the steps.
    """

    number: int
    before: Step
    after: Step


@dataclass(frozen=True, slots=True)
class Plan:
    """What a change would do, before it is saved."""

    document: Document
    replay: Replay
    moved: tuple[Moved, ...]
    surplus: tuple[Step | None, ...]
    """Rounds that would come after the new end of the game (their old steps)."""
    end_before: str | None
    end_after: str | None

    @property
    def end_changes(self) -> bool:
        return self.end_before != self.end_after


class NeedsConsent(Exception):
    """Rounds would fall after the new end of the game. They go only if someone says so."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        super().__init__(f"{len(plan.surplus)} rounds after the end")


# -- planning -----------------------------------------------------------------------------------


def plan(game: Game, edit: Edit) -> Plan:
    """Play a change without storing it. ``ScoringError`` where a round does not fit any more."""
    return _plan(game, load(game), edit)


def _plan(game: Game, before: Document, edit: Edit) -> Plan:
    after = edit(before)
    old, new = play_document(game, before), play_document(game, after)
    at, gone, come = difference(before, after).get("rounds", [0, [], []])
    moved = []
    for number, step in enumerate(new.steps):
        source = number if number < at else number - len(come) + len(gone)
        if at <= number < at + len(come) or not 0 <= source < len(old.steps):
            continue
        if _place(old.steps[source]) != _place(step):
            moved.append(Moved(number + 1, old.steps[source], step))
    played = len(new.steps)
    surplus = range(played, len(after.rounds))
    shift = len(gone) - len(come)
    return Plan(
        document=after,
        replay=new,
        moved=tuple(moved),
        surplus=tuple(
            old.steps[i + shift] if 0 <= i + shift < len(old.steps) else None for i in surplus
        ),
        end_before=old.state.reason,
        end_after=new.state.reason,
    )


def _place(step: Step) -> tuple[Any, ...]:
    before, after = step.before, step.after
    return (
        before.label, before.honba, before.sticks, before.dealer, step.deltas, after.finished,
        after.reason,
    )  # fmt: skip


# -- the one write path -------------------------------------------------------------------------


@transaction.atomic
def change(
    game: Game, kind: str, edit: Edit, *, version: int, token: str | None, consent: bool = False
) -> Plan:
    """Carry out a change: the first statement claims the version, then everything is played and
    stored. ``game`` is refreshed. Raises ``Stale``, ``Repeated``, ``Closed``, ``NeedsConsent``,
    ``NothingToDo`` or ``ScoringError``; nothing is stored then.
    """
    _claim(game, version, token)
    before = load(game)
    planned = _plan(game, before, edit)
    if planned.surplus:
        if not consent:
            raise NeedsConsent(planned)
        rounds = planned.document.rounds[: len(planned.replay.steps)]
        planned = replace(planned, document=replace(planned.document, rounds=rounds))
    patch = difference(before, planned.document)
    if not patch:
        raise NothingToDo
    game.changes.filter(state=Change.State.UNDONE).update(state=Change.State.DROPPED)
    _note(game, kind, patch, token)
    _store(game, before, planned.document, planned.replay)
    return planned


def _claim(game: Game, version: int, token: str | None) -> None:
    """Take the version, or say why not. A conditional update first: read-then-compare lets two
    phones through."""
    taken = Game.objects.filter(pk=game.pk, version=version).update(
        version=F("version") + 1, pulse=F("pulse") + 1
    )
    if not taken:
        if token and Change.objects.filter(game=game, token=token).exists():
            raise Repeated
        raise Stale
    game.refresh_from_db()
    if game.status == Game.Status.CLOSED:
        raise Closed


def _note(game: Game, kind: str, patch: Mapping[str, Any], token: str | None) -> None:
    try:
        with transaction.atomic():
            Change.objects.create(
                game=game, kind=kind, patch=patch, token=token or None, version=game.version
            )
    except IntegrityError:
        raise Repeated from None


def _store(game: Game, before: Document, after: Document, played: Replay) -> None:
    if before.rounds != after.rounds:
        game.declared = []
    _mark_end(game, played)
    Seat.objects.filter(game=game, signed__isnull=False).update(signed=None)
    store(game, before, after, played)


def _mark_end(game: Game, played: Replay) -> None:
    if not played.state.finished:
        game.ended = None
    elif game.ended is None:
        game.ended = timezone.now()


# -- edits: functions from document to document -------------------------------------------------


def appended(outcome: Mapping[str, Any]) -> Edit:
    """The round played next."""

    def edit(document: Document) -> Document:
        return replace(document, rounds=(*document.rounds, _clean(outcome, document)))

    return edit


def replaced(number: int, outcome: Mapping[str, Any]) -> Edit:
    """Round ``number`` (from 1) was otherwise."""

    def edit(document: Document) -> Document:
        rounds = list(document.rounds)
        rounds[_index(number, document)] = _clean(outcome, document)
        return replace(document, rounds=tuple(rounds))

    return edit


def inserted(number: int, outcome: Mapping[str, Any]) -> Edit:
    """A round was forgotten: it becomes round ``number``."""

    def edit(document: Document) -> Document:
        rounds = list(document.rounds)
        if not 1 <= number <= len(rounds) + 1:
            raise ScoringError("number", "there is no such hand")
        rounds.insert(number - 1, _clean(outcome, document))
        return replace(document, rounds=tuple(rounds))

    return edit


def deleted(number: int) -> Edit:
    """Round ``number`` never happened."""

    def edit(document: Document) -> Document:
        rounds = list(document.rounds)
        del rounds[_index(number, document)]
        return replace(document, rounds=tuple(rounds))

    return edit


def swapped(one: int, other: int, *, hands_follow: bool) -> Edit:
    """Two players sit in each other's seats. ``hands_follow``: what was recorded belongs to the
    person and moves along; otherwise only the names change places."""

    def edit(document: Document) -> Document:
        order = list(range(len(document.players)))
        if one == other or not {one, other} <= set(order):
            raise ScoringError("seats", "choose two different players")
        order[one], order[other] = order[other], order[one]
        rounds = document.rounds
        if hands_follow:
            rounds = tuple(reseated(data, order) for data in rounds)
        return replace(
            document, players=tuple(document.players[i] for i in order), rounds=rounds
        )

    return edit


def reseated(data: Mapping[str, Any], order: Sequence[int]) -> dict[str, Any]:
    """A round with every seat ``s`` written as ``order[s]`` (``order`` a swap of two)."""
    outcome = parse_outcome(data, len(order))

    def at(seat: Any) -> Any:
        return order[seat] if isinstance(seat, int) else seat

    wins = tuple(
        replace(
            win,
            winner=order[win.winner],
            source=at(win.source),
            liable={k: order[v] for k, v in win.liable.items()}
            if isinstance(win.liable, Mapping)
            else at(win.liable),
            responsible=at(win.responsible),
        )
        for win in outcome.wins
    )
    moved = replace(
        outcome,
        wins=wins,
        riichi=tuple(sorted(map(at, outcome.riichi))),
        tenpai=tuple(sorted(map(at, outcome.tenpai))),
        nagashi=tuple(sorted(map(at, outcome.nagashi))),
        seat=at(outcome.seat),
        deltas=tuple(outcome.deltas[i] for i in order) if outcome.deltas else (),
    )
    return dump_outcome(moved)


def substituted(seat: int, player: int, from_round: int, *, counts: bool) -> Edit:
    """``player`` takes over a seat from round ``from_round`` on."""

    def edit(document: Document) -> Document:
        if not 1 <= from_round <= len(document.rounds) + 1:
            raise ScoringError("from_round", "there is no such hand")
        entry = {"seat": seat, "player": player, "from_round": from_round, "counts": counts}
        return replace(document, substitutions=(*document.substitutions, entry))

    return edit


def with_start(start: Mapping[str, Any] | None) -> Edit:
    """The game was taken up in the middle: another round, honba, sticks and scores to start."""
    return lambda document: replace(document, start=start)


def with_chips(chips: Sequence[int] | None) -> Edit:
    """The chips each player ended with."""

    def edit(document: Document) -> Document:
        if chips is not None and sum(chips):
            raise ScoringError("chips", "chips must add up to 0, these add up to {n}", n=sum(chips))
        return replace(document, chips=None if chips is None else tuple(chips))

    return edit


def _clean(outcome: Mapping[str, Any], document: Document) -> dict[str, Any]:
    return dump_outcome(parse_outcome(outcome, len(document.players)))


def _index(number: int, document: Document) -> int:
    if not 1 <= number <= len(document.rounds):
        raise ScoringError("number", "there is no such hand")
    return number - 1


# -- undo and redo ------------------------------------------------------------------------------


def undo(game: Game, *, version: int, token: str | None) -> Change:
    """Take back the last change. ``NothingToDo`` when there is none."""
    return _step(game, version, token, backwards=True)


def redo(game: Game, *, version: int, token: str | None) -> Change:
    """Do again what was last undone."""
    return _step(game, version, token, backwards=False)


@transaction.atomic
def _step(game: Game, version: int, token: str | None, *, backwards: bool) -> Change:
    _claim(game, version, token)
    found = next_undo(game) if backwards else next_redo(game)
    if found is None:
        raise NothingToDo
    before = load(game)
    after = patched(before, found.patch, backwards=backwards)
    found.state = Change.State.UNDONE if backwards else Change.State.DONE
    found.save(update_fields=("state",))
    _store(game, before, after, play_document(game, after))
    return found


def next_undo(game: Game) -> Change | None:
    return game.changes.filter(state=Change.State.DONE).order_by("-id").first()


def next_redo(game: Game) -> Change | None:
    return game.changes.filter(state=Change.State.UNDONE).order_by("id").first()


# -- shorthand for the views --------------------------------------------------------------------


def record(game: Game, outcome: Mapping[str, Any], *, version: int, token: str | None) -> Plan:
    """Record the round just played."""
    return change(game, "record", appended(outcome), version=version, token=token)


@transaction.atomic
def declare(game: Game, seat: int, *, declared: bool) -> None:
    """Lay a riichi stick on the table, or take it back, before the result is known.

    It shows on every phone but is no record yet: the version stays, only the pulse moves.
    """
    locked = Game.objects.select_for_update().get(pk=game.pk)
    if locked.status == Game.Status.CLOSED or locked.finished:
        raise Closed
    seats = set(locked.declared) | {seat} if declared else set(locked.declared) - {seat}
    if declared:
        _check_riichi(locked, seats)
    locked.declared = sorted(seats)
    locked.pulse += 1
    locked.save(update_fields=("declared", "pulse"))
    game.declared, game.pulse = locked.declared, locked.pulse


def _check_riichi(game: Game, seats: set[int]) -> None:
    """Ask the variety whether these riichi could stand: as part of a draw with them tenpai."""
    document = load(game)
    trial = {"type": "draw", "tenpai": sorted(seats), "riichi": sorted(seats)}
    try:
        play_document(game, replace(document, rounds=(*document.rounds, trial)))
    except ScoringError as error:
        raise ScoringError("riichi", error.message, **error.params) from None


@transaction.atomic
def close(game: Game, *, reason: str, version: int, token: str | None) -> None:
    """Finish: stop a running game by agreement or time, and lock it. ``reason``: ``agreed`` or
    ``time``; ignored where the game has already ended by its rules."""
    if not game.finished:
        ending = {"type": "end", "reason": reason}
        change(game, "end", appended(ending), version=version, token=token)
    game.status = Game.Status.CLOSED
    Game.objects.filter(pk=game.pk).update(status=game.status, pulse=F("pulse") + 1)


@transaction.atomic
def reopen(game: Game) -> None:
    """Unlock a closed game; an agreed end at its tail is taken back so that play can go on."""
    game.status = Game.Status.OPEN
    Game.objects.filter(pk=game.pk).update(status=game.status, pulse=F("pulse") + 1)
    game.refresh_from_db()
    last = game.rounds.order_by("-number").first()
    if last is not None and last.outcome["type"] == "end":
        change(game, "reopen", deleted(last.number), version=game.version, token=None)


@transaction.atomic
def sign(game: Game, seat: int, *, signed: bool) -> None:
    """A player agrees to the result, or takes it back."""
    when = timezone.now() if signed else None
    Seat.objects.filter(game=game, index=seat).update(signed=when)
    Game.objects.filter(pk=game.pk).update(pulse=F("pulse") + 1)
