"""What every variety answers, and the replay all callers use.

A game is its rules plus the list of what happened. Nothing here knows Django, a database or a
clock: values in, values out. Field names are those of the game record (``jantaku.game/1``).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from scoring.errors import ScoringError

if TYPE_CHECKING:
    from scoring.statistics import Feat, Statistics

Score = int | Fraction
Translate = Callable[[str], str]

WINDS = "ESWN"
KINDS = ("win", "draw", "abort", "penalty", "adjust", "end")
ABSENT = "absent"
"""``Claim.responsible`` when the record does not say: the discarder."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One win as it was claimed; what it is worth is the variety's answer."""

    winner: int
    source: int | None = None
    """The seat that discarded, or whose kong was robbed; ``None`` = self-draw. ``from`` in JSON."""
    value: Mapping[str, Any] | None = None
    hand: Mapping[str, Any] | None = None
    liable: int | Mapping[str, int] | None = None
    responsible: int | str | None = ABSENT


@dataclass(frozen=True, slots=True)
class Outcome:
    """What happened in one round, as recorded. ``kind`` is ``type`` in JSON."""

    kind: str
    wins: tuple[Claim, ...] = ()
    riichi: tuple[int, ...] = ()
    tenpai: tuple[int, ...] = ()
    nagashi: tuple[int, ...] = ()
    reason: str | None = None
    seat: int | None = None
    points: int | None = None
    deltas: tuple[int, ...] = ()
    stop: bool = False
    time_up: bool = False


@dataclass(frozen=True, slots=True)
class Transfer:
    """An amount (always positive) that one seat hands to another. ``None`` is the table's pot."""

    payer: int | None
    payee: int | None
    amount: Score
    kind: str
    """``hand``, ``pao``, ``honba``, ``sticks``, ``riichi`` (a deposit), ``tenpai``, ``nagashi``,
    ``chombo``, ``adjust`` …"""


@dataclass(frozen=True, slots=True)
class Valued:
    """A win with its worth. ``data`` is what ``replay`` and ``score`` print of it, JSON-ready:
    riichi han, fu, yakuman, limit; hongkong faan, limit; zungjung points.
    """

    winner: int
    source: int | None
    points: Score
    patterns: tuple[tuple[str, int], ...] | None
    data: Mapping[str, Any]
    explanation: Any = None
    """The variety's own account of the value (``None`` when only a figure was entered)."""


@dataclass(frozen=True, slots=True)
class State:
    """Where a game stands between rounds. Varieties subclass it for what only they track.

    ``number`` is the hand's number in its wind, from 1; seats are numbered by starting wind, so the
    dealer is always seat ``number - 1``. ``hands`` counts finished hands.
    """

    wind: int
    number: int
    honba: int
    sticks: int
    scores: tuple[Score, ...]
    hands: int = 0
    finished: bool = False
    reason: str | None = None

    @property
    def dealer(self) -> int:
        return self.number - 1

    @property
    def label(self) -> str:
        """``"E1"`` … ``"N4"``."""
        return f"{WINDS[self.wind]}{self.number}"

    def seat_wind(self, seat: int) -> int:
        """0 = East … 3 = North, for this hand."""
        return (seat - self.dealer) % len(self.scores)


