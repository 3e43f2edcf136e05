"""Clubs and who is in them."""

from __future__ import annotations

import secrets
from typing import Any

from django.db import transaction
from django.utils.text import slugify

from scoring.errors import ScoringError
from sessions.models import Club, ClubRole, Membership
from sessions.services.meanwhile import check_seen
from sessions.services.text import check_text, clean_line
from sessions.services.trail import note

LONGEST_NAME = 80
LONGEST_SLUG = 50


@transaction.atomic
def create_club(user: Any, *, name: str, about: str = "", public: bool = False) -> Club:
    """A club; whoever makes it owns it. ``ScoringError`` at ``name`` or ``about``."""
    clean = _name(name)
    check_about(about)
    club = Club.objects.create(name=clean, slug=free_slug(clean), about=about, public=public)
    Membership.objects.create(club=club, user=user, role=ClubRole.OWNER)
    note(club, user, "club.made", club, after={"name": clean, "public": public})
    return club


@transaction.atomic
def change_club(
    club: Club, user: Any, *, name: str, about: str, public: bool, seen: str | None = None
) -> None:
    """Its address stays what it was. ``seen``: the stamp of ``facts`` as the page showed them.
    ``ScoringError`` at ``name`` or ``about``, ``Meanwhile`` where somebody else was faster."""
    club.refresh_from_db(from_queryset=Club.objects.select_for_update(no_key=True))
    before = facts(club)
    check_seen(seen, before)
    clean = _name(name)
    check_about(about)
    after = {"name": clean, "about": about, "public": public}
    changed = [key for key in after if after[key] != before[key]]
    if not changed:
        return
    for key in changed:
        setattr(club, key, after[key])
    club.save(update_fields=changed)
    note(club, user, "club.changed", club,
         {key: before[key] for key in changed}, {key: after[key] for key in changed})  # fmt: skip


def facts(club: Club) -> dict[str, Any]:
    """What its settings say."""
    return {"name": club.name, "about": club.about, "public": club.public}


def _name(name: str) -> str:
    clean = clean_line(name, "name", LONGEST_NAME)
    if not clean:
        raise ScoringError("name", "a club needs a name")
    return clean


def check_about(about: str) -> None:
    """Several lines, but nothing that cannot be kept."""
    for line in about.splitlines():
        check_text(line.replace("\t", " "), "about")


def free_slug(name: str) -> str:
    """The club's name in an address: its Latin letters, or some at random where it has none."""
    wanted = slugify(name)[:LONGEST_SLUG].strip("-") or f"club-{secrets.token_hex(3)}"
    if not Club.objects.filter(slug=wanted).exists():
        return wanted
    return f"{wanted}-{secrets.token_hex(3)}"
