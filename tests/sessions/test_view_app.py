"""The app on a phone: its worker, its manifest, and what every page of a table brings along."""

from __future__ import annotations

import gzip
import json
import re
import struct
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.test import Client, override_settings

from config import static
from sessions.services import changes

HTMX = {"HTTP_HX_REQUEST": "true"}
RON = {"type": "win", "riichi": [], "wins": [
    {"winner": 1, "from": 2, "value": {"han": 2, "fu": 30}}]}  # fmt: skip
SCRIPTS = 12 * 1024


# -- worker and manifest -------------------------------------------------------------------------


def settled(client: Client) -> dict[str, Any]:
    """What the worker's first lines say."""
    found = re.search(r"const KIT = (\{.*?\});", client.get("/sw.js").content.decode())
    assert found
    return dict(json.loads(found.group(1)))


def test_the_worker_may_serve_every_page_and_is_asked_for_anew_each_time(client: Client) -> None:
    response = client.get("/sw.js")
    assert response["Content-Type"] == "text/javascript; charset=utf-8"
    assert response["Service-Worker-Allowed"] == "/"
    assert response["Cache-Control"] == "no-cache"
    assert "script-src 'self'" in response["Content-Security-Policy"]
    assert "worker-src 'self'" in response["Content-Security-Policy"]
    assert settled(client)["tables"] == "/g/"
    scripts = re.search(r"importScripts\((.*)\)", response.content.decode())
    assert scripts
    for name in json.loads(f"[{scripts.group(1)}]"):
        assert finders.find(name.removeprefix("/static/")), name


def test_a_changed_file_is_a_new_version_of_the_worker(client: Client, tmp_path: Path) -> None:
    (tmp_path / "one.css").write_text("a")
    with override_settings(STATICFILES_DIRS=[tmp_path]):
        first = settled(client)["version"]
        assert settled(client)["version"] == first
        (tmp_path / "two.css").write_text("b")
        assert settled(client)["version"] != first


