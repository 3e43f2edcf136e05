"""Practice: questions about what hands are worth, each with the answer of the engine itself.

A question is a value. Its rules, its level and one number (the seed) make it again, so that it can
be linked, sent to a friend and graded without anything being stored. What has been answered is kept
by who answered, as ``Progress``.
"""

from __future__ import annotations

import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, TypeVar

from scoring.dealing import Deal
from scoring.errors import ScoringError
from scoring.game import Translate
from scoring.words import msgid

V = TypeVar("V")

SEEDS = 1_000_000
"""A seed is a number below this."""


# -- what is practised --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Topic:
    """A kind of question within a level, to be known or to be a weak spot. ``name`` is a msgid."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class Level:
    """A step from easy to hard. ``name`` and ``hint`` are msgids."""

    number: int
    name: str
    hint: str
    topics: tuple[Topic, ...]

    def topic_of(self, seed: int) -> Topic:
        """What the question of this seed is about: the seeds take turns."""
        return self.topics[seed % len(self.topics)]

    def seed_about(self, topic: Topic, dice: Random) -> int:
        """A seed whose question is about this topic."""
        turns = SEEDS // len(self.topics)
        return dice.randrange(turns) * len(self.topics) + self.topics.index(topic)


# -- a question ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choice:
    """A key to answer with."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Part:
    """One thing to answer: by one of its keys, or typed where it has none."""

    key: str
    label: str
    right: str
    """The value of the right key, or the figures as they are said: ``"1300-2600"``."""
    choices: tuple[Choice, ...] = ()
    figures: tuple[tuple[int, ...], ...] = ()
    """Typed: every way to say it, figure by figure."""
    example: str = "40"
    """Typed: what an answer looks like."""

    @property
    def right_label(self) -> str:
        return self.label_of(self.right)

    def label_of(self, answer: str) -> str:
        """An answer as it is shown."""
        return next((c.label for c in self.choices if c.value == answer), answer)

    def read(self, answer: str) -> bool:
        """Whether the answer is right. ``ScoringError`` where it is none."""
        if self.choices:
            if answer not in {choice.value for choice in self.choices}:
                raise ScoringError(self.key, "choose an answer")
            return answer == self.right
        heard = read_figures(answer)
        if not heard:
            raise ScoringError(self.key, "type the figure, such as {example}", example=self.example)
        return any(said in heard for said in self.figures)


@dataclass(frozen=True, slots=True)
class Row:
    """Tiles to look at: sets as the game record writes them, ``"123m"`` or ``"pon 777z"``."""

    label: str
    groups: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """What is taught once a question is answered. All texts are translated already."""

    working: tuple[str, ...] = ()
    """How it comes about, where there is no account of a hand."""
    quick: tuple[str, ...] = ()
    """How it is seen at a glance."""
    by_heart: str = ""
    """Why this figure is one to know."""
    said: tuple[str, str, str] | None = None
    """In Japanese: what is said, how it sounds, what it is called."""


@dataclass(frozen=True, slots=True)
class Task:
    """What is asked, with the answers. Texts are translated already."""

    ask: str
    """In large type."""
    facts: tuple[str, ...]
    parts: tuple[Part, ...]
    teach: Callable[[], Lesson] = field(compare=False)
    rows: tuple[Row, ...] = ()
    explanation: Any = field(default=None, compare=False)
    """The engine's own account of the hand, for the template that explains a win."""

    def grade(self, answers: Mapping[str, str]) -> list[bool]:
        """Part by part, whether it is right. ``ScoringError`` at the first that is no answer."""
        return [part.read(answers.get(part.key, "")) for part in self.parts]


@dataclass(frozen=True, slots=True)
class Question:
    """A task with its place among the others."""

    level: Level
    topic: Topic
    seed: int
    task: Task


Ask = Callable[[Any, str, Random, Translate], Task]
"""Makes a task: rules, topic, dice, translator."""


class Trainer(ABC):
    """What a variety asks. Rules are those of its presets that can be practised."""

    def __init__(self, tasks: Mapping[int, Ask]) -> None:
        self.tasks = tasks
        """By the number of the level."""

    def is_practised(self, rules: Any) -> bool:
        """Whether these rules can be practised."""
        return True

    @abstractmethod
    def levels(self, rules: Any) -> tuple[Level, ...]:
        """From easy to hard."""

    def question(self, rules: Any, level: Level, seed: int, gettext: Translate = str) -> Question:
        """The question of this seed; the same every time."""
        topic = level.topic_of(seed)
        dice = Random(f"{level.number}:{seed}")  # noqa: S311 - nothing secret
        task = self.tasks[level.number](rules, topic.key, dice, gettext)
        return Question(level, topic, seed, task)

    @abstractmethod
    def by_heart(self, rules: Any, gettext: Translate = str) -> Sequence[tuple[str, str]]:
        """What is worth knowing, each with the reason."""


# -- what several games ask ---------------------------------------------------------------------

WAYS = (Topic("discard", msgid("off a discard")), Topic("self-draw", msgid("self-draws")))
"""Topics where the payment goes by how it was won."""


def way_text(self_draw: bool, gettext: Translate) -> str:
    """How it was won."""
    return gettext("self-drawn") if self_draw else gettext("off a discard")


def payer_text(self_draw: bool, gettext: Translate) -> str:
    """Whose payment is asked."""
    return gettext("each pays") if self_draw else gettext("discarder pays")


