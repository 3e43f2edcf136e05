"""A season's rules: their editions, and a look at what new ones would change before they hold."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from scoring.errors import ScoringError
from scoring.game import Preset, Variety
from scoring.varieties import VARIETIES
from sessions.forms.meanwhile import carried, meet
from sessions.forms.options import OptionsForm
from sessions.forms.season import NoteForm
from sessions.models import ClubRole, Season
from sessions.selectors.editions import editions, effects, presets_of
from sessions.selectors.rules import differences
from sessions.services.outlook import outlook
from sessions.services.seasons import Rules, add_edition, latest_edition, rules_of
from sessions.views.club.access import Visit, for_anyone, for_role
from sessions.views.club.seasons import FORM, of_season, while_open
from sessions.words import error_text


@require_safe
@for_anyone
@of_season
def rules(request: HttpRequest, visit: Visit, season: Season) -> HttpResponse:
    """What is played and by which rules, every edition of them with what it changed."""
    found = editions(season)
    played = [item.variety for item in found]
    context = {
        "visit": visit,
        "season": season,
        "varieties": found,
        "others": [kind for kind in VARIETIES.values() if kind not in played],
    }
    return render(request, "club/season/rules.html", context)


@dataclass(slots=True)
class Change:
    """The page: a preset, its options as they stand, why."""

    variety: Variety
    preset: Preset
    options: OptionsForm
    reason: NoteForm
    carried: str
    """Which rules were in force when the page was opened."""

    def rules(self) -> Rules:
        return Rules(
            self.variety.key,
            self.preset.key,
            self.options.options(),
            self.reason.cleaned_data.get("note", "") if self.reason.is_valid() else "",
        )


@require_http_methods(FORM)
@for_role(ClubRole.ORGANISER)
@of_season
@while_open
def change(request: HttpRequest, visit: Visit, season: Season, variety: str) -> HttpResponse:
    """New rules for a variety, or a variety more: chosen, looked at (``look``), put in force."""
    kind = VARIETIES.get(variety)
    if kind is None:
        raise Http404
    if request.method != "POST":
        return _page(request, visit, season, _as_they_are(season, kind))
    asked = _typed(request, season, kind)
    if "choose" in request.POST:
        return _page(request, visit, season, _with_preset(asked))
    if not (asked.options.is_valid() and asked.reason.is_valid()):
        return _page(request, visit, season, asked, status=422)
    try:
        if "look" in request.POST:
            found = outlook(season, asked.rules())
            return _page(request, visit, season, asked, effects=effects(season, found))
        add_edition(season, visit.user, asked.rules(), request.POST.get("seen"))
    except ScoringError as error:
        if not asked.options.refuse(error):
            asked.options.add_error(None, error_text(error))
        now = rules_of(season, kind.key)
        meet(asked.options, error, now)
        asked.carried = carried(asked.options, now, now)
        return _page(request, visit, season, asked, status=422)
    return redirect("club:season_rules", visit.club.slug, season.slug)


def _as_they_are(season: Season, kind: Variety) -> Change:
    edition = latest_edition(season, kind.key)
    key = edition.preset if edition is not None else ""
    preset = kind.presets.get(key, kind.presets[kind.default_preset])
    changed = {}
    if edition is not None:
        changed = differences(kind.options(kind.rules(preset.key, {})), edition.rules)
    options = OptionsForm(None, variety=kind, preset=preset.key, changed=changed)
    now = rules_of(season, kind.key)
    return Change(kind, preset, options, NoteForm(), carried(options, now, now))


def _typed(request: HttpRequest, season: Season, kind: Variety) -> Change:
    """As posted; the options are read against the preset whose values were shown."""
    shown = kind.presets.get(request.POST.get("shown", ""), kind.presets[kind.default_preset])
    chosen = kind.presets.get(request.POST.get("preset", ""), shown)
    options = OptionsForm(request.POST, variety=kind, preset=shown.key)
    now = rules_of(season, kind.key)
    return Change(kind, chosen, options, NoteForm(request.POST), carried(options, now, now))


def _with_preset(asked: Change) -> Change:
    """The page under the chosen preset, with what was set otherwise set again where it fits."""
    kind, changed = asked.variety, asked.options.options()
    try:
        kind.rules(asked.preset.key, changed)
    except ScoringError:
        changed = {}
    options = OptionsForm(None, variety=kind, preset=asked.preset.key, changed=changed)
    return Change(kind, asked.preset, options, asked.reason, asked.carried)


def _page(
    request: HttpRequest,
    visit: Visit,
    season: Season,
    asked: Change,
    status: int = 200,
    **more: object,
) -> HttpResponse:
    context = {
        "visit": visit,
        "season": season,
        "asked": asked,
        "presets": presets_of(asked.variety),
        "first": latest_edition(season, asked.variety.key) is None,
        **more,
    }
    return render(request, "club/season/rules_change.html", context, status=status)
