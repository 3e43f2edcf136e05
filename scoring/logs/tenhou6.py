"""The JSON of tenhou.net/6, which converters of Mahjong Soul's logs write as well.

A deal is a list: the round, the scores, the indicators, for each seat the tiles dealt, drawn and
discarded, and the result. Tiles are two digits (``19`` = 9m, ``52`` = red 5p); ``60`` discards the
tile drawn; calls stand among draws and discards as text, the called tile after a letter. Hands are
played through seat by seat. Mahjong Soul's converters speak Japanese or English.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from scoring.errors import ScoringError
from scoring.game import LIMIT, integer
from scoring.logs.log import Deal, Log, in_order, played_at, refuse, round_label
from scoring.notation import parse_tiles
from scoring.shapes import waits

WINS = ("和了", "Agari")
DRAWS = ("流局", "Ryuukyoku", "Exhaustive Draw")
ALL_TENPAI, ALL_NOTEN = "全員聴牌", "全員不聴"
NAGASHI = ("流し満貫", "Nagashi Mangan", "Mangan at Draw")
ABORTS: Mapping[str, str] = {
    name: reason
    for reason, names in {
        "nine-terminals": ("九種九牌", "Kyuushu Kyuuhai", "Nine Terminal Abortion"),
        "four-winds": ("四風連打", "Suufon Renda", "Four Wind Abortion"),
        "four-riichi": ("四家立直", "Suucha Riichi", "Four Riichi Abortion"),
        "four-kans": ("四槓散了", "四開槓", "Suukaikan", "Four Kan Abortion"),
        "triple-ron": ("三家和了", "三家和", "Sanchahou", "Three Ron Abortion"),
    }.items()
    for name in names
}
SITUATIONS: Mapping[str, str] = {
    name: said
    for said, names in {
        "double-riichi": ("両立直", "ダブル立直", "ダブルリーチ", "Double Riichi"),
        "ippatsu": ("一発", "Ippatsu"),
        "robbing-kan": ("槍槓", "搶槓", "Chankan", "Robbing a Kan"),
        "after-kan": ("嶺上開花", "Rinshan Kaihou", "After a Kan"),
        "last-tile": (
            *("海底摸月", "Haitei Raoyue", "Under the Sea"),
            *("河底撈魚", "Houtei Raoyui", "Under the River"),
        ),
        "first-turn": (
            *("天和", "Tenhou", "Blessing of Heaven"),
            *("地和", "Chiihou", "Blessing of Earth"),
        ),
    }.items()
    for name in names
}
"""The yaku that say how a hand was won, by their names in the logs."""

MAHJONG_SOUL = re.compile(
    "[の之]間|之间|友人|大会戦|Room|Friendly|Tournament|Bronze|Silver|Gold|Jade|Throne"
)
"""Tables of the other site, in ``rule.disp``."""
DRAWN = 60
"""Among discards: the tile just drawn."""
NO_DISCARD = 0
"""After a called kan: its replacement tile comes first."""
_CALL = re.compile(r"((?:[0-9]{2})*)([cpmkarf])((?:[0-9]{2})+)")
MOST_ENTRIES = 200
"""Of any list in a log: deals of a game, draws of a deal."""
_SEATS = range(4)
_RESULT = 16


def read(data: Mapping[str, Any]) -> Log:
    """A log from its JSON. ``ScoringError`` names what of it is not as it should be."""
    deals = _list(data.get("log"), "log", 1)
    raw = [_raw(deal, f"log.{index}") for index, deal in enumerate(deals)]
    players = 4 if any(deal.seats[3].dealt for deal in raw) else 3
    for index, deal in enumerate(raw):
        _list(list(deal.scores), f"log.{index}.1", players)
    scores, totals = _end(data.get("sc"), players)
    following = [*(deal.scores for deal in raw[1:]), scores]
    return Log(
        preset=_preset(data, players),
        options=_options(data, players),
        players=_names(data.get("name"), players),
        deals=tuple(
            _deal(deal, after, players, f"log.{index}")
            for index, (deal, after) in enumerate(zip(raw, following, strict=True))
        ),
        scores=scores,
        totals=totals,
        started=played_at(str(data.get("ref"))[:100]),
    )


def _list(data: Any, at: str, least: int = 0) -> list[Any]:
    if not isinstance(data, list):
        raise ScoringError(at, "must be a list")
    if not least <= len(data) <= MOST_ENTRIES:
        raise refuse(at, str(data[:10]))
    return data


# -- the table ----------------------------------------------------------------------------------


def _names(data: Any, players: int) -> tuple[str, ...]:
    names = _list(data, "name", players)[:players]
    if not all(isinstance(name, str) for name in names):
        raise ScoringError("name", "must be a name")
    return tuple(names)


def _said(data: Mapping[str, Any]) -> tuple[Mapping[str, Any], str]:
    rule = data.get("rule")
    rule = rule if isinstance(rule, Mapping) else {}
    return rule, str(rule.get("disp", ""))


def _preset(data: Mapping[str, Any], players: int) -> str:
    _, said = _said(data)
    soul = MAHJONG_SOUL.search(said) or "★" in str(data.get("dan"))
    return ("mahjongsoul" if soul else "tenhou") + ("-sanma" if players == 3 else "")


def _options(data: Mapping[str, Any], players: int) -> dict[str, Any]:
    rule, said = _said(data)
    options: dict[str, Any] = {"length": "east" if re.search("[東东]|East", said) else "hanchan"}
    if not _has_reds(rule, said):
        options["red_fives"] = 0
    if re.search("[東南]", said) and "喰" not in said:
        options["open_tanyao"] = False
    return options


def _has_reds(rule: Mapping[str, Any], said: str) -> bool:
    counts = [rule[key] for key in ("aka", "aka51", "aka52", "aka53") if key in rule]
    return any(counts) if counts else "赤" in said


def _end(data: Any, players: int) -> tuple[tuple[int, ...] | None, tuple[Fraction, ...] | None]:
    """The game's own result: ``[43600, 33.6, 27800, 7.8, …]``."""
    if data is None:
        return None, None
    figures = _list(data, "sc", 2 * players)[: 2 * players]
    scores = tuple(integer(score, "sc") for score in figures[0::2])
    return scores, tuple(_fraction(total) for total in figures[1::2])


