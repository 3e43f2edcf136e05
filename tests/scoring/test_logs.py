"""Logs of online games: every published sample comes to its own figures, and so does what is
written here; what is no log is refused, whatever it holds."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from scoring.answers import replay_game
from scoring.errors import ScoringError
from scoring.logs import mjlog, tenhou6
from scoring.logs.account import account, is_placeholder
from scoring.logs.found import Found, games, read_piece, unpack
from scoring.logs.log import MOST_DEALS
from tests.scoring.riichi_table import SHARED

NAMES = ("Aki", "Ben", "Chie", "Dan")

# -- the published samples ----------------------------------------------------------------------

SAMPLES = {
    "mahjongsoul-usual.json": (8, ["mahjongsoul", "east", None]),
    "tenhou-doubleron-and-riichi.mjlog.xml": (9, ["tenhou", "hanchan", "half-up"]),
    "tenhou-hanchan-0.mjlog.xml": (8, ["tenhou", "hanchan", "half-up"]),
    "tenhou-hanchan-2.mjlog.xml": (11, ["tenhou", "hanchan", "half-up"]),
    "tenhou-nagashi.mjlog.xml": (11, ["tenhou", "hanchan", "half-up"]),
    "tenhou-pao-ron.mjlog.xml": (8, ["tenhou", "hanchan", "half-up"]),
    "tenhou-sanma-0.mjlog.xml": (10, ["tenhou-sanma", "hanchan", "half-up"]),
    "tenhou-sanma-2.mjlog.xml": (14, ["tenhou-sanma", "hanchan", "half-up"]),
    "tenhou-usual.mjlog.xml": (16, ["tenhou", "hanchan", "half-up"]),
    "tenhou-west.mjlog.xml": (18, ["tenhou", "hanchan", "half-up"]),
    "tenhou6-four-wind-draw.json": (12, ["tenhou", "hanchan", "half-up"]),
    "tenhou6-nagashi-usual.json": (4, ["tenhou", "east", "half-up"]),
    "tenhou6-pao-ron.json": (8, ["tenhou", "hanchan", "half-up"]),
    "tenhou6-usual.json": (9, ["tenhou", "hanchan", None]),
}
FOLDER = SHARED / "records" / "logs"


def sample(name: str) -> Path:
    path = FOLDER / name
    if not path.exists():
        pytest.skip("the published logs are not here")
    return path


def only(text: str) -> Found:
    (found,) = games(text)
    return found


@pytest.mark.records
@pytest.mark.parametrize("name", SAMPLES)
def test_every_published_log_comes_to_its_own_figures(name: str) -> None:
    text = unpack(sample(name).read_bytes())
    log = mjlog.read(text) if name.endswith("xml") else tenhou6.read(json.loads(text))
    found = only(text)
    assert found.errors == ()
    assert found.record is not None
    rules = found.record["rules"]
    options = [rules["options"].get(key) for key in ("length", "rounding")]
    assert (len(log.deals), [rules["preset"], *options]) == SAMPLES[name]
    played = replay_game(found.record)
    shown = zip(log.deals, played["rounds"], strict=True)
    for deal, step in shown:
        assert (step["round"], step["honba"], step["sticks"]) == (
            *(deal.round, deal.honba, deal.sticks),
        )
        assert step["scores"] == list(deal.after)
    assert log.scores is not None
    assert log.totals is not None
    assert played["scores"] == list(log.scores)
    assert played["settlement"]["total"] == [float(total) for total in log.totals]


@pytest.mark.records
def test_a_game_in_both_formats_is_one_record() -> None:
    """Read twice by two parsers: the same tiles, the same name to know it by."""
    records = [
        only(sample(f"tenhou{end}").read_text()).record
        for end in ("-pao-ron.mjlog.xml", "6-pao-ron.json")
    ]
    assert records[0] == records[1]


# -- Tenhou's XML -------------------------------------------------------------------------------

KOKUSHI = [0, 32, 36, 68, 72, 104, 108, 112, 116, 120, 124, 128, 132, 133]
"""One of each orphan and a second red dragon, as tile numbers."""


def numbers(tiles: Sequence[int]) -> str:
    return ",".join(map(str, tiles))


def init(seed: str = "0,0,0,1,1,4", ten: str = "250,250,250,250") -> str:
    return f'<INIT seed="{seed}" ten="{ten}" oya="0"/>'


def agari(
    *, who: int = 0, source: int = 1, hai: Sequence[int] = KOKUSHI, machi: int = 133, **more: str
) -> str:
    told = {
        "yakuman": "47",
        "doraHai": "4",
        "sc": "250,480,250,-480,250,0,250,0",
        **{key: value for key, value in more.items() if value},
    }
    if "yaku" in told:
        del told["yakuman"]
    words = " ".join(f'{key}="{value}"' for key, value in told.items())
    return f'<AGARI who="{who}" fromWho="{source}" hai="{numbers(hai)}" machi="{machi}" {words}/>'


OWARI = "730,83.0,-230,-73.0,250,5.0,250,-15.0"
BUST = agari(owari=OWARI)
"""The dealer's thirteen orphans off the second seat: the shortest game there is."""


