"""What the logs must not tell."""

from __future__ import annotations

import logging
import re

# A link (see sessions.services.links): game code, right, nonce, "~", signature.
LINK = re.compile(r"\b([0-9a-f]{10})[wr][\w-]+~[\w-]+")


def without_links(text: str) -> str:
    """The text with every key to a game cut down to the game's public code."""
    return LINK.sub(r"\1…", text)


class HideLinks(logging.Filter):
    """Django logs the path of every refused request, and a path may be the key to a table."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = without_links(record.getMessage()), None
        return True
