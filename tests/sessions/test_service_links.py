"""Links are keys: what opens a table, what no longer does, and how a table is got back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.hashers import check_password
from django.core import serializers
from django.utils import timezone

from scoring.varieties import VARIETIES
from sessions.models import Game, Player
from sessions.services import games, links
from sessions.services.games import create_game, rematch
from sessions.services.links import (
    PATIENCE,
    REST,
    Keys,
    LinkRevoked,
    LinkUnknown,
    Role,
    TooManyTries,
    WrongPhrase,
    derived,
    issue_derived,
    open_link,
    open_links,
    renew_phrase,
    revoke,
    take_over,
)

NAMES = ("Aki", "Ben", "Chie", "Dan")


@pytest.fixture
def table(db: None) -> tuple[Game, Keys]:
    return create_game(variety="riichi", names=NAMES)


def test_one_link_writes_and_another_watches(table: tuple[Game, Keys]) -> None:
    game, keys = table
    assert open_link(keys.write) == (game, Role.WRITE)
    assert open_link(keys.watch) == (game, Role.WATCH)


def test_no_secret_is_kept_in_the_clear(table: tuple[Game, Keys]) -> None:
    game, keys = table
    stored = serializers.serialize("json", [Game.objects.get(pk=game.pk)])
    for link in (keys.write, keys.watch):
        nonce = link.split("~")[0][len(game.code) + 1 :]
        assert len(nonce) >= 16
        assert nonce not in stored
    assert not any(word in stored.split('"') for word in [keys.phrase])
    assert len(keys.phrase.split()) == 5
    assert check_password(keys.phrase, game.recovery_hash)


@pytest.mark.parametrize("cut", ["", "x", "a" * 300, "é", "a\x00b"])
def test_a_link_that_was_never_ours(table: tuple[Game, Keys], cut: str) -> None:
    with pytest.raises(LinkUnknown):
        open_link(cut)


def test_a_link_changed_by_one_letter_opens_nothing(table: tuple[Game, Keys]) -> None:
    game, keys = table
    watching = keys.watch
    writing = watching.replace(f"{game.code}r", f"{game.code}w", 1)
    for link in (writing, watching[:-1], watching + "A", watching.upper()):
        with pytest.raises(LinkUnknown):
            open_link(link)


def test_a_link_of_a_game_that_is_gone(table: tuple[Game, Keys]) -> None:
    game, keys = table
    game.delete()
    with pytest.raises(LinkUnknown):
        open_link(keys.write)


@pytest.mark.parametrize("role", list(Role))
def test_revoking_kills_the_old_link_and_only_that(table: tuple[Game, Keys], role: Role) -> None:
    game, keys = table
    old, other = keys.write, keys.watch
    if role is Role.WATCH:
        old, other = other, old
    new = revoke(game, role)
    with pytest.raises(LinkRevoked) as error:
        open_link(old)
    assert error.value.game == game
    assert open_link(new) == (game, role)
    assert open_link(other)[0] == game


def test_revoking_one_link_never_revives_the_other(table: tuple[Game, Keys]) -> None:
    game, keys = table
    seen_before = Game.objects.get(pk=game.pk)
    revoke(game, Role.WRITE)
    revoke(seen_before, Role.WATCH)
    with pytest.raises(LinkRevoked):
        open_link(keys.write)


def test_the_links_that_open_in_one_query(
    table: tuple[Game, Keys], django_assert_num_queries: Any
) -> None:
    game, keys = table
    other, more = rematch(game)
    revoke(game, Role.WATCH)
    asked = [more.watch, "nonsense", keys.watch, keys.write]
    with django_assert_num_queries(1):
        found = open_links(asked)
    assert found == [(other, Role.WATCH, more.watch), (game, Role.WRITE, keys.write)]


# -- taking over --------------------------------------------------------------------------------


def test_the_phrase_gives_a_new_writing_link_and_the_lost_phone_is_out(
    table: tuple[Game, Keys],
) -> None:
    game, keys = table
    again, link = take_over(f" {game.code.upper()} ", f"  {keys.phrase.upper()}  ")
    assert open_link(link) == (again, Role.WRITE) == (game, Role.WRITE)
    assert open_link(keys.watch) == (game, Role.WATCH)
    with pytest.raises(LinkRevoked):
        open_link(keys.write)


@pytest.mark.parametrize("code", ["", "0000000000", "nul\x00nul\x000", "zz", "x" * 1000])
def test_no_such_table_looks_like_a_wrong_phrase(table: tuple[Game, Keys], code: str) -> None:
    with pytest.raises(WrongPhrase):
        take_over(code, table[1].phrase)


def test_a_new_phrase_replaces_the_old(table: tuple[Game, Keys]) -> None:
    game, keys = table
    phrase = renew_phrase(game)
    with pytest.raises(WrongPhrase):
        take_over(game.code, keys.phrase)
    assert take_over(game.code, phrase)[0] == game


def wrong(game: Game, times: int) -> None:
    for _ in range(times):
        with pytest.raises(WrongPhrase):
            take_over(game.code, "amber anchor apple apron arrow")


def test_ten_wrong_phrases_and_the_game_rests(table: tuple[Game, Keys]) -> None:
    game, keys = table
    wrong(game, PATIENCE)
    with pytest.raises(TooManyTries):
        take_over(game.code, keys.phrase)
    assert open_link(keys.write)[0] == game  # who holds the link plays on


def test_after_the_rest_the_game_listens_again(table: tuple[Game, Keys]) -> None:
    game, keys = table
    wrong(game, PATIENCE)
    rested = timezone.now() - REST - timedelta(seconds=1)
    Game.objects.filter(pk=game.pk).update(recovery_failed=rested)
    wrong(game, PATIENCE - 1)
    assert take_over(game.code, keys.phrase)[0] == game


def test_the_right_phrase_forgets_the_wrong_ones(table: tuple[Game, Keys]) -> None:
    game, keys = table
    wrong(game, PATIENCE - 1)
    take_over(game.code, keys.phrase)
    wrong(game, PATIENCE - 1)
    take_over(game.code, keys.phrase)


def test_a_try_counts_before_it_is_judged(
    table: tuple[Game, Keys], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hundred guesses at once would otherwise all be judged before the first was counted."""
    game, _ = table
    seen = []

    def judge(phrase: str, kept: str) -> bool:
        seen.append(Game.objects.get(pk=game.pk).recovery_failures)
        return False

    monkeypatch.setattr(links, "check_password", judge)
    wrong(game, 3)
    assert seen == [1, 2, 3]


