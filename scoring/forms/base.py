"""The forms a round is entered with: what they have in common, whichever game is played.

A form is always bound: to what a link or a remembered choice presets, then to what has been typed.
It knows the position it is for, says what is still to be asked, and makes the round of the game
record. Whether that round may happen is the engine's to say.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scoring import figures
from scoring.errors import ScoringError
from scoring.game import Score, Transfer, Valued
from scoring.preview import Label, Place, Position, Preview, Tag, preview, still

SEATS = tuple((str(seat), str(seat)) for seat in range(4))


class SeatField(forms.TypedChoiceField):
    """One seat, or ``None``."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=SEATS, coerce=int, empty_value=None, required=False, **kwargs)


class SeatsField(forms.TypedMultipleChoiceField):
    """Any number of seats."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=SEATS, coerce=int, empty_value=[], required=False, **kwargs)


# -- what a template draws ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a pad: one choice of a field. A key that is not ``live`` cannot be chosen; tapped,
    it says why."""

    name: str
    value: str
    label: str
    checked: bool = False
    live: bool = True
    kind: str = "radio"
    """``radio`` or ``checkbox``."""
    small: str = ""
    person: bool = False
    """The label is somebody's name."""

    @property
    def id(self) -> str:
        return f"{self.name}-{self.value}"


@dataclass(frozen=True, slots=True)
class Row:
    """A line of keys with its question; long labels take more lines."""

    label: str
    keys: Sequence[Key]
    spot: str = ""
    """The part of the form an error is shown at."""
    most: int = 5
    """Keys on one line."""

    @property
    def columns(self) -> int:
        return min(len(self.keys), self.most)


@dataclass(frozen=True, slots=True)
class Choice:
    """A line of the page of what seldom happens: where it leads, and in a few words what it is."""

    label: str
    help: str
    query: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tally:
    """What has been counted together so far, for the dock."""

    items: Sequence[str]
    total: str
    unit: str
    notes: Sequence[str] = ()
    """What was ticked and does not count, and why; what the table asks for."""


@dataclass(frozen=True, slots=True)
class Target:
    """What tapping a seat of the compass chooses, in a word (``discards``), which stands in the
    seat while it is ``asked``; ``locked`` cannot be taken back."""

    name: str
    value: str
    word: str
    checked: bool = False
    asked: bool = False
    kind: str = "radio"
    locked: bool = False

    @property
    def id(self) -> str:
        return f"{self.name}-{self.value}"


@dataclass(frozen=True, slots=True)
class Charges:
    """What every value that a way's pads can give costs, for a phone that has lost the server.

    ``rows``: the values of ``fields`` joined by ``join`` (``+``: their sum) to what is said for a
    discard, a discard to the dealer, a self-draw and one of the dealer; ``None`` = no such hand. A
    value with a row of its own needs no other field (a limit has no fu).
    """

    fields: Sequence[str]
    rows: Mapping[str, Sequence[str | None]]
    join: str = "/"
    usual: Mapping[str, str] = field(default_factory=dict)
    """What is chosen where a choice becomes impossible."""


# -- forms ----------------------------------------------------------------------------------


