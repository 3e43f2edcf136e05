"""The clock on every phone: the server's remainder, whatever a phone's own clock says; the bell."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from sessions.models import Game
from sessions.selectors.clock import this_moment
from tests.browser.phones import Table, new_table, pad, until_yes

OpenPhone = Callable[..., Page]

LISTENS = """
  self.strokes = 0;
  const create = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () { strokes += 1; return create.call(this); };
  self.felt = []; navigator.vibrate = (pattern) => felt.push(pattern);
"""


@pytest.fixture
def table(transactional_db: None, settings: Any) -> Table:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    return new_table(options={"time_limit": 60, "time_up": "one-more"})


def set_clock(table: Table, left: int, *, runs: bool = True) -> None:
    """The clock as if it had been touched on another phone."""
    game = Game.objects.get(pk=table.game.pk)
    game.clock = {"left": left, "since": this_moment() if runs else None}
    game.pulse += 1
    game.save(update_fields=("clock", "pulse"))


def run_out(table: Table, *phones: Page) -> None:
    """The time that is left passes at once: for the server, and on these phones."""
    over = {"left": 0, "since": this_moment()}
    Game.objects.filter(pk=table.game.pk).update(clock=over)
    for phone in phones:
        phone.clock.fast_forward(1000 * (seconds(phone) + 5))


def seconds(page: Page) -> int:
    minutes, rest = page.locator("#clock .left").inner_text().split(":")
    return int(minutes) * 60 + int(rest)


def test_started_on_one_phone_it_runs_on_all(open_phone: OpenPhone, table: Table) -> None:
    one, watcher = open_phone(), open_phone()
    watcher.goto(table.watching)
    expect(watcher.locator("#clock")).to_contain_text("60:00")
    one.goto(table.path)
    one.locator("#clock").tap()
    one.get_by_role("button", name="Start the clock").tap()
    expect(watcher.locator("#clock .runs")).to_be_visible()
    expect(watcher.locator("#clock")).to_contain_text("59:")
    one.get_by_role("button", name="Pause").tap()
    expect(watcher.locator("#clock .clock:not(.runs)")).to_be_visible()
    one.get_by_role("button", name="+5 minutes").tap()
    expect(watcher.locator("#clock")).to_contain_text("64:")
    watcher.reload()
    expect(watcher.locator("#clock")).to_contain_text("64:")


def test_a_phone_whose_own_clock_is_wrong_shows_the_right_remainder(
    phone: Page, table: Table
) -> None:
    set_clock(table, 600)
    phone.clock.install(time="2001-01-01T00:00:00Z")
    phone.goto(table.path)
    assert 540 <= seconds(phone) <= 600
    phone.clock.run_for(5_000)
    assert seconds(phone) <= 596


def test_the_server_puts_right_a_phone_whose_clock_jumps(phone: Page, table: Table) -> None:
    set_clock(table, 600)
    held: list[Route] = []
    phone.route("**/poll/**", lambda route: held.append(route))
    phone.goto(table.path)
    phone.evaluate("() => { const now = Date.now; Date.now = () => now() + 120000; }")
    expect(phone.locator("#clock")).to_contain_text(re.compile("[78]:"))
    for route in held:
        route.continue_()
    phone.unroute("**/poll/**")
    expect(phone.locator("#clock")).to_contain_text("9:")


def test_when_it_is_up_the_bell_rings_once_where_it_was_asked_for(
    open_phone: OpenPhone, table: Table
) -> None:
    rings, silent = open_phone(), open_phone()
    for page in (rings, silent):
        page.add_init_script(LISTENS)
        page.clock.install()
    rings.goto(table.path + "clock/")
    rings.get_by_role("button", name="Ring when the time is up").tap()
    rings.wait_for_function("() => strokes === 4")
    set_clock(table, 600)
    rings.goto(table.path)
    silent.goto(table.path)
    rings.locator("#turn").tap()
    expect(rings.locator(".seat-s")).to_contain_text("Ben")
    expect(silent.locator("[data-time-up]")).to_be_hidden()
    run_out(table, rings, silent)
    for page in (rings, silent):
        expect(page.locator("[data-time-up]")).to_contain_text("Time is up. One more hand")
        expect(page.locator("[data-time-up]")).to_be_visible()
        page.wait_for_function("() => felt.length === 1")
    rings.wait_for_function("() => strokes === 12")
    table.record()
    expect(rings.locator("#last")).to_contain_text("Ben ron off Chie")
    rings.wait_for_timeout(600)
    assert rings.evaluate("strokes") == 12
    assert silent.evaluate("strokes") == 0
    expect(rings.locator("#say")).not_to_be_empty()


def test_it_rings_too_where_the_board_knows_before_the_phone(phone: Page, table: Table) -> None:
    """Somebody touched something in the last second."""
    phone.add_init_script(LISTENS)
    set_clock(table, 600)
    phone.goto(table.path)
    expect(phone.locator("[data-time-up]")).to_be_hidden()
    set_clock(table, 0)
    expect(phone.locator("[data-time-up]")).to_be_visible()
    phone.wait_for_function("() => felt.length === 1")
    table.record()
    expect(phone.locator("#last")).to_contain_text("Ben ron off Chie")
    assert phone.evaluate("felt.length") == 1


def test_the_entry_says_by_itself_that_the_time_ran_out(phone: Page, table: Table) -> None:
    set_clock(table, 0)
    phone.goto(table.path + "enter/draw/")
    phone.locator("#record").tap()
    expect(phone.locator("[data-time-up]")).to_contain_text("This hand is the last.")
    assert table.outcomes()[0]["time_up"] is True


BESIDE = ("enter/more/", "hands/", "needs/", "count/", "menu/")


def test_the_bell_rings_on_every_page_of_the_table(open_phone: OpenPhone, table: Table) -> None:
    table.record()
    set_clock(table, 600)
    phone = open_phone()
    phone.clock.install()
    pages = []
    for path in BESIDE:
        page = phone.context.new_page()
        page.add_init_script(LISTENS)
        page.goto(table.path + path)
        expect(page.locator("[data-time-up]")).to_be_hidden()
        pages.append(page)
    run_out(table, pages[0])
    for page in pages:
        page.bring_to_front()
        expect(page.locator("[data-time-up]")).to_contain_text("Time is up.")
        expect(page.locator("[data-time-up]")).to_be_visible()
        page.wait_for_function("() => felt.length === 1")


def test_a_page_beside_the_table_asks_before_it_rings(phone: Page, table: Table) -> None:
    phone.clock.install()
    set_clock(table, 600)
    phone.goto(table.path + "menu/")
    set_clock(table, 900)
    phone.clock.fast_forward(600_000)
    expect(phone.locator("#clock .left")).to_have_text(re.compile("1[45]:"))
    expect(phone.locator("[data-time-up]")).to_be_hidden()


def test_time_that_runs_out_over_an_open_form_is_noted_in_it(phone: Page, table: Table) -> None:
    phone.clock.install()
    set_clock(table, 600)
    phone.goto(table.path + "enter/win/?winner=1&source=2")
    pad(phone, "han", 4).tap()
    expect(phone.locator("[data-time-up]")).to_contain_text("One more hand after this one.")
    expect(phone.locator("[data-time-up]")).to_be_hidden()
    run_out(table, phone)
    expect(phone.locator("[data-time-up]")).to_be_visible()
    expect(phone.locator("[name=time_up]")).to_be_checked()
    expect(phone.locator("[id='seat1-han-4']")).to_be_checked()
    phone.locator("#record").tap()
    expect(phone.locator("#last")).to_contain_text("Ben ron off Chie")
    outcome = table.outcomes()[0]
    assert outcome["time_up"] is True
    assert outcome["wins"][0]["value"]["han"] == 4
    assert phone.evaluate("Boolean(self.clocks)")  # the board that came in place of it counts on


def test_a_correction_of_an_earlier_hand_is_not_said_to_be_the_last(
    phone: Page, table: Table
) -> None:
    table.record()
    phone.clock.install()
    set_clock(table, 600)
    phone.goto(table.path + "enter/win/?round=1")
    run_out(table, phone)
    expect(phone.locator("[data-time-up]")).to_be_visible()
    expect(phone.locator("[name=time_up]")).not_to_be_checked()


@pytest.mark.parametrize("width", [390, 320])
def test_the_clocks_pages_are_fit_for_everyone(
    open_phone: OpenPhone, table: Table, axe: Callable[..., None], width: int
) -> None:
    phone = open_phone(width, 640)
    for left in (600, 0):
        set_clock(table, left)
        for path in (table.path + "clock/", table.path):
            phone.goto(path)
            axe(phone)
            assert phone.evaluate("document.documentElement.scrollWidth") <= width


def test_the_table_fits_when_the_time_is_up(open_phone: OpenPhone, table: Table) -> None:
    table.record({"type": "draw", "riichi": [0], "tenpai": [0, 1, 2]})
    set_clock(table, 0)
    for size in ((390, 844), (390, 664), (360, 640), (844, 390)):
        phone = open_phone(*size)
        phone.goto(table.path)
        expect(phone.locator("[data-time-up]")).to_be_visible()
        assert phone.evaluate("document.documentElement.scrollHeight <= innerHeight"), size


def test_a_table_out_of_the_cache_shows_the_time_that_has_passed(
    open_phone: OpenPhone, table: Table, watch: Any
) -> None:
    watch.lose_network()
    set_clock(table, 600)
    phone = open_phone(service_workers="allow")
    phone.goto(table.path)
    phone.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until_yes(phone, "async (path) => Boolean(await caches.match(path))", table.path)
    phone.goto(table.path)
    phone.evaluate(
        "localStorage.setItem('clock-offset', localStorage.getItem('clock-offset') - 60)"
    )
    phone.context.set_offline(True)
    phone.reload()
    expect(phone.locator("html[data-kept]")).to_be_attached()
    assert seconds(phone) <= 540
