"""Starting a table: names, rules, seats, and where a game taken up in the middle stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.errors import ScoringError
from scoring.game import Preset, Variety
from scoring.varieties import VARIETIES
from sessions.forms.fields import open_at_first_wrong
from sessions.forms.options import OptionsForm
from sessions.forms.start import PositionForm, StartForm
from sessions.limits import spend
from sessions.selectors.games import known_names, last_time
from sessions.selectors.rules import differences, differing, preset_options
from sessions.services.changes import Repeated
from sessions.services.games import create_game, keys_again
from sessions.services.seats import draw
from sessions.views.access import remembered
from sessions.views.keys import hand_over
from sessions.views.seats import seat_map
from sessions.words import error_text


@dataclass(slots=True)
class Setup:
    """The page: one preset, its options as they stand, who sits, from where the game goes on."""

    variety: Variety
    preset: Preset
    people: StartForm
    options: OptionsForm
    position: PositionForm
    error: str = ""

    @property
    def players(self) -> int:
        return self.people.players


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, variety: str) -> HttpResponse:
    """The start form. Choosing a preset posts it too and shows that preset's rules; nothing that
    was typed is lost."""
    kind = VARIETIES.get(variety)
    if kind is None:
        raise Http404
    if request.method != "POST":
        return _page(request, _as_last_time(request, kind))
    setup = _typed(request, kind)
    if "choose" in request.POST:
        return _page(request, _with_preset(setup, request))
    return _start(request, setup)


def _start(request: HttpRequest, setup: Setup) -> HttpResponse:
    valid = [form.is_valid() for form in (setup.people, setup.options, setup.position)]
    if not all(valid) or setup.error:
        return _page(request, setup, status=422)
    how = setup.people.cleaned_data["seats"]
    if how in DRAWS:
        return _drawn(request, setup, dice=DRAWS[how])
    spend(request, "start")
    try:
        _game, keys = create_game(
            variety=setup.variety.key,
            preset=setup.preset.key,
            options=setup.options.options(),
            names=setup.people.typed_names(),
            title=setup.people.cleaned_data["title"],
            start=setup.position.start(),
            token=request.POST.get("token"),
        )
    except Repeated:
        return _once_more(request, setup)
    except ScoringError as error:
        forms = (setup.people, setup.options, setup.position)
        if not any(form.refuse(error) for form in forms):
            setup.error = error_text(error)
        return _page(request, setup, status=422)
    return hand_over(request, keys)


def _once_more(request: HttpRequest, setup: Setup) -> HttpResponse:
    """A second tap starts no second table: here are its keys, unless it is being played at."""
    keys = keys_again(request.POST.get("token"))
    if keys:
        return hand_over(request, keys)
    setup.error = _("This table has been started already: it is among your tables.")
    return _page(request, setup, status=409)


DRAWS = {"drawn": False, "rolled": True}
"""Ways to draw the seats: with dice for the first dealer, or without."""


def _drawn(request: HttpRequest, setup: Setup, *, dice: bool) -> HttpResponse:
    """The seats as they were drawn, to look at; everything that was typed goes along."""
    names = setup.people.typed_names()
    drawn = draw(len(names), dice=dice)
    seated = {f"name{seat}": names[person] for seat, person in enumerate(drawn.order)}
    fields = [
        (name, seated.get(name, value))
        for name, values in request.POST.lists()
        for value in values
        if name not in ("csrfmiddlewaretoken", "seats", "choose")
    ]
    context = {
        "map": seat_map(setup.variety, names, drawn),
        "fields": fields,
        "chosen": "written",
        "action": request.path,
        "back": request.path,
    }
    return render(request, "pages/drawn.html", context)


# -- reading what was typed ----------------------------------------------------------------------


def _typed(request: HttpRequest, kind: Variety) -> Setup:
    """The forms as posted. The options are read against the preset whose values were shown."""
    data = request.POST
    shown = kind.presets.get(data.get("shown", ""), kind.presets[kind.default_preset])
    chosen = kind.presets.get(data.get("preset", ""), shown)
    options = OptionsForm(data, variety=kind, preset=shown.key)
    error = ""
    try:
        rules = kind.rules(chosen.key, options.options())
    except ScoringError as refusal:
        if not options.refuse(refusal):
            error = error_text(refusal)
        rules = kind.rules(chosen.key, {})
    players = kind.players(rules)
    if data.get("players", "").isdecimal() and int(data["players"]) != players:
        error = error or _("This game has {n} seats. Are the names right?").format(n=players)
    return Setup(
        variety=kind,
        preset=chosen,
        people=StartForm(data, variety=kind, players=players),
        options=options,
        position=PositionForm(data, variety=kind, rules=rules),
        error=error,
    )


def _with_preset(setup: Setup, request: HttpRequest) -> Setup:
    """The page under the chosen preset, with what was set otherwise set again where it fits."""
    kind, changed = setup.variety, setup.options.options()
    try:
        rules = kind.rules(setup.preset.key, changed)
    except ScoringError:
        changed, rules = {}, kind.rules(setup.preset.key, {})
    players = kind.players(rules)
    names = [request.POST.get(f"name{seat}", "") for seat in range(players)]
    people = StartForm(
        None, variety=kind, players=players, names=names, title=request.POST.get("title", "")
    )
    people.initial["seats"] = request.POST.get("seats", "written")
    return Setup(
        variety=kind,
        preset=setup.preset,
        people=people,
        options=OptionsForm(None, variety=kind, preset=setup.preset.key, changed=changed),
        position=PositionForm(None, variety=kind, rules=rules),
    )


def _as_last_time(request: HttpRequest, kind: Variety) -> Setup:
    """A fresh page: the names and rules of the last game on this phone."""
    last = last_time(remembered(request), kind.key)
    preset = kind.presets.get(last.preset, kind.presets[kind.default_preset])
    rules, changed = kind.rules(preset.key, {}), {}
    if last.rules:
        changed = differences(kind.options(rules), last.rules)
        rules = kind.rules(preset.key, changed)
    return Setup(
        variety=kind,
        preset=preset,
        people=StartForm(None, variety=kind, players=kind.players(rules), names=last.names),
        options=OptionsForm(None, variety=kind, preset=preset.key, changed=changed),
        position=PositionForm(None, variety=kind, rules=rules),
    )


# -- showing it ----------------------------------------------------------------------------------


def _page(request: HttpRequest, setup: Setup, status: int = 200) -> HttpResponse:
    if status == 422:
        open_at_first_wrong(setup.people, setup.options, setup.position)
    token = request.POST.get("token") or uuid4().hex
    context = {"setup": setup, "token": token, **_presets(request, setup)}
    template = "pages/_start_form.html" if request.headers.get("HX-Request") else "pages/start.html"
    response = render(request, template, context, status=status)
    response["Vary"] = "HX-Request"
    return response


def _presets(request: HttpRequest, setup: Setup) -> dict[str, Any]:
    """The presets to choose from, and what the chosen one does otherwise than the usual one."""
    kind = setup.variety
    usual = kind.presets[kind.default_preset]
    base, options = preset_options(kind, usual.key), preset_options(kind, setup.preset.key)
    return {
        "presets": [(preset, _in_a_line(kind, preset)) for preset in kind.presets.values()],
        "usual": usual,
        "differs": differing(kind, options, base),
        "known": known_names(remembered(request)),
    }


def _in_a_line(kind: Variety, preset: Preset) -> str:
    return kind.summary(kind.rules(preset.key, {}), _)
