"""A lone hand: its value and what each payer hands over, without a game around it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.notation import Table, parse_table
from scoring.riichi.context import Context, Worth
from scoring.riichi.hand import evaluate
from scoring.riichi.points import ron, self_draw, self_draw_total
from scoring.riichi.rules import RiichiRules

_TABLE = ("round", "seat", "tsumo", "honba", "sticks", "wins_in_row")


def score_hand(rules: RiichiRules, hand: Mapping[str, Any]) -> dict[str, Any]:
    """What ``score`` prints of a lone hand (``hand`` of the game record, with ``round``, ``seat``,
    ``tsumo``, ``honba``, ``sticks``, ``wins_in_row``).

    ``points`` is the hand alone, ``payments`` what each payer hands over, honba included; sticks on
    the table come on top for the winner. ``ScoringError`` below ``hand``.
    """
    table = parse_table(hand, "hand", rules.players)
    context = Context(
        round_wind=table.round_wind,
        seat_wind=table.seat_wind,
        tsumo=table.tsumo,
        players=rules.players,
        wins_in_row=table.wins_in_row,
    )
    held = {key: value for key, value in hand.items() if key not in _TABLE}
    worth = evaluate(rules, held, context, "hand")
    return {
        "han": worth.han,
        "fu": worth.fu,
        "yakuman": worth.yakuman,
        "limit": worth.limit,
        "patterns": [list(pattern) for pattern in worth.patterns or ()],
        "points": _points(rules, worth, table),
        "payments": _payments(rules, worth, table),
    }


def _points(rules: RiichiRules, worth: Worth, table: Table) -> int:
    dealer = table.seat_wind == 0
    if table.tsumo:
        return self_draw_total(rules, worth.base, dealer)
    return ron(worth.base, dealer)


def _payments(rules: RiichiRules, worth: Worth, table: Table) -> dict[str, int]:
    dealer = table.seat_wind == 0
    if not table.tsumo:
        return {"discarder": ron(worth.base, dealer) + table.honba * rules.honba_ron}
    honba = table.honba * rules.honba_tsumo
    from_dealer, from_child = self_draw(rules, worth.base, dealer)
    if dealer:
        return {"others": from_child + honba}
    paid = {"dealer": from_dealer + honba}
    if rules.players > 2:
        paid["others"] = from_child + honba
    return paid
