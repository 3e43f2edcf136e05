"""What everybody needs, asked at the table."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from sessions.services import changes

LAST = {"round": "S4", "honba": 1, "sticks": 1, "scores": [15000, 40900, 9200, 33900]}
EARLY = {"round": "S2", "honba": 0, "sticks": 0, "scores": [25000, 25000, 25000, 25000]}


def text(response: Any) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


@pytest.fixture
def last(open_game: Any) -> Any:
    """The last hand, Aki in riichi."""
    opened = open_game(start=LAST)
    changes.declare(opened.game, 0, declared=True)
    return opened


def test_everybody_with_the_cheapest_win_for_each_place(client: Client, last: Any) -> None:
    said = text(client.get(last.at("needs")))
    assert "1 honba, 1 stick, riichi of Aki" in said
    assert "1st Ben 40,900 Nobody to overtake." in said
    assert (
        "2nd Dan 33,900, dealer 1st self-draw 1300 all 2 han 40 fu * * 1200 all (1 han 70 fu)"
        in said
    )
    assert "ron off Ben 2400 1 han 50 fu" in said
    assert "3rd or better self-draw 500-1000 2 han 30 fu, game over" in said
    assert "* A rare hand of more than 60 fu would do for less." in said


def test_a_place_that_no_hand_reaches(client: Client, open_game: Any) -> None:
    far = {"round": "S1", "honba": 0, "sticks": 0, "scores": [100, 99000, 400, 500]}
    opened = open_game(start=far, options={"yakuman_stack": False})
    assert "– no hand is enough" in text(client.get(opened.at("needs")))


def test_what_a_draw_would_do_is_folded_away(client: Client, last: Any) -> None:
    html = client.get(last.at("needs")).content.decode()
    folded = html[html.index("<details>") :]
    assert "If nobody wins" in folded
    assert "Aki" in folded
    assert text_of(folded).count("game over") == 4  # where the dealer is noten


def text_of(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def test_a_watcher_may_ask_too(client: Client, last: Any) -> None:
    assert client.get(last.watch("needs")).status_code == 200


def test_a_game_that_is_over_needs_nothing(client: Client, last: Any) -> None:
    last.record({"type": "end", "reason": "agreed"})
    response = client.get(last.at("needs"))
    assert (response.status_code, response["Location"]) == (302, last.at("board"))


def test_a_game_that_does_not_answer_has_no_such_page(client: Client, open_game: Any) -> None:
    opened = open_game(variety="hongkong")
    assert client.get(opened.at("needs")).status_code == 404
    board = client.get(opened.at("board")).content.decode()
    assert opened.at("needs") not in board
    assert 'id="compare"' in board


def test_the_board_leads_there_and_offers_it_in_the_last_two_hands(
    client: Client, last: Any, open_game: Any
) -> None:
    offered = client.get(last.at("board")).content.decode()
    assert f'id="needs" href="{last.at("needs")}"' in offered
    assert "<span>What do I need?</span>" in offered
    early = open_game(start=EARLY)
    quiet = client.get(early.at("board")).content.decode()
    assert f'id="needs" href="{early.at("needs")}"' in quiet
    assert "<span>What do I need?</span>" not in quiet


def test_differences_give_the_scores_back(client: Client, last: Any) -> None:
    compared = client.get(last.at("compare", 1)).content.decode()
    assert 'id="needs"' not in compared
    assert "Show the scores" in compared


def test_a_finished_board_asks_nobody(client: Client, last: Any) -> None:
    last.record({"type": "end", "reason": "agreed"})
    assert 'id="needs"' not in client.get(last.at("board")).content.decode()


@pytest.mark.parametrize("hands", [0, 6])
def test_the_page_asks_the_database_the_same_however_long_the_game(
    client: Client, opened: Any, django_assert_num_queries: Any, hands: int
) -> None:
    opened.record(*[{"type": "draw", "tenpai": [0], "riichi": []}] * hands)
    with django_assert_num_queries(4):
        client.get(opened.at("needs"))
