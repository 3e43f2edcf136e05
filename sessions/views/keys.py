"""The keys of a table: a link that writes, a link that watches, a phrase that lets back in."""

from __future__ import annotations

import segno
from django.conf import settings
from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from sessions.forms.keys import TakeOverForm
from sessions.models import Game
from sessions.selectors.seating import seating
from sessions.services.links import (
    Keys,
    Role,
    TooManyTries,
    WrongPhrase,
    open_links,
    renew_phrase,
    revoke,
    take_over,
)
from sessions.views.access import CODE, REMEMBERED, YEAR, opens_table, remember, table, takes_posts

WATCHING = "watching"
PHRASE = "phrase"
PHRASE_SHOWN = 15 * 60
"""Seconds in which the page of the keys still shows a new phrase."""


@never_cache
@require_safe
@opens_table
def keys(request: HttpRequest, link: str) -> HttpResponse:
    """Both links as QR codes and as text; the phrase while it is new. A watcher sees their own."""
    seen = table(request, link)
    write = link if seen.may_write else ""
    watch = _watching_link(request, seen.game) if seen.may_write else link
    context = {
        "seen": seen,
        "sits": _sits(seen.game),
        "write": _shown(request, write),
        "watch": _shown(request, watch),
        "phrase": request.COOKIES.get(PHRASE, "") if seen.may_write else "",
    }
    return render(request, "pages/keys.html", context)


@never_cache
@takes_posts("table:keys")
@opens_table
def renew(request: HttpRequest, link: str) -> HttpResponse:
    """Replace one of the keys: the writing link, the watching link or the phrase."""
    seen = table(request, link, write=True)
    what = request.POST.get("key", "")
    if what == "phrase":
        response = redirect("table:keys", link)
        _keep_phrase(response, link, renew_phrase(seen.game))
        return response
    role = Role.WATCH if what == "watch" else Role.WRITE
    new = revoke(seen.game, role)
    if role is Role.WRITE:
        response = redirect("table:keys", new)
        remember(request, response, new)
        return response
    response = redirect("table:keys", link)
    _keep_watching(request, response, new)
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def take_over_page(request: HttpRequest) -> HttpResponse:
    """A game's code and its phrase give a new writing link; the lost phone's link dies."""
    if request.method != "POST":
        form = TakeOverForm(initial={"code": request.GET.get("code", "")})
        return render(request, "pages/take_over.html", {"form": form})
    form, status = TakeOverForm(request.POST), 422
    if form.is_valid():
        try:
            _game, link = take_over(form.cleaned_data["code"], form.cleaned_data["phrase"])
        except (WrongPhrase, TooManyTries) as error:
            form.refuse(error)
            status = 429 if isinstance(error, TooManyTries) else 422
        else:
            response = redirect("table:keys", link)
            remember(request, response, link)
            return response
    return render(request, "pages/take_over.html", {"form": form}, status=status)


# -- what a phone keeps of the keys ---------------------------------------------------------------


def hand_over(request: HttpRequest, made: Keys) -> HttpResponse:
    """After a start: to the keys. This phone keeps the watching link, and the phrase for a quarter
    hour.

    The database has only their hashes; whoever did not write them down then cannot see them again.
    """
    response = redirect("table:keys", made.write)
    _keep_phrase(response, made.write, made.phrase)
    _keep_watching(request, response, made.watch)
    remember(request, response, made.write)
    return response


def _keep_phrase(response: HttpResponse, link: str, phrase: str) -> None:
    response.set_cookie(
        PHRASE,
        phrase,
        max_age=PHRASE_SHOWN,
        path=reverse("table:keys", args=[link]),
        httponly=True,
        samesite="Strict",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def _keep_watching(request: HttpRequest, response: HttpResponse, link: str) -> None:
    kept = [link, *(other for other in _watching(request) if other[:CODE] != link[:CODE])]
    response.set_signed_cookie(
        WATCHING,
        ".".join(kept[:REMEMBERED]),
        salt=WATCHING,
        max_age=YEAR,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def _watching(request: HttpRequest) -> list[str]:
    try:
        kept = request.get_signed_cookie(WATCHING, default="", salt=WATCHING)
    except BadSignature:
        return []
    return kept.split(".") if kept else []


def _watching_link(request: HttpRequest, game: Game) -> str:
    """The watching link of this game, where this phone has it and it still opens."""
    kept = [link for link in _watching(request) if link[:CODE] == game.code]
    return next((link for _, _, link in open_links(kept)), "")


def _sits(game: Game) -> list[tuple[str, str]]:
    """Who sits where, for seats that were drawn."""
    variety = game.variety
    return [(variety.wind_name(seat, _), name) for seat, name in enumerate(seating(game).now)]


# -- showing a link --------------------------------------------------------------------------------


def _shown(request: HttpRequest, link: str) -> dict[str, str | SafeString]:
    """A link as text to copy and as a QR code."""
    if not link:
        return {}
    url = request.build_absolute_uri(reverse("table:board", args=[link]))
    return {"url": url, "qr": qr(url)}


def qr(text: str) -> SafeString:
    """A QR code as inline SVG: dark on light in every theme, as scanners want it."""
    code = segno.make(text, micro=False, error="m")
    drawn = code.svg_inline(omitsize=True, border=3, dark="#1a1c19", light="#fffdf6")
    return mark_safe(drawn)  # noqa: S308  drawn from modules, no text in it
