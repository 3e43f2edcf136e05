"""What a table's page brings along, so that the phone can go on when the network is gone."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language

from config.static import version
from scoring.forms import RoundForm, kinds, round_form
from scoring.forms.base import WinForm
from sessions.views.access import Table

VOICE = "voice"
"""The cookie of a phone that says aloud what was called."""


@dataclass(frozen=True, slots=True)
class Kit:
    """``keep``: the pages the phone keeps, the table first; ``stamp`` changes when they must be
    fetched anew."""

    keep: str
    stamp: str
    voice: bool


def kit(request: HttpRequest, seen: Table, names: Iterable[str]) -> Kit:
    """The kit of this table for this phone, with these names on its pages."""
    looks = [request.COOKIES.get(name, "") for name in ("theme", "minus", "seat")]
    made_of = [version(), get_language() or "", str(seen.game.clock), *looks, *names]
    return Kit(
        keep=" ".join([seen.url, *_entries(seen)]),
        stamp=hashlib.sha256("\n".join(made_of).encode()).hexdigest()[:12],
        voice=request.COOKIES.get(VOICE) == "on",
    )


def _entries(seen: Table) -> list[str]:
    """The pages for entering a hand; a win by a way that can do without the server."""
    if not seen.may_write or not seen.is_open or seen.game.finished:
        return []
    variety = seen.game.variety_key
    win = round_form(variety, "win")
    ways = [way.key for way in win.ways if way.alone] if issubclass(win, WinForm) else []
    return [
        reverse("table:enter", args=(seen.link, kind))
        + ("?" + urlencode({"way": ways[0]}) if kind == "win" and ways else "")
        for kind in [*kinds(variety), "more"]
    ]


def charges(form: RoundForm) -> dict[str, Any]:
    """What each value costs, by the way it is given, for the page to show by itself."""
    if not isinstance(form, WinForm):
        return {}
    position = form.position
    found = {key: asdict(way) for key, way in form.charges(position.rules).items()}
    several = form.several(position.rules)
    return {"dealer": position.state.dealer, "several": several, "ways": found}
