"""A person asks to be forgotten: in the club, and in what was about to come into it."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.db.models import Q

from sessions.models import Club, Job, Player
from sessions.services import evenings, jobs, roster
from sessions.services.jobs import FILES
from sessions.services.rows import update_many
from sessions.services.text import folded
from sessions.services.works import WORKS


@transaction.atomic
def forget(club: Club, user: Any, player: Player) -> None:
    """No name of theirs is left: see ``roster.forget``. They leave the club nights; an import that
    waits and names them is stopped, or it would bring the name back; begin it again without
    them."""
    evenings.part_with(player, by=user)
    names = roster.forget(club, user, player)
    for job in club.jobs.filter(kind__in=WORKS):
        if _names(job := _forget_files(job, names), names):
            _empty(jobs.stop(WORKS[job.kind], job))


def _forget_files(job: Job, names: Collection[str]) -> Job:
    """The job without the names of files that may be called after them, also at its games."""
    mine = jobs.held(job)
    alike = [_letters(name) for name in names]
    files = mine.given.get(FILES, [])
    others = [file for file in files if not any(name in _letters(file) for name in alike)]
    if others != files:
        mine.given = {**mine.given, FILES: others}
        mine.save()
        gone = set(files) - set(others)
        items = list(mine.items.filter(Q(given__name__in=gone) | Q(kept__file__in=gone)))
        for item in items:
            item.given.pop("name", None)
            item.kept.pop("file", None)
        update_many(items, ("given", "kept"))
    return mine


def _letters(name: str) -> str:
    """What a file's name keeps of somebody's: signs may stand for spaces."""
    return "".join(filter(str.isalnum, folded(name))) or name


def _names(job: Job, names: Collection[str]) -> bool:
    """Whether a name stands anywhere in a job: as a text of its own, or within a file that is not
    read yet."""
    alike = {folded(name) for name in names}
    written = {*names, *(json.dumps(name)[1:-1] for name in names)}
    rows = job.items.values_list("given", "kept").iterator(chunk_size=200)
    return any(
        folded(text) in alike or (raw and any(name in text for name in written))
        for given, kept in [(job.given, job.kept), *rows]
        for raw, told in (("text" in given, given), (False, kept))
        for text in _texts(told)
    )


def _texts(told: Any) -> list[str]:
    """Every text in there."""
    if isinstance(told, str):
        return [told]
    if isinstance(told, dict):
        return [text for pair in told.items() for part in pair for text in _texts(part)]
    return [text for item in told for text in _texts(item)] if isinstance(told, list) else []


def _empty(job: Job) -> None:
    """What is left of a job that is over: that there was one."""
    job.items.all().delete()
    job.given, job.kept, job.message = {}, {"phase": job.kept["phase"]}, ""
    job.save()
