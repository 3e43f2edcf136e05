"""A riichi hand by its yaku: ticked, with the dora counted, the fu asked for where it matters."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.errors import ScoringError
from scoring.forms.base import Key, Tally, WinForm
from scoring.forms.rungs import Ladder, PatternsWay, Rung, Series
from scoring.preview import Position
from scoring.riichi import ticked, ticks
from scoring.riichi.context import Context
from scoring.riichi.hand import RENHOU_HAN, YAKUMAN_HAN
from scoring.riichi.names import yaku_name
from scoring.riichi.points import FU, basic_points
from scoring.riichi.ticks import DECLARATIONS, FIRST_TURN, Ticks
from scoring.riichi.yaku import CLOSED, OPEN, YAKUMAN

CALLED = "called"
MOST_DORA, MOST_URA, MOST_NORTHS = 8, 4, 4
"""More dora than keys are had by counting ura among them: only the sum matters."""
_MARKS: Mapping[str, tuple[str, Any]] = {
    "1": ("1", gettext_lazy("one han")),
    "2": ("2", gettext_lazy("two han")),
    "3": ("3", gettext_lazy("three han and more")),
    "yakuman": ("役", gettext_lazy("yakuman")),
}
_BONUS_LABELS: Mapping[str, Any] = {
    "dora": gettext_lazy("dora"),
    "red-dora": gettext_lazy("red"),
    "ura-dora": gettext_lazy("ura"),
    "north-dora": gettext_lazy("Norths"),
}


_BREAKS: Mapping[str, str] = {
    word.replace("-", ""): word.replace("-", "\u00ad")
    for word in (
        "Ryan-peikou Honrou-tou Sanan-kou Sankan-tsu Shou-sangen San-shoku San-renkou Dai-sangen "
        "Suu-ankou Shou-suushi Dai-suushi Tsuu-iisou Ryuu-iisou Chinrou-tou Suu-kantsu Koku-shi "
        "Uu-mensai Shiisan-puutaa Paaren-chan Dai-sharin"
    ).split()
}
"""Where a narrow key may break a name."""


def _soft(name: str) -> str:
    return " ".join(_BREAKS.get(word, word) for word in name.split(" "))


@dataclass(frozen=True, slots=True)
class Pad:
    """Part of the pad, drawn by itself."""

    series: Sequence[Series]


class YakuPatterns(PatternsWay):
    """Every yaku the table plays. A riichi stick on the table ticks riichi; ticked, riichi lays
    the stick."""

    fu = forms.IntegerField(required=False)

    def __init__(self, win: WinForm, winner: int | None) -> None:
        super().__init__(win, winner)
        self.declared = winner is not None and winner in win.declared
        self.discarder_riichi = self.off in win.declared if isinstance(self.off, int) else None
        if self.declared and "riichi" not in self.chosen:
            self.chosen["riichi"] = "riichi"

    # -- what has been said --

    @cached_property
    def ladders(self) -> Mapping[str, Sequence[str]]:
        played = [ladder for group in ticks.series(self.rules) for ladder in group.ladders]
        return {
            CALLED: ["on"],
            **{ladder[0]: ladder for ladder in played},
            **{name: [str(n) for n in range(1, most + 1)] for name, most in self.bonuses.items()},
        }

    @property
    def own(self) -> Collection[str]:
        """The fu only while they are asked for."""
        return {*super().own} - ({"fu"} if not self.fu_keys else set())

    @property
    def bonuses(self) -> Mapping[str, int]:
        """The bonus tiles this table counts, with the keys of each."""
        rules = self.rules
        found = {"dora": MOST_DORA, "red-dora": rules.red_fives}
        if rules.ura_dora:
            found["ura-dora"] = MOST_URA
        if rules.players == 3:
            found["north-dora"] = MOST_NORTHS
        return {name: most for name, most in found.items() if most}

    @cached_property
    def said(self) -> Ticks:
        """All that is ticked; while typing, only what is possible the way the hand was won."""
        named = frozenset(
            name for ladder, name in self.chosen.items() if ladder not in (CALLED, *self.bonuses)
        )
        found = Ticks(
            yaku=named,
            called=CALLED in self.chosen,
            tsumo=None if self.off is None else self.tsumo,
            dealer=None if self.winner is None else self.dealer,
            double_wind=self._has_double_wind,
            discarder_riichi=self.discarder_riichi,
            bonus={name: int(self.chosen.get(name, 0)) for name in self.bonuses},
        )
        return ticks.possible(self.rules, found) if self.typing else found

    @property
    def _has_double_wind(self) -> bool:
        state = self.position.state
        return self.winner is not None and state.seat_wind(self.winner) == state.wind

    @property
    def says_riichi(self) -> bool:
        return bool(ticks.complete(self.rules, self.said) & DECLARATIONS)

    def tallied(self) -> ticks.Tally | None:
        """What it comes to; ``None`` where the ticks contradict one another."""
        try:
            return ticks.tally(self.rules, self.said)
        except ScoringError:
            return None

    def chosen_fu(self, found: ticks.Tally) -> int | None:
        """The fu that were answered, while typing the least where the yaku allow no other."""
        if not found.asks_fu:
            return found.fus[0] if found.fus else None
        fu: int | None = self.cleaned_data.get("fu")
        return fu if fu in found.fus or (fu is not None and not self.typing) else found.fus[0]

    # -- the pad --

    @property
    def series(self) -> list[Series]:
        """The yaku and the bonus tiles; the yakuman come after the fu."""
        *usual, _yakuman = self._groups
        return [*usual, Series(_("bonus tiles"), self._bonus_ladders(), "+")]

    @property
    def rare(self) -> Pad:
        """The yakuman."""
        return Pad(self._groups[-1:])

    @cached_property
    def _groups(self) -> list[Series]:
        groups = ticks.series(self.rules)
        names = [name for group in groups for ladder in group.ladders for name in ladder]
        why = ticks.greyed(self.rules, self.said, names, _)
        if self.declared:
            why |= dict.fromkeys(FIRST_TURN & set(names), _("not in riichi"))
        found: list[Series] = []
        for group in groups:
            ladders = [self._ladder(ladder, why) for ladder in group.ladders]
            if not found:
                ladders.append(self._called_ladder())
            mark, label = _MARKS[group.label]
            found.append(Series(str(label), ladders, mark))
        return found

    def _ladder(self, names: Sequence[str], why: Mapping[str, str]) -> Ladder:
        field = names[0]
        rungs = [
            self.rung(
                field,
                name,
                label=_soft(yaku_name(name, _)),
                worth=self._worth(name),
                why_not=why.get(name),
            )
            for name in ticks.shown(self.said, names)
        ]
        return Ladder(f"{self.prefix}-{field}", rungs)

    def _called_ladder(self) -> Ladder:
        rung = self.rung(CALLED, "on", label=_("Called"), worth=_("open"), why_not=self._why_closed)
        return Ladder(f"{self.prefix}-{CALLED}", [rung])

    @property
    def _why_closed(self) -> str:
        return ticks.why_not_called(self.rules, self.said, _)

    def _bonus_ladders(self) -> list[Ladder]:
        return [
            Ladder(f"{self.prefix}-{name}", [self._bonus(name, n) for n in range(1, most + 1)])
            for name, most in self.bonuses.items()
        ]

    def _bonus(self, name: str, number: int) -> Rung:
        label = str(_BONUS_LABELS[name])
        why = self._why_no_ura if name == "ura-dora" else ""
        return self.rung(name, str(number), label=label, worth=str(number), why_not=why)

    @property
    def _why_no_ura(self) -> str:
        return "" if self.says_riichi else _("ura-dora are for a hand in riichi")

    def _worth(self, name: str) -> str:
        """The han of a yaku in this hand; of a yakuman for how many it counts."""
        if name in YAKUMAN and name not in CLOSED:
            if name == "renhou" and self.rules.renhou in RENHOU_HAN:
                return _(self.rules.renhou)
            number = self.rules.multiple(name)
            return str(number * YAKUMAN_HAN) if self.rules.aotenjou else f"×{number}"
        if name == "chiitoitsu" and self.rules.chiitoitsu == "50-1":
            return "1"
        worth = OPEN if self.said.called and name in OPEN else CLOSED
        return str(worth[name][1])

    @property
    def fu_keys(self) -> list[Key]:
        """The fu such a hand can have, where it matters which."""
        found = self.tallied()
        if found is None or not (found.asks_fu and found.has_yaku):
            return []
        every = ticks.ALL_FU if self.rules.aotenjou else FU
        chosen = self.chosen_fu(found)
        return [
            Key(f"{self.prefix}-fu", str(fu), str(fu), checked=fu == chosen, live=fu in found.fus)
            for fu in every
        ]

    def objection(self, name: str, value: str) -> ScoringError | None:
        if name == "fu":
            found = self.tallied()
            reason = ticks.why_not_fu(found, int(value)) if found and value.isdecimal() else ""
            return ScoringError("value.fu", reason, fu=value) if reason else None
        against = self._objection(name, value)
        return ScoringError("value", "{pattern}: {reason}", **against) if against else None

    def _objection(self, name: str, value: str) -> dict[str, str]:
        """What speaks against a rung, with the name of it."""
        if name == CALLED:
            return {"pattern": _("Called"), "reason": self._why_closed} if self._why_closed else {}
        if name == "ura-dora":
            return {"pattern": _("Ura-dora"), "reason": self._why_no_ura}
        if value not in self.ladders.get(name, ()) or name in self.bonuses:
            return {}
        why = ticks.greyed(self.rules, self.said, [value], _).get(value)
        if self.declared and value in FIRST_TURN:
            why = _("not in riichi")
        return {"pattern": yaku_name(value, _), "reason": why} if why else {}

    @property
    def question(self) -> str:
        found = self.tallied()
        if found is None or found.has_yaku:
            return ""
        if any(self.said.bonus.values()):
            return _("Tick the yaku too: dora alone do not win.")
        return _("Tick the yaku of the hand.")

    @property
    def tally(self) -> Tally:
        found = self.tallied()
        if found is None:
            return Tally((), "–", _("han"))
        items = [self._item(name, number) for name, number in found.patterns]
        if found.yakuman:
            return Tally(items, str(found.yakuman), _("yakuman"))
        if found.limit:
            return Tally(items, "", _(found.limit))
        return Tally(items, str(found.han), self._unit(found) if found.has_yaku else _("han"))

    def _item(self, name: str, number: int) -> str:
        if name in YAKUMAN and name not in CLOSED:
            return yaku_name(name, _)
        return f"{yaku_name(name, _)} {number}"

    def _unit(self, found: ticks.Tally) -> str:
        fu = self.chosen_fu(found)
        limit = basic_points(self.rules, found.han, fu)[1]
        if limit is None:
            return _("han {fu} fu").format(fu=fu)
        return _("han, {limit}").format(limit=_("counted yakuman" if limit == "yakuman" else limit))

    # -- the record --

    def claim(self) -> dict[str, Any]:
        if reason := ticks.contradiction(self.rules, self.said, _):
            raise ScoringError("wins.0.value", reason)
        found = ticks.tally(self.rules, self.said)
        try:
            value = ticks.value(self.rules, self.said, self.chosen_fu(found))
        except ScoringError as error:
            raise error.at("wins.0") from None
        return {"value": {**value, **ticked.kept(self.said, found.patterns)}}

    @classmethod
    def typed(cls, win: Mapping[str, Any], position: Position) -> dict[str, Any] | None:
        value = win.get("value") or {}
        if "patterns" not in value:
            return None
        rules, said = position.rules, _said(win, position)
        ladders = [ladder for group in ticks.series(rules) for ladder in group.ladders]
        fields = {ladder[0]: name for ladder in ladders for name in ladder if name in said.yaku}
        fields |= {name: str(number) for name, number in said.bonus.items()}
        if said.bonus.get("dora", 0) > MOST_DORA or said.bonus.get("ura-dora", 0) > MOST_URA:
            return None  # more than there are keys
        if said.called:
            fields[CALLED] = "on"
        return {**fields, "fu": str(value["fu"])} if value.get("fu") else fields


def _said(win: Mapping[str, Any], position: Position) -> ticks.Ticks:
    """What was ticked for this win."""
    state, value = position.state, win["value"]
    context = Context(
        round_wind=state.wind,
        seat_wind=state.seat_wind(win["winner"]),
        tsumo=win.get("from") is None,
        players=position.rules.players,
        # Otherwise an open riichi was a yakuman.
        discarder_riichi=CLOSED["open-riichi"] in ticked.summed(value["patterns"]).items(),
    )
    return ticked.said(position.rules, value, context, "value")[0]
