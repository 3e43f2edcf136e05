"""Changing a game: record, undo, redo, edit, delete, swap, substitute, chips, start, finish.

Every change is a function from document to document. ``change`` plays the result, refuses what does
not fit, and stores it in one transaction, guarded by the version the phone had seen and by the
request's own token.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from scoring.errors import ScoringError
from scoring.game import Replay, Step, dump_outcome, integer, parse_outcome
from scoring.game import seat as seat_number
from sessions.models import Change, Game, Season
from sessions.services.document import (
    Document,
    Hands,
    difference,
    first_changed,
    load,
    patched,
    play_document,
    play_further,
    splice,
    store,
)
from sessions.services.game_trail import note_change, note_game
from sessions.services.people import newcomer
from sessions.services.standings import LOCKED
from sessions.services.text import check_text

Edit = Callable[[Document], Document]

TOKEN = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Stale(Exception):
    """Someone else wrote first: the board this request was made from is no longer the newest."""


class Repeated(Exception):
    """This very request was carried out already; its answer is the board as it now stands."""


class Closed(Exception):
    """The game is closed; it must be reopened before it can change."""


class Locked(ScoringError):
    """The game's season is finished; an organiser must open it before anything in it changes."""


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
    moved: tuple[Moved, ...] = ()
    surplus: tuple[Step | None, ...] = ()
    """Rounds that would come after the new end of the game (their old steps)."""
    end_before: str | None = None
    end_after: str | None = None
    kind: str = ""
    """The kind of the change it was stored as: what undo would take back."""

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
    """Play a change without storing it.

    ``ScoringError`` where a round does not fit any more: at ``rounds.<n>.…`` (n from 0), or, for
    the round that was entered, at the field itself.
    """
    before = load(game)
    return _plan(game, before, edit(before))


def _plan(game: Game, before: Document, after: Document, hands: Hands | None = None) -> Plan:
    at, gone, come = splice(before.rounds, after.rounds)
    entered = range(at, at + len(come)) if before.players == after.players else range(0)
    goes_on = first_changed(before, after) == len(before.rounds)
    new = _play_near(game, after, entered, hands.replay if hands and goes_on else None)
    if entered and entered[-1] >= len(new.steps):
        raise ScoringError("", "the game ended before this hand")
    planned = Plan(after, new, end_before=game.reason or None, end_after=new.state.reason)
    if goes_on:
        return planned

    old, shift = play_document(game, before).steps, len(gone) - len(come)
    sources = [index if index < at else index + shift for index in range(len(after.rounds))]
    was = [old[source] if source in range(len(old)) else None for source in sources]
    order = _seats_before(before, after)
    moved = tuple(
        Moved(index + 1, earlier, step)
        for index, (earlier, step) in enumerate(zip(was, new.steps, strict=False))
        if earlier is not None and index not in entered and _differs(earlier, step, order)
    )
    return replace(planned, moved=moved, surplus=tuple(was[len(new.steps) :]))


def _play_near(game: Game, document: Document, entered: range, played: Replay | None) -> Replay:
    """Play, on from what is ``played``; an error in the one round that was entered is named as its
    form names it."""
    try:
        if played is not None:
            return play_further(game, document, played)
        return play_document(game, document)
    except ScoringError as error:
        prefix = f"rounds.{entered[0]}." if len(entered) == 1 else ""
        if not f"{error.field}.".startswith(prefix):
            raise
        raise ScoringError(error.field[len(prefix) :], error.message, **error.params) from None


def _seats_before(before: Document, after: Document) -> Sequence[int]:
    """Which old seat each new seat is compared with: the person's, where hands moved along."""
    if before.players == after.players or before.rounds == after.rounds:
        return range(len(after.players))
    return [before.players.index(player) for player in after.players]


def _differs(earlier: Step, step: Step, order: Sequence[int]) -> bool:
    paid = tuple(earlier.deltas[seat] for seat in order)
    return paid != step.deltas or _place(earlier) != _place(step)


def _place(step: Step) -> tuple[Any, ...]:
    before, after = step.before, step.after
    return before.label, before.honba, before.sticks, after.finished, after.reason


# -- the one write path -------------------------------------------------------------------------


