"""Long work, done a slice at a time by whoever watches it, so that it shows how far it is and can
be stopped.

A slice is one transaction, short enough that no table waits for it. What a job writes stays out of
sight until its last slice brings all of it in at once: stopped, refused or forgotten half-way it
leaves nothing behind. The page of a job asks for the next slice until there is none; without
scripts a key does.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from itertools import islice
from time import monotonic
from typing import Any, TypeVar

from django.db import transaction
from django.utils import timezone

from scoring.errors import Changes, Figures, ScoringError, SeatNumber, Word
from scoring.words import msgid
from sessions.models import Club, Job, JobItem
from sessions.services.amounts import exact, plain

SLICE_SECONDS = 0.3
BATCH = 100
"""Items written at once."""
FORGOTTEN = timedelta(days=7)
"""A job nobody came back to is thrown away when the next one of its club begins."""
REMEMBERED = 100
"""Jobs of a club that are over and still told of."""
UNFINISHED = (Job.State.RUNNING, Job.State.WAITING)
TROUBLE = msgid("something went wrong here; nothing was changed")

FILES, LONGEST_FILE = "files", 100

Item = TypeVar("Item")
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Work:
    """What a kind of job does. ``step`` carries out one slice within a transaction and sets what
    it says of the job; ``drop`` takes away whatever it wrote out of sight."""

    kind: str
    step: Callable[[Job], None]
    drop: Callable[[Job], None]


def begin(
    work: Work, club: Club, user: Any, files: Iterable[str], given: Mapping[str, Any] | None = None
) -> Job:
    """A new job, running, on ``files`` of these names; ``""`` is a text that was pasted."""
    here = club.jobs.filter(kind=work.kind)
    for old in here.filter(state__in=UNFINISHED, touched__lt=timezone.now() - FORGOTTEN):
        stop(work, old)
        old.delete()
    over = here.exclude(state__in=UNFINISHED).order_by("-pk").values_list("pk", flat=True)
    here.filter(pk__in=list(over[REMEMBERED:])).delete()
    return Job.objects.create(
        club=club,
        user=user,
        kind=work.kind,
        given={**(given or {}), FILES: [name[:LONGEST_FILE] for name in files]},
        state=Job.State.RUNNING,
    )


def only_files(job: Job) -> dict[str, Any]:
    """Of what a job works on what is told of it when it is over."""
    return {FILES: job.given.get(FILES, [])}


def add_items(job: Job, given: Iterable[Mapping[str, Any]], most: int) -> None:
    """What a job works on, kept as it comes. ``ScoringError`` at ``file`` as soon as there is more
    than ``most``: a file may hold any number of lines."""
    left, job.total = iter(given), 0
    while batch := list(islice(left, BATCH)):
        numbered = enumerate(batch, job.total + 1)
        job.total += len(batch)
        if job.total > most:
            raise ScoringError("file", "at most {n} games at a time", n=most)
        JobItem.objects.bulk_create(
            JobItem(job=job, number=number, given=one) for number, one in numbered
        )
    job.save()


def go_on(work: Work, job: Job) -> Job:
    """The next slice. Two requests at once do two slices, never the same one. What goes wrong
    takes back all of the job."""
    try:
        with transaction.atomic():
            mine = held(job)
            if mine.state == Job.State.RUNNING:
                work.step(mine)
                mine.save()
            return mine
    except ScoringError as error:
        return _fail(work, job, error)
    except Exception:
        logger.exception("job %s of %s failed", job.pk, work.kind)
        return _fail(work, job, ScoringError("", TROUBLE))


@transaction.atomic
def stop(work: Work, job: Job) -> Job:
    """Break it off: nothing of it stays. A job that is over stays as it is."""
    mine = held(job)
    if mine.state in UNFINISHED:
        work.drop(mine)
        mine.state = Job.State.STOPPED
        mine.save()
    return mine


@transaction.atomic
def _fail(work: Work, job: Job, error: ScoringError) -> Job:
    mine = held(job)
    work.drop(mine)
    mine.state, mine.message = Job.State.FAILED, str(error)[:500]
    mine.kept = {**mine.kept, "error": told(error)}
    mine.save()
    return mine


def held(job: Job) -> Job:
    """The job as it is now, and nobody else's until the transaction ends."""
    return Job.objects.select_for_update(of=("self",)).select_related("club").get(pk=job.pk)


def in_time(items: Sequence[Item]) -> Iterator[Item]:
    """As many of the items as a slice has time for, one at least."""
    end = monotonic() + SLICE_SECONDS
    for item in items:
        yield item
        if monotonic() >= end:
            return


# -- errors, kept ---------------------------------------------------------------------------------


def told(error: ScoringError) -> dict[str, Any]:
    """An error as JSON, to be said later in the reader's language."""
    params = {key: _kept(value) for key, value in error.params.items()}
    return {"field": error.field, "message": error.message, "params": params}


def error_of(data: Mapping[str, Any]) -> ScoringError:
    """The error that ``told`` wrote."""
    params = {key: _meant(value) for key, value in data["params"].items()}
    return ScoringError(data["field"], data["message"], **params)


def _kept(value: Any) -> Any:
    """What stands in a message, and what kind of thing it is."""
    for kind, sort in KINDS.items():
        if isinstance(value, sort):
            return {kind: [plain(one) for one in value] if isinstance(value, tuple) else value}
    if isinstance(value, Fraction):
        return {"fraction": plain(value)}
    return value if isinstance(value, int) else str(value)[:200]


def _meant(kept: Any) -> Any:
    if not isinstance(kept, Mapping):
        return kept
    ((kind, value),) = kept.items()
    if kind == "fraction":
        return exact(value)
    return KINDS[kind](map(exact, value) if isinstance(value, list) else value)


KINDS: Mapping[str, type[Any]] = {
    "seat": SeatNumber,
    "word": Word,
    "changes": Changes,
    "figures": Figures,
}
"""Params of a message that are more than a text or a number; who is one of several comes first."""
