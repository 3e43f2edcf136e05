"""A whole club in one file: packed here, opened in an empty club elsewhere.

JSON Lines: first the club with its people, seasons and evenings (``jantaku.club/1``), then a line
for every game, which is a game record with what only its club knows of it. People are numbers in
the first line's list, so that no name needs to be unlike another. Accounts, keys and the trail stay
where they are; standings, statistics and ratings follow from the games and are worked out anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import JSONField, Model
from django.utils.dateparse import parse_datetime

from scoring.errors import ScoringError
from scoring.game import integer
from scoring.game import replay as play_through
from scoring.logs.found import MOST_LOG, lines, too_large
from scoring.strict_json import loads
from sessions.models import (
    Alias,
    Bonus,
    Club,
    Draw,
    Edition,
    Evening,
    Game,
    Guest,
    Job,
    Player,
    Season,
    Seat,
    Team,
    TeamPlayer,
)
from sessions.services import jobs, ratings
from sessions.services.bulk import Feats, Ready, bring_in, hidden, throw_away, write_hidden
from sessions.services.document import play_document
from sessions.services.exchange import document_of, export_game, game_of, names_of, read_record
from sessions.services.games import new_game
from sessions.services.imports import ASK, AT_A_TIME, RATE, READ, SHOW, WRITE
from sessions.services.people import clean_name
from sessions.services.rows import update_many
from sessions.services.seasons import Setup, make_season
from sessions.services.text import TURNS, check_text, folded
from sessions.services.trail import note

FORMAT = "jantaku.club/1"
MOST_GAMES = 100_000
MOST_HEAD, MOST_PARTS = 8 * 1024 * 1024, 1_000_000
"""Everything but the games, read at once. A list of nothing takes thirty times its two letters."""
CHUNK = 200

SEASON = (
    "name", "slug", "starts", "ends", "ranking", "ranking_n", "minimum_games", "ties",
    "place_points", "public", "locked", "deleted", "created",
)  # fmt: skip
EDITION = ("variety_key", "number", "preset", "rules", "note", "created")
BONUS = ("amount", "unit", "reason", "created", "deleted")
EVENING = (
    "name", "day", "variety_key", "preset", "options", "fee", "fee_unit", "rate", "rate_unit",
    "closed", "deleted", "created",
)  # fmt: skip
GUEST = ("went", "paid", "paid_amount", "paid_unit")
DRAW = ("number", "kind", "started", "created")
GAME = ("draw", "table_number", "played", "created", "voided", "void_reason")
Json = dict[str, Any]


# -- packing --------------------------------------------------------------------------------------


def pack(club: Club) -> Iterator[Json]:
    """The club, line by line."""
    people = list(club.players.filter(merged_into=None).order_by("pk").prefetch_related("aliases"))
    numbers = {player.pk: number for number, player in enumerate(people)}
    seasons = list(club.seasons.order_by("pk"))
    evenings = list(club.evenings.order_by("pk"))
    games = Game.objects.filter(club=club).order_by("pk")
    yield {
        "format": FORMAT,
        "name": club.name,
        "about": club.about,
        "games": games.count(),
        "players": [_player(player) for player in people],
        "seasons": [_season(season, numbers) for season in seasons],
        "evenings": [_evening(evening, seasons, numbers) for evening in evenings],
    }
    rows = ("seats__player", "substitutions__player", "rounds")
    found = games.select_related("club", "season", "edition_of").prefetch_related(*rows)
    for game in found.iterator(CHUNK):
        yield _game(game, seasons, evenings, numbers)


def _told(row: Model, fields: Sequence[str]) -> Json:
    """Some fields as JSON: a moment as ISO 8601."""
    values = {name: getattr(row, name) for name in fields}
    return {
        name: value.isoformat() if hasattr(value, "isoformat") else value
        for name, value in values.items()
    }


def _player(player: Player) -> Json:
    told = _told(player, ("name", "guest", "left", "anonymous", "created"))
    return {**told, "aliases": [alias.name for alias in player.aliases.all()]}


def _season(season: Season, numbers: Mapping[int, int]) -> Json:
    bonuses = season.bonuses.order_by("pk")
    return {
        **_told(season, SEASON),
        "guests": sorted(numbers[pk] for pk in season.guests or () if pk in numbers),
        "editions": [_told(one, EDITION) for one in season.editions.order_by("pk")],
        "teams": [
            {
                "name": team.name,
                "players": sorted(
                    numbers[pk] for pk in team.members.values_list("player", flat=True)
                ),
            }
            for team in season.teams.order_by("pk")
        ],
        "bonuses": [{**_told(one, BONUS), "player": numbers[one.player_id]} for one in bonuses],
    }


def _evening(evening: Evening, seasons: Sequence[Season], numbers: Mapping[int, int]) -> Json:
    return {
        **_told(evening, EVENING),
        "season": _place(seasons, evening.season_id),
        "guests": [
            {**_told(guest, GUEST), "player": numbers[guest.player_id]}
            for guest in evening.guests.order_by("pk")
        ],
        "draws": [
            {
                **_told(draw, DRAW),
                "tables": [[numbers[pk] for pk in table] for table in draw.tables],
                "resting": [numbers[pk] for pk in draw.resting],
            }
            for draw in evening.draws.order_by("number")
        ],
    }


def _place(rows: Sequence[Model], pk: int | None) -> int | None:
    return next((place for place, row in enumerate(rows) if row.pk == pk), None)


def _game(
    game: Game, seasons: Sequence[Season], evenings: Sequence[Evening], numbers: Mapping[int, int]
) -> Json:
    edition = game.edition_of
    return {
        "game": export_game(game),
        "people": [numbers[seat.player_id] for seat in game.seats.all()],
        "substitutes": [numbers[row.player_id] for row in game.substitutions.all()],
        "season": _place(seasons, game.season_id),
        "edition": edition and edition.number,
        "evening": _place(evenings, game.evening_id),
        **_told(game, GAME),
        "edited": [row.number for row in game.rounds.all() if row.edited],
        "signed": [seat.signed and seat.signed.isoformat() for seat in game.seats.all()],
    }


# -- beginning ------------------------------------------------------------------------------------


def is_parcel(text: str) -> bool:
    """Whether the first line is that of a packed club."""
    return FORMAT in text[:200]


@transaction.atomic
def from_text(club: Club, user: Any, text: str, file: str = "") -> Job:
    """Begin to open a packed club, from a file of this name. ``ScoringError`` at ``file`` where the
    club is not empty."""
    check_empty(club)
    if next(islice(lines(text), MOST_GAMES + 1, None), None) is not None:
        raise ScoringError("file", "at most {n} games at a time", n=MOST_GAMES)
    games = lines(text)
    head = next(games, "")
    if len(head) > MOST_HEAD or sum(map(head.count, "[{,")) > MOST_PARTS:
        raise too_large(MOST_HEAD, "file")
    job = jobs.begin(WORK, club, user, [file], {"head": _head(loads(head))})
    job.kept = {"phase": READ}
    jobs.add_items(job, ({"text": _no_longer(line)} for line in games), MOST_GAMES)
    return job


def _no_longer(line: str) -> str:
    if len(line) > MOST_LOG:
        raise too_large(MOST_LOG, "file")
    return line


def check_empty(club: Club) -> None:
    """A club is opened in one that has nothing yet: nothing needs to be told apart then."""
    there = (club.games, club.players, club.seasons, club.evenings)
    if any(rows.exists() for rows in there):
        raise ScoringError("file", "this is a whole club: open it in a new one that is empty")


def _head(data: Any) -> Json:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ScoringError("format", "must be {format}", format=FORMAT)
    for name in ("players", "seasons", "evenings"):
        if not isinstance(data.get(name), list):
            raise ScoringError(name, "must be a list")
        _check_told(data[name], name)
    return data


def _check_told(data: Any, at: str) -> None:
    """Nothing that no database keeps. A season's notes may have several lines."""
    if isinstance(data, str):
        for line in data.splitlines():
            check_text(line.replace("\t", " "), at)
    elif isinstance(data, Mapping):
        for key, value in data.items():
            check_text(key, at)
            _check_told(value, f"{at}.{key}")
    elif isinstance(data, list):
        for index, value in enumerate(data):
            _check_told(value, f"{at}.{index}")


