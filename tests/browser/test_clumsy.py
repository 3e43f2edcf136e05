"""A clumsy scorer in a real browser: taps that come twice, words that overtake the network, names
that fit nowhere, the way back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from sessions.models import Game
from sessions.services import changes
from sessions.services.games import create_game
from sessions.services.links import Keys
from tests.browser.phones import overhang, until

OpenPhone = Callable[..., Page]
NAMES = ("Aki", "Ben", "Chie", "Dan")
LONG = (
    "Maximiliane Hohenberg-Østergaard von und zu Liechtenstein",
    "👩‍👩‍👧‍👦🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉",
    "محمد عبد الرحمن بن عبد العزيز بن محمد آل سعود",
    "<b>寿限無寿限無五劫の擦り切れ海砂利水魚の水行末雲来末風来末食う寝る処に住む処</b>",
)


@dataclass(frozen=True)
class Table:
    game: Game
    keys: Keys

    @property
    def path(self) -> str:
        return f"/g/{self.keys.write}/"

    def record(self, *outcomes: dict[str, Any]) -> None:
        self.game.refresh_from_db()
        for outcome in outcomes:
            changes.record(self.game, outcome, version=self.game.version, token=None)

    def hands(self) -> list[dict[str, Any]]:
        return list(self.game.rounds.values_list("outcome", flat=True))


def ron(winner: int, source: int, han: int = 3, fu: int = 30) -> dict[str, Any]:
    win = {"winner": winner, "from": source, "value": {"han": han, "fu": fu}}
    return {"type": "win", "wins": [win], "riichi": []}


@pytest.fixture
def new_table(transactional_db: None, settings: Any) -> Callable[..., Table]:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

    def make(names: tuple[str, ...] = NAMES, **given: Any) -> Table:
        return Table(*create_game(variety="riichi", names=names, **given))

    return make


@pytest.fixture
def table(new_table: Callable[..., Table]) -> Table:
    made = new_table()
    made.record(ron(1, 0))
    return made


def key(page: Page, id: str) -> Locator:
    return page.locator(f'label:has([id="{id}"])')


def middle(spot: Locator) -> tuple[float, float]:
    box = spot.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# -- the same place, twice ------------------------------------------------------------------------


def at(page: Page, milliseconds: int) -> None:
    """So long after the first tap by the page's own clock, however slow the machine is."""
    page.clock.set_fixed_time(FIRST_TAP + timedelta(milliseconds=milliseconds))


FIRST_TAP = datetime(2026, 11, 30, 20, tzinfo=UTC)


@pytest.mark.parametrize("slow", [(), (200, 400, 600)], ids=["at once", "on a slow network"])
def test_a_nervous_finger_on_record_records_one_hand_and_opens_nothing(
    phone: Page, table: Table, slow: tuple[int, ...]
) -> None:
    held: list[Route] = []
    phone.route("**/record/", lambda route: held.append(route))
    phone.goto(table.path + "enter/win/?winner=2&source=3")
    # Where a finger hits Record, the table that follows has Draw, and its form has Record again.
    _x, y = middle(phone.locator("#record"))
    at(phone, 0)
    phone.touchscreen.tap(270, y)
    until(phone, lambda: held)
    for waiting in slow:
        at(phone, waiting)
        phone.touchscreen.tap(270, y)
    at(phone, 700)
    held[0].continue_()
    expect(phone.locator("#enter-draw")).to_be_visible()
    for nervous in (820, 940, 1_060):
        at(phone, nervous)
        phone.touchscreen.tap(270, y)
    at(phone, 1_600)
    phone.locator("#enter-draw").tap()  # once the table is seen, it listens
    expect(phone.get_by_role("heading", name="Draw")).to_be_visible()
    assert [hand["type"] for hand in table.hands()] == ["win", "win"]
    assert len(held) == 1


# -- words that are typed -------------------------------------------------------------------------


def test_a_figure_is_typed_while_the_one_before_it_is_worked_out(phone: Page, table: Table) -> None:
    def slowly(route: Route) -> None:
        phone.wait_for_timeout(300)
        route.continue_()

    phone.goto(table.path + "enter/adjust/")
    phone.route("**/preview/", slowly)
    for seat, change in enumerate(("-1000", "400", "500", "100")):
        field = phone.locator(f"#delta{seat}")
        field.tap()
        field.press_sequentially(change, delay=90)
    phone.locator("#reason").tap()
    phone.locator("#reason").press_sequentially("a stick fell", delay=60)
    expect(phone.locator("#reason")).to_be_focused()
    expect(phone.locator("#entry")).to_contain_text("20,100")  # Aki had 21,100
    for seat, change in enumerate(("-1000", "400", "500", "100")):
        expect(phone.locator(f"#delta{seat}")).to_have_value(change)
    expect(phone.locator("#reason")).to_have_value("a stick fell")


