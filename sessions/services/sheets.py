"""Tables for spreadsheets (CSV), out and in.

A spreadsheet takes a cell that begins with ``=``, ``+``, ``-`` or ``@`` for a formula and carries
it out. A text that does so is written with an apostrophe before it, and read without; a figure
stays a figure.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from fractions import Fraction
from itertools import islice
from typing import Any

from django.utils import timezone

from scoring import figures
from scoring.errors import Figures, ScoringError
from scoring.game import Variety, integer, parse_outcome, play
from scoring.logs.found import too_large
from scoring.options import write_value
from scoring.record import FORMAT
from scoring.varieties import VARIETIES
from sessions.models import Club, Game, Season
from sessions.selectors.club_games import in_sight
from sessions.services import jobs
from sessions.services.people import LONGEST_NAME, clean_name

BOM = "\ufeff"
"""At the head of a file, so that spreadsheets read it as UTF-8."""
MOST_ROWS = 20_000
MOST_TEXT = 4 * 1024 * 1024
"""So many rows have half of it."""
LONGEST_HEAD = 10_000
CHUNK = 500
_FORMULA = re.compile(r"'*[=+\-@\t\r＝＋－＠]")
_FIGURE = re.compile(r"-?[0-9]{1,12}(\.[0-9]{1,6})?")

Cell = str | int | Fraction | None
Row = Sequence[Cell]


# -- out ------------------------------------------------------------------------------------------


def written(rows: Iterable[Row]) -> Iterator[str]:
    """The rows as CSV, a line at a time."""
    yield BOM
    for row in rows:
        line = io.StringIO()
        csv.writer(line).writerow([_out(cell) for cell in row])
        yield line.getvalue()


def _out(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return f"'{cell}" if _FORMULA.match(cell) else cell
    return number(Fraction(cell))


def number(figure: Fraction) -> str:
    """Whole, decimal where it is one, else a fraction."""
    return str(write_value(figure))


RESULTS = (
    "game", "played", "season", "table", "variety", "rules", "seat", "player", "place", "score",
    "total", "money", "hands",
)  # fmt: skip
"""The columns of the results: one row a seat."""


def results(club: Club, season: Season | None = None) -> Iterator[Row]:
    """Every finished game that counts, the oldest first."""
    yield RESULTS
    games = in_sight(Game.objects.filter(club=club, finished=True, voided=None))
    if season is not None:
        games = games.filter(season=season)
    found = games.select_related("season").prefetch_related("results__player")
    for game in found.order_by("played", "pk").iterator(CHUNK):
        yield from _seats(game)


def _seats(game: Game) -> Iterator[Row]:
    for row in game.results.all():
        yield (
            game.record_id or game.code,
            game.played.isoformat() if game.played else None,
            game.season.name if game.season else "",
            game.title,
            game.variety_key,
            game.preset,
            row.seat,
            row.player.name,
            row.place,
            Fraction(row.score, row.score_unit),
            Fraction(row.total, row.unit),
            None if row.money is None else Fraction(row.money, row.money_unit),
            game.hands,
        )


PLAYERS = ("player", "other names", "guest", "since", "left")


def players(club: Club) -> Iterator[Row]:
    """Everyone of the club, with the other names they go by."""
    yield PLAYERS
    found = club.players.filter(merged_into=None).prefetch_related("aliases").order_by("name", "pk")
    for player in found:
        yield (
            player.name,
            "; ".join(alias.name for alias in player.aliases.all()),
            "guest" if player.guest else "",
            player.created.date().isoformat(),
            player.left.date().isoformat() if player.left else "",
        )


# -- in -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rules:
    """What the games of a table were played by, where it does not say."""

    variety: str
    preset: str | None
    options: Mapping[str, Any]


def looks_like_a_sheet(text: str) -> bool:
    """Whether the first line is that of a table of results."""
    head = text.lstrip(BOM).partition("\n")[0][:LONGEST_HEAD]
    return bool({"score", "score1"} & set(_heads(next(csv.reader([head], _dialect(head)), []))))


def _dialect(head: str) -> type[csv.Dialect]:
    """What stands between the columns."""
    separator = max(",;\t", key=head.count)

    class Found(csv.excel):
        delimiter = separator

    return Found


def _heads(cells: Sequence[str]) -> list[str]:
    """``Player 1`` and ``name1`` are both ``player1``."""
    plain = [re.sub(r"[\s_.-]", "", cell).casefold() for cell in cells]
    words = {"name": "player", "points": "score", "day": "played", "date": "played"}
    found = []
    for cell in plain:
        word = re.sub(r"[0-9]+$", "", cell)
        found.append(words.get(word, word) + cell[len(word) :])
    return found


def read(text: str, rules: Rules) -> list[dict[str, Any]]:
    """Games out of a table of results, as ``imports.from_pieces`` takes them: a row a game
    (``date, player 1, score 1, …``), or a row a seat, as ``results`` writes it.

    ``ScoringError`` at ``file`` where it is no such table; what is wrong with one game is told
    with it.
    """
    if len(text) > MOST_TEXT:
        raise too_large(MOST_TEXT, "file")
    head = text.lstrip(BOM).partition("\n")[0]
    try:
        found = csv.reader(io.StringIO(text.lstrip(BOM)), _dialect(head))
        lines = list(islice(found, MOST_ROWS + 1))
    except csv.Error:
        raise ScoringError("file", "cannot be read as a table") from None
    if len(lines) > MOST_ROWS:
        raise ScoringError("file", "at most {n} rows", n=MOST_ROWS)
    heads = _heads(next(iter(lines), []))
    cells = [dict(zip(heads, map(_in, line), strict=False)) for line in lines[1:] if any(line)]
    if "score1" in heads:
        return [_piece(_wide, [row], rules) for row in cells]
    if {"game", "player", "score"} <= set(heads):
        return [_piece(_long, rows, rules) for rows in _by_game(cells)]
    raise ScoringError("file", "a table of results needs the columns {columns}",
                       columns="date, player 1, score 1, player 2, score 2, …")  # fmt: skip


def _in(cell: str) -> str:
    """A text as it was before an apostrophe was put before it."""
    text = cell.strip()
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def _by_game(cells: Iterable[dict[str, str]]) -> Iterator[list[dict[str, str]]]:
    found: dict[str, list[dict[str, str]]] = {}
    for row in cells:
        found.setdefault(row.get("game", ""), []).append(row)
    yield from found.values()


def _piece(make: Any, rows: Sequence[Mapping[str, str]], rules: Rules) -> dict[str, Any]:
    try:
        record = make(rows, rules)
    except ScoringError as error:
        return {"error": jobs.told(error), "players": _names(rows)}
    return {"record": record, "sheet": True}


def _names(rows: Sequence[Mapping[str, str]]) -> list[str]:
    """Who stands in the rows of a game that cannot be read, to be shown."""
    cells = ("player", *(f"player{n}" for n in range(1, 5)))
    found = [row[cell][:LONGEST_NAME] for row in rows for cell in cells if row.get(cell)]
    return found[:4]


def _wide(rows: Sequence[Mapping[str, str]], rules: Rules) -> dict[str, Any]:
    """One row: everybody's name and score, first East first."""
    (row,) = rows
    kind, frozen, said = _rules(row, rules)
    count = kind.players(frozen)
    names = [row.get(f"player{n}", "") for n in range(1, count + 1)]
    if not all(names) or row.get(f"player{count + 1}"):
        raise ScoringError("players", "this game needs {n} players", n=count)
    scores = [
        _score(row.get(f"score{n}", ""), f"score {n}", name) for n, name in enumerate(names, 1)
    ]
    first = kind.start(frozen).scores
    if sum(scores) != sum(first):
        raise ScoringError(
            "scores",
            "the scores add up to {found}, not {expected}",
            found=sum(scores),
            expected=int(sum(first)),
        )
    return _record(row, said, names, scores, first)


