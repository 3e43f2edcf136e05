"""A table's clock: the server's time alone counts."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from sessions.selectors.clock import Clock, read_clock, table_clock
from sessions.services import clocks
from sessions.services.changes import Stale
from tests.sessions.conftest import Opened

ONE_MORE = {"time_limit": 60, "time_up": "one-more"}


@pytest.fixture
def timed(open_game: Any) -> Opened:
    return open_game(options=ONE_MORE)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lets time pass on the server."""
    gone = [timedelta()]
    real = timezone.now

    def pass_by(**time: int) -> None:
        gone[0] += timedelta(**time)

    monkeypatch.setattr(timezone, "now", lambda: real() + gone[0])
    return pass_by


def clock_of(opened: Opened) -> Clock:
    opened.game.refresh_from_db()
    clock = table_clock(opened.game)
    assert clock
    return clock


def touch(opened: Opened, what: str, minutes: int = 0) -> None:
    opened.game.refresh_from_db()
    seen = table_clock(opened.game)
    clocks.touch(opened.game, what, minutes=minutes, seen=seen.stamp if seen else "0-0")


def test_the_rules_set_a_clock_that_somebody_starts(plain: Any, timed: Opened, later: Any) -> None:
    assert clock_of(timed).text == "60:00"
    assert not clock_of(timed).kept
    plain.open(timed.at("clock")).send("clock-run", "Start the clock")
    assert plain.path == timed.at("clock")
    later(minutes=20, seconds=5)
    assert clock_of(timed).remaining in (2394, 2395)
    assert clock_of(timed).runs


def test_a_paused_clock_stands_still(timed: Opened, later: Any) -> None:
    touch(timed, "run")
    later(minutes=10)
    touch(timed, "pause")
    left = clock_of(timed).remaining
    later(hours=2)
    assert clock_of(timed).remaining == left
    touch(timed, "run")
    later(minutes=1)
    assert left - 61 <= clock_of(timed).remaining <= left - 59


def test_extra_time_and_another_time(timed: Opened, later: Any) -> None:
    touch(timed, "run")
    later(minutes=70)
    assert clock_of(timed).is_up
    touch(timed, "add", 5)
    assert clock_of(timed).text in ("5:00", "4:59")
    assert clock_of(timed).runs
    touch(timed, "put", 45)
    assert (clock_of(timed).text, clock_of(timed).runs) == ("45:00", False)
    touch(timed, "away")
    assert clock_of(timed).text == "60:00"


def test_a_clock_that_jumps_back_gives_no_more_than_there_was() -> None:
    assert Clock(left=60, since=1000, now=400).remaining == 60


def test_of_two_phones_that_touch_it_at_once_one_is_told(timed: Opened) -> None:
    """And a request that comes twice gives extra time once."""
    seen = clock_of(timed).stamp
    clocks.touch(timed.game, "add", minutes=5, seen=seen)
    with pytest.raises(Stale):
        clocks.touch(timed.game, "add", minutes=5, seen=seen)
    assert clock_of(timed).text == "65:00"


def test_the_page_says_that_another_phone_was_faster(client: Client, timed: Opened) -> None:
    page = client.post(timed.at("clock_touch"), {"do": "run", "seen": "1-1"})
    assert page.status_code == 409
    assert "Another phone was faster." in page.content.decode()


@pytest.mark.parametrize("minutes", ["", "0", "-5", "601", "many", "1.5", "9" * 40])
def test_minutes_that_are_none_are_refused_and_kept(
    plain: Any, timed: Opened, minutes: str
) -> None:
    plain.open(timed.at("clock")).send("clock-put", "Set", minutes=minutes)
    assert plain.response.status_code == 422
    assert "between 1 and 600" in plain.text
    assert f'value="{minutes}"' in plain.response.content.decode()
    assert not clock_of(timed).kept


def test_no_such_touch(client: Client, timed: Opened) -> None:
    seen = clock_of(timed).stamp
    page = client.post(timed.at("clock_touch"), {"do": "smash", "seen": seen})
    assert page.status_code == 422


def test_a_table_without_a_limit_can_set_one(plain: Any, opened: Opened) -> None:
    plain.open(opened.at("clock"))
    assert "No clock is set." in plain.text
    plain.send("clock-put", "Set", minutes="50")
    assert "50:00" in plain.text
    assert clock_of(opened).text == "50:00"


def test_a_watcher_sees_it_and_touches_nothing(client: Client, timed: Opened) -> None:
    text = client.get(timed.watch("clock")).content.decode()
    assert "60:00" in text
    assert "Start the clock" not in text
    refused = client.post(timed.watch("clock_touch"), {"do": "run", "seen": "3600-0"})
    assert refused.status_code == 403


def test_touching_the_clock_is_no_record_but_every_phone_is_told(
    client: Client, timed: Opened
) -> None:
    before = (timed.game.version, timed.game.pulse)
    poll = timed.at("poll") + f"?pulse={timed.game.pulse}"
    assert client.get(poll).status_code == 204
    touch(timed, "run")
    assert (timed.game.version, timed.game.pulse) == (before[0], before[1] + 1)
    answer = client.get(poll)
    assert "data-runs" in answer.content.decode()
    assert int(answer["Clock"]) <= 3600
    still = client.get(timed.at("poll") + f"?pulse={timed.game.pulse}")
    assert still.status_code == 204
    assert int(still["Clock"]) <= 3600


# -- when it is up -------------------------------------------------------------------------------


