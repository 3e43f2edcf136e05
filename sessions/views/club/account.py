"""Signing up, in and out."""

from __future__ import annotations

import math
from datetime import timedelta
from typing import Any

from axes.helpers import get_client_username, get_cool_off
from axes.models import AccessAttempt
from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from sessions.forms.account import RegisterForm, SignInForm
from sessions.limits import spend
from sessions.views.access import forget_all
from sessions.views.onward import onward

MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"
FORM = ["GET", "HEAD", "POST"]


@sensitive_post_parameters()
@never_cache
@require_http_methods(FORM)
def sign_in(request: HttpRequest) -> HttpResponse:
    """Name and password. Whoever is signed in already goes on."""
    if request.method != "POST":
        if request.user.is_authenticated:
            return HttpResponseRedirect(onward(request, "club:home"))
        return _sign_in_page(request, SignInForm(request))
    form = SignInForm(request, request.POST)
    if form.is_valid():
        login(request, form.get_user())
        return HttpResponseRedirect(onward(request, "club:home"))
    return _sign_in_page(request, form, status=422)


def _sign_in_page(request: HttpRequest, form: SignInForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "next": onward(request, "club:home")}
    return render(request, "account/login.html", context, status=status)


def locked_out(request: HttpRequest, response: Any, credentials: Any) -> HttpResponse:
    """Too many wrong passwords for this name from this address: django-axes asks for this page."""
    form = SignInForm(request, {"username": get_client_username(request, credentials) or ""})
    form.is_valid()
    form.errors.clear()
    form.add_error(None, _waiting(_minutes_left(request, credentials)))
    return _sign_in_page(request, form, status=429)


def _minutes_left(request: HttpRequest, credentials: Any) -> int:
    name = get_client_username(request, credentials)
    address = getattr(request, "axes_ip_address", None)
    tries = AccessAttempt.objects.filter(username=name, ip_address=address)
    last = tries.order_by("-attempt_time").values_list("attempt_time", flat=True).first()
    pause = get_cool_off(request)
    if last is None or pause is None:
        return 1
    left: timedelta = last + pause - timezone.now()
    return max(1, math.ceil(left.total_seconds() / 60))


def _waiting(minutes: int) -> str:
    return ngettext(
        "Too many wrong passwords. Try again in {n} minute.",
        "Too many wrong passwords. Try again in {n} minutes.",
        minutes,
    ).format(n=minutes)


@never_cache
@require_http_methods(FORM)
def sign_out(request: HttpRequest) -> HttpResponse:
    """A POST signs out; a GET, as from a tab brought back, only leads on. ``forget``: the phone is
    somebody else's, too, and keeps no table."""
    response = redirect("table:home")
    if request.method == "POST":
        logout(request)
        if "forget" in request.POST:
            forget_all(response)
    return response


@sensitive_post_parameters()
@never_cache
@require_http_methods(FORM)
def register(request: HttpRequest) -> HttpResponse:
    """A new account, signed in at once."""
    if request.method != "POST" and request.user.is_authenticated:
        return HttpResponseRedirect(onward(request, "club:home"))
    form = RegisterForm(request.POST if request.method == "POST" else None)
    if form.is_bound:
        spend(request, "account")
    if form.is_valid():
        login(request, form.save(), MODEL_BACKEND)
        return HttpResponseRedirect(onward(request, "club:home"))
    status = 422 if form.is_bound else 200
    context = {"form": form, "next": onward(request, "club:home")}
    return render(request, "account/register.html", context, status=status)
