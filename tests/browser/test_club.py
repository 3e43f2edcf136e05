"""A club in its people's hands: an organiser makes it and invites, a member claims a player."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from sessions.models import Club, Entry, Game, Membership, Player
from sessions.services import changes, membership, roster
from sessions.services.clubs import create_club
from sessions.services.games import create_game
from tests.browser.conftest import OpenPhone
from tests.browser.phones import overhang

Axe = Callable[..., None]
PASSWORD = "correct horse 42"
NAMES = ("さくら", "Ben", "陳大文", "Maximiliane Hohenberg-Østergaard")
RON = {"type": "win", "riichi": [], "wins": [
    {"winner": 0, "from": 1, "value": {"han": 3, "fu": 40}}]}  # fmt: skip
DRAW = {"type": "draw", "tenpai": [0], "riichi": []}


def sign_in(page: Page, name: str) -> None:
    page.goto("/account/login/")
    page.get_by_label("User name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").tap()
    expect(page.get_by_role("heading", name="My clubs")).to_be_visible()


def sign_up(page: Page, name: str) -> None:
    page.get_by_label("User name").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password again").fill(PASSWORD)
    page.get_by_role("button", name="Make the account").tap()


def go(page: Page, name: str) -> None:
    page.get_by_role("link", name=name).first.tap()


def unfold(page: Page) -> None:
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")


def test_an_organiser_makes_a_club_invites_and_a_member_claims_their_player(
    open_phone: OpenPhone, transactional_db: None, axe: Axe
) -> None:
    organiser = open_phone()
    organiser.goto("/")
    go(organiser, "Clubs and seasons: sign in")
    go(organiser, "New here? Make an account")
    sign_up(organiser, "organiser")
    go(organiser, "New club")
    organiser.get_by_label("Name of the club").fill("Harbour Mahjong Club")
    organiser.get_by_role("button", name="Make the club").tap()
    expect(organiser.get_by_role("heading", name="Harbour Mahjong Club")).to_be_visible()

    go(organiser, "Players")
    organiser.get_by_label("Name").last.fill("さくら")
    organiser.get_by_role("button", name="Add").tap()
    expect(organiser.get_by_role("link", name="さくら")).to_be_visible()

    organiser.goto("/c/harbour-mahjong-club/members/")
    go(organiser, "Invite")
    organiser.get_by_role("button", name="Make an invitation").tap()
    expect(organiser.get_by_role("img", name="QR code of the invitation")).to_be_visible()
    axe(organiser)
    link = organiser.locator("#invitation-link").input_value()

    member = open_phone()
    member.goto(link)
    expect(member.get_by_text("invites you.")).to_be_visible()
    axe(member)
    go(member, "Make an account")
    sign_up(member, "sakura")
    member.get_by_role("button", name="Join the club").tap()
    go(member, "Players")
    go(member, "さくら")
    member.get_by_role("button", name="That is me").tap()
    expect(member.get_by_text("You say: that is me.")).to_be_visible()

    organiser.goto("/c/harbour-mahjong-club/players/")
    expect(organiser.get_by_text("somebody says: that is me")).to_be_visible()
    go(organiser, "Claims waiting: 1")
    expect(organiser.get_by_role("button", name="Agree")).to_be_visible()
    axe(organiser)
    organiser.get_by_role("button", name="Agree").tap()
    expect(organiser.get_by_text("Nobody waits for an answer.")).to_be_visible()
    member.reload()
    expect(member.get_by_role("button", name="That is not me")).to_be_visible()
    assert Player.objects.get().user == User.objects.get(username="sakura")

    organiser.goto("/c/harbour-mahjong-club/trail/")
    expect(organiser.get_by_text("player belongs to an account")).to_be_visible()


def test_signing_in_says_how_long_to_wait(phone: Page, watch: Any, transactional_db: None) -> None:
    watch.allow(429)
    for _ in range(8):
        phone.goto("/account/login/")
        phone.get_by_label("User name").fill("nobody")
        phone.get_by_label("Password").fill("wrong")
        phone.get_by_role("button", name="Sign in").tap()
        expect(phone.get_by_role("alert")).to_be_visible()
    expect(phone.get_by_role("alert")).to_contain_text("Try again in 15 minutes.")
    expect(phone.get_by_label("User name")).to_have_value("nobody")


# -- every page -----------------------------------------------------------------------------------


@pytest.fixture
def club(transactional_db: None) -> Club:
    """A club with people of every kind, a game that was edited, a claim and an invitation."""
    owner, member = (User.objects.create_user(n, password=PASSWORD) for n in ("owner", "mai"))
    club = create_club(owner, name="Harbour Mahjong Club", about="Thursdays at seven.\nPier 9.")
    mine = Membership.objects.get()
    membership.accept(member, membership.invite(mine, role="member")[1])
    people = [roster.add_player(club, owner, name) for name in (*NAMES, "Marie-Ève", "Mari-Eve")]
    roster.add_player(club, owner, "Oluwaseun", guest=True)
    roster.add_alias(club, owner, people[0], "Sakura")
    membership.claim(member, people[0])
    membership.invite(mine, role="scorekeeper", player=people[1])
    game, _ = create_game(variety="riichi", names=NAMES, title="Thursday table")
    for seat, player in zip(game.seats.select_related("player"), people, strict=False):
        old, seat.player = seat.player, player
        seat.save()
        old.delete()
    Game.objects.filter(pk=game.pk).update(club=club)
    game.refresh_from_db()
    changes.record(game, RON, version=game.version, token=None)
    changes.change(game, "edit", changes.replaced(1, DRAW), version=game.version, token=None)
    assert Entry.objects.filter(kind="game.edit").exists()
    return club


PAGES = [
    "/", "/account/", "/account/password/", "/account/delete/", "/clubs/", "/clubs/new/",
    "{club}", "{club}menu/", "{club}settings/", "{club}members/", "{club}members/{member}/",
    "{club}invitations/", "{club}players/", "{club}players/{player}/", "{club}players/alike/",
    "{club}players/{player}/merge/?gone={other}", "{club}players/{player}/forget/",
    "{club}claims/", "{club}trail/",
]  # fmt: skip


def addresses(club: Club) -> list[str]:
    sakura, ben = Player.objects.get(name="さくら"), Player.objects.get(name="Mari-Eve")
    member = Membership.objects.get(user__username="mai")
    given = {"club": f"/c/{club.slug}/", "member": member.pk, "player": sakura.pk, "other": ben.pk}
    return [page.format(**given) for page in PAGES]


def small_targets(page: Page) -> list[str]:
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(
             'a.key, a.tool, button, summary, select, textarea, li > a, label.key, label.consent,' +
             'input[type=text], input[type=password], input[type=search], input:not([type])')]
           .filter(e => e.checkVisibility() && !e.closest('.vh') && !e.matches('.vh'))
           .map(e => [e, e.getBoundingClientRect()])
           .filter(([e, box]) => box.width && (box.height < 47.5 || box.width < 47.5))
           .map(([e, box]) => `${e.outerHTML.slice(0, 80)} ${box.width}x${box.height}`)"""
    )
    return found


