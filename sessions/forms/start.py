"""Starting a game: who sits where, under which rules, from which point."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy, gettext_noop

from scoring import figures
from scoring.errors import ScoringError
from scoring.game import WINDS, Variety
from scoring.preview import Position, deposits
from sessions.forms.fields import FigureField, ScoreField
from sessions.services.text import seen
from sessions.words import error_text, refusal

NAME = {"autocapitalize": "words", "autocomplete": "off", "spellcheck": "false", "list": "names"}


class PositionForm(forms.Form):
    """A game taken up in the middle: the round, honba, sticks and scores it begins with."""

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        variety: Variety,
        rules: Any,
        names: Sequence[str] = (),
        start: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, prefix="start")
        self.variety = variety
        self.first = variety.start(rules)
        self.count = variety.players(rules)
        seats = tuple(variety.wind_name(seat, gettext) for seat in range(self.count))
        paid = deposits(Position(variety, rules, self.first, seats), (0,))
        self.stick = int(paid.get(0, 0))
        """What a stick on the table takes off the scores; 0 where none are laid."""
        start = start or {}
        rounds = [f"{wind}{n}" for wind in WINDS for n in range(1, self.count + 1)]
        self.fields["round"] = forms.ChoiceField(
            choices=[(key, self._round_name(key)) for key in rounds],
            label=gettext("Round"),
            initial=start.get("round", rounds[0]),
            required=False,
        )
        for key, label in (("honba", gettext("Honba")), ("sticks", gettext("Sticks on the table"))):
            self.fields[key] = FigureField(
                label=label, minimum=0, maximum=999, required=False, initial=start.get(key, 0)
            )
        scores = start.get("scores") or [None] * self.count
        for seat in range(self.count):
            self.fields[f"score{seat}"] = ScoreField(
                label=names[seat] if seat < len(names) else seats[seat],
                required=False,
                initial=scores[seat],
            )

    def _round_name(self, key: str) -> str:
        state = replace(self.first, wind=WINDS.index(key[0]), number=int(key[1:]))
        return self.variety.round_name(state, gettext)

    @property
    def scores(self) -> list[BoundField]:
        return [self[f"score{seat}"] for seat in range(self.count)]

    @property
    def total(self) -> int:
        """What the scores and sticks of a whole table come to."""
        return int(sum(self.first.scores))

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        scores = [data.get(f"score{seat}") for seat in range(self.count)]
        given = [score is not None for score in scores]
        if any(given) and not all(given) and not self.errors:
            for seat in range(self.count):
                if not given[seat]:
                    self.add_error(f"score{seat}", gettext("Give every score, or none."))
        return data

    def start(self) -> dict[str, Any] | None:
        """The ``start`` of a game record; ``None`` for a game from its first hand."""
        data = self.cleaned_data
        scores = [data.get(f"score{seat}") for seat in range(self.count)]
        if scores[0] is None:
            scores = [int(score) for score in self.first.scores]
        start = {
            "round": data.get("round") or self.first.label,
            "honba": data.get("honba") or 0,
            "sticks": data.get("sticks") or 0,
            "scores": scores,
        }
        from_the_first = {
            "round": self.first.label,
            "honba": 0,
            "sticks": 0,
            "scores": [int(score) for score in self.first.scores],
        }
        return None if start == from_the_first else start

    def refuse(self, error: ScoringError) -> bool:
        """Show an engine's refusal at its field; ``False`` where it is about something else."""
        where, _, rest = error.field.partition(".")
        if where != "start":
            return False
        key, _, seat = rest.partition(".")
        field = f"score{seat or 0}" if key == "scores" else key
        if {"found", "expected"} <= set(error.params):
            error = _by_how_much(error)
        self.add_error(field if field in self.fields else None, error_text(error))
        return True


def _by_how_much(error: ScoringError) -> ScoringError:
    """The refusal of scores that do not add up, with the difference said."""
    off = error.params["found"] - error.params["expected"]
    more = (
        gettext_noop("{refusal}: {n} too much")
        if off > 0
        else gettext_noop("{refusal}: {n} missing")
    )
    return ScoringError(
        error.field, more, refusal=capfirst(refusal(error)), n=figures.score(abs(off))
    )


class StartForm(forms.Form):
    """The names by seat, East first, and how the table is set up."""

    title = forms.CharField(
        max_length=60,
        required=False,
        label=gettext_lazy("Name of the table"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "sentences"}),
    )
    seats = forms.ChoiceField(
        choices=(
            ("written", gettext_lazy("As written")),
            ("drawn", gettext_lazy("Draw the seats")),
            ("rolled", gettext_lazy("Draw and roll")),
        ),
        initial="written",
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        variety: Variety,
        players: int,
        names: Sequence[str] = (),
        title: str = "",
    ) -> None:
        super().__init__(data, initial={"title": title})
        self.players = players
        for seat in range(players):
            self.fields[f"name{seat}"] = forms.CharField(
                max_length=60,
                label=variety.wind_name(seat, gettext),
                initial=names[seat] if seat < len(names) else "",
                widget=forms.TextInput(attrs=NAME),
                error_messages={"required": gettext("Who sits here?")},
            )

    @property
    def names(self) -> list[BoundField]:
        return [self[f"name{seat}"] for seat in range(self.players)]

    def typed_names(self) -> list[str]:
        return [self.cleaned_data[f"name{seat}"] for seat in range(self.players)]

    def clean(self) -> dict[str, Any]:
        sits: dict[str, int] = {}
        for seat in range(self.players):
            name = " ".join(self.cleaned_data.get(f"name{seat}", "").split())
            if name and sits.setdefault(seen(name), seat) != seat:
                self.add_error(
                    f"name{seat}", gettext("{name} sits at the table already").format(name=name)
                )
        return self.cleaned_data

    def refuse(self, error: ScoringError) -> bool:
        """Show a refusal at its seat; ``False`` where it is about something else."""
        where, _, seat = error.field.partition(".")
        if where != "players":
            return False
        field = f"name{seat}"
        self.add_error(field if field in self.fields else None, error_text(error))
        return True
