"""A club night: what it is played by, who is there, who has settled up. See ``turns`` for its
draws and tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from scoring.errors import ScoringError
from scoring.game import Score
from scoring.options import read_amount, write_value
from scoring.varieties import variety as find_variety
from sessions.models import Club, Evening, Game, Guest, Player, Season
from sessions.services.amounts import plain, whole
from sessions.services.games import new_game
from sessions.services.meanwhile import check_seen
from sessions.services.people import clean_name, members
from sessions.services.season_games import NOTHING_PLAYED, OFF_THE_LIST
from sessions.services.seasons import latest_edition
from sessions.services.standings import LOCKED
from sessions.services.text import clean_line
from sessions.services.trail import note

LONGEST_NAME = 60
MOST_GUESTS = 200
MOST_MONEY = 1_000_000


class EveningClosed(Exception):
    """The evening is over: nothing in it changes until it is opened again."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What an evening is played for and by. Own rules count where there is no season."""

    day: date
    name: str = ""
    season: Season | None = None
    variety: str = ""
    preset: str | None = None
    options: Mapping[str, Any] | None = None
    fee: Score | str = 0
    rate: Score | str | None = None


@transaction.atomic
def make_evening(club: Club, user: Any, setup: Setup) -> Evening:
    """A new evening. ``ScoringError`` at ``name``, ``season``, ``variety``, ``preset``,
    ``options.…``, ``fee`` or ``rate``."""
    evening = _set(Evening(club=club), setup)
    evening.save()
    note(club, user, "evening.made", evening)
    return evening


@transaction.atomic
def set_up(evening: Evening, user: Any, setup: Setup, seen: str | None = None) -> None:
    """Change what the next tables are played by, the fee, the name. Tables that were started keep
    their rules. ``seen``: the stamp of ``facts`` as the page showed them. Errors as for a new
    evening, ``Meanwhile`` where somebody else has changed it since."""
    touch(evening)
    evening.refresh_from_db()
    before = facts(evening)
    check_seen(seen, before)
    _set(evening, setup).save()
    note(evening.club, user, "evening.changed", evening, before, facts(evening))


def _set(evening: Evening, setup: Setup) -> Evening:
    evening.name = clean_line(setup.name, "name", LONGEST_NAME)
    evening.day, evening.season = setup.day, setup.season
    kind = find_variety(setup.variety)
    evening.variety_key, evening.preset = kind.key, setup.preset or kind.default_preset
    evening.options = dict(setup.options or {})
    evening.fee, evening.fee_unit = _money(setup.fee, "fee")
    evening.rate, evening.rate_unit = None, 1
    if setup.rate is not None:
        evening.rate, evening.rate_unit = _money(setup.rate, "rate")
    rules = new_table(evening).rules
    evening.options = rules if evening.season is None else {}
    return evening


def _money(amount: Score | str, at: str) -> tuple[int, int]:
    exact = read_amount(amount, at)
    if exact > MOST_MONEY or exact.denominator > MOST_MONEY:
        raise ScoringError(at, "at most {n}", n=MOST_MONEY)
    return whole(exact)


def facts(evening: Evening) -> dict[str, Any]:
    """What the trail says of it; of its own rules only what has changed will be seen."""
    return {
        "day": str(evening.day),
        "name": evening.name,
        "season": evening.season and evening.season.name,
        "variety": evening.variety_key,
        "preset": evening.preset,
        "fee": write_value(evening.fee_amount),
        "rate": write_value(evening.rate_amount),
        **evening.options,
    }


def new_table(evening: Evening) -> Game:
    """A game as the evening's next tables are played, not saved: by its season's latest edition,
    else by its own rules. ``ScoringError`` at ``season`` where that has no rules for it or takes no
    games."""
    season = evening.season
    if season is None:
        return new_game(evening.variety_key, evening.preset, evening.options)
    if season.locked or season.deleted:
        raise ScoringError("season", LOCKED if season.locked else OFF_THE_LIST)
    edition = latest_edition(season, evening.variety_key)
    if edition is None:
        raise ScoringError("season", NOTHING_PLAYED)
    return new_game(edition.variety_key, edition.preset or None, edition.rules)


def seats(evening: Evening) -> int:
    """How many sit at one of its tables."""
    game = new_table(evening)
    return game.variety.players(game.frozen_rules())


# -- the evening as a whole -----------------------------------------------------------------------


