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
from dataclasses import dataclass, field
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


@dataclass(slots=True, unsafe_hash=True)
class Suit:
    """The tiles of one suit in a hand. There is one for each way to write them, so that what was
    worked out of them is at hand when they come again."""

    counts: int
    memo: Any = field(default=None, compare=False, repr=False)
    """Room for what one rule book works out of them, to find it here again. Who else needs some
    keeps a table of its own."""


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
    suits: tuple[Suit, ...]
    """The same tiles suit by suit, those that are there."""


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
    """What was read before by what it was read from: a cache that starts anew when it holds
    ``most``. It is asked several times a hand, and a dict answers sooner than ``lru_cache``."""

    def __init__(self, read: Callable[[K], V], most: int) -> None:
        super().__init__()
        self.read, self.most = read, most

    def __missing__(self, key: K) -> V:
        found = self.read(key)
        if len(self) >= self.most:
            self.clear()
        self[key] = found
        return found


_find_groups: Final = re.compile("[0-9]+[mpsz]").findall


def parse_tiles(text: Any, field: str) -> Tiles:
    """Tiles in mpsz text; suits may come in any order, more than once, with spaces between.

    ``ScoringError`` on anything else and on more than four of a tile.
    """
    try:
        return Tiles(*_read_tiles(text))
    except ScoringError as error:
        raise error.at(field) from None


def _read_tiles(text: Any) -> tuple[int, int, int, int, tuple[Suit, ...]]:
    try:
        groups = _find_groups(text)
    except TypeError:
        message = "write the tiles as text, for example 123m456p11z"
        raise ScoringError("", message) from None
    counts = reds = sorts = 0
    suits = []
    for group in groups:
        more, more_reds, more_sorts, suit = _groups[group]
        counts += more
        reds += more_reds
        sorts |= more_sorts
        suits.append(suit)
    if "".join(groups) != text or len(groups) != _HOW_MANY_SUITS[sorts & _ALL_SUITS]:
        return _read_tiles(_in_order(text, groups))
    return counts, reds, len(text) - len(groups), sorts, tuple(suits)


_ALL_SUITS: Final = HAS_M | HAS_P | HAS_S | HAS_HONOR
_HOW_MANY_SUITS: Final = tuple(sorts.bit_count() for sorts in range(_ALL_SUITS + 1))


def _in_order(text: str, groups: list[str]) -> str:
    """The same tiles with each suit once and nothing between; ``ScoringError`` where more than
    spaces was."""
    if "".join(groups) != text.replace(" ", ""):
        raise ScoringError("", "cannot read {text}; write for example 123m0567p", text=text)
    digits = {suit: "".join(g[:-1] for g in groups if g[-1] == suit) for suit in SUITS}
    return "".join(digits[suit] + suit for suit in SUITS if digits[suit])


def _read_group(text: str) -> tuple[int, int, int, Suit]:
    """Tiles of one suit, digits and the suit's letter: counts, red fives, sorts, and the suit."""
    digits, letter = text[:-1], text[-1]
    tiles = _TILES_OF_SUIT[letter]
    try:
        counts = sum(map(tiles.__getitem__, digits))
    except KeyError:
        counts = _count_up(digits, letter)
    if len(digits) > _NEVER_TOO_MANY or counts + _THREES & _EIGHTS:
        counts = _count_up(digits, letter)
    sorts, asked = _SORTS_OF_SUIT[letter]
    for bit, kinds in asked:
        if counts & kinds:
            sorts += bit
    return counts, tiles["0"] * digits.count("0") if "0" in digits else 0, sorts, Suit(counts)


def _count_up(digits: str, letter: str) -> int:
    """Tile by tile, so that what is refused is the first that cannot be."""
    counts = 0
    for digit in digits:
        counts += ONE[_TILE_KINDS[parse_tile(digit + letter, "")]]
        if counts + _THREES & _EIGHTS:
            _refuse_fifth(counts, "")
    return counts


