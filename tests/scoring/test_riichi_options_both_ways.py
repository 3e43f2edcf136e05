"""Every option of a riichi table, each of its ways: one situation that it decides.

The rules behind the figures are tested elsewhere, one by one. Here is the list as a whole: an
option without a row fails, and so does one of its choices that no row plays.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.game import parse_outcome, play
from scoring.riichi import RIICHI
from scoring.riichi.hand import value
from scoring.riichi.rules import OPTION_SPECS, RiichiRules
from tests.scoring.hand_table import context, read
from tests.scoring.riichi_table import (
    AGREED,
    E,
    N,
    S,
    W,
    abort,
    after,
    chombo,
    draw,
    paid,
    played,
    ron,
    rules,
    settled,
    tsumo,
    where,
    win,
)

Probe = Callable[[RiichiRules], Any]

# -- what is asked of a table -------------------------------------------------------------------


def said(ask: Probe) -> Probe:
    """The answer, or why there is none."""

    def probe(table: RiichiRules) -> Any:
        try:
            return ask(table)
        except ScoringError as error:
            return error.text("ESWN", str)

    return probe


def hand(*tiles: str, seat: str = "S", drawn: bool = False, **more: Any) -> Probe:
    """Han, fu and basic points of a hand."""
    known = {key: more.pop(key) for key in ("wins_in_row", "discarder_riichi") if key in more}

    def ask(table: RiichiRules) -> Any:
        found = value(table, read(*tiles, **more), context(seat, tsumo=drawn, **known))
        return found.han, found.fu, found.base

    return said(ask)


def pay(outcome: dict[str, Any], **at: Any) -> Probe:
    """What each seat gains in one round."""
    return said(lambda table: paid(table, outcome, **at))


def then(outcome: dict[str, Any], **at: Any) -> Probe:
    """Where the game stands after one round (round, honba, sticks), or why it is over."""

    def ask(table: RiichiRules) -> Any:
        state = after(table, outcome, **at)
        return state.reason or where(state)

    return said(ask)


def total(scores: list[int], **more: Any) -> Probe:
    return said(lambda table: settled(table, scores, **more).total)


def game(*rounds: dict[str, Any], **start: Any) -> Probe:
    """The totals of a whole game."""

    def ask(table: RiichiRules) -> Any:
        end = played(table, *rounds, start=start or None).settlement
        return end and end.total

    return ask


def last_hand(table: RiichiRules) -> str:
    """Of a game in which nobody is ever tenpai."""
    rounds = 0
    while not (state := play(RIICHI, table, [parse_outcome(draw(), 4)] * rounds).state).finished:
        label, rounds = state.label, rounds + 1
    return label


def both(one: Probe, other: Probe) -> Probe:
    return lambda table: (one(table), other(table))


# -- the list -----------------------------------------------------------------------------------

PINFU = ("123m234567p78999s", "2p")
PLAIN = {"kiriage_mangan": False, "thirteen_han": "yakuman", "red_fives": 3}
NO_UMA = {"uma": [0, 0, 0, 0]}
SANMA = {"players": 3, "uma": [0, 0, 0], "honba_ron": 200, "noten_pool": 2000, "aborts": []}
SCORES = [31000, 29000, 21000, 19000]
DEALER_FIRST = [20000, 20000, 20000, 40000]
"""In South 4."""
BUST = {"round": "E1", "scores": [25000, 25000, 5000, 45000]}

ROWS: list[tuple[str, dict[str, Any], Probe, list[tuple[Any, Any]]]] = [
    ("length", {}, last_hand,
     [("single", "E1"), ("east", "E4"), ("hanchan", "S4"), ("full", "N4")]),
    ("start_points", {}, lambda table: RIICHI.start(table).scores,
     [(25000, (25000,) * 4), (30000, (30000,) * 4)]),
    ("return_points", NO_UMA, total(SCORES),
     [(25000, (6000, 4000, -4000, -6000)), (30000, (21000, -1000, -9000, -11000))]),
    # -- the value of a hand
    ("red_fives", {}, hand("340m340p34588s", "8s", "pon 777z"),
     [(0, "this table plays without red fives"), (1, "this table has 1 red fives"),
      (3, (4, 30, 2000))]),
    ("open_tanyao", PLAIN, hand("345m22456p456s", "3m", "chi 678s"),
     [(True, (1, 30, 240)), (False, "no yaku")]),
    ("ippatsu", PLAIN, hand(*PINFU, said=("riichi", "ippatsu")),
     [(True, (3, 30, 960)), (False, (2, 30, 480))]),
    ("ura_dora", PLAIN, hand(*PINFU, said=("riichi",), ura=("8s",)),
     [(True, (5, 30, 2000)), (False, (2, 30, 480))]),
    ("kan_dora", PLAIN, hand("123m789s11p", "1p", "kan 7777z", "chi 123s", dora=("3z", "9p")),
     [(True, (4, 40, 2000)), (False, (2, 40, 640))]),
    ("kan_ura", PLAIN,
     hand("123m789s11234p", "1p", "ankan 7777z", said=("riichi",), dora=("3z", "3z"),
          ura=("3z", "9p")),
     [(True, (4, 70, 2000)), (False, (2, 70, 1120))]),
    ("kiriage_mangan", {}, pay(win(ron(S, W, "4 han 30 fu"))),
     [(True, (0, 8000, -8000, 0)), (False, (0, 7700, -7700, 0))]),
    ("thirteen_han", {}, pay(win(ron(S, W, "13 han"))),
     [("yakuman", (0, 32000, -32000, 0)), ("sanbaiman", (0, 24000, -24000, 0))]),
    ("yakuman_stack", {}, hand("44555z", "5z", "pon 111z", "pon 222z", "pon 333z"),
     [(True, (0, 40, 16000)), (False, (0, 40, 8000))]),
    ("yakuman_max", {}, pay(win(ron(S, W, "3 yakuman"))),
     [(None, (0, 96000, -96000, 0)), (1, (0, 32000, -32000, 0)), (2, (0, 64000, -64000, 0))]),
    ("double_yakuman", {}, hand("111m222p333s444s77z", "7z"),
     [([], (0, 60, 8000)), (["suuankou-tanki"], (0, 60, 16000))]),
    ("double_yakuman", {}, hand("19m19p19s12345677z", "7z"),
     [([], (0, 30, 8000)), (["kokushi-13"], (0, 30, 16000))]),
    ("double_yakuman", {}, hand("11123455678999m", "5m"),
     [([], (0, 50, 8000)), (["junsei-chuuren"], (0, 50, 16000))]),
    ("double_yakuman", {}, hand("11m", "1m", "pon 111z", "pon 222z", "pon 333z", "pon 444z"),
     [([], (0, 40, 8000)), (["daisuushi"], (0, 40, 16000))]),
    ("aotenjou", {}, pay(win(ron(S, W, "6 han 40 fu"))),
     [(True, (0, 41000, -41000, 0)), (False, (0, 12000, -12000, 0))]),
    ("double_wind_fu", PLAIN,
     hand("555m123p456789s11z", "5s", seat="E", drawn=True, said=("riichi",)),
     [(2, (2, 30, 480)), (4, (2, 40, 640))]),
    ("rinshan_fu", PLAIN,
     hand("567m23499p888s", "7m", "kan 1111z", seat="E", drawn=True, said=("after-kan",)),
     [(0, (3, 40, 1280)), (2, (3, 50, 1600))]),
    ("pinfu_tsumo", PLAIN, hand(*PINFU, drawn=True), [(True, (2, 20, 320)), (False, (1, 30, 240))]),
    ("open_pinfu_fu", PLAIN, hand("345m22456p456s", "3m", "chi 678s"),
     [(30, (1, 30, 240)), (20, (1, 20, 160))]),
    ("chiitoitsu", PLAIN, hand("1188m2255p3366s77z", "7z"),
     [("25-2", (2, 25, 400)), ("50-1", (1, 50, 400))]),
    ("renhou", PLAIN, hand(*PINFU, said=("first-turn",)),
     [("none", (1, 30, 240)), ("mangan", (5, 30, 2000)), ("baiman", (8, 30, 4000)),
      ("yakuman", (0, 30, 8000))]),
    ("kokushi_robs_ankan", {}, hand("119m19p19s1234567z", "7z", said=("robbing-ankan",)),
     [(True, (0, 30, 8000)), (False, "no hand robs a closed kan at this table")]),
    # -- local yaku
    ("local_yaku", {}, hand(*PINFU, said=("open-riichi",)),
     [([], "open riichi is not played at this table"), (["open-riichi"], (3, 30, 960))]),
    ("local_yaku", {}, hand(*PINFU, said=("tsubame-gaeshi",)),
     [([], (1, 30, 240)), (["tsubame-gaeshi"], (2, 30, 480))]),
    ("local_yaku", {}, hand(*PINFU, said=("kanburi",)),
     [([], (1, 30, 240)), (["kanburi"], (2, 30, 480))]),
    ("local_yaku", {}, hand("777z22m", "7z", "chi 678s", "chi 678s", "chi 678s"),
     [([], (1, 30, 240)), (["isshoku-sanjun"], (3, 30, 960))]),
    ("local_yaku", {}, hand("777z22m", "7z", "pon 333s", "pon 444s", "pon 555s"),
     [([], (3, 30, 960)), (["sanrenkou"], (5, 30, 2000))]),
    ("local_yaku", PLAIN, hand("777z99m", "7z", "chi 678s", "chi 234p", "pon 111z"),
     [([], (2, 30, 480)), (["uumensai"], (4, 30, 1920))]),
    ("local_yaku", {}, hand("22334455667788p", "8p"),
     [([], (11, 30, 6000)), (["daisharin"], (0, 40, 8000))]),
    ("local_yaku", {}, hand("22334455667788s", "8s"),
     [(["daisharin"], (11, 30, 6000)), (["daisharin", "daisharin-all-suits"], (0, 40, 8000))]),
    ("local_yaku", {}, hand("147m258p369s12344z", "4z", drawn=True, said=("first-turn",)),
     [([], "not a winning hand: no four sets and a pair"), (["shiisanpuutaa"], (0, 30, 8000))]),
    ("local_yaku", {}, hand(*PINFU, seat="E", wins_in_row=8),
     [([], (1, 30, 240)), (["paarenchan"], (0, 30, 8000))]),
    # -- payments
    ("honba_ron", {}, pay(win(ron(S, W)), honba=2),
     [(300, (0, 8600, -8600, 0)), (1500, (0, 11000, -11000, 0))]),
    ("honba_tsumo", {}, pay(win(tsumo(S)), honba=2),
     [(100, (-4200, 8600, -2200, -2200)), (500, (-5000, 11000, -3000, -3000))]),
    ("noten_pool", {}, pay(draw(E)), [(3000, (3000, -1000, -1000, -1000)), (0, (0, 0, 0, 0))]),
    ("multiple_ron", {},
     both(pay(win(ron(S, W), ron(N, W))), pay(win(ron(E, W), ron(S, W), ron(N, W)))),
     [("one", ("head bump: only N wins, the nearest after the discarder",) * 2),
      ("two", ((0, 8000, -16000, 8000),
               "three claims abort the hand: enter an abort by triple ron")),
      ("three", ((0, 8000, -16000, 8000), (12000, 8000, -28000, 8000)))]),
    ("multiple_ron_honba", {}, pay(win(ron(S, E), ron(N, E)), honba=1),
     [("nearest", (-16300, 8300, 0, 8000)), ("each", (-16600, 8300, 0, 8300))]),
    ("multiple_ron_sticks", {}, pay(win(ron(S, E), ron(N, E), riichi=(N,))),
     [("nearest", (-16000, 9000, 0, 7000)), ("own", (-16000, 8000, 0, 8000))]),
    ("nagashi", {}, pay(draw(E, nagashi=(S,)), sticks=1),
     [("none", "these rules do not pay nagashi mangan"), ("draw", (-4000, 8000, -2000, -2000)),
      ("win", (-4000, 9000, -2000, -2000))]),
    *[("pao", {}, pay(win(ron(S, W, "1 yakuman", liable={name: N}))),
       [([name], (0, 32000, -16000, -16000)), ([other], f"no pao for this; it is for {other}")])
      for name, other in (("daisangen", "suukantsu"), ("daisuushi", "daisangen"),
                          ("suukantsu", "daisuushi"))],
    ("pao", {}, pay(win(tsumo(S, liable=N))),
     [(["rinshan"], (0, 8000, 0, -8000)), ([], "these rules have no pao")]),
    ("pao_honba", {}, pay(win(ron(S, W, "1 yakuman", liable={"daisangen": N})), honba=1),
     [("liable", (0, 32300, -16000, -16300)), ("discarder", (0, 32300, -16300, -16000))]),
    ("pao_scope", {}, pay(win(ron(S, W, "2 yakuman", liable={"daisangen": N}))),
     [("yakuman", (0, 64000, -48000, -16000)), ("hand", (0, 64000, -32000, -32000))]),
    ("chombo", {}, pay(chombo(S)),
     [("mangan", (4000, -8000, 2000, 2000)), ("flat", (3000, -9000, 3000, 3000)),
      ("after", (0, 0, 0, 0))]),
    ("chombo_points", {}, pay(chombo(S)),
     [(3000, (3000, -9000, 3000, 3000)), (4000, (4000, -12000, 4000, 4000))]),
    ("riichi_needs_1000", {}, pay(draw(S, riichi=(S,)), scores=[26000, 900, 36000, 37100]),
     [(True, "S has 900 points: too few for riichi"), (False, (-1000, 2000, -1000, -1000))]),
    ("sanma_tsumo", SANMA, pay(win(tsumo(S, "3 han 30 fu"))),
     [("loss", (-2000, 3000, -1000)), ("north-split", (-2400, 3900, -1500)),
      ("no-loss", (-2600, 3900, -1300)), ("plus-1000", (-3000, 5000, -2000))]),
    # -- how the game goes on
    ("renchan", {}, both(then(draw(E)), then(win(ron(E, S)))),
     [("tenpai", (("E1", 1, 0), ("E1", 1, 0))), ("win", (("E2", 1, 0), ("E1", 1, 0))),
      ("never", (("E2", 1, 0), ("E2", 0, 0)))]),
    ("double_ron_dealer", {}, then(win(ron(E, W), ron(N, W))),
     [("stays", ("E1", 1, 0)), ("first-winner", ("E2", 0, 0))]),
    *[("aborts", {}, then(abort(name, riichi=(0, 1, 2, 3) if name == "four-riichi" else ())),
       [([name], ("E1", 1, 4 if name == "four-riichi" else 0)),
        ([other], f"there is no such abortive draw at this table; one of {other}, triple-ron")])
      for name, other in (("nine-terminals", "four-winds"), ("four-winds", "nine-terminals"),
                          ("four-riichi", "four-kans"), ("four-kans", "four-riichi"))],
    ("bust", {},
     both(then(win(ron(S, W)), scores=[25000, 25000, 7900, 42100]),
          then(win(ron(S, W)), scores=[25000, 25000, 8000, 42000])),
     [("none", (("E2", 0, 0), ("E2", 0, 0))), ("below-zero", ("bust", ("E2", 0, 0))),
      ("zero", ("bust", "bust"))]),
    ("agari_yame", {},
     both(then(win(ron(N, S)), label="S4", scores=DEALER_FIRST),
          then(win(ron(N, S), stop=True), label="S4", scores=DEALER_FIRST)),
     [("no", (("S4", 1, 0), "the dealer may not end the game here")),
      ("auto", ("agari-yame", "the dealer may not end the game here")),
      ("choice", (("S4", 1, 0), "agari-yame"))]),
    ("tenpai_yame", {},
     both(then(draw(N), label="S4", scores=DEALER_FIRST),
          then(draw(N, stop=True), label="S4", scores=DEALER_FIRST)),
     [("no", (("S4", 1, 0), "the dealer may not end the game here")),
      ("auto", ("tenpai-yame", "the dealer may not end the game here")),
      ("choice", (("S4", 1, 0), "tenpai-yame"))]),
    ("extension", {}, then(draw(), label="S4"),
     [("none", "last-hand"), ("sudden-death", ("W1", 1, 0))]),
    ("target_points", {"extension": "sudden-death"},
     then(draw(), label="S4", scores=[32000, 28000, 20000, 20000]),
     [(30000, "last-hand"), (35000, ("W1", 1, 0))]),
    ("cold_game", {}, then(win(ron(S, W)), scores=[20000, 45000, 25000, 10000]),
     [(None, ("E2", 0, 0)), (50000, "cold-game")]),
    ("time_up", {"time_limit": 60},
     lambda table: [
         play(RIICHI, table, [parse_outcome(draw(E, time_up=True), 4), *hands]).state.reason
         for hands in ([], [parse_outcome(draw(E), 4)])
         if not (hands and table.time_up == "finish-hand")
     ],
     [("finish-hand", ["time"]), ("one-more", [None, "time"]), ("play-on", [None, None])]),
    # -- the settlement
    ("leftover_sticks", NO_UMA, total([31000, 29000, 21000, 18000], sticks=1),
     [("first", (22000, -1000, -9000, -12000)), ("lost", (21000, -1000, -9000, -12000))]),
    ("uma", {}, total(SCORES),
     [([0, 0, 0, 0], (21000, -1000, -9000, -11000)),
      ([20000, 10000, -10000, -20000], (41000, 9000, -19000, -31000))]),
    ("oka", NO_UMA, total(SCORES),
     [(0, (6000, 4000, -4000, -6000)), (20000, (21000, -1000, -9000, -11000))]),
    ("ties", {}, total([30000, 30000, 20000, 20000]),
     [("seat", (32000, 4000, -14000, -22000)), ("share", (18000, 18000, -18000, -18000))]),
    ("rounding", NO_UMA, total([31500, 29400, 21600, 17500]),
     [("none", (21500, -600, -8400, -12500)), ("half-up", (21000, -1000, -8000, -12000)),
      ("half-down", (22000, -1000, -8000, -13000)), ("up", (20000, 0, -8000, -12000)),
      ("down", (23000, -1000, -9000, -13000))]),
    ("chips", {}, total(SCORES, chips=[1, -1, 0, 0]),
     [(True, (35000, 1000, -13000, -23000)), (False, "these rules have no chips")]),
    ("chip_points", {"chips": True}, total(SCORES, chips=[1, -1, 0, 0]),
     [(2000, (35000, 1000, -13000, -23000)), (500, (33500, 2500, -13000, -23000))]),
    ("bust_prize", {"bust": "below-zero"}, game(win(ron(S, W)), **BUST),
     [(0, (-9000, 7000, -45000, 47000)), (10000, (-9000, 17000, -55000, 47000))]),
    ("yakitori", {}, game(win(ron(S, W)), AGREED),
     [(0, (-1000, 35000, -25000, -9000)), (5000, (-6000, 50000, -30000, -14000))]),
    ("rate", {}, lambda table: settled(table, SCORES).money,
     [(None, None), ("0.5", tuple(Fraction(sum_, 2) for sum_ in (33, 3, -13, -23)))]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("option", "base", "probe", "ways"), ROWS, ids=[f"{row[0]}-{row[3][-1][0]}" for row in ROWS]
)
def test_each_way_of_an_option_is_played(
    option: str, base: dict[str, Any], probe: Probe, ways: list[tuple[Any, Any]]
) -> None:
    assert [(way, probe(rules(**{**base, option: way}))) for way, _ in ways] == ways
    answers = [answer for _, answer in ways]
    assert all(answers.count(answer) == 1 for answer in answers), "each way makes a difference"


@pytest.mark.parametrize(
    ("players", "share"),
    [(4, (12000, -4000, -4000, -4000)), (3, (8000, -4000, -4000)), (2, (4000, -4000))],
)
def test_as_many_play_as_the_table_has(players: int, share: tuple[int, ...]) -> None:
    others = players - 1
    several = {"honba_ron": 100 * others, "noten_pool": 1000 * others, "uma": [0] * players}
    table = rules(players=players, aborts=[], **several)
    assert paid(table, win(tsumo(E))) == share
    assert paid(table, draw(E)) == (1000 * others, *[-1000] * others)


NO_RULE = {"time_limit", "table_notes"}
"""The clock's, and what the table agreed on in words."""


def test_every_option_and_every_choice_is_in_the_list() -> None:
    tested: dict[str, list[Any]] = {"players": [4, 3, 2]}
    for option, _, _, ways in ROWS:
        tested.setdefault(option, []).extend(way for way, _ in ways)
    assert tested.keys() | NO_RULE == {spec.key for spec in OPTION_SPECS}
    for spec in OPTION_SPECS:
        if spec.key in NO_RULE:
            continue
        ways = tested[spec.key]
        if spec.kind == "list":
            assert {name for way in ways for name in way} == set(spec.choices), spec.key
        elif spec.kind == "bool":
            assert sorted(ways) == [False, True], spec.key
        else:
            assert len(ways) > 1, spec.key
            assert not spec.choices or {*ways} == {*spec.choices}, spec.key