@dataclass(frozen=True, slots=True)
class Step:
    """One round applied: the state it met, what was paid, the state it left."""

    before: State
    outcome: Outcome
    after: State
    deltas: tuple[Score, ...]
    transfers: tuple[Transfer, ...] = ()
    wins: tuple[Valued, ...] = ()
    may_stop: bool = False
    """The rules leave it to the dealer whether the game ends here (``stop``)."""
    notes: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    """English templates with their parameters, for what the table should know
    (a clipped fan, an adjustment that does not sum to zero)."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """The end of a game. Every tuple has one entry per seat.

    ``total`` and ``lines`` are exact, in the ruleset's own points; ``unit`` is how many of them
    make one printed point (1000 for riichi totals, 1 otherwise). ``money`` is in whole units of
    money (or exact fractions where the rate makes them), ``None`` where nothing is paid.
    """

    places: tuple[int, ...]
    scores: tuple[Score, ...]
    points: tuple[Score, ...]
    total: tuple[Score, ...]
    unit: int = 1
    uma: tuple[Score, ...] | None = None
    oka: tuple[Score, ...] | None = None
    money: tuple[Score, ...] | None = None
    transfers: tuple[tuple[int, int, Score], ...] = ()
    lines: tuple[tuple[str, tuple[Score, ...]], ...] = ()
    """The working, in order, each a name and a figure per seat: ``("score", …)``, ``("uma", …)``,
    ``("oka", …)``, ``("rounding", …)``, ``("yakitori", …)`` … Only what is not all zero. They add
    up to ``total`` where the variety's settlement is a sum."""
    unbalanced: tuple[tuple[str, Score], ...] = ()
    """Why ``total`` does not sum to zero: ``("lost-sticks", -1000)``, ``("adjustment", 500)`` …"""
    money_balance: Score = 0
    """What first place takes (or gives, negative) so that ``money`` sums to zero all the same."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A published ruleset as complete data: every option, the edition, where it is written."""

    key: str
    name: str
    edition: str
    source: str
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One rule option, for forms, for error messages and for the docs."""

    key: str
    kind: str
    """``bool``, ``int``, ``choice``, ``list`` (several of ``choices``), ``ints`` (one per place),
    ``json``; ``amount`` (money, exact: 2, 0.5, "0.5", "1/3")."""
    default: Any
    choices: tuple[Any, ...] = ()
    nullable: bool = False
    minimum: int | None = None
    maximum: int | None = None
    group: str = ""
    label: str = ""
    help: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    """What its choices are called, where their keys are no words of this game."""


@dataclass(frozen=True, slots=True)
class TimeUp:
    """What follows when a table's clock has run out."""

    words: str
    noted: bool = False
    """The hand being played is recorded with ``time_up``; what follows then follows by itself."""
    ends_by_hand: bool = False
    """The players end the game themselves (a round of kind ``end``)."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A game played from its first round: every step, and the settlement once it is finished."""

    rules: Any
    start: State
    steps: tuple[Step, ...]
    settlement: Settlement | None

    @property
    def state(self) -> State:
        return self.steps[-1].after if self.steps else self.start


