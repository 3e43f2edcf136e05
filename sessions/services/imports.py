"""Games from a file into a club: read, shown, and then brought in all at once, or not at all.

A job goes through phases. It *reads* every game and plays it through, *asks* whether they may come
in and who their players are, *writes* them out of sight, and *shows* them: one transaction makes
them the club's. What is stopped before that leaves nothing; what comes twice is known by its id.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from scoring.errors import ScoringError
from scoring.game import Replay
from scoring.game import replay as play_through
from scoring.logs.found import pieces, read_piece
from scoring.record import GameRecord, write
from scoring.words import msgid
from sessions.models import Club, Edition, Game, Job, JobItem, Player, Season
from sessions.services import jobs, ratings
from sessions.services.amounts import plain, whole
from sessions.services.bulk import Feats, Ready, bring_in, hidden, throw_away, write_hidden
from sessions.services.document import MOST_ROUNDS, play_document
from sessions.services.exchange import (
    OTHER_GAME,
    check_same,
    document_of,
    game_of,
    names_of,
    read_record,
)
from sessions.services.import_people import (
    Choice,
    Said,
    Who,
    good_items,
    keep_said,
    who_is_who,
    who_of,
)
from sessions.services.people import find_players, save_new
from sessions.services.roster import add_alias
from sessions.services.rows import update_many
from sessions.services.season_games import NOTHING_PLAYED
from sessions.services.seasons import hold
from sessions.services.text import check_text, folded, seen
from sessions.services.trail import note
from sessions.services.unnamed import as_here, called_here

MOST_GAMES = 5000
"""In one file. A season of a large club has two thousand."""
AT_A_TIME = 60
"""Games fetched for a slice; it ends when its time is up."""

READ, ASK, WRITE, SHOW, RATE = "read", "ask", "write", "show", "rate"


# -- beginning ------------------------------------------------------------------------------------


def from_text(club: Club, user: Any, text: str) -> Job:
    """An import of game records and logs. ``ScoringError`` at ``file``."""
    return from_pieces(club, user, ({"text": piece} for piece in pieces(text)), [""])


@transaction.atomic
def from_pieces(
    club: Club, user: Any, given: Iterable[Mapping[str, Any]], files: Iterable[str] = ()
) -> Job:
    """An import of what is one game each: ``{"text": …}`` as ``scoring.logs.found`` cuts it,
    ``{"record": …}`` (of a table also ``{"sheet": True}``), or ``{"error": …}`` (``jobs.told``)
    where that is known already, with the ``players`` to show; each with the ``name`` of its file.
    ``files``: what all of them are called. ``ScoringError`` at ``file`` where it is too many."""
    job = jobs.begin(WORK, club, user, files)
    job.kept = {"phase": READ}
    jobs.add_items(job, given, MOST_GAMES)
    return job


# -- reading --------------------------------------------------------------------------------------


def _read(job: Job) -> None:
    items = []
    for item in jobs.in_time(_next(job, job.items.all())):
        _read_item(item)
        items.append(item)
    _compare(job, [item for item in items if not item.error])
    update_many(items, ("given", "kept", "error"))
    job.done = items[-1].number
    if job.done == job.total:
        job.kept, job.state = {"phase": ASK}, Job.State.WAITING


def _next(job: Job, items: QuerySet[JobItem]) -> list[JobItem]:
    """The next items of the job, in order. ``kept["at"]`` is the last that was dealt with."""
    after = job.kept.get("at", job.done)
    return list(items.filter(number__gt=after).order_by("number")[:AT_A_TIME])


def _read_item(item: JobItem) -> None:
    file = item.given.get("name", "")
    try:
        if "error" in item.given:
            item.kept = {"players": item.given.get("players", [])}
            raise jobs.error_of(item.given["error"])
        record = read_record(_data(item))
        item.kept = {"players": names_of(record)[: len(record.players)]}
        item.kept = {**_shown(record), "sheet": item.given.get("sheet", False)}
        # As it was read: what else stood there may be anything.
        item.given = {"record": write(replace(record, club=None, season=None))}
    except ScoringError as error:
        _refuse(item, error)
    item.kept["file"] = file


def _data(item: JobItem) -> Mapping[str, Any]:
    """The record of an item. A log that says otherwise than its record is refused, but shown."""
    if "record" in item.given:
        record: Mapping[str, Any] = item.given["record"]
        return record
    found = read_piece(item.given["text"], name=item.given.get("name", ""))
    if found.errors:
        with suppress(ScoringError):
            check_text(found.record, "")
            item.kept = {"players": list((found.record or {}).get("players", ()))}
        raise found.errors[0]
    return found.record or {}


def _refuse(item: JobItem, error: ScoringError) -> None:
    item.error = str(error)[:500]
    kept = {key: item.kept[key] for key in ("players", "file") if key in item.kept}
    item.kept = {**kept, "error": jobs.told(error)}


def _fingerprint(record: GameRecord) -> str:
    """An id for a record that brings none, so that the same file twice is the same games."""
    text = json.dumps(write(record), sort_keys=True)
    return f"import-{hashlib.sha256(text.encode()).hexdigest()[:24]}"


def _shown(record: GameRecord) -> dict[str, Any]:
    """What the page shows of a game that can come in. ``ScoringError`` where it cannot."""
    game = game_of(record)
    names = names_of(record)
    if len(record.rounds) > MOST_ROUNDS:
        raise ScoringError("rounds", "a game has at most {n} hands", n=MOST_ROUNDS)
    played = play_through(record.variety, record.rules, record.rounds, record.start, record.chips)
    _check_figures(played)
    return {
        "id": game.record_id or _fingerprint(record),
        "names": names,
        "players": names[: len(record.players)],
        "when": record.ended or record.started,
        "variety": record.variety.key,
        "rules": _stamp(game.rules),
        "hands": len(played.steps),
        **_ended(played),
    }


def _check_figures(played: Replay) -> None:
    """``ScoringError`` where a database could not keep them."""
    for won in (won for step in played.steps for won in step.wins):
        whole(won.points)
    if (end := played.settlement) is not None:
        for figure in (*end.scores, *end.total, *(end.money or ())):
            whole(figure, end.unit)


def _ended(played: Replay) -> dict[str, Any]:
    end = played.settlement
    if end is None:
        return {"scores": [plain(score) for score in played.state.scores], "finished": False}
    return {
        "scores": [plain(score) for score in end.scores],
        "totals": [plain(total) for total in end.total],
        "unit": end.unit,
        "places": list(end.places),
        "finished": True,
    }


def _compare(job: Job, items: Sequence[JobItem]) -> None:
    """Mark what the club has already; refuse an id that another game has, and one that stands in
    the file twice."""
    ids: dict[str, JobItem] = {}
    for item in items:
        first = ids.setdefault(item.kept["id"], item)
        if first is not item:
            _refuse(item, _twice(first.number))
    before = job.items.filter(number__lte=job.done, error="", kept__id__in=list(ids))
    for number, known in before.values_list("number", "kept__id"):
        _refuse(ids.pop(known), _twice(number))
    known_games = list(_known(job.club, list(ids)))
    names = {name for game in known_games for name in _item_of(game, ids).kept["names"]}
    found = find_players(job.club, names)
    for game in known_games:
        item = _item_of(game, ids)
        try:
            _check_known(game, item, found)
        except ScoringError as error:
            _refuse(item, error)
        else:
            item.kept["known"] = game.code


def _item_of(game: Game, ids: Mapping[str, JobItem]) -> JobItem:
    return ids[game.record_id or game.code]


def _check_known(game: Game, item: JobItem, found: Mapping[str, Player]) -> None:
    """The club has a game of this id: is it this one? Of a game in a table there is no more than
    who had what in the end. ``ScoringError`` at ``id``."""
    if not item.kept["sheet"]:
        check_same(game, as_here(read_record(item.given["record"]), game, found))
        return
    rows = list(game.results.select_related("player"))
    people = [row.player.name for row in rows]
    scores = [plain(Fraction(row.score, row.score_unit)) for row in rows]
    told = [
        called_here(name, there, found)
        for name, there in zip_longest(item.kept["players"], people, fillvalue="")
    ]
    if (people, scores) != (told, item.kept["scores"]):
        raise ScoringError("id", OTHER_GAME, id=item.kept["id"])


def _twice(number: int) -> ScoringError:
    return ScoringError("id", "comes twice: game {n} is the same", n=number)


def _known(club: Club, ids: Sequence[str]) -> Iterable[Game]:
    rows = ("seats__player", "substitutions__player", "rounds")
    games = club.games.prefetch_related(*rows).select_related("club")
    yield from games.filter(record_id__in=ids)
    yield from games.filter(code__in=ids, record_id=None)


# -- the answer -----------------------------------------------------------------------------------


def _chosen(job: Job) -> QuerySet[JobItem]:
    """Those of them that were not left out."""
    return good_items(job).filter(kept__out__isnull=True)


@transaction.atomic
def choose(
    job: Job, shown: Collection[int], ticked: Collection[int], said: Said | None = None
) -> Job:
    """Which of the good games that were shown, by number, are to come in, and who some of their
    people are. Of the others nothing was said."""
    held = jobs.held(job)
    if held.state != Job.State.WAITING:
        return held
    if said is not None:
        keep_said(held, said)
        held.save()
    changed = []
    for item in good_items(held).filter(number__in=shown):
        out = item.number not in ticked
        if out != ("out" in item.kept):
            item.kept = {**item.kept, "out": True} if out else _without(item.kept, "out")
            changed.append(item)
    update_many(changed, ("kept",))
    return held


def _without(kept: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in kept.items() if name != key}


@transaction.atomic
def decide(job: Job, user: Any, choice: Choice) -> Job:
    """Let the chosen games come in. ``ScoringError`` where there are wrong ones and nobody said to
    leave them, at ``season`` where it takes none, at ``other_rules`` where it wants to be asked, at
    ``guests`` where nobody said who sat there, at ``people`` where two at a table would be one."""
    held = jobs.held(job)
    if held.state != Job.State.WAITING:
        return held
    good = list(_chosen(held).order_by("number").values_list("number", "kept"))
    if not good:
        some = good_items(held).exists()
        raise ScoringError("", NONE_TICKED if some else "no game of it can come in")
    if held.items.exclude(error="").exists() and not choice.only_good:
        raise ScoringError("only_good", "some games cannot come in")
    if choice.season is not None:
        hold(choice.season)
        _check_season(choice, [kept for _, kept in good])
    who = who_is_who(held, choice, {number: kept["names"] for number, kept in good})
    found = find_players(held.club, who.everybody())
    for number, kept in good:
        _check_table(number, [who.at(number, name) for name in dict.fromkeys(kept["names"])], found)
    held.done, held.total, held.state = 0, len(good), Job.State.RUNNING
    held.kept = {
        "phase": WRITE,
        "at": 0,
        "season": choice.season and choice.season.pk,
        "called": who.called,
        "sat": who.sat,
        "guests": who.guests,
        "people": {name: found[name].pk for name in who.everybody() if name in found},
        "when": choice.when and choice.when.isoformat(),
        "known": held.items.filter(kept__known__isnull=False).count(),
        "left": held.items.filter(~Q(error="") | Q(kept__out__isnull=False)).count(),
    }
    held.save()
    return held


NONE_TICKED = msgid("tick at least one game")


def _check_season(choice: Choice, games: Sequence[Mapping[str, Any]]) -> None:
    season = choice.season
    assert season is not None  # noqa: S101 - only then is it asked
    editions = list(season.editions.all())
    played = {edition.variety_key for edition in editions}
    if not {game["variety"] for game in games} <= played:
        raise ScoringError("season", NOTHING_PLAYED)
    for count in {len(game["players"]) for game in games}:
        if season.place_points is not None and str(count) not in season.place_points:
            raise ScoringError("season", "this season has no points for {n} players", n=count)
    others = _others(editions, [game["rules"] for game in games])
    if others and not choice.other_rules:
        raise ScoringError(
            "other_rules", "games played under other rules than the season's: {n}", n=others
        )


def under_other_rules(job: Job, season: Season) -> int:
    """How many of the games that may come in were played under other rules than the season's."""
    return _others(season.editions.all(), good_items(job).values_list("kept__rules", flat=True))


