"""Seasons' pages: made, ranked, changed, locked; a game in a season from start to void."""

from __future__ import annotations

import os
import re
from datetime import timedelta
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.errors import ScoringError
from sessions.models import (
    Club,
    ClubRole,
    Entry,
    Game,
    Meeting,
    Membership,
    Player,
    Result,
    Season,
    Seat,
)
from sessions.selectors.careers import career
from sessions.services import changes, ratings, seasons, standings
from sessions.services.evenings import Setup as Night
from sessions.services.evenings import make_evening, welcome
from sessions.services.games import create_game
from sessions.services.meanwhile import stamp
from sessions.services.merging import merge
from sessions.services.season_games import start_table, void
from sessions.services.seasons import Rules, Setup, change_season, facts, lock
from tests.sessions.league import (
    FIRST_DAY,
    everything,
    expected_hands,
    expected_meetings,
    expected_standings,
    make_club,
    make_season,
    play,
    record,
    shown_hands,
    shown_meetings,
    shown_standings,
    start,
)
from tests.sessions.plain_browser import PlainBrowser

pytestmark = pytest.mark.django_db

MANY = int(os.environ.get("JANTAKU_MANY", "600"))
"""Games in a large league; as many as one likes, at a second for a thousand."""
MANGAN = {"type": "win", "wins": [{"winner": 0, "from": 1, "value": {"limit": "mangan"}}]}


@pytest.fixture
def club() -> Club:
    found, _ = make_club()
    return found


@pytest.fixture
def players(club: Club) -> list[Player]:
    return list(club.players.order_by("pk"))


@pytest.fixture
def season(club: Club) -> Season:
    return make_season(club)


def sign_in(club: Club, role: ClubRole | None, name: str = "") -> Client:
    user = get_user_model().objects.create_user(name or str(role or "stranger"), password="x")
    if role is not None:
        Membership.objects.create(club=club, user=user, role=role)
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def organiser(club: Club) -> Client:
    return sign_in(club, ClubRole.ORGANISER)


@pytest.fixture
def keeper(club: Club) -> Client:
    return sign_in(club, ClubRole.SCOREKEEPER)


def at(name: str, club: Club, *args: Any) -> str:
    return reverse(f"club:{name}", args=(club.slug, *args))


