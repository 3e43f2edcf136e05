"""The keys of a table: shown, replaced, and getting back in."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from sessions.models import Game
from sessions.services import links
from sessions.services.links import LinkRevoked, Role, open_link, revoke

WRITE, WATCH = 'id="write-link"', 'id="watch-link"'


@pytest.fixture
def start(plain: Any, db: None) -> Any:
    """A game started on this phone, at the page of its keys."""
    names = {f"name{seat}": name for seat, name in enumerate(("Aki", "Ben", "Chie", "Dan"))}
    return plain.open("/new/riichi/").send("start", **names)


def link_shown(page: str, which: str) -> str:
    found = re.search(rf'{which}[^>]*value="[^"]*/g/([^/"]+)/"', page)
    return found.group(1) if found else ""


def phrase_of(page: str) -> str:
    found = re.search(r'translate="no">([^<]*)<', page)
    return found.group(1) if found else ""


# -- shown ---------------------------------------------------------------------------------------


def test_a_start_hands_over_three_keys(start: Any) -> None:
    game = Game.objects.get()
    assert open_link(link_shown(start.text, WRITE)) == (game, Role.WRITE)
    assert open_link(link_shown(start.text, WATCH)) == (game, Role.WATCH)
    assert len(phrase_of(start.text).split()) == links.PHRASE_WORDS
    assert start.text.count("<svg") > 2


def test_the_qr_codes_hold_the_whole_address(start: Any, monkeypatch: Any) -> None:
    drawn = []
    monkeypatch.setattr("sessions.views.keys.qr", lambda text: drawn.append(text) or "")
    start.open(start.path)
    assert drawn == [
        f"http://testserver/g/{link_shown(start.text, which)}/" for which in (WRITE, WATCH)
    ]


def test_the_phrase_is_kept_on_no_other_page_and_goes_by_itself(start: Any) -> None:
    cookie = start.client.cookies["phrase"]
    assert cookie["path"] == start.path
    assert cookie["max-age"] == 15 * 60
    assert cookie["httponly"]
    assert cookie["samesite"] == "Strict"


def test_another_phone_sees_no_phrase_and_no_watching_link(start: Any) -> None:
    page = Client().get(start.path).content.decode()
    assert not phrase_of(page)
    assert link_shown(page, WRITE)
    assert not link_shown(page, WATCH)
    assert "does not have the watching link" in page


def test_a_watcher_sees_the_watching_link_alone(start: Any) -> None:
    watch = link_shown(start.text, WATCH)
    page = Client().get(f"/g/{watch}/keys/").content.decode()
    assert link_shown(page, WATCH) == watch
    assert "write-link" not in page
    assert "Replace" not in page


def test_a_phone_remembers_the_watching_links_of_twelve_tables(plain: Any, db: None) -> None:
    names = {f"name{seat}": name for seat, name in enumerate(("Aki", "Ben", "Chie", "Dan"))}
    paths = [plain.open("/new/riichi/").send("start", **names).path for _ in range(13)]
    assert link_shown(plain.open(paths[-1]).text, WATCH)
    assert link_shown(plain.open(paths[1]).text, WATCH)
    assert not link_shown(plain.open(paths[0]).text, WATCH)


def test_the_page_asks_the_database_a_fixed_number_of_times(
    start: Any, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(4):
        start.client.get(start.path)


# -- replaced ------------------------------------------------------------------------------------


def test_replacing_the_writing_link_locks_out_the_old_one(start: Any) -> None:
    old = link_shown(start.text, WRITE)
    start.send("/keys/renew/", "Replace the writing link")
    new = link_shown(start.text, WRITE)
    assert open_link(new)[1] is Role.WRITE
    with pytest.raises(LinkRevoked):
        open_link(old)
    assert link_shown(start.text, WATCH)  # still known, still good
    [game] = start.open("/").response.context["going_on"]
    assert game.link == new


def button_form(browser: Any, button: str) -> Any:
    return next(form for form in browser.read().forms if button in form.buttons)


def press(browser: Any, button: str) -> Any:
    form = button_form(browser, button)
    response = browser.client.post(form.action, form.fields, follow=True)
    browser.response, browser.path = response, response.redirect_chain[-1][0]
    return browser


def test_replacing_the_watching_link_leaves_the_writing_one(start: Any) -> None:
    write, watch = link_shown(start.text, WRITE), link_shown(start.text, WATCH)
    press(start, "Replace the watching link")
    assert link_shown(start.text, WRITE) == write
    assert link_shown(start.text, WATCH) not in ("", watch)
    with pytest.raises(LinkRevoked):
        open_link(watch)


def test_replacing_the_phrase_shows_the_new_one_and_ends_the_old(start: Any) -> None:
    old = phrase_of(start.text)
    press(start, "Replace the phrase")
    new = phrase_of(start.text)
    assert new != old
    code = Game.objects.get().code
    with pytest.raises(links.WrongPhrase):
        links.take_over(code, old)
    assert links.take_over(code, new)


# -- back in -------------------------------------------------------------------------------------


def test_another_phone_takes_over_with_code_and_phrase(start: Any) -> None:
    old, phrase, code = (
        link_shown(start.text, WRITE),
        phrase_of(start.text),
        Game.objects.get().code,
    )
    other = type(start)(Client())
    other.open("/take-over/").send("over", code=f" {code.upper()} ", phrase=f" {phrase.upper()} ")
    new = link_shown(other.text, WRITE)
    assert open_link(new)[1] is Role.WRITE
    assert other.open("/").response.context["going_on"][0].link == new
    door = start.open(f"/g/{old}/")
    assert door.response.status_code == 403
    assert "replaced" in door.text
    assert f"code={code}" in door.follow("Take the table over").path


@pytest.mark.parametrize(
    "fields, says",
    [
        ({"phrase": "one two three four five"}, "do not belong together"),
        ({"code": "0123456789"}, "do not belong together"),
        ({"code": "\x00"}, "Null characters"),
        ({"code": ""}, "required"),
        ({"phrase": ""}, "required"),
        ({"phrase": "x" * 200}, "120"),
    ],
)
def test_a_wrong_phrase_is_said_and_the_code_kept(
    client: Client, opened: Any, fields: dict[str, str], says: str
) -> None:
    given = {"code": opened.game.code, "phrase": opened.keys.phrase} | fields
    response = client.post("/take-over/", given)
    assert response.status_code == 422
    assert says in response.content.decode()
    assert open_link(opened.keys.write)


def test_guessing_is_stopped_and_said(client: Client, opened: Any) -> None:
    given = {"code": opened.game.code, "phrase": "one two three four five"}
    for _ in range(links.PATIENCE):
        client.post("/take-over/", given)
    response = client.post("/take-over/", given | {"phrase": opened.keys.phrase})
    assert response.status_code == 429
    assert "five minutes" in response.content.decode()


def test_a_watching_link_offers_to_watch_where_writing_was_asked(
    client: Client, opened: Any
) -> None:
    response = client.get(opened.watch("players"))
    assert response.status_code == 403
    assert opened.watch("board") in response.content.decode()


def test_both_links_revoked_do_not_lock_everybody_out(client: Client, opened: Any) -> None:
    for role in Role:
        revoke(opened.game, role)
    given = {"code": opened.game.code, "phrase": opened.keys.phrase}
    assert client.post("/take-over/", given).status_code == 302
