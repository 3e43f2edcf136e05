"""A club night: what it is played by, who comes, how it is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from scoring.errors import ScoringError
from scoring.varieties import VARIETIES
from scoring.words import headed
from sessions.draws import Custom
from sessions.forms.fields import AmountField
from sessions.models import Club, Draw, Evening, Season
from sessions.services.evenings import LONGEST_NAME, Setup
from sessions.services.people import LONGEST_NAME as LONGEST_PLAYER
from sessions.words import error_text

MONEY = {"inputmode": "decimal", "class": "figure", "autocomplete": "off"}


class NightForm(forms.Form):
    """An evening's day, rules and money. The rules are a season's or a preset's."""

    day = forms.DateField(
        label=_("Day"),
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )
    rules = forms.ChoiceField(label=_("Rules of the tables"))
    name = forms.CharField(
        max_length=LONGEST_NAME,
        required=False,
        label=_("Name of the evening"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "sentences"}),
    )
    fee = AmountField(
        max_length=24,
        required=False,
        label=_("Table fee"),
        help_text=_("What each guest pays for the evening."),
        widget=forms.TextInput(attrs=MONEY),
    )
    rate = AmountField(
        max_length=24,
        required=False,
        label=_("Money for a point"),
        help_text=_("Only where the rules have no money: then the points are paid at this rate."),
        widget=forms.TextInput(attrs=MONEY),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        club: Club,
        evening: Evening | None = None,
        **kw: Any,
    ) -> None:
        super().__init__(data, **kw)
        self.evening = evening
        self.seasons = {
            season.pk: season
            for season in club.seasons.filter(locked=None, deleted=None).prefetch_related(
                "editions"
            )
        }
        self.fields["rules"].choices = list(rule_choices(self.seasons.values()))  # type: ignore[attr-defined]

    def setup(self) -> Setup:
        """What was chosen. Own options stay while the preset does."""
        data = self.cleaned_data
        where, variety, key = data["rules"].split(":")
        own = where == "own"
        before = self.evening
        same = (
            before
            and not before.season_id
            and (variety, key) == (before.variety_key, before.preset)
        )
        return Setup(
            day=data["day"],
            name=data["name"],
            season=None if own else self.seasons[int(key)],
            variety=variety,
            preset=key if own else None,
            options=before.options if before and same else None,
            fee=data["fee"] or 0,
            rate=data["rate"],
        )

    def refuse(self, error: ScoringError) -> None:
        """Show a refusal at its field."""
        at = {"season": "rules", "preset": "rules", "variety": "rules"}.get(
            error.field, error.field
        )
        self.add_error(at if at in self.fields else None, error_text(error))


def chosen_rules(evening: Evening) -> str:
    """What ``NightForm.rules`` has chosen for this evening."""
    if evening.season_id:
        return f"season:{evening.variety_key}:{evening.season_id}"
    return f"own:{evening.variety_key}:{evening.preset}"


def rule_choices(seasons: Iterable[Season]) -> Iterable[tuple[str, list[tuple[str, str]]]]:
    """The seasons by their games, then every preset of every game."""
    of_seasons = [
        (f"season:{key}:{season.pk}", headed(season.name, gettext(VARIETIES[key].name), gettext))
        for season in seasons
        for key in dict.fromkeys(edition.variety_key for edition in season.editions.all())
        if key in VARIETIES
    ]
    if of_seasons:
        yield gettext("Season"), of_seasons
    for key, kind in VARIETIES.items():
        yield (
            gettext(kind.name),
            [
                (
                    f"own:{key}:{preset.key}",
                    headed(gettext(kind.name), pgettext("ruleset", preset.name), gettext),
                )
                for preset in kind.presets.values()
            ],
        )


class GuestsForm(forms.Form):
    """Who has come: players of the club, and new names, one a line."""

    players = forms.TypedMultipleChoiceField(
        coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )
    names = forms.CharField(
        max_length=LONGEST_PLAYER * 50,
        required=False,
        label=_("Someone new"),
        help_text=_("One name a line."),
        widget=forms.Textarea(attrs={"rows": 2, "autocapitalize": "words", "spellcheck": "false"}),
    )

    def __init__(self, data: Any, *, known: Sequence[tuple[int, str]]) -> None:
        super().__init__(data)
        players: Any = self.fields["players"]
        players.choices = known

    def lines(self) -> list[str]:
        return [line for line in self.cleaned_data["names"].splitlines() if line.strip()]


HINTS = {
    Draw.Kind.BALANCED: _("who has met least"),
    Draw.Kind.RANDOM: _("tables and seats by chance"),
    Draw.Kind.STANDING: _("the best at the first table"),
    Draw.Kind.SNAKE: _("by standing, dealt out"),
    Draw.Kind.ROTATION: _("who sat out comes in"),
    Draw.Kind.CHOSEN: _("to be put right by hand"),
}


class DrawForm(forms.Form):
    """How the next tables are drawn."""

    kind = forms.ChoiceField(
        label=_("How"),
        choices=(
            (Draw.Kind.BALANCED, _("Balanced")),
            (Draw.Kind.RANDOM, _("By lot")),
            (Draw.Kind.STANDING, _("By standing")),
            (Draw.Kind.SNAKE, _("Even tables")),
            (Draw.Kind.ROTATION, _("Change after a game")),
            (Draw.Kind.CHOSEN, _("As listed")),
        ),
        initial=Draw.Kind.BALANCED,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose how to draw.")},
    )
    custom = forms.ChoiceField(
        label=_("Who makes room"),
        choices=(
            (Custom.ORDER, _("everybody in turn")),
            (Custom.LAST, _("the last")),
            (Custom.FIRST, _("the first")),
            (Custom.SECOND, _("the second")),
        ),
        required=False,
        initial=Custom.ORDER,
    )

    def __init__(self, data: Any = None, *, rotates: bool) -> None:
        """``rotates``: there was a turn, and someone waits to come in."""
        super().__init__(data)
        self.rotates = rotates
        if not rotates:
            field: Any = self.fields["kind"]
            field.choices = [choice for choice in field.choices if choice[0] != Draw.Kind.ROTATION]

    def kinds(self) -> Iterator[tuple[Any, str]]:
        """Every key with what it does in a few words."""
        for radio in self["kind"]:
            yield radio, str(HINTS[Draw.Kind(radio.data["value"])])

    def chosen(self) -> tuple[Draw.Kind, Custom]:
        return Draw.Kind(self.cleaned_data["kind"]), Custom(
            self.cleaned_data["custom"] or Custom.ORDER
        )


class SwapForm(forms.Form):
    """Two who change places before the tables start."""

    one = forms.TypedChoiceField(coerce=int, label=_("Swap"))
    other = forms.TypedChoiceField(coerce=int, label=_("with"))

    def __init__(self, data: Any = None, *, everybody: Sequence[tuple[int, str]]) -> None:
        super().__init__(data)
        fields: Any = self.fields
        for field in fields.values():
            field.choices = everybody
        if data is None and len(everybody) > 1:
            self.initial["other"] = everybody[1][0]
