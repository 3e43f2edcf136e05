"""Records from anywhere: whatever stands in a field, the answer is a result or a refusal that names
the field, never a fault of ours."""

from __future__ import annotations

import io
import json
import time
from typing import Any

import pytest

from scoring.answers import replay_game, score_hand
from scoring.errors import ScoringError
from scoring.management.lines import run_lines
from scoring.notation import SITUATIONS

PLAYERS = ["Aki", "Ben", "Chie", "Dan"]
HAND: dict[str, Any] = {"tiles": "123m456p23s1s789s55m", "win_tile": "1s"}
LONE: dict[str, Any] = HAND | {"seat": "S", "tsumo": True}
VARIETIES = ("riichi", "hongkong", "zungjung")


def game(variety: str, *rounds: Any, options: Any = None, **more: Any) -> dict[str, Any]:
    return {
        "format": "jantaku.game/1",
        "rules": {"variety": variety, "preset": None, "options": options or {}},
        "players": PLAYERS,
        "rounds": list(rounds),
        **more,
    }


def won(**claim: Any) -> dict[str, Any]:
    return {"type": "win", "wins": [{"winner": 1, "from": None, **claim}]}


def refused(answer: Any, data: Any) -> tuple[str, str]:
    with pytest.raises(ScoringError) as error:
        answer(data)
    return error.value.field, str(error.value)


def said(text: str) -> dict[str, Any]:
    """What one line of text is answered, as the commands answer it."""
    out = io.StringIO()
    run_lines(score_hand, [text.encode()], out, "hands")
    answer: dict[str, Any] = json.loads(out.getvalue())
    return answer


NO_LIST: tuple[Any, ...] = (False, True, 0, 5, 1.5, "", "5m", {}, {"5m": 1})


@pytest.mark.parametrize("name", ["melds", "dora", "ura", "situation"])
@pytest.mark.parametrize("data", NO_LIST)
@pytest.mark.parametrize("variety", VARIETIES)
def test_what_is_a_list_in_a_hand_is_nothing_else(variety: str, name: str, data: Any) -> None:
    line = {"rules": {"variety": variety}, "hand": LONE | {name: data}}
    assert refused(score_hand, line) == (f"hand.{name}", "must be a list")
    played = game(variety, won(hand=HAND | {name: data}))
    assert refused(replay_game, played) == (f"rounds.0.wins.0.hand.{name}", "must be a list")


OURS = {"hongkong": "Hong Kong mahjong", "zungjung": "Zung Jung"}
PLAYED = ("last-tile", "after-kan", "robbing-kan", "first-turn")


@pytest.mark.parametrize("variety", OURS)
@pytest.mark.parametrize("name", [name for name in SITUATIONS if name not in PLAYED])
def test_what_is_said_of_a_win_is_of_the_game_that_is_played(variety: str, name: str) -> None:
    hand = LONE | {"tsumo": False, "situation": [name]}
    field, words = refused(score_hand, {"rules": {"variety": variety}, "hand": hand})
    assert (field, words) == ("hand.situation", f"there is no {name} in {OURS[variety]}")


@pytest.mark.parametrize("meld", [None, 5, 1.5, True, [], {}])
@pytest.mark.parametrize("variety", VARIETIES)
def test_a_meld_that_is_no_text_is_refused_by_its_place(variety: str, meld: Any) -> None:
    hand = LONE | {"tiles": "123m456p23s1s55m", "melds": [meld]}
    field, _ = refused(score_hand, {"rules": {"variety": variety}, "hand": hand})
    assert field == "hand.melds.0"


@pytest.mark.parametrize("situation", [None, []])
def test_pao_on_a_kans_tile_asks_a_hand_that_says_nothing_of_it(situation: Any) -> None:
    hand = HAND | {"tiles": "123m456p11s", "melds": ["chi 789s", "kan 1111z"]}
    claim = won(hand=hand | {"win_tile": "1s", "situation": situation}, liable=0)
    hand["tiles"] = "123m456p11s"
    field, words = refused(replay_game, game("riichi", claim, options={"pao": ["rinshan"]}))
    assert field in ("rounds.0.wins.0.liable", "rounds.0.wins.0.hand")
    assert words


