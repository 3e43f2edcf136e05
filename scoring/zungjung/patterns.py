"""The 44 patterns of Zung Jung in both editions, and how they combine into the points of a hand.

A pattern's number is ``group.series.rank``: of one series only the highest counts, different series
add up (中庸麻雀得点計算システム 2.51, 0.0 基本ルール).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations

from scoring.errors import ScoringError, Word
from scoring.game import Translate
from scoring.zungjung.payment import CAP, CHICKEN
from scoring.zungjung.rules import Rules

EDITIONS = ("2.51", "3.3")
VALUE_HONOR = "3.1"
"""The one pattern that counts more than once: once for every set."""
MOST_VALUE_HONORS = 4
CHICKEN_NAME = "chicken"

SELF_DRAW, DISCARD = True, False


@dataclass(frozen=True, slots=True)
class Pattern:
    """One of the 44. Points are those of the edition 2.51 and 3.3."""

    number: str
    ja: str
    zh: str
    en: str
    short: str
    """English, for a narrow key."""
    points: tuple[int, int]
    by: bool | None = None
    """``SELF_DRAW`` or ``DISCARD`` where it can only be won so."""

    @property
    def series(self) -> str:
        """``"3.2"`` for 3.2.1 and 3.2.2, ``"1.1"`` for 1.1."""
        return ".".join(self.number.split(".")[:2])

    @property
    def group(self) -> int:
        """1 to 10."""
        return int(self.number.split(".")[0])

    def worth(self, rules: Rules) -> int:
        """Its points in the table's edition."""
        return self.points[EDITIONS.index(rules.edition)]

    def name(self, language: str = "en") -> str:
        """Its name in ``en``, ``ja`` or ``zh…``; English for any other language."""
        return {"ja": self.ja, "zh": self.zh}.get(language[:2], self.en)


