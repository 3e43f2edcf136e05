"""What somebody else wrote while a form was open, shown at its fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext


def tell(form: forms.Form, now: Mapping[str, Any]) -> None:
    """At every field that was typed otherwise than it stands by ``now``: what stands there."""
    for name, value in now.items():
        if name in form.cleaned_data and (form.cleaned_data[name] or "") != (value or ""):
            field = form.fields[name]
            form.add_error(name, gettext("It says now: {value}").format(value=_said(field, value)))


def _said(field: forms.Field, value: Any) -> str:
    """A value in the words of its field."""
    if isinstance(field, forms.BooleanField):
        return gettext("yes") if value else gettext("no")
    if isinstance(field, forms.ChoiceField):
        chosen = {str(item) for item in (value if isinstance(value, list) else [value])}
        value = gettext(", ").join(text for key, text in _flat(field.choices) if key in chosen)
    return str(field.prepare_value(value) or "") or gettext("nothing")


def _flat(choices: Any) -> Iterator[tuple[str, str]]:
    for key, text in choices:
        if isinstance(text, list | tuple):
            yield from _flat(text)
        else:
            yield str(key), str(text)
