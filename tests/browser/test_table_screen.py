"""The table and the entry screen in a real browser: every size, every finger, slow networks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from sessions.models import Game
from sessions.services import changes
from sessions.services.games import create_game
from sessions.services.links import Keys
from tests.browser.phones import overhang, until

OpenPhone = Callable[..., Page]

NAMES = ["さくら", "Maximiliane Hohenberg-Østergaard", "Ben", "陳大文"]
WIDTHS = pytest.mark.parametrize(
    "size",
    [(390, 844), (390, 664), (360, 640), (320, 640), (844, 390)],
    ids=lambda size: f"{size[0]}x{size[1]}",
)


@dataclass(frozen=True)
class Table:
    game: Game
    keys: Keys

    @property
    def path(self) -> str:
        return f"/g/{self.keys.write}/"

    def outcomes(self) -> list[dict[str, Any]]:
        return list(self.game.rounds.values_list("outcome", flat=True))


@pytest.fixture
def table(transactional_db: None, settings: Any) -> Table:
    """East 2, 1 honba, 1 stick on the table, two riichi declared: the table of the mock."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    game, keys = create_game(variety="riichi", names=NAMES, title="Thursday table")
    for outcome in (
        {"type": "win", "riichi": [], "wins": [
            {"winner": 1, "from": 0, "value": {"han": 3, "fu": 30}}]},
        {"type": "draw", "riichi": [1], "tenpai": [1, 3]},
    ):  # fmt: skip
        changes.record(game, outcome, version=game.version, token=None)
    for seat in (2, 3):
        changes.declare(game, seat, declared=True)
    return Table(game, keys)


def key(page: Page, id: str) -> Locator:
    """The key or seat of this input."""
    return page.locator(f'label:has([id="{id}"])')


SCREENS = {
    "board": "",
    "faces": "?seat=faces",
    "compare": "compare/2/",
    "asking": "enter/win/?winner=2",
    "ron": "enter/win/?winner=2&source=1",
    "tsumo": "enter/win/?winner=2&source=self&seat2-han=yakuman1",
    "amount": "enter/win/?winner=2&source=self&way=amount",
    "double ron": "enter/win/?winner=2&winner=3&source=1",
    "impossible": "enter/win/?winner=2&winner=3&winner=0&source=1",
    "draw": "enter/draw/?tenpai=0",
    "more": "enter/more/",
    "abort": "enter/abort/?reason=four-kans",
    "penalty": "enter/penalty/?reason=referee",
    "adjust": "enter/adjust/",
    "end": "enter/end/",
}


def open_screen(page: Page, table: Table, screen: str) -> None:
    page.goto(table.path + SCREENS[screen])
    expect(page.locator("h1")).to_be_visible()


# -- looks --------------------------------------------------------------------------------------


@WIDTHS
def test_nothing_sticks_out_sideways(
    open_phone: OpenPhone, table: Table, size: tuple[int, int]
) -> None:
    page = open_phone(*size)
    for screen in SCREENS:
        open_screen(page, table, screen)
        wide = overhang(page)
        assert wide <= 0, screen


SMALL = """() => [...document.querySelectorAll("a, button, summary, label, input:not(.vh)")]
  .filter((e) => e.type !== "hidden" && !e.matches(".skip") && e.checkVisibility())
  .map((e) => {
    let box = e.getBoundingClientRect();
    for (const part of ["::before"]) {
      const style = getComputedStyle(e, part);
      if (style.content !== "none" && style.position === "absolute") {
        const grow = (side) => -Math.min(parseFloat(style[side]) || 0, 0);
        const own = e.closest(".seat");
        box = e.matches(".hit") ? own.getBoundingClientRect() : {
          width: box.width + grow("left") + grow("right"),
          height: box.height + grow("top") + grow("bottom"),
        };
      }
    }
    return [e.id || e.className || e.textContent.trim(), box.width, box.height];
  })
  .filter(([, width, height]) => width < 47 || height < 47)"""


