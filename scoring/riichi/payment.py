"""Every payment of a riichi hand, as the transfers a table sees: stick by stick, seat to seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.game import Claim, Score, State, Transfer
from scoring.riichi.context import Worth
from scoring.riichi.pao import Liability
from scoring.riichi.points import LIMITS, ron, self_draw, self_draw_total, up_to_100
from scoring.riichi.rules import RiichiRules

STICK = 1000


def deposits(riichi: Sequence[int]) -> Iterator[Transfer]:
    """Each declaration that stood puts a stick on the table."""
    for seat in riichi:
        yield Transfer(seat, None, STICK, "riichi")


def sticks(
    rules: RiichiRules, winners: Sequence[int], riichi: Sequence[int], on_table: int
) -> Iterator[Transfer]:
    """The sticks on the table (this hand's included) to the winners, the nearest first."""
    own = set(winners) & set(riichi) if rules.multiple_ron_sticks == "own" else set()
    rest = on_table - len(own)
    for i, winner in enumerate(winners):
        count = (winner in own) + (0 if i else rest)
        if count:
            yield Transfer(None, winner, count * STICK, "sticks")


def win(
    rules: RiichiRules,
    state: State,
    claim: Claim,
    worth: Worth,
    liable: Sequence[Liability],
    honba: int,
) -> Iterator[Transfer]:
    """What one winner is paid for the hand and its ``honba``."""
    dealer = claim.winner == state.dealer
    rest = worth.base - sum(part.base for part in liable)
    if claim.source is None:
        yield from _self_draw(rules, state, claim.winner, rest, "hand")
        for part in liable:
            amount = self_draw_total(rules, part.base, dealer)
            yield Transfer(part.seat, claim.winner, amount, "pao")
        yield from _self_draw_honba(rules, claim.winner, liable, honba)
    else:
        yield from _ron(claim.winner, claim.source, rest, liable, dealer)
        payer = _honba_payer(rules, claim.source, liable)
        if amount := honba * rules.honba_ron:
            yield Transfer(payer, claim.winner, amount, "honba")


def _self_draw(
    rules: RiichiRules, state: State, winner: int, base: int, kind: str
) -> Iterator[Transfer]:
    """Every other seat's share of a self-draw."""
    if not base:
        return
    from_dealer, from_child = self_draw(rules, base, winner == state.dealer)
    for seat in range(rules.players):
        if seat != winner:
            amount = from_dealer if seat == state.dealer else from_child
            yield Transfer(seat, winner, amount, kind)


def _self_draw_honba(
    rules: RiichiRules, winner: int, liable: Sequence[Liability], honba: int
) -> Iterator[Transfer]:
    """From each payer; under pao all of it from the (first) liable."""
    each = honba * rules.honba_tsumo
    if not each:
        return
    if liable:
        yield Transfer(liable[0].seat, winner, each * (rules.players - 1), "honba")
        return
    for seat in range(rules.players):
        if seat != winner:
            yield Transfer(seat, winner, each, "honba")


def _ron(
    winner: int, source: int, rest: int, liable: Sequence[Liability], dealer: bool
) -> Iterator[Transfer]:
    """The discarder pays, and halves with each liable player that player's part."""
    discarder = ron(rest, dealer)
    halves: list[Transfer] = []
    for part in liable:
        price = ron(part.base, dealer)
        half = price if part.seat == source else up_to_100(-(-price // 2))
        discarder += price - half
        halves.append(Transfer(part.seat, winner, half, "pao"))
    if discarder:
        yield Transfer(source, winner, discarder, "hand")
    yield from halves


def _honba_payer(rules: RiichiRules, source: int, liable: Sequence[Liability]) -> int:
    """The discarder, also where two are liable; else as ``pao_honba`` says."""
    if len(liable) == 1 and rules.pao_honba == "liable":
        return liable[0].seat
    return source


def nagashi(
    rules: RiichiRules, state: State, earners: Sequence[int], honba: int
) -> Iterator[Transfer]:
    """A mangan by self-draw to each earner; ``honba`` go to the first of them."""
    for earner in earners:
        yield from _self_draw(rules, state, earner, LIMITS["mangan"], "nagashi")
    yield from _self_draw_honba(rules, earners[0], (), honba)


def noten(rules: RiichiRules, tenpai: Sequence[int]) -> tuple[Transfer, ...]:
    """The noten pool, paid in and shared out equally, in as few payments as can be."""
    absent = [seat for seat in range(rules.players) if seat not in tenpai]
    if not tenpai or not absent or not rules.noten_pool:
        return ()
    amounts = [0] * rules.players
    for seat in tenpai:
        amounts[seat] = rules.noten_pool // len(tenpai)
    for seat in absent:
        amounts[seat] = -(rules.noten_pool // len(absent))
    return pair_off(amounts, "tenpai")


def chombo(rules: RiichiRules, state: State, seat: int) -> Iterator[Transfer]:
    """What a foul costs at the table; nothing where it comes off the result."""
    if rules.chombo == "after":
        return
    for other in range(rules.players):
        if other != seat and (amount := _chombo_share(rules, state, seat, other)):
            yield Transfer(seat, other, amount, "chombo")


def _chombo_share(rules: RiichiRules, state: State, seat: int, other: int) -> int:
    """``mangan``: what ``other`` would have paid ``seat`` for a self-drawn mangan."""
    if rules.chombo == "flat":
        return rules.chombo_points
    from_dealer, from_child = self_draw(rules, LIMITS["mangan"], seat == state.dealer)
    return from_dealer if other == state.dealer else from_child


def pair_off(amounts: Sequence[Score], kind: str) -> tuple[Transfer, ...]:
    """Transfers that give each seat its amount, in seat order; what does not balance is between
    the seats and the table.
    """
    left = list(amounts)
    found: list[Transfer] = []
    for payer in range(len(left)):
        for payee in range(len(left)):
            amount = min(-left[payer], left[payee])
            if amount > 0:
                left[payer] += amount
                left[payee] -= amount
                found.append(Transfer(payer, payee, amount, kind))
    for seat, amount in enumerate(left):
        if amount < 0:
            found.append(Transfer(seat, None, -amount, kind))
        elif amount > 0:
            found.append(Transfer(None, seat, amount, kind))
    return tuple(found)
