"""The result as a picture: drawn by the page, sent on where the phone can, else kept as a file."""

from __future__ import annotations

import base64
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sessions.services.changes import record
from sessions.services.games import create_game

OpenPhone = Callable[..., Page]
NAMES = ("陳大文", "さくら", "محمد بن عبد العزيز", "Maximiliane Hohenberg-Østergaard von und zu")

LOOK = """async (png) => {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = Object.assign(document.createElement("canvas"),
    { width: image.width, height: image.height });
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, image.width, image.height);
  const paper = [data[0], data[1], data[2]];
  const written = [];
  for (let y = 0; y < image.height; y += 1) {
    for (let x = 0; x < image.width; x += 1) {
      const at = 4 * (y * image.width + x);
      if (paper.some((part, i) => Math.abs(part - data[at + i]) > 60)) written.push([x, y]);
    }
  }
  const within = (left, right) => new Set(
    written.filter(([x]) => x >= left && x < right).map(([, y]) => Math.floor(y / 20))).size;
  return {
    paper,
    ink: written.length,
    left: Math.min(...written.map(([x]) => x)),
    right: Math.max(...written.map(([x]) => x)),
    bottom: Math.max(...written.map(([, y]) => y)),
    names: within(132, 400),
    totals: within(900, 1024),
  };
}"""


@pytest.fixture
def settled(transactional_db: None, settings: Any) -> str:
    """The result page of a game with names of four scripts and money."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    options = {"length": "single", "rate": "0.5"}
    game, keys = create_game(variety="riichi", names=NAMES, title="Thursday 雀卓", options=options)
    win = {"winner": 1, "from": 3, "value": {"limit": "haneman"}}
    record(game, {"type": "win", "wins": [win], "riichi": []}, version=0, token=None)
    return f"/g/{keys.write}/result/"


def picture(page: Page, into: Path) -> bytes:
    with page.expect_download() as kept:
        page.get_by_role("button", name="Image").tap()
    assert kept.value.suggested_filename == "Thursday-雀卓.png"
    kept.value.save_as(into)
    return into.read_bytes()


@pytest.mark.parametrize("width, dark", [(390, False), (320, False), (390, True)])
def test_the_picture_shows_everyone_with_their_total_and_is_as_wide_on_every_phone(
    open_phone: OpenPhone, settled: str, tmp_path: Path, width: int, dark: bool
) -> None:
    page = open_phone(width, 844, dark=dark)
    page.goto(settled)
    image = picture(page, tmp_path / "result.png")
    assert image[:8] == b"\x89PNG\r\n\x1a\n"
    wide, high = struct.unpack(">II", image[16:24])
    payments = page.locator(".owe li").count()
    assert payments == 3
    # edges, heading, four players, the sum, who pays whom, the foot
    assert (wide, high) == (1080, 112 + 136 + 46 + 4 * 84 + 56 + 100 + payments * 76 + 56)
    seen = page.evaluate(LOOK, base64.b64encode(image).decode())
    assert seen["ink"] > 15_000
    assert (sum(seen["paper"]) < 200) is dark
    assert seen["left"] >= 56 - 4
    assert seen["right"] <= 1080 - 56 + 2
    assert high - 112 < seen["bottom"] < high
    assert seen["names"] >= 4 * 2
    assert seen["totals"] >= 4 * 2


def test_a_phone_that_can_share_is_handed_the_picture(open_phone: OpenPhone, settled: str) -> None:
    page = open_phone()
    page.add_init_script(
        """navigator.canShare = ({ files }) => files.length === 1;
        navigator.share = async ({ files: [file] }) => {
          document.title = `${file.name} ${file.type} ${file.size > 5000}`;
        };"""
    )
    page.goto(settled)
    page.get_by_role("button", name="Image").tap()
    expect(page).to_have_title("Thursday-雀卓.png image/png true")


def test_a_picture_that_was_not_sent_after_all_is_no_error(
    open_phone: OpenPhone, settled: str
) -> None:
    page = open_phone()
    page.add_init_script(
        """navigator.canShare = () => true;
        navigator.share = async () => {
          document.title = "asked";
          throw new DOMException("", "AbortError");
        };"""
    )
    page.goto(settled)
    page.get_by_role("button", name="Image").tap()
    expect(page).to_have_title("asked")
    page.wait_for_timeout(200)  # an error that nobody caught would fail the test by now


def test_the_three_games_are_drawn(open_phone: OpenPhone, settled: str, tmp_path: Path) -> None:
    """Their tables have other columns: money, or the points alone."""
    for variety, options, value in (
        ("hongkong", {"length": "single"}, {"faan": 3}),
        ("zungjung", {"length": 4}, {"points": 40}),
    ):
        game, keys = create_game(
            variety=variety, names=("Aki", "Ben", "Chie", "Dan"), options=options, title=variety
        )
        win = {"winner": 0, "from": 2, "value": value}
        while not game.finished:
            record(game, {"type": "win", "wins": [win]}, version=game.version, token=None)
        page = open_phone()
        page.goto(f"/g/{keys.write}/result/")
        with page.expect_download() as kept:
            page.get_by_role("button", name="Image").tap()
        assert kept.value.suggested_filename == f"{variety}.png"
        kept.value.save_as(tmp_path / "result.png")
        image = base64.b64encode((tmp_path / "result.png").read_bytes()).decode()
        assert page.evaluate(LOOK, image)["totals"] >= 4 * 2


def test_without_scripts_no_key_promises_a_picture(open_phone: OpenPhone, settled: str) -> None:
    page = open_phone(java_script_enabled=False)
    page.goto(settled)
    expect(page.get_by_role("link", name="Text")).to_be_visible()
    expect(page.get_by_role("button", name="Image")).to_have_count(0)
