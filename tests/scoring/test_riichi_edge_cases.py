"""``edge_cases.csv``, row by row: the id of the row is in the name of its test.

Rows that need tiles are in ``TILES``; the tests of hands have them.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.game import State
from tests.scoring.riichi_table import (
    AGREED,
    PLAIN,
    SANMA,
    E,
    N,
    S,
    W,
    abort,
    after,
    chombo,
    deltas,
    draw,
    paid,
    played,
    ron,
    rows,
    rules,
    settled,
    step,
    tsumo,
    where,
    win,
)

TILES = {
    *(f"{n:03}" for n in (*range(19, 47), 130)),
}
"""Readings, fu from tiles, yaku: what a figure alone cannot show. Of 021, 022, 035, 036, 038, 046
the arithmetic is here as well."""

TABLE = {
    "060": "a riichi whose tile is called stands: it is listed in the round like any other",
}
"""What the table decides; the record only says so."""


def case(ident: str, *values: Any) -> Any:
    return pytest.param(*values, id=ident)


# -- arithmetic, chiitoi, limits, aotenjou -------------------------------------------------------

KIRIAGE = {"kiriage_mangan": True}
COUNTED = {"thirteen_han": "yakuman"}
DOUBLES = {"double_yakuman": ["suuankou-tanki", "kokushi-13", "junsei-chuuren", "daisuushi"]}


@pytest.mark.parametrize(
    ("options", "worth", "child", "dealer"),
    [
        case("001", PLAIN, "4 han 30 fu", 7700, None),
        case("002", KIRIAGE, "4 han 30 fu", 8000, 12000),
        case("003", KIRIAGE, "3 han 60 fu", 8000, 12000),
        case("004", PLAIN, "3 han 60 fu", 7700, 11600),
        case("005", KIRIAGE, "3 han 40 fu", None, 7700),
        case("008", {}, "1 han 30 fu", 1000, None),
        case("011", {}, "4 han 40 fu", 8000, None),
        case("012 70 fu", PLAIN, "3 han 70 fu", 8000, None),
        case("012 110 fu", PLAIN, "2 han 110 fu", 7100, None),
        case("013", {}, "1 han 110 fu", 3600, 5300),
        case("014", {}, "1 han 100 fu", 3200, 4800),
        case("015 2 han", {}, "2 han 25 fu", 1600, 2400),
        case("015 3 han", {}, "3 han 25 fu", 3200, 4800),
        case("015 4 han", {}, "4 han 25 fu", 6400, 9600),
        case("018", {}, "6 han 25 fu", 12000, 18000),
        case("021", {"open_pinfu_fu": 20}, "1 han 20 fu", 700, None),
        case("022 30 fu", {}, "3 han 30 fu", 3900, None),
        case("022 20 fu", {"open_pinfu_fu": 20}, "3 han 20 fu", 2600, None),
        case("035 single", {}, "1 yakuman", 32000, None),
        case("035 double", DOUBLES, "2 yakuman", 64000, None),
        case("036 double", {**DOUBLES, "yakuman_stack": False}, "2 yakuman", 64000, None),
        case("038 stacked", {}, "4 yakuman", 128000, None),
        case("038 doubles", DOUBLES, "6 yakuman", 192000, None),
        case("046 counted", COUNTED, "13 han", 32000, None),
        case("046 cap", {}, "13 han", 24000, None),
        case("047 11 han", {}, "11 han", 24000, 36000),
        case("047 12 han", {}, "12 han", 24000, 36000),
        case("047 13 han", {}, "13 han", 24000, 36000),
        case("047 20 han", {}, "20 han", 24000, 36000),
        case("048", {}, "1 yakuman", 32000, None),
        case("049", {"aotenjou": True}, "13 han 40 fu", 5242900, 7864400),
        case("051", {"aotenjou": True}, "4 han 40 fu", 10300, None),
        case("052", {"aotenjou": True}, "5 han 30 fu", 15400, 23100),
    ],
)
def test_edge_case_ron(
    options: dict[str, Any], worth: str, child: int | None, dealer: int | None
) -> None:
    table = rules(**options)
    if child is not None:
        assert paid(table, win(ron(S, W, worth))) == (0, child, -child, 0)
    if dealer is not None:
        assert paid(table, win(ron(E, W, worth))) == (dealer, 0, -dealer, 0)


@pytest.mark.parametrize(
    ("options", "winner", "worth", "expected"),
    [
        case("006", PLAIN, N, "4 han 30 fu", "E-3900 S-2000 W-2000 N+7900"),
        case("007", PLAIN, E, "4 han 30 fu", "E+11700 S-3900 W-3900 N-3900"),
        case("008", {}, N, "1 han 30 fu", "E-500 S-300 W-300 N+1100"),
        case("009", {}, N, "2 han 20 fu", "E-700 S-400 W-400 N+1500"),
        case("010", {}, E, "2 han 20 fu", "E+2100 S-700 W-700 N-700"),
        case("016 child", {}, S, "3 han 25 fu", "E-1600 S+3200 W-800 N-800"),
        case("016 dealer", {}, E, "3 han 25 fu", "E+4800 S-1600 W-1600 N-1600"),
        case(
            "050",
            {"aotenjou": True},
            S,
            "13 han 40 fu",
            "E-2621500 S+5243100 W-1310800 N-1310800",
        ),
    ],
)
def test_edge_case_self_draw(
    options: dict[str, Any], winner: int, worth: str, expected: str
) -> None:
    assert paid(rules(**options), win(tsumo(winner, worth))) == deltas(expected)


@pytest.mark.parametrize(
    ("worth", "field"),
    [case("013 110 fu 1 han", "1 han 110 fu", "fu"), case("017", "2 han 25 fu", "fu")],
)
def test_edge_case_impossible_self_draw(worth: str, field: str) -> None:
    with pytest.raises(ScoringError) as error:
        paid(rules(), win(tsumo(S, worth)))
    assert error.value.field == f"rounds.0.wins.0.value.{field}"


# -- honba ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "outcome", "honba", "expected"),
    [
        case("053 one", {}, ron(S, W), 1, "S+8300 W-8300"),
        case("053 two", {}, ron(S, W), 2, "S+8600 W-8600"),
        case("053 three", {}, ron(S, W), 3, "S+8900 W-8900"),
        case("054", {}, tsumo(S), 2, "E-4200 S+8600 W-2200 N-2200"),
        case("055 ron", {"honba_ron": 1500, "honba_tsumo": 500}, ron(S, W), 2, "S+11000 W-11000"),
        case(
            "055 self-draw",
            {"honba_ron": 1500, "honba_tsumo": 500},
            tsumo(S),
            2,
            "E-5000 S+11000 W-3000 N-3000",
        ),
        case("056", {}, ron(S, W, "haneman"), 2, "S+12600 W-12600"),
        case("131 ron", {"honba_ron": 0, "honba_tsumo": 0}, ron(S, W), 3, "S+8000 W-8000"),
        case(
            "131 self-draw",
            {"honba_ron": 0, "honba_tsumo": 0},
            tsumo(S),
            3,
            "E-4000 S+8000 W-2000 N-2000",
        ),
    ],
)
def test_edge_case_honba(
    options: dict[str, Any], outcome: dict[str, Any], honba: int, expected: str
) -> None:
    assert paid(rules(**options), win(outcome), honba=honba) == deltas(expected)


def test_edge_case_057_the_second_win_of_the_dealer_is_at_one_honba() -> None:
    game = played(rules(), win(tsumo(E)), win(tsumo(E)))
    assert game.state.scores == (49300, 16900, 16900, 16900)


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        case("058 dealer wins", win(ron(E, S)), 3),
        case("058 draw", draw(E), 3),
        case("058 draw with the dealer noten", draw(S), 3),
        case("058 abort", abort(), 3),
        case("058 child wins", win(ron(S, E)), 0),
        case("058 dealer among the winners", win(ron(S, W), ron(E, W)), 3),
        case("058 chombo", chombo(S), 2),
    ],
)
def test_edge_case_honba_after(outcome: dict[str, Any], expected: int) -> None:
    assert after(rules(), outcome, honba=2).honba == expected


# -- sticks --------------------------------------------------------------------------------------


def test_edge_case_059_a_ronned_riichi_tile_pays_no_stick() -> None:
    state = after(rules(), win(ron(S, W)), honba=1, sticks=1, scores=[25000, 25000, 25000, 24000])
    assert state.scores == (25000, 34300, 16700, 24000)
    assert state.sticks == 0


def test_edge_case_061_the_winners_own_stick_returns() -> None:
    outcome = win(ron(S, N, "3 han 30 fu"), riichi=(S,))
    assert paid(rules(), outcome, sticks=2) == deltas("S+5900 N-3900")


def test_edge_case_062_riichi_in_a_draw() -> None:
    found = step(rules(), draw(S, N, riichi=(S,)))
    assert found.deltas == deltas("S+500 N+1500 E-1500 W-1500")
    assert where(found.after) == ("E2", 1, 1)


def test_edge_case_063_four_riichi_abort() -> None:
    found = step(rules(), abort("four-riichi", riichi=(E, S, W, N)))
    assert found.deltas == (-1000,) * 4
    assert where(found.after) == ("E1", 1, 4)


def test_edge_case_064_the_fourth_riichi_tile_is_ronned() -> None:
    outcome = win(ron(E, N, "mangan"), riichi=(E, S, W))
    assert paid(rules(), outcome) == deltas("E+14000 N-12000 S-1000 W-1000")


def test_edge_case_065_riichi_with_exactly_1000_is_allowed_and_no_bust() -> None:
    table = rules(bust="below-zero")
    state = after(table, draw(S, riichi=(S,)), scores=[48000, 1000, 26000, 25000])
    assert state.scores == (47000, 3000, 25000, 24000)
    state = after(table, draw(E, S, W, N, riichi=(S,)), scores=[48000, 1000, 26000, 25000])
    assert state.scores[S] == 0
    assert not state.finished


def test_edge_case_066_riichi_needs_more_than_1000_where_zero_is_a_bust() -> None:
    with pytest.raises(ScoringError, match="too few for riichi"):
        after(rules(bust="zero"), draw(S, riichi=(S,)), scores=[48000, 1000, 26000, 25000])
    state = after(rules(bust="zero"), draw(S, riichi=(S,)), scores=[47900, 1100, 26000, 25000])
    assert state.scores[S] == 3100


@pytest.mark.parametrize("preset", ["mleague", "jpml-a", "wrc", "ema"])
def test_edge_case_067_riichi_below_1000_is_allowed_by_the_leagues(preset: str) -> None:
    table = rules(preset)
    rest = table.start_points * 4 - 500
    state = after(table, draw(E, S, W, N, riichi=(S,)), scores=[rest - 40000, 500, 20000, 20000])
    assert state.scores[S] == -500
    assert not state.finished


# -- several rons --------------------------------------------------------------------------------

TWO_RONS = win(ron(N, S, "3 han 30 fu"), ron(E, S, "3 han 30 fu"), riichi=(E, N))
HEAD_BUMP = win(ron(N, S, "3 han 30 fu"), riichi=(E, N))
EACH = {"multiple_ron": "three", "multiple_ron_honba": "each"}


@pytest.mark.parametrize(
    ("table", "outcome", "expected"),
    [
        case("068", rules("tenhou"), TWO_RONS, "E+4800 S-10300 W+0 N+6500"),
        case("069", rules("ema"), TWO_RONS, "E+6400 S-10900 W+0 N+5500"),
        case("070", rules("mleague"), HEAD_BUMP, "E-1000 S-4500 W+0 N+6500"),
        case("071", rules(**EACH), TWO_RONS, "E+5400 S-10900 W+0 N+6500"),
    ],
)
def test_edge_case_two_rons_at_two_honba_and_three_sticks(
    table: Any, outcome: dict[str, Any], expected: str
) -> None:
    found = step(table, outcome, honba=2, sticks=1)
    assert found.deltas == deltas(expected)
    assert found.after.sticks == 0


def test_edge_case_070_head_bump_passes_the_deal() -> None:
    state = after(rules("mleague"), HEAD_BUMP, honba=2, sticks=1)
    assert where(state) == ("E2", 0, 0)
    with pytest.raises(ScoringError) as error:
        after(rules("mleague"), TWO_RONS, honba=2, sticks=1)
    assert error.value.field == "rounds.0.wins"
    assert error.value.params["winner"] == N


def test_edge_case_072_triple_ron_pays_all_three() -> None:
    outcome = win(ron(W, S), ron(N, S), ron(E, S))
    found = paid(rules("mahjongsoul"), outcome, honba=1, label="E2")
    assert found == deltas("W+8300 N+8000 E+8000 S-24300")


def test_edge_case_073_three_claims_abort() -> None:
    found = step(rules("tenhou"), abort("triple-ron", riichi=(S,)), sticks=2, honba=1)
    assert found.deltas == deltas("S-1000")
    assert where(found.after) == ("E1", 2, 3)
    with pytest.raises(ScoringError, match="abort"):
        paid(rules("tenhou"), win(ron(W, S), ron(N, S), ron(E, S)))


@pytest.mark.parametrize(
    ("option", "winners", "expected"),
    [
        case("074 stays", "stays", (W, E), ("E1", 1, 0)),
        case("074 first-winner is a child", "first-winner", (W, E), ("E2", 0, 0)),
    ],
)
def test_edge_case_double_ron_with_the_dealer(
    option: str, winners: tuple[int, int], expected: tuple[str, int, int]
) -> None:
    outcome = win(*(ron(winner, S) for winner in winners))
    assert where(after(rules(double_ron_dealer=option), outcome)) == expected


def test_edge_case_074_first_winner_is_the_dealer() -> None:
    outcome = win(ron(S, N), ron(E, N))
    assert where(after(rules(double_ron_dealer="first-winner"), outcome)) == ("E1", 1, 0)


# -- pao -----------------------------------------------------------------------------------------

ALL_PAO = ["daisangen", "daisuushi", "suukantsu", "rinshan"]
LIABLE = {"pao": ALL_PAO, "pao_honba": "liable"}
DISCARDER = {"pao": ALL_PAO, "pao_honba": "discarder"}
DAISUUSHI = {**LIABLE, "double_yakuman": ["daisuushi"]}
HAND = {**LIABLE, "pao_scope": "hand"}
DSG = {"daisangen": W}
BOTH = {"daisangen": W, "suukantsu": N}


@pytest.mark.parametrize(
    ("options", "outcome", "honba", "expected"),
    [
        case("075", LIABLE, tsumo(S, "1 yakuman", liable=W), 1, "W-32300 S+32300"),
        case("075 whoever pays honba on ron", DISCARDER, tsumo(S, "1 yakuman", liable=W), 1,
             "W-32300 S+32300"),
        case("076", LIABLE, ron(S, N, "1 yakuman", liable=W), 1, "W-16300 N-16000 S+32300"),
        case("077", DISCARDER, ron(S, N, "1 yakuman", liable=W), 1, "W-16000 N-16300 S+32300"),
        case("078", LIABLE, ron(S, W, "1 yakuman", liable=W), 1, "W-32300 S+32300"),
        case("078 discarder", DISCARDER, ron(S, W, "1 yakuman", liable=DSG), 1, "W-32300 S+32300"),
        case("079", LIABLE, ron(E, N, "1 yakuman", liable=W), 0, "W-24000 N-24000 E+48000"),
        case("080", LIABLE, tsumo(S, "2 yakuman", liable=W), 0, "E-16000 W-40000 N-8000 S+64000"),
        case("080 by pattern", LIABLE, tsumo(S, "2 yakuman", liable=DSG), 0,
             "E-16000 W-40000 N-8000 S+64000"),
        case("081", HAND, tsumo(S, "2 yakuman", liable=W), 0, "W-64000 S+64000"),
        case("082", LIABLE, ron(S, N, "2 yakuman", liable=W), 0, "N-48000 W-16000 S+64000"),
        case("083", HAND, ron(S, N, "2 yakuman", liable=W), 0, "N-32000 W-32000 S+64000"),
        case("084", LIABLE, ron(S, E, "2 yakuman", liable=BOTH), 0,
             "E-32000 W-16000 N-16000 S+64000"),
        case("085", LIABLE, tsumo(S, "2 yakuman", liable=BOTH), 0, "W-32000 N-32000 S+64000"),
        case("086", DAISUUSHI, tsumo(S, "2 yakuman", liable={"daisuushi": W}), 0,
             "W-64000 S+64000"),
        case("087", LIABLE, tsumo(S, "mangan", liable=N), 1, "N-8300 S+8300"),
        case("132", LIABLE, tsumo(S, "mangan", liable={"rinshan": N}), 1, "N-8300 S+8300"),
    ],
)  # fmt: skip
def test_edge_case_pao(
    options: dict[str, Any], outcome: dict[str, Any], honba: int, expected: str
) -> None:
    assert paid(rules(**options), win(outcome), honba=honba) == deltas(expected)


def test_edge_case_087_rinshan_pao_is_off_where_it_is_not_listed() -> None:
    for preset in ("tenhou", "mahjongsoul", "wrc", "jpml-a"):
        with pytest.raises(ScoringError) as error:
            paid(rules(preset), win(tsumo(S, "mangan", liable=N)))
        assert error.value.field == "rounds.0.wins.0.liable"


def test_edge_case_088_no_pao_without_its_yakuman() -> None:
    with pytest.raises(ScoringError, match="no pao for this hand"):
        paid(rules(), win(ron(S, N, "4 han 40 fu", liable=W)))
    with pytest.raises(ScoringError, match="no pao for this; it is for daisangen, daisuushi"):
        paid(rules(), win(ron(S, N, "1 yakuman", liable={"shousangen": W})))


# -- draws ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tenpai", "expected"),
    [
        case("089", (S,), "S+3000 E-1000 W-1000 N-1000"),
        case("090", (S, N), "S+1500 N+1500 E-1500 W-1500"),
        case("091", (E, S, N), "E+1000 S+1000 N+1000 W-3000"),
        case("092", (), ""),
        case("093", (E, S, W, N), ""),
    ],
)
def test_edge_case_noten_payments(tenpai: tuple[int, ...], expected: str) -> None:
    assert paid(rules(), draw(*tenpai)) == deltas(expected)


def test_edge_case_094_nagashi_as_a_draw() -> None:
    found = step(rules(nagashi="draw"), draw(W, nagashi=(S,)), honba=2, sticks=1)
    assert found.deltas == deltas("E-4000 S+8000 W-2000 N-2000")
    assert where(found.after) == ("E2", 3, 1)
    state = after(rules(nagashi="draw"), draw(E, nagashi=(S,)), honba=2, sticks=1)
    assert where(state) == ("E1", 3, 1)


def test_edge_case_095_nagashi_as_a_win() -> None:
    found = step(rules(nagashi="win"), draw(E, nagashi=(S,)), honba=2, sticks=1)
    assert found.deltas == deltas("E-4200 S+9600 W-2200 N-2200")
    assert where(found.after) == ("E2", 0, 0)


def test_edge_case_096_two_nagashi() -> None:
    found = paid(rules(), draw(nagashi=(E, S)))
    assert found == deltas("E+8000 S+4000 W-6000 N-6000")


def test_edge_case_097_a_noten_dealer_passes_the_deal_and_the_honba_grow() -> None:
    assert where(after(rules(renchan="tenpai"), draw(S), honba=1)) == ("E2", 2, 0)


@pytest.mark.parametrize("reason", ["nine-terminals", "four-winds", "four-kans"])
def test_edge_case_098_an_abort_pays_nothing_and_is_played_again(reason: str) -> None:
    found = step(rules(), abort(reason), sticks=2, honba=1)
    assert found.deltas == (0, 0, 0, 0)
    assert where(found.after) == ("E1", 2, 2)


# -- chombo --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "seat", "expected"),
    [
        case("099", {"chombo": "mangan"}, S, "E+4000 S-8000 W+2000 N+2000"),
        case("100", {"chombo": "mangan"}, E, "E-12000 S+4000 W+4000 N+4000"),
        case("101", {"chombo": "flat", "chombo_points": 3000}, S, "E+3000 S-9000 W+3000 N+3000"),
        case("102", {"chombo": "after", "chombo_points": 20000}, S, ""),
    ],
)
def test_edge_case_chombo(options: dict[str, Any], seat: int, expected: str) -> None:
    found = step(rules(**options), chombo(seat, riichi=(W,)), honba=2, sticks=1)
    assert found.deltas == deltas(expected)
    assert where(found.after) == ("E1", 2, 1)


@pytest.mark.parametrize(
    ("preset", "points"),
    [
        case("102 ema", "ema", 20000),
        case("102 saikouisen", "saikouisen", 20000),
        case("102 mleague", "mleague", 20000),
        case("102 wrc", "wrc", 30000),
    ],
)
def test_edge_case_chombo_after_the_uma(preset: str, points: int) -> None:
    table = rules(preset)
    clean = played(table, AGREED).settlement
    fouled = played(table, chombo(S), AGREED).settlement
    assert clean is not None
    assert fouled is not None
    assert fouled.total[S] == clean.total[S] - points
    assert fouled.total[W] == clean.total[W]
    assert sum(fouled.total) == -points
    assert fouled.unbalanced == (("penalties", -points),)


def test_edge_case_103_the_sticks_of_a_chombo_hand_go_back() -> None:
    found = step(rules(), chombo(S, riichi=(E, W)), honba=1, sticks=1)
    assert found.deltas == deltas("E+3000 S-9000 W+3000 N+3000")
    assert where(found.after) == ("E1", 1, 1)


def test_edge_case_104_a_valid_ron_stands_beside_a_false_one() -> None:
    """The hand is recorded as the valid win alone; nothing of a chombo is in it."""
    found = step(rules(), win(ron(S, W)))
    assert found.deltas == deltas("S+8000 W-8000")
    assert found.after.hands == 1


# -- the end -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "scores", "expected"),
    [
        case("105", "mleague", [35000, 35000, 20000, 10000], (35, 35, -20, -50)),
        case("106", "mleague", [30000, 30000, 30000, 10000], (16.7, 16.7, 16.6, -50)),
        case("110 tie 1-2", "ema", [40000, 40000, 25000, 15000], (20, 20, -10, -30)),
        case("110 tie 2-3", "ema", [50000, 30000, 30000, 10000], (35, 0, 0, -35)),
        case("110 tie 3-4", "ema", [50000, 40000, 15000, 15000], (35, 15, -25, -25)),
        case("110 tie 1-3", "ema", [35000, 35000, 35000, 15000], (10, 10, 10, -30)),
        case("110 tie 2-4", "ema", [60000, 20000, 20000, 20000], (45, -15, -15, -15)),
        case("110 tie 1-4", "wrc", [30000, 30000, 30000, 30000], (0, 0, 0, 0)),
        case("112", "jpml-a", [41000, 32000, 27000, 20000], (19, 6, -7, -18)),
        case("113", "jpml-a", [52000, 29000, 24000, 15000], (34, -2, -9, -23)),
        case("114", "tenhou", [25000, 25000, 25000, 25000], (35, 5, -15, -25)),
    ],
)
def test_edge_case_totals(preset: str, scores: list[int], expected: tuple[float, ...]) -> None:
    found = settled(rules(preset), scores)
    assert tuple(float(total) / 1000 for total in found.total) == expected


@pytest.mark.parametrize(
    ("sticks", "expected"),
    [
        case("107 one stick", 1, (33400, 33300, 33300)),
        case("107 two sticks", 2, (33700, 33700, 33600)),
    ],
)
def test_edge_case_leftover_sticks_are_shared_by_three_firsts(
    sticks: int, expected: tuple[int, ...]
) -> None:
    each = 33000
    last = 100000 - 3 * each - 1000 * sticks
    found = settled(rules("mleague"), [each, each, each, last], sticks=sticks)
    assert found.scores == (*expected, last)


@pytest.mark.parametrize("preset", ["wrc", "jpml-a", "saikouisen"])
def test_edge_case_108_lost_sticks_leave_the_sum_short(preset: str) -> None:
    found = settled(rules(preset), [40000, 30000, 29000, 20000], sticks=1)
    assert sum(found.total) == -1000
    assert found.unbalanced == (("lost-sticks", -1000),)
    assert found.scores == (40000, 30000, 29000, 20000)


def test_edge_case_109_the_last_stick_goes_to_first() -> None:
    table = rules("tenhou", start_points=30000)
    found = settled(table, [40000, 30000, 29000, 20000], sticks=1)
    assert found.scores == (41000, 30000, 29000, 20000)
    assert sum(found.total) == 0


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        case("111 one floater", [52000, 29000, 24000, 15000], (12000, -1000, -3000, -8000)),
        case("111 two floaters", [41000, 32000, 27000, 20000], (8000, 4000, -4000, -8000)),
        case("111 three floaters", [36000, 35000, 34000, 15000], (8000, 3000, 1000, -12000)),
    ],
)
def test_edge_case_floating_uma(scores: list[int], expected: tuple[int, ...]) -> None:
    assert settled(rules("jpml-a"), scores).uma == expected


@pytest.mark.parametrize(
    ("rounding", "expected"),
    [
        case("115", "half-down", (49, 7, -17, -39)),
        case("116", "half-up", (47, 8, -17, -38)),
    ],
)
def test_edge_case_rounding(rounding: str, expected: tuple[int, ...]) -> None:
    table = rules(uma=[20000, 10000, -10000, -20000], rounding=rounding)
    found = settled(table, [38400, 27500, 22600, 11500])
    assert tuple(total // 1000 for total in found.total) == expected


@pytest.mark.parametrize(
    ("bust", "score", "ends"),
    [
        case("117 0 plays on", "below-zero", 8000, False),
        case("117 -100 ends", "below-zero", 7900, True),
        case("118 0 ends", "zero", 8000, True),
        case("118 100 plays on", "zero", 8100, False),
        case("118 none plays on below zero", "none", 7900, False),
    ],
)
def test_edge_case_bust(bust: str, score: int, ends: bool) -> None:
    table = rules(bust=bust)
    state = after(table, win(ron(S, W)), scores=[25000, 25000, score, 50000 - score])
    assert state.finished == ends
    assert state.reason == ("bust" if ends else None)


def test_edge_case_119_sudden_death() -> None:
    table = rules("tenhou")

    def end(
        *rounds: dict[str, Any], scores: list[int], label: str = "S4", sticks: int = 0
    ) -> State:
        start = {"round": label, "scores": scores, "sticks": sticks}
        return played(table, *rounds, start=start).state

    short = [29900, 26000, 24100, 20000]
    west = end(draw(), scores=short)
    assert (west.label, west.finished) == ("W1", False)
    reached = end(draw(), win(ron(S, W, "3 han 60 fu")), scores=short)
    assert (reached.finished, reached.reason) == (True, "target")
    # A stick on the table does not count for anyone.
    waiting = end(draw(), scores=[29900, 26000, 24100, 19000], sticks=1)
    assert not waiting.finished
    # The dealer stays and is not first: play goes on, whoever has the target.
    stays = end(win(ron(E, S, "1 han 30 fu")), scores=[20000, 20000, 29000, 31000], label="W1")
    assert (stays.label, stays.honba, stays.finished) == ("W1", 1, False)
    last = end(draw(), scores=short, label="W4")
    assert (last.finished, last.reason) == (True, "extension-end")


@pytest.mark.parametrize(
    ("table", "scores", "stop", "expected"),
    [
        case("120 auto", rules("tenhou"), [30000, 20000, 20000, 30000], False, "agari-yame"),
        case("120 not first", rules("tenhou"), [50000, 20000, 20000, 10000], False, None),
        case("120 choice, ends", rules("parlour"), [30000, 20000, 20000, 30000], True,
             "agari-yame"),
        case("120 choice, plays on", rules("parlour"), [30000, 20000, 20000, 30000], False, None),
        case("121 mleague", rules("mleague"), [30000, 20000, 20000, 30000], False, None),
    ],
)  # fmt: skip
def test_edge_case_agari_yame(
    table: Any, scores: list[int], stop: bool, expected: str | None
) -> None:
    state = after(table, win(ron(N, S), stop=stop), label="S4", scores=scores)
    assert state.reason == expected
    assert state.finished == (expected is not None)


@pytest.mark.parametrize("preset", ["mleague", "wrc", "ema", "jpml-a", "saikouisen"])
def test_edge_case_121_the_leagues_have_no_agari_yame(preset: str) -> None:
    table = rules(preset)
    for outcome in (win(ron(N, S)), draw(N)):
        state = after(table, outcome, label="S4")
        assert where(state) == ("S4", 1, 0)
        assert not state.finished


# -- three players -------------------------------------------------------------------------------


def sanma(**options: Any) -> Any:
    return rules(**{**SANMA, **options})


@pytest.mark.parametrize(
    ("options", "worth", "child", "dealer"),
    [
        case("122", {}, "mangan", (4000, 2000), 4000),
        case("123", PLAIN, "4 han 30 fu", (3900, 2000), 3900),
        case("124", {"sanma_tsumo": "north-split"}, "mangan", (5000, 3000), None),
        case("125", {"sanma_tsumo": "no-loss"}, "haneman", (8000, 4000), None),
        case("126", {"sanma_tsumo": "plus-1000"}, "mangan", (5000, 3000), None),
    ],
)
def test_edge_case_sanma_self_draw(
    options: dict[str, Any], worth: str, child: tuple[int, int], dealer: int | None
) -> None:
    table = sanma(**options)
    assert paid(table, win(tsumo(S, worth))) == (-child[0], sum(child), -child[1])
    if dealer is not None:
        assert paid(table, win(tsumo(E, worth))) == (2 * dealer, -dealer, -dealer)


@pytest.mark.parametrize(
    ("winner", "worth"),
    [case("127 dealer", E, "3 han 40 fu"), case("127 child", S, "4 han 30 fu")],
)
def test_edge_case_sanma_honba_are_200_on_ron(winner: int, worth: str) -> None:
    found = paid(sanma(**PLAIN), win(ron(winner, W, worth)), honba=1)
    assert found[winner] == 7900


def test_edge_case_128_flat_honba_of_1000() -> None:
    table = sanma(sanma_tsumo="north-split", honba_tsumo=1000)
    assert paid(table, win(tsumo(S)), honba=1) == (-6000, 10000, -4000)


@pytest.mark.parametrize(
    ("tenpai", "expected"),
    [
        case("129 one", (S,), (-1000, 2000, -1000)),
        case("129 two", (E, S), (1000, 1000, -2000)),
    ],
)
def test_edge_case_sanma_noten(tenpai: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert paid(sanma(), draw(*tenpai)) == expected


# -- all of them ---------------------------------------------------------------------------------


def test_every_row_is_tested_here_or_needs_tiles() -> None:
    known = {row["id"] for row in rows("edge_cases.csv")}
    if not known:
        pytest.skip("the rules pages are not here")
    source = Path(__file__).read_text(encoding="utf-8")
    here = set(re.findall(r'(?:case\(\s*"|def test_edge_case_)(\d{3})', source))
    assert known == here | TILES | set(TABLE)
