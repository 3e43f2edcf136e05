"""Every page in every state: axe in three themes, text at twice its size, nothing that moves, and a
hand recorded by the keyboard alone. What is visited stands in ``sweep.py``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sessions.models import Round
from tests.browser.conftest import ask_axe
from tests.browser.phones import overhang
from tests.browser.sweep import NAMES, NO_PAGES, PAGES, addresses, club_pages, world
from tests.sessions.conftest import house  # noqa: F401
from tests.sessions.test_club_doors import RULES

OpenPhone = Callable[..., Page]
CLIPPED = """() => {
  const folded = ".name, .one, .fold, .vh, bdi, h1, .last p, .scrolls, [hidden], .word, .skip";
  return [...document.body.querySelectorAll("*")].filter((e) =>
    e.checkVisibility() && !e.closest(folded)
    && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())
    && ["hidden", "clip"].includes(getComputedStyle(e).overflowX)
    && (e.scrollWidth > e.clientWidth + 2 || e.scrollHeight > e.clientHeight + 2)
  ).map((e) => `cut off: ${e.outerHTML.slice(0, 90)}`);
}"""


def test_every_address_is_swept() -> None:
    known = {*PAGES, *NO_PAGES, *(f"club:{name}" for name in RULES)}
    assert set(addresses()) - known == set()
    assert known - set(addresses()) == set(), "these are no more"


def look_at(page: Page, address: str) -> list[str]:
    """All that is wrong with a page."""
    page.goto(address, wait_until="load")
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
    found = ask_axe(page)
    if page.evaluate("document.getAnimations().length"):
        found.append("something moves")
    page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
    if (wide := overhang(page)) > 0:
        found.append(f"{wide} px too wide with text at 200 %")
    return found + list(page.evaluate(CLIPPED))


def sweep(page: Page, visits: Iterable[str]) -> dict[str, list[str]]:
    return {address: found for address in visits if (found := look_at(page, address))}


PART = 8
"""So many pages a test: one of them all would keep one worker long after the others are done."""
STATES = [state for states in PAGES.values() for state in states]


@pytest.mark.parametrize("first", range(0, len(STATES), PART))
def test_every_page_of_the_app_is_clean(open_phone: OpenPhone, watch: Any, first: int) -> None:
    watch.allow(403, 404)
    page, found = open_phone(), world()
    page.goto(found["riichi"])
    page.goto(found["over"])  # both are on the list at home then
    states = STATES[first : first + PART]
    assert sweep(page, (state.format(**found) for state in states)) == {}


@pytest.mark.parametrize("part", range(4))
def test_every_page_of_a_club_is_clean(
    open_phone: OpenPhone,
    watch: Any,
    house: Any,  # noqa: F811
    part: int,
) -> None:
    visits = list(club_pages(house))[part::4]
    page = open_phone()
    cookie = house.owner.cookies["sessionid"].value
    assert sweep(page, (address for address, who in visits if not who)) == {}
    page.goto("/")
    page.context.add_cookies(
        [{"name": "sessionid", "value": cookie, "url": page.evaluate("location.origin")}]
    )
    assert sweep(page, (address for address, who in visits if who)) == {}


BAD = """<!doctype html><html lang="en"><title>Bad</title><style>
@keyframes on { to { opacity: .9 } } h1 { animation: on 9s infinite }
p { overflow: hidden; height: .5em; width: 5em; color: #ccc; background: #fff }
b { margin-left: 99rem }
</style><main><h1>Bad</h1><p>It is cut off.</p><img src="data:,"><b>wide</b></main></html>"""


def test_the_sweep_sees_what_is_wrong(phone: Page) -> None:
    phone.route("**/bad/", lambda route: route.fulfill(body=BAD, content_type="text/html"))
    found = " ".join(look_at(phone, "/bad/"))
    for problem in ("image-alt", "color-contrast", "something moves", "px too wide", "cut off"):
        assert problem in found
    assert "dark color-contrast" in found


# -- without eyes, without a finger ---------------------------------------------------------------


def test_the_whole_compass_has_names(phone: Page) -> None:
    phone.goto(world()["riichi"])
    groups = phone.locator(".seat[role=group]")
    assert {seat.get_attribute("aria-label") for seat in groups.all()} == {
        "陳大文, North, 1st",
        "さくら, East, dealer, 2nd",
        "Ben, South, riichi, 4th",
        "Maximiliane Hohenberg-Østergaard, West, riichi, 3rd",
    }
    for seat, name in enumerate(NAMES):
        group = phone.get_by_role("group", name=name)
        expect(group.get_by_role("link", name=f"{name} won")).to_have_count(1)
        expect(group.locator(f"#score-{seat}")).to_have_accessible_name(
            re.compile(rf"{name} [\d,]+, compare")
        )
        lies = "riichi declared" if seat in (2, 3) else "declare riichi"
        expect(phone.get_by_role("button", name=f"{name}: {lies}")).to_have_count(1)
    plate = phone.locator(".plate")
    expect(plate).to_contain_text("East 2")
    for stick in ("honba", "sticks on the table"):
        expect(plate.get_by_role("img", name=stick)).to_have_count(1)
    for corner in ("Turn the table", "What do I need?"):
        expect(phone.get_by_role("link", name=corner)).to_have_count(1)


FOCUS = """() => {
  const at = document.activeElement;
  const shown = at.matches("input.vh") ? [at.closest("label"), at.closest(".group")] : [at];
  const ring = (e, part) => e && getComputedStyle(e, part).outlineStyle !== "none";
  return { id: at.id, name: at.name || "", tag: at.tagName,
    seen: shown.some((e) => ring(e) || ring(e, "::before")) };
}"""


def go_to(page: Page, wanted: str) -> None:
    """Press Tab until ``wanted`` has the focus; every stop on the way must be seen."""
    for _ in range(80):
        page.keyboard.press("Tab")
        at = page.evaluate(FOCUS)
        assert at["seen"] or at["tag"] == "BODY", f"the focus is not seen on {at}"
        if wanted in (at["id"], at["name"]):
            return
    pytest.fail(f"Tab never comes to {wanted}")


def test_a_hand_is_recorded_by_the_keyboard_alone(phone: Page) -> None:
    found = world()
    phone.goto(found["empty"])
    go_to(phone, "riichi-1")
    phone.keyboard.press("Enter")
    expect(phone.locator("#riichi-1")).to_have_attribute("aria-pressed", "true")
    go_to(phone, "won-1")
    phone.keyboard.press("Enter")
    expect(phone.locator(".question")).to_be_visible()
    go_to(phone, "source")
    phone.keyboard.press("Space")
    expect(phone.locator("#record")).to_contain_text("Record")
    go_to(phone, "seat1-han")
    phone.keyboard.press("ArrowRight")
    expect(phone.locator("[id='seat1-han-4']")).to_be_checked()
    go_to(phone, "record")
    phone.keyboard.press("Enter")
    expect(phone.locator("#enter-ron")).to_be_visible()
    outcome = Round.objects.order_by("pk").last().outcome
    assert outcome["riichi"] == [1]
    assert outcome["wins"][0]["value"]["han"] == 4


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_stick_slides_only_where_motion_is_welcome(open_phone: OpenPhone, motion: str) -> None:
    page = open_phone(reduced_motion=motion)
    page.goto(world()["empty"])
    page.evaluate(
        "addEventListener('animationstart', () => { document.body.dataset.moved = 'yes' })"
    )
    page.locator("#riichi-0").tap()
    expect(page.locator("#riichi-0")).to_have_attribute("aria-pressed", "true")
    page.wait_for_timeout(300)
    moved = page.evaluate("document.body.dataset.moved === 'yes'")
    assert moved == (motion == "no-preference")
