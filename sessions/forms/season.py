"""Seasons: what they rank by, who plays where, results from paper, teams, points given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils import timezone
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from scoring.errors import ScoringError
from scoring.options import read_amount
from scoring.varieties import VARIETIES
from sessions.forms.fields import AmountField, FigureField, ShapeField
from sessions.models import Player, Season
from sessions.services.seasons import LONGEST_NAME, LONGEST_REASON, MOST_N, Rules, Setup
from sessions.words import error_text

TITLE = {"autocomplete": "off", "autocapitalize": "sentences"}
DATE = {"type": "date"}
DAY_FORMAT = "%Y-%m-%d"
MINUTE = "%Y-%m-%dT%H:%M"
MOST_PLAYERS = 4


def _day(label: Any) -> forms.DateField:
    return forms.DateField(
        label=label,
        required=False,
        input_formats=[DAY_FORMAT],
        widget=forms.DateInput(format=DAY_FORMAT, attrs=DATE),
    )


class Refusing(forms.Form):
    """A form that shows an engine's or a service's refusal at its field."""

    ELSEWHERE: Mapping[str, str] = {}

    def refuse(self, error: ScoringError, said: str = "") -> None:
        """At the field the error names, else above the form. ``said``: where the page says more
        than the error."""
        field = self.ELSEWHERE.get(error.field, error.field).replace(".", "")
        self.add_error(field if field in self.fields else None, said or error_text(error))


class SeasonForm(Refusing):
    """What is said of a season."""

    ELSEWHERE = {"place_points": "points4"}

    name = forms.CharField(
        max_length=LONGEST_NAME, label=_("Name"), widget=forms.TextInput(attrs=TITLE)
    )
    starts = _day(_("First day"))
    ends = _day(_("Last day"))
    ranking = forms.ChoiceField(
        label=_("Ranked by"),
        choices=(
            (Season.Ranking.SUM, _("the sum of all games")),
            (Season.Ranking.AVERAGE, _("the average of all games")),
            (Season.Ranking.BEST, _("the best games")),
            (Season.Ranking.STREAK, _("the best run of games in a row")),
        ),
        initial=Season.Ranking.SUM,
        widget=forms.RadioSelect,
    )
    ranking_n = FigureField(
        label=_("Games that count"),
        required=False,
        minimum=1,
        maximum=MOST_N,
        help_text=_(
            "How many. With 8, each player’s best eight count, or the best eight in a row."
        ),
    )
    minimum_games = FigureField(
        label=_("Games needed to be ranked"),
        required=False,
        minimum=0,
        maximum=10_000,
        help_text=_("Whoever has played fewer stands below the others, without a rank."),
    )
    ties = forms.ChoiceField(
        label=_("With the same points"),
        choices=(
            (Season.Ties.SHARE, _("both have the same rank")),
            (Season.Ties.FIRSTS, _("more first places are ahead")),
            (Season.Ties.FEWER, _("fewer games are ahead")),
        ),
        initial=Season.Ties.SHARE,
        widget=forms.RadioSelect,
    )
    points4 = ShapeField(
        label=_("Tables of four"),
        required=False,
        max_length=60,
        help_text=_("First to last, as 50, 10, -10, -50. Empty: the games’ own points."),
    )
    points3 = ShapeField(label=_("Tables of three"), required=False, max_length=60)
    public = forms.BooleanField(
        required=False,
        label=_("Anyone may see it"),
        help_text=_(
            "Without the tick only members do. Strangers see it where the club is public, too."
        ),
    )

    @property
    def by_place(self) -> list[BoundField]:
        """The points of the places."""
        return [self["points4"], self["points3"]]

    @property
    def has_place_points(self) -> bool:
        """Whether something stands there, or is wrong there."""
        return any(field.errors or field.value() for field in self.by_place)

    def clean_points4(self) -> list[int] | None:
        return self._points("points4", 4)

    def clean_points3(self) -> list[int] | None:
        return self._points("points3", 3)

    def _points(self, name: str, count: int) -> list[int] | None:
        points = self.cleaned_data[name]
        if points is None or points == "":
            return None
        if (
            not isinstance(points, list)
            or len(points) != count
            or not all(isinstance(figure, int) for figure in points)
        ):
            raise forms.ValidationError(gettext("Give {n} figures.").format(n=count))
        return points

    def setup(self) -> Setup:
        data = self.cleaned_data
        points = {"4": data.get("points4"), "3": data.get("points3")}
        table = {count: figures for count, figures in points.items() if figures}
        return Setup(
            name=data["name"],
            starts=data["starts"],
            ends=data["ends"],
            ranking=data["ranking"],
            ranking_n=data["ranking_n"],
            minimum_games=data["minimum_games"] or 0,
            ties=data["ties"],
            place_points=table or None,
            public=data["public"],
        )

    @staticmethod
    def typed(season: Season) -> dict[str, Any]:
        """A season as the form shows it."""
        points = season.place_points or {}
        keys = ("name", "starts", "ends", "ranking", "ranking_n", "minimum_games", "ties", "public")
        given = {key: getattr(season, key) for key in keys}
        return {**given, "points4": points.get("4"), "points3": points.get("3")}


class NewSeasonForm(SeasonForm):
    """With the rules each kind of game begins with."""

    def __init__(self, data: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        for key, kind in VARIETIES.items():
            presets = [
                (preset.key, pgettext("ruleset", preset.name)) for preset in kind.presets.values()
            ]
            self.fields[f"rules_{key}"] = forms.ChoiceField(
                choices=[("", gettext("not played")), *presets],
                label=gettext(kind.name),
                required=False,
            )
        self.order_fields(["name", *(f"rules_{key}" for key in VARIETIES)])

    @property
    def played(self) -> list[BoundField]:
        """By which rules each kind of game begins."""
        return [self[f"rules_{key}"] for key in VARIETIES]

    def rules(self) -> list[Rules]:
        chosen = {key: self.cleaned_data.get(f"rules_{key}") for key in VARIETIES}
        return [Rules(key, preset) for key, preset in chosen.items() if preset]

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        chosen = [key for key in VARIETIES if data.get(f"rules_{key}")]
        if not chosen:
            self.add_error(f"rules_{next(iter(VARIETIES))}", gettext("Choose what is played."))
        return data


# -- who plays ----------------------------------------------------------------------------------


class SeatsForm(Refusing):
    """The club's players by seat, as ``seats`` calls them, East first."""

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        seats: Sequence[str],
        players: Sequence[Player],
        **kwargs: Any,
    ) -> None:
        super().__init__(data, **kwargs)
        self.count = len(seats)
        self.people = {player.pk: player for player in players}
        choices = [("", gettext("choose …")), *((p.pk, p.name) for p in players)]
        for number, label in enumerate(seats):
            self.fields[f"players{number}"] = forms.TypedChoiceField(
                choices=choices, coerce=int, label=label
            )

    @property
    def seats(self) -> list[BoundField]:
        return [self[f"players{seat}"] for seat in range(self.count)]

    def chosen(self) -> list[Player]:
        return [self.people[self.cleaned_data[f"players{seat}"]] for seat in range(self.count)]