def test_where_files_were_collected_the_worker_knows_them_by_their_hashes(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(static, "_names", lambda: {"css/a.css": "css/a.123.css"})
    first = settled(client)
    assert first["hashed"] is True
    monkeypatch.setattr(static, "_names", lambda: {"css/a.css": "css/a.456.css"})
    assert settled(client)["version"] != first["version"]


def test_the_manifest_has_what_a_home_screen_asks_for(client: Client) -> None:
    response = client.get("/manifest.webmanifest")
    assert response["Content-Type"] == "application/manifest+json"
    manifest = json.loads(response.content)
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == (
        "/",
        "/",
        "standalone",
    )
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        found = finders.find(icon["src"].removeprefix("/static/"))
        assert found
        width, height = struct.unpack(">II", Path(found).read_bytes()[16:24])
        assert f"{width}x{height}" == icon["sizes"]


@pytest.mark.django_db
def test_every_page_names_the_manifest(client: Client, opened: Any) -> None:
    for address in ("/", opened.at("board"), opened.at("menu")):
        assert 'rel="manifest" href="/manifest.webmanifest"' in client.get(address).content.decode()


def test_the_page_in_place_of_another_asks_the_database_nothing(client: Client) -> None:
    response = client.get("/offline/")
    assert response.status_code == 200
    assert "data-back" in response.content.decode()


# -- the version that answers carry --------------------------------------------------------------


def version(response: Any) -> int:
    return int(response["Game-Version"])


@pytest.mark.django_db
def test_every_answer_of_a_table_says_its_version(client: Client, opened: Any) -> None:
    assert version(client.get(opened.at("board"))) == 0
    assert version(client.get(opened.at("enter", "win"))) == 0
    win = {"kind": "win", "winner": 1, "source": 2}
    assert version(client.post(opened.at("record"), opened.form(**win), **HTMX)) == 1
    late = client.post(opened.at("record"), {**opened.form(**win), "version": 0}, **HTMX)
    assert (late.status_code, version(late)) == (409, 1)
    wrong = client.post(opened.at("record"), opened.form(kind="win", winner=1), **HTMX)
    assert (wrong.status_code, version(wrong)) == (422, 1)


@pytest.mark.django_db
def test_a_repeated_request_is_told_the_version_it_led_to_itself(
    client: Client, opened: Any
) -> None:
    form = opened.form(kind="win", winner=1, source=2)
    assert version(client.post(opened.at("record"), form, **HTMX)) == 1
    opened.record(RON)
    again = client.post(opened.at("record"), form, **HTMX)
    assert (again.status_code, version(again)) == (200, 1)
    assert opened.game.rounds.count() == 2


@pytest.mark.django_db
def test_a_form_that_was_refused_keeps_the_version_it_was_typed_on(
    client: Client, opened: Any
) -> None:
    form = opened.form(kind="win", winner=1)
    opened.record(RON)
    refused = client.post(opened.at("record"), form, **HTMX).content.decode()
    assert '<input type="hidden" name="version" value="0">' in refused


# -- the poll while a hand is entered ------------------------------------------------------------


@pytest.mark.django_db
def test_an_entry_is_told_in_a_line_what_was_recorded_and_no_more(
    client: Client, opened: Any
) -> None:
    def poll(number: int) -> Any:
        return client.get(opened.at("poll"), {"version": number}, **HTMX)

    assert (poll(0).status_code, version(poll(0))) == (204, 0)
    changes.declare(opened.game, 0, declared=True)
    assert poll(0).status_code == 204
    opened.record(RON)
    told = poll(0)
    assert (told.status_code, version(told)) == (200, 1)
    page = told.content.decode()
    assert "Recorded meanwhile: East 1-0: " in page
    assert "<form" not in page
    assert len(page) < 700


@pytest.mark.django_db
def test_an_entry_is_told_that_a_hand_was_taken_back_or_the_game_is_over(
    client: Client, opened: Any
) -> None:
    opened.record(RON)
    changes.undo(opened.game, version=1, token=None)
    page = client.get(opened.at("poll"), {"version": 1}).content.decode()
    assert "The table changed meanwhile." in page
    opened.record({"type": "end", "reason": "agreed"})
    assert "the game has ended" in client.get(opened.at("poll"), {"version": 1}).content.decode()


@pytest.mark.django_db
def test_a_poll_that_changes_nothing_costs_one_query(
    client: Client, opened: Any, django_assert_num_queries: Any
) -> None:
    client.get(opened.at("board"))
    for asked in ({"version": 0}, {"pulse": 0}, {"pulse": 0, "compare": 2}):
        with django_assert_num_queries(1):
            assert client.get(opened.at("poll"), asked, **HTMX).status_code == 204


@pytest.mark.django_db
def test_a_poll_compares_on_with_whom_it_did(client: Client, opened: Any) -> None:
    opened.record(RON)
    page = client.get(opened.at("poll"), {"pulse": 0, "compare": "1"}, **HTMX).content.decode()
    assert "Differences to" in page
    assert "&amp;compare=1" in page
    for nonsense in ("9", "x", ""):
        page = client.get(opened.at("poll"), {"pulse": 0, "compare": nonsense}, **HTMX)
        assert "Differences to" not in page.content.decode()


# -- what a table's page brings along ------------------------------------------------------------


def kit(client: Client, address: str) -> dict[str, str]:
    page = client.get(address).content.decode()
    found = re.search(r'<div id="kit"(.*?)></div>', page, re.S)
    assert found
    return dict(re.findall(r'data-(\w+)="([^"]*)"', found.group(1)))


@pytest.mark.django_db
def test_a_writer_keeps_the_table_and_every_form_a_watcher_the_table(
    client: Client, opened: Any
) -> None:
    kept = kit(client, opened.at("board"))["keep"].split(" ")
    assert kept[0] == opened.at("board")
    assert opened.at("enter", "win") + "?way=hanfu" in kept
    for kind in ("draw", "abort", "penalty", "adjust", "end", "more"):
        assert opened.at("enter", kind) in kept
    for page in kept:
        assert client.get(page).status_code == 200
    watched = kit(client, opened.watch("board"))
    assert watched["keep"] == opened.watch("board")
    assert "record" not in watched


@pytest.mark.django_db
def test_a_finished_game_keeps_its_table_and_no_forms(client: Client, open_game: Any) -> None:
    opened = open_game(options={"length": "single"})
    opened.record(RON)
    assert kit(client, opened.at("board"))["keep"] == opened.at("board")


@pytest.mark.django_db
def test_the_pages_are_fetched_anew_when_names_language_or_looks_change(
    client: Client, opened: Any
) -> None:
    first = kit(client, opened.at("board"))["stamp"]
    assert kit(client, opened.at("enter", "win"))["stamp"] == first
    opened.record(RON)
    assert kit(client, opened.at("board"))["stamp"] == first
    client.cookies["theme"] = "black"
    black = kit(client, opened.at("board"))["stamp"]
    client.cookies["django_language"] = "ja"
    japanese = kit(client, opened.at("board"))["stamp"]
    assert len({first, black, japanese}) == 3


@pytest.mark.django_db
def test_the_voice_is_off_until_it_is_asked_for(client: Client, opened: Any) -> None:
    assert "voice" not in kit(client, opened.at("board"))
    client.post("/look/", {"voice": "on", "next": opened.at("menu")})
    assert kit(client, opened.at("board"))["voice"] == "ja-JP"
    client.post("/look/", {"voice": "", "next": opened.at("menu")})
    assert "voice" not in kit(client, opened.at("board"))


@pytest.mark.django_db
def test_the_form_of_a_win_brings_its_payments_as_data(client: Client, opened: Any) -> None:
    page = client.get(opened.at("enter", "win")).content.decode()
    found = re.search(r'<script id="charges" type="application/json">(.*?)</script>', page)
    assert found
    data = json.loads(found.group(1))
    assert data["dealer"] == 0
    assert data["ways"]["hanfu"]["rows"]["3/40"] == ["5200", "7700", "1300-2600", "2600 all"]
    assert "charges" not in client.get(opened.at("enter", "draw")).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["board", "enter"])
def test_the_scripts_of_a_page_are_small_and_none_is_inline(
    client: Client, opened: Any, page: str
) -> None:
    address = opened.at("board") if page == "board" else opened.at("enter", "win")
    html = client.get(address).content.decode()
    tags = re.findall(r"<script\b([^>]*)>", html)
    assert all("src=" in tag or "application/json" in tag for tag in tags)
    names = re.findall(r'<script src="/static/(js/[^"]+)"', html)
    total = 0
    for name in names:
        found = finders.find(name)
        assert found
        total += len(gzip.compress(Path(found).read_bytes(), 6))
    assert total < SCRIPTS if page == "board" else total < SCRIPTS * 5 / 4


def test_the_scripts_hold_no_sentence(settings: Any) -> None:
    """Every word comes from the page, in its language."""
    for path in (Path(settings.BASE_DIR) / "static/js").glob("*.js"):
        code = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
        sentences = re.findall(r'"[A-Z][a-z]+ [a-z]+[^"]*"', code)
        assert sentences == [], path.name


def test_collected_files_have_hashed_icons(tmp_path: Path, settings: Any) -> None:
    settings.STATIC_ROOT = tmp_path
    call_command("collectstatic", interactive=False, verbosity=0)
    assert list((tmp_path / "icons").glob("192.*.png"))
