"""The fan of a hand: the rules page's hands, every pattern, ticked patterns, what cannot be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.hongkong.faan import (
    NINE_SIDED_ONLY,
    NO_STACKING,
    NOT_PLAYED,
    PART_OF,
    SELF_DRAW_ONLY,
    WORTH_MORE,
    Count,
    Explanation,
    Seat,
    count_patterns,
    explain,
    from_patterns,
)
from scoring.hongkong.patterns import CONFLICTS, PATTERNS, is_limit, worth
from scoring.hongkong.rules import LIMIT_HANDS, HongKongRules, read_rules
from scoring.notation import CODES, parse_hand

OPEN_TABLE = {"minimum": 0, "maximum": 10}
PLAIN = read_rules(None, {**OPEN_TABLE, "flowers": False})
FLOWERS = read_rules(None, OPEN_TABLE)


def read(
    hand: str,
    win: str | None = None,
    *,
    rules: HongKongRules = PLAIN,
    at: str = "SS",
    tsumo: bool = False,
    flowers: Sequence[str] = (),
    situation: Sequence[str] = (),
    **more: Any,
) -> Explanation:
    """``hand`` is "tiles | meld, meld"; ``at`` the round wind and the seat wind; the winning tile
    is the last one unless said."""
    tiles, _, melds = hand.partition("|")
    record = {
        "tiles": tiles.strip(),
        "melds": [meld.strip() for meld in melds.split(",") if meld.strip()],
        "win_tile": win or tiles.strip()[-2:],
        "flowers": list(flowers),
        "situation": list(situation),
        **more,
    }
    seat = Seat("ESWN".index(at[0]), "ESWN".index(at[1]), tsumo)
    return explain(rules, parse_hand(record, "hand"), seat, "hand")


def count(hand: str, win: str | None = None, **how: Any) -> Count:
    return read(hand, win, **how).count


# -- the rules page -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "faan", "total"),
    [
        ("111444p234m111s66p", 0, 0),
        ("123p123s123m456m77m", 1, 1),
        ("111s555s789s333z44z", 3, 3),
        ("111s555s888s333z44z", 6, 6),
        ("222p222m555p555z22z", 4, 4),
        ("111z999m999s111p44z", 4, 4),
        ("777666z55z789m111p", 5, 5),
        ("777666z55z222m888s", 8, 8),
        ("666555z333444m77z", 10, 11),
        ("111333555m789m99m", 7, 7),
        ("123234456789p99p", 8, 8),
    ],
)
def test_hands_of_the_page_without_flowers(hand: str, faan: int, total: int) -> None:
    found = count(hand)
    assert (found.faan, found.total, found.limit) == (faan, total, False)


@pytest.mark.parametrize("hand", ["111222333z44z234s", "111999p111999s11m"])
def test_limit_hands_of_the_page_score_the_cap(hand: str) -> None:
    found = count(hand)
    assert (found.faan, found.limit) == (10, True)


@pytest.mark.parametrize(
    ("hand", "at", "flowers", "faan", "total"),
    [
        ("123456m789p55s | pon 777z", "ES", (), 2, 2),
        ("123m456p55z | pon 777z, pon 666z", "ES", (), 6, 6),
        ("11155m | pon 777z, pon 666z, pon 555z", "ES", (), 10, 15),
        ("123456m789p55s | pon 111z", "EE", (), 3, 3),
        ("333m555p777s99s | pon 111m", "EE", ("f1",), 4, 4),
        ("333m555p777s99s | pon 111m", "EE", ("f1", "s1"), 5, 5),
        ("333m555p777s99s | pon 111m", "EE", ("f1", "f2", "f3", "f4"), 6, 6),
    ],
)
def test_hands_of_the_page_with_flowers(
    hand: str, at: str, flowers: tuple[str, ...], faan: int, total: int
) -> None:
    found = count(hand, at=at, flowers=flowers, rules=FLOWERS)
    assert (found.faan, found.total) == (faan, total)


def test_a_full_set_may_replace_the_own_flower() -> None:
    rules = read_rules(None, {**OPEN_TABLE, "set_replaces_own_flower": True})
    four = ("f1", "f2", "f3", "f4")
    found = count("333m555p777s99s | pon 111m", at="EE", flowers=four, rules=rules)
    assert found.faan == 5
    assert [(part.name, part.reason, part.by) for part in found.excluded] == [
        ("own-flower", PART_OF, "all-flowers")
    ]
    seasons = ("s1", "s2", "s3", "s4")
    assert count("333m555p777s99s | pon 111m", at="EE", flowers=seasons, rules=rules).faan == 5


# -- every pattern ------------------------------------------------------------------------------

CHICKEN = "111444p234m111s66p"
EVERY_OPTION = read_rules(
    None,
    {
        **OPEN_TABLE,
        "concealed_fan": 1,
        "seven_pairs": 4,
        "seven_flowers": 3,
        "eight_flowers": 8,
    },
)
NOT_OWN = ("f1",)
"""A flower that is not South's: neither a bonus nor the bonus for none."""