def _fraction(total: Any) -> Fraction:
    """A figure as it is written: 33.6 is 336/10."""
    if isinstance(total, bool) or not isinstance(total, int | float) or abs(total) > LIMIT:
        raise refuse("sc", str(total))
    return Fraction(str(total))


# -- deals --------------------------------------------------------------------------------------


@dataclass(slots=True)
class Seat:
    """One seat's tiles of a deal, played through to its end."""

    dealt: list[int]
    hand: list[int] = field(default_factory=list)
    melds: list[str] = field(default_factory=list)
    norths: int = 0
    declared: bool = False
    on_riichi: bool = False
    """The last discard is the one that declared riichi."""
    drawn: int | None = None
    out: int | None = None
    """The last tile that left the hand: what another seat wins off."""


@dataclass(frozen=True, slots=True)
class Raw:
    """One deal as it stands in the log, its seats played through."""

    number: tuple[int, int, int]
    scores: tuple[int, ...]
    dora: list[str]
    ura: list[str]
    seats: tuple[Seat, ...]
    result: list[Any]


def _raw(data: Any, at: str) -> Raw:
    parts = _list(data, at, _RESULT + 1)
    numbers = [integer(n, f"{at}.0", 0, 1000) for n in _list(parts[0], f"{at}.0", 3)]
    scores = [integer(score, f"{at}.1") for score in _list(parts[1], f"{at}.1")]
    try:
        seats = tuple(_seat(*parts[4 + 3 * seat : 7 + 3 * seat]) for seat in _SEATS)
    except ScoringError as error:
        raise error.at(at) from None
    return Raw(
        number=(numbers[0], numbers[1], numbers[2]),
        scores=tuple(scores),
        dora=[_code(tile) for tile in _list(parts[2], f"{at}.2")],
        ura=[_code(tile) for tile in _list(parts[3], f"{at}.3")],
        seats=seats,
        result=_list(parts[_RESULT], f"{at}.{_RESULT}", 1),
    )


