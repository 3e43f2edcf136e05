"""A club's audit trail: who changed what, from what, to what. Lines are added, never changed; only
the name of someone who asked to be forgotten is taken out of them."""

from __future__ import annotations

from typing import Any

from django.db.models import Model

from sessions.models import Club, Entry

LONGEST_LABEL = 200


def note(
    club: Club, user: Any, kind: str, subject: Model, before: Any = None, after: Any = None
) -> Entry:
    """Add a line. ``kind`` is the subject and what was done to it: ``season.locked``. ``user``:
    the account that did it, or ``None`` for someone who held a table's link. ``before`` and
    ``after``: what has changed, as JSON; a person in them is the id of the player."""
    known = user is not None and user.is_authenticated
    return Entry.objects.create(
        club=club,
        user=user if known else None,
        by=user.get_username() if known else "",
        kind=kind,
        subject=subject._meta.model_name or "",
        subject_id=subject.pk,
        label=str(subject)[:LONGEST_LABEL],
        before=before,
        after=after,
    )
