"""The scores counted at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext

from scoring.game import Score
from sessions.forms.fields import ScoreField
from sessions.services.document import exact


class CountForm(forms.Form):
    """One figure a seat."""

    def __init__(self, data: Mapping[str, Any] | None, *, names: Sequence[str]) -> None:
        super().__init__(data)
        self.count = len(names)
        for seat, name in enumerate(names):
            self.fields[f"score{seat}"] = ScoreField(
                label=name, error_messages={"required": gettext("Count this one too.")}
            )

    def counted(self) -> list[Score]:
        return [exact(self.cleaned_data[f"score{seat}"]) for seat in range(self.count)]