def _deal(raw: Raw, following: Sequence[int] | None, players: int, at: str) -> Deal:
    try:
        outcome, change = _outcome(raw, following, players)
        label = round_label(raw.number[0], players, "")
    except ScoringError as error:
        raise error.at(at) from None
    before = raw.scores[:players]
    paid = [1000 * (seat in outcome["riichi"]) for seat in range(players)]
    after = tuple(b + c - p for b, c, p in zip(before, change, paid, strict=True))
    return Deal(label, raw.number[1], raw.number[2], before, outcome, after)


def _outcome(
    raw: Raw, following: Sequence[int] | None, players: int
) -> tuple[dict[str, Any], list[int]]:
    """The round of the game record, and what each seat got of it apart from its own stick."""
    name = str(raw.result[0])
    change = _changes(raw.result, players)
    declared = [seat for seat in range(players) if raw.seats[seat].declared]
    if name in WINS:
        wins = [_win(raw, told, players) for told in raw.result[2::2]]
        if not wins:
            raise refuse("", str(raw.result))
        # The riichi discard that is ronned pays no stick.
        robbed = wins[0]["from"]
        standing = [s for s in declared if s != robbed or not raw.seats[s].on_riichi]
        return {"type": "win", "riichi": standing, "wins": wins}, change
    if name in ABORTS:
        reason = ABORTS[name]
        if reason == "triple-ron" and following is not None:
            declared = [seat for seat in declared if following[seat] < raw.scores[seat]]
        return {"type": "abort", "reason": reason, "riichi": declared}, change
    return _draw(raw, name, declared, change), change


def _changes(result: Sequence[Any], players: int) -> list[int]:
    """What the result gives each seat, over all its winners."""
    total = [0] * players
    for change in result[1::2]:
        for seat, figure in enumerate(_list(change, "", players)[:players]):
            total[seat] += integer(figure, "")
    return total


def _draw(raw: Raw, name: str, declared: list[int], change: list[int]) -> dict[str, Any]:
    draw: dict[str, Any] = {"type": "draw", "riichi": declared}
    everyone = list(range(len(change)))
    if name in NAGASHI:
        draw["nagashi"] = [seat for seat in everyone if change[seat] > 0]
    elif name not in (*DRAWS, ALL_TENPAI, ALL_NOTEN):
        raise refuse("", name)
    elif any(change):
        return {**draw, "tenpai": [seat for seat in everyone if change[seat] > 0]}
    if name == ALL_TENPAI:
        return {**draw, "tenpai": everyone}
    return {**draw, "tenpai": [seat for seat in everyone if _waits(raw.seats[seat])]}


def _waits(seat: Seat) -> bool:
    return bool(waits(parse_tiles(_text(seat.hand), "").counts))


# -- wins ---------------------------------------------------------------------------------------


def _win(raw: Raw, told: Any, players: int) -> dict[str, Any]:
    """A win from ``[winner, from, who pays, "30符2飜2900点", "場風 東(1飜)", …]``."""
    parts = _list(told, "", 4)
    winner, source, payer = (integer(who, "", 0, players - 1) for who in parts[:3])
    self_draw = winner == source
    win: dict[str, Any] = {"winner": winner, "from": None if self_draw else source}
    win["hand"] = _hand(raw, winner, source, {_yaku(text) for text in parts[4:]})
    if payer != winner:
        win["liable"] = payer
    return win


def _yaku(text: Any) -> str:
    """The name before ``(1飜)``."""
    return str(text).partition("(")[0].strip()


def _hand(raw: Raw, winner: int, source: int, yaku: set[str]) -> dict[str, Any]:
    seat = raw.seats[winner]
    tile = seat.drawn if winner == source else raw.seats[source].out
    if tile is None:
        raise refuse("", str(raw.result))
    situation = {SITUATIONS[name] for name in yaku if name in SITUATIONS}
    if seat.declared and "double-riichi" not in situation:
        situation.add("riichi")
    hand: dict[str, Any] = {
        "tiles": _text(seat.hand if winner == source else [*seat.hand, tile]),
        "melds": seat.melds,
        "win_tile": _code(tile),
        "dora": raw.dora,
        "ura": raw.ura if seat.declared else [],
        "situation": sorted(situation),
    }
    return {**hand, "north": seat.norths} if seat.norths else hand


