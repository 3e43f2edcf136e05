"""Games from a file into a club: shown first, brought in all at once, or not at all."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from scoring.errors import ScoringError
from sessions.models import Club, Entry, Feat, Game, Job, Player, Rating, Result, Standing, Tally
from sessions.services import imports, jobs, merging, roster
from sessions.services.import_people import Choice, asked_about
from sessions.services.imports import WORK, decide, from_pieces, from_text
from sessions.services.people import find_players
from sessions.services.seasons import Rules, Setup, lock, make_season
from sessions.services.standings import rebuild
from tests.sessions.test_service_exchange import FULL, record_of, rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return Club.objects.create(name="Harbour", slug="harbour")


def lines(*records: Any) -> str:
    return "\n".join(one if isinstance(one, str) else json.dumps(one) for one in records)


def numbered(count: int, **more: Any) -> list[dict[str, Any]]:
    return [
        record_of(id=f"g{n}", started=f"2026-11-{n % 28 + 1:02}T19:00:00+09:00", **more)
        for n in range(count)
    ]


def through(job: Job, most: int = 500) -> Job:
    """Slice after slice, until it asks or is over."""
    for _ in range(most):
        job = jobs.go_on(WORK, job)
        if job.state != Job.State.RUNNING:
            return job
    raise AssertionError("no end")


def read(club: Club, *records: Any) -> Job:
    return through(from_text(club, None, lines(*records)))


def brought_in(club: Club, *records: Any, **choice: Any) -> Job:
    job = read(club, *records)
    assert job.state == Job.State.WAITING
    return through(decide(job, None, Choice(**choice)))


def test_games_are_shown_before_anything_is_kept(club: Club) -> None:
    job = read(club, FULL, record_of(id="two"))
    assert (job.state, job.kept["phase"]) == (Job.State.WAITING, "ask")
    first, second = job.items.all()
    assert first.kept["names"] == ["Aki", "Ben", "Chie", "Dan", "Emi", "Fumi"]
    assert first.kept["when"] == "2026-11-29T20:30:00+09:00"
    assert (second.kept["scores"], second.kept["finished"]) == ([32700, 25000, 17300, 25000], True)
    assert not Game.objects.exists()
    assert not Player.objects.exists()


def test_what_comes_in_is_what_one_game_at_a_time_gives(
    club: Club, assert_consistent: Callable[[Game], Any]
) -> None:
    from sessions.services.exchange import import_game

    one = Club.objects.create(name="One by one", slug="one")
    games = [FULL, record_of(id="two"), *numbered(5)]
    for record in games:
        import_game(one, record)
    job = brought_in(club, *games)
    assert job.state == Job.State.DONE
    assert (job.kept["games"], job.kept["players"]) == (7, 6)
    assert rows(club) == rows(one)
    for game in club.games.filter(ended__isnull=False):
        assert_consistent(game)
    assert not job.items.exists()


def derived(club: Club) -> dict[str, Any]:
    by_name = {"player__club": club}
    return {
        "standings": list(
            Standing.objects.filter(**by_name).order_by("player__name", "season__name").values_list(
                "player__name", "games", "places", "total", "unit", "ranked", "ranked_unit",
                "best_score", "last_places", "day", "before", "before_unit",
            )
        ),
        "tallies": list(
            Tally.objects.filter(**by_name)
            .order_by("player__name", "season__name", "variety_key")
            .values_list("player__name", "season__name", "variety_key", "counts")
        ),
        "feats": sorted(
            Feat.objects.filter(club=club).values_list(
                "player__name", "season__name", "kind", "figure", "round"
            ),
            key=str,
        ),
        "counted": sorted(
            Result.objects.filter(game__club=club).values_list(
                "game__record_id", "seat", "season__name", "played", "points", "place"
            ),
            key=str,
        ),
        "ratings": sorted(
            Rating.objects.filter(player__club=club).values_list(
                "player__name", "number", "mean", "deviation"
            ),
            key=str,
        ),
    }  # fmt: skip


def test_all_that_follows_is_what_one_game_at_a_time_gives(club: Club) -> None:
    from sessions.services.exchange import import_game

    one = Club.objects.create(name="One by one", slug="one")
    for record in numbered(6):
        import_game(one, record)
    brought_in(club, *numbered(6))
    assert derived(club) == derived(one)
    assert derived(club)["tallies"]
    before = derived(club)
    rebuild(club)
    assert derived(club) == before


def test_a_season_takes_them_in(club: Club) -> None:
    rules = Rules("riichi", "tenhou", {"length": "single"})
    season = make_season(club, None, Setup("Autumn"), [rules])
    other = record_of(
        id="x", rules={"variety": "riichi", "preset": "club", "options": {"length": "single"}}
    )
    job = read(club, *numbered(3), other)
    with pytest.raises(ScoringError, match="other rules than the season's: 1"):
        decide(job, None, Choice(season=season))
    through(decide(job, None, Choice(season=season, other_rules=True)))
    assert season.standings.count() == 4
    assert [game.edition_of is not None for game in season.games.order_by("pk")] == [
        *(True, True, True, False),
    ]
    before = derived(club)
    rebuild(club, season=season)
    assert derived(club) == before
    assert Feat.objects.filter(season=season).exists()


def test_a_season_that_does_not_play_such_games_takes_none(club: Club) -> None:
    job = read(club, record_of(id="two"))
    hongkong = make_season(club, None, Setup("Spring"), [Rules("hongkong")])
    with pytest.raises(ScoringError, match="nothing is played in this season"):
        decide(job, None, Choice(season=hongkong))
    sanma = Setup("Three", place_points={"3": [1, 0, -1]})
    three = make_season(club, None, sanma, [Rules("riichi", "tenhou-sanma")])
    with pytest.raises(ScoringError, match="no points for 4 players"):
        decide(job, None, Choice(season=three, other_rules=True))


def test_a_locked_season_takes_none(club: Club) -> None:
    season = make_season(club, None, Setup("Autumn"), [Rules("riichi")])
    lock(season, None)
    job = read(club, record_of(id="two"))
    with pytest.raises(ScoringError, match="locked"):
        decide(job, None, Choice(season=season))
    assert Job.objects.get(pk=job.pk).state == Job.State.WAITING


def test_a_season_locked_meanwhile_takes_nothing_in(club: Club) -> None:
    season = make_season(club, None, Setup("Autumn"), [Rules("riichi")])
    choice = Choice(season=season, other_rules=True)
    job = decide(read(club, record_of(id="two")), None, choice)
    while job.kept["phase"] != "show":
        job = jobs.go_on(WORK, job)
    lock(season, None)
    job = jobs.go_on(WORK, job)
    assert job.state == Job.State.FAILED
    assert "locked" in job.message
    assert not Game.objects.exists()
    assert not Player.objects.exists()


BROKEN = record_of(id="bad", players=["Aki", "Ben", "Chie", "Aki"])


def test_a_wrong_game_is_told_and_nothing_comes_in_with_it(club: Club) -> None:
    job = read(
        club,
        record_of(id="two"),
        BROKEN,
        "no json",
        record_of(id="late", rounds=FULL["rounds"] * 2),
    )
    errors = [item.kept.get("error", {}).get("field") for item in job.items.all()]
    assert errors[0] is None
    assert errors[1] == "players.3"
    assert errors[2] == ""
    with pytest.raises(ScoringError, match="some games cannot come in"):
        decide(job, None, Choice())
    done = through(decide(job, None, Choice(only_good=True)))
    assert (done.kept["games"], done.kept["left"]) == (1, 3)
    assert [game.record_id for game in club.games.all()] == ["two"]


def test_where_no_game_is_good_nothing_can_be_decided(club: Club) -> None:
    job = read(club, BROKEN)
    with pytest.raises(ScoringError, match="no game of it can come in"):
        decide(job, None, Choice(only_good=True))


def test_a_game_whose_figures_no_database_keeps_is_told_when_it_is_read(club: Club) -> None:
    endless = {"aotenjou": True, "length": "single", "rate": "999999999"}
    rules = {"variety": "riichi", "preset": "club", "options": endless}
    win = {"winner": 0, "from": 2, "value": {"han": 50, "fu": 110}}
    too_large = record_of(id="x", rules=rules, rounds=[{"type": "win", "wins": [win]}])
    job = read(club, too_large, record_of(id="good"))
    assert [bool(item.error) for item in job.items.all()] == [True, False]
    assert "too large" in job.items.first().error


def test_a_game_longer_than_any_evening_is_refused_when_it_is_read(club: Club) -> None:
    endless = record_of(rounds=[{"type": "adjust", "deltas": [0] * 4, "reason": "x"}] * 501)
    assert read(club, endless).items.get().error == "a game has at most 500 hands"


def test_games_that_are_there_are_known_and_left_alone(club: Club) -> None:
    brought_in(club, *numbered(3))
    code = club.games.get(record_id="g1").code
    job = read(club, *numbered(4))
    assert [item.kept.get("known") is not None for item in job.items.all()] == [
        *(True, True, True, False),
    ]
    assert job.items.get(number=2).kept["known"] == code
    done = through(decide(job, None, Choice()))
    assert (done.kept["games"], done.kept["known"]) == (1, 3)
    assert club.games.count() == 4


def test_a_known_game_is_known_by_its_players_other_names(club: Club) -> None:
    played = record_of(id="one", substitutes=[{"seat": 1, "player": "emi9", "from_round": 1}])
    brought_in(club, played, called={"Aki": "さくら", "emi9": "Emi"})
    assert read(club, played).items.get().kept["known"] == club.games.get().code


def test_another_game_under_a_known_id_is_refused(club: Club) -> None:
    brought_in(club, record_of(id="one"))
    job = read(club, record_of(id="one", players=["Aki", "Ben", "Chie", "Eve"]))
    assert job.items.get().kept["error"]["field"] == "id"


def test_a_game_that_is_in_the_file_twice_comes_in_once(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without an id it is known by all it says; also when the two are read in different slices."""
    nameless = record_of()
    job = read(club, nameless, nameless)
    assert [bool(item.error) for item in job.items.all()] == [False, True]
    monkeypatch.setattr(jobs, "SLICE_SECONDS", 0)
    monkeypatch.setattr(imports, "AT_A_TIME", 1)
    job = read(club, nameless, nameless)
    assert [bool(item.error) for item in job.items.all()] == [False, True]
    through(decide(job, None, Choice(only_good=True)))
    again = read(club, nameless)
    assert again.items.get().kept["known"]


