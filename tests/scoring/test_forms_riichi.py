"""The forms of a riichi round: from keys to the game record and back, and what the pads offer."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from django.http import Http404, QueryDict

from scoring.errors import ScoringError
from scoring.forms import RoundForm, draft, round_form, seal, seldom, unseal
from scoring.game import parse_outcome, play
from scoring.preview import Position
from scoring.riichi import RIICHI

NAMES = ("Aki", "Ben", "Chie", "Dan")


def table(*rounds: dict[str, Any], start: dict[str, Any] | None = None, **options: Any) -> Position:
    rules = RIICHI.rules(None, options)
    players = RIICHI.players(rules)
    state = play(RIICHI, rules, [parse_outcome(r, players) for r in rounds], start).state
    return Position(RIICHI, rules, state, NAMES[:players])


def form(
    kind: str, fields: dict[str, Any], position: Position | None = None, *, typing: bool = False
) -> RoundForm:
    """The form as a browser would send these fields; lists are sent several times over."""
    data = QueryDict(urlencode(fields, doseq=True))
    return round_form("riichi", kind)(position or table(), data, typing=typing)


def outcome(kind: str, fields: dict[str, Any], position: Position | None = None) -> dict[str, Any]:
    return form(kind, fields, position).outcome()


def refusal(kind: str, fields: dict[str, Any], position: Position | None = None) -> tuple[str, str]:
    """Field and message of what speaks against recording this."""
    drafted = draft(form(kind, fields, position))
    assert drafted.error is not None
    return drafted.error.field, drafted.refusal


# -- from the form to the record ----------------------------------------------------------------

WIN = {"winner": 1, "source": 3, "seat1-han": 3, "seat1-fu": 40}
PLAIN = {"winner": 1, "from": 3, "value": {"han": 3, "fu": 40}}


def won(**changes: Any) -> dict[str, Any]:
    return {"type": "win", "riichi": [], "wins": [{**PLAIN, **changes}]}


@pytest.mark.parametrize(
    "kind, fields, record",
    [
        ("win", WIN, won()),
        ("win", {**WIN, "source": "self"}, won(**{"from": None})),
        ("win", {**WIN, "riichi": [1, 2]}, {**won(), "riichi": [1, 2]}),
        ("win", {**WIN, "time_up": "on", "stop": "on"}, {**won(), "stop": True, "time_up": True}),
        ("win", {**WIN, "seat1-han": "mangan"}, won(value={"limit": "mangan"})),
        ("win", {**WIN, "seat1-han": "sanbaiman"}, won(value={"limit": "sanbaiman"})),
        ("win", {**WIN, "seat1-han": "yakuman1"}, won(value={"yakuman": 1})),
        ("win", {**WIN, "seat1-han": "yakuman3"}, won(value={"yakuman": 3})),
        ("win", {**WIN, "seat1-han": "counted"}, won(value={"limit": "yakuman"})),
        ("win", {**WIN, "seat1-han": "7"}, won(value={"han": 7, "fu": 40})),
        ("win", {"winner": 1, "source": 3}, won(value={"han": 3, "fu": 30})),
        (
            "win",
            {**WIN, "seat1-han": "yakuman1", "seat1-pao-daisangen": 2},
            won(value={"yakuman": 1}, liable={"daisangen": 2}),
        ),
        (
            "win",
            {**WIN, "seat1-pao-daisangen": 2},
            won(),  # no yakuman: nobody was asked, and what was asked before counts no more
        ),
        (
            "win",
            {"winner": [0, 1], "source": 3, "seat0-han": 1, "seat1-way": "amount",
             "seat1-amount": "3900"},
            {"type": "win", "riichi": [], "wins": [
                {"winner": 0, "from": 3, "value": {"han": 1, "fu": 30}},
                {"winner": 1, "from": 3, "value": {"han": 3, "fu": 30}},
            ]},
        ),
        (
            "win",
            {"winner": 1, "source": 3, "any-han": 4, "any-fu": 25},
            won(value={"han": 4, "fu": 25}),
        ),
        ("draw", {}, {"type": "draw", "riichi": [], "tenpai": []}),
        (
            "draw",
            {"tenpai": [1, 3], "riichi": 3},
            {"type": "draw", "riichi": [3], "tenpai": [1, 3]},
        ),
        (
            "draw",
            {"tenpai": 1, "nagashi": 2},
            {"type": "draw", "riichi": [], "tenpai": [1], "nagashi": [2]},
        ),
        (
            "abort",
            {"reason": "nine-terminals", "riichi": 2},
            {"type": "abort", "riichi": [2], "reason": "nine-terminals"},
        ),
        (
            "abort",
            {"reason": "four-riichi"},
            {"type": "abort", "riichi": [0, 1, 2, 3], "reason": "four-riichi"},
        ),
        (
            "penalty",
            {"reason": "chombo", "seat": 2, "riichi": 1},
            {"type": "penalty", "riichi": [1], "reason": "chombo", "seat": 2},
        ),
        (
            "penalty",
            {"reason": "referee", "seat": 2, "points": 8000, "riichi": 1},
            {"type": "penalty", "reason": "referee", "seat": 2, "points": 8000},
        ),
        (
            "adjust",
            {"delta0": "+1,000", "delta1": "−1,000", "reason": " miscounted "},
            {"type": "adjust", "deltas": [1000, -1000, 0, 0], "reason": "miscounted"},
        ),
        ("adjust", {"delta2": "▲500"}, {"type": "adjust", "deltas": [0, 0, -500, 0]}),
        ("end", {"reason": "time"}, {"type": "end", "reason": "time"}),
    ],
)  # fmt: skip
def test_every_kind_of_round_is_made_from_its_form(
    kind: str, fields: dict[str, Any], record: dict[str, Any]
) -> None:
    assert outcome(kind, fields) == record


RECORDED: list[dict[str, Any]] = [
    won(),
    won(value={"han": 6, "fu": 30}),
    won(value={"han": 5}),
    won(value={"limit": "baiman"}),
    won(value={"yakuman": 2}, liable={"daisuushi": 0}),
    {**won(**{"from": None}), "riichi": [1, 3]},
    {"type": "win", "riichi": [0], "wins": [
        {"winner": 0, "from": 2, "value": {"han": 2, "fu": 40}},
        {"winner": 3, "from": 2, "value": {"han": 4, "fu": 30}},
    ]},
    {"type": "draw", "riichi": [2], "tenpai": [1, 2]},
    {"type": "draw", "riichi": [], "tenpai": [], "nagashi": [3]},
    {"type": "abort", "riichi": [1], "reason": "four-winds"},
    {"type": "abort", "riichi": [0, 1, 2, 3], "reason": "four-riichi"},
    {"type": "penalty", "riichi": [1], "reason": "chombo", "seat": 0},
    {"type": "penalty", "reason": "referee", "seat": 0, "points": 2000},
    {"type": "adjust", "deltas": [0, 300, -300, 0], "reason": "a lost stick"},
    {"type": "end", "reason": "agreed"},
]  # fmt: skip


@pytest.mark.parametrize("record", RECORDED, ids=lambda record: record["type"])
def test_a_recorded_round_opened_for_editing_is_the_same_round(record: dict[str, Any]) -> None:
    position = table()
    form_class = round_form("riichi", record["type"])
    fields = form_class.typed(record, position)
    again = form_class(position, QueryDict(urlencode(fields, doseq=True)), typing=False)
    assert again.outcome() == record


def test_a_plain_seat_under_pao_is_asked_for_as_a_pattern() -> None:
    record = won(value={"yakuman": 1}, liable=2)
    fields = round_form("riichi", "win").typed(record, table())
    assert fields["seat1-pao-daisangen"] == ["2"]


# -- what is still to be said -------------------------------------------------------------------


def test_a_win_asks_who_won_then_who_discarded() -> None:
    assert form("win", {}).question == "Who won?"
    assert form("win", {"winner": 1}).question == "Who discarded? Self-draw: tap Ben again."
    assert form("win", {"winner": 1, "source": 3}).question == ""


def test_the_tsumo_key_asks_only_who_won() -> None:
    assert form("win", {"source": "self"}).question == "Who won?"
    assert form("win", {"source": "self", "winner": 2}).question == ""


@pytest.mark.parametrize(
    "kind, fields, field",
    [
        ("win", {}, "wins.0.winner"),
        ("win", {"winner": 1}, "wins.0.from"),
        ("win", {"winner": 1, "source": 7}, "source"),
        ("win", {"winner": 9, "source": 1}, "winner"),
        ("abort", {}, "reason"),
        ("penalty", {"reason": "chombo"}, "seat"),
        ("penalty", {"reason": "referee", "seat": 1}, "points"),
        ("penalty", {"reason": "referee", "seat": 1, "points": "many"}, "points"),
        ("adjust", {}, "deltas"),
        ("adjust", {"delta1": "lots"}, "deltas"),
        ("end", {}, "reason"),
    ],
)
def test_an_incomplete_round_is_refused_at_what_is_missing(
    kind: str, fields: dict[str, Any], field: str
) -> None:
    with pytest.raises(ScoringError) as error:
        outcome(kind, fields)
    assert error.value.field == field


def test_seats_are_tapped_first_for_the_winner_then_for_the_discarder() -> None:
    asking = form("win", {})
    assert [asking.target(seat).name for seat in range(4)] == ["winner"] * 4
    asking = form("win", {"winner": 1})
    assert [(t.name, t.value) for t in map(asking.target, range(4))] == [
        ("source", "0"),
        ("source", "self"),
        ("source", "2"),
        ("source", "3"),
    ]
    assert all(asking.target(seat).asked for seat in range(4))
    assert not any(form("win", WIN).target(seat).asked for seat in range(4))


def test_plus_asks_for_winners_again_and_keeps_the_discarder() -> None:
    picking = form("win", {**WIN, "pick": 1})
    assert [seat for seat in range(4) if picking.target(seat)] == [0, 1, 2]
    assert ("source", "3") in picking.kept


def test_of_two_winners_one_is_shown_and_the_others_fields_are_kept() -> None:
    double = form(
        "win",
        {"winner": [0, 1], "source": 3, "seat0-way": "hanfu", "seat0-han": 2, "seat0-fu": 40},
    )
    assert double.shown.seat == 1  # just added: nothing typed for it yet
    assert {("seat0-way", "hanfu"), ("seat0-han", "2"), ("seat0-fu", "40")} <= set(double.kept)
    chosen = form(
        "win",
        {"winner": [0, 1], "source": 3, "show": 0, "seat0-way": "hanfu", "seat1-way": "hanfu"},
    )
    assert chosen.shown.seat == 0
    assert [double.target(seat) is None for seat in range(4)] == [True, True, False, False]


# -- the pads -----------------------------------------------------------------------------------


def fu_keys(position: Position | None = None, **fields: Any) -> list[int]:
    """The live fu keys."""
    way = form("win", {"winner": 1, "source": 3, **fields}, position, typing=True).shown.way
    return [int(key.value) for key in way.fu_keys if key.live]


ALL_FU = [20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110]


@pytest.mark.parametrize(
    "fields, live",
    [
        ({"seat1-han": 1}, ALL_FU[2:]),
        ({"seat1-han": 2}, ALL_FU[1:]),
        ({"seat1-han": 3}, ALL_FU[1:]),
        ({"seat1-han": 1, "source": "self"}, ALL_FU[2:-1]),
        ({"seat1-han": 2, "source": "self"}, [20, *ALL_FU[2:]]),
        ({"seat1-han": 3, "source": "self"}, ALL_FU),
        ({"seat1-han": "mangan"}, []),
        ({"seat1-han": "yakuman2"}, []),
    ],
)
def test_only_fu_that_exist_with_the_han_are_live(fields: dict[str, Any], live: list[int]) -> None:
    assert fu_keys(**fields) == live


def test_an_open_pinfu_of_20_fu_is_live_under_rules_that_have_it() -> None:
    assert 20 in fu_keys(table(open_pinfu_fu=20))


@pytest.mark.parametrize(
    "fields, key, why",
    [
        ({}, "20", "A ron has at least 25 fu: 30 with pinfu"),
        ({"seat1-han": 1}, "25", "25 fu are seven pairs: at least 2 han"),
        (
            {"seat1-han": 2, "source": "self"},
            "25",
            "25 fu are seven pairs: a self-draw has at least 3 han",
        ),
        (
            {"seat1-han": 1, "source": "self"},
            "110",
            "110 fu with 1 han can only be a ron",
        ),
        (
            {"seat1-han": "mangan"},
            "40",
            "From mangan up fu do not count; choose the han first",
        ),
    ],
)
def test_a_flat_key_says_why_and_changes_nothing(
    fields: dict[str, Any], key: str, why: str
) -> None:
    typed = form("win", {"winner": 1, "source": 3, **fields}, typing=True)
    drafted = draft(typed, f"seat1-fu={key}")
    assert drafted.refusal == why
    assert drafted.complete
    assert drafted.shown == draft(typed).shown


def test_a_fu_that_the_new_han_does_not_have_gives_way_while_typing() -> None:
    fields = {"winner": 1, "source": 3, "seat1-han": 1, "seat1-fu": 25}
    assert form("win", fields, typing=True).outcome()["wins"][0]["value"] == {"han": 1, "fu": 30}
    assert refusal("win", fields) == (
        "wins.0.value.fu",
        "25 fu are seven pairs: at least 2 han",
    )


def test_a_limit_takes_one_key_and_a_han_takes_it_back_with_its_fu() -> None:
    limited = form("win", {**WIN, "seat1-han": "haneman"}, typing=True).shown.way
    assert [key.value for key in limited.limit_keys if key.checked] == ["haneman"]
    assert not any(key.checked for key in limited.fu_keys)
    assert limited.kept_fu == 40


@pytest.mark.parametrize(
    "options, labels",
    [
        ({}, ["×2", "×3", "×4"]),
        ({"thirteen_han": "yakuman"}, ["×2", "×3", "×4", "counted"]),
        ({"yakuman_max": 2}, ["×2"]),
        ({"yakuman_stack": False}, []),
        ({"yakuman_stack": False, "double_yakuman": ["daisuushi"]}, ["×2"]),
        ({"aotenjou": True}, []),
    ],
)
def test_multiple_yakuman_have_keys_where_the_rules_count_them(
    options: dict[str, Any], labels: list[str]
) -> None:
    way = form("win", WIN, table(**options)).shown.way
    assert [key.label for key in way.yakuman_keys] == labels


def test_without_limits_han_goes_to_13_and_fu_always_count() -> None:
    position = table(aotenjou=True)
    way = form("win", {**WIN, "seat1-han": 9}, position).shown.way
    assert [key.value for key in way.han_keys] == [str(han) for han in range(1, 14)]
    assert way.limit_keys == []
    assert outcome("win", {**WIN, "seat1-han": 9}, position)["wins"][0]["value"] == {
        "han": 9,
        "fu": 40,
    }


# -- the amount ---------------------------------------------------------------------------------


def amount(position: Position | None = None, **fields: Any) -> Any:
    given = {"winner": 1, "source": 3, "seat1-way": "amount", **fields}
    return form("win", given, position, typing=True).shown.way


def test_the_amount_finds_han_and_fu_and_says_which() -> None:
    way = amount(**{"seat1-amount": "5200"})
    assert way.claim() == {"value": {"han": 3, "fu": 40}}
    assert way.found == "3 han 40 fu or 2 han 80 fu"


def test_the_amounts_are_those_of_this_winner_in_this_way() -> None:
    child = [key.value for key in amount().keys]
    assert child[:4] == ["1000", "1300", "1600", "2000"]
    assert {"3900", "6400", "8000", "32000"} <= set(child)
    assert "300-500" in [key.value for key in amount(source="self").keys]
    dealer = amount(**{"winner": 0, "seat0-way": "amount"})
    assert "7700" in [key.value for key in dealer.keys]
    assert "1000" not in [key.value for key in dealer.keys]


def test_the_usual_amount_is_preset() -> None:
    assert amount().chosen.text == "3900"
    assert amount(source="self").chosen.text == "1000-2000"
    assert amount(**{"winner": 0, "seat0-way": "amount"}).chosen.text == "5800"


def test_an_amount_chosen_for_a_ron_stands_for_the_same_hand_by_self_draw() -> None:
    assert amount(source="self", **{"seat1-amount": "5200"}).chosen.text == "1300-2600"
    assert amount(**{"seat1-amount": "1300-2600"}).chosen.text == "5200"


def test_an_amount_no_hand_makes_is_refused() -> None:
    fields = {"winner": 1, "source": 3, "seat1-way": "amount", "seat1-amount": "4000"}
    assert form("win", fields).question == "Which amount was said?"
    with pytest.raises(ScoringError) as error:
        outcome("win", fields)
    assert error.value.field == "wins.0.value"


# -- bad input ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "kind, fields, options, field, message",
    [
        ("win", {**WIN, "source": 1}, {}, "wins.0.from",
         "The winner cannot win off their own discard"),
        ("win", {**WIN, "seat1-han": 1, "seat1-fu": 20}, {}, "wins.0.value.fu",
         "A ron has at least 25 fu: 30 with pinfu"),
        ("win", {"winner": [0, 1], "source": 3}, {"multiple_ron": "one"}, "wins",
         "Head bump: only Aki wins, the nearest after the discarder"),
        ("win", {"winner": [0, 1], "source": "self"}, {}, "wins",
         "Only one player can win by self-draw"),
        ("win", {"winner": [0, 1, 2], "source": 3}, {}, "wins",
         "Three claims abort the hand: enter an abort by triple ron"),
        ("draw", {"riichi": 2, "tenpai": 1}, {}, "tenpai",
         "Chie is in riichi and must be tenpai"),
        ("win", {**WIN, "riichi": 1}, {"start_points": 900}, "riichi",
         "Ben has 900 points: too few for riichi"),
        ("win", {**WIN, "stop": "on"}, {}, "stop", "The dealer may not end the game here"),
    ],
)  # fmt: skip
def test_contradictions_are_refused_in_the_words_of_the_table(
    kind: str, fields: dict[str, Any], options: dict[str, Any], field: str, message: str
) -> None:
    assert refusal(kind, fields, table(**options)) == (field, message)


@pytest.mark.parametrize(
    "path, spot",
    [
        ("wins", "seats"),
        ("wins.1.winner", "seats"),
        ("wins.0.from", "seats"),
        ("wins.0.value.fu", "value"),
        ("wins.0.value", "value"),
        ("riichi", "riichi"),
        ("wins.0.liable.daisangen", "daisangen"),
        ("stop", "stop"),
    ],
)
def test_a_refusal_is_shown_at_the_part_it_is_about(path: str, spot: str) -> None:
    assert form("win", WIN).spot(path) == spot


@pytest.mark.parametrize("text", ["", "abc", "1;2", "1" * 40, "seat9", "\x00", "-1", "²"])
def test_nonsense_in_any_field_is_an_answer_and_never_a_crash(text: str) -> None:
    fields = ("winner", "source", "show", "pick", "way", "seat1-way", "seat1-han", "seat1-fu",
              "seat1-amount", "riichi", "tenpai", "nagashi", "reason", "seat", "points", "delta0",
              "seat1-pao-daisangen", "stop", "time_up", "any-han")  # fmt: skip
    for kind in ("win", "draw", "abort", "penalty", "adjust", "end"):
        for name in fields:
            for typing in (True, False):
                filled = form(kind, {**WIN, "seat1-way": "amount", name: text}, typing=typing)
                drafted = draft(filled, f"{name}={text}")
                assert drafted.complete or drafted.error or filled.question
                assert drafted.asks is not None
                assert drafted.cells
                assert filled.options is not None


# -- draws, rows and the seldom -----------------------------------------------------------------


def test_players_in_riichi_are_locked_tenpai_on_a_draw() -> None:
    drawn = form("draw", {"riichi": 2}, typing=True)
    assert (drawn.target(2).checked, drawn.target(2).locked) == (True, True)
    assert (drawn.target(1).checked, drawn.target(1).locked) == (False, False)
    assert drawn.outcome()["tenpai"] == [2]


@pytest.mark.parametrize(
    "kind, options, labels",
    [
        ("win", {}, ["riichi"]),
        ("win", {"time_limit": 60}, ["riichi", "clock"]),
        ("draw", {}, ["riichi", "nagashi"]),
        ("draw", {"nagashi": "none"}, ["riichi"]),
    ],
)
def test_the_panel_holds_what_the_rules_know(
    kind: str, options: dict[str, Any], labels: list[str]
) -> None:
    assert [row.label for row in form(kind, {}, table(**options)).options] == labels


def asks(fields: dict[str, Any], position: Position | None = None) -> list[str]:
    return [row.label for row in draft(form("win", fields, position)).asks]


def test_pao_is_asked_for_a_yakuman_only() -> None:
    assert asks(WIN) == []
    assert asks({**WIN, "seat1-han": "yakuman1"}) == ["pao: daisangen", "pao: daisuushi"]
    assert asks({**WIN, "seat1-han": "yakuman1"}, table(pao=[])) == []
    rinshan = table(pao=["rinshan"])
    assert asks({**WIN, "source": "self"}, rinshan) == ["pao: rinshan"]
    assert asks(WIN, rinshan) == []


def test_the_dealer_is_asked_whether_to_stop_where_the_rules_leave_it() -> None:
    last = table(start={"round": "S4", "scores": [20000, 20000, 20000, 40000]}, agari_yame="choice")
    fields = {"winner": 3, "source": 0}
    assert asks(fields, last) == ["dealer"]
    assert outcome("win", {**fields, "stop": "on"}, last)["stop"] is True
    assert asks({"winner": 2, "source": 0}, last) == []


def test_what_seldom_happens_is_listed_as_the_rules_allow() -> None:
    labels = [choice.label for _, choice in seldom("riichi", table().rules)]
    assert labels == [
        "Nine terminals", "Four winds", "Four riichi", "Four kans", "Three rons",
        "Chombo", "Penalty", "Adjust the scores", "End the game here",
    ]  # fmt: skip
    three = table(players=3, uma=[15000, 0, -15000], multiple_ron="three").rules
    assert [choice.label for _, choice in seldom("riichi", three)][:3] == [
        "Nine terminals",
        "Four kans",
        "Chombo",
    ]


# -- carried along ------------------------------------------------------------------------------


def test_a_sealed_position_comes_back_and_a_forged_one_does_not() -> None:
    position = table(honba_ron=1500)
    sealed = seal(position)
    assert unseal(sealed) == position
    for forged in ("", "x", sealed[:-1], "a" + sealed, sealed.replace(":", ".", 1)):
        with pytest.raises(ScoringError) as error:
            unseal(forged)
        assert error.value.field == "position"


def test_a_kind_of_round_that_no_variety_has_is_no_page() -> None:
    for variety, kind in (("riichi", "dance"), ("chess", "win")):
        with pytest.raises(Http404):
            round_form(variety, kind)


# -- what seldom happens ------------------------------------------------------------------------


def test_the_key_of_a_limit_keeps_the_han_of_a_record_that_is_edited() -> None:
    """Six han are shown under haneman, and saved as six han unless another key is tapped."""
    way = form("win", {**WIN, "seat1-han": 6}).shown.way
    keys = [(key.value, key.checked) for key in way.limit_keys]
    assert keys[:3] == [("mangan", False), ("6", True), ("baiman", False)]


def test_a_han_that_is_no_key_is_refused() -> None:
    assert refusal("win", {**WIN, "seat1-han": "yakumanx"}) == (
        "wins.0.value.han",
        "Choose the han again",
    )


def test_only_fu_that_no_such_hand_has_are_objected_to() -> None:
    asked = form("win", {**WIN, "seat1-han": 1, "seat1-fu": 30})
    assert asked.objection("seat1-fu", "30") is None
    assert asked.objection("seat1-fu", "20") is not None
    assert asked.objection("seat1-fu", "31") is None, "is no key"
    assert form("win", {**WIN, "seat1-han": 5}).objection("seat1-fu", "30") is not None


def test_an_amount_nobody_can_have_said_is_asked_for_again() -> None:
    asked = form("win", {**WIN, "seat1-way": "amount", "seat1-amount": "1234"})
    assert asked.question == "Which amount was said?"
    with pytest.raises(ScoringError, match="Which amount was said"):
        asked.outcome()


@pytest.mark.parametrize(
    ("amount", "found"),
    [
        ("3900", "3 han 30 fu or 2 han 60 fu"),
        ("12000", "haneman"),
        ("32000", "yakuman or counted yakuman"),
        ("24000", "sanbaiman"),
        ("64000", "2 yakuman"),
    ],
)
def test_an_amount_says_what_it_stands_for(amount: str, found: str) -> None:
    counted = table(thirteen_han="yakuman")
    way = form("win", {**WIN, "seat1-way": "amount", "seat1-amount": amount}, counted).shown.way
    assert way.found == found


def test_a_win_that_no_pad_can_give_is_edited_from_scratch() -> None:
    assert WIN_FORM.typed_win({"winner": 1, "from": 3, "value": {}}, table()) == {}


WIN_FORM: Any = round_form("riichi", "win")


def test_norths_set_aside_come_back_when_a_hand_is_edited() -> None:
    three = table(players=3, uma=[10000, 0, -10000], red_fives=2, noten_pool=2000)
    hand = {"tiles": "123p456789s11777z", "melds": [], "win_tile": "1z"}
    typed = WIN_FORM.typed({"type": "win", "wins": [{"winner": 1, "hand": hand}]}, three)
    assert typed["seat1-way"] == ["tiles"]
    assert "seat1-north" not in typed
    aside = {**hand, "north": 2}
    typed = WIN_FORM.typed({"type": "win", "wins": [{"winner": 1, "hand": aside}]}, three)
    assert typed["seat1-north"] == ["2"]


def test_figures_typed_as_a_correction_stand_where_they_were_typed() -> None:
    asked: Any = form("adjust", {"delta0": "+500", "delta2": "x"})
    assert asked.entries == [(0, "Aki", "+500"), (1, "Ben", ""), (2, "Chie", "x"), (3, "Dan", "")]
    assert asked.question.startswith("Give each player a whole number")


def test_nobody_pays_a_winner_in_a_draw() -> None:
    assert draft(form("draw", {"tenpai": [1]})).payment == ""


def test_what_a_form_does_not_ask_belongs_to_no_part_of_the_page() -> None:
    """Where a refusal goes: the row of its field, or none; a form without ways keeps none."""
    asked = form("draw", {"tenpai": [1]})
    assert (asked.asked, asked.way, asked.question) == ("", "", "")
    assert asked.spot("riichi") == "riichi"
    assert form("adjust", {}).spot("deltas.2") == "2"
    assert form("win", WIN).option_spots == [row.spot for row in form("win", WIN).options]
    assert "riichi" in form("win", WIN).option_spots
