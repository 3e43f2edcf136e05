"""A game as the list of what happened: loaded from rows, changed, replayed, stored back.

Recording, undoing, editing and importing are the same act: change the document, replay it, store
what follows from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any

from scoring.game import Outcome, Replay, Score, Step, Valued, parse_outcome, play
from sessions.models import Game, Result, Round, Seat, Substitution, Win

Json = Any


@dataclass(frozen=True, slots=True)
class Document:
    """All of a game that can change, and be undone. ``players`` are player ids by seat;
    ``rounds`` are outcomes as in a game record; ``substitutions`` have ``seat``, ``player``,
    ``from_round`` and ``counts``.
    """

    players: tuple[int, ...]
    start: Mapping[str, Json] | None = None
    chips: tuple[int, ...] | None = None
    rounds: tuple[Mapping[str, Json], ...] = ()
    substitutions: tuple[Mapping[str, Json], ...] = field(default=())


def load(game: Game) -> Document:
    """The game's document, in three queries."""
    return Document(
        players=tuple(game.seats.values_list("player_id", flat=True)),
        start=game.start,
        chips=None if game.chips is None else tuple(game.chips),
        rounds=tuple(game.rounds.values_list("outcome", flat=True)),
        substitutions=tuple(
            game.substitutions.values("seat", "player", "from_round", "counts")
        ),
    )


def play_document(game: Game, document: Document) -> Replay:
    """Replay a document under the game's own rules; rounds after the end stay unplayed.

    ``ScoringError`` (field ``rounds.N.…``) where a round does not fit.
    """
    outcomes = parse_rounds(document)
    return play(game.variety, game.frozen_rules(), outcomes, document.start, document.chips)


def parse_rounds(document: Document) -> list[Outcome]:
    return [parse_outcome(data, len(document.players)) for data in document.rounds]


# -- patches: a change and what undoes it -------------------------------------------------------


def difference(before: Document, after: Document) -> dict[str, Json]:
    """What turns ``before`` into ``after``, and back: ``{"rounds": [at, old, new], "chips": [old,
    new], …}``. Of the rounds only the stretch that differs is kept."""
    patch: dict[str, Json] = {}
    for item in fields(Document):
        old, new = getattr(before, item.name), getattr(after, item.name)
        if old == new:
            continue
        patch[item.name] = _splice(old, new) if item.name == "rounds" else [old, new]
    return patch


def _splice(old: Sequence[Json], new: Sequence[Json]) -> list[Json]:
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


# -- storing ------------------------------------------------------------------------------------


def store(game: Game, before: Document, after: Document, replay: Replay) -> None:
    """Write the document and everything derived from it; rounds that did not change stay."""
    if before.players != after.players:
        _store_seats(game, after.players)
    if before.substitutions != after.substitutions:
        game.substitutions.all().delete()
        Substitution.objects.bulk_create(
            Substitution(
                game=game,
                seat=item["seat"],
                player_id=item["player"],
                from_round=item["from_round"],
                counts=item["counts"],
            )
            for item in after.substitutions
        )
    game.start = None if after.start is None else dict(after.start)
    game.chips = None if after.chips is None else list(after.chips)
    _store_rounds(game, before, after, replay)
    _store_summary(game, replay)
    _store_results(game, after, replay)


def _store_seats(game: Game, players: Sequence[int]) -> None:
    for index, player in enumerate(players):
        Seat.objects.update_or_create(game=game, index=index, defaults={"player_id": player})


def _store_rounds(game: Game, before: Document, after: Document, replay: Replay) -> None:
    first = 0
    if before.start == after.start and before.players == after.players:
        first = _splice(before.rounds, after.rounds)[0]
    kept = {row.number: row for row in game.rounds.filter(number__gt=first)} if (
        first < len(before.rounds)
    ) else {}
    game.rounds.filter(number__gt=len(after.rounds)).delete() if len(after.rounds) < len(
        before.rounds
    ) else None
    made, changed = [], []
    for number in range(first + 1, len(after.rounds) + 1):
        step = replay.steps[number - 1]
        row = kept.get(number) or Round(game=game, number=number)
        edited = bool(row.pk) and row.outcome != after.rounds[number - 1]
        _derive(row, after.rounds[number - 1], step)
        row.edited = row.edited or edited
        (changed if row.pk else made).append(row)
    Round.objects.bulk_create(made)
    if changed:
        Round.objects.bulk_update(
            changed,
            ("outcome", "wind", "hand_number", "dealer", "honba", "sticks", "deltas", "scores",
             "sticks_after", "edited"),
        )  # fmt: skip
        Win.objects.filter(round__in=changed).delete()
    Win.objects.bulk_create(
        _win(row, valued) for row in made + changed for valued in replay.steps[row.number - 1].wins
    )


def _derive(row: Round, outcome: Mapping[str, Json], step: Step) -> None:
    row.outcome = dict(outcome)
    row.wind, row.hand_number, row.dealer = step.before.wind, step.before.number, step.before.dealer
    row.honba, row.sticks = step.before.honba, step.before.sticks
    row.deltas = [plain(x) for x in step.deltas]
    row.scores = [plain(x) for x in step.after.scores]
    row.sticks_after = step.after.sticks


def _win(row: Round, valued: Valued) -> Win:
    return Win(
        round=row,
        winner=valued.winner,
        source=valued.source,
        points=int(valued.points),
        value=dict(valued.data),
        patterns=None if valued.patterns is None else [list(p) for p in valued.patterns],
    )


def _store_summary(game: Game, replay: Replay) -> None:
    state = replay.state
    game.wind, game.hand_number = state.wind, state.number
    game.honba, game.sticks = state.honba, state.sticks
    game.scores = [plain(x) for x in state.scores]
    game.hands, game.finished, game.reason = state.hands, state.finished, state.reason or ""
    game.save(
        update_fields=("start", "chips", "wind", "hand_number", "honba", "sticks", "scores",
                       "hands", "finished", "reason", "declared", "status", "ended")
    )  # fmt: skip


def _store_results(game: Game, document: Document, replay: Replay) -> None:
    Result.objects.filter(game=game).delete()
    end = replay.settlement
    if end is None:
        return
    owners = list(document.players)
    for item in document.substitutions:
        if item["counts"]:
            owners[item["seat"]] = item["player"]
    rows = []
    for seat, player in enumerate(owners):
        score, score_unit = whole(end.scores[seat])
        total, unit = whole(end.total[seat], end.unit)
        money, money_unit = (None, 1) if end.money is None else whole(end.money[seat])
        rows.append(
            Result(game=game, seat=seat, player_id=player, place=end.places[seat],
                   score=score, score_unit=score_unit, total=total, unit=unit,
                   money=money, money_unit=money_unit)
        )  # fmt: skip
    Result.objects.bulk_create(rows)


def plain(figure: Score) -> int | str:
    """A score as JSON keeps it: a whole number, or an exact fraction as text."""
    return int(figure) if figure.denominator == 1 else str(figure)


def exact(figure: int | str) -> Score:
    """The score that ``plain`` wrote."""
    return figure if isinstance(figure, int) else Fraction(figure)


def whole(figure: Score, unit: int = 1) -> tuple[int, int]:
    """``figure / unit`` as a pair of whole numbers."""
    return int(figure * figure.denominator), unit * figure.denominator
