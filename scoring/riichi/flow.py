"""One hand after another: what is paid, who deals next, when the game ends.

``apply`` plays one recorded round. Each kind of round first says what happened (``_Played``); what
follows for dealer, honba and the end of the game is the same for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.errors import ScoringError, SeatNumber
from scoring.game import (
    ABSENT,
    WINDS,
    Claim,
    Outcome,
    Score,
    State,
    Step,
    Transfer,
    Valued,
    deltas_of,
    integer,
    with_scores,
)
from scoring.notation import ROBBING
from scoring.riichi import hand, pao, payment, ticked
from scoring.riichi.context import Context, Worth
from scoring.riichi.payment import STICK
from scoring.riichi.points import read_value
from scoring.riichi.rules import RiichiRules
from scoring.riichi.state import RiichiState
from scoring.words import msgid

# -- the start ------------------------------------------------------------------------------

_START = ("round", "honba", "sticks", "scores")


def start(rules: RiichiRules, taken_up: Mapping[str, Any] | None = None) -> RiichiState:
    """East 1 with the starting points, or where a game is taken up in the middle.

    ``ScoringError`` at ``start.<key>``: a round the rules do not play, scores and sticks that do
    not add up to what was handed out.
    """
    given = {} if taken_up is None else taken_up
    for key in given:
        if key not in _START:
            allowed = ", ".join(_START)
            raise ScoringError(f"start.{key}", "unknown field; one of {allowed}", allowed=allowed)
    wind, number = _read_round(rules, given.get("round", "E1"))
    sticks = integer(given.get("sticks", 0), "start.sticks", 0, 100)
    return RiichiState(
        wind=wind,
        number=number,
        honba=integer(given.get("honba", 0), "start.honba", 0, 1000),
        sticks=sticks,
        scores=_read_scores(rules, given.get("scores"), sticks),
        won=(False,) * rules.players,
        penalties=(0,) * rules.players,
    )


def _read_round(rules: RiichiRules, label: Any) -> tuple[int, int]:
    last = rules.last_wind if rules.extra_wind is None else rules.extra_wind
    winds = WINDS[: last + 1]
    known = [f"{wind}{number}" for wind in winds for number in range(1, rules.players + 1)]
    if label not in known:
        raise ScoringError(
            "start.round", "must be a round from {first} to {last}", first=known[0], last=known[-1]
        )
    return WINDS.index(label[0]), int(label[1:])


def _read_scores(rules: RiichiRules, scores: Any, sticks: int) -> tuple[int, ...]:
    if scores is None:
        scores = [rules.start_points] * rules.players
    if not isinstance(scores, list | tuple) or len(scores) != rules.players:
        raise ScoringError(
            "start.scores", "give one score for each of the {n} players", n=rules.players
        )
    read = tuple(integer(score, f"start.scores.{i}") for i, score in enumerate(scores))
    found, handed_out = sum(read) + sticks * STICK, rules.start_points * rules.players
    if found != handed_out:
        raise ScoringError(
            "start.scores",
            "the scores and the sticks on the table add up to {found}, not {expected}",
            found=found,
            expected=handed_out,
        )
    return read


# -- one round ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Played:
    """What a round did, before what follows from it."""

    transfers: tuple[Transfer, ...] = ()
    wins: tuple[Valued, ...] = ()
    finished_hand: bool = False
    """The hand counts; a chombo is replayed, a correction is no hand."""
    can_end: bool = False
    """A bust or a cold game is looked for after it."""
    deal_passes: bool = False
    honba: int | None = None
    """After the round; ``None`` = unchanged."""
    dealer_stayed_by: str | None = None
    """``win`` or ``tenpai``, where it may end the game (agari-yame, tenpai-yame)."""
    earners: tuple[int, ...] = ()
    """Who won, the nearest first; who goes bust pays them a bust prize."""
    changes: Mapping[str, Any] | None = None
    """Other fields of the state."""
    notes: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    ended: str | None = None


def apply(rules: RiichiRules, state: State, outcome: Outcome) -> Step:
    """Play one round of the game record.

    ``ScoringError`` where the outcome contradicts itself or the rules; its field is a path within
    the round (``wins.0.value.fu``, ``tenpai``).
    """
    assert isinstance(state, RiichiState)  # noqa: S101 - a game stays with its variety
    _check_riichi(rules, state, outcome)
    played = _PLAY[outcome.kind](rules, state, outcome)
    deltas = deltas_of(played.transfers, rules.players)
    after = _after(state, outcome, played, deltas)
    after = _count_down(rules, after, outcome, played)
    reason, may_stop = _end(rules, state, after, outcome, played)
    if outcome.stop and not may_stop:
        raise ScoringError("stop", "the dealer may not end the game here")
    return Step(
        before=state,
        outcome=outcome,
        after=(
            _finish(rules, state, after, played, reason) if reason else _next(rules, after, played)
        ),
        deltas=deltas,
        transfers=played.transfers,
        wins=played.wins,
        may_stop=may_stop,
        notes=played.notes,
    )


def _check_riichi(rules: RiichiRules, state: RiichiState, outcome: Outcome) -> None:
    """A declaration needs its stick; one that would end at 0 needs more where 0 is a bust."""
    if not rules.riichi_needs_1000:
        return
    least = STICK + 1 if rules.bust == "zero" else STICK
    for seat in outcome.riichi:
        if state.scores[seat] < least:
            raise ScoringError(
                "riichi",
                "{seat} has {score} points: too few for riichi",
                seat=SeatNumber(seat),
                score=state.scores[seat],
            )


def _after(
    state: RiichiState, outcome: Outcome, played: _Played, deltas: Sequence[Score]
) -> RiichiState:
    """The state with what was paid, still in the round that was played."""
    paid_in = sum(t.amount for t in played.transfers if t.kind == "riichi")
    taken = sum(t.amount for t in played.transfers if t.kind == "sticks")
    after: RiichiState = with_scores(
        state,
        deltas,
        honba=state.honba if played.honba is None else played.honba,
        sticks=state.sticks + int(paid_in - taken) // STICK,
        hands=state.hands + played.finished_hand,
        **(played.changes or {}),
    )
    return after


HANDS_LEFT: Mapping[str, int | None] = {"finish-hand": 1, "one-more": 2, "play-on": None}
"""Hands still to be finished when the clock runs out, the one at the table included."""


def _count_down(
    rules: RiichiRules, after: RiichiState, outcome: Outcome, played: _Played
) -> RiichiState:
    """Hands still to be finished once the clock has run out, the one at the table included."""
    left = after.hands_left
    if outcome.time_up and left is None:
        left = HANDS_LEFT[rules.time_up]
    if left is not None and played.finished_hand:
        left -= 1
    return replace(after, hands_left=left)


def _finish(
    rules: RiichiRules, before: RiichiState, after: RiichiState, played: _Played, reason: str
) -> RiichiState:
    """The end; who went bust owes the bust prize to the (nearest) winner of the hand."""
    earner = played.earners[:1] if reason == "bust" else ()
    busted = tuple((seat, to) for seat in _bust(rules, after.scores) for to in earner if seat != to)
    return replace(after, finished=True, reason=reason, honba=before.honba, busted=busted)


def _next(rules: RiichiRules, after: RiichiState, played: _Played) -> RiichiState:
    """The next hand: the same dealer, or the next seat, or the first of the next wind."""
    if not played.deal_passes:
        return after
    wind, number = after.wind, after.number + 1
    if number > rules.players:
        wind, number = wind + 1, 1
    return replace(after, wind=wind, number=number, dealer_wins=0)


# -- a win ----------------------------------------------------------------------------------


def _win(rules: RiichiRules, state: RiichiState, outcome: Outcome) -> _Played:
    claims = _in_turn(rules, outcome.wins)
    winners = tuple(claim.winner for _, claim in claims)
    transfers = list(payment.deposits(outcome.riichi))
    wins: list[Valued] = []
    notes: list[tuple[str, Mapping[str, Any]]] = []
    for place, (index, claim) in enumerate(claims):
        field = f"wins.{index}"
        if claim.responsible != ABSENT:  # the same-round immunity of Zung Jung
            raise ScoringError(
                f"{field}.responsible", "a win has no field {name}", name="responsible"
            )
        worth = _worth(rules, state, outcome, claim, field)
        liable = pao.liabilities(rules, claim, worth, f"{field}.liable")
        counts_honba = not place or rules.multiple_ron_honba == "each"
        paid = list(
            payment.win(rules, state, claim, worth, liable, state.honba if counts_honba else 0)
        )
        transfers += paid
        wins.append(_valued(claim, worth, paid))
        notes += _notes(claim, worth)
    _check_tile([(index, claim.hand) for index, claim in claims if claim.hand is not None])
    on_table = state.sticks + len(outcome.riichi)
    transfers += payment.sticks(rules, winners, outcome.riichi, on_table)
    stays = _winning_dealer_stays(rules, state, winners)
    dealer_won = state.dealer in winners
    return _Played(
        transfers=tuple(transfers),
        wins=tuple(wins),
        finished_hand=True,
        can_end=True,
        deal_passes=not stays,
        honba=state.honba + 1 if stays else 0,
        dealer_stayed_by="win" if stays else None,
        earners=winners,
        changes={
            "won": _with_winners(state, winners),
            "dealer_wins": state.dealer_wins + 1 if dealer_won else 0,
        },
        notes=tuple(notes),
    )


def _in_turn(rules: RiichiRules, wins: Sequence[Claim]) -> list[tuple[int, Claim]]:
    """The claims with their place in the record, the nearest after the discarder first."""
    source, winners = wins[0].source, [claim.winner for claim in wins]
    for index, claim in enumerate(wins):
        if claim.winner in winners[:index]:
            raise ScoringError(
                f"wins.{index}.winner", "{seat} wins twice", seat=SeatNumber(claim.winner)
            )
        if claim.source != source:
            raise ScoringError(f"wins.{index}.from", ONE_DISCARD)
    if source is None:
        if len(wins) > 1:
            raise ScoringError("wins", "only one player can win by self-draw")
        return [(0, wins[0])]
    in_turn = sorted(enumerate(wins), key=lambda win: (win[1].winner - source) % rules.players)
    _check_count(rules, [claim.winner for _, claim in in_turn])
    return in_turn


def _check_count(rules: RiichiRules, winners: Sequence[int]) -> None:
    if rules.multiple_ron == "one" and len(winners) > 1:
        raise ScoringError(
            "wins",
            "head bump: only {winner} wins, the nearest after the discarder",
            winner=SeatNumber(winners[0]),
        )
    if rules.multiple_ron == "two" and len(winners) > 2:
        raise ScoringError("wins", "three claims abort the hand: enter an abort by triple ron")


def _check_tile(hands: Sequence[tuple[int, Mapping[str, Any]]]) -> None:
    """Several wins are off one tile: what their hands, read before, say of it is the same."""
    told = [
        (index, hand["win_tile"], _OF_THE_TILE.intersection(hand.get("situation") or ()))
        for index, hand in hands
    ]
    for index, tile, how in told[1:]:
        if tile != told[0][1]:
            raise ScoringError(f"wins.{index}.hand.win_tile", ONE_DISCARD)
        if how != told[0][2]:
            raise ScoringError(f"wins.{index}.hand.situation", ONE_DISCARD)


_OF_THE_TILE = frozenset({"last-tile", *ROBBING})
ONE_DISCARD = msgid("all win off the same discard")


def _worth(
    rules: RiichiRules, state: RiichiState, outcome: Outcome, claim: Claim, field: str
) -> Worth:
    tsumo, value = claim.source is None, claim.value or {}
    if claim.hand is None and "patterns" not in value:
        return read_value(rules, value, tsumo, f"{field}.value")
    context = Context(
        round_wind=state.wind,
        seat_wind=state.seat_wind(claim.winner),
        tsumo=tsumo,
        players=rules.players,
        riichi=claim.winner in outcome.riichi,
        wins_in_row=state.dealer_wins + 1 if claim.winner == state.dealer else 0,
        discarder_riichi=None if claim.source is None else claim.source in outcome.riichi,
    )
    if claim.hand is None:
        return ticked.worth(rules, value, context, f"{field}.value")
    return hand.evaluate(rules, claim.hand, context, f"{field}.hand")


def _valued(claim: Claim, worth: Worth, paid: Sequence[Transfer]) -> Valued:
    """``points``: what the payers hand over for the hand, honba and sticks apart."""
    return Valued(
        winner=claim.winner,
        source=claim.source,
        points=sum(t.amount for t in paid if t.kind != "honba"),
        patterns=worth.patterns,
        data={"han": worth.han, "fu": worth.fu, "yakuman": worth.yakuman, "limit": worth.limit},
        explanation=worth.explanation,
    )


def _notes(claim: Claim, worth: Worth) -> list[tuple[str, Mapping[str, Any]]]:
    claimed = (claim.value or {}).get("yakuman", worth.yakuman)
    if claimed == worth.yakuman:
        return []
    return [
        (
            "entered as {claimed} yakuman, counted as {counted} by these rules",
            {"claimed": claimed, "counted": worth.yakuman},
        )
    ]


def _winning_dealer_stays(rules: RiichiRules, state: State, winners: Sequence[int]) -> bool:
    if rules.renchan == "never":
        return False
    if rules.double_ron_dealer == "first-winner":
        return winners[0] == state.dealer
    return state.dealer in winners


def _with_winners(state: RiichiState, winners: Sequence[int]) -> tuple[bool, ...]:
    return tuple(won or seat in winners for seat, won in enumerate(state.won))


# -- no win ---------------------------------------------------------------------------------


def _draw(rules: RiichiRules, state: RiichiState, outcome: Outcome) -> _Played:
    for seat in outcome.riichi:
        if seat not in outcome.tenpai:
            raise ScoringError(
                "tenpai", "{seat} is in riichi and must be tenpai", seat=SeatNumber(seat)
            )
    if outcome.nagashi and rules.nagashi == "none":
        raise ScoringError("nagashi", "these rules do not pay nagashi mangan")
    if outcome.nagashi and rules.nagashi == "win":
        return _nagashi_win(rules, state, outcome)
    paid = payment.deposits(outcome.riichi)
    if outcome.nagashi:
        others = tuple(payment.nagashi(rules, state, outcome.nagashi, honba=0))
    else:
        others = payment.noten(rules, outcome.tenpai)
    stays = rules.renchan == "tenpai" and state.dealer in outcome.tenpai
    return _Played(
        transfers=(*paid, *others),
        finished_hand=True,
        can_end=True,
        deal_passes=not stays,
        honba=state.honba + 1,
        dealer_stayed_by="tenpai" if stays else None,
        changes={"dealer_wins": 0},
    )


def _nagashi_win(rules: RiichiRules, state: RiichiState, outcome: Outcome) -> _Played:
    """Nagashi paid as a win: honba and sticks go to the earner nearest from the dealer on."""
    earners = sorted(outcome.nagashi, key=lambda seat: state.seat_wind(seat))
    on_table = state.sticks + len(outcome.riichi)
    stays = rules.renchan != "never" and state.dealer in earners
    return _Played(
        transfers=(
            *payment.deposits(outcome.riichi),
            *payment.nagashi(rules, state, earners, state.honba),
            *payment.sticks(rules, earners[:1], (), on_table),
        ),
        finished_hand=True,
        can_end=True,
        deal_passes=not stays,
        honba=state.honba + 1 if stays else 0,
        dealer_stayed_by="win" if stays else None,
        earners=tuple(earners),
        changes={"dealer_wins": 0, "won": _with_winners(state, earners)},
    )


def _abort(rules: RiichiRules, state: RiichiState, outcome: Outcome) -> _Played:
    """Nothing is paid, the hand is played again with one honba more."""
    known = abortive_draws(rules)
    if outcome.reason not in known:
        raise ScoringError(
            "reason",
            "there is no such abortive draw at this table; one of {allowed}",
            allowed=", ".join(known) or "-",
        )
    if outcome.reason == "four-riichi" and len(outcome.riichi) < rules.players:
        raise ScoringError("riichi", "four riichi: all four players have declared")
    return _Played(
        transfers=tuple(payment.deposits(outcome.riichi)),
        finished_hand=True,
        can_end=True,
        honba=state.honba + 1,
        changes={"dealer_wins": 0},
    )


_FOUR_PLAYERS = ("four-winds", "four-riichi", "triple-ron")


def abortive_draws(rules: RiichiRules) -> list[str]:
    """What may break off a hand at this table; some of it takes four players."""
    reasons = [*rules.aborts, *(["triple-ron"] if rules.multiple_ron == "two" else [])]
    return [reason for reason in reasons if rules.players == 4 or reason not in _FOUR_PLAYERS]


# -- no hand --------------------------------------------------------------------------------


def _penalty(rules: RiichiRules, state: RiichiState, outcome: Outcome) -> _Played:
    """A chombo voids the hand: its deposits go back, it is played again."""
    if outcome.reason not in ("chombo", "referee"):
        raise ScoringError("reason", "must be one of {allowed}", allowed="chombo, referee")
    if outcome.seat is None:
        raise ScoringError("seat", "say whose penalty it is")
    if outcome.reason == "referee":
        points = integer(outcome.points, "points", 1)
        return _Played(changes={"penalties": _penalised(state, outcome.seat, points)})
    if outcome.points is not None:
        raise ScoringError("points", "the rules say what a chombo costs")
    points = rules.chombo_points if rules.chombo == "after" else 0
    return _Played(
        transfers=tuple(payment.chombo(rules, state, outcome.seat)),
        can_end=True,
        changes={"penalties": _penalised(state, outcome.seat, points)},
    )


def _penalised(state: RiichiState, seat: int, points: int) -> tuple[int, ...]:
    return tuple(old + points * (i == seat) for i, old in enumerate(state.penalties))


def _adjust(rules: RiichiRules, state: RiichiState, outcome: Outcome) -> _Played:
    """A correction of the scores; it need not sum to zero, the difference is shown."""
    total = sum(outcome.deltas)
    return _Played(
        transfers=payment.pair_off(outcome.deltas, "adjust"),
        changes={"adjusted": state.adjusted + total},
        notes=(("the adjustment does not sum to zero: {total}", {"total": total}),)
        if total
        else (),
    )


def _stop(rules: RiichiRules, state: RiichiState, outcome: Outcome) -> _Played:
    if outcome.reason not in ("agreed", "time"):
        raise ScoringError("reason", "must be one of {allowed}", allowed="agreed, time")
    return _Played(ended=outcome.reason)


_PLAY: Mapping[str, Callable[[RiichiRules, RiichiState, Outcome], _Played]] = {
    "win": _win,
    "draw": _draw,
    "abort": _abort,
    "penalty": _penalty,
    "adjust": _adjust,
    "end": _stop,
}


# -- the end --------------------------------------------------------------------------------


def _end(
    rules: RiichiRules, before: RiichiState, after: RiichiState, outcome: Outcome, played: _Played
) -> tuple[str | None, bool]:
    """(why the game ends here, whether it was the dealer's to say).

    In this order: bust, cold game, agari- or tenpai-yame, last hand or extension, time.
    """
    if played.ended:
        return played.ended, False
    if played.can_end and _bust(rules, after.scores):
        return "bust", False
    if played.can_end and rules.cold_game is not None and max(after.scores) >= rules.cold_game:
        return "cold-game", False
    yame = _yame(rules, before, after, played)
    if yame and getattr(rules, yame) == "auto":
        return yame.replace("_", "-"), False
    may_stop = yame is not None and getattr(rules, yame) == "choice"
    if yame and may_stop and outcome.stop:
        return yame.replace("_", "-"), True
    if played.finished_hand and (reason := _last_hand(rules, before, after, outcome, played)):
        return reason, may_stop
    return ("time" if after.hands_left == 0 else None), may_stop


def _bust(rules: RiichiRules, scores: Sequence[Score]) -> list[int]:
    """The seats that are bust."""
    if rules.bust == "none":
        return []
    floor = 1 if rules.bust == "zero" else 0
    return [seat for seat, score in enumerate(scores) if score < floor]


def _yame(
    rules: RiichiRules, before: RiichiState, after: RiichiState, played: _Played
) -> str | None:
    """The option under which a dealer who stays in the last hand may end the game, if in first
    place (by the tie rule; alone where ties are shared) and, with an extra wind, at the target.
    """
    if played.dealer_stayed_by is None or rules.length == "single":
        return None
    at_the_end = (before.wind, before.number) == (rules.last_wind, rules.players)
    if not at_the_end and before.wind != rules.extra_wind:
        return None
    scores, dealer = after.scores, before.dealer
    rivals = scores if rules.ties == "share" else scores[:dealer]
    ahead = all(score < scores[dealer] for seat, score in enumerate(rivals) if seat != dealer)
    if not ahead or max(scores) > scores[dealer]:
        return None
    if rules.extra_wind is not None and scores[dealer] < rules.target_points:
        return None
    return "agari_yame" if played.dealer_stayed_by == "win" else "tenpai_yame"


def _last_hand(
    rules: RiichiRules, before: RiichiState, after: RiichiState, outcome: Outcome, played: _Played
) -> str | None:
    """Why the game ends after a hand whose dealer does not stay (a single hand: any hand)."""
    if rules.length == "single":
        return None if outcome.kind == "abort" else "last-hand"
    if not played.deal_passes or before.wind < rules.last_wind:
        return None
    last_of_wind = before.number == rules.players
    reached = max(after.scores) >= rules.target_points
    if before.wind == rules.extra_wind:
        if reached:
            return "target"
        return "extension-end" if last_of_wind else None
    if not last_of_wind:
        return None
    return "last-hand" if reached or rules.extra_wind is None else None
