"""Every figure of the two sources' score tables, of the three-player payments and of the
settlement examples, read from the csv files of the rules pages."""

from __future__ import annotations

import ast
import re

import pytest

from scoring.money import transfers
from scoring.riichi.points import LIMITS, is_legal, ron, self_draw
from scoring.riichi.points import worth as worth_of
from scoring.riichi.settlement import round_score
from tests.scoring.riichi_table import CSV, PLAIN, SANMA, rows, rules, settled

pytestmark = pytest.mark.skipif(not CSV.exists(), reason="the rules pages are not here")

TABLE = rules(**PLAIN, thirteen_han="yakuman")
"""Both sources: no kiriage, a yakuman by 13 han."""
ERRORS = {"20-1-ko-tsumo", "30-2-oya-tsumo"}
"""The course's two wrong figures; its own formula gives the others."""
LIMIT_NAMES = dict(zip(("満貫", "跳満", "倍満", "三倍満", "役満"), LIMITS, strict=True))


def base_of(han: int, fu: int | None) -> int:
    return worth_of(TABLE, han=han, fu=fu).base


def said(base: int, dealer: bool, tsumo: bool) -> str:
    """As the course writes it: ``7700``, ``2000/3900``, ``1000 all``."""
    if not tsumo:
        return str(ron(base, dealer))
    from_dealer, from_child = self_draw(TABLE, base, dealer)
    return f"{from_child} all" if dealer else f"{from_child}/{from_dealer}"


def course_id(row: dict[str, str]) -> str:
    return f"{row['fu']}-{row['han']}-{row['winner']}-{row['win']}"


@pytest.mark.parametrize("row", rows("seed001_scores.csv"), ids=course_id)
def test_the_course_says(row: dict[str, str]) -> None:
    base = base_of(int(row["han"]), None if row["fu"] == "-" else int(row["fu"]))
    dealer, tsumo = row["winner"] == "oya", row["win"] == "tsumo"
    assert base == int(row["formula_base"])
    assert said(base, dealer, tsumo) == row["formula_points"]
    from_dealer, from_child = self_draw(TABLE, base, dealer)
    received = 3 * from_child if dealer else from_dealer + 2 * from_child
    assert (received if tsumo else ron(base, dealer)) == int(row["total_received"])
    assert (row["ok"] == "SEED ERROR") == (course_id(row) in ERRORS)
    if row["ok"] == "ok":
        assert row["seed_points(child/dealer or all)"] == row["formula_points"]


def encyclopedia_id(row: dict[str, str]) -> str:
    return f"{row['winner']}-{row['han']}-{row['fu']}"


@pytest.mark.parametrize(
    "row",
    [row for row in rows("seed003_score_table.csv") if row["winner"] != "both"],
    ids=encyclopedia_id,
)
def test_the_encyclopedia_says(row: dict[str, str]) -> None:
    han, fu, dealer = int(row["han"]), int(row["fu"]), row["winner"] == "oya"
    base = base_of(han, fu)
    assert is_legal(TABLE, han, fu, tsumo=False) == (row["seed_ron"] != "-")
    tsumo = row["seed_tsumo(per child[,dealer])"]
    assert is_legal(TABLE, han, fu, tsumo=True) == (tsumo != "-")
    assert base == int(row["base"])
    if row["seed_ron"] != "-":
        assert ron(base, dealer) == int(row["seed_ron"])
    if tsumo != "-":
        from_dealer, from_child = self_draw(TABLE, base, dealer)
        paid = [from_child] if dealer else [from_child, from_dealer]
        assert paid == [int(figure) for figure in tsumo.split(",")]


@pytest.mark.parametrize(
    "row",
    [row for row in rows("seed003_score_table.csv") if row["winner"] == "both"],
    ids=lambda row: LIMIT_NAMES[row["han"]],
)
def test_the_encyclopedia_says_of_limits(row: dict[str, str]) -> None:
    base = LIMITS[LIMIT_NAMES[row["han"]]]
    assert base == int(row["base"])
    assert row["seed_ron"] == f"oya {ron(base, True)} / ko {ron(base, False)}"
    from_dealer, from_child = self_draw(TABLE, base, False)
    all_pay = self_draw(TABLE, base, True)[1]
    tsumo = row["seed_tsumo(per child[,dealer])"]
    assert tsumo == f"oya {all_pay} all / ko {from_child},{from_dealer}"