class RoundForm(forms.Form):
    """One round as it is being entered.

    ``typing``: what no longer fits an earlier choice is put right as one goes on (a fu that the new
    han does not have). A round to be recorded is taken as it is.
    """

    kind: ClassVar[str]
    has_pads: ClassVar[bool] = False
    """Whether a template ``_<kind>.html`` goes with the form."""
    words: ClassVar[str] = ""
    """What a tap explains here: keys of the glossary, a dot between."""
    data: QueryDict
    stop = forms.BooleanField(required=False)
    time_up = forms.BooleanField(required=False)

    def __init__(self, position: Position, data: QueryDict, *, typing: bool = True) -> None:
        super().__init__(data)
        self.position = position
        self.typing = typing
        self.full_clean()

    # -- what subclasses answer --

    @property
    @abstractmethod
    def title(self) -> str:
        """The heading: what is being entered."""

    @property
    def question(self) -> str:
        """What is still to be said before there is a round; empty when there is one."""
        return ""

    @abstractmethod
    def told(self) -> dict[str, Any]:
        """What the form says of the round, beside its type."""

    def target(self, seat: int) -> Target | None:
        """What tapping this seat chooses; ``None`` = nothing."""
        return None

    def part(self, seat: int) -> Tag | None:
        """What has been said of this seat already, for as long as there is no preview to say it."""
        return None

    @property
    def is_written(self) -> bool:
        """Whether its pads have text to type: they stay as they are while previews come and go."""
        return False

    @property
    def hint(self) -> str:
        """What can be done here, where the question would stand."""
        return ""

    @property
    def options(self) -> list[Row]:
        """Lines for the panel of what is seldom needed."""
        return []

    @property
    def tally(self) -> Tally | None:
        """What the dock counts together; with it the dock says, too, what is still to be said or
        cannot be."""
        return None

    def figure(self, amount: Score) -> str:
        """A sum as the players of this game read it."""
        return figures.score(amount)

    def total(self, shown: Preview) -> str:
        """What the key that records it says: what the winners are paid; empty for nothing."""
        return self.figure(shown.total) if shown.total else ""

    def labels(self, shown: Preview) -> Sequence[Label]:
        """What stands at the arrows and in the middle of them."""
        return shown.labels

    def asks(self, shown: Preview) -> list[Row]:
        """Lines that this very round brings up."""
        return [self._stop_row()] if shown.may_stop else []

    @classmethod
    def choices(cls, rules: Any) -> list[Choice]:
        """How the form is offered where everything seldom is listed; empty: it has its own key."""
        return []

    @classmethod
    def typed(cls, outcome: Mapping[str, Any], position: Position) -> dict[str, list[str]]:
        """The fields that would have given this round, for editing it."""
        return {name: ["on"] for name in ("stop", "time_up") if outcome.get(name)}

    def objection(self, name: str, value: str) -> ScoringError | None:
        """What speaks against choosing ``value`` for a field."""
        return None

    # -- what all share --

    @property
    def declared(self) -> list[int]:
        """Seats whose riichi stick lies on the table."""
        found: list[int] = self.cleaned_data.get("riichi", [])
        return found

    @property
    def option_spots(self) -> list[str]:
        return [row.spot for row in self.options]

    @property
    def round_text(self) -> str:
        """ "East 2, 1 honba" """
        return self.position.variety.round_text(self.position.state, _)

    def outcome(self) -> dict[str, Any]:
        """The round as the game record writes it. ``ScoringError`` where it is incomplete."""
        for name in self.errors:
            raise ScoringError(name, "this cannot be read; choose again")
        if self.question:
            raise ScoringError(self.asked, self.question)
        flags = {name: True for name in ("stop", "time_up") if self.cleaned_data.get(name)}
        return {"type": self.kind, **self.told(), **flags}

    @property
    def asked(self) -> str:
        """The field the question is about."""
        return ""

    def spot(self, path: str) -> str:
        """The part of the page an engine's field belongs to: the row of that name, or the seats."""
        return path.rsplit(".", 1)[-1]

    @property
    def way(self) -> str:
        """How the value was entered, to be offered first the next time; empty where none was."""
        return ""

    @property
    def put_by(self) -> list[tuple[str, str]]:
        """Fields that are kept while they have no key."""
        return []

    def name(self, seat: int) -> str:
        return self.position.names[seat]

    def others(self, *but: int) -> Iterator[int]:
        return (seat for seat in range(self.position.players) if seat not in but)

    def seat_keys(
        self, name: str, seats: Iterable[int], chosen: Iterable[int], kind: str = "checkbox"
    ) -> list[Key]:
        """A key for each of these players."""
        return [
            Key(
                name=name,
                value=str(seat),
                label=self.name(seat),
                checked=seat in chosen,
                kind=kind,
                person=True,
            )
            for seat in seats
        ]

    def switch(self, name: str, label: str) -> list[Key]:
        """One key that is on or off."""
        return [Key(name, "on", label, checked=self.cleaned_data.get(name, False), kind="checkbox")]

    def _stop_row(self) -> Row:
        dealer = self.name(self.position.state.dealer)
        label = _("{name} ends the game").format(name=dealer)
        return Row(_("dealer"), self.switch("stop", label), spot="stop")


