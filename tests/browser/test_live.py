"""Several phones at one table: each follows the others, and nobody is disturbed."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from sessions.models import Game
from sessions.services import changes
from sessions.services.links import Role, revoke
from tests.browser.phones import RON, Table, key, new_table, record, seat, until

OpenPhone = Callable[..., Page]

TWO_SECONDS = 2_000


@pytest.fixture
def table(transactional_db: None, settings: Any) -> Table:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    return new_table()


def polls(page: Page) -> list[str]:
    """Every poll of this page from now on."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/poll/" in request.url else 0)
    return asked


def hide(page: Page, hidden: bool) -> None:
    """The phone is put away, or taken up again."""
    page.evaluate(
        """(hidden) => {
          Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


# -- the board follows ---------------------------------------------------------------------------


def test_a_hand_recorded_on_one_phone_is_on_all_the_others(
    open_phone: OpenPhone, table: Table
) -> None:
    one, other, watcher = open_phone(), open_phone(), open_phone()
    other.goto(table.path)
    watcher.goto(table.watching)
    one.goto(table.path + "enter/win/?winner=1&source=2")
    record(one)
    for page in (other, watcher):
        expect(page.locator("#score-1")).to_have_text("28,900")
        expect(page.locator("#last")).to_contain_text("Ben ron off Chie")
    expect(other.get_by_role("status").first).to_contain_text("East 2")
    expect(watcher.locator("#undo")).to_have_count(0)


def test_it_takes_less_than_two_seconds(open_phone: OpenPhone, table: Table) -> None:
    """The best of a few tries: a machine that runs other tests too may stumble in one."""
    one, other = open_phone(), open_phone()
    one.goto(table.path)
    other.goto(table.path)
    taken = []
    for stick in ("true", "false", "true", "false"):
        laid = one.locator("#riichi-3")
        laid.tap()
        expect(laid).to_have_attribute("aria-pressed", stick)
        start = time.monotonic()
        seen = other.locator("#riichi-3")
        expect(seen).to_have_attribute("aria-pressed", stick)
        taken.append(time.monotonic() - start)
    assert min(taken) < 2, taken


def test_a_riichi_stick_is_seen_by_all_before_the_hand_is_over(
    open_phone: OpenPhone, table: Table
) -> None:
    one, other = open_phone(), open_phone()
    one.goto(table.path)
    other.goto(table.path)
    one.locator("#riichi-3").tap()
    expect(other.locator("#riichi-3")).to_have_attribute("aria-pressed", "true")
    expect(other.locator("#score-3")).to_have_text("24,000")
    other.locator("#riichi-3").tap()
    expect(one.locator("#score-3")).to_have_text("25,000")


def test_undo_on_one_phone_takes_the_hand_back_on_the_other(
    open_phone: OpenPhone, table: Table
) -> None:
    table.record()
    one, other = open_phone(), open_phone()
    one.goto(table.path)
    other.goto(table.path)
    one.locator("#undo").tap()
    expect(other.locator("#score-1")).to_have_text("25,000")
    expect(other.locator("#redo")).to_be_visible()


def test_who_compares_goes_on_comparing(phone: Page, table: Table) -> None:
    phone.goto(table.path)
    phone.locator("#score-0").tap()
    expect(phone.locator("#score-1")).to_have_text("0")
    table.record()
    expect(phone.locator("#score-1")).to_have_text("+2,000")
    expect(phone.locator("#last")).to_contain_text("Differences to Aki")


def test_nothing_moves_under_a_finger(phone: Page, table: Table) -> None:
    phone.goto(table.path)
    box = phone.locator("#enter-draw").bounding_box()
    assert box
    phone.mouse.move(box["x"] + 20, box["y"] + 20)
    phone.mouse.down()
    table.record()
    phone.wait_for_timeout(TWO_SECONDS)
    expect(phone.locator("#score-1")).to_have_text("25,000")
    phone.mouse.up()
    expect(phone.locator("h1")).to_contain_text("Draw")


def test_a_table_that_is_not_looked_at_asks_nothing_and_at_once_on_return(
    phone: Page, table: Table
) -> None:
    phone.goto(table.path)
    expect(phone.locator("#enter-ron")).to_be_visible()
    hide(phone, True)
    phone.wait_for_timeout(500)  # what was asked just before is on its way
    asked = polls(phone)
    table.record()
    phone.wait_for_timeout(TWO_SECONDS)
    assert asked == []
    with phone.expect_request("**/poll/**"):  # no other ever comes
        hide(phone, False)
    expect(phone.locator("#score-1")).to_have_text("27,000")


def test_a_finished_game_is_asked_about_no_more(phone: Page, transactional_db: None) -> None:
    table = new_table(options={"length": "single"})
    phone.goto(table.path)
    table.record(RON)
    expect(phone.locator("#last")).to_contain_text("The game is over")
    asked = polls(phone)
    phone.wait_for_timeout(TWO_SECONDS)
    assert asked == []


def test_a_link_that_was_replaced_says_so_by_itself_and_leads_on(
    phone: Page, table: Table, watch: Any
) -> None:
    watch.allow(403)
    phone.goto(table.path)
    revoke(Game.objects.get(pk=table.game.pk), Role.WRITE)
    expect(phone.get_by_role("alert")).to_contain_text("This link was replaced")
    phone.get_by_role("link", name="Take the table over").tap()
    expect(phone.locator("[name=code]")).to_have_value(table.game.code)


def test_from_a_phone_that_only_watches_the_table_can_be_taken_over(
    phone: Page, table: Table
) -> None:
    phone.goto(table.watching)
    phone.get_by_label("Menu").tap()
    phone.get_by_role("link", name="Take the table over").tap()
    expect(phone.locator("[name=code]")).to_have_value(table.game.code)
    phone.locator("[name=phrase]").fill(table.keys.phrase)
    phone.get_by_role("button", name="Take over").tap()
    expect(phone.locator("h1")).to_contain_text("Keys")
    assert table.keys.write not in phone.url


# -- without network -----------------------------------------------------------------------------


def test_a_table_without_network_says_from_when_it_is_and_asks_less_and_less(
    phone: Page, table: Table, watch: Any
) -> None:
    watch.lose_network()
    table.record()
    phone.goto(table.path)
    phone.context.set_offline(True)
    last = phone.locator("#last")
    expect(last).to_contain_text("No network. This is the table of")
    expect(phone.locator("#undo")).to_be_hidden()
    with phone.expect_request("**/poll/**"):
        pass
    asked = polls(phone)
    phone.wait_for_timeout(4_000)
    assert len(asked) <= 1
    phone.context.set_offline(False)
    expect(last).to_contain_text("Ben ron off Chie")
    expect(last).not_to_contain_text("No network")
    expect(phone.locator("#undo")).to_be_visible()


# -- while a hand is entered ---------------------------------------------------------------------

TYPED = """() => JSON.stringify([
  [...new FormData(document.getElementById("round"))].filter(([name]) => !name.startsWith("csrf")),
  ["record", "seat1-han-4", "seat1-fu-30"].map((id) => {
    const box = document.getElementById(id).closest("label,button").getBoundingClientRect();
    return [box.x, box.y, box.width, box.height];
  }),
  document.activeElement.id,
])"""


@pytest.mark.parametrize("size", [(390, 844), (360, 640), (320, 640), (844, 390)], ids=str)
def test_what_was_recorded_meanwhile_is_said_and_nothing_else_changes(
    open_phone: OpenPhone, table: Table, size: tuple[int, int]
) -> None:
    phone = open_phone(*size)
    phone.goto(table.path + "enter/win/?winner=1&source=2")
    key(phone, "seat1-han-4").tap()
    expect(phone.locator("#record")).to_have_text("Record 8,000")
    before = phone.evaluate(TYPED)
    table.record({"type": "draw", "riichi": [], "tenpai": [0]})
    said = phone.locator("#meanwhile")
    expect(said).to_contain_text("Recorded meanwhile: East 1-0: Draw")
    assert phone.evaluate(TYPED) == before


def test_of_two_phones_with_the_same_hand_one_is_told_and_keeps_what_it_typed(
    open_phone: OpenPhone, table: Table
) -> None:
    fast, slow = open_phone(), open_phone()
    slow.goto(table.path + "enter/win/?winner=1&source=2")
    key(slow, "seat1-han-4").tap()
    expect(slow.locator("#record")).to_have_text("Record 8,000")
    fast.goto(table.path + "enter/win/?winner=1&source=2")
    record(fast)
    expect(slow.locator("#meanwhile")).to_contain_text("Ben ron off Chie")
    slow.locator("#record").tap()
    expect(slow.locator("#last")).to_contain_text("Another phone was faster.")
    assert len(table.outcomes()) == 1
    slow.get_by_text("Your entry").tap()
    expect(slow.locator("#seat1-han-4")).to_be_checked()
    record(slow)
    assert [han["value"]["han"] for round in table.outcomes() for han in round["wins"]] == [3, 4]


def test_an_entry_that_was_refused_still_knows_on_which_table_it_was_typed(
    phone: Page, table: Table
) -> None:
    """Else the second try would overlook what others have recorded meanwhile."""
    phone.goto(table.path + "enter/win/?winner=1")
    table.record()
    phone.locator("#record").tap(force=True)
    expect(phone.locator("#refusal")).to_contain_text("Who discarded?")
    seat(phone, 2).tap()
    expect(phone.locator("#record")).to_contain_text("5,800")
    phone.locator("#record").tap()
    expect(phone.locator("#last")).to_contain_text("Another phone was faster.")
    assert len(table.outcomes()) == 1


# -- the phone itself ----------------------------------------------------------------------------

SENSES = """
  self.felt = []; self.said = []; self.awake = [];
  navigator.vibrate = (pattern) => felt.push(pattern);
  Object.defineProperty(navigator, "wakeLock", { value: { request: async (what) => {
    const lock = new EventTarget();
    awake.push(what);
    self.release = () => lock.dispatchEvent(new Event("release"));
    return lock;
  } } });
  speechSynthesis.speak = (words) => said.push([words.lang, words.text]);
"""
WITHOUT = """
  Object.defineProperty(navigator, "wakeLock", { value: undefined });
  Object.defineProperty(navigator, "vibrate", { value: undefined });
  Object.defineProperty(self, "speechSynthesis", { value: undefined });
  Object.defineProperty(self, "caches", { value: undefined });
  Object.defineProperty(navigator, "serviceWorker", { value: undefined });
  Object.defineProperty(navigator, "locks", { value: undefined });
"""


def test_the_screen_stays_on_and_is_taken_again_on_return(phone: Page, table: Table) -> None:
    phone.add_init_script(SENSES)
    phone.goto(table.path)
    phone.wait_for_function("() => awake.length === 1 && awake[0] === 'screen'")
    hide(phone, True)
    phone.evaluate("release()")
    phone.wait_for_timeout(100)
    assert phone.evaluate("awake.length") == 1
    hide(phone, False)
    phone.wait_for_function("() => awake.length === 2")


def test_a_recorded_hand_is_felt(phone: Page, table: Table) -> None:
    phone.add_init_script(SENSES)
    phone.goto(table.path + "enter/win/?winner=1&source=2")
    record(phone)
    phone.wait_for_function("() => felt.length === 1")
    assert phone.evaluate("said") == []


def test_a_phone_that_was_asked_to_says_each_hand_once_whoever_records_it(
    phone: Page, table: Table
) -> None:
    phone.add_init_script(SENSES)
    phone.goto(table.path + "menu/")
    phone.get_by_role("button", name="Says the call").tap()
    expect(phone.get_by_role("button", name="Says the call")).to_have_attribute(
        "aria-pressed", "true"
    )
    phone.goto(table.path + "enter/win/?winner=1&source=2")
    record(phone)
    phone.wait_for_function("() => said.length === 1")
    table.record({"type": "win", "riichi": [], "wins": [
        {"winner": 1, "from": None, "value": {"han": 1, "fu": 30}}]})  # fmt: skip
    phone.wait_for_function("() => said.length === 2")
    phone.locator("#undo").tap()
    expect(phone.locator("#last")).to_contain_text("Ben ron off Chie")
    phone.wait_for_timeout(200)
    said = phone.evaluate("said")
    assert [language for language, _ in said] == ["ja-JP", "ja-JP"]
    assert "3900" in said[0][1]
    assert "500" in said[1][1]


def test_a_phone_that_has_none_of_this_records_all_the_same(phone: Page, table: Table) -> None:
    phone.add_init_script(WITHOUT)
    phone.goto(table.path + "enter/win/?winner=1&source=2")
    record(phone)
    expect(phone.locator("#last")).to_contain_text("Ben ron off Chie")
    changes.declare(Game.objects.get(pk=table.game.pk), 0, declared=True)
    expect(phone.locator("#score-0")).to_have_text("24,000")


@pytest.mark.windows
def test_the_app_can_be_installed(open_phone: OpenPhone, table: Table) -> None:
    phone = open_phone(service_workers="allow")
    phone.goto(table.path)
    phone.evaluate("navigator.serviceWorker.ready.then(() => true)")
    session = phone.context.new_cdp_session(phone)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert '"display": "standalone"' in manifest["data"]
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A test's profile is a private window, where nothing is installed.
    assert [error["errorId"] for error in errors] == ["in-incognito"]


def test_a_slow_answer_for_an_older_table_does_not_undo_a_newer_one(
    phone: Page, table: Table
) -> None:
    held: list[Route] = []
    phone.route("**/poll/**", lambda route: held.append(route))
    phone.goto(table.path)
    table.record()
    until(phone, lambda: held)
    answer = held[0].fetch()
    phone.locator("#riichi-0").tap()
    expect(phone.locator("#last")).to_contain_text("Another phone was faster.")
    phone.locator("#riichi-0").tap()
    expect(phone.locator("#score-0")).to_have_text("24,000")
    held[0].fulfill(response=answer)
    phone.wait_for_timeout(300)
    expect(phone.locator("#score-0")).to_have_text("24,000")
    phone.unroute("**/poll/**")