ALONE: dict[str, tuple[int, dict[str, Any]]] = {
    "four-concealed-triplets": (10, {"hand": "111444m111s666p88p", "tsumo": True}),
    "four-kongs": (10, {"hand": "55m | kan 1111p, ankan 2222s, kakan 3333m, kan 8888p"}),
    "small-winds": (10, {"hand": "11122244z234s | pon 333z"}),
    "big-winds": (10, {"hand": "111222444z33s | pon 333z"}),
    "all-honors": (10, {"hand": "111222555z66z | pon 777z"}),
    "all-terminals": (10, {"hand": "111999p111s11m | pon 999s"}),
    "nine-gates": (10, {"hand": "11123456789995p"}),
    "thirteen-orphans": (10, {"hand": "19m19p19s12345677z"}),
    "heaven": (10, {"hand": "123456m789p55678s", "at": "EE", "situation": ["first-turn"]}),
    "earth": (10, {"hand": "123456m789p55678s", "situation": ["first-turn"]}),
    "all-sequences": (1, {"hand": "123m456p77m | chi 123p, chi 123s"}),
    "all-triplets": (3, {"hand": "111s555s888m44z | pon 222p"}),
    "half-flush": (3, {"hand": "111s555s789s44z | pon 333z"}),
    "full-flush": (7, {"hand": "111333555m99m | chi 789m"}),
    "small-dragons": (5, {"hand": "777666z55z789m | pon 111p"}),
    "big-dragons": (8, {"hand": "777666z88m123p | pon 555z"}),
    "dragon-white": (1, {"hand": "123456m789p55s | pon 555z"}),
    "dragon-green": (1, {"hand": "123456m789p55s | pon 666z"}),
    "dragon-red": (1, {"hand": "123456m789p55s | kan 7777z"}),
    "seat-wind": (1, {"hand": "123456m789p55s | pon 222z", "at": "ES"}),
    "round-wind": (1, {"hand": "123456m789p55s | pon 111z", "at": "ES"}),
    "no-flowers": (1, {"hand": "111444p234m66p | pon 111s", "flowers": ()}),
    "last-tile": (1, {"hand": "111444p234m66p | pon 111s", "situation": ["last-tile"]}),
    "robbing-kong": (
        1,
        {"hand": "111444p23m66p4m | pon 111s", "win": "4m", "situation": ["robbing-kan"]},
    ),
    "self-draw": (1, {"hand": "111444p234m66p | pon 111s", "tsumo": True}),
    "own-flower": (1, {"hand": "111444p234m66p | pon 111s", "flowers": ("f2",)}),
    "own-season": (1, {"hand": "111444p234m66p | pon 111s", "flowers": ("s2",)}),
    "seven-pairs": (4, {"hand": "1133m22446688p55z"}),
    "concealed": (1, {"hand": CHICKEN}),
    "chicken": (0, {"hand": "111444p234m66p | pon 111s"}),
}
"""A hand in which the pattern is all there is, at the table of every option, South in South."""

