"""Tiles, melds and hands: the text players write, and the values engines read.

A tile is a small int: 0-8 = 1-9m, 9-17 = 1-9p, 18-26 = 1-9s, 27-30 = East South West North,
31-33 = white, green, red. Where a single tile on the table is meant (an indicator), 34, 35, 36 are
the red fives of m, p, s; ``kind`` gives the five.

Many tiles together are one int, the *counts*: four bits for each kind, ``counts >> 4 * tile & 15``
copies of it. Counts add up with ``+``, masks pick suits out of them with ``&``, and the same layout
serves for red fives, runs and triplets (``shapes``). It is what makes reading a hand cheap.

Text is mpsz: ``123m0567p11s55z``, 0 = a red five. It round-trips: ``tiles_text(*parse_tiles(t))``
is ``t`` with the suits in order m p s z, the tiles in order, the red five before the others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, NoReturn, TypeVar

from scoring.errors import ScoringError
from scoring.words import msgid

K = TypeVar("K")
V = TypeVar("V")

SUITS: Final = "mpsz"
WINDS: Final = "ESWN"
EAST, SOUTH, WEST, NORTH, WHITE, GREEN, RED = range(27, 34)
KINDS: Final = 34

ONE: Final = tuple(1 << 4 * tile for tile in range(KINDS))
"""The counts of one copy of a tile: ``ONE[EAST] * 3`` is a triplet of East."""


def mask(tiles: Iterable[int]) -> int:
    """The counts bits of these kinds: ``counts & mask(...)`` keeps only them."""
    return sum(15 << 4 * tile for tile in tiles)


def one_each(tiles: Iterable[int]) -> int:
    """The counts of one copy of each tile named (twice named, two copies)."""
    return sum(ONE[tile] for tile in tiles)


ALL: Final = mask(range(KINDS))
SUIT: Final = tuple(mask(range(9 * suit, min(9 * suit + 9, KINDS))) for suit in range(4))
"""The masks of m, p, s and honors."""
TERMINAL_TILES: Final = (0, 8, 9, 17, 18, 26)
ORPHAN_TILES: Final = (*TERMINAL_TILES, *range(EAST, KINDS))
"""The thirteen terminals and honors."""
TERMINALS: Final = mask(TERMINAL_TILES)
HONORS: Final = SUIT[3]
WINDS_MASK: Final = mask(range(EAST, WHITE))
DRAGONS: Final = mask((WHITE, GREEN, RED))
ORPHANS: Final = TERMINALS | HONORS
SIMPLES: Final = ALL & ~ORPHANS

_THREES: Final = one_each(range(KINDS)) * 3
_EIGHTS: Final = one_each(range(KINDS)) * 8
_FIVES: Final = (4, 13, 22)

CODES: Final = (*(f"{tile % 9 + 1}{SUITS[tile // 9]}" for tile in range(KINDS)), "0m", "0p", "0s")
"""The text of every tile, the three red fives last."""
_CODE_TILES: Final = {code: tile for tile, code in enumerate(CODES)}
_TILE_KINDS: Final[tuple[int, ...]] = (*range(KINDS), *_FIVES)

FIVE_COPIES: Final = "five of {tile}; there are four of each"

FLOWERS: Final = ("f1", "f2", "f3", "f4", "s1", "s2", "s3", "s4")
"""Flowers and seasons; the number is the wind they belong to, 1 = East."""

SITUATIONS: Final = (
    "riichi",
    "double-riichi",
    "open-riichi",
    "ippatsu",
    "last-tile",
    "after-kan",
    "robbing-kan",
    "first-turn",
    "robbing-ankan",
    "tsubame-gaeshi",
    "kanburi",
)
"""What may be said of a win beyond its tiles. The last three are riichi's: a concealed kan robbed
by the thirteen orphans, and the local yaku of a discard that declared riichi or followed a kan."""
ROBBING: Final = frozenset({"robbing-kan", "robbing-ankan"})

MELD_KINDS: Final = ("chi", "pon", "kan", "ankan", "kakan")


# -- tiles --------------------------------------------------------------------------------------


def kind(tile: int) -> int:
    """The kind 0-33 of a tile that may be a red five (34-36)."""
    return _TILE_KINDS[tile]


def count(counts: int, tile: int) -> int:
    """How many copies of ``tile`` are in ``counts``."""
    return counts >> 4 * tile & 15


def tiles_of(counts: int) -> Iterator[int]:
    """Every tile in ``counts``, in order, as often as it is there."""
    for tile in range(KINDS):
        for _ in range(counts >> 4 * tile & 15):
            yield tile


def total(counts: int) -> int:
    """How many tiles ``counts`` holds."""
    return sum(counts >> 4 * tile & 15 for tile in range(KINDS))


def parse_tile(text: Any, field: str) -> int:
    """A single tile, 0-36: ``"5m"`` → 4, ``"0m"`` → 34. ``ScoringError`` where it is none."""
    tile = _CODE_TILES.get(text) if isinstance(text, str) else None
    if tile is None:
        raise ScoringError(
            field, "{tile} is no tile; write 1-9 with m, p or s, 1-7 with z", tile=text
        )
    return tile


class Tiles(NamedTuple):
    """Some tiles without their order."""

    counts: int
    """Red fives count as fives here."""
    reds: int
    """Counts of the red fives alone."""
    size: int
    """How many tiles."""
    sorts: int
    """Which of ``SORTS`` are among them, a bit each."""


HAS_M, HAS_P, HAS_S, HAS_HONOR, HAS_TERMINAL, HAS_SIMPLE, HAS_NOT_GREEN = (
    1 << bit for bit in range(7)
)
SORTS: Final = (
    (HAS_M, SUIT[0]),
    (HAS_P, SUIT[1]),
    (HAS_S, SUIT[2]),
    (HAS_HONOR, HONORS),
    (HAS_TERMINAL, TERMINALS),
    (HAS_SIMPLE, SIMPLES),
    (HAS_NOT_GREEN, ALL & ~mask((19, 20, 21, 23, 25, GREEN))),
)
"""What is asked of the tiles of a hand whatever their reading: a bit, and the kinds that set it.
Green are 23468s and the green dragon."""


def sorts_of(counts: int) -> int:
    """The bits of ``SORTS`` for these tiles."""
    return sum(bit for bit, kinds in SORTS if counts & kinds)


class Known(dict[K, V]):
    """What was read before by what it was read from: a cache that keeps the first ``most``. It is
    asked several times a hand, and a dict answers sooner than ``lru_cache``."""

    def __init__(self, read: Callable[[K], V], most: int) -> None:
        super().__init__()
        self.read, self.most = read, most

    def __missing__(self, key: K) -> V:
        found = self.read(key)
        if len(self) < self.most:
            self[key] = found
        return found


_find_groups: Final = re.compile("[0-9]+[mpsz]").findall
_SUIT_SORTS: Final = 15
"""The sorts that name the suits."""


def parse_tiles(text: Any, field: str) -> Tiles:
    """Tiles in mpsz text; suits may come in any order, more than once, with spaces between.

    ``ScoringError`` on anything else and on more than four of a tile.
    """
    if not isinstance(text, str):
        raise ScoringError(field, "write the tiles as text, for example 123m456p11z")
    counts = reds = sorts = 0
    groups = _find_groups(text)
    try:
        for group in groups:
            more, more_reds, _, more_sorts = _groups[group]
            counts += more
            sorts |= more_sorts
            if more_reds:
                reds += more_reds
    except ScoringError as error:
        raise error.at(field) from None
    every_suit_once = (sorts & _SUIT_SORTS).bit_count() == len(groups)
    if not every_suit_once or "".join(groups) != text:
        return parse_tiles(_in_order(text, groups, field), field)
    return _new(Tiles, (counts, reds, len(text) - len(groups), sorts))


def _in_order(text: str, groups: list[str], field: str) -> str:
    """The same tiles with each suit once; ``ScoringError`` where more than spaces is between."""
    if "".join(groups) != text.replace(" ", ""):
        raise ScoringError(field, "cannot read {text}; write for example 123m0567p", text=text)
    digits = {suit: "".join(g[:-1] for g in groups if g[-1] == suit) for suit in SUITS}
    return "".join(digits[suit] + suit for suit in SUITS if digits[suit])


_new: Final = tuple.__new__
"""Makes a named tuple of a tuple without its constructor's detour, where one is made a hand."""


