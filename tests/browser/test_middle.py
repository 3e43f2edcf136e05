"""The phone on its side, and the phone that lies in the middle: the scoreboard of the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.sweep import world

OpenPhone = Callable[..., Page]
SIZES = pytest.mark.parametrize(
    "size", [(320, 640), (390, 844), (844, 390), (740, 360)], ids=lambda s: f"{s[0]}x{s[1]}"
)

OUTSIDE = """() => {
  const felt = document.querySelector(".felt").getBoundingClientRect();
  const plate = document.querySelector(".plate").getBoundingClientRect();
  const found = [];
  for (const e of document.querySelectorAll(".seat :is(.glyph, .name, .score, .place)")) {
    if (!e.checkVisibility()) continue;
    const box = e.getBoundingClientRect();
    const what = `${e.getAttribute("class")} of ${e.closest(".seat").ariaLabel}`;
    if (box.left < felt.left - 1 || box.right > felt.right + 1 || box.top < felt.top - 1
        || box.bottom > felt.bottom + 1) found.push(`${what} leaves the felt`);
    if (box.left < plate.right - 1 && box.right > plate.left + 1 && box.top < plate.bottom - 1
        && box.bottom > plate.top + 1) found.push(`${what} lies on the plate`);
  }
  for (const place of document.querySelectorAll(".seat .place")) {
    const glyph = place.closest(".seat").querySelector(".glyph").getBoundingClientRect();
    const box = place.getBoundingClientRect();
    if (box.left < glyph.right && box.right > glyph.left && box.top < glyph.bottom
        && box.bottom > glyph.top) found.push(`${place.closest(".seat").ariaLabel}: on its wind`);
  }
  return found;
}"""


@SIZES
@pytest.mark.parametrize("seat", ["0", "faces"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_name_and_figure_lies_on_the_felt(
    open_phone: OpenPhone, size: tuple[int, int], seat: str, language: str
) -> None:
    page = open_phone(*size, locale=language)
    page.goto(f"{world()['riichi']}?seat={seat}")
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight") or size[0] == 320


def test_in_the_middle_each_seat_faces_its_reader(phone: Page) -> None:
    phone.goto(f"{world()['riichi']}?seat=faces")
    turned = {"n": "180deg", "w": "90deg", "e": "-90deg", "s": "none"}
    for edge, rotation in turned.items():
        assert (
            phone.locator(f".seat-{edge}").evaluate("e => getComputedStyle(e).rotate") == rotation
        )
    phone.locator("#score-1").tap()
    expect(phone.locator("#last")).to_contain_text("Differences to さくら")
    phone.locator("#won-2").tap()
    expect(phone.locator("h1")).to_contain_text("Ben wins")


def box(page: Page, selector: str) -> dict[str, Any]:
    found = page.locator(selector).bounding_box()
    assert found
    return dict(found)


def test_on_its_side_the_felt_is_left_and_the_dock_right(open_phone: OpenPhone) -> None:
    page = open_phone(844, 390)
    page.goto(world()["riichi"])
    felt, dock = box(page, ".felt"), box(page, ".dock")
    assert felt["x"] == 0
    assert felt["height"] == 390
    assert felt["x"] + felt["width"] <= dock["x"] + 1
    assert dock["y"] + dock["height"] <= 390
    sizes = page.evaluate(
        "[...document.querySelectorAll('.score')].map(e => getComputedStyle(e).fontSize)"
    )
    assert sizes == ["44px"] * 4
    expect(page.locator(".ask.first")).to_be_visible()


@pytest.mark.parametrize("way", ["patterns", "points"])
def test_on_its_side_pads_without_a_felt_take_the_whole_width(
    open_phone: OpenPhone, way: str
) -> None:
    page = open_phone(844, 390)
    page.goto(f"{world()['zungjung']}enter/win/?winner=2&source=1&way={way}")
    alone = page.locator("#entry > .felt").count() == 0
    assert (box(page, ".pads")["width"] > 700) == alone


def test_on_its_side_home_lies_open_beside_its_dock(open_phone: OpenPhone) -> None:
    page = open_phone(844, 390)
    page.goto("/")
    main, dock = box(page, "main"), box(page, ".dock")
    assert main["x"] + main["width"] <= dock["x"] + 1
    assert dock["y"] + dock["height"] <= 390
    expect(page.locator(".try")).to_be_in_viewport()


@pytest.mark.parametrize(("language", "rotation"), [("en", "180deg"), ("ja", "none")])
def test_kanji_in_a_groove_stand_upright(
    open_phone: OpenPhone, language: str, rotation: str
) -> None:
    page = open_phone(locale=language)
    page.goto(world()["empty"])
    assert page.locator(".groove.w").evaluate("e => getComputedStyle(e).rotate") == rotation
