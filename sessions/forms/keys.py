"""Getting back in."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from sessions.services.links import TooManyTries, WrongPhrase

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

    def refuse(self, error: WrongPhrase | TooManyTries) -> None:
        """Why nothing was taken over, at the phrase."""
        if isinstance(error, TooManyTries):
            said = gettext("Too many wrong phrases. Try again in five minutes.")
        else:
            said = gettext("This phrase and this code do not belong together.")
        self.add_error("phrase", said)