class Variety(ABC):
    """One kind of mahjong. Sessions, commands and pages talk to this and never ask which it is."""

    key: ClassVar[str]
    name: ClassVar[str]
    native_name: ClassVar[str]
    default_preset: ClassVar[str]
    presets: Mapping[str, Preset]
    credits: ClassVar[str] = ""
    """Whose work the game is, where its source asks that they be named: shown wherever the app
    presents it."""

    # -- rules ------------------------------------------------------------------------------
    @abstractmethod
    def option_specs(self) -> tuple[OptionSpec, ...]:
        """Every option in the order a form shows them."""

    @abstractmethod
    def rules(self, preset: str | None, options: Mapping[str, Any]) -> Any:
        """The frozen rules: the preset's options (``None`` = the variety's default preset),
        overridden. ``ScoringError`` with field ``preset`` or ``options.<key>`` naming what is
        allowed."""

    @abstractmethod
    def options(self, rules: Any) -> dict[str, Any]:
        """The complete options of ``rules``, JSON-ready; ``rules(None, options(r)) == r``."""

    @abstractmethod
    def players(self, rules: Any) -> int:
        """How many sit at the table."""

    @abstractmethod
    def deals(self, rules: Any) -> int:
        """How many hands a game has in which no dealer stays; of a game without an end, one round
        of every wind."""

    def uses_chips(self, rules: Any) -> bool:
        """Whether chips are counted at the end (``settle``'s ``chips``)."""
        return False

    # -- the game ---------------------------------------------------------------------------
    @abstractmethod
    def start(self, rules: Any, start: Mapping[str, Any] | None = None) -> State:
        """The state before the first round, or that of a game taken up in the middle."""

    @abstractmethod
    def apply(self, rules: Any, state: State, outcome: Outcome) -> Step:
        """Play one round. ``ScoringError`` where the outcome contradicts itself or the rules."""

    @abstractmethod
    def settle(self, rules: Any, state: State, chips: Sequence[int] | None = None) -> Settlement:
        """Places, totals and money of a finished state."""

    def places(self, rules: Any, scores: Sequence[Score]) -> tuple[int, ...]:
        """Everybody's place by these scores, from 1; equal scores share one."""
        return tuple(1 + sum(other > score for other in scores) for score in scores)

    answers_needs: ClassVar[bool] = False
    """Whether it can say what everybody needs: ``needs``."""

    def needs(
        self,
        rules: Any,
        state: State,
        declared: Sequence[int],
        names: Sequence[str],
        gettext: Translate = str,
    ) -> Any:
        """What each player needs to reach each better place in the hand being played, in a shape of
        the variety's own (its template draws it); ``None`` where there is nothing to say.
        ``declared``: seats whose riichi stick lies on the table."""
        return None

    def nears_end(self, rules: Any, state: State) -> bool:
        """Whether the game is in its last two hands, when everybody asks what they need."""
        return False

    # -- the clock --------------------------------------------------------------------------
    def time_limit(self, rules: Any) -> int | None:
        """How many minutes a game of these rules has; ``None`` where they set no clock."""
        return None

    def time_up(self, rules: Any, state: State, gettext: Translate = str) -> TimeUp:
        """What it means in the hand being played that the clock has run out."""
        return TimeUp(gettext("Finish this hand, then end the game."), ends_by_hand=True)

    # -- what may have been recorded instead: see scoring.slips ---------------------------------
    @abstractmethod
    def figure(self, win: Valued) -> Mapping[str, Any]:
        """What a win is worth as one enters it without tiles: its ``value`` in a game record."""

    @abstractmethod
    def values(self, rules: Any, self_draw: bool) -> Iterable[Mapping[str, Any]]:
        """Every ``value`` a win may be entered with."""

    @abstractmethod
    def steps_apart(self, one: Mapping[str, Any], other: Mapping[str, Any]) -> int:
        """How far the keys of two values lie from each other: 3 han 30 fu and 4 han 30 fu by 1."""

    @abstractmethod
    def otherwise(self, rules: Any, step: Step) -> Iterable[tuple[str, Outcome]]:
        """What a round may have been, one slip away from how it was recorded, each with its kind;
        the values of wins apart."""

    @abstractmethod
    def forgotten(self, rules: Any, state: State) -> Iterable[Outcome]:
        """What a round played here that nobody recorded may have been; wins at the usual value."""

    def mispaid(self, rules: Any, step: Step) -> Iterable[tuple[str, tuple[Score, ...]]]:
        """What may have been handed over instead of what the round pays, each with its kind."""
        return ()

    # -- statistics -------------------------------------------------------------------------
    @abstractmethod
    def counts(self, game: Replay, seat: int) -> Mapping[str, Score]:
        """What a finished game adds to the statistics of whose seat this is: only sums."""

    @abstractmethod
    def feats(self, game: Replay) -> Iterable[Feat]:
        """What is remembered of a finished game: best hands, longest deals, limit hands."""

    @abstractmethod
    def feat_text(
        self, kind: str, figure: int, data: Mapping[str, Any], gettext: Translate = str
    ) -> str:
        """A feat in words, without whose it is: "Daisangen, 32,000", "5 deals in a row"."""

    @abstractmethod
    def statistics(self, counted: Mapping[str, Score], gettext: Translate = str) -> Statistics:
        """The rates and distributions that ``counts``, summed up, give to show."""

    # -- a lone hand ------------------------------------------------------------------------
    @abstractmethod
    def score(self, rules: Any, hand: Mapping[str, Any]) -> dict[str, Any]:
        """The ``score`` command's answer for one lone hand (``round``, ``seat``, ``tsumo`` …)."""

    # -- words ------------------------------------------------------------------------------
    @abstractmethod
    def sentence(self, step: Step, names: Sequence[str], gettext: Translate = str) -> str:
        """The round as one plain sentence, without its number: "Aki ron off Ben, 3 han 40 fu,
        5200 + 300, takes 1 stick"."""

    @abstractmethod
    def call(self, step: Step, gettext: Translate = str) -> str:
        """How the win is announced ("3900 は 4200", "5 fan 五番"); empty where nothing is said."""

    def call_reading(self, step: Step) -> str:
        """How the call sounds at the table, in its own language, for those who learn it; empty
        where the call says so itself."""
        return ""

    @abstractmethod
    def summary(self, rules: Any, gettext: Translate = str) -> str:
        """The rules in one short line, to choose by: "4 players, hanchan, uma 12-4"."""

    def table_name(self, rules: Any, gettext: Translate = str) -> str:
        """What such a table is called ("1-4 fan, stake 48"); empty where tables have no name."""
        return ""

    def sheet(self, game: Replay) -> Sequence[Any]:
        """The lines of the game's own score sheet; none where it is written as any other."""
        return ()

    def wind_name(self, wind: int, gettext: Translate = str) -> str:
        """A seat by its wind: "East", 東家."""
        return gettext(("East", "South", "West", "North")[wind])

    def round_name(self, state: State, gettext: Translate = str) -> str:
        """ "East 2", 東2局"""
        names = ("East {number}", "South {number}", "West {number}", "North {number}")
        return gettext(names[state.wind]).format(number=state.number)

    def round_text(self, state: State, gettext: Translate = str) -> str:
        """The round in full: "East 2, 1 honba" where honba are counted."""
        return self.round_name(state, gettext)

    def round_mark(self, state: State, gettext: Translate = str) -> str:
        """The round as history numbers it: "East 2-1" where honba are counted."""
        return self.round_name(state, gettext)


