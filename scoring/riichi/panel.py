"""What everybody needs, as a page shows it: per player and place, the cheapest win in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from scoring.game import Score, State, Translate
from scoring.riichi.needs import USUAL_FU, Draw, Enough, Need, draws, needs, standing
from scoring.riichi.payment import STICK
from scoring.riichi.points import Said
from scoring.riichi.rules import RiichiRules
from scoring.riichi.state import RiichiState
from scoring.words import listed

DRAWN: tuple[str, ...] = ()
"""The sources of a self-draw: nobody's discard."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to a place: the amount to be said, and the likeliest hand of it."""

    sources: tuple[str, ...]
    """Off any of these players; nobody = by self-draw."""
    amount: str
    """Empty where no hand is enough."""
    value: str
    ends: bool
    """The game ends with it."""
    rare: str
    """A hand of more fu than usual that would do for less: "7100 (2 han 110 fu)"."""


@dataclass(frozen=True, slots=True)
class Target:
    """What it takes to be in a place or better."""

    place: int
    ways: tuple[Way, ...]


@dataclass(frozen=True, slots=True)
class Wanting:
    """One player: where they stand, and what each better place takes."""

    seat: int
    name: str
    place: int
    score: Score
    dealer: bool
    targets: tuple[Target, ...]


@dataclass(frozen=True, slots=True)
class Swing:
    """An exhaustive draw with these players tenpai: each seat's change and place after it."""

    tenpai: tuple[str, ...]
    seats: tuple[tuple[Score, int], ...]
    ends: bool


@dataclass(frozen=True, slots=True)
class Panel:
    """Everything, for the hand being played."""

    players: tuple[Wanting, ...]
    """Best place first."""
    swings: tuple[Swing, ...]
    names: tuple[str, ...]
    counted: tuple[str, ...]
    """What is counted in: "2 honba", "1 stick", "riichi of Aki"."""
    footnotes: bool
    """Whether any hand is so rare that it stands in a footnote."""


def panel(
    rules: RiichiRules,
    state: State,
    riichi: Sequence[int],
    names: Sequence[str],
    gettext: Translate = str,
) -> Panel | None:
    """What everybody needs in this hand; ``None`` once the game is over. ``riichi``: seats whose
    stick lies on the table already."""
    assert isinstance(state, RiichiState)  # noqa: S101 - a game stays with its variety
    if state.finished:
        return None
    players = tuple(_players(rules, state, riichi, names, gettext))
    return Panel(
        players=players,
        swings=tuple(_swing(draw, riichi, names) for draw in draws(rules, state, riichi)),
        names=tuple(names),
        counted=tuple(_counted(state, riichi, names, gettext)),
        footnotes=any(
            way.rare for player in players for target in player.targets for way in target.ways
        ),
    )


def _swing(draw: Draw, riichi: Sequence[int], names: Sequence[str]) -> Swing:
    """Changes from the scores as they are shown, the sticks of this hand paid."""
    changes = [delta + STICK * (seat in riichi) for seat, delta in enumerate(draw.deltas)]
    return Swing(
        tenpai=tuple(names[seat] for seat in draw.tenpai),
        seats=tuple(zip(changes, draw.places, strict=True)),
        ends=draw.ends,
    )


def _counted(
    state: RiichiState, riichi: Sequence[int], names: Sequence[str], gettext: Translate
) -> Iterator[str]:
    if state.honba:
        yield gettext("{n} honba").format(n=state.honba)
    if state.sticks == 1:
        yield gettext("1 stick")
    elif state.sticks:
        yield gettext("{n} sticks").format(n=state.sticks)
    if riichi:
        who = listed((names[seat] for seat in riichi), gettext)
        yield gettext("riichi of {names}").format(names=who)


def _players(
    rules: RiichiRules,
    state: RiichiState,
    riichi: Sequence[int],
    names: Sequence[str],
    gettext: Translate,
) -> Iterator[Wanting]:
    now = standing(rules, state, riichi)
    found = needs(rules, state, riichi)
    for seat in sorted(range(rules.players), key=now.__getitem__):
        mine = [need for need in found if need.player == seat]
        yield Wanting(
            seat=seat,
            name=names[seat],
            place=now[seat],
            score=state.scores[seat] - (STICK if seat in riichi else 0),
            dealer=seat == state.dealer,
            targets=tuple(
                Target(place, tuple(_together(ways, names, gettext)))
                for place, ways in groupby(mine, key=lambda need: need.target)
            ),
        )


def _together(ways: Iterator[Need], names: Sequence[str], gettext: Translate) -> Iterator[Way]:
    """The self-draw first, then the discarders; those off whom the same is enough, as one."""
    told = [(need, _way(need, gettext)) for need in sorted(ways, key=_rank)]
    for (drawn, way), same in groupby(told, key=lambda pair: (pair[0].source is None, pair[1])):
        seats = [need.source for need, _ in same if need.source is not None]
        yield way if drawn else replace(way, sources=tuple(names[seat] for seat in seats))


def _rank(need: Need) -> tuple[bool, float, int]:
    """Self-draw first, then the cheapest discarder."""
    total = need.usual.said.total if need.usual else float("inf")
    return need.source is not None, total, need.source or 0


def _way(need: Need, gettext: Translate) -> Way:
    usual, cheapest = need.usual, need.cheapest
    rare = ""
    if cheapest and (usual is None or cheapest.said != usual.said):
        rare = gettext("{amount} ({value})").format(
            amount=amount_text(cheapest.said, gettext),
            value=value_text(cheapest.said.values[0], gettext),
        )
    if usual is None:
        return Way(DRAWN, "", "", bool(cheapest and cheapest.ends), rare)
    return Way(
        DRAWN, amount_text(usual.said, gettext), _usual_value(usual, gettext), usual.ends, rare
    )


def amount_text(said: Said, gettext: Translate = str) -> str:
    """ "5200", "1300-2600", "2600 all"."""
    figure = said.text.removesuffix(" all")
    return figure if figure == said.text else gettext("{amount} all").format(amount=figure)


def _usual_value(enough: Enough, gettext: Translate) -> str:
    values = enough.said.values
    usual = (value for value in values if value.get("fu", 0) <= USUAL_FU)
    return value_text(next(usual), gettext)


def value_text(value: Mapping[str, Any], gettext: Translate = str) -> str:
    """ "3 han 40 fu", "mangan", "2 yakuman"."""
    if "han" in value:
        return gettext("{han} han {fu} fu").format(**value)
    if "limit" in value:
        return gettext(value["limit"])
    count = value["yakuman"]
    return gettext("yakuman") if count == 1 else gettext("{n} yakuman").format(n=count)


def nears_end(rules: RiichiRules, state: State) -> bool:
    """Whether this is one of the last two hands, or one of an extra wind."""
    if rules.length == "single" or state.wind > rules.last_wind:
        return True
    return state.wind == rules.last_wind and state.number >= rules.players - 1
