"""The trail of a club: every change of its games and people, readable, and nothing when locked."""

from __future__ import annotations

import re
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone, translation

from scoring.errors import ScoringError
from scoring.varieties import VARIETIES
from sessions.club_words import DONE
from sessions.models import Change, Entry, Evening, Game, Player, Season
from sessions.selectors.trail import PAGE, Asked, Line, trail
from sessions.services import changes, links, roster
from sessions.services.game_trail import note_game
from sessions.services.seasons import Rules, Setup, add_edition, change_season, give, make_season
from sessions.services.trail import note

RON = {"type": "win", "riichi": [], "wins": [
    {"winner": 0, "from": 1, "value": {"han": 3, "fu": 40}}]}  # fmt: skip
DRAW = {"type": "draw", "tenpai": [0], "riichi": []}


@pytest.fixture
def table(house: Any, opened: Any) -> Any:
    """Aki, Ben, Chie and Dan of the club, at a table of it."""
    Player.objects.update(club=house.club)
    Game.objects.update(club=house.club)
    opened.game.refresh_from_db()
    return opened


def lines(house: Any, **asked: Any) -> list[Line]:
    return list(trail(house.club, Asked(**asked)).lines)


def newest(house: Any) -> Line:
    return lines(house)[0]


def told(line: Line) -> tuple[Any, ...]:
    return line.done, line.was, line.now


def do(table: Any, kind: str, edit: Any, **more: Any) -> None:
    table.game.refresh_from_db()
    changes.change(table.game, kind, edit, version=table.game.version, token=None, **more)


def test_a_recorded_hand_is_told(house: Any, table: Any) -> None:
    table.record(RON)
    line = newest(house)
    assert line.done == "hand recorded"
    assert line.label == "Thursday table"
    assert line.by == ""
    assert line.was == ()
    assert line.now == ("1. East 1-0: Aki ron off Ben, 3 han 40 fu, 7700",)


def test_an_edit_is_told_before_and_after_with_the_scores(house: Any, table: Any) -> None:
    table.record(RON)
    do(table, "edit", changes.replaced(1, DRAW))
    line = newest(house)
    assert line.done == "hand changed"
    assert line.was == ("1. East 1-0: Aki ron off Ben, 3 han 40 fu, 7700",
                        "scores: 32,700, 17,300, 25,000, 25,000")  # fmt: skip
    assert line.now[1] == "scores: 28,000, 24,000, 24,000, 24,000"
    assert "Aki" in line.now[0]


def test_undo_and_redo_are_told(house: Any, table: Any) -> None:
    table.record(DRAW, RON)
    table.game.refresh_from_db()
    changes.undo(table.game, version=table.game.version, token=None)
    line = newest(house)
    assert line.done == "last change undone"
    assert "Aki ron off Ben" in line.was[0]
    changes.redo(table.game, version=table.game.version, token=None)
    assert newest(house).done == "change done again"
    assert "Aki ron off Ben" in newest(house).now[0]


def test_insert_and_delete_are_told(house: Any, table: Any) -> None:
    table.record(DRAW)
    do(table, "insert", changes.inserted(1, RON))
    assert newest(house).done == "hand put in"
    assert "Aki ron off Ben" in newest(house).now[0]
    do(table, "delete", changes.deleted(1))
    assert newest(house).done == "hand taken out"
    assert "Aki ron off Ben" in newest(house).was[0]


def test_people_are_told_by_name(house: Any, table: Any) -> None:
    table.record(RON)
    do(table, "swap", changes.swapped(0, 1, hands_follow=False))
    assert told(newest(house)) == (
        "players swapped", ("players: Aki, Ben, Chie, Dan",), ("players: Ben, Aki, Chie, Dan",)
    )  # fmt: skip
    table.game.refresh_from_db()
    changes.substitute(
        table.game, 0, "Emi", from_round=2, counts=True, version=table.game.version, token=None
    )
    assert newest(house).done == "someone else sat down"
    assert "Emi" in newest(house).now[0]


def test_of_many_hands_at_once_only_the_scores_are_told(house: Any, table: Any) -> None:
    table.record(RON, RON, RON, RON)
    do(table, "swap", changes.swapped(0, 1, hands_follow=True), consent=True)
    assert [fact.split(":")[0] for fact in newest(house).now] == ["players", "scores"]


