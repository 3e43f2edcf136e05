"""Readings of a hand: sets and a pair with the place of the winning tile, and the other shapes."""

from __future__ import annotations

import pytest

from scoring.notation import one_each, parse_meld, parse_tile, parse_tiles
from scoring.shapes import (
    KANCHAN,
    NO_TILE,
    PENCHAN,
    RYANMEN,
    SHANPON,
    TANKI,
    Set,
    is_complete,
    meld_set,
    placed,
    readings,
    seven_pairs,
    splits,
    thirteen_orphans,
    waits,
)


def counts(text: str) -> int:
    return parse_tiles(text, "").counts


def tile(text: str) -> int:
    return parse_tile(text, "")


def found(text: str, win: str) -> list[tuple[str, str]]:
    """(wait, sets) of every reading: runs by their lowest tile, triplets doubled."""
    return sorted(
        (reading.wait, " ".join(_name(part) for part in reading.sets()))
        for reading in readings(counts(text), tile(win))
    )


def _name(part: Set) -> str:
    number, suit = part.tile % 9 + 1, "mpsz"[part.tile // 9]
    return f"{number}{suit}" if part.kind == "run" else f"{number}{number}{suit}"


@pytest.mark.parametrize(
    "win, wait",
    [
        ("1m", RYANMEN),
        ("2m", KANCHAN),
        ("3m", PENCHAN),
        ("4p", RYANMEN),
        ("5p", KANCHAN),
        ("6p", RYANMEN),
        ("7s", PENCHAN),
        ("8s", KANCHAN),
        ("9s", RYANMEN),
        ("5z", SHANPON),
        ("3z", TANKI),
    ],
)
def test_the_winning_tile_says_the_wait(win: str, wait: str) -> None:
    assert found("123m456p789s33555z", win) == [(wait, "1m 4p 7s 55z")]


def test_a_run_and_a_triplet_can_both_hold_the_winning_tile() -> None:
    assert found("123333m456789s11z", "3m") == [
        (PENCHAN, "1m 4s 7s 33m"),
        (SHANPON, "1m 4s 7s 33m"),
    ]


def test_equal_sets_are_one_place() -> None:
    assert found("112233m456p789s11z", "2m") == [(KANCHAN, "1m 1m 4p 7s")]


def test_three_triplets_in_a_row_are_three_runs_too() -> None:
    assert found("111222333m456p77s", "7s") == [
        (TANKI, "1m 1m 1m 4p"),
        (TANKI, "4p 11m 22m 33m"),
    ]


def test_a_pair_can_stand_at_either_end_of_the_runs() -> None:
    assert found("22334455m234p234s", "3m") == [
        (KANCHAN, "2m 2m 2p 2s"),
        (RYANMEN, "3m 3m 2p 2s"),
    ]


def test_3455_won_on_the_5_is_a_run_or_a_pair() -> None:
    assert found("34555m123678p999s", "5m") == [
        (RYANMEN, "3m 1p 6p 99s"),
        (TANKI, "3m 1p 6p 99s"),
    ]


def test_each_suit_splits_by_itself() -> None:
    """111222333m is three runs or three triplets, 22334455p has its pair at either end."""
    assert len(splits(counts("111222333m11p"))) == 2
    assert len(splits(counts("22334455p"))) == 2
    assert len(readings(counts("111222333m22334455p"), tile("1m"))) == 4


@pytest.mark.parametrize(
    "text", ["1234m", "123m456p1122z", "11m22p33s44z123456m", "123z", "135m", "1112m", "12345m"]
)
def test_tiles_that_are_no_sets_and_one_pair_have_no_reading(text: str) -> None:
    assert splits(counts(text)) == []
    assert readings(counts(text), tile("1m")) == []


def test_honors_make_no_runs() -> None:
    assert splits(counts("123z11m")) == []
    assert splits(counts("567z11m")) == []


def test_a_winning_tile_that_is_not_there_has_no_place() -> None:
    assert readings(counts("123m456p789s33555z"), tile("1p")) == []
    assert readings(counts("123m456p789s33555z"), tile("9m")) == []


def test_a_reading_spells_out_its_sets_and_those_of_the_melds() -> None:
    (reading,) = readings(counts("123m555p99s"), tile("5p"))
    melds = (parse_meld("chi 123s", ""), parse_meld("ankan 1111z", ""))
    assert reading.sets(melds, tsumo=False) == (
        Set("run", 0, True),
        Set("triplet", 13, False, True),
        Set("run", 18, False),
        Set("kan", 27, True),
    )
    assert reading.sets(melds)[1] == Set("triplet", 13, True, True)


def test_one_of_equal_runs_is_the_one_that_was_completed() -> None:
    (reading,) = readings(counts("112233m99p"), tile("3m"))
    assert [part.won for part in reading.sets()] == [True, False]


@pytest.mark.parametrize(
    "text, expected",
    [
        ("chi 345m", Set("run", 2, False)),
        ("pon 555z", Set("triplet", 31, False)),
        ("kan 1111z", Set("kan", 27, False)),
        ("kakan 2222p", Set("kan", 10, False)),
        ("ankan 9999s", Set("kan", 26, True)),
    ],
)
def test_a_meld_is_a_set(text: str, expected: Set) -> None:
    assert meld_set(parse_meld(text, "")) == expected


def test_the_place_of_the_tile_can_be_asked_of_a_split() -> None:
    (split,) = splits(counts("123m55z"))
    (reading,) = placed(split, tile("5z"))
    assert reading[:5] == (1, 0, 31, TANKI, 31)
    assert split.pair == 31
    assert NO_TILE not in {split.pair for split in splits(counts("11222m"))}


# -- the other shapes ---------------------------------------------------------------------------


def test_seven_pairs() -> None:
    pairs = counts("1122m3344p5566s77z")
    assert seven_pairs(pairs) == tuple(tile(t) for t in "1m 2m 3p 4p 5s 6s 7z".split())


def test_four_of_a_tile_are_two_pairs_only_where_the_rules_say() -> None:
    hand = counts("1111m3344p5566s77z")
    assert seven_pairs(hand) is None
    assert seven_pairs(hand, four_alike=True) == tuple(
        tile(t) for t in "1m 1m 3p 4p 5s 6s 7z".split()
    )


@pytest.mark.parametrize("text", ["1122m3344p5566s67z", "112233m3344p55s", "111122m3344p5566s"])
def test_what_is_not_seven_pairs(text: str) -> None:
    assert seven_pairs(counts(text)) is None


@pytest.mark.parametrize("text", ["111122m334p5566s7z", "1122m"])
def test_four_alike_do_not_make_up_for_a_missing_pair(text: str) -> None:
    assert seven_pairs(counts(text), four_alike=True) is None


@pytest.mark.parametrize("double", ["1m", "9s", "4z"])
def test_thirteen_orphans_double_one_of_them(double: str) -> None:
    hand = counts("19m19p19s1234567z") + one_each([tile(double)])
    assert thirteen_orphans(hand) == tile(double)


@pytest.mark.parametrize("text", ["19m19p19s1234567z5m", "119m119p19s123456z", "19m19p19s1234567z"])
def test_what_is_not_thirteen_orphans(text: str) -> None:
    assert thirteen_orphans(counts(text)) is None


@pytest.mark.parametrize(
    "text", ["123m456p789s33555z", "1122m3344p5566s77z", "119m19p19s1234567z", "11m"]
)
def test_complete_hands_of_every_shape(text: str) -> None:
    assert is_complete(counts(text))


@pytest.mark.parametrize(
    "text, tiles",
    [
        ("1112345678999m", "1m 2m 3m 4m 5m 6m 7m 8m 9m"),
        ("19m19p19s1234567z", "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z"),
        ("1122m3344p5566s7z", "7z"),
        ("1111m", ""),
        ("1m", "1m"),
        ("23m11p", "1m 4m"),
        ("12m11p", "3m"),
        ("123m11p22s", "1p 2s"),
    ],
)
def test_the_tiles_a_hand_waits_for(text: str, tiles: str) -> None:
    assert waits(counts(text)) == tuple(tile(t) for t in tiles.split())


def test_a_tile_held_four_times_is_not_waited_for() -> None:
    """333m 456p and a single 3m wait for a fifth 3m."""
    assert waits(counts("3333m456p")) == ()
    assert waits(counts("3334m456p")) == (tile("2m"), tile("4m"), tile("5m"))
