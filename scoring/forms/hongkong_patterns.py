"""A Hong Kong hand by its patterns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from scoring.forms.base import Tally
from scoring.forms.hongkong_ways import FlowersDrawn
from scoring.forms.rungs import Ladder, PatternsWay, Rung, Series
from scoring.hongkong.faan import Count, flower_patterns, from_patterns
from scoring.hongkong.patterns import CHICKEN, FLOWER_PATTERNS, PATTERNS, is_limit, worth
from scoring.hongkong.payment import too_few
from scoring.hongkong.rules import HongKongRules
from scoring.hongkong.win import first_turn_refused
from scoring.hongkong.words import why_excluded
from scoring.notation import FLOWERS
from scoring.preview import Position
from scoring.templatetags.figures import native

LINES: Sequence[tuple[str, Sequence[Sequence[str]]]] = (
    (
        "the hand",
        (("all-sequences", "all-triplets"), ("mixed-terminals",), ("chicken",)),
    ),
    ("suits", (("half-flush", "full-flush"), ("concealed",), ("seven-pairs",))),
    (
        "dragons and winds",
        (
            ("dragon-white",),
            ("dragon-green",),
            ("dragon-red",),
            ("seat-wind",),
            ("small-dragons", "big-dragons"),
            ("round-wind",),
        ),
    ),
    ("how it was won", (("last-tile",), ("kong-replacement", "robbing-kong"), ("no-flowers",))),
    (
        "limit hands",
        (
            ("small-winds", "big-winds"),
            ("all-honors",),
            ("all-terminals",),
            ("four-concealed-triplets",),
            ("four-kongs",),
            ("nine-gates",),
            ("thirteen-orphans",),
            ("heaven", "earth"),
        ),
    ),
)
"""The pad: of the patterns in one ladder a hand has one at most."""


class FanPatterns(FlowersDrawn, PatternsWay):
    """What the hand has, ticked. The self-draw and the drawn flowers count by themselves."""

    @property
    def ladders(self) -> Mapping[str, Sequence[str]]:
        played = (
            [name for name in names if worth(self.rules, name) or name == CHICKEN]
            for _line, ladders in LINES
            for names in ladders
        )
        return {names[0]: names for names in played if names}

    @property
    def self_draw(self) -> bool | None:
        return None if self.off is None else self.tsumo

    @property
    def ticked(self) -> list[str]:
        """What was ticked; while typing, only what is still possible the way the hand was won."""
        names = list(self.chosen.values())
        if not self.typing:
            return names
        return [name for name in names if self._why_never(name) is None]

    @property
    def there(self) -> list[str]:
        """What was ticked, and what the drawn flowers make."""
        flowers = [name for name in self.flower_names if worth(self.rules, name)]
        return [*self.ticked, *(name for name in flowers if name not in self.ticked)]

    def count(self, *more: str) -> Count:
        """The fan so far. ``ScoringError`` where no hand has all this together."""
        return from_patterns(self.rules, [*self.there, *more], self.self_draw)

    def _why_never(self, name: str) -> ScoringError | None:
        """Why this pattern cannot be, whatever else is in the hand."""
        source = None if self.off is None or self.tsumo else int(self.off)
        dealer = self.position.state.dealer
        if refused := first_turn_refused([name], self.winner, source, dealer):
            return ScoringError("patterns", refused)
        return _refusal(self.rules, [name], self.self_draw)

    def _why_not(self, ladder: str, name: str) -> ScoringError | None:
        """Why this pattern cannot be ticked beside the others."""
        others = [one for one in self.ticked if one not in self.ladders[ladder]]
        return self._why_never(name) or _refusal(
            self.rules, [*others, *self.flower_names, name], self.self_draw
        )

    # -- pads --

    @property
    def series(self) -> list[Series]:
        ladders, found = self.ladders, []
        for line, listed in LINES:
            names = [
                name for name in ladders if any(ladders[name][0] in patterns for patterns in listed)
            ]
            rows = [Ladder(f"{self.prefix}-{name}", self._rungs(name)) for name in names]
            found.append(Series(_(line), rows))
        return found

    def _rungs(self, ladder: str) -> list[Rung]:
        return [
            self.rung(
                ladder,
                name,
                label=_(PATTERNS[name].label),
                worth=self._worth(name),
                native=native(PATTERNS[name].label, PATTERNS[name].native),
                why_not=self._why_not(ladder, name),
            )
            for name in self.ladders[ladder]
        ]

    def _worth(self, name: str) -> str:
        faan = worth(self.rules, name)
        return _("limit") if is_limit(self.rules, name) and faan == self.rules.limit else str(faan)

    @property
    def question(self) -> str:
        if self.ticked or self.flower_names:
            return ""
        return _("Tick what the hand has.")

    @property
    def tally(self) -> Tally:
        try:
            counted = self.count()
        except ScoringError:
            return Tally((), "–", _("fan"))
        needed = self.rules.needed(self.tsumo)
        notes = [
            _("{pattern}: {reason}").format(
                pattern=_(PATTERNS[out.name].label), reason=why_excluded(out, _)
            )
            for out in counted.excluded
        ]
        counts = [f"{_(PATTERNS[name].label)} {self._worth(name)}" for name, _n in counted.patterns]
        return Tally(
            items=() if self.question else counts,
            total=_("limit") if counted.limit else str(counted.faan),
            unit="" if counted.limit else _("fan, {needed} needed").format(needed=needed),
            notes=notes,
        )

    # -- the record --

    def objection(self, name: str, value: str) -> ScoringError | None:
        return self._why_not(name, value) if value in self.ladders.get(name, ()) else None

    def claim(self) -> dict[str, Any]:
        try:
            counted = self.count()
        except ScoringError as error:
            raise error.at("wins.0.value") from None
        if refused := too_few(self.rules, counted.to_minimum, self.tsumo):
            message, params = refused
            if counted.to_minimum < counted.total:
                message = "{faan} fan without the flowers, this table needs {minimum}"
            raise ScoringError("wins.0.value.faan", message, **params)
        full = counted.limit and counted.faan == self.rules.limit
        said: dict[str, Any] = {"limit": True} if full else {"faan": counted.total}
        return {"value": {**said, "patterns": self.there}}

    @classmethod
    def typed(cls, win: Mapping[str, Any], position: Position) -> dict[str, Any] | None:
        names = (win.get("value") or {}).get("patterns")
        if not names:
            return None
        rungs = {
            ladder[0]: name
            for _line, ladders in LINES
            for ladder in ladders
            for name in ladder
            if name in names
        }
        wind = position.state.seat_wind(win["winner"])
        return {**rungs, "flower": _drawn([n for n in names if n in FLOWER_PATTERNS], wind)}


def _drawn(names: Sequence[str], seat_wind: int) -> list[str]:
    """The fewest flowers that make these patterns for this seat; all of them where somebody ticked
    seven beside eight."""
    wanted = set(names) - {"no-flowers"}
    draws = (drawn for number in range(8) for drawn in combinations(FLOWERS, number))
    fits = (drawn for drawn in draws if wanted <= {*flower_patterns(drawn, seat_wind)})
    return [*next(fits, FLOWERS)]


def _refusal(
    rules: HongKongRules, names: Sequence[str], self_draw: bool | None
) -> ScoringError | None:
    try:
        from_patterns(rules, names, self_draw)
    except ScoringError as error:
        return error
    return None
