"""What somebody else wrote while a form was open: put together with what was typed, field by field.

A page carries what each of its fields showed when it was opened. Who saves second keeps what they
changed themselves; everything else becomes what stands there by now, and is shown before it is
saved again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from scoring.errors import ScoringError
from sessions.services.meanwhile import Meanwhile, stamp

SEEN, OPENED = "seen", "opened"


def carried(form: forms.Form, facts: Any, now: Mapping[str, Any]) -> SafeString:
    """What a page carries to tell who writes over what: the stamp of the ``facts`` a service is
    asked to change, and what each field showed of them, ``now`` by the name of the field. A form
    that comes back for another reason carries what it had."""
    seen, opened = form.data.get(SEEN), form.data.get(OPENED, "")
    if not seen:
        marks = {name: _mark(form, name, now[name]) for name in now if name in form.fields}
        seen, opened = stamp(facts), json.dumps(marks)
    return format_html(
        '<input type="hidden" name="{}" value="{}"><input type="hidden" name="{}" value="{}">',
        *(SEEN, seen, OPENED, opened),
    )


def meet(form: forms.Form, error: ScoringError, now: Mapping[str, Any]) -> None:
    """Where a service was told to change what somebody else has changed since (``Meanwhile``): what
    stands there ``now`` is taken into every field that was not touched, and said at those that
    both have changed."""
    if not isinstance(error, Meanwhile):
        return
    opened, data = _opened(form), form.data.copy()  # type: ignore[attr-defined]
    data.pop(SEEN, None)
    for name, value in now.items():
        if name not in form.cleaned_data or name in form.errors:
            continue
        mine, theirs = _mark(form, name, form.cleaned_data[name]), _mark(form, name, value)
        if mine == theirs:
            continue
        if mine == opened.get(name):
            _take(form, data, name, value)
            form.add_error(name, gettext("Somebody else has changed this."))
        elif theirs != opened.get(name):
            said = _said(form.fields[name], value)
            form.add_error(name, gettext("It says now: {value}").format(value=said))
    form.data = data


def _opened(form: forms.Form) -> Mapping[str, Any]:
    """The marks of the fields as the page showed them; none where it carried none."""
    try:
        found = json.loads(form.data.get(OPENED) or "{}")
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _mark(form: forms.Form, name: str, value: Any) -> str:
    """Differs where the field would be filled otherwise."""
    field = form.fields[name]
    if isinstance(field, forms.BooleanField):
        return stamp(bool(value))
    if isinstance(field, forms.MultipleChoiceField):
        return stamp(sorted(map(str, value or ())))
    written = field.widget.format_value(field.prepare_value(value))
    texts = written if isinstance(written, list) else [written]
    return stamp(["" if text is None else str(text).strip() for text in texts])


def _take(form: forms.Form, data: Any, name: str, value: Any) -> None:
    """Let ``data`` fill the field with this value."""
    if isinstance(form.fields[name], forms.MultipleChoiceField):
        data.setlist(form.add_prefix(name), value or [])
    else:
        data[form.add_prefix(name)] = value


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
