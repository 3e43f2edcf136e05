"""Hong Kong and Zung Jung on the pages all games share: starting, entering, history, the end."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from sessions.models import Game

pytestmark = pytest.mark.django_db


def text(response: Any) -> str:
    """The page without its markup, in one line."""
    without = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(without.split())


def win(winner: int, source: int | None, **said: Any) -> dict[str, Any]:
    return {"type": "win", "wins": [{"winner": winner, "from": source, **said}]}


def fan(winner: int, source: int | None, faan: int) -> dict[str, Any]:
    return win(winner, source, value={"faan": faan})


END = {"type": "end", "reason": "agreed"}

# -- starting -----------------------------------------------------------------------------------

NAMES = {f"name{seat}": name for seat, name in enumerate(("Aki", "Ben", "Chie", "Dan"))}


def start(client: Client, kind: str, preset: str, **options: Any) -> Any:
    """The start form as a browser sends it, with these options typed over the preset's."""
    page = client.get(reverse("table:new", args=[kind])).context["setup"]
    data = {"shown": page.options.preset, "preset": preset, "players": 4, "seats": "written",
            "choose": "1", **NAMES}  # fmt: skip
    data |= {field.html_name: field.value() for field in page.options if field.value() is not None}
    page = client.post(reverse("table:new", args=[kind]), data).context["setup"]
    data = {**data, "shown": preset}
    del data["choose"]
    for field in page.options:
        value = field.field.prepare_value(field.value())
        data.pop(field.html_name, None)
        if value is not None and value is not False:
            data[field.html_name] = "on" if value is True else value
    data |= {f"option-{name}": value for name, value in options.items()}
    return client.post(reverse("table:new", args=[kind]), data)


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        ("stake", "0", "between 1 and"),
        ("stake", "1.5", "whole number"),
        ("stake", "", "required"),
        ("minimum", "5", "5 fan to win is above the maximum of 4"),
        ("minimum_self_draw", "11", "between 0 and 10"),
        ("maximum", "31", "between 1 and 30"),
        ("base", "0.3", "multiple of 0.5"),
        ("curve", "half", "one of"),
        ("curve", "4, 2", "More fan must not be worth less"),
        ("limit_value", '{"riichi": 8}', "no limit hand"),
    ],
)
def test_a_wrong_hong_kong_option_is_said_at_its_field_and_kept(
    client: Client, option: str, value: str, says: str
) -> None:
    response = start(client, "hongkong", "table-stakes", **{option: value})
    assert response.status_code == 422
    field = response.context["setup"].options[option]
    assert says in str(field.errors)
    assert field.value() == value
    assert not Game.objects.exists()


def test_a_payment_table_may_be_ones_own(client: Client) -> None:
    assert start(client, "hongkong", "old-style", curve="1, 2, 4, 8").status_code == 302
    assert Game.objects.get().rules["curve"] == [1, 2, 4, 8]


def test_zung_jung_starts_with_the_names_of_its_makers(client: Client) -> None:
    for address in (reverse("table:new", args=["zungjung"]), reverse("table:help")):
        page = text(client.get(address))
        assert "Alan Kwan" in page
        assert "伊藤和夫" in page
    assert start(client, "zungjung", "3.3", length="8").status_code == 302
    game = Game.objects.get()
    assert (game.rules["edition"], game.rules["length"]) == ("3.3", 8)


def test_zung_jung_refuses_what_no_table_plays(client: Client) -> None:
    response = start(client, "zungjung", "2.51", mixed_threshold="481")
    assert response.status_code == 422
    assert "between 0 and 480" in str(response.context["setup"].options.errors["mixed_threshold"])


# -- the table, its menu and its rules ----------------------------------------------------------


def test_a_hong_kong_table_is_named_by_its_fan_and_stake(
    client: Client, open_game: Callable[..., Any]
) -> None:
    opened = open_game(variety="hongkong", options={"length": "east", "stake": 100})
    assert "Hong Kong 1-4 fan, stake 100" in text(client.get(opened.at("board")))
    assert "1-4 fan, stake 100" in text(client.get(opened.at("rules")))


