"""The history: read, edited, taken out, put in; what changes is shown before it is saved."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from sessions.services import changes
from sessions.services.changes import close
from sessions.services.document import load


def ron(winner: int, source: int, han: int = 3, fu: int = 30, riichi: tuple[int, ...] = ()) -> dict:
    win = {"winner": winner, "from": source, "value": {"han": han, "fu": fu}}
    return {"type": "win", "wins": [win], "riichi": list(riichi)}


def tsumo(winner: int, han: int = 3, fu: int = 30) -> dict:
    win = {"winner": winner, "from": None, "value": {"han": han, "fu": fu}}
    return {"type": "win", "wins": [win], "riichi": []}


def draw(*tenpai: int, riichi: tuple[int, ...] = ()) -> dict:
    return {"type": "draw", "tenpai": list(tenpai), "riichi": list(riichi)}


PASS = ron(2, 3, 1, 30)
"""A cheap ron of Chie off Dan: the deal passes from Aki or Ben."""
YAKUMAN = {"type": "win", "wins": [{"winner": 2, "from": 3, "value": {"yakuman": 1}}], "riichi": []}
"""Dan is bust."""


@pytest.fixture
def story(opened: Any) -> Any:
    """The mock's game: East wins twice, then North, a draw, West."""
    opened.record(
        tsumo(0, 1, 40), ron(0, 2, 2, 30), ron(3, 0, 1, 40), draw(1, 0, riichi=(1,)), ron(2, 3)
    )
    return opened


def rounds(opened: Any) -> list[dict]:
    opened.game.refresh_from_db()
    return list(load(opened.game).rounds)


def edit(client: Client, opened: Any, number: int, outcome: dict, **fields: Any) -> Any:
    """The answer to the question: the change with its outcome spelled out."""
    data = opened.form(outcome=json.dumps(outcome), **fields)
    return client.post(opened.at("hand_edit", number), data)


# -- read ----------------------------------------------------------------------------------------


def test_every_hand_is_a_sentence_newest_first(client: Client, story: Any) -> None:
    hands = client.get(story.at("hands")).context["hands"]
    assert [hand.mark for hand in hands] == ["East 2-1", "East 2-0", "East 1-2", "East 1-1",
                                             "East 1-0"]  # fmt: skip
    assert hands[3].sentence == (
        "<b><bdi>Aki</bdi></b> ron off <bdi>Chie</bdi>, 2 han 30 fu, 2900 + 300"
    )
    assert hands[1].sentence.startswith("<b>Draw</b>, tenpai <bdi>Aki</bdi>, <bdi>Ben</bdi>")


def test_who_leads_after_each_hand_is_said(client: Client, story: Any) -> None:
    hands = client.get(story.at("hands")).context["hands"]
    assert (hands[-1].leaders, hands[-1].best) == (("Aki",), 27100)


def test_leaders_level_with_each_other_are_all_named(client: Client, opened: Any) -> None:
    opened.record(draw(0, 1), draw(0, 1, 2, 3))
    page = client.get(opened.at("hands")).content.decode()
    assert "lead together, 26,500" in page
    opened.record(draw())
    story = client.get(opened.at("hands")).context["hands"]
    assert story[0].leaders == ("Aki", "Ben")


def test_a_name_in_a_sentence_is_text(client: Client, open_game: Any) -> None:
    game = open_game(names=("<i>Aki", "Ben & Bo", "{0}", "%s"))
    game.record(tsumo(0), ron(1, 2), ron(2, 3), ron(3, 1))
    page = client.get(game.at("hands")).content.decode()
    assert "<i>" not in page
    for name in ("&lt;i&gt;Aki", "Ben &amp; Bo", "{0}", "%s"):
        assert f"<bdi>{name}</bdi>" in page


def test_a_game_without_hands_says_so(client: Client, opened: Any) -> None:
    assert "No hand is recorded yet" in client.get(opened.at("hands")).content.decode()


def test_a_hand_shows_what_it_paid(client: Client, story: Any) -> None:
    rows = client.get(story.at("hand", 2)).context["rows"]
    assert rows == [("Aki", 3200, 30300), ("Ben", 0, 24300), ("Chie", -3200, 21100),
                    ("Dan", 0, 24300)]  # fmt: skip


