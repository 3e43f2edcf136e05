"""Hands by their tiles. A hand is written as on the rules page: ``tiles |melds @winning tile R``
(off a discard) or ``T`` (self-draw), then the seat if it is not East, then the situation."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.notation import parse_hand, parse_table
from scoring.zungjung import ZUNGJUNG
from scoring.zungjung.hand import Account, Win, account
from scoring.zungjung.patterns import BY_NUMBER, PATTERNS, contradicts, from_ticked
from scoring.zungjung.rules import Rules, make_rules

PAGE = Path(__file__).resolve().parents[3] / "shared/rules/zungjung.md"
OLD, NEW = make_rules("2.51", {}), make_rules("3.3", {})
OFF = make_rules("2.51", {"irregular_counts_concealed": False})


def lone(text: str) -> dict[str, Any]:
    """The lone hand of a game record."""
    found = re.fullmatch(r"(\w+)(?: \|(.+?))? @(\w+) ([RT])((?: [ESWN])?)((?: [a-z-]+)*)", text)
    assert found, text
    tiles, melds, win, how, seat, situation = found.groups()
    kind = "pon"
    named = []
    for meld in (melds or "").split(","):  # a meld without its kind is as the one before
        words = meld.split()
        kind = words[0] if len(words) == 2 else kind
        named += [f"{kind} {words[-1]}"] if words else []
    return {
        "tiles": tiles,
        "melds": named,
        "win_tile": win,
        "tsumo": how == "T",
        "seat": seat.strip() or "E",
        "situation": situation.split(),
    }


def scored(rules: Rules, text: str) -> Account:
    hand = lone(text)
    table = parse_table(hand, "hand")
    return account(rules, Win(parse_hand(hand, "hand", lone=True), table.tsumo, table.seat_wind))


def counted(rules: Rules, text: str) -> list[str]:
    return [number for number, _ in scored(rules, text).worth.counted]


# -- the hands of the rules page ----------------------------------------------------------------

HANDS = [  # hand, 3.3, 2.51
    ("33366789m789p |pon 555s @6m R", 1, 1),
    ("56788m789p345s |ankan 3333m @5s R", 10, 10),
    ("45656788m444z |pon 333m @8m R", 40, 40),
    ("45656788789m |pon 333m @8m R", 80, 100),
    ("11123445678999m @5m R", 85, 105),
    ("11123455678999m @5m R", 480, 480),
    ("66789m111555z |pon 555s @6m R", 25, 25),
    ("55m678p777z |pon 555z,666z @5m R", 160, 160),
    ("456m789p33444z |pon 222z @4m R", 30, 25),
    ("55m222333444z |pon 111z @5m R", 400, 400),
    ("55m222p333444s |chi 789m @5m R", 30, 25),
    ("55999m222p333444s @5m R", 160, 160),
    ("55m345s |kan 2222p,4444z,9999m @5m R", 120, 120),
    ("456777m12377p |pon 777s @4m R", 30, 25),
    ("123456789m789p99s @9m R", 50, 50),
    ("999s55z |pon 111m,111p,999p @9s R", 130, 140),
    ("55678m345s444z |kan 2222p @5m T after-kan", 15, 20),
    ("123567m22p345s444z @6m T first-turn", 160, 320),
    ("2233556688m11p11z @1z R S", 30, 30),
    ("77799m |ankan 1111m, kan 3333m,5555m @9m T S", 235, 265),
    ("111222333p99m |pon 777z @1p R", 170, 170),
    ("111222333p99m |pon 777z @1p T", 170, 175),
    ("11222333p999m |pon 777z @9m R", 45, 55),
    ("11122233344455z @5z R", 400, 400),
    ("123m123p123123s99m @3s R", 105, 105),
]


@pytest.mark.parametrize("hand, new, old", HANDS)
def test_a_hand_of_the_rules_page_has_its_points_in_both_editions(
    hand: str, new: int, old: int
) -> None:
    assert scored(NEW, hand).worth.points == new
    assert scored(OLD, hand).worth.points == old


@pytest.mark.skipif(not PAGE.exists(), reason="the rules pages are not beside this checkout")
def test_no_hand_of_the_rules_page_is_left_out() -> None:
    page = PAGE.read_text(encoding="utf-8").split("## Hands with known totals")[1]
    rows = re.findall(r"^\| (\d.*? [RT])\b.*? \| (\d+) \| (\d+)", page, re.M)
    on_page = [(hand.replace("\\|", "|"), int(new), int(old)) for hand, new, old in rows]
    assert on_page == [(re.sub("(?<= [RT]) .*", "", hand), new, old) for hand, new, old in HANDS]


def test_seven_pairs_count_concealed_hand_only_with_the_option() -> None:
    hand = "2233556688m11p11z @1z R S"
    assert scored(OLD, hand).worth.counted == (("1.2", 5), ("10.2", 25))
    assert scored(OFF, hand).worth.points == 25
    assert scored(NEW, hand).worth.counted == (("10.2", 30),)
    assert counted(make_rules("3.3", {"irregular_counts_concealed": True}), hand) == ["1.2", "10.2"]


# -- every pattern: there, just missed, and with what it replaces -------------------------------

HOLDS = {  # the pattern: a hand, and everything that counts in it
    "1.1": ("123m45678999p |chi 234s @6p R", "1.1"),
    "1.2": ("33366789m123s789p @6m R", "1.2"),
    "1.3": ("33366m456p |pon 555s,chi 678m @4p R", "1.3"),
    "2.1.1": ("44466789m |pon 222z,chi 123m @6m R", "2.1.1"),
    "2.1.2": ("44466789m |pon 222m,chi 123m @6m R", "2.1.2"),
    "2.2": ("11123455678999m @5m R", "2.2"),
    "3.1": ("33366m789p |pon 777z,555s @6m R", "3.1"),
    "3.2.1": ("678p234s55z |pon 666z,777z @7p R", "3.1 3.1 3.2.1"),
    "3.2.2": ("55m678p777z |pon 555z,666z @5m R", "3.1 3.1 3.1 3.2.2"),
    "3.3.1": ("678p234s22z |pon 333z,444z @7p R", "3.3.1"),
    "3.3.2": ("88p234s |pon 222z,333z,444z @2s R", "3.3.2"),
    "3.3.3": ("123s11z |pon 222z,333z,444z @1s R", "3.3.3"),
    "3.3.4": ("55m222333444z |pon 111z @5m R", "3.3.4"),
    "3.4": ("11z |pon 222z,333z,555z,666z @1z R", "3.4"),
    "4.1": ("99p |pon 222m,555m,777s,333p @9p R", "4.1"),
    "4.2.1": ("222m55566p |chi 789s,chi 123s @6p R", "4.2.1"),
    "4.2.2": ("222m55566p777s |chi 789s @6p R", "4.2.2"),
    "4.2.3": ("222333m66p555999s @6p R", "1.2 4.1 4.2.3"),
    "4.3.1": ("66p123s |kan 2222m,chi 789s,chi 234p @6p R", "4.3.1"),
    "4.3.2": ("66p123s |kan 2222m,kan 5555p,chi 789s @6p R", "4.3.2"),
    "4.3.3": ("55m345s |kan 2222p,4444z,9999m @5m R", "4.3.3"),
    "4.3.4": ("55m |kan 2222p,4444z,9999m,1111s @5m R", "4.3.4"),
    "5.1.1": ("112233m99p |chi 456s,pon 222p @1m R", "5.1.1"),
    "5.1.2": ("112233m99p |chi 456s,chi 456s @1m R", "1.1 5.1.2"),
    "5.1.3": ("111222333m99p |chi 456s @1m R", "1.1 5.1.3"),
    "5.1.4": ("11112222333399m @9m R", "5.1.4"),
    "6.1": ("123m123p99s |chi 123s,pon 555m @1m R", "6.1"),
    "6.2.1": ("456777m12377p |pon 777s @4m R", "6.2.1"),
    "6.2.2": ("99m123s |pon 444m,444p,444s @1s R", "6.2.2"),
    "7.1": ("123456m99p |chi 789m,pon 555s @1m R", "7.1"),
    "7.2.1": ("99p123s |pon 444m,555m,666m @1s R", "7.2.1"),
    "7.2.2": ("99p |pon 333m,444m,555m,666m @9p R", "4.1 7.2.2"),
    "8.1.1": ("123m99p |chi 789s,pon 222z,pon 333z @1m R", "8.1.1"),
    "8.1.2": ("123m99p |chi 789s,pon 111s,pon 999m @1m R", "8.1.2"),
    "8.1.3": ("99p |pon 111m,999s,222z,333z @9p R", "4.1 8.1.3"),
    "8.1.4": ("99p |pon 111m,999m,111s,999s @9p R", "8.1.4"),
    "9.1.1": ("33366789m789p |pon 555s @6m T last-tile", "9.1.1"),
    "9.1.2": ("33366789m789p |pon 555s @6m R last-tile", "9.1.2"),
    "9.2": ("66p123s |kan 2222m,chi 789s,chi 234p @6p T after-kan", "4.3.1 9.2"),
    "9.3": ("33366789m789p |pon 555s @7m R robbing-kan", "9.3"),
    "9.4.1": ("123567m22p345s444z @6m T first-turn", "9.4.1"),
    "9.4.2": ("123567m22p345s444z @6m R S first-turn", "9.4.2"),
    "10.1": ("119m19p19s1234567z @9s R", "10.1"),
    "10.2": ("2233556688m11p11z @1z R S", "1.2 10.2"),
}

MISSES = {  # the pattern: a hand that looks like it
    "1.1": ("123m45678999p |pon 222s @6p R", "one triplet"),
    "1.2": ("33366789m123s |chi 789p @6m R", "a set was called"),
    "1.3": ("33366m456p |pon 555s,chi 789m @4p R", "a nine"),
    "2.1.1": ("44466789m |pon 222z,chi 123p @6m R", "two suits"),
    "2.1.2": ("44466789m |pon 222s,chi 123m @6m R", "two suits"),
    "2.2": ("11123445678999m @5m R", "the wait was not nine-sided"),
    "3.1": ("33366m789p |pon 222z,555s @6m R", "neither a dragon nor the seat wind"),
    "3.2.1": ("789p123s55z |pon 666z,222z @7p R", "one dragon triplet"),
    "3.2.2": ("678p77z |pon 555z,666z,chi 123m @6p R", "the third is a pair"),
    "3.3.1": ("789p123s55z |pon 333z,444z @7p R", "the pair is no wind"),
    "3.3.2": ("99p123s |pon 222z,333z,555z @1s R", "two winds"),
    "3.3.3": ("123s55z |pon 222z,333z,444z @1s R", "the pair is no wind"),
    "3.3.4": ("11222333444z |pon 999m @1z R", "the fourth is a pair"),
    "3.4": ("99m |pon 222z,333z,555z,666z @9m R", "the pair is no honor"),
    "4.1": ("99p |pon 222m,555m,777s,chi 345p @9p R", "one sequence"),
    "4.2.1": ("222m55566p |chi 789s,chi 123s @2m R", "the discard exposes the second"),
    "4.2.2": ("222m55566p777s |chi 789s @2m R", "the discard exposes the third"),
    "4.2.3": ("222333m66p555999s @2m R", "the discard exposes the fourth"),
    "4.3.1": ("66p123s |pon 222m,chi 789s,chi 234p @6p R", "a triplet"),
    "4.3.2": ("66p123s |kan 2222m,pon 555p,chi 789s @6p R", "one kong"),
    "4.3.3": ("55m345s |kan 2222p,4444z,pon 999m @5m R", "two kongs"),
    "4.3.4": ("55m |kan 2222p,4444z,9999m,pon 111s @5m R", "three kongs"),
    "5.1.1": ("123m234m99p |chi 456s,pon 222p @1m R", "shifted by one"),
    "5.1.2": ("112233m99p |chi 456s,chi 567s @1m R", "once only"),
    "5.1.3": ("112233m99p |chi 234m,chi 456s @1m R", "two only"),
    "5.1.4": ("111222333m99p |chi 234m @1m R", "three only"),
    "6.1": ("123m123p99s |chi 234s,pon 555m @1m R", "shifted by one"),
    "6.2.1": ("456777m12388p |pon 777s @4m R", "the pair is another number"),
    "6.2.2": ("99m123s |pon 444m,444p,555s @1s R", "two suits"),
    "7.1": ("123456m99p |chi 678m,pon 555s @1m R", "678"),
    "7.2.1": ("99p123s |pon 444m,555m,777m @1s R", "a gap"),
    "7.2.2": ("99p |pon 333m,444m,555m,777m @9p R", "a gap"),
    "8.1.1": ("234m99p |chi 789s,pon 222z,pon 333z @2m R", "234"),
    "8.1.2": ("123m55z |chi 789s,pon 111s,pon 999m @1m R", "an honor pair"),
    "8.1.3": ("99p |pon 111m,888s,222z,333z @9p R", "an eight"),
    "8.1.4": ("55z |pon 111m,999m,111s,999s @5z R", "an honor pair"),
    "9.1.1": ("33366789m789p |pon 555s @6m R last-tile", "by discard"),
    "9.1.2": ("33366789m789p |pon 555s @6m T last-tile", "by self-draw"),
    "9.2": ("66p123s |kan 2222m,chi 789s,chi 234p @6p T", "a plain draw"),
    "9.3": ("33366789m789p |pon 555s @7m R", "a plain discard"),
    "9.4.1": ("123567m22p345s444z @6m T", "a later draw"),
    "9.4.2": ("123567m22p345s444z @6m R S", "a later discard"),
    "10.1": ("2233556688m11p11z @1z R S", "seven pairs"),
    "10.2": ("223344m112233p88s @1p R", "as sequences it is worth more"),
}


def test_every_pattern_has_its_hands() -> None:
    assert list(HOLDS) == [pattern.number for pattern in PATTERNS]
    assert list(MISSES) == [pattern.number for pattern in PATTERNS]


@pytest.mark.parametrize("number", HOLDS)
def test_a_hand_that_holds_the_pattern_counts_exactly_this(number: str) -> None:
    hand, all_counted = HOLDS[number]
    assert number in all_counted.split()
    assert counted(OLD, hand) == all_counted.split()


@pytest.mark.parametrize("number", MISSES)
def test_a_hand_that_just_misses_the_pattern_does_not_count_it(number: str) -> None:
    hand, _why = MISSES[number]
    assert number not in counted(OLD, hand)
    assert number not in counted(NEW, hand)


LOWER = [  # a hand of the higher rank that holds the lower too
    ("2.2", "2.1.2", "11123455678999m @5m R"),
    ("3.3.3", "3.3.1", HOLDS["3.3.3"][0]),
    ("3.3.3", "3.3.2", HOLDS["3.3.3"][0]),
    ("3.3.4", "3.3.2", HOLDS["3.3.4"][0]),
    ("4.2.2", "4.2.1", HOLDS["4.2.2"][0]),
    ("4.2.3", "4.2.1", HOLDS["4.2.3"][0]),
    ("4.2.3", "4.2.2", HOLDS["4.2.3"][0]),
    ("4.3.2", "4.3.1", HOLDS["4.3.2"][0]),
    ("4.3.3", "4.3.1", HOLDS["4.3.3"][0]),
    ("4.3.3", "4.3.2", HOLDS["4.3.3"][0]),
    ("4.3.4", "4.3.3", HOLDS["4.3.4"][0]),
    ("5.1.2", "5.1.1", HOLDS["5.1.2"][0]),
    ("5.1.3", "5.1.1", HOLDS["5.1.3"][0]),
    ("5.1.4", "5.1.3", HOLDS["5.1.4"][0]),
    ("5.1.4", "5.1.2", HOLDS["5.1.4"][0]),
    ("7.2.2", "7.2.1", HOLDS["7.2.2"][0]),
    ("8.1.2", "8.1.1", HOLDS["8.1.2"][0]),
    ("8.1.3", "8.1.1", HOLDS["8.1.3"][0]),
    ("8.1.4", "8.1.1", HOLDS["8.1.4"][0]),
    ("8.1.4", "8.1.2", HOLDS["8.1.4"][0]),
    ("8.1.4", "8.1.3", HOLDS["8.1.4"][0]),
]


@pytest.mark.parametrize("higher, lower, hand", LOWER)
def test_a_lower_rank_or_lesser_pattern_is_excluded_by_what_replaces_it(
    higher: str, lower: str, hand: str
) -> None:
    worth = scored(OLD, hand).worth
    assert higher in [number for number, _ in worth.counted]
    assert (lower, higher) in [(gone.number, gone.by) for gone in worth.excluded]


# -- what the rules say in words ----------------------------------------------------------------


def test_the_round_wind_has_no_value() -> None:
    hand = lone("33366m789p |pon 222z,555s @6m R") | {"round": "S"}
    assert ZUNGJUNG.score(OLD, hand)["points"] == 1


def test_the_seat_wind_and_each_dragon_count_once_each() -> None:
    assert counted(OLD, "55m678p777z |pon 222z,555z @5m R S") == ["3.1"] * 3
    assert counted(OLD, "99m666z |pon 555z,777z,333z @9m R W").count("3.1") == 4


def test_nothing_loses_value_when_the_hand_is_open() -> None:
    closed = counted(OLD, "123456789m456p99s @1m R")
    opened = counted(OLD, "123m99s |chi 456m,chi 789m,chi 456p @1m R")
    assert closed == ["1.1", "1.2", "7.1"]
    assert opened == ["1.1", "7.1"]


def test_a_concealed_kong_keeps_the_hand_concealed_and_is_a_concealed_triplet() -> None:
    assert counted(OLD, "33366m789p123s |ankan 9999s @6m R") == ["1.2", "4.2.1", "4.3.1"]


@pytest.mark.parametrize("kong", ["kan 9999s", "kakan 9999s"])
def test_an_exposed_kong_is_a_triplet_but_no_concealed_one(kong: str) -> None:
    assert counted(OLD, f"33366m789p123s |{kong} @6m R") == ["4.3.1"]


def test_a_triplet_completed_by_a_discard_is_exposed_by_self_draw_concealed() -> None:
    hand = "222m55566p |chi 789s,chi 123s @2m"
    assert counted(OLD, f"{hand} R") == ["chicken"]
    assert counted(OLD, f"{hand} T") == ["4.2.1"]


def test_a_discard_that_may_complete_a_sequence_leaves_the_triplet_concealed() -> None:
    assert counted(OLD, "222234m55566p |chi 789s @2m R") == ["4.2.1"]


def test_seven_pairs_add_only_what_needs_no_sets() -> None:
    assert counted(OLD, "2233556688m1122z @1z R") == ["1.2", "2.1.1", "10.2"]
    assert counted(OLD, "22335566m44p2288s @2s R") == ["1.2", "1.3", "10.2"]
    assert counted(OLD, "11223344667799m @9m R") == ["1.2", "2.1.2", "10.2"]
    assert counted(OLD, "11m99m1199p1199s55z @5z R") == ["1.2", "8.1.3", "10.2"]
    assert counted(OLD, "11223344556677z @5z R") == ["3.4"]
    assert counted(OLD, "1111m9999m1111p99s @9s R") == ["8.1.4"]
    assert counted(NEW, "2233556688m11p11z @1z R last-tile") == ["9.1.2", "10.2"]


def test_four_alike_are_two_pairs_unless_declared_a_kong() -> None:
    assert counted(OLD, "2222m335566p1188s @1s R") == ["1.2", "10.2"]
    with pytest.raises(ScoringError, match="no winning hand"):
        scored(OLD, "335566p11889s |ankan 2222m @1s R")


def test_thirteen_terminals_add_only_incidental_patterns() -> None:
    assert counted(NEW, "119m19p19s1234567z @9s R last-tile") == ["9.1.2", "10.1"]
    assert counted(NEW, "119m19p19s1234567z @9s R robbing-kan") == ["9.3", "10.1"]
    assert counted(OLD, "119m19p19s1234567z @9s R last-tile") == ["10.1"]


def test_the_last_draw_may_be_a_kongs_replacement_tile() -> None:
    hand = "66p123s |kan 2222m,chi 789s,chi 234p @6p T after-kan last-tile"
    assert counted(OLD, hand) == ["4.3.1", "9.1.1", "9.2"]


def test_a_sum_over_320_is_320_and_the_patterns_stay_whole() -> None:
    hand = "11m |pon 999m,kan 1111z,ankan 5555z,ankan 6666z @1m R"
    worth = scored(OLD, hand).worth
    assert worth.points == 320
    assert worth.total == sum(points for _, points in worth.counted) == 335


# -- readings -----------------------------------------------------------------------------------


def test_the_reading_with_the_most_points_counts_and_the_others_are_kept() -> None:
    found = scored(OLD, "111222333p99m |pon 777z @1p T")
    assert [other.worth.points for other in found.others] == [170]
    assert found.worth.points == 175


def test_readings_that_differ_in_nothing_a_pattern_asks_are_one() -> None:
    assert scored(OLD, "123m45678999p |chi 234s @6p T").others == ()


def test_of_equal_readings_the_one_with_fewer_patterns_counts() -> None:
    rules = make_rules("3.3", {"irregular_counts_concealed": False})
    found = scored(rules, "11222333p999m |pon 777z @9m R")
    equal = [other for other in found.others if other.worth.points == found.worth.points]
    assert all(len(found.worth.counted) <= len(other.worth.counted) for other in equal)


# -- what cannot be -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "hand, field, message",
    [
        ("1379m2468p357s123z @1z R", "hand.tiles", "no winning hand"),
        ("33366789m789p |pon 555s @6m R riichi", "hand.situation", "no riichi in Zung Jung"),
        ("33366789m789p |pon 555s @6m T ippatsu", "hand.situation", "no ippatsu in Zung Jung"),
        ("33366789m789p |pon 555s @6m T after-kan", "hand.situation", "needs a kong"),
        ("66p123s |kan 2222m,chi 789s,chi 234p @6p R after-kan", "hand.situation", "self-draw"),
        ("33366789m789p |pon 555s @7m T robbing-kan", "hand.situation", "not a self-draw"),
        ("33366789m789p |pon 555s @6m R robbing-kan", "hand.situation", "no kan of 6m"),
        ("33366789m789p |pon 555s @7m R robbing-kan last-tile", "hand.situation", "no discard"),
        ("33366789m789p |pon 555s @6m T first-turn", "hand.situation", "void once"),
        ("33366789m789p |ankan 5555s @6m T first-turn", "hand.situation", "void once"),
        ("123567m22p345s444z @6m T S first-turn", "hand.situation", "East's alone"),
        ("123567m22p345s444z @6m R E first-turn", "hand.situation", "East cannot have it"),
    ],
)
def test_a_hand_that_cannot_be_is_refused_with_the_reason(
    hand: str, field: str, message: str
) -> None:
    with pytest.raises(ScoringError, match=message) as caught:
        ZUNGJUNG.score(OLD, lone(hand))
    assert caught.value.field == field


@pytest.mark.parametrize(
    "name, given",
    [("dora", ["1m"]), ("ura", ["1m"]), ("flowers", ["f1"]), ("north", 1)],
)
def test_what_other_games_count_is_refused(name: str, given: object) -> None:
    with pytest.raises(ScoringError, match=f"there is no {name} in Zung Jung") as caught:
        ZUNGJUNG.score(OLD, lone("33366789m789p |pon 555s @6m R") | {name: given})
    assert caught.value.field == f"hand.{name}"


@pytest.mark.parametrize("name", ["honba", "sticks", "wins_in_row"])
def test_a_lone_hand_has_no_honba_and_no_sticks(name: str) -> None:
    hand = lone("33366789m789p |pon 555s @6m R")
    assert ZUNGJUNG.score(OLD, hand | {name: 0})["points"] == 1
    with pytest.raises(ScoringError, match="in Zung Jung") as caught:
        ZUNGJUNG.score(OLD, hand | {name: 2})
    assert caught.value.field == f"hand.{name}"


def test_a_red_five_is_a_five() -> None:
    assert counted(OLD, "40656788789m |pon 333m @8m R") == ["2.1.2"]


def test_a_chicken_hand_cannot_win_where_the_table_needs_five() -> None:
    five = make_rules("2.51", {"minimum": 5})
    with pytest.raises(ScoringError, match="1 point, this table needs 5"):
        ZUNGJUNG.score(five, lone("33366789m789p |pon 555s @6m R"))
    assert ZUNGJUNG.score(five, lone(HOLDS["1.1"][0]))["points"] == 5


# -- the lone hand's answer ---------------------------------------------------------------------


def test_score_prints_points_patterns_and_what_each_payer_hands_over() -> None:
    rules = make_rules("2.51-mixed-30", {})
    assert ZUNGJUNG.score(rules, lone("45656788m444z |pon 333m @8m R")) == {
        "points": 40,
        "patterns": [["2.1.1", 40]],
        "payments": {"discarder": 60, "others": 30},
    }
    assert ZUNGJUNG.score(rules, lone("45656788m444z |pon 333m @8m T")) == {
        "points": 40,
        "patterns": [["2.1.1", 40]],
        "payments": {"others": 40},
    }


def test_score_names_a_chicken_hand() -> None:
    answer = ZUNGJUNG.score(OLD, lone("33366789m789p |pon 555s @6m R"))
    assert answer["patterns"] == [["chicken", 1]]


# -- ticking what a hand holds ------------------------------------------------------------------


@pytest.mark.parametrize("rules", [OLD, NEW, OFF], ids=["2.51", "3.3", "2.51 option off"])
@pytest.mark.parametrize("hand", [*(row[0] for row in HANDS), *(row[0] for row in HOLDS.values())])
def test_ticking_the_patterns_of_a_hand_makes_its_points(rules: Rules, hand: str) -> None:
    worth = scored(rules, hand).worth
    numbers = [number for number, _ in worth.counted if number in BY_NUMBER]
    ticked = from_ticked(rules, Counter(numbers))
    assert (ticked.points, ticked.counted) == (worth.points, worth.counted)
    assert not any(contradicts(rules, a, b) for a, b in combinations(sorted(set(numbers)), 2))