def xml(*tags: str, go: int = 9, names: Sequence[str] = NAMES) -> str:
    told = " ".join(f'n{seat}="{quote(name)}"' for seat, name in enumerate(names))
    body = "".join(tags)
    return f'<mjloggm ver="2.3"><GO type="{go}"/><UN {told}/><UN n1="Ben"/>{body}</mjloggm>'


def outcome(*tags: str, go: int = 9) -> dict[str, Any]:
    return dict(mjlog.read(xml(init(), *tags, go=go)).deals[0].outcome)


def hand(meld: int, hai: Sequence[int], go: int = 9) -> dict[str, Any]:
    told = outcome(agari(hai=hai, machi=hai[0], m=str(meld)), go=go)
    found: dict[str, Any] = told["wins"][0]["hand"]
    return found


def test_the_shortest_game_is_read_whole() -> None:
    record = only(xml(init(), BUST)).record
    assert record is not None
    assert record["rules"] == {
        "variety": "riichi",
        "preset": "tenhou",
        "options": {"length": "hanchan", "tenpai_yame": "choice"},
    }
    assert record["players"] == list(NAMES)
    assert record["rounds"] == [
        {
            "type": "win",
            "riichi": [],
            "wins": [
                {
                    "winner": 0,
                    "from": 1,
                    "hand": {
                        "tiles": "19m19p19s12345677z",
                        "melds": [],
                        "win_tile": "7z",
                        "dora": ["2m"],
                        "ura": [],
                        "situation": [],
                    },
                }
            ],
        }
    ]
    assert record["id"].startswith("log-")


@pytest.mark.parametrize(
    "go, preset, options",
    [
        (9, "tenhou", {"length": "hanchan"}),
        (1, "tenhou", {"length": "east"}),
        (11, "tenhou", {"length": "hanchan", "red_fives": 0}),
        (13, "tenhou", {"length": "hanchan", "open_tanyao": False}),
        (25, "tenhou-sanma", {"length": "hanchan"}),
    ],
)
def test_the_rules_are_bits_of_the_log(go: int, preset: str, options: dict[str, Any]) -> None:
    log = mjlog.read(xml(init(), BUST, go=go))
    assert (log.preset, log.options) == (preset, options)


@pytest.mark.parametrize(
    "code, meld",
    [
        (3 * 3 << 10 | 0x04 | 1 << 5, "chi 456m"),
        (3 * 3 << 10 | 0x04, "chi 406m"),
        ((31 * 3) << 9 | 0x08, "pon 555z"),
        ((4 * 3) << 9 | 0x08 | 3 << 5, "pon 055m"),
        ((31 * 3) << 9 | 0x10, "kakan 5555z"),
        (124 << 8 | 1, "kan 5555z"),
        (125 << 8, "ankan 5555z"),
    ],
)
def test_a_meld_is_read_out_of_its_bits(code: int, meld: str) -> None:
    assert hand(code, [0, 1])["melds"] == [meld]


def test_norths_set_aside_are_counted() -> None:
    told = hand(120 << 8 | 0x20, [0, 1], go=25)
    assert (told["melds"], told["north"]) == ([], 1)


def test_without_red_fives_a_five_is_a_five() -> None:
    assert hand(3 * 3 << 10 | 0x04, [16, 17])["tiles"] == "05m"
    plain = hand(3 * 3 << 10 | 0x04, [16, 17], go=11)
    assert (plain["tiles"], plain["melds"], plain["win_tile"]) == ("55m", ["chi 456m"], "5m")
    assert outcome('<RYUUKYOKU type="yao9" sc="250,0,250,0,250,0,250,0"/>', go=11)["riichi"] == []


