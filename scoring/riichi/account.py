"""The account of a win in words and figures, as a page shows it: yaku and fu line by line, the
formula, who pays what, how the tiles were read, what else it might have been.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from scoring import figures
from scoring.game import OptionSpec, Translate, Valued
from scoring.riichi.explain import (
    Explanation,
    Formula,
    FuItem,
    OptionEffect,
    Shape,
    Share,
    explain,
    option_effects,
)
from scoring.riichi.hand import ORPHANS, PAIRS, UNCONNECTED, Question
from scoring.riichi.names import yaku_name
from scoring.riichi.points import LIMITS
from scoring.riichi.rules import OPTION_SPECS
from scoring.riichi.yaku import YAKUMAN, Pattern
from scoring.words import listed

Worded = Callable[[OptionSpec, Any], str]
"""How an option's value is said."""


@dataclass(frozen=True, slots=True)
class Line:
    """What counts, and how much."""

    text: str
    figure: str


@dataclass(frozen=True, slots=True)
class Payer:
    """One payer's part, with how it comes about: "2,560" of "640 × 4"."""

    who: str
    working: str
    points: str


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles that belong together in a reading; ``how`` is the call they were taken by."""

    tiles: tuple[str, ...]
    how: str = ""
    won: bool = False
    """The winning tile completed it."""


@dataclass(frozen=True, slots=True)
class Read:
    """A reading of the tiles."""

    groups: tuple[Group, ...]
    words: str
    """What kind of hand it is, or how it waited."""


@dataclass(frozen=True, slots=True)
class Loser:
    """A reading that was not chosen."""

    read: Read
    yaku: str
    worth: str
    reason: str


@dataclass(frozen=True, slots=True)
class Mattered:
    """An option of the table that made the value what it is."""

    label: str
    setting: str
    plain: str
    otherwise: str
    """What the hand would be worth by the plain rule."""


@dataclass(frozen=True, slots=True)
class Account:
    """Everything a page shows of a value."""

    yaku: tuple[Line, ...]
    total: Line
    """The han with their limit, or the yakuman."""
    fu: tuple[Line, ...]
    fu_total: Line | None
    formula: Formula | None
    limit: str
    points: str
    payers: tuple[Payer, ...]
    equal: str
    """The other han and fu that are worth the same."""
    read: Read
    losers: tuple[Loser, ...]
    mattered: tuple[Mattered, ...]


def account(question: Question, worded: Worded, gettext: Translate = str) -> Account:
    """The account of the win ``question`` asks about (``Valued.explanation``)."""
    found = explain(question)
    return Account(
        yaku=tuple(_yaku_line(pattern, gettext) for pattern in found.yaku),
        total=_total(found.han, found.yakuman, found.limit, gettext),
        fu=tuple(_fu_line(item, gettext) for item in found.fu_items),
        fu_total=_fu_total(found, gettext),
        formula=found.formula,
        limit=limit_name(found.limit, gettext) if found.limit and not found.yakuman else "",
        points=figures.score(found.points),
        payers=tuple(_payer(share, gettext) for share in found.shares),
        equal=_equal(found, gettext),
        read=_read(found.shape, gettext),
        losers=tuple(_losers(found, gettext)),
        mattered=tuple(_mattered(option_effects(question), worded, gettext)),
    )


def ticked_account(win: Valued, gettext: Translate = str) -> Account:
    """The account of a win whose yaku were ticked: nothing is known of its tiles."""
    han, fu, yakuman, limit = (win.data[name] for name in ("han", "fu", "yakuman", "limit"))
    patterns = win.patterns or ()
    formula = None
    if han and fu:
        product = fu << (2 + han)
        formula = Formula(fu, han, product, limit, LIMITS[limit] if limit else product)
    return Account(
        yaku=tuple(_yaku_line(pattern, gettext) for pattern in patterns),
        total=_total(han or sum(number for _, number in patterns), yakuman, limit, gettext),
        fu=(),
        fu_total=Line(gettext("fu"), str(fu)) if fu else None,
        formula=formula,
        limit=limit_name(limit, gettext) if limit and not yakuman else "",
        points=figures.score(win.points),
        payers=(),
        equal="",
        read=Read((), ""),
        losers=(),
        mattered=(),
    )


# -- what counts --------------------------------------------------------------------------------


def _yaku_line(pattern: Pattern, gettext: Translate) -> Line:
    name, number = pattern
    text = yaku_name(name, gettext)
    if name in _YAKUMAN_ALONE:
        return Line(text, f"×{number}")
    return Line(text, str(number))


_YAKUMAN_ALONE: Final = frozenset(YAKUMAN) - {"open-riichi", "renhou"}
"""What can be nothing but a yakuman; under aotenjou the figure says 13 anyway."""


def limit_name(limit: str, gettext: Translate = str) -> str:
    """ "haneman"; a yakuman by han is a counted one."""
    return gettext("counted yakuman") if limit == "yakuman" else gettext(limit)


def _total(han: int | None, yakuman: int, limit: str | None, gettext: Translate) -> Line:
    if yakuman:
        return Line(gettext("yakuman"), str(yakuman))
    if limit:
        text = gettext("han, {limit}").format(limit=limit_name(limit, gettext))
        return Line(text, str(han))
    return Line(gettext("han"), str(han))


def _fu_line(item: FuItem, gettext: Translate) -> Line:
    text = gettext(item.reason).format(tiles=item.tiles)
    return Line(text[0].upper() + text[1:], str(item.fu))


def _fu_total(found: Explanation, gettext: Translate) -> Line | None:
    if found.fu is None:
        return None
    if found.fu_sum == found.fu:
        return Line(gettext("fu"), str(found.fu))
    return Line(gettext("fu, {sum} rounded up").format(sum=found.fu_sum), str(found.fu))


# -- what is paid -------------------------------------------------------------------------------

PAYERS: Final = {
    "discarder": "the discarder",
    "dealer": "the dealer",
    "others": "each of the others",
}


def _payer(share: Share, gettext: Translate) -> Payer:
    working = ""
    if share.times is not None and share.exact is not None:
        exact = figures.score(share.exact)
        working = exact
        if share.times > 1:
            base = figures.score(share.exact // share.times)
            working = f"{base} × {share.times}"
            working += f" = {exact}" if share.exact != share.points else ""
    return Payer(gettext(PAYERS[share.payer]), working, figures.score(share.points))


def _equal(found: Explanation, gettext: Translate) -> str:
    cells = (gettext("{han} han {fu} fu").format(han=han, fu=fu) for fu, han in found.equal_cells)
    return listed(cells, gettext)


# -- how it was read ----------------------------------------------------------------------------

WAITS: Final = {
    "ryanmen": "two-sided wait",
    "kanchan": "closed wait",
    "penchan": "edge wait",
    "shanpon": "wait on two pairs",
    "tanki": "pair wait",
}
FORMS: Final = {
    PAIRS: "seven pairs",
    ORPHANS: "thirteen orphans",
    UNCONNECTED: "thirteen tiles without connection",
}


def _read(shape: Shape, gettext: Translate) -> Read:
    parts = [*shape.sets, *([shape.pair] if shape.pair else [])]
    won = parts.index(shape.won) if shape.won in parts else -1
    groups = tuple(_group(text, place == won) for place, text in enumerate(parts))
    if shape.form in FORMS:
        return Read(groups, gettext(FORMS[shape.form]))
    return Read(groups, gettext(WAITS[shape.wait]) if shape.wait else "")


def _group(text: str, won: bool) -> Group:
    """``"234m"`` or, as a meld is written, ``"pon 555z"``."""
    how, _space, tiles = text.rpartition(" ")
    return Group(tuple(f"{digit}{tiles[-1]}" for digit in tiles[:-1]), how, won)


# -- what it might have been --------------------------------------------------------------------


def _losers(found: Explanation, gettext: Translate) -> Iterator[Loser]:
    for other in found.others:
        yield Loser(
            read=_read(other.shape, gettext),
            yaku=_patterns(other.yaku, gettext),
            worth=_worth(other.han, other.fu, other.yakuman, other.points, gettext),
            reason=gettext(other.reason),
        )


def _patterns(patterns: Iterable[Pattern], gettext: Translate) -> str:
    lines = (_yaku_line(pattern, gettext) for pattern in patterns)
    return listed((f"{line.text} {line.figure}" for line in lines), gettext)


def _worth(han: int, fu: int, yakuman: int, points: int, gettext: Translate) -> str:
    """ "3 han 40 fu, 5,200"; nothing where there is no yaku."""
    if not points:
        return ""
    value = gettext("{han} han {fu} fu").format(han=han, fu=fu)
    if yakuman:
        value = gettext("yakuman")
        if yakuman > 1:
            value = gettext("{n} yakuman").format(n=yakuman)
    return listed((value, figures.score(points)), gettext)


def _mattered(
    effects: Iterable[OptionEffect], worded: Worded, gettext: Translate
) -> Iterator[Mattered]:
    specs = {spec.key: spec for spec in OPTION_SPECS}
    for effect in effects:
        spec = specs[effect.option]
        worth = _worth(effect.han, effect.fu, effect.yakuman, effect.points, gettext)
        yield Mattered(
            label=gettext(spec.label),
            setting=worded(spec, effect.setting),
            plain=worded(spec, effect.plain),
            otherwise=gettext(effect.refused) if effect.refused else worth,
        )
