"""A season in its people's hands: made, two tables played, a result put right the next day."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from sessions.models import Club, ClubRole, Game, Membership
from sessions.services import roster
from sessions.services.clubs import create_club
from tests.browser.conftest import OpenPhone
from tests.browser.test_club import PASSWORD, go, sign_in
from tests.browser.test_hanchan import Hand
from tests.sessions.league import make_season, play, start

Axe = Callable[..., None]
NAMES = (
    "さくら",
    "Ben",
    "陳大文",
    "Maximiliane Hohenberg-Østergaard",
    "Emi",
    "Finn",
    "Gen",
    "Hana",
)
RON: dict[str, Any] = {
    "type": "win",
    "wins": [{"winner": 0, "from": 1, "value": {"han": 3, "fu": 40}}],
}
TSUMO: dict[str, Any] = {
    "type": "win",
    "wins": [{"winner": 1, "from": None, "value": {"limit": "mangan"}}],
}


@pytest.fixture
def club(transactional_db: None) -> Club:
    user = User.objects.create_user("organiser", password=PASSWORD)
    made = create_club(user, name="Harbour Mahjong Club")
    for name in NAMES:
        roster.add_player(made, user, name)
    keeper = User.objects.create_user("keeper", password=PASSWORD)
    Membership.objects.create(club=made, user=keeper, role=ClubRole.SCOREKEEPER)
    return made


def start_table(page: Page, names: tuple[str, ...]) -> None:
    """From the standings to the board of a new table."""
    go(page, "New game")
    for seat, name in enumerate(names):
        page.locator(f"#id_players{seat}").select_option(label=name)
    page.get_by_role("button", name="Start").tap()
    expect(page.get_by_role("img", name="QR code of the writing link")).to_be_visible()
    page.get_by_role("button", name="Open the table").tap()
    expect(page.locator("#screen.table")).to_be_visible()


def end_game(page: Page) -> None:
    page.goto(page.url.split("?")[0] + "result/")
    page.get_by_role("button", name="all agree").tap()
    expect(page.locator("table.sheet").first).to_be_visible()


def put_right(page: Page) -> None:
    """The first hand was worth more."""
    expect(page.locator("#screen")).to_be_visible()
    page.goto(page.url.split("?")[0] + "hands/1/")
    page.locator('a[href$="/enter/win/?round=1"]').tap()
    Hand(page).choose("seat0-han-baiman")
    page.locator("#record").tap()
    expect(page.locator("#hand-1 .say")).to_contain_text("baiman")


def ranks(page: Page) -> list[str]:
    return [name.strip() for name in page.locator(".standings th.who bdi").all_inner_texts()]


def test_two_tables_play_and_a_result_is_put_right_next_day(
    open_phone: OpenPhone, club: Club, axe: Axe
) -> None:
    organiser = open_phone()
    sign_in(organiser, "organiser")
    organiser.goto(f"/c/{club.slug}/")
    go(organiser, "Seasons")
    go(organiser, "New season")
    organiser.get_by_label("Name", exact=True).fill("Autumn")
    axe(organiser)
    organiser.get_by_label("Riichi").select_option("club")
    organiser.get_by_role("button", name="Make the season").tap()
    expect(organiser.get_by_text("No game is over yet.")).to_be_visible()
    standings = organiser.url

    keeper = open_phone(width=320)
    sign_in(keeper, "keeper")
    for page, names in ((organiser, NAMES[:4]), (keeper, NAMES[4:])):
        page.goto(standings)
        start_table(page, names)
    Hand(organiser).enter(RON)
    Hand(keeper).enter(TSUMO)
    Hand(organiser).enter(TSUMO)
    end_game(organiser)
    end_game(keeper)

    organiser.goto(standings)
    assert ranks(organiser)[0] in ("さくら", "Ben", "Finn")
    expect(organiser.locator(".standings tbody tr")).to_have_count(8)
    axe(organiser)
    before = ranks(organiser)
    row = organiser.locator("tr", has=organiser.get_by_text("Ben", exact=True))
    was = row.locator(".total").inner_text()

    # The next day: the first hand was worth more.
    keeper.goto(standings)
    go(keeper, "Games")
    expect(keeper.get_by_role("heading", name="Games")).to_be_visible()
    axe(keeper)
    keeper.get_by_role("link", name="さくら").first.tap()
    keeper.get_by_role("button", name="Open the table").tap()
    put_right(keeper)

    organiser.reload()
    assert ranks(organiser) != before
    assert ranks(organiser)[0] == "さくら"
    row = organiser.locator("tr", has=organiser.get_by_text("Ben", exact=True))
    assert row.locator(".total").inner_text() != was

    go(organiser, "さくら")
    expect(organiser.get_by_role("heading", name="Places")).to_be_visible()
    axe(organiser)
    game = Game.objects.get(seats__player__name="Ben")
    organiser.goto(f"/c/{club.slug}/games/{game.code}/")
    expect(organiser.get_by_text("edited")).to_be_visible()
    axe(organiser)


def test_tapping_a_point_of_a_plot_opens_its_game(open_phone: OpenPhone, club: Club) -> None:
    season = make_season(club)
    players = list(club.players.order_by("pk"))
    games = [start(season, players[:4], day) for day in range(4)]
    for game in games:
        play(game, Random(1), hands=3)
    page = open_phone()
    sign_in(page, "organiser")
    page.goto(f"/c/{club.slug}/seasons/{season.slug}/players/{players[0].pk}/")
    plot = page.locator("svg.plot").first
    plot.locator("a").last.locator(".hit-dot").tap()
    page.wait_for_url(f"**/c/{club.slug}/games/{games[3].code}/")
