"""The riichi rule book in a browser: yaku to tick, the calculator, score tables, what one needs."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from sessions.services import changes
from tests.browser.phones import Table, new_table, overhang, pad

OpenPhone = Callable[..., Page]

HAND = quote("2m.4m.6s.6s.6s.9p.9p.3m|pon 777z.chi 345p|1m|||")
CLOSED = quote("2m.2m.2m.3m.3m.3m.4m.4m.4m.6p.7p.9s.9s.8p||1m|||")
LAST = {"round": "S4", "honba": 1, "sticks": 1, "scores": [15000, 40900, 9200, 33900]}


@pytest.fixture
def table(transactional_db: None, settings: Any) -> Table:
    """The last hand, Aki in riichi."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    found = new_table(start=LAST)
    changes.declare(found.game, 0, declared=True)
    return found


SCREENS = {
    "patterns": "{table}enter/win/?winner=1&source=2&way=patterns&seat1-tanyao=tanyao",
    "patterns in riichi": "{table}enter/win/?winner=0&source=self&way=patterns&seat0-pinfu=pinfu",
    "tiles": "{table}enter/win/?winner=1&source=2&way=tiles&seat1-tray_text=" + HAND,
    "needs": "{table}needs/",
    "board": "{table}",
    "index": "/score/",
    "calculator": "/score/riichi/calculator/",
    "calculator, tiles": "/score/riichi/calculator/?how=self&riichi=on&seat0-tray_text=" + CLOSED,
    "calculator, figures": "/score/riichi/calculator/?seat0-way=hanfu",
    "calculator, fan": "/score/hongkong/calculator/?seat0-way=fan&seat0-fan=3",
    "calculator, points": "/score/zungjung/calculator/?seat0-way=points&seat0-tens=40",
    "score table": "/score/riichi/table/",
    "score table, honba": "/score/riichi/table/?preset=tenhou&honba=2",
}


def open_screen(page: Page, table: Table, screen: str) -> None:
    page.goto(SCREENS[screen].format(table=table.path))
    expect(page.locator("h1")).to_be_visible()
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")


@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing(
    open_phone: OpenPhone, table: Table, axe: Callable[..., None], screen: str
) -> None:
    page = open_phone()
    open_screen(page, table, screen)
    axe(page)


@pytest.mark.parametrize(
    "size", [(390, 844), (360, 640), (320, 640), (844, 390)], ids=lambda s: f"{s[0]}x{s[1]}"
)
def test_nothing_sticks_out_sideways(
    open_phone: OpenPhone, table: Table, size: tuple[int, int]
) -> None:
    page = open_phone(*size)
    for screen in SCREENS:
        open_screen(page, table, screen)
        wide = overhang(page)
        assert wide <= 0, screen


# -- yaku ---------------------------------------------------------------------------------------


def rung(page: Page, name: str) -> Any:
    """The key of this yaku."""
    return page.locator(f'label.rung:has(input[value="{name}"])')


def test_a_hand_is_recorded_by_ticking_its_yaku(phone: Page, table: Table) -> None:
    phone.goto(table.path + "enter/win/?winner=1&source=2&way=patterns")
    rung(phone, "tanyao").tap()
    expect(phone.locator("#tally .total")).to_have_text(re.compile(r"1 han 40 fu"))
    rung(phone, "iipeikou").tap()
    expect(phone.locator("#tally .list")).to_contain_text("Tanyao 1, Iipeikou 1")
    pad(phone, "dora", 1).tap()
    expect(phone.locator("#tally .total")).to_have_text(re.compile(r"3 han 40 fu"))
    pad(phone, "fu", 50).tap()
    expect(phone.locator("#record")).to_have_text("Record 6,700")
    phone.locator("#record").tap()
    expect(phone.locator("#screen.table")).to_be_visible()
    patterns = [["tanyao", 1], ["iipeikou", 1], ["dora", 1]]
    assert table.wins() == [(1, 2, {"han": 3, "fu": 50, "patterns": patterns})]


def test_an_edited_hand_has_the_ticks_it_was_recorded_with(phone: Page, table: Table) -> None:
    phone.goto(table.path + "enter/win/?winner=1&source=2&way=patterns")
    rung(phone, "tanyao").tap()
    expect(phone.locator("#tally .total")).to_have_text(re.compile(r"1 han 40 fu"))
    rung(phone, "on").tap()
    expect(phone.locator('[id="seat1-called-on"]')).to_be_checked()
    expect(phone.locator("#record")).to_have_text(re.compile("Record"))
    pad(phone, "dora", 2).tap()
    expect(phone.locator("#tally .total")).to_have_text(re.compile(r"3 han 40 fu"))
    phone.locator("#record").tap()
    expect(phone.locator("#screen.table")).to_be_visible()
    phone.goto(table.path + "hands/1/")
    expect(phone.locator(".explain")).to_contain_text("Tanyao")
    phone.get_by_role("link", name="Edit this hand").tap()
    for chosen in ("tanyao-tanyao", "called-on", "dora-2"):
        expect(phone.locator(f'[id="seat1-{chosen}"]')).to_be_checked()
    pad(phone, "dora", 1).tap()
    expect(phone.locator("#tally .list")).to_contain_text("Tanyao 1, Dora 1")