def test_the_menu_leads_to_the_tables_of_the_games_own_rules(
    client: Client, open_game: Callable[..., Any]
) -> None:
    opened = open_game(variety="hongkong", options={"stake": 100})
    menu = client.get(opened.at("menu"))
    there = re.search(r'href="(/score/[^"]+)"', menu.content.decode())
    assert there is not None
    tables = client.get(there.group(1).replace("&amp;", "&"))
    assert "1-4 fan, stake 100" in text(tables)
    assert f'href="{escape(opened.at("menu"))}"' in tables.content.decode()


def test_the_rules_of_zung_jung_name_its_makers(
    client: Client, open_game: Callable[..., Any]
) -> None:
    opened = open_game(variety="zungjung", preset="3.3")
    assert "Alan Kwan" in text(client.get(opened.at("rules")))


# -- entering -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variety", "preset", "fields", "says"),
    [
        ("hongkong", "old-style", {"seat1-fan": "2"}, "2 fan, this table needs 3"),
        ("hongkong", None, {"winner": ["1", "2"]}, "South (Ben) is next in turn"),
        ("hongkong", None, {}, "How many fan?"),
        ("hongkong", None,
         {"seat1-way": "tiles", "seat1-tray_text": "1m.2m.4m.5m.6m.7m.8m.9m.1p.2p.3p.5s.5s.9p"},
         "not four sets and a pair"),
        ("zungjung", None, {"seat1-s1.1": "1.1", "seat1-s4.1": "4.1"},
         "All Sequences and All Triplets cannot be in one hand"),
        ("zungjung", None, {"seat1-way": "points", "seat1-hundreds": "300", "seat1-tens": "90"},
         "No hand is worth 390 points"),
        ("zungjung", None, {}, "Tap the patterns of the hand."),
    ],
)  # fmt: skip
def test_a_hand_that_cannot_be_is_refused_and_what_was_typed_is_kept(
    client: Client,
    open_game: Callable[..., Any],
    variety: str,
    preset: str | None,
    fields: dict[str, Any],
    says: str,
) -> None:
    opened = open_game(variety=variety, preset=preset)
    sent = {"kind": "win", "winner": "1", "source": "3", **fields}
    response = client.post(opened.at("record"), opened.form(**sent))
    assert response.status_code == 422
    assert says in text(response)
    page = response.content.decode()
    for name, value in fields.items():
        if name.startswith("seat1-s"):  # a ticked pattern stays ticked
            assert re.search(rf'id="{re.escape(f"{name}-{value}")}"[^>]* checked', page)
        if name.endswith("tray_text"):
            assert f'value="{value}' in page
    assert opened.game.rounds.count() == 0


def test_a_fan_above_the_maximum_is_recorded_as_said_and_counts_as_the_maximum(
    client: Client, open_game: Callable[..., Any]
) -> None:
    opened = open_game(variety="hongkong")
    sent = {"kind": "win", "winner": "1", "source": "3", "seat1-fan": "7"}
    assert client.post(opened.at("record"), opened.form(**sent)).status_code == 302
    opened.game.refresh_from_db()
    assert opened.game.scores == [0, 48, 0, -48]
    assert opened.game.rounds.get().outcome["wins"][0]["value"] == {"faan": 7}


@pytest.mark.parametrize("variety", ["hongkong", "zungjung"])
@pytest.mark.parametrize("kind", ["win", "draw", "penalty", "adjust", "end", "more"])
def test_every_kind_of_round_has_its_form(
    client: Client, open_game: Callable[..., Any], variety: str, kind: str
) -> None:
    opened = open_game(variety=variety)
    assert client.get(opened.at("enter", kind)).status_code == 200


@pytest.mark.parametrize("variety", ["hongkong", "zungjung"])
def test_nobody_breaks_a_hand_off(
    client: Client, open_game: Callable[..., Any], variety: str
) -> None:
    assert client.get(open_game(variety=variety).at("enter", "abort")).status_code == 404


