"""What a change of an earlier hand would do to the rest, in words, before it is saved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from scoring import figures
from scoring.game import Score, Step
from sessions.selectors.history import Story, sentence
from sessions.selectors.seating import Seating
from sessions.services.changes import Moved, Plan
from sessions.words import ENDS, worded


@dataclass(frozen=True, slots=True)
class Effect:
    """A later hand that changes: its number then and now, and what differs."""

    old_mark: str
    new_mark: str
    words: SafeString

    @property
    def shows(self) -> bool:
        """Whether anything differs that people would see."""
        return bool(self.words) or self.old_mark != self.new_mark


@dataclass(frozen=True, slots=True)
class Line:
    """A hand in the list. ``state``: ``now`` (the one that is changed), ``moved``, ``over`` (after
    the new end) or nothing. ``now`` and ``was`` are what it says after and before."""

    mark: str
    now: SafeString | str
    was: SafeString | str = ""
    state: str = ""


@dataclass(frozen=True, slots=True)
class Outlook:
    """A plan as the page shows it."""

    lines: tuple[Line, ...]
    effects: tuple[Effect, ...]
    surplus: tuple[Line, ...]
    end: str
    signed: tuple[str, ...]
    """Who has agreed to the result and would have to again."""

    @property
    def quiet(self) -> bool:
        """Nothing changes but the hand itself."""
        return not (self.effects or self.surplus or self.end or self.signed)


@dataclass(frozen=True, slots=True)
class Subject:
    """What is changed: hand ``at``, with ``added`` 1 where it is new, −1 where it goes. No hand:
    the people or the start."""

    at: int | None = None
    added: int = 0

    def old_number(self, number: int) -> int:
        """The number a later hand had before the change."""
        return number - self.added


def outlook(told: Story, plan: Plan, subject: Subject, seated: Seating | None = None) -> Outlook:
    """A plan in words. ``seated``: who sits where afterwards, where that is what changes."""
    after = seated or told.seating
    effects = [_effect(told, moved, subject, after) for moved in plan.moved]
    played = len(plan.replay.steps)
    surplus = range(played + 1, played + len(plan.surplus) + 1)
    return Outlook(
        lines=() if subject.at is None else tuple(_lines(told, plan, subject)),
        effects=tuple(effect for effect in effects if effect.shows),
        surplus=tuple(_line(told, subject.old_number(number)) for number in surplus),
        end=_end(told, plan),
        signed=tuple(
            name
            for name, when in zip(told.seating.owners, told.seating.signed, strict=True)
            if when
        ),
    )


# -- the list of hands --------------------------------------------------------------------------


def _lines(told: Story, plan: Plan, subject: Subject) -> Iterator[Line]:
    """From the newest hand back to the one before the changed hand."""
    at = subject.at or 1
    moved = {subject.old_number(item.number) for item in plan.moved}
    over = subject.old_number(len(plan.replay.steps))
    for number in range(len(told.replay.steps), at - max(subject.added, 0), -1):
        state = "over" if number > over else "moved" if number in moved else ""
        yield _line(told, number, state)
    yield _changed(told, plan, subject)
    if at > 1:
        yield _line(told, at - 1)


def _line(told: Story, number: int, state: str = "") -> Line:
    return Line(told.mark(number), told.sentence(number), state=state)


def _changed(told: Story, plan: Plan, subject: Subject) -> Line:
    at = subject.at or 1
    was = told.sentence(at) if subject.added < 1 else ""
    if subject.added == -1:
        return Line(told.mark(at), "", was, "now")
    step = plan.replay.steps[at - 1]
    now = sentence(told.variety, step, told.seating.at(at))
    return Line(told.variety.round_mark(step.before, gettext), now, was, "now")


# -- what differs -------------------------------------------------------------------------------


def _effect(told: Story, moved: Moved, subject: Subject, seated: Seating) -> Effect:
    old = told.seating.at(subject.old_number(moved.number))
    new = seated.at(moved.number)
    parts = [
        *_dealer(moved, old, new),
        *_sticks(moved),
        *_payments(moved, old, new),
        *_deal(moved),
        *_finish(moved),
    ]
    return Effect(
        old_mark=told.variety.round_mark(moved.before.before, gettext),
        new_mark=told.variety.round_mark(moved.after.before, gettext),
        words=format_html_join(gettext(", "), "{}", ((part,) for part in parts)),
    )


def _dealer(moved: Moved, old: tuple[str, ...], new: tuple[str, ...]) -> Iterator[SafeString]:
    dealer = new[moved.after.before.dealer]
    if dealer != old[moved.before.before.dealer]:
        yield format_html(gettext("{name} deals"), name=format_html("<bdi>{}</bdi>", dealer))


def _sticks(moved: Moved) -> Iterator[str]:
    count = moved.after.before.sticks
    if count == moved.before.before.sticks:
        return
    if count:
        text = ngettext("{n} stick on the table", "{n} sticks on the table", count)
        yield text.format(n=count)
    else:
        yield gettext("no stick on the table")


def _payments(moved: Moved, old: tuple[str, ...], new: tuple[str, ...]) -> Iterator[SafeString]:
    was = dict(zip(old, moved.before.deltas, strict=True))
    for name, delta in zip(new, moved.after.deltas, strict=True):
        before: Score = was.get(name, 0)
        if delta != before:
            yield format_html(
                gettext("{name} {now} (was {was})"),
                name=format_html("<bdi>{}</bdi>", name),
                now=figures.signed(delta),
                was=figures.signed(before),
            )


def _stays(step: Step) -> bool:
    return (step.before.wind, step.before.number) == (step.after.wind, step.after.number)


def _deal(moved: Moved) -> Iterator[str]:
    if moved.before.after.finished or moved.after.after.finished:
        return
    stays = _stays(moved.after)
    if stays != _stays(moved.before):
        yield gettext("the dealer stays") if stays else gettext("the deal passes")


def _finish(moved: Moved) -> Iterator[str]:
    was, ends = moved.before.after, moved.after.after
    if ends.finished and not was.finished:
        yield gettext("the game ends here: {reason}").format(reason=worded(ENDS, ends.reason))
    elif was.finished and not ends.finished:
        yield gettext("the game does not end here any more")


def _end(told: Story, plan: Plan) -> str:
    """Whether the game ends otherwise than before; nothing where it ends as it did."""
    if not plan.end_changes and not plan.surplus:
        return ""
    if plan.end_after is None:
        return gettext("The game is not over any more: it goes on.")
    last = told.variety.round_mark(plan.replay.steps[-1].before, gettext)
    return gettext("The game ends after {round}: {reason}.").format(
        round=last, reason=worded(ENDS, plan.end_after)
    )
