"""The 44 patterns, how they combine, and what a form may tick together."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

from scoring.errors import ScoringError
from scoring.zungjung.patterns import (
    BY_NUMBER,
    PATTERNS,
    combine,
    contradicts,
    from_ticked,
    greyed,
    series,
)
from scoring.zungjung.rules import Rules, make_rules

PAGE = Path(__file__).resolve().parents[3] / "shared/rules/zungjung.md"
EDITION = {"2.51": make_rules("2.51", {}), "3.3": make_rules("3.3", {})}
IN_ORDER = [pattern.number for pattern in PATTERNS]
both_editions = pytest.mark.parametrize("rules", EDITION.values(), ids=EDITION)


def french(text: str) -> str:
    """A translation in which a name and its sentence both change."""
    return {
        "Two Concealed Triplets": "Deux",
        "All Triplets": "Brelans",
        "not with {pattern}": "pas avec {pattern}",
        "{pattern}: {by} counts instead, one of a series": "{pattern}: {by} instead",
    }.get(text, text)


# -- the table ----------------------------------------------------------------------------------


def _expanded(numbers: str) -> list[str]:
    """ "4.3.1-4" → 4.3.1 … 4.3.4; "3.2.1 / 3.2.2" → both."""
    ranged = re.fullmatch(r"(\d+\.\d+)\.(\d)-(\d)", numbers)
    if ranged:
        return [f"{ranged[1]}.{rank}" for rank in range(int(ranged[2]), int(ranged[3]) + 1)]
    return numbers.split(" / ")


def _figures(cell: str, patterns: int) -> list[int]:
    found = [int(figure) for figure in re.findall(r"\d+", cell)]
    return found * patterns if len(found) == 1 else found


def _page_rows() -> list[tuple[str, int, int]]:
    section = PAGE.read_text(encoding="utf-8").split("## How they combine")[0]
    rows = []
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.strip("| ").split(" | ")]
        if not re.match(r"\d", cells[0]):
            continue
        numbers = _expanded(cells[0])
        old = _figures(cells[3], len(numbers))
        new = old if cells[4] == "same" else _figures(cells[4], len(numbers))
        rows += list(zip(numbers, old, new, strict=True))
    return rows


@pytest.mark.skipif(not PAGE.exists(), reason="the rules pages are not beside this checkout")
def test_all_44_patterns_have_the_points_of_the_rules_page_in_both_editions() -> None:
    assert _page_rows() == [(pattern.number, *pattern.points) for pattern in PATTERNS]
    assert len(PATTERNS) == 44


def test_a_pattern_has_a_name_in_each_language_and_english_for_the_rest() -> None:
    pattern = BY_NUMBER["8.1.4"]
    assert pattern.name("ja") == "清老頭"
    assert pattern.name("zh-hant") == "清么九"
    assert pattern.name() == pattern.name("fr") == "Pure Greater Terminals"


def test_the_number_tells_the_group_and_the_series() -> None:
    assert (BY_NUMBER["3.2.1"].group, BY_NUMBER["3.2.1"].series) == (3, "3.2")
    assert (BY_NUMBER["10.2"].group, BY_NUMBER["10.2"].series) == (10, "10.2")


@both_editions
def test_the_pad_has_ten_groups_one_ladder_for_each_series_and_every_pattern_once(
    rules: Rules,
) -> None:
    pad = series(rules)
    assert [group.number for group in pad] == list(range(1, 11))
    keys = [key for group in pad for ladder in group.ladders for key in ladder]
    assert [key.pattern.number for key in keys if key.count == 1] == IN_ORDER
    assert all(
        len({key.pattern.series for key in ladder}) == 1 for g in pad for ladder in g.ladders
    )
    assert all(key.points == key.count * key.pattern.worth(rules) for key in keys)


def test_value_honors_have_a_key_for_one_to_four_sets() -> None:
    honors = series(EDITION["3.3"])[2].ladders[0]
    assert [(key.count, key.points) for key in honors] == [(1, 10), (2, 20), (3, 30), (4, 40)]


# -- combining ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lower, higher",
    [(a, b) for a, b in combinations(IN_ORDER, 2) if BY_NUMBER[a].series == BY_NUMBER[b].series],
)
@both_editions
def test_of_two_of_a_series_only_the_higher_counts(rules: Rules, lower: str, higher: str) -> None:
    worth = combine(rules, {lower: 1, higher: 1})
    assert worth.counted == ((higher, BY_NUMBER[higher].worth(rules)),)
    assert [(gone.number, gone.by) for gone in worth.excluded] == [(lower, higher)]
    assert worth.points == max(BY_NUMBER[lower].worth(rules), BY_NUMBER[higher].worth(rules))


@both_editions
def test_no_pattern_at_all_is_a_chicken_hand_of_one_point(rules: Rules) -> None:
    worth = combine(rules, {})
    assert (worth.points, worth.counted) == (1, (("chicken", 1),))


def test_different_series_add_up() -> None:
    four_concealed = {"1.2": 1, "4.1": 1, "4.2.3": 1}
    assert combine(EDITION["2.51"], four_concealed).points == 115 + 40 + 5
    assert combine(EDITION["3.3"], four_concealed).points == 125 + 30 + 5


def test_every_set_of_value_honors_counts_and_is_listed() -> None:
    worth = combine(EDITION["2.51"], {"3.1": 2, "3.2.1": 1})
    assert worth.counted == (("3.1", 10), ("3.1", 10), ("3.2.1", 40))
    assert worth.points == 60


def test_a_sum_stops_at_320_and_says_what_it_was() -> None:
    worth = combine(EDITION["2.51"], {"2.1.1": 1, "3.1": 3, "3.2.2": 1, "4.1": 1, "4.3.3": 1})
    assert (worth.points, worth.total) == (320, 40 + 30 + 130 + 40 + 120)


def test_a_sum_of_exactly_320_is_not_cut() -> None:
    worth = combine(EDITION["2.51"], {"2.1.2": 1, "4.1": 1, "4.2.2": 1, "4.3.2": 1, "7.2.1": 1})
    more = combine(EDITION["2.51"], {"7.2.2": 1, "4.1": 1, "8.1.1": 1, "2.1.1": 1})
    assert (worth.points, worth.total) == (285, 285)
    assert (more.points, more.total) == (320, 320)


@pytest.mark.parametrize("number", [p.number for p in PATTERNS if p.points[0] >= 320])
def test_a_pattern_listed_at_320_or_more_counts_alone(number: str) -> None:
    worth = combine(EDITION["2.51"], {number: 1, "2.1.1": 1, "3.1": 2})
    assert worth.counted == ((number, BY_NUMBER[number].points[0]),)
    assert worth.points == BY_NUMBER[number].points[0]
    excluded = [(gone.number, gone.by) for gone in worth.excluded]
    assert excluded == [("2.1.1", number), ("3.1", number)]


def test_of_several_at_320_or_more_the_dearest_counts_and_of_equals_the_first() -> None:
    rules = EDITION["2.51"]
    assert combine(rules, {"3.3.4": 1, "3.4": 1, "4.3.4": 1}).counted == (("4.3.4", 480),)
    assert combine(rules, {"3.3.3": 1, "3.4": 1}).counted == (("3.3.3", 320),)


def test_in_33_the_blessings_and_thirteen_terminals_add_like_any_other() -> None:
    rules = EDITION["3.3"]
    assert combine(rules, {"9.4.1": 1, "1.2": 1}).points == 160
    assert combine(rules, {"10.1": 1, "9.4.1": 1}).points == 315
    assert combine(EDITION["2.51"], {"10.1": 1, "9.4.1": 1}).counted == (("9.4.1", 320),)


def test_an_excluded_pattern_says_what_counts_instead() -> None:
    lower = combine(EDITION["2.51"], {"4.2.1": 1, "4.2.2": 1}).excluded[0]
    beside = combine(EDITION["2.51"], {"4.1": 1, "3.4": 1}).excluded[0]
    assert lower.text() == (
        "Two Concealed Triplets: Three Concealed Triplets counts instead, one of a series"
    )
    assert beside.text() == "All Triplets: All Honors counts alone"
    assert lower.text(french) == "Deux: Three Concealed Triplets instead"


# -- ticked patterns ----------------------------------------------------------------------------


def test_ticked_patterns_make_the_points_of_the_hand() -> None:
    ticked = {"2.1.1": 1, "3.1": 2, "4.1": 1, "4.2.1": 1}
    assert from_ticked(EDITION["2.51"], ticked).points == 40 + 20 + 40 + 5
    assert from_ticked(EDITION["3.3"], ticked).points == 40 + 20 + 30 + 5


def test_nothing_ticked_or_all_unticked_is_a_chicken_hand() -> None:
    assert from_ticked(EDITION["2.51"], {}).counted == (("chicken", 1),)
    assert from_ticked(EDITION["2.51"], {"1.1": 0}).points == 1


def test_what_a_ticked_pattern_always_brings_is_added_and_said() -> None:
    worth = from_ticked(EDITION["2.51"], {"4.2.3": 1})
    assert worth.points == 160
    assert worth.implied == (("1.2", "4.2.3"), ("4.1", "4.2.3"))
    assert from_ticked(EDITION["2.51"], {"3.2.1": 1}).points == 60
    assert from_ticked(EDITION["2.51"], {"3.2.2": 1}).points == 160
    assert from_ticked(EDITION["2.51"], {"9.2": 1}).points == 15 + 5


def test_four_sets_of_value_honors_are_three_dragons_and_the_seat_wind() -> None:
    worth = from_ticked(EDITION["2.51"], {"3.1": 4})
    assert worth.points == 40 + 130 + 40
    assert worth.implied == (("3.2.2", "3.1"), ("4.1", "3.1"))


def test_what_another_tick_rules_out_is_not_added() -> None:
    kongs = from_ticked(EDITION["2.51"], {"9.2": 1, "4.3.2": 1})
    pairs = from_ticked(EDITION["2.51"], {"8.1.3": 1, "10.2": 1})
    assert (kongs.points, kongs.excluded) == (35, ())
    assert pairs.counted == (("1.2", 5), ("8.1.3", 100), ("10.2", 25))
    assert from_ticked(EDITION["3.3"], {"8.1.3": 1, "10.2": 1}).points == 130
    assert from_ticked(EDITION["3.3"], {"9.4.1": 1, "10.2": 1}).points == 185


def test_irregular_hands_are_concealed_only_where_the_option_says_so() -> None:
    off = make_rules("2.51", {"irregular_counts_concealed": False})
    on = make_rules("3.3", {"irregular_counts_concealed": True})
    assert from_ticked(EDITION["2.51"], {"10.2": 1}).points == 30
    assert from_ticked(off, {"10.2": 1}).points == 25
    assert from_ticked(on, {"10.2": 1}).points == 35
    assert from_ticked(on, {"10.1": 1}).points == 165
    with pytest.raises(ScoringError, match="Concealed Hand and Seven Pairs cannot be in one hand"):
        from_ticked(off, {"1.2": 1, "10.2": 1})


def test_of_two_ticked_ranks_the_higher_counts_and_the_lower_is_explained() -> None:
    worth = from_ticked(EDITION["2.51"], {"2.1.1": 1, "2.1.2": 1, "1.3": 1})
    assert worth.counted == (("1.3", 5), ("2.1.2", 100))
    assert [(gone.number, gone.by) for gone in worth.excluded] == [("2.1.1", "2.1.2")]


@pytest.mark.parametrize(
    "ticked, message",
    [
        ({"1.1": 1, "4.1": 1}, "All Sequences and All Triplets cannot be in one hand"),
        ({"9.1.2": 1, "9.3": 1}, "Final Discard and Robbing a Kong cannot"),
        ({"1.2": 1, "4.1": 1, "4.2.1": 1}, "three concealed triplets at least"),
        ({"11.1": 1}, "no pattern 11.1"),
        ({"4.1": 2}, "All Triplets counts once"),
        ({"3.1": 5}, "up to 4 sets of value honors"),
        ({"3.1": -1}, "up to 4 sets of value honors"),
    ],
)
def test_ticks_that_cannot_be_are_refused(ticked: dict[str, int], message: str) -> None:
    with pytest.raises(ScoringError, match=message) as caught:
        from_ticked(EDITION["2.51"], ticked, "value.patterns")
    assert caught.value.field == "value.patterns"


# -- what a form greys --------------------------------------------------------------------------


def test_nothing_is_greyed_before_anything_is_said() -> None:
    assert greyed(EDITION["2.51"], []) == {}


def test_a_ticked_pattern_greys_what_contradicts_it_with_the_reason() -> None:
    grey = greyed(EDITION["2.51"], ["4.1"])
    assert grey["1.1"] == "not with All Triplets"
    assert {"5.1.1", "5.1.4", "6.1", "7.1", "9.3", "10.1", "10.2"} <= grey.keys()
    assert not {"4.1", "1.2", "4.2.3", "8.1.3"} & grey.keys()


def test_the_other_ranks_of_a_ticked_series_stay_live() -> None:
    assert not {"2.1.1", "2.1.2"} & greyed(EDITION["2.51"], ["2.1.1"]).keys()


def test_a_replaced_rank_greys_nothing() -> None:
    assert "1.3" not in greyed(EDITION["2.51"], ["2.1.1", "2.1.2"])


def test_how_the_hand_was_won_greys_the_incidental_patterns() -> None:
    rules = EDITION["2.51"]
    self_draw, discard = greyed(rules, [], self_draw=True), greyed(rules, [], self_draw=False)
    assert set(self_draw) == {"9.1.2", "9.3", "9.4.2"}
    assert set(discard) == {"9.1.1", "9.2", "9.4.1"}
    assert self_draw["9.3"] == "only off another player"
    assert discard["9.2"] == "only by self-draw"


def test_the_blessings_are_greyed_by_the_winners_wind() -> None:
    rules = EDITION["2.51"]
    assert greyed(rules, [], east=True) == {"9.4.2": "not for East"}
    assert greyed(rules, [], east=False) == {"9.4.1": "only for East"}


def test_the_blessing_of_earth_is_greyed_unless_the_discarder_is_east() -> None:
    rules = EDITION["2.51"]
    assert greyed(rules, [], east=False, off_east=False)["9.4.2"] == "only off East"
    assert "9.4.2" not in greyed(rules, [], east=False, off_east=True)
    assert greyed(rules, [], self_draw=True, off_east=False)["9.4.2"] == "only off another player"


def test_all_triplets_with_two_concealed_is_an_open_hand() -> None:
    rules = EDITION["2.51"]
    assert "1.2" in greyed(rules, ["4.1", "4.2.1"])
    assert "4.2.1" in greyed(rules, ["1.2", "4.1"])
    assert "4.1" in greyed(rules, ["1.2", "4.2.1"])
    assert "4.2.1" in greyed(rules, ["1.2", "4.1", "4.2.2"])
    assert "4.2.2" not in greyed(rules, ["1.2", "4.1"])


def test_the_reasons_are_translated() -> None:
    assert greyed(EDITION["2.51"], ["4.1"], gettext=french)["1.1"] == "pas avec Brelans"


@both_editions
def test_contradiction_is_mutual_and_never_within_a_series(rules: Rules) -> None:
    for a, b in combinations(IN_ORDER, 2):
        assert contradicts(rules, a, b) == contradicts(rules, b, a)
        if BY_NUMBER[a].series == BY_NUMBER[b].series:
            assert not contradicts(rules, a, b)
