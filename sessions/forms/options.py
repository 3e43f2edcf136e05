"""A table's own rules: a field for every option its variety has, filled from a preset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext

from scoring.errors import ScoringError
from scoring.game import Variety
from sessions.forms.fields import option_field
from sessions.words import error_text


@dataclass(frozen=True, slots=True)
class Group:
    """The options of one chapter of the rules. ``open`` where one differs or is wrong."""

    name: str
    fields: tuple[BoundField, ...]
    open: bool


class OptionsForm(forms.Form):
    """Only what differs from the preset is an option of this table.

    ``preset`` is the one whose values the page showed; ``changed`` what was set otherwise before
    (by the last game, or before another preset was chosen) and is shown over it.
    """

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        variety: Variety,
        preset: str,
        changed: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=dict(changed or {}), prefix="option")
        self.preset, self.set_before = preset, changed or {}
        self.specs = variety.option_specs()
        preset_values = variety.options(variety.rules(preset, {}))
        for spec in self.specs:
            field = option_field(spec)
            field.label, field.help_text = (
                gettext(spec.label),
                gettext(spec.help) if spec.help else "",
            )
            field.initial = preset_values[spec.key]
            self.fields[spec.key] = field

    def options(self) -> dict[str, Any]:
        """What was changed and could be read."""
        self.errors  # noqa: B018  reading it cleans the form
        return {
            key: self.cleaned_data[key] for key in self.changed_data if key in self.cleaned_data
        }

    @property
    def changed_here(self) -> list[str]:
        """The options that the page shows otherwise than the preset has them."""
        return self.changed_data if self.is_bound else list(self.set_before)

    def groups(self) -> Iterator[Group]:
        """The fields as the rules group them."""
        by_group = groupby(sorted(self.specs, key=self._order), key=lambda spec: spec.group)
        for name, specs in by_group:
            fields = tuple(self[spec.key] for spec in specs)
            yield Group(
                name=gettext(name), fields=fields, open=any(field.errors for field in fields)
            )

    def _order(self, spec: Any) -> int:
        names = list(dict.fromkeys(each.group for each in self.specs))
        return names.index(spec.group)

    def refuse(self, error: ScoringError) -> bool:
        """Show an engine's refusal at its field; ``False`` where it is about no option."""
        where, _, rest = error.field.partition(".")
        key = rest.split(".")[0]
        if where != "options" or key not in self.fields:
            return False
        self.add_error(key, error_text(error))
        return True
