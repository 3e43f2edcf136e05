"""What everybody needs, as the panel says it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scoring.game import State
from scoring.hongkong import HONGKONG
from scoring.riichi import RIICHI
from scoring.riichi.panel import Panel, Wanting, Way
from tests.scoring.riichi_table import rules

NAMES = ("Aki", "Ben", "Chie", "Dan")
CLUB = rules(kiriage_mangan=False)


def state(*scores: int, table: Any = CLUB, **more: Any) -> State:
    return replace(RIICHI.start(table), scores=scores, **{"wind": 1, "number": 4, **more})


def panel(*scores: int, riichi: tuple[int, ...] = (), table: Any = CLUB, **more: Any) -> Panel:
    here = state(*scores, table=table, **more)
    found = RIICHI.needs(table, here, riichi, NAMES[: table.players])
    assert found is not None
    return found


def wanting(shown: Panel, name: str) -> Wanting:
    return next(player for player in shown.players if player.name == name)


def ways(shown: Panel, name: str, place: int) -> dict[tuple[str, ...], Way]:
    target = next(target for target in wanting(shown, name).targets if target.place == place)
    return {way.sources: way for way in target.ways}


def test_each_player_has_the_places_above_them_best_player_first() -> None:
    shown = panel(15000, 40900, 10200, 33900)
    assert [player.name for player in shown.players] == ["Ben", "Dan", "Aki", "Chie"]
    assert [player.place for player in shown.players] == [1, 2, 3, 4]
    assert [[t.place for t in player.targets] for player in shown.players] == [
        [], [1], [1, 2], [1, 2, 3],
    ]  # fmt: skip
    assert wanting(shown, "Dan").dealer
    assert not wanting(shown, "Ben").dealer


def test_the_cheapest_win_off_each_and_by_self_draw_with_its_hand() -> None:
    dan = ways(panel(15000, 40900, 10200, 33900, number=1), "Dan", 1)
    assert {sources: (way.amount, way.value) for sources, way in dan.items()} == {
        (): ("1600-3200", "3 han 50 fu"),
        ("Ben",): ("3900", "3 han 30 fu"),
        ("Aki", "Chie"): ("7700", "4 han 30 fu"),
    }
    assert list(dan) == [(), ("Ben",), ("Aki", "Chie")]


def test_a_rare_hand_that_would_do_for_less_is_told_apart() -> None:
    shown = panel(15000, 40900, 10200, 33900, number=1)
    dan = ways(shown, "Dan", 1)
    assert dan["Aki", "Chie"].rare == "7100 (2 han 110 fu)"
    assert dan["Ben",].rare == "3600 (1 han 110 fu)"
    assert dan[()].rare == "1500-2900 (2 han 90 fu)"
    assert shown.footnotes
    assert not panel(25000, 25000, 25000, 25000).footnotes


def test_the_dealers_amount_is_all() -> None:
    found = ways(panel(15000, 40900, 10200, 33900), "Dan", 1)
    assert found[()].amount.endswith(" all")


def test_an_end_of_the_game_is_said() -> None:
    last = ways(panel(15000, 40900, 10200, 33900), "Aki", 2)
    assert all(way.ends for way in last.values())
    early = ways(panel(15000, 40900, 10200, 33900, wind=0), "Aki", 2)
    assert not any(way.ends for way in early.values())


def test_what_no_hand_reaches_is_said_so() -> None:
    single = rules(yakuman_stack=False)
    found = ways(panel(0, 90000, 0, 10000, table=single), "Chie", 1)
    assert {way.amount for way in found.values()} == {""}
    assert {way.value for way in found.values()} == {""}


def test_several_yakuman_may_be_needed() -> None:
    found = ways(panel(0, 70000, 20000, 10000, number=1), "Chie", 1)
    assert (found["Ben",].amount, found["Ben",].value) == ("32000", "yakuman")
    others = found["Aki", "Dan"]
    assert (others.amount, others.value) == ("64000", "2 yakuman")
    assert (found[()].amount, found[()].value) == ("16000-32000", "2 yakuman")


def test_live_sticks_are_paid_and_come_back_with_a_win() -> None:
    shown = panel(15000, 40900, 9200, 33900, riichi=(0,), honba=1, sticks=1, number=1)
    assert wanting(shown, "Aki").score == 14000
    assert shown.counted == ("1 honba", "1 stick", "riichi of Aki")
    several = panel(15000, 40900, 9200, 33900, riichi=(0, 2), sticks=2)
    assert several.counted == ("2 sticks", "riichi of Aki, Chie")
    assert panel(25000, 25000, 25000, 25000).counted == ()


def test_every_draw_that_can_come_out() -> None:
    shown = panel(15000, 40900, 10200, 33900, riichi=(0,))
    assert len(shown.swings) == 8
    alone = shown.swings[0]
    assert alone.tenpai == ("Aki",)
    assert alone.seats == ((3000, 3), (-1000, 1), (-1000, 4), (-1000, 2))
    assert alone.ends  # the dealer is noten in the last hand
    assert shown.names == NAMES


def test_a_finished_game_needs_nothing() -> None:
    over = replace(state(25000, 25000, 25000, 25000), finished=True)
    assert RIICHI.needs(CLUB, over, (), NAMES) is None


def test_it_is_told_in_the_readers_language() -> None:
    words = {
        "{han} han {fu} fu": "{han}翻{fu}符",
        "mangan": "満貫",
        "{amount} all": "{amount}オール",
    }
    here = state(15000, 40900, 10200, 33900)
    found = RIICHI.needs(CLUB, here, (), NAMES, lambda text: words.get(text, text))
    assert found is not None
    dan = ways(found, "Dan", 1)
    assert dan[()].amount.endswith("オール")
    assert "翻" in dan[()].value


@pytest.mark.parametrize(
    "where, near",
    [
        ({"wind": 0, "number": 4}, False),
        ({"wind": 1, "number": 2}, False),
        ({"wind": 1, "number": 3}, True),
        ({"wind": 1, "number": 4}, True),
        ({"wind": 2, "number": 1}, True),
    ],
)
def test_the_last_two_hands_are_near_the_end(where: dict[str, int], near: bool) -> None:
    assert RIICHI.nears_end(CLUB, state(25000, 25000, 25000, 25000, **where)) is near


def test_a_single_hand_is_its_own_end() -> None:
    single = rules(length="single")
    assert RIICHI.nears_end(single, RIICHI.start(single))


def test_a_game_that_answers_nothing_says_so() -> None:
    table = HONGKONG.rules(None, {})
    start = HONGKONG.start(table)
    assert not HONGKONG.answers_needs
    assert HONGKONG.needs(table, start, (), NAMES) is None
    assert not HONGKONG.nears_end(table, start)
