"""Words of the table: what players call it in English, Japanese and Chinese, and what it means.

The words stand in ``glossary.txt``, so that a player who writes no Python can correct one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from scoring.game import Translate
from scoring.hongkong.patterns import PATTERNS as HONGKONG
from scoring.riichi.names import NAMES
from scoring.zungjung.patterns import PATTERNS as ZUNGJUNG

GAMES: Mapping[str, Sequence[str]] = {
    "riichi": [name.en for name in NAMES.values()],
    "hongkong": [pattern.label for pattern in HONGKONG.values()],
    "zungjung": [pattern.en for pattern in ZUNGJUNG],
}
"""What a hand of each game can be made of, by the names that forms and accounts show."""


@dataclass(frozen=True, slots=True)
class Term:
    """One word. ``meaning`` is a msgid; ``labels`` are the msgids pages call the thing by."""

    key: str
    en: str
    ja: str
    reading: str
    zh: str
    jyutping: str
    games: tuple[str, ...]
    labels: tuple[str, ...]
    meaning: str

    def head(self, language: str) -> str:
        """The word as a reader of this language knows it."""
        return {"ja": self.ja, "zh": self.zh}.get(language[:2], self.en)


@dataclass(frozen=True, slots=True)
class Chapter:
    """Words that belong together. ``name`` is a msgid."""

    key: str
    name: str
    terms: tuple[Term, ...]


def _read(text: str) -> Iterator[Chapter]:
    for block in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        title, *lines = [line for line in block.splitlines() if line.strip()]
        key, name = _cells(title)
        pairs = zip(lines[::2], lines[1::2], strict=True)
        yield Chapter(key, name, tuple(_term(names, meaning) for names, meaning in pairs))


def _term(names: str, meaning: str) -> Term:
    key, en, ja, zh, games, *labels = _cells(names)
    ja, _, reading = ja.partition(" = ")
    zh, _, jyutping = zh.partition(" = ")
    played = tuple(GAMES) if games == "all" else tuple(games.split())
    called = tuple(labels[0].split("; ")) if labels else ()
    return Term(key, en, ja, reading, zh, jyutping, played, called, meaning.strip())


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("|")]


CHAPTERS: Sequence[Chapter] = tuple(
    _read(Path(__file__).with_name("glossary.txt").read_text(encoding="utf-8"))
)
TERMS: Mapping[str, Term] = {term.key: term for chapter in CHAPTERS for term in chapter.terms}

_LABELS: Mapping[tuple[str, str], Term] = {
    (game, label): term for term in TERMS.values() for game in term.games for label in term.labels
}


def called(game: str, label: str) -> Term | None:
    """The word behind what a page of this game calls ``label``, if it is one."""
    return _LABELS.get((game, label))


def patterns(game: str) -> list[Term]:
    """What a hand of this game can be made of, in the order of its form."""
    found = (called(game, label) for label in GAMES.get(game, ()))
    return list(dict.fromkeys(term for term in found if term))


def search(query: str, game: str = "", gettext: Translate = str) -> list[Chapter]:
    """The chapters with the words that fit: all of ``query``'s words stand in a name, a reading or
    the meaning. Of one ``game``, or of all. Chapters without any are left out."""
    wanted = fold(query).split()
    return [
        replace(chapter, terms=found)
        for chapter in CHAPTERS
        if (found := tuple(_fitting(chapter.terms, wanted, game, gettext)))
    ]


def _fitting(
    terms: Iterable[Term], wanted: Sequence[str], game: str, gettext: Translate
) -> Iterator[Term]:
    for term in terms:
        if game and game not in term.games:
            continue
        names = (term.en, term.ja, term.reading, term.zh, term.jyutping, *term.labels)
        text = fold(" ".join((*names, *map(gettext, term.labels), gettext(term.meaning))))
        if all(word in text for word in wanted):
            yield term


_HIRAGANA = {ord("ァ") + at: ord("ぁ") + at for at in range(86)}
_TONES = re.compile(r"(?<=[a-z])[1-6]\b")


def fold(text: str) -> str:
    """Without what a searcher does not type: case, width, katakana or hiragana, tones."""
    plain = unicodedata.normalize("NFKC", text).casefold().translate(_HIRAGANA)
    return _TONES.sub("", plain)