def entry(client: Client, opened: Opened, kind: str = "draw") -> str:
    return client.get(opened.at("enter", kind)).content.decode()


def test_when_it_is_up_the_board_says_what_follows(
    client: Client, timed: Opened, later: Any
) -> None:
    touch(timed, "run")
    assert "data-time-up hidden" in client.get(timed.at("board")).content.decode()
    later(minutes=61)
    board = client.get(timed.at("board")).content.decode()
    assert "data-time-up><svg" in board
    assert "Time is up. One more hand after this one." in board


def test_when_it_is_up_the_hand_being_played_says_so_once(
    client: Client, timed: Opened, later: Any, plain: Any
) -> None:
    touch(timed, "run")
    ticked = 'name="time_up" value="on" checked'
    assert ticked not in entry(client, timed)
    later(minutes=61)
    assert ticked in entry(client, timed)
    plain.open(timed.at("enter", "draw")).send("/record/", "Record")
    assert timed.game.rounds.get().outcome["time_up"] is True
    assert ticked not in entry(client, timed)
    assert "Time is up. This hand is the last." in client.get(timed.at("board")).content.decode()
    plain.open(timed.at("enter", "draw")).send("/record/", "Record")
    timed.game.refresh_from_db()
    assert (timed.game.finished, timed.game.reason) == (True, "time")
    assert 'id="clock"' not in client.get(timed.at("board")).content.decode()


@pytest.mark.parametrize("agreed, noted", [({}, True), ({"time_up": None}, False)])
def test_a_phone_without_scripts_is_asked_once_whether_time_ran_out_over_its_page(
    plain: Any, timed: Opened, later: Any, agreed: Any, noted: bool
) -> None:
    """Where scripts run the bell has ticked it, or somebody has taken it back."""
    touch(timed, "run")
    plain.open(timed.at("enter", "draw"))
    later(minutes=61)
    plain.send("/record/", "Record")
    assert plain.response.status_code == 422
    assert "Time ran out meanwhile" in plain.text
    assert timed.game.rounds.count() == 0
    plain.send("/record/", "Record", **agreed)
    assert timed.game.rounds.get().outcome.get("time_up", False) is noted


def test_who_sends_again_what_is_recorded_is_not_asked_about_the_time(
    client: Client, timed: Opened, later: Any
) -> None:
    """The answer was lost, and the hand sent again without scripts."""
    touch(timed, "run")
    timed.game.refresh_from_db()
    hand = {"kind": "draw", "version": timed.game.version, "token": uuid4().hex}
    assert client.post(timed.at("record"), hand).status_code == 302
    later(minutes=61)
    assert client.post(timed.at("record"), hand).status_code == 302
    late = client.post(timed.at("record"), {**hand, "token": uuid4().hex})
    assert late.status_code == 409
    assert timed.game.rounds.count() == 1


def test_a_page_shown_anew_notes_that_time_ran_out(plain: Any, timed: Opened, later: Any) -> None:
    touch(timed, "run")
    typed = {"typed": 1, "tenpai": 0}
    ticked = 'name="time_up" value="on" checked'
    at = f"{timed.at('enter', 'draw')}?{urlencode(typed)}"
    assert ticked not in plain.open(at).text
    later(minutes=61)
    assert ticked in plain.open(at).text
    assert ticked not in plain.open(f"{at}&up=1").text


def test_a_hand_that_waited_for_the_network_is_not_asked_about_the_time(
    client: Client, timed: Opened, later: Any
) -> None:
    touch(timed, "run")
    later(minutes=61)
    hand = {"kind": "draw", "version": timed.game.version, "token": uuid4().hex}
    answer = client.post(timed.at("record"), hand, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "time_up" not in timed.game.rounds.get().outcome


@pytest.mark.parametrize(
    "options, says, noted",
    [
        ({"time_up": "finish-hand"}, "This hand is the last.", True),
        ({"time_up": "play-on"}, "Play on: the clock ends nothing.", False),
    ],
)
def test_each_rule_of_riichi_has_its_own_end(
    client: Client, open_game: Any, later: Any, options: Any, says: str, noted: bool
) -> None:
    opened = open_game(options=options)
    touch(opened, "put", 1)
    touch(opened, "run")
    later(minutes=2)
    assert says in client.get(opened.at("board")).content.decode()
    assert ('name="time_up" value="on" checked' in entry(client, opened)) is noted


@pytest.mark.parametrize("variety", ["hongkong", "zungjung"])
def test_other_games_are_ended_by_hand(
    client: Client, open_game: Any, later: Any, variety: str
) -> None:
    opened = open_game(variety=variety)
    touch(opened, "put", 1)
    touch(opened, "run")
    later(minutes=2)
    board = client.get(opened.at("board")).content.decode()
    assert "Finish this hand, then end the game." in board
    assert f'<a href="{opened.at("result")}">End the game</a>' in board
    assert "time_up" not in entry(client, opened)


def test_a_correction_of_an_earlier_hand_was_not_played_when_time_was_up(
    client: Client, timed: Opened, later: Any
) -> None:
    timed.record({"type": "draw", "riichi": [], "tenpai": []})
    touch(timed, "run")
    later(minutes=61)
    page = client.get(timed.at("enter", "draw") + "?round=1").content.decode()
    assert 'name="time_up" value="on" checked' not in page


def test_no_clock_is_none() -> None:
    assert read_clock(None) is None
    assert read_clock({}) is None