def page(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, address
    return answer.content.decode()


# -- seasons --------------------------------------------------------------------------------------


def test_an_organiser_makes_a_season(club: Club, organiser: Client) -> None:
    assert "Make the season" in page(organiser, at("season_new", club))
    typed = {"name": "Winter 2027", "ranking": "best", "ranking_n": "8", "ties": "share",
             "rules_riichi": "mleague"}  # fmt: skip
    answer = organiser.post(at("season_new", club), typed)
    season = Season.objects.get()
    assert answer["Location"] == at("season", club, "winter-2027")
    assert (season.ranking, season.ranking_n, season.editions.get().preset) == (
        "best",
        8,
        "mleague",
    )
    assert Entry.objects.filter(kind="season.made").exists()
    text = page(organiser, at("season", club, season.slug))
    assert "Ranked by the best 8 games." not in text
    assert "No game is over yet." in text


def test_points_by_place_are_folded_away_until_there_are_some(
    club: Club, season: Season, organiser: Client
) -> None:
    folded, unfolded = "<details><summary>Points by place", "<details open><summary>Points by place"
    assert folded in page(organiser, at("season_new", club))
    wrong = organiser.post(at("season_new", club), {"name": "x", "points4": "1"})
    assert unfolded in wrong.content.decode()
    Season.objects.update(place_points={"4": [50, 10, -10, -50]})
    assert unfolded in page(organiser, at("season_edit", club, season.slug))


@pytest.mark.parametrize(
    "wrong, field",
    [
        ({"name": ""}, "name"),
        ({"ranking": "best", "ranking_n": ""}, "ranking_n"),
        ({"points4": "50, 10"}, "points4"),
        ({"starts": "2026-12-01", "ends": "2026-11-01"}, "ends"),
        ({"rules_riichi": ""}, "rules_riichi"),
        ({"rules_hongkong": "table-stakes"}, "points4"),
        ({"points3": "10, 0, -10"}, "points4"),
    ],
)
def test_what_is_wrong_in_a_season_is_said_at_its_field(
    club: Club, organiser: Client, wrong: dict[str, str], field: str
) -> None:
    typed = {"name": "Winter", "ranking": "sum", "ties": "share", "rules_riichi": "club", **wrong}
    answer = organiser.post(at("season_new", club), typed)
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert not Season.objects.exists()


def test_a_season_is_changed_locked_opened_taken_off_the_list_and_put_back(
    club: Club, season: Season, organiser: Client
) -> None:
    typed = {"name": "Autumn cup", "ranking": "average", "ties": "firsts", "minimum_games": "3"}
    assert organiser.post(at("season_edit", club, season.slug), typed).status_code == 302
    season.refresh_from_db()
    assert (season.name, season.ranking, season.minimum_games) == ("Autumn cup", "average", 3)
    organiser.post(at("season_lock", club, season.slug))
    season.refresh_from_db()
    assert season.locked
    assert organiser.post(at("season_edit", club, season.slug), typed).status_code == 422
    organiser.post(at("season_lock", club, season.slug), {"open": "1"})
    organiser.post(at("season_delete", club, season.slug))
    member = sign_in(club, ClubRole.MEMBER)
    page(member, at("season", club, season.slug), 404)
    assert "Autumn cup" in page(organiser, at("seasons", club))
    organiser.post(at("season_delete", club, season.slug), {"restore": "1"})
    assert "Autumn cup" in page(member, at("seasons", club))


@pytest.mark.parametrize("name", ["autumn", "ＡＵＴＵＭＮ", " Au tumn "])
def test_two_seasons_of_a_club_do_not_bear_one_name(
    club: Club, season: Season, organiser: Client, name: str
) -> None:
    typed = {"name": name, "ranking": "sum", "ties": "share", "rules_riichi": "club"}
    refused = organiser.post(at("season_new", club), typed)
    assert refused.status_code == 422
    assert "There is a season Autumn already" in refused.context["form"].errors["name"][0]
    assert at("season_edit", club, season.slug) in refused.content.decode()
    winter = make_season(club, name="Winter")
    address = at("season_edit", club, winter.slug)
    renamed = organiser.post(address, typed)
    assert "name" in renamed.context["form"].errors
    winter.refresh_from_db()
    assert winter.name == "Winter"
    other, _ = make_club()
    make_season(other)


def test_seasons_that_bear_one_name_already_go_on(
    club: Club, season: Season, organiser: Client
) -> None:
    twin = seasons.make_season(club, None, Setup("autumn"), alike=True)
    typed = {"name": "Autumn ", "ranking": "average", "ties": "share"}
    assert organiser.post(at("season_edit", club, twin.slug), typed).status_code == 302
    twin.refresh_from_db()
    assert twin.ranking == "average"


def test_a_season_off_the_list_is_in_nobodys_way_and_comes_back_under_a_name_of_its_own(
    club: Club, season: Season, organiser: Client
) -> None:
    organiser.post(at("season_delete", club, season.slug))
    new = make_season(club)
    address = at("season_delete", club, season.slug)
    told = organiser.post(address, {"restore": "1"}, follow=True).content.decode()
    assert "There is a season Autumn already" in told
    assert at("season_edit", club, new.slug) in told
    season.refresh_from_db()
    assert season.deleted


def test_a_season_that_cannot_be_taken_off_the_list_leads_to_the_tables_that_play(
    club: Club, season: Season, players: list[Player], organiser: Client
) -> None:
    game = start(season, players[:4])
    address = at("season_delete", club, season.slug)
    told = organiser.post(address, follow=True).content.decode()
    assert "Tables still play; end or void them first." in told
    assert at("game", club, game.code) in told
    season.refresh_from_db()
    assert season.deleted is None
    void(game, None, "nobody came")
    assert organiser.post(address).status_code == 302
    season.refresh_from_db()
    assert season.deleted


ASKING = (("season_start", ()), ("season_paper", ()), ("season_adopt", ()), ("season_team_new", ()),
          ("season_rules_change", ("riichi",)))  # fmt: skip
"""Pages that ask for what a finished season refuses."""


@pytest.mark.parametrize("name, more", ASKING)
def test_a_finished_season_asks_for_nothing_it_would_refuse(
    club: Club, season: Season, organiser: Client, name: str, more: tuple[str, ...]
) -> None:
    address = at(name, club, season.slug, *more)
    lock(season, None)
    text = page(organiser, address)
    assert "The season is locked; an organiser can open it again." in text
    assert 'class="sheet-form"' not in text
    assert at("season_edit", club, season.slug) in text
    assert organiser.post(address, {"name": "x"}).status_code == 422
    Season.objects.update(locked=None, deleted=season.locked)
    assert "The season is off the list; put it back first." in page(organiser, address)


def test_no_game_comes_into_a_season_that_is_off_the_list(
    season: Season, players: list[Player]
) -> None:
    seasons.delete(season, None)
    with pytest.raises(ScoringError, match="off the list"):
        start_table(season, None, variety="riichi", players=players[:4])


def test_a_game_of_a_locked_season_says_so_and_offers_nothing_that_is_refused(
    club: Club, season: Season, players: list[Player], organiser: Client
) -> None:
    game = start(season, players[:4])
    play(game, Random(1))
    void = at("game_void", club, game.code)
    assert void in page(organiser, at("game", club, game.code))
    organiser.post(at("season_lock", club, season.slug))
    told = page(organiser, at("game", club, game.code))
    assert void not in told
    assert at("game_when", club, game.code) not in told
    assert "The season is locked; an organiser can open it again." in told


def test_a_season_that_cannot_be_locked_leads_to_the_tables_that_play(
    club: Club, season: Season, players: list[Player], organiser: Client
) -> None:
    game = start(season, players[:4])
    told = organiser.post(at("season_lock", club, season.slug), follow=True).content.decode()
    assert "Tables still play; end or void them first." in told
    link = f'<a href="{at("game", club, game.code)}">Aki, Ben, Chie, Dan</a>'
    assert link in told
    season.refresh_from_db()
    assert season.locked is None


def test_a_merge_that_cannot_be_leads_to_what_is_in_the_way(
    club: Club, season: Season, players: list[Player], organiser: Client
) -> None:
    game = start(season, players[:4])
    aki, ben, *_ = players
    told = page(organiser, f"{at('merge', club, aki.pk)}?gone={ben.pk}")
    assert "Both played in one game." in told
    assert at("game", club, game.code) in told
    play(game, Random(1))
    Season.objects.update(locked=game.created)
    told = page(organiser, f"{at('merge', club, players[5].pk)}?gone={ben.pk}")
    assert "Autumn is locked: open it first." in told
    assert at("season_edit", club, season.slug) in told


def test_a_name_that_is_taken_leads_to_whoever_has_it(
    club: Club, players: list[Player], organiser: Client
) -> None:
    told = organiser.post(at("add", club), {"name": "aki"}).content.decode()
    assert "Aki is in the club already." in told
    assert f'<a href="{at("who", club, players[0].pk)}">Aki</a>' in told


def test_two_organisers_do_not_undo_each_other(
    club: Club, season: Season, organiser: Client
) -> None:
    address = at("season_edit", club, season.slug)
    seen = stamp(facts(season))
    typed = {"name": "Mine", "ranking": "sum", "ties": "share", "seen": seen}
    assert organiser.post(address, typed).status_code == 302
    answer = organiser.post(address, {**typed, "name": "Yours"})
    assert answer.status_code == 422
    assert "Somebody else has changed this" in answer.content.decode()
    assert "Yours" in answer.content.decode()
    season.refresh_from_db()
    assert season.name == "Mine"


def test_strangers_see_public_seasons_of_public_clubs_alone(club: Club, season: Season) -> None:
    stranger = Client()
    assert stranger.get(at("season", club, season.slug)).status_code == 302
    Club.objects.update(public=True)
    assert stranger.get(at("season", club, season.slug)).status_code == 404
    Season.objects.update(public=True)
    text = page(stranger, at("season", club, season.slug))
    assert "New game" not in text
    assert season.name in page(stranger, at("seasons", club))


# -- standings ------------------------------------------------------------------------------------


def test_the_standings_show_rank_figures_and_last_places(
    club: Club, season: Season, players: list[Player], organiser: Client
) -> None:
    game = start(season, players[:4])
    record(game, MANGAN)
    changes.end(game, reason="agreed", version=game.version, token=None)
    text = page(organiser, at("season", club, season.slug))
    assert text.index("Aki") < text.index("Ben")
    assert "+39.0" in text
    assert "1 table" in text
    assert 'aria-label="last places: 1"' in text


def test_whoever_has_too_few_games_is_not_ranked(
    club: Club, players: list[Player], organiser: Client
) -> None:
    season = make_season(club, minimum_games=2)
    play(start(season, players[:4], 0), Random(1))
    text = page(organiser, at("season", club, season.slug))
    assert text.count("not ranked yet") == 4
    assert "Ranked from 2 games on." in text


def test_guests_stand_in_no_standings(
    club: Club, season: Season, players: list[Player], organiser: Client
) -> None:
    Player.objects.filter(pk=players[0].pk).update(guest=True)
    play(start(season, players[:4]), Random(1))
    text = page(organiser, at("season", club, season.slug))
    assert "Aki" not in text
    assert "Ben" in text


def test_the_last_day_of_play_shows_as_a_move(
    club: Club, season: Season, players: list[Player], organiser: Client
) -> None:
    for day, winner in ((0, 0), (1, 1)):
        game = start(season, players[:4], day)
        win = {"winner": winner, "from": 2, "value": {"limit": "baiman" if day else "mangan"}}
        record(game, {"type": "win", "wins": [win]})
        play(game, Random(1), hands=0)
    table = page(organiser, at("season", club, season.slug))
    assert "up by" in table
    assert "down by 1" in table


def test_points_given_and_taken_count_with_their_reason(
    club: Club, season: Season, players: list[Player], organiser: Client
) -> None:
    play(start(season, players[:4]), Random(1))
    address = at("season_bonuses", club, season.slug)
    give = at("season_give", club, season.slug)
    assert organiser.post(give, {"player": players[0].pk, "amount": "x"}).status_code == 422
    typed = {"player": players[0].pk, "amount": "−20.5", "reason": "late three times"}
    assert organiser.post(give, typed).status_code == 302
    before = page(organiser, at("season", club, season.slug))
    assert "with points given or taken" in before
    theirs = page(organiser, at("season_player", club, season.slug, players[0].pk))
    assert "with points given or taken" in theirs
    member = sign_in(club, ClubRole.MEMBER)
    text = page(member, address)
    assert "late three times" in text
    assert "−20.5" in text
    assert "Give or take" not in text
    bonus = season.bonuses.get()
    organiser.post(at("season_bonus_gone", club, season.slug, bonus.pk))
    assert "late" not in page(member, address)


def test_teams_have_what_their_players_have(
    club: Club, season: Season, players: list[Player], organiser: Client
) -> None:
    game = start(season, players[:4])
    record(game, MANGAN)
    play(game, Random(1), hands=0)
    new = at("season_team_new", club, season.slug)
    pair = {"name": "Winds", "players": [players[0].pk, players[1].pk]}
    assert organiser.post(new, pair).status_code == 302
    assert organiser.post(new, pair).status_code == 422
    organiser.post(new, {"name": "Dragons", "players": [players[1].pk, players[2].pk]})
    text = page(organiser, at("season_teams", club, season.slug))
    assert text.index("Winds") < text.index("Dragons")
    winds = season.teams.get(name="Winds")
    assert [item.player for item in winds.members.all()] == [players[0]]
    organiser.post(at("season_team", club, season.slug, winds.pk), {"remove": "1"})
    assert "Winds" not in page(organiser, at("season_teams", club, season.slug))


# -- rules ----------------------------------------------------------------------------------------


def test_new_rules_are_looked_at_before_they_hold(
    club: Club, season: Season, players: list[Player], organiser: Client
) -> None:
    game = start(season, players[:4])
    record(game, MANGAN)
    play(game, Random(1), hands=0)
    address = at("season_rules_change", club, season.slug, "riichi")
    text = page(organiser, address)
    assert "See what would change" in text
    frozen = season.editions.get().rules
    typed = options_typed(organiser.get(address).context["asked"].options)
    typed |= {"shown": "club", "preset": "club", "option-uma": "30000, 10000, -10000, -30000"}
    answer = organiser.post(address, {**typed, "look": "1"})
    assert answer.status_code == 200
    assert "What would change" in answer.content.decode()
    assert season.editions.count() == 1
    assert organiser.post(address, {**typed, "note": "sharper"}).status_code == 302
    new = season.editions.order_by("-number").first()
    assert new is not None
    assert (new.number, new.note) == (2, "sharper")
    assert Game.objects.get().rules == frozen
    assert "sharper" in page(organiser, at("season_rules", club, season.slug))
    again, _ = start_table(season, None, variety="riichi", players=players[:4])
    assert again.edition_of == new


def options_typed(form: Any) -> dict[str, Any]:
    """What a browser would send of the options as they are shown."""
    found = {}
    for bound in form:
        value = bound.value()
        if isinstance(value, bool):
            if value:
                found[bound.html_name] = "on"
        elif value is not None:
            found[bound.html_name] = bound.field.prepare_value(value)
    return found


# -- games ----------------------------------------------------------------------------------------


def seats_of(players: list[Player]) -> dict[str, Any]:
    return {f"players{seat}": player.pk for seat, player in enumerate(players)}


def test_a_table_is_started_and_its_keys_are_shown(
    club: Club, season: Season, players: list[Player], keeper: Client
) -> None:
    address = at("season_start", club, season.slug)
    assert "Who sits where" in page(keeper, address)
    answer = keeper.post(address, {**seats_of(players[:4]), "mode": "written"})
    game = Game.objects.get()
    assert answer["Location"] == at("game", club, game.code)
    text = page(keeper, answer["Location"])
    assert "<svg" in text
    assert "/g/" in text
    assert all(f"<bdi>{player.name}</bdi>" in text for player in players[:4])
    opened = keeper.post(at("game_table", club, game.code))
    assert keeper.get(opened["Location"]).status_code == 200
    member = sign_in(club, ClubRole.MEMBER)
    assert "/g/" not in page(member, at("game", club, game.code))


def test_nobody_sits_at_a_table_twice(
    club: Club, season: Season, players: list[Player], keeper: Client
) -> None:
    typed = seats_of([players[0], players[0], players[1], players[2]])
    answer = keeper.post(at("season_start", club, season.slug), typed)
    assert answer.status_code == 422
    assert "sits at the table already" in answer.content.decode()
    assert not Game.objects.exists()


def paper_of(players: list[Player], scores: list[int]) -> dict[str, Any]:
    typed = {f"scores{seat}": score for seat, score in enumerate(scores)}
    return {**seats_of(players), **typed, "when": "2026-10-03T21:30"}


def test_a_result_from_paper_is_checked_by_its_sum(
    club: Club, season: Season, players: list[Player], keeper: Client
) -> None:
    address = at("season_paper", club, season.slug)
    wrong = paper_of(players[:4], [40000, 30000, 20000, 9000])
    answer = keeper.post(address, wrong)
    assert answer.status_code == 422
    assert "add up to 99,000, not 100,000" in answer.content.decode()
    assert 'name="anyway"' in answer.content.decode()
    assert not Game.objects.exists()
    right = paper_of(players[:4], [40000, 30000, 20000, 10000])
    answer = keeper.post(address, right)
    game = Game.objects.get()
    assert answer["Location"] == at("game", club, game.code)
    assert [row.score for row in game.results.all()] == [40000, 30000, 20000, 10000]
    assert "Oct" in page(keeper, answer["Location"])
    assert keeper.post(address, {**wrong, "anyway": "on"}).status_code == 302


def entered(club: Club, season: Season, players: list[Player], keeper: Client) -> Game:
    right = paper_of(players[:4], [40000, 30000, 20000, 10000])
    assert keeper.post(at("season_paper", club, season.slug), right).status_code == 302
    return Game.objects.latest("pk")


def test_a_result_from_paper_shows_who_entered_it_and_nothing_of_a_table(
    club: Club, season: Season, players: list[Player], keeper: Client
) -> None:
    game = entered(club, season, players, keeper)
    text = " ".join(page(keeper, at("game", club, game.code)).split())
    assert "Result from paper, entered by" in text
    assert "scorekeeper" in text
    for of_a_table in ("Adjustment", "agreed by the players", "New keys", "Open the table"):
        assert of_a_table not in text


def test_a_result_from_paper_is_put_right_by_its_sum(
    club: Club, season: Season, players: list[Player], keeper: Client
) -> None:
    game = entered(club, season, players, keeper)
    scores = paper_of(players[:4], [10000, 30000, 20000, 39000])
    address = at("game_right", club, game.code)
    refused = keeper.post(address, scores)
    assert refused.status_code == 422
    assert "The scores add up to 99,000, not 100,000." in refused.content.decode()
    assert keeper.post(address, {**scores, "scores3": "40000"}).status_code == 302
    places = list(game.results.order_by("seat").values_list("place", flat=True))
    assert places == [4, 2, 3, 1]
    assert "Result from paper" in page(keeper, at("game", club, game.code))
    trail = page(keeper, at("trail", club))
    assert "result from paper put right" in trail
    assert "40,000, 30,000, 20,000, 10,000" in trail
    assert "Adjustment" not in trail
    assert "players of the game put right" not in trail


def follows(club: Club, season: Season) -> None:
    """All that follows from the games is what an account of its own makes of them."""
    assert shown_standings(season) == expected_standings(season)
    assert shown_meetings(season) == expected_meetings(season)
    assert shown_hands(season) == expected_hands(season)
    kept = everything(club)
    standings.rebuild(club)
    assert everything(club) == kept


@pytest.mark.parametrize("ranking", ["sum", "streak"])
def test_who_played_a_game_on_paper_is_put_right(
    club: Club, season: Season, players: list[Player], keeper: Client, ranking: str
) -> None:
    change_season(season, None, Setup("Autumn", ranking=ranking, ranking_n=2))
    for day in range(3):
        play(start(season, players[:4], day), Random(day))
    game = entered(club, season, players, keeper)
    ratings.advance(club)
    Seat.objects.filter(game=game).update(signed=game.ended)
    address = at("game_right", club, game.code)
    assert "players and scores" in page(keeper, at("game", club, game.code))
    browser = PlainBrowser(keeper).open(address)
    assert browser.form("right").fields["players0"] == [str(players[0].pk)]
    # Emi and not Aki was East; Ben and Chie sat in each other's seats, their scores too.
    seated = [players[4], players[2], players[1], players[3]]
    typed = {f"players{seat}": str(player.pk) for seat, player in enumerate(seated)}
    browser.send("right", **typed, scores1="20000", scores2="30000")
    assert browser.response.redirect_chain == [(at("game", club, game.code), 302)]
    rows = game.results.order_by("seat").values_list("player", "score")
    assert list(rows) == [(seated[0].pk, 40000), (seated[1].pk, 20000), (seated[2].pk, 30000),
                          (seated[3].pk, 10000)]  # fmt: skip
    follows(club, season)
    assert not game.seats.filter(signed__isnull=False).exists()
    while ratings.advance(club):
        pass
    rated = set(game.ratings.values_list("player", flat=True))
    assert rated == {player.pk for player in seated}
    line = Entry.objects.get(kind="game.people")
    assert (line.user.get_username(), line.after) == (  # type: ignore[union-attr]
        "scorekeeper", {"players": [player.pk for player in seated]},
    )  # fmt: skip
    trail = page(keeper, at("trail", club))
    assert "players of the game put right" in trail
    assert "Aki, Ben, Chie, Dan" in trail
    assert "Emi, Chie, Ben, Dan" in trail


def test_a_game_that_had_the_wrong_player_does_not_keep_two_of_one_person_apart(
    club: Club, season: Season, players: list[Player], keeper: Client
) -> None:
    game = entered(club, season, players, keeper)
    twin = Player.objects.create(club=club, name="Aki M")
    right = paper_of([twin, *players[1:4]], [40000, 30000, 20000, 10000])
    assert keeper.post(at("game_right", club, game.code), right).status_code == 302
    merge(None, players[0], twin)
    assert game.results.get(seat=0).player == players[0]


def test_who_played_at_a_table_is_put_right_in_every_hand_and_in_what_undo_brings_back(
    club: Club, season: Season, players: list[Player], keeper: Client
) -> None:
    game = start(season, players[:4])
    record(game, MANGAN)
    changes.substitute(game, 1, "Finn", from_round=2, counts=True, version=game.version, token=None)
    play(game, Random(1), hands=3)
    version = game.version
    address = at("game_right", club, game.code)
    assert "somebody else sat there" in page(keeper, at("game", club, game.code))
    text = page(keeper, address)
    assert "from hand 2" in text
    assert 'name="scores0"' not in text
    emi, gen = players[4], players[6]
    typed = [emi, players[1], players[2], players[3], gen]
    assert keeper.post(address, seats_of(typed)).status_code == 302
    game.refresh_from_db()
    assert game.version > version, "a phone that is writing looks again"
    assert [row.player for row in game.results.order_by("seat")] == [emi, gen, *players[2:4]]
    assert set(game.feats.exclude(kind="score").values_list("player", flat=True)) <= {
        player.pk for player in typed
    }
    follows(club, season)
    told = page(keeper, at("game", club, game.code))
    assert "Emi" in told
    assert "Aki" not in told
    changes.undo(game, version=game.version, token=None)  # the end
    while changes.next_undo(game) is not None:
        changes.undo(game, version=game.version, token=None)
    assert [seat.player for seat in game.seats.all()] == [emi, *players[1:4]]
    assert not game.substitutions.exists()
    changes.redo(game, version=game.version, token=None)
    changes.redo(game, version=game.version, token=None)
    assert game.substitutions.get().player == gen


@pytest.mark.parametrize("paper", [True, False])
def test_nobody_is_put_at_one_table_twice_nor_from_another_club(
    club: Club, season: Season, players: list[Player], keeper: Client, paper: bool
) -> None:
    game = entered(club, season, players, keeper) if paper else start(season, players[:4])
    scores = {f"scores{seat}": score for seat, score in enumerate(game.scores)}
    address = at("game_right", club, game.code)
    twice = keeper.post(address, {**seats_of([*players[:3], players[0]]), **scores})
    assert twice.status_code == 422
    assert "sits at the table already" in str(twice.context["form"].errors["players3"])
    _, others = make_club()
    foreign = keeper.post(address, {**seats_of([others[0], *players[1:4]]), **scores})
    assert foreign.status_code == 422
    assert "players0" in foreign.context["form"].errors
    assert [seat.player for seat in game.seats.all()] == players[:4]


def test_nobody_is_put_right_in_a_locked_season(
    club: Club, season: Season, players: list[Player], keeper: Client
) -> None:
    game = entered(club, season, players, keeper)
    lock(season, None)
    address = at("game_right", club, game.code)
    assert 'name="players0"' not in page(keeper, address)
    assert "Put the result right" not in page(keeper, at("game", club, game.code))
    right = paper_of([players[4], *players[1:4]], [40000, 30000, 20000, 10000])
    assert keeper.post(address, right).status_code == 422
    assert game.seats.get(index=0).player == players[0]


def test_who_is_put_into_a_game_of_a_club_night_was_there(
    club: Club, season: Season, players: list[Player], keeper: Client
) -> None:
    game = entered(club, season, players, keeper)
    evening = make_evening(club, None, Night(day=FIRST_DAY.date(), season=season, variety="riichi"))
    Game.objects.update(evening=evening)
    welcome(evening, [player.pk for player in players[:4]])
    right = paper_of([players[4], *players[1:4]], [40000, 30000, 20000, 10000])
    assert keeper.post(at("game_right", club, game.code), right).status_code == 302
    assert evening.guests.filter(player=players[4]).exists()


def test_a_quick_game_comes_into_the_season_with_its_players(
    club: Club, season: Season, players: list[Player], keeper: Client
) -> None:
    rules = season.editions.get()
    game, keys = create_game(
        variety="riichi", names=("aki", "Ben", "Zoe", "Dan"), preset="club", options=rules.rules
    )
    record(game, MANGAN)
    changes.change(
        game, "swap", changes.swapped(0, 1, hands_follow=True), version=game.version, token=None
    )
    address = at("season_adopt", club, season.slug)
    page(keeper, address)
    answer = keeper.post(address, {"link": f"http://testserver/g/{keys.write}/"})
    form = answer.context["form"]
    matched = {form[name].label: form[name].value() for name in form.fields}
    assert matched == {"Ben": players[1].pk, "aki": players[0].pk, "Zoe": 0, "Dan": players[3].pk}
    typed = {name: form[name].value() for name in form.fields}
    answer = keeper.post(address, {"link": keys.write, "match": "1", **typed})
    assert answer["Location"] == at("game", club, game.code)
    game.refresh_from_db()
    assert game.season == season
    assert club.players.filter(name="Zoe").count() == 1
    changes.undo(game, version=game.version, token=None)
    assert game.seats.get(index=0).player == players[0]
    changes.end(game, reason="agreed", version=game.version, token=None)
    assert "Aki" in page(keeper, at("season", club, season.slug))


def test_a_quick_game_is_found_by_its_code_and_phrase(
    club: Club, season: Season, keeper: Client
) -> None:
    rules = season.editions.get()
    game, keys = create_game(
        variety="riichi", names=("Eve", "Finn", "Zoe", "Dan"), preset="club", options=rules.rules
    )
    address = at("season_adopt", club, season.slug)
    wrong = keeper.post(address, {"code": game.code, "phrase": "not this one"})
    assert wrong.status_code == 422
    assert "do not belong together" in wrong.content.decode()
    found = keeper.post(address, {"code": game.code, "phrase": keys.phrase}, follow=True)
    assert "Tables of this phone:" in found.content.decode()
    assert "Zoe" in found.content.decode()


@pytest.mark.parametrize(
    "link, words",
    [("nonsense", "No table has this link"), ("", "Link of the table")],
)
def test_a_link_that_opens_nothing_is_refused(
    club: Club, season: Season, keeper: Client, link: str, words: str
) -> None:
    answer = keeper.post(at("season_adopt", club, season.slug), {"link": link})
    assert words in answer.content.decode()


def test_a_game_under_other_rules_is_taken_only_when_somebody_says_so(
    club: Club, season: Season, players: list[Player], keeper: Client
) -> None:
    _, keys = create_game(variety="riichi", names=("Aki", "Ben", "Chie", "Dan"), preset="mleague")
    address = at("season_adopt", club, season.slug)
    form = keeper.post(address, {"link": keys.write}).context["form"]
    typed = {name: form[name].value() for name in form.fields if name != "other_rules"}
    answer = keeper.post(address, {"link": keys.write, "match": "1", **typed})
    assert answer.status_code == 422
    assert "other rules" in answer.content.decode()
    again = {"link": keys.write, "match": "1", "other_rules": "on", **typed}
    assert keeper.post(address, again).status_code == 302


def test_the_clubs_list_has_games_of_every_season_and_of_none(
    club: Club, season: Season, players: list[Player], keeper: Client
) -> None:
    inside, outside = start(season, players[:4]), start(season, players[:4], 1)
    for game in (inside, outside):
        play(game, Random(1))
    Game.objects.filter(pk=outside.pk).update(season=None)
    text = page(keeper, at("games", club))
    for game in (inside, outside):
        assert at("game", club, game.code) in text
    assert at("game", club, outside.code) not in page(keeper, at("season_games", club, season.slug))
    assert at("games", club) in page(keeper, at("front", club))


def test_a_game_is_voided_with_a_reason_and_restored(
    club: Club, season: Season, players: list[Player], keeper: Client
) -> None:
    game = start(season, players[:4])
    play(game, Random(1))
    assert keeper.post(at("game_void", club, game.code)).status_code == 422
    keeper.post(at("game_void", club, game.code), {"reason": "wrong club"})
    text = page(keeper, at("game", club, game.code))
    assert "wrong club" in text
    assert "No game is over yet." in page(keeper, at("season", club, season.slug))
    assert "void" in page(keeper, at("season_games", club, season.slug))
    keeper.post(at("game_restore", club, game.code))
    assert "Aki" in page(keeper, at("season", club, season.slug))


def test_a_game_may_be_of_another_day(
    club: Club, season: Season, players: list[Player], keeper: Client
) -> None:
    game = start(season, players[:4])
    play(game, Random(1))
    keeper.post(at("game_when", club, game.code), {"when": "2026-02-01T20:00"})
    game.refresh_from_db()
    assert game.played is not None
    assert game.played.month in (1, 2)
    for wrong in ("0001-01-01T00:00", "9999-12-31T23:59", "yesterday", ""):
        assert keeper.post(at("game_when", club, game.code), {"when": wrong}).status_code == 422
    assert {row.played for row in Result.objects.all()} == {game.played}


def test_a_member_changes_nothing(club: Club, season: Season, players: list[Player]) -> None:
    game = start(season, players[:4])
    play(game, Random(1))
    member = sign_in(club, ClubRole.MEMBER)
    for name, args in (
        ("game_void", (game.code,)),
        ("game_restore", (game.code,)),
        ("game_when", (game.code,)),
        ("game_keys", (game.code,)),
        ("season_start", (season.slug,)),
        ("season_paper", (season.slug,)),
        ("season_adopt", (season.slug,)),
        ("season_lock", (season.slug,)),
        ("season_edit", (season.slug,)),
    ):
        assert member.post(at(name, club, *args)).status_code == 403


# -- players and records --------------------------------------------------------------------------


def test_a_players_page_tells_what_they_have_done(
    club: Club, season: Season, players: list[Player], organiser: Client
) -> None:
    random = Random(1)
    for day in range(6):
        play(start(season, random.sample(players[:5], 4), day), random)
    text = page(organiser, at("season_player", club, season.slug, players[0].pk))
    for words in ("Points over time", "Places", "Hands won", "By starting seat", "Against others",
                  "Last games", "Rating over time", "Best hands", "Average win"):  # fmt: skip
        assert words in text
    assert 'style="' not in text
    text = page(organiser, at("player", club, players[0].pk))
    assert "Points over time" in text
    empty = Player.objects.create(club=club, name="Nobody")
    assert "No game is over yet." in page(organiser, at("player", club, empty.pk))


@pytest.mark.parametrize("everywhere", [False, True])
def test_opponents_met_most_often_come_first(
    club: Club, season: Season, players: list[Player], everywhere: bool
) -> None:
    """Over all seasons they are summed up before the first ones are picked."""
    me, *_ = players
    others = [Player.objects.create(club=club, name=f"Other {n:02}") for n in range(13)]
    where = (season, None) if everywhere else (season,)
    Meeting.objects.bulk_create(
        Meeting(season=here, player=me, other=other, games=n // 2 + 1, total=n, unit=10)
        for here in where
        for n, other in enumerate(others)
    )
    here = None if everywhere else season
    shown = career(club, me, here)
    in_order = sorted(range(13), key=lambda n: (-(n // 2), n))
    names = [f"Other {n:02}" for n in in_order]
    assert [other.player.name for other in shown.opponents] == names[:10]
    assert shown.more
    best, times = shown.opponents[0], len(where)
    assert (best.games, best.total) == (7 * times, Fraction(12 * times, 10))
    everybody = career(club, me, here, everything=True).opponents
    assert [other.player.name for other in everybody] == names


def test_records_tell_the_biggest_hands(
    club: Club, season: Season, players: list[Player], organiser: Client
) -> None:
    game = start(season, players[:4])
    record(game, {"type": "win", "wins": [{"winner": 0, "from": None, "value": {"yakuman": 1}}]})
    record(game, MANGAN)
    play(game, Random(1), hands=0)
    text = page(organiser, at("season_records", club, season.slug))
    for words in ("Biggest hands", "Limit hands", "48,000", "Longest deals", "Highest scores"):
        assert words in text


@pytest.mark.parametrize("key", ["hongkong", "zungjung"])
def test_the_other_games_have_their_own_figures(
    club: Club, players: list[Player], organiser: Client, key: str
) -> None:
    season = make_season(club, Rules(key))
    game = start(season, players[:4], variety=key)
    value = {"faan": 3} if key == "hongkong" else {"points": 60}
    record(game, {"type": "win", "wins": [{"winner": 0, "from": 1, "value": value}]})
    play(game, Random(1), hands=0)
    text = page(organiser, at("season_player", club, season.slug, players[0].pk))
    assert ("Wins by fan" in text) == (key == "hongkong")
    assert ("Wins by points" in text) == (key == "zungjung")
    page(organiser, at("season_records", club, season.slug))


def test_ratings_that_wait_are_worked_out_by_the_page(
    club: Club, season: Season, players: list[Player], organiser: Client
) -> None:
    games = [start(season, players[:4], day) for day in range(3)]
    for game in games:
        play(game, Random(1))
    void(games[0], None, "x")
    assert "Ratings are being worked out" in page(organiser, at("season", club, season.slug))
    organiser.post(at("ratings", club), headers={"HX-Request": "true"})
    assert "Ratings are being" not in page(organiser, at("season", club, season.slug))


# -- queries --------------------------------------------------------------------------------------


def cheap_games(season: Season, players: list[Player], count: int) -> None:
    """Many games at little cost: rows like those of a game that was played."""
    template = Game.objects.filter(season=season, finished=True).latest("pk")
    results = list(template.results.all())
    played = template.played
    assert played is not None
    games = Game.objects.bulk_create(
        Game(
            club=season.club, season=season, variety_key=template.variety_key,
            rules=template.rules, scores=template.scores, hands=template.hands, finished=True,
            status=Game.Status.CLOSED, played=played + step, ended=played + step,
        )
        for step in (timedelta(minutes=n) for n in range(1, count + 1))
    )  # fmt: skip
    Seat.objects.bulk_create(
        Seat(game=game, index=row.seat, player_id=row.player_id)
        for game in games
        for row in results
    )
    Result.objects.bulk_create(
        Result(
            game=game, seat=row.seat, player_id=row.player_id, place=row.place, score=row.score,
            total=row.total, unit=row.unit, counts=row.counts, season=season, played=game.played,
            points=row.points,
        )
        for game in games
        for row in results
    )  # fmt: skip
    standings.rebuild(season.club)


def queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        page(client, address)
    return len(captured)


def test_every_page_costs_the_same_at_10_and_at_very_many_games(
    club: Club, season: Season, players: list[Player], organiser: Client
) -> None:
    random = Random(1)
    for day in range(10):
        play(start(season, random.sample(players, 4), day), random, hands=3)
    game = Game.objects.latest("pk")
    pages = [
        at("seasons", club),
        at("season", club, season.slug),
        at("season_teams", club, season.slug),
        at("season_records", club, season.slug),
        at("season_bonuses", club, season.slug),
        at("season_rules", club, season.slug),
        at("season_games", club, season.slug),
        at("games", club),
        at("season_start", club, season.slug),
        at("season_paper", club, season.slug),
        at("season_adopt", club, season.slug),
        at("season_player", club, season.slug, players[0].pk),
        at("player", club, players[0].pk),
        at("game", club, game.code),
    ]
    before = [queries(organiser, address) for address in pages]
    cheap_games(season, players, MANY)
    after = [queries(organiser, address) for address in pages]
    assert after == before


def test_a_games_end_costs_the_same_at_10_and_at_very_many_games(
    club: Club, season: Season, players: list[Player]
) -> None:
    def end_of_a_game() -> int:
        game = start(season, players[:4], 20)
        record(game, MANGAN)
        with CaptureQueriesContext(connection) as captured:
            changes.end(game, reason="agreed", version=game.version, token=None)
        return len(captured)

    random = Random(1)
    for _ in range(3):
        play(start(season, players[:4], 1), random, hands=2)
    before = end_of_a_game()
    cheap_games(season, players, MANY)
    assert end_of_a_game() == before


@pytest.mark.parametrize(
    "setup",
    [
        Setup("Autumn", ranking="average"),
        Setup("Autumn", ranking="best", ranking_n=5),
        Setup("Autumn", ranking="streak", ranking_n=5),
        Setup("Autumn", place_points={"4": [50, 10, -10, -50]}),
    ],
)
def test_ranking_by_something_else_takes_as_many_statements_at_any_size(
    club: Club, season: Season, players: list[Player], setup: Setup
) -> None:
    """It runs in one request: a second for 5,000 games."""

    def change() -> int:
        with CaptureQueriesContext(connection) as captured:
            change_season(season, None, setup)
        change_season(season, None, Setup("Autumn"))
        return len(captured)

    random = Random(1)
    for _ in range(6):
        play(start(season, players[:4], 1), random, hands=2)
    before = change()
    cheap_games(season, players, MANY // 4)
    assert change() == before


WHOLE = re.compile(
    r"SCAN table_sessions_(game|result|feat|rating|round|seat)\b"
    r"|SEARCH table_sessions_game USING (COVERING )?INDEX \w+ \((season|club)_id=\?\)"
    r"|SEARCH table_sessions_(result|feat|rating) USING (COVERING )?INDEX \w+"
    r" \((player|season|club)_id=\?\)"
)
"""A plan that goes through all games of a league, or all of a player's."""


@pytest.mark.skipif(connection.vendor != "sqlite", reason="plans are told differently elsewhere")
def test_no_query_goes_through_the_whole_league(
    club: Club, season: Season, players: list[Player], organiser: Client
) -> None:
    random = Random(1)
    for day in range(3):
        play(start(season, random.sample(players, 4), day), random)
    game = start(season, players[:4], 9)
    record(game, MANGAN)
    with CaptureQueriesContext(connection) as captured:
        for name in ("season", "season_games", "season_records"):
            page(organiser, at(name, club, season.slug))
        page(organiser, at("season_player", club, season.slug, players[0].pk))
        changes.end(game, reason="agreed", version=game.version, token=None)
        changes.change(
            game, "edit", changes.deleted(1), version=game.version, token=None, consent=True
        )
    wrong = []
    with connection.cursor() as cursor:
        for query in captured:
            if query["sql"].startswith("SELECT"):
                cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}")
                plan = [str(row[-1]) for row in cursor.fetchall()]
                wrong += [(line, query["sql"][:200]) for line in plan if WHOLE.match(line)]
    assert wrong == [], "\n".join(map(str, wrong))
