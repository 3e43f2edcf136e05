"""The preview a form asks for while it is typed: stateless, and an answer to whatever it gets."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.forms import seal
from sessions.selectors.board import position
from sessions.selectors.history import story

RON = {"kind": "win", "winner": 1, "source": 3, "seat1-han": 3, "seat1-fu": 40}


@pytest.fixture
def preview(client: Client, opened: Any) -> Any:
    """Ask for a preview of these fields, at the table as it stands."""

    def ask(**fields: Any) -> Any:
        sealed = seal(position(story(opened.game)))
        return client.post(reverse("scoring:preview"), {"position": sealed, **fields})

    return ask


def part(response: Any, element: str) -> str:
    """An element of the answer by id, without tags."""
    page = response.content.decode()
    found = re.search(rf'<(\w+)[^>]* id="{element}".*?</\1>', page, flags=re.S)
    assert found, element
    return " ".join(re.sub(r"<[^>]*>", " ", found.group()).split())


def test_it_shows_what_recording_would_do(preview: Any) -> None:
    response = preview(**RON)
    page = response.content.decode()
    assert response.status_code == 200
    assert "<html" not in page
    assert part(response, "title") == "Ron East 1, 0 honba"
    assert part(response, "record") == "Record 5,200"
    assert 'aria-disabled="true"' not in re.findall(r'<button[^>]*id="record"[^>]*>', page)[0]
    assert "wins <b>+5,200</b>" in page
    assert "5200" in page
    assert page.count('class="head"') == 1


def test_the_reading_in_kana_stands_where_japanese_is_read(
    client: Client, preview: Any, settings: Any
) -> None:
    for language, shown in (("en", False), ("ja", True), ("zh-hant", False)):
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        assert ('class="reading"' in preview(**RON).content.decode()) == shown


def test_for_a_screen_reader_it_says_all_of_it(preview: Any) -> None:
    said = part(preview(**RON), "say")
    assert said == "5200. Aki 25,000. Ben 30,200, wins. Chie 25,000. Dan 19,800, discards."
    assert part(preview(kind="win", winner=1), "say").startswith("Who discarded?")


def test_an_incomplete_round_asks_and_cannot_be_recorded(preview: Any) -> None:
    response = preview(kind="win")
    page = response.content.decode()
    assert "Who won?" in page
    assert part(response, "record") == "Record"
    assert 'aria-disabled="true"' in re.findall(r'<button[^>]*id="record"[^>]*>', page)[0]


def test_a_flat_key_tells_why_and_leaves_the_form(preview: Any) -> None:
    response = preview(**RON, why="seat1-fu=20")
    assert part(response, "refusal") == "A ron has at least 25 fu: 30 with pinfu"
    assert part(response, "record") == "Record 5,200"
    assert re.search(r'value="40" checked', response.content.decode())


def test_an_impossible_round_says_why_in_place_of_the_call(preview: Any) -> None:
    response = preview(kind="win", winner=[0, 1, 2], source=3)
    assert "Three claims abort the hand" in part(response, "refusal")
    assert response.status_code == 200


def test_it_costs_no_query(
    preview: Any, client: Client, opened: Any, django_assert_num_queries: Any
) -> None:
    sealed = seal(position(story(opened.game)))
    with django_assert_num_queries(0):
        client.post(reverse("scoring:preview"), {"position": sealed, **RON})


@pytest.mark.parametrize("sealed", ["", "x", "{}", "a:b:c", "²" * 100, "\x00"])
def test_a_position_that_is_none_of_ours_is_told_so(
    client: Client, opened: Any, sealed: str
) -> None:
    response = client.post(reverse("scoring:preview"), {"position": sealed, **RON})
    assert response.status_code == 422
    assert "this page is out of date" in response.content.decode().lower()


def test_a_position_cannot_be_made_up(client: Client, opened: Any) -> None:
    sealed = seal(position(story(opened.game)))
    head, _, tail = sealed.partition(":")
    forged = ("b" if head[0] == "a" else "a") + head[1:] + ":" + tail
    response = client.post(reverse("scoring:preview"), {"position": forged, **RON})
    assert response.status_code == 422


def test_a_kind_of_round_that_is_none_is_no_page(preview: Any) -> None:
    assert preview(kind="dance").status_code == 404


def test_names_are_names_whatever_is_in_them(client: Client, open_game: Any) -> None:
    opened = open_game(names=["<i>A</i>", "B&", 'C"', "{{ d }}"])
    sealed = seal(position(story(opened.game)))
    response = client.post(
        reverse("scoring:preview"), {"position": sealed, "kind": "win", "winner": 0}
    )
    page = response.content.decode()
    assert "<i>A</i>" not in page
    assert "&lt;i&gt;A&lt;/i&gt;" in page
    assert "{{ d }}" in page
