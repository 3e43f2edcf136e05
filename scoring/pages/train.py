"""The trainer: questions about what hands are worth, answered on the phone, explained at once.

A question is its address. How somebody gets on is kept in a signed cookie of theirs: no account, no
row in a database.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import SystemRandom
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.errors import ScoringError
from scoring.forms import templates
from scoring.forms.tiles import Face, spelled
from scoring.game import Preset, Variety
from scoring.hongkong.trainer import HONGKONG_TRAINER
from scoring.notation import FLOWERS
from scoring.riichi.account import Group
from scoring.riichi.trainer import RIICHI_TRAINER
from scoring.templatetags.explained import faces
from scoring.trainer import SEEDS, Level, Part, Progress, Question, Row, Topic, Trainer
from scoring.varieties import VARIETIES
from scoring.zungjung.trainer import ZUNGJUNG_TRAINER

TRAINERS: Mapping[str, Trainer] = {
    "riichi": RIICHI_TRAINER,
    "hongkong": HONGKONG_TRAINER,
    "zungjung": ZUNGJUNG_TRAINER,
}

# -- what is practised, and by whom -------------------------------------------------------------


@dataclass(frozen=True)
class School:
    """A variety by one of its rulesets."""

    variety: Variety
    preset: Preset
    rules: Any

    @property
    def trainer(self) -> Trainer:
        return TRAINERS[self.variety.key]

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        return self.trainer.levels(self.rules)

    def level(self, number: int) -> Level:
        """A level by its number, from 1."""
        if not 1 <= number <= len(self.levels):
            raise Http404
        return self.levels[number - 1]

    @property
    def presets(self) -> list[Preset]:
        """Every ruleset that can be practised."""
        kind = self.variety
        return [
            preset
            for key, preset in kind.presets.items()
            if self.trainer.is_practised(kind.rules(key, {}))
        ]

    def address(self, page: str, *args: int, **asked: str) -> str:
        """Where a page of this school is."""
        if self.preset.key != self.variety.default_preset:
            asked = {"preset": self.preset.key, **asked}
        there = reverse(f"scoring:{page}", args=(self.variety.key, *args))
        return f"{there}?{urlencode(asked)}" if asked else there


def _school(variety: str, asked: QueryDict) -> School:
    """The school an address names. ``Http404`` where there is none."""
    if variety not in TRAINERS:
        raise Http404
    kind = VARIETIES[variety]
    preset = kind.presets.get(asked.get("preset") or kind.default_preset)
    if preset is None:
        raise Http404
    school = School(kind, preset, kind.rules(preset.key, {}))
    if not school.trainer.is_practised(school.rules):
        raise Http404
    return school


COOKIE = SALT = "training"
YEAR = 365 * 24 * 3600


def _kept(request: HttpRequest) -> dict[str, Any]:
    """The progress of every variety, as the cookie has it."""
    try:
        kept: dict[str, Any] = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT)
    except signing.BadSignature:
        return {}
    return kept


def _progress(request: HttpRequest, variety: str) -> Progress:
    kept = _kept(request).get(variety)
    return Progress.load(kept) if kept else Progress()


def _keep(request: HttpRequest, response: HttpResponse, variety: str, now: Progress) -> None:
    kept = {**_kept(request), variety: now.dump()}
    response.set_cookie(
        COOKIE,
        signing.dumps(kept, salt=SALT, compress=True),
        max_age=YEAR,
        path=reverse("scoring:train"),
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


_DICE = SystemRandom()

# -- the pages before a question ----------------------------------------------------------------


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Every game, and how far one has come."""
    doors = [(VARIETIES[key], _progress(request, key)) for key in TRAINERS]
    return render(request, "table/trainers.html", {"doors": doors})


@require_safe
def levels(request: HttpRequest, variety: str) -> HttpResponse:
    """The levels of a game, weak spots, and what is worth knowing by heart."""
    school = _school(variety, request.GET)
    now = _progress(request, variety)
    reached = min(now.level, len(school.levels))
    context = {
        "school": school,
        "variety": school.variety,
        "progress": now,
        "now": reached,
        "start": school.address("train-begin", reached),
        "levels": [
            (level, now.sure(level), len(level.topics), school.address("train-begin", level.number))
            for level in school.levels
        ],
        "weak": [
            (level, topic, school.address("train-question", level.number, _seed(level, topic)))
            for level, topic in now.weak_spots(school.levels)
        ],
        "by_heart": school.trainer.by_heart(school.rules, _),
        "forget": school.address("train-reset"),
    }
    return render(request, "table/levels.html", context)


def _seed(level: Level, topic: Topic) -> int:
    return level.seed_about(topic, _DICE)


@require_POST
def reset(request: HttpRequest, variety: str) -> HttpResponse:
    """Begin anew: what was kept of this game is forgotten."""
    school = _school(variety, request.GET)
    response = redirect(school.address("train-levels"))
    _keep(request, response, variety, Progress())
    return response


