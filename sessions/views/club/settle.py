"""The account of a club night: what everybody gets or owes, and who has settled up."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from sessions.models import ClubRole, Evening
from sessions.selectors.accounts import account, account_text, in_a_line
from sessions.selectors.evenings import title
from sessions.services.evenings import settle_up
from sessions.views.club.access import Visit, for_role
from sessions.views.club.night import night_posts, of_night


@require_safe
@for_role(ClubRole.MEMBER)
@of_night
def show(request: HttpRequest, visit: Visit, evening: Evening) -> HttpResponse:
    """One account over all games of the evening, the table fee included."""
    told = account(evening)
    context = {
        "visit": visit,
        "evening": evening,
        "title": title(evening),
        "account": told,
        "line": in_a_line(evening, told),
        "text": account_text(evening, told),
    }
    return render(request, "club/night/account.html", context)


@require_safe
@for_role(ClubRole.MEMBER)
@of_night
def as_text(request: HttpRequest, visit: Visit, evening: Evening) -> HttpResponse:
    """The account to send in a message."""
    text = account_text(evening, account(evening))
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@for_role(ClubRole.SCOREKEEPER)
@of_night
@night_posts("club:night_account")
def tick(request: HttpRequest, visit: Visit, evening: Evening, player: int) -> HttpResponse:
    """A guest has settled up (``paid=on``), or has not after all."""
    share = next((s for s in account(evening).shares if s.player == player and s.guest), None)
    if share is None:
        raise Http404
    balance = share.balance if "paid" in request.POST else None
    settle_up(evening, player, balance, by=visit.user)
    return redirect("club:night_account", visit.club.slug, evening.pk)
