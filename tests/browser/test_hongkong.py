"""A Hong Kong East round by taps, from the home screen to who pays whom, and every screen of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from sessions.models import Game
from sessions.services import changes
from sessions.services.games import create_game
from tests.browser.phones import overhang, rest

OpenPhone = Callable[..., Page]
NAMES = ("Aki", "Ben", "Chie", "Dan")


@pytest.fixture(autouse=True)
def _quick_phrases(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def key(page: Page, id: str) -> Locator:
    """The key, seat or rung of this input."""
    return page.locator(f'label:has([id="{id}"])')


def choose(page: Page, *ids: str) -> None:
    """Tap the keys of these inputs one after the other, and see each chosen."""
    for id in ids:
        key(page, id).tap()
        expect(page.locator(f'[id="{id}"]')).to_be_checked()


def record(page: Page, text: str) -> None:
    expect(page.locator("#record")).to_have_text(text)
    page.locator("#record").tap()
    expect(page.locator("#last")).to_be_visible()


def shows(page: Page, *scores: str) -> None:
    for seat, score in enumerate(scores):
        expect(page.locator(f"#score-{seat}")).to_have_text(score)


# -- the whole round ----------------------------------------------------------------------------


def start_a_table(page: Page) -> None:
    """From the home screen: names, the East round alone, and back from the keys to the table."""
    page.goto("/")
    page.locator("label", has_text="Hong Kong").tap()
    page.get_by_role("button", name="Start").tap()
    for wind, name in zip(("East", "South", "West", "North"), NAMES, strict=True):
        page.locator(".people").get_by_label(wind, exact=True).fill(name)
    page.locator("summary", has_text="Own rules").tap()
    page.locator("summary", has_text="Game").tap()
    page.get_by_label("Length").select_option("east")
    page.get_by_role("button", name="Start").last.tap()
    expect(page.locator("h1")).to_contain_text("Keys")
    page.get_by_role("link", name="Back").tap()
    expect(page.locator("h1")).to_have_text("Hong Kong 1-4 fan, stake 48")


def test_an_east_round_is_played_by_taps_to_the_settlement(
    phone: Page, tap: Any, axe: Callable[..., None]
) -> None:
    start_a_table(phone)

    # East 1: Ben wins off Dan, 3 fan.
    tap(phone, "#won-1")
    tap(phone, key(phone, "source-3"))
    tap(phone, key(phone, "seat1-fan-3"))
    expect(phone.locator("#record")).to_have_text("Record $32")
    tap(phone, "#record")
    shows(phone, "0", "32", "0", "−32")
    assert tap.count == 4

    # East 2: Ben draws it himself, 4 fan, from the key at the bottom.
    tap.reset()
    tap(phone, "#enter-self")
    tap(phone, key(phone, "winner-1"))
    tap(phone, key(phone, "seat1-fan-4"))
    expect(phone.locator(".call")).to_contain_text("爆棚")
    expect(phone.locator("#record")).to_have_text("Record $72")
    tap(phone, "#record")
    shows(phone, "−24", "104", "−24", "−56")
    assert tap.count == 4

    # East 2 again: nobody wins.
    tap.reset()
    tap(phone, "#enter-draw")
    tap(phone, "#record")
    expect(phone.locator("#last")).to_contain_text("nobody pays")
    assert tap.count == 2

    # Chie declares a win on nothing: the largest self-draw to each.
    phone.locator("#enter-more").tap()
    phone.get_by_role("link", name="False win").tap()
    choose(phone, "seat-2")
    record(phone, "Record")
    shows(phone, "48", "176", "−240", "16")

    # Aki off Chie by ticked patterns: 6 fan, which the table counts as 4.
    phone.locator("#won-0").tap()
    choose(phone, "source-2")
    phone.locator("#way-patterns").tap()
    choose(phone, "seat0-half-flush-half-flush", "seat0-all-sequences-all-triplets")
    expect(phone.locator("#tally")).to_contain_text("Half flush 3")
    expect(phone.locator("#tally")).to_contain_text("6 fan count as 4")
    record(phone, "Record $48")
    shows(phone, "96", "176", "−288", "16")

    # East 3: Dan off Aki by the tiles, with his own flower.
    phone.locator("#won-3").tap()
    choose(phone, "source-0")
    phone.locator("#way-tiles").tap()
    lay(phone, "1m 1m 1m 9m 9m 9m 3s 3s 3s 7z 7z")
    phone.locator("label.mode:has([value=pon])").tap()
    phone.locator('[data-tile="5z"]').tap()
    phone.locator('[data-tap="flower:f2"]').tap()
    expect(phone.locator(".explain")).to_contain_text("Own flower 自風花牌")
    axe(phone)
    record(phone, "Record $48")
    shows(phone, "48", "176", "−288", "64")

    # East 4: Ben and Chie both claim Aki's tile; Ben is next in turn.
    phone.locator("#won-1").tap()
    key(phone, "source-0").tap()
    expect(phone.locator("h1")).to_contain_text("off Aki")
    phone.locator("#pick").tap()
    key(phone, "winner-2").tap()
    expect(phone.locator("#refusal")).to_contain_text("(Ben) is next in turn")
    axe(phone)
    key(phone, "only-1").tap()
    expect(phone.locator("#refusal")).to_have_count(0)
    phone.locator("#way-fan").tap()  # the tiles, as used last, are offered first
    choose(phone, "seat1-fan-1")
    record(phone, "Record $4")
    expect(phone.locator("#last")).to_contain_text("The game is over")
    shows(phone, "44", "180", "−288", "64")

    settlement(phone, [("Ben", "+30"), ("Dan", "+11"), ("Aki", "+7"), ("Chie", "−48")])
    axe(phone)

    # It was 2 fan in the first hand: everybody's share moves.
    correct_the_first_hand(phone)
    settlement(phone, [("Ben", "+27"), ("Dan", "+13"), ("Aki", "+8"), ("Chie", "−48")])
    assert Game.objects.get().scores == [44, 164, -288, 80]


def lay(page: Page, tiles: str) -> None:
    for tile in tiles.split():
        page.locator(f'[data-tile="{tile}"]').tap()


def settlement(page: Page, money: list[tuple[str, str]]) -> None:
    """The result page: places with their money, the working, and who pays whom."""
    rest(page)  # the key stands where Record stood
    page.get_by_role("link", name="Result").first.tap()
    rows = page.locator("table.sheet").first.locator("tbody tr")
    for row, (name, amount) in enumerate(money):
        expect(rows.nth(row)).to_contain_text(name)
        expect(rows.nth(row).locator(".total")).to_have_text(amount)
    page.locator("summary", has_text="How it is reckoned").tap()
    for line in ("net points", "in money", "to pay, at most the stake", "share", "money"):
        expect(page.locator(".working")).to_contain_text(line)
    owed = page.locator(".owe li")
    expect(owed).to_have_count(3)
    for row, (name, amount) in enumerate(money[:3]):
        expect(owed.nth(row)).to_contain_text(f"Chie{name}")
        expect(owed.nth(row)).to_contain_text(amount.removeprefix("+"))


def correct_the_first_hand(page: Page) -> None:
    page.get_by_role("link", name="Back").tap()
    page.get_by_role("link", name="Hands").tap()
    page.locator("#hand-1 a.no").tap()
    page.get_by_role("link", name="Edit this hand").tap()
    expect(page.locator('[id="seat1-fan-3"]')).to_be_checked()
    choose(page, "seat1-fan-2")
    page.locator("#record").tap()
    expect(page.locator("#hand-1")).to_contain_text("2 fan, 16")
    page.get_by_role("link", name="Back to the table").tap()
    expect(page.locator("#screen.table")).to_be_visible()


def test_undo_takes_a_hand_back_and_redo_does_it_again(phone: Page) -> None:
    phone.goto(table("table-stakes"))
    phone.locator("#won-1").tap()
    choose(phone, "source-3", "seat1-fan-2")
    record(phone, "Record $16")
    phone.locator("#undo").tap()
    shows(phone, "0", "0", "0", "0")
    rest(phone)  # Redo stands where Undo stood
    phone.locator("#redo").tap()
    shows(phone, "0", "16", "0", "−16")


def test_what_is_wrong_is_said_next_to_it_and_what_was_typed_stays(phone: Page) -> None:
    phone.goto(table("old-style") + "enter/win/?winner=1&source=3")
    phone.locator('[id="seat1-fan-2"]').dispatch_event("click")
    expect(phone.locator("#refusal")).to_have_text("2 fan, this table needs 3")
    phone.locator("#way-patterns").tap()
    choose(phone, "seat1-dragon-red-dragon-red")
    expect(phone.locator("#refusal")).to_have_text("1 fan, this table needs 3")
    expect(phone.locator("#record")).to_have_attribute("aria-disabled", "true")
    with phone.expect_response("**/record/"):  # sent all the same: refused, and still there
        phone.locator("#record").dispatch_event("click")
    expect(phone.locator("#screen.htmx-swapping, .htmx-request")).to_have_count(0)
    expect(phone.locator("#refusal")).to_have_text("1 fan, this table needs 3")
    expect(phone.locator('[id="seat1-dragon-red-dragon-red"]')).to_be_checked()
    phone.locator('[id="seat1-all-sequences-all-sequences"]').dispatch_event("click")
    expect(phone.locator("#refusal")).to_contain_text("cannot be in one hand")


def test_a_rung_is_taken_back_by_the_tap_that_gave_it(phone: Page) -> None:
    phone.goto(table("old-style") + "enter/win/?winner=1&source=3&seat1-way=patterns")
    choose(phone, "seat1-half-flush-half-flush")
    expect(phone.locator("#tally .total")).to_contain_text("3")
    choose(phone, "seat1-half-flush-full-flush")
    expect(phone.locator("#tally .total")).to_contain_text("7")
    key(phone, "seat1-half-flush-full-flush").tap()
    expect(phone.locator('[id="seat1-half-flush-full-flush"]')).not_to_be_checked()
    expect(phone.locator("#tally")).to_contain_text("Tick what the hand has.")


def test_a_win_is_entered_without_a_script(open_phone: OpenPhone) -> None:
    page = open_phone(java_script_enabled=False)
    page.goto(table("table-stakes") + "enter/win/?winner=1&source=3")
    key(page, "seat1-fan-3").tap()
    page.get_by_role("button", name="Show what this would do").tap()
    expect(page.locator(".call")).to_contain_text("3 fan")
    page.locator("#record").tap()
    shows(page, "0", "32", "0", "−32")


# -- looks --------------------------------------------------------------------------------------


def table(preset: str, *rounds: dict[str, Any], **options: Any) -> str:
    """A table of long names, and the address that writes to it."""
    names = ("Ben", "陳大文", "Maximiliane Hohenberg-Østergaard", "さくら")
    game, keys = create_game(variety="hongkong", names=names, preset=preset, options=options)
    for outcome in rounds:
        changes.record(game, outcome, version=game.version, token=None)
    return f"/g/{keys.write}/"


def won(winner: int, source: int | None, faan: int) -> dict[str, Any]:
    return {"type": "win", "wins": [{"winner": winner, "from": source, "value": {"faan": faan}}]}


PLAYED = (won(3, 1, 5), won(0, 2, 4), won(3, 2, 4), won(3, None, 3))
SCREENS = {
    "board": "",
    "asking": "enter/win/?winner=0",
    "fan": "enter/win/?winner=0&source=1&seat0-fan=5&seat0-flower=f3",
    "self-draw": "enter/win/?winner=0&source=self&seat0-fan=10",
    "patterns": "enter/win/?winner=0&source=1&seat0-way=patterns&seat0-half-flush=half-flush",
    "tiles": "enter/win/?winner=0&source=1&seat0-way=tiles&seat0-tray_text="
    "1m.1m.1m.9m.9m.9m.3s.3s.3s.7z.7z|pon 5z|||f3|",
    "two": "enter/win/?winner=0&winner=3&source=1",
    "draw": "enter/draw/",
    "false-win": "enter/penalty/?reason=false-win&seat=2",
    "more": "enter/more/",
    "hands": "hands/",
    "rules": "rules/",
    "sheet": "sheet/",
}
WIDTHS = [(390, 844), (390, 664), (360, 640), (320, 640), (844, 390)]


def test_axe_finds_nothing_on_any_screen(open_phone: OpenPhone, axe: Callable[..., None]) -> None:
    page, at = open_phone(), table("old-style", *PLAYED)
    for screen in SCREENS:
        page.goto(at + SCREENS[screen])
        axe(page)
    page.goto("/score/hongkong/table/?preset=half-gun")
    axe(page)
    page.goto("/new/hongkong/")
    axe(page)


@pytest.mark.parametrize("size", WIDTHS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_sticks_out_sideways(open_phone: OpenPhone, size: tuple[int, int]) -> None:
    page, at = open_phone(*size), table("old-style", *PLAYED)
    for screen in SCREENS:
        page.goto(at + SCREENS[screen])
        wide = overhang(page)
        assert wide <= 0, screen


FANS = """() => {
  const dock = document.querySelector(".dock").getBoundingClientRect();
  return [...document.querySelectorAll(".fans .key")]
    .every((e) => e.getBoundingClientRect().bottom <= dock.top + 1);
}"""


def test_the_fan_grid_fits_a_phone_without_scrolling(open_phone: OpenPhone) -> None:
    at = table("table-stakes", won(3, 1, 3))
    for size in ((390, 844), (390, 664), (360, 640)):
        page = open_phone(*size)
        page.goto(at + SCREENS["fan"].replace("fan=5", "fan=3"))
        assert page.evaluate(FANS), size


SMALL = """() => [...document.querySelectorAll(
  ".fans .key, .rung, .pad .key, .ways button, .record .key")]
  .map((e) => [e.textContent.trim(), e.getBoundingClientRect()])
  .filter(([, box]) => box.width < 47 || box.height < 47)
  .map(([text]) => text)"""


@pytest.mark.parametrize("size", [(390, 844), (320, 640)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_key_is_as_large_as_a_finger(open_phone: OpenPhone, size: tuple[int, int]) -> None:
    page, at = open_phone(*size), table("old-style", *PLAYED)
    for screen in ("fan", "patterns", "two"):
        page.goto(at + SCREENS[screen])
        assert page.evaluate(SMALL) == [], screen


def test_pictures(open_phone: OpenPhone, screenshot: Callable[..., None]) -> None:
    at = table("old-style", *PLAYED)
    light = open_phone(device_scale_factor=2)
    light.goto(at + SCREENS["fan"])
    expect(light.locator(".call")).to_contain_text("5 fan")
    screenshot(light, "hongkong")
    light.goto(at + SCREENS["patterns"])
    expect(light.locator("#tally")).to_contain_text("Half flush 3")
    screenshot(light, "hongkong-patterns")


@pytest.mark.parametrize("variety", ["hongkong", "zungjung", "riichi"])
def test_a_hand_laid_out_in_full_is_seen_whole(phone: Page, variety: str) -> None:
    triplets = "1m.1m.1m.9m.9m.9m.3s.3s.3s.7z.7z|pon 555z|||"
    hand = {
        "hongkong": f"{triplets}f2.s1|",
        "zungjung": triplets,
        "riichi": "2m.3m.4m.6s.6s.6s.7z.7z|pon 555z.chi 345p|1m|||",
    }[variety]
    _game, keys = create_game(variety=variety, names=["Aki", "Ben", "Chie", "Dan"])
    typed = {"winner": 1, "source": 3, "typed": 1, "seat1-way": "tiles", "seat1-tray_text": hand}
    phone.goto(f"/g/{keys.write}/enter/win/?{urlencode(typed)}")
    expect(phone.locator(".explain").first).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollHeight <= innerHeight")
    phone.get_by_role("button", name="Take the last one back").tap()
    expect(phone.locator(".picker")).to_be_visible()
    phone.locator("[data-tile='7z']").tap()
    expect(phone.locator(".picker")).to_have_count(0)
    expect(phone.locator("#record")).to_be_enabled()
