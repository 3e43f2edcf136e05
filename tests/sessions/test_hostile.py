"""Whatever is sent, by whomever, to whatever address: an answer, never a broken page; nothing half
saved, and nothing of another club's read or written.

Pages are found by walking the app as a browser does, so that a new page is tried without being
named here. ``HOSTILE_ROUNDS=50`` tries longer than the tests of every day do, ``HOSTILE_SEED=7``
otherwise.
"""

from __future__ import annotations

import os
import random
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from django.conf import settings
from django.db.models import Value
from django.db.models.functions import Concat
from django.test import Client
from django.urls import Resolver404, get_resolver, resolve
from django.utils import timezone

from scoring.pages import train
from sessions.models import Club, Draw, Game, Player
from sessions.services import (
    changes,
    evenings,
    roster,
    season_games,
    seasons,
    tokens,
    turns,
)
from sessions.services.games import create_game
from sessions.views import keys, phone
from sessions.views.access import COOKIE
from sessions.views.club import members
from sessions.views.phone import way_cookie
from tests.sessions.conftest import Clubhouse, Opened
from tests.sessions.plain_browser import Form, PlainBrowser

pytestmark = pytest.mark.django_db

ROUNDS = int(os.environ.get("HOSTILE_ROUNDS", "4"))
SEED = os.environ.get("HOSTILE_SEED", "")
PAGES = 160
"""No walk needs more: further pages are of kinds that were seen."""

NUL = "a\0b"
"""PostgreSQL neither keeps it nor looks for it: every field meets it."""
NASTY = (
    "", " ", "\0", "a\0b", "\x1b[2J", "\u202egnirts", "\ufeff", "\u2800", "e\u0301" * 80,
    "😀" * 300, "-1", "0", "00", "+5", "1e309", "1.5", "١٢٣", "１２３", "²", "1" * 30, "9" * 4400,
    "0x1f", "NaN", "Infinity", "1_000", "None", "null", "true", "[]", "{}", '{"a":', "[" * 3000,
    "<b>x</b>",
    "<script>alert(1)</script>", "';DROP TABLE x;--", "=1+1", "@SUM(1)", "../../etc/passwd",
    "//evil.example/", "javascript:alert(1)", "%00", "%s%n", "{0.__class__}", "$(id)", "{{7*7}}",
    "x" * 70_000, "2026-02-30", "0000-00-00", "99999-01-01", "24:61", "🀄" * 15, "123m" * 40,
    "11111m", "0m0m0m", "f9", "\ue0009\ue001", "chi 123s", "on", "riichi", "seat9",
)  # fmt: skip


@dataclass(frozen=True)
class Walk:
    """What a visitor found: pages that opened, and one form of every kind."""

    pages: tuple[str, ...]
    forms: tuple[Form, ...]


def view_of(address: str) -> str:
    """The page an address names, or the address where it names none."""
    try:
        return resolve(urlsplit(address).path).view_name
    except (Resolver404, UnicodeError):
        return address


def walk(client: Client, *starts: str) -> Walk:
    """Follow every link from these pages; of one kind of page a few are enough."""
    waiting, seen, often = deque(starts), set(starts), dict[str, int]()
    forms: dict[tuple[str, tuple[str, ...]], Form] = {}
    while waiting and len(seen) < PAGES:
        browser = PlainBrowser(client)
        address = waiting.popleft()
        response = client.get(address, follow=True)
        assert response.status_code < 500, address
        if "html" not in response.headers.get("Content-Type", ""):
            continue
        browser._arrive(response, address)
        try:
            page = browser.read()
        except StopIteration:
            continue
        for form in page.forms:
            forms.setdefault((view_of(form.action), tuple(sorted(form.fields))), form)
        for target in page.links.values():
            inside = target.startswith("/") and not target.startswith("//")
            kind = view_of(target)
            if inside and target not in seen and often.get(kind, 0) < 3:
                often[kind] = often.get(kind, 0) + 1
                seen.add(target)
                waiting.append(target)
    return Walk(tuple(seen), tuple(forms.values()))


