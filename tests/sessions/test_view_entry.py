"""Entering a round through its form, recording it, and what happens where that goes wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from sessions.models import Game
from sessions.services import changes

HTMX = {"HTTP_HX_REQUEST": "true"}
RON = {"kind": "win", "winner": 1, "source": 3, "seat1-han": 3, "seat1-fu": 40}
RECORD = {"type": "win", "riichi": [], "wins": [
    {"winner": 1, "from": 3, "value": {"han": 3, "fu": 40}}]}  # fmt: skip
OTHER = {"type": "draw", "riichi": [], "tenpai": [2]}


def text(response: Any) -> str:
    """What a reader sees."""
    page = re.sub(r"<(script|noscript).*?</\1>", "", response.content.decode(), flags=re.S)
    page = re.sub(r"</?(b|i|bdi)>", "", page)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())


def inputs(response: Any) -> dict[str, list[str]]:
    """What the page's form would send: hidden fields, text, and what is checked."""
    sent: dict[str, list[str]] = {}
    for tag in re.findall(r"<input [^>]*>", response.content.decode()):
        given = dict(re.findall(r'([a-z]+)="([^"]*)"', tag))
        if "disabled" in tag.split() or "disabled>" in tag:
            continue
        if given.get("type") in ("radio", "checkbox") and not re.search(r"\bchecked\b", tag):
            continue
        sent.setdefault(given["name"], []).append(unescape(given.get("value", "")))
    return sent


def rounds(opened: Any) -> list[dict[str, Any]]:
    return list(opened.game.rounds.values_list("outcome", flat=True))


# -- the form -----------------------------------------------------------------------------------


def test_tapping_a_seat_opens_the_form_with_that_winner(client: Client, opened: Any) -> None:
    response = client.get(opened.at("enter", "win"), {"winner": 1})
    assert "Ben wins East 1, 0 honba" in text(response)
    assert "Who discarded? Self-draw: tap Ben again." in text(response)
    assert inputs(response)["winner"] == ["1"]
    assert inputs(response)["seat1-han"] == ["3"]
    assert inputs(response)["seat1-fu"] == ["30"]


def test_live_riichi_sticks_are_in_the_form_already(client: Client, opened: Any) -> None:
    for seat in (1, 2):
        changes.declare(opened.game, seat, declared=True)
    assert inputs(client.get(opened.at("enter", "win"), {"winner": 1}))["riichi"] == ["1", "2"]
    drawn = inputs(client.get(opened.at("enter", "draw")))
    assert (drawn["riichi"], drawn["tenpai"]) == (["1", "2"], ["1", "2"])


def test_what_the_page_sends_without_a_script_is_recorded(client: Client, opened: Any) -> None:
    """Winner and discarder in the address, as the plain form's own button puts them."""
    changes.declare(opened.game, 1, declared=True)
    page = client.get(opened.at("enter", "win"), {"winner": 1, "source": 3})
    assert "Record 3,900" in text(page)
    response = client.post(opened.at("record"), inputs(page))
    assert (response.status_code, response["Location"]) == (302, opened.at("board"))
    assert rounds(opened) == [
        {"type": "win", "riichi": [1], "wins": [
            {"winner": 1, "from": 3, "value": {"han": 3, "fu": 30}}]}
    ]  # fmt: skip


def test_the_page_asked_for_anew_keeps_what_was_typed(client: Client, opened: Any) -> None:
    """A browser without a script reloads the form to see what it would do."""
    changes.declare(opened.game, 1, declared=True)
    page = client.get(opened.at("enter", "win"), {"winner": 1})
    typed = {**inputs(page), "source": ["self"], "seat1-han": ["mangan"], "riichi": []}
    again = inputs(client.get(opened.at("enter", "win"), typed))
    assert (again["source"], again["seat1-han"]) == (["self"], ["mangan"])
    assert "riichi" not in again


def test_the_way_used_last_is_offered_first(client: Client, opened: Any) -> None:
    form = opened.form(kind="win", winner=1, source=3)
    client.post(opened.at("record"), {**form, "seat1-way": "amount", "seat1-amount": "5200"})
    page = client.get(opened.at("enter", "win"), {"winner": 2})
    assert inputs(page)["seat2-way"] == ["amount"]
    assert rounds(opened)[0]["wins"][0]["value"] == {"han": 3, "fu": 40}


