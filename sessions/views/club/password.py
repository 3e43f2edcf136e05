"""An account's own page: passwords changed, forgotten, given anew; the account given up."""

from __future__ import annotations

from typing import cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from scoring.errors import ScoringError
from sessions.forms.account import (
    ChangePasswordForm,
    ForgottenForm,
    GoodbyeForm,
    MailForm,
    NewPasswordForm,
)
from sessions.limits import spend
from sessions.services.accounts import delete_account, let_back, set_mail, set_password
from sessions.views.access import remembered
from sessions.views.club.access import for_account
from sessions.views.club.account import FORM
from sessions.words import error_text


def _who(request: HttpRequest) -> User:
    """Who is signed in; ``for_account`` lets in nobody else."""
    return cast(User, request.user)


def _typed(request: HttpRequest) -> QueryDict | None:
    """What was posted with the account's own password, which is not guessed here without end."""
    if request.method != "POST":
        return None
    spend(request, "password")
    return request.POST


@sensitive_post_parameters()
@require_http_methods(FORM)
@for_account
def change(request: HttpRequest) -> HttpResponse:
    """The old password and a new one; other phones that are signed in are out."""
    user = _who(request)
    form = ChangePasswordForm(user, _typed(request))
    if form.is_valid():
        set_password(user, form.cleaned_data["new_password1"])
        update_session_auth_hash(request, user)
        messages.success(request, _("The password is changed."))
        return redirect("club:account")
    status = 422 if form.is_bound else 200
    return render(request, "account/password.html", {"form": form}, status=status)


@sensitive_post_parameters()
@require_http_methods(FORM)
@for_account
def account(request: HttpRequest) -> HttpResponse:
    """What an account can do with itself. A post is a new mail address, where mail is set up."""
    user, form = _who(request), None
    if settings.EMAIL_HOST:
        form = MailForm(user, _typed(request))
        if form.is_valid():
            set_mail(user, form.cleaned_data["email"])
            messages.success(request, _("Saved."))
            return redirect("club:account")
    status = 422 if form is not None and form.is_bound else 200
    context = {"form": form, "tables": bool(remembered(request))}
    return render(request, "account/account.html", context, status=status)


@never_cache
@require_http_methods(FORM)
def forgotten(request: HttpRequest) -> HttpResponse:
    """Where mail is set up it is asked for here, and the answer is the same whether an account has
    the address or not; elsewhere an organiser of the club makes a link."""
    if not settings.EMAIL_HOST:
        return render(request, "account/forgotten.html", {"form": None})
    form = ForgottenForm(request.POST if request.method == "POST" else None)
    if form.is_bound:
        spend(request, "mail")
    sent = form.is_valid()
    if sent:
        form.save(
            request=request,
            use_https=request.is_secure(),
            token_generator=default_token_generator,
            subject_template_name="account/mail_subject.txt",
            email_template_name="account/mail.txt",
        )
    status = 422 if form.is_bound and not sent else 200
    return render(request, "account/forgotten.html", {"form": form, "sent": sent}, status=status)


@sensitive_post_parameters()
@never_cache
@require_http_methods(FORM)
def reset(request: HttpRequest, uid: str, token: str) -> HttpResponse:
    """A key that was sent or handed over, and a new password for it."""
    user = let_back(uid, token)
    if user is None:
        message = _("This link was used, or is too old. Ask for a new one.")
        return render(request, "404.html", {"message": message}, status=404)
    form = NewPasswordForm(user, request.POST if request.method == "POST" else None)
    if form.is_valid():
        set_password(user, form.cleaned_data["new_password1"])
        messages.success(request, _("The password is changed. Sign in with it."))
        return redirect("club:login")
    context = {"form": form, "whose": user.get_username()}
    return render(request, "account/reset.html", context, status=422 if form.is_bound else 200)


@sensitive_post_parameters()
@require_http_methods(FORM)
@for_account
def goodbye(request: HttpRequest) -> HttpResponse:
    """The account is deleted, after the password once more."""
    user = _who(request)
    form = GoodbyeForm(user, _typed(request))
    if form.is_valid():
        try:
            delete_account(user)
        except ScoringError as error:
            form.add_error(None, error_text(error))
        else:
            logout(request)
            return redirect("table:home")
    status = 422 if form.is_bound else 200
    return render(request, "account/goodbye.html", {"form": form}, status=status)
