"""The rounds of games in which one player wins a hand and nobody pays on a draw."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.forms.base import SELF, Claimed, Key, RoundForm, Row, SeatField, WinForm
from scoring.preview import Position, Preview


class SingleWin(WinForm):
    """One player wins. Two may claim the same tile: the engine says who has it, and the form
    offers to take that one."""

    only = SeatField()
    """Of several who claimed the tile, the one who has it."""

    def __init__(self, position: Position, data: QueryDict, *, typing: bool = True) -> None:
        super().__init__(position, _without_others(data), typing=typing)

    @property
    def title(self) -> str:
        if len(self.winners) != 1:
            return _("Win")
        if self.compact or self.off is None:
            return _("{name} wins").format(name=self.name(self.winners[0]))
        return _("Self-draw") if self.off == SELF else _("Win off a discard")

    @property
    def round_text(self) -> str:
        """With who discarded, where the compass does not show it."""
        text = self.hand_text
        if not self.compact:
            return text
        if isinstance(self.off, int):
            return _("off {name}, {round}").format(name=self.name(self.off), round=text)
        return _("self-drawn, {round}").format(round=text)

    @property
    def hand_text(self) -> str:
        """The hand being played, in a few words."""
        return super().round_text

    @property
    def claimed_together(self) -> bool:
        return len(self.winners) > 1 and self.off is not None

    @property
    def question(self) -> str:
        return "" if self.claimed_together else super().question

    def win(self, claimed: Claimed) -> dict[str, Any]:
        if self.claimed_together:  # the engine refuses it, whatever the hands are worth
            return {"winner": claimed.seat, "from": self.off, "value": {}}
        return super().win(claimed)

    def asks(self, shown: Preview) -> list[Row]:
        if not self.claimed_together or not isinstance(self.off, int):
            return super().asks(shown)
        discarder = self.off
        turns = sorted(self.winners, key=lambda seat: (seat - discarder) % self.position.players)
        keys = [
            Key(
                name="only",
                value=str(seat),
                label=self.name(seat),
                small=_("next in turn") if seat == turns[0] else "",
                person=True,
            )
            for seat in turns
        ]
        return [Row(_("who wins"), keys, spot="wins")]


def _without_others(data: QueryDict) -> QueryDict:
    """What was typed, once it is said which of several winners has the tile."""
    only = data.get("only")
    if not only:
        return data
    kept = data.copy()
    kept.setlist("winner", [only])
    del kept["only"]
    return kept


class PlainDraw(RoundForm):
    """Nobody wins, and nobody pays."""

    kind = "draw"
    words = "draw.renchan.deal-passes"

    @property
    def title(self) -> str:
        return _("Draw")

    @property
    def hint(self) -> str:
        return _("Nobody won, nobody pays.")

    def told(self) -> dict[str, Any]:
        return {}
