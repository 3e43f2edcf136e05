"""Tenhou's own logs: XML, a tag for every move, tiles numbered 0 to 135.

Read are the tags that decide points: ``GO`` (the rules as bits), ``UN`` (names), ``INIT`` (a deal
begins), ``REACH`` (a stick is laid down), ``AGARI`` and ``RYUUKYOKU`` (how it ends).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any
from urllib.parse import unquote
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from scoring.errors import ScoringError
from scoring.logs.log import MOST_DEALS, Deal, Log, in_order, refuse, round_label

NO_REDS, NO_OPEN_TANYAO, HANCHAN, SANMA = 0x02, 0x04, 0x08, 0x10
"""Bits of ``GO type``."""

SITUATIONS: Mapping[int, str] = {
    1: "riichi",
    2: "ippatsu",
    3: "robbing-kan",
    4: "after-kan",
    5: "last-tile",
    6: "last-tile",
    21: "double-riichi",
    36: "first-turn",
    37: "first-turn",
    38: "first-turn",
}
"""The yaku, by the log's numbers, that say how a hand was won."""

ABORTS: Mapping[str, str] = {
    "yao9": "nine-terminals",
    "kaze4": "four-winds",
    "reach4": "four-riichi",
    "kan4": "four-kans",
    "ron3": "triple-ron",
}
EXHAUSTED, NAGASHI = "", "nm"
_NUMBER = re.compile(r"-?[0-9]{1,7}")
_POINTS = re.compile(r"-?[0-9]{1,7}(\.[0-9]{1,3})?")
_RED_FIVES = (16, 52, 88)


def read(text: str) -> Log:
    """A log from its XML. ``ScoringError`` where it is none, or where it declares entities."""
    root = _parse(text)
    if root.tag != "mjloggm":
        raise refuse("log", f"<{root.tag}>")
    flags = _numbers(_tag(root, "GO"), "type")[0]
    players = 3 if flags & SANMA else 4
    deals, end = _deals(root, players)
    if flags & NO_REDS:
        deals = tuple(_plain(deal) for deal in deals)
    scores, totals = _end(end, players)
    return Log(
        preset="tenhou-sanma" if flags & SANMA else "tenhou",
        options=_options(flags),
        players=_names(root, players),
        deals=deals,
        scores=scores,
        totals=totals,
    )


def _parse(text: str) -> Element:
    try:
        root: Element = fromstring(text, forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError) as error:
        raise ScoringError(
            "log", "not readable as XML: {reason}", reason=str(error)[:100]
        ) from None
    return root


def _tag(root: Element, name: str) -> Element:
    found = root.find(name)
    if found is None:
        raise refuse("log", f"<{name}>")
    return found


def _numbers(tag: Element, name: str, default: str | None = None) -> list[int]:
    """The whole numbers of an attribute, separated by commas."""
    text = tag.get(name, default)
    parts = [] if text is None else text.split(",") if text else []
    if text is None or not all(_NUMBER.fullmatch(part) for part in parts):
        raise refuse("log", f"<{tag.tag} {name}>")
    return [int(part) for part in parts]


def _options(flags: int) -> dict[str, Any]:
    options: dict[str, Any] = {"length": "hanchan" if flags & HANCHAN else "east"}
    if flags & NO_REDS:
        options["red_fives"] = 0
    if flags & NO_OPEN_TANYAO:
        options["open_tanyao"] = False
    return options


def _names(root: Element, players: int) -> tuple[str, ...]:
    """Names by seat; who comes back to the table is named again."""
    tag = _tag(root, "UN")
    return tuple(unquote(tag.get(f"n{seat}", "")) for seat in range(players))


# -- deals --------------------------------------------------------------------------------------