@pytest.mark.parametrize(
    "yaku, situation",
    [
        ("1,1,2,1,0,1", ["ippatsu", "riichi"]),
        ("21,2", ["double-riichi"]),
        ("4,1,5,1,52,3", ["after-kan", "last-tile", "riichi"]),
        ("37,1", ["first-turn", "riichi"]),
    ],
)
def test_the_yaku_say_how_it_was_won(yaku: str, situation: list[str]) -> None:
    stick = '<REACH who="0" step="1"/><REACH who="0" step="2"/>'
    told = outcome(stick, agari(source=0, yaku=yaku, doraHaiUra="20"))
    assert told["riichi"] == [0]
    assert told["wins"][0]["from"] is None
    assert told["wins"][0]["hand"]["situation"] == situation
    assert told["wins"][0]["hand"]["ura"] == ["6m"]


def test_a_riichi_whose_discard_is_ronned_lays_down_no_stick() -> None:
    assert outcome('<REACH who="1" step="1"/>', BUST)["riichi"] == []


def test_two_winners_and_who_pays_for_one() -> None:
    told = outcome(agari(), agari(who=2, paoWho="3"))
    assert [(win["winner"], win["from"], win.get("liable")) for win in told["wins"]] == [
        (0, 1, None),
        (2, 1, 3),
    ]


DRAW = "sc=\"250,-10,250,30,250,-10,250,-10\" hai1='1,2'"


@pytest.mark.parametrize(
    "told, expected",
    [
        (DRAW, {"type": "draw", "tenpai": [1]}),
        (f"type='nm' {DRAW}", {"type": "draw", "tenpai": [1], "nagashi": [1]}),
        (f"type='yao9' {DRAW}", {"type": "abort", "reason": "nine-terminals"}),
        (f"type='kaze4' {DRAW}", {"type": "abort", "reason": "four-winds"}),
        (f"type='reach4' {DRAW}", {"type": "abort", "reason": "four-riichi"}),
        (f"type='kan4' {DRAW}", {"type": "abort", "reason": "four-kans"}),
        (f"type='ron3' {DRAW}", {"type": "abort", "reason": "triple-ron"}),
    ],
)
def test_a_deal_without_a_winner(told: str, expected: dict[str, Any]) -> None:
    assert outcome(f"<RYUUKYOKU {told}/>") == {"riichi": [], **expected}


def test_a_log_without_its_result_is_read_all_the_same() -> None:
    log = mjlog.read(xml(init(), agari()))
    assert (log.scores, log.totals) == (None, None)
    assert only(xml(init(), agari())).errors == ()


BOMB = (
    '<?xml version="1.0"?><!DOCTYPE b [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'
    "<mjloggm>&b;</mjloggm>"
)


@pytest.mark.parametrize(
    "text, said",
    [
        ("<mjloggm>", "log: not readable as XML"),
        (BOMB, "log: not readable as XML: DTDForbidden"),
        ('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', "log: not readable as XML: DTDForbidden"),
        ("<html/>", "log: <html> cannot be read"),
        ("<mjloggm/>", "log: <GO> cannot be read"),
        ('<mjloggm><GO type="9"/></mjloggm>', "log: <INIT> cannot be read"),
        (f'<mjloggm><GO type="9"/>{init()}{BUST}</mjloggm>', "log: <UN> cannot be read"),
        (xml(), "log: <INIT> cannot be read"),
        (xml(init()), "rounds.0: the end of the deal cannot be read"),
        (xml(init(), init()), "rounds.0: the end of the deal cannot be read"),
        (xml(*[init(), BUST] * (MOST_DEALS + 1)), "rounds.200: there are 200 at most"),
        (xml(init(seed="99,0,0"), BUST), "rounds.0: round 99 cannot be read"),
        (xml(init(seed="3,0,0"), BUST, go=25), "rounds.0: round 3 cannot be read"),
        (xml(init(seed="0"), BUST), "rounds.0: <INIT seed> cannot be read"),
        (xml(init(seed="a,b,c"), BUST), "rounds.0.log: <INIT seed> cannot be read"),
        (xml(init(), agari(who=4)), "rounds.0: <AGARI who> cannot be read"),
        (xml(init(), agari(machi=136)), "rounds.0: tile 136 cannot be read"),
        (xml(init(), agari(m="65536")), "rounds.0: meld 65536 cannot be read"),
        (xml(init(), agari(), "<RYUUKYOKU sc='1,1,1,1,1,1,1,1'/>"), "rounds.0: <RYUUKYOKU> cannot"),
        (xml(init(), "<RYUUKYOKU type='x' sc='1,1,1,1,1,1,1,1'/>"), "rounds.0: <RYUUKYOKU type=x>"),
        (xml(init(), agari(owari="1,2")), "log: owari cannot be read"),
        (xml(init(), agari(owari="a,b,c,d,e,f,g,h")), "log: owari cannot be read"),
        (xml(init(), agari(hai=[0] * 5, machi=0)), "rounds.0.wins.0.hand"),
        ("<mjloggm>" + " " * 1024**2 + "</mjloggm>", ": larger than 1 MB"),
        ("<a>" * 50_000 + "</a>" * 50_000, "log: <a> cannot be read"),
    ],
)
def test_what_is_no_log_in_xml_is_refused(text: str, said: str) -> None:
    found = only(text)
    assert found.record is None
    (error,) = found.errors
    assert f"{error.field}: {error}".startswith(said)


