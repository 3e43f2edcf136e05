"""A real Chromium beside the table: phones, taps, and an eye on what they must never do.

A test asks for ``phone`` (a page at 390 × 844, light, touch) or opens more with ``open_phone``.
Whatever they show, a request to another host, a script error, a violated content security policy
or an unexpected status fails the test.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Playwright,
    Response,
    expect,
    sync_playwright,
)

# Playwright's loop runs in the thread of the tests; Django would take it for async code.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

PATIENCE = 30_000
"""Milliseconds in which what is waited for must come, on a machine that has other things to do."""
expect.set_options(timeout=PATIENCE)

HERE = Path(__file__).parent
SCREENSHOTS = HERE.parents[1] / "docs/screenshots"
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
]
PHONES = pytest.StashKey[list[Page]]()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """With a failed test comes what its phones showed."""
    report: Any = yield
    if report.when == "call" and report.failed:
        for number, page in enumerate(item.stash.get(PHONES, [])):
            if not page.is_closed():
                picture = item.config.rootpath / f"var/failed/{item.name}-{number}.png"
                page.screenshot(path=picture, full_page=True)
                report.sections.append((f"phone {number}", f"{page.url}\n{picture}"))
    return report


WITH_WINDOWS = ("chromium", "chromium-browser", "google-chrome")
# Without a window to draw, a page costs a sixth of the work.
ANY_CHROMIUM = ("chromium-headless-shell", *WITH_WINDOWS)


def chromium(usual: tuple[str, ...] = ANY_CHROMIUM) -> str | None:
    """Where Chromium is: named in the environment, or one of the usual names."""
    names = (os.environ.get("CHROMIUM"), *usual)
    return next((found for name in names if name and (found := shutil.which(name))), None)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    yield from _started(request, chromium())


@pytest.fixture(scope="session")
def windowed_browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """For what the one without windows has not got: installing an app."""
    yield from _started(request, chromium(WITH_WINDOWS))


def _started(request: pytest.FixtureRequest, path: str | None) -> Iterator[Browser]:
    if path is None:
        pytest.skip("no Chromium: apt install chromium, or name one in CHROMIUM")
    playwright: Playwright = request.getfixturevalue("playwright")
    fonts = {"FONTCONFIG_FILE": str(HERE / "fonts.conf")}
    started = playwright.chromium.launch(
        executable_path=path, args=CHROMIUM_FLAGS, env=os.environ | fonts
    )
    yield started
    started.close()


class Watch:
    """Collects what no page may do. ``allow`` names statuses that a test provokes on purpose;
    409 (someone else was faster) and 422 (what was typed is wrong) are answers, not faults.
    """

    def __init__(self, home: str) -> None:
        self.home = home
        self.problems: list[str] = []
        self.allowed = {409, 422}
        # Chromium repeats each refused status here; response() has judged it already. And htmx
        # names each request that a faster tap has called off.
        self.harmless = ["Failed to load resource", "htmx:afterRequest", "htmx:sendAbort"]

    def allow(self, *statuses: int) -> None:
        self.allowed.update(statuses)

    def lose_network(self) -> None:
        """A test takes the network away: that htmx says so is no fault."""
        self.harmless += ["htmx:sendError", "htmx:timeout", "Response Status Error Code"]

    def over(self, context: BrowserContext) -> None:
        """Watch every page of ``context``."""
        context.on("request", lambda request: self.address(request.url))
        context.on("response", self.response)
        context.on("console", self.console)
        context.on("weberror", lambda error: self.problems.append(f"script error: {error.error}"))

    def address(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob", "about") and not url.startswith(self.home):
            self.problems.append(f"asked another host: {url}")

    def response(self, response: Response) -> None:
        if response.status >= 400 and response.status not in self.allowed:
            self.problems.append(f"{response.status} for {response.request.method} {response.url}")

    def console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith(tuple(self.harmless)):
            self.problems.append(f"console: {message.text}")


@pytest.fixture
def watch(live_server: Any) -> Iterator[Watch]:
    watch = Watch(live_server.url)
    yield watch
    assert watch.problems == []


OpenPhone = Callable[..., Page]


@pytest.fixture
def open_phone(
    request: pytest.FixtureRequest,
    live_server: Any,
    transactional_db: None,
    watch: Watch,
) -> Iterator[OpenPhone]:
    """Opens a phone of its own (cookies and all): ``open_phone(width=320, dark=True)``.

    ``options`` go to Playwright's ``new_context``: ``locale="ja"``, ``java_script_enabled=False``.
    """
    windows = request.node.get_closest_marker("windows") is not None
    browser: Browser = request.getfixturevalue("windowed_browser" if windows else "browser")
    contexts: list[BrowserContext] = []
    pages = request.node.stash.setdefault(PHONES, [])

    def open_phone(
        width: int = 390, height: int = 844, *, dark: bool = False, **options: Any
    ) -> Page:
        settings: dict[str, Any] = {
            "base_url": live_server.url,
            "viewport": {"width": width, "height": height},
            "device_scale_factor": 2,
            "color_scheme": "dark" if dark else "light",
            "reduced_motion": "reduce",
            "has_touch": True,
            "is_mobile": True,
            "locale": "en",
            # A worker would take what it keeps for the next test's; only tests of it let it in.
            "service_workers": "block",
        }
        context = browser.new_context(**(settings | options))
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        watch.over(context)
        pages.append(context.new_page())
        return pages[-1]

    yield open_phone
    for context in contexts:
        context.close()


@pytest.fixture
def phone(open_phone: OpenPhone) -> Page:
    """A page at 390 × 844, touch, light; ``phone.goto("/")`` goes to the live server."""
    return open_phone()


class Taps:
    """``tap(page, "text=Ron")`` taps and counts: the table promises how few it takes."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, page: Page, target: str | Locator) -> None:
        (page.locator(target) if isinstance(target, str) else target).tap()
        self.count += 1

    def reset(self) -> None:
        self.count = 0


