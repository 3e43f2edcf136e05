"""Giving a win by its tiles: the picker all games share.

What has been laid out is one hidden field, the *tray*; what has been tapped since is another, so
that a phone need not wait for an answer between two tiles: taps are appended, and whoever reads
them next, the engine of the page or the server, puts them into the tray.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.errors import ScoringError
from scoring.forms.base import Key, Row, WayForm, WinForm
from scoring.notation import CODES, FLOWERS, KINDS, SUITS
from scoring.preview import Position

FULL = 14
"""Tiles of a finished hand, each called set counted as three."""
SET = 3
"""Tiles that a called set takes of them."""
MOST_TAPS = 200

MELDS = ("chi", "pon", "kan", "ankan")
MODES: Mapping[str, Any] = {
    "hand": gettext_lazy("hand"),
    "chi": gettext_lazy("chi"),
    "pon": gettext_lazy("pon"),
    "kan": gettext_lazy("kan"),
    "ankan": gettext_lazy("closed kan"),
    "dora": gettext_lazy("dora"),
    "ura": gettext_lazy("ura"),
}
"""Where the next tile goes. ``dora`` and ``ura`` are indicators."""

TILE_NAMES: Mapping[str, Any] = {
    "m": gettext_lazy("{n} of characters"),
    "p": gettext_lazy("{n} of circles"),
    "s": gettext_lazy("{n} of bamboos"),
    "1z": gettext_lazy("east"),
    "2z": gettext_lazy("south"),
    "3z": gettext_lazy("west"),
    "4z": gettext_lazy("north"),
    "5z": gettext_lazy("white dragon"),
    "6z": gettext_lazy("green dragon"),
    "7z": gettext_lazy("red dragon"),
    "f": gettext_lazy("flower {n}"),
    "s#": gettext_lazy("season {n}"),
}


def tile_name(code: str) -> str:
    """A tile as a screen reader says it."""
    if code in FLOWERS:
        return _(TILE_NAMES["f" if code[0] == "f" else "s#"]).format(n=code[1])
    if code[1] == "z":
        return _(TILE_NAMES[code])
    if code[0] == "0":
        return _("red {tile}").format(tile=tile_name(f"5{code[1]}"))
    return _(TILE_NAMES[code[1]]).format(n=code[0])


@dataclass(frozen=True, slots=True)
class Tray:
    """What has been laid out, tiles as codes (``"0m"`` a red five).

    ``hand`` is in the order of tapping, its last tile the winning one; ``melds`` as the record
    writes them. ``red``: the next five is a red one.
    """

    hand: tuple[str, ...] = ()
    melds: tuple[str, ...] = ()
    dora: tuple[str, ...] = ()
    ura: tuple[str, ...] = ()
    flowers: tuple[str, ...] = ()
    red: bool = False

    @classmethod
    def read(cls, text: str) -> Tray:
        """What ``text`` wrote; whatever is not a tile is left out."""
        parts = [*text.split("|"), *[""] * 6][:6]
        lists = [tuple(c for c in part.split(".") if c in known) for part, known in _PARTS(parts)]
        melds = tuple(m for m in parts[1].split(".") if _is_meld(m))
        return cls(
            lists[0][:FULL], melds[:4], lists[1][:5], lists[2][:5], lists[3][:8], parts[5] == "r"
        )

    @property
    def text(self) -> str:
        lists = (self.hand, self.melds, self.dora, self.ura, self.flowers)
        return "|".join([*(".".join(items) for items in lists), "r" if self.red else ""])

    @property
    def room(self) -> int:
        """How many tiles the hand still takes."""
        return FULL - 3 * len(self.melds) - len(self.hand)

    @property
    def used(self) -> Counter[str]:
        """How often each kind is out, red fives among the fives, indicators included."""
        codes = [*self.hand, *self.dora, *self.ura]
        for meld in self.melds:
            digits = meld.split()[1]
            codes += [f"{digit}{digits[-1]}" for digit in digits[:-1]]
        return Counter(plain(code) for code in codes)

    def left(self, code: str) -> int:
        return 4 - self.used[plain(code)]

    def tapped(self, where: str, code: str) -> Tray:
        """With one more tile, or called set, or indicator; unchanged where it cannot be."""
        if where == "flower":
            return self._flower(code)
        if code not in _TILES:
            return self
        if self.red and code[0] == "5" and code[1] in SUITS[:3]:
            return replace(self, red=False).tapped(where, f"0{code[1]}")
        if where in MELDS:
            return self._called(where, code)
        if self.left(code) < 1:
            return self
        if where == "dora" and len(self.dora) < 5:
            return replace(self, dora=(*self.dora, code))
        if where == "ura" and len(self.ura) < 5:
            return replace(self, ura=(*self.ura, code))
        if where == "hand" and self.room:
            return replace(self, hand=(*self.hand, code))
        return self

    def _called(self, how: str, code: str) -> Tray:
        """A called set. Of a run its lowest tile is tapped; 8 and 9 mean 789."""
        if self.room < SET:
            return self
        tiles = _set_of(how, code)
        needed = Counter(map(plain, tiles))
        if not tiles or any(self.left(tile) < n for tile, n in needed.items()):
            return self
        digits = "".join(tile[0] for tile in tiles) + code[1]
        return replace(self, melds=(*self.melds, f"{how} {digits}"))

    def _flower(self, code: str) -> Tray:
        if code not in FLOWERS:
            return self
        kept = tuple(flower for flower in self.flowers if flower != code)
        return replace(self, flowers=kept if code in self.flowers else (*kept, code))

    def taken_back(self, where: str) -> Tray:
        """Without the last tile of the hand, or the last set or indicator."""
        if where in MELDS:
            return replace(self, melds=self.melds[:-1])
        if where in ("dora", "ura"):
            return replace(self, **{where: getattr(self, where)[:-1]})
        return replace(self, hand=self.hand[:-1])

    def touched(self, index: int) -> Tray:
        """A tile of the hand was tapped: it goes; in a full hand it becomes the winning tile."""
        if not 0 <= index < len(self.hand):
            return self
        rest = self.hand[:index] + self.hand[index + 1 :]
        return replace(self, hand=rest if self.room else (*rest, self.hand[index]))

    def without_meld(self, index: int) -> Tray:
        return replace(self, melds=self.melds[:index] + self.melds[index + 1 :])


_TILES = frozenset(CODES)


def _PARTS(parts: Sequence[str]) -> Iterable[tuple[str, frozenset[str]]]:
    flowers = frozenset(FLOWERS)
    return ((parts[0], _TILES), (parts[2], _TILES), (parts[3], _TILES), (parts[4], flowers))


def _is_meld(text: str) -> bool:
    how, _space, digits = text.partition(" ")
    return (
        how in (*MELDS, "kakan")
        and 4 <= len(digits) <= 5
        and f"1{digits[-1]}" in _TILES
        and all(f"{digit}{digits[-1]}" in _TILES for digit in digits[:-1])
    )


def plain(code: str) -> str:
    """The kind of a tile: a red five is a five."""
    return f"5{code[1]}" if code[0] == "0" else code


def _set_of(how: str, code: str) -> list[str]:
    """The tiles of the set called on ``code``; a red five is one of them. Empty where none is."""
    kind = plain(code)
    if how == "chi":
        if kind[1] == "z":
            return []
        low = min(int(kind[0]), 7)
        tiles = [f"{low + i}{kind[1]}" for i in range(3)]
    else:
        tiles = [kind] * (3 if how == "pon" else 4)
    if code[0] == "0":
        tiles[tiles.index(kind)] = code
    return tiles


def apply_taps(tray: Tray, taps: str, mode: str) -> Tray:
    """The tray after these taps, in order: ``hand:3m``, ``pon:5z``, ``back:hand``, ``touch:4``,
    ``meld:0`` (taken away), ``red``, ``clear``; a bare tile goes where ``mode`` says."""
    for tap in taps.split()[:MOST_TAPS]:
        where, _colon, code = tap.rpartition(":")
        if tap == "red":
            tray = replace(tray, red=not tray.red)
        elif tap == "clear":
            tray = Tray()
        elif tap == "back" or where == "back":
            tray = tray.taken_back(code if where else mode)
        elif where in ("touch", "meld"):
            index = int(code) if code.isdecimal() and len(code) < 3 else -1
            tray = tray.touched(index) if where == "touch" else tray.without_meld(index)
        else:
            tray = tray.tapped(where or mode, code)
    return tray


def _calls(taps: str, mode: str) -> bool:
    """Whether the last tap called a set; tiles of the hand may have been tapped before the mode
    was, and be still on their way."""
    where, _colon, code = taps.rpartition(" ")[2].rpartition(":")
    return (where or mode) in MELDS and code in _TILES


# -- the tab ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Face:
    """A tile to draw: ``tap`` is what tapping it says."""

    code: str
    tap: str = ""
    spent: bool = False
    back: bool = False
    lying: bool = False

    @property
    def name(self) -> str:
        return tile_name(self.code)


class TilesWay(WayForm):
    """The tiles of the hand; the engine finds what they are worth and explains it."""

    key = "tiles"
    label = gettext_lazy("tiles")
    compact = True
    """The compass makes room once it is known who won off whom."""
    modes: ClassVar[tuple[str, ...]] = ("hand", "chi", "pon", "kan", "ankan")
    situations: ClassVar[Mapping[str, Any]] = {}
    """What may be said of the win, each with its word: keys of the record."""
    mode_words: ClassVar[Mapping[str, Any]] = MODES
    has_flowers: ClassVar[bool] = False
    has_reds: ClassVar[bool] = False
    tray_text = forms.CharField(required=False, max_length=400)
    mode = forms.CharField(required=False, max_length=8)
    situation = forms.MultipleChoiceField(required=False)

    def __init__(self, win: WinForm, winner: int | None) -> None:
        self.declared = winner is not None and winner in win.declared
        super().__init__(win, winner)
        taps = " ".join(win.data.getlist(f"{self.prefix}-taps"))
        text = self.cleaned_data.get("tray_text") or ""
        self.tray = apply_taps(Tray.read(text), taps, self._mode)
        full = self._mode in MELDS and self.tray.room < SET
        self.shown_mode = "hand" if full or _calls(taps, self._mode) else self._mode

    def full_clean(self) -> None:
        field = self.fields["situation"]
        assert isinstance(field, forms.MultipleChoiceField)  # noqa: S101 - declared above
        field.choices = list(self.situations.items())
        super().full_clean()

    @property
    def own(self) -> Collection[str]:
        return {*self.fields, "taps"}

    @property
    def put_by(self) -> Iterator[tuple[str, str]]:
        if self.tray != Tray():
            yield f"{self.prefix}-tray_text", self.tray.text
        passing = ("tray_text", "taps", "mode")
        yield from (pair for pair in super().put_by if not pair[0].endswith(passing))

    @property
    def _mode(self) -> str:
        mode: str = self.cleaned_data.get("mode", "")
        return mode if mode in self.open_modes else "hand"

    @property
    def open_modes(self) -> tuple[str, ...]:
        """The modes this very hand has."""
        return self.modes

    # -- what a template draws --

    @property
    def explain_templates(self) -> list[str]:
        """Where the account of the value is drawn: the variety's own first."""
        return [f"table/{self.position.variety.key}/_explain.html", "table/_explain.html"]

    @property
    def extra_rows(self) -> list[Row]:
        """More to be said of the hand than how it was won."""
        return []

    @property
    def takes_tiles(self) -> bool:
        """Whether another tile has a place: in the hand, or beside it as an indicator."""
        return self.tray.room > 0 or any(mode not in TilesWay.modes for mode in self.open_modes)

    @property
    def lays_aside(self) -> bool:
        """Whether the next tile is an indicator: the account makes room for the picker."""
        return not self.tray.room and self.shown_mode not in TilesWay.modes

    @property
    def picks(self) -> bool:
        """Whether the picker is there: the hand is not whole yet, or an indicator comes next."""
        return self.tray.room > 0 or self.lays_aside

    @property
    def mode_keys(self) -> list[Key]:
        return [
            Key(
                f"{self.prefix}-mode",
                mode,
                str(self.mode_words[mode]),
                checked=mode == self.shown_mode,
                live=mode not in MELDS or self.tray.room >= SET,
            )
            for mode in self.open_modes
        ]

    @property
    def in_hand(self) -> list[Face]:
        """The hand without the winning tile, sorted; a tap takes a tile back, or in a full hand
        makes it the winning one."""
        rest = self.tray.hand if self.tray.room else self.tray.hand[:-1]
        order = sorted(range(len(rest)), key=lambda i: (rest[i][1], plain(rest[i]), rest[i]))
        return [Face(rest[i], f"touch:{i}") for i in order]

    @property
    def won_on(self) -> Face | None:
        return None if self.tray.room or not self.tray.hand else Face(self.tray.hand[-1])

    @property
    def called(self) -> list[tuple[str, list[Face]]]:
        """Each called set with what takes it away, the taken tile lying; a closed kan's ends are
        face down."""
        found = []
        for index, meld in enumerate(self.tray.melds):
            how, digits = meld.split()
            faces = [
                Face(
                    f"{digit}{digits[-1]}",
                    back=how == "ankan" and place in (0, 3),
                    lying=how != "ankan" and place == 0,
                )
                for place, digit in enumerate(digits[:-1])
            ]
            found.append((f"meld:{index}", faces))
        return found

    @property
    def indicators(self) -> list[tuple[str, list[Face]]]:
        """The indicators laid out, by what they are called."""
        rows = (("dora", self.tray.dora), ("ura", self.tray.ura))
        return [(str(MODES[name]), [Face(c) for c in codes]) for name, codes in rows if codes]

    @property
    def rows(self) -> list[list[Face]]:
        """The picker: a suit a row, honors last."""
        left = self.tray.left
        codes = CODES[:KINDS]
        faces = [Face(code, code, spent=left(code) < 1) for code in codes]
        return [faces[0:9], faces[9:18], faces[18:27], faces[27:34]]

    @property
    def flower_faces(self) -> list[Face]:
        taken = self.tray.flowers
        return [Face(c, f"flower:{c}", spent=c not in taken) for c in FLOWERS] * self.has_flowers

    @property
    def situation_row(self) -> Row:
        chosen = self.cleaned_data.get("situation", [])
        keys = [
            Key(f"{self.prefix}-situation", key, str(word), checked=key in chosen, kind="checkbox")
            for key, word in self.situations.items()
            if self.is_possible(key)
        ]
        return Row(_("how"), keys, "situation")

    def is_possible(self, situation: str) -> bool:
        """Whether this can be said of a win by discard or by self-draw, as this one is."""
        return situation != ("robbing-kan" if self.tsumo else "after-kan")

    # -- the record --

    @property
    def question(self) -> str:
        room = self.tray.room
        if room == FULL:
            return _("Tap the tiles of the hand, the winning tile last.")
        if room > 1:
            return _("{n} more tiles, the winning tile last.").format(n=room)
        return _("One more tile: the winning one.") if room else ""

    def chosen_situation(self) -> list[str]:
        """What was ticked and still can be."""
        chosen: list[str] = self.cleaned_data.get("situation", [])
        return [key for key in chosen if self.is_possible(key)]

    def claim(self) -> dict[str, Any]:
        if self.tray.room:
            raise ScoringError("wins.0.hand", self.question)
        hand: dict[str, Any] = {
            "tiles": mpsz(self.tray.hand),
            "melds": list(self.tray.melds),
            "win_tile": self.tray.hand[-1],
            "situation": self.chosen_situation(),
        }
        for name in ("dora", "ura", "flowers"):
            if codes := getattr(self.tray, name):
                hand[name] = list(codes)
        return {"hand": hand}

    @classmethod
    def typed(cls, win: Mapping[str, Any], position: Position) -> dict[str, Any] | None:
        hand = win.get("hand")
        if not hand:
            return None
        codes = spelled(hand["tiles"])
        codes.remove(hand["win_tile"])
        tray = Tray(
            hand=(*codes, hand["win_tile"]),
            melds=tuple(hand.get("melds", ())),
            dora=tuple(hand.get("dora", ())),
            ura=tuple(hand.get("ura", ())),
            flowers=tuple(hand.get("flowers", ())),
        )
        kept = [key for key in hand.get("situation", ()) if key in cls.situations]
        return {"tray_text": tray.text, "situation": kept}