_TILES_OF_SUIT: Final = {
    suit: {code[0]: ONE[_TILE_KINDS[tile]] for code, tile in _CODE_TILES.items() if code[1] == suit}
    for suit in SUITS
}
"""By the letter and the digit, the counts of one."""
_SORTS_OF_SUIT: Final = {
    letter: (
        sum(bit for bit, kinds in SORTS if kinds & suit == suit),
        tuple((bit, kinds & suit) for bit, kinds in SORTS if kinds & suit not in (0, suit)),
    )
    for letter, suit in zip(SUITS, SUIT, strict=True)
}
"""By the letter, the sorts all tiles of the suit are of, and those only some are of."""
_NEVER_TOO_MANY = 12
"""So many alike can still be told from other tiles, see ``_refuse_fifth``."""


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


@dataclass(slots=True, unsafe_hash=True)
class Meld:
    """A set laid down beside the hand. There is one for each way to write it, as of ``Suit``."""

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
    memo: Any = field(default=None, compare=False, repr=False)
    """As of ``Suit``."""

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
    counts, reds, _, sorts, _ = parse_tiles(tiles, "")
    lowest = next(tiles_of(counts), 0)
    if counts != _meld_counts(kind, lowest):
        raise ScoringError("", "{tiles} is no {kind}", tiles=tiles, kind=kind)
    run = kind == "chi"
    return Meld(kind, lowest, counts, reds, ONE[lowest] * run, ONE[lowest] * (not run), sorts)


_known_melds: Final = Known(_read_meld, 1 << 11)
_known_meld: Final = _known_melds.__getitem__


def _meld_counts(kind: str, tile: int) -> int:
    """What a meld of this kind on this tile must hold; 0 where a run cannot start."""
    if kind == "chi":
        can_start = tile < EAST and tile % 9 < 7
        return ONE[tile] + ONE[tile + 1] + ONE[tile + 2] if can_start else 0
    return ONE[tile] * (3 if kind == "pon" else 4)


# -- hands --------------------------------------------------------------------------------------


@dataclass(slots=True, unsafe_hash=True)
class Hand:
    """A winning claim: the tiles and what was special about the win. Checked: no fifth copy, the
    right number of tiles, the winning tile among the concealed ones.

    Nothing changes a hand once it is read. It is not frozen because one is made for every hand
    scored, and a frozen one takes three times as long to make.
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
    sorts: int
    """Which of ``SORTS`` are among all its tiles."""
    suits: tuple[Suit, ...] = field(compare=False)
    """The concealed tiles suit by suit."""

    @property
    def called_runs(self) -> int:
        """The runs of the melds, packed as in ``shapes.Reading``."""
        return sum(meld.runs for meld in self.melds)

    @property
    def called_triplets(self) -> int:
        """The triplets and kans of the melds, packed the same way."""
        return sum(meld.triplets for meld in self.melds)


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
    fields = _LONE_FIELDS if lone else _HAND_FIELDS
    try:
        if not fields.issuperset(data):
            _refuse_field(min(str(name) for name in data if name not in fields))
        hand = _blank(Hand)
        _read_all_tiles(hand, data)
        dora, ura, said = data.get("dora"), data.get("ura"), data.get("situation")
        if dora or ura or not {dora.__class__, ura.__class__} <= _LEFT_OUT:
            hand.dora, hand.ura = _indicators(dora, ura, hand.counts)
        else:
            hand.dora = hand.ura = ()
        named = said or said.__class__ not in _LEFT_OUT
        hand.situation = _situation(said) if named else _NO_SITUATION
        hand.flowers = _flowers(data["flowers"]) if "flowers" in data else ()
        hand.north = _number(data["north"], "north", 4) if "north" in data else 0
    except ScoringError as error:
        raise error.at(field) from None
    return hand


_blank: Final = object.__new__
"""Makes a hand without its constructor's detour."""


