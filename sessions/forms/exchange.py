"""Files that come in: which, by what rules, and who the people in them are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, time
from itertools import groupby
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring import figures
from scoring.errors import ScoringError
from scoring.logs.found import MOST_BYTES
from scoring.words import listed
from sessions.forms.night import rule_choices
from sessions.models import Club, Season
from sessions.selectors.alike import Near
from sessions.selectors.imports import People, Question
from sessions.services.amounts import exact
from sessions.services.import_people import Blank, Choice, Said
from sessions.services.people import LONGEST_NAME
from sessions.services.seasons import latest_edition
from sessions.services.sheets import Rules
from sessions.words import error_text

MOST_FILES = 50


class FilesInput(forms.ClearableFileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Several files."""

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile[bytes]]:
        given = data if isinstance(data, list | tuple) else [data] if data else []
        if len(given) > MOST_FILES:
            raise forms.ValidationError(
                gettext("At most {n} files at a time.").format(n=MOST_FILES)
            )
        if sum(file.size or 0 for file in given) > MOST_BYTES:
            raise forms.ValidationError(
                gettext("These files are too large: at most {n} MB.").format(
                    n=MOST_BYTES // 1024**2
                )
            )
        return [super(FilesField, self).clean(file, initial) for file in given]


class ImportForm(forms.Form):
    """Files or a pasted text, and the rules of tables that do not say theirs."""

    upload = FilesField(
        required=False,
        label=_("Files"),
        help_text=_(
            "Game records (JSON Lines), Tenhou logs (XML or JSON), Mahjong Soul logs in Tenhou's "
            "JSON, tables of results (CSV), the export of a whole club."
        ),
        widget=FilesInput(attrs={"accept": ".json,.jsonl,.xml,.mjlog,.gz,.csv,.txt"}),
    )
    text = forms.CharField(
        required=False,
        label=_("Or paste a text"),
        help_text=_("A log, records, a table, or a tenhou.net/6 address with the log in it."),
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "autocomplete": "off"}),
    )
    rules = forms.ChoiceField(
        label=_("Rules of a table of results"),
        help_text=_("Only for CSV: by which the results of written scores are worked out."),
    )

    def __init__(self, data: Any = None, files: Any = None, *, club: Club) -> None:
        super().__init__(data, files)
        self.seasons = {
            season.pk: season
            for season in club.seasons.filter(locked=None, deleted=None).prefetch_related(
                "editions"
            )
        }
        rules: Any = self.fields["rules"]
        rules.choices = list(rule_choices(self.seasons.values()))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors and not data.get("upload") and not data.get("text", "").strip():
            raise forms.ValidationError(_("Choose a file, or paste a text."))
        return data

    def sheet_rules(self) -> Rules:
        """The rules that were chosen, for a table."""
        where, variety, key = self.cleaned_data["rules"].split(":")
        if where == "own":
            return Rules(variety, key, {})
        edition = latest_edition(self.seasons[int(key)], variety)
        return Rules(variety, None, edition.rules if edition else {})


