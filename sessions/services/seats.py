"""Who sits where by chance: winds are drawn, and, where one likes, dice say who deals first."""

from __future__ import annotations

from dataclasses import dataclass
from secrets import SystemRandom


@dataclass(frozen=True, slots=True)
class Drawn:
    """A draw. ``around``: the people (by number) in turn, from whoever drew East on; ``dice`` are
    the temporary East's."""

    around: tuple[int, ...]
    dice: tuple[int, ...] = ()

    @property
    def first_dealer(self) -> int:
        """The place in ``around``: counted from the temporary East, who is 1, 5 and 9."""
        return (sum(self.dice) - 1) % len(self.around) if self.dice else 0

    @property
    def order(self) -> tuple[int, ...]:
        """The people by seat, first East first."""
        first = self.first_dealer
        return self.around[first:] + self.around[:first]


def draw(people: int, *, dice: bool) -> Drawn:
    """Draw a wind for each of so many people; roll two dice besides."""
    chance = SystemRandom()
    around = list(range(people))
    chance.shuffle(around)
    return Drawn(tuple(around), (chance.randint(1, 6), chance.randint(1, 6)) if dice else ())
