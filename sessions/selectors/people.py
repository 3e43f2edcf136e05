"""A club's people for its pages: members, invitations, players."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, Subquery, When
from django.utils import timezone

from sessions.models import Alias, Claim, Club, Invitation, Membership, Merge, Player, Seat
from sessions.selectors.alike import near
from sessions.services.membership import ORDER
from sessions.services.text import folded


def members_of(club: Club) -> QuerySet[Membership]:
    """The accounts of a club, owners first, each with ``player``: the name they play under. One
    query."""
    player = Player.objects.filter(club=club, user=OuterRef("user")).values("name")[:1]
    order = Case(*(When(role=role, then=index) for index, role in enumerate(ORDER)))
    found = Membership.objects.filter(club=club).select_related("user")
    return found.annotate(player=Subquery(player), at=order).order_by("at", "user__username")


def waiting_invitations(club: Club) -> QuerySet[Invitation]:
    """Those that would still let someone in. One query."""
    open_ones = Invitation.objects.filter(club=club, used=None, revoked=None)
    return open_ones.filter(expires__gt=timezone.now()).select_related("player", "created_by")


def players_of(club: Club, *, sought: str = "", left: bool = False) -> QuerySet[Player]:
    """The club's players by name, each with ``claimed`` and ``asked``; of this name, or with such
    another one, where something is ``sought``; ``left``: also those who no longer come. One
    query."""
    found = Player.objects.filter(club=club, merged_into=None)
    if not left:
        found = found.filter(left=None)
    if part := folded(sought):
        aliases = Alias.objects.filter(player=OuterRef("pk"), seen__contains=part)
        found = found.filter(Q(seen__contains=part) | Exists(aliases))
    asked = Exists(Claim.objects.filter(player=OuterRef("pk")))
    claimed = Case(When(user__isnull=False, then=True), default=False)
    return found.annotate(asked=asked, claimed=claimed).order_by("anonymous", "seen", "pk")


def unclaimed(club: Club) -> QuerySet[Player]:
    """Players that wait for their account, by name. One query."""
    here = Player.objects.filter(club=club, merged_into=None, anonymous=False, user=None)
    return here.filter(left=None).order_by("seen")


def claims_of(club: Club) -> QuerySet[Claim]:
    """Who says which player they are. One query."""
    return Claim.objects.filter(player__club=club).select_related("player", "user")


@dataclass(frozen=True, slots=True)
class Person:
    """A player of a club, for the page about who that is."""

    player: Player
    aliases: tuple[Alias, ...]
    claims: tuple[Claim, ...]
    merges: tuple[Merge, ...]
    """Of whom was merged into this one and could be taken apart again, newest first."""
    games: int


def person(player: Player) -> Person:
    """Four queries."""
    return Person(
        player=player,
        aliases=tuple(player.aliases.all()),
        claims=tuple(player.claims.select_related("user")),
        merges=tuple(player.merges.filter(undone=None).select_related("gone")),
        games=Seat.objects.filter(player=player).count(),
    )


# -- who may be one -------------------------------------------------------------------------------

MOST_PAIRS = 50


def likely_same(club: Club) -> list[tuple[Player, Player]]:
    """Pairs of players whose names are near each other and who never sat at one table, the one with
    more games first. Three queries."""
    here = Player.objects.filter(club=club, merged_into=None, anonymous=False)
    people = {p.pk: p for p in here.annotate(played=Count("seats")).order_by("pk")}
    names = {(p.pk, p.name) for p in people.values()}
    names |= set(Alias.objects.filter(player__in=people).values_list("player", "name"))
    pairs = sorted(near(names))
    met = _met({pk for pair in pairs for pk in pair})
    found = [(people[one], people[other]) for one, other in pairs if (one, other) not in met]
    return [_busier_first(*pair) for pair in found[:MOST_PAIRS]]


def _busier_first(one: Player, other: Player) -> tuple[Player, Player]:
    games = {player: getattr(player, "played", 0) for player in (one, other)}
    return (other, one) if games[other] > games[one] else (one, other)


def _met(players: Iterable[int]) -> set[tuple[int, int]]:
    """Which of the players sat at one table: they are two."""
    seats = Seat.objects.filter(player__in=set(players))
    pairs = seats.filter(game__seats__player__in=set(players), player__lt=F("game__seats__player"))
    return set(pairs.values_list("player", "game__seats__player").distinct())
