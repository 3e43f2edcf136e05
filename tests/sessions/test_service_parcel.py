"""A whole club, packed and opened elsewhere: the same standings and statistics come out."""

from __future__ import annotations

import json
from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from scoring.errors import ScoringError
from sessions.models import Alias, Club, Draw, Evening, Game, Job, Player, Season, Team
from sessions.selectors import standings as selector
from sessions.services import evenings, jobs, parcel, ratings
from sessions.services.parcel import FORMAT, WORK, decide, from_text, pack
from sessions.services.season_games import void
from sessions.services.seasons import (
    Rules,
    Setup,
    add_edition,
    delete,
    give,
    lock,
    make_season,
    set_team,
    take_back,
)
from sessions.services.turns import draw as draw_tables
from tests.sessions.test_service_exchange import FULL, record_of, rows
from tests.sessions.test_service_imports import brought_in, derived

pytestmark = pytest.mark.django_db

SINGLE = Rules("riichi", "tenhou", {"length": "single"})


def record(n: int, **more: Any) -> dict[str, Any]:
    return record_of(id=f"g{n}", ended=f"2026-11-{n % 28 + 1:02}T20:00:00+09:00", **more)


@pytest.fixture
def club() -> Club:
    """A club with all there is: seasons, editions, teams, bonuses, an evening, voided and changed
    games, other names, people who left."""
    club = Club.objects.create(name="Harbour", slug="harbour", about="Thursdays\nat seven")
    autumn = make_season(club, None, Setup("Autumn"), [SINGLE])
    brought_in(club, *(record(n) for n in range(3)), season=autumn)
    add_edition(autumn, None, Rules("riichi", "mleague", {"length": "single"}, note="new"))
    mleague = {"variety": "riichi", "preset": "mleague", "options": {"length": "single"}}
    brought_in(club, *(record(n, rules=mleague) for n in range(3, 5)), season=autumn)
    spring = Setup("Spring", ranking=Season.Ranking.BEST, ranking_n=2, minimum_games=2)
    other = make_season(club, None, spring, [SINGLE])
    brought_in(club, *(record(n) for n in range(5, 9)), season=other)
    brought_in(club, {**FULL, "chips": [0, 0, 0, 0]})
    void(club.games.get(record_id="g1"), None, "misdealt")
    aki, ben = (Player.objects.get(club=club, name=name) for name in ("Aki", "Ben"))
    set_team(autumn, None, "East", [aki, ben])
    give(autumn, None, aki, Fraction(-31, 2), "late")
    take_back(give(autumn, None, ben, Fraction(3), "a mistake"), None)
    Alias.objects.create(player=aki, name="秋", seen="秋")
    Player.objects.filter(pk=ben.pk).update(guest=True)
    evening = evenings.make_evening(
        club, None, evenings.Setup(day=date(2026, 11, 5), season=autumn, variety="riichi")
    )
    evenings.welcome(evening, club.players.values_list("pk", flat=True))
    draw_tables(evening, Draw.Kind.RANDOM)
    club.games.filter(record_id="g2").update(evening=evening, draw=1, table_number=1)
    club.games.get(record_id="g2").seats.filter(index=2).update(signed="2026-11-05T12:00:00Z")
    club.games.get(record_id="g2").rounds.update(edited=True)
    lock(other, None)
    delete(make_season(club, None, Setup("Never"), [SINGLE]), None)
    while ratings.advance(club):
        pass
    return club


def packed(club: Club) -> list[dict[str, Any]]:
    return json.loads(json.dumps(list(pack(club))))


def text(lines: list[dict[str, Any]]) -> str:
    return "\n".join(json.dumps(line) for line in lines)


def through(job: Job) -> Job:
    for _ in range(200):
        if job.state != Job.State.RUNNING:
            return job
        job = jobs.go_on(WORK, job)
    raise AssertionError("no end")


def opened(lines: list[dict[str, Any]], slug: str = "elsewhere") -> tuple[Club, Job]:
    club, _ = Club.objects.get_or_create(name="Elsewhere", slug=slug)
    job = through(from_text(club, None, text(lines)))
    if job.state == Job.State.WAITING:
        job = through(decide(job))
    return club, job


def shown(club: Club) -> Any:
    """The standings and teams as the pages show them."""
    return [
        (
            season.slug,
            [
                (line.rank, line.player.name, line.shown, line.games, line.moved, line.last,
                 line.best_score, line.rating)
                for line in selector.table(season).lines
            ],
            [(team.name, team.shown) for team in selector.teams(season, selector.table(season))],
        )
        for season in club.seasons.order_by("pk")
    ]  # fmt: skip


