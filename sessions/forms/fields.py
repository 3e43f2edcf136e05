"""Fields that read what people type: figures with commas and any minus, a rule option's value."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring import figures
from scoring.game import LIMIT, OptionSpec
from sessions.words import choice_text


def open_at_first_wrong(*given: forms.BaseForm) -> None:
    """Let the page open at the first field that was refused, or on a long page nobody sees why it
    has come back."""
    for form in given:
        for name in form.fields:
            if name in form.errors:
                form.fields[name].widget.attrs["autofocus"] = True
                return


class FigureField(forms.CharField):
    """A whole number, kept as it was typed until it is read. ``signed`` asks phones for a keypad
    that has a minus."""

    def __init__(
        self,
        *,
        signed: bool = False,
        minimum: int | None = None,
        maximum: int | None = None,
        **kwargs: Any,
    ) -> None:
        self.minimum, self.maximum = minimum, maximum
        attrs = {"autocomplete": "off", "class": "figure"}
        # A numeric keypad has no minus on an iPhone; a number input has.
        widget = forms.NumberInput if signed else forms.TextInput
        if not signed:
            attrs["inputmode"] = "numeric"
        super().__init__(widget=widget(attrs=attrs), max_length=16, **kwargs)

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value) or ""
        if text in self.empty_values:
            return None
        try:
            figure = figures.read(text)
        except ValueError:
            raise ValidationError(_("This must be a whole number."), code="invalid") from None
        low = -LIMIT if self.minimum is None else self.minimum
        high = LIMIT if self.maximum is None else self.maximum
        if not low <= figure <= high:
            raise ValidationError(
                _("This must be between %(low)s and %(high)s."),
                code="range",
                params={"low": figures.score(low), "high": figures.score(high)},
            )
        return figure

    def validate(self, value: Any) -> None:
        if self.required and value is None:
            raise ValidationError(self.error_messages["required"], code="required")

    def run_validators(self, value: Any) -> None:
        """Length was for the text; the figure has been measured."""


class ScoreField(FigureField):
    """A score on the table: whole, or in quarters where the rules make such (12.25)."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(signed=True, **kwargs)
        self.widget.attrs["step"] = "any"

    def to_python(self, value: Any) -> Any:
        text = str(value).strip().translate(figures.SIGNS)
        return text if re.fullmatch(r"-?[0-9]{1,9}\.[0-9]{1,2}", text) else super().to_python(value)


class AmountField(forms.CharField):
    """Money: 2, 0.5, 0,5 or 1/3. The engine reads it exactly."""

    def to_python(self, value: Any) -> Any:
        text = (super().to_python(value) or "").strip().replace(",", ".")
        return text or None


class ShapeField(forms.CharField):
    """A value with a shape of its own: figures with commas between, a word, or JSON."""

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, str) or value is None:
            return value
        if isinstance(value, list) and all(isinstance(item, int) for item in value):
            return ", ".join(map(str, value))
        return json.dumps(value, ensure_ascii=False)

    def run_validators(self, value: Any) -> None:
        """Length is for a text; another shape is measured by the engine."""
        if isinstance(value, str):
            super().run_validators(value)

    def to_python(self, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        text = value.strip()
        if len(text) > (self.max_length or len(text)):
            return text
        if text[:1] in ("{", "["):
            return _from_json(text)
        # "30,10,-10,-30", or with space between, and then a comma is one of the thousands.
        apart = re.split(r"[;\s]+", text)
        items = apart if len(apart) > 1 else text.split(",")
        try:
            read = [figures.read(item.rstrip(",")) for item in items if item]
        except ValueError:
            return text
        return read if len(items) > 1 else next(iter(read), None)


def _from_json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise ValidationError(
            _("This must be figures with commas between, or JSON."), code="invalid"
        ) from None


class NotesField(forms.CharField):
    """Texts by topic, one a line: ``kuikae: not allowed``."""

    widget = forms.Textarea(attrs={"rows": 3})

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, Mapping):
            return value
        return "\n".join(f"{topic}: {text}" for topic, text in value.items())

    def to_python(self, value: Any) -> Any:
        if isinstance(value, Mapping):
            return value
        lines = (line.strip() for line in (super().to_python(value) or "").splitlines())
        notes = {}
        for line in filter(None, lines):
            topic, found, text = re.sub("[:：]", ":", line, count=1).partition(":")
            if not found or not topic.strip():
                raise ValidationError(_("Write “topic: what was agreed”, one a line."))
            notes[topic.strip()] = text.strip()
        return notes


def option_field(spec: OptionSpec) -> forms.Field:
    """The form field for one rule option."""
    return _FIELDS[spec.kind](spec)


def _bool(spec: OptionSpec) -> forms.Field:
    return forms.BooleanField(required=False)


def _int(spec: OptionSpec) -> forms.Field:
    return FigureField(
        required=not spec.nullable,
        minimum=spec.minimum,
        maximum=spec.maximum,
        signed=spec.minimum is None or spec.minimum < 0,
    )


def _choice(spec: OptionSpec) -> forms.Field:
    by_text = {str(choice): choice for choice in spec.choices}
    shown = [(text, choice_text(choice, spec.key, spec.words)) for text, choice in by_text.items()]
    if spec.nullable:
        shown.insert(0, ("", gettext("none")))
    return forms.TypedChoiceField(
        choices=shown,
        coerce=lambda value: by_text.get(str(value), value),
        empty_value=None,
        required=not spec.nullable,
    )


def _list(spec: OptionSpec) -> forms.Field:
    return forms.TypedMultipleChoiceField(
        choices=[
            (str(choice), choice_text(choice, spec.key, spec.words)) for choice in spec.choices
        ],
        coerce={str(choice): choice for choice in spec.choices}.__getitem__,
        empty_value=[],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )


def _amount(spec: OptionSpec) -> forms.Field:
    widget = forms.TextInput(attrs={"inputmode": "decimal", "class": "figure"})
    return AmountField(required=not spec.nullable, max_length=24, widget=widget)


def _shape(spec: OptionSpec) -> forms.Field:
    if isinstance(spec.default, Mapping):
        return NotesField(required=False, max_length=4000)
    return ShapeField(required=not spec.nullable, max_length=400)


_FIELDS = {
    "bool": _bool,
    "int": _int,
    "choice": _choice,
    "list": _list,
    "amount": _amount,
    "json": _shape,
}