def test_a_person_is_called_as_now_not_as_then(house: Any, table: Any) -> None:
    table.record(RON)
    Player.objects.filter(name="Aki").update(name="Akiko")
    assert "Akiko ron off Ben" in newest(house).now[0]


def test_a_line_is_in_the_readers_language(house: Any, table: Any) -> None:
    table.record(RON)
    with translation.override("ja"):
        said = newest(house).now[0]
    assert "Aki" in said
    assert "ron off" not in said


@pytest.mark.parametrize("variety", VARIETIES)
def test_every_variety_is_told(house: Any, open_game: Any, variety: str) -> None:
    opened = open_game(variety=variety)
    Game.objects.update(club=house.club)
    opened.game.refresh_from_db()
    opened.record({"type": "draw"} if variety != "riichi" else DRAW)
    assert newest(house).now[0].startswith("1. ")


def test_closing_reopening_signing_and_keys_are_told(house: Any, open_game: Any) -> None:
    table = open_game(options={"length": "single"})
    Game.objects.update(club=house.club)
    table.game.refresh_from_db()
    table.record(DRAW)
    for signed in (True, False):
        changes.sign(table.game, 0, signed=signed)
    changes.close(table.game, reason="agreed", version=table.game.version, token=None)
    changes.reopen(table.game)
    links.revoke(table.game, links.Role.WRITE)
    links.renew_phrase(table.game)
    kinds = [line.done for line in lines(house)][::-1]
    assert kinds[1:] == [
        "hand recorded", "result signed", "signature taken back", "game closed",
        "game opened again", "key of the table replaced", "key of the table replaced",
    ]  # fmt: skip
    assert lines(house)[-3].now == ("player: Aki",)


def test_seasons_and_their_rules_are_told_in_words(house: Any) -> None:
    season = Season.objects.create(club=house.club, name="Autumn", slug="autumn")
    by = house.users["owner"]
    note(house.club, by, "season.changed", season, {"ranking": "sum", "ties": "share"},
         {"ranking": "best", "ties": "share", "ranking_n": 5})  # fmt: skip
    assert told(newest(house)) == (
        "season changed", ("Ranked by: the sum of all games",),
        ("Ranked by: the best games", "Games that count: 5"))  # fmt: skip
    note(house.club, by, "season.rules", season, {"chips": False, "uma": None},
         {"chips": True, "uma": [12000, 4000, -4000, -12000]})  # fmt: skip
    line = newest(house)
    assert line.now == ("Chips (shuugi): yes", "Uma: 12,000, 4,000, −4,000, −12,000")
    assert line.was == ("Chips (shuugi): no", "Uma: none")
    note(house.club, by, "evening.changed", season, None, {"variety": "zungjung", "fee": 5})
    assert set(newest(house).now) == {"game: Zung Jung", "table fee: 5"}


def season_of(house: Any, options: dict[str, Any], variety: str = "riichi") -> Season:
    rules = Rules(variety, None, options)
    return make_season(house.club, house.users["organiser"], Setup("Autumn"), [rules])


def test_the_first_rules_are_told_as_their_ruleset_and_what_differs(house: Any) -> None:
    season_of(house, {"red_fives": 4})
    rules = newest(house)
    assert rules.done == "rules of the season changed"
    assert rules.now == ("game: Riichi", "Ruleset: Club", "Red fives: 4")


def test_only_what_changed_of_the_rules_is_told_in_the_words_of_their_game(house: Any) -> None:
    season = season_of(house, {}, "hongkong")
    add_edition(season, house.users["organiser"], Rules("hongkong", None, {"length": "full"}))
    rules = newest(house)
    assert (rules.was, rules.now) == (("Length: two rounds",), ("Length: four rounds",))


def test_days_and_figures_are_told_as_elsewhere(house: Any) -> None:
    by, season = house.users["organiser"], season_of(house, {})
    setup = Setup("Autumn", ends=date(2026, 12, 20), place_points={"4": [50, 10, -10, -50]})
    change_season(season, by, setup)
    assert newest(house).now == (
        "Last day: 20 December 2026",
        "points by place: 4 players: +50, +10, −10, −50",
    )
    aki = roster.add_player(house.club, by, "Aki")
    give(season, by, aki, Fraction(-21, 2), "late")
    assert newest(house).now == ("player: Aki", "reason: late", "points: −10.5")
    evening = Evening.objects.create(club=house.club, day=date(2026, 11, 30))
    note(house.club, by, "evening.made", evening)
    assert newest(house).label == "30 November 2026"


