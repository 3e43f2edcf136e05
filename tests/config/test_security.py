"""What every answer says to the browser, and what the repository must not hold."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

ROOT = Path(__file__).resolve().parents[2]


def directives(header: str) -> dict[str, list[str]]:
    return {name: sources for name, *sources in (part.split() for part in header.split(";"))}


@pytest.fixture(params=["/admin/login/", "/no/such/page/"])
def headers(request: pytest.FixtureRequest, client: Client, db: None) -> dict[str, str]:
    return dict(client.get(request.param).headers)


def test_scripts_and_styles_come_from_here_and_never_inline(headers: dict[str, str]) -> None:
    policy = directives(headers["Content-Security-Policy"])
    assert policy["default-src"] == ["'none'"]
    assert policy["script-src"] == policy["style-src"] == ["'self'"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert policy["frame-ancestors"] == policy["base-uri"] == ["'none'"]
    assert policy["form-action"] == ["'self'"]


def test_an_address_which_may_be_a_secret_link_is_told_to_nobody(headers: dict[str, str]) -> None:
    assert headers["Referrer-Policy"] == "same-origin"


def test_content_is_what_it_says_and_in_no_frame(headers: dict[str, str]) -> None:
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"


@pytest.mark.django_db
def test_pages_are_compressed_and_padded_at_random(client: Client) -> None:
    answers = [client.get("/admin/login/", headers={"Accept-Encoding": "gzip"}) for _ in range(12)]
    assert {answer["Content-Encoding"] for answer in answers} == {"gzip"}
    assert len({len(answer.content) for answer in answers}) > 1


def key_made_in(folder: Path, **environ: str) -> str:
    process = subprocess.run(
        [sys.executable, "-c", "from config.settings import SECRET_KEY; print(SECRET_KEY)"],
        cwd=ROOT,
        env={**os.environ, "JANTAKU_VAR": str(folder), **environ},
        capture_output=True,
        text=True,
        check=True,
    )
    return process.stdout.strip()


def test_the_secret_key_is_made_once_and_readable_by_its_owner_only(tmp_path: Path) -> None:
    first = key_made_in(tmp_path / "var")
    assert len(first) >= 50
    assert key_made_in(tmp_path / "var") == first
    assert key_made_in(tmp_path / "other") != first
    assert [path.name for path in (tmp_path / "var").iterdir()] == ["secret_key"]
    assert stat.S_IMODE((tmp_path / "var/secret_key").stat().st_mode) == 0o600


def test_a_secret_key_from_the_environment_leaves_no_file(tmp_path: Path) -> None:
    assert key_made_in(tmp_path / "var", SECRET_KEY="s" * 50) == "s" * 50
    assert not (tmp_path / "var/secret_key").exists()


def test_processes_that_start_together_share_one_key(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from config.settings import SECRET_KEY; print(SECRET_KEY)"]
    environ = {**os.environ, "JANTAKU_VAR": str(tmp_path / "var")}
    started = [
        subprocess.Popen(command, cwd=ROOT, env=environ, stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    keys = {process.communicate()[0] for process in started}
    assert len(keys) == 1
    assert len(keys.pop().strip()) >= 50


def tracked_files() -> list[str]:
    listing = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listing.returncode:
        pytest.skip("not a git checkout")
    return listing.stdout.splitlines()


def test_no_secret_and_no_data_is_in_the_repository() -> None:
    private = re.compile(r"(^|/)(var/|\.env|secret_key$)|\.(sqlite3|pem|key)$")
    assert [name for name in tracked_files() if private.search(name)] == []
    for name in tracked_files():
        if name.endswith(".py") and not name.startswith("tests/"):
            assert settings.SECRET_KEY not in (ROOT / name).read_text()
            assert not re.search(r'SECRET_KEY\s*=\s*["\']', (ROOT / name).read_text()), name
