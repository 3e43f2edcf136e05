"""A browser without scripts: it opens pages, reads their forms and sends them as they stand."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.test import Client


@dataclass
class Form:
    """A form of a page: where it goes, what stands in it, its buttons by their text."""

    action: str
    method: str
    ident: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    buttons: dict[str, tuple[str, str]] = field(default_factory=dict)


class _Reader(HTMLParser):
    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self.forms: list[Form] = []
        self.links: dict[str, str] = {}
        self.outside: list[tuple[str, str, str]] = []
        self._form: Form | None = None
        self._select = self._text = ""
        self._chosen: str | None = None
        self._button: tuple[str, str] | None = None
        self._link = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            method = given.get("method", "get").lower()
            self._form = Form(given.get("action") or self.path, method, given.get("id", ""))
            self.forms.append(self._form)
        elif tag == "a":
            self._link, self._text = given.get("href", ""), given.get("aria-label", "")
        elif tag == "input":
            self._input(given)
        elif tag == "select":
            self._select, self._chosen = given.get("name", ""), None
        elif tag == "option" and self._select and (self._chosen is None or "selected" in given):
            self._chosen = given.get("value", "")
        elif tag == "button":
            self._button, self._text = (given.get("name", ""), given.get("value", "")), ""
        elif tag == "textarea":
            self._select, self._text = given.get("name", ""), ""

    def _input(self, given: dict[str, str]) -> None:
        name, kind = given.get("name", ""), given.get("type", "text")
        if not name or (kind in ("radio", "checkbox") and "checked" not in given):
            return
        value = given.get("value", "on" if kind == "checkbox" else "")
        if "form" in given:
            self.outside.append((given["form"], name, value))
        elif self._form is not None:
            self._form.fields.setdefault(name, []).append(value)

    def handle_data(self, data: str) -> None:
        self._text += data

    def handle_endtag(self, tag: str) -> None:
        text = " ".join(self._text.split())
        if tag == "form":
            self._form = None
        elif tag == "a":
            self.links.setdefault(text, self._link)
        elif tag == "select" and self._form is not None:
            self._form.fields[self._select] = [self._chosen or ""]
            self._select = ""
        elif tag == "textarea" and self._form is not None and self._select:
            self._form.fields[self._select] = [self._text.removeprefix("\n")]
            self._select = ""
        elif tag == "button" and self._form is not None and self._button is not None:
            self._form.buttons[text] = self._button
            self._button = None


class PlainBrowser:
    """One phone whose scripts do not run."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.response: Any = None
        self.path = ""

    def open(self, path: str) -> PlainBrowser:
        return self._arrive(self.client.get(path, follow=True), path)

    def _arrive(self, response: Any, path: str) -> PlainBrowser:
        self.response = response
        self.path = response.redirect_chain[-1][0] if response.redirect_chain else path
        assert response.status_code < 500
        return self

    @property
    def text(self) -> str:
        return str(self.response.content.decode())

    def read(self) -> _Reader:
        reader = _Reader(self.path)
        reader.feed(self.text)
        for ident, name, value in reader.outside:
            form = next(form for form in reader.forms if form.ident == ident)
            form.fields.setdefault(name, []).append(value)
        return reader

    def follow(self, text: str) -> PlainBrowser:
        """Tap a link by its words."""
        return self.open(self.read().links[text])

    def form(self, part: str) -> Form:
        """The form whose id or address has this in it."""
        return next(f for f in self.read().forms if part in (f.ident, f.action) or part in f.action)

    def send(self, part: str, button: str = "", **fields: Any) -> PlainBrowser:
        """Send a form as it stands, with these fields otherwise (``None`` takes one away)."""
        form = self.form(part)
        data: dict[str, Any] = dict(form.fields)
        for name, value in fields.items():
            data.pop(name, None)
            if value is not None:
                data[name] = value
        if button:
            name, value = form.buttons[button]
            data |= {name: value} if name else {}
        ask = self.client.post if form.method == "post" else self.client.get
        return self._arrive(ask(form.action, data, follow=True), form.action)