_P = Pattern
PATTERNS: tuple[Pattern, ...] = (
    _P("1.1", "平和", "平和", "All Sequences", "All sequences", (5, 5)),
    _P("1.2", "門前清", "門前清", "Concealed Hand", "Concealed", (5, 5)),
    _P("1.3", "断幺九", "斷么九", "No Terminals", "No terminals", (5, 5)),
    _P("2.1.1", "混一色", "混一色", "Mixed One-Suit", "Mixed one-suit", (40, 40)),
    _P("2.1.2", "清一色", "清一色", "Pure One-Suit", "Pure one-suit", (100, 80)),
    _P("2.2", "九連宝燈", "九蓮寶燈", "Nine Gates", "Nine gates", (480, 480)),
    _P("3.1", "翻牌", "番牌", "Value Honor", "Value honor", (10, 10)),
    _P("3.2.1", "小三元", "小三元", "Small Three Dragons", "Small 3 dragons", (40, 40)),
    _P("3.2.2", "大三元", "大三元", "Big Three Dragons", "Big 3 dragons", (130, 130)),
    _P("3.3.1", "小三風", "小三風", "Small Three Winds", "Small 3 winds", (25, 30)),
    _P("3.3.2", "大三風", "大三風", "Big Three Winds", "Big 3 winds", (120, 120)),
    _P("3.3.3", "小四喜", "小四喜", "Small Four Winds", "Small 4 winds", (320, 320)),
    _P("3.3.4", "大四喜", "大四喜", "Big Four Winds", "Big 4 winds", (400, 400)),
    _P("3.4", "字一色", "字一色", "All Honors", "All honors", (320, 320)),
    _P("4.1", "対々和", "對對和", "All Triplets", "All triplets", (40, 30)),
    _P("4.2.1", "二暗刻", "二暗刻", "Two Concealed Triplets", "2 concealed", (5, 5)),
    _P("4.2.2", "三暗刻", "三暗刻", "Three Concealed Triplets", "3 concealed", (25, 30)),
    _P("4.2.3", "四暗刻", "四暗刻", "Four Concealed Triplets", "4 concealed", (115, 125)),
    _P("4.3.1", "一槓子", "一槓", "One Kong", "1 kong", (5, 5)),
    _P("4.3.2", "二槓子", "二槓", "Two Kong", "2 kongs", (20, 20)),
    _P("4.3.3", "三槓子", "三槓", "Three Kong", "3 kongs", (120, 120)),
    _P("4.3.4", "四槓子", "四槓", "Four Kong", "4 kongs", (480, 480)),
    _P("5.1.1", "一般高", "一般高", "Two Identical Sequences", "2 identical", (10, 10)),
    _P("5.1.2", "両般高", "兩般高", "Two Identical Sequences Twice", "2 × 2 identical", (55, 60)),
    _P("5.1.3", "一色三順", "一色三同順", "Three Identical Sequences", "3 identical", (120, 120)),
    _P("5.1.4", "一色四順", "一色四同順", "Four Identical Sequences", "4 identical", (480, 480)),
    _P("6.1", "三色同順", "三色同順", "Three Similar Sequences", "3 similar sequences", (35, 35)),
    _P(
        "6.2.1",
        "三色小同刻",
        "三色小同刻",
        "Small Three Similar Triplets",
        "Small 3 similar",
        (25, 30),
    ),
    _P("6.2.2", "三色同刻", "三色同刻", "Three Similar Triplets", "3 similar triplets", (120, 120)),
    _P("7.1", "一気通貫", "一氣通貫", "Nine-Tile Straight", "Nine-tile straight", (40, 40)),
    _P("7.2.1", "三連刻", "三連刻", "Three Consecutive Triplets", "3 in a row", (100, 100)),
    _P("7.2.2", "四連刻", "四連刻", "Four Consecutive Triplets", "4 in a row", (200, 200)),
    _P("8.1.1", "混全帯幺", "混全帶么", "Mixed Lesser Terminals", "Mixed lesser", (40, 40)),
    _P("8.1.2", "純全帯幺", "純全帶么", "Pure Lesser Terminals", "Pure lesser", (50, 50)),
    _P("8.1.3", "混老頭", "混么九", "Mixed Greater Terminals", "Mixed greater", (100, 100)),
    _P("8.1.4", "清老頭", "清么九", "Pure Greater Terminals", "Pure greater", (400, 400)),
    _P("9.1.1", "海底摸月", "海底撈月", "Final Draw", "Final draw", (10, 10), SELF_DRAW),
    _P("9.1.2", "河底撈魚", "河底撈魚", "Final Discard", "Final discard", (10, 10), DISCARD),
    _P("9.2", "嶺上開花", "嶺上開花", "Win on Kong", "Win on kong", (15, 10), SELF_DRAW),
    _P("9.3", "搶槓", "搶槓", "Robbing a Kong", "Robbing a kong", (15, 10), DISCARD),
    _P("9.4.1", "天和", "天和", "Blessing of Heaven", "Heaven", (320, 155), SELF_DRAW),
    _P("9.4.2", "地和", "地和", "Blessing of Earth", "Earth", (320, 155), DISCARD),
    _P("10.1", "国士無双", "十三么九", "Thirteen Terminals", "Thirteen terminals", (320, 160)),
    _P("10.2", "七対子", "七對子", "Seven Pairs", "Seven pairs", (25, 30)),
)

BY_NUMBER: Mapping[str, Pattern] = {pattern.number: pattern for pattern in PATTERNS}


# -- how they combine ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Excluded:
    """A pattern that is there but does not count, and the pattern that counts instead."""

    number: str
    by: str
    """Of the same series: a higher rank. Of another: worth 320 or more, it counts alone."""

    def text(self, gettext: Translate = str) -> str:
        """ "Two Concealed Triplets: Three Concealed Triplets counts instead, one of a series" """
        pattern, by = BY_NUMBER[self.number], BY_NUMBER[self.by]
        why = _HIGHER_RANK if pattern.series == by.series else _COUNTS_ALONE
        return gettext(why).format(pattern=gettext(pattern.en), by=gettext(by.en))


_HIGHER_RANK = "{pattern}: {by} counts instead, one of a series"
_COUNTS_ALONE = "{pattern}: {by} counts alone"


@dataclass(frozen=True, slots=True)
class Worth:
    """The points of a hand and how they come about."""

    points: int
    counted: tuple[tuple[str, int], ...]
    """Numbers with their points in the order of the table, one entry for each set of 3.1;
    a chicken hand is ``("chicken", 1)``."""
    excluded: tuple[Excluded, ...] = ()
    total: int = 0
    """What the counted patterns add up to; above ``points`` where the cap of 320 cut it."""
    implied: tuple[tuple[str, str], ...] = ()
    """Of ticked patterns: what was added, and the ticked pattern that always brings it."""


CAPPED = "the patterns add up to {total}; {cap} is the most"


