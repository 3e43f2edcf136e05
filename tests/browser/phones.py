"""A table for tests with several phones, and what a finger does there."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Error, Locator, Page, expect

from sessions.models import Game
from sessions.services import changes
from sessions.services.games import create_game
from sessions.services.links import Keys
from tests.browser.conftest import PATIENCE

NAMES = ("Aki", "Ben", "Chie", "Dan")
RON = {"type": "win", "riichi": [], "wins": [
    {"winner": 1, "from": 2, "value": {"han": 2, "fu": 30}}]}  # fmt: skip


@dataclass(frozen=True)
class Table:
    """A game and its keys."""

    game: Game
    keys: Keys

    @property
    def path(self) -> str:
        return f"/g/{self.keys.write}/"

    @property
    def watching(self) -> str:
        return f"/g/{self.keys.watch}/"

    def record(self, *outcomes: dict[str, Any]) -> None:
        """What another phone has recorded."""
        for outcome in outcomes or (RON,):
            self.game.refresh_from_db()
            changes.record(self.game, outcome, version=self.game.version, token=None)

    def outcomes(self) -> list[dict[str, Any]]:
        return list(self.game.rounds.values_list("outcome", flat=True))

    def wins(self) -> list[tuple[int, int | None, Any]]:
        """Who won off whom, with the value, hand by hand; a draw is ``(-1, None, tenpai)``."""
        return [
            (win["winner"], win["from"], win["value"]) if win else (-1, None, outcome["tenpai"])
            for outcome in self.outcomes()
            for win in outcome.get("wins") or [None]
        ]


def new_table(variety: str = "riichi", **given: Any) -> Table:
    return Table(*create_game(variety=variety, names=NAMES, title="Thursday table", **given))


def key(page: Page, id: str) -> Locator:
    """The key or seat of this input."""
    return page.locator(f'label:has([id="{id}"])')


def pad(page: Page, name: str, value: str | int) -> Locator:
    """The key that gives a field of the win this value, whoever won."""
    return page.locator(f'label:has(input[name$="-{name}"][value="{value}"])')


def seat(page: Page, number: int) -> Locator:
    """A seat of the entry screen."""
    return page.locator(f'#entry [data-seat="{number}"] .hit')


def record(page: Page) -> None:
    """Record, and be back at the table."""
    page.locator("#record").tap()
    expect(page.locator("#screen.table")).to_be_visible()


def until(page: Page, happened: Callable[[], Any]) -> None:
    """Wait for what the test alone can see: a request that it holds back, a row that is stored."""
    end = time.monotonic() + PATIENCE / 1000
    while not happened():
        assert time.monotonic() < end, "it never happened"
        page.wait_for_timeout(50)


def until_yes(page: Page, question: str, about: Any = None) -> None:
    """Wait for a yes to a question whose answer takes a while: ``wait_for_function`` takes the
    promise of an answer for a yes. A page that goes away meanwhile is asked again."""

    def yes() -> bool:
        try:
            return bool(page.evaluate(question, about))
        except Error:
            return False

    until(page, yes)


def rest(page: Page) -> None:
    """The finger rests until a key listens that has come where it tapped last (fingers.js)."""
    page.wait_for_load_state()
    page.wait_for_timeout(500)


def overhang(page: Page) -> int:
    """By how many pixels a page sticks out sideways. Not beyond ``innerWidth``, which on a phone
    grows with what sticks out."""
    root = "document.documentElement"
    return int(page.evaluate(f"{root}.scrollWidth - {root}.clientWidth"))
