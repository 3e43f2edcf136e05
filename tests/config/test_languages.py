"""Japanese and Traditional Chinese: every text is there and whole, and sentences come out right."""

from __future__ import annotations

import ast
import gzip
import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import polib
import pytest
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext, ngettext

from config import catalog
from config.texts import Found, Message, collect, fields, problems, read_python, read_template
from scoring.answers import score_hand
from scoring.errors import ScoringError, SeatNumber, Word
from scoring.game import Replay, parse_outcome, play
from scoring.preview import Position, preview
from scoring.record import read
from scoring.varieties import VARIETIES

LANGUAGES = ("ja", "zh_Hant", "en_X-plain")
RECORDS = Path(__file__).resolve().parents[3] / "shared/records"
NAMES = ("亜希", "勉", "千恵", "団")


@pytest.fixture(scope="module")
def found() -> Found:
    return collect()


@pytest.fixture(scope="module")
def known(found: Found) -> Callable[[str], str]:
    """A translator that knows every text of the catalogs and refuses any other."""
    texts = {message.text for message in found.places if not message.context}

    def known(text: str) -> str:
        assert text in texts or not any(letter.isalpha() for letter in text), text
        return text

    return known


# -- complete -----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated_whole_and_for_certain(language: str, found: Found) -> None:
    """None missing, fuzzy or left over; fields and markup as in English; every plural there.

    ``python manage.py words --extract`` brings the catalogs in line with the sources.
    """
    assert list(problems(language, found)) == []


def test_no_text_is_glued_together_before_it_is_translated(found: Found) -> None:
    """A text that a reader of the source cannot see has to come from a table, whole."""
    glued = [
        (place, written)
        for place, written in found.unreadable
        if any(
            isinstance(node, ast.JoinedStr | ast.BinOp)
            or (isinstance(node, ast.Attribute) and node.attr == "format")
            for node in ast.walk(ast.parse(written, mode="eval"))
        )
    ]
    assert glued == []


@pytest.mark.parametrize("language", LANGUAGES[:2])
def test_a_translation_has_no_english_half_width_points_between_its_own_words(
    language: str,
) -> None:
    """ "流局, 支払いなし" is English punctuation, as is "結果 (税込): 1"; figures and JSON keep
    theirs."""
    catalogued = polib.pofile(str(catalog.source(language)))
    for entry in catalogued:
        for text in (entry.msgstr, *entry.msgstr_plural.values()):
            closed_up = re.sub(" (?=[(:,;])", "", text)
            for before, after in pairwise(closed_up):
                assert not (before > "\u2e7f" and after in ",;:!?()"), text
                assert not (before in "()" and after > "\u2e7f"), text


def plain_terms() -> set[str]:
    """The words of the table that plain English says otherwise, by its own catalog."""
    single = re.compile("[A-Za-z-]+")
    found = {"yaku"}
    for entry in polib.pofile(str(catalog.source("en_X-plain"))):
        if single.fullmatch(entry.msgid) and entry.msgstr.lower() != entry.msgid.lower():
            found |= {entry.msgid.lower(), f"{entry.msgid.lower()}s"}
    return found


SPARED = ("tenhou", "{text} is no meld", "write a meld as text")
"""A site by its name, and what is typed as it is written."""


def test_plain_english_has_its_own_words_for_every_term(found: Found) -> None:
    terms = plain_terms()
    assert {"ron", "han", "fu", "dora", "tenpai", "self-draw", "kans"} <= terms
    entries = polib.pofile(str(catalog.source("en_X-plain")))
    plain = {(entry.msgctxt or "", entry.msgid): entry for entry in entries}
    left = {}
    for message in found.places:
        entry = plain.get((message.context, message.text))
        if entry is None:
            said = [message.text, message.plural]
        else:
            said = [entry.msgstr, *entry.msgstr_plural.values()]
        words = _WORD.findall(_FIELD.sub(" ", " ".join(said)).lower().replace("\u00ad", ""))
        if (used := terms & set(words)) and not any(one in message.text.lower() for one in SPARED):
            left[message.text] = used
    assert left == {}


