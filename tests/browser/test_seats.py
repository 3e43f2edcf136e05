"""Drawing the seats: looked at on the map, then sat down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sessions.models import Game
from sessions.services.seats import Drawn

OpenPhone = Callable[..., Page]
NAMES = ("Aki", "Maximiliane Hohenberg-Østergaard", "櫻井さくら", "Dan")


@pytest.mark.parametrize(
    "options",
    [{"width": 390}, {"width": 320, "height": 640, "dark": True}, {"java_script_enabled": False}],
    ids=["phone", "small and dark", "without scripts"],
)
def test_winds_are_drawn_and_dice_rolled_before_the_table_is_started(
    open_phone: OpenPhone, axe: Callable[..., None], settings: Any, options: dict[str, Any]
) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    phone = open_phone(**options)
    phone.goto("/new/riichi/")
    for seat, name in enumerate(NAMES):
        phone.locator(f"#id_name{seat}").fill(name)
    phone.locator("label:has([value=rolled])").tap()
    phone.locator("footer button").tap()
    expect(phone.locator(".draw .tile")).to_have_count(4)
    expect(phone.get_by_role("img", name="Dice")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= options.get("width", 390)
    if options.get("java_script_enabled", True):
        axe(phone)
    phone.get_by_role("button", name="Draw again").tap()
    expect(phone.get_by_role("img", name="Dice")).to_have_count(0)
    dealer = phone.locator(".draw .dealer .name").inner_text()
    phone.get_by_role("button", name="Sit down and start").tap()
    expect(phone.locator(".qr").first).to_be_visible()
    assert Game.objects.get().seats.first().player.name == dealer


def test_a_long_name_finds_room_in_every_seat(
    phone: Page, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [0, 1, 2, 3]

    def draw(count: int, *, dice: bool) -> Drawn:
        people.append(people.pop(0))
        return Drawn(tuple(people), (6, 5))

    monkeypatch.setattr("sessions.views.start.draw", draw)
    phone.goto("/new/riichi/")
    for seat, name in enumerate(NAMES):
        phone.locator(f"#id_name{seat}").fill(name)
    phone.locator("label:has([value=rolled])").tap()
    phone.locator("footer button").tap()
    for _ in range(4):
        expect(phone.locator(".draw .tile")).to_have_count(4)
        for name in phone.locator(".draw .name").all():
            box = name.bounding_box()
            assert box
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 390
        with phone.expect_navigation():
            phone.get_by_role("button", name="Draw and roll").tap()


def test_two_taps_without_a_script_start_one_table(open_phone: OpenPhone, settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    phone = open_phone(java_script_enabled=False)
    phone.goto("/new/riichi/")
    for seat, name in enumerate(NAMES):
        phone.locator(f"#id_name{seat}").fill(name)
    phone.locator("footer button").dblclick()
    expect(phone.locator(".qr").first).to_be_visible()
    assert Game.objects.count() == 1
    assert phone.goto(phone.url).status == 200  # type: ignore[union-attr]
