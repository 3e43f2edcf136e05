"""Links are keys. A link is a signed game code, role and nonce; the database keeps the nonce's
hash, so that a stolen database opens no table and a new nonce revokes every copy of the old link.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from django.contrib.auth.hashers import check_password, make_password
from django.core.signing import BadSignature, Signer
from django.db.models import Case, F, Q, When
from django.utils import timezone
from django.utils.crypto import salted_hmac

from sessions.models import Game
from sessions.services.game_trail import note_game
from sessions.services.words import WORDS

CODE = re.compile(r"[0-9a-f]{10}")
PHRASE_WORDS = 5
NONCE_BYTES = 12
PATIENCE = 10
"""Wrong phrases in a row before a game stops listening …"""
REST = timedelta(minutes=5)
"""… for this long. Five words make guessing hopeless; this keeps it from being cheap."""


class Role(StrEnum):
    WRITE = "w"
    WATCH = "r"


HASHES = {Role.WRITE: "write_hash", Role.WATCH: "watch_hash"}


class LinkUnknown(Exception):
    """No such link: mistyped, cut short, or never ours."""


class LinkRevoked(Exception):
    """A true link whose nonce was replaced."""

    def __init__(self, game: Game) -> None:
        self.game = game
        super().__init__(game.code)


class WrongPhrase(Exception):
    """The recovery phrase does not fit."""


class TooManyTries(Exception):
    """Wrong phrases came too fast."""


@dataclass(frozen=True, slots=True)
class Keys:
    """The secrets of a game, in the clear once: at the start, after a revocation."""

    write: str
    watch: str
    phrase: str = ""


_signer = Signer(sep="~", salt="jantaku.link")


def _hash(nonce: str) -> str:
    return hashlib.sha256(nonce.encode()).hexdigest()


def _link(game: Game, role: Role, nonce: str) -> str:
    return _signer.sign(f"{game.code}{role}{nonce}")


def issue(game: Game, *roles: Role) -> dict[Role, str]:
    """New links for these roles; the old ones of the same role die when ``game`` is saved."""
    links = {}
    for role in roles:
        nonce = secrets.token_urlsafe(NONCE_BYTES)
        setattr(game, HASHES[role], _hash(nonce))
        links[role] = _link(game, role, nonce)
    return links


def issue_derived(game: Game) -> Keys:
    """New links for a table of a club, which ``derived`` gives again to those who run the evening;
    all earlier links die when ``game`` is saved. There is no phrase: the club is the way back in.

    The nonces follow from the server's secret key, so that a stolen database opens no such table
    either.
    """
    game.key_number = 1 if game.key_number is None else game.key_number + 1
    game.recovery_hash = make_password(None)
    for role, field in HASHES.items():
        setattr(game, field, _hash(_derived_nonce(game, role)))
    return derived(game)


def derived(game: Game) -> Keys:
    """The links of a club's table once more. One that has been replaced at the table meanwhile, or
    was made by chance, is empty: nobody but its holder knows it."""
    links = {}
    for role in HASHES:
        nonce = _derived_nonce(game, role)
        fits = game.key_number is not None and _fits(game, role, nonce)
        links[role] = _link(game, role, nonce) if fits else ""
    return Keys(write=links[Role.WRITE], watch=links[Role.WATCH])


def _derived_nonce(game: Game, role: Role) -> str:
    made_of = f"{game.code}{role}{game.key_number}"
    digest = salted_hmac("jantaku.table", made_of, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:NONCE_BYTES]).decode()


def new_phrase(game: Game) -> str:
    """A recovery phrase, shown once; the game keeps its salted hash."""
    phrase = " ".join(secrets.choice(WORDS) for _ in range(PHRASE_WORDS))
    game.recovery_hash = make_password(phrase)
    return phrase


def open_link(link: str) -> tuple[Game, Role]:
    """The game and the right a link gives. ``LinkUnknown`` or ``LinkRevoked``."""
    code, role, nonce = read_link(link)
    try:
        game = Game.objects.select_related("demo").get(code=code)
    except Game.DoesNotExist:
        raise LinkUnknown from None
    if not _fits(game, role, nonce):
        raise LinkRevoked(game)
    return game, role


def open_links(links: Iterable[str]) -> list[tuple[Game, Role, str]]:
    """Those of many links that open, in their order, in one query."""
    read = []
    for link in links:
        with suppress(LinkUnknown):
            read.append((link, *read_link(link)))
    found = Game.objects.filter(code__in=[r[1] for r in read]).select_related("demo")
    games = {game.code: game for game in found}
    return [
        (games[code], role, link)
        for link, code, role, nonce in read
        if code in games and _fits(games[code], role, nonce)
    ]


def read_link(link: str) -> tuple[str, Role, str]:
    """Code, role and nonce of a link that we signed; ``LinkUnknown`` where we did not."""
    try:
        value = _signer.unsign(link)
    except BadSignature:
        raise LinkUnknown from None
    return value[:10], Role(value[10]), value[11:]


def _fits(game: Game, role: Role, nonce: str) -> bool:
    return hash_fits(getattr(game, HASHES[role]), nonce)


def hash_fits(kept: str, nonce: str) -> bool:
    """Whether what is kept of a link is this nonce's."""
    return hmac.compare_digest(kept, _hash(nonce))


def revoke(game: Game, role: Role) -> str:
    """Replace a link. Whoever holds the old one is out; the phrase still lets a player back in."""
    link = issue(game, role)[role]
    game.save(update_fields=(HASHES[role],))
    note_game(game, "link", after={"link": role})
    return link


def renew_phrase(game: Game) -> str:
    """Replace the recovery phrase: the old photo is lost, or in the wrong hands."""
    phrase = new_phrase(game)
    game.save(update_fields=("recovery_hash",))
    note_game(game, "link", after={"link": "phrase"})
    return phrase


def take_over(code: str, phrase: str) -> tuple[Game, str]:
    """A seated player with the phrase gets a new writing link; the lost phone's link dies.

    ``WrongPhrase`` where code and phrase do not fit, ``TooManyTries`` while the game rests.
    """
    code = code.strip().lower()
    game = Game.objects.filter(code=code).first() if CODE.fullmatch(code) else None
    if game is None:
        raise WrongPhrase
    _count_try(game)
    if not check_password(" ".join(phrase.lower().split()), game.recovery_hash):
        raise WrongPhrase
    game.recovery_failures, game.recovery_failed = 0, None
    game.save(update_fields=("recovery_failures", "recovery_failed"))
    return game, revoke(game, Role.WRITE)


def _count_try(game: Game) -> None:
    """Every try counts as wrong until it proves right, so that a hundred at once are no way in."""
    now = timezone.now()
    lately = Q(recovery_failed__gt=now - REST)
    counted = (
        Game.objects.filter(pk=game.pk)
        .exclude(lately, recovery_failures__gte=PATIENCE)
        .update(
            recovery_failures=Case(When(lately, then=F("recovery_failures") + 1), default=1),
            recovery_failed=now,
        )
    )
    if not counted:
        raise TooManyTries