# -- reading and writing outcomes ---------------------------------------------------------------

_FIELDS: Mapping[str, frozenset[str]] = {
    "win": frozenset({"wins", "riichi"}),
    "draw": frozenset({"tenpai", "riichi", "nagashi"}),
    "abort": frozenset({"reason", "riichi"}),
    "penalty": frozenset({"reason", "seat", "points", "riichi"}),
    "adjust": frozenset({"deltas", "reason"}),
    "end": frozenset({"reason"}),
}
_COMMON = frozenset({"type", "stop", "time_up"})
_CLAIM = frozenset({"winner", "from", "value", "hand", "liable", "responsible"})


def parse_outcome(data: Any, players: int) -> Outcome:
    """A round of a game record, checked for shape only: types, seats, unknown fields.

    Whether it may happen under the rules is for ``Variety.apply``.
    """
    if not isinstance(data, Mapping):
        raise ScoringError("", "a round must be an object")
    kind = data.get("type")
    if kind not in KINDS:
        raise ScoringError("type", "unknown type; one of {allowed}", allowed=", ".join(KINDS))
    unknown = sorted(set(map(str, data)) - _COMMON - _FIELDS[kind])
    if unknown:
        raise ScoringError(unknown[0], "a {kind} has no field {name}", kind=kind, name=unknown[0])
    wins = data.get("wins", [])
    if kind == "win" and (not isinstance(wins, list) or not wins):
        raise ScoringError("wins", "say who won")
    if kind == "win" and len(wins) > players:
        raise ScoringError("wins", "there are {most} at most", most=players - 1)
    return Outcome(
        kind=kind,
        wins=tuple(_claim(win, i, players) for i, win in enumerate(wins)),
        riichi=seats(data.get("riichi", []), "riichi", players),
        tenpai=seats(data.get("tenpai", []), "tenpai", players),
        nagashi=seats(data.get("nagashi", []), "nagashi", players),
        reason=_text(data.get("reason"), "reason"),
        seat=None if data.get("seat") is None else seat(data["seat"], "seat", players),
        points=None if data.get("points") is None else integer(data["points"], "points"),
        deltas=tuple(_deltas(data.get("deltas"), players)) if kind == "adjust" else (),
        stop=_flag(data.get("stop", False), "stop"),
        time_up=_flag(data.get("time_up", False), "time_up"),
    )


