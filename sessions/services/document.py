"""A game as the list of what happened: loaded from rows, changed, replayed, stored back.

Recording, undoing, editing and importing are the same act: change the document, replay it, store
what follows from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from django.utils import timezone

from scoring.errors import ScoringError
from scoring.game import Replay, Settlement, Step, Valued, parse_outcome, play, play_on, replay
from sessions.models import Game, Result, Round, Seat, Substitution, Win
from sessions.services import standings
from sessions.services.amounts import exact as exact
from sessions.services.amounts import plain
from sessions.services.amounts import whole as whole

Json = Any

MOST_ROUNDS = 500
"""No evening is longer; a machine that records on and on is stopped here."""


@dataclass(frozen=True, slots=True)
class Document:
    """All of a game that can change, and be undone. ``players`` are player ids by seat;
    ``rounds`` are outcomes as in a game record, ``edited`` the numbers (from 1) of those that were
    first recorded otherwise; ``substitutions`` have ``seat``, ``player``, ``from_round`` and
    ``counts``.
    """

    players: tuple[int, ...]
    start: Mapping[str, Json] | None = None
    chips: tuple[int, ...] | None = None
    rounds: tuple[Mapping[str, Json], ...] = ()
    edited: tuple[int, ...] = ()
    substitutions: tuple[Mapping[str, Json], ...] = ()


@dataclass(frozen=True, slots=True)
class Hands:
    """The hands of a game, read and played at ``version``: good for as long as it has this."""

    version: int
    rounds: tuple[Mapping[str, Json], ...]
    edited: tuple[int, ...]
    replay: Replay


def load(game: Game, hands: Hands | None = None) -> Document:
    """The game's document, in three queries; in two where its ``hands`` are known. Who sits there
    is always read: two players who are merged change that without a new version."""
    rounds, edited = read_rounds(game) if hands is None else (hands.rounds, hands.edited)
    return Document(
        players=tuple(game.seats.values_list("player_id", flat=True)),
        start=game.start,
        chips=None if game.chips is None else tuple(game.chips),
        rounds=rounds,
        edited=edited,
        substitutions=tuple(game.substitutions.values("seat", "player", "from_round", "counts")),
    )


def read_rounds(game: Game) -> tuple[tuple[Mapping[str, Json], ...], tuple[int, ...]]:
    """What was recorded, and the numbers of the rounds that were edited."""
    rows = list(game.rounds.values_list("number", "outcome", "edited"))
    return (
        tuple(outcome for _, outcome, _ in rows),
        tuple(number for number, _, edited in rows if edited),
    )


def play_document(game: Game, document: Document, *, strict: bool = False) -> Replay:
    """Replay a document under the game's own rules. Rounds after the end stay unplayed, or are an
    error where ``strict``.

    ``ScoringError`` (field ``rounds.N.…``, N from 0) where a round does not fit.
    """
    _check_length(document)
    players = len(document.players)
    outcomes = [parse_outcome(data, players) for data in document.rounds]
    played = replay if strict else play
    return played(game.variety, game.frozen_rules(), outcomes, document.start, document.chips)


def play_further(game: Game, document: Document, played: Replay) -> Replay:
    """Replay a document whose first rounds are ``played`` already."""
    _check_length(document)
    players, further = len(document.players), document.rounds[len(played.steps) :]
    outcomes = [parse_outcome(data, players) for data in further]
    return play_on(game.variety, played, outcomes, document.chips)


def _check_length(document: Document) -> None:
    if len(document.rounds) > MOST_ROUNDS:
        raise ScoringError("rounds", "a game has at most {n} hands", n=MOST_ROUNDS)


# -- patches: a change and what undoes it -------------------------------------------------------


def difference(before: Document, after: Document) -> dict[str, Json]:
    """What turns ``before`` into ``after``, and back: ``{"rounds": [at, old, new], "chips": [old,
    new], …}``. Of the rounds only the stretch that differs is kept."""
    patch: dict[str, Json] = {}
    for item in fields(Document):
        old, new = getattr(before, item.name), getattr(after, item.name)
        if old == new:
            continue
        patch[item.name] = splice(old, new) if item.name == "rounds" else [old, new]
    return patch


def splice(old: Sequence[Json], new: Sequence[Json]) -> list[Json]:
    """``[at, gone, come]``: the shortest stretch of ``old`` whose replacement gives ``new``."""
    shorter = min(len(old), len(new))
    head = next((i for i in range(shorter) if old[i] != new[i]), shorter)
    tail = next((i for i in range(shorter - head) if old[-1 - i] != new[-1 - i]), shorter - head)
    return [head, list(old[head : len(old) - tail]), list(new[head : len(new) - tail])]


def patched(document: Document, patch: Mapping[str, Json], *, backwards: bool = False) -> Document:
    """The document with a patch applied, or taken back."""
    values = {item.name: getattr(document, item.name) for item in fields(Document)}
    for name, change in patch.items():
        if name == "rounds":
            at, old, new = change
            gone, come = (new, old) if backwards else (old, new)
            rounds = list(document.rounds)
            rounds[at : at + len(gone)] = come
            values[name] = tuple(rounds)
        else:
            value = change[0] if backwards else change[1]
            values[name] = tuple(value) if isinstance(value, list) else value
    return Document(**values)


def first_changed(before: Document, after: Document) -> int:
    """How many rounds at the head are the same and play the same in both documents."""
    if before.start != after.start:
        return 0
    return int(splice(before.rounds, after.rounds)[0])


# -- storing ------------------------------------------------------------------------------------


def store(
    game: Game, before: Document, after: Document, played: Replay, also: Sequence[str] = ()
) -> None:
    """Write the document and everything derived from it; what did not change stays.

    ``game`` still says how ``before`` ended: only a finished game has results to replace. ``also``
    are other fields of it to save.
    """
    if before.players != after.players:
        _store_seats(game, after.players)
    if before.substitutions != after.substitutions:
        game.substitutions.all().delete()
        Substitution.objects.bulk_create(substitution_rows(game, after))
    _store_rounds(game, before, after, played.steps)
    was_finished = game.finished
    summarise(game, after, played)
    if was_finished:
        game.seats.filter(signed__isnull=False).update(signed=None)
    game.save(update_fields=(*SUMMARY, *also))
    if was_finished or played.settlement is not None:
        store_results(game, after, played)


def create(game: Game, document: Document, played: Replay) -> None:
    """Write a new game with all its rows."""
    summarise(game, document, played)
    game.save(force_insert=True)
    Seat.objects.bulk_create(
        Seat(game=game, index=index, player_id=player)
        for index, player in enumerate(document.players)
    )
    Substitution.objects.bulk_create(substitution_rows(game, document))
    _store_rounds(game, Document(players=document.players), document, played.steps)
    if played.settlement is not None:
        store_results(game, document, played)


SUMMARY = (
    "start", "chips", "wind", "hand_number", "honba", "sticks", "scores", "hands", "finished",
    "reason", "ended", "played",
)  # fmt: skip


def summarise(game: Game, document: Document, played: Replay) -> None:
    """Set what lists show of a game, without saving it."""
    state = played.state
    game.start = None if document.start is None else dict(document.start)
    game.chips = None if document.chips is None else list(document.chips)
    game.wind, game.hand_number = state.wind, state.number
    game.honba, game.sticks = state.honba, state.sticks
    game.scores = [plain(score) for score in state.scores]
    game.hands, game.finished, game.reason = state.hands, state.finished, state.reason or ""
    game.played = None
    if state.finished:
        game.played = game.ended or game.started or game.created or timezone.now()


def _store_seats(game: Game, players: Sequence[int]) -> None:
    seats = list(game.seats.all())
    for seat in seats:
        seat.player_id = players[seat.index]
    Seat.objects.bulk_update(seats, ("player",))


def substitution_rows(game: Game, document: Document) -> list[Substitution]:
    return [
        Substitution(
            game=game,
            seat=item["seat"],
            player_id=item["player"],
            from_round=item["from_round"],
            counts=item["counts"],
        )
        for item in document.substitutions
    ]


DERIVED = (
    "outcome", "edited", "wind", "hand_number", "dealer", "honba", "sticks", "deltas", "scores",
    "sticks_after",
)  # fmt: skip


def _store_rounds(game: Game, before: Document, after: Document, steps: Sequence[Step]) -> None:
    """Rounds before the first that plays or is marked differently are not touched."""
    was, now = len(before.rounds), len(after.rounds)
    marks = set(before.edited) ^ set(after.edited)
    first = min([first_changed(before, after), *(number - 1 for number in marks)])
    if now < was:
        game.rounds.filter(number__gt=now).delete()
    changed = list(game.rounds.filter(number__gt=first)) if first < min(was, now) else []
    made = [Round(game=game, number=number) for number in range(was + 1, now + 1)]
    for row in changed + made:
        _derive(row, after, steps)
    if changed:
        Round.objects.bulk_update(changed, DERIVED)
        Win.objects.filter(round__in=changed).delete()
    Round.objects.bulk_create(made)
    Win.objects.bulk_create(win_rows(changed + made, steps))


def round_rows(game: Game, document: Document, steps: Sequence[Step]) -> list[Round]:
    """A new game's rounds, not saved yet."""
    rows = [Round(game=game, number=number) for number in range(1, len(steps) + 1)]
    for row in rows:
        _derive(row, document, steps)
    return rows


