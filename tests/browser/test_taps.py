"""How few taps a hand takes, from the table's screen with Record included (table-side.md)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sessions.models import Game
from sessions.services.games import create_game


@pytest.fixture
def table(phone: Page, settings: Any) -> Page:
    """A phone that has the table of Aki, Ben, Chie and Dan open."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    _, keys = create_game(variety="riichi", names=["Aki", "Ben", "Chie", "Dan"])
    phone.goto(f"/g/{keys.write}/")
    return phone


def key(page: Page, id: str) -> Any:
    """The key or seat of this input."""
    return page.locator(f'label:has([id="{id}"])')


def recorded() -> dict[str, Any]:
    return dict(Game.objects.get().rounds.get().outcome)


def back_at_the_table(page: Page) -> None:
    expect(page.locator("#enter-ron")).to_be_visible()
    expect(page).not_to_have_url(re.compile("/enter/"))


def test_a_ron_with_riichi_by_han_and_fu_takes_six(table: Page, tap: Any) -> None:
    tap(table, "#riichi-1")
    expect(table.locator("#score-1")).to_have_text("24,000")
    tap(table, "#won-1")
    tap(table, key(table, "source-3"))
    tap(table, key(table, "seat1-han-2"))
    tap(table, key(table, "seat1-fu-40"))
    expect(table.locator("#record")).to_have_text("Record 2,600")
    tap(table, "#record")
    back_at_the_table(table)
    assert tap.count <= 6
    assert recorded() == {
        "type": "win",
        "riichi": [1],
        "wins": [{"winner": 1, "from": 3, "value": {"han": 2, "fu": 40}}],
    }


def test_a_self_draw_takes_five_from_the_seat(table: Page, tap: Any) -> None:
    tap(table, "#won-2")
    tap(table, key(table, "source-self"))
    tap(table, key(table, "seat2-han-4"))
    tap(table, key(table, "seat2-fu-25"))
    expect(table.locator("#record")).to_have_text("Record 6,400")
    tap(table, "#record")
    back_at_the_table(table)
    assert tap.count <= 5
    assert recorded()["wins"] == [{"winner": 2, "from": None, "value": {"han": 4, "fu": 25}}]


def test_a_self_draw_takes_five_from_the_key(table: Page, tap: Any) -> None:
    tap(table, "#enter-tsumo")
    tap(table, key(table, "winner-0"))
    tap(table, key(table, "seat0-han-2"))
    tap(table, key(table, "seat0-fu-40"))
    expect(table.locator("#record")).to_have_text("Record 3,900")
    tap(table, "#record")
    back_at_the_table(table)
    assert tap.count <= 5
    assert recorded()["wins"] == [{"winner": 0, "from": None, "value": {"han": 2, "fu": 40}}]


def test_a_limit_hand_takes_one_tap_for_its_value(table: Page, tap: Any) -> None:
    tap(table, "#won-1")
    tap(table, key(table, "source-0"))
    tap(table, key(table, "seat1-han-haneman"))
    expect(table.locator("#record")).to_have_text("Record 12,000")
    tap(table, "#record")
    back_at_the_table(table)
    assert tap.count == 4
    assert recorded()["wins"][0]["value"] == {"limit": "haneman"}


@pytest.mark.parametrize("tenpai", [(), (1,), (0, 2), (0, 1, 3)])
def test_a_draw_takes_two_and_one_for_each_player_in_tenpai(
    table: Page, tap: Any, tenpai: tuple[int, ...]
) -> None:
    tap(table, "#enter-draw")
    for seat in tenpai:
        tap(table, key(table, f"tenpai-{seat}"))
        expect(table.locator(f"#tenpai-{seat}")).to_be_checked()
    tap(table, "#record")
    back_at_the_table(table)
    assert tap.count <= 2 + len(tenpai)
    assert recorded() == {"type": "draw", "riichi": [], "tenpai": list(tenpai)}


def test_the_amount_that_was_said_takes_one_tap(table: Page, tap: Any) -> None:
    """Once the amounts are the way used last."""
    table.goto(table.url + "enter/win/?winner=1&source=3&way=amount")
    key(table, "seat1-amount-5200").tap()
    table.locator("#record").tap()
    back_at_the_table(table)
    tap(table, "#won-2")
    tap(table, key(table, "source-3"))
    tap(table, key(table, "seat2-amount-6400"))
    expect(table.locator("#record")).to_have_text("Record 6,400")
    tap(table, "#record")
    back_at_the_table(table)
    assert tap.count == 4