def test_names_are_matched_to_the_clubs_players(club: Club) -> None:
    known = Player.objects.create(club=club, name="Aki", seen="aki")
    job = read(club, record_of(id="two", players=["ａｋｉ", "Ben", "Chie", "Dan"]))
    assert asked_about(job).names == ["ａｋｉ", "Ben", "Chie", "Dan"]
    through(decide(job, None, Choice()))
    assert sorted(club.players.values_list("name", flat=True)) == ["Aki", "Ben", "Chie", "Dan"]
    assert club.games.get().seats.get(index=0).player == known


def test_an_organiser_says_who_a_name_is_and_it_is_remembered(club: Club) -> None:
    known = Player.objects.create(club=club, name="Aki", seen="aki")
    done = brought_in(
        club,
        record_of(id="two", players=["tenhou7", "Ben", "Chie", "Dan"]),
        called={"tenhou7": "aki"},
    )
    assert done.state == Job.State.DONE
    assert club.games.get().seats.get(index=0).player == known
    assert find_players(club, ["Tenhou7"]) == {"Tenhou7": known}


def test_a_newcomer_may_be_called_otherwise_than_in_the_file(club: Club) -> None:
    games = [
        record_of(id="one", players=["newcomer", "B", "C", "D"]),
        record_of(id="two", players=["noname7", "B", "C", "D"]),
    ]
    done = brought_in(club, *games, called={"newcomer": "Emi", "noname7": "emi"})
    assert done.kept["players"] == 4
    emi = club.players.get(seen="emi")
    assert emi.results.count() == 2
    assert find_players(club, ["Newcomer", "NONAME7"]) == {"Newcomer": emi, "NONAME7": emi}


