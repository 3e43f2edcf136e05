"""Score tables to look up: one page for every ruleset of every game.

What a page shows is made from the rules by the variety's own function in ``TABLES`` and drawn by
``table/<variety>/_tables.html``. A game is looked up by its preset and what it does otherwise.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.errors import ScoringError
from scoring.forms import templates
from scoring.hongkong import patterns as hongkong_patterns
from scoring.hongkong import payment as hongkong_payment
from scoring.hongkong.rules import HongKongRules
from scoring.riichi import lookup as riichi_lookup
from scoring.riichi.calls import CARD
from scoring.riichi.needs import swings
from scoring.riichi.rules import RiichiRules
from scoring.varieties import VARIETIES
from scoring.zungjung import patterns as zungjung_patterns
from scoring.zungjung import payment as zungjung_payment
from scoring.zungjung.rules import Rules as ZungJungRules

Shown = Mapping[str, Any]
"""What a variety's template asks for."""


# -- Hong Kong ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FanGroup:
    """Patterns that belong together, each with its fan (0: makes a limit hand)."""

    name: str
    rows: Sequence[tuple[hongkong_patterns.Pattern, int]]


_GROUPS = {
    "hand": "The hand",
    "honors": "Dragons and winds",
    "win": "How it was won",
    "flowers": "Flowers and seasons",
    "limit": "Limit hands",
}


def hongkong(rules: HongKongRules, asked: QueryDict) -> Shown:
    """The payment table in the figures that add up over a game, in money too where that is
    another figure, and what every pattern counts here."""
    figures = hongkong_payment.table(rules, money=False)
    money = hongkong_payment.table(rules)
    return {
        "name": hongkong_payment.table_name(rules, _),
        "rows": list(zip(figures, money, strict=True)),
        "in_money": hongkong_payment.rate(rules) != 1,
        "half_gun": rules.gun == "half",
        "by_self_draw": any(row.discard is None for row in figures),
        "groups": [
            FanGroup(_(name), rows) for key, name in _GROUPS.items() if (rows := _fan(rules, key))
        ],
    }


def _fan(rules: HongKongRules, group: str) -> list[tuple[hongkong_patterns.Pattern, int]]:
    """The group's patterns this table plays. A limit hand that has fan of its own shows them."""
    found = []
    for name, pattern in hongkong_patterns.PATTERNS.items():
        worth = hongkong_patterns.worth(rules, name)
        if pattern.group != group or not (worth or name == hongkong_patterns.CHICKEN):
            continue
        limit = hongkong_patterns.is_limit(rules, name) and worth == rules.limit
        found.append((pattern, 0 if limit else worth))
    return found


# -- Zung Jung ----------------------------------------------------------------------------------


def zungjung(rules: ZungJungRules, asked: QueryDict) -> Shown:
    """The patterns in their ten groups with the points of the edition, and what every total costs
    whom."""
    return {
        "groups": zungjung_patterns.series(rules),
        "rows": zungjung_payment.table(rules),
        "edition": rules.edition,
    }


# -- riichi -------------------------------------------------------------------------------------


def riichi(rules: RiichiRules, asked: QueryDict) -> Shown:
    """Every fu and han of a child and of the dealer, the limits, what a self-draw moves, all with
    the honba asked for."""
    given = asked.get("honba", "")
    honba = int(given) if given in _HONBA else 0
    return {
        "sheets": [(_sheet_name(sheet), sheet) for sheet in riichi_lookup.sheets(rules, honba)],
        "limits": [
            (limit, riichi_lookup.han_of(rules, limit.name))
            for limit in riichi_lookup.limits(rules, honba)
        ],
        "equal_fu": riichi_lookup.EQUAL_FU,
        "swings": () if rules.players < 3 or rules.aotenjou else swings(rules),
        "card": [_(line) for line in CARD],
        "honba": honba,
        "honba_keys": [(number, _with(asked, honba=number)) for number in map(int, _HONBA)],
    }


def _sheet_name(sheet: riichi_lookup.Sheet) -> str:
    if sheet.dealer:
        return _("Dealer, self-draw") if sheet.tsumo else _("Dealer, ron")
    return _("Child, self-draw") if sheet.tsumo else _("Child, ron")


_HONBA = [str(number) for number in range(riichi_lookup.MOST_HONBA + 1)]


def _with(asked: QueryDict, **changes: Any) -> str:
    """The address asked for, with changes."""
    query = asked.copy()
    for name, value in changes.items():
        query[name] = str(value)
    return f"?{query.urlencode()}"


TABLES: Mapping[str, Callable[[Any, QueryDict], Shown]] = {
    "riichi": riichi,
    "hongkong": hongkong,
    "zungjung": zungjung,
}

# -- the page -----------------------------------------------------------------------------------


def address(
    variety: str, preset: str, options: Mapping[str, Any], back: str = "", page: str = "table"
) -> str:
    """Where the tables (or the ``calculator``) of these rules are: ``options`` are those that
    differ from the preset."""
    asked = {"preset": preset, "options": json.dumps(options) if options else "", "back": back}
    query = urlencode({name: value for name, value in asked.items() if value})
    return f"{reverse(f'scoring:{page}', args=(variety,))}?{query}"


@require_safe
def table(request: HttpRequest, variety: str) -> HttpResponse:
    """The tables of a ruleset: ``?preset=old-style``, with ``options`` (JSON) over it."""
    if variety not in VARIETIES or variety not in TABLES:
        raise Http404
    kind = VARIETIES[variety]
    key = request.GET.get("preset") or kind.default_preset
    back = safe_back(request)
    context: dict[str, Any] = {
        "variety": kind,
        "back": back or reverse("table:home"),
        "presets": [
            (preset, address(variety, preset.key, {}, back)) for preset in kind.presets.values()
        ],
        "chosen": kind.presets.get(key),
        "body": templates(variety, "_tables.html"),
    }
    try:
        options = read_options(request.GET.get("options", ""))
        rules = kind.rules(key, options)
    except ScoringError as error:
        context["refusal"] = capfirst(error.text((), _))
        return render(request, "table/tables.html", context, status=422)
    context |= {"own": bool(options), "rules": rules, "summary": kind.summary(rules, _)}
    return render(request, "table/tables.html", {**context, **TABLES[variety](rules, request.GET)})


def safe_back(request: HttpRequest) -> str:
    """Where the reader came from, if that is on this site."""
    back = request.GET.get("back", "")
    here = url_has_allowed_host_and_scheme(back, {request.get_host()}, request.is_secure())
    return back if here else ""


def read_options(text: str) -> Mapping[str, Any]:
    """The options an address carries; whatever they are, the variety checks them."""
    try:
        options = json.loads(text or "{}")
    except (ValueError, RecursionError):
        options = None
    if not isinstance(options, dict):
        raise ScoringError("options", "this address is broken; open the tables from the game again")
    return options
