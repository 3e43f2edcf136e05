"""Changes of a club's game, in its club's trail.

What a hand was is kept in words, for the sentence of one that was edited away cannot be made again
from what is stored. Words are kept in every language; people by their ids, for names change.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

from scoring.game import Replay, Step
from sessions.models import Game
from sessions.services.amounts import plain
from sessions.services.document import Document, play_document, sitting, splice
from sessions.services.trail import acting, note

OPEN, CLOSE = "\ue000", "\ue001"
"""Around a seat's number in a sentence. Nobody types them; who does all the same says nothing."""
_PLACE = re.compile(f"{OPEN}(?:([0-9]){CLOSE})?|{CLOSE}")
MOST_HANDS = 3
"""Of more hands that are changed at once (two who swap seats) only the number is told."""


def note_game(game: Game, kind: str, before: Any = None, after: Any = None) -> None:
    """A line about a club's game; of any other nothing is kept."""
    if game.club_id is not None:
        note(game.club_id, acting.get(), f"game.{kind}", game, before, after)


def note_change(game: Game, kind: str, before: Document, after: Document, now: Replay) -> None:
    """A line about a change, as it was and as it is. To be told before it is stored: ``game`` has
    the scores that were."""
    if game.club_id is None:
        return
    was: dict[str, Any] = {}
    told: dict[str, Any] = {}
    for key in ("players", "substitutions", "start", "chips"):
        old, new = getattr(before, key), getattr(after, key)
        if old != new:
            was[key], told[key] = old, new
    at, gone, come = splice(before.rounds, after.rounds)
    if come:
        told["hands"] = _hands(game, after, at, now.steps[at:][: len(come)])
    if gone:
        steps = play_document(game, before).steps
        was |= {"hands": _hands(game, before, at, steps[at:][: len(gone)]), "scores": game.scores}
        told["scores"] = [plain(score) for score in now.state.scores]
    note_game(game, kind, was or None, told or None)


def _hands(game: Game, document: Document, at: int, steps: Sequence[Step]) -> Any:
    """Each hand: its number, who sat there, what it was, in words."""
    if len(steps) > MOST_HANDS:
        return len(steps)
    return [
        {
            "number": number,
            "players": sitting(document, number),
            "words": _in_words(game, step),
        }
        for number, step in enumerate(steps, at + 1)
    ]


def _in_words(game: Game, step: Step) -> dict[str, list[str]]:
    """Mark and sentence by language; only English where a language says it as English does."""
    seats = [f"{OPEN}{seat}{CLOSE}" for seat in range(len(step.deltas))]
    variety, said = game.variety, {}
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            mark = variety.round_mark(step.before, gettext)
            said[code] = [mark, variety.sentence(step, seats, gettext)]
    return {code: words for code, words in said.items() if code == "en" or words != said["en"]}


def with_names(sentence: str, names: Sequence[str]) -> str:
    """The sentence with everybody's name in its place. A reason may hold what looks like a place,
    of a seat that is not there, too."""

    def name(found: re.Match[str]) -> str:
        seat = int(found[1] or len(names))
        return names[seat] if seat < len(names) else ""

    return _PLACE.sub(name, sentence)
