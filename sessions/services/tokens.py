"""Keys of the interface for programs: shown once, kept as a hash, read a club and nothing else."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scoring.errors import ScoringError
from sessions.models import ApiToken, Club
from sessions.services.text import clean_line
from sessions.services.trail import note

PREFIX = "jantaku_"
"""So that people and scanners of leaked secrets see what it is."""
SECRET_BYTES = 24
LONGEST_NAME = 60
MOST = 20
SEEN_AGAIN = timedelta(minutes=10)
"""How exactly it is kept when a key was used last: a row is not written for every request."""


@transaction.atomic
def make(club: Club, user: Any, name: str) -> tuple[ApiToken, str]:
    """A new key, and its secret, which is in no database. ``ScoringError`` at ``name``."""
    clean = clean_line(name, "name", LONGEST_NAME)
    if not clean:
        raise ScoringError("name", "say what it is for")
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if club.tokens.filter(revoked=None).count() >= MOST:
        raise ScoringError("name", "there are {most} at most", most=MOST)
    secret = PREFIX + secrets.token_urlsafe(SECRET_BYTES)
    token = ApiToken.objects.create(club=club, name=clean, secret_hash=_hash(secret), made_by=user)
    note(club, user, "token.made", token, after={"name": clean})
    return token, secret


@transaction.atomic
def revoke(token: ApiToken, user: Any) -> None:
    """The key opens nothing any more. Nothing happens to one that was revoked."""
    if ApiToken.objects.filter(pk=token.pk, revoked=None).update(revoked=timezone.now()):
        note(token.club, user, "token.revoked", token, {"name": token.name})


def revoke_all_of(club: Club, maker: Any, by: Any) -> None:
    """The keys somebody made who may make none any more open nothing."""
    for token in club.tokens.filter(made_by=maker, revoked=None):
        revoke(token, by)


def find(secret: str) -> ApiToken | None:
    """The key of this secret, where it still opens something."""
    here = ApiToken.objects.filter(revoked=None).select_related("club")
    return here.filter(secret_hash=_hash(secret)).first()


def was_used(token: ApiToken) -> None:
    """Remember that somebody uses it."""
    now = timezone.now()
    long_ago = Q(used=None) | Q(used__lt=now - SEEN_AGAIN)
    if token.used is None or token.used < now - SEEN_AGAIN:
        ApiToken.objects.filter(long_ago, pk=token.pk).update(used=now)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