class AdjustForm(RoundForm):
    """A correction of the scores: one figure a seat."""

    kind = "adjust"
    has_pads = True
    reason = forms.CharField(required=False, max_length=80)

    def __init__(self, position: Position, data: QueryDict, *, typing: bool = True) -> None:
        super().__init__(position, data, typing=typing)
        self.figures = [_read_figure(text) for text in self.texts]

    @property
    def is_written(self) -> bool:
        return True

    @property
    def texts(self) -> list[str]:
        return [str(self.data.get(f"delta{seat}", "")) for seat in range(self.position.players)]

    @property
    def title(self) -> str:
        return _("Adjust the scores")

    @property
    def question(self) -> str:
        if None in self.figures:
            return _("Give each player a whole number, for example −1000.")
        return "" if any(self.figures) else _("By how much does each score change?")

    @property
    def asked(self) -> str:
        return "deltas"

    def told(self) -> dict[str, Any]:
        reason = self.cleaned_data["reason"].strip()
        return {"deltas": self.figures, **({"reason": reason} if reason else {})}

    @classmethod
    def choices(cls, rules: Any) -> list[Choice]:
        return [Choice(_("Adjust the scores"), _("a miscount, a lost stick: a figure for each"))]

    @property
    def entries(self) -> list[tuple[int, str, str]]:
        """Each seat with its player and what was typed for it."""
        return [(seat, self.name(seat), text) for seat, text in enumerate(self.texts)]

    @classmethod
    def typed(cls, outcome: Mapping[str, Any], position: Position) -> dict[str, list[str]]:
        deltas = {f"delta{seat}": [str(delta)] for seat, delta in enumerate(outcome["deltas"])}
        return {
            **super().typed(outcome, position),
            **deltas,
            "reason": [outcome.get("reason") or ""],
        }


_SIGNS = str.maketrans(
    {"−": "-", "–": "-", "▲": "-", "＋": "+", ",": None, " ": None, "\u00a0": None}
)


def _read_figure(text: str) -> int | None:
    """A change as people write one (−1,000, ▲500, +200); nothing is 0, nonsense is ``None``."""
    plain = text.translate(_SIGNS)
    if not plain:
        return 0
    digits = plain[1:] if plain[0] in "+-" else plain
    return int(plain) if digits.isascii() and digits.isdigit() and len(digits) < 9 else None


class EndForm(RoundForm):
    """The game stops here: agreed, or because the time is up."""

    kind = "end"
    reason = forms.ChoiceField(choices=(("agreed", "agreed"), ("time", "time")), required=False)

    @property
    def title(self) -> str:
        return _("End the game")

    @property
    def question(self) -> str:
        return "" if self.cleaned_data.get("reason") else _("Why does it end?")

    @property
    def asked(self) -> str:
        return "reason"

    def told(self) -> dict[str, Any]:
        return {"reason": self.cleaned_data["reason"]}

    @classmethod
    def choices(cls, rules: Any) -> list[Choice]:
        return [Choice(_("End the game here"), _("all agree, or the time is up"))]

    def asks(self, shown: Preview) -> list[Row]:
        words = {"agreed": _("all agree"), "time": _("time is up")}
        chosen = self.cleaned_data.get("reason")
        keys = [Key("reason", key, word, checked=key == chosen) for key, word in words.items()]
        return [Row(_("why"), keys, spot="reason")]

    @classmethod
    def typed(cls, outcome: Mapping[str, Any], position: Position) -> dict[str, list[str]]:
        return {**super().typed(outcome, position), "reason": [outcome["reason"]]}


# -- wins -----------------------------------------------------------------------------------

