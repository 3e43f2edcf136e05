"""Links are keys. A link is a signed game code, role and nonce; the database keeps the nonce's
hash, so that a stolen database opens no table and a new nonce revokes every copy of the old link.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from django.contrib.auth.hashers import check_password, make_password
from django.core.signing import BadSignature, Signer
from django.db.models import F
from django.utils import timezone

from sessions.models import Game
from sessions.services.words import WORDS

PHRASE_WORDS = 5
NONCE_BYTES = 12
PATIENCE = 10
"""Wrong phrases in a row before a game stops listening …"""
REST = timedelta(minutes=5)
"""… for this long. Five words make guessing hopeless; this keeps it from being cheap."""


class Role(StrEnum):
    WRITE = "w"
    WATCH = "r"


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
        setattr(game, "write_hash" if role is Role.WRITE else "watch_hash", _hash(nonce))
        links[role] = _link(game, role, nonce)
    return links


def new_phrase(game: Game) -> str:
    """A recovery phrase, shown once; the game keeps its salted hash."""
    phrase = " ".join(secrets.choice(WORDS) for _ in range(PHRASE_WORDS))
    game.recovery_hash = make_password(phrase)
    return phrase


def open_link(link: str) -> tuple[Game, Role]:
    """The game and the right a link gives. ``LinkUnknown`` or ``LinkRevoked``."""
    try:
        value = _signer.unsign(link)
    except BadSignature:
        raise LinkUnknown from None
    code, role, nonce = value[:10], Role(value[10]), value[11:]
    game = Game.objects.filter(code=code).first()
    if game is None:
        raise LinkUnknown
    kept = game.write_hash if role is Role.WRITE else game.watch_hash
    if not hmac.compare_digest(kept, _hash(nonce)):
        raise LinkRevoked(game)
    return game, role


def revoke(game: Game, role: Role) -> str:
    """Replace a link. Whoever holds the old one is out; the phrase still lets a player back in."""
    link = issue(game, role)[role]
    game.save(update_fields=("write_hash", "watch_hash"))
    return link


def take_over(code: str, phrase: str) -> tuple[Game, str]:
    """A seated player with the phrase gets a new writing link; the lost phone's link dies."""
    game = Game.objects.filter(code=code.strip().lower()).first()
    if game is None:
        raise WrongPhrase
    now = timezone.now()
    resting = game.recovery_failed is not None and now - game.recovery_failed < REST
    if game.recovery_failures >= PATIENCE and resting:
        raise TooManyTries
    if not check_password(" ".join(phrase.lower().split()), game.recovery_hash):
        Game.objects.filter(pk=game.pk).update(
            recovery_failures=F("recovery_failures") + 1 if resting else 1, recovery_failed=now
        )
        raise WrongPhrase
    game.recovery_failures, game.recovery_failed = 0, None
    game.save(update_fields=("recovery_failures", "recovery_failed"))
    return game, revoke(game, Role.WRITE)
