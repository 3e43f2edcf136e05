"""The texts of the engines that stand in tables: names of patterns, labels of options, words for
keys. All the others stand where they are translated or refused, and are read off the source there.
"""

from __future__ import annotations

from collections.abc import Iterator

from scoring.game import OptionSpec, Preset, Variety
from scoring.glossary import CHAPTERS
from scoring.hongkong import faan
from scoring.hongkong.patterns import PATTERNS as HONGKONG
from scoring.riichi.names import NAMES
from scoring.riichi.points import LIMITS
from scoring.slips import KINDS
from scoring.varieties import VARIETIES
from scoring.words import ENDS, PENALTIES, readable
from scoring.zungjung.patterns import PATTERNS as ZUNGJUNG
from scoring.zungjung.patterns import REASONS, series


def table_msgids() -> Iterator[str]:
    """Every one, some more than once."""
    for variety in VARIETIES.values():
        yield from _of_variety(variety)
    yield from ENDS.values()
    yield from PENALTIES.values()
    yield from KINDS.values()
    yield from LIMITS
    yield from (name.en for name in NAMES.values())
    yield from (pattern.label for pattern in HONGKONG.values())
    yield from (faan.NOT_PLAYED, faan.PART_OF, faan.NO_STACKING, faan.WORTH_MORE)
    yield from (faan.SELF_DRAW_ONLY, faan.NINE_SIDED_ONLY)
    for named in ZUNGJUNG:
        yield from (named.en, named.short)
    yield from REASONS
    for chapter in CHAPTERS:
        yield chapter.name
        yield from (term.meaning for term in chapter.terms)
    yield from (group.en for group in series(VARIETIES["zungjung"].rules(None, {})))


def msgids_in_context() -> Iterator[tuple[str, str]]:
    """Texts that mean different things in different places, each after its context: "full" is a
    length and a payment, "Tenhou" a ruleset and a yaku. Of an option's choices the context is its
    key."""
    for variety in VARIETIES.values():
        yield from (("ruleset", preset.name) for preset in variety.presets.values())
        for spec in variety.option_specs():
            for choice in spec.choices:
                if isinstance(choice, str):
                    yield spec.key, spec.words.get(choice) or readable(choice)


def _of_variety(variety: Variety) -> Iterator[str]:
    yield from (variety.name, variety.credits)
    for preset in variety.presets.values():
        yield from _of_preset(preset)
    for spec in variety.option_specs():
        yield from _of_option(spec)


def _of_preset(preset: Preset) -> Iterator[str]:
    yield from (preset.edition, preset.source)
    notes = preset.options.get("table_notes", {})
    yield from (*notes, *notes.values())


def _of_option(spec: OptionSpec) -> Iterator[str]:
    yield from (spec.group, spec.label, spec.help)
