"""The clock of all tables of a club night: each table has its own, one touch touches all."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from scoring.errors import ScoringError
from sessions.models import Draw, Evening, Game
from sessions.selectors import clock as clocks
from sessions.selectors.clock import read_clock
from sessions.selectors.evenings import night_board
from sessions.services import changes
from sessions.services.changes import Stale
from sessions.services.clocks import touch
from sessions.services.evenings import Setup, make_evening, welcome
from sessions.services.night_clock import limit, stamp, touch_all
from sessions.services.turns import draw, start

Pass = Callable[[int], None]


@pytest.fixture
def evening(house: Any) -> Evening:
    """Eight at two tables."""
    setup = Setup(day=date(2026, 11, 30), variety="riichi", options={"length": "single"})
    made = make_evening(house.club, house.users["organiser"], setup)
    welcome(made, [], [f"P{n}" for n in range(8)])
    return made


@pytest.fixture
def games(house: Any, evening: Evening) -> list[Game]:
    return start(draw(evening, Draw.Kind.CHOSEN), house.users["organiser"])


@pytest.fixture
def wait(monkeypatch: pytest.MonkeyPatch) -> Pass:
    """``wait(60)``: a minute goes by."""
    now = [datetime(2026, 11, 30, 19, tzinfo=UTC)]
    monkeypatch.setattr(clocks.timezone, "now", lambda: now[0])

    def on(seconds: int) -> None:
        now[0] += timedelta(seconds=seconds)

    return on


def do(evening: Evening, what: str, minutes: int = 0) -> None:
    evening.refresh_from_db()
    touch_all(evening, what, minutes=minutes, seen=stamp(evening))


def left(*games: Game) -> list[int | None]:
    found = []
    for game in games:
        game.refresh_from_db()
        clock = read_clock(game.clock)
        found.append(clock.remaining if clock else None)
    return found


def test_all_tables_run_and_stop_together(evening: Evening, games: list[Game], wait: Pass) -> None:
    do(evening, "put", 60)
    wait(60)
    assert left(*games) == [3600, 3600]
    do(evening, "run")
    wait(600)
    do(evening, "pause")
    wait(600)
    assert left(*games) == [3000, 3000]
    clock = read_clock(evening.clock)
    assert clock is not None
    assert (clock.remaining, clock.runs) == (3000, False)
    do(evening, "away")
    assert left(*games) == [None, None]
    assert evening.clock is None


def test_a_table_keeps_its_own_extra_time(evening: Evening, games: list[Game], wait: Pass) -> None:
    do(evening, "put", 60)
    do(evening, "run")
    games[0].refresh_from_db()
    clock = read_clock(games[0].clock)
    assert clock is not None
    touch(games[0], "add", minutes=5, seen=clock.stamp)
    wait(60)
    assert [table.extra for table in night_board(evening).now] == [5, 0]
    do(evening, "pause")
    assert left(*games) == [3840, 3540]
    do(evening, "add", 10)
    assert left(*games) == [4440, 4140]
    do(evening, "put", 30)
    assert left(*games) == [1800, 1800]


def test_every_phone_at_the_tables_is_told(evening: Evening, games: list[Game]) -> None:
    before = [game.pulse for game in Game.objects.order_by("pk")]
    do(evening, "put", 60)
    assert [game.pulse for game in Game.objects.order_by("pk")] == [n + 1 for n in before]


def test_a_game_that_is_over_is_left_alone(evening: Evening, games: list[Game]) -> None:
    one = Game.objects.get(pk=games[0].pk)
    outcome = {"type": "end", "reason": "agreed"}
    changes.record(one, outcome, version=one.version, token=None)
    do(evening, "put", 60)
    assert left(*games) == [None, 3600]


def test_a_new_turn_begins_with_the_whole_time(
    house: Any, evening: Evening, games: list[Game], wait: Pass
) -> None:
    do(evening, "put", 50)
    do(evening, "run")
    wait(3600)
    for game in Game.objects.all():
        changes.record(game, {"type": "end", "reason": "time"}, version=game.version, token=None)
    new = start(draw(evening, Draw.Kind.CHOSEN), house.users["organiser"])
    assert left(*new) == [3000, 3000]
    evening.refresh_from_db()
    clock = read_clock(evening.clock)
    assert clock is not None
    assert (clock.remaining, clock.runs) == (3000, False)


def test_whoever_saw_another_clock_touches_nothing(evening: Evening, games: list[Game]) -> None:
    do(evening, "put", 60)
    old = stamp(evening)
    do(evening, "put", 30)
    with pytest.raises(Stale):
        touch_all(evening, "run", seen=old)
    do(evening, "away")
    with pytest.raises(Stale):
        touch_all(evening, "run", seen=stamp(evening))
    assert left(*games) == [None, None]


@pytest.mark.parametrize("what, minutes", [("put", 0), ("put", 601), ("dance", 5)])
def test_no_such_time(evening: Evening, what: str, minutes: int) -> None:
    with pytest.raises(ScoringError):
        touch_all(evening, what, minutes=minutes, seen=stamp(evening))


def test_the_rules_limit_is_offered(house: Any, evening: Evening) -> None:
    assert limit(evening) is None
    options = {"length": "hanchan", "time_limit": 75}
    setup = Setup(day=date(2026, 11, 30), variety="riichi", options=options)
    timed = make_evening(house.club, house.users["organiser"], setup)
    assert limit(timed) == 75
    page = house.scorekeeper.get(house.at("night_clock", timed.pk)).content.decode()
    assert 'name="minutes" value="75"' in page


def test_the_page_starts_and_stops_the_clock(house: Any, evening: Evening, wait: Pass) -> None:
    path = house.at("night_clock", evening.pk)
    house.scorekeeper.post(path, {"do": "put", "minutes": "60", "seen": "0-0"})
    evening.refresh_from_db()
    house.scorekeeper.post(path, {"do": "run", "seen": stamp(evening)})
    page = house.member.get(house.at("night", evening.pk)).content.decode()
    assert "60:00" in page
    assert "data-runs" in page
    stale = house.scorekeeper.post(path, {"do": "run", "seen": "0-0"})
    assert stale.status_code == 409
    for typed in ("many", "0", "9999"):
        wrong = house.scorekeeper.post(path, {"do": "put", "minutes": typed, "seen": "x"})
        assert wrong.status_code == 422
        assert f'value="{typed}"' in wrong.content.decode()


def test_a_touched_clock_moves_the_boards_mark(house: Any, evening: Evening) -> None:
    page = house.member.get(house.at("night_poll", evening.pk))
    asked = house.at("night_poll", evening.pk) + f"?mark={page['Game-Version']}"
    assert house.member.get(asked).status_code == 204
    do(evening, "put", 60)
    assert house.member.get(asked).status_code == 200