def combine(rules: Rules, present: Mapping[str, int]) -> Worth:
    """The worth of a hand that holds these patterns (number → how often).

    A pattern worth 320 or more counts alone, the dearest if several (then the first in the table).
    Else the highest of each series adds up, to 320 at most; none at all is a chicken hand.
    """
    held = [pattern for pattern in PATTERNS if present.get(pattern.number)]
    if not held:
        return Worth(CHICKEN, ((CHICKEN_NAME, CHICKEN),), (), CHICKEN)
    # The table lists a series from its lowest rank to its highest, so the last one held stays.
    counts = {pattern.series: pattern for pattern in held}
    dearest = max(counts.values(), key=lambda pattern: pattern.worth(rules))
    alone = dearest.worth(rules) >= CAP
    if alone:
        counts = dict.fromkeys(counts, dearest)
    counted = [pattern for pattern in held if counts[pattern.series] is pattern]
    entries = [(p.number, p.worth(rules)) for p in counted for _ in range(present[p.number])]
    excluded = [Excluded(p.number, counts[p.series].number) for p in held if p not in counted]
    total = sum(points for _, points in entries)
    points = total if alone else min(total, CAP)
    return Worth(points, tuple(entries), tuple(excluded), total)


# -- ticked patterns ----------------------------------------------------------------------------

_NEVER_WITH: Mapping[str, str] = {
    "1.1": "2.2 3 4 6.2 7.2 8.1.3 8.1.4 9.2 10",
    "1.3": "2.1.1 2.2 3 7.1 8 10.1",
    "2.1.1": "2.2 3.4 6 8.1.2 8.1.4 10.1",
    "2.1.2": "3 6 8.1.1 8.1.3 8.1.4 10.1",
    "2.2": "3 4.1 4.2.2 4.2.3 4.3 5 6 7.2 8 9.2 9.3 10",
    "3.1": "5.1.2 5.1.4 7.2.2 8.1.2 8.1.4 10",
    "3.2.1": "3.3 5.1.2 5.1.3 5.1.4 6 7 8.1.2 8.1.4 10",
    "3.2.2": "3.3 5 6 7 8.1.2 8.1.4 10",
    "3.3.1": "5.1.2 5.1.3 5.1.4 6 7 8.1.2 8.1.4 10",
    "3.3.2": "5 6 7 8.1.2 8.1.4 10",
    "3.3.3": "5 6 7 8.1.2 8.1.4 10",
    "3.3.4": "5 6 7 8.1.1 8.1.2 8.1.4 9.3 10",
    "3.4": "5 6 7 8.1.1 8.1.2 8.1.4 9.3 10.1",
    "4.1": "5 6.1 7.1 8.1.1 8.1.2 9.3 10",
    "4.2.1": "5.1.2 5.1.3 5.1.4 6.1 7.1 10",
    "4.2.2": "5 6.1 7.1 10",
    "4.2.3": "5 6.1 7.1 8.1.1 8.1.2 9.3 10",
    "4.3.1": "5.1.2 5.1.4 9.4 10",
    "4.3.2": "5.1.2 5.1.3 5.1.4 6.1 7.1 9.4 10",
    "4.3.3": "5 6.1 7.1 9.4 10",
    "4.3.4": "5 6.1 7.1 8.1.1 8.1.2 9.3 9.4 10",
    "5.1.1": "6.2.2 7.2 8.1.3 8.1.4 10",
    "5.1.2": "6 7 8.1.3 8.1.4 9.2 9.3 10",
    "5.1.3": "6 7 8.1.3 8.1.4 10",
    "5.1.4": "6 7 8.1.3 8.1.4 9.2 9.3 10",
    "6.1": "6.2 7 8.1.3 8.1.4 10",
    "6.2.1": "7.1 7.2.2 10",
    "6.2.2": "7 10",
    "7.1": "7.2 8 10",
    "7.2.1": "8 10",
    "7.2.2": "8 9.3 10",
    "8.1.1": "10",
    "8.1.2": "10",
    "8.1.3": "9.3 10.1",
    "8.1.4": "9.3 10.1",
    "9.1.1": "9.3 9.4",
    "9.1.2": "9.2 9.3 9.4",
    "9.2": "9.3 9.4 10",
    "9.3": "9.4 10.2",
    "10.1": "10.2",
}
"""Patterns of different series that no hand counts together: each with those after it in the table,
by number, series or group. The reason is always one of four: more than four sets are needed; a tile
is asked for by one and forbidden by the other; the tile cannot have come in both ways; or the hand
would count a higher rank instead (a mixed lesser hand without sequences is a greater one)."""


def _matches(number: str, prefixes: str) -> bool:
    return any(number == prefix or number.startswith(f"{prefix}.") for prefix in prefixes.split())


