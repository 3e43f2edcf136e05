"""How a Hong Kong hand is entered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from scoring.compass import POT
from scoring.forms.base import Claimed, Key, Row, prefix
from scoring.forms.hongkong_patterns import FanPatterns
from scoring.forms.hongkong_ways import ROBBING, FanGrid, HongKongTiles, dollars
from scoring.forms.single import SingleWin
from scoring.game import Score
from scoring.hongkong.payment import rate
from scoring.preview import Label, Position, Preview


class HongKongWin(SingleWin):
    """食糊: off a discard (出銃) or drawn (自摸)."""

    ways = (FanGrid, FanPatterns, HongKongTiles)
    words = "fan.minimum.limit-hand.chicken.flowers.pao"

    def figure(self, amount: Score) -> str:
        return dollars(amount) if self._in_money else super().figure(amount)

    @property
    def _in_money(self) -> bool:
        """Whether the points that add up are money themselves."""
        return rate(self.position.rules) == 1

    def labels(self, shown: Preview) -> Sequence[Label]:
        """What is paid, in money; in the middle, where nothing is, the round and the gun."""
        found = [self._label(label, len(shown.labels) == 1) for label in shown.labels]
        if any(label.cell == POT for label in found):
            return found
        half = self.position.rules.gun == "half"
        gun = _("half gun") if half else _("full gun")
        return [*found, Label(POT, self.position.variety.round_name(self.position.state, _), gun)]

    def _label(self, label: Label, alone: bool) -> Label:
        main = _("${amount}").format(amount=label.main) if self._in_money else label.main
        return replace(label, main=main, more=_("pays for all") if alone else label.more)

    # -- liability --

    def win(self, claimed: Claimed) -> dict[str, Any]:
        told = super().win(claimed)
        liable = self._liable(claimed)
        return told if liable is None or self.claimed_together else {**told, "liable": liable}

    def _liable(self, claimed: Claimed) -> int | dict[str, int] | None:
        """Who pays for all, as chosen. A robbed kong is its own reason."""
        rules = self.position.rules
        if not rules.liability or claimed.seat is None:
            return None
        if self._is_robbed(claimed) and isinstance(self.off, int):
            return {ROBBING: self.off}
        given = self.data.get(f"{prefix(claimed.seat)}-liable", "")
        return int(given) if given.isdecimal() and len(given) < 3 else None

    def _is_robbed(self, claimed: Claimed) -> bool:
        if not self._asks_robbed:
            return False
        if isinstance(claimed.way, FanPatterns):
            return ROBBING in claimed.way.ticked
        said = self.data.get(f"{prefix(claimed.seat)}-robbed")
        return bool(said) and isinstance(claimed.way, FanGrid)

    @property
    def _asks_robbed(self) -> bool:
        return ROBBING in self.position.rules.liability and isinstance(self.off, int)

    def asks(self, shown: Preview) -> list[Row]:
        return [*super().asks(shown), *self._liability_rows()]

    def _liability_rows(self) -> Iterator[Row]:
        claimed = self.shown
        if not self.position.rules.liability or self.off is None or len(self.winners) != 1:
            return
        at = prefix(claimed.seat)
        liable, robbed = self._liable(claimed), self._is_robbed(claimed)
        if not robbed:
            name, chosen = f"{at}-liable", [liable] if isinstance(liable, int) else []
            nobody = Key(name, "", _("nobody"), checked=not chosen)
            seats = self.seat_keys(name, self.others(*self.winners), chosen, "radio")
            yield Row(_("liable 包"), [nobody, *seats], "liable")
        if self._asks_robbed and isinstance(claimed.way, FanGrid):
            label = _("a kong was robbed")
            key = Key(f"{at}-robbed", "on", label, checked=robbed, kind="checkbox")
            yield Row(_("搶槓"), [key], "liable")

    @classmethod
    def typed_win(cls, win: Mapping[str, Any], position: Position) -> dict[str, Any]:
        found = super().typed_win(win, position)
        liable = win.get("liable")
        if isinstance(liable, Mapping):
            if ROBBING in liable:
                return {**found, "robbed": "on"}
            liable = next(iter(liable.values()), None)
        return found if liable is None else {**found, "liable": str(liable)}
