"""The pages beside the table in a real browser: widths, themes, fingers, no script errors. How each
is read aloud and seen, ``test_sweep.py`` asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sessions.demo import draw, ron, tsumo
from sessions.models import Game
from sessions.services.changes import record, sign
from sessions.services.games import create_game
from tests.browser.phones import overhang

Axe = Callable[..., None]
Phone = Callable[..., Page]
NAMES = ("陳大文", "さくら", "Ben", "Maximiliane Hohenberg-Østergaard")
ROUNDS = (
    tsumo(0, han=1, fu=40),
    ron(0, 2, han=2, fu=30),
    ron(3, 0, han=1, fu=40),
    draw(1, 0, riichi=[1]),
    ron(2, 3, han=3, fu=30, riichi=[2]),
)
PAGES = [
    "home", "help", "look", "take-over", "new", "new-hongkong", "new-zungjung", "hands", "hand",
    "sheet", "menu", "rules", "keys", "players", "going", "result", "watched-result", "closed",
]  # fmt: skip


@pytest.fixture
def addresses(transactional_db: None) -> dict[str, str]:
    """A game that goes on and one that is settled, with money and chips."""
    going, keys = create_game(variety="riichi", names=NAMES, title="Thursday table")
    for outcome in ROUNDS:
        record(going, outcome, version=going.version, token=None)
    options = {"length": "single", "rate": "0.5", "chips": True, "leftover_sticks": "lost"}
    over, last = create_game(variety="riichi", names=NAMES, title="Friday", options=options)
    record(over, ron(2, 3, limit="haneman"), version=0, token=None)
    sign(over, 2, signed=True)
    table, settled = f"/g/{keys.write}/", f"/g/{last.write}/"
    return {
        "home": "/",
        "help": "/help/",
        "look": "/look/",
        "take-over": "/take-over/",
        "new": "/new/riichi/",
        "new-hongkong": "/new/hongkong/",
        "new-zungjung": "/new/zungjung/",
        "hands": f"{table}hands/",
        "hand": f"{table}hands/2/",
        "sheet": f"{table}sheet/",
        "menu": f"{table}menu/",
        "rules": f"{table}rules/",
        "keys": f"{table}keys/",
        "players": f"{table}players/",
        "going": f"{table}result/",
        "result": f"{settled}result/",
        "watched-result": f"/g/{last.watch}/result/",
        "closed": f"/g/{last.watch}/players/",
        "table": table,
    }


def unfold(page: Page) -> None:
    """Everything that is folded away is part of the page too."""
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")


def small_targets(page: Page) -> list[str]:
    """What a finger must hit and is under 48 × 48; a link within a sentence may be smaller."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(
             'a.key, a.tool, button, summary, select, textarea, li > a, .join input, label.key,' +
             'label.optline, label.consent, input[type=text], input:not([type])')]
           .filter(e => e.checkVisibility() && !e.closest('.vh') && !e.matches('.vh, .no'))
           .map(e => [e, e.getBoundingClientRect()])
           .filter(([e, box]) => box.width && (box.height < 47.5 || box.width < 47.5))
           .map(([e, box]) => `${e.outerHTML.slice(0, 80)} ${box.width}x${box.height}`)"""
    )
    return found


def sideways(page: Page) -> int:
    return overhang(page)


def under_the_dock(page: Page) -> int:
    """By how much what stands last on a page stays under the dock, scrolled to its end."""
    return int(
        page.evaluate(
            """() => {
              const dock = document.querySelector("footer.dock");
              scrollTo(0, document.documentElement.scrollHeight);
              const ends = [...document.querySelectorAll("main *")].filter((e) =>
                e.checkVisibility() && !e.closest(".vh, .skip"));
              const last = Math.max(...ends.map((e) => e.getBoundingClientRect().bottom));
              return dock && innerHeight > innerWidth
                ? last - dock.getBoundingClientRect().top : 0;
            }"""
        )
    )


def write_names(page: Page, count: int = 4) -> None:
    for seat, name in enumerate(NAMES[:count]):
        page.locator(f"#id_name{seat}").fill(name)


@pytest.mark.parametrize("size", [(320, 640), (390, 844), (844, 390)], ids=lambda s: f"{s[0]}")
def test_every_page_fits_and_every_target_is_for_fingers(
    open_phone: Phone, watch: Any, addresses: dict[str, str], size: tuple[int, int]
) -> None:
    watch.allow(403)
    page, wrong = open_phone(*size), {}
    page.goto(addresses["table"])
    page.goto(addresses["result"])  # both are on the list at home then
    for name in PAGES:
        page.goto(addresses[name])
        unfold(page)
        found = [
            *small_targets(page),
            *([f"{wide} px wide"] if (wide := sideways(page)) > 0 else []),
            *([f"{under} px under the dock"] if (under := under_the_dock(page)) > 0 else []),
        ]
        if found:
            wrong[name] = found
    assert wrong == {}


@pytest.mark.parametrize("language", ["en", "ja", "zh-Hant"])
def test_home_is_seen_whole_on_a_usual_phone(open_phone: Phone, language: str) -> None:
    page = open_phone(locale=language)
    page.goto("/")
    dock, last = page.locator("footer.dock").bounding_box(), page.locator(".languages")
    below = last.bounding_box()
    assert dock is not None
    assert below is not None
    assert below["y"] + below["height"] <= dock["y"]


@pytest.mark.parametrize("theme", ["Light", "Dark", "Black"])
def test_a_theme_is_chosen_by_a_tap(phone: Page, axe: Axe, theme: str) -> None:
    phone.goto("/look/")
    phone.get_by_role("button", name=theme).tap()
    root = phone.locator("html")
    expect(root).to_have_attribute("data-theme", theme.lower())
    expect(phone.get_by_role("button", name=theme)).to_have_attribute("aria-pressed", "true")
    axe(phone)


def test_a_table_is_started_with_four_names_and_a_tap(phone: Page, axe: Axe) -> None:
    phone.goto("/")
    phone.get_by_role("button", name="Start").tap()
    write_names(phone)
    phone.get_by_role("button", name="Start").last.tap()
    expect(phone.get_by_role("heading", name="Recovery phrase")).to_be_visible()
    expect(phone.get_by_role("img", name="QR code of the writing link")).to_be_visible()
    axe(phone)
    phone.get_by_role("link", name="To the table").tap()
    expect(phone.locator("main, .felt").first).to_contain_text("さくら")


def test_choosing_a_preset_changes_the_form_in_place(phone: Page) -> None:
    phone.goto("/new/riichi/")
    phone.locator("#id_name0").fill("Zoë")
    phone.locator("label[for=preset-tenhou-sanma]").tap()
    expect(phone.locator("#id_name3")).to_have_count(0)
    expect(phone.locator("#id_name0")).to_have_value("Zoë")
    expect(phone.locator("#preset-tenhou-sanma")).to_be_checked()
    expect(phone.locator("#preset-tenhou-sanma")).to_be_focused()
    assert phone.url.endswith("/new/riichi/")


def test_enter_in_a_name_starts_the_game_and_chooses_nothing(phone: Page) -> None:
    phone.goto("/new/riichi/")
    write_names(phone)
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("heading", name="Recovery phrase")).to_be_visible()


def test_scores_say_how_far_they_are_from_their_sum(phone: Page) -> None:
    phone.goto("/new/riichi/")
    phone.get_by_text("Start in the middle").tap()
    for seat, score in enumerate(("31400", "20600", "23000", "24000")):
        phone.locator(f"[name=start-score{seat}]").fill(score)
    expect(phone.locator(".scores .hint")).to_have_text("1,000 missing")
    phone.locator("[name=start-sticks]").fill("1")
    expect(phone.locator(".scores .hint")).to_have_text("the sum is right")


def test_a_link_is_copied_by_a_tap(open_phone: Phone, addresses: dict[str, str]) -> None:
    page = open_phone(permissions=["clipboard-read", "clipboard-write"])
    page.clock.install(time="2026-11-30T20:00:00Z")
    page.goto(addresses["keys"])
    page.clock.pause_at("2026-11-30T21:00:00Z")  # it says so for two seconds
    page.get_by_role("button", name="Copy").tap()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert (
        page.evaluate("navigator.clipboard.readText()") == page.locator("#write-link").input_value()
    )
    page.clock.run_for(2_000)
    expect(page.get_by_role("button", name="Copied")).to_have_count(0)


def test_a_hand_is_edited_and_what_it_changes_is_shown_first(
    phone: Page, axe: Axe, addresses: dict[str, str]
) -> None:
    phone.goto(addresses["hands"])
    phone.get_by_role("link", name="East 1-1").tap()
    phone.get_by_role("link", name="さくら").tap()
    phone.locator("#record").tap()
    warning = phone.locator(".warn")
    expect(warning).to_contain_text("3 later hands change")
    expect(warning).to_contain_text("さくら deals")
    axe(phone)
    assert sideways(phone) <= 0
    phone.get_by_role("button", name="Save and replay").tap()
    expect(phone.locator("#hand-2")).to_contain_text("さくら ron off Ben")
    expect(phone.locator("#hand-5 .no")).to_contain_text("East 4-1")


def test_the_plan_can_be_read_and_saved_on_the_smallest_phone(
    open_phone: Phone, addresses: dict[str, str]
) -> None:
    page = open_phone(320, 640)
    page.goto(addresses["hand"])
    page.get_by_role("link", name="さくら").tap()
    page.locator("#record").tap()
    save = page.get_by_role("button", name="Save and replay")
    expect(save).to_be_in_viewport()
    assert sideways(page) <= 0


def test_each_player_signs_on_the_result(phone: Page, addresses: dict[str, str]) -> None:
    phone.goto(addresses["result"])
    phone.get_by_role("button", name="さくら sign").tap()
    expect(phone.get_by_role("button", name="さくら ✓ signed")).to_have_attribute(
        "aria-pressed", "true"
    )


def test_paper_shows_the_result_and_room_to_sign(phone: Page, addresses: dict[str, str]) -> None:
    phone.goto(addresses["result"])
    phone.emulate_media(media="print")
    expect(phone.locator("table.sheet").first).to_be_visible()
    expect(phone.locator(".paper")).to_be_visible()
    for hidden in (".bar", ".dock", ".sign"):
        expect(phone.locator(hidden)).to_be_hidden()


def test_everything_works_without_scripts(open_phone: Phone) -> None:
    page = open_phone(java_script_enabled=False)
    page.goto("/")
    page.get_by_role("button", name="Start").tap()
    page.locator("label[for=preset-tenhou-sanma]").tap()
    page.get_by_role("button", name="Show these rules").tap()
    write_names(page, 3)
    page.get_by_role("button", name="Start").last.tap()
    expect(page.get_by_role("heading", name="Recovery phrase")).to_be_visible()
    expect(page.get_by_role("button", name="Copy")).to_have_count(0)


def test_a_second_tap_on_start_starts_no_second_table(phone: Page) -> None:
    phone.goto("/new/hongkong/")
    write_names(phone)
    phone.evaluate("for (let i = 0; i < 3; i++) document.querySelector('.dock button').click()")
    expect(phone.get_by_role("heading", name="Recovery phrase")).to_be_visible()
    assert Game.objects.count() == 1


def test_text_at_twice_its_size_still_fits(phone: Page, addresses: dict[str, str]) -> None:
    for name in ("home", "new", "hands", "result", "players", "menu", "keys"):
        phone.goto(addresses[name])
        phone.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
        assert sideways(phone) <= 0, name
