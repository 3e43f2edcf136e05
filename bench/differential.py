"""Many random hands beside the `mahjong` package, every disagreement printed.

    python bench/differential.py [--hands 50000] [--seed 1]

Compared are points, han and fu, or that both refuse. Exit code 1 if anything disagrees.
"""

from __future__ import annotations

import argparse
import json
import sys
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.scoring.random_hands import random_wins
from tests.scoring.test_hand_mahjong import ours, theirs


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    disagree = 0
    for won in islice(random_wins(args.seed), args.hands):
        mine, other = ours(won), theirs(won)
        if mine != other:
            disagree += 1
            print(f"jantaku {mine} mahjong {other} {json.dumps(won)}")
    print(f"{args.hands - disagree} of {args.hands} hands agree")
    return int(disagree > 0)


if __name__ == "__main__":
    sys.exit(main())