def test_a_club_opened_elsewhere_has_the_same_standings_and_statistics(club: Club) -> None:
    there, job = opened(packed(club))
    assert job.state == Job.State.DONE
    assert shown(there) == shown(club)
    assert shown(club)[0][1]
    assert derived(there) == derived(club)
    assert rows(there) == rows(club)
    assert (job.kept["games"], job.kept["players"]) == (10, 6)
    assert not job.items.exists()
    assert job.given == {"files": [""]}


def without(lines: list[dict[str, Any]], *names: str) -> list[dict[str, Any]]:
    """The lines as far as they must be the same: the club keeps the name it was given."""
    head, *games = lines
    for line in games:
        line["game"].pop("club")
    return [{key: value for key, value in head.items() if key not in names}, *games]


def test_it_packs_again_to_the_same_file(club: Club) -> None:
    there, _ = opened(packed(club))
    there.refresh_from_db()
    assert without(packed(there), "name") == without(packed(club), "name")
    assert there.about == "Thursdays\nat seven"


def test_every_part_of_it_is_there(club: Club) -> None:
    there, _ = opened(packed(club))
    assert [season.name for season in there.seasons.order_by("pk")] == ["Autumn", "Spring", "Never"]
    assert [season.locked is not None for season in there.seasons.order_by("pk")] == [
        *(False, True, False),
    ]
    assert there.seasons.get(name="Never").deleted is not None
    game = there.games.get(record_id="g2")
    assert game.edition_of == there.seasons.get(slug="autumn").editions.get(number=1)
    assert game.evening == there.evenings.get()
    assert game.seats.get(index=2).signed is not None
    assert game.rounds.get().edited
    assert there.games.get(record_id="g1").void_reason == "misdealt"
    evening = there.evenings.get()
    assert (evening.season, evening.guests.count()) == (there.seasons.get(slug="autumn"), 6)
    seated = {pk for table in evening.draws.get().tables for pk in table}
    assert seated <= set(there.players.values_list("pk", flat=True))
    assert Team.objects.get(season__club=there).members.count() == 2
    assert Alias.objects.get(player__club=there).name == "秋"
    assert there.players.get(name="Ben").guest


def test_nothing_is_there_before_it_is_opened(club: Club) -> None:
    there = Club.objects.create(name="Elsewhere", slug="elsewhere")
    before = Game.objects.count(), Player.objects.count(), Season.objects.count()
    job = through(from_text(there, None, text(packed(club))))
    assert job.state == Job.State.WAITING
    assert (Game.objects.count(), Player.objects.count(), Season.objects.count()) == before
    job = decide(job)
    job = jobs.go_on(WORK, job)
    assert not there.games.exists()
    assert not there.players.exists()
    jobs.stop(WORK, job)
    assert (Game.objects.count(), Player.objects.count(), Season.objects.count()) == before


def test_a_club_that_is_not_empty_takes_none(club: Club) -> None:
    lines = text(packed(club))
    with pytest.raises(ScoringError, match="in a new one that is empty"):
        from_text(club, None, lines)
    there = Club.objects.create(name="Elsewhere", slug="elsewhere")
    job = through(from_text(there, None, lines))
    make_season(there, None, Setup("Mine"))
    with pytest.raises(ScoringError, match="in a new one that is empty"):
        decide(job)


def test_a_club_that_is_no_longer_empty_at_the_end_takes_none(club: Club) -> None:
    there = Club.objects.create(name="Elsewhere", slug="elsewhere")
    job = decide(through(from_text(there, None, text(packed(club)))))
    Player.objects.create(club=there, name="Eve")
    assert through(job).state == Job.State.FAILED
    assert not there.games.exists()
    assert decide(job).state == Job.State.FAILED


def test_an_empty_club_can_be_packed_and_opened() -> None:
    there, job = opened(packed(Club.objects.create(name="New", slug="new")))
    assert job.state == Job.State.DONE
    assert not there.players.exists()


def changed(lines: list[dict[str, Any]], *path: Any, to: Any) -> list[dict[str, Any]]:
    spot: Any = lines
    for key in path[:-1]:
        spot = spot[key]
    spot[path[-1]] = to
    return lines


