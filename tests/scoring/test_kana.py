"""Readings in letters."""

from __future__ import annotations

import re

import pytest
from django.template import Context, Template
from django.utils import translation

from scoring.glossary import TERMS
from scoring.kana import romaji


@pytest.mark.parametrize(
    ("kana", "letters"),
    [
        ("サンゼンキュウヒャク・ザンク", "sanzenkyūhyaku, zanku"),
        ("ゴセンニヒャク は ゴセンゴヒャク", "gosennihyaku wa gosengohyaku"),
        ("ハッピャク センロッピャク", "happyaku senroppyaku"),
        ("ちっち", "chicchi"),
        ("ニィロクオール", "nīrokuōru"),
        ("チートイツ", "chītoitsu"),
        ("りゅうきょく", "ryūkyoku"),
        ("シャーにゅう", "shānyū"),
        ("じゅんちゃん", "junchan"),
        ("フォンパイ", "fonpai"),
        ("四本", "四本"),
    ],
)
def test_kana_in_letters(kana: str, letters: str) -> None:
    assert romaji(kana) == letters


def test_every_reading_of_the_words_of_the_table_is_written_in_letters() -> None:
    for term in TERMS.values():
        assert not re.search(r"[\u3040-\u30ff]", romaji(term.reading)), term.reading


def test_who_reads_english_sees_letters_and_who_reads_japanese_kana() -> None:
    shown = Template("{% load figures %}{{ word|heard }}")
    for language, text in (
        ("en", '<span lang="ja-Latn">zanku</span>'),
        ("en-x-plain", '<span lang="ja-Latn">zanku</span>'),
        ("ja", "ザンク"),
        ("zh-hant", "ザンク"),
    ):
        with translation.override(language):
            assert shown.render(Context({"word": "ザンク"})) == text
