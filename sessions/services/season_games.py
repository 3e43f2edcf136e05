"""Games in a season: started at a table, taken over from a quick game, entered from paper; voided
and restored."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from scoring.errors import ScoringError
from scoring.game import LIMIT, integer
from scoring.words import msgid
from sessions.models import Change, Club, Game, Guest, Player, Season, Seat
from sessions.services import changes, standings
from sessions.services.document import Document, create, load, play_document, store_results
from sessions.services.games import new_game
from sessions.services.links import Keys, issue_derived
from sessions.services.meanwhile import check_seen
from sessions.services.people import clean_name, members
from sessions.services.refusals import InTheWay
from sessions.services.seasons import LONGEST_REASON, hold, latest_edition
from sessions.services.text import clean_line
from sessions.services.trail import note

OFF_THE_LIST = msgid("the season is off the list; put it back first")
NOTHING_PLAYED = "nothing is played in this season under rules of this game"


def table_of(season: Season, variety: str, title: str = "") -> Game:
    """A game under the season's rules, not saved yet. ``ScoringError`` at ``variety`` where the
    season has none, or at nothing where it takes no games."""
    _hold(season)
    edition = latest_edition(season, variety)
    if edition is None:
        raise ScoringError("variety", NOTHING_PLAYED)
    game = new_game(edition.variety_key, edition.preset or None, edition.rules, title)
    game.club, game.season, game.edition_of = season.club, season, edition
    return game


def _hold(season: Season) -> None:
    """As every change of a season; no game comes into one that nobody sees."""
    hold(season)
    if season.deleted is not None:
        raise ScoringError("", OFF_THE_LIST)


@transaction.atomic
def start_table(
    season: Season,
    user: Any,
    *,
    variety: str,
    players: Sequence[Player],
    title: str = "",
    random_seats: bool = False,
) -> tuple[Game, Keys]:
    """Start a table of the season; the club can show its keys again. ``players`` by seat.
    ``ScoringError`` at ``variety``,
    ``players``, ``players.<seat>`` or ``title``."""
    game = table_of(season, variety, title)
    people = _seated(game, players)
    if random_seats:
        secrets.SystemRandom().shuffle(people)
    keys = issue_derived(game)
    game.started = timezone.now()
    document = Document(players=tuple(player.pk for player in people))
    create(game, document, play_document(game, document))
    note(season.club, user, "game.started", game, after={"season": season.name})
    return game, keys


def _seated(game: Game, players: Sequence[Player]) -> list[Player]:
    """Those players, if they make a table."""
    return _club_people(game, players, game.variety.players(game.frozen_rules()))


def _club_people(game: Game, players: Sequence[Player], count: int) -> list[Player]:
    """Those, if they are so many different players of the game's club."""
    if len(players) != count:
        raise ScoringError("players", "this game needs {n} players", n=count)
    for index, player in enumerate(players):
        if player.club_id != game.club_id or player.merged_into_id is not None:
            raise ScoringError(f"players.{index}", "is no player of this club")
        if player in players[:index]:
            raise ScoringError(f"players.{index}", "{name} sits at the table already",
                               name=player.name)  # fmt: skip
    return list(players)


# -- from paper ---------------------------------------------------------------------------------


@transaction.atomic
def from_paper(
    season: Season,
    user: Any,
    *,
    variety: str,
    players: Sequence[Player],
    scores: Sequence[int],
    when: datetime,
    chips: Sequence[int] | None = None,
    anyway: bool = False,
    reason: str = "",
) -> Game:
    """A game of which only the final scores were written down: one correction from the start to
    them, and the end. ``ScoringError`` at ``scores`` where they do not add up and nobody said to
    enter them ``anyway``, at ``scores.<seat>``, at ``when`` where the same is there already (a form
    sent twice), or as for a table."""
    game = table_of(season, variety)
    people = _seated(game, players)
    figures, adjust = _written(game, scores, reason or FROM_PAPER, anyway)
    _check_new(season, people, figures, when)
    rounds = (adjust, {"type": "end", "reason": "agreed"})
    document = Document(
        players=tuple(player.pk for player in people),
        chips=None if chips is None else tuple(chips),
        rounds=rounds,
    )
    game.started = game.ended = when
    game.status = Game.Status.CLOSED
    create(game, document, play_document(game, document, strict=True))
    note(season.club, user, "game.entered", game, after={"season": season.name, "scores": figures})
    return game