def _others(editions: Iterable[Edition], stamps: Iterable[str]) -> int:
    rules = {_stamp(edition.rules) for edition in editions}
    return sum(stamp not in rules for stamp in stamps)


def _stamp(rules: Mapping[str, Any]) -> str:
    """The same for the same rules."""
    return hashlib.sha256(json.dumps(rules, sort_keys=True).encode()).hexdigest()[:16]


def _check_table(number: int, here: Sequence[str], found: Mapping[str, Player]) -> None:
    """Nobody sits at a table twice."""
    bearers = {found[name].pk if name in found else seen(name) for name in here}
    if len(bearers) < len(here):
        raise ScoringError("people", "game {n}: two of its players would be one", n=number)


# -- writing --------------------------------------------------------------------------------------


def _write(job: Job) -> None:
    if not _all_here(job):
        raise ScoringError("people", AGAIN)
    if "new" not in job.kept:
        job.kept["new"] = _newcomers(job)
    ids, who = {**job.kept["people"], **job.kept["new"]}, who_of(job)
    editions = _editions(_season(job))
    ready = [
        (item, _ready(item, _people(item, who, ids), job.kept["when"]))
        for item in jobs.in_time(_next(job, _chosen(job)))
    ]
    feats = write_hidden([one for _, one in ready])
    for (item, one), of_game in zip(ready, feats, strict=True):
        edition = editions.get(item.kept["rules"])
        item.kept |= {"game": one.game.pk, "feats": of_game, "edition": edition}
    update_many([item for item, _ in ready], ("kept",))
    job.kept["at"] = ready[-1][0].number
    job.done += len(ready)
    if job.done == job.total:
        job.kept["phase"] = SHOW


