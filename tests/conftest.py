"""What all tests share: the test database, settings of a test run, and bin/test's own notes."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone, translation
from hypothesis import settings as hypothesis_settings

# Time limits belong to bench/: two cores shared with a browser make no promises. In continuous
# integration the same examples run each time; elsewhere new ones are looked for.
hypothesis_settings.register_profile("jantaku", deadline=None, derandomize="CI" in os.environ)
hypothesis_settings.load_profile("jantaku")

DATABASE_FIXTURES = {"db", "transactional_db", "live_server"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--database-only",
        action="store_true",
        help="only tests that touch the database: what differs between SQLite and PostgreSQL",
    )


def pytest_configure() -> None:
    if not settings.configured:  # engines alone: pytest -p no:django
        return
    # Static files as they are in the tree, whatever ./bin/serve collected earlier.
    settings.STATIC_ROOT = settings.VAR_DIR / "nothing-collected"
    settings.WHITENOISE_USE_FINDERS = settings.WHITENOISE_AUTOREFRESH = True
    # Times are told as UTC, wherever the tests run.
    settings.TIME_ZONE = os.environ["TZ"] = "UTC"
    time.tzset()
    timezone.get_default_timezone.cache_clear()
    # All tests ask from one address.
    settings.RATELIMIT_ENABLE = False
    # Passwords and phrases are hashed slowly on purpose; the tests make thousands.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--database-only"):
        return
    touches = [item for item in items if _touches_database(item)]
    config.hook.pytest_deselected(items=[item for item in items if item not in touches])
    items[:] = touches


def pytest_collection_finish() -> None:
    """Six thousand tests are not looked through for garbage again and again while they run."""
    gc.collect()
    gc.freeze()


def _touches_database(item: pytest.Item) -> bool:
    fixtures = set(getattr(item, "fixturenames", ()))
    return item.get_closest_marker("django_db") is not None or bool(fixtures & DATABASE_FIXTURES)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Just above pytest's closing line: what ./bin/test skipped, and what failed before."""
    notes = os.environ.get("JANTAKU_TEST_NOTES")
    if notes and (text := Path(notes).read_text()):
        terminalreporter.section("besides the tests")
        terminalreporter.write(text)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A database file of its own for every run and worker, so that runs do not meet."""
    database = settings.DATABASES["default"]
    if database["ENGINE"] == "django.db.backends.sqlite3":
        database["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")


@pytest.fixture(autouse=True)
def language_of_its_own() -> Iterator[None]:
    """A page answered in a reader's language leaves the thread in it: not the next test."""
    yield
    if settings.configured:
        translation.deactivate()
