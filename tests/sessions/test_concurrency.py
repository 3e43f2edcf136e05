"""Several phones at one table: what they post at the same moment is stored once, and none is lost.

On SQLite each thread has its own connection to one file; on PostgreSQL the same tests run as they
are (DATABASE_URL).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from sessions.models import Club, Game, Player
from sessions.services import changes
from sessions.services.changes import Repeated, Stale, deleted
from sessions.services.clocks import touch
from sessions.services.exchange import import_game
from sessions.services.games import create_game

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 60
Check = Callable[[Game], Any]


@pytest.fixture
def shared_game(transactional_db: None) -> Game:
    """A game that goes on for as long as East wins."""
    return create_game(variety="riichi", names=("Aki", "Ben", "Chie", "Dan"))[0]


def hand(source: int) -> dict[str, Any]:
    win = {"winner": 0, "from": 1 + source % 3, "value": {"han": 1, "fu": 30}}
    return {"type": "win", "riichi": [], "wins": [win]}


class Phones:
    """Several threads, each with its own connection, that act at the same moment."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.pool = ThreadPoolExecutor(count)
        self.barrier = Barrier(count)

    def __enter__(self) -> Phones:
        return self

    def __exit__(self, *_: object) -> None:
        list(self.pool.map(self._leave, range(self.count)))
        self.pool.shutdown()

    def _leave(self, _: int) -> None:
        self.barrier.wait(30)
        connection.close()

    def all_at_once(self, act: Callable[[int], str]) -> Counter[str]:
        """What came of it, by name: the act's own answer, or the exception it ended in."""

        def run(phone: int) -> str:
            self.barrier.wait(30)
            try:
                return act(phone)
            except Exception as error:
                return type(error).__name__

        return Counter(self.pool.map(run, range(self.count)))


@pytest.mark.parametrize("phones", [2, 4])
def test_the_same_hand_from_several_phones_is_stored_once(
    shared_game: Game, assert_consistent: Check, phones: int
) -> None:
    with Phones(phones) as table:
        for number in range(ROUNDS):
            seen = Game.objects.get(pk=shared_game.pk).version

            def post(phone: int, number: int = number, seen: int = seen) -> str:
                game = Game.objects.get(pk=shared_game.pk)
                token = f"{number}-{phone}"
                changes.record(game, hand(number), version=seen, token=token)
                return "stored"

            assert table.all_at_once(post) == {"stored": 1, "Stale": phones - 1}
    _check_all_stored(shared_game)
    assert_consistent(shared_game)


@pytest.mark.parametrize("phones", [2, 4])
def test_one_request_that_arrives_several_times_is_stored_once(
    shared_game: Game, assert_consistent: Check, phones: int
) -> None:
    with Phones(phones) as table:
        for number in range(ROUNDS):
            seen = Game.objects.get(pk=shared_game.pk).version

            def post(phone: int, number: int = number, seen: int = seen) -> str:
                game = Game.objects.get(pk=shared_game.pk)
                changes.record(game, hand(number), version=seen, token=f"{number}")
                return "stored"

            assert table.all_at_once(post) == {"stored": 1, "Repeated": phones - 1}
    _check_all_stored(shared_game)
    assert_consistent(shared_game)


def _check_all_stored(game: Game) -> None:
    outcomes = list(game.rounds.values_list("outcome", flat=True))
    assert [o["wins"][0]["from"] for o in outcomes] == [1 + n % 3 for n in range(ROUNDS)]
    assert game.changes.count() == ROUNDS
    assert Game.objects.get(pk=game.pk).version == game.version + ROUNDS


@pytest.mark.parametrize("phones", [2, 4])
def test_the_page_answers_each_phone_and_stores_the_hand_once(
    transactional_db: None, assert_consistent: Check, phones: int
) -> None:
    """The same through the address the phones post to: one is redirected to the board, the others
    are shown what was recorded; nobody sees an error."""
    game, keys = create_game(variety="riichi", names=("Aki", "Ben", "Chie", "Dan"))
    address = reverse("table:record", args=(keys.write,))
    clients = [Client(raise_request_exception=False) for _ in range(phones)]

    with Phones(phones) as table:
        for number in range(ROUNDS):
            fields = {
                "kind": "win",
                "winner": 0,
                "source": 1 + number % 3,
                "seat0-han": 1,
                "seat0-fu": 30,
                "version": Game.objects.get(pk=game.pk).version,
            }

            def post(phone: int, number: int = number, fields: dict = fields) -> str:
                form = {**fields, "token": f"{number}-{phone}"}
                return str(clients[phone].post(address, form).status_code)

            assert table.all_at_once(post) == {"302": 1, "409": phones - 1}
    _check_all_stored(game)
    assert_consistent(game)


