"""Who is in a club and as what: roles, leaving, invitations, and who is which player."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta
from typing import Any, cast

from django.db import IntegrityError, transaction
from django.utils import timezone

from scoring.errors import ScoringError
from sessions.models import Claim, Club, ClubRole, Invitation, Membership, Player
from sessions.services import tokens
from sessions.services.meanwhile import check_seen
from sessions.services.trail import note

SECRET_BYTES = 18
ORDER = tuple(ClubRole)
"""From the one who may everything down."""


class Unusable(Exception):
    """This invitation lets nobody in: unknown, used, revoked, or too old."""


def rank(role: str) -> int:
    return ORDER.index(ClubRole(role))


def may_give(giver: Membership, role: str) -> bool:
    """An owner gives any role, others those below their own."""
    return giver.role == ClubRole.OWNER or rank(giver.role) < rank(role)


def rules_over(giver: Membership, member: Membership) -> bool:
    """Whose role ``giver`` may change or take: an owner everybody's, others of those below."""
    return giver.role == ClubRole.OWNER or rank(giver.role) < rank(member.role)


def _locked(club: Club) -> Club:
    """One change of a club's people at a time: two owners who leave at once must see each other."""
    return Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def as_now(giver: Membership, member: Membership | None = None) -> Club:
    """Both as they are now, and so until the transaction ends: a page that is open, or a request
    that came at the same moment, may know less. ``ScoringError`` at ``role`` where one is no longer
    of the club."""
    club = _locked(giver.club)
    try:
        giver.refresh_from_db(fields=("role",))
    except Membership.DoesNotExist:
        raise ScoringError("role", "your own role does not allow that") from None
    try:
        if member is not None:
            member.refresh_from_db(fields=("role",))
    except Membership.DoesNotExist:
        raise ScoringError("role", "this account is not of the club") from None
    return club


def _check_owner_stays(member: Membership) -> None:
    owners = Membership.objects.filter(club=member.club_id, role=ClubRole.OWNER)
    if member.role == ClubRole.OWNER and not owners.exclude(pk=member.pk).exists():
        raise ScoringError("role", "a club needs an owner: make another member one first")


@transaction.atomic
def change_role(giver: Membership, member: Membership, role: str, seen: str | None = None) -> None:
    """``seen``: the stamp of the role as the page showed it. ``ScoringError`` at ``role`` where
    ``giver`` may not, or nobody would own the club; ``Meanwhile`` where somebody else gave another
    one since."""
    club = as_now(giver, member)
    check_seen(seen, member.role)
    if not rules_over(giver, member) or not may_give(giver, role):
        raise ScoringError("role", "your own role does not allow that")
    if role == member.role:
        return
    if role != ClubRole.OWNER:
        _check_owner_stays(member)
    before, member.role = member.role, role
    member.save(update_fields=("role",))
    _take_back(member, giver.user, gone=False)
    note(club, giver.user, "member.role", member, {"role": before}, {"role": role},
         label=member.user.get_username())  # fmt: skip


@transaction.atomic
def remove_member(giver: Membership, member: Membership) -> None:
    """The account is no longer of the club; its player stays, claimed by nobody. ``giver`` may be
    ``member``: who leaves. ``ScoringError`` at ``role``."""
    club = as_now(giver, member)
    leaves = giver.pk == member.pk
    if not leaves and not rules_over(giver, member):
        raise ScoringError("role", "your own role does not allow that")
    _check_owner_stays(member)
    Player.objects.filter(club=club, user=member.user).update(user=None)
    Claim.objects.filter(player__club=club, user=member.user).delete()
    _take_back(member, giver.user, gone=True)
    kind = "member.left" if leaves else "member.removed"
    who = member.user.get_username()
    note(club, giver.user, kind, member, {"role": member.role}, label=who)
    member.delete()


def _take_back(member: Membership, by: Any, *, gone: bool) -> None:
    """What someone handed out and may hand out no more lets nobody in: invitations, and keys for
    programs."""
    made = Invitation.objects.filter(club=member.club, created_by=member.user)
    kept = [] if gone else [role for role in ORDER if may_give(member, role)]
    waiting = made.filter(used=None, revoked=None).exclude(role__in=kept)
    waiting.update(revoked=timezone.now())
    if gone or rank(member.role) > rank(ClubRole.ORGANISER):
        tokens.revoke_all_of(member.club, member.user, by)


# -- invitations ----------------------------------------------------------------------------------


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


