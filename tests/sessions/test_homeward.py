"""From a table back to the club whose table it is."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from sessions.models import Club, Evening, Game, Membership
from sessions.services.links import derived
from tests.sessions.league import make_season, play, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(house: Any) -> Game:
    """A game of a season that is over."""
    people = [house.club.players.create(name=name) for name in ("Aki", "Ben", "Chie", "Dan")]
    game = start(make_season(house.club), people)
    play(game, Random(1))
    return game


def doors(client: Client, game: Game) -> str:
    link = derived(game).write
    pages = [client.get(reverse(f"table:{name}", args=(link,))) for name in ("menu", "result")]
    return "".join(page.content.decode() for page in pages)


def shown(client: Client, game: Game, name: str, *args: Any) -> bool:
    """On the menu of the table and below its result."""
    return doors(client, game).count(f'href="{reverse(name, args=args)}"') == 2


def test_a_table_leads_back_to_its_season_its_evening_or_its_club(house: Any, game: Game) -> None:
    club: Club = house.club
    assert game.season
    assert shown(house.member, game, "club:season", club.slug, game.season.slug)
    evening = Evening.objects.create(club=club, day="2026-11-30", variety_key="riichi")
    Game.objects.update(evening=evening)
    assert shown(house.member, game, "club:night", club.slug, evening.pk)
    Game.objects.update(evening=None, season=None)
    assert shown(house.member, game, "club:front", club.slug)


def test_whoever_is_not_of_the_club_sees_no_door_to_it(house: Any, game: Game) -> None:
    Membership.objects.filter(user=house.users["member"]).delete()
    assert f"/c/{house.club.slug}/" not in doors(house.member, game)
    assert f"/c/{house.club.slug}/" not in doors(Client(), game)