def _long(rows: Sequence[Mapping[str, str]], rules: Rules) -> dict[str, Any]:
    """One row a seat. Where totals are told, the rules must give the same."""
    kind, frozen, said = _rules(rows[0], rules)
    if len(rows) != kind.players(frozen):
        raise ScoringError("players", "this game needs {n} players", n=kind.players(frozen))
    by_seat = sorted(rows, key=lambda row: row.get("seat", ""))
    names = [row.get("player", "") for row in by_seat]
    scores = [
        _score(row.get("score", ""), "score", name)
        for row, name in zip(by_seat, names, strict=True)
    ]
    record = _record(rows[0], said, names, scores, kind.start(frozen).scores)
    record["id"] = rows[0]["game"][:100] or None
    _check_totals(kind, frozen, by_seat, record)
    return record


def _rules(row: Mapping[str, str], rules: Rules) -> tuple[Variety, Any, dict[str, Any]]:
    """The rules of a row's game, and how a record says them."""
    key = row.get("variety") or rules.variety
    if key not in VARIETIES:
        allowed = ", ".join(VARIETIES)
        raise ScoringError("variety", "must be one of {allowed}", allowed=allowed)
    kind = VARIETIES[key]
    mine = key == rules.variety
    preset = rules.preset if mine else row.get("rules") or None
    options = dict(rules.options) if mine else {}
    said = {"variety": key, "preset": preset, "options": options}
    return kind, kind.rules(preset, options), said


