"""Pao: who fed the deciding set of a yakuman answers for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.errors import ScoringError
from scoring.game import Claim
from scoring.notation import EAST, GREEN, NORTH, RED, SOUTH, WEST, WHITE, Meld, parse_meld
from scoring.riichi.context import Worth
from scoring.riichi.points import LIMITS
from scoring.riichi.rules import PAO_YAKUMAN, RiichiRules

RINSHAN = "rinshan"


@dataclass(frozen=True, slots=True)
class Liability:
    """A seat that pays under pao, and for how many basic points of the hand."""

    seat: int
    base: int


def liabilities(
    rules: RiichiRules, claim: Claim, worth: Worth, field: str
) -> tuple[Liability, ...]:
    """Who is liable for what part of the win, in the order daisangen, daisuushi, suukantsu.

    ``ScoringError`` at ``field`` (``wins.0.liable``) where the rules or the hand know no such pao.
    """
    if claim.liable is None:
        return ()
    by_pattern = _by_pattern(rules, claim, worth, field)
    for seat in by_pattern.values():
        if seat == claim.winner:
            raise ScoringError(field, "the winner cannot be liable")
    if RINSHAN in by_pattern or rules.aotenjou:
        return (Liability(next(iter(by_pattern.values())), worth.base),)
    return _yakuman_shares(rules, by_pattern, worth)


def _by_pattern(rules: RiichiRules, claim: Claim, worth: Worth, field: str) -> dict[str, int]:
    """The liable seats by pattern; a plain seat is given the pattern it must stand for."""
    liable = claim.liable
    if not isinstance(liable, Mapping):
        assert liable is not None  # noqa: S101 - the caller has looked
        return {_plain_pattern(rules, claim, worth, field): liable}
    if not liable:
        raise ScoringError(field, "say who is liable")
    for pattern in liable:
        _check_pattern(rules, claim, worth, pattern, f"{field}.{pattern}")
    if RINSHAN in liable and len(liable) > 1:
        raise ScoringError(field, "pao on a kan's tile covers the whole hand")
    _check_count(rules, claim, liable, field)
    return {name: liable[name] for name in (*PAO_YAKUMAN, RINSHAN) if name in liable}


def _plain_pattern(rules: RiichiRules, claim: Claim, worth: Worth, field: str) -> str:
    """What a seat without a pattern is liable for."""
    if not rules.pao:
        raise ScoringError(field, "these rules have no pao")
    yakuman = [name for name in PAO_YAKUMAN if name in rules.pao]
    held = _held(worth)
    by_value = claim.hand is None and (held is None or not held.isdisjoint(yakuman))
    if by_value and yakuman and (worth.yakuman or rules.aotenjou):
        return ANY
    for name in yakuman:
        if name in (held or ()) and _was_fed(claim, name):
            return name
    if RINSHAN in rules.pao and _on_a_kans_tile(claim):
        return RINSHAN
    raise _no_pao(rules, field)


def _no_pao(rules: RiichiRules, field: str) -> ScoringError:
    allowed = ", ".join(rules.pao)
    return ScoringError(field, "no pao for this hand; it is for {allowed}", allowed=allowed)


def _held(worth: Worth) -> frozenset[str] | None:
    """The patterns of the hand; ``None`` where it was entered by value."""
    if worth.patterns is None:
        return None
    return frozenset(name for name, _ in worth.patterns)


def _melds(claim: Claim) -> list[Meld]:
    """What the hand has laid down; it was read before."""
    return [parse_meld(text, "") for text in (claim.hand or {}).get("melds") or ()]


def _was_fed(claim: Claim, pattern: str) -> bool:
    """Whether somebody can have fed the set that decides, as far as the claim says: all sets of the
    pattern lie on the table and one of them was called; of four kans one off a discard."""
    if claim.hand is None:
        return True
    melds = _melds(claim)
    if pattern == "suukantsu":
        return any(meld.kind == "kan" for meld in melds)
    sets = [meld for meld in melds if meld.tile in _SETS[pattern]]
    return len(sets) == len(_SETS[pattern]) and any(meld.open for meld in sets)


_SETS = {"daisangen": (WHITE, GREEN, RED), "daisuushi": (EAST, SOUTH, WEST, NORTH)}


def _on_a_kans_tile(claim: Claim) -> bool:
    """Whether the tile came after a called kan, as far as the claim says: a value says nothing of
    it. Nobody feeds a concealed kan, nor a pon that becomes one, nor a North set aside."""
    if claim.source is not None:
        return False
    if claim.hand is None:
        return True
    called = any(meld.kind == "kan" for meld in _melds(claim))
    return called and "after-kan" in (claim.hand.get("situation") or ())


ANY = "any"
"""Some pao yakuman: the hand was entered by value and nobody said which. Where its yaku were ticked
it has one, and pays what it pays without them."""


def _check_pattern(
    rules: RiichiRules, claim: Claim, worth: Worth, pattern: str, field: str
) -> None:
    if pattern not in rules.pao:
        allowed = ", ".join(rules.pao) or "-"
        raise ScoringError(field, "no pao for this; it is for {allowed}", allowed=allowed)
    if pattern == RINSHAN:
        if not _on_a_kans_tile(claim):
            raise ScoringError(field, "pao on a kan's tile is for a self-draw of that tile")
        return
    held = _held(worth)
    if held is not None and pattern not in held:
        raise ScoringError(field, "the hand has no {pattern}", pattern=pattern)
    if not worth.yakuman and not rules.aotenjou:
        raise ScoringError(field, "pao is for a yakuman")
    if not _was_fed(claim, pattern):
        raise _no_pao(rules, field)


def _check_count(rules: RiichiRules, claim: Claim, liable: Mapping[str, int], field: str) -> None:
    """A hand entered by value must count for as many yakuman as are named."""
    claimed = (claim.value or {}).get("yakuman")
    named = sum(rules.multiple(name) for name in liable)
    if claimed is not None and rules.yakuman_stack and named > claimed:
        raise ScoringError(
            field,
            "the hand was entered as {claimed} yakuman, not {named}",
            claimed=claimed,
            named=named,
        )


def _yakuman_shares(
    rules: RiichiRules, by_pattern: Mapping[str, int], worth: Worth
) -> tuple[Liability, ...]:
    """Each pattern's part of the hand; under scope ``hand`` the first seat takes the rest too."""
    known = dict(worth.yakuman_parts)
    left = worth.yakuman
    shares: dict[int, int] = {}
    for pattern, seat in by_pattern.items():
        multiple = 1 if pattern == ANY else known.get(pattern, rules.multiple(pattern))
        covered = min(multiple, left)
        left -= covered
        shares[seat] = shares.get(seat, 0) + covered
    if rules.pao_scope == "hand":
        shares[next(iter(shares))] += left
    return tuple(
        Liability(seat, covered * LIMITS["yakuman"]) for seat, covered in shares.items() if covered
    )
