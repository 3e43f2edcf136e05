"""What stands in the way of something, named on the page with a link to it."""

from __future__ import annotations

from django.db.models import Model
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from scoring.errors import ScoringError
from scoring.words import listed
from sessions.models import Club, Evening, Game, Player, Season
from sessions.selectors.evenings import title
from sessions.services.refusals import InTheWay
from sessions.words import error_text


def explained(club: Club, error: ScoringError) -> SafeString | str:
    """The refusal, and after it the way to whatever is in the way."""
    said = error_text(error)
    if not isinstance(error, InTheWay):
        return said
    links = ((_address(club, thing), _called(thing)) for thing in error.things)
    return format_html("{} {}", said, format_html_join(" ", '<a href="{}">{}</a>', links))


def _address(club: Club, thing: Model) -> str:
    if isinstance(thing, Game):
        return reverse("club:game", args=[club.slug, thing.code])
    if isinstance(thing, Season):
        return reverse("club:season_edit", args=[club.slug, thing.slug])
    page = "club:night" if isinstance(thing, Evening) else "club:who"
    return reverse(page, args=[club.slug, thing.pk])


def _called(thing: Model) -> str:
    """A table by its name and who sits there; others as they are called."""
    if isinstance(thing, Evening):
        return title(thing)
    if isinstance(thing, Player):
        return thing.name
    if not isinstance(thing, Game):
        return str(thing)
    people = listed((seat.player.name for seat in thing.seats.all()), gettext)
    if not thing.title:
        return people
    return gettext("{topic}: {text}").format(topic=thing.title, text=people)
