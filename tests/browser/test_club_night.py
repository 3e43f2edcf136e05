"""A club night in the organiser's hand: from the list of guests to who pays whom."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from sessions.models import Club, Evening, Game
from sessions.services import changes
from sessions.services.clubs import create_club
from sessions.services.links import derived
from tests.browser.conftest import OpenPhone
from tests.browser.phones import rest

PASSWORD = "correct horse 42"
NAMES = ["さくら", "Ben", "陳大文", "Maximiliane Hohenberg-Østergaard", "Oluwaseun", "黃小明",
         "Marie-Ève", "Aki", "Chie"]  # fmt: skip
RON = {"type": "win", "riichi": [], "wins": [
    {"winner": 1, "from": 2, "value": {"limit": "mangan"}}]}  # fmt: skip


@pytest.fixture
def club(transactional_db: None) -> Club:
    user = User.objects.create_user("mai", password=PASSWORD)
    return create_club(user, name="Harbour Mahjong Club")


@pytest.fixture
def sign_in(open_phone: OpenPhone, club: Club) -> Callable[..., Page]:
    def phone(*args: Any, **given: Any) -> Page:
        page = open_phone(*args, **given)
        page.goto("/account/login/")
        page.fill("[name=username]", "mai")
        page.fill("[name=password]", PASSWORD)
        page.locator("button.go").tap()
        expect(page.locator("[name=password]")).to_have_count(0)
        return page

    return phone


def record(game: Game, outcome: dict[str, Any] = RON) -> None:
    game.refresh_from_db()
    changes.record(game, outcome, version=game.version, token=None)


def go(page: Page, name: str) -> None:
    page.get_by_role("link", name=name).tap()


def whole(page: Page) -> None:
    """Nothing runs out at the side."""
    over = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(over) == 0


def draw_and_start(page: Page, kind: str = "Balanced") -> None:
    page.get_by_text(kind, exact=True).tap()
    page.get_by_role("button", name="Draw tables").tap()
    page.get_by_role("button", name="Start").tap()
    expect(page.get_by_role("heading", name="Keys of the tables")).to_be_visible()


def test_an_evening_from_the_first_guest_to_the_last_payment(
    sign_in: Callable[..., Page], open_phone: OpenPhone, club: Club, axe: Callable[..., None],
    screenshot: Callable[..., None],
) -> None:  # fmt: skip
    page = sign_in()
    page.goto(f"/c/{club.slug}/")
    go(page, "Club nights")
    go(page, "New club night")
    page.get_by_label("Rules of the tables").select_option("own:riichi:club")
    page.get_by_label("Table fee").fill("500")
    page.get_by_label("Money for a point").fill("50")
    page.get_by_role("button", name="Make the evening").tap()
    page.get_by_label("Someone new").fill("\n".join(NAMES))
    page.get_by_role("button", name="They are here").tap()
    expect(page.get_by_role("heading", name="9 are there")).to_be_visible()
    axe(page)
    page.get_by_role("button", name="Draw tables").tap()
    expect(page.get_by_text("9 players are free. 2 tables can start. 1 sits out.")).to_be_visible()
    axe(page)
    page.get_by_role("button", name="Draw tables").tap()
    expect(page.get_by_role("heading", name="Table 2")).to_be_visible()
    axe(page)
    screenshot(page, "night-draw")
    page.get_by_role("button", name="Start 2 tables").tap()
    links = page.locator(".copy input")
    expect(links).to_have_count(2)
    axe(page)
    link = links.first.input_value()

    player = open_phone()  # whoever scans the code needs no account
    player.goto(link)
    expect(player.locator("#screen .seat")).to_have_count(4)

    go(page, "To the tables")
    expect(page.locator("#screen")).to_contain_text("2 tables play")
    axe(page)
    games = list(Game.objects.order_by("table_number"))
    record(games[0])
    expect(page.locator(".tables > li").first).to_contain_text("33,000")
    screenshot(page, "night-board")
    for game in games:
        outcome = {"type": "end", "reason": "agreed"}
        record(game, outcome)
    expect(page.locator("#screen")).to_contain_text("0 tables play")
    go(page, "Account")
    expect(page.locator(".sheet tbody tr")).to_have_count(9)
    axe(page)
    screenshot(page, "night-account")
    tick = page.get_by_role("button", name="has settled up").last
    tick.tap()
    expect(page.get_by_role("button", name="has settled up", pressed=True)).to_have_count(1)
    whole(page)


def test_five_at_one_table_change_by_a_tap_after_each_game(
    sign_in: Callable[..., Page], club: Club
) -> None:
    page = sign_in()
    page.goto(f"/c/{club.slug}/night/new/")
    page.get_by_label("Rules of the tables").select_option("own:riichi:club")
    page.get_by_role("button", name="Make the evening").tap()
    page.get_by_label("Someone new").fill("\n".join(["Aki", "Ben", "Chie", "Dan", "Emi"]))
    page.get_by_role("button", name="They are here").tap()
    expect(page.get_by_role("heading", name="5 are there")).to_be_visible()
    page.get_by_role("button", name="Draw tables").tap()
    draw_and_start(page, "As listed")
    record(Game.objects.get())  # Ben off Chie
    record(Game.objects.get(), {"type": "end", "reason": "agreed"})
    evening = Evening.objects.get()
    page.goto(f"/c/{club.slug}/night/{evening.pk}/draw/")
    page.get_by_text("Change after a game", exact=True).tap()
    page.get_by_label("Who makes room").select_option("last")
    page.get_by_role("button", name="Draw tables").tap()
    expect(page.locator(".free")).to_have_text("Sits out Chie")
    expect(page.locator(".drawn")).to_contain_text("Emi")
    page.get_by_label("with", exact=True).select_option("Chie")
    page.get_by_role("button", name="Swap").tap()
    expect(page.locator(".free")).to_have_text("Sits out Aki")


def an_evening(sign_in: Callable[..., Page], club: Club) -> Evening:
    page = sign_in()
    page.goto(f"/c/{club.slug}/night/new/")
    page.get_by_label("Rules of the tables").select_option("own:riichi:club")
    page.get_by_label("Money for a point").fill("50")
    page.get_by_role("button", name="Make the evening").tap()
    page.get_by_label("Someone new").fill("\n".join(NAMES[:8]))
    page.get_by_role("button", name="They are here").tap()
    expect(page.get_by_role("heading", name="8 are there")).to_be_visible()
    page.get_by_role("button", name="Draw tables").tap()
    draw_and_start(page)
    record(Game.objects.first())  # type: ignore[arg-type]
    page.context.close()
    return Evening.objects.get()


def test_one_clock_runs_on_the_wall_and_on_every_phone(
    sign_in: Callable[..., Page], open_phone: OpenPhone, club: Club
) -> None:
    evening = an_evening(sign_in, club)
    page = sign_in()
    wall = sign_in(1600, 900)
    wall.goto(f"/c/{club.slug}/night/{evening.pk}/wall/")
    player = open_phone()
    player.goto(f"/g/{derived(Game.objects.all()[0]).write}/")
    page.goto(f"/c/{club.slug}/night/{evening.pk}/")
    go(page, "Clock of all tables")
    page.get_by_label("Minutes").fill("75")
    page.get_by_role("button", name="Set").tap()
    page.get_by_role("button", name="Start the clock").tap()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    for screen in (page, wall, player):
        expect(screen.locator(".clock.runs .left")).to_have_text(re.compile("74:"))
    rest(page)  # Pause stands where Start stood
    page.get_by_role("button", name="Pause").tap()
    for screen in (wall, player):
        expect(screen.locator(".clock:not(.runs) .left")).to_have_text(re.compile("74:"))


PAGES = ("", "clock/", "guests/", "draw/", "keys/", "sheets/?blank=1", "account/", "setup/",
         "rules/", "wall/")  # fmt: skip


def test_every_page_fits_the_narrowest_phone_the_dark_and_a_desk(
    sign_in: Callable[..., Page], club: Club, axe: Callable[..., None]
) -> None:
    evening = an_evening(sign_in, club)
    for given in ({"width": 320, "dark": True}, {"width": 1200, "height": 800}):
        page = sign_in(**given)
        for path in PAGES:
            page.goto(f"/c/{club.slug}/night/{evening.pk}/{path}")
            whole(page)
            axe(page)


def test_what_is_printed_is_paper_and_cards_and_no_keys(
    sign_in: Callable[..., Page], club: Club
) -> None:
    evening = an_evening(sign_in, club)
    page = sign_in()
    page.emulate_media(media="print")
    page.goto(f"/c/{club.slug}/night/{evening.pk}/keys/")
    expect(page.locator(".qr")).to_have_count(2)
    for hidden in (".dock", ".bar", ".copy", ".cards details"):
        expect(page.locator(hidden).first).to_be_hidden()
    page.goto(f"/c/{club.slug}/night/{evening.pk}/sheets/?blank=1")
    sheets = page.locator(".paper-page")
    expect(sheets).to_have_count(3)
    for hidden in (".dock", ".bar", ".blanks"):
        expect(page.locator(hidden).first).to_be_hidden()
    for sheet in sheets.all():
        height = sheet.bounding_box()
        assert height is not None
        assert height["height"] < 1016  # A4 without its margins, at 96 dots an inch