def _check_new(
    season: Season, people: Sequence[Player], scores: Sequence[int], when: datetime
) -> None:
    """``season`` is held, so that of two who enter the same at once the second is told."""
    same = season.games.filter(ended=when, voided=None).prefetch_related("seats")
    for game in same:
        seated = [seat.player_id for seat in game.seats.all()]
        if game.scores == list(scores) and seated == [player.pk for player in people]:
            raise InTheWay("when", "this game is in already", (game,))


FROM_PAPER = "from paper"
"""The reason of the correction, where nobody gave a remark."""


def _written(
    game: Game, scores: Sequence[int], reason: str, anyway: bool
) -> tuple[list[int], dict[str, Any]]:
    """The scores, checked, and the correction that leads to them from the start."""
    first = game.variety.start(game.frozen_rules())
    figures = [
        integer(score, f"scores.{index}", -LIMIT, LIMIT) for index, score in enumerate(scores)
    ]
    deltas = [figure - int(before) for figure, before in zip(figures, first.scores, strict=True)]
    if sum(deltas) and not anyway:
        raise ScoringError(
            "scores",
            "the scores add up to {found}, not {expected}",
            found=sum(figures),
            expected=int(sum(first.scores)),
        )
    return figures, {"type": "adjust", "deltas": deltas, "reason": reason}


def is_from_paper(game: Game) -> bool:
    """Whether only the final scores are known of a game that is over: one correction, and the
    end. One query."""
    if not game.finished or game.hands:
        return False
    return [row.outcome["type"] for row in game.rounds.all()] == ["adjust", "end"]


@transaction.atomic
def correct_paper(
    game: Game,
    user: Any,
    players: Sequence[Player],
    scores: Sequence[int],
    *,
    anyway: bool = False,
    seen: str | None = None,
) -> None:
    """The paper said otherwise: who played, by seat, or the scores. ``ScoringError`` as for a
    result from paper, and at nothing where the game was played at a table or its season is locked.
    ``seen``: the stamp of ``facts`` as the page showed them; ``Meanwhile`` where somebody else was
    faster."""
    correct_people(game, user, players, seen=seen)
    opened = Game.objects.filter(pk=game.pk).update(status=Game.Status.OPEN)
    game.refresh_from_db()
    if not opened or not is_from_paper(game):
        raise ScoringError("", "someone else was faster: the page shows how it stands now")
    reason = game.rounds.get(number=1).outcome.get("reason") or FROM_PAPER
    _figures, adjust = _written(game, scores, reason, anyway)
    with suppress(changes.NothingToDo):
        edit = changes.replaced(1, adjust)
        changes.change(game, "paper", edit, version=game.version, token=None)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.CLOSED)
    game.status = Game.Status.CLOSED


# -- who played ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Played:
    """Somebody who played a game: from its beginning, or from hand ``from_round`` on."""

    player: int
    name: str
    from_round: int | None = None


def people_of(game: Game) -> list[Played]:
    """Everybody who sat at the table, once: by seat, then those who took over one."""
    found: dict[int, Played] = {}
    for pk, name in game.seats.values_list("player", "player__name"):
        found.setdefault(pk, Played(pk, name))
    rows = game.substitutions.values_list("player", "player__name", "from_round")
    for pk, name, number in rows:
        found.setdefault(pk, Played(pk, name, number))
    return list(found.values())


