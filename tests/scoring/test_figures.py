"""Figures as people read them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.template import Context, Template
from django.utils.translation import override

from scoring import figures
from scoring.game import Score
from scoring.templatetags.figures import is_long


@pytest.mark.parametrize(
    "figure, text",
    [
        (0, "0"),
        (31400, "31,400"),
        (-1200, "−1,200"),
        (1234567, "1,234,567"),
        (Fraction(25, 2), "12.5"),
        (Fraction(-25, 2), "−12.5"),
        (Fraction(1, 3), "1/3"),
        (Fraction(10, 3), "3 1/3"),
        (Fraction(-10, 3), "−3 1/3"),
        (Fraction(4, 2), "2"),
    ],
)
def test_a_score_has_thousands_a_true_minus_and_is_exact(figure: Score, text: str) -> None:
    assert figures.score(figure) == text


def test_a_change_carries_its_sign() -> None:
    assert [figures.signed(change) for change in (7200, -4200, 0)] == ["+7,200", "−4,200", "0"]


@pytest.mark.parametrize(
    "total, unit, text",
    [
        (40200, 1000, "+40.2"),
        (-37000, 1000, "−37.0"),
        (0, 1000, "0.0"),
        (-50, 1000, "−0.05"),
        (1234500, 1000, "+1,234.5"),
        (16, 1, "+16"),
        (Fraction(1, 3), 1, "+1/3"),
    ],
)
def test_a_total_is_printed_in_its_unit(total: Score, unit: int, text: str) -> None:
    assert figures.points(total, unit) == text


def test_minus_can_be_a_triangle() -> None:
    token = figures.negative.set(figures.TRIANGLE)
    try:
        assert figures.score(-1200) == "▲1,200"
        assert figures.points(-37000, 1000) == "▲37.0"
        assert figures.signed(7200) == "+7,200"
    finally:
        figures.negative.reset(token)


# -- in templates -------------------------------------------------------------------------------


def shown(template: str, **given: object) -> str:
    return Template("{% load figures %}" + template).render(Context(given))


def test_figures_and_names_in_a_template() -> None:
    assert shown("{{ x|score }} {{ x|signed }}", x=7200) == "7,200 +7,200"
    assert shown("{{ x|points:1000 }} {{ x|money }}", x=40200) == "+40.2 40,200"
    assert (
        shown("{{ x|score }}{{ x|signed }}{{ x|points }}{{ x|money }}{{ x|signed_money }}", x=None)
        == ""
    )
    assert shown("{{ x|score }}", x="25/2") == "12.5", "a fraction as the database keeps it"
    assert [shown("{{ n|place }}", n=n) for n in (1, 2, 3, 4)] == ["1st", "2nd", "3rd", "4th"]
    assert shown("{{ hand|deal }}", hand="S3") == "S3"
    with override("ja"):
        assert shown("{{ hand|deal }}", hand="S3") == "南3"


def test_a_name_keeps_its_direction_and_is_never_markup() -> None:
    assert shown("{{ who|name }}", who="<b>") == "<bdi>&lt;b&gt;</bdi>"
    assert shown("{{ who|names }}", who=["Aki", "דנה"]) == "<bdi>Aki</bdi>, <bdi>דנה</bdi>"


@pytest.mark.parametrize(
    ("reader", "name", "voice"),
    [
        ("en", "リーチ麻雀", "ja-JP"),
        ("en", "香港麻雀", "zh-HK"),
        ("ja", "香港麻雀", "ja-JP"),
        ("zh-hant", "リーチ麻雀", "zh-HK"),
    ],
)
def test_calls_are_read_out_as_the_reader_speaks_or_else_as_the_game_is_called(
    reader: str, name: str, voice: str
) -> None:
    with override(reader):
        assert shown("{{ name|voice }}", name=name) == voice


def test_a_rate_is_rounded_half_away_from_zero() -> None:
    assert figures.decimal(Fraction(227, 100), 1) == "2.3"
    assert figures.decimal(Fraction(-1, 2), 1) == "−0.5"
    assert figures.decimal(Fraction(-1, 2), 0) == "−1"
    assert figures.decimal(Fraction(-1, 100), 1) == "0.0", "no sign before nothing"
    assert figures.share(1, 8) == "13 %"


@pytest.mark.parametrize(
    ("name", "long"),
    [
        ("Aki", False),
        ("Maximilian Ott", False),
        ("Maximiliano", True),
        ("東西南北白發中東西南北", False),
    ],
)
def test_a_name_is_long_by_its_longest_word(name: str, long: bool) -> None:
    """Between Chinese and Japanese characters a line may break anywhere."""
    assert is_long(name) == long


@pytest.mark.parametrize(
    ("amount", "text"), [(Fraction(49, 2), "+24.50"), (-5, "−5"), (0, "0"), (7, "+7")]
)
def test_what_somebody_gets_or_owes_has_its_sign(amount: Score, text: str) -> None:
    assert figures.signed_money(amount) == text


def test_a_figure_stays_on_its_line() -> None:
    page = Template("{% load figures %}{{ line|unbroken }}")
    assert page.render(Context({"line": "ウマ12-4、-5"})) == "ウマ12\u20114、-5"


@pytest.mark.parametrize("language, taps", [("en", True), ("ja", False), ("zh-hant", False)])
def test_who_reads_english_taps_what_is_called_with_honba(language: str, taps: bool) -> None:
    page = Template("{% load figures %}{{ call|called:True }}; {{ call|called }}")
    with override(language):
        explained, plain = page.render(Context({"call": "3900 は 4200"})).split("; ")
    assert plain == '3900 <i lang="ja">は</i> 4200'
    assert ("of=honba-call" in explained) is taps
    assert '<i lang="ja">は</i>' in explained