def change(
    game: Game,
    kind: str,
    edit: Edit,
    *,
    version: int,
    token: str | None,
    consent: bool = False,
    hands: Hands | None = None,
) -> Plan:
    """Carry out a change: the first statement claims the version, then everything is played and
    stored. ``hands``: as they were read before; of this ``version``, they are played on from.

    Raises ``Stale``, ``Repeated``, ``Closed``, ``NeedsConsent``, ``NothingToDo`` or
    ``ScoringError``; nothing is stored then, and ``game`` is what the database has.
    """
    if hands is not None and hands.version != version:
        hands = None
    with _writing(game, version, token):
        before = load(game, hands)
        planned = _plan(game, before, edit(before), hands)
        if planned.surplus:
            if not consent:
                raise NeedsConsent(planned)
            played = len(planned.replay.steps)
            planned = replace(planned, document=_cut(planned.document, played))
        patch = difference(before, planned.document)
        if not patch:
            raise NothingToDo
        game.changes.filter(state=Change.State.UNDONE).update(state=Change.State.DROPPED)
        _note(game, kind, patch, token)
        note_change(game, kind, before, planned.document, planned.replay)
        over = kind == "record" or before.players != planned.document.players
        _store(game, before, planned.document, planned.replay, sticks=[] if over else None)
    return replace(planned, kind=kind)


def check_token(token: str | None) -> None:
    """``ScoringError`` where a request's token is none of ours."""
    if token and not TOKEN.fullmatch(token):
        raise ScoringError("token", "this page is broken; load it again")


@contextmanager
def _writing(game: Game, version: int, token: str | None) -> Iterator[None]:
    """A transaction that holds the game. Two of the same token end in one ``Repeated``."""
    check_token(token)
    try:
        with transaction.atomic():
            _claim(game, version, token)
            check_unlocked(game)
            yield
    except Exception as error:
        game.refresh_from_db()
        if isinstance(error, IntegrityError) and _is_done(token):
            raise Repeated from None
        raise


def _claim(game: Game, version: int, token: str | None) -> None:
    """Take the version, or say why not. A conditional update first: read-then-compare lets two
    phones through. What touched the game since it was read, its date for one, is read anew."""
    here = Game.objects.filter(pk=game.pk, version=version, status=Game.Status.OPEN)
    on = {"version": F("version") + 1, "pulse": F("pulse") + 1}
    if game.version == version and here.filter(pulse=game.pulse).update(**on):
        game.version, game.pulse = game.version + 1, game.pulse + 1
        return
    taken = here.update(**on)
    game.refresh_from_db()
    if taken:
        return
    if _is_done(token):
        raise Repeated
    if game.status == Game.Status.CLOSED:
        raise Closed
    raise Stale


def check_unlocked(game: Game) -> None:
    """``Locked`` where the game's season is finished."""
    locked = Season.objects.exclude(locked=None)
    if game.season_id is not None and locked.filter(pk=game.season_id).exists():
        raise Locked("", LOCKED)


def _is_done(token: str | None) -> bool:
    return bool(token) and Change.objects.filter(token=token).exists()


def version_after(token: str | None) -> int | None:
    """The version a request led to that was carried out under this token; ``None`` where none
    was."""
    return Change.objects.filter(token=token).values_list("version", flat=True).first()


def _note(
    game: Game,
    kind: str,
    patch: Mapping[str, Any],
    token: str | None,
    state: Change.State = Change.State.DONE,
) -> None:
    Change.objects.create(
        game=game, kind=kind, patch=patch, token=token or None, version=game.version, state=state
    )


def _store(
    game: Game, before: Document, after: Document, played: Replay, *, sticks: list[int] | None
) -> None:
    """Write the change. ``sticks`` are the riichi sticks on the table from now on; ``None``: those
    that lie there, which another phone may have moved since ``game`` was read."""
    if not played.state.finished:
        game.ended = None
    elif not game.finished:
        sticks, game.ended = [], timezone.now()
    if sticks is not None:
        game.declared = sticks
    store(game, before, after, played, () if sticks is None else ("declared",))


def _cut(document: Document, played: int) -> Document:
    """The document without what came after the end: rounds, and substitutes for them."""
    return replace(
        document,
        rounds=document.rounds[:played],
        edited=tuple(number for number in document.edited if number <= played),
        substitutions=tuple(s for s in document.substitutions if s["from_round"] <= played),
    )


