"""Putting right who sits where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from sessions.forms.fields import FigureField
from sessions.forms.start import NAME


def _seats(names: Sequence[str]) -> list[tuple[int, str]]:
    return list(enumerate(names))


class SwapForm(forms.Form):
    """Two who sit in each other's seats."""

    FOLLOW = (
        ("names", _("Only the names")),
        ("hands", _("The names and their hands")),
    )

    one = forms.TypedChoiceField(coerce=int, widget=forms.RadioSelect, label=_("This player"))
    other = forms.TypedChoiceField(coerce=int, widget=forms.RadioSelect, label=_("and this one"))
    follow = forms.ChoiceField(choices=FOLLOW, widget=forms.RadioSelect, initial="names")

    def __init__(self, data: Mapping[str, Any] | None, *, names: Sequence[str]) -> None:
        super().__init__(data, prefix="swap")
        for key in ("one", "other"):
            self.fields[key].choices = _seats(names)  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if "one" in data and data["one"] == data.get("other"):
            self.add_error("other", gettext("Choose two different players."))
        return data


class SubstituteForm(forms.Form):
    """Someone who takes over a seat, and whose result it is."""

    seat = forms.TypedChoiceField(coerce=int, widget=forms.RadioSelect, label=_("Who leaves"))
    name = forms.CharField(
        max_length=60, label=_("Who sits down"), widget=forms.TextInput(attrs=NAME)
    )
    from_round = forms.TypedChoiceField(coerce=int, label=_("From"))
    counts = forms.ChoiceField(
        label=_("Whose result is it?"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Say whose result counts.")},
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        names: Sequence[str],
        rounds: Sequence[tuple[int, str]],
    ) -> None:
        super().__init__(data, prefix="sub")
        self.fields["seat"].choices = _seats(names)  # type: ignore[attr-defined]
        self.fields["from_round"].choices = rounds  # type: ignore[attr-defined]
        self.fields["counts"].choices = (  # type: ignore[attr-defined]
            ("leaves", gettext("Who leaves")),
            ("sits", gettext("Who sits down")),
        )


class RenameForm(forms.Form):
    """A name that was misspelled."""

    seat = forms.TypedChoiceField(coerce=int, widget=forms.HiddenInput)
    name = forms.CharField(max_length=60, widget=forms.TextInput(attrs=NAME))

    def __init__(
        self, data: Mapping[str, Any] | None, *, names: Sequence[str], seat: int | None = None
    ) -> None:
        initial = None if seat is None else {"seat": seat, "name": names[seat]}
        super().__init__(data, initial=initial, prefix="rename")
        self.fields["seat"].choices = _seats(names)  # type: ignore[attr-defined]


class ChipsForm(forms.Form):
    """The chips each player ended with."""

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        names: Sequence[str],
        chips: Sequence[int] | None,
    ) -> None:
        super().__init__(data, prefix="chips")
        self.count = len(names)
        for seat, name in enumerate(names):
            self.fields[f"seat{seat}"] = FigureField(
                label=name, signed=True, initial=None if chips is None else chips[seat]
            )

    def chips(self) -> list[int]:
        return [self.cleaned_data[f"seat{seat}"] for seat in range(self.count)]
