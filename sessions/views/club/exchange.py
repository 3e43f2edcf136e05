"""Files into a club and out of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from threading import Semaphore
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from scoring.errors import ScoringError
from scoring.logs.found import MOST_BYTES, pieces, too_large, unpack
from sessions.forms.exchange import DecideForm, ImportForm
from sessions.models import ClubRole, Job
from sessions.selectors import imports as selector
from sessions.services import imports, jobs, parcel, sheets
from sessions.services.import_people import said_of
from sessions.services.jobs import LONGEST_FILE
from sessions.services.sheets import Rules
from sessions.services.works import WORKS
from sessions.views.club.access import Visit, for_role, takes_files, takes_posts
from sessions.words import error_text

FORM = ["GET", "HEAD", "POST"]


@takes_files(MOST_BYTES)
@require_http_methods(FORM)
@for_role(ClubRole.ORGANISER)
def begin(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Choose files, or paste a text."""
    if request.method != "POST":
        return _begin_page(request, visit, ImportForm(club=visit.club))
    form = ImportForm(request.POST, request.FILES, club=visit.club)
    if form.is_valid():
        try:
            job = _begun(visit, form)
        except ScoringError as error:
            form.add_error("upload" if form.cleaned_data["upload"] else "text", error_text(error))
        else:
            return redirect("club:import_job", visit.club.slug, job.pk)
    return _begin_page(request, visit, form, 422)


def _begin_page(
    request: HttpRequest, visit: Visit, form: ImportForm, status: int = 200
) -> HttpResponse:
    past = selector.past(visit.club, WORKS)
    context = {
        "visit": visit,
        "form": form,
        "waiting": [one for one in past if one.unfinished],
        "over": [one for one in past if not one.unfinished],
    }
    return render(request, "club/exchange/begin.html", context, status=status)


def _begun(visit: Visit, form: ImportForm) -> Job:
    """The import of every game of every file, or of a whole club. ``ScoringError`` where one cannot
    be read at all."""
    if not READING.acquire(timeout=READING_SECONDS):
        raise ScoringError("file", "another file is being read just now; try again")
    try:
        return _read(visit, form)
    finally:
        READING.release()


READING, READING_SECONDS = Semaphore(1), 10
"""One at a time in a process: a file may be large, and a text may take four times as much."""


def _read(visit: Visit, form: ImportForm) -> Job:
    texts = list(_texts(form.cleaned_data["upload"], form.cleaned_data["text"]))
    if any(parcel.is_parcel(text) for _, text in texts):
        if len(texts) > 1 or not visit.owns:
            raise ScoringError("file", "a whole club is opened by its owner, from one file")
        name, text = texts[0]
        return parcel.from_text(visit.club, visit.user, text, name)
    rules = form.sheet_rules()
    given = (one for name, text in texts for one in _games(name, text, rules))
    return imports.from_pieces(visit.club, visit.user, given, (name for name, _ in texts))


def _texts(files: Iterable[UploadedFile[bytes]], pasted: str) -> Iterator[tuple[str, str]]:
    """What each file is called and holds; unpacked, all together are no larger than one may be."""
    left = MOST_BYTES
    for file in files:
        text = unpack(file.read())
        left -= len(text)
        if left < 0:
            raise too_large(MOST_BYTES, "file")
        yield (file.name or "")[:LONGEST_FILE], text
    if pasted.strip():
        yield "", unpack(pasted.encode())


def _games(name: str, text: str, rules: Rules) -> Iterable[dict[str, Any]]:
    if sheets.looks_like_a_sheet(text):
        return ({**one, "name": name} for one in sheets.read(text, rules))
    return ({"text": piece, "name": name} for piece in pieces(text))


# -- one import -----------------------------------------------------------------------------------


def job_of(visit: Visit, pk: int) -> Job:
    """An import of this club. ``Http404``."""
    found = Job.objects.select_related("club")
    return get_object_or_404(found, pk=pk, club=visit.club, kind__in=WORKS)


@require_safe
@for_role(ClubRole.ORGANISER)
def show(request: HttpRequest, visit: Visit, job: int) -> HttpResponse:
    """How far it is, what it asks, or what became of it."""
    found = job_of(visit, job)
    if found.state == Job.State.WAITING and found.kind == parcel.WORK.kind:
        return _ask_club(request, visit, found)
    if found.state == Job.State.WAITING:
        return _ask(request, visit, found, _decide_form(found))
    context = {"visit": visit, "job": found, "past": selector.told(found), **_outcome(found)}
    return render(request, "club/exchange/job.html", context)


def _outcome(job: Job) -> dict[str, Any]:
    """What is said of a job that does not ask."""
    error = job.kept.get("error")
    return {
        "phase": job.kept["phase"],
        "over": job.state != Job.State.RUNNING,
        "error": error_text(jobs.error_of(error)) if error else "",
    }


