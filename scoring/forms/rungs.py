"""Giving a win by ticking its patterns: ladders of which one rung counts, and single patterns.

A ladder is a radio group with one radio more that stands for none of it: tapping the chosen rung
chooses that one, so that a tap takes back what a tap gave, without a script.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy

from scoring.forms.base import WayForm, WinForm


@dataclass(frozen=True, slots=True)
class Rung:
    """One pattern. A rung that is not ``live`` cannot be chosen; tapped, it says why."""

    name: str
    value: str
    label: str
    worth: str
    checked: bool = False
    live: bool = True
    native: str = ""
    """The name at the table, below the label in another language."""

    @property
    def id(self) -> str:
        return f"{self.name}-{self.value}"


@dataclass(frozen=True, slots=True)
class Ladder:
    """Patterns of which a hand has one at most; a single one is switched on and off."""

    name: str
    rungs: Sequence[Rung]

    @property
    def joined(self) -> bool:
        return len(self.rungs) > 1

    @property
    def none_id(self) -> str:
        return f"{self.name}-none"

    @property
    def is_empty(self) -> bool:
        return not any(rung.checked for rung in self.rungs)


@dataclass(frozen=True, slots=True)
class Series:
    """A line of the pad: ladders that belong together. ``mark`` stands in the margin."""

    label: str
    ladders: Sequence[Ladder]
    mark: str = ""


_SOFT = {
    word.replace("-", ""): word.replace("-", "\u00ad")
    for word in (
        "se-quences con-cealed ter-minals iden-tical re-place-ment Con-cealed Ter-minals"
    ).split()
}


def soft(label: str) -> str:
    """The label with the places where a narrow key may break its words."""
    return " ".join(_SOFT.get(word, word) for word in label.split(" "))


class PatternsWay(WayForm):
    """What of the patterns was ticked. A variety says which there are and what they make."""

    key = "patterns"
    label = gettext_lazy("patterns")
    compact = True

    def __init__(self, win: WinForm, winner: int | None) -> None:
        self.off = win.off
        super().__init__(win, winner)
        given = {name: win.data.get(f"{self.prefix}-{name}", "") for name in self.ladders}
        self.chosen: dict[str, str] = {
            name: value for name, value in given.items() if value in self.ladders[name]
        }

    @property
    @abstractmethod
    def ladders(self) -> Mapping[str, Sequence[str]]:
        """The values of each ladder by the name of its field."""

    @property
    def own(self) -> Collection[str]:
        return {*self.fields, *self.ladders}

    @property
    @abstractmethod
    def series(self) -> list[Series]:
        """The pad."""

    def rung(self, name: str, value: str, *, why_not: Any = None, **shown: str) -> Rung:
        """A rung as it stands: what has been chosen can always be taken back."""
        checked = self.chosen.get(name) == value
        label = soft(shown.pop("label"))
        live = checked or not why_not
        return Rung(f"{self.prefix}-{name}", value, label, checked=checked, live=live, **shown)