def test_what_seldom_happens_is_one_tap_from_more(client: Client, opened: Any) -> None:
    page = client.get(opened.at("enter", "more")).content.decode()
    links = re.findall(r'href="([^"]*/enter/[^"]*)"', page)
    assert len(links) == 9
    for link in links:
        assert client.get(unescape(link)).status_code == 200


@pytest.mark.parametrize("kind", ["win", "draw", "abort", "penalty", "adjust", "end", "more"])
def test_a_form_costs_a_fixed_few_queries(
    client: Client, opened: Any, kind: str, django_assert_num_queries: Any
) -> None:
    client.get(opened.at("board"))
    opened.record(RECORD, OTHER, OTHER)
    with django_assert_num_queries(1 if kind == "more" else 4):
        client.get(opened.at("enter", kind))


def test_no_form_for_a_kind_of_round_that_is_none(client: Client, opened: Any) -> None:
    assert client.get(opened.at("enter", "dance")).status_code == 404
    response = client.post(opened.at("record"), opened.form(kind="dance"))
    assert response.status_code == 404


def test_a_watcher_gets_no_form(client: Client, opened: Any) -> None:
    assert client.get(opened.watch("enter", "win")).status_code == 403
    response = client.post(opened.watch("record"), opened.form(**RON))
    assert response.status_code == 403
    assert rounds(opened) == []


# -- recording ----------------------------------------------------------------------------------


def test_recording_reads_and_plays_the_game_once(
    client: Client, opened: Any, django_assert_num_queries: Any, monkeypatch: Any
) -> None:
    """One query for the table, three for the game, eight to store it, in a transaction."""
    client.get(opened.at("board"))
    opened.record(RECORD, OTHER, OTHER)
    played: list[Any] = []
    variety = type(opened.game.variety)
    apply = variety.apply
    monkeypatch.setattr(variety, "apply", lambda *given: played.append(0) or apply(*given))
    form = opened.form(**RON)
    with django_assert_num_queries(14):
        assert client.post(opened.at("record"), form, **HTMX).status_code == 200
    assert len(played) == 3 + 1


@pytest.mark.parametrize(
    "fields, record",
    [
        (RON, RECORD),
        ({"kind": "draw", "tenpai": [1, 2]}, {"type": "draw", "riichi": [], "tenpai": [1, 2]}),
        ({"kind": "abort", "reason": "four-kans"},
         {"type": "abort", "riichi": [], "reason": "four-kans"}),
        ({"kind": "penalty", "reason": "chombo", "seat": 0},
         {"type": "penalty", "riichi": [], "reason": "chombo", "seat": 0}),
        ({"kind": "adjust", "delta0": "500", "delta3": "-500"},
         {"type": "adjust", "deltas": [500, 0, 0, -500]}),
        ({"kind": "end", "reason": "agreed"}, {"type": "end", "reason": "agreed"}),
    ],
)  # fmt: skip
def test_every_kind_of_round_is_recorded_and_the_table_shown(
    client: Client, opened: Any, fields: dict[str, Any], record: dict[str, Any]
) -> None:
    response = client.post(opened.at("record"), opened.form(**fields), **HTMX)
    assert response.status_code == 200
    assert response["HX-Replace-Url"] == opened.at("board")
    assert 'id="screen" class="screen table' in response.content.decode()
    stored = rounds(opened)[0]
    assert {key: stored[key] for key in record} == record
    opened.game.refresh_from_db()
    assert opened.game.declared == []


def test_a_correction_in_the_middle_of_a_hand_leaves_the_riichi_sticks(
    client: Client, opened: Any
) -> None:
    changes.declare(opened.game, 1, declared=True)
    client.post(opened.at("record"), opened.form(kind="adjust", delta0="500", delta3="-500"))
    referee = {"kind": "penalty", "reason": "referee", "seat": 2, "points": 1000}
    client.post(opened.at("record"), opened.form(**referee))
    opened.game.refresh_from_db()
    assert opened.game.declared == [1]
    client.post(opened.at("undo"), opened.form())
    opened.game.refresh_from_db()
    assert opened.game.declared == [1]