_CONTRADICTIONS: frozenset[frozenset[str]] = frozenset(
    frozenset({a, b.number})
    for a, prefixes in _NEVER_WITH.items()
    for b in PATTERNS[PATTERNS.index(BY_NUMBER[a]) :]
    if _matches(b.number, prefixes)
)


_IRREGULAR = frozenset({"10.1", "10.2"})
_THREE_AT_LEAST = frozenset({"1.2", "4.1", "4.2.1"})
"""A concealed hand of triplets: three concealed ones at least, so never all of these. The one
contradiction of three patterns that a form is likely to meet."""


def contradicts(rules: Rules, a: str, b: str) -> bool:
    """Whether no hand can count both. Two of one series do not contradict: the higher counts."""
    if "1.2" in (a, b) and _IRREGULAR & {a, b}:
        return not rules.irregular_counts_concealed
    return frozenset({a, b}) in _CONTRADICTIONS


_ALWAYS_WITH: Mapping[str, Mapping[str, int]] = {
    "3.2.1": {"3.1": 2},
    "3.2.2": {"3.1": 3},
    "4.2.3": {"1.2": 1, "4.1": 1},
    "5.1.2": {"1.1": 1},
    "7.2.2": {"4.1": 1},
    "8.1.3": {"4.1": 1},
    "9.2": {"4.3.1": 1},
    "9.4.1": {"1.2": 1},
    "9.4.2": {"1.2": 1},
    "10.1": {"1.2": 1},
    "10.2": {"1.2": 1},
}
"""What a pattern always brings, unless another one rules it out (seven pairs have no triplets)."""


def from_ticked(rules: Rules, ticked: Mapping[str, int], field: str = "patterns") -> Worth:
    """The worth of patterns ticked on a form, ``{number: how often}``; only 3.1 counts more than
    once. Of a series the highest stays, what a pattern always brings is added.

    ``ScoringError`` at ``field``: an unknown pattern, one too often, two that contradict.
    """
    for number, count in ticked.items():
        _check_tick(number, count, field)
    stays = _highest(number for number, count in ticked.items() if count)
    for a, b in combinations(stays, 2):
        if contradicts(rules, a, b):
            raise ScoringError(
                field,
                "{a} and {b} cannot be in one hand",
                a=Word(BY_NUMBER[a].en),
                b=Word(BY_NUMBER[b].en),
            )
    if set(stays) >= _THREE_AT_LEAST:
        raise ScoringError(
            field, "a concealed hand of triplets has three concealed triplets at least"
        )
    present, implied = dict(ticked), []
    for by, number, count in _brought(stays, ticked):
        missing = count > present.get(number, 0)
        if missing and not any(_rules_out(rules, other, number) for other in stays):
            present[number] = count
            implied.append((number, by))
    return replace(combine(rules, present), implied=tuple(implied))


def _brought(stays: Iterable[str], ticked: Mapping[str, int]) -> Iterator[tuple[str, str, int]]:
    """What each ticked pattern always brings, and how often: (pattern, what it brings, count)."""
    for by in stays:
        for number, count in _ALWAYS_WITH.get(by, {}).items():
            yield by, number, count
    if ticked.get(VALUE_HONOR) == MOST_VALUE_HONORS:  # three dragons and the seat wind
        yield VALUE_HONOR, "3.2.2", 1
        yield VALUE_HONOR, "4.1", 1


def _check_tick(number: str, count: int, field: str) -> None:
    if number not in BY_NUMBER:
        raise ScoringError(field, "there is no pattern {number}", number=number)
    if number == VALUE_HONOR and not 0 <= count <= MOST_VALUE_HONORS:
        raise ScoringError(
            field, "a hand has up to {most} sets of value honors", most=MOST_VALUE_HONORS
        )
    if number != VALUE_HONOR and count not in (0, 1):
        raise ScoringError(field, "{pattern} counts once", pattern=Word(BY_NUMBER[number].en))


def _highest(numbers: Iterable[str]) -> tuple[str, ...]:
    """The highest of each series, in the order of the table."""
    ticked = set(numbers)
    return tuple({p.series: p.number for p in PATTERNS if p.number in ticked}.values())


def _rules_out(rules: Rules, ticked: str, number: str) -> bool:
    """Whether ``ticked`` leaves no place for ``number``: a contradiction, or a higher rank."""
    same_series = BY_NUMBER[ticked].series == BY_NUMBER[number].series
    return contradicts(rules, ticked, number) or (same_series and ticked != number)