class KongTiles(TilesWay):
    """The tiles in the words of the Chinese games."""

    mode_words: ClassVar[Mapping[str, Any]] = {
        **MODES,
        "chi": gettext_lazy("chow"),
        "pon": gettext_lazy("pung"),
        "kan": gettext_lazy("kong"),
        "ankan": gettext_lazy("closed kong"),
    }
    situations: ClassVar[Mapping[str, Any]] = {
        "last-tile": gettext_lazy("last tile"),
        "after-kan": gettext_lazy("kong's replacement"),
        "robbing-kan": gettext_lazy("robbing a kong"),
        "first-turn": gettext_lazy("first turn"),
    }


def mpsz(codes: Iterable[str]) -> str:
    """Tiles as text: ``["1m", "0p", "2m"]`` → ``"12m0p"``."""
    ordered = sorted(codes, key=lambda code: (code[1], plain(code), code))
    return "".join(
        "".join(code[0] for code in ordered if code[1] == suit) + suit
        for suit in SUITS
        if any(code[1] == suit for code in ordered)
    )


def spelled(text: str) -> list[str]:
    """``"12m0p"`` → ``["1m", "2m", "0p"]``."""
    codes: list[str] = []
    digits = ""
    for letter in text:
        if letter.isdecimal():
            digits += letter
        else:
            codes += [digit + letter for digit in digits]
            digits = ""
    return codes