def _newcomers(job: Job) -> dict[str, int]:
    """Players for the names that are nobody's yet, out of sight, by name."""
    who = who_of(job)
    names = [name for name in who.everybody() if name not in job.kept["people"]]
    new = {seen(name): Player(name=name, guest=name in who.guests) for name in names}
    save_new(new.values())
    return {name: new[seen(name)].pk for name in names}


def _people(item: JobItem, who: Who, ids: Mapping[str, int]) -> dict[str, int]:
    """The players of one game by their names in it."""
    return {name: ids[who.at(item.number, name)] for name in item.kept["names"]}


def _season(job: Job) -> Season | None:
    pk = job.kept.get("season")
    return None if pk is None else Season.objects.select_related("club").get(pk=pk)


def _ready(item: JobItem, people: Mapping[str, int], when: str | None) -> Ready:
    record = read_record(item.given["record"])
    game = game_of(record)
    game.record_id = item.kept["id"]
    if when is not None and game.started is None and game.ended is None:
        game.started = game.ended = datetime.fromisoformat(when)
    document = document_of(record, people)
    played = play_document(game, document, strict=True)
    if played.state.finished:
        game.status = Game.Status.CLOSED
    return Ready(game, document, played)


def _editions(season: Season | None) -> dict[str, int]:
    """The season's rules by their stamp, the newest of the same."""
    if season is None:
        return {}
    return {_stamp(one.rules): one.pk for one in season.editions.order_by("number")}