@pytest.mark.parametrize("size", [(390, 844), (320, 640)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_target_is_as_large_as_a_finger(
    open_phone: OpenPhone, table: Table, size: tuple[int, int]
) -> None:
    page = open_phone(*size)
    for screen in SCREENS:
        if screen != "faces":  # turned, its boxes are not what they measure
            open_screen(page, table, screen)
            assert page.evaluate(SMALL) == [], screen


@pytest.mark.parametrize("size", [(390, 844), (390, 664), (360, 640), (844, 390)], ids=str)
def test_the_table_fits_without_scrolling(
    open_phone: OpenPhone, table: Table, size: tuple[int, int]
) -> None:
    page = open_phone(*size)
    page.goto(table.path)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("screen", ["asking", "ron", "draw"])
@pytest.mark.parametrize("size", [(390, 844), (390, 664)], ids=str)
def test_the_entry_fits_without_scrolling(
    open_phone: OpenPhone, table: Table, size: tuple[int, int], screen: str
) -> None:
    page = open_phone(*size)
    open_screen(page, table, screen)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_pictures_for_the_readme(
    open_phone: OpenPhone, table: Table, screenshot: Callable[..., None], dark: bool
) -> None:
    page = open_phone(dark=dark, device_scale_factor=2)
    page.goto(table.path + "?seat=2")
    expect(page.locator("#score-2")).to_have_text("22,500")
    screenshot(page, "table-dark" if dark else "table")
    page.goto(table.path + "enter/win/?winner=2&source=1")
    expect(page.locator("#record")).to_have_text("Record 4,200")
    screenshot(page, "ron-dark" if dark else "ron")


# -- what a finger does -------------------------------------------------------------------------


def test_a_tap_that_overtakes_the_network_is_not_swallowed(phone: Page, table: Table) -> None:
    """The answer to the first tap arrives while the finger is on the second key."""
    phone.goto(table.path + "enter/win/?winner=2&source=1")
    held: list[Route] = []
    phone.route("**/score/preview/", lambda route: held.append(route))
    key(phone, "seat2-han-2").tap()
    phone.wait_for_function("() => document.getElementById('typing').matches('.htmx-request')")
    until(phone, lambda: held)
    box = key(phone, "seat2-fu-50").bounding_box()
    assert box
    phone.mouse.move(box["x"] + 20, box["y"] + 20)
    phone.mouse.down()
    for route in held:
        route.continue_()
    phone.unroute("**/score/preview/")
    phone.wait_for_timeout(300)
    phone.mouse.up()
    expect(phone.locator("#record")).to_have_text("Record 3,500")  # 2 han 50 fu: 3200 + 300
    expect(phone.locator("#seat2-fu-50")).to_be_checked()
    expect(phone.locator("#seat2-han-2")).to_be_checked()


def test_a_finger_that_slips_off_a_key_does_not_lose_the_answer(phone: Page, table: Table) -> None:
    phone.goto(table.path + "enter/win/?winner=2&source=1")
    held: list[Route] = []
    phone.route("**/score/preview/", lambda route: held.append(route))
    key(phone, "seat2-han-2").tap()
    phone.wait_for_function("() => document.getElementById('typing').matches('.htmx-request')")
    until(phone, lambda: held)
    box = key(phone, "seat2-fu-50").bounding_box()
    assert box
    phone.mouse.move(box["x"] + 20, box["y"] + 20)
    phone.mouse.down()
    phone.unroute("**/score/preview/")
    phone.mouse.move(5, 5)
    phone.mouse.up()
    expect(phone.locator("#record")).to_have_text("Record 2,300")  # 2 han 30 fu: 2000 + 300


def test_record_tapped_twice_on_a_slow_network_is_stored_once(phone: Page, table: Table) -> None:
    phone.goto(table.path + "enter/win/?winner=2&source=1")
    held: list[Route] = []
    phone.route("**/record/", lambda route: held.append(route))
    record = phone.locator("#record")
    record.tap()
    expect(record).to_be_disabled()
    record.tap(force=True)
    until(phone, lambda: held)
    held[0].continue_()
    expect(phone.locator("#enter-ron")).to_be_visible()
    assert len(held) == 1
    assert len(table.outcomes()) == 3


def test_an_impossible_key_says_why_when_it_is_tapped(phone: Page, table: Table) -> None:
    phone.goto(table.path + "enter/win/?winner=2&source=1")
    flat = phone.locator("#seat2-fu-20")
    expect(flat).to_have_attribute("aria-disabled", "true")
    flat.tap(force=True)
    expect(phone.locator("#refusal")).to_have_text("A ron has at least 25 fu: 30 with pinfu")
    expect(phone.locator("#seat2-fu-30")).to_be_checked()
    key(phone, "seat2-fu-40").tap()
    expect(phone.locator("#refusal")).to_have_count(0)


def test_plus_adds_a_second_winner_who_is_valued_apart(phone: Page, table: Table) -> None:
    phone.goto(table.path + "enter/win/?winner=2&source=1")
    key(phone, "seat2-han-4").tap()
    expect(phone.locator("#record")).to_have_text("Record 8,300")
    phone.locator("#pick").tap()
    key(phone, "winner-3").tap()
    expect(phone.locator("h1")).to_contain_text("Double ron")
    key(phone, "seat3-han-1").tap()
    expect(phone.locator("#record")).to_have_text("Record 9,300")
    phone.locator("#record").tap()
    expect(phone.locator("#enter-ron")).to_be_visible()
    assert table.outcomes()[-1] == {
        "type": "win",
        "riichi": [2, 3],
        "wins": [
            {"winner": 2, "from": 1, "value": {"han": 4, "fu": 30}},
            {"winner": 3, "from": 1, "value": {"han": 1, "fu": 30}},
        ],
    }


def test_the_wrong_winner_can_be_changed_in_place(phone: Page, table: Table) -> None:
    phone.goto(table.path + "enter/win/?winner=2")
    phone.locator("#pick").tap()
    key(phone, "winner-2").tap()
    expect(phone.locator(".question")).to_have_text("Who won?")
    key(phone, "winner-0").tap()
    expect(phone.locator("h1")).to_contain_text("さくら wins")


def test_riichi_forgotten_on_the_table_is_one_tap_in_the_panel(phone: Page, table: Table) -> None:
    phone.goto(table.path + "enter/win/?winner=2&source=1")
    phone.locator(".opts summary").tap()
    key(phone, "riichi-3").tap()
    key(phone, "riichi-0").tap()
    expect(phone.locator(".tag.won")).to_have_text("wins +7,200")
    phone.locator("#record").tap()
    expect(phone.locator("#enter-ron")).to_be_visible()
    assert table.outcomes()[-1]["riichi"] == [0, 2]


def test_the_score_alone_compares_and_the_same_score_goes_back(phone: Page, table: Table) -> None:
    phone.goto(table.path)
    phone.locator("#score-2").tap()
    expect(phone.locator("#score-1")).to_have_text("+6,900")
    expect(phone.locator("#last")).to_contain_text("Differences to Ben")
    assert phone.url.endswith(table.path)
    phone.locator("#score-2").tap()
    expect(phone.locator("#score-1")).to_have_text("29,400")


def test_the_table_turns_in_place(phone: Page, table: Table) -> None:
    phone.goto(table.path)
    expect(phone.locator(".seat-s")).to_contain_text("さくら")
    phone.locator("#turn").tap()
    expect(phone.locator(".seat-s")).to_contain_text("Maximiliane")
    phone.reload()
    expect(phone.locator(".seat-s")).to_contain_text("Maximiliane")


def test_undo_and_redo_are_next_to_the_last_hand(phone: Page, table: Table) -> None:
    phone.goto(table.path)
    phone.locator("#undo").tap()
    expect(phone.locator("#last")).to_contain_text("East 1-0")
    phone.locator("#redo").tap()
    expect(phone.locator("#last")).to_contain_text("East 2-0")
    expect(phone.locator("#redo")).to_have_count(0)


def test_of_two_phones_the_slower_keeps_what_it_typed(open_phone: OpenPhone, table: Table) -> None:
    fast, slow = open_phone(), open_phone()
    slow.goto(table.path + "enter/win/?winner=2&source=1")
    key(slow, "seat2-han-4").tap()
    expect(slow.locator("#record")).to_have_text("Record 8,300")
    fast.goto(table.path + "enter/draw/")
    fast.locator("#record").tap()
    expect(fast.locator("#enter-ron")).to_be_visible()
    slow.locator("#record").tap()
    expect(slow.locator("#last")).to_contain_text("Another phone was faster.")
    expect(slow.locator("#last")).to_contain_text("East 2-1: Draw")
    slow.get_by_text("Your entry").tap()
    expect(slow.locator("#seat2-han-4")).to_be_checked()
    slow.locator("#record").tap()
    expect(slow.locator("#enter-ron")).to_be_visible()
    assert [outcome["type"] for outcome in table.outcomes()] == ["win", "draw", "draw", "win"]


# -- without a finger, without a script ---------------------------------------------------------


def test_the_keyboard_enters_a_hand_and_keeps_its_place(phone: Page, table: Table) -> None:
    phone.goto(table.path + "enter/win/?winner=2&source=1")
    phone.locator("#seat2-han-3").focus()
    phone.keyboard.press("ArrowRight")
    expect(phone.locator("#record")).to_have_text("Record 8,300")
    expect(phone.locator("#seat2-han-4")).to_be_focused()
    phone.locator("#record").focus()
    phone.keyboard.press("Enter")
    expect(phone.locator("#enter-ron")).to_be_visible()
    assert table.outcomes()[-1]["wins"][0]["value"] == {"han": 4, "fu": 30}


def test_a_screen_reader_is_told_what_each_tap_does(phone: Page, table: Table) -> None:
    phone.goto(table.path + "enter/win/?winner=2")
    said = phone.get_by_role("status")
    key(phone, "source-1").tap()
    expect(said).to_contain_text("3900 は 4200. さくら 19,600")
    phone.locator("#record").tap()
    expect(said).to_contain_text("East 3.")


def test_everything_works_without_a_script(open_phone: OpenPhone, table: Table) -> None:
    page = open_phone(java_script_enabled=False)
    page.goto(table.path)
    page.locator("#riichi-0").tap()
    expect(page.locator("#score-0")).to_have_text("18,600")
    page.locator("#won-2").tap()
    key(page, "source-1").tap()
    key(page, "seat2-han-4").tap()
    page.get_by_text("Show what this would do").tap()
    expect(page.locator("#record")).to_have_text("Record 8,300")
    page.locator("#seat2-fu-20").tap(force=True)
    expect(page.locator("#refusal")).to_contain_text("A ron has at least 25 fu")
    page.locator("#way-amount").tap()
    key(page, "seat2-amount-5200").tap()
    page.locator("#record").tap()
    expect(page.locator("#last")).to_contain_text("East 2-1: Ben ron off Maximiliane")
    assert table.outcomes()[-1]["riichi"] == [0, 2, 3]
    page.locator("#undo").tap()
    expect(page.locator("#last")).to_contain_text("East 2-0")


# -- names of every length, every face ------------------------------------------------------------

BROKEN = """() => [...document.querySelectorAll(".table .name bdi")].flatMap((bdi) => {
  const text = bdi.firstChild, place = document.createRange();
  return [...text.data.matchAll(/[\\p{Script=Latin}]+/gu)].filter((word) => {
    place.setStart(text, word.index);
    place.setEnd(text, word.index + word[0].length);
    return new Set([...place.getClientRects()].map((box) => Math.round(box.top))).size > 1;
  }).map((word) => word[0]);
})"""
TOUCHING = """() => [...document.querySelectorAll(".table .score, .table .name")].flatMap((e) => {
  const place = document.createRange();
  place.selectNodeContents(e);
  const ink = e.matches(".name") ? e.getBoundingClientRect() : place.getBoundingClientRect();
  const others = [...document.querySelectorAll(".groove, .plate")]
    .map((o) => o.getBoundingClientRect());
  const meets = others.some((o) => ink.left < o.right && o.left < ink.right
    && ink.top < o.bottom && o.top < ink.bottom);
  const edge = document.documentElement.clientWidth;
  return meets || ink.left < 0 || ink.right > edge ? [e.textContent] : [];
})"""
LONG_NAMES = ["Maximiliane Hohenberg-Østergaard", "Alexandrina", "欧阳修文司马相如诸葛孔明",
              "Featherstonehaughington"]  # fmt: skip


ROOM = """() => {
  const place = document.createRange();
  const round = document.querySelector(".plate .round");
  place.selectNodeContents(document.createTreeWalker(round, NodeFilter.SHOW_TEXT).nextNode());
  const ink = place.getBoundingClientRect();
  const plate = document.querySelector(".plate").getBoundingClientRect();
  return Math.min(ink.left - plate.left, plate.right - ink.right);
}"""
SET = """([text, face]) => {
  const { style } = document.documentElement;
  style.setProperty("font-size", text);
  if (face) style.setProperty("--face", face);
}"""


@pytest.mark.parametrize("width", [320, 360, 390])
def test_no_name_breaks_within_a_word_and_nothing_touches_the_plate(
    open_phone: OpenPhone, table: Table, width: int
) -> None:
    """In the usual face and a wide one, in the usual size of text and twice that."""
    start = {"round": "S2", "honba": 0, "sticks": 0, "scores": [125300, -55300, 25000, 5000]}
    _game, keys = create_game(variety="riichi", names=LONG_NAMES, start=start)
    page = open_phone(width, 640)
    page.goto(f"/g/{keys.write}/")
    for look in (("100%", ""), ("200%", ""), ("100%", '"DejaVu Sans"'), ("200%", "")):
        page.evaluate(SET, look)
        assert page.evaluate(BROKEN) == [], look
        assert page.evaluate(TOUCHING) == [], look
        assert overhang(page) <= 0, look
        assert page.evaluate(ROOM) >= 4, look


def test_a_short_name_stays_in_one_piece_in_a_sentence(open_phone: OpenPhone, table: Table) -> None:
    game, keys = create_game(variety="riichi", names=["小鳥遊ひまわ", "さくら子", "陳大文", "Ben"])
    changes.record(
        game,
        {"type": "draw", "riichi": [0, 1], "tenpai": [0, 1, 2]},
        version=game.version,
        token=None,
    )
    for width in (320, 360, 390):
        page = open_phone(width, 640)
        for path in ("", "hands/"):
            page.goto(f"/g/{keys.write}/{path}")
            lines = page.evaluate(
                """() => [...document.querySelectorAll(".last bdi, .say > bdi, .say b > bdi")]
                     .map((bdi) => bdi.getClientRects().length)"""
            )
            assert lines
            assert set(lines) == {1}, (width, path)


BEGINS_WITH_A_POINT = """([last]) => {
  const left = last.getBoundingClientRect().left, found = [];
  const walk = document.createTreeWalker(last, NodeFilter.SHOW_TEXT), range = new Range();
  for (let node; (node = walk.nextNode()); )
    [...node.data].forEach((letter, at) => {
      range.setStart(node, at); range.setEnd(node, at + 1);
      const box = range.getBoundingClientRect();
      if (",.:;)".includes(letter) && box.width && box.left < left + 1) found.push(node.data);
    });
  return found;
}"""


def test_no_line_of_the_last_hand_begins_with_a_comma(
    transactional_db: None, open_phone: OpenPhone
) -> None:
    """A long name is shortened there; the comma after it stays with it."""
    names = ("Wolfeschlegelsteinhausen", "Maximiliane Hohenberg-Østergaard", "Ben", "Chie")
    game, keys = create_game(variety="riichi", names=names, title="Thursday table")
    outcome = {"type": "draw", "riichi": [1], "tenpai": [0, 1, 2]}
    changes.record(game, outcome, version=game.version, token=None)
    page = open_phone()
    page.goto(f"/g/{keys.write}/")
    wrong = {}
    for width in range(320, 400, 10):
        page.set_viewport_size({"width": width, "height": 844})
        wrong[width] = page.locator("#last p").evaluate_all(BEGINS_WITH_A_POINT)
    assert not any(wrong.values()), wrong