def _deals(root: Element, players: int) -> tuple[tuple[Deal, ...], Element | None]:
    """Every deal, and the tag that ends the last of them."""
    deals: list[Deal] = []
    end = None
    for tags in _stretches(root):
        at = f"rounds.{len(deals)}"
        if len(deals) >= MOST_DEALS:
            raise ScoringError(at, "there are {most} at most", most=MOST_DEALS)
        end = tags[-1]
        try:
            deals.append(_deal(tags, players))
        except ScoringError as error:
            raise error.at(at) from None
    if not deals:
        raise refuse("log", "<INIT>")
    return tuple(deals), end


def _stretches(root: Element) -> Iterator[list[Element]]:
    """The tags of each deal that count, from its ``INIT`` to its end."""
    stretch: list[Element] = []
    for tag in root:
        if tag.tag == "INIT":
            if stretch:
                yield stretch
            stretch = [tag]
        elif stretch and tag.tag in ("REACH", "AGARI", "RYUUKYOKU"):
            stretch.append(tag)
    if stretch:
        yield stretch


def _deal(tags: list[Element], players: int) -> Deal:
    seed = _some(tags[0], "seed", 3)
    before = tuple(100 * points for points in _some(tags[0], "ten", players)[:players])
    standing = sorted({_seat(tag, "who", players) for tag in tags if _laid_down(tag)})
    ends = [tag for tag in tags if tag.tag in ("AGARI", "RYUUKYOKU")]
    if not ends:
        raise refuse("", "the end of the deal")
    after = _after(ends[-1], players)
    if ends[0].tag == "AGARI":
        wins = [_win(tag, standing, players) for tag in ends]
        outcome: dict[str, Any] = {"type": "win", "riichi": standing, "wins": wins}
    else:
        outcome = _draw(ends[0], standing, players)
    return Deal(round_label(seed[0], players, ""), seed[1], seed[2], before, outcome, after)


def _some(tag: Element, name: str, least: int) -> list[int]:
    numbers = _numbers(tag, name)
    if len(numbers) < least:
        raise refuse("", f"<{tag.tag} {name}>")
    return numbers


def _laid_down(tag: Element) -> bool:
    return tag.tag == "REACH" and tag.get("step") == "2"


def _seat(tag: Element, name: str, players: int) -> int:
    seat = _some(tag, name, 1)[0]
    if not 0 <= seat < players:
        raise refuse("", f"<{tag.tag} {name}>")
    return seat


def _change(tag: Element, players: int) -> list[tuple[int, int]]:
    """Each seat's points before and what it got, in points."""
    figures = [100 * number for number in _some(tag, "sc", 2 * players)]
    return list(zip(figures[0::2], figures[1::2], strict=False))[:players]


def _after(tag: Element, players: int) -> tuple[int, ...]:
    return tuple(before + change for before, change in _change(tag, players))


def _draw(tag: Element, standing: list[int], players: int) -> dict[str, Any]:
    kind = tag.get("type", EXHAUSTED)
    if kind in ABORTS:
        return {"type": "abort", "reason": ABORTS[kind], "riichi": standing}
    if kind not in (EXHAUSTED, NAGASHI):
        raise refuse("", f"<RYUUKYOKU type={kind}>")
    shown = [seat for seat in range(players) if tag.get(f"hai{seat}")]
    draw: dict[str, Any] = {"type": "draw", "riichi": standing, "tenpai": shown}
    if kind == NAGASHI:
        changes = enumerate(_change(tag, players))
        draw["nagashi"] = [seat for seat, (_, change) in changes if change > 0]
    return draw


def _end(tag: Element | None, players: int) -> tuple[tuple[int, ...] | None, Any]:
    """The game's own result: ``owari="258,6.0,226,-17.0,…"``."""
    text = None if tag is None else tag.get("owari")
    if text is None:
        return None, None
    parts = text.split(",")[: 2 * players]
    if len(parts) < 2 * players or not all(_POINTS.fullmatch(part) for part in parts):
        raise refuse("log", "owari")
    scores = tuple(int(100 * Fraction(part)) for part in parts[0::2])
    return scores, tuple(Fraction(part) for part in parts[1::2])


