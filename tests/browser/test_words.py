"""Words a newcomer does not know yet: tapped where they stand, explained there, folded again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sessions.models import Game
from sessions.services.demos import open_demo
from tests.browser.phones import overhang

Axe = Callable[..., None]


@pytest.fixture
def table(transactional_db: None, settings: Any) -> str:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    return f"/g/{open_demo('riichi').write}/"


def test_the_plate_explains_the_words_of_the_table(phone: Page, axe: Axe, table: str) -> None:
    phone.goto(table)
    phone.locator(".plate .term").tap()
    told = phone.locator(".dock .word")
    expect(told).to_contain_text("honba")
    expect(told).to_contain_text("本場")
    axe(phone)
    told.locator("summary").tap()
    expect(told.get_by_text("Counters for hands")).to_be_hidden()
    expect(phone.locator("#enter-ron")).to_be_in_viewport()


@pytest.mark.parametrize("width", [390, 844])
def test_han_and_fu_are_explained_beside_their_keys_and_what_was_typed_stays(
    open_phone: Callable[..., Page], axe: Axe, table: str, width: int
) -> None:
    page = open_phone(width, 844 if width == 390 else 390)
    page.goto(f"{table}enter/win/?winner=2&source=1")
    page.locator("label:has([id='seat2-han-4'])").tap()
    expect(page.locator("#record")).to_contain_text("8,300")
    page.locator(".fu .term").tap()
    told = page.locator("#entry > .word")
    expect(told).to_contain_text("Points for the parts of a hand")
    expect(told).to_be_in_viewport()
    expect(page.locator("[id='seat2-han-4']")).to_be_checked()
    assert overhang(page) <= 0
    axe(page)
    page.locator("#record").tap()
    expect(page.locator("#enter-ron")).to_be_visible()
    assert Game.objects.get().rounds.last().outcome["wins"][0]["value"] == {"han": 4, "fu": 30}


def test_on_the_smallest_phone_the_words_are_under_the_dots(
    open_phone: Callable[..., Page], table: str
) -> None:
    page = open_phone(320, 640)
    page.goto(f"{table}enter/win/?winner=2&source=1")
    expect(page.locator(".fu .term")).not_to_be_in_viewport(ratio=0.5)
    page.locator(".opts summary").first.tap()
    page.locator(".opts .term").tap()
    expect(page.locator(".opts .word")).to_contain_text("符")


def test_without_a_script_a_word_leads_to_its_page(
    open_phone: Callable[..., Page], table: str
) -> None:
    page = open_phone(java_script_enabled=False)
    page.goto(f"{table}enter/win/?winner=2&source=1")
    page.locator(".fu .term").tap()
    expect(page.locator("dl.meanings")).to_contain_text("Points for the parts of a hand")


def test_a_search_finds_a_word_by_its_reading(phone: Page, axe: Axe) -> None:
    phone.goto("/words/")
    phone.get_by_role("searchbox").fill("ワンパイ")
    phone.keyboard.press("Enter")
    expect(phone.locator("dl.meanings dt")).to_have_text("dead wall")
    axe(phone)


def test_a_demo_is_opened_played_and_thrown_away_by_taps(phone: Page) -> None:
    phone.goto("/")
    phone.locator(".try").get_by_role("button", name="Hong Kong").tap()
    expect(phone.locator(".bar .status")).to_have_text("demo")
    phone.locator("#enter-draw").tap()
    phone.locator("#record").tap()
    expect(phone.locator("#last")).to_contain_text("draw, nobody pays")
    phone.get_by_role("link", name="Menu").tap()
    phone.get_by_role("button", name="Throw this demo away").tap()
    expect(phone.locator(".try")).to_be_visible()
    assert not Game.objects.exists()


def test_a_newcomer_records_the_first_hand_by_what_the_screens_say(phone: Page) -> None:
    phone.goto("/")
    phone.get_by_role("button", name="Start").tap()
    for seat, name in enumerate(("Aki", "Ben", "Chie", "Dan")):
        phone.locator(f"#id_name{seat}").fill(name)
    phone.get_by_role("button", name="Start").last.tap()
    phone.get_by_role("link", name="To the table").tap()
    says = phone.locator("#last")
    expect(says).to_contain_text("Tap a seat: that player won.")
    expect(says).to_contain_text("Tap the round: what the words mean.")
    phone.locator(".seat").filter(has_text="Ben").locator(".hit").tap()
    expect(phone.locator(".question")).to_contain_text("Who discarded? Self-draw: tap Ben again.")
    phone.locator(".seat").filter(has_text="Dan").tap()
    expect(phone.locator(".tag.won")).to_contain_text("wins")
    phone.get_by_role("button", name="Record").tap()
    expect(says).to_contain_text("Ben ron off Dan, 3 han 30 fu")
    lesson = phone.locator(".ask.first")
    expect(lesson).not_to_contain_text("Tap a seat")
    expect(lesson).to_contain_text("Tap a score: the differences.")
    phone.locator(".plate .term").tap()
    expect(phone.locator(".dock .word")).to_contain_text("honba")
    phone.locator(".seat").filter(has_text="Ben").locator(".score").tap()
    expect(says).to_contain_text("Differences to Ben")
    phone.reload()
    expect(lesson).to_have_count(0)