# -- against the log's own figures --------------------------------------------------------------


def errors(text: str) -> list[tuple[str, str]]:
    return [(error.field, str(error)) for error in only(text).errors]


def test_a_deal_that_pays_otherwise_than_the_log_is_told() -> None:
    other = agari(sc="250,320,250,-320,250,0,250,0", owari=OWARI)
    assert errors(xml(init(), other)) == [
        (
            "rounds.0",
            "E1: the log pays +32000, -32000, +0, +0, these rules +48000, -48000, +0, +0",
        )
    ]


def test_a_log_whose_table_stands_elsewhere_is_told() -> None:
    draw = "<RYUUKYOKU sc='250,0,250,0,250,0,250,0'/>"
    assert errors(xml(init(), draw, init(seed="0,1,0"), BUST)) == [
        ("rounds.1", "the log is at E1-1 (0), by these rules it is E2-1 (0)")
    ]


def test_a_log_that_stops_before_the_end_is_told() -> None:
    draw = "<RYUUKYOKU sc='250,0,250,0,250,0,250,0'/>"
    assert errors(xml(init(), draw)) == [("rounds", "the log stops before the end of the game")]


def test_a_log_that_goes_on_after_the_end_is_told() -> None:
    deals = [init(), BUST, init(seed="1,0,0", ten="730,-230,250,250"), BUST]
    assert errors(xml(*deals))[0] == (
        "rounds.1",
        "round 2 comes after the end of the game (a player is bust)",
    )


def test_a_result_no_settlement_comes_to_is_told() -> None:
    other = agari(owari="730,84.0,-230,-74.0,250,5.0,250,-15.0")
    assert errors(xml(init(), other)) == [
        ("rounds", "the log ends with 84, -74, 5, -15, these rules with 83, -73, 5, -15")
    ]
    other = agari(owari="740,83.0,-240,-73.0,250,5.0,250,-15.0")
    assert errors(xml(init(), other)) == [
        (
            "rounds",
            "the log ends with 74000, -24000, 25000, 25000, "
            "these rules with 73000, -23000, 25000, 25000",
        )
    ]


def options(text: str) -> dict[str, Any]:
    record = only(text).record
    assert record is not None
    found: dict[str, Any] = record["rules"]["options"]
    return found


def test_how_a_site_settles_shows_in_its_result() -> None:
    """Uma 5-10 in place of the preset's 10-20."""
    lesser = agari(owari="730,73.0,-230,-63.0,250,0.0,250,-10.0")
    assert options(xml(init(), lesser))["uma"] == [10000, 5000, -5000, -10000]


def test_three_players_settle_by_a_line_of_their_own() -> None:
    """A child's sanma ends in one deal too: 35000 each, 48000 off the second seat."""
    end = agari(
        doraHai="0", sc="350,480,350,-480,350,0,0,0", owari="830,73.0,-130,-68.0,350,-5.0,0,0"
    )
    text = xml(init(ten="350,350,350,0"), end, go=25, names=(*NAMES[:3], ""))
    found = only(text)
    assert found.errors == ()
    assert options(text)["uma"] == [15000, 0, -15000]


def test_an_east_game_that_went_on_was_a_hanchan() -> None:
    """Some logs do not say so; that it went on does."""
    draw = "<RYUUKYOKU sc='300,0,200,0,250,0,250,0'/>"
    ten = "300,200,250,250"
    deals = [tag for n in range(4) for tag in (init(seed=f"{n},{n},0", ten=ten), draw)]
    end = agari(
        who=0,
        sc="300,492,200,-492,250,0,250,0",
        owari="792,89.2,-292,-79.2,250,5.0,250,-15.0",
    )
    text = xml(*deals, init(seed="4,4,0", ten=ten), end, go=1)
    assert errors(text) == []
    assert options(text)["length"] == "hanchan"


