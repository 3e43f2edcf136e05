"""Entering a round: the form, and recording it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.errors import ScoringError
from scoring.forms import FORMS, Draft, RoundForm, draft, round_form, seal, seldom, templates
from scoring.game import TimeUp, dump_outcome
from scoring.preview import Position
from sessions.models import Game
from sessions.selectors.board import position
from sessions.selectors.clock import table_clock
from sessions.selectors.history import Story, story
from sessions.services import changes
from sessions.services.changes import Closed, NothingToDo, Repeated, Stale
from sessions.views import phone
from sessions.views.access import Table, opens_table, table, takes_posts
from sessions.views.kit import charges, kit
from sessions.views.table import at_version, show_board, version

OWN_FIELDS = ("csrfmiddlewaretoken", "position", "token", "version", "kind", "place", "why")
"""What belongs to the page and not to the round that was typed."""


@dataclass(frozen=True, slots=True)
class Place:
    """Which round is entered: the next one, or, for a correction, ``number`` (from 1) otherwise
    than it was, or a forgotten one before it (``added``)."""

    number: int | None = None
    added: bool = False

    @property
    def query(self) -> str:
        name = "before" if self.added else "round"
        return "" if self.number is None else f"?{name}={self.number}"


NEXT = Place()


@never_cache
@require_safe
@vary_on_headers("HX-Request")
@opens_table
def enter(request: HttpRequest, link: str, kind: str) -> HttpResponse:
    """The form for a round: the one being played, with ``?round=3`` one already recorded, with
    ``?before=3`` one that was forgotten there."""
    seen = table(request, link, write=True)
    place = _place(request.GET)
    if place == NEXT and (seen.game.finished or not seen.is_open):
        return show_board(request, seen, notice=_("The game is over."), status=409)
    if kind == "more":
        return _more(request, seen)
    told = story(seen.game)
    _check_place(told, place)
    here = _position(request, told, place)
    form_class = round_form(seen.game.variety_key, kind)
    form = form_class(here, _typed(request, told, here, form_class, place))
    response = _show(request, seen, draft(form, request.GET.get("why", "")), place)
    if "winner" in request.GET:
        phone.learn(request, response, "seat")
    return response


def _more(request: HttpRequest, seen: Table) -> HttpResponse:
    """What else may happen in a hand."""
    lines = [
        (f"{reverse('table:enter', args=(seen.link, kind))}?{urlencode(choice.query)}", choice)
        for kind, choice in seldom(seen.game.variety_key, seen.game.frozen_rules())
    ]
    return render(request, "table/more.html", {"seen": seen, "lines": lines})


def anew(request: HttpRequest, link: str) -> str:
    """The address at which the form stands with all that was typed in it: in ``request``, which
    sent it, or asks for it by a key that goes to no script. The board, or all hands, for one that
    was not typed."""
    sent = request.POST or request.GET
    kind = sent.get("kind", "")
    if kind not in {form.kind for forms in FORMS.values() for form in forms}:
        match = request.resolver_match
        hands = match is not None and match.url_name == "hand_edit"
        return reverse("table:hands" if hands else "table:board", args=(link,))
    typed = [
        (name, value)
        for name, values in sent.lists()
        if name == "place" or name not in OWN_FIELDS
        for value in values
    ]
    return reverse("table:enter", args=(link, kind)) + "?" + urlencode(typed)


@takes_posts(anew)
@vary_on_headers("HX-Request")
@opens_table
def record(request: HttpRequest, link: str) -> HttpResponse:
    """Record the round just played."""
    seen = table(request, link, write=True)
    told = story(seen.game)
    form = read_round(request, told)
    if _ran_out_over(request, told, form):
        return _show_time_up(request, seen, form)
    try:
        done = changes.record(
            seen.game,
            form.outcome(),
            version=version(request),
            token=request.POST.get("token"),
            hands=told.hands,
        )
    except ScoringError as error:
        return show_refused(request, seen, form, error)
    except Repeated:
        then = changes.version_after(request.POST.get("token"))
        return at_version(show_board(request, seen), then or seen.game.version)
    except Stale:
        late = _("Another phone was faster. This is what it recorded:")
        kept = anew(request, seen.link)
        return show_board(request, seen, notice=late, kept=kept, tells_last=True, status=409)
    except Closed:
        closed = _("The game is closed.")
        return show_board(request, seen, notice=closed, kept=anew(request, seen.link), status=409)
    except NothingToDo:
        return show_board(request, seen, notice=_("Nothing is left to do here."), status=409)
    response = show_board(request, seen, told=told.after(done))
    if form.way:
        phone.keep(response, phone.way_cookie(seen.game), form.way)
    return response


def read_round(request: HttpRequest, told: Story, place: Place = NEXT) -> RoundForm:
    """The form as it was sent, to be recorded: ``outcome()`` makes the round of it. ``Http404``
    where the variety has no such kind of round."""
    form_class = round_form(told.game.variety_key, request.POST.get("kind", ""))
    here = _position(request, told, place)
    return form_class(here, request.POST, typing=False)


def show_refused(
    request: HttpRequest, seen: Table, form: RoundForm, error: ScoringError, place: Place = NEXT
) -> HttpResponse:
    """The form again, as it was typed, with what is wrong next to where it is."""
    again = replace(draft(form), error=error, complete=False)
    return _show(request, seen, again, place, status=422)


def _ran_out_over(request: HttpRequest, told: Story, form: RoundForm) -> bool:
    """Whether the time ran out while the form was filled in, and nobody has said so: the bell of a
    page with scripts does, and what those send is taken as it is. A hand that comes twice or too
    late is told that instead."""
    if request.headers.get("HX-Request") or "up" in request.POST or "time_up" in request.POST:
        return False
    if version(request) != told.game.version:
        return False
    return "time_up" in form.option_spots and _time_is_up(told)


def _show_time_up(request: HttpRequest, seen: Table, form: RoundForm) -> HttpResponse:
    """The form again, with the time noted: the answer may be to take that back."""
    typed = form.data.copy()
    typed["time_up"] = "on"
    noted = type(form)(form.position, typed, typing=False)
    asked = ScoringError("time_up", "Time ran out meanwhile and is ticked: record again, or untick")
    return show_refused(request, seen, noted, asked)


# -- the page -----------------------------------------------------------------------------------


def _show(
    request: HttpRequest, seen: Table, entered: Draft, place: Place, status: int = 200
) -> HttpResponse:
    key = seen.game.variety_key
    if place.number is None:
        action = reverse("table:record", args=(seen.link,))
        back = reverse("table:board", args=(seen.link,))
    else:
        action = reverse("table:hand_edit", args=(seen.link, place.number))
        back = reverse("table:hand", args=(seen.link, place.number))
    context = {
        "seen": seen,
        "draft": entered,
        "form": entered.form,
        "place": place,
        "action": action,
        "back": back,
        "position": seal(entered.form.position),
        "token": uuid4().hex,
        # What was sent back keeps the version it was typed on, or the next try would overlook what
        # others have recorded meanwhile.
        "version": version(request) if request.method == "POST" else seen.game.version,
        "body": templates(key, f"_{entered.form.kind}.html"),
        "time_up": _time_up(entered.form.position) if place == NEXT else None,
        "is_up": place == NEXT and _is_up(seen.game),
    }
    htmx = bool(request.headers.get("HX-Request"))
    if not htmx:
        context["kit"] = kit(request, seen, entered.form.position.names)
        context["charges"] = charges(entered.form)
    page = "table/_enter.html" if htmx else "table/enter.html"
    return at_version(render(request, page, context, status=status), seen.game.version)


def _place(given: QueryDict) -> Place:
    """The round the address names, or, asked for anew by the form itself, the form's ``place``."""
    if "place" in given:
        given = QueryDict(str(given["place"]))
    for name, added in (("round", False), ("before", True)):
        number = given.get(name, "")
        if number.isascii() and number.isdecimal() and 0 < len(number) < 5:
            return Place(int(number), added)
    return NEXT