DAMAGE: list[tuple[tuple[Any, ...], Any, str]] = [
    ((0, "players", 0, "name"), "", "players.0.name"),
    ((0, "players", 0, "name"), "\u2800", "needs a name"),
    ((0, "players", 0), 7, "must be an object"),
    ((0, "players", 0, "created"), "x", "must be a time"),
    ((0, "players", 0, "aliases"), 7, "must be a list"),
    ((0, "seasons", 0, "starts"), "x", "seasons.0.starts"),
    ((0, "seasons", 0, "ranking"), "x", "seasons.0.ranking"),
    ((0, "seasons", 1, "ranking_n"), 0, "must be 1 to 1000"),
    ((0, "seasons", 0, "editions"), 7, "must be a list"),
    ((0, "seasons", 0, "editions", 0, "rules"), {"x": 1}, "unknown option"),
    ((0, "seasons", 0, "editions", 0, "variety_key"), "go", "unknown variety"),
    ((0, "seasons", 0, "bonuses", 0, "player"), 99, "between 0 and 5"),
    ((0, "seasons", 0, "bonuses", 0, "amount"), "x", "bonuses.0.amount"),
    ((0, "seasons", 0, "bonuses", 0, "unit"), 0, "bonuses.0.unit"),
    ((0, "seasons", 2, "place_points"), [1, 2], "must be an object"),
    ((0, "seasons", 2, "place_points"), {"4": 7}, "give one figure"),
    ((0, "seasons", 2, "place_points"), {"x": [1]}, "give one figure"),
    ((0, "seasons", 2, "place_points"), {"4": "abcd"}, "give one figure"),
    ((0, "seasons", 2, "place_points"), {"4": ["a", 1, 2, 3]}, "place_points"),
    ((0, "seasons", 2, "place_points"), {"4": [1.5, 0, 0, 0]}, "place_points"),
    ((0, "seasons", 2, "place_points"), {"4": [10**30, 0, 0, 0]}, "place_points"),
    ((0, "evenings", 0, "fee_unit"), 0, "evenings.0.fee_unit"),
    ((0, "evenings", 0, "guests", 0, "paid_unit"), 0, "paid_unit"),
    ((0, "seasons", 0, "teams", 0, "players"), ["x"], "whole number"),
    ((0, "evenings", 0, "day"), None, "evenings.0.day"),
    ((0, "evenings", 0, "draws", 0, "tables"), [[99]], "between 0 and 5"),
    ((0, "evenings", 0, "season"), 7, "between 0 and 2"),
    ((1,), 7, "must be an object"),
    ((1, "game"), {}, "must be jantaku.game/1"),
    ((1, "people"), [0, 1], "name 4 players"),
    ((1, "people"), [0, 1, 2, 2], "would be one player"),
    ((1, "people"), [0, 1, 2, 99], "between 0 and 5"),
    ((1, "season"), 9, "between 0 and 2"),
    ((1, "evening"), -1, "between 0 and 0"),
    ((1, "signed"), ["x"], "must be a time"),
    ((1, "signed"), ["2026-99-01"], "must be a time"),
    ((1, "edited"), [99], "between 1 and 1"),
    ((1, "voided"), "x", "invalid format"),
]


def test_a_parcel_that_is_damaged_is_refused_whole(club: Club) -> None:
    before = Game.objects.count(), Player.objects.count(), Season.objects.count()
    whole = json.dumps(packed(club))
    for path, to, said in DAMAGE:
        there, job = opened(changed(json.loads(whole), *path, to=to))
        assert job.state == Job.State.FAILED, path
        assert said in f"{job.kept['error']['field']} {job.message}", path
        assert (Game.objects.count(), Player.objects.count(), Season.objects.count()) == before
        assert not Evening.objects.filter(club=there).exists()


@pytest.mark.parametrize(
    "head, said",
    [
        ({"format": "x"}, "must be jantaku.club/1"),
        ([], "must be jantaku.club/1"),
        ({"format": FORMAT}, "must be a list"),
        ({"format": FORMAT, "players": [{"name": "a\u0000"}], "seasons": [], "evenings": []},
         "cannot be kept"),
    ],
)  # fmt: skip
def test_a_first_line_that_is_none_is_refused_at_once(head: Any, said: str) -> None:
    club = Club.objects.create(name="New", slug="new")
    with pytest.raises(ScoringError, match=said):
        from_text(club, None, json.dumps(head))


def test_more_games_than_are_opened_are_refused(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "\n".join(map(json.dumps, packed(club)))
    monkeypatch.setattr(parcel, "MOST_GAMES", 0)
    with pytest.raises(ScoringError, match="at most 0 games"):
        from_text(Club.objects.create(name="New", slug="new"), None, text)
    assert not Job.objects.filter(club__slug="new").exists()


def test_words_that_turn_all_that_follows_are_put_straight(club: Club) -> None:
    lines = packed(club)
    changed(lines, 0, "seasons", 0, "teams", 0, "name", to="East\u202e")
    changed(lines, 0, "evenings", 0, "name", to="\u202eFinal")
    there, _ = opened(lines)
    assert Team.objects.get(season__club=there).name == "East"
    assert Evening.objects.get(club=there).name == "Final"
