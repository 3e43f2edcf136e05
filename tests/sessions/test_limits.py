"""One address may not do without end what costs us something or could be guessing."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client

from sessions import limits
from sessions.models import Game
from tests.sessions.conftest import Opened, new_user, signed_in
from tests.sessions.plain_browser import PlainBrowser

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def counted(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    settings.RATELIMIT_ENABLE = True
    for what in limits.RATES:
        monkeypatch.setitem(limits.RATES, what, "3/h")


def test_links_that_open_nothing_are_not_tried_without_end(client: Client, opened: Opened) -> None:
    answers = [client.get(f"/g/{'0' * 40}{n}/").status_code for n in range(5)]
    assert answers == [404, 404, 404, 429, 429]
    stopped = client.get("/g/none/")
    assert stopped["Retry-After"] == "600"
    assert "Wait ten minutes" in stopped.content.decode()
    assert client.get(opened.at("board")).status_code == 200, "tables go on"


def test_typed_links_and_codes_count_too(client: Client) -> None:
    answers = [client.post("/", {"where": f"nothing{n}"}).status_code for n in range(4)]
    assert answers == [422, 422, 422, 429]


def test_invitations_that_are_none_count_too(client: Client) -> None:
    assert [client.get(f"/join/none{n}/").status_code for n in range(4)] == [404, 404, 404, 429]


def test_tables_are_not_started_without_end(client: Client, plain: PlainBrowser) -> None:
    names = {f"name{seat}": name for seat, name in enumerate(("Aki", "Ben", "Chie", "Dan"))}
    shown = plain.open("/new/riichi/").form("/new/riichi/").fields
    form = {**shown, **names, "token": ""}
    answers = [client.post("/new/riichi/", form).status_code for _ in range(3)]
    assert answers == [302, 302, 302]
    made = Game.objects.count()
    answers.append(client.post("/new/riichi/", form).status_code)
    assert answers[-1] == 429
    assert Game.objects.count() == made
    assert client.post("/demo/", {"variety": "riichi"}).status_code == 429


def test_accounts_are_not_made_without_end(client: Client) -> None:
    answers = [client.post("/account/register/", {}).status_code for _ in range(4)]
    assert answers == [422, 422, 422, 429]


def test_mails_are_not_sent_without_end(client: Client, settings: Any) -> None:
    settings.EMAIL_HOST = "mail.example"
    new_user("mai", email="mai@example.org")
    asked = [client.post("/account/forgotten/", {"email": "mai@example.org"}) for _ in range(4)]
    assert [answer.status_code for answer in asked] == [200, 200, 200, 429]
    assert len(mail.outbox) == 3


@pytest.mark.parametrize("page", ["/account/", "/account/password/", "/account/delete/"])
def test_who_found_a_phone_does_not_try_passwords_without_end(settings: Any, page: str) -> None:
    settings.EMAIL_HOST = "mail.example"
    phone = signed_in(new_user("mai"))
    wrong = {"password": "wrong", "old_password": "wrong", "email": "thief@example.org"}
    assert [phone.post(page, wrong).status_code for _ in range(4)] == [422, 422, 422, 429]


def test_another_address_is_not_kept_out(client: Client) -> None:
    for n in range(4):
        client.get(f"/g/none{n}/")
    other = Client(REMOTE_ADDR="203.0.113.9")
    assert other.get("/g/none/").status_code == 404


@pytest.mark.parametrize("https, one, other", [(True, 404, 429), (False, 429, 429)])
def test_behind_a_proxy_the_visitors_address_is_what_the_proxy_wrote(
    settings: Any, https: bool, one: int, other: int
) -> None:
    """Without a proxy the header is the visitor's own word, and so is all of it but the last."""
    settings.HTTPS = https
    for n in range(4):
        Client(headers={"X-Forwarded-For": f"10.0.0.{n}, 203.0.113.7"}).get("/g/none/")
    assert Client(headers={"X-Forwarded-For": "203.0.113.8"}).get("/g/none/").status_code == one
    again = Client(headers={"X-Forwarded-For": "1.1.1.1, 203.0.113.7"})
    assert again.get("/g/none/").status_code == other


@pytest.mark.parametrize("told", ["unknown", "203.0.113.7:4711", "_hidden", "<b>"])
def test_what_a_proxy_wrote_that_is_no_address_is_none(settings: Any, told: str) -> None:
    settings.HTTPS = True
    client = Client(headers={"X-Forwarded-For": told})
    answers = [client.get(f"/g/none{n}/", secure=True).status_code for n in range(4)]
    assert answers == [404, 404, 404, 429]


def test_counts_are_not_compared_without_end(client: Client, opened: Opened) -> None:
    """Finding a slip is the dearest thing a visitor can ask for."""
    typed = {f"score{seat}": 1 for seat in range(4)}
    answers = [client.get(opened.at("count"), typed).status_code for _ in range(4)]
    assert answers == [200, 200, 200, 429]
    assert client.get(opened.at("count")).status_code == 200