def _check_place(told: Story, place: Place) -> None:
    """``Http404`` for a round that was never played, or taken out meanwhile."""
    if place.number is not None and not 1 <= place.number <= len(told.replay.steps):
        raise Http404


def _position(request: HttpRequest, told: Story, place: Place) -> Position:
    bottom = phone.turn(request, len(told.seating.names)).bottom
    return position(told, place.number, bottom)


def _typed(
    request: HttpRequest,
    told: Story,
    here: Position,
    form_class: type[RoundForm],
    place: Place,
) -> QueryDict:
    """What stands in the form: everything typed so far (the page asked for anew), or what is known
    already, and then what the link says."""
    if "typed" in request.GET:
        return _noting_the_time(request.GET, told, place)
    known: dict[str, list[str]] = {"riichi": [str(seat) for seat in here.declared]}
    steps = told.replay.steps
    if place.number and not place.added and place.number <= len(steps):
        outcome = dump_outcome(steps[place.number - 1].outcome)
        known["riichi"] = [str(seat) for seat in outcome.get("riichi", [])]
        if outcome["type"] == form_class.kind:
            known |= form_class.typed(_won_by(outcome, request.GET.get("winner", "")), here)
    if place == NEXT and _time_is_up(told):
        known["time_up"] = ["on"]
    if way := request.COOKIES.get(phone.way_cookie(told.game)):
        known["way"] = [way]
    typed = QueryDict(mutable=True)
    for name, values in (known | dict(request.GET.lists())).items():
        typed.setlist(name, values)
    return typed


def _noting_the_time(typed: QueryDict, told: Story, place: Place) -> QueryDict:
    """What was typed, noting that the time has run out since it was last shown."""
    if place != NEXT or "up" in typed or not _time_is_up(told):
        return typed
    noted = typed.copy()
    noted["time_up"] = "on"
    return noted


def _is_up(game: Game) -> bool:
    clock = table_clock(game)
    return clock is not None and clock.is_up


def _time_is_up(told: Story) -> bool:
    """Whether the clock has run out, and the hand being played is the one to say so."""
    return _is_up(told.game) and _time_up(position(told)).noted


def _time_up(here: Position) -> TimeUp:
    """What follows when the time runs out while this hand is played."""
    return here.variety.time_up(here.rules, here.state, _)


def _won_by(outcome: dict[str, Any], winner: str) -> dict[str, Any]:
    """The one win as somebody else's, worth the same: mostly it is the seat that was wrong. If the
    discarder won it, the two changed places."""
    wins = outcome.get("wins", [])
    if len(wins) != 1 or winner not in ("0", "1", "2", "3"):
        return outcome
    win, seat = wins[0], int(winner)
    source = win["winner"] if win["from"] == seat else win["from"]
    return outcome | {"wins": [win | {"winner": seat, "from": source}]}