@pytest.mark.parametrize("kind", ["adjust", "penalty"])
def test_record_right_after_typing_needs_one_tap(phone: Page, table: Table, kind: str) -> None:
    phone.goto(table.path + f"enter/{kind}/?reason=referee")
    record = middle(phone.locator("#record"))
    if kind == "adjust":
        phone.locator("#delta0").fill("-1000")
        phone.locator("#delta1").fill("1000")
    else:
        key(phone, "seat-0").tap()
        expect(phone.locator("#seat-0")).to_be_checked()
        phone.locator("#points").fill("5000")
    phone.touchscreen.tap(*record)
    expect(phone.locator("#last")).to_be_visible()
    assert table.hands()[-1]["type"] == kind


def test_what_a_recorded_form_still_asked_is_called_off(phone: Page, table: Table) -> None:
    """Record does not wait for the preview, whose answer would then come to a form that is gone."""
    phone.route("**/preview/", lambda route: None)  # never answered
    phone.goto(table.path + "enter/penalty/?reason=referee")
    with phone.expect_request("**/preview/"):
        key(phone, "seat-0").tap()
    points = phone.locator("#points")
    points.evaluate("field => { field.value = '5000' }")
    with phone.expect_event("requestfailed", lambda request: "/preview/" in request.url):
        points.press("Enter")  # no finger that calls it off
        expect(phone.locator("#last")).to_be_visible()
    assert table.hands()[-1]["type"] == "penalty"


# -- names that fit nowhere -----------------------------------------------------------------------


OUTSIDE = """() => [...document.querySelectorAll(
    ".seat .score, .seat .name, .seat .place, .tool, .enter .key, .record .key")]
  .filter((e) => {
    const box = e.getBoundingClientRect();
    const under = document.querySelector(".dock").getBoundingClientRect();
    const dock = e.closest(".dock") || innerWidth > innerHeight ? innerHeight : under.top;
    return box.width && (box.left < -1 || box.right > innerWidth + 1 || box.bottom > dock + 1);
  }).map((e) => e.className + " " + e.textContent.slice(0, 20))"""


@pytest.mark.parametrize(
    "size", [(390, 844), (320, 640), (844, 390)], ids=lambda size: f"{size[0]}"
)
@pytest.mark.parametrize("players", [4, 3, 2])
def test_the_longest_names_push_no_score_off_the_table(
    open_phone: OpenPhone,
    new_table: Callable[..., Table],
    size: tuple[int, int],
    players: int,
) -> None:
    preset = {4: "club", 3: "tenhou-sanma", 2: "two-players"}[players]
    for turned in range(players):
        names = (LONG * 2)[turned : turned + players]
        table = new_table(names, preset=preset)
        table.record(ron(1, 0))
        page = open_phone(*size)
        page.goto(table.path)
        assert page.evaluate(OUTSIDE) == []
        assert overhang(page) <= 0
        assert page.locator("b b, .seat b:has(bdi b)").count() == 0  # a name is never markup


def test_a_line_that_stands_in_for_the_last_hand_hides_it(phone: Page, table: Table) -> None:
    phone.goto(table.path)
    line = phone.locator("#last > p")
    line.evaluate("line => { line.hidden = true }")
    expect(line).to_be_hidden()


def test_the_last_hand_is_told_in_three_lines_with_its_value(
    open_phone: OpenPhone, new_table: Callable[..., Table]
) -> None:
    table = new_table(LONG)
    table.record(ron(3, 0))
    page = open_phone(320, 640)
    page.goto(table.path)
    line = page.locator("#last p").last
    height = line.evaluate(
        "e => e.getBoundingClientRect().height / parseFloat(getComputedStyle(e).lineHeight)"
    )
    assert height < 3.5
    value = line.evaluate(
        """e => { const range = document.createRange(); const text = e.lastChild;
           range.selectNodeContents(text); const box = range.getBoundingClientRect();
           return box.bottom <= e.getBoundingClientRect().bottom + 1 && text.textContent; }"""
    )
    assert "3900" in value


# -- what is refused is seen ----------------------------------------------------------------------


SEEN = """(e) => {
  const box = e.getBoundingClientRect(), dock = document.querySelector(".dock");
  const floor = dock.contains(e) ? innerHeight : dock.getBoundingClientRect().top;
  return box.top >= 0 && box.bottom <= floor; }"""


