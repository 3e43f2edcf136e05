"""Game records: everything is checked on the way in, and written back as it was."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.record import FORMAT, GameRecord, Substitute, read, write
from scoring.riichi import RIICHI

GAME: dict[str, Any] = {
    "format": FORMAT,
    "id": "club-7",
    "rules": {"variety": "riichi", "preset": "tenhou", "options": {"length": "east"}},
    "players": ["Aki", "Ben", "千恵", "Dan"],
    "started": "2026-11-30T19:00:00+09:00",
    "ended": "2026-11-30T20:12:00+09:00",
    "club": "Tuesday",
    "season": "autumn",
    "table": "2",
    "note": "late start",
    "start": {"round": "E2", "honba": 1, "sticks": 1, "scores": [24000, 25000, 25000, 25000]},
    "substitutes": [
        {"seat": 2, "player": "Emi", "from_round": 5},
        {"seat": 0, "player": "Fay", "from_round": 3, "counts": True},
    ],
    "chips": [1, -1, 0, 0],
    "rounds": [
        {
            "type": "win",
            "riichi": [0, 2],
            "wins": [{"winner": 0, "from": 2, "value": {"han": 3, "fu": 40}}],
        },
        {
            "type": "win",
            "riichi": [],
            "wins": [
                {
                    "winner": 1,
                    "from": None,
                    "value": {"yakuman": 1},
                    "liable": {"daisangen": 3},
                }
            ],
        },
        {"type": "draw", "tenpai": [1], "riichi": [1], "nagashi": [3]},
        {"type": "abort", "reason": "nine-terminals", "riichi": []},
        {"type": "penalty", "reason": "chombo", "seat": 3, "riichi": [1]},
        {"type": "penalty", "reason": "referee", "seat": 3, "points": 1000, "riichi": []},
        {"type": "adjust", "deltas": [1000, -1000, 0, 0], "reason": "miscounted sticks"},
        {"type": "draw", "tenpai": [], "riichi": [], "stop": True, "time_up": True},
        {"type": "end", "reason": "agreed"},
    ],
}


def changed(path: str, value: Any) -> dict[str, Any]:
    """The game with one value replaced; ``...`` takes it away."""
    game = copy.deepcopy(GAME)
    *outer, last = path.split(".")
    inner: Any = game
    for key in outer:
        inner = inner[int(key) if isinstance(inner, list) else key]
    key = int(last) if isinstance(inner, list) else last
    if value is ...:
        del inner[key]
    else:
        inner[key] = value
    return game


def test_a_record_is_written_back_as_it_was() -> None:
    assert write(read(GAME)) == GAME
    assert json.loads(json.dumps(write(read(GAME)))) == GAME


def test_what_was_read() -> None:
    game = read(GAME)
    assert isinstance(game, GameRecord)
    assert game.variety is RIICHI
    assert game.rules == RIICHI.rules("tenhou", {"length": "east"})
    assert game.players[2] == "千恵"
    assert game.substitutes == (Substitute(2, "Emi", 5), Substitute(0, "Fay", 3, counts=True))
    assert game.rounds[0].wins[0].source == 2
    assert game.rounds[7].stop
    assert game.rounds[7].time_up


def test_the_least_there_can_be() -> None:
    least = {
        "format": FORMAT,
        "rules": {"variety": "riichi"},
        "players": list("ABCD"),
        "rounds": [],
    }
    game = read(least)
    assert (game.preset, game.options, game.start, game.chips) == (None, {}, None, None)
    assert read(write(game)) == game


@pytest.mark.parametrize("annotation", ["source", "expected"])
def test_annotations_of_published_records_are_not_the_games(annotation: str) -> None:
    assert read({**GAME, annotation: {"any": "thing"}}) == read(GAME)


@pytest.mark.parametrize("variety", ["riichi", "hongkong", "zungjung"])
def test_every_variety_is_read(variety: str) -> None:
    rules = {"variety": variety, "preset": None, "options": {}}
    game = read({"format": FORMAT, "rules": rules, "players": list("ABCD"), "rounds": []})
    assert game.variety.key == variety


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        ("format", "jantaku.game/2", "format"),
        ("format", ..., "format"),
        ("chip", [0, 0, 0, 0], "chip"),
        ("rules", ..., "rules"),
        ("rules", "tenhou", "rules"),
        ("rules.edition", "new", "rules.edition"),
        ("rules.variety", "mcr", "rules.variety"),
        ("rules.variety", ..., "rules.variety"),
        ("rules.preset", "tenhou-7", "rules.preset"),
        ("rules.preset", 3, "rules.preset"),
        ("rules.options", [], "rules.options"),
        ("rules.options.uma", [1], "rules.options.uma"),
        ("rules.options.kuitan", True, "rules.options.kuitan"),
        ("players", ..., "players"),
        ("players", "Aki", "players"),
        ("players", ["Aki", "Ben", "Chie"], "players"),
        ("players.1", " ", "players.1"),
        ("players.1", 7, "players.1"),
        ("rounds", ..., "rounds"),
        ("rounds", {"type": "draw"}, "rounds"),
        ("rounds.2", "draw", "rounds.2"),
        ("rounds.0.type", "ron", "rounds.0.type"),
        ("rounds.0.riichi", [4], "rounds.0.riichi.0"),
        ("rounds.0.wins.0.winner", "0", "rounds.0.wins.0.winner"),
        ("rounds.0.wins.0.from", 0, "rounds.0.wins.0.from"),
        ("rounds.0.wins.0.value", ..., "rounds.0.wins.0.value"),
        ("rounds.0.wins.0.points", 5200, "rounds.0.wins.0.points"),
        ("rounds.2.tenpai", 1, "rounds.2.tenpai"),
        ("rounds.6.deltas", [1000, -1000], "rounds.6.deltas"),
        ("rounds.7.stop", 1, "rounds.7.stop"),
        ("start", "E2", "start"),
        ("start.wind", "E", "start.wind"),
        ("start.round", "N1", "start.round"),
        ("start.round", "E5", "start.round"),
        ("start.round", ["E1"], "start.round"),
        ("start.honba", -1, "start.honba"),
        ("start.sticks", 1.0, "start.sticks"),
        ("start.sticks", 0, "start.scores"),
        ("start.scores", [25000] * 3, "start.scores"),
        ("start.scores", [25000] * 4, "start.scores"),
        ("start.scores.0", "24000", "start.scores.0"),
        ("start.scores", ..., "start.scores"),
        ("chips", [1, 0, 0, 0], "chips"),
        ("chips", [1, -1], "chips"),
        ("chips", 0, "chips"),
        ("chips.1", "-1", "chips.1"),
        ("substitutes", {}, "substitutes"),
        ("substitutes.0", "Emi", "substitutes.0"),
        ("substitutes.0.seat", 4, "substitutes.0.seat"),
        ("substitutes.0.player", "", "substitutes.0.player"),
        ("substitutes.0.from_round", 0, "substitutes.0.from_round"),
        ("substitutes.0.counts", "yes", "substitutes.0.counts"),
        ("substitutes.0.name", "Emi", "substitutes.0.name"),
        ("started", "yesterday", "started"),
        ("started", 1700000000, "started"),
        ("started", "2026-11-30T19:00:00", "started"),
        ("ended", "2026-11-30T18:00:00+09:00", "ended"),
        ("note", 5, "note"),
        ("table", ["2"], "table"),
    ],
)
def test_what_is_wrong_is_named(path: str, value: Any, field: str) -> None:
    with pytest.raises(ScoringError) as error:
        read(changed(path, value))
    assert error.value.field == field


@pytest.mark.parametrize("data", [None, [], "game", 7])
def test_a_game_is_an_object(data: Any) -> None:
    with pytest.raises(ScoringError, match="a game must be an object"):
        read(data)


def test_a_game_may_have_started_or_ended_alone() -> None:
    for key in ("started", "ended"):
        game = read(changed(key, ...))
        assert getattr(game, key) is None
        assert write(game) == changed(key, ...)


def test_a_time_in_utc_may_say_z() -> None:
    game = read(changed("started", "2026-11-30T09:00:00Z"))
    assert game.started == "2026-11-30T09:00:00Z"
