"""The main screens in three languages: nothing sticks out or is cut off. Asked to, they are kept as
contact sheets in docs/screens: ``JANTAKU_SCREENSHOTS=1 ./bin/test tests/browser/test_screens.py``.
"""

from __future__ import annotations

import base64
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.phones import overhang
from tests.browser.sweep import NAMES, world
from tests.browser.test_sweep import CLIPPED
from tests.sessions import league
from tests.sessions.conftest import house  # noqa: F401
from tests.sessions.test_club_doors import address

OpenPhone = Callable[..., Page]
SHEETS = Path(__file__).parents[2] / "docs/screens"
LANGUAGES = {"en": "English", "ja": "日本語", "zh-TW": "繁體中文"}
SIZES = ((320, 640), (390, 844), (844, 390))
WON = "winner=2&source=1"

SCREENS: Mapping[str, str] = {
    "home": "/",
    "start": "/new/riichi/",
    "table": "{riichi}?seat=2",
    "faces": "{riichi}?seat=faces",
    "entry": f"{{riichi}}enter/win/?{WON}",
    "tiles": "{riichi}enter/win/?round=3",
    "hongkong": f"{{hongkong}}enter/win/?{WON}",
    "zungjung": f"{{zungjung}}enter/win/?{WON}",
    "draw": "{riichi}enter/draw/?tenpai=0",
    "needs": "{riichi}needs/",
    "hands": "{riichi}hands/",
    "result": "{over}result/",
    "menu": "{riichi}menu/",
    "score-tables": "/score/riichi/table/",
    "trainer": "/score/train/riichi/1/7/",
    "words": "/words/?game=riichi",
    "club": "club:front",
    "season": "club:season",
    "player": "club:player",
    "night": "club:night",
}
"""The name of a sheet and the address it shows; of a club's page its name."""

SHEET = """async ([shots, columns, scale]) => {
  const images = await Promise.all(shots.map(async (png) => {
    const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
    return createImageBitmap(new Blob([bytes], { type: "image/png" }));
  }));
  const rows = images.length / columns, gap = 12;
  const widths = images.slice(0, columns).map((image) => image.width * scale);
  const height = Math.max(...images.map((image) => image.height)) * scale;
  const canvas = Object.assign(document.createElement("canvas"), {
    width: widths.reduce((sum, width) => sum + width + gap, gap),
    height: rows * (height + gap) + gap,
  });
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#8a8a86";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = "high";
  images.forEach((image, at) => {
    const column = at % columns;
    const x = widths.slice(0, column).reduce((sum, width) => sum + width + gap, gap);
    const y = Math.floor(at / columns) * (height + gap) + gap;
    pen.drawImage(image, x, y, image.width * scale, image.height * scale);
  });
  return canvas.toDataURL("image/webp", 0.6).split(",")[1];
}"""


@pytest.fixture
def screens(house: Any) -> dict[str, str]:  # noqa: F811
    """Every screen's address, in a world of its own; the phone is signed in as the club's owner."""
    found = world()
    play_a_season(house)
    return {
        name: address(house, at.removeprefix("club:")) if ":" in at else at.format(**found)
        for name, at in SCREENS.items()
    }


def play_a_season(house: Any) -> None:  # noqa: F811
    """Some evenings of five people, so that standings and plots have something to show."""
    random = Random(5)
    season = league.make_season(house.club)
    people = [house.club.players.create(name=name) for name in ("Mai", *NAMES)]
    for day in range(8):
        game = league.start(season, random.sample(people, 4), 7 * day)
        league.play(game, random, hands=8)


def sign_in(page: Page, house: Any) -> None:  # noqa: F811
    page.goto("/offline/")
    cookie = {"name": "sessionid", "value": house.owner.cookies["sessionid"].value}
    page.context.add_cookies([{**cookie, "url": page.evaluate("location.origin")}])


def visits(open_phone: OpenPhone, house: Any, dark: bool, language: str) -> Iterator[Any]:  # noqa: F811
    for width, height in SIZES:
        page = open_phone(width, height, dark=dark, locale=language, device_scale_factor=1)
        sign_in(page, house)
        yield page
        page.context.close()


@pytest.mark.parametrize("language", list(LANGUAGES)[1:])
def test_every_language_fits_the_smallest_phone(
    open_phone: OpenPhone,
    screens: dict[str, str],
    house: Any,  # noqa: F811
    language: str,
) -> None:
    page = open_phone(320, 640, locale=language)
    sign_in(page, house)
    wrong = {}
    for name, at in screens.items():
        page.goto(at)
        if found := [*page.evaluate(CLIPPED), *(["too wide"] if overhang(page) > 0 else [])]:
            wrong[name] = found
    assert wrong == {}


@pytest.mark.skipif(os.environ.get("JANTAKU_SCREENSHOTS") != "1", reason="not asked for")
def test_sheets_for_the_docs(
    open_phone: OpenPhone,
    screens: dict[str, str],
    house: Any,  # noqa: F811
) -> None:
    shots: dict[str, list[str]] = {name: [] for name in screens}
    for language in LANGUAGES:
        taken: dict[str, list[tuple[int, str]]] = {name: [] for name in screens}
        for dark in (False, True):
            for place, page in enumerate(visits(open_phone, house, dark, language)):
                for name, at in screens.items():
                    page.goto(at)
                    png = base64.b64encode(page.screenshot()).decode()
                    taken[name].append((2 * place + dark, png))
        for name, found in taken.items():
            shots[name] += [png for _, png in sorted(found)]
    SHEETS.mkdir(exist_ok=True)
    desk = open_phone()
    desk.goto("about:blank")
    for name, found in shots.items():
        sheet = desk.evaluate(SHEET, [found, 2 * len(SIZES), 0.75])
        (SHEETS / f"{name}.webp").write_bytes(base64.b64decode(sheet))