SELF = "self"
"""The source of a self-draw."""
ANYONE = "any"
"""Fields of a value that is given before its winner begin with this …"""


def prefix(winner: int | None) -> str:
    """… and then with the winner's seat."""
    return ANYONE if winner is None else f"seat{winner}"


class WayForm(forms.Form):
    """One way of giving a win's value: a tab of the entry screen.

    A new way is a subclass in its variety's list of ways and a template
    ``table/<variety>/_way_<key>.html``, which gets the form as ``way``.
    """

    key: ClassVar[str]
    label: ClassVar[Any]
    compact: ClassVar[bool] = False
    """Whether the compass makes room for the way, once it is known who won off whom."""
    alone: ClassVar[bool] = False
    """Whether its pads can do without the server: ``charges`` says what their values cost."""
    do_not_call_in_templates = True
    """A template lists the classes: they are the tabs."""
    data: QueryDict

    def __init__(self, win: WinForm, winner: int | None) -> None:
        super().__init__(win.data, prefix=prefix(winner))
        self.position = win.position
        self.winner = winner
        self.tsumo = win.off == SELF
        self.typing = win.typing
        self.full_clean()

    @property
    def rules(self) -> Any:
        return self.position.rules

    @property
    def dealer(self) -> bool:
        return self.winner == self.position.state.dealer

    @property
    def question(self) -> str:
        """What is still to be said; empty when the value is complete."""
        return ""

    @property
    def tally(self) -> Tally | None:
        """What has been counted together; ``None`` where the way counts nothing up."""
        return None

    @property
    def says_riichi(self) -> bool:
        """Whether the value itself says that its winner was in riichi."""
        return False

    def objection(self, name: str, value: str) -> ScoringError | None:
        """What speaks against choosing ``value`` for a field of this way."""
        return None

    @abstractmethod
    def claim(self) -> dict[str, Any]:
        """``{"value": …}`` or ``{"hand": …}`` of the game record."""

    @property
    def own(self) -> Collection[str]:
        """The names of its fields, without the prefix."""
        return self.fields

    @property
    def put_by(self) -> Iterator[tuple[str, str]]:
        """What was given in this way, for as long as another is shown."""
        for name in sorted(self.own):
            for value in self.data.getlist(f"{self.prefix}-{name}"):
                yield f"{self.prefix}-{name}", str(value)

    def carried(self, win: Valued) -> dict[str, str]:
        """The fields that give what the hand is worth already, said in another way; none where this
        way asks for more than the figure, or has no keys for it."""
        return {}

    @classmethod
    @abstractmethod
    def typed(cls, win: Mapping[str, Any], position: Position) -> dict[str, Any] | None:
        """The fields that would have given this win's value; ``None`` where this way cannot."""

    @classmethod
    @abstractmethod
    def charges(cls, rules: Any) -> Charges:
        """What its values cost, of a way that is ``alone``."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """One winner (``None``: not known yet) with the way their value is given."""

    seat: int | None
    way: WayForm

    @property
    def name(self) -> str:
        return "" if self.seat is None else self.way.position.names[self.seat]


class WinForm(RoundForm):
    """One or more players win. Each has fields of their own, named by their seat."""

    kind = "win"
    has_pads = True
    ways: ClassVar[tuple[type[WayForm], ...]]
    winner = SeatsField()
    source = forms.ChoiceField(choices=(*SEATS, (SELF, SELF)), required=False)
    show = SeatField()
    """Whose value the pads show."""
    pick = forms.BooleanField(required=False)
    """Asked to choose winners again: a second one, or another."""

    def __init__(self, position: Position, data: QueryDict, *, typing: bool = True) -> None:
        super().__init__(position, data, typing=typing)
        self.winners: list[int] = [
            seat for seat in self.cleaned_data.get("winner", []) if seat < position.players
        ]
        self.data = _given_to(self.winners, data)
        self.claims = [self._claimed(seat) for seat in self.winners]
        if typing:
            self._carry_over()

    def _claimed(self, seat: int | None) -> Claimed:
        key = self.data.get(f"{prefix(seat)}-way") or self.data.get("way")
        return Claimed(seat, self._way(key)(self, seat))

    def _way(self, key: Any) -> type[WayForm]:
        return {way.key: way for way in self.ways}.get(str(key), self.ways[0])

    def _carry_over(self) -> None:
        """Another way was tapped: its key comes after that of the way which was shown. Where it
        can, it begins with what was said in that one."""
        for at, claimed in enumerate(self.claims):
            keys = self.data.getlist(f"{prefix(claimed.seat)}-way")
            if len(keys) < 2 or claimed.way.key == keys[-2]:
                continue
            before = Claimed(claimed.seat, self._way(keys[-2])(self, claimed.seat))
            worth = self._worth(at, before)
            carried = claimed.way.carried(worth) if worth else {}
            if carried:
                self.data = self.data.copy()
                for name, value in carried.items():
                    self.data[f"{claimed.way.prefix}-{name}"] = value
                self.claims[at] = self._claimed(claimed.seat)

    def _worth(self, at: int, claimed: Claimed) -> Valued | None:
        """The win with its worth as it was said before; ``None`` while that was not complete."""
        now, self.claims = self.claims, [*self.claims]
        self.claims[at] = claimed
        try:
            step = preview(self.position, self.outcome(), _).step
        except ScoringError:
            return None
        finally:
            self.claims = now
        wins = step.wins if step else ()
        return next((win for win in wins if win.winner == claimed.seat), None)

    @property
    def off(self) -> int | str | None:
        """The discarder's seat, ``SELF``, or ``None`` while nobody has said."""
        given = self.cleaned_data.get("source")
        return int(given) if given and given != SELF else given or None

    @property
    def shown(self) -> Claimed:
        """The claim whose pads are on the screen: one just added, else the one asked for."""
        fresh = [c for c in self.claims if f"{prefix(c.seat)}-way" not in self.data]
        asked = [c for c in self.claims if c.seat == self.cleaned_data.get("show")]
        found = next(iter([*fresh, *asked, *self.claims]), None)
        return found or self._claimed(None)

    @property
    def way(self) -> str:
        return self.shown.way.key

    @property
    def way_templates(self) -> list[str]:
        """Where the way is drawn: the variety's own first."""
        name = f"_way_{self.way}.html"
        return [f"table/{self.position.variety.key}/{name}", f"table/{name}"]

    @property
    def picking(self) -> bool:
        """Whether tapping a seat now says who won (otherwise: who discarded)."""
        return not self.winners or bool(self.cleaned_data.get("pick"))

    @property
    def compact(self) -> bool:
        """Whether the screen is left to the way of giving the value."""
        return self.shown.way.compact and not self.picking and self.off is not None

    @property
    def tally(self) -> Tally | None:
        return self.shown.way.tally if self.compact else None

    @property
    def question(self) -> str:
        if not self.winners:
            return _("Who won?")
        if self.off is None:
            return _("Who discarded? Self-draw: tap {name} again.").format(
                name=self.name(self.winners[0])
            )
        return next((c.way.question for c in self.claims if c.way.question), "")

    @property
    def asked(self) -> str:
        if not self.winners:
            return "wins.0.winner"
        return "wins.0.from" if self.off is None else "wins.0.value"

    def told(self) -> dict[str, Any]:
        return {"wins": [self.win(claimed) for claimed in self.claims]}

    def win(self, claimed: Claimed) -> dict[str, Any]:
        """One of the record's ``wins``."""
        source = None if self.off == SELF else self.off
        return {"winner": claimed.seat, "from": source, **claimed.way.claim()}

    def target(self, seat: int) -> Target | None:
        if self.picking:
            return self._winner_target(seat)
        if seat in self.winners and len(self.winners) > 1:
            return None
        value, word = (SELF, _("self-draw")) if seat in self.winners else (seat, _("discards"))
        chosen = self.off == value
        return Target("source", str(value), word, checked=chosen, asked=self.off is None)

    def part(self, seat: int) -> Tag | None:
        if seat in self.winners:
            return Tag("won", _("wins"), None)
        return Tag("paid", _("discards"), None) if seat == self.off else None

    def _winner_target(self, seat: int) -> Target | None:
        if seat == self.off:
            return None
        won = seat in self.winners
        return Target("winner", str(seat), _("wins"), checked=won, asked=not won, kind="checkbox")

    @property
    def kept(self) -> list[tuple[str, str]]:
        """Fields that are not on the screen but belong to what was typed."""
        shown = prefix(self.shown.seat)
        pairs = [(f"{shown}-way", self.shown.way.key)]
        if not self.picking:
            pairs += [("winner", str(seat)) for seat in self.winners]
        if self.off is not None and (self.picking or self.compact):
            pairs.append(("source", str(self.off)))
        if self.shown.seat is not None:
            pairs.append(("show", str(self.shown.seat)))
        away = [f"{prefix(seat)}-" for seat in self.winners if prefix(seat) != shown]
        for name, values in self.data.lists():
            if name.startswith(tuple(away)):
                pairs += [(name, str(value)) for value in values]
        return pairs

    @property
    def put_by(self) -> list[tuple[str, str]]:
        """What was said of the winner who is shown in other ways, and beside the value: it is there
        again when its keys are."""
        shown, start = self.shown.way, f"{prefix(self.shown.seat)}-"
        given = {name for name in self.data if name.startswith(start)}
        left = given - {f"{start}{name}" for name in ("way", *shown.own)}
        if not left:
            return []
        others = [way(self, self.shown.seat) for way in self.ways if way.key != shown.key]
        theirs = {f"{start}{name}" for way in others for name in way.own}
        pairs = [pair for way in others for pair in way.put_by]
        for name in sorted(left - theirs):
            pairs += [(name, str(value)) for value in self.data.getlist(name)]
        return [(name, value) for name, value in dict.fromkeys(pairs) if name in left and value]

    def objection(self, name: str, value: str) -> ScoringError | None:
        shown = self.shown
        return shown.way.objection(name.removeprefix(f"{prefix(shown.seat)}-"), value)

    def spot(self, path: str) -> str:
        if ".value" in path or ".hand" in path:
            return "value"
        last = path.rsplit(".", 1)[-1]
        return "seats" if last in ("from", "winner", "wins") else last

    @classmethod
    def typed(cls, outcome: Mapping[str, Any], position: Position) -> dict[str, list[str]]:
        wins = outcome["wins"]
        source = wins[0].get("from")
        typed = {
            **super().typed(outcome, position),
            "winner": [str(win["winner"]) for win in wins],
            "source": [SELF if source is None else str(source)],
        }
        for win in wins:
            for name, value in cls.typed_win(win, position).items():
                values = value if isinstance(value, list) else [value]
                typed[f"{prefix(win['winner'])}-{name}"] = values
        return typed

    @classmethod
    def several(cls, rules: Any) -> bool:
        """Whether more than one may win off the same discard."""
        return False

    @classmethod
    def charges(cls, rules: Any) -> dict[str, Charges]:
        """By way, what its values cost: the ways that can do without the server."""
        return {way.key: way.charges(rules) for way in cls.ways if way.alone}

    @classmethod
    def typed_win(cls, win: Mapping[str, Any], position: Position) -> dict[str, Any]:
        """The fields of one winner, by the first way that can give this value."""
        for way in cls.ways:
            found = way.typed(win, position)
            if found is not None:
                return {"way": way.key, **found}
        return {}