_WORD = re.compile("[a-z]+(?:-[a-z]+)*")
_FIELD = re.compile(r"%\(\w+\)[sd]|\{\w*\}|</?[a-z]+\b[^>]*>")


# -- what the engines say of real games ---------------------------------------------------------


def recorded(name: str, most: int, every: int = 1) -> Iterator[Any]:
    path = RECORDS / name
    if not path.exists():
        pytest.skip(f"no {path}")
    with gzip.open(path, "rt") as lines:
        for number, line in enumerate(lines):
            if number % every == 0 and number // every < most:
                yield json.loads(line)


def speak(played: Replay, variety: Any, known: Callable[[str], str]) -> None:
    """Everything the app says of a game, hand by hand."""
    variety.summary(played.rules, known)
    for step in played.steps:
        variety.sentence(step, NAMES, known)
        variety.call(step, known)
        variety.round_text(step.before, known)
        variety.round_mark(step.after, known)


@pytest.mark.records
def test_what_is_said_of_recorded_games_is_all_in_the_catalogs(known: Callable[[str], str]) -> None:
    for line in recorded("games.jsonl.gz", most=60, every=49):
        record = {key: line[key] for key in line if key not in ("expected", "source")}
        game = read(record)
        played = play(game.variety, game.rules, game.rounds, game.start, game.chips)
        speak(played, game.variety, known)
        for step in played.steps[-3:]:
            here = Position(game.variety, game.rules, step.before, NAMES[: len(step.deltas)])
            preview(here, record["rounds"][played.steps.index(step)], known)


@pytest.mark.records
def test_every_refusal_of_a_recorded_hand_is_in_the_catalogs(known: Callable[[str], str]) -> None:
    refused = 0
    for line in recorded("refused.jsonl.gz", most=200):
        with pytest.raises(ScoringError) as caught:
            score_hand({key: line[key] for key in ("rules", "hand")})
        caught.value.text((), known)
        refused += 1
    assert refused > 50


# -- sentences ----------------------------------------------------------------------------------


def told(variety: str, options: dict[str, Any], *rounds: dict[str, Any]) -> Any:
    """The last of these rounds, with the game's variety."""
    kind = VARIETIES[variety]
    outcomes = [parse_outcome(outcome, 4) for outcome in rounds]
    return kind, play(kind, kind.rules(None, options), outcomes).steps[-1]


def ron(winner: int, source: int, riichi: tuple[int, ...] = (), **value: Any) -> dict[str, Any]:
    win = {"winner": winner, "from": source, "value": value}
    return {"type": "win", "wins": [win], **({"riichi": list(riichi)} if riichi else {})}


def self_draw(winner: int, **value: Any) -> dict[str, Any]:
    return {"type": "win", "wins": [{"winner": winner, "from": None, "value": value}]}


DRAW = {"type": "draw", "tenpai": [0, 2], "riichi": [2]}
SENTENCES = {
    "riichi ron": (
        told("riichi", {}, DRAW, ron(0, 1, (0,), han=3, fu=40)),
        "東1局 1本場",
        "亜希が勉からロン、3翻40符、7700＋300、供託2本取り",
        "7700 は 8000",
        "東1局 1本場",
        "亜希 榮胡 勉，3 飜 40 符，7700 + 300，收供託 2 根",
        "7700 連本場 8000",
    ),
    "riichi tsumo": (
        told("riichi", {}, self_draw(0, han=2, fu=40)),
        "東1局 0本場",
        "亜希がツモ、2翻40符、1300オール",
        "1300オール",
        "東1局 0本場",
        "亜希 自摸，2 飜 40 符，每家 1300",
        "每家 1300",
    ),
    "riichi draw": (
        told("riichi", {}, DRAW),
        "東1局 0本場",
        "流局、テンパイ 亜希、千恵、リーチ 千恵",
        "",
        "東1局 0本場",
        "流局，聽牌 亜希、千恵，立直 千恵",
        "",
    ),
    "hongkong": (
        told("hongkong", {}, ron(1, 2, faan=3)),
        "東1局",
        "勉が千恵からロン、3飜、32",
        "3飜 三番",
        "東1局",
        "勉 食糊，千恵 出銃，3 番，32",
        "三番",
    ),
    "zungjung": (
        told("zungjung", {}, self_draw(2, points=105)),
        "第1局（東1局）",
        "千恵がツモ、105点、収入315",
        "105点 一百零五分",
        "第1局（東1局）",
        "千恵 自摸，105 分，收 315",
        "一百零五分",
    ),
}