@transaction.atomic
def invite(
    giver: Membership, *, role: str, player: Player | None = None, days: int = 7
) -> tuple[Invitation, str]:
    """An invitation and its secret, which is in no database. ``player``: who is to be theirs.
    ``ScoringError`` at ``role`` or ``player``."""
    club = as_now(giver)
    if not may_give(giver, role):
        raise ScoringError("role", "your own role does not allow that")
    if player is not None:
        _check_claimable(player)
    secret = secrets.token_urlsafe(SECRET_BYTES)
    invitation = Invitation.objects.create(
        club=club,
        role=role,
        player=player,
        secret_hash=_hash(secret),
        created_by=giver.user,
        expires=timezone.now() + timedelta(days=days),
    )
    given = {"role": role, "player": player and player.pk, "days": days}
    note(club, giver.user, "invitation.made", invitation, after=given, label="")
    return invitation, secret


@transaction.atomic
def revoke(user: Any, invitation: Invitation) -> None:
    """The link lets nobody in any more. Nothing happens to one that was used or revoked."""
    waiting = Invitation.objects.filter(pk=invitation.pk, used=None, revoked=None)
    if waiting.update(revoked=timezone.now()):
        note(invitation.club, user, "invitation.revoked", invitation, {"role": invitation.role},
             label="")  # fmt: skip


def open_invitation(secret: str) -> Invitation:
    """The invitation of this link. ``Unusable`` where it lets nobody in."""
    found = Invitation.objects.select_related("club", "player").filter(secret_hash=_hash(secret))
    invitation = found.filter(used=None, revoked=None, expires__gt=timezone.now()).first()
    if invitation is None:
        raise Unusable
    return invitation


@transaction.atomic
def accept(user: Any, secret: str) -> Membership:
    """Come into the club, once. A role one has already is never lowered. ``Unusable``, or
    ``ScoringError`` at ``player`` where the player waiting cannot be this account's."""
    invitation = open_invitation(secret)
    club = _locked(invitation.club)
    mine = Invitation.objects.filter(pk=invitation.pk, used=None, revoked=None)
    if not mine.update(used=timezone.now(), used_by=user):
        raise Unusable
    member, new = Membership.objects.get_or_create(
        club=club, user=user, defaults={"role": invitation.role}
    )
    before = None if new else {"role": member.role}
    if not new and rank(invitation.role) < rank(member.role):
        member.role = invitation.role
        member.save(update_fields=("role",))
    after = {"role": member.role}
    if before != after:
        note(club, user, "member.joined" if new else "member.role", member, before, after,
             label=user.get_username())  # fmt: skip
    if invitation.player is not None:
        _hand_over(club, user, invitation.player, user)
    return member


# -- who is which player --------------------------------------------------------------------------


def _check_claimable(player: Player) -> None:
    if player.merged_into_id is not None or player.anonymous:
        raise ScoringError("player", "this player is no longer there")
    if player.user_id is not None:
        raise ScoringError("player", "{name} belongs to another account", name=player.name)


@transaction.atomic
def claim(user: Any, player: Player) -> Claim:
    """A member says "that is me"; an organiser will agree or not. ``ScoringError`` at
    ``player``."""
    _check_claimable(player)
    if Player.objects.filter(club=player.club, user=user).exists():
        raise ScoringError("player", "you have a player in this club already")
    found, new = Claim.objects.get_or_create(player=player, user=user)
    if new:
        note(_club(player), user, "player.claim", player, after={"who": user.get_username()})
    return found


@transaction.atomic
def grant(user: Any, wanted: Claim) -> None:
    """Agree: the player is the account's. ``ScoringError`` at ``player``."""
    _hand_over(_club(wanted.player), user, wanted.player, wanted.user)


@transaction.atomic
def refuse(user: Any, wanted: Claim) -> None:
    """Do not agree; or the member no longer asks."""
    who = {"who": wanted.user.get_username()}
    note(_club(wanted.player), user, "player.refused", wanted.player, before=who)
    wanted.delete()


def _hand_over(club: Club, by: Any, player: Player, user: Any) -> None:
    player.refresh_from_db()
    if player.user_id == user.pk:
        return
    _check_claimable(player)
    if not Membership.objects.filter(club=club, user=user).exists():
        raise ScoringError("player", "this account is not of the club")
    try:
        with transaction.atomic():
            taken = Player.objects.filter(pk=player.pk, user=None).update(user=user)
    except IntegrityError:
        raise ScoringError("player", "this account has a player in the club already") from None
    player.refresh_from_db()
    if not taken:
        _check_claimable(player)
    Claim.objects.filter(player=player).delete()
    Claim.objects.filter(player__club=club, user=user).delete()
    note(club, by, "player.claimed", player, after={"who": user.get_username()})


@transaction.atomic
def unclaim(user: Any, player: Player) -> None:
    """The player is no account's any more."""
    if player.user is None:
        return
    who = {"who": player.user.get_username()}
    Player.objects.filter(pk=player.pk).update(user=None)
    player.user = None
    note(_club(player), user, "player.unclaimed", player, before=who)


def _club(player: Player) -> Club:
    """Whoever asks has found the player in a club."""
    return cast(Club, player.club)