def facts(game: Game) -> dict[str, Any]:
    """What can be put right of a result: who played, and the scores of one from paper."""
    scores = game.scores if is_from_paper(game) else None
    return {"players": [item.player for item in people_of(game)], "scores": scores}


@transaction.atomic
def correct_people(
    game: Game, user: Any, players: Sequence[Player], *, seen: str | None = None
) -> None:
    """These played a club's game, in the order of ``people_of``: somebody was named wrongly, or two
    for each other. It is as if it had been so from the start: in the hands, the results and what
    undo brings back. Whoever agreed to the result is asked again. ``ScoringError`` at ``players``
    or ``players.<seat>``, at nothing where the season is locked; ``Meanwhile`` as for a result from
    paper."""
    Game.objects.filter(pk=game.pk).update(version=F("version") + 1, pulse=F("pulse") + 1)
    game.refresh_from_db()
    changes.check_unlocked(game)
    check_seen(seen, facts(game))
    before = [item.player for item in people_of(game)]
    after = [player.pk for player in _club_people(game, players, len(before))]
    if before == after:
        return
    game.changes.filter(state=Change.State.UNDONE).update(state=Change.State.DROPPED)
    _change_people(game, dict(zip(before, after, strict=True)))
    game.seats.update(signed=None)
    if game.evening is not None:
        guests = [Guest(evening=game.evening, player_id=pk) for pk in after]
        Guest.objects.bulk_create(guests, ignore_conflicts=True)
    if game.finished:
        _count_again(game)
    note(_club_of(game), user, "game.people", game, {"players": before}, {"players": after})


# -- a quick game becomes the club's ------------------------------------------------------------


@transaction.atomic
def adopt(
    season: Season,
    user: Any,
    game: Game,
    *,
    people: Mapping[int, Player],
    other_rules: bool = False,
) -> Game:
    """A quick game comes into the season. ``people``: which of the club's players each of its
    players (by id) is; whoever is left out comes into the club by their own name. ``ScoringError``
    at ``link`` where it cannot, at ``players`` where two are one, at ``rules`` where it was played
    under other rules and nobody said that they may differ."""
    _hold(season)
    game = Game.objects.select_for_update(of=("self",)).get(pk=game.pk)
    check_free(game)
    _check_rules(season, game, other_rules)
    match = _matched(season, [item.player for item in people_of(game)], people)
    _change_people(game, match)
    game.club, game.season = season.club, season
    edition = latest_edition(season, game.variety_key)
    game.edition_of = edition if edition is not None and edition.rules == game.rules else None
    game.version, game.pulse = game.version + 1, game.pulse + 1
    game.save(update_fields=("club", "season", "edition_of", "version", "pulse"))
    _count_again(game)
    note(season.club, user, "game.adopted", game, after={"season": season.name})
    return game


def check_free(game: Game) -> None:
    """``ScoringError`` at ``link`` where the game is somebody's already."""
    if game.is_demo:
        raise ScoringError("link", "this is a demo")
    if game.club_id is not None:
        raise ScoringError("link", "this game belongs to a club already")


def differs(season: Season, game: Game) -> bool:
    """Whether the game was played under other rules than any edition of the season's."""
    editions = season.editions.filter(variety_key=game.variety_key)
    return all(edition.rules != game.rules for edition in editions)


def _check_rules(season: Season, game: Game, other_rules: bool) -> None:
    if latest_edition(season, game.variety_key) is None:
        raise ScoringError("link", NOTHING_PLAYED)
    if not other_rules and differs(season, game):
        raise ScoringError("rules", "this game was played under other rules than the season's")
    if season.place_points is not None and str(len(game.scores)) not in season.place_points:
        raise ScoringError("link", "this season has no points for {n} players", n=len(game.scores))


