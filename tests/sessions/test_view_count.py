"""The sticks on the table against the record: the page that names the slip."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from sessions.services import changes
from sessions.services.document import load


def ron(winner: int, source: int | None, han: int = 3, fu: int = 30) -> dict[str, Any]:
    win = {"winner": winner, "from": source, "value": {"han": han, "fu": fu}}
    return {"type": "win", "wins": [win], "riichi": []}


def counted(*scores: Any) -> dict[str, Any]:
    return {f"score{seat}": score for seat, score in enumerate(scores)}


@pytest.fixture
def played(opened: Any) -> Any:
    """Aki has 30,800, Ben 29,200, Chie 19,200, Dan 20,800."""
    opened.record(ron(0, 2), ron(1, 3))
    return opened


def test_the_page_asks_for_what_lies_before_each_player(client: Client, played: Any) -> None:
    page = client.get(played.at("count"))
    assert page.status_code == 200
    text = page.content.decode()
    assert text.count('name="score') == 4
    assert "recorded 30,800" in text
    assert played.at("count") in client.get(played.at("menu")).content.decode()


def test_a_count_that_agrees_says_so(client: Client, played: Any) -> None:
    text = client.get(played.at("count"), counted(30800, "29,200", 19200, 20800)).content.decode()
    assert "The count agrees with the record." in text
    assert "Adjust the scores" not in text


def test_sticks_laid_in_this_hand_are_not_missing(client: Client, played: Any) -> None:
    changes.declare(played.game, 1, declared=True)
    assert "recorded 28,200" in client.get(played.at("count")).content.decode()
    text = client.get(played.at("count"), counted(30800, 28200, 19200, 20800)).content.decode()
    assert "The count agrees" in text


def test_the_likeliest_slip_leads_to_the_edit_that_is_looked_at_first(
    plain: Any, played: Any
) -> None:
    """Chie and Dan: it was off Chie that Ben won."""
    query = "&".join(f"{k}={v}" for k, v in counted(30800, 29200, 15000, 25000).items())
    plain.open(played.at("count") + "?" + query)
    first = plain.response.context["found"].explained[0]
    assert (first.slip.kind, first.mark, str(first.words)) == (
        "payer", "East 1-1", "off another player")  # fmt: skip
    assert "<bdi>Ben</bdi> ron off <bdi>Chie</bdi>" in first.now.replace("<b>", "").replace(
        "</b>", ""
    )
    plain.send("/hands/2/edit/")
    assert "A hand is edited" in plain.text
    assert [round["wins"][0]["from"] for round in load(played.game).rounds] == [2, 3]
    plain.send("plan", "Save and replay")
    assert [round["wins"][0]["from"] for round in load(played.game).rounds] == [2, 2]
    assert "The count agrees with the record." in plain.text


def test_a_forgotten_hand_is_put_in_at_the_end(plain: Any, played: Any) -> None:
    query = "&".join(f"{k}={v}" for k, v in counted(42800, 29200, 7200, 20800).items())
    plain.open(played.at("count") + "?" + query)
    found = plain.response.context["found"].explained
    place = next(i for i, item in enumerate(found) if item.slip.change == "insert")
    assert found[place].words == "was not recorded"
    plain.send(f"/hands/{found[place].slip.number}/edit/")
    assert "A hand is put in" in plain.text
    plain.send("plan", "Save and replay")
    played.game.refresh_from_db()
    assert played.game.scores == [42800, 29200, 7200, 20800]


def test_a_hand_recorded_twice_is_taken_out(plain: Any, played: Any) -> None:
    played.record(ron(1, 3))
    scores = counted(30800, 29200, 19200, 20800)
    plain.open(played.at("count") + "?" + "&".join(f"{k}={v}" for k, v in scores.items()))
    assert plain.response.context["found"].explained[0].slip.kind == "repeated"
    assert "recorded twice" in plain.text
    plain.send("/hands/3/delete/")
    assert plain.response.context["back"].startswith(played.at("count") + "?score0=30800")
    plain.send("plan", "Save and replay")
    assert len(load(played.game).rounds) == 2
    assert "The count agrees with the record." in plain.text


def test_sticks_that_were_not_handed_over_are_no_edit(client: Client, played: Any) -> None:
    """The honba of East 1-1: 300 from Dan to Ben."""
    page = client.get(played.at("count"), counted(30800, 28900, 19200, 21100))
    item = next(i for i in page.context["found"].explained if i.slip.kind == "honba")
    assert item.owed == (("Dan", "Ben", 300),)
    assert "Dan</bdi> gives <bdi>Ben</bdi> 300" in page.content.decode()


def test_a_count_that_does_not_add_up_says_by_how_much_first(client: Client, played: Any) -> None:
    text = client.get(played.at("count"), counted(30800, 29200, 19200, 19700)).content.decode()
    assert "Together 1,100 are missing" in text
    assert "Dan</bdi> was counted 1,100 too little" in text
    text = client.get(played.at("count"), counted(30800, 29200, 19200, 20900)).content.decode()
    assert "Together the count is 100 too much" in text
    assert "If the record is right" not in text


def test_two_scores_typed_for_each_other_are_seen(client: Client, played: Any) -> None:
    text = client.get(played.at("count"), counted(29200, 30800, 19200, 20800)).content.decode()
    assert "<bdi>Aki</bdi> and <bdi>Ben</bdi>: each has the other’s score here" in text


def test_what_no_slip_explains_can_be_handed_over_or_taken_as_it_is(
    client: Client, played: Any
) -> None:
    page = client.get(played.at("count"), counted(30900, 29500, 19000, 20600))
    text = page.content.decode()
    assert "No single slip explains this count." in text
    assert sum(amount for _, _, amount in page.context["found"].owed) == 400
    query = page.context["found"].adjustment
    form = client.get(played.at("enter", "adjust") + "?" + query).content.decode()
    assert 'value="100"' in form
    assert 'value="-200"' in form
    assert 'value="by the count"' in form


@pytest.mark.parametrize("bad", ["", "many", "10000000000", "1e5", "²", "12.345"])
def test_a_figure_that_is_none_is_refused_at_its_field(
    client: Client, played: Any, bad: str
) -> None:
    page = client.get(played.at("count"), counted(30800, bad, 19200, 21100))
    assert page.status_code == 422
    text = page.content.decode()
    assert 'id="id_score1_error"' in text
    assert 'value="30800"' in text


def test_a_watcher_is_told_too_but_changes_nothing(client: Client, played: Any) -> None:
    page = client.get(played.watch("count"), counted(30800, 29200, 15000, 25000))
    text = page.content.decode()
    assert "off another player" in text
    assert "Change it so" not in text
    assert "Adjust the scores" not in text


def test_a_finished_game_is_counted_with_the_sticks_that_were_left(
    client: Client, open_game: Any
) -> None:
    opened = open_game(options={"length": "east"})
    draw = {"type": "draw", "riichi": [3], "tenpai": [3]}
    opened.record(draw, *[{"type": "draw", "riichi": [], "tenpai": []}] * 3)
    opened.game.refresh_from_db()
    assert opened.game.finished
    text = client.get(opened.at("count"), counted(24000, 24000, 24000, 28000)).content.decode()
    assert "The count agrees" in text
    assert client.get(opened.at("count"), counted(25000, 23000, 24000, 28000)).status_code == 200


@pytest.mark.parametrize("variety", ["hongkong", "zungjung"])
def test_other_games_are_counted_too(client: Client, open_game: Any, variety: str) -> None:
    opened = open_game(variety=variety)
    value = {"hongkong": {"faan": 3}, "zungjung": {"points": 30}}[variety]
    win = {"type": "win", "wins": [{"winner": 0, "from": None, "value": value}]}
    opened.record(win)
    opened.game.refresh_from_db()
    a, b, c, d = opened.game.scores
    page = client.get(opened.at("count"), counted(b, a, c, d))
    assert page.context["found"].explained[0].slip.kind == "winner"


def test_the_queries_do_not_grow_with_the_game(
    client: Client, played: Any, django_assert_num_queries: Any
) -> None:
    query = counted(30800, 29200, 15000, 25000)
    with django_assert_num_queries(4):
        client.get(played.at("count"), query)
    played.record(*[ron(1, 3, 1, 30), ron(2, 3, 1, 30)] * 2)
    with django_assert_num_queries(4):
        client.get(played.at("count"), query)


def test_two_slips_are_put_right_one_after_the_other(
    plain: Any, played: Any, open_game: Any
) -> None:
    """Aki's win was off Ben, and in the draw Chie and Dan were tenpai."""
    nobody = {"type": "draw", "riichi": [], "tenpai": []}
    played.record(nobody)
    truth = open_game()
    truth.record(ron(0, 1), ron(1, 3), {**nobody, "tenpai": [2, 3]})
    truth.game.refresh_from_db()
    query = "&".join(f"{k}={v}" for k, v in counted(*truth.game.scores).items())
    plain.open(played.at("count") + "?" + query)
    assert "Two slips together" in plain.text
    first, second = plain.response.context["found"].together[0]
    assert (first.slip.kind, second.slip.kind) == ("payer", "tenpai")
    plain.send("/hands/1/edit/").send("plan", "Save and replay")
    assert plain.response.context["found"].explained[0].slip.kind == "tenpai"
    plain.send("/hands/3/edit/").send("plan", "Save and replay")
    assert "The count agrees with the record." in plain.text
