"""Games for tests of the services and pages, and the one check that holds after every change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client
from django.urls import reverse

from scoring.game import Replay, dump_outcome, parse_outcome
from sessions.models import Club, ClubRole, Game, Membership
from sessions.services import changes
from sessions.services.clubs import create_club
from sessions.services.document import exact, load, owners, play_document
from sessions.services.games import create_game
from sessions.services.links import Keys
from tests.sessions.plain_browser import PlainBrowser

NAMES = ("Aki", "Ben", "Chie", "Dan")


@pytest.fixture(autouse=True)
def _quick_phrases(settings: Any) -> None:
    """A recovery phrase is slow to hash on purpose; here it is hashed in no time."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def new_game(db: None) -> Callable[..., Game]:
    """A riichi game of Aki, Ben, Chie and Dan under the club preset; ``options`` override it."""

    def make(**given: Any) -> Game:
        options = given.pop("options", {})
        names = NAMES[: options.get("players", 4)]
        game, _ = create_game(variety="riichi", names=names, options=options, **given)
        return game

    return make


@pytest.fixture
def game(new_game: Callable[..., Game]) -> Game:
    return new_game()


@pytest.fixture
def assert_consistent() -> Callable[[Game], Replay]:
    """Every derived row and column is what a fresh replay of the stored game gives."""
    return _assert_consistent


def _assert_consistent(game: Game) -> Replay:
    game = Game.objects.get(pk=game.pk)
    document = load(game)
    played = play_document(game, document)
    assert len(played.steps) == len(document.rounds), "a round is stored after the end"
    _check_rounds(game, played)
    _check_summary(game, played)
    _check_results(game, played, owners(document))
    assert set(document.edited) <= set(range(1, len(document.rounds) + 1))
    assert all(s["from_round"] <= len(document.rounds) + 1 for s in document.substitutions)
    tokens = [token for token in game.changes.values_list("token", flat=True) if token]
    assert len(tokens) == len(set(tokens))
    return played


def _check_rounds(game: Game, played: Replay) -> None:
    rows = list(game.rounds.prefetch_related("wins"))
    assert [row.number for row in rows] == list(range(1, len(played.steps) + 1))
    for row, step in zip(rows, played.steps, strict=True):
        before, after = step.before, step.after
        assert parse_outcome(row.outcome, len(before.scores)) == step.outcome
        assert row.outcome == dump_outcome(step.outcome)
        stored = (row.wind, row.hand_number, row.dealer, row.honba, row.sticks, row.sticks_after)
        assert stored == (before.wind, before.number, before.dealer, before.honba, before.sticks,
                          after.sticks)  # fmt: skip
        assert tuple(map(exact, row.deltas)) == step.deltas
        assert tuple(map(exact, row.scores)) == after.scores
        wins = [
            (w.winner, w.source, Fraction(w.points, w.points_unit)) for w in row.wins.order_by("id")
        ]
        assert wins == [(w.winner, w.source, w.points) for w in step.wins]


def _check_summary(game: Game, played: Replay) -> None:
    state = played.state
    shown = (game.wind, game.hand_number, game.honba, game.sticks, game.hands, game.finished)
    assert shown == (state.wind, state.number, state.honba, state.sticks, state.hands,
                     state.finished)  # fmt: skip
    assert game.reason == (state.reason or "")
    assert tuple(map(exact, game.scores)) == state.scores
    assert (game.ended is not None) == state.finished
    assert not (state.finished and game.declared)
    assert state.finished or game.status == Game.Status.OPEN


def _check_results(game: Game, played: Replay, people: list[int]) -> None:
    rows = list(game.results.all())
    end = played.settlement
    if end is None:
        assert rows == []
        assert not game.seats.filter(signed__isnull=False).exists()
        return
    assert [row.player_id for row in rows] == people
    assert tuple(row.place for row in rows) == end.places
    assert tuple(Fraction(row.score, row.score_unit) for row in rows) == end.scores
    for row, total in zip(rows, end.total, strict=True):
        assert row.total * end.unit == total * row.unit
    if end.money is None:
        assert all(row.money is None for row in rows)
    else:
        assert all(row.money == m * row.money_unit for row, m in zip(rows, end.money, strict=True))


@dataclass(frozen=True)
class Opened:
    """A game and its keys, with addresses to ask for."""

    game: Game
    keys: Keys

    def at(self, name: str, *args: Any, link: str | None = None) -> str:
        """The address ``table:<name>`` by the writing link, or by another."""
        return reverse(f"table:{name}", args=[link or self.keys.write, *args])

    def watch(self, name: str, *args: Any) -> str:
        return self.at(name, *args, link=self.keys.watch)

    def record(self, *outcomes: dict[str, Any]) -> None:
        self.game.refresh_from_db()
        for outcome in outcomes:
            changes.record(self.game, outcome, version=self.game.version, token=None)

    def form(self, **fields: Any) -> dict[str, Any]:
        """What every changing form carries, and these fields."""
        self.game.refresh_from_db()
        return {"version": self.game.version, "token": uuid4().hex, **fields}


@pytest.fixture
def open_game(db: None) -> Callable[..., Opened]:
    """A game with its keys: riichi of Aki, Ben, Chie and Dan unless something else is given."""

    def make(**given: Any) -> Opened:
        given = {"variety": "riichi", "names": NAMES, **given}
        return Opened(*create_game(**given))

    return make


@pytest.fixture
def opened(open_game: Callable[..., Opened]) -> Opened:
    return open_game(title="Thursday table")


@pytest.fixture
def plain(client: Client) -> PlainBrowser:
    """A browser that runs no scripts."""
    return PlainBrowser(client)


# -- clubs and their people -----------------------------------------------------------------------

PASSWORD = "correct horse 42"


def new_user(name: str, **given: Any) -> User:
    return User.objects.create_user(name, password=PASSWORD, **given)


def signed_in(user: User) -> Client:
    """Signed in as by the page, in one query: the tests need thousands."""
    client, session = Client(), SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    return client


@dataclass(frozen=True)
class Clubhouse:
    """A club and its people: ``house.organiser`` is the browser of a signed-in organiser, and so
    for the other roles; ``outsider`` is signed in and owns another club, ``stranger`` is not signed
    in. ``house.users["organiser"]`` is the account."""

    club: Club
    other: Club
    users: dict[str, User]
    owner: Client
    organiser: Client
    scorekeeper: Client
    member: Client
    outsider: Client
    stranger: Client

    def at(self, name: str, *args: Any, club: Club | None = None) -> str:
        """The address ``club:<name>`` of the club, or of another."""
        return reverse(f"club:{name}", args=[(club or self.club).slug, *args])


@pytest.fixture
def house(db: None) -> Clubhouse:
    """The Harbour Mahjong Club, open to its members alone, with one account of every role."""
    users = {role.value: new_user(role.value) for role in ClubRole}
    users["outsider"] = new_user("outsider")
    club = create_club(users["owner"], name="Harbour Mahjong Club")
    other = create_club(users["outsider"], name="Hill Club")
    for role in list(ClubRole)[1:]:
        Membership.objects.create(club=club, user=users[role.value], role=role)
    browsers = {name: signed_in(user) for name, user in users.items()}
    return Clubhouse(club, other, users, stranger=Client(), **browsers)
