"""A riichi round in words: the sentence of the history, and how a win is announced."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from scoring.game import Score, State, Step, TimeUp, Transfer, Translate, Valued
from scoring.riichi.calls import ALL, RON, SPLIT, Amount, Call, english, spoken
from scoring.riichi.flow import HANDS_LEFT
from scoring.riichi.payment import STICK
from scoring.riichi.rules import Floating, RiichiRules
from scoring.riichi.state import RiichiState
from scoring.words import changes_text, clauses, listed, with_reason

ABORT_NAMES: Mapping[str, str] = {
    "nine-terminals": "nine terminals",
    "four-winds": "four winds",
    "four-riichi": "four riichi",
    "four-kans": "four kans",
    "triple-ron": "three rons",
}


def sentence(step: Step, names: Sequence[str], gettext: Translate = str) -> str:
    """ "Aki ron off Ben, 3 han 40 fu, 5200 + 300, takes 1 stick" """
    said = _SENTENCES[step.outcome.kind](step, names, gettext)
    if step.outcome.stop:
        return gettext("{sentence}, and ends the game").format(sentence=said)
    return said


def call(step: Step, gettext: Translate = str) -> str:
    """The announcement, with honba the plain figures and then the raised: "3900 は 4200",
    "2000, 4000 は 2100, 4100"; several winners one after the other, "" where nobody won.
    """
    said = []
    for win in step.wins:
        plain, raised = announced(step, win)
        amounts = (plain,) if raised == plain else (plain, raised)
        figures = [english(amount, gettext) for amount in amounts]
        said.append(
            figures[0]
            if len(figures) == 1
            else gettext("{plain} は {raised}").format(plain=figures[0], raised=figures[1])
        )
    return " / ".join(said)


def call_reading(step: Step) -> str:
    """The announcement as it is read, and the name its figure goes by: "サンゼンキュウヒャク は
    ヨンセンニヒャク・ザンク"."""
    calls = (spoken_call(step, win) for win in step.wins)
    return " / ".join(
        f"{call.reading}・{call.mnemonic}" if call.mnemonic else call.reading for call in calls
    )


def spoken_call(step: Step, win: Valued) -> Call:
    """What the winner says, in three languages."""
    return spoken(*announced(step, win), dealer=win.winner == step.before.dealer)


def announced(step: Step, win: Valued) -> tuple[Amount, Amount]:
    """What the winner says: the amount without honba and with them (the same without honba)."""
    paid = _paid_to(step, win.winner)
    plain = [transfer for transfer in paid if transfer.kind != "honba"]
    return _amount(step, win, plain), _amount(step, win, paid)


def _paid_to(step: Step, winner: int) -> list[Transfer]:
    kinds = ("hand", "pao", "honba")
    return [t for t in step.transfers if t.payee == winner and t.kind in kinds]


def _amount(step: Step, win: Valued, paid: Iterable[Transfer]) -> Amount:
    """One figure on ron and where one player pays for all; else what each pays, the dealer last."""
    by_payer: dict[int, int] = {}
    pao = False
    for transfer in paid:
        payer = -1 if transfer.payer is None else transfer.payer
        by_payer[payer] = by_payer.get(payer, 0) + int(transfer.amount)
        pao = pao or transfer.kind == "pao"
    if win.source is not None or pao or len(by_payer) == 1:
        return Amount(RON, (sum(by_payer.values()),))
    figures = tuple(sorted(set(by_payer.values())))
    if win.winner == step.before.dealer:
        return Amount(ALL, figures)
    return Amount(SPLIT, figures)


# -- sentences ------------------------------------------------------------------------------


def _win(step: Step, names: Sequence[str], gettext: Translate) -> str:
    return gettext("; ").join(_one_win(step, win, names, gettext) for win in step.wins)


def _one_win(step: Step, win: Valued, names: Sequence[str], gettext: Translate) -> str:
    if win.source is None:
        who = gettext("{winner} tsumo").format(winner=names[win.winner])
    else:
        who = gettext("{winner} ron off {loser}").format(
            winner=names[win.winner], loser=names[win.source]
        )
    parts = [who, value(win, gettext), _amount_text(step, win, gettext)]
    parts += _pao_parts(step, win, names, gettext)
    if sticks := _sticks_taken(step, win.winner):
        parts.append(_sticks_text(sticks, gettext))
    return clauses(parts, gettext)


def value(win: Valued, gettext: Translate = str) -> str:
    """ "3 han 40 fu", "6 han haneman", "mangan", "2 yakuman" """
    han, fu, limit = win.data["han"], win.data["fu"], win.data["limit"]
    if count := win.data["yakuman"]:
        return gettext("yakuman") if count == 1 else gettext("{n} yakuman").format(n=count)
    if limit == "yakuman":
        limit = "counted yakuman"
    if han is None:
        return gettext(limit)
    if limit:
        return gettext("{han} han {limit}").format(han=han, limit=gettext(limit))
    return gettext("{han} han {fu} fu").format(han=han, fu=fu)


def _amount_text(step: Step, win: Valued, gettext: Translate) -> str:
    """ "5200 + 300", "1300-2600 + 100" (honba from each payer), "4000 all" """
    plain, raised = announced(step, win)
    text = english(plain, gettext).replace(", ", "-")
    honba = raised.figures[0] - plain.figures[0]
    return gettext("{amount} + {honba}").format(amount=text, honba=honba) if honba else text


