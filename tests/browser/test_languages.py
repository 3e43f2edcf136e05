"""Japanese and Traditional Chinese in a real browser: nothing cut off, nothing sideways."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sessions.demo import DEMO_GAMES
from sessions.services import changes
from sessions.services.games import create_game

OpenPhone = Callable[..., Page]
LANGUAGES = {"ja": ("ja-JP", "ja"), "zh": ("zh-HK", "zh-hant")}
NAMES = {
    "ja": ("亜希", "勅使河原 美咲子", "千恵", "団"),
    "zh": ("亞紀", "歐陽陳麗詩小姐", "千慧", "阿丹"),
}
IN_BOTH = pytest.mark.parametrize("language", LANGUAGES)
WIDTHS = pytest.mark.parametrize("size", [(390, 844), (320, 640)], ids=("390", "320"))

CUT_OFF = """() => {
  const wide = document.documentElement.clientWidth;
  const found = document.documentElement.scrollWidth > wide ? ["the page is wider"] : [];
  const keys = ".key,.rung,.mode,.ways button,.groove,.tag,.round,.text-key,.dock a,th,td,legend";
  for (const key of document.querySelectorAll(keys)) {
    const box = key.getBoundingClientRect();
    const unseen = "details:not([open]) > :not(summary), .scrolls, .vh";
    if (box.width < 2 || key.closest(unseen)) continue;
    const walker = document.createTreeWalker(key, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode;
      if (!text.data.trim() || text.parentElement.closest(".vh, .one, .fold, [hidden]")) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const said of range.getClientRects())
        if (said.left < box.left - 1 || said.right > box.right + 1 || said.top < box.top - 2
            || said.bottom > box.bottom + 2 || said.right > wide + 1)
          found.push(`${key.className || key.tagName}: ${text.data.trim()}`);
    }
  }
  return [...new Set(found)];
}"""
"""Words that stick out of their key or cell, and a page that scrolls sideways. Names may fold."""


@pytest.fixture
def tables(transactional_db: None, settings: Any) -> Callable[[str], dict[str, str]]:
    """Games of every kind, as far as their pages go, with people of this language."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

    def tables(language: str) -> dict[str, str]:
        def begun(variety: str, *rounds: Any, **options: Any) -> str:
            names = NAMES[language]
            game, keys = create_game(variety=variety, names=names, options=options)
            for outcome in rounds:
                changes.record(game, outcome, version=game.version, token=None)
                game.refresh_from_db()
            return f"/g/{keys.write}/"

        going, over = (demo["rounds"] for demo in DEMO_GAMES[:2])
        win = {"winner": 1, "from": 2}
        riichi = begun("riichi", *going)
        hongkong = begun("hongkong", {"type": "win", "wins": [{**win, "value": {"faan": 3}}]})
        zungjung = begun("zungjung", {"type": "win", "wins": [{**win, "value": {"points": 45}}]})
        settled = begun("riichi", *over, length="east", rate="0.5")
        won = "enter/win/?winner=1&source=0&way="
        return {
            "table": riichi,
            "entry": f"{riichi}{won}hanfu",
            "entry-yaku": f"{riichi}{won}patterns",
            "entry-amount": f"{riichi}{won}amount",
            "entry-tiles": f"{riichi}{won}tiles",
            "draw": f"{riichi}enter/draw/",
            "abort": f"{riichi}enter/abort/",
            "more": f"{riichi}enter/more/",
            "hands": f"{riichi}hands/",
            "hand": f"{riichi}hands/2/",
            "menu": f"{riichi}menu/",
            "result": f"{settled}result/",
            "hongkong": hongkong,
            "hongkong-fan": f"{hongkong}{won}fan",
            "hongkong-patterns": f"{hongkong}{won}patterns",
            "hongkong-hands": f"{hongkong}hands/",
            "zungjung": zungjung,
            "zungjung-patterns": f"{zungjung}{won}patterns",
            "zungjung-points": f"{zungjung}{won}points",
            "zungjung-hands": f"{zungjung}hands/",
            "home": "/",
            "new": "/new/riichi/",
        }

    return tables


@IN_BOTH
@WIDTHS
def test_no_word_is_cut_off_and_no_page_goes_sideways(
    language: str,
    size: tuple[int, int],
    tables: Callable[[str], dict[str, str]],
    open_phone: OpenPhone,
    screenshot: Callable[..., None],
) -> None:
    locale, code = LANGUAGES[language]
    phone = open_phone(*size, locale=locale)
    wrong = {}
    for page, address in tables(language).items():
        phone.goto(address)
        expect(phone.locator("html")).to_have_attribute("lang", code)
        if found := phone.evaluate(CUT_OFF):
            wrong[page] = found
        if page in ("table", "entry", "result", "hongkong-patterns"):
            screenshot(phone, f"{page}-{language}-{size[0]}")
    assert wrong == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
@IN_BOTH
def test_the_table_in_either_language_has_no_barrier(
    language: str,
    theme: str,
    tables: Callable[[str], dict[str, str]],
    open_phone: OpenPhone,
    axe: Callable[..., None],
) -> None:
    phone = open_phone(locale=LANGUAGES[language][0], dark=theme == "dark")
    for page in ("table", "entry", "hands"):
        phone.goto(tables(language)[page])
        axe(phone)


def test_a_tap_on_home_changes_the_language_for_good(phone: Page, transactional_db: None) -> None:
    phone.goto("/")
    phone.get_by_role("button", name="日本語").tap()
    expect(phone.locator("html")).to_have_attribute("lang", "ja")
    phone.goto("/help/")
    expect(phone.get_by_role("heading", name="ヘルプ")).to_be_visible()
    phone.goto("/look/")
    expect(phone.get_by_role("button", name="日本語")).to_have_attribute("aria-pressed", "true")
    phone.get_by_role("button", name="English", exact=True).tap()
    expect(phone.locator("html")).to_have_attribute("lang", "en")


@IN_BOTH
def test_a_hand_is_recorded_and_told_in_the_language_of_the_phone(
    language: str, tables: Callable[[str], dict[str, str]], open_phone: OpenPhone
) -> None:
    phone = open_phone(locale=LANGUAGES[language][0])
    phone.goto(tables(language)["hongkong"])
    phone.locator("#won-1").tap()
    phone.locator('label:has([id="source-0"])').tap()
    phone.locator('label:has([id="seat1-fan-3"])').tap()
    expect(phone.locator("#record")).to_contain_text({"ja": "を記録", "zh": "記錄 "}[language])
    phone.locator("#record").tap()
    told = {
        "ja": "東2局：勅使河原 美咲子が亜希からロン、3飜",
        "zh": "東2局：歐陽陳麗詩小姐 食糊，亞紀 出銃",
    }
    expect(phone.locator("#last")).to_contain_text(told[language])
