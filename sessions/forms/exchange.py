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
from sessions.models import Club, Player, Season
from sessions.services.amounts import exact
from sessions.services.import_people import Blank, Choice
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
        names: Sequence[str],
        found: Mapping[str, Player],
        blanks: Sequence[Blank],
        undated: bool,
        typed: dict[str, Any] | None = None,
    ) -> None:
        """``likely``: the season the games are most likely of, ``others``: how many of them were
        played under other rules than its. ``typed``: what stood in the form when another page of
        games was asked for."""
        super().__init__(data, initial=typed)
        self.seasons = {season.pk: season for season in seasons}
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
        if not seasons:
            del self.fields["season"], self.fields["other_rules"]
        if not undated:
            del self.fields["day"]
        self.names = list(names)
        for number, name in enumerate(self.names):
            self.fields[f"called-{number}"] = _called(name, found.get(name))
        self.blanks = list(blanks)
        for number, blank in enumerate(self.blanks):
            self.fields[f"sat-{number}"] = _sat(blank)
        if not blanks:
            del self.fields["guests"]

    @property
    def people(self) -> list[forms.BoundField]:
        """The fields of the names in the file."""
        return [self[f"called-{number}"] for number in range(len(self.names))]

    @property
    def seats(self) -> Iterator[tuple[int, list[forms.BoundField]]]:
        """By game the fields of the seats for which the file has no name."""
        fields = ((one.number, self[f"sat-{at}"]) for at, one in enumerate(self.blanks))
        for number, some in groupby(fields, lambda found: found[0]):
            yield number, [field for _number, field in some]

    def choice(self, *, only_good: bool) -> Choice:
        data = self.cleaned_data
        day = data.get("day")
        return Choice(
            season=self.seasons.get(data.get("season") or 0),
            other_rules=data.get("other_rules", False),
            called={
                name: data[f"called-{number}"] or name for number, name in enumerate(self.names)
            },
            sat={
                (blank.number, blank.name): data[f"sat-{number}"]
                for number, blank in enumerate(self.blanks)
            },
            guests=data.get("guests", False),
            when=day and timezone.make_aware(datetime.combine(day, time(12))),
            only_good=only_good,
        )

    def refuse(self, error: ScoringError) -> None:
        """Show a refusal at its field."""
        self.add_error(error.field if error.field in self.fields else None, error_text(error))


def _called(name: str, known: Player | None) -> forms.CharField:
    """By which name somebody goes in the club: the one the club knows, or the one in the file."""
    return forms.CharField(
        max_length=LONGEST_NAME,
        required=False,
        label=name,
        initial=name if known is None else known.name,
        help_text=gettext("new in the club") if known is None else "",
        widget=forms.TextInput(
            attrs={"list": "players", "autocomplete": "off", "spellcheck": "false"}
        ),
    )


def _sat(blank: Blank) -> forms.CharField:
    """Who sat where the file has no name; nobody, until somebody says so."""
    score = "" if blank.score is None else figures.score(exact(blank.score))
    return forms.CharField(
        max_length=LONGEST_NAME,
        required=False,
        label=listed((part for part in (blank.name, score) if part), gettext),
        widget=forms.TextInput(
            attrs={"list": "players", "autocomplete": "off", "spellcheck": "false"}
        ),
    )


class TokenForm(forms.Form):
    """What a new key of the interface is for."""

    name = forms.CharField(
        max_length=60,
        label=_("What it is for"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "sentences"}),
    )