KNOWN = {
    "riichi": ({"hand": {"tiles": "234m567p345s22s678s", "win_tile": "8s"}}, "Tanyao"),
    "hongkong": (
        {"value": {"faan": 6, "patterns": ["half-flush", "all-triplets"]}},
        "All triplets",
    ),
    "zungjung": ({"value": {"points": 40, "patterns": ["2.1.1"]}}, "Mixed One-Suit"),
}


TICKED = {"han": 2, "fu": 30, "patterns": [["tanyao", 1], ["dora", 1]], "called": True}


def test_a_hand_of_ticked_yaku_says_them_and_is_edited_by_them(
    client: Client, open_game: Any
) -> None:
    opened = open_game()
    win = {"winner": 3, "from": 0, "value": TICKED}
    opened.record({"type": "win", "riichi": [], "wins": [win]})
    page = client.get(opened.at("hand", 1)).content.decode()
    account = page[page.index('class="explain') :]
    for said in ("Tanyao", "Dora", "30 × 2<sup>2+2</sup> = 480", "2,000"):
        assert said in account
    assert "Who pays" not in account
    form = client.get(opened.at("enter", "win") + "?round=1").context["draft"].form
    assert form.shown.way.key == "patterns"
    assert form.shown.way.chosen == {"tanyao": "tanyao", "called": "on", "dora": "1"}
    assert form.outcome()["wins"] == [win]


@pytest.mark.parametrize("variety", KNOWN)
def test_a_hand_whose_patterns_are_known_says_why_it_was_worth_that(
    client: Client, open_game: Any, variety: str
) -> None:
    claim, pattern = KNOWN[variety]
    opened = open_game(variety=variety)
    win = {"winner": 3, "from": 0, **claim}
    opened.record({"type": "win", "wins": [win]}, {"type": "draw", "tenpai": []})
    assert pattern in client.get(opened.at("hand", 1)).text
    assert pattern not in client.get(opened.at("hand", 2)).text


@pytest.mark.parametrize("number", [0, 6, 10**12])
def test_a_hand_that_was_not_played_is_no_page(client: Client, story: Any, number: int) -> None:
    assert client.get(story.at("hand", number)).status_code == 404


def test_a_watcher_reads_a_hand_and_is_offered_nothing(client: Client, story: Any) -> None:
    page = client.get(story.watch("hand", 2)).content.decode()
    assert "2 han 30 fu" in page
    assert "Edit" not in page
    assert "Remove" not in page


def test_the_score_sheet_has_every_hand(client: Client, story: Any) -> None:
    lines = client.get(story.at("sheet")).context["lines"]
    assert [mark for mark, _, _ in lines][0] == "East 1-0"
    assert lines[1][1:] == ((3200, 0, -3200, 0), (30300, 24300, 21100, 24300))


def test_the_score_sheet_has_no_line_for_the_end_of_the_game(client: Client, story: Any) -> None:
    story.record({"type": "end", "reason": "agreed"})
    assert len(client.get(story.at("sheet")).context["lines"]) == 5


@pytest.mark.parametrize(
    "name", ["hands", "hand", "sheet", "menu", "result", "players", "rules", "keys"]
)
def test_a_page_asks_the_database_the_same_at_2_and_at_60_hands(
    client: Client, opened: Any, name: str, django_assert_num_queries: Any
) -> None:
    queries = {"menu": 1, "rules": 1, "keys": 3}.get(name, 4)
    address = opened.at(name, *([1] if name == "hand" else []))
    opened.record(draw(0), draw(0))
    client.get(address)
    with django_assert_num_queries(queries):
        client.get(address)
    opened.record(*[draw(0, 1, 2, 3)] * 58)
    with django_assert_num_queries(queries):
        client.get(address)


# -- edited --------------------------------------------------------------------------------------


