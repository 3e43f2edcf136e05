"""The kinds of import there are: games into a club, and a whole club."""

from __future__ import annotations

from collections.abc import Mapping

from sessions.services import imports, parcel
from sessions.services.jobs import Work

WORKS: Mapping[str, Work] = {work.kind: work for work in (imports.WORK, parcel.WORK)}
"""By the kind that their jobs bear."""
