"""What a game adds to its players' statistics: hand-made games, and sums over recorded ones."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from scoring.game import Replay, parse_outcome, play
from scoring.record import read
from scoring.statistics import DEALS, HAND, HANDS, LIMIT
from scoring.varieties import VARIETIES, variety

RECORDS = Path(__file__).resolve().parents[3] / "shared" / "records"
GAMES = RECORDS / "games.jsonl.gz"


def game(key: str, *rounds: dict[str, Any], **options: Any) -> Replay:
    kind = variety(key)
    rules = kind.rules(None, options)
    ending = {"type": "end", "reason": "agreed"}
    return play(kind, rules, [parse_outcome(data, 4) for data in (*rounds, ending)])


def win(winner: int, source: int | None, value: dict[str, Any], **more: Any) -> dict[str, Any]:
    claim = {"winner": winner, "from": source, "value": value}
    return {"type": "win", "wins": [claim], **more}


def test_a_riichi_game_in_counts() -> None:
    played = game(
        "riichi",
        win(0, 1, {"han": 2, "fu": 30}, riichi=[0]),
        win(0, None, {"limit": "mangan"}),
        {"type": "draw", "tenpai": [0, 2], "riichi": [2]},
        {"type": "abort", "reason": "nine-terminals", "riichi": []},
        {"type": "penalty", "reason": "chombo", "seat": 3, "riichi": []},
        win(2, 0, {"yakuman": 1}),
    )
    kind = variety("riichi")
    east = kind.counts(played, 0)
    assert east == {
        "hands": 5, "dealer-hands": 5, "stays": 4, "draws": 1, "wins": 2, "self-draws": 1,
        "won": 2900 + 12000, "deal-ins": 1, "dealt": 32000, "riichi": 1, "riichi-wins": 1,
        "tenpai": 1, "limit:none": 1, "limit:mangan": 1, "place:3": 1, "seat:0:place:3": 1,
    }  # fmt: skip
    south = kind.counts(played, 1)
    assert (south["deal-ins"], south["dealt"], south["hands"]) == (1, 2900, 5)
    assert "wins" not in south


def test_the_feats_of_a_riichi_game() -> None:
    played = game(
        "riichi",
        win(0, 1, {"han": 2, "fu": 30}),
        win(0, None, {"limit": "mangan"}),
        win(2, 0, {"yakuman": 1}),
    )
    kind = variety("riichi")
    found = {(feat.kind, feat.seat, feat.round, feat.figure) for feat in kind.feats(played)}
    assert found == {(DEALS, 0, 3, 3), (HAND, 0, 2, 12000), (HAND, 2, 3, 32000),
                     (LIMIT, 2, 3, 32000)}  # fmt: skip
    texts = {kind.feat_text(feat.kind, feat.figure, feat.data) for feat in kind.feats(played)}
    assert texts == {"3 deals in a row", "mangan, 12,000", "yakuman, 32,000"}


def test_a_hong_kong_game_in_counts() -> None:
    played = game("hongkong", win(1, 0, {"faan": 3}), win(1, None, {"faan": 4}), gun="half")
    counted = variety("hongkong").counts(played, 1)
    assert (counted["wins"], counted["fan"], counted["fan:3"], counted["fan:4"]) == (2, 7, 1, 1)
    assert counted["won"] == sum(Fraction(step.deltas[1]) for step in played.steps)


def test_a_zung_jung_game_in_counts() -> None:
    played = game("zungjung", win(1, 0, {"points": 1}), win(1, 0, {"points": 55}),
                  win(1, None, {"points": 320}))  # fmt: skip
    kind = variety("zungjung")
    counted = kind.counts(played, 1)
    assert [counted[f"points:{least}"] for least in (1, 30, 320)] == [1, 1, 1]
    labels = [label for label, _ in kind.statistics(counted).charts[0].bars]
    assert labels == ["1", "30–59", "320+"]
    assert {feat.figure for feat in kind.feats(played) if feat.kind == LIMIT} == {320}


@pytest.mark.parametrize("key", VARIETIES)
def test_nothing_played_gives_no_rate(key: str) -> None:
    shown = variety(key).statistics({})
    assert all(not rate.whole for rate in shown.rates)
    assert all(not chart.bars for chart in shown.charts)


def recorded(limit: int) -> Iterator[Replay]:
    with gzip.open(GAMES, "rt") as lines:
        for line, _ in zip(lines, range(limit), strict=False):
            data = json.loads(line)
            record = read({k: v for k, v in data.items() if k not in ("source", "expected")})
            yield play(record.variety, record.rules, record.rounds, record.start, record.chips)


@pytest.mark.skipif(not GAMES.exists(), reason="the recorded games are not here")
def test_what_one_wins_another_deals_in() -> None:
    """Over recorded games: every hand, win and deal-in is counted once, nothing twice."""
    kind = variety("riichi")
    for played in recorded(60):
        seats = range(len(played.start.scores))
        counts = [kind.counts(played, seat) for seat in seats]
        hands = [step for step in played.steps if step.outcome.kind in HANDS]
        wins = [win for step in hands for win in step.wins]
        total: Counter[str] = Counter()
        for counted in counts:
            total.update(counted)  # type: ignore[arg-type]
        assert {counted["hands"] for counted in counts} == {len(hands)}
        assert total["dealer-hands"] == len(hands)
        assert total["wins"] == len(wins)
        assert total["self-draws"] == sum(win.source is None for win in wins)
        assert total["won"] == sum(win.points for win in wins)
        assert total["deal-ins"] == sum(any(w.source is not None for w in s.wins) for s in hands)
        assert total["riichi"] == sum(len(step.outcome.riichi) for step in hands)
        assert sum(n for key, n in total.items() if key.startswith("place:")) == len(counts)
