"""The players of a club: names, other names, guests, leaving, being forgotten."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from scoring.errors import ScoringError
from sessions.models import Alias, Entry, Game, Player
from sessions.services import roster
from sessions.services.exchange import export_game, import_game
from sessions.services.merging import merge


@pytest.fixture
def by(house: Any) -> Any:
    return house.users["organiser"]


def add(house: Any, name: str, **given: Any) -> Player:
    return roster.add_player(house.club, house.users["organiser"], name, **given)


@contextmanager
def refused(words: str) -> Iterator[None]:
    with pytest.raises(ScoringError, match=words) as error:
        yield
    assert error.value.field == "name"


def game_of(house: Any, *names: str, rounds: int = 1) -> Game:
    draws = [{"type": "draw", "tenpai": [0], "riichi": []}] * rounds
    rules = {"variety": "riichi", "preset": None, "options": {"length": "single"}}
    record = {"format": "jantaku.game/1", "rules": rules, "players": list(names), "rounds": draws}
    return import_game(house.club, record).game


def test_a_player_exists_before_any_account(house: Any) -> None:
    player = add(house, "  さくら ")
    assert (player.name, player.user, player.guest, player.club) == (
        "さくら",
        None,
        False,
        house.club,
    )
    entry = Entry.objects.latest("id")
    assert (entry.kind, entry.label, entry.by) == ("player.added", "さくら", "organiser")


@pytest.mark.parametrize("name", ["", "   ", "\u200b"])
def test_a_player_needs_a_name(house: Any, name: str) -> None:
    with refused("needs a name"):
        add(house, name)


def test_nobody_is_added_whom_no_list_can_tell_apart(house: Any, by: Any) -> None:
    sakura = add(house, "さくら")
    with refused("さくら is in the club already"):
        add(house, "サクラ")
    roster.add_alias(house.club, by, sakura, "Sakura")
    with refused("ＳＡＫＵＲＡ is another name of さくら"):
        add(house, "ＳＡＫＵＲＡ")
    roster.add_player(house.other, house.users["outsider"], "さくら")


def test_renaming_keeps_the_player(house: Any, by: Any) -> None:
    player = add(house, "Aki")
    add(house, "Ben")
    roster.add_alias(house.club, by, player, "Akiko")
    roster.rename_player(house.club, by, player, "Akiko")
    player.refresh_from_db()
    assert (player.name, player.seen, player.aliases.count()) == ("Akiko", "akiko", 0)
    entry = Entry.objects.latest("id")
    assert (entry.before, entry.after) == ({"name": "Aki"}, {"name": "Akiko"})
    with refused("Ben is in the club already"):
        roster.rename_player(house.club, by, player, "ben")
    roster.rename_player(house.club, by, player, "AKIKO")
    assert player.name == "AKIKO"


def test_a_running_table_shows_the_new_name(house: Any, by: Any, game: Game) -> None:
    Player.objects.update(club=house.club)
    roster.rename_player(house.club, by, Player.objects.get(name="Aki"), "Akiko")
    assert Game.objects.get(pk=game.pk).pulse == game.pulse + 1


def test_other_names_are_found_and_can_be_taken_away(house: Any, by: Any) -> None:
    player, other = add(house, "Aki"), add(house, "Ben")
    alias = roster.add_alias(house.club, by, player, "アキ")
    with refused("found by this name already"):
        roster.add_alias(house.club, by, player, "あき")
    with refused("another name of Aki"):
        roster.add_alias(house.club, by, other, "あき")
    assert Alias.objects.get() == alias
    roster.remove_alias(house.club, by, alias)
    assert not Alias.objects.exists()
    kinds = Entry.objects.filter(subject="player", subject_id=player.pk)
    assert list(kinds.order_by("id").values_list("kind", flat=True))[1:] == ["player.alias"] * 2


def test_guests_and_leaving_are_kept_and_noted_once(house: Any, by: Any) -> None:
    player = add(house, "Aki", guest=True)
    before = Entry.objects.count()
    for _ in range(2):
        roster.set_guest(house.club, by, player, False)
        roster.set_left(house.club, by, player, True)
    player.refresh_from_db()
    assert not player.guest
    assert player.left is not None
    assert Entry.objects.count() == before + 2
    roster.set_left(house.club, by, player, False)
    assert Player.objects.get(pk=player.pk).left is None
    assert Entry.objects.latest("id").kind == "player.back"


# -- forgetting -----------------------------------------------------------------------------------


def trail_of(house: Any) -> str:
    rows = Entry.objects.filter(club=house.club).values("label", "before", "after", "kind")
    return json.dumps(list(rows), ensure_ascii=False)


def test_the_forgotten_keeps_the_results_and_no_name(house: Any, by: Any) -> None:
    game = game_of(house, "Aki", "Ben", "Chie", "Dan")
    aki = Player.objects.get(name="Aki")
    roster.add_alias(house.club, by, aki, "アキ")
    roster.rename_player(house.club, by, aki, "Akiko")
    Player.objects.filter(pk=aki.pk).update(user=house.users["member"])
    before = list(game.results.values_list("player", "total", "place"))
    roster.forget(house.club, by, aki)
    aki.refresh_from_db()
    assert (aki.name, aki.user, aki.anonymous) == (f"#{aki.pk}", None, True)
    assert list(game.results.values_list("player", "total", "place")) == before
    told = trail_of(house)
    assert not any(name in told for name in ("Aki", "アキ", "Akiko"))
    assert "Ben" not in told or "Ben" in Player.objects.values_list("name", flat=True)
    assert f"#{aki.pk}" in told
    assert export_game(Game.objects.get(pk=game.pk))["players"][0] == f"#{aki.pk}"
    assert not Alias.objects.exists()


def test_a_name_within_other_words_is_no_name(house: Any, by: Any) -> None:
    aki = add(house, "Aki")
    other = add(house, "Akito")
    roster.forget(house.club, by, aki)
    other.refresh_from_db()
    assert "Akito" in trail_of(house)


def test_who_never_played_is_gone(house: Any, by: Any) -> None:
    roster.forget(house.club, by, add(house, "Aki"))
    assert not Player.objects.exists()
    assert "Aki" not in trail_of(house)


def test_whoever_was_merged_into_the_forgotten_is_forgotten_too(house: Any, by: Any) -> None:
    game_of(house, "Aki", "Ben", "Chie", "Dan")
    game_of(house, "Akiko", "Ben", "Chie", "Dan")
    aki, akiko = (Player.objects.get(name=name) for name in ("Aki", "Akiko"))
    merge(by, aki, akiko)
    roster.forget(house.club, by, aki)
    names = " ".join(Player.objects.values_list("name", flat=True)) + trail_of(house)
    assert "Aki" not in names
    assert Player.objects.get(pk=aki.pk).results.count() == 2
