"""What settings must not be together."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register


@register
def mail_needs_a_name(**_: Any) -> list[CheckMessage]:
    """The link in a mail has the name the page was asked by: an attacker who asks for somebody
    else's mail by a name of their own would be sent the key."""
    if not settings.EMAIL_HOST or "*" not in settings.ALLOWED_HOSTS:
        return []
    return [
        Error(
            "EMAIL_HOST is set, but ALLOWED_HOSTS takes any name.",
            hint="Name the server, as ALLOWED_HOSTS=mahjong.example: links in mails lead there.",
            id="jantaku.E001",
        )
    ]
