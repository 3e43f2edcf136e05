"""A club's trail for its page: who did what, and how it was before and after, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils.translation import get_language, gettext, pgettext

from scoring import figures
from scoring.varieties import VARIETIES
from sessions.club_words import DONE, FACTS, MEANT, SUBJECTS
from sessions.models import Club, Entry, Game, Player, Seat
from sessions.services.amounts import exact
from sessions.services.game_trail import with_names
from sessions.words import option_text, worded

PAGE = 50
PEOPLE = ("player", "players", "tables")
"""Facts that are ids of players; ``players`` as a figure is how many."""

OF_RULES = ("season.rules", "evening.changed")
"""Lines whose facts are options of rules, by the option's key."""
OPTIONS = {spec.key: spec for kind in VARIETIES.values() for spec in kind.option_specs()}
PRESETS = {key: preset for kind in VARIETIES.values() for key, preset in kind.presets.items()}
IN_ORDER = {key: at for at, key in enumerate(FACTS)}

People = Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Asked:
    """Which lines: of one ``kind`` of subject, one game, one player; those before line
    ``before``."""

    kind: str = ""
    game: int | None = None
    player: int | None = None
    before: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the trail. ``was`` and ``now`` are said in words, fact by fact."""

    id: int
    when: datetime
    by: str
    done: str
    label: str
    game: int | None
    was: tuple[str, ...]
    now: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """Newest first; ``next`` is where the following page begins, ``None`` on the last."""

    lines: tuple[Line, ...]
    next: int | None
    names: People = field(default_factory=dict)


def trail(club: Club, asked: Asked) -> Page:
    """Two queries, or one where nobody is named; by however many lines there are."""
    found = Entry.objects.filter(club=club)
    if asked.kind in SUBJECTS:
        found = found.filter(subject=asked.kind)
    if asked.game is not None:
        found = found.filter(subject="game", subject_id=asked.game)
    if asked.player is not None:
        games = Seat.objects.filter(player=asked.player).values("game")
        their = Q(subject="player", subject_id=asked.player)
        found = found.filter(their | Q(subject="game", subject_id__in=games))
    if asked.before is not None:
        found = found.filter(pk__lt=asked.before)
    entries = list(found.order_by("-pk")[: PAGE + 1])
    shown, more = entries[:PAGE], len(entries) > PAGE
    names = _names(shown)
    lines = tuple(_line(entry, names) for entry in shown)
    return Page(lines, shown[-1].pk if more else None, names)


def entered(game: Game) -> Entry | None:
    """Who entered a result from paper, and when; of one that came in a file nobody is known."""
    found = Entry.objects.filter(club=game.club_id, subject="game", subject_id=game.pk)
    return found.filter(kind="game.entered").first()


def _line(entry: Entry, names: People) -> Line:
    before, after = entry.before or {}, entry.after or {}
    if not before:  # something new: what its label says, and what it is not, is not said
        after = {k: v for k, v in after.items() if v is not False and v != entry.label}
    if entry.kind == "game.paper":  # no hand was played: the scores say it
        before, after = (
            {k: v for k, v in side.items() if k != "hands"} for side in (before, after)
        )
    rules = entry.kind in OF_RULES
    return Line(
        id=entry.pk,
        when=entry.created,
        by=entry.by,
        done=worded(DONE, entry.kind),
        label=entry.label,
        game=entry.subject_id if entry.subject == "game" else None,
        was=tuple(_facts(before, after, names, rules)),
        now=tuple(_facts(after, before, names, rules)),
    )


def _names(entries: list[Entry]) -> People:
    """Who the ids in these lines are now called."""
    ids = {pk for entry in entries for data in (entry.before, entry.after) for pk in _ids(data)}
    if not ids:
        return {}
    return dict(Player.objects.filter(pk__in=ids).values_list("pk", "name"))


def _ids(data: Any, named: bool = False) -> Iterator[int]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _ids(value, _are_people(key, value))
    elif isinstance(data, list):
        for item in data:
            yield from _ids(item, named)
    elif named and isinstance(data, int):
        yield data


def _are_people(key: str, value: Any) -> bool:
    return key in PEOPLE and (key == "player" or isinstance(value, list))


# -- in words -------------------------------------------------------------------------------------


def _facts(
    data: Mapping[str, Any], other: Mapping[str, Any], names: People, rules: bool = False
) -> Iterator[str]:
    """What ``data`` says that ``other`` does not, in the order of the table: a database may keep
    another one. ``rules``: what no table names is an option of the rules."""
    for key in sorted(data, key=lambda key: (IN_ORDER.get(key, len(IN_ORDER)), key)):
        value = data[key]
        if key in other and other[key] == value:
            continue
        if key == "hands" and isinstance(value, list):
            yield from (_hand(hand, names) for hand in value)
        elif rules and key in OPTIONS and key not in MEANT:
            fact, said = gettext(OPTIONS[key].label), option_text(OPTIONS[key], value)
            yield gettext("{fact}: {value}").format(fact=fact, value=said)
        elif value not in (None, "", [], {}):
            fact, said = worded(FACTS, key), _said(key, value, names)
            yield gettext("{fact}: {value}").format(fact=fact, value=said)


def _said(key: str, value: Any, names: People) -> str:
    if _are_people(key, value):
        return _people(value, names)
    if isinstance(value, str):
        return _word(key, value)
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if key in ("scores", "chips") and isinstance(value, list):
        return gettext(", ").join(figures.score(exact(item)) for item in value)
    if isinstance(value, list):
        return gettext("; ").join(_said("", item, names) for item in value)
    if isinstance(value, dict):
        return gettext(", ").join(_facts(value, {}, names))
    return str(value)


def _word(key: str, value: str) -> str:
    """A key of something that has a name; anything else is what somebody wrote."""
    if key in MEANT:
        return worded(MEANT[key], value)
    if key == "variety" and value in VARIETIES:
        return gettext(VARIETIES[value].name)
    if key == "preset" and value in PRESETS:
        return pgettext("ruleset", PRESETS[value].name)
    return value


def _people(value: Any, names: People) -> str:
    if isinstance(value, list):
        nested = any(isinstance(item, list) for item in value)
        return gettext("; " if nested else ", ").join(_people(item, names) for item in value)
    return names.get(value, f"#{value}")


def _hand(hand: Mapping[str, Any], names: People) -> str:
    """Hand 3, East 2-1: Aki ron off Ben, 3 han 40 fu …"""
    words = hand["words"]
    mark, sentence = words.get(get_language() or "en") or words["en"]
    people = hand["players"]
    sentence = with_names(sentence, [_people(person, names) for person in people])
    return gettext("{number}. {mark}: {sentence}").format(
        number=hand["number"], mark=mark, sentence=sentence
    )
