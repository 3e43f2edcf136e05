"""Files into a club on a phone: upload, look, put names right, bring in; stop without a trace."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from sessions.models import Club, Game, Player
from sessions.services import imports
from sessions.services.clubs import create_club
from sessions.services.roster import add_player
from sessions.services.seasons import Rules, Setup, make_season
from tests.browser.conftest import OpenPhone
from tests.browser.test_club import PASSWORD, sign_in
from tests.scoring.test_logs import BUST, OWARI, agari, init, xml

Axe = Callable[..., None]
LOG = xml(init(), BUST, names=("tenhou7", "Ben", "Chie", "Dan"))
OTHER = xml(init(), agari(owari=OWARI), names=("tenhou7", "Ben", "Emi", "Dan"))
WRONG = xml(init(), agari(sc="250,320,250,-320,250,0,250,0"))


@pytest.fixture
def club(transactional_db: None) -> Club:
    from django.contrib.auth.models import User

    olive = User.objects.create_user("olive", password=PASSWORD)
    club = create_club(olive, name="Harbour Mahjong Club")
    make_season(
        club, olive, Setup("Autumn"), [Rules("riichi", "tenhou", {"tenpai_yame": "choice"})]
    )
    add_player(club, olive, "さくら")
    return club


def choose(page: Page, tmp_path: Path, **files: str) -> None:
    paths = []
    for name, text in files.items():
        path = tmp_path / f"{name}.xml"
        path.write_text(text)
        paths.append(path)
    page.goto("/c/harbour-mahjong-club/import/")
    page.get_by_label("Files").set_input_files(paths)
    page.get_by_role("button", name="Read").tap()


def test_logs_come_in_with_their_players_put_right(
    open_phone: OpenPhone, club: Club, tmp_path: Path, axe: Axe
) -> None:
    phone = open_phone()
    sign_in(phone, "olive")
    choose(phone, tmp_path, one=LOG, two=OTHER, three=WRONG)
    expect(phone.get_by_text("2 games can come in.")).to_be_visible()
    expect(phone.get_by_text("1 game cannot come in.")).to_be_visible()
    expect(phone.get_by_text("the log pays +32,000, −32,000, 0, 0")).to_be_visible()
    expect(phone.get_by_text("73,000").first).to_be_visible()
    axe(phone)
    width = phone.evaluate("document.documentElement.scrollWidth")
    assert width == 390
    assert not Game.objects.exists()

    phone.get_by_label("tenhou7").fill("さくら")
    expect(phone.locator("#id_season option:checked")).to_have_text("Autumn")
    phone.get_by_label("Day").fill("2026-11-30")
    phone.get_by_role("button", name="Import the ticked games").tap()
    expect(phone.get_by_text("2 games imported.")).to_be_visible()
    expect(phone.get_by_text("4 new players.")).to_be_visible()
    axe(phone)
    assert club.games.count() == 2
    assert Player.objects.get(name="さくら").results.filter(place=1).count() == 2
    assert not Player.objects.filter(name="tenhou7").exists()

    phone.goto("/c/harbour-mahjong-club/seasons/autumn/")
    expect(phone.get_by_text("さくら").first).to_be_visible()

    choose(phone, tmp_path, one=LOG)
    expect(phone.get_by_text("0 games can come in. 1 is here already.")).to_be_visible()


NOTE_HOW_FAR = """new MutationObserver(() => {
  const [how_far] = document.documentElement.textContent.match(/Reading: \\d of 6/) || [];
  if (how_far) sessionStorage.setItem(how_far, "seen");
}).observe(document, { childList: true, subtree: true });"""


def test_a_long_import_shows_how_far_it_is_and_stops_without_a_trace(
    open_phone: OpenPhone, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imports, "AT_A_TIME", 1)
    phone = open_phone(width=320, height=640)
    phone.add_init_script(NOTE_HOW_FAR)
    sign_in(phone, "olive")
    phone.goto("/c/harbour-mahjong-club/import/")
    games = [
        {
            "format": "jantaku.game/1",
            "id": f"g{n}",
            "rules": {"variety": "riichi", "preset": "tenhou", "options": {}},
            "players": ["Aki", "Ben", "Chie", "Dan"],
            "rounds": [{"type": "end", "reason": "agreed"}],
        }
        for n in range(6)
    ]
    phone.get_by_label("Or paste a text").fill("\n".join(map(json.dumps, games)))
    phone.get_by_role("button", name="Read").tap()
    expect(phone.get_by_role("button", name="Import the ticked games")).to_be_visible()
    seen = [text for text in phone.evaluate("Object.keys(sessionStorage)") if "Reading" in text]
    assert len(seen) > 2, "the page shows how far it is, by itself"
    monkeypatch.setattr(imports, "_write", lambda job: None)  # as long as you like
    phone.get_by_label("Into the season").select_option("no season")
    phone.get_by_role("button", name="Import the ticked games").tap()
    expect(phone.get_by_text("Writing: 0 of 6")).to_be_visible()
    phone.get_by_role("button", name="Stop, import nothing").tap()
    expect(phone.get_by_text("Nothing was imported.")).to_be_visible()
    assert not Game.objects.exists()
    assert club.players.count() == 1


def test_without_scripts_it_goes_on_by_a_key(
    open_phone: OpenPhone, club: Club, tmp_path: Path
) -> None:
    phone = open_phone(java_script_enabled=False)
    sign_in(phone, "olive")
    choose(phone, tmp_path, one=LOG)
    phone.get_by_role("button", name="Go on").tap()
    phone.get_by_role("button", name="Import the ticked games").tap()
    for _ in range(3):
        with phone.expect_navigation():
            phone.get_by_role("button", name="Go on").tap()
    expect(phone.get_by_text("1 game imported.")).to_be_visible()
    assert club.games.count() == 1