def test_axe_finds_nothing_on_any_page(open_phone: OpenPhone, club: Club, axe: Axe) -> None:
    page = open_phone()
    for address in ("/account/login/", "/account/register/", "/account/forgotten/"):
        page.goto(address)
        axe(page)
    sign_in(page, "owner")
    for address in addresses(club):
        page.goto(address)
        unfold(page)
        axe(page)


@pytest.mark.parametrize("width", [320, 390, 1200])
def test_every_page_fits_and_is_for_fingers(open_phone: OpenPhone, club: Club, width: int) -> None:
    page = open_phone(width, 800)
    sign_in(page, "owner")
    for address in addresses(club):
        page.goto(address)
        unfold(page)
        over = overhang(page)
        assert over <= 0, address
        assert small_targets(page) == [], address


def test_it_all_works_without_scripts(open_phone: OpenPhone, club: Club) -> None:
    page = open_phone(java_script_enabled=False)
    sign_in(page, "mai")
    page.goto(f"/c/{club.slug}/players/")
    page.get_by_role("searchbox").fill("サク")
    page.get_by_role("button", name="Search").tap()
    go(page, "さくら")
    expect(page.get_by_text("that is me.")).to_be_visible()
    page.goto(f"/c/{club.slug}/trail/?kind=game")
    expect(page.get_by_text("hand changed")).to_be_visible()