def test_a_table_without_a_name_is_told_by_its_people(house: Any, open_game: Any) -> None:
    game = open_game(title="").game
    Game.objects.filter(pk=game.pk).update(club=house.club)
    game.refresh_from_db()
    note_game(game, "started")
    assert newest(house).label == "Aki, Ben, Chie, Dan"
    page = house.member.get(house.at("trail"), {"game": game.pk}).content.decode()
    assert game.code not in page.replace(house.at("game", game.code), "")


def test_a_game_taken_up_in_the_middle_is_told_in_words(house: Any, table: Any) -> None:
    begun = {"round": "S2", "honba": 1, "sticks": 0, "scores": [25000] * 4}
    do(table, "start", changes.with_start(begun))
    (start,) = newest(house).now
    assert start.startswith("start: South 2, ")
    assert "25,000, 25,000, 25,000, 25,000" in start


def test_who_came_in_is_told_in_words(house: Any, table: Any) -> None:
    emi = Player.objects.create(club=house.club, name="Emi")
    do(table, "substitute", changes.substituted(1, emi.pk, 1, counts=False))
    assert newest(house).now == ("substitutes: Emi sat in from hand 1",)


def test_what_is_new_is_not_told_twice(house: Any) -> None:
    by = house.users["owner"]
    roster.add_player(house.club, by, "Ben")
    assert (newest(house).label, newest(house).now) == ("Ben", ())
    emi = roster.add_player(house.club, by, "Emi", guest=True)
    assert newest(house).now == ("guest: yes",)
    roster.set_guest(house.club, by, emi, False)
    assert told(newest(house)) == ("guest or not", ("guest: yes",), ("guest: no",))


def test_what_was_refused_or_came_twice_is_told_once(house: Any, table: Any) -> None:
    with pytest.raises(ScoringError):
        changes.record(table.game, {"type": "draw", "tenpai": [9]}, version=0, token=None)
    changes.record(table.game, DRAW, version=0, token="once")
    with pytest.raises(changes.Repeated):
        changes.record(table.game, DRAW, version=0, token="once")
    assert [line.done for line in lines(house)] == ["hand recorded", "club made"]


def test_a_quick_game_leaves_no_trail(opened: Any) -> None:
    opened.record(RON)
    links.revoke(opened.game, links.Role.WRITE)
    assert not Entry.objects.exists()


def test_who_is_signed_in_on_the_phone_is_told(house: Any, table: Any) -> None:
    fields = {"kind": "draw", "tenpai": ["0"], **table.form()}
    for browser, name in ((house.member, "member"), (Client(), "")):
        fields |= table.form()
        assert browser.post(table.at("record"), fields).status_code in (200, 302)
        assert newest(house).by == name


# -- a locked season ------------------------------------------------------------------------------


@pytest.fixture
def locked(house: Any, table: Any) -> Any:
    table.record(RON)
    season = Season.objects.create(
        club=house.club, name="Autumn", slug="autumn", locked=timezone.now()
    )
    Game.objects.update(season=season)
    table.game.refresh_from_db()
    return table


def test_nothing_changes_in_a_locked_season(locked: Any) -> None:
    game = locked.game
    asked = {"version": game.version, "token": None}
    for act in (
        lambda: changes.record(game, DRAW, **asked),
        lambda: changes.undo(game, **asked),
        lambda: changes.end(game, reason="agreed", **asked),
        lambda: changes.substitute(game, 0, "Emi", from_round=1, counts=True, **asked),
        lambda: changes.sign(game, 0, signed=True),
        lambda: changes.reopen(game),
    ):
        before = Game.objects.values().get(), Entry.objects.count(), Change.objects.count()
        with pytest.raises(ScoringError, match="season is locked"):
            act()
        after = Game.objects.values().get(), Entry.objects.count(), Change.objects.count()
        assert after == before
    assert not Player.objects.filter(name="Emi").exists()
    Season.objects.update(locked=None)
    changes.record(game, DRAW, **asked)