def _read_group(text: str) -> Tiles:
    """Tiles of one suit: digits and the suit's letter."""
    suit = text[-1]
    tiles = [parse_tile(digit + suit, "") for digit in text[:-1]]
    kinds = [_TILE_KINDS[tile] for tile in tiles]
    for tile in kinds:
        if kinds.count(tile) > 4:
            raise ScoringError("", FIVE_COPIES, tile=CODES[tile])
    counts, reds = one_each(kinds), one_each(_TILE_KINDS[tile] for tile in tiles if tile >= KINDS)
    return Tiles(counts, reds, len(tiles), sorts_of(counts))


def _refuse_fifth(counts: int, field: str, message: str = FIVE_COPIES) -> NoReturn:
    """``counts`` hold more than four of some tile, and of none more than twelve."""
    tile = ((counts + _THREES & _EIGHTS).bit_length() - 1) // 4
    raise ScoringError(field, message, tile=CODES[tile])


_groups: Final = Known(_read_group, 1 << 14)
"""Hands are made of a few thousand groups of tiles of one suit."""


def tiles_text(counts: int, reds: int = 0) -> str:
    """The mpsz text: suits in order, a red five before the plain ones."""
    text = ""
    for suit, letter in enumerate(SUITS):
        digits = ""
        for tile in range(9 * suit, min(9 * suit + 9, KINDS)):
            red = count(reds, tile)
            digits += "0" * red + str(tile % 9 + 1) * (count(counts, tile) - red)
        text += digits + letter if digits else ""
    return text


