"""The forms of a Zung Jung round: from keys to the record and back, and what the pads offer."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from django.utils.translation import override

from scoring.forms import Draft, draft, round_form, seldom
from scoring.forms.base import Key
from scoring.forms.rungs import Ladder, Rung
from scoring.game import parse_outcome, play
from scoring.preview import Position
from scoring.zungjung import ZUNGJUNG
from scoring.zungjung.patterns import PATTERNS
from scoring.zungjung.payment import LEGAL_POINTS

NAMES = ("Aki", "Ben", "Chie", "Dan")


def table(preset: str | None = None, *rounds: dict[str, Any], **options: Any) -> Position:
    rules = ZUNGJUNG.rules(preset, options)
    state = play(ZUNGJUNG, rules, [parse_outcome(r, 4) for r in rounds]).state
    return Position(ZUNGJUNG, rules, state, NAMES)


def form(
    kind: str, fields: dict[str, Any], position: Position | None = None, *, typing: bool = False
) -> Any:
    """The form as a browser would send these fields; lists are sent several times over."""
    data = QueryDict(urlencode(fields, doseq=True))
    return round_form("zungjung", kind)(position or table(), data, typing=typing)


def outcome(kind: str, fields: dict[str, Any], position: Position | None = None) -> dict[str, Any]:
    found: dict[str, Any] = form(kind, fields, position).outcome()
    return found


def drafted(fields: dict[str, Any], position: Position | None = None) -> Draft:
    return draft(form("win", fields, position, typing=True))


def refusal(fields: dict[str, Any], position: Position | None = None) -> tuple[str, str]:
    found = draft(form("win", fields, position))
    assert found.error is not None
    return found.error.field, found.refusal


WIN = {"winner": 1, "source": 3}


def ticked(*numbers: str, **changes: Any) -> dict[str, Any]:
    """The patterns chosen on the pad: ``"3.1x2"`` = two sets of value honors."""
    fields = {f"seat1-s{'.'.join(n.partition('x')[0].split('.')[:2])}": n for n in numbers}
    return {**WIN, **fields, **changes}


def won(points: int, *numbers: str, **changes: Any) -> dict[str, Any]:
    value = {"points": points, **({"patterns": list(numbers)} if numbers else {})}
    return {"type": "win", "wins": [{"winner": 1, "from": 3, "value": value, **changes}]}


POINTS = {**WIN, "seat1-way": "points"}

# -- from the form to the record and back -------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "fields", "preset", "record"),
    [
        ("win", ticked("2.1.1", "3.1x2", "4.1", "4.2.1"), None,
         won(105, "2.1.1", "3.1", "3.1", "4.1", "4.2.1")),
        ("win", ticked("2.1.2"), "3.3", won(80, "2.1.2")),
        ("win", ticked("4.2.3", source="self"), None, won(160, "4.2.3", **{"from": None})),
        ("win", {**WIN, "seat1-chicken": "on"}, None, won(1)),
        ("win", {**POINTS, "seat1-hundreds": 100, "seat1-ones": 5}, None, won(105)),
        ("win", ticked("1.1", **{"seat1-responsible": 2}), "3.3", won(5, "1.1", responsible=2)),
        ("win", ticked("1.1", **{"seat1-responsible": "nobody"}), "3.3",
         won(5, "1.1", responsible=None)),
        ("win", ticked("1.1", **{"seat1-responsible": 3}), "3.3", won(5, "1.1")),
        ("win", ticked("1.1", **{"seat1-responsible": 2}), None, won(5, "1.1")),  # not asked
        ("draw", {}, None, {"type": "draw"}),
        ("penalty", {"reason": "false-win", "seat": 2}, None,
         {"type": "penalty", "reason": "false-win", "seat": 2}),
        ("adjust", {"delta0": "5", "delta1": "-5"}, None,
         {"type": "adjust", "deltas": [5, -5, 0, 0]}),
        ("end", {"reason": "agreed"}, None, {"type": "end", "reason": "agreed"}),
    ],
)  # fmt: skip
def test_a_form_makes_the_round_and_a_round_fills_the_form(
    kind: str, fields: dict[str, Any], preset: str | None, record: dict[str, Any]
) -> None:
    position = table(preset)
    assert outcome(kind, fields, position) == record
    again = round_form("zungjung", kind).typed(record, position)
    typed = QueryDict(urlencode(again, doseq=True))
    assert round_form("zungjung", kind)(position, typed, typing=False).outcome() == record


def test_tiles_make_the_record_and_are_explained() -> None:
    tray = "1m.2m.3m.1m.2m.3m.1p.2p.3p.9m.9m.1s.2s.3s|||||"
    fields = {**WIN, "seat1-way": "tiles", "seat1-tray_text": tray}
    hand = {"tiles": "11223399m123p123s", "melds": [], "win_tile": "3s", "situation": []}
    record = {"type": "win", "wins": [{"winner": 1, "from": 3, "hand": hand}]}
    assert outcome("win", fields) == record
    win = drafted(fields).win
    assert win is not None
    assert win.points == 105


def test_what_seldom_happens_is_a_false_win_a_penalty_an_adjustment_and_the_end() -> None:
    assert [kind for kind, _ in seldom("zungjung", table().rules)] == [
        "penalty", "penalty", "adjust", "end",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "title", "small"),
    [
        ({}, "Win", "hand 2 of 16"),
        (WIN, "Ben wins", "off Dan, hand 2 of 16"),
        ({**WIN, "source": "self"}, "Ben wins", "self-drawn, hand 2 of 16"),
        (POINTS, "Win off a discard", "hand 2 of 16"),
    ],
)
def test_the_heading_says_what_is_entered(fields: dict[str, Any], title: str, small: str) -> None:
    found = form("win", fields, table(None, {"type": "draw"}))
    assert (found.title, found.round_text) == (title, small)


def test_an_open_game_has_no_last_hand() -> None:
    assert form("win", WIN, table(length="open")).round_text == "off Dan, hand 1"


# -- the pad of patterns ------------------------------------------------------------------------


def ladders(fields: dict[str, Any], position: Position | None = None) -> list[Ladder]:
    way = drafted(fields, position).form.shown.way
    return [ladder for series in way.series for ladder in series.ladders]


def rungs(fields: dict[str, Any], position: Position | None = None) -> dict[str, Rung]:
    return {rung.value: rung for each in ladders(fields, position) for rung in each.rungs}


def test_the_pad_has_every_pattern_once_in_ten_series() -> None:
    way = drafted(WIN).form.shown.way
    assert [series.mark for series in way.series] == [str(n) for n in range(1, 11)]
    values = list(rungs(WIN))
    sets = [f"3.1x{n}" for n in (1, 2, 3, 4)]
    assert sorted(values) == sorted([p.number for p in PATTERNS if p.number != "3.1"] + sets)


def test_what_excludes_each_other_is_one_ladder() -> None:
    joined = [[rung.value for rung in each.rungs] for each in ladders(WIN) if each.joined]
    assert joined[:3] == [["2.1.1", "2.1.2"], ["3.1x1", "3.1x2", "3.1x3", "3.1x4"],
                          ["3.2.1", "3.2.2"]]  # fmt: skip
    assert all(each.is_empty for each in ladders(WIN))


def test_the_points_are_those_of_the_edition() -> None:
    assert rungs(WIN)["2.1.2"].worth == "100"
    assert rungs(WIN, table("3.3"))["2.1.2"].worth == "80"
    assert rungs(WIN)["3.1x3"].worth == "30"


def test_what_cannot_be_beside_the_chosen_is_pale_and_says_why() -> None:
    pad = rungs(ticked("2.1.1"))
    assert pad["2.1.1"].checked
    assert pad["2.1.2"].live
    assert not pad["1.3"].live
    found = draft(form("win", ticked("2.1.1"), typing=True), "seat1-s1.3=1.3")
    assert found.refusal == "No Terminals: not with Mixed One-Suit"


def test_the_way_of_winning_rules_patterns_out() -> None:
    assert not rungs(WIN)["9.1.1"].live
    assert rungs(WIN)["9.1.2"].live
    drawn = rungs({**WIN, "source": "self"})
    assert drawn["9.1.1"].live
    assert not drawn["9.3"].live
    assert not drawn["9.4.1"].live  # Ben is not East
    assert rungs({**WIN, "source": 0})["9.4.2"].live


def test_a_pattern_the_way_of_winning_rules_out_later_is_dropped_while_typing() -> None:
    kong = ticked("9.2", "2.1.1")
    assert form("win", kong, typing=True).shown.way.ticked == {"2.1.1": 1}
    assert refusal(kong)[1] == "Win on Kong is won by self-draw"


def test_the_tally_counts_along() -> None:
    found = drafted(ticked("2.1.1", "3.1x2", "4.1", "4.2.1"), table(payment="discarder"))
    assert found.tally is not None
    assert found.tally.items == [
        "Mixed one-suit 40", "Value honor 20", "All triplets 40", "2 concealed 5",
    ]  # fmt: skip
    assert (found.tally.total, found.tally.unit) == ("105", "points")
    assert found.payment == "<bdi>Dan</bdi> pays 315"
    assert found.total == "105"


def test_the_tally_says_what_comes_with_a_pattern_and_what_counts_alone() -> None:
    concealed = drafted(ticked("4.2.3", source="self")).tally
    assert concealed is not None
    assert concealed.notes == ["4 concealed always has Concealed, All triplets"]
    assert concealed.total == "160"
    kongs = drafted(ticked("4.3.4", "4.1")).tally
    assert kongs is not None
    assert kongs.total == "480"
    assert kongs.notes == ["All Triplets: Four Kong counts alone"]


@pytest.mark.parametrize(
    ("preset", "options", "source", "said"),
    [
        (None, {}, 3, "each pays 105"),
        (None, {}, "self", "each pays 105"),
        ("2.51-mixed-30", {}, 3, "<bdi>Dan</bdi> pays 255, the others pay 30 each"),
        ("3.3", {}, 3, "<bdi>Dan</bdi> pays 265, the others pay 25 each"),
        (None, {"payment": "double"}, 3, "<bdi>Dan</bdi> pays 630, the others pay 315 each"),
    ],
)
def test_the_payment_is_said_in_a_few_words(
    preset: str | None, options: dict[str, Any], source: Any, said: str
) -> None:
    fields = {**POINTS, "source": source, "seat1-hundreds": 100, "seat1-ones": 5}
    assert drafted(fields, table(preset, **options)).payment == said


def test_a_chicken_hand_is_one_key_and_goes_when_a_pattern_is_ticked() -> None:
    way = form("win", {**WIN, "seat1-chicken": "on"}, typing=True).shown.way
    assert way.is_chicken
    assert way.question == ""
    both = form("win", ticked("1.1", **{"seat1-chicken": "on"}), typing=True)
    assert not both.shown.way.is_chicken
    assert both.outcome() == won(5, "1.1")


def test_a_table_that_asks_for_five_points_refuses_a_chicken_hand() -> None:
    fields = {**WIN, "seat1-chicken": "on"}
    assert refusal(fields, table(minimum=5))[1] == "1 point, this table needs 5"


def test_the_pad_speaks_the_readers_language() -> None:
    with override("ja"):
        assert rungs(WIN)["1.1"].label == "平和"
    with override("zh-hant"):
        assert rungs(WIN)["1.1"].label == "平和"
        assert rungs(WIN)["10.1"].label == "十三么九"


# -- the keypad of points -----------------------------------------------------------------------


def pad(fields: dict[str, Any], position: Position | None = None) -> dict[tuple[str, str], Key]:
    rows = form("win", {**POINTS, **fields}, position, typing=True).shown.way.rows
    return {(key.name.removeprefix("seat1-"), key.value): key for row in rows for key in row.keys}


def points(**parts: Any) -> int:
    fields = {f"seat1-{name}": value for name, value in parts.items()}
    found: int = form("win", {**POINTS, **fields}, typing=True).shown.way.points
    return found


@pytest.mark.parametrize("total", LEGAL_POINTS)
def test_every_legal_total_can_be_keyed_in(total: int) -> None:
    parts = {"hundreds": total // 100 * 100, "tens": total % 100 // 10 * 10, "ones": total % 10}
    assert points(**parts) == total


def test_only_what_makes_a_legal_total_is_live() -> None:
    keys = pad({"seat1-hundreds": 300})
    assert [value for (row, value), key in keys.items() if row == "tens" and key.live] == [
        "0", "10", "20",
    ]  # fmt: skip
    keys = pad({"seat1-hundreds": 400})
    assert [value for (row, value), key in keys.items() if row == "tens" and key.live] == [
        "0", "80",
    ]  # fmt: skip
    assert not pad({"seat1-hundreds": 300, "seat1-tens": 20})["ones", "5"].live


def test_a_smaller_digit_gives_way_to_a_larger() -> None:
    assert points(hundreds=300, tens=90) == 300
    assert points(hundreds=400, tens=80, ones=5) == 480


def test_a_chicken_hand_stands_alone_and_the_next_digit_ends_it() -> None:
    assert points(hundreds=100, tens=20, ones=1, was=120) == 1
    assert points(tens=20, ones=1, was=1) == 20
    keys = pad({"seat1-ones": 1, "seat1-was": 1})
    assert [key for key, found in keys.items() if found.checked] == [("ones", "1")]


def test_a_table_that_asks_for_five_points_has_no_key_for_one() -> None:
    assert not pad({}, table(minimum=5))["ones", "1"].live


def test_an_illegal_total_is_refused_where_it_was_sent_all_the_same() -> None:
    fields = {**POINTS, "seat1-hundreds": 300, "seat1-tens": 90}
    assert refusal(fields) == (
        "wins.0.value.points",
        "No hand is worth 390 points: 1, multiples of 5 up to 320, 400 or 480",
    )


# -- same-round immunity ------------------------------------------------------------------------


def test_who_is_responsible_is_asked_where_the_rules_ask_it() -> None:
    (row,) = drafted(ticked("1.1"), table("3.3")).asks
    assert [key.label for key in row.keys] == ["Aki", "Chie", "Dan", "nobody"]
    assert [key.label for key in row.keys if key.checked] == ["Dan"]
    assert drafted(ticked("1.1")).asks == []
    assert drafted(ticked("1.1", source="self"), table("3.3")).asks == []


def test_nobody_responsible_means_that_all_pay_alike() -> None:
    fields = ticked("2.1.2", **{"seat1-responsible": "nobody"})
    assert drafted(fields, table("3.3")).payment == "each pays 80"


# -- two winners, nonsense ----------------------------------------------------------------------


def test_two_winners_are_refused_and_the_next_in_turn_is_offered() -> None:
    found = drafted({"winner": [0, 2], "source": 1})
    assert found.refusal == (
        "One player wins a hand: of those who claim it the next in turn after the discarder, "
        "here West (Chie)"
    )
    (row,) = found.asks
    assert [(key.label, key.value) for key in row.keys] == [("Chie", "2"), ("Aki", "0")]


@pytest.mark.parametrize(
    "fields",
    [
        {**WIN, "seat1-s1.1": "9.9"},
        {**WIN, "seat1-s3.1": "3.1x9"},
        {**POINTS, "seat1-hundreds": "x", "seat1-tens": "-10", "seat1-ones": "3"},
        {**POINTS, "seat1-hundreds": 10**9},
        {**WIN, "seat1-way": "fan"},
        {**WIN, "seat1-responsible": "77"},
        {**WIN, "only": "9", "winner": [0, 2]},
    ],
)
@pytest.mark.parametrize("typing", [True, False])
def test_nonsense_is_an_answer_and_never_a_fault(fields: dict[str, Any], typing: bool) -> None:
    found = draft(form("win", fields, table("3.3"), typing=typing))
    assert not found.complete
    assert found.refusal or found.form.question
    assert found.asks is not None


def test_a_win_by_patterns_alone_is_not_shown_on_the_digits() -> None:
    digits = next(way for way in round_form("zungjung", "win").ways if way.key == "points")  # type: ignore[attr-defined]
    assert digits.typed({"winner": 1, "value": {"patterns": ["1.1"]}}, table()) is None
    assert digits.typed({"winner": 1, "hand": {}}, table()) is None


def test_patterns_that_contradict_each_other_have_no_sum_and_are_refused() -> None:
    """Sent all the same, from a page that was open before the other was ticked."""
    fields = ticked("1.1", "2.2")
    tally = drafted(fields).tally
    assert tally is not None
    assert (tally.items, tally.total) == ((), "–")
    field, message = refusal(fields)
    assert field == "wins.0.value.patterns"
    assert message == "All Sequences and Nine Gates cannot be in one hand"


def test_a_pattern_that_may_be_ticked_is_not_objected_to() -> None:
    asked = drafted(ticked("1.1")).form
    assert asked.objection("seat1-s2", "2.1") is None


def test_before_anything_is_ticked_the_tally_is_nothing() -> None:
    tally = drafted({"winner": 1, "source": 3, "seat1-way": "patterns"}).form.tally
    assert tally is not None
    assert (tally.items, tally.total) == ((), "0")


def test_a_pale_digit_says_why() -> None:
    strict = drafted({"winner": 1, "source": 3, "seat1-way": "points"}, table(minimum=5)).form
    said = [strict.objection("seat1-ones", value) for value in ("1", "5")]
    assert [error and error.text((), str) for error in said] == [
        "this table needs 5",
        "points are 1, multiples of 5 up to 320, 400 or 480",
    ]
