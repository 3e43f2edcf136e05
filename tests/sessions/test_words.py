"""What engines name by key, in words."""

from __future__ import annotations

from sessions.words import LINES, worded


def test_a_key_without_words_is_made_readable() -> None:
    assert worded(LINES, "first-takes-all") == "first takes all"
    assert worded(LINES, None) == ""
