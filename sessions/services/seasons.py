"""Seasons: what they rank by, their rules and the editions of these, teams, bonuses, the lock."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from scoring.errors import ScoringError
from scoring.game import integer
from scoring.varieties import variety as find_variety
from scoring.words import msgid
from sessions.models import Bonus, Club, Edition, Player, Season, Team, TeamPlayer
from sessions.services import standings
from sessions.services.amounts import whole
from sessions.services.games import new_game
from sessions.services.meanwhile import check_seen
from sessions.services.refusals import InTheWay, at_tables
from sessions.services.text import clean_line, folded
from sessions.services.trail import note

LONGEST_NAME = 60
LONGEST_REASON = 200
MOST_N = 1000
TWICE = timedelta(minutes=1)
"""Who gives the same again so soon has tapped twice."""
PLAYING = msgid("tables still play; end or void them first")
RANKED_OVER_N = (Season.Ranking.BEST, Season.Ranking.STREAK)


@dataclass(frozen=True, slots=True)
class Setup:
    """What an organiser says of a season. ``place_points`` as ``Season.place_points``."""

    name: str
    starts: date | None = None
    ends: date | None = None
    ranking: str = Season.Ranking.SUM
    ranking_n: int | None = None
    minimum_games: int = 0
    ties: str = Season.Ties.SHARE
    place_points: Mapping[str, Sequence[int]] | None = None
    public: bool = False


@dataclass(frozen=True, slots=True)
class Rules:
    """Rules of one variety, as a form or a record gives them."""

    variety: str
    preset: str | None = None
    options: Mapping[str, Any] | None = None
    note: str = ""


@transaction.atomic
def make_season(
    club: Club, user: Any, setup: Setup, rules: Iterable[Rules] = (), *, alike: bool = False
) -> Season:
    """A new season. ``ScoringError`` at ``name``, ``ends``, ``ranking_n``, ``place_points``,
    ``variety``, ``preset`` or ``options.…``. ``alike``: beside another of the same name, as a club
    has them that was packed before these were refused."""
    standings.hold(club.pk)
    season = Season(club=club)
    _set(season, setup)
    if not alike:
        _check_free(season)
    season.slug = free_slug(club, season.name)
    season.save()
    note(club, user, "season.made", season, after=facts(season))
    for given in rules:
        _add_edition(season, user, given)
    return season


@transaction.atomic
def change_season(season: Season, user: Any, setup: Setup, seen: str | None = None) -> None:
    """Change what was said of a season; where it ranks otherwise, all of it is worked out anew.
    ``seen``: the stamp of ``facts`` as the page showed them. Errors as for a new one,
    ``ScoringError`` where it is locked, ``Meanwhile`` where somebody else has changed it since."""
    hold(season)
    before = facts(season)
    check_seen(seen, before)
    counted_by, ranked_by = season.place_points, (season.ranking, season.ranking_n)
    _set(season, setup)
    if folded(season.name) != folded(before["name"]):
        _check_free(season)
    season.save()
    if season.place_points != counted_by:
        standings.revalue(season)
    elif (season.ranking, season.ranking_n) != ranked_by:
        standings.rerank(season)
    note(season.club, user, "season.changed", season, before, facts(season))


def _set(season: Season, setup: Setup) -> None:
    season.name = clean_line(setup.name, "name", LONGEST_NAME)
    if not season.name:
        raise ScoringError("name", "a season needs a name")
    if setup.starts and setup.ends and setup.ends < setup.starts:
        raise ScoringError("ends", "is before the start")
    if setup.ranking in RANKED_OVER_N and not 1 <= (setup.ranking_n or 0) <= MOST_N:
        raise ScoringError("ranking_n", "must be {low} to {high}", low=1, high=MOST_N)
    season.starts, season.ends, season.public = setup.starts, setup.ends, setup.public
    season.ranking, season.ties = setup.ranking, setup.ties
    season.ranking_n = setup.ranking_n if setup.ranking in RANKED_OVER_N else None
    season.minimum_games = setup.minimum_games
    season.place_points = _place_points(season, setup.place_points)


def _check_free(season: Season) -> None:
    """No list could tell two of one name apart; one that is off the list is in nobody's way."""
    name = folded(season.name)
    others = season.club.seasons.filter(deleted=None).exclude(pk=season.pk).order_by("pk")
    if other := next((other for other in others if folded(other.name) == name), None):
        raise InTheWay("name", "there is a season {name} already", (other,), name=other.name)


