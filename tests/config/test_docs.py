"""What the documents say can be done: commands exist, links lead somewhere, settings are read."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").glob("*.md")),
]
documents = pytest.mark.parametrize(
    "document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT))
)


def test_the_readme_starts_with_what_it_is_a_picture_and_the_two_commands() -> None:
    first_screen = (ROOT / "README.md").read_text()[:2500]
    assert "docs/screenshots/table.png" in first_screen
    assert "./bin/serve" in first_screen
    assert "./bin/test" in first_screen


@documents
def test_programs_named_in_a_document_can_be_run(document: Path) -> None:
    for name in set(re.findall(r"(?<![\w/])\./(bin/\w+)", document.read_text())):
        assert os.access(ROOT / name, os.X_OK), name


@documents
def test_management_commands_named_in_a_document_exist(document: Path) -> None:
    named = set(re.findall(r"manage\.py (\w+)", document.read_text()))
    assert named <= set(get_commands())


@documents
def test_links_and_pictures_of_a_document_are_there(document: Path) -> None:
    targets = re.findall(r'(?:\]\(|src=")([^)#\s"]+)', document.read_text())
    here = [target for target in targets if not re.match(r"[a-z]+:", target)]
    assert [target for target in here if not (document.parent / target).exists()] == []


def test_every_setting_of_the_environment_is_documented_and_no_other() -> None:
    settings = (ROOT / "config/settings.py").read_text()
    serve = (ROOT / "bin/serve").read_text()
    read = set(re.findall(r'(?:environ\.get|_flag|_list)\(\s*"([A-Z_]+)"', settings))
    read |= set(re.findall(r"\$\{([A-Z_]+):-", serve))
    table = re.findall(r"^\| (`[A-Z_`, ]+) \|", (ROOT / "docs/install.md").read_text(), re.M)
    assert {name for row in table for name in re.findall(r"[A-Z_]+", row)} == read


def test_every_test_that_a_document_names_is_there() -> None:
    """A threat is answered by a test, not by a sentence."""
    named = re.findall(r"`([\w/]+\.py)::(\w+)`", (ROOT / "docs/threats.md").read_text())
    assert len(named) > 15
    for file, test in named:
        assert f"def {test}(" in (ROOT / "tests" / file).read_text(), f"{file}::{test}"
