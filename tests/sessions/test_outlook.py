"""What a season would look like under other rules: played again, exactly, nothing stored."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from scoring.errors import ScoringError
from sessions.models import Season
from sessions.selectors import standings
from sessions.selectors.editions import effects
from sessions.services import changes, seasons
from sessions.services import outlook as module
from sessions.services.outlook import outlook, ranked_by
from sessions.services.season_games import redate
from sessions.services.seasons import Rules, Setup
from tests.sessions.league import PLAIN, everything, make_club, make_season, play, record, start

pytestmark = pytest.mark.django_db

SHARPER = Rules("riichi", options={**(PLAIN.options or {}), "uma": [30000, 10000, -10000, -30000]})


def season_of(games: int, **setup: Any) -> Season:
    club, players = make_club()
    season = make_season(club, **setup)
    random = Random(games)
    for day in range(games):
        play(start(season, random.sample(players, 4), day), random)
    season.refresh_from_db()
    return season


@pytest.mark.parametrize(
    "setup",
    [{}, {"ranking": "average"}, {"ranking": "best", "ranking_n": 2},
     {"ranking": "streak", "ranking_n": 2}],
)  # fmt: skip
def test_the_look_is_what_playing_so_would_have_given(setup: dict[str, Any]) -> None:
    """The same games under the new rules from the start rank as the look said."""
    season = season_of(5, **setup)
    kept = everything(season.club)
    found = outlook(season, SHARPER)
    assert found.whole
    assert everything(season.club) == kept
    other = _played_so(season)
    wanted = {
        row.player.name: Fraction(row.ranked, row.ranked_unit)
        for row in other.standings.exclude(ranked=None)
    }
    names = {player.pk: player.name for player in season.club.players.all()}
    shown = {names[pk]: ranked_by(season, games) for pk, games in found.then.items()}
    assert {name: total for name, total in shown.items() if total is not None} == wanted


@pytest.mark.parametrize("ranking", ["sum", "average"])
def test_the_look_starts_from_the_standings(ranking: str) -> None:
    """Points given and taken are in it, guests are not."""
    season = season_of(5, ranking=ranking)
    first, guest, *_ = (line.player for line in standings.table(season).lines)
    seasons.give(season, None, first, Fraction(-500), "late")
    guest.guest = True
    guest.save()
    wanted = {line.player: (line.rank, line.shown) for line in standings.table(season).lines}
    found = effects(season, outlook(season, SHARPER))
    assert {line.player: (line.rank_now, line.now) for line in found.lines} == wanted
    assert wanted[first][0] == len(wanted)


@pytest.mark.parametrize("ties", ["share", "firsts", "fewer"])
def test_the_look_ranks_as_the_standings_would(ties: str) -> None:
    """By the season's tie rule, and whoever has played too few games not at all."""
    season = season_of(6, ties=ties, minimum_games=4, place_points={"4": [1, 0, 0, 0]})
    games = sorted(row.games for row in season.standings.all())
    assert games[0] < 4 <= games[-1]
    found = effects(season, outlook(season, SHARPER))
    lines = standings.table(season).lines
    assert {line.player: (line.rank, line.shown) for line in lines} == {
        line.player: (line.rank_now, line.now) for line in found.lines
    }
    other = standings.table(_played_so(season)).lines
    assert [(line.player.name, line.rank, line.shown) for line in other] == [
        (line.player.name, line.rank_then, line.then) for line in found.lines
    ]


def test_a_look_at_the_latest_games_alone_ranks_whoever_has_enough_in_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    season = season_of(4, minimum_games=2)
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    found = effects(season, outlook(season, SHARPER))
    enough = set(season.standings.filter(games__gte=2).values_list("player", flat=True))
    ranked = {line.player.pk for line in found.lines if line.rank_then}
    assert ranked == enough & {line.player.pk for line in found.lines}


def _played_so(season: Season) -> Season:
    """The season's games, hand by hand, in a club whose rules were the new ones."""
    club, players = make_club()
    by_name = {player.name: player for player in players}
    keys = ("ranking", "ranking_n", "ties", "minimum_games", "place_points")
    facts = Setup(name="Other", **{key: getattr(season, key) for key in keys})
    other = seasons.make_season(club, None, facts, [SHARPER])
    for game in season.games.order_by("played"):
        seats = game.seats.select_related("player")
        again = start(other, [by_name[seat.player.name] for seat in seats])
        for outcome in game.rounds.values_list("outcome", flat=True):
            changes.record(again, outcome, version=again.version, token=None)
        assert game.played is not None
        redate(again, None, game.played)
    return other


def test_a_game_that_could_not_have_been_played_so_is_named_and_stays() -> None:
    season = season_of(3)
    game = season.games.latest("played")
    players = [seat.player for seat in game.seats.select_related("player")]
    broken = start(season, players, 9)
    record(broken, {"type": "abort", "reason": "four-winds", "riichi": []})
    play(broken, Random(1), hands=0)
    season.refresh_from_db()
    none = Rules("riichi", options={**(PLAIN.options or {}), "aborts": []})
    found = outlook(season, none)
    assert [item.game for item in found.refused] == [broken]
    assert found.games == 4
    assert {pk: points[-1] for pk, points in found.then.items()} == {
        pk: points[-1] for pk, points in found.now.items()
    }
    with pytest.raises(ScoringError):
        outlook(season, Rules("riichi", options={"uma": [1]}))


def test_of_more_games_than_there_is_time_for_the_latest_are_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    season = season_of(4)
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    found = outlook(season, SHARPER)
    assert (found.games, found.of, found.whole) == (1, 4, False)
    latest = season.games.latest("played")
    assert set(found.now) == set(latest.results.values_list("player", flat=True))
