"""Rows changed by the thousand, without Django's statement for all of them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from sessions.models import Club, Job, JobItem, Player, Season
from sessions.services.rows import update_many

pytestmark = pytest.mark.django_db


def test_every_kind_of_field_is_saved() -> None:
    club = Club.objects.create(name="Harbour", slug="harbour")
    other = Club.objects.create(name="Hill", slug="hill")
    season = Season.objects.create(club=club, name="Autumn", slug="autumn")
    moment = datetime(2026, 11, 30, 12, tzinfo=UTC)
    season.club, season.locked, season.public = other, moment, True
    season.place_points, season.name = {"4": [1, "é"]}, "It's 100 %s"
    update_many([season], ("club", "locked", "public", "place_points", "name"))
    kept = Season.objects.get()
    assert (kept.club, kept.locked, kept.public) == (other, moment, True)
    assert (kept.place_points, kept.name) == ({"4": [1, "é"]}, "It's 100 %s")
    season.locked = season.place_points = None
    update_many([season], ("locked", "place_points"))
    assert not Season.objects.exclude(locked=None, place_points=None).exists()


def test_only_these_rows_and_fields_change(django_assert_max_num_queries: Any) -> None:
    club = Club.objects.create(name="Harbour", slug="harbour")
    job = Job.objects.create(club=club, kind="x")
    items = [JobItem.objects.create(job=job, number=n, given={}) for n in range(3)]
    for item in items[:2]:
        item.error, item.given = f"wrong {item.number}", {"not": "saved"}
    with django_assert_max_num_queries(2):
        update_many(items[:2], ("error",))
    kept = JobItem.objects.order_by("number").values_list("error", "given")
    assert list(kept) == [("wrong 0", {}), ("wrong 1", {}), ("", {})]


def test_no_rows_are_no_statement(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        update_many([], ("name",))
    assert not Player.objects.exists()
