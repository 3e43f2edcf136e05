"""How a score is said: every figure of the course, and what it does not list."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from scoring.riichi.calls import CARD, MNEMONICS, Amount, english, kana, spoken

SCORES = Path(__file__).resolve().parents[2] / "../shared/rules/riichi/seed001_scores.csv"


def rows():
    if not SCORES.exists():
        return []
    with SCORES.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def amount(text: str) -> Amount:
    figures = tuple(int(figure) for figure in re.findall(r"\d+", text))
    return Amount("all" if "all" in text else "split" if len(figures) > 1 else "ron", figures)


def squeezed(text: str) -> str:
    """The course writes the same call with and without gaps, in either kana."""
    hira = {chr(code): chr(code + 0x60) for code in range(0x3041, 0x3097)}
    return "".join(hira.get(letter, letter) for letter in text if letter not in " [()]・")


PLAIN = {"200/400", "1000 all", "1300", "1600", "2300", "4500", "8000", "12000", "24000", "32000",
         "36000", "48000", "3600", "7100", "4000 all"}  # fmt: skip
"""Said as they are: the course has no name of its own for them (200/400 and 1000 all are its two
errors; "1300" and "1600" it calls そのまま; limits have names, not puns)."""


@pytest.mark.skipif(not SCORES.exists(), reason="the course's figures are not here")
@pytest.mark.parametrize(
    "row", rows(), ids=lambda row: f"{row['fu']}fu-{row['han']}han-{row['winner']}-{row['win']}"
)
def test_the_courses_mnemonic_is_the_one_given(row):
    call = spoken(amount(row["formula_points"]), dealer=row["winner"] == "oya")
    if row["formula_points"] in PLAIN - {"24000"} or (
        row["formula_points"] == "24000" and row["winner"] == "ko"
    ):
        assert call.mnemonic is None
    elif row["call_goroawase"] in ("満貫", "千三百オール"):
        assert call.mnemonic in ("ニセン ヨンセン", "イチサンオール")
    else:
        assert squeezed(call.mnemonic) in squeezed(row["call_goroawase"])


@pytest.mark.parametrize(
    ("figure", "said"),
    [
        (300, "サンビャク"),
        (600, "ロッピャク"),
        (800, "ハッピャク"),
        (1000, "セン"),
        (3000, "サンゼン"),
        (8000, "ハッセン"),
        (2100, "ニセンヒャク"),
        (4100, "ヨンセンヒャク"),
        (12000, "イチマンニセン"),
        (12600, "イチマンニセンロッピャク"),
        (11600, "イチマンセンロッピャク"),
        (96000, "キュウマンロクセン"),
        (100000, "ジュウマン"),
        (288000, "ニジュウハチマンハッセン"),
    ],
)
def test_a_figure_in_kana(figure, said):
    assert kana(figure) == said


def test_with_honba_the_plain_score_then_the_raised_one():
    """The course's own two examples."""
    split = spoken(amount("2000/4000"), amount("2100/4100"))
    assert split.ja == "2000, 4000 は 2100, 4100"
    assert split.reading == "ニセン ヨンセン は ニセンヒャク ヨンセンヒャク"
    ron = spoken(amount("12000"), amount("12600"))
    assert ron.ja == "12000 は 12600"
    assert ron.reading == "イチマンニセン は イチマンニセンロッピャク"


def test_the_dealers_self_draw_is_said_as_all():
    call = spoken(amount("2600 all"), amount("2700 all"))
    assert call.ja == "2600オール は 2700オール"
    assert call.reading == "ニセンロッピャクオール は ニセンナナヒャクオール"
    assert call.en == "2600 all, with honba 2700 all"
    assert call.zh == "每家 2600，連本場 每家 2700"
    assert call.mnemonic == "ニィロクオール"


def test_without_honba_nothing_is_raised():
    assert spoken(amount("3900"), amount("3900")).ja == "3900"
    assert spoken(amount("3900")).mnemonic == "ザンク"
    assert spoken(amount("1300/2600")).zh == "1300、2600"


def test_the_word_for_all_can_be_translated():
    assert english(amount("2600 all"), lambda text: text.replace("all", "alle")) == "2600 alle"


def test_every_mnemonic_belongs_to_a_figure_that_is_a_multiple_of_100():
    assert all(figure % 100 == 0 for _, figures in MNEMONICS for figure in figures)


def test_the_card_says_points_only_and_the_child_first():
    text = " ".join(CARD)
    assert "only the points" in text
    assert text.index("child's") < text.index("dealer's")