@pytest.fixture
def table(house: Clubhouse, opened: Opened) -> Opened:
    """A club's game with hands in it, whose players are the club's."""
    opened.record(
        {"type": "win", "wins": [{"winner": 0, "from": 2, "value": {"han": 3, "fu": 40}}]},
        {"type": "draw", "tenpai": [1], "riichi": [1]},
    )
    Game.objects.filter(pk=opened.game.pk).update(club=house.club)
    Player.objects.filter(seats__game=opened.game).update(club=house.club)
    return opened


@pytest.fixture
def visitors(house: Clubhouse, table: Opened) -> dict[str, tuple[Client, tuple[str, ...]]]:
    """Everyone who may come by, and where each starts."""
    write, watch = table.at("board"), table.watch("board")
    club = f"/c/{house.club.slug}/"
    public = ("/", "/help/", "/new/riichi/", "/new/hongkong/", "/new/zungjung/", "/score/")
    people = ("owner", "organiser", "scorekeeper", "member", "outsider")
    found = {name: (getattr(house, name), ("/", "/clubs/", club)) for name in people}
    return {
        **found,
        "writer": (Client(), (write,)),
        "watcher": (Client(), (watch, club)),
        "stranger": (Client(), (*public, club)),
    }


WHO = ("owner", "organiser", "scorekeeper", "member", "outsider", "writer", "watcher", "stranger")


def mutated(fields: dict[str, list[str]], chance: random.Random) -> dict[str, Any]:
    """The form with one to three fields spoiled: replaced, sent twice, left out, or a new one."""
    data: dict[str, Any] = {name: list(values) for name, values in fields.items()}
    for _ in range(chance.randint(1, 3)):
        name = chance.choice([*data, "nonsense"])
        match chance.randrange(5):
            case 0:
                data.pop(name, None)
            case 1:
                data[name] = [chance.choice(NASTY), chance.choice(NASTY)]
            case _:
                data[name] = [chance.choice(NASTY)]
    return data


@pytest.mark.parametrize("who", WHO)
def test_spoiled_forms_are_answered(
    who: str,
    visitors: dict[str, tuple[Client, tuple[str, ...]]],
    assert_consistent: Callable[[Game], Any],
) -> None:
    client, starts = visitors[who]
    client.raise_request_exception = False
    found = walk(client, *starts)
    session = client.cookies.get("sessionid")
    chance = random.Random(f"{who}{SEED}")
    for form in found.forms:
        for turn in range(ROUNDS):
            data = mutated(form.fields, chance) if turn else dict.fromkeys(form.fields, NUL)
            if session:  # whatever the last form did: signed in as before
                client.cookies["sessionid"] = session.value
            send = client.post if form.method == "post" else client.get
            response = send(form.action, data)
            assert response.status_code < 500, (form.action, data)
            assert sendable(response), (form.action, data)
    for game in Game.objects.all():
        assert_consistent(game)


@pytest.mark.parametrize("who", ("owner", "writer", "stranger"))
def test_spoiled_addresses_are_answered(
    who: str, visitors: dict[str, tuple[Client, tuple[str, ...]]]
) -> None:
    client, starts = visitors[who]
    client.raise_request_exception = False
    chance = random.Random(f"{who}{SEED}")
    kinds: dict[str, str] = {}
    for page in walk(client, *starts).pages:
        kinds.setdefault(view_of(page), page)
    for page in kinds.values():
        path, _, query = page.partition("?")
        names = [part.partition("=")[0] for part in query.split("&") if part]
        for turn in range(ROUNDS):
            asked = {n: chance.choice(NASTY)[:2000] for n in (*names, *ASKED)}
            if not turn:
                asked = dict.fromkeys(asked, NUL)
            parts = path.split("/")
            parts[chance.randrange(1, len(parts))] = chance.choice(SEGMENTS)
            for address in (f"{path}?{urlencode(asked)}", "/".join(parts)):
                response = client.get(address)
                assert response.status_code < 500, address
                assert sendable(response), address


def sendable(response: Any) -> bool:
    """Whether a server can send the head of an answer, of which the test's client asks nothing."""
    head = [*response.headers.values(), *(c.OutputString() for c in response.cookies.values())]
    return all(ord(sign) < 256 and sign not in "\r\n\0" for line in head for sign in line)