def test_an_edit_by_the_form_shows_what_it_changes_and_saves_when_told(
    plain: Any, story: Any
) -> None:
    plain.open(story.at("hand", 2)).follow("Ben")  # who won
    plain.send("/hands/2/edit/")
    before = rounds(story)
    outlook = plain.response.context["outlook"]
    assert [(line.mark, line.state) for line in outlook.lines] == [
        ("East 2-1", "moved"),
        ("East 2-0", "moved"),
        ("East 1-2", "moved"),
        ("East 1-1", "now"),
        ("East 1-0", ""),
    ]
    changed = outlook.lines[3]
    assert "Ben</bdi></b> ron off <bdi>Chie</bdi>, 2 han 30 fu, 2000 + 300" in changed.now
    assert "Aki</bdi></b> ron off <bdi>Chie</bdi>, 2 han 30 fu, 2900 + 300" in changed.was
    assert [(e.old_mark, e.new_mark) for e in outlook.effects] == [
        ("East 1-2", "East 2-0"),
        ("East 2-0", "East 3-0"),
        ("East 2-1", "East 4-1"),
    ]
    words = [effect.words for effect in outlook.effects]
    assert words[0] == (
        "<bdi>Ben</bdi> deals, <bdi>Aki</bdi> −1,300 (was −1,900), <bdi>Dan</bdi> +1,300 "
        "(was +1,900)"
    )
    assert words[1] == "<bdi>Chie</bdi> deals, the deal passes"
    assert words[2] == "<bdi>Dan</bdi> deals"
    assert "3 later hands change" in plain.text
    assert rounds(story) == before, "nothing is saved yet"

    plain.send("plan", "Save and replay")
    assert plain.path == story.at("hands")
    after = rounds(story)
    assert after[1]["wins"][0]["winner"] == 1
    assert (after[:1], after[2:]) == (before[:1], before[2:])
    assert "edited" in plain.text


def test_another_winner_has_won_the_same_hand(plain: Any, story: Any) -> None:
    form = plain.open(story.at("hand", 2)).follow("Ben").form("/hands/2/edit/").fields
    assert (form["seat1-han"], form["seat1-fu"], form["source"]) == (["2"], ["30"], ["2"])


def test_where_the_discarder_won_the_two_change_places(plain: Any, story: Any) -> None:
    form = plain.open(story.at("hand", 2)).follow("Chie").form("/hands/2/edit/").fields
    assert (form["winner"], form["source"]) == (["2"], ["0"])


def test_keeping_it_as_it_was_changes_nothing(plain: Any, story: Any) -> None:
    before = rounds(story)
    plain.open(story.at("hand", 2)).follow("Ben").send("/hands/2/edit/")
    plain.follow("Keep as it was")
    assert plain.path == story.at("hands")
    assert rounds(story) == before


def test_an_edit_that_touches_nothing_else_is_saved_at_once(plain: Any, story: Any) -> None:
    plain.open(story.at("hand", 5)).follow("Edit this hand")
    plain.send("/hands/5/edit/", **{"seat2-han": "4", "seat2-fu": "30"})
    assert plain.path == story.at("hands")
    assert rounds(story)[4]["wins"][0]["value"]["han"] == 4


def test_an_edit_that_changes_nothing_is_no_change(plain: Any, story: Any) -> None:
    version = story.game.version
    plain.open(story.at("hand", 5)).follow("Edit this hand").send("/hands/5/edit/")
    assert plain.path == story.at("hands")
    story.game.refresh_from_db()
    assert story.game.version == version
    assert "edited" not in plain.text


def test_a_contradiction_in_the_form_stays_in_the_form(plain: Any, story: Any) -> None:
    plain.open(story.at("hand", 2)).follow("Edit this hand")
    plain.send("/hands/2/edit/", **{"seat0-han": "1", "seat0-fu": "25"})
    assert plain.response.status_code == 422
    assert plain.form("/hands/2/edit/").fields["seat0-han"] == ["1"]


def test_a_hand_can_become_another_kind(plain: Any, story: Any) -> None:
    plain.open(story.at("hand", 5)).follow("Draw")
    plain.send("/hands/5/edit/", tenpai=["1"])
    if "plan" in [form.ident for form in plain.read().forms]:
        plain.send("plan", "Save and replay")
    assert rounds(story)[4] == draw(1)


def test_a_later_hand_that_no_longer_fits_is_named_and_nothing_is_saved(
    client: Client, opened: Any
) -> None:
    opened.record(draw(), PASS, draw(3, riichi=(3,)))
    before = rounds(opened)
    response = edit(client, opened, 1, ron(2, 3, 12, 30))
    assert response.status_code == 422
    page = response.content.decode()
    assert "A later hand no longer fits" in page
    assert "East 3-0" in page
    assert "Dan" in page.split("</main>")[0]
    assert "riichi" in page
    assert rounds(opened) == before


