"""A Zung Jung game of 16 hands by taps, from the home screen to the settlement, and its screens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from scoring import figures
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


# -- the whole game -----------------------------------------------------------------------------


def start_a_table(page: Page) -> None:
    """From the home screen: edition 3.3, ten points to a unit of money, back from the keys."""
    page.goto("/")
    page.locator("label", has_text="Zung Jung").tap()
    page.get_by_role("button", name="Start").tap()
    expect(page.locator("form#start")).to_contain_text("Alan Kwan")
    for wind, name in zip(("East", "South", "West", "North"), NAMES, strict=True):
        page.locator(".people").get_by_label(wind, exact=True).fill(name)
    page.locator("label", has_text="Zung Jung 3.3").tap()
    expect(page.locator(".presets > .hint")).to_contain_text("version 3.3")
    page.locator("summary", has_text="Own rules").tap()
    page.locator("summary", has_text="Money").tap()
    page.get_by_label("Money per point").fill("0.1")
    page.get_by_role("button", name="Start").last.tap()
    expect(page.locator("h1")).to_contain_text("Keys")
    page.get_by_role("link", name="Back").tap()
    expect(page.locator(".plate")).to_contain_text("hand 1")


class Sums:
    """The scores by the 25-rule, reckoned here and not by the app."""

    def __init__(self) -> None:
        self.scores = [0, 0, 0, 0]

    def win(self, winner: int, responsible: int | None, points: int) -> None:
        for seat in range(4):
            if seat == winner:
                self.scores[seat] += 3 * points
            elif responsible is None or points <= 25:
                self.scores[seat] -= points
            else:
                self.scores[seat] -= 3 * points - 50 if seat == responsible else 25

    def false_win(self, seat: int) -> None:
        self.scores = [score + (30 if s != seat else -90) for s, score in enumerate(self.scores)]

    def shown(self, page: Page) -> None:
        for seat, score in enumerate(self.scores):
            expect(page.locator(f"#score-{seat}")).to_have_text(figures.score(score))


def win_by_points(page: Page, tap: Any, winner: int, source: int | str, points: int) -> None:
    """A win by its points, from the table and back to it; "points" is the way used last."""
    tap(page, f"#won-{winner}")
    tap(page, key(page, f"source-{source}"))
    expect(page.locator(f'[id="source-{source}"]')).to_be_checked()
    if points == 1:
        tap(page, key(page, f"seat{winner}-ones-1"))
    else:
        for part, size in (("hundreds", 100), ("tens", 10), ("ones", 1)):
            digit = points // size % 10 * size
            if digit:
                tap(page, key(page, f"seat{winner}-{part}-{digit}"))
                expect(page.locator(f'[id="seat{winner}-{part}-{digit}"]')).to_be_checked()
    expect(page.locator("#record")).to_have_text(f"Record {points}")
    tap(page, "#record")
    expect(page.locator("#last")).to_be_visible()


def test_a_game_of_sixteen_hands_is_played_by_taps_to_the_settlement(
    phone: Page, tap: Any, axe: Callable[..., None]
) -> None:
    start_a_table(phone)
    sums = Sums()

    # Hand 1: Dan off Ben, pure one-suit.
    tap(phone, "#won-3")
    tap(phone, key(phone, "source-1"))
    tap(phone, key(phone, "seat3-s2.1-2.1.2"))
    expect(phone.locator("#tally")).to_contain_text("Ben pays 190, the others pay 25 each")
    expect(phone.locator("#record")).to_have_text("Record 80")
    tap(phone, "#record")
    assert tap.count == 4
    sums.win(3, 1, 80)
    sums.shown(phone)

    # Hand 2: Aki draws four concealed triplets; what comes with them is added.
    phone.locator("#enter-self").tap()
    key(phone, "winner-0").tap()
    choose(phone, "seat0-s4.2-4.2.3")
    expect(phone.locator("#tally")).to_contain_text("4 concealed always has")
    axe(phone)
    record(phone, "Record 160")
    sums.win(0, None, 160)
    sums.shown(phone)

    # Hand 3: a draw. Then a false win, which is no hand, and is taken back and done again.
    phone.locator("#enter-draw").tap()
    record(phone, "Record")
    phone.locator("#enter-more").tap()
    phone.get_by_role("link", name="False win").tap()
    choose(phone, "seat-2")
    record(phone, "Record")
    phone.locator("#undo").tap()
    sums.shown(phone)
    phone.locator("#redo").tap()
    sums.false_win(2)
    sums.shown(phone)
    expect(phone.locator(".plate")).to_contain_text("hand 4")

    # Hand 4: Ben off Chie, but Ben threw that tile himself before: nobody is responsible.
    phone.locator("#won-1").tap()
    key(phone, "source-2").tap()
    choose(phone, "seat1-s3.1-3.1x2", "seat1-s4.1-4.1", "seat1-responsible-nobody")
    expect(phone.locator("#tally")).to_contain_text("each pays 50")
    record(phone, "Record 50")
    sums.win(1, None, 50)
    sums.shown(phone)

    # Hand 5: Chie off Aki by the tiles.
    phone.locator("#won-2").tap()
    key(phone, "source-0").tap()
    phone.locator("#way-tiles").tap()
    for tile in "1m 2m 3m 1m 2m 3m 1p 2p 3p 1s 2s 9m 9m 3s".split():
        phone.locator(f'[data-tile="{tile}"]').tap()
    expect(phone.locator(".explain")).to_contain_text("Three Similar Sequences")
    axe(phone)
    record(phone, "Record 105")
    sums.win(2, 0, 105)
    sums.shown(phone)

    # Hand 6 to 16 by points, the first by switching to them.
    phone.locator("#won-3").tap()
    key(phone, "source-2").tap()
    phone.locator("#way-points").tap()
    choose(phone, "seat3-tens-40")
    record(phone, "Record 40")
    sums.win(3, 2, 40)
    for winner, source, points in (
        (0, 1, 1), (1, "self", 25), (2, 3, 320), (3, 0, 5), (0, "self", 85), (1, 0, 10),
        (2, 1, 480), (3, "self", 1), (0, 2, 30), (1, 3, 65),
    ):  # fmt: skip
        tap.reset()
        win_by_points(phone, tap, winner, source, points)
        assert tap.count <= 3 + len(str(points).rstrip("0"))
        sums.win(winner, None if source == "self" else int(source), points)
        sums.shown(phone)

    expect(phone.locator("#last")).to_contain_text("all hands are played")
    game = Game.objects.get()
    assert (game.hands, game.finished, game.scores) == (16, True, sums.scores)
    axe(phone)
    settlement(phone, sums.scores)
    axe(phone)
    paper(phone, sums.scores)
    axe(phone)


def settlement(page: Page, scores: list[int]) -> None:
    """The result page: places by the scores, a tenth of them in money, and who pays whom."""
    rest(page)  # the key stands where Record stood
    page.get_by_role("link", name="Result").first.tap()
    rows = page.locator("table.sheet").first.locator("tbody tr")
    for row, seat in enumerate(sorted(range(4), key=lambda seat: -scores[seat])):
        expect(rows.nth(row)).to_contain_text(NAMES[seat])
        expect(rows.nth(row)).to_contain_text(figures.score(scores[seat]))
    owed = page.locator(".owe li .sum").all_inner_texts()
    assert sum(map(float, owed)) == pytest.approx(sum(s for s in scores if s > 0) / 10)


def paper(page: Page, scores: list[int]) -> None:
    """The score sheet: sixteen hands and the false win, with the patterns, totals at the end."""
    page.get_by_role("link", name="Back").tap()
    page.get_by_role("link", name="Menu").first.tap()
    page.get_by_role("link", name="Score sheet").tap()
    lines = page.locator(".paper-sheet tbody tr:not(.noted)")
    expect(lines).to_have_count(17)
    expect(page.locator(".paper-sheet .noted").first).to_have_text("Pure One-Suit 80")
    assert lines.last.locator("td small").all_inner_texts() == [
        figures.score(score) for score in scores
    ]


def test_an_earlier_hand_is_edited_with_what_was_ticked(phone: Page) -> None:
    value = {"points": 105, "patterns": ["2.1.1", "3.1", "3.1", "4.1", "4.2.1"]}
    at = table(None, {"type": "win", "wins": [{"winner": 3, "from": 1, "value": value}]})
    phone.goto(at + "hands/1/")
    phone.get_by_role("link", name="Edit this hand").tap()
    for rung in ("s2.1-2.1.1", "s3.1-3.1x2", "s4.1-4.1", "s4.2-4.2.1"):
        expect(phone.locator(f'[id="seat3-{rung}"]')).to_be_checked()
    choose(phone, "seat3-s3.1-3.1x3")
    expect(phone.locator("#tally .total")).to_contain_text("115")
    phone.locator("#record").tap()
    expect(phone.locator("#hand-1")).to_contain_text("115 points")


def test_a_rung_that_cannot_be_says_why_and_the_ticks_stay(phone: Page) -> None:
    phone.goto(table(None) + "enter/win/?winner=3&source=1&seat3-s2.1=2.1.1")
    phone.locator('[id="seat3-s1.3-1.3"]').dispatch_event("click")
    expect(phone.locator("#refusal")).to_have_text("No Terminals: not with Mixed One-Suit")
    expect(phone.locator('[id="seat3-s2.1-2.1.1"]')).to_be_checked()
    key(phone, "seat3-s2.1-2.1.1").tap()  # the tap that gave it takes it back
    expect(phone.locator("#tally")).to_contain_text("Tap the patterns of the hand.")
    choose(phone, "seat3-s1.3-1.3")


def test_a_win_is_entered_without_a_script(open_phone: OpenPhone) -> None:
    page = open_phone(java_script_enabled=False)
    page.goto(table(None) + "enter/win/?winner=3&source=1")
    key(page, "seat3-s1.1-1.1").tap()
    page.get_by_role("button", name="Show what this would do").tap()
    expect(page.locator("#tally .total")).to_contain_text("5")
    page.locator("#record").tap()
    expect(page.locator("#score-3")).to_have_text("15")


# -- looks --------------------------------------------------------------------------------------


def table(preset: str | None, *rounds: dict[str, Any], **options: Any) -> str:
    """A table of long names, and the address that writes to it."""
    names = ("Ben", "陳大文", "Maximiliane Hohenberg-Østergaard", "さくら")
    game, keys = create_game(variety="zungjung", names=names, preset=preset, options=options)
    for outcome in rounds:
        changes.record(game, outcome, version=game.version, token=None)
    return f"/g/{keys.write}/"


def won(winner: int, source: int | None, points: int) -> dict[str, Any]:
    value = {"points": points}
    return {"type": "win", "wins": [{"winner": winner, "from": source, "value": value}]}


PLAYED = (won(3, 1, 40), won(0, 2, 5), won(3, 2, 125), won(3, None, 1), won(1, 2, 60),
          {"type": "draw"})  # fmt: skip
MOCK = "seat3-s2.1=2.1.1&seat3-s3.1=3.1x2&seat3-s4.1=4.1&seat3-s4.2=4.2.1"
SCREENS = {
    "board": "",
    "asking": "enter/win/?winner=3",
    "patterns": f"enter/win/?winner=3&source=1&{MOCK}",
    "self-draw": "enter/win/?winner=3&source=self&seat3-s4.2=4.2.3",
    "points": "enter/win/?winner=3&source=1&seat3-way=points&seat3-hundreds=100",
    "tiles": "enter/win/?winner=3&source=1&seat3-way=tiles&seat3-tray_text="
    "1m.2m.3m.1m.2m.3m.1p.2p.3p.9m.9m.1s.2s.3s|||||",
    "two": "enter/win/?winner=0&winner=3&source=1",
    "draw": "enter/draw/",
    "false-win": "enter/penalty/?reason=false-win&seat=2",
    "hands": "hands/",
    "rules": "rules/",
    "sheet": "sheet/",
}
WIDTHS = [(390, 844), (360, 640), (320, 640), (844, 390)]


def test_axe_finds_nothing_on_any_screen(open_phone: OpenPhone, axe: Callable[..., None]) -> None:
    page, at = open_phone(), table("3.3", *PLAYED)
    for screen in SCREENS:
        page.goto(at + SCREENS[screen])
        axe(page)
    page.goto("/score/zungjung/table/?preset=3.3")
    axe(page)
    page.goto("/new/zungjung/")
    axe(page)


@pytest.mark.parametrize("size", WIDTHS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_sticks_out_sideways(open_phone: OpenPhone, size: tuple[int, int]) -> None:
    page, at = open_phone(*size), table("3.3", *PLAYED)
    for screen in SCREENS:
        page.goto(at + SCREENS[screen])
        wide = overhang(page)
        assert wide <= 0, screen


SMALL = """() => [...document.querySelectorAll(".rung, .pad .key, .ways button, .record .key")]
  .map((e) => [e.textContent.trim(), e.getBoundingClientRect()])
  .filter(([, box]) => box.width < 47 || box.height < 47)
  .map(([text]) => text)"""


@pytest.mark.parametrize("size", [(390, 844), (320, 640)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_key_is_as_large_as_a_finger(open_phone: OpenPhone, size: tuple[int, int]) -> None:
    page, at = open_phone(*size), table("3.3", *PLAYED)
    for screen in ("patterns", "points", "two"):
        page.goto(at + SCREENS[screen])
        assert page.evaluate(SMALL) == [], screen


def test_pictures(open_phone: OpenPhone, screenshot: Callable[..., None]) -> None:
    at = table(None, *PLAYED, payment="discarder")
    light = open_phone(device_scale_factor=2)
    light.goto(at + SCREENS["patterns"])
    expect(light.locator("#tally .total")).to_contain_text("105")
    screenshot(light, "zungjung")
