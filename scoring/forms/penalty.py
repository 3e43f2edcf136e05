"""A foul that the rules price, or points off the result by the referee."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.base import Choice, RoundForm, SeatField, Target
from scoring.preview import Position, Tag

REFEREE = "referee"


class PenaltyForm(RoundForm):
    """Whose penalty it is. What a foul costs, the rules of the table say."""

    kind = "penalty"
    has_pads = True
    foul: ClassVar[str]
    """The game's own foul, as the record names it, …"""
    foul_name: ClassVar[Any]
    """… as a heading, …"""
    foul_word: ClassVar[Any]
    """… in a seat, …"""
    foul_question: ClassVar[Any]
    foul_help: ClassVar[Any]
    """… and what comes of it, in a few words."""
    reason = forms.CharField(required=False, max_length=12)
    seat = SeatField()
    points = forms.IntegerField(required=False, min_value=1)

    @property
    def is_written(self) -> bool:
        return self.by_referee

    @property
    def by_referee(self) -> bool:
        return self.cleaned_data.get("reason") == REFEREE

    @property
    def title(self) -> str:
        return _("Penalty") if self.by_referee else str(self.foul_name)

    @property
    def question(self) -> str:
        if self.cleaned_data.get("seat") is None:
            return _("Whose penalty is it?") if self.by_referee else str(self.foul_question)
        if self.by_referee and self.cleaned_data.get("points") is None:
            return _("How many points off the result?")
        return ""

    @property
    def asked(self) -> str:
        return "seat" if self.cleaned_data.get("seat") is None else "points"

    def told(self) -> dict[str, Any]:
        seat = self.cleaned_data["seat"]
        if self.by_referee:
            return {"reason": REFEREE, "seat": seat, "points": self.cleaned_data["points"]}
        return {"reason": self.foul, "seat": seat}

    def target(self, seat: int) -> Target:
        chosen = self.cleaned_data.get("seat")
        return Target("seat", str(seat), self._word, checked=seat == chosen, asked=chosen is None)

    def part(self, seat: int) -> Tag | None:
        return Tag("paid", self._word, None) if seat == self.cleaned_data.get("seat") else None

    @property
    def _word(self) -> str:
        """What a seat is tapped for."""
        return _("penalty") if self.by_referee else str(self.foul_word)

    @classmethod
    def choices(cls, rules: Any) -> list[Choice]:
        referee = _("points off the result, by the referee")
        return [
            Choice(str(cls.foul_name), str(cls.foul_help), {"reason": cls.foul}),
            Choice(_("Penalty"), referee, {"reason": REFEREE}),
        ]

    @property
    def kept(self) -> list[tuple[str, str]]:
        return [("reason", self.cleaned_data.get("reason") or self.foul)]

    @classmethod
    def typed(cls, outcome: Mapping[str, Any], position: Position) -> dict[str, list[str]]:
        names = ("reason", "seat", "points")
        given = {name: [str(outcome[name])] for name in names if outcome.get(name) is not None}
        return {**super().typed(outcome, position), **given}


class FalseWin(PenaltyForm):
    """詐糊: a win declared on a hand that is none."""

    words = "false-win"
    foul = "false-win"
    foul_name = gettext_lazy("False win")
    foul_word = gettext_lazy("false win")
    foul_question = gettext_lazy("Who declared a false win?")
    foul_help = gettext_lazy("a win on a hand that is none: pays the others, dealt again")
