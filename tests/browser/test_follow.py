"""The pages beside the board follow the table too, and nobody is disturbed on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sessions.services import changes
from sessions.services.links import Role, revoke
from tests.browser.phones import Table, new_table

OpenPhone = Callable[..., Page]


@pytest.fixture
def table(transactional_db: None, settings: Any) -> Table:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    return new_table(options={"chips": True})


def end(table: Table) -> None:
    table.game.refresh_from_db()
    changes.end(table.game, reason="agreed", version=table.game.version, token=None)


def test_the_list_of_hands_grows_by_itself(phone: Page, table: Table) -> None:
    phone.goto(table.watching + "hands/")
    expect(phone.get_by_text("No hand is recorded yet.")).to_be_visible()
    table.record()
    expect(phone.locator(".hands li")).to_have_count(1)
    table.record()
    expect(phone.locator(".hands li")).to_have_count(2)


def test_the_result_comes_by_itself_and_every_signature(
    open_phone: OpenPhone, table: Table
) -> None:
    table.record()
    one, other = open_phone(), open_phone()
    one.goto(table.path + "result/")
    expect(one.get_by_text("The game goes on.")).to_be_visible()
    end(table)
    expect(one.locator(".sheet").first).to_be_visible()
    expect(one.locator("[data-image]")).to_be_visible()
    other.goto(table.path + "result/")
    other.locator(".sign button").first.tap()
    expect(one.locator(".sign [aria-pressed=true]")).to_have_count(1)
    expect(one.locator("[data-print]")).to_be_visible()
    expect(one.locator("[data-image]")).to_be_visible()


def test_what_is_being_typed_stays(open_phone: OpenPhone, table: Table) -> None:
    end(table)
    phone = open_phone()
    phone.goto(table.path + "result/")
    phone.locator("#id_chips-seat0").fill("2")
    table.game.refresh_from_db()
    changes.sign(table.game, 0, signed=True)
    phone.wait_for_timeout(3_000)
    expect(phone.locator("#id_chips-seat0")).to_have_value("2")
    expect(phone.locator(".sign [aria-pressed=true]")).to_have_count(0)


def test_what_is_folded_open_stays_open(phone: Page, table: Table) -> None:
    end(table)
    phone.goto(table.path + "result/")
    phone.get_by_text("Rematch, other seats").tap()
    expect(phone.get_by_role("button", name="Rematch, same seats")).to_be_visible()
    table.game.refresh_from_db()
    changes.sign(table.game, 0, signed=True)
    expect(phone.locator(".sign [aria-pressed=true]")).to_have_count(1)
    expect(phone.get_by_role("button", name="Rematch, same seats")).to_be_visible()


def test_a_page_whose_link_was_replaced_says_so(phone: Page, table: Table, watch: Any) -> None:
    watch.allow(403)
    phone.goto(table.watching + "hands/")
    table.game.refresh_from_db()
    revoke(table.game, Role.WATCH)
    expect(phone.get_by_text("This link was replaced by a new one.")).to_be_visible()


def test_a_closed_game_asks_nothing(phone: Page, table: Table) -> None:
    end(table)
    table.game.refresh_from_db()
    changes.close(table.game, reason="agreed", version=table.game.version, token=None)
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url) if "/poll/" in request.url else 0)
    phone.goto(table.path + "result/")
    phone.wait_for_timeout(2_000)
    assert asked == []