ASKED = (
    "add", "all", "back", "before", "blank", "code", "compare", "dice", "game", "kind", "left",
    "link", "mark", "next", "of", "options", "page", "patterns", "player", "preset", "pulse", "q",
    "rules", "season", "seat", "since", "size", "typed", "variety", "version", "why", "winner",
)  # fmt: skip
"""What the views read from an address."""
SEGMENTS = (
    "0", "99999999999999999999", "%00", "%ff%fe", "x" * 3000, "..", "é", "%E2%80%AE", "-", "null",
)  # fmt: skip


# -- bodies that are no forms -----------------------------------------------------------------


def addresses() -> Iterator[str]:
    """Every address that needs nothing filled in."""

    def inner(patterns: Any, before: str) -> Iterator[str]:
        for pattern in patterns:
            path = before + str(pattern.pattern)
            if hasattr(pattern, "url_patterns"):
                yield from inner(pattern.url_patterns, path)
            elif "<" not in path and "^" not in path:
                yield path

    yield from inner(get_resolver().url_patterns, "/")


BODIES = (
    ("application/json", b'{"a":' * 5000),
    ("application/json", b"\xff\xfe{"),
    ("application/xml", b'<!DOCTYPE x [<!ENTITY a "&b;&b;"><!ENTITY b "ha">]><x>&a;</x>'),
    ("multipart/form-data; boundary=x", b"--x\r\nContent-Disposition: form-data; name=\"a\"\r\n"),
    ("multipart/form-data", b"no boundary"),
    ("application/x-www-form-urlencoded", b"&".join(b"a%d=1" % n for n in range(2000))),
    ("application/x-www-form-urlencoded", b"name=" + b"x" * 10_000_000),
    ("application/x-www-form-urlencoded; charset=nonsense", b"a=%ff%fe&b=%ed%a0%80"),
    ("text/plain", b""),
)  # fmt: skip


@pytest.mark.once
def test_bodies_that_are_no_forms_are_answered(house: Clubhouse) -> None:
    client = house.owner
    client.raise_request_exception = False
    for address in addresses():
        for kind, body in BODIES:
            response = client.generic("POST", address, body, content_type=kind)
            assert response.status_code < 500, (address, kind)
        for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"):
            assert client.generic(method, address).status_code < 500, (address, method)


@pytest.mark.once
def test_headers_that_no_browser_sends_are_answered(opened: Opened) -> None:
    client = Client(raise_request_exception=False)
    headers = (
        {"HTTP_COOKIE": "csrftoken=" + "x" * 5000 + "; tables=\xff; sessionid=';--; theme=<b>"},
        {"HTTP_ACCEPT_LANGUAGE": ",".join(["q"] * 3000)},
        {"HTTP_IF_NONE_MATCH": '"' * 99, "HTTP_IF_MODIFIED_SINCE": "never"},
        {"HTTP_RANGE": "bytes=-1-5"},
        {"HTTP_HX_REQUEST": "\xff", "HTTP_HX_TARGET": "%00"},
        {"HTTP_HOST": "evil.example"},
        {"HTTP_REFERER": "http://[::1"},
    )
    for extra in headers:
        for path in ("/", opened.at("board"), opened.at("poll")):
            assert client.get(path, **extra).status_code < 500, extra
            assert client.post(opened.at("undo"), opened.form(), **extra).status_code < 500, extra


SPOILED_COOKIES = ("a/b.c", ".", ".x", "\u00e9", "x" * 3000, "%00", "<b>", "-1", "a:b:c")


@pytest.mark.parametrize("who", ("owner", "writer", "stranger"))
def test_spoiled_cookies_are_answered(
    who: str, table: Opened, visitors: dict[str, tuple[Client, tuple[str, ...]]]
) -> None:
    """All that pages keep on a phone, spoiled at once."""
    client, starts = visitors[who]
    client.raise_request_exception = False
    kinds: dict[str, str] = {}
    for page in walk(client, *starts).pages:
        kinds.setdefault(view_of(page), page)
    names = [way_cookie(table.game), settings.LANGUAGE_COOKIE_NAME, "csrftoken"]
    names += [members.LINK, members.WAY_BACK, keys.PHRASE, phone.SEAT, phone.LEARNT, train.COOKIE]
    for value in SPOILED_COOKIES:
        for name in (*names, COOKIE, "theme", "minus", "voice"):
            client.cookies[name] = value
        for page in kinds.values():
            assert client.get(page).status_code < 500, (page, value)


