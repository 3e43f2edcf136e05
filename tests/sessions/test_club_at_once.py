"""Two who change a club's people at the same moment."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from scoring.errors import ScoringError
from sessions.models import (
    Entry,
    Game,
    Job,
    Membership,
    Player,
    Result,
    Season,
    Seat,
    Standing,
)
from sessions.services import changes, imports, jobs, membership, roster, season_games, seasons
from sessions.services.clubs import create_club
from sessions.services.games import create_game
from sessions.services.membership import Unusable
from sessions.services.merging import merge, undo_merge
from tests.sessions.conftest import new_user
from tests.sessions.test_service_imports import lines, numbered

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """What becomes of them: what each returned, or its error."""
    gate, outcomes = threading.Barrier(len(acts)), [None] * len(acts)

    def run(index: int, act: Callable[[], Any]) -> None:
        gate.wait()
        try:
            outcomes[index] = act()
        except Exception as error:
            outcomes[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


@pytest.fixture
def owners() -> list[Membership]:
    one, other = new_user("one"), new_user("other")
    club = create_club(one, name="Harbour")
    second = Membership.objects.create(club=club, user=other, role="owner")
    return [Membership.objects.get(user=one), second]


def fresh(member: Membership) -> Membership:
    return Membership.objects.select_related("club", "user").get(pk=member.pk)


@pytest.mark.parametrize("_again", range(3))
def test_two_owners_who_leave_at_once_do_not_leave_a_club_without(
    owners: list[Membership], _again: int
) -> None:
    def leaving(member: Membership) -> Callable[[], None]:
        return lambda: membership.remove_member(fresh(member), fresh(member))

    outcomes = at_once(*(leaving(member) for member in owners))
    assert sum(isinstance(outcome, ScoringError) for outcome in outcomes) == 1
    assert Membership.objects.filter(role="owner").count() == 1


@pytest.mark.parametrize("_again", range(3))
def test_of_two_who_take_one_invitation_at_once_one_is_in(
    owners: list[Membership], _again: int
) -> None:
    _, secret = membership.invite(owners[0], role="member")
    people = [new_user("mai"), new_user("nao")]
    outcomes = at_once(*(lambda user=user: membership.accept(user, secret) for user in people))
    assert sum(isinstance(outcome, Unusable) for outcome in outcomes) == 1
    assert Membership.objects.filter(role="member").count() == 1
    assert Entry.objects.filter(kind="member.joined").count() == 1


@pytest.mark.parametrize("_again", range(3))
def test_two_who_add_one_name_at_once_add_one_player(owners: list[Membership], _again: int) -> None:
    club, user = owners[0].club, owners[0].user
    names = ("Ｂｅｎ", "ben")
    outcomes = at_once(*(lambda name=name: roster.add_player(club, user, name) for name in names))
    assert sum(isinstance(outcome, ScoringError) for outcome in outcomes) == 1
    assert Player.objects.count() == 1


@pytest.mark.parametrize("_again", range(3))
def test_of_two_claims_that_are_granted_at_once_one_stands(
    owners: list[Membership], _again: int
) -> None:
    player = roster.add_player(owners[0].club, owners[0].user, "Ben")
    claims = [membership.claim(owner.user, player) for owner in owners]
    outcomes = at_once(
        *(lambda claim=claim: membership.grant(owners[0].user, claim) for claim in claims)
    )
    assert sum(isinstance(outcome, ScoringError) for outcome in outcomes) == 1
    assert Entry.objects.filter(kind="player.claimed").count() == 1
    player.refresh_from_db()
    assert player.user is not None


DRAW = {"type": "draw", "tenpai": [0], "riichi": []}


@pytest.mark.parametrize("_again", range(3))
def test_hands_are_recorded_while_names_change_and_players_are_merged(
    owners: list[Membership], assert_consistent: Callable[[Game], Any], _again: int
) -> None:
    """Nobody waits for somebody who waits for them."""
    club, user = owners[0].club, owners[0].user
    aki = roster.add_player(club, user, "Aki")
    game, _ = create_game(variety="riichi", names=("Akiko", "Ben", "Chie", "Dan"))
    Game.objects.update(club=club)
    Player.objects.exclude(pk=aki.pk).update(club=club)
    akiko, ben = Player.objects.get(name="Akiko"), Player.objects.get(name="Ben")

    def record() -> None:
        for _ in range(12):
            now = Game.objects.get(pk=game.pk)
            with suppress(changes.Stale):
                changes.record(now, DRAW, version=now.version, token=None)
            if now.finished:
                return

    def rename() -> None:
        for number in range(6):
            roster.rename_player(club, user, Player.objects.get(pk=ben.pk), f"Ben {number}")

    def merge_and_part() -> None:
        for _ in range(3):
            fresh = Player.objects.get(pk=akiko.pk)
            undo_merge(user, merge(user, Player.objects.get(pk=aki.pk), fresh))

    assert at_once(record, rename, merge_and_part) == [None, None, None]
    assert_consistent(game)
    assert game.seats.first().player == akiko
    assert not Seat.objects.filter(player=aki).exists()


# -- seasons and files ----------------------------------------------------------------------------


@pytest.fixture
def season(owners: list[Membership]) -> Season:
    setup = seasons.Setup("Autumn")
    return seasons.make_season(owners[0].club, owners[0].user, setup, [RULES])


RULES = seasons.Rules("riichi", "tenhou", {"length": "single"})


@pytest.mark.parametrize("_again", range(3))
def test_what_is_changed_while_a_season_is_locked_was_before_or_is_not(
    owners: list[Membership], season: Season, _again: int
) -> None:
    user = owners[0].user
    people = [roster.add_player(season.club, user, name) for name in ("Aki", "Ben", "Chie", "Dan")]
    paper: Any = {"variety": "riichi", "players": people, "when": timezone.now()}
    game = season_games.from_paper(season, user, scores=[40000, 30000, 20000, 10000], **paper)

    def mine() -> Season:
        return Season.objects.select_related("club").get(pk=season.pk)

    outcomes = at_once(
        lambda: seasons.lock(mine(), user),
        lambda: season_games.void(Game.objects.get(pk=game.pk), user, "misdealt"),
        lambda: season_games.from_paper(mine(), user, scores=[25000] * 4, **paper),
        lambda: seasons.give(mine(), user, people[0], Fraction(3), "fair play"),
        lambda: merge(user, people[0], roster.add_player(season.club, user, "Akiko")),
    )
    refused = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert all(isinstance(outcome, ScoringError) for outcome in refused), refused
    told = Entry.objects.filter(kind__in=("season.locked", *IN_A_SEASON)).order_by("pk")
    assert told.values_list("kind", flat=True).last() == "season.locked"
    counts = Result.objects.filter(season=season).count()
    assert sum(Standing.objects.filter(season=season).values_list("games", flat=True)) == counts


IN_A_SEASON = ("game.voided", "game.entered", "season.bonus")


@pytest.mark.parametrize("_again", range(3))
def test_phones_that_step_one_import_at_once_bring_it_in_once(
    owners: list[Membership], _again: int
) -> None:
    club, user = owners[0].club, owners[0].user
    job = jobs.go_on(imports.WORK, imports.from_text(club, user, lines(*numbered(5))))
    choice = imports.Choice()
    decided = at_once(*(lambda: imports.decide(job, user, choice) for _ in range(3)))
    assert not [outcome for outcome in decided if isinstance(outcome, Exception)], decided
    for _ in range(8):
        stepped = at_once(*(lambda: jobs.go_on(imports.WORK, job) for _ in range(3)))
        assert not [outcome for outcome in stepped if isinstance(outcome, Exception)], stepped
    assert Job.objects.get().state == Job.State.DONE
    assert (club.games.count(), Game.objects.count(), Player.objects.count()) == (5, 5, 4)


@pytest.mark.parametrize("_again", range(3))
def test_an_import_that_is_stopped_while_it_goes_on_is_in_or_is_not(
    owners: list[Membership], _again: int
) -> None:
    club, user = owners[0].club, owners[0].user
    job = jobs.go_on(imports.WORK, imports.from_text(club, user, lines(*numbered(5))))
    imports.decide(job, user, imports.Choice())
    jobs.go_on(imports.WORK, job)
    at_once(lambda: jobs.go_on(imports.WORK, job), lambda: jobs.stop(imports.WORK, job))
    whole = Job.objects.get().kept["phase"] == "rate"
    assert Game.objects.count() == club.games.count() == (5 if whole else 0)
