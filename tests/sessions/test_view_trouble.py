"""When something is wrong: pages in the look that say what and lead back."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.test import Client, override_settings
from django.urls import path

from config.urls import urlpatterns as addresses


def burst(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("broken on purpose")


urlpatterns = [path("burst/", burst), *addresses]


def assert_leads_home(page: str) -> None:
    assert "css/jantaku.css" in page
    assert 'href="/"' in page


@pytest.mark.django_db
def test_an_address_that_is_none(client: Client) -> None:
    response = client.get("/nowhere/")
    assert response.status_code == 404
    assert "There is no such page" in response.content.decode()
    assert_leads_home(response.content.decode())


@pytest.mark.urls(__name__)
@pytest.mark.django_db
def test_something_broken_shows_nothing_of_its_inside(client: Client) -> None:
    client.raise_request_exception = False
    response = client.get("/burst/")
    assert response.status_code == 500
    page = response.content.decode()
    assert "broken on purpose" not in page
    assert "Nothing was half-saved" in page
    assert_leads_home(page)


@pytest.mark.parametrize("name", ["400", "403", "404", "413", "500", "503"])
def test_an_error_page_needs_no_request(name: str) -> None:
    assert_leads_home(render_to_string(f"{name}.html"))


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=x", "multipart/form-data"])
def test_a_form_nobody_can_read_sent_nowhere(kind: str) -> None:
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.get("/account/login/")
    token = {"X-CSRFToken": client.cookies["csrftoken"].value}
    response = client.generic("POST", "/nowhere/", b"x" * 2000, content_type=kind, headers=token)
    assert response.status_code == 404


@override_settings(ALLOWED_HOSTS=["jantaku.example"])
def test_a_request_that_cannot_be_read(client: Client) -> None:
    response = client.get("/help/", headers={"host": "other.example"})
    assert response.status_code == 400
    assert "could not be read" in response.content.decode()


def test_a_form_from_a_page_open_too_long_leads_back_to_it(opened: Any) -> None:
    client = Client(enforce_csrf_checks=True)
    came = f"http://testserver{opened.at('players')}"
    response = client.post(opened.at("rename"), {}, headers={"referer": came})
    assert response.status_code == 403
    page = response.content.decode()
    assert "open too long" in page
    assert f'href="{opened.at("players")}"' in page


def test_the_way_back_from_a_stale_form_stays_on_this_site(opened: Any) -> None:
    client = Client(enforce_csrf_checks=True)
    came = {"referer": "http://evil.example/x"}
    page = client.post(opened.at("rename"), {}, headers=came).content.decode()
    assert "evil" not in page


def test_a_closed_door_asked_by_htmx_reloads_the_page(client: Client, opened: Any) -> None:
    response = client.get(opened.watch("players"), headers={"HX-Request": "true"})
    assert response["HX-Refresh"] == "true"


def test_too_much_sent_is_refused(client: Client, opened: Any) -> None:
    response = client.post(opened.at("rename"), {"rename-name": "x" * 2_000_000})
    assert response.status_code == 413