def test_the_new_end_of_the_game_is_shown_and_hands_after_it_need_consent(
    client: Client, open_game: Any
) -> None:
    opened = open_game(options={"length": "east", "bust": "below-zero"})
    opened.record(PASS, PASS, PASS)
    response = edit(client, opened, 1, YAKUMAN)
    outlook = response.context["outlook"]
    assert outlook.end == "The game ends after East 1-0: a player is bust."
    assert [line.mark for line in outlook.surplus] == ["East 2-0", "East 3-0"]
    assert [line.state for line in outlook.lines] == ["over", "over", "now"]

    refused = edit(client, opened, 1, YAKUMAN, confirm="1")
    assert refused.status_code == 422
    assert "only taken out when you say so" in refused.content.decode()
    assert len(rounds(opened)) == 3

    saved = edit(client, opened, 1, YAKUMAN, confirm="1", consent="on")
    assert saved.status_code == 302
    assert len(rounds(opened)) == 1
    assert opened.game.finished
    changes.undo(opened.game, version=opened.game.version, token=None)
    assert rounds(opened) == [PASS, PASS, PASS]


def test_consent_is_given_by_a_box_on_the_page(plain: Any, open_game: Any) -> None:
    opened = open_game(options={"length": "east", "bust": "below-zero"})
    opened.record(PASS, PASS)
    data = opened.form(outcome=json.dumps(YAKUMAN))
    page = plain.client.post(opened.at("hand_edit", 1), data)
    plain.response, plain.path = page, opened.at("hand_edit", 1)
    assert 'type="checkbox" name="consent" form="plan"' in plain.text
    plain.send("plan", "Save and replay", consent="on")
    assert len(rounds(opened)) == 1


def test_a_game_that_goes_on_by_an_edit_says_so(client: Client, open_game: Any) -> None:
    opened = open_game(options={"length": "east"})
    opened.record(PASS, PASS, ron(1, 0), ron(1, 0))
    assert opened.game.finished
    response = edit(client, opened, 2, draw(1))
    assert response.context["outlook"].end == "The game is not over any more: it goes on."


def test_who_signed_is_told_before_the_result_changes(client: Client, open_game: Any) -> None:
    opened = open_game(options={"length": "single"})
    opened.record(ron(1, 0))
    changes.sign(opened.game, 2, signed=True)
    response = edit(client, opened, 1, ron(1, 0, 4, 30))
    assert response.context["outlook"].signed == ("Chie",)
    assert "must sign again" in response.content.decode()
    assert rounds(opened) == [ron(1, 0)]


# -- at the same time ----------------------------------------------------------------------------


def test_somebody_else_recorded_meanwhile(client: Client, story: Any) -> None:
    fields = story.form(outcome=json.dumps(ron(1, 2, 2, 30)), confirm="1")
    story.record(draw(1))
    response = client.post(story.at("hand_edit", 2), fields)
    assert response.status_code == 409
    assert "What you typed is kept" in response.content.decode()
    assert response.context["outlook"].lines[0].mark == "East 3-0"
    assert len(rounds(story)) == 6
    assert rounds(story)[1] == ron(0, 2, 2, 30)
    again = {**fields, "version": story.game.version, "token": "another"}
    assert client.post(story.at("hand_edit", 2), again).status_code == 302
    assert rounds(story)[1] == ron(1, 2, 2, 30)


def test_a_repeated_request_is_stored_once(client: Client, story: Any) -> None:
    fields = story.form(confirm="1")
    first, second = (client.post(story.at("hand_delete", 5), fields) for _ in "ab")
    assert (first.status_code, second.status_code) == (302, 302)
    assert len(rounds(story)) == 4


def test_a_closed_game_is_not_edited(client: Client, story: Any) -> None:
    close(story.game, reason="agreed", version=story.game.version, token=None)
    page = client.get(story.at("hand", 2)).content.decode()
    assert "Reopen it" in page
    assert "Edit this hand" not in page
    response = edit(client, story, 2, PASS, confirm="1")
    assert response.status_code == 409
    assert "closed" in response.content.decode()