# -- reading --------------------------------------------------------------------------------------


def _read(job: Job) -> None:
    """Every game is played through; the rest is made and unmade, to see whether it can be."""
    if not job.done:
        with transaction.atomic():
            _Unpacked(job, _hidden_players(job))
            transaction.set_rollback(True)
    after = list(job.items.filter(number__gt=job.done)[:AT_A_TIME])
    items = []
    for item in jobs.in_time(after):
        try:
            item.given = {"line": _line(job, loads(item.given["text"]))}
        except ScoringError as error:
            raise ScoringError(
                "file", "game {n}: {reason}", n=item.number, reason=str(error)
            ) from None
        items.append(item)
    update_many(items, ("given",))
    job.done += len(items)
    if job.done == job.total:
        job.kept, job.state = {"phase": ASK}, Job.State.WAITING


def _line(job: Job, data: Any) -> Json:
    """A game's line, checked. The record's own replay is checked with it."""
    if not isinstance(data, dict):
        raise ScoringError("", "a game must be an object")
    record = read_record(data.get("game"))
    game_of(record)
    names = names_of(record)
    people = [*_numbers(job, data, "people"), *_numbers(job, data, "substitutes")]
    if len(people) != len(names):
        raise ScoringError("people", "name {n} players, by starting wind", n=len(names))
    seats = len(record.players)
    if len(set(people[:seats])) < seats:
        raise ScoringError("people", "two of this table would be one player")
    play_through(record.variety, record.rules, record.rounds, record.start, record.chips)
    head = job.given["head"]
    for name, rows in (("season", head["seasons"]), ("evening", head["evenings"])):
        if data.get(name) is not None:
            integer(data[name], name, 0, len(rows) - 1)
    _made(Game, data, GAME, "game")
    for index, moment in enumerate(_list(data.get("signed"), "signed")):
        _moment(moment, f"signed.{index}")
    for number in _list(data.get("edited"), "edited"):
        integer(number, "edited", 1, len(record.rounds))
    return {**data, "names": names}


