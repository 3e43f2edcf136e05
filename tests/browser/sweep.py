"""What the sweep visits: every address of the app, and the states its page can be in.

A new address fails ``test_every_address_is_swept`` until it has a line here: in ``PAGES`` with the
states worth looking at, or in ``NO_PAGES`` with the reason why there is nothing to see. Pages of a
club come by themselves, by the rules in ``tests/sessions/test_club_doors.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from sessions.demo import draw, ron, tsumo, won
from sessions.services import changes
from sessions.services.demos import open_demo
from sessions.services.games import create_game
from sessions.services.links import Role, revoke
from tests.sessions.test_club_doors import RULES, address

NAMES = ("陳大文", "さくら", "Ben", "Maximiliane Hohenberg-Østergaard")
WON = "winner=2&source=1"

PAGES: Mapping[str, tuple[str, ...]] = {
    "table:home": ("/",),
    "table:help": ("/help/",),
    "table:words": ("/words/", "/words/?q=fu", "/words/?q=xyzzy", "/words/?of=fu.han"),
    "table:look": ("/look/",),
    "table:take_over": ("/take-over/",),
    "table:new": ("/new/riichi/", "/new/hongkong/", "/new/zungjung/"),
    "table:offline": ("/offline/",),
    "table:board": (
        "{riichi}", "{riichi}?seat=faces", "{riichi}?seat=0", "{empty}", "{watched}", "{over}",
        "{hongkong}", "{zungjung}", "{demo}", "{replaced}", "/g/no-such-link/",
    ),
    "table:compare": ("{riichi}compare/2/",),
    "table:needs": ("{riichi}needs/",),
    "table:enter": (
        "{riichi}enter/win/?winner=2",
        f"{{riichi}}enter/win/?{WON}",
        "{riichi}enter/win/?winner=2&source=self&seat2-han=yakuman1",
        f"{{riichi}}enter/win/?{WON}&way=patterns",
        f"{{riichi}}enter/win/?{WON}&way=amount",
        f"{{riichi}}enter/win/?{WON}&way=tiles",
        "{riichi}enter/win/?winner=2&winner=3&source=1",
        "{riichi}enter/win/?winner=2&winner=3&winner=0&source=1",
        "{riichi}enter/win/?round=3",
        "{riichi}enter/draw/?tenpai=0",
        "{riichi}enter/more/",
        "{riichi}enter/abort/?reason=four-kans",
        "{riichi}enter/penalty/?reason=referee",
        "{riichi}enter/adjust/",
        "{riichi}enter/end/",
        f"{{hongkong}}enter/win/?{WON}",
        f"{{hongkong}}enter/win/?{WON}&way=patterns",
        "{hongkong}enter/win/?round=2",
        "{hongkong}enter/penalty/",
        f"{{zungjung}}enter/win/?{WON}",
        f"{{zungjung}}enter/win/?{WON}&way=points",
        "{zungjung}enter/win/?round=2",
    ),
    "table:hands": ("{riichi}hands/", "{empty}hands/"),
    "table:hand": ("{riichi}hands/2/", "{over}hands/1/"),
    "table:sheet": ("{riichi}sheet/", "{zungjung}sheet/"),
    "table:menu": ("{riichi}menu/", "{watched}menu/", "{demo}menu/"),
    "table:rules": ("{riichi}rules/", "{hongkong}rules/", "{zungjung}rules/"),
    "table:keys": ("{riichi}keys/", "{watched}keys/"),
    "table:players": ("{riichi}players/", "{watched}players/"),
    "table:count": ("{riichi}count/",),
    "table:clock": ("{riichi}clock/",),
    "table:rematch_seats": ("{over}rematch/seats/",),
    "table:result": ("{riichi}result/", "{over}result/", "{watched-over}result/"),
    "scoring:index": ("/score/",),
    "scoring:calculator": (
        "/score/riichi/calculator/", "/score/hongkong/calculator/", "/score/zungjung/calculator/",
    ),
    "scoring:table": (
        "/score/riichi/table/", "/score/hongkong/table/", "/score/zungjung/table/",
        "/score/hongkong/table/?options=nonsense",
    ),
    "scoring:train": ("/score/train/",),
    "scoring:train-levels": ("/score/train/riichi/", "/score/train/hongkong/"),
    "scoring:train-question": (
        "/score/train/riichi/1/7/", "/score/train/hongkong/1/7/", "/score/train/zungjung/1/7/",
    ),
}  # fmt: skip
"""``namespace:name`` and the addresses to look at; what stands in braces is in ``world``."""

NO_PAGES: Mapping[str, str] = {
    "health": "for machines",
    "table:demo": "makes a game and leads to it",
    "table:worker": "a script",
    "table:manifest": "for the phone",
    "table:result_text": "plain text",
    "table:poll": "the board again, or nothing",
    "scoring:preview": "a part of the entry, looked at there",
    "scoring:train-begin": "leads to a question",
    "scoring:train-reset": "takes a form, leads back",
    **{
        f"table:{name}": "takes a form, shows the board or leads back"
        for name in (
            "riichi", "undo", "redo", "record", "hand_edit", "hand_delete", "throw_away",
            "clock_touch", "keys_renew", "swap", "substitute", "rename", "begin", "chips", "sign",
            "finish", "reopen", "rematch",
        )
    },
}  # fmt: skip
"""Addresses without a page of their own, and why."""


def world() -> dict[str, str]:
    """Games in every state, and where they are."""
    found = {}
    found["riichi"], found["watched"] = _game("riichi", [
        tsumo(0, han=1, fu=40), ron(0, 2, han=2, fu=30),
        won(3, 0, hand={"tiles": "234m567p345s22s678s", "win_tile": "8s"}),
        draw(1, 0, riichi=[1]),
    ], declared=(2, 3), options={"time_limit": 60})  # fmt: skip
    found["empty"], _ = _game("riichi", [])
    settled = {"length": "single", "rate": "0.5", "chips": True, "leftover_sticks": "lost"}
    found["over"], found["watched-over"] = _game(
        "riichi", [ron(2, 3, limit="haneman")], options=settled
    )
    tiles = {"tiles": "123456m789p55s", "melds": ["pon 777z"], "win_tile": "5s"}
    found["hongkong"], _ = _game("hongkong", [won(1, 3, value={"faan": 3}), won(3, 1, hand=tiles)])
    tiles = {"tiles": "123456789m789p99s", "win_tile": "9m"}
    found["zungjung"], _ = _game(
        "zungjung", [won(2, 0, value={"points": 40}), won(1, 3, hand=tiles)]
    )
    found["demo"] = f"/g/{open_demo('riichi').write}/"
    game, keys = create_game(variety="riichi", names=NAMES)
    revoke(game, Role.WRITE)
    found["replaced"] = f"/g/{keys.write}/"
    return found


def _game(variety: str, rounds: list[Any], declared: tuple[int, ...] = (), **given: Any) -> Any:
    game, keys = create_game(variety=variety, names=NAMES, title="Thursday table", **given)
    for outcome in rounds:
        changes.record(game, outcome, version=game.version, token=None)
    for seat in declared:
        changes.declare(game, seat, declared=True)
    return f"/g/{keys.write}/", f"/g/{keys.watch}/"


def club_pages(house: Any) -> Iterator[tuple[str, str]]:
    """Every page of accounts and clubs, and whether it is for somebody ``signed in``."""
    for name, (methods, who) in RULES.items():
        if "GET" not in methods.split() or name in CLUB_NO_PAGES:
            continue
        path = address(house, name)
        if path.endswith("/"):  # else it is a file
            yield path, "" if who == "all" else "signed in"


CLUB_NO_PAGES = {
    "logout": "leads away",
    "import_job": "goes on by itself while it is looked at",
    "night_poll": "the board again, or nothing",
}


def addresses(resolver: URLResolver | None = None, space: str = "") -> Iterator[str]:
    """``namespace:name`` of every address a browser shows: not Django's own admin, not what
    programs ask."""
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLPattern):
            yield f"{space}{pattern.name}"
        elif pattern.namespace not in ("admin", "api"):
            inner = f"{pattern.namespace}:" if pattern.namespace else space
            yield from addresses(pattern, inner)
