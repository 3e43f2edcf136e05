"""How much travels: the first load of the table, and each answer after a tap, compressed."""

from __future__ import annotations

import gzip
import re
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from sessions.services import changes

FIRST_LOAD = 60 * 1024
ANSWER = 8 * 1024
RON = {"type": "win", "riichi": [1], "wins": [
    {"winner": 1, "from": 3, "value": {"han": 3, "fu": 40}}]}  # fmt: skip
HTMX = {"HTTP_HX_REQUEST": "true"}


def weight(body: bytes) -> int:
    return len(gzip.compress(body, 6))


def linked(page: str) -> set[str]:
    """Every file of ours the page makes a browser load."""
    found = re.findall(r'(?:href|src)="/static/([^"#?]+)', page)
    return {path for path in found if not path.endswith(".html")}


@pytest.fixture
def long_game(open_game: Any) -> Any:
    """A table with long names in three scripts, honba, sticks and every riichi declared."""
    names = ["Maximiliane Hohenberg-Østergaard", "東風戦の好きな櫻井さくら", "陳大文", "Ben"]
    opened = open_game(names=names, title="Thursday table of the club", options={"time_limit": 60})
    opened.record(RON, *[{"type": "draw", "riichi": [], "tenpai": []}] * 6)
    for seat in range(4):
        changes.declare(opened.game, seat, declared=True)
    return opened


@pytest.mark.parametrize("page", ["board", "enter"])
def test_the_first_load_is_under_60_kilobytes_all_told(
    client: Client, long_game: Any, page: str
) -> None:
    address = long_game.at("board") if page == "board" else long_game.at("enter", "win")
    body = client.get(address).content
    total = weight(body)
    files = linked(body.decode())
    assert any(path.endswith(".js") for path in files)
    assert any(path.endswith("icons.svg") for path in files)
    for path in files:
        found = finders.find(path)
        assert found, path
        with open(found, "rb") as file:
            total += weight(file.read())
    assert total < FIRST_LOAD


def inputs(page: str) -> dict[str, list[str]]:
    sent: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page):
        sent.setdefault(name, []).append(value)
    return sent


def test_every_answer_after_a_tap_is_under_8_kilobytes(client: Client, long_game: Any) -> None:
    at, form = long_game.at, long_game.form
    win = {"winner": 1, "source": "self"}
    page = client.get(at("enter", "win"), win).content.decode()
    sealed = inputs(page)["position"][0]
    answers = {
        "riichi": client.post(at("riichi", 0), form(), **HTMX),
        "compare": client.get(at("compare", 2), **HTMX),
        "turn": client.get(at("board"), {"seat": "2"}, **HTMX),
        "win": client.get(at("enter", "win"), win),
        "amount": client.get(at("enter", "win"), {**win, "way": "amount"}),
        "draw": client.get(at("enter", "draw")),
        "more": client.get(at("enter", "more")),
        "preview": client.post(
            reverse("scoring:preview"),
            {"kind": "win", "position": sealed, **win, "seat1-han": "yakuman1"},
        ),
        "record": client.post(at("record"), form(kind="win", **win), **HTMX),
        "undo": client.post(at("undo"), form(), **HTMX),
    }
    assert all(answer.status_code == 200 for answer in answers.values())
    too_heavy = {
        name: weight(answer.content)
        for name, answer in answers.items()
        if weight(answer.content) >= ANSWER
    }
    assert too_heavy == {}
