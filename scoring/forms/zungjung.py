"""How a Zung Jung hand is entered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from scoring import figures
from scoring.errors import ScoringError
from scoring.forms.base import Charges, Claimed, Key, Row, Tally, WayForm, prefix
from scoring.forms.rungs import Ladder, PatternsWay, Rung, Series
from scoring.forms.single import SingleWin
from scoring.forms.tiles import KongTiles
from scoring.game import ABSENT, Valued
from scoring.preview import Position, Preview
from scoring.words import listed
from scoring.zungjung import patterns
from scoring.zungjung.patterns import BY_NUMBER, VALUE_HONOR, Worth, from_ticked, greyed
from scoring.zungjung.payment import CHICKEN, LEGAL_POINTS, Shares, table
from scoring.zungjung.rules import PLAYERS
from scoring.zungjung.words import pattern_name

# -- patterns -----------------------------------------------------------------------------------

_SETS = {2: gettext_lazy("two sets"), 3: gettext_lazy("three sets"), 4: gettext_lazy("four sets")}


class SeriesPatterns(PatternsWay):
    """The 44 patterns in their ten groups. Of a series one counts; value honors count by sets."""

    chicken = forms.BooleanField(required=False)
    """A hand without any pattern."""

    @cached_property
    def groups(self) -> tuple[patterns.Group, ...]:
        return patterns.series(self.rules)

    @cached_property
    def ladders(self) -> Mapping[str, Sequence[str]]:
        return {
            f"s{ladder[0].pattern.series}": [_value(key) for key in ladder]
            for group in self.groups
            for ladder in group.ladders
        }

    @property
    def ticked(self) -> dict[str, int]:
        """The chosen patterns, as ``{number: how often}``."""
        found = {}
        for value in self.chosen.values():
            number, _times, count = value.partition("x")
            found[number] = int(count or 1)
        if not self.typing:
            return found
        gone = self._greyed([])
        return {number: count for number, count in found.items() if number not in gone}

    def worth(self) -> Worth:
        """The points so far. ``ScoringError`` where no hand has all this together."""
        return from_ticked(self.rules, self.ticked)

    def _greyed(self, ticked: Sequence[str]) -> dict[str, str]:
        """The patterns that cannot be beside these, each with the reason."""
        dealer = self.position.state.dealer
        return greyed(
            self.rules,
            ticked,
            self_draw=None if self.off is None else self.tsumo,
            east=None if self.winner is None else self.winner == dealer,
            off_east=self.off == dealer if isinstance(self.off, int) else None,
            gettext=_,
        )

    # -- the pad --

    @property
    def series(self) -> list[Series]:
        why = self._greyed(list(self.ticked))
        return [
            Series(
                _(group.en),
                [
                    Ladder(f"{self.prefix}-{name}", self._rungs(name, ladder, why))
                    for ladder in group.ladders
                    for name in (f"s{ladder[0].pattern.series}",)
                ],
                mark=str(group.number),
            )
            for group in self.groups
        ]

    def _rungs(
        self, name: str, ladder: Sequence[patterns.Key], why: Mapping[str, str]
    ) -> list[Rung]:
        return [
            self.rung(
                name,
                _value(key),
                label=_label(key),
                worth=str(key.points),
                why_not=why.get(key.pattern.number),
            )
            for key in ladder
        ]

    def objection(self, name: str, value: str) -> ScoringError | None:
        number = value.partition("x")[0]
        reason = self._greyed(list(self.ticked)).get(number)
        if reason is None:
            return None
        return ScoringError(
            "patterns", "{pattern}: {reason}", pattern=pattern_name(number, _), reason=reason
        )

    @property
    def is_chicken(self) -> bool:
        return bool(self.cleaned_data.get("chicken")) and not self.ticked

    @property
    def chicken_key(self) -> Key:
        return Key(
            f"{self.prefix}-chicken",
            "on",
            _("Chicken hand, no pattern"),
            checked=self.is_chicken,
            kind="checkbox",
            small=str(CHICKEN),
        )

    @property
    def question(self) -> str:
        return "" if self.ticked or self.is_chicken else _("Tap the patterns of the hand.")

    @property
    def tally(self) -> Tally:
        unit = _("points")
        if self.question:
            return Tally((), "0", unit)
        try:
            worth = self.worth()
        except ScoringError:
            return Tally((), "–", unit)
        return Tally(
            items=list(_counted(worth)),
            total=str(worth.points),
            unit=_("point") if worth.points == 1 else unit,
            notes=[*_brought(worth), *(out.text(_) for out in worth.excluded)],
        )

    # -- the record --

    def claim(self) -> dict[str, Any]:
        try:
            worth = self.worth()
        except ScoringError as error:
            raise error.at("wins.0.value") from None
        listed = [number for number, count in self.ticked.items() for _n in range(count)]
        value = {"points": worth.points}
        return {"value": {**value, "patterns": listed} if listed else value}

    @classmethod
    def typed(cls, win: Mapping[str, Any], position: Position) -> dict[str, Any] | None:
        value = win.get("value") or {}
        listed = value.get("patterns")
        if not listed:
            return {"chicken": "on"} if value.get("points") == CHICKEN else None
        found = {}
        for number in listed:
            times = listed.count(number)
            value = f"{number}x{times}" if number == VALUE_HONOR else number
            found[f"s{BY_NUMBER[number].series}"] = value
        return found


def _value(key: patterns.Key) -> str:
    number = key.pattern.number
    return f"{number}x{key.count}" if number == VALUE_HONOR else number


def _label(key: patterns.Key) -> str:
    return str(_SETS[key.count]) if key.count > 1 else _short(key.pattern)


def _short(pattern: patterns.Pattern) -> str:
    language = get_language() or "en"
    return _(pattern.short) if language[:2] == "en" else pattern.name(language)


def _counted(worth: Worth) -> Iterator[str]:
    """ "Mixed one-suit 40", "Value honor 20": each pattern once, with all it counts."""
    for number in dict.fromkeys(number for number, _points in worth.counted):
        points = sum(each for other, each in worth.counted if other == number)
        pattern = BY_NUMBER.get(number)
        yield f"{_short(pattern) if pattern else pattern_name(number, _)} {points}"


def _brought(worth: Worth) -> Iterator[str]:
    """ "4 concealed always has Concealed, All triplets": what was added to the ticked patterns."""
    for by in dict.fromkeys(by for _number, by in worth.implied):
        names = [_short(BY_NUMBER[number]) for number, other in worth.implied if other == by]
        yield _("{pattern} always has {patterns}").format(
            pattern=_short(BY_NUMBER[by]), patterns=listed(names, _)
        )


# -- points -------------------------------------------------------------------------------------


ONES = (0, 5, CHICKEN)
PAYERS = PLAYERS - 1


class PointsPad(WayForm):
    """The points as a figure, by its digits: only totals that a hand can have."""

    key = "points"
    label = gettext_lazy("points")
    alone = True
    hundreds = forms.IntegerField(required=False)
    tens = forms.IntegerField(required=False)
    ones = forms.IntegerField(required=False)
    was = forms.IntegerField(required=False)
    """The points before the last tap: a chicken hand stands alone, and the other tap ends it."""

    @property
    def parts(self) -> tuple[int, int, int]:
        """Hundreds, tens and ones. While typing, what no longer makes a legal total is dropped,
        the smaller part first."""
        given = [self.cleaned_data.get(name) or 0 for name in ("hundreds", "tens", "ones")]
        hundreds, tens, ones = given
        if not self.typing:
            return hundreds, tens, ones
        if ones == CHICKEN:
            fresh = self.cleaned_data.get("was") != CHICKEN or not (hundreds or tens)
            return (0, 0, CHICKEN) if fresh else (hundreds, tens, 0)
        if hundreds + tens not in LEGAL_POINTS:
            tens = 0
        if hundreds + tens + ones not in LEGAL_POINTS:
            ones = 0
        return hundreds, tens, ones

    @property
    def points(self) -> int:
        return sum(self.parts)

    @property
    def question(self) -> str:
        return "" if self.points else _("How many points?")

    @property
    def rows(self) -> list[Row]:
        hundreds, tens, ones = self.parts
        alone = ones == CHICKEN
        return [
            Row(
                _("hundreds"),
                [self._key("hundreds", n, n, n == hundreds) for n in range(0, 401, 100)],
            ),
            Row(
                _("tens"),
                [self._key("tens", n, hundreds + n, n == tens) for n in range(0, 91, 10)],
            ),
            Row(
                _("ones"),
                [
                    self._key("ones", 0, hundreds + tens, ones == 0),
                    self._key("ones", 5, hundreds + tens + 5, ones == 5),
                    self._key("ones", CHICKEN, CHICKEN, alone, _("chicken hand")),
                ],
            ),
        ]

    def _key(self, part: str, n: int, total: int, checked: bool, small: str = "") -> Key:
        """Zero is always there to be chosen; while a chicken hand is, no other digit is."""
        live = not total or (total in LEGAL_POINTS and total >= self.rules.minimum)
        checked = checked and (part == "ones" or self.parts[2] != CHICKEN)
        label = str(n) if n else "–"
        return Key(f"{self.prefix}-{part}", str(n), label, checked=checked, live=live, small=small)

    def objection(self, name: str, value: str) -> ScoringError | None:
        if value == str(CHICKEN):
            return ScoringError("points", "this table needs {minimum}", minimum=self.rules.minimum)
        return ScoringError("points", "points are 1, multiples of 5 up to 320, 400 or 480")

    def claim(self) -> dict[str, Any]:
        return {"value": {"points": self.points}}

    @classmethod
    def typed(cls, win: Mapping[str, Any], position: Position) -> dict[str, Any] | None:
        value = win.get("value") or {}
        if "points" not in value:
            return None
        return _digits(int(value["points"]))

    def carried(self, win: Valued) -> dict[str, str]:
        return _digits(win.data["points"])

    @classmethod
    def charges(cls, rules: Any) -> Charges:
        """Every sum of the three rows of digits; only the legal totals cost something."""
        said = {row.points: _charged(row.shares) for row in table(rules)}
        sums = {h + t + n for h in range(0, 401, 100) for t in range(0, 91, 10) for n in ONES}
        return Charges(
            fields=("hundreds", "tens", "ones"),
            rows={str(total): said.get(total, [None] * 4) for total in sorted(sums - {0})},
            join="+",
            usual={"tens": "0", "ones": "0"},
        )


def _digits(points: int) -> dict[str, str]:
    parts = (points // 100 * 100, points % 100 // 10 * 10, points % 10)
    return dict(zip(("hundreds", "tens", "ones"), map(str, parts), strict=True))


def _charged(share: Shares) -> list[str | None]:
    """ "110 + 25 + 25" off a discard, "70 × 3" drawn."""
    each = f"{figures.score(share.each)} × {PAYERS}"
    discard = each
    if share.discarder != share.others:
        owed = (share.discarder, *[share.others] * (PAYERS - 1))
        discard = " + ".join(figures.score(amount) for amount in owed if amount)
    return [discard, discard, each, each]


# -- tiles --------------------------------------------------------------------------------------


class ZungJungTiles(KongTiles):
    """The tiles; there are no flowers, and no indicators."""


# -- the win ------------------------------------------------------------------------------------


class ZungJungWin(SingleWin):
    """和: off a discard or self-drawn."""

    ways = (SeriesPatterns, PointsPad, ZungJungTiles)
    words = "points.series.chicken.cap-320.responsible"

    def win(self, claimed: Claimed) -> dict[str, Any]:
        told = super().win(claimed)
        responsible = self._responsible(claimed)
        if responsible == ABSENT or self.claimed_together:
            return told
        return {**told, "responsible": responsible}

    def total(self, shown: Preview) -> str:
        """The points of the hand: what everybody at the table reckons in."""
        wins = shown.step.wins if shown.step else ()
        return str(wins[0].points) if wins else ""

    # -- same-round immunity --

    def _asks_responsible(self) -> bool:
        return self.position.rules.immunity and isinstance(self.off, int)

    def _responsible(self, claimed: Claimed) -> int | str | None:
        """Who answers for the tile, as chosen: the discarder unless another seat, or nobody."""
        given = self.data.get(f"{prefix(claimed.seat)}-responsible", "")
        if not self._asks_responsible() or not given or given == str(self.off):
            return ABSENT
        return int(given) if given.isdecimal() and len(given) < 3 else None

    def asks(self, shown: Preview) -> list[Row]:
        rows = super().asks(shown)
        claimed = self.shown
        if claimed.seat is None or len(self.winners) != 1 or not self._asks_responsible():
            return rows
        name = f"{prefix(claimed.seat)}-responsible"
        chosen = self._responsible(claimed)
        seats = [int(str(self.off)) if chosen == ABSENT else chosen]
        keys = self.seat_keys(
            name,
            self.others(claimed.seat),
            [seat for seat in seats if isinstance(seat, int)],
            "radio",
        )
        nobody = Key(name, "nobody", _("nobody"), checked=chosen is None)
        return [*rows, Row(_("respon\u00adsible"), [*keys, nobody], "responsible")]

    @classmethod
    def typed_win(cls, win: Mapping[str, Any], position: Position) -> dict[str, Any]:
        found = super().typed_win(win, position)
        responsible = win.get("responsible", ABSENT)
        if responsible == ABSENT:
            return found
        return {**found, "responsible": "nobody" if responsible is None else str(responsible)}

    @property
    def hand_text(self) -> str:
        """ "hand 7 of 16" """
        number, length = self.position.state.hands + 1, self.position.rules.length
        if length == "open":
            return _("hand {number}").format(number=number)
        return _("hand {number} of {length}").format(number=number, length=length)