# -- melds --------------------------------------------------------------------------------------


class Meld(NamedTuple):
    """A set laid down beside the hand."""

    kind: str
    """``chi``, ``pon``, ``kan`` (called), ``ankan`` (concealed), ``kakan`` (a pon made a kan)."""
    tile: int
    """The tile; of a chi, the lowest."""
    counts: int
    reds: int
    runs: int
    """A run's counts bit at its lowest tile (see ``shapes.Reading``); 0 for the others."""
    triplets: int
    """A triplet's or kan's counts bit at its tile; 0 for a run."""
    sorts: int
    """Which of ``SORTS`` are in it."""

    @property
    def open(self) -> bool:
        """Whether it was called; a concealed kan keeps the hand closed."""
        return self.kind != "ankan"

    @property
    def is_kan(self) -> bool:
        return self.kind.endswith("kan")

    @property
    def text(self) -> str:
        """``"pon 555z"``."""
        return f"{self.kind} {tiles_text(self.counts, self.reds)}"


def parse_meld(text: Any, field: str) -> Meld:
    """``"chi 234s"``, ``"pon 555z"``, ``"kan 1111z"``, ``"ankan 2222p"``, ``"kakan 7777z"``."""
    if not isinstance(text, str):
        raise ScoringError(field, "write a meld as text, for example pon 555z")
    try:
        return _known_melds[text]
    except ScoringError as error:
        raise error.at(field) from None


def _read_meld(text: str) -> Meld:
    kind, _, tiles = text.partition(" ")
    if kind not in MELD_KINDS:
        raise ScoringError("", "{text} is no meld; chi, pon, kan, ankan or kakan", text=text)
    counts, reds, _, sorts = parse_tiles(tiles, "")
    lowest = next(tiles_of(counts), 0)
    if counts != _meld_counts(kind, lowest):
        raise ScoringError("", "{tiles} is no {kind}", tiles=tiles, kind=kind)
    run = kind == "chi"
    return Meld(kind, lowest, counts, reds, ONE[lowest] * run, ONE[lowest] * (not run), sorts)


_known_melds: Final = Known(_read_meld, 1 << 11)


def _meld_counts(kind: str, tile: int) -> int:
    """What a meld of this kind on this tile must hold; 0 where a run cannot start."""
    if kind == "chi":
        can_start = tile < EAST and tile % 9 < 7
        return ONE[tile] + ONE[tile + 1] + ONE[tile + 2] if can_start else 0
    return ONE[tile] * (3 if kind == "pon" else 4)


# -- hands --------------------------------------------------------------------------------------