def _numbers(job: Job, data: Mapping[str, Any], at: str) -> list[int]:
    most = len(job.given["head"]["players"]) - 1
    return [integer(number, at, 0, most) for number in _list(data.get(at), at)]


def _list(data: Any, at: str) -> list[Any]:
    if not isinstance(data, list):
        raise ScoringError(at, "must be a list")
    return data


def _moment(text: Any, at: str) -> Any:
    """A moment, or none. ``ScoringError`` at ``at``."""
    if text is None:
        return None
    try:
        found = parse_datetime(text) if isinstance(text, str) else None
    except ValueError:
        found = None
    if found is None or found.tzinfo is None:
        raise ScoringError(at, "must be a time with its zone, as 2026-11-30T19:00:00+09:00")
    return found


def _made(model: type[Model], data: Any, fields: Sequence[str], at: str, **more: Any) -> Any:
    """A row out of JSON, checked as its model wants it, not saved. What is JSON in the row itself
    the rules check. Rows that belong to it are ``more``."""
    if not isinstance(data, Mapping):
        raise ScoringError(at, "must be an object")
    row = model(**{name: _told_field(data[name], name, at) for name in fields if name in data},
                **more)  # fmt: skip
    others = {
        field.name
        for field in model._meta.fields
        if field.name not in fields or isinstance(field, JSONField)
    }
    try:
        row.clean_fields(exclude=others)
    except ValidationError as error:
        name, said = next(iter(error.message_dict.items()))
        raise ScoringError(f"{at}.{name}", "{reason}", reason=said[0]) from None
    return row


def _told_field(value: Any, name: str, at: str) -> Any:
    """A field as it may be kept: no database knows that nothing is divided by nothing, or that a
    mark turns all that stands after it."""
    if name.endswith("unit") and value is not None:
        return integer(value, f"{at}.{name}", 1)
    return value.translate(TURNS) if isinstance(value, str) else value


# -- the rest of the club -------------------------------------------------------------------------


