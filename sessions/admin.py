"""The rooms behind: what the person who runs the server can look up and put right.

A game changes through the services alone, for every derived figure must follow. Here games are
read, found, closed and, where they are no club's, thrown away; names and notes can be corrected. A
club's people and seasons are kept in the club, which tells its trail; here they are looked up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from sessions.models import (
    Alias,
    ApiToken,
    Bonus,
    Change,
    Claim,
    Club,
    Draw,
    Edition,
    Entry,
    Evening,
    Feat,
    Game,
    Guest,
    Invitation,
    Job,
    Meeting,
    Membership,
    Merge,
    Player,
    Rating,
    Result,
    Round,
    Season,
    Seat,
    Standing,
    Substitution,
    Tally,
    Team,
    TeamPlayer,
)

if TYPE_CHECKING:  # generic for the type checker alone
    GameInline = admin.TabularInline[Any, Game]
    AnyInline = admin.TabularInline[Any, Any]
    AnyAdmin = admin.ModelAdmin[Any]
    GameAdminBase = admin.ModelAdmin[Game]
    PlayerAdminBase = admin.ModelAdmin[Player]
    ClubAdminBase = admin.ModelAdmin[Club]
else:
    GameInline = AnyInline = admin.TabularInline
    GameAdminBase = PlayerAdminBase = ClubAdminBase = AnyAdmin = admin.ModelAdmin


class ReadOnlyInline(GameInline):
    """Rows that follow from the game: shown, never edited."""

    extra = 0
    can_delete = False
    show_change_link = False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.fields

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(ReadOnlyInline):
    model = Seat
    fields = ("index", "player", "signed")


class SubstitutionInline(ReadOnlyInline):
    model = Substitution
    fields = ("seat", "player", "from_round", "counts")


class RoundInline(ReadOnlyInline):
    model = Round
    fields = (
        "number", "wind", "hand_number", "honba", "sticks", "outcome", "deltas", "scores", "edited",
    )  # fmt: skip


class ResultInline(ReadOnlyInline):
    model = Result
    fields = ("seat", "player", "place", "score", "total", "unit", "money")


class ChangeInline(ReadOnlyInline):
    model = Change
    fields = ("created", "kind", "state", "version", "patch")


GAME_FIELDS = (
    "code", "title", "note", "club", "variety_key", "preset", "edition", "rules", "start",
    "chips", "status", "version", "hands", "scores", "finished", "reason", "rematch_of",
    "created", "started", "ended",
)  # fmt: skip


@admin.register(Game)
class GameAdmin(GameAdminBase):
    list_display = (
        "code", "title", "variety_key", "preset", "people", "hands", "status", "finished",
        "created",
    )  # fmt: skip
    list_filter = ("variety_key", "status", "finished", "club", "preset")
    search_fields = ("code", "title", "seats__player__name", "record_id")
    date_hierarchy = "created"
    list_select_related = ("club",)
    fields = GAME_FIELDS
    inlines = (SeatInline, SubstitutionInline, ResultInline, RoundInline, ChangeInline)
    actions = ("close_games",)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return tuple(name for name in GAME_FIELDS if name not in ("title", "note"))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # a game needs its keys: start it at a table

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """A club's game is voided in the club: its standings would keep what is deleted here."""
        allowed = super().has_delete_permission(request, obj)
        return allowed and (obj is None or obj.club_id is None)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> None:
        super().delete_queryset(request, queryset.filter(club=None))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).prefetch_related("seats__player")

    @admin.display(description=_("players"))
    def people(self, game: Game) -> str:
        return ", ".join(seat.player.name for seat in game.seats.all())

    @admin.action(description=_("Close the chosen games that are over"))
    def close_games(self, request: HttpRequest, queryset: QuerySet[Game]) -> None:
        closed = queryset.filter(finished=True).update(status=Game.Status.CLOSED)
        self.message_user(request, _("%(n)s closed.") % {"n": closed})


# -- people ---------------------------------------------------------------------------------------


class LookedUp(AnyAdmin):
    """Found and read. What it says follows from elsewhere, or is changed in the club alone."""

    def get_list_select_related(self, request: HttpRequest) -> list[str]:
        """Whatever a list shows of other tables, those that may be missing too."""
        fields = self.model._meta.fields
        return [f.name for f in fields if f.is_relation and f.name in self.list_display]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class AliasInline(ReadOnlyInline):
    model = Alias
    fields = ("name", "seen")


