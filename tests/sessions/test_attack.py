"""Memory under attack: what is large is refused before it is read, and what is read stays small."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from bench.bombs import FILES
from sessions.models import Job
from sessions.views.club import exchange
from tests.sessions.conftest import Clubhouse, Opened

ROOT = Path(__file__).parents[2]
MB = 1024 * 1024


@pytest.mark.slow
def test_a_served_app_under_attack_stays_small_and_answers() -> None:
    """The short form of bench/attack.py: every attack once, eight at a time."""
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    command = [sys.executable, "bench/attack.py", "--rounds", "1"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    told = json.loads(done.stdout)
    assert told["healthy"]
    assert told["grew_mb"] < 250, told
    assert set(told["answers"]) <= {"0", "200", "302", "400", "403", "404", "413", "422"}, told


@pytest.mark.django_db
@pytest.mark.once
@pytest.mark.parametrize("what", FILES)
def test_a_file_to_import_takes_little_more_than_its_size(house: Clubhouse, what: str) -> None:
    given = [SimpleUploadedFile(f"{n}.gz", data) for n, data in enumerate(FILES[what]())]
    tracemalloc.start()
    try:
        answer = house.owner.post(house.at("import"), {"upload": given, "rules": "own:riichi:club"})
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert answer.status_code in (302, 422)
    assert most < 150 * MB, most // MB


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data"])
def test_what_says_it_is_too_large_is_refused_unread(opened: Opened, kind: str) -> None:
    class Unread:
        def read(self, *_: Any) -> bytes:
            raise AssertionError("it was read")

        readline = read

    for path in ("/", "/new/riichi/", opened.at("record"), "/account/login/"):
        answer = Client().post(
            path, content_type=f"{kind}; boundary=x", CONTENT_LENGTH=str(10 * MB),
            **{"wsgi.input": Unread()},
        )  # fmt: skip
        assert answer.status_code == 413, path
        assert "1 MB at most" in answer.content.decode()


@pytest.mark.django_db
def test_files_may_be_large_where_files_are_taken_and_nowhere_else(house: Clubhouse) -> None:
    for page, status in (("import", 302), ("settings", 413)):
        file = SimpleUploadedFile("a.json", b"{}" + b" " * (3 * MB))
        data = {"upload": file, "rules": "own:riichi:club", "name": "x"}
        assert house.owner.post(house.at(page), data).status_code == status


@pytest.mark.django_db
def test_one_file_is_read_at_a_time(house: Clubhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "READING_SECONDS", 0.01)
    form = {"text": "{}", "rules": "own:riichi:club"}
    with exchange.READING:
        answer = house.owner.post(house.at("import"), form)
        assert answer.status_code == 422
        assert "nother file is being read" in answer.content.decode()
    assert house.owner.post(house.at("import"), form).status_code == 302
    assert Job.objects.count() == 1
