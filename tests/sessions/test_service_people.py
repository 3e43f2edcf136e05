"""Whom a name means: in a club, at a table, however it is written."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps

from scoring.errors import ScoringError
from sessions.models import Alias, Club, Game, Player
from sessions.services.changes import substitute
from sessions.services.games import create_game, rename
from sessions.services.people import find_players, members, save_new
from sessions.services.text import folded


@pytest.fixture
def club(db: None) -> Club:
    return Club.objects.create(name="Ron", slug="ron")


def make(club: Club | None, name: str, **given: Any) -> Player:
    player = Player(name=name, club=club, **given)
    save_new([player])
    return player


@pytest.mark.parametrize(
    "one, other",
    [
        ("Aki", "aKI"),
        ("Ａｋｉ", "Aki"),
        ("サクラ", "さくら"),
        ("ｻｸﾗ", "さくら"),
        ("ガンダム", "がんだむ"),
        ("ｶﾞﾝﾀﾞﾑ", "がんだむ"),
        ("ヴァイオレット", "ゔぁいおれっと"),
        ("田中 太郎", "田中太郎"),
        ("Straße", "STRASSE"),
    ],
)
def test_names_are_the_same_however_they_are_written(one: str, other: str) -> None:
    assert folded(one) == folded(other)


@pytest.mark.parametrize("one, other", [("Aki", "Aky"), ("さくら", "ざくら"), ("はは", "ぱぱ")])
def test_other_names_stay_others(one: str, other: str) -> None:
    assert folded(one) != folded(other)


def test_a_name_that_unfolds_still_fits_its_column() -> None:
    assert len(folded("\ufdfa" * 60)) == 120


def test_a_player_is_found_by_any_writing_and_by_another_name(club: Club) -> None:
    sakura = make(club, "さくら")
    Alias.objects.create(player=sakura, name="Sakura")
    names = ["さくら", "サクラ", "SAKURA", "Ben"]
    assert find_players(club, names) == dict.fromkeys(names[:3], sakura)


def test_a_player_of_this_very_name_comes_before_one_whose_other_name_it_is(club: Club) -> None:
    ben, aki = make(club, "Ben"), make(club, "Aki")
    Alias.objects.create(player=ben, name="Aki")
    assert find_players(club, ["aki"]) == {"aki": aki}


def test_nobody_is_found_who_was_merged_forgotten_or_is_of_another_club(club: Club) -> None:
    ben = make(club, "Ben")
    make(club, "Aki", merged_into=ben)
    make(club, "#7", anonymous=True)
    make(None, "Chie")
    make(Club.objects.create(name="Hill", slug="hill"), "Dan")
    assert find_players(club, ["Aki", "#7", "Chie", "Dan"]) == {}


def test_finding_costs_the_same_however_many(club: Club, django_assert_num_queries: Any) -> None:
    save_new([Player(name=f"P{n}", club=club) for n in range(50)])
    for count in (1, 50):
        with django_assert_num_queries(2):
            assert len(find_players(club, [f"p{n}" for n in range(count)])) == count


def test_two_at_one_table_whose_kana_differ_are_two(club: Club) -> None:
    found = members(club, ["さくら", "サクラ", "Ben", "Dan"])
    assert len(set(found.values())) == 4
    assert members(club, ["サクラ", "さくら"]) == {k: found[k] for k in ("さくら", "サクラ")}


def test_two_names_of_one_player_do_not_sit_at_one_table(club: Club) -> None:
    sakura = make(club, "さくら")
    Alias.objects.create(player=sakura, name="Sakura")
    with pytest.raises(ScoringError, match="Sakura is another name of さくら"):
        members(club, ["Sakura", "さくら"])


def every_name_is_folded() -> bool:
    return all(player.seen == folded(player.name) for player in Player.objects.all())


def test_whoever_saves_a_name_keeps_how_it_is_looked_up(club: Club) -> None:
    game, _ = create_game(variety="riichi", names=["アキ", "Ben", "Chie", "Dan"])
    substitute(game, 1, "Ｅｍｉ", from_round=1, counts=False, version=0, token=None)
    rename(game, 0, "アキコ")
    members(club, ["Fumi"])
    assert Player.objects.count() == 6
    assert every_name_is_folded()


def test_names_kept_before_are_folded_by_the_migration(club: Club) -> None:
    Player.objects.bulk_create(
        [Player(name="サクラ", club=club), Player(name="ｂｅｎ", seen="ben")]
    )
    Alias.objects.create(player=Player.objects.first(), name="ベン")
    Alias.objects.update(seen="ベン")
    import_module("sessions.migrations.0006_folded_names").fold(apps, None)
    assert every_name_is_folded()
    assert Alias.objects.get().seen == "べん"


def test_who_sits_down_at_a_clubs_table_is_the_clubs_player(club: Club, game: Game) -> None:
    Player.objects.update(club=club)
    Game.objects.update(club=club)
    game.refresh_from_db()
    emi = make(club, "えみ")
    substitute(game, 1, "エミ", from_round=1, counts=False, version=0, token=None)
    assert game.substitutions.get().player == emi
    substitute(game, 2, "Fumi", from_round=1, counts=False, version=1, token=None)
    assert Player.objects.get(name="Fumi").guest


def test_a_seated_player_is_not_put_in_by_another_name(club: Club, game: Game) -> None:
    Player.objects.update(club=club)
    Game.objects.update(club=club)
    game.refresh_from_db()
    aki = Player.objects.get(name="Aki")
    Alias.objects.create(player=aki, name="Emi")
    with pytest.raises(ScoringError, match="Aki sits at the table already"):
        substitute(game, 1, "Emi", from_round=1, counts=False, version=0, token=None)