def laid_out(deal: Deal, gettext: Translate) -> Iterator[Row]:
    """The tiles of a win as they lie on the table."""
    yield Row(gettext("In hand"), (deal.in_hand,))
    yield Row(gettext("Won on"), (deal.win_code,))
    if deal.melds:
        yield Row(gettext("Called"), deal.melds)


_ROUNDS = (
    msgid("in the East round"),
    msgid("in the South round"),
    msgid("in the West round"),
    msgid("in the North round"),
)
_SEATS = ("East", "South", "West", "North")


def round_text(wind: int, gettext: Translate) -> str:
    """ "in the South round" """
    return gettext(_ROUNDS[wind])


def seat_text(wind: int, gettext: Translate) -> str:
    """ "West seat" """
    return gettext("{wind} seat").format(wind=gettext(_SEATS[wind]))


# -- answers as they are typed ------------------------------------------------------------------

_THOUSANDS = re.compile(r"(?<=\d)[,.'’ ](?=\d{3}(?!\d))")


def read_figures(text: str) -> set[tuple[int, ...]]:
    """The figures somebody typed, in every way the text can be read: ``"1,300/2,600"`` is 1300 and
    2600, ``"300,500"`` both 300 and 500, and 300500. Full width, words and signs do not matter.

    >>> sorted(read_figures("１３００−２６００点"))
    [(1300, 2600), (2600, 1300)]
    >>> sorted(read_figures("3,900"))
    [(3, 900), (900, 3), (3900,)]
    """
    plain = unicodedata.normalize("NFKC", text[:60])
    found: set[tuple[int, ...]] = set()
    for read in (plain, _THOUSANDS.sub("", plain)):
        figures = tuple(int(digits) for digits in re.findall(r"[0-9]{1,9}", read))
        if figures:
            found.add(figures)
            found.add((*figures[:-2], *reversed(figures[-2:])))
    return found


def neighbours(dice: Random, right: V, near: Iterable[V], most: int = 4) -> list[V]:
    """The right answer among others that are close to it, the closest first in ``near``: ``most``
    in all, each once."""
    others = [one for one in dict.fromkeys(near) if one != right]
    close = others[: 2 * most - 2]
    return [right, *dice.sample(close, min(most - 1, len(close)))]


# -- how it goes --------------------------------------------------------------------------------

REMEMBERED = 6
"""Answers kept of each topic."""
SURE = 2
"""So many right in a row and a topic is known."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How somebody gets on with a variety."""

    level: int = 1
    streak: int = 0
    best: int = 0
    last: str = ""
    """The question that was counted last: it counts once."""
    answers: Mapping[str, str] = field(default_factory=dict)
    """By topic (``"3.waits"``) the last answers, ``1`` right and ``0`` wrong, the newest last."""

    def after(self, question: Question, right: bool) -> Progress:
        """With one more question answered."""
        here = question.level.number
        name = f"{here}:{question.seed}"
        if name == self.last:
            return self
        streak = self.streak + 1 if right else 0
        spot = _spot(question.level, question.topic)
        said = (self.answers.get(spot, "") + str(int(right)))[-REMEMBERED:]
        return replace(
            self,
            level=here,
            streak=streak,
            best=max(self.best, streak),
            last=name,
            answers={**self.answers, spot: said},
        )

    def of(self, level: Level, topic: Topic) -> str:
        """The last answers of a topic."""
        return self.answers.get(_spot(level, topic), "")

    def is_sure(self, level: Level, topic: Topic) -> bool:
        """Whether it was right often enough of late."""
        return self.of(level, topic).endswith("1" * SURE)

    def sure(self, level: Level) -> int:
        """How many topics of a level are known."""
        return sum(self.is_sure(level, topic) for topic in level.topics)

    def masters(self, level: Level) -> bool:
        """Whether a level is done: every topic of it is known."""
        return self.sure(level) == len(level.topics)

    def weak_spots(self, levels: Iterable[Level], most: int = 5) -> list[tuple[Level, Topic]]:
        """The topics that went wrong and are not sure since, the worst first."""
        found = [
            (self._wrong(level, topic), level, topic)
            for level in levels
            for topic in level.topics
            if self._wrong(level, topic) and not self.is_sure(level, topic)
        ]
        found.sort(key=lambda spot: -spot[0])
        return [(level, topic) for _, level, topic in found[:most]]

    def _wrong(self, level: Level, topic: Topic) -> int:
        return self.of(level, topic).count("0")

    def next_seed(self, level: Level, dice: Random) -> int:
        """The next question of a level: the likelier about what goes wrong, or is not known yet."""
        weights = [self._need(level, topic) for topic in level.topics]
        return level.seed_about(dice.choices(level.topics, weights)[0], dice)

    def _need(self, level: Level, topic: Topic) -> int:
        if self.is_sure(level, topic):
            return 1
        return 3 + 2 * self._wrong(level, topic)

    def dump(self) -> dict[str, Any]:
        """The progress, JSON-ready and small."""
        return {
            "l": self.level,
            "s": self.streak,
            "b": self.best,
            "q": self.last,
            "a": dict(self.answers),
        }

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Progress:
        """What ``dump`` wrote."""
        return cls(data["l"], data["s"], data["b"], data["q"], data["a"])


def _spot(level: Level, topic: Topic) -> str:
    return f"{level.number}.{topic.key}"
