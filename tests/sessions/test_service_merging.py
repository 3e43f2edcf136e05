"""Two players that were one person: merged, changed, undone, made two again."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from scoring.errors import ScoringError
from sessions.models import (
    Bonus,
    Draw,
    Entry,
    Evening,
    Game,
    Guest,
    Merge,
    Player,
    Season,
    Standing,
    Tally,
    Team,
    TeamPlayer,
)
from sessions.services import changes
from sessions.services.games import create_game
from sessions.services.merging import merge, preview, undo_merge
from sessions.services.people import find_players
from sessions.services.refusals import InTheWay

DRAW = {"type": "draw", "tenpai": [0], "riichi": []}


@pytest.fixture
def by(house: Any) -> Any:
    return house.users["organiser"]


@pytest.fixture
def club_game(house: Any) -> Any:
    """A finished game of the club; names are the club's players, made where they are new."""

    def make(
        *names: str, season: Season | None = None, rounds: int = 1, length: str = "single"
    ) -> Game:
        game, _ = create_game(variety="riichi", names=names, options={"length": length})
        for seat in game.seats.select_related("player"):
            found = find_players(house.club, [seat.player.name]).get(seat.player.name)
            if found is None:
                Player.objects.filter(pk=seat.player_id).update(club=house.club)
            else:
                new, seat.player = seat.player, found
                seat.save()
                new.delete()
        Game.objects.filter(pk=game.pk).update(club=house.club, season=season)
        game = Game.objects.get(pk=game.pk)
        for _ in range(rounds):
            changes.record(game, DRAW, version=game.version, token=None)
        return game

    return make


def named(name: str) -> Player:
    return Player.objects.get(name=name)


def sitting(game: Game) -> list[str]:
    return [seat.player.name for seat in game.seats.select_related("player")]


def owners(game: Game) -> list[str]:
    return [row.player.name for row in game.results.select_related("player")]


def sums(house: Any) -> dict[str, Any]:
    rows = Tally.objects.filter(club=house.club, season=None).select_related("player")
    return {row.player.name: row.counts for row in rows}


@pytest.fixture
def two(house: Any, club_game: Any) -> tuple[Player, Player]:
    club_game("Aki", "Ben", "Chie", "Dan")
    club_game("Akiko", "Ben", "Chie", "Dan")
    club_game("Ben", "Akiko", "Chie", "Dan")
    return named("Aki"), named("Akiko")


def test_a_preview_says_what_would_move(two: Any, by: Any) -> None:
    aki, akiko = two
    seen = preview(aki, akiko)
    assert (seen.games, seen.aliases, seen.account) == (2, ("Akiko",), False)
    assert not Merge.objects.exists()


def test_the_games_of_both_are_the_games_of_one(
    two: Any, by: Any, house: Any, assert_consistent: Any
) -> None:
    aki, akiko = two
    merge(by, aki, akiko)
    games = list(Game.objects.order_by("pk"))
    assert [sitting(game)[:2] for game in games] == [["Aki", "Ben"], ["Aki", "Ben"], ["Ben", "Aki"]]
    for game in games:
        assert_consistent(game)
    assert aki.results.count() == 3
    assert find_players(house.club, ["akiko"]) == {"akiko": aki}
    assert "Akiko" not in sums(house)
    entry = Entry.objects.latest("id")
    assert (entry.kind, entry.before, entry.after) == (
        "player.merged", {"name": "Akiko"}, {"name": "Aki"})  # fmt: skip


def test_undoing_gives_each_their_own_back(two: Any, by: Any, house: Any) -> None:
    aki, akiko = two
    before = sums(house)
    done = merge(by, aki, akiko)
    undo_merge(by, done)
    assert (aki.results.count(), akiko.results.count()) == (1, 2)
    assert sums(house) == before
    assert find_players(house.club, ["akiko"]) == {"akiko": akiko}
    assert not aki.aliases.exists()
    with pytest.raises(ScoringError, match="two already"):
        undo_merge(by, done)


