"""The end of a game: settlement, chips, signatures, text, rematch."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from sessions.models import Game
from sessions.services import changes
from sessions.services.games import rename
from sessions.services.links import open_link


def ron(winner: int, source: int, han: int = 3, fu: int = 30) -> dict:
    win = {"winner": winner, "from": source, "value": {"han": han, "fu": fu}}
    return {"type": "win", "wins": [win], "riichi": []}


def draw(*tenpai: int, riichi: tuple[int, ...] = ()) -> dict:
    return {"type": "draw", "tenpai": list(tenpai), "riichi": list(riichi)}


def finished(open_game: Any, *, options: dict | None = None, hands: tuple[dict, ...] = ()) -> Any:
    """A single hand that Ben wins off Dan, 8000."""
    opened = open_game(title="Thursday", options={"length": "single", **(options or {})})
    opened.record(*(hands or (ron(1, 3, 5, 30),)))
    return opened


# -- while it goes on -----------------------------------------------------------------------------


def test_while_the_game_goes_on_the_page_says_so_and_offers_to_end_it(
    client: Client, opened: Any
) -> None:
    page = client.get(opened.at("result")).content.decode()
    assert "The game goes on" in page
    assert "all agree" in page
    assert "Rematch" not in page
    watching = client.get(opened.watch("result")).content.decode()
    assert "The game goes on" in watching
    assert "all agree" not in watching


@pytest.mark.parametrize(
    "reason, words", [("agreed", "agreed by the players"), ("time", "time is up")]
)
def test_ending_it_settles_it_and_leaves_it_to_be_signed(
    plain: Any, opened: Any, reason: str, words: str
) -> None:
    opened.record(draw(0))
    data = opened.form(reason=reason)
    plain._arrive(plain.client.post(opened.at("finish"), data, follow=True), opened.at("finish"))
    assert plain.path == opened.at("result")
    assert f"Ended: {words}." in plain.text
    opened.game.refresh_from_db()
    assert (opened.game.status, opened.game.reason) == ("open", reason)
    plain.send("finish", "Close the game nothing is changed any more unless it is reopened")
    opened.game.refresh_from_db()
    assert (opened.game.status, opened.game.reason) == ("closed", reason)
    assert "Reopen the game" in plain.text


def test_an_end_that_comes_too_late_shows_the_game_as_it_is(client: Client, opened: Any) -> None:
    data = opened.form(reason="agreed")
    opened.record(draw(0))
    response = client.post(opened.at("finish"), data)
    assert response.status_code == 409
    assert "meanwhile" in response.content.decode()
    opened.game.refresh_from_db()
    assert opened.game.status == "open"


def test_a_repeated_end_ends_once(client: Client, opened: Any) -> None:
    data = opened.form(reason="agreed")
    for _ in range(2):
        assert client.post(opened.at("finish"), data).status_code == 302
    assert opened.game.rounds.count() == 1


def test_reopening_an_agreed_end_plays_on(plain: Any, opened: Any) -> None:
    opened.record(draw(0))
    changes.close(opened.game, reason="agreed", version=1, token=None)
    plain.open(opened.at("result")).send("/reopen/")
    opened.game.refresh_from_db()
    assert (opened.game.status, opened.game.finished) == ("open", False)
    assert plain.path == opened.at("board")
    assert opened.game.rounds.count() == 1


def test_a_game_over_by_its_rules_is_locked_and_unlocked(plain: Any, open_game: Any) -> None:
    opened = finished(open_game)
    plain.open(opened.at("result")).send("/finish/", "Close the game nothing is changed any more "
                                         "unless it is reopened")  # fmt: skip
    opened.game.refresh_from_db()
    assert (opened.game.status, opened.game.finished) == ("closed", True)
    plain.send("/reopen/")
    assert plain.path == opened.at("result")
    opened.game.refresh_from_db()
    assert (opened.game.status, opened.game.finished) == ("open", True)


# -- the sheet ------------------------------------------------------------------------------------


def test_the_sheet_is_by_place_and_adds_up(client: Client, open_game: Any) -> None:
    sheet = client.get(finished(open_game).at("result")).context["sheet"]
    assert [(row.place, row.name, row.score) for row in sheet.rows] == [
        (1, "Ben", 33000),
        (2, "Aki", 25000),
        (3, "Chie", 25000),
        (4, "Dan", 17000),
    ]
    assert [row.bonus for row in sheet.rows] == [32000, 4000, -4000, -12000]
    assert [row.total for row in sheet.rows] == [35000, -1000, -9000, -25000]
    assert (sheet.score_sum, sheet.bonus_sum, sheet.total_sum) == (100000, 20000, 0)


def test_a_name_with_a_long_word_is_set_smaller_to_stay_in_one_piece(
    client: Client, open_game: Any
) -> None:
    opened = finished(open_game)
    rename(opened.game, 2, "Christopher Montgomery")
    page = client.get(opened.at("result")).content.decode()
    assert '<span class="fold long"><bdi>Christopher Montgomery</bdi>' in page
    assert '<span class="fold"><bdi>Ben</bdi>' in page


def test_the_page_prints_points_with_their_signs(client: Client, open_game: Any) -> None:
    page = client.get(finished(open_game).at("result")).content.decode()
    for figure in ("33,000", "+32.0", "+35.0", "−25.0"):
        assert figure in page


def test_the_working_is_there_and_leads_to_the_total(client: Client, open_game: Any) -> None:
    sheet = client.get(finished(open_game).at("result")).context["sheet"]
    assert [name for name, _ in sheet.lines] == ["score", "uma", "oka"]
    assert sheet.adds_up
    for at, row in enumerate(sheet.rows):
        assert sum(figures[at] for _, figures in sheet.lines) == row.total


def test_what_does_not_balance_has_a_line_of_its_own(client: Client, open_game: Any) -> None:
    opened = finished(
        open_game,
        options={"leftover_sticks": "lost"},
        hands=(draw(0, riichi=(0,)),),
    )
    response = client.get(opened.at("result"))
    sheet = response.context["sheet"]
    assert sheet.unbalanced == (("sticks lost with the table", -1000),)
    assert sheet.total_sum == -1000
    assert "sticks lost with the table" in response.content.decode()
    assert "−1.0" in response.content.decode()


def test_who_pays_whom_in_money(client: Client, open_game: Any) -> None:
    opened = finished(open_game, options={"rate": "0.5"})
    response = client.get(opened.at("result"))
    pays = [(pay.payer, pay.payee, pay.amount) for pay in response.context["sheet"].payments]
    assert sum(amount for _, payee, amount in pays if payee == "Ben") == 17.5
    page = response.content.decode()
    assert "Money per 1000 points: 0.5" in page
    assert "12.50" in page


def test_no_money_no_payments(client: Client, open_game: Any) -> None:
    page = client.get(finished(open_game).at("result")).content.decode()
    assert "Who pays whom" not in page


def test_hong_kong_settles_in_its_own_figures(client: Client, open_game: Any) -> None:
    opened = open_game(variety="hongkong", options={"length": "single"})
    win = {"winner": 1, "from": 3, "value": {"faan": 3}}
    opened.record({"type": "win", "wins": [win], "riichi": []})
    response = client.get(opened.at("result"))
    sheet = response.context["sheet"]
    assert sheet.bonus_sum is None
    assert "uma" not in response.content.decode()
    assert [(pay.payer, pay.payee) for pay in sheet.payments] == [("Dan", "Ben")]
    assert not sheet.totals
    assert [name for name, _ in sheet.lines][:2] == ["net points", "in money"]
    assert [row.money for row in sheet.rows] == [
        sheet.payments[0].amount, 0, 0, -sheet.payments[0].amount
    ]  # fmt: skip


def test_three_players_have_three_lines(client: Client, open_game: Any) -> None:
    opened = open_game(
        names=("Aki", "Ben", "Chie"), preset="tenhou-sanma", options={"length": "single"}
    )
    opened.record(ron(1, 2))
    assert len(client.get(opened.at("result")).context["sheet"].rows) == 3


def test_a_substitute_whose_result_counts_is_named(client: Client, open_game: Any) -> None:
    opened = open_game(options={"length": "single"})
    changes.substitute(opened.game, 1, "Emi", from_round=1, counts=True, version=0, token=None)
    opened.record(ron(1, 3))
    row = client.get(opened.at("result")).context["sheet"].rows[0]
    assert (row.name, row.note) == ("Emi", "Emi from hand 1, own result")


@pytest.mark.parametrize("hands", [2, 60])
def test_a_result_asks_the_database_the_same(
    client: Client, opened: Any, hands: int, django_assert_num_queries: Any
) -> None:
    opened.record(*[draw(0, 1, 2, 3)] * hands)
    changes.close(opened.game, reason="agreed", version=opened.game.version, token=None)
    client.get(opened.at("result"))
    with django_assert_num_queries(4):
        client.get(opened.at("result"))


# -- chips ----------------------------------------------------------------------------------------


def chips(*figures: str) -> dict[str, str]:
    return {f"chips-seat{seat}": figure for seat, figure in enumerate(figures)}


def test_chips_are_asked_only_where_they_are_played(client: Client, open_game: Any) -> None:
    with_chips = finished(open_game, options={"chips": True})
    assert "Count the chips" in client.get(with_chips.at("result")).content.decode()
    assert "Count the chips" not in client.get(with_chips.watch("result")).content.decode()
    assert "Count the chips" not in client.get(finished(open_game).at("result")).content.decode()


def test_chips_enter_the_result(plain: Any, open_game: Any) -> None:
    opened = finished(open_game, options={"chips": True})
    plain.open(opened.at("result")).send("/chips/", **chips("-2", "▲1", "+3", "0"))
    sheet = plain.response.context["sheet"]
    assert {row.name: row.total for row in sheet.rows}["Chie"] == -9000 + 3 * 2000
    assert "chips" in [name for name, _ in sheet.lines]
    assert plain.form("/chips/").fields["chips-seat2"] == ["3"]


@pytest.mark.parametrize(
    "figures, says",
    [
        (("1", "0", "0", "0"), "these add up to 1"),
        (("1", "", "0", "-1"), "required"),
        (("a", "0", "0", "0"), "whole number"),
        (("9999999999", "0", "0", "0"), "between"),
    ],
)
def test_wrong_chips_are_refused_and_kept(
    plain: Any, open_game: Any, figures: tuple[str, ...], says: str
) -> None:
    opened = finished(open_game, options={"chips": True})
    plain.open(opened.at("result")).send("/chips/", **chips(*figures))
    assert plain.response.status_code == 422
    assert says in plain.text
    assert plain.form("/chips/").fields["chips-seat0"] == [figures[0]]
    opened.game.refresh_from_db()
    assert opened.game.chips is None


# -- signatures -----------------------------------------------------------------------------------


def test_each_player_signs_and_takes_it_back(plain: Any, open_game: Any) -> None:
    opened = finished(open_game)
    plain.open(opened.at("result")).send("/sign/2/", "Chie sign")
    assert opened.game.seats.get(index=2).signed
    assert "Chie ✓ signed" in plain.form("/sign/2/").buttons
    plain.send("/sign/2/", "Chie ✓ signed")
    assert not opened.game.seats.get(index=2).signed


def test_a_signature_under_a_result_that_has_changed_is_not_taken(
    client: Client, open_game: Any
) -> None:
    opened = finished(open_game)
    data = opened.form(agree="1")
    edit = changes.replaced(1, ron(1, 3, 4, 30))
    changes.change(opened.game, "edit", edit, version=1, token=None)
    response = client.post(opened.at("sign", 2), data)
    assert response.status_code == 409
    assert "This is how it stands now" in response.content.decode()
    assert not opened.game.seats.get(index=2).signed


@pytest.mark.parametrize("seat", [4, 99])
def test_nobody_signs_for_an_empty_seat(client: Client, open_game: Any, seat: int) -> None:
    opened = finished(open_game)
    assert client.post(opened.at("sign", seat), opened.form(agree="1")).status_code == 422


def test_a_game_that_goes_on_is_not_signed(client: Client, opened: Any) -> None:
    assert client.post(opened.at("sign", 0), opened.form(agree="1")).status_code == 422


def test_a_watcher_sees_who_has_signed(client: Client, open_game: Any) -> None:
    opened = finished(open_game)
    changes.sign(opened.game, 2, signed=True)
    page = client.get(opened.watch("result")).content.decode()
    assert "✓ signed" in page
    assert "not yet" in page
    assert "<form" not in page


# -- handed round ---------------------------------------------------------------------------------


def test_the_text_reads_by_itself(client: Client, open_game: Any) -> None:
    opened = finished(open_game, options={"rate": "0.5", "leftover_sticks": "lost"})
    response = client.get(opened.watch("result_text"))
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    lines = response.content.decode().splitlines()
    assert lines[0] == "Thursday"
    assert lines[1].endswith("Riichi, 1 hand, the last hand is played")
    assert lines[3:7] == [
        "1. Ben  33,000  +35.0",
        "2. Aki  25,000  −1.0",
        "3. Chie  25,000  −9.0",
        "4. Dan  17,000  −25.0",
    ]
    assert lines[8] == "Dan → Ben: 12.50"
    assert "<" not in response.content.decode()


def test_the_text_of_a_running_game_says_that_it_runs(client: Client, opened: Any) -> None:
    assert "not over" in client.get(opened.at("result_text")).content.decode()


def test_the_page_carries_the_text_to_be_copied(plain: Any, open_game: Any) -> None:
    opened = finished(open_game)
    assert "1. Ben  33,000  +35.0" in plain.open(opened.at("result")).text


# -- again ----------------------------------------------------------------------------------------


def people(game: Game) -> list[str]:
    return [seat.player.name for seat in game.seats.select_related("player")]


def test_a_rematch_draws_seats_and_hands_over_keys(plain: Any, open_game: Any) -> None:
    opened = finished(open_game, options={"rate": "0.5"})
    plain.open(opened.at("result")).send("/rematch/", "Rematch, same seats")
    game, _ = open_link(plain.path.split("/")[2])
    assert people(game) == ["Aki", "Ben", "Chie", "Dan"]
    assert game.rules == opened.game.rules
    assert game.rematch_of == opened.game
    assert "Take a photo" in plain.text
    plain._arrive(plain.client.post(opened.at("rematch"), {"seats": "draw"}, follow=True), "/")
    drawn, _ = open_link(plain.path.split("/")[2])
    assert sorted(people(drawn)) == ["Aki", "Ben", "Chie", "Dan"]


def test_new_seats_are_drawn_to_look_at(plain: Any, open_game: Any) -> None:
    opened = finished(open_game)
    plain.open(opened.at("result")).follow("Rematch, new seats")
    assert "dealer" in plain.text
    plain.open(opened.at("rematch_seats") + plain.read().links["Draw and roll"])
    shown = plain.response.context["map"]
    assert len(shown.dice) == 2
    names = [seat.name for seat in shown.seats]
    first = next(place for place, seat in enumerate(shown.seats) if seat.deals)
    plain.send("drawn", "Sit down and start")
    game, _ = open_link(plain.path.split("/")[2])
    assert people(game) == names[first:] + names[:first]
    assert game.rematch_of == opened.game


def test_a_rematch_in_which_everybody_moves_on_by_one(plain: Any, open_game: Any) -> None:
    opened = finished(open_game)
    plain.open(opened.at("result")).send("/rematch/", "Rematch, one seat on South deals first")
    game, _ = open_link(plain.path.split("/")[2])
    assert people(game) == ["Ben", "Chie", "Dan", "Aki"]


def test_a_rematch_that_is_asked_for_twice_is_one(plain: Any, open_game: Any) -> None:
    opened = finished(open_game)
    sent = {"seats": "same", "token": "abc"}
    for _ in range(2):
        answer = plain.client.post(opened.at("rematch"), sent)
        assert answer.status_code == 302
    again = opened.game.rematches.get()
    changes.record(
        again, {"type": "draw", "riichi": [], "tenpai": []}, version=again.version, token=None
    )
    answer = plain.client.post(opened.at("rematch"), sent)
    assert answer.status_code == 409
    assert "has been started already" in answer.content.decode()


def test_whoever_watches_draws_no_seats(client: Client, open_game: Any) -> None:
    opened = finished(open_game)
    assert client.get(opened.watch("rematch_seats")).status_code == 403


def choose(plain: Any, opened: Any, *seats: str) -> Any:
    data = {"seats": "choose", **{f"seat{place}": seat for place, seat in enumerate(seats)}}
    answer = plain.client.post(opened.at("rematch"), data, follow=True)
    return plain._arrive(answer, opened.at("rematch"))


def test_a_rematch_in_chosen_seats(plain: Any, open_game: Any) -> None:
    opened = finished(open_game)
    choose(plain, opened, "3", "2", "0", "1")
    assert people(open_link(plain.path.split("/")[2])[0]) == ["Dan", "Chie", "Aki", "Ben"]


@pytest.mark.parametrize("seats", [("0", "0", "1", "2"), ("0", "1", "2"), ("x", "1", "2", "3"), ()])
def test_seats_that_leave_someone_standing_are_refused(
    plain: Any, open_game: Any, seats: tuple[str, ...]
) -> None:
    opened = finished(open_game)
    choose(plain, opened, *seats)
    assert plain.response.status_code == 422
    assert "Every player needs one seat" in plain.text
    assert Game.objects.count() == 1
