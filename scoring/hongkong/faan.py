"""What a hand is worth in fan: from its tiles, or from the patterns a player ticks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from scoring.errors import ScoringError, Word
from scoring.hongkong.patterns import (
    BY_DISCARD,
    BY_SELF_DRAW,
    CHICKEN,
    CONFLICTS,
    DRAGON_SETS,
    FLOWER_PATTERNS,
    PATTERNS,
    contained,
    is_limit,
    worth,
)
from scoring.hongkong.rules import HongKongRules
from scoring.notation import (
    EAST,
    HONORS,
    KINDS,
    ONE,
    SIMPLES,
    SUIT,
    TERMINALS,
    WHITE,
    Hand,
    check_claim,
    count,
    one_each,
    tiles_text,
)
from scoring.shapes import NO_TILE, TANKI, Set, seven_pairs, splits, thirteen_orphans
from scoring.shapes import Reading as PlacedSplit

# -- counting patterns --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Excluded:
    """A pattern that is there and does not count. ``reason`` is an English template; ``by`` names
    the pattern that fills its ``{pattern}``."""

    name: str
    reason: str
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Count:
    """The fan of a hand and where they come from."""

    faan: int
    """As the table counts it: clipped to its maximum."""
    total: int
    """Before clipping; of a limit hand, what its dearest pattern is worth."""
    limit: bool
    """Whether a limit pattern decides."""
    patterns: tuple[tuple[str, int], ...]
    """What counts, with its fan. Of a limit hand every limit pattern worth ``total``; they do not
    add up."""
    excluded: tuple[Excluded, ...]
    to_minimum: int
    """The fan that count towards the minimum."""


NOT_PLAYED = "not counted at this table"
PART_OF = "included in {pattern}"
NO_STACKING = "a limit hand counts alone"
WORTH_MORE = "the other patterns are worth more"
SELF_DRAW_ONLY = "only by self-draw"
NINE_SIDED_ONLY = "only with nine waits"


def from_patterns(
    rules: HongKongRules, names: Iterable[str], self_draw: bool | None = None
) -> Count:
    """The fan of the patterns a player ticked: what counts, what does not and why.

    ``self_draw`` says how the tile came, if it is known; then the self-draw itself needs no tick.
    ``ScoringError`` at ``patterns`` for an unknown pattern, for two that no hand has together, and
    for one that this way of winning cannot bring.
    """
    ticked = list(dict.fromkeys(names))
    for name in ticked:
        if name not in PATTERNS:
            raise ScoringError(
                "patterns",
                "unknown pattern {name}; one of {allowed}",
                name=name,
                allowed=", ".join(PATTERNS),
            )
    for name in ticked:
        for other in ticked:
            if other in CONFLICTS[name]:
                raise ScoringError(
                    "patterns",
                    "{one} and {other} cannot be in one hand",
                    one=Word(PATTERNS[name].label),
                    other=Word(PATTERNS[other].label),
                )
    if self_draw is not None:
        _check_way(ticked, self_draw)
        ticked += ["self-draw"] * self_draw
    if {*DRAGON_SETS} <= {*ticked} and "big-dragons" not in ticked:
        raise ScoringError(
            "patterns", "three dragon triplets are {name}", name=Word(PATTERNS["big-dragons"].label)
        )
    return count_patterns(rules, ticked)


def _check_way(names: Sequence[str], self_draw: bool) -> None:
    for name in names:
        if name in (BY_DISCARD if self_draw else BY_SELF_DRAW):
            message = "{name} is won off a player" if self_draw else "{name} is won by self-draw"
            raise ScoringError("patterns", message, name=Word(PATTERNS[name].label))


def count_patterns(rules: HongKongRules, names: Iterable[str]) -> Count:
    """The fan of patterns that are in one hand together, the dearer of its two counts: as a limit
    hand, and pattern by pattern."""
    there = {*names} - {CHICKEN}
    present = [name for name in PATTERNS if name in there]
    played = [name for name in present if worth(rules, name)]
    excluded = [Excluded(name, NOT_PLAYED) for name in present if name not in played]
    limits = [name for name in played if is_limit(rules, name)]
    plain = [name for name in played if name not in limits]
    added = _count_plain(rules, plain, excluded + [Excluded(n, WORTH_MORE) for n in limits])
    if not limits:
        return added
    best = max(worth(rules, name) for name in limits)
    if added.faan > rules.clip(best):
        return added
    counted = tuple((name, best) for name in limits if worth(rules, name) == best)
    others = [name for name in played if (name, best) not in counted]
    return Count(
        faan=rules.clip(best),
        total=best,
        limit=True,
        patterns=counted,
        excluded=(*excluded, *(Excluded(name, NO_STACKING) for name in others)),
        to_minimum=rules.clip(best),
    )


def _count_plain(rules: HongKongRules, names: Sequence[str], excluded: list[Excluded]) -> Count:
    """Pattern by pattern: all add up but those that are part of another."""
    replaced = _replaced(rules, names)
    counted = tuple((name, worth(rules, name)) for name in names if name not in replaced)
    added = sum(faan for _, faan in counted)
    flowers = sum(faan for name, faan in counted if name in FLOWER_PATTERNS)
    return Count(
        faan=rules.clip(added),
        total=added,
        limit=False,
        patterns=counted or ((CHICKEN, 0),),
        excluded=(*excluded, *(replaced[name] for name in names if name in replaced)),
        to_minimum=added if rules.flowers_count_to_minimum else added - flowers,
    )


def _replaced(rules: HongKongRules, names: Sequence[str]) -> dict[str, Excluded]:
    """Those of ``names`` that are part of another, or, where their parts are worth more than the
    whole (own flowers, own season and a full set against seven flowers), the whole."""
    replaced: dict[str, Excluded] = {}
    for whole, parts in contained(rules).items():
        there = [part for part in parts if part in names and part not in replaced]
        if whole not in names or not there:
            continue
        if sum(worth(rules, part) for part in there) > worth(rules, whole):
            replaced[whole] = Excluded(whole, WORTH_MORE)
        else:
            replaced |= {part: Excluded(part, PART_OF, whole) for part in there}
    return replaced


# -- reading tiles ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shape:
    """One way to read the tiles."""

    kind: str
    """``sets`` (four and a pair), ``seven-pairs``, ``thirteen-orphans``."""
    sets: tuple[Set, ...] = ()
    """Concealed as they lay before the winning tile: how it came is asked elsewhere."""
    pair: int = NO_TILE

    @property
    def text(self) -> str:
        """The sets one by one, ``"123m 555p 777z 99s"``; empty for the other two kinds."""
        parts = [*map(_set_counts, self.sets), *([2 * ONE[self.pair]] if self.sets else [])]
        return " ".join(map(tiles_text, parts))


def _set_counts(part: Set) -> int:
    if part.kind == "run":
        return ONE[part.tile] + ONE[part.tile + 1] + ONE[part.tile + 2]
    return ONE[part.tile] * (4 if part.kind == "kan" else 3)


@dataclass(frozen=True, slots=True)
class Reading:
    """One shape of the hand and its fan."""

    shape: Shape
    count: Count


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a hand is worth what it is: the reading that counts, then the others, dearest first."""

    best: Reading
    others: tuple[Reading, ...]

    @property
    def count(self) -> Count:
        return self.best.count


