"""Static files under names that change with their content, where they were collected."""

from __future__ import annotations

from django.contrib.staticfiles.storage import StaticFilesStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Hashed, compressed files after ``collectstatic``; before it (tests, a developer's
    ``runserver``) the plain names of the tree, instead of an error for every page.
    """

    def url(self, name: str | None, force: bool = False) -> str:
        """The address of the file ``name`` ("css/jantaku.css")."""
        if not self.hashed_files:
            return StaticFilesStorage.url(self, name)
        hashed: str = super().url(name, force)
        return hashed
