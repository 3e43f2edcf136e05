"""Yaku ticked by hand: which can stand together, what they bring along, their han and the fu.

No tiles are known here. Each yaku says what it asks of a hand (``DEMANDS``), like its line in a
rule book; yaku can stand together where one hand can meet all their demands. The same demands bound
the fu, and where they leave but one figure nobody needs to be asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from typing import Any, Final

from scoring.errors import ScoringError
from scoring.game import Translate
from scoring.riichi import fu as fu_of
from scoring.riichi.hand import ORPHANS, PAIRS, RENHOU_HAN, SETS, UNCONNECTED, YAKUMAN_HAN, book_of
from scoring.riichi.names import yaku_name
from scoring.riichi.points import FU, LIMITS, MOST_FU, basic_points, is_legal
from scoring.riichi.rules import RiichiRules
from scoring.riichi.yaku import BONUSES, CLOSED, OPEN, YAKUMAN, Pattern, place
from scoring.words import listed

# -- what a yaku asks of a hand -----------------------------------------------------------------

ONLY_SETS: Final = frozenset({SETS})
SETS_OR_PAIRS: Final = frozenset({SETS, PAIRS})
ANY_FORM: Final = frozenset({SETS, PAIRS, ORPHANS})


@dataclass(frozen=True, slots=True)
class Demand:
    """What a yaku asks of the tiles. The numbers are how many it needs at least."""

    forms: frozenset[str] = ONLY_SETS
    runs: int = 0
    triplets: int = 0
    """Of any tiles, kans included; ``suited`` are those of numbers."""
    suited: int = 0
    dragons: int = 0
    winds: int = 0
    honors: int = 0
    """Triplets of dragons or winds, whichever."""
    kans: int = 0
    suits: int = 0
    """1: a single suit, 3: all of them."""
    has: frozenset[str] = frozenset()
    """``honors``, ``terminals``, ``simples``; ``inner``: a set without a terminal or honor."""
    lacks: frozenset[str] = frozenset()


def _demand(
    forms: frozenset[str] = ONLY_SETS, *, has: str = "", lacks: str = "", **least: int
) -> Demand:
    return Demand(forms, **least, has=frozenset(has.split()), lacks=frozenset(lacks.split()))


DEMANDS: Final[Mapping[str, Demand]] = {
    "rinshan": _demand(kans=1),
    "chankan": _demand(ONLY_SETS | {ORPHANS}, runs=1),
    "pinfu": _demand(runs=4),
    "tanyao": _demand(SETS_OR_PAIRS, has="simples", lacks="honors terminals"),
    "iipeikou": _demand(runs=2),
    "yakuhai-haku": _demand(dragons=1, has="honors"),
    "yakuhai-hatsu": _demand(dragons=1, has="honors"),
    "yakuhai-chun": _demand(dragons=1, has="honors"),
    "yakuhai-round-wind": _demand(winds=1, has="honors"),
    "yakuhai-seat-wind": _demand(winds=1, has="honors"),
    "chiitoitsu": _demand(frozenset({PAIRS})),
    "sanshoku-doujun": _demand(runs=3, suits=3),
    "ittsu": _demand(runs=3, has="terminals inner"),
    "chanta": _demand(runs=1, has="honors", lacks="inner"),
    "toitoi": _demand(triplets=4),
    "sanankou": _demand(triplets=3),
    "sankantsu": _demand(kans=3),
    "sanshoku-doukou": _demand(suited=3, suits=3),
    "shousangen": _demand(dragons=2, has="honors"),
    "honroutou": _demand(SETS_OR_PAIRS, lacks="simples"),
    "sanrenkou": _demand(suited=3, has="simples inner"),
    "uumensai": _demand(suits=3, honors=1, has="honors"),
    "ryanpeikou": _demand(runs=4),
    "isshoku-sanjun": _demand(runs=3),
    "junchan": _demand(runs=1, has="terminals", lacks="honors inner"),
    "honitsu": _demand(SETS_OR_PAIRS, suits=1, has="honors"),
    "chinitsu": _demand(SETS_OR_PAIRS, suits=1, has="simples", lacks="honors"),
    "kokushi": _demand(frozenset({ORPHANS})),
    "kokushi-13": _demand(frozenset({ORPHANS})),
    "suuankou": _demand(triplets=4),
    "suuankou-tanki": _demand(triplets=4),
    "daisangen": _demand(dragons=3, has="honors"),
    "shousuushi": _demand(winds=3, has="honors"),
    "daisuushi": _demand(winds=4, has="honors"),
    "tsuuiisou": _demand(SETS_OR_PAIRS, has="honors", lacks="simples terminals"),
    "ryuuiisou": _demand(suits=1, has="simples", lacks="terminals"),
    "chinroutou": _demand(has="terminals", lacks="simples honors"),
    "chuuren": _demand(runs=2, suited=1, suits=1, has="terminals", lacks="honors"),
    "junsei-chuuren": _demand(runs=2, suited=1, suits=1, has="terminals", lacks="honors"),
    "suukantsu": _demand(kans=4),
    "daisharin": _demand(SETS_OR_PAIRS, runs=4, suits=1, has="simples", lacks="honors terminals"),
    "shiisanpuutaa": _demand(frozenset({UNCONNECTED})),
    "paarenchan": _demand(ANY_FORM | {UNCONNECTED}),
}
"""The others ask nothing of the tiles."""

_NO_DEMAND: Final = Demand(ANY_FORM)
_WITH_THREE_PLAYERS: Final[Mapping[str, Demand]] = {
    "rinshan": _NO_DEMAND,  # a North set aside brings such a tile too
    "sanshoku-doukou": replace(DEMANDS["sanshoku-doukou"], has=frozenset({"terminals"})),
}
"""Of characters there are only 1 and 9."""
NOT_WITH_THREE_PLAYERS: Final = frozenset({"sanshoku-doujun"})

_SELF_DRAW: Final = {
    **dict.fromkeys(("haitei", "rinshan", "tenhou", "chiihou", "suuankou", "shiisanpuutaa"), True),
    **dict.fromkeys(("houtei", "chankan", "tsubame-gaeshi", "kanburi", "renhou"), False),
}
"""Yaku of one way to win: by self-draw, or off a discard."""
_DEALERS: Final = {"tenhou": True, "paarenchan": True, "chiihou": False, "renhou": False}
"""Yaku of the dealer alone, or of the others."""
_CLOSED_YAKUMAN: Final = frozenset(
    (
        *("kokushi", "kokushi-13", "suuankou", "suuankou-tanki", "chuuren", "junsei-chuuren"),
        *("tenhou", "chiihou", "renhou", "daisharin", "shiisanpuutaa"),
    )
)
_YAKUMAN: Final = frozenset(YAKUMAN) - {"open-riichi"}
"""Open riichi is one by whose discard it wins, and otherwise a yaku."""
DECLARATIONS: Final = frozenset({"riichi", "double-riichi", "open-riichi"})
FIRST_TURN: Final = frozenset({"tenhou", "chiihou", "renhou"})

_ONE_OF: Final = (
    DECLARATIONS | FIRST_TURN,
    frozenset({"ippatsu", "rinshan"}) | FIRST_TURN,
    frozenset({"haitei", "houtei", "rinshan", "chankan"}) | FIRST_TURN,
    *(FIRST_TURN | {kan} for kan in ("sankantsu", "suukantsu")),
    frozenset({"chankan", "tsubame-gaeshi"}),
    frozenset({"chankan", "kanburi"}),
    frozenset({"chankan", "ryanpeikou"}),
    frozenset({"iipeikou", "ryanpeikou", "isshoku-sanjun", "uumensai"}),
    frozenset({"sanshoku-doujun", "ittsu", "isshoku-sanjun"}),
    frozenset({"sanshoku-doujun", "ittsu", "ryanpeikou"}),
    frozenset({"sanshoku-doukou", "sanrenkou"}),
    *(frozenset({"uumensai", name}) for name in ("ittsu", "sanrenkou", "shousangen")),
    frozenset({"kokushi", "kokushi-13"}),
    frozenset({"suuankou", "suuankou-tanki"}),
    frozenset({"suuankou", "suukantsu"}),
    frozenset({"shousuushi", "daisuushi"}),
    frozenset({"chuuren", "junsei-chuuren"}),
)
"""Of each of these a hand has one at most. A robbed tile is alone in its hand, so it makes no
identical run; four kans wait for their pair."""

_SECOND_TURN: Final = (
    frozenset({"double-riichi", "ippatsu", "haitei"}),
    frozenset({"double-riichi", "ippatsu", "houtei"}),
)
"""Ippatsu of a double riichi is far from the last tile."""

_RUNS_TOGETHER: Final = (
    (frozenset({"iipeikou", "sanshoku-doujun"}), 4),
    (frozenset({"iipeikou", "ittsu"}), 4),
    (frozenset({"iipeikou", "chankan"}), 3),
    (frozenset({"isshoku-sanjun", "chankan"}), 4),
)
"""Where two yaku share no more than one run."""

_DRAGONS: Final = ("yakuhai-haku", "yakuhai-hatsu", "yakuhai-chun")
_WINDS: Final = ("yakuhai-round-wind", "yakuhai-seat-wind")


# -- the ticks ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ticks:
    """What has been said of a hand. ``None``: not said yet."""

    yaku: frozenset[str] = frozenset()
    called: bool = False
    """Whether a set was called: the hand is open."""
    tsumo: bool | None = None
    dealer: bool | None = None
    double_wind: bool = False
    """Round wind and seat wind are the same."""
    discarder_riichi: bool | None = None
    bonus: Mapping[str, int] = field(default_factory=dict)
    """``dora``, ``red-dora``, ``ura-dora``, ``north-dora`` with their number."""


def yakuman_of(rules: RiichiRules, ticks: Ticks) -> tuple[str, ...]:
    """The ticked yakuman; a hand shown in riichi is one off a player who is not in riichi."""
    found = [name for name in YAKUMAN if name in ticks.yaku and is_yakuman(rules, name)]
    if "open-riichi" in ticks.yaku and ticks.discarder_riichi is False and not ticks.tsumo:
        found.append("open-riichi")
    return tuple(found)


def is_yakuman(rules: RiichiRules, name: str) -> bool:
    """Whether the table counts it as a yakuman (renhou may be a limit hand)."""
    return name in _YAKUMAN and (name != "renhou" or rules.renhou == "yakuman")


@dataclass(frozen=True, slots=True)
class _Tiles:
    """All that some yaku together ask of the tiles."""

    forms: frozenset[str]
    runs: int
    suited: int
    dragons: int
    winds: int
    honors: int
    kans: int
    triplets: int
    pair_of_honors: bool
    suits: frozenset[int]
    has: frozenset[str]
    lacks: frozenset[str]


def _tiles(rules: RiichiRules, ticks: Ticks, names: frozenset[str]) -> _Tiles:
    asked = [_asks(rules, name) for name in names]
    most = {what: max((getattr(demand, what) for demand in asked), default=0) for what in _COUNTS}
    runs = max([most["runs"], *(n for pair, n in _RUNS_TOGETHER if pair <= names)])
    dragons = max(most["dragons"], sum(name in names for name in _DRAGONS))
    winds = max(most["winds"], sum(name in names for name in _WINDS) - ticks.double_wind)
    honors = max(most["honors"], dragons + winds)
    forms = frozenset.intersection(ANY_FORM | {UNCONNECTED}, *(demand.forms for demand in asked))
    lacks = frozenset().union(*(demand.lacks for demand in asked))
    all_triplets = 4 if "simples" in lacks and forms == ONLY_SETS else 0
    return _Tiles(
        forms=forms,
        runs=runs,
        suited=most["suited"],
        dragons=dragons,
        winds=winds,
        honors=honors,
        kans=most["kans"],
        triplets=max(most["triplets"], most["suited"] + honors, most["kans"], all_triplets),
        pair_of_honors=bool(names & {"shousangen", "shousuushi"}),
        suits=frozenset(demand.suits for demand in asked if demand.suits),
        has=frozenset().union(*(demand.has for demand in asked)),
        lacks=lacks,
    )


_COUNTS: Final = ("runs", "triplets", "suited", "dragons", "winds", "honors", "kans")


def _asks(rules: RiichiRules, name: str) -> Demand:
    if rules.players == 3 and name in _WITH_THREE_PLAYERS:
        return _WITH_THREE_PLAYERS[name]
    return DEMANDS.get(name, _NO_DEMAND)


# -- what contradicts ---------------------------------------------------------------------------


def fits(rules: RiichiRules, ticks: Ticks, names: Iterable[str]) -> bool:
    """Whether one hand, won as ``ticks`` say, can have all these yaku."""
    names = frozenset(names)
    if any(len(names & group) > 1 for group in _ONE_OF):
        return False
    if any(group <= names for group in _SECOND_TURN):
        return False
    tiles = _tiles(rules, ticks, names)
    if not tiles.forms or tiles.has & tiles.lacks or len(tiles.suits) > 1:
        return False
    if tiles.forms != ONLY_SETS:
        return True
    if tiles.runs and "simples" in tiles.lacks:
        return False
    return tiles.runs + tiles.triplets <= 4 and _is_no_more(ticks, names, tiles)


def _is_no_more(ticks: Ticks, names: frozenset[str], tiles: _Tiles) -> bool:
    """Whether the hand stays what it is: enough dragons, honors or concealed triplets make a
    yakuman of it."""
    if "uumensai" in names and (tiles.dragons > 1 or tiles.winds > 1):
        return False
    if names & _YAKUMAN:
        return True
    if tiles.dragons == 3 or tiles.honors + tiles.pair_of_honors > 4:
        return False
    return not (tiles.triplets == 4 and ticks.tsumo and not ticks.called)


def contradiction(rules: RiichiRules, ticks: Ticks, gettext: Translate = str) -> str:
    """Why the ticked yaku cannot be those of one hand; empty where they can."""
    counting = _counting(rules, ticks)
    for name in sorted(counting, key=place):
        if reason := _by_win(rules, ticks, name, gettext):
            return gettext("{pattern}: {reason}").format(
                pattern=yaku_name(name, gettext), reason=reason
            )
    group = _clash(rules, ticks, frozenset(), counting)
    if group is None:
        return ""
    if len(group) == 1:
        return gettext(_FOUR_CONCEALED)
    return gettext("cannot be in one hand: {yaku}").format(yaku=_listed(group, gettext))


_FOUR_CONCEALED: Final = "four concealed triplets are suuankou"
"""What alone keeps a single yaku from being ticked."""


def _clash(
    rules: RiichiRules, ticks: Ticks, names: frozenset[str], others: Iterable[str]
) -> tuple[str, ...] | None:
    """The fewest of ``others`` that do not fit beside ``names``; ``None`` where all of them do."""
    ordered = sorted(others, key=place)
    if fits(rules, ticks, names.union(ordered)):
        return None
    groups = (group for size in range(len(ordered)) for group in combinations(ordered, size))
    return next((g for g in groups if not fits(rules, ticks, names.union(g))), tuple(ordered))


def _listed(names: Iterable[str], gettext: Translate) -> str:
    return listed((yaku_name(name, gettext) for name in names), gettext)


def _counting(rules: RiichiRules, ticks: Ticks) -> frozenset[str]:
    """The ticked yaku that count: beside a yakuman no other does, but without limits."""
    yakuman = frozenset(yakuman_of(rules, ticks))
    return ticks.yaku if rules.aotenjou or not yakuman else yakuman


def greyed(
    rules: RiichiRules, ticks: Ticks, names: Iterable[str], gettext: Translate = str
) -> dict[str, str]:
    """Which of ``names`` cannot be ticked beside what is, each with the reason. A yaku of a ladder
    replaces the one it excludes, so it is judged without that one."""
    found = {}
    for name in names:
        if name not in ticks.yaku and (reason := _objection(rules, ticks, name, gettext)):
            found[name] = reason
    return found


def _objection(rules: RiichiRules, ticks: Ticks, name: str, gettext: Translate) -> str:
    if reason := _by_win(rules, ticks, name, gettext):
        return reason
    beside = _counting(rules, ticks) - _replaced_by(name)
    if not rules.aotenjou:
        if is_yakuman(rules, name):
            beside &= _YAKUMAN
        elif yakuman_of(rules, ticks):
            return gettext("beside a yakuman nothing else counts")
    group = _clash(rules, ticks, frozenset({name}), beside)
    if group is None:
        return ""
    if not group:
        return gettext(_FOUR_CONCEALED)
    return gettext("not with {pattern}").format(pattern=_listed(group, gettext))


def _by_win(rules: RiichiRules, ticks: Ticks, name: str, gettext: Translate) -> str:
    """What the way the hand was won says against a yaku."""
    drawn, dealer = _SELF_DRAW.get(name), _DEALERS.get(name)
    if drawn is not None and ticks.tsumo is not None and drawn != ticks.tsumo:
        return gettext("only by self-draw") if drawn else gettext("only off a discard")
    if dealer is not None and ticks.dealer is not None and dealer != ticks.dealer:
        return gettext("only for the dealer") if dealer else gettext("not for the dealer")
    if ticks.called and not is_open_yaku(rules, name):
        return gettext("only with a closed hand")
    if name == "pinfu" and ticks.tsumo and not rules.pinfu_tsumo:
        return gettext("not by self-draw at this table")
    return ""


def possible(rules: RiichiRules, ticks: Ticks) -> Ticks:
    """The ticks without the yaku that the way the hand was won leaves no place for."""
    kept = (name for name in ticks.yaku if not _by_win(rules, ticks, name, str))
    return replace(ticks, yaku=frozenset(kept))


def is_open_yaku(rules: RiichiRules, name: str) -> bool:
    """Whether a hand with called sets can have it."""
    if name in _YAKUMAN:
        return name not in _CLOSED_YAKUMAN
    return name in OPEN and (rules.open_tanyao or name != "tanyao")


def why_not_called(rules: RiichiRules, ticks: Ticks, gettext: Translate = str) -> str:
    """Why the hand cannot be an open one; empty where it can."""
    for name in sorted(_counting(rules, ticks), key=place):
        if not is_open_yaku(rules, name):
            return gettext("{pattern} needs a closed hand").format(pattern=yaku_name(name, gettext))
    return ""


# -- what is worth what -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tally:
    """What the ticks come to."""

    patterns: tuple[Pattern, ...]
    """Each yaku with its han, of a yakuman how many it counts for; what others bring along, and
    the bonus tiles, included."""
    brought: frozenset[str]
    """Those that nobody ticked."""
    yakuman: int
    han: int
    """0 for a yakuman."""
    fus: tuple[int, ...]
    """The fu such a hand can have."""
    asks_fu: bool
    """Whether it matters which of them."""
    limit: str | None = None
    """Renhou where it is a limit hand that beats the han."""

    @property
    def has_yaku(self) -> bool:
        return any(name not in BONUSES for name, _ in self.patterns)


def tally(rules: RiichiRules, ticks: Ticks) -> Tally:
    """The han, or the yakuman, of what is ticked, and the fu it leaves open.

    ``ScoringError`` at ``value`` where the yaku contradict one another.
    """
    if reason := contradiction(rules, ticks):
        raise ScoringError("value", reason)
    yakuman = yakuman_of(rules, ticks)
    if yakuman and not rules.aotenjou:
        parts = book_of(rules).counted_yakuman([*yakuman])
        return Tally(parts, frozenset(), sum(number for _, number in parts), 0, (), False)
    return _as_renhou(rules, ticks) or _ordinary(rules, ticks)


def _as_renhou(rules: RiichiRules, ticks: Ticks) -> Tally | None:
    """Renhou where it is a limit hand: alone, and only where the hand is not dearer by its own
    yaku."""
    limit = rules.renhou
    if "renhou" not in ticks.yaku or limit not in RENHOU_HAN:
        return None
    own = _ordinary(rules, replace(ticks, yaku=ticks.yaku - {"renhou"}))
    if own.has_yaku and basic_points(rules, own.han, own.fus[0])[0] > LIMITS[limit]:
        return own
    return Tally((("renhou", RENHOU_HAN[limit]),), frozenset(), 0, 0, (), False, limit)


def _ordinary(rules: RiichiRules, ticks: Ticks) -> Tally:
    names = complete(rules, ticks)
    patterns = sorted(_patterns(rules, ticks, names), key=lambda pattern: place_of(pattern[0]))
    patterns += [(name, number) for name, number in ticks.bonus.items() if number]
    han = sum(number for _, number in patterns)
    fus = tuple(_fus(rules, ticks, names, han))
    return Tally(
        patterns=tuple(patterns),
        brought=frozenset(name for name, _ in patterns) - ticks.yaku - ticks.bonus.keys(),
        yakuman=0,
        han=han,
        fus=fus,
        asks_fu=len({basic_points(rules, han, fu) for fu in fus}) > 1,
    )


def place_of(name: str) -> int:
    """Where a yaku stands in the list; dragons of either kind stand with the dragons."""
    return place("yakuhai-haku" if name == "dragons" else name)


def complete(rules: RiichiRules, ticks: Ticks) -> frozenset[str]:
    """The ticked yaku with all they bring along."""
    names = ticks.yaku
    if ticks.tsumo and not ticks.called:
        names |= {"menzen-tsumo"}
    while True:
        more = names | frozenset(_brought(rules, ticks, names))
        if more == names:
            return names
        names = more


_BRINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "daisangen": _DRAGONS,
    "daisuushi": _WINDS,
    "tsuuiisou": ("honroutou",),
    "chinroutou": ("honroutou",),
    "suuankou": ("sanankou",),
    "suuankou-tanki": ("sanankou",),
    "suukantsu": ("sankantsu",),
    "chuuren": ("chinitsu",),
    "junsei-chuuren": ("chinitsu",),
}
"""What a yakuman brings where all yaku count on."""


def _brought(rules: RiichiRules, ticks: Ticks, names: frozenset[str]) -> Iterator[str]:
    """One step of what yaku bring along."""
    for name in names & _BRINGS.keys():
        yield from _BRINGS[name]
    if "ippatsu" in names and not names & DECLARATIONS:
        yield "riichi"
    if ticks.double_wind and names & frozenset(_WINDS):
        yield from _WINDS
    tiles = _tiles(rules, ticks, names)
    if "honroutou" in names and "chiitoitsu" not in names:
        pairs = ticks.tsumo and not ticks.called and PAIRS in tiles.forms
        yield "chiitoitsu" if pairs else "toitoi"
    if tiles.triplets == 4:
        yield "toitoi"
    if tiles.honors + tiles.pair_of_honors == 4 and "tsuuiisou" not in names:
        yield "honitsu"
    if not ticks.called and tiles.triplets >= (3 if ticks.tsumo or tiles.kans == 3 else 4):
        yield "sanankou"


def _patterns(rules: RiichiRules, ticks: Ticks, names: frozenset[str]) -> Iterator[Pattern]:
    """Each yaku with its han here; the dragons of shousangen that were not named, together."""
    worth = OPEN if ticks.called else CLOSED
    for name in names:
        if name == "chiitoitsu":
            yield book_of(rules).pairs
        elif name in worth:
            yield worth[name]
    for name in yakuman_of(rules, ticks):
        yield name, YAKUMAN_HAN * rules.multiple(name)
    unnamed = 2 - sum(name in names for name in _DRAGONS)
    if "shousangen" in names and unnamed > 0:
        yield "dragons", unnamed


# -- fu -----------------------------------------------------------------------------------------

ALL_FU: Final = (*FU, *range(FU[-1] + 10, MOST_FU + 1, 10))
_MOST_OF_A_SET: Final = 2 * fu_of.SET_FU["kan", True]
"""A concealed kan of terminals or honors."""


def _fus(rules: RiichiRules, ticks: Ticks, names: frozenset[str], han: int) -> Iterator[int]:
    """The fu a hand of these yaku can have, lowest first."""
    lowest, highest = fu_range(rules, ticks, names)
    for fu in ALL_FU:
        if lowest <= fu <= highest and (
            lowest == highest or is_legal(rules, han, fu, bool(ticks.tsumo))
        ):
            yield fu


def fu_range(rules: RiichiRules, ticks: Ticks, names: frozenset[str]) -> tuple[int, int]:
    """The least and the most fu of a hand with all these yaku, rounded up as they count."""
    if "chiitoitsu" in names:
        return (book_of(rules).pairs_fu,) * 2
    if "pinfu" in names:
        return (fu_of.PINFU[bool(ticks.tsumo)],) * 2
    tiles = _tiles(rules, ticks, names)
    if tiles.forms == {ORPHANS}:
        return 30, 30
    return _least_fu(rules, ticks, names, tiles), _most_fu(rules, ticks, names, tiles)


def _base_fu(rules: RiichiRules, ticks: Ticks, names: frozenset[str]) -> int:
    """For winning, and for how."""
    if ticks.tsumo:
        drawn = rules.rinshan_fu if "rinshan" in names else fu_of.SELF_DRAW
        return fu_of.BASE + drawn
    return fu_of.BASE + (0 if ticks.called else fu_of.CLOSED_RON)


def _least_fu(rules: RiichiRules, ticks: Ticks, names: frozenset[str], tiles: _Tiles) -> int:
    more = _least_of_sets(ticks, names, tiles) + 2 * tiles.pair_of_honors
    if not (ticks.called or more) and (not ticks.tsumo or rules.pinfu_tsumo):
        more = 2  # without any it would be pinfu
    return _rounded(rules, ticks, _base_fu(rules, ticks, names) + more)


def _rounded(rules: RiichiRules, ticks: Ticks, total: int) -> int:
    if total == fu_of.BASE and not ticks.tsumo:
        return rules.open_pinfu_fu
    return -(-total // 10) * 10


def _least_of_sets(ticks: Ticks, names: frozenset[str], tiles: _Tiles) -> int:
    """The cheapest triplets that meet the demands. What makes one dear multiplies, so a triplet of
    honors beside a kan is cheaper than a kan of honors: more triplets can be less fu."""
    return min(
        _least_of_triplets(ticks, names, tiles, number)
        for number in range(tiles.triplets, 5 - tiles.runs)
    )


def _least_of_triplets(ticks: Ticks, names: frozenset[str], tiles: _Tiles, number: int) -> int:
    orphans = number if "simples" in tiles.lacks else tiles.honors
    concealed = 4 if names & _ALL_CONCEALED else 3 if "sanankou" in names else 0
    if not ticks.called:
        concealed = max(concealed, tiles.kans, number - (0 if ticks.tsumo else 1))
    sets = range(number)
    ways = product(
        combinations(sets, orphans), combinations(sets, concealed), combinations(sets, tiles.kans)
    )
    return min(
        sum(_set_fu(i in closed, i in kans, i in far) for i in sets)
        for far, closed, kans in ways
        if ticks.called or set(kans) <= set(closed)
    )


_ALL_CONCEALED: Final = frozenset({"suuankou", "suuankou-tanki"})


def _set_fu(concealed: bool, is_kan: bool, orphan: bool) -> int:
    return fu_of.SET_FU["kan" if is_kan else "triplet", concealed] * (2 if orphan else 1)


def _most_fu(rules: RiichiRules, ticks: Ticks, names: frozenset[str], tiles: _Tiles) -> int:
    """As if every set that is no run were a concealed kan."""
    far = not {"honors", "terminals"} <= tiles.lacks
    sets = (4 - tiles.runs) * (_MOST_OF_A_SET if far else _MOST_OF_A_SET // 2)
    pair = 0 if "honors" in tiles.lacks else max(2, rules.double_wind_fu)
    return _rounded(rules, ticks, _base_fu(rules, ticks, names) + sets + pair + 2)


# -- the record ---------------------------------------------------------------------------------


def value(rules: RiichiRules, ticks: Ticks, fu: int | None = None) -> dict[str, Any]:
    """The ticks as a ``value`` of the game record: ``{"yakuman": 1}``, ``{"han": 3, "fu": 40}``.

    ``fu``: what was answered where ``Tally.asks_fu``. ``ScoringError`` at ``value`` or
    ``value.fu`` where the yaku contradict one another, there is none, or no such hand has the fu.
    """
    found = tally(rules, ticks)
    if found.yakuman:
        return {"yakuman": found.yakuman}
    if found.limit:
        return {"limit": found.limit}
    if not found.has_yaku:
        dora = any(ticks.bonus.values())
        raise ScoringError("value", "no yaku: dora alone do not win" if dora else "no yaku")
    if not found.asks_fu:
        fu = found.fus[0]
    elif fu is None:
        raise ScoringError("value.fu", "say how many fu")
    elif fu not in found.fus:
        raise ScoringError("value.fu", why_not_fu(found, fu), fu=fu)
    return {"han": found.han, "fu": fu}


def why_not_fu(found: Tally, fu: int) -> str:
    """Why a hand of these yaku does not have so many fu, as a template of ``fu``."""
    if fu < found.fus[0]:
        return "these yaku are worth more than {fu} fu"
    return "these yaku do not come to {fu} fu"


# -- the pad ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Series:
    """Ladders that stand together on the pad. Of a ladder one yaku at most can be ticked."""

    label: str
    """The usual han of its yaku, or a msgid."""
    ladders: tuple[tuple[str, ...], ...]


_SERIES: Final = (
    (
        "1",
        ("riichi", "double-riichi", "open-riichi"),
        ("ippatsu",),
        ("pinfu",),
        ("tanyao",),
        ("iipeikou", "ryanpeikou"),
        ("yakuhai-haku",),
        ("yakuhai-hatsu",),
        ("yakuhai-chun",),
        ("yakuhai-round-wind",),
        ("yakuhai-seat-wind",),
        ("haitei", "houtei"),
        ("rinshan", "chankan"),
        ("tsubame-gaeshi",),
        ("kanburi",),
    ),
    (
        "2",
        ("sanshoku-doujun", "ittsu", "isshoku-sanjun"),
        ("chanta", "junchan", "honroutou"),
        ("toitoi", "chiitoitsu"),
        ("sanankou",),
        ("sankantsu",),
        ("sanshoku-doukou", "sanrenkou"),
        ("shousangen",),
        ("uumensai",),
    ),
    ("3", ("honitsu", "chinitsu")),
    (
        "yakuman",
        ("tenhou", "chiihou"),
        ("renhou",),
        ("kokushi", "kokushi-13"),
        ("suuankou", "suuankou-tanki"),
        ("daisangen",),
        ("shousuushi", "daisuushi"),
        ("tsuuiisou",),
        ("ryuuiisou",),
        ("chinroutou",),
        ("chuuren", "junsei-chuuren"),
        ("suukantsu",),
        ("daisharin",),
        ("shiisanpuutaa",),
        ("paarenchan",),
    ),
)
_BY_WIN: Final = (("tsumo", _SELF_DRAW), ("dealer", _DEALERS))


def shown(ticks: Ticks, ladder: Sequence[str]) -> Sequence[str]:
    """Of a ladder of which each winner can have one alone (haitei, houtei), that one."""
    for what, of in _BY_WIN:
        mine = [name for name in ladder if of.get(name) == bool(getattr(ticks, what))]
        if len(mine) == 1 and all(name in of for name in ladder):
            return mine
    return ladder


LOCAL: Final = frozenset(
    (
        *("open-riichi", "tsubame-gaeshi", "kanburi", "isshoku-sanjun", "sanrenkou", "uumensai"),
        *("daisharin", "shiisanpuutaa", "paarenchan"),
    )
)


def series(rules: RiichiRules) -> tuple[Series, ...]:
    """The yaku this table plays, as the pad shows them."""
    return tuple(
        Series(label, tuple(kept for ladder in ladders if (kept := _played(rules, ladder))))
        for label, *ladders in _SERIES
    )


def _played(rules: RiichiRules, ladder: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in ladder if is_played(rules, name))


def is_played(rules: RiichiRules, name: str) -> bool:
    """Whether the table counts this yaku at all."""
    if name in LOCAL:
        return name in rules.local_yaku
    if name == "renhou":
        return rules.renhou != "none"
    if name == "ippatsu":
        return rules.ippatsu
    return not (rules.players == 3 and name in NOT_WITH_THREE_PLAYERS)


_LADDER_OF: Final = {
    name: frozenset(ladder) for _label, *ladders in _SERIES for ladder in ladders for name in ladder
}


def _replaced_by(name: str) -> frozenset[str]:
    return _LADDER_OF.get(name, frozenset()) - {name}
