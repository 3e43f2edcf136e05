"""A club's audit trail: who changed what, from what, to what. Lines are added, never changed; only
the name of someone who asked to be forgotten is taken out of them."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any

from django.db.models import Model

from sessions.models import Club, Entry

LONGEST_LABEL = 200

acting: ContextVar[Any] = ContextVar("acting", default=None)
"""The account of the request that is being answered, for what is changed by a table's link: that
asks for no account, yet whoever is signed in on the phone is known."""


def note(
    club: Club | int,
    user: Any,
    kind: str,
    subject: Model,
    before: Any = None,
    after: Any = None,
    *,
    label: str | None = None,
) -> Entry:
    """Add a line. ``kind`` is the subject and what was done to it: ``season.locked``. ``user``:
    the account that did it, or ``None`` for someone who held a table's link. ``before`` and
    ``after``: what has changed, as JSON; a person in them is the id of the player, by the key
    ``player``, ``players`` or ``tables``. ``label``: what the subject is called, where it does not
    say so itself."""
    known = user is not None and user.is_authenticated
    return Entry.objects.create(
        club_id=club if isinstance(club, int) else club.pk,
        user_id=user.pk if known else None,
        by=user.get_username() if known else "",
        kind=kind,
        subject=subject._meta.model_name or "",
        subject_id=subject.pk,
        label=(str(subject) if label is None else label)[:LONGEST_LABEL],
        before=before,
        after=after,
    )
