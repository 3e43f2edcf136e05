"""Every address of the app, and who may do what there. A new address without a rule fails here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from sessions.services.links import Role, revoke

pytestmark = pytest.mark.once

GIVEN = {
    "number": 1, "seat": 0, "kind": "draw", "variety": "hongkong", "level": 1, "seed": 1,
    "slug": "harbour", "season": "autumn", "rest": "what",
}  # fmt: skip

# name: (method, who); ``all`` needs no link, ``watch`` any link of the table, ``write`` the writing
# one. An address that both shows and takes a form is named with both methods.
RULES: dict[str, tuple[str, str]] = {
    "table:home": ("GET POST", "all"),
    "table:help": ("GET", "all"),
    "table:words": ("GET", "all"),
    "table:look": ("GET POST", "all"),
    "table:take_over": ("GET POST", "all"),
    "table:new": ("GET POST", "all"),
    "table:demo": ("GET POST", "all"),
    "table:worker": ("GET", "all"),
    "table:manifest": ("GET", "all"),
    "table:offline": ("GET", "all"),
    "table:board": ("GET", "watch"),
    "table:poll": ("GET", "watch"),
    "table:compare": ("GET", "watch"),
    "table:needs": ("GET", "watch"),
    "table:riichi": ("POST", "write"),
    "table:undo": ("POST", "write"),
    "table:redo": ("POST", "write"),
    "table:enter": ("GET", "write"),
    "table:record": ("POST", "write"),
    "table:hands": ("GET", "watch"),
    "table:hand": ("GET", "watch"),
    "table:hand_edit": ("POST", "write"),
    "table:hand_delete": ("POST", "write"),
    "table:sheet": ("GET", "watch"),
    "table:menu": ("GET", "watch"),
    "table:throw_away": ("POST", "write"),
    "table:clock": ("GET", "watch"),
    "table:clock_touch": ("POST", "write"),
    "table:count": ("GET", "watch"),
    "table:rules": ("GET", "watch"),
    "table:keys": ("GET", "watch"),
    "table:keys_renew": ("POST", "write"),
    "table:players": ("GET", "write"),
    "table:swap": ("POST", "write"),
    "table:substitute": ("POST", "write"),
    "table:rename": ("POST", "write"),
    "table:begin": ("POST", "write"),
    "table:result": ("GET", "watch"),
    "table:result_text": ("GET", "watch"),
    "table:chips": ("POST", "write"),
    "table:sign": ("POST", "write"),
    "table:finish": ("POST", "write"),
    "table:reopen": ("POST", "write"),
    "table:rematch": ("POST", "write"),
    "table:rematch_seats": ("GET", "write"),
    "scoring:preview": ("POST", "all"),
    "scoring:index": ("GET", "all"),
    "scoring:calculator": ("GET", "all"),
    "scoring:table": ("GET", "all"),
    "scoring:train": ("GET", "all"),
    "scoring:train-levels": ("GET", "all"),
    "scoring:train-reset": ("POST", "all"),
    "scoring:train-begin": ("GET", "all"),
    "scoring:train-question": ("GET POST", "all"),
    "health": ("GET", "all"),
    "api:club": ("GET", "key"),
    "api:seasons": ("GET", "key"),
    "api:season": ("GET", "key"),
    "api:standings": ("GET", "key"),
    "api:season_results": ("GET", "key"),
    "api:results": ("GET", "key"),
    "api:players": ("GET", "key"),
    "api:nothing": ("GET", "key"),
    "api:root": ("GET", "key"),
}
DRAW = {"type": "draw", "tenpai": [], "riichi": []}


def addresses(patterns: list[Any], prefix: str = "", space: str = "") -> Iterator[tuple[str, str]]:
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            if pattern.app_name not in ("admin", "club"):  # a club's: test_club_doors
                name = f"{space}{pattern.namespace}:" if pattern.namespace else space
                yield from addresses(pattern.url_patterns, route, name)
        elif isinstance(pattern, URLPattern):
            yield space + (pattern.name or route), route


ADDRESSES = dict(addresses(get_resolver().url_patterns))


def test_every_address_has_a_rule() -> None:
    assert set(ADDRESSES) == set(RULES)


def path(name: str, link: str = "") -> str:
    route = "/" + ADDRESSES[name]
    for key, value in {**GIVEN, "link": link}.items():
        for kind in ("str", "int", "slug", "path"):
            route = route.replace(f"<{kind}:{key}>", str(value))
    return route


def ask(client: Client, name: str, link: str = "", method: str = "") -> Any:
    method = method or RULES[name][0].split()[0]
    if method == "POST":
        return client.post(path(name, link), {"kind": "draw"})
    return getattr(client, method.lower())(path(name, link))


WITH_LINK = sorted(name for name, (_, who) in RULES.items() if who in ("watch", "write"))
WITH_KEY = sorted(name for name, (_, who) in RULES.items() if who == "key")
ONLY_WRITERS = sorted(name for name, (_, who) in RULES.items() if who == "write")
FOR_ALL = sorted(name for name, (_, who) in RULES.items() if who == "all")


@pytest.fixture
def played(opened: Any) -> Any:
    opened.record(DRAW)
    return opened


@pytest.mark.parametrize("name", WITH_LINK)
def test_a_writer_may(client: Client, played: Any, name: str) -> None:
    assert ask(client, name, played.keys.write).status_code in (200, 204, 302, 409, 422)


@pytest.mark.parametrize("name", WITH_LINK)
def test_a_watcher_may_read_and_nothing_else(client: Client, played: Any, name: str) -> None:
    before = (played.game.version, played.game.pulse)
    response = ask(client, name, played.keys.watch)
    assert response.status_code == (403 if name in ONLY_WRITERS else 200)
    played.game.refresh_from_db()
    assert (played.game.version, played.game.pulse) == before


@pytest.mark.parametrize("name", WITH_LINK)
@pytest.mark.parametrize("change", [lambda x: x[:-1] + "x", lambda x: x[:10], lambda x: "nothing"])
def test_a_stranger_meets_a_closed_door(
    client: Client, played: Any, name: str, change: Callable[[str], str]
) -> None:
    assert ask(client, name, change(played.keys.write)).status_code == 404


@pytest.mark.parametrize("name", WITH_LINK)
def test_a_revoked_link_is_told_so(client: Client, played: Any, name: str) -> None:
    for role in Role:
        revoke(played.game, role)
    for link in (played.keys.write, played.keys.watch):
        response = ask(client, name, link)
        assert response.status_code == 403
        assert f"/take-over/?code={played.game.code}" in response.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("name", FOR_ALL)
def test_these_need_no_link(client: Client, name: str) -> None:
    for method in RULES[name][0].split():
        assert ask(client, name, method=method).status_code in (200, 302, 422)


@pytest.mark.django_db
@pytest.mark.parametrize("name", WITH_KEY)
def test_a_program_needs_a_key(client: Client, name: str) -> None:
    """What a key opens: test_view_api."""
    assert ask(client, name).status_code == 401


@pytest.mark.parametrize("name", sorted(RULES))
def test_no_address_takes_another_method(client: Client, played: Any, name: str) -> None:
    allowed = RULES[name][0].split()
    for method in {"GET", "POST", "DELETE", "PUT"} - set(allowed):
        status = ask(client, name, played.keys.write, method).status_code
        # A GET for what takes a form of a table alone is led to where the form is.
        led = method == "GET" and name.startswith("table:")
        assert status == (302 if led else 405)


@pytest.mark.parametrize("name", ONLY_WRITERS)
def test_no_change_without_the_forms_own_token(played: Any, name: str) -> None:
    if RULES[name][0] != "POST":
        return
    response = ask(Client(enforce_csrf_checks=True), name, played.keys.write)
    assert response.status_code == 403
    assert "Load it again" in response.content.decode()


@pytest.mark.parametrize("name", sorted(RULES))
def test_no_page_is_kept_by_a_cache_or_shown_in_a_frame(
    client: Client, played: Any, name: str
) -> None:
    if RULES[name][1] in ("all", "key") or "GET" not in RULES[name][0]:
        return
    response = ask(client, name, played.keys.write)
    assert "no-store" in response["Cache-Control"] or "no-cache" in response["Cache-Control"]
    assert "frame-ancestors 'none'" in response["Content-Security-Policy"]
