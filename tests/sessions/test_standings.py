"""Standings follow every change of a game, exactly, and only what the change touches."""

from __future__ import annotations

from contextlib import nullcontext
from io import StringIO
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.errors import ScoringError
from sessions.models import Feat, Game, Rating, Result, Season, Standing, Tally
from sessions.services import changes, seasons, standings
from sessions.services.games import rematch
from sessions.services.season_games import redate, restore, void
from sessions.services.seasons import Rules, Setup
from tests.sessions.league import (
    everything,
    expected_hands,
    expected_meetings,
    expected_standings,
    make_club,
    make_season,
    play,
    random_hand,
    record,
    shown_hands,
    shown_meetings,
    shown_standings,
    start,
)

pytestmark = pytest.mark.django_db

RANKINGS: tuple[dict[str, Any], ...] = (
    {"ranking": "sum"},
    {"ranking": "average"},
    {"ranking": "best", "ranking_n": 2},
    {"ranking": "streak", "ranking_n": 3},
    {"place_points": {"4": [10, 5, -5, -10]}},
)


def check(season: Season) -> None:
    season.refresh_from_db()
    assert shown_standings(season) == expected_standings(season)
    assert shown_meetings(season) == expected_meetings(season)
    assert shown_hands(season) == {k: v for k, v in expected_hands(season).items() if v}


def change_something(season: Season, random: Random) -> None:
    """One act that a club's people do, chosen at random."""
    games = list(season.games.order_by("pk"))
    act = random.random()
    if not games or act < 0.35:
        people = random.sample(list(season.club.players.order_by("pk")), 4)
        game = start(season, people, day=random.randint(0, 9))
        play(game, random, hands=random.randint(0, 3))
        played = changes.load(game)
        assert played.players == tuple(player.pk for player in people)
        return
    game = random.choice(games)
    if act < 0.45:
        (void if game.voided is None else restore)(*_void(game))
    elif game.status == Game.Status.CLOSED:
        changes.reopen(game)
    else:
        _edit(game, random)


def _void(game: Game) -> tuple[Any, ...]:
    return (game, None, "wrong club") if game.voided is None else (game, None)


def _edit(game: Game, random: Random) -> None:
    """Edit, delete, substitute, swap, undo, close."""
    rounds = game.rounds.count()
    edits = [
        changes.replaced(random.randint(1, max(rounds, 1)), random_hand(random)),
        changes.deleted(random.randint(1, max(rounds, 1))),
        changes.substituted(random.randint(0, 3), _outsider(game, random), 1, counts=True),
        changes.swapped(0, 2, hands_follow=random.random() < 0.5),
    ]
    try:
        if random.random() < 0.2:
            changes.undo(game, version=game.version, token=None)
        elif random.random() < 0.1:
            changes.close(game, reason="agreed", version=game.version, token=None)
        else:
            edit = random.choice(edits)
            changes.change(game, "edit", edit, version=game.version, token=None, consent=True)
    except (ScoringError, changes.NothingToDo):
        pass


def _outsider(game: Game, random: Random) -> int:
    seated = set(game.seats.values_list("player", flat=True))
    seated |= set(game.substitutions.values_list("player", flat=True))
    assert game.club is not None
    others = game.club.players.exclude(pk__in=seated).order_by("pk")
    return random.choice(list(others)).pk if others else next(iter(seated))


@pytest.mark.parametrize("setup", RANKINGS, ids=lambda setup: next(iter(setup.values())))
def test_what_is_kept_is_what_the_games_say_whatever_is_changed(
    setup: dict[str, Any],
) -> None:
    club, _ = make_club()
    season = make_season(club, **setup)
    random = Random(str(setup))
    for _ in range(20):
        change_something(season, random)
    check(season)
    kept = everything(club)
    standings.rebuild(club)
    assert everything(club) == kept


def test_after_each_single_change_all_is_in_order() -> None:
    club, _ = make_club()
    season = make_season(club)
    random = Random(7)
    for _ in range(12):
        change_something(season, random)
        check(season)