# -- where it goes wrong ------------------------------------------------------------------------


REFUSED = [
    ({**RON, "source": 1}, "The winner cannot win off their own discard"),
    ({**RON, "seat1-han": 1, "seat1-fu": 20}, "A ron has at least 25 fu: 30 with pinfu"),
    ({**RON, "source": "self", "seat1-han": 2, "seat1-fu": 25},
     "25 fu are seven pairs: a self-draw has at least 3 han"),
    ({**RON, "source": "self", "seat1-han": 1, "seat1-fu": 110},
     "110 fu with 1 han can only be a ron"),
    ({**RON, "winner": [0, 1, 2]}, "Three claims abort the hand"),
    ({"kind": "draw", "riichi": 2, "tenpai": 1}, "Chie is in riichi and must be tenpai"),
    ({"kind": "win"}, "Who won?"),
    ({"kind": "win", "winner": 1}, "Who discarded?"),
    ({"kind": "penalty", "reason": "chombo"}, "Who made the chombo?"),
    ({"kind": "adjust", "delta0": "lots"}, "whole number"),
]  # fmt: skip


@pytest.mark.parametrize("fields, message", REFUSED)
@pytest.mark.parametrize("htmx", [{}, HTMX], ids=["plain", "htmx"])
def test_a_contradiction_is_answered_in_place_and_nothing_is_stored(
    client: Client,
    opened: Any,
    fields: dict[str, Any],
    message: str,
    htmx: dict[str, str],
) -> None:
    response = client.post(opened.at("record"), opened.form(**fields), **htmx)
    assert response.status_code == 422
    assert message in text(response)
    assert 'id="refusal"' in response.content.decode()
    assert ("<html" in response.content.decode()) == (not htmx)
    assert rounds(opened) == []
    opened.game.refresh_from_db()
    assert opened.game.version == 0


def test_the_refused_form_keeps_what_was_typed(client: Client, opened: Any) -> None:
    fields = opened.form(**{**RON, "riichi": [1, 2], "seat1-han": 1, "seat1-fu": 25})
    kept = inputs(client.post(opened.at("record"), fields))
    assert (kept["winner"], kept["source"], kept["riichi"]) == (["1"], ["3"], ["1", "2"])
    assert kept["seat1-han"] == ["1"]


def test_riichi_by_a_player_with_too_few_points_opens_the_riichi_keys(
    client: Client, opened: Any
) -> None:
    opened.record({"type": "adjust", "deltas": [0, 0, -24500, 24500]})
    response = client.post(opened.at("record"), opened.form(**{**RON, "riichi": [2]}))
    assert response.status_code == 422
    assert "Chie has 500 points: too few for riichi" in text(response)
    assert re.search(r'<details class="opts" open>', response.content.decode())


def test_head_bump_names_the_winner_who_counts(
    client: Client, open_game: Callable[..., Any]
) -> None:
    opened = open_game(options={"multiple_ron": "one"})
    response = client.post(opened.at("record"), opened.form(**{**RON, "winner": [0, 1]}))
    assert response.status_code == 422
    assert "Head bump: only Aki wins, the nearest after the discarder" in text(response)


def test_a_hand_after_the_end_is_refused(client: Client, open_game: Callable[..., Any]) -> None:
    opened = open_game(options={"length": "single"})
    form = opened.form(**RON)
    opened.record(RECORD)
    form["version"] = 1
    response = client.post(opened.at("record"), form)
    assert response.status_code == 422
    assert "The game ended before this hand" in text(response)
    assert len(rounds(opened)) == 1


