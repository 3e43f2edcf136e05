"""The translations: ``locale/*/LC_MESSAGES/django.po``, compiled into the folder of what is kept.

They are compiled when a process starts and finds them changed, as the secret key is made when it
is first needed: nobody has to remember a step, no tool of the system is asked for, and the source
tree stays as it was checked out.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from django.conf import settings

PLURAL_FORMS: Mapping[str, str] = {
    "ja": "nplurals=1; plural=0;",
    "zh_Hant": "nplurals=1; plural=0;",
    "en_X-plain": "nplurals=2; plural=(n != 1);",
}
"""The languages beside English, as folders are named, with their plurals."""
PARTIAL = ("en_X-plain",)
"""English with the terms translated (self-pick, ready): it has only what it says otherwise."""


def source(language: str) -> Path:
    """Where a language is written, …"""
    return settings.BASE_DIR / "locale" / language / "LC_MESSAGES" / "django.po"


def compiled(language: str) -> Path:
    """… and where Django reads it."""
    return Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "django.mo"


def compile_changed() -> list[Path]:
    """Compile every language that was edited since it was compiled; the files that were written."""
    written = []
    for language in PLURAL_FORMS:
        text, binary = source(language), compiled(language)
        if not text.exists():
            continue  # a language that is still to be extracted
        if binary.exists() and binary.stat().st_mtime_ns >= text.stat().st_mtime_ns:
            continue
        _compile(text, binary)
        written.append(binary)
    return written


def _compile(text: Path, binary: Path) -> None:
    """Whole under another name first: a process that starts meanwhile reads no half file."""
    import polib

    binary.parent.mkdir(parents=True, exist_ok=True)
    descriptor, draft = tempfile.mkstemp(dir=binary.parent)
    with os.fdopen(descriptor, "wb") as file:
        file.write(polib.pofile(str(text)).to_binary())
    os.replace(draft, binary)
