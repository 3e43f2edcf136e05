"""The account of a hand as the page draws it: figures apart, readings as tiles."""

from __future__ import annotations

from typing import Any

from scoring.game import parse_outcome, play
from scoring.hongkong import HONGKONG
from scoring.templatetags.accounts import (
    Account,
    Reading,
    hongkong_account,
    zungjung_account,
    zungjung_patterns,
)
from scoring.templatetags.figures import called
from scoring.zungjung import ZUNGJUNG


def win(variety: Any, **said: Any) -> Any:
    """The worth of Ben's win off Dan in the first hand."""
    outcome = parse_outcome({"type": "win", "wins": [{"winner": 1, "from": 3, **said}]}, 4)
    return play(variety, variety.rules(None, {}), [outcome]).steps[0].wins[0]


def drawn(read: Reading) -> list[str]:
    return ["".join(face.code for face in faces) for faces in read.sets]


TILES = {"tiles": "111222333p99m", "melds": ["pon 777z"], "win_tile": "1p"}


def test_a_zung_jung_hand_shows_what_counts_what_does_not_and_the_other_reading() -> None:
    account = zungjung_account(win(ZUNGJUNG, hand=TILES))
    assert isinstance(account, Account)
    assert account.counted == [
        ("Value Honor", "10"), ("Three Identical Sequences", "120"),
        ("Mixed Lesser Terminals", "40"),
    ]  # fmt: skip
    assert account.total == "170 points"
    assert account.whys == [
        "Two Identical Sequences: Three Identical Sequences counts instead, one of a series"
    ]
    assert account.read is not None
    assert drawn(account.read) == ["1p2p3p"] * 3 + ["7z7z7z", "9m9m"]
    (other,) = account.others
    assert drawn(other) == ["1p1p1p", "2p2p2p", "3p3p3p", "7z7z7z", "9m9m"]
    assert other.after == "155 points"


def test_a_hong_kong_hand_shows_its_flowers_and_the_maximum() -> None:
    hand = {**TILES, "melds": ["kan 7777z"], "flowers": ["f2", "s1"]}
    account = hongkong_account(win(HONGKONG, hand=hand))
    assert isinstance(account, Account)
    assert account.counted == [
        ("All triplets 對對糊", "3"), ("Red dragons 中", "1"), ("Own flower 自風花牌", "1"),
    ]  # fmt: skip
    assert account.total == "4 fan"
    assert account.whys == ["5 fan count as 4, this table's maximum"]
    assert account.read is not None
    assert drawn(account.read)[3] == "7z7z7z7z"
    assert account.others[0].after == "2 fan"


def test_a_shape_without_sets_is_named() -> None:
    account = zungjung_account(win(ZUNGJUNG, hand={"tiles": "2233556688m11p11z", "win_tile": "1z"}))
    assert account is not None
    assert account.read == Reading("Seven Pairs")


def test_a_figure_alone_has_no_account() -> None:
    assert hongkong_account(win(HONGKONG, value={"faan": 3})) is None
    assert zungjung_account(win(ZUNGJUNG, value={"points": 40})) is None


def test_ticked_patterns_have_one_without_a_reading() -> None:
    value = {"points": 45, "patterns": ["2.1.1", "1.2"]}
    account = zungjung_account(win(ZUNGJUNG, value=value))
    assert account is not None
    assert (account.read, account.total) == (None, "45 points")


def test_the_sheet_notes_patterns_in_a_line() -> None:
    assert zungjung_patterns((("2.1.1", 40), ("chicken", 1))) == "Mixed One-Suit 40, Chicken Hand 1"


def test_a_call_in_words_alone_is_not_set_softer() -> None:
    assert called("三番") == "三番"
    assert called("5 fan 五番") == '5 fan <i lang="zh-Hant">五番</i>'
