"""A Zung Jung round in words: the history's sentence, the call, the account of a hand.

Every text is an English msgid; names and figures go in after translation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from scoring.game import ABSENT, Claim, Score, Step, Translate
from scoring.notation import ONE, tiles_text
from scoring.shapes import Set
from scoring.words import changes_text, clauses, with_reason
from scoring.zungjung.hand import IRREGULAR, Account, Form
from scoring.zungjung.patterns import BY_NUMBER, CAPPED, CHICKEN_NAME, Worth
from scoring.zungjung.payment import CAP, CHICKEN
from scoring.zungjung.rules import Rules

PAYMENT_NAMES: Mapping[str, str] = {
    "each": "everybody pays",
    "discarder": "the discarder pays",
    "double": "the discarder pays double",
    "mixed": "mixed payment",
    "25-rule": "25-rule",
}


def summary(rules: Rules, gettext: Translate = str) -> str:
    """ "edition 3.3, 25-rule, 16 hands" """
    if rules.length == "open":
        length = gettext("open end")
    else:
        length = gettext("{n} hands").format(n=rules.length)
    edition = gettext("edition {edition}").format(edition=rules.edition)
    return clauses((edition, gettext(PAYMENT_NAMES[rules.payment]), length), gettext)


def sentence(step: Step, names: Sequence[str], gettext: Translate = str) -> str:
    """ "Aki wins off Ben, 40 points, receives 120" """
    return _SENTENCES[step.outcome.kind](step, names, gettext)


_WON: Mapping[str, str] = {
    "self-draw": "{winner} self-draws, {points}, receives {received}",
    "discard": "{winner} wins off {loser}, {points}, receives {received}",
    "other": "{winner} wins off {loser}, {responsible} responsible, {points}, receives {received}",
    "nobody": "{winner} wins off {loser}, all pay alike, {points}, receives {received}",
}
"""The last two are same-round immunity."""


def _won_how(claim: Claim) -> str:
    if claim.source is None:
        return "self-draw"
    if claim.responsible is None:
        return "nobody"
    return "discard" if claim.responsible in (ABSENT, claim.source) else "other"


def _win(step: Step, names: Sequence[str], gettext: Translate) -> str:
    claim = step.outcome.wins[0]

    def name(seat: int | str | None) -> str:
        return names[seat] if isinstance(seat, int) else ""

    return gettext(_WON[_won_how(claim)]).format(
        winner=name(claim.winner),
        loser=name(claim.source),
        responsible=name(claim.responsible),
        points=worth_text(step.wins[0].points, gettext),
        received=step.deltas[claim.winner],
    )


def worth_text(points: Score, gettext: Translate = str) -> str:
    """ "40 points", "1 point (chicken hand)" """
    if points == CHICKEN:
        return gettext("1 point (chicken hand)")
    return gettext("{points} points").format(points=points)


def _draw(step: Step, names: Sequence[str], gettext: Translate) -> str:
    return gettext("draw, nobody pays")


def _penalty(step: Step, names: Sequence[str], gettext: Translate) -> str:
    name = names[step.outcome.seat or 0]
    if step.outcome.reason == "referee":
        text = gettext("{name}: {points} off the result")
        return text.format(name=name, points=step.outcome.points)
    amount = step.transfers[0].amount if step.transfers else 0
    return gettext("false win by {name}, {amount} to each").format(name=name, amount=amount)


def _adjust(step: Step, names: Sequence[str], gettext: Translate) -> str:
    said = gettext("adjustment: {changes}").format(changes=changes_text(step, names, gettext))
    return with_reason(said, step.outcome.reason, gettext)


def _end(step: Step, names: Sequence[str], gettext: Translate) -> str:
    if step.after.reason == "time":
        return gettext("time is up, the game ends")
    return gettext("the game ends as agreed")


_SENTENCES: Mapping[str, Callable[[Step, Sequence[str], Translate], str]] = {
    "win": _win,
    "draw": _draw,
    "penalty": _penalty,
    "adjust": _adjust,
    "end": _end,
}


# -- the call -----------------------------------------------------------------------------------

_DIGITS = "零一二三四五六七八九"


def call(step: Step, gettext: Translate = str) -> str:
    """How the winner announces the hand: "105 points 一百零五分"; empty where nobody won."""
    if not step.wins:
        return ""
    points = int(step.wins[0].points)
    if points == CHICKEN:
        return gettext("chicken, 1 point {spoken}").format(spoken="雞糊 一分")
    return gettext("{points} points {spoken}").format(points=points, spoken=f"{spoken(points)}分")


def spoken(number: int) -> str:
    """A whole number from 1 to 999 as Chinese says it: 105 → 一百零五, 15 → 十五."""
    hundreds, rest = divmod(number, 100)
    tens, ones = divmod(rest, 10)
    text = f"{_DIGITS[hundreds]}百" if hundreds else ""
    if tens:
        text += "十" if tens == 1 and not hundreds else f"{_DIGITS[tens]}十"
    elif hundreds and ones:
        text += "零"
    return text + (_DIGITS[ones] if ones else "")


# -- the account of a hand ----------------------------------------------------------------------


def account_lines(
    explanation: Account | Worth, gettext: Translate = str
) -> tuple[tuple[str, str], ...]:
    """A hand's worth line by line, each with its kind: ``reading``, ``counted``, ``total``,
    ``cap``, ``implied`` (added to what was ticked), ``excluded``,
    ``other`` (a reading that loses)."""
    return tuple(_lines(explanation, gettext))


def _lines(explanation: Account | Worth, gettext: Translate) -> Iterator[tuple[str, str]]:
    if isinstance(explanation, Worth):
        yield from _worth_lines(explanation, gettext)
        return
    yield "reading", form_text(explanation.form, gettext)
    yield from _worth_lines(explanation.worth, gettext)
    for other in explanation.others:
        yield (
            "other",
            gettext("read as {sets}: {points}").format(
                sets=form_text(other.form, gettext),
                points=worth_text(other.worth.points, gettext),
            ),
        )


def _worth_lines(worth: Worth, gettext: Translate) -> Iterator[tuple[str, str]]:
    for number, points in worth.counted:
        yield "counted", f"{pattern_name(number, gettext)} {points}"
    yield "total", worth_text(worth.points, gettext)
    if worth.total > worth.points:
        yield (
            "cap",
            gettext(CAPPED).format(total=worth.total, cap=CAP),
        )
    for number, by in worth.implied:
        yield (
            "implied",
            gettext("{pattern} always comes with {by}").format(
                pattern=pattern_name(number, gettext), by=pattern_name(by, gettext)
            ),
        )
    for excluded in worth.excluded:
        yield "excluded", excluded.text(gettext)


def pattern_name(number: str, gettext: Translate = str) -> str:
    """The English name, translated: "Small Three Dragons", "Chicken Hand"."""
    return gettext("Chicken Hand" if number == CHICKEN_NAME else BY_NUMBER[number].en)


def form_text(form: Form, gettext: Translate = str) -> str:
    """A reading's sets and pair in mpsz: "123m 456m 777z 99p"; an irregular shape by its name."""
    if form.shape in IRREGULAR:
        return pattern_name(IRREGULAR[form.shape], gettext)
    return " ".join([*map(_set_text, form.sets), tiles_text(2 * ONE[form.pair])])


def _set_text(part: Set) -> str:
    if part.kind == "run":
        return tiles_text(sum(ONE[part.tile + step] for step in range(3)))
    return tiles_text(ONE[part.tile] * (4 if part.kind == "kan" else 3))
