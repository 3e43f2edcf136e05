"""The rooms behind: what the person who runs the server can look up and put right.

A game changes through the services alone, for every derived figure must follow. Here games are
read, found, closed and thrown away; names and notes can be corrected.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from sessions.models import Change, Club, Game, Player, Result, Round, Seat, Substitution

if TYPE_CHECKING:  # generic for the type checker alone
    GameInline = admin.TabularInline[Any, Game]
    GameAdminBase = admin.ModelAdmin[Game]
    PlayerAdminBase = admin.ModelAdmin[Player]
    ClubAdminBase = admin.ModelAdmin[Club]
else:
    GameInline = admin.TabularInline
    GameAdminBase = PlayerAdminBase = ClubAdminBase = admin.ModelAdmin


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
        return tuple(name for name in GAME_FIELDS if name not in ("title", "note", "club"))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # a game needs its keys: start it at a table

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).prefetch_related("seats__player")

    @admin.display(description=_("players"))
    def people(self, game: Game) -> str:
        return ", ".join(seat.player.name for seat in game.seats.all())

    @admin.action(description=_("Close the chosen games that are over"))
    def close_games(self, request: HttpRequest, queryset: QuerySet[Game]) -> None:
        closed = queryset.filter(finished=True).update(status=Game.Status.CLOSED)
        self.message_user(request, _("%(n)s closed.") % {"n": closed})


@admin.register(Player)
class PlayerAdmin(PlayerAdminBase):
    list_display = ("name", "club", "games", "created")
    list_filter = ("club",)
    search_fields = ("name",)
    readonly_fields = ("created",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        return super().get_queryset(request).annotate(game_count=Count("seats"))

    @admin.display(description=_("games"), ordering="game_count")
    def games(self, player: Any) -> int:
        return int(player.game_count)


@admin.register(Club)
class ClubAdmin(ClubAdminBase):
    list_display = ("name", "slug", "created")
    search_fields = ("name", "slug")
    prepopulated_fields = {"slug": ("name",)}
    readonly_fields = ("created",)