def _claim(data: Any, index: int, players: int) -> Claim:
    at = f"wins.{index}"
    if not isinstance(data, Mapping):
        raise ScoringError(at, "a win must be an object")
    unknown = sorted(set(map(str, data)) - _CLAIM)
    if unknown:
        raise ScoringError(f"{at}.{unknown[0]}", "a win has no field {name}", name=unknown[0])
    if (data.get("value") is None) == (data.get("hand") is None):
        raise ScoringError(f"{at}.value", "give the value or the tiles of the hand, one of them")
    for key in ("value", "hand"):
        if data.get(key) is not None and not isinstance(data[key], Mapping):
            raise ScoringError(f"{at}.{key}", "must be an object")
    winner = seat(data.get("winner"), f"{at}.winner", players)
    source = None if data.get("from") is None else seat(data["from"], f"{at}.from", players)
    if source == winner:
        raise ScoringError(f"{at}.from", "the winner cannot win off their own discard")
    responsible: int | str | None = ABSENT
    if "responsible" in data:
        who = data["responsible"]
        responsible = None if who is None else seat(who, f"{at}.responsible", players)
    return Claim(
        winner=winner,
        source=source,
        value=data.get("value"),
        hand=data.get("hand"),
        liable=_liable(data.get("liable"), f"{at}.liable", players),
        responsible=responsible,
    )


def _liable(data: Any, at: str, players: int) -> int | Mapping[str, int] | None:
    if data is None:
        return None
    if isinstance(data, Mapping):
        return {str(name): seat(who, f"{at}.{name}", players) for name, who in data.items()}
    return seat(data, at, players)


def _deltas(data: Any, players: int) -> Iterable[int]:
    if not isinstance(data, list) or len(data) != players:
        raise ScoringError("deltas", "give one figure for each of the {n} players", n=players)
    return [integer(figure, f"deltas.{i}") for i, figure in enumerate(data)]


LIMIT = 10**9
"""No figure at a table is larger; anything beyond is a slip or an attack."""


def integer(data: Any, at: str, minimum: int = -LIMIT, maximum: int = LIMIT) -> int:
    """A whole number in range, or a ``ScoringError`` at ``at``."""
    if isinstance(data, bool) or not isinstance(data, int):
        raise ScoringError(at, "must be a whole number")
    if not minimum <= data <= maximum:
        raise ScoringError(
            at, "must be between {minimum} and {maximum}", minimum=minimum, maximum=maximum
        )
    return data


def seat(data: Any, at: str, players: int) -> int:
    """A seat number, 0 to players − 1."""
    if isinstance(data, bool) or not isinstance(data, int) or not 0 <= data < players:
        raise ScoringError(at, "must be a seat from 0 to {last}", last=players - 1)
    return data


def seats(data: Any, at: str, players: int) -> tuple[int, ...]:
    """Different seats, in seat order."""
    if not isinstance(data, list):
        raise ScoringError(at, "must be a list of seats")
    found = [seat(item, f"{at}.{i}", players) for i, item in enumerate(data)]
    if len(set(found)) != len(found):
        raise ScoringError(at, "names a seat twice")
    return tuple(sorted(found))


def _flag(data: Any, at: str) -> bool:
    if not isinstance(data, bool):
        raise ScoringError(at, "must be true or false")
    return data


def _text(data: Any, at: str) -> str | None:
    if data is not None and not isinstance(data, str):
        raise ScoringError(at, "must be text")
    return data


def dump_outcome(outcome: Outcome) -> dict[str, Any]:
    """The round as the game record writes it; ``parse_outcome`` reads it back to the same."""
    data: dict[str, Any] = {"type": outcome.kind}
    if outcome.kind in ("win", "draw", "abort", "penalty"):
        data["riichi"] = list(outcome.riichi)
    if outcome.kind == "win":
        data["wins"] = [_dump_claim(claim) for claim in outcome.wins]
    if outcome.kind == "draw":
        data["tenpai"] = list(outcome.tenpai)
    if outcome.nagashi:
        data["nagashi"] = list(outcome.nagashi)
    if outcome.deltas:
        data["deltas"] = list(outcome.deltas)
    for key in ("reason", "seat", "points"):
        if getattr(outcome, key) is not None:
            data[key] = getattr(outcome, key)
    for key in ("stop", "time_up"):
        if getattr(outcome, key):
            data[key] = True
    return data