def test_a_phone_at_a_locked_season_is_told_so(client: Client, locked: Any) -> None:
    swap = {"swap-one": "0", "swap-other": "1", "swap-follow": "names"}
    posts = {
        locked.at("record"): {"kind": "draw", "tenpai": ["0"]},
        locked.at("undo"): {},
        locked.at("hand_delete", 1): {"confirm": "1"},
        locked.at("swap"): swap | {"confirm": "1"},
        locked.at("finish"): {"reason": "agreed"},
    }
    for path, fields in posts.items():
        response = client.post(path, locked.form(**fields))
        assert response.status_code == 422, path
        assert "season is locked" in response.content.decode(), path
    Game.objects.update(status="closed", finished=True)
    response = client.post(locked.at("reopen"))
    assert response.status_code == 422
    assert "season is locked" in response.content.decode()


def test_a_reason_that_looks_like_a_place_for_a_name_breaks_no_trail(
    house: Any, table: Any
) -> None:
    table.record({"type": "adjust", "deltas": [100, -100, 0, 0], "reason": "x\ue0009\ue001y\ue000"})
    page = house.member.get(house.at("trail"))
    assert page.status_code == 200
    assert "xy" in page.content.decode()


# -- the page -------------------------------------------------------------------------------------


def test_the_page_filters_by_kind_game_and_player(house: Any, table: Any) -> None:
    table.record(RON)
    other = Player.objects.create(club=house.club, name="Emi")
    note(house.club, house.users["owner"], "player.added", other)
    assert len(lines(house)) == 3
    assert [line.done for line in lines(house, kind="player")] == ["player added"]
    assert [line.done for line in lines(house, game=table.game.pk)] == ["hand recorded"]
    aki = Player.objects.get(name="Aki")
    assert [line.done for line in lines(house, player=aki.pk)] == ["hand recorded"]
    assert [line.done for line in lines(house, player=other.pk)] == ["player added"]
    assert f"?player={aki.pk}" in house.member.get(house.at("who", aki.pk)).content.decode()
    page = house.member.get(house.at("trail"), {"game": table.game.pk})
    assert house.at("game", table.game.code) in page.content.decode()
    page = house.member.get(house.at("trail"), {"player": aki.pk, "kind": "game"})
    assert "Aki ron off Ben" in page.content.decode().replace("<b>", "").replace("</b>", "")


def test_long_trails_are_read_page_by_page(house: Any, django_assert_num_queries: Any) -> None:
    player = Player.objects.create(club=house.club, name="Emi")
    for number in range(10):
        note(
            house.club,
            None,
            "player.renamed",
            player,
            after={"name": str(number), "player": player.pk},
        )
    with django_assert_num_queries(2):
        assert trail(house.club, Asked()).next is None
    Entry.objects.bulk_create(
        Entry(club=house.club, kind="player.left", subject="player", subject_id=player.pk,
              after={"player": player.pk})
        for _ in range(3 * PAGE)
    )  # fmt: skip
    with django_assert_num_queries(2):
        first = trail(house.club, Asked())
    seen, page = len(first.lines), first
    while page.next is not None:
        page = trail(house.club, Asked(before=page.next))
        seen += len(page.lines)
    assert seen == Entry.objects.filter(club=house.club).count()
    response = house.member.get(house.at("trail"))
    assert f"before={first.next}" in response.content.decode()


@pytest.mark.parametrize("given", ["x", "-1", "9" * 40, "１", ""])
def test_any_number_in_the_address_does(house: Any, given: str) -> None:
    for name in ("game", "player", "before", "kind"):
        assert house.member.get(house.at("trail"), {name: given}).status_code == 200


def test_a_game_of_another_club_is_not_told(house: Any, table: Any) -> None:
    table.record(RON)
    page = house.outsider.get(house.at("trail", club=house.other), {"game": table.game.pk})
    assert page.status_code == 200
    assert "Thursday table" not in page.content.decode()
    assert "Aki" not in page.content.decode()


KIND = re.compile(r'"((?:club|member|token|invitation|player|season|evening|game)[.][a-z]+)"')


def test_every_kind_that_is_written_has_words() -> None:
    services = Path(changes.__file__).parent.glob("*.py")
    found = {kind for path in services for kind in KIND.findall(path.read_text())}
    assert found <= set(DONE)