def _given_to(winners: Sequence[int], data: QueryDict) -> QueryDict:
    """A value that was typed before anyone had won belongs to the winner, once there is one."""
    early = [name for name in data if name.startswith(f"{ANYONE}-")]
    if not early or not winners:
        return data
    moved = data.copy()
    for name in early:
        name_there = prefix(winners[0]) + name.removeprefix(ANYONE)
        values = moved.pop(name)
        if name_there not in moved:
            moved.setlist(name_there, values)
    return moved


# -- a form with its preview ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cell:
    """A seat of the entry screen: what would become of it, and what tapping it chooses."""

    place: Place
    target: Target | None


@dataclass(frozen=True, slots=True)
class Draft:
    """A form and what recording it would do, as the page shows it."""

    form: RoundForm
    shown: Preview
    error: ScoringError | None = None
    complete: bool = False

    @property
    def cells(self) -> list[Cell]:
        return [self._cell(place) for place in self.shown.places]

    def _cell(self, place: Place) -> Cell:
        target = self.form.target(place.seat)
        if self.complete or (target and target.asked):
            return Cell(place, target)
        return Cell(replace(place, tag=self.form.part(place.seat)), target)

    @property
    def refusal(self) -> str:
        """What is wrong, in the reader's language."""
        return capfirst(self.error.text(self.form.position.names, _)) if self.error else ""

    @property
    def spot(self) -> str:
        """Where the refusal belongs."""
        return self.form.spot(self.error.field) if self.error else ""

    @property
    def asks(self) -> list[Row]:
        return self.form.asks(self.shown)

    @property
    def put_by(self) -> list[tuple[str, str]]:
        """Fields of the form that have no key on the page now, and may have one again."""
        drawn = {key.name for row in self.asks for key in row.keys}
        return [pair for pair in self.form.put_by if pair[0] not in drawn]

    @property
    def labels(self) -> Sequence[Label]:
        return self.form.labels(self.shown)

    @property
    def total(self) -> str:
        return self.form.total(self.shown)

    @property
    def tally(self) -> Tally | None:
        return self.form.tally

    @property
    def payment(self) -> SafeString:
        """Who pays the winner what, in a few words: "Ben pays 60, the others 30 each"."""
        step = self.shown.step
        if step is None or not step.wins:
            return SafeString()
        return _payment(step.transfers, self.form)

    @property
    def win(self) -> Valued | None:
        """The worth of the win whose value is on the screen, once it has one."""
        seat = self.form.shown.seat if isinstance(self.form, WinForm) else None
        wins = self.shown.step.wins if self.shown.step is not None else ()
        return next((win for win in wins if win.winner == seat), None)