def _pao_parts(step: Step, win: Valued, names: Sequence[str], gettext: Translate) -> Iterable[str]:
    for transfer in _paid_to(step, win.winner):
        if transfer.kind == "pao" and transfer.payer is not None:
            yield gettext("{name} pays {amount} by pao").format(
                name=names[transfer.payer], amount=transfer.amount
            )


def _sticks_taken(step: Step, seat: int) -> int:
    taken = sum(t.amount for t in step.transfers if t.kind == "sticks" and t.payee == seat)
    return int(taken) // STICK


def _sticks_text(count: int, gettext: Translate) -> str:
    if count == 1:
        return gettext("takes 1 stick")
    return gettext("takes {count} sticks").format(count=count)


def _draw(step: Step, names: Sequence[str], gettext: Translate) -> str:
    outcome = step.outcome
    if not outcome.tenpai:
        tenpai = gettext("nobody tenpai")
    elif len(outcome.tenpai) == len(names):
        tenpai = gettext("all tenpai")
    else:
        tenpai = gettext("tenpai {names}").format(names=_names(outcome.tenpai, names, gettext))
    parts = [gettext("Draw"), tenpai]
    for seat in outcome.nagashi:
        part = gettext("nagashi mangan {name}").format(name=names[seat])
        parts.append(part)
        if sticks := _sticks_taken(step, seat):
            parts.append(_sticks_text(sticks, gettext))
    return clauses([*parts, *_riichi_parts(step, names, gettext)], gettext)


def _abort(step: Step, names: Sequence[str], gettext: Translate) -> str:
    reason = gettext(ABORT_NAMES[str(step.outcome.reason)])
    parts = [gettext("Abortive draw: {reason}").format(reason=reason)]
    return clauses([*parts, *_riichi_parts(step, names, gettext)], gettext)


def _riichi_parts(step: Step, names: Sequence[str], gettext: Translate) -> list[str]:
    if not step.outcome.riichi:
        return []
    return [gettext("riichi {names}").format(names=_names(step.outcome.riichi, names, gettext))]


def _names(seats: Iterable[int], names: Sequence[str], gettext: Translate) -> str:
    return listed((names[seat] for seat in seats), gettext)


def _penalty(step: Step, names: Sequence[str], gettext: Translate) -> str:
    seat = step.outcome.seat
    assert seat is not None  # noqa: S101 - the flow refuses a penalty that is nobody's
    if step.outcome.reason == "referee":
        return gettext("Penalty for {name}, {points} off the result").format(
            name=names[seat], points=step.outcome.points
        )
    said = gettext("Chombo by {name}").format(name=names[seat])
    if not step.transfers:
        return said
    paid: dict[Score, None] = {transfer.amount: None for transfer in step.transfers}
    amounts = "-".join(str(amount) for amount in sorted(paid))
    if len(paid) == 1:
        amounts = gettext("{amount} to each").format(amount=amounts)
    return clauses((said, amounts), gettext)


def _adjust(step: Step, names: Sequence[str], gettext: Translate) -> str:
    said = gettext("Adjustment: {changes}").format(changes=changes_text(step, names, gettext))
    return with_reason(said, step.outcome.reason, gettext)


def _end(step: Step, names: Sequence[str], gettext: Translate) -> str:
    if step.outcome.reason == "time":
        return gettext("Game ended: time is up")
    return gettext("Game ended by agreement")


_SENTENCES: Mapping[str, Callable[[Step, Sequence[str], Translate], str]] = {
    "win": _win,
    "draw": _draw,
    "abort": _abort,
    "penalty": _penalty,
    "adjust": _adjust,
    "end": _end,
}


# -- the clock ------------------------------------------------------------------------------


def time_up(rules: RiichiRules, state: State, gettext: Translate = str) -> TimeUp:
    """By the rule of the table, or by the hands that are left since a hand said so."""
    assert isinstance(state, RiichiState)  # noqa: S101 - a game stays with its variety
    left = HANDS_LEFT[rules.time_up] if state.hands_left is None else state.hands_left
    if left is None:
        return TimeUp(gettext("Play on: the clock ends nothing."))
    words = (
        gettext("This hand is the last.") if left == 1 else gettext("One more hand after this one.")
    )
    return TimeUp(words, noted=state.hands_left is None)


# -- the rules in a line --------------------------------------------------------------------

LENGTH_NAMES: Mapping[str, str] = {
    "single": "one hand",
    "east": "East round",
    "hanchan": "hanchan",
    "full": "four rounds",
}


def summary(rules: RiichiRules, gettext: Translate = str) -> str:
    """ "4 players, hanchan, 25,000, uma 12-4" """
    return gettext("{n} players, {length}, {points}, {uma}").format(
        n=rules.players,
        length=gettext(LENGTH_NAMES[rules.length]),
        points=f"{rules.start_points:,}",
        uma=_uma(rules, gettext),
    )


def _uma(rules: RiichiRules, gettext: Translate) -> str:
    """What first place, and second, get: in thousands, as players say it."""
    if isinstance(rules.uma, Floating):
        return gettext("floating uma")
    gains = [f"{Fraction(figure, 1000)}" for figure in rules.uma if figure > 0]
    return gettext("uma {figures}").format(figures="-".join(gains)) if gains else gettext("no uma")