def _score(text: str, at: str, name: str) -> int:
    if not text:
        name = clean_name(name[:LONGEST_NAME], at)
        raise ScoringError(at, "{name} has no score", name=name)
    try:
        return integer(figures.read(text), at)
    except ValueError:
        raise ScoringError(at, "{text} is no score", text=text[:40]) from None


def _record(
    row: Mapping[str, str],
    rules: Mapping[str, Any],
    names: Sequence[str],
    scores: Sequence[int],
    first: Sequence[Any],
) -> dict[str, Any]:
    """A game of which the scores are all that is known: one correction, and the end."""
    deltas = [score - int(before) for score, before in zip(scores, first, strict=True)]
    record = {
        "format": FORMAT,
        "rules": rules,
        "players": list(names),
        "rounds": [
            {"type": "adjust", "deltas": deltas, "reason": "from paper"},
            {"type": "end", "reason": "agreed"},
        ],
        "table": row.get("table") or None,
    }
    if row.get("played"):
        record["started"] = record["ended"] = _moment(row["played"])
    return record


_DAY = re.compile(r"([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})(?:[T ]([0-9]{1,2}:[0-9]{2}.*))?")


def _moment(text: str) -> str:
    """A day, or a day and a time; of a day alone noon, here."""
    found = _DAY.fullmatch(text)
    try:
        if found is None:
            raise ValueError(text)
        year, month, day, clock = found.groups()
        moment = datetime.combine(
            date(int(year), int(month), int(day)),
            time.fromisoformat(clock.zfill(5)) if clock else time(12),
        )
    except ValueError:
        raise ScoringError("played", "{text} is no day; write 2026-11-30", text=text[:40]) from None
    if moment.tzinfo is None:
        moment = timezone.make_aware(moment)
    return moment.isoformat()


def _check_totals(
    kind: Variety, rules: Any, rows: Sequence[Mapping[str, str]], record: Mapping[str, Any]
) -> None:
    told = [row.get("total", "") for row in rows]
    if not all(_FIGURE.fullmatch(total) for total in told):
        return
    outcomes = [parse_outcome(outcome, len(rows)) for outcome in record["rounds"]]
    end = play(kind, rules, outcomes).settlement
    found = [] if end is None else [Fraction(total) / end.unit for total in end.total]
    expected = [Fraction(total) for total in told]
    if found != expected:
        raise ScoringError(
            "total",
            "by these rules the totals are {found}, not {told}",
            found=Figures(found),
            told=Figures(expected),
        )
