"""The pages of a club night: making one, guests, draw, keys, board, paper, account."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.varieties import VARIETIES
from sessions.models import Draw, Entry, Evening, Game, Player, Season
from sessions.services import changes
from sessions.services.evenings import Setup, close, make_evening, welcome
from sessions.services.links import Role, derived, open_link, revoke
from sessions.services.turns import draw, start
from tests.sessions.plain_browser import PlainBrowser

NIGHT = date(2026, 11, 30)
NAMES = ["Aki", "Ben", "Chie", "Dan", "Emi", "Fumi", "Gen", "Hana"]


@pytest.fixture
def night(house: Any) -> Callable[..., Evening]:
    def make(guests: int = 4, **given: Any) -> Evening:
        setup = {"day": NIGHT, "variety": "riichi", "options": {"length": "single", "rate": 100}}
        evening = make_evening(house.club, house.users["organiser"], Setup(**(setup | given)))
        welcome(evening, [], [f"P{n}" for n in range(guests)] if guests > 8 else NAMES[:guests])
        return evening

    return make


@pytest.fixture
def organiser(house: Any) -> PlainBrowser:
    return PlainBrowser(house.organiser)


def open_tables(house: Any, evening: Evening) -> list[Game]:
    return start(draw(evening, Draw.Kind.CHOSEN), house.users["organiser"])


def end(game: Game, winner: int = 0, loser: int = 3) -> None:
    claim = {"winner": winner, "from": loser, "value": {"limit": "mangan"}}
    game.refresh_from_db()
    outcome = {"type": "win", "wins": [claim], "riichi": []}
    changes.record(game, outcome, version=game.version, token=None)


# -- making one -----------------------------------------------------------------------------------


def test_an_evening_is_made_run_and_settled_without_a_script(
    house: Any, organiser: PlainBrowser
) -> None:
    organiser.open(house.at("nights"))
    assert "No club night yet." in organiser.text
    organiser.follow("New club night")
    organiser.send("new-night", day="2026-11-30", name="November", fee="3,50",
                   rules="own:riichi:club", rate="0.5")  # fmt: skip
    evening = Evening.objects.get()
    assert organiser.path == house.at("night_guests", evening.pk)
    organiser.send("welcome", names="Aki\nBen\n\nChie\r\nDan\nEmi")
    assert "5 are there" in organiser.text
    organiser.send(f"guests/{evening.guests.last().player_id}/goodbye")  # type: ignore[union-attr]
    organiser.send("welcome", then="draw")
    assert "4 players are free. 1 table can start." in organiser.text
    organiser.send("kinds", kind="random")
    organiser.send("start", button="Start 1 table")
    game = Game.objects.get()
    assert (game.evening, game.title, game.club) == (evening, "Table 1", house.club)
    assert organiser.path == house.at("night_keys", evening.pk)
    assert derived(game).write in organiser.text
    organiser.follow("To the tables")
    assert "Turn 1, 1 table plays" in organiser.text
    Game.objects.update(rules={**game.rules, "length": "single"})
    end(game)
    organiser.open(house.at("night_account", evening.pk))
    assert "1 game, table fee 3.50" in organiser.text
    organiser.follow("Text")
    assert "→ the club: " in organiser.text


def test_what_is_wrong_is_said_by_its_field_and_what_was_typed_stays(house: Any) -> None:
    typed = {"day": "2026-11-30", "rules": "own:riichi:club", "name": "Long", "fee": "much"}
    response = house.organiser.post(house.at("night_new"), typed)
    page = response.content.decode()
    assert response.status_code == 422
    assert "Must be an amount of money, 0 or more" in page
    assert 'value="much"' in page
    for wrong in ({"day": "soon"}, {"rules": "own:riichi:none"}, {"rules": "season:riichi:1"}):
        assert house.organiser.post(house.at("night_new"), typed | wrong).status_code == 422
    assert not Evening.objects.exists()


def test_the_next_evening_is_offered_as_the_last_was(house: Any, night: Any) -> None:
    night(0, variety="hongkong", preset="half-gun", options=None, fee="0.5", name="First")
    page = house.organiser.get(house.at("night_new")).content.decode()
    assert re.search(r'value="own:hongkong:half-gun"\s+selected', page)
    assert re.search(r'name="fee"\s+value="0.5"', page)
    assert 'value="First"' not in page


def test_own_rules_are_changed_option_by_option_and_outlast_another_name(
    house: Any, night: Any, organiser: PlainBrowser
) -> None:
    evening = night(4)
    organiser.open(house.at("night_setup", evening.pk)).follow("Own rules")
    organiser.send("rules", **{"option-start_points": "30,000"})
    evening.refresh_from_db()
    assert evening.options["start_points"] == 30000
    assert evening.options["length"] == "single"
    organiser.send("night", name="Another")
    evening.refresh_from_db()
    assert (evening.name, evening.options["start_points"]) == ("Another", 30000)
    wrong = {"option-start_points": "-5"}
    assert house.organiser.post(house.at("night_rules", evening.pk), wrong).status_code == 422


def test_a_closed_evening_says_so_and_can_be_opened_again(
    house: Any, night: Any, organiser: PlainBrowser
) -> None:
    evening = night(4)
    organiser.open(house.at("night_setup", evening.pk))
    organiser.send("close")
    assert "This evening is closed." in organiser.text
    organiser.client.post(house.at("night_draw", evening.pk), {"kind": "random"})
    assert not Draw.objects.exists()
    organiser.open(house.at("night_setup", evening.pk))
    organiser.send("close", button="Open the evening again")
    assert "No table has started." in organiser.text


def test_an_evening_off_the_list_is_not_found(house: Any, night: Any) -> None:
    evening = night(4)
    house.organiser.post(house.at("night_delete", evening.pk))
    assert house.member.get(house.at("night", evening.pk)).status_code == 404
    assert str(evening.pk) not in re.findall(r"night/(\d+)/", house.member.get(
        house.at("nights")).content.decode())  # fmt: skip


def test_an_evening_is_put_back_by_whoever_organises(house: Any, night: Any) -> None:
    evening = night(4, name="Lost night")
    house.organiser.post(house.at("night_delete", evening.pk))
    assert "Lost night" not in house.member.get(house.at("nights")).content.decode()
    keeper = PlainBrowser(house.organiser).open(house.at("nights"))
    assert "Taken off the list" in keeper.text
    keeper.send(f"night/{evening.pk}/restore")
    assert "Taken off the list" not in keeper.text
    assert "Lost night" in house.member.get(house.at("nights")).content.decode()


# -- guests and draw ------------------------------------------------------------------------------


def test_players_of_the_club_are_ticked(house: Any, night: Any) -> None:
    evening = night(0)
    mai = Player.objects.create(name="Mai", club=house.club)
    gone = Player.objects.create(name="Gone", club=house.club, anonymous=True)
    page = house.scorekeeper.get(house.at("night_guests", evening.pk)).content.decode()
    assert "Mai" in page
    assert f'value="{gone.pk}"' not in page
    house.scorekeeper.post(house.at("night_guests", evening.pk), {"players": [mai.pk]})
    assert list(evening.guests.values_list("player", flat=True)) == [mai.pk]
    wrong = house.scorekeeper.post(house.at("night_guests", evening.pk), {"players": ["x"]})
    assert wrong.status_code == 422


def test_who_goes_on_to_the_draw_loses_nobody_that_was_ticked(house: Any, night: Any) -> None:
    evening = night(0)
    ben = Player.objects.create(name="Ben", club=house.club)
    at = house.at("night_guests", evening.pk)
    typed = {"players": [ben.pk], "names": "Aki\nChie", "then": "draw"}
    response = house.scorekeeper.post(at, typed)
    assert response.url == house.at("night_draw", evening.pk)
    assert evening.guests.count() == 3
    few = house.scorekeeper.get(response.url).content.decode()
    assert f'href="{at}"' in few
    again = house.scorekeeper.post(at, {"then": "draw"})
    assert again.url == response.url
    assert evening.guests.count() == 3


def test_a_name_that_cannot_be_kept_is_refused_with_all_that_was_typed(
    house: Any, night: Any
) -> None:
    evening = night(0)
    typed = {"names": "Aki\n" + "b" * 61}
    response = house.scorekeeper.post(house.at("night_guests", evening.pk), typed)
    assert response.status_code == 422
    assert "At most 60 characters" in response.content.decode()
    assert "b" * 61 in response.content.decode()
    assert not evening.guests.exists()


def test_too_few_are_told_by_the_form(house: Any, night: Any) -> None:
    evening = night(3)
    path = house.at("night_draw", evening.pk)
    response = house.scorekeeper.post(path, {"kind": "random"})
    assert response.status_code == 422
    assert "3 players are free; a table needs 4" in response.content.decode()
    for wrong in ({}, {"kind": "by magic"}, {"kind": "rotation", "custom": "tallest"}):
        assert house.scorekeeper.post(path, wrong).status_code == 422


def test_two_swap_and_the_draw_is_seen_changed(house: Any, night: Any) -> None:
    evening = night(5)
    keeper = PlainBrowser(house.scorekeeper)
    keeper.open(house.at("night_draw", evening.pk)).send("kinds", kind="chosen")
    assert re.search(r">East<.*>Aki<", keeper.text)
    assert re.search(r"Sits out</b> <bdi>Emi", keeper.text)
    aki, emi = (Player.objects.get(name=name).pk for name in ("Aki", "Emi"))
    keeper.send("swap", one=str(aki), other=str(emi))
    assert re.search(r"Sits out</b> <bdi>Aki", keeper.text)
    pk = evening.draws.get().pk
    path = house.at("night_swap", evening.pk, pk)
    assert house.scorekeeper.post(path, {"one": aki, "other": aki}).status_code == 422
    assert house.scorekeeper.post(path, {"one": "x", "other": 0}).status_code == 422


def test_whoever_starts_a_draw_that_was_drawn_anew_is_shown_the_new_one(
    house: Any, night: Any
) -> None:
    evening = night(4)
    old = draw(evening, Draw.Kind.RANDOM)
    draw(evening, Draw.Kind.RANDOM)
    for name in ("night_start", "night_swap"):
        response = house.scorekeeper.post(house.at(name, evening.pk, old.pk))
        assert response.status_code == 409
        assert "drawn anew" in response.content.decode()
    assert not Game.objects.exists()


def test_a_second_tap_starts_nothing_twice(house: Any, night: Any) -> None:
    evening = night(4)
    path = house.at("night_start", evening.pk, draw(evening, Draw.Kind.RANDOM).pk)
    assert house.scorekeeper.post(path).status_code == 302
    assert house.scorekeeper.post(path).status_code == 409
    assert Game.objects.count() == 1


def test_a_guest_who_left_meanwhile_stops_the_start_and_is_named(house: Any, night: Any) -> None:
    evening = night(4)
    drawn = draw(evening, Draw.Kind.CHOSEN)
    house.scorekeeper.post(house.at("night_goodbye", evening.pk, Player.objects.get(name="Ben").pk))
    response = house.scorekeeper.post(house.at("night_start", evening.pk, drawn.pk))
    assert response.status_code == 422
    assert "Ben has gone" in response.content.decode()


def test_tables_of_two_draws_have_different_numbers(house: Any, night: Any) -> None:
    evening = night(8)
    one, _two = open_tables(house, evening)
    end(one)
    assert open_tables(house, evening)[0].table_number == 1
    end(Game.objects.get(draw=1, table_number=2))
    page = house.scorekeeper.get(house.at("night_draw", evening.pk)).content.decode()
    assert "4 players are free" in page
    drawn = draw(evening, Draw.Kind.CHOSEN)
    page = house.scorekeeper.get(house.at("night_draw", evening.pk)).content.decode()
    assert "Table 2" in page
    assert "Table 1" not in page
    assert start(drawn, house.users["organiser"])[0].table_number == 2


def test_a_draw_for_other_rules_is_drawn_anew(house: Any, night: Any) -> None:
    """Four were drawn, then the evening is set to a game of three."""
    evening = night(8)
    drawn = draw(evening, Draw.Kind.CHOSEN)
    typed = {"day": "2026-11-30", "rules": "own:riichi:tenhou-sanma"}
    assert house.organiser.post(house.at("night_setup", evening.pk), typed).status_code == 302
    for name in ("night_start", "night_swap"):
        response = house.scorekeeper.post(house.at(name, evening.pk, drawn.pk))
        assert response.status_code == 409
    assert not Game.objects.exists()
    for name in ("night", "night_sheets", "night_draw"):
        assert house.scorekeeper.get(house.at(name, evening.pk)).status_code == 200
    page = house.scorekeeper.get(house.at("night_draw", evening.pk)).content.decode()
    assert "2 tables can start. 2 sit out." in page


def test_a_season_that_was_locked_meanwhile_is_named_and_starts_nothing(
    house: Any, night: Any
) -> None:
    season = house.club.seasons.create(name="Autumn", slug="autumn")
    rules = VARIETIES["riichi"].options(VARIETIES["riichi"].rules(None, {}))
    season.editions.create(variety_key="riichi", number=1, rules=rules)
    evening = night(4, season=season)
    drawn = draw(evening, Draw.Kind.CHOSEN)
    Season.objects.update(locked=timezone.now())
    two = {"one": drawn.tables[0][0], "other": drawn.tables[0][1]}
    for name in ("night_start", "night_swap"):
        response = house.scorekeeper.post(house.at(name, evening.pk, drawn.pk), two)
        assert response.status_code in (409, 422)
        assert "The season is locked" in response.content.decode()
    for name in ("night", "night_sheets", "night_draw", "night_clock"):
        assert house.scorekeeper.get(house.at(name, evening.pk)).status_code == 200
    assert (
        house.scorekeeper.post(house.at("night_draw", evening.pk), {"kind": "random"}).status_code
        == 422
    )
    assert house.organiser.get(house.at("night_setup", evening.pk)).status_code == 200
    assert not Game.objects.exists()


# -- keys -----------------------------------------------------------------------------------------


def links_on(page: str) -> list[str]:
    return re.findall(r"/g/([^/\"]+)/", page)


def test_keys_are_for_those_who_keep_score_and_can_be_shown_again(house: Any, night: Any) -> None:
    evening = night(8)
    games = open_tables(house, evening)
    path = house.at("night_keys", evening.pk)
    shown = [links_on(house.scorekeeper.get(path).content.decode()) for _ in range(2)]
    assert shown[0] == shown[1] == [derived(game).write for game in games]
    assert [open_link(link) for link in shown[0]] == [(game, Role.WRITE) for game in games]
    for name in ("night", "night_account", "night_sheets", "night_poll", "night_wall"):
        assert not links_on(house.scorekeeper.get(house.at(name, evening.pk)).content.decode())


def test_a_link_that_was_replaced_at_the_table_is_renewed_on_demand(house: Any, night: Any) -> None:
    evening = night(4)
    game = open_tables(house, evening)[0]
    revoke(game, Role.WRITE)
    keeper = PlainBrowser(house.scorekeeper).open(house.at("night_keys", evening.pk))
    assert "The link was replaced at the table" in keeper.text
    assert not links_on(keeper.text)
    response = house.scorekeeper.get(house.at("night_table", evening.pk, game.pk))
    assert open_link(links_on(response["Location"])[0]) == (game, Role.WATCH)
    keeper.send(f"keys/{game.pk}")
    assert "Table 1 has new keys." in keeper.text
    assert open_link(links_on(keeper.text)[0]) == (game, Role.WRITE)


@pytest.mark.parametrize("who, role", [("scorekeeper", Role.WRITE), ("member", Role.WATCH)])
def test_the_board_leads_to_a_table_by_the_right_one_has(
    house: Any, night: Any, who: str, role: Role
) -> None:
    evening = night(4)
    game = open_tables(house, evening)[0]
    response = getattr(house, who).get(house.at("night_table", evening.pk, game.pk))
    assert open_link(links_on(response["Location"])[0]) == (game, role)


def test_a_table_of_another_evening_is_not_found(house: Any, night: Any) -> None:
    one, other = night(4), night(0)
    game = open_tables(house, one)[0]
    for name, ask in (("night_table", house.owner.get), ("night_renew", house.owner.post)):
        assert ask(house.at(name, other.pk, game.pk)).status_code == 404


# -- board ----------------------------------------------------------------------------------------


def test_the_board_answers_only_when_something_has_changed(house: Any, night: Any) -> None:
    evening = night(4)
    game = open_tables(house, evening)[0]
    page = house.member.get(house.at("night", evening.pk)).content.decode()
    asked = re.search(r'data-poll="([^"]+)"', page).group(1)  # type: ignore[union-attr]
    assert house.member.get(asked).status_code == 204
    end(game)
    answer = house.member.get(asked)
    assert answer.status_code == 200
    assert answer.content.decode().lstrip().startswith('<div id="screen"')
    assert "over" in answer.content.decode()
    again = re.search(r'data-poll="([^"]+)"', answer.content.decode()).group(1)  # type: ignore[union-attr]
    assert house.member.get(again).status_code == 204
    assert answer["Game-Version"] in again


def test_a_poll_costs_four_queries_besides_the_sign_in(
    house: Any, night: Any, django_assert_max_num_queries: Any
) -> None:
    evening = night(4)
    open_tables(house, evening)
    page = house.member.get(house.at("night", evening.pk)).content.decode()
    asked = re.search(r'data-poll="([^"]+)"', page).group(1)  # type: ignore[union-attr]
    with django_assert_max_num_queries(6):
        assert house.member.get(asked).status_code == 204


def test_in_a_public_club_an_evening_of_no_public_season_is_not_shown(
    house: Any, night: Any, client: Client
) -> None:
    evening = night(4)
    house.club.public = True
    house.club.save()
    for name in ("night", "night_wall", "night_poll"):
        assert client.get(house.at(name, evening.pk)).status_code == 404
    page = client.get(house.at("nights")).content.decode()
    assert "No club night yet." in page


# -- paper ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "variety, last, lines", [("riichi", "South 4", 20), ("hongkong", "South 4", 20),
                             ("zungjung", "North 4", 20)]
)  # fmt: skip
def test_every_game_has_its_paper(
    house: Any, night: Any, variety: str, last: str, lines: int
) -> None:
    evening = night(4, variety=variety, options=None)
    drawn = draw(evening, Draw.Kind.CHOSEN)
    path = house.at("night_sheets", evening.pk)
    before = house.member.get(path).content.decode()
    start(drawn, house.users["organiser"])
    page = house.member.get(path).content.decode()
    for text in (before, page):
        assert text.count("paper-page") == 1
        assert all(name in text for name in NAMES[:4])
        assert last in text
        assert text.count("<tr>") == 1 + lines + 4


@pytest.mark.parametrize("blank, papers", [("", 1), ("3", 3), ("-1", 1), ("x", 1), ("9999", 1),
                                           ("100", 40), ("²", 1)])  # fmt: skip
def test_empty_sheets_as_many_as_are_asked_for(
    house: Any, night: Any, blank: str, papers: int
) -> None:
    path = house.at("night_sheets", night(0).pk)
    page = house.member.get(path, {"blank": blank}).content.decode()
    assert page.count("paper-page") == papers


# -- account --------------------------------------------------------------------------------------


def test_a_guest_is_ticked_off_and_back(house: Any, night: Any) -> None:
    evening = night(4, fee=500)
    end(open_tables(house, evening)[0])
    keeper = PlainBrowser(house.scorekeeper).open(house.at("night_account", evening.pk))
    dan = Player.objects.get(name="Dan").pk
    keeper.send(f"account/{dan}/", button="paid")
    guest = evening.guests.get(player=dan)
    assert guest.paid
    assert guest.paid_amount < 0
    assert "✓ paid" in keeper.text
    keeper.send(f"account/{dan}/")
    guest.refresh_from_db()
    assert guest.paid is None
    trail = PlainBrowser(house.member).open(house.at("trail")).text
    for said in ("came to the club night", "settled up", "has not settled up after all"):
        assert said in trail
    assert Entry.objects.get(kind="evening.paid").user == house.users["scorekeeper"]
    nobody = house.scorekeeper.post(house.at("night_tick", evening.pk, 10**6), {"paid": "on"})
    assert nobody.status_code == 404


def test_an_evening_for_points_alone_speaks_of_no_money(house: Any, night: Any) -> None:
    evening = night(4, options={"length": "single", "rate": None})
    end(open_tables(house, evening)[0])
    page = house.organiser.get(house.at("night_account", evening.pk)).content.decode()
    assert "For points alone" in page
    for of_money in ("gets, owes", "Who pays whom", "Money for a point", "paid"):
        assert of_money not in page.split('id="main"')[1]


def test_what_somebody_gets_is_written_as_the_payments_are(house: Any, night: Any) -> None:
    """As money, with two decimals where there are any: +14.50 and not +14.5."""
    evening = night(4, fee=Fraction(1, 2), options={"length": "single", "rate": None})
    end(open_tables(house, evening)[0])
    page = house.organiser.get(house.at("night_account", evening.pk)).content.decode()
    text = house.organiser.get(house.at("night_text", evening.pk)).content.decode()
    for told in (page.split("<textarea")[0], text):
        assert "−0.50" in told
    assert "Dan  −0.50" in text
    assert "+2</td>" in page


def test_after_closing_people_still_settle_up(house: Any, night: Any) -> None:
    evening = night(4)
    end(open_tables(house, evening)[0])
    close(evening, house.users["organiser"])
    dan = Player.objects.get(name="Dan").pk
    house.scorekeeper.post(house.at("night_tick", evening.pk, dan), {"paid": "on"})
    assert evening.guests.get(player=dan).paid


def test_a_member_sees_who_has_paid_but_ticks_nobody(house: Any, night: Any) -> None:
    evening = night(4, fee=500)
    end(open_tables(house, evening)[0])
    page = house.member.get(house.at("night_account", evening.pk)).content.decode()
    assert "Who pays whom" in page
    assert "<form" not in page.split('id="main"')[1]


# -- what it costs --------------------------------------------------------------------------------

PAGES = ("night", "night_wall", "night_guests", "night_draw", "night_keys", "night_sheets",
         "night_account", "night_text", "night_setup")  # fmt: skip


def count(django_assert_max_num_queries: Any, client: Client, path: str) -> int:
    with django_assert_max_num_queries(40) as captured:
        assert client.get(path).status_code == 200
    return len(captured)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_costs_the_same_for_one_table_and_for_twenty(
    house: Any, night: Any, name: str, django_assert_max_num_queries: Any
) -> None:
    found = []
    for tables in (1, 20):
        evening = night(4 * tables + 1, fee=1)
        end(open_tables(house, evening)[0])
        if name != "night_keys":
            draw(evening, Draw.Kind.CHOSEN)
        path = house.at(name, evening.pk)
        found.append(count(django_assert_max_num_queries, house.organiser, path))
    assert found[0] == found[1]


def test_the_list_costs_the_same_for_one_evening_and_for_twenty(
    house: Any, night: Any, django_assert_max_num_queries: Any
) -> None:
    night(4)
    one = count(django_assert_max_num_queries, house.member, house.at("nights"))
    for _ in range(19):
        night(0)
    assert count(django_assert_max_num_queries, house.member, house.at("nights")) == one
