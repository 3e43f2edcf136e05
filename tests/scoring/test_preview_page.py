"""The preview as it is sent while a round is entered: heading, question, pads, refusals."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.forms import seal
from scoring.game import parse_outcome, play
from scoring.preview import Position
from scoring.varieties import VARIETIES

NAMES = ("Aki", "Ben", "Chie", "Dan")


def table(variety: str, *rounds: dict[str, Any], **options: Any) -> Position:
    kind = VARIETIES[variety]
    rules = kind.rules(None, options)
    players = kind.players(rules)
    state = play(kind, rules, [parse_outcome(one, players) for one in rounds]).state
    return Position(kind, rules, state, NAMES[:players])


def preview(
    client: Client,
    position: Position | str,
    kind: str,
    fields: dict[str, Any] | None = None,
    status: int = 200,
) -> str:
    sealed = position if isinstance(position, str) else seal(position)
    response = client.post(
        reverse("scoring:preview"), {"position": sealed, "kind": kind, **(fields or {})}
    )
    assert response.status_code == status
    return unescape(response.content.decode())


def text(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def heading(html: str) -> str:
    found = re.search(r'<h1 id="title".*?>(.*?)</h1>', html, re.S)
    assert found is not None
    return text(found.group(1))


DISCARD = {"winner": 1, "source": 3}
DREW = {"winner": 1, "source": "self"}
RON = {"seat1-han": 3, "seat1-fu": 30}
REFEREE = {"reason": "referee"}


@pytest.mark.parametrize(
    ("variety", "kind", "fields", "title", "said"),
    [
        ("riichi", "win", {"winner": 1}, "Ben wins", ""),
        ("riichi", "win", {**DISCARD, **RON}, "Ron", "Record 3,900"),
        ("riichi", "win", {**DREW, **RON}, "Tsumo", "Record 4,000"),
        ("riichi", "win", {**DISCARD, **RON, "winner": [1, 2]}, "Double ron", ""),
        ("riichi", "win", {**DISCARD, "seat1-way": "tiles"}, "Ben ron off Dan", ""),
        ("riichi", "win", {**DREW, "seat1-way": "tiles"}, "Ben tsumo", ""),
        ("riichi", "draw", {}, "Draw", "Tap everyone who was tenpai."),
        ("riichi", "abort", {}, "Abortive draw", "Why is the hand broken off?"),
        ("riichi", "penalty", {"reason": "chombo"}, "Chombo", "Who made the chombo?"),
        ("riichi", "penalty", REFEREE, "Penalty", "Whose penalty is it?"),
        ("riichi", "penalty", {**REFEREE, "seat": 1}, "Penalty", "How many points off the result?"),
        ("riichi", "adjust", {}, "Adjust the scores", "By how much does each score change?"),
        ("riichi", "end", {}, "End the game", "Why does it end?"),
        ("hongkong", "draw", {}, "Draw", "Nobody won, nobody pays."),
        ("hongkong", "penalty", {}, "False win", "Who declared a false win?"),
        ("zungjung", "win", {**DISCARD, "seat1-way": "patterns"}, "Ben wins", "Chicken hand"),
    ],
)
def test_heading_and_what_is_asked(
    client: Client, variety: str, kind: str, fields: dict[str, Any], title: str, said: str
) -> None:
    html = preview(client, table(variety), kind, fields)
    assert heading(html).startswith((f"{title} East 1", f"{title} off Dan, hand 1"))
    assert said in text(html)


def test_pads_to_type_in_are_not_sent_again_as_their_caret_would_be_lost(client: Client) -> None:
    changes = {"delta0": "500", "delta1": "-500"}
    html = preview(client, table("riichi"), "adjust", changes)
    assert "<input" not in html
    assert "25,500" in html
    html = preview(client, table("riichi"), "penalty", {**REFEREE, "seat": 1})
    assert 'type="text"' not in html
    assert 'type="number"' not in html


def test_what_was_said_but_is_no_more_on_the_page_is_sent_along(client: Client) -> None:
    html = preview(client, table("riichi"), "penalty", {**REFEREE, "seat": 1})
    assert '<input type="hidden" name="reason" value="referee">' in html
    html = preview(client, table("riichi"), "win", {})
    assert 'name="show"' not in html, "nobody has won yet"
    html = preview(client, table("riichi"), "win", {**DISCARD, **RON})
    assert '<input type="hidden" name="show" value="1">' in html


def test_an_entry_that_is_corrected_is_saved_and_not_recorded_again(client: Client) -> None:
    html = preview(client, table("riichi"), "win", {**DISCARD, **RON, "place": "3"})
    assert "Save" in text(html)
    assert "Record" not in text(html)


def test_a_refused_round_says_why_and_cannot_be_recorded(client: Client) -> None:
    html = preview(client, table("riichi"), "win", {**DISCARD, "seat1-han": 1, "seat1-fu": 25})
    assert 'aria-disabled="true"' in html


def test_a_position_that_is_none_of_ours_is_refused(client: Client) -> None:
    for forged in ("", "forged", seal(table("riichi"))[:-1]):
        html = preview(client, forged, "win", status=422)
        assert text(html)


def test_a_round_that_the_game_does_not_know_is_not_found(client: Client) -> None:
    preview(client, table("zungjung"), "abort", status=404)
