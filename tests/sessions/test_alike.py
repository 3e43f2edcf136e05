"""Names that may be meant for one another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from sessions.models import Alias, Club, Player
from sessions.selectors import alike
from sessions.selectors.alike import Near, meant, near
from sessions.services.people import find_players, save_new


@pytest.mark.parametrize(
    "one, other, alike",
    [
        ("Tanaka Hiroshi", "Tanaka Hiroshl", True),
        ("Tanaka Hiroshi", "Tanaka Hirosh", True),
        ("Tanaka Hiroshi", "Hiroshi Tanaka", True),
        ("Tanaka Hiroshi", "hiroshl, TANAKA", True),
        ("Nguyễn Hải", "Nguyen Hai", True),
        ("José García", "Jose Garcia", True),
        ("ｻｸﾗｲ", "さくら", True),
        ("がらす", "からす", True),
        ("田中博", "田中浩", True),
        ("Aki", "Aki 2", True),
        ("Tanaka Hiroshi", "Tanaka Horishi", False),
        ("Tanaka Hiroshi", "Tanaka", False),
        ("ばばば", "ははは", False),
        ("田中", "田村", False),
        ("", "A", False),
    ],
)
def test_names_are_near_by_a_letter_accents_or_the_order_of_words(
    one: str, other: str, alike: bool
) -> None:
    assert near([(1, one), (2, other)]) == ({(1, 2)} if alike else set())


def test_what_many_share_says_nothing_of_two() -> None:
    assert near([(n, f"Guest {chr(0x4E00 + n)}") for n in range(21)]) == set()
    assert len(near([(n, f"Guest {chr(0x4E00 + n)}") for n in range(20)])) == 190


def hints(club: Club, *tables: Sequence[str]) -> dict[str, Near]:
    names = list(dict.fromkeys(name for names in tables for name in names))
    found = find_players(club, names)
    return meant(club, [name for name in names if name not in found], found, tables)


@pytest.fixture
def club(db: Any) -> Club:
    club = Club.objects.create(name="Harbour", slug="harbour")
    save_new(Player(club=club, name=name) for name in ("Hiroshi", "Akiko", "Mei Ling"))
    return club


def test_a_new_name_is_held_against_the_clubs_players_and_their_other_names(club: Club) -> None:
    Alias.objects.create(player=Player.objects.get(name="Akiko"), name="moonlight")
    said = hints(club, ["Hiroshl", "Ben", "Ling Mei", "moonligth", "moonlght", "Akiko"])
    assert said == {"Hiroshl": Near("Hiroshi", here=True), "Ling Mei": Near("Mei Ling", here=True)}
    assert hints(club, ["moonlght"]) == {"moonlght": Near("Akiko", here=True)}


def test_whoever_sits_at_one_table_is_not_one(club: Club) -> None:
    assert hints(club, ["Hiroshl", "Hiroshi"]) == {}
    assert hints(club, ["Bennett", "Benett"]) == {}


def test_two_new_names_of_a_file_are_held_against_each_other(club: Club) -> None:
    tables = [["Bennett"], ["Bennett"], ["Benett"], ["Bennet"]]
    assert hints(club, *tables) == {
        "Benett": Near("Bennett", here=False),
        "Bennet": Near("Bennett", here=False),
    }


def test_nobody_is_referred_to_one_who_is_referred_on(club: Club) -> None:
    tables = [["abcdef"], ["abcde"], ["abcde"], ["abcd"], ["abcd"], ["abcd"]]
    said = hints(club, *tables)
    assert said
    assert not {one.name for one in said.values()} & set(said)


def test_nothing_is_said_of_more_new_names_than_can_be_held_against_each_other(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(alike, "MOST_NEW", 2)
    assert set(hints(club, ["Hiroshl"], ["Ben"])) == {"Hiroshl"}
    assert hints(club, ["Hiroshl"], ["Ben"], ["Bennett"]) == {}