# -- edits: functions from document to document -------------------------------------------------


def appended(outcome: Mapping[str, Any]) -> Edit:
    """The round played next."""
    return lambda document: replace(document, rounds=(*document.rounds, _clean(outcome, document)))


def replaced(number: int, outcome: Mapping[str, Any]) -> Edit:
    """Round ``number`` (from 1) was otherwise."""

    def edit(document: Document) -> Document:
        index = _index(number, document)
        rounds = [*document.rounds]
        rounds[index] = _clean(outcome, document)
        if rounds[index] == document.rounds[index]:
            return document
        marks = sorted({*document.edited, number})
        return replace(document, rounds=tuple(rounds), edited=tuple(marks))

    return edit


def inserted(number: int, outcome: Mapping[str, Any]) -> Edit:
    """A round was forgotten: it becomes round ``number``, before the one that had this number."""

    def edit(document: Document) -> Document:
        if number == len(document.rounds) + 1:
            return appended(outcome)(document)
        index = _index(number, document)
        rounds = [*document.rounds]
        rounds.insert(index, _clean(outcome, document))
        return replace(_renumbered(document, number, 1), rounds=tuple(rounds))

    return edit


def deleted(number: int) -> Edit:
    """Round ``number`` never happened."""

    def edit(document: Document) -> Document:
        rounds = [*document.rounds]
        del rounds[_index(number, document)]
        marks = tuple(mark for mark in document.edited if mark != number)
        rest = _renumbered(replace(document, edited=marks), number + 1, -1)
        return replace(rest, rounds=tuple(rounds))

    return edit


def swapped(one: int, other: int, *, hands_follow: bool) -> Edit:
    """Two players sit in each other's seats. ``hands_follow``: what was recorded belongs to the
    person and moves along, scores and chips too; otherwise only the names change places. A
    substitute goes where the person goes either way."""

    def edit(document: Document) -> Document:
        order = list(range(len(document.players)))
        if one == other or not {one, other} <= set(order):
            raise ScoringError("seats", "choose two different players")
        order[one], order[other] = order[other], order[one]
        moved = replace(
            document,
            players=tuple(document.players[seat] for seat in order),
            substitutions=tuple({**s, "seat": order[s["seat"]]} for s in document.substitutions),
        )
        return _hands_moved(moved, order) if hands_follow else moved

    return edit


def _hands_moved(document: Document, order: Sequence[int]) -> Document:
    start, chips = document.start, document.chips
    if start is not None and start.get("scores") is not None:
        start = {**start, "scores": [start["scores"][seat] for seat in order]}
    return replace(
        document,
        start=start,
        chips=None if chips is None else tuple(chips[seat] for seat in order),
        rounds=tuple(reseated(data, order) for data in document.rounds),
    )


def reseated(data: Mapping[str, Any], order: Sequence[int]) -> dict[str, Any]:
    """A round with every seat ``s`` written as ``order[s]`` (``order`` a swap of two)."""
    outcome = parse_outcome(data, len(order))

    def at(seat: Any) -> Any:
        if isinstance(seat, Mapping):
            return {name: order[who] for name, who in seat.items()}
        return order[seat] if isinstance(seat, int) else seat

    def all_of(seats: Sequence[int]) -> tuple[int, ...]:
        return tuple(sorted(order[seat] for seat in seats))

    wins = tuple(
        replace(
            win,
            winner=order[win.winner],
            source=at(win.source),
            liable=at(win.liable),
            responsible=at(win.responsible),
        )
        for win in outcome.wins
    )
    moved = replace(
        outcome,
        wins=wins,
        riichi=all_of(outcome.riichi),
        tenpai=all_of(outcome.tenpai),
        nagashi=all_of(outcome.nagashi),
        seat=at(outcome.seat),
        deltas=tuple(outcome.deltas[seat] for seat in order) if outcome.deltas else (),
    )
    return dump_outcome(moved)