# -- history and the end ------------------------------------------------------------------------


def test_hong_kong_hands_are_told_in_its_words(
    client: Client, open_game: Callable[..., Any]
) -> None:
    opened = open_game(variety="hongkong", preset="half-gun", options={"minimum": 0})
    opened.record(
        fan(1, 3, 5),
        fan(2, None, 3),
        win(0, 1, value={"limit": True}, liable=2),
        {"type": "penalty", "reason": "false-win", "seat": 3},
        {"type": "draw"},
    )
    page = text(client.get(opened.at("hands")))
    for sentence in (
        "Ben wins off Dan , 5 fan, 24",
        "Chie self-draws, 3 fan, 4 from each",
        "Aki wins off Ben , limit hand, 128, Chie pays for all",
        "false win by Dan , 192 to each",
        "draw , nobody pays",
    ):
        assert sentence in page


def test_the_settlement_of_a_hong_kong_game_shows_its_working(
    client: Client, open_game: Callable[..., Any]
) -> None:
    """Net +90, +30, −100, −20 at a stake of 48: the rules page's own settlement."""
    opened = open_game(
        variety="hongkong",
        start={"round": "S4", "scores": [90, 30, -100, -20]},
    )
    opened.record({"type": "draw"}, END)
    page = text(client.get(opened.at("result")))
    assert "net points +90 +30 −20 −100" in page
    assert "in money +90 +30 −20 −100" in page
    assert "to pay, at most the stake 0 0 −20 −48" in page
    assert "share of what is paid +51 +17 0 0" in page
    assert "money 51 17 −20 −48" in page
    assert re.search(r"Chie pays? ?Aki 48|Chie Aki 48", page)
    assert re.search(r"Dan pays? ?Ben 17|Dan Ben 17", page)


def test_plain_settlement_is_not_called_capped(
    client: Client, open_game: Callable[..., Any]
) -> None:
    opened = open_game(variety="hongkong", preset="old-style")
    opened.record(fan(1, 3, 10), END)
    page = text(client.get(opened.at("result")))
    assert "to pay 0 0 0 −256" in page
    assert "at most the stake" not in page


def test_the_sheet_of_zung_jung_is_kept_as_on_paper(
    client: Client, open_game: Callable[..., Any]
) -> None:
    opened = open_game(variety="zungjung")
    ticked = {"points": 60, "patterns": ["3.1", "3.1", "2.1.1"]}
    opened.record(
        win(0, 2, value=ticked),
        {"type": "penalty", "reason": "false-win", "seat": 3},
        {"type": "draw"},
        win(1, None, value={"points": 1}),
    )
    page = text(client.get(opened.at("sheet")))
    assert "1 E1 60 +180 180 −60 −60 −60 −60 −60 −60" in page
    assert "Mixed One-Suit 40, Value Honor 10, Value Honor 10" in page
    assert "· E2 – +30 210 +30 −30 +30 −30 −90 −150 penalty" in page
    assert "2 E2 – 0 210 0 −30 0 −30 0 −150 draw" in page
    assert "3 E3 1 −1 209 +3 −27 −1 −31 −1 −151 self-draw" in page


def test_the_sheet_of_hong_kong_is_written_as_any_other(
    client: Client, open_game: Callable[..., Any]
) -> None:
    opened = open_game(variety="hongkong")
    opened.record(fan(1, 3, 3))
    assert "East 1 0 32 0 −32" in text(client.get(opened.at("sheet")))


def test_a_zung_jung_game_is_settled_by_its_rate(
    client: Client, open_game: Callable[..., Any]
) -> None:
    opened = open_game(variety="zungjung", options={"length": 4, "rate": "0.1"})
    opened.record(*[win(0, 1, value={"points": 5})] * 4)
    page = text(client.get(opened.at("result")))
    assert "all hands are played" in page
    assert "Money per point" in page
    assert re.search(r"1 Aki 60 ?\+?6", page)