@dataclass(frozen=True, slots=True)
class Seat:
    """Where the winner sat and how the tile came. Winds: 0 = East … 3 = North."""

    round_wind: int
    seat_wind: int
    self_draw: bool


def explain(rules: HongKongRules, hand: Hand, seat: Seat, field: str) -> Explanation:
    """Every reading of a hand, the one with the most fan first.

    ``ScoringError`` below ``field`` where it is no winning hand or cannot occur at this table. The
    minimum is not asked here.
    """
    check_claim(hand, seat.self_draw, field)
    _check_table(rules, hand, field)
    _check_win(hand, seat, field)
    found = [
        Reading(shape, _count_shape(rules, hand, shape, seat)) for shape in _shapes(rules, hand)
    ]
    if not found:
        raise ScoringError(f"{field}.tiles", _why_no_win(hand))
    found.sort(key=lambda reading: _rank(reading.count))
    return Explanation(found[0], tuple(found[1:]))


def _rank(counted: Count) -> tuple[int, int, int]:
    """Most fan first; of equal readings the one with fewer patterns."""
    return -counted.faan, -counted.total, len(counted.patterns)


def _shapes(rules: HongKongRules, hand: Hand) -> Iterator[Shape]:
    for runs, triplets, pair in splits(hand.concealed):
        sets = PlacedSplit(runs, triplets, pair, TANKI, NO_TILE).sets(hand.melds)
        yield Shape("sets", sets, pair)
    if rules.seven_pairs and seven_pairs(hand.concealed, four_alike=True):
        yield Shape("seven-pairs")
    if thirteen_orphans(hand.concealed) is not None:
        yield Shape("thirteen-orphans")


