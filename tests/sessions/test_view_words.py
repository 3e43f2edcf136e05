"""Words explained: the page, a search without a script, a word tapped where it stands."""

from __future__ import annotations

import gzip
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from scoring.glossary import GAMES, TERMS

pytestmark = pytest.mark.django_db

HTMX = {"HTTP_HX_REQUEST": "true"}
WORDS = "/words/"


def asked(page: str) -> set[str]:
    """The keys of the words a page explains."""
    found = set()
    for address in re.findall(r'class="term" href="([^"]+)"', page):
        assert urlsplit(address).path == WORDS
        found.update(
            *(value.split(".") for value in parse_qs(urlsplit(address).query).get("of", []))
        )
    return found


def test_every_word_has_a_place_of_its_own_on_the_page(client: Client) -> None:
    page = client.get(WORDS).content.decode()
    for key, term in TERMS.items():
        assert f'<div id="{key}">' in page
        assert term.ja in page
        assert term.zh in page


@pytest.mark.parametrize("language", ["en", "ja", "zh-hant"])
def test_each_reader_finds_the_word_in_their_language_first(client: Client, language: str) -> None:
    page = client.get(f"{WORDS}?of=dead-wall", headers={"accept-language": language})
    head = {"en": "dead wall", "ja": "王牌", "zh-hant": "王牌"}[language]
    assert f"<dt>{head}</dt>" in page.content.decode()
    assert ("fourteen" in page.content.decode()) == (language == "en")


def test_a_search_needs_no_script_and_keeps_what_was_typed(client: Client) -> None:
    page = client.get(WORDS, {"q": "王牌"}).content.decode()
    assert "dead wall" in page
    assert 'value="王牌"' in page
    assert 'id="chi"' not in page


def test_a_search_that_finds_nothing_says_so(client: Client) -> None:
    page = client.get(WORDS, {"q": "<b>xyzzy"}).content.decode()
    assert "No word fits “&lt;b&gt;xyzzy”." in page


def test_the_words_of_one_game_are_kept_while_searching(client: Client) -> None:
    page = client.get(WORDS, {"game": "zungjung"}).content.decode()
    assert 'id="series"' in page
    assert 'id="riichi"' not in page
    assert '<input type="hidden" name="game" value="zungjung">' in page


@pytest.mark.parametrize(
    "query",
    ["of=", "of=nonsense", "of=..", "patterns=poker", "game=poker", "q=" + "x" * 9999, "q=%00%ff"],
)
def test_nonsense_is_no_fault(client: Client, query: str) -> None:
    assert client.get(f"{WORDS}?{query}").status_code == 200
    assert client.get(f"{WORDS}?{query}", **HTMX).status_code == 200


def test_a_tap_brings_the_word_alone_and_a_link_to_the_page(client: Client) -> None:
    answer = client.get(WORDS, {"of": "fu"}, **HTMX).content.decode()
    assert "<html" not in answer
    assert "Points for the parts of a hand" in answer
    assert 'href="/words/#fu"' in answer


@pytest.mark.parametrize("language", ["en", "ja", "zh-hant"])
@pytest.mark.parametrize("game", GAMES)
def test_all_patterns_of_a_game_are_under_8_kilobytes(
    client: Client, game: str, language: str
) -> None:
    answer = client.get(WORDS, {"patterns": game}, headers={"accept-language": language}, **HTMX)
    assert answer.content.count(b"<dt>") > 20
    assert len(gzip.compress(answer.content, 6)) < 8 * 1024


SCREENS = {
    "board": ("board", (), {}, {"honba", "dealer", "riichi"}),
    "han and fu": ("enter", ("win",), {"winner": 1, "source": 2}, {"han", "fu", "mangan"}),
    "draw": ("enter", ("draw",), {}, {"tenpai", "noten-pool"}),
    "broken off": ("enter", ("abort",), {}, {"nine-terminals"}),
    "penalty": ("enter", ("penalty",), {}, {"chombo"}),
}


@pytest.mark.parametrize("screen", SCREENS)
def test_the_words_of_a_screen_can_be_tapped_on_it(
    client: Client, opened: Any, screen: str
) -> None:
    name, args, query, words = SCREENS[screen]
    page = client.get(opened.at(name, *args), query).content.decode()
    assert words <= asked(page)
    assert asked(page) <= set(TERMS)
    assert 'class="word" aria-live="polite"' in page


@pytest.mark.parametrize("language", ["en", "ja", "zh-hant"])
def test_a_yaku_of_an_account_is_explained_by_a_tap(
    client: Client, open_game: Any, language: str
) -> None:
    hand = {"tiles": "123m456m789m11p", "melds": ["pon 555z"], "win_tile": "9m"}
    opened = open_game(variety="zungjung")
    opened.record({"type": "win", "riichi": [], "wins": [
        {"winner": 1, "from": 0, "hand": hand}]})  # fmt: skip
    address = opened.at("enter", "win") + "?round=1"
    page = client.get(address, headers={"accept-language": language}).content.decode()
    assert {"straight", "value-tile"} <= asked(page)


@pytest.mark.parametrize(
    ("game", "words"),
    [("riichi", {"fu", "honba", "mangan"}), ("hongkong", {"fan", "half-flush"}),
     ("zungjung", {"value-tile", "nine-gates"})],
)  # fmt: skip
def test_score_tables_explain_their_words(client: Client, game: str, words: set[str]) -> None:
    page = client.get(reverse("scoring:table", args=(game,))).content.decode()
    assert words <= asked(page)


def test_a_result_explains_uma_and_oka(client: Client, open_game: Any) -> None:
    opened = open_game(options={"length": "single"})
    opened.record({"type": "win", "riichi": [], "wins": [
        {"winner": 1, "from": 0, "value": {"han": 3, "fu": 30}}]})  # fmt: skip
    assert {"uma", "oka"} <= asked(client.get(opened.at("result")).content.decode())


@pytest.mark.parametrize("game", GAMES)
def test_ticked_patterns_are_explained_all_together(
    client: Client, open_game: Any, game: str
) -> None:
    opened = open_game(variety=game)
    query = {"winner": 1, "source": 2, "way": "patterns"}
    page = client.get(opened.at("enter", "win"), query).content.decode()
    assert f'href="{WORDS}?patterns={game}"' in page