def test_a_refused_start_shows_what_was_wrong_far_down_the_page(phone: Page) -> None:
    phone.goto("/new/riichi/")
    for seat, name in enumerate(NAMES):
        phone.locator(f"#id_name{seat}").fill(name)
    phone.get_by_text("Start in the middle").tap()
    phone.locator("#id_start-honba").fill("two")
    phone.get_by_role("button", name="Start").last.tap()
    error = phone.locator(".error").first
    expect(error).to_be_visible()
    expect(phone.locator("#id_start-honba")).to_be_focused()
    assert error.evaluate(SEEN)


@pytest.mark.parametrize("size", [(390, 844), (320, 640)], ids=lambda size: f"{size[0]}")
def test_the_question_and_its_refusal_stand_above_the_key(
    open_phone: OpenPhone, new_table: Callable[..., Table], size: tuple[int, int]
) -> None:
    table = new_table(options={"length": "east"})
    table.record(*[ron(0, 1)] * 4, *[ron(2, 3)] * 4)
    page = open_phone(*size)
    page.goto(table.path + "enter/win/?round=1&winner=2&source=3")
    page.locator("#record").tap()
    consent = page.locator("label.consent")
    assert consent.evaluate(SEEN)
    page.get_by_role("button", name="Save and replay").tap()
    refusal = page.locator(".error")
    expect(refusal).to_contain_text("Nothing is saved yet")
    assert refusal.evaluate(SEEN)
    consent.tap()
    page.get_by_role("button", name="Save and replay").tap()
    expect(page.get_by_role("heading", name="Hands")).to_be_visible()


# -- the way back ---------------------------------------------------------------------------------


def test_a_tap_before_the_scripts_are_there_is_not_lost(
    open_phone: OpenPhone, table: Table
) -> None:
    phone = open_phone(service_workers="block")
    # The browser marks a key by itself; nobody was there yet to ask what follows.
    phone.add_init_script(
        """addEventListener("DOMContentLoaded", () => {
             const key = document.querySelector("[name=source][value='3']");
             if (key) key.checked = true;
           })"""
    )
    phone.goto(table.path + "enter/win/?winner=2")
    expect(phone.locator("#record")).to_be_enabled()
    phone.locator("#record").tap()
    expect(phone.locator("#score-2")).to_have_text("28,900")


def test_back_after_recording_shows_the_table_as_it_is(phone: Page, table: Table) -> None:
    phone.goto(table.path)
    phone.locator("#won-2").tap()
    key(phone, "source-3").tap()
    phone.locator("#record").tap()
    expect(phone.locator("#score-2")).to_have_text("28,900")
    phone.go_back()
    expect(phone.locator("#score-2")).to_have_text("28,900")
    phone.locator("#undo").tap()
    expect(phone.locator("#score-2")).to_have_text("25,000")


def test_a_phone_that_lost_its_cookies_records_with_another_tap(
    open_phone: OpenPhone, table: Table, watch: Any
) -> None:
    watch.allow(403)
    phone = open_phone(service_workers="block")
    # The answer to a question asked before would bring the cookie back.
    same = {"status": 204, "headers": {"Game-Version": "1"}}
    phone.route("**/poll/**", lambda route: route.fulfill(**same))
    phone.goto(table.path + "enter/win/?winner=2&source=3")
    key(phone, "seat2-han-mangan").tap()
    expect(phone.locator("#entry")).to_contain_text("8,000")
    phone.context.clear_cookies()
    key(phone, "seat2-han-haneman").tap()
    expect(phone.locator("#entry")).to_contain_text("12,000")  # a preview needs none
    phone.locator("#record").tap()
    expect(phone.locator("#last")).to_contain_text("open too long")
    phone.unroute("**/poll/**")
    phone.get_by_role("button", name="Send again").tap()
    expect(phone.locator("#score-2")).to_have_text("37,000")
    assert len(table.hands()) == 2


def test_the_address_of_an_answer_can_be_asked_for_again(phone: Page, table: Table) -> None:
    """As a phone does when it brings back a tab that it had put away."""
    phone.goto(table.path + "hands/1/")
    phone.get_by_role("button", name="Remove it").tap()
    expect(phone.get_by_role("button", name="Save and replay")).to_be_visible()
    phone.goto(phone.url)
    expect(phone.get_by_role("heading", name="Hands")).to_be_visible()
    assert len(table.hands()) == 1


def test_without_scripts_a_correction_is_looked_at_and_stays_one(
    open_phone: OpenPhone, table: Table
) -> None:
    page = open_phone(java_script_enabled=False)
    page.goto(table.path + "enter/win/?round=1")
    key(page, "seat1-han-mangan").tap()
    page.get_by_role("button", name="Show what this would do").tap()
    expect(page.locator("#entry")).to_contain_text("33,000")
    page.locator("#record").tap()
    expect(page.get_by_role("heading", name="Hands")).to_be_visible()
    assert table.hands()[0]["wins"][0]["value"] == {"limit": "mangan"}
    assert len(table.hands()) == 1
