"""Words of the table: every term of the sources is there, in all languages, and can be found."""

from __future__ import annotations

import unicodedata

import pytest
from django.template import Context, Template
from django.utils.translation import override

from scoring.glossary import CHAPTERS, GAMES, TERMS, Term, called, fold, patterns, search
from scoring.hongkong.patterns import PATTERNS as HONGKONG
from scoring.riichi.names import NAMES
from scoring.varieties import VARIETIES
from scoring.zungjung.patterns import PATTERNS as ZUNGJUNG

SOURCES = """
    王牌 加分牌 副露 門前 聽牌 流局 包 符底 副底 門前加符 兩面 嵌張 邊張 單騎 雙碰 明刻 暗刻 明槓
    暗槓 中張 么九 客風牌 自風 場風 三元牌 連風牌 榮和 自摸 閒家 莊家 基本點 滿貫 切上滿貫 跳滿
    倍滿 三倍滿 役滿 累計役滿 青天井 高點法 場棒 平胡 裏加分牌 槓 地方役 古役 流局滿貫 犯規 連莊
    半莊 順子 雀頭 數牌 字牌 和牌 場ゾロ バンバン 符ハネ ツモ符 待ち符 シャボ ノベタン オタ風
    喰い平和 ツモ平和 カンチャン ペンチャン リャンメン 本場 供託 切り上げ 青天井 ザンク ゴッパ
    ピンピンロク ちっち ロクヨン クンロク ニック ゴンニ インパチ テッパン オヤバイ オール 責任払い
    五捨六入 ウマ オカ 返し点 焼き鳥 トビ 流し満貫 九種九牌 頭跳ね 喰い替え 食い下がり:喰い下がり
    北家折半 ツモ損 全銃 半銃 半辣上 辣辣上 二五雞 五一 一二蚊 包出銃 包自摸 十二張落地 詐糊 雞糊
    舊章 役満振込額 上限 季節牌 花牌 無番和 截糊 系統 系列 各家払い 放銃者全払い 放銃者倍払い 混合
    満貫 翻牌:番牌 和了 放銃 面子 刻子 槓子
""".split()


def words_of_all() -> str:
    names = ((term.en, term.ja, term.reading, term.zh, term.jyutping) for term in TERMS.values())
    return fold(" ".join(name for term in names for name in term))


@pytest.mark.parametrize("word", SOURCES)
def test_a_term_of_the_sources_is_explained(word: str) -> None:
    """``a:b``: the source writes a, the glossary b."""
    assert fold(word.rpartition(":")[2]) in words_of_all()


@pytest.mark.parametrize(
    ("game", "label"),
    [("riichi", name.en) for name in NAMES.values()]
    + [("hongkong", pattern.label) for pattern in HONGKONG.values()]
    + [("zungjung", pattern.en) for pattern in ZUNGJUNG],
)
def test_every_pattern_a_page_names_is_explained(game: str, label: str) -> None:
    term = called(game, label)
    assert term is not None
    assert game in term.games


def test_every_game_has_its_words() -> None:
    assert set(GAMES) == set(VARIETIES)
    for game in GAMES:
        assert len(patterns(game)) > 20


def test_keys_are_used_once_and_fit_an_address() -> None:
    keys = [term.key for chapter in CHAPTERS for term in chapter.terms]
    assert len(keys) == len(set(keys)) == len(TERMS)
    assert all(key.replace("-", "").isalnum() and key.isascii() for key in keys)
    assert not {chapter.key for chapter in CHAPTERS} - {c.key for c in CHAPTERS if c.terms}


@pytest.mark.parametrize("term", TERMS.values(), ids=TERMS)
def test_a_word_stands_in_three_languages_with_a_sentence(term: Term) -> None:
    assert all((term.en, term.ja, term.zh, term.games))
    assert term.meaning.endswith(".")
    if any("CJK UNIFIED" in unicodedata.name(letter) for letter in term.ja):
        assert term.reading, "kanji are read aloud"


@pytest.mark.parametrize(
    ("query", "key"),
    [
        ("honitsu", "half-flush"),
        ("ホンイツ", "half-flush"),
        ("ほんいつ", "half-flush"),
        ("混一色", "half-flush"),
        ("wan jat sik", "half-flush"),
        ("HALF flush", "half-flush"),
        ("王牌", "dead-wall"),
        ("counted yakuman", "counted-yakuman"),
        ("ザンク", "zanku"),
    ],
)
def test_a_word_is_found_by_any_of_its_names(query: str, key: str) -> None:
    assert key in [term.key for chapter in search(query) for term in chapter.terms]


def test_a_search_can_be_of_one_game_and_may_find_nothing() -> None:
    found = search("", "zungjung")
    assert all("zungjung" in term.games for chapter in found for term in chapter.terms)
    assert "riichi" not in {term.key for chapter in found for term in chapter.terms}
    assert search("xyzzy") == []


def test_the_same_name_is_another_pattern_in_another_game() -> None:
    pinfu, plain = called("riichi", "Pinfu"), called("zungjung", "All Sequences")
    assert pinfu
    assert plain
    assert pinfu.key != plain.key
    assert called("riichi", "no such thing") is None


@pytest.mark.parametrize(
    ("language", "name"), [("en", "riichi"), ("ja", "立直（リーチ）"), ("zh-hant", "立直")]
)
def test_a_page_names_a_word_in_the_readers_language(language: str, name: str) -> None:
    template = Template("{% load glossary %}{{ term|head }}")
    with override(language):
        assert template.render(Context({"term": TERMS["riichi"]})) == name