HIDDEN = ["P1", "P2", "NoName", "Ben"]


def test_nobody_is_made_of_a_seat_without_a_name_unless_asked(club: Club) -> None:
    job = read(club, record_of(id="one", players=HIDDEN), record_of(id="two", players=HIDDEN))
    asked = asked_about(job)
    assert asked.names == ["Ben"]
    assert [(one.number, one.name) for one in asked.blanks] == [
        (number, name) for number in (1, 2) for name in HIDDEN[:3]
    ]
    with pytest.raises(ScoringError, match="game 1 does not say who P1 is") as caught:
        decide(job, None, Choice())
    assert caught.value.field == "guests"
    assert not club.players.exists()


def test_who_sat_at_a_seat_without_a_name_is_said_game_by_game(club: Club) -> None:
    first, second = record_of(id="one", players=HIDDEN), record_of(id="two", players=HIDDEN)
    sat = {
        "1:P1": "Aki", "1:P2": "Chie", "1:NoName": "Dan",
        "2:P1": "Chie", "2:P2": "Aki", "2:NoName": " ",
    }  # fmt: skip
    brought_in(club, first, second, sat=sat, guests=True)
    seats = [[seat.player.name for seat in game.seats.all()] for game in club.games.order_by("pk")]
    assert seats == [["Aki", "Chie", "Dan", "Ben"], ["Chie", "Aki", "NoName", "Ben"]]
    assert list(club.players.filter(guest=True).values_list("name", flat=True)) == ["NoName"]
    assert not find_players(club, ["P1", "P2"])
    again = read(club, first, second)
    assert again.items.filter(kept__known__isnull=False).count() == 2