def test_a_dealer_who_stopped_where_the_rules_leave_a_choice() -> None:
    """Tenpai in first place in the last hand; the log ends there."""
    draws = [
        tag
        for n in range(3)
        for tag in (
            init(seed=f"{n},{n},0", ten="230,230,230,310"),
            "<RYUUKYOKU sc='230,0,230,0,230,0,310,0'/>",
        )
    ]
    last = (
        "<RYUUKYOKU sc='230,-10,230,-10,230,-10,310,30' hai3='1' "
        "owari='220,2.0,220,-18.0,220,-28.0,340,44.0'/>"
    )
    text = xml(*draws, init(seed="3,3,0", ten="230,230,230,310"), last, go=1)
    record = only(text).record
    assert record is not None
    assert record["rounds"][-1]["stop"] is True
    assert record["start"]["scores"] == [23000, 23000, 23000, 31000]
    assert errors(text) == []


def test_a_table_that_starts_with_other_points() -> None:
    end = agari(sc="300,480,300,-480,300,0,300,0", owari="780,0,-180,0,300,0,300,0")
    text = xml(init(ten="300,300,300,300"), end)
    assert options(text)["start_points"] == 30000


def test_players_of_one_name_are_told_apart() -> None:
    record = only(xml(init(), BUST, names=("NoName", "NoName", "", "NoName"))).record
    assert record is not None
    assert record["players"] == ["NoName", "NoName (2)", "Player 3", "NoName (3)"]


# -- tenhou.net/6 -------------------------------------------------------------------------------

ORPHANS = [11, 19, 21, 29, 31, 39, 41, 42, 43, 44, 45, 46, 47]
DULL = [11, 12, 14, 15, 21, 22, 24, 25, 31, 32, 34, 35, 41]
WON = ["和了", [48000, -48000, 0, 0], [0, 1, 0, "役満48000点", "国士無双(役満)"]]
Seat = tuple[Sequence[Any], Sequence[Any], Sequence[Any]]


def deal(
    *seats: Seat,
    result: Sequence[Any] = WON,
    place: Sequence[int] = (0, 0, 0),
    scores: Sequence[int] = (25000,) * 4,
    ura: Sequence[int] = (),
) -> list[Any]:
    rest: list[Seat] = [(DULL, [], [])] * (4 - len(seats))
    lists = [list(part) for seat in (*seats, *rest) for part in seat]
    return [list(place), list(scores), [12], list(ura), *lists, list(result)]


DEALT: tuple[Seat, Seat] = ((ORPHANS, [13], [60]), (DULL, [47], [60]))


def log6(*deals: Any, **more: Any) -> dict[str, Any]:
    return {
        "title": ["", ""],
        "name": list(NAMES),
        "rule": {"disp": "般南喰赤", "aka": 1},
        "log": list(deals),
        **more,
    }


def told6(*seats: Seat, **more: Any) -> dict[str, Any]:
    return dict(tenhou6.read(log6(deal(*seats, **more))).deals[0].outcome)


def test_the_shortest_game_in_json_is_the_same_record() -> None:
    log = log6(deal(*DEALT), sc=[73000, 83, -23000, -73, 25000, 5, 25000, -15])
    found = only(json.dumps(log))
    assert found.errors == ()
    assert found.record == only(xml(init(), BUST)).record


def test_an_address_with_the_log_in_it_is_the_log() -> None:
    told = quote(json.dumps(log6(deal(*DEALT))))
    assert only(f"https://tenhou.net/6/#json={told}").errors == ()


