"""A second reckoning of riichi hands: tile by tile from the rules pages, with every option of a
value, and nothing of the engine's. It is slow and knows one way to do each thing.

A tile is its suit and number, ``("m", 5)``; a set is its kind (``r`` run, ``t`` triplet, ``k``
kan), its lowest tile and whether it is concealed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

Tile = tuple[str, int]
Yaku = tuple[str, int]

DRAGONS = {5: "yakuhai-haku", 6: "yakuhai-hatsu", 7: "yakuhai-chun"}
ORPHANS = {
    *((suit, number) for suit in "mps" for number in (1, 9)),
    *(("z", n) for n in range(1, 8)),
}
GREEN = {*(("s", number) for number in (2, 3, 4, 6, 8)), ("z", 6)}
GATES = Counter([1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9])


class Set(NamedTuple):
    kind: str
    tile: Tile
    concealed: bool


class Worth(NamedTuple):
    """The first four decide which reading counts."""

    base: int
    yakuman: int
    han: int
    fu: int
    patterns: tuple[Yaku, ...]


def read(text: str) -> list[Tile]:
    """``"123m55z"``, red fives as fives."""
    tiles: list[Tile] = []
    digits = ""
    for letter in text:
        if letter.isdigit():
            digits += letter.replace("0", "5")
        else:
            tiles += [(letter, int(digit)) for digit in digits]
            digits = ""
    return tiles


def next_of(tile: Tile) -> Tile:
    """The dora an indicator points at."""
    suit, number = tile
    if suit != "z":
        return suit, number % 9 + 1
    return ("z", number % 4 + 1) if number < 5 else ("z", (number - 4) % 3 + 5)


@dataclass
class Reckoning:
    """One hand at one table: ``hand`` and ``asked`` as for ``score``, every option by name."""

    options: dict[str, Any]
    hand: dict[str, Any]
    asked: dict[str, Any]

    def __post_init__(self) -> None:
        self.concealed = read(self.hand["tiles"])
        self.melds = [
            (kind, read(tiles)) for kind, tiles in (meld.split(" ") for meld in self.hand["melds"])
        ]
        self.all = self.concealed + [tile for _, tiles in self.melds for tile in tiles]
        (self.win,) = read(self.hand["win_tile"])
        self.said = set(self.hand["situation"])
        self.closed = all(kind == "ankan" for kind, _ in self.melds)
        self.tsumo = self.asked["tsumo"]
        self.seat = "ESWN".index(self.asked["seat"]) + 1
        self.round = "ESWN".index(self.asked["round"]) + 1
        self.local = set(self.options["local_yaku"])
        self.suits = {suit for suit, _ in self.all} - {"z"}
        self.honors = any(suit == "z" for suit, _ in self.all)

    def han(self, closed: int, is_open: int) -> int:
        return closed if self.closed else is_open

    def best(self) -> Worth | None:
        """The dearest reading; ``None`` where nothing wins."""
        found = [*self._of_sets(), *self._of_pairs()] or [*self._of_orphans()]
        if found and "first-turn" in self.said and not self.tsumo:
            limit = {"mangan": (2000, 5), "baiman": (4000, 8)}.get(self.options["renhou"])
            if limit:
                base, han = limit
                found.append(Worth(base, 0, han, found[0].fu, (("renhou", han),)))
        best = max(found, default=None, key=lambda worth: worth[:4])
        return best if best and best.base else None

    # -- the shapes --

    def _of_pairs(self) -> Iterator[Worth]:
        if len(self.concealed) == 14 and set(Counter(self.concealed).values()) == {2}:
            han, fu = (2, 25) if self.options["chiitoitsu"] == "25-2" else (1, 50)
            yield self._worth([*self._always(), ("chiitoitsu", han)], self._yakuman(), fu)

    def _of_orphans(self) -> Iterator[Worth]:
        if set(self.concealed) == ORPHANS and len(self.concealed) == 14:
            name = "kokushi-13" if self.concealed.count(self.win) == 2 else "kokushi"
            others = [yaku for yaku in self._always() if yaku[0] != "honroutou"]
            yield self._worth(others, [*self._yakuman(), name], 30)

    def _of_sets(self) -> Iterator[Worth]:
        called = [
            Set({"chi": "r", "pon": "t"}.get(kind, "k"), tiles[0], kind == "ankan")
            for kind, tiles in self.melds
        ]
        for pair in {tile for tile in self.concealed if self.concealed.count(tile) > 1}:
            rest = sorted(self.concealed)
            rest.remove(pair)
            rest.remove(pair)
            for sets in set(split(tuple(rest))):
                if pair == self.win:
                    yield self._reading([*sets, *called], pair, "tanki")
                for place, won in enumerate(sets):
                    if wait := _wait(won, self.win):
                        placed = list(sets)
                        if wait == "shanpon":
                            placed[place] = won._replace(concealed=self.tsumo)
                        yield self._reading([*placed, *called], pair, wait)

    # -- what they are worth --

    def _reading(self, sets: Sequence[Set], pair: Tile, wait: str) -> Worth:
        fu, pinfu = self._fu(sets, pair, wait)
        runs = [one.tile for one in sets if one.kind == "r"]
        triplets = {one.tile for one in sets if one.kind != "r"}
        concealed = sum(one.concealed for one in sets if one.kind != "r")
        kans = sum(one.kind == "k" for one in sets)
        yaku = [*self._always(), *self._of_runs(runs), *self._of_triplets(triplets)]
        yaku += [("pinfu", 1)] * pinfu + [("toitoi", 2)] * (not runs)
        yaku += [("sanankou", 2)] * (concealed >= 3) + [("sankantsu", 2)] * (kans >= 3)
        outside = {*triplets, pair} <= ORPHANS and {number for _, number in runs} <= {1, 7}
        if runs and outside:
            name, han = ("chanta", self.han(2, 1)) if self.honors else ("junchan", self.han(3, 2))
            yaku.append((name, han))
        dragons = [name for number, name in DRAGONS.items() if ("z", number) in triplets]
        winds = sum(("z", number) in triplets for number in range(1, 5))
        if len(dragons) == 2 and pair[0] == "z" and pair[1] > 4:
            yaku.append(("shousangen", 2))
        yakuman = self._yakuman() + ["daisangen"] * (len(dragons) == 3)
        yakuman += ["daisuushi"] * (winds == 4) + ["suukantsu"] * (kans == 4)
        yakuman += ["shousuushi"] * (winds == 3 and pair[0] == "z" and pair[1] < 5)
        if concealed == 4:
            yakuman.append("suuankou-tanki" if wait == "tanki" else "suuankou")
        return self._worth(yaku, yakuman, fu)

    def _fu(self, sets: Sequence[Set], pair: Tile, wait: str) -> tuple[int, bool]:
        shape = 2 * (wait in ("tanki", "kanchan", "penchan"))
        for kind, tile, concealed in sets:
            if kind != "r":
                shape += 2 * (1 + concealed) * (1 + (tile in ORPHANS)) * (4 if kind == "k" else 1)
        if pair[0] == "z":
            winds = [self.round, self.seat].count(pair[1])
            of_winds = (0, 2, self.options["double_wind_fu"])[winds]
            shape += 2 if pair[1] > 4 else of_winds
        if not shape and self.closed and (self.options["pinfu_tsumo"] or not self.tsumo):
            return (20 if self.tsumo else 30), True
        fu = 20 + shape
        if self.tsumo:
            fu += self.options["rinshan_fu"] if "after-kan" in self.said else 2
        elif self.closed:
            fu += 10
        elif fu == 20:
            return self.options["open_pinfu_fu"], False
        return -(-fu // 10) * 10, False

    def _of_runs(self, runs: Sequence[Tile]) -> Iterator[Yaku]:
        alike = Counter(runs)
        twins = sum(number // 2 for number in alike.values()) if self.closed else 0
        if twins == 2:
            yield "ryanpeikou", 3
        elif "isshoku-sanjun" in self.local and max(alike.values(), default=0) > 2:
            yield "isshoku-sanjun", self.han(3, 2)
        elif twins:
            yield "iipeikou", 1
        if any(all((suit, n) in alike for suit in "mps") for n in range(1, 8)):
            yield "sanshoku-doujun", self.han(2, 1)
        if any(all((suit, n) in alike for n in (1, 4, 7)) for suit in "mps"):
            yield "ittsu", self.han(2, 1)

    def _of_triplets(self, triplets: set[Tile]) -> Iterator[Yaku]:
        if any(all((suit, n) in triplets for suit in "mps") for n in range(1, 10)):
            yield "sanshoku-doukou", 2
        rows = [{(suit, n + step) for step in range(3)} for suit in "mps" for n in range(1, 8)]
        if "sanrenkou" in self.local and any(row <= triplets for row in rows):
            yield "sanrenkou", 2
        yield from ((name, 1) for number, name in DRAGONS.items() if ("z", number) in triplets)
        if ("z", self.round) in triplets:
            yield "yakuhai-round-wind", 1
        if ("z", self.seat) in triplets:
            yield "yakuhai-seat-wind", 1
        winds, dragons = (
            {("z", n) for n in some} & {*self.all} for some in ((1, 2, 3, 4), DRAGONS)
        )
        if "uumensai" in self.local and len(self.suits) == 3 and winds and dragons:
            yield "uumensai", 2

    def _always(self) -> Iterator[Yaku]:
        """What no reading changes: how it was won, and the tiles."""
        said = self.said
        for name, han in (("riichi", 1), ("double-riichi", 2), ("open-riichi", 2)):
            if name in said:
                yield name, han
        if "ippatsu" in said and self.options["ippatsu"]:
            yield "ippatsu", 1
        if self.tsumo and self.closed:
            yield "menzen-tsumo", 1
        last = "haitei" if self.tsumo else "houtei"
        names = {"last-tile": last, "after-kan": "rinshan", "robbing-kan": "chankan"}
        yield from ((name, 1) for key, name in names.items() if key in said)
        yield from (
            (name, 1) for name in ("tsubame-gaeshi", "kanburi") if name in said & self.local
        )
        if not ORPHANS & {*self.all} and (self.closed or self.options["open_tanyao"]):
            yield "tanyao", 1
        if {*self.all} <= ORPHANS:
            yield "honroutou", 2
        if len(self.suits) == 1:
            yield ("honitsu", self.han(3, 2)) if self.honors else ("chinitsu", self.han(6, 5))

    def _yakuman(self) -> list[str]:
        """Those no reading changes."""
        found = []
        if "first-turn" in self.said:
            if self.tsumo:
                found.append("tenhou" if self.seat == 1 else "chiihou")
            elif self.options["renhou"] == "yakuman":
                found.append("renhou")
        if "open-riichi" in self.said and self.asked.get("discarder_riichi") is False:
            found.append("open-riichi")
        if {*self.all} <= GREEN:
            found.append("ryuuiisou")
        if not self.suits:
            found.append("tsuuiisou")
        if {*self.all} <= ORPHANS and not self.honors:
            found.append("chinroutou")
        return found + self._of_one_suit()

    def _of_one_suit(self) -> list[str]:
        if self.melds or len(self.suits) != 1 or self.honors:
            return []
        (suit,) = self.suits
        held = Counter(number for _, number in self.concealed)
        wheel = suit == "p" or "daisharin-all-suits" in self.local
        if "daisharin" in self.local and wheel and held == Counter([*range(2, 9)] * 2):
            return ["daisharin"]
        if not held >= GATES:
            return []
        before = held - Counter([self.win[1]])
        return ["junsei-chuuren" if before == GATES else "chuuren"]

    def _worth(self, yaku: Sequence[Yaku], yakuman: Sequence[str], fu: int) -> Worth:
        options, counted = self.options, list(yaku)
        eighth = self.seat == 1 and self.asked["wins_in_row"] >= 8 and "paarenchan" in self.local
        names = [*yakuman, *["paarenchan"] * bool(eighth and (yaku or yakuman))]
        if names:
            parts = [2 if name in options["double_yakuman"] else 1 for name in names]
            number = sum(parts) if options["yakuman_stack"] else max(parts)
            if options["yakuman_max"]:
                number = min(number, options["yakuman_max"])
            if not options["aotenjou"]:
                return Worth(8000 * number, number, 0, fu, ())
            counted.append(("yakuman", 13 * number))
        if not counted:
            return Worth(0, 0, 0, fu, ())
        counted += self._dora()
        han = sum(number for _, number in counted)
        return Worth(self._base(han, fu), 0, han, fu, tuple(sorted(counted)))

    def _dora(self) -> Iterator[Yaku]:
        for name, key, first in (("dora", "kan_dora", True), ("ura-dora", "kan_ura", False)):
            shown = read("".join(self.hand.get(name.partition("-")[0], ())))
            if not first and not self.options["ura_dora"]:
                continue
            number = sum(
                self.all.count(next_of(tile))
                for tile in (shown if self.options[key] else shown[:1])
            )
            if number:
                yield name, number

    def _base(self, han: int, fu: int) -> int:
        base: int = fu * 2 ** (2 + han)
        if self.options["aotenjou"]:
            return base
        if han >= 13 and self.options["thirteen_han"] == "yakuman":
            return 8000
        for least, limit in ((11, 6000), (8, 4000), (6, 3000), (5, 2000)):
            if han >= least:
                return limit
        return 2000 if base > 2000 or (base == 1920 and self.options["kiriage_mangan"]) else base


def split(tiles: tuple[Tile, ...]) -> Iterator[tuple[Set, ...]]:
    """Every way into sets, in order."""
    if not tiles:
        yield ()
        return
    first = tiles[0]
    suit, number = first
    for kind, wanted in (
        ("t", [first] * 3),
        ("r", [(suit, number + step) for step in range(3)] if suit != "z" else []),
    ):
        rest = list(tiles)
        try:
            for tile in wanted:
                rest.remove(tile)
        except ValueError:
            continue
        if wanted:
            yield from ((Set(kind, first, kind == "t"), *more) for more in split(tuple(rest)))


def _wait(one: Set, win: Tile) -> str:
    """What it was if ``win`` completed this set; empty where it cannot have."""
    if one.kind == "t":
        return "shanpon" if one.tile == win else ""
    suit, low = one.tile
    place = win[1] - low
    if win[0] != suit or not 0 <= place <= 2:
        return ""
    if place == 1:
        return "kanchan"
    return "penchan" if (low, place) in ((1, 2), (7, 0)) else "ryanmen"