class Hand(NamedTuple):
    """A winning claim: the tiles and what was special about the win. Checked: no fifth copy, the
    right number of tiles, the winning tile among the concealed ones.

    A tuple rather than a dataclass because one is made for every hand scored.
    """

    concealed: int
    """Counts of the concealed tiles, the winning tile included."""
    reds: int
    """Counts of the red fives among them."""
    melds: tuple[Meld, ...]
    win: int
    """The winning tile's kind."""
    win_red: bool
    dora: tuple[int, ...]
    """Indicators as tiles 0-36."""
    ura: tuple[int, ...]
    flowers: tuple[str, ...]
    situation: frozenset[str]
    north: int
    """Norths set aside (three players)."""
    counts: int
    """Counts of all tiles, melds included (kans with four)."""
    all_reds: int
    """Counts of all red fives, melds included."""
    open: bool
    """Whether a set was called."""
    kans: int
    """How many kans of any kind."""
    called_runs: int
    """The runs of the melds, packed as in ``shapes.Reading``."""
    called_triplets: int
    """The triplets and kans of the melds, packed the same way."""
    sorts: int
    """Which of ``SORTS`` are among all its tiles."""


class Table(NamedTuple):
    """What a lone hand says of the table, which a game knows by itself."""

    round_wind: int
    """0 = East … 3 = North."""
    seat_wind: int
    tsumo: bool
    honba: int
    sticks: int
    wins_in_row: int
    """Of the dealer in this deal-ship, this one included."""
    discarder_riichi: bool | None
    """Whether the discarder is in riichi, where it is said."""


_HAND_FIELDS: Final = frozenset(
    {"tiles", "melds", "win_tile", "dora", "ura", "flowers", "situation", "north"}
)
TABLE_FIELDS: Final = frozenset(
    {"round", "seat", "tsumo", "honba", "sticks", "wins_in_row", "discarder_riichi"}
)
_LONE_FIELDS: Final = _HAND_FIELDS | TABLE_FIELDS
_NO_SITUATION: Final[frozenset[str]] = frozenset()


def parse_hand(data: Mapping[str, Any], field: str, *, lone: bool = False) -> Hand:
    """The ``hand`` of a game record. ``field`` is where it stands, ``"wins.0.hand"``.

    ``lone`` allows the fields of ``parse_table`` beside it; in a game they are errors. Checked here
    is what holds in every variety; what a rule set forbids is for the variety to say.
    """
    try:
        return _parse_hand(data, _LONE_FIELDS if lone else _HAND_FIELDS)
    except ScoringError as error:
        raise error.at(field) from None


def _parse_hand(data: Mapping[str, Any], fields: frozenset[str]) -> Hand:
    if not fields.issuperset(data):
        _refuse_field(min(str(name) for name in data if name not in fields))
    read = data.get
    concealed, reds, size, sorts = parse_tiles(read("tiles"), "tiles")
    counts, all_reds, runs, triplets, is_open, kans = concealed, reds, 0, 0, False, 0
    melds = _melds(texts) if (texts := read("melds")) or texts not in _NOTHING else ()
    for meld in melds:
        kind, _, more, more_reds, run, triplet, more_sorts = meld
        counts += more
        all_reds += more_reds
        runs += run
        triplets += triplet
        sorts |= more_sorts
        if kind != "ankan":
            is_open = True
        if kind in _KANS:
            kans += 1
        if counts + _THREES & _EIGHTS:
            _refuse_fifth(counts, "melds")
    if size != 14 - 3 * len(melds):
        _refuse_size(size, len(melds))
    try:
        win_tile = _CODE_TILES[data["win_tile"]]
    except (KeyError, TypeError):
        win_tile = parse_tile(read("win_tile"), "win_tile")
    win, win_red = _TILE_KINDS[win_tile], win_tile >= KINDS
    if not (reds if win_red else concealed - reds) >> 4 * win & 15:
        _refuse_win(win_tile)
    dora, ura = read("dora"), read("ura")
    if dora in _NOTHING and ura in _NOTHING:
        dora = ura = ()
    else:
        dora, ura = _indicators(dora, ura, counts)
    hand = (
        concealed,
        reds,
        melds,
        win,
        win_red,
        dora,
        ura,
        _flowers(read("flowers")) if "flowers" in data else (),
        _situation(said) if (said := read("situation")) or said not in _NOTHING else _NO_SITUATION,
        _number(read("north"), "north", 4) if "north" in data else 0,
        counts,
        all_reds,
        is_open,
        kans,
        runs,
        triplets,
        sorts,
    )
    return _new(Hand, hand)