def _place_points(
    season: Season, given: Mapping[str, Sequence[int]] | None
) -> dict[str, list[int]] | None:
    """Points for every number of players the season's tables have; none needs one kind of game."""
    if given is None:
        if season.pk is not None:
            _check_alike(set(season.editions.values_list("variety_key", flat=True)))
        return None
    table = {}
    for count, points in given.items():
        if not isinstance(points, list | tuple) or count != str(len(points)):
            raise ScoringError("place_points", "give one figure for each of the {n} players",
                               n=count)  # fmt: skip
        table[count] = [integer(figure, "place_points") for figure in points]
    if season.pk is not None:
        for edition in season.editions.all():
            _check_covered(table, edition.variety_key, edition.rules)
    return table


def _check_alike(varieties: Collection[str]) -> None:
    """Totals of different games are no figures of one kind."""
    if len(varieties) > 1:
        raise ScoringError("place_points", "different games are ranked by points of places alone")


def _check_covered(table: Mapping[str, Any] | None, variety: str, rules: Mapping[str, Any]) -> None:
    kind = find_variety(variety)
    count = kind.players(kind.rules(None, rules))
    if table is not None and str(count) not in table:
        raise ScoringError("place_points", "give points for tables of {n} players", n=count)


def facts(season: Season) -> dict[str, Any]:
    """What can be changed of a season, for the trail."""
    keys = ("name", "ranking", "ranking_n", "minimum_games", "ties", "place_points", "public")
    dates = {key: getattr(season, key) and str(getattr(season, key)) for key in ("starts", "ends")}
    return {**{key: getattr(season, key) for key in keys}, **dates}


def free_slug(club: Club, name: str) -> str:
    """The name in an address, unlike that of any other season of the club."""
    wanted = slugify(name)[:LONGEST_NAME].strip("-") or f"season-{secrets.token_hex(3)}"
    if wanted not in TAKEN and not club.seasons.filter(slug=wanted).exists():
        return wanted
    return f"{wanted[:50]}-{secrets.token_hex(3)}"


TAKEN = frozenset({"new"})
"""Addresses beside those of the seasons."""


def hold(season: Season) -> None:
    """Hold the season's club until the transaction ends, and refuse where it is locked.
    ``season`` is then what the database has."""
    standings.hold(season.club_id)
    season.refresh_from_db()
    if season.locked is not None:
        raise ScoringError("", standings.LOCKED)


# -- rules --------------------------------------------------------------------------------------


@transaction.atomic
def add_edition(season: Season, user: Any, rules: Rules, seen: str | None = None) -> Edition:
    """New rules from now on; games keep those they were started under. ``ScoringError`` at
    ``variety``, ``preset``, ``options.…``, ``note``, or at nothing where the latest are the same
    or the season is locked. ``seen``: the stamp of ``rules_of`` as the page showed them;
    ``Meanwhile`` where somebody else has changed them since."""
    hold(season)
    check_seen(seen, rules_of(season, rules.variety))
    return _add_edition(season, user, rules)


def _add_edition(season: Season, user: Any, rules: Rules) -> Edition:
    frozen = new_game(rules.variety, rules.preset, rules.options or {})
    _check_covered(season.place_points, frozen.variety_key, frozen.rules)
    if season.place_points is None:
        others = season.editions.values_list("variety_key", flat=True)
        _check_alike({*others, frozen.variety_key})
    latest = latest_edition(season, frozen.variety_key)
    if latest is not None and latest.rules == frozen.rules:
        raise ScoringError("", "these are the rules already")
    edition = Edition.objects.create(
        season=season,
        variety_key=frozen.variety_key,
        number=1 if latest is None else latest.number + 1,
        preset=frozen.preset,
        rules=frozen.rules,
        note=clean_line(rules.note, "note", LONGEST_REASON),
    )
    was = {} if latest is None else latest.rules
    now = frozen.rules
    gone = {key: value for key, value in was.items() if now.get(key) != value}
    come = {key: value for key, value in now.items() if was.get(key) != value}
    if gone:
        gone["variety"] = frozen.variety_key
    come["variety"] = frozen.variety_key
    note(season.club, user, "season.rules", season, gone, come)
    return edition


def latest_edition(season: Season, variety: str) -> Edition | None:
    """The rules the next table of this variety is played by."""
    return season.editions.filter(variety_key=variety).order_by("-number").first()


def rules_of(season: Season, variety: str) -> dict[str, Any]:
    """The rules the next table of this variety is played by, empty where there are none."""
    edition = latest_edition(season, variety)
    return {} if edition is None else edition.rules


# -- finishing ----------------------------------------------------------------------------------


@transaction.atomic
def lock(season: Season, user: Any) -> None:
    """The season is finished: nothing in it changes any more. ``ScoringError`` while a table still
    plays."""
    hold(season)
    playing = at_tables(season.games.all())
    if playing:
        raise InTheWay("", PLAYING, playing)
    season.locked = timezone.now()
    guests = season.club.players.filter(guest=True).order_by("pk")
    season.guests = list(guests.values_list("pk", flat=True))
    season.save(update_fields=("locked", "guests"))
    note(season.club, user, "season.locked", season)


