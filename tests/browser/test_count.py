"""The sticks on the table against the record, by fingers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phones import Table, new_table

OpenPhone = Callable[..., Page]
RON = {"type": "win", "riichi": [], "wins": [
    {"winner": 1, "from": 2, "value": {"han": 4, "fu": 30}}]}  # fmt: skip


@pytest.fixture
def table(transactional_db: None, settings: Any) -> Table:
    """Ben 33,000, Chie 17,000; it was off Dan."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    made = new_table()
    made.record(RON)
    return made


@pytest.mark.parametrize(
    "options", [{}, {"width": 320, "height": 640, "dark": True}], ids=["phone", "small and dark"]
)
def test_the_slip_is_named_and_put_right(
    open_phone: OpenPhone, table: Table, axe: Callable[..., None], options: dict[str, Any]
) -> None:
    phone = open_phone(**options)
    phone.goto(table.path + "menu/")
    phone.get_by_role("link", name="Check the scores").tap()
    expect(phone.locator("#id_score0")).to_be_visible()
    axe(phone)
    for seat, score in enumerate(("25000", "33000", "25000", "17,000")):
        phone.locator(f"#id_score{seat}").fill(score.replace(",", ""))
    phone.get_by_role("button", name="Compare").tap()
    first = phone.locator(".slips li").first
    expect(first).to_contain_text("off another player")
    expect(first).to_contain_text("Ben ron off Dan")
    axe(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") <= options.get("width", 390)
    first.get_by_role("button").tap()
    expect(phone.get_by_text("A hand is edited")).to_be_visible()
    phone.get_by_role("button", name="Save and replay").tap()
    expect(phone.get_by_role("status")).to_have_text("The count agrees with the record.")
    assert table.wins() == [(1, 3, {"han": 4, "fu": 30})]


def test_a_figure_that_is_none_keeps_the_others(phone: Page, table: Table) -> None:
    phone.goto(table.path + "count/?score0=25000&score1=&score2=x&score3=17000")
    expect(phone.locator("#id_score0")).to_have_value("25000")
    expect(phone.locator("#id_score1_error")).to_be_visible()
    expect(phone.locator("#id_score1")).to_be_focused()