_KANS: Final = frozenset({"kan", "ankan", "kakan"})
_NOTHING: Final[tuple[Any, ...]] = (None, [])
"""A list that is left out. What else is false (0, "", {}) is a slip."""


def _refuse_field(name: str) -> NoReturn:
    if name in TABLE_FIELDS:
        raise ScoringError(name, "{name} comes from the game", name=name)
    raise ScoringError(name, "a hand has no field {name}", name=name)


def _list(data: Any, field: str, most: int) -> Sequence[Any]:
    if not isinstance(data, (list, tuple)):
        raise ScoringError(field, "must be a list")
    if len(data) > most:
        raise ScoringError(field, "there are {most} at most", most=most)
    return data


def _melds(data: Any) -> tuple[Meld, ...]:
    if data.__class__ is list and len(data) <= 4:
        try:
            return tuple([_known_melds[text] for text in data])
        except (ScoringError, TypeError, AttributeError):
            pass  # say which; one may be no text at all
    texts = _list(data, "melds", 4)
    return tuple([parse_meld(text, f"melds.{i}") for i, text in enumerate(texts)])


def _refuse_size(size: int, melds: int) -> NoReturn:
    raise ScoringError(
        "tiles",
        "{size} concealed tiles; they must be {right}, the winning tile included (melds: {melds})",
        size=size,
        melds=melds,
        right=14 - 3 * melds,
    )


def _refuse_win(tile: int) -> NoReturn:
    raise ScoringError(
        "win_tile", "the winning tile {tile} is not among the concealed tiles", tile=CODES[tile]
    )