class _Unpacked:
    """People, seasons and evenings of a packed club, made within a transaction."""

    def __init__(self, job: Job, people: Sequence[int]) -> None:
        self.club, self.user, self.head = job.club, job.user, job.given["head"]
        self.people = people
        self.seasons = [
            self._season(told, f"seasons.{n}") for n, told in enumerate(self.head["seasons"])
        ]
        self.evenings = [
            self._evening(told, f"evenings.{n}") for n, told in enumerate(self.head["evenings"])
        ]

    def _person(self, data: Any, at: str) -> int:
        return self.people[integer(data, at, 0, len(self.people) - 1)]

    def _season(self, told: Any, at: str) -> Season:
        read = _made(Season, told, SEASON, at)
        if not isinstance(read.place_points, Mapping | None):
            raise ScoringError(f"{at}.place_points", "must be an object")
        try:
            season = make_season(self.club, self.user, _setup(read), alike=True)
        except ScoringError as error:
            raise error.at(at) from None
        for index, edition in enumerate(_list(told.get("editions"), f"{at}.editions")):
            _edition(season, edition, f"{at}.editions.{index}")
        for index, team in enumerate(_list(told.get("teams"), f"{at}.teams")):
            self._team(season, team, f"{at}.teams.{index}")
        for index, bonus in enumerate(_list(told.get("bonuses"), f"{at}.bonuses")):
            row = _made(Bonus, bonus, BONUS, f"{at}.bonuses.{index}")
            player = self._person(bonus.get("player"), f"{at}.bonuses.{index}.player")
            row.season, row.player_id, created = season, player, row.created
            row.save()
            Bonus.objects.filter(pk=row.pk).update(created=created)
        return season

    def finish(self) -> None:
        """What holds a season shut comes last."""
        for season, told in zip(self.seasons, self.head["seasons"], strict=True):
            read = _made(Season, told, SEASON, "seasons")
            guests = _list(told.get("guests", []), "seasons.guests")
            kept = [self._person(number, "seasons.guests") for number in guests]
            Season.objects.filter(pk=season.pk).update(
                slug=read.slug,
                locked=read.locked,
                guests=kept if read.locked and "guests" in told else None,
                deleted=read.deleted,
                created=read.created,
            )

    def _team(self, season: Season, told: Any, at: str) -> None:
        team = _made(Team, told, ("name",), at)
        team.season = season
        team.save()
        TeamPlayer.objects.bulk_create(
            TeamPlayer(team=team, season=season, player_id=self._person(number, at))
            for number in _list(told.get("players"), f"{at}.players")
        )

    def _evening(self, told: Any, at: str) -> Evening:
        row: Evening = _made(Evening, told, EVENING, at)
        new_game(row.variety_key, row.preset or None, row.options)
        row.club, created = self.club, row.created
        if told.get("season") is not None:
            row.season = self.seasons[integer(told["season"], at, 0, len(self.seasons) - 1)]
        row.save()
        Evening.objects.filter(pk=row.pk).update(created=created)
        for guest in _list(told.get("guests"), f"{at}.guests"):
            player = self._person(guest.get("player"), f"{at}.guests")
            _made(Guest, guest, GUEST, f"{at}.guests", evening=row, player_id=player).save()
        for draw in _list(told.get("draws"), f"{at}.draws"):
            self._draw(row, draw, f"{at}.draws")
        return row

    def _draw(self, evening: Evening, told: Any, at: str) -> None:
        row = _made(Draw, told, DRAW, at)
        row.evening, created = evening, row.created
        row.tables = [
            [self._person(number, at) for number in _list(table, at)]
            for table in _list(told.get("tables"), at)
        ]
        row.resting = [self._person(number, at) for number in _list(told.get("resting"), at)]
        row.save()
        Draw.objects.filter(pk=row.pk).update(created=created)


def _setup(season: Season) -> Setup:
    names = ("name", "starts", "ends", "ranking", "ranking_n", "minimum_games", "ties",
             "place_points", "public")  # fmt: skip
    return Setup(**{name: getattr(season, name) for name in names})


def _edition(season: Season, told: Any, at: str) -> None:
    row = _made(Edition, told, EDITION, at)
    try:
        row.rules = new_game(row.variety_key, None, row.rules).rules
    except ScoringError as error:
        raise error.at(at) from None
    row.season, created = season, row.created
    row.save()
    Edition.objects.filter(pk=row.pk).update(created=created)


def _hidden_players(job: Job) -> list[int]:
    """The people of the club, by their numbers, out of sight."""
    rows = [
        _made(Player, told, ("name", "guest", "left", "anonymous"), f"players.{number}")
        for number, told in enumerate(job.given["head"]["players"])
    ]
    for number, row in enumerate(rows):
        row.name = clean_name(row.name, f"players.{number}.name")
        row.seen = folded(row.name)
    return [row.pk for row in Player.objects.bulk_create(rows, batch_size=jobs.BATCH)]


# -- writing --------------------------------------------------------------------------------------


@transaction.atomic
def decide(job: Job) -> Job:
    """Open it. ``ScoringError`` where the club is no longer empty."""
    held = jobs.held(job)
    if held.state == Job.State.WAITING:
        check_empty(held.club)
        held.done, held.state, held.kept = 0, Job.State.RUNNING, {"phase": WRITE}
        held.save()
    return held


def _write(job: Job) -> None:
    if "people" not in job.kept:
        job.kept["people"] = _hidden_players(job)
    items = list(job.items.filter(number__gt=job.done)[:AT_A_TIME])
    ready = [(item, _ready(item.given["line"], job.kept["people"])) for item in jobs.in_time(items)]
    feats = write_hidden([one for _, one in ready])
    for (item, one), of_game in zip(ready, feats, strict=True):
        item.kept = {"game": one.game.pk, "feats": of_game}
    update_many([item for item, _ in ready], ("kept",))
    job.done += len(ready)
    if job.done == job.total:
        job.kept["phase"] = SHOW