def test_what_is_played_while_they_are_one_stays_with_the_one(
    two: Any, by: Any, club_game: Any
) -> None:
    aki, akiko = two
    done = merge(by, aki, akiko)
    club_game("Aki", "Ben", "Chie", "Dan")
    undo_merge(by, done)
    assert (aki.results.count(), akiko.results.count()) == (2, 2)


def swapped(game: Game) -> None:
    game.refresh_from_db()
    edit = changes.swapped(0, 1, hands_follow=False)
    changes.change(game, "swap", edit, version=game.version, token=None)


def undone(game: Game) -> None:
    game.refresh_from_db()
    changes.undo(game, version=game.version, token=None)


def test_an_undo_after_the_merge_seats_who_is_there(
    by: Any, club_game: Any, assert_consistent: Any
) -> None:
    club_game("Aki", "Ben", "Chie", "Dan")
    game = club_game("Akiko", "Ben", "Chie", "Dan")
    swapped(game)
    merge(by, named("Aki"), named("Akiko"))
    assert sitting(game)[:2] == ["Ben", "Aki"]
    undone(game)
    assert sitting(game)[:2] == owners(game)[:2] == ["Aki", "Ben"]
    assert_consistent(game)


def test_an_undo_after_they_are_two_again_seats_who_sat_there(
    by: Any, club_game: Any, assert_consistent: Any
) -> None:
    club_game("Aki", "Ben", "Chie", "Dan")
    game = club_game("Akiko", "Ben", "Chie", "Dan")
    swapped(game)
    done = merge(by, named("Aki"), named("Akiko"))
    undone(game)
    swapped(game)
    undo_merge(by, done)
    assert sitting(game)[:2] == owners(game)[:2] == ["Ben", "Akiko"]
    undone(game)
    assert sitting(game)[:2] == ["Akiko", "Ben"]
    assert_consistent(game)


def test_a_substitute_who_was_taken_back_comes_back_as_who_it_is(
    by: Any, club_game: Any, house: Any
) -> None:
    club_game("Aki", "Ben", "Chie", "Dan")
    game = club_game("Emi", "Ben", "Chie", "Dan", length="east")
    changes.substitute(
        game, 0, "Akiko", from_round=1, counts=True, version=game.version, token=None
    )
    undone(game)
    assert not game.substitutions.exists()
    merge(by, named("Aki"), named("Akiko"))
    game.refresh_from_db()
    changes.redo(game, version=game.version, token=None)
    assert game.substitutions.get().player == named("Aki")


def test_who_played_in_one_game_is_two(club_game: Any, by: Any) -> None:
    game = club_game("Aki", "Ben", "Chie", "Dan")
    with pytest.raises(InTheWay, match="both played in one game") as caught:
        merge(by, named("Aki"), named("Ben"))
    assert list(caught.value.things) == [game]


def test_a_locked_season_is_not_touched(house: Any, club_game: Any, by: Any) -> None:
    season = Season.objects.create(club=house.club, name="Autumn", slug="autumn")
    club_game("Aki", "Ben", "Chie", "Dan")
    club_game("Akiko", "Ben", "Chie", "Dan", season=season)
    done = merge(by, named("Aki"), named("Akiko"))
    season.locked = timezone.now()
    season.save()
    with pytest.raises(ScoringError, match="Autumn is locked"):
        undo_merge(by, done)


def test_standings_follow(house: Any, club_game: Any, by: Any) -> None:
    season = Season.objects.create(club=house.club, name="Autumn", slug="autumn")
    for name in ("Aki", "Akiko"):
        club_game(name, "Ben", "Chie", "Dan", season=season)
    before = {(row.player_id, row.games, row.total) for row in Standing.objects.all()}
    done = merge(by, named("Aki"), named("Akiko"))
    games = dict(Standing.objects.values_list("player__name", "games"))
    assert games == dict.fromkeys(("Aki", "Ben", "Chie", "Dan"), 2)
    undo_merge(by, done)
    assert {(row.player_id, row.games, row.total) for row in Standing.objects.all()} == before


