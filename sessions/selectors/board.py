"""The table as its screen shows it: who sits where with what, the round, what can be undone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from scoring import figures
from scoring.compass import edge
from scoring.game import Score, State, TimeUp
from scoring.preview import Position, deposits
from scoring.words import ENDS
from sessions.models import Change, Game
from sessions.selectors.clock import Clock, table_clock
from sessions.selectors.history import Story, story
from sessions.words import option_text, worded


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat of the compass. ``score`` has a declared riichi stick paid already; ``compared`` is
    the distance to the player everybody is compared with."""

    seat: int
    edge: str
    name: str
    wind: str
    glyph: str
    dealer: bool
    score: Score
    place: int
    declared: bool
    compared: Score | None = None

    @property
    def long(self) -> bool:
        """Seven characters and more are set smaller, so that they stay on one line."""
        shown = self.score if self.compared is None else self.compared
        return len(figures.signed(shown)) > 7 or len(figures.score(shown)) > 6


@dataclass(frozen=True, slots=True)
class Board:
    """Everything on the table's screen."""

    game: Game
    variety_name: str
    length: str
    """What its table is called, or how long the game is."""
    state: State
    seats: tuple[SeatView, ...]
    round_name: str
    dealer_edge: str
    last: SafeString | str
    """The last hand as a sentence, with its round before it; empty before the first."""
    last_mark: str
    call: str
    """What was called out for the last hand; empty before the first, and for one without."""
    undoes: str
    """The kind of change that undo takes back; empty when there is none."""
    redoes: str
    ends: str
    """Why the game has ended; empty while it goes on."""
    answers_needs: bool
    """Whether it can be said what everybody needs in this hand …"""
    nears_end: bool
    """… and whether everybody will ask: it is one of the last two."""
    compared_with: SeatView | None = None
    clock: Clock | None = None
    """The table's clock, while the game goes on …"""
    time_up: TimeUp | None = None
    """… and what follows when it has run out."""

    @property
    def key(self) -> str:
        return self.game.variety_key


def board(
    game: Game, viewer: int = 0, compare: int | None = None, told: Story | None = None
) -> Board:
    """The table of a game, in four queries beside the game itself; in none where it is ``told``
    right after a change."""
    told = told or story(game)
    here = position(told, viewer=viewer)
    state = told.replay.state
    seats = _seats(game, here, compare)
    undoes, redoes = (told.changed, "") if told.changed else _changes(game)
    number = len(told.replay.steps)
    return Board(
        game=game,
        variety_name=gettext(here.variety.name),
        length=_length(told),
        state=state,
        seats=seats,
        round_name=here.variety.round_name(state, gettext),
        dealer_edge=here.edge(state.dealer),
        last=told.sentence(number) if number else "",
        last_mark=told.mark(number) if number else "",
        call=here.variety.call(told.replay.steps[-1], gettext) if number else "",
        undoes=undoes,
        redoes=redoes,
        ends=worded(ENDS, state.reason) if state.finished else "",
        answers_needs=here.variety.answers_needs and not state.finished,
        nears_end=here.variety.nears_end(here.rules, state),
        compared_with=next((seat for seat in seats if seat.seat == compare), None),
        clock=None if state.finished else table_clock(game),
        time_up=here.variety.time_up(here.rules, state, gettext),
    )


def position(told: Story, number: int | None = None, viewer: int = 0) -> Position:
    """What the form for a hand must know: of the hand being played, or of hand ``number`` (from 1)
    as it found the table."""
    steps = told.replay.steps
    playing = number is None or number > len(steps)
    state = told.replay.state if playing or number is None else steps[number - 1].before
    names = told.seating.at(number or len(steps) + 1)
    return Position(
        variety=told.variety,
        rules=told.replay.rules,
        state=state,
        names=names,
        viewer=viewer if viewer < len(names) else 0,
        declared=tuple(told.game.declared) if playing else (),
        timed=told.game.clock is not None,
    )


def _seats(game: Game, here: Position, compare: int | None) -> tuple[SeatView, ...]:
    state = here.state
    paid = deposits(here, game.declared)
    scores = [score - paid.get(seat, 0) for seat, score in enumerate(state.scores)]
    places = here.variety.places(here.rules, scores)
    return tuple(
        SeatView(
            seat=seat,
            edge=edge(seat, here.viewer, here.players),
            name=name,
            wind=here.variety.wind_name(state.seat_wind(seat), gettext),
            glyph="ESWN"[state.seat_wind(seat)],
            dealer=seat == state.dealer,
            score=scores[seat],
            place=places[seat],
            declared=seat in game.declared,
            compared=_distance(scores, seat, compare),
        )
        for seat, name in enumerate(here.names)
    )


def _distance(scores: Sequence[Score], seat: int, compare: int | None) -> Score | None:
    if compare is None or compare == seat:
        return None
    return scores[seat] - scores[compare]


def _length(told: Story) -> str:
    """What such a table is called, or how long its game is: there is room for one of both."""
    if name := told.variety.table_name(told.replay.rules, gettext):
        return name
    length = told.game.rules.get("length", "")
    specs = [spec for spec in told.variety.option_specs() if spec.key == "length"]
    return next((option_text(spec, length) for spec in specs if isinstance(length, str)), "")


def _changes(game: Game) -> tuple[str, str]:
    """What undo and redo would do: the kinds of the changes they would take back or do again."""
    undone, done = Change.State.UNDONE, Change.State.DONE
    kinds = list(
        game.changes.filter(state__in=(done, undone)).order_by("id").values_list("state", "kind")
    )
    return (
        next((kind for state, kind in reversed(kinds) if state == done), ""),
        next((kind for state, kind in kinds if state == undone), ""),
    )
