"""A Hong Kong game in words: history sentences, the call of a win, why a pattern did not count.

Every English text here is a msgid; the Chinese beside it is what is said at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from scoring.game import Score, Step, Translate
from scoring.hongkong.faan import Count, Excluded, Explanation, Shape
from scoring.hongkong.patterns import PATTERNS
from scoring.hongkong.rules import HongKongRules
from scoring.hongkong.win import CLIPPED, HongKongWin
from scoring.options import write_value
from scoring.words import changes_text, clauses, with_reason

Names = Sequence[str]


def sentence(step: Step, names: Names, gettext: Translate = str) -> str:
    """The round as one sentence: "Aki wins off Ben, 5 fan, 96"."""
    return _SENTENCES[step.outcome.kind](step, names, gettext)


def call(step: Step, gettext: Translate = str) -> str:
    """How the win is announced: "5 fan 五番", "10 fan 爆棚"; empty where nobody won."""
    if not step.wins:
        return ""
    win = _win_of(step)
    faan = win.data["faan"]
    if win.data["limit"]:
        return gettext("limit hand 爆棚")
    if win.full:
        return gettext("{faan} fan 爆棚").format(faan=faan)
    if not faan:
        return gettext("chicken hand 雞糊")
    return gettext("{faan} fan {numeral}番").format(faan=faan, numeral=numeral(faan))


def numeral(number: int) -> str:
    """1 to 99 in Chinese: 五, 十, 十二, 三十."""
    tens, ones = divmod(number, 10)
    written = _DIGITS[tens] + "十" if tens > 1 else "十" * tens
    return written + (_DIGITS[ones] if ones else "")


_DIGITS = "〇一二三四五六七八九"


def pattern_label(name: str, gettext: Translate = str) -> str:
    """ "All sequences 平糊" """
    pattern = PATTERNS[name]
    label = gettext(pattern.label)
    return f"{label} {pattern.native}" if label.isascii() else label


def why_excluded(excluded: Excluded, gettext: Translate = str) -> str:
    """ "included in Small dragons 小三元" """
    by = pattern_label(excluded.by, gettext) if excluded.by else ""
    return gettext(excluded.reason).format(pattern=by)


# -- the account of a hand ----------------------------------------------------------------------


def account_lines(
    explanation: Explanation | Count, gettext: Translate = str
) -> tuple[tuple[str, str], ...]:
    """A hand's fan line by line, each with its kind: ``counted``, ``total``, ``cap``, ``excluded``,
    and of tiles ``reading`` and ``other`` (a reading that loses)."""
    return tuple(_lines(explanation, gettext))


def _lines(explanation: Explanation | Count, gettext: Translate) -> Iterator[tuple[str, str]]:
    if isinstance(explanation, Count):
        yield from _count_lines(explanation, gettext)
        return
    yield "reading", shape_text(explanation.best.shape, gettext)
    yield from _count_lines(explanation.count, gettext)
    for other in explanation.others:
        text = gettext("read as {sets}: {fan}")
        yield (
            "other",
            text.format(sets=shape_text(other.shape, gettext), fan=fan_text(other.count, gettext)),
        )


def _count_lines(counted: Count, gettext: Translate) -> Iterator[tuple[str, str]]:
    for name, faan in counted.patterns:
        yield "counted", f"{pattern_label(name, gettext)} {faan}"
    yield "total", fan_text(counted, gettext)
    if counted.total > counted.faan:
        text = gettext(CLIPPED)
        yield "cap", text.format(total=counted.total, faan=counted.faan)
    for out in counted.excluded:
        text = gettext("{pattern}: {reason}")
        label = pattern_label(out.name, gettext)
        yield "excluded", text.format(pattern=label, reason=why_excluded(out, gettext))


def fan_text(counted: Count, gettext: Translate = str) -> str:
    """ "5 fan", "limit hand" """
    if counted.limit:
        return gettext("limit hand")
    return gettext("{faan} fan").format(faan=counted.faan)


def shape_text(shape: Shape, gettext: Translate = str) -> str:
    """A reading's sets and pair in mpsz, "123m 555p 777z 99s"; another shape by its name."""
    return shape.text or pattern_label(shape.kind, gettext)


# -- one sentence for each kind of round --------------------------------------------------------


def _win_of(step: Step) -> HongKongWin:
    (win,) = step.wins
    assert isinstance(win, HongKongWin)  # noqa: S101 - the flow of this variety makes no other
    return win


def _figure(amount: Score) -> str:
    return str(write_value(amount))


def _fan(win: HongKongWin, gettext: Translate) -> str:
    if win.data["limit"]:
        return gettext("limit hand")
    return gettext("{faan} fan").format(faan=win.data["faan"])


def _win(step: Step, names: Names, gettext: Translate) -> str:
    win = _win_of(step)
    amounts = {transfer.amount for transfer in step.transfers}
    said = {"winner": names[win.winner], "fan": _fan(win, gettext), "points": _figure(win.points)}
    if win.source is not None:
        text = gettext("{winner} wins off {loser}, {fan}, {points}")
        text = text.format(loser=names[win.source], **said)
    elif win.liable is None and len(amounts) == 1:
        text = gettext("{winner} self-draws, {fan}, {each} from each")
        text = text.format(each=_figure(amounts.pop()), **said)
    else:
        text = gettext("{winner} self-draws, {fan}, {points} in all").format(**said)
    if win.liable is not None:
        pays = gettext("{liable} pays for all").format(liable=names[win.liable])
        return clauses((text, pays), gettext)
    return text


def _draw(step: Step, names: Names, gettext: Translate) -> str:
    return gettext("draw, nobody pays")


def _penalty(step: Step, names: Names, gettext: Translate) -> str:
    outcome = step.outcome
    name = names[outcome.seat or 0]
    if outcome.reason == "referee":
        text = gettext("{name}: {points} off the result")
        return text.format(name=name, points=outcome.points)
    amount = step.transfers[0].amount if step.transfers else 0
    text = gettext("false win by {name}, {amount} to each")
    return text.format(name=name, amount=_figure(amount))


def _adjust(step: Step, names: Names, gettext: Translate) -> str:
    said = gettext("adjustment: {changes}").format(changes=changes_text(step, names, gettext))
    return with_reason(said, step.outcome.reason, gettext)


def _end(step: Step, names: Names, gettext: Translate) -> str:
    if step.after.reason == "time":
        return gettext("time is up, the game ends")
    return gettext("the game ends as agreed")


_SENTENCES: Mapping[str, Callable[[Step, Names, Translate], str]] = {
    "win": _win,
    "draw": _draw,
    "penalty": _penalty,
    "adjust": _adjust,
    "end": _end,
}


# -- the rules in a line --------------------------------------------------------------------


def summary(rules: HongKongRules, gettext: Translate = str) -> str:
    """ "3 to 10 fan, base 1, half gun" """
    if rules.cap is None:
        fan = gettext("{minimum} fan and more").format(minimum=rules.minimum)
    else:
        fan = gettext("{minimum} to {maximum} fan").format(minimum=rules.minimum, maximum=rules.cap)
    if rules.base is None:
        stake = gettext("stake {figure}").format(figure=rules.stake)
    else:
        stake = gettext("base {figure}").format(figure=write_value(rules.base))
    gun = gettext("half gun") if rules.gun == "half" else gettext("full gun")
    return clauses((fan, stake, gun), gettext)
