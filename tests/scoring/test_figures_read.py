"""Figures as people type them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scoring import figures


@pytest.mark.parametrize(
    "text, figure",
    [
        ("0", 0),
        (" 31400 ", 31400),
        ("31,400", 31400),
        ("1,031,400", 1031400),
        ("31 400", 31400),
        ("31’400", 31400),
        ("+500", 500),
        ("-500", -500),
        ("−500", -500),
        ("▲12,300", -12300),
        ("△5", -5),
        ("－5", -5),
    ],
)
def test_a_figure_is_read_as_it_is_written(text: str, figure: int) -> None:
    assert figures.read(text) == figure


@pytest.mark.parametrize(
    "text", ["", "-", "x", "1.5", "32,48", "1,0000", ",400", "--5", "5-", "1e3", "①", "9" * 11]
)
def test_what_is_no_figure_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        figures.read(text)


@pytest.mark.parametrize("sign", [figures.MINUS, figures.TRIANGLE])
@pytest.mark.parametrize("figure", [0, 7, -7, 31400, -31400, 1234567, -1234567])
def test_what_is_shown_can_be_typed(figure: int, sign: str) -> None:
    token = figures.negative.set(sign)
    try:
        assert figures.read(figures.score(figure)) == figure
        assert figures.read(figures.signed(figure)) == figure
    finally:
        figures.negative.reset(token)


@pytest.mark.parametrize(
    "amount, text",
    [
        (24, "24"),
        ("1461/100", "14.61"),
        ("1/10", "0.10"),
        ("-1/10", "−0.10"),
        ("2469/2", "1,234.50"),
        ("1/3", "1/3"),
    ],
)
def test_money_has_two_decimals_or_none(amount: int | str, text: str) -> None:
    assert figures.money(Fraction(amount)) == text