@pytest.mark.parametrize("variety", ["hongkong", "zungjung"])
@pytest.mark.parametrize("name", ["honba", "sticks"])
@pytest.mark.parametrize("data", [False, 0.0, 1, "0", None])
def test_a_game_without_honba_takes_no_other_nought_for_them(
    variety: str, name: str, data: Any
) -> None:
    field, _ = refused(replay_game, game(variety, start={name: data}))
    assert field == f"start.{name}"
    assert replay_game(game(variety, start={name: 0}))["finished"] is False


@pytest.mark.parametrize("variety", ["hongkong", "zungjung"])
def test_what_one_has_won_the_others_have_lost_in_a_game_taken_up_too(variety: str) -> None:
    field, words = refused(replay_game, game(variety, start={"scores": [30, -10, -10, 0]}))
    assert (field, words) == (
        "start.scores",
        "the scores add up to 10; what one wins the others lose",
    )
    assert replay_game(game(variety, start={"scores": [30, -10, -10, -10]}))["rounds"] == []


@pytest.mark.parametrize("variety", VARIETIES)
def test_a_game_ends_for_a_reason_that_is_named(variety: str) -> None:
    field, _ = refused(replay_game, game(variety, {"type": "end", "reason": ""}))
    assert field == "rounds.0.reason"


@pytest.mark.parametrize("variety", VARIETIES)
@pytest.mark.parametrize("who", ["absent", "0", True, 4, []])
def test_who_is_responsible_is_a_seat_or_nobody(variety: str, who: Any) -> None:
    value = {"riichi": {"han": 2, "fu": 40}, "hongkong": {"faan": 3}, "zungjung": {"points": 40}}
    claim = won(value=value[variety], responsible=who)
    field, _ = refused(replay_game, game(variety, claim))
    assert field == "rounds.0.wins.0.responsible"


def test_nobody_is_responsible_in_riichi() -> None:
    """The same-round immunity is Zung Jung's; in riichi who pays for another is liable."""
    for who in (0, None):
        claim = won(value={"han": 2, "fu": 40}, responsible=who)
        field, words = refused(replay_game, game("riichi", claim))
        assert field == "rounds.0.wins.0.responsible"
        assert words == "a win has no field responsible"


LINE = json.dumps({"rules": {"variety": "riichi"}, "hand": LONE})


@pytest.mark.parametrize("depth", [*range(900, 1000, 3), 5000])
@pytest.mark.parametrize("opening, closing", [("[", "]"), ('{"a":', "}")])
def test_nesting_without_end_is_a_bad_line_and_no_fault(
    opening: str, closing: str, depth: int, capsys: pytest.CaptureFixture[str]
) -> None:
    deep = opening * depth + "1" + closing * depth
    answer = said(LINE.replace('"1s"', deep))
    assert answer.keys() == {"error"}
    assert "internal" not in answer["error"]
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    "field, data",
    [
        ("rounds", game("riichi", *[{"type": "draw", "tenpai": [0]}] * 200_000)),
        ("rounds.0.wins", game("riichi", {"type": "win", "wins": won()["wins"] * 200_000})),
    ],
)
def test_a_list_without_end_is_answered_within_a_second(field: str, data: Any) -> None:
    started = time.process_time()
    refused_at, words = refused(replay_game, data)
    assert (refused_at, words.partition("there are")[0]) == (field, "")
    assert time.process_time() - started < 1


def test_a_line_of_many_fields_finds_the_one_given_twice_within_a_second() -> None:
    fields = ",".join(f'"{i}":0' for i in range(200_000))
    started = time.process_time()
    assert said(f'{{{fields},"7":1}}') == {"error": "not a line of JSON: 7 is there twice"}
    assert time.process_time() - started < 1


def test_a_field_given_twice_is_refused_and_named() -> None:
    twice = LINE.replace('"win_tile": "1s"', '"win_tile": "1s", "win_tile": "5m"')
    assert said(twice) == {"error": "not a line of JSON: win_tile is there twice"}
    assert "points" in said(LINE)
