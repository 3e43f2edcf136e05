"""The account of a club night: what every guest has won and owes over all its games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext, ngettext, pgettext

from scoring import figures
from scoring.game import Score
from scoring.money import exact, transfers
from scoring.words import headed, listed
from sessions.models import Evening, Game, Guest, Result
from sessions.selectors.evenings import title
from sessions.selectors.result import apart


@dataclass(frozen=True, slots=True)
class Share:
    """One person's line. ``balance`` is what they get, or, negative, owe: games and fee."""

    player: int
    name: str
    guest: bool
    """On the list of the evening: pays the fee and can be ticked. A substitute may not be."""
    games: int
    points: Score
    money: Score
    fee: Score
    paid: Score | None
    """The balance that was settled; ``None``: not yet."""

    @property
    def balance(self) -> Score:
        return exact(self.money - self.fee)

    @property
    def settled(self) -> bool:
        return self.paid is not None and self.paid == self.balance

    @property
    def open(self) -> Score:
        """What is still to be paid, where something else was paid before."""
        return exact(self.balance - (self.paid or 0))


@dataclass(frozen=True, slots=True)
class Payment:
    """``None`` is the club. ``done``: whoever pays it has settled up."""

    payer: str | None
    payee: str | None
    amount: Score
    done: bool


@dataclass(frozen=True, slots=True)
class Account:
    """``shares`` by what they get; ``club`` is what the club takes: the fees, and what the games
    leave over where their points do not add up."""

    shares: tuple[Share, ...]
    payments: tuple[Payment, ...]
    games: int
    going_on: int
    without_money: int
    """Games whose points nobody pays for."""
    has_money: bool
    """Whether anything is paid at all: by the rules, at the evening's rate, or as its fee."""
    fees: Score
    left_over: Score

    @property
    def club(self) -> Score:
        return exact(self.fees + self.left_over)


def net(balances: Sequence[Score]) -> tuple[tuple[int, int, Score], ...]:
    """Who pays whom so that everybody gets their balance; the club, numbered after the last of
    them, takes what is over or gives what lacks."""
    return transfers((*balances, exact(-sum(balances, Fraction(0)))))


def account(evening: Evening) -> Account:
    """The account, in three queries."""
    games = {game.pk: game for game in evening.games.filter(voided=None)}
    results = list(
        Result.objects.filter(game__in=games.values(), game__finished=True).select_related("player")
    )
    guests = list(evening.guests.select_related("player"))
    shares = _shares(evening, guests, results)
    payments = tuple(
        Payment(
            payer=shares[payer].name if payer < len(shares) else None,
            payee=shares[payee].name if payee < len(shares) else None,
            amount=amount,
            done=payer < len(shares) and shares[payer].settled,
        )
        for payer, payee, amount in net([share.balance for share in shares])
    )
    over = {row.game_id for row in results}
    unpaid = {row.game_id for row in results if _money(evening, row) is None}
    return Account(
        shares=tuple(shares),
        payments=payments,
        games=len(over),
        going_on=sum(
            not game.finished and game.status == Game.Status.OPEN for game in games.values()
        ),
        without_money=len(unpaid),
        has_money=bool(evening.fee or over - unpaid or any(share.paid for share in shares)),
        fees=exact(sum((share.fee for share in shares), Fraction(0))),
        left_over=exact(-sum((share.money for share in shares), Fraction(0))),
    )


def _shares(evening: Evening, guests: Sequence[Guest], results: Sequence[Result]) -> list[Share]:
    """Best first."""
    played: Counter[int] = Counter(row.player_id for row in results)
    points: defaultdict[int, Fraction] = defaultdict(Fraction)
    money: defaultdict[int, Fraction] = defaultdict(Fraction)
    for row in results:
        points[row.player_id] += Fraction(row.total, row.unit)
        money[row.player_id] += _money(evening, row) or 0
    listed = {guest.player_id: guest for guest in guests}
    names = {row.player_id: row.player.name for row in results}
    names |= {guest.player_id: guest.player.name for guest in guests}
    fee = exact(evening.fee_amount)
    shares = [
        Share(
            player=player,
            name=name,
            guest=player in listed,
            games=played[player],
            points=exact(points[player]),
            money=exact(money[player]),
            fee=fee if player in listed else 0,
            paid=_paid(listed, player),
        )
        for player, name in names.items()
    ]
    return sorted(shares, key=lambda share: (-share.balance, -share.points, share.name))


def _money(evening: Evening, row: Result) -> Fraction | None:
    """What a result is worth: by its table's rules, else at the evening's rate."""
    if row.money is not None:
        return Fraction(row.money, row.money_unit)
    rate = evening.rate_amount
    return None if rate is None else Fraction(row.total, row.unit) * rate


def _paid(listed: Mapping[int, Guest], player: int) -> Score | None:
    guest = listed.get(player)
    if guest is None or guest.paid is None:
        return None
    return exact(Fraction(guest.paid_amount, guest.paid_unit))


def in_a_line(evening: Evening, told: Account) -> str:
    """What the account is of: "6 games, 2 go on, table fee 500"."""
    facts = [ngettext("{n} game", "{n} games", told.games).format(n=told.games)]
    if told.going_on:
        facts.append(ngettext("{n} goes on", "{n} go on", told.going_on).format(n=told.going_on))
    if evening.fee:
        fee = figures.money(exact(evening.fee_amount))
        facts.append(gettext("table fee {fee}").format(fee=fee))
    return listed(facts, gettext)


def account_text(evening: Evening, told: Account) -> str:
    """The account to send in a message: plain lines, no markup."""
    lines = [title(evening), ""]
    for row in told.shares:
        money = told.has_money
        shown = figures.signed_money(row.balance) if money else figures.signed(row.points)
        lines.append(f"{apart(row.name)}  {shown}")
    if told.payments:
        lines.append("")
        lines += [_payment_text(payment) for payment in told.payments]
    return "\n".join(lines) + "\n"


def _payment_text(payment: Payment) -> str:
    payer, payee = (
        pgettext("who is paid", "the club") if name is None else apart(name)
        for name in (payment.payer, payment.payee)
    )
    done = " ✓" if payment.done else ""
    return headed(f"{payer} → {payee}", f"{figures.money(payment.amount)}{done}", gettext)