@transaction.atomic
def unlock(season: Season, user: Any) -> None:
    """Open a finished season again."""
    Season.objects.filter(pk=season.pk).update(locked=None, guests=None)
    season.locked = season.guests = None
    note(season.club, user, "season.opened", season)


@transaction.atomic
def delete(season: Season, user: Any) -> None:
    """Out of sight; everything of it is kept. ``ScoringError`` while a table still plays."""
    standings.hold(season.club_id)
    playing = at_tables(season.games.all())
    if playing:
        raise InTheWay("", PLAYING, playing)
    season.deleted = timezone.now()
    season.save(update_fields=("deleted",))
    note(season.club, user, "season.deleted", season)


@transaction.atomic
def undelete(season: Season, user: Any) -> None:
    """Back in sight. ``ScoringError`` where another has got its name meanwhile."""
    standings.hold(season.club_id)
    _check_free(season)
    season.deleted = None
    season.save(update_fields=("deleted",))
    note(season.club, user, "season.restored", season)


# -- teams --------------------------------------------------------------------------------------


@transaction.atomic
def set_team(
    season: Season,
    user: Any,
    name: str,
    players: Sequence[Player],
    team: Team | None = None,
    seen: str | None = None,
) -> Team:
    """A team and who is in it; whoever was in another leaves that one. ``seen``: the stamp of
    ``team_facts`` as the page showed them. ``ScoringError`` at ``name`` or ``players``, or where
    the team was taken away meanwhile; ``Meanwhile`` where somebody else has changed it."""
    hold(season)
    if team is not None:
        _check_there(team)
        check_seen(seen, team_facts(team))
    clean = clean_line(name, "name", LONGEST_NAME)
    if not clean:
        raise ScoringError("name", "a team needs a name")
    others = season.teams.exclude(pk=team.pk) if team else season.teams.all()
    if others.filter(name=clean).exists():
        raise ScoringError("name", "there is a team {name} already", name=clean)
    before = None if team is None else team_facts(team)
    team = team or Team(season=season)
    team.name = clean
    team.save()
    TeamPlayer.objects.filter(season=season, player__in=players).delete()
    team.members.all().delete()
    TeamPlayer.objects.bulk_create(
        TeamPlayer(team=team, season=season, player=player) for player in players
    )
    note(season.club, user, "season.team", season, before, team_facts(team))
    return team


def _check_there(team: Team) -> None:
    try:
        team.refresh_from_db()
    except Team.DoesNotExist:
        raise ScoringError("", "somebody else has taken this team away") from None


def team_facts(team: Team) -> dict[str, Any]:
    """What can be changed of a team."""
    return {"team": team.name, "players": sorted(team.members.values_list("player", flat=True))}


@transaction.atomic
def remove_team(team: Team, user: Any, seen: str | None = None) -> None:
    """The team is no more; its players' results stay. Errors as for changing it."""
    hold(team.season)
    _check_there(team)
    check_seen(seen, team_facts(team))
    note(team.season.club, user, "season.team", team.season, team_facts(team), None)
    team.delete()


# -- bonuses and penalties ----------------------------------------------------------------------


@transaction.atomic
def give(season: Season, user: Any, player: Player, amount: Fraction, reason: str) -> Bonus:
    """Points an organiser gives, or takes where they are negative. ``ScoringError`` at ``amount``
    or ``reason``, also where they have just given the same: a key tapped twice."""
    hold(season)
    clean = clean_line(reason, "reason", LONGEST_REASON)
    if not clean:
        raise ScoringError("reason", "say why")
    if not amount:
        raise ScoringError("amount", "say how many points")
    number, unit = whole(amount)
    just = season.bonuses.filter(created__gt=timezone.now() - TWICE, deleted=None, created_by=user)
    if just.filter(player=player, amount=number, unit=unit, reason=clean).exists():
        raise ScoringError("reason", "the same was given a moment ago")
    bonus = Bonus.objects.create(
        season=season, player=player, amount=number, unit=unit, reason=clean, created_by=user
    )
    note(season.club, user, "season.bonus", season, None, _bonus_facts(bonus))
    return bonus


@transaction.atomic
def take_back(bonus: Bonus, user: Any) -> None:
    """A bonus or penalty was a mistake."""
    hold(bonus.season)
    bonus.deleted = timezone.now()
    bonus.save(update_fields=("deleted",))
    note(bonus.season.club, user, "season.bonus", bonus.season, _bonus_facts(bonus), None)


def _bonus_facts(bonus: Bonus) -> dict[str, Any]:
    points = str(Fraction(bonus.amount, bonus.unit))
    return {"player": bonus.player_id, "points": points, "reason": bonus.reason}