def _read_all_tiles(hand: Hand, data: Mapping[str, Any]) -> None:
    """The concealed tiles, the winning one among them, and the melds."""
    try:
        concealed, reds, size, sorts, suits = _read_tiles(data.get("tiles"))
    except ScoringError as error:
        raise error.at("tiles") from None
    texts = data.get("melds")
    melds = _melds(texts) if texts or texts.__class__ not in _LEFT_OUT else ()
    if size != 14 - 3 * len(melds):
        _refuse_size(size, len(melds))
    try:
        win, win_red = _WIN_TILES[data["win_tile"]]
    except (KeyError, TypeError):
        win, win_red = parse_tile(data.get("win_tile"), "win_tile"), False  # says what is wrong
    held = reds if win_red else concealed - reds if reds else concealed
    if not held >> 4 * win & 15:
        _refuse_win(data["win_tile"])
    hand.concealed = hand.counts = concealed
    hand.reds = hand.all_reds = reds
    hand.suits = suits
    hand.sorts = sorts
    hand.win = win
    hand.win_red = win_red
    hand.melds = melds
    hand.open = False
    hand.kans = 0
    if melds:
        _add_melds(hand)


_WIN_TILES: Final = {code: (_TILE_KINDS[tile], tile >= KINDS) for code, tile in _CODE_TILES.items()}


def _add_melds(hand: Hand) -> None:
    """Into what is known of all its tiles."""
    counts, all_reds, sorts = hand.counts, hand.all_reds, hand.sorts
    for meld in hand.melds:
        counts += meld.counts
        all_reds += meld.reds
        sorts |= meld.sorts
        if meld.kind != "ankan":
            hand.open = True
        if meld.kind in _KANS:
            hand.kans += 1
        if counts + _THREES & _EIGHTS:
            _refuse_fifth(counts, "melds")
    hand.counts = counts
    hand.all_reds = all_reds
    hand.sorts = sorts


_KANS: Final = frozenset({"kan", "ankan", "kakan"})
_LEFT_OUT: Final = frozenset({list, type(None)})
"""What is false of these is a list that is left out. What else is false (0, "", {}) is a slip."""


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
            return tuple(map(_known_meld, data))
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


def _refuse_win(text: str) -> NoReturn:
    raise ScoringError(
        "win_tile", "the winning tile {tile} is not among the concealed tiles", tile=text
    )


def _indicators(dora: Any, ura: Any, counts: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The indicators, 0-36. Each is a tile too: with ``counts`` it cannot be a fifth copy."""
    if dora.__class__ is list and ura.__class__ in _LEFT_OUT:
        try:
            dora_tiles, more = _known_indicators[tuple(dora)]
            ura_tiles, more_ura = _known_indicators[tuple(ura)] if ura else ((), 0)
        except (KeyError, TypeError):
            pass  # say which
        else:
            if not counts + more + more_ura + _THREES & _EIGHTS:
                return dora_tiles, ura_tiles
    dora_tiles, counts = _read_indicators(dora, "dora", counts)
    return dora_tiles, _read_indicators(ura, "ura", counts)[0]


_FIFTH_INDICATOR = msgid("the indicator {tile} is a fifth copy")


def _read_indicators(data: Any, field: str, counts: int) -> tuple[tuple[int, ...], int]:
    """Tiles of one list of indicators, and the ``counts`` with them."""
    texts = () if data is None else _list(data, field, _MOST_INDICATORS)
    tiles = tuple([parse_tile(text, f"{field}.{i}") for i, text in enumerate(texts)])
    for tile in map(kind, tiles):
        counts += ONE[tile]
        if counts + _THREES & _EIGHTS:
            _refuse_fifth(counts, field, _FIFTH_INDICATOR)
    return tiles, counts


_MOST_INDICATORS = 5


def _indicator_tiles(texts: tuple[str, ...]) -> tuple[tuple[int, ...], int]:
    """Tiles and counts of one list of indicators; no more than four alike."""
    tiles = tuple([_CODE_TILES[text] for text in texts])
    counts = one_each(map(kind, tiles))
    if len(tiles) > _MOST_INDICATORS or counts + _THREES & _EIGHTS:
        raise KeyError(texts)
    return tiles, counts


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
