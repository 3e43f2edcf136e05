"""The calculator: what a win is worth, without a game around it.

It is the win form of its variety at a table that stands for any: the winner sits in seat 0, and who
deals makes them East, South … Everything is in the address, so that it can be kept and sent on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.errors import ScoringError
from scoring.forms import FORMS, Draft, draft, round_form, templates
from scoring.forms.base import SELF, Key, Row, WinForm
from scoring.forms.tiles import TilesWay
from scoring.game import WINDS, Variety
from scoring.pages.tables import read_options, safe_back
from scoring.preview import Position
from scoring.varieties import VARIETIES

WINNER = 0
DISCARD = "discard"
MOST_HONBA = 4
"""Keys; an address may ask for more."""
ENOUGH = 1_000_000
"""What everybody has, so that nobody goes bust."""
NOT_KEPT = ("calculator", "csrfmiddlewaretoken", "why", "winner", "source")


@dataclass(frozen=True, slots=True)
class Table:
    """The table a hand is won at, as the address says it."""

    variety: Variety
    rules: Any
    preset: str
    options: str
    """Rules of one's own over the preset, as JSON."""
    round_wind: int
    seat_wind: int
    tsumo: bool
    riichi: bool
    honba: int

    @property
    def players(self) -> int:
        return self.variety.players(self.rules)

    @property
    def dealer(self) -> int:
        return -self.seat_wind % self.players

    @property
    def discarder(self) -> int:
        """The dealer where it can be: where it matters whose discard it is, it is theirs."""
        return self.dealer or 1

    @property
    def position(self) -> Position:
        state = replace(
            self.variety.start(self.rules),
            wind=self.round_wind,
            number=self.dealer + 1,
            honba=self.honba if self.counts_honba else 0,
            scores=(ENOUGH,) * self.players,
        )
        return Position(self.variety, self.rules, state, tuple(self._names))

    @property
    def _names(self) -> Sequence[str]:
        """Everybody by what they are in this hand."""
        names = [_("the player")] * self.players
        names[self.dealer] = _("the dealer")
        if not self.tsumo:
            names[self.discarder] = _("the discarder")
        names[WINNER] = _("the winner")
        return names

    @property
    def declares_riichi(self) -> bool:
        """Whether riichi is a thing of this game."""
        return "riichi" in round_form(self.variety.key, "win").base_fields

    @property
    def counts_honba(self) -> bool:
        return self.declares_riichi

    def form(self, data: QueryDict) -> WinForm:
        """The win form with what has been typed."""
        typed = data.copy()
        typed.setdefault("way", TilesWay.key)
        typed["winner"] = str(WINNER)
        typed["source"] = SELF if self.tsumo else str(self.discarder)
        if self.declares_riichi:
            typed.setlist("riichi", [str(WINNER)] if self.riichi else [])
        return cast(WinForm, round_form(self.variety.key, "win")(self.position, typed))

    # -- its keys --

    @property
    def rows(self) -> list[Row]:
        """What can be said of the table."""
        chairs = [self.variety.wind_name(wind, _) for wind in range(len(WINDS))]
        how = _keys(
            "how",
            (DISCARD, SELF),
            (_("off a discard"), _("self-drawn")),
            SELF if self.tsumo else DISCARD,
        )
        if self.declares_riichi:
            how.append(Key("riichi", "on", _("riichi"), self.riichi, kind="checkbox"))
        seats = WINDS[: self.players]
        rows = [
            Row(_("round"), _keys("round", WINDS, _rounds(), WINDS[self.round_wind])),
            Row(_("seat"), _keys("seat", seats, chairs, WINDS[self.seat_wind])),
            Row(_("won"), how),
        ]
        if self.counts_honba:
            numbers = [str(n) for n in range(MOST_HONBA + 1)]
            rows.append(Row(_("honba"), _keys("honba", numbers, numbers, str(self.honba))))
        return rows


def _rounds() -> list[str]:
    """The winds by themselves, as rounds are called; a seat is called otherwise (東, 東家)."""
    return [capfirst(wind) for wind in (_("east"), _("south"), _("west"), _("north"))]


def _keys(name: str, values: Sequence[str], labels: Sequence[str], chosen: str) -> list[Key]:
    pairs = zip(values, labels, strict=False)
    return [Key(name, value, label, checked=value == chosen) for value, label in pairs]


def read_table(variety: str, asked: QueryDict) -> Table:
    """The table an address asks for; what it does not say is usual. ``ScoringError`` where there
    are no such rules."""
    kind = VARIETIES[variety]
    preset = asked.get("preset") or kind.default_preset
    options = asked.get("options", "")
    rules = kind.rules(preset, read_options(options))
    honba = asked.get("honba", "")
    return Table(
        variety=kind,
        rules=rules,
        preset=preset,
        options=options,
        round_wind=_wind(asked.get("round", ""), 4, 0),
        seat_wind=_wind(asked.get("seat", ""), kind.players(rules), 1),
        tsumo=asked.get("how") == SELF,
        riichi="on" in asked.getlist("riichi"),
        honba=int(honba) if honba.isascii() and honba.isdecimal() and len(honba) < 3 else 0,
    )


def _wind(text: str, players: int, usual: int) -> int:
    at = WINDS[:players].find(text) if text else -1
    return usual if at < 0 else at


# -- the page -----------------------------------------------------------------------------------


@require_safe
def calculator(request: HttpRequest, variety: str) -> HttpResponse:
    """The calculator of a variety; ``?preset=``, ``round``, ``seat``, ``how``, and the fields of
    its win form."""
    if variety not in FORMS:
        raise Http404
    back = safe_back(request)
    context: dict[str, Any] = {
        "back": back or reverse("scoring:index"),
        "given_back": back,
        "variety": VARIETIES[variety],
    }
    try:
        found = read_table(variety, request.GET)
    except ScoringError as error:
        context["refusal"] = capfirst(error.text((), _))
        return render(request, "table/calculator.html", context, status=422)
    return render(request, "table/calculator.html", {**context, **_shown(found, request.GET)})


def answer(request: HttpRequest) -> HttpResponse:
    """The calculator's part of the page anew, and its address: what the preview answers where the
    form is a calculator's."""
    variety = request.POST["calculator"]
    if variety not in FORMS:
        raise Http404
    try:
        found = read_table(variety, request.POST)
    except ScoringError as error:
        message = {"message": capfirst(error.text((), _))}
        return render(request, "table/_broken.html", message, status=422)
    context = {**_shown(found, request.POST), "preview": True}
    response = render(request, "table/_calculator_anew.html", context)
    there = reverse("scoring:calculator", args=(variety,))
    response["HX-Replace-Url"] = f"{there}?{_kept(context['draft'], request.POST).urlencode()}"
    return response


def _shown(found: Table, data: QueryDict) -> dict[str, Any]:
    shown = draft(found.form(data), data.get("why", ""))
    key = found.variety.key
    return {
        "here": found,
        "variety": found.variety,
        "rules": found.rules,
        "draft": shown,
        "form": shown.form,
        "presets": found.variety.presets.values(),
        "body": templates(key, "_win.html"),
        "said": templates(key, "_said.html"),
    }


def _kept(shown: Draft, data: QueryDict) -> QueryDict:
    """What was typed, for an address: taps laid into the tray, nothing that is usual or passing."""
    query = QueryDict(mutable=True)
    for name, values in data.lists():
        if name not in NOT_KEPT and not name.endswith("-taps") and any(values):
            query.setlist(name, values)
    way = cast(WinForm, shown.form).shown.way
    if isinstance(way, TilesWay):
        query[f"{way.prefix}-tray_text"] = way.tray.text
    return query