@pytest.mark.parametrize(
    "more, preset, options",
    [
        ({}, "tenhou", {"length": "hanchan"}),
        ({"rule": {"disp": "般東喰赤", "aka": 1}}, "tenhou", {"length": "east"}),
        ({"rule": {"disp": "般南", "aka": 0}}, "tenhou", {"open_tanyao": False, "red_fives": 0}),
        ({"rule": {"disp": "般南喰"}}, "tenhou", {"red_fives": 0}),
        ({"rule": {"disp": "般南喰赤"}}, "tenhou", {}),
        ({"rule": {"disp": "玉の間南喰赤", "aka51": 1}}, "mahjongsoul", {}),
        ({"rule": {"disp": "Jade Room East", "aka51": 1}}, "mahjongsoul", {"length": "east"}),
        ({"dan": ["雀傑★1"] * 4}, "mahjongsoul", {}),
        ({"rule": None}, "tenhou", {"red_fives": 0}),
    ],
)
def test_the_rules_are_words_of_the_log(
    more: dict[str, Any], preset: str, options: dict[str, Any]
) -> None:
    log = tenhou6.read(log6(deal(*DEALT), **more))
    assert (log.preset, log.options) == (preset, {"length": "hanchan", **options})


def test_three_players_leave_a_seat_empty() -> None:
    empty: Seat = ([], [], [])
    north: Seat = ([*ORPHANS[:12], 44], [11, 47], ["f44", 60])
    result = ["和了", [-1, 0, 1, 0], [2, 2, 2, "", "x"]]
    log = tenhou6.read(log6(deal(DEALT[0], DEALT[1], north, empty, result=result)))
    assert (log.preset, len(log.players)) == ("tenhou-sanma", 3)
    assert log.deals[0].scores == (25000,) * 3


def test_a_seat_is_played_through_calls_and_kans() -> None:
    """A chi, a pon that grows to a kan, a closed kan, a called kan, and the tile drawn at last."""
    seat: Seat = (
        [12, 13, 45, 45, 31, 31, 31, 29, 29, 29, 29, 19, 51],
        ["c111213", "45p4545", 45, 31, 11, 19],
        [19, 51, "45k454545", "313131a31", 60],
    )
    discarding: Seat = (DULL, [45], [60])
    result = ["和了", [1, 0, -1, 0], [0, 0, 0, "", "嶺上開花(1飜)"]]
    told = told6(seat, discarding, result=result)["wins"][0]["hand"]
    assert told["melds"] == ["chi 123m", "kakan 5555z", "ankan 1111s"]
    assert (told["tiles"], told["win_tile"]) == ("9m9999p", "9m")
    assert told["situation"] == ["after-kan"]


def test_a_called_kan_draws_before_it_discards() -> None:
    seat: Seat = ([*ORPHANS[:10], 45, 45, 45], ["m45454545", 12, 44], [0, 60])
    told = told6(seat, result=["和了", [1, 0, 0, -1], [0, 0, 0, "", "x"]])["wins"][0]["hand"]
    assert told["melds"] == ["kan 5555z"]
    assert told["win_tile"] == "4z"


def test_a_riichi_that_stands_and_one_that_is_ronned() -> None:
    stands: Seat = (ORPHANS, [13], ["r60"])
    told = told6(stands, (DULL, [47], ["r47"]), ura=[13])
    assert told["riichi"] == [0]
    assert told["wins"][0]["hand"]["situation"] == ["riichi"]
    assert told["wins"][0]["hand"]["ura"] == ["3m"]
    double = ["和了", [1, -1, 0, 0], [0, 1, 0, "", "両立直(2飜)"]]
    told = told6(stands, DEALT[1], result=double)
    assert told["wins"][0]["hand"]["situation"] == ["double-riichi"]


def test_a_win_another_pays_for_and_a_second_winner() -> None:
    result = [*WON, [0, -1, 1, 0], [2, 1, 3, "", "x"]]
    wins = told6(*DEALT, result=result)["wins"]
    assert [(win["winner"], win.get("liable")) for win in wins] == [(0, None), (2, 3)]


READY = [11, 11, 11, 12, 13, 14, 15, 16, 17, 18, 19, 19, 19]


@pytest.mark.parametrize(
    "result, expected",
    [
        (["流局", [1500, -1500, 1500, -1500]], {"type": "draw", "tenpai": [0, 2]}),
        (["流局", [0, 0, 0, 0]], {"type": "draw", "tenpai": [0]}),
        (["Exhaustive Draw"], {"type": "draw", "tenpai": [0]}),
        (["全員不聴"], {"type": "draw", "tenpai": [0]}),
        (["全員聴牌"], {"type": "draw", "tenpai": [0, 1, 2, 3]}),
        (
            ["流し満貫", [-4000, 8000, -2000, -2000]],
            {"type": "draw", "tenpai": [0], "nagashi": [1]},
        ),
        (["九種九牌"], {"type": "abort", "reason": "nine-terminals"}),
        (["Four Wind Abortion"], {"type": "abort", "reason": "four-winds"}),
        (["四家立直"], {"type": "abort", "reason": "four-riichi"}),
        (["四槓散了"], {"type": "abort", "reason": "four-kans"}),
        (["三家和了"], {"type": "abort", "reason": "triple-ron"}),
    ],
)
def test_a_deal_of_the_json_without_a_winner(result: list[Any], expected: dict[str, Any]) -> None:
    assert told6((READY, [], []), result=result) == {"riichi": [], **expected}


