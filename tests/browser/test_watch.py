"""The eye on the phones sees what it must: a net with holes would pass every test."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phones import until


def open_with(page: Page, body: str, **headers: str) -> None:
    """The page shows ``body`` in place of what the live server would answer."""
    page.route(
        "**/made-up",
        lambda route: route.fulfill(body=body, content_type="text/html", headers=headers),
    )
    page.goto("/made-up")


PROBLEMS = {
    "asked another host": "<img src='http://elsewhere.example/pixel.gif' alt=''>",
    "404 for GET": "<img src='/no/such/file.svg' alt=''>",
    "script error": "<script>throw new Error('oops')</script>",
    "console": "<script>console.error('oops')</script>",
}


@pytest.mark.parametrize("problem, body", PROBLEMS.items(), ids=PROBLEMS)
def test_a_problem_is_seen(phone: Page, watch: Any, problem: str, body: str) -> None:
    open_with(phone, body)
    until(phone, lambda: watch.problems)
    assert any(seen.startswith(problem) for seen in watch.problems), watch.problems
    watch.problems.clear()


def test_a_violated_policy_is_seen(phone: Page, watch: Any) -> None:
    open_with(
        phone,
        "<script>1</script>",
        **{"Content-Security-Policy": "default-src 'self'"},
    )
    until(phone, lambda: watch.problems)
    assert any("Content Security Policy" in seen for seen in watch.problems), watch.problems
    watch.problems.clear()


def test_a_status_provoked_on_purpose_is_no_problem(phone: Page, watch: Any) -> None:
    watch.allow(404)
    phone.goto("/no/such/page/")


def test_a_phone_is_a_phone(phone: Page) -> None:
    open_with(phone, "<meta name=viewport content='width=device-width'>")
    assert phone.evaluate("[innerWidth, innerHeight, navigator.maxTouchPoints > 0]") == [
        390,
        844,
        True,
    ]
    assert phone.evaluate("matchMedia('(prefers-color-scheme: light)').matches")


def test_taps_are_counted(phone: Page, tap: Any) -> None:
    open_with(phone, "<button onclick='this.textContent = \"done\"'>tap</button>")
    tap(phone, "button")
    expect(phone.locator("button")).to_have_text("done")
    assert tap.count == 1


def test_axe_finds_what_is_wrong(phone: Page, axe: Any) -> None:
    open_with(phone, "<html lang=en><title>t</title><main><h1>t</h1><img src='data:,'></main>")
    with pytest.raises(AssertionError, match="image-alt"):
        axe(phone)
