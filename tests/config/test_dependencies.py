"""Dependencies point one way: sessions → scoring → nothing."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
VARIETY_NAMES = {"riichi", "hongkong", "zungjung"}
# The part of scoring that meets the browser and the command line.
OUTER = {"pages", "forms", "apps", "templatetags", "management"}

# What deals hands to practise on: by dice of a seed it is given, the same every time.
DEALS = {"dealing", "dealt", "trainer"}


def sources(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def engine_sources() -> list[Path]:
    scoring = ROOT / "scoring"
    return [
        path
        for path in sources("scoring")
        if not OUTER & set(path.relative_to(scoring).with_suffix("").parts)
    ]


def imported(source: str) -> set[str]:
    """The top-level names of every module that ``source`` imports, wherever in the file."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return found


def asks_the_clock(source: str) -> bool:
    """Dates may be read from a record; what time it is now is not for an engine to know."""
    names = {node.attr for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute)}
    return bool(names & {"now", "utcnow", "today"})


def questions_about_the_variety(source: str) -> Iterator[int]:
    """Lines that compare something with the name of a variety, or branch on it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare):
            asked = [node.left, *node.comparators]
        elif isinstance(node, ast.match_case):
            asked = [node.pattern]
        else:
            continue
        for part in asked:
            names = {leaf.value for leaf in ast.walk(part) if isinstance(leaf, ast.Constant)}
            if names & VARIETY_NAMES:
                yield node.lineno if isinstance(node, ast.Compare) else node.pattern.lineno


def test_there_is_something_to_look_at() -> None:
    assert len(engine_sources()) > 3
    assert len(sources("sessions")) > 3


@pytest.mark.parametrize("path", sources("scoring"), ids=lambda path: str(path.relative_to(ROOT)))
def test_scoring_never_imports_the_app_above_it(path: Path) -> None:
    assert not imported(path.read_text()) & {"sessions", "config"}


@pytest.mark.parametrize("path", engine_sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_an_engine_knows_no_django_no_database_and_no_clock(path: Path) -> None:
    outside = {"django", "sqlite3", "psycopg", "time", "mahjong", "random"}
    if path.stem in DEALS:
        outside -= {"random"}
    assert not imported(path.read_text()) & outside
    assert not asks_the_clock(path.read_text())


def test_the_engines_run_where_there_is_no_django() -> None:
    """What they import imports none either."""
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in engine_sources()]
    code = "import sys; sys.modules['django'] = None; from importlib import import_module as i\n"
    code += "".join(f"i({name.removesuffix('.__init__')!r})\n" for name in names)
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


@pytest.mark.parametrize("path", sources("sessions"), ids=lambda path: str(path.relative_to(ROOT)))
def test_the_app_never_asks_which_variety_it_holds(path: Path) -> None:
    assert not list(questions_about_the_variety(path.read_text()))


@pytest.mark.parametrize(
    "source, lines",
    [
        ("if game.variety == 'riichi': pass", [1]),
        ("x = 1\nok = variety.key in ('hongkong', 'zungjung')", [2]),
        ("match key:\n  case 'riichi': pass", [2]),
        ("variety = models.CharField(default='riichi')", []),
    ],
)
def test_the_question_which_variety_is_recognised(source: str, lines: list[int]) -> None:
    assert list(questions_about_the_variety(source)) == lines


def test_the_question_what_time_it_is_is_recognised() -> None:
    assert asks_the_clock("from datetime import datetime\nstarted = datetime.now()")
    assert not asks_the_clock("from datetime import datetime\ndatetime.fromisoformat(text)")