def test_after_three_rons_the_next_scores_say_whose_riichi_stood() -> None:
    riichi: Seat = (DULL, [13], ["r60"])
    first = deal(riichi, riichi, result=["三家和了"])
    after = deal(*DEALT, scores=(24000, 25000, 25000, 25000), place=(0, 1, 1))
    log = tenhou6.read(log6(first, after))
    assert log.deals[0].outcome["riichi"] == [0]
    assert log.deals[0].after == (24000, 25000, 25000, 25000)


def bad(*path: Any, to: Any) -> dict[str, Any]:
    """The shortest game with something else in one place."""
    log: Any = json.loads(json.dumps(log6(deal(*DEALT), sc=[73000, 83, -23000, -73, 1, 1, 1, 1])))
    spot = log
    for key in path[:-1]:
        spot = spot[key]
    spot[path[-1]] = to
    found: dict[str, Any] = log
    return found


@pytest.mark.parametrize(
    "log, field",
    [
        (bad("log", to=[]), "log"),
        (bad("log", to=[[]] * 300), "log"),
        (bad("log", to=7), "log"),
        (bad("log", 0, to=[1]), "log.0"),
        (bad("log", 0, 0, to=[0]), "log.0.0"),
        (bad("log", 0, 0, 0, to=99), "log.0"),
        (bad("log", 0, 1, to=[1, 2, 3]), "log.0.1"),
        (bad("log", 0, 1, 0, to="x"), "log.0.1"),
        (bad("log", 0, 2, to=[20]), ""),
        (bad("log", 0, 4, 0, to=48), "log.0"),
        (bad("log", 0, 4, 0, to=10**40), "log.0"),
        (bad("log", 0, 5, 0, to="c99"), "log.0"),
        (bad("log", 0, 5, 0, to="r47"), "log.0"),
        (bad("log", 0, 5, 0, to="c1112131415"), "log.0"),
        (bad("log", 0, 5, 0, to="p171717"), "log.0"),
        (bad("log", 0, 6, 0, to="c171717"), "log.0"),
        (bad("log", 0, 6, 0, to="k11111111"), "log.0"),
        (bad("log", 0, 6, 0, to=12), "log.0"),
        (bad("log", 0, 8, 0, to="c111213"), "log.0"),
        (bad("log", 0, 8, 0, to="c131112"), "log.0"),
        (bad("log", 0, 8, to=[]), "log.0"),
        (bad("log", 0, 9, to=[]), "log.0"),
        (bad("log", 0, 16, to=[]), "log.0.16"),
        (bad("log", 0, 16, to=["和了", [0, 0, 0, 0]]), "log.0"),
        (bad("log", 0, 16, to=["和了", [0]]), "log.0"),
        (bad("log", 0, 16, to=["和了", [0, 0, 0, 0], [9, 1, 0, ""]]), "log.0"),
        (bad("log", 0, 16, to=[["和了"]]), "log.0"),
        (bad("name", to=["A"]), "name"),
        (bad("name", 0, to=7), "name"),
        (bad("sc", to=[1]), "sc"),
        (bad("sc", 1, to="x"), "sc"),
        (bad("sc", 1, to=True), "sc"),
        (bad("sc", 1, to=1e300), "sc"),
    ],
)
def test_what_is_no_log_in_json_is_refused(log: dict[str, Any], field: str) -> None:
    found = only(json.dumps(log))
    assert found.record is None
    (error,) = found.errors
    assert error.field == field


def test_figures_that_are_no_whole_numbers_are_told() -> None:
    log = tenhou6.read(log6(deal(*DEALT), sc=[73000, 83.5, -23000, -73, 25000, 5, 25000, -15]))
    assert log.totals is not None
    assert log.totals[0] == Fraction(167, 2)
    assert "83.5" in str(account(log).differences[0])


