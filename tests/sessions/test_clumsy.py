"""A scorer with tiles in the other hand: what goes wrong with a phone, and what comes of it."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from sessions.models import Game
from sessions.services import changes
from sessions.services.document import load
from tests.sessions.conftest import NAMES
from tests.sessions.plain_browser import PlainBrowser

HTMX = {"HX-Request": "true"}
RON = {"kind": "win", "winner": 1, "source": 3, "seat1-han": 3, "seat1-fu": 40}


def ron(winner: int, source: int, han: int = 3, fu: int = 30) -> dict[str, Any]:
    win = {"winner": winner, "from": source, "value": {"han": han, "fu": fu}}
    return {"type": "win", "wins": [win], "riichi": []}


def draw(*tenpai: int) -> dict[str, Any]:
    return {"type": "draw", "tenpai": list(tenpai), "riichi": []}


def page(response: Any) -> str:
    return unescape(response.content.decode())


def rounds(opened: Any) -> list[Any]:
    opened.game.refresh_from_db()
    return list(load(opened.game).rounds)


@pytest.fixture
def played(opened: Any) -> Any:
    opened.record(ron(1, 0), draw(1), ron(2, 3))
    return opened


@pytest.fixture
def strict(db: None) -> Client:
    """A phone whose cookies are gone: no form of it is taken for ours."""
    return Client(enforce_csrf_checks=True)


# -- a tab brought back asks by GET for a page that came in answer to a POST ----------------------


BACK = {
    ("record",): "board",
    ("undo",): "board",
    ("redo",): "board",
    ("riichi", 0): "board",
    ("hand_edit", 2): "hands",
    ("hand_delete", 2): "hands",
    ("swap",): "players",
    ("substitute",): "players",
    ("rename",): "players",
    ("begin",): "players",
    ("finish",): "result",
    ("reopen",): "result",
    ("rematch",): "result",
    ("clock_touch",): "clock",
    ("chips",): "result",
    ("sign", 0): "result",
    ("keys_renew",): "keys",
}


@pytest.mark.parametrize("address", BACK, ids=lambda address: address[0])
def test_the_address_of_a_sent_form_leads_to_the_page_with_the_form(
    client: Client, played: Any, address: tuple[Any, ...]
) -> None:
    before = (played.game.version, played.game.pulse)
    response = client.get(played.at(*address))
    assert (response.status_code, response.url) == (302, played.at(BACK[address]))
    played.game.refresh_from_db()
    assert (played.game.version, played.game.pulse) == before


# -- without scripts ------------------------------------------------------------------------------


def test_a_refused_hand_can_be_changed_without_scripts(client: Client, opened: Any) -> None:
    refused = client.post(opened.at("record"), opened.form(kind="win", winner=1, typed=1))
    assert refused.status_code == 422
    # The keys of the form ask anew with all that was typed: here from the address it was sent to.
    asked = {"kind": "win", "winner": "1", "source": "2", "seat1-han": "mangan", "typed": "1"}
    again = client.get(opened.at("record"), asked, follow=True)
    assert again.redirect_chain[-1][0].startswith(opened.at("enter", "win"))
    assert "33,000" in page(again)


@pytest.mark.parametrize("place, action", [("round=2", "hand_edit"), ("before=2", "hand_edit")])
def test_a_correction_asked_anew_without_scripts_stays_a_correction(
    client: Client, played: Any, place: str, action: str
) -> None:
    asked = {"kind": "draw", "place": place, "tenpai": "3", "typed": "1"}
    for address in (played.at("enter", "draw"), played.at("hand_edit", 2)):
        form = client.get(address, asked, follow=True)
        assert f'action="{played.at(action, 2)}"' in page(form)
        assert ('name="insert"' in page(form)) == place.startswith("before")


@pytest.mark.parametrize("query", ["round=9", "round=0", "before=9", "before=0", "place=round%3D9"])
def test_a_hand_that_was_taken_out_meanwhile_opens_no_form(
    client: Client, played: Any, query: str
) -> None:
    """Its form would be that of another hand."""
    assert client.get(played.at("enter", "win") + "?" + query).status_code == 404


# -- cookies gone in the middle of a game ---------------------------------------------------------


def test_a_hand_sent_without_cookies_waits_for_another_tap(strict: Client, opened: Any) -> None:
    sent = strict.post(opened.at("record"), opened.form(**RON), headers=HTMX)
    assert sent.status_code == 403
    assert "<html" not in page(sent)  # it stands where the form stood
    assert "open too long" in page(sent)
    assert rounds(opened) == []
    kept = re.search(r'class="text-key" href="([^"]*)"', page(sent))
    assert kept
    form = page(strict.get(kept.group(1)))
    assert "30,200" in form  # Ben's 5,200 are there


@pytest.mark.parametrize("address", [("riichi", 1), ("undo",)])
def test_a_tap_on_the_table_without_cookies_shows_the_table(
    strict: Client, played: Any, address: tuple[Any, ...]
) -> None:
    sent = strict.post(played.at(*address), played.form(declared="on"), headers=HTMX)
    assert sent.status_code == 403
    assert "<html" not in page(sent)
    assert 'id="screen"' in page(sent)
    assert "open too long" in page(sent)
    assert len(rounds(played)) == 3


def test_a_correction_sent_without_cookies_is_kept_a_correction(
    strict: Client, played: Any
) -> None:
    data = played.form(kind="draw", tenpai="3", place="round=2", typed="1")
    sent = strict.post(played.at("hand_edit", 2), data)
    assert sent.status_code == 403
    back = re.search(rf'href="({re.escape(played.at("enter", "draw"))}[^"]*)"', page(sent))
    assert back
    form = page(strict.get(back.group(1)))
    assert f'action="{played.at("hand_edit", 2)}"' in form


def test_a_preview_needs_no_cookie_for_it_stores_nothing(strict: Client, opened: Any) -> None:
    form = page(strict.get(opened.at("enter", "win"), {"winner": 1}))
    position = re.search(r'name="position" value="([^"]*)"', form)
    assert position
    data = {"position": position.group(1), **RON}
    assert "5,200" in page(Client(enforce_csrf_checks=True).post("/score/preview/", data))


# -- two phones -----------------------------------------------------------------------------------


def test_a_question_from_a_page_that_others_have_overtaken_says_so(
    client: Client, played: Any
) -> None:
    """Hand 2 of that page is another hand by now."""
    old = played.form()
    changes.change(
        played.game, "delete", changes.deleted(1), version=played.game.version, token=None
    )
    asked = client.post(played.at("hand_delete", 2), old)
    assert asked.status_code == 409
    assert "Someone recorded a hand meanwhile" in page(asked)
    edited = client.post(played.at("hand_edit", 1), {**old, "kind": "draw", "tenpai": "0"})
    assert edited.status_code == 409
    assert "Someone recorded a hand meanwhile" in page(edited)
    assert len(rounds(played)) == 2


# -- the end --------------------------------------------------------------------------------------


def test_chips_are_counted_after_an_agreed_end_too(client: Client, open_game: Any) -> None:
    opened = open_game(options={"chips": True})
    opened.record(ron(1, 3))
    client.post(opened.at("finish"), opened.form(reason="agreed"))
    shown = page(client.get(opened.at("result")))
    assert "Count the chips" in shown
    figures = {f"chips-seat{seat}": chips for seat, chips in enumerate((3, -1, -2, 0))}
    client.post(opened.at("chips"), opened.form(**figures))
    opened.game.refresh_from_db()
    assert opened.game.chips == [3, -1, -2, 0]
    assert opened.game.reason == "agreed"


def test_a_closed_game_offers_no_form_that_it_would_refuse(client: Client, open_game: Any) -> None:
    opened = open_game(options={"chips": True, "length": "single"})
    opened.record(ron(1, 3))
    client.post(opened.at("finish"), opened.form())
    assert Game.objects.get().status == Game.Status.CLOSED
    assert "Count the chips" not in page(client.get(opened.at("result")))
    for refused in ("Sit down", "See what it changes"):
        assert refused not in page(client.get(opened.at("players")))


def test_signing_leaves_the_next_signature_in_view(client: Client, open_game: Any) -> None:
    opened = open_game(options={"length": "single"})
    opened.record(ron(1, 3))
    response = client.post(opened.at("sign", 1), opened.form(agree="1"))
    assert response.url == opened.at("result") + "#agreed"
    assert 'id="agreed"' in page(client.get(opened.at("result")))


def test_what_is_printed_says_what_it_is(client: Client, open_game: Any) -> None:
    opened = open_game(title="Thursday", options={"length": "single"})
    opened.record(ron(1, 3))
    shown = page(client.get(opened.at("result")))
    head = re.search(r'<p class="printed">(.*?)</p>', shown, re.S)
    assert head
    assert "Thursday" in head.group(1)
    assert str(opened.game.created.year) in head.group(1)


# -- nonsense in every field ----------------------------------------------------------------------


def start(plain: PlainBrowser, *names: str, **typed: Any) -> Any:
    """The answer to the start form with these names, and these fields otherwise."""
    form = plain.open("/new/riichi/").form("start")
    fields = {f"name{seat}": name for seat, name in enumerate(names)}
    return plain.client.post("/new/riichi/", {**form.fields, **fields, **typed})


@pytest.mark.django_db
@pytest.mark.parametrize(
    "nobody", ["", "   ", "\u200b", "\u2800", "\u3164", "\u00ad", "\u202e\u202c"]
)
def test_a_name_nobody_can_see_is_none(plain: PlainBrowser, nobody: str) -> None:
    response = start(plain, nobody, *NAMES[1:])
    assert response.status_code == 422
    assert not Game.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("other", ["aki", "Ａｋｉ", "Aki\u200b", "A\u00adki", " Aki "])
def test_two_names_that_look_the_same_are_refused(plain: PlainBrowser, other: str) -> None:
    response = start(plain, "Aki", other, "Chie", "Dan")
    assert response.status_code == 422
    assert "sits at the table already" in page(response)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name", ["👩‍👩‍👧‍👦", "می‌خواهم", "陳大文", "<b>Ben</b>", "O’Neil & Sons", "é" * 60, "محمد"]
)
def test_a_name_of_any_script_is_kept_as_it_was_typed(plain: PlainBrowser, name: str) -> None:
    response = start(plain, name, *NAMES[1:])
    assert response.status_code == 302
    table = plain.open(response.url.replace("keys/", ""))
    assert name in unescape(table.text)
    assert "<b>Ben</b>" not in table.text


@pytest.mark.django_db
def test_a_name_turns_round_nothing_that_stands_beside_it(plain: PlainBrowser) -> None:
    response = start(plain, "\u202eika\u202c", "\u2067Ben\u2069", *NAMES[2:])
    assert response.status_code == 302
    seats = Game.objects.get().seats.order_by("index")
    assert [seat.player.name for seat in seats][:2] == ["ika", "Ben"]


def test_the_text_of_a_result_keeps_figures_beside_names_that_run_from_the_right(
    client: Client, open_game: Any
) -> None:
    opened = open_game(names=("Aki", "محمد", "Chie", "Dan"), options={"length": "single"})
    opened.record(ron(1, 3))
    text = client.get(opened.at("result_text")).content.decode()
    assert "1. \u2068محمد\u2069  28,900" in text
    assert "\u2068Aki" not in text


FIRST_WRONG = re.compile(r'<(?:input|select|textarea)[^>]*\bname="([^"]*)"[^>]*\bautofocus\b')


@pytest.mark.django_db
@pytest.mark.parametrize(
    "typed, at",
    [
        ({"name2": " "}, "name2"),
        ({"option-uma": "much"}, "option-uma"),
        ({"option-rate": "🀄️"}, "option-rate"),
        ({"start-honba": "two"}, "start-honba"),
        ({"start-score1": "25000"}, "start-score0"),
        ({f"start-score{seat}": "30000" for seat in range(4)}, "start-score0"),
        ({"start-score3": "1e5"}, "start-score3"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_page_opens_at_the_first_field_that_is_wrong(
    plain: PlainBrowser, typed: dict[str, str], at: str
) -> None:
    response = start(plain, *NAMES, **typed)
    assert response.status_code == 422
    assert FIRST_WRONG.findall(page(response)) == [at]


@pytest.mark.parametrize(
    "address, typed, at",
    [
        ("rename", {"rename-seat": 1, "rename-name": " "}, "rename-name"),
        ("substitute", {"sub-seat": 1, "sub-name": "Aki", "sub-counts": "sits"}, "sub-name"),
        ("begin", {"start-honba": "-3"}, "start-honba"),
    ],
)
def test_players_opens_at_what_is_wrong(
    client: Client, played: Any, address: str, typed: dict[str, Any], at: str
) -> None:
    typed = {"sub-from_round": 1, **typed} if address == "substitute" else typed
    response = client.post(played.at(address), played.form(**typed))
    assert response.status_code == 422
    assert FIRST_WRONG.findall(page(response)) == [at]


def test_the_result_opens_at_the_chips_that_are_wrong(client: Client, open_game: Any) -> None:
    opened = open_game(options={"chips": True, "length": "single"})
    opened.record(ron(1, 3))
    figures = {f"chips-seat{seat}": chips for seat, chips in enumerate(("1", "x", "y", "0"))}
    response = client.post(opened.at("chips"), opened.form(**figures))
    assert FIRST_WRONG.findall(page(response)) == ["chips-seat1"]


FIELDS = (
    "winner source riichi show pick seat1-way seat1-han seat1-fu taps seat1-taps tenpai nagashi "
    "reason seat points delta0 stop time_up position typed way why"
).split()


@pytest.mark.parametrize("kind", ["win", "draw", "abort", "penalty", "adjust", "end"])
@pytest.mark.parametrize("nonsense", ["🀄️", "-1", "9" * 40, "\x00"])
def test_nonsense_in_any_field_of_a_round_is_an_answer(
    client: Client, opened: Any, kind: str, nonsense: str
) -> None:
    for name in FIELDS:
        data = {"winner": "1", "source": "2", name: nonsense}
        sent = client.post(opened.at("record"), opened.form(kind=kind, **data))
        assert sent.status_code in (302, 404, 409, 422), name
        assert client.get(opened.at("enter", kind), data).status_code in (200, 404, 409), name