def test_the_second_of_two_phones_is_told_what_the_first_recorded_and_keeps_its_entry(
    client: Client, opened: Any
) -> None:
    form = opened.form(**{**RON, "riichi": [1]})
    opened.record(OTHER)
    response = client.post(opened.at("record"), form, **HTMX)
    assert response.status_code == 409
    shown = text(response)
    assert "Another phone was faster. This is what it recorded:" in shown
    assert "East 1-0: Draw" in shown
    assert rounds(opened) == [OTHER]
    page = response.content.decode()
    link = re.search(r'href="([^"]*/enter/win/\?[^"]*seat1-han[^"]*)"', page)
    assert link
    kept = unescape(link.group(1))
    assert "token" not in parse_qs(urlsplit(kept).query)
    again = inputs(client.get(kept))
    assert (again["winner"], again["source"]) == (["1"], ["3"])
    assert (again["seat1-han"], again["seat1-fu"], again["riichi"]) == (["3"], ["40"], ["1"])


def test_the_same_request_twice_is_stored_once(client: Client, opened: Any) -> None:
    form = opened.form(**RON)
    first = client.post(opened.at("record"), form, **HTMX)
    second = client.post(opened.at("record"), form, **HTMX)
    assert (first.status_code, second.status_code) == (200, 200)
    assert rounds(opened) == [RECORD]
    assert "East 1-0: Ben ron off Dan" in text(second)


def test_a_closed_game_keeps_the_entry_and_says_so(client: Client, opened: Any) -> None:
    form = opened.form(**RON)
    changes.close(opened.game, reason="agreed", version=opened.game.version, token=None)
    response = client.post(opened.at("record"), form, **HTMX)
    assert response.status_code == 409
    assert "The game is closed." in text(response)


@pytest.mark.parametrize("token", ["", "x" * 200, "<script>", "²"])
def test_a_broken_token_is_an_answer_and_never_a_crash(
    client: Client, opened: Any, token: str
) -> None:
    response = client.post(opened.at("record"), {**opened.form(**RON), "token": token})
    assert response.status_code in (302, 422)


# -- correcting ---------------------------------------------------------------------------------


def test_a_recorded_hand_opens_as_it_was_and_goes_to_be_replayed(
    client: Client, opened: Any
) -> None:
    opened.record({**RECORD, "riichi": [1]}, OTHER)
    page = client.get(opened.at("enter", "win"), {"round": 1})
    assert "Ron East 1, 0 honba" in text(page)
    assert "Save" in text(page)
    form = inputs(page)
    assert (form["winner"], form["source"], form["riichi"]) == (["1"], ["3"], ["1"])
    assert (form["seat1-han"], form["seat1-fu"]) == (["3"], ["40"])
    action = re.search(r'<form[^>]* action="([^"]*)"', page.content.decode())
    assert action
    assert action.group(1) == opened.at("hand_edit", 1)
    form["seat1-fu"] = ["30"]
    form["confirm"] = ["1"]
    client.post(action.group(1), form)
    assert rounds(opened)[0]["wins"][0]["value"] == {"han": 3, "fu": 30}
    assert len(rounds(opened)) == 2


def test_the_preview_of_a_correction_starts_from_the_table_of_then(
    client: Client, opened: Any
) -> None:
    opened.record(RECORD, OTHER)
    page = client.get(opened.at("enter", "win"), {"round": 1})
    assert "30,200" in text(page)  # 25,000 + 5,200, not from today's score


def test_a_forgotten_hand_is_entered_before_another(client: Client, opened: Any) -> None:
    opened.record(RECORD)
    page = client.get(opened.at("enter", "draw"), {"before": 1})
    form = inputs(page)
    assert form["insert"] == ["1"]
    form["tenpai"] = ["2"]
    form["confirm"] = ["1"]
    client.post(opened.at("hand_edit", 1), form)
    assert [outcome["type"] for outcome in rounds(opened)] == ["draw", "win"]


@pytest.mark.parametrize(
    "query", ["round=99", "round=0", "round=x", "before=²", "round=" + "9" * 30]
)
def test_a_hand_that_is_not_there_is_an_answer_and_never_a_crash(
    client: Client, opened: Any, query: str
) -> None:
    opened.record(RECORD)
    response = client.get(opened.at("enter", "win") + "?" + query)
    assert response.status_code in (200, 404)


def test_recording_needs_the_page_to_have_been_ours(opened: Any) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(opened.at("record"), opened.form(**RON)).status_code == 403
    assert Game.objects.get().rounds.count() == 0
