"""Two organisers edit one season at once, long: python bench/organisers.py [--seconds 120]
[--json FILE]

The short form is tests/sessions/test_two_organisers.py, which says what is checked; this lets it go
on, on SQLite or on what ``DATABASE_URL`` names.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys

from kit import ROOT, report, scratch


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--json")
    given = parser.parse_args()
    with scratch() as var:
        told = var / "told.json"
        environment = {
            **os.environ,
            "JANTAKU_VAR": str(var),
            "TWO_ORGANISERS": str(given.seconds),
            "TWO_ORGANISERS_JSON": str(told),
        }
        test = "tests/sessions/test_two_organisers.py"
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", test], cwd=ROOT, env=environment, check=False
        )
        if done.returncode:
            raise SystemExit(done.returncode)
        report("organisers", json.loads(told.read_text()), given.json)


if __name__ == "__main__":
    main()