def test_one_who_is_said_to_sit_at_two_seats_is_refused(club: Club) -> None:
    job = read(club, record_of(id="one", players=HIDDEN))
    with pytest.raises(ScoringError, match="game 1: two of its players would be one"):
        decide(job, None, Choice(sat={"1:P1": "Aki", "1:P2": "ben"}, guests=True))


def test_a_substitute_without_a_name_is_asked_for_too(club: Club) -> None:
    put_in = [{"seat": 1, "player": "P3", "from_round": 1}]
    played = record_of(id="one", substitutes=put_in)
    brought_in(club, played, sat={"1:P3": "Emi"})
    assert club.players.filter(name="Emi").exists()
    assert read(club, played).items.get().kept["known"] == club.games.get().code


def test_only_the_games_that_were_ticked_come_in(club: Club) -> None:
    strangers = record_of(id="gx", players=["W", "X", "Y", "Z"])
    job = read(club, *numbered(3), strangers, "no json")
    imports.choose(job, shown={1, 2, 4}, ticked={2})
    imports.choose(job, shown={1}, ticked={1})
    done = through(decide(job, None, Choice(only_good=True)))
    assert set(club.games.values_list("record_id", flat=True)) == {"g0", "g1", "g2"}
    assert (done.kept["games"], done.kept["left"], done.kept["players"]) == (3, 2, 4)


def test_where_no_game_is_ticked_nothing_can_be_decided(club: Club) -> None:
    job = read(club, *numbered(2))
    imports.choose(job, shown={1, 2}, ticked=())
    with pytest.raises(ScoringError, match="tick at least one game"):
        decide(job, None, Choice())


def test_two_names_of_one_player_at_a_table_are_refused(club: Club) -> None:
    job = read(club, record_of(id="two"))
    for called in ({"Ben": "aki"}, {"Ben": "Eve", "Dan": "eve"}):
        with pytest.raises(ScoringError, match="game 1: two of its players would be one"):
            decide(job, None, Choice(called=called))
    with pytest.raises(ScoringError, match="needs a name"):
        decide(job, None, Choice(called={"Ben": " "}))
    assert Job.objects.get(pk=job.pk).state == Job.State.WAITING


def stopped_after(club: Club, slices: int) -> Job:
    job = decide(read(club, *numbered(4)), None, Choice())
    for _ in range(slices):
        job = jobs.go_on(WORK, job)
    return jobs.stop(WORK, job)


@pytest.mark.parametrize("slices", [0, 1, 2])
def test_an_import_that_is_stopped_leaves_nothing(
    club: Club, slices: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "SLICE_SECONDS", 0)
    monkeypatch.setattr(imports, "AT_A_TIME", 1)
    job = stopped_after(club, slices)
    assert job.state == Job.State.STOPPED
    for model in (Game, Player, Result, Standing, Tally, Feat):
        assert not model.objects.exists(), model
    assert not job.items.exists()
    assert jobs.go_on(WORK, job).state == Job.State.STOPPED