def _ready(line: Mapping[str, Any], people: Sequence[int]) -> Ready:
    record = read_record(line["game"])
    game = game_of(record)
    numbers = [*line["people"], *line["substitutes"]]
    by_name = {name: people[number] for name, number in zip(line["names"], numbers, strict=True)}
    document = replace(document_of(record, by_name), edited=tuple(line["edited"]))
    played = play_document(game, document, strict=True)
    if played.state.finished:
        game.status = Game.Status.CLOSED
    return Ready(game, document, played)


# -- all at once ----------------------------------------------------------------------------------


def _show(job: Job) -> None:
    check_empty(job.club)
    _people_in(job)
    rest = _Unpacked(job, job.kept["people"])
    feats: dict[int, Feats] = {}
    lines: dict[int, Mapping[str, Any]] = {}
    for item in job.items.order_by("number").iterator(CHUNK):
        feats[item.kept["game"]] = item.kept["feats"]
        lines[item.kept["game"]] = item.given["line"]
    games = hidden(feats)
    editions = {
        (one.season_id, one.variety_key, one.number): one
        for one in Edition.objects.filter(season__in=rest.seasons)
    }
    for game in games:
        _place_game(game, lines[game.pk], rest, editions)
    bring_in(job.club, games, feats, also=("evening", *GAME))
    _sign(games, lines)
    rest.finish()
    Club.objects.filter(pk=job.club_id, about="").update(about=str(job.given["head"]["about"]))
    note(job.club, job.user, "club.imported", job.club, after={"games": len(games)})
    job.items.all().delete()
    job.given = jobs.only_files(job)
    job.kept = {"phase": RATE, "games": len(games), "players": len(job.kept["people"])}


def _people_in(job: Job) -> None:
    """The hidden players are the club's, with what else was told of them."""
    people = job.kept["people"]
    Player.objects.filter(pk__in=people, club=None).update(club=job.club)
    aliases = []
    for pk, told in zip(people, job.given["head"]["players"], strict=True):
        created = _moment(told.get("created"), "players")
        if created is not None:
            Player.objects.filter(pk=pk).update(created=created)
        for name in _list(told.get("aliases"), "players"):
            clean = clean_name(str(name), "players")
            aliases.append(Alias(player_id=pk, name=clean, seen=folded(clean)))
    Alias.objects.bulk_create(aliases, batch_size=jobs.BATCH)


def _place_game(
    game: Game, line: Mapping[str, Any], rest: _Unpacked, editions: Mapping[Any, Edition]
) -> None:
    told = _made(Game, line, GAME, "game")
    created = told.created or game.created
    for name in GAME:
        setattr(game, name, getattr(told, name))
    game.created = created
    if not game.finished or game.played is None:
        game.played = created if game.finished else None
    if line["season"] is not None:
        game.season = rest.seasons[line["season"]]
        game.edition_of = editions.get((game.season.pk, game.variety_key, line.get("edition")))
    if line["evening"] is not None:
        game.evening = rest.evenings[line["evening"]]


def _sign(games: Sequence[Game], lines: Mapping[int, Mapping[str, Any]]) -> None:
    """Who had agreed to a result."""
    signed = {
        (game.pk, index): moment
        for game in games
        for index, moment in enumerate(lines[game.pk]["signed"])
        if moment is not None
    }
    rows = Seat.objects.filter(game__in={game for game, _ in signed})
    for row in (changed := list(rows)):
        row.signed = _moment(signed.get((row.game_id, row.index)), "signed")
    update_many(changed, ("signed",))


def _rate(job: Job) -> None:
    if not ratings.advance(job.club):
        job.state = Job.State.DONE


def _drop(job: Job) -> None:
    if job.kept["phase"] in (WRITE, SHOW):
        games = job.items.filter(kept__game__isnull=False).values_list("kept__game", flat=True)
        throw_away(list(games), job.kept.get("people", ()))
    job.items.all().delete()
    job.given = jobs.only_files(job)


_PHASES = {READ: _read, WRITE: _write, SHOW: _show, RATE: _rate}


def _step(job: Job) -> None:
    _PHASES[job.kept["phase"]](job)


WORK = jobs.Work(kind="parcel", step=_step, drop=_drop)