@pytest.fixture
def tap() -> Taps:
    return Taps()


AXE = AXE_FILE_PATH.read_text()
RUN_AXE = """async (options) => (await axe.run(document, options)).violations.map(
  (found) => `${found.id}: ${found.nodes.map((node) => node.target).slice(0, 3).join(", ")}`)"""
# Twice as fast without lists of what is right.
ALL_RULES = {"resultTypes": ["violations"]}
CONTRAST = {**ALL_RULES, "runOnly": ["color-contrast"]}


def ask_axe(page: Page, themes: Sequence[str] = ("dark", "black")) -> list[str]:
    """What axe finds wrong with a page as it stands, and with the contrast of other themes."""
    page.evaluate(AXE)
    found = list(page.evaluate(RUN_AXE, ALL_RULES))
    chosen = page.evaluate("document.documentElement.dataset.theme || null")
    for theme in themes:
        page.evaluate(DRESS, theme)
        found += [f"{theme} {problem}" for problem in page.evaluate(RUN_AXE, CONTRAST)]
    page.evaluate(DRESS, chosen)
    return found


DRESS = """theme => {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}"""


@pytest.fixture
def axe() -> Callable[..., None]:
    """``axe(page)`` fails with the report where axe finds anything on the page as it stands, or
    where it stands in the dark."""

    def check(page: Page) -> None:
        assert ask_axe(page, themes=("dark",)) == []

    return check


@pytest.fixture
def screenshot() -> Callable[..., None]:
    """``screenshot(page, "table")`` renews docs/screenshots/table.png, where it was asked for:
    ``JANTAKU_SCREENSHOTS=1 ./bin/test tests/browser``.
    """

    def take(page: Page, name: str, *, full_page: bool = False) -> None:
        if os.environ.get("JANTAKU_SCREENSHOTS") == "1":
            page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=full_page)

    return take
