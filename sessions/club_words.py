"""What a club's pages name by key, in words. Every text is translated where it is shown."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_noop

ROLES: Mapping[str, str] = {
    "owner": gettext_noop("owner"),
    "organiser": gettext_noop("organiser"),
    "scorekeeper": gettext_noop("scorekeeper"),
    "member": gettext_noop("member"),
}
MAY: Mapping[str, str] = {
    "owner": gettext_noop("may do everything, and give the club away"),
    "organiser": gettext_noop("keeps seasons, players and members"),
    "scorekeeper": gettext_noop("starts tables, records and corrects games"),
    "member": gettext_noop("sees everything of the club"),
}
"""What a role is for."""
