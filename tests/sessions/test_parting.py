"""What is left to somebody who goes, or is put out: nothing that opens or tells anything."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from scoring.record import FORMAT
from sessions.models import ApiToken, Game, Job, Membership, Player
from sessions.services import membership, roster, seasons, tokens
from sessions.services.imports import from_pieces, from_text
from sessions.services.season_games import from_paper, start_table
from sessions.services.seasons import Rules, Setup, lock, make_season, unlock
from sessions.services.turns import renew_all_keys
from sessions.views.access import COOKIE
from tests.sessions.conftest import Clubhouse, Opened
from tests.sessions.league import FIRST_DAY

pytestmark = pytest.mark.django_db


def of(house: Clubhouse, who: str) -> Membership:
    return Membership.objects.select_related("club", "user").get(user=house.users[who])


@pytest.fixture
def key(house: Clubhouse) -> str:
    return tokens.make(house.club, house.users["organiser"], "our page")[1]


def opens(key: str) -> bool:
    return tokens.find(key) is not None


# -- keys for programs ----------------------------------------------------------------------------


def test_whoever_leaves_takes_no_key_along(house: Clubhouse, key: str) -> None:
    _, other = tokens.make(house.club, house.users["owner"], "another")
    assert house.organiser.post(house.at("leave")).status_code == 302
    assert (opens(key), opens(other)) == (False, True)


def test_whoever_is_put_out_keeps_no_key(house: Clubhouse, key: str) -> None:
    house.owner.post(house.at("remove", of(house, "organiser").pk))
    assert not opens(key)
    assert house.club.trail.filter(kind="token.revoked", user=house.users["owner"]).exists()


def test_whoever_may_make_keys_no_more_has_none(house: Clubhouse, key: str) -> None:
    membership.change_role(of(house, "owner"), of(house, "organiser"), "owner")
    assert opens(key)
    membership.change_role(of(house, "owner"), of(house, "organiser"), "scorekeeper")
    assert not opens(key)


def test_whose_account_ends_leaves_no_key(house: Clubhouse, key: str) -> None:
    password = {"password": "correct horse 42"}
    assert house.organiser.post("/account/delete/", password).status_code == 302
    assert not opens(key)
    assert ApiToken.objects.get().made_by is None


# -- links of tables ------------------------------------------------------------------------------


@pytest.fixture
def table(house: Clubhouse) -> Any:
    """A season, and a table of it with its links."""
    season = make_season(house.club, house.users["owner"], Setup(name="Autumn"), [Rules("riichi")])
    players = [Player.objects.create(club=house.club, name=name) for name in "ABCD"]
    return start_table(season, house.users["owner"], variety="riichi", players=players)


def board(link: str) -> int:
    return Client().get(f"/g/{link}/").status_code


def test_whoever_is_put_out_is_out_of_the_tables_by_one_tick(
    house: Clubhouse, table: Any, opened: Opened
) -> None:
    game, keys = table
    house.owner.post(house.at("remove", of(house, "scorekeeper").pk), {"keys": "on"})
    assert [board(link) for link in (keys.write, keys.watch)] == [403, 403]
    assert board(opened.keys.write) == 200, "a table of nobody's club"
    assert house.owner.get(house.at("game", game.code)).context["address"], "the club has new ones"


def test_without_the_tick_tables_go_on(house: Clubhouse, table: Any) -> None:
    house.owner.post(house.at("remove", of(house, "scorekeeper").pk))
    assert board(table[1].write) == 200


def test_new_keys_for_all_are_a_tap_for_who_left_by_themselves(
    house: Clubhouse, table: Any
) -> None:
    house.scorekeeper.post(house.at("leave"))
    page = house.organiser.post(house.at("new_keys"), follow=True)
    assert "1 table has new keys." in page.content.decode()
    assert board(table[1].write) == 403
    assert house.club.trail.filter(kind="club.keys").exists()


def test_new_keys_for_all_keep_other_clubs_and_finished_seasons_as_they_are(
    house: Clubhouse, table: Any
) -> None:
    game, keys = table
    assert renew_all_keys(house.other, house.users["outsider"]) == 0
    Game.objects.update(finished=True)
    lock(game.season, house.users["owner"])
    assert renew_all_keys(house.club, house.users["owner"]) == 0
    assert board(keys.write) == 200, "and nothing can be changed by it"


# -- a phone that others use, too -----------------------------------------------------------------


def kept(client: Client) -> str:
    return client.cookies[COOKIE].value if COOKIE in client.cookies else ""


@pytest.mark.parametrize("forget", [True, False])
def test_signing_out_may_forget_the_tables(house: Clubhouse, opened: Opened, forget: bool) -> None:
    phone = house.member
    phone.get(opened.at("board"))
    assert "Forget the tables on this phone" in phone.get("/account/").content.decode()
    answer = phone.post("/account/logout/", {"forget": "on"} if forget else {})
    assert bool(kept(phone)) != forget
    assert ("Clear-Site-Data" in answer) == forget


def test_a_phone_that_knows_no_table_is_not_asked(house: Clubhouse) -> None:
    assert "Forget the tables" not in house.member.get("/account/").content.decode()


# -- who is a guest in a finished season ----------------------------------------------------------


def test_a_finished_season_stands_as_it_was_whoever_becomes_a_guest(house: Clubhouse) -> None:
    by = house.users["owner"]
    season = make_season(house.club, by, Setup(name="Autumn"), [Rules("riichi")])
    people = [Player.objects.create(club=house.club, name=name) for name in "ABCD"]
    roster.set_guest(house.club, by, people[0], True)
    from_paper(season, by, variety="riichi", players=people, when=FIRST_DAY,
               scores=[40000, 30000, 20000, 10000])  # fmt: skip
    lock(season, by)
    before = house.owner.get(house.at("season", season.slug)).context["table"]
    assert [line.player.name for line in before.lines] == ["B", "C", "D"]
    roster.set_guest(house.club, by, people[0], False)
    roster.set_guest(house.club, by, people[1], True)
    after = house.owner.get(house.at("season", season.slug)).context["table"]
    assert after == before
    unlock(season, by)
    opened = house.owner.get(house.at("season", season.slug)).context["table"]
    assert [line.player.name for line in opened.lines] == ["A", "C", "D"]


# -- seasons off the list ------------------------------------------------------------------------


def test_games_of_a_season_off_the_list_are_told_nowhere(house: Clubhouse, key: str) -> None:
    by = house.users["owner"]
    season = make_season(house.club, by, Setup(name="Autumn"), [Rules("riichi")])
    people = [Player.objects.create(club=house.club, name=f"Player {name}") for name in "ABCD"]
    game = from_paper(season, by, variety="riichi", players=people, when=FIRST_DAY,
                      scores=[40000, 30000, 20000, 10000])  # fmt: skip
    places = [
        lambda: Client(headers={"Authorization": f"Bearer {key}"}).get(
            f"/api/v1/clubs/{house.club.slug}/results/"
        ),
        lambda: house.member.get(house.at("games")),
        lambda: house.member.get(house.at("export_results")),
        lambda: house.member.get(house.at("export_games")),
    ]

    def told() -> list[bool]:
        return [("Player A" in text(ask()) or game.code in text(ask())) for ask in places]

    assert told() == [True] * 4
    seasons.delete(season, by)
    assert told() == [False] * 4
    seasons.undelete(season, by)
    assert told() == [True] * 4


def text(response: Any) -> str:
    return str(response.getvalue().decode() if response.streaming else response.content.decode())


# -- a name that is to be forgotten ---------------------------------------------------------------


def test_a_forgotten_name_is_in_no_name_of_a_file(house: Clubhouse) -> None:
    by = house.users["owner"]
    aki = roster.add_player(house.club, by, "Aki Ito")
    files = ["AKI_ITO.json", "games of aki ito.jsonl", "Aki Ito", "games.jsonl"]
    pieces = [
        {"text": record("Emi", "Ben", "Chie", "Dan"), "name": files[0]},
        {"text": record("Emi", "Ben", "Chie", "Finn"), "name": files[-1]},
    ]
    read, job = (from_pieces(house.club, by, pieces, files) for _ in range(2))
    house.organiser.post(house.at("import_on", read.pk))
    house.owner.post(house.at("forget", aki.pk), {"sure": "yes"})
    for one, state in ((read, Job.State.WAITING), (job, Job.State.RUNNING)):
        one.refresh_from_db()
        assert one.given["files"] == ["games.jsonl"]
        assert (one.state, one.items.count()) == (state, 2)
    assert [item.kept.get("file") for item in read.items.order_by("number")] == [None, files[-1]]
    assert [item.given.get("name") for item in job.items.order_by("number")] == [None, files[-1]]


def record(*names: str) -> str:
    return json.dumps({"format": FORMAT, "variety": "riichi", "players": names, "rounds": []})


def test_a_forgotten_name_is_in_no_import_that_waits(house: Clubhouse) -> None:
    by = house.users["owner"]
    aki = roster.add_player(house.club, by, "晶子")
    theirs = from_text(house.club, by, record("晶子", "Ben", "Chie", "Dan"))
    read = from_text(house.club, by, record("Ben", "晶子", "Chie", "Dan"))
    house.organiser.post(house.at("import_on", read.pk))
    others = from_text(house.club, by, record("Emi", "Ben", "Chie", "Dan"))
    house.owner.post(house.at("forget", aki.pk), {"sure": "yes"})
    for job in (theirs, read):
        job.refresh_from_db()
        assert job.state == Job.State.STOPPED
        assert not job.items.exists()
        assert house.owner.get(house.at("import_job", job.pk)).status_code == 200
    others.refresh_from_db()
    assert others.state == Job.State.RUNNING
    assert others.items.count() == 1
