"""A PostgreSQL of one's own, on a socket in a folder: no port, nothing of it stays. It may be
stopped and started under whoever uses it."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any


def programs() -> Path | None:
    """The folder of ``initdb`` and ``pg_ctl``; ``None`` where there is no server."""
    known = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    newest = max(known, key=lambda path: float(path.parts[4]), default=None)
    found = newest or shutil.which("initdb")
    return Path(found).parent if found else None


@dataclass(frozen=True)
class Cluster:
    folder: Path
    bin: Path

    @property
    def url(self) -> str:
        return f"postgres://jantaku@{str(self.folder).replace('/', '%2F')}/postgres"

    def make(self) -> None:
        self._run("initdb", "-U", "jantaku", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")

    def start(self) -> None:
        given = f"-c listen_addresses='' -k '{self.folder}'"
        self._run("pg_ctl", "start", "-w", "-l", str(self.folder / "log"), "-o", given)

    def stop(self, how: str) -> None:
        """``fast`` ends every connection, ``immediate`` is a crash: it recovers as it starts."""
        self._run("pg_ctl", "stop", "-w", "-m", how)

    def _run(self, program: str, *given: str) -> None:
        command = [str(self.bin / program), "-D", str(self.folder / "data"), *given]
        subprocess.run(
            command, check=True, cwd=self.folder, stdout=subprocess.DEVNULL, **_somebody()
        )


def _somebody() -> dict[str, Any]:
    """Who the server runs as: it refuses to be root."""
    if os.getuid() != 0:
        return {}
    names = {entry.pw_name for entry in pwd.getpwall()}
    account = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


@contextlib.contextmanager
def cluster(folder: Path) -> Iterator[Cluster]:
    """A server that runs, in ``folder``; ``SystemExit`` where there is none on this machine."""
    found = programs()
    if found is None:
        raise SystemExit("no PostgreSQL on this machine (apt install postgresql)")
    home = folder / "postgres"
    home.mkdir()
    folder.chmod(0o711)
    if owner := _somebody():
        os.chown(home, owner["user"], owner["group"])
    server = Cluster(home, found)
    server.make()
    server.start()
    try:
        yield server
    finally:
        if (home / "data" / "postmaster.pid").exists():
            server.stop("immediate")
