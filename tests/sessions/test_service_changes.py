"""Recording and changing a game: what is stored, what is refused, nothing half-saved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from scoring.errors import ScoringError
from sessions.models import Change, Club, Game, Player, Win
from sessions.selectors.history import story
from sessions.services import changes, document
from sessions.services.changes import (
    Closed,
    NeedsConsent,
    NothingToDo,
    Repeated,
    Stale,
    appended,
    deleted,
    inserted,
    replaced,
    reseated,
    swapped,
    with_chips,
    with_start,
)
from sessions.services.document import load
from sessions.services.exchange import export_game, import_game
from sessions.services.games import rename

Make = Callable[..., Game]
Check = Callable[[Game], Any]


def ron(winner: int, source: int, han: int = 3, fu: int = 30, riichi: tuple[int, ...] = ()) -> dict:
    win = {"winner": winner, "from": source, "value": {"han": han, "fu": fu}}
    return {"type": "win", "wins": [win], "riichi": list(riichi)}


def tsumo(winner: int, han: int = 3, fu: int = 30, riichi: tuple[int, ...] = ()) -> dict:
    win = {"winner": winner, "from": None, "value": {"han": han, "fu": fu}}
    return {"type": "win", "wins": [win], "riichi": list(riichi)}


def draw(*tenpai: int, riichi: tuple[int, ...] = ()) -> dict:
    return {"type": "draw", "tenpai": list(tenpai), "riichi": list(riichi)}


PASS = ron(2, 3, 1, 30)
"""A cheap ron of a non-dealer while East, South or North deals: the deal passes."""


def record(game: Game, *outcomes: dict) -> None:
    for outcome in outcomes:
        changes.record(game, outcome, version=game.version, token=None)


def change(game: Game, edit: changes.Edit, **more: Any) -> changes.Plan:
    return changes.change(game, "edit", edit, version=game.version, token=None, **more)


def undo(game: Game) -> Change:
    return changes.undo(game, version=game.version, token=None)


def redo(game: Game) -> Change:
    return changes.redo(game, version=game.version, token=None)


def outcomes(game: Game) -> list[dict]:
    return list(game.rounds.values_list("outcome", flat=True))


def scores(game: Game) -> list[int]:
    return Game.objects.get(pk=game.pk).scores


# -- recording ----------------------------------------------------------------------------------


def test_record_stores_the_round_its_win_and_where_the_game_stands(
    game: Game, assert_consistent: Check
) -> None:
    record(game, ron(0, 1, 3, 40, riichi=(0,)))
    row = game.rounds.get()
    assert (row.number, row.wind, row.hand_number, row.dealer, row.honba) == (1, 0, 1, 0, 0)
    assert row.deltas == [7700, -7700, 0, 0]
    win = Win.objects.get(round=row)
    assert (win.winner, win.source, win.points) == (0, 1, 7700)
    assert win.value == {"han": 3, "fu": 40, "yakuman": 0, "limit": None}
    assert (game.wind, game.hand_number, game.honba) == (0, 1, 1)
    assert game.scores == [32700, 17300, 25000, 25000]
    assert_consistent(game)


def test_record_counts_version_and_pulse(game: Game) -> None:
    version, pulse = game.version, game.pulse
    record(game, PASS)
    stored = Game.objects.get(pk=game.pk)
    assert (game.version, game.pulse) == (version + 1, pulse + 1)
    assert (stored.version, stored.pulse) == (version + 1, pulse + 1)


def test_hands_that_were_played_before_are_played_on_from(
    game: Game, assert_consistent: Check
) -> None:
    record(game, PASS, tsumo(1))
    told = story(game)
    done = changes.record(game, ron(0, 1), version=game.version, token=None, hands=told.hands)
    assert told.after(done).hands == story(Game.objects.get(pk=game.pk)).hands
    assert_consistent(game)


def test_hands_of_another_version_are_read_again(game: Game, assert_consistent: Check) -> None:
    """The phone had seen what another one wrote after this request had begun."""
    told = story(game)
    record(Game.objects.get(pk=game.pk), PASS)
    changes.record(game, draw(0), version=game.version + 1, token=None, hands=told.hands)
    assert outcomes(game) == [PASS, draw(0)]
    assert_consistent(game)


def test_a_stale_version_is_refused_and_the_game_is_the_newest(game: Game) -> None:
    other = Game.objects.get(pk=game.pk)
    record(other, PASS)
    with pytest.raises(Stale):
        changes.record(game, draw(0), version=game.version, token="b")
    assert outcomes(game) == [load(other).rounds[0]]
    assert (game.version, game.scores) == (other.version, other.scores)


def test_a_repeated_request_is_stored_once(game: Game) -> None:
    version = game.version
    changes.record(game, PASS, version=version, token="one")
    with pytest.raises(Repeated):
        changes.record(game, PASS, version=version, token="one")
    with pytest.raises(Repeated):  # even where the form was filled from the newer board
        changes.record(game, PASS, version=game.version, token="one")
    assert game.rounds.count() == 1
    assert game.version == version + 1 == Game.objects.get(pk=game.pk).version


@pytest.mark.parametrize("kind", ["undo", "redo", "close"])
def test_a_repeated_undo_redo_or_close_is_carried_out_once(game: Game, kind: str) -> None:
    record(game, PASS, PASS, PASS)
    if kind == "redo":
        undo(game), undo(game)
    version = game.version
    act: dict[str, Callable[[], object]] = {
        "undo": lambda: changes.undo(game, version=version, token="t"),
        "redo": lambda: changes.redo(game, version=version, token="t"),
        "close": lambda: changes.close(game, reason="agreed", version=version, token="t"),
    }
    act[kind]()
    before = outcomes(game)
    with pytest.raises(Repeated):
        act[kind]()
    assert outcomes(game) == before


@pytest.mark.parametrize("token", ["x" * 65, "a b", "a\x00b", "é"])
def test_a_token_no_page_made_is_refused(game: Game, token: str) -> None:
    with pytest.raises(ScoringError) as error:
        changes.record(game, PASS, version=game.version, token=token)
    assert error.value.field == "token"
    assert not game.rounds.exists()


def test_nothing_is_half_saved_when_the_engine_refuses(
    game: Game, assert_consistent: Check
) -> None:
    record(game, PASS)
    version, kept = game.version, load(game)
    with pytest.raises(ScoringError) as error:
        changes.record(game, draw(1, riichi=(2,)), version=game.version, token="t")
    assert error.value.field == "tenpai"
    stored = Game.objects.get(pk=game.pk)
    assert stored.version == game.version == version
    assert load(stored) == kept
    assert not Change.objects.filter(token="t").exists()
    assert_consistent(game)
    changes.record(game, draw(1, 2, riichi=(2,)), version=game.version, token="t")


@pytest.mark.parametrize(
    "outcome, field",
    [
        ({"type": "win", "wins": []}, "wins"),
        ({"type": "nothing"}, "type"),
        (ron(1, 1), "wins.0.from"),
        (ron(0, 1, 2, 20), "wins.0.value.fu"),
        ({**draw(0), "extra": 1}, "extra"),
        (draw(7), "tenpai.0"),
    ],
)
def test_an_error_names_the_field_of_the_hand_that_was_entered(
    game: Game, outcome: dict, field: str
) -> None:
    record(game, PASS)
    with pytest.raises(ScoringError) as recording:
        changes.record(game, outcome, version=game.version, token=None)
    with pytest.raises(ScoringError) as editing:
        change(game, replaced(1, outcome))
    assert recording.value.field == editing.value.field == field


@pytest.mark.parametrize("text", ["nul\x00", "half \ud800", "bell\x07"])
def test_text_that_no_database_keeps_is_refused(game: Game, text: str) -> None:
    outcome = {"type": "adjust", "deltas": [100, -100, 0, 0], "reason": text}
    with pytest.raises(ScoringError) as error:
        record(game, outcome)
    assert error.value.field == "reason"


def test_a_hand_after_the_end_is_refused(game: Game) -> None:
    record(game, {"type": "end", "reason": "agreed"})
    assert game.finished
    with pytest.raises(ScoringError):
        record(game, PASS)
    assert game.rounds.count() == 1


def test_a_game_has_a_most_number_of_hands(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document, "MOST_ROUNDS", 2)
    record(game, PASS, PASS)
    with pytest.raises(ScoringError):
        record(game, PASS)


# -- riichi sticks laid down live ---------------------------------------------------------------


def test_a_declared_riichi_shows_by_the_pulse_alone(game: Game) -> None:
    version, pulse = game.version, game.pulse
    changes.declare(game, 2, declared=True)
    stored = Game.objects.get(pk=game.pk)
    assert (stored.declared, stored.version, stored.pulse) == ([2], version, pulse + 1)
    assert (game.declared, game.pulse) == ([2], pulse + 1)
    changes.declare(game, 2, declared=False)
    assert Game.objects.get(pk=game.pk).declared == []


def test_too_few_points_for_riichi_are_refused_when_it_is_declared(new_game: Make) -> None:
    game = new_game(start={"scores": [99100, 900, 0, 0]})
    changes.declare(game, 0, declared=True)
    with pytest.raises(ScoringError) as error:
        changes.declare(game, 1, declared=True)
    assert error.value.field == "riichi"
    assert Game.objects.get(pk=game.pk).declared == [0]


def test_all_four_may_declare(game: Game) -> None:
    for seat in range(4):
        changes.declare(game, seat, declared=True)
    assert Game.objects.get(pk=game.pk).declared == [0, 1, 2, 3]


def test_no_seat_no_riichi(game: Game) -> None:
    for declared in (True, False):
        with pytest.raises(ScoringError) as error:
            changes.declare(game, 4, declared=declared)
        assert error.value.field == "seat"


def test_declared_sticks_are_cleared_when_the_hand_is_recorded(game: Game) -> None:
    changes.declare(game, 2, declared=True)
    record(game, ron(2, 3, riichi=(2,)))
    assert Game.objects.get(pk=game.pk).declared == []


def test_declared_sticks_stay_when_an_earlier_hand_is_corrected(game: Game) -> None:
    record(game, PASS, PASS)
    changes.declare(game, 2, declared=True)
    change(game, replaced(1, ron(2, 3, 2, 30)))
    assert Game.objects.get(pk=game.pk).declared == [2]


def test_a_correction_does_not_take_a_stick_that_another_phone_laid_down(game: Game) -> None:
    record(game, PASS)
    other_phone = Game.objects.get(pk=game.pk)
    changes.declare(other_phone, 3, declared=True)
    change(game, replaced(1, draw(0)))
    assert Game.objects.get(pk=game.pk).declared == [3]


def test_a_hand_taken_back_has_its_sticks_on_the_table_again(game: Game) -> None:
    changes.declare(game, 2, declared=True)
    record(game, ron(2, 3, riichi=(2,)))
    undo(game)
    assert Game.objects.get(pk=game.pk).declared == [2]
    redo(game)
    assert Game.objects.get(pk=game.pk).declared == []


def test_no_riichi_in_a_hand_that_was_recorded_meanwhile(game: Game) -> None:
    seen = game.version
    record(game, PASS)
    with pytest.raises(Stale):
        changes.declare(game, 0, declared=True, version=seen)
    assert Game.objects.get(pk=game.pk).declared == []


def test_no_stick_stays_on_the_table_after_the_end(game: Game) -> None:
    record(game, PASS)
    changes.declare(game, 2, declared=True)
    close(game)
    assert Game.objects.get(pk=game.pk).declared == []


def test_no_riichi_after_the_end(game: Game) -> None:
    record(game, {"type": "end", "reason": "agreed"})
    with pytest.raises(Closed):
        changes.declare(game, 0, declared=True)


# -- undo and redo ------------------------------------------------------------------------------


def test_undo_takes_back_and_redo_does_again(game: Game, assert_consistent: Check) -> None:
    record(game, ron(0, 1), draw(0, 1, riichi=(0,)))
    full = load(game)
    undo(game)
    assert outcomes(game) == list(full.rounds[:1])
    assert_consistent(game)
    undo(game)
    assert outcomes(game) == []
    assert scores(game) == [25000] * 4
    redo(game), redo(game)
    assert load(game) == full
    assert_consistent(game)


def test_a_new_change_drops_what_was_undone(game: Game) -> None:
    record(game, ron(0, 1), PASS)
    undo(game)
    record(game, draw(0))
    with pytest.raises(NothingToDo):
        redo(game)
    undo(game)
    redo(game)
    assert outcomes(game)[-1]["type"] == "draw"


def test_nothing_left_to_undo_or_redo(game: Game) -> None:
    for step in (undo, redo):
        version = game.version
        with pytest.raises(NothingToDo):
            step(game)
        assert Game.objects.get(pk=game.pk).version == game.version == version


def test_undoing_the_last_hand_takes_the_result_back(
    new_game: Make, assert_consistent: Check
) -> None:
    game = new_game(options={"length": "single"})
    record(game, PASS)
    assert game.results.count() == 4
    undo(game)
    assert (game.finished, game.ended, game.results.count()) == (False, None, 0)
    assert_consistent(game)


# -- correcting earlier hands -------------------------------------------------------------------


def test_an_edited_hand_is_replayed_and_marked(game: Game, assert_consistent: Check) -> None:
    record(game, PASS, PASS, PASS)
    before = load(game)
    change(game, replaced(2, ron(1, 3, 2, 30)))
    assert game.rounds.get(number=2).outcome["wins"][0]["winner"] == 1
    assert list(game.rounds.filter(edited=True).values_list("number", flat=True)) == [2]
    assert_consistent(game)
    undo(game)
    assert load(game) == before
    assert not game.rounds.filter(edited=True).exists()


def test_editing_a_hand_to_what_it_was_is_no_change(game: Game) -> None:
    record(game, PASS)
    with pytest.raises(NothingToDo):
        change(game, replaced(1, PASS))
    assert not game.rounds.filter(edited=True).exists()


def test_a_forgotten_hand_is_inserted_before_another(game: Game, assert_consistent: Check) -> None:
    record(game, PASS, draw(1), draw(2))
    change(game, replaced(2, draw(1, 3)))
    change(game, inserted(2, draw(0)))
    assert [o.get("tenpai") for o in outcomes(game)] == [None, [0], [1, 3], [2]]
    assert list(game.rounds.filter(edited=True).values_list("number", flat=True)) == [3]
    assert_consistent(game)


def test_a_deleted_hand_never_happened(game: Game, assert_consistent: Check) -> None:
    record(game, PASS, draw(1), draw(2), draw(3))
    change(game, replaced(3, draw(1, 2)))
    change(game, deleted(2))
    assert [o.get("tenpai") for o in outcomes(game)] == [None, [1, 2], [3]]
    assert list(game.rounds.filter(edited=True).values_list("number", flat=True)) == [2]
    assert_consistent(game)


@pytest.mark.parametrize("marked, deletes", [(2, 1), (1, 1), (2, 2)])
def test_the_mark_follows_its_hand_among_equal_hands(
    game: Game, assert_consistent: Check, marked: int, deletes: int
) -> None:
    record(game, draw(0), draw(0))
    change(game, replaced(marked, draw(1)))
    change(game, replaced(marked, draw(0)))
    change(game, deleted(deletes))
    assert game.rounds.get().edited == (marked != deletes)
    undo(game)
    assert [row.edited for row in game.rounds.all()] == [marked == 1, marked == 2]
    assert_consistent(game)


@pytest.mark.parametrize("edit", [replaced(3, PASS), deleted(0), inserted(5, PASS)])
def test_no_such_hand(game: Game, edit: changes.Edit) -> None:
    record(game, PASS, PASS)
    with pytest.raises(ScoringError) as error:
        change(game, edit)
    assert error.value.field == "number"


def test_an_edit_that_no_later_hand_allows_is_refused(new_game: Make) -> None:
    game = new_game(start={"scores": [91000, 3000, 3000, 3000]})
    record(game, PASS, draw(1, riichi=(1,)))
    with pytest.raises(ScoringError) as error:
        change(game, replaced(1, ron(2, 1, 3, 30)))
    assert error.value.field == "rounds.1.riichi"
    assert outcomes(game)[0] == load(game).rounds[0]


def test_hands_after_the_new_end_go_only_by_consent(
    new_game: Make, assert_consistent: Check
) -> None:
    game = new_game(options={"bust": "below-zero"})
    record(game, PASS, draw(0), draw(1))
    kept = load(game)
    edit = replaced(1, {**ron(2, 3), "wins": [{"winner": 2, "from": 3, "value": {"yakuman": 1}}]})
    with pytest.raises(NeedsConsent) as refusal:
        change(game, edit)
    assert [step.outcome.kind for step in refusal.value.plan.surplus if step] == ["draw", "draw"]
    assert load(Game.objects.get(pk=game.pk)) == kept
    change(game, edit, consent=True)
    assert (game.rounds.count(), game.reason, game.finished) == (1, "bust", True)
    assert_consistent(game)
    undo(game)
    assert load(game) == kept
    assert_consistent(game)


def test_substitutes_for_hands_that_go_do_not_stay(new_game: Make) -> None:
    game = new_game(options={"bust": "below-zero"})
    record(game, PASS, draw(0), draw(1))
    substitute(game, 0, "Emi", 3, counts=True)
    yakuman = {"winner": 2, "from": 3, "value": {"yakuman": 1}}
    change(game, replaced(1, {"type": "win", "wins": [yakuman]}), consent=True)
    assert not game.substitutions.exists()
    assert game.results.get(seat=0).player.name == "Aki"


# -- players ------------------------------------------------------------------------------------


def names(game: Game) -> list[str]:
    return [seat.player.name for seat in game.seats.select_related("player")]


def substitute(game: Game, seat: int, name: str, from_round: int, *, counts: bool) -> None:
    changes.substitute(
        game, seat, name, from_round=from_round, counts=counts, version=game.version, token=None
    )


def test_swapping_names_leaves_every_figure_at_its_seat(
    game: Game, assert_consistent: Check
) -> None:
    record(game, ron(0, 1), PASS)
    rows = list(game.rounds.values("outcome", "deltas", "scores"))
    change(game, swapped(0, 1, hands_follow=False))
    assert names(game) == ["Ben", "Aki", "Chie", "Dan"]
    assert list(game.rounds.values("outcome", "deltas", "scores")) == rows
    assert_consistent(game)


def test_swapping_with_their_hands_moves_what_each_did(
    game: Game, assert_consistent: Check
) -> None:
    record(game, draw(1, 2, riichi=(1,)), ron(1, 3))
    change(game, swapped(1, 2, hands_follow=True))
    assert names(game) == ["Aki", "Chie", "Ben", "Dan"]
    assert outcomes(game)[0]["riichi"] == [2]
    assert outcomes(game)[1]["wins"][0]["winner"] == 2
    assert_consistent(game)
    undo(game)
    assert names(game) == ["Aki", "Ben", "Chie", "Dan"]
    assert_consistent(game)


def test_swapping_with_their_hands_moves_scores_taken_up_and_chips(
    new_game: Make, assert_consistent: Check
) -> None:
    game = new_game(options={"chips": True}, start={"scores": [40000, 30000, 20000, 10000]})
    change(game, with_chips([3, -1, -2, 0]))
    change(game, swapped(0, 3, hands_follow=True))
    assert game.scores == [10000, 30000, 20000, 40000]
    assert game.chips == [0, -1, -2, 3]
    change(game, swapped(0, 3, hands_follow=False))
    assert game.scores == [10000, 30000, 20000, 40000]
    assert_consistent(game)


def test_reseating_moves_every_seat_a_round_names() -> None:
    order = [0, 2, 1, 3]
    win = {
        "winner": 1,
        "from": 2,
        "value": {"yakuman": 2},
        "liable": {"daisangen": 2, "suukantsu": 3},
    }
    moved = reseated({"type": "win", "riichi": [1, 3], "wins": [win]}, order)
    assert moved["riichi"] == [2, 3]
    assert moved["wins"] == [
        {**win, "winner": 2, "from": 1, "liable": {"daisangen": 1, "suukantsu": 3}}
    ]
    adjust = {"type": "adjust", "deltas": [1, 2, 3, 4], "reason": "slip"}
    assert reseated(adjust, order)["deltas"] == [1, 3, 2, 4]
    chombo = {"type": "penalty", "reason": "chombo", "seat": 2, "riichi": [1]}
    assert reseated(chombo, order) == {**chombo, "seat": 1, "riichi": [2]}
    nagashi = {"type": "draw", "tenpai": [0, 1], "riichi": [], "nagashi": [2]}
    assert reseated(nagashi, order) == {**nagashi, "tenpai": [0, 2], "nagashi": [1]}
    responsible = {**win, "liable": 2, "responsible": 2}
    again = reseated({"type": "win", "riichi": [], "wins": [responsible]}, order)["wins"][0]
    assert (again["liable"], again["responsible"]) == (1, 1)
    alike = {"winner": 0, "from": 1, "value": {"points": 40}, "responsible": None}
    assert reseated({"type": "win", "wins": [alike]}, order)["wins"][0]["responsible"] is None


@pytest.mark.parametrize("pair", [(1, 1), (0, 4), (-1, 2)])
def test_a_swap_takes_two_players(game: Game, pair: tuple[int, int]) -> None:
    with pytest.raises(ScoringError) as error:
        change(game, swapped(*pair, hands_follow=True))
    assert error.value.field == "seats"


@pytest.mark.parametrize("counts, owner", [(True, "Emi"), (False, "Chie")])
def test_a_substitute_plays_on_and_may_own_the_result(
    new_game: Make, assert_consistent: Check, counts: bool, owner: str
) -> None:
    game = new_game(options={"length": "east"})
    record(game, PASS)
    substitute(game, 2, " Emi ", 2, counts=counts)
    record(game, PASS, PASS, PASS)
    while not game.finished:
        record(game, ron(1, 3, 1, 30))
    assert game.results.get(seat=2).player.name == owner
    assert_consistent(game)


def test_a_substitute_follows_the_person_and_the_hand(game: Game, assert_consistent: Check) -> None:
    record(game, PASS, PASS)
    substitute(game, 2, "Emi", 2, counts=True)
    change(game, inserted(2, draw(0)))
    assert game.substitutions.get().from_round == 3
    change(game, deleted(1))
    assert game.substitutions.get().from_round == 2
    change(game, swapped(2, 0, hands_follow=True))
    assert game.substitutions.get().seat == 0
    for _ in range(4):
        undo(game)
    assert not game.substitutions.exists()
    assert_consistent(game)


def test_who_sat_there_before_comes_back_as_the_same_person(game: Game) -> None:
    record(game, PASS)
    substitute(game, 2, "Emi", 1, counts=True)
    substitute(game, 2, "chie", 2, counts=True)
    assert Player.objects.count() == 5
    assert game.substitutions.last().player.name == "Chie"


@pytest.mark.parametrize(
    "seat, name, from_round, field",
    [
        (4, "Emi", 1, "seat"),
        (0, "Emi", 3, "from_round"),
        (0, "Emi", 0, "from_round"),
        (0, "  ", 1, "player"),
        (0, "ben", 1, "player"),
        (0, "e" * 61, 1, "player"),
        (0, "e\x00", 1, "player"),
    ],
)
def test_a_substitute_who_does_not_fit_is_refused(
    game: Game, seat: int, name: str, from_round: int, field: str
) -> None:
    record(game, PASS)
    with pytest.raises(ScoringError) as error:
        substitute(game, seat, name, from_round, counts=False)
    assert error.value.field == field
    assert Player.objects.count() == 4


def test_a_name_is_corrected_on_every_phone(game: Game) -> None:
    pulse = game.pulse
    rename(game, 1, "  Benjamin  B. ")
    rename(game, 1, "BENJAMIN B.")
    assert names(game) == ["Aki", "BENJAMIN B.", "Chie", "Dan"]
    assert Game.objects.get(pk=game.pk).pulse == pulse + 2


@pytest.mark.parametrize(
    "seat, name, field",
    [(4, "Emi", "seat"), (0, "", "player"), (0, "BEN", "player"), (0, "fumi", "player")],
)
def test_a_name_that_does_not_do_is_refused(game: Game, seat: int, name: str, field: str) -> None:
    substitute(game, 1, "Fumi", 1, counts=False)
    with pytest.raises(ScoringError) as error:
        rename(game, seat, name)
    assert error.value.field == field
    assert names(game) == ["Aki", "Ben", "Chie", "Dan"]


def test_a_members_name_is_not_changed_at_a_table(game: Game) -> None:
    club = Club.objects.create(name="Ron", slug="ron")
    Player.objects.filter(name="Aki").update(club=club)
    with pytest.raises(ScoringError, match="Aki is a member of a club"):
        rename(game, 0, "Aky")


# -- start and chips ----------------------------------------------------------------------------


def test_a_game_taken_up_in_the_middle(game: Game, assert_consistent: Check) -> None:
    record(game, PASS)
    start = {"round": "S2", "honba": 1, "sticks": 1, "scores": [30000, 20000, 25000, 24000]}
    change(game, with_start(start))
    row = game.rounds.get()
    assert (row.wind, row.hand_number, row.honba, row.sticks) == (1, 2, 1, 1)
    assert_consistent(game)
    undo(game)
    assert (game.rounds.get().wind, game.start) == (0, None)
    assert_consistent(game)


def test_scores_that_do_not_add_up_are_refused(game: Game) -> None:
    with pytest.raises(ScoringError) as error:
        change(game, with_start({"scores": [30000, 30000, 30000, 30000]}))
    assert error.value.field == "start.scores"


def test_chips_count_in_the_result(new_game: Make, assert_consistent: Check) -> None:
    game = new_game(options={"chips": True, "chip_points": 2000, "length": "single"})
    record(game, PASS)
    without = list(game.results.values_list("total", flat=True))
    change(game, with_chips([1, -1, 0, 0]))
    now = list(game.results.values_list("total", flat=True))
    assert [b - a for a, b in zip(without, now, strict=True)] == [2000, -2000, 0, 0]
    assert_consistent(game)


def test_chips_can_be_taken_out_again(new_game: Make) -> None:
    game = new_game(options={"chips": True})
    change(game, with_chips([1, -1, 0, 0]))
    change(game, with_chips(None))
    assert Game.objects.get(pk=game.pk).chips is None


@pytest.mark.parametrize("chips", [[1, 0, 0, 0], [1, -1, 0], [1, -1, 0, "0"], [10**12, 0, 0, 0]])
def test_chips_that_do_not_add_up_are_refused(new_game: Make, chips: list) -> None:
    game = new_game(options={"chips": True})
    with pytest.raises(ScoringError) as error:
        change(game, with_chips(chips))
    assert error.value.field.startswith("chips")


# -- the end ------------------------------------------------------------------------------------


def close(game: Game, reason: str = "agreed") -> None:
    changes.close(game, reason=reason, version=game.version, token=None)


def test_closing_a_running_game_ends_it_as_agreed(game: Game, assert_consistent: Check) -> None:
    record(game, PASS)
    close(game, "time")
    stored = Game.objects.get(pk=game.pk)
    assert (stored.status, stored.finished, stored.reason) == ("closed", True, "time")
    assert game.results.count() == 4
    assert_consistent(game)


def test_a_closed_game_does_not_change(game: Game) -> None:
    record(game, PASS)
    close(game)
    for act in (lambda: record(game, PASS), lambda: undo(game), lambda: close(game)):
        with pytest.raises(Closed):
            act()


def test_closing_asks_for_the_version_that_was_seen(new_game: Make) -> None:
    game = new_game(options={"length": "single"})
    record(game, PASS)
    other = Game.objects.get(pk=game.pk)
    undo(other)
    with pytest.raises(Stale):
        close(game)
    assert Game.objects.get(pk=game.pk).status == "open"


def test_closing_with_no_good_reason_is_refused(game: Game) -> None:
    with pytest.raises(ScoringError) as error:
        close(game, "bored")
    assert error.value.field == "reason"
    assert (game.status, Game.objects.get(pk=game.pk).status) == ("open", "open")


@pytest.mark.parametrize("recorded", [True, False])
def test_reopening_takes_the_agreed_end_back(
    game: Game, assert_consistent: Check, recorded: bool
) -> None:
    record(game, PASS)
    if recorded:  # as a round of its own, before the game is closed
        record(game, {"type": "end", "reason": "agreed"})
    close(game)
    changes.reopen(game)
    assert (game.status, game.finished, game.rounds.count()) == ("open", False, 1)
    assert_consistent(game)
    undo(game)  # the hand, not the reopening
    assert game.rounds.count() == 0


def test_reopening_keeps_an_end_by_the_rules(new_game: Make, assert_consistent: Check) -> None:
    game = new_game(options={"length": "single"})
    record(game, PASS)
    close(game)
    changes.reopen(game)
    assert (game.status, game.finished, game.rounds.count()) == ("open", True, 1)
    assert_consistent(game)


def test_reopening_a_game_that_came_in_closed_takes_its_agreed_end_back(
    game: Game, assert_consistent: Check
) -> None:
    record(game, PASS)
    close(game)
    club = Club.objects.create(name="Ron", slug="ron")
    copy = import_game(club, export_game(game)).game
    assert copy.status == "closed"
    changes.reopen(copy)
    assert (copy.finished, copy.rounds.count()) == (False, 1)
    assert_consistent(copy)


def test_an_open_game_is_not_reopened(game: Game) -> None:
    record(game, {"type": "end", "reason": "agreed"})
    with pytest.raises(NothingToDo):
        changes.reopen(game)
    assert game.rounds.count() == 1


def test_ended_is_when_the_game_ended_first(new_game: Make) -> None:
    game = new_game(options={"length": "single"})
    record(game, PASS)
    ended = game.ended
    assert ended is not None
    assert ended <= timezone.now()
    change(game, replaced(1, ron(1, 2)))
    assert Game.objects.get(pk=game.pk).ended == ended


def test_players_sign_a_result_and_a_change_clears_it(
    new_game: Make, assert_consistent: Check
) -> None:
    game = new_game(options={"length": "single"})
    record(game, PASS)
    pulse = game.pulse
    changes.sign(game, 1, signed=True, version=game.version)
    assert Game.objects.get(pk=game.pk).pulse == game.pulse == pulse + 1
    changes.sign(game, 2, signed=True)
    changes.sign(game, 2, signed=False)
    assert [seat.signed is not None for seat in game.seats.all()] == [False, True, False, False]
    change(game, replaced(1, ron(1, 2)))
    assert not game.seats.filter(signed__isnull=False).exists()
    assert_consistent(game)


def test_nobody_signs_what_they_have_not_seen(new_game: Make) -> None:
    game = new_game(options={"length": "single"})
    with pytest.raises(NothingToDo):
        changes.sign(game, 0, signed=True)
    record(game, PASS)
    seen = game.version
    change(game, replaced(1, ron(1, 2)))
    with pytest.raises(Stale):
        changes.sign(game, 0, signed=True, version=seen)
    with pytest.raises(ScoringError):
        changes.sign(game, 4, signed=True)
    assert not game.seats.filter(signed__isnull=False).exists()


# -- planning -----------------------------------------------------------------------------------


def moved(game: Game, edit: changes.Edit) -> list[int]:
    return [item.number for item in changes.plan(game, edit).moved]


def test_a_plan_stores_nothing(game: Game, assert_consistent: Check) -> None:
    record(game, PASS, PASS)
    kept, version = load(game), game.version
    changes.plan(game, replaced(1, draw(0)))
    assert (load(game), Game.objects.get(pk=game.pk).version) == (kept, version)
    assert_consistent(game)


def test_a_plan_lists_no_hand_that_only_starts_from_other_scores(game: Game) -> None:
    record(game, PASS, draw(1), PASS)
    assert moved(game, replaced(1, ron(1, 3, 2, 30))) == []


def test_a_plan_lists_each_later_hand_whose_honba_dealer_or_sticks_change(game: Game) -> None:
    record(game, PASS, draw(0), draw(0), PASS, PASS)
    # East wins instead: hand 2 is East 1-1, East is tenpai and stays until hand 4; all move.
    assert moved(game, replaced(1, ron(0, 3, 1, 30))) == [2, 3, 4, 5]
    # One more stick is taken by the next winner, in hand 4; hand 5 starts as before.
    assert moved(game, replaced(2, draw(0, riichi=(0,)))) == [3, 4]
    planned = changes.plan(game, replaced(2, draw(0, riichi=(0,))))
    before, after = planned.moved[0].before, planned.moved[0].after
    assert (before.before.sticks, after.before.sticks) == (0, 1)


def test_a_plan_compares_each_hand_with_itself_after_an_insertion_or_deletion(game: Game) -> None:
    record(game, PASS, PASS, ron(0, 3), PASS)
    correction = {"type": "adjust", "deltas": [100, -100, 0, 0], "reason": "slip"}
    assert moved(game, inserted(2, correction)) == []
    assert moved(game, inserted(2, {"type": "abort", "reason": "nine-terminals"})) == [3]
    change(game, inserted(2, correction))
    assert moved(game, deleted(2)) == []
    assert moved(game, deleted(1)) == [1, 2, 3, 4]


def test_a_plan_lists_what_a_swap_changes_for_the_table(game: Game) -> None:
    record(game, ron(2, 3), ron(0, 3))
    assert moved(game, swapped(0, 1, hands_follow=False)) == []
    # Chie and Dan change seats: neither dealt, nothing moves but the names.
    assert moved(game, swapped(2, 3, hands_follow=True)) == []
    # What Aki won off Ben's deal becomes a win of the dealer, who stays.
    assert moved(game, swapped(0, 1, hands_follow=True)) == [2]
    record(game, draw(2))
    assert moved(game, swapped(0, 1, hands_follow=True)) == [2, 3]


def test_a_plan_lists_what_another_start_changes(game: Game) -> None:
    record(game, PASS, PASS)
    assert moved(game, with_start({"round": "E1"})) == []
    assert moved(game, with_start({"round": "E2"})) == [1, 2]
    assert moved(game, with_start({"honba": 2})) == [1]


def test_a_plan_tells_the_new_end(new_game: Make) -> None:
    game = new_game(options={"bust": "below-zero"})
    record(game, PASS, draw(0), draw(1))
    yakuman = {"winner": 2, "from": 3, "value": {"yakuman": 1}}
    planned = changes.plan(game, replaced(1, {"type": "win", "wins": [yakuman]}))
    assert (planned.end_before, planned.end_after, planned.end_changes) == (None, "bust", True)
    assert len(planned.surplus) == 2
    assert not changes.plan(game, replaced(1, draw(2))).end_changes


def test_appending_is_planned_with_the_version_untouched(game: Game) -> None:
    planned = changes.plan(game, appended(PASS))
    assert planned.replay.state.scores == (25000, 25000, 26000, 24000)
    assert (planned.moved, planned.surplus) == ((), ())
