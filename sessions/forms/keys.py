"""Getting back in."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

TYPED = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


class TakeOverForm(forms.Form):
    """A game's code and its recovery phrase."""

    code = forms.CharField(
        max_length=40,
        label=_("Code of the game"),
        widget=forms.TextInput(attrs=TYPED),
        help_text=_("Ten letters and figures, on the photo of the keys."),
    )
    phrase = forms.CharField(
        max_length=120,
        label=_("Recovery phrase"),
        widget=forms.TextInput(attrs=TYPED),
        help_text=_("Five words."),
    )