# -- words that are no words ----------------------------------------------------------------------

EVIL = "<i>evil\"'{{7*7}}</i>"


@pytest.fixture
def evil(house: Clubhouse, table: Opened) -> Club:
    """A club in which every text that people type is one that no page may take for its own."""
    by, club = house.users["owner"], house.club
    Club.objects.filter(pk=club.pk).update(name=EVIL, about=EVIL)
    Player.objects.filter(club=club).update(name=Concat(Value(EVIL), "pk"))
    players = list(club.players.order_by("pk"))
    season = seasons.make_season(
        club, by, seasons.Setup(EVIL), [seasons.Rules("riichi", note=EVIL)]
    )
    roster.add_alias(club, by, players[0], f"{EVIL} alias")
    seasons.set_team(season, by, EVIL, players[:2])
    seasons.give(season, by, players[0], Fraction(3), EVIL)
    day = timezone.localdate()
    paper = {"variety": "riichi", "players": players[:4], "when": timezone.now()}
    for scores in ([40000, 30000, 20000, 10000], [10000, 20000, 30000, 40000]):
        ended = season_games.from_paper(season, by, scores=scores, **paper)
    season_games.void(ended, by, EVIL)
    Game.objects.update(title=EVIL)
    tokens.make(club, by, EVIL)
    evening = evenings.make_evening(
        club, by, evenings.Setup(day, EVIL, season=season, variety="riichi")
    )
    evenings.welcome(evening, [player.pk for player in players])
    turns.start(turns.draw(evening, Draw.Kind.RANDOM), by)
    changes.record(table.game, ADJUST, version=table.game.version, token=None)
    return club


ADJUST = {"type": "adjust", "deltas": [100, -100, 0, 0], "reason": EVIL}


@pytest.mark.once
@pytest.mark.parametrize("who", ("owner", "member", "writer"))
def test_nothing_that_was_typed_is_taken_for_the_page(
    who: str, evil: Club, visitors: dict[str, tuple[Client, tuple[str, ...]]]
) -> None:
    client, starts = visitors[who]
    seen = 0
    for page in walk(client, *starts).pages:
        response = client.get(page, follow=True)
        if response.streaming or "html" not in response.headers["Content-Type"]:
            continue
        text = response.content.decode()
        seen += "evil&quot;" in text
        for raw in ("<i>evil", 'evil"', "evil'", "evil&quot;&#x27;49"):
            assert raw not in text, (page, text[text.index(raw) - 200 :][:300])
    assert seen > 10


# -- nobody else's ------------------------------------------------------------------------------


def test_nothing_an_outsider_sends_changes_a_club(
    house: Clubhouse, table: Opened, visitors: dict[str, tuple[Client, tuple[str, ...]]]
) -> None:
    """The forms an owner finds, sent as they stand by someone of another club."""
    found = walk(*[visitors["owner"][0]], *visitors["owner"][1])
    before = _state(house.club)
    table.game.refresh_from_db()
    version = table.game.version
    for form in found.forms:
        if f"/c/{house.club.slug}/" not in form.action:
            continue
        for client in (house.outsider, Client()):
            send = client.post if form.method == "post" else client.get
            response = send(form.action, form.fields)
            assert response.status_code in (302, 403, 404, 405), form.action
    assert _state(house.club) == before
    table.game.refresh_from_db()
    assert table.game.version == version


def _state(club: Club) -> list[Any]:
    """Every row that hangs on a club, one step away."""
    rows: list[Any] = [list(Club.objects.filter(pk=club.pk).values())]
    for relation in Club._meta.related_objects:
        manager = getattr(club, str(relation.get_accessor_name()))
        rows.append(list(manager.order_by("pk").values()))
    return rows