def greyed(
    rules: Rules,
    ticked: Iterable[str],
    self_draw: bool | None = None,
    east: bool | None = None,
    off_east: bool | None = None,
    gettext: Translate = str,
) -> dict[str, str]:
    """The patterns a form greys, each with the reason: what the ticked ones, the way the hand was
    won, and whether the winner or the discarder is East (``None`` = not said yet) leave no place
    for.

    A pattern of a series already ticked stays live: it would replace the other.
    """
    stays = _highest(ticked)
    by_win = dict(_greys_by_win(self_draw, east, off_east))
    found = {}
    for pattern in PATTERNS:
        reason = by_win.get(pattern.number) or next(_greys_by_ticks(rules, pattern, stays), None)
        if reason:
            by = gettext(BY_NUMBER[reason[1]].en) if reason[1] else ""
            found[pattern.number] = gettext(reason[0]).format(pattern=by)
    return found


_Reason = tuple[str, str]
"""A template, and the number of the pattern it names."""

NOT_EAST = "not for East"
ONLY_EAST = "only for East"
ONLY_OFF_EAST = "only off East"
ONLY_DRAWN = "only by self-draw"
ONLY_OFF = "only off another player"
NOT_WITH = "not with {pattern}"
REASONS = (NOT_EAST, ONLY_EAST, ONLY_OFF_EAST, ONLY_DRAWN, ONLY_OFF, NOT_WITH)
"""Why a pattern is greyed."""


def _greys_by_win(
    self_draw: bool | None, east: bool | None, off_east: bool | None
) -> Iterator[tuple[str, _Reason]]:
    """The last word for a pattern is the plainest: how the hand was won."""
    if east is not None:
        yield ("9.4.2", (NOT_EAST, "")) if east else ("9.4.1", (ONLY_EAST, ""))
    if off_east is False:
        yield "9.4.2", (ONLY_OFF_EAST, "")
    for pattern in PATTERNS:
        if self_draw is not None and pattern.by not in (None, self_draw):
            yield pattern.number, (ONLY_DRAWN if pattern.by is SELF_DRAW else ONLY_OFF, "")


def _greys_by_ticks(rules: Rules, pattern: Pattern, stays: tuple[str, ...]) -> Iterator[_Reason]:
    beside = [other for other in stays if BY_NUMBER[other].series != pattern.series]
    for other in beside:
        if contradicts(rules, other, pattern.number):
            yield NOT_WITH, other
    if {pattern.number, *beside} >= _THREE_AT_LEAST:
        yield NOT_WITH, next(n for n in beside if n in _THREE_AT_LEAST)


# -- the table as a form and a page show it -----------------------------------------------------


@dataclass(frozen=True, slots=True)
class Key:
    """A key of the pattern pad: a pattern, or so many sets of 3.1."""

    pattern: Pattern
    points: int
    count: int = 1


@dataclass(frozen=True, slots=True)
class Group:
    """One of the ten groups (系統). Of a ladder only one key is down; ladders add up."""

    number: int
    ja: str
    zh: str
    en: str
    ladders: tuple[tuple[Key, ...], ...]


_GROUPS = (
    ("門断平", "門斷平", "Trivial"),
    ("一色系", "一色系", "One suit"),
    ("字牌系", "字牌系", "Honors"),
    ("刻槓系", "刻槓系", "Triplets and kongs"),
    ("一般高系", "一般高系", "Identical sequences"),
    ("三色系", "三色系", "Similar sets"),
    ("連続系", "連續系", "Consecutive sets"),
    ("幺九系", "么九系", "Terminals"),
    ("偶然系", "偶然系", "Incidental"),
    ("特殊型", "特殊型", "Irregular hands"),
)


def series(rules: Rules) -> tuple[Group, ...]:
    """All patterns in their ten groups, each series a ladder, with the points of the edition."""
    return tuple(
        Group(number, ja, zh, en, tuple(_ladders(rules, number)))
        for number, (ja, zh, en) in enumerate(_GROUPS, start=1)
    )


def _ladders(rules: Rules, group: int) -> Iterator[tuple[Key, ...]]:
    for name in dict.fromkeys(p.series for p in PATTERNS if p.group == group):
        ranks = [p for p in PATTERNS if p.series == name]
        counts = range(1, MOST_VALUE_HONORS + 1) if name == VALUE_HONOR else (1,)
        yield tuple(Key(p, count * p.worth(rules), count) for p in ranks for count in counts)
