"""The trainer on a phone: a tap answers, with a script and without; axe, widths, keys, fingers."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scoring.pages.train import TRAINERS
from scoring.varieties import VARIETIES
from tests.browser.phones import overhang

OpenPhone = Callable[..., Page]

SCREENS = {
    "games": "/score/train/",
    "levels": "/score/train/riichi/",
    "figures": "/score/train/riichi/1/25/",
    "figures, right": "/score/train/riichi/1/25/?points=12000",
    "typed, wrong": "/score/train/riichi/2/5/?points=2000",
    "a piece": "/score/train/riichi/3/13/",
    "a hand": "/score/train/riichi/4/24/",
    "a hand, wrong": "/score/train/riichi/4/24/?fu=30",
    "three answers": "/score/train/riichi/6/3/",
    "no answer": "/score/train/riichi/6/3/?han=2&fu=30&points=x",
    "at the table": "/score/train/riichi/7/9/?points=1",
    "flowers": "/score/train/hongkong/4/4/",
    "fan, wrong": "/score/train/hongkong/3/4/?preset=old-style&faan=9",
    "points and payment": "/score/train/zungjung/4/4/?points=10&pays=10",
}


def right(variety: str, level: int, seed: int) -> dict[str, str]:
    rules = VARIETIES[variety].rules(None, {})
    trainer = TRAINERS[variety]
    question = trainer.question(rules, trainer.levels(rules)[level - 1], seed)
    return {part.key: part.right for part in question.task.parts}


def test_axe_finds_nothing(open_phone: OpenPhone, axe: Callable[..., None]) -> None:
    page = open_phone()
    for address in SCREENS.values():
        page.goto(address)
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
        axe(page)


@pytest.mark.parametrize(
    "size", [(390, 844), (320, 640), (844, 390)], ids=lambda size: f"{size[0]}x{size[1]}"
)
def test_nothing_sticks_out_sideways(open_phone: OpenPhone, size: tuple[int, int]) -> None:
    page = open_phone(*size)
    for name, address in SCREENS.items():
        page.goto(address)
        wide = overhang(page)
        assert wide <= 0, name


@pytest.mark.parametrize("width", [390, 320])
def test_every_key_is_as_large_as_a_finger(open_phone: OpenPhone, width: int) -> None:
    phone = open_phone(width, 640)
    for name, address in SCREENS.items():
        phone.goto(address)
        for box in phone.evaluate(
            """() => [...document.querySelectorAll('.dock .key, .dock input.figure')].map((key) => {
                 const { width, height } = key.getBoundingClientRect();
                 return [key.textContent.trim(), width, height];
               })"""
        ):
            text, wide, high = box
            assert high >= 48, (name, text)
            assert wide >= 48, (name, text)


def test_the_tiles_of_a_closed_hand_lie_in_one_line(open_phone: OpenPhone) -> None:
    for width in (390, 320):
        page = open_phone(width)
        page.goto("/score/train/riichi/7/9/")
        tops = page.evaluate(
            """() => [...document.querySelector('.laid').querySelectorAll('.tile')]
                 .map((tile) => tile.getBoundingClientRect().top)"""
        )
        assert len(tops) == 13
        assert len(set(tops)) == 1


def test_a_tap_answers_and_another_goes_on(phone: Page) -> None:
    phone.goto("/score/train/")
    phone.get_by_role("link", name="Riichi").tap()
    phone.get_by_role("link", name="Start").tap()
    expect(phone).to_have_url(re.compile(r"/score/train/riichi/1/\d+/$"))
    for count in (1, 2):
        seed = int(phone.url.rstrip("/").rpartition("/")[2])
        answer = right("riichi", 1, seed)["points"]
        phone.locator(f'.reply button[value="{answer}"]').tap()
        expect(phone.locator("#verdict")).to_have_text(re.compile("Right"))
        expect(phone.locator("#verdict")).to_be_focused()
        expect(phone.locator(".status")).to_have_text(f"{count} in a row")
        expect(phone).to_have_url(re.compile(rf"/{seed}/\?points="))
        phone.get_by_role("link", name="Next", exact=True).tap()
        expect(phone.locator("#ask")).to_be_focused()
        expect(phone).not_to_have_url(re.compile(rf"/{seed}/"))


def test_a_wrong_answer_is_a_weak_spot_and_breaks_the_streak(phone: Page) -> None:
    phone.goto("/score/train/riichi/3/11/")  # kans
    wrong = "2" if right("riichi", 3, 11)["fu"] != "2" else "4"
    phone.locator(f'.reply button[value="{wrong}"]').tap()
    expect(phone.locator("#verdict")).to_have_text(re.compile("Not right"))
    phone.get_by_role("link", name="Levels").last.tap()
    spot = phone.get_by_role("link", name=re.compile("^kans"))
    expect(spot).to_be_visible()
    spot.tap()
    expect(phone).to_have_url(re.compile(r"/score/train/riichi/3/\d+/$"))
    phone.goto("/score/train/riichi/")
    phone.get_by_role("button", name="Forget how it went").tap()
    expect(phone.get_by_text("Weak spots")).to_have_count(0)


def test_what_was_typed_stays_where_it_is_no_answer(phone: Page) -> None:
    phone.goto("/score/train/riichi/6/3/")
    phone.locator('label.key:has(input[name="han"][value="3"])').tap()
    phone.locator('label.key:has(input[name="fu"][value="40"])').tap()
    phone.get_by_role("button", name="Answer").tap()
    expect(phone.get_by_role("alert")).to_have_text(re.compile("Type the figure"))
    expect(phone.locator('input[name="fu"][value="40"]')).to_be_checked()
    answers = right("riichi", 6, 3)
    for name in ("han", "fu"):
        phone.locator(f'label.key:has(input[name="{name}"][value="{answers[name]}"])').tap()
    phone.locator('input[name="points"]').fill(answers["points"].replace(", ", "/"))
    phone.get_by_role("button", name="Answer").tap()
    expect(phone.locator("#verdict")).to_have_text(re.compile("Right"))


def test_going_back_shows_the_question_again(phone: Page) -> None:
    phone.goto("/score/train/riichi/4/24/")
    phone.locator('.reply button[value="60"]').tap()
    expect(phone.locator("#verdict")).to_be_visible()
    phone.get_by_role("link", name="Next", exact=True).tap()
    expect(phone.locator("#ask")).to_be_visible()
    phone.go_back()
    expect(phone.locator("#verdict")).to_have_text(re.compile("Right"))
    phone.reload()
    expect(phone.locator("#verdict")).to_have_text(re.compile("Right"))


def test_it_all_works_without_a_script(open_phone: OpenPhone) -> None:
    page = open_phone(java_script_enabled=False)
    page.goto("/score/train/zungjung/")
    page.get_by_role("link", name="Start").click()
    expect(page).to_have_url(re.compile(r"/score/train/zungjung/1/\d+/$"))
    seed = int(page.url.rstrip("/").rpartition("/")[2])
    answer = right("zungjung", 1, seed)["points"]
    page.locator(f'.reply button[value="{answer}"]').click()
    expect(page.locator("#verdict")).to_have_text(re.compile("Right"))
    expect(page).to_have_url(re.compile(rf"/score/train/zungjung/1/{seed}/\?points={answer}$"))
    page.get_by_role("link", name="Next", exact=True).click()
    expect(page.locator("#ask")).to_be_visible()
    page.goto("/score/train/riichi/2/5/")
    page.locator('input[name="points"]').fill("８００－１５００")
    page.get_by_role("button", name="Answer").click()
    expect(page.locator("#verdict")).to_have_text(re.compile("Right"))
    expect(page.locator(".status")).to_have_text("1 in a row")


def test_keys_of_a_keyboard_are_enough(phone: Page) -> None:
    phone.goto("/score/train/riichi/4/24/")
    expect(phone.locator("#ask")).to_be_focused()
    for _ in range(6):  # 20, 25, 30, 40, 50, 60
        phone.keyboard.press("Tab")
    phone.keyboard.press("Enter")
    expect(phone.locator("#verdict")).to_have_text(re.compile("Right"))


@pytest.mark.parametrize("locale", ["ja", "zh-TW"])
def test_a_screen_reads_in_other_languages(open_phone: OpenPhone, locale: str, axe: Any) -> None:
    page = open_phone(320, 640, locale=locale)
    for address in SCREENS.values():
        page.goto(address)
        wide = overhang(page)
        assert wide <= 0, address
    axe(page)