class DecideForm(forms.Form):
    """What becomes of the games that were found."""

    season = forms.TypedChoiceField(
        coerce=int, required=False, empty_value=None, label=_("Into the season")
    )
    other_rules = forms.BooleanField(
        required=False, label=_("Also games played under other rules than the season's")
    )
    guests = forms.BooleanField(
        required=False,
        label=_("Make guests of those who are left empty"),
        help_text=_("Guests stand in no standings."),
    )
    day = forms.DateField(
        required=False,
        label=_("Day"),
        help_text=_("Of games whose file does not say when they were played."),
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )

    def __init__(
        self,
        data: Any = None,
        *,
        seasons: Sequence[Season],
        likely: Season | None,
        others: int,
        people: People,
        undated: bool,
        typed: dict[str, Any] | None = None,
    ) -> None:
        """``likely``: the season the games are most likely of, ``others``: how many of them were
        played under other rules than its. ``typed``: what stood in the form when another page of
        it was asked for."""
        super().__init__(data, initial=typed)
        self.seasons = {season.pk: season for season in seasons}
        self.asked = people
        self._fit_season(likely, others)
        if not undated:
            del self.fields["day"]
        if not people.blanks:
            del self.fields["guests"]
        self.shown = people.page.object_list if data is None else self._posted(data)
        for question in self.shown:
            self._ask(question)

    def _fit_season(self, likely: Season | None, others: int) -> None:
        if not self.seasons:
            del self.fields["season"], self.fields["other_rules"]
            return
        season: Any = self.fields["season"]
        season.choices = [
            ("", gettext("no season")),
            *((pk, one.name) for pk, one in self.seasons.items()),
        ]
        if likely is not None:
            season.initial = likely.pk
            season.help_text = gettext(
                "{season} takes such games at that time, so it stands here. Choose another one, "
                "or none, where they belong elsewhere."
            ).format(season=likely.name)
        if likely is not None and others:
            self.fields["other_rules"].help_text = gettext(
                "Games under other rules than {season} has: {n}."
            ).format(season=likely.name, n=others)

    def _posted(self, data: Mapping[str, Any]) -> list[Question]:
        """Who was asked about on the page that was sent."""
        asked = self.asked
        return [
            *(Question(n, blank=False) for n in range(len(asked.names)) if f"called-{n}" in data),
            *(Question(n, blank=True) for n in range(len(asked.blanks)) if f"sat-{n}" in data),
        ]

    def _ask(self, question: Question) -> None:
        at, asked = question.at, self.asked
        if question.blank:
            blank = asked.blanks[at]
            self.fields[f"sat-{at}"] = _sat(blank, asked.said.sat.get(blank.key, ""))
            return
        name = asked.names[at]
        known, near = asked.found.get(name), asked.near.get(name)
        said = asked.said.called.get(name, name if known is None else known.name)
        same = near is not None and said == near.name
        hint = "" if known else gettext("new in the club") if near is None else _beside(near)
        self.fields[f"called-{at}"] = _called(name, name if same else said, hint)
        if near is not None:
            self.fields[f"same-{at}"] = _same(near, same=same)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for name, at in self._same():
            near = self.asked.near[name].name
            if data.get(f"called-{at}", "") not in ("", name, near):
                self.add_error(
                    f"called-{at}",
                    gettext("Write another name, or say that it is {player}, not both.").format(
                        player=near
                    ),
                )
        return data

    def _same(self) -> list[tuple[str, int]]:
        """The new names of which it was said that they are whom they are near to."""
        ticked = (at for at, blank in self.shown if not blank and self.data.get(f"same-{at}"))
        names = ((self.asked.names[at], at) for at in ticked)
        return [(name, at) for name, at in names if name in self.asked.near]

    @property
    def people(self) -> Iterator[tuple[forms.BoundField, forms.BoundField | None]]:
        """The fields of the names in the file, each with that of whom it may be meant for."""
        for at in (at for at, blank in self.shown if not blank):
            yield self[f"called-{at}"], self[f"same-{at}"] if f"same-{at}" in self.fields else None

    @property
    def seats(self) -> Iterator[tuple[int, list[forms.BoundField]]]:
        """By game the fields of the seats for which the file has no name."""
        blanks = (at for at, blank in self.shown if blank)
        fields = ((self.asked.blanks[at].number, self[f"sat-{at}"]) for at in blanks)
        for number, some in groupby(fields, lambda found: found[0]):
            yield number, [field for _number, field in some]

    def said(self) -> Said:
        """Who the people of this page are."""
        data, asked = self.cleaned_data, self.asked
        called = {
            asked.names[at]: data[f"called-{at}"] or asked.names[at]
            for at, blank in self.shown
            if not blank
        }
        called |= {name: asked.near[name].name for name, _at in self._same()}
        sat = {asked.blanks[at].key: data[f"sat-{at}"] for at, blank in self.shown if blank}
        return Said(called, sat)

    def choice(self, said: Said, *, only_good: bool) -> Choice:
        """``said``: who everybody is, of all pages."""
        data = self.cleaned_data
        day = data.get("day")
        return Choice(
            season=self.seasons.get(data.get("season") or 0),
            other_rules=data.get("other_rules", False),
            called=said.called,
            sat=said.sat,
            guests=data.get("guests", False),
            when=day and timezone.make_aware(datetime.combine(day, time(12))),
            only_good=only_good,
        )

    def filled(self) -> dict[str, Any]:
        """What stands in it, as if it were sent."""
        return {field.html_name: field.value() for field in self}

    def refuse(self, error: ScoringError) -> None:
        """Show a refusal at its field."""
        self.add_error(error.field if error.field in self.fields else None, error_text(error))


def _called(name: str, said: str, hint: str) -> forms.CharField:
    """By which name somebody goes in the club: the one the club knows, or the one in the file."""
    return forms.CharField(
        max_length=LONGEST_NAME,
        required=False,
        label=name,
        initial=said,
        help_text=hint,
        widget=_name_input(),
    )


def _beside(near: Near) -> str:
    """That a name is new, and whom it may be meant for."""
    said = (
        gettext("New. The club has {player}.")
        if near.here
        else gettext("New. The file also has {player}.")
    )
    return said.format(player=near.name)


def _same(near: Near, *, same: bool) -> forms.BooleanField:
    """Whether a new name is somebody who is written nearly so."""
    return forms.BooleanField(
        required=False, label=gettext("It is {player}").format(player=near.name), initial=same
    )


def _sat(blank: Blank, said: str) -> forms.CharField:
    """Who sat where the file has no name; nobody, until somebody says so."""
    score = "" if blank.score is None else figures.score(exact(blank.score))
    return forms.CharField(
        max_length=LONGEST_NAME,
        required=False,
        label=listed((part for part in (blank.name, score) if part), gettext),
        initial=said,
        widget=_name_input(),
    )


def _name_input() -> forms.TextInput:
    return forms.TextInput(attrs={"list": "players", "autocomplete": "off", "spellcheck": "false"})


class TokenForm(forms.Form):
    """What a new key of the interface is for."""

    name = forms.CharField(
        max_length=60,
        label=_("What it is for"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "sentences"}),
    )