@pytest.mark.parametrize("case", SENTENCES)
def test_a_round_reads_as_it_would_be_told_in_either_language(case: str) -> None:
    (variety, step), *expected = SENTENCES[case]
    said = []
    for code in ("ja", "zh-hant"):
        with translation.override(code):
            said += [
                variety.round_mark(step.before, gettext),
                variety.sentence(step, NAMES, gettext),
                variety.call(step, gettext),
            ]
    assert said == expected


def test_a_refusal_says_its_players_and_its_patterns_in_the_language_of_the_rest() -> None:
    seat = ScoringError("riichi", "{seat} is in riichi and must be tenpai", seat=SeatNumber(1))
    patterns = ScoringError(
        "patterns",
        "{one} and {other} cannot be in one hand",
        one=Word("All sequences"),
        other=Word("All triplets"),
    )
    with translation.override("ja"):
        assert seat.text(NAMES, gettext) == "勉はリーチしているのでテンパイのはずです"
        assert seat.text((), gettext) == "席1はリーチしているのでテンパイのはずです"
        assert patterns.text((), gettext) == "平糊と對對糊は同時に成立しません"
    with translation.override("zh-hant"):
        assert patterns.text((), gettext) == "平糊和對對糊不能同時成立"
    assert str(patterns) == "All sequences and All triplets cannot be in one hand"


def test_plain_english_says_the_terms_in_words_and_all_else_as_english_does() -> None:
    (variety, step), *_ = SENTENCES["riichi ron"]
    with translation.override("en-x-plain"):
        told = variety.sentence(step, NAMES, gettext)
        assert told == "亜希 wins off 勉, 3 fan 40 minipoints, 7700 + 300, takes 2 sticks"
        assert gettext("Tsumo") == "Self-pick"
        assert gettext("Who won?") == "Who won?"
        assert ngettext("{n} hand", "{n} hands", 2) == "{n} hands"


# -- choosing -----------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(
    "asked, shown",
    [
        ("ja", "ja"),
        ("ja-JP,en;q=0.5", "ja"),
        ("zh-HK,zh;q=0.9,en;q=0.8", "zh-hant"),
        ("zh-TW", "zh-hant"),
        ("zh-CN,en;q=0.5", "zh-hant"),
        ("de,fr;q=0.5", "en"),
        ("en-GB,en;q=0.8", "en"),
        ("", "en"),
    ],
)
def test_the_browser_s_language_is_the_page_s(client: Client, asked: str, shown: str) -> None:
    page = client.get("/", headers={"Accept-Language": asked})
    assert f'<html lang="{shown}">' in page.content.decode()
    assert "Accept-Language" in page["Vary"]


@pytest.mark.django_db
def test_a_language_chosen_on_the_page_stays(client: Client) -> None:
    asked = {"Accept-Language": "ja"}
    answer = client.post("/look/", {"language": "zh-hant", "next": "/help/"}, headers=asked)
    assert answer["Location"] == "/help/"
    assert '<html lang="zh-hant">' in client.get("/help/", headers=asked).content.decode()
    client.post("/look/", {"language": "en-x-plain"}, headers=asked)
    assert '<html lang="en-x-plain">' in client.get("/help/", headers=asked).content.decode()
    client.post("/look/", {"language": "tlh"}, headers=asked)
    assert '<html lang="ja">' in client.get("/help/", headers=asked).content.decode()


# -- compiling ----------------------------------------------------------------------------------


