"""Who sat where, hand by hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from sessions.models import Game


@dataclass(frozen=True, slots=True)
class Substitute:
    """Someone who took over a seat from a hand on; ``counts`` = the result becomes theirs."""

    seat: int
    name: str
    from_round: int
    counts: bool


@dataclass(frozen=True, slots=True)
class Seating:
    """The people of a game by seat: who started, who took over, who has signed."""

    names: tuple[str, ...]
    player_ids: tuple[int, ...]
    signed: tuple[datetime | None, ...]
    substitutes: tuple[Substitute, ...] = ()

    def at(self, number: int) -> tuple[str, ...]:
        """Who played hand ``number`` (from 1)."""
        names = list(self.names)
        for item in self.substitutes:
            if item.from_round <= number:
                names[item.seat] = item.name
        return tuple(names)

    @property
    def now(self) -> tuple[str, ...]:
        """Who sits there at the end, or in the hand being played."""
        return self.at(10**9)

    @property
    def owners(self) -> tuple[str, ...]:
        """Whose result it is."""
        names = list(self.names)
        for item in self.substitutes:
            if item.counts:
                names[item.seat] = item.name
        return tuple(names)

    @property
    def signers(self) -> tuple[str, ...]:
        """Who has agreed to the result."""
        pairs = zip(self.owners, self.signed, strict=True)
        return tuple(name for name, signed in pairs if signed is not None)

    def swapped(self, one: int, other: int) -> Seating:
        """After two have changed places; a substitute goes where the person goes."""
        order = list(range(len(self.names)))
        order[one], order[other] = order[other], order[one]
        return Seating(
            names=tuple(self.names[seat] for seat in order),
            player_ids=tuple(self.player_ids[seat] for seat in order),
            signed=tuple(self.signed[seat] for seat in order),
            substitutes=tuple(replace(s, seat=order[s.seat]) for s in self.substitutes),
        )


def seating(game: Game) -> Seating:
    """The people of a game, in two queries."""
    seats = list(game.seats.values_list("player__name", "player_id", "signed"))
    found = game.substitutions.values_list("seat", "player__name", "from_round", "counts")
    return Seating(
        names=tuple(name for name, _, _ in seats),
        player_ids=tuple(player for _, player, _ in seats),
        signed=tuple(signed for _, _, signed in seats),
        substitutes=tuple(Substitute(*row) for row in found),
    )
