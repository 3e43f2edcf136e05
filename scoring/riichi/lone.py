"""A lone hand: its value and what each payer hands over, without a game around it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from scoring.notation import Table, parse_hand, parse_table
from scoring.riichi.context import Context
from scoring.riichi.hand import value
from scoring.riichi.points import ron, self_draw, self_draw_total
from scoring.riichi.rules import RiichiRules


def score_hand(rules: RiichiRules, hand: Mapping[str, Any]) -> dict[str, Any]:
    """What ``score`` prints of a lone hand (``hand`` of the game record, with ``round``, ``seat``,
    ``tsumo``, ``honba``, ``sticks`` and, where local yaku ask, ``wins_in_row`` and
    ``discarder_riichi``).

    ``points`` is the hand alone, ``payments`` what each payer hands over, honba included; sticks on
    the table come on top for the winner. ``ScoringError`` below ``hand``.
    """
    held = parse_hand(hand, "hand", lone=True)
    table = parse_table(hand, "hand", rules.players)
    context = lone_context(
        table.round_wind,
        table.seat_wind,
        table.tsumo,
        rules.players,
        table.wins_in_row,
        table.discarder_riichi,
    )
    best = value(rules, held, context)
    yakuman = best.yakuman
    return {
        "han": None if yakuman else best.han,
        "fu": None if yakuman else best.fu,
        "yakuman": yakuman,
        "limit": best.limit,
        "patterns": [list(pattern) for pattern in best.patterns],
        "points": _points(rules, best.base, table),
        "payments": _payments(rules, best.base, table),
    }


@lru_cache(maxsize=1 << 10)
def lone_context(
    round_wind: int,
    seat_wind: int,
    tsumo: bool,
    players: int = 4,
    wins_in_row: int = 0,
    discarder_riichi: bool | None = None,
) -> Context:
    """What is known of a lone hand: no round lists its riichi. There are few, so each is kept."""
    return Context(round_wind, seat_wind, tsumo, players, None, wins_in_row, discarder_riichi)


def _points(rules: RiichiRules, base: int, table: Table) -> int:
    dealer = table.seat_wind == 0
    if table.tsumo:
        return self_draw_total(rules, base, dealer)
    return ron(base, dealer)


def _payments(rules: RiichiRules, base: int, table: Table) -> dict[str, int]:
    dealer = table.seat_wind == 0
    if not table.tsumo:
        return {"discarder": ron(base, dealer) + table.honba * rules.honba_ron}
    honba = table.honba * rules.honba_tsumo
    from_dealer, from_child = self_draw(rules, base, dealer)
    if dealer:
        return {"others": from_child + honba}
    paid = {"dealer": from_dealer + honba}
    if rules.players > 2:
        paid["others"] = from_child + honba
    return paid