def test_half_way_nothing_of_it_is_the_clubs(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "SLICE_SECONDS", 0)
    job = decide(read(club, *numbered(4)), None, Choice())
    for _ in range(2):
        job = jobs.go_on(WORK, job)
    assert 0 < job.done < 4
    assert Game.objects.count() == job.done
    assert not club.games.exists()
    assert not club.players.exists()
    assert not Result.objects.filter(played__isnull=False).exists()


def test_a_fault_of_ours_takes_back_everything(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    job = decide(read(club, *numbered(4)), None, Choice())
    while job.kept["phase"] != "show":
        job = jobs.go_on(WORK, job)

    def fault(*_: Any, **__: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr("sessions.services.imports.bring_in", fault)
    job = jobs.go_on(WORK, job)
    assert (job.state, job.kept["error"]["message"]) == (Job.State.FAILED, jobs.TROUBLE)
    assert not Game.objects.exists()
    assert not Player.objects.exists()


def test_players_who_came_meanwhile_stop_it(club: Club) -> None:
    job = decide(read(club, *numbered(1)), None, Choice())
    job = jobs.go_on(WORK, job)
    Player.objects.create(club=club, name="Aki", seen="aki")
    job = through(job)
    assert job.state == Job.State.FAILED
    assert not Game.objects.exists()


@pytest.mark.parametrize("how", ["merged", "forgotten"])
@pytest.mark.parametrize("slices", [0, 1, 3])
def test_a_player_who_is_somebody_else_meanwhile_stops_it(
    club: Club, monkeypatch: pytest.MonkeyPatch, how: str, slices: int
) -> None:
    brought_in(club, record_of(id="first"))
    monkeypatch.setattr(jobs, "SLICE_SECONDS", 0)
    aki, other = Player.objects.get(name="Aki"), Player.objects.create(club=club, name="Akiko")
    job = decide(read(club, *numbered(3)), None, Choice())
    for _ in range(slices):
        job = jobs.go_on(WORK, job)
    if how == "merged":
        merging.merge(None, other, aki)
    else:
        roster.forget(club, None, aki)
    job = through(job)
    assert job.state == Job.State.FAILED
    assert "meanwhile" in job.message
    assert Game.objects.count() == 1
    assert not Result.objects.exclude(game__record_id="first").exists()


def test_the_same_games_brought_in_meanwhile_stop_it(club: Club) -> None:
    first = decide(read(club, *numbered(1)), None, Choice())
    second = decide(read(club, *numbered(1)), None, Choice())
    assert through(first).state == Job.State.DONE
    assert through(second).state == Job.State.FAILED
    assert (club.games.count(), club.players.count()) == (1, 4)
    assert Game.objects.count() == 1


def test_a_decision_is_made_once(club: Club) -> None:
    job = read(club, *numbered(1))
    decide(job, None, Choice())
    assert decide(job, None, Choice()).state == Job.State.RUNNING
    assert through(job).state == Job.State.DONE


def test_undated_games_take_the_date_that_is_said(club: Club) -> None:
    from datetime import UTC, datetime

    when = datetime(2026, 5, 1, 12, tzinfo=UTC)
    brought_in(club, record_of(id="two"), *numbered(1), when=when)
    assert club.games.get(record_id="two").played == when
    assert club.games.get(record_id="g0").played != when


def test_an_unfinished_game_comes_in_open(club: Club) -> None:
    brought_in(club, record_of(id="two", rounds=[], rules={"variety": "riichi", "preset": None}))
    game = club.games.get()
    assert (game.finished, game.status, game.results.count()) == (False, "open", 0)


def test_the_trail_says_what_came_in(club: Club) -> None:
    brought_in(club, *numbered(2))
    entry = Entry.objects.get(kind="club.imported")
    assert entry.after == {"games": 2, "players": 4, "season": None}


def test_too_many_games_at_once_are_refused(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "MOST_GAMES", 2)
    with pytest.raises(ScoringError, match="at most 2 games"):
        from_pieces(club, None, [{"record": {}}] * 3)


def test_a_job_nobody_came_back_to_goes_with_the_next(club: Club) -> None:
    old = stopped = decide(read(club, *numbered(2)), None, Choice())
    old = jobs.go_on(WORK, stopped)
    Job.objects.filter(pk=old.pk).update(touched="2026-01-01T00:00:00Z")
    from_text(club, None, "x")
    assert not Job.objects.filter(pk=old.pk).exists()
    assert not Game.objects.exists()