WITH_OTHERS: dict[str, tuple[int, set[str], dict[str, Any]]] = {
    "mixed-terminals": (1, {"all-triplets"}, {"hand": "111z999m999s44z | pon 111p"}),
    "kong-replacement": (
        1,
        {"self-draw"},
        {"hand": "444p234m66p | pon 111s, kan 1111p", "tsumo": True, "situation": ["after-kan"]},
    ),
    "all-flowers": (
        2,
        {"own-flower"},
        {"hand": "111444p234m66p | pon 111s", "flowers": ("f1", "f2", "f3", "f4")},
    ),
    "all-seasons": (
        2,
        {"own-season"},
        {"hand": "111444p234m66p | pon 111s", "flowers": ("s1", "s2", "s3", "s4")},
    ),
    "seven-flowers": (
        3,
        set(),
        {
            "hand": "111444p234m66p | pon 111s",
            "flowers": ("f1", "f3", "f4", "f2", "s1", "s3", "s4"),
        },
    ),
    "eight-flowers": (
        8,
        set(),
        {
            "hand": "111444p234m66p | pon 111s",
            "flowers": ("f1", "f2", "f3", "f4", "s1", "s2", "s3", "s4"),
        },
    ),
}
"""Patterns that never come alone, or whose parts come with them."""


def _count_case(how: dict[str, Any]) -> Count:
    how = {"rules": EVERY_OPTION, "flowers": NOT_OWN, **how}
    if how.get("situation") == ["first-turn"] and how.get("at") == "EE":
        how["tsumo"], how["flowers"] = True, ("f2",)
    return count(how.pop("hand"), how.pop("win", None), **how)


def test_every_pattern_has_a_hand_here() -> None:
    assert {*ALONE, *WITH_OTHERS} == {*PATTERNS}


@pytest.mark.parametrize("name", ALONE)
def test_a_pattern_alone_counts_its_fan(name: str) -> None:
    faan, how = ALONE[name]
    found = _count_case(how)
    own = {pattern: fan for pattern, fan in found.patterns if pattern != "concealed"}
    if name == "concealed":
        own = dict(found.patterns)
    assert own == {name: faan}
    assert found.limit == (name in LIMIT_HANDS)
    assert found.faan == sum(dict(found.patterns).values())


@pytest.mark.parametrize("name", WITH_OTHERS)
def test_a_pattern_that_never_comes_alone_adds_its_fan(name: str) -> None:
    faan, others, how = WITH_OTHERS[name]
    found = _count_case(how)
    assert dict(found.patterns)[name] == faan
    assert {pattern for pattern, _ in found.patterns} == {name, *others}


def test_both_winds_count_where_the_seat_wind_is_the_round_wind() -> None:
    assert count("123456m789p55s | pon 222z").patterns == (("seat-wind", 1), ("round-wind", 1))


def test_a_self_draw_adds_to_the_last_tile_and_to_a_kongs_replacement() -> None:
    both = ["last-tile", "after-kan"]
    found = count("444p234m66p | pon 111s, kan 1111p", tsumo=True, situation=both)
    assert found.patterns == (("self-draw", 1), ("last-tile", 1), ("kong-replacement", 1))


@pytest.mark.parametrize("pair", ["22z", "55m"])
def test_all_sequences_asks_for_no_special_pair_wait_or_closed_hand(pair: str) -> None:
    assert dict(count(f"123m456p{pair} | chi 123p, chi 789s").patterns)["all-sequences"] == 1


def test_four_concealed_triplets_need_a_self_draw() -> None:
    found = count("111444m111s666p88p", "8p")
    assert found.patterns == (("all-triplets", 3),)
    assert ("four-concealed-triplets", SELF_DRAW_ONLY) in [
        (part.name, part.reason) for part in found.excluded
    ]
    assert not any(
        part.name == "four-concealed-triplets"
        for part in count("111444m111s88p | pon 666p").excluded
    )


def test_concealed_kongs_are_concealed_triplets() -> None:
    hand = "111444m88p | ankan 1111s, ankan 6666p"
    assert count(hand, tsumo=True).patterns == (("four-concealed-triplets", 10),)
    assert not count("111444m88p | ankan 1111s, kan 6666p", tsumo=True).limit