# -- wins ---------------------------------------------------------------------------------------


def _win(tag: Element, standing: list[int], players: int) -> dict[str, Any]:
    if tag.tag != "AGARI":
        raise refuse("", f"<{tag.tag}>")
    winner, source = _seat(tag, "who", players), _seat(tag, "fromWho", players)
    win: dict[str, Any] = {"winner": winner, "from": None if source == winner else source}
    win["hand"] = _hand(tag, winner in standing)
    if "paoWho" in tag.attrib:
        win["liable"] = _seat(tag, "paoWho", players)
    return win


def _hand(tag: Element, riichi: bool) -> dict[str, Any]:
    melds, norths = _melds(_numbers(tag, "m", ""))
    yaku = [*_numbers(tag, "yaku", "")[0::2], *_numbers(tag, "yakuman", "")]
    situation = {SITUATIONS[number] for number in yaku if number in SITUATIONS}
    if riichi and "double-riichi" not in situation:  # a yakuman says nothing of it
        situation.add("riichi")
    hand: dict[str, Any] = {
        "tiles": _text(_numbers(tag, "hai")),
        "melds": melds,
        "win_tile": _code(_some(tag, "machi", 1)[0]),
        "dora": [_code(tile) for tile in _numbers(tag, "doraHai")],
        "ura": [_code(tile) for tile in _numbers(tag, "doraHaiUra", "")],
        "situation": sorted(situation),
    }
    return {**hand, "north": norths} if norths else hand


def _code(tile: int) -> str:
    """``0`` to ``135`` as text. Whether red fives count is for the rules to say."""
    if not 0 <= tile < 136:
        raise refuse("", f"tile {tile}")
    suit, number = divmod(tile // 4, 9)
    return f"{0 if tile in _RED_FIVES else number + 1}{'mpsz'[suit]}"


def _text(tiles: Iterable[int]) -> str:
    return in_order(_code(tile) for tile in tiles)


def _plain(deal: Deal) -> Deal:
    """The deal without red fives: the log numbers the same tiles where the rules have none."""
    wins = [
        {**win, "hand": {key: _plain_fives(value) for key, value in win["hand"].items()}}
        for win in deal.outcome.get("wins", ())
    ]
    return replace(deal, outcome={**deal.outcome, "wins": wins}) if wins else deal


def _plain_fives(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain_fives(item) for item in value]
    return value.replace("0", "5") if isinstance(value, str) else value


def _melds(codes: list[int]) -> tuple[list[str], int]:
    """The melds of a hand, as they were called (the log lists the last first), and how many Norths
    are set aside."""
    melds = [_meld(code) for code in reversed(codes) if not _is_north(code)]
    return melds, len(codes) - len(melds)


def _is_north(code: int) -> bool:
    return code & 0x3C == 0x20


def _meld(code: int) -> str:
    """A meld out of its bits: a run, a triplet, a triplet grown to a kan, or a kan."""
    if not 0 <= code < 1 << 16:
        raise refuse("", f"meld {code}")
    if code & 0x04:
        return f"chi {_text(_run(code >> 10, code))}"
    if code & 0x18:
        first = 4 * ((code >> 9) // 3)
        four = range(first, first + 4)
        if code & 0x10:
            return f"kakan {_text(four)}"
        return f"pon {_text(tile for tile in four if tile != first + (code >> 5 & 3))}"
    first = code >> 8 & ~3
    kind = "kan" if code & 0x03 else "ankan"
    return f"{kind} {_text(range(first, first + 4))}"


def _run(kind: int, code: int) -> list[int]:
    """A run's tiles: which of 21 runs, and which copy of each of its three tiles."""
    suit, number = divmod(kind // 3, 7)
    first = 36 * suit + 4 * number
    return [first + 4 * place + (code >> 3 + 2 * place & 3) for place in range(3)]
