"""The score table of a ruleset: every amount of the two sources, and how it is said."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring.riichi import lookup
from scoring.riichi.calls import ALL, RON, SPLIT, Amount
from scoring.riichi.rules import RiichiRules
from tests.scoring.riichi_table import CSV, PLAIN, SANMA, TWO, rows, rules

TABLE = rules(**PLAIN, thirteen_han="yakuman")


def cell(
    table: RiichiRules, dealer: bool, tsumo: bool, fu: int, han: int, honba: int = 0
) -> lookup.Cell | None:
    sheet = lookup.sheets(table, honba)[2 * dealer + tsumo]
    assert (sheet.dealer, sheet.tsumo) == (dealer, tsumo)
    row = next((row for row in sheet.rows if row.fu == fu), None)
    return None if row is None else row.cells[han - 1]


def figures(*where: Any, **more: Any) -> tuple[int, ...] | None:
    found = cell(TABLE, *where, **more)
    return None if found is None else found.amount.figures


@pytest.mark.skipif(not CSV.exists(), reason="the rules pages are not here")
def test_every_amount_of_the_encyclopedia_is_in_the_table() -> None:
    compared = 0
    for row in rows("seed003_score_table.csv"):
        if not row["fu"].isdecimal() or int(row["han"]) > lookup.MOST_HAN:
            continue  # a limit by han alone
        dealer, han, fu = row["winner"] == "oya", int(row["han"]), int(row["fu"])
        for tsumo, column in ((False, "seed_ron"), (True, "seed_tsumo(per child[,dealer])")):
            found, said = figures(dealer, tsumo, fu, han), row[column]
            if found is not None and said[0].isdecimal():
                assert found == tuple(map(int, said.split(","))), row
                compared += 1
    assert compared > 100


@pytest.mark.parametrize(
    "where, expected",
    [
        ((False, False, 30, 3), (3900,)),
        ((False, True, 30, 3), (1000, 2000)),
        ((True, False, 110, 2), (10600,)),
        ((True, True, 20, 3), (1300,)),
        ((False, False, 25, 1), None),
        ((False, True, 25, 2), None),
        ((False, True, 20, 1), None),
        ((False, False, 20, 2), None),
        ((False, True, 110, 1), None),
        ((False, False, 110, 1), (3600,)),
    ],
)
def test_a_cell_is_empty_where_no_hand_has_its_han_and_fu(where: Any, expected: Any) -> None:
    assert figures(*where) == expected


def test_honba_are_in_the_amounts_and_the_call_says_both() -> None:
    found = cell(TABLE, False, False, 30, 3, honba=2)
    assert found is not None
    assert found.amount == Amount(RON, (4500,))
    assert (found.call.ja, found.call.mnemonic) == ("3900 は 4500", "ザンク")
    drawn = cell(TABLE, False, True, 30, 3, honba=1)
    assert drawn is not None
    assert drawn.amount == Amount(SPLIT, (1100, 2100))


def test_a_nickname_leaves_out_that_everybody_pays() -> None:
    found = cell(TABLE, True, True, 40, 3)
    assert found is not None
    assert (found.amount, found.nickname) == (Amount(ALL, (2600,)), "ニィロク")
    plain = cell(TABLE, True, True, 30, 2)
    assert plain is not None
    assert plain.nickname == ""


def test_mangan_is_marked_and_is_not_among_the_calls() -> None:
    kiriage = rules(**{**PLAIN, "kiriage_mangan": True})
    short, full = (cell(table, False, False, 30, 4) for table in (TABLE, kiriage))
    assert short is not None
    assert full is not None
    assert (short.limit, short.amount.figures) == (None, (7700,))
    assert (full.limit, full.amount.figures) == ("mangan", (8000,))
    calls = [call.ja for call in lookup.sheets(kiriage)[0].calls]
    assert "8000" not in calls
    assert calls == sorted(set(calls), key=int)


def test_the_limits_for_child_and_dealer() -> None:
    found = {(limit.name, limit.count): limit for limit in lookup.limits(TABLE)}
    assert [*found] == [
        ("mangan", 0), ("haneman", 0), ("baiman", 0), ("sanbaiman", 0), ("counted yakuman", 0),
        ("yakuman", 1), ("yakuman", 2), ("yakuman", 3),
    ]  # fmt: skip
    haneman = found["haneman", 0]
    amounts = [haneman.child, haneman.child_drawn, haneman.dealer, haneman.dealer_drawn]
    assert [cell.amount.figures for cell in amounts] == [(12000,), (3000, 6000), (18000,), (6000,)]
    assert haneman.dealer.call.mnemonic == "インパチ"
    once = rules(**PLAIN, yakuman_stack=False, thirteen_han="sanbaiman")
    assert [limit.name for limit in lookup.limits(once)][-2:] == ["sanbaiman", "yakuman"]


def test_the_han_a_limit_begins_and_ends_with() -> None:
    spans = {name: lookup.han_of(TABLE, name) for name in ("mangan", "haneman", "yakuman")}
    assert spans == {"mangan": (5, 5), "haneman": (6, 7), "yakuman": (13, None)}
    course = rules(**{**PLAIN, "thirteen_han": "sanbaiman"})
    assert lookup.han_of(course, "sanbaiman") == (11, None)
    assert lookup.han_of(course, "yakuman") is None


def test_without_limits_the_table_goes_on_and_names_none() -> None:
    endless = rules(**PLAIN, aotenjou=True)
    assert lookup.limits(endless) == ()
    sheet = lookup.sheets(endless)[0]
    assert sheet.han == tuple(range(1, 9))
    row = next(row for row in sheet.rows if row.fu == 30)
    last = row.cells[-1]
    assert last is not None
    assert last.amount.figures == (30 * 2**10 * 4 // 100 * 100 + 100,)


def test_three_and_two_players() -> None:
    drawn = cell(rules(**SANMA), False, True, 30, 3)
    assert drawn is not None
    assert drawn.amount.kind == SPLIT
    two = rules(**TWO)
    for dealer in (False, True):
        only = cell(two, dealer, True, 30, 3)
        assert only is not None
        assert only.amount == Amount(RON, (2000,))


def test_equal_cells_are_equal() -> None:
    assert lookup.EQUAL_FU == ((40, 20), (50, 25), (60, 30), (80, 40), (100, 50))
    for larger, smaller in lookup.EQUAL_FU:
        one, other = cell(TABLE, True, True, larger, 2), cell(TABLE, True, True, smaller, 3)
        assert one is not None
        assert other is not None
        assert one.amount == other.amount


# -- the page -----------------------------------------------------------------------------------


def page(client: Client, query: str = "") -> str:
    response = client.get(f"/score/riichi/table/{query}")
    assert response.status_code == 200
    return response.content.decode()


def test_the_page_shows_four_tables_the_limits_the_swings_and_the_card(client: Client) -> None:
    shown = page(client)
    for heading in ("Child, ron", "Dealer, self-draw", "Limits", "What a self-draw moves"):
        assert f">{heading}</h2>" in shown
    assert "zanku" in shown
    japanese = client.get("/score/riichi/table/", headers={"accept-language": "ja"})
    assert "ザンク" in japanese.content.decode()
    assert "60 fu 2 han = 30 fu 3 han" in shown
    assert "Lay the winning tile to the right of your hand" in shown
    assert "<td>1,400</td><td>1,600</td>" in shown.replace("\n", "")


def test_the_page_takes_honba_and_keeps_the_ruleset(client: Client) -> None:
    shown = page(client, "?preset=tenhou&honba=1")
    assert "<span>4200</span>" in shown
    assert 'href="?preset=tenhou&amp;honba=3"' in shown
    assert "3900 は 4200" in shown
    assert "<span>3900</span>" in page(client, "?honba=nonsense")


@pytest.mark.parametrize("preset", ["tenhou-sanma", "two-players"])
def test_every_number_of_players_has_its_tables(client: Client, preset: str) -> None:
    assert ("What a self-draw moves" in page(client, f"?preset={preset}")) == ("sanma" in preset)


def test_a_table_without_limits_has_no_list_of_them(client: Client) -> None:
    shown = page(client, "?options=%7B%22aotenjou%22%3A+true%7D")
    assert 'id="limits"' not in shown
    assert ">8 han</th>" in shown
