"""A club's name and what it says of itself."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from sessions.services.clubs import LONGEST_NAME


class ClubForm(forms.Form):
    """What a club is called, and who sees it."""

    name = forms.CharField(
        max_length=LONGEST_NAME,
        label=_("Name of the club"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )
    about = forms.CharField(
        max_length=2000,
        required=False,
        label=_("About"),
        help_text=_("Where and when you meet."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    public = forms.BooleanField(
        required=False,
        label=_("Public"),
        help_text=_("Anyone may see the players and the public seasons. Otherwise members only."),
    )
