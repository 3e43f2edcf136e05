"""Every form of a club, sent with the keys of another club's rows in every field: nothing of the
other club is read or written, and nothing of it comes into this one.

The addresses are held in test_club_doors; here it is what stands in the fields.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from django.db.models import ForeignKey, Model

from sessions.models import (
    Alias,
    Bonus,
    Claim,
    Club,
    Draw,
    Evening,
    Game,
    Guest,
    Invitation,
    Merge,
    Player,
    Result,
    Seat,
    Substitution,
    TeamPlayer,
)
from sessions.services import seasons
from sessions.services.evenings import Setup, make_evening, welcome
from sessions.services.season_games import from_paper, start_table
from sessions.services.turns import draw
from tests.sessions.conftest import Clubhouse
from tests.sessions.league import FIRST_DAY
from tests.sessions.test_hostile import _state, walk

pytestmark = [pytest.mark.django_db, pytest.mark.once]
PEOPLE: tuple[type[Model], ...] = (
    Seat, Substitution, Result, Bonus, TeamPlayer, Guest, Alias, Claim, Invitation,
)  # fmt: skip
"""Rows that name a player."""


def fill(club: Club, by: Any, mark: str) -> None:
    """Of everything a club has one, whose texts say whose they are."""
    people = [Player.objects.create(club=club, name=f"{mark} {n}") for n in range(6)]
    setup = seasons.Setup(name=f"{mark} season")
    season = seasons.make_season(club, by, setup, [seasons.Rules("riichi")])
    seasons.set_team(season, by, f"{mark} team", people[:2])
    seasons.give(season, by, people[0], Fraction(3), f"{mark} reason")
    start_table(season, by, variety="riichi", players=people[:4], title=f"{mark} table")
    from_paper(season, by, variety="riichi", players=people[:4], when=FIRST_DAY,
               scores=[40000, 30000, 20000, 10000])  # fmt: skip
    night = Setup(day=date(2026, 11, 30), name=f"{mark} night", season=season, variety="riichi")
    evening = make_evening(club, by, night)
    welcome(evening, [player.pk for player in people])
    draw(evening, Draw.Kind.CHOSEN)
    Alias.objects.create(player=people[5], name=f"{mark} alias")


@pytest.fixture
def two(house: Clubhouse) -> Clubhouse:
    """Both clubs have of everything something."""
    fill(house.other, house.users["outsider"], "Theirs")
    fill(house.club, house.users["owner"], "Ours")
    return house


def theirs(club: Club) -> Iterator[str]:
    """What names a row of a club: keys, slugs, codes, and choices made of them."""
    for related in Club._meta.related_objects:
        rows = getattr(club, str(related.get_accessor_name())).all()
        yield from (str(row.pk) for row in rows)
    for season in club.seasons.all():
        yield from (season.slug, f"season:riichi:{season.pk}")
        yield from (str(row.pk) for row in (*season.teams.all(), *season.bonuses.all()))
    for evening in club.evenings.all():
        yield from (str(row.pk) for row in evening.draws.all())
    yield from club.games.values_list("code", flat=True)


def test_no_form_reaches_into_another_club(two: Clubhouse) -> None:
    client = two.owner
    client.raise_request_exception = False
    foreign = sorted(set(theirs(two.other)))
    assert len(foreign) > 10
    found = walk(client, f"/c/{two.club.slug}/")
    session = client.cookies["sessionid"].value
    before, tried = _state(two.other), 0
    for form in found.forms:
        if f"/c/{two.club.slug}/" not in form.action or "/leave/" in form.action:
            continue
        send = client.post if form.method == "post" else client.get
        for name in form.fields:
            if name == "csrfmiddlewaretoken":
                continue
            client.cookies["sessionid"] = session
            data = {**form.fields, name: foreign}
            for given in (data, {**form.fields, name: foreign[tried % len(foreign)]}):
                answer = send(form.action, given)
                tried += 1
                assert answer.status_code < 500, (form.action, name)
                if answer.status_code == 200 or answer.status_code == 422:
                    assert "Theirs" not in answer.content.decode(), (form.action, name)
    assert tried > 100
    assert _state(two.other) == before
    assert list(mixed(two)) == []


def mixed(two: Clubhouse) -> Iterator[str]:
    """Rows of one club that name somebody or something of the other."""
    for model in PEOPLE:
        for row in model._default_manager.all():
            clubs = {club for club in _clubs(row) if club is not None}
            if len(clubs) > 1:
                yield f"{model.__name__} {row.pk}: {clubs}"
    for one in Draw.objects.select_related("evening"):
        drawn = {pk for table in one.tables for pk in table} | set(one.resting)
        clubs = set(Player.objects.filter(pk__in=drawn).values_list("club", flat=True))
        if clubs - {one.evening.club_id}:
            yield f"Draw {one.pk}"
    for model in (Game, Evening, Merge):
        for row in model._default_manager.all():
            clubs = {club for club in _clubs(row) if club is not None}
            if len(clubs) > 1:
                yield f"{model.__name__} {row.pk}: {clubs}"


def _clubs(row: Model) -> Iterator[int | None]:
    """The clubs of whatever a row points at."""
    for field in row._meta.fields:
        if isinstance(field, ForeignKey) and (value := getattr(row, field.name)) is not None:
            if isinstance(value, Club):
                yield value.pk
            elif hasattr(value, "club_id"):
                yield value.club_id
