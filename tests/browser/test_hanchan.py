"""A real hanchan, played again through the forms by taps, with one undo and one edit on the way.

The game is the first of the recorded ones that has everything a table meets in an evening; each win
is entered by the value the record gives it. It must end on the record's scores and settlement.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scoring import figures
from sessions.models import Game
from sessions.services.games import create_game
from tests.browser.phones import rest

RECORDS = Path(__file__).resolve().parents[2] / "../shared/records"
MOST_ROUNDS = 12

pytestmark = [pytest.mark.records, pytest.mark.slow]


def by_value() -> Iterator[dict[str, Any]]:
    """The recorded games, each win by its value."""
    sys.path.insert(0, str(RECORDS))
    try:
        from check import with_values
    finally:
        sys.path.remove(str(RECORDS))
    with gzip.open(RECORDS / "games.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            yield with_values(json.loads(line))


def has_everything(game: dict[str, Any]) -> bool:
    """A tenhou hanchan of four with riichi, a self-draw, a double ron, a draw and honba."""
    rules, rounds = game["rules"], game["rounds"]
    if rules.get("preset") != "tenhou" or len(game["players"]) != 4 or len(rounds) > MOST_ROUNDS:
        return False
    wins = [win for played in rounds for win in played.get("wins", ())]
    return (
        rules["options"]["length"] == "hanchan"
        and any(played["type"] == "draw" for played in rounds)
        and any(played.get("riichi") for played in rounds)
        and any(known["honba"] for known in game["expected"]["rounds"])
        and any(win["from"] is None for win in wins)
        and any(len(played.get("wins", ())) == 2 for played in rounds)
        and not any(played.get("stop") for played in rounds)
    )


@pytest.fixture
def hanchan() -> dict[str, Any]:
    if not (RECORDS / "games.jsonl.gz").exists():
        pytest.skip("the recorded games are not here")
    return next(filter(has_everything, by_value()))


class Hand:
    """A finger that enters rounds."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def choose(self, id: str) -> None:
        """Tap the key or the seat of an input, and see it chosen."""
        self.page.locator(f'label:has([id="{id}"])').tap()
        expect(self.page.locator(f'[id="{id}"]')).to_be_checked()

    def declare(self, seats: list[int]) -> None:
        for seat in seats:
            groove = self.page.locator(f"#riichi-{seat}")
            if groove.get_attribute("aria-pressed") == "false":
                groove.tap()
                expect(groove).to_have_attribute("aria-pressed", "true")

    def value(self, seat: int, value: dict[str, Any]) -> None:
        han, fu = han_and_fu(value)
        self.choose(f"seat{seat}-han-{han}")
        if fu:
            self.choose(f"seat{seat}-fu-{fu}")

    def win(self, wins: list[dict[str, Any]]) -> None:
        """From the table, or from a form that asks who won."""
        first, *others = wins
        seat = first["winner"]
        self.page.locator(f'#won-{seat}, label:has([id="winner-{seat}"])').tap()
        source = "self" if first["from"] is None else first["from"]
        self.choose(f"source-{source}")
        self.value(first["winner"], first["value"])
        for other in others:
            self.page.locator("#pick").tap()
            self.page.locator(f'label:has([id="winner-{other["winner"]}"])').tap()
            self.value(other["winner"], other["value"])

    def draw(self, tenpai: list[int], riichi: list[int]) -> None:
        self.page.locator("#enter-draw").tap()
        for seat in tenpai:
            if seat not in riichi:
                self.choose(f"tenpai-{seat}")

    def abort(self, reason: str) -> None:
        self.page.locator("#enter-more").tap()
        self.page.locator(f'a[href$="reason={reason}"]').tap()

    def record(self) -> None:
        self.page.locator("#record").tap()
        expect(self.page.locator("#last")).to_be_visible()

    def enter(self, played: dict[str, Any]) -> None:
        """One round of the record, from the table and back to it."""
        self.declare(played.get("riichi", []))
        if played["type"] == "win":
            self.win(played["wins"])
        elif played["type"] == "draw":
            self.draw(played["tenpai"], played.get("riichi", []))
        else:
            self.abort(played["reason"])
        self.record()


