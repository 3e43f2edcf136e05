"""Several who run a club night tap at the same moment: the tables start once."""

from __future__ import annotations

from datetime import date

import pytest
from django.contrib.auth.models import User

from sessions.models import Draw, Evening, Game
from sessions.services.clubs import create_club
from sessions.services.evenings import Setup, make_evening, welcome
from sessions.services.turns import draw, start
from tests.sessions.test_concurrency import Phones

pytestmark = pytest.mark.django_db(transaction=True)

TIMES = 8


@pytest.fixture
def evening(transactional_db: None) -> Evening:
    user = User.objects.create_user("mai")
    setup = Setup(day=date(2026, 11, 30), variety="riichi")
    made = make_evening(create_club(user, name="Harbour"), user, setup)
    welcome(made, [], [f"P{n}" for n in range(4 * TIMES)])
    return made


def test_a_draw_that_is_started_twice_at_once_starts_once(evening: Evening) -> None:
    user = User.objects.get()
    with Phones(4) as phones:
        drawn = draw(evening, Draw.Kind.RANDOM).pk

        def tap(_: int) -> str:
            return str(len(start(Draw.objects.get(pk=drawn), user)))

        assert phones.all_at_once(tap) == {str(TIMES): 1, "Overtaken": 3}
    assert Game.objects.count() == TIMES


def test_drawing_anew_while_someone_starts_leaves_one_of_both(evening: Evening) -> None:
    user = User.objects.get()
    with Phones(2) as phones:
        for _ in range(TIMES):
            drawn = draw(Evening.objects.get(), Draw.Kind.RANDOM).pk

            def tap(phone: int, drawn: int = drawn) -> str:
                if phone:
                    return str(draw(Evening.objects.get(), Draw.Kind.RANDOM).number)
                return str(len(start(Draw.objects.get(pk=drawn), user)))

            done = phones.all_at_once(tap)
            started = Draw.objects.filter(started__isnull=False).count()
            assert Game.objects.count() == started * TIMES, done
            assert Draw.objects.filter(started=None).count() <= 1
            Game.objects.all().delete()
            Draw.objects.all().delete()