# -- the services against a model -----------------------------------------------------------------


@dataclass
class Model:
    """What a table should hold: the hands, and what can be undone and done again."""

    hands: list[dict[str, Any]]
    undo: list[list[dict[str, Any]]]
    redo: list[list[dict[str, Any]]]

    def become(self, hands: list[dict[str, Any]]) -> None:
        self.undo.append(self.hands)
        self.redo = []
        self.hands = hands


def a_hand(chance: random.Random) -> dict[str, Any]:
    winner, other = chance.sample(range(4), 2)
    if chance.random() < 0.25:
        return {"type": "draw", "tenpai": sorted(chance.sample(range(4), chance.randrange(5)))}
    value = {"han": chance.randint(1, 4), "fu": 30}
    source = None if chance.random() < 0.4 else other
    return {"type": "win", "wins": [{"winner": winner, "from": source, "value": value}]}


@pytest.mark.parametrize("seed", range(max(3, ROUNDS)))
def test_any_run_of_changes_leaves_what_a_simple_model_says(
    seed: int, assert_consistent: Callable[[Game], Any]
) -> None:
    """Record, undo, redo, edit, delete, insert in any order, from phones that are often behind."""
    chance = random.Random(seed)
    game, _ = create_game(
        variety="riichi", names=("Aki", "Ben", "Chie", "Dan"), options={"bust": "none"}
    )
    model = Model([], [], [])
    for _ in range(60):
        game.refresh_from_db()
        behind = chance.random() < 0.1 and game.version > 0
        version = game.version - 1 if behind else game.version
        step = chance.choice(STEPS)
        expected, act = step(model, chance)
        copy = Game.objects.get(pk=game.pk)
        try:
            act(copy, version)
        except changes.Stale:
            assert behind
        except changes.NothingToDo:
            assert expected is None or expected == model.hands
        except (changes.NeedsConsent, changes.ScoringError):
            pass  # after the end of the game: it says so, and nothing is changed
        else:
            assert not behind
            assert expected is not None
            _follow(model, step, expected)
        stored = [_plain(row.outcome) for row in game.rounds.all()]
        assert stored == [_plain(hand) for hand in model.hands]
    assert_consistent(game)


def _plain(hand: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in hand.items() if value not in ([], None, False)}


def _follow(model: Model, step: Any, expected: list[dict[str, Any]]) -> None:
    if step is _undo:
        model.redo.append(model.hands)
        model.hands = model.undo.pop()
    elif step is _redo:
        model.undo.append(model.hands)
        model.hands = model.redo.pop()
    else:
        model.become(expected)


Step = tuple[list[dict[str, Any]] | None, Callable[[Game, int], Any]]


def _record(model: Model, chance: random.Random) -> Step:
    hand = a_hand(chance)
    return [*model.hands, hand], lambda game, version: changes.record(
        game, hand, version=version, token=None
    )


def _undo(model: Model, chance: random.Random) -> Step:
    expected = model.undo[-1] if model.undo else None
    return expected, lambda game, version: changes.undo(game, version=version, token=None)


def _redo(model: Model, chance: random.Random) -> Step:
    expected = model.redo[-1] if model.redo else None
    return expected, lambda game, version: changes.redo(game, version=version, token=None)


def _changing(edit: Callable[[int, dict[str, Any]], Any], apply: Callable[..., Any]) -> Any:
    def step(model: Model, chance: random.Random) -> Step:
        if not model.hands:
            return _record(model, chance)
        at, hand = chance.randrange(len(model.hands)), a_hand(chance)
        hands = [*model.hands]
        apply(hands, at, hand)
        return hands, lambda game, version: changes.change(
            game, "edit", edit(at + 1, hand), version=version, token=None
        )

    return step


_edit = _changing(changes.replaced, lambda hands, at, hand: hands.__setitem__(at, hand))
_insert = _changing(changes.inserted, lambda hands, at, hand: hands.insert(at, hand))
_delete = _changing(
    lambda number, hand: changes.deleted(number), lambda hands, at, _: hands.pop(at)
)
STEPS = (_record, _record, _record, _undo, _undo, _redo, _edit, _insert, _delete)
