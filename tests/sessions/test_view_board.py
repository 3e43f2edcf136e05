"""The table's screen: what it shows to whom, riichi sticks, undo and redo, turning it round."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from sessions.models import Game
from sessions.services import changes

RON = {"type": "win", "riichi": [], "wins": [
    {"winner": 0, "from": 2, "value": {"han": 3, "fu": 40}}]}  # fmt: skip
DRAW = {"type": "draw", "riichi": [1], "tenpai": [1]}
HTMX = {"HTTP_HX_REQUEST": "true"}


def text(response: Any) -> str:
    """What a reader sees: the page without its tags."""
    page = response.content.decode()
    page = re.sub(r"<(script|noscript|style).*?</\1>", "", page, flags=re.S)
    page = re.sub(r"</?(b|i|bdi)>", "", page)
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def seat(response: Any, edge: str) -> str:
    """One seat of the compass, without tags."""
    page = response.content.decode()
    found = re.search(rf'<div class="seat seat-{edge}.*?</div>', page, flags=re.S)
    assert found
    return " ".join(re.sub(r"<[^>]*>", " ", found.group()).split())


# -- what it shows ------------------------------------------------------------------------------


def test_the_table_shows_everybody_as_they_sit(client: Client, opened: Any) -> None:
    opened.record(RON, DRAW)
    response = client.get(opened.at("board"))
    assert seat(response, "s") == "North Aki 31,700 1st"
    assert seat(response, "e") == "East dealer Ben 27,000 2nd"
    assert seat(response, "n") == "South Chie 16,300 4th"
    assert seat(response, "w") == "West Dan 24,000 3rd"
    assert "deal-e" in response.content.decode()
    assert "East 2" in text(response)


def test_the_last_hand_is_told_as_a_sentence(client: Client, opened: Any) -> None:
    opened.record(RON)
    assert "East 1-0: Aki ron off Chie, 3 han 40 fu, 7700" in text(client.get(opened.at("board")))


def test_a_first_game_is_explained_until_each_target_has_been_used(
    client: Client, opened: Any
) -> None:
    both = text(client.get(opened.at("board")))
    assert "Tap a seat: that player won." in both
    assert "Tap a score: the differences." in both
    client.get(opened.at("enter", "win"), {"winner": 1})
    learnt = text(client.get(opened.at("board")))
    assert "Tap a seat" not in learnt
    assert "Tap a score: the differences." in learnt
    client.get(opened.at("compare", 1))
    last = text(client.get(opened.at("board")))
    assert "Tap a" not in last
    assert "Tap the round: what the words mean." in last
    client.get("/words/?of=honba", headers={"HX-Request": "true"})
    assert "Tap" not in text(client.get(opened.at("board")))


def test_long_names_and_markup_in_a_name_do_no_harm(
    client: Client, open_game: Callable[..., Any]
) -> None:
    opened = open_game(names=["<b>Aki</b>", "B" * 60, "さくら", "D"])
    opened.record(RON)
    page = client.get(opened.at("board")).content.decode()
    assert "<b>Aki</b>" not in page
    assert "&lt;b&gt;Aki&lt;/b&gt;" in page


def test_minus_is_written_as_the_phone_likes_it(client: Client, opened: Any) -> None:
    opened.record({"type": "win", "riichi": [], "wins": [
        {"winner": 0, "from": 2, "value": {"yakuman": 1}}]})  # fmt: skip
    assert "−23,000" in text(client.get(opened.at("board")))
    client.cookies["minus"] = "triangle"
    assert "▲23,000" in text(client.get(opened.at("board")))


@pytest.mark.parametrize("options", [
    {"players": 3, "start_points": 35000, "uma": [15000, 0, -15000]},
    {"players": 2, "uma": [0, 0], "noten_pool": 1000},
])  # fmt: skip
def test_three_and_two_players_have_a_table_too(
    client: Client, open_game: Callable[..., Any], options: dict[str, Any]
) -> None:
    opened = open_game(names=["Aki", "Ben", "Chie"][: options["players"]], options=options)
    page = client.get(opened.at("board")).content.decode()
    assert page.count('<div class="seat ') == options["players"]
    assert page.count('class="groove ') == options["players"]


# -- who may do what ----------------------------------------------------------------------------


def test_a_player_may_record_and_a_watcher_only_look(client: Client, opened: Any) -> None:
    opened.record(RON)
    changes.declare(opened.game, 1, declared=True)
    written = client.get(opened.at("board")).content.decode()
    watched = client.get(opened.watch("board")).content.decode()
    for control in ("enter/win/", "enter/draw/", "undo/", "riichi/0/"):
        assert control in written
        assert control not in watched
    assert "Ben: riichi declared" in watched
    assert "compare/0/" in watched
    assert "24,000" in text(client.get(opened.watch("board")))


def test_the_writing_link_stays_among_the_phones_tables_when_it_only_looks(
    client: Client, opened: Any
) -> None:
    client.get(opened.at("board"))
    client.get(opened.watch("board"))
    assert opened.at("board") in client.get("/").content.decode()


def test_a_closed_game_can_be_looked_at_and_not_changed(client: Client, opened: Any) -> None:
    opened.record(RON)
    changes.close(opened.game, reason="agreed", version=opened.game.version, token=None)
    page = client.get(opened.at("board")).content.decode()
    assert "enter/win/" not in page
    assert "undo/" not in page
    assert opened.at("result") in page
    assert "The game is over: agreed by the players" in text(client.get(opened.at("board")))


def test_a_game_that_ended_by_its_rules_leads_to_the_result_and_can_be_undone(
    client: Client, open_game: Callable[..., Any]
) -> None:
    opened = open_game(options={"length": "single"})
    opened.record(RON)
    page = client.get(opened.at("board")).content.decode()
    assert opened.at("result") in page
    assert "undo/" in page
    assert "riichi/0/" not in page
    entering = client.get(opened.at("enter", "win"))
    assert entering.status_code == 409
    assert "The game is over." in text(entering)


# -- riichi -------------------------------------------------------------------------------------


def test_a_stick_laid_down_costs_its_owner_at_once_and_the_pot_counts_it_later(
    client: Client, opened: Any
) -> None:
    response = client.post(opened.at("riichi", 2), opened.form(declared="on"), **HTMX)
    assert response.status_code == 200
    assert "24,000" in seat(response, "n")
    assert "<dd>0</dd></div></dl>" in response.content.decode()
    assert "Chie: riichi declared" in response.content.decode()
    opened.game.refresh_from_db()
    assert opened.game.declared == [2]
    back = client.post(opened.at("riichi", 2), opened.form(), **HTMX)
    assert "25,000" in seat(back, "n")


def test_a_stick_laid_by_a_plain_form_leads_back_to_the_table(client: Client, opened: Any) -> None:
    response = client.post(opened.at("riichi", 1), opened.form(declared="on"))
    assert (response.status_code, response["Location"]) == (302, opened.at("board"))


def test_riichi_with_too_few_points_is_refused_by_name(client: Client, opened: Any) -> None:
    opened.record({"type": "adjust", "deltas": [0, -24500, 0, 24500]})
    response = client.post(opened.at("riichi", 1), opened.form(declared="on"), **HTMX)
    assert response.status_code == 422
    assert "Ben has 500 points: too few for riichi" in text(response)
    opened.game.refresh_from_db()
    assert opened.game.declared == []


def test_a_stick_meant_for_the_hand_before_is_not_laid_in_the_next(
    client: Client, opened: Any
) -> None:
    form = opened.form(declared="on")
    opened.record(RON)
    response = client.post(opened.at("riichi", 1), form, **HTMX)
    assert response.status_code == 409
    opened.game.refresh_from_db()
    assert opened.game.declared == []


def test_no_stick_for_a_seat_that_is_not_there(client: Client, opened: Any) -> None:
    assert client.post(opened.at("riichi", 7), opened.form(declared="on")).status_code == 404


# -- undo and redo ------------------------------------------------------------------------------


def test_undo_and_redo_take_the_last_change_back_and_forth(client: Client, opened: Any) -> None:
    opened.record(RON)
    undone = client.post(opened.at("undo"), opened.form(), **HTMX)
    assert "25,000" in seat(undone, "s")
    assert 'id="redo"' in undone.content.decode()
    assert 'id="undo"' not in undone.content.decode()
    redone = client.post(opened.at("redo"), opened.form(), **HTMX)
    assert "32,700" in seat(redone, "s")
    assert 'id="redo"' not in redone.content.decode()


def test_undo_by_a_plain_form_leads_back_to_the_table(client: Client, opened: Any) -> None:
    opened.record(RON)
    response = client.post(opened.at("undo"), opened.form())
    assert (response.status_code, response["Location"]) == (302, opened.at("board"))


@pytest.mark.parametrize("step", ["undo", "redo"])
def test_with_nothing_left_to_undo_it_says_so(client: Client, opened: Any, step: str) -> None:
    response = client.post(opened.at(step), opened.form(), **HTMX)
    assert response.status_code == 409
    assert "Nothing is left to do here." in text(response)


def test_undo_from_a_board_that_is_no_longer_the_newest_undoes_nothing(
    client: Client, opened: Any
) -> None:
    form = opened.form()
    opened.record(RON)
    response = client.post(opened.at("undo"), form, **HTMX)
    assert response.status_code == 409
    assert "Another phone was faster." in text(response)
    assert Game.objects.get().rounds.count() == 1


def test_the_same_undo_twice_undoes_once(client: Client, opened: Any) -> None:
    opened.record(RON, RON)
    form = opened.form()
    client.post(opened.at("undo"), form, **HTMX)
    again = client.post(opened.at("undo"), form, **HTMX)
    assert again.status_code == 200
    assert Game.objects.get().rounds.count() == 1


@pytest.mark.parametrize("version", ["", "x", "-1", "9" * 30, "²"])
def test_a_version_that_never_was_is_a_conflict(client: Client, opened: Any, version: str) -> None:
    opened.record(RON)
    response = client.post(opened.at("undo"), {"version": version}, **HTMX)
    assert response.status_code == 409


# -- turning and comparing ----------------------------------------------------------------------


def test_the_table_turns_and_the_phone_remembers_it_for_this_table(
    client: Client, open_game: Callable[..., Any]
) -> None:
    one = open_game()
    turned = client.get(one.at("board"), {"seat": "2"}, follow=True)
    assert turned.redirect_chain == [(one.at("board"), 302)]
    assert "Chie" in seat(turned, "s")
    assert "Chie" in seat(client.get(one.at("board")), "s")
    assert client.cookies["seat"]["path"] == one.at("board")
    assert "Chie" in seat(client.get(one.at("enter", "draw")), "s")


@pytest.mark.parametrize("wanted", ["9", "-1", "\ue000", "x" * 70, "\0"])
def test_a_turn_that_is_none_is_not_kept(client: Client, opened: Any, wanted: str) -> None:
    """A cookie takes what fits in a header; other signs in it would break the answer."""
    response = client.get(opened.at("board"), {"seat": wanted})
    assert response.status_code == 200
    assert "seat" not in client.cookies


def test_htmx_turns_the_table_in_place(client: Client, opened: Any) -> None:
    response = client.get(opened.at("board"), {"seat": "3"}, **HTMX)
    assert response.status_code == 200
    assert "<html" not in response.content.decode()
    assert "Dan" in seat(response, "s")


def test_after_every_seat_the_switch_turns_each_name_to_its_reader(
    client: Client, opened: Any
) -> None:
    page = client.get(opened.at("board"), {"seat": "3"}, follow=True).content.decode()
    assert "?seat=faces" in page
    page = client.get(opened.at("board"), {"seat": "faces"}, follow=True).content.decode()
    assert 'class="screen table faces"' in page
    assert "?seat=0" in page


@pytest.mark.parametrize("wanted", ["9", "x", "²", "../", "f" * 500])
def test_a_turn_that_is_none_leaves_the_table_as_it_is(
    client: Client, opened: Any, wanted: str
) -> None:
    response = client.get(opened.at("board"), {"seat": wanted}, follow=True)
    assert response.status_code == 200
    assert "Aki" in seat(response, "s")


def test_comparing_shows_everybodys_distance_to_one_player(client: Client, opened: Any) -> None:
    opened.record(RON)
    response = client.get(opened.at("compare", 1))
    assert seat(response, "e") == "South Ben 25,000 2nd"
    assert seat(response, "s") == "East dealer Aki +7,700 1st 32,700"
    assert seat(response, "n") == "West Chie −7,700 4th 17,300"
    assert "Differences to Ben." in text(response)


def test_comparing_with_nobody_is_no_page(client: Client, opened: Any) -> None:
    assert client.get(opened.at("compare", 4)).status_code == 404


# -- polling ------------------------------------------------------------------------------------


def test_a_poll_is_empty_until_something_happens(client: Client, opened: Any) -> None:
    def poll(pulse: Any) -> Any:
        return client.get(opened.watch("poll"), {"pulse": pulse}, **HTMX)

    assert poll(opened.game.pulse).status_code == 204
    pulse = opened.game.pulse
    changes.declare(opened.game, 0, declared=True)
    changed = poll(pulse)
    assert changed.status_code == 200
    assert "24,000" in seat(changed, "s")
    assert poll("nonsense").status_code == 200


# -- cost ---------------------------------------------------------------------------------------


def test_the_table_costs_the_same_few_queries_however_long_the_game(
    client: Client, opened: Any, django_assert_num_queries: Any
) -> None:
    client.get(opened.at("board"))
    with django_assert_num_queries(5):
        client.get(opened.at("board"))
    opened.record(RON, RON, DRAW, DRAW)
    with django_assert_num_queries(5):
        client.get(opened.at("board"))
    with django_assert_num_queries(5):
        client.get(opened.at("compare", 2))
    with django_assert_num_queries(1):
        client.get(opened.at("poll"), {"pulse": opened.game.pulse})


def test_pages_are_not_kept_by_the_browser_and_differ_for_htmx(client: Client, opened: Any) -> None:
    response = client.get(opened.at("board"))
    assert "no-store" in response["Cache-Control"]
    assert "HX-Request" in response["Vary"]
    assert "no-store" in client.get(opened.at("poll"))["Cache-Control"]
