"""Nonsense sent to a club night is refused, and nothing breaks."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from sessions.models import Draw, Evening
from sessions.services.evenings import Setup, make_evening, welcome
from sessions.services.turns import draw

HUGE = 10**40
ODD = ["", "\x00", "²", "-1", "7", str(HUGE), "1e9", "'; --", "[1, 2]", "{", "a" * 5000]


@pytest.fixture
def evening(house: Any) -> Evening:
    setup = Setup(day=date(2026, 11, 30), variety="riichi", options={"length": "single"})
    made = make_evening(house.club, house.users["organiser"], setup)
    welcome(made, [], [f"P{n}" for n in range(5)])
    return made


@pytest.mark.parametrize("name", ["night_goodbye", "night_tick", "night_start", "night_swap",
                                  "night_renew", "night_table"])  # fmt: skip
def test_a_number_that_no_row_has(house: Any, evening: Evening, name: str) -> None:
    for number in (0, 2**31, 2**63, HUGE):
        ask = house.owner.get if name == "night_table" else house.owner.post
        response = ask(house.at(name, evening.pk, number), {"paid": "on"})
        assert response.status_code in (302, 404, 409)
    assert evening.guests.count() == 5
    assert house.owner.get(house.at("night", HUGE)).status_code == 404


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize(
    "name, fields",
    [
        ("night_new", ("day", "rules", "name", "fee", "rate")),
        ("night_setup", ("day", "rules", "name", "fee", "rate")),
        ("night_rules", ("option-length", "option-uma", "option-rate", "option-table_notes")),
        ("night_guests", ("players", "names")),
        ("night_draw", ("kind", "custom")),
        ("night_clock", ("do", "minutes", "seen")),
        ("night_close", ("reopen",)),
    ],
)
def test_odd_texts_are_answered(
    house: Any, evening: Evening, name: str, fields: tuple[str, ...], odd: str
) -> None:
    args = [] if name == "night_new" else [evening.pk]
    for field in fields:
        response = house.owner.post(house.at(name, *args), {field: odd})
        assert response.status_code in (302, 409, 422)


@pytest.mark.parametrize("odd", ODD)
def test_odd_questions_are_answered(house: Any, evening: Evening, odd: str) -> None:
    assert house.member.get(house.at("night_poll", evening.pk), {"mark": odd}).status_code == 200
    assert house.member.get(house.at("night_sheets", evening.pk), {"blank": odd}).status_code == 200


@pytest.mark.parametrize("name", ["night", "night_account", "night_draw", "night_guests"])
def test_names_are_text_and_nothing_else(house: Any, evening: Evening, name: str) -> None:
    welcome(evening, [], ["<img src=x>", "{{ 7 }}", "עברית"])
    draw(evening, Draw.Kind.CHOSEN)
    page = house.owner.get(house.at(name, evening.pk)).content.decode()
    assert "<img src=x>" not in page
    assert "&lt;img src=x&gt;" in page


@pytest.mark.parametrize("odd", ODD)
def test_an_option_of_another_shape_is_refused_at_any_table(
    db: None, client: Client, odd: str
) -> None:
    names = {f"name{seat}": f"P{seat}" for seat in range(4)}
    for option in ("uma", "table_notes"):
        typed = {**names, "shown": "club", "preset": "club", f"option-{option}": odd}
        response = client.post(reverse("table:new", args=["riichi"]), typed)
        assert response.status_code in (302, 422)
