"""The interface for programs: what a key reads, what it does not, and how errors are told."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from scoring.errors import ScoringError
from sessions import api_urls
from sessions.models import ApiToken, Entry, Player
from sessions.services import tokens
from sessions.services.season_games import void
from sessions.services.seasons import Rules, Setup, delete, give, make_season, set_team
from sessions.views import api as views
from tests.sessions.test_service_exchange import record_of
from tests.sessions.test_service_imports import brought_in

DOCS = Path(__file__).resolve().parents[2] / "docs" / "api.md"


@pytest.fixture(autouse=True)
def _nobody_asked_yet() -> None:
    cache.clear()


@pytest.fixture
def key(house: Any) -> str:
    _, secret = tokens.make(house.club, house.users["owner"], "the club's web page")
    return secret


def ask(house: Any, key: str | None, name: str, *args: Any, club: Any = None, **given: Any) -> Any:
    path = reverse(f"api:{name}", args=[(club or house.club).slug, *args])
    headers = {} if key is None else {"Authorization": f"Bearer {key}"}
    return Client().get(path, given.pop("query", {}), headers=headers | given.pop("headers", {}))


def played(house: Any, count: int = 3) -> Any:
    rules = Rules("riichi", "tenhou", {"length": "single"})
    season = make_season(house.club, None, Setup("Autumn"), [rules])
    games = [
        record_of(id=f"g{n}", ended=f"2026-11-{n % 28 + 1:02}T20:00:00+09:00", table=f"Table {n}")
        for n in range(count)
    ]
    brought_in(house.club, *games, season=season)
    return season


# -- keys -----------------------------------------------------------------------------------------


def test_a_key_is_kept_as_a_hash_alone(house: Any, key: str) -> None:
    token = ApiToken.objects.get()
    assert key.startswith("jantaku_")
    assert key not in token.secret_hash
    assert Entry.objects.get(kind="token.made").after == {"name": "the club's web page"}


def test_a_key_opens_its_own_club_alone(house: Any, key: str) -> None:
    assert ask(house, key, "club").json()["club"] == {
        "slug": house.club.slug,
        "name": "Harbour Mahjong Club",
        "about": "",
    }
    answer = ask(house, key, "club", club=house.other)
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


@pytest.mark.parametrize("sent", [None, "", "wrong", "jantaku_" + "x" * 500])
def test_without_a_key_nothing_opens(house: Any, key: str, sent: str | None) -> None:
    answer = ask(house, sent, "club")
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"].startswith("Bearer")
    assert answer.json()["error"]["code"] == "unauthorized"
    assert answer["Cache-Control"] == "no-store"


def test_a_revoked_key_opens_nothing(house: Any, key: str) -> None:
    token = ApiToken.objects.get()
    tokens.revoke(token, house.users["owner"])
    tokens.revoke(token, house.users["owner"])
    assert ask(house, key, "club").status_code == 401
    assert Entry.objects.filter(kind="token.revoked").count() == 1


def test_a_key_needs_a_purpose_and_there_are_only_so_many(
    house: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ScoringError, match="what it is for"):
        tokens.make(house.club, None, " ")
    monkeypatch.setattr(tokens, "MOST", 1)
    tokens.make(house.club, None, "one")
    with pytest.raises(ScoringError, match="1 at most"):
        tokens.make(house.club, None, "two")


def test_when_a_key_was_used_is_kept_now_and_then(
    house: Any, key: str, django_assert_num_queries: Any
) -> None:
    ask(house, key, "club")
    used = ApiToken.objects.get().used
    assert used is not None
    with django_assert_num_queries(1):  # the key itself
        ask(house, key, "club")
    assert ApiToken.objects.get().used == used


# -- what is read ---------------------------------------------------------------------------------


def test_the_standings_are_those_of_the_page(house: Any, key: str) -> None:
    season = played(house)
    aki = Player.objects.get(name="Aki")
    set_team(season, None, "East", [aki])
    give(season, None, aki, Fraction(-5), "late")
    data = ask(house, key, "standings", season.slug).json()
    first = data["standings"][0]
    assert first["player"] == {"id": aki.pk, "name": "Aki"}
    assert (first["rank"], first["games"], first["firsts"]) == (1, 3, 3)
    assert first["figure"] == "123.1"
    assert first["bonus"] == "-5"
    assert first["last_places"] == [1, 1, 1]
    assert data["teams"][0]["figure"] == "123.1"


def test_results_come_newest_first_a_page_at_a_time(house: Any, key: str) -> None:
    season = played(house, 5)
    data = ask(house, key, "season_results", season.slug, query={"size": 2}).json()
    assert [game["table"] for game in data["results"]] == ["Table 4", "Table 3"]
    assert (data["page"], data["pages"], data["count"]) == (1, 3, 5)
    assert data["results"][0]["results"][0] == {
        "seat": 0,
        "player": {"id": Player.objects.get(name="Aki").pk, "name": "Aki"},
        "place": 1,
        "score": "32700",
        "total": "42.7",
        "points": "42.7",
        "money": None,
    }
    headers = {"Authorization": f"Bearer {key}"}
    following = Client().get(data["next"], headers=headers).json()
    assert [game["table"] for game in following["results"]] == ["Table 2", "Table 1"]
    last = ask(house, key, "results", query={"size": 2, "page": 3}).json()
    assert (len(last["results"]), last["next"]) == (1, None)


def test_results_of_a_player_or_since_a_moment(house: Any, key: str) -> None:
    played(house, 5)
    brought_in(house.club, record_of(id="other", players=["Eve", "Fay", "Gus", "Hal"]))
    eve = Player.objects.get(name="Eve").pk
    assert ask(house, key, "results", query={"player": eve}).json()["count"] == 1
    since = {"since": "2026-11-04T00:00:00+09:00"}
    assert ask(house, key, "results", query=since).json()["count"] == 3


def test_what_is_voided_or_taken_off_the_list_is_not_told(house: Any, key: str) -> None:
    season = played(house)
    void(house.club.games.first(), house.users["owner"], "a mistake")
    assert ask(house, key, "results").json()["count"] == 2
    delete(season, None)
    assert ask(house, key, "seasons").json()["count"] == 0
    for name in ("season", "standings", "season_results"):
        assert ask(house, key, name, season.slug).status_code == 404


def test_seasons_and_players(house: Any, key: str) -> None:
    played(house)
    (season,) = ask(house, key, "seasons").json()["seasons"]
    assert (season["slug"], season["ranking"], season["locked"]) == ("autumn", "sum", False)
    (edition,) = ask(house, key, "season", "autumn").json()["season"]["editions"]
    assert (edition["variety"], edition["rules"]["length"]) == ("riichi", "single")
    people = ask(house, key, "players").json()["players"]
    assert sorted(person["name"] for person in people) == ["Aki", "Ben", "Chie", "Dan"]
    assert (people[0]["guest"], people[0]["left"]) == (False, False)


@pytest.mark.parametrize("count", [2, 12])
@pytest.mark.parametrize(
    "name, args, most",
    [
        ("club", (), 1),
        ("seasons", (), 4),
        ("season", ("autumn",), 3),
        ("standings", ("autumn",), 8),
        ("results", (), 5),
        ("season_results", ("autumn",), 7),
        ("players", (), 3),
    ],
)
def test_an_answer_costs_the_same_whatever_there_is(
    house: Any,
    key: str,
    name: str,
    args: tuple[str, ...],
    most: int,
    count: int,
    django_assert_max_num_queries: Any,
) -> None:
    played(house, count)
    ask(house, key, "club")  # the first use of a key is written down
    with django_assert_max_num_queries(most):
        assert ask(house, key, name, *args).status_code == 200


# -- how it is told -------------------------------------------------------------------------------


def test_who_has_it_already_gets_no_second_copy(house: Any, key: str) -> None:
    season = played(house)
    answer = ask(house, key, "standings", season.slug)
    assert answer["Cache-Control"] == "private, no-cache"
    again = ask(house, key, "standings", season.slug, headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    give(season, None, Player.objects.get(name="Ben"), Fraction(1), "why")
    anew = ask(house, key, "standings", season.slug, headers={"If-None-Match": answer["ETag"]})
    assert anew.status_code == 200


@pytest.mark.parametrize(
    "query",
    [
        {"page": "0"},
        {"page": "x"},
        {"page": "9" * 30},
        {"page": "²"},
        {"size": "201"},
        {"player": "-1"},
        {"since": "yesterday"},
        {"since": "2026-11-30T19:00:00"},
        {"since": "2026-99-30T19:00:00+09:00"},
    ],
)
def test_a_wrong_question_is_told_so(house: Any, key: str, query: dict[str, str]) -> None:
    answer = ask(house, key, "results", query=query)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_request")
    assert next(iter(query)) in answer.json()["error"]["message"]


def test_a_page_that_is_not_there(house: Any, key: str) -> None:
    assert ask(house, key, "results", query={"page": "2"}).status_code == 404
    assert ask(house, key, "nothing", "what/ever").status_code == 404
    assert Client().get("/api/v1/").status_code == 401


def test_nothing_is_changed_by_it(house: Any, key: str) -> None:
    path = reverse("api:club", args=[house.club.slug])
    client = Client(enforce_csrf_checks=True)
    for method in ("post", "put", "delete", "patch"):
        answer = getattr(client, method)(path, headers={"Authorization": f"Bearer {key}"})
        assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")
    head = client.head(path, headers={"Authorization": f"Bearer {key}"})
    assert (head.status_code, head.content) == (200, b"")


def test_a_signed_in_account_is_no_key(house: Any) -> None:
    assert house.owner.get(reverse("api:club", args=[house.club.slug])).status_code == 401


def test_a_key_is_slowed_down(house: Any, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "A_MINUTE", 2)
    monkeypatch.setattr(views, "time", lambda: 1_000_000_000)
    codes = [ask(house, key, "club").status_code for _ in range(3)]
    assert codes == [200, 200, 429]
    answer = ask(house, key, "club")
    assert answer["Retry-After"] == "20"
    assert answer.json()["error"]["code"] == "too_many_requests"
    monkeypatch.setattr(views, "time", lambda: 1_000_000_060)
    assert ask(house, key, "club").status_code == 200


def test_guessing_keys_is_slowed_down(
    house: Any, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "FAILURES_A_MINUTE", 2)
    monkeypatch.setattr(views, "time", lambda: 1_000_000_000)
    assert [ask(house, "wrong", "club").status_code for _ in range(3)] == [401, 401, 429]


def test_a_full_cache_lets_requests_through(
    house: Any, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: Any) -> int:
        raise ValueError

    monkeypatch.setattr(cache, "incr", gone)
    assert ask(house, key, "club").status_code == 200


def test_every_address_stands_in_the_documentation() -> None:
    text = DOCS.read_text()
    for pattern in api_urls.urlpatterns:
        if pattern.name not in ("nothing", "root"):
            path = re.sub(r"<\w+:(\w+)>", r"{\1}", str(pattern.pattern))
            assert f"/api/v1/{path}" in text, pattern.name


def test_the_example_of_the_documentation_is_what_is_answered(house: Any, key: str) -> None:
    """Its fields at least."""
    played(house)
    shown = json.loads(re.findall(r"```json\n(.*?)```", DOCS.read_text(), re.DOTALL)[0])
    answer = ask(house, key, "standings", "autumn").json()
    assert shown.keys() == answer.keys()
    assert shown["standings"][0].keys() == answer["standings"][0].keys()
