"""The pages of a club's people as they are used: no scripts, forms as they stand."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from sessions.models import (
    Alias,
    Claim,
    Club,
    Entry,
    Evening,
    Game,
    Invitation,
    Membership,
    Merge,
    Player,
    Season,
)
from sessions.selectors.people import likely_same
from sessions.services import membership, roster
from sessions.services.games import create_game
from tests.sessions.conftest import new_user, signed_in
from tests.sessions.plain_browser import PlainBrowser


def plain(client: Client) -> PlainBrowser:
    return PlainBrowser(client)


def add(house: Any, *names: str) -> list[Player]:
    return [roster.add_player(house.club, house.users["owner"], name) for name in names]


# -- clubs ----------------------------------------------------------------------------------------


def test_a_club_is_made_and_its_maker_owns_it(db: None) -> None:
    user = new_user("mai")
    page = plain(signed_in(user)).open("/clubs/")
    assert "You are in no club yet" in page.text
    page.follow("New club").send("new-club", name="  みなと雀荘 ", about="Fridays\nPier 9")
    club = Club.objects.get()
    assert page.path == f"/c/{club.slug}/"
    assert (club.name, club.public) == ("みなと雀荘", False)
    assert re.fullmatch(r"club-[0-9a-f]{6}", club.slug)
    assert Membership.objects.get().role == "owner"
    assert "みなと雀荘" in page.open("/clubs/").text
    assert "みなと雀荘" in page.open("/").text


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "x" * 81, "a\x00b"])
def test_a_club_needs_a_name(house: Any, name: str) -> None:
    response = house.member.post("/clubs/new/", {"name": name, "about": "Fridays"})
    assert response.status_code == 422
    assert response.context["form"].errors["name"]
    assert "Fridays" in response.content.decode()
    assert Club.objects.count() == 2


def test_two_clubs_of_one_name_have_two_addresses(house: Any) -> None:
    house.member.post("/clubs/new/", {"name": "Hill Club"})
    slugs = list(Club.objects.filter(name="Hill Club").values_list("slug", flat=True))
    assert len(set(slugs)) == 2


def test_the_settings_change_and_are_in_the_trail(house: Any) -> None:
    page = plain(house.organiser).open(house.at("settings"))
    page.send("settings", name="Harbour Club", public="on")
    house.club.refresh_from_db()
    assert (house.club.name, house.club.public) == ("Harbour Club", True)
    entry = Entry.objects.latest("id")
    assert (entry.before, entry.after) == (
        {"name": "Harbour Mahjong Club", "public": False},
        {"name": "Harbour Club", "public": True},
    )
    count = Entry.objects.count()
    page.open(house.at("settings")).send("settings")
    assert Entry.objects.count() == count
    assert house.organiser.post(house.at("settings"), {"name": ""}).status_code == 422


def test_organisers_see_on_the_front_that_claims_wait(house: Any) -> None:
    player = roster.add_player(house.club, house.users["organiser"], "Sakura")
    front = house.at("front")
    assert "Claims waiting" not in house.organiser.get(front).content.decode()
    membership.claim(house.users["member"], player)
    told = house.organiser.get(front).content.decode()
    assert f'<a href="{house.at("claims")}">Claims waiting: 1</a>' in told
    assert "Claims waiting: 1" in house.organiser.get(house.at("players")).content.decode()
    assert "Claims waiting" not in house.member.get(front).content.decode()


def test_the_front_shows_what_goes_on_and_to_strangers_what_is_public(
    house: Any, open_game: Any
) -> None:
    house.club.public = True
    house.club.save()
    seasons = {}
    for name, public in (("Autumn", True), ("Secret", False)):
        season = Season.objects.create(club=house.club, name=name, slug=name.lower(), public=public)
        game = open_game(title=f"{name} table").game
        Game.objects.filter(pk=game.pk).update(club=house.club, season=season)
        Evening.objects.create(club=house.club, season=season, name=f"{name} night",
                               day="2026-11-30", variety_key="riichi")  # fmt: skip
        seasons[name] = season
    shown = {name: house.at("front") for name in ("member", "stranger")}
    for who, path in shown.items():
        page = getattr(house, who).get(path).content.decode()
        for kind in ("", " night", " table"):
            assert f"Autumn{kind}" in page
            assert (f"Secret{kind}" in page) == (who == "member")
    Season.objects.update(locked=timezone.now())
    Evening.objects.update(closed=timezone.now())
    Game.objects.update(voided=timezone.now())
    assert "Going on" not in house.member.get(house.at("front")).content.decode()


@pytest.mark.parametrize("role", ["owner", "organiser", "scorekeeper", "member"])
def test_every_door_that_is_shown_opens(house: Any, role: str) -> None:
    house.club.public = True
    house.club.save()
    for browser in (getattr(house, role), house.stranger, house.outsider):
        for name in ("front", "menu", "players", "members"):
            page = browser.get(house.at(name))
            if page.status_code != 200:
                continue
            for path in set(re.findall(r'href="(/c/[^"]+)"', page.content.decode())):
                assert browser.get(path.replace("&amp;", "&")).status_code in (200, 302), path


# -- members --------------------------------------------------------------------------------------


def test_an_organiser_gives_a_role(house: Any) -> None:
    page = plain(house.organiser).open(house.at("members")).follow("member member")
    page.send("role", role="scorekeeper")
    assert page.path == house.at("members")
    assert Membership.objects.get(user=house.users["member"]).role == "scorekeeper"
    page.follow("owner owner")
    assert "Your own role does not change this one." in page.text
    member = Membership.objects.get(user=house.users["member"])
    response = house.organiser.post(house.at("member", member.pk), {"role": "owner"})
    assert response.status_code == 422
    owner = Membership.objects.get(club=house.club, role="owner")
    response = house.organiser.post(house.at("member", owner.pk), {"role": "member"})
    assert response.status_code == 422
    assert "Your own role does not change this one." in response.content.decode()


def test_members_leave_and_are_removed(house: Any) -> None:
    plain(house.scorekeeper).open(house.at("members")).send("/leave/")
    member = Membership.objects.get(user=house.users["member"])
    plain(house.owner).open(house.at("member", member.pk)).send("/remove/")
    left = set(Membership.objects.filter(club=house.club).values_list("user__username", flat=True))
    assert left == {"owner", "organiser"}
    response = house.owner.post(house.at("leave"))
    assert response.status_code == 422
    assert "needs an owner" in response.content.decode()
    assert house.member.get(house.at("front")).status_code == 404


def test_an_invitation_is_shown_to_who_made_it_and_lets_one_in(house: Any) -> None:
    (mai,) = add(house, "Mai")
    page = plain(house.organiser).open(house.at("invitations"))
    page.send("invite", role="scorekeeper", player=str(mai.pk), days="1")
    link = re.search(r"http://testserver(/join/[^\"]+)", page.text)
    assert link is not None
    assert link.group(1) not in plain(house.owner).open(house.at("invitations")).text
    assert "scorekeeper, " in page.text
    guest = plain(Client()).open(link.group(1))
    assert "Harbour Mahjong Club" in guest.text
    guest.follow("Make an account")
    guest.send("register", username="mai", password1="long enough 1", password2="long enough 1")
    assert guest.path == link.group(1)
    guest.send("join-club")
    assert guest.path == house.at("front")
    mai.refresh_from_db()
    assert mai.user is not None
    assert mai.user.username == "mai"
    assert plain(Client()).open(link.group(1)).response.status_code == 404
    assert house.outsider.post(link.group(1)).status_code == 404


def test_an_invitation_is_taken_back(house: Any) -> None:
    page = plain(house.organiser).open(house.at("invitations"))
    page.send("invite", role="member", player="", days="7")
    link = re.search(r"http://testserver(/join/[^\"]+)", page.text)
    assert link is not None
    page.send(f"/invitations/{Invitation.objects.get().pk}/")
    assert link.group(1) not in page.text
    assert house.outsider.get(link.group(1)).status_code == 404
    response = house.organiser.post(house.at("invitations"), {"role": "owner", "days": "7"})
    assert response.status_code == 422


def test_an_invitation_that_cannot_be_taken_says_why(house: Any) -> None:
    add(house, "Mai")
    Player.objects.update(user=house.users["member"])
    (nao,) = add(house, "Nao")
    owner = Membership.objects.get(user=house.users["owner"])
    _, secret = membership.invite(owner, role="member", player=nao)
    response = house.member.post(f"/join/{secret}/")
    assert response.status_code == 422
    assert "has a player" in response.content.decode()


# -- players --------------------------------------------------------------------------------------


def listed(browser: Client, house: Any, **asked: str) -> list[str]:
    page = browser.get(house.at("players"), asked)
    return [player.name for player in page.context["page"]]


def test_players_are_found_by_any_writing(house: Any) -> None:
    sakura, *_ = add(house, "さくら", "Ben", "Benno")
    Alias.objects.create(player=sakura, name="Sakura")
    for sought, found in {"サク": ["さくら"], "ＢＥＮ": ["Ben", "Benno"], "kura": ["さくら"],
                          "x": [], "": ["Ben", "Benno", "さくら"]}.items():  # fmt: skip
        assert listed(house.member, house, q=sought) == found
    assert (
        "Nobody has this name."
        in house.member.get(house.at("players"), {"q": "x"}).content.decode()
    )


def test_who_left_is_listed_only_when_asked_for(house: Any) -> None:
    ben, _ = add(house, "Ben", "Mai")
    roster.set_left(house.club, house.users["owner"], ben, True)
    assert listed(house.member, house) == ["Mai"]
    assert listed(house.member, house, left="1") == ["Ben", "Mai"]


def test_strangers_are_told_names_and_not_who_has_an_account(house: Any) -> None:
    ben, _ = add(house, "Ben", "Mai")
    membership.grant(house.users["owner"], membership.claim(house.users["member"], ben))
    house.club.public = True
    house.club.save()
    for browser, told in ((house.member, True), (house.stranger, False), (house.outsider, False)):
        page = browser.get(house.at("players")).content.decode()
        assert "Ben" in page
        assert ("has an account" in page) == told
        assert (house.at("who", ben.pk) in page) == told


def test_a_scorekeeper_adds_players(house: Any) -> None:
    page = plain(house.scorekeeper).open(house.at("players")).send("/add/", name="Ben", guest="on")
    assert "<details open><summary>Add a player" in page.text, "the next one is added at once"
    assert "Ben" in page.text
    assert Player.objects.get().guest
    page.send("/add/", name="ben")
    assert page.response.status_code == 422
    assert "Ben is in the club already" in page.text.replace("⁨", "").replace("⁩", "")
    assert 'value="ben"' in page.text


def test_an_organiser_puts_a_name_right(house: Any) -> None:
    ben, _ = add(house, "Ben", "Mai")
    page = plain(house.organiser).open(house.at("who", ben.pk)).send("/rename/", name="Benno")
    assert "<bdi>Benno</bdi>" in page.text
    page.send(f"/{ben.pk}/alias/", name="B.")
    assert "B." in page.text
    for form, name in (("/rename/", "mai"), (f"/{ben.pk}/alias/", "Mai"), ("/rename/", "")):
        page.open(house.at("who", ben.pk)).send(form, name=name)
        assert page.response.status_code == 422
        assert f'value="{name}"' in page.text or not name
    page.open(house.at("who", ben.pk)).send("/aliases/")
    assert not Alias.objects.exists()
    page.send("/state/", button="Guest")
    page.send("/state/", button="No longer comes")
    ben.refresh_from_db()
    assert (ben.name, ben.guest, ben.left is not None) == ("Benno", True, True)


def test_a_member_says_who_they_are_and_an_organiser_agrees(house: Any) -> None:
    mai, nao = add(house, "Mai", "Nao")
    page = plain(house.member).open(house.at("who", mai.pk)).send("/claim/")
    assert "You say: that is me. An organiser has to agree." in page.text
    assert "/claim/" not in page.text
    assert "member</bdi> says: that is me." in plain(house.organiser).open(page.path).text
    plain(house.organiser).open(house.at("claims")).send("/claims/", button="Agree")
    mai.refresh_from_db()
    assert mai.user == house.users["member"]
    assert "/claim/" not in house.member.get(house.at("who", nao.pk)).content.decode()
    plain(house.member).open(house.at("who", mai.pk)).send("/unclaim/")
    mai.refresh_from_db()
    assert mai.user is None
    plain(house.organiser).open(house.at("who", mai.pk)).send("/claim/")
    mai.refresh_from_db()
    assert mai.user == house.users["organiser"]
    assert house.member.post(house.at("unclaim", mai.pk)).status_code == 422
    assert house.member.post(house.at("claim", mai.pk)).status_code == 422


def test_an_organiser_says_no(house: Any) -> None:
    (mai,) = add(house, "Mai")
    membership.claim(house.users["member"], mai)
    plain(house.organiser).open(house.at("claims")).send("/claims/", button="No")
    assert not Claim.objects.exists()
    membership.claim(house.users["member"], mai)
    Membership.objects.filter(user=house.users["member"]).delete()
    page = plain(house.organiser).open(house.at("claims")).send("/claims/", button="Agree")
    assert page.response.status_code == 422


def test_two_are_made_one_and_two_again(house: Any) -> None:
    add(house, "Marie-Ève", "Marie Eve", "Ben")
    page = plain(house.organiser).open(house.at("duplicates"))
    assert page.text.count("never at one table") == 1
    page.open(re.findall(r'href="(/c/[^"]+/merge/[^"]+)"', page.text)[0])
    page.send("merge")
    assert Merge.objects.count() == 1
    assert "the same person since" in page.text
    page.send("/merges/")
    assert Player.objects.filter(merged_into=None).count() == 3
    assert house.organiser.post(house.at("unmerge", Merge.objects.get().pk)).status_code == 422


def test_whom_another_was_is_said_by_name(house: Any) -> None:
    sakura, ben = add(house, "さくら", "Ben")
    page = plain(house.organiser).open(house.at("who", sakura.pk)).send("/merge/", name="Nobody")
    assert "Nobody has this name." in page.text
    assert 'value="Nobody"' in page.text
    page.send("/merge/", name="ＢＥＮ").send("merge")
    ben.refresh_from_db()
    assert ben.merged_into == sakura
    foreign = Player.objects.create(club=house.other, name="Foreign")
    for name in ("Foreign", "", "さくら"):
        page = house.organiser.get(house.at("merge", sakura.pk), {"name": name})
        assert "Make them one" not in page.content.decode()
    assert Player.objects.get(pk=foreign.pk).merged_into is None


def test_an_invitation_for_another_clubs_player_is_not_made(house: Any) -> None:
    foreign = Player.objects.create(club=house.other, name="Foreign")
    data = {"role": "member", "days": "7", "player": foreign.pk}
    response = house.organiser.post(house.at("invitations"), data)
    assert response.status_code == 422
    assert "Foreign" not in response.content.decode()
    assert not Invitation.objects.exists()


def test_a_merge_that_cannot_be_says_why(house: Any) -> None:
    (ben,) = add(house, "Ben")
    foreign = Player.objects.create(club=house.other, name="Foreign")
    for gone in (ben.pk, foreign.pk, 10**9, "x", ""):
        response = house.organiser.post(house.at("merge", ben.pk), {"gone": gone, "sure": "yes"})
        assert response.status_code == 422
        assert "Foreign" not in response.content.decode()


def test_forgetting_is_asked_first(house: Any) -> None:
    (ben,) = add(house, "Ben")
    page = plain(house.organiser).open(house.at("who", ben.pk)).follow("Forget this person")
    page.send("forget")
    assert page.response.status_code == 422
    assert Player.objects.exists()
    page.send("forget", sure="yes")
    assert not Player.objects.exists()
    assert "The name is forgotten." in page.text
    assert "Ben" not in house.member.get(house.at("trail")).content.decode()


# -- so many queries, however many rows -----------------------------------------------------------


def fill(house: Any, count: int) -> None:
    players = roster_of(house, count)
    for number, player in enumerate(players):
        user = new_user(f"u{house.club.players.count()}-{number}")
        Membership.objects.create(club=house.club, user=user)
        Claim.objects.create(player=player, user=user)
        Alias.objects.create(player=player, name=f"Alias {number} {player.pk}")
    owner = Membership.objects.get(club=house.club, role="owner")
    for number in range(count):
        membership.invite(owner, role="member")
        new = {"club": house.club, "name": str(number)}
        season = Season.objects.create(**new, slug=f"s{house.club.seasons.count()}")
        Evening.objects.create(**new, season=season, day="2026-11-30", variety_key="riichi")
        game, _ = create_game(variety="riichi", names=("Aki", "Ben", "Chie", "Dan"))
        Game.objects.filter(pk=game.pk).update(club=house.club, season=season)


def roster_of(house: Any, count: int) -> list[Player]:
    had = house.club.players.count()
    return add(house, *(f"Player {n}" for n in range(had, had + count)))


LISTS: dict[str, Callable[[Any], str]] = {
    name: lambda house, name=name: house.at(name)
    for name in ("members", "invitations", "players", "claims", "trail", "front", "menu")
} | {
    "home": lambda house: "/clubs/",
    "table": lambda house: "/",
    "who": lambda house: house.at("who", roster_of(house, 1)[0].pk),
}


@pytest.mark.parametrize("name", LISTS)
def test_a_list_costs_the_same_however_long(
    house: Any, name: str, django_assert_max_num_queries: Any
) -> None:
    path, counts, browser = LISTS[name](house), [], house.organiser
    for rows in (10, 50):
        fill(house, rows)
        for number in range(rows):
            club = Club.objects.create(name=f"Club {number}", slug=f"club-{rows}-{number}")
            Membership.objects.create(club=club, user=house.users["organiser"])
        with django_assert_max_num_queries(14) as queries:
            assert browser.get(path).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_likely_pairs_are_found_in_three_queries(
    house: Any, django_assert_num_queries: Any
) -> None:
    for count in (10, 60):
        roster_of(house, count)
        with django_assert_num_queries(3):
            likely_same(house.club)