def han_and_fu(value: dict[str, Any]) -> tuple[str, int | None]:
    """The keys for a recorded value: at a limit its name, and no fu."""
    if "yakuman" in value:
        return f"yakuman{value['yakuman']}", None
    if "limit" in value:
        return "counted" if value["limit"] == "yakuman" else value["limit"], None
    han = value["han"]
    names = ((13, "counted"), (11, "sanbaiman"), (8, "baiman"), (6, "haneman"), (5, "mangan"))
    return next(((name, None) for least, name in names if han >= least), (str(han), value["fu"]))


def shows(page: Page, scores: list[int]) -> None:
    for seat, score in enumerate(scores):
        expect(page.locator(f"#score-{seat}")).to_have_text(figures.score(score))


def misheard(played: dict[str, Any]) -> dict[str, Any]:
    """The round with its first win at 1 han 30 fu."""
    first, *others = played["wins"]
    return {**played, "wins": [{**first, "value": {"han": 1, "fu": 30}}, *others]}


def mistaken(played: dict[str, Any]) -> dict[str, Any]:
    """The round taken for a draw."""
    return {"type": "draw", "riichi": played["riichi"], "tenpai": played["riichi"]}


def test_a_real_hanchan_ends_on_its_recorded_scores_and_settlement(
    phone: Page, hanchan: dict[str, Any], settings: Any
) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    rules, rounds, expected = hanchan["rules"], hanchan["rounds"], hanchan["expected"]
    game, keys = create_game(
        variety="riichi",
        names=hanchan["players"],
        preset=rules["preset"],
        options=rules["options"],
        title="A hanchan",
    )
    phone.goto(f"/g/{keys.write}/")
    hand = Hand(phone)
    wins = [index for index, played in enumerate(rounds) if played["type"] == "win"]
    undone, edited = wins[1], wins[2]

    for index, (played, known) in enumerate(zip(rounds, expected["rounds"], strict=True)):
        if index == undone:
            hand.enter(misheard(played))
            phone.locator("#undo").tap()
            expect(phone.locator("#redo")).to_be_visible()
        hand.enter(mistaken(played) if index == edited else played)
        if index == edited + 1:
            correct(phone, edited + 1, played=rounds[edited])
        if index != edited:
            shows(phone, known["scores"])

    game.refresh_from_db()
    assert (game.finished, game.reason) == (True, expected.get("reason", game.reason))
    assert [row.scores for row in game.rounds.all()] == [r["scores"] for r in expected["rounds"]]
    assert [row.deltas for row in game.rounds.all()] == [r["deltas"] for r in expected["rounds"]]
    settled(game, expected["settlement"])

    rest(phone)  # the key stands where Record stood
    phone.get_by_role("link", name="Result").tap()
    for seat, total in enumerate(expected["settlement"]["total"]):
        row = phone.locator(".sheet tbody tr", has_text=hanchan["players"][seat]).first
        expect(row.locator(".total")).to_have_text(
            figures.points(round(Fraction(total) * 1000), 1000)
        )


def correct(page: Page, number: int, played: dict[str, Any]) -> None:
    """Hand ``number`` was no draw but a win: enter it, look at what that changes, and save."""
    page.get_by_role("link", name="Menu").tap()
    page.get_by_role("link", name="Hands").first.tap()
    page.locator(f"#hand-{number} a.no").tap()
    page.locator(f'a[href$="/enter/win/?round={number}"]').tap()
    Hand(page).win(played["wins"])
    page.locator("#record").tap()
    expect(page.locator(".editing .was")).to_contain_text("Draw")
    expect(page.locator(".warn")).to_contain_text("One later hand changes")
    page.get_by_role("button", name="Save and replay").tap()
    page.get_by_role("link", name="Back to the table").tap()
    expect(page.locator("#last")).to_be_visible()


def settled(game: Game, settlement: dict[str, Any]) -> None:
    results = list(game.results.all())
    assert [result.place for result in results] == settlement["places"]
    for result, total in zip(results, settlement["total"], strict=True):
        assert abs(Fraction(result.total, result.unit) - Fraction(total)) <= Fraction(5, 100)