# -- a seat's tiles -----------------------------------------------------------------------------


def _seat(dealt: Any, draws: Any, discards: Any) -> Seat:
    seat = Seat(dealt=[_tile(tile) for tile in _list(dealt, "")])
    seat.hand = list(seat.dealt)
    discards = _list(discards, "")
    for turn, draw in enumerate(_list(draws, "")):
        _take(seat, draw)
        if turn < len(discards):
            _put(seat, discards[turn])
    return seat


def _take(seat: Seat, draw: Any) -> None:
    """A tile drawn, or another's discard called for a meld."""
    if not isinstance(draw, str):
        seat.drawn = _tile(draw)
        seat.hand.append(seat.drawn)
        return
    letter, called, tiles = _call(draw)
    if letter not in _CALLED:
        raise refuse("", draw)
    tiles.remove(called)
    for tile in tiles:
        _remove(seat, tile)
    seat.drawn = None
    seat.melds.append(f"{_CALLED[letter]} {_text([called, *tiles])}")


_CALLED: Mapping[str, str] = {"c": "chi", "p": "pon", "m": "kan"}


def _put(seat: Seat, discard: Any) -> None:
    """A tile discarded, or a kan or a North laid down in its place."""
    seat.on_riichi = isinstance(discard, str) and discard.startswith("r")
    seat.declared = seat.declared or seat.on_riichi
    if not isinstance(discard, str) or seat.on_riichi:
        _discard(seat, discard[1:] if seat.on_riichi else discard)
        return
    letter, tile, tiles = _call(discard)
    seat.out = tile
    if letter == "f":
        _remove(seat, tile)
        seat.norths += 1
    elif letter == "a":
        for each in tiles:
            _remove(seat, each)
        seat.melds.append(f"ankan {_text(tiles)}")
    elif letter == "k":
        _remove(seat, tile)
        _grow(seat, tiles, tile)
    else:
        raise refuse("", discard)


def _discard(seat: Seat, discard: Any) -> None:
    number = int(discard) if isinstance(discard, str) and discard.isdecimal() else discard
    if number == NO_DISCARD:
        return
    tile = seat.drawn if number == DRAWN else _tile(number)
    if tile is None:
        raise refuse("", str(discard))
    _remove(seat, tile)
    seat.out = tile


def _grow(seat: Seat, tiles: list[int], added: int) -> None:
    """The pon on the table becomes a kan."""
    pon = list(tiles)
    pon.remove(added)
    melds = [f"pon {_text(pon)}", f"kakan {_text(tiles)}"]
    if melds[0] not in seat.melds:
        raise refuse("", melds[1])
    seat.melds[seat.melds.index(melds[0])] = melds[1]


def _remove(seat: Seat, tile: int) -> None:
    if tile not in seat.hand:
        raise refuse("", f"{_code(tile)}: not in hand")
    seat.hand.remove(tile)


def _call(text: str) -> tuple[str, int, list[int]]:
    """The letter of a call, the tile after it, and all its tiles: ``19p1919``, ``c533334``."""
    found = _CALL.fullmatch(text)
    if found is None or len(text) > 9:
        raise refuse("", text)
    before, letter, after = found.groups()
    digits = before + after
    tiles = [_tile(int(digits[at : at + 2])) for at in range(0, len(digits), 2)]
    return letter, int(after[:2]), tiles


def _tile(data: Any) -> int:
    number = integer(data, "", 11, 53)
    if number % 10 == 0 or (number > 47 and number < 51):
        raise refuse("", f"tile {number}")
    return number


def _code(data: Any) -> str:
    suit, number = divmod(_tile(data), 10)
    return f"0{'mps'[number - 1]}" if suit == 5 else f"{number}{'mpsz'[suit - 1]}"


def _text(tiles: Sequence[int]) -> str:
    return in_order(_code(tile) for tile in tiles)
