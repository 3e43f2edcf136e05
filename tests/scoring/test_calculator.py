"""The calculator: a win's worth without a game, all of it in the address."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from scoring.pages.calculator import read_table
from scoring.pages.tables import address
from scoring.varieties import VARIETIES

MOCK = "2m.4m.6s.6s.6s.9p.9p.3m|pon 777z.chi 340p|1m|||"
"""The hand of the drawing: red dragons, a red five, a closed wait."""


def page(client: Client, variety: str = "riichi", status: int = 200, **query: Any) -> str:
    response = client.get(reverse("scoring:calculator", args=(variety,)), query)
    assert response.status_code == status
    return unescape(response.content.decode())


def tiles(client: Client, tray: str, **query: Any) -> str:
    return page(client, **{"seat0-way": "tiles", "seat0-tray_text": tray, **query})


def answer(html: str) -> str:
    """What stands in the dock, as plain text."""
    dock = re.search(r'<div class="answer".*?</div>', html, re.S)
    assert dock is not None
    return " ".join(re.sub(r"<[^>]+>", " ", dock.group()).split())


# -- what it answers ----------------------------------------------------------------------------


def test_tiles_are_explained(client: Client) -> None:
    html = tiles(client, MOCK, preset="tenhou", seat="E", honba="1")
    assert answer(html) == "5800 は 6100 the discarder pays 6,100"
    for part in ("Red dragon", "Red five", "Closed wait for 3m", "30 × 2<sup>3+2</sup> = 960"):
        assert part in html
    assert "2 han 60 fu is worth the same" in html
    assert '<details class="why" open>' in html
    for word in (
        "gosenhappyaku wa rokusenhyaku",
        "goppa",
        "5800, with honba 6100",
        "連本場 6100",
    ):
        assert word in html


def test_the_winds_make_the_winner_who_they_are(client: Client) -> None:
    east = "1m.2m.3m.4p.5p.6p.9s.9s.1z.1z.1z|chi 789s||||"
    assert "no yaku" in answer(tiles(client, east, round="S", seat="W")).lower()
    assert answer(tiles(client, east, round="E", seat="W")).startswith("1000")
    assert "Round wind" in tiles(client, east, round="E", seat="E")
    assert "Seat wind" in tiles(client, east, round="S", seat="E")
    assert "Seat wind" not in tiles(client, east, round="E", seat="S")


def test_a_self_draw_says_who_pays_what(client: Client) -> None:
    figures = {"seat0-way": "hanfu", "seat0-han": "3", "seat0-fu": "40", "how": "self"}
    assert answer(page(client, **figures)) == (
        "1300, 2600 the dealer pays 2,600, the others pay 1,300 each"
    )
    assert answer(page(client, **figures, seat="E", honba="2")) == (
        "2600 all は 2800 all each pays 2,800"
    )


def test_riichi_is_said_beside_the_tiles(client: Client) -> None:
    closed = "1m.2m.3m.4p.5p.6p.7s.8s.9s.2p.3p.9m.9m.1p||4z|1m||"
    html = tiles(client, closed, riichi="on")
    assert "Riichi" in html
    assert "Ura-dora" in html
    assert answer(tiles(client, closed)) == "Ura-dora are for a hand in riichi"


def test_figures_and_patterns_do_as_well(client: Client) -> None:
    assert answer(page(client, **{"seat0-way": "amount", "seat0-amount": "3900"})).startswith(
        "3900"
    )
    ticked = {"seat0-way": "patterns", "seat0-tanyao": "tanyao", "seat0-dora": "2"}
    assert answer(page(client, **ticked)).startswith("Tanyao 1, Dora 2: 3 han 40 fu 5200")


def test_something_is_still_to_be_said(client: Client) -> None:
    assert answer(page(client)) == "Tap the tiles of the hand, the winning tile last."
    assert answer(tiles(client, MOCK)) == "This table plays without red fives"


@pytest.mark.parametrize(
    "variety, fields, expected",
    [
        ("hongkong", {"seat0-way": "fan", "seat0-fan": "3"}, "the discarder pays"),
        ("zungjung", {"seat0-way": "points", "seat0-tens": "40"}, "40"),
    ],
)
def test_the_other_games_have_one_too(
    client: Client, variety: str, fields: dict[str, str], expected: str
) -> None:
    html = page(client, variety, **fields)
    assert expected in answer(html)
    assert 'name="honba"' not in html
    assert 'name="riichi"' not in html


@pytest.mark.parametrize("variety", VARIETIES)
def test_every_ruleset_has_a_calculator(client: Client, variety: str) -> None:
    for preset in VARIETIES[variety].presets:
        html = page(client, variety, preset=preset)
        assert f'<option value="{preset}" selected>' in html


def test_with_three_players_nobody_sits_north(client: Client) -> None:
    assert 'id="seat-N"' in page(client)
    assert 'id="seat-N"' not in page(client, preset="tenhou-sanma", seat="N")


# -- its address --------------------------------------------------------------------------------


def asked(query: str) -> Any:
    return read_table("riichi", QueryDict(query))


def test_what_an_address_does_not_say_is_usual() -> None:
    table = asked("")
    assert (table.round_wind, table.seat_wind, table.tsumo, table.riichi, table.honba) == (
        0, 1, False, False, 0,
    )  # fmt: skip
    nonsense = asked("round=X&seat=&honba=-1&how=&riichi=maybe")
    assert nonsense == table


def test_the_discarder_is_the_dealer_where_they_can_be() -> None:
    for seat in "ESWN":
        table = asked(f"seat={seat}&honba=12")
        assert table.position.state.seat_wind(0) == "ESWN".index(seat)
        assert table.discarder == (1 if seat == "E" else table.dealer)
        assert table.position.state.honba == 12


def test_own_rules_come_along(client: Client) -> None:
    there = address("riichi", "tenhou", {"kiriage_mangan": True}, "/help/", "calculator")
    html = unescape(client.get(there + "&seat0-way=hanfu&seat0-han=4&seat0-fu=30").content.decode())
    assert answer(html).startswith("8000")
    assert """name="options" value="{"kiriage_mangan": true}""" in html
    assert 'href="/help/"' in html