# -- all at once ----------------------------------------------------------------------------------


def _show(job: Job) -> None:
    season = _season(job)
    if season is not None:
        hold(season)
    new: dict[str, int] = job.kept["new"]
    if find_players(job.club, new) or not _all_here(job):
        raise ScoringError("people", AGAIN)
    feats: dict[int, Feats] = {}
    played_by: dict[int, int] = {}
    ids: list[str] = []
    for kept in _chosen(job).values_list("kept", flat=True):
        feats[kept["game"]] = kept["feats"]
        ids.append(kept["id"])
        if kept["edition"] is not None:
            played_by[kept["game"]] = kept["edition"]
    if next(iter(_known(job.club, ids)), None) is not None:
        raise ScoringError("file", AGAIN)
    Player.objects.filter(pk__in=new.values(), club=None).update(club=job.club)
    games = hidden(feats)
    for game in games:
        game.season, game.edition_of_id = season, played_by.get(game.pk)
    bring_in(job.club, games, feats)
    _remember_names(job)
    newcomers = len(set(new.values()))
    told = {"games": len(feats), "players": newcomers, "season": season and season.name}
    note(job.club, job.user, "club.imported", job.club, after=told)
    job.items.all().delete()
    job.kept = {
        "phase": RATE,
        "games": len(feats),
        "players": newcomers,
        "rules": sorted({(game.variety_key, game.preset) for game in games}),
        **{key: job.kept[key] for key in ("known", "left", "season")},
    }


def _all_here(job: Job) -> bool:
    """Whether everybody whom the names mean is still a player of the club: merged and forgotten
    meanwhile, they would get games of somebody else, or their name back."""
    ids = set(job.kept["people"].values())
    here = Player.objects.filter(club=job.club, merged_into=None, anonymous=False)
    return len(ids & set(here.values_list("pk", flat=True))) == len(ids)


AGAIN = msgid("someone brought in the same games or players meanwhile; begin again with the file")


def _remember_names(job: Job) -> None:
    """A name that an organiser said is someone's is found by itself the next time."""
    people = {**job.kept["people"], **job.kept["new"]}
    players = Player.objects.in_bulk(people.values())
    for name, called in job.kept["called"].items():
        if folded(name) != folded(called):
            with suppress(ScoringError), transaction.atomic():
                add_alias(job.club, job.user, players[people[called]], name)


def _rate(job: Job) -> None:
    if not ratings.advance(job.club):
        job.state = Job.State.DONE


# -- the job --------------------------------------------------------------------------------------


def _step(job: Job) -> None:
    _PHASES[job.kept["phase"]](job)


def _drop(job: Job) -> None:
    """Nothing of it was shown; whatever was written goes."""
    if job.kept["phase"] in (WRITE, SHOW):
        games = job.items.filter(kept__game__isnull=False).values_list("kept__game", flat=True)
        throw_away(list(games), job.kept.get("new", {}).values())
    job.items.all().delete()


_PHASES = {READ: _read, WRITE: _write, SHOW: _show, RATE: _rate}
WORK = jobs.Work(kind="import", step=_step, drop=_drop)
