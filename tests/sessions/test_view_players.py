"""Putting right who sits where."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from sessions.selectors.seating import seating
from sessions.services import changes
from sessions.services.changes import close
from sessions.services.document import load


def ron(winner: int, source: int, han: int = 3, fu: int = 30) -> dict:
    win = {"winner": winner, "from": source, "value": {"han": han, "fu": fu}}
    return {"type": "win", "wins": [win], "riichi": []}


def draw(*tenpai: int, riichi: tuple[int, ...] = ()) -> dict:
    return {"type": "draw", "tenpai": list(tenpai), "riichi": list(riichi)}


@pytest.fixture
def played(opened: Any) -> Any:
    opened.record(ron(0, 2), ron(1, 3), draw(2))
    return opened


def names(opened: Any) -> tuple[str, ...]:
    return seating(opened.game).names


# -- swap ----------------------------------------------------------------------------------------


def test_swapping_the_names_alone_changes_no_hand(plain: Any, played: Any) -> None:
    before = load(played.game).rounds
    plain.open(played.at("players"))
    plain.send("/players/swap/", **{"swap-one": "0", "swap-other": "2", "swap-follow": "names"})
    assert "Aki and Chie change places" in plain.text
    assert "No hand changes" in plain.text
    assert names(played) == ("Aki", "Ben", "Chie", "Dan")
    plain.send("plan", "Save and replay")
    assert plain.path == played.at("players")
    assert names(played) == ("Chie", "Ben", "Aki", "Dan")
    assert load(played.game).rounds == before


def test_swapping_with_the_hands_says_what_it_changes(plain: Any, played: Any) -> None:
    plain.open(played.at("players"))
    plain.send("/players/swap/", **{"swap-one": "0", "swap-other": "2", "swap-follow": "hands"})
    effects = plain.response.context["outlook"].effects
    assert effects[0].words.startswith("<bdi>Chie</bdi> deals, <bdi>Chie</bdi> −3,900 (was −5,800)")
    assert effects[1].old_mark == "East 1-1"
    assert effects[1].new_mark == "East 2-0"
    plain.send("plan", "Save and replay")
    assert names(played) == ("Chie", "Ben", "Aki", "Dan")
    first = load(played.game).rounds[0]["wins"][0]
    assert (first["winner"], first["from"]) == (2, 0)


def test_both_ways_are_explained_in_a_line(client: Client, played: Any) -> None:
    page = client.get(played.at("players")).content.decode()
    assert "only the names were typed in wrong" in page
    assert "they move along with them" in page


@pytest.mark.parametrize(
    "one, other, says",
    [
        ("1", "1", "two different players"),
        ("1", "9", "not one of the available"),
        ("x", "1", "not one of the available"),
        ("1", None, "required"),
    ],
)
def test_a_swap_that_is_none_is_refused_at_its_field(
    plain: Any, played: Any, one: str, other: str | None, says: str
) -> None:
    plain.open(played.at("players"))
    fields = {"swap-one": one, "swap-other": other, "swap-follow": "names"}
    plain.send("/players/swap/", **fields)
    assert plain.response.status_code == 422
    assert says in plain.text
    assert names(played) == ("Aki", "Ben", "Chie", "Dan")


def test_a_swap_is_one_change_that_undo_takes_back(plain: Any, played: Any) -> None:
    plain.open(played.at("players"))
    plain.send("/players/swap/", **{"swap-one": "0", "swap-other": "1", "swap-follow": "hands"})
    plain.send("plan", "Save and replay")
    played.game.refresh_from_db()
    changes.undo(played.game, version=played.game.version, token=None)
    assert names(played) == ("Aki", "Ben", "Chie", "Dan")


# -- rename --------------------------------------------------------------------------------------


def test_a_name_is_corrected(plain: Any, played: Any) -> None:
    plain.open(played.at("players")).send("/players/rename/", **{"rename-name": "  Akiko  S "})
    assert names(played) == ("Akiko S", "Ben", "Chie", "Dan")
    assert "Akiko S" in plain.open(played.at("hands")).text


@pytest.mark.parametrize(
    "name, says",
    [("", "required"), ("ben", "sits at the table already"), ("x" * 61, "60")],
)
def test_a_wrong_name_is_refused_at_its_seat_and_kept(
    plain: Any, played: Any, name: str, says: str
) -> None:
    plain.open(played.at("players")).send("/players/rename/", **{"rename-name": name})
    assert plain.response.status_code == 422
    assert says in plain.text
    assert plain.form("/players/rename/").fields["rename-name"] == [name]
    assert names(played) == ("Aki", "Ben", "Chie", "Dan")


# -- substitute ----------------------------------------------------------------------------------


def sit(plain: Any, opened: Any, **fields: str | None) -> Any:
    given = {"seat": "1", "name": "Emi", "from_round": "4", "counts": "leaves"} | fields
    plain.open(opened.at("players"))
    return plain.send("/players/substitute/", **{f"sub-{key}": v for key, v in given.items()})


def test_a_substitute_plays_from_the_next_hand(plain: Any, played: Any) -> None:
    sit(plain, played)
    played.record(ron(1, 0))
    people = seating(played.game)
    assert (people.at(3)[1], people.at(4)[1]) == ("Ben", "Emi")
    assert people.owners[1] == "Ben"
    hands = plain.open(played.at("hands")).response.context["hands"]
    assert "Emi" in hands[0].sentence
    assert "Ben" in hands[2].sentence


def test_a_substitute_from_an_earlier_hand_whose_result_is_their_own(
    plain: Any, played: Any
) -> None:
    sit(plain, played, from_round="2", counts="sits")
    people = seating(played.game)
    assert people.at(2)[1] == "Emi"
    assert people.owners[1] == "Emi"


def test_whose_result_counts_must_be_said(plain: Any, played: Any) -> None:
    sit(plain, played, counts=None)
    assert plain.response.status_code == 422
    assert "Say whose result counts" in plain.text
    assert plain.form("/players/substitute/").fields["sub-name"] == ["Emi"]
    assert not played.game.substitutions.exists()


@pytest.mark.parametrize(
    "fields, says",
    [
        ({"name": "dan"}, "sits at the table already"),
        ({"name": " "}, "required"),
        ({"from_round": "9"}, "not one of the available"),
        ({"from_round": "0"}, "not one of the available"),
        ({"seat": "7"}, "not one of the available"),
    ],
)
def test_a_substitute_who_cannot_be_is_refused(
    plain: Any, played: Any, fields: dict[str, str], says: str
) -> None:
    sit(plain, played, **fields)
    assert plain.response.status_code == 422
    assert says in plain.text
    assert not played.game.substitutions.exists()


def test_a_substitute_entered_too_late_is_told_and_kept(client: Client, played: Any) -> None:
    given = {"sub-seat": "1", "sub-name": "Emi", "sub-from_round": "4", "sub-counts": "leaves"}
    data = played.form(**given)
    played.record(draw())
    response = client.post(played.at("substitute"), data)
    assert response.status_code == 409
    assert "meanwhile" in response.content.decode()
    assert 'value="Emi"' in response.content.decode()


def test_a_repeated_substitution_is_made_once(client: Client, played: Any) -> None:
    given = {"sub-seat": "1", "sub-name": "Emi", "sub-from_round": "4", "sub-counts": "leaves"}
    data = played.form(**given)
    for _ in range(2):
        assert client.post(played.at("substitute"), data).status_code == 302
    assert played.game.substitutions.count() == 1


# -- where it began ------------------------------------------------------------------------------


def test_the_start_is_corrected_after_a_look_at_what_moves(plain: Any, played: Any) -> None:
    plain.open(played.at("players"))
    plain.send("/players/begin/", **{"start-round": "S2", "start-honba": "1"})
    marks = [(e.old_mark, e.new_mark) for e in plain.response.context["outlook"].effects]
    assert marks[0] == ("East 1-0", "South 2-1")
    plain.send("plan", "Save and replay")
    played.game.refresh_from_db()
    assert played.game.start["round"] == "S2"
    assert plain.form("/players/begin/").fields["start-round"] == ["S2"]


def test_scores_of_the_start_must_add_up(plain: Any, played: Any) -> None:
    scores = {f"start-score{seat}": "24000" for seat in range(4)}
    plain.open(played.at("players")).send("/players/begin/", **scores)
    assert plain.response.status_code == 422
    assert "4,000 missing" in plain.text
    assert plain.form("/players/begin/").fields["start-score0"] == ["24000"]
    played.game.refresh_from_db()
    assert played.game.start is None


def test_a_start_under_which_a_hand_no_longer_fits_names_the_hand(plain: Any, opened: Any) -> None:
    opened.record(draw(0, riichi=(0,)))
    scores = {"start-score0": "500", "start-score1": "49500"}
    scores |= {f"start-score{seat}": "25000" for seat in (2, 3)}
    plain.open(opened.at("players")).send("/players/begin/", **scores)
    assert plain.response.status_code == 422
    assert "A later hand no longer fits" in plain.text
    assert "East 1-0" in plain.text


def test_before_the_first_hand_the_start_is_simply_set(plain: Any, opened: Any) -> None:
    plain.open(opened.at("players")).send("/players/begin/", **{"start-round": "S1"})
    assert plain.path == opened.at("players")
    opened.game.refresh_from_db()
    assert opened.game.start["round"] == "S1"


def test_a_closed_game_keeps_its_players(client: Client, played: Any) -> None:
    close(played.game, reason="agreed", version=played.game.version, token=None)
    assert "Reopen it" in client.get(played.at("players")).content.decode()
    swap = {"swap-one": "0", "swap-other": "1", "swap-follow": "names", "confirm": "1"}
    assert client.post(played.at("swap"), played.form(**swap)).status_code == 409
    sub = {"sub-seat": "1", "sub-name": "Emi", "sub-from_round": "4", "sub-counts": "leaves"}
    assert client.post(played.at("substitute"), played.form(**sub)).status_code == 409
    assert client.post(played.at("begin"), played.form(confirm="1")).status_code == 409