def test_a_game_without_links_opens_to_nobody(table: tuple[Game, Keys]) -> None:
    game, keys = table
    Game.objects.filter(pk=game.pk).update(write_hash="", recovery_hash="")
    with pytest.raises(LinkRevoked):
        open_link(keys.write)
    for phrase in ("", keys.phrase):
        with pytest.raises(WrongPhrase):
            take_over(game.code, phrase)


def test_words_are_short_different_and_enough() -> None:
    assert len(links.WORDS) == len(set(links.WORDS)) >= 200
    assert all(word.isascii() and word.islower() and len(word) <= 9 for word in links.WORDS)


# -- games and rematches --------------------------------------------------------------------------


def test_a_game_starts_with_its_rules_frozen(table: tuple[Game, Keys]) -> None:
    game, _ = table
    assert game.frozen_rules() == game.variety.rules(None, {})
    assert set(game.rules) == {spec.key for spec in game.variety.option_specs()}
    assert (game.variety_key, game.preset) == ("riichi", "club")
    assert (game.scores, game.finished, game.status) == ([25000] * 4, False, "open")
    assert game.started is not None


@pytest.mark.parametrize(
    "variety, preset", [(kind.key, key) for kind in VARIETIES.values() for key in kind.presets]
)
def test_every_preset_fits_its_columns(variety: str, preset: str) -> None:
    """SQLite keeps text of any length, PostgreSQL refuses what is too long."""
    games.new_game(variety, preset, {}).clean_fields(
        exclude={"write_hash", "watch_hash", "recovery_hash", "scores"}
    )