@pytest.mark.parametrize(
    "outcome",
    ["", "null", "[]", "{", '{"type": "sneeze"}', '{"type": "win"}', '{"type": "draw", "x": 1}',
     '{"type": "adjust", "deltas": [1]}', '{"type": "draw", "tenpai": [9]}', "[" * 100000],
)  # fmt: skip
def test_a_broken_outcome_is_refused_in_words(client: Client, story: Any, outcome: str) -> None:
    before = rounds(story)
    for fields in ({}, {"confirm": "1"}, {"confirm": "1", "insert": "1"}):
        data = story.form(outcome=outcome, **fields)
        response = client.post(story.at("hand_edit", 2), data)
        assert response.status_code == 422
        assert "Not saved" in response.content.decode()
    assert rounds(story) == before


@pytest.mark.parametrize("version", ["", "x", "-1", "9" * 30, "①"])
def test_a_broken_version_is_a_stale_one(client: Client, story: Any, version: str) -> None:
    data = story.form(confirm="1") | {"version": version}
    assert client.post(story.at("hand_delete", 1), data).status_code == 409
    assert len(rounds(story)) == 5


@pytest.mark.parametrize("name", ["hand_edit", "hand_delete"])
@pytest.mark.parametrize("number", [0, 9, 10**12])
def test_there_is_nothing_to_do_to_a_hand_that_is_not_there(
    client: Client, story: Any, name: str, number: int
) -> None:
    data = story.form(outcome=json.dumps(PASS), confirm="1")
    assert client.post(story.at(name, number), data).status_code == 422
    assert len(rounds(story)) == 5


# -- taken out, put in ---------------------------------------------------------------------------


def test_taking_a_hand_out_is_always_asked_first(plain: Any, story: Any) -> None:
    plain.open(story.at("hand", 5)).send("/hands/5/delete/", "Remove it")
    assert len(rounds(story)) == 5
    assert "Removed" in plain.text
    plain.send("plan", "Save and replay")
    assert len(rounds(story)) == 4


def test_taking_out_an_earlier_hand_lists_what_moves(client: Client, story: Any) -> None:
    outlook = client.post(story.at("hand_delete", 2), story.form()).context["outlook"]
    assert [(e.old_mark, e.new_mark) for e in outlook.effects] == [("East 1-2", "East 1-1")]
    assert [(line.mark, line.state) for line in outlook.lines] == [
        ("East 2-1", ""),
        ("East 2-0", ""),
        ("East 1-2", "moved"),
        ("East 1-1", "now"),
        ("East 1-0", ""),
    ]


def test_a_forgotten_hand_is_put_in_before_another(plain: Any, story: Any) -> None:
    before = rounds(story)
    address = story.at("enter", "draw") + "?before=3"
    assert address in plain.open(story.at("hand", 3)).text
    plain.open(address).send("/hands/3/edit/", tenpai=["1"])
    outlook = plain.response.context["outlook"]
    assert [(line.mark, line.state) for line in outlook.lines] == [
        ("East 2-1", "moved"),
        ("East 2-0", "moved"),
        ("East 1-2", "moved"),
        ("East 1-2", "now"),
        ("East 1-1", ""),
    ]
    assert outlook.lines[3].was == ""
    plain.send("plan", "Save and replay")
    after = rounds(story)
    assert after == [*before[:2], draw(1), *before[2:]]


def test_a_hand_put_in_before_a_substitute_moves_the_substitute(client: Client, story: Any) -> None:
    changes.substitute(
        story.game, 1, "Emi", from_round=4, counts=False, version=story.game.version, token=None
    )
    edit(client, story, 2, draw(0), confirm="1", insert="1")
    hands = client.get(story.at("hands")).context["hands"]
    assert ["Emi" in hand.sentence or "Ben" in hand.sentence for hand in hands][:2]
    assert story.game.substitutions.get().from_round == 5


def test_a_reason_that_looks_like_a_place_for_a_name_is_a_reason(
    client: Client, opened: Any
) -> None:
    """Sentences keep places for names while they are made; whoever types such a place gets none."""
    opened.record(
        {"type": "adjust", "deltas": [100, -100, 0, 0], "reason": "x\ue0009\ue001y\ue000"}
    )
    for page in (opened.at("hands"), opened.at("board"), opened.at("hand", 1)):
        response = client.get(page)
        assert response.status_code == 200
        assert "\ue000" not in response.content.decode()