def test_every_phone_that_tries_again_on_the_newest_board_is_stored_in_the_end(
    shared_game: Game, assert_consistent: Check
) -> None:
    def insist(phone: int) -> str:
        for number in range(10):
            while True:
                game = Game.objects.get(pk=shared_game.pk)
                try:
                    token = f"{phone}-{number}"
                    changes.record(game, hand(phone), version=game.version, token=token)
                    break
                except Stale:
                    continue
        return "done"

    with Phones(3) as table:
        assert table.all_at_once(insist) == {"done": 3}
    sources = Counter(
        outcome["wins"][0]["from"]
        for outcome in shared_game.rounds.values_list("outcome", flat=True)
    )
    assert sources == {1: 10, 2: 10, 3: 10}
    assert_consistent(shared_game)


def test_one_token_with_different_versions_is_stored_once(shared_game: Game) -> None:
    """A phone that sends again after it has read the newer board."""
    changes.record(shared_game, hand(0), version=shared_game.version, token="first")
    version = shared_game.version

    def post(phone: int) -> str:
        game = Game.objects.get(pk=shared_game.pk)
        changes.record(game, hand(1), version=version + phone, token="again")
        return "stored"

    with Phones(2) as table:
        answers = table.all_at_once(post)
    with pytest.raises(Repeated):
        changes.record(shared_game, hand(1), version=version + 1, token="again")
    assert answers["stored"] == 1
    assert shared_game.rounds.count() == 2


def test_undo_from_several_phones_takes_back_one_hand(
    shared_game: Game, assert_consistent: Check
) -> None:
    for number in range(8):
        changes.record(shared_game, hand(number), version=shared_game.version, token=None)

    with Phones(4) as table:
        for left in range(7, 0, -1):
            seen = Game.objects.get(pk=shared_game.pk).version

            def take_back(phone: int, seen: int = seen) -> str:
                game = Game.objects.get(pk=shared_game.pk)
                changes.undo(game, version=seen, token=f"{seen}-{phone}")
                return "undone"

            assert table.all_at_once(take_back) == {"undone": 1, "Stale": 3}
            assert shared_game.rounds.count() == left
    assert_consistent(shared_game)


def test_an_edit_and_a_new_hand_at_once_never_mix(
    shared_game: Game, assert_consistent: Check
) -> None:
    for number in range(21):  # one more than twenty deletions could take
        changes.record(shared_game, hand(number), version=shared_game.version, token=None)

    with Phones(2) as table:
        for _ in range(20):
            seen = Game.objects.get(pk=shared_game.pk).version

            def write(phone: int, seen: int = seen) -> str:
                game = Game.objects.get(pk=shared_game.pk)
                if phone:
                    changes.record(game, hand(1), version=seen, token=None)
                else:
                    changes.change(game, "delete", deleted(1), version=seen, token=None)
                return "stored"

            assert table.all_at_once(write) == {"stored": 1, "Stale": 1}
            assert_consistent(shared_game)


def test_riichi_declared_by_all_four_at_once_is_lost_by_none(shared_game: Game) -> None:
    with Phones(4) as table:
        for declared in [True, False] * 10:
            pulse = Game.objects.get(pk=shared_game.pk).pulse

            def tap(seat: int, declared: bool = declared) -> str:
                game = Game.objects.get(pk=shared_game.pk)
                changes.declare(game, seat, declared=declared)
                return "shown"

            assert table.all_at_once(tap) == {"shown": 4}
            stored = Game.objects.get(pk=shared_game.pk)
            assert stored.declared == ([0, 1, 2, 3] if declared else [])
            assert stored.pulse == pulse + 4


def test_two_imports_of_the_same_games_double_neither_games_nor_players() -> None:
    club = Club.objects.create(name="Ron", slug="ron")
    records = [
        {
            "format": "jantaku.game/1",
            "id": str(number),
            "rules": {"variety": "riichi", "preset": None, "options": {}},
            "players": [f"N{number + seat}" for seat in range(4)],
            "rounds": [hand(number)],
        }
        for number in range(15)
    ]

    def bring(phone: int) -> str:
        for record in records:
            import_game(club, record)
        return "done"

    with Phones(2) as table:
        assert table.all_at_once(bring) == {"done": 2}
    assert club.games.count() == 15
    assert Player.objects.count() == 18


def test_a_start_that_is_sent_several_times_at_once_makes_one_table(
    transactional_db: None, settings: Any
) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    names = ("Aki", "Ben", "Chie", "Dan")

    def start(token: str) -> str:
        create_game(variety="riichi", names=names, token=token)
        return "started"

    with Phones(4) as phones:
        for number in range(10):
            came = phones.all_at_once(lambda _, token=f"start-{number}": start(token))
            assert came == {"started": 1, "Repeated": 3}
    assert Game.objects.count() == 10
    assert Player.objects.count() == 40


def test_extra_time_from_several_phones_at_once_is_given_once(transactional_db: None) -> None:
    game, _ = create_game(
        variety="riichi", names=("Aki", "Ben", "Chie", "Dan"), options={"time_limit": 60}
    )

    def more(_: int) -> str:
        touch(Game.objects.get(pk=game.pk), "add", minutes=5, seen="3600-0")
        return "added"

    with Phones(4) as phones:
        assert phones.all_at_once(more) == {"added": 1, "Stale": 3}
    game.refresh_from_db()
    assert game.clock == {"left": 3900, "since": None}
