"""The tiles of a riichi hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.forms.base import Key, Row
from scoring.forms.tiles import TilesWay
from scoring.preview import Position

_ONLY_IN_RIICHI = frozenset({"double-riichi", "open-riichi", "ippatsu"})
_ONLY_BY_SELF_DRAW = frozenset({"after-kan"})
_ONLY_BY_DISCARD = frozenset({"robbing-kan", "tsubame-gaeshi", "kanburi"})
_LOCAL = frozenset({"open-riichi", "tsubame-gaeshi", "kanburi"})
MOST_NORTHS = 4


class RiichiTiles(TilesWay):
    """Indicators, red fives, and Norths set aside with three players. Riichi is the round's to
    say: here only what it was beyond that."""

    modes = (*TilesWay.modes, "dora", "ura")
    has_reds = True
    situations: ClassVar[Mapping[str, Any]] = {
        "ippatsu": gettext_lazy("ippatsu"),
        "double-riichi": gettext_lazy("double riichi"),
        "last-tile": gettext_lazy("last tile"),
        "after-kan": gettext_lazy("after a kan"),
        "robbing-kan": gettext_lazy("robbing a kan"),
        "first-turn": gettext_lazy("first turn"),
        "open-riichi": gettext_lazy("open riichi"),
        "tsubame-gaeshi": gettext_lazy("on a riichi discard"),
        "kanburi": gettext_lazy("on a discard after a kan"),
    }
    north = forms.IntegerField(required=False, min_value=0, max_value=MOST_NORTHS)

    @property
    def open_modes(self) -> tuple[str, ...]:
        has_ura = self.declared and self.rules.ura_dora
        return tuple(mode for mode in self.modes if mode != "ura" or has_ura)

    def is_possible(self, situation: str) -> bool:
        if situation in _LOCAL and situation not in self.rules.local_yaku:
            return False
        if situation in _ONLY_IN_RIICHI:
            return self.declared
        if situation == "first-turn":
            return not self.declared
        return situation not in (_ONLY_BY_DISCARD if self.tsumo else _ONLY_BY_SELF_DRAW)

    def chosen_situation(self) -> list[str]:
        chosen = super().chosen_situation()
        if self.declared and not {"double-riichi", "open-riichi"} & set(chosen):
            return ["riichi", *chosen]
        return chosen

    @property
    def extra_rows(self) -> list[Row]:
        """How many Norths were set aside, with three players."""
        if self.rules.players != 3:
            return []
        chosen = self.cleaned_data.get("north") or 0
        keys = [
            Key(f"{self.prefix}-north", str(n), str(n), checked=n == chosen)
            for n in range(MOST_NORTHS + 1)
        ]
        return [Row(_("Norths"), keys, "north")]

    def claim(self) -> dict[str, Any]:
        found = super().claim()
        if self.rules.players == 3:
            found["hand"]["north"] = self.cleaned_data.get("north") or 0
        return found

    @classmethod
    def typed(cls, win: Mapping[str, Any], position: Position) -> dict[str, Any] | None:
        found = super().typed(win, position)
        if found is not None and win["hand"].get("north"):
            found["north"] = str(win["hand"]["north"])
        return found
