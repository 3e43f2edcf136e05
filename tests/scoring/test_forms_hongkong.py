"""The forms of a Hong Kong round: from keys to the record and back, and what the pads offer."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from django.utils.translation import override

from scoring.errors import ScoringError
from scoring.forms import Draft, RoundForm, draft, round_form, seal, seldom, unseal
from scoring.forms.base import Key
from scoring.forms.rungs import Rung
from scoring.game import parse_outcome, play
from scoring.hongkong import HONGKONG
from scoring.preview import Position

NAMES = ("Aki", "Ben", "Chie", "Dan")


def table(preset: str | None = None, **options: Any) -> Position:
    rules = HONGKONG.rules(preset, options)
    return Position(HONGKONG, rules, HONGKONG.start(rules), NAMES)


OLD_STYLE = table("old-style")


def form(
    kind: str, fields: dict[str, Any], position: Position | None = None, *, typing: bool = False
) -> Any:
    """The form as a browser would send these fields; lists are sent several times over."""
    data = QueryDict(urlencode(fields, doseq=True))
    return round_form("hongkong", kind)(position or table(), data, typing=typing)


def outcome(kind: str, fields: dict[str, Any], position: Position | None = None) -> dict[str, Any]:
    found: dict[str, Any] = form(kind, fields, position).outcome()
    return found


def drafted(fields: dict[str, Any], position: Position | None = None, kind: str = "win") -> Draft:
    return draft(form(kind, fields, position, typing=True))


def refusal(fields: dict[str, Any], position: Position | None = None) -> tuple[str, str]:
    """Field and message of what speaks against recording this."""
    found = draft(form("win", fields, position))
    assert found.error is not None
    return found.error.field, found.refusal


# -- from the form to the record and back -------------------------------------------------------

WIN = {"winner": 1, "source": 3, "seat1-fan": 3}


def won(value: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {"type": "win", "wins": [{"winner": 1, "from": 3, "value": value, **changes}]}


@pytest.mark.parametrize(
    ("kind", "fields", "preset", "record"),
    [
        ("win", WIN, None, won({"faan": 3})),
        ("win", {**WIN, "source": "self"}, None, won({"faan": 3}, **{"from": None})),
        ("win", {**WIN, "seat1-fan": "limit"}, None, won({"limit": True})),
        ("win", {**WIN, "seat1-fan": 7}, None, won({"faan": 7})),  # clipped by the engine, and said
        ("win", {**WIN, "seat1-liable": 2}, "old-style", won({"faan": 3}, liable=2)),
        ("win", {**WIN, "seat1-liable": ""}, "old-style", won({"faan": 3})),
        ("win", {**WIN, "seat1-liable": 2}, None, won({"faan": 3})),  # nobody was asked
        ("win", {**WIN, "seat1-robbed": "on"}, "hkma",
         won({"faan": 3}, liable={"robbing-kong": 3})),
        ("draw", {}, None, {"type": "draw"}),
        ("penalty", {"reason": "false-win", "seat": 2}, None,
         {"type": "penalty", "reason": "false-win", "seat": 2}),
        ("penalty", {"reason": "referee", "seat": 2, "points": 16}, None,
         {"type": "penalty", "reason": "referee", "seat": 2, "points": 16}),
        ("adjust", {"delta0": "+16", "delta1": "−16"}, None,
         {"type": "adjust", "deltas": [16, -16, 0, 0]}),
        ("end", {"reason": "time"}, None, {"type": "end", "reason": "time"}),
    ],
)  # fmt: skip
def test_a_form_makes_the_round_and_a_round_fills_the_form(
    kind: str, fields: dict[str, Any], preset: str | None, record: dict[str, Any]
) -> None:
    position = table(preset)
    assert outcome(kind, fields, position) == record
    again = round_form("hongkong", kind).typed(record, position)
    typed = QueryDict(urlencode(again, doseq=True))
    assert round_form("hongkong", kind)(position, typed, typing=False).outcome() == record


def test_the_position_travels_sealed() -> None:
    position = table("half-gun", minimum=0)
    assert unseal(seal(position)) == position


def test_what_seldom_happens_is_a_false_win_a_penalty_an_adjustment_and_the_end() -> None:
    assert [kind for kind, _ in seldom("hongkong", table().rules)] == [
        "penalty", "penalty", "adjust", "end",
    ]  # fmt: skip


# -- what is still to be said -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "question"),
    [
        ({}, "Who won?"),
        ({"winner": 1}, "Who discarded? Self-draw: tap Ben again."),
        ({"winner": 1, "source": 3}, "How many fan?"),
        ({"winner": 1, "source": 3, "seat1-way": "patterns"}, "Tick what the hand has."),
        ({"winner": 1, "source": 3, "seat1-way": "tiles"},
         "Tap the tiles of the hand, the winning tile last."),
        (WIN, ""),
    ],
)  # fmt: skip
def test_the_form_asks_one_thing_at_a_time(fields: dict[str, Any], question: str) -> None:
    assert form("win", fields).question == question


@pytest.mark.parametrize(
    ("fields", "title", "small"),
    [
        ({}, "Win", "East 1"),
        ({"winner": 1}, "Ben wins", "East 1"),
        (WIN, "Win off a discard", "East 1"),
        ({**WIN, "source": "self"}, "Self-draw", "East 1"),
        ({**WIN, "seat1-way": "tiles"}, "Ben wins", "off Dan, East 1"),
        ({**WIN, "source": "self", "seat1-way": "tiles"}, "Ben wins", "self-drawn, East 1"),
    ],
)
def test_the_heading_says_what_is_entered(fields: dict[str, Any], title: str, small: str) -> None:
    found = form("win", fields)
    assert (found.title, found.round_text) == (title, small)


# -- the fan grid -------------------------------------------------------------------------------


def grid(fields: dict[str, Any], position: Position | None = None) -> dict[str, Key]:
    return {key.label: key for key in drafted(fields, position).form.shown.way.fan_keys}


def money(fields: dict[str, Any], position: Position | None = None) -> dict[str, str]:
    return {label: key.small for label, key in grid(fields, position).items()}


def test_every_key_says_what_it_costs_and_keys_below_the_minimum_say_why_not() -> None:
    assert money(WIN) == {
        "0": "below 1", "1": "$4", "2": "$16", "3": "$32", "4": "$48", "limit": "$48",
    }  # fmt: skip
    keys = grid(WIN)
    assert [label for label, key in keys.items() if not key.live] == ["0"]
    assert [label for label, key in keys.items() if key.checked] == ["3"]


def test_a_self_draw_says_what_each_pays() -> None:
    assert money({**WIN, "source": "self"})["4"] == "$24 each"


def test_half_gun_and_half_money_are_exact() -> None:
    shown = money(WIN, table("half-gun", minimum=0))
    assert (shown["0"], shown["3"]) == ("$1", "$8")
    assert money({**WIN, "source": "self"}, table("half-gun", minimum=0))["0"] == "$0.50 each"


def test_a_stake_that_is_no_figure_of_the_table_is_shown_as_money_with_its_rate() -> None:
    position = table(stake=100)
    assert money(WIN, position)["3"] == "$66 2/3"
    way = drafted(WIN, position).form.shown.way
    assert way.scale == "48 points are $100 at the end"
    assert drafted(WIN).form.shown.way.scale == ""


def test_where_east_pays_double_the_key_knows_who_pays() -> None:
    position = table(dealer_double=True)
    assert money({**WIN, "source": 0}, position)["3"] == "$64"
    assert money({**WIN, "source": "self"}, position)["3"] == "$64"  # 32 from East, 16 and 16
    assert money({**WIN, "source": 3}, position)["3"] == "$32"


def test_a_table_without_a_maximum_shows_more_fan_on_one_key() -> None:
    position = table("old-style", curve="full-spicy", maximum=None)
    assert list(grid(WIN, position))[-3:] == ["13", "more", "limit"]
    more = grid({**WIN, "seat1-fan": "more"}, position)
    assert list(more)[-3:] == ["29", "30", "limit"]
    assert form("win", {**WIN, "seat1-fan": "more"}, position).question == "How many fan?"
    assert grid({**WIN, "seat1-fan": "20"}, position)["20"].checked


def test_more_fan_than_the_maximum_stand_under_the_key_they_count_as() -> None:
    key = grid({**WIN, "seat1-fan": "7"})["4"]
    assert (key.checked, key.value) == (True, "7")
    shown = drafted({**WIN, "seat1-fan": "7"}).shown
    assert shown.notes == ("7 fan count as 4, this table's maximum",)


def test_drawn_flowers_count_on_top_of_the_key() -> None:
    flowers = {**WIN, "seat1-flower": ["f2", "s3", "f4"]}  # Ben is South: only f2 is his
    assert "3+1" in grid(flowers)
    assert outcome("win", flowers) == won({"faan": 4})
    # Before it is known who won, nobody's flowers are their own.
    early = drafted({"any-fan": 3, "any-flower": "f2"}).form
    assert [key.label for key in early.shown.way.fan_keys][:2] == ["0", "1"]


def test_flowers_may_count_towards_the_minimum_or_not() -> None:
    with_flower = {**WIN, "seat1-fan": 2, "seat1-flower": "f2"}
    assert outcome("win", with_flower, OLD_STYLE) == won({"faan": 3})
    without = table("old-style", flowers_count_to_minimum=False)
    assert not grid(with_flower, without)["2+1"].live
    assert refusal(with_flower, without)[1] == "2 fan, this table needs 3"


def test_eight_flowers_can_be_a_limit_hand() -> None:
    flowers = [f"{letter}{n}" for letter in "fs" for n in range(1, 5)]
    every = {**WIN, "seat1-flower": flowers}
    assert outcome("win", every, table(eight_flowers="limit")) == won({"limit": True})


def test_a_table_without_flowers_shows_none() -> None:
    assert form("win", WIN, table("hkma")).shown.way.flower_keys == []
    assert len(form("win", WIN).shown.way.flower_keys) == 8


def test_a_minimum_of_its_own_for_self_draws_is_asked_only_where_it_applies() -> None:
    position = table(minimum=2, minimum_self_draw=1)
    assert not grid({**WIN, "seat1-fan": 2}, position)["1"].live
    assert grid({**WIN, "source": "self"}, position)["1"].live
    assert grid({"winner": 1}, position)["1"].live  # not said yet how it was won


def why(fields: dict[str, Any], key: str, position: Position | None = None) -> str:
    """What the form answers when this key, which cannot be chosen, is tapped."""
    found = draft(form("win", fields, position, typing=True), key)
    assert found.error is not None
    return found.refusal


def test_a_pale_key_says_why_when_it_is_tapped() -> None:
    assert why(WIN, "seat1-fan=2", OLD_STYLE) == "2 fan, this table needs 3"


# -- patterns -----------------------------------------------------------------------------------

TICKS = {"winner": 1, "source": 3, "seat1-way": "patterns"}


def made(faan: int, *patterns: str, **claim: Any) -> dict[str, Any]:
    return won({"faan": faan, "patterns": list(patterns)}, **claim)


def ticked(*patterns: str, **changes: Any) -> dict[str, Any]:
    names = {"all-triplets": "all-sequences", "full-flush": "half-flush",
             "big-dragons": "small-dragons", "robbing-kong": "kong-replacement",
             "earth": "heaven"}  # fmt: skip
    return {**TICKS, **{f"seat1-{names.get(p, p)}": p for p in patterns}, **changes}


def rungs(fields: dict[str, Any], position: Position | None = None) -> dict[str, Rung]:
    way = drafted(fields, position).form.shown.way
    return {
        rung.value: rung
        for series in way.series
        for ladder in series.ladders
        for rung in ladder.rungs
    }


@pytest.mark.parametrize(
    ("fields", "record"),
    [
        (ticked("half-flush", "all-triplets"), made(6, "half-flush", "all-triplets")),
        (ticked("half-flush", source="self"), made(4, "half-flush", **{"from": None})),
        (ticked("all-honors"), won({"limit": True, "patterns": ["all-honors"]})),
        (ticked("small-dragons", "dragon-red"), made(5, "small-dragons", "dragon-red")),
        (ticked("no-flowers"), made(1, "no-flowers")),
        (
            ticked("half-flush", **{"seat1-flower": ["f2", "s2"]}),
            made(5, "half-flush", "own-flower", "own-season"),
        ),
        (ticked("robbing-kong", "half-flush"), made(4, "robbing-kong", "half-flush")),
    ],
)
def test_ticked_patterns_make_the_fan_and_are_kept(
    fields: dict[str, Any], record: dict[str, Any]
) -> None:
    found = outcome("win", fields)
    kept = found["wins"][0]["value"]
    wanted = record["wins"][0]["value"]
    assert sorted(kept["patterns"]) == sorted(wanted["patterns"])
    assert {**found, "wins": [{**found["wins"][0], "value": wanted}]} == record


@pytest.mark.parametrize(
    "fields",
    [
        ticked("half-flush", "all-triplets"),
        ticked("small-dragons", "half-flush", source="self"),
        ticked("all-honors"),
        ticked("thirteen-orphans"),
        ticked("no-flowers", "last-tile", "half-flush"),
        ticked("half-flush", **{"seat1-flower": ["f1", "f2", "f3", "f4", "s2"]}),
    ],
)
def test_a_hand_is_edited_by_the_patterns_it_was_ticked_with(fields: dict[str, Any]) -> None:
    first = outcome("win", fields)
    again = round_form("hongkong", "win").typed(first, table())
    assert again["seat1-way"] == ["patterns"]
    kept = outcome("win", again)
    assert sorted(kept["wins"][0]["value"].pop("patterns")) == sorted(
        first["wins"][0]["value"].pop("patterns")
    )
    assert kept == first


def test_patterns_beside_a_fan_must_make_it() -> None:
    position = table()
    with pytest.raises(ScoringError) as caught:
        position.play(made(5, "half-flush"))
    assert caught.value.text() == "the patterns make 3 fan, not 5"
    for patterns in (
        "half-flush",
        ["half-flush", 3],
        ["no-such"],
        ["all-sequences", "all-triplets"],
    ):
        with pytest.raises(ScoringError) as caught:
            position.play(won({"faan": 3, "patterns": patterns}))
        assert caught.value.field == "wins.0.value.patterns"
    win = position.play(made(6, "half-flush", "all-triplets")).wins[0]
    assert win.patterns == (("all-triplets", 3), ("half-flush", 3))


def test_the_tally_counts_along_and_says_what_does_not_count() -> None:
    tally = drafted(ticked("small-dragons", "dragon-red", source="self"), OLD_STYLE).tally
    assert tally is not None
    assert (tally.items, tally.total, tally.unit) == (
        ["Small dragons 5", "Self-draw 1"], "6", "fan, 3 needed",
    )  # fmt: skip
    assert tally.notes == ["Red dragons: included in Small dragons 小三元"]
    limit = drafted(ticked("all-honors")).tally
    assert limit is not None
    assert (limit.items, limit.total) == (["All honors limit"], "limit")


def test_the_tally_says_who_pays() -> None:
    assert drafted(ticked("half-flush")).payment == "<bdi>Dan</bdi> pays $32"
    assert drafted(ticked("half-flush", source="self")).payment == "each pays $24"
    half = drafted(ticked("half-flush"), table("half-gun")).payment
    assert half == "<bdi>Dan</bdi> pays $4, the others pay $2 each"


def test_a_hand_below_the_minimum_is_refused_with_the_count() -> None:
    assert refusal(ticked("dragon-red", "no-flowers"), OLD_STYLE) == (
        "wins.0.value.faan", "2 fan, this table needs 3",
    )  # fmt: skip
    without = table("old-style", flowers_count_to_minimum=False)
    assert refusal(ticked("all-sequences", "concealed", "no-flowers"), without)[1] == (
        "2 fan without the flowers, this table needs 3"
    )


def test_a_chicken_hand_is_ticked_as_such() -> None:
    free = table(minimum=0)
    assert outcome("win", ticked("chicken"), free) == made(0, "chicken")
    assert refusal(ticked("chicken"))[1] == "0 fan, this table needs 1"


def test_what_cannot_be_in_one_hand_is_pale_and_says_why() -> None:
    pad = rungs(ticked("half-flush"))
    assert pad["half-flush"].checked
    assert not pad["all-terminals"].live
    assert pad["full-flush"].live  # of one ladder: it would take the other's place
    assert why(ticked("half-flush"), "seat1-all-terminals=all-terminals") == (
        "Half flush and All terminals cannot be in one hand"
    )


def test_the_way_of_winning_rules_patterns_out() -> None:
    off_a_discard = rungs(ticked())
    assert not off_a_discard["kong-replacement"].live
    assert off_a_discard["robbing-kong"].live
    drawn = rungs(ticked(source="self"))
    assert drawn["kong-replacement"].live
    assert not drawn["robbing-kong"].live
    assert not drawn["heaven"].live  # Ben is not East
    assert rungs({"winner": 0, "source": "self", "seat0-way": "patterns"})["heaven"].live
    assert rungs(ticked(source=0))["earth"].live
    assert not off_a_discard["earth"].live  # not off East


def test_a_pattern_the_way_of_winning_rules_out_later_is_dropped_while_typing() -> None:
    kong = ticked("kong-replacement", "half-flush")
    assert form("win", kong, typing=True).shown.way.ticked == ["half-flush"]
    assert refusal(kong)[1] == "Kong replacement is won by self-draw"  # but never silently


def test_the_third_dragon_is_big_dragons() -> None:
    two = ticked("dragon-white", "dragon-green")
    assert not rungs(two)["dragon-red"].live
    assert "Big dragons" in why(two, "seat1-dragon-red=dragon-red")


def test_only_what_the_table_plays_is_offered() -> None:
    assert "seven-pairs" not in rungs(ticked())
    assert "concealed" not in rungs(ticked())
    played = rungs(ticked(), table(seven_pairs=4, concealed_fan=1))
    assert played["seven-pairs"].worth == "4"
    assert "no-flowers" not in rungs(ticked(), table("hkma"))


def test_fixed_values_are_shown_and_recorded_as_fan() -> None:
    position = table("old-style", maximum=13, limit_value={"all-honors": 10})
    assert rungs(ticked(), position)["all-honors"].worth == "10"
    assert outcome("win", ticked("all-honors"), position) == made(10, "all-honors")


def test_the_pad_has_the_name_everyone_says_below_the_readers_own() -> None:
    rung = rungs(ticked())["all-triplets"]
    assert (rung.label, rung.native) == ("All triplets", "對對糊")
    with override("zh-hant"):
        rung = rungs(ticked())["all-triplets"]
    assert (rung.label, rung.native) == ("對對糊", "")


# -- tiles --------------------------------------------------------------------------------------

SAMPLE = "1m.1m.1m.9m.9m.9m.3s.3s.3s.7z.7z|pon 555z|||f2.s1|"
TILES = {"winner": 1, "source": 3, "seat1-way": "tiles", "seat1-tray_text": SAMPLE}
HAND = {"tiles": "111999m333s77z", "melds": ["pon 555z"], "win_tile": "7z", "situation": [],
        "flowers": ["f2", "s1"]}  # fmt: skip


def test_tiles_with_flowers_make_the_record_and_are_explained() -> None:
    record = {"type": "win", "wins": [{"winner": 1, "from": 3, "hand": HAND}]}
    assert outcome("win", TILES) == record
    again = round_form("hongkong", "win").typed(record, table())
    assert again["seat1-tray_text"] == [SAMPLE]
    win = drafted(TILES).win
    assert win is not None
    assert win.patterns == (("all-triplets", 3), ("dragon-white", 1), ("own-flower", 1))


def test_tiles_are_refused_where_they_are() -> None:
    below = {**TILES, "seat1-tray_text": "1m.2m.3m.4m.5m.6m.7p.8p.9p.5s.5s|pon 999s|||f3|"}
    assert refusal(below, OLD_STYLE) == ("wins.0.hand", "0 fan, this table needs 3")


def test_the_mode_waits_for_its_set_while_tiles_are_still_on_their_way() -> None:
    """On a slow network the mode may arrive together with tiles that were tapped before it."""
    fields = {"winner": 1, "source": 3, "seat1-way": "tiles", "seat1-mode": "pon"}
    late = form("win", {**fields, "seat1-taps": " hand:7z hand:7z"}, typing=True).shown.way
    assert (late.shown_mode, late.tray.hand) == ("pon", ("7z", "7z"))
    called = form("win", {**fields, "seat1-taps": " hand:7z pon:5z"}, typing=True).shown.way
    assert (called.shown_mode, called.tray.melds) == ("hand", ("pon 555z",))
    bare = form("win", {**fields, "seat1-taps": "5z"}, typing=True).shown.way  # without a script
    assert (bare.shown_mode, bare.tray.melds) == ("hand", ("pon 555z",))


def test_flowers_are_offered_only_where_they_are_played() -> None:
    assert len(form("win", TILES).shown.way.flower_faces) == 8
    assert form("win", TILES, table("hkma")).shown.way.flower_faces == []


# -- two winners --------------------------------------------------------------------------------


def test_two_winners_are_refused_and_the_next_in_turn_is_offered() -> None:
    two = {"winner": [1, 2], "source": 3, "seat1-fan": 3}
    found = drafted(two)
    assert found.error is not None
    assert found.refusal == (
        "One player wins a hand: South (Ben) is next in turn after the discarder"
    )
    (row,) = found.asks
    assert [(key.label, key.small) for key in row.keys] == [("Ben", "next in turn"), ("Chie", "")]
    assert found.spot == "seats"
    chosen = form("win", {**two, "only": 1})
    assert chosen.winners == [1]
    assert chosen.outcome() == won({"faan": 3})


def test_the_turn_goes_on_after_north() -> None:
    (row,) = drafted({"winner": [0, 2], "source": 1}).asks
    assert [key.label for key in row.keys] == ["Chie", "Aki"]


# -- liability ----------------------------------------------------------------------------------


def test_who_is_liable_is_asked_only_where_the_rules_know_liability() -> None:
    assert drafted(WIN).asks == []
    (row,) = drafted(WIN, OLD_STYLE).asks
    assert [key.label for key in row.keys] == ["nobody", "Aki", "Chie", "Dan"]
    assert [key.label for key in row.keys if key.checked] == ["nobody"]


def test_a_robbed_kong_is_its_own_reason() -> None:
    hkma = table("hkma")
    _liable, robbed = drafted(WIN, hkma).asks
    assert [key.label for key in robbed.keys] == ["a kong was robbed"]
    (only,) = drafted({**WIN, "seat1-robbed": "on"}, hkma).asks
    assert only.keys[0].checked
    assert len(drafted({**WIN, "source": "self"}, hkma).asks) == 1
    by_ticks = outcome("win", ticked("robbing-kong", "half-flush"), hkma)
    assert by_ticks["wins"][0]["liable"] == {"robbing-kong": 3}


def test_a_liable_winner_is_refused_at_the_row() -> None:
    found = draft(form("win", {**WIN, "seat1-liable": 1}, OLD_STYLE))
    assert found.error is not None
    assert found.refusal == "The winner cannot be liable"
    assert found.spot == "liable"


# -- the preview --------------------------------------------------------------------------------


def test_the_arrows_say_money_and_the_middle_says_whose_pay_it_is() -> None:
    found = drafted(WIN)
    assert [(label.cell, label.main, label.more) for label in found.labels] == [
        ("pot", "$32", "pays for all"),
    ]  # fmt: skip
    assert found.total == "$32"
    neighbour = drafted({**WIN, "source": 0})
    assert [label.cell for label in neighbour.labels] == ["se", "pot"]
    assert neighbour.labels[1].more == "full gun"
    scaled = drafted(WIN, table(stake=100))
    assert (scaled.labels[0].main, scaled.total) == ("32", "32")


# -- nonsense -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fields",
    [
        {**WIN, "seat1-fan": "x"},
        {**WIN, "seat1-fan": "-1"},
        {**WIN, "seat1-fan": "９"},
        {**WIN, "seat1-way": "nonsense", "seat1-fan": "more"},
        {**WIN, "winner": 9},
        {**WIN, "only": 7},
        {**WIN, "seat1-liable": "x" * 40},
        {**TICKS, "seat1-all-sequences": "riichi"},
        {**TILES, "seat1-tray_text": "9z.x|kan|"},
    ],
)
@pytest.mark.parametrize("typing", [True, False])
def test_nonsense_is_an_answer_and_never_a_fault(fields: dict[str, Any], typing: bool) -> None:
    found = draft(form("win", fields, OLD_STYLE, typing=typing))
    assert isinstance(found.form, RoundForm)
    assert not found.complete or found.shown.total
    assert found.asks is not None


def test_more_fan_than_any_hand_has_are_a_slip() -> None:
    position = table("old-style", curve="full-spicy", maximum=None)
    assert refusal({**WIN, "seat1-fan": "31"}, position)[0] == "wins.0.value.faan"


def test_the_recorded_false_win_is_the_largest_self_draw() -> None:
    rules = OLD_STYLE.rules
    told = outcome("penalty", {"reason": "false-win", "seat": 0}, OLD_STYLE)
    step = play(HONGKONG, rules, [parse_outcome(told, 4)]).steps[0]
    assert step.deltas == (-1152, 384, 384, 384)


def test_an_incomplete_form_makes_no_round() -> None:
    with pytest.raises(ScoringError, match="How many fan"):
        outcome("win", {"winner": 1, "source": 3})


def test_who_is_liable_comes_back_when_a_win_is_edited() -> None:
    win = {"winner": 1, "from": 3, "value": {"faan": 3}}
    typed: Any = round_form("hongkong", "win").typed

    def fields(liable: Any) -> dict[str, list[str]]:
        outcome = {"type": "win", "wins": [{**win, "liable": liable}]}
        found: dict[str, list[str]] = typed(outcome, OLD_STYLE)
        return {name: found[name] for name in ("seat1-liable", "seat1-robbed") if name in found}

    assert fields(2) == fields({"nine-tiles": 2}) == {"seat1-liable": ["2"]}
    assert fields({"robbing-kong": 3}) == {"seat1-robbed": ["on"]}
    assert fields(None) == fields({}) == {}


def test_patterns_that_contradict_each_other_have_no_sum() -> None:
    """Sent all the same, from a page that was open before the other was ticked."""
    fields = ticked("all-honors", "all-sequences")
    tally = drafted(fields).tally
    assert tally is not None
    assert (tally.items, tally.total) == ((), "–")
    assert refusal(fields)[1] == "All sequences and All honors cannot be in one hand"


def test_seven_flowers_ticked_beside_eight_come_back_as_all_of_them() -> None:
    options = {"flowers": True, "seven_flowers": 3, "eight_flowers": 8}
    position = table("old-style", **options)
    typed: Any = round_form("hongkong", "win").typed
    for names, drawn in ((["seven-flowers"], 7), (["seven-flowers", "eight-flowers"], 8)):
        value = {"faan": 8, "patterns": names}
        back = typed({"type": "win", "wins": [{"winner": 1, "from": 3, "value": value}]}, position)
        assert len(back["seat1-flower"]) == drawn


# -- who it is about, before the value is said ----------------------------------------------------


def tagged(fields: dict[str, Any], kind: str = "win") -> list[str]:
    """The words in the seats of a round that is not complete."""
    found = drafted(fields, kind=kind)
    assert not found.complete
    return [cell.place.tag.word if cell.place.tag else "" for cell in found.cells]


@pytest.mark.parametrize(
    ("fields", "kind", "words"),
    [
        ({}, "win", ["", "", "", ""]),
        ({"winner": 1, "source": 3}, "win", ["", "wins", "", "discards"]),
        ({"winner": 1, "source": "self"}, "win", ["", "wins", "", ""]),
        ({"winner": 1, "source": 3, "seat1-fan": 0}, "win", ["", "wins", "", "discards"]),
        # still asked: the winner's seat says what tapping it again means
        ({"winner": 1}, "win", ["", "", "", ""]),
        ({"reason": "referee", "seat": 2}, "penalty", ["", "", "penalty", ""]),
    ],
)
def test_a_seat_that_was_tapped_says_so_before_there_is_a_figure(
    fields: dict[str, Any], kind: str, words: list[str]
) -> None:
    assert tagged(fields, kind) == words