class TableForm(SeatsForm):
    """A table of the season."""

    mode = forms.ChoiceField(
        choices=(
            ("written", _("As written")),
            ("drawn", _("Draw the seats")),
        ),
        initial="written",
        required=False,
        widget=forms.RadioSelect,
    )
    title = forms.CharField(
        max_length=60,
        required=False,
        label=_("Name of the table"),
        widget=forms.TextInput(attrs=TITLE),
    )


class MomentField(forms.DateTimeField):
    """A day and a time, in the club's own."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateTimeInput(format=MINUTE, attrs={"type": "datetime-local"})
        super().__init__(input_formats=[MINUTE, f"{MINUTE}:%S"], widget=widget, **kwargs)

    def to_python(self, value: Any) -> datetime | None:
        """A year that calendars of people have."""
        try:
            moment = super().to_python(value)
        except OverflowError:
            moment = None
        if value and (moment is None or not 1900 <= moment.year < 2200):
            raise forms.ValidationError(gettext("This is no day anybody played."))
        return moment


def _now() -> datetime:
    return timezone.now().replace(second=0, microsecond=0)


class SumForm(Refusing):
    """Final scores by seat. A sum that is not right may be entered all the same."""

    anyway = forms.BooleanField(required=False, label=_("The sum is not right; enter it anyway"))
    off = False
    """Whether the sum was refused: only then is it asked."""
    count: int

    def scores(self) -> list[int]:
        return [self.cleaned_data[f"scores{seat}"] for seat in range(self.count)]

    def refuse(self, error: ScoringError, said: str = "") -> None:
        self.off = self.off or error.field == "scores"
        super().refuse(error, said)


class ResultForm(SumForm, SeatsForm):
    """Who played and their final scores, by seat."""

    def __init__(self, data: Mapping[str, Any] | None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        for seat in range(self.count):
            self.fields[f"scores{seat}"] = FigureField(label=gettext("Score"), signed=True)

    def rows(self) -> Iterator[tuple[BoundField, BoundField]]:
        for seat in range(self.count):
            yield self[f"players{seat}"], self[f"scores{seat}"]


class PaperForm(ResultForm):
    """Final scores from paper."""

    when = MomentField(label=_("Ended"), initial=_now)
    reason = forms.CharField(
        max_length=100, required=False, label=_("Remark"), widget=forms.TextInput(attrs=TITLE)
    )


class LinkForm(Refusing):
    """The link of a quick game."""

    link = forms.CharField(
        max_length=400,
        label=_("Link of the table"),
        help_text=_("The one that writes, as its phone has it."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


class MatchForm(Refusing):
    """Who the players of a quick game are in the club."""

    ELSEWHERE = {"rules": "other_rules"}

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        guests: Sequence[tuple[int, str]],
        players: Sequence[Player],
        known: Mapping[int, int],
        other_rules: bool,
    ) -> None:
        super().__init__(data)
        self.guests = guests
        self.people = {player.pk: player for player in players}
        choices = [(0, gettext("someone new")), *((p.pk, p.name) for p in players)]
        for pk, name in guests:
            self.fields[f"who{pk}"] = forms.TypedChoiceField(
                choices=choices, coerce=int, label=name, initial=known.get(pk, 0)
            )
        if other_rules:
            self.fields["other_rules"] = forms.BooleanField(
                required=False, label=gettext("Take it all the same, under its own rules")
            )

    def matched(self) -> dict[int, Player]:
        data = self.cleaned_data
        return {pk: self.people[data[f"who{pk}"]] for pk, _name in self.guests if data[f"who{pk}"]}


# -- what an organiser decides -------------------------------------------------------------------


class ReasonForm(Refusing):
    """Why a game is voided."""

    reason = forms.CharField(
        max_length=LONGEST_REASON, label=_("Why"), widget=forms.TextInput(attrs=TITLE)
    )


class WhenForm(Refusing):
    """When a game was played."""

    when = MomentField(label=_("Ended"))


class BonusForm(Refusing):
    """Points given, or taken where there is a minus."""

    player = forms.TypedChoiceField(coerce=int, label=_("Player"))
    amount = AmountField(
        max_length=24,
        label=_("Points"),
        help_text=_("With a minus they are taken away."),
        widget=forms.TextInput(attrs={"class": "figure", "autocomplete": "off"}),
    )
    reason = forms.CharField(
        max_length=LONGEST_REASON,
        label=_("Why"),
        help_text=_("Everybody can read it."),
        widget=forms.TextInput(attrs=TITLE),
    )

    def __init__(self, data: Mapping[str, Any] | None, *, players: Sequence[Player]) -> None:
        super().__init__(data)
        self.people = {player.pk: player for player in players}
        field: Any = self.fields["player"]
        field.choices = [("", gettext("choose …")), *((p.pk, p.name) for p in players)]

    def clean_amount(self) -> Fraction | None:
        text = str(self.cleaned_data["amount"]).replace("−", "-").replace("▲", "-")
        sign = -1 if text.startswith("-") else 1
        try:
            return sign * Fraction(read_amount(text.lstrip("+-").strip(), "amount"))
        except ScoringError as error:
            raise forms.ValidationError(error_text(error)) from None

    def chosen(self) -> Player:
        return self.people[self.cleaned_data["player"]]


class TeamForm(Refusing):
    """A team and who is in it."""

    name = forms.CharField(
        max_length=LONGEST_NAME, label=_("Name"), widget=forms.TextInput(attrs=TITLE)
    )
    players = forms.TypedMultipleChoiceField(
        coerce=int, required=False, label=_("Players"), widget=forms.CheckboxSelectMultiple
    )

    def __init__(
        self, data: Mapping[str, Any] | None, *, players: Sequence[Player], **kwargs: Any
    ) -> None:
        super().__init__(data, **kwargs)
        self.people = {player.pk: player for player in players}
        field: Any = self.fields["players"]
        field.choices = [(player.pk, player.name) for player in players]

    def chosen(self) -> list[Player]:
        return [self.people[pk] for pk in self.cleaned_data["players"]]


class NoteForm(Refusing):
    """Why the rules change."""

    note = forms.CharField(
        max_length=LONGEST_REASON,
        required=False,
        label=_("Why"),
        widget=forms.TextInput(attrs=TITLE),
    )