def _matched(season: Season, ids: Sequence[int], people: Mapping[int, Player]) -> dict[int, int]:
    """The club's player for each of the game's; new ones are made by name."""
    names = dict(Player.objects.filter(pk__in=ids).values_list("pk", "name"))
    left = [names[pk] for pk in ids if pk not in people]
    made = members(season.club, [clean_name(name, "players") for name in left])
    match = {
        pk: people[pk].pk if pk in people else made[clean_name(names[pk], "players")] for pk in ids
    }
    if len(set(match.values())) < len(ids):
        raise ScoringError("players", "two of this table would be one player")
    if any(player.club_id != season.club_id for player in people.values()):
        raise ScoringError("players", "is no player of this club")
    return match


def _change_people(game: Game, match: Mapping[int, int]) -> None:
    """Everywhere in the game, what undo would bring back included."""
    seats = list(game.seats.all())
    for seat_ in seats:
        seat_.player_id = match[seat_.player_id]
    Seat.objects.bulk_update(seats, ("player",))
    for item in game.substitutions.all():
        item.player_id = match[item.player_id]
        item.save(update_fields=("player",))
    changes = [change for change in game.changes.all() if set(change.patch) & PEOPLE]
    for change in changes:
        change.patch = {key: _renamed(key, value, match) for key, value in change.patch.items()}
    Change.objects.bulk_update(changes, ("patch",))


PEOPLE = {"players", "substitutions"}


def _renamed(key: str, value: Any, match: Mapping[int, int]) -> Any:
    if key == "players":
        return [[match.get(pk, pk) for pk in side] for side in value]
    if key == "substitutions":
        return [
            [{**item, "player": match.get(item["player"], item["player"])} for item in side]
            for side in value
        ]
    return value


# -- voiding ------------------------------------------------------------------------------------


@transaction.atomic
def void(game: Game, user: Any, reason: str) -> None:
    """The game counts for nothing until it is restored. ``ScoringError`` at ``reason``, or at
    nothing where it is void already or its season is locked."""
    clean = clean_line(reason, "reason", LONGEST_REASON)
    if not clean:
        raise ScoringError("reason", "say why")
    _turn(game, user, clean)


@transaction.atomic
def restore(game: Game, user: Any) -> None:
    """A voided game counts again."""
    _turn(game, user, "")


def _turn(game: Game, user: Any, reason: str) -> None:
    taken = Game.objects.filter(pk=game.pk, voided__isnull=bool(reason)).update(
        voided=timezone.now() if reason else None,
        void_reason=reason,
        version=F("version") + 1,
        pulse=F("pulse") + 1,
    )
    game.refresh_from_db()
    if not taken:
        raise ScoringError("", "someone else was faster: the page shows how it stands now")
    if reason:
        standings.recount(game)
    elif game.finished:
        _count_again(game)
    kind = "game.voided" if reason else "game.restored"
    note(_club_of(game), user, kind, game, after={"reason": reason})


def _count_again(game: Game) -> None:
    """Store the results of a game as it stands, and all that follows from them."""
    document = load(game)
    store_results(game, document, play_document(game, document))


def _club_of(game: Game) -> Club:
    club = game.club
    assert club is not None  # noqa: S101 - only a club has people who may
    return club


@transaction.atomic
def redate(game: Game, user: Any, when: datetime, seen: str | None = None) -> None:
    """A finished game was played at another time: entered afterwards, or a phone's clock was
    wrong. ``seen``: the stamp of the time as the page showed it; ``Meanwhile`` where somebody else
    was faster."""
    Game.objects.filter(pk=game.pk).update(pulse=F("pulse") + 1)  # held, before the club
    game.refresh_from_db()  # all of it: whether it counts is not what the page has seen
    if not game.finished or game.club is None:
        raise ScoringError("when", "this game is not over")
    before = game.played
    check_seen(seen, before)
    game.ended = game.played = when
    if game.started is not None and game.started > when:
        game.started = when
    game.save(update_fields=("ended", "played", "started"))
    standings.recount(game)
    note(game.club, user, "game.dated", game, {"played": str(before)}, {"played": str(when)})