def substituted(seat: int, player: int, from_round: int, *, counts: bool) -> Edit:
    """``player`` takes over a seat from round ``from_round`` on."""

    def edit(document: Document) -> Document:
        seat_number(seat, "seat", len(document.players))
        if not 1 <= from_round <= len(document.rounds) + 1:
            raise ScoringError("from_round", "there is no such hand")
        entry = {"seat": seat, "player": player, "from_round": from_round, "counts": counts}
        entries = sorted((*document.substitutions, entry), key=lambda item: item["from_round"])
        return replace(document, substitutions=tuple(entries))

    return edit


def with_start(start: Mapping[str, Any] | None) -> Edit:
    """The game was taken up in the middle: another round, honba, sticks and scores to start."""
    return lambda document: replace(document, start=start)


def with_chips(chips: Sequence[int] | None) -> Edit:
    """The chips each player ended with."""

    def edit(document: Document) -> Document:
        if chips is None:
            return replace(document, chips=None)
        if len(chips) != len(document.players):
            raise ScoringError("chips", "give one figure for each of the {n} players",
                               n=len(document.players))  # fmt: skip
        clean = tuple(integer(figure, f"chips.{seat}") for seat, figure in enumerate(chips))
        if sum(clean):
            raise ScoringError("chips", "chips must add up to 0, these add up to {n}", n=sum(clean))
        return replace(document, chips=clean)

    return edit


def _clean(outcome: Mapping[str, Any], document: Document) -> dict[str, Any]:
    check_text(outcome, "")
    return dump_outcome(parse_outcome(outcome, len(document.players)))


def _index(number: int, document: Document) -> int:
    if not 1 <= number <= len(document.rounds):
        raise ScoringError("number", "there is no such hand")
    return number - 1


def _renumbered(document: Document, first: int, by: int) -> Document:
    """What refers to a round from ``first`` on refers to ``by`` rounds later."""

    def at(number: int) -> int:
        return number + by if number >= first else number

    return replace(
        document,
        edited=tuple(at(number) for number in document.edited),
        substitutions=tuple(
            {**s, "from_round": at(s["from_round"])} for s in document.substitutions
        ),
    )


# -- undo and redo ------------------------------------------------------------------------------


def undo(game: Game, *, version: int, token: str | None) -> Change:
    """Take back the last change. ``NothingToDo`` when there is none."""
    with _writing(game, version, token):
        found = next_undo(game)
        if found is None:
            raise NothingToDo
        _carry_out(game, found, token, backwards=True)
    return found


def redo(game: Game, *, version: int, token: str | None) -> Change:
    """Do again what was last undone."""
    with _writing(game, version, token):
        found = next_redo(game)
        if found is None:
            raise NothingToDo
        _carry_out(game, found, token, backwards=False)
    return found


def next_undo(game: Game) -> Change | None:
    return game.changes.filter(state=Change.State.DONE).order_by("-id").first()


def next_redo(game: Game) -> Change | None:
    return game.changes.filter(state=Change.State.UNDONE).order_by("id").first()


def _carry_out(game: Game, found: Change, token: str | None, *, backwards: bool) -> None:
    before = load(game)
    after = patched(before, found.patch, backwards=backwards)
    played = play_document(game, after, strict=True)
    found.state = Change.State.UNDONE if backwards else Change.State.DONE
    found.save(update_fields=("state",))
    kind = "undo" if backwards else "redo"
    _note(game, kind, {"change": found.pk}, token, Change.State.NOTED)
    note_change(game, kind, before, after, played)
    sticks: list[int] | None = None
    if found.kind == "record":  # a hand taken back is being played again, its sticks on the table
        sticks = list(before.rounds[-1].get("riichi", ())) if backwards else []
    _store(game, before, after, played, sticks=sticks)


# -- shorthand for the views --------------------------------------------------------------------


def record(
    game: Game,
    outcome: Mapping[str, Any],
    *,
    version: int,
    token: str | None,
    hands: Hands | None = None,
) -> Plan:
    """Record the round just played, or a correction in the middle of one: then the riichi sticks
    lie on."""
    over = outcome.get("type") != "adjust" and outcome.get("reason") != "referee"
    kind = "record" if over else "correct"
    return change(game, kind, appended(outcome), version=version, token=token, hands=hands)