def test_a_second_tap_takes_a_yaku_back_and_a_rung_takes_the_others_place(
    phone: Page, table: Table
) -> None:
    phone.goto(table.path + "enter/win/?winner=1&source=2&way=patterns")
    rung(phone, "honitsu").tap()
    expect(phone.locator("#tally .list")).to_contain_text("Honitsu 3")
    rung(phone, "chinitsu").tap()
    expect(phone.locator("#tally .list")).to_contain_text("Chinitsu 6")
    expect(phone.locator("#tally .list")).not_to_contain_text("Honitsu")
    rung(phone, "chinitsu").tap()
    expect(phone.locator("#tally .list")).to_contain_text("Tick the yaku of the hand.")


def test_a_pale_key_says_what_it_contradicts(phone: Page, table: Table) -> None:
    phone.goto(table.path + "enter/win/?winner=1&source=2&way=patterns&seat1-pinfu=pinfu")
    phone.locator('[name="why"][value="seat1-toitoi=toitoi"]').tap(force=True)
    expect(phone.locator("#refusal")).to_have_text("Toitoi: not with Pinfu")
    rung(phone, "pinfu").tap()
    expect(rung(phone, "toitoi")).to_be_visible()


def test_a_stick_on_the_table_is_riichi_and_ticked_riichi_lays_one(
    phone: Page, table: Table
) -> None:
    phone.goto(table.path + "enter/win/?winner=0&source=2&way=patterns")
    expect(phone.locator("#tally .list")).to_contain_text("Riichi 1")
    phone.goto(table.path + "enter/win/?winner=1&source=2&way=patterns")
    rung(phone, "double-riichi").tap()
    expect(phone.locator("#record")).to_have_text(re.compile("Record"))
    expect(phone.locator("#tally .list")).to_contain_text("Double riichi 2")
    phone.locator("#record").tap()
    expect(phone.locator("#screen.table")).to_be_visible()
    [outcome] = table.outcomes()
    assert outcome["riichi"] == [0, 1]


def test_the_account_of_a_hand_folds_on_a_short_screen(open_phone: OpenPhone, table: Table) -> None:
    tall, short = open_phone(390, 844), open_phone(360, 640)
    for page in (tall, short):
        page.goto(SCREENS["tiles"].format(table=table.path))
        expect(page.locator(".formula")).to_be_visible()
    expect(tall.locator(".account > .lines")).to_be_visible()
    expect(short.locator(".account > .lines")).to_be_hidden()
    short.locator(".why > summary").tap()
    expect(short.locator(".why .folded").get_by_text("Closed wait for 3m")).to_be_visible()


# -- the calculator -----------------------------------------------------------------------------


def test_tiles_are_worked_out_as_they_are_tapped_and_stay_in_the_address(
    phone: Page, table: Table
) -> None:
    phone.goto("/score/riichi/calculator/")
    for tile in "1m 2m 3m 4p 5p 6p 7s 8s 9s 5z 5z 5z 9m 9m".split():
        phone.locator(f'[data-tile="{tile}"]').tap()
    expect(phone.locator("#answer .call")).to_have_text("1300")
    phone.locator('label:has([id="how-self"])').tap()
    expect(phone.locator("#answer")).to_contain_text("the dealer pays")
    phone.wait_for_function("location.search.includes('how=self')")
    expect(phone.locator("#answer .call")).to_have_text("700, 1300")
    phone.reload()
    expect(phone.locator("#answer .call")).to_have_text("700, 1300")


def test_the_calculator_needs_no_script(open_phone: OpenPhone, table: Table) -> None:
    page = open_phone(java_script_enabled=False)
    page.goto("/score/riichi/calculator/?seat0-tray_text=" + HAND.replace(".3m", ""))
    page.locator('[data-tile="3m"]').tap()
    expect(page.locator("#answer .call")).to_have_text("2000")
    page.locator("#preset").select_option("tenhou")
    page.locator('label:has([id="seat-E"])').tap()
    page.get_by_role("button", name="Work it out").tap()
    expect(page.locator("#answer .call")).to_have_text("2900")
    assert "preset=tenhou" in page.url


# -- what do I need -----------------------------------------------------------------------------


def test_the_last_hands_offer_what_everybody_needs(phone: Page, table: Table) -> None:
    phone.goto(table.path)
    phone.get_by_role("link", name="What do I need?").tap()
    expect(phone.locator("h1")).to_contain_text("What do I need?")
    expect(phone.locator("main")).to_contain_text("ron off Ben")
    phone.get_by_role("link", name="Back").tap()
    expect(phone.locator("#screen.table")).to_be_visible()


def test_the_board_with_its_offer_still_fits(open_phone: OpenPhone, table: Table) -> None:
    for size in ((390, 844), (390, 664), (360, 640)):
        page = open_phone(*size)
        page.goto(table.path)
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), size


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_pictures_for_the_readme(
    open_phone: OpenPhone, table: Table, screenshot: Callable[..., None], dark: bool
) -> None:
    page = open_phone(dark=dark, device_scale_factor=2)
    suffix = "-dark" if dark else ""
    page.goto(SCREENS["patterns"].format(table=table.path) + "&seat1-iipeikou=iipeikou")
    expect(page.locator("#record")).to_have_text(re.compile("Record"))
    screenshot(page, f"yaku{suffix}")
    page.goto(SCREENS["tiles"].format(table=table.path))
    expect(page.locator(".formula")).to_be_visible()
    screenshot(page, f"tiles{suffix}")
    page.goto(table.path + "needs/")
    screenshot(page, f"needs{suffix}")
