"""The clubs of an account."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from sessions.models import Membership, Player


def clubs_of(user: Any) -> QuerySet[Membership]:
    """The account's clubs by name, with ``players``: how many they have. One query."""
    players = (
        Player.objects.filter(club=OuterRef("club"), left=None, merged_into=None, anonymous=False)
        .values("club")
        .annotate(n=Count("pk"))
        .values("n")
    )
    found = Membership.objects.filter(user=user).select_related("club")
    return found.annotate(players=Coalesce(Subquery(players), 0)).order_by("club__name", "pk")