def _dump_claim(claim: Claim) -> dict[str, Any]:
    data: dict[str, Any] = {"winner": claim.winner, "from": claim.source}
    if claim.value is not None:
        data["value"] = dict(claim.value)
    if claim.hand is not None:
        data["hand"] = dict(claim.hand)
    if claim.liable is not None:
        liable = claim.liable
        data["liable"] = dict(liable) if isinstance(liable, Mapping) else liable
    if claim.responsible != ABSENT:
        data["responsible"] = claim.responsible
    return data


# -- replay -------------------------------------------------------------------------------------


def play(
    variety: Variety,
    rules: Any,
    outcomes: Sequence[Outcome],
    start: Mapping[str, Any] | None = None,
    chips: Sequence[int] | None = None,
) -> Replay:
    """Play a game from its first round to its end, or as far as it was recorded.

    Rounds after the end are left unplayed: ``len(outcomes) - len(steps)`` of them. ``ScoringError``
    carries the place of the round: ``rounds.7.tenpai``.
    """
    begun = Replay(rules=rules, start=variety.start(rules, start), steps=(), settlement=None)
    return play_on(variety, begun, outcomes, chips)


def play_on(
    variety: Variety,
    played: Replay,
    outcomes: Sequence[Outcome],
    chips: Sequence[int] | None = None,
) -> Replay:
    """``play`` of a game whose first rounds are played already: on with ``outcomes``."""
    rules, state, steps = played.rules, played.state, [*played.steps]
    for index, outcome in enumerate(outcomes, len(steps)):
        if state.finished:
            break
        try:
            step = variety.apply(rules, state, outcome)
        except ScoringError as error:
            raise error.at(f"rounds.{index}") from None
        steps.append(step)
        state = step.after
    settlement = variety.settle(rules, state, chips) if state.finished else None
    return replace(played, steps=tuple(steps), settlement=settlement)


def replay(
    variety: Variety,
    rules: Any,
    outcomes: Sequence[Outcome],
    start: Mapping[str, Any] | None = None,
    chips: Sequence[int] | None = None,
) -> Replay:
    """``play``, where a round after the end of the game is an error that names it."""
    played = play(variety, rules, outcomes, start, chips)
    index = len(played.steps)
    if index < len(outcomes):
        raise ScoringError(
            f"rounds.{index}",
            "round {number} comes after the end of the game ({reason})",
            number=index + 1,
            reason=played.state.reason,
        )
    return played


def with_scores(state: State, deltas: Sequence[Score], **changes: Any) -> Any:
    """The state with ``deltas`` added to the scores, and other fields changed."""
    scores = tuple(a + b for a, b in zip(state.scores, deltas, strict=True))
    return replace(state, scores=scores, **changes)


def adjustment(deltas: Sequence[Score]) -> tuple[Transfer, ...]:
    """A correction of the scores as transfers from the pot and into it."""
    return tuple(
        Transfer(None, seat, delta, "adjust")
        if delta > 0
        else Transfer(seat, None, -delta, "adjust")
        for seat, delta in enumerate(deltas)
        if delta
    )


def next_claim(wins: Sequence[Claim], players: int) -> int:
    """Where one alone may win: who of several that claim a discard is next in turn after it.
    ``ScoringError`` where they are no claims to the same tile."""
    source = wins[0].source
    if source is None or any(claim.source != source for claim in wins):
        raise ScoringError("wins", "one player wins a hand: who drew or claimed the tile?")
    return min((claim.winner for claim in wins), key=lambda seat: (seat - source) % players)


def deltas_of(transfers: Iterable[Transfer], players: int) -> tuple[Score, ...]:
    """What each seat gains or loses by ``transfers``; the pot is nobody's."""
    deltas: list[Score] = [0] * players
    for transfer in transfers:
        if transfer.payer is not None:
            deltas[transfer.payer] -= transfer.amount
        if transfer.payee is not None:
            deltas[transfer.payee] += transfer.amount
    return tuple(deltas)
