"""What a Hong Kong hand is worth: a number of fan on one key, or the tiles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import figures
from scoring.errors import ScoringError
from scoring.forms.base import Charges, Key, WayForm, WinForm
from scoring.forms.tiles import Face, KongTiles, tile_name
from scoring.game import Score, Valued
from scoring.hongkong import payment
from scoring.hongkong.faan import Count, count_patterns, flower_patterns
from scoring.money import exact
from scoring.notation import FLOWERS
from scoring.preview import Position

LIMIT = "limit"
ROBBING = "robbing-kong"
MORE = "more"
"""The key that shows more fan than the grid has, where the table counts them."""
MOST_FAAN_KEYS = 30


def dollars(amount: Score) -> str:
    """Money as it is said at a Hong Kong table."""
    return _("${amount}").format(amount=figures.money(amount))


class FlowersDrawn(WayForm):
    """What the ways without tiles ask of flowers: which were drawn."""

    flower = forms.MultipleChoiceField(choices=[(code, code) for code in FLOWERS], required=False)

    def __init__(self, win: WinForm, winner: int | None) -> None:
        self.off = win.off
        super().__init__(win, winner)

    @property
    def flowers(self) -> list[str]:
        drawn: list[str] = self.cleaned_data.get("flower", [])
        return drawn if self.rules.flowers else []

    @property
    def flower_names(self) -> list[str]:
        """The patterns that the drawn flowers make for this winner."""
        if self.winner is None or not self.flowers:
            return []
        return list(flower_patterns(self.flowers, self.position.state.seat_wind(self.winner)))

    @property
    def flower_keys(self) -> list[tuple[Key, Face]]:
        """Each flower and season, drawn or not; none where the table plays without."""
        if not self.rules.flowers:
            return []
        name, drawn = f"{self.prefix}-flower", self.flowers
        return [
            (Key(name, code, tile_name(code), code in drawn, kind="checkbox"), Face(code))
            for code in FLOWERS
        ]

    def charge(self, faan: int) -> str:
        """What this many fan cost, as far as it is known who pays: "$24", "$12 each"."""
        scale = payment.rate(self.rules)
        if self.winner is None or self.off is None:
            amounts = [payment.price(self.rules, faan)]
        else:
            source = None if self.tsumo else int(self.off)
            dealer = self.position.state.dealer
            amounts = list(payment.payments(self.rules, faan, self.winner, source, dealer).values())
        if self.tsumo and len(set(amounts)) == 1:
            return _("{sum} each").format(sum=dollars(exact(amounts[0] * scale)))
        return dollars(exact(sum(amounts) * scale))

    @property
    def scale(self) -> str:
        """What the points come to, where points are not money themselves: "48 points are $50"."""
        if payment.rate(self.rules) == 1:
            return ""
        points = payment.price(self.rules, self.rules.limit)
        return _("{points} points are {money} at the end").format(
            points=figures.score(points), money=dollars(self.rules.stake)
        )


class FanGrid(FlowersDrawn):
    """A number of fan, or the limit. Drawn flowers that are tapped count on top."""

    key = "fan"
    label = gettext_lazy("fan")
    alone = True
    fan = forms.CharField(required=False, max_length=5)

    @property
    def chosen(self) -> str:
        return self.cleaned_data.get("fan") or ""

    @property
    def flower_count(self) -> Count:
        return count_patterns(self.rules, self.flower_names)

    @property
    def added(self) -> int:
        """The fan of the flowers."""
        return self.flower_count.total if self.flower_names else 0

    @property
    def question(self) -> str:
        if self.chosen and self.chosen != MORE:
            return ""
        return _("How many fan?")

    # -- pads --

    @property
    def fan_keys(self) -> list[Key]:
        found = [self._key(faan) for faan in payment.keys(self.rules)]
        if self.rules.cap is not None:
            return found
        *plain, limit = found
        if self.chosen == MORE or (self.chosen.isdecimal() and int(self.chosen) > len(plain) - 1):
            more = range(len(plain), MOST_FAAN_KEYS + 1)
            return [*plain, *(self._number(faan) for faan in more), limit]
        return [*plain, Key(f"{self.prefix}-fan", MORE, _("more")), limit]

    def _key(self, faan: payment.Key) -> Key:
        return self._limit_key() if faan.limit else self._number(faan.faan)

    def _limit_key(self) -> Key:
        name, limit = f"{self.prefix}-fan", self.rules.limit
        return Key(name, LIMIT, _("limit"), self.chosen == LIMIT, small=self.charge(limit))

    def _number(self, faan: int) -> Key:
        total = self.rules.clip(faan + self.added)
        refused = self._too_few(faan)
        # A hand edited from a record keeps its own number under the key it is counted as.
        mine = self.chosen.isdecimal() and self.rules.clip(int(self.chosen)) == faan
        small = self.charge(total)
        if refused:
            small = _("below {minimum}").format(**refused.params)
        return Key(
            name=f"{self.prefix}-fan",
            value=self.chosen if mine else str(faan),
            label=f"{faan}+{self.added}" if self.added else str(faan),
            checked=mine,
            live=refused is None,
            small=small,
        )

    def _too_few(self, faan: int) -> ScoringError | None:
        """Why a hand of ``faan`` without the flowers may not win. While it is not said how the
        tile came, it may if it may in one of both ways."""
        if self.rules.flowers_count_to_minimum:
            faan += self.added
        ways = (False, True) if self.off is None else (self.tsumo,)
        refused = [payment.too_few(self.rules, faan, self_draw) for self_draw in ways]
        if None in refused or refused[0] is None:
            return None
        message, params = min(
            (each for each in refused if each), key=lambda each: each[1]["minimum"]
        )
        return ScoringError("wins.0.value.faan", message, **params)

    def objection(self, name: str, value: str) -> ScoringError | None:
        return self._too_few(int(value)) if value.isdecimal() else None

    # -- the record --

    def claim(self) -> dict[str, Any]:
        if self.chosen == LIMIT or (self.flower_names and self.flower_count.limit):
            return {"value": {"limit": True}}
        if not (self.chosen.isascii() and self.chosen.isdecimal()):
            raise ScoringError("wins.0.value.faan", "choose the fan again")
        faan = int(self.chosen)
        if refused := self._too_few(faan):
            raise refused
        return {"value": {"faan": faan + self.added}}

    def carried(self, win: Valued) -> dict[str, str]:
        robbed = {"robbed": "on" if ROBBING in dict(win.patterns or ()) else ""}
        if win.data["limit"]:
            return {"fan": LIMIT, **robbed}
        faan = win.data["faan"] - self.added
        return {"fan": str(faan), **robbed} if faan >= 0 else {}

    @classmethod
    def typed(cls, win: Mapping[str, Any], position: Position) -> dict[str, Any] | None:
        value = win.get("value")
        if not value or "patterns" in value:
            return None
        return {"fan": LIMIT if value.get("limit") else str(value["faan"])}

    @classmethod
    def charges(cls, rules: Any) -> Charges:
        """Every key of the grid. Where East pays and wins double it takes the seats to say."""
        rows: dict[str, list[str | None]] = {}
        for key in payment.keys(rules):
            discard = dollars(key.discard.total) if key.discard else None
            each = dollars(key.self_draw.others) if key.self_draw else None
            drawn = _("{sum} each").format(sum=each) if each else None
            if rules.dealer_double:
                discard, drawn = discard and "", drawn and ""
            rows[LIMIT if key.limit else str(key.faan)] = [discard, discard, drawn, drawn]
        return Charges(fields=("fan", "flower"), rows=rows)


# -- tiles --------------------------------------------------------------------------------------


class HongKongTiles(KongTiles):
    """The tiles, with the flowers laid aside."""

    @property
    def flower_faces(self) -> list[Face]:
        taken = self.tray.flowers
        if not self.rules.flowers:
            return []
        return [Face(code, f"flower:{code}", spent=code not in taken) for code in FLOWERS]
