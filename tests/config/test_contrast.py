"""Every pair of colours that meet on a screen has the contrast it needs, in all three themes.

Text 4.5, edges and marks of controls 3 (WCAG 2.2, 1.4.3 and 1.4.11).
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

STYLES = Path(__file__).resolve().parents[2] / "static/css"

TEXT, MARK = 4.5, 3.0
PAIRS = [
    *((ink, on, TEXT) for ink in ("ink", "ink-2") for on in ("paper", "felt", "key", "sunk")),
    *((sign, on, TEXT) for sign in ("pine", "verm") for on in ("paper", "felt")),
    ("verm", "sunk", TEXT),
    ("brass", "paper", TEXT),
    ("brass", "brass-wash", TEXT),
    ("ink", "brass-wash", TEXT),
    ("on-pine", "pine-fill", TEXT),
    ("on-verm", "verm-fill", TEXT),
    ("on-pick", "pick", TEXT),
    *(("edge", on, MARK) for on in ("paper", "felt", "key")),
    ("pine-fill", "paper", MARK),
    ("pick", "paper", MARK),
    ("stick-edge", "felt", MARK),
    *((f"tile-{ink}", "tile", TEXT) for ink in ("ink", "red", "green", "blue")),
    ("stick-dot", "stick", MARK),
    ("stick-ink", "stick", TEXT),
]

RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
TOKEN = re.compile(r"--([\w-]+):\s*(#[0-9a-fA-F]{3,8})\b")
BY_SYSTEM = ":root:not([data-theme])"


def tokens(selector: str) -> dict[str, str]:
    """The colour tokens set by every rule that has ``selector`` among its own."""
    css = "\n".join(path.read_text() for path in sorted(STYLES.glob("*.css")))
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.S)
    found: dict[str, str] = {}
    for selectors, body in RULE.findall(css):
        if selector in "".join(selectors.split()).split(","):
            found |= TOKEN.findall(body)
    return found


LIGHT = tokens(":root")
DARK = LIGHT | tokens(":root[data-theme=dark]")
BLACK = LIGHT | tokens(":root[data-theme=black]")


def luminance(colour: str) -> float:
    digits = colour.lstrip("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    channels = (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK, BLACK], ids=["light", "dark", "black"])
@pytest.mark.parametrize("mark, ground, need", PAIRS, ids=lambda value: str(value))
def test_contrast(theme: dict[str, str], mark: str, ground: str, need: float) -> None:
    assert contrast(theme[mark], theme[ground]) >= need


def test_the_system_dark_and_the_chosen_dark_are_the_same() -> None:
    assert tokens(BY_SYSTEM) == tokens(":root[data-theme=dark]") != {}


def test_contrast_is_measured_as_wcag_does() -> None:
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#fff") == pytest.approx(4.48, abs=0.005)