def _payment(transfers: Sequence[Transfer], form: RoundForm) -> SafeString:
    owed: dict[int, Score] = {}
    for transfer in transfers:
        if transfer.payer is not None and transfer.payee is not None:
            owed[transfer.payer] = owed.get(transfer.payer, 0) + transfer.amount
    by_amount: dict[Score, list[int]] = {}
    for payer, amount in owed.items():
        by_amount.setdefault(amount, []).append(payer)
    dearest = sorted(by_amount, reverse=True)
    if len(dearest) == 1 and len(by_amount[dearest[0]]) == form.position.players - 1:
        return format_html(_("each pays {amount}"), amount=form.figure(dearest[0]))
    parts = []
    for amount in dearest:
        payers, said = by_amount[amount], form.figure(amount)
        if len(payers) == 1:
            name = format_html("<bdi>{}</bdi>", form.name(payers[0]))
            parts.append(format_html(_("{name} pays {amount}"), name=name, amount=said))
        else:
            parts.append(format_html(_("the others pay {amount} each"), amount=said))
    return format_html_join(_(", "), "{}", ((part,) for part in parts))


def draft(form: RoundForm, why: str = "") -> Draft:
    """The form with its preview, or with the table as it stands where something is still to be
    said or cannot be.

    ``why`` (``name=value``): a key that cannot be chosen was tapped. The form stays as it is, and
    the answer is what speaks against the key.
    """
    if why:
        return _explained(form, why)
    if form.question:
        return Draft(form, still(form.position, form.declared))
    try:
        shown = preview(form.position, form.outcome(), _)
    except ScoringError as error:
        return Draft(form, still(form.position, form.declared), error=error)
    return Draft(form, shown, complete=True)


def _explained(form: RoundForm, why: str) -> Draft:
    name, _sign, value = why.partition("=")
    refused = form.objection(name, value)
    return replace(draft(form), error=refused) if refused else draft(form)
