"""Copies of all that is kept: made while the app runs, put back, or moved to another database.

A copy of SQLite is a compressed database file, one of PostgreSQL what ``pg_dump`` writes. Neither
holds anyone's sign-in. The secret key is not in it either: it is kept apart, for both together open
every door.
"""

from __future__ import annotations

import gzip
import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

STEM = "jantaku"
SIGN_INS = "django_session"


class CopyRefused(Exception):
    """Why no copy was made or put back, in words for whoever runs the server."""


def make(folder: Path, keep: int | None = None) -> Path:
    """A consistent copy in ``folder`` while others write on; the newest ``keep`` copies stay.

    ``CopyRefused`` where it cannot be made; no half file is left then.
    """
    folder.mkdir(parents=True, exist_ok=True)
    when = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    kind = _kind()
    path = folder / f"{STEM}-{when}{kind.suffix}"
    with _draft(folder) as draft:
        kind.write(draft)
        _keep_on_disk(draft)
        os.replace(draft, path)
    for old in sorted(folder.glob(f"{STEM}-*{kind.suffix}"))[: -keep if keep else 0]:
        old.unlink()
    return path


def put_back(path: Path) -> Path | None:
    """Make the database what it was when ``path`` was copied, and bring it up to this version.

    Where a database stood, a copy of it is made first and named. ``CopyRefused`` where the copy is
    damaged, newer than this version or of another kind of database; nothing is changed then.
    """
    kind = _kind()
    if not path.name.endswith(kind.suffix):
        raise CopyRefused(f"{path.name} is no copy of this kind of database ({kind.suffix})")
    before = kind.read(path)
    call_command("migrate", verbosity=0)
    return before


@contextmanager
def _draft(folder: Path, suffix: str = ".part") -> Iterator[Path]:
    """A file of one's own, readable by nobody else, gone at the end if it is still there."""
    descriptor, name = tempfile.mkstemp(dir=folder, prefix=".", suffix=suffix)
    os.close(descriptor)
    try:
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def _keep_on_disk(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())


# -- SQLite ---------------------------------------------------------------------------------------


class _SQLite:
    suffix = ".sqlite3.gz"

    def __init__(self, database: Path) -> None:
        self.database = database

    def write(self, path: Path) -> None:
        with _draft(path.parent) as plain:
            plain.unlink()  # VACUUM INTO wants to make it
            with closing(sqlite3.connect(self.database)) as live:
                live.execute("VACUUM INTO ?", (str(plain),))
            plain.chmod(0o600)
            with closing(sqlite3.connect(plain)) as copy:
                _check(copy)
                copy.execute(f"DELETE FROM {SIGN_INS}")  # noqa: S608
                copy.commit()
                copy.execute("VACUUM")
            with plain.open("rb") as source, gzip.open(path, "wb", compresslevel=6) as target:
                shutil.copyfileobj(source, target, 1 << 20)

    def read(self, path: Path) -> Path | None:
        with _draft(self.database.parent) as plain:
            _unpack(path, plain)
            with closing(sqlite3.connect(plain)) as copy:
                _check(copy)
                _check_age({tuple(row) for row in copy.execute(MIGRATIONS)})
            before = self._set_aside()
            connection.close()
            if before is None:  # nothing there, or nothing that could be opened
                for part in ("", "-wal", "-shm"):
                    self.database.with_name(self.database.name + part).unlink(missing_ok=True)
            # Into the file that is open elsewhere, as one transaction: a server that runs on
            # reads either the old state or the new one.
            with (
                closing(sqlite3.connect(plain)) as copy,
                closing(sqlite3.connect(self.database, timeout=20)) as live,
            ):
                copy.backup(live)
            return before

    def _set_aside(self) -> Path | None:
        if not self.database.exists():
            return None
        try:
            return make(self.database.parent / "before-restore")
        except (sqlite3.DatabaseError, CopyRefused):
            broken = self.database.with_name(f"{self.database.name}.broken")
            shutil.copyfile(self.database, broken)
            return None


def _unpack(path: Path, target: Path) -> None:
    try:
        with gzip.open(path, "rb") as source, target.open("wb") as file:
            shutil.copyfileobj(source, file, 1 << 20)
    except (OSError, EOFError) as error:
        raise CopyRefused(f"{path.name} is damaged: {error}") from None


def _check(copy: sqlite3.Connection) -> None:
    try:
        [said] = copy.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        raise CopyRefused(f"the copy is damaged: {error}") from None
    if said != "ok":
        raise CopyRefused(f"the database is damaged: {said}")


MIGRATIONS = "SELECT app, name FROM django_migrations"


def _check_age(applied: set[tuple[str, str]]) -> None:
    """A copy from a newer version has steps that this one does not know."""
    known = MigrationLoader(None).disk_migrations
    ours = {app for app, _ in known}
    if new := sorted(name for app, name in applied - known.keys() if app in ours):
        raise CopyRefused(f"this copy is from a newer version (it has {', '.join(new)})")


# -- PostgreSQL -----------------------------------------------------------------------------------


class _PostgreSQL:
    suffix = ".pgdump"

    def __init__(self, settings: dict[str, Any]) -> None:
        self.settings = settings

    def write(self, path: Path) -> None:
        self._run(
            "pg_dump", "--format=custom", "--no-owner", "--no-privileges",
            f"--exclude-table-data={SIGN_INS}", f"--file={path}",
        )  # fmt: skip

    def read(self, path: Path) -> Path | None:
        listed = self._run("pg_restore", "--data-only", "--table=django_migrations", "--file=-",
                           str(path), connect=False)  # fmt: skip
        rows = (line.split("\t") for line in listed.splitlines() if line.count("\t") == 3)
        _check_age({(row[1], row[2]) for row in rows})
        before = make(path.parent / "before-restore")
        connection.close()
        self._run(
            "pg_restore", "--clean", "--if-exists", "--no-owner", "--no-privileges",
            "--single-transaction", f"--dbname={self.settings['NAME']}", str(path), named=False,
        )  # fmt: skip
        return before

    def _run(self, program: str, *options: str, connect: bool = True, named: bool = True) -> str:
        """Run one of PostgreSQL's own programs on this database. The password goes by the
        environment: arguments can be read by every account of the machine."""
        wanted = (("--host", "HOST"), ("--port", "PORT"), ("--username", "USER"))
        given = [f"{o}={self.settings[key]}" for o, key in wanted if self.settings.get(key)]
        if connect and named:
            given.append(f"--dbname={self.settings['NAME']}")
        command = [program, *options[:-1], *(given if connect else ()), options[-1]]
        environment = {**os.environ, "PGPASSWORD": self.settings.get("PASSWORD") or ""}
        try:
            done = subprocess.run(  # noqa: S603
                command, env=environment, capture_output=True, text=True, check=True
            )
        except FileNotFoundError:
            raise CopyRefused(f"{program} is not on this machine (postgresql-client)") from None
        except subprocess.CalledProcessError as error:
            raise CopyRefused(f"{program}: {error.stderr.strip()}") from None
        return done.stdout


def _kind() -> _SQLite | _PostgreSQL:
    settings = connection.settings_dict
    if connection.vendor == "sqlite":
        return _SQLite(Path(settings["NAME"]))
    return _PostgreSQL(settings)
