"""Tiles and melds as text: what is read, what is refused, and that it round-trips."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.notation import (
    CODES,
    EAST,
    GREEN,
    HAS_HONOR,
    HAS_M,
    HAS_NOT_GREEN,
    HAS_S,
    HAS_SIMPLE,
    HAS_TERMINAL,
    ONE,
    RED,
    WHITE,
    Known,
    count,
    kind,
    mask,
    one_each,
    parse_meld,
    parse_tile,
    parse_tiles,
    sorts_of,
    tiles_of,
    tiles_text,
    total,
)


def refused(read: Any, text: Any) -> str:
    with pytest.raises(ScoringError) as error:
        read(text, "hand.tiles")
    assert error.value.field == "hand.tiles"
    return str(error.value)


@pytest.mark.parametrize(
    "text, tile", [("1m", 0), ("9m", 8), ("1p", 9), ("9s", 26), ("1z", EAST), ("5z", WHITE)]
)
def test_a_tile_is_its_number_and_suit(text: str, tile: int) -> None:
    assert parse_tile(text, "win_tile") == tile
    assert CODES[tile] == text


def test_the_dragons_are_5z_6z_7z() -> None:
    assert [parse_tile(text, "") for text in ("5z", "6z", "7z")] == [WHITE, GREEN, RED]


@pytest.mark.parametrize("text, five", [("0m", "5m"), ("0p", "5p"), ("0s", "5s")])
def test_zero_is_the_red_five(text: str, five: str) -> None:
    tile = parse_tile(text, "")
    assert tile >= 34
    assert kind(tile) == parse_tile(five, "")
    assert CODES[tile] == text


@pytest.mark.parametrize("text", ["0z", "8z", "9z", "1x", "m", "11m", "", "１m", 5, None, ["1m"]])
def test_what_is_no_tile_is_refused(text: Any) -> None:
    assert "is no tile" in refused(parse_tile, text)


def test_tiles_count_red_fives_as_fives_and_apart() -> None:
    tiles = parse_tiles("123m0567p11s", "")
    assert tiles.size == total(tiles.counts) == 9
    assert count(tiles.counts, 13) == 2
    assert tiles.reds == ONE[13]
    assert list(tiles_of(tiles.counts)) == [0, 1, 2, 13, 13, 14, 15, 18, 18]


@pytest.mark.parametrize(
    "text",
    ["123m0567p11s", "344440m55666789s", "119m19p19s1234567z", "055p", "11112222333344m", "7z"],
)
def test_text_round_trips(text: str) -> None:
    tiles = parse_tiles(text, "")
    assert tiles_text(tiles.counts, tiles.reds) == text


@pytest.mark.parametrize(
    "text, ordered",
    [
        ("55z123m", "123m55z"),
        ("321m", "123m"),
        ("12m34p5m", "125m34p"),
        ("506m", "056m"),
        ("123m 456p 55z", "123m456p55z"),
        (" 1s1m", "1m1s"),
    ],
)
def test_any_order_and_spaces_are_read_and_written_in_order(text: str, ordered: str) -> None:
    tiles = parse_tiles(text, "")
    assert tiles_text(tiles.counts, tiles.reds) == ordered


@given(st.lists(st.integers(0, 33), max_size=14), st.randoms(use_true_random=False))
def test_every_hand_of_tiles_round_trips(drawn: list[int], dice: Any) -> None:
    tiles = [tile for tile in drawn if drawn.count(tile) <= 4]
    counts = one_each(tiles)
    reds = one_each(five for five in (4, 13, 22) if five in tiles and dice.random() < 0.5)
    text = tiles_text(counts, reds)
    assert parse_tiles(text, "")[:3] == (counts, reds, len(tiles))
    assert list(tiles_of(counts)) == sorted(tiles)


@pytest.mark.parametrize("text", [None, 7, ["1m"]])
def test_tiles_must_be_text(text: Any) -> None:
    assert "as text" in refused(parse_tiles, text)


@pytest.mark.parametrize(
    "text", ["123", "1m2", "m", "123mp", "hello", "1-2m", "123m?", "12mx34p", "1 2"]
)
def test_text_that_is_no_tiles_is_refused(text: str) -> None:
    assert refused(parse_tiles, text)


@pytest.mark.parametrize("text", ["11111m", "1111m1m", "5555z5z", "05555p", "1" * 13 + "m"])
def test_a_fifth_copy_is_refused_by_name(text: str) -> None:
    assert "there are four of each" in refused(parse_tiles, text)


def test_masks_pick_kinds_out_of_counts() -> None:
    counts = parse_tiles("1122m33z", "").counts
    assert counts & mask([1]) == 2 * ONE[1]
    assert count(counts, 5) == 0


@pytest.mark.parametrize(
    "text, sorts",
    [
        ("234m", HAS_M | HAS_SIMPLE | HAS_NOT_GREEN),
        ("19s", HAS_S | HAS_TERMINAL | HAS_NOT_GREEN),
        ("23468s6z", HAS_S | HAS_HONOR | HAS_SIMPLE),
        ("5s", HAS_S | HAS_SIMPLE | HAS_NOT_GREEN),
        ("7z", HAS_HONOR | HAS_NOT_GREEN),
    ],
)
def test_the_sorts_of_tiles_are_noted(text: str, sorts: int) -> None:
    tiles = parse_tiles(text, "")
    assert tiles.sorts == sorts_of(tiles.counts) == sorts


# -- melds --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, called, kan",
    [
        ("chi 234s", True, False),
        ("chi 340s", True, False),
        ("pon 555z", True, False),
        ("kan 1111z", True, True),
        ("ankan 2222p", False, True),
        ("kakan 7777z", True, True),
        ("pon 055m", True, False),
    ],
)
def test_melds_round_trip(text: str, called: bool, kan: bool) -> None:
    meld = parse_meld(text, "")
    assert meld.text == text
    assert meld.open is called
    assert meld.is_kan is kan
    assert (meld.runs, meld.triplets).count(0) == 1


def test_a_chi_may_be_written_in_the_order_it_was_called() -> None:
    assert parse_meld("chi 423s", "").text == "chi 234s"


@pytest.mark.parametrize(
    "text",
    [
        "chi 235s",
        "chi 123z",
        "chi 222m",
        "chi 89m1p",
        "pon 55z",
        "pon 556z",
        "kan 111z",
        "ankan 1112m",
        "kakan 123m",
        "pon ",
    ],
)
def test_a_meld_of_the_wrong_tiles_is_refused(text: str) -> None:
    assert "is no" in refused(parse_meld, text)


@pytest.mark.parametrize("text", ["kong 1111z", "555z", "", "Pon 555z"])
def test_an_unknown_meld_is_refused(text: str) -> None:
    assert "chi, pon, kan, ankan or kakan" in refused(parse_meld, text)


@pytest.mark.parametrize("text", [None, 3, ["pon 555z"]])
def test_a_meld_must_be_text(text: Any) -> None:
    assert "as text" in refused(parse_meld, text)


def test_a_meld_of_unreadable_tiles_says_so() -> None:
    assert "is no tile" in refused(parse_meld, "pon 888z")


def test_what_was_read_is_kept_up_to_a_number() -> None:
    """Tiles are text from outside: a cache of them must not grow for ever."""
    asked = []
    known = Known(lambda text: asked.append(text) or len(text), 2)
    assert [known[text] for text in ("a", "bb", "ccc", "a", "ccc")] == [1, 2, 3, 1, 3]
    assert asked == ["a", "bb", "ccc", "a"]
    assert sorted(known) == ["a", "ccc"], "a full one starts anew"
