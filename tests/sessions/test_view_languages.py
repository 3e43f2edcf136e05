"""The pages in Japanese and Traditional Chinese: no English is left on them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html.parser import HTMLParser
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client

from sessions.models import Game
from sessions.services import changes
from sessions.services.games import create_game
from sessions.services.links import Keys

NAMES = ("亜希", "勉", "千恵", "団")
VARIETIES = ("riichi", "hongkong", "zungjung")
LANGUAGES = ("ja", "zh-hant")

ALLOWED = re.compile(
    r"Jantaku|(Plain )?English|QR|JSON|JSONの|https?://\S+|/g/\S+"
    # Rulesets, sites and people by their own names; money; what is typed just so.
    r"|HKMA|WRC(-R)?|EMA|K_Co\.?|M\.League|MIT-0|README|yawnoc/\S+|Alan|Kwan|World Riichi"
    r"|Zung Jung Mahjong Scoring System|oldid|v\d+|Cookie|[AB](?=\W)"
    r'|"?(floating|all-honors)"?|\$'
)
"""Latin words that are right in every language."""


class Words(HTMLParser):
    """What a page shows or reads out: its text, and labels and hints in attributes."""

    SPOKEN = ("aria-label", "placeholder", "title", "data-done", "data-says", "alt")
    SILENT = ("script", "style", "textarea")

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.silent = 0
        self.language = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "html":
            self.language = given.get("lang") or ""
        if given.get("translate") == "no" or tag in self.SILENT:
            self.silent += 1
        self.said += [str(given[name]) for name in self.SPOKEN if given.get(name)]

    def handle_endtag(self, tag: str) -> None:
        if self.silent and tag in (*self.SILENT, "p"):
            self.silent -= 1

    def handle_data(self, data: str) -> None:
        if not self.silent and data.strip():
            self.said.append(" ".join(data.split()))


def words(html: str) -> Words:
    found = Words()
    found.feed(html)
    return found


def english(html: str) -> list[str]:
    """What of the page is English."""
    return [
        text
        for text in words(html).said
        if re.search(r"[A-Za-z]{2}", ALLOWED.sub("", text)) and text != "Jantaku"
    ]


_ASIAN = r"[\u3040-\u30ff\u3400-\u9fff\uff00-\uffef]"
_HALF_WIDTH = re.compile(
    rf"{_ASIAN}\s?(?:[:;,!?](?!\d)|\()|\){_ASIAN}|[,:;] (?={_ASIAN})|^[,:;.](?: |$)|[,:;] ?$"
)


def half_width(html: str) -> list[str]:
    """What of a Japanese or Chinese page is pointed as English is: 親のロン: 5200."""
    return [text for text in words(html).said if _HALF_WIDTH.search(text)]


ROUNDS: Mapping[str, list[dict[str, Any]]] = {
    "riichi": [
        {
            "type": "win",
            "riichi": [1],
            "wins": [{"winner": 1, "from": 3, "value": {"han": 3, "fu": 30}}],
        },
        {
            "type": "win",
            "wins": [
                {
                    "winner": 1,
                    "from": None,
                    "hand": {
                        "tiles": "123m456p78999s111z",
                        "win_tile": "9s",
                        "situation": ["riichi"],
                        "melds": [],
                    },
                }
            ],
            "riichi": [1],
        },
        {"type": "draw", "tenpai": [1, 2], "riichi": [2], "nagashi": [0]},
        {"type": "abort", "reason": "nine-terminals"},
        {"type": "penalty", "reason": "chombo", "seat": 0},
        {"type": "penalty", "reason": "referee", "seat": 0, "points": 1000},
        {"type": "adjust", "deltas": [100, -100, 0, 0], "reason": "数え間違い"},
    ],
    "hongkong": [
        {"type": "win", "wins": [{"winner": 1, "from": 2, "value": {"faan": 3}}]},
        {"type": "win", "wins": [{"winner": 0, "from": None, "value": {"limit": True}}]},
        {"type": "draw"},
        {"type": "penalty", "reason": "false-win", "seat": 3},
        {
            "type": "win",
            "wins": [
                {
                    "winner": 2,
                    "from": None,
                    "hand": {
                        "tiles": "111m222p33s",
                        "melds": ["pon 777z", "chi 789m"],
                        "win_tile": "3s",
                        "situation": ["last-tile"],
                        "flowers": ["f1"],
                    },
                }
            ],
        },
    ],
    "zungjung": [
        {
            "type": "win",
            "wins": [
                {"winner": 1, "from": 2, "value": {"points": 45, "patterns": ["2.1.1", "1.1"]}}
            ],
        },
        {"type": "win", "wins": [{"winner": 0, "from": None, "value": {"points": 1}}]},
        {"type": "draw"},
        {
            "type": "win",
            "wins": [
                {
                    "winner": 2,
                    "from": 1,
                    "hand": {
                        "tiles": "111222333m44455z",
                        "win_tile": "5z",
                        "situation": [],
                        "melds": [],
                    },
                }
            ],
        },
    ],
}
Play = Callable[[str], tuple[Game, Keys]]


@pytest.fixture
def play(db: None) -> Play:
    """A game of this kind with every sort of round in it."""

    def play(variety: str) -> tuple[Game, Keys]:
        options = {"table_notes": {"kuikae": "not allowed"}} if variety == "riichi" else {}
        game, keys = create_game(variety=variety, names=NAMES, options=options)
        for outcome in ROUNDS[variety]:
            changes.record(game, outcome, version=game.version, token=uuid4().hex)
            game.refresh_from_db()
        return game, keys

    return play


@pytest.fixture
def look(client: Client) -> Callable[..., str]:
    """A page in a language, which is said to be so, whatever its status."""

    def look(path: str, language: str, **data: Any) -> str:
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        answer = client.post(path, data) if data else client.get(path)
        html = answer.content.decode()
        assert answer.status_code in (200, 404, 422), path
        assert words(html).language in (language, ""), path
        assert language.startswith("en") or half_width(html) == [], path
        return html

    return look


OF_A_TABLE = (
    "",
    "compare/0/",
    "enter/win/",
    "enter/win/?winner=0&source=1&way=patterns",
    "enter/win/?winner=0&source=1&way=tiles",
    "enter/win/?winner=0&source=self",
    "enter/draw/",
    "enter/more/",
    "enter/adjust/",
    "enter/penalty/",
    "enter/win/?round=1",
    "enter/win/?round=2",
    "enter/win/?round=4",
    "enter/win/?round=5",
    "hands/",
    "hands/1/",
    "hands/2/",
    "hands/3/",
    "menu/",
    "keys/",
    "rules/",
    "players/",
    "sheet/",
    "result/",
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variety", VARIETIES)
def test_no_page_of_a_table_has_english_left(
    language: str, variety: str, play: Play, look: Callable[..., str]
) -> None:
    _game, keys = play(variety)
    pages = [*OF_A_TABLE, *["needs/"] * (variety == "riichi")]
    left = {
        page: found
        for page in pages
        if (found := english(look(f"/g/{keys.write}/{page}", language)))
    }
    assert left == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_other_page_has_english_left(language: str, db: None, look: Callable[..., str]) -> None:
    pages = (
        "/",
        "/help/",
        "/look/",
        "/take-over/",
        "/g/nothing/",
        *(f"/new/{variety}/" for variety in VARIETIES),
        *(f"/score/{variety}/table/" for variety in VARIETIES),
        *(f"/score/{variety}/calculator/" for variety in VARIETIES),
        *(f"/score/train/{variety}/" for variety in VARIETIES),
        *(f"/score/train/{variety}/1/7/" for variety in VARIETIES),
        "/score/",
        "/offline/",
    )
    look("/words/", language)  # names every term in English, too
    left = {page: found for page in pages if (found := english(look(page, language)))}
    assert left == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variety", VARIETIES)
def test_a_finished_game_has_no_english_left(
    language: str, variety: str, play: Play, look: Callable[..., str]
) -> None:
    game, keys = play(variety)
    changes.close(game, reason="agreed", version=game.version, token=uuid4().hex)
    left = {
        page: found
        for page in ("", "result/", "menu/", "hands/", "enter/win/?round=1")
        if (found := english(look(f"/g/{keys.write}/{page}", language)))
    }
    assert left == {}
    told = look(f"/g/{keys.write}/result.txt", language)
    assert not re.search(r"[A-Za-z]{2}", told), told


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_refused_is_refused_in_the_reader_s_words(
    language: str, db: None, look: Callable[..., str]
) -> None:
    typed = {"name0": "勉", "name1": "勉", "name2": "", "name3": "団", "option-noten_pool": "700"}
    page = look("/new/riichi/", language, **typed, preset="club", shown="club", players="4")
    assert "勉" in page
    assert english(page) == []
    over = look("/take-over/", language, code="abc", phrase="no such words")
    assert english(over) == []


def test_names_stand_by_themselves_in_any_language(play: Play, look: Callable[..., str]) -> None:
    _game, keys = play("riichi")
    page = look(f"/g/{keys.write}/hands/", "ja")
    assert "<b><bdi>勉</bdi></b>が<bdi>団</bdi>からロン" in page
    assert "トップ <bdi>" in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_last_hand_is_punctuated_as_the_language_is(
    language: str, play: Play, look: Callable[..., str]
) -> None:
    game, keys = play("riichi")
    changes.undo(game, version=game.version, token=None)
    assert re.search(r"本場：<b>", look(f"/g/{keys.write}/", language))


@pytest.mark.parametrize(
    "variety, language, voice",
    [
        ("riichi", "en", "ja-JP"),
        ("riichi", "zh-hant", "zh-HK"),
        ("hongkong", "en", "zh-HK"),
        ("hongkong", "ja", "ja-JP"),
        ("zungjung", "en-x-plain", "zh-HK"),
    ],
)
def test_a_call_is_read_out_in_the_language_it_is_written_in(
    variety: str,
    language: str,
    voice: str,
    client: Client,
    play: Play,
    look: Callable[..., str],
) -> None:
    client.cookies["voice"] = "on"
    _game, keys = play(variety)
    assert f'data-voice="{voice}"' in look(f"/g/{keys.write}/", language)


def test_an_announcement_is_marked_with_the_language_it_is_said_in(
    play: Play, look: Callable[..., str]
) -> None:
    _game, keys = play("hongkong")
    page = look(f"/g/{keys.write}/enter/win/?winner=0&source=1&any-fan=3&seat0-fan=3", "en")
    assert '<i lang="zh-Hant">三番</i>' in page
