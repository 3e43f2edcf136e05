"""The sticks on the table against the record."""

from __future__ import annotations

from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from sessions.forms.count import CountForm
from sessions.forms.fields import open_at_first_wrong
from sessions.limits import spend
from sessions.selectors.count import count, recorded
from sessions.selectors.history import story
from sessions.views.access import opens_table, table


@never_cache
@require_safe
@opens_table
def count_page(request: HttpRequest, link: str) -> HttpResponse:
    """Type the scores as they lie there (they stay in the address); the likeliest slips are named,
    each with the edit that puts it right."""
    seen = table(request, link)
    told = story(seen.game)
    typed = any(name.startswith("score") for name in request.GET)
    form = CountForm(request.GET if typed else None, names=told.seating.now)
    found = None
    if typed and form.is_valid():
        spend(request, "count")
        found = count(told, form.counted())
    open_at_first_wrong(form)
    context = {
        "seen": seen,
        "form": form,
        "rows": list(zip(form, recorded(told), strict=True)),
        "found": found,
        "token": uuid4(),
    }
    status = 422 if form.errors else 200
    return render(request, "pages/count.html", context, status=status)
