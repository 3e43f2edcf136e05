"""What a draw of seats gave, to look at before the game begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.compass import edge
from scoring.game import Variety
from sessions.services.seats import Drawn


@dataclass(frozen=True, slots=True)
class DrawnSeat:
    """One seat of the map: who drew which wind, and which wind is theirs in the first hand."""

    name: str
    edge: str
    tile: int
    """The wind that was drawn, as a tile: 1 = East."""
    wind: str
    deals: bool


@dataclass(frozen=True, slots=True)
class SeatMap:
    seats: tuple[DrawnSeat, ...]
    dice: tuple[int, ...]
    said: str

    @property
    def total(self) -> int:
        return sum(self.dice)


def seat_map(variety: Variety, names: Sequence[str], drawn: Drawn) -> SeatMap:
    """The draw with its people's names, whoever drew East at the bottom."""
    count, first = len(drawn.around), drawn.first_dealer
    return SeatMap(
        seats=tuple(
            DrawnSeat(
                name=names[person],
                edge=edge(place, 0, count),
                tile=place + 1,
                wind=variety.wind_name((place - first) % count, _),
                deals=place == first,
            )
            for place, person in enumerate(drawn.around)
        ),
        dice=drawn.dice,
        said=_said(names[drawn.around[0]], names[drawn.around[first]], sum(drawn.dice)),
    )


def _said(drew_east: str, deals: str, rolled: int) -> str:
    if not rolled:
        return _("{name} drew East and deals first.").format(name=drew_east)
    if drew_east == deals:
        return _("{name} drew East, rolls {n} and deals first.").format(name=drew_east, n=rolled)
    return _("{name} drew East and rolls {n}: {dealer} deals first.").format(
        name=drew_east, n=rolled, dealer=deals
    )
