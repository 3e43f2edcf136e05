"""The quick way to a value, which looks readings up by their profile, against spelling them out."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from scoring.notation import Hand, parse_hand, parse_meld, parse_tile, parse_tiles
from scoring.riichi.context import Context
from scoring.riichi.hand import Book, appraise, way_of
from scoring.riichi.hand import look_up as look_up_of
from scoring.riichi.profile import (
    FU_BY_TWOS,
    P_CONCEALED,
    P_INSIDE,
    P_KAN,
    P_RUN,
    P_TANKI,
    P_TWINS,
    count,
    of_reading,
    profiles,
)
from scoring.riichi.rules import RiichiRules
from scoring.shapes import readings
from tests.scoring.hand_table import THREE, context, read, recorded_hands, rules
from tests.scoring.random_hands import RULES, random_wins

TABLES: dict[str, RiichiRules] = {
    "random": RULES,
    "strict": rules(
        open_tanyao=False,
        pinfu_tsumo=False,
        double_wind_fu=2,
        rinshan_fu=0,
        open_pinfu_fu=20,
        chiitoitsu="50-1",
        renhou="mangan",
        yakuman_stack=False,
    ),
    "unlimited": rules(aotenjou=True, renhou="yakuman"),
    "local": rules(local_yaku=["isshoku-sanjun", "sanrenkou", "uumensai", "daisharin"]),
}


def look_up(book: Book, hand: Hand, context: Context) -> Any:
    return look_up_of(book, hand, way_of(book, hand, context))


def told(found: Any) -> list[Any]:
    """Everything but the spelled-out reading."""
    return sorted(tuple(appraisal._replace(reading=None)) for appraisal in found)


def test_tiles_are_read_the_same_in_any_order_of_suits() -> None:
    hand = {"tiles": "123m234567p78999s", "win_tile": "2p"}
    other = parse_hand({**hand, "tiles": "78999s123m234567p"}, "hand")
    assert other == parse_hand(hand, "hand")
    book = Book(rules())
    assert told(look_up(book, other, context())) == told(appraise(book, other, context()))
    assert parse_hand({**hand, "tiles": "78s234p999s123m567p"}, "hand") == other


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_looked_up_and_spelled_out_are_the_same(table: str) -> None:
    """Each hand twice: a value is worked out the first time and known the second."""
    book = Book(TABLES[table])
    for hand, where in islice(random_wins(seed=len(table)), 3000):
        parsed, at = parse_hand(hand, "hand"), Context(**where, players=4)
        expected = told(appraise(book, parsed, at))
        assert told(look_up(book, parsed, at)) == expected, hand
        assert told(look_up(book, parsed, at)) == expected, hand


def test_a_book_knows_more_with_every_hand() -> None:
    book = Book(rules())
    hand = read("123m234567p78999s", "2p")
    look_up(book, hand, context())
    look_up(book, hand, context())
    assert len(book.known) == 1
    look_up(book, hand, context("W"))
    look_up(book, hand, context(tsumo=True))
    look_up(book, read("123m234567p78999s", "3p"), context())
    assert len(book.known) == 4


def test_a_book_starts_anew_when_it_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.riichi.hand.MOST_KNOWN", 2)
    book = Book(rules())
    for win in ("2p", "3p", "9s", "2p"):
        hand = read("123m234567p78999s", win)
        assert told(look_up(book, hand, context())) == told(appraise(book, hand, context()))
        assert len(book.known) <= 2


@pytest.mark.parametrize(
    "table, tiles", [(["sanrenkou"], "123m234567p78999s"), ([], "11123345678999s")]
)
def test_what_more_than_the_profile_decides_is_not_kept(table: list[str], tiles: str) -> None:
    """With local yaku, and of one suit, the tiles themselves are asked."""
    book = Book(rules(local_yaku=table))
    assert look_up(book, read(tiles, "9s"), context())
    assert not book.known


def test_a_book_does_not_keep_every_way_to_win(monkeypatch: pytest.MonkeyPatch) -> None:
    """The dealer's wins in a row are another way each: without end, were they all kept."""
    monkeypatch.setattr("scoring.riichi.hand.MOST_WAYS", 3)
    book = Book(rules())
    hand = read("123m234567p78999s", "2p")
    for wins in range(8):
        at = context("E", wins_in_row=wins)
        assert told(look_up(book, hand, at)) == told(appraise(book, hand, at))
        assert len(book.ways) <= 3


@pytest.mark.records
def test_recorded_hands_of_three_players_too() -> None:
    book = Book(rules(**THREE))
    checked = 0
    for line in recorded_hands("hands.jsonl.gz"):
        if line["rules"]["options"]["players"] == 3 and "error" not in line["expected"]:
            hand = parse_hand(line["hand"], "hand", lone=True)
            asked = line["hand"]
            at = context(asked["seat"], asked["round"], asked["tsumo"], players=3)
            assert told(look_up(book, hand, at)) == told(appraise(book, hand, at)), line["id"]
            checked += 1
    assert checked == 280


@pytest.mark.parametrize(
    "tiles, win",
    [
        ("111222333m22334455p", "1m"),
        ("111222333m22334455p", "5p"),
        ("11112222333344m", "2m"),
        ("123456789m11122z", "2z"),
        ("22334455667788s", "5s"),
        ("11m22p33s44z", "1m"),
        ("22334455m11p33s44z", "1p"),
        ("11m22p33s44z123456m", "4z"),
        ("1234m", "1m"),
    ],
)
def test_profiles_are_those_of_the_readings(tiles: str, win: str) -> None:
    read, tile = parse_tiles(tiles, ""), parse_tile(win, "")
    for tsumo in (True, False):
        spelled = [of_reading(found, tsumo) for found in readings(read.counts, tile)]
        assert sorted(profiles(read.suits, tile, tsumo)) == sorted(spelled)


COUNTS = (P_RUN, P_INSIDE, P_TWINS, P_CONCEALED, P_KAN, P_TANKI)


@pytest.mark.parametrize(
    "tiles, win, tsumo, melds, by_twos, counts",
    [
        ("234m456p78955s", "9s", True, ["chi 345p"], 0, (4, 4, 0, 0, 0, 0)),
        ("223344m345678p55s", "7p", False, [], 1, (4, 5, 1, 0, 0, 0)),
        ("111m222p33s", "1m", True, ["pon 444s", "kan 5555z"], 15, (0, 3, 0, 2, 1, 0)),
        ("111m222p33s", "1m", False, ["pon 444s", "kan 5555z"], 13, (0, 3, 0, 1, 1, 0)),
        ("33s", "3s", True, ["ankan 1111m", "ankan 2222p", "kakan 9999s", "kan 4444s"], 37, None),
    ],
)
def test_a_profile_adds_up_what_its_parts_are(
    tiles: str,
    win: str,
    tsumo: bool,
    melds: list[str],
    by_twos: int,
    counts: tuple[int, ...] | None,
) -> None:
    """Fu by twos; runs, sets inside, identical runs, concealed triplets, kans, a pair wait."""
    called = tuple(parse_meld(text, "") for text in melds)
    parsed = parse_tiles(tiles, "")
    (profile,) = profiles(parsed.suits, parse_tile(win, ""), tsumo, called)
    assert profile & FU_BY_TWOS == by_twos
    found = tuple(count(profile, counted) for counted in COUNTS)
    assert found == (counts or (0, 3, 0, 2, 4, 1))