def test_nine_gates_is_a_composition_and_closed() -> None:
    assert count("11123456789995p", "9p").limit
    assert not count("11123456788p | pon 999p").limit


def test_nine_gates_may_ask_for_nine_waits() -> None:
    rules = read_rules(None, {**OPEN_TABLE, "flowers": False, "nine_gates_nine_sided": True})
    assert count("11123456789995p", "5p", rules=rules).limit
    found = count("11123456789995p", "9p", rules=rules)
    assert (found.faan, found.limit) == (7, False)
    assert ("nine-gates", NINE_SIDED_ONLY) in [(part.name, part.reason) for part in found.excluded]


def test_thirteen_orphans_are_no_set_hand_and_score_the_cap() -> None:
    explanation = read("19m19p19s12345677z")
    assert explanation.best.shape.kind == "thirteen-orphans"
    assert explanation.best.shape.text == ""
    assert explanation.count.patterns == (("thirteen-orphans", 10),)


# -- what does not count, and why ---------------------------------------------------------------

COMPANY = {"heaven": "all-honors", "earth": "all-honors", "four-kongs": "all-honors"}


@pytest.mark.parametrize("name", LIMIT_HANDS)
def test_the_dearest_limit_hand_counts_alone(name: str) -> None:
    other = COMPANY.get(name, "heaven")
    rules = read_rules(None, {**OPEN_TABLE, "limit_value": {name: 8}})
    found = from_patterns(rules, [name, other])
    assert found.patterns == ((other, 10),)
    assert [(part.name, part.reason) for part in found.excluded] == [(name, NO_STACKING)]


def test_equal_limit_hands_are_all_shown_and_do_not_add_up() -> None:
    found = from_patterns(PLAIN, ["all-honors", "big-winds"])
    assert found.patterns == (("big-winds", 10), ("all-honors", 10))
    assert (found.faan, found.total) == (10, 10)


@pytest.mark.parametrize(
    "name", [name for name in PATTERNS if name not in LIMIT_HANDS and name != "chicken"]
)
def test_beside_a_limit_hand_nothing_else_counts(name: str) -> None:
    limit = next(limit for limit in LIMIT_HANDS if name not in CONFLICTS[limit])
    found = from_patterns(EVERY_OPTION, [limit, name])
    assert found.patterns == ((limit, 10),)
    assert [(part.name, part.reason) for part in found.excluded] == [(name, NO_STACKING)]


@pytest.mark.parametrize(
    ("whole", "parts", "faan"),
    [
        ("small-dragons", ["dragon-white", "dragon-red"], 5),
        ("big-dragons", ["dragon-white", "dragon-green", "dragon-red", "small-dragons"], 8),
        ("full-flush", ["half-flush"], 7),
        ("eight-flowers", ["own-flower", "own-season", "all-flowers", "all-seasons"], 8),
        ("eight-flowers", ["seven-flowers"], 8),
        ("seven-flowers", ["own-flower", "all-flowers"], 3),
    ],
)
def test_a_pattern_takes_in_the_smaller_ones_it_is_made_of(
    whole: str, parts: list[str], faan: int
) -> None:
    found = from_patterns(EVERY_OPTION, [*parts, whole])
    assert found.patterns == ((whole, faan),)
    assert {(part.name, part.reason, part.by) for part in found.excluded} == {
        (part, PART_OF, whole) for part in parts
    }


def test_dragons_of_the_tiles_are_part_of_small_and_big_dragons() -> None:
    small = count("777666z55z789m111p")
    assert {(part.name, part.by) for part in small.excluded if part.by} == {
        ("dragon-green", "small-dragons"),
        ("dragon-red", "small-dragons"),
    }
    big = count("777666z88m123p | pon 555z")
    assert {part.by for part in big.excluded} == {"big-dragons"}
    assert len(big.excluded) == 3


def test_flowers_one_by_one_count_where_they_are_worth_more_than_seven() -> None:
    names = ["own-flower", "own-season", "all-flowers", "seven-flowers"]
    found = from_patterns(EVERY_OPTION, names)
    assert found.total == 4
    assert [(part.name, part.reason) for part in found.excluded] == [("seven-flowers", WORTH_MORE)]


