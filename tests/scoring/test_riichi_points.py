"""From han and fu to money: the formula, the limits, what can exist, and entry by the amount."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.riichi.points import (
    FU,
    LIMITS,
    MOST_FU,
    Said,
    amounts,
    basic_points,
    find_said,
    is_legal,
    legal,
    most_yakuman,
    read_value,
    ron,
    self_draw,
    self_draw_total,
    worth,
)
from tests.scoring.riichi_table import PLAIN, SANMA, TWO, rules, value

CLUB = rules()

# -- what can exist, found by putting hands together ---------------------------------------------

RUN, PON, ANKOU, MINKAN, ANKAN = "run", "pon", "ankou", "minkan", "ankan"
CHI = "chi"
FU_OF = {
    RUN: (0,), CHI: (0,), PON: (2, 4), ANKOU: (4, 8), MINKAN: (8, 16), ANKAN: (16, 32),
}  # fmt: skip
SETS = [(kind, fu) for kind, values in FU_OF.items() for fu in values]
OPEN, CONCEALED, KANS = {CHI, PON, MINKAN}, {ANKOU, ANKAN}, {MINKAN, ANKAN}


def least_han(most_pair_fu: int, open_pinfu_fu: int = 30) -> dict[tuple[int, bool], int]:
    """{(fu, self-draw): the fewest han a hand of that fu can have}, from every make-up of four sets
    and a pair and every wait. More han can always be had: dora."""
    found = {(25, False): 2, (25, True): 3}
    for sets in combinations_with_replacement(SETS, 4):
        for pair in range(0, most_pair_fu + 1, 2):
            for tsumo in (False, True):
                for wait_fu, made in waits(sets, tsumo):
                    fu, han = appraise(made, pair, wait_fu, tsumo, open_pinfu_fu, sets)
                    if han is not None:
                        key = (fu, tsumo)
                        found[key] = min(found.get(key, 99), han)
    return found


def waits(sets: tuple[tuple[str, int], ...], tsumo: bool) -> Any:
    """(fu of the wait, the sets as they count) for each way the last tile can complete the hand."""
    yield 2, sets  # the pair
    if any(kind == RUN for kind, _ in sets):
        yield 0, sets
        yield 2, sets
    for i, (kind, fu) in enumerate(sets):
        if kind == ANKOU:  # one of two pairs: by ron the triplet counts as open
            yield 0, sets if tsumo else (*sets[:i], ("shanpon", fu // 2), *sets[i + 1 :])


def appraise(
    made: Any, pair: int, wait_fu: int, tsumo: bool, open_pinfu_fu: int, sets: Any
) -> tuple[int, int | None]:
    """(fu, the fewest han), ``None`` for a yakuman."""
    kinds = [kind for kind, _ in made]
    closed = not OPEN & {kind for kind, _ in sets}
    concealed = sum(kind in CONCEALED for kind in kinds)
    kans = sum(kind in KANS for kind in kinds)
    runs = sum(kind in (RUN, CHI) for kind in kinds)
    if concealed == 4 or kans == 4:
        return 0, None
    set_fu = sum(fu for _, fu in made)
    pinfu = closed and runs == 4 and pair == 0 and wait_fu == 0
    han = 2 * (runs == 0) + 2 * (concealed == 3) + 2 * (kans == 3)
    han += (closed and tsumo) + pinfu
    fu = 20 + set_fu + pair + wait_fu + 10 * (closed and not tsumo)
    fu += 2 * (tsumo and not pinfu)
    fu = -(-fu // 10) * 10
    if fu == 20 and not tsumo:
        fu = open_pinfu_fu
    return fu, max(han, 1)


@pytest.mark.parametrize("open_pinfu_fu", [30, 20])
def test_the_legal_combinations_are_those_that_hands_can_have(open_pinfu_fu: int) -> None:
    """110 fu 1 han takes a double wind of 4 fu; with 2 fu it is allowed all the same, as the score
    tables have it."""
    table = rules(open_pinfu_fu=open_pinfu_fu)
    least = least_han(4, open_pinfu_fu)
    for tsumo in (False, True):
        for fu in (*FU, *range(120, MOST_FU + 1, 10)):
            for han in range(1, 14):
                possible = han >= least.get((fu, tsumo), 4 if fu > 110 else 99)
                assert is_legal(table, han, fu, tsumo) == possible, (han, fu, tsumo)
    stricter = least_han(2, open_pinfu_fu)
    assert {key for key in least if stricter.get(key) != least[key] and key[0] <= 110} == {
        (110, False)
    }


@pytest.mark.parametrize("tsumo", [False, True])
def test_the_pad_offers_the_legal_combinations(tsumo: bool) -> None:
    pad = legal(CLUB, tsumo)
    assert list(pad) == [1, 2, 3, 4]
    for han, columns in pad.items():
        assert columns == tuple(
            fu for fu in (*FU, *range(120, 171, 10)) if is_legal(CLUB, han, fu, tsumo)
        )
    assert pad[1] == (30, 40, 50, 60, 70, 80, 90, 100) + (() if tsumo else (110,))
    assert (25 in pad[2]) == (not tsumo)
    assert (20 in pad[2]) == tsumo
    assert 120 in pad[4]
    assert len(legal(rules(aotenjou=True), tsumo, most_han=13)) == 13


@pytest.mark.parametrize("tsumo", [False, True])
@pytest.mark.parametrize("fu", [0, 10, 22, 35, 115, 180])
def test_no_hand_has_such_fu(fu: int, tsumo: bool) -> None:
    assert not is_legal(CLUB, 4, fu, tsumo)


def test_seven_pairs_as_50_fu_1_han() -> None:
    table = rules(chiitoitsu="50-1")
    assert not is_legal(table, 2, 25, tsumo=False)
    assert is_legal(table, 1, 50, tsumo=False)
    with pytest.raises(ScoringError, match="seven pairs are 50 fu"):
        read_value(table, value("4 han 25 fu"), False, "value")


# -- worth and payments --------------------------------------------------------------------------


@given(st.integers(1, 4), st.sampled_from(FU), st.booleans())
def test_one_han_more_or_twice_the_fu_is_twice_the_base(han: int, fu: int, dealer: bool) -> None:
    """(2m) fu n han = m fu (n + 1) han, below the limits and above them under aotenjou."""
    table = rules(aotenjou=True)
    assert basic_points(table, han, 2 * fu) == basic_points(table, han + 1, fu)
    base = basic_points(table, han, fu)[0]
    assert ron(base, dealer) == ron(basic_points(table, han - 1, 2 * fu)[0], dealer)


@given(st.integers(1, 40), st.sampled_from(FU), st.booleans(), st.booleans())
def test_more_han_is_never_worth_less(han: int, fu: int, kiriage: bool, counted: bool) -> None:
    table = rules(kiriage_mangan=kiriage, thirteen_han="yakuman" if counted else "sanbaiman")
    assert basic_points(table, han, fu)[0] <= basic_points(table, han + 1, fu)[0]


@pytest.mark.parametrize(
    ("han", "limit"),
    [(5, "mangan"), (6, "haneman"), (7, "haneman"), (8, "baiman"), (10, "baiman"),
     (11, "sanbaiman"), (12, "sanbaiman"), (13, "yakuman"), (30, "yakuman")],
)  # fmt: skip
def test_limits_by_han(han: int, limit: str) -> None:
    found = worth(rules(thirteen_han="yakuman"), han=han)
    assert (found.limit, found.base) == (limit, LIMITS[limit])
    assert found.counted == (limit == "yakuman")


@pytest.mark.parametrize(
    ("options", "text", "limit"),
    [
        (PLAIN, "4 han 30 fu", None),
        ({}, "4 han 30 fu", "mangan"),
        ({}, "3 han 60 fu", "mangan"),
        (PLAIN, "3 han 70 fu", "mangan"),
        (PLAIN, "4 han 40 fu", "mangan"),
        ({}, "3 han 50 fu", None),
        ({"aotenjou": True}, "20 han 30 fu", None),
    ],
)
def test_mangan_by_fu_and_kiriage(options: dict[str, Any], text: str, limit: str | None) -> None:
    assert read_value(rules(**options), value(text), False, "value").limit == limit


def test_every_payment_is_in_hundreds_and_covers_its_share() -> None:
    for players in ({}, SANMA, TWO):
        ways = ("loss", "north-split", "no-loss", "plus-1000") if players == SANMA else ("loss",)
        for way in ways:
            table = rules(**players, sanma_tsumo=way, **PLAIN)
            for han, columns in legal(table, tsumo=True).items():
                for fu in columns:
                    base = basic_points(table, han, fu)[0]
                    for dealer in (False, True):
                        shares = self_draw(table, base, dealer)
                        assert not any(share % 100 for share in shares)
                        assert shares[0] >= (0 if dealer else 2 * base)
                        assert shares[1] >= (2 * base if dealer else base)
                        total = self_draw_total(table, base, dealer)
                        children = table.players - (1 if dealer else 2)
                        assert total == shares[0] + children * shares[1]


# -- values entered without tiles ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "given", "field"),
    [
        ({}, {}, "value"),
        ({}, {"fu": 30}, "value"),
        ({}, {"han": 3, "limit": "mangan"}, "value"),
        ({}, {"han": 3, "points": 3900}, "value"),
        ({}, {"limit": "mangan", "yakuman": 1}, "value"),
        ({}, {"han": 3}, "value.fu"),
        ({}, {"han": 4, "fu": None}, "value.fu"),
        ({}, {"han": 0, "fu": 30}, "value.han"),
        ({}, {"han": 51, "fu": 30}, "value.han"),
        ({}, {"han": "3", "fu": 30}, "value.han"),
        ({}, {"han": 3, "fu": 32}, "value.fu"),
        ({}, {"han": 3, "fu": 200}, "value.fu"),
        ({}, {"han": 3, "fu": 120}, "value.fu"),
        ({}, {"han": 3, "fu": 20}, "value.fu"),
        ({}, {"han": 1, "fu": 25}, "value.fu"),
        ({}, {"limit": "big"}, "value.limit"),
        ({}, {"limit": ["mangan"]}, "value.limit"),
        ({}, {"limit": "yakuman"}, "value.limit"),
        ({}, {"yakuman": 0}, "value.yakuman"),
        ({}, {"yakuman": 9}, "value.yakuman"),
        ({}, {"yakuman": True}, "value.yakuman"),
        ({"aotenjou": True}, {"limit": "mangan"}, "value.limit"),
        ({"aotenjou": True}, {"yakuman": 1}, "value"),
        ({"aotenjou": True}, {"han": 6}, "value.fu"),
    ],
)
def test_values_that_are_refused(
    options: dict[str, Any], given: dict[str, Any], field: str
) -> None:
    with pytest.raises(ScoringError) as error:
        read_value(rules(**options), given, False, "value")
    assert error.value.field == field


@pytest.mark.parametrize(
    ("han", "fu", "reason"),
    [
        (1, 20, "at least 2 han"),
        (1, 25, "at least 3 han"),
        (2, 25, "at least 3 han"),
        (1, 110, "can only be a ron"),
        (2, 130, "130 fu has at least 4 han"),
    ],
)
def test_impossible_self_draws_say_why(han: int, fu: int, reason: str) -> None:
    with pytest.raises(ScoringError, match=reason):
        read_value(CLUB, {"han": han, "fu": fu}, True, "value")


def test_fu_may_be_left_out_from_mangan_up() -> None:
    found = read_value(CLUB, {"han": 7}, False, "value")
    assert (found.han, found.fu, found.limit, found.base) == (7, None, "haneman", 3000)


# -- entry by the amount -------------------------------------------------------------------------


def said_of(table: Any, dealer: bool, tsumo: bool) -> dict[str, Said]:
    return {amount.text: amount for amount in amounts(table, dealer, tsumo)}


def test_amounts_of_the_clubs_rules() -> None:
    child_ron = said_of(CLUB, dealer=False, tsumo=False)
    assert list(child_ron)[:5] == ["1000", "1300", "1600", "2000", "2300"]
    assert child_ron["3900"].values == ({"han": 3, "fu": 30}, {"han": 2, "fu": 60})
    assert child_ron["8000"].values[0] == {"limit": "mangan"}
    assert {"han": 4, "fu": 30} in child_ron["8000"].values
    assert "7700" not in child_ron
    child_draw = said_of(CLUB, dealer=False, tsumo=True)
    assert {"han": 2, "fu": 20} in child_draw["400-700"].values
    assert {"han": 1, "fu": 20} not in child_draw["400-700"].values
    assert child_draw["1300-2600"].total == 5200
    dealer_draw = said_of(CLUB, dealer=True, tsumo=True)
    assert dealer_draw["700 all"].values == ({"han": 1, "fu": 40}, {"han": 2, "fu": 20})
    assert dealer_draw["16000 all"].values == ({"yakuman": 1},)


@pytest.mark.parametrize("tsumo", [False, True])
@pytest.mark.parametrize("dealer", [False, True])
@pytest.mark.parametrize(
    "options",
    [{}, PLAIN, {"thirteen_han": "yakuman"}, {"aotenjou": True}, {"yakuman_max": 2}, SANMA,
     {**SANMA, "sanma_tsumo": "no-loss"}, {**SANMA, "sanma_tsumo": "plus-1000"}, TWO],
)  # fmt: skip
def test_every_value_of_an_amount_makes_that_amount(
    options: dict[str, Any], dealer: bool, tsumo: bool
) -> None:
    table = rules(**options)
    found = amounts(table, dealer, tsumo)
    assert [amount.total for amount in found] == sorted(amount.total for amount in found)
    values = [entered for amount in found for entered in amount.values]
    for amount in found:
        for entered in amount.values:
            base = read_value(table, entered, tsumo, "value").base
            total = self_draw_total(table, base, dealer) if tsumo else ron(base, dealer)
            assert total == amount.total
        assert find_said(table, dealer, tsumo, amount.text) == amount
    # Nothing that may be entered is missing.
    for han, columns in legal(table, tsumo).items():
        for fu in columns:
            assert {"han": han, "fu": fu} in values
    if not table.aotenjou:
        assert {"yakuman": most_yakuman(table)} in values
        assert ({"limit": "yakuman"} in values) == (table.thirteen_han == "yakuman")


@pytest.mark.parametrize(
    ("dealer", "tsumo", "text", "found"),
    [
        (False, False, " 3900 ", "3900"),
        (False, True, "1300/2600", "1300-2600"),
        (False, True, "2600, 1300", "1300-2600"),
        (False, True, "1300 2600", "1300-2600"),
        (False, True, "400–700", "400-700"),
        (True, True, "700 all", "700 all"),
        (True, True, "700オール", "700 all"),
        (True, True, "700", "700 all"),
    ],
)
def test_amounts_as_people_type_them(dealer: bool, tsumo: bool, text: str, found: str) -> None:
    assert find_said(CLUB, dealer, tsumo, text).text == found


@pytest.mark.parametrize(
    ("dealer", "tsumo", "text"),
    [
        (False, False, "3800"),
        (False, False, "7700"),
        (False, False, "1300-2600"),
        (False, True, "3900"),
        (False, True, "1300-2700"),
        (True, True, "750 all"),
        (True, False, "1500 all"),
        (False, False, ""),
        (False, False, "mangan"),
        (False, False, "39٠٠"),
    ],
)
def test_amounts_no_hand_makes(dealer: bool, tsumo: bool, text: str) -> None:
    with pytest.raises(ScoringError) as error:
        find_said(CLUB, dealer, tsumo, text, "wins.0.said")
    assert error.value.field == "wins.0.said"


def test_two_players_say_one_figure() -> None:
    table = rules(**TWO)
    assert find_said(table, True, True, "4000").values[0] == {"limit": "mangan"}
    assert find_said(table, False, True, "4000").values[0] == {"limit": "mangan"}
