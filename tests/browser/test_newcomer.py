"""What a newcomer sees after ./bin/serve: the way in, the demo's table, the settled game."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from tests.browser.phones import overhang

Axe = Callable[..., None]
Screenshot = Callable[..., None]

THEMES = pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])


@pytest.fixture
def demo(transactional_db: None, settings: Any, tmp_path: Path) -> dict[str, str]:
    """The demo's games: the path of each by its title."""
    settings.VAR_DIR = tmp_path
    said = io.StringIO()
    call_command("demo", stdout=said)
    return dict(line.split("\t") for line in said.getvalue().splitlines())


def fits(page: Page) -> bool:
    """Nothing sticks out sideways."""
    return overhang(page) <= 0


def suffix(dark: bool) -> str:
    return "-dark" if dark else ""


@THEMES
def test_the_way_in(
    open_phone: Callable[..., Page], axe: Axe, screenshot: Screenshot, dark: bool
) -> None:
    page = open_phone(dark=dark)
    page.goto("/")
    expect(page.get_by_role("heading").first).to_be_visible()
    axe(page)
    assert fits(page)
    screenshot(page, f"home{suffix(dark)}")


@THEMES
def test_the_demo_table_shows_who_has_what(
    demo: dict[str, str],
    open_phone: Callable[..., Page],
    axe: Axe,
    screenshot: Screenshot,
    dark: bool,
) -> None:
    page = open_phone(dark=dark)
    page.goto(demo["Demo table"])
    main = page.locator("body")
    for name, score in (
        ("Aki", "21,100"),
        ("Ben", "33,800"),
        ("Chie", "18,300"),
        ("Dan", "25,800"),
    ):
        expect(main).to_contain_text(name)
        expect(main).to_contain_text(score)
    expect(main).to_contain_text("South 2")
    axe(page)
    assert fits(page)
    screenshot(page, f"table{suffix(dark)}")


@THEMES
def test_the_settled_game_shows_places_and_totals(
    demo: dict[str, str],
    open_phone: Callable[..., Page],
    axe: Axe,
    screenshot: Screenshot,
    dark: bool,
) -> None:
    page = open_phone(dark=dark)
    page.goto(demo["Last week"])
    for total in ("+32.5", "+2.4", "−10.5", "−24.4"):
        expect(page.locator("body")).to_contain_text(total)
    axe(page)
    assert fits(page)
    screenshot(page, f"settlement{suffix(dark)}")


@pytest.mark.parametrize("width, height", [(320, 640), (360, 640), (844, 390)])
@pytest.mark.parametrize("title", ["Demo table", "Last week"])
def test_nothing_sticks_out_on_other_screens(
    demo: dict[str, str], open_phone: Callable[..., Page], title: str, width: int, height: int
) -> None:
    page = open_phone(width, height)
    page.goto(demo[title])
    assert fits(page)


def test_the_demo_can_be_read_without_scripts(
    demo: dict[str, str], open_phone: Callable[..., Page]
) -> None:
    page = open_phone(java_script_enabled=False)
    page.goto(demo["Demo table"])
    expect(page.locator("body")).to_contain_text("33,800")