@pytest.mark.parametrize("name", ["concealed", "seven-pairs", "seven-flowers", "eight-flowers"])
def test_what_the_source_does_not_have_is_not_counted_until_switched_on(name: str) -> None:
    found = from_patterns(FLOWERS, [name])
    assert found.patterns == (("chicken", 0),)
    assert [(part.name, part.reason) for part in found.excluded] == [(name, NOT_PLAYED)]
    assert from_patterns(EVERY_OPTION, [name]).total > 0


@pytest.mark.parametrize(
    "name", [name for name, pattern in PATTERNS.items() if pattern.group == "flowers"]
)
def test_flowers_are_not_counted_at_a_table_without_them(name: str) -> None:
    rules = read_rules(None, {**OPEN_TABLE, "flowers": False, "eight_flowers": 8})
    assert from_patterns(rules, [name]).total == 0


def test_a_fixed_limit_below_the_plain_count_is_not_used() -> None:
    rules = read_rules(None, {**OPEN_TABLE, "limit_value": {"all-honors": 8}})
    names = ["all-honors", "big-dragons", "all-triplets", "mixed-terminals"]
    found = from_patterns(rules, names)
    assert (found.faan, found.total, found.limit) == (10, 12, False)
    assert [(part.name, part.reason) for part in found.excluded] == [("all-honors", WORTH_MORE)]
    few = from_patterns(rules, ["all-honors", "all-triplets"])
    assert (few.faan, few.limit) == (8, True)


def test_limits_by_option_seven_pairs_and_eight_flowers() -> None:
    rules = read_rules(None, {**OPEN_TABLE, "seven_pairs": "limit", "eight_flowers": "limit"})
    assert from_patterns(rules, ["seven-pairs"]).limit
    assert from_patterns(rules, ["eight-flowers", "all-flowers"]).faan == 10
    assert is_limit(rules, "seven-pairs")
    assert not is_limit(EVERY_OPTION, "seven-pairs")


# -- ticked patterns ----------------------------------------------------------------------------


def test_ticked_patterns_add_up_in_any_order_and_twice_ticked_is_once() -> None:
    found = from_patterns(FLOWERS, ["self-draw", "half-flush", "all-triplets", "self-draw"])
    assert found.patterns == (("all-triplets", 3), ("half-flush", 3), ("self-draw", 1))
    assert (found.total, found.faan, found.to_minimum) == (7, 7, 7)


def test_ticked_patterns_are_clipped_to_the_cap() -> None:
    rules = read_rules(None, {})
    found = from_patterns(rules, ["full-flush", "all-sequences"])
    assert (found.total, found.faan) == (8, 4)


def test_nothing_ticked_or_the_chicken_is_a_chicken_hand() -> None:
    assert from_patterns(FLOWERS, []).patterns == (("chicken", 0),)
    assert from_patterns(FLOWERS, ["chicken"]).patterns == (("chicken", 0),)
    # At this table a closed hand has a fan: then it is no chicken.
    assert from_patterns(EVERY_OPTION, ["chicken", "concealed"]).patterns == (("concealed", 1),)


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["toitoi"], "unknown pattern toitoi; one of four-concealed-triplets"),
        (["all-sequences", "all-triplets"], "All sequences and All triplets cannot be in one hand"),
        (["self-draw", "robbing-kong"], "cannot be in one hand"),
        (["no-flowers", "own-flower"], "cannot be in one hand"),
        (["chicken", "all-triplets"], "cannot be in one hand"),
        (["dragon-white", "dragon-green", "dragon-red"], "three dragon triplets are Big dragons"),
    ],
)
def test_ticks_that_are_no_hand_are_refused(names: list[str], words: str) -> None:
    with pytest.raises(ScoringError) as caught:
        from_patterns(FLOWERS, names)
    assert caught.value.field == "patterns"
    assert words in str(caught.value)