@pytest.mark.parametrize("first, meanwhile", [([], "void"), (["void"], "restore"), ([], "undo")])
def test_a_game_counts_as_it_is_not_as_whoever_dates_it_has_seen_it(
    first: list[str], meanwhile: str
) -> None:
    club, _ = make_club()
    season = make_season(club)
    game = start(season, list(club.players.order_by("pk")[:4]))
    play(game, Random(5))
    acts: dict[str, Any] = {
        "void": lambda: void(game, None, "wrong club"),
        "restore": lambda: restore(game, None),
        "undo": lambda: changes.undo(game, version=game.version, token=None),
    }
    for act in first:
        acts[act]()
    seen = Game.objects.get(pk=game.pk)
    acts[meanwhile]()
    with pytest.raises(ScoringError) if meanwhile == "undo" else nullcontext():
        redate(seen, None, game.started)
    check(season)
    if meanwhile == "restore":
        redate(game, None, game.started)
        check(season)


def test_a_hand_put_right_leaves_the_date_as_it_is_by_now() -> None:
    club, _ = make_club()
    season = make_season(club)
    game = start(season, list(club.players.order_by("pk")[:4]))
    play(game, Random(5))
    seen = Game.objects.get(pk=game.pk)
    redate(game, None, game.started)
    edit = changes.replaced(1, random_hand(Random(6)))
    changes.change(seen, "edit", edit, version=seen.version, token=None, consent=True)
    seen.refresh_from_db()
    assert seen.played == game.played == seen.results.get(seat=0).played
    check(season)


def test_editing_one_old_game_changes_its_players_alone() -> None:
    club, players = make_club()
    season = make_season(club)
    random = Random(1)
    games = [start(season, players[i : i + 4], day=i) for i in (0, 1, 2, 3)]
    for game in games:
        play(game, random)
    before = {row.player_id: row for row in Standing.objects.filter(season=season)}
    win = {"type": "win", "wins": [{"winner": 0, "from": 1, "value": {"limit": "baiman"}}]}
    changes.change(games[0], "edit", changes.replaced(1, win), version=games[0].version, token=None)
    after = {row.player_id: row for row in Standing.objects.filter(season=season)}
    same = {pk for pk in after if vars_of(after[pk]) == vars_of(before[pk])}
    assert same == {player.pk for player in players[4:]}
    check(season)


def vars_of(row: Standing) -> dict[str, Any]:
    return {key: value for key, value in vars(row).items() if key != "_state"}


def test_a_season_may_rank_otherwise_afterwards() -> None:
    club, players = make_club(("Aki", "Ben", "Chie", "Dan"))
    season = make_season(club)
    random = Random(2)
    for day in range(5):
        play(start(season, players, day), random)
    for setup in RANKINGS:
        seasons.change_season(season, None, Setup(name="Autumn", **setup))
        check(season)


def test_runs_are_added_up_by_as_many_statements_however_many_games_there_are() -> None:
    club, players = make_club(("Aki", "Ben", "Chie", "Dan"))
    season = make_season(club, ranking="streak", ranking_n=3)
    random, asked = Random(3), []
    for day in range(6):
        play(start(season, players, day), random)
        if day > 3:
            Result.objects.filter(run__isnull=False, seat=0).update(run=7)
            Result.objects.filter(game=season.games.earliest("played")).update(run=7)
            with CaptureQueriesContext(connection) as queries:
                standings.rerank(season)
            asked.append(len(queries))
            check(season)
            assert Result.objects.filter(run=None).count() == 2 * len(players)
    assert asked[0] == asked[1]


def test_a_season_in_which_nothing_was_played_may_rank_by_runs() -> None:
    season = make_season(make_club()[0])
    seasons.change_season(season, None, Setup(name="Autumn", ranking="streak", ranking_n=3))
    check(season)


def test_who_share_a_place_share_its_points() -> None:
    club, players = make_club(("Aki", "Ben", "Chie", "Dan"))
    rules = Rules("riichi", options={"ties": "share", "riichi_needs_1000": False})
    season = make_season(club, rules, place_points={"4": [10, 5, -5, -10]})
    game = start(season, players)
    changes.end(game, reason="agreed", version=game.version, token=None)
    assert {row.total for row in Standing.objects.all()} == {0}
    game = start(season, players)
    record(game, {"type": "win", "wins": [{"winner": 0, "from": 1, "value": {"han": 2, "fu": 30}}]})
    changes.end(game, reason="agreed", version=game.version, token=None)
    totals = {row.player.name: row.total / row.unit for row in Standing.objects.all()}
    assert totals == {"Aki": 10, "Ben": -10, "Chie": 0, "Dan": 0}
    check(season)


