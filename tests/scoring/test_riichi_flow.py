"""The flow of a riichi game beyond the tables of cases: what is refused, who pays whom by name, and
what a hand of tiles is told of the game."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.game import Transfer
from scoring.riichi import RIICHI
from scoring.riichi.context import Context
from scoring.riichi.flow import abortive_draws
from tests.scoring.riichi_table import (
    AGREED,
    E,
    N,
    S,
    W,
    adjust,
    after,
    chombo,
    draw,
    paid,
    played,
    ron,
    rules,
    step,
    tsumo,
    where,
    win,
)

CLUB = rules()


def refused(outcome: dict[str, Any], table: Any = CLUB, **more: Any) -> ScoringError:
    with pytest.raises(ScoringError) as error:
        step(table, outcome, **more)
    return error.value


# -- contradictions ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("outcome", "field", "message"),
    [
        (win(ron(S, W), ron(S, W)), "wins.1.winner", "seat 1 wins twice"),
        (win(ron(S, W), ron(E, N)), "wins.1.from", "all win off the same discard"),
        (win(ron(S, W), tsumo(E)), "wins.1.from", "all win off the same discard"),
        (win(tsumo(S), tsumo(E)), "wins", "only one player can win by self-draw"),
        (draw(E, riichi=(E, S)), "tenpai", "seat 1 is in riichi and must be tenpai"),
        ({"type": "end", "reason": "tired"}, "reason", "must be one of agreed, time"),
        ({"type": "end"}, "reason", "must be one of agreed, time"),
        ({"type": "abort"}, "reason", "no such abortive draw"),
    ],
)
def test_contradictions_are_refused(outcome: dict[str, Any], field: str, message: str) -> None:
    error = refused(outcome)
    assert error.field == f"rounds.0.{field}"
    assert message in str(error)


def test_a_refusal_can_name_the_players() -> None:
    error = refused(draw(E, riichi=(E, S)))
    assert error.text(("Aki", "Ben", "Chie", "Dan")) == "Ben is in riichi and must be tenpai"


PAO = rules(pao=["daisangen", "daisuushi", "suukantsu", "rinshan"])


@pytest.mark.parametrize(
    ("table", "claim", "field", "message"),
    [
        (PAO, tsumo(S, "1 yakuman", liable=S), "liable", "the winner cannot be liable"),
        (PAO, tsumo(S, "1 yakuman", liable={"daisangen": S}), "liable", "the winner cannot"),
        (PAO, tsumo(S, "1 yakuman", liable={}), "liable", "say who is liable"),
        (PAO, ron(S, W, "mangan", liable={"rinshan": N}), "liable.rinshan", "a self-draw"),
        (PAO, tsumo(S, "2 yakuman", liable={"rinshan": N, "daisangen": W}), "liable",
         "covers the whole hand"),
        (PAO, tsumo(S, "mangan", liable={"daisangen": N}), "liable.daisangen", "for a yakuman"),
        (PAO, tsumo(S, "1 yakuman", liable={"daisangen": N, "suukantsu": W}), "liable",
         "entered as 1 yakuman, not 2"),
        (rules(pao=[]), tsumo(S, "1 yakuman", liable=N), "liable", "these rules have no pao"),
        (rules(pao=["rinshan"]), ron(S, W, "1 yakuman", liable=N), "liable", "no pao for this"),
    ],
)  # fmt: skip
def test_pao_that_is_refused(table: Any, claim: dict[str, Any], field: str, message: str) -> None:
    error = refused(win(claim), table)
    assert error.field == f"rounds.0.wins.0.{field}"
    assert message in str(error)


def test_a_second_pao_pattern_counts_for_nothing_where_yakuman_do_not_add_up() -> None:
    table = rules(pao=["daisangen", "suukantsu"], yakuman_stack=False)
    claim = tsumo(S, "1 yakuman", liable={"daisangen": W, "suukantsu": N})
    assert paid(table, win(claim)) == (0, 32000, -32000, 0)


def test_pao_under_aotenjou_covers_the_whole_hand() -> None:
    table = rules(aotenjou=True, pao_honba="discarder")
    entered = {"winner": S, "from": None, "value": {"han": 13, "fu": 30}, "liable": W}
    total = 2 * 983100 + 1966100  # 30 × 2^15 = 983040
    assert paid(table, win(entered)) == (0, total, -total, 0)
    halved = paid(table, win({**entered, "from": N}))
    assert halved == (0, 3932200, -1966100, -1966100)
    entered["liable"] = {"daisangen": W}
    assert paid(table, win(entered)) == (0, total, -total, 0)


# -- transfers -----------------------------------------------------------------------------------


def test_every_payment_has_its_kind() -> None:
    found = step(CLUB, win(ron(S, W, "3 han 30 fu"), riichi=(S, N)), honba=2, sticks=1)
    assert found.transfers == (
        Transfer(S, None, 1000, "riichi"),
        Transfer(N, None, 1000, "riichi"),
        Transfer(W, S, 3900, "hand"),
        Transfer(W, S, 600, "honba"),
        Transfer(None, S, 3000, "sticks"),
    )


def test_payments_of_a_self_draw() -> None:
    found = step(CLUB, win(tsumo(S)), honba=1)
    assert found.transfers == (
        Transfer(E, S, 4000, "hand"),
        Transfer(W, S, 2000, "hand"),
        Transfer(N, S, 2000, "hand"),
        Transfer(E, S, 100, "honba"),
        Transfer(W, S, 100, "honba"),
        Transfer(N, S, 100, "honba"),
    )


def test_payments_under_pao() -> None:
    found = step(rules(pao_honba="liable"), win(ron(S, N, "1 yakuman", liable=W)), honba=1)
    assert found.transfers == (
        Transfer(N, S, 16000, "hand"),
        Transfer(W, S, 16000, "pao"),
        Transfer(W, S, 300, "honba"),
    )


def test_noten_payments_are_as_few_as_can_be() -> None:
    assert step(CLUB, draw(E, W)).transfers == (
        Transfer(S, E, 1500, "tenpai"),
        Transfer(N, W, 1500, "tenpai"),
    )
    assert len(step(CLUB, draw(E)).transfers) == 3
    assert {t.kind for t in step(CLUB, draw(nagashi=(S,))).transfers} == {"nagashi"}
    assert {t.kind for t in step(CLUB, chombo(S)).transfers} == {"chombo"}


def test_an_adjustment_goes_from_seat_to_seat_and_the_rest_to_or_from_the_table() -> None:
    found = step(CLUB, adjust(1000, -300, -200, 0))
    assert found.transfers == (
        Transfer(S, E, 300, "adjust"),
        Transfer(W, E, 200, "adjust"),
        Transfer(None, E, 500, "adjust"),
    )
    assert found.notes == (("the adjustment does not sum to zero: {total}", {"total": 500}),)
    found = step(CLUB, adjust(0, -300, 0, 0))
    assert found.transfers == (Transfer(S, None, 300, "adjust"),)
    game = played(CLUB, adjust(0, -300, 0, 0), AGREED)
    assert game.settlement is not None
    assert game.settlement.unbalanced == (("adjustment", -300),)
    assert step(CLUB, adjust(500, -500, 0, 0)).notes == ()


# -- start and finish ----------------------------------------------------------------------------


def test_a_game_starts_in_east_1() -> None:
    state = RIICHI.start(CLUB)
    assert where(state) == ("E1", 0, 0)
    assert state.scores == (25000,) * 4
    assert state.dealer == E


@pytest.mark.parametrize(
    ("preset", "last"), [("club", "S4"), ("tenhou", "W4"), ("tenhou-sanma", "W3")]
)
def test_a_game_can_be_taken_up_in_any_round_it_may_have(preset: str, last: str) -> None:
    table = rules(preset)
    assert RIICHI.start(table, {"round": last}).label == last
    with pytest.raises(ScoringError, match=f"from E1 to {last}"):
        RIICHI.start(table, {"round": "N4"})


def test_a_finished_game_still_names_its_last_hand() -> None:
    state = after(CLUB, draw(), label="S4", honba=2)
    assert (state.finished, state.label, state.honba) == (True, "S4", 2)


@pytest.mark.parametrize("reason", ["agreed", "time"])
def test_a_game_can_be_stopped(reason: str) -> None:
    game = played(CLUB, draw(), {"type": "end", "reason": reason})
    assert (game.state.finished, game.state.reason, game.state.hands) == (True, reason, 1)
    assert game.settlement is not None


def test_hands_are_counted_when_they_are_finished() -> None:
    game = played(CLUB, draw(E), chombo(S), adjust(0, 0, 0, 0), win(ron(S, E)))
    assert game.state.hands == 2


def test_abortive_draws_of_a_table() -> None:
    assert abortive_draws(rules("tenhou")) == [
        "nine-terminals", "four-winds", "four-riichi", "four-kans", "triple-ron",
    ]  # fmt: skip
    assert abortive_draws(rules("mahjongsoul"))[-1] == "four-kans"
    assert abortive_draws(rules("tenhou-sanma")) == ["nine-terminals", "four-kans"]
    assert abortive_draws(rules("mleague")) == []


# -- hands of tiles ------------------------------------------------------------------------------

PINFU = {"tiles": "123m456p23s1s789s55m", "win_tile": "1s"}
DAISANGEN = {"tiles": "12399m", "melds": ["pon 555z", "pon 666z", "pon 777z"], "win_tile": "1m"}


def with_tiles(
    winner: int, source: int | None, tiles: dict[str, Any], **more: Any
) -> dict[str, Any]:
    return {"winner": winner, "from": source, "hand": tiles, **more}


def test_a_hand_of_tiles_is_paid_like_its_value() -> None:
    riichi = {**PINFU, "situation": ["riichi"]}
    found = step(CLUB, win(with_tiles(S, W, riichi), riichi=(S,)), honba=1)
    assert found.deltas == (0, 2300, -2300, 0)
    assert found.wins[0].data == {"han": 2, "fu": 30, "yakuman": 0, "limit": None}
    assert sorted(found.wins[0].patterns or ()) == [("pinfu", 1), ("riichi", 1)]


def test_pao_goes_by_the_patterns_of_the_tiles() -> None:
    table = rules(pao=["daisangen", "suukantsu", "rinshan"])
    for liable in (W, {"daisangen": W}):
        found = step(table, win(with_tiles(S, None, DAISANGEN, liable=liable)))
        assert found.deltas == (0, 32000, -32000, 0)
    error = refused(win(with_tiles(S, None, DAISANGEN, liable={"suukantsu": W})), table)
    assert str(error) == "the hand has no suukantsu"
    error = refused(win(with_tiles(S, None, PINFU, liable=W)), table)
    assert "no pao for this hand" in str(error)
    error = refused(win(with_tiles(S, None, PINFU, liable={"rinshan": W})), table)
    assert "a self-draw of that tile" in str(error)


def test_pao_on_a_kans_tile_by_tiles() -> None:
    kan = {
        "tiles": "123m456p23s1s55m",
        "melds": ["kan 9999p"],
        "win_tile": "1s",
        "situation": ["after-kan"],
    }
    found = step(rules(pao=["rinshan"]), win(with_tiles(S, None, kan, liable=N)), honba=1)
    assert found.deltas[N] == -found.deltas[S]
    assert found.transfers[0].kind == "pao"


def test_a_hand_is_told_what_the_game_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Context] = []

    def evaluate(table: Any, hand: Any, context: Context, field: str) -> Any:
        seen.append(context)
        return real(table, hand, context, field)

    from scoring.riichi import hand as tiles

    real = tiles.evaluate
    monkeypatch.setattr(tiles, "evaluate", evaluate)
    riichi = {**PINFU, "situation": ["riichi"]}
    start = {"round": "S2"}
    played(
        CLUB,
        win(with_tiles(S, None, PINFU)),
        win(with_tiles(S, N, riichi), riichi=(S, N)),
        win(with_tiles(W, N, PINFU)),
        win(with_tiles(W, N, PINFU)),
        start=start,
    )
    assert seen == [
        Context(1, 0, True, 4, riichi=False, wins_in_row=1),
        Context(1, 0, False, 4, riichi=True, wins_in_row=2, discarder_riichi=True),
        Context(1, 1, False, 4, riichi=False, discarder_riichi=False),
        Context(1, 0, False, 4, riichi=False, wins_in_row=1, discarder_riichi=False),
    ]


@pytest.mark.parametrize(
    ("between", "wins"),
    [
        (draw(E), 1),
        ({"type": "abort", "reason": "four-kans"}, 1),
        (chombo(S), 3),
        (adjust(0, 0, 0, 0), 3),
    ],
    ids=["draw", "abort", "chombo", "adjust"],
)
def test_a_draw_breaks_the_dealers_row_of_wins(between: dict[str, Any], wins: int) -> None:
    state = played(CLUB, win(tsumo(E)), win(tsumo(E)), between, win(tsumo(E))).state
    assert state.dealer_wins == wins


def test_the_eighth_win_in_a_row_by_tiles_is_paarenchan() -> None:
    table = rules(local_yaku=["paarenchan"])
    wins = [win(with_tiles(E, None, PINFU)) for _ in range(8)]
    game = played(table, *wins)
    assert [step.wins[0].data["yakuman"] for step in game.steps] == [0] * 7 + [1]