@pytest.mark.parametrize(
    "name, started",
    [
        ("2010091009gm-00a9-0000-0d0da0ea.mjlog", "2010-09-10T09:00:00+09:00"),
        ("log 2021123123gm-0029-0000-x&tw=2", "2021-12-31T23:00:00+09:00"),
        ("2021133123gm-0029-0000-x", None),
        ("2021123124gm-0029-0000-x", None),
        ("game.xml", None),
    ],
)
def test_a_game_of_tenhou_tells_its_hour_by_its_name(name: str, started: str | None) -> None:
    by_file = read_piece(xml(init(), BUST), name=name).record
    by_ref = read_piece(json.dumps(log6(deal(*DEALT), ref=name))).record
    assert by_file is not None
    assert by_ref is not None
    assert by_file.get("started") == by_ref.get("started") == started
    assert by_file["id"] == by_ref["id"]


# -- files and pasted texts ---------------------------------------------------------------------

RECORD = {"format": "jantaku.game/1"}


def test_games_stand_one_a_line_or_in_a_list() -> None:
    line, log = json.dumps(RECORD), json.dumps(log6(deal(*DEALT)))
    found = list(games(f"{line}\n\n{log}\n[]\n{{\n"))
    assert [(one.number, one.kind) for one in found] == [
        *[(1, "record"), (2, "tenhou6"), (3, None), (4, None)],
    ]
    assert found[0].record == RECORD
    assert [len(one.errors) for one in found] == [0, 0, 1, 1]
    assert [one.kind for one in games(f"[{line},{log}]")] == ["record", "tenhou6"]


def test_a_text_of_no_kind_is_told_in_words_of_the_reader() -> None:
    """What a parser says of it is English, and speaks of columns."""
    said = [str(one.errors[0].message) for one in games("hello\nworld")]
    assert said == ["neither a game record nor a log of Tenhou or Mahjong Soul"] * 2


@pytest.mark.parametrize(
    "text", ["", "hello", "{", "{}", '{"a": 1, "a": 2}', "[" * 100_000, "7", "NaN"]
)
def test_what_is_neither_is_told(text: str) -> None:
    found = only(text)
    assert found.kind is None
    assert len(found.errors) == 1


def test_one_value_may_stand_over_several_lines() -> None:
    assert [one.kind for one in games(json.dumps(RECORD, indent=1))] == ["record"]


def test_a_text_too_long_to_be_one_value_is_read_by_lines() -> None:
    line = json.dumps({**RECORD, "note": "x" * 600_000})
    assert [one.kind for one in games(f"{line}\n{line}")] == ["record", "record"]
    assert [str(error) for error in only(f"[{line},{line}]").errors] == ["larger than 1 MB"]


def test_a_file_is_unpacked_where_it_is_packed() -> None:
    assert unpack("東".encode()) == "東"
    assert unpack(b"\xef\xbb\xbf{}") == "{}"
    assert unpack(gzip.compress("東".encode())) == "東"


@pytest.mark.parametrize(
    "data, said",
    [
        (b"\xff\xfe", "not a text (UTF-8)"),
        (b"a\0b", "not a text (UTF-8)"),
        (b"\x1f\x8bxxxxxxxxx", "the file is damaged"),
        (gzip.compress(b"hello", mtime=0)[:-6], "the file is damaged"),
        (b"x" * (1024**2 + 1), "larger than 1 MB"),
        (gzip.compress(bytes(50 * 1024**2), mtime=0), "larger than 1 MB"),
    ],
    ids=("other coding", "NUL", "noise", "cut short", "long", "bomb"),
)
def test_a_file_that_cannot_be_read_is_refused(data: bytes, said: str) -> None:
    with pytest.raises(ScoringError, match="^" + said.replace("(", r"\(").replace(")", r"\)")):
        unpack(data, most=1024**2)


@pytest.mark.parametrize("name", ["P1", "p4", "Player 2", "NoName", "NoName (3)"])
def test_what_stands_for_a_hidden_player_is_no_name(name: str) -> None:
    assert is_placeholder(name)


@pytest.mark.parametrize("name", ["P5", "Pat", "Noname7", "Player One", "Aki", ""])
def test_a_name_that_looks_a_little_so_is_one(name: str) -> None:
    assert not is_placeholder(name)


def test_a_text_whose_letters_take_twice_the_room_may_be_half_as_long() -> None:
    assert unpack(b"12345678", most=8) == "12345678"
    assert unpack("🀄".encode(), most=8) == "🀄"
    with pytest.raises(ScoringError, match="larger"):
        unpack("🀄1".encode(), most=8)
