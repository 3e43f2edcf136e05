"""A game as it went, hand by hand, in sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from unicodedata import east_asian_width

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from scoring.game import Replay, Score, Step, Variety
from sessions.models import Game
from sessions.selectors.seating import Seating, seating
from sessions.services.changes import Plan
from sessions.services.document import Document, Hands, play_document, read_rounds
from sessions.services.game_trail import CLOSE, OPEN, with_names

_LEAD = re.compile(f"{OPEN}[0-9]{CLOSE}|[^,.:(、，。：（{OPEN}]*[^,.:(、，。：（{OPEN} ]")


@dataclass(frozen=True, slots=True)
class Story:
    """A game replayed, and who sat where."""

    game: Game
    variety: Variety
    seating: Seating
    hands: Hands
    changed: str = ""
    """The kind of the change that has just been carried out, where one has."""

    @property
    def replay(self) -> Replay:
        return self.hands.replay

    @property
    def edited(self) -> tuple[int, ...]:
        """Numbers of the hands that were first recorded otherwise."""
        return self.hands.edited

    def after(self, done: Plan) -> Story:
        """The game after a change of its hands that has been carried out."""
        now = done.document
        hands = Hands(self.game.version, now.rounds, now.edited, done.replay)
        return replace(self, hands=hands, changed=done.kind)

    def mark(self, number: int) -> str:
        """ "East 2-1" """
        return self.variety.round_mark(self.replay.steps[number - 1].before, gettext)

    def sentence(self, number: int) -> SafeString:
        """Hand ``number`` as a sentence, its names marked up."""
        return sentence(self.variety, self.replay.steps[number - 1], self.seating.at(number))


@dataclass(frozen=True, slots=True)
class Hand:
    """One line of the history."""

    number: int
    mark: str
    sentence: SafeString
    leaders: tuple[str, ...]
    best: Score
    edited: bool


def story(game: Game) -> Story:
    """Replay a game, in three queries."""
    people = seating(game)
    rounds, edited = read_rounds(game)
    document = Document(
        players=people.player_ids,
        start=game.start,
        chips=None if game.chips is None else tuple(game.chips),
        rounds=rounds,
    )
    hands = Hands(game.version, rounds, edited, play_document(game, document))
    return Story(game=game, variety=game.variety, seating=people, hands=hands)


def history(told: Story) -> list[Hand]:
    """Every hand, newest first, with who leads after it."""
    hands = []
    for number, step in enumerate(told.replay.steps, 1):
        best = max(step.after.scores)
        names = told.seating.at(number)
        with_scores = zip(names, step.after.scores, strict=True)
        leaders = tuple(name for name, score in with_scores if score == best)
        hands.append(
            Hand(
                number=number,
                mark=told.mark(number),
                sentence=told.sentence(number),
                leaders=leaders if len(leaders) < len(names) else (),
                best=best,
                edited=number in told.edited,
            )
        )
    return hands[::-1]


def score_sheet(told: Story) -> list[tuple[str, tuple[Score, ...], tuple[Score, ...]]]:
    """Every hand in figures, first hand first: its mark, the changes, the scores after."""
    return [
        (told.mark(number), step.deltas, step.after.scores)
        for number, step in enumerate(told.replay.steps, 1)
        if step.outcome.kind != "end"
    ]


def sentence(variety: Variety, step: Step, names: Sequence[str]) -> SafeString:
    """The round as a sentence for a page: each name by itself, whatever its script; what it begins
    with, the winner or the kind of hand, bold."""
    places = [f"{OPEN}{seat}{CLOSE}" for seat in range(len(names))]
    text = str(escape(variety.sentence(step, places, gettext)))
    lead = _LEAD.match(text)
    if lead:
        text = f"<b>{lead.group()}</b>{text[lead.end() :]}"
    return mark_safe(with_names(text, [_marked(name) for name in names]))  # noqa: S308


SHORT = 16
"""Letters, of East Asian ones half as many, up to which a sentence shows all of a name."""


def _marked(name: str) -> SafeString:
    """A name in a sentence; of a long one pages may leave out the ``rest``."""
    if _width(name) <= SHORT:
        return format_html("<bdi>{}</bdi>", name)
    cut = next(at for at in range(len(name), 0, -1) if _width(name[:at]) < SHORT - 1)
    return format_html(
        '<bdi class="long">{}<span class="rest">{}</span></bdi>', name[:cut], name[cut:]
    )


def _width(text: str) -> int:
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)
