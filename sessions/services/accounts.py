"""Ways back into an account, and out for good."""

from __future__ import annotations

from axes.utils import reset as reset_tries
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from scoring.errors import ScoringError
from sessions.models import Club, Entry, Membership
from sessions.services.membership import as_now, remove_member, rules_over
from sessions.services.roster import blot_out
from sessions.services.trail import note

Key = tuple[str, str]
"""Whose account, and the token that opens it: once, for an hour, unless they sign in meanwhile."""


def _key(user: User) -> Key:
    return urlsafe_base64_encode(force_bytes(user.pk)), default_token_generator.make_token(user)


@transaction.atomic
def way_back(giver: Membership, member: Membership) -> Key:
    """A link by which a member gives themselves a new password. ``ScoringError`` at ``member`` or
    ``role`` where ``giver`` may not: with it they could enter as that member, so they must rule
    over the member in every club the member is in."""
    club, user = as_now(giver, member), member.user
    if giver.user_id == user.pk or not rules_over(giver, member):
        raise ScoringError("member", "your own role does not allow that")
    if user.is_staff or user.is_superuser:
        raise ScoringError("member", "this account runs the server")
    if settings.EMAIL_HOST and user.email:
        raise ScoringError("member", "this account gets a new password by mail")
    mine = {m.club_id: m for m in Membership.objects.filter(user=giver.user)}
    for other in Membership.objects.filter(user=user).exclude(pk=member.pk):
        if other.club_id not in mine or not rules_over(mine[other.club_id], other):
            raise ScoringError(
                "member", "this account is in another club, too: ask who runs the server"
            )
    note(club, giver.user, "member.reset", member, label=user.get_username())
    return _key(user)


def let_back(uid: str, token: str) -> User | None:
    """Whose account this key opens."""
    try:
        pk = int(urlsafe_base64_decode(uid))
        user = User.objects.get(pk=pk, is_active=True)
    except (ValueError, OverflowError, User.DoesNotExist):
        return None
    return user if default_token_generator.check_token(user, token) else None


@transaction.atomic
def set_password(user: User, password: str) -> None:
    """A new password; every key and every phone signed in by the old one is out, and wrong tries
    before count no more."""
    user.set_password(password)
    user.save(update_fields=("password",))
    reset_tries(username=user.get_username())


def set_mail(user: User, address: str) -> None:
    """Where a key is sent to; keys that were sent before open nothing any more."""
    user.email = address
    user.save(update_fields=("email",))


@transaction.atomic
def delete_account(user: User) -> None:
    """Out of every club, and the account is gone; players and results stay. ``ScoringError`` at
    ``role`` where a club would be without owner."""
    name, number = user.get_username(), f"#{user.pk}"
    clubs = list(Club.objects.filter(trail__user=user).distinct())
    for member in Membership.objects.filter(user=user).select_related("club", "user"):
        remove_member(member, member)
        clubs.append(member.club)
    for club in clubs:
        Entry.objects.filter(club=club, user=user).update(by=number)
        blot_out(club, {name}, (), number)
    user.delete()