@admin.register(Player)
class PlayerAdmin(PlayerAdminBase):
    list_display = ("name", "club", "user", "guest", "left", "games", "created")
    list_filter = ("guest", "anonymous", "club")
    search_fields = ("name", "seen", "aliases__name", "user__username")
    list_select_related = ("club", "user")
    fields = (
        "name", "seen", "club", "user", "guest", "left", "anonymous", "merged_into", "created",
    )  # fmt: skip
    readonly_fields = (
        "seen", "club", "user", "guest", "left", "anonymous", "merged_into", "created",
    )  # fmt: skip
    inlines = (AliasInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        return super().get_queryset(request).annotate(game_count=Count("seats"))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # added in the club, where two of one name are refused

    @admin.display(description=_("games"), ordering="game_count")
    def games(self, player: Any) -> int:
        return int(player.game_count)


@admin.register(Claim)
class ClaimAdmin(LookedUp):
    list_display = ("user", "player", "created")
    search_fields = ("user__username", "player__name")


@admin.register(Merge)
class MergeAdmin(LookedUp):
    list_display = ("gone", "kept", "created", "undone")
    search_fields = ("gone__name", "kept__name")


# -- clubs ----------------------------------------------------------------------------------------


class MembershipInline(AnyInline):
    """The one way back in where a club has lost its last owner."""

    model = Membership
    fields = ("user", "role", "created")
    readonly_fields = ("created",)
    autocomplete_fields = ("user",)
    extra = 0


@admin.register(Club)
class ClubAdmin(ClubAdminBase):
    list_display = ("name", "slug", "public", "members", "created")
    list_filter = ("public",)
    search_fields = ("name", "slug")
    fields = ("name", "slug", "about", "public", "ratings_from", "created")
    readonly_fields = ("ratings_from", "created")
    inlines = (MembershipInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Club]:
        return super().get_queryset(request).annotate(member_count=Count("memberships"))

    @admin.display(description=_("members"), ordering="member_count")
    def members(self, club: Any) -> int:
        return int(club.member_count)


@admin.register(Membership)
class MembershipAdmin(LookedUp):
    list_display = ("user", "club", "role", "created")
    list_filter = ("role", "club")
    search_fields = ("user__username", "club__name")


@admin.register(Invitation)
class InvitationAdmin(LookedUp):
    list_display = ("club", "role", "player", "created_by", "created", "expires", "used", "revoked")
    list_filter = ("role", "club")
    search_fields = ("club__name", "player__name", "created_by__username")
    exclude = ("secret_hash",)


@admin.register(ApiToken)
class ApiTokenAdmin(LookedUp):
    list_display = ("name", "club", "created", "used", "revoked")
    list_filter = ("club",)
    search_fields = ("name", "club__name")
    exclude = ("secret_hash",)


@admin.register(Entry)
class EntryAdmin(LookedUp):
    list_display = ("created", "club", "by", "kind", "label")
    list_filter = ("subject", "club")
    search_fields = ("by", "label", "kind")
    date_hierarchy = "created"
    show_full_result_count = False


@admin.register(Job)
class JobAdmin(LookedUp):
    list_display = ("kind", "club", "user", "state", "done", "total", "created", "touched")
    list_filter = ("state", "kind", "club")


# -- seasons and club nights ----------------------------------------------------------------------


class EditionInline(ReadOnlyInline):
    model = Edition
    fields = ("variety_key", "number", "preset", "note", "created")


class TeamInline(ReadOnlyInline):
    model = Team
    fields = ("name",)


class BonusInline(ReadOnlyInline):
    model = Bonus
    fields = ("player", "amount", "unit", "reason", "created_by", "deleted")


@admin.register(Season)
class SeasonAdmin(LookedUp):
    list_display = ("name", "club", "starts", "ends", "ranking", "public", "locked", "deleted")
    list_filter = ("public", "ranking", "club")
    search_fields = ("name", "slug", "club__name")
    inlines = (EditionInline, TeamInline, BonusInline)


class GuestInline(ReadOnlyInline):
    model = Guest
    fields = ("player", "went", "paid")


class DrawInline(ReadOnlyInline):
    model = Draw
    fields = ("number", "kind", "tables", "resting", "started")


@admin.register(Evening)
class EveningAdmin(LookedUp):
    list_display = ("day", "name", "club", "season", "variety_key", "closed", "deleted")
    list_filter = ("variety_key", "club")
    search_fields = ("name", "club__name")
    date_hierarchy = "day"
    inlines = (GuestInline, DrawInline)


@admin.register(TeamPlayer)
class TeamPlayerAdmin(LookedUp):
    list_display = ("player", "team", "season")
    search_fields = ("player__name", "team__name")


# -- what follows from the games ------------------------------------------------------------------


@admin.register(Standing)
class StandingAdmin(LookedUp):
    list_display = ("season", "player", "games", "total", "unit", "ranked", "ranked_unit")
    list_filter = ("season",)
    search_fields = ("player__name", "season__name")


@admin.register(Tally)
class TallyAdmin(LookedUp):
    list_display = ("player", "club", "season", "variety_key")
    list_filter = ("variety_key", "club")
    search_fields = ("player__name",)


@admin.register(Meeting)
class MeetingAdmin(LookedUp):
    list_display = ("player", "other", "season", "games", "ahead", "total", "unit")
    search_fields = ("player__name", "other__name")


@admin.register(Rating)
class RatingAdmin(LookedUp):
    list_display = ("player", "variety_key", "number", "mean", "deviation")
    list_filter = ("variety_key",)
    search_fields = ("player__name",)


@admin.register(Feat)
class FeatAdmin(LookedUp):
    list_display = ("player", "kind", "figure", "variety_key", "club", "season")
    list_filter = ("kind", "variety_key", "club")
    search_fields = ("player__name",)
