"""Accounts: signing up, signing in, passwords."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm, UserCreationForm, UsernameField
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:  # generic for the type checker alone
    NewUserForm = UserCreationForm[User]
else:
    NewUserForm = UserCreationForm

PASSWORD_HELP = _("At least 8 characters, not only figures.")


class SignInForm(AuthenticationForm):
    """Name and password. Which of the two is wrong is not told."""

    error_messages = {
        "invalid_login": _("This name and this password do not belong together."),
        "inactive": _("This name and this password do not belong together."),
    }

    def __init__(self, request: Any = None, data: Any = None) -> None:
        super().__init__(request, data)
        self.fields["username"].label = _("User name")


class RegisterForm(NewUserForm):
    """A new account. A mail address is asked for where mail can be sent: for a forgotten
    password."""

    class Meta:
        model = User
        fields = ("username", "email")
        field_classes = {"username": UsernameField}

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        name = self.fields["username"]
        name.label, name.help_text = _("User name"), _("Letters, figures and @ . + - _")
        self.fields["password1"].help_text = PASSWORD_HELP
        self.fields["password2"].label = _("Password again")
        self.fields["password2"].help_text = ""
        if settings.EMAIL_HOST:
            self.fields["email"].label = _("Mail address")
            self.fields["email"].help_text = _("If you wish: for a forgotten password.")
        else:
            del self.fields["email"]
