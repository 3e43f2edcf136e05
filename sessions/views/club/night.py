"""Club nights: the list, the board of an evening's tables, what it is played by, who is there."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.errors import ScoringError
from scoring.options import write_value
from scoring.varieties import VARIETIES
from sessions.forms.meanwhile import carried, meet
from sessions.forms.night import GuestsForm, NightForm, chosen_rules
from sessions.forms.options import OptionsForm
from sessions.models import Club, ClubRole, Evening
from sessions.selectors.evenings import evenings, in_a_line, mark, night_board, title
from sessions.selectors.rules import differences
from sessions.services import evenings as service
from sessions.services.evenings import EveningClosed, Setup
from sessions.views.club.access import View, Visit, for_anyone, for_role
from sessions.words import error_text


def of_night(view: View) -> View:
    """Below ``for_role`` or ``for_anyone``: the view gets the evening in place of its number, where
    it is one of the club's and the visitor may know of it. Where it is closed and does not change,
    the board says so."""

    @wraps(view)
    def wrapped(request: HttpRequest, visit: Visit, night: int, **kwargs: Any) -> HttpResponse:
        evening = (
            Evening.objects.select_related("season", "club")
            .filter(club=visit.club, pk=night, deleted=None)
            .first()
        )
        if evening is None or not (visit.role or _public(evening)):
            raise Http404
        try:
            return view(request, visit, evening, **kwargs)
        except EveningClosed:
            messages.error(request, _("This evening is closed."))
            return redirect("club:night", visit.club.slug, night)

    return wrapped


def _public(evening: Evening) -> bool:
    season = evening.season
    return season is not None and season.public and season.deleted is None


def night_posts(back: str) -> Callable[[View], View]:
    """Below ``of_night``: the view answers to POST alone; a GET is led to the page of this name."""

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(
            request: HttpRequest, visit: Visit, evening: Evening, **kwargs: Any
        ) -> HttpResponse:
            if request.method == "POST":
                return view(request, visit, evening, **kwargs)
            if request.method not in ("GET", "HEAD"):
                return HttpResponseNotAllowed(["POST"])
            return redirect(back, visit.club.slug, evening.pk)

        return wrapped

    return decorate


# -- the list -------------------------------------------------------------------------------------


@require_safe
@for_anyone
def nights(request: HttpRequest, visit: Visit) -> HttpResponse:
    """A club's evenings."""
    found = evenings(visit.club, public_only=visit.role is None)
    lines = [(evening, title(evening), in_a_line(evening)) for evening in found]
    gone = evenings(visit.club, deleted=True) if visit.organises else ()
    context = {
        "visit": visit,
        "evenings": lines,
        "gone": [(evening, title(evening), in_a_line(evening)) for evening in gone],
    }
    return render(request, "club/night/list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_role(ClubRole.ORGANISER)
def new(request: HttpRequest, visit: Visit) -> HttpResponse:
    """A new evening, by the rules of the last one unless others are chosen."""
    posted = request.POST if request.method == "POST" else None
    form = NightForm(posted, club=visit.club, initial=_like_the_last(visit.club))
    if form.is_valid():
        try:
            evening = service.make_evening(visit.club, visit.user, form.setup())
        except ScoringError as error:
            form.refuse(error)
        else:
            return redirect("club:night_guests", visit.club.slug, evening.pk)
    return _setup_page(request, visit, form)


def _like_the_last(club: Club) -> dict[str, Any]:
    last = evenings(club).first()
    return {"day": timezone.localdate(), **(_typed(last) if last else {}), "name": ""}


def _typed(evening: Evening) -> dict[str, Any]:
    """An evening as ``NightForm`` shows it, but for its day."""
    fee, rate = evening.fee_amount, evening.rate_amount
    return {
        "name": evening.name,
        "rules": chosen_rules(evening),
        "fee": write_value(fee) or "",
        "rate": "" if rate is None else write_value(rate),
    }


def _now(evening: Evening) -> dict[str, Any]:
    """All of an evening as ``NightForm`` shows it."""
    return {"day": evening.day, **_typed(evening)}


@require_http_methods(["GET", "HEAD", "POST"])
@for_role(ClubRole.ORGANISER)
@of_night
def setup(request: HttpRequest, visit: Visit, evening: Evening) -> HttpResponse:
    """What the next tables of an evening are played by, its fee and name; the way to close it."""
    posted = request.POST if request.method == "POST" else None
    form = NightForm(posted, club=visit.club, evening=evening, initial=_now(evening))
    if form.is_valid():
        try:
            service.set_up(evening, visit.user, form.setup(), request.POST.get("seen"))
        except ScoringError as error:
            evening.refresh_from_db()
            form.refuse(error)
            meet(form, error, _now(evening))
        else:
            return redirect("club:night", visit.club.slug, evening.pk)
    return _setup_page(request, visit, form, evening)


def _setup_page(
    request: HttpRequest, visit: Visit, form: NightForm, evening: Evening | None = None
) -> HttpResponse:
    context = {"visit": visit, "form": form, "evening": evening}
    if evening:
        kept = carried(form, service.facts(evening), _now(evening))
        context |= {"title": title(evening), "carried": kept}
    status = 422 if form.is_bound else 200
    return render(request, "club/night/setup.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@for_role(ClubRole.ORGANISER)
@of_night
def rules(request: HttpRequest, visit: Visit, evening: Evening) -> HttpResponse:
    """An evening's own rules, option by option; a season's are changed by the season."""
    if evening.season_id:
        return redirect("club:night_setup", visit.club.slug, evening.pk)
    kind = VARIETIES[evening.variety_key]
    preset = evening.preset if evening.preset in kind.presets else kind.default_preset
    if request.method != "POST":
        changed = differences(kind.options(kind.rules(preset, {})), evening.options)
        form = OptionsForm(None, variety=kind, preset=preset, changed=changed)
        return _rules_page(request, visit, evening, form)
    form = OptionsForm(request.POST, variety=kind, preset=preset)
    if form.is_valid():
        try:
            setup = _same_but(evening, form.options())
            service.set_up(evening, visit.user, setup, request.POST.get("seen"))
        except ScoringError as error:
            evening.refresh_from_db()
            if not form.refuse(error):
                form.add_error(None, error_text(error))
            meet(form, error, evening.options)
        else:
            return redirect("club:night_setup", visit.club.slug, evening.pk)
    return _rules_page(request, visit, evening, form, 422)


def _same_but(evening: Evening, options: dict[str, Any]) -> Setup:
    return Setup(
        day=evening.day,
        name=evening.name,
        variety=evening.variety_key,
        preset=evening.preset,
        options=options,
        fee=evening.fee_amount,
        rate=evening.rate_amount,
    )


def _rules_page(
    request: HttpRequest, visit: Visit, evening: Evening, form: OptionsForm, status: int = 200
) -> HttpResponse:
    context = {
        "visit": visit,
        "evening": evening,
        "title": title(evening),
        "options": form,
        "carried": carried(form, service.facts(evening), evening.options),
    }
    return render(request, "club/night/rules.html", context, status=status)


@for_role(ClubRole.ORGANISER)
@of_night
@night_posts("club:night_setup")
def close(request: HttpRequest, visit: Visit, evening: Evening) -> HttpResponse:
    """Close an evening, or open it again (``reopen``)."""
    act = service.reopen if "reopen" in request.POST else service.close
    act(evening, visit.user)
    return redirect("club:night", visit.club.slug, evening.pk)


@for_role(ClubRole.ORGANISER)
@of_night
@night_posts("club:night_setup")
def delete(request: HttpRequest, visit: Visit, evening: Evening) -> HttpResponse:
    """Take an evening off the list; its games stay."""
    service.delete(evening, visit.user)
    messages.success(request, _("The evening is off the list; its games stay."))
    return redirect("club:nights", visit.club.slug)


@for_role(ClubRole.ORGANISER)
def restore(request: HttpRequest, visit: Visit, night: int) -> HttpResponse:
    """Put an evening back on the list."""
    if request.method not in ("POST", "GET", "HEAD"):
        return HttpResponseNotAllowed(["POST"])
    evening = get_object_or_404(Evening, club=visit.club, pk=night)
    if request.method == "POST":
        service.restore(evening, visit.user)
    return redirect("club:nights", visit.club.slug)


# -- the board ------------------------------------------------------------------------------------


@require_safe
@for_anyone
@of_night
def board(request: HttpRequest, visit: Visit, evening: Evening) -> HttpResponse:
    """The tables of an evening and where everything else is done."""
    return _board(request, visit, evening, "club/night/board.html")


@require_safe
@for_anyone
@of_night
def wall(request: HttpRequest, visit: Visit, evening: Evening) -> HttpResponse:
    """The tables alone, for a screen that is read across a room."""
    return _board(request, visit, evening, "club/night/wall.html")


def _board(request: HttpRequest, visit: Visit, evening: Evening, template: str) -> HttpResponse:
    context = {"visit": visit, "evening": evening, "board": night_board(evening)}
    return render(request, template, context)


@require_safe
@for_anyone
@of_night
def poll(request: HttpRequest, visit: Visit, evening: Evening) -> HttpResponse:
    """204 while the board is as the screen saw it (``?mark=``), else the board."""
    now = mark(evening)
    if request.GET.get("mark") == now:
        response = HttpResponse(status=204)
    else:
        response = _board(request, visit, evening, "club/night/_board.html")
    response["Game-Version"] = now
    return response


# -- guests ---------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@for_role(ClubRole.SCOREKEEPER)
@of_night
def guests(request: HttpRequest, visit: Visit, evening: Evening) -> HttpResponse:
    """Who is there; who has come; ``then=draw`` goes on to the draw with them."""
    if request.method != "POST":
        return _guests_page(request, visit, evening)
    form = GuestsForm(request.POST, known=_known(evening))
    if form.is_valid():
        try:
            service.welcome(evening, form.cleaned_data["players"], form.lines(), by=visit.user)
        except ScoringError as error:
            form.add_error("names", error_text(error))
        else:
            draws = request.POST.get("then") == "draw"
            page = "club:night_draw" if draws else "club:night_guests"
            return redirect(page, visit.club.slug, evening.pk)
    return _guests_page(request, visit, evening, form, 422)


def _guests_page(
    request: HttpRequest,
    visit: Visit,
    evening: Evening,
    form: GuestsForm | None = None,
    status: int = 200,
) -> HttpResponse:
    listed = evening.guests.select_related("player").order_by("pk")
    context = {
        "visit": visit,
        "evening": evening,
        "title": title(evening),
        "here": [guest for guest in listed if not guest.went],
        "gone": [guest for guest in listed if guest.went],
        "form": form or GuestsForm(None, known=_known(evening)),
    }
    return render(request, "club/night/guests.html", context, status=status)


def _known(evening: Evening) -> list[tuple[int, str]]:
    """The club's players who are not there, by name."""
    players = evening.club.players.filter(left=None, merged_into=None, anonymous=False)
    absent = players.exclude(evenings__in=evening.guests.filter(went=None))
    return list(absent.order_by("name", "pk").values_list("pk", "name"))


@for_role(ClubRole.SCOREKEEPER)
@of_night
@night_posts("club:night_guests")
def goodbye(request: HttpRequest, visit: Visit, evening: Evening, player: int) -> HttpResponse:
    """A guest goes home."""
    if player not in evening.guests.values_list("player", flat=True):
        raise Http404
    service.say_goodbye(evening, player, by=visit.user)
    return redirect("club:night_guests", visit.club.slug, evening.pk)
