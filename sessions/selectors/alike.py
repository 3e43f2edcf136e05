"""Names that may be meant for one another: a letter or an ending off, words in another order."""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

from django.db.models import Count

from sessions.models import Alias, Club, Player
from sessions.services.text import folded

SHORTEST = 3
"""Names of fewer letters are all near each other."""
MOST_ALIKE = 20
"""What more than these share (Guest 1, Guest 2, …) says nothing of any two of them."""
MOST_NEW = 3000
"""What is left of as many names as a file may have would fill the memory of a small machine."""

Bearer = TypeVar("Bearer", int, str)


def near(names: Iterable[tuple[int, str]]) -> set[tuple[int, int]]:
    """Which of the players bear names that are near each other: found by what is left of them, not
    by comparing each with each."""
    by_rest = _by_rest(names)
    return {pair for group in by_rest.values() for pair in combinations(sorted(group), 2)}


def _by_rest(names: Iterable[tuple[Bearer, str]]) -> dict[str, set[Bearer]]:
    """Who shares what is left of a name."""
    found: dict[str, set[Bearer]] = defaultdict(set)
    for bearer, name in names:
        for rest in _rests(name):
            found[rest].add(bearer)
    return {rest: group for rest, group in found.items() if len(group) <= MOST_ALIKE}


def _rests(name: str) -> set[str]:
    """What is left of a name when a letter, or the sign at the end, is left out. Neither accents
    nor the order of its words count."""
    words = [word for word in map(_letters, name.split()) if word]
    return {
        rest
        for letters in {"".join(words), "".join(sorted(words))}
        if len(letters) >= SHORTEST
        for rest in (letters, *(letters[:at] + letters[at + 1 :] for at in range(len(letters))))
    }


def _letters(word: str) -> str:
    """A word as it is looked up, without accents and signs."""
    plain = unicodedata.normalize("NFKD", folded(word))
    bare = "".join(letter for letter in plain if letter not in ACCENTS)
    return "".join(filter(str.isalnum, unicodedata.normalize("NFC", bare)))


ACCENTS = frozenset(map(chr, range(0x300, 0x370)))
"""The marks of European letters; those of kana make another letter."""


# -- names that nobody bears yet ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Near:
    """Whom a new name may be meant for."""

    name: str
    here: bool
    """A player of the club; else somebody else in the file."""


def meant(
    club: Club, new: Collection[str], found: Mapping[str, Player], tables: Iterable[Collection[str]]
) -> dict[str, Near]:
    """Whom names of a file that are ``new`` in the club may be meant for, by name: a player of the
    club, else one who is in the file more often; never somebody at the same table. ``found``: whom
    its other names mean; ``tables``: the names of each game. Nothing is said of more than
    ``MOST_NEW``. Two queries."""
    by_rest = _by_rest((name, name) for name in new) if len(new) <= MOST_NEW else {}
    games, met = _company(tables, found)
    hints: dict[str, Near] = {}
    for player, written in _written(club) if by_rest else ():
        for name in {name for rest in _rests(written) for name in by_rest.get(rest, ())}:
            if (name, player) not in met:
                hints.setdefault(name, Near(player, here=True))
    pairs = {pair for group in by_rest.values() for pair in combinations(sorted(group), 2)}
    kept: set[str] = set()
    for seldom, often in sorted(_by_games(pair, games) for pair in pairs):
        if (seldom, often) not in met and not {seldom, often} & hints.keys() and seldom not in kept:
            hints[seldom] = Near(often, here=False)
            kept.add(often)
    return hints


def _company(
    tables: Iterable[Collection[str]], found: Mapping[str, Player]
) -> tuple[Counter[str], set[tuple[str, str]]]:
    """In how many games each name is, and beside whom: whoever sits at one table is two."""
    games: Counter[str] = Counter()
    met: set[tuple[str, str]] = set()
    for names in tables:
        games.update(names)
        called = {name: found[name].name if name in found else name for name in names}
        met.update((name, other) for name in called for other in called.values())
    return games, met


def _by_games(pair: tuple[str, str], games: Mapping[str, int]) -> tuple[str, str]:
    one, other = pair
    return pair if games[one] < games[other] else (other, one)


def _written(club: Club) -> Iterator[tuple[str, str]]:
    """Every name of the club's players, with the one they go by; who has played most comes first.
    Two queries."""
    here = Player.objects.filter(club=club, merged_into=None, anonymous=False)
    names = here.annotate(played=Count("seats")).order_by("-played", "pk")
    yield from ((name, name) for name in names.values_list("name", flat=True))
    others = Alias.objects.filter(player__in=here).order_by("pk")
    yield from others.values_list("player__name", "name")