@pytest.mark.parametrize(
    "given, field",
    [
        ({"variety": "chess"}, "variety"),
        ({"preset": "nowhere"}, "preset"),
        ({"preset": ""}, "preset"),
        ({"options": {"uma": [1]}}, "options.uma"),
        ({"options": {"table_notes": {"kuikae": "nul\x00"}}}, "options.table_notes.kuikae"),
        ({"names": ("Aki", "Ben", "Chie")}, "players"),
        ({"names": ("Aki", "Ben", "Chie", " ")}, "players.3"),
        ({"names": ("Aki", "Ben", "AKI", "Dan")}, "players.2"),
        ({"names": ("Aki", "Ben", "Chie", "d" * 61)}, "players.3"),
        ({"names": ("Aki", "Ben", "Chie", "\ud800")}, "players.3"),
        ({"title": "t" * 61}, "title"),
        ({"start": {"round": "N9"}}, "start.round"),
        ({"start": {"scores": [1, 2, 3, 4]}}, "start.scores"),
    ],
)
def test_a_start_that_does_not_fit_saves_nothing(db: None, given: dict, field: str) -> None:
    from scoring.errors import ScoringError

    with pytest.raises(ScoringError) as error:
        create_game(**{"variety": "riichi", "names": NAMES, **given})
    assert error.value.field == field
    assert not Game.objects.exists()
    assert not Player.objects.exists()


def test_names_are_kept_clean(db: None) -> None:
    game, _ = create_game(variety="riichi", names=(" Aki  M. ", "Ben", "Chie", "さくら"))
    assert [s.player.name for s in game.seats.all()] == ["Aki M.", "Ben", "Chie", "さくら"]


def test_a_rematch_is_the_same_people_and_rules_under_new_keys(
    table: tuple[Game, Keys], new_game: Callable[..., Game]
) -> None:
    game = new_game(options={"length": "east"}, title="Table 3", preset="tenhou")
    Game.objects.filter(pk=game.pk).update(edition="of last year")
    game.refresh_from_db()
    again, keys = rematch(game, seats=[3, 0, 1, 2])
    assert [s.player.name for s in again.seats.all()] == ["Dan", "Aki", "Ben", "Chie"]
    assert {s.player_id for s in again.seats.all()} == {s.player_id for s in game.seats.all()}
    assert (again.rules, again.preset, again.edition) == (game.rules, "tenhou", "of last year")
    assert (again.rematch_of, again.title) == (game, "Table 3")
    assert open_link(keys.write)[0] == again
    drawn, _keys = rematch(game)
    assert sorted(s.player.name for s in drawn.seats.all()) == sorted(NAMES)


@pytest.mark.parametrize("seats", [[0, 1, 2], [0, 0, 1, 2], [0, 1, 2, 4], []])
def test_a_rematch_seats_everybody_once(table: tuple[Game, Keys], seats: list[int]) -> None:
    from scoring.errors import ScoringError

    with pytest.raises(ScoringError) as error:
        rematch(table[0], seats=seats)
    assert error.value.field == "seats"


# -- tables of a club night -----------------------------------------------------------------------


def test_derived_links_can_be_shown_again_and_are_kept_nowhere(table: tuple[Game, Keys]) -> None:
    game, old = table
    keys = issue_derived(game)
    game.save()
    game = Game.objects.get(pk=game.pk)
    assert derived(game) == keys
    assert open_link(keys.write) == (game, Role.WRITE)
    assert open_link(keys.watch) == (game, Role.WATCH)
    stored = serializers.serialize("json", [game])
    for link in (keys.write, keys.watch):
        assert link.split("~")[0][len(game.code) + 1 :] not in stored
    with pytest.raises(LinkRevoked):
        open_link(old.write)
    with pytest.raises(WrongPhrase):
        take_over(game.code, old.phrase)


def test_a_derived_link_that_was_replaced_at_the_table_is_not_shown(
    table: tuple[Game, Keys],
) -> None:
    game, _ = table
    first = issue_derived(game)
    game.save()
    new = revoke(game, Role.WRITE)
    assert derived(game) == Keys(write="", watch=first.watch)
    again = issue_derived(game)
    game.save()
    assert derived(game) == again
    for dead in (first.write, first.watch, new):
        with pytest.raises(LinkRevoked):
            open_link(dead)


def test_links_made_by_chance_are_not_shown_again(table: tuple[Game, Keys]) -> None:
    game, _ = table
    assert derived(game) == Keys(write="", watch="")


def test_without_the_secret_key_no_derived_link_can_be_made(
    table: tuple[Game, Keys], settings: Any
) -> None:
    game, _ = table
    issue_derived(game)
    game.save()
    settings.SECRET_KEY = "another"
    assert derived(game) == Keys(write="", watch="")
