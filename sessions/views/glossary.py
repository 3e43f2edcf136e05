"""Words of the table, explained: all on a page, some of them where they were tapped."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.glossary import GAMES, TERMS, Term, patterns, search
from scoring.varieties import VARIETIES
from sessions.views import phone

LONGEST = 60
"""Nobody searches for more; it is cut off."""


@require_safe
@vary_on_headers("HX-Request")
def words(request: HttpRequest) -> HttpResponse:
    """Every word, chapter by chapter; those that fit ``?q=``, of one ``?game=``. ``?of=fu.han`` and
    ``?patterns=riichi``: these alone, for htmx without the page around them."""
    some = _asked(request)
    if request.headers.get("HX-Request"):
        response = render(request, "pages/_words.html", {"terms": some})
        phone.learn(request, response, "words")
        return response
    query = request.GET.get("q", "").strip()[:LONGEST]
    game = request.GET.get("game", "")
    context = {
        "terms": some,
        "chapters": search(query, game if game in GAMES else "", _),
        "query": query,
        "game": game,
        "varieties": [kind for key, kind in VARIETIES.items() if key in GAMES],
    }
    return render(request, "pages/words.html", context)


def _asked(request: HttpRequest) -> list[Term]:
    """The words that were tapped, without those there are not."""
    keys = dict.fromkeys(request.GET.get("of", "").split("."))
    return [TERMS[key] for key in keys if key in TERMS] or patterns(request.GET.get("patterns", ""))