def substitute(
    game: Game,
    seat: int,
    name: str,
    *,
    from_round: int,
    counts: bool,
    version: int,
    token: str | None,
) -> Plan:
    """Someone of this name takes over a seat. ``ScoringError`` at ``seat``, ``player`` or
    ``from_round``."""
    with transaction.atomic():
        player = newcomer(game, seat, name)
        edit = substituted(seat, player.pk, from_round, counts=counts)
        return change(game, "substitute", edit, version=version, token=token)


@transaction.atomic
def declare(game: Game, seat: int, *, declared: bool, version: int | None = None) -> None:
    """Lay a riichi stick on the table, or take it back, before the result is known.

    It shows on every phone but is no record yet: the version stays, only the pulse moves.
    ``version``: the board the tap was made on; ``Stale`` where that hand is over.
    """
    locked = Game.objects.select_for_update().get(pk=game.pk)
    if version is not None and version != locked.version:
        raise Stale
    if locked.status == Game.Status.CLOSED or locked.finished:
        raise Closed
    seat_number(seat, "seat", len(locked.scores))
    if declared and seat not in locked.declared:
        _check_riichi(locked, seat)
    seats = set(locked.declared) | {seat} if declared else set(locked.declared) - {seat}
    locked.declared = sorted(seats)
    locked.pulse += 1
    locked.save(update_fields=("declared", "pulse"))
    game.declared, game.pulse = locked.declared, locked.pulse


def _check_riichi(game: Game, seat: int) -> None:
    """Ask the variety whether this riichi could stand: in a draw, its player alone in tenpai."""
    document = load(game)
    trial = {"type": "draw", "tenpai": [seat], "riichi": [seat]}
    try:
        play_document(game, replace(document, rounds=(*document.rounds, trial)))
    except ScoringError as error:
        raise ScoringError("riichi", error.message, **error.params) from None


def end(game: Game, *, reason: str, version: int, token: str | None) -> Plan:
    """Stop a running game: ``agreed`` or ``time``. It is over then, but not locked."""
    ending = {"type": "end", "reason": reason}
    return change(game, "end", appended(ending), version=version, token=token)


@transaction.atomic
def close(game: Game, *, reason: str, version: int, token: str | None) -> None:
    """Finish: stop a running game by agreement or time, and lock it. ``reason``: ``agreed`` or
    ``time``; ignored where the game has already ended by its rules."""
    if game.finished:
        with _writing(game, version, token):
            _note(game, "close", {}, token, Change.State.NOTED)
            note_game(game, "close")
    else:
        end(game, reason=reason, version=version, token=token)
    game.status = Game.Status.CLOSED
    game.save(update_fields=("status",))


@transaction.atomic
def reopen(game: Game) -> None:
    """Unlock a closed game; an agreed end at its tail is taken back so that play can go on.
    ``NothingToDo`` where it is open."""
    check_unlocked(game)
    opened = Game.objects.filter(pk=game.pk, status=Game.Status.CLOSED).update(
        status=Game.Status.OPEN, version=F("version") + 1, pulse=F("pulse") + 1
    )
    game.refresh_from_db()
    if not opened:
        raise NothingToDo
    note_game(game, "reopen")
    last = game.rounds.last()
    if last is None or last.outcome["type"] != "end":
        return
    closing = next_undo(game)
    added = [last.number - 1, [], [last.outcome]]
    if closing is not None and closing.patch == {"rounds": added}:
        _carry_out(game, closing, None, backwards=True)
    else:
        change(game, "reopen", deleted(last.number), version=game.version, token=None)


@transaction.atomic
def sign(game: Game, seat: int, *, signed: bool, version: int | None = None) -> None:
    """A player agrees to the result, or takes it back. ``version``: the result that was seen;
    ``Stale`` where it has changed since, ``NothingToDo`` where there is none."""
    seat_number(seat, "seat", len(game.scores))
    check_unlocked(game)
    unchanged = Game.objects.filter(pk=game.pk, finished=True)
    if version is not None:
        unchanged = unchanged.filter(version=version)
    if not unchanged.update(pulse=F("pulse") + 1):
        game.refresh_from_db()
        raise Stale if game.finished else NothingToDo
    when = timezone.now() if signed else None
    game.seats.filter(index=seat).update(signed=when)
    game.pulse += 1
    if game.club_id is not None:
        owner = game.results.values_list("player", flat=True).get(seat=seat)
        note_game(game, "sign" if signed else "unsign", after={"player": owner})