def _why_no_win(hand: Hand) -> str:
    if seven_pairs(hand.concealed, four_alike=True):
        return "seven pairs do not win at this table"
    return "these tiles are not four sets and a pair"


def _count_shape(rules: HongKongRules, hand: Hand, shape: Shape, seat: Seat) -> Count:
    names = {
        *_tile_patterns(hand, shape),
        *_set_patterns(shape, seat),
        *_win_patterns(hand, seat),
        *(flower_patterns(hand.flowers, seat.seat_wind) if rules.flowers else ()),
    }
    missed = []
    if "four-concealed-triplets" in names and not seat.self_draw:
        missed.append(Excluded("four-concealed-triplets", SELF_DRAW_ONLY))
    if "nine-gates" in names and rules.nine_gates_nine_sided and not _nine_sided(hand):
        missed.append(Excluded("nine-gates", NINE_SIDED_ONLY))
    counted = count_patterns(rules, names - {near.name for near in missed})
    return replace(counted, excluded=(*missed, *counted.excluded))


# -- what is in the hand ------------------------------------------------------------------------

_NINE_GATES_HELD = frozenset(
    one_each(range(9 * suit, 9 * suit + 9)) + 2 * (ONE[9 * suit] + ONE[9 * suit + 8])
    for suit in range(3)
)
"""1112345678999 of each suit."""
_NINE_GATES = frozenset(
    held + ONE[tile] for held in _NINE_GATES_HELD for tile in range(EAST) if count(held, tile)
)


def _nine_sided(hand: Hand) -> bool:
    return hand.concealed - ONE[hand.win] in _NINE_GATES_HELD


def _tile_patterns(hand: Hand, shape: Shape) -> Iterator[str]:
    """What the tiles alone say, whatever the sets."""
    suits = sum(1 for suit in SUIT[:3] if hand.counts & suit)
    if shape.kind != "sets":
        yield shape.kind
    if not suits:
        yield "all-honors"
    elif suits == 1:
        yield "half-flush" if hand.counts & HONORS else "full-flush"
    if not hand.counts & ~TERMINALS:
        yield "all-terminals"
    if not hand.counts & SIMPLES and shape.kind != "thirteen-orphans":
        yield "mixed-terminals"
    if hand.concealed in _NINE_GATES:
        yield "nine-gates"
    if not hand.open:
        yield "concealed"