@pytest.mark.parametrize(
    "query, said",
    [
        ({"preset": "nonsense"}, "unknown preset"),
        ({"options": "{"}, "This address is broken"),
        ({"options": json.dumps({"nonsense": 1})}, "unknown option"),
    ],
)
def test_rules_that_do_not_exist_are_refused(client: Client, query: Any, said: str) -> None:
    html = page(client, status=422, **query)
    assert said.lower() in html.lower()
    response = client.post(reverse("scoring:preview"), {"calculator": "riichi", **query})
    assert response.status_code == 422


def test_what_is_no_game_has_no_calculator(client: Client) -> None:
    assert client.get("/score/poker/calculator/").status_code == 404
    assert client.post(reverse("scoring:preview"), {"calculator": "poker"}).status_code == 404


# -- as one types -------------------------------------------------------------------------------


def test_a_tap_is_answered_with_the_part_that_changes_and_the_address(client: Client) -> None:
    typed = {
        "calculator": "riichi",
        "csrfmiddlewaretoken": "x",
        "preset": "tenhou",
        "seat": "E",
        "how": "discard",
        "seat0-way": "tiles",
        "seat0-tray_text": MOCK.replace(".3m|", "|"),
        "seat0-taps": " hand:3m",
        "seat0-mode": "hand",
    }
    response = client.post(reverse("scoring:preview"), typed, headers={"HX-Request": "true"})
    html = unescape(response.content.decode())
    assert response.status_code == 200
    assert "<html" not in html
    assert 'id="answer" hx-swap-oob="true"' in html
    assert answer(html).startswith("5800")
    there = urlsplit(response["HX-Replace-Url"])
    assert there.path == "/score/riichi/calculator/"
    query = parse_qs(there.query)
    assert query["seat0-tray_text"] == [MOCK]
    assert not {"calculator", "csrfmiddlewaretoken", "seat0-taps"} & query.keys()
    again = client.get(response["HX-Replace-Url"])
    assert answer(unescape(again.content.decode())).startswith("5800")


def test_figures_are_kept_in_the_address_without_what_is_empty(client: Client) -> None:
    typed = {"calculator": "riichi", "seat0-way": "hanfu", "seat0-han": "2", "options": ""}
    response = client.post(reverse("scoring:preview"), typed)
    assert response["HX-Replace-Url"] == "/score/riichi/calculator/?seat0-way=hanfu&seat0-han=2"


def test_a_key_that_cannot_be_chosen_says_why(client: Client) -> None:
    html = page(client, **{"seat0-way": "hanfu", "seat0-han": "1", "why": "seat0-fu=20"})
    assert answer(html) == "A ron has at least 25 fu: 30 with pinfu"


# -- the way there ------------------------------------------------------------------------------


def test_the_index_leads_to_calculators_and_tables(client: Client) -> None:
    html = client.get("/score/").content.decode()
    for variety in VARIETIES:
        for name in ("calculator", "table"):
            there = reverse(f"scoring:{name}", args=(variety,))
            assert f'href="{there}"' in html
            assert client.get(there).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["table:home", "table:help"])
def test_home_and_help_lead_to_the_index(client: Client, name: str) -> None:
    assert 'href="/score/"' in client.get(reverse(name)).content.decode()


@pytest.mark.parametrize("language", ["ja", "zh-hant"])
def test_a_round_is_not_called_like_a_seat(language: str) -> None:
    with override(language):
        rounds, seats, *_others = read_table("riichi", QueryDict()).rows
    assert [key.label for key in rounds.keys] == ["東", "南", "西", "北"]
    assert [key.label for key in seats.keys] == ["東家", "南家", "西家", "北家"]