@for_role(ClubRole.ORGANISER)
@takes_posts("club:import")
def go_on(request: HttpRequest, visit: Visit, job: int) -> HttpResponse:
    """The next slice."""
    found = job_of(visit, job)
    done = jobs.go_on(WORKS[found.kind], found)
    here = reverse("club:import_job", args=[visit.club.slug, done.pk])
    if not request.headers.get("HX-Request"):
        return redirect(here)
    if done.state != Job.State.RUNNING:
        return HttpResponseClientRedirect(here)
    context = {"visit": visit, "job": done, **_outcome(done)}
    return render(request, "club/exchange/_progress.html", context)


@for_role(ClubRole.ORGANISER)
@takes_posts("club:import")
def stop(request: HttpRequest, visit: Visit, job: int) -> HttpResponse:
    """Break it off; nothing of it stays."""
    found = job_of(visit, job)
    done = jobs.stop(WORKS[found.kind], found)
    return redirect("club:import_job", visit.club.slug, done.pk)


@for_role(ClubRole.ORGANISER)
@takes_posts("club:import")
def decide(request: HttpRequest, visit: Visit, job: int) -> HttpResponse:
    """Let the good games come in."""
    found = job_of(visit, job)
    here = redirect("club:import_job", visit.club.slug, found.pk)
    if found.state != Job.State.WAITING:
        return here
    if found.kind == parcel.WORK.kind:
        return _open_club(request, visit, found)
    form = _decide_form(found, request.POST, page=request.POST.get("people_at"))
    said = form.said() if form.is_valid() else None
    found = imports.choose(found, _numbers(request, "shown"), _numbers(request, "take"), said)
    if said is None:
        return _ask(request, visit, found, form, 422)
    if "page" in request.POST or "people" in request.POST:
        return _ask(request, visit, found, _turned(found, request.POST))
    try:
        choice = form.choice(said_of(found), only_good="good" in request.POST)
        imports.decide(found, visit.user, choice)
    except ScoringError as error:
        return _refused(request, visit, found, form, error)
    return here


def _turned(job: Job, data: QueryDict, people: int | None = None) -> DecideForm:
    """The form at another page of it: what was typed came along, or is kept."""
    typed = {name: data.get(name) for name in DecideForm.base_fields if name in data}
    page = people or data.get("people") or data.get("people_at")
    return _decide_form(job, typed=typed, page=str(page))


def _refused(
    request: HttpRequest, visit: Visit, job: Job, form: DecideForm, error: ScoringError
) -> HttpResponse:
    """What was typed, at the page of people on which something is missing."""
    if error.field == "guests":
        people = form.asked.page_of(error.params["n"], error.params["name"])
        turned = _turned(job, request.POST, people)
        form = _decide_form(job, turned.filled(), page=str(people))
    form.refuse(error)
    return _ask(request, visit, job, form, 422)


def _numbers(request: HttpRequest, name: str) -> set[int]:
    """Games by their numbers."""
    given = request.POST.getlist(name)
    return {int(text) for text in given if text.isascii() and text.isdecimal() and len(text) < 6}


def _ask_club(
    request: HttpRequest, visit: Visit, job: Job, error: str = "", status: int = 200
) -> HttpResponse:
    """What a packed club holds."""
    head = job.given["head"]
    counts = {name: len(head[name]) for name in ("players", "seasons", "evenings")}
    context = {"visit": visit, "job": job, "name": head.get("name"), "error": error, **counts}
    context["past"] = selector.told(job)
    return render(request, "club/exchange/ask_club.html", context, status=status)


def _open_club(request: HttpRequest, visit: Visit, job: Job) -> HttpResponse:
    if not visit.owns:
        raise PermissionDenied
    try:
        parcel.decide(job)
    except ScoringError as error:
        return _ask_club(request, visit, job, error_text(error), 422)
    return redirect("club:import_job", visit.club.slug, job.pk)


def _decide_form(
    job: Job, data: Any = None, typed: Any = None, page: str | None = None
) -> DecideForm:
    seasons = selector.open_seasons(job.club)
    likely = selector.likely_season(job, seasons)
    return DecideForm(
        data,
        seasons=seasons,
        likely=likely,
        others=0 if likely is None else imports.under_other_rules(job, likely),
        people=selector.people(job, page),
        undated=selector.undated(job),
        typed=typed,
    )


def _ask(
    request: HttpRequest, visit: Visit, job: Job, form: DecideForm, status: int = 200
) -> HttpResponse:
    typed = request.POST
    page = typed.get("page") or typed.get("page_at") or request.GET.get("page")
    context = {
        "visit": visit,
        "job": job,
        "past": selector.told(job),
        "form": form,
        "found": selector.overview(job, page),
        "players": selector.player_names(job.club),
    }
    return render(request, "club/exchange/ask.html", context, status=status)