def _set_patterns(shape: Shape, seat: Seat) -> Iterator[str]:
    """What four sets and a pair say; nothing for the other shapes."""
    triplets = {part.tile for part in shape.sets if part.kind != "run"}
    if shape.kind != "sets":
        return
    if not triplets:
        yield "all-sequences"
    if len(triplets) == 4:
        yield "all-triplets"
        if all(part.concealed for part in shape.sets):
            yield "four-concealed-triplets"
    if all(part.kind == "kan" for part in shape.sets):
        yield "four-kongs"
    yield from _whole_series(triplets, shape.pair, _WINDS, "small-winds", "big-winds")
    yield from _whole_series(triplets, shape.pair, _DRAGONS, "small-dragons", "big-dragons")
    yield from (name for tile, name in zip(_DRAGONS, DRAGON_SETS, strict=True) if tile in triplets)
    if EAST + seat.seat_wind in triplets:
        yield "seat-wind"
    if EAST + seat.round_wind in triplets:
        yield "round-wind"


_WINDS, _DRAGONS = range(EAST, WHITE), range(WHITE, KINDS)


def _whole_series(
    triplets: set[int], pair: int, series: range, small: str, big: str
) -> Iterator[str]:
    """All winds, or all dragons: as triplets, or one of them as the pair."""
    missing = set(series) - triplets
    if not missing:
        yield big
    elif missing == {pair}:
        yield small


def _win_patterns(hand: Hand, seat: Seat) -> Iterator[str]:
    """How the winning tile came."""
    if seat.self_draw:
        yield "self-draw"
    yield from (name for said, name in _SITUATIONS.items() if said in hand.situation)
    if FIRST_TURN in hand.situation:
        yield "heaven" if seat.self_draw else "earth"


FIRST_TURN = "first-turn"
_SITUATIONS = {
    "last-tile": "last-tile",
    "after-kan": "kong-replacement",
    "robbing-kan": "robbing-kong",
}


def flower_patterns(flowers: Iterable[str], seat_wind: int) -> Iterator[str]:
    """The flowers f1-f4 and seasons s1-s4 laid aside; 1 is East's."""
    held = set(flowers)
    if not held:
        yield "no-flowers"
    for letter, own, whole in (
        ("f", "own-flower", "all-flowers"),
        ("s", "own-season", "all-seasons"),
    ):
        series = {f"{letter}{number}" for number in range(1, 5)}
        if f"{letter}{seat_wind + 1}" in held:
            yield own
        if series <= held:
            yield whole
    if len(held) >= 7:
        yield "eight-flowers" if len(held) == 8 else "seven-flowers"


# -- what cannot be -----------------------------------------------------------------------------


def _check_table(rules: HongKongRules, hand: Hand, field: str) -> None:
    """Refuse what belongs to another game, or to another table."""
    foreign = sorted(hand.situation - {*_SITUATIONS, FIRST_TURN})
    if foreign:
        raise ScoringError(
            f"{field}.situation", "there is no {name} in Hong Kong mahjong", name=foreign[0]
        )
    for name, there in (("dora", hand.dora), ("ura", hand.ura), ("north", hand.north)):
        if there:
            raise ScoringError(
                f"{field}.{name}", "there is no {name} in Hong Kong mahjong", name=name
            )
    if hand.all_reds:
        raise ScoringError(f"{field}.tiles", "there are no red fives in Hong Kong mahjong")
    if hand.flowers and not rules.flowers:
        raise ScoringError(f"{field}.flowers", "this table plays without flowers")


def _check_win(hand: Hand, seat: Seat, field: str) -> None:
    """Refuse a win that cannot come about."""
    at = f"{field}.situation"
    if "after-kan" in hand.situation and not hand.kans:
        raise ScoringError(at, "a kong's replacement needs a kong in the hand")
    if FIRST_TURN not in hand.situation:
        return
    if hand.melds:
        raise ScoringError(at, "a hand that wins in the first turn has nothing laid down")
    if seat.self_draw and seat.seat_wind:
        raise ScoringError(at, "the blessing of heaven is East's dealt hand")
    if not seat.self_draw and not seat.seat_wind:
        raise ScoringError(at, "the blessing of earth is a win on East's first discard")
