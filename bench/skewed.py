"""The app on a machine whose clock is set from outside: the seconds in the file that ``SKEW`` names
are added to it."""

import os
import time
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from django.utils import timezone

from config.wsgi import application

__all__ = ["application"]

_TOLD = Path(os.environ["SKEW"])
_clock, _now = time.time, timezone.now


def skew() -> float:
    with suppress(OSError, ValueError):
        return float(_TOLD.read_text())
    return 0.0


def _skewed_clock() -> float:
    return _clock() + skew()


def _skewed_now() -> datetime:
    return _now() + timedelta(seconds=skew())


time.time, timezone.now = _skewed_clock, _skewed_now