def win_rows(rounds: Iterable[Round], steps: Sequence[Step]) -> list[Win]:
    """The wins of these rounds, not saved yet."""
    return [_win(row, valued) for row in rounds for valued in steps[row.number - 1].wins]


def _derive(row: Round, document: Document, steps: Sequence[Step]) -> None:
    row.outcome = dict(document.rounds[row.number - 1])
    row.edited = row.number in document.edited
    step = steps[row.number - 1]
    row.wind, row.hand_number, row.dealer = step.before.wind, step.before.number, step.before.dealer
    row.honba, row.sticks = step.before.honba, step.before.sticks
    row.deltas = [plain(delta) for delta in step.deltas]
    row.scores = [plain(score) for score in step.after.scores]
    row.sticks_after = step.after.sticks


def _win(row: Round, valued: Valued) -> Win:
    points, unit = whole(valued.points)
    return Win(
        round=row,
        winner=valued.winner,
        source=valued.source,
        points=points,
        points_unit=unit,
        value=dict(valued.data),
        patterns=None if valued.patterns is None else [list(p) for p in valued.patterns],
    )


def store_results(game: Game, document: Document, played: Replay) -> None:
    """The results in place of those there were, with all that a club sums up of them."""
    if played.settlement is None:
        standings.take_out(game)
        return
    sat = [sitting(document, number) for number in range(1, len(played.steps) + 1)]
    standings.put(game, result_rows(game, document, played.settlement), played, sat)


def sitting(document: Document, number: int) -> list[int]:
    """Who played round ``number``, by seat."""
    found = list(document.players)
    for item in document.substitutions:
        if item["from_round"] <= number:
            found[item["seat"]] = item["player"]
    return found


def result_rows(game: Game, document: Document, end: Settlement) -> list[Result]:
    rows = []
    for seat, player in enumerate(owners(document)):
        row = Result(game=game, seat=seat, player_id=player, place=end.places[seat])
        row.score, row.score_unit = whole(end.scores[seat])
        row.total, row.unit = whole(end.total[seat], end.unit)
        if end.money is not None:
            row.money, row.money_unit = whole(end.money[seat])
        rows.append(row)
    return rows


def owners(document: Document) -> list[int]:
    """Whose result each seat's is: the player's, or that of the last substitute who counts."""
    found = list(document.players)
    for item in document.substitutions:
        if item["counts"]:
            found[item["seat"]] = item["player"]
    return found