@require_safe
def begin(request: HttpRequest, variety: str, level: int) -> HttpResponse:
    """On to a question of this level, the likelier about a weak spot."""
    school = _school(variety, request.GET)
    return redirect(_next(school, school.level(level), _progress(request, variety)))


def _next(school: School, level: Level, now: Progress) -> str:
    return school.address("train-question", level.number, now.next_seed(level, _DICE))


# -- a question ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Marked:
    """A part as it was answered."""

    part: Part
    said: str
    right: bool


@dataclass(frozen=True, slots=True)
class Explained:
    """What the template that explains a win asks for."""

    explanation: Any


@vary_on_headers("HX-Request")
@require_http_methods(["GET", "HEAD", "POST"])
def question(request: HttpRequest, variety: str, level: int, seed: int) -> HttpResponse:
    """One question: answered in the address it is only graded, posted it counts too."""
    school = _school(variety, request.GET)
    if seed >= SEEDS:
        raise Http404
    asked = school.trainer.question(school.rules, school.level(level), seed, _)
    data = request.POST if request.method == "POST" else request.GET
    answers = {part.key: data.get(part.key, "")[:MOST_TYPED] for part in asked.task.parts}
    now = _progress(request, variety)
    context = {
        "school": school,
        "variety": school.variety,
        "question": asked,
        "here": school.address("train-question", level, seed),
        "up_to": school.address("train-levels"),
        "fields": list(_fields(asked, answers)),
        "rows": [(row.label, list(_faces(row))) for row in asked.task.rows],
        "most_typed": MOST_TYPED,
    }
    if request.method != "POST" and not any(answers.values()):
        return _shown(request, {**context, "progress": now})
    try:
        marks = asked.task.grade(answers)
    except ScoringError as error:
        wrong = {"wrong": error.field, "error": capfirst(error.text((), _)), "progress": now}
        return _shown(request, {**context, **wrong}, status=422)
    if request.method == "POST":
        now = now.after(asked, all(marks))
    there = school.address("train-question", level, seed, **answers)
    if request.method == "POST" and not _by_htmx(request):
        response: HttpResponse = HttpResponseRedirect(there)
        response.status_code = 303
    else:
        response = _shown(request, {**context, **_verdict(school, asked, answers, marks, now)})
        response["HX-Replace-Url"] = there
    if request.method == "POST":
        _keep(request, response, variety, now)
    return response


MOST_TYPED = 40


def _by_htmx(request: HttpRequest) -> bool:
    """Whether a part of the page will do; going back in time htmx asks for all of it."""
    headers = request.headers
    return bool(headers.get("HX-Request")) and not headers.get("HX-History-Restore-Request")


def _shown(request: HttpRequest, context: Mapping[str, Any], status: int = 200) -> HttpResponse:
    """The page, or what of it changes."""
    name = "table/_training.html" if _by_htmx(request) else "table/training.html"
    return render(request, name, dict(context), status=status)


def _verdict(
    school: School, asked: Question, answers: Mapping[str, str], marks: list[bool], now: Progress
) -> dict[str, Any]:
    """What is shown of an answer: the marks, why, and what comes next."""
    level, task = asked.level, asked.task
    done = now.masters(level) and level.number < len(school.levels)
    return {
        "progress": now,
        "marks": [
            Marked(part, part.label_of(answers[part.key]), right)
            for part, right in zip(task.parts, marks, strict=True)
        ],
        "right": all(marks),
        "lesson": task.teach(),
        "win": Explained(task.explanation) if task.explanation else None,
        "explained": templates(school.variety.key, "_explain.html"),
        "next": _next(school, level, now),
        "following": school.levels[level.number] if done else None,
        "up": school.address("train-begin", level.number + 1) if done else "",
    }


@dataclass(frozen=True, slots=True)
class Field:
    """A part as it is asked."""

    part: Part
    columns: int
    typed: str


_LONG = 4
"""Characters, from which on four keys take two lines."""


def _fields(asked: Question, answers: Mapping[str, str]) -> Iterator[Field]:
    for part in asked.task.parts:
        yield Field(part, _columns(part), answers[part.key])


def _columns(part: Part) -> int:
    """How many keys stand side by side."""
    number = len(part.choices)
    if number == 4 and any(len(choice.label) > _LONG for choice in part.choices):
        return 2
    return 4 if number in (4, 8) else 6


def _faces(row: Row) -> Iterator[list[Face]]:
    """Each group of tiles, as it is drawn."""
    for text in row.groups:
        if text in FLOWERS:
            yield [Face(text)]
        else:
            how, _space, tiles = text.rpartition(" ")
            yield faces(Group(tuple(spelled(tiles)), how))
