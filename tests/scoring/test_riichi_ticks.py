"""Yaku ticked by hand, held against hands: what is found in one can be ticked, and nothing else."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.riichi.names import NAMES
from scoring.riichi.rules import LOCAL_YAKU, RiichiRules, read_rules
from scoring.riichi.ticks import (
    Ticks,
    complete,
    contradiction,
    fits,
    greyed,
    possible,
    series,
    tally,
    value,
    why_not_called,
    yakuman_of,
)
from scoring.riichi.yaku import BONUSES, CLOSED, YAKUMAN, place
from tests.scoring.hand_table import RECORDS, yaku
from tests.scoring.random_wins import readings

CLUB = read_rules(None, {})
ALL_LOCAL = read_rules(None, {"local_yaku": list(LOCAL_YAKU), "renhou": "yakuman"})


def ron(*yaku: str, **more: Any) -> Ticks:
    return Ticks(frozenset(yaku), tsumo=False, dealer=False, **more)


def tsumo(*yaku: str, **more: Any) -> Ticks:
    return Ticks(frozenset(yaku), tsumo=True, dealer=False, **more)


def open_ron(*yaku: str, **more: Any) -> Ticks:
    return ron(*yaku, called=True, **more)


def reason(ticks: Ticks, name: str, rules: RiichiRules = CLUB) -> str:
    return greyed(rules, ticks, [name]).get(name, "")


# -- against hands ------------------------------------------------------------------------------


def ticked(patterns: Any, **how: Any) -> Ticks:
    """The ticks that say all of a hand."""
    names = frozenset(name for name, _ in patterns if name not in {*BONUSES, "menzen-tsumo"})
    return Ticks(names, bonus={n: number for n, number in patterns if n in BONUSES}, **how)


def check(rules: RiichiRules, ticks: Ticks, han: int | None, fu: int | None, yakuman: int) -> None:
    """The ticks stand together and come to what the hand is worth."""
    assert contradiction(rules, ticks) == ""
    found = tally(rules, ticks)
    assert (found.yakuman, found.han) == (yakuman, 0 if yakuman else han)
    if fu is not None and not yakuman:
        assert fu in found.fus
        expected = {"han": han, "fu": fu if found.asks_fu else found.fus[0]}
        assert value(rules, ticks, fu) == expected


def recorded(name: str, every: int) -> Iterator[tuple[RiichiRules, dict[str, Any], dict[str, Any]]]:
    """Hands of a file, each with its rules, and what it is worth."""
    if not (RECORDS / name).exists():
        pytest.skip("the recorded hands are not here")
    with gzip.open(RECORDS / name, "rt", encoding="utf-8") as lines:
        for line in list(lines)[::every]:
            record = json.loads(line)
            asked = record["rules"]
            rules = read_rules(asked.get("preset"), asked.get("options", {}))
            if "hand" in record:
                yield rules, record["hand"], record["expected"]
            else:
                yield from _of_game(rules, record)


def _of_game(
    rules: RiichiRules, game: dict[str, Any]
) -> Iterator[tuple[RiichiRules, dict[str, Any], dict[str, Any]]]:
    for played, known in zip(game["rounds"], game["expected"]["rounds"], strict=True):
        for win in played.get("wins", ()):
            worth = next(w for w in known["wins"] if w["winner"] == win["winner"])
            seat = (win["winner"] - int(known["round"][1]) + 1) % len(game["players"])
            if "hand" in win and worth.get("patterns"):
                table = {"round": known["round"][0], "seat": "ESWN"[seat]}
                yield rules, {**win["hand"], **table, "tsumo": win["from"] is None}, worth


@pytest.mark.records
@pytest.mark.parametrize(
    "name, every", [("hands.jsonl.gz", 7), ("generated.jsonl.gz", 3), ("games.jsonl.gz", 30)]
)
def test_the_yaku_of_a_recorded_hand_can_be_ticked_and_come_to_its_han(
    name: str, every: int
) -> None:
    seen: set[Any] = set()
    for rules, hand, worth in recorded(name, every):
        ticks = ticked(
            worth["patterns"],
            called=any(not meld.startswith("ankan") for meld in hand.get("melds", ())),
            tsumo=hand["tsumo"],
            dealer=hand["seat"] == "E",
            double_wind=hand["seat"] == hand["round"],
        )
        check(rules, ticks, worth["han"], worth["fu"], worth["yakuman"])
        seen.add((ticks.yaku, ticks.called, ticks.tsumo))
    assert len(seen) > 150


@pytest.fixture(scope="module")
def found() -> list[tuple[Ticks, int, int, int]]:
    """Random hands as ticks, each kind once, with their han, fu and yakuman."""
    kinds = {}
    for hand, context, best in readings(ALL_LOCAL, 12_000, seed=20261130):
        ticks = ticked(
            best.patterns,
            called=hand.open,
            tsumo=context.tsumo,
            dealer=context.seat_wind == 0,
            double_wind=context.round_wind == context.seat_wind,
            discarder_riichi=context.discarder_riichi,
        )
        how = (ticks.called, ticks.tsumo, ticks.dealer, ticks.double_wind, ticks.discarder_riichi)
        kinds[ticks.yaku, how, best.fu] = (ticks, best.han, best.fu, best.yakuman)
    return list(kinds.values())


@pytest.mark.slow
def test_the_yaku_of_a_random_hand_can_be_ticked_and_come_to_its_han(
    found: list[tuple[Ticks, int, int, int]],
) -> None:
    for ticks, han, fu, yakuman in found[::3]:
        check(ALL_LOCAL, ticks, han, fu, yakuman)


def test_what_a_yaku_brings_along_need_not_be_ticked(
    found: list[tuple[Ticks, int, int, int]],
) -> None:
    for ticks, han, _fu, yakuman in found[::5]:
        for name in ticks.yaku if not yakuman else ():
            fewer = Ticks(
                ticks.yaku - {name}, ticks.called, ticks.tsumo, ticks.dealer, ticks.double_wind
            )
            if name in complete(ALL_LOCAL, fewer):
                bonus = sum(ticks.bonus.values())
                assert tally(ALL_LOCAL, fewer).han == han - bonus, (ticks.yaku, name)


def test_two_yaku_that_can_be_ticked_together_are_found_together(
    found: list[tuple[Ticks, int, int, int]],
) -> None:
    pairs: Counter[tuple[str, ...]] = Counter()
    for ticks, _han, _fu, yakuman in found:
        if not yakuman:
            pairs.update(combinations(sorted(ticks.yaku, key=place), 2))
    for tiles, win, *melds in SELDOM:
        held = yaku(tiles, win, *melds, options={"local_yaku": list(LOCAL_YAKU)})
        pairs.update(combinations(sorted(held, key=place), 2))
    names = sorted(CLOSED.keys() - {"menzen-tsumo"}, key=place)
    assert set(pairs) == {pair for pair in combinations(names, 2) if can_stand_together(pair)}


SELDOM = (
    ("123456789m99p", "9p", "pon 555z"),
    ("123456789m99p", "9p", "pon 666z"),
    ("222s99m", "9m", "pon 222m", "pon 222p", "pon 555z"),
    ("123p77z", "1p", "pon 111z", "pon 555z", "pon 666z"),
    ("123p77z", "1p", "pon 222z", "pon 555z", "pon 666z"),
    ("222m99p", "9p", "pon 333m", "pon 444m", "pon 111z"),
    ("222m99p", "9p", "pon 333m", "pon 444m", "pon 222z"),
    ("999s77z", "7z", "pon 555z", "pon 666z", "pon 111p"),
)
"""Hands that not every heap of random ones holds; South wins in the East round."""


def can_stand_together(names: tuple[str, ...]) -> bool:
    ways = [(called, drawn) for called in (False, True) for drawn in (False, True)]
    return any(
        not contradiction(ALL_LOCAL, Ticks(frozenset(names), called, drawn, discarder_riichi=True))
        for called, drawn in ways
    )


# -- what cannot be -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ticks, name, why",
    [
        (ron("pinfu"), "toitoi", "not with Pinfu"),
        (ron("tanyao"), "yakuhai-haku", "not with Tanyao"),
        (ron("chanta"), "ittsu", "not with Chanta"),
        (ron("honitsu"), "sanshoku-doujun", "not with Honitsu"),
        (ron("chiitoitsu"), "yakuhai-chun", "not with Seven pairs"),
        (ron("riichi", "sanshoku-doujun", "iipeikou"), "yakuhai-haku",
         "not with Iipeikou, Sanshoku"),
        (ron("yakuhai-haku", "yakuhai-hatsu"), "yakuhai-chun",
         "not with White dragon, Green dragon"),
        (ron("yakuhai-haku", "yakuhai-hatsu"), "sanshoku-doukou",
         "not with White dragon, Green dragon"),
        (ron("double-riichi", "ippatsu"), "houtei", "not with Double riichi, Ippatsu"),
        (ron("iipeikou"), "chankan", ""),
        (ron("ryanpeikou"), "chankan", "not with Ryanpeikou"),
        (ron("shousangen", "yakuhai-round-wind"), "yakuhai-seat-wind",
         "not with Round wind, Shousangen"),
        (ron("shousangen", "yakuhai-round-wind", double_wind=True), "yakuhai-seat-wind", ""),
        (ron(), "haitei", "only by self-draw"),
        (tsumo(), "chankan", "only off a discard"),
        (tsumo(), "tenhou", "only for the dealer"),
        (Ticks(tsumo=True, dealer=True), "chiihou", "not for the dealer"),
        (Ticks(), "tenhou", ""),
        (tsumo(), "toitoi", "four concealed triplets are suuankou"),
        (tsumo(called=True), "toitoi", ""),
        (tsumo(called=True), "riichi", "only with a closed hand"),
        (tsumo(called=True), "kokushi", "only with a closed hand"),
        (tsumo(called=True), "daisangen", ""),
        (ron("daisangen"), "tanyao", "beside a yakuman nothing else counts"),
        (ron("daisangen"), "shousuushi", "not with Daisangen"),
        (ron("tanyao"), "kokushi", ""),
        (ron("suukantsu"), "suuankou-tanki", ""),
        (tsumo("suukantsu"), "suuankou", "not with Suukantsu"),
        (tsumo("tenhou"), "suukantsu", "not with Tenhou"),
    ],
)  # fmt: skip
def test_what_cannot_stand_beside_the_ticks_is_greyed_with_the_reason(
    ticks: Ticks, name: str, why: str
) -> None:
    assert reason(ticks, name) == why


def test_sets_of_all_five_kinds_have_one_of_dragons_and_one_of_winds() -> None:
    dragons = ron("uumensai", "yakuhai-haku")
    assert reason(dragons, "yakuhai-chun", ALL_LOCAL) == "not with White dragon, Uumensai"
    winds = ron("uumensai", "yakuhai-round-wind")
    assert reason(winds, "yakuhai-seat-wind", ALL_LOCAL) == "not with Round wind, Uumensai"
    assert reason(winds, "yakuhai-chun", ALL_LOCAL) == ""


def test_what_is_ticked_is_never_greyed() -> None:
    assert greyed(CLUB, tsumo("pinfu", "toitoi", "houtei"), ["pinfu", "toitoi", "houtei"]) == {}


def test_a_rung_of_a_ladder_is_live_to_take_the_place_of_the_other() -> None:
    assert reason(ron("honitsu"), "chinitsu") == ""


def test_what_the_win_leaves_no_place_for_can_be_left_out() -> None:
    assert possible(CLUB, tsumo("houtei", "pinfu")).yaku == {"pinfu"}
    assert possible(CLUB, open_ron("riichi", "tanyao")).yaku == {"tanyao"}


def test_every_ladder_holds_what_excludes_each_other() -> None:
    for group in series(ALL_LOCAL):
        for ladder in group.ladders:
            for pair in combinations(ladder, 2):
                assert not fits(ALL_LOCAL, Ticks(), pair), pair


@pytest.mark.parametrize(
    "ticks, why",
    [
        (ron("pinfu", "tanyao"), ""),
        (ron("pinfu", "toitoi"), "cannot be in one hand: Pinfu, Toitoi"),
        (ron("haitei"), "Haitei: only by self-draw"),
        (tsumo("toitoi"), "four concealed triplets are suuankou"),
        (ron("yakuhai-haku", "yakuhai-hatsu", "yakuhai-chun"),
         "cannot be in one hand: White dragon, Green dragon, Red dragon"),
        (ron("daisangen", "pinfu", "toitoi"), ""),
        (ron("kokushi", "daisangen"), "cannot be in one hand: Daisangen, Kokushi"),
    ],
)  # fmt: skip
def test_ticks_that_contradict_one_another_are_refused_with_the_reason(
    ticks: Ticks, why: str
) -> None:
    assert contradiction(CLUB, ticks) == why
    if why:
        with pytest.raises(ScoringError) as refused:
            tally(CLUB, ticks)
        assert (refused.value.field, refused.value.message) == ("value", why)


def test_reasons_come_in_the_readers_language() -> None:
    words = {"not with {pattern}": "{pattern} とは重ならない", "Pinfu": "平和"}
    told = greyed(CLUB, ron("pinfu"), ["toitoi"], lambda text: words.get(text, text))
    assert told == {"toitoi": "平和 とは重ならない"}


def test_a_hand_is_open_only_without_what_must_be_closed() -> None:
    assert why_not_called(CLUB, ron("riichi", "honitsu")) == "Riichi needs a closed hand"
    assert why_not_called(CLUB, ron("honitsu", "tanyao")) == ""
    assert why_not_called(CLUB, ron("riichi", "daisangen")) == ""
    strict = read_rules(None, {"open_tanyao": False})
    assert why_not_called(strict, ron("tanyao")) == "Tanyao needs a closed hand"
    assert reason(open_ron(), "tanyao", strict) == "only with a closed hand"


# -- what it comes to ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ticks, han",
    [
        (ron("riichi", "pinfu"), 2),
        (tsumo("riichi", "pinfu"), 3),
        (tsumo("yakuhai-chun", called=True), 1),
        (ron("honitsu"), 3),
        (open_ron("honitsu"), 2),
        (open_ron("chinitsu", "toitoi"), 7),
        (ron("ippatsu"), 2),
        (open_ron("shousangen"), 4),
        (open_ron("shousangen", "yakuhai-chun"), 4),
        (open_ron("shousangen", "yakuhai-chun", "yakuhai-round-wind"), 7),
        (open_ron("honroutou"), 4),
        (ron("honroutou"), 6),
        (tsumo("honroutou"), 5),
        (ron("honroutou", "chiitoitsu"), 4),
        (ron("sankantsu"), 4),
        (tsumo("sanshoku-doukou"), 5),
        (ron("sanshoku-doukou"), 2),
        (open_ron("yakuhai-haku", "sanshoku-doukou"), 5),
        (ron("riichi", bonus={"dora": 2, "ura-dora": 1, "red-dora": 0}), 4),
        (ron("open-riichi", discarder_riichi=True), 2),
    ],
)
def test_the_han_add_up_with_all_that_a_yaku_brings(ticks: Ticks, han: int) -> None:
    found = tally(ALL_LOCAL, ticks)
    assert found.han == han
    assert sum(number for _, number in found.patterns) == han


def test_what_nobody_ticked_is_named() -> None:
    found = tally(CLUB, tsumo("ippatsu", "shousangen"))
    assert found.brought == {"riichi", "menzen-tsumo", "dragons"}
    assert found.patterns == (
        ("riichi", 1), ("ippatsu", 1), ("menzen-tsumo", 1), ("dragons", 2), ("shousangen", 2),
    )  # fmt: skip


@pytest.mark.parametrize(
    "ticks, number, options",
    [
        (ron("daisangen"), 1, {}),
        (ron("daisangen", "tsuuiisou", "riichi"), 2, {}),
        (ron("suuankou-tanki"), 1, {}),
        (ron("suuankou-tanki"), 2, {"double_yakuman": ["suuankou-tanki"]}),
        (ron("suuankou-tanki", "tsuuiisou"), 1, {"yakuman_stack": False}),
        (ron("suuankou-tanki", "tsuuiisou", "suukantsu"), 2, {"yakuman_max": 2}),
        (ron("open-riichi", discarder_riichi=False), 1, {"local_yaku": ["open-riichi"]}),
        (ron("renhou"), 1, {"renhou": "yakuman"}),
    ],
)
def test_yakuman_count_as_the_table_counts_them(
    ticks: Ticks, number: int, options: dict[str, Any]
) -> None:
    rules = read_rules(None, options)
    assert tally(rules, ticks).yakuman == number
    assert value(rules, ticks) == {"yakuman": number}


def test_a_hand_shown_in_riichi_is_a_yakuman_off_who_is_not_in_riichi() -> None:
    assert yakuman_of(ALL_LOCAL, ron("open-riichi", discarder_riichi=False)) == ("open-riichi",)
    for ticks in (ron("open-riichi"), tsumo("open-riichi", discarder_riichi=False)):
        assert yakuman_of(ALL_LOCAL, ticks) == ()


@pytest.mark.parametrize(
    "ticks, options, expected",
    [
        (ron("renhou"), {}, {"limit": "mangan"}),
        (ron("renhou", "pinfu", "tanyao"), {}, {"limit": "mangan"}),
        (ron("renhou", "chinitsu", "pinfu"), {}, {"han": 7, "fu": 30}),
        (ron("renhou", "chinitsu"), {"renhou": "baiman"}, {"limit": "baiman"}),
        (ron("renhou", "daisangen"), {}, {"yakuman": 1}),
    ],
)
def test_renhou_as_a_limit_stands_alone_where_the_hand_is_not_dearer(
    ticks: Ticks, options: dict[str, Any], expected: dict[str, Any]
) -> None:
    assert value(read_rules(None, {"renhou": "mangan", **options}), ticks) == expected


# -- fu -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ticks, expected, options",
    [
        (ron("riichi", "pinfu"), {"han": 2, "fu": 30}, {}),
        (tsumo("pinfu"), {"han": 2, "fu": 20}, {}),
        (ron("chiitoitsu"), {"han": 2, "fu": 25}, {}),
        (tsumo("chiitoitsu"), {"han": 3, "fu": 25}, {}),
        (ron("chiitoitsu"), {"han": 1, "fu": 50}, {"chiitoitsu": "50-1"}),
        (ron("ryanpeikou"), {"han": 3, "fu": 40}, {}),
        (tsumo("ryanpeikou"), {"han": 4, "fu": 30}, {}),
        (ron("sanshoku-doujun", "iipeikou"), {"han": 3, "fu": 40}, {}),
        (ron("honitsu", "riichi"), {"han": 4, "fu": 40}, {}),
    ],
)
def test_the_fu_are_not_asked_for_where_the_yaku_fix_them(
    ticks: Ticks, expected: dict[str, int], options: dict[str, Any]
) -> None:
    rules = read_rules(None, options)
    assert not tally(rules, ticks).asks_fu
    assert value(rules, ticks) == value(rules, ticks, 110) == expected


@pytest.mark.parametrize(
    "ticks, fus",
    [
        (ron("riichi"), (40, 50, 60, 70, 80, 90, 100, 110)),
        (tsumo("riichi"), (30, 40, 50, 60, 70, 80, 90, 100, 110)),
        (open_ron("tanyao"), (30, 40, 50, 60, 70, 80, 90)),
        (ron("sanankou"), (50, 60, 70, 80, 90, 100, 110)),
        (tsumo("sanankou"), (40, 50, 60, 70, 80, 90, 100, 110)),
        (ron("riichi", "sanshoku-doujun"), (40, 50, 60, 70)),
        (ron("iipeikou", "tanyao"), (40, 50, 60, 70)),
        (open_ron("sankantsu"), (50, 60, 70, 80, 90, 100, 110)),
        (open_ron("toitoi", "yakuhai-haku"), (30, 40, 50, 60, 70, 80, 90, 100, 110)),
        (tsumo("rinshan", called=True), (30, 40, 50, 60, 70, 80, 90, 100)),
    ],
)
def test_only_fu_that_such_a_hand_can_have_are_offered(ticks: Ticks, fus: tuple[int, ...]) -> None:
    found = tally(CLUB, ticks)
    assert found.asks_fu
    assert tuple(fu for fu in found.fus if fu <= 110) == fus


def test_an_open_hand_without_any_fu_counts_as_the_table_says() -> None:
    assert tally(read_rules(None, {"open_pinfu_fu": 20}), open_ron("tanyao")).fus[0] == 20


def test_a_closed_hand_without_fu_is_pinfu_unless_the_table_has_none_by_self_draw() -> None:
    strict = read_rules(None, {"pinfu_tsumo": False})
    assert reason(tsumo(), "pinfu", strict) == "not by self-draw at this table"
    assert tally(strict, tsumo("riichi")).fus[0] == 30


def test_from_mangan_up_nobody_is_asked_for_fu() -> None:
    assert value(CLUB, ron("chinitsu")) == {"han": 6, "fu": 40}
    assert value(CLUB, ron("toitoi", "sanankou")) == {"han": 4, "fu": 50}
    four_han = open_ron("honitsu", "yakuhai-chun", "yakuhai-haku")
    assert value(CLUB, four_han) == {"han": 4, "fu": 30}
    assert tally(read_rules(None, {"kiriage_mangan": False}), four_han).asks_fu


@pytest.mark.parametrize(
    "ticks, fu, field, message",
    [
        (ron(), None, "value", "no yaku"),
        (ron(bonus={"dora": 3}), None, "value", "no yaku: dora alone do not win"),
        (ron("riichi"), None, "value.fu", "say how many fu"),
        (ron("riichi"), 30, "value.fu", "these yaku are worth more than 30 fu"),
        (ron("sanshoku-doujun"), 80, "value.fu", "these yaku do not come to 80 fu"),
    ],
)
def test_a_value_that_no_hand_has_is_refused(
    ticks: Ticks, fu: int | None, field: str, message: str
) -> None:
    with pytest.raises(ScoringError) as refused:
        value(CLUB, ticks, fu)
    assert (refused.value.field, str(refused.value)) == (field, message)


# -- other tables -------------------------------------------------------------------------------


def test_without_limits_a_yakuman_is_thirteen_han_and_all_yaku_count_on() -> None:
    rules = read_rules(None, {"aotenjou": True})
    found = tally(rules, open_ron("daisangen", bonus={"dora": 1}))
    assert dict(found.patterns) == {
        "daisangen": 13, "yakuhai-haku": 1, "yakuhai-hatsu": 1, "yakuhai-chun": 1, "dora": 1,
    }  # fmt: skip
    assert (found.han, found.yakuman, found.asks_fu) == (17, 0, True)
    assert value(rules, ron("kokushi")) == {"han": 13, "fu": 30}
    assert dict(tally(rules, ron("tsuuiisou", "daisuushi")).patterns).keys() == {
        "tsuuiisou", "daisuushi", "honroutou", "toitoi", "sanankou",
        "yakuhai-round-wind", "yakuhai-seat-wind",
    }  # fmt: skip
    assert reason(ron("chinroutou"), "tanyao", rules) == "not with Chinroutou"
    assert reason(ron("daisangen"), "riichi", rules) == ""


def test_with_three_players_a_north_may_bring_the_tile_of_a_kan() -> None:
    three = read_rules("tenhou-sanma", {})
    assert reason(tsumo("rinshan"), "pinfu", three) == ""
    assert reason(tsumo("rinshan"), "pinfu") == "not with Rinshan"
    assert reason(ron("sanshoku-doukou"), "tanyao", three) == "not with Sanshoku doukou"


def test_the_pad_shows_what_the_table_plays() -> None:
    def shown(**options: Any) -> set[str]:
        groups = series(read_rules(None, options))
        return {name for group in groups for ladder in group.ladders for name in ladder}

    standard = set(CLOSED) | set(YAKUMAN)
    assert shown(local_yaku=list(LOCAL_YAKU), renhou="mangan") == standard - {"menzen-tsumo"}
    assert "renhou" not in shown()
    assert "uumensai" not in shown()
    assert "ippatsu" not in shown(ippatsu=False)
    assert "sanshoku-doujun" not in shown(players=3, uma=[10000, 0, -10000], noten_pool=2000)


def test_every_yaku_and_bonus_has_a_name() -> None:
    assert NAMES.keys() == {*CLOSED, *YAKUMAN, *BONUSES, "dragons"}
    assert all(name.en and name.ja for name in NAMES.values())