def test_how_the_tile_came_may_be_known_when_patterns_are_ticked() -> None:
    drawn = from_patterns(FLOWERS, ["all-triplets"], self_draw=True)
    assert drawn.patterns == (("all-triplets", 3), ("self-draw", 1))
    assert from_patterns(FLOWERS, ["all-triplets"], self_draw=False).total == 3
    assert from_patterns(FLOWERS, ["robbing-kong"], self_draw=False).total == 1
    with pytest.raises(ScoringError, match="Robbing a kong is won off a player"):
        from_patterns(FLOWERS, ["robbing-kong"], self_draw=True)
    with pytest.raises(ScoringError, match="Kong replacement is won by self-draw"):
        from_patterns(FLOWERS, ["kong-replacement"], self_draw=False)


def test_conflicts_go_both_ways_and_nothing_excludes_itself() -> None:
    for name, others in CONFLICTS.items():
        assert name not in others
        assert all(name in CONFLICTS[other] for other in others)


# -- readings -----------------------------------------------------------------------------------


def test_the_reading_with_the_most_fan_counts_and_the_others_are_told() -> None:
    explanation = read("111222333m789s99p", "9s")
    assert explanation.best.shape.text == "123m 123m 123m 789s 99p"
    assert explanation.count.patterns == (("all-sequences", 1),)
    (other,) = explanation.others
    assert other.shape.text == "789s 111m 222m 333m 99p"
    assert other.count.patterns == (("chicken", 0),)


def test_seven_pairs_read_as_sets_where_that_is_worth_more() -> None:
    rules = read_rules(None, {**OPEN_TABLE, "flowers": False, "seven_pairs": 3})
    explanation = read("112233m445566p77s", rules=rules)
    assert explanation.best.shape.kind == "seven-pairs"
    assert explanation.others[0].count.patterns == (("all-sequences", 1),)
    assert count("1133m22446688p55z", rules=rules).patterns == (("seven-pairs", 3),)
    assert count("1111m22446688p55z", rules=rules).patterns == (("seven-pairs", 3),)


def test_flush_and_terminals_count_with_seven_pairs() -> None:
    rules = read_rules(None, {**OPEN_TABLE, "flowers": False, "seven_pairs": 3})
    assert dict(count("11223344668899p", rules=rules).patterns)["full-flush"] == 7
    assert count("1122334455667z7z", rules=rules).patterns == (("all-honors", 10),)
    found = count("1199m1199p11s1122z", rules=rules)
    assert found.patterns == (("mixed-terminals", 1), ("seven-pairs", 3))


# -- what cannot be -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "field", "words"),
    [
        ({"hand": "1133m22446688p55z"}, "hand.tiles", "seven pairs do not win at this table"),
        ({"hand": "123456m78p11z345s9s"}, "hand.tiles", "not four sets and a pair"),
        ({"hand": CHICKEN, "situation": ["riichi"]}, "hand.situation", "there is no riichi"),
        ({"hand": CHICKEN, "dora": ["1m"]}, "hand.dora", "there is no dora"),
        ({"hand": CHICKEN, "ura": ["1m"]}, "hand.ura", "there is no ura"),
        ({"hand": CHICKEN, "north": 1}, "hand.north", "there is no north"),
        ({"hand": "111p456m111s066p44z"}, "hand.tiles", "no red fives"),
        ({"hand": CHICKEN, "flowers": ["f1"]}, "hand.flowers", "plays without flowers"),
        (
            {"hand": CHICKEN, "situation": ["after-kan"], "tsumo": True},
            "hand.situation",
            "needs a kong",
        ),
        (
            {"hand": "111444p234m66p | pon 111s", "situation": ["first-turn"]},
            "hand.situation",
            "nothing laid down",
        ),
        (
            {"hand": CHICKEN, "situation": ["first-turn"], "tsumo": True},
            "hand.situation",
            "blessing of heaven is East's dealt hand",
        ),
        (
            {"hand": CHICKEN, "situation": ["first-turn"], "at": "EE"},
            "hand.situation",
            "blessing of earth is a win on East's first discard",
        ),
        (
            {"hand": CHICKEN, "situation": ["robbing-kan"], "tsumo": True},
            "hand.situation",
            "not a self-draw",
        ),
    ],
)
def test_a_hand_that_cannot_be_here_is_refused_in_words(
    how: dict[str, Any], field: str, words: str
) -> None:
    with pytest.raises(ScoringError) as caught:
        count(how.pop("hand"), **how)
    assert caught.value.field == field
    assert words in str(caught.value)


