"""Roles, invitations, and who is which player."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.utils import timezone

from scoring.errors import ScoringError
from sessions.models import Claim, ClubRole, Entry, Invitation, Membership, Player
from sessions.services import membership as service
from sessions.services.accounts import way_back
from sessions.services.membership import Unusable
from sessions.services.trail import note

OWNER, ORGANISER, SCOREKEEPER, MEMBER = ClubRole


def of(house: Any, role: str) -> Membership:
    return Membership.objects.get(club=house.club, user=house.users[role])


def trail() -> list[str]:
    return list(Entry.objects.order_by("id").values_list("kind", flat=True))


@contextmanager
def refused(field: str, words: str) -> Iterator[None]:
    with pytest.raises(ScoringError, match=words) as error:
        yield
    assert error.value.field == field


ABOVE = {OWNER: set(ClubRole), ORGANISER: {SCOREKEEPER, MEMBER}, SCOREKEEPER: {MEMBER}}


@pytest.mark.parametrize("giver", [OWNER, ORGANISER])
@pytest.mark.parametrize("whose", list(ClubRole)[1:])
@pytest.mark.parametrize("role", list(ClubRole))
def test_one_gives_and_takes_roles_below_ones_own(
    house: Any, giver: str, whose: str, role: str
) -> None:
    member = of(house, whose)
    if whose == giver:
        member.user = User.objects.create_user("another")
        member = Membership.objects.create(club=house.club, user=member.user, role=whose)
    allowed = whose in ABOVE[giver] and role in ABOVE[giver]
    if allowed:
        service.change_role(of(house, giver), member, role)
    else:
        with refused("role", "does not allow"):
            service.change_role(of(house, giver), member, role)
    member.refresh_from_db()
    assert member.role == (role if allowed else whose)


def test_a_changed_role_is_in_the_trail(house: Any) -> None:
    service.change_role(of(house, "owner"), of(house, "member"), SCOREKEEPER)
    entry = Entry.objects.latest("id")
    assert (entry.kind, entry.by, entry.label) == ("member.role", "owner", "member")
    assert (entry.before, entry.after) == ({"role": "member"}, {"role": "scorekeeper"})
    count = Entry.objects.count()
    service.change_role(of(house, "owner"), of(house, "member"), SCOREKEEPER)
    assert Entry.objects.count() == count


def test_the_last_owner_neither_leaves_nor_steps_down(house: Any) -> None:
    owner = of(house, "owner")
    with refused("role", "needs an owner"):
        service.remove_member(owner, owner)
    with refused("role", "needs an owner"):
        service.change_role(owner, owner, MEMBER)
    service.change_role(owner, of(house, "member"), OWNER)
    service.remove_member(owner, owner)
    assert not Membership.objects.filter(user=house.users["owner"]).exists()
    assert trail()[-1] == "member.left"


def test_who_leaves_leaves_the_player_to_nobody(house: Any) -> None:
    player = Player.objects.create(name="Mai", club=house.club, user=house.users["member"])
    service.remove_member(of(house, "member"), of(house, "member"))
    player.refresh_from_db()
    assert player.user is None


def test_an_organiser_removes_members_but_no_organiser(house: Any) -> None:
    service.remove_member(of(house, "organiser"), of(house, "member"))
    assert trail()[-1] == "member.removed"
    with refused("role", "does not allow"):
        service.remove_member(of(house, "organiser"), of(house, "owner"))


# -- invitations ----------------------------------------------------------------------------------


def test_an_invitation_lets_one_account_in_once(house: Any) -> None:
    _, secret = service.invite(of(house, "organiser"), role=SCOREKEEPER)
    member = service.accept(house.users["outsider"], secret)
    assert (member.club, member.role) == (house.club, SCOREKEEPER)
    with pytest.raises(Unusable):
        service.accept(User.objects.create_user("late"), secret)
    assert trail()[-2:] == ["invitation.made", "member.joined"]


def test_only_the_hash_of_an_invitation_is_kept(house: Any) -> None:
    invitation, secret = service.invite(of(house, "owner"), role=MEMBER)
    assert secret not in str(Invitation.objects.filter(pk=invitation.pk).values())


@pytest.mark.parametrize("role", [OWNER, ORGANISER])
def test_nobody_invites_above_their_own_role(house: Any, role: str) -> None:
    with refused("role", "does not allow"):
        service.invite(of(house, "organiser"), role=role)
    assert not Invitation.objects.exists()


def test_one_that_is_too_old_revoked_or_never_was_lets_nobody_in(house: Any) -> None:
    old, first = service.invite(of(house, "owner"), role=MEMBER)
    Invitation.objects.filter(pk=old.pk).update(expires=timezone.now() - timedelta(seconds=1))
    gone, second = service.invite(of(house, "owner"), role=MEMBER)
    service.revoke(house.users["owner"], gone)
    service.revoke(house.users["owner"], gone)
    for secret in (first, second, "nothing", ""):
        with pytest.raises(Unusable):
            service.accept(house.users["outsider"], secret)
    assert trail().count("invitation.revoked") == 1


def test_a_role_is_raised_by_an_invitation_and_never_lowered(house: Any) -> None:
    for role, after in ((MEMBER, SCOREKEEPER), (ORGANISER, ORGANISER)):
        _, secret = service.invite(of(house, "owner"), role=role)
        assert service.accept(house.users["scorekeeper"], secret).role == after


def test_an_invitation_hands_over_the_player_that_waits(house: Any) -> None:
    player = Player.objects.create(name="Mai", club=house.club)
    _, secret = service.invite(of(house, "owner"), role=MEMBER, player=player)
    service.accept(house.users["outsider"], secret)
    player.refresh_from_db()
    assert player.user == house.users["outsider"]
    with refused("player", "belongs to another"):
        service.invite(of(house, "owner"), role=MEMBER, player=player)


def test_who_has_a_player_already_gets_no_second_and_the_link_stays_good(house: Any) -> None:
    Player.objects.create(name="Mai", club=house.club, user=house.users["member"])
    other = Player.objects.create(name="Nao", club=house.club)
    _, secret = service.invite(of(house, "owner"), role=MEMBER, player=other)
    with refused("player", "has a player"):
        service.accept(house.users["member"], secret)
    assert service.accept(house.users["outsider"], secret)


def test_what_someone_handed_out_who_may_no_more_lets_nobody_in(house: Any) -> None:
    organiser, owner = of(house, "organiser"), of(house, "owner")
    _, keeper = service.invite(organiser, role=SCOREKEEPER)
    _, member = service.invite(organiser, role=MEMBER)
    _, other = service.invite(owner, role=SCOREKEEPER)
    service.change_role(owner, organiser, SCOREKEEPER)
    assert service.open_invitation(member)
    service.remove_member(owner, organiser)
    for secret in (keeper, member):
        with pytest.raises(Unusable):
            service.open_invitation(secret)
    assert service.open_invitation(other)


# -- claims ---------------------------------------------------------------------------------------


def test_a_claim_waits_for_an_organiser(house: Any) -> None:
    player = Player.objects.create(name="Mai", club=house.club)
    mine = service.claim(house.users["member"], player)
    assert service.claim(house.users["member"], player) == mine
    rival = service.claim(house.users["scorekeeper"], player)
    player.refresh_from_db()
    assert player.user is None
    service.grant(house.users["organiser"], mine)
    player.refresh_from_db()
    assert player.user == house.users["member"]
    assert not Claim.objects.exists()
    assert trail()[-3:] == ["player.claim", "player.claim", "player.claimed"]
    with refused("player", "belongs to another"):
        service.grant(house.users["organiser"], rival)


def test_a_claim_can_be_refused_and_a_player_given_back(house: Any) -> None:
    player = Player.objects.create(name="Mai", club=house.club)
    service.refuse(house.users["organiser"], service.claim(house.users["member"], player))
    assert not Claim.objects.exists()
    service.grant(house.users["organiser"], service.claim(house.users["member"], player))
    player.refresh_from_db()
    service.unclaim(house.users["member"], player)
    service.unclaim(house.users["member"], player)
    player.refresh_from_db()
    assert player.user is None
    assert trail()[-1] == "player.unclaimed"
    assert trail().count("player.unclaimed") == 1


def test_a_claim_of_who_has_left_comes_to_nothing(house: Any) -> None:
    player = Player.objects.create(name="Mai", club=house.club)
    wanted = service.claim(house.users["member"], player)
    Membership.objects.filter(user=house.users["member"]).delete()
    with refused("player", "not of the club"):
        service.grant(house.users["organiser"], wanted)


@pytest.mark.parametrize("how", [{"anonymous": True}, {"merged_into": True}, {"user": True}])
def test_not_every_player_can_be_claimed(house: Any, how: dict[str, Any]) -> None:
    given = {
        "user": house.users["owner"],
        "merged_into": Player.objects.create(name="Nao", club=house.club),
        "anonymous": True,
    }
    player = Player.objects.create(name="Mai", club=house.club, **{key: given[key] for key in how})
    with refused("player", "no longer there|belongs to another"):
        service.claim(house.users["member"], player)


def test_who_has_a_player_claims_no_other(house: Any) -> None:
    Player.objects.create(name="Mai", club=house.club, user=house.users["member"])
    with refused("player", "you have a player"):
        service.claim(house.users["member"], Player.objects.create(name="Nao", club=house.club))


# -- the trail ------------------------------------------------------------------------------------


def test_a_line_says_who_it_was_as_they_were_called(house: Any) -> None:
    entry = note(house.club, house.users["owner"], "club.named", house.club, {"a": 1}, {"a": 2})
    assert (entry.by, entry.subject, entry.subject_id) == ("owner", "club", house.club.pk)
    assert (entry.label, entry.before, entry.after) == (house.club.name, {"a": 1}, {"a": 2})
    for nobody in (None, AnonymousUser()):
        entry = note(house.club, nobody, "club.named", house.club)
        assert (entry.user, entry.by) == (None, "")


# -- what a page does not know yet ----------------------------------------------------------------


def test_who_was_removed_meanwhile_does_nothing_more(house: Any) -> None:
    """A page that is still open asks for what its account may do no more."""
    owner, organiser, member = of(house, "owner"), of(house, "organiser"), of(house, "member")
    service.remove_member(owner, of(house, "organiser"))
    for act in (
        lambda: service.invite(organiser, role=MEMBER),
        lambda: service.change_role(organiser, member, SCOREKEEPER),
        lambda: service.remove_member(organiser, member),
        lambda: way_back(organiser, member),
    ):
        with refused("role", "does not allow"):
            act()
    assert not Invitation.objects.filter(created_by=organiser.user).exists()
    assert of(house, "member").role == MEMBER


def test_who_was_set_back_meanwhile_invites_nobody_above(house: Any) -> None:
    organiser = of(house, "organiser")
    service.change_role(of(house, "owner"), of(house, "organiser"), MEMBER)
    with refused("role", "does not allow"):
        service.invite(organiser, role=SCOREKEEPER)


def test_a_member_is_removed_once(house: Any) -> None:
    """Two organisers at once, or a key that was tapped twice."""
    owner, member, again = of(house, "owner"), of(house, "member"), of(house, "member")
    service.remove_member(owner, member)
    for act in (
        lambda: service.remove_member(owner, again),
        lambda: service.change_role(owner, again, SCOREKEEPER),
        lambda: way_back(owner, again),
    ):
        with refused("role", "not of the club"):
            act()
    assert Entry.objects.filter(kind="member.removed").count() == 1