def test_points_by_place_may_come_afterwards_shared_places_and_small_tables_too() -> None:
    club, players = make_club()
    season = make_season(club, Rules("riichi", options={"ties": "share"}))
    random = Random(9)
    play(start(season, players[:4], 0), random, hands=0)
    play(start(season, players[1:5], 1), random, hands=2)
    three = {"players": 3, "uma": [10000, 0, -10000], "ties": "share"}
    seasons.add_edition(season, None, Rules("riichi", options=three))
    play(start(season, players[:3], 2), random, hands=0)
    four = Setup(name="Autumn", place_points={"4": [10, 5, -5, -11]})
    with pytest.raises(ScoringError, match="3 players"):
        seasons.change_season(season, None, four)
    season.refresh_from_db()
    check(season)
    for table in ({"4": [10, 5, -5, -11], "3": [7, 0, -6]}, None):
        seasons.change_season(season, None, Setup(name="Autumn", place_points=table))
        check(season)
        kept = everything(club)
        standings.rebuild(club)
        assert everything(club) == kept


def test_different_games_are_ranked_together_by_places_alone() -> None:
    club, players = make_club(("Aki", "Ben", "Chie", "Dan"))
    season = make_season(club)
    with pytest.raises(ScoringError, match="points of places"):
        seasons.add_edition(season, None, Rules("hongkong"))
    by_place = {"4": [10, 5, -5, -10]}
    seasons.change_season(season, None, Setup(name="Autumn", place_points=by_place))
    seasons.add_edition(season, None, Rules("hongkong"))
    with pytest.raises(ScoringError, match="points of places"):
        seasons.change_season(season, None, Setup(name="Autumn"))
    play(start(season, players, 0), Random(1))
    game = start(season, players, 1, variety="hongkong")
    record(game, {"type": "win", "wins": [{"winner": 3, "from": 0, "value": {"faan": 3}}]})
    play(game, Random(1), hands=0)
    check(season)
    assert Tally.objects.filter(season=season).count() == 8


def test_a_rematch_stays_in_the_season() -> None:
    club, players = make_club()
    season = make_season(club)
    game = start(season, players[:4])
    play(game, Random(1))
    again, _ = rematch(game, seats=[1, 0, 2, 3])
    assert (again.season, again.edition_of) == (season, game.edition_of)
    play(again, Random(1))
    check(season)
    seasons.lock(season, None)
    later, _ = rematch(Game.objects.get(pk=again.pk))
    assert later.season is None


def test_points_stay_exact_where_a_game_counts_in_finer_parts() -> None:
    club, players = make_club(("Aki", "Ben", "Chie", "Dan"))
    rules = Rules("riichi", options={"ties": "share", "riichi_needs_1000": False})
    season = make_season(club, rules, place_points={"4": [10, 4, 3, -10]})
    random = Random(3)
    play(start(season, players, 0), random)
    coarse = Season.objects.get(pk=season.pk).unit
    game = start(season, players, 1)
    record(game, {"type": "win", "wins": [{"winner": 0, "from": 1, "value": {"han": 2, "fu": 30}}]})
    changes.end(game, reason="agreed", version=game.version, token=None)
    assert (coarse, Season.objects.get(pk=season.pk).unit) == (1, 2)
    check(season)


def test_a_locked_season_stands_still() -> None:
    club, players = make_club(("Aki", "Ben", "Chie", "Dan"))
    season = make_season(club)
    game = start(season, players)
    with pytest.raises(ScoringError, match="tables still play"):
        seasons.lock(season, None)
    play(game, Random(4))
    seasons.lock(season, None)
    kept = everything(club)
    for act in (
        lambda: void(game, None, "why not"),
        lambda: start(season, players),
        lambda: changes.change(
            game, "edit", changes.deleted(1), version=game.version, token=None, consent=True
        ),
        lambda: seasons.change_season(season, None, Setup(name="Winter")),
    ):
        with pytest.raises(ScoringError, match="locked"):
            act()
        game.refresh_from_db()
    assert everything(club) == kept
    seasons.unlock(season, None)
    void(game, None, "after all")
    assert not Standing.objects.exists()


