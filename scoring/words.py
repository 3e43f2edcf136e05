"""Words for what the engines name by key, shared by every page that shows one."""

from __future__ import annotations

from collections.abc import Mapping

ENDS: Mapping[str, str] = {
    "last-hand": "the last hand is played",
    "bust": "a player is bust",
    "agari-yame": "the dealer won in first place",
    "tenpai-yame": "the dealer was tenpai in first place",
    "target": "the target is reached",
    "extension-end": "the extra round is over",
    "cold-game": "the cold-game score is reached",
    "time": "time is up",
    "agreed": "agreed by the players",
    "hands-played": "all hands are played",
}
"""Why a game ended, by ``State.reason``: English msgids."""
