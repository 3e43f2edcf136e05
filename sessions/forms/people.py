"""A club's people: roles, invitations, players."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from sessions.club_words import MAY, ROLES
from sessions.forms.start import NAME
from sessions.models import Club, Membership, Player
from sessions.services.membership import ORDER, may_give
from sessions.services.people import LONGEST_NAME, find_players
from sessions.words import worded

DAYS = ((1, _("1 day")), (7, _("7 days")), (30, _("30 days")))
TYPED = {key: value for key, value in NAME.items() if key != "list"}


def given_roles(giver: Membership) -> list[tuple[str, str]]:
    """The roles someone may give, the least first."""
    return [
        (role, gettext("{fact}: {value}").format(fact=worded(ROLES, role), value=worded(MAY, role)))
        for role in ORDER[::-1]
        if may_give(giver, role)
    ]


class RoleForm(forms.Form):
    """What a member may do."""

    role = forms.ChoiceField(label=_("Role"))

    def __init__(self, data: Any = None, *, giver: Membership, role: str = "") -> None:
        super().__init__(data, initial={"role": role})
        self.fields["role"].choices = given_roles(giver)  # type: ignore[attr-defined]


class PartForm(forms.Form):
    """Somebody leaves who may have written at tables."""

    keys = forms.BooleanField(
        required=False,
        label=_("New keys for all tables"),
        help_text=_("Links they may still have stop at once. Phones at tables scan the new ones."),
    )


class InvitationForm(RoleForm):
    """A link that makes someone a member."""

    player = forms.ModelChoiceField(
        Player.objects.none(), required=False, label=_("Who plays as"), empty_label=_("not said")
    )
    days = forms.TypedChoiceField(coerce=int, choices=DAYS, initial=7, label=_("Good for"))

    def __init__(self, data: Any = None, *, giver: Membership, players: Any) -> None:
        super().__init__(data, giver=giver, role=ORDER[-1])
        self.fields["player"].queryset = players  # type: ignore[attr-defined]


class NameForm(forms.Form):
    """The name of a player, or another one of theirs."""

    name = forms.CharField(
        max_length=LONGEST_NAME, label=_("Name"), widget=forms.TextInput(attrs=TYPED)
    )


class PlayerForm(NameForm):
    """Someone new."""

    guest = forms.BooleanField(
        required=False, label=_("Guest"), help_text=_("Plays, but stands in no standings.")
    )


class MergeForm(forms.Form):
    """Who else this player was: by the number of one, or by name."""

    gone = forms.ModelChoiceField(Player.objects.none(), required=False)
    name = forms.CharField(
        max_length=LONGEST_NAME,
        required=False,
        label=_("is the same person as"),
        widget=forms.TextInput(attrs=TYPED),
    )

    def __init__(self, data: Any = None, *, club: Club) -> None:
        super().__init__(data)
        self.club = club
        here = Player.objects.filter(club=club, merged_into=None)
        self.fields["gone"].queryset = here  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """``gone`` is found by the name where no number says it."""
        data = self.cleaned_data
        name = data.get("name", "")
        if not data.get("gone") and "name" not in self.errors:
            data["gone"] = find_players(self.club, [name]).get(name) if name else None
            if data["gone"] is None:
                self.add_error("name", gettext("Nobody has this name."))
        return data