@pytest.mark.parametrize(
    "flowers",
    [["f1", "f2", "f3", "f4", "s1", "s2", "s3", "s4", "s1"], ["f1", "f1"], ["f5"]],
)
def test_nine_flowers_the_same_twice_or_an_unknown_one_are_refused(flowers: list[str]) -> None:
    with pytest.raises(ScoringError) as caught:
        count(CHICKEN, flowers=flowers, rules=FLOWERS)
    assert caught.value.field.startswith("hand.flowers")


# -- properties ---------------------------------------------------------------------------------

_SETS = [(t, t + 1, t + 2) for t in range(27) if t % 9 < 7] + [(t, t, t) for t in range(34)]


@st.composite
def winning_hands(draw: st.DrawFn) -> dict[str, Any]:
    """Four sets and a pair, some laid down, won anyhow at any seat."""
    used: Counter[int] = Counter()
    sets: list[tuple[int, ...]] = []
    for _ in range(4):
        free = [part for part in _SETS if all(used[t] + part.count(t) <= 4 for t in part)]
        sets.append(draw(st.sampled_from(free)))
        used.update(sets[-1])
    pair = draw(st.sampled_from([tile for tile in range(34) if used[tile] <= 2]))
    used[pair] += 2
    laid = draw(st.integers(0, 4))
    melds = []
    for part in sets[:laid]:
        kinds = ["pon", "kan", "ankan"] if used[part[0]] == 3 else ["pon"]
        melds.append(draw(st.sampled_from(kinds)) if part[0] == part[1] else "chi")
    concealed = [tile for part in sets[laid:] for tile in part] + [pair, pair]
    texts = [
        f"{kind} " + "".join(CODES[tile] for tile in (*part, *part[: kind.endswith("kan")]))
        for part, kind in zip(sets, melds, strict=False)
    ]
    return {
        "hand": "".join(CODES[tile] for tile in concealed) + "|" + ",".join(texts),
        "win": CODES[draw(st.sampled_from(concealed))],
        "at": draw(st.sampled_from("ESWN")) + draw(st.sampled_from("ESWN")),
        "tsumo": draw(st.booleans()),
        "flowers": draw(
            st.lists(st.sampled_from(["f1", "f2", "f3", "f4", "s1", "s2", "s3", "s4"]), unique=True)
        ),
        "situation": draw(st.sampled_from([[], ["last-tile"]])),
    }


@given(winning_hands())
def test_the_fan_of_any_hand_is_the_sum_of_what_counts_and_ticking_it_gives_the_same(
    how: dict[str, Any],
) -> None:
    explanation = read(how.pop("hand"), how.pop("win"), rules=EVERY_OPTION, **how)
    for reading in (explanation.best, *explanation.others):
        found = reading.count
        assert found.faan == min(found.total, 10)
        assert found.faan <= explanation.count.faan
        fans = [fan for _, fan in found.patterns]
        assert found.total == (max(fans) if found.limit else sum(fans))
        there = [name for name, _ in found.patterns]
        there += [part.name for part in found.excluded if part.reason != SELF_DRAW_ONLY]
        again = from_patterns(EVERY_OPTION, there)
        assert again.patterns == found.patterns
        assert again == count_patterns(EVERY_OPTION, reversed(there))


@given(st.lists(st.sampled_from(sorted(PATTERNS)), unique=True))
def test_ticks_are_counted_or_excluded_never_lost(names: list[str]) -> None:
    found = count_patterns(EVERY_OPTION, names)
    told = {name for name, _ in found.patterns} | {part.name for part in found.excluded}
    assert told - {"chicken"} == {*names} - {"chicken"}
    assert len(found.patterns) + len(found.excluded) == len(told)
    assert all(fan == worth(EVERY_OPTION, name) for name, fan in found.patterns)
