"""Accounts: signing up, signing in, passwords."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    PasswordResetForm,
    SetPasswordForm,
    UserCreationForm,
    UsernameField,
)
from django.contrib.auth.models import User
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:  # generic for the type checker alone
    NewUserForm = UserCreationForm[User]
    NewPassword = SetPasswordForm[User]
else:
    NewUserForm, NewPassword = UserCreationForm, SetPasswordForm

LONGEST_NAME = 60
PASSWORD_HELP = _("At least 8 characters, not only figures.")


class SignInForm(AuthenticationForm):
    """Name and password. Which of the two is wrong is not told."""

    error_messages = {
        "invalid_login": _("This name and this password do not belong together."),
        "inactive": _("This name and this password do not belong together."),
    }

    def __init__(self, request: Any = None, data: Any = None) -> None:
        super().__init__(request, data)
        name = self.fields["username"]
        name.label = _("User name")
        # Django only tells the browser; what is longer no table of failed tries can keep.
        name.validators.append(MaxLengthValidator(User._meta.get_field("username").max_length))


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
        name.validators.append(MaxLengthValidator(LONGEST_NAME))
        name.widget.attrs["maxlength"] = str(LONGEST_NAME)
        self.fields["password1"].help_text = PASSWORD_HELP
        self.fields["password2"].label = _("Password again")
        self.fields["password2"].help_text = ""
        if settings.EMAIL_HOST:
            self.fields["email"].label = _("Mail address")
            self.fields["email"].help_text = _("If you wish: for a forgotten password.")
        else:
            del self.fields["email"]


class ForgottenForm(PasswordResetForm):
    """Where a mail with a key is sent to, if an account has this address."""

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        self.fields["email"].label = _("Mail address")


class NewPasswordForm(NewPassword):
    """A new password, typed twice."""

    def __init__(self, user: User, data: Any = None) -> None:
        super().__init__(user, data)
        self.fields["new_password1"].label = _("New password")
        self.fields["new_password1"].help_text = PASSWORD_HELP
        self.fields["new_password2"].label = _("Password again")


class ChangePasswordForm(PasswordChangeForm):
    """The old password and a new one."""

    def __init__(self, user: User, data: Any = None) -> None:
        super().__init__(user, data)
        self.fields["old_password"].label = _("Old password")
        self.fields["new_password1"].label = _("New password")
        self.fields["new_password1"].help_text = PASSWORD_HELP
        self.fields["new_password2"].label = _("Password again")


class SureForm(forms.Form):
    """The password once more: a phone left lying about is signed in, but does not know it."""

    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, data: Any = None) -> None:
        self.user = user
        super().__init__(data, initial={"email": user.email})

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise forms.ValidationError(_("This is not the password."))
        return password


class GoodbyeForm(SureForm):
    """Before the account is gone."""


class MailForm(SureForm):
    """Where a link for a new password is sent to: with it the account is whose the mail is."""

    email = forms.EmailField(
        required=False,
        label=_("Mail address"),
        help_text=_("If you wish: for a forgotten password."),
    )
    field_order = ("email", "password")
