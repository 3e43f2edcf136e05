"""The score tables of a ruleset, to look up: what they say, and what they answer to nonsense."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.pages.tables import TABLES, address
from scoring.varieties import VARIETIES

EVERY = [(key, preset) for key in TABLES for preset in VARIETIES[key].presets]


def page(client: Client, variety: str, status: int = 200, **query: Any) -> str:
    response = client.get(reverse("scoring:table", args=(variety,)), query)
    assert response.status_code == status
    return response.content.decode()


def cells(html: str) -> list[list[str]]:
    """The rows of the page's tables, as text."""
    rows = re.findall(r"<tr>(.*?)</tr>", html, re.S)
    return [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in rows]


@pytest.mark.parametrize(("variety", "preset"), EVERY)
def test_every_ruleset_has_its_tables(client: Client, variety: str, preset: str) -> None:
    html = page(client, variety, preset=preset)
    assert 'aria-current="true"' in html
    assert len(cells(html)) > 4


@pytest.mark.parametrize(
    ("preset", "row"),
    [
        ("table-stakes", ["4", "48", "24"]),
        ("old-style", ["5", "48", "24"]),
        ("half-gun", ["5", "12", "6", "12"]),
        ("hkma", ["10", "512", "256"]),
    ],
)
def test_hong_kong_shows_who_pays_what(client: Client, preset: str, row: list[str]) -> None:
    assert row in cells(page(client, "hongkong", preset=preset))


def test_a_stake_of_its_own_is_shown_in_money_too(client: Client) -> None:
    html = page(client, "hongkong", options=json.dumps({"stake": 100}))
    assert ["3", "32", "16", "66 2/3", "33 1/3"] in cells(html)
    assert "Own rules, otherwise Table stakes" in html
    assert "1-4 fan, stake 100" in html


def test_hong_kong_lists_what_the_table_plays(client: Client) -> None:
    assert "Seven pairs" not in page(client, "hongkong")
    assert "Seven pairs" in page(client, "hongkong", options='{"seven_pairs": 4}')


def test_zung_jung_shows_the_points_of_the_edition_and_names_its_makers(client: Client) -> None:
    old, new = page(client, "zungjung"), page(client, "zungjung", preset="3.3")
    assert re.search(r"Pure One-Suit.*?<dd>100", old)
    assert re.search(r"Pure One-Suit.*?<dd>80", new)
    assert ["85", "205", "25", "85", "255"] in cells(new)
    assert "Alan Kwan" in old
    assert "伊藤和夫" in old


def test_an_address_carries_a_games_own_rules(client: Client) -> None:
    there = address("hongkong", "old-style", {"minimum": 5}, "/help/")
    html = client.get(there).content.decode()
    assert 'href="/help/"' in html
    assert cells(html)[1][0] == "5"


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"preset": "nonsense"}, "unknown preset"),
        ({"options": "["}, "address is broken"),
        ({"options": "[1]"}, "address is broken"),
        ({"options": "[" * 100000}, "address is broken"),
        ({"options": '{"stake": 0}'}, "between 1 and"),
        ({"options": '{"stake": 1.5}'}, "whole number"),
        ({"options": '{"minimum": 5}'}, "above the maximum"),
        ({"options": '{"nonsense": 1}'}, "unknown option"),
    ],
)
def test_rules_that_cannot_be_are_refused_with_what_is_wrong(
    client: Client, query: dict[str, str], said: str
) -> None:
    assert said in page(client, "hongkong", 422, **query).lower()


def test_no_way_back_leads_elsewhere(client: Client) -> None:
    assert "evil" not in page(client, "hongkong", back="https://evil.example/")


def test_a_game_without_tables_has_no_page(client: Client) -> None:
    assert client.get("/score/nonsense/table/").status_code == 404
