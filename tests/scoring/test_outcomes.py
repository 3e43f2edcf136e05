"""A round of the game record, read and written; what a variety answers without rules of its own."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.answers import replay_answer
from scoring.errors import ScoringError
from scoring.forms import FORMS, kinds
from scoring.game import Variety, dump_outcome, parse_outcome, replay
from scoring.glossary import CHAPTERS
from scoring.varieties import VARIETIES
from tests.scoring.riichi_table import AGREED, E, S, W, draw, played, ron, rules, win

VALUE = {"han": 3, "fu": 30}
CLAIM = {"winner": 1, "from": 0, "value": VALUE}


def claimed(**changes: Any) -> dict[str, Any]:
    return {"type": "win", "wins": [{**CLAIM, **changes}]}


@pytest.mark.parametrize(
    ("data", "field", "message"),
    [
        ([], "", "a round must be an object"),
        ({"type": "pause"}, "type", "unknown type; one of"),
        ({"type": "draw", "wins": []}, "wins", "a draw has no field wins"),
        ({"type": "win"}, "wins", "say who won"),
        ({"type": "win", "wins": {}}, "wins", "say who won"),
        ({"type": "win", "wins": [CLAIM] * 5}, "wins", "there are 3 at most"),
        ({"type": "win", "wins": ["Ben"]}, "wins.0", "a win must be an object"),
        (claimed(loser=0), "wins.0.loser", "a win has no field loser"),
        (claimed(hand={}), "wins.0.value", "give the value or the tiles of the hand, one of them"),
        (claimed(value=3), "wins.0.value", "must be an object"),
        (claimed(winner=4), "wins.0.winner", "must be a seat from 0 to 3"),
        (claimed(winner=True), "wins.0.winner", "must be a seat from 0 to 3"),
        (claimed(winner=0), "wins.0.from", "the winner cannot win off their own discard"),
        ({"type": "draw", "tenpai": 1}, "tenpai", "must be a list of seats"),
        ({"type": "draw", "tenpai": [1, 1]}, "tenpai", "names a seat twice"),
        ({"type": "end", "reason": 1}, "reason", "must be text"),
        ({"type": "draw", "stop": "yes"}, "stop", "must be true or false"),
    ],
)
def test_what_is_no_round_is_refused_where_it_is_wrong(data: Any, field: str, message: str) -> None:
    with pytest.raises(ScoringError) as refused:
        parse_outcome(data, 4)
    assert refused.value.field == field
    assert refused.value.text((), str).startswith(message)


@pytest.mark.parametrize(
    "claim",
    [
        {"value": VALUE, "liable": {"daisangen": 2}},
        {"value": VALUE, "liable": 2, "responsible": 3},
        {"hand": {"tiles": "123m", "win_tile": "1m"}, "responsible": None},
    ],
)
def test_a_round_is_written_as_it_was_read(claim: dict[str, Any]) -> None:
    data = {"type": "win", "riichi": [], "wins": [{"winner": 1, "from": None, **claim}]}
    assert dump_outcome(parse_outcome(data, 4)) == data


@pytest.mark.parametrize("variety", VARIETIES.values(), ids=lambda variety: variety.key)
def test_equal_scores_share_a_place_where_the_rules_say_nothing_else(variety: Variety) -> None:
    assert Variety.places(variety, None, (30, 20, 30, 10)) == (1, 3, 1, 4)


@pytest.mark.parametrize("key", ["hongkong", "zungjung"])
def test_a_game_without_a_clock_ends_by_hand(key: str) -> None:
    variety = VARIETIES[key]
    table = variety.rules(None, {})
    assert variety.time_limit(table) is None
    up = variety.time_up(table, variety.start(table))
    assert (up.words, up.ends_by_hand) == ("Finish this hand, then end the game.", True)


def test_when_the_clock_has_run_out_the_rules_of_the_table_say_what_follows() -> None:
    riichi = VARIETIES["riichi"]

    def said(way: str, *rounds: dict[str, Any]) -> tuple[str, bool]:
        table = rules(time_limit=60, time_up=way)
        up = riichi.time_up(table, played(table, *rounds).state)
        return up.words, up.noted

    assert riichi.time_limit(rules(time_limit=60)) == 60
    assert said("finish-hand") == ("This hand is the last.", True)
    assert said("one-more") == ("One more hand after this one.", True)
    assert said("one-more", draw(E, time_up=True)) == ("This hand is the last.", False)
    assert said("play-on") == ("Play on: the clock ends nothing.", False)


def test_tables_of_hong_kong_have_a_name_and_zung_jung_a_sheet_of_its_own() -> None:
    hongkong, riichi, zungjung = (VARIETIES[key] for key in ("hongkong", "riichi", "zungjung"))
    assert riichi.table_name(rules()) == ""
    assert hongkong.table_name(hongkong.rules("table-stakes", {}))
    table = zungjung.rules(None, {})
    game = replay(zungjung, table, [parse_outcome({"type": "draw"}, 4)])
    assert [row.label for row in zungjung.sheet(game)] == ["E1"]
    assert list(riichi.sheet(played(rules(), win(ron(S, W))))) == []


def test_a_round_goes_by_its_honba_where_there_are_any() -> None:
    assert VARIETIES["riichi"].round_mark(played(rules(), draw(E)).state) == "East 1-1"
    hongkong = VARIETIES["hongkong"]
    state = hongkong.start(hongkong.rules(None, {}))
    assert hongkong.round_mark(state) == hongkong.round_name(state)


@pytest.mark.parametrize("key", FORMS)
def test_every_kind_of_round_has_a_form(key: str) -> None:
    assert kinds(key)[:2] == ["win", "draw"]
    assert {"penalty", "adjust", "end"} <= {*kinds(key)}


def test_a_term_is_named_as_its_reader_knows_it() -> None:
    terms = [term for chapter in CHAPTERS for term in chapter.terms]
    for term in terms:
        heads = [term.head(language) for language in ("ja", "zh-hant", "en", "fr")]
        assert heads == [term.ja, term.zh, term.en, term.en]


@pytest.mark.parametrize(
    ("moved", "unbalanced"), [((100, -100, 0, 0), None), ((100, 0, 0, 0), {"adjustment": 100})]
)
def test_a_settlement_says_what_does_not_balance_and_only_that(
    moved: tuple[int, ...], unbalanced: dict[str, int] | None
) -> None:
    game = played(rules(), {"type": "adjust", "deltas": list(moved)}, AGREED)
    assert replay_answer(game)["settlement"].get("unbalanced") == unbalanced
