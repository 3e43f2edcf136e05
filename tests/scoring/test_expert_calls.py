"""What is said at a table without limits, where scores run into the millions."""

from __future__ import annotations

import pytest

from scoring.riichi.calls import kana
from scoring.riichi.words import call, call_reading
from tests.scoring.riichi_table import S, W, ron, rules, step, tsumo, win


@pytest.mark.parametrize(
    "figure, said",
    [
        (990_000, "キュウジュウキュウマン"),
        (1_310_800, "ヒャクサンジュウイチマンハッピャク"),
        (5_242_900, "ゴヒャクニジュウヨンマンニセンキュウヒャク"),
        (10_000_000, "イッセンマン"),
        (11_000_000, "センヒャクマン"),
        (120_000_000, "イチオクニセンマン"),
        (100_000_300, "イチオクサンビャク"),
        (80_608_300_000, "ハッピャクロクオクハッピャクサンジュウマン"),
        (10**12, "1000000000000"),
    ],
)
def test_a_score_of_millions_is_read_as_any_other(figure: int, said: str) -> None:
    """In myriads and hundreds of millions; what nobody can say is given in figures."""
    assert kana(figure) == said


def test_a_win_without_limits_is_called() -> None:
    table = rules(aotenjou=True)
    won = step(table, win(ron(S, W, "13 han 40 fu")))
    assert call(won) == "5242900"
    assert call_reading(won) == "ゴヒャクニジュウヨンマンニセンキュウヒャク"
    drawn = step(table, win(tsumo(S, "40 han 40 fu")))
    assert call(drawn).startswith("1759218604")
    assert call_reading(drawn)