def test_everything_else_moves_and_comes_back(house: Any, two: Any, by: Any) -> None:
    aki, akiko = two
    Player.objects.filter(pk=akiko.pk).update(user=house.users["member"])
    season = Season.objects.create(club=house.club, name="Autumn", slug="autumn")
    bonus = Bonus.objects.create(season=season, player=akiko, amount=-10, reason="late")
    team = Team.objects.create(season=season, name="Reds")
    TeamPlayer.objects.create(team=team, season=season, player=akiko)
    nights = [Evening.objects.create(club=house.club, day="2026-11-30") for _ in range(2)]
    for night in nights:
        Guest.objects.create(evening=night, player=akiko)
    Guest.objects.create(evening=nights[1], player=aki)
    rest = [named(name).pk for name in ("Ben", "Chie", "Dan")]
    draw = Draw.objects.create(
        evening=nights[0], number=1, kind="random", tables=[[akiko.pk, *rest]], resting=[]
    )
    done = merge(by, aki, akiko)
    bonus.refresh_from_db()
    draw.refresh_from_db()
    aki.refresh_from_db()
    assert (bonus.player, aki.user) == (aki, house.users["member"])
    assert draw.tables == [[aki.pk, *rest]]
    assert TeamPlayer.objects.get().player == aki
    assert Guest.objects.filter(player=aki).count() == 2
    undo_merge(by, done)
    for row in (bonus, draw, aki, akiko):
        row.refresh_from_db()
    assert (bonus.player, akiko.user, aki.user) == (akiko, house.users["member"], None)
    assert draw.tables == [[akiko.pk, *rest]]
    assert TeamPlayer.objects.get().player == akiko
    assert Guest.objects.filter(player=akiko).count() == 2


def test_two_accounts_or_another_club_do_not_merge(house: Any, two: Any, by: Any) -> None:
    aki, akiko = two
    elsewhere = Player.objects.create(name="Aki", club=house.other)
    for other in (aki, elsewhere):
        with pytest.raises(ScoringError, match="another player of the club"):
            merge(by, aki, other)
    Player.objects.filter(pk=aki.pk).update(user=house.users["member"])
    Player.objects.filter(pk=akiko.pk).update(user=house.users["owner"])
    with pytest.raises(ScoringError, match="both belong to an account"):
        merge(by, aki, akiko)


def test_merges_are_undone_last_first(house: Any, two: Any, by: Any, club_game: Any) -> None:
    aki, akiko = two
    club_game("A.", "Ben", "Chie", "Dan")
    first = merge(by, akiko, named("A."))
    second = merge(by, aki, akiko)
    with pytest.raises(ScoringError, match="no longer there"):
        undo_merge(by, first)
    akiko.refresh_from_db()
    with pytest.raises(ScoringError, match="no longer there"):
        preview(aki, akiko)
    undo_merge(by, second)
    undo_merge(by, first)
    assert [named(name).results.count() for name in ("Aki", "Akiko", "A.")] == [1, 2, 1]


def test_a_phone_that_writes_such_a_game_has_to_look_again(two: Any, by: Any) -> None:
    aki, akiko = two
    game = akiko.seats.first().game
    merge(by, aki, akiko)
    with pytest.raises(changes.Stale):
        changes.undo(game, version=game.version, token=None)


@pytest.mark.parametrize("what", ("bonus", "team"))
def test_points_and_teams_of_a_locked_season_are_not_touched(
    house: Any, by: Any, what: str
) -> None:
    """Who played nothing there may still stand there."""
    season = Season.objects.create(club=house.club, name="Autumn", slug="autumn")
    aki, akiko = (Player.objects.create(club=house.club, name=name) for name in ("Aki", "Akiko"))
    if what == "bonus":
        Bonus.objects.create(season=season, player=akiko, amount=5, unit=1, reason="fair play")
    else:
        team = Team.objects.create(season=season, name="East")
        TeamPlayer.objects.create(season=season, team=team, player=akiko)
    Season.objects.update(locked=timezone.now())
    with pytest.raises(ScoringError, match="Autumn is locked"):
        merge(by, aki, akiko)
    Season.objects.update(locked=None)
    done = merge(by, aki, akiko)
    Season.objects.update(locked=timezone.now())
    with pytest.raises(ScoringError, match="Autumn is locked"):
        undo_merge(by, done)
