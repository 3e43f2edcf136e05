"""Riichi options: every one both ways, what is refused, and the published presets."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.riichi import RIICHI
from scoring.riichi.points import most_yakuman
from scoring.riichi.rules import ABORTS, DOUBLE_YAKUMAN, OPTION_SPECS, Floating, RiichiRules
from tests.scoring.riichi_table import (
    AGREED,
    SANMA,
    TWO,
    E,
    N,
    S,
    W,
    abort,
    after,
    draw,
    paid,
    played,
    ron,
    rows,
    rules,
    settled,
    step,
    tsumo,
    where,
    win,
)

# -- reading options -----------------------------------------------------------------------------


def test_the_clubs_rules_are_the_default() -> None:
    assert rules() == rules("club")
    assert {spec.key: spec.default for spec in RIICHI.option_specs()} == {
        **RIICHI.presets["club"].options
    }


def test_the_options_are_the_fields_of_the_rules() -> None:
    assert {spec.key for spec in OPTION_SPECS} == set(RiichiRules.__dataclass_fields__)
    for spec in OPTION_SPECS:
        assert spec.label
        assert spec.group


@pytest.mark.parametrize("preset", RIICHI.presets)
def test_options_written_are_read_back_to_the_same_rules(preset: str) -> None:
    table = rules(preset)
    assert RIICHI.rules(None, RIICHI.options(table)) == table
    assert hash(table) == hash(rules(preset))


def test_written_options_are_json() -> None:
    table = rules(
        "jpml-a", rate="0.5", table_notes={"kuikae": "no"}, local_yaku=["sanrenkou", "kanburi"]
    )
    options = RIICHI.options(table)
    assert options["rate"] == "0.5"
    assert options["table_notes"] == {"kuikae": "no"}
    assert options["local_yaku"] == ["kanburi", "sanrenkou"]
    assert options["uma"]["floating"]["1"] == [12000, -1000, -3000, -8000]
    assert RIICHI.rules(None, options) == table


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"kuitan": True}, "options.kuitan"),
        ({"players": 5}, "options.players"),
        ({"length": "long"}, "options.length"),
        ({"start_points": 25050}, "options.start_points"),
        ({"return_points": "30000"}, "options.return_points"),
        ({"honba_ron": 250}, "options.honba_ron"),
        ({"honba_tsumo": -100}, "options.honba_tsumo"),
        ({"chombo_points": 50}, "options.chombo_points"),
        ({"kiriage_mangan": 1}, "options.kiriage_mangan"),
        ({"pao": ["chinitsu"]}, "options.pao"),
        ({"red_fives": 5}, "options.red_fives"),
        ({"yakuman_max": 0}, "options.yakuman_max"),
        ({"double_wind_fu": 3}, "options.double_wind_fu"),
        ({"rate": -1}, "options.rate"),
        ({"uma": "big"}, "options.uma"),
        ({"uma": {"floating": [1, 2, 3]}}, "options.uma"),
        ({"uma": {"sinking": {}}}, "options.uma"),
        ({"uma": [10000, 5000, "-5000", -10000]}, "options.uma.2"),
        ({"table_notes": ["no kuikae"]}, "options.table_notes"),
        ({"table_notes": {"kuikae": False}}, "options.table_notes.kuikae"),
    ],
)
def test_an_option_that_is_refused_is_named(options: dict[str, Any], field: str) -> None:
    with pytest.raises(ScoringError) as error:
        rules(**options)
    assert error.value.field == field


def test_an_unknown_preset_is_refused() -> None:
    with pytest.raises(ScoringError) as error:
        rules("tenhou-7")
    assert error.value.field == "preset"
    assert "tenhou-sanma" in str(error.value)


# -- each option both ways -----------------------------------------------------------------------
# Options of the value of tiles are with the tests of hands; those in test_riichi_edge_cases and
# test_riichi_semantics are not repeated.

CHILD_WINS, DEALER_WINS, DEALER_TENPAI = win(ron(S, W)), win(ron(E, S)), draw(E)


@pytest.mark.parametrize(
    ("renchan", "outcome", "expected"),
    [
        ("tenpai", DEALER_WINS, ("E1", 3, 0)),
        ("tenpai", DEALER_TENPAI, ("E1", 3, 0)),
        ("tenpai", draw(S), ("E2", 3, 0)),
        ("win", DEALER_WINS, ("E1", 3, 0)),
        ("win", DEALER_TENPAI, ("E2", 3, 0)),
        ("never", DEALER_WINS, ("E2", 0, 0)),
        ("never", DEALER_TENPAI, ("E2", 3, 0)),
        ("never", abort(), ("E1", 3, 0)),
        ("win", abort(), ("E1", 3, 0)),
        ("never", draw(nagashi=(E,)), ("E2", 3, 0)),
    ],
)
def test_renchan(renchan: str, outcome: dict[str, Any], expected: tuple[str, int, int]) -> None:
    assert where(after(rules(renchan=renchan), outcome, honba=2)) == expected


def test_renchan_never_passes_the_deal_after_a_nagashi_win_too() -> None:
    table = rules(renchan="never", nagashi="win")
    assert where(after(table, draw(nagashi=(E,)), honba=2)) == ("E2", 0, 0)


@pytest.mark.parametrize(
    ("length", "last"), [("east", "E4"), ("hanchan", "S4"), ("full", "N4"), ("single", "E1")]
)
def test_length(length: str, last: str) -> None:
    table = rules(length=length, renchan="never")
    game = played(table, *[draw()] * (4 * ("ESWN".index(last[0]) + 1) if last != "E1" else 1))
    assert game.steps[-1].before.label == last
    assert game.state.reason == "last-hand"
    assert game.state.label == last


def test_three_and_two_players_have_as_many_hands_in_a_wind() -> None:
    game = played(rules(**SANMA, renchan="never"), *[draw()] * 6)
    assert [step.before.label for step in game.steps] == ["E1", "E2", "E3", "S1", "S2", "S3"]
    assert game.state.finished
    game = played(rules(**TWO, renchan="never"), *[draw()] * 4)
    assert [step.before.label for step in game.steps] == ["E1", "E2", "S1", "S2"]
    assert game.state.finished


@pytest.mark.parametrize("length", ["single", "full"])
def test_no_extra_wind_after_a_single_hand_or_after_north(length: str) -> None:
    table = rules("tenhou", length=length, renchan="never")
    assert table.extra_wind is None
    game = played(table, *[draw()] * (1 if length == "single" else 16))
    assert game.state.reason == "last-hand"


def test_the_last_hand_ends_where_someone_has_the_target_before_the_extra_wind() -> None:
    state = after(rules("tenhou"), draw(), label="S4", scores=[30000, 25000, 25000, 20000])
    assert state.reason == "last-hand"


@pytest.mark.parametrize(("extension", "finished"), [("none", True), ("sudden-death", False)])
def test_extension(extension: str, finished: bool) -> None:
    assert after(rules(extension=extension), draw(), label="S4").finished == finished


@pytest.mark.parametrize(
    ("time_up", "ends_after"), [("finish-hand", 1), ("one-more", 2), ("play-on", None)]
)
def test_time_up(time_up: str, ends_after: int | None) -> None:
    table = rules(time_limit=60, time_up=time_up)
    rounds = [{**draw(), "time_up": True}, draw(), draw(), draw()]
    game = played(table, *rounds[: ends_after or 4])
    assert game.state.finished == (ends_after is not None)
    assert game.state.reason == ("time" if ends_after else None)
    if ends_after:
        with pytest.raises(ScoringError, match="after the end of the game"):
            played(table, *rounds)


def test_a_chombo_hand_is_replayed_before_the_time_is_over() -> None:
    table = rules(time_up="finish-hand")
    foul = {"type": "penalty", "reason": "chombo", "seat": S, "time_up": True}
    game = played(table, foul)
    assert not game.state.finished
    assert played(table, foul, draw()).state.reason == "time"


def test_time_up_said_twice_does_not_start_again() -> None:
    timed = {**draw(), "time_up": True}
    assert played(rules(time_up="one-more"), timed, timed).state.reason == "time"


@pytest.mark.parametrize(
    ("limit", "wins", "allowed"),
    [
        ("one", 1, True),
        ("one", 2, False),
        ("two", 2, True),
        ("two", 3, False),
        ("three", 3, True),
    ],
)
def test_multiple_ron(limit: str, wins: int, allowed: bool) -> None:
    outcome = win(*(ron(winner, N) for winner in (E, S, W)[:wins]))
    table = rules(multiple_ron=limit)
    if allowed:
        assert len(step(table, outcome).wins) == wins
        return
    with pytest.raises(ScoringError) as error:
        step(table, outcome)
    assert error.value.field == "rounds.0.wins"


def test_several_winners_are_ordered_by_turn_from_the_discarder() -> None:
    found = step(rules(multiple_ron="three"), win(ron(S, W), ron(E, W), ron(N, W)))
    assert [won.winner for won in found.wins] == [N, E, S]


@pytest.mark.parametrize(
    ("sticks", "expected"),
    [("nearest", (14000, 7000, -20000, 0)), ("own", (13000, 8000, -20000, 0))],
)
def test_multiple_ron_sticks(sticks: str, expected: tuple[int, ...]) -> None:
    """E (12000) is nearer to W than S; both had paid a stick, one more lay on the table."""
    outcome = win(ron(S, W), ron(E, W), riichi=(E, S))
    assert paid(rules(multiple_ron_sticks=sticks), outcome, sticks=1) == expected


@pytest.mark.parametrize(
    ("honba", "expected"),
    [("nearest", (12600, 8000, -20600, 0)), ("each", (12600, 8600, -21200, 0))],
)
def test_multiple_ron_honba(honba: str, expected: tuple[int, ...]) -> None:
    table = rules(multiple_ron_honba=honba)
    assert paid(table, win(ron(S, W), ron(E, W)), honba=2) == expected


@pytest.mark.parametrize(
    ("aborts", "reason", "allowed"),
    [
        (["four-kans"], "four-kans", True),
        (["four-kans"], "four-winds", False),
        ([], "nine-terminals", False),
    ],
)
def test_aborts(aborts: list[str], reason: str, allowed: bool) -> None:
    table = rules(aborts=aborts)
    if allowed:
        assert where(after(table, abort(reason))) == ("E1", 1, 0)
        return
    with pytest.raises(ScoringError) as error:
        after(table, abort(reason))
    assert error.value.field == "rounds.0.reason"


@pytest.mark.parametrize(("limit", "allowed"), [("one", False), ("two", True), ("three", False)])
def test_triple_ron_aborts_where_two_may_win(limit: str, allowed: bool) -> None:
    table = rules(multiple_ron=limit, aborts=[])
    if allowed:
        assert after(table, abort("triple-ron")).honba == 1
        return
    with pytest.raises(ScoringError):
        after(table, abort("triple-ron"))


def test_aborts_that_take_four_players() -> None:
    table = rules(**SANMA)
    assert after(table, abort("nine-terminals")).honba == 1
    for reason in ("four-winds", "four-riichi", "triple-ron"):
        with pytest.raises(ScoringError, match="one of nine-terminals, four-kans") as error:
            after(table, abort(reason, riichi=(E, S, W)))
        assert error.value.field == "rounds.0.reason"


def test_four_riichi_are_all_four() -> None:
    with pytest.raises(ScoringError) as error:
        after(rules(), abort("four-riichi", riichi=(E, S, W)))
    assert error.value.field == "rounds.0.riichi"


@pytest.mark.parametrize(
    ("stack", "most", "doubles", "claimed", "counted"),
    [
        (True, None, [], 3, 3),
        (True, 2, [], 3, 2),
        (False, None, [], 3, 1),
        (False, None, ["daisuushi"], 3, 2),
        (False, 1, ["daisuushi"], 2, 1),
    ],
)
def test_yakuman_stack_and_max(
    stack: bool, most: int | None, doubles: list[str], claimed: int, counted: int
) -> None:
    table = rules(yakuman_stack=stack, yakuman_max=most, double_yakuman=doubles)
    found = step(table, win(ron(S, W, f"{claimed} yakuman")))
    assert found.wins[0].points == 32000 * counted
    assert found.wins[0].data["yakuman"] == counted
    assert bool(found.notes) == (claimed != counted)
    assert most_yakuman(table) >= counted


def test_a_clipped_yakuman_is_noted() -> None:
    (template, params), *rest = step(rules(yakuman_max=1), win(ron(S, W, "2 yakuman"))).notes
    assert template.format(**params) == "entered as 2 yakuman, counted as 1 by these rules"
    assert not rest


@pytest.mark.parametrize(("needs", "allowed"), [(True, False), (False, True)])
def test_riichi_needs_1000(needs: bool, allowed: bool) -> None:
    table, scores = rules(riichi_needs_1000=needs), [25000, 900, 37000, 37100]
    outcome = draw(E, S, W, N, riichi=(S,))
    if allowed:
        assert after(table, outcome, scores=scores).scores[S] == -100
        return
    with pytest.raises(ScoringError, match="seat 1 has 900 points"):
        after(table, outcome, scores=scores)


@pytest.mark.parametrize(("pool", "expected"), [(3000, (1000, 1000, 1000, -3000)), (0, (0,) * 4)])
def test_noten_pool(pool: int, expected: tuple[int, ...]) -> None:
    assert paid(rules(noten_pool=pool), draw(E, S, W)) == expected


@pytest.mark.parametrize(
    ("oka", "expected"),
    [
        (None, (37000, 4000, -14000, -27000)),
        (20000, (37000, 4000, -14000, -27000)),
        (12000, (31000, 6000, -12000, -25000)),
        (0, (22000, 9000, -9000, -22000)),
    ],
)
def test_oka_is_paid_equally_by_all(oka: int | None, expected: tuple[int, ...]) -> None:
    found = settled(rules(oka=oka), [35000, 30000, 20000, 15000])
    assert found.total == expected
    assert sum(found.total) == 0


def test_an_oka_that_no_hundreds_share_is_still_exact() -> None:
    found = settled(rules(**SANMA, oka=1000), [30000, 25000, 20000])
    assert sum(found.total) == 0
    assert found.total[1] == Fraction(-5000) + Fraction(14000, 3)
    tied = settled(rules(**{**SANMA, "ties": "share", "oka": 1000}), [30000, 30000, 15000])
    assert tied.total[0] == tied.total[1]
    assert sum(tied.total) == 0


@pytest.mark.parametrize(("ties", "uma"), [("seat", (12000, 4000)), ("share", (8000, 8000))])
def test_ties(ties: str, uma: tuple[int, int]) -> None:
    found = settled(rules(ties=ties), [35000, 35000, 20000, 10000])
    assert (found.uma or ())[:2] == uma


@pytest.mark.parametrize(("chips", "worth"), [([2, 0, -1, -1], 2000), (None, 0)])
def test_chips(chips: list[int] | None, worth: int) -> None:
    table = rules(chips=True, chip_points=1000)
    with_chips = settled(table, [25000] * 4, chips=chips)
    without = settled(table, [25000] * 4)
    assert with_chips.total[0] - without.total[0] == worth


@pytest.mark.parametrize(
    ("allowed", "chips", "field"),
    [
        (False, [0, 0, 0, 0], "chips"),
        (True, [1, 0, 0, 0], "chips"),
        (True, [1, -1], "chips"),
        (True, [1, -1, 0, "0"], "chips.3"),
    ],
)
def test_chips_that_are_refused(allowed: bool, chips: Any, field: str) -> None:
    with pytest.raises(ScoringError) as error:
        settled(rules(chips=allowed), [25000] * 4, chips=chips)
    assert error.value.field == field


def test_yakitori_is_paid_by_who_never_won_to_those_who_did() -> None:
    table = rules(yakitori=5000)
    game = played(table, win(ron(S, W)), win(ron(N, W)), AGREED)
    assert game.settlement is not None
    lines = dict(game.settlement.lines)
    assert lines["yakitori"] == (-5000, 5000, -5000, 5000)
    nobody = played(table, draw(), AGREED).settlement
    assert nobody is not None
    assert "yakitori" not in dict(nobody.lines)
    everybody = played(table, *(win(ron(seat, (seat + 1) % 4)) for seat in range(4)), AGREED)
    assert everybody.settlement is not None
    assert "yakitori" not in dict(everybody.settlement.lines)


def test_a_nagashi_is_a_win_for_yakitori_where_it_is_paid_as_one() -> None:
    for nagashi, expected in (("win", (-5000, 15000, -5000, -5000)), ("draw", None)):
        table = rules(yakitori=5000, nagashi=nagashi)
        found = played(table, draw(nagashi=(S,)), AGREED).settlement
        assert found is not None
        assert dict(found.lines).get("yakitori") == expected


def test_the_bust_prize_goes_to_the_winner_of_that_hand() -> None:
    table = rules(bust="below-zero", bust_prize=10000)

    def prize(*rounds: dict[str, Any], scores: list[int]) -> Any:
        found = played(table, *rounds, start={"scores": scores}).settlement
        assert found is not None
        return dict(found.lines).get("bust-prize")

    assert prize(win(ron(S, W)), scores=[40000, 20000, 7000, 33000]) == (0, 10000, -10000, 0)
    # Two busts by one self-draw, and the nearer of two winners.
    assert prize(win(tsumo(E)), scores=[60000, 3000, 3000, 34000]) == (20000, -10000, -10000, 0)
    two = win(ron(N, S), ron(W, S))
    assert prize(two, scores=[40000, 7000, 20000, 33000]) == (0, -10000, 10000, 0)
    # Nobody won: nobody is owed a prize.
    assert prize(draw(E, W, N), scores=[40000, 500, 20000, 39500]) is None


# -- presets -------------------------------------------------------------------------------------

NAMED = (
    "mleague", "wrc", "ema", "tenhou", "tenhou-sanma", "mahjongsoul", "mahjongsoul-sanma", "jpml-a",
    "jpml-wrc-r", "saikouisen", "parlour", "club", "course", "encyclopedia",
)  # fmt: skip


def test_every_named_preset_is_there_complete_and_sourced() -> None:
    assert set(NAMED) <= set(RIICHI.presets)
    for preset in RIICHI.presets.values():
        assert set(preset.options) == {spec.key for spec in OPTION_SPECS}
        assert preset.edition
        assert preset.source


COLUMNS = {
    "mleague": "M.LEAGUE",
    "wrc": "WRC 2025",
    "ema": "EMA 2025",
    "tenhou": "Tenhou 4p (ranked, red)",
    "mahjongsoul": "Mahjong Soul 4p",
    "jpml-a": "JPML A (renmei official)",
    "jpml-wrc-r": "JPML B -> WRC/WRC-R",
    "saikouisen": "Saikouisen",
    "parlour": "Free parlour (typical)",
}
YES, NO = "yes", "no"
FIRST_ANSWERS: dict[str, dict[str, Any]] = {
    "kiriage mangan": {YES: {"kiriage_mangan": True}, NO: {"kiriage_mangan": False}},
    "13+ han": {
        "sanbaiman": {"thirteen_han": "sanbaiman"},
        "kazoe": {"thirteen_han": "yakuman"},
        "yonbaiman": {"thirteen_han": "yakuman"},
        "as WRC": {"thirteen_han": "yakuman"},
    },
    "several yakuman stack": {
        YES: {"yakuman_stack": True},
        NO: {"yakuman_stack": False},
        "2009/2015: no": {"yakuman_stack": False},
    },
    "renfuu pair fu": {"2": {"double_wind_fu": 2}, "4": {"double_wind_fu": 4}},
    "double / triple ron": {
        "head bump": {"multiple_ron": "one"},
        "both / all": {"multiple_ron": "three"},
        "both / abort": {"multiple_ron": "two"},
    },
    "nagashi mangan": {
        "none": {"nagashi": "none"},
        "yes, as draw": {"nagashi": "draw"},
        "often yes": {"nagashi": "draw"},
    },
    "bust": {"none": {"bust": "none"}, "<0": {"bust": "below-zero"}},
    "leftover sticks": {
        "to 1st": {"leftover_sticks": "first"},
        "lost": {"leftover_sticks": "lost"},
    },
    "kokushi robs ankan": {
        YES: {"kokushi_robs_ankan": True},
        NO: {"kokushi_robs_ankan": False},
    },
    "renhou": {"none": {"renhou": "none"}, "mangan": {"renhou": "mangan"}},
    "chombo": {
        "-20": {"chombo": "after", "chombo_points": 20000},
        "-30": {"chombo": "after", "chombo_points": 30000},
        "as WRC": {"chombo": "after", "chombo_points": 30000},
        "mangan payment": {"chombo": "mangan"},
    },
    "kyuushu/suufon/suucha/suukaikan/sanchahou": {
        "none": {"aborts": ()},
        "all 5": {"aborts": ABORTS, "multiple_ron": "two"},
        "first 4": {"aborts": ABORTS},
        "usually all 5": {"aborts": ABORTS},
    },
    "time limit": {
        "finish current hand": {"time_up": "finish-hand"},
        "current hand + one more": {"time_up": "one-more"},
        "qualifiers: current hand + 1": {"time_up": "one-more"},
        "none known": {},
    },
    "red fives": {"3": {"red_fives": 3}, "0": {"red_fives": 0}, "0 (WRC-R: 3)": {"red_fives": 3}},
    "pao honba payer": {
        "pao": {"pao_honba": "liable"},
        "discarder": {"pao_honba": "discarder"},
        "-": {},
    },
    "tie at the end": {
        "placement points shared": {"ties": "share"},
        "uma averaged": {"ties": "share"},
        "shared": {"ties": "share"},
        "seat order": {"ties": "seat"},
    },
    "riichi below 1000": {
        "allowed": {"riichi_needs_1000": False},
        "needs": {"riichi_needs_1000": True},
    },
    "West round": {NO: {"extension": "none"}, YES: {"extension": "sudden-death"}, "usually": {}},
    "pao yakuman": {
        "daisangen daisuushi suukantsu": {"pao": ("daisangen", "daisuushi", "suukantsu")},
        "same as WRC": {"pao": ("daisangen", "daisuushi", "suukantsu")},
        "daisangen daisuushi": {"pao": ("daisangen", "daisuushi")},
        "none": {"pao": ()},
    },
    "kuitan / atozuke": {YES: {"open_tanyao": True}},
    "ippatsu/ura/kan/kan-ura": {
        "all": dict.fromkeys(("ippatsu", "ura_dora", "kan_dora", "kan_ura"), True),
        "none": dict.fromkeys(("ippatsu", "ura_dora", "kan_dora", "kan_ura"), False),
    },
    "double-yakuman hands": {
        "none": {"double_yakuman": ()},
        "kokushi13, suttan, junsei chuuren, daisuushi": {"double_yakuman": DOUBLE_YAKUMAN},
    },
    "rinshan tsumo fu": {"2": {"rinshan_fu": 2}},
    "pinfu tsumo": {"20fu 2han": {"pinfu_tsumo": True}},
    "open pinfu ron": {"30fu": {"open_pinfu_fu": 30}},
    "chiitoi": {"25fu 2han": {"chiitoitsu": "25-2"}},
    "multi-ron: sticks": {
        "own back, rest to first": {"multiple_ron_sticks": "own"},
        "first takes all": {"multiple_ron_sticks": "nearest"},
    },
    "multi-ron: honba": {
        "every winner": {"multiple_ron_honba": "each"},
        "first": {"multiple_ron_honba": "nearest"},
    },
    "noten pool / honba": {
        "3000 / 300": {"noten_pool": 3000, "honba_ron": 300, "honba_tsumo": 100}
    },
    "dealer continues": {
        "win or tenpai": {"renchan": "tenpai"},
        "tenpai (some win only)": {"renchan": "tenpai"},
    },
    "double ron incl. dealer": {
        "dealer stays": {"double_ron_dealer": "stays"},
        "stays": {"double_ron_dealer": "stays"},
    },
    "agari-yame / tenpai-yame": {
        NO: {"agari_yame": "no", "tenpai_yame": "no"},
        "auto if dealer 1st": {"agari_yame": "auto", "tenpai_yame": "auto"},
        "agari yes": {"agari_yame": "choice", "tenpai_yame": "no"},
    },
    "other end": {"-": {"cold_game": None}, "cold game 55000": {"cold_game": 55000}, "time up": {}},
    "pao tsumo / ron": {
        "full / half": {"pao_scope": "yakuman"},
        "full / half, whole hand": {"pao_scope": "hand"},
    },
    "rounding of result": {
        "0.1": {"rounding": "none"},
        "none": {"rounding": "none"},
        "gosha-rokunyuu": {"rounding": "half-down"},
        "raw points": {"rounding": "none"},
    },
    "yakitori / tobi prize / shuugi": {
        "-": {"chips": False, "yakitori": 0, "bust_prize": 0},
        "shuugi": {"chips": True, "yakitori": 0, "bust_prize": 0},
        "none": {"chips": False, "yakitori": 0, "bust_prize": 0},
    },
}
NO_OPTION = {"open-kan dora timing", "riichi without next draw", "tenpai on own 4 copies", "kuikae"}
"""What a table plays by and nothing here computes."""
BY_THEMSELVES = {"start / return", "oka", "uma (points)", "sources"}


def test_every_row_of_the_matrix_is_asked() -> None:
    items = {row["item"] for row in rows("ruleset_matrix.csv")}
    if not items:
        pytest.skip("the rules pages are not here")
    assert items - NO_OPTION - BY_THEMSELVES == set(FIRST_ANSWERS)


@pytest.mark.parametrize("preset", COLUMNS)
def test_presets_follow_the_matrix(preset: str) -> None:
    matrix = {row["item"]: row[COLUMNS[preset]] for row in rows("ruleset_matrix.csv")}
    if not matrix:
        pytest.skip("the rules pages are not here")
    table = rules(preset)
    for item, answers in FIRST_ANSWERS.items():
        cell = matrix[item]
        starts = [start for start in answers if cell.startswith(start)]
        if not starts:
            assert cell.startswith(("varies", "-", "?")), (item, cell)
            continue
        for key, expected in answers[max(starts, key=len)].items():
            assert getattr(table, key) == expected, (item, cell)
    start, to = matrix["start / return"].split(" ")[0].split("/")
    assert (table.start_points, table.return_points) == (int(start), int(to))
    oka = {"none": 0, "-": table.oka_points}.get(matrix["oka"], 20000)
    assert table.oka_points == oka, matrix["oka"]


@pytest.mark.parametrize(
    ("preset", "uma"),
    [
        ("mleague", (30000, 10000, -10000, -30000)),
        ("wrc", (15000, 5000, -5000, -15000)),
        ("ema", (15000, 5000, -5000, -15000)),
        ("tenhou", (20000, 10000, -10000, -20000)),
        ("mahjongsoul", (15000, 5000, -5000, -15000)),
        ("jpml-wrc-r", (15000, 5000, -5000, -15000)),
        ("saikouisen", (30000, 10000, -10000, -30000)),
        ("parlour", (10000, 5000, -5000, -10000)),
        ("club", (12000, 4000, -4000, -12000)),
        ("tenhou-sanma", (20000, 0, -20000)),
        ("mahjongsoul-sanma", (15000, 0, -15000)),
    ],
)
def test_the_uma_of_the_presets(preset: str, uma: tuple[int, ...]) -> None:
    assert rules(preset).uma == uma


@pytest.mark.parametrize(
    ("preset", "column"),
    [("tenhou-sanma", "Tenhou 3p"), ("mahjongsoul-sanma", "Mahjong Soul 3p")],
)
def test_presets_for_three_follow_their_page(preset: str, column: str) -> None:
    page = {row["item"]: row[column] for row in rows("sanma_rules.csv")}
    if not page:
        pytest.skip("the rules pages are not here")
    table = rules(preset)
    start, to = page["start/return"].split(" ")[0].split("/")
    assert (table.start_points, table.return_points) == (int(start), int(to))
    assert (table.target_points, table.extension) == (40000, "sudden-death")
    assert (page["tsumo"], table.sanma_tsumo) == ("tsumo loss", "loss")
    assert page["honba"] == "100 per payer (200 on ron)"
    assert (table.honba_tsumo, table.honba_ron) == (100, 200)
    assert page["noten"] == f"{table.noten_pool} pool"
    assert page["abortive"] == "kyuushu, suukaikan"
    assert table.aborts == ("nine-terminals", "four-kans")
    assert (page["bust"], table.bust) == ("<0", "below-zero")


def test_jpml_a_floats() -> None:
    uma = rules("jpml-a").uma
    assert isinstance(uma, Floating)
    assert uma.line(0) == uma.line(1) == (12000, -1000, -3000, -8000)
    assert uma.line(2) == (8000, 4000, -4000, -8000)
    assert uma.line(3) == uma.line(4) == (8000, 3000, 1000, -12000)


def test_the_first_sources_own_rules() -> None:
    for preset in ("course", "encyclopedia"):
        table = rules(preset)
        assert (table.thirteen_han, table.kiriage_mangan, table.double_wind_fu) == (
            "yakuman", False, 4,
        )  # fmt: skip
    assert rules("encyclopedia").double_yakuman == ()


def test_two_players() -> None:
    table = rules("two-players")
    assert paid(table, win(tsumo(S, "mangan")), honba=2) == (-4200, 4200)
    assert paid(table, win(tsumo(E, "mangan"))) == (4000, -4000)
    assert paid(table, win(ron(S, E)), honba=2) == (-8200, 8200)
    assert paid(table, draw(S)) == (-1000, 1000)
    assert where(after(table, draw(S))) == ("E2", 1, 0)


# -- what pages ask ------------------------------------------------------------------------------


def test_chips_are_asked_for_where_they_are_played() -> None:
    assert RIICHI.uses_chips(rules("parlour"))
    assert not RIICHI.uses_chips(rules("club"))


@pytest.mark.parametrize(("ties", "places"), [("seat", (1, 3, 2, 4)), ("share", (1, 3, 1, 4))])
def test_places_by_the_tie_rule(ties: str, places: tuple[int, ...]) -> None:
    assert RIICHI.places(rules(ties=ties), (30000, 20000, 30000, 10000)) == places
