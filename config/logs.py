"""What the logs must not tell."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

# A link (see sessions.services.links): game code, right, nonce, "~", signature.
LINK = re.compile(r"\b([0-9a-f]{10})[wr][\w-]+~[\w-]+")
# An invitation, or a way back into an account, is what stands behind these.
KEY = re.compile(r"(/(?:join|account/reset)/)[^\s\"'?&]+")


def without_links(text: str) -> str:
    """The text with every key to a game cut down to the game's public code, and other keys left
    out."""
    return KEY.sub(r"\1…", LINK.sub(r"\1…", text))


class HideLinks(logging.Filter):
    """Django logs the path of every refused request, and a path may be the key to a table."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = without_links(record.getMessage()), None
        return True


class NotNow(logging.Filter):
    """A database that is full, locked or gone for a moment is told in one line: what it said is the
    reason, and the way to the place where it said so is not."""

    def filter(self, record: logging.LogRecord) -> bool:
        if getattr(record, "status_code", None) == 503 and record.exc_info:
            said = " ".join(str(record.exc_info[1]).split())
            record.msg, record.args = f"{record.getMessage()}: {said}", None
            record.exc_info = record.exc_text = None
        return True


_ACCESS = logging.getLogger("jantaku.access")


def access(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """A line for every request where ``LOG_ACCESS`` is set: what was asked for by the name of its
    page, never by its address, which may be a key."""

    def middleware(request: HttpRequest) -> HttpResponse:
        start = time.monotonic()
        response = get_response(request)
        if _ACCESS.isEnabledFor(logging.INFO):
            match = request.resolver_match
            fields = {
                "method": request.method,
                "page": match.view_name if match else None,
                "status": response.status_code,
                "ms": round((time.monotonic() - start) * 1000),
            }
            line = "{method} {page} {status} {ms} ms".format(**fields)
            _ACCESS.info(line, extra=fields)
        return response

    return middleware