def touch(evening: Evening) -> None:
    """The first statement of every change: whoever changes an evening at the same time waits, and
    every board of it looks again."""
    still_open = Evening.objects.filter(pk=evening.pk, closed=None, deleted=None)
    if not still_open.update(pulse=F("pulse") + 1):
        raise EveningClosed


@transaction.atomic
def close(evening: Evening, user: Any) -> None:
    """The evening is over. Games that still go on are played to their end all the same."""
    touch(evening)
    evening.draws.filter(started=None).delete()
    evening.closed = timezone.now()
    evening.save(update_fields=("closed",))
    note(evening.club, user, "evening.closed", evening)


@transaction.atomic
def reopen(evening: Evening, user: Any) -> None:
    """Go on after all."""
    evening.closed = None
    evening.save(update_fields=("closed",))
    touch(evening)
    note(evening.club, user, "evening.reopened", evening)


@transaction.atomic
def delete(evening: Evening, user: Any) -> None:
    """Take it out of the lists; its games stay what they are."""
    Evening.objects.filter(pk=evening.pk).update(deleted=timezone.now(), pulse=F("pulse") + 1)
    note(evening.club, user, "evening.deleted", evening)


@transaction.atomic
def restore(evening: Evening, user: Any) -> None:
    """Put it back into the lists."""
    Evening.objects.filter(pk=evening.pk).update(deleted=None, pulse=F("pulse") + 1)
    note(evening.club, user, "evening.restored", evening)


# -- guests ---------------------------------------------------------------------------------------


@transaction.atomic
def welcome(
    evening: Evening, players: Iterable[int], names: Sequence[str] = (), *, by: Any = None
) -> None:
    """These players of the club have come (back), and these by name; a name the club does not know
    becomes a new player. ``ScoringError`` at ``names``."""
    touch(evening)
    clean = [clean_name(name, "names") for name in names]
    by_name = members(evening.club, clean)
    known = evening.club.players.filter(pk__in=players, merged_into=None).order_by("pk")
    come = [*known.values_list("pk", flat=True), *(by_name[name] for name in clean)]
    evening.guests.filter(player__in=come).update(went=None)
    there = set(evening.guests.values_list("player", flat=True))
    new = [player for player in dict.fromkeys(come) if player not in there]
    if len(there) + len(new) > MOST_GUESTS:
        raise ScoringError("names", "at most {n} guests", n=MOST_GUESTS)
    guests = [Guest(evening=evening, player_id=player) for player in new]
    Guest.objects.bulk_create(guests, ignore_conflicts=True)
    note(evening.club, by, "evening.came", evening, after={"players": list(dict.fromkeys(come))})


@transaction.atomic
def say_goodbye(evening: Evening, player: int, *, by: Any = None) -> None:
    """A guest goes home: is drawn no more. One who has neither played nor paid was never there."""
    touch(evening)
    guests = evening.guests.filter(player=player)
    played = Q(seats__player=player) | Q(substitutions__player=player)
    if evening.games.filter(played).exists() or guests.filter(paid__isnull=False).exists():
        guests.update(went=timezone.now())
    else:
        guests.delete()
    note(evening.club, by, "evening.went", evening, after={"player": player})


@transaction.atomic
def part_with(player: Player, *, by: Any = None) -> None:
    """Somebody is to be forgotten: they go home from every evening, and what was drawn with them
    and has not begun is drawn anew."""
    there = Guest.objects.filter(player=player, went=None)
    still_open = Evening.objects.filter(guests__in=there, closed=None, deleted=None)
    for evening in still_open.order_by("pk"):
        say_goodbye(evening, player.pk, by=by)
        for drawn in evening.draws.filter(started=None):
            if player.pk in {*drawn.resting, *chain.from_iterable(drawn.tables)}:
                drawn.delete()
    there.update(went=timezone.now())


@transaction.atomic
def settle_up(evening: Evening, player: int, balance: Score | None, *, by: Any = None) -> None:
    """A guest has paid, or been paid, this balance; ``None`` takes it back. Also after closing."""
    amount, unit = (0, 1) if balance is None else whole(balance)
    evening.guests.filter(player=player).update(
        paid=None if balance is None else timezone.now(), paid_amount=amount, paid_unit=unit
    )
    Evening.objects.filter(pk=evening.pk).update(pulse=F("pulse") + 1)
    kind = "evening.unpaid" if balance is None else "evening.paid"
    said = {} if balance is None else {"amount": plain(balance)}
    note(evening.club, by, kind, evening, after={"player": player, **said})
