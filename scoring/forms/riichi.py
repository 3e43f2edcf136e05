"""How a riichi hand is entered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.errors import ScoringError
from scoring.forms.base import (
    SELF,
    Charges,
    Choice,
    Claimed,
    Key,
    RoundForm,
    Row,
    SeatsField,
    Target,
    WayForm,
    WinForm,
    prefix,
)
from scoring.forms.penalty import PenaltyForm
from scoring.forms.riichi_tiles import RiichiTiles
from scoring.forms.yaku import YakuPatterns
from scoring.game import Valued
from scoring.preview import Position, Preview
from scoring.riichi.flow import abortive_draws
from scoring.riichi.points import (
    FU,
    LIMITS,
    Said,
    amounts,
    basic_points,
    find_said,
    is_legal,
    most_yakuman,
    read_value,
    said,
)
from scoring.riichi.rules import PAO_YAKUMAN
from scoring.riichi.words import ABORT_NAMES

PRESET_HAN, PRESET_FU = 3, 30
MOST_KEYS_YAKUMAN = 4
"""Five yakuman in one hand have a place in the rules, not on the pads."""


class RiichiRound(RoundForm):
    """What every riichi round may carry: who has declared, and that the clock ran out."""

    riichi = SeatsField()

    def told(self) -> dict[str, Any]:
        return {"riichi": self.declared}

    @property
    def options(self) -> list[Row]:
        rows = [Row(_("riichi"), self.seat_keys("riichi", self.others(), self.declared), "riichi")]
        timed = self.position.timed or self.position.rules.time_limit
        if timed or self.cleaned_data.get("time_up"):
            rows.append(Row(_("clock"), self.switch("time_up", _("time ran out")), "time_up"))
        return rows

    @classmethod
    def typed(cls, outcome: Mapping[str, Any], position: Position) -> dict[str, list[str]]:
        seats = {
            name: [str(seat) for seat in outcome.get(name, [])]
            for name in ("riichi", "tenpai", "nagashi")
        }
        return {**super().typed(outcome, position), **seats}


# -- the value of a win -------------------------------------------------------------------------


class HanFu(WayForm):
    """han × fu, or a limit. Both are choices of one field, so that a limit takes one tap and a han
    takes it back; ``fu`` waits unused while a limit is chosen."""

    key = "hanfu"
    label = gettext_lazy("han × fu")
    alone = True
    han = forms.CharField(required=False, max_length=12)
    fu = forms.IntegerField(required=False)

    @property
    def chosen_han(self) -> str:
        return self.cleaned_data.get("han") or str(PRESET_HAN)

    @property
    def chosen_fu(self) -> int | None:
        """The fu, the usual ones while nothing is chosen or, while typing, no such hand exists."""
        fu: int | None = self.cleaned_data.get("fu")
        if self.is_limit:
            return fu
        if fu is None or (self.typing and fu not in self.legal_fu):
            return PRESET_FU
        return fu

    @property
    def is_limit(self) -> bool:
        """From mangan up the fu do not matter (under aotenjou they always do)."""
        han = self.chosen_han
        return not han.isdecimal() or (int(han) > 4 and not self.rules.aotenjou)

    @property
    def legal_fu(self) -> tuple[int, ...]:
        han = int(self.chosen_han)
        return tuple(fu for fu in self.all_fu if is_legal(self.rules, han, fu, self.tsumo))

    @property
    def all_fu(self) -> tuple[int, ...]:
        """Keys for every fu that changes a payment: above 110 a hand is mangan at least."""
        return (*FU, 120, 130) if self.rules.aotenjou else FU

    # -- pads --

    @property
    def han_keys(self) -> list[Key]:
        most, mine = 13 if self.rules.aotenjou else 4, self.chosen_han
        hans = [*map(str, range(1, most + 1))]
        if not self.is_limit and mine not in hans:  # more than there are keys
            hans.append(mine)
        return [self._han_key(han, han) for han in hans]

    @property
    def fu_keys(self) -> list[Key]:
        live = () if self.is_limit else self.legal_fu
        return [
            Key(
                name=f"{self.prefix}-fu",
                value=str(fu),
                label=str(fu),
                checked=fu == self.chosen_fu and not self.is_limit,
                live=fu in live,
            )
            for fu in self.all_fu
        ]

    @property
    def limit_keys(self) -> list[Key]:
        if self.rules.aotenjou:
            return []
        keys = [
            self._han_key(self._limit_value(limit), str(_LIMIT_LABELS[limit]))
            for limit in _HAN_LIMITS
        ]
        return [*keys, self._han_key("yakuman1", str(_LIMIT_LABELS["yakuman"]))]

    @property
    def yakuman_keys(self) -> list[Key]:
        """Several yakuman, and the counted one, where the rules know them."""
        if self.rules.aotenjou:
            return []
        most, mine = min(most_yakuman(self.rules), MOST_KEYS_YAKUMAN), self.chosen_han
        several = [f"yakuman{n}" for n in range(2, most + 1)]
        if mine.startswith("yakuman") and mine not in ("yakuman1", *several):
            several.append(mine)
        keys = [self._han_key(value, f"×{value.removeprefix('yakuman')}") for value in several]
        if self.rules.thirteen_han == "yakuman":
            keys.append(self._han_key("counted", _("counted")))
        return keys

    def _limit_value(self, limit: str) -> str:
        """A hand edited from a record keeps its own han ("6") under the key of its limit."""
        han = self.chosen_han
        if (
            han.isdecimal()
            and int(han) > 4
            and basic_points(self.rules, int(han), None)[1] == limit
        ):
            return han
        return limit

    def _han_key(self, value: str, label: str) -> Key:
        checked = value == self.chosen_han
        return Key(f"{self.prefix}-han", value, label, checked=checked)

    @property
    def kept_fu(self) -> int | None:
        """The fu to come back to when a limit is taken back."""
        return self.chosen_fu if self.is_limit else None

    # -- the record --

    def claim(self) -> dict[str, Any]:
        han, fu = self.chosen_han, self.chosen_fu
        if han.isdecimal():
            return {"value": {"han": int(han), **({} if fu is None else {"fu": fu})}}
        if han in _HAN_LIMITS:
            return {"value": {"limit": han}}
        if han == "counted":
            return {"value": {"limit": "yakuman"}}
        count = han.removeprefix("yakuman")
        if not count.isdecimal():
            raise ScoringError("wins.0.value.han", "choose the han again")
        return {"value": {"yakuman": int(count)}}

    def objection(self, name: str, value: str) -> ScoringError | None:
        if name != "fu" or value not in map(str, self.all_fu):
            return None
        if self.is_limit:
            return ScoringError("value.fu", "from mangan up fu do not count; choose the han first")
        try:
            typed = {"han": int(self.chosen_han), "fu": int(value)}
            read_value(self.rules, typed, self.tsumo, "value")
        except ScoringError as error:
            return error
        return None

    def carried(self, win: Valued) -> dict[str, str]:
        """Not where the keys say the same already: 2 han 60 fu is 3 han 30 fu."""
        value = _value_of(win, self.rules)
        if value.get("fu", PRESET_FU) not in self.all_fu:
            return {}
        base = read_value(self.rules, value, self.tsumo, "value").base
        try:
            mine = read_value(self.rules, self.claim()["value"], self.tsumo, "value").base
        except ScoringError:  # nothing that can be read was chosen here before
            mine = 0
        return _pads(value) if base != mine else {}

    @classmethod
    def typed(cls, win: Mapping[str, Any], position: Position) -> dict[str, str] | None:
        if not win.get("value") or YakuPatterns.typed(win, position) is not None:
            return None
        return _pads(win["value"])

    @classmethod
    def charges(cls, rules: Any) -> Charges:
        """Every han and fu, and every limit, in all four columns of the points table."""
        columns = [
            {name: offer.text for offer in amounts(rules, dealer, tsumo) for name in _names(offer)}
            for tsumo in (False, True)
            for dealer in (False, True)
        ]
        names = {name for column in columns for name in column}
        hans = {name.partition("/")[0] for name in names if "/" in name}
        fus = {name.partition("/")[2] for name in names if "/" in name}
        rows = sorted(names | {f"{han}/{fu}" for han in hans for fu in fus})
        return Charges(
            fields=("han", "fu"),
            rows={name: [column.get(name) for column in columns] for name in rows},
            usual={"fu": str(PRESET_FU)},
        )


def _value_of(win: Valued, rules: Any) -> Mapping[str, Any]:
    """What a hand is worth, as the record gives a value."""
    worth = win.data
    if worth["yakuman"] and not rules.aotenjou:
        return {"yakuman": worth["yakuman"]}
    if worth["limit"]:
        return {"limit": worth["limit"]}
    return {name: worth[name] for name in ("han", "fu")}


def _pads(value: Mapping[str, Any]) -> dict[str, str]:
    """The keys that give this value."""
    if "han" in value:
        fu = value.get("fu")
        return {"han": str(value["han"]), **({} if fu is None else {"fu": str(fu)})}
    if "yakuman" in value:
        return {"han": f"yakuman{value['yakuman']}"}
    return {"han": "counted" if value["limit"] == "yakuman" else value["limit"]}


def _names(offer: Said) -> list[str]:
    """The keys that stand for this amount: "3/40", "mangan"."""
    return ["/".join(_pads(value).values()) for value in offer.values]


_HAN_LIMITS = tuple(limit for limit in LIMITS if limit != "yakuman")
_LIMIT_LABELS = {
    "mangan": gettext_lazy("man\u00adgan"),
    "haneman": gettext_lazy("hane\u00adman"),
    "baiman": gettext_lazy("bai\u00adman"),
    "sanbaiman": gettext_lazy("sanbai\u00adman"),
    "yakuman": gettext_lazy("yaku\u00adman"),
}
"""With the place where a narrow key may break the word."""


class AmountSaid(WayForm):
    """The amount as it was called out: "3900", "1300-2600". The engine finds han and fu."""

    key = "amount"
    label = gettext_lazy("amount")
    amount = forms.CharField(required=False, max_length=24)

    @property
    def chosen(self) -> Said | None:
        """The amount, by this winner in this way. While typing, one that was chosen for a ron
        stands for the same hand by self-draw, and the other way round."""
        text = self.cleaned_data.get("amount")
        if not text:
            value: Mapping[str, Any] = {"han": PRESET_HAN, "fu": PRESET_FU}
            return self._find(self._said(value))
        found = self._find(text)
        if found is None and self.typing:
            found = self._translated(text)
        return found

    def _find(self, text: str) -> Said | None:
        return _found(self.rules, self.dealer, self.tsumo, text)

    def _translated(self, text: str) -> Said | None:
        for dealer in (self.dealer, not self.dealer):
            for tsumo in (not self.tsumo, self.tsumo):
                said_there = _found(self.rules, dealer, tsumo, text)
                if said_there:
                    return self._like(said_there.values[0])
        return None

    def _like(self, value: Mapping[str, Any]) -> Said | None:
        """The amount of this hand; none where it cannot be won so, as 1 han 110 fu by self-draw."""
        try:
            return self._find(self._said(value))
        except ScoringError:
            return None

    def _said(self, value: Mapping[str, Any]) -> str:
        base = read_value(self.rules, value, self.tsumo, "wins.0.value").base
        return said(self.rules, base, self.dealer, self.tsumo)

    @property
    def question(self) -> str:
        return "" if self.chosen else _("Which amount was said?")

    @property
    def keys(self) -> list[Key]:
        chosen = self.chosen
        return [
            Key(
                name=f"{self.prefix}-amount",
                value=offer.text,
                label=offer.text,
                checked=chosen is not None and offer.text == chosen.text,
            )
            for offer in amounts(self.rules, self.dealer, self.tsumo)
            if offer.values[0].get("yakuman", 0) <= MOST_KEYS_YAKUMAN or offer == chosen
        ]

    @property
    def found(self) -> str:
        """ "3 han 30 fu or 2 han 60 fu": what the amount stands for, the likeliest first."""
        values = self.chosen.values if self.chosen else ()
        return _(" or ").join(_value_text(value) for value in values[:3])

    def claim(self) -> dict[str, Any]:
        chosen = self.chosen
        assert chosen is not None  # noqa: S101 - the question comes first
        return {"value": dict(chosen.values[0])}

    def carried(self, win: Valued) -> dict[str, str]:
        amount = self._said(_value_of(win, self.rules))
        return {"amount": amount} if self._find(amount) else {}

    @classmethod
    def typed(cls, win: Mapping[str, Any], position: Position) -> dict[str, str] | None:
        return None  # han and fu say more


def _found(rules: Any, dealer: bool, tsumo: bool, text: str) -> Said | None:
    try:
        return find_said(rules, dealer, tsumo, text)
    except ScoringError:
        return None


def _value_text(value: Mapping[str, Any]) -> str:
    if "han" in value:
        return _("{han} han {fu} fu").format(**value)
    if "limit" in value:
        return _("counted yakuman") if value["limit"] == "yakuman" else _(value["limit"])
    count = value["yakuman"]
    return _("yakuman") if count == 1 else _("{n} yakuman").format(n=count)


# -- the rounds ---------------------------------------------------------------------------------


class RiichiWin(RiichiRound, WinForm):
    """Ron or tsumo."""

    ways = (HanFu, YakuPatterns, AmountSaid, RiichiTiles)
    words = "ron.tsumo.yaku.han.fu.dora.limit.pao"

    @property
    def title(self) -> str:
        if self.compact:
            return self._who_off_whom()
        if self.off == SELF:
            return _("Tsumo")
        if self.off is None and self.winners:
            return _("{name} wins").format(name=self.name(self.winners[0]))
        return _("Ron") if len(self.winners) < 2 else _("Double ron")

    @property
    def round_text(self) -> str:
        """Beside two names as history numbers it: "East 2-1"."""
        if not self.compact:
            return super().round_text
        return self.position.variety.round_mark(self.position.state, _)

    @classmethod
    def several(cls, rules: Any) -> bool:
        return bool(rules.multiple_ron != "one")

    def _who_off_whom(self) -> str:
        """The compass is away: the heading says what it said."""
        winner = self.shown.name
        if isinstance(self.off, int):
            return _("{winner} ron off {loser}").format(winner=winner, loser=self.name(self.off))
        return _("{winner} tsumo").format(winner=winner)

    def told(self) -> dict[str, Any]:
        said = [claim.seat for claim in self.claims if claim.way.says_riichi]
        return {"riichi": sorted({*self.declared, *said}), **WinForm.told(self)}

    def win(self, claimed: Claimed) -> dict[str, Any]:
        liable = self._liable(claimed)
        return {**super().win(claimed), **({"liable": liable} if liable else {})}

    # -- pao --

    def asks(self, shown: Preview) -> list[Row]:
        return [*super().asks(shown), *self._pao_rows(self.shown)]

    def _pao_rows(self, claimed: Claimed) -> list[Row]:
        """For each pattern that may have been fed: by whom. Asked where the hand may hold it."""
        if claimed.seat is None:
            return []
        liable, rows = self._liable(claimed), []
        for pattern in self._patterns(claimed):
            name = f"{prefix(claimed.seat)}-pao-{pattern}"
            chosen = [liable[pattern]] if pattern in liable else []
            nobody = Key(name, "", _("nobody"), checked=not chosen)
            seats = self.seat_keys(name, self.others(claimed.seat), chosen, "radio")
            rows.append(Row(_("pao: {pattern}").format(pattern=pattern), [nobody, *seats], pattern))
        return rows

    def _patterns(self, claimed: Claimed) -> list[str]:
        try:
            value = claimed.way.claim().get("value", {}) if not claimed.way.question else {}
        except ScoringError:  # it cannot be read; recording it says so
            value = {}
        rules = self.position.rules
        held = [name for name, _number in value.get("patterns", ())] or PAO_YAKUMAN
        may = value.get("yakuman")
        found = [name for name in PAO_YAKUMAN if may and name in rules.pao and name in held]
        return found + ["rinshan"] * ("rinshan" in rules.pao and self.off == SELF)

    def _liable(self, claimed: Claimed) -> dict[str, int]:
        """Who feeds what, as chosen: only what is asked for counts."""
        liable = {}
        for pattern in self._patterns(claimed):
            given = self.data.get(f"{prefix(claimed.seat)}-pao-{pattern}", "")
            if given.isdecimal():
                liable[pattern] = int(given)
        return liable

    @classmethod
    def typed_win(cls, win: Mapping[str, Any], position: Position) -> dict[str, str]:
        liable = win.get("liable") or {}
        if not isinstance(liable, Mapping):
            known = [name for name in PAO_YAKUMAN if name in position.rules.pao] or ["rinshan"]
            liable = {known[0]: liable}
        pao = {f"pao-{pattern}": str(seat) for pattern, seat in liable.items()}
        return {**super().typed_win(win, position), **pao}


class RiichiDraw(RiichiRound):
    """Nobody won: who was tenpai. A player in riichi was, or it would be a chombo."""

    kind = "draw"
    words = "draw.tenpai.noten.noten-pool.nagashi"
    tenpai = SeatsField()
    nagashi = SeatsField()

    @property
    def title(self) -> str:
        return _("Draw")

    @property
    def hint(self) -> str:
        return _("Tap everyone who was tenpai.")

    @property
    def tenpai_seats(self) -> list[int]:
        tenpai = set(self.cleaned_data.get("tenpai", []))
        return sorted(tenpai | set(self.declared) if self.typing else tenpai)

    def told(self) -> dict[str, Any]:
        nagashi = self.cleaned_data.get("nagashi")
        told = {**super().told(), "tenpai": self.tenpai_seats}
        return {**told, "nagashi": nagashi} if nagashi else told

    def target(self, seat: int) -> Target:
        tenpai = seat in self.tenpai_seats
        return Target(
            name="tenpai",
            value=str(seat),
            word=_("tenpai"),
            checked=tenpai,
            asked=not tenpai and not self.tenpai_seats,
            kind="checkbox",
            locked=seat in self.declared,
        )

    @property
    def options(self) -> list[Row]:
        rows = super().options
        if self.position.rules.nagashi != "none":
            chosen = self.cleaned_data.get("nagashi", [])
            rows.append(
                Row(_("nagashi"), self.seat_keys("nagashi", self.others(), chosen), "nagashi")
            )
        return rows


class RiichiAbort(RiichiRound):
    """The hand is broken off and dealt again."""

    kind = "abort"
    words = "abort.nine-terminals.four-winds.four-riichi.four-kans.triple-ron"
    reason = forms.CharField(required=False, max_length=20)

    @property
    def title(self) -> str:
        return _("Abortive draw")

    @property
    def declared(self) -> list[int]:
        """Four riichi say themselves who has declared."""
        if self.cleaned_data.get("reason") == "four-riichi":
            return list(self.others())
        return super().declared

    @property
    def question(self) -> str:
        return "" if self.cleaned_data.get("reason") else _("Why is the hand broken off?")

    @property
    def asked(self) -> str:
        return "reason"

    def told(self) -> dict[str, Any]:
        return {**super().told(), "reason": self.cleaned_data["reason"]}

    def asks(self, shown: Preview) -> list[Row]:
        chosen = self.cleaned_data.get("reason")
        keys = [
            Key("reason", reason, _(ABORT_NAMES[reason]), checked=reason == chosen)
            for reason in abortive_draws(self.position.rules)
        ]
        return [*super().asks(shown), Row(_("why"), keys, "reason", most=3)]

    @classmethod
    def choices(cls, rules: Any) -> list[Choice]:
        return [
            Choice(
                capfirst(_(ABORT_NAMES[reason])), _("broken off, dealt again"), {"reason": reason}
            )
            for reason in abortive_draws(rules)
        ]

    @classmethod
    def typed(cls, outcome: Mapping[str, Any], position: Position) -> dict[str, list[str]]:
        return {**super().typed(outcome, position), "reason": [outcome["reason"]]}


class RiichiPenalty(RiichiRound, PenaltyForm):
    """A chombo, or points off the result by the referee."""

    words = "chombo.dead-hand.false-win"
    foul = "chombo"
    foul_name = gettext_lazy("Chombo")
    foul_word = gettext_lazy("chombo")
    foul_question = gettext_lazy("Who made the chombo?")
    foul_help = gettext_lazy("a foul: this hand's riichi sticks go back, it is dealt again")

    def told(self) -> dict[str, Any]:
        told = PenaltyForm.told(self)
        # By the referee the hand goes on, and the sticks stay where they are.
        return told if self.by_referee else {**RiichiRound.told(self), **told}

    @property
    def options(self) -> list[Row]:
        return [] if self.by_referee else super().options
