"""Everything else about a table, one tap away; its rules; and how this phone likes to see it."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.forms import FORMS
from scoring.pages.tables import TABLES, address
from sessions.selectors.rules import differences, preset_options, table_rules
from sessions.templatetags.look import MINUSES, THEMES, VOICES
from sessions.views.access import YEAR, Table, opens_table, table
from sessions.views.homeward import home_of
from sessions.views.onward import onward


@never_cache
@require_safe
@opens_table
def menu(request: HttpRequest, link: str) -> HttpResponse:
    """All doors of a table."""
    seen = table(request, link)
    kind = seen.game.variety
    preset = kind.presets.get(seen.game.preset)
    context = {
        "seen": seen,
        "home": home_of(request, seen.game),
        "preset": preset,
        "tables": _by_own_rules(request, seen, "table") if kind.key in TABLES else "",
        "calculator": _by_own_rules(request, seen, "calculator") if kind.key in FORMS else "",
    }
    return render(request, "pages/menu.html", context)


def _by_own_rules(request: HttpRequest, seen: Table, page: str) -> str:
    """Where the score tables, or the calculator, of this game's own rules are."""
    game, kind = seen.game, seen.game.variety
    preset = game.preset if game.preset in kind.presets else kind.default_preset
    own = differences(preset_options(kind, preset), game.rules)
    return address(kind.key, preset, own, request.path, page)


@never_cache
@require_safe
@opens_table
def rules(request: HttpRequest, link: str) -> HttpResponse:
    """Every option of this table in words, and where the ruleset is written."""
    seen = table(request, link)
    variety = seen.game.variety
    context = {
        "seen": seen,
        "variety": variety,
        "name": variety.table_name(seen.game.frozen_rules(), _),
        "preset": variety.presets.get(seen.game.preset),
        "chapters": table_rules(seen.game),
    }
    return render(request, "pages/rules.html", context)


COOKIES = {"language": settings.LANGUAGE_COOKIE_NAME}
"""Where a choice is kept under another name than the form's."""


@require_http_methods(["GET", "HEAD", "POST"])
def look(request: HttpRequest) -> HttpResponse:
    """The language, light or dark or black, how minus is written, whether the phone speaks: kept on
    this phone alone."""
    if request.method != "POST":
        return render(request, "pages/look.html", {"back": reverse("table:home")})
    response = HttpResponseRedirect(onward(request, "table:home"))
    languages = tuple(code for code, _ in settings.LANGUAGES)
    choices = {"theme": THEMES, "minus": MINUSES, "language": languages, "voice": VOICES}
    for name, allowed in choices.items():
        if name in request.POST:
            _keep(response, COOKIES.get(name, name), request.POST[name], allowed)
    return response


def _keep(response: HttpResponse, name: str, value: str, allowed: tuple[str, ...]) -> None:
    """A choice for a year; anything that is no choice goes back to the system's."""
    if value not in allowed:
        response.delete_cookie(name, samesite="Lax")
        return
    response.set_cookie(
        name,
        value,
        max_age=YEAR,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