# -- three players -------------------------------------------------------------------------------

WAYS = {
    "loss": "tsumo loss",
    "north-split": "north split (each payer + half of missing share, 100 up)",
    "no-loss": "no loss ja-wiki: total/3 exact -> 2:1 else north split",
    "plus-1000": "+1000 each",
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "row", rows("sanma_payments.csv"), ids=lambda row: f"{row['hand']}-{row['winner']}"
)
def test_three_players_pay(row: dict[str, str], way: str) -> None:
    table = rules(**SANMA, **PLAIN, sanma_tsumo=way)
    dealer = row["winner"] == "oya"
    fu_han = re.fullmatch(r"(\d+)fu(\d+)han", row["hand"])
    if fu_han:
        base = worth_of(table, han=int(fu_han[2]), fu=int(fu_han[1])).base
    else:
        base = LIMITS[row["hand"]]
    assert ron(base, dealer) == int(row["ron"])
    from_dealer, from_child = self_draw(table, base, dealer)
    expected, _, total = row[WAYS[way]].partition(" = ")
    assert expected == (f"{from_child} x2" if dealer else f"oya {from_dealer} ko {from_child}")
    if total:
        assert (2 * from_child if dealer else from_dealer + from_child) == int(total)


# -- settlement ----------------------------------------------------------------------------------

EXAMPLES = rows("settlement_examples.csv")
SCORES, RESULT = "scores A,B,C,D", "result"
MONEY = "yen at ten-5 (50/1000) and pin (100/1000)"
PAID = "min transfers (payer->payee yen at ten-5)"
UMAS = {
    "25/30 uma 10-20": [20000, 10000, -10000, -20000],
    "25/30 no uma (blog vip-de-marika: +35 +2 -12 -25)": [0, 0, 0, 0],
    "M.League k-bys example: 43000 1st, 36800 2nd": [30000, 10000, -10000, -30000],
}


def example_id(row: dict[str, str]) -> str:
    return f"{row['case'].split(' (')[0]} {row['mode']}"


def letters(paid: tuple[tuple[int, int, int], ...]) -> list[str]:
    return [f"{'ABCD'[payer]}->{'ABCD'[payee]} {amount}" for payer, payee, amount in paid]


def listed(text: str) -> list[str]:
    """The list of transfers as the page writes it, in either of its two ways."""
    found = ast.literal_eval(text)
    return [item if isinstance(item, str) else letters((item,))[0] for item in found]


@pytest.mark.parametrize("row", [row for row in EXAMPLES if row["case"] in UMAS], ids=example_id)
def test_a_game_settles(row: dict[str, str]) -> None:
    scores = ast.literal_eval(row[SCORES])
    money = [ast.literal_eval(part) for part in row[MONEY].split(" / ")] if row[MONEY] else []
    for rate, expected in zip((50, 100), money, strict=False):
        table = rules(uma=UMAS[row["case"]], rounding=row["mode"], rate=rate)
        assert list(settled(table, scores).money) == expected
    table = rules(uma=UMAS[row["case"]], rounding=row["mode"], rate=50)
    found = settled(table, scores)
    assert [float(total) / 1000 for total in found.total] == ast.literal_eval(row[RESULT])
    if row[PAID]:
        assert letters(found.transfers) == listed(row[PAID])


@pytest.mark.parametrize(
    "row", [row for row in EXAMPLES if row["case"] == "transfer only"], ids=lambda row: row[SCORES]
)
def test_transfers(row: dict[str, str]) -> None:
    assert letters(transfers(ast.literal_eval(row[SCORES]))) == listed(row[PAID])


@pytest.mark.parametrize(
    "row", [row for row in EXAMPLES if row["case"].startswith("atwiki")], ids=example_id
)
def test_single_scores_round(row: dict[str, str]) -> None:
    scores = [int(score) for score in row[SCORES].split(",")]
    rounded = [(round_score(score, row["mode"]) - 30000) // 1000 for score in scores]
    assert rounded == ast.literal_eval(row[RESULT])


def test_every_settlement_example_is_read() -> None:
    others = {"transfer only", "atwiki single values 28000..32000"}
    assert {row["case"] for row in EXAMPLES} == set(UMAS) | others
