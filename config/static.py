"""Static files under names that change with their content, where they were collected."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.storage import StaticFilesStorage, staticfiles_storage
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Hashed, compressed files after ``collectstatic``; before it (tests, a developer's
    ``runserver``) the plain names of the tree, instead of an error for every page.
    """

    def url(self, name: str | None, force: bool = False) -> str:
        """The address of the file ``name`` ("css/jantaku.css"). Pages ask for the same few over and
        over, which do not change while the app runs."""
        if not self.hashed_files:
            return StaticFilesStorage.url(self, name)
        return self._hashed_url(name, force)

    @cache  # noqa: B019 - there is one storage, for as long as the process lives
    def _hashed_url(self, name: str | None, force: bool) -> str:
        hashed: str = super().url(name, force)
        return hashed


def hashed() -> bool:
    """Whether files have names that change with their content."""
    return bool(_names())


def _names() -> dict[str, str]:
    """Files with their hashed names; none where nothing was collected."""
    found: dict[str, str] = getattr(staticfiles_storage, "hashed_files", {})
    return found


def version() -> str:
    """A name for all static files as they are: another one as soon as any of them has changed."""
    if hashed():
        state = sorted(_names().values())
    else:
        files = (path for folder in settings.STATICFILES_DIRS for path in Path(folder).rglob("*.*"))
        state = sorted(f"{path}:{path.stat().st_mtime_ns}" for path in files)
    return hashlib.sha256("\n".join(state).encode()).hexdigest()[:12]