def test_a_language_is_compiled_when_it_was_edited_and_only_then(
    settings: Any, tmp_path: Path
) -> None:
    settings.BASE_DIR, settings.LOCALE_PATHS = tmp_path, [tmp_path / "kept"]
    for language in LANGUAGES:
        text = catalog.source(language)
        text.parent.mkdir(parents=True)
        text.write_text('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n')
    assert catalog.compile_changed() == [catalog.compiled(language) for language in LANGUAGES]
    assert catalog.compile_changed() == []
    edited = catalog.source("ja")
    edited.write_text(edited.read_text() + '\nmsgid "Draw"\nmsgstr "流局"\n')
    later = catalog.compiled("ja").stat().st_mtime_ns + 1_000_000_000
    os.utime(edited, ns=(later, later))
    assert catalog.compile_changed() == [catalog.compiled("ja")]
    assert polib.mofile(str(catalog.compiled("ja"))).find("Draw").msgstr == "流局"


# -- reading the sources ------------------------------------------------------------------------


def test_texts_are_read_off_calls_tables_and_choices() -> None:
    found = Found()
    source = """
WORDS = {"a": "first", "b": "second"}
ROWS = (("key", "third"), ("other", "fourth"))

def why(late):
    if late:
        return "too late"
    return None

def show(kind, n, word):
    _("plain")
    _(WORDS[kind])
    [_(text) for key, text in ROWS]
    ngettext("{n} hand", "{n} hands", n)
    raise ScoringError("field", "soon" if n else why(n))
    _(word)
"""
    read_python(source, "made.py", found)
    assert {message.text for message in found.places} == {
        "plain",
        "first",
        "second",
        "third",
        "fourth",
        "{n} hand",
        "soon",
        "too late",
    }
    assert Message("{n} hand", plural="{n} hands") in found.places
    assert found.unreadable == {("made.py", "word")}


def test_texts_are_read_off_templates() -> None:
    source = """{% load i18n %}{% translate "One" %}{% translate "Two" context "count" %}
    {% blocktranslate count n=hands|length %}{{ n }} hand{% plural %}{{ n }} hands{% endblocktranslate %}
    {% translate pattern.label %}{{ _("Three") }}"""  # noqa: E501 - as templates are
    assert set(read_template(source)) == {
        Message("One"),
        Message("Two", context="count"),
        Message("%(n)s hand", plural="%(n)s hands"),
        Message("Three"),
    }


def test_fields_are_found_in_both_ways_of_writing_them() -> None:
    assert fields("{winner} ron off {loser}") == {"winner", "loser"}
    assert fields("%(n)s hands for %(name)s") == {"n", "name"}
    assert fields('{{"floating": …}} for {counts}') == {"counts"}


@pytest.mark.parametrize(
    "translated, problem",
    [
        ("", "not translated"),
        ("{loser}が放銃", "other fields"),
        ("{winner}と<b>{loser}</b>", "other markup"),
    ],
)
def test_a_translation_that_lost_something_is_a_problem(
    settings: Any, tmp_path: Path, translated: str, problem: str
) -> None:
    settings.BASE_DIR = tmp_path
    catalog.source("ja").parent.mkdir(parents=True)
    found, text = Found(), "{winner} ron off {loser}"
    found.add(Message(text), "made.py")
    po = polib.POFile()
    po.append(polib.POEntry(msgid=text, msgstr=translated))
    po.save(str(catalog.source("ja")))
    (only,) = problems("ja", found)
    assert only.startswith(problem)


@pytest.mark.parametrize(
    "language, others",
    [
        ("ja", ("テーブル", "メンバー", "端末", "携帯", "試合", "プレーヤー", "卓代")),
        ("zh_Hant", ("枱", "會所", "牌局", "電話", "帳戶", "成員", "鏈接", "導入")),
    ],
)
def test_one_word_is_used_for_one_thing(language: str, others: Sequence[str]) -> None:
    """卓, 会員 and スマホ in Japanese; 桌, 俱樂部, 對局, 手機 and 帳號 in Chinese."""
    for entry in polib.pofile(str(catalog.source(language))):
        said = entry.msgstr + "".join(entry.msgstr_plural.values())
        assert not [word for word in others if word in said], entry.msgid