def _indicators(dora: Any, ura: Any, counts: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The indicators, 0-36. Each is a tile too: with ``counts`` it cannot be a fifth copy."""
    dora_tiles: tuple[int, ...] = ()
    ura_tiles: tuple[int, ...] = ()
    if dora not in _NOTHING:
        dora_tiles, more = _read_indicators(dora, "dora")
        counts += more
        if counts + _THREES & _EIGHTS:
            _refuse_fifth(counts, "dora", _FIFTH_INDICATOR)
    if ura not in _NOTHING:
        ura_tiles, more = _read_indicators(ura, "ura")
        counts += more
        if counts + _THREES & _EIGHTS:
            _refuse_fifth(counts, "ura", _FIFTH_INDICATOR)
    return dora_tiles, ura_tiles


_FIFTH_INDICATOR = msgid("the indicator {tile} is a fifth copy")


def _read_indicators(data: Any, field: str) -> tuple[tuple[int, ...], int]:
    """Tiles and counts of one list of indicators."""
    if data.__class__ is list:
        try:
            return _known_indicators[tuple(data)]
        except (KeyError, TypeError):
            pass  # say which
    texts = _list(data, field, _MOST_INDICATORS)
    return _counted([parse_tile(text, f"{field}.{i}") for i, text in enumerate(texts)])


_MOST_INDICATORS = 5


def _counted(tiles: list[int]) -> tuple[tuple[int, ...], int]:
    return tuple(tiles), one_each(map(kind, tiles))


def _indicator_tiles(texts: tuple[str, ...]) -> tuple[tuple[int, ...], int]:
    if len(texts) > _MOST_INDICATORS:
        raise KeyError(texts)
    return _counted([_CODE_TILES[text] for text in texts])


_known_indicators: Final = Known(_indicator_tiles, 1 << 11)


def _situation(data: Any) -> frozenset[str]:
    if data.__class__ is list:
        try:
            return _known_situations[tuple(data)]
        except (KeyError, TypeError):
            pass  # say which
    texts = _list(data, "situation", len(SITUATIONS))
    for i, name in enumerate(texts):
        if name not in SITUATIONS:
            raise ScoringError(f"situation.{i}", _UNKNOWN_SITUATION, allowed=", ".join(SITUATIONS))
    if len(set(texts)) != len(texts):
        raise ScoringError("situation", "names a situation twice")
    return frozenset(texts)


_UNKNOWN_SITUATION = "unknown situation; one of {allowed}"


def _situation_names(names: tuple[str, ...]) -> frozenset[str]:
    if not set(names) <= _SITUATION_NAMES or len(set(names)) != len(names):
        raise KeyError(names)
    return frozenset(names)


_SITUATION_NAMES: Final = frozenset(SITUATIONS)
_known_situations: Final = Known(_situation_names, 1 << 10)


def _flowers(data: Any) -> tuple[str, ...]:
    for i, name in enumerate(_list(data, "flowers", len(FLOWERS))):
        if name not in FLOWERS:
            raise ScoringError(
                f"flowers.{i}", "unknown flower; one of {allowed}", allowed=", ".join(FLOWERS)
            )
    if len(set(data)) != len(data):
        raise ScoringError("flowers", "there is one of each flower")
    return tuple(sorted(data))


def parse_table(data: Mapping[str, Any], field: str, players: int = 4) -> Table:
    """The ``round``, ``seat``, ``tsumo``, ``honba``, ``sticks`` of a lone hand; for two local yaku
    of riichi also ``wins_in_row`` and ``discarder_riichi``.

    ``round`` and ``seat`` default to East, the numbers to 0; ``tsumo`` must be there. With three
    players nobody sits North.
    """
    read = data.get
    tsumo = read("tsumo")
    if tsumo is not True and tsumo is not False:
        raise ScoringError(f"{field}.tsumo", "say whether it was a self-draw: true or false")
    try:
        return Table(
            _wind(read("round", "E"), "round", 4),
            _wind(read("seat", "E"), "seat", players),
            tsumo,
            _number(read("honba", 0), "honba", _MANY),
            _number(read("sticks", 0), "sticks", _MANY),
            _number(read("wins_in_row", 0), "wins_in_row", _MANY),
            _flag(read("discarder_riichi"), "discarder_riichi"),
        )
    except ScoringError as error:
        raise error.at(field) from None


_MANY: Final = 1000
"""More honba, sticks or wins than any table has seen."""


def _wind(data: Any, field: str, players: int) -> int:
    allowed = WINDS[:players]
    if not isinstance(data, str) or len(data) != 1 or data not in allowed:
        raise ScoringError(field, "must be one of {allowed}", allowed=", ".join(allowed))
    return allowed.index(data)


def _number(data: Any, field: str, maximum: int) -> int:
    if isinstance(data, bool) or not isinstance(data, int) or not 0 <= data <= maximum:
        raise ScoringError(field, "must be between 0 and {maximum}", maximum=maximum)
    return data


def _flag(data: Any, field: str) -> bool | None:
    if data is not None and not isinstance(data, bool):
        raise ScoringError(field, "must be true or false")
    return data


def hand_record(hand: Hand) -> dict[str, Any]:
    """The hand as the game record writes it; ``parse_hand`` reads it back to the same."""
    record: dict[str, Any] = {
        "tiles": tiles_text(hand.concealed, hand.reds),
        "melds": [meld.text for meld in hand.melds],
        "win_tile": CODES[_red_five(hand.win)] if hand.win_red else CODES[hand.win],
        "dora": [CODES[tile] for tile in hand.dora],
        "situation": [name for name in SITUATIONS if name in hand.situation],
    }
    if hand.ura:
        record["ura"] = [CODES[tile] for tile in hand.ura]
    if hand.flowers:
        record["flowers"] = list(hand.flowers)
    if hand.north:
        record["north"] = hand.north
    return record


def _red_five(five: int) -> int:
    return KINDS + _FIVES.index(five)


def check_claim(hand: Hand, tsumo: bool, field: str) -> None:
    """Refuse what contradicts itself at any table: how the tile came against what is said of it."""
    said = hand.situation
    at = f"{field}.situation"
    robbing = not said.isdisjoint(ROBBING)
    if tsumo and robbing:
        raise ScoringError(at, "a robbed kan is a win off another player, not a self-draw")
    if not tsumo and "after-kan" in said:
        raise ScoringError(at, "the tile after a kan is a self-draw, not a discard")
    if "first-turn" in said and ("last-tile" in said or robbing):
        raise ScoringError(at, "a win in the first turn is on a plain draw or discard")
    if robbing:
        shown = [_TILE_KINDS[tile] for tile in (*hand.dora, *hand.ura)]
        if count(hand.counts, hand.win) > 1 or hand.win in shown:
            raise ScoringError(
                at, "there was no kan of {tile}: another copy is in sight", tile=CODES[hand.win]
            )
