"""What goes out of a club: records, tables for spreadsheets, keys for programs."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from sessions.models import ApiToken
from sessions.services.season_games import void
from tests.sessions.test_service_exchange import record_of
from tests.sessions.test_service_imports import brought_in
from tests.sessions.test_view_api import played
from tests.sessions.test_view_imports import body, text_of


def test_the_games_go_out_as_records(house: Any) -> None:
    played(house)
    void(house.club.games.get(record_id="g1"), house.users["owner"], "a mistake")
    response = house.member.get(house.at("export_games"))
    assert response["Content-Type"].startswith("application/x-ndjson")
    assert f'filename="{house.club.slug}-games.jsonl"' in response["Content-Disposition"]
    records = [json.loads(line) for line in body(response).splitlines()]
    assert [record["id"] for record in records] == ["g0", "g2"]
    assert {record["season"] for record in records} == {"autumn"}


def test_the_results_of_a_club_or_of_a_season(house: Any) -> None:
    played(house)
    brought_in(house.club, record_of(id="other"))
    everything = body(house.member.get(house.at("export_results"))).splitlines()
    assert everything[0].endswith(
        "game,played,season,table,variety,rules,seat,player,place,score,total,money,hands"
    )
    assert len(everything) == 1 + 4 * 4
    of_season = house.member.get(house.at("export_results") + "?season=autumn")
    assert 'filename="autumn-results.csv"' in of_season["Content-Disposition"]
    assert len(body(of_season).splitlines()) == 1 + 3 * 4
    assert house.member.get(house.at("export_results") + "?season=none").status_code == 404


def test_the_standings_of_a_season(house: Any) -> None:
    played(house)
    lines = body(house.member.get(house.at("export_standings") + "?season=autumn")).splitlines()
    assert lines[1] == "1,Aki,3,128.1,0,3,1.00,32700"
    assert house.member.get(house.at("export_standings")).status_code == 302


def test_the_players(house: Any) -> None:
    played(house, 1)
    assert len(body(house.member.get(house.at("export_players"))).splitlines()) == 5


def test_the_page_leads_to_all_of_it(house: Any) -> None:
    played(house, 1)
    page = text_of(house.member.get(house.at("export")))
    assert "?season=autumn" in page
    assert house.at("import") not in page
    assert house.at("import") in text_of(house.organiser.get(house.at("export")))


@pytest.mark.parametrize("count", [2, 12])
def test_tables_cost_the_same_whatever_there_is(
    house: Any, count: int, django_assert_max_num_queries: Any
) -> None:
    played(house, count)
    with django_assert_max_num_queries(7):
        body(house.member.get(house.at("export_results")))
    with django_assert_max_num_queries(11):
        body(house.member.get(house.at("export_games")))
    with django_assert_max_num_queries(7):
        body(house.member.get(house.at("export_players")))


# -- keys -----------------------------------------------------------------------------------------


def test_a_new_key_is_shown_once_and_can_be_revoked(house: Any) -> None:
    page = text_of(house.organiser.post(house.at("tokens"), {"name": "web page"}))
    secret = re.findall(r"jantaku_[\w-]+", page)[0]
    assert "/api/v1/clubs/harbour-mahjong-club/" in page
    again = text_of(house.organiser.get(house.at("tokens")))
    assert "web page" in again
    assert secret not in again
    assert "never used" in again
    token = ApiToken.objects.get()
    house.organiser.post(house.at("token_gone", token.pk))
    assert "web page" not in text_of(house.organiser.get(house.at("tokens")))
    token.refresh_from_db()
    assert token.revoked is not None


def test_a_key_without_a_purpose_is_refused(house: Any) -> None:
    for name in ("", "\u2800"):
        response = house.organiser.post(house.at("tokens"), {"name": name})
        assert response.status_code == 422
    assert not ApiToken.objects.exists()