def test_a_game_of_no_season_counts_in_the_club_alone() -> None:
    club, players = make_club(("Aki", "Ben", "Chie", "Dan"))
    season = make_season(club)
    game = start(season, players)
    Game.objects.filter(pk=game.pk).update(season=None)
    game.refresh_from_db()
    play(game, Random(5))
    assert not Standing.objects.exists()
    assert {row.season_id for row in Tally.objects.all()} == {None}
    assert Tally.objects.count() == 4


def test_the_feats_of_a_substitute_are_theirs() -> None:
    club, players = make_club()
    season = make_season(club)
    game = start(season, players[:4])
    edit = changes.substituted(0, players[4].pk, 1, counts=False)
    changes.change(game, "substitute", edit, version=game.version, token=None)
    yakuman = {"type": "win", "wins": [{"winner": 0, "from": None, "value": {"yakuman": 1}}]}
    record(game, yakuman)
    changes.end(game, reason="agreed", version=game.version, token=None)
    (feat,) = Feat.objects.filter(kind="limit")
    assert (feat.player, feat.round, feat.figure) == (players[4], 1, 48000)
    changes.change(game, "edit", changes.deleted(1), version=game.version, token=None, consent=True)
    assert not Feat.objects.filter(kind="limit").exists()


def test_a_yakuman_that_was_ticked_is_remembered_by_its_name_and_counted() -> None:
    club, players = make_club()
    game = start(make_season(club), players[:4])
    value = {"yakuman": 1, "patterns": [["daisangen", 1]]}
    record(game, {"type": "win", "wins": [{"winner": 0, "from": None, "value": value}]})
    changes.end(game, reason="agreed", version=game.version, token=None)
    (feat,) = Feat.objects.filter(kind="limit")
    assert game.variety.feat_text(feat.kind, feat.figure, feat.data) == "Daisangen, 48,000"
    counts = Tally.objects.get(player=players[0]).counts
    assert (counts["known"], counts["pattern:daisangen"]) == (1, 1)


# -- ratings ------------------------------------------------------------------------------------


def ratings_of(club: Any) -> list[tuple[Any, ...]]:
    rows = Rating.objects.filter(player__club=club).order_by("game", "player")
    return list(rows.values_list("game", "player", "number", "mean", "deviation"))


def test_ratings_follow_in_order_after_an_old_game_is_changed() -> None:
    club, players = make_club()
    season = make_season(club)
    random = Random(6)
    games = [start(season, random.sample(players, 4), day) for day in range(8)]
    for game in games:
        play(game, random)
    club.refresh_from_db()
    assert club.ratings_from is None, "a game that ends is rated at once"
    assert Rating.objects.count() == 32
    kept = ratings_of(club)
    void(games[2], None, "wrong players")
    club.refresh_from_db()
    assert club.ratings_from == games[2].played
    slices = 1
    while standings.ratings.advance(club, 2):
        slices += 1
    assert slices > 2
    assert len(ratings_of(club)) == 28
    assert ratings_of(club)[:8] == kept[:8]
    restore(games[2], None)
    while standings.ratings.advance(club, 3):
        pass
    assert ratings_of(club) == kept


def test_the_winner_of_a_game_is_rated_higher() -> None:
    club, players = make_club(("Aki", "Ben", "Chie", "Dan"))
    game = start(make_season(club), players)
    record(game, {"type": "win", "wins": [{"winner": 2, "from": 3, "value": {"limit": "mangan"}}]})
    changes.end(game, reason="agreed", version=game.version, token=None)
    rows = {rating.player.name: rating.mean for rating in Rating.objects.all()}
    assert max(rows, key=rows.__getitem__) == "Chie"
    assert min(rows, key=rows.__getitem__) == "Dan"


def test_the_commands_make_all_of_it_anew() -> None:
    club, players = make_club()
    season = make_season(club)
    random = Random(8)
    for day in range(4):
        play(start(season, random.sample(players, 4), day), random)
    while standings.ratings.advance(club):
        pass
    kept, rated = everything(club), ratings_of(club)
    Standing.objects.update(games=7)
    Rating.objects.update(mean=3)
    call_command("standings", club.slug, stdout=StringIO())
    call_command("ratings", club.slug, all=True, stdout=StringIO())
    assert (everything(club), ratings_of(club)) == (kept, rated)
    for command in ("standings", "ratings"):
        with pytest.raises(CommandError, match="no club"):
            call_command(command, "nowhere")
